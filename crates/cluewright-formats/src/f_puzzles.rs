//! f-puzzles: JSON, packed by LZ-string into base64 in links and ids. Read and written.
//!
//! Which key is which rule stands in the rules' `also f-puzzles` lines; here is only how the data looks. The JSON that
//! was read is kept in [`Puzzle::foreign`]: writing an unchanged puzzle gives the same text byte for byte, and writing
//! a changed one keeps its decorations. Sources: the site's own files and the public readers of `SudokuPad` and rangsk.

use crate::foreign::{self, Name, bound, cells_of, lists_of, seen_from, shaped, sight};
use crate::{Format, FormatInfo, Likeness, Note, NoteKind, lz};
use cluewright_core::puzzle::{Foreign, Given, Progress};
use cluewright_core::shape::{Place, usual_box};
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::{ForeignValue, ParamKind, Shape as Kind};
use serde_json::{Map, Value, json};

/// The format `f-puzzles`.
pub struct FPuzzles;

static INFO: FormatInfo = FormatInfo {
    id: "f-puzzles",
    about: "f-puzzles: links, ids, packed text and JSON, also as SudokuPad's fpuz ids",
    endings: &["json", "fpuzzles"],
};

/// Keys that are no clues: the grid, texts, and settings of editors and solvers.
const NO_CLUES: &[&str] = &[
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "successMessage",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
];
/// Keys that only draw, but for what a rule's name says of them. `cage` and `text` may carry rules in words, which
/// nobody reads.
const DRAWINGS: &[&str] = &["line", "rectangle", "circle", "text", "cage", "fogofwar", "foglight"];
/// Keys the site itself draws; for others a drawing is written beside them.
const DRAWN_BY_SITE: &[&str] = &[
    "arrow",
    "betweenline",
    "clone",
    "difference",
    "even",
    "extraregion",
    "killercage",
    "littlekillersum",
    "maximum",
    "minimum",
    "odd",
    "palindrome",
    "quadruple",
    "ratio",
    "sandwichsum",
    "thermometer",
    "xv",
];
const DIAGONALS: [(&str, (i32, i32)); 4] = [("UL", (-1, -1)), ("UR", (-1, 1)), ("DL", (1, -1)), ("DR", (1, 1))];
const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Format for FPuzzles {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let text = text.trim();
        if text.starts_with('{') {
            return if text.contains("\"grid\"") && text.contains("\"size\"") { Likeness::Sure } else { Likeness::No };
        }
        if text.contains(char::is_whitespace) {
            return Likeness::No;
        }
        let start: String = text.chars().take(120).collect();
        if start.contains("f-puzzles.com") || start.contains("fpuz") {
            Likeness::Sure
        } else if text.starts_with("N4Ig") {
            Likeness::Maybe
        } else {
            Likeness::No
        }
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        read_json(&json_of(text)?)
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let (json, notes) = write_json(puzzle)?;
        Ok((format!("https://f-puzzles.com/?load={}", lz::compress(&json)), notes))
    }
}

/// The JSON in a link, an id, packed text, or JSON itself.
///
/// ```
/// let json = cluewright_formats::f_puzzles_json("https://f-puzzles.com/?load=N4IgzglgXgpiBcAWAvkA")?;
/// assert_eq!(json, r#"{"size":4}"#);
/// # Ok::<(), cluewright_core::BadInput>(())
/// ```
pub fn json_of(text: &str) -> Result<String, BadInput> {
    let text = text.trim();
    if text.starts_with('{') {
        return Ok(text.to_owned());
    }
    let after = |mark: &str| text.find(mark).map(|at| &text[at + mark.len()..]);
    let short = after("?id=").or_else(|| after("&id=")).is_some();
    let (packed, from_path) = match (after("load="), after("fpuzzles"), after("fpuz")) {
        (Some(rest), _, _) => (rest, false),
        (_, Some(rest), _) | (_, _, Some(rest)) => (rest, !text.contains("puzzleid=")),
        _ if short => {
            return Err(BadInput::new("this link only names a puzzle that lies on a server")
                .hint("open it in a browser and copy the long link, or export the puzzle"));
        }
        _ => (text, false),
    };
    let packed = packed.split(['&', '#', '?']).next().unwrap_or("");
    let plain = percent_decoded(packed);
    let packed = if plain.len() < packed.len() { plain } else { packed.to_owned() };
    let unpacked = match lz::decompress(&packed) {
        Err(error) if from_path => slashes_doubled(&packed).ok_or(error)?,
        other => other?,
    };
    if unpacked.trim_start().starts_with('{') {
        Ok(unpacked)
    } else {
        Err(BadInput::new("the packed text holds no f-puzzles JSON").hint("it may be another program's link"))
    }
}

