//! Finds puzzles in pasted text: with words above and below a grid, headings next to it, the markup of a forum or a web page, a
//! link in a sentence, a grid in the source code of a program. This module reads no puzzles itself. Each method removes the
//! surroundings of a puzzle; the remaining text is read like any other text, and a note lists the removed parts. A text that can be
//! read unchanged, or that has the signature of a format, never reaches this module.

mod cells;
mod code;
mod headings;
mod links;
mod markup;
mod part;
mod words;

pub(crate) use code::is_answer;
pub(crate) use headings::is_prose;
pub(crate) use links::link_in;
pub(crate) use words::{Block, Cutter, blocks, recognised};

use crate::detect::{Read, same_puzzle};
use crate::{Note, NoteKind};
use cluewright_core::BadInput;
use part::Part;

/// The maximum number of texts tried for one pasted text.
const MOST: usize = 80;
/// The maximum number of successive removals.
const DEEPEST: usize = 3;
/// The maximum length of a pasted text, in bytes; longer texts are files.
const LONGEST: usize = 1 << 17;

/// The ways to remove the surroundings of a puzzle, in the order in which they are tried.
const WAYS: [fn(&str) -> Vec<Part>; 13] = [
    links::links,
    code::json,
    markup::unwrapped,
    code::lists,
    words::cells,
    words::grids,
    cells::named,
    words::groups,
    words::singles,
    words::characters,
    words::blanks,
    headings::without_headings,
    headings::without_words,
];

/// The puzzle in the text, if there is one. `read` reads text unchanged. Errors: there are several puzzles in the text, or the time
/// limit was reached.
pub(crate) fn find(text: &str, read: &dyn Fn(&str) -> Result<Read, BadInput>) -> Option<Result<Read, BadInput>> {
    if text.len() > LONGEST {
        return None;
    }
    // Text with many records is not a puzzle with surroundings: no record may be removed.
    if code::is_lines(text) {
        return None;
    }
    if let Some(n) = links::several(text) {
        return Some(Err(several(n)));
    }
    let mut level = vec![(text.to_owned(), Part::default())];
    let mut tried: Vec<String> = vec![text.to_owned()];
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        for (text, so_far) in &level {
            for way in WAYS {
                let mut found: Vec<Read> = Vec::new();
                for part in way(text) {
                    if part.text.trim().is_empty() || tried.contains(&part.text) || tried.len() > MOST {
                        continue;
                    }
                    tried.push(part.text.clone());
                    let text = part.text.clone();
                    let whole = joined(so_far, part);
                    match read(&text) {
                        Ok(read) if found.iter().any(|f| same_puzzle(&f.puzzle, &read.puzzle)) => {}
                        Ok(read) => found.push(told(read, &whole)),
                        Err(error) if error.stopped => return Some(Err(error)),
                        Err(_) => next.push((text, whole)),
                    }
                }
                match found.len() {
                    0 => {}
                    1 => return found.pop().map(Ok),
                    n => return Some(Err(several(n))),
                }
            }
        }
        level = next;
    }
    None
}

fn several(n: usize) -> BadInput {
    BadInput::new(format!("the text contains {n} puzzles"))
        .hint("paste one puzzle, or separate puzzles by lines `===` to make a file of several puzzles")
}

fn joined(before: &Part, mut part: Part) -> Part {
    if !before.note.is_empty() {
        part.note = format!("{}; {}", before.note, part.note);
    }
    part.words.splice(0..0, before.words.iter().cloned());
    part
}

/// The maximum length of a title, in characters.
const TITLE: usize = 80;

/// Adds the removed words to the puzzle, as its title and its rules in prose, because they may state rules.
fn told(mut read: Read, part: &Part) -> Read {
    let mut words = part.words.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).peekable();
    let is_title = |line: &str| line.chars().count() <= TITLE && !line.ends_with(['.', ':', '?', '!']);
    if read.puzzle.title.is_empty()
        && let Some(title) = words.next_if(|line| is_title(line))
    {
        title.trim_matches(|c: char| "#*=_ ".contains(c)).clone_into(&mut read.puzzle.title);
    }
    if read.puzzle.text.is_empty() {
        read.puzzle.text = words.collect::<Vec<_>>().join("\n");
    }
    read.notes.insert(0, Note::new(NoteKind::Info, part.note.clone()));
    read
}
