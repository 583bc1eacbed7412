//! Helpers that the tests of the sources share: where they lie.

use std::path::{Path, PathBuf};

/// The workspace's folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// The folder of a crate's sources.
pub(crate) fn folder(name: &str) -> PathBuf {
    let root = root();
    let own = root.join("crates").join(name);
    if own.is_dir() { own } else { root.join(name) }.join("src")
}

/// The sources of a crate, tests and library texts left out.
pub(crate) fn sources(name: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder(name)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the crate has sources") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).expect("sources are text");
                found.push((path, text));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{name} has sources");
    found
}
