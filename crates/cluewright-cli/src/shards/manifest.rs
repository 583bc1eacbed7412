//! The folder of a run: `manifest.json` (the question and the input files), `out/` (the answers), `done/` (the finished files),
//! `_SUCCESS` (everything is finished).

use super::format::Kind;
use cluewright::BadInput;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The definition of a run, which is the same for all processes of the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    /// The version of this folder's layout.
    schema: u32,
    /// The question, its options and the version of the program.
    how: String,
    /// The files of puzzles, in order.
    shards: Vec<Shard>,
}

/// A file of puzzles, as it was when the run began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Shard {
    file: String,
    bytes: u64,
    /// The modification time of the file: seconds and nanoseconds since 1970.
    changed: String,
}

/// The record of a complete file of answers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    /// The number of rows that were read and written.
    pub(crate) rows: u64,
    /// The number of rows with each status.
    pub(crate) status: BTreeMap<String, u64>,
    /// The number of bytes that were written.
    pub(crate) bytes: u64,
    /// The hash of the bytes that were written: FNV-1a with 128 bits.
    pub(crate) hash: String,
}

/// The progress of a run.
#[derive(Debug, Default, Serialize)]
pub(crate) struct RunReport {
    /// Whether the run is complete.
    #[serde(skip)]
    pub(crate) whole: bool,
    /// The number of finished files.
    pub(crate) files: usize,
    /// The number of rows in the finished files.
    pub(crate) rows: u64,
    /// The number of rows with each status.
    pub(crate) status: BTreeMap<String, u64>,
}

/// An open run.
pub(crate) struct Run {
    folder: PathBuf,
    manifest: Manifest,
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> BadInput {
    let name = path.to_string_lossy().into_owned();
    move |e| BadInput::new(format!("the folder of the answers cannot be used: {e}")).within(&name)
}

/// Writes a file atomically: completely or not at all.
fn put(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension(format!("tmp{}", std::process::id()));
    let mut file = fs::File::create(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

/// A partly written file of a shard's answers, open for appending, and its contents.
pub(crate) struct Begun {
    pub(crate) file: fs::File,
    pub(crate) done: Done,
}

/// The extension of the file that records how much of a part is complete.
const MARKS: &str = "rows";

/// The file that records how much of a part is complete; only its last line counts.
pub(crate) fn marks(part: &Path) -> PathBuf {
    let mut name = part.as_os_str().to_owned();
    name.push(".");
    name.push(MARKS);
    name.into()
}

/// Removes a part and the marks for it. Failures are ignored, as left-over files do no harm.
fn remove(part: &Path) {
    let _ = fs::remove_file(part);
    let _ = fs::remove_file(marks(part));
}

/// How much of a part is complete, by its last complete mark; `None` if the part is shorter than that.
fn marked(part: &fs::File, marks: &Path) -> Option<Done> {
    let text = fs::read_to_string(marks).ok()?;
    let done: Done = text.lines().rev().find_map(|line| serde_json::from_str(line).ok())?;
    let (mut hash, mut left, mut block) = (Hash::default(), done.bytes, vec![0; 1 << 16]);
    let mut from = part;
    while left > 0 {
        let most = block.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let n = from.read(&mut block[..most]).ok().filter(|n| *n > 0)?;
        hash.add(&block[..n]);
        left -= n as u64;
    }
    (hash.text() == done.hash).then_some(done)
}

/// FNV-1a of 128 bits (Fowler, Noll, Vo): it detects disk errors, but not forgery.
pub(crate) struct Hash(u128);

impl Default for Hash {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Hash {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B);
        }
    }

    pub(crate) fn text(&self) -> String {
        format!("{:032x}", self.0)
    }

    /// Parses a hash from its hexadecimal text.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        u128::from_str_radix(text, 16).ok().map(Self)
    }
}

impl Run {
    /// Begins a run in a folder, or joins the run there if `join` is set and it is the same run.
    pub(crate) fn open(folder: &Path, how: String, files: &[PathBuf], join: bool) -> Result<Self, BadInput> {
        let failed = failed(folder);
        let shards = files.iter().map(|file| Shard::of(file)).collect::<Result<_, _>>()?;
        let manifest = Manifest { schema: 1, how, shards };
        for inside in ["out", "done"] {
            fs::create_dir_all(folder.join(inside)).map_err(&failed)?;
        }
        let path = folder.join("manifest.json");
        let text = serde_json::to_string_pretty(&manifest).expect("a manifest is JSON") + "\n";
        // Several processes may start at the same time; only one of them creates the manifest.
        let own = folder.join(format!("manifest.{}", std::process::id()));
        put(&own, &text).map_err(&failed)?;
        let made = fs::hard_link(&own, &path);
        let _ = fs::remove_file(&own);
        match made {
            Ok(()) => {}
            Err(e) if e.kind() == ErrorKind::AlreadyExists => manifest.join(&path, join)?,
            // The file system may not support hard links.
            Err(_) if path.exists() => manifest.join(&path, join)?,
            Err(_) => put(&path, &text).map_err(&failed)?,
        }
        Ok(Self { folder: folder.to_owned(), manifest })
    }

    fn done_path(&self, shard: usize) -> PathBuf {
        self.folder.join("done").join(format!("{shard:05}.json"))
    }

