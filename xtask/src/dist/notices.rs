//! Lists the licences of all packages in a program, as a text for people and as a bill of materials (`CycloneDX`).

use super::place::{Place, VERSION, told};
use crate::task::Fail;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The maximum depth of a crate's folders that are searched for licences of included C sources.
const DEPTH: usize = 3;

/// A package that is part of a program.
struct Package {
    name: String,
    version: String,
    licence: String,
    /// The source of the package; empty for the project's own packages.
    from: String,
    folder: PathBuf,
    /// The package URL, for the bill of materials.
    purl: String,
    /// The dependencies of the package.
    needs: BTreeSet<String>,
}

/// All packages in a program, by their names for bills of materials.
pub(super) struct Contents {
    packages: BTreeMap<String, Package>,
    root: String,
}

impl Contents {
    /// The crates that are part of the program of `manifest` for `triple`, without the crates that are only used to build it.
    pub(super) fn new(manifest: &Path, features: &str, triple: &str) -> Result<Self, Fail> {
        let mut cargo = Command::new("cargo");
        cargo.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", triple]);
        let text = told(cargo.args(["--features", features, "--manifest-path"]).arg(manifest))?;
        let all: Value = serde_json::from_str(&text).map_err(|e| format!("cargo metadata: {e}"))?;
        let by_id = |list: &'static str, of: &Value| -> BTreeMap<String, Value> {
            let entries = of[list].as_array().into_iter().flatten();
            entries.map(|one| (word(one, "id").to_owned(), one.clone())).collect()
        };
        let (packages, nodes) = (by_id("packages", &all), by_id("nodes", &all["resolve"]));
        let root = all["resolve"]["root"].as_str().ok_or("cargo metadata names no root")?;
        let (mut found, mut open) = (BTreeMap::new(), vec![root.to_owned()]);
        while let Some(id) = open.pop() {
            let package = Package::of_crate(&packages[&id]);
            if found.contains_key(&package.purl) {
                continue;
            }
            let needs: Vec<&str> = nodes[&id]["deps"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|d| runs_in(d))
                .map(|d| word(d, "pkg"))
                .collect();
            let purls = needs.iter().map(|id| Package::of_crate(&packages[*id]).purl).collect();
            open.extend(needs.into_iter().map(str::to_owned));
            found.insert(package.purl.clone(), Package { needs: purls, ..package });
        }
        Ok(Self { packages: found, root: Package::of_crate(&packages[root]).purl })
    }

    /// The text for people: all packages except the project's own, with their licences.
    pub(super) fn notices(&self) -> Result<String, Fail> {
        let others: Vec<&Package> = self.packages.values().filter(|package| !package.from.is_empty()).collect();
        let name = &self.packages[&self.root].name;
        listed(
            &format!("{name} {VERSION} contains Rust's standard library (MIT or Apache-2.0) and these crates."),
            &others,
        )
    }

    /// The bill of materials.
    pub(super) fn bill(&self) -> String {
        let component = |package: &Package, kind: &str| {
            json!({
                "type": kind,
                "bom-ref": package.purl,
                "name": package.name,
                "version": package.version,
                "licenses": [{ "expression": package.licence.replace('/', " OR ") }],
                "purl": package.purl,
            })
        };
        let parts: Vec<Value> =
            self.packages.values().filter(|p| p.purl != self.root).map(|p| component(p, "library")).collect();
        let needs: Vec<Value> =
            self.packages.values().map(|p| json!({ "ref": p.purl, "dependsOn": p.needs })).collect();
        let bill = json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": component(&self.packages[&self.root], "application") },
            "components": parts,
            "dependencies": needs,
        });
        serde_json::to_string_pretty(&bill).expect("plain keys") + "\n"
    }
}

impl Package {
    fn of_crate(data: &Value) -> Self {
        let (name, version) = (word(data, "name").to_owned(), word(data, "version").to_owned());
        Self {
            purl: format!("pkg:cargo/{name}@{version}"),
            licence: word(data, "license").to_owned(),
            from: if data["source"].is_null() { String::new() } else { format!("https://crates.io/crates/{name}") },
            folder: Path::new(word(data, "manifest_path")).parent().map(Path::to_owned).unwrap_or_default(),
            needs: BTreeSet::new(),
            name,
            version,
        }
    }
}

/// Whether the program itself needs the package, rather than only its tests or its build.
fn runs_in(need: &Value) -> bool {
    need["dep_kinds"].as_array().into_iter().flatten().any(|kind| kind["kind"].is_null())
}

fn word<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_default()
}

