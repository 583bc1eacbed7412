//! How often each value may stand among some cells: circles that count themselves, digits a quadruple asks for,
//! regions of a size. Each of these speaks of one value; together they must fill the cells, no more and no less.
//!
//! Counts of all values add up to the number of cells, so the reachable totals (a bit each, as in [`super::sum`])
//! decide exactly which counts of each value are left. Of different cells at most one holds a value: the cells are
//! cut into lists of such, and a value is counted at most once a list. The circle rule of Interactive Sudoku Solver
//! (sigh, MIT) reasons alike, over combinations of counts.

use super::lists::Cutter;
use super::propagate::{NOBODY, State};
use super::tools::Around;
use cluewright_core::constraint::Kind;
use cluewright_core::{Cell, Conflict, Constraint, Model};

/// Most cells: counts are bits of a word.
const MOST_CELLS: usize = 120;

/// The counts that are allowed.
#[derive(Debug)]
pub(super) struct Cardinality {
    /// By value (index of the cells' domains), the counts as bits.
    allowed: Vec<u128>,
    /// Positions of the runner's cells, cut into lists of different cells.
    lists: Vec<Vec<u16>>,
}

/// What a constraint says about how often values stand among its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Counts {
    /// Sorted.
    pub(super) cells: Vec<Cell>,
    /// Values and the counts that are allowed, as bits.
    pub(super) values: Vec<(u8, u128)>,
}

/// Reads a constraint as counts of values, if that is all it says.
pub(super) fn counts(model: &Model, kind: &Kind) -> Option<Counts> {
    if !matches!(kind, Kind::Count(_) | Kind::All(_) | Kind::Any(_) | Kind::Contains(_)) {
        return None;
    }
    let cells = kind.cells();
    let first = model.cells()[cells.first()?.index()].first;
    if cells.len() > MOST_CELLS || cells.iter().any(|c| model.cells()[c.index()].first != first) {
        return None;
    }
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    let values = match kind {
        Kind::Count(count) => {
            let (value, counts) = count.of_one_value()?;
            vec![(value.0, counts)]
        }
        Kind::All(all) => {
            // No cell holds one certain value.
            let width = cells.iter().filter_map(|c| model.cells()[c.index()].domain.max()).max()?.index() as u32 + 1;
            let mut missing = None;
            for part in all.parts() {
                let Kind::Allowed(allowed) = part else { return None };
                let gone = cluewright_core::ValueSet::below(width).minus(allowed.values()).single()?;
                if allowed.first() != first || missing.is_some_and(|m| m != gone) {
                    return None;
                }
                missing = Some(gone);
            }
            vec![(missing?.0, 1)]
        }
        Kind::Any(any) => {
            let mut branches = any.branches().iter();
            let start = counts(model, branches.next()?)?;
            let &[(value, mut allowed)] = &start.values[..] else { return None };
            for branch in branches {
                let next = counts(model, branch)?;
                let &[(same, more)] = &next.values[..] else { return None };
                if same != value || next.cells != start.cells {
                    return None;
                }
                allowed |= more;
            }
            vec![(value, allowed)]
        }
        Kind::Contains(contains) => {
            let mut numbers = contains.numbers().to_vec();
            numbers.sort_unstable();
            let mut values = Vec::new();
            for run in numbers.chunk_by(|a, b| a == b) {
                let value = u8::try_from(run[0].checked_sub(first)?).ok().filter(|&v| v < 64)?;
                if run.len() > cells.len() {
                    return None;
                }
                values.push((value, (run.len()..=cells.len()).fold(0, |all, k| all | 1 << k)));
            }
            values
        }
        _ => return None,
    };
    (!values.is_empty()).then_some(Counts { cells: sorted, values })
}

impl Cardinality {
    /// All counts known for the same cells, in one.
    pub(super) fn new(counts: &Counts, around: &Around<'_>, cutter: &mut Cutter) -> Self {
        let domain = counts.cells.iter().fold(0, |all, c| all | around.dom[c.index()]);
        let any = u128::MAX >> (127 - counts.cells.len());
        let width = (64 - domain.leading_zeros()) as usize;
        let width = counts.values.iter().fold(width, |w, v| w.max(usize::from(v.0) + 1));
        let mut allowed = vec![any; width];
        for &(value, counts) in &counts.values {
            allowed[usize::from(value)] &= counts;
        }
        let lists = cutter.cliques(&counts.cells, &vec![1; counts.cells.len()], around);
        Self { allowed, lists: lists.iter().map(<[u16]>::to_vec).collect() }
    }
}

