//! The facts of a model in a canonical order, each once. They are used to compare a puzzle with the text written for it, and to
//! express missing facts in another way.

use cluewright_core::constraint::{Compare, Count, Kind, Sum};
use cluewright_core::model::{CellKind, Model, Relation, TrueCount};
use cluewright_core::{Candidate, Cell, Constraint, OriginId, Puzzle, Sort, SortedSet, Value, ValueSet};

use cluewright_formats::{Fact, Says};
use std::collections::BTreeMap;

/// The maximum number of states, before minimisation, of an automaton that is built for a constraint: about 50 ms of work.
const MOST_STATES: usize = 60_000;

/// A cell: its kind, its first number, its values, and the cell that holds its value in sums.
type About = (String, i32, ValueSet, Cell);

/// The facts of a model.
#[derive(PartialEq)]
pub(crate) struct Facts {
    cells: Vec<About>,
    sets: SortedSet<Vec<Cell>>,
    links: BTreeMap<(Cell, Cell), Vec<ValueSet>>,
    groups: SortedSet<String>,
    constraints: SortedSet<String>,
    impossible: bool,
}

/// A fact of one model that another model lacks; identified by the cell, or by the index in the model's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Missing {
    /// The values that the cell may have.
    Values(Cell),
    /// A set of different cells.
    Set(usize),
    /// The pairs of values that two cells may not hold together.
    Pair(Cell, Cell),
    /// A posted group.
    Group(usize),
    /// A constraint of the model.
    Constraint(usize),
    /// The fact that the puzzle has no solution.
    Impossible,
}

impl Missing {
    /// Whether the fact is about more than a cell, a pair or a set of different cells.
    pub(crate) fn is_longer(self) -> bool {
        !matches!(self, Self::Values(_) | Self::Set(_) | Self::Pair(..))
    }

    /// The origin of the fact in the model that contains it.
    pub(crate) fn origin(self, model: &Model) -> Option<OriginId> {
        let pair = |a, b| move |l: &&cluewright_core::model::Link| (l.a.min(l.b), l.a.max(l.b)) == (a, b);
        match self {
            Self::Values(cell) => model.unary().iter().filter(|u| u.cell == cell).map(|u| u.origin).next_back(),
            Self::Set(at) => model.sets().get(at).map(|s| s.origin),
            Self::Pair(a, b) => model.links().iter().find(pair(a, b)).map(|l| l.origin),
            Self::Group(at) => model.posted_groups().get(at).map(|g| g.origin),
            Self::Constraint(at) => model.constraints().get(at).map(|c| c.origin),
            Self::Impossible => model.impossible(),
        }
    }

    /// The name of the rule from which the fact comes.
    pub(crate) fn rule(self, model: &Model) -> String {
        self.origin(model).map_or_else(String::new, |o| model.origin(o).rule.to_string())
    }
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.order();
    cells
}

fn group_text(group: &cluewright_core::model::PostedGroup) -> String {
    let mut candidates = group.candidates.clone();
    candidates.order();
    format!("{:?} {candidates:?}", group.truth)
}

/// A canonical string for a constraint, independent of the surrounding model.
fn constraint_text(kind: &Kind) -> String {
    let mut kind = kind.clone();
    if let Kind::Sum(sum) = &kind {
        let mut terms: Vec<(Cell, i32)> = sum.terms().collect();
        terms.order();
        kind = Sum::new(&terms, sum.compare(), sum.total()).into();
    }
    kind.learn_differences(&|_, _| false);
    let text = format!("{kind:?}");
    // The cells between two ends may be listed from either end, so choose one direction.
    let cells = kind.cells();
    if matches!(kind, Kind::Between(_)) && cells.first() > cells.last() {
        let turned: Vec<Cell> = cells.iter().rev().copied().collect();
        return text.replacen(&format!("{cells:?}"), &format!("{turned:?}"), 1);
    }
    text
}

