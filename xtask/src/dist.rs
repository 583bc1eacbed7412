//! `dist`: makes all packages in one folder: the command as an archive and as a Debian package, the wheels, the npm package, the
//! static site, the single-file page, the checksums, and a file for containers.
//!
//! The same sources give the same bytes: files are sorted, owners are 0, and time stamps are the time of the commit
//! (`SOURCE_DATE_EPOCH`).

mod command;
mod deb;
mod notices;
mod npm;
mod place;
mod tree;

use crate::book;
use crate::site;
use crate::task::{Fail, Task, Words};
use notices::Contents;
use place::{FEATURES, Place, VERSION, told};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tree::Tree;

pub(crate) const TASK: Task = Task {
    name: "dist",
    takes: "[PART...]",
    about: "everything that people are given, in target/dist; PART: command, python, npm, site (usually all)",
    options: &[("--command", "FILE", "", "the command as it has been built already, in place of building it")],
    run,
};

type Part = fn(&Place, &Words) -> Result<(), Fail>;

const PARTS: [(&str, Part); 4] = [("command", command), ("python", python), ("npm", npm), ("site", page)];

fn run(words: &Words) -> Result<(), Fail> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask lies in the workspace")?.to_owned();
    let place = Place { epoch: epoch(&root)?, out: root.join("target/dist"), stage: root.join("target/stage"), root };
    if let Some(unknown) = words.names.iter().find(|name| PARTS.iter().all(|part| part.0 != **name)) {
        return Err(Fail::Usage(format!("there is no part {unknown}")));
    }
    fs::create_dir_all(&place.out).map_err(|e| format!("{}: {e}", place.out.display()))?;
    for (name, make) in PARTS {
        if words.names.is_empty() || words.names.contains(&name) {
            println!("== {name}");
            make(&place, words)?;
        }
    }
    checksums(&place)
}

/// The time of the commit, or the requested one.
fn epoch(root: &Path) -> Result<u64, Fail> {
    let text = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => told(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root))?,
    };
    Ok(text.trim().parse().map_err(|e| format!("SOURCE_DATE_EPOCH {text}: {e}"))?)
}

/// The archive and the Debian package.
fn command(place: &Place, words: &Words) -> Result<(), Fail> {
    let triple = triple()?;
    let program = match words.text("--command") {
        Some(file) => PathBuf::from(file),
        None => command::built(place)?,
    };
    let parts = command::Parts::new(place, &program, &triple)?;
    let name = format!("cluewright-{VERSION}-{triple}");
    place.write(&format!("{name}.tar.gz"), &parts.archive().packed(&name, place.epoch)?)?;
    let container = include_str!("dist/Containerfile").replace("NAME", &name);
    place.write(
        &format!("{name}.Containerfile"),
        container.replace("REPOSITORY", env!("CARGO_PKG_REPOSITORY")).as_bytes(),
    )?;
    if triple.ends_with("-linux-gnu") && runs("dpkg-deb") {
        deb::made(place, &parts)?;
    } else {
        println!("no Debian package: it takes Linux and dpkg-deb");
    }
    Ok(())
}

/// The file with the licences of the crates in a wheel. `license-files` in `pyproject.toml` includes this file while it exists.
const LICENCES: &str = "LICENSES-OF-OTHERS.txt";

/// A wheel with the module, a wheel with the command, and the sources of both. The command has a separate wheel because users of
/// the module, for example on the machines of a cluster, need neither the server nor the page, and because each wheel is then one
/// run of maturin.
fn python(place: &Place, _: &Words) -> Result<(), Fail> {
    let maturin = ["target/tools/py/bin/maturin"].map(|path| place.root.join(path)).into_iter().find(|p| p.exists());
    let maturin = maturin.unwrap_or_else(|| "maturin".into());
    for (folder, features, has_page) in [("cluewright-py", "", false), ("cluewright-cli", FEATURES, true)] {
        let folder = place.root.join("crates").join(folder);
        let manifest = folder.join("Cargo.toml");
        let mut of_others = Contents::new(&manifest, features, &triple()?)?.notices()?;
        if has_page {
            of_others += &notices::of_page(place)?;
        }
        let licences = folder.join(LICENCES);
        let failed = |e: std::io::Error| format!("{}: {e}", licences.display());
        for verb in ["sdist", "build"] {
            let mut made = place.cargo(&maturin)?;
            made.args([verb, "--out"]).arg(&place.out).arg("--manifest-path").arg(&manifest);
            if verb == "build" {
                fs::write(&licences, &of_others).map_err(failed)?;
                made.args(["--quiet", "--profile", "dist", "--locked", "--features", features]);
            }
            told(&mut made)?;
        }
        fs::remove_file(&licences).map_err(failed)?;
    }
    Ok(())
}

