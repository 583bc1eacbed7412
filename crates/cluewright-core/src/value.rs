//! Values of cells, and sets of values.

use std::fmt;

/// A value of a cell as an *index* into its domain, `0..64`.
///
/// The number that a value stands for is the cell's first number plus the index: in a classic grid, value 0 is the digit 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u8);

impl Value {
    /// The value with this index.
    ///
    /// Panics if the index is 64 or more. Before the call, check that a number from untrusted data is one of the puzzle's digits.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the line above compares")]
    pub const fn at(index: usize) -> Self {
        assert!(index < 64, "a cell has at most 64 values");
        Self(index as u8)
    }

    /// The value that stands for `number` in a cell with this first number; `None` if `number` is less than the first number, or
    /// more than 63 above it.
    ///
    /// ```
    /// use cluewright_core::Value;
    /// let values = [64, 63, 0, -1].map(|number| Value::of_number(number, 0));
    /// assert_eq!(values, [None, Some(Value(63)), Some(Value(0)), None]);
    /// assert_eq!((Value::of_number(i32::MIN, 1), Value::of_number(i32::MAX, -1)), (None, None));
    /// ```
    #[inline]
    pub fn of_number(number: i32, first: i32) -> Option<Self> {
        let index = u8::try_from(number.saturating_sub(first)).ok()?;
        (index < 64).then_some(Self(index))
    }

    /// The index as a `usize`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// A set of [`Value`]s, with one bit for each value.
///
/// ```
/// use cluewright_core::{Value, ValueSet};
/// let low = ValueSet::below(3);
/// assert_eq!(low.len(), 3);
/// assert!(low.contains(Value(2)) && !low.contains(Value(3)));
/// assert_eq!((low & ValueSet::of(Value(1))).single(), Some(Value(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ValueSet(pub u64);

#[allow(clippy::cast_possible_truncation, reason = "a word has 64 bits, and their numbers fit into 8")]
impl ValueSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 64 values.
    pub const ALL: Self = Self(u64::MAX);

    /// Just `value`.
    pub const fn of(value: Value) -> Self {
        Self(1 << value.0)
    }

    /// The first `count` values (`count` in `0..=64`).
    pub const fn below(count: u32) -> Self {
        if count >= 64 { Self::ALL } else { Self((1 << count) - 1) }
    }

    /// Whether the set contains `value`.
    #[inline]
    pub const fn contains(self, value: Value) -> bool {
        self.0 >> value.0 & 1 == 1
    }

    /// The number of values in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only value of the set; `None` if the set is empty or has several values.
    #[inline]
    pub const fn single(self) -> Option<Value> {
        if self.0 != 0 && self.0.is_power_of_two() { Some(Value(self.0.trailing_zeros() as u8)) } else { None }
    }

    /// The smallest value of the set; `None` if the set is empty.
    #[inline]
    pub const fn min(self) -> Option<Value> {
        if self.0 == 0 { None } else { Some(Value(self.0.trailing_zeros() as u8)) }
    }

    /// The largest value of the set; `None` if the set is empty.
    #[inline]
    pub const fn max(self) -> Option<Value> {
        if self.0 == 0 { None } else { Some(Value(63 - self.0.leading_zeros() as u8)) }
    }

    /// Whether every value of `self` is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two sets share a value.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// A copy of the set with `value` added.
    #[must_use]
    pub const fn with(self, value: Value) -> Self {
        Self(self.0 | 1 << value.0)
    }

    /// A copy of the set with `value` removed.
    #[must_use]
    pub const fn without(self, value: Value) -> Self {
        Self(self.0 & !(1 << value.0))
    }

    /// The values in `self` that are not in `other`.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Moves every value up by `by` (down if `by` is negative); values that leave `0..64` are dropped. Used to compare the
    /// numbers of two cells whose first numbers differ.
    ///
    /// ```
    /// use cluewright_core::ValueSet;
    /// assert_eq!(ValueSet(0b110).shifted(1), ValueSet(0b1100));
    /// assert_eq!(ValueSet(0b110).shifted(-2), ValueSet(0b1));
    /// assert_eq!(ValueSet(0b110).shifted(64), ValueSet::EMPTY);
    /// ```
    #[must_use]
    #[inline]
    pub const fn shifted(self, by: i32) -> Self {
        match by {
            0..64 => Self(self.0 << by),
            -63..0 => Self(self.0 >> -by),
            _ => Self::EMPTY,
        }
    }

    /// Adds a value.
    pub fn insert(&mut self, value: Value) {
        *self = self.with(value);
    }

    /// Removes a value.
    pub fn remove(&mut self, value: Value) {
        *self = self.without(value);
    }

    /// The values in rising order.
    #[inline]
    pub fn iter(self) -> ValueIter {
        ValueIter(self.0)
    }
}

/// Iterator over a [`ValueSet`], smallest first.
#[derive(Clone, Debug)]
pub struct ValueIter(u64);

#[allow(clippy::cast_possible_truncation, reason = "a word has 64 bits, and their numbers fit into 8")]
impl Iterator for ValueIter {
    type Item = Value;
    #[inline]
    fn next(&mut self) -> Option<Value> {
        if self.0 == 0 {
            return None;
        }
        let value = Value(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(value)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for ValueIter {}

impl IntoIterator for ValueSet {
    type Item = Value;
    type IntoIter = ValueIter;
    #[inline]
    fn into_iter(self) -> ValueIter {
        self.iter()
    }
}

impl FromIterator<Value> for ValueSet {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        values.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl std::ops::BitAnd for ValueSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl std::ops::BitOr for ValueSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for ValueSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl std::ops::BitAndAssign for ValueSet {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl fmt::Debug for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|v| v.0)).finish()
    }
}
