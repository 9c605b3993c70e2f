//! However a product is built and linked, it has the whole registry or says what is missing; and every road leads to the
//! same one.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::harness::{finish, target};

const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/linking");

/// One way to build a product.
struct Profile {
    name: &'static str,
    folder: &'static str,
    rustc: &'static [&'static str],
}

/// The optimised ones share one build of all that is below the product: it holds machine code and bitcode, as the
/// standard library does, and what links it chooses.
const PROFILES: [Profile; 4] = [
    Profile {
        name: "debug",
        folder: "debug",
        rustc: &[],
    },
    Profile {
        name: "release",
        folder: "release",
        rustc: &[],
    },
    Profile {
        name: "thin LTO",
        folder: "release",
        rustc: &["-Clto=thin"],
    },
    Profile {
        name: "fat LTO",
        folder: "release",
        rustc: &["-Clto=fat"],
    },
];

#[test]
fn three_roads_lead_to_one_registry() {
    let (folder, linkme) = (tempfile::tempdir().unwrap(), ["--features", "linkme"]);
    let linkme = make(&PROFILES[0], "product", &linkme, folder.path()).join("product");
    let product = whole();
    for (binary, road) in [
        (&linkme, ""),
        (&linkme, "composed"),
        (&product.binary, "composed"),
    ] {
        assert_eq!(ask(binary, road), product.told, "{binary:?} {road}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_linker_makes_the_registry_smaller() {
    let right = &whole().told;
    for profile in &PROFILES {
        let (folder, name) = (tempfile::tempdir().unwrap(), profile.name);
        let out = folder.path();
        let built = make(profile, "product", &[], out);
        let product = built.join("product");
        assert_eq!(&ask(&product, ""), right, "binary, {name}");
        let when = format!("a dependency that no code names, {name}");
        refused(&ask(&product, "silent"), "silent", &when);

        let path = |name: &str| built.join(name).display().to_string();
        make(profile, "shared", &[], out);
        let rpath = format!("-Wl,-rpath,{}", built.display());
        let host = link(out, &[&path("libshared.so"), &rpath]);
        assert_eq!(&ask(&host, ""), right, "cdylib, {name}");

        make(profile, "archive", &[], out);
        let host = link(out, &[&path("libarchive.a")]);
        let told = ask(&host, "");
        // A linker takes from an archive what somebody calls, and nobody calls a declaration.
        if &told != right {
            refused(&told, "notes", &format!("staticlib, {name}"));
        }
        let archive = [
            "-Wl,--whole-archive",
            &path("libarchive.a"),
            "-Wl,--no-whole-archive",
        ];
        let host = link(out, &archive);
        assert_eq!(&ask(&host, ""), right, "whole staticlib, {name}");
    }
}

/// The product as it is by default: a binary, built for debugging.
struct Whole {
    binary: PathBuf,
    told: String,
    _folder: tempfile::TempDir,
}

fn whole() -> &'static Whole {
    static WHOLE: OnceLock<Whole> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let binary = make(&PROFILES[0], "product", &[], folder.path()).join("product");
        let told = ask(&binary, "");
        let digests: Vec<&str> = told.split_whitespace().collect();
        assert!(
            digests.len() == 2 && digests.iter().all(|digest| digest.len() == 64),
            "{told}"
        );
        Whole {
            binary,
            told,
            _folder: folder,
        }
    })
}

/// Builds a package and tells the folder of what came of it. What is below is shared with every other build; what comes
/// of it is put where nothing overwrites it.
#[track_caller]
fn make(profile: &Profile, package: &str, features: &[&str], out: &Path) -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["rustc", "--quiet", "--package", package])
        .args(features)
        .current_dir(CRATES)
        .env("CARGO_BUILD_BUILD_DIR", target())
        .env("CARGO_TARGET_DIR", out);
    if package == "product" {
        cargo.args(["--bin", package]);
    }
    if profile.folder == "release" {
        cargo
            .arg("--release")
            .env("RUSTFLAGS", "-Cembed-bitcode=yes");
    }
    let run = finish(cargo.arg("--").args(profile.rustc), "");
    assert_eq!(run.code, 0, "{package}, {}: {run:?}", profile.name);
    out.join(profile.folder)
}

/// A host in C, linked as its own build would.
#[cfg(target_os = "linux")]
#[track_caller]
fn link(out: &Path, library: &[&str]) -> PathBuf {
    let host = out.join("host");
    let mut cc = Command::new("cc");
    cc.arg(Path::new(CRATES).join("main.c"))
        .args(library)
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&host);
    let run = finish(&mut cc, "");
    assert_eq!(run.code, 0, "{run:?}");
    host
}

#[track_caller]
fn ask(product: &Path, road: &str) -> String {
    let run = finish(Command::new(product).arg(road), "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    run.stdout.trim_end().to_owned()
}

/// The refusal of this module, alone, with what to do.
#[track_caller]
fn refused(told: &str, module: &str, when: &str) {
    let module = format!("`{module}`");
    for part in [
        "for 1 reason:\nmodule_not_linked: ",
        &module,
        "`use its_crate as _;`",
        "--whole-archive",
    ] {
        assert!(told.contains(part), "{when}: {told}");
    }
}
