//! Files in memory, which can be written as an archive or as a folder.

use crate::site::packed;
use crate::task::Fail;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files by path. One of the files may be an executable.
pub(super) struct Tree {
    files: BTreeMap<String, Vec<u8>>,
    program: &'static str,
}

impl Tree {
    pub(super) fn new(files: BTreeMap<String, Vec<u8>>, program: &'static str) -> Self {
        Self { files, program }
    }

    /// The total size of the files in bytes.
    pub(super) fn size(&self) -> usize {
        self.files.values().map(Vec::len).sum()
    }

    fn mode(&self, path: &str) -> u32 {
        if path == self.program { 0o755 } else { 0o644 }
    }

    /// A `.tar.gz` with all files in one folder; its bytes depend only on the files and the time.
    pub(super) fn packed(&self, folder: &str, epoch: u64) -> Result<Vec<u8>, Fail> {
        let mut all = tar::Builder::new(Vec::new());
        for (path, bytes) in &self.files {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(self.mode(path));
            header.set_mtime(epoch);
            header.set_uid(0);
            header.set_gid(0);
            let path = format!("{folder}/{path}");
            all.append_data(&mut header, &path, bytes.as_slice()).map_err(|e| format!("{path}: {e}"))?;
        }
        packed(&all.into_inner().map_err(|e| e.to_string())?)
    }

    /// Writes the files below a folder, whose previous content is deleted.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Fail> {
        let failed = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|e| failed(folder, e))?;
        }
        for (path, bytes) in &self.files {
            let to = folder.join(path);
            let parent = to.parent().ok_or("a file lies in a folder")?;
            fs::create_dir_all(parent).map_err(|e| failed(parent, e))?;
            fs::write(&to, bytes).map_err(|e| failed(&to, e))?;
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt as _;
                let mode = fs::Permissions::from_mode(self.mode(path));
                fs::set_permissions(&to, mode).map_err(|e| failed(&to, e))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn an_archive_holds_the_files_and_nothing_of_this_machine() {
        let files = [("bin/tool", "runs"), ("README.md", "words")].map(|(n, t)| (n.to_owned(), t.as_bytes().to_vec()));
        let tree = Tree::new(files.into(), "bin/tool");
        let bytes = tree.packed("tool-1", 1_700_000_000).expect("it is packed");
        assert_eq!(bytes, tree.packed("tool-1", 1_700_000_000).expect("it is packed"));
        let mut all = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
        let mut seen = Vec::new();
        for entry in all.entries().expect("an archive") {
            let mut entry = entry.expect("a file");
            let mut text = String::new();
            entry.read_to_string(&mut text).expect("text");
            let header = entry.header();
            assert_eq!((header.uid().ok(), header.mtime().ok()), (Some(0), Some(1_700_000_000)));
            seen.push((entry.path().expect("a path").display().to_string(), header.mode().expect("a mode"), text));
        }
        let wanted = [("tool-1/README.md", 0o644, "words"), ("tool-1/bin/tool", 0o755, "runs")];
        assert_eq!(seen, wanted.map(|(path, mode, text)| (path.to_owned(), mode, text.to_owned())));
    }
}
