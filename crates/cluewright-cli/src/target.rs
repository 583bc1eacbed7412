//! The destination of answers: standard output, or a file that appears when it is complete.
//!
//! Until then `FILE.part` has the answers so far, and `FILE.resume` records how much of them is complete: its first lines describe
//! the command and its input files, and each further line describes the answers written up to then. However the program ends, these
//! two files determine where to continue.

use crate::args::Common;
use crate::output::{Exit, Failure, hand_over, print_text, print_wrapped, warn};
use cluewright::BadInput;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The destination of answers.
pub(crate) enum Target {
    /// Standard output.
    Out,
    /// A file.
    File(Box<PendingFile>),
    /// A file that an earlier run has already completed.
    Whole,
}

/// A file of answers that is not complete yet.
pub(crate) struct PendingFile {
    path: PathBuf,
    part: File,
    journal: File,
    answers: u64,
    bytes: u64,
    exit: Exit,
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The part of the command line that must not change when a run is resumed: everything that affects the answers.
fn command() -> String {
    let mut words = Vec::new();
    let mut args = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned());
    while let Some(arg) = args.next() {
        match &*arg {
            "--resume" | "--quiet" | "-q" => {}
            "--threads" | "--color" => {
                args.next();
            }
            word if word.starts_with("--threads=") || word.starts_with("--color=") => {}
            _ => words.push(arg.escape_default().to_string()),
        }
    }
    format!("cluewright {} {}", env!("CARGO_PKG_VERSION"), words.join(" "))
}

/// The length and modification time of each input file: a run can be resumed only with the same files.
fn files(inputs: &[String]) -> String {
    let told = |name: &String| {
        let data = std::fs::metadata(name).ok()?;
        let since = data.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        Some(format!("{}@{}.{:09}", data.len(), since.as_secs(), since.subsec_nanos()))
    };
    inputs.iter().map(|name| told(name).unwrap_or_else(|| "-".to_owned())).collect::<Vec<_>>().join(" ")
}

impl Target {
    pub(crate) fn new(common: &Common) -> Result<Self, Failure> {
        let Some(path) = &common.many.output else { return Ok(Self::Out) };
        let shown = path.to_string_lossy().into_owned();
        let same = |input: &&String| match (std::fs::canonicalize(input), std::fs::canonicalize(path)) {
            (Ok(input), Ok(output)) => input == output,
            _ => false,
        };
        if let Some(input) = common.source.inputs.iter().find(same) {
            return Err(BadInput::new(format!("the answers would overwrite the puzzles in {input}"))
                .hint("name another file for -o")
                .into());
        }
        let (part, journal) = (beside(path, ".part"), beside(path, ".resume"));
        if common.many.resume {
            if journal.is_file() {
                return Ok(Self::File(Box::new(PendingFile::again(path, &part, &journal, &common.source.inputs)?)));
            }
            if path.is_file() {
                warn(&format!("{shown} is complete: there is nothing to resume"));
                return Ok(Self::Whole);
            }
        } else if journal.is_file() {
            return Err(BadInput::new(format!("an earlier run that writes {shown} was stopped"))
                .hint(format!("use --resume to continue that run, or remove {shown}.resume to start again"))
                .into());
        }
        let failed = |e: std::io::Error| BadInput::new(format!("the file cannot be written: {e}")).within(&shown);
        if path.is_dir() {
            return Err(BadInput::new("this is a folder").within(&shown).hint("name a file").into());
        }
        let part = File::create(&part).map_err(failed)?;
        let mut journal = File::create(&journal).map_err(failed)?;
        writeln!(journal, "{}\n{}", command(), files(&common.source.inputs)).map_err(failed)?;
        let path = path.clone();
        Ok(Self::File(Box::new(PendingFile { path, part, journal, answers: 0, bytes: 0, exit: Exit::Done })))
    }

