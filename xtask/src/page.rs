//! `page`: builds the page from `web` into the files embedded in the server and into `web/single`, or checks byte by byte that the
//! committed files are up to date. Only this task needs Node.

use crate::site::read;
use crate::task::{Fail, Task, Words, done};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

pub(crate) const TASK: Task = Task {
    name: "page",
    takes: "",
    about: "build the page in the browser out of `web` (takes Node)",
    options: &[("--check", "", "", "write nothing: is what is committed what would be built?")],
    run,
};

/// Vite's modes, and the folders to which their results are committed.
const BUILDS: [(&str, &str); 2] = [("production", "crates/cluewright-serve/page"), ("single", "web/single")];

fn run(words: &Words) -> Result<(), Fail> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask lies in the workspace")?;
    let web = root.join("web");
    if !Command::new("node").arg("--version").output().is_ok_and(|o| o.status.success()) {
        if words.has("--check") {
            println!("skipped: no node");
            return Ok(());
        }
        return Err("the page is built by node, which is not there".into());
    }
    if !is_installed(&web) {
        // Do not run package scripts, because none of them is needed.
        done(Command::new("npm").args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&web))?;
    }
    let check = words.has("--check");
    let mut different = Vec::new();
    for (mode, committed) in BUILDS {
        let committed = root.join(committed);
        let built = if check { root.join("target/page").join(mode) } else { committed.clone() };
        let mut vite = Command::new("node");
        vite.args(["node_modules/vite/bin/vite.js", "build", "--emptyOutDir", "--logLevel", "warn", "--mode", mode]);
        // The result must not depend on `NODE_ENV`.
        done(vite.arg("--outDir").arg(&built).current_dir(&web).env_remove("NODE_ENV"))?;
        if check {
            let (now, anew) = (read(&committed)?, read(&built)?);
            let names = now.keys().chain(anew.keys().filter(|name| !now.contains_key(*name)));
            let differs = names.filter(|&name| now.get(name) != anew.get(name));
            different.extend(differs.map(|name| committed.join(name).display().to_string()));
        }
    }
    if different.is_empty() {
        return Ok(());
    }
    Err(format!("to be built again by `cargo xtask page`:\n{}", different.join("\n")).into())
}

/// Whether all packages are installed in the locked versions. Packages for other systems may be missing.
fn is_installed(web: &Path) -> bool {
    let packages = |path: &str| -> Option<Value> {
        let mut lock: Value = serde_json::from_str(&fs::read_to_string(web.join(path)).ok()?).ok()?;
        Some(lock["packages"].take())
    };
    let (Some(wanted), Some(there)) = (packages("package-lock.json"), packages("node_modules/.package-lock.json"))
    else {
        return false;
    };
    let (Some(wanted), Some(there)) = (wanted.as_object(), there.as_object()) else { return false };
    wanted.iter().filter(|(name, _)| !name.is_empty()).all(|(name, package)| match there.get(name) {
        Some(found) => found["version"] == package["version"] && found["integrity"] == package["integrity"],
        None => package["optional"] == true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_those_that_are_written_down() {
        let web = std::env::temp_dir().join(format!("cluewright-page-{}", std::process::id()));
        fs::create_dir_all(web.join("node_modules")).expect("a folder");
        let wanted = r#"{"packages": {"": {}, "a": {"version": "1"}, "b": {"version": "1", "optional": true}}}"#;
        fs::write(web.join("package-lock.json"), wanted).expect("a file");
        assert!(!is_installed(&web));
        for (there, fits) in
            [(r#"{"a": {"version": "1"}}"#, true), (r#"{"a": {"version": "2"}}"#, false), ("{}", false)]
        {
            let there = format!("{{\"packages\": {there}}}");
            fs::write(web.join("node_modules/.package-lock.json"), there).expect("a file");
            assert_eq!(is_installed(&web), fits);
        }
        fs::remove_dir_all(&web).expect("it is there");
    }
}