pub(crate) fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = |i: usize| tail.get(i).and_then(|&b| (b as char).to_digit(16));
        if let (b'%', Some(a), Some(b)) = (first, hex(0), hex(1)) {
            out.push((a * 16 + b) as u8);
            rest = &tail[2..];
        } else {
            out.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// A browser joins `//` in the path of a link. Doubles slashes, fewest first, until the text unpacks.
fn slashes_doubled(packed: &str) -> Option<String> {
    let at: Vec<usize> = packed.match_indices('/').map(|(i, _)| i).collect();
    let count = at.len().min(16);
    let mut choices: Vec<u32> = (1..1u32 << count).collect();
    choices.sort_by_key(|c| (c.count_ones(), *c));
    choices.into_iter().take(3_000).find_map(|choice| {
        let mut text = packed.to_owned();
        for i in (0..count).rev().filter(|i| choice >> i & 1 == 1) {
            text.insert(at[i], '/');
        }
        lz::decompress(&text).ok().filter(|t| t.starts_with('{') && t.ends_with('}'))
    })
}

/// A whole number written as a number or as a text.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(n) => n.as_i64(),
        Value::String(s) => s.trim().parse().ok(),
        _ => None,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(b) => !b,
        Value::String(s) => s.trim().is_empty(),
        Value::Array(a) => a.is_empty(),
        Value::Object(o) => o.is_empty(),
        Value::Number(_) => false,
    }
}

/// Does a rule's name write a number behind a word, as `DR5` for `["DR", root]`?
fn in_words(parts: &[ForeignValue]) -> bool {
    matches!(parts, [ForeignValue::Text(_), ForeignValue::Param(_)])
}

/// The parameter and its number.
fn number_in_words<'a>(parts: &'a [ForeignValue], data: &Value) -> Option<(&'a str, i64)> {
    let [ForeignValue::Text(word), ForeignValue::Param(param)] = parts else { return None };
    Some((param, data.as_str()?.strip_prefix(word.as_str())?.parse().ok()?))
}

