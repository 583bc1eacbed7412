//! One round of propagation and the choice of a branch, for all lanes at once and without a branch of its own.
//!
//! The state is one vector a cell: lane `l` of row `9 r + c` holds the candidates of that cell in search node `l`
//! (nine bits). Over vectors laid out so, the exact 3x3 permutation test of a band, for all nine digits at once, is
//! fifteen logic operations and no shift: a digit takes one minirow in each line and each box of its band, so a
//! minirow keeps a digit when one of the six permutations through it is alive. That single test contains hidden
//! singles of lines, pointing, claiming and conflicts between them; stacks are the same, transposed.
//!
//! The permutation view and the branching rule follow the band "configurations" of tdoku (T. Dillon, 2019).

use super::board::ALL;
use super::lanes::{Lanes, Row};

/// Where a pass finds the 27 cells of a band: line `i`, box `j`, place `k` in the minirow, all below 3.
pub(super) trait Band<V> {
    fn get(&self, i: usize, j: usize, k: usize) -> V;
    fn put(&mut self, i: usize, j: usize, k: usize, v: V);
    /// The digits fixed in box `j` at the end of the last sweep.
    fn placed(&mut self, j: usize) -> &mut Row;
}

/// What passes found, gathered.
pub(super) struct Found<V> {
    /// Digits that have a permutation in every band and stack: all of them, or the node is dead.
    pub(super) alive: V,
    /// Bit 15 is set when some cell is empty.
    pub(super) empty: V,
    /// Not zero when four digits are forced into one minirow, or one digit into two cells of a box.
    pub(super) over: V,
    /// Not zero when the sweep fixed a cell. A lane that fixed none branches: waiting until nothing at all is removed
    /// any more saves 2 % of the guesses and costs 7 % more sweeps.
    pub(super) moved: V,
    /// Digits fixed in every box.
    pub(super) full: V,
}

impl<V: Lanes> Found<V> {
    #[inline(always)]
    pub(super) fn nothing() -> Self {
        let (zero, all) = (V::splat(0), V::splat(ALL));
        Self { alive: all, empty: zero, over: zero, moved: zero, full: all }
    }

    /// Lanes with a contradiction.
    #[inline(always)]
    pub(super) fn dead(&self) -> u32 {
        let fine = V::both(self.alive.equal(V::splat(ALL)), self.over.equal(V::splat(0)));
        // Bit 15 shows an empty cell.
        let filled = self.empty.and(V::splat(0x8000)).equal(V::splat(0));
        !V::bits(V::both(fine, filled)) & V::EVERY
    }

    /// Lanes where every digit is fixed in every box.
    #[inline(always)]
    pub(super) fn filled(&self) -> u32 {
        V::bits(self.full.equal(V::splat(ALL)))
    }

    /// Lanes in which the sweep fixed no cell.
    #[inline(always)]
    pub(super) fn still(&self) -> u32 {
        V::bits(self.moved.equal(V::splat(0)))
    }
}

/// Cell of line `i`, box `j`, place `k` in the minirow, in band `b` (or, transposed, stack `b`).
#[inline(always)]
pub(super) const fn cell(stack: bool, b: usize, i: usize, j: usize, k: usize) -> usize {
    if stack { (3 * j + k) * 9 + 3 * b + i } else { (3 * b + i) * 9 + 3 * j + k }
}

/// The six permutations of a 3x3 matrix of minirows: three even, three odd.
#[inline(always)]
fn permutations<V: Lanes>(h: &[[V; 3]; 3]) -> [V; 6] {
    [
        V::and3(h[0][0], h[1][1], h[2][2]),
        V::and3(h[0][1], h[1][2], h[2][0]),
        V::and3(h[0][2], h[1][0], h[2][1]),
        V::and3(h[0][0], h[1][2], h[2][1]),
        V::and3(h[0][1], h[1][0], h[2][2]),
        V::and3(h[0][2], h[1][1], h[2][0]),
    ]
}

/// A band of 81 cells, one vector a cell.
struct InGrid<'a, const STACK: bool> {
    x: &'a mut [Row; 81],
    placed: &'a mut [Row; 9],
    b: usize,
    part: usize,
}