impl State<'_> {
    /// Narrows the cells of runner `k` by how often values may stand there.
    pub(super) fn cardinality(&mut self, k: usize, at: usize) -> Result<(), Conflict> {
        // Most are small; their tables need not be cleared far.
        let values = self.net.tools.cardinalities[at].allowed.len();
        if values <= 16 { self.cardinality_in::<16>(k, at) } else { self.cardinality_in::<64>(k, at) }
    }

    /// The same for at most `N` values.
    fn cardinality_in<const N: usize>(&mut self, k: usize, at: usize) -> Result<(), Conflict> {
        let range = self.net.runner_cells.range(k);
        let count = range.len() as u32;
        loop {
            let it = &self.net.tools.cardinalities[at];
            let width = it.allowed.len();
            // By value: the cells that hold it, the lists with a place for it.
            let (mut held, mut lists) = ([0u32; N], [0u32; N]);
            for list in &it.lists {
                let mut any = 0;
                for &i in list {
                    let d = self.dom[self.net.runner_cells.item(range.start + i as usize)];
                    any |= d;
                    if d.is_power_of_two() {
                        held[d.trailing_zeros() as usize] += 1;
                    }
                }
                while any != 0 {
                    lists[any.trailing_zeros() as usize] += 1;
                    any &= any - 1;
                }
            }
            // The counts each can have, and what those of the values before it can come to.
            let (mut can, mut before) = ([0u128; N], [0u128; N]);
            let mut all = 1u128;
            for v in 0..width {
                if lists[v] < held[v] {
                    return Err(Conflict);
                }
                let mut rest = it.allowed[v] & (u128::MAX >> (127 - lists[v])) & (u128::MAX << held[v]);
                can[v] = rest;
                before[v] = std::mem::take(&mut all);
                while rest != 0 {
                    all |= before[v] << rest.trailing_zeros();
                    rest &= rest - 1;
                }
            }
            let mut after = all & 1 << count;
            if after == 0 {
                return Err(Conflict);
            }
            for v in (0..width).rev() {
                let (mut rest, mut fine, mut down) = (can[v], 0u128, 0u128);
                while rest != 0 {
                    let by = rest.trailing_zeros();
                    rest &= rest - 1;
                    if (before[v] << by) & after != 0 {
                        fine |= 1 << by;
                        down |= after >> by;
                    }
                }
                after = down & before[v];
                can[v] = fine;
            }
            let mut again = false;
            for v in 0..width {
                let (least, most) = (can[v].trailing_zeros(), can[v].ilog2());
                let bit = 1u64 << v;
                if most == held[v] {
                    for i in range.clone() {
                        let c = self.net.runner_cells.item(i);
                        if self.dom[c] & bit != 0 && self.dom[c] != bit {
                            self.narrow(c, !bit)?;
                            again = true;
                        }
                    }
                } else if least == lists[v] {
                    // Every list with a place for it has one.
                    again |= self.one_in_each(k, at, v)?;
                }
            }
            if !again {
                return Ok(());
            }
        }
    }

    /// The value stands once in every list that has a place for it. Did that change one of the cells?
    fn one_in_each(&mut self, k: usize, at: usize, value: usize) -> Result<bool, Conflict> {
        let base = self.net.runner_cells.range(k).start;
        let bit = 1u64 << value;
        let mut again = false;
        for list in 0..self.net.tools.cardinalities[at].lists.len() {
            let (mut places, mut found) = ([0u16; 4], 0);
            for &i in &self.net.tools.cardinalities[at].lists[list] {
                let c = self.net.runner_cells.item(base + i as usize);
                if self.dom[c] & bit != 0 {
                    if found < 4 {
                        places[found] = c as u16;
                    }
                    found += 1;
                }
            }
            if found == 1 && self.dom[places[0] as usize] != bit {
                self.narrow(places[0] as usize, bit)?;
                again = true;
            } else if (2..=4).contains(&found) {
                let running = std::mem::replace(&mut self.running, NOBODY);
                self.seen_by_all(&places[..found], value)?;
                self.running = running;
            }
        }
        Ok(again)
    }
}