impl Facts {
    /// The facts of a model.
    pub(crate) fn of(model: &Model) -> Self {
        let board = model.board();
        let cells = (0u16..).map(Cell).zip(model.cells());
        let cells = cells
            .map(|(c, info)| (format!("{:?}", info.kind), info.first, board.values(c), model.value_cell(c)))
            .collect();
        let mut links: BTreeMap<(Cell, Cell), Vec<ValueSet>> = BTreeMap::new();
        for link in model.links() {
            let relation = model.relation(link.relation);
            let (pair, rows) = if link.a < link.b {
                ((link.a, link.b), relation.clone())
            } else {
                ((link.b, link.a), relation.transposed())
            };
            let all = links.entry(pair).or_default();
            if all.len() < rows.forbids.len() {
                all.resize(rows.forbids.len(), ValueSet::EMPTY);
            }
            all.iter_mut().zip(&rows.forbids).for_each(|(to, row)| *to |= *row);
        }
        for rows in links.values_mut() {
            while rows.last().is_some_and(|r| r.is_empty()) {
                rows.pop();
            }
        }
        links.retain(|_, rows| !rows.is_empty());
        Self {
            cells,
            sets: model.sets().iter().map(|s| sorted(&s.cells)).collect(),
            links,
            groups: model.posted_groups().iter().map(group_text).collect(),
            constraints: model.constraints().iter().map(|p| constraint_text(&p.kind)).collect(),
            impossible: model.impossible().is_some(),
        }
    }

    /// The facts of `self` (those of `model`) that another model lacks; `None` if the other model has facts that `self` lacks, or
    /// has different cells. Helper cells may be missing in the other model.
    pub(crate) fn beyond(&self, model: &Model, other: &Self) -> Option<Vec<Missing>> {
        let same_cell = |(a, b): (&About, &About)| a.0 == b.0 && a.1 == b.1 && a.2.is_subset(b.2);
        let helper = |i: usize| model.cells().get(i).is_some_and(|c| c.kind == CellKind::Helper);
        let cells = other.cells.len() <= self.cells.len()
            && (other.cells.len()..self.cells.len()).all(helper)
            && self.cells.iter().zip(&other.cells).all(same_cell);
        let forbids = |pair: &(Cell, Cell), rows: &Vec<ValueSet>| {
            let own = self.links.get(pair).map_or(&[][..], Vec::as_slice);
            rows.iter().enumerate().all(|(a, row)| row.is_subset(own.get(a).copied().unwrap_or_default()))
        };
        let within = other.sets.is_subset(&self.sets)
            && other.links.iter().all(|(pair, rows)| forbids(pair, rows))
            && other.groups.is_subset(&self.groups)
            && other.constraints.is_subset(&self.constraints)
            && !other.impossible;
        if self.impossible && !other.impossible {
            return Some(vec![Missing::Impossible]);
        }
        if !cells || !within {
            return None;
        }
        let mut missing = Vec::new();
        let values = self.cells.iter().zip(&other.cells).zip(0u16..);
        missing.extend(values.filter(|((a, b), _)| a.2 != b.2).map(|(_, c)| Missing::Values(Cell(c))));
        let mut once = SortedSet::default();
        for (at, set) in model.sets().iter().enumerate() {
            let cells = sorted(&set.cells);
            if !other.sets.contains(&cells) && once.insert(cells) {
                missing.push(Missing::Set(at));
            }
        }
        let differs = |pair: &(Cell, Cell), rows: &Vec<ValueSet>| other.links.get(pair) != Some(rows);
        missing.extend(self.links.iter().filter(|l| differs(l.0, l.1)).map(|l| Missing::Pair(l.0.0, l.0.1)));
        let mut once = SortedSet::default();
        for (at, group) in model.posted_groups().iter().enumerate() {
            let text = group_text(group);
            if !other.groups.contains(&text) && once.insert(text) {
                missing.push(Missing::Group(at));
            }
        }
        let mut once = SortedSet::default();
        for (at, posted) in model.constraints().iter().enumerate() {
            let text = constraint_text(&posted.kind);
            if !other.constraints.contains(&text) && once.insert(text) {
                missing.push(Missing::Constraint(at));
            }
        }
        Some(missing)
    }

    /// Whether `other` has all facts of `self` about cells and sets. Other constraints are not compared.
    pub(crate) fn hold_in(&self, other: &Self) -> bool {
        if self.impossible || other.impossible {
            return self.impossible == other.impossible;
        }
        let cells = self.cells.iter().zip(&other.cells).all(|(a, b)| a.0 == b.0 && a.1 == b.1 && b.2.is_subset(a.2));
        cells && self.sets.is_subset(&other.sets)
    }
}

