//! A whole process, from start to exit, beside a bare clap binary.
//!
//! `--version` is answered before anything is assembled, so `--help`, which shows what was assembled, stands beside it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use onefold_bench::{Bench, Comparison, Limit, Of};
use serde_json::Value;

fn main() -> io::Result<()> {
    let mut bench = Bench::from_args("start");
    if bench.measures() {
        let onefold = built("onefold-builtins", "onefold")?;
        let bare = built("onefold-bench", "bare-clap")?;
        for (argument, limit) in [("--version", Some(Limit::AtMost(1.5))), ("--help", None)] {
            bench.compare(
                Comparison {
                    name: argument,
                    sides: ["onefold", "bare clap"],
                    of: Of::Time,
                    limit,
                    turns: 200,
                    times: 1,
                },
                &mut |times| start(&onefold, argument, times),
                &mut |times| start(&bare, argument, times),
            );
        }
    }
    bench.finish()
}

/// Builds a program as a release, and asks cargo where it is.
fn built(package: &str, bin: &str) -> io::Result<PathBuf> {
    let built = Command::new(env!("CARGO"))
        .args([
            "build",
            "--release",
            "--message-format=json",
            "--package",
            package,
            "--bin",
            bin,
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()?;
    if !built.status.success() {
        return Err(io::Error::other(format!(
            "`{bin}` of `{package}` does not build"
        )));
    }
    String::from_utf8_lossy(&built.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == bin)
        .find_map(|message| Some(PathBuf::from(message["executable"].as_str()?)))
        .ok_or_else(|| io::Error::other(format!("cargo built `{bin}` and named no executable")))
}

fn start(program: &Path, argument: &str, times: u64) -> Duration {
    (0..times)
        .map(|_| {
            let mut command = Command::new(program);
            command
                .arg(argument)
                .stdin(Stdio::null())
                .stdout(Stdio::null());
            let start = Instant::now();
            let status = command.status();
            let took = start.elapsed();
            assert!(
                status.is_ok_and(|status| status.success()),
                "{} {argument} fails",
                program.display()
            );
            took
        })
        .sum()
}
