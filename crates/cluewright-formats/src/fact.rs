//! The facts of a puzzle's rules, for formats that can express a fact without knowing the rule.

use cluewright_core::Cell;
use cluewright_core::constraint::Automaton;
use cluewright_core::model::Relation;

/// A fact about a puzzle's cells, including extra cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// The name of the fact's rule, for human readers. The name consists of letters, digits and `-`.
    pub title: String,
    /// The content of the fact.
    pub says: Says,
}

/// The content of a [`Fact`]. Values are indices into the puzzle's digits, from 0.
#[derive(Clone, PartialEq, Debug)]
pub enum Says {
    /// The cell holds one of these digits.
    Digits(Cell, Vec<i32>),
    /// The cells hold different digits.
    Different(Vec<Cell>),
    /// The two cells hold none of the forbidden pairs.
    Pair([Cell; 2], Relation),
    /// The cells' digits, each multiplied by the coefficient next to its cell, add up to the total.
    Sum(Vec<(Cell, i32)>, i32),
    /// The automaton accepts the values of the cells, read in order.
    Path(Automaton),
    /// A fact that cannot be true: there is no solution.
    Never,
}
