//! Links to the solver of sudokuwiki.org: `bd=` and 81 digits, or two characters per cell. Read and written.
//!
//! Two characters in base 32 contain the candidates as bits and, as the lowest bit, whether the cell is a given (the site's page
//! `Sudoku_String_Definitions`). After `S9B`, a cell has two characters in base 36: 1 to 9 is a given, 10 to 18 a placed digit,
//! and larger numbers are the candidates as bits (found by comparing links; the site does not document this).

use crate::packed::part;
use crate::percent::percent_decoded;
use crate::plain::{Held, Keeps, cells_of, line_cells, line_of, puzzle_of, takes_diagonals};
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::error::place_number;
use cluewright_core::{BadInput, Clue, Puzzle};

/// The format `sudokuwiki`.
pub struct SudokuWiki;

static INFO: FormatInfo = FormatInfo {
    id: "sudokuwiki",
    about: "links to sudokuwiki.org's solver, for classic puzzles with or without both diagonals",
    endings: &[],
    writes: true,
    draws: false,
};

const HOST: &str = "sudokuwiki.org";
const CELLS: usize = 81;
const PACKED: &str = "S9B";
/// The bits of all nine candidates, which mean an empty cell.
const ALL: u32 = 511;

/// Decodes the cells in 162 characters, two characters in the given base per cell.
fn twos(code: &str, base: u32, cell: impl Fn(u32) -> Option<Held>) -> Result<Vec<Held>, BadInput> {
    let chars: Vec<char> = code.chars().collect();
    let read = |(i, two): (usize, &[char])| {
        let digits: Option<Vec<u32>> = two.iter().map(|c| c.to_digit(base)).collect();
        digits.and_then(|d| cell(d.iter().fold(0, |n, d| n * base + d))).ok_or_else(|| {
            let (r, c) = (i / 9 + 1, i % 9 + 1);
            BadInput::new(format!("`{}` at r{r}c{c} is not understood", two.iter().collect::<String>()))
                .at(1, place_number(2 * i + 1))
                .hint("copy the whole link again")
        })
    };
    chars.chunks(2).enumerate().map(read).collect()
}

fn marks(bits: u32) -> Held {
    match bits & ALL {
        0 | ALL => Held::Nothing,
        bits => Held::Marks((1..=9).filter(|d| bits >> (d - 1) & 1 == 1).collect()),
    }
}

/// Decodes a cell in the form that the site documents.
fn described(n: u32) -> Option<Held> {
    let bits = n >> 1;
    match (n & 1, bits.count_ones()) {
        (1, 1) => Some(Held::Given(bits.trailing_zeros() as i32 + 1)),
        (0, _) => Some(marks(bits)),
        _ => None,
    }
}

/// Decodes a cell in the form `S9B`.
fn packed(n: u32) -> Option<Held> {
    match n {
        0 => Some(Held::Nothing),
        1..=9 => Some(Held::Given(n as i32)),
        10..=18 => Some(Held::Placed(n as i32 - 9)),
        _ if n - 18 <= ALL => Some(marks(n - 18)),
        _ => None,
    }
}

/// The last word of a link's path, without its extension: `sudoku`.
fn page_of(text: &str) -> String {
    let path = text.split(['?', '#']).next().unwrap_or("");
    let last = path.rsplit('/').next().unwrap_or("");
    last.split('.').next().unwrap_or("").to_lowercase()
}

