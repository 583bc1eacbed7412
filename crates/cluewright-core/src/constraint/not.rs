//! A constraint that must not hold.

use super::{Constraint, Kind};
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::{Value, ValueSet};

/// The part does not hold. [`Kind::negation`] finds something better for most kinds: prefer it.
///
/// Propagation waits until few assignments are left, then tries them all: exact from there on, nothing before.
///
/// ```
/// use cluewright_core::constraint::{Not, Table};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let table = Table::new(&[Cell(0), Cell(1)], &[vec![1, 1], vec![1, 2]]).unwrap();
/// let mut board = Board::new(vec![ValueSet::below(2); 2], vec![1, 1]);
/// Not::new(table.into()).propagate(&mut board).unwrap();
/// assert_eq!(board.fixed_number(Cell(0)), Some(2));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Not {
    part: Box<Kind>,
}

/// Most assignments tried.
const MAX_TRIALS: usize = 256;
/// Two values each: more free cells are more than [`MAX_TRIALS`] assignments.
const MAX_FREE: usize = 8;

impl Not {
    /// `part` does not hold. It must not take differences for granted ([`Constraint::assumes_different`]).
    pub fn new(part: Kind) -> Self {
        debug_assert!(part.assumes_different().is_empty(), "what takes differences for granted is not negated");
        Self { part: Box::new(part) }
    }

    /// What does not hold.
    pub fn part(&self) -> &Kind {
        &self.part
    }
}

impl Constraint for Not {
    fn cells(&self) -> &[Cell] {
        self.part.cells()
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        !self.part.check(number)
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let mut free = [(Cell(0), ValueSet::EMPTY); MAX_FREE];
        let (mut n, mut trials) = (0, 1usize);
        for &cell in self.cells() {
            let values = board.values(cell);
            match values.len() {
                0 => return Err(Conflict),
                1 => continue,
                len => trials = trials.saturating_mul(len as usize),
            }
            if trials > MAX_TRIALS {
                return Ok(());
            }
            free[n] = (cell, values);
            n += 1;
        }
        let free = &free[..n];
        let mut supported = [ValueSet::EMPTY; MAX_FREE];
        let mut some = false;
        for trial in 0..trials {
            let mut rest = trial;
            let mut chosen = [Value(0); MAX_FREE];
            for (choice, (_, values)) in chosen.iter_mut().zip(free) {
                let len = values.len() as usize;
                *choice = values.iter().nth(rest % len).expect("an index below the length");
                rest /= len;
            }
            if chosen[..n].iter().zip(&supported).all(|(&v, s)| s.contains(v)) && some {
                continue; // supports nothing new
            }
            let number = |c: Cell| match free.iter().position(|f| f.0 == c) {
                Some(i) => board.number(c, chosen[i]),
                None => board.min(c),
            };
            if !self.part.check(&number) {
                some = true;
                supported.iter_mut().zip(&chosen[..n]).for_each(|(s, &v)| s.insert(v));
            }
        }
        if !some {
            return Err(Conflict);
        }
        free.iter().zip(supported).try_for_each(|(&(cell, _), keep)| board.keep(cell, keep))
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        self.part.symmetric_under(before, after)
    }

    fn negated(&self) -> Option<Kind> {
        Some((*self.part).clone())
    }
}
