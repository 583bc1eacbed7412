//! Weighs a board: proves by addition that some of its candidates (or all of them) are impossible.
//!
//! Give every digit of every row, column and box a price, positive or negative. Each cell pays the three prices of its digit. In
//! a solution each of these 243 prices is paid exactly once, so the total that the 81 cells pay is the sum of all prices. If even
//! the most expensive candidates of all cells together pay less than this sum, there is no solution. And a candidate that is
//! cheaper than the most expensive candidate of its cell by more than the surplus is in no solution. Weighing can prove
//! everything that linear reasoning over the 324 houses can prove (it is the Lagrangian dual of their linear program): fish of
//! any size, sets of cells locked in several sectors, and everything in between, in a single sum of whole numbers.
//!
//! Any prices are sound; good prices come from Sinkhorn scaling: every candidate has a share, and the shares of one house after
//! another are scaled to sum to one. If there is no solution, the scaling never converges, and the logarithms of the factors of
//! the last rounds are the prices that prove it. Shares are floating-point numbers that are added in a fixed order, and the
//! logarithm is our own, so prices are the same on every machine. The final test uses whole numbers.

use super::board::ALL;
use super::lanes::Node;

/// The number of digits, padded to whole vectors.
const WIDE: usize = 16;

/// The number of rounds of scaling between two weighings.
pub(super) const ROUNDS: u32 = 10;

/// The largest factor: the product of ten of them still fits into a float.
const LARGEST: f32 = 4096.0;

/// The smallest share of a candidate at the beginning of ten rounds; a smaller one would be lost for good.
const SMALLEST: f32 = 1e-20;

/// The unit of prices: a price of this size stands for a factor of two.
const PARTS: f32 = 65536.0;

/// The cells of each row, column and box.
static HOUSE: [[u8; 9]; 27] = {
    let mut all = [[0; 9]; 27];
    let mut h = 0;
    while h < 9 {
        let mut k = 0;
        while k < 9 {
            all[h][k] = (9 * h + k) as u8;
            all[9 + h][k] = (9 * k + h) as u8;
            all[18 + h][k] = (h / 3 * 27 + k / 3 * 9 + h % 3 * 3 + k % 3) as u8;
            k += 1;
        }
        h += 1;
    }
    all
};

/// The result of a weighing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The board has no solution.
    Refuted,
    /// Some candidates, which are in no solution, were removed.
    Narrowed,
    /// No candidate was removed.
    Nothing,
}

/// The share of each candidate in its houses, and the factors by which the last rounds changed the shares.
#[derive(Clone)]
pub(super) struct Shares {
    x: [[f32; WIDE]; 81],
    /// For every digit of every house, the product of the factors of the last rounds.
    factors: [[f32; WIDE]; 27],
}

impl Shares {
    /// Equal shares for all candidates.
    pub(super) const EVEN: Self = Self { x: [[1.0; WIDE]; 81], factors: [[1.0; WIDE]; 27] };

    /// The share of the candidate `digit` (0 to 8) of `cell` in its houses.
    #[inline(always)]
    pub(super) fn of(&self, cell: usize, digit: usize) -> f32 {
        self.x[cell][digit]
    }

    /// Sets the share of removed candidates to 0.
    #[inline(always)]
    pub(super) fn keep(&mut self, node: &Node) {
        for c in 0..81 {
            for d in 0..WIDE {
                let x = self.x[c][d];
                let x = if x < SMALLEST { SMALLEST } else { x };
                self.x[c][d] = if node.0[c] >> d & 1 == 1 { x } else { 0.0 };
            }
        }
    }

    /// Scales the shares for ten rounds, and returns the resulting prices.
    #[inline(always)]
    pub(super) fn prices(&mut self) -> Prices {
        self.factors = [[1.0; WIDE]; 27];
        for _ in 0..ROUNDS {
            for h in 0..27 {
                self.scale(h);
            }
        }
        let mut prices = Prices([[0; WIDE]; 27]);
        for h in 0..27 {
            for d in 0..9 {
                prices.0[h][d] = (logarithm(self.factors[h][d]) * PARTS) as i32;
            }
        }
        prices
    }

    /// Scales the shares of each digit in the house to sum to one, and then the shares of each cell in the house.
    #[inline(always)]
    fn scale(&mut self, h: usize) {
        let mut sum = [0.0f32; WIDE];
        for k in 0..9 {
            let x = &self.x[HOUSE[h][k] as usize];
            for d in 0..WIDE {
                sum[d] += x[d];
            }
        }
        let mut factor = [0.0f32; WIDE];
        for d in 0..WIDE {
            let f = 1.0 / sum[d];
            factor[d] = if f > LARGEST { LARGEST } else { f };
            self.factors[h][d] *= factor[d];
        }
        for k in 0..9 {
            let x = &mut self.x[HOUSE[h][k] as usize];
            for d in 0..WIDE {
                x[d] *= factor[d];
            }
            // Digits above the ninth have no share, so add eight numbers and one more.
            let mut four = [0.0f32; 4];
            for d in 0..4 {
                four[d] = x[d] + x[d + 4];
            }
            let cell = 1.0 / ((four[0] + four[2]) + (four[1] + four[3]) + x[8]);
            let cell = if cell > LARGEST { LARGEST } else { cell };
            for d in 0..WIDE {
                x[d] *= cell;
            }
        }
    }
}

/// The logarithm to base 2 of a positive number, with a precision of six digits. The result is the same on every machine.
#[inline(always)]
fn logarithm(v: f32) -> f32 {
    let bits = v.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let m = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
    // ln m = 2 artanh s
    let s = (m - 1.0) / (m + 1.0);
    let q = s * s;
    let series = 1.0 + q * (1.0 / 3.0 + q * (0.2 + q * (1.0 / 7.0 + q * (1.0 / 9.0))));
    exponent as f32 + s * series * (2.0 * std::f32::consts::LOG2_E)
}

