//! Reading a `.clue` file.

use super::words::{self, is_name};
use crate::alphabet::{Alphabet, Entry, is_border, lay_out};
use crate::cells::{Names, Scan};
use cluewright_core::puzzle::{Definition, Digits, ExtraCell, Foreign, Given, Progress};
use cluewright_core::shape::{MAX_SIDE, Place, usual_box};
use cluewright_core::{BadInput, Cell, Clue, ClueTree, Puzzle, Shape};

/// The headings.
pub(super) const KEYS: &[&str] = &[
    "title",
    "author",
    "text",
    "grid",
    "boxes",
    "regions",
    "region",
    "plane",
    "holes",
    "wraps",
    "digits",
    "labels",
    "extra",
    "rules",
    "givens",
    "placed",
    "marks",
    "solution",
    "solved-extra",
    "foreign",
    "any",
    "all",
    "not",
];
const MAX_GRIDS: usize = 64;
const MAX_DEPTH: usize = 50;

/// A line: its number, the column it starts at, and its text without indentation and trailing spaces.
#[derive(Clone, Copy)]
struct Row<'a> {
    line: u32,
    column: u32,
    text: &'a str,
}

/// A line at the left edge and what is indented below it, blank lines and comments included.
struct Item<'a> {
    head: Row<'a>,
    body: Vec<Row<'a>>,
}

impl<'a> Item<'a> {
    /// The heading and what follows its colon.
    fn key(&self) -> Option<(&'a str, Row<'a>)> {
        key(self.head)
    }

    /// The lines that say something: what follows the colon, then the body.
    fn rows(&self) -> impl Iterator<Item = Row<'a>> + '_ {
        let head = self.key().map(|(_, rest)| rest).filter(|r| !r.text.is_empty());
        head.into_iter().chain(self.body.iter().copied().filter(|r| !r.text.is_empty() && !r.text.starts_with('#')))
    }

    /// What follows the colon, which must be there.
    fn one(&self) -> Result<Row<'a>, BadInput> {
        let mut rows = self.rows();
        match (rows.next(), rows.next()) {
            (Some(row), None) => Ok(row),
            (None, _) => Err(BadInput::new(format!("`{}` says nothing", self.head.text)).at(self.head.line, 1)),
            (_, Some(row)) => Err(BadInput::new("one line is enough here").at(row.line, row.column)),
        }
    }
}

fn key(row: Row<'_>) -> Option<(&str, Row<'_>)> {
    let (key, rest) = row.text.split_once(':')?;
    let word = key.chars().all(|c| c.is_alphabetic() || c == '-') && !key.is_empty();
    let spaces = rest.len() - rest.trim_start().len();
    let column = row.column + key.chars().count() as u32 + 1 + spaces as u32;
    word.then(|| (key, Row { line: row.line, column, text: rest.trim_start() }))
}

/// Splits the text into items and the rules it defines.
fn items(text: &str) -> Result<(Vec<Item<'_>>, Vec<Definition>), BadInput> {
    let mut items: Vec<Item<'_>> = Vec::new();
    let mut definitions = Vec::new();
    let mut lines = (1u32..).zip(text.lines()).peekable();
    while let Some((line, full)) = lines.next() {
        let body = full.trim();
        let indented = full.starts_with([' ', '\t']);
        if !indented && (body.starts_with("rule ") || body == "rule") {
            let mut definition = full.trim_end().to_owned();
            while let Some((_, next)) =
                lines.next_if(|(_, l)| l.trim().is_empty() || l.starts_with([' ', '\t', '#', '\r']))
            {
                definition.push('\n');
                definition.push_str(next.trim_end());
            }
            definition.truncate(definition.trim_end().len());
            definitions.push(Definition { text: definition, line });
            // A clue under the rule's text is not part of it, and nothing is indented below a rule twice.
            continue;
        }
        let column = (full.chars().take_while(|c| c.is_whitespace()).count() + 1) as u32;
        let row = Row { line, column, text: body };
        if body.is_empty() || indented || body.starts_with('#') {
            match items.last_mut() {
                // A comment at the left edge is nobody's.
                Some(item) if indented || body.is_empty() => item.body.push(row),
                None if indented && !body.is_empty() && !body.starts_with('#') => {
                    return Err(BadInput::new("an indented line belongs to the line above it, and there is none")
                        .at(line, column)
                        .hint("start it at the left edge"));
                }
                _ => {}
            }
        } else {
            items.push(Item { head: row, body: Vec::new() });
        }
    }
    Ok((items, definitions))
}

