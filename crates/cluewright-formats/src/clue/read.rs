//! Reading a `.clue` file.

use super::drawings;
use super::grids::{MOST_CELLS, listed, shape};
use super::rows::{Item, Row, comma_parts, items, key};
use super::words::{self, is_name};
use crate::alphabet::{Alphabet, Entry, is_border, lay_out};
use crate::cells::{Names, Scan};
use cluewright_core::error::place_number;
use cluewright_core::fog::{Fog, Trigger};
use cluewright_core::model::MAX_CELLS;
use cluewright_core::puzzle::{Digits, ExtraCell, Foreign, Given, Progress};
use cluewright_core::shape::MAX_SIDE;
use cluewright_core::{BadInput, Cell, Clue, ClueTree, Puzzle, Shape, Sort};
use cluewright_rules::syntax::nearest;

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
    "drawings",
    "fog",
    "foreign",
    "any",
    "all",
    "not",
];
/// The headings that may occur only once.
const ONCE: &[&str] = &[
    "title", "author", "text", "plane", "wraps", "digits", "labels", "givens", "placed", "solution", "fog", "foreign",
];
const MAX_DEPTH: usize = 50;
/// The maximum number of digits of a cell.
const MAX_DIGITS: u16 = 64;

/// Unknown headings, and those that occur twice, are errors.
fn check_headings(items: &[Item<'_>]) -> Result<(), BadInput> {
    for item in items {
        if let Some((key, _)) = item.key().filter(|(key, _)| !KEYS.contains(key)) {
            let hint = match nearest(key, KEYS.iter().copied()) {
                Some(near) => format!("did you mean `{near}:`?"),
                None => format!("headings: {}", KEYS.join(", ")),
            };
            return Err(BadInput::new(format!("there is no heading `{key}:`")).at(item.head.line, 1).hint(hint));
        }
    }
    for key in ONCE {
        let mut all = items.iter().filter(|i| i.key().is_some_and(|(k, _)| k == *key)).map(|i| i.head);
        if let (Some(first), Some(second)) = (all.next(), all.next()) {
            return Err(BadInput::new(format!("there is a second `{key}:`; the first is on line {}", first.line))
                .at(second.line, 1)
                .hint("remove one of the two"));
        }
    }
    Ok(())
}

pub(super) fn read(text: &str) -> Result<Puzzle, BadInput> {
    let (items, definitions) = items(text)?;
    check_headings(&items)?;
    let shape = shape(&items)?;
    let largest = shape.grids().iter().map(|g| g.height.max(g.width)).max().unwrap_or(9);
    if largest > MAX_DIGITS && find(&items, "digits").is_none() {
        let grid = find(&items, "grid");
        return Err(BadInput::new(format!("a grid with a side of {largest} would have the digits 1 to {largest}"))
            .at(grid.map_or(1, |i| i.head.line), 1)
            .hint(format!("at most {MAX_DIGITS} digits are possible; set the digits of this grid with a line such as `digits: 1..9`")));
    }
    let mut puzzle = Puzzle::new(shape, largest.min(MAX_DIGITS) as u8);
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
            Some("drawings") => {
                for row in item.rows() {
                    puzzle.drawings.push(drawings::read(row)?);
                }
            }
            Some("extra") => extra(item, &mut puzzle.extra)?,
            Some("foreign") => puzzle.foreign = Some(foreign(item.one()?)?),
            _ => {}
        }
    }
    if puzzle.cell_count() > 60_000 {
        return Err(BadInput::new("more than 60000 cells"));
    }
    if let Some(item) = find(&items, "labels") {
        puzzle.labels = labels(item.one()?, puzzle.digits)?;
    }
    let alphabet = Alphabet::new(puzzle.digits, &puzzle.labels);
    let mut ruled = false;
    for item in &items {
        match item.key().map(|(key, _)| key) {
            Some("givens") => {
                for (cell, entry) in drawn("givens", item, &alphabet, &puzzle.shape)? {
                    give(&mut puzzle, cell, entry.digits);
                }
            }
            Some("placed") => {
                for (cell, entry) in drawn("placed digits", item, &alphabet, &puzzle.shape)? {
                    let digit = single(&entry, "only one digit can be placed in a cell");
                    let digit = digit.map_err(|e| e.hint("pencil marks go below `marks:`"))?;
                    progress(&mut puzzle.progress, cell).placed = Some(digit);
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
                    puzzle.solution[cell.index()] = Some(single(&entry, "a solution has one digit per cell")?);
                }
            }
            Some("solved-extra") => {
                puzzle.solution.resize(puzzle.cell_count(), None);
                solved_extra(item, &puzzle.extra, &mut puzzle.solution)?;
            }
            Some("fog") => puzzle.fog = Some(fog(item, Names::of(&puzzle))?),
            Some("rules") => {
                ruled = true;
                for row in item.rows() {
                    for (part, column) in comma_parts(row).into_iter().filter(|(part, _)| *part != "none") {
                        puzzle.rules.push(words::clue(part, row.line, column, Names::of(&puzzle))?);
                    }
                }
            }
            Some("any" | "all" | "not") => {
                let rows: Vec<Row<'_>> = std::iter::once(item.head).chain(item.below()).collect();
                let mut at = 0;
                let tree = tree(&rows, &mut at, Names::of(&puzzle), 0)?;
                if let Some(row) = rows.get(at) {
                    return Err(BadInput::new("this indented line does not belong to any line above it")
                        .at(row.line, row.column));
                }
                puzzle.clues.push(tree);
            }
            Some(_) => {}
            None => {
                let head = item.head;
                if let Some(row) = item.below().next() {
                    return Err(BadInput::new("lines below a clue must not be indented")
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
    puzzle.rules.extend((!ruled).then(|| Clue::new("classic", Vec::new())));
    puzzle.givens.order_by_key(|g| g.cell);
    puzzle.progress.order_by_key(|p| p.cell);
    Ok(puzzle)
}

/// The item of a heading.
fn find<'i, 'a>(items: &'i [Item<'a>], heading: &str) -> Option<&'i Item<'a>> {
    items.iter().find(|item| item.key().is_some_and(|(key, _)| key == heading))
}

/// A text of several lines. Indentation relative to the first indented line is kept.
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
    text.trim().parse().map_err(|_| BadInput::new(format!("`{text}` is not a {what}")).at(row.line, row.column))
}

/// Reads a range of digits: `1..9`, `0-8`, or the number of digits, starting at 1.
fn digits_range(text: &str, row: Row<'_>) -> Result<Digits, BadInput> {
    let (first, last) = match text.split_once("..") {
        Some((a, b)) => (number(a, row, "number")?, number(b, row, "number")?),
        // A minus at the start is a sign and does not separate a range.
        None => match text.char_indices().skip(1).find(|c| c.1 == '-') {
            Some((at, _)) => (number(&text[..at], row, "number")?, number(&text[at + 1..], row, "number")?),
            None => (1, number(text, row, "number")?),
        },
    };
    let count = i64::from(last) - i64::from(first) + 1;
    let fits = u8::try_from(count).ok().filter(|n| (1..=64).contains(n));
    if !(-1_000_000..=1_000_000).contains(&first) {
        return Err(BadInput::new(format!("{first} cannot be the first number"))
            .at(row.line, row.column)
            .hint("use numbers within a million of 0, such as `1..9`"));
    }
    let Some(fits) = fits else {
        return Err(BadInput::new(format!("{first} to {last} is a range of {count} numbers"))
            .at(row.line, row.column)
            .hint("use a range of 1 to 64 numbers, such as `1..9`"));
    };
    Ok(Digits { first, count: fits })
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
            .hint("give one label for each digit, in order, separated by spaces"));
    }
    if let Some(label) = labels.iter().find(|l| l.contains(['[', ']', ',', '|', '#'])) {
        return Err(BadInput::new(format!("`{label}` cannot be a label")).at(row.line, row.column));
    }
    if let Some(twice) = (1..count).find(|&i| labels[..i].contains(&labels[i])) {
        return Err(BadInput::new(format!("two digits have the label `{}`", labels[twice])).at(row.line, row.column));
    }
    Ok(labels)
}

