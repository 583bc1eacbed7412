//! The invariants of ARCHITECTURE.md that can be read off the sources and the manifests.

mod common;

use common::{root, sources};
use serde_json::Value;
use std::collections::BTreeMap;
#[cfg(target_os = "linux")]
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The code of a source without its comments and without its test module.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    text.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The allowed dependencies: all direct ones within the workspace, those of tests left out.
const ARROWS: &[(&str, &[&str])] = &[
    ("cluewright-core", &[]),
    ("cluewright-rules", &["cluewright-core"]),
    ("cluewright-english", &["cluewright-core", "cluewright-rules"]),
    ("cluewright-search", &["cluewright-core"]),
    ("cluewright-logic", &["cluewright-core"]),
    ("cluewright-scales", &[]),
    ("cluewright-draw", &["cluewright-core", "cluewright-rules"]),
    ("cluewright-formats", &["cluewright-core", "cluewright-draw", "cluewright-english", "cluewright-rules"]),
    (
        "cluewright",
        &[
            "cluewright-core",
            "cluewright-draw",
            "cluewright-english",
            "cluewright-formats",
            "cluewright-logic",
            "cluewright-rules",
            "cluewright-scales",
            "cluewright-search",
        ],
    ),
    ("cluewright-arrow", &["cluewright"]),
    ("cluewright-protocol", &["cluewright"]),
    ("cluewright-serve", &["cluewright", "cluewright-protocol"]),
    ("cluewright-features", &[]),
    ("cluewright-cli", &["cluewright", "cluewright-arrow", "cluewright-features", "cluewright-serve"]),
    ("cluewright-py", &["cluewright", "cluewright-arrow", "cluewright-features", "cluewright-protocol"]),
];

#[test]
fn arrows_are_as_drawn() {
    let output = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let data: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in data["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().expect("a name").to_owned();
        let mut needs: Vec<String> = package["dependencies"]
            .as_array()
            .expect("dependencies")
            .iter()
            .filter(|d| d["kind"].as_str() != Some("dev"))
            .filter_map(|d| d["name"].as_str())
            .filter(|d| d.starts_with("cluewright"))
            .map(str::to_owned)
            .collect();
        needs.sort();
        seen.insert(name, needs);
    }
    for (name, allowed) in ARROWS {
        let needs = seen.remove(*name).unwrap_or_else(|| panic!("{name} is in the workspace"));
        for need in needs {
            assert!(allowed.contains(&need.as_str()), "{name} must not depend on {need}");
        }
    }
    // Tasks and the oracle of the tests: no crate depends on them.
    seen.remove("xtask");
    seen.remove("cluewright-oracle");
    assert!(seen.is_empty(), "crates that ARCHITECTURE.md does not draw: {:?}", seen.keys());
}

