//! Builds phrases such as lists, numbers, singular and plural forms, names of houses, and sums.

use cluewright_core::constraint::Sum;
use cluewright_core::{Cell, Model, Sort};

/// Joins items into a list, such as `a, b and c`.
pub(crate) fn list(items: impl Iterator<Item = String>, last: &str) -> String {
    join(&items.collect::<Vec<_>>(), last)
}

fn join(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., end] => format!("{} {last} {end}", front.join(", ")),
    }
}

/// Lists such as `1 in r1c1` or `1 in r1c1, and 2 and 3 in r1c2`: joins parts that may themselves contain "and".
pub(crate) fn clauses(parts: &[String]) -> String {
    match parts {
        [front @ .., last] if !front.is_empty() => format!("{}, and {last}", front.join(", ")),
        _ => parts.concat(),
    }
}

/// Capitalises the first letter; a cell name such as `r1c1` stays as it is.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some('r'), Some(digit)) if digit.is_ascii_digit() => text.to_owned(),
        (Some(first), _) => first.to_uppercase().chain(chars).collect(),
        _ => String::new(),
    }
}

/// Chooses `one` if the count is 1, and `many` otherwise.
pub(crate) fn verb<W>(count: usize, one: W, many: W) -> W {
    if count == 1 { one } else { many }
}

/// The verb between cells and their sum: `is` for one cell, `make` for several.
pub(crate) fn make(cells: usize) -> &'static str {
    verb(cells, "is", "make")
}

/// A small number as a word.
pub(crate) fn count(n: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(n).map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// A number of cells in words: `one cell`, `three cells`.
pub(crate) fn cells(n: usize) -> String {
    format!("{} {}", count(n), verb(n, "cell", "cells"))
}

/// `row 3`, `rows 1, 2 and 5`, `columns 1 and 2 and box 4`: names that differ only in the number are grouped.
pub(crate) fn houses(names: impl Iterator<Item = String>, last: &str) -> String {
    list(by_kind(names.collect(), last).into_iter(), last)
}

/// Like `houses`, but returns the parts as a list: `columns 1 and 2`, `box 4`.
pub(crate) fn by_kind(names: Vec<String>, last: &str) -> Vec<String> {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for name in names {
        let (kind, number) = match name.rsplit_once(' ') {
            Some((kind, number)) if number.parse::<u32>().is_ok() => (kind.to_owned(), number.to_owned()),
            _ => (name, String::new()),
        };
        match kinds.iter_mut().find(|k| k.0 == kind && !number.is_empty()) {
            Some((_, numbers)) => numbers.push(number),
            None => kinds.push((kind, vec![number])),
        }
    }
    let part = |(kind, mut numbers): (String, Vec<String>)| match numbers.as_slice() {
        [none] if none.is_empty() => kind,
        [one] => format!("{kind} {one}"),
        _ => {
            numbers.order_by_key(|n| n.parse::<u32>().ok());
            let plural = if kind.ends_with('x') { "es" } else { "s" };
            format!("{kind}{plural} {}", join(&numbers, last))
        }
    };
    kinds.into_iter().map(part).collect()
}

/// Up to this many consecutive numbers are listed one by one; for a longer run, only the first and the last number are
/// named.
const ROW: usize = 4;

/// `1, 2 and 5`, `1 to 5 and 8`: lists the names of values, in the given order.
pub(crate) fn numbers(names: impl Iterator<Item = String>, last: &str) -> String {
    in_rows(names.collect(), last)
}

fn in_rows(names: Vec<String>, last: &str) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for name in names {
        let next = |row: &&mut Vec<String>| match (row.last().map(|n| n.parse::<i64>()), name.parse::<i64>()) {
            (Some(Ok(before)), Ok(here)) => here == before + 1,
            _ => false,
        };
        match rows.last_mut().filter(next) {
            Some(row) => row.push(name),
            None => rows.push(vec![name]),
        }
    }
    let part = |row: Vec<String>| match row.as_slice() {
        [first, .., end] if row.len() > ROW => vec![format!("{first} to {end}")],
        _ => row,
    };
    list(rows.into_iter().flat_map(part), last)
}

/// Cells, each with its coefficient.
pub(crate) type Terms = Vec<(Cell, i32)>;

/// The maximum number of cells that are written out on one side of an equation.
const MOST_TERMS: usize = 6;

/// `r1c1 + r1c2 = r2c1 + 7`: an equation stating that the sum of the left cells equals the sum of the right cells plus
/// `more`.
pub(crate) fn equation(model: &Model, mut left: Terms, sign: &str, mut right: Terms, more: i64) -> String {
    left.order();
    right.order();
    let name = |&(c, k): &(Cell, i32)| match k {
        1 => model.cell_name(c),
        _ => format!("{k} × {}", model.cell_name(c)),
    };
    let names = |cells: &[(Cell, i32)]| cells.iter().map(name).collect::<Vec<_>>().join(" + ");
    let side = |cells: &[(Cell, i32)]| match cells.len() {
        ..=MOST_TERMS => names(cells),
        n => format!("{} + {} more", names(&cells[..3]), n - 3),
    };
    let right = match (right.is_empty(), more) {
        (true, _) => more.to_string(),
        (false, 0) => side(&right),
        (false, _) => format!("{} + {more}", side(&right)),
    };
    format!("{} {sign} {right}", side(&left))
}

/// Writes a sum constraint as an equation.
pub(crate) fn sum(model: &Model, sum: &Sum) -> String {
    let side = |sign: i32| sum.terms().filter(|t| t.1.signum() == sign).map(|t| (t.0, t.1.abs())).collect();
    let (plus, minus, rest): (Terms, Terms, _) = (side(1), side(-1), i64::from(sum.total()));
    // Avoid minus signs, which read badly.
    if plus.is_empty() || (rest < 0 && !minus.is_empty()) {
        equation(model, minus, "=", plus, -rest)
    } else {
        equation(model, plus, "=", minus, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_said_as_one() {
        let said = |names: &[&str]| numbers(names.iter().map(|n| (*n).to_owned()), "or");
        assert_eq!(said(&["1", "2", "3", "4"]), "1, 2, 3 or 4");
        assert_eq!(said(&["1", "2", "3", "4", "5"]), "1 to 5");
        assert_eq!(said(&["1", "3", "4", "5", "6", "7", "9"]), "1, 3 to 7 or 9");
        assert_eq!(said(&["-1", "0", "1", "2", "3"]), "-1 to 3");
        assert_eq!(said(&["a", "b", "c", "d", "e"]), "a, b, c, d or e");
    }

    #[test]
    fn houses_of_one_kind_are_said_together() {
        let said = |names: &[&str]| houses(names.iter().map(|n| (*n).to_owned()), "and");
        assert_eq!(said(&["row 3"]), "row 3");
        assert_eq!(said(&["row 5", "row 1", "row 10"]), "rows 1, 5 and 10");
        assert_eq!(said(&["column 1", "box 4", "column 2"]), "columns 1 and 2 and box 4");
        assert_eq!(said(&["box 1", "box 2"]), "boxes 1 and 2");
        assert_eq!(said(&["the cage 5 at r1c1", "the cage 5 at r1c3"]), "the cage 5 at r1c1 and the cage 5 at r1c3");
        assert_eq!(said(&["row 3 of the left grid", "row 4"]), "row 3 of the left grid and row 4");
        assert_eq!(said(&[]), "");
    }
}
