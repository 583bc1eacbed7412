//! Where puzzles come from: files, standard input, the puzzle itself on the command line, an empty grid.

use crate::args::Source;
use crate::output::{Failure, remark};
use crate::screen::one_line;
use crate::user_rules::{self, read_rule_file};
use cluewright::core::puzzle::Definition;
use cluewright::formats::{self, MAX_TEXT, NoteKind};
use cluewright::report::Unread;
use cluewright::rules::Ruleset;
use cluewright::{BadInput, Clue, Compiled, Puzzle, Shape, without_rule};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Where the text of one or many puzzles is.
pub(crate) enum Input {
    /// One puzzle, and when the first of it was read.
    One { id: String, text: Text, began: Instant },
    /// A puzzle a line.
    Lines { name: String, reader: Box<dyn BufRead + Send> },
}

/// The text of one puzzle.
pub(crate) enum Text {
    /// As typed, or out of a pipe.
    Of(String),
    /// Of a file that the user named: it may use the rules of the user's folder.
    File(String),
    /// No text: the empty grid with this many rows and columns.
    Empty(u16),
}

/// Rules taken from the command line, ready to be put into puzzles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extra {
    rules: Vec<Clue>,
    without: Vec<String>,
    /// Texts of files named with `--rules`.
    texts: Vec<String>,
    from: Option<String>,
    /// Remarks on how a puzzle was read are kept back.
    quiet: bool,
    /// How many such remarks there were, over all puzzles.
    remarks: Arc<AtomicU64>,
}

/// Remarks on how puzzles were read that are told one by one; of a batch of many puzzles there may be millions.
const REMARKS: u64 = 200;

/// How much of a file is looked at to tell what it is.
const HEAD: usize = 64 * 1024;

/// Every input named, in order.
pub(crate) fn open(source: &Source) -> Result<Vec<Input>, Failure> {
    if source.inputs.is_empty() {
        if source.rules.is_empty() {
            return Err(BadInput::new("there is no INPUT")
                .hint("name a file, `-` for standard input, or type the puzzle; with --rules R the grid may be empty")
                .into());
        }
        return Ok(vec![Input::One {
            id: "empty grid".to_owned(),
            text: Text::Empty(source.size),
            began: Instant::now(),
        }]);
    }
    source.inputs.iter().map(|name| open_one(name, source.from.as_deref())).collect()
}

/// The one input of a command that takes one.
pub(crate) fn open_single(source: &Source) -> Result<(String, Text, Instant), Failure> {
    let [input] = &mut open(source)?[..] else {
        return Err(BadInput::new("this command takes one INPUT")
            .hint("`solve`, `count` and `rate` take several")
            .into());
    };
    match input {
        Input::One { id, text, began } => Ok((std::mem::take(id), std::mem::replace(text, Text::Empty(0)), *began)),
        Input::Lines { name, reader } => {
            let began = Instant::now();
            // A file with a puzzle a line that has just one line will do.
            let mut lines = Lines::new(std::mem::replace(reader, Box::new(std::io::empty())));
            let first = lines.next();
            if lines.next().is_some() {
                return Err(BadInput::new(format!("{name} holds more than one puzzle, and this command takes one"))
                    .hint("`solve`, `count` and `rate` take files with a puzzle a line")
                    .into());
            }
            let line = first.ok_or_else(|| BadInput::new(format!("{name} is empty")))?;
            Ok((std::mem::take(name), Text::Of(line.text.map_err(Failure::Input)?), began))
        }
    }
}

fn open_one(name: &str, from: Option<&str>) -> Result<Input, Failure> {
    if name == "-" {
        return open_reader("standard input", Box::new(std::io::stdin()), from, false);
    }
    let path = Path::new(name);
    // A puzzle of 81 characters may be too long for a file's name: then there is no such file.
    if path.is_file() {
        let file = std::fs::File::open(path)
            .map_err(|e| BadInput::new(format!("the file cannot be opened: {e}")).within(name))?;
        return open_reader(name, Box::new(file), from, true);
    }
    if path.is_dir() {
        return Err(BadInput::new("this is a folder").within(name).hint("name a file in it").into());
    }
    if looks_like_path(name) {
        return Err(BadInput::new(format!("there is no file `{name}`"))
            .hint("INPUT is a file, `-` for standard input, or the puzzle itself")
            .into());
    }
    Ok(Input::One { id: "argument".to_owned(), text: Text::Of(name.to_owned()), began: Instant::now() })
}

/// Does this name a file, whether there is one or not?
pub(crate) fn is_named(name: &str) -> bool {
    Path::new(name).exists() || looks_like_path(name)
}

