//! Integer arithmetic for conditions, used by unrolling and compiling. The checker has its own arithmetic ([`crate::rat`]).

/// The minimum of an empty list; the maximum of an empty list is the negative of this number. Rules never compute with numbers of
/// this size.
pub(crate) const INFINITY: i64 = 1 << 40;

/// `a // b`, rounded down; 0 if `b` is 0 (rules guard against this case).
pub(crate) fn floor_div(a: i64, b: i64) -> i64 {
    if b == 0 { 0 } else { a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0) }
}

/// `a mod b`, never negative; 0 if `b` is 0.
pub(crate) fn modulo(a: i64, b: i64) -> i64 {
    if b == 0 { 0 } else { a.rem_euclid(b) }
}

/// The greatest common divisor; `gcd(0, n)` is `|n|`.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
