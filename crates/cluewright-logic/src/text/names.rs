//! What clues, sums that follow from them and contradictions are called.

use super::words::{Words, list};
use crate::board::balance::Balance;
use crate::step::Reason;
use cluewright_core::model::{ConstraintId, GroupKind};
use cluewright_core::{Cell, Kind};

/// Cells, and how often each counts.
type Terms = Vec<(Cell, i32)>;

/// Cells of a side of an equation that are written out.
const MOST_TERMS: usize = 6;

impl Words<'_> {
    pub(super) fn clue_name(&self, constraint: ConstraintId) -> String {
        self.model.origin_text(self.model.constraint(constraint).origin)
    }

    /// `r1c1 + r1c2 = r2c1 + 7`.
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
        let side = |sign: i32| sum.terms().filter(|t| t.1.signum() == sign).map(|t| (t.0, t.1.abs())).collect();
        let (plus, minus, rest): (Terms, Terms, _) = (side(1), side(-1), i64::from(sum.total()));
        // No minus: it reads badly.
        if plus.is_empty() || (rest < 0 && !minus.is_empty()) {
            self.weighted(minus, "=", plus, -rest)
        } else {
            self.weighted(plus, "=", minus, rest)
        }
    }

    /// A fact that follows from others, in a row with names of clues.
    pub(super) fn fact(&self, balance: &Balance) -> String {
        match &balance.sum {
            Kind::Sum(_) => format!("the sum {}", self.sum(balance)),
            Kind::SameMultiset(_) => format!("the law of leftovers ({})", self.sum(balance)),
            _ => self.clues_of(balance),
        }
    }

    /// `r1c1 + r1c2 = r2c1 + 7`: what the cells of one side make, and those of the other with a number more.
    pub(super) fn equation(&self, left: Vec<Cell>, sign: &str, right: Vec<Cell>, more: i64) -> String {
        let once = |cells: Vec<Cell>| cells.into_iter().map(|c| (c, 1)).collect();
        self.weighted(once(left), sign, once(right), more)
    }

    /// The same of cells that may count several times.
    fn weighted(&self, mut left: Terms, sign: &str, mut right: Terms, more: i64) -> String {
        left.sort_unstable();
        right.sort_unstable();
        let name = |&(c, k): &(Cell, i32)| match k {
            1 => self.cell(c),
            _ => format!("{k} × {}", self.cell(c)),
        };
        let names = |cells: &[(Cell, i32)]| cells.iter().map(name).collect::<Vec<_>>().join(" + ");
        let side = |cells: &[(Cell, i32)]| match cells.len() {
            ..=MOST_TERMS => names(cells),
            n => format!("{} + {} more", names(&cells[..3]), n - 3),
        };
        let right = match (right.is_empty(), more) {
            (true, _) => more.to_string(),
            (false, 0) => side(&right),
            (false, _) => format!("{} + {more}", side(&right)),
        };
        format!("{} {sign} {right}", side(&left))
    }

    /// The clues that something follows from, each name once.
    pub(super) fn clues_of(&self, balance: &Balance) -> String {
        let mut names: Vec<String> =
            balance.clues.iter().map(|s| self.model.origin_text(s.source.origin(self.model))).collect();
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
            Some(Reason::Balance { balance, .. }) => format!("{} could not hold", self.fact(balance)),
            _ => "this follows".to_owned(),
        }
    }
}
