//! The arithmetic in a step about a clue's sum: the total minus the known digits. The subtraction is computed only when a step is
//! described.

use super::{Pattern, Reason, Step};
use crate::board::state::State;
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::model::{GroupKind, Posted};
use cluewright_core::{Candidate, Cell, Kind, Model, OriginId};

/// Sums with more summands than this are not written out.
const MOST_ADDED: usize = 6;

/// A clue's sum as a subtraction: `10 - 6 = 4`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// The origin of the clue with the sum.
    pub origin: OriginId,
    /// The cells whose digits are not known yet; they share the remaining total.
    pub open: Vec<Cell>,
    /// The total of the open cells.
    pub left: i64,
    /// The subtraction, such as `10 - 6 = 4`; `None` if the clue itself states the total.
    pub worked: Option<String>,
}

impl Step {
    /// For a step about sum clues, or about the only digit that a sum clue leaves for its last open cell: for each clue, the
    /// subtraction that gives the total of the open cells. Empty for other steps.
    pub fn sums(&self, model: &Model, state: &State) -> Vec<Left> {
        let mut found: Vec<Left> =
            if let (Pattern::Single { group }, Some(&placed)) = (&self.pattern, self.placements.first()) {
                let alone = matches!(model.network().group(*group).kind, GroupKind::Cell(_));
                alone.then(|| only(model, state, placed)).flatten().into_iter().collect()
            } else {
                let about = self.because.iter().filter_map(|reason| match reason {
                    Reason::Constraint { constraint, .. } => model.constraints().get(constraint.0 as usize),
                    _ => None,
                });
                about.filter_map(|posted| left(posted, &|cell| state.board.fixed_number(cell))).collect()
            };
        found.retain(|one| one.worked.is_some());
        found.dedup();
        found
    }
}

/// The constraint itself if it is a sum, or else the first part of the constraint that is a sum.
pub(crate) fn sum_of(kind: &Kind) -> Option<&Sum> {
    match kind {
        Kind::Sum(sum) => Some(sum),
        Kind::All(all) => all.parts().iter().find_map(sum_of),
        _ => None,
    }
}

/// The first clue whose sum leaves only this digit for this cell, given the digits already filled in.
pub(crate) fn only(model: &Model, state: &State, placed: Candidate) -> Option<Left> {
    let known = |cell| state.board.fixed_number(cell).filter(|_| cell != placed.cell && state.placed.contains(cell));
    let fits = |one: &Left| one.open == [placed.cell] && one.left == i64::from(model.number(placed));
    model.constraints().iter().filter_map(|posted| left(posted, &known)).find(fits)
}

/// The total that a sum leaves for its unknown cells; `None` unless all of these cells have the same coefficient, which must be 1
/// or -1.
fn left(posted: &Posted, known: &dyn Fn(Cell) -> Option<i32>) -> Option<Left> {
    let sum = sum_of(&posted.kind).filter(|sum| sum.compare() == Compare::Eq)?;
    let own = i64::from(sum.terms().find(|term| known(term.0).is_none())?.1);
    let (mut plus, mut minus, mut open) = (Vec::new(), Vec::new(), Vec::new());
    let mut add = |number: i64| if number < 0 { minus.push(-number) } else { plus.push(number) };
    add(own * i64::from(sum.total()));
    for (cell, k) in sum.terms() {
        match known(cell) {
            _ if k.abs() != 1 => return None,
            Some(number) => add(-own * i64::from(k) * i64::from(number)),
            None if i64::from(k) == own => open.push(cell),
            None => return None,
        }
    }
    plus.retain(|&number| number != 0);
    let left = plus.iter().sum::<i64>() - minus.iter().sum::<i64>();
    let numbers = plus.len() + minus.len();
    if plus.is_empty() || numbers > MOST_ADDED {
        return None;
    }
    let all = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>();
    let added = all(&plus).join(" + ");
    let worked = [vec![added], all(&minus)].concat().join(" - ");
    Some(Left { origin: posted.origin, open, left, worked: (numbers > 1).then(|| format!("{worked} = {left}")) })
}
