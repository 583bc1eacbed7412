//! A fact that follows from others: a sum left by houses and clues, lists of cells with the same digits, or a count.

use super::equations::Source;
use cluewright_core::model::SetId;
use cluewright_core::{Kind, Model, OriginId};

/// A sum that follows from others: some houses, whose values add up to a known number, without some clues that are
/// sums themselves. Or two lists of cells with the same digits: what some houses have that as many others do not, and
/// the other way round. Or, without houses, what clues say together that each count one value among the same cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    /// The houses, each with its multiplicity; a negative one is subtracted.
    pub houses: Vec<(SetId, i32)>,
    /// The subtracted clues or, without houses, the combined clues.
    pub clues: Vec<Share>,
    /// Houses minus clues equal this multiple of `sum`. At least 1.
    pub times: i32,
    /// The remainder: a sum that equals a total, or two lists with the same contents. Without houses, one of the ways to fill the
    /// cells.
    pub sum: Kind,
}

/// A clue's part in a [`Balance`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The parts of the clue.
    pub source: Source,
    /// How often it is subtracted; if negative, it is added.
    pub times: i32,
}

impl Balance {
    /// The houses and clues it follows from.
    pub(crate) fn origins<'m>(&'m self, model: &'m Model) -> impl Iterator<Item = OriginId> + 'm {
        let houses = self.houses.iter().map(|(set, _)| model.set(*set).origin);
        houses.chain(self.clues.iter().map(|share| share.source.origin(model)))
    }

    /// Whether it is a fact about numbers of occurrences of values.
    pub fn counts(&self) -> bool {
        self.houses.is_empty()
    }
}
