//! Penpa+: the puzzle layer of a link, compressed with deflate and encoded in base64. Read only: digits, regions, thermometers,
//! arrows, cages and dots; coloured cells, shapes, texts and lines as drawings.
//!
//! All other drawings are reported as not understood, never silently omitted. Source (facts only): the site's own `class_p.js` and
//! its styles (MIT). Regions are drawn as thick edges and are found by flood fill.

mod drawn;
mod frame;

use crate::notes::Notes;
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::puzzle::Given;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Drawing, Puzzle, Shape, Sort};
use frame::{Frame, frame};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};
use std::io::Read as _;

/// The format `penpa`.
pub struct Penpa;

static INFO: FormatInfo = FormatInfo {
    id: "penpa",
    about: "Penpa+ links: digits, regions, thermometers, arrows, cages, dots",
    endings: &[],
    writes: false,
    draws: true,
};
/// The maximum length of a decompressed text, in bytes.
const MOST: u64 = 16 << 20;
/// The abbreviations of names in packed texts, and the full names.
const NAMES: [(&str, &str); 12] = [
    ("zS", "surface"),
    ("zL", "line"),
    ("zF", "freeline"),
    ("zN", "number"),
    ("zY", "symbol"),
    ("z2", "freelineE"),
    ("zE", "lineE"),
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
        if ours {
            Likeness::Sure("the link names Penpa")
        } else if is_packed(text.trim()) {
            Likeness::Sure("the packed text begins like a Penpa puzzle")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let text = text.trim();
        let part = |mark: &str| text.split(['&', '#', '?']).find_map(|part| part.strip_prefix(mark));
        let rest = || text.rsplit_once("p=").map_or(text, |(_, rest)| rest);
        let packed =
            part("p=").unwrap_or_else(|| rest().trim_start_matches("penpa").split('&').next().unwrap_or_default());
        let answer = part("a=");
        read_lines(&inflated(packed)?, answer)
    }
}

/// Whether this is the content of a link without the link itself: `7V..`, possibly after `p=` or `SudokuPad`'s prefix `penpa`.
fn is_packed(text: &str) -> bool {
    let text = text.strip_prefix("penpa").or_else(|| text.strip_prefix("p=")).unwrap_or(text);
    let base64 = |b: u8| b.is_ascii_alphanumeric() || b"+/=%".contains(&b);
    if text.len() < 100 || text.starts_with("N4Ig") || !text.bytes().take(400).all(base64) {
        return false;
    }
    // The text starts with the name of the grid. Only a part of the stream is decompressed, so its end is missing.
    let mut start = [0; 7];
    let bytes = bytes_of(&text[..text.len().min(400)]).unwrap_or_default();
    let read = flate2::read::DeflateDecoder::new(&bytes[..]).read_exact(&mut start);
    read.is_ok() && matches!(&start, b"square," | b"sudoku,")
}

/// Decodes base64 and decompresses the raw deflate stream in it.
fn inflated(packed: &str) -> Result<String, BadInput> {
    let broken = || BadInput::new("the packed puzzle is damaged").hint("copy the whole link again");
    let bytes = bytes_of(packed).ok_or_else(broken)?;
    let mut text = String::new();
    let mut stream = flate2::read::DeflateDecoder::new(&bytes[..]).take(MOST + 1);
    stream.read_to_string(&mut text).map_err(|_| broken())?;
    if text.len() as u64 > MOST {
        return Err(BadInput::new("the packed puzzle unpacks to more than 16 MiB"));
    }
    Ok(text)
}

/// The bytes of base64 text, percent-encoded or not; `None` if the text is not base64.
fn bytes_of(packed: &str) -> Option<Vec<u8>> {
    let packed = crate::percent::unescaped(packed).unwrap_or_else(|| packed.to_owned());
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0u32);
    for c in packed.trim_end_matches('=').bytes() {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b' ' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(six);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 255) as u8);
            bits &= (1 << held) - 1;
        }
    }
    Some(bytes)
}

