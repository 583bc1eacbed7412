//! The ways to fill in the cells of a clue that are allowed by the clue and by the grid-wide rules among these cells.

use super::units::Unit;
use crate::board::space::mix;
use crate::board::view::View;
use crate::step::found::Found;
use cluewright_core::{Board, Cell, Conflict, Constraint, Kind, Sort, Value, ValueSet};
use std::cell::RefCell;
use std::rc::Rc;

/// The maximum number of ways in a table. People do not use larger tables.
pub(super) const MOST_WAYS: usize = 200;
/// The maximum number of ways to fill in a clue that is joined with another clue.
const MOST_JOINED: usize = 1_000;
/// The maximum number of pairs of ways examined for a table of two clues.
const MOST_PAIRS: usize = 400_000;
/// After this many branches, the enumeration gives up.
const CHOICES: u32 = 4_000;
/// The limit on branches for constraints whose propagation may take a thousand times as long as that of ordinary
/// constraints.
const DEAR: u32 = 60;
/// Clues with more open cells than this are not enumerated.
const MOST_OPEN: usize = 10;

/// All ways to fill in some cells. Each row contains the values of one way, in the order of `cells`.
#[derive(Debug)]
pub(super) struct Fillings {
    pub(super) cells: Vec<Cell>,
    pub(super) rows: Vec<Box<[Value]>>,
}

/// The cached result for a clue: a hash of the candidates that the result was computed for, and the ways (`None` if
/// there were too many).
type CachedFillings = Option<(u64, Option<Rc<Fillings>>)>;

/// The cached ways to fill in clues.
pub(super) struct FillingsCache(RefCell<Vec<CachedFillings>>);

impl FillingsCache {
    /// The cache of this run of the solver.
    pub(super) fn of(view: &View, clues: usize) -> Rc<Self> {
        view.memory().of(0, || Self(RefCell::new(vec![None; clues])))
    }

    /// The ways to fill in a clue; `None` if there are more than [`MOST_JOINED`]. Ways cached for an earlier position
    /// are filtered by the remaining candidates.
    pub(super) fn fill(&self, view: &View, at: usize, unit: &Unit, found: &mut Found) -> Option<Rc<Fillings>> {
        let print = unit.cells.iter().fold(11, |h, &c| mix(h, view.values(c).0));
        let known = self.0.borrow()[at].clone();
        let ways = match known {
            Some((then, ways)) if then == print => return ways,
            Some((_, Some(ways))) => {
                found.spend(ways.rows.len() as u64);
                let fits = |row: &[Value]| unit.cells.iter().zip(row).all(|(&c, &v)| view.values(c).contains(v));
                let rows = ways.rows.iter().filter(|row| fits(row)).cloned().collect();
                Some(Rc::new(Fillings { cells: unit.cells.clone(), rows }))
            }
            _ => {
                let ways = Hunt::new(view, unit).all(found);
                if found.is_spent() {
                    return None;
                }
                ways.map(Rc::new)
            }
        };
        self.0.borrow_mut()[at] = Some((print, ways.clone()));
        ways
    }
}

struct Hunt<'v> {
    view: &'v View<'v>,
    unit: &'v Unit,
    /// For each cell of the unit, the other cells of the unit that it sees. Each entry has the index of the seen cell
    /// and, for each value of the first cell, the values that are forbidden in the seen cell.
    inner: Vec<Vec<(usize, &'v [ValueSet])>>,
    boards: Vec<Board>,
    rows: Vec<Box<[Value]>>,
    choices: u32,
    each: u64,
}

impl<'v> Hunt<'v> {
    fn new(view: &'v View<'v>, unit: &'v Unit) -> Self {
        let inner = unit.rows.iter().map(|row| {
            let place = |cell: &Cell| unit.cells.binary_search(cell).ok();
            row.iter().filter_map(|(cell, forbids)| Some((place(cell)?, forbids.as_slice()))).collect()
        });
        let dear = unit.kinds.iter().any(|&id| is_dear(view.space().kind(id)));
        Self {
            view,
            unit,
            inner: inner.collect(),
            boards: vec![view.board().clone()],
            rows: Vec::new(),
            choices: if dear { DEAR } else { CHOICES },
            each: 8 * unit.cells.len() as u64 + if dear { 5_000 } else { 20 * unit.kinds.len() as u64 },
        }
    }

    fn all(mut self, found: &mut Found) -> Option<Fillings> {
        let open = self.unit.cells.iter().filter(|&&c| self.view.values(c).len() > 1).count();
        if open > MOST_OPEN {
            return None;
        }
        let fine = self.narrow(0, found).is_err() || self.go(0, found);
        self.rows.order();
        fine.then(|| Fillings { cells: self.unit.cells.clone(), rows: self.rows })
    }

