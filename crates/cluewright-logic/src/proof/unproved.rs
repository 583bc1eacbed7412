//! The reason why a step is not proved.

use cluewright_core::model::ConstraintId;
use std::fmt;

/// The part of a proof that used up the work budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Examining the ways to fill the cells of a constraint.
    Constraint(ConstraintId),
    /// Examining the ways to fill the cells of a derived sum or count.
    Balance,
    /// Examining the ways to fill in the cells of a custom premise.
    Fillings,
    /// Replaying assumptions that are recorded in outline.
    Outline,
    /// Combining the reasons to derive the conclusion.
    Together,
}

/// The reason why a step is not proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// The step has no new conclusion.
    Empty,
    /// A reason is wrong about candidates: they are already gone, still possible, or not in the group.
    WrongBoard,
    /// Two candidates are not linked in the way that a reason states.
    NotLinked,
    /// A constraint allows a combination that a reason claims to be forbidden.
    Allowed,
    /// The digits of a pattern cannot be exchanged without affecting a rule.
    NotDeadly,
    /// An assumption does not lead to the stated contradiction or conclusion.
    NoContradiction,
    /// The reasons do not imply the conclusion.
    DoesNotFollow,
    /// The step was neither proved nor refuted within the work limit. Contains the part of the proof that used up the
    /// work, if known.
    TooMuch(Option<Cost>),
    /// The stop signal was received before the step was proved or refuted.
    Stopped,
}

impl Unproved {
    /// Whether the step is wrong, as opposed to a check that could not be finished.
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::TooMuch(_) | Self::Stopped)
    }

    /// Adds `cost` as the part that used up the work to [`Unproved::TooMuch`] if no part is recorded; leaves all other
    /// values unchanged.
    pub(super) fn by(self, cost: Cost) -> Self {
        match self {
            Self::TooMuch(None) => Self::TooMuch(Some(cost)),
            other => other,
        }
    }
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the step concludes nothing",
            Self::WrongBoard => "a reason does not fit the board",
            Self::NotLinked => "two candidates are not linked as a reason says",
            Self::Allowed => "a constraint allows what a reason says it forbids",
            Self::NotDeadly => "a pattern's digits cannot be exchanged without some rule noticing",
            Self::NoContradiction => "an assumption does not end as a reason says",
            Self::DoesNotFollow => "the conclusion does not follow from the reasons",
            Self::TooMuch(Some(Cost::Constraint(_))) => "a constraint has too many ways to fill its cells",
            Self::TooMuch(Some(Cost::Balance)) => "a sum that follows from others has too many ways to fill its cells",
            Self::TooMuch(Some(Cost::Fillings)) => "some cells have too many ways to be filled in",
            Self::TooMuch(Some(Cost::Outline)) => "its assumptions have too many cases",
            Self::TooMuch(_) => "its reasons take too many cases",
            Self::Stopped => "time was up",
        })
    }
}

impl std::error::Error for Unproved {}
