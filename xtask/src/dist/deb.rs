//! The Debian package. `dpkg-deb` makes it, with owner 0 and times no later than `SOURCE_DATE_EPOCH`.

use super::command::{Parts, SHELLS};
use super::place::{Place, VERSION, told};
use super::tree::Tree;
use crate::site::{Files, packed};
use crate::task::Fail;
use std::process::Command;

const PROGRAM: &str = "usr/bin/cluewright";

/// The folder in which each shell looks for completions of packages; PowerShell has no such folder.
const COMPLETIONS: [&str; 3] = [
    "usr/share/bash-completion/completions/cluewright",
    "usr/share/zsh/vendor-completions/_cluewright",
    "usr/share/fish/vendor_completions.d/cluewright.fish",
];

/// Overrides for lintian: `SQLite` is compiled in, so that the library of puzzles has the same format for the same program
/// everywhere; and the package is not part of Debian, so it closes no bug report.
const OVERRIDES: &str = "cluewright: embedded-library *sqlite* [usr/bin/cluewright]\n\
                         cluewright: initial-upload-closes-no-bugs *\n";

const MAINTAINER: &str = "Cluewright's contributors <cluewright@users.noreply.github.com>";

pub(super) fn made(place: &Place, parts: &Parts) -> Result<(), Fail> {
    let architecture = told(Command::new("dpkg").arg("--print-architecture"))?.trim().to_owned();
    let mut files = Files::new();
    files.insert(PROGRAM.into(), parts.program.clone());
    for ((shell, _), path) in SHELLS.iter().zip(COMPLETIONS) {
        files.insert(path.into(), parts.completions[*shell].clone());
    }
    for (name, page) in &parts.manual {
        files.insert(format!("usr/share/man/man1/{name}.gz"), packed(page)?);
    }
    let papers = "usr/share/doc/cluewright";
    files.insert(format!("{papers}/copyright"), copyright(place)?.into_bytes());
    files.insert(format!("{papers}/changelog.gz"), packed(&parts.papers["CHANGELOG.md"])?);
    files.insert(format!("{papers}/changelog.Debian.gz"), packed(changelog(place)?.as_bytes())?);
    files.insert(format!("{papers}/NOTICES.txt.gz"), packed(&parts.papers["NOTICES.txt"])?);
    files.insert(format!("{papers}/cluewright.cdx.json.gz"), packed(&parts.papers["cluewright.cdx.json"])?);
    files.insert("usr/share/lintian/overrides/cluewright".into(), OVERRIDES.into());
    let size = Tree::new(files.clone(), PROGRAM).size();
    files.insert("DEBIAN/control".into(), control(&architecture, size, &glibc(&parts.program)?).into_bytes());
    let folder = place.stage.join("deb");
    Tree::new(files, PROGRAM).write(&folder)?;
    let name = format!("cluewright_{VERSION}-1_{architecture}.deb");
    let mut pack = Command::new("dpkg-deb");
    pack.args(["--root-owner-group", "-Zxz", "-z9", "-Sextreme", "--build"]).arg(&folder).arg(place.out.join(name));
    told(pack.env("SOURCE_DATE_EPOCH", place.epoch.to_string()))?;
    Ok(())
}

fn control(architecture: &str, bytes: usize, glibc: &str) -> String {
    let kilobytes = bytes.div_ceil(1024);
    format!(
        "Package: cluewright
Version: {VERSION}-1
Architecture: {architecture}
Maintainer: {MAINTAINER}
Installed-Size: {kilobytes}
Depends: libc6 (>= {glibc}), libgcc-s1
Section: misc
Priority: optional
Homepage: {}
Description: solves, explains, rates, makes and checks Sudoku variants
 Cluewright covers everything from plain Sudoku to killer cages to a rule you
 made up a minute ago. A rule is a few lines of text; once written, it is
 solved, explained, rated and generated like the built-in ones.
 .
 The command reads one puzzle or millions, and serves a page to play, set and
 understand puzzles in the browser.
",
        env!("CARGO_PKG_REPOSITORY")
    )
}

/// The minimum version of the C library, which is the newest version among the program's symbols.
fn glibc(program: &[u8]) -> Result<String, Fail> {
    const MARK: &[u8] = b"GLIBC_2.";
    let versions = program.windows(MARK.len() + 3).filter(|bytes| bytes.starts_with(MARK)).filter_map(|bytes| {
        let digits: String = bytes[MARK.len()..].iter().map(|&b| b as char).take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    });
    Ok(format!("2.{}", versions.max().ok_or("the program does not say which C library it takes")?))
}

/// The copyright file in Debian's format.
fn copyright(place: &Place) -> Result<String, Fail> {
    let indented = |text: &str| {
        let lines =
            text.trim().lines().map(|line| if line.trim().is_empty() { " .".to_owned() } else { format!(" {line}") });
        lines.collect::<Vec<_>>().join("\n")
    };
    let mit = place.text("LICENSE-MIT")?;
    let holder = mit.lines().find_map(|line| line.trim().strip_prefix("Copyright (c) ")).unwrap_or(MAINTAINER);
    Ok(format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Cluewright
Source: {}
Comment: NOTICES.txt.gz in this folder has the licences of everything that is compiled into the program.

Files: *
Copyright: {holder}
License: Expat or Apache-2.0

License: Expat
{}

License: Apache-2.0
 On Debian systems the full text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
",
        env!("CARGO_PKG_REPOSITORY"),
        indented(&mit)
    ))
}

fn changelog(place: &Place) -> Result<String, Fail> {
    let date = told(Command::new("date").args(["--utc", "--rfc-email", "--date"]).arg(format!("@{}", place.epoch)))?;
    Ok(format!(
        "cluewright ({VERSION}-1) stable; urgency=medium\n\n  * Version {VERSION}; changelog.gz says what is new.\n\n -- {MAINTAINER}  {}\n",
        date.trim()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_symbol_says_which_c_library_it_takes() {
        let program = b"\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0GLIBC_PRIVATE\0";
        assert_eq!(glibc(program).expect("there are some"), "2.34");
        assert!(glibc(b"GLIBC_PRIVATE").is_err());
    }
}