/// Expresses a fact for a format without rules. `None` if the fact is about cells that the puzzle does not have, or would need too
/// large an automaton.
pub(crate) fn in_words(model: &Model, facts: &Facts, puzzle: &Puzzle, what: Missing) -> Option<Vec<Fact>> {
    let title = what.rule(model);
    let usual = |cell: Cell| match cell.index().checked_sub(puzzle.shape.len()) {
        None => true,
        Some(extra) => puzzle.extra.get(extra).is_some_and(|e| e.numbers == puzzle.digits),
    };
    let one = |says: Says| Some(vec![Fact { title: title.clone(), says }]);
    match what {
        Missing::Values(cell) if usual(cell) => {
            let values = model.board().values(cell);
            one(Says::Digits(cell, values.iter().map(|v| model.number(Candidate::new(cell, v))).collect()))
        }
        Missing::Set(at) => {
            let cells = &model.sets()[at].cells;
            cells.iter().all(|&c| usual(c)).then(|| one(Says::Different(cells.clone())))?
        }
        Missing::Pair(a, b) if usual(a) && usual(b) => {
            let forbids = facts.links.get(&(a, b))?.clone().into();
            one(Says::Pair([a, b], Relation { forbids }))
        }
        Missing::Group(at) => {
            let group = &model.posted_groups()[at];
            let mut terms: Vec<(Cell, ValueSet)> = Vec::new();
            for c in &group.candidates {
                match terms.iter_mut().find(|t| t.0 == c.cell) {
                    Some(term) => term.1.insert(c.value),
                    None => terms.push((c.cell, ValueSet::of(c.value))),
                }
            }
            let first: Vec<i32> = terms.iter().map(|t| model.cells()[t.0.index()].first).collect();
            let compare = match group.truth {
                TrueCount::AtLeastOne => Compare::Ge,
                TrueCount::AtMostOne => Compare::Le,
                TrueCount::ExactlyOne => Compare::Eq,
            };
            let count = Count::new(&terms, &first, compare, 1).into();
            constraint_in_words(model, &title, &usual, &count)
        }
        Missing::Impossible => one(Says::Never),
        Missing::Constraint(at) => constraint_in_words(model, &title, &usual, &model.constraints()[at].kind),
        _ => None,
    }
}

fn constraint_in_words(model: &Model, title: &str, usual: &dyn Fn(Cell) -> bool, kind: &Kind) -> Option<Vec<Fact>> {
    if !kind.cells().iter().all(|&c| usual(c)) {
        return None;
    }
    let one = |says: Says| Some(vec![Fact { title: title.to_owned(), says }]);
    if let Kind::Sum(sum) = kind
        && sum.compare() == Compare::Eq
    {
        return one(Says::Sum(sum.terms().collect(), sum.total()));
    }
    let first = |c: Cell| model.cells()[c.index()].first;
    let domain = |c: Cell| model.cells()[c.index()].domain;
    match (cluewright_logic::unrolled(kind, &first, &domain, MOST_STATES), kind) {
        (Some(automaton), _) => one(Says::Path(automaton)),
        (None, Kind::All(all)) => {
            let parts: Option<Vec<_>> =
                all.parts().iter().map(|part| constraint_in_words(model, title, usual, part)).collect();
            Some(parts?.concat())
        }
        _ => None,
    }
}

/// Whether one of the automata by itself implies the forbidden pairs of two cells.
pub(crate) fn pair_is_said(model: &Model, facts: &Facts, pair: (Cell, Cell), paths: &[&Fact]) -> bool {
    let Some(rows) = facts.links.get(&pair) else { return false };
    paths.iter().any(|fact| {
        let Says::Path(automaton) = &fact.says else { return false };
        let cells = automaton.cells();
        cells.contains(&pair.0)
            && cells.contains(&pair.1)
            && rows.iter().zip((0..64).map(Value)).filter(|r| !r.0.is_empty()).all(|(row, value)| {
                let mut board = model.blank_board();
                board.fix(pair.0, value).is_err()
                    || automaton.propagate(&mut board).is_err()
                    || !board.values(pair.1).intersects(*row)
            })
    })
}
