//! Draws a grid as text: cells in columns, and lines between regions.

use crate::output::Paint;
use cluewright::core::Board;
use cluewright::differences::Difference;
use cluewright::{Candidate, Cell, Compiled, Puzzle, Value};

/// Draws a grid with `text` for each cell. Holes are left empty.
pub(crate) fn grid(puzzle: &Puzzle, text: impl Fn(Cell) -> String) -> String {
    let shape = &puzzle.shape;
    let mut region = vec![usize::MAX; shape.len()];
    for (i, cells) in shape.regions().enumerate() {
        for c in cells {
            // Where grids overlap, the regions of the first grid are drawn.
            if region[c.index()] == usize::MAX {
                region[c.index()] = i;
            }
        }
    }
    let texts: Vec<String> = shape.cells().map(&text).collect();
    let width = texts.iter().map(|t| t.chars().count()).max().unwrap_or(1);
    let (rows, cols) = (shape.height() as i32, shape.width() as i32);
    let at = |r: i32, c: i32| shape.at(r, c);
    let apart = |a: Option<Cell>, b: Option<Cell>| match (a, b) {
        (Some(a), Some(b)) => region[a.index()] != region[b.index()],
        _ => false,
    };
    let mut out = String::new();
    for r in 0..rows {
        if r > 0 {
            let below = |c: i32| apart(at(r - 1, c), at(r, c));
            if (0..cols).any(below) {
                let mut line = String::new();
                for c in 0..cols {
                    if c > 0 {
                        let side = apart(at(r - 1, c - 1), at(r - 1, c)) || apart(at(r, c - 1), at(r, c));
                        let (left, right) = (below(c - 1), below(c));
                        line.push_str(match (left, side, right) {
                            (true, true, true) => "-+-",
                            (true, true, false) => "-+ ",
                            (false, true, true) => " +-",
                            (false, true, false) => " | ",
                            (true, false, true) => "---",
                            (true, false, false) => "-  ",
                            (false, false, true) => "  -",
                            (false, false, false) => "   ",
                        });
                    }
                    line.push_str(&if below(c) { "-" } else { " " }.repeat(width));
                }
                out.push_str(line.trim_end());
                out.push('\n');
            }
        }
        let mut line = String::new();
        for c in 0..cols {
            if c > 0 {
                line.push_str(if apart(at(r, c - 1), at(r, c)) { " | " } else { "   " });
            }
            let cell = at(r, c).map_or("", |cell| &texts[cell.index()]);
            let pad = width - cell.chars().count();
            line.push_str(&" ".repeat(pad / 2));
            line.push_str(cell);
            line.push_str(&" ".repeat(pad - pad / 2));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    squeeze(out, width)
}

/// Like `grid`, with the givens in bold if colours are on, to distinguish them from digits that were found. Without colours the
/// givens look like other digits, so that the drawing can be copied.
pub(crate) fn with_givens(puzzle: &Puzzle, paint: Paint, text: impl Fn(Cell) -> String) -> String {
    /// The placeholder for the characters of givens in a second drawing.
    const GIVEN: char = '\u{1}';
    let drawn = grid(puzzle, &text);
    if !paint.is_on() {
        return drawn;
    }
    let mut given = vec![false; puzzle.cell_count()];
    for known in puzzle.givens.iter().filter(|g| g.digits.len() == 1) {
        given[known.cell.index()] = true;
    }
    let places = grid(puzzle, |c| {
        let other = if given[c.index()] { GIVEN } else { '.' };
        text(c).chars().map(|_| other).collect()
    });
    let mut out = String::with_capacity(drawn.len() * 2);
    for (line, places) in drawn.lines().zip(places.lines()) {
        let mut run = String::new();
        for (c, place) in line.chars().zip(places.chars()) {
            if place == GIVEN {
                run.push(c);
                continue;
            }
            if !run.is_empty() {
                out.push_str(&paint.bold(&std::mem::take(&mut run)));
            }
            out.push(c);
        }
        if !run.is_empty() {
            out.push_str(&paint.bold(&run));
        }
        out.push('\n');
    }
    out
}

/// Removes the blank columns next to gaps, as cells of one character need no wide gaps.
fn squeeze(text: String, width: usize) -> String {
    if width > 1 {
        return text;
    }
    // Each cell has four columns: one for the cell and three for the gap. A gap without a line is reduced to one column.
    let lines: Vec<Vec<char>> = text.lines().map(|l| l.chars().collect()).collect();
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let is_line = |x: usize| lines.iter().any(|l| matches!(l.get(x), Some('|' | '+')));
    let keep: Vec<bool> = (0..longest)
        .map(|x| match x % 4 {
            1 | 3 => is_line(x - x % 4 + 2),
            _ => true,
        })
        .collect();
    let mut out = String::new();
    for line in lines {
        let kept: String = line.iter().zip(&keep).filter(|(_, k)| **k).map(|(c, _)| *c).collect();
        out.push_str(kept.trim_end());
        out.push('\n');
    }
    out
}

/// Draws a solution.
pub(crate) fn solution(compiled: &Compiled, values: &[Value], paint: Paint) -> String {
    let text = |c: Cell| compiled.model().value_name(Candidate::new(c, values[c.index()]));
    with_givens(compiled.puzzle(), paint, text) + &extra(compiled, text)
}

/// The shown extra cells, with `text` for each: a grid of extra cells is drawn below its name, and a single extra cell on one line.
pub(crate) fn extra(compiled: &Compiled, text: impl Fn(Cell) -> String) -> String {
    let mut out = String::new();
    for extra in compiled.extra() {
        let held = |cell: Option<Cell>| cell.map_or_else(|| ".".to_owned(), &text);
        if extra.is_grid() {
            let drawn = grid(compiled.puzzle(), |c| held(extra.cells[c.index()]));
            out.push_str(&format!("{}:\n{drawn}", extra.name));
        } else {
            let line = extra.cells.iter().map(|cell| format!("{} = {}\n", extra.name, held(*cell)));
            out.extend(line);
        }
    }
    out
}

/// Draws one grid for two solutions: the digits that both solutions have, and entries such as `3/5` where the solutions differ.
pub(crate) fn two_solutions(compiled: &Compiled, one: &[Value], differ: &[Difference]) -> String {
    let model = compiled.model();
    let text = |cell: Cell| {
        let name = |value: Value| model.value_name(Candidate::new(cell, value));
        match differ.iter().find(|d| d.cell == cell) {
            Some(d) => d.values.map(name).join("/"),
            None => name(one[cell.index()]),
        }
    };
    grid(compiled.puzzle(), text) + &extra(compiled, text)
}

/// Draws a grid with the candidates of every cell.
pub(crate) fn candidates(compiled: &Compiled, board: &Board, paint: Paint) -> String {
    let model = compiled.model();
    let names =
        |c: Cell| -> Vec<String> { board.values(c).iter().map(|v| model.value_name(Candidate::new(c, v))).collect() };
    let text = |c: Cell| {
        let names = names(c);
        let between = if names.iter().all(|n| n.chars().count() == 1) { "" } else { "," };
        if names.is_empty() { "!".to_owned() } else { names.join(between) }
    };
    with_givens(compiled.puzzle(), paint, text) + &extra(compiled, |c| names(c).join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Color, Output};
    use crate::screen::shown;
    use cluewright::formats;

    #[test]
    fn givens_are_bold_and_the_drawing_stays() {
        let puzzle = formats::read("1..42...........").expect("a puzzle").puzzle;
        let paint = |color| Paint::new(Output { color, ..Output::default() });
        let text = |c: Cell| (c.index() % 4 + 1).to_string();
        let plain = with_givens(&puzzle, paint(Color::Never), text);
        assert_eq!(plain.lines().next(), Some("1 2 | 3 4"));
        let painted = with_givens(&puzzle, paint(Color::Always), text);
        let seen = shown(&painted);
        assert_eq!(seen.lines().next(), Some("\u{1b}[1m1\u{1b}[0m 2 | 3 \u{1b}[1m4\u{1b}[0m"));
        assert_eq!(seen.replace("\u{1b}[1m", "").replace("\u{1b}[0m", ""), plain);
        // A grid with several characters per cell, and with extra cells after it.
        let wide = with_givens(&puzzle, paint(Color::Always), |c| "12".repeat(c.index() % 2 + 1));
        assert!(shown(&wide).starts_with(" \u{1b}[1m12\u{1b}[0m    1212 | "), "{}", shown(&wide));
    }
}
