//! The npm package: the engine's module, the code that runs it in a worker (`web/engine`), the package's own files (`web/npm`),
//! and types generated from the protocol's schema.

use super::notices;
use super::place::{Place, VERSION};
use super::tree::Tree;
use crate::schema;
use crate::site::Files;
use crate::task::Fail;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The files of `web/engine` that belong to the package.
const ENGINE: [&str; 4] = ["engine.js", "instance.js", "node.js", "worker.js"];

/// The package's files.
pub(super) fn package(place: &Place, module: Vec<u8>) -> Result<Tree, Fail> {
    let mut files = Files::new();
    below(&place.root.join("web/npm"), "", &mut files)?;
    for name in ENGINE {
        files.insert(format!("engine/{name}"), place.text(&format!("web/engine/{name}"))?.into_bytes());
    }
    let text = place.text("web/npm/package.json")?;
    let mut data: Value = serde_json::from_str(&text).map_err(|e| format!("web/npm/package.json: {e}"))?;
    // The version is defined in Cargo.toml only.
    data["version"] = VERSION.into();
    files.insert("package.json".into(), (serde_json::to_string_pretty(&data).expect("plain keys") + "\n").into_bytes());
    files.insert("questions.d.ts".into(), schema::declarations().into_bytes());
    files.insert("cluewright.wasm".into(), module);
    files.insert("NOTICES.txt".into(), notices::of_engine(place)?.into_bytes());
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        files.insert(name.into(), place.text(name)?.into_bytes());
    }
    Ok(Tree::new(files, ""))
}

/// Adds the files of a folder and its subfolders.
fn below(folder: &Path, name: &str, files: &mut Files) -> Result<(), Fail> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let own = path.file_name().and_then(|n| n.to_str()).ok_or("a file's name is no text")?;
        if path.is_dir() {
            below(&path, &format!("{name}{own}/"), files)?;
        } else if !own.ends_with(".test.mjs") {
            files.insert(format!("{name}{own}"), fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?);
        }
    }
    Ok(())
}
