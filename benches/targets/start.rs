//! `onefold --version` as a whole process, beside a bare clap binary: the price of a registry at every start.

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
        bench.compare(
            Comparison {
                name: "--version",
                sides: ["onefold", "bare clap"],
                of: Of::Time,
                limit: Some(Limit::AtMost(1.5)),
                turns: 200,
                times: 1,
            },
            &mut |times| start(&onefold, times),
            &mut |times| start(&bare, times),
        );
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

fn start(program: &Path, times: u64) -> Duration {
    (0..times)
        .map(|_| {
            let mut command = Command::new(program);
            command
                .arg("--version")
                .stdin(Stdio::null())
                .stdout(Stdio::null());
            let start = Instant::now();
            let status = command.status();
            let took = start.elapsed();
            assert!(
                status.is_ok_and(|status| status.success()),
                "{} --version fails",
                program.display()
            );
            took
        })
        .sum()
}
