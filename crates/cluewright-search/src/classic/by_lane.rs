//! Portable rows: the kernels' own code for one lane, in loops over lanes.
//!
//! Compilers split arrays of eight lanes into scalars before they consider vectors, and put them together again badly: a sweep of
//! such arrays took two to four times as long. A loop whose body is one lane's work becomes vectors of the target, if
//! - it is in a separate function (`inline(never)`): the compiler knows that arguments do not overlap, but nothing else;
//! - it contains no loop that is too long to be unrolled: hence the boxes are processed one by one;
//! - it is not so long that values have to be spilled to memory: hence the two steps of a stack;
//! - it processes whole rows: then loads are known to be aligned.
//!
//! The code must also be small: with a copy for every band, stack and box it did not fit into the processor's cache of decoded
//! instructions, and took a quarter longer.

use super::board::ALL;
use super::lanes::{LANES, Lanes, Row};
use super::sweep::{Best, Choice, Found, InGrid, Minirows, SweepResult, minirows, narrow_box};

/// A single lane. Its operations are those of [`super::lanes::Array`], written without closures (see there).
#[derive(Clone, Copy)]
pub(super) struct One(u16);

/// All ones if the value is not 0, computed without a branch.
#[inline(always)]
fn nonzero(v: u16) -> u16 {
    u16::from(v != 0).wrapping_neg()
}

impl Lanes for One {
    type Mask = bool;
    const N: usize = 1;

    #[inline(always)]
    fn load(row: &Row, part: usize) -> Self {
        Self(row.0[part])
    }
    #[inline(always)]
    fn store(self, row: &mut Row, part: usize) {
        row.0[part] = self.0;
    }
    #[inline(always)]
    fn splat(v: u16) -> Self {
        Self(v)
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(self.0 & b.0)
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self(self.0 | b.0)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0 ^ b.0)
    }
    #[inline(always)]
    fn without(self, b: Self) -> Self {
        Self(self.0 & !b.0)
    }
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0.wrapping_add(b.0))
    }
    #[inline(always)]
    fn equal(self, b: Self) -> bool {
        self.0 == b.0
    }
    #[inline(always)]
    fn less(self, b: Self) -> bool {
        self.0 < b.0
    }
    #[inline(always)]
    fn both(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn choose(mask: bool, a: Self, b: Self) -> Self {
        if mask { a } else { b }
    }
    #[inline(always)]
    fn popcount(self) -> Self {
        let a = self.0;
        let a = (a & 0x5555) + (a >> 1 & 0x5555);
        let a = (a & 0x3333) + (a >> 2 & 0x3333);
        let a = (a & 0x0f0f) + (a >> 4 & 0x0f0f);
        Self((a & 0xff) + (a >> 8))
    }
    #[inline(always)]
    fn pick(self, h: Self, f: Self) -> Self {
        let placed = self.0 & f.0;
        Self(placed | self.0 & h.0 & !nonzero(placed))
    }
    #[inline(always)]
    fn single(self, less_one: Self) -> Self {
        Self(self.0 & !nonzero(self.0 & less_one.0))
    }
    #[inline(always)]
    fn triple(self) -> Self {
        let x = self.0;
        let y = x & x.wrapping_sub(1);
        let z = y & y.wrapping_sub(1);
        // `z` has one bit left if it, combined with the bits below, is larger as a signed number than the bits below alone.
        let below = z.wrapping_sub(1);
        Self(if (z ^ below).cast_signed() > below.cast_signed() { x } else { 0 })
    }
    #[inline(always)]
    fn crowd(self, s: Self, over: &mut Self) -> Self {
        let y = self.0 & self.0.wrapping_sub(1);
        let z = y & y.wrapping_sub(1);
        over.0 |= z & z.wrapping_sub(1);
        let many = nonzero(z);
        Self(self.0 | s.0 & !many)
    }
    fn turn(_: [Self; 3]) -> [Self; 3] {
        unreachable!("a single lane is not a group of eight")
    }
}

/// The findings of passes, lane by lane.
struct FoundRows {
    alive: Row,
    empty: Row,
    over: Row,
    fixed: Row,
    full: Row,
}

impl FoundRows {
    #[inline(always)]
    fn get(&self, lane: usize) -> Found<One> {
        Found {
            alive: One::load(&self.alive, lane),
            empty: One::load(&self.empty, lane),
            over: One::load(&self.over, lane),
            fixed: One::load(&self.fixed, lane),
            full: One::load(&self.full, lane),
        }
    }