fn read_lines(text: &str, answer: Option<&str>) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let lines: Vec<&str> = text.lines().collect();
    let head: Vec<&str> = lines.first().map_or("", |l| *l).split(',').collect();
    let frame = frame(&head, lines.get(1))?;
    let n = u8::try_from(frame.shape.height().max(frame.shape.width())).unwrap_or(64);
    let mut puzzle = Puzzle::new(frame.shape.clone(), n);
    let plain = |word: &str| {
        word.replace("%2C", ",").replace("%2D", "\n").replace("%2E", "&").replace("%2F", "=").trim().to_owned()
    };
    let named = |mark: &str| plain(head.iter().find_map(|part| part.strip_prefix(mark)).unwrap_or(""));
    (puzzle.title, puzzle.author) = (named("Title: "), named("Author: "));
    puzzle.text = head.get(17).map_or_else(String::new, |word| plain(word));
    let mut notes = Notes::default();
    if head.iter().skip(10).take(4).any(|flag| !matches!(*flag, "" | "0" | "false")) {
        notes.push(NoteKind::Unknown, "the flags for sudoku grids in the head, such as diagonals, are not understood");
    }
    let layer = match lines.get(3).filter(|l| !l.trim().is_empty()) {
        Some(line) => serde_json::from_str(&spelled_out(line))
            .map_err(|e| BadInput::new("the puzzle layer is broken").hint(e.to_string()))?,
        None => Value::Null,
    };
    let solution = answer.map(|packed| answered(packed, &puzzle, &frame));
    let walls = read_layer(&layer, &frame, &mut puzzle, &mut notes);
    match solution {
        Some(Some(digits)) => puzzle.solution = digits,
        Some(None) => notes.push(NoteKind::Decoration, "the link's recorded answer is not understood"),
        None => {}
    }
    add_regions(&mut puzzle, &walls, &mut notes);
    puzzle.givens.order_by_key(|g| g.cell);
    Ok((puzzle, notes.into_list()))
}

/// Adds the puzzle layer's digits and clues to the puzzle. Returns the pairs of cells between which an edge is drawn.
fn read_layer(layer: &Value, frame: &Frame, puzzle: &mut Puzzle, notes: &mut Notes) -> Vec<(Cell, Cell)> {
    let mut walls = Vec::new();
    let empty_map = Map::new();
    let sums = ["z1", "numberS"].iter().find_map(|key| layer.get(key)?.as_object()).unwrap_or(&empty_map);
    let mut sums = corner_sums(sums, frame, notes);
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
                    match frame.keyed(index).zip(digit(entry, puzzle.digits.count)) {
                        Some((cell, digit)) => puzzle.givens.push(Given { cell, digits: vec![digit] }),
                        None => left_out += draw(puzzle, drawn::text(index, entry, frame)),
                    }
                }
            }
            ("killercages", Value::Array(cages)) => {
                left_out += read_cages(cages, frame, &mut sums, &mut puzzle.clues);
            }
            ("thermo" | "arrows", Value::Array(lines)) => {
                for line in lines.iter().filter(|l| l.as_array().is_none_or(|l| !l.is_empty())) {
                    match frame.cells(line) {
                        Some(cells) => puzzle.clues.push(ClueTree::One(line_clue(name, cells))),
                        None => left_out += 1,
                    }
                }
            }
            ("nobulbthermo", Value::Array(lines)) => {
                for line in lines.iter().filter(|l| l.as_array().is_none_or(|l| !l.is_empty())) {
                    left_out += draw(puzzle, drawn::line(line, "#CCCCCC", frame));
                }
            }
            ("numberS", Value::Object(_)) => {}
            ("symbol", Value::Object(symbols)) => {
                for (index, entry) in symbols {
                    match index.parse().ok().and_then(|at| dot(at, entry, frame)) {
                        Some(clue) => puzzle.clues.push(ClueTree::One(clue)),
                        None => left_out += draw(puzzle, drawn::symbol(index, entry, frame)),
                    }
                }
            }
            ("surface", Value::Object(cells)) => {
                for (index, style) in cells {
                    left_out += draw(puzzle, drawn::surface(index, style, frame));
                }
            }
            ("line" | "freeline", Value::Object(pieces)) => {
                let (drawings, unknown) = drawn::lines(pieces, frame);
                puzzle.drawings.extend(drawings);
                left_out += unknown;
            }
            ("lineE", Value::Object(edges)) => {
                for (ends, style) in edges {
                    match wall(ends, frame).filter(|_| style.as_u64() == Some(2)) {
                        Some((a, b)) => walls.extend(frame.cell(a).zip(frame.cell(b))),
                        None => left_out += 1,
                    }
                }
            }
            (_, Value::Object(parts)) => left_out += parts.len(),
            (_, Value::Array(parts)) => left_out += parts.len(),
            _ => left_out += 1,
        }
        if left_out > 0 {
            notes.push(NoteKind::Unknown, format!("parts of `{name}` that are not understood: {left_out}"));
        }
    }
    for (at, sum) in sums {
        let text = format!("the small number {sum} in {} does not belong to exactly one cage", puzzle.cell_name(at));
        notes.push(NoteKind::Unknown, text);
    }
    walls
}