pub(super) fn read(text: &str) -> Result<Puzzle, BadInput> {
    let (items, definitions) = items(text)?;
    for item in &items {
        if let Some((key, _)) = item.key().filter(|(key, _)| !KEYS.contains(key)) {
            let near = KEYS.iter().copied().min_by_key(|k| distance(k, key)).expect("there are headings");
            let hint = if distance(near, key) <= 2 {
                format!("did you mean `{near}:`?")
            } else {
                format!("headings: {}", KEYS.join(", "))
            };
            return Err(BadInput::new(format!("there is no heading `{key}:`")).at(item.head.line, 1).hint(hint));
        }
    }
    let shape = shape(&items)?;
    let largest = shape.grids().iter().map(|g| g.height.max(g.width)).max().unwrap_or(9);
    let mut puzzle = Puzzle::new(shape, largest.min(64) as u8);
    puzzle.definitions = definitions;
    for item in &items {
        match item.key().map(|(key, _)| key) {
            Some("digits") => puzzle.digits = digits(item.one()?)?,
            Some("title") => puzzle.title = prose(item),
            Some("author") => puzzle.author = prose(item),
            Some("text") => puzzle.text = prose(item),
            Some("wraps") => {
                let row = item.one()?;
                let wraps = match row.text {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(BadInput::new("expected `yes` or `no`").at(row.line, row.column)),
                };
                puzzle.shape.set_wraps(wraps);
            }
            Some("extra") => extra(item, &mut puzzle.extra)?,
            Some("foreign") => puzzle.foreign = Some(foreign(item.one()?)?),
            _ => {}
        }
    }
    if puzzle.cell_count() > 60_000 {
        return Err(BadInput::new("more than 60000 cells"));
    }
    let mut labels_line = None;
    for item in items.iter().filter(|i| i.key().is_some_and(|(k, _)| k == "labels")) {
        let row = item.one()?;
        labels_line = Some(row);
        puzzle.labels = labels(row, puzzle.digits)?;
    }
    let alphabet = Alphabet::new(puzzle.digits, &puzzle.labels);
    if let Some(row) = labels_line {
        let bad = puzzle.labels.iter().find(|l| l.contains(['[', ']', ',', '|', '#']));
        if let Some(label) = bad {
            return Err(BadInput::new(format!("`{label}` cannot be a label")).at(row.line, row.column));
        }
    }
    let mut ruled = false;
    for item in &items {
        match item.key().map(|(key, _)| key) {
            Some("givens") => {
                for (cell, entry) in drawn("givens", item, &alphabet, &puzzle.shape)? {
                    give(&mut puzzle, cell, entry.digits, (entry.line, entry.column))?;
                }
            }
            Some("placed") => {
                for (cell, entry) in drawn("placed digits", item, &alphabet, &puzzle.shape)? {
                    if entry.digits.len() > 1 {
                        return Err(BadInput::new("one digit is placed in a cell")
                            .at(entry.line, entry.column)
                            .hint("pencil marks go below `marks:`"));
                    }
                    progress(&mut puzzle.progress, cell).placed = Some(entry.digits[0]);
                }
            }
            Some("marks") => {
                for (cell, entry) in drawn("marks", item, &alphabet, &puzzle.shape)? {
                    progress(&mut puzzle.progress, cell).marks = entry.digits;
                }
            }
            Some("solution") => {
                let cells = puzzle.shape.len().max(puzzle.solution.len());
                puzzle.solution.resize(cells, None);
                for (cell, entry) in drawn("solution", item, &alphabet, &puzzle.shape)? {
                    if entry.digits.len() > 1 {
                        return Err(BadInput::new("a solution has one digit a cell").at(entry.line, entry.column));
                    }
                    puzzle.solution[cell.index()] = Some(entry.digits[0]);
                }
            }
            Some("solved-extra") => {
                puzzle.solution.resize(puzzle.cell_count(), None);
                solved_extra(item, &puzzle.extra, &mut puzzle.solution)?;
            }
            Some("rules") => {
                ruled = true;
                for row in item.rows() {
                    for (part, column) in comma_parts(row) {
                        if part == "none" {
                            continue;
                        }
                        puzzle.rules.push(words::clue(part, row.line, column, Names::of(&puzzle))?);
                    }
                }
            }
            Some("any" | "all" | "not") => {
                let mut rows = vec![item.head];
                rows.extend(item.body.iter().copied().filter(|r| !r.text.is_empty() && !r.text.starts_with('#')));
                let mut at = 0;
                let tree = tree(&rows, &mut at, Names::of(&puzzle), 0)?;
                if let Some(row) = rows.get(at) {
                    return Err(BadInput::new("this line belongs to nothing above it").at(row.line, row.column));
                }
                puzzle.clues.push(tree);
            }
            Some(_) => {}
            None => {
                let head = item.head;
                if let Some(row) = item.body.iter().find(|r| !r.text.is_empty() && !r.text.starts_with('#')) {
                    return Err(BadInput::new("nothing is indented below a clue")
                        .at(row.line, row.column)
                        .hint("start each clue at the left edge"));
                }
                if let Some(rest) = head.text.strip_prefix("given ") {
                    given_line(&mut puzzle, &alphabet, rest, head)?;
                } else {
                    let clue = words::clue(head.text, head.line, head.column, Names::of(&puzzle))?;
                    puzzle.clues.push(ClueTree::One(clue));
                }
            }
        }
    }
    if !ruled {
        puzzle.rules.push(Clue::new("classic", Vec::new()));
    }
    puzzle.givens.sort_by_key(|g| g.cell);
    puzzle.progress.sort_by_key(|p| p.cell);
    Ok(puzzle)
}

