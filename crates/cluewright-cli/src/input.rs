//! The sources of puzzles: files, standard input, a puzzle on the command line, an empty grid.

use crate::args;
use crate::output::{Failure, warn};
use crate::screen::one_line;
use crate::stop::{Clock, watch};
use crate::user_rules::{self, read_file};
use crate::watched::unwatch;
use cluewright::compiled::{named_rules, parts, without_rule};
use cluewright::core::puzzle::Definition;
use cluewright::core::{Budget, Clue, Shape};
use cluewright::formats::records::{Layout, Record, RecordOptions, Records};
use cluewright::formats::{self, NoteKind};
use cluewright::guess::{Guess, guess_read};
use cluewright::rules::Ruleset;
use cluewright::unread::Unread;
use cluewright::{BadInput, Compiled, Puzzle};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// A single puzzle, not read yet.
pub(crate) struct Input {
    /// The id of the puzzle in answers: the file's name, or `argument`.
    pub(crate) id: String,
    pub(crate) text: Text,
    /// The time at which the puzzle's first byte was read.
    pub(crate) began: Instant,
}

/// The text of one puzzle.
pub(crate) enum Text {
    /// Text typed on the command line or read from a pipe.
    Of(String),
    /// The text of a file that the user named, which may use the rules in the user's folder.
    File(String),
    /// No text: the empty grid with this many rows and columns.
    Empty(u16),
}

/// The rules that the command line adds to or removes from puzzles, and related options.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extra {
    rules: Vec<Clue>,
    without: Vec<String>,
    /// The texts of the files named with `--rules`.
    texts: Vec<String>,
    from: Option<String>,
    /// Whether drawings may be read as clues.
    guess: Option<Guess>,
    /// The output format, if any. If it is the puzzle's own format, drawings are kept as drawings.
    to: Option<String>,
    /// Whether notes on how puzzles were read are suppressed.
    quiet: bool,
    /// The number of remarks so far on all puzzles.
    remarks: Arc<AtomicU64>,
}

