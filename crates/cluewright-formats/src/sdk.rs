//! `.sdk` files from `SadMan` Sudoku and `SudoCue`: rows of digits, remarks, `[Puzzle]` and `[State]`. Read and written.
//!
//! Remarks are lines such as `#A...` ([`crate::remarks`]). Digits in `[State]` that are not givens were placed by the player.
//! Sources: sudocue.net/fileformats.php, pzl.org.uk/Formats.html.

use crate::alphabet::{is_bar, is_frame};
use crate::foreign::unchanged;
use crate::notes::Notes;
use crate::plain::{Held, Keeps, cells_of, line_of, puzzle_of};
use crate::remarks::{Remarks, changed, lines_of};
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::error::place_number;
use cluewright_core::puzzle::Foreign;
use cluewright_core::{BadInput, Puzzle};

/// The format `sdk`.
pub struct Sdk;

static INFO: FormatInfo = FormatInfo {
    id: "sdk",
    about: "SadMan and SudoCue files: rows of digits, with lines such as #A (the author), [Puzzle] and [State]",
    endings: &["sdk"],
    writes: true,
    draws: false,
};

const SIDES: &[usize] = &[4, 5, 6, 7, 8, 9];
const KEEPS: Keeps = Keeps { placed: true, marks: false, words: true };

/// The name in a line `[Name]`.
fn section(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']').filter(|name| name.chars().all(|c| c.is_ascii_alphabetic() || c == ' '))
}

fn is_section(line: &str, wanted: &str) -> bool {
    section(line).is_some_and(|name| name.trim().eq_ignore_ascii_case(wanted))
}

/// Reads the digits of rows, with 0 for a blank.
fn rows(lines: &[(u32, &str)]) -> Result<Vec<i32>, BadInput> {
    let rows: Vec<(u32, Vec<char>)> = lines
        .iter()
        .filter(|(_, line)| !is_frame(line))
        .map(|(number, line)| (*number, line.chars().filter(|c| !c.is_whitespace() && !is_bar(*c)).collect()))
        .collect();
    // A single line with all cells is read, too.
    let one = rows.len() == 1 && SIDES.iter().any(|n| n * n == rows[0].1.len());
    let n = if one { rows[0].1.len() } else { rows.len() };
    if !one && !SIDES.contains(&n) {
        return Err(BadInput::new(format!("{n} rows"))
            .at(lines.first().map_or(1, |l| l.0), 1)
            .hint("a 9x9 grid has 9 rows"));
    }
    let mut out = Vec::new();
    for (number, row) in &rows {
        if row.len() != n {
            let what = format!("this row has {} characters, but the grid has {n} rows", row.len());
            return Err(BadInput::new(what).at(*number, 1).hint("write `.` for a blank cell"));
        }
        for (i, c) in row.iter().enumerate() {
            out.push(match c {
                '.' | '0' | '_' | '*' | '?' | '-' | 'x' | 'X' => 0,
                c => c.to_digit(10).map(|d| d as i32).ok_or_else(|| {
                    BadInput::new(format!("`{c}` is not a digit"))
                        .at(*number, place_number(i + 1))
                        .hint("write `.` for a blank cell")
                })?,
            });
        }
    }
    Ok(out)
}

fn has_section(remarks: &Remarks<'_>) -> bool {
    remarks.body.iter().any(|(_, line)| is_section(line, "puzzle") || is_section(line, "state"))
}

fn read(remarks: &Remarks<'_>) -> Result<(Puzzle, Notes), BadInput> {
    let mut notes = Notes::default();
    let (mut givens, mut state) = (None, None);
    let mut rest = &remarks.body[..];
    let mut name = "puzzle";
    while !rest.is_empty() {
        if let Some(next) = section(rest[0].1) {
            name = next.trim();
            rest = &rest[1..];
        }
        let end = rest.iter().position(|(_, line)| section(line).is_some()).unwrap_or(rest.len());
        let (lines, after) = rest.split_at(end);
        rest = after;
        let place = match name.to_ascii_lowercase().as_str() {
            "puzzle" => &mut givens,
            "state" => &mut state,
            _ => {
                notes.push(NoteKind::Unknown, format!("the section `[{name}]` of the file is not understood"));
                continue;
            }
        };
        if lines.is_empty() && (place.is_some() || !rest.is_empty()) {
            continue;
        }
        if place.is_some() {
            let line = lines.first().map_or(1, |l| l.0);
            return Err(BadInput::new(format!("there is a second grid in the section `[{name}]`"))
                .at(line, 1)
                .hint("the text can contain only one puzzle"));
        }
        *place = Some(rows(lines)?);
    }
    let givens = givens.or_else(|| {
        let state: &Vec<i32> = state.as_ref()?;
        notes.push(
            NoteKind::Info,
            "there is no section `[Puzzle]`, so all digits of the state were read as placed digits",
        );
        Some(vec![0; state.len()])
    });
    let givens =
        givens.ok_or_else(|| BadInput::new("there are no rows").hint("expected nine rows of nine characters"))?;
    let state = state.unwrap_or_default();
    if !state.is_empty() && state.len() != givens.len() {
        return Err(BadInput::new("the section `[State]` has a different size from the puzzle")
            .hint("expected nine rows of nine characters"));
    }
    let mut cells = Vec::with_capacity(givens.len());
    let mut other = 0;
    for (i, given) in givens.into_iter().enumerate() {
        let placed = state.get(i).copied().unwrap_or(0);
        other += usize::from(given != 0 && placed != 0 && given != placed);
        cells.push(match (given, placed) {
            (0, 0) => Held::Nothing,
            (0, placed) => Held::Placed(placed),
            (given, _) => Held::Given(given),
        });
    }
    if other > 0 {
        notes.push(NoteKind::Info, format!("in {other} cells the state contradicts the puzzle and was left out"));
    }
    let mut puzzle = puzzle_of(cells)?;
    remarks.put(&mut puzzle, &mut notes);
    Ok((puzzle, notes))
}

