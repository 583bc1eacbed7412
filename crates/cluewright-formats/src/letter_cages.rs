//! Killers as written in forums: a letter for the cage of each cell, then a total for each letter, as in `aabb...` and `a20,b4,`. A
//! grid with givens may precede the letters. Read and written.
//!
//! Source (facts only): a thread in the forum of sudocue.net (f=1, t=519), where white space is ignored. Many people write `a=20,
//! b=4`. Upper- and lower-case letters are different.

use crate::cages::{self, Cage, Content, Has, Room};
use crate::notes::Notes;
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::{BadInput, Puzzle};

/// The format `letter-cages`.
pub struct LetterCages;

static INFO: FormatInfo = FormatInfo {
    id: "letter-cages",
    about: "killer puzzles: a letter for each cell's cage, then the totals: a20,b4",
    endings: &[],
    writes: true,
    draws: false,
};

const ROOM: Room = Room { name: "`letter-cages`", has: &[Has::Cages, Has::OpenCages, Has::Givens] };

/// The character for a cell without a cage.
const NONE: &str = ".0_-*";

/// The grid (empty if the text has no grid), the letters, and the letters' totals.
struct Parts {
    grid: String,
    letters: Vec<char>,
    totals: Vec<(char, i64)>,
}

/// The totals; `None` if the text is not a list of totals.
fn totals(mut text: &str) -> Option<Vec<(char, i64)>> {
    let mut totals: Vec<(char, i64)> = Vec::new();
    while let Some(letter) = text.chars().next() {
        if !letter.is_ascii_alphabetic() || totals.iter().any(|t| t.0 == letter) {
            return None;
        }
        let rest = text[1..].strip_prefix(['=', ':']).unwrap_or(&text[1..]);
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        totals.push((letter, rest[..end].parse().ok().filter(|_| end <= 4)?));
        text = rest[end..].trim_start_matches([',', ';']);
    }
    (!totals.is_empty()).then_some(totals)
}

fn parts(text: &str) -> Option<Parts> {
    // The longest valid text has two grids of 16x16 and 52 totals, and is shorter than this limit.
    let body: String = text.chars().filter(|c| !c.is_whitespace()).take(2_000).collect();
    let n = |c: char| c.is_ascii_alphabetic() || NONE.contains(c);
    (4u8..=16).flat_map(|n| [(n, 0), (n, usize::from(n) * usize::from(n))]).find_map(|(side, start)| {
        let cells = usize::from(side) * usize::from(side);
        let letters = body.get(start..start + cells).filter(|l| l.chars().all(n))?;
        let totals = totals(body.get(start + cells..)?)?;
        Some(Parts { grid: body[..start].to_owned(), letters: letters.chars().collect(), totals })
    })
}

impl Parts {
    /// The cages' letters and cells.
    fn cages(&self) -> Vec<(char, Vec<cluewright_core::Cell>)> {
        cages::grouped(self.letters.iter().map(|&c| c.is_ascii_alphabetic().then_some(c)))
    }

    fn total(&self, letter: char) -> Option<i64> {
        self.totals.iter().find(|t| t.0 == letter).map(|t| t.1)
    }
}

