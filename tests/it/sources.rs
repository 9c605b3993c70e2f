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
        let protocol = "onefold-descriptor-protocol";
        let known: &[&str] = match projection {
            "onefold-product-descriptor" => &["onefold", protocol],
            _ => &["onefold"],
        };
        assert_eq!(ours, known, "{projection}");
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

/// The descriptor protocol judges what strangers wrote, so it can do nothing but read it: all that stands behind it is
/// named here, and its sources name no way out.
#[test]
fn the_descriptor_protocol_reaches_nothing() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal", "--prefix", "none"])
        .args(["--format", "{p}", "-p", "onefold-descriptor-protocol"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        tree.status.success(),
        "{}",
        String::from_utf8_lossy(&tree.stderr)
    );
    let tree = String::from_utf8(tree.stdout).unwrap();
    let mut inert: BTreeSet<&str> = tree
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(inert.remove("onefold-descriptor-protocol"), "{tree}");
    // What writes Rust while it is compiled is in the compiler, not in the library.
    let known: BTreeSet<&str> = [
        "equivalent",
        "foldhash",
        "hashbrown",
        "indexmap",
        "itoa",
        "memchr",
        "proc-macro2",
        "quote",
        "serde",
        "serde_core",
        "serde_derive",
        "serde_json",
        "syn",
        "unicode-ident",
        "zmij",
    ]
    .into();
    let unknown: Vec<_> = inert.difference(&known).collect();
    assert!(
        unknown.is_empty(),
        "read these before naming them here: {unknown:?}"
    );

    let sources = walk(&root().join("projections/product-descriptor/protocol"));
    assert!(sources.len() > 8, "{sources:?}");
    let ways_out = [
        "std::net",
        "std::process",
        "std::os",
        "std::fs",
        "std::env",
        "std::thread",
        "Command::new",
        "extern ",
        "dlopen",
        "libloading",
        "tokio",
        "include!",
        "unsafe",
    ];
    for file in sources {
        let text = std::fs::read_to_string(&file).unwrap();
        for way in ways_out {
            assert!(!text.contains(way), "{} names {way}", file.display());
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