/// Is this rather a file's name than a puzzle?
fn looks_like_path(name: &str) -> bool {
    if name.contains('\n') || name.contains("://") || name.len() > 400 {
        return false;
    }
    let ending = Path::new(name).extension().and_then(|e| e.to_str()).unwrap_or("");
    let known = formats::FORMATS.iter().any(|f| f.info().endings.contains(&ending)) || ending == "rule";
    let wordy = name.chars().filter(char::is_ascii_lowercase).count() * 2 > name.chars().count();
    known || (name.contains(['/', '\\']) && !name.contains('?')) || (wordy && !name.contains(char::is_whitespace))
}

fn open_reader(name: &str, source: Box<dyn Read + Send>, from: Option<&str>, by_name: bool) -> Result<Input, Failure> {
    let broken = |e: std::io::Error| BadInput::new(format!("reading failed: {e}")).within(name);
    let mut reader = BufReader::with_capacity(HEAD, source);
    let mut head = Vec::new();
    // Whoever writes to us may take his time until the first byte.
    reader.fill_buf().map_err(broken)?;
    let began = Instant::now();
    reader.by_ref().take(HEAD as u64).read_to_end(&mut head).map_err(broken)?;
    let whole = head.len() < HEAD;
    // Cut off a character that the end of the head splits.
    let cut = if whole { head.len() } else { head.iter().rposition(|&b| b == b'\n').map_or(head.len(), |i| i + 1) };
    // A bad byte is the business of its line alone, where there are lines.
    if is_batch(&String::from_utf8_lossy(&head[..cut]), whole, from) {
        let reader = BufReader::new(std::io::Cursor::new(head).chain(reader));
        return Ok(Input::Lines { name: name.to_owned(), reader: Box::new(reader) });
    }
    // One byte more than allowed tells that there is too much; the rest is not read.
    reader.by_ref().take((MAX_TEXT + 1).saturating_sub(head.len()) as u64).read_to_end(&mut head).map_err(broken)?;
    if head.len() > MAX_TEXT {
        return Err(BadInput::new(format!("more than {MAX_TEXT} bytes, which is too long for one puzzle"))
            .within(name)
            .hint("a file with many puzzles has one puzzle on each line")
            .into());
    }
    let text = formats::text_of(&head).map_err(|e| e.within(name))?.to_owned();
    let text = if by_name { Text::File(text) } else { Text::Of(text) };
    Ok(Input::One { id: name.to_owned(), text, began })
}

/// Does the file hold a puzzle a line? Its first two lines tell that are text and no comments; a grid of n lines with n
/// characters each is one puzzle. What is no UTF-8 stands as U+FFFD in `text`.
fn is_batch(text: &str, whole: bool, from: Option<&str>) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    if from.is_some_and(|f| f != "line" && f != "sukaku") || lines.len() < 2 {
        return false;
    }
    let (broken, lines): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(|l| l.contains(['\u{fffd}', '\0']));
    if lines.is_empty() || (lines.len() == 1 && (broken.is_empty() || is_heading(lines[0]))) {
        return false;
    }
    let width = lines[0].chars().count();
    if whole && broken.is_empty() && lines.len() == width && lines.iter().all(|l| l.chars().count() == width) {
        return false;
    }
    // A heading (`puzzle,solution`) may come first.
    formats::is_one_line_puzzle(lines[0]) || (is_heading(lines[0]) && formats::is_one_line_puzzle(lines[1]))
}

/// The first line of a table: names of columns.
fn is_heading(line: &str) -> bool {
    line.contains(',') && line.chars().all(|c| c.is_ascii_alphabetic() || c.is_ascii_whitespace() || ",_\"".contains(c))
}

/// A line of a batch.
pub(crate) struct Line {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// Its text, or why it cannot be read.
    pub(crate) text: Result<String, BadInput>,
}

/// The lines of a batch that hold something; comments (`#`), blank lines and a heading are passed over.
pub(crate) struct Lines {
    reader: Box<dyn BufRead + Send>,
    number: u64,
}

impl Lines {
    pub(crate) fn new(reader: Box<dyn BufRead + Send>) -> Self {
        Self { reader, number: 0 }
    }
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            let mut bytes = Vec::new();
            // A line without an end would fill the memory.
            let read = self.reader.by_ref().take(MAX_TEXT as u64 + 1).read_until(b'\n', &mut bytes);
            let number = self.number + 1;
            match read {
                Ok(0) => return None,
                Ok(_) => {}
                Err(e) => {
                    self.reader = Box::new(std::io::empty());
                    return Some(Line { number, text: Err(BadInput::new(format!("reading failed: {e}"))) });
                }
            }
            self.number = number;
            if bytes.len() > MAX_TEXT {
                skip_line(&mut self.reader);
            }
            if let Some(text) = meaning(&bytes, number == 1) {
                return Some(Line { number, text });
            }
        }
    }
}