/// Adds a drawing to the puzzle; returns 1 if it is not understood.
fn draw(puzzle: &mut Puzzle, drawing: Option<Drawing>) -> usize {
    let unknown = usize::from(drawing.is_none());
    puzzle.drawings.extend(drawing);
    unknown
}

/// The digit for which a large number stands; `None` if the digit is not one of the grid's digits.
fn digit(entry: &Value, count: u8) -> Option<i32> {
    let digit = match &entry[0] {
        Value::String(s) => s.trim().parse::<i32>().ok(),
        other => other.as_i64().and_then(|n| i32::try_from(n).ok()),
    };
    digit.filter(|d| (1..=i32::from(count)).contains(d) && entry[2] == "1")
}

/// The clue for a line: a thermometer, or an arrow whose circle is its first cell.
fn line_clue(name: &str, cells: Vec<Cell>) -> Clue {
    if name == "thermo" {
        return Clue::new("thermometer", vec![("L".into(), Arg::Cells(cells))]);
    }
    let (circle, arm) = (cells[..1].to_vec(), cells[1..].to_vec());
    Clue::new("arrow", vec![("circle".into(), Arg::Cells(circle)), ("arms".into(), Arg::Lists(vec![arm]))])
}

/// Reads cages. A small number in a cage is the cage's total, if the cage contains no other small number and the number's cell is
/// in no other cage. Returns the number of cages that were not understood.
fn read_cages(cages: &[Value], frame: &Frame, sums: &mut BTreeMap<Cell, i64>, clues: &mut Vec<ClueTree>) -> usize {
    let mut left_out = 0;
    let mut holders = vec![0usize; frame.shape.len()];
    cages.iter().filter_map(|cage| frame.cells(cage)).flatten().for_each(|c| holders[c.index()] += 1);
    for cage in cages.iter().filter(|l| l.as_array().is_none_or(|l| !l.is_empty())) {
        let Some(cells) = frame.cells(cage) else {
            left_out += 1;
            continue;
        };
        let numbered = |c: &&Cell| sums.contains_key(*c) && holders[c.index()] == 1;
        let inside: Vec<Cell> = cells.iter().filter(numbered).copied().collect();
        let mut args = vec![("C".into(), Arg::Cells(cells))];
        if let [at] = inside[..]
            && let Some(total) = sums.remove(&at)
        {
            args.push(("total".into(), Arg::Number(total)));
        }
        clues.push(ClueTree::One(Clue::new("killer-cage", args)));
    }
    left_out
}

/// Expands the layer to JSON: outside strings, a two-letter code means a quoted name, and `zO` means `null`.
fn spelled_out(line: &str) -> String {
    let (mut out, mut quoted, mut escaped) = (String::with_capacity(line.len()), false, false);
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        if !quoted && c == 'z' {
            let short: String = ['z'].into_iter().chain(rest.next()).collect();
            let name = NAMES.iter().find(|n| n.0 == short).map_or(short.as_str(), |n| n.1);
            out.push_str(&if short == "zO" { "null".to_owned() } else { format!("\"{name}\"") });
            continue;
        }
        if c == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = quoted && c == '\\' && !escaped;
        out.push(c);
    }
    out
}

/// The digits of the solution in a link. The digits are the fifth element of a list: texts that each contain a cell and a digit.
fn answered(packed: &str, puzzle: &Puzzle, frame: &Frame) -> Option<Vec<Option<i32>>> {
    digits_in(&inflated(packed).ok()?, puzzle, frame)
}

fn digits_in(text: &str, puzzle: &Puzzle, frame: &Frame) -> Option<Vec<Option<i32>>> {
    let lists: Value = serde_json::from_str(text).ok()?;
    let mut digits = vec![None; puzzle.shape.len()];
    for entry in lists.get(4)?.as_array()? {
        let (at, digit) = entry.as_str()?.split_once(',')?;
        let digit: i32 = digit.trim().parse().ok()?;
        let known = (puzzle.digits.first..=puzzle.digits.last()).contains(&digit);
        digits[frame.keyed(at.trim())?.index()] = Some(digit).filter(|_| known);
    }
    digits.iter().any(Option::is_some).then_some(digits)
}