    /// Whether an earlier run has already written all answers.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self, Self::Whole)
    }

    /// The number of answers that an earlier run has written.
    pub(crate) fn answers(&self) -> u64 {
        if let Self::File(kept) = self { kept.answers } else { 0 }
    }

    /// Whether nothing has been written yet, not even a heading.
    pub(crate) fn is_empty(&self) -> bool {
        !matches!(self, Self::File(kept) if kept.bytes > 0)
    }

    /// The exit status of the answers that an earlier run has written.
    pub(crate) fn exit(&self) -> Exit {
        if let Self::File(kept) = self { kept.exit } else { Exit::Done }
    }

    /// Writes `text`, which contains `answers` answers; `exit` is the exit status so far. `data`: whether the answers are
    /// puzzles, which must be written unchanged.
    pub(crate) fn write(&mut self, text: &str, data: bool, answers: u64, exit: Exit) -> Result<(), Failure> {
        match self {
            Self::File(kept) => Ok(kept.write(text, answers, exit)?),
            _ if data => hand_over(text),
            _ => print_text(text),
        }
    }

    /// Like `write`, for a single puzzle, whose long lines are broken on a terminal.
    pub(crate) fn write_words(&mut self, text: &str, data: bool, exit: Exit) -> Result<(), Failure> {
        match self {
            Self::Out if !data => print_wrapped(text),
            _ => self.write(text, data, 1, exit),
        }
    }

    /// Completes the file after all answers have been written.
    pub(crate) fn finish(self, exit: Exit) -> Result<Exit, Failure> {
        if let Self::File(kept) = self {
            kept.part.sync_all()?;
            std::fs::rename(beside(&kept.path, ".part"), &kept.path)?;
            std::fs::remove_file(beside(&kept.path, ".resume"))?;
        }
        Ok(exit)
    }

    /// Discards the temporary files, as there is no answer. An existing file with this name is unchanged.
    pub(crate) fn abandoned(self, exit: Exit) -> Result<Exit, Failure> {
        if let Self::File(kept) = self {
            std::fs::remove_file(beside(&kept.path, ".part"))?;
            std::fs::remove_file(beside(&kept.path, ".resume"))?;
        }
        Ok(exit)
    }

    /// Keeps the temporary files, as answers are missing, so that the run can be resumed.
    pub(crate) fn stopped(self, exit: Exit) -> Exit {
        if let Self::File(kept) = self {
            let name = kept.path.to_string_lossy().into_owned();
            warn(&format!("{name}.part has {} answers; the same command with --resume continues", kept.answers));
        }
        exit
    }
}

impl PendingFile {
    /// Resumes from the files that an earlier run has left.
    fn again(path: &Path, part: &Path, journal: &Path, inputs: &[String]) -> Result<Self, Failure> {
        let shown = path.to_string_lossy().into_owned();
        let failed = |e: std::io::Error| BadInput::new(format!("the run cannot be resumed: {e}")).within(&shown);
        let mut lines = BufReader::new(File::open(journal).map_err(failed)?).lines();
        let before = lines.next().transpose().map_err(failed)?.unwrap_or_default();
        if before != command() {
            return Err(BadInput::new("the stopped run was a different run")
                .hint(format!("the stopped run was `{before}`; remove {shown}.resume to start again"))
                .into());
        }
        if lines.next().transpose().map_err(failed)?.unwrap_or_default() != files(inputs) {
            return Err(BadInput::new("the puzzles have changed since the run was stopped")
                .hint(format!("remove {shown}.resume to start again"))
                .into());
        }
        let mut part = OpenOptions::new().read(true).write(true).open(part).map_err(failed)?;
        let length = part.metadata().map_err(failed)?.len();
        let (mut answers, mut bytes, mut exit) = (0, 0, Exit::Done);
        // The last line may be incomplete, and the file of answers may be longer than that line records.
        for line in lines.map_while(Result::ok) {
            let mut words = line.split(' ').map(str::parse::<u64>);
            if let (Some(Ok(a)), Some(Ok(b)), Some(Ok(e)), Some(Ok(0))) =
                (words.next(), words.next(), words.next(), words.next())
                && b <= length
            {
                (answers, bytes, exit) = (a, b, Exit::of(e));
            }
        }
        part.set_len(bytes).map_err(failed)?;
        part.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut journal = OpenOptions::new().append(true).open(journal).map_err(failed)?;
        // Terminate a line that may be incomplete.
        writeln!(journal).map_err(failed)?;
        Ok(Self { path: path.to_owned(), part, journal, answers, bytes, exit })
    }

    fn write(&mut self, text: &str, answers: u64, exit: Exit) -> std::io::Result<()> {
        self.part.write_all(text.as_bytes())?;
        self.answers += answers;
        self.bytes += text.len() as u64;
        self.exit = exit;
        // Write the line in one piece and after the answers, so that it never records answers that were not written. The final 0
        // marks the line as complete.
        let line = format!("{} {} {} 0\n", self.answers, self.bytes, exit as u8);
        self.journal.write_all(line.as_bytes())
    }
}