/// Small edit distance, for "did you mean".
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let next = (corner + usize::from(ca != *cb)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = std::mem::replace(&mut row[j + 1], next);
        }
    }
    *row.last().expect("a row is never empty")
}

/// Text over several lines, with its own indentation below the first line kept.
fn prose(item: &Item<'_>) -> String {
    let head = item.key().map_or("", |(_, rest)| rest.text);
    let mut lines = vec![head.to_owned()];
    let left = item.body.iter().find(|r| !r.text.is_empty()).map_or(1, |r| r.column);
    for row in &item.body {
        let indent = if row.text.is_empty() { 0 } else { row.column.saturating_sub(left) };
        lines.push(format!("{}{}", " ".repeat(indent.min(200) as usize), row.text));
    }
    lines.join("\n").trim().to_owned()
}

fn number(text: &str, row: Row<'_>, what: &str) -> Result<i32, BadInput> {
    text.trim().parse().map_err(|_| BadInput::new(format!("`{text}` is no {what}")).at(row.line, row.column))
}

/// `1..9`, `0-8`, or how many from 1.
fn digits_range(text: &str, row: Row<'_>) -> Result<Digits, BadInput> {
    let (first, last) = match text.split_once("..") {
        Some((a, b)) => (number(a, row, "number")?, number(b, row, "number")?),
        None => match text[1.min(text.len())..].split_once('-') {
            Some((_, b)) => (number(&text[..text.len() - b.len() - 1], row, "number")?, number(b, row, "number")?),
            None => (1, number(text, row, "number")?),
        },
    };
    let count = i64::from(last) - i64::from(first) + 1;
    if !(1..=64).contains(&count) || first.abs() > 1_000_000 {
        return Err(BadInput::new(format!("{first} to {last} are {count} numbers"))
            .at(row.line, row.column)
            .hint("between 1 and 64 of them, such as `1..9`"));
    }
    Ok(Digits { first, count: count as u8 })
}