thread_local! {
    /// The remarks on the current puzzle of a batch, collected until its answer is written.
    static KEPT: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// The remarks on the puzzle that this thread read last.
pub(crate) fn kept_remarks() -> Vec<String> {
    KEPT.take().unwrap_or_default()
}

/// The maximum number of remarks that are printed, as a batch may cause millions.
const REMARKS: u64 = 200;

type Source = Records<Box<dyn Read + Send>>;

/// All puzzles that the command line names, record by record. Each file is opened when the previous one has been read.
pub(crate) struct Inputs {
    single: Option<Input>,
    current: Option<Source>,
    waiting: VecDeque<String>,
    several: bool,
    wish: RecordOptions,
    bounds: args::Bounds,
}

/// Opens every named input, in order; a folder means the files in it. The puzzle is in the column or field `field`, if given. The
/// clock of a single puzzle starts with the first byte read; in a batch, each puzzle has its own clock.
pub(crate) fn open(source: &args::Source, field: Option<&str>, bounds: args::Bounds) -> Result<Inputs, Failure> {
    let wish = RecordOptions { from: source.from.clone(), field: field.map(str::to_owned) };
    if let Some(id) = &wish.from {
        formats::by_id(id)?;
    }
    let mut inputs = Inputs { single: None, current: None, waiting: VecDeque::new(), several: false, wish, bounds };
    if source.inputs.is_empty() {
        if source.rules.is_empty() {
            return Err(BadInput::new("there is no INPUT")
                .hint(
                    "name a file, use `-` for standard input, or type the puzzle; with --rules R the grid may be empty",
                )
                .into());
        }
        let (id, text) = ("empty grid".to_owned(), Text::Empty(source.size));
        inputs.single = Some(Input { id, text, began: Instant::now() });
        return Ok(inputs);
    }
    for name in &source.inputs {
        let path = Path::new(name);
        if path.is_dir() {
            inputs.several = true;
            let before = inputs.waiting.len();
            files_in(path, 0, &mut inputs.waiting)?;
            if inputs.waiting.len() == before {
                return Err(BadInput::new("this folder contains no files").within(name).into());
            }
        } else if !path.exists() && name != "-" && looks_like_path(name) {
            return Err(BadInput::new(format!("there is no file `{name}`"))
                .hint("INPUT is a file, `-` for standard input, or the puzzle itself")
                .into());
        } else {
            inputs.waiting.push_back(name.clone());
        }
    }
    inputs.several |= inputs.waiting.len() > 1;
    if !inputs.several
        && let Some(name) = inputs.waiting.pop_front()
    {
        let (mut records, began) = inputs.records(&name)?;
        if records.layout() == Layout::One {
            let record = records.next().ok_or_else(|| BadInput::new("the input contains no puzzle").within(&name))?;
            let text = record.text?;
            let text = if Path::new(&name).is_file() { Text::File(text) } else { Text::Of(text) };
            inputs.single = Some(Input { id: called(&name).to_owned(), text, began });
            return Ok(inputs);
        }
        inputs.current = Some(records);
    }
    unwatch();
    Ok(inputs)
}

/// The name of an input in messages.
fn called(name: &str) -> &str {
    match name {
        "-" => "standard input",
        // Pipes and devices are read in the same way as files.
        name if Path::new(name).exists() => name,
        _ => "argument",
    }
}

/// The files in a folder and its subfolders, in the order of their names. Hidden files are skipped.
fn files_in(folder: &Path, depth: usize, out: &mut VecDeque<String>) -> Result<(), BadInput> {
    let name = folder.to_string_lossy().into_owned();
    let failed = |e: std::io::Error| BadInput::new(format!("the folder cannot be read: {e}")).within(&name);
    let mut entries: Vec<_> = std::fs::read_dir(folder).map_err(failed)?.collect::<Result<_, _>>().map_err(failed)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() {
            // Symbolic links may form a cycle, so the depth is limited.
            if depth < MAX_DEPTH {
                files_in(&path, depth + 1, out)?;
            }
        } else if path.is_file() {
            out.push_back(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

/// The maximum depth of nested folders.
const MAX_DEPTH: usize = 16;

impl Inputs {
    /// The puzzle, if the input is a single puzzle.
    pub(crate) fn single(&mut self) -> Option<Input> {
        self.single.take()
    }

    /// Whether there are several input files.
    pub(crate) fn several(&self) -> bool {
        self.several
    }

    /// The records of one input, and the time at which the input's first byte was read.
    fn records(&self, name: &str) -> Result<(Source, Instant), BadInput> {
        let reader: Box<dyn Read + Send> = match called(name) {
            "standard input" => Box::new(std::io::stdin()),
            "argument" => Box::new(std::io::Cursor::new(name.to_owned().into_bytes())),
            _ => Box::new(
                std::fs::File::open(name)
                    .map_err(|e| BadInput::new(format!("the file cannot be opened: {e}")).within(name))?,
            ),
        };
        let mut reader = BufReader::with_capacity(HEAD, reader);
        // The clock starts with the first byte: time spent waiting for another program to write it does not count.
        reader.fill_buf().map_err(|e| BadInput::new(format!("reading failed: {e}")).within(called(name)))?;
        let began = Instant::now();
        if !self.several {
            watch(Clock::since(began, self.bounds), || {});
        }
        let records = Records::open(Box::new(reader) as Box<dyn Read + Send>, &self.wish);
        let named = called(name) != "argument";
        let records = records.map_err(|e| if named { e.within(called(name)) } else { e })?;
        Ok((records.named(called(name)), began))
    }
}

impl Iterator for Inputs {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        loop {
            if let Some(record) = self.current.as_mut().and_then(Iterator::next) {
                return Some(record);
            }
            let name = self.waiting.pop_front()?;
            match self.records(&name) {
                Ok((records, _)) => self.current = Some(records),
                // If a file cannot be used, its record is the error.
                Err(error) => {
                    self.current = None;
                    let mut record = Record::new(0, Err(error));
                    record.name = Some(called(&name).into());
                    return Some(record);
                }
            }
        }
    }
}

/// The number of bytes read at a time.
const HEAD: usize = 64 * 1024;

/// Whether this is the name of a file, which need not exist.
pub(crate) fn is_named(name: &str) -> bool {
    Path::new(name).exists() || looks_like_path(name)
}

/// Whether an item of `--rules` is a file (with a rule, or a puzzle whose rules are used) rather than a rule's name.
fn names_a_file(item: &str) -> bool {
    ["rule", "clue"].into_iter().any(|ending| ends_in(item, ending)) || item.contains(['/', '\\'])
}

/// Whether a file's name has this ending, with or without `.gz`.
pub(crate) fn ends_in(name: &str, ending: &str) -> bool {
    let is = |path: &Path, ending: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending));
    let path = Path::new(name);
    is(path, ending) || is(path, "gz") && path.file_stem().is_some_and(|stem| is(Path::new(stem), ending))
}

/// Whether this looks like a file's name rather than a puzzle.
fn looks_like_path(name: &str) -> bool {
    if name.contains('\n') || name.contains("://") || name.len() > 400 {
        return false;
    }
    let ending = Path::new(name).extension().and_then(|e| e.to_str()).unwrap_or("");
    let known = formats::FORMATS.iter().any(|f| f.info().endings.contains(&ending)) || ending == "rule";
    let wordy = name.chars().filter(char::is_ascii_lowercase).count() * 2 > name.chars().count();
    known || (name.contains(['/', '\\']) && !name.contains('?')) || (wordy && !name.contains(char::is_whitespace))
}

impl Extra {
    /// Whether the options change no puzzle.
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.without.is_empty() && self.texts.is_empty()
    }

    /// Collects the options that affect how puzzles are read (`--rules`, `--without`, `--from`, `--to` and `--guess`), and reads the
    /// files that `--rules` names.
    pub(crate) fn new(source: &args::Source, quiet: bool) -> Result<Self, Failure> {
        let extra = Self::of(&source.rules, &source.without, source.from.clone(), quiet)?;
        let guess = source.guess.map(|guess| if guess == args::Guess::Yes { Guess::Yes } else { Guess::No });
        Ok(Self { guess, to: source.to.clone(), ..extra })
    }

    pub(crate) fn of(rules: &[String], without: &[String], from: Option<String>, quiet: bool) -> Result<Self, Failure> {
        if let Some(id) = &from {
            formats::by_id(id)?;
        }
        let mut extra = Self { from, quiet, ..Self::default() };
        extra.without = without.iter().flat_map(|w| w.split(',')).map(|w| w.trim().to_owned()).collect();
        extra.without.retain(|w| !w.is_empty());
        for item in rules.iter().flat_map(|r| parts(r)) {
            // The name of a rule in the user's folder stands for the file of that rule.
            let item =
                user_rules::file_of(item).map_or_else(|| item.to_owned(), |file| file.to_string_lossy().into_owned());
            if names_a_file(&item) {
                let text = read_file(&item)?;
                if !ends_in(&item, "rule")
                    && let Ok(read) = formats::read(&text)
                {
                    // From the file of a puzzle, use the puzzle's rules, and the texts of the rules that the file defines.
                    extra.rules.extend(read.puzzle.rules);
                    extra.texts.extend(read.puzzle.definitions.into_iter().map(|d| d.text));
                    continue;
                }
                // Rules of the whole grid in the file are applied; rules for clues are only defined, for the puzzle's clues.
                let parsed = cluewright::rules::syntax::parse(&text).map_err(|e| e.within(&item))?;
                extra.rules.extend(parsed.iter().filter(|r| !r.is_clue).map(|r| Clue::new(r.name.clone(), Vec::new())));
                extra.texts.push(text);
            } else {
                extra.rules.extend(named_rules(&item).map_err(BadInput::from)?);
            }
        }
        Ok(extra)
    }

    /// Whether `--rules` names this rule, or a file that defines it.
    fn asks_for(&self, name: &str) -> bool {
        let defines = |text: &String| {
            cluewright::rules::syntax::parse(text).is_ok_and(|rules| rules.iter().any(|r| r.name == name))
        };
        self.rules.iter().any(|c| c.rule == name) || self.texts.iter().any(defines)
    }

    /// Prints a remark on how a puzzle was read, unless `--quiet` is given or too many remarks have been printed.
    fn warn(&self, text: &str) {
        if self.quiet || self.remarks.fetch_add(1, Ordering::Relaxed) >= REMARKS {
            return;
        }
        KEPT.with_borrow_mut(|kept| match kept {
            Some(kept) => kept.push(text.to_owned()),
            None => warn(text),
        });
    }

    /// Prints the number of remarks that were left out, if any.
    pub(crate) fn finish(&self) {
        let more = self.remarks.load(Ordering::Relaxed).saturating_sub(REMARKS);
        if more > 0 {
            warn(&format!("note: … and {more} more remarks on how puzzles were read"));
        }
    }

    /// Reads the text of a puzzle.
    pub(crate) fn read(&self, text: &Text) -> Result<Puzzle, BadInput> {
        Ok(self.read_at(text, "", &|| false)?.0)
    }

    /// Like `read`, but also returns the guesses. Remarks start with `place`.
    fn read_at(&self, text: &Text, place: &str, stop: &dyn Fn() -> bool) -> Result<(Puzzle, Vec<String>), BadInput> {
        let mut guessed = Vec::new();
        let mut puzzle = match text {
            Text::Empty(size) => {
                let shape = Shape::square(*size)?;
                let digits = u8::try_from(*size).expect("the side of a plane");
                let mut puzzle = Puzzle::new(shape, digits);
                puzzle.rules.push(Clue::new("classic", Vec::new()));
                puzzle
            }
            Text::Of(words) | Text::File(words) => {
                let mut read = formats::read_within(words, self.from.as_deref(), &Budget::until(stop))?;
                if !matches!(text, Text::File(_)) || read.format.info().id != "clue" {
                    user_rules::refuse(&read.puzzle, |name| self.asks_for(name))?;
                }
                self.guess(&mut read, stop);
                for note in read.notes.iter().filter(|n| n.kind == NoteKind::Guess) {
                    self.warn(&format!("{place}guess: {}", one_line(&note.text)));
                    guessed.push(note.text.clone());
                }
                for note in read.notes.iter().filter(|n| n.kind == NoteKind::Unknown) {
                    self.warn(&format!("{place}warning: {}; answers may be wrong", one_line(&note.text)));
                }
                for note in read.notes.iter().filter(|n| n.kind == NoteKind::Info) {
                    self.warn(&format!("{place}note: {}", one_line(&note.text)));
                }
                read.puzzle
            }
        };
        for rule in &self.rules {
            // Do not add a rule that the puzzle already has, as a grid that breaks the rule would be reported twice.
            if !puzzle.rules.iter().any(|has| has.rule == rule.rule && has.args == rule.args) {
                puzzle.rules.push(rule.clone());
            }
        }
        for text in &self.texts {
            // Insert the text first, so that a rule of the same name in the puzzle takes precedence.
            puzzle.definitions.insert(0, Definition { text: text.clone(), line: 1 });
        }
        Ok((puzzle, guessed))
    }

    /// Reads drawings as clues, if there are any to read. Mistakes in a rule are reported later.
    fn guess(&self, read: &mut formats::Read, stop: &dyn Fn() -> bool) {
        let how = self.guess.unwrap_or_else(|| Guess::usual(read.format));
        let stays = self.guess.is_none() && self.to.as_deref() == Some(read.format.info().id);
        if how == Guess::No || stays || (read.puzzle.drawings.is_empty() && read.puzzle.text.is_empty()) {
            return;
        }
        let texts = user_rules::texts_for(&read.puzzle).unwrap_or_default();
        let texts: Vec<&str> = self.texts.iter().chain(&texts).map(String::as_str).collect();
        if let Ok(rules) = Ruleset::for_puzzle(&read.puzzle, &texts) {
            guess_read(read, &rules, how, stop);
        }
    }

    /// The puzzle with the texts of those of the user's own rules that the puzzle needs, and without the removed rules, so that it
    /// is self-contained.
    pub(crate) fn complete(&self, mut puzzle: Puzzle) -> Result<Puzzle, BadInput> {
        for text in user_rules::texts_for(&puzzle)? {
            puzzle.definitions.insert(0, Definition { text, line: 1 });
        }
        self.take_away(&mut puzzle, &[])?;
        Ok(puzzle)
    }

    /// Removes rules. Errors: the puzzle does not have the rule.
    fn take_away(&self, puzzle: &mut Puzzle, texts: &[&str]) -> Result<(), BadInput> {
        if self.without.is_empty() {
            return Ok(());
        }
        let rules = Ruleset::for_puzzle(puzzle, texts)?;
        for name in &self.without {
            if !without_rule(puzzle, &rules, name) {
                let has: Vec<&str> = puzzle.rules.iter().map(|c| c.rule.as_str()).collect();
                return Err(BadInput::new(format!("--without {name}: the puzzle has no such rule"))
                    .hint(format!("its rules are {}", has.join(", "))));
            }
        }
        Ok(())
    }

    /// Compiles a puzzle, with those of the user's own rules that the puzzle needs, and without the removed rules.
    ///
    /// Remarks start with `place`. If `stop` returns true, the work ends with an error that has [`BadInput::stopped`].
    fn compile_at(&self, mut puzzle: Puzzle, place: &str, stop: &dyn Fn() -> bool) -> Result<Compiled, BadInput> {
        let texts = user_rules::texts_for(&puzzle)?;
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        self.take_away(&mut puzzle, &texts)?;
        let compiled = Compiled::until(puzzle, &texts, stop)?;
        for told in compiled.misshapen().into_iter().chain(compiled.idle()) {
            self.warn(&format!("{place}warning: {told}"));
        }
        Ok(compiled)
    }

    /// Warns that drawings or sentences of a puzzle are unread, and that the answer therefore ignores them.
    pub(crate) fn tell_unread(&self, compiled: &Compiled, place: &str) {
        if let Some(unread) = compiled.unread() {
            // In a batch, print only one line per puzzle.
            let words = if place.is_empty() { unread_words(unread) } else { unread.sentence() };
            self.warn(&format!("{place}warning: {words}"));
        }
    }

    /// Like `load`, for a puzzle of a batch. `file`: whether the puzzle's text is a whole file, which may use the rules in the
    /// user's folder.
    pub(crate) fn load_text(
        &self,
        text: &str,
        file: bool,
        place: &str,
        stop: &dyn Fn() -> bool,
    ) -> Result<Compiled, BadInput> {
        KEPT.set(Some(Vec::new()));
        let text = text.to_owned();
        let compiled = self.load_at(&if file { Text::File(text) } else { Text::Of(text) }, place, stop)?;
        self.tell_unread(&compiled, place);
        Ok(compiled)
    }

    /// A puzzle that has been read and compiled; the unread parts are reported with the answer.
    pub(crate) fn load(&self, text: &Text, stop: &dyn Fn() -> bool) -> Result<Compiled, BadInput> {
        self.load_at(text, "", stop)
    }

    fn load_at(&self, text: &Text, place: &str, stop: &dyn Fn() -> bool) -> Result<Compiled, BadInput> {
        let (puzzle, guessed) = self.read_at(text, place, stop)?;
        if stop() {
            return Err(BadInput::stopped("stopped while the puzzle was read"));
        }
        Ok(self.compile_at(puzzle, place, stop)?.with_guesses(guessed))
    }
}

/// The summary of unread parts, and the unread sentences, one per line.
pub(crate) fn unread_words(unread: &Unread) -> String {
    /// The maximum number of quoted sentences.
    const QUOTED: usize = 5;
    let mut words = unread.sentence();
    for (how, sentences) in [("unread", &unread.sentences), ("by words", &unread.unsure)] {
        for sentence in sentences.iter().take(QUOTED) {
            words.push_str(&format!("\n  {how}: \"{}\"", one_line(sentence)));
        }
        if sentences.len() > QUOTED {
            words.push_str(&format!("\n  and {} more", sentences.len() - QUOTED));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_told_from_puzzles() {
        assert!(looks_like_path("nosuch.clue") && looks_like_path("dir/file") && looks_like_path("readme"));
        assert!(!looks_like_path("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"));
        assert!(!looks_like_path("https://f-puzzles.com/?load=N4Ig"));
    }
}
