//! Clues as input for tables: all facts of a clue about its cells, and the exclusions that the grid-wide rules impose
//! among these cells.

use crate::board::balance::Balance;
use crate::board::view::View;
use cluewright_core::model::{ConstraintId, SetId};
use cluewright_core::{Cell, CellSet, Constraint, Kind, Model, OriginId, Sort, SortedMap, SortedSet, ValueSet};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of cells of a clue; clues with more cells have no short table.
const MOST_CELLS: usize = 24;
/// The number of cells in a stretch of a line. The shortest stretch is a cell between two others.
const STRETCH: std::ops::RangeInclusive<usize> = 3..=5;
/// The maximum number of stretches used for one clue.
const MOST_STRETCHES: usize = 60;
/// The maximum number of cells in a derived sum.
const MOST_LEFT: usize = 6;
/// Models with more cells than this are not searched for tables.
const MOST_GRID: usize = 700;

/// The source of a unit's facts.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Clue {
    /// All facts of one clue of the puzzle. The second field is the first of the clue's origins, which supplies the
    /// name.
    Posed(u32, OriginId),
    /// A constraint of a rule without clues.
    Rule(ConstraintId),
    /// A sum that is derived from houses and clues.
    Sum(Arc<Balance>),
}

impl Clue {
    /// Whether this origin belongs to the clue.
    pub(super) fn says(&self, model: &Model, origin: OriginId) -> bool {
        matches!(self, Self::Posed(clue, _) if model.origin(origin).clue == Some(*clue))
    }
}

/// The exclusions of one cell: each entry has a cell that it sees and, for each value of the first cell, the values
/// that are forbidden in the seen cell.
pub(super) type Row = Vec<(Cell, Vec<ValueSet>)>;

/// A clue or a stretch of a clue.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) clue: Clue,
    /// The cells, sorted.
    pub(super) cells: Vec<Cell>,
    /// The constraints of the clue that read only cells of the unit.
    pub(super) kinds: Vec<ConstraintId>,
    /// For each cell, the values that the grid-wide rules and this clue exclude from other cells, for each value of the
    /// cell.
    pub(super) rows: Vec<Rc<Row>>,
    /// The grid-wide sets and the sets of this clue that contain cells of the unit.
    pub(super) sets: Vec<SetId>,
    /// All cells whose candidates the unit's table reads.
    pub(super) scope: Vec<Cell>,
    /// Whether the unit is only a stretch of a clue.
    stretch: bool,
    /// The additional difficulty of using the unit, in tenths.
    pub(super) cost: u16,
}

/// The clues of a puzzle as units, and the pairs of units that touch.
pub(super) struct Units {
    pub(super) list: Vec<Unit>,
    /// For each unit, the indices of the later units that it touches.
    pub(super) meets: Vec<Vec<usize>>,
}

/// The facts of one clue, as indices into the model.
#[derive(Default)]
struct ClueFacts {
    kinds: Vec<ConstraintId>,
    links: Vec<u32>,
    sets: Vec<SetId>,
}

impl Units {
    /// The units, cached for this run of the solver.
    pub(super) fn of(view: &View) -> Rc<Self> {
        view.memory().of(0, || Self::new(view))
    }

    fn new(view: &View) -> Self {
        let mut list = Vec::new();
        if view.model().len() <= MOST_GRID {
            let mut build = Build::new(view);
            build.all(&mut list);
        }
        Self { meets: meetings(&list, view.model().len()), list }
    }
}

/// For each unit, the later units that share a cell with it or contain a cell that one of its cells sees. Stretches and
/// derived sums are joined only with units that share a cell with them; stretches of the same clue are never joined.
fn meetings(list: &[Unit], cells: usize) -> Vec<Vec<usize>> {
    let set = |all: &mut dyn Iterator<Item = Cell>| {
        let mut set = CellSet::with_capacity(cells);
        all.for_each(|cell| _ = set.insert(cell));
        set
    };
    let own: Vec<CellSet> = list.iter().map(|unit| set(&mut unit.cells.iter().copied())).collect();
    let sight = |unit: &Unit| set(&mut unit.rows.iter().flat_map(|row| row.iter().map(|(cell, _)| *cell)));
    let is_narrow = |unit: &Unit| unit.stretch || matches!(unit.clue, Clue::Sum(_));
    let after = |i: usize| -> Vec<usize> {
        let (a, seen) = (&list[i], sight(&list[i]));
        let meet = |j: &usize| {
            let b = &list[*j];
            let one_clue = matches!((&a.clue, &b.clue), (Clue::Posed(x, _), Clue::Posed(y, _)) if x == y);
            !one_clue && (own[i].intersects(&own[*j]) || !is_narrow(a) && !is_narrow(b) && seen.intersects(&own[*j]))
        };
        (i + 1..list.len()).filter(meet).collect()
    };
    (0..list.len()).map(after).collect()
}