fn digits(row: Row<'_>) -> Result<Digits, BadInput> {
    digits_range(row.text, row).map_err(|e| e.hint("such as `digits: 0..8`"))
}

fn labels(row: Row<'_>, digits: Digits) -> Result<Vec<String>, BadInput> {
    let words: Vec<&str> = row.text.split_whitespace().collect();
    let count = digits.count as usize;
    let labels: Vec<String> = match words[..] {
        [word] if word.chars().count() == count => word.chars().map(String::from).collect(),
        _ => words.iter().map(|w| (*w).to_owned()).collect(),
    };
    if labels.len() != count {
        return Err(BadInput::new(format!("{} labels for {count} digits", labels.len()))
            .at(row.line, row.column)
            .hint("one for each digit, in order, with spaces between"));
    }
    if let Some(twice) = (1..count).find(|&i| labels[..i].contains(&labels[i])) {
        return Err(BadInput::new(format!("two digits have the label `{}`", labels[twice])).at(row.line, row.column));
    }
    Ok(labels)
}

/// `X 1..9, T 0..45 helper`
fn extra(item: &Item<'_>, cells: &mut Vec<ExtraCell>) -> Result<(), BadInput> {
    for row in item.rows() {
        for (part, column) in comma_parts(row) {
            let here = Row { line: row.line, column, text: part };
            let words: Vec<&str> = part.split_whitespace().collect();
            let (name, range, shown) = match words[..] {
                [name, range] => (name, range, true),
                [name, range, "helper"] => (name, range, false),
                _ => {
                    return Err(BadInput::new(format!("`{part}` is no extra cell"))
                        .at(here.line, here.column)
                        .hint("such as `extra: X 1..9, T 0..45 helper`"));
                }
            };
            if !is_name(name) || crate::cells::looks_like_cell(name) {
                return Err(BadInput::new(format!("`{name}` cannot be the name of a cell"))
                    .at(here.line, here.column)
                    .hint("a letter, then letters and digits; `r1c1` names cells of the grid"));
            }
            if cells.iter().any(|c| c.name == name) {
                return Err(BadInput::new(format!("there are two extra cells `{name}`")).at(here.line, here.column));
            }
            cells.push(ExtraCell { name: name.to_owned(), numbers: digits_range(range, here)?, shown });
        }
    }
    Ok(())
}

/// `X = 3, T = 17`: what extra cells hold in the solution.
fn solved_extra(item: &Item<'_>, cells: &[ExtraCell], solution: &mut [Option<i32>]) -> Result<(), BadInput> {
    let first = solution.len() - cells.len();
    for row in item.rows() {
        for (part, column) in comma_parts(row) {
            let bad = |what: String| BadInput::new(what).at(row.line, column);
            let (name, number) = part.split_once('=').unwrap_or((part, ""));
            let (name, number) = (name.trim(), number.trim().parse::<i32>());
            let Some(at) = cells.iter().position(|c| c.name == name) else {
                return Err(bad(format!("there is no extra cell `{name}`")).hint("`extra:` names them"));
            };
            let numbers = cells[at].numbers;
            match number {
                Ok(n) if (numbers.first..=numbers.last()).contains(&n) => solution[first + at] = Some(n),
                _ => {
                    return Err(bad(format!("`{part}` is no number of {name}")).hint(format!(
                        "from {} to {}: `{name} = {}`",
                        numbers.first,
                        numbers.last(),
                        numbers.first
                    )));
                }
            }
        }
    }
    Ok(())
}

