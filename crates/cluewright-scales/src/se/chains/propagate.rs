//! Derives all consequences of one assumption, stopping at the first contradiction.

use super::super::budget::Budget;
use super::super::grid::{Grid, beside, bits};
use super::super::layout::{CELL, Layout};
use super::kind::Kind;
use super::nested::{self, Others};
use super::spread::{NONE, ROOT, Spread, house, key, parts};

/// Follows an assumption. Candidates that are on are followed before candidates that are off; candidates of the same kind are
/// followed in the order in which they were found.
pub(super) fn run(
    kind: Kind,
    layout: &Layout,
    source: &Grid,
    (start, on): (u16, bool),
    out: &mut Spread,
    others: &mut Others,
    budget: &Budget<'_>,
) {
    let root = out.node(start, on, ROOT, 0, 0);
    if on {
        out.add_on(root);
    } else {
        out.add_off(root);
    }
    let mut work = source.clone();
    let (mut next_on, mut next_off) = (0, 0);
    loop {
        if next_on < out.on.len() {
            next_on += 1;
            let clashed = follow_on(kind, layout, &work, out, out.on[next_on - 1]);
            if clashed {
                return;
            }
        } else if next_off < out.off.len() {
            next_off += 1;
            let node = out.off[next_off - 1];
            let clashed = follow_off(kind, layout, source, &work, out, node);
            if clashed {
                return;
            }
            if kind.dynamic {
                let (cell, digit) = parts(out.nodes[usize::from(node)].key);
                work.remove(layout, usize::from(cell), digit);
            }
        } else {
            let before = out.off.len();
            if kind.level > 0 {
                nested::run(kind, layout, source, &work, out, others, budget);
            }
            if out.off.len() == before {
                return;
            }
        }
    }
}

/// Turns a candidate off. Returns true if this is a contradiction.
fn switch_off(out: &mut Spread, k: u16, cause: u8, parent: u16) -> bool {
    let on = out.on_of(k);
    if on == NONE && out.is_off(k) {
        return false;
    }
    let first = out.parents.len();
    out.parents.push(parent);
    let node = out.node(k, false, cause, first, 0);
    if on != NONE {
        out.clash = Some((on, node));
        return true;
    }
    out.add_off(node);
    false
}

fn follow_on(kind: Kind, layout: &Layout, work: &Grid, out: &mut Spread, node: u16) -> bool {
    let (cell, digit) = parts(out.nodes[usize::from(node)].key);
    if !kind.nishio {
        for d in bits(work.marks[usize::from(cell)] & !(1 << digit)) {
            if switch_off(out, key(cell, d), CELL, node) {
                return true;
            }
        }
    }
    for &(r, part) in &layout.weak_regions[usize::from(cell)] {
        let region = &layout.regions[usize::from(r)];
        for p in bits(work.at[usize::from(r)][digit] & part) {
            if switch_off(out, key(region.cells[p], digit), region.kind as u8, node) {
                return true;
            }
        }
    }
    for &other in &layout.weak_leaps[usize::from(cell)] {
        if work.has(other, digit) && switch_off(out, key(other, digit), CELL, node) {
            return true;
        }
    }
    if let Some(near) = &layout.near {
        for &other in &near.near[usize::from(cell)] {
            for d in beside(digit, near.cyclic) {
                if work.has(other, d) && switch_off(out, key(other, d), CELL, node) {
                    return true;
                }
            }
        }
    }
    false
}

/// Turns a candidate on; its parents are the nodes pushed since `first`. Returns true if this is a contradiction.
fn switch_on(out: &mut Spread, k: u16, cause: u8, first: usize) -> bool {
    let off = out.off_of(k);
    let node = out.node(k, true, cause, first, 0);
    if off != NONE {
        out.clash = Some((node, off));
        return true;
    }
    out.add_on(node);
    false
}

fn follow_off(kind: Kind, layout: &Layout, source: &Grid, work: &Grid, out: &mut Spread, node: u16) -> bool {
    let (cell, digit) = parts(out.nodes[usize::from(node)].key);
    if !kind.nishio {
        let marks = work.marks[usize::from(cell)];
        let other = marks & !(1 << digit);
        out.note(usize::from(cell), other.count_ones());
        if marks.count_ones() == 2 && other.count_ones() == 1 {
            let k = key(cell, other.trailing_zeros() as usize);
            if out.is_off(k) || !out.is_on(k) {
                let first = out.parents.len();
                out.parents.push(node);
                for d in bits(source.marks[usize::from(cell)] & !marks) {
                    let gone = out.off_at[usize::from(key(cell, d))];
                    out.parents.push(gone);
                }
                if switch_on(out, k, CELL, first) {
                    return true;
                }
            }
        }
    }
    for &(r, p) in &layout.homes[usize::from(cell)] {
        let at = work.at[usize::from(r)][digit];
        let others = at & !(1 << p);
        out.note(house(r, digit), others.count_ones());
        if others.count_ones() != 1 {
            continue;
        }
        let region = &layout.regions[usize::from(r)];
        let k = key(region.cells[others.trailing_zeros() as usize], digit);
        if !out.is_off(k) && out.is_on(k) {
            continue;
        }
        let first = out.parents.len();
        out.parents.push(node);
        for q in bits(source.at[usize::from(r)][digit] & !at) {
            let gone = out.off_at[usize::from(key(region.cells[q], digit))];
            out.parents.push(gone);
        }
        if switch_on(out, k, region.kind as u8, first) {
            return true;
        }
    }
    false
}