/// Is a drawing a clue, for its text is one that a rule's name says?
fn is_clue(names: &[Name<'_>], drawing: &Map<String, Value>) -> bool {
    let says = |(field, value): &(String, ForeignValue)| match value {
        ForeignValue::Joined(parts) => drawing.get(field).is_some_and(|d| number_in_words(parts, d).is_some()),
        _ => false,
    };
    names.iter().any(|name| name.named().iter().any(says))
}

/// `R3C5` as row and column from 0; outside clues stand in row or column -1 or N.
fn place(text: &str) -> Option<(i32, i32)> {
    let (r, c) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let number = |t: &str| t.parse::<i32>().ok().filter(|n| n.abs() < 1000);
    Some((number(r)? - 1, number(c)? - 1))
}

struct Reader {
    puzzle: Puzzle,
    notes: Vec<Note>,
}

fn read_json(text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let value: Value = serde_json::from_str(text).map_err(|e| {
        BadInput::new("the JSON is broken").at(e.line() as u32, e.column().max(1) as u32).hint(e.to_string())
    })?;
    let Value::Object(top) = value else { return Err(BadInput::new("the JSON is no f-puzzles puzzle")) };
    let size = top.get("size").and_then(number).filter(|n| (1..=64).contains(n));
    let Some(n) = size else {
        return Err(BadInput::new("the puzzle says no `size`").hint("a number from 1 to 64"));
    };
    let mut puzzle = Puzzle::new(Shape::square(n as u16)?, n as u8);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    let words = |key: &str| top.get(key).and_then(Value::as_str).unwrap_or("").trim().to_owned();
    puzzle.title = words("title");
    puzzle.author = words("author");
    puzzle.text = words("ruleset");
    let mut reader = Reader { puzzle, notes: Vec::new() };
    reader.cells(top.get("grid"), n as usize)?;
    reader.solution(top.get("solution"), n as usize);
    for (key, value) in &top {
        if !NO_CLUES.contains(&key.as_str()) && !is_empty(value) {
            reader.key(key, value)?;
        }
    }
    reader.puzzle.foreign = Some(Foreign { format: INFO.id.to_owned(), text: text.to_owned() });
    Ok((reader.puzzle, reader.notes))
}

impl Reader {
    fn note(&mut self, kind: NoteKind, text: impl Into<String>) {
        self.notes.push(Note::new(kind, text));
    }

    fn cells(&mut self, grid: Option<&Value>, n: usize) -> Result<(), BadInput> {
        let rows = grid.and_then(Value::as_array).ok_or_else(|| BadInput::new("the puzzle has no `grid`"))?;
        let bad_size = |what: String| Err(BadInput::new(what).hint(format!("`size` says {n}")));
        if rows.len() != n {
            return bad_size(format!("the grid has {} rows", rows.len()));
        }
        let mut regions: Vec<(i64, Vec<Cell>)> = Vec::new();
        let boxes = usual_box(n as u16).unwrap_or((1, n as u16));
        let mut usual = true;
        for (r, row) in rows.iter().enumerate() {
            let row = row.as_array().filter(|row| row.len() == n);
            let Some(row) = row else { return bad_size(format!("row {} of the grid has not {n} cells", r + 1)) };
            for (c, entry) in row.iter().enumerate() {
                let cell = Cell((r * n + c) as u16);
                let own = (r / boxes.0 as usize * (n / boxes.1 as usize) + c / boxes.1 as usize) as i64;
                let region = match entry.get("region") {
                    None => Some(own),
                    Some(value) => number(value),
                };
                usual &= region == Some(own);
                if let Some(region) = region {
                    match regions.iter_mut().find(|(id, _)| *id == region) {
                        Some((_, cells)) => cells.push(cell),
                        None => regions.push((region, vec![cell])),
                    }
                }
                self.cell(cell, entry)?;
            }
        }
        if !usual {
            if let Some((id, cells)) = regions.iter().find(|(_, cells)| cells.len() != n) {
                let text = format!(
                    "region {id} has {} cells, expected {n}: its digits differ, but some are missing",
                    cells.len()
                );
                self.note(NoteKind::Info, text);
            }
            self.puzzle.shape.set_regions(0, regions.into_iter().map(|(_, cells)| cells).collect());
        }
        Ok(())
    }

    fn cell(&mut self, cell: Cell, entry: &Value) -> Result<(), BadInput> {
        let digits = self.puzzle.digits;
        let legal = |n: i64| (i64::from(digits.first)..=i64::from(digits.last())).contains(&n);
        let name = self.puzzle.shape.place(cell);
        let list = |key: &str| -> Result<Vec<i32>, BadInput> {
            let values = entry.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let mut out = Vec::new();
            for value in values {
                match number(value) {
                    Some(n) if legal(n) => out.push(n as i32),
                    // Editors let people pencil anything; only what restricts the cell has to be right.
                    _ if key != "givenPencilMarks" => {}
                    _ => return Err(BadInput::new(format!("{value} in {name} is no digit of this grid"))),
                }
            }
            out.sort_unstable();
            out.dedup();
            Ok(out)
        };
        let value = entry.get("value").filter(|v| !is_empty(v));
        let value = match value.map(number) {
            None => None,
            Some(Some(n)) if legal(n) => Some(n as i32),
            Some(_) => {
                return Err(BadInput::new(format!("{} in {name} is no digit of this grid", entry["value"]))
                    .hint(format!("digits are {} to {}", digits.first, digits.last())));
            }
        };
        let given = entry.get("given").and_then(Value::as_bool).unwrap_or(false);
        if let Some(digit) = value.filter(|_| given) {
            self.puzzle.givens.push(Given { cell, digits: vec![digit] });
        } else {
            let allowed = list("givenPencilMarks")?;
            if !allowed.is_empty() {
                self.puzzle.givens.push(Given { cell, digits: allowed });
            }
        }
        let placed = value.filter(|_| !given);
        let mut marks = list("centerPencilMarks")?;
        if marks.is_empty() {
            marks = list("cornerPencilMarks")?;
        }
        if placed.is_some() || !marks.is_empty() {
            self.puzzle.progress.push(Progress { cell, placed, marks });
        }
        Ok(())
    }

    fn solution(&mut self, value: Option<&Value>, n: usize) {
        let digits: Vec<Option<i64>> = match value {
            Some(Value::Array(list)) => list.iter().map(number).collect(),
            Some(Value::String(text)) if text.contains(',') => text.split(',').map(|w| w.trim().parse().ok()).collect(),
            Some(Value::String(text)) => {
                text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_digit(10).map(i64::from)).collect()
            }
            _ => return,
        };
        if digits.len() != n * n {
            self.note(NoteKind::Info, format!("the recorded solution has {} cells and is left out", digits.len()));
            return;
        }
        let known: Vec<Option<i32>> =
            digits.into_iter().map(|d| d.filter(|d| (1..=n as i64).contains(d)).map(|d| d as i32)).collect();
        if known.iter().any(Option::is_some) {
            self.puzzle.solution = known;
        }
    }

    fn key(&mut self, key: &str, value: &Value) -> Result<(), BadInput> {
        let names = foreign::called(INFO.id, key);
        if DRAWINGS.contains(&key) {
            let mut drawn = 0;
            for item in value.as_array().into_iter().flatten().filter(|o| o.get("fromConstraint").is_none()) {
                match item {
                    Value::Object(object) if is_clue(&names, object) => self.clue(key, object, &names)?,
                    _ => drawn += 1,
                }
            }
            if drawn > 0 {
                self.note(NoteKind::Decoration, format!("{drawn} drawings of the kind `{key}`, which say no rule"));
            }
            return Ok(());
        }
        match value {
            Value::Bool(_) => match names.iter().find(|n| n.is_switch() && n.foreign.word.is_none()) {
                Some(name) => self.puzzle.rules.push(Clue::new(name.rule.name.clone(), Vec::new())),
                None => self.note(NoteKind::Unknown, format!("the rule `{key}` is not known")),
            },
            Value::Array(items) => {
                for item in items {
                    match item {
                        Value::String(word) => match names.iter().find(|n| n.foreign.word.as_ref() == Some(word)) {
                            Some(name) => self.puzzle.rules.push(Clue::new(name.rule.name.clone(), Vec::new())),
                            None => self.note(NoteKind::Unknown, format!("the rule `{key}: {word}` is not known")),
                        },
                        Value::Object(object) => self.clue(key, object, &names)?,
                        _ => self.note(NoteKind::Unknown, format!("`{key}` with {item}")),
                    }
                }
            }
            _ => self.note(NoteKind::Unknown, format!("the key `{key}` is not known")),
        }
        Ok(())
    }

    fn clue(&mut self, key: &str, object: &Map<String, Value>, names: &[Name<'_>]) -> Result<(), BadInput> {
        if names.is_empty() {
            if object.get("fromConstraint").is_none() {
                self.note(NoteKind::Unknown, format!("the clue `{key}` is not known"));
            }
            return Ok(());
        }
        for name in names {
            let word = object.get("value").and_then(Value::as_str);
            if name.foreign.word.is_some() && name.foreign.word.as_deref() != word {
                continue;
            }
            if let Some(clues) = self.bind(name, object)? {
                self.puzzle.clues.extend(clues.into_iter().map(ClueTree::One));
                return Ok(());
            }
        }
        let at = ["cell", "cells", "lines"]
            .iter()
            .find_map(|k| object.get(*k))
            .map_or_else(String::new, |v| format!(" at {v}"));
        self.note(NoteKind::Decoration, format!("`{key}`{at} without a number or cells says no rule"));
        Ok(())
    }

    /// The clues one object gives under a name; none when it does not fit.
    fn bind(&self, name: &Name<'_>, object: &Map<String, Value>) -> Result<Option<Vec<Clue>>, BadInput> {
        let mut clues = vec![Clue::new(name.rule.name.clone(), Vec::new())];
        for (field, value) in name.named() {
            let data = object.get(field).filter(|d| !is_empty(d));
            let param = match value {
                ForeignValue::Number(n) if data.and_then(number) == Some(*n) => continue,
                ForeignValue::Text(t) if data.and_then(Value::as_str) == Some(t) => continue,
                ForeignValue::Param(p) => name.param(p),
                ForeignValue::Joined(parts) if in_words(parts) => {
                    let Some((param, n)) = data.and_then(|d| number_in_words(parts, d)) else { return Ok(None) };
                    for clue in &mut clues {
                        clue.args.push((param.to_owned(), Arg::Number(n)));
                    }
                    continue;
                }
                ForeignValue::Joined(parts) => {
                    let (Some(ForeignValue::Param(last)), Some(Value::Array(lines))) = (parts.last(), data) else {
                        return Ok(None);
                    };
                    // Each line starts in what another field says: the circle. The rest is the arm.
                    let mut arms = Vec::new();
                    for line in lines {
                        let cells = self.list(line.as_array().map_or(&[][..], Vec::as_slice))?;
                        arms.extend(cells.get(1..).filter(|arm| !arm.is_empty()).map(<[Cell]>::to_vec));
                    }
                    if arms.is_empty() {
                        return Ok(None);
                    }
                    for clue in &mut clues {
                        clue.args.push((last.clone(), Arg::Lists(arms.clone())));
                    }
                    continue;
                }
                _ => return Ok(None),
            };
            let Some(param) = param else { return Ok(None) };
            // A second field for the same lists goes on with them: the two sides of a clone.
            if let (ParamKind::Shape(kind), Some(Value::Array(items))) = (param.kind, data)
                && kind.is_lists()
                && items.iter().all(Value::is_string)
                && clues.iter().all(|c| c.arg(&param.name).is_some())
            {
                let cells = self.list(items)?;
                for (_, arg) in clues.iter_mut().flat_map(|c| &mut c.args).filter(|(n, _)| *n == param.name) {
                    *arg = Arg::Lists(lists_of(arg).into_iter().chain([cells.clone()]).collect());
                }
                continue;
            }
            let choices = match (param.kind, data) {
                (_, None) => Vec::new(),
                (ParamKind::Number, Some(d)) => number(d).map(Arg::Number).into_iter().collect(),
                (ParamKind::Text, Some(d)) => d.as_str().map(|t| Arg::Text(t.to_owned())).into_iter().collect(),
                (ParamKind::Boolean, Some(d)) => d.as_bool().map(Arg::Bool).into_iter().collect(),
                (ParamKind::Numbers, Some(d)) => {
                    let list = d.as_array().map_or(std::slice::from_ref(d), Vec::as_slice);
                    vec![Arg::Numbers(list.iter().filter_map(number).collect())]
                }
                (ParamKind::Shape(Kind::Outside), Some(d)) => self.outside(d, object)?.into_iter().collect(),
                (ParamKind::Shape(kind), Some(d)) => self.shapes(kind, d)?,
            };
            if choices.is_empty() {
                if foreign::optional(param) {
                    continue;
                }
                return Ok(None);
            }
            // Each polyline is a clue of its own; anything else has one reading.
            clues = clues
                .into_iter()
                .flat_map(|clue| {
                    choices.iter().map(move |choice| {
                        let mut clue = clue.clone();
                        clue.args.push((param.name.clone(), choice.clone()));
                        clue
                    })
                })
                .collect();
        }
        Ok(Some(clues))
    }

    fn one_cell(&self, value: &Value) -> Result<Option<Cell>, BadInput> {
        let bad = || BadInput::new(format!("{value} is no cell")).hint("cells are named like R1C1");
        let (r, c) = value.as_str().and_then(place).ok_or_else(bad)?;
        Ok(self.puzzle.shape.at(r, c))
    }

    /// Cells in the grid; a circle on the edge also names cells outside it, which do not count.
    fn list(&self, values: &[Value]) -> Result<Vec<Cell>, BadInput> {
        let cells: Result<Vec<Option<Cell>>, BadInput> = values.iter().map(|v| self.one_cell(v)).collect();
        Ok(cells?.into_iter().flatten().collect())
    }

    fn shapes(&self, kind: Kind, data: &Value) -> Result<Vec<Arg>, BadInput> {
        Ok(match data {
            Value::Array(items) if items.iter().all(Value::is_array) => {
                let lines: Result<Vec<Vec<Cell>>, BadInput> =
                    items.iter().map(|l| self.list(l.as_array().expect("all are arrays"))).collect();
                let lines: Vec<Vec<Cell>> = lines?.into_iter().filter(|l| !l.is_empty()).collect();
                if kind.is_lists() {
                    vec![Arg::Lists(lines)]
                } else {
                    lines.into_iter().map(|l| shaped(kind, l)).collect()
                }
            }
            Value::Array(items) => {
                let cells = self.list(items)?;
                match kind {
                    Kind::Cell => cells.into_iter().map(Arg::Cell).collect(),
                    _ if cells.is_empty() => Vec::new(),
                    // A dot between places outside the grid says nothing.
                    Kind::Edge if cells.len() != 2 => Vec::new(),
                    _ => vec![shaped(kind, cells)],
                }
            }
            one => self.one_cell(one)?.map(|c| shaped(kind, vec![c])).into_iter().collect(),
        })
    }

    /// What is seen from the cell outside the grid, along the direction when there is one.
    fn outside(&self, data: &Value, object: &Map<String, Value>) -> Result<Option<Arg>, BadInput> {
        let bad = || BadInput::new(format!("{data} is no place outside the grid")).hint("such as R0C3");
        let (r, c) = data.as_str().and_then(place).ok_or_else(bad)?;
        let (height, width) = (i32::from(self.puzzle.shape.height()), i32::from(self.puzzle.shape.width()));
        let direction = object.get("direction").and_then(Value::as_str);
        let step = match direction {
            Some(word) => DIAGONALS.iter().find(|(d, _)| *d == word).map(|(_, step)| *step).ok_or_else(bad)?,
            None if c < 0 => (0, 1),
            None if c >= width => (0, -1),
            None if r < 0 => (1, 0),
            None if r >= height => (-1, 0),
            None => return Err(bad()),
        };
        let cells = sight(&self.puzzle.shape, (r, c), step);
        Ok((!cells.is_empty()).then_some(Arg::Cells(cells)))
    }
}

fn cell_name(puzzle: &Puzzle, cell: Cell) -> Value {
    let Place { row, col } = puzzle.shape.place(cell);
    Value::String(format!("R{}C{}", row + 1, col + 1))
}

fn write_json(puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
    let old = puzzle.foreign.as_ref().filter(|f| f.format == INFO.id);
    if let Some(old) = old {
        // Nothing changed since it was read: the same bytes.
        if read_json(&old.text).is_ok_and(|(same, _)| same == *puzzle) {
            return Ok((old.text.clone(), Vec::new()));
        }
    }
    let n = crate::line::plain_square(puzzle)?;
    if puzzle.digits.first != 1 || usize::from(puzzle.digits.count) != n {
        return Err(BadInput::new(format!("f-puzzles holds the digits 1 to {n} in a grid of {n}x{n}"))
            .hint("write the format `clue`"));
    }
    let rules = Ruleset::for_puzzle(puzzle, &[])?;
    let names = foreign::names(INFO.id, &rules);
    let mut writer = Writer { puzzle, notes: Vec::new(), names, top: Map::new() };
    writer.top.insert("size".into(), json!(n));
    for (key, text) in [("title", &puzzle.title), ("author", &puzzle.author), ("ruleset", &puzzle.text)] {
        if !text.is_empty() {
            writer.top.insert(key.into(), json!(text));
        }
    }
    let grid = writer.grid(n);
    writer.top.insert("grid".into(), grid);
    for rule in &puzzle.rules {
        writer.rule(rule);
    }
    for tree in &puzzle.clues {
        writer.tree(tree);
    }
    if !puzzle.extra.is_empty() {
        writer.lose(format!("the {} extra cells", puzzle.extra.len()));
    }
    if puzzle.solution.iter().any(Option::is_some) {
        let digits: Vec<Value> =
            puzzle.solution.iter().take(n * n).map(|d| d.map_or_else(|| json!("."), |d| json!(d))).collect();
        writer.top.insert("solution".into(), Value::Array(digits));
    }
    if let Some(Value::Object(old)) = old.and_then(|f| serde_json::from_str(&f.text).ok()) {
        writer.keep_drawings(&old);
    }
    Ok((Value::Object(writer.top).to_string(), writer.notes))
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    notes: Vec<Note>,
    names: Vec<Name<'a>>,
    top: Map<String, Value>,
}

impl Writer<'_> {
    fn lose(&mut self, what: impl std::fmt::Display) {
        self.notes.push(Note::new(NoteKind::Lost, format!("f-puzzles has no place for {what}")));
    }

    fn grid(&mut self, n: usize) -> Value {
        let puzzle = self.puzzle;
        let regions = &puzzle.shape.grids()[0].regions;
        let usual = Shape::square(n as u16).is_ok_and(|s| s.grids()[0].regions == *regions);
        let rows = (0..n).map(|r| {
            let row = (0..n).map(|c| {
                let cell = Cell((r * n + c) as u16);
                let mut entry = Map::new();
                if let Some(given) = puzzle.givens.iter().find(|g| g.cell == cell) {
                    if let [digit] = given.digits[..] {
                        entry.insert("value".into(), json!(digit));
                        entry.insert("given".into(), json!(true));
                    } else {
                        entry.insert("givenPencilMarks".into(), json!(given.digits));
                    }
                }
                if let Some(progress) = puzzle.progress.iter().find(|p| p.cell == cell) {
                    if let Some(digit) = progress.placed.filter(|_| !entry.contains_key("value")) {
                        entry.insert("value".into(), json!(digit));
                    }
                    if !progress.marks.is_empty() {
                        entry.insert("centerPencilMarks".into(), json!(progress.marks));
                    }
                }
                if !usual {
                    let region = regions.iter().position(|region| region.contains(&cell));
                    entry.insert("region".into(), json!(region));
                }
                Value::Object(entry)
            });
            Value::Array(row.collect())
        });
        Value::Array(rows.collect())
    }

    fn rule(&mut self, rule: &Clue) {
        if foreign::is_base(&rule.rule) {
            return;
        }
        let name = self.names.iter().find(|n| n.is_switch() && n.holds(rule)).map(|n| n.foreign);
        match name {
            None => self.lose(format!("the rule {}", rule.rule)),
            Some(foreign) => match &foreign.word {
                None => {
                    self.top.insert(foreign.name.clone(), json!(true));
                }
                Some(word) => self.push(&foreign.name, json!(word)),
            },
        }
    }

    fn push(&mut self, key: &str, value: Value) {
        if let Value::Array(list) = self.top.entry(key).or_insert_with(|| json!([])) {
            list.push(value);
        }
    }

    fn tree(&mut self, tree: &ClueTree) {
        match tree {
            ClueTree::One(clue) => self.clue(clue),
            ClueTree::All(parts) => parts.iter().for_each(|p| self.tree(p)),
            ClueTree::Any(_) => self.lose("clues joined by `any`"),
            ClueTree::Not(_) => self.lose("a clue that does not hold"),
        }
    }

    fn clue(&mut self, clue: &Clue) {
        for name in self.names.clone() {
            let clue = bound(clue, &name.rule.params);
            if name.is_switch() || !name.holds(&clue) {
                continue;
            }
            if let Some(mut object) = self.object(&name, &clue) {
                if let Some(word) = &name.foreign.word {
                    object.insert("value".into(), json!(word));
                }
                self.push(&name.foreign.name, Value::Object(object));
                self.twin(&name, &clue);
                return;
            }
        }
        self.lose(format!("the clue {}", clue.rule));
    }

    fn object(&self, name: &Name<'_>, clue: &Clue) -> Option<Map<String, Value>> {
        let mut object = Map::new();
        let names = |cells: &[Cell]| Value::Array(cells.iter().map(|&c| cell_name(self.puzzle, c)).collect());
        let inside = |cells: &[Cell]| cells.iter().all(|c| c.index() < self.puzzle.shape.len());
        let mut written: Vec<&str> = Vec::new();
        for (field, value) in name.named() {
            let param = match value {
                ForeignValue::Number(n) => {
                    object.insert(field.clone(), json!(n.to_string()));
                    continue;
                }
                ForeignValue::Text(t) => {
                    object.insert(field.clone(), json!(t));
                    continue;
                }
                ForeignValue::Param(p) => name.param(p)?,
                ForeignValue::Joined(parts) if in_words(parts) => {
                    let [ForeignValue::Text(word), ForeignValue::Param(param)] = &parts[..] else { return None };
                    let Arg::Number(n) = clue.arg(param)? else { return None };
                    object.insert(field.clone(), json!(format!("{word}{n}")));
                    continue;
                }
                ForeignValue::Joined(parts) => {
                    let [ForeignValue::Param(start), .., ForeignValue::Param(rest)] = &parts[..] else { return None };
                    let starts = cells_of(clue.arg(start)?);
                    let arms = lists_of(clue.arg(rest)?);
                    let lines = arms.iter().map(|arm| names(&[&[self.start_of(&starts, arm)][..], arm].concat()));
                    object.insert(field.clone(), lines.collect());
                    continue;
                }
            };
            let Some(arg) = clue.arg(&param.name) else { continue };
            let before = written.iter().filter(|p| **p == param.name).count();
            written.push(&param.name);
            let data = match (param.kind, arg) {
                (ParamKind::Shape(Kind::Outside), _) => {
                    let cells = cells_of(arg);
                    let steps: Vec<(i32, i32)> = if name.foreign.name == "littlekillersum" {
                        DIAGONALS.iter().map(|d| d.1).collect()
                    } else {
                        STRAIGHT.to_vec()
                    };
                    let ((r, c), step) = seen_from(&self.puzzle.shape, &cells, &steps)?;
                    if let Some((word, _)) = DIAGONALS.iter().find(|(_, s)| *s == step) {
                        object.insert("cells".into(), names(&cells));
                        object.insert("direction".into(), json!(word));
                    }
                    json!(format!("R{}C{}", r + 1, c + 1))
                }
                (ParamKind::Shape(_), _) => {
                    let lists = lists_of(arg);
                    if !lists.iter().all(|l| inside(l)) {
                        return None;
                    }
                    match field.as_str() {
                        "lines" => Value::Array(lists.iter().map(|l| names(l)).collect()),
                        "cell" => cell_name(self.puzzle, *lists.first()?.first()?),
                        // Lists over several fields: each has its own.
                        _ if lists.len() > 1 => names(lists.get(before)?),
                        _ => names(&lists.concat()),
                    }
                }
                (_, Arg::Number(n)) if field == "values" => json!([n]),
                (_, Arg::Number(n)) => json!(n.to_string()),
                (_, Arg::Numbers(ns)) => json!(ns),
                (_, Arg::Text(t)) => json!(t),
                (_, Arg::Bool(b)) => json!(b),
                _ => return None,
            };
            object.insert(field.clone(), data);
        }
        Some(object)
    }

    /// The cell of a circle that a line starts in: the one next to the line.
    fn start_of(&self, starts: &[Cell], arm: &[Cell]) -> Cell {
        let shape = &self.puzzle.shape;
        let far = |a: Cell| match arm.first().filter(|b| a.index() < shape.len() && b.index() < shape.len()) {
            Some(&b) => {
                let (p, q) = (shape.place(a), shape.place(b));
                p.row.abs_diff(q.row).max(p.col.abs_diff(q.col))
            }
            None => 0,
        };
        starts.iter().copied().min_by_key(|&c| far(c)).unwrap_or_else(|| arm[0])
    }

    /// Rules that the site itself does not draw get a plain line beside them, marked as such.
    fn twin(&mut self, name: &Name<'_>, clue: &Clue) {
        let mut words = name.rule.draw.iter().flat_map(|d| d.split_whitespace());
        let colour = words.find_map(|w| w.trim_matches('"').strip_prefix('#'));
        let Some(colour) = colour.filter(|_| !DRAWN_BY_SITE.contains(&name.foreign.name.as_str())) else { return };
        let lines: Vec<Value> = clue
            .args
            .iter()
            .flat_map(|(_, arg)| lists_of(arg))
            .map(|line| line.iter().map(|&c| cell_name(self.puzzle, c)).collect())
            .collect();
        let shown = name.rule.name.split('-').map(|w| w[..1].to_uppercase() + &w[1..]).collect::<Vec<_>>().join(" ");
        let twin = json!({ "lines": lines, "outlineC": format!("#{colour}"), "width": 0.25, "fromConstraint": shown });
        self.push("line", twin);
    }

    /// Drawings and settings of the puzzle that was read, without the drawings of clues.
    fn keep_drawings(&mut self, old: &Map<String, Value>) {
        for (key, value) in old {
            let names: Vec<Name<'_>> = self.names.iter().filter(|n| n.foreign.name == *key).copied().collect();
            let known = !names.is_empty() && !DRAWINGS.contains(&key.as_str());
            if known || matches!(key.as_str(), "size" | "grid" | "title" | "author" | "ruleset" | "solution") {
                continue;
            }
            match value {
                Value::Array(items) => {
                    let clue = |i: &Value| i.as_object().is_some_and(|o| is_clue(&names, o));
                    for item in items.iter().filter(|i| i.get("fromConstraint").is_none() && !clue(i)) {
                        self.push(key, item.clone());
                    }
                }
                other => {
                    self.top.insert(key.clone(), other.clone());
                }
            }
        }
    }
}