/// `f-puzzles "text"`
fn foreign(row: Row<'_>) -> Result<Foreign, BadInput> {
    let mut scan = Scan::new(row.text, row.line, row.column);
    let format = scan.take(|c| !c.is_whitespace()).to_owned();
    scan.skip_spaces();
    if scan.peek() != Some('"') {
        return Err(scan.error("expected a text in quotes").hint("`foreign:` keeps data of another format"));
    }
    let text = words::text(&mut scan)?;
    Ok(Foreign { format, text })
}

/// The parts between commas that are not in brackets or quotes, each with its column.
fn comma_parts(row: Row<'_>) -> Vec<(&str, u32)> {
    let mut parts = Vec::new();
    let (mut start, mut depth, mut quoted) = (0, 0i32, false);
    let bytes = row.text.as_bytes();
    for i in 0..=bytes.len() {
        match bytes.get(i) {
            Some(b'"') => quoted = !quoted,
            Some(b'[' | b'(') if !quoted => depth += 1,
            Some(b']' | b')') if !quoted => depth -= 1,
            Some(b',') if quoted || depth > 0 => {}
            Some(b',') | None => {
                let part = &row.text[start..i];
                let spaces = part.len() - part.trim_start().len();
                let column = row.column + row.text[..start + spaces].chars().count() as u32;
                if !part.trim().is_empty() {
                    parts.push((part.trim(), column));
                }
                start = i + 1;
            }
            _ => {}
        }
    }
    parts
}

fn drawn(what: &str, item: &Item<'_>, alphabet: &Alphabet, shape: &Shape) -> Result<Vec<(Cell, Entry)>, BadInput> {
    let mut rows = Vec::new();
    for row in item.rows().filter(|r| !is_border(r.text)) {
        rows.push(alphabet.row(row.text, row.line, row.column)?);
    }
    // A row of `-` blanks looks like a border; dots are better, but both are read.
    if rows.len() != shape.height() as usize && item.rows().count() == shape.height() as usize {
        rows = item.rows().map(|r| alphabet.row(r.text, r.line, r.column)).collect::<Result<_, _>>()?;
    }
    let mut out = lay_out(what, &rows, shape, item.head.line)?;
    out.retain(|(_, entry)| !entry.digits.is_empty());
    Ok(out)
}

fn progress(all: &mut Vec<Progress>, cell: Cell) -> &mut Progress {
    let at = all.iter().position(|p| p.cell == cell).unwrap_or_else(|| {
        all.push(Progress { cell, placed: None, marks: Vec::new() });
        all.len() - 1
    });
    &mut all[at]
}

/// Two givens of one cell leave it what both allow.
fn give(puzzle: &mut Puzzle, cell: Cell, digits: Vec<i32>, place: (u32, u32)) -> Result<(), BadInput> {
    match puzzle.givens.iter_mut().find(|g| g.cell == cell) {
        Some(given) => given.digits.retain(|d| digits.contains(d)),
        None => puzzle.givens.push(Given { cell, digits }),
    }
    if puzzle.givens.iter().any(|g| g.cell == cell && g.digits.is_empty()) {
        let name = puzzle.cell_name(cell);
        return Err(BadInput::new(format!("two givens of {name} contradict each other")).at(place.0, place.1));
    }
    Ok(())
}

