//! Singles, locked candidates and subsets.

use super::geometry::{CELLS_OF, Cells, UNIT, UNITS_OF, digits, each, first};
use super::grid::{Grid, Position};
use super::step::{Candidate, Step};
use super::technique::Technique;

/// The first queued naked single that is the last open cell of a unit. The single stays in the queue and is skipped later, because
/// its cell is then filled.
pub(super) fn full_house(grid: &Grid) -> Option<Step> {
    let last = |cell: usize, digit: usize| {
        UNITS_OF[cell].iter().any(|&u| (0..9).all(|d| d == digit || grid.free[usize::from(u)][d] == 0))
    };
    let (cell, digit) = grid.naked.waiting().find(|&(cell, digit)| grid.values[cell] == 0 && last(cell, digit))?;
    Some(Step::place(Technique::FullHouse, cell, digit))
}

/// The oldest naked single in the queue whose cell is still open.
pub(super) fn naked_single(grid: &mut Grid) -> Option<Step> {
    while let Some((cell, digit)) = grid.naked.pop() {
        if grid.values[cell] == 0 {
            return Some(Step::place(Technique::NakedSingle, cell, digit));
        }
    }
    None
}

/// The oldest hidden single in the queue whose cell is still open. If it is no longer a hidden single, it is dropped and `None` is
/// returned.
pub(super) fn hidden_single(grid: &mut Grid) -> Option<Step> {
    while let Some((cell, digit)) = grid.hidden.pop() {
        if grid.values[cell] == 0 {
            let alone = UNITS_OF[cell].iter().any(|&u| grid.free[usize::from(u)][digit] == 1);
            return alone.then(|| Step::place(Technique::HiddenSingle, cell, digit));
        }
    }
    None
}

/// Boxes, then rows, then columns: the order of units in which subsets are searched for.
const BOXES_FIRST: [usize; 27] =
    [18, 19, 20, 21, 22, 23, 24, 25, 26, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];

/// Calls `found` with every choice of `size` items, in lexicographic order, until `found` returns something.
fn choices<R>(items: usize, size: usize, mut found: impl FnMut(&[usize]) -> Option<R>) -> Option<R> {
    if items < size {
        return None;
    }
    let mut at: Vec<usize> = (0..size).collect();
    loop {
        if let Some(result) = found(&at) {
            return Some(result);
        }
        let moved = (0..size).rev().find(|&k| at[k] < items - size + k)?;
        at[moved] += 1;
        for k in moved + 1..size {
            at[k] = at[k - 1] + 1;
        }
    }
}

/// A naked subset of `size` cells. If `locked` is set, the cells must lie in both a box and a line, and the subset must eliminate
/// candidates both in the rest of the box and in the rest of the line.
pub(super) fn naked_subset(position: &Position, size: usize, locked: bool) -> Option<Step> {
    let units = if locked { &BOXES_FIRST[..9] } else { &BOXES_FIRST[..] };
    for &unit in units {
        let mut cells = [0; 9];
        let mut count = 0;
        for &cell in &CELLS_OF[unit] {
            let candidates = position.grid.count(usize::from(cell)) as usize;
            if candidates != 0 && candidates <= size {
                cells[count] = usize::from(cell);
                count += 1;
            }
        }
        let step = choices(count, size, |at| {
            let mask = at.iter().fold(0, |mask, &i| mask | position.grid.candidates[cells[i]]);
            if mask.count_ones() as usize != size {
                return None;
            }
            let own = at.iter().fold(0, |set, &i| set | 1 << cells[i]);
            naked_step(position, own, mask, size, locked)
        });
        if step.is_some() {
            return step;
        }
    }
    None
}