/// The maximum number of extra cells, so that all cells have numbers even with the largest plane.
const MAX_EXTRA: usize = MAX_CELLS - MAX_SIDE as usize * MAX_SIDE as usize;

/// Reads extra cells: `X 1..9, T 0..45 helper`.
fn extra(item: &Item<'_>, cells: &mut Vec<ExtraCell>) -> Result<(), BadInput> {
    for row in item.rows() {
        for (part, column) in comma_parts(row) {
            let here = Row { line: row.line, column, text: part };
            let words: Vec<&str> = part.split_whitespace().collect();
            let (name, range, shown) = match words[..] {
                [name, range] => (name, range, true),
                [name, range, "helper"] => (name, range, false),
                _ => {
                    return Err(BadInput::new(format!("`{part}` is not an extra cell"))
                        .at(here.line, here.column)
                        .hint("write, for example, `extra: X 1..9, T 0..45 helper`"));
                }
            };
            if !is_name(name) || crate::cells::looks_like_cell(name) {
                return Err(BadInput::new(format!("`{name}` cannot be the name of a cell"))
                    .at(here.line, here.column)
                    .hint("use a letter, then letters and digits; names such as `r1c1` are cells of the grid"));
            }
            if cells.iter().any(|c| c.name == name) {
                return Err(
                    BadInput::new(format!("there are two extra cells named `{name}`")).at(here.line, here.column)
                );
            }
            if cells.len() >= MAX_EXTRA {
                return Err(BadInput::new(format!("there are more than {MAX_EXTRA} extra cells"))
                    .at(here.line, here.column)
                    .hint("a number that a rule computes needs no extra cell: give the number a name with `let` in the rule"));
            }
            cells.push(ExtraCell { name: name.to_owned(), numbers: digits_range(range, here)?, shown });
        }
    }
    Ok(())
}