/// `given r1c1 5`, `given X [1 2 3]`, `given r1c1-r1c3 [135]`
fn given_line(puzzle: &mut Puzzle, alphabet: &Alphabet, rest: &str, head: Row<'_>) -> Result<(), BadInput> {
    let mut scan = Scan::new(rest, head.line, head.column + 6);
    let mut cells = Vec::new();
    loop {
        scan.skip(|c| c.is_whitespace() || c == ',');
        let before = scan.clone();
        let word = scan.take(|c| c.is_alphanumeric() || "-_.".contains(c));
        match Names::of(puzzle).cells(word) {
            Some(Ok(more)) => cells.extend(more),
            Some(Err(e)) => return Err(before.error(e)),
            None => {
                scan = before;
                break;
            }
        }
    }
    scan.skip(|c| c.is_whitespace() || c == '=');
    let place = scan.place();
    let hint = "such as `given r1c1 5` or `given r1c1 [1 3 5]`";
    let Some(&first) = cells.first() else {
        return Err(scan.error("`given` without a cell").hint(hint));
    };
    let extra = first.index().checked_sub(puzzle.shape.len()).map(|i| puzzle.extra[i].numbers);
    let numbers;
    let alphabet = match extra {
        Some(range) => {
            numbers = Alphabet::new(range, &[]);
            &numbers
        }
        None => alphabet,
    };
    let bare = scan.rest().trim();
    let entries = if let Some(digit) = alphabet.digit(bare) {
        vec![digit]
    } else {
        let row = alphabet.row(scan.rest(), place.0, place.1)?;
        row.into_iter().flat_map(|e| e.digits).collect()
    };
    if entries.is_empty() {
        return Err(scan.error("`given` without a digit").hint(hint));
    }
    for cell in cells {
        let mut digits = entries.clone();
        digits.sort_unstable();
        digits.dedup();
        give(puzzle, cell, digits, place)?;
    }
    Ok(())
}

/// A clue, or `any:`, `all:`, `not:` with what is indented below it.
fn tree(rows: &[Row<'_>], at: &mut usize, names: Names<'_>, depth: usize) -> Result<ClueTree, BadInput> {
    let row = rows[*at];
    if depth > MAX_DEPTH {
        return Err(BadInput::new(format!("clues nested more than {MAX_DEPTH} deep")).at(row.line, row.column));
    }
    *at += 1;
    let Some((kind, rest)) = key(row).filter(|(k, _)| matches!(*k, "any" | "all" | "not")) else {
        return words::clue(row.text, row.line, row.column, names).map(ClueTree::One);
    };
    let mut parts = Vec::new();
    if !rest.text.is_empty() {
        parts.push(tree(&[rest], &mut 0, names, depth + 1)?);
    }
    while let Some(next) = rows.get(*at).filter(|r| r.column > row.column) {
        let _ = next;
        parts.push(tree(rows, at, names, depth + 1)?);
    }
    match (kind, parts.len()) {
        ("any", 0) => Err(BadInput::new("`any:` without a clue can never hold").at(row.line, row.column)),
        ("any", _) => Ok(ClueTree::Any(parts)),
        ("not", 1) => Ok(ClueTree::Not(Box::new(parts.remove(0)))),
        ("not", 0) => Err(BadInput::new("`not:` without a clue").at(row.line, row.column)),
        ("not", _) => Ok(ClueTree::Not(Box::new(ClueTree::All(parts)))),
        _ => Ok(ClueTree::All(parts)),
    }
}

/// A grid as the file describes it, before the shape is built.
struct Plan<'a> {
    name: &'a str,
    top: u32,
    left: u32,
    height: u32,
    width: u32,
    boxes: Option<(u32, u32)>,
    map: Option<&'a Item<'a>>,
    regions: Vec<Row<'a>>,
    row: Row<'a>,
}

