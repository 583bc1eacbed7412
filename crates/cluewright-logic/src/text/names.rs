//! Generates names for clues, derived sums and contradictions.

use super::words::{Words, list};
use crate::board::balance::Balance;
use crate::step::{Reason, phrase};
use cluewright_core::model::{ConstraintId, GroupKind};
use cluewright_core::{Board, Cell, Kind};

impl Words<'_> {
    pub(super) fn clue_name(&self, constraint: ConstraintId) -> String {
        self.model.origin_text(self.model.constraint(constraint).origin)
    }

    /// The sum as an equation, such as `r1c1 + r1c2 = r2c1 + 7`.
    pub(super) fn sum(&self, balance: &Balance) -> String {
        let sum = match &balance.sum {
            Kind::Sum(sum) => sum,
            Kind::SameMultiset(same) => {
                let side = |cells: &Vec<Cell>| self.cells(cells, "and");
                let sides: Vec<String> = same.lists().iter().map(side).collect();
                return match same.lists()[0].len() {
                    1 => format!("{} hold the same digit", sides.join(" and ")),
                    _ => format!("{} hold the same digits as {}", sides[0], sides[1..].join(" and ")),
                };
            }
            _ => return format!("the counts of all values by {}", self.clues_of(balance)),
        };
        phrase::sum(self.model, sum)
    }

    /// The name of a derived fact for use in a list of clue names.
    pub(super) fn fact(&self, balance: &Balance) -> String {
        match &balance.sum {
            Kind::Sum(_) => format!("the sum {}", self.sum(balance)),
            Kind::SameMultiset(_) => format!("the law of leftovers ({})", self.sum(balance)),
            _ => self.clues_of(balance),
        }
    }

    /// `r1c1 + r1c2 = r2c1 + 7`: an equation stating that the sum of the left cells equals the sum of the right cells
    /// plus `more`.
    pub(super) fn equation(&self, left: Vec<Cell>, sign: &str, right: Vec<Cell>, more: i64) -> String {
        let once = |cells: Vec<Cell>| cells.into_iter().map(|c| (c, 1)).collect();
        phrase::equation(self.model, once(left), sign, once(right), more)
    }

    /// The names of the clues from which the fact follows, without duplicates.
    pub(super) fn clues_of(&self, balance: &Balance) -> String {
        let mut names: Vec<String> =
            balance.clues.iter().map(|s| self.model.origin_text(s.source.origin(self.model))).collect();
        names.dedup();
        list(names.into_iter(), "and")
    }

    /// The contradiction at the end of an assumption: `there would be no place left for 7 in row 4`.
    pub(super) fn clash(&self, board: &Board, clash: Option<&Reason>) -> String {
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
            Some(Reason::Constraint { constraint, absent, holds, .. }) => {
                let posted = self.model.constraint(*constraint);
                let name = self.model.origin_text(posted.origin);
                if let Some((one, other)) = self.apart(&posted.kind, absent, holds) {
                    return format!("{} would be cut off from {} ({name})", self.cell(one), self.cell(other));
                }
                self.fails(board, &posted.kind, &name)
            }
            Some(Reason::Balance { balance, .. }) => self.fails(board, &balance.sum, &self.fact(balance)),
            _ => "this follows".to_owned(),
        }
    }
}