    /// Removes the candidates that the clue and the fixed cells forbid, until nothing changes.
    fn narrow(&mut self, depth: usize, found: &mut Found) -> Result<(), Conflict> {
        found.spend(self.each);
        let cells = &self.unit.cells;
        let sum = |board: &Board| cells.iter().map(|&c| board.values(c).len()).sum::<u32>();
        loop {
            let board = &mut self.boards[depth];
            let before = sum(board);
            for (i, near) in self.inner.iter().enumerate() {
                let Some(value) = board.fixed(cells[i]) else { continue };
                for &(j, forbids) in near {
                    board.drop_values(cells[j], forbids[value.index()])?;
                }
            }
            for &id in &self.unit.kinds {
                self.view.space().kind(id).propagate(board)?;
            }
            // If nothing has changed, the clue has already been propagated on exactly these values.
            if sum(board) == before {
                return Ok(());
            }
        }
    }

    /// Enumerates the ways from this depth onwards. Returns false if the enumeration gave up.
    fn go(&mut self, depth: usize, found: &mut Found) -> bool {
        let cells = &self.unit.cells;
        let board = &self.boards[depth];
        let open = cells.iter().copied().filter(|&c| board.values(c).len() > 1).min_by_key(|&c| board.values(c).len());
        let Some(cell) = open else {
            let row: Option<Box<[Value]>> = cells.iter().map(|&c| board.fixed(c)).collect();
            self.rows.extend(row);
            return self.rows.len() <= MOST_JOINED;
        };
        let values = board.values(cell);
        if self.boards.len() <= depth + 1 {
            self.boards.push(self.boards[depth].clone());
        }
        for value in values {
            let Some(left) = self.choices.checked_sub(1) else { return false };
            self.choices = left;
            let (before, after) = self.boards.split_at_mut(depth + 1);
            after[0].copy_from(&before[depth]);
            let fixed = after[0].fix(cell, value);
            if fixed.and_then(|()| self.narrow(depth + 1, found)).is_err() {
                continue;
            }
            if found.is_spent() || !self.go(depth + 1, found) {
                return false;
            }
        }
        true
    }
}

/// Whether propagating the constraint once may take as long as propagating a thousand ordinary constraints.
fn is_dear(kind: &Kind) -> bool {
    matches!(kind, Kind::Evaluated(_) | Kind::Ranked(_) | Kind::Regions(_) | Kind::Connected(_))
}

/// The ways to fill in two clues together; `None` if there are too many.
pub(super) fn join(
    view: &View,
    (a, ones): (&Unit, &Fillings),
    (b, others): (&Unit, &Fillings),
    found: &mut Found,
) -> Option<Fillings> {
    if ones.rows.len() * others.rows.len() > MOST_PAIRS {
        return None;
    }
    let mut cells: Vec<Cell> = a.cells.iter().chain(&b.cells).copied().collect();
    cells.order();
    cells.dedup();
    // The values that the cells of one clue forbid in the cells of the other clue.
    let place = |unit: &Unit, cell: &Cell| unit.cells.binary_search(cell).ok();
    let sight = |from: &'_ Unit, to: &Unit| -> Vec<(usize, usize, Vec<ValueSet>)> {
        let mut list = Vec::new();
        for (i, row) in from.rows.iter().enumerate() {
            for (cell, forbids) in row.iter() {
                list.extend(place(to, cell).map(|j| (i, j, forbids.clone())));
            }
        }
        list
    };
    let (there, back) = (sight(a, b), sight(b, a));
    let shared: Vec<(usize, usize)> = a.cells.iter().enumerate().filter_map(|(i, c)| Some((i, place(b, c)?))).collect();
    let from: Vec<(Option<usize>, Option<usize>)> = cells.iter().map(|c| (place(a, c), place(b, c))).collect();
    let whole: Vec<ValueSet> = b.cells.iter().map(|&c| view.values(c)).collect();
    let mut rows = Vec::new();
    for one in &ones.rows {
        let mut left = whole.clone();
        for &(i, j) in &shared {
            left[j] &= ValueSet::of(one[i]);
        }
        for (i, j, forbids) in &there {
            left[*j] = left[*j].minus(forbids[one[*i].index()]);
        }
        if found.spend((there.len() + others.rows.len() + 2) as u64) {
            return None;
        }
        if left.iter().any(|l| l.is_empty()) {
            continue;
        }
        for other in &others.rows {
            let fits = other.iter().zip(&left).all(|(&v, l)| l.contains(v));
            if !fits || back.iter().any(|(j, i, forbids)| forbids[other[*j].index()].contains(one[*i])) {
                continue;
            }
            let row = from.iter().map(|&(i, j)| match (i, j) {
                (Some(i), _) => one[i],
                (None, Some(j)) => other[j],
                (None, None) => Value(0),
            });
            rows.push(row.collect());
            if rows.len() > MOST_WAYS {
                return None;
            }
        }
    }
    Some(Fillings { cells, rows })
}
