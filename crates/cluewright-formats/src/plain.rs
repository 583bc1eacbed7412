//! Puzzles with a single ordinary square grid, cell by cell, for the formats of programs for classic puzzles.

use crate::line::{lost, plain_square, side};
use crate::{Note, NoteKind};
use cluewright_core::puzzle::{Given, Progress};
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape, Sort};

/// The content of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Held {
    #[default]
    Nothing,
    /// A digit given by the setter.
    Given(i32),
    /// A digit placed by the player.
    Placed(i32),
    /// The player's pencil marks.
    Marks(Vec<i32>),
}

/// The features that a format supports besides given digits.
#[derive(Clone, Copy, Default)]
pub(crate) struct Keeps {
    /// Digits placed by the player.
    pub(crate) placed: bool,
    /// Pencil marks.
    pub(crate) marks: bool,
    /// Title and author.
    pub(crate) words: bool,
}

/// The classic puzzle with these cells. Fails if the number of cells is not a square number.
pub(crate) fn puzzle_of(cells: Vec<Held>) -> Result<Puzzle, BadInput> {
    let n = side(cells.len()).ok_or_else(|| {
        BadInput::new(format!("{} cells do not make a square grid", cells.len())).hint("a 9x9 grid has 81 cells")
    })?;
    let mut puzzle = Puzzle::new(Shape::square(n.into())?, n);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    let wide = usize::from(n);
    for (i, held) in cells.into_iter().enumerate() {
        let cell = Cell::at(i);
        let fits = |digit: i32| {
            let (r, c) = (i / wide + 1, i % wide + 1);
            let bad = || BadInput::new(format!("`{digit}` at r{r}c{c} is not a digit of a {n}x{n} grid"));
            if (1..=i32::from(n)).contains(&digit) { Ok(digit) } else { Err(bad()) }
        };
        match held {
            Held::Nothing => {}
            Held::Given(digit) => puzzle.givens.push(Given { cell, digits: vec![fits(digit)?] }),
            Held::Placed(digit) => {
                puzzle.progress.push(Progress { cell, placed: Some(fits(digit)?), marks: Vec::new() });
            }
            Held::Marks(digits) => {
                let mut marks = digits.into_iter().map(fits).collect::<Result<Vec<_>, _>>()?;
                marks.order();
                marks.dedup();
                if !marks.is_empty() {
                    puzzle.progress.push(Progress { cell, placed: None, marks });
                }
            }
        }
    }
    Ok(puzzle)
}

/// The contents of a puzzle's cells, for a format that allows grids with these sides, and notes on the parts that the format
/// cannot express.
pub(crate) fn cells_of(puzzle: &Puzzle, sides: &[usize], keeps: Keeps) -> Result<(Vec<Held>, Vec<Note>), BadInput> {
    let n = plain_square(puzzle)?;
    let digits = puzzle.digits;
    if !sides.contains(&n) || digits.first != 1 || usize::from(digits.count) != n {
        let sides: Vec<String> = sides.iter().map(|n| format!("{n}x{n}")).collect();
        return Err(BadInput::new(format!(
            "this format supports only grids of {} whose digits start at 1",
            sides.join(", ")
        ))
        .hint("write the format `clue`"));
    }
    let written = puzzle.givens.iter().flat_map(|g| &g.digits);
    let players = puzzle.progress.iter().flat_map(|p| p.placed.iter().chain(&p.marks));
    if let Some(digit) = written.chain(players).find(|d| !(1..=digits.last()).contains(*d)) {
        return Err(BadInput::new(format!("`{digit}` is not a digit of a {n}x{n} grid")));
    }
    let mut cells = vec![Held::Nothing; n * n];
    let (mut several, mut player) = (0, Vec::new());
    for given in puzzle.givens.iter().filter(|g| g.cell.index() < n * n) {
        match given.digits[..] {
            [digit] => cells[given.cell.index()] = Held::Given(digit),
            _ => several += 1,
        }
    }
    for progress in &puzzle.progress {
        let held = match (progress.placed, &progress.marks[..]) {
            (Some(digit), []) if keeps.placed => Held::Placed(digit),
            (None, marks) if keeps.marks && !marks.is_empty() => Held::Marks(marks.to_vec()),
            _ => Held::Nothing,
        };
        match cells.get_mut(progress.cell.index()) {
            Some(cell @ Held::Nothing) if held != Held::Nothing => *cell = held,
            // If a cell has both a digit and marks, keep the digit.
            Some(cell @ Held::Nothing) if keeps.placed && progress.placed.is_some() => {
                *cell = progress.placed.map_or(Held::Nothing, Held::Placed);
                player.push(progress.clone());
            }
            _ => player.push(progress.clone()),
        }
    }
    let mut rest = Puzzle { progress: player, ..puzzle.clone() };
    if keeps.words {
        rest.title.clear();
        rest.author.clear();
    }
    let mut notes = lost(&rest);
    if several > 0 {
        let what = format!("this format cannot express the candidates that are given in {several} cells");
        notes.push(Note::new(NoteKind::Lost, what));
    }
    Ok((cells, notes))
}

/// Removes the rules for both main diagonals, which may be one rule or two. Returns whether the puzzle had them.
pub(crate) fn takes_diagonals(puzzle: &mut Puzzle) -> bool {
    let has = |puzzle: &Puzzle, rule: &str| puzzle.rules.iter().any(|c| c.rule == rule && c.args.is_empty());
    let both = ["diagonal-minus", "diagonal-plus"];
    let parts: &[&str] = if both.iter().all(|rule| has(puzzle, rule)) { &both } else { &[] };
    let found = has(puzzle, "diagonals") || !parts.is_empty();
    puzzle.rules.retain(|c| !c.args.is_empty() || c.rule != "diagonals" && !parts.contains(&c.rule.as_str()));
    found
}

/// Reads a line of digits with `.` or `0` for blanks as cells; `None` if the line has other characters.
pub(crate) fn line_cells(line: &str) -> Option<Vec<Held>> {
    let cell = |c: char| match c {
        '.' | '0' => Some(Held::Nothing),
        c => c.to_digit(10).map(|d| Held::Given(d as i32)),
    };
    line.chars().map(cell).collect()
}

/// The given digit of each cell; 0 if the cell has no given digit.
pub(crate) fn given_digits(cells: &[Held]) -> Vec<u8> {
    let digit = |held: &Held| if let Held::Given(digit) = held { u8::try_from(*digit).unwrap_or(0) } else { 0 };
    cells.iter().map(digit).collect()
}

/// The given digits and, if requested, the placed digits, in one line. Other cells are written as `blank`.
pub(crate) fn line_of(cells: &[Held], placed: bool, blank: char) -> String {
    let name = |held: &Held| match held {
        Held::Given(digit) => Some(*digit),
        Held::Placed(digit) if placed => Some(*digit),
        _ => None,
    };
    let digit = |held| name(held).and_then(|d| char::from_digit(u32::try_from(d).ok()?, 10)).unwrap_or(blank);
    cells.iter().map(digit).collect()
}
