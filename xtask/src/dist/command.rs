//! The packaged command: the program, its completions and manual pages, licences, and the bill of materials.

use super::notices::Contents;
use super::place::{FEATURES, Place, told};
use super::tree::Tree;
use crate::site::{Files, read};
use crate::task::Fail;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The shells, and the file name that each shell expects for completions.
pub(super) const SHELLS: [(&str, &str); 4] = [
    ("bash", "cluewright.bash"),
    ("zsh", "_cluewright"),
    ("fish", "cluewright.fish"),
    ("powershell", "_cluewright.ps1"),
];

const PROGRAM: &str = if cfg!(windows) { "cluewright.exe" } else { "cluewright" };

/// Builds the command, and returns the path of the program.
pub(super) fn built(place: &Place) -> Result<PathBuf, Fail> {
    let mut cargo = place.cargo("cargo")?;
    told(cargo.args([
        "build",
        "--profile",
        "dist",
        "--locked",
        "--package",
        "cluewright-cli",
        "--features",
        FEATURES,
    ]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| place.root.join("target"), PathBuf::from);
    Ok(target.join("dist").join(PROGRAM))
}

/// The contents of archives and packages of the command.
pub(super) struct Parts {
    pub(super) program: Vec<u8>,
    /// The completions, by the names of the shells.
    pub(super) completions: Files,
    pub(super) manual: Files,
    /// `README.md`, `CHANGELOG.md`, licences, and the bill of materials.
    pub(super) papers: Files,
}

impl Parts {
    pub(super) fn new(place: &Place, program: &Path, triple: &str) -> Result<Self, Fail> {
        let mut completions = Files::new();
        for (shell, _) in SHELLS {
            completions.insert(shell.into(), told(Command::new(program).args(["completions", shell]))?.into_bytes());
        }
        let folder = place.stage.join("man");
        Tree::new(Files::new(), "").write(&folder)?;
        told(Command::new(program).arg("man").arg(&folder))?;
        let mut papers = Files::new();
        for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            papers.insert(name.into(), place.text(name)?.into_bytes());
        }
        let contents = Contents::new(&place.root.join("crates/cluewright-cli/Cargo.toml"), FEATURES, triple)?;
        papers.insert("NOTICES.txt".into(), (contents.notices()? + &super::notices::of_page(place)?).into_bytes());
        papers.insert("cluewright.cdx.json".into(), contents.bill().into_bytes());
        let program = fs::read(program).map_err(|e| format!("{}: {e}", program.display()))?;
        Ok(Self { program, completions, manual: read(&folder)?, papers })
    }

    /// The files of the archive, which can be unpacked anywhere.
    pub(super) fn archive(&self) -> Tree {
        let mut files = self.papers.clone();
        files.insert(PROGRAM.into(), self.program.clone());
        for (shell, name) in SHELLS {
            files.insert(format!("completions/{name}"), self.completions[shell].clone());
        }
        files.extend(self.manual.iter().map(|(name, page)| (format!("man/man1/{name}"), page.clone())));
        Tree::new(files, PROGRAM)
    }
}
