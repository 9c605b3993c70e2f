//! What the figures were taken on, without which none of them means anything.

use std::process::Command;

use serde::Serialize;

/// A machine and its compiler; what can't be told is empty or 0.
#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    cores: usize,
    processor: String,
    system: &'static str,
    compiler: String,
}

impl Machine {
    /// This one.
    pub(crate) fn this() -> Self {
        Self {
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            processor: processor().unwrap_or_default(),
            system: std::env::consts::OS,
            compiler: compiler().unwrap_or_default(),
        }
    }
}

/// Linux tells it for each core, all alike where it matters here.
fn processor() -> Option<String> {
    let cores = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = cores.lines().find(|line| line.starts_with("model name"))?;
    Some(model.split_once(':')?.1.trim().to_owned())
}

fn compiler() -> Option<String> {
    let told = Command::new("rustc").arg("--version").output().ok()?;
    Some(String::from_utf8(told.stdout).ok()?.trim().to_owned())
}
