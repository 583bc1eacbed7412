//! Rounds of solving: in each, all moves of the easiest available kind are made together.
//!
//! A round depends only on the position and not on a search order, so rotating a puzzle or exchanging its digits does not change
//! the rounds.

use super::class::Class;
use cluewright_core::Sort;

/// A candidate: the index of the cell and the index of the value, both starting at 0.
pub type Move = (u16, u8);

/// A position in which rounds of moves can be made.
pub(super) trait Ground {
    /// The number of cells that are not filled in.
    fn open(&self) -> u32;

    /// Whether the position obviously has no solution.
    fn is_broken(&self) -> bool;

    /// Makes all moves of one kind. For trials, this removes only the candidates that lead to contradictions after the fewest
    /// layers.
    fn make(&mut self, class: Class) -> RoundResult;
}

/// The result of a round.
pub(super) enum RoundResult {
    /// These cells were filled in, or these candidates were removed. The number is how many layers it took until a trial reached a
    /// contradiction (0 for other kinds).
    Moves(u32, Vec<Move>),
    /// There were no moves of this kind.
    Nothing,
    /// The allowed work was used up. The limit is reached either for every rotation of the grid or for none.
    Limit,
    /// The round was stopped by the stop signal.
    Stopped,
}

impl RoundResult {
    /// The result of a round with these moves, which involve no layers.
    pub(super) fn of(moves: Vec<Move>) -> Self {
        if moves.is_empty() { Self::Nothing } else { Self::Moves(0, moves) }
    }
}

/// One round of solving.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// The kind of the moves.
    pub class: Class,
    /// For trials, the number of layers until the contradiction, at least 1; 0 for other kinds.
    pub layers: u32,
    /// The number of cells that were not filled in before the round.
    pub open: u32,
    /// The number of different moves (cells to fill in, or candidates to remove); at least 1.
    pub supply: u32,
    /// The moves, sorted.
    pub moves: Vec<Move>,
}

/// How the rounds end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every cell is filled in.
    Solved,
    /// Even nested assumptions do not solve the puzzle.
    Stuck,
    /// The allowed work was used up, or a bound was reached. The limit is reached either for every rotation of the grid or for
    /// none.
    Limit,
    /// There is no solution.
    Broken,
}

/// The rounds from a position to the end; `None` if stopped. Before the search for each kind of move, `enough` is called to
/// determine whether the rounds so far are sufficient.
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
            // Ignore a round whose moves were all in hidden helper cells.
            Some(round) if round.moves.is_empty() => {}
            Some(round) => rounds.push(round),
            None if ground.is_broken() => return Some((rounds, End::Broken)),
            None => return Some((rounds, End::Stuck)),
        }
    }
}