impl Format for LetterCages {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let Some(parts) = parts(text) else { return Likeness::No };
        let cages = parts.cages();
        let all = cages.len() == parts.totals.len() && cages.iter().all(|c| parts.total(c.0).is_some());
        // If the list has a total for exactly the letters of the grid before it, the format is certain.
        if all {
            Likeness::Sure("it has a letter for each cell, followed by a total for every letter")
        } else {
            Likeness::Maybe("it has a letter for each cell, followed by totals for letters")
        }
    }

    fn is_line(&self, line: &str) -> bool {
        !line.contains(char::is_whitespace) && self.likeness(line).is_sure() && self.read(line).is_ok()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let Some(parts) = parts(text) else {
            return Err(BadInput::new("the text must consist of a letter for each cell, followed by totals")
                .hint("write 81 letters, then totals such as `a20,b4`; write `.` for a cell without a cage"));
        };
        let mut notes = Notes::default();
        let mut puzzle = cages::with_givens(&parts.grid, parts.letters.len(), &mut notes)?;
        let cages: Vec<(char, Cage)> = parts
            .cages()
            .into_iter()
            .map(|(letter, cells)| (letter, Cage { cells, total: parts.total(letter) }))
            .collect();
        if let Some((letter, total)) = parts.totals.iter().find(|t| !cages.iter().any(|c| c.0 == t.0)) {
            return Err(BadInput::new(format!("no cell has the letter of `{letter}{total}`"))
                .hint("upper- and lower-case letters are different"));
        }
        let cages: Vec<Cage> = cages.into_iter().map(|c| c.1).collect();
        cages::add_cages(&mut puzzle, &cages, &mut notes)?;
        Ok(cages::finished(puzzle, notes, INFO.id, text))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(same) = cages::unchanged(puzzle, self) {
            return Ok(same);
        }
        let content = Content::of(puzzle, &ROOM)?;
        if content.n > 9 {
            return Err(BadInput::new("`letter-cages` supports only grids up to 9x9").hint("write the format `clue`"));
        }
        if !content.cages.iter().any(|c| c.total.is_some()) {
            return Err(BadInput::new("the puzzle has no cage with a total").hint("write the format `line`"));
        }
        let names: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
        if content.cages.len() > names.len() {
            return Err(BadInput::new(format!("there are {} cages, but only 52 letters", content.cages.len()))
                .hint("write the format `sumocue`"));
        }
        let mut text = String::new();
        if content.givens.iter().any(Option::is_some) {
            let name = |given: &Option<i32>| given.and_then(|d| char::from_digit(u32::try_from(d).ok()?, 10));
            text.extend(content.givens.iter().map(|g| name(g).unwrap_or('.')));
            text.push('\n');
        }
        text.extend(content.cage_by_cell().into_iter().map(|c| c.map_or('.', |c| names[c])));
        text.push('\n');
        for (name, cage) in names.iter().zip(&content.cages) {
            if let Some(total) = cage.total {
                text.push_str(&format!("{name}{total},"));
            }
        }
        Ok((text, content.notes.into_list()))
    }

    fn is_whole(&self, text: &str) -> bool {
        self.likeness(text).is_sure()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoteKind;

    #[test]
    fn cages_by_letters() {
        let text = "aab.\nacb.\ndcBB\ndd.B\na=6, b=7;\nc:5 d8, B=9,";
        let (puzzle, notes) = LetterCages.read(text).unwrap();
        assert!(notes.is_empty() && puzzle.clues.len() == 5, "{notes:?}");
        let read = crate::read(text).unwrap();
        assert_eq!(read.format.info().id, "letter-cages");
        let bare = Puzzle { foreign: None, ..puzzle.clone() };
        assert_eq!(LetterCages.write(&puzzle).unwrap().0, text);
        let (anew, lost) = LetterCages.write(&bare).unwrap();
        assert_eq!(anew, "aab.acb.dceedd.e\na6,b7,c5,d8,e9,");
        assert!(lost.is_empty());
        assert_eq!(Puzzle { foreign: None, ..LetterCages.read(&anew).unwrap().0 }, bare);
    }

    #[test]
    fn givens_stand_before_the_letters() {
        let text = "...1............\naab.acb.dcBBdd.B\na6,b7,c5,d8,";
        let (puzzle, notes) = LetterCages.read(text).unwrap();
        assert_eq!((puzzle.clues.len(), puzzle.givens.len()), (5, 1));
        assert!(notes.len() == 1 && notes[0].kind == NoteKind::Info, "a cage without a total is told: {notes:?}");
        let bare = Puzzle { foreign: None, ..puzzle };
        let (anew, _) = LetterCages.write(&bare).unwrap();
        assert_eq!(anew, text.replace('B', "e"));
        assert_eq!(Puzzle { foreign: None, ..LetterCages.read(&anew).unwrap().0 }, bare);
    }

    #[test]
    fn mistakes_are_named() {
        let letters = "aabbaabbccddccdd";
        for (text, part) in [
            (letters.to_owned(), "a letter for each cell"),
            (format!("{letters} a10,b10,c10,d10,e10"), "`e10`"),
            (format!("{letters} a10,b10,c10,d10,a10"), "a letter for each cell"),
            (format!("{letters} a10,b10,c10,d11"), "11 is not a sum"),
            (format!("aaaaabbbccddccdd {}", "a10,b6,c10,d10"), "has 5 cells"),
            (format!("z...............{letters} a10,b10,c10,d10"), "is not a digit"),
        ] {
            let error = LetterCages.read(&text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert_eq!(LetterCages.likeness(letters), Likeness::No);
        assert!(!LetterCages.likeness(&format!("{letters} a10,b10,c10")).is_sure());
    }
}
