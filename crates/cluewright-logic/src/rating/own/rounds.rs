//! Rounds: in each, all moves of the easiest kind that there is are made together.
//!
//! What a round is depends on the position alone and not on any order of looking, so a puzzle that is turned or whose
//! digits are exchanged has the same rounds.

use super::class::Class;
use cluewright_core::Sort;

/// A candidate: the cell's number and the value's, both from 0.
pub type Move = (u16, u8);

/// A position that rounds can be made in.
pub(super) trait Ground {
    /// Cells that are not filled in.
    fn open(&self) -> u32;

    /// Can it have no solution, as far as one sees?
    fn is_broken(&self) -> bool;

    /// Makes all moves of a kind. Of trials: removes the candidates that fail after the fewest layers.
    fn make(&mut self, class: Class) -> RoundResult;
}

/// What was made of a position.
pub(super) enum RoundResult {
    /// These cells were filled in, or these candidates removed; of trials the layers until something broke.
    Moves(u32, Vec<Move>),
    /// There was nothing of the kind.
    Nothing,
    /// There was more to do than is allowed. It says so for every turned grid alike.
    Limit,
    /// It was told to stop.
    Stopped,
}

impl RoundResult {
    /// Moves without layers.
    pub(super) fn of(moves: Vec<Move>) -> Self {
        if moves.is_empty() { Self::Nothing } else { Self::Moves(0, moves) }
    }
}

/// One round.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// The kind of its moves.
    pub class: Class,
    /// Of trials: layers until something breaks, from 1 (0 for other kinds).
    pub layers: u32,
    /// Cells that were not filled in before it.
    pub open: u32,
    /// How many different moves there are: cells to fill in, or candidates to remove. At least 1.
    pub supply: u32,
    /// The moves, sorted.
    pub moves: Vec<Move>,
}

/// How the rounds end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every cell is filled in.
    Solved,
    /// Assumptions under assumptions do not lead to the end.
    Stuck,
    /// The work that is allowed was not enough, or a bound was met: the same for every turned grid.
    Limit,
    /// There is no solution.
    Broken,
}

/// The rounds from a position to its end; `None` when it was told to stop. `enough` is asked before moves of a kind are looked
/// for whether the rounds so far say all that is wanted.
pub(super) fn rounds(ground: &mut impl Ground, enough: &dyn Fn(&[Round], Class) -> bool) -> Option<(Vec<Round>, End)> {
    let mut rounds = Vec::new();
    loop {
        let open = ground.open();
        if ground.is_broken() {
            return Some((rounds, End::Broken));
        }
        if open == 0 {
            return Some((rounds, End::Solved));
        }
        let mut next = None;
        for class in Class::ALL {
            if enough(&rounds, class) {
                return Some((rounds, End::Limit));
            }
            match ground.make(class) {
                RoundResult::Moves(layers, mut moves) => {
                    moves.order();
                    next = Some(Round { class, layers, open, supply: moves.len() as u32, moves });
                    break;
                }
                RoundResult::Nothing => {}
                RoundResult::Limit => return Some((rounds, End::Limit)),
                RoundResult::Stopped => return None,
            }
        }
        match next {
            // In cells that nobody sees.
            Some(round) if round.moves.is_empty() => {}
            Some(round) => rounds.push(round),
            None if ground.is_broken() => return Some((rounds, End::Broken)),
            None => return Some((rounds, End::Stuck)),
        }
    }
}