    /// The record of a complete shard.
    pub(crate) fn done(&self, shard: usize) -> Result<Option<Done>, BadInput> {
        let path = self.done_path(shard);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(failed(&path)(e)),
        };
        let done = serde_json::from_str(&text);
        done.map(Some).map_err(|e| BadInput::new(format!("{e}")).within(path.to_string_lossy()))
    }

    /// The path to which this process alone writes the answers of a shard.
    pub(crate) fn part(&self, shard: usize, kind: Kind) -> PathBuf {
        self.folder.join("out").join(format!(".{shard:05}.{}.{}", kind.ending(), std::process::id()))
    }

    /// Removes the unlocked parts ([`Run::part`]) that killed processes have left, for the shards for which `ours` is true,
    /// except parts that [`Run::begun`] can resume. Files that cannot be locked or removed are left and do no harm.
    pub(crate) fn tidy(&self, ours: impl Fn(usize) -> bool) {
        for entry in fs::read_dir(self.folder.join("out")).into_iter().flatten().flatten() {
            let (name, path) = (entry.file_name(), entry.path());
            let shard = name.to_str().and_then(|n| n.strip_prefix('.')?.split('.').next()?.parse().ok());
            let Some(shard) = shard.filter(|shard| ours(*shard)) else { continue };
            if path.extension().is_some_and(|e| e == MARKS) {
                if !path.with_extension("").exists() {
                    let _ = fs::remove_file(path);
                }
            } else if !(marks(&path).exists() && matches!(self.done(shard), Ok(None)))
                && fs::File::open(&path).is_ok_and(|file| file.try_lock().is_ok())
            {
                remove(&path);
            }
        }
    }

    /// Takes over the longest part of a shard's answers left by a process that ended, and removes the others.
    pub(crate) fn begun(&self, shard: usize, kind: Kind) -> Option<Begun> {
        let own = self.part(shard, kind);
        let prefix = format!(".{shard:05}.{}.", kind.ending());
        let mut best: Option<(PathBuf, Begun)> = None;
        for entry in fs::read_dir(self.folder.join("out")).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_part = entry.file_name().to_str().is_some_and(|n| n.starts_with(&prefix));
            if !is_part || path.extension().is_some_and(|e| e == MARKS) {
                continue;
            }
            let Ok(file) = fs::File::options().read(true).write(true).open(&path) else { continue };
            // The lock belongs to the file, not to its name, so the process that holds the lock may rename the file.
            if file.try_lock().is_err() {
                continue;
            }
            let Some(done) = marked(&file, &marks(&path)) else {
                remove(&path);
                continue;
            };
            match &best {
                Some((_, other)) if other.done.rows >= done.rows => remove(&path),
                _ => {
                    if let Some((other, _)) = best.replace((path, Begun { file, done })) {
                        remove(&other);
                    }
                }
            }
        }
        let (path, begun) = best?;
        fs::rename(&path, &own).ok()?;
        fs::rename(marks(&path), marks(&own)).ok()?;
        begun.file.set_len(begun.done.bytes).ok()?;
        (&begun.file).seek(SeekFrom::End(0)).ok()?;
        Some(begun)
    }

    /// Records that the answers of a shard are complete.
    pub(crate) fn finish(&self, shard: usize, kind: Kind, part: &Path, done: &Done) -> Result<(), BadInput> {
        let path = self.folder.join("out").join(format!("{shard:05}.{}", kind.ending()));
        let failed = failed(&path);
        fs::rename(part, &path).map_err(&failed)?;
        // The file may not exist.
        let _ = fs::remove_file(marks(part));
        let text = serde_json::to_string(done).expect("numbers are JSON") + "\n";
        put(&self.done_path(shard), &text).map_err(&failed)
    }

    /// Reports the finished shards, and writes `_SUCCESS` if all are finished.
    pub(crate) fn close(&self) -> Result<RunReport, BadInput> {
        let mut told = RunReport { whole: true, ..RunReport::default() };
        for shard in 0..self.manifest.shards.len() {
            let Some(done) = self.done(shard)? else {
                told.whole = false;
                continue;
            };
            told.files += 1;
            told.rows += done.rows;
            for (word, n) in done.status {
                *told.status.entry(word).or_default() += n;
            }
        }
        if told.whole {
            let path = self.folder.join("_SUCCESS");
            let text = serde_json::to_string(&told).expect("numbers are JSON") + "\n";
            put(&path, &text).map_err(failed(&path))?;
        }
        Ok(told)
    }
}

impl Shard {
    fn of(file: &Path) -> Result<Self, BadInput> {
        let name = file.to_string_lossy().into_owned();
        let data =
            fs::metadata(file).map_err(|e| BadInput::new(format!("the file cannot be read: {e}")).within(&name))?;
        let since = data.modified().ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        let changed = format!("{}.{:09}", since.as_secs(), since.subsec_nanos());
        Ok(Self { file: name, bytes: data.len(), changed })
    }
}

impl Manifest {
    /// Joins an existing run.
    ///
    /// Errors: the folder belongs to a different run, or `join` is false.
    fn join(&self, path: &Path, join: bool) -> Result<(), BadInput> {
        let name = path.to_string_lossy().into_owned();
        let text = fs::read_to_string(path).map_err(failed(path))?;
        let there: Self = serde_json::from_str(&text)
            .map_err(|e| BadInput::new(format!("this is not a manifest of a run: {e}")).within(&name))?;
        if there.how != self.how {
            return Err(BadInput::new(
                "the folder contains answers to another question, or answers computed with other options",
            )
            .hint(format!("earlier run: `{}`; this run: `{}`; name another folder", there.how, self.how))
            .within(&name));
        }
        if there.shards != self.shards {
            return Err(BadInput::new(
                "the files of puzzles differ from those of the run in this folder, or have changed",
            )
            .hint("name another folder")
            .within(&name));
        }
        if !join {
            return Err(BadInput::new("the folder already contains a run")
                .hint("use --resume to continue the run or --shard to join it, or name another folder")
                .within(&name));
        }
        Ok(())
    }
}