/// Small numbers in the upper left corners of cells.
fn corner_sums(found: &Map<String, Value>, frame: &Frame, notes: &mut Notes) -> BTreeMap<Cell, i64> {
    let mut sums = BTreeMap::new();
    for (index, entry) in found {
        let at = index.parse::<usize>().ok().and_then(|i| i.checked_sub(4 * frame.area)).filter(|i| i % 4 == 0);
        let sum = match &entry[0] {
            Value::String(s) => s.trim().parse().ok(),
            other => other.as_i64(),
        };
        match at.and_then(|i| frame.cell(i / 4)).zip(sum.filter(|n| (0..=4096).contains(n))) {
            Some((at, sum)) if !sums.contains_key(&at) => drop(sums.insert(at, sum)),
            _ => notes.push(NoteKind::Unknown, format!("the small text `{}` is not understood", entry[0])),
        }
    }
    sums
}

/// A white or black dot on the edge between two cells.
fn dot(at: usize, entry: &Value, frame: &Frame) -> Option<Clue> {
    if entry[1] != "circle_SS" {
        return None;
    }
    let rule = match entry[0].as_u64()? {
        1 | 8 => "difference",
        2 => "ratio",
        _ => return None,
    };
    let first = at % frame.area;
    let second = match at / frame.area {
        2 => first + frame.stride,
        3 => first + 1,
        _ => return None,
    };
    Some(Clue::new(rule, vec![("E".into(), Arg::Cells(vec![frame.cell(first)?, frame.cell(second)?]))]))
}

/// The two cells that an edge separates. Corners are numbered after all cells, in the order of the cells at whose lower right they
/// lie.
fn wall(ends: &str, frame: &Frame) -> Option<(usize, usize)> {
    let (a, b) = ends.split_once(',')?;
    let corner = |t: &str| t.trim().parse::<usize>().ok()?.checked_sub(frame.area).filter(|&i| i < frame.area);
    let (a, b) = (corner(a)?, corner(b)?);
    let (a, b) = (a.min(b), a.max(b));
    if b == a + 1 {
        Some((b, b + frame.stride))
    } else if b == a + frame.stride {
        Some((b, b + 1))
    } else {
        None
    }
}

/// If the walls form regions of equal size, adds these regions. Also adds the matching rule, `classic` or `latin`.
fn add_regions(puzzle: &mut Puzzle, walls: &[(Cell, Cell)], notes: &mut Notes) {
    let regions = regions(&puzzle.shape, walls);
    let whole = regions.len() > 1
        && puzzle.shape.height() == puzzle.shape.width()
        && regions.iter().all(|r| r.len() == usize::from(puzzle.digits.count));
    if whole {
        puzzle.shape.set_regions(0, regions);
    } else if regions.len() > 1 {
        notes.push(NoteKind::Unknown, "the thick edges do not form regions of equal size, so they are ignored");
    } else {
        notes.push(NoteKind::Unknown, "no regions are drawn, so digits must differ only in rows and columns");
    }
    puzzle.rules.push(Clue::new(if whole { "classic" } else { "latin" }, Vec::new()));
}

