//! The data that do not change during the rating of one puzzle: regions, visibility between cells, and every order on which the
//! scale depends.

use super::types::Variant;

/// The kinds of regions, numbered as in the original program.
pub(super) const BLOCK: usize = 0;
pub(super) const ROW: usize = 1;
pub(super) const COLUMN: usize = 2;
pub(super) const GROUP: usize = 3;
pub(super) const WINDOW: usize = 4;
/// The number of kinds of regions: block, row, column, disjoint group, window, two diagonals, girandola, asterisk, centre dot.
pub(super) const KINDS: usize = 10;
/// The number of regions if all variants are combined.
pub(super) const REGIONS: usize = 50;
/// The cause of links that do not come from a region (the cell itself, a chess move, non-consecutive neighbours).
pub(super) const CELL: u8 = 10;

const LONE: [(usize, [u8; 9]); 5] = [
    (5, [0, 10, 20, 30, 40, 50, 60, 70, 80]),
    (6, [8, 16, 24, 32, 40, 48, 56, 64, 72]),
    (7, [0, 8, 13, 37, 40, 43, 67, 72, 80]),
    (8, [13, 20, 24, 37, 40, 43, 56, 60, 67]),
    (9, [10, 13, 16, 37, 40, 43, 64, 67, 70]),
];
/// The diagonal moves of a king, as (column, row), in the order in which they are tried.
const KING: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (-2, 1), (2, -1), (-2, -1)];

/// Nine cells, in ascending order, that must hold every digit.
pub(super) struct Region {
    pub kind: usize,
    pub cells: [u8; 9],
    pub set: u128,
}

/// The non-consecutive rule: whether 9 and 1 count as consecutive, and whether the rule is about diagonal neighbours.
pub(super) struct NonConsecutive {
    pub cyclic: bool,
    pub diagonal: bool,
    /// The neighbours of each cell, in the order in which they are tried.
    pub near: Vec<Vec<u8>>,
    /// The neighbours that the diagonal forcing cell technique examines when it removes two digits; on a torus, these differ from
    /// `near`.
    pub near_pair: Vec<u128>,
    pub near_set: Vec<u128>,
}

/// The fixed data of one combination of variants.
pub(super) struct Layout {
    pub regions: Vec<Region>,
    /// The index of the first region of each kind, and the number of regions of the kind.
    pub kinds: [(usize, usize); KINDS],
    /// For each cell: its regions, in the order of kinds, each with the position of the cell in the region.
    pub homes: Vec<Vec<(u8, u8)>>,
    /// For each cell, its region of each kind; 255 if there is none.
    pub region_of: Vec<[u8; KINDS]>,
    /// The cells that each cell sees, in the order of the scale and as a set.
    pub visible: Vec<Vec<u8>>,
    pub sees: [u128; 81],
    /// The cells of `visible` that come after the cell in reading order, in the same order as in `visible`.
    pub forward: Vec<Vec<u8>>,
    /// The cells that each cell sees only by a chess move.
    pub leaps: [u128; 81],
    /// For each cell, the cells that a weak link of the same digit leads to, in the order in which chains follow the links, with
    /// their causes. In these links, chess moves never wrap around.
    pub weak: Vec<Vec<(u8, u8)>>,
    pub near: Option<NonConsecutive>,
    /// The links of `weak` in another form: for each region of the cell, the positions that no earlier region of the cell contains;
    /// and the further cells that come after these.
    pub weak_regions: Vec<Vec<(u8, u16)>>,
    pub weak_leaps: Vec<Vec<u8>>,
    /// For each cell, the cells that `weak` links it to, as a set; and whether every one of these cells is also visible.
    pub weak_set: [u128; 81],
    pub weak_is_seen: bool,
    /// For each cell, its regions as bits.
    pub region_bits: [u64; 81],
    /// Whether the puzzle has blocks.
    pub blocks: bool,
    /// Whether there are no extra regions and no chess moves, so that the techniques of the classic set are used.
    pub plain: bool,
    /// The kinds of regions: `simple` has them in the order block, column, row, then all others; `chain` in the order of their
    /// numbers.
    pub simple: Vec<usize>,
    pub chain: Vec<usize>,
}

fn window_of(cell: usize) -> usize {
    const BAND: [usize; 9] = [0, 1, 1, 1, 0, 2, 2, 2, 0];
    [8, 4, 5, 6, 0, 1, 7, 2, 3][BAND[cell / 9] * 3 + BAND[cell % 9]]
}

