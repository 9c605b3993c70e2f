//! Only the files of the wall name `rmcp`.

use std::fs;
use std::path::Path;

#[test]
fn only_the_wall_names_rmcp() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![src.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let inside = path.strip_prefix(&src).unwrap().to_owned();
            if path.is_dir() {
                if inside != Path::new("wire") && inside != Path::new("tests") {
                    folders.push(path);
                }
            } else if inside != Path::new("wire.rs") {
                let names = fs::read_to_string(&path).unwrap().contains("rmcp::");
                assert!(!names, "{}", inside.display());
            }
        }
    }
}
