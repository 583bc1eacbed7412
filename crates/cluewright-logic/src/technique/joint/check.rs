//! The checker's proof of a table, by plain enumeration: candidates are assigned to the cells in every way that
//! satisfies the clues, the sets and the grid-wide rules about pairs of cells; `check` is called on each constraint as
//! soon as all its cells are assigned.

use super::said::Joint;
use super::table::Bar;
use super::units::Clue;
use crate::board::state::State;
use crate::step::premise::Clause;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Candidate, Cell, Constraint, Kind, Model, Sort, SortedMap, Value, ValueSet};

/// The clauses that the table proves, if none of the removed candidates occurs in a remaining way; otherwise `None`.
pub(super) fn clauses(
    joint: &Joint,
    model: &Model,
    state: &State,
    spend: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<Clause>> {
    for clue in &joint.clues {
        if let Clue::Sum(balance) = clue
            && !balance.holds(model)
        {
            return None;
        }
    }
    let (inside, outside): (Vec<Candidate>, Vec<Candidate>) =
        joint.gone.iter().partition(|c| joint.cells.contains(&c.cell));
    let left = Plain::new(joint, model, state, None).run(spend)?;
    if inside.iter().any(|c| left.get(&c.cell).is_some_and(|l| l.contains(c.value))) {
        return None;
    }
    for &candidate in &outside {
        if !Plain::new(joint, model, state, Some(candidate)).run(spend)?.is_empty() {
            return None;
        }
    }
    Some(joint.gone.iter().map(|&c| vec![(c, false)]).collect())
}

/// An enumeration of all ways to fill in the cells of a table, one by one.
struct Plain<'a> {
    joint: &'a Joint,
    model: &'a Model,
    state: &'a State,
    /// The cells with their candidates, starting with the fewest candidates.
    cells: Vec<(Cell, ValueSet)>,
    /// The constraints, indexed by the number of assigned cells after which all cells of the constraint are assigned.
    kinds: Vec<Vec<&'a Kind>>,
    given: SortedMap<Cell, Value>,
    /// For each pair of cells, the values of the second cell that each value of the first cell forbids. Computed on
    /// first use.
    pairs: SortedMap<(Cell, Cell), Vec<ValueSet>>,
    left: SortedMap<Cell, ValueSet>,
}

impl<'a> Plain<'a> {
    /// An enumeration over the cells of the table. If `with` is given, its cell is added to the table's cells, with
    /// `with` as the only candidate.
    fn new(joint: &'a Joint, model: &'a Model, state: &'a State, with: Option<Candidate>) -> Self {
        let mut cells: Vec<(Cell, ValueSet)> = joint.cells.iter().map(|&c| (c, state.board.values(c))).collect();
        cells.extend(with.map(|c| (c.cell, ValueSet::of(c.value))));
        cells.order_by_key(|(c, values)| (values.len(), *c));
        let mut kinds: Vec<Vec<&Kind>> = vec![Vec::new(); cells.len() + 1];
        for clue in &joint.clues {
            for kind in said(model, clue) {
                let places = kind.cells().iter().map(|c| cells.iter().position(|x| x.0 == *c));
                // Constraints that also read other cells are ignored.
                if let Some(last) = places.collect::<Option<Vec<_>>>().and_then(|p| p.into_iter().max()) {
                    kinds[last + 1].push(kind);
                }
            }
        }
        let (given, pairs, left) = (SortedMap::default(), SortedMap::default(), SortedMap::default());
        Self { joint, model, state, cells, kinds, given, pairs, left }
    }

    /// For each cell, the values that occur in the remaining ways; `None` if the work limit is reached.
    fn run(mut self, spend: &mut dyn FnMut(u64) -> bool) -> Option<SortedMap<Cell, ValueSet>> {
        self.go(0, spend)?;
        Some(self.left)
    }

    fn go(&mut self, depth: usize, spend: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        let (model, given) = (self.model, &self.given);
        let number = |c: Cell| model.number(Candidate::new(c, given[&c]));
        let cost = 20 + self.kinds[depth].iter().map(|k| 20 * k.cells().len() as u64).sum::<u64>();
        if !spend(cost) {
            return None;
        }
        if !self.kinds[depth].iter().all(|kind| kind.check(&number)) {
            return Some(());
        }
        let Some(&(cell, values)) = self.cells.get(depth) else {
            if self.completes(spend)? {
                for (&cell, &value) in self.given.iter() {
                    self.left.or_insert_with(cell, || ValueSet::EMPTY).insert(value);
                }
            }
            return Some(());
        };
        for value in values {
            if self.cells[..depth]
                .to_vec()
                .iter()
                .all(|&(other, _)| !self.forbids(other, self.given[&other], cell, value))
            {
                self.given.insert(cell, value);
                self.go(depth + 1, spend)?;
                self.given.remove(&cell);
            }
        }
        Some(())
    }