fn kind_cells(kind: usize, index: usize) -> [u8; 9] {
    let mut found = [0; 9];
    let mut n = 0;
    for cell in 0..81 {
        let (row, column) = (cell / 9, cell % 9);
        let at = match kind {
            BLOCK => row / 3 * 3 + column / 3,
            ROW => row,
            COLUMN => column,
            GROUP => row % 3 * 3 + column % 3,
            _ => window_of(cell),
        };
        if at == index {
            found[n] = cell as u8;
            n += 1;
        }
    }
    found
}

fn leap(cell: usize, (columns, rows): (i32, i32), wraps: bool) -> Option<usize> {
    let (row, column) = ((cell / 9) as i32 + rows, (cell % 9) as i32 + columns);
    let inside = (0..9).contains(&row) && (0..9).contains(&column);
    (inside || wraps).then(|| (row.rem_euclid(9) * 9 + column.rem_euclid(9)) as usize)
}

impl Layout {
    pub(super) fn new(variants: &[Variant]) -> Self {
        let has = |v: Variant| variants.contains(&v);
        let blocks = !has(Variant::Latin);
        let present = [
            blocks,
            true,
            true,
            has(Variant::DisjointGroups),
            has(Variant::Windows),
            has(Variant::Diagonals),
            has(Variant::Diagonals),
            has(Variant::Girandola),
            has(Variant::Asterisk),
            has(Variant::CentreDot),
        ];
        let chess = has(Variant::AntiKing) || has(Variant::AntiKnight);
        let chain: Vec<usize> = (0..KINDS).filter(|&k| present[k]).collect();
        let simple = [0, 2, 1, 3, 4, 5, 6, 7, 8, 9].into_iter().filter(|&k| present[k]).collect();
        let mut regions = Vec::new();
        let mut kinds = [(0, 0); KINDS];
        for &kind in &chain {
            let start = regions.len();
            if kind <= WINDOW {
                regions.extend((0..9).map(|index| Region::new(kind, kind_cells(kind, index))));
            } else {
                regions.extend(LONE.iter().filter(|lone| lone.0 == kind).map(|lone| Region::new(kind, lone.1)));
            }
            kinds[kind] = (start, regions.len() - start);
        }
        let mut homes = vec![Vec::new(); 81];
        let mut region_of = vec![[u8::MAX; KINDS]; 81];
        for (r, region) in regions.iter().enumerate() {
            for (p, &cell) in region.cells.iter().enumerate() {
                homes[usize::from(cell)].push((r as u8, p as u8));
                region_of[usize::from(cell)][region.kind] = r as u8;
            }
        }
        let mut layout = Self {
            kinds,
            homes,
            region_of,
            visible: Vec::new(),
            sees: [0; 81],
            forward: Vec::new(),
            leaps: [0; 81],
            weak: Vec::new(),
            weak_regions: Vec::new(),
            weak_leaps: Vec::new(),
            weak_set: [0; 81],
            weak_is_seen: true,
            region_bits: [0; 81],
            near: near(variants),
            blocks,
            plain: !chess && chain.iter().all(|&k| k <= COLUMN),
            simple,
            chain,
            regions,
        };
        layout.see(variants);
        layout
    }