struct Build<'v> {
    view: &'v View<'v>,
    model: &'v Model,
    links_of: Vec<Vec<u32>>,
    /// For each cell, the exclusions that follow from the grid-wide rules; computed on first use.
    free: Vec<Option<Rc<Row>>>,
}

impl<'v> Build<'v> {
    fn new(view: &'v View<'v>) -> Self {
        let model = view.model();
        let mut links_of = vec![Vec::new(); model.len()];
        for (l, link) in model.links().iter().enumerate() {
            links_of[link.a.index()].push(l as u32);
            links_of[link.b.index()].push(l as u32);
        }
        Self { view, model, links_of, free: vec![None; model.len()] }
    }

    fn all(&mut self, list: &mut Vec<Unit>) {
        let (model, space) = (self.model, self.view.space());
        let clue = |origin: OriginId| model.origin(origin).clue;
        let mut said: SortedMap<u32, ClueFacts> = SortedMap::default();
        let mut loose = Vec::new();
        for (i, posted) in model.constraints().iter().enumerate() {
            let id = ConstraintId(i as u32);
            match clue(posted.origin) {
                Some(clue) => said.or_default(clue).kinds.push(id),
                None => loose.push(id),
            }
        }
        for (l, link) in model.links().iter().enumerate() {
            if let Some(clue) = clue(link.origin) {
                said.or_default(clue).links.push(l as u32);
            }
        }
        for (s, set) in model.sets().iter().enumerate() {
            if let Some(clue) = clue(set.origin) {
                said.or_default(clue).sets.push(SetId(s as u32));
            }
        }
        for (clue, said) in said {
            self.clue(clue, &said, list);
        }
        for id in loose {
            list.extend(self.unit(Clue::Rule(id), cells_of(space.kind(id)), &[id], false));
        }
        for id in space.facts().filter(|&id| space.balance(id).is_some_and(|b| !b.houses.is_empty())) {
            let cells = cells_of(space.kind(id));
            if let Some(balance) = space.balance(id).filter(|_| cells.len() <= MOST_LEFT) {
                list.extend(self.unit(Clue::Sum(Arc::clone(balance)), cells, &[id], false));
            }
        }
    }

    fn clue(&mut self, clue: u32, said: &ClueFacts, list: &mut Vec<Unit>) {
        let (model, space) = (self.model, self.view.space());
        let origins = said.kinds.iter().map(|&id| model.constraint(id).origin);
        let origins = origins.chain(said.links.iter().map(|&l| model.links()[l as usize].origin));
        let Some(origin) = origins.min() else { return };
        let ends = said.links.iter().flat_map(|&l| [model.links()[l as usize].a, model.links()[l as usize].b]);
        let sets = said.sets.iter().flat_map(|&s| model.set(s).cells.iter().copied());
        let cells: SortedSet<Cell> =
            said.kinds.iter().flat_map(|&id| space.kind(id).cells().iter().copied()).chain(ends).chain(sets).collect();
        let named = Clue::Posed(clue, origin);
        if cells.len() <= MOST_CELLS {
            list.extend(self.unit(named.clone(), cells.iter().copied().collect(), &said.kinds, false));
        }
        for stretch in self.stretches(said, cells.len()) {
            let within = |id: &ConstraintId| space.kind(*id).cells().iter().all(|c| stretch.contains(c));
            let kinds: Vec<ConstraintId> = said.kinds.iter().copied().filter(within).collect();
            list.extend(self.unit(named.clone(), stretch, &kinds, true));
        }
    }