/// A file of tests that `tests/main.rs` does not name is never compiled, so it cannot fail.
#[test]
fn every_file_of_tests_is_compiled() {
    let crates = std::fs::read_dir(root().join("crates")).expect("the crates");
    let folders = crates.flatten().map(|entry| entry.path()).chain([root().join("oracle")]).map(|c| c.join("tests"));
    let mut seen = 0;
    for folder in folders.filter(|f| f.join("main.rs").is_file()) {
        let named = std::fs::read_to_string(folder.join("main.rs")).expect("sources are text");
        for path in std::fs::read_dir(&folder).expect("a readable folder").flatten().map(|entry| entry.path()) {
            let name = path.file_stem().and_then(|n| n.to_str()).expect("a name").to_owned();
            let is_source = path.extension().is_some_and(|e| e == "rs") || path.join("mod.rs").is_file();
            if is_source && name != "main" {
                assert!(
                    named.contains(&format!("mod {name};")),
                    "{}: `mod {name};` is missing",
                    folder.join("main.rs").display()
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "the folders of tests were found");
}

/// Packages, each with the lists of features that it is compiled with; nothing where Cargo has not all manifests at hand.
#[cfg(target_os = "linux")]
fn compiled(selection: &[&str]) -> Option<BTreeMap<String, BTreeSet<String>>> {
    let output = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
        .args(["tree", "--offline", "--prefix", "none", "--format", "{p}|{f}"])
        .args(selection)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let text = String::from_utf8(output.stdout).expect("cargo writes text");
    let mut packages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (package, features) in text.lines().filter_map(|line| line.split_once('|')) {
        // A package of the workspace has its folder, one that was told before an asterisk.
        let package = package.split(" (").next().unwrap_or(package);
        let features = features.trim_end_matches(" (*)");
        packages.entry(package.to_owned()).or_default().insert(features.to_owned());
    }
    output.status.success().then_some(packages)
}

/// Tests, tasks, the command and the Python package are compiled with the same features: `crates/cluewright-features` has those
/// that would be missing where one of them is built by itself.
#[cfg(target_os = "linux")]
#[test]
fn programs_share_what_they_compile() {
    let alone = |package| compiled(&["--edges", "normal,build", "--package", package]).expect("cargo tells it");
    let tests = ["--workspace", "--edges", "normal,build,dev"];
    let workspace = compiled(&tests).expect("cargo tells it");
    let (tasks, command, python) = (alone("xtask"), alone("cluewright-cli"), alone("cluewright-py"));
    let mut faults = Vec::new();
    for (package, features) in &tasks {
        if !features.is_subset(&workspace[package]) {
            faults.push(format!("{package}: xtask {features:?}, tests {:?}", workspace[package]));
        }
    }
    // Tests and tasks have our crates with schemas; the command has not.
    for (package, features) in command.iter().filter(|(package, _)| !package.starts_with("cluewright")) {
        if !features.is_subset(&workspace[package]) {
            faults.push(format!("{package}: command {features:?}, tests {:?}", workspace[package]));
        }
    }
    for (package, features) in &command {
        if let Some(other) = python.get(package)
            && other != features
        {
            faults.push(format!("{package}: command {features:?}, Python {other:?}"));
        }
    }
    // What the command has only when asked. Where Cargo never needed its packages, their manifests are not there.
    let asked = [&tests[..], &["--features", "cluewright-cli/parquet,cluewright-cli/pictures"]].concat();
    for (package, features) in compiled(&asked).unwrap_or_default() {
        if let Some(other) = workspace.get(&package)
            && *other != features
            && !package.starts_with("cluewright-cli ")
        {
            faults.push(format!("{package}: tests {other:?}, with Parquet and pictures {features:?}"));
        }
    }
    assert!(tasks.len() > 50 && command.len() > 50 && python.len() > 50, "packages are found");
    let manifest = "crates/cluewright-features/Cargo.toml";
    assert!(
        faults.is_empty(),
        "compiled more than once; {manifest} asks for all of the features:\n{}",
        faults.join("\n")
    );
}

#[test]
fn logic_and_search_name_no_rule() {
    let library = root().join("crates/cluewright-rules/library");
    let names: Vec<String> = std::fs::read_dir(library)
        .expect("the rule library")
        .filter_map(|f| Some(f.ok()?.path().file_stem()?.to_str()?.to_owned()))
        // X and V are letters too, and the Skyscraper is a technique as well as a clue outside the grid.
        .filter(|name| name.len() > 1 && name != "skyscraper")
        .collect();
    assert!(names.len() > 40);
    for name in ["cluewright-logic", "cluewright-search"] {
        for (path, text) in sources(name) {
            // The engine for classic 9x9 is classic by its nature.
            if path.components().any(|c| c.as_os_str() == "classic") {
                continue;
            }
            let code = code(&text);
            for rule in &names {
                assert!(!code.contains(&format!("\"{rule}\"")), "{} names the rule {rule}", path.display());
            }
            for word in [".rule ==", "rule.as_ref() ==", "&*origin.rule"] {
                assert!(!code.contains(word), "{} looks at a rule's name", path.display());
            }
        }
    }
}

/// The crates and files that may use `unsafe`; every other crate forbids it.
const UNSAFE: &[(&str, &[&str])] = &[
    // Vectors; its files are not counted.
    ("cluewright-search", &[]),
    // Requests come from JavaScript through memory; what they are answered with is all made in the allocator's pieces.
    ("cluewright-wasm", &["lib.rs", "pieces.rs"]),
];

#[test]
fn unsafe_stays_in_search() {
    // Not only the workspace: what is built apart lies there, too.
    let all = std::fs::read_dir(root().join("crates")).expect("the crates");
    let names = all.map(|entry| entry.expect("a readable folder").file_name().into_string().expect("a plain name"));
    let mut seen = 0;
    for name in names {
        let files = UNSAFE.iter().find(|u| u.0 == name).map(|u| u.1);
        seen += usize::from(files.is_some());
        if files.is_some_and(<[_]>::is_empty) {
            continue;
        }
        for (path, text) in sources(&name) {
            if files.is_some_and(|f| f.iter().any(|f| path.ends_with(Path::new("src").join(f)))) {
                continue;
            }
            let code = code(&text);
            let words = ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", "unsafe(", "unsafe trait"];
            let used = code.lines().any(|l| words.iter().any(|w| l.contains(w)));
            assert!(!used, "{} has unsafe code", path.display());
        }
    }
    assert_eq!(seen, UNSAFE.len(), "a crate of the list is no more");
}

/// Output written anywhere else could contain escape sequences from a puzzle's title.
#[test]
fn the_command_writes_in_one_place() {
    for (path, text) in sources("cluewright-cli") {
        if path.ends_with("screen.rs") {
            continue;
        }
        for word in ["println!", "print!(", "stdout(", "stderr(", "dbg!"] {
            assert!(!code(&text).contains(word), "{} uses {word}: `screen.rs` writes", path.display());
        }
    }
}

#[test]
fn libraries_are_quiet() {
    for (name, _) in ARROWS.iter().filter(|a| a.0 != "cluewright-cli") {
        // The server may use files and the clock; the Python package stops work that exceeds its time limit.
        let outside: &[&str] = match *name {
            "cluewright-serve" => &[],
            "cluewright-py" => &["std::fs", "SystemTime"],
            _ => &["std::fs", "Instant::now", "SystemTime"],
        };
        for (path, text) in sources(name) {
            let code = code(&text);
            for word in ["println!", "eprintln!", "print!(", "static mut"].iter().chain(outside) {
                // A build with debug assertions reads the rules' texts in their folder.
                let own = *word == "std::fs" && path.ends_with("cluewright-rules/src/library.rs");
                assert!(own || !code.contains(word), "{} uses {word}", path.display());
            }
        }
    }
}

/// Where a narrowing cast may lose bits in silence: modules and items whose numbers are bounded, with the reason at the place.
/// `cluewright-search` and `xtask` say so in their manifests. Everywhere else sizes are compared: `try_from`, `Cell::at`,
/// `Value::at`, `place_number`. What comes from data is never cast.
const CASTS: &[&str] = &[
    "cluewright-core/src/cell.rs: const fn at",
    "cluewright-core/src/cell.rs: impl CellSet",
    "cluewright-core/src/lib.rs: mod board",
    "cluewright-core/src/lib.rs: mod constraint",
    "cluewright-core/src/model.rs: mod network",
    "cluewright-core/src/drawing.rs: let place",
    "cluewright-core/src/quick.rs: impl Numbers",
    "cluewright-core/src/value.rs: const fn at",
    "cluewright-core/src/value.rs: impl ValueSet",
    "cluewright/src/generate/cover.rs: let size",
    "cluewright/src/generate/level.rs: let tenths",
    "cluewright/src/table/row.rs: fn on_scale",
    "cluewright-core/src/value.rs: impl Iterator for ValueIter",
    "cluewright-rules/src/lib.rs: mod automaton",
    "cluewright-rules/src/lib.rs: mod compile",
    "cluewright-rules/src/lib.rs: mod condition",
    "cluewright-rules/src/lib.rs: mod post",
    "cluewright-rules/src/lib.rs: mod unroll",
    "cluewright-rules/src/rat.rs: fn make",
    "cluewright-logic/src/lib.rs: all",
    "cluewright-scales/src/lib.rs: all",
    "cluewright-draw/src/fog.rs: let near",
    "cluewright-draw/src/fog.rs: let cell",
    "cluewright-draw/src/marks.rs: let thousandths",
    "cluewright-draw/src/theme.rs: let byte",
    "cluewright-formats/src/f_puzzles/drawings.rs: object.insert",
    "cluewright-formats/src/iss/codes.rs: fn bytes",
    "cluewright-formats/src/scl/data.rs: match value",
    "cluewright/src/scale/own.rs: let bound",
    "cluewright-formats/src/scl/data.rs: let a",
    "cluewright-formats/src/scl/drawings.rs: if n.fract",
    "cluewright/src/guess/figure.rs: pub",
    "cluewright-cli/src/commands/count.rs: let power",
    "cluewright-cli/src/commands/render.rs: let scale",
    "cluewright-cli/src/output.rs: let filled",
];

/// What the attribute that starts at `start` is for: the whole file, or the head of what follows.
fn allowed_for(text: &str, start: usize) -> String {
    if text[start..].starts_with("#![") {
        return "all".to_owned();
    }
    let end = text[start..].find(")]").expect("the attribute has an end");
    let head = text[start + end + 2..].lines().map(str::trim);
    let mut head = head.skip_while(|l| l.is_empty() || l.starts_with("//") || l.starts_with("#["));
    let line = head.next().expect("something is allowed it");
    let line = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) ")).unwrap_or(line);
    line.split(['(', '{', '=', ':', ';']).next().unwrap_or(line).trim().to_owned()
}

#[test]
fn narrowing_casts_have_a_list() {
    let mut found = Vec::new();
    for (name, _) in ARROWS.iter().filter(|a| a.0 != "cluewright-search") {
        for (path, text) in sources(name) {
            let file = path.strip_prefix(root().join("crates")).expect("in the workspace").display().to_string();
            for (at, _) in text.match_indices("clippy::cast_possible_truncation") {
                let start = text[..at].rfind('#').expect("an attribute");
                found.push(format!("{}: {}", file.replace('\\', "/"), allowed_for(&text, start)));
            }
        }
        let manifest =
            std::fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).expect("a manifest");
        assert!(!manifest.contains("cast_possible_truncation"), "{name} allows the cast lint as a whole");
    }
    let missing: Vec<_> = found.iter().filter(|f| !CASTS.contains(&f.as_str())).collect();
    let stale: Vec<_> = CASTS.iter().filter(|c| !found.iter().any(|f| f == *c)).collect();
    assert!(missing.is_empty(), "casts allowed here are not listed: {missing:#?}");
    assert!(stale.is_empty(), "casts are no longer allowed here: {stale:#?}");
    assert_eq!(found.len(), CASTS.len(), "two of one name");
}