/// The npm packages that the page's sources import, and the packages on which these depend.
pub(super) fn of_page(place: &Place) -> Result<String, Fail> {
    let web = place.root.join("web");
    let lock: Value =
        serde_json::from_str(&place.text("web/package-lock.json")?).map_err(|e| format!("package-lock.json: {e}"))?;
    let named = lock["packages"][""]["devDependencies"].as_object().into_iter().flat_map(|all| all.keys());
    let sources = sources(&web.join("src"))?;
    let imported = |name: &&String| sources.contains(&format!("\"{name}\"")) || sources.contains(&format!("\"{name}/"));
    let (mut found, mut open) = (BTreeMap::new(), named.filter(imported).cloned().collect::<Vec<_>>());
    while let Some(name) = open.pop() {
        let data = &lock["packages"][format!("node_modules/{name}")];
        let folder = web.join("node_modules").join(&name);
        if !folder.exists() {
            return Err(format!("web/node_modules has no {name}, whose licence is needed: npm --prefix web ci").into());
        }
        open.extend(
            data["dependencies"]
                .as_object()
                .into_iter()
                .flat_map(|needs| needs.keys().cloned())
                .filter(|n| !found.contains_key(n)),
        );
        let package = Package {
            version: word(data, "version").to_owned(),
            licence: word(data, "license").to_owned(),
            from: format!("https://www.npmjs.com/package/{name}"),
            purl: String::new(),
            needs: BTreeSet::new(),
            folder,
            name: name.clone(),
        };
        found.insert(name, package);
    }
    listed("The page contains these npm packages.", &found.values().collect::<Vec<_>>())
}

/// The crates in the engine for browsers.
pub(super) fn of_engine(place: &Place) -> Result<String, Fail> {
    Contents::new(&place.root.join("crates/cluewright-wasm/Cargo.toml"), "", "wasm32-unknown-unknown")?.notices()
}

/// All files of a folder and below it, as one text.
fn sources(folder: &Path) -> Result<String, Fail> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut text = String::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        text += &if path.is_dir() { sources(&path)? } else { fs::read_to_string(&path).unwrap_or_default() };
    }
    Ok(text)
}

/// Lists the packages, and then every licence text once with the packages that use it.
fn listed(head: &str, packages: &[&Package]) -> Result<String, Fail> {
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut out = format!("{head}\n\n");
    for package in packages {
        let title = format!("{} {}", package.name, package.version);
        let _ = writeln!(out, "{title}: {} ({})", package.licence, package.from);
        let mut files = Vec::new();
        licences(&package.folder, DEPTH, &mut files).map_err(|e| format!("{}: {e}", package.folder.display()))?;
        for file in files {
            // Keep copyright lines, which differ between otherwise equal licence texts.
            let text =
                String::from_utf8_lossy(&fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?).into_owned();
            texts.entry(text.trim().replace('\r', "")).or_default().insert(title.clone());
        }
    }
    let mut texts: Vec<(String, BTreeSet<String>)> = texts.into_iter().collect();
    texts.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    for (text, users) in texts {
        let users: Vec<String> = users.into_iter().collect();
        let _ = writeln!(out, "\n{}\n{}:\n\n{text}", "-".repeat(72), users.join(", "));
    }
    Ok(out + "\n")
}

/// The licence files of a package.
fn licences(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_ascii_uppercase();
        if path.is_dir() {
            if depth > 1 && name != "NODE_MODULES" {
                licences(&path, depth - 1, found)?;
            }
        } else if ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|word| name.starts_with(word)) {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, licence: &str, from: &str) -> Package {
        Package {
            name: name.into(),
            version: "1.0.0".into(),
            licence: licence.into(),
            from: from.into(),
            folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cluewright-core"),
            purl: format!("pkg:cargo/{name}@1.0.0"),
            needs: BTreeSet::new(),
        }
    }

    #[test]
    fn a_licence_is_written_once_with_all_that_are_under_it() {
        let (one, two) = (package("one", "MIT", "there"), package("two", "MIT/Apache-2.0", "there"));
        let text = listed("It contains:", &[&one, &two]).unwrap_or_else(|e| panic!("{e:?}"));
        assert!(text.contains("one 1.0.0: MIT (there)") && text.contains("one 1.0.0, two 1.0.0:\n"), "{text}");
        assert_eq!(text.matches("Permission is hereby granted").count(), 1);
    }

    #[test]
    fn a_bill_names_what_is_in_it_and_what_stands_on_what() {
        let (mut top, part) = (package("top", "MIT", ""), package("part", "MIT/Apache-2.0", "there"));
        top.needs.insert(part.purl.clone());
        let root = top.purl.clone();
        let contents = Contents { packages: [top, part].map(|p| (p.purl.clone(), p)).into(), root };
        let bill: Value = serde_json::from_str(&contents.bill()).expect("JSON");
        assert_eq!(bill["components"].as_array().map(Vec::len), Some(1));
        assert_eq!(bill["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["dependencies"][1]["dependsOn"][0], "pkg:cargo/part@1.0.0");
    }

    #[test]
    fn what_only_builds_a_program_is_not_in_it() {
        assert!(runs_in(&json!({ "dep_kinds": [{ "kind": "build" }, { "kind": null }] })));
        assert!(!runs_in(&json!({ "dep_kinds": [{ "kind": "build" }, { "kind": "dev" }] })));
    }
}
