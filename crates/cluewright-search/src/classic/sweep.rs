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
use super::lanes::Lanes;

/// What a sweep found, gathered over all passes.
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

/// One sweep: bands, then stacks, and within the stacks the naked singles of each box. `placed` holds the digits
/// fixed in each box at the end of the last sweep.
#[inline(always)]
pub(super) fn sweep<V: Lanes, const TRIPLES: bool>(x: &mut [V::Row; 81], placed: &mut [V::Row; 9]) -> Found<V> {
    let zero = V::splat(0);
    let mut found = Found { alive: V::splat(ALL), empty: zero, over: zero, moved: zero, full: V::splat(ALL) };
    for b in 0..3 {
        pass::<V, false, TRIPLES>(x, placed, b, &mut found);
    }
    for b in 0..3 {
        pass::<V, true, TRIPLES>(x, placed, b, &mut found);
    }
    found
}

#[inline(always)]
fn pass<V: Lanes, const STACK: bool, const TRIPLES: bool>(
    x: &mut [V::Row; 81],
    placed: &mut [V::Row; 9],
    b: usize,
    found: &mut Found<V>,
) {
    let zero = V::splat(0);
    let mut h = [[zero; 3]; 3];
    let mut two = [[zero; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            let a = V::load(&x[cell(STACK, b, i, j, 0)]);
            let c = V::load(&x[cell(STACK, b, i, j, 1)]);
            let e = V::load(&x[cell(STACK, b, i, j, 2)]);
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
    if TRIPLES {
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
    }
    // Digits forced into a minirow that has one cell for them.
    let mut kept = s;
    let mut fixed = [[zero; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            let forced = V::only(s[i][j], s[i][(j + 1) % 3], s[i][(j + 2) % 3]);
            fixed[i][j] = forced.without(two[i][j]);
            if TRIPLES {
                // Three digits forced into three cells leave no room for others.
                kept[i][j] = forced.crowd(s[i][j], &mut found.over);
            }
        }
    }
    let s = kept;
    for j in 0..3 {
        let mut y = [[zero; 3]; 3];
        for i in 0..3 {
            for k in 0..3 {
                y[i][k] = V::load(&x[cell(STACK, b, i, j, k)]).pick(s[i][j], fixed[i][j]);
            }
        }
        if STACK {
            let mut single = [[zero; 3]; 3];
            let (mut any, mut twice) = ([zero; 3], [zero; 3]);
            for i in 0..3 {
                let t = y[i].map(V::less_one);
                found.empty = V::or3(found.empty, t[0], t[1].or(t[2]));
                single[i] = [y[i][0].single(t[0]), y[i][1].single(t[1]), y[i][2].single(t[2])];
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
            let old = &mut placed[3 * b + j];
            found.moved = V::or_xor(found.moved, box_placed, V::load(old));
            found.full = found.full.and(box_placed);
            box_placed.store(old);
        }
        for i in 0..3 {
            for k in 0..3 {
                y[i][k].store(&mut x[cell(STACK, b, i, j, k)]);
            }
        }
    }
}

/// Lanes whose rows and columns hold every digit. With one digit a cell and every box complete, a solution.
#[inline(always)]
pub(super) fn complete<V: Lanes>(x: &[V::Row; 81]) -> u32 {
    let mut all = V::splat(ALL);
    for i in 0..9 {
        let (mut row, mut column) = (V::splat(0), V::splat(0));
        for j in 0..9 {
            row = row.or(V::load(&x[9 * i + j]));
            column = column.or(V::load(&x[9 * j + i]));
        }
        all = V::and3(all, row, column);
    }
    all.equal(V::splat(ALL))
}

/// Where each lane branches: a band or stack, a digit in it, and a minirow of that digit.
pub(super) struct Choice<R> {
    /// 0..=2 bands, 3..=5 stacks; 8 when every digit is fixed everywhere, and then the rest means nothing.
    pub(super) band: R,
    /// The bit of the digit.
    pub(super) digit: R,
    /// Line and box of the minirow: `3 i + j`.
    pub(super) minirow: R,
}

/// The unfixed band with the fewest permutations, in it the digit with two of them (else three, else the first
/// with more), and of that digit the first minirow that is not forced. Returns the lanes that have an unfixed band.
#[inline(always)]
pub(super) fn choose<V: Lanes>(x: &[V::Row; 81], out: &mut Choice<V::Row>) -> u32 {
    let zero = V::splat(0);
    let (mut best, mut band, mut digit, mut minirow) = (V::splat(100), V::splat(8), zero, zero);
    for n in 0..6 {
        let (stack, b) = (n >= 3, n % 3);
        let mut h = [[zero; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                let [a, c, e] = [0, 1, 2].map(|k| V::load(&x[cell(stack, b, i, j, k)]));
                h[i][j] = V::or3(a, c, e);
            }
        }
        let p = permutations(&h);
        let mut count = zero;
        let (mut c1, mut c2, mut c3, mut c4) = (zero, zero, zero, zero);
        for q in p {
            count = count.add(q.popcount());
            c4 = V::or_and(c4, c3, q);
            c3 = V::or_and(c3, c2, q);
            c2 = V::or_and(c2, c1, q);
            c1 = c1.or(q);
        }
        // Nine permutations are a fixed band: fewer than ten never win.
        let open = V::splat(9).less(count);
        let wins = open & count.less(best);
        let twos = c2.without(c3);
        let threes = c3.without(c4);
        let no_two = twos.equal(zero);
        let no_three = threes.equal(zero);
        let d = V::choose(no_two, V::choose(no_three, c2, threes), twos);
        let d = d.and(V::splat(0).add(d.xor(V::splat(0xffff)).add(V::splat(1))));
        // In a line with several minirows for the digit, the first of them.
        let line0_open = !V::two_of(h[0][0], h[0][1], h[0][2]).and(d).equal(zero);
        let [first0, first1] = [0, 1].map(|i| h[i][0].and(d).equal(zero));
        let place =
            V::choose(line0_open, V::choose(first0, V::splat(1), zero), V::choose(first1, V::splat(4), V::splat(3)));
        best = V::choose(wins, count, best);
        band = V::choose(wins, V::splat(n as u16), band);
        digit = V::choose(wins, d, digit);
        minirow = V::choose(wins, place, minirow);
    }
    band.store(&mut out.band);
    digit.store(&mut out.digit);
    minirow.store(&mut out.minirow);
    band.less(V::splat(6))
}