/// The text of a line of a batch, or why it cannot be read; `None` for lines that are passed over: comments, blank
/// lines, a heading in the first one.
pub(crate) fn meaning(bytes: &[u8], first: bool) -> Option<Result<String, BadInput>> {
    if bytes.len() > MAX_TEXT {
        return Some(Err(BadInput::new(format!("the line is longer than {MAX_TEXT} bytes"))));
    }
    match formats::text_of(bytes) {
        Ok(text) => {
            let text = text.trim_end_matches(['\r', '\n']);
            let bare = text.trim();
            let passed_over = bare.is_empty() || bare.starts_with('#') || (first && is_heading(bare));
            (!passed_over).then(|| Ok(text.to_owned()))
        }
        // The line is in its name.
        Err(e) => Some(Err(BadInput { place: None, ..e })),
    }
}

fn skip_line(reader: &mut dyn BufRead) {
    loop {
        let Ok(part) = reader.fill_buf() else { return };
        if part.is_empty() {
            return;
        }
        let end = part.iter().position(|&b| b == b'\n');
        let used = end.map_or(part.len(), |i| i + 1);
        reader.consume(used);
        if end.is_some() {
            return;
        }
    }
}

impl Extra {
    /// Does it leave puzzles as they are?
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.without.is_empty() && self.texts.is_empty()
    }

    /// Reads `--rules`, `--without` and the files they name.
    pub(crate) fn new(source: &Source, quiet: bool) -> Result<Self, Failure> {
        Self::of(&source.rules, &source.without, source.from.clone(), quiet)
    }

    pub(crate) fn of(rules: &[String], without: &[String], from: Option<String>, quiet: bool) -> Result<Self, Failure> {
        if let Some(id) = &from {
            formats::by_id(id)?;
        }
        let mut extra = Self { from, quiet, ..Self::default() };
        extra.without = without.iter().flat_map(|w| w.split(',')).map(|w| w.trim().to_owned()).collect();
        extra.without.retain(|w| !w.is_empty());
        for item in rules.iter().flat_map(|r| split(r)) {
            // A rule of the user's folder is as good as its file.
            let item = user_rules::file_of(&item).map_or(item, |file| file.to_string_lossy().into_owned());
            if Path::new(&item).extension().is_some_and(|e| e.eq_ignore_ascii_case("rule"))
                || item.contains(['/', '\\'])
            {
                let text = read_rule_file(&item)?;
                // The rules of the whole grid in it hold; those for clues are there for the puzzle's clues.
                let parsed = cluewright::rules::syntax::parse(&text).map_err(|e| e.within(&item))?;
                extra.rules.extend(parsed.iter().filter(|r| !r.is_clue).map(|r| Clue::new(r.name.clone(), Vec::new())));
                extra.texts.push(text);
            } else {
                extra.rules.extend(parse_rules(&item)?);
            }
        }
        Ok(extra)
    }

    /// Does `--rules` name this rule, or a file that has it?
    fn asks_for(&self, name: &str) -> bool {
        let defines = |text: &String| {
            cluewright::rules::syntax::parse(text).is_ok_and(|rules| rules.iter().any(|r| r.name == name))
        };
        self.rules.iter().any(|c| c.rule == name) || self.texts.iter().any(defines)
    }

    fn remark(&self, text: &str) {
        if self.remarks.fetch_add(1, Ordering::Relaxed) < REMARKS {
            remark(text);
        }
    }

    /// Tells how many remarks were not told.
    pub(crate) fn finish(&self) {
        let more = self.remarks.load(Ordering::Relaxed).saturating_sub(REMARKS);
        if more > 0 {
            remark(&format!("note: … and {more} more remarks on how puzzles were read"));
        }
    }

    /// Reads a text.
    pub(crate) fn read(&self, text: &Text) -> Result<Puzzle, BadInput> {
        let mut puzzle = match text {
            Text::Empty(size) => {
                let shape = Shape::square(*size)?;
                let digits = u8::try_from(*size).expect("the side of a plane");
                let mut puzzle = Puzzle::new(shape, digits);
                puzzle.rules.push(Clue::new("classic", Vec::new()));
                puzzle
            }
            Text::Of(words) | Text::File(words) => {
                let read = match &self.from {
                    Some(id) => formats::read_as(id, words)?,
                    None => formats::read(words)?,
                };
                if !matches!(text, Text::File(_)) || read.format.info().id != "clue" {
                    user_rules::refuse(&read.puzzle, |name| self.asks_for(name))?;
                }
                for note in read.notes.iter().filter(|n| n.kind == NoteKind::Unknown) {
                    self.remark(&format!("warning: {}; answers may be wrong", one_line(&note.text)));
                }
                for note in read.notes.iter().filter(|n| n.kind == NoteKind::Info && !self.quiet) {
                    self.remark(&format!("note: {}", one_line(&note.text)));
                }
                read.puzzle
            }
        };
        puzzle.rules.extend(self.rules.iter().cloned());
        for text in &self.texts {
            // In front: a rule of the puzzle's own hides one of the same name.
            puzzle.definitions.insert(0, Definition { text: text.clone(), line: 1 });
        }
        Ok(puzzle)
    }

    /// Makes a puzzle ready to be asked: with the user's own rules where it needs them, without those taken away.
    ///
    /// `stop` is asked all along whether to give up; the error says so ([`BadInput::stopped`]).
    pub(crate) fn compile(&self, mut puzzle: Puzzle, stop: &dyn Fn() -> bool) -> Result<Compiled, BadInput> {
        let texts = user_rules::texts_for(&puzzle)?;
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        if !self.without.is_empty() {
            let rules = Ruleset::for_puzzle(&puzzle, &texts)?;
            for name in &self.without {
                if !without_rule(&mut puzzle, &rules, name) {
                    let has: Vec<&str> = puzzle.rules.iter().map(|c| c.rule.as_str()).collect();
                    return Err(BadInput::new(format!("--without {name}: the puzzle has no such rule"))
                        .hint(format!("its rules are {}", has.join(", "))));
                }
            }
        }
        let compiled = Compiled::until(puzzle, &texts, stop)?;
        self.tell_unread(&compiled);
        Ok(compiled)
    }

    /// Tells what came along with a puzzle and was not read: drawings beside a rules text may well be rules.
    fn tell_unread(&self, compiled: &Compiled) {
        match Unread::of(compiled.puzzle()) {
            Some(unread) if unread.drawings > 0 && unread.text => remark(&format!("warning: {}", unread.sentence())),
            Some(unread) if !self.quiet => remark(&format!("note: {}", unread.sentence())),
            _ => {}
        }
    }

    /// Both at once.
    pub(crate) fn load(&self, text: &Text, stop: &dyn Fn() -> bool) -> Result<Compiled, BadInput> {
        let puzzle = self.read(text)?;
        if stop() {
            return Err(BadInput::stopped("stopped while the puzzle was read"));
        }
        self.compile(puzzle, stop)
    }
}

