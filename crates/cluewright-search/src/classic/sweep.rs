//! One round of propagation and the choice of a branch, for all lanes at once and without conditional jumps.
//!
//! The state is one vector per cell: lane `l` of row `9 r + c` has the candidates of that cell in search node `l` (nine bits).
//! With this layout, the exact 3x3 permutation test of a band, for all nine digits at once, takes fifteen logic operations and no
//! shift: a digit has one minirow in each line and each box of its band, so a minirow keeps a digit if one of the six
//! permutations through it is possible. This single test contains hidden singles of lines, pointing, claiming and conflicts
//! between them; stacks are the same, transposed.
//!
//! The permutation view and the branching rule follow the band "configurations" of tdoku (T. Dillon, 2019).

use super::board::ALL;
use super::lanes::{Lanes, Row};

/// Access to the 27 cells of a band: line `i`, box `j`, place `k` in the minirow, all below 3.
pub(super) trait Band<V> {
    fn get(&self, i: usize, j: usize, k: usize) -> V;
    fn put(&mut self, i: usize, j: usize, k: usize, v: V);
}

/// The combined findings of passes.
pub(super) struct Found<V> {
    /// The digits that have a permutation in every band and stack: if one is missing, the node is contradictory.
    pub(super) alive: V,
    /// Bit 15 is set when some cell is empty.
    pub(super) empty: V,
    /// Non-zero if four digits are forced into one minirow, or one digit into two cells of a box.
    pub(super) over: V,
    /// The digits fixed in each box, as bit sets added up as numbers. A fixed cell stays fixed, so a sweep has fixed a cell
    /// exactly if the sum has changed since the last one. A lane in which nothing was fixed branches: waiting until nothing at
    /// all is removed saves 2 % of the guesses and costs 7 % more sweeps.
    pub(super) fixed: V,
    /// The digits fixed in every box.
    pub(super) full: V,
}

impl<V: Lanes> Found<V> {
    #[inline(always)]
    pub(super) fn nothing() -> Self {
        let (zero, all) = (V::splat(0), V::splat(ALL));
        Self { alive: all, empty: zero, over: zero, fixed: zero, full: all }
    }

    /// Writes the result for the lanes of part `part`; `fixed` has the digits that were fixed after the last sweep.
    #[inline(always)]
    pub(super) fn write_to(&self, part: usize, fixed: &mut Row, seen: &mut SweepResult) {
        let shift = part * V::N;
        seen.dead |= self.dead() << shift;
        seen.full |= self.filled() << shift;
        seen.still |= V::bits(self.fixed.equal(V::load(fixed, part))) << shift;
        self.fixed.store(fixed, part);
    }

    /// Lanes with a contradiction.
    #[inline(always)]
    fn dead(&self) -> u32 {
        let fine = V::both(self.alive.equal(V::splat(ALL)), self.over.equal(V::splat(0)));
        // Bit 15 shows an empty cell.
        let filled = self.empty.and(V::splat(0x8000)).equal(V::splat(0));
        !V::bits(V::both(fine, filled)) & V::EVERY
    }

    /// Lanes where every digit is fixed in every box.
    #[inline(always)]
    fn filled(&self) -> u32 {
        V::bits(self.full.equal(V::splat(ALL)))
    }
}

/// The state of lanes after a sweep, one bit each.
#[derive(Clone, Copy, Default)]
pub(super) struct SweepResult {
    /// Lanes with a contradiction.
    pub(super) dead: u32,
    /// Lanes in which every digit is fixed in every box.
    pub(super) full: u32,
    /// Lanes in which the sweep fixed no cell.
    pub(super) still: u32,
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

/// A band of the 81 cells, with one vector per cell.
pub(super) struct InGrid<'a, const STACK: bool> {
    pub(super) x: &'a mut [Row; 81],
    pub(super) b: usize,
    pub(super) part: usize,
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
}

/// Narrows one band in every lane. With `SINGLES`, digits with one cell left in a minirow, and cells with one digit left in their
/// box, also narrow the band.
#[inline(always)]
pub(super) fn pass<V: Lanes, B: Band<V>, const SINGLES: bool>(band: &mut B, found: &mut Found<V>) {
    let minirows = minirows(band, found);
    for j in 0..3 {
        narrow_box::<V, B, SINGLES>(band, j, &minirows, found);
    }
}

