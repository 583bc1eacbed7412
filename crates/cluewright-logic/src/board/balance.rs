//! Facts that follow from houses and clues together: sums, lists of cells with the same digits, or counts.

use super::equations::Source;
use cluewright_core::model::SetId;
use cluewright_core::{Kind, Model, OriginId};

/// A fact that combines houses and clues. It is one of three: a sum (houses with a known total, minus clues that are
/// sums); two lists of cells that hold the same digits (the cells that some houses have and equally many others do not
/// have, and vice versa); or, without houses, the combined meaning of clues that each count one value among the same
/// cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    /// The houses, each with its multiplicity; a negative one is subtracted.
    pub houses: Vec<(SetId, i32)>,
    /// The subtracted clues or, without houses, the combined clues.
    pub clues: Vec<Share>,
    /// Houses minus clues equal this multiple of `sum`. At least 1.
    pub times: i32,
    /// The derived fact: a sum that equals a total, or two lists with the same contents. Without houses, a choice
    /// between the possible ways to fill the cells.
    pub sum: Kind,
}

/// A clue's part in a [`Balance`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The clue, or the part of the clue, that makes the equation.
    pub source: Source,
    /// How many times the equation is subtracted; a negative number means that it is added.
    pub times: i32,
}

impl Balance {
    /// The origins of the houses and clues that the fact follows from.
    pub(crate) fn origins<'m>(&'m self, model: &'m Model) -> impl Iterator<Item = OriginId> + 'm {
        let houses = self.houses.iter().map(|(set, _)| model.set(*set).origin);
        houses.chain(self.clues.iter().map(|share| share.source.origin(model)))
    }

    /// Whether the fact is about numbers of occurrences of values; such a fact has no houses.
    pub fn counts(&self) -> bool {
        self.houses.is_empty()
    }
}