fn shape(items: &[Item<'_>]) -> Result<Shape, BadInput> {
    let default = Row { line: 1, column: 1, text: "9x9" };
    let mut plans: Vec<Plan<'_>> = Vec::new();
    let mut plane: Option<(u32, u32)> = None;
    let mut holes: Vec<Row<'_>> = Vec::new();
    if !items.iter().any(|i| i.key().is_some_and(|(k, _)| k == "grid")) {
        plans.push(plan(default)?);
    }
    for item in items {
        let Some((key, _)) = item.key() else { continue };
        match key {
            "grid" => {
                if plans.len() >= MAX_GRIDS {
                    return Err(BadInput::new(format!("more than {MAX_GRIDS} grids")).at(item.head.line, 1));
                }
                plans.push(plan(item.one()?)?);
            }
            "plane" => {
                let row = item.one()?;
                plane = Some(size(row.text, row)?);
            }
            "holes" => holes.extend(item.rows()),
            "boxes" | "regions" | "region" => {
                let Some(plan) = plans.last_mut() else {
                    return Err(BadInput::new(format!("`{key}:` before its grid"))
                        .at(item.head.line, 1)
                        .hint("it speaks of the `grid:` above it"));
                };
                match key {
                    "boxes" => plan.boxes = Some(boxes(item.one()?)?),
                    "regions" => plan.map = Some(item),
                    _ => plan.regions.extend(item.rows()),
                }
            }
            _ => {}
        }
    }
    let height = plans.iter().map(|p| p.top + p.height).max().unwrap_or(9).max(plane.map_or(0, |p| p.0));
    let width = plans.iter().map(|p| p.left + p.width).max().unwrap_or(9).max(plane.map_or(0, |p| p.1));
    let max = MAX_SIDE as u32;
    if let Some(p) = plans.iter().find(|p| p.top + p.height > max || p.left + p.width > max) {
        return Err(BadInput::new("the grid is too large")
            .at(p.row.line, p.row.column)
            .hint(format!("at most {max} rows and columns")));
    }
    let full = Shape::plane(height as u16, width as u16, |_| true)?;
    let mut missing = vec![plane.is_none(); (height * width) as usize];
    let index = |place: Place| (place.row as u32 * width + place.col as u32) as usize;
    for p in &plans {
        for cell in full.block(p.top as u16, p.left as u16, p.height as u16, p.width as u16) {
            missing[index(full.place(cell))] = false;
        }
    }
    let whole = Names { shape: &full, extra: &[] };
    for row in &holes {
        for cell in listed(*row, whole)? {
            missing[index(full.place(cell))] = true;
        }
    }
    let mut shape = Shape::plane(height as u16, width as u16, |place| !missing[index(place)])?;
    if shape.is_empty() {
        return Err(BadInput::new("the grid has no cells").at(holes.first().map_or(1, |r| r.line), 1));
    }
    for (i, p) in plans.iter().enumerate() {
        let usual = (p.height == p.width).then(|| usual_box(p.height as u16)).flatten().unwrap_or((0, 0));
        let own = p.map.is_some() || !p.regions.is_empty();
        let (bh, bw) = match p.boxes {
            Some((h, w)) => (h as u16, w as u16),
            None if own => (0, 0),
            None => usual,
        };
        shape
            .add_grid(p.name, p.top as u16, p.left as u16, p.height as u16, p.width as u16, bh, bw)
            .map_err(|e| e.at(p.row.line, p.row.column))?;
        let mut regions = shape.grids()[i].regions.clone();
        regions.retain(|r| !r.is_empty());
        if let Some(item) = p.map {
            regions.extend(region_map(item, &shape, p)?);
        }
        for row in &p.regions {
            regions.push(listed(*row, Names { shape: &shape, extra: &[] })?);
        }
        shape.set_regions(i, regions);
    }
    Ok(shape)
}

/// `9x9`, `6`, `A 9x9 at r1c13 boxes 3x3`
fn plan(row: Row<'_>) -> Result<Plan<'_>, BadInput> {
    let mut plan =
        Plan { name: "", top: 0, left: 0, height: 0, width: 0, boxes: None, map: None, regions: Vec::new(), row };
    let hint = "such as `grid: 9x9` or `grid: A 9x9 at r1c13 boxes 3x3`";
    let bad = |message: String| BadInput::new(message).at(row.line, row.column).hint(hint);
    let mut words = row.text.split_whitespace().peekable();
    if words.peek().is_some_and(|w| is_name(w)) {
        plan.name = words.next().expect("peeked");
    }
    let first = words.next().ok_or_else(|| bad("a grid without a size".into()))?;
    (plan.height, plan.width) = size(first, row)?;
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| bad(format!("`{word}` without a value")))?;
        match word {
            "at" => {
                let place = value.strip_prefix('r').and_then(|v| v.split_once('c'));
                let place = place.and_then(|(r, c)| Some((r.parse::<u16>().ok()?, c.parse::<u16>().ok()?)));
                let (r, c) =
                    place.filter(|&(r, c)| r > 0 && c > 0).ok_or_else(|| bad(format!("`{value}` is no cell")))?;
                (plan.top, plan.left) = (r as u32 - 1, c as u32 - 1);
            }
            "boxes" => plan.boxes = Some(boxes(Row { text: value, ..row })?),
            _ => return Err(bad(format!("`{word}` is not expected here"))),
        }
    }
    Ok(plan)
}

