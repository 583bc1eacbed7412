//! The lines around a puzzle that start with a `#` and a letter, as in `SudoCue`'s files: author, description, level and so on.
//!
//! Source: the program's own page, sudocue.net/fileformats.php.

use crate::{Note, NoteKind};
use cluewright_core::Puzzle;

/// The letters and their meanings.
const WORDS: [(char, &str); 7] = [
    ('A', "author"),
    ('D', "description"),
    ('C', "comment"),
    ('B', "date"),
    ('S', "source"),
    ('L', "level"),
    ('U', "url"),
];

/// Text, split into the lines of the puzzle (with their line numbers) and remarks.
pub(crate) struct Remarks<'a> {
    pub(crate) body: Vec<(u32, &'a str)>,
    /// The subject and the text of each remark.
    told: Vec<(&'static str, &'a str)>,
    /// Lines that start with `#` but are not remarks (see `WORDS`).
    others: Vec<&'a str>,
}

/// The remark in a line, given without its `#`; `None` if the line is not a remark.
fn remark(line: &str) -> Option<(&'static str, &str)> {
    let word = line.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    if let Some((_, name)) = WORDS.iter().find(|(_, name)| name.eq_ignore_ascii_case(word)) {
        return Some((name, line[word.len()..].trim_start_matches([':', '=', ' ']).trim()));
    }
    let first = line.chars().next()?;
    let (_, name) = WORDS.iter().find(|(letter, _)| *letter == first)?;
    let rest = &line[1..];
    // A sentence that merely starts with such a letter is not a remark, but a line with a web address is a remark.
    let sentence = rest.starts_with(|c: char| c.is_lowercase()) && !(first == 'U' && rest.contains('.'));
    (!sentence).then_some((name, rest.trim()))
}

impl<'a> Remarks<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let mut out = Self { body: Vec::new(), told: Vec::new(), others: Vec::new() };
        for (number, line) in (1u32..).zip(text.lines()) {
            let line = line.trim();
            match line.strip_prefix('#') {
                Some(rest) => match remark(rest) {
                    Some(told) => out.told.push(told),
                    None => out.others.push(rest.trim()),
                },
                None if line.is_empty() => {}
                None => out.body.push((number, line)),
            }
        }
        out
    }

    /// Whether the text has a remark that starts with one of the letters.
    pub(crate) fn any(&self) -> bool {
        !self.told.is_empty()
    }

    /// Stores author and description in the puzzle, and adds notes for other remarks.
    pub(crate) fn put(&self, puzzle: &mut Puzzle, notes: &mut crate::notes::Notes) {
        for (name, says) in &self.told {
            let place = match *name {
                "author" => &mut puzzle.author,
                "description" => &mut puzzle.title,
                name => {
                    notes.push(NoteKind::Info, format!("the puzzle's {name}: \"{says}\""));
                    continue;
                }
            };
            if !place.is_empty() && !says.is_empty() {
                place.push(' ');
            }
            place.push_str(says);
        }
        for other in self.others.iter().filter(|o| !o.is_empty()) {
            notes.push(NoteKind::Info, format!("a comment in the file: \"{other}\""));
        }
    }
}

/// Writes title and author as lines.
pub(crate) fn lines_of(puzzle: &Puzzle) -> String {
    let mut out = String::new();
    for (letter, says) in [('A', &puzzle.author), ('D', &puzzle.title)] {
        let says = says.split_whitespace().collect::<Vec<_>>().join(" ");
        if !says.is_empty() {
            out.push('#');
            out.push(letter);
            // The letter and the first word together must not form a known name, as this would change the meaning of the line.
            let word = says.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
            let joined = format!("{letter}{word}");
            let name = WORDS.iter().any(|(_, name)| name.eq_ignore_ascii_case(&joined));
            if name || says.starts_with(char::is_lowercase) {
                out.push(' ');
            }
            out.push_str(&says);
            out.push('\n');
        }
    }
    out
}

/// A note if the title or the author was changed to fit on one line.
pub(crate) fn changed(puzzle: &Puzzle) -> Option<Note> {
    let one = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ") == *text;
    let all = one(&puzzle.title) && one(&puzzle.author);
    (!all).then(|| Note::new(NoteKind::Decoration, "the title and the author were each joined into one line"))
}
