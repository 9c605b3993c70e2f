//! Generated crates on disk, and how long cargo takes for one of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::sources::Kind;

/// Where crates are generated; what they depend on is built there once.
pub(crate) struct Workshop {
    folder: PathBuf,
}

/// A generated crate: a library, and a binary that calls it.
pub(crate) struct Crate {
    name: String,
    folder: PathBuf,
    target: PathBuf,
}

impl Workshop {
    pub(crate) fn open() -> io::Result<Self> {
        let folder = onefold_bench::target_folder()?
            .join("onefold-bench")
            .join("compile");
        fs::create_dir_all(&folder)?;
        Ok(Self { folder })
    }

    /// Writes a crate, and builds what it depends on.
    pub(crate) fn make(&self, kind: Kind, count: usize) -> io::Result<Crate> {
        let name = format!("{}-{count}", kind.name());
        let folder = self.folder.join(&name);
        fs::create_dir_all(folder.join("src"))?;
        let registry = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("registry");
        let manifest = format!(
            r#"[package]
name = "{name}"
version = "1.0.0"
edition = "2024"

[workspace]

[lib]
name = "generated"

[profile.dev]
debug = "line-tables-only"

[dependencies]
schemars = "1"
serde = {{ version = "1", features = ["derive"] }}
serde_json = {{ version = "1", features = ["preserve_order"] }}
{}
"#,
            kind.dependencies(&registry.to_string_lossy())
        );
        write_changed(&folder.join("Cargo.toml"), &manifest)?;
        write_changed(&folder.join("src/lib.rs"), &kind.source(count))?;
        write_changed(
            &folder.join("src/main.rs"),
            "//! Generated.\nfn main() {\n    println!(\"{}\", generated::count());\n}\n",
        )?;
        let made = Crate {
            name,
            folder,
            target: self.folder.join("target"),
        };
        made.cargo(&["build", "--lib"])?;
        Ok(made)
    }
}

impl Crate {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// How long so many builds of the library take, each after a touch of its source.
    pub(crate) fn build(&self, times: u64) -> Duration {
        let once = || {
            let source = fs::File::options()
                .append(true)
                .open(self.folder.join("src/lib.rs"))?;
            source.set_modified(std::time::SystemTime::now())?;
            let start = Instant::now();
            self.cargo(&["build", "--lib", "--offline"])?;
            io::Result::Ok(start.elapsed())
        };
        (0..times)
            .map(|_| once().expect("a generated crate builds"))
            .sum()
    }

    /// How many bytes the program has, built for release and stripped.
    pub(crate) fn binary_size(&self) -> io::Result<u64> {
        self.cargo(&[
            "build",
            "--release",
            "--config",
            "profile.release.strip=true",
        ])?;
        Ok(fs::metadata(self.target.join("release").join(&self.name))?.len())
    }

    fn cargo(&self, arguments: &[&str]) -> io::Result<()> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(arguments)
            .arg("--quiet")
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", "0")
            .output()?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(io::Error::other(format!("{}: {said}", self.name)))
    }
}

/// What has not changed keeps its time, so that nothing is built for it.
fn write_changed(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    fs::write(path, text)
}
