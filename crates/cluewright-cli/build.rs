//! Takes the sentences of the technique pages (`docs/techniques/ID.md`) into the program, for `techniques show`.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says it")).join("../../docs/techniques");
    println!("cargo:rerun-if-changed={}", folder.display());
    // A copy of this crate without the documents has no sentences, and works.
    let mut pages: Vec<(String, String, String)> = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(id) =
            path.file_stem().and_then(|s| s.to_str()).filter(|_| path.extension().is_some_and(|e| e == "md"))
        else {
            continue;
        };
        let text = fs::read_to_string(&path).expect("a page is text");
        println!("cargo:rerun-if-changed={}", path.display());
        // Title, sentences, a picture, then blocks of examples.
        let lines = text.lines().skip(1).take_while(|line| !line.starts_with("```"));
        let about = lines.filter(|line| !line.starts_with("![")).collect::<Vec<_>>().join("\n").trim().to_owned();
        let step = text.split("```step\n").nth(1).and_then(|rest| rest.split("\n```").next()).unwrap_or_default();
        pages.push((id.to_owned(), about, step.trim().to_owned()));
    }
    pages.sort();
    let mut out = String::from("&[\n");
    for (id, about, step) in pages {
        let _ = writeln!(out, "    ({id:?}, {about:?}, {step:?}),");
    }
    out.push_str("]\n");
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says it")).join("techniques.rs");
    fs::write(target, out).expect("the folder for what is built can be written");
}
