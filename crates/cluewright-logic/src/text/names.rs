//! What clues, sums that follow from them and contradictions are called.

use super::words::{Words, list};
use crate::board::balance::Balance;
use crate::step::Reason;
use cluewright_core::model::{ConstraintId, GroupKind};
use cluewright_core::{Cell, Kind};

impl Words<'_> {
    pub(super) fn clue_name(&self, constraint: ConstraintId) -> String {
        self.model.origin_text(self.model.constraint(constraint).origin)
    }

    /// `r1c1 + r1c2 - r2c1 = 7`.
    pub(super) fn sum(&self, balance: &Balance) -> String {
        let Kind::Sum(sum) = &balance.sum else {
            return format!("the counts of all values by {}", self.clues_of(balance));
        };
        let mut terms: Vec<(Cell, i32)> = sum.terms().collect();
        // A sum that begins with a minus reads badly.
        terms.sort_by_key(|&(cell, k)| (k < 0, cell));
        let sign = if terms[0].1 < 0 { -1 } else { 1 };
        let mut text = String::new();
        for (i, &(cell, k)) in terms.iter().enumerate() {
            let lead = match (i, k * sign > 0) {
                (0, _) => "",
                (_, true) => " + ",
                (_, false) => " - ",
            };
            text += &format!("{lead}{}", self.cell(cell));
        }
        format!("{text} = {}", sum.total() * sign)
    }

    /// The clues that something follows from, each name once.
    pub(super) fn clues_of(&self, balance: &Balance) -> String {
        let mut names: Vec<String> = balance.clues.iter().map(|&c| self.clue_name(c)).collect();
        names.dedup();
        list(names.into_iter(), "and")
    }

    /// How an assumption ends: `there would be no place left for 7 in row 4`.
    pub(super) fn clash(&self, clash: Option<&Reason>) -> String {
        match clash {
            Some(Reason::Group { group, .. }) => match self.model.network().group(*group).kind {
                GroupKind::Cell(cell) => format!("nothing would be left for {}", self.cell(cell)),
                GroupKind::House(set, v) => {
                    let value = self.set_value(set, v);
                    format!("there would be no place left for {value} in {}", self.model.set_name(set))
                }
                GroupKind::Posted(i) => format!(
                    "nothing would be left for {}",
                    self.model.origin_text(self.model.posted_groups()[i as usize].origin)
                ),
            },
            Some(Reason::Constraint { constraint, .. }) => {
                let name = self.model.origin_text(self.model.constraint(*constraint).origin);
                format!("{name} could not be completed")
            }
            Some(Reason::Balance { balance, .. }) => format!("{} could not hold", self.sum(balance)),
            _ => "this follows".to_owned(),
        }
    }
}
