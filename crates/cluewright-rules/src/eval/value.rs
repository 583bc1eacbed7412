//! The values of expressions, and conversions between values and a clue's arguments.

use crate::rat::Rat;
use cluewright_core::{Arg, Cell};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum length of a list.
pub(crate) const MAX_LIST: usize = 100_000;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum V {
    /// A variable that has no value yet.
    Unset,
    /// A parameter that the clue omits.
    Absent,
    /// An undefined value, such as the tenth item of a list of nine. Every comparison with an undefined value is false.
    Undefined,
    Num(Rat),
    Bool(bool),
    Text(Arc<str>),
    Cell(Cell),
    List(Rc<Vec<V>>),
    Keyed(Rc<(Vec<V>, Vec<V>)>),
    Clue(u32),
}

impl V {
    pub(crate) fn int(n: i64) -> Self {
        Self::Num(Rat::int(n))
    }

    pub(crate) fn maybe(n: Option<Rat>) -> Self {
        n.map_or(Self::Undefined, Self::Num)
    }

    pub(crate) fn list(items: Vec<V>) -> Self {
        Self::List(Rc::new(items))
    }

    pub(crate) fn cells(cells: &[Cell]) -> Self {
        Self::list(cells.iter().map(|&c| Self::Cell(c)).collect())
    }

    pub(crate) fn lists(lists: &[Vec<Cell>]) -> Self {
        Self::list(lists.iter().map(|l| Self::cells(l)).collect())
    }

    pub(crate) fn arg(arg: Option<&Arg>) -> Self {
        match arg {
            None => Self::Absent,
            Some(Arg::Cell(c)) => Self::Cell(*c),
            Some(Arg::Cells(list)) => Self::cells(list),
            Some(Arg::Lists(lists)) => Self::lists(lists),
            Some(Arg::Number(n)) => Self::Num(Rat::int(*n)),
            Some(Arg::Numbers(ns)) => Self::list(ns.iter().map(|n| Self::Num(Rat::int(*n))).collect()),
            Some(Arg::Text(t)) => Self::Text(t.as_str().into()),
            Some(Arg::Bool(b)) => Self::Bool(*b),
        }
    }
}

pub(crate) fn same_cells(a: &[V], b: &[V]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| matches!((x, y), (V::Cell(x), V::Cell(y)) if x == y))
}

/// Collects the cells in a value, at most about [`MAX_LIST`] of them, because a nested list may contain the same list many times.
pub(crate) fn flatten(value: &V, cells: &mut Vec<Cell>) {
    fn visit(value: &V, cells: &mut Vec<Cell>, budget: &mut usize) {
        *budget = budget.saturating_sub(1);
        match value {
            _ if *budget == 0 => {}
            V::Cell(c) => cells.push(*c),
            V::List(items) => {
                for item in items.iter() {
                    if *budget == 0 {
                        return;
                    }
                    visit(item, cells, budget);
                }
            }
            _ => {}
        }
    }
    visit(value, cells, &mut (2 * MAX_LIST));
}

pub(crate) fn cells_in(value: &V) -> Vec<Cell> {
    let mut cells = Vec::new();
    flatten(value, &mut cells);
    cells
}

pub(crate) fn to_arg(value: &V) -> Option<Arg> {
    Some(match value {
        V::Num(n) => match n.whole() {
            Some(n) => Arg::Number(n),
            None => Arg::Text(format!("{}/{}", n.n, n.d)),
        },
        V::Bool(b) => Arg::Bool(*b),
        V::Text(t) => Arg::Text(t.to_string()),
        V::Cell(c) => Arg::Cell(*c),
        V::List(items) => {
            if items.iter().all(|i| matches!(i, V::Num(_))) && !items.is_empty() {
                Arg::Numbers(items.iter().filter_map(|i| if let V::Num(n) = i { n.whole() } else { None }).collect())
            } else {
                let mut cells = Vec::new();
                flatten(value, &mut cells);
                Arg::Cells(cells)
            }
        }
        _ => return None,
    })
}