/// A price for every digit of every row, column and box.
#[derive(Clone)]
pub(super) struct Prices([[i32; WIDE]; 27]);

impl Prices {
    /// The price that each candidate of a cell pays.
    #[inline(always)]
    fn paid(&self, c: usize) -> [i32; WIDE] {
        let (row, column) = (c / 9, c % 9);
        let (a, b) = (&self.0[row], &self.0[9 + column]);
        let e = &self.0[18 + row / 3 * 3 + column / 3];
        let mut paid = [0; WIDE];
        for d in 0..WIDE {
            paid[d] = a[d] + b[d] + e[d];
        }
        paid
    }

    /// Weighs a board and removes the candidates that are too cheap. Prices must be below 2^24.
    #[inline(always)]
    pub(super) fn weigh(&self, node: &mut Node) -> Verdict {
        let mut spare = 0i64;
        for h in 0..27 {
            let mut sum = 0;
            for d in 0..9 {
                sum -= i64::from(self.0[h][d]);
            }
            spare += sum;
        }
        let mut dearest = [0; 81];
        for c in 0..81 {
            let paid = self.paid(c);
            let mut most = i32::MIN;
            for d in 0..9 {
                let p = if node.0[c] >> d & 1 == 1 { paid[d] } else { i32::MIN };
                most = if p > most { p } else { most };
            }
            dearest[c] = most;
            spare += i64::from(most);
        }
        if spare < 0 {
            return Verdict::Refuted;
        }
        // The prices that a cell's candidates pay differ by at most 2^27.
        let spare = spare.min(1 << 28) as i32;
        let mut gone = 0;
        for c in 0..81 {
            let paid = self.paid(c);
            let mut kept = 0;
            for d in 0..9 {
                kept |= u16::from(paid[d] >= dearest[c] - spare) << d;
            }
            gone |= node.0[c] & !kept & ALL;
            node.0[c] &= kept;
        }
        if gone == 0 { Verdict::Nothing } else { Verdict::Narrowed }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{random_boards, simple};
    use super::*;
    use cluewright_core::Random;

    fn prices(mut of: impl FnMut(usize, usize) -> i32) -> Prices {
        let mut prices = Prices([[0; WIDE]; 27]);
        for h in 0..27 {
            for d in 0..9 {
                prices.0[h][d] = of(h, d);
            }
        }
        prices
    }

    /// The candidates that every solution of the board has; `None` if there are too many solutions to list.
    fn union(board: &[u16; 81]) -> Option<[u16; 81]> {
        let (mut union, mut n) = ([0; 81], 0);
        simple::solutions(board, |grid| {
            for (u, d) in union.iter_mut().zip(grid) {
                *u |= 1 << (d - 1);
            }
            n += 1;
            n < 200
        });
        (n < 200).then_some(union)
    }

    #[test]
    fn no_solution_is_weighed_away() {
        let mut random = Random::new(11);
        let mut told = [0; 3];
        for board in random_boards(12, if cfg!(miri) { 10 } else { 3000 }) {
            let Some(union) = union(&board) else { continue };
            let mut node = Node::EMPTY;
            node.0[..81].copy_from_slice(&board.map(|m| m & ALL));
            let mut shares = Shares::EVEN;
            for round in 0..4 {
                shares.keep(&node);
                // Use good prices in some rounds, and arbitrary prices in others.
                let prices = if round < 2 {
                    shares.prices()
                } else {
                    prices(|_, _| random.below(1 << (1 + 7 * round)) - (1 << (7 * round)))
                };
                let verdict = prices.weigh(&mut node);
                told[verdict as usize] += 1;
                let kept = node.0.iter().zip(&union).all(|(m, u)| u & !m == 0);
                assert!(kept, "{verdict:?} takes a digit of a solution from {board:?}");
                if verdict == Verdict::Refuted {
                    assert_eq!(union, [0; 81], "{board:?} has a solution");
                    break;
                }
                if node.0[..81].contains(&0) {
                    assert_eq!(union, [0; 81], "{board:?} has a solution");
                    break;
                }
            }
        }
        if !cfg!(miri) {
            assert!(told.iter().all(|&n| n > 50), "all verdicts are tried: {told:?}");
        }
    }

    #[test]
    fn adding_up_sees_a_fish() {
        // In rows 1 and 5, the 1 has the same two columns, so it is nowhere else in these columns.
        let mut node = Node::EMPTY;
        node.0[..81].fill(ALL);
        for column in 0..9 {
            if column != 2 && column != 7 {
                node.0[column] &= !1;
                node.0[36 + column] &= !1;
            }
        }
        let mut shares = Shares::EVEN;
        for _ in 0..20 {
            shares.keep(&node);
            let _ = shares.prices().weigh(&mut node);
        }
        for row in [1, 2, 3, 5, 6, 7, 8] {
            assert_eq!((node.0[9 * row + 2] & 1, node.0[9 * row + 7] & 1), (0, 0), "row {row}");
        }
        assert_eq!((node.0[2], node.0[7]), (ALL, ALL));
    }

    #[test]
    fn logarithms_are_right() {
        for k in -126..127 {
            for m in [1.0f32, 1.1, 1.25, 1.5, 1.75, 1.999] {
                let v = m * 2f32.powi(k);
                assert!((logarithm(v) - v.log2()).abs() < 1e-5 * (1.0 + v.log2().abs()), "{v}");
            }
        }
    }
}
