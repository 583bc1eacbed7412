//! The machine that a fold becomes.

use cluewright_core::quick::QuickMap;

/// A fold whose state takes few values: what it comes to, by state and number read.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Machine {
    /// The first number of each row.
    pub(crate) first: i64,
    /// Numbers in a row.
    pub(crate) width: usize,
    /// The number each state is.
    pub(crate) values: Vec<i64>,
    /// By state, then number: the state after.
    pub(crate) next: Vec<u32>,
}

impl Machine {
    pub(crate) fn step(&self, state: u32, n: i64) -> u32 {
        self.next[state as usize * self.width + self.column(n)]
    }

    /// Where in a row a number is.
    pub(crate) fn column(&self, n: i64) -> usize {
        (n - self.first).clamp(0, self.width as i64 - 1) as usize
    }

    /// The state that is this number.
    pub(crate) fn state_of(&self, number: i64) -> Option<u32> {
        self.values.iter().position(|&n| n == number).map(|s| s as u32)
    }

    /// How it steps, as numbers: for cache keys.
    pub(crate) fn key(&self) -> impl Iterator<Item = i64> + '_ {
        [self.first, self.width as i64].into_iter().chain(self.next.iter().map(|&n| i64::from(n)))
    }

    /// Does the other begin in the same state and do what this one does, by the numbers its states are?
    pub(crate) fn is_start_of(&self, other: &Self) -> bool {
        let places: QuickMap<i64, u32> = other.values.iter().zip(0..).map(|(&n, t)| (n, t)).collect();
        let same_row = |(s, n): (usize, &i64)| {
            places.get(n).is_some_and(|&t| {
                let theirs = &other.next[t as usize * other.width..];
                let ours = &self.next[s * self.width..][..self.width];
                ours.iter().zip(theirs).all(|(&a, &b)| self.values[a as usize] == other.values[b as usize])
            })
        };
        self.first == other.first
            && self.width <= other.width
            && self.values.first() == other.values.first()
            && self.values.iter().enumerate().all(same_row)
    }
}
