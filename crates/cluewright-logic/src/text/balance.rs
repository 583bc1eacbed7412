//! Describes facts that follow from houses and clues together: innies and outies, cells with the same digits, counts.

use super::lengths::fit;
use super::words::{Text, Words, capital, houses, verb};
use crate::board::balance::Balance;
use crate::board::equations::house_total;
use crate::board::state::State;
use cluewright_core::{Constraint, Kind};

/// The maximum number of names in a list; if there are more, only their number is given.
const FEW: usize = 3;

/// The names of the facts that are added up, subtracted and added again, and the names of the facts that count values
/// among the same cells.
#[derive(Default)]
struct Parts {
    whole: Vec<String>,
    taken: Vec<String>,
    again: Vec<String>,
    equal: Vec<String>,
    /// The totals of the facts that are added up, subtracted and added again.
    totals: [i64; 3],
}

impl Words<'_> {
    /// The text of a step that uses a derived fact.
    pub(super) fn balance(&self, state: &State, balance: &Balance) -> Text {
        if balance.counts() {
            let short = format!("{}: {}.", capital(&self.clues_of(balance)), self.stays());
            let cells = balance.sum.cells().len();
            let mut details = vec![format!("How often each value is there must add up to the {cells} cells.")];
            details.extend(self.in_turn(state));
            return Text { short, details };
        }
        let short = match balance.sum.cells() {
            [one] if state.board.values(*one).len() as usize == self.step.eliminations.len() + 1 => {
                let gone = self.step.eliminations.iter().map(|c| c.value).collect();
                format!(
                    "{} must be {}.",
                    self.cell(*one),
                    self.values(*one, state.board.values(*one).minus(gone), "or")
                )
            }
            _ => format!("{}, so {}.", self.sum(balance), self.stays()),
        };
        if matches!(balance.sum, Kind::SameMultiset(_)) {
            let mut details = vec![self.leftovers(balance)];
            details.extend(self.in_turn(state));
            return Text { short, details };
        }
        let mut details = self.adding_up(balance);
        // If there is only one cell, its sum has already been stated.
        if balance.sum.cells().len() > 1 {
            details.extend(self.in_turn(state));
        }
        Text { short, details }
    }

    /// Explains a fact about cells with the same digits: `Rows 1 and 2 hold each digit as often as regions 1 and 2; these
    /// are the cells that only one side has.`
    fn leftovers(&self, balance: &Balance) -> String {
        let of = |plus: bool| balance.houses.iter().filter(move |h| (h.1 > 0) == plus);
        let names = |plus: bool| houses(of(plus).map(|h| self.model.set_name(h.0)), "and");
        let hold = verb(of(true).count(), "holds", "hold");
        let (ours, theirs) = (names(true), names(false));
        capital(&format!("{ours} {hold} each digit as often as {theirs}; these are the cells that only one side has."))
    }

    /// Explains how houses and clues add up: `Row 5 adds up to 21, and the cage 10 at r5c2 takes 10 of that.`
    fn adding_up(&self, balance: &Balance) -> Vec<String> {
        let parts = self.parts(balance);
        let names = |names: &[String]| match names.len() {
            ..=FEW => houses(names.iter().cloned(), "and"),
            many => format!("{many} clues"),
        };
        let [total, taken, again] = parts.totals;
        let add = verb(balance.houses.iter().filter(|h| h.1 > 0).count(), "adds", "add");
        let mut line = format!("{} {add} up to {total}", houses(parts.whole.iter().cloned(), "and"));
        if !parts.taken.is_empty() {
            let take = verb(parts.taken.len(), "takes", "take");
            line += &format!(", and {} {take} {taken} of that", names(&parts.taken));
        }
        if !parts.again.is_empty() {
            let add = verb(parts.again.len(), "adds", "add");
            line += &format!("; {} {add} {again} again", names(&parts.again));
        }
        let mut lines = vec![capital(&format!("{line}."))];
        for many in [&parts.taken, &parts.again].into_iter().filter(|names| names.len() > FEW) {
            lines.push(format!("The clues are {}.", fit(many, 180, "and")));
        }
        if !parts.equal.is_empty() {
            let lets = verb(parts.equal.len(), "lets", "let");
            let by = capital(&fit(&parts.equal, 120, "and"));
            lines.push(format!("{by} {lets} cells replace others with the same sum."));
        }
        if balance.times > 1 {
            lines.push(format!("What is left is {} times the sum.", balance.times));
        }
        lines
    }

    fn parts(&self, balance: &Balance) -> Parts {
        let mut parts = Parts::default();
        let often = |name: String, times: i32| match times.abs() {
            1 => name,
            2 => format!("twice {name}"),
            n => format!("{n} times {name}"),
        };
        for &(house, times) in &balance.houses {
            let total = i64::from(times) * house_total(self.model, house).unwrap_or(0);
            let name = often(self.model.set_name(house), times);
            if times > 0 {
                parts.totals[0] += total;
                parts.whole.push(name);
            } else {
                parts.totals[1] -= total;
                parts.taken.push(name);
            }
        }
        for share in &balance.clues {
            let total = share.source.total(self.model) * i64::from(share.times);
            let name = self.model.origin_text(share.source.origin(self.model));
            if total == 0 {
                if !parts.equal.contains(&name) {
                    parts.equal.push(name);
                }
                continue;
            }
            let name = often(name, share.times);
            if total > 0 {
                parts.totals[1] += total;
                parts.taken.push(name);
            } else {
                parts.totals[2] -= total;
                parts.again.push(name);
            }
        }
        parts
    }
}