impl<V: Lanes, const STACK: bool> Band<V> for InGrid<'_, STACK> {
    #[inline(always)]
    fn get(&self, i: usize, j: usize, k: usize) -> V {
        V::load(&self.x[cell(STACK, self.b, i, j, k)], self.part)
    }
    #[inline(always)]
    fn put(&mut self, i: usize, j: usize, k: usize, v: V) {
        v.store(&mut self.x[cell(STACK, self.b, i, j, k)], self.part);
    }
    #[inline(always)]
    fn placed(&mut self, j: usize) -> &mut Row {
        &mut self.placed[3 * self.b + j]
    }
}

/// One sweep of a grid: bands, then stacks, and within the stacks the naked singles of each box. `placed` holds the
/// digits fixed in each box at the end of the last sweep.
#[inline(always)]
pub(super) fn sweep<V: Lanes>(x: &mut [Row; 81], placed: &mut [Row; 9], part: usize) -> Found<V> {
    let mut found = Found::nothing();
    for b in 0..3 {
        pass::<V, _, false>(&mut InGrid::<false> { x, placed, b, part }, part, &mut found);
    }
    for b in 0..3 {
        pass::<V, _, true>(&mut InGrid::<true> { x, placed, b, part }, part, &mut found);
    }
    found
}

/// Narrows one band in every lane; with `SINGLES` also by the cells of each box that have one digit left.
#[inline(always)]
pub(super) fn pass<V: Lanes, B: Band<V>, const SINGLES: bool>(band: &mut B, part: usize, found: &mut Found<V>) {
    let zero = V::splat(0);
    let mut h = [[zero; 3]; 3];
    let mut two = [[zero; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            let (a, c, e) = (band.get(i, j, 0), band.get(i, j, 1), band.get(i, j, 2));
            h[i][j] = V::or3(a, c, e);
            two[i][j] = V::two_of(a, c, e);
        }
    }
    let p = permutations(&h);
    let mut s = [
        [p[0].or(p[3]), p[1].or(p[4]), p[2].or(p[5])],
        [p[2].or(p[4]), p[0].or(p[5]), p[1].or(p[3])],
        [p[1].or(p[5]), p[2].or(p[3]), p[0].or(p[4])],
    ];
    found.alive = found.alive.and(V::or3(s[0][0], s[0][1], s[0][2]));
    // Three digits in three cells: no other minirow of the line or the box has them.
    let mut own = [[zero; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            own[i][j] = s[i][j].triple();
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            let (i1, i2, j1, j2) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
            let kept = V::only(s[i][j], own[i][j1], own[i][j2]);
            s[i][j] = V::only(kept, own[i1][j], own[i2][j]);
        }
    }
    // Digits forced into a minirow that has one cell for them; three digits forced into its three cells leave no
    // room for others.
    let mut kept = s;
    let mut fixed = [[zero; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            let forced = V::only(s[i][j], s[i][(j + 1) % 3], s[i][(j + 2) % 3]);
            fixed[i][j] = forced.without(two[i][j]);
            kept[i][j] = forced.crowd(s[i][j], &mut found.over);
        }
    }
    let s = kept;
    for j in 0..3 {
        let mut y = [[zero; 3]; 3];
        for i in 0..3 {
            for k in 0..3 {
                y[i][k] = band.get(i, j, k).pick(s[i][j], fixed[i][j]);
            }
        }
        if SINGLES {
            let mut single = [[zero; 3]; 3];
            let (mut any, mut twice) = ([zero; 3], [zero; 3]);
            for i in 0..3 {
                let (t0, t1, t2) = (y[i][0].less_one(), y[i][1].less_one(), y[i][2].less_one());
                found.empty = V::or3(found.empty, t0, t1.or(t2));
                single[i] = [y[i][0].single(t0), y[i][1].single(t1), y[i][2].single(t2)];
                any[i] = V::or3(single[i][0], single[i][1], single[i][2]);
                twice[i] = V::two_of(single[i][0], single[i][1], single[i][2]);
            }
            let box_placed = V::or3(any[0], any[1], any[2]);
            // The same digit fixed in two cells: without this, only a full box would show that a digit has no cell.
            found.over = V::or3(found.over, V::two_of(any[0], any[1], any[2]), V::or3(twice[0], twice[1], twice[2]));
            for i in 0..3 {
                for k in 0..3 {
                    y[i][k] = V::unless(y[i][k], box_placed, single[i][k]);
                }
            }
            let old = band.placed(j);
            found.moved = V::or_xor(found.moved, box_placed, V::load(old, part));
            found.full = found.full.and(box_placed);
            box_placed.store(old, part);
        }
        for i in 0..3 {
            for k in 0..3 {
                band.put(i, j, k, y[i][k]);
            }
        }
    }
}