/// The parts of a list of rules; a comma in brackets does not part them.
fn split(list: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in list.chars() {
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            _ => {
                depth += i32::from(c == '(' || c == '[') - i32::from(c == ')' || c == ']');
                parts.last_mut().expect("there is one from the start").push(c);
            }
        }
    }
    parts.iter().map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect()
}

/// `leaper(down=1, right=3)` or, as puzzle files write it, `leaper down 1 right 3`.
fn parse_rules(item: &str) -> Result<Vec<Clue>, BadInput> {
    let plain = match item.split_once('(') {
        Some((name, rest)) => format!("{name} {}", rest.trim_end().trim_end_matches(')').replace([',', '='], " ")),
        None => item.to_owned(),
    };
    let bad = |e: BadInput| {
        BadInput::new(format!("--rules {item}: {}", e.message))
            .hint(e.hint.unwrap_or_else(|| "names as `cluewright rules list` has them, with commas between".to_owned()))
    };
    if plain.contains(['\n', '#']) {
        return Err(bad(BadInput::new("this is no rule's name")));
    }
    let read = formats::read_as("clue", &format!("grid: 9x9\nrules: {plain}\n")).map_err(bad)?;
    Ok(read.puzzle.rules.into_iter().map(|c| Clue { place: None, ..c }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_rules_are_parted_outside_brackets() {
        assert_eq!(split("a, b(x=1,y=2),c"), ["a", "b(x=1,y=2)", "c"]);
        assert!(split(" , ").is_empty());
    }

    #[test]
    fn a_grid_is_no_batch_and_lines_are() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert!(is_batch(&format!("{line}\n{line}\n"), true, None));
        assert!(is_batch(&format!("puzzle,solution\n{line}\n"), true, None));
        assert!(!is_batch(line, true, None));
        let row = "53..7....\n";
        assert!(!is_batch(&row.repeat(9), true, None));
        let wide = "1...............\n";
        assert!(!is_batch(&wide.repeat(16), true, None), "16 lines of 16 characters are one grid");
        assert!(is_batch(&wide.repeat(17), true, None));
    }

    #[test]
    fn names_of_files_are_told_from_puzzles() {
        assert!(looks_like_path("nosuch.clue") && looks_like_path("dir/file") && looks_like_path("readme"));
        assert!(!looks_like_path("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"));
        assert!(!looks_like_path("https://f-puzzles.com/?load=N4Ig"));
    }
}
