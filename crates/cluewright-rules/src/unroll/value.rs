//! The values of expressions while rules are unrolled: numbers and conditions are nodes of the graph.

use super::ir::{FALSE, Graph, Id, TRUE};
use cluewright_core::{BadInput, Cell};
use std::rc::Rc;
use std::sync::Arc;

/// A number that may depend on cells: `n / d`, which is defined if `ok` holds. `d` is never negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Num {
    pub(crate) n: Id,
    pub(crate) d: Id,
    pub(crate) ok: Id,
}

/// A list. An item with a guard is in the list only if its guard holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) items: Vec<Val>,
    /// One guard for each item; empty if every item is always in the list.
    pub(crate) guards: Vec<Id>,
    /// The condition that the list does not exist, such as the part of a list after an index that is too large. For most lists this
    /// is `FALSE`, the default.
    pub(crate) gone: Id,
}

impl List {
    /// A list that always contains all of these items.
    pub(crate) fn of(items: Vec<Val>) -> Self {
        Self { items, ..Self::default() }
    }

    pub(crate) fn guard(&self, i: usize) -> Id {
        self.guards.get(i).copied().unwrap_or(TRUE)
    }
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    Unset,
    Absent,
    Undefined,
    Num(Num),
    Bool(Id),
    Text(Arc<str>),
    Cell(Cell),
    List(Rc<List>),
    Keyed(Rc<(Vec<Val>, Vec<Val>)>),
    Clue(u32),
    /// A cell that a number selects from a list.
    Pick(Num, Rc<List>),
    /// One of two cells, selected by a condition.
    Choice(Id, Rc<(Val, Val)>),
}

impl Val {
    pub(crate) fn list(items: Vec<Self>) -> Self {
        Self::List(Rc::new(List::of(items)))
    }

    pub(crate) fn cells(cells: &[Cell]) -> Self {
        Self::list(cells.iter().map(|&c| Self::Cell(c)).collect())
    }

    /// Whether the value depends on digits. (For a very long list the result may be true although the value does not depend on
    /// digits.)
    pub(crate) fn reads_digits(&self, graph: &Graph) -> bool {
        fn visit(value: &Val, graph: &Graph, budget: &mut usize) -> bool {
            let reads = |id: Id| graph.node(id).vars != 0;
            match value {
                Val::Num(n) => reads(n.n) || reads(n.d) || reads(n.ok),
                Val::Bool(b) => reads(*b),
                Val::List(list) => {
                    *budget = budget.saturating_sub(list.items.len());
                    let may = |item: &&Val| !matches!(item, Val::Cell(_));
                    *budget == 0
                        || reads(list.gone)
                        || list.guards.iter().any(|&g| reads(g))
                        || list.items.iter().filter(may).any(|i| visit(i, graph, budget))
                }
                Val::Pick(..) | Val::Choice(..) => true,
                Val::Unset
                | Val::Absent
                | Val::Undefined
                | Val::Text(_)
                | Val::Cell(_)
                | Val::Keyed(_)
                | Val::Clue(_) => false,
            }
        }
        let mut budget = MAX_LIST;
        visit(self, graph, &mut budget)
    }

    pub(crate) fn lists(lists: &[Vec<Cell>]) -> Self {
        Self::list(lists.iter().map(|l| Self::cells(l)).collect())
    }
}

/// The reason why unrolling ends early.
pub(crate) enum Stop {
    /// An absent parameter was read, so the statement is skipped.
    Skip,
    /// A missing list was read, so the expression that reads it is undefined.
    NoList,
    Bad(Box<BadInput>),
}

impl From<BadInput> for Stop {
    fn from(e: BadInput) -> Self {
        Self::Bad(Box::new(e))
    }
}

pub(crate) type Got<T> = Result<T, Stop>;

/// The maximum number of items in a list.
pub(crate) const MAX_LIST: usize = 100_000;

/// Collects the cells in a value, at most about [`MAX_LIST`] of them, because a nested list may contain the same list many times.
pub(crate) fn flatten(value: &Val, cells: &mut Vec<Cell>) {
    fn visit(value: &Val, cells: &mut Vec<Cell>, budget: &mut usize) {
        *budget = budget.saturating_sub(1);
        match value {
            _ if *budget == 0 => {}
            Val::Cell(c) => cells.push(*c),
            Val::List(list) => {
                cells.reserve(list.items.len().min(*budget));
                for item in &list.items {
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

pub(crate) fn cells_in(value: &Val) -> Vec<Cell> {
    let mut cells = Vec::new();
    flatten(value, &mut cells);
    cells
}

/// The cells of a list, if the list contains nothing but cells and certainly contains all of them; otherwise `None`.
pub(crate) fn plain_cells(list: &List) -> Option<Vec<Cell>> {
    if list.gone != FALSE || list.guards.iter().any(|&g| g != TRUE) {
        return None;
    }
    let mut cells = Vec::with_capacity(list.items.len());
    for item in &list.items {
        let Val::Cell(c) = item else { return None };
        cells.push(*c);
    }
    Some(cells)
}

/// Whether no cell occurs twice.
pub(crate) fn are_once(cells: &[Cell]) -> bool {
    (0..cells.len()).all(|i| !cells[..i].contains(&cells[i]))
}

/// The value as an integer, if it does not depend on digits; otherwise `None`.
pub(crate) fn constant_of(graph: &Graph, value: &Val) -> Option<i32> {
    let Val::Num(n) = value else { return None };
    if graph.as_const(n.d) != Some(1) || n.ok != TRUE {
        return None;
    }
    i32::try_from(graph.as_const(n.n)?).ok()
}
