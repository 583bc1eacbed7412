//! Whole numbers as conditions compute with them, while rules are unrolled and while conditions are compiled. The checker
//! has its own ([`crate::rat`]).

/// What `max` of nothing is, negated, and `min` of nothing: beyond every number a rule computes with.
pub(crate) const INFINITY: i64 = 1 << 40;

/// `a // b`: rounded down; 0 when `b` is 0 (a rule guards against that itself).
pub(crate) fn floor_div(a: i64, b: i64) -> i64 {
    if b == 0 { 0 } else { a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0) }
}

/// `a mod b`: never negative; 0 when `b` is 0.
pub(crate) fn modulo(a: i64, b: i64) -> i64 {
    if b == 0 { 0 } else { a.rem_euclid(b) }
}

/// The greatest common divisor; that of 0 and a number is the number's size.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