/// Reads the values of extra cells in the solution: `X = 3, T = 17`.
fn solved_extra(item: &Item<'_>, cells: &[ExtraCell], solution: &mut [Option<i32>]) -> Result<(), BadInput> {
    let first = solution.len() - cells.len();
    for row in item.rows() {
        for (part, column) in comma_parts(row) {
            let bad = |what: String| BadInput::new(what).at(row.line, column);
            let (name, number) = part.split_once('=').unwrap_or((part, ""));
            let (name, number) = (name.trim(), number.trim().parse::<i32>());
            let Some(at) = cells.iter().position(|c| c.name == name) else {
                return Err(bad(format!("there is no extra cell `{name}`"))
                    .hint("use the names after `extra:`; the extra cells of a rule cannot be recorded"));
            };
            let numbers = cells[at].numbers;
            match number {
                Ok(n) if (numbers.first..=numbers.last()).contains(&n) => solution[first + at] = Some(n),
                _ => {
                    return Err(bad(format!("`{part}` is not a possible value of {name}")).hint(format!(
                        "use a number from {} to {}, as in `{name} = {}`",
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

/// Reads fog: the cells that are lit at the start, on any number of lines, and triggers write, for example, `r1c1 r1c2 shows r3c3`.
fn fog(item: &Item<'_>, names: Names<'_>) -> Result<Fog, BadInput> {
    let mut fog = Fog::default();
    let mut count = 0;
    for row in item.rows().filter(|row| row.text != "none") {
        if count > MOST_CELLS {
            return Err(BadInput::new("too many cells are listed").at(row.line, row.column));
        }
        let Some(at) = row.text.find("shows") else {
            let lights = listed(row, names)?;
            count += lights.len();
            fog.lights.extend(lights);
            continue;
        };
        let (cells, shows) = (&row.text[..at], &row.text[at + "shows".len()..]);
        let column = row.column.saturating_add(place_number(row.text.len() - shows.len()));
        let cells = listed(Row { text: cells, ..row }, names)?;
        let shows = listed(Row { text: shows, column, ..row }, names)?;
        if cells.is_empty() || shows.is_empty() {
            return Err(BadInput::new("`shows` needs cells before and after it")
                .at(row.line, row.column)
                .hint("write, for example, `r1c1 r1c2 shows r3c3`"));
        }
        count += cells.len() + shows.len();
        fog.triggers.push(Trigger { cells, shows });
    }
    Ok(fog)
}

/// Reads the original text of a puzzle: `f-puzzles "text"`.
fn foreign(row: Row<'_>) -> Result<Foreign, BadInput> {
    let mut scan = Scan::new(row.text, row.line, row.column);
    let format = scan.take(|c| !c.is_whitespace()).to_owned();
    scan.skip_spaces();
    if scan.peek() != Some('"') {
        return Err(scan.error("expected text in quotation marks").hint("`foreign:` contains data of another format"));
    }
    let text = words::text(&mut scan)?;
    Ok(Foreign { format, text })
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

/// The digit of an entry that must not have several.
fn single(entry: &Entry, expected: &str) -> Result<i32, BadInput> {
    match entry.digits[..] {
        [digit] => Ok(digit),
        _ => Err(BadInput::new(expected).at(entry.line, entry.column)),
    }
}

fn progress(all: &mut Vec<Progress>, cell: Cell) -> &mut Progress {
    let at = all.iter().position(|p| p.cell == cell).unwrap_or_else(|| {
        all.push(Progress { cell, placed: None, marks: Vec::new() });
        all.len() - 1
    });
    &mut all[at]
}

/// Two givens of one cell leave the digits that both allow. If there are none, both stay, and the puzzle has no solution.
fn give(puzzle: &mut Puzzle, cell: Cell, digits: Vec<i32>) {
    match puzzle.givens.iter_mut().find(|g| g.cell == cell) {
        Some(given) if given.digits.iter().any(|d| digits.contains(d)) => given.digits.retain(|d| digits.contains(d)),
        _ => puzzle.givens.push(Given { cell, digits }),
    }
}

/// Reads a line such as `given r1c1 5`, `given X [1 2 3]` or `given r1c1-r1c3 [135]`.
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
        let word = scan.clone().take(|c| c.is_alphanumeric() || "-_".contains(c));
        if scan.rest()[word.len()..].starts_with('[') && !word.is_empty() {
            return Err(scan.error(format!("`{word}` is not a list of cells in this file")).hint(format!(
                "if a rule declares `extra cell {word}[...]`, fix its value in that rule, such as `require {word}[cell(1, 3)] = 1`"
            )));
        }
        return Err(scan.error("`given` needs a cell").hint(hint));
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
        return Err(scan.error("`given` needs a digit").hint(hint));
    }
    for cell in cells {
        let mut digits = entries.clone();
        digits.order();
        digits.dedup();
        give(puzzle, cell, digits);
    }
    Ok(())
}

/// Reads a clue, or `any:`, `all:` or `not:` with the clues that are indented below it.
fn tree(rows: &[Row<'_>], at: &mut usize, names: Names<'_>, depth: usize) -> Result<ClueTree, BadInput> {
    let row = rows[*at];
    if depth > MAX_DEPTH {
        return Err(
            BadInput::new(format!("clues are nested more than {MAX_DEPTH} levels deep")).at(row.line, row.column)
        );
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
        ("any", 0) => Err(BadInput::new("`any:` without a clue can never be true").at(row.line, row.column)),
        ("any", _) => Ok(ClueTree::Any(parts)),
        ("not", 1) => Ok(ClueTree::Not(Box::new(parts.remove(0)))),
        ("not", 0) => Err(BadInput::new("`not:` needs a clue").at(row.line, row.column)),
        ("not", _) => Ok(ClueTree::Not(Box::new(ClueTree::All(parts)))),
        _ => Ok(ClueTree::All(parts)),
    }
}
