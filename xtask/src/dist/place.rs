//! The folders of `dist`, and the commands that it runs.

use crate::task::Fail;
use crate::wasm;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The version of the workspace and of all packages made here.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The features that are added to the packaged command, because users without a compiler cannot add them.
pub(super) const FEATURES: &str = "parquet,pictures";

/// The folders of a build, and its time.
pub(super) struct Place {
    pub(super) root: PathBuf,
    pub(super) out: PathBuf,
    /// The staging folder, whose subfolders are packed.
    pub(super) stage: PathBuf,
    /// The time stamp of all files, in seconds since 1970.
    pub(super) epoch: u64,
}

impl Place {
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Fail> {
        let path = self.out.join(name);
        Ok(fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?)
    }

    /// The text of a file of the project.
    pub(super) fn text(&self, path: &str) -> Result<String, Fail> {
        Ok(fs::read_to_string(self.root.join(path)).map_err(|e| format!("{path}: {e}"))?)
    }

    /// A command that builds with Cargo, such that panic messages contain the same paths on every machine and the program
    /// contains no symbols. (Symbols are stripped with a flag, because Cargo ignores a profile's `strip` for packages that have
    /// their own entry, as all our programs do.)
    pub(super) fn cargo(&self, program: impl AsRef<OsStr>) -> Result<Command, Fail> {
        let mut cargo = Command::new(program);
        cargo.env("CARGO_ENCODED_RUSTFLAGS", wasm::same_everywhere(&self.root)? + "\x1f-Cstrip=symbols");
        cargo.env("SOURCE_DATE_EPOCH", self.epoch.to_string()).current_dir(&self.root);
        Ok(cargo)
    }
}

/// The output of a program, which must succeed.
pub(super) fn told(command: &mut Command) -> Result<String, Fail> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stderr(std::process::Stdio::inherit()).output().map_err(|e| format!("{name}: {e}"))?;
    if output.status.success() {
        Ok(String::from_utf8(output.stdout).map_err(|e| format!("{name}: {e}"))?)
    } else {
        Err(format!("{name}: {}", output.status).into())
    }
}
