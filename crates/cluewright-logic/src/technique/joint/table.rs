//! The ways to fill in some cells, and the candidates that each way leaves in the houses around these cells.

use super::fillings::Fillings;
use super::units::{Row, Unit};
use crate::board::view::View;
use crate::step::found::Found;
use cluewright_core::model::SetId;
use cluewright_core::{Candidate, Cell, Sort, Value, ValueSet};

/// The maximum number of houses and cells that a step names as reasons why ways fail.
const NAMED: usize = 3;
/// The maximum number of refuted candidates for which a minimal set of houses and cells is searched for.
const TRIED: usize = 8;

/// A house or cell that excludes ways to fill in the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bar {
    /// A house that could not be completed any more.
    House(SetId),
    /// A cell that would have no candidates left.
    Cell(Cell),
}

/// The reason why a way fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// A value has no place in a house.
    NoPlace(SetId, Value),
    /// A cell has no candidates left.
    Nothing(Cell),
    /// Two cells of a house would both have to hold the same value.
    Both(SetId, [Cell; 2], Value),
}

/// A table of ways, with the surrounding cells that the ways affect.
pub(super) struct Table<'v> {
    pub(super) view: &'v View<'v>,
    pub(super) cells: &'v [Cell],
    pub(super) rows: &'v [Box<[Value]>],
    /// The cells of the table, the cells that they see, and the other cells of their houses.
    field: Vec<Cell>,
    /// For each cell of the table, its index in `field`.
    own: Vec<usize>,
    houses: Vec<House>,
    /// For each cell of the table, the cells that it sees. Each entry has the index of the seen cell in `field` and,
    /// for each value of the first cell, the values that are forbidden in the seen cell.
    outer: Vec<Vec<(usize, &'v [ValueSet])>>,
    /// Like `outer`, but with indices in `cells`.
    pub(super) inner: Vec<Vec<(usize, &'v [ValueSet])>>,
}

/// A set of cells that must all differ, as indices in `field`.
struct House {
    set: SetId,
    cells: Vec<usize>,
    /// The values that the house must contain if it has exactly as many cells as there are values; otherwise empty.
    all: ValueSet,
}

/// The error that a house cannot be completed.
struct Fails;

/// The conclusion of a table.
pub(super) struct Conclusion {
    /// The removed candidates. The bars were chosen for the first of these candidates.
    pub(super) gone: Vec<Candidate>,
    /// The houses and cells that exclude ways.
    pub(super) bars: Vec<Bar>,
    /// The indices of the remaining ways.
    pub(super) kept: Vec<usize>,
}

impl<'v> Table<'v> {
    pub(super) fn new(view: &'v View<'v>, units: &[&'v Unit], fillings: &'v Fillings) -> Self {
        let (cells, model) = (fillings.cells.as_slice(), view.model());
        let rows_of = |cell: Cell| -> Vec<&'v Row> {
            let of =
                |u: &&'v Unit| -> Option<&'v Row> { u.cells.binary_search(&cell).ok().map(|i| u.rows[i].as_ref()) };
            units.iter().filter_map(of).collect()
        };
        let sight: Vec<Vec<&Row>> = cells.iter().map(|&c| rows_of(c)).collect();
        let open = |s: &SetId| model.set(*s).cells.iter().any(|&c| view.values(c).len() > 1);
        let mut sets: Vec<SetId> = units.iter().flat_map(|u| u.sets.iter().copied()).filter(open).collect();
        sets.order();
        sets.dedup();
        let near = sight.iter().flatten().flat_map(|row| row.iter().map(|near| near.0));
        let mut field: Vec<Cell> = near.filter(|&c| view.values(c).len() > 1).collect();
        field.extend(cells.iter().copied().chain(sets.iter().flat_map(|&s| model.set(s).cells.iter().copied())));
        field.order();
        field.dedup();
        let at = |c: &Cell| field.binary_search(c).ok();
        let house = |&set: &SetId| {
            let of = model.set(set);
            let domain = |all: ValueSet, c: &Cell| all | model.cells()[c.index()].domain;
            let all = if of.house { of.cells.iter().fold(ValueSet::EMPTY, domain) } else { ValueSet::EMPTY };
            House { set, cells: of.cells.iter().filter_map(at).collect(), all }
        };
        let houses = sets.iter().map(house).collect();
        let within = |list: &[Cell]| -> Vec<Vec<(usize, &'v [ValueSet])>> {
            let of = |rows: &Vec<&'v Row>| {
                let near = rows.iter().flat_map(|row| row.iter());
                near.filter_map(|(c, forbids)| Some((list.binary_search(c).ok()?, forbids.as_slice()))).collect()
            };
            sight.iter().map(of).collect()
        };
        let (outer, inner) = (within(&field), within(cells));
        let own = cells.iter().filter_map(at).collect();
        Self { view, cells, rows: &fillings.rows, own, field, houses, outer, inner }
    }

    /// Stores in `left` the candidates of the field that remain when one way is filled in.
    fn begin(&self, row: usize, left: &mut Vec<ValueSet>) {
        left.clear();
        left.extend(self.field.iter().map(|&c| self.view.values(c)));
        for ((near, &value), &at) in self.outer.iter().zip(&self.rows[row]).zip(&self.own) {
            left[at] &= ValueSet::of(value);
            for (other, forbids) in near {
                left[*other] = left[*other].minus(forbids[value.index()]);
            }
        }
    }

    /// Repeatedly fills in singles of these houses, then checks whether each house can still be completed.
    fn settle(&self, houses: &[usize], left: &mut [ValueSet]) -> Result<(), Fails> {
        let mut more = true;
        while more {
            more = false;
            for house in houses.iter().map(|&h| &self.houses[h]) {
                more |= house.settle(left)?;
            }
        }
        let fine = |&h: &usize| self.houses[h].completes(left);
        if houses.iter().all(fine) { Ok(()) } else { Err(Fails) }
    }

    /// Whether these bars exclude a way (together with one more candidate, if given).
    fn fails(&self, row: usize, with: Option<Candidate>, bars: &[Bar], left: &mut Vec<ValueSet>) -> bool {
        self.begin(row, left);
        if let Some((at, with)) = with.and_then(|c| Some((self.field.binary_search(&c.cell).ok()?, c))) {
            left[at] &= ValueSet::of(with.value);
        }
        let mut houses = [0; NAMED];
        let mut count = 0;
        for bar in bars {
            match bar {
                Bar::House(set) => {
                    let Some(house) = self.houses.iter().position(|h| h.set == *set) else { continue };
                    houses[count] = house;
                    count += 1;
                }
                Bar::Cell(cell) => {
                    if self.field.binary_search(cell).is_ok_and(|at| left[at].is_empty()) {
                        return true;
                    }
                }
            }
        }
        self.settle(&houses[..count], left).is_err()
    }

    /// For a candidate of a table cell, the rows that contain the candidate; for a candidate elsewhere, the rows that
    /// do not remove it.
    pub(super) fn with(&self, candidate: Candidate) -> Vec<usize> {
        let rows = 0..self.rows.len();
        if let Ok(i) = self.cells.binary_search(&candidate.cell) {
            return rows.filter(|&row| self.rows[row][i] == candidate.value).collect();
        }
        let Ok(at) = self.field.binary_search(&candidate.cell) else { return rows.collect() };
        let takes = |row: usize| {
            let mut near = self.outer.iter().zip(&self.rows[row]);
            near.any(|(near, v)| near.iter().any(|(i, f)| *i == at && f[v.index()].contains(candidate.value)))
        };
        rows.filter(|&row| !takes(row)).collect()
    }

    /// The candidates that occur in no way after which all houses can be completed. Candidates of the table's own cells
    /// come first.
    pub(super) fn dead(&self, found: &mut Found) -> Vec<Candidate> {
        let all: Vec<usize> = (0..self.houses.len()).collect();
        let mut known: Vec<Option<Option<Vec<ValueSet>>>> = vec![None; self.rows.len()];
        let mut alive = vec![ValueSet::EMPTY; self.field.len()];
        let mut dead = Vec::new();
        let others = (0..self.field.len()).filter(|at| !self.own.contains(at));
        for at in self.own.iter().copied().chain(others) {
            let open = self.view.values(self.field[at]);
            for value in open.iter().filter(|_| open.len() > 1) {
                if alive[at].contains(value) {
                    continue;
                }
                let candidate = Candidate::new(self.field[at], value);
                let has = |row: usize| {
                    let left = known[row].get_or_insert_with(|| {
                        found.spend(4 * self.field.len() as u64);
                        let mut left = Vec::with_capacity(self.field.len());
                        self.begin(row, &mut left);
                        let fine = left.iter().all(|l| !l.is_empty()) && self.settle(&all, &mut left).is_ok();
                        fine.then_some(left)
                    });
                    let Some(left) = left.as_ref().filter(|left| left[at].contains(value)) else { return false };
                    alive.iter_mut().zip(left).for_each(|(all, l)| *all |= *l);
                    true
                };
                if !self.with(candidate).into_iter().any(has) {
                    dead.push(candidate);
                }
            }
            if found.is_spent() {
                return Vec::new();
            }
        }
        dead
    }

    /// A smallest set of bars that excludes all of these rows for the candidate; `None` if there is no such set of at
    /// most [`NAMED`] bars, or if the work budget ran out.
    fn barred(&self, candidate: Candidate, rows: &[usize], found: &mut Found) -> Option<Vec<Bar>> {
        if rows.is_empty() {
            return Some(Vec::new());
        }
        let mut left = Vec::new();
        let mut bars: Vec<Bar> = self.houses.iter().map(|h| Bar::House(h.set)).collect();
        for &row in rows {
            self.begin(row, &mut left);
            let empty = self.field.iter().zip(&left).filter(|(_, l)| l.is_empty()).map(|(&c, _)| Bar::Cell(c));
            empty.for_each(|bar| {
                if !bars.contains(&bar) {
                    bars.push(bar);
                }
            });
        }
        let mut rows = rows.to_vec();
        for size in 1..=NAMED {
            let mut chosen: Vec<usize> = (0..size).collect();
            while chosen.last().is_some_and(|&last| last < bars.len()) {
                let named: Vec<Bar> = chosen.iter().map(|&i| bars[i]).collect();
                if found.spend(4 * self.field.len() as u64) {
                    return None;
                }
                // A row that these bars did not exclude is tested first next time.
                match rows.iter().position(|&row| !self.fails(row, Some(candidate), &named, &mut left)) {
                    None => return Some(named),
                    Some(at) => rows.swap(0, at),
                }
                next(&mut chosen, bars.len());
            }
        }
        None
    }

    /// The conclusion that needs the fewest houses and cells as reasons; `None` if the table allows no conclusion.
    pub(super) fn conclude(&self, found: &mut Found) -> Option<Conclusion> {
        let dead = self.dead(found);
        let mut best: Option<((usize, usize), Candidate, Vec<Bar>)> = None;
        for &candidate in dead.iter().take(TRIED) {
            let rows = self.with(candidate);
            if let Some(bars) = self.barred(candidate, &rows, found) {
                let rank = (bars.len(), rows.len());
                if best.as_ref().is_none_or(|b| rank < b.0) {
                    best = Some((rank, candidate, bars));
                }
            }
        }
        let (_, first, bars) = best?;
        let mut left = Vec::new();
        let kept: Vec<usize> = (0..self.rows.len()).filter(|&r| !self.fails(r, None, &bars, &mut left)).collect();
        let mut gone = vec![first];
        if kept.is_empty() {
            // If no way is left at all, the other values of the cell are removed as well.
            let others = self.view.values(first.cell).without(first.value);
            gone.extend(others.iter().map(|v| Candidate::new(first.cell, v)));
        } else {
            let mut lost = |c: &Candidate| {
                let rows = self.with(*c);
                *c != first && rows.iter().all(|&r| self.fails(r, Some(*c), &bars, &mut left))
            };
            gone.extend(dead.into_iter().filter(|c| lost(c)));
        }
        Some(Conclusion { gone, bars, kept })
    }

    /// The common reason why one bar excludes all of these ways; `None` if the reasons differ.
    pub(super) fn how(&self, rows: &[usize], bar: Bar) -> Option<How> {
        let set = match bar {
            Bar::Cell(cell) => return Some(How::Nothing(cell)),
            Bar::House(set) => set,
        };
        let mut common: Option<Vec<How>> = None;
        for &row in rows {
            let hows = self.hows(row, set);
            match &mut common {
                Some(common) => common.retain(|how| hows.contains(how)),
                None => common = Some(hows),
            }
        }
        common?.into_iter().next()
    }

    fn hows(&self, row: usize, set: SetId) -> Vec<How> {
        let Some(house) = self.houses.iter().find(|h| h.set == set) else { return Vec::new() };
        let mut left = Vec::new();
        self.begin(row, &mut left);
        let rest: Vec<(Cell, ValueSet)> = house.cells.iter().map(|&at| (self.field[at], left[at])).collect();
        let all = rest.iter().fold(ValueSet::EMPTY, |all, (_, left)| all | *left);
        let mut hows: Vec<How> = house.all.minus(all).iter().map(|v| How::NoPlace(set, v)).collect();
        hows.extend(rest.iter().filter(|(_, left)| left.is_empty()).map(|(c, _)| How::Nothing(*c)));
        for (i, (a, left)) in rest.iter().enumerate() {
            let Some(value) = left.single() else { continue };
            let same = rest[i + 1..].iter().filter(|(_, other)| other == left);
            hows.extend(same.map(|(b, _)| How::Both(set, [*a, *b], value)));
        }
        hows
    }
}