impl Format for Sdk {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        if !text.contains(['#', '[']) {
            return Likeness::No;
        }
        let remarks = Remarks::of(text);
        if has_section(&remarks) {
            return Likeness::Sure("it has a line `[Puzzle]` or `[State]`");
        }
        let rows = remarks.any() && read(&remarks).is_ok();
        if rows { Likeness::Sure("it has remarks such as `#A` and rows of digits") } else { Likeness::No }
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let (mut puzzle, notes) = read(&Remarks::of(text))?;
        puzzle.foreign = Some(Foreign { format: INFO.id.to_owned(), text: text.to_owned() });
        Ok((puzzle, notes.into_list()))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(text) = unchanged(puzzle, self) {
            return Ok((text, Vec::new()));
        }
        let (cells, mut notes) = cells_of(puzzle, SIDES, KEEPS)?;
        notes.extend(changed(puzzle));
        let n = usize::from(puzzle.shape.height());
        let mut out = lines_of(puzzle);
        let rows = |out: &mut String, placed| {
            for row in cells.chunks(n) {
                out.push_str(&line_of(row, placed, '.'));
                out.push('\n');
            }
        };
        let placed = cells.iter().any(|held| matches!(held, Held::Placed(_)));
        // If there are no remarks, only the section name distinguishes this format from other drawn grids.
        if placed || out.is_empty() {
            out.push_str("[Puzzle]\n");
        }
        rows(&mut out, false);
        if placed {
            out.push_str("[State]\n");
            rows(&mut out, true);
        }
        Ok((out, notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read as read_any;

    #[test]
    fn remarks_and_state_come_back() {
        let text = "#AUs\n#DBoth ways\n#LEasy\n#Uhttp://example.org/\n# free words\n[Puzzle]\n1...\n..3.\n.2..\n...4\n[State]\n1...\n..3.\n.2..\n3..4\n";
        let found = read_any(text).unwrap();
        assert_eq!(found.format.info().id, "sdk");
        let mut puzzle = found.puzzle;
        assert_eq!((puzzle.author.as_str(), puzzle.title.as_str()), ("Us", "Both ways"));
        assert_eq!((puzzle.givens.len(), puzzle.progress.len()), (4, 1));
        let said: Vec<&str> = found.notes.iter().map(|n| n.text.as_str()).collect();
        assert_eq!(said.len(), 3, "{said:?}");
        assert_eq!(Sdk.write(&puzzle).unwrap(), (text.to_owned(), Vec::new()));
        // A changed puzzle is written without its source text; only remarks for which the puzzle has no field are lost.
        puzzle.foreign = None;
        puzzle.title = "another".to_owned();
        let (written, notes) = Sdk.write(&puzzle).unwrap();
        assert!(written.starts_with("#AUs\n#D another\n[Puzzle]\n1...\n") && notes.is_empty(), "{written}");
        let again = Puzzle { foreign: None, ..Sdk.read(&written).unwrap().0 };
        assert_eq!(again, puzzle);
    }

    #[test]
    fn frames_and_what_is_not_understood() {
        let rows = "...|...|..1\n.2.|...|...\n...|3..|...\n-----------\n...|...|...\n...|...|...\n...|...|...\n-----------\n...|...|...\n...|...|...\n4..|...|...\n";
        let found = read_any(&format!("[Puzzle]\n{rows}")).unwrap();
        assert_eq!((found.format.info().id, found.puzzle.givens.len()), ("sdk", 4));
        let found = read_any(&format!("[Puzzle]\n{rows}[Jigsaw]\n{rows}")).unwrap();
        assert_eq!(found.notes[0].kind, NoteKind::Unknown);
        assert_eq!(Sdk.likeness(rows), Likeness::No);
        assert!(read_any("[Puzzle]\n1...\n....\n..5.\n....\n").is_err());
        assert!(read_any("[Puzzle]\n").is_err());
    }
}
