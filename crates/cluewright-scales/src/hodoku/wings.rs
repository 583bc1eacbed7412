//! XY-Wing, XYZ-Wing and W-Wing.

use super::geometry::{CELLS_OF, PEERS, each, has};
use super::grid::Position;
use super::step::Step;
use super::technique::Technique;

/// XY-Wing: three cells that have two candidates each and three digits in total; the pivot sees both pincers.
pub(super) fn xy_wing(position: &Position) -> Option<Step> {
    let two: Vec<_> = each(position.with_count(2)).collect();
    let mask = |c: usize| position.grid.candidates[c];
    for (i, &a) in two.iter().enumerate() {
        for (j, &b) in two.iter().enumerate().skip(i + 1) {
            if (mask(a) | mask(b)).count_ones() != 3 {
                continue;
            }
            for &c in &two[j + 1..] {
                if (mask(a) | mask(b) | mask(c)).count_ones() != 3 || mask(b) == mask(c) || mask(a) == mask(c) {
                    continue;
                }
                for (pivot, p, q) in [(a, b, c), (b, a, c), (c, b, a)] {
                    let step = wing(position, pivot, p, q, Technique::XyWing);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
    }
    None
}

/// XYZ-Wing: like `xy_wing`, but the pivot has three candidates, and eliminated candidates must also see the pivot.
pub(super) fn xyz_wing(position: &Position) -> Option<Step> {
    let two: Vec<_> = each(position.with_count(2)).collect();
    let mask = |c: usize| position.grid.candidates[c];
    for pivot in each(position.with_count(3)) {
        for (j, &p) in two.iter().enumerate() {
            if mask(p) & !mask(pivot) != 0 {
                continue;
            }
            for &q in &two[j + 1..] {
                if mask(q) & !mask(pivot) != 0 || mask(p) == mask(q) {
                    continue;
                }
                let step = wing(position, pivot, p, q, Technique::XyzWing);
                if step.is_some() {
                    return step;
                }
            }
        }
    }
    None
}

fn wing(position: &Position, pivot: usize, p: usize, q: usize, technique: Technique) -> Option<Step> {
    if !has(PEERS[pivot], p) || !has(PEERS[pivot], q) {
        return None;
    }
    let shared = position.grid.candidates[p] & position.grid.candidates[q];
    if shared.count_ones() != 1 {
        return None;
    }
    let digit = shared.trailing_zeros() as usize;
    let mut seen = PEERS[p] & PEERS[q] & position.cells[digit];
    if technique == Technique::XyzWing {
        seen &= PEERS[pivot];
    }
    (seen != 0).then(|| Step::from_cells(technique, seen, digit))
}

/// W-Wing: two cells with the same two candidates, joined by a strong link of one of the two digits.
pub(super) fn w_wing(position: &Position) -> Option<Step> {
    let two = position.with_count(2);
    let mask = |c: usize| position.grid.candidates[c];
    for a in each(two) {
        let x = mask(a).trailing_zeros() as usize;
        let y = (mask(a) & (mask(a) - 1)).trailing_zeros() as usize;
        for b in each(two >> (a + 1) << (a + 1)).filter(|&b| mask(b) == mask(a)) {
            for (gone, link) in [(x, y), (y, x)] {
                let seen = position.cells[gone] & PEERS[a] & PEERS[b];
                if seen != 0 && linked(position, link, a, b) {
                    return Some(Step::from_cells(Technique::WWing, seen, gone));
                }
            }
        }
    }
    None
}

/// Whether some unit has exactly two places for the digit, one of which sees `a` while the other sees `b`. A place that sees both
/// cells counts only for `a`.
fn linked(position: &Position, digit: usize, a: usize, b: usize) -> bool {
    (0..27).filter(|&u| position.grid.free[u][digit] == 2).any(|u| {
        let (mut sees_a, mut sees_b) = (false, false);
        for &c in &CELLS_OF[u] {
            let c = usize::from(c);
            if c != a && c != b && has(position.cells[digit], c) {
                if has(PEERS[a], c) {
                    sees_a = true;
                } else if has(PEERS[b], c) {
                    sees_b = true;
                }
            }
        }
        sees_a && sees_b
    })
}
