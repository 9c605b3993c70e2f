//! What holds for the sources: the walls between the crates, and how a file begins.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a package depends on when it is used, without what only its tests need.
fn dependencies(metadata: &Value, package: &str) -> BTreeSet<String> {
    let packages = metadata["packages"].as_array().unwrap();
    let found = packages
        .iter()
        .find(|found| found["name"] == package)
        .unwrap_or_else(|| panic!("no {package}"));
    let all = found["dependencies"].as_array().unwrap().iter();
    all.filter(|dependency| dependency["kind"].is_null())
        .map(|dependency| dependency["name"].as_str().unwrap().to_owned())
        .collect()
}

const PROJECTIONS: [&str; 4] = [
    "onefold-cli",
    "onefold-http",
    "onefold-mcp",
    "onefold-product-descriptor",
];

#[test]
fn the_walls_between_the_crates_stand() {
    let metadata = metadata();
    let onefold = dependencies(&metadata, "onefold");
    for unknown in [
        "axum",
        "clap",
        "hyper",
        "rmcp",
        "tower",
        "tower-http",
        "onefold-builtins",
    ]
    .iter()
    .chain(&PROJECTIONS)
    {
        assert!(
            !onefold.contains(*unknown),
            "the registry must not know {unknown}"
        );
    }
    let macros = dependencies(&metadata, "onefold-macros");
    assert!(
        !macros.iter().any(|name| name.starts_with("onefold")),
        "{macros:?}"
    );
    for projection in PROJECTIONS {
        let ours: Vec<String> = dependencies(&metadata, projection)
            .into_iter()
            .filter(|name| name.starts_with("onefold"))
            .collect();
        assert_eq!(ours, ["onefold"], "{projection}");
    }
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        if name != "onefold-mcp" {
            assert!(
                !dependencies(&metadata, name).contains("rmcp"),
                "only onefold-mcp names rmcp, not {name}"
            );
        }
    }
}

#[test]
fn every_file_says_first_what_lives_in_it() {
    let listed = Command::new("git")
        .args(["ls-files", "*.rs"])
        .current_dir(root())
        .output();
    // Without git, as in an unpacked archive, the folders are walked instead.
    let files: Vec<PathBuf> = match listed {
        Ok(listed) if listed.status.success() && !listed.stdout.is_empty() => {
            String::from_utf8(listed.stdout)
                .unwrap()
                .lines()
                .map(|file| root().join(file))
                .collect()
        }
        _ => walk(&root()),
    };
    assert!(files.len() > 30, "{files:?}");
    for file in files
        .iter()
        .filter(|file| file.exists() && !file.components().any(|part| part.as_os_str() == "ui"))
    {
        let text = std::fs::read_to_string(file).unwrap();
        let first = text.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("//! ") && first.len() > 12,
            "{} begins with {first:?}",
            file.display()
        );
    }
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let skipped = ["target", "node_modules", ".git"];
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .filter(|path| !skipped.iter().any(|name| path.ends_with(name)))
        .flat_map(|path| {
            if path.is_dir() {
                walk(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}