fn npm(place: &Place, _: &Words) -> Result<(), Fail> {
    let package = npm::package(place, site::module(&place.root, false)?)?;
    place.write(&format!("cluewright-{VERSION}.tgz"), &package.packed("package", place.epoch)?)
}

/// The static site as an archive that includes the book, and the single-file page.
fn page(place: &Place, _: &Words) -> Result<(), Fail> {
    let mut files = site::files(&place.root, false)?;
    let single = files.remove(site::SINGLE).ok_or("the site has no page that is one file")?;
    files.insert("NOTICES.txt".into(), (notices::of_engine(place)? + &notices::of_page(place)?).into_bytes());
    files.extend(book::files(&place.root)?.into_iter().map(|(name, bytes)| (format!("book/{name}"), bytes)));
    let name = format!("cluewright-site-{VERSION}");
    place.write(&format!("{name}.tar.gz"), &Tree::new(files, "").packed(&name, place.epoch)?)?;
    place.write(site::SINGLE, &single)
}

/// The target triple of this build.
fn triple() -> Result<String, Fail> {
    let told = told(Command::new("rustc").arg("-vV"))?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not say its host")?.to_owned())
}

/// Whether the program is installed.
fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

/// Writes `SHA256SUMS` in the form that `sha256sum --check` reads. No file may be larger than the documents promise.
fn checksums(place: &Place) -> Result<(), Fail> {
    let promised = promised(&place.text(SIZES)?);
    let (mut lines, mut faults) = (String::new(), Vec::new());
    for (name, bytes) in site::read(&place.out)? {
        if name != "SHA256SUMS" {
            let size = bytes.len() as f64 / 1e6;
            println!("{size:>6.2} MB  {name}");
            let _ = writeln!(lines, "{:x}  {name}", Sha256::digest(&bytes));
            faults.extend(too_large(&promised, &name, size));
        }
    }
    fs::write(place.out.join("SHA256SUMS"), lines).map_err(|e| format!("SHA256SUMS: {e}"))?;
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// The document whose table lists the maximum size of each file.
const SIZES: &str = "docs/install.md";

/// The names of files (with `…` as a wildcard) and their maximum sizes in MB.
fn promised(document: &str) -> Vec<(String, f64)> {
    let row = |line: &str| {
        let mut columns = line.strip_prefix("| `")?.strip_suffix(" |")?.split(" | ");
        let name = columns.next()?.strip_suffix('`')?.replace("VERSION", VERSION);
        Some((name, columns.nth(1)?.parse().ok()?))
    };
    document.lines().filter_map(row).collect()
}

fn too_large(promised: &[(String, f64)], name: &str, size: f64) -> Option<String> {
    let is_meant = |pattern: &str| match pattern.split_once('…') {
        Some((begin, end)) => name.strip_prefix(begin).is_some_and(|rest| rest.ends_with(end)),
        None => name == pattern,
    };
    match promised.iter().find(|(pattern, _)| is_meant(pattern)) {
        None => Some(format!("{name}: the table of {SIZES} has no row for it; if it is left from before, delete it")),
        Some((_, most)) if size > *most => Some(format!("{name}: {size:.2} MB, and {SIZES} promises {most} at most")),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_what_the_documents_promise() {
        let document = include_str!("../../docs/install.md");
        let promised = promised(document);
        let names =
            ["cluewright-V-triple.tar.gz", "cluewright_cli-V-py3-none-any.whl", "cluewright.html", "cluewright-V.tgz"];
        for name in names.map(|name| name.replace('V', VERSION)) {
            assert_eq!(too_large(&promised, &name, 0.01), None);
            let fault = too_large(&promised, &name, 100.0).expect("it is too large");
            assert!(fault.starts_with(&format!("{name}: 100.00 MB")), "{fault}");
        }
        let fault = too_large(&promised, "cluewright-0.0.1.tgz", 0.01).expect("it has no row");
        assert!(fault.contains("no row"), "{fault}");
    }
}
