//! Several 9x9 grids that share boxes, drawn as one: samurai and their like, in rows or as one line.
//!
//! Places outside of the grids are written like empty cells, or by a mark of their own, or not at all.

use cluewright_core::puzzle::Given;
use cluewright_core::{Clue, Puzzle, Shape};

/// The side of each grid.
const SIDE: usize = 9;
/// With fewer givens than this it is not sure what was drawn.
const LEAST: usize = 17;

/// Where the grids lie: height and width of all, and row and column of each grid's first cell.
type Layout = (usize, usize, &'static [(usize, usize)]);

/// The layouts that people draw; places outside of the grids tell them from one large grid.
const LAYOUTS: [Layout; 4] = [
    (21, 21, &[(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]),
    (21, 21, &[(0, 6), (6, 0), (6, 12), (12, 6)]),
    (15, 15, &[(0, 0), (6, 6)]),
    (15, 15, &[(0, 6), (6, 0)]),
];

fn is_inside(layout: &Layout, row: usize, col: usize) -> bool {
    layout.2.iter().any(|&(top, left)| (top..top + SIDE).contains(&row) && (left..left + SIDE).contains(&col))
}

/// The puzzle that is drawn in these rows, a character a cell; none when they are no such grids.
pub(crate) fn in_rows(rows: &[Vec<char>]) -> Option<Puzzle> {
    LAYOUTS.iter().find_map(|layout| laid_out(layout, rows))
}

/// The same in one line.
pub(crate) fn in_line(line: &str) -> Option<Puzzle> {
    let chars: Vec<char> = line.chars().collect();
    LAYOUTS.iter().find_map(|layout| {
        let (height, width, _) = *layout;
        let inside = |row: usize| (0..width).filter(|&col| is_inside(layout, row, col)).count();
        let lengths: Vec<usize> =
            if chars.len() == height * width { vec![width; height] } else { (0..height).map(inside).collect() };
        if lengths.iter().sum::<usize>() != chars.len() {
            return None;
        }
        let mut rest = &chars[..];
        let rows: Vec<Vec<char>> = lengths
            .into_iter()
            .map(|length| {
                let (row, after) = rest.split_at(length);
                rest = after;
                row.to_vec()
            })
            .collect();
        laid_out(layout, &rows)
    })
}

fn laid_out(layout: &Layout, rows: &[Vec<char>]) -> Option<Puzzle> {
    let (height, width, corners) = *layout;
    if rows.len() != height {
        return None;
    }
    let mut digits = vec![vec![None; width]; height];
    for (r, row) in rows.iter().enumerate() {
        let inside: Vec<usize> = (0..width).filter(|&c| is_inside(layout, r, c)).collect();
        let columns: Vec<usize> = if row.len() == width { (0..width).collect() } else { inside };
        if columns.len() != row.len() {
            return None;
        }
        for (c, mark) in columns.into_iter().zip(row) {
            match mark {
                '1'..='9' if is_inside(layout, r, c) => {
                    digits[r][c] = mark.to_digit(10).and_then(|d| i32::try_from(d).ok());
                }
                c if c.is_alphanumeric() && !"0xX".contains(*c) => return None,
                _ => {}
            }
        }
    }
    let given = |r: usize, c: usize| digits[r][c].is_some();
    let count = |&(top, left): &(usize, usize)| {
        (top..top + SIDE).flat_map(|r| (left..left + SIDE).map(move |c| (r, c))).filter(|&(r, c)| given(r, c)).count()
    };
    if corners.iter().any(|corner| count(corner) == 0) || corners.iter().map(count).sum::<usize>() < LEAST {
        return None;
    }
    let small = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    let mut shape =
        Shape::plane(small(height), small(width), |p| is_inside(layout, p.row.into(), p.col.into())).ok()?;
    for (name, &(top, left)) in ('A'..).zip(corners) {
        shape.add_grid(&name.to_string(), small(top), small(left), 9, 9, 3, 3).ok()?;
    }
    let mut puzzle = Puzzle::new(shape, 9);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    for cell in puzzle.shape.cells() {
        let place = puzzle.shape.place(cell);
        let digit = digits[usize::from(place.row)][usize::from(place.col)];
        puzzle.givens.extend(digit.map(|digit| Given { cell, digits: vec![digit] }));
    }
    Some(puzzle)
}

/// How it was read.
pub(crate) fn told(puzzle: &Puzzle) -> String {
    format!("{} grids of 9x9 that share boxes were read; all else is no cell", puzzle.shape.grids().len())
}
