//! Unique rectangles and loops of types 1, 2, 3 and 4, rated 4.5 to 5.0.

use super::grid::{Grid, bits, cells};
use super::hint::Hint;
use super::layout::Layout;
use super::types::Profile;
use super::unique_loop::{Case, Loop, Type};
use super::unique_sets;

struct Walk<'a> {
    layout: &'a Layout,
    grid: &'a Grid,
    pair: u16,
    /// Whether extra digits are accumulated in one set for each cell of the walk instead of separately for each step. This is the
    /// older behaviour, which misses some loops.
    shared: bool,
    path: Vec<u8>,
    on_path: u128,
    loops: Vec<Vec<u8>>,
}

impl Walk<'_> {
    fn go(&mut self, cell: u8, extras_left: i32, extra: u16, came_by: usize) {
        self.path.push(cell);
        self.on_path |= 1 << cell;
        let mut mine = extra;
        let layout = self.layout;
        for &(r, _) in &layout.homes[usize::from(cell)] {
            let region = &layout.regions[usize::from(r)];
            if region.kind == came_by {
                continue;
            }
            for &next in &region.cells {
                if next == self.path[0] && self.path.len() >= 4 {
                    self.loops.push(self.path.clone());
                } else if self.on_path >> next & 1 == 0 {
                    let marks = self.grid.marks[usize::from(next)];
                    if marks & self.pair != self.pair {
                        continue;
                    }
                    let sum = (mine | marks) & !self.pair;
                    if self.shared {
                        mine = sum;
                    }
                    let bare = marks == self.pair;
                    if bare || sum.count_ones() == 1 || extras_left > 0 {
                        self.go(next, extras_left - i32::from(!bare), sum, region.kind);
                    }
                }
            }
        }
        self.path.pop();
        self.on_path &= !(1 << cell);
    }
}

/// Whether a loop of cells with both digits could pass through a cell: every cell of a loop needs another cell of the loop in each
/// of its regions.
fn in_a_loop(layout: &Layout, grid: &Grid, start: u8, pair: u16) -> bool {
    let mut able = bits(pair).fold(u128::MAX, |set, d| set & grid.cells[d]);
    loop {
        let lonely = |c: &u8| {
            let homes = &layout.homes[usize::from(*c)];
            homes.iter().any(|h| able & layout.regions[usize::from(h.0)].set & !(1 << c) == 0)
        };
        let gone = cells(able).filter(lonely).fold(0, |set, c| set | 1_u128 << c);
        able &= !gone;
        if gone == 0 || able >> start & 1 == 0 {
            return able >> start & 1 != 0;
        }
    }
}

/// Whether the loop is valid: each region that it visits contains one cell at an even position of the path and one cell at an odd
/// position.
fn is_valid(layout: &Layout, path: &[u8]) -> bool {
    let mut seen = [0_u64; 2];
    for (i, &cell) in path.iter().enumerate() {
        for &(r, _) in &layout.homes[usize::from(cell)] {
            if seen[i % 2] >> r & 1 != 0 {
                return false;
            }
            seen[i % 2] |= 1 << r;
        }
    }
    seen[0] == seen[1]
}

/// Whether a chess move or a non-consecutive neighbour could distinguish between the two digits of a cell.
pub(super) fn is_restricted(layout: &Layout, grid: &Grid, cell: u8, pair: u16) -> bool {
    let both = bits(pair).fold(0, |set, d| set | grid.cells[d]);
    if layout.leaps[usize::from(cell)] & both != 0 {
        return true;
    }
    let Some(near) = &layout.near else { return false };
    near.near[usize::from(cell)]
        .iter()
        .any(|&c| bits(pair).any(|d| super::grid::beside(d, near.cyclic).any(|e| grid.has(c, e))))
}

fn judge(layout: &Layout, grid: &Grid, profile: Profile, path: &[u8], pair: u16, found: &mut Vec<Loop>) {
    let set = path.iter().fold(0, |set, &c| set | 1_u128 << c);
    let extra: Vec<u8> = path.iter().copied().filter(|&c| grid.marks[usize::from(c)].count_ones() > 2).collect();
    let mut case = Case { layout, grid, profile, size: path.len(), set, pair, ends: [0; 2] };
    let add = |hint: Loop, found: &mut Vec<Loop>| {
        let known = found.iter().any(|h| h.kind == hint.kind && h.size == hint.size && h.cells == hint.cells);
        if !known && !hint.removes.is_empty() {
            found.push(hint);
        }
    };
    match extra.len() {
        0 => {}
        1 => add(case.hint(Type::One, 0.0, vec![(extra[0], pair)]), found),
        2 => {
            case.ends = [extra[0], extra[1]];
            let rest = (grid.marks[usize::from(extra[0])] | grid.marks[usize::from(extra[1])]) & !pair;
            if rest.count_ones() == 1 {
                add(case.type_two(&extra), found);
            } else {
                for hint in unique_sets::type_three(&case, rest) {
                    add(hint, found);
                }
            }
            if let Some(hint) = case.type_four() {
                add(hint, found);
            }
        }
        _ => add(case.type_two(&extra), found),
    }
}

pub(super) fn loops(layout: &Layout, grid: &Grid, profile: Profile) -> Option<Hint> {
    let mut found = Vec::new();
    for start in 0..81 {
        let pair = grid.marks[start];
        if pair.count_ones() != 2 {
            continue;
        }
        if !in_a_loop(layout, grid, start as u8, pair) {
            continue;
        }
        let shared = profile == Profile::Se121;
        let mut walk = Walk { layout, grid, pair, shared, path: Vec::new(), on_path: 0, loops: Vec::new() };
        walk.go(start as u8, 2, 0, usize::MAX);
        let restricting = !layout.plain || layout.near.is_some();
        for path in walk.loops {
            if !is_valid(layout, &path) || restricting && path.iter().any(|&c| is_restricted(layout, grid, c, pair)) {
                continue;
            }
            judge(layout, grid, profile, &path, pair, &mut found);
        }
    }
    let order = |h: &Loop| match h.kind {
        Type::One => 1,
        Type::Two => 2,
        Type::Naked { .. } | Type::Hidden { .. } => 3,
        Type::Four => 4,
    };
    found.sort_by(|a, b| a.rating.total_cmp(&b.rating).then(order(a).cmp(&order(b))));
    let best = found.into_iter().next()?;
    let name = match best.size {
        4 => format!("Unique Rectangle type {}", order(&best)),
        n => format!("Unique Loop {n} type {}", order(&best)),
    };
    Hint::remove(name, best.rating, best.removes)
}
