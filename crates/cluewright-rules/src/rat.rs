//! Exact numbers for evaluation: fractions and the two infinities.

use std::cmp::Ordering;

/// The fraction `n / d` in lowest terms with `d > 0`; the infinities are `1 / 0` and `-1 / 0`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rat {
    pub(crate) n: i64,
    pub(crate) d: i64,
}

/// Numbers beyond this limit count as infinite; puzzle rules never need them.
const LIMIT: i128 = 1 << 50;

impl Rat {
    pub(crate) const ZERO: Self = Self { n: 0, d: 1 };
    pub(crate) const INFINITY: Self = Self { n: 1, d: 0 };
    pub(crate) const MINUS_INFINITY: Self = Self { n: -1, d: 0 };

    pub(crate) const fn int(n: i64) -> Self {
        Self { n, d: 1 }
    }

    #[allow(clippy::cast_possible_truncation, reason = "what is beyond `LIMIT` is infinite, and signs are -1 to 1")]
    fn make(n: i128, d: i128) -> Self {
        debug_assert!(d > 0, "callers keep the denominator positive");
        let (mut a, mut b) = (n.unsigned_abs(), d.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let g = a.max(1) as i128;
        let (n, d) = (n / g, d / g);
        if n.abs() > LIMIT || d > LIMIT {
            return Self { n: n.signum() as i64, d: 0 };
        }
        Self { n: n as i64, d: d as i64 }
    }

    pub(crate) fn is_finite(self) -> bool {
        self.d != 0
    }

    /// The number as an integer; `None` if it is a fraction or infinite.
    pub(crate) fn whole(self) -> Option<i64> {
        (self.d == 1).then_some(self.n)
    }

    pub(crate) fn neg(self) -> Self {
        Self { n: -self.n, d: self.d }
    }

    pub(crate) fn add(self, o: Self) -> Self {
        match (self.is_finite(), o.is_finite()) {
            (true, true) => {
                Self::make(self.n as i128 * o.d as i128 + o.n as i128 * self.d as i128, self.d as i128 * o.d as i128)
            }
            (false, _) => self,
            (_, false) => o,
        }
    }

    pub(crate) fn sub(self, o: Self) -> Self {
        self.add(o.neg())
    }

    pub(crate) fn mul(self, o: Self) -> Self {
        if self.is_finite() && o.is_finite() {
            return Self::make(self.n as i128 * o.n as i128, self.d as i128 * o.d as i128);
        }
        match self.n.signum() * o.n.signum() {
            0 => Self::ZERO,
            n => Self { n, d: 0 },
        }
    }

    /// The quotient; `None` if the divisor is zero.
    pub(crate) fn div(self, o: Self) -> Option<Self> {
        if o.n == 0 {
            return None;
        }
        if !o.is_finite() {
            return Some(Self::ZERO);
        }
        let inverse = Self { n: o.d * o.n.signum(), d: o.n.abs() };
        Some(self.mul(inverse))
    }

    pub(crate) fn floor(self) -> Self {
        if self.is_finite() { Self::int(self.n.div_euclid(self.d)) } else { self }
    }

    pub(crate) fn cmp(self, o: Self) -> Ordering {
        match (self.is_finite(), o.is_finite()) {
            (true, true) => (self.n as i128 * o.d as i128).cmp(&(o.n as i128 * self.d as i128)),
            (false, false) => self.n.cmp(&o.n),
            (false, true) => self.n.cmp(&0),
            (true, false) => 0.cmp(&o.n),
        }
    }
}