/// The eliminations by a naked subset in all units that contain its cells; `None` if the subset is locked and `locked` is not set,
/// or vice versa.
fn naked_step(position: &Position, own: Cells, mask: u16, size: usize, locked: bool) -> Option<Step> {
    let shared = UNITS_OF[first(own)].map(usize::from).map(|u| (UNIT[u] & own == own).then_some(u));
    let with = |set: Cells| each(set & !own).filter(|&c| position.grid.candidates[c] & mask != 0);
    let in_box = |b: usize| with(UNIT[b]).next().is_some();
    let outside = |line: usize, b: usize| with(UNIT[line] & !UNIT[b]).next().is_some();
    let is_locked =
        size < 4 && shared[2].is_some_and(|b| in_box(b) && shared[..2].iter().flatten().any(|&line| outside(line, b)));
    if is_locked != locked {
        return None;
    }
    let eliminated: Vec<_> = shared
        .iter()
        .flatten()
        .flat_map(|&u| with(UNIT[u]))
        .flat_map(|c| digits(position.grid.candidates[c] & mask).map(move |d| Candidate::new(c, d)))
        .collect();
    let technique = match (size, locked) {
        (2, true) => Technique::LockedPair,
        (3, true) => Technique::LockedTriple,
        (2, false) => Technique::NakedPair,
        (3, false) => Technique::NakedTriple,
        _ => Technique::NakedQuadruple,
    };
    (!eliminated.is_empty()).then(|| Step::eliminate(technique, eliminated))
}

/// A hidden subset of `size` digits.
pub(super) fn hidden_subset(position: &Position, size: usize) -> Option<Step> {
    let grid = position.grid;
    for unit in BOXES_FIRST {
        let open = (position.open & UNIT[unit]).count_ones() as usize;
        if open <= size {
            continue;
        }
        let mut values = [0; 9];
        let mut count = 0;
        for digit in 0..9 {
            let free = grid.free[unit][digit];
            if free > 0 && free as usize <= size {
                values[count] = digit;
                count += 1;
            }
        }
        let step = choices(count, size, |at| {
            let cells = at.iter().fold(0, |set, &i| set | position.cells[values[i]] & UNIT[unit]);
            if cells.count_ones() as usize != size {
                return None;
            }
            let mask = at.iter().fold(0, |mask, &i| mask | 1 << values[i]);
            let eliminated: Vec<_> = each(cells)
                .flat_map(|c| digits(grid.candidates[c] & !mask).map(move |d| Candidate::new(c, d)))
                .collect();
            let technique = match size {
                2 => Technique::HiddenPair,
                3 => Technique::HiddenTriple,
                _ => Technique::HiddenQuadruple,
            };
            (!eliminated.is_empty()).then(|| Step::eliminate(technique, eliminated))
        });
        if step.is_some() {
            return step;
        }
    }
    None
}

/// A box in which all two or three places of a digit lie in one row or, failing that, in one column.
pub(super) fn pointing(position: &Position) -> Option<Step> {
    locked(position, 18..27, |units| [Some(usize::from(units[0])), Some(usize::from(units[1]))], Technique::Pointing)
}

/// A line in which all two or three places of a digit lie in one box; rows are examined before columns.
pub(super) fn claiming(position: &Position) -> Option<Step> {
    locked(position, 0..18, |units| [Some(usize::from(units[2])), None], Technique::Claiming)
}

fn locked(
    position: &Position,
    units: std::ops::Range<usize>,
    others: impl Fn(&[u8; 3]) -> [Option<usize>; 2],
    technique: Technique,
) -> Option<Step> {
    for unit in units {
        for digit in 0..9 {
            if !matches!(position.grid.free[unit][digit], 2 | 3) {
                continue;
            }
            let places = position.cells[digit] & UNIT[unit];
            let holds = |&other: &usize| places & !UNIT[other] == 0 && position.cells[digit] & UNIT[other] != places;
            if let Some(other) = others(&UNITS_OF[first(places)]).into_iter().flatten().find(holds) {
                return Some(Step::from_cells(technique, position.cells[digit] & UNIT[other] & !places, digit));
            }
        }
    }
    None
}