/// Lanes whose rows and columns hold every digit. With one digit a cell and every box complete, a solution.
#[inline(always)]
pub(super) fn complete<V: Lanes>(x: &[Row; 81], part: usize) -> u32 {
    let mut all = V::splat(ALL);
    for i in 0..9 {
        let (mut row, mut column) = (V::splat(0), V::splat(0));
        for j in 0..9 {
            row = row.or(V::load(&x[9 * i + j], part));
            column = column.or(V::load(&x[9 * j + i], part));
        }
        all = V::and3(all, row, column);
    }
    V::bits(all.equal(V::splat(ALL)))
}

/// How good a band is to branch in, lane by lane.
pub(super) struct Merit<V> {
    /// Its permutations over all digits; nine when every digit is fixed to its minirows.
    pub(super) count: V,
    /// The bit of the digit with two permutations (else three, else the first with more).
    pub(super) digit: V,
    /// Line and box of the first minirow of that digit that is not forced: `3 i + j`.
    pub(super) minirow: V,
}

/// Looks at a band whose minirows hold these digits.
#[inline(always)]
pub(super) fn merit<V: Lanes>(h: &[[V; 3]; 3]) -> Merit<V> {
    let zero = V::splat(0);
    let p = permutations(h);
    let mut count = zero;
    let (mut c1, mut c2, mut c3, mut c4) = (zero, zero, zero, zero);
    for n in 0..6 {
        let q = p[n];
        count = count.add(q.popcount());
        c4 = V::or_and(c4, c3, q);
        c3 = V::or_and(c3, c2, q);
        c2 = V::or_and(c2, c1, q);
        c1 = c1.or(q);
    }
    let twos = c2.without(c3);
    let threes = c3.without(c4);
    let no_two = twos.equal(zero);
    let no_three = threes.equal(zero);
    let d = V::choose(no_two, V::choose(no_three, c2, threes), twos);
    let digit = d.and(d.xor(V::splat(0xffff)).add(V::splat(1)));
    // In a line with several minirows for the digit, the first of them.
    let line0_done = V::two_of(h[0][0], h[0][1], h[0][2]).and(digit).equal(zero);
    let first0 = h[0][0].and(digit).equal(zero);
    let first1 = h[1][0].and(digit).equal(zero);
    let minirow =
        V::choose(line0_done, V::choose(first1, V::splat(4), V::splat(3)), V::choose(first0, V::splat(1), zero));
    Merit { count, digit, minirow }
}

/// Where each lane branches: a band or stack, a digit in it, and a minirow of that digit.
pub(super) struct Choice {
    /// 0..=2 bands, 3..=5 stacks; 8 when every digit is fixed everywhere, and then the rest means nothing.
    pub(super) band: Row,
    /// The bit of the digit.
    pub(super) digit: Row,
    /// Line and box of the minirow: `3 i + j`.
    pub(super) minirow: Row,
}

/// The unfixed band with the fewest permutations and its branch. Returns the lanes that have an unfixed band.
#[inline(always)]
pub(super) fn choose<V: Lanes>(x: &[Row; 81], part: usize, out: &mut Choice) -> u32 {
    let zero = V::splat(0);
    let (mut best, mut band, mut digit, mut minirow) = (V::splat(100), V::splat(8), zero, zero);
    for n in 0..6 {
        let (stack, b) = (n >= 3, n % 3);
        let mut h = [[zero; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                let a = V::load(&x[cell(stack, b, i, j, 0)], part);
                let c = V::load(&x[cell(stack, b, i, j, 1)], part);
                let e = V::load(&x[cell(stack, b, i, j, 2)], part);
                h[i][j] = V::or3(a, c, e);
            }
        }
        let m = merit(&h);
        // Nine permutations are a fixed band: fewer than ten never win.
        let wins = V::both(V::splat(9).less(m.count), m.count.less(best));
        best = V::choose(wins, m.count, best);
        band = V::choose(wins, V::splat(n as u16), band);
        digit = V::choose(wins, m.digit, digit);
        minirow = V::choose(wins, m.minirow, minirow);
    }
    band.store(&mut out.band, part);
    digit.store(&mut out.digit, part);
    minirow.store(&mut out.minirow, part);
    V::bits(band.less(V::splat(6)))
}
