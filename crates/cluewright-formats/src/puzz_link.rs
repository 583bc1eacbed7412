//! Links to puzzles of the kind `sudoku` on puzz.link and related sites (pzpr): `...p?sudoku/9/9/53g7...`. Read and written.
//!
//! The kind is followed by the width, the height and the cells in reading order: a hexadecimal digit is a given, `-10` a given of
//! two hexadecimal digits, and `g` to `z` are 1 to 20 empty cells. Source (facts only): public decoders of these links.

use crate::plain::{Held, Keeps, cells_of, puzzle_of};
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::{BadInput, Puzzle};

/// The format `puzz-link`.
pub struct PuzzLink;

static INFO: FormatInfo = FormatInfo {
    id: "puzz-link",
    about: "links to Sudoku puzzles on puzz.link and related sites",
    endings: &[],
    writes: true,
    draws: false,
};

const SIDES: &[usize] = &[4, 6, 8, 9, 10, 12, 15, 16, 20, 25];
const MARK: &str = "?sudoku/";
const SITES: [&str; 4] = ["puzz.link/", "pzv.jp/", "pzprxs.", "pzplus."];

fn hint(error: BadInput) -> BadInput {
    error.hint(
        "a link is `https://puzz.link/p?sudoku/9/9/` and the cells: a digit, or `g` to `z` for 1 to 20 empty cells",
    )
}

/// Decodes the last part of a link to its cells.
fn cells_in(code: &str, count: usize) -> Result<Vec<Held>, BadInput> {
    let mut cells = Vec::with_capacity(count);
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let (digits, used) = match c {
            '-' => (rest.get(1..3), 3),
            '+' => (rest.get(1..4), 4),
            _ => (rest.get(..c.len_utf8()), c.len_utf8()),
        };
        match c {
            'g'..='z' => cells.extend((0..=c as u32 - 'g' as u32).map(|_| Held::Nothing)),
            // `.` is a cell that shows a question mark instead of a digit.
            '.' => cells.push(Held::Nothing),
            _ => {
                let number = digits.and_then(|d| i32::from_str_radix(d, 16).ok());
                let bad = || hint(BadInput::new(format!("`{c}` is not a valid code for a cell in a puzz.link link")));
                cells.push(Held::Given(number.ok_or_else(bad)?));
            }
        }
        if cells.len() > count {
            return Err(hint(BadInput::new(format!("the link has more than {count} cells"))));
        }
        rest = &rest[used..];
    }
    if cells.len() < count {
        return Err(hint(BadInput::new(format!("the link has {} cells, but its size needs {count}", cells.len()))));
    }
    Ok(cells)
}

impl Format for PuzzLink {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let text = text.trim();
        let start = text.split('?').next().unwrap_or("");
        let site = SITES.iter().any(|site| start.contains(site)) && start.starts_with("http");
        if !text.contains(char::is_whitespace) && (site || text.contains(MARK) && !text.starts_with('{')) {
            Likeness::Sure("it is a puzz.link link")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let text = text.trim();
        let Some(at) = text.find(MARK) else {
            let kind: String =
                text.split('?').nth(1).unwrap_or("").chars().take_while(|c| *c != '/').take(40).collect();
            return Err(BadInput::new(format!("the link leads to a puzzle of the kind `{kind}`"))
                .hint("only puzz.link puzzles of the kind `sudoku` are supported"));
        };
        let mut parts = text[at + MARK.len()..].split('/').skip_while(|part| part.ends_with(':')).map(str::trim);
        let mut side = || parts.next().and_then(|n| n.parse::<usize>().ok()).filter(|n| (2..=61).contains(n));
        let (Some(width), Some(height)) = (side(), side()) else {
            return Err(hint(BadInput::new("the link does not give the size of the grid")));
        };
        if width != height {
            return Err(hint(BadInput::new(format!(
                "the grid is {width} wide and {height} high, so it is not square"
            ))));
        }
        Ok((puzzle_of(cells_in(parts.next().unwrap_or(""), width * height)?)?, Vec::new()))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let (cells, notes) = cells_of(puzzle, SIDES, Keeps::default())?;
        let n = cells.len().isqrt();
        let mut out = format!("https://puzz.link/p?sudoku/{n}/{n}/");
        let mut rest = &cells[..];
        while let [first, after @ ..] = rest {
            if let Held::Given(digit) = first {
                out.push_str(&if *digit > 15 { format!("-{digit:02x}") } else { format!("{digit:x}") });
                rest = after;
            } else {
                let run = rest.iter().take(20).take_while(|c| !matches!(c, Held::Given(_))).count();
                out.push(char::from(b'f' + u8::try_from(run).unwrap_or(1)));
                rest = &rest[run..];
            }
        }
        Ok((out, notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn both_ways() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = read(line).unwrap().puzzle;
        let link = "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79";
        assert_eq!(PuzzLink.write(&puzzle).unwrap(), (link.to_owned(), Vec::new()));
        for text in [link, "http://pzv.jp/p.html?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79"] {
            let read = read(text).unwrap();
            assert_eq!((read.format.info().id, &read.puzzle), ("puzz-link", &puzzle));
        }
        let large = read(&format!("1G{}", ".".repeat(254))).unwrap().puzzle;
        let text = PuzzLink.write(&Puzzle { labels: Vec::new(), ..large.clone() }).unwrap().0;
        assert!(text.ends_with("/16/16/1-10zzzzzzzzzzzzt"), "{text}");
        assert_eq!(read(&text).unwrap().puzzle.givens, large.givens);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("https://puzz.link/p?slither/9/9/abc", "a puzzle of the kind `slither`"),
            ("https://puzz.link/p?sudoku/9", "size of the grid"),
            ("https://puzz.link/p?sudoku/9/8/z", "not square"),
            ("https://puzz.link/p?sudoku/4/4/z", "more than 16"),
            ("https://puzz.link/p?sudoku/4/4/1g", "2 cells, but its size needs 16"),
            ("https://puzz.link/p?sudoku/4/4/1-zz", "`-` is not a valid code"),
            ("https://puzz.link/p?sudoku/4/4/-1é", "is not a valid code for a cell"),
            ("https://puzz.link/p?sudoku/4/4/9u", "is not a digit"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