    fn see(&mut self, variants: &[Variant]) {
        let has = |v: Variant| variants.contains(&v);
        let wraps = has(Variant::Toroidal);
        for cell in 0..81_usize {
            let mut seen: Vec<u8> = Vec::new();
            let base = self.homes[cell].iter().filter(|h| self.regions[usize::from(h.0)].kind <= COLUMN);
            let base = base.fold(0, |set, h| set | self.regions[usize::from(h.0)].set) & !(1 << cell);
            seen.extend((0..81).filter(|c| base >> c & 1 != 0));
            let add = |other: u8, seen: &mut Vec<u8>| {
                let new = usize::from(other) != cell && !seen.contains(&other);
                if new {
                    seen.push(other);
                }
                new
            };
            for kind in [4, 3, 5, 9, 7, 8] {
                for other in self.extra_order(cell, kind) {
                    add(other, &mut seen);
                }
            }
            let mut weak: Vec<(u8, u8)> = Vec::new();
            let mut done: u128 = 1 << cell;
            let mut parts = Vec::new();
            for &(r, _) in &self.homes[cell] {
                let mut part = 0;
                for (p, &other) in self.regions[usize::from(r)].cells.iter().enumerate() {
                    if done >> other & 1 == 0 {
                        done |= 1 << other;
                        part |= 1 << p;
                        weak.push((other, self.regions[usize::from(r)].kind as u8));
                    }
                }
                parts.push((r, part));
            }
            self.weak_regions.push(parts);
            let king = if has(Variant::AntiKing) { &KING[..] } else { &[] };
            let knight = if has(Variant::AntiKnight) { &KNIGHT[..] } else { &[] };
            // The visible sets read moves as (row, column), the chains as (column, row): the same moves, but in a different order.
            for &(a, b) in king.iter().chain(knight) {
                if let Some(other) = leap(cell, (b, a), wraps)
                    && add(other as u8, &mut seen)
                {
                    self.leaps[cell] |= 1 << other;
                }
                if let Some(other) = leap(cell, (a, b), false)
                    && done >> other & 1 == 0
                {
                    done |= 1 << other;
                    weak.push((other as u8, CELL));
                }
            }
            self.sees[cell] = seen.iter().fold(0, |set, &c| set | 1 << c);
            self.forward.push(seen.iter().copied().filter(|&c| usize::from(c) > cell).collect());
            self.visible.push(seen);
            self.weak_set[cell] = weak.iter().fold(0, |set, w| set | 1 << w.0);
            self.weak_is_seen &= self.weak_set[cell] == self.sees[cell];
            self.region_bits[cell] = self.homes[cell].iter().fold(0, |set, h| set | 1 << h.0);
            self.weak_leaps.push(weak.iter().filter(|w| w.1 == CELL).map(|w| w.0).collect());
            self.weak.push(weak);
        }
    }

    /// The cells of the extra region of one kind that contains a cell, in the order in which they are added to the visible cells.
    fn extra_order(&self, cell: usize, kind: usize) -> Vec<u8> {
        let at = |k: usize| self.region_of[cell][k];
        let mut set: Vec<u8> = Vec::new();
        let both = if kind == 5 { &[5, 6][..] } else { std::slice::from_ref(&kind) };
        for &k in both {
            if at(k) != u8::MAX {
                set.extend(self.regions[usize::from(at(k))].cells);
            }
        }
        set.sort_unstable();
        set.dedup();
        // In the two windows that consist of three columns, cells are listed column by column.
        if kind == WINDOW && matches!(window_of(cell), 6 | 7) {
            set.sort_by_key(|c| c % 9);
        }
        set
    }

    /// Whether two cells see each other.
    pub(super) fn sees(&self, a: u8, b: u8) -> bool {
        self.sees[usize::from(a)] >> b & 1 != 0
    }

    /// The indices of the regions of a kind.
    pub(super) fn of_kind(&self, kind: usize) -> std::ops::Range<usize> {
        self.kinds[kind].0..self.kinds[kind].0 + self.kinds[kind].1
    }
}

impl Region {
    fn new(kind: usize, cells: [u8; 9]) -> Self {
        Self { kind, cells, set: cells.iter().fold(0, |set, &c| set | 1 << c) }
    }
}

fn near(variants: &[Variant]) -> Option<NonConsecutive> {
    let (cyclic, diagonal) = variants.iter().find_map(|v| match v {
        Variant::NonConsecutive => Some((false, false)),
        Variant::NonConsecutiveCyclic => Some((true, false)),
        Variant::NonConsecutiveDiagonal => Some((false, true)),
        Variant::NonConsecutiveDiagonalCyclic => Some((true, true)),
        _ => None,
    })?;
    let wraps = variants.contains(&Variant::Toroidal);
    let straight = [(0, -1), (0, 1), (1, 0), (-1, 0)];
    let slanted = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    let beside = |cell: usize, moves: &[(i32, i32); 4]| -> Vec<u8> {
        moves.iter().filter_map(|&m| leap(cell, m, wraps)).map(|c| c as u8).collect()
    };
    let near: Vec<Vec<u8>> = (0..81)
        .map(|cell| match (diagonal, wraps) {
            (false, _) => beside(cell, &straight),
            (true, false) => beside(cell, &slanted),
            // On a torus, the scale treats the cells as a single line of 81 cells.
            (true, true) => [71, 73, 8, 10].iter().map(|by| ((cell + by) % 81) as u8).collect(),
        })
        .collect();
    let set = |list: &Vec<u8>| list.iter().fold(0_u128, |set, &c| set | 1 << c);
    let near_set: Vec<u128> = near.iter().map(set).collect();
    let near_pair =
        (0..81).map(|cell| if diagonal && wraps { set(&beside(cell, &straight)) } else { near_set[cell] }).collect();
    Some(NonConsecutive { cyclic, diagonal, near, near_pair, near_set })
}
