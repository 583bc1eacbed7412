//! Penpa+: the puzzle layer of a link, deflated into base64. Read only; as yet digits, texts, thermometers, arrows and cages.
//!
//! Everything else that is drawn there is told as not understood, never left out in silence. Source: the site's own
//! `class_p.js` (MIT), facts only. Regions are drawn there as thick edges, which are not read yet: a note says so.

use crate::notes::Notes;
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::puzzle::Given;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Puzzle, Shape};
use serde_json::Value;
use std::io::Read as _;

/// The format `penpa`.
pub struct Penpa;

static INFO: FormatInfo =
    FormatInfo { id: "penpa", about: "Penpa+ links: digits, thermometers, arrows, cages", endings: &[], writes: false };
/// The longest text a link may unfold to.
const MOST: u64 = 16 << 20;
/// What names were shortened to before packing.
const NAMES: [(&str, &str); 6] = [
    ("zN", "number"),
    ("z1", "numberS"),
    ("zT", "thermo"),
    ("z3", "arrows"),
    ("z6", "killercages"),
    ("z7", "nobulbthermo"),
];

impl Format for Penpa {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let start: String = text.trim().chars().take(120).collect();
        let ours = start.contains("penpa-edit") || start.starts_with("m=edit&p=") || start.starts_with("m=solve&p=");
        if ours { Likeness::Sure("the link names Penpa") } else { Likeness::No }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let text = text.trim();
        let packed = text.rsplit_once("p=").map_or(text, |(_, rest)| rest);
        let packed = match text.split(['&', '#', '?']).find_map(|part| part.strip_prefix("p=")) {
            Some(data) => data,
            None => packed.split('&').next().unwrap_or(""),
        };
        read_lines(&inflated(packed)?)
    }
}

/// The text in base64 of a raw deflate stream.
fn inflated(packed: &str) -> Result<String, BadInput> {
    let broken = || BadInput::new("the packed puzzle is damaged").hint("copy the whole link again");
    let packed = crate::percent::percent_decoded(packed);
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0u32);
    for c in packed.trim_end_matches('=').bytes() {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b' ' => 62,
            b'/' => 63,
            _ => return Err(broken()),
        };
        bits = bits << 6 | u32::from(six);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 255) as u8);
            bits &= (1 << held) - 1;
        }
    }
    let mut text = String::new();
    let mut stream = flate2::read::DeflateDecoder::new(&bytes[..]).take(MOST + 1);
    stream.read_to_string(&mut text).map_err(|_| broken())?;
    if text.len() as u64 > MOST {
        return Err(BadInput::new("the packed puzzle unfolds to more than 16 MiB"));
    }
    Ok(text)
}