/// The parts into which walls divide the grid.
fn regions(shape: &Shape, walls: &[(Cell, Cell)]) -> Vec<Vec<Cell>> {
    let walls: HashSet<(Cell, Cell)> = walls.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    let mut seen = vec![false; shape.len()];
    let mut out = Vec::new();
    for start in shape.cells() {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut region = vec![start];
        let mut next = 0;
        while let Some(&here) = region.get(next) {
            next += 1;
            let place = shape.place(here);
            for (r, c) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let beside = shape.at(i32::from(place.row) + r, i32::from(place.col) + c);
                if let Some(beside) = beside.filter(|&b| !walls.contains(&(here, b)))
                    && !std::mem::replace(&mut seen[beside.index()], true)
                {
                    region.push(beside);
                }
            }
        }
        region.order();
        out.push(region);
    }
    out
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
        // In a 4x4 grid, the cell in row 0 and column 0 has the number 2 * 8 + 2.
        let text = "square,4,4\n[0,0,0,0]\n{}\n{\"zN\":{\"18\":[\"3\",1,\"1\"],\"19\":[\"x\",1,\"1\"]},\"zT\":[[26,27]],\"z3\":[[34,35]],\"z6\":[[42,43]],\"zS\":{\"18\":1}}";
        let (puzzle, notes) = read_lines(text, None).unwrap();
        assert_eq!(puzzle.givens, [Given { cell: Cell(0), digits: vec![3] }]);
        assert_eq!((puzzle.clues.len(), puzzle.drawings.len(), notes.len()), (3, 2, 1), "{notes:?}");
    }

    #[test]
    fn what_is_drawn_is_a_drawing() {
        // Three green pieces that meet end to end and form a line, a red piece that ends in the middle of this line, a circle, and
        // a shaded cell.
        let text = "square,4,4\n[0,0,0,0]\n{}\n{zL:{\"18,19\":3,\"19,27\":3,\"28,27\":3,\"19,11\":8,\"1,2\":77},\
                    zY:{\"36\":[3,\"circle_L\",1],\"37\":[1,\"kakuro\",1],\"162\":[1,\"circle_SS\",1]},zS:{\"20\":5}}";
        let (puzzle, notes) = read_lines(text, None).unwrap();
        let told: Vec<String> = notes.iter().map(|n| n.text.clone()).collect();
        assert!(told.contains(&"parts of `line` that are not understood: 1".to_owned()), "{told:?}");
        assert!(told.contains(&"parts of `symbol` that are not understood: 1".to_owned()), "{told:?}");
        let seen: Vec<(&str, &str, usize)> = puzzle
            .drawings
            .iter()
            .map(|d| {
                (d.kind.word(), if d.color.is_empty() { d.fill.as_str() } else { d.color.as_str() }, d.lists[0].len())
            })
            .collect();
        assert_eq!(
            seen,
            [("line", "#208020", 4), ("line", "#FF0000", 2), ("circle", "#CCCCCC", 1), ("rectangle", "#C0E0FF", 1)]
        );
        assert_eq!(puzzle.drawings[0].lists[0], [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 2.0)]);
        assert_eq!(puzzle.clues.len(), 1);
    }

    #[test]
    fn regions_sums_and_dots() {
        // A 4x4 grid has 8 * 8 = 64 places, so corners are numbered from 64, and small numbers from 256.
        let cross: Vec<String> = (0..4)
            .flat_map(|i| [(64 + 25 + i, 64 + 26 + i), (64 + 11 + 8 * i, 64 + 19 + 8 * i)])
            .map(|(a, b)| format!("\"{a},{b}\":2"))
            .collect();
        let text = format!(
            "square,4,4\n[0,0,0,0]\n{{}}\n{{\"z6\":[[18,19]],\"z1\":{{\"328\":[\"5\",1]}},\"zY\":{{\"162\":[2,\"circle_SS\",1]}},\"zE\":{{{}}}}}",
            cross.join(",")
        );
        let (puzzle, notes) = read_lines(&text, Some("x")).unwrap();
        assert_eq!((notes.len(), notes[0].kind), (1, NoteKind::Decoration), "{notes:?}");
        assert_eq!(puzzle.shape.grids()[0].regions.len(), 4);
        assert_eq!(puzzle.rules[0].rule, "classic");
        let ClueTree::One(cage) = &puzzle.clues[0] else { panic!("a clue") };
        let ClueTree::One(dot) = &puzzle.clues[1] else { panic!("a clue") };
        assert_eq!(cage.arg("total"), Some(&Arg::Number(5)));
        assert_eq!((dot.rule.as_str(), dot.arg("E")), ("ratio", Some(&Arg::Cells(vec![Cell(8), Cell(12)]))));
    }

    #[test]
    fn the_answer_is_a_solution() {
        let frame = frame(&["square", "4", "4"], None).unwrap();
        let puzzle = Puzzle::new(frame.shape.clone(), 4);
        let digits = digits_in(r#"[[],[],[],[],["18,3","19,4"],[]]"#, &puzzle, &frame).unwrap();
        assert_eq!(digits[..3], [Some(3), Some(4), None]);
        assert!(digits_in("[1]", &puzzle, &frame).is_none() && answered("x", &puzzle, &frame).is_none());
    }

    #[test]
    fn short_names_stand_without_quotation_marks() {
        let text =
            "square,4,4\n[0,0,0,0]\n{}\n{zR:{z_:[]},zU:zO,zN:{\"18\":[\"3\",1,\"1\"],\"19\":[\"zN\",1,\"1\"]},zT:[]}";
        let (puzzle, notes) = read_lines(text, None).unwrap();
        assert_eq!((puzzle.givens.len(), puzzle.drawings.len(), notes.len()), (1, 1, 1), "{notes:?}");
        assert_eq!(spelled_out(r#"{"a":"\\","zN":"\"zO",zO}"#), r#"{"a":"\\","zN":"\"zO",null}"#);
    }
}