    /// Whether the bars (the houses and cells that exclude ways) can all be completed at the same time.
    fn completes(&mut self, spend: &mut dyn FnMut(u64) -> bool) -> Option<bool> {
        let mut houses: Vec<&[Cell]> = Vec::new();
        let mut open: SortedMap<Cell, ValueSet> = SortedMap::default();
        for bar in &self.joint.bars {
            match bar {
                Bar::House(set) => houses.push(&self.model.sets().get(set.0 as usize)?.cells),
                Bar::Cell(cell) => {
                    open.insert(*cell, ValueSet::EMPTY);
                }
            }
        }
        for &cell in houses.iter().copied().flatten() {
            open.insert(cell, ValueSet::EMPTY);
        }
        let given: Vec<(Cell, Value)> = self.given.iter().map(|(&c, &v)| (c, v)).collect();
        if !spend(20 * (open.len() * given.len()) as u64) {
            return None;
        }
        open.retain(|c, _| given.iter().all(|g| g.0 != *c));
        for (&cell, left) in open.iter_mut() {
            let board = &self.state.board;
            let mut free = |v: &Value| !given.iter().any(|&(c, x)| self.forbids(c, x, cell, *v));
            *left = board.values(cell).iter().filter(|v| free(v)).collect();
        }
        differ(&mut open, &houses, spend)
    }

    /// Whether the sets, the grid-wide rules or the clues forbid that both candidates are true.
    fn forbids(&mut self, a: Cell, x: Value, b: Cell, y: Value) -> bool {
        let (model, joint) = (self.model, self.joint);
        let rows = self.pairs.or_insert_with((a, b), || pair(model, joint, a, b));
        rows.get(x.index()).is_some_and(|row| row.contains(y))
    }
}

/// The constraints that belong to a clue.
fn said<'a>(model: &'a Model, clue: &'a Clue) -> Vec<&'a Kind> {
    match clue {
        Clue::Posed(..) => model.constraints().iter().filter(|p| clue.says(model, p.origin)).map(|p| &p.kind).collect(),
        Clue::Rule(ConstraintId(id)) => model.constraints().get(*id as usize).map(|p| &p.kind).into_iter().collect(),
        Clue::Sum(balance) => vec![&balance.sum],
    }
}

/// For each value of `a`, the values of `b` that this value forbids.
fn pair(model: &Model, joint: &Joint, a: Cell, b: Cell) -> Vec<ValueSet> {
    let mut rows = vec![ValueSet::EMPTY; 64];
    if model.sets().iter().any(|s| s.cells.contains(&a) && s.cells.contains(&b)) {
        (0..64).for_each(|v| rows[usize::from(v)].insert(Value(v)));
    }
    for (l, link) in (0u32..).zip(model.links()) {
        let own = joint.clues.iter().any(|clue| clue.says(model, link.origin));
        let counts = own || model.origin(link.origin).clue.is_none();
        if counts && ((link.a, link.b) == (a, b) || (link.a, link.b) == (b, a)) {
            let all = |v: u8| {
                ValueSet::below(64)
                    .iter()
                    .filter(move |&y| model.link_forbids(l, Candidate::new(a, Value(v)), Candidate::new(b, y)))
            };
            (0..64).for_each(|v| all(v).for_each(|y| rows[usize::from(v)].insert(y)));
        }
    }
    rows
}

/// Whether the cells can be filled in so that all cells of each house differ; `None` if the work limit is reached.
fn differ(
    open: &mut SortedMap<Cell, ValueSet>,
    houses: &[&[Cell]],
    spend: &mut dyn FnMut(u64) -> bool,
) -> Option<bool> {
    let Some((&cell, &left)) = open.iter().min_by_key(|(_, left)| left.len()) else { return Some(true) };
    if !spend(20 * open.len() as u64) {
        return None;
    }
    for value in left {
        let mut rest = open.clone();
        rest.remove(&cell);
        for &other in houses.iter().filter(|h| h.contains(&cell)).flat_map(|h| h.iter()) {
            if let Some(left) = rest.get_mut(&other) {
                left.remove(value);
            }
        }
        if differ(&mut rest, houses, spend)? {
            return Some(true);
        }
    }
    Some(false)
}