fn size(text: &str, row: Row<'_>) -> Result<(u32, u32), BadInput> {
    let (h, w) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    let side = |t: &str| t.trim().parse::<u32>().ok().filter(|n| (1..=MAX_SIDE as u32).contains(n));
    match (side(h), side(w)) {
        (Some(h), Some(w)) => Ok((h, w)),
        _ => Err(BadInput::new(format!("`{text}` is no size"))
            .at(row.line, row.column)
            .hint(format!("rows x columns, such as 9x9, at most {MAX_SIDE} each"))),
    }
}

fn boxes(row: Row<'_>) -> Result<(u32, u32), BadInput> {
    if row.text == "none" { Ok((0, 0)) } else { size(row.text, row) }
}

/// The cells a line lists.
fn listed(row: Row<'_>, names: Names<'_>) -> Result<Vec<Cell>, BadInput> {
    let mut cells = Vec::new();
    let mut scan = Scan::new(row.text, row.line, row.column);
    loop {
        scan.skip(|c| c.is_whitespace() || c == ',');
        if scan.peek().is_none() {
            return Ok(cells);
        }
        let before = scan.clone();
        let word = scan.take(|c| !c.is_whitespace() && c != ',');
        match names.cells(word) {
            Some(Ok(more)) => cells.extend(more),
            Some(Err(e)) => return Err(before.error(e)),
            None => return Err(before.error(format!("`{word}` is no cell")).hint("cells are named like r1c1")),
        }
    }
}

/// A map of letters: cells with the same letter are a region, `.` is in none.
fn region_map(item: &Item<'_>, shape: &Shape, plan: &Plan<'_>) -> Result<Vec<Vec<Cell>>, BadInput> {
    let rows: Vec<Row<'_>> = item.rows().filter(|r| !is_border(r.text)).collect();
    if rows.len() != plan.height as usize {
        let at = rows.last().copied().unwrap_or(item.head);
        return Err(BadInput::new(format!("the regions have {} rows", rows.len()))
            .at(at.line, at.column)
            .hint(format!("expected {}, a letter for each cell", plan.height)));
    }
    let mut named: Vec<(String, Vec<Cell>)> = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let words: Vec<&str> = row.text.split([' ', '\t', '|']).filter(|w| !w.is_empty()).collect();
        let letters: Vec<String> = if words.len() == plan.width as usize {
            words.iter().map(|w| (*w).to_owned()).collect()
        } else {
            words.iter().flat_map(|w| w.chars()).map(String::from).collect()
        };
        if letters.len() != plan.width as usize {
            return Err(BadInput::new(format!("row {} of the regions has {} cells", r + 1, letters.len()))
                .at(row.line, row.column)
                .hint(format!("expected {}", plan.width)));
        }
        for (c, letter) in letters.into_iter().enumerate() {
            let Some(cell) = shape.at((plan.top as usize + r) as i32, (plan.left as usize + c) as i32) else {
                continue;
            };
            if letter == "." || letter == "~" {
                continue;
            }
            match named.iter_mut().find(|(name, _)| *name == letter) {
                Some((_, cells)) => cells.push(cell),
                None => named.push((letter, vec![cell])),
            }
        }
    }
    Ok(named.into_iter().map(|(_, cells)| cells).collect())
}