/// The candidates of a band's minirows: line `i`, box `j`.
pub(super) struct Minirows<V> {
    /// The digits that some permutation has there.
    pub(super) may: [[V; 3]; 3],
    /// Those of these digits that must be there and have only one cell for it.
    pub(super) fixed: [[V; 3]; 3],
}

/// The exact permutation test of a band, and the triples of its minirows.
#[inline(always)]
pub(super) fn minirows<V: Lanes, B: Band<V>>(band: &B, found: &mut Found<V>) -> Minirows<V> {
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
    // Digits forced into a minirow with only one cell for them; three digits forced into its three cells exclude all others.
    let mut kept = s;
    let mut fixed = [[zero; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            let forced = V::only(s[i][j], s[i][(j + 1) % 3], s[i][(j + 2) % 3]);
            fixed[i][j] = forced.without(two[i][j]);
            kept[i][j] = forced.crowd(s[i][j], &mut found.over);
        }
    }
    Minirows { may: kept, fixed }
}

/// The cells of a band's box `j` keep what their minirows may hold; with `SINGLES`, and where no cell with one digit
/// left has it.
#[inline(always)]
pub(super) fn narrow_box<V: Lanes, B: Band<V>, const SINGLES: bool>(
    band: &mut B,
    j: usize,
    minirows: &Minirows<V>,
    found: &mut Found<V>,
) {
    let zero = V::splat(0);
    let mut y = [[zero; 3]; 3];
    for i in 0..3 {
        for k in 0..3 {
            let x = band.get(i, j, k);
            let may = minirows.may[i][j];
            y[i][k] = if SINGLES { x.pick(may, minirows.fixed[i][j]) } else { x.and(may) };
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
        // The same digit is fixed in two cells: without this test, only a full box would show that a digit has no cell.
        found.over = V::or3(found.over, V::two_of(any[0], any[1], any[2]), V::or3(twice[0], twice[1], twice[2]));
        for i in 0..3 {
            for k in 0..3 {
                y[i][k] = V::unless(y[i][k], box_placed, single[i][k]);
            }
        }
        found.fixed = found.fixed.add(box_placed);
        found.full = found.full.and(box_placed);
    }
    for i in 0..3 {
        for k in 0..3 {
            band.put(i, j, k, y[i][k]);
        }
    }
}

/// Lanes whose rows and columns contain every digit. If every cell has one digit and every box is complete, this is a solution.
#[inline(always)]
pub(super) fn complete<V: Lanes>(x: &[Row; 81]) -> u32 {
    let mut lanes = 0;
    for part in 0..V::PARTS {
        let mut all = V::splat(ALL);
        for i in 0..9 {
            let (mut row, mut column) = (V::splat(0), V::splat(0));
            for j in 0..9 {
                row = row.or(V::load(&x[9 * i + j], part));
                column = column.or(V::load(&x[9 * j + i], part));
            }
            all = V::and3(all, row, column);
        }
        lanes |= V::bits(all.equal(V::splat(ALL))) << (part * V::N);
    }
    lanes
}

/// The merit of a band for branching, by lane.
pub(super) struct Merit<V> {
    /// The number of its permutations over all digits; nine if every digit is fixed to its minirows.
    pub(super) count: V,
    /// The digits with two permutations.
    pub(super) two: V,
    /// The digits with two permutations; if there are none, those with three; otherwise those with more.
    pub(super) few: V,
    /// The digits that have several minirows in the first line, those that have its first one, and those that have the first one
    /// of the second line.
    pub(super) places: [V; 3],
}

/// The merit of a band whose minirows have these digits.
#[inline(always)]
pub(super) fn merit<V: Lanes>(h: &[[V; 3]; 3]) -> Merit<V> {
    let p = permutations(h);
    // The number of permutations of each digit, at most six, as three bits: ones, twos and fours.
    let (a, carry_a) = (V::odd(p[0], p[1], p[2]), V::two_of(p[0], p[1], p[2]));
    let (b, carry_b) = (V::odd(p[3], p[4], p[5]), V::two_of(p[3], p[4], p[5]));
    let (ones, carry) = (a.xor(b), a.and(b));
    let (twos, fours) = (V::odd(carry_a, carry_b, carry), V::two_of(carry_a, carry_b, carry));
    let (many, few) = (fours.popcount(), twos.popcount());
    let (many, few) = (many.add(many).add(few), ones.popcount());
    let count = many.add(many).add(few);
    let two = V::only(twos, ones, fours);
    let three = twos.and(ones).without(fours);
    let more = twos.or(fours);
    let few = more.pick(more.pick(more, three), two);
    Merit { count, two, few, places: [V::two_of(h[0][0], h[0][1], h[0][2]), h[0][0], h[1][0]] }
}

impl<V: Lanes> Merit<V> {
    /// The lowest of some digits, to branch with, and its first minirow that is not forced: line and box as `3 i + j`.
    #[inline(always)]
    pub(super) fn branch(&self, digits: V) -> (V, V) {
        let zero = V::splat(0);
        let digit = digits.and(digits.xor(V::splat(0xffff)).add(V::splat(1)));
        let [several, first, below] = self.places.map(|digits| digits.and(digit).equal(zero));
        let minirow =
            V::choose(several, V::choose(below, V::splat(4), V::splat(3)), V::choose(first, V::splat(1), zero));
        (digit, minirow)
    }
}

/// The branch of each lane: a band or stack, a digit in it, and a minirow of that digit.
pub(super) struct Choice {
    /// 0..=2: a band; 3..=5: a stack; 8: every digit is fixed everywhere, and the other fields are meaningless.
    pub(super) band: Row,
    /// The bit of the digit.
    pub(super) digit: Row,
    /// Line and box of the minirow: `3 i + j`.
    pub(super) minirow: Row,
}

/// The best band so far (see [`Choice`]).
pub(super) struct Best<V> {
    band: V,
    merit: Merit<V>,
    /// The digits with two permutations in one, in two, in three and in four of the bands counted.
    twos: [V; 4],
}

impl<V: Lanes> Best<V> {
    #[inline(always)]
    pub(super) fn none() -> Self {
        let zero = V::splat(0);
        let merit = Merit { count: V::splat(100), two: zero, few: zero, places: [zero; 3] };
        Self { band: V::splat(8), merit, twos: [zero; 4] }
    }

    /// Replaces the best band by band (or stack) `b` where that is better; with `common`, digits are counted.
    #[inline(always)]
    pub(super) fn or_band<const STACK: bool>(&mut self, x: &[Row; 81], part: usize, b: usize, common: bool) {
        let mut h = [[V::splat(0); 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                let a = V::load(&x[cell(STACK, b, i, j, 0)], part);
                let c = V::load(&x[cell(STACK, b, i, j, 1)], part);
                let e = V::load(&x[cell(STACK, b, i, j, 2)], part);
                h[i][j] = V::or3(a, c, e);
            }
        }
        let m = merit(&h);
        if common {
            for n in (1..4).rev() {
                self.twos[n] = V::or_and(self.twos[n], self.twos[n - 1], m.two);
            }
            self.twos[0] = self.twos[0].or(m.two);
        }
        // Nine permutations are a fixed band: fewer than ten never win.
        let best = &mut self.merit;
        let wins = V::both(V::splat(9).less(m.count), m.count.less(best.count));
        self.band = V::choose(wins, V::splat(if STACK { 3 } else { 0 } + b as u16), self.band);
        best.count = V::choose(wins, m.count, best.count);
        best.few = V::choose(wins, m.few, best.few);
        for i in 0..3 {
            best.places[i] = V::choose(wins, m.places[i], best.places[i]);
        }
    }

    /// All fields, to be stored elsewhere.
    #[inline(always)]
    pub(super) fn all(&mut self) -> [&mut V; 10] {
        let Self { band, merit: Merit { count, few, places: [a, b, c], .. }, twos: [t1, t2, t3, t4] } = self;
        [band, count, few, a, b, c, t1, t2, t3, t4]
    }

    /// Writes the choice for the lanes of part `part`. Returns the lanes that have an unfixed band.
    #[inline(always)]
    pub(super) fn write_to(&self, part: usize, out: &mut Choice) -> u32 {
        let Self { band, merit, twos } = self;
        let most = twos.iter().fold(merit.few, |digits, &two| digits.pick(digits, two));
        let (digit, minirow) = merit.branch(most);
        band.store(&mut out.band, part);
        digit.store(&mut out.digit, part);
        minirow.store(&mut out.minirow, part);
        V::bits(band.less(V::splat(6)))
    }
}