impl House {
    /// Removes the values of filled cells from the other cells, and fills in values that have only one place. Returns
    /// whether anything changed.
    fn settle(&self, left: &mut [ValueSet]) -> Result<bool, Fails> {
        let (mut once, mut twice, mut filled) = (ValueSet::EMPTY, ValueSet::EMPTY, ValueSet::EMPTY);
        for &at in &self.cells {
            let here = left[at];
            if here.is_empty() {
                return Err(Fails);
            }
            if here.len() == 1 {
                if filled.intersects(here) {
                    return Err(Fails);
                }
                filled |= here;
            }
            twice |= once & here;
            once |= here;
        }
        if !self.all.is_subset(once) {
            return Err(Fails);
        }
        let hidden = self.all & once.minus(twice).minus(filled);
        let mut more = false;
        for &at in &self.cells {
            let here = left[at];
            if here.len() == 1 {
                continue;
            }
            let own = here & hidden;
            left[at] = if own.is_empty() { here.minus(filled) } else { own };
            if own.len() > 1 || left[at].is_empty() {
                return Err(Fails);
            }
            more |= left[at] != here;
        }
        Ok(more)
    }

    /// Whether the cells of the house can be given different values.
    fn completes(&self, left: &[ValueSet]) -> bool {
        let mut holder = [u8::MAX; 64];
        (0..self.cells.len()).all(|i| self.place(left, i, &mut holder, &mut 0))
    }

    /// Finds a value for a cell, reassigning other cells if necessary (augmenting path).
    fn place(&self, left: &[ValueSet], i: usize, holder: &mut [u8; 64], seen: &mut u64) -> bool {
        let here = left[self.cells[i]];
        for value in here {
            if holder[value.index()] == u8::MAX {
                holder[value.index()] = i as u8;
                return true;
            }
        }
        for value in here {
            if *seen >> value.0 & 1 == 1 {
                continue;
            }
            *seen |= 1 << value.0;
            if self.place(left, holder[value.index()] as usize, holder, seen) {
                holder[value.index()] = i as u8;
                return true;
            }
        }
        false
    }
}

/// Advances `chosen` to the next combination of the same size out of `count` items.
fn next(chosen: &mut [usize], count: usize) {
    let size = chosen.len();
    let at = (0..size).rev().find(|&i| chosen[i] + size - i < count).unwrap_or(0);
    chosen[at] += 1;
    for i in at + 1..size {
        chosen[i] = chosen[i - 1] + 1;
    }
}
