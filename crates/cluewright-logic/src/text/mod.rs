//! Describes steps in words: first a short sentence, then the details. Cells are written as `r1c1`; sets, links and clues have the
//! names that their rules give them. All texts are generated from the step's record and the model; no text is stored.
//!
//! Each kind of step is described in one of the files of this module; shared wording is in `words.rs`.

mod argument;
mod arithmetic;
mod balance;
mod chains;
mod clues;
mod counts;
mod fails;
mod lengths;
mod names;
mod order;
mod patterns;
mod phrase;
mod sets;
mod stays;
mod tied;
mod titles;
mod trials;
mod ways;
mod weighted;
mod words;

use crate::board::state::State;
use crate::step::{Pattern, Step};
use cluewright_core::Model;
use words::Words;

pub use phrase::Text;
pub use titles::{houses_of, name_of, noun_of};

/// Describes the step in words. `state` is the position in which the step was found.
pub fn describe(model: &Model, state: &State, step: &Step) -> Text {
    let words = Words { model, step, board: &state.board };
    let mut text = match &step.pattern {
        Pattern::Single { group } => words.single(state, *group),
        Pattern::Locked { group } => words.locked(*group),
        Pattern::Naked { cells, values } => words.naked(cells, *values),
        Pattern::Hidden { set, cells, values } => words.hidden(*set, cells, *values),
        Pattern::Fish { base, cover, fins } => words.fish(base, cover, fins),
        Pattern::Chain { nodes, als, closed, .. } => words.chain(nodes, als, *closed),
        Pattern::RemotePair { cells, values } => words.remote_pair(cells, *values),
        Pattern::Wing { cells, values, last } => words.wing(cells, *values, *last),
        Pattern::Als { sets, commons, stem } => words.als(sets, commons, *stem),
        Pattern::Crossing { sets, middle, sides, values } => words.crossing(*sets, middle, sides, *values),
        Pattern::Colors { clusters } => words.colors(clusters),
        Pattern::Deadly { cells, values, guardians } => words.deadly(cells, *values, guardians),
        Pattern::Impossible { cells, values, guardians } => words.impossible(cells, *values, guardians),
        Pattern::EvenlyFilled { cells, values } => words.evenly_filled(cells, *values),
        Pattern::Sectors { cells, links, .. } => words.sectors(cells, links),
        Pattern::Forcing { of, chains } => words.forcing(of, chains),
        Pattern::Template { value } => words.template(*value),
        Pattern::ClueContains { constraint, .. } => words.clue_contains(state, words.posted(*constraint)),
        Pattern::Clue { constraint } => words.clue(state, *constraint),
        Pattern::Tied { origins } => words.tied(state, origins),
        Pattern::Balance { balance } => words.balance(state, balance),
        Pattern::Own(own) => words.own(own),
        Pattern::Trial { .. } => words.trial(state, describe),
        Pattern::Cases { group, .. } => words.cases(state, *group, describe),
    };
    text.details.extend(words.in_full());
    text.readable()
}
