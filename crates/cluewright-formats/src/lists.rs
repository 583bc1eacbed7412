//! Grids in the notations of programming languages: lists of lists (Python, JSON), lists of rows, a string in quotation marks, and
//! `ipuz` objects.
//!
//! A cell is a number or a string. 0, a negative number, `None`, `null`, `nan`, an empty string and the common marks for blanks
//! mean a blank cell; a list of numbers gives the candidates of a cell.

use crate::line::side;
use crate::{Format, Line, Note, NoteKind, several};
use cluewright_core::puzzle::Given;
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape, Sort};
use serde_json::Value;

/// The maximum nesting depth of lists: rows, cells, candidates, and one enclosing level.
const DEEPEST: usize = 4;
/// The maximum number of cells in a grid.
const MOST: usize = 64 * 64;

/// A list or a word in a list.
#[derive(Debug)]
enum Item {
    Word(String),
    List(Vec<Item>),
}

/// The result of reading text in one of these notations; `None` if the text is in none of these notations.
pub(crate) fn read(text: &str) -> Option<Result<(Puzzle, Vec<Note>), BadInput>> {
    let text = text.trim();
    if text.starts_with('{') {
        return ipuz(text);
    }
    // An assignment and function calls may surround the list, as in `grid = np.array([[...]])`.
    let start = text.find(['[', '"', '\''])?;
    let name = |c: char| c.is_ascii_alphanumeric() || "_.=:( ".contains(c);
    let (front, rest) = text.split_at(start);
    if !front.chars().all(name) || front.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let mut scan = Scan { rest, taken: 0 };
    let mut item = scan.item(0)?;
    // The rows may follow each other without an outer list.
    if matches!(item, Item::List(_)) && scan.follows() {
        let mut rows = vec![item];
        while scan.follows() {
            rows.push(scan.item(1)?);
        }
        item = Item::List(rows);
    }
    let end = scan.rest.trim_start_matches(|c: char| c.is_whitespace() || ",;)".contains(c));
    // In numpy arrays, `dtype=int` may follow the list.
    if !(end.is_empty() || end.starts_with("dtype") && end.len() < 40) {
        return None;
    }
    puzzle_of(&item)
}

/// The length in bytes of the list at the start of the text; `None` if the list is not a grid.
pub(crate) fn grid_at(text: &str) -> Option<usize> {
    let mut scan = Scan { rest: text, taken: 0 };
    let item = scan.item(0)?;
    puzzle_of(&item)?.ok()?;
    Some(text.len() - scan.rest.len())
}

/// The remaining text, and the number of words found so far.
struct Scan<'a> {
    rest: &'a str,
    taken: usize,
}

impl Scan<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    }

    /// Whether another list follows.
    fn follows(&mut self) -> bool {
        self.skip();
        self.rest.starts_with(['[', '('])
    }

    fn item(&mut self, depth: usize) -> Option<Item> {
        self.skip();
        let first = self.rest.chars().next()?;
        self.taken += 1;
        if self.taken > MOST * 10 {
            return None;
        }
        match first {
            '[' | '(' if depth < DEEPEST => {
                self.rest = &self.rest[1..];
                let mut items = Vec::new();
                loop {
                    self.skip();
                    match self.rest.chars().next()? {
                        ']' | ')' => {
                            self.rest = &self.rest[1..];
                            return Some(Item::List(items));
                        }
                        _ => items.push(self.item(depth + 1)?),
                    }
                }
            }
            '"' | '\'' => {
                let inner = &self.rest[1..];
                let end = inner.find(first)?;
                let word = inner[..end].replace("\\n", "\n");
                self.rest = &inner[end + 1..];
                Some(Item::Word(word))
            }
            _ => {
                let end =
                    self.rest.find(|c: char| c.is_whitespace() || ",[]()\"'".contains(c)).unwrap_or(self.rest.len());
                let word = self.rest[..end].to_owned();
                self.rest = &self.rest[end..];
                (!word.is_empty()).then_some(Item::Word(word))
            }
        }
    }
}

/// The content of a cell: its digits as numbers, or a character as in the format `line`.
enum Held {
    Numbers(Vec<i64>),
    Letter(char),
}

fn held(item: &Item) -> Option<Held> {
    let word = match item {
        Item::Word(word) => word.trim(),
        Item::List(items) => {
            let numbers = items.iter().map(|item| match held(item)? {
                Held::Numbers(one) => <[i64; 1]>::try_from(one).ok().map(|[n]| n),
                Held::Letter(_) => None,
            });
            return numbers.collect::<Option<Vec<i64>>>().map(Held::Numbers);
        }
    };
    let blank = matches!(word.to_lowercase().as_str(), "" | "none" | "null" | "nan" | "np.nan" | "false")
        || matches!(word, "." | "_" | "*" | "?" | "-" | "x" | "X");
    if blank {
        return Some(Held::Numbers(Vec::new()));
    }
    // Arrays of floating-point numbers contain `5.0` or `5.` instead of 5.
    let whole = word.strip_suffix(".0").or_else(|| word.strip_suffix('.')).unwrap_or(word);
    let mut chars = word.chars();
    match (whole.parse::<i64>(), chars.next(), chars.next()) {
        (Ok(n), ..) => Some(Held::Numbers(if n > 0 { vec![n] } else { Vec::new() })),
        (_, Some(letter), None) if letter.is_ascii_alphabetic() => Some(Held::Letter(letter)),
        _ => None,
    }
}

