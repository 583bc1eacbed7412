//! Houses and clues as equations, each with coefficients for its cells and a total.

use cluewright_core::constraint::Compare;
use cluewright_core::model::{ConstraintId, Link, SetId};
use cluewright_core::{Cell, Kind, Model, OriginId, ValueSet};

/// Cells with their coefficients.
pub(super) type Terms = Vec<(Cell, i32)>;

/// An equation: the sum of the cells, each times its coefficient, equals the total.
pub(super) struct Equation {
    pub(super) terms: Terms,
    pub(super) total: i64,
}

/// The source of an equation that does not come from a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A clue that requires a sum to equal a total (or a clue that counts, in a fact that combines several counting
    /// clues).
    Clue(ConstraintId),
    /// Two lists of a clue that requires all its lists to have the same sum: the first list minus the second is 0.
    Parts(ConstraintId, u16, u16),
    /// A link that allows only one sum or only one difference of its two cells, as an index into [`Model::links`].
    Link(u32),
}

impl Source {
    /// The constraint, if the source is a whole clue; otherwise `None`.
    pub fn clue(self) -> Option<ConstraintId> {
        match self {
            Self::Clue(clue) => Some(clue),
            _ => None,
        }
    }

    /// The origin of the clue or link.
    pub fn origin(self, model: &Model) -> OriginId {
        match self {
            Self::Clue(clue) | Self::Parts(clue, ..) => model.constraint(clue).origin,
            Self::Link(link) => model.links()[link as usize].origin,
        }
    }

    /// The total of the equation; 0 if there is no equation.
    pub(crate) fn total(self, model: &Model) -> i64 {
        self.equation(model).map_or(0, |e| e.total)
    }

    /// The source as an equation; `None` if the source is not an equation.
    pub(super) fn equation(self, model: &Model) -> Option<Equation> {
        match self {
            Self::Clue(clue) => match &model.constraints().get(clue.0 as usize)?.kind {
                Kind::Sum(sum) if sum.compare() == Compare::Eq => {
                    Some(Equation { terms: sum.terms().collect(), total: sum.total().into() })
                }
                _ => None,
            },
            Self::Parts(clue, a, b) => match &model.constraints().get(clue.0 as usize)?.kind {
                Kind::EqualSums(it) => without(it.lists().nth(a.into())?, it.lists().nth(b.into())?),
                Kind::SameMultiset(it) => without(it.lists().get(usize::from(a))?, it.lists().get(usize::from(b))?),
                _ => None,
            },
            Self::Link(link) => of_link(model, model.links().get(link as usize)?),
        }
    }
}

/// The equation of two lists with equal sums, with the cells common to both lists removed; `None` if no cell is left.
fn without(a: &[Cell], b: &[Cell]) -> Option<Equation> {
    let only = |these: &[Cell], those: &[Cell], k| {
        these.iter().filter(|c| !those.contains(c)).map(|&c| (c, k)).collect::<Terms>()
    };
    let terms = [only(a, b, 1), only(b, a, -1)].concat();
    (!terms.is_empty()).then_some(Equation { terms, total: 0 })
}

/// The equation of a link whose allowed pairs all have the same sum or all have the same difference; `None` for other
/// links.
fn of_link(model: &Model, link: &Link) -> Option<Equation> {
    let (a, b) = (&model.cells()[link.a.index()], &model.cells()[link.b.index()]);
    let relation = model.relation(link.relation);
    let of = |k: i64| {
        let pairs = a.domain.iter().flat_map(|v| b.domain.minus(relation.forbidden(v)).iter().map(move |w| (v, w)));
        let mut totals =
            pairs.map(|(v, w)| i64::from(a.first) + i64::from(v.0) + k * (i64::from(b.first) + i64::from(w.0)));
        let first = totals.next()?;
        totals.all(|other| other == first).then_some(first)
    };
    let (k, total) = [1, -1].into_iter().find_map(|k| Some((k, of(k.into())?)))?;
    Some(Equation { terms: vec![(link.a, 1), (link.b, k)], total })
}

/// The sum of a house that contains each value exactly once; `None` if the set is not such a house.
pub(crate) fn house_total(model: &Model, house: SetId) -> Option<i64> {
    let set = model.set(house);
    let first = model.cells()[set.cells.first()?.index()].first;
    let values = set.cells.iter().fold(ValueSet::EMPTY, |all, c| all | model.cells()[c.index()].domain);
    let whole = set.house && values.len() as usize == set.cells.len();
    whole.then(|| values.iter().map(|v| i64::from(first) + i64::from(v.0)).sum())
}
