//! Clues about one cell, on an edge between two, and indexers.

use super::Grid;
use crate::witness::board::{Board, Clue};

pub(super) fn keeps(b: &Board, k: &Clue, g: Grid<'_>) -> Option<bool> {
    let cells = k.lists.first().map_or(&[][..], |l| &l[..]);
    let v = g.values(cells);
    let (x, y) = (v.first().copied().unwrap_or(0), v.get(1).copied().unwrap_or(0));
    let ratio = |n: i64| x == n * y || y == n * x;
    let marked = |rule: &str, c: usize| b.clues.iter().any(|k| k.rule == rule && k.lists.concat().contains(&c));
    let beside = |rule: &str, fine: &dyn Fn(i64) -> bool| {
        b.beside(cells[0]).into_iter().filter(|&c| !marked(rule, c)).all(|c| fine(g.values[c]))
    };
    // The digit at a place from 1 of a list.
    let at =
        |list: &[usize], place: i64| usize::try_from(place - 1).ok().and_then(|i| list.get(i)).map(|&c| g.digits[c]);
    Some(match &*k.rule {
        "odd" => x % 2 != 0,
        "even" => x % 2 == 0,
        "minimum" => beside("minimum", &|o| x < o),
        "maximum" => beside("maximum", &|o| x > o),
        "white-dot" => (x - y).abs() == 1,
        "black-dot" => ratio(2),
        "x" => x + y == 10,
        "v" => x + y == 5,
        "inequality" => x > y,
        "difference" => (x - y).abs() == k.number("n").unwrap_or(1),
        "ratio" => ratio(k.number("n").unwrap_or(2)),
        "gray-dot" => (x - y).abs() == 1 || ratio(2),
        "nonconsecutive-dot" => (x - y).abs() != 1,
        "nonratio-dot" => !ratio(2),
        "whispers-dot" => {
            let least = k.number("difference").unwrap_or((b.height.max(b.width) as i64 + 1) / 2);
            (x - y).abs() >= least
        }
        "sum-dot" => k.number("total").is_none_or(|t| x + y == t),
        "row-indexer" => {
            cells.iter().all(|&c| at(&b.column(c % b.width), g.digits[c]) == Some((c / b.width) as i64 + 1))
        }
        "column-indexer" => {
            cells.iter().all(|&c| at(&b.row(c / b.width), g.digits[c]) == Some((c % b.width) as i64 + 1))
        }
        "box-indexer" => cells.iter().all(|c| {
            let own = b.boxes.iter().find(|x| x.contains(c)).expect("a cell of a box");
            let place = own.iter().position(|o| o == c).expect("it is in its box") as i64 + 1;
            at(own, g.digits[*c]) == Some(place)
        }),
        _ => return None,
    })
}