fn puzzle_of(item: &Item) -> Option<Result<(Puzzle, Vec<Note>), BadInput>> {
    let items = match item {
        // A quoted string: a puzzle as one line, or a grid of several lines.
        Item::Word(word) if word.len() >= 16 => {
            return Some(Line.read(&word.split('\n').map(str::trim).collect::<String>()));
        }
        Item::Word(_) => return None,
        Item::List(items) => items,
    };
    if let [one] = &items[..] {
        return puzzle_of(one);
    }
    // The rows may be quoted strings.
    let texts: Option<Vec<&str>> =
        items.iter().map(|i| if let Item::Word(w) = i { Some(w.trim()) } else { None }).collect();
    if let Some(rows) = texts.filter(|rows| rows.iter().all(|r| r.chars().count() == rows.len()) && rows.len() >= 4) {
        return Some(Line.read(&rows.concat()));
    }
    let nested = items.iter().filter(|i| matches!(i, Item::List(_))).count();
    let rows = |n: usize| items.iter().all(|i| matches!(i, Item::List(row) if row.len() == n));
    let cells: Vec<&Item> = if nested == items.len() && rows(items.len()) {
        items.iter().flat_map(|i| if let Item::List(row) = i { &row[..] } else { &[] }).collect()
    } else {
        items.iter().collect()
    };
    if cells.len() < 16 {
        return None;
    }
    let n = side(cells.len())?;
    let held: Vec<Held> = cells.into_iter().map(held).collect::<Option<_>>()?;
    let mark = |held: &Held| match held {
        Held::Numbers(numbers) => match numbers[..] {
            [] => '.',
            [n] => u32::try_from(n).ok().and_then(|n| char::from_digit(n, 10)).unwrap_or('!'),
            _ => '!',
        },
        Held::Letter(_) => '!',
    };
    if let Some(puzzle) = several::in_cells(&held.iter().map(mark).collect::<Vec<_>>()) {
        let note = Note::new(NoteKind::Info, several::told(&puzzle));
        return Some(Ok((puzzle, vec![note])));
    }
    if held.iter().any(|h| matches!(h, Held::Letter(_))) {
        return lettered(&held).map(|line| Line.read(&line));
    }
    Some(numbered(&held, n))
}

/// The cells as one line of characters.
fn lettered(held: &[Held]) -> Option<String> {
    let cell = |held: &Held| match held {
        Held::Letter(letter) => Some(*letter),
        Held::Numbers(numbers) => match numbers[..] {
            [] => Some('.'),
            [n] => u32::try_from(n).ok().and_then(|n| char::from_digit(n, 10)),
            _ => None,
        },
    };
    held.iter().map(cell).collect()
}

fn numbered(held: &[Held], n: u8) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let mut puzzle = Puzzle::new(Shape::square(n.into())?, n);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    for (i, held) in held.iter().enumerate() {
        let Held::Numbers(numbers) = held else { continue };
        let mut digits = Vec::new();
        for &number in numbers {
            let digit = i32::try_from(number).ok().filter(|d| (1..=i32::from(n)).contains(d));
            digits.push(digit.ok_or_else(|| {
                let place = puzzle.shape.place(Cell::at(i));
                BadInput::new(format!("`{number}` at {place} is not a digit of a {n}x{n} grid"))
                    .hint("write 0, a negative number or `None` for a blank cell")
            })?);
        }
        digits.order();
        digits.dedup();
        if !digits.is_empty() && digits.len() < usize::from(n) {
            puzzle.givens.push(Given { cell: Cell::at(i), digits });
        }
    }
    Ok((puzzle, Vec::new()))
}

/// Reads an object of the open format `ipuz` whose kind is sudoku.
fn ipuz(text: &str) -> Option<Result<(Puzzle, Vec<Note>), BadInput>> {
    if !text.contains("ipuz") {
        return None;
    }
    let object: Value = serde_json::from_str(text).ok()?;
    let kind = object.get("kind")?.as_array()?.iter().filter_map(Value::as_str);
    if !kind.into_iter().any(|kind| kind.contains("ipuz") && kind.contains("sudoku")) {
        return None;
    }
    let empty = object.get("empty").map(word);
    // A cell may also be an object with its value and its style.
    let cell = |value: &Value| {
        let inner = value.get("cell").or_else(|| value.get("value")).unwrap_or(value);
        let word = word(inner);
        Item::Word(if Some(&word) == empty.as_ref() { String::new() } else { word })
    };
    let grid = |key: &str| -> Option<Item> {
        let rows = object.get(key)?.as_array()?.iter();
        Some(Item::List(rows.map(|row| Item::List(row.as_array().into_iter().flatten().map(cell).collect())).collect()))
    };
    let Some(read) = grid("puzzle").as_ref().and_then(puzzle_of) else {
        return Some(Err(BadInput::new("the `puzzle` of the ipuz object is not a square grid")));
    };
    Some(read.map(|(mut puzzle, mut notes)| {
        let words = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or("").trim().to_owned();
        (puzzle.title, puzzle.author) = (words("title"), words("author"));
        if let Some(Ok((solution, _))) = grid("solution").as_ref().and_then(puzzle_of)
            && solution.shape.len() == puzzle.shape.len()
        {
            puzzle.solution = vec![None; puzzle.shape.len()];
            for given in solution.givens {
                puzzle.solution[given.cell.index()] = given.digits.first().copied();
            }
        }
        for key in ["cages", "zones", "boxes"]
            .into_iter()
            .filter(|key| object.get(*key).is_some_and(|v| *v != Value::Bool(true)))
        {
            notes.push(Note::new(NoteKind::Unknown, format!("`{key}` of the ipuz object is not understood")));
        }
        (puzzle, notes)
    }))
}

/// A number, a string or a null value as a word.
fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null | Value::Bool(_) => String::new(),
        other => other.to_string(),
    }
}
