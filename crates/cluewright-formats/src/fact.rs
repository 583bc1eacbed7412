//! The facts of a puzzle's rules, for formats that can express a fact without knowing the rule.

use cluewright_core::Cell;
use cluewright_core::constraint::Automaton;
use cluewright_core::model::Relation;

/// A fact about a puzzle's cells, including extra cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// The name of the rule that the fact comes from, for readers: letters, digits and `-`.
    pub title: String,
    /// The fact.
    pub says: Says,
}

/// The content of a [`Fact`]. Values are places among the puzzle's digits, from 0.
#[derive(Clone, PartialEq, Debug)]
pub enum Says {
    /// The cell holds one of these digits.
    Digits(Cell, Vec<i32>),
    /// The cells hold different digits.
    Different(Vec<Cell>),
    /// The two cells hold none of the forbidden pairs.
    Pair([Cell; 2], Relation),
    /// The cells' digits, each multiplied by the number beside its cell, add up to the total.
    Sum(Vec<(Cell, i32)>, i32),
    /// The automaton accepts the values of the cells, read in order.
    Path(Automaton),
    /// Nothing: there is no solution.
    Never,
}