impl Format for SudokuWiki {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let text = text.trim();
        if text.contains(char::is_whitespace) {
            Likeness::No
        } else if text.find(HOST).is_some_and(|at| at < 20) {
            Likeness::Sure("the link names sudokuwiki.org")
        } else if text.starts_with(PACKED) && text.len() == PACKED.len() + 2 * CELLS {
            Likeness::Sure("it starts with `S9B` and has two characters per cell")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let text = text.trim();
        let link = text.contains(HOST) || text.contains("bd=");
        let diagonals = link && matches!(page_of(text).as_str(), "sudokux" | "xsudoku");
        let page = page_of(text);
        let code = match part(text, "bd=") {
            Some(code) => percent_decoded(code),
            None if link => {
                return Err(
                    BadInput::new("this link contains no puzzle").hint("a link that contains a puzzle has `bd=`")
                );
            }
            None => text.to_owned(),
        };
        let classic = ["sudoku", "sudoku_mobile", "solver", ""].contains(&page.as_str()) || !text.contains(HOST);
        if link && ((!classic && !diagonals) || part(text, "shape=").is_some() || part(text, "jigmap=").is_some()) {
            return Err(BadInput::new(format!("links to puzzles of the page `{page}` are not supported"))
                .hint("only classic puzzles, with or without both diagonals, are supported"));
        }
        let cells = match code.strip_prefix(PACKED) {
            Some(code) if code.chars().count() == 2 * CELLS => twos(code, 36, packed)?,
            None if code.chars().count() == CELLS => line_cells(&code)
                .ok_or_else(|| BadInput::new("the 81 characters are not all digits").hint("write `0` for a blank"))?,
            None if code.chars().count() == 2 * CELLS => twos(&code, 32, described)?,
            _ => {
                let start: String = code.chars().take(3).collect();
                return Err(BadInput::new(format!("the link is packed in an unknown way: `{start}`"))
                    .at(1, 1)
                    .hint("copy the grid as 81 digits from the site's export; links with 162 characters, also after `S9B`, work too"));
            }
        };
        let mut puzzle = puzzle_of(cells)?;
        if diagonals {
            puzzle.rules.push(Clue::new("diagonals", Vec::new()));
        }
        Ok((puzzle, Vec::new()))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let mut bare = puzzle.clone();
        let page = if takes_diagonals(&mut bare) { "sudokux.aspx" } else { "sudoku.htm" };
        let (cells, notes) = cells_of(&bare, &[9], Keeps { placed: true, marks: true, words: false })?;
        let plain = cells.iter().all(|held| matches!(held, Held::Nothing | Held::Given(_)));
        let code = if plain {
            line_of(&cells, false, '0')
        } else {
            let number = |held: &Held| match held {
                Held::Nothing => 18 + ALL,
                Held::Given(digit) => *digit as u32,
                Held::Placed(digit) => *digit as u32 + 9,
                Held::Marks(digits) => 18 + digits.iter().map(|d| 1 << (d - 1)).sum::<u32>(),
            };
            let two = |n: u32| [n / 36, n % 36].map(|d| char::from_digit(d, 36).unwrap_or('0'));
            PACKED.chars().chain(cells.iter().flat_map(|held| two(number(held)))).collect()
        };
        Ok((format!("https://www.sudokuwiki.org/{page}?bd={code}"), notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn three_forms() {
        let plain = read(LINE).unwrap().puzzle;
        let (link, notes) = SudokuWiki.write(&plain).unwrap();
        assert_eq!(link, format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", LINE.replace('.', "0")));
        assert!(notes.is_empty());
        assert_eq!(read(&link).unwrap().puzzle, plain);
        // The given 5 is bit 4 of the candidates, so 2 * 16 + 1 = 33; the candidates 1 and 2 are 2 * 3 = 6.
        let described: String = LINE
            .chars()
            .map(|c| {
                c.to_digit(10).map_or_else(
                    || "vu".to_owned(),
                    |d| {
                        let n = (1u32 << d) + 1;
                        [n / 32, n % 32].map(|d| char::from_digit(d, 32).unwrap()).iter().collect()
                    },
                )
            })
            .collect();
        assert!(described.starts_with("1109vuvu41"));
        let found = read(&format!("https://www.sudokuwiki.org/sudoku.htm?bd={described}")).unwrap().puzzle;
        assert_eq!(found, plain);
        let marked = described.replacen("vu", "06", 1);
        let found = read(&format!("https://www.sudokuwiki.org/sudoku.htm?bd={marked}")).unwrap().puzzle;
        assert_eq!((found.progress.len(), &found.progress[0].marks[..]), (1, &[1, 2][..]));
        let packed = format!("S9B05030b0l{}", "ep".repeat(77));
        let found = read(&packed).unwrap().puzzle;
        assert_eq!(found.givens.len(), 2);
        assert_eq!((found.progress[0].placed, &found.progress[1].marks[..]), (Some(2), &[1, 2][..]));
        assert_eq!(SudokuWiki.write(&found).unwrap().0, format!("https://www.sudokuwiki.org/sudoku.htm?bd={packed}"));
    }

    #[test]
    fn diagonals_and_what_is_not_known() {
        let mut puzzle = read(LINE).unwrap().puzzle;
        puzzle.rules.push(Clue::new("diagonals", Vec::new()));
        let (link, notes) = SudokuWiki.write(&puzzle).unwrap();
        assert!(link.contains("sudokux.aspx") && notes.is_empty());
        assert_eq!(read(&link).unwrap().puzzle, puzzle);
        for bad in [
            "https://www.sudokuwiki.org/sudoku.htm?bd=M9B0102",
            "https://www.sudokuwiki.org/sudoku.htm",
            &format!("https://www.sudokuwiki.org/killersudoku.aspx?bd={LINE}"),
            &format!("https://www.sudokuwiki.org/jigsaw.aspx?shape=3&bd={LINE}"),
            &format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", "zz".repeat(81)),
        ] {
            assert!(read(bad).unwrap_err().hint.is_some(), "{bad}");
        }
    }
}