    /// The stretches of a clue: paths of cells along which the clue links each cell to the next.
    fn stretches(&self, said: &ClueFacts, all: usize) -> SortedSet<Vec<Cell>> {
        let mut next: SortedMap<Cell, SortedSet<Cell>> = SortedMap::default();
        for &l in &said.links {
            let link = &self.model.links()[l as usize];
            next.or_default(link.a).insert(link.b);
            next.or_default(link.b).insert(link.a);
        }
        let mut stretches = SortedSet::default();
        // If every cell is linked to every other cell, the clue is not a line.
        if next.values().all(|of| of.len() + 1 == next.len()) {
            return stretches;
        }
        let mut paths: Vec<Vec<Cell>> = next.keys().map(|&c| vec![c]).collect();
        for length in 2..=*STRETCH.end() {
            let longer = |path: &Vec<Cell>| -> Vec<Vec<Cell>> {
                let last = path[path.len() - 1];
                let more = next[&last].iter().filter(|c| !path.contains(c));
                more.map(|&c| [path.as_slice(), &[c]].concat()).collect()
            };
            paths = paths.iter().flat_map(longer).take(4 * MOST_STRETCHES).collect();
            if STRETCH.contains(&length) && length < all {
                for path in &paths {
                    let mut sorted = path.clone();
                    sorted.order();
                    if stretches.len() < MOST_STRETCHES {
                        stretches.insert(sorted);
                    }
                }
            }
        }
        stretches
    }

    fn unit(&mut self, clue: Clue, cells: Vec<Cell>, kinds: &[ConstraintId], stretch: bool) -> Option<Unit> {
        if !(2..=MOST_CELLS).contains(&cells.len()) {
            return None;
        }
        let rows: Vec<Rc<Row>> = cells.iter().map(|&c| self.row(c, &clue)).collect();
        let (model, network) = (self.model, self.view.space().network());
        let ours = |s: &SetId| {
            let origin = model.set(*s).origin;
            model.origin(origin).clue.is_none() || clue.says(model, origin)
        };
        let mut sets: Vec<SetId> =
            cells.iter().flat_map(|&c| network.sets_of(c).iter().copied().filter(ours)).collect();
        sets.order();
        sets.dedup();
        let mut scope: SortedSet<Cell> = cells.iter().copied().collect();
        scope.extend(rows.iter().flat_map(|row| row.iter().map(|near| near.0)));
        let space = self.view.space();
        let linked = match &clue {
            Clue::Posed(_, origin) => model.origin(*origin).cost,
            _ => 0,
        };
        let cost = kinds.iter().map(|&id| space.cost(id)).max().unwrap_or(0).max(linked);
        let kinds = kinds.to_vec();
        Some(Unit { clue, cells, kinds, rows, sets, scope: scope.into_iter().collect(), stretch, cost })
    }

    /// The exclusions of a cell that follow from the grid-wide rules and this clue.
    fn row(&mut self, cell: Cell, clue: &Clue) -> Rc<Row> {
        let model = self.model;
        let own_links = self.links_of[cell.index()].iter().any(|&l| clue.says(model, model.links()[l as usize].origin));
        let sets = self.view.space().network().sets_of(cell);
        if own_links || sets.iter().any(|&s| clue.says(model, model.set(s).origin)) {
            return Rc::new(self.make_row(cell, Some(clue)));
        }
        if let Some(row) = &self.free[cell.index()] {
            return Rc::clone(row);
        }
        let row = Rc::new(self.make_row(cell, None));
        self.free[cell.index()] = Some(Rc::clone(&row));
        row
    }

    fn make_row(&self, cell: Cell, clue: Option<&Clue>) -> Row {
        let model = self.model;
        let ours =
            |origin: OriginId| model.origin(origin).clue.is_none() || clue.is_some_and(|k| k.says(model, origin));
        let width = model.cells()[cell.index()].domain.max().map_or(0, |v| v.index() + 1);
        let mut near: SortedMap<Cell, Vec<ValueSet>> = SortedMap::default();
        for &s in self.view.space().network().sets_of(cell).iter().filter(|&&s| ours(model.set(s).origin)) {
            for &other in model.set(s).cells.iter().filter(|&&c| c != cell) {
                let row = near.or_insert_with(other, || vec![ValueSet::EMPTY; width]);
                for v in model.cells()[cell.index()].domain {
                    row[v.index()].insert(v);
                }
            }
        }
        for &l in &self.links_of[cell.index()] {
            let link = &model.links()[l as usize];
            if !ours(link.origin) {
                continue;
            }
            let relation = model.relation(link.relation);
            let (other, turned) = if link.a == cell { (link.b, None) } else { (link.a, Some(relation.transposed())) };
            let relation = turned.as_ref().unwrap_or(relation);
            let row = near.or_insert_with(other, || vec![ValueSet::EMPTY; width]);
            for v in model.cells()[cell.index()].domain {
                row[v.index()] = row[v.index()] | relation.forbidden(v);
            }
        }
        near.into_iter().collect()
    }
}

fn cells_of(kind: &Kind) -> Vec<Cell> {
    let cells: SortedSet<Cell> = kind.cells().iter().copied().collect();
    cells.into_iter().collect()
}