    #[inline(always)]
    fn put(&mut self, lane: usize, found: Found<One>) {
        found.alive.store(&mut self.alive, lane);
        found.empty.store(&mut self.empty, lane);
        found.over.store(&mut self.over, lane);
        found.fixed.store(&mut self.fixed, lane);
        found.full.store(&mut self.full, lane);
    }
}

/// The candidates of a stack's minirows, lane by lane; by box, then line.
struct MinirowRows {
    may: [[Row; 3]; 3],
    fixed: [[Row; 3]; 3],
}

/// [`super::sweep::pass`] of a band.
#[inline(never)]
fn band(b: usize, x: &mut [Row; 81], found: &mut FoundRows) {
    assert!(b < 3);
    for lane in 0..LANES {
        let mut f = found.get(lane);
        let mut band = InGrid::<false> { x, b, part: lane };
        let m = minirows::<One, _>(&band, &mut f);
        narrow_box::<One, _, false>(&mut band, 0, &m, &mut f);
        narrow_box::<One, _, false>(&mut band, 1, &m, &mut f);
        narrow_box::<One, _, false>(&mut band, 2, &m, &mut f);
        found.put(lane, f);
    }
}

/// The first step of a stack.
#[inline(never)]
fn look(b: usize, x: &mut [Row; 81], rows: &mut MinirowRows, found: &mut FoundRows) {
    assert!(b < 3);
    for lane in 0..LANES {
        let mut f = found.get(lane);
        let m = minirows::<One, _>(&InGrid::<true> { x, b, part: lane }, &mut f);
        for i in 0..3 {
            for j in 0..3 {
                m.may[i][j].store(&mut rows.may[j][i], lane);
                m.fixed[i][j].store(&mut rows.fixed[j][i], lane);
            }
        }
        found.put(lane, f);
    }
}

/// The second step of a stack, for box `j`.
#[inline(never)]
fn keep(b: usize, j: usize, x: &mut [Row; 81], rows: &MinirowRows, found: &mut FoundRows) {
    assert!(b < 3 && j < 3);
    for lane in 0..LANES {
        let mut f = found.get(lane);
        let mut m = Minirows { may: [[One(0); 3]; 3], fixed: [[One(0); 3]; 3] };
        for i in 0..3 {
            m.may[i][j] = One::load(&rows.may[j][i], lane);
            m.fixed[i][j] = One::load(&rows.fixed[j][i], lane);
        }
        narrow_box::<One, _, true>(&mut InGrid::<true> { x, b, part: lane }, j, &m, &mut f);
        found.put(lane, f);
    }
}

/// [`super::rows::sweep`] of every lane.
pub(super) fn sweep(x: &mut [Row; 81], fixed: &mut Row) -> SweepResult {
    let mut found = FoundRows {
        alive: Row([ALL; LANES]),
        empty: Row::ZERO,
        over: Row::ZERO,
        fixed: Row::ZERO,
        full: Row([ALL; LANES]),
    };
    let mut rows = MinirowRows { may: [[Row::ZERO; 3]; 3], fixed: [[Row::ZERO; 3]; 3] };
    for b in 0..3 {
        band(b, x, &mut found);
    }
    for b in 0..3 {
        look(b, x, &mut rows, &mut found);
        for j in 0..3 {
            keep(b, j, x, &rows, &mut found);
        }
    }
    let mut seen = SweepResult::default();
    for lane in 0..LANES {
        found.get(lane).write_to(lane, fixed, &mut seen);
    }
    seen
}

/// [`super::rows::choose`] for every lane.
pub(super) fn choose(x: &[Row; 81], common: bool, out: &mut Choice) -> u32 {
    let mut rows = Best::<One>::none().all().map(|v| Row([v.0; LANES]));
    for b in 0..3 {
        judge::<false>(b, x, common, &mut rows);
    }
    for b in 0..3 {
        judge::<true>(b, x, common, &mut rows);
    }
    let mut open = 0;
    for lane in 0..LANES {
        open |= kept(&rows, lane).write_to(lane, out) << lane;
    }
    open
}

/// The best band so far of a lane.
#[inline(always)]
fn kept(rows: &[Row; 10], lane: usize) -> Best<One> {
    let mut best = Best::none();
    for (v, row) in best.all().into_iter().zip(rows) {
        *v = One::load(row, lane);
    }
    best
}

/// Band (or stack) `b` where it is better than those before it.
#[inline(never)]
fn judge<const STACK: bool>(b: usize, x: &[Row; 81], common: bool, rows: &mut [Row; 10]) {
    assert!(b < 3);
    for lane in 0..LANES {
        let mut best = kept(rows, lane);
        best.or_band::<STACK>(x, lane, b, common);
        for (v, row) in best.all().into_iter().zip(&mut *rows) {
            v.store(row, lane);
        }
    }
}