fn read_lines(text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let lines: Vec<&str> = text.lines().collect();
    let head: Vec<&str> = lines.first().map_or("", |l| *l).split(',').collect();
    if !matches!(head.first(), Some(&("square" | "sudoku"))) {
        return Err(BadInput::new("only Penpa's square grids are read"));
    }
    let side = |i: usize| head.get(i).and_then(|n| n.parse::<u16>().ok()).filter(|n| (1..=64).contains(n));
    let (Some(wide), Some(high)) = (side(1), side(2)) else {
        return Err(BadInput::new("the size of the grid is not understood").hint("1 to 64 rows and columns"));
    };
    let margins: Vec<u16> = lines.get(1).and_then(|l| serde_json::from_str(l).ok()).unwrap_or_default();
    let margin = |i: usize| margins.get(i).copied().unwrap_or(0);
    let (top, left) = (margin(0), margin(2));
    let taken = (margin(0).saturating_add(margin(1)), margin(2).saturating_add(margin(3)));
    let (Some(height), Some(width)) = (high.checked_sub(taken.0), wide.checked_sub(taken.1)) else {
        return Err(BadInput::new("the margins leave no grid"));
    };
    let shape = Shape::rectangle(height, width, 0, 0)?;
    let n = u8::try_from(height.max(width)).unwrap_or(64);
    let mut puzzle = Puzzle::new(shape, n);
    puzzle.rules.push(Clue::new("latin", Vec::new()));
    let named = |mark: &str| {
        let word = head.iter().find_map(|part| part.strip_prefix(mark)).unwrap_or("");
        word.replace("%2C", ",").replace("%2D", "\n").replace("%2E", "&").replace("%2F", "=").trim().to_owned()
    };
    (puzzle.title, puzzle.author) = (named("Title: "), named("Author: "));
    let mut notes = Notes::default();
    notes.push(NoteKind::Unknown, "regions, rules text and solution of a Penpa puzzle are not read yet");
    let layer = match lines.get(3).filter(|l| !l.trim().is_empty()) {
        Some(line) => {
            serde_json::from_str(line).map_err(|e| BadInput::new("the puzzle layer is broken").hint(e.to_string()))?
        }
        None => Value::Null,
    };
    let stride = usize::from(wide) + 4;
    let cell = |index: usize| -> Option<Cell> {
        let row = (index / stride).checked_sub(2 + usize::from(top))?;
        let col = (index % stride).checked_sub(2 + usize::from(left))?;
        puzzle.shape.at(i32::try_from(row).ok()?, i32::try_from(col).ok()?)
    };
    let list = |line: &Value| -> Option<Vec<Cell>> {
        line.as_array()?.iter().map(|v| cell(usize::try_from(v.as_u64()?).ok()?)).collect()
    };
    let (mut givens, mut clues) = (Vec::new(), Vec::new());
    for (key, value) in layer.as_object().into_iter().flatten() {
        let name = NAMES.iter().find(|(short, _)| short == key).map_or(key.as_str(), |(_, name)| name);
        let empty = value.is_null()
            || value.as_array().is_some_and(Vec::is_empty)
            || value.as_object().is_some_and(serde_json::Map::is_empty);
        if empty || matches!(name, "command_redo" | "command_undo" | "command_replay" | "zR" | "zU" | "z8") {
            continue;
        }
        let mut left_out = 0;
        match (name, value) {
            ("number", Value::Object(cells)) => {
                for (index, entry) in cells {
                    let digit = match &entry[0] {
                        Value::String(s) => s.trim().parse::<i32>().ok(),
                        other => other.as_i64().and_then(|n| i32::try_from(n).ok()),
                    };
                    let digit = digit.filter(|d| (1..=i32::from(n)).contains(d) && entry[2] == "1");
                    match (index.parse().ok().and_then(&cell), digit) {
                        (Some(cell), Some(digit)) => givens.push(Given { cell, digits: vec![digit] }),
                        _ => left_out += 1,
                    }
                }
            }
            ("thermo" | "nobulbthermo" | "arrows" | "killercages", Value::Array(lines)) => {
                for line in lines.iter().filter(|l| l.as_array().is_none_or(|l| !l.is_empty())) {
                    let Some(cells) = list(line) else {
                        left_out += 1;
                        continue;
                    };
                    clues.push(ClueTree::One(match name {
                        "thermo" => Clue::new("thermometer", vec![("L".into(), Arg::Cells(cells))]),
                        "arrows" => Clue::new(
                            "arrow",
                            vec![
                                ("circle".into(), Arg::Cells(cells[..1].to_vec())),
                                ("arms".into(), Arg::Lists(vec![cells[1..].to_vec()])),
                            ],
                        ),
                        "killercages" => Clue::new("killer-cage", vec![("C".into(), Arg::Cells(cells))]),
                        _ => {
                            left_out += 1;
                            continue;
                        }
                    }));
                }
            }
            _ => left_out += 1,
        }
        if left_out > 0 {
            notes.push(NoteKind::Unknown, format!("of `{name}` {left_out} parts are not understood"));
        }
    }
    givens.sort_by_key(|g| g.cell);
    (puzzle.givens, puzzle.clues) = (givens, clues);
    Ok((puzzle, notes.into_list()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "Ky4sTSxK1THRMdExttAx0DHUMbQ0AGNjMxAygMKQzJKcVCuFkMy8Sh3H0pKM/CIrheCC1GQdHR1/NzedtMSc4lSuaKjqWAA=";

    #[test]
    fn the_header_inflates() {
        let text = "square,4,4,38,0,1,190,190,36,36,0,0,0,0,Title: Tiny,Author: Spec,,,OFF,false\n[0,0,0,0]";
        assert_eq!(inflated(HEAD).unwrap(), text);
        let (puzzle, _) = Penpa.read(&format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={HEAD}&a=x")).unwrap();
        assert_eq!((puzzle.title.as_str(), puzzle.author.as_str(), puzzle.shape.len()), ("Tiny", "Spec", 16));
        assert!(inflated(&HEAD[..40]).is_err() && inflated("!").is_err());
    }

    #[test]
    fn digits_and_clues() {
        // Row 0, column 0 of a 4x4 grid is cell 2 * 8 + 2.
        let text = "square,4,4\n[0,0,0,0]\n{}\n{\"zN\":{\"18\":[\"3\",1,\"1\"],\"19\":[\"x\",1,\"1\"]},\"zT\":[[26,27]],\"z3\":[[34,35]],\"z6\":[[42,43]],\"zS\":{\"18\":1}}";
        let (puzzle, notes) = read_lines(text).unwrap();
        assert_eq!(puzzle.givens, [Given { cell: Cell(0), digits: vec![3] }]);
        assert_eq!((puzzle.clues.len(), notes.len()), (3, 3), "{notes:?}");
    }
}
