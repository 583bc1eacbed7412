//! Goes through the ways of a constraint to hold, for the proof checker: what its cells can hold together by the sets
//! and links among them, judged by `check` alone.

use cluewright_core::constraint::Automaton;
use cluewright_core::{Candidate, Cell, Constraint, Kind, Model, Value, ValueSet};

/// What the cells of a constraint forbid each other: by pair of cells a row by value, where they are linked.
pub(crate) struct Near<'m> {
    rows: Vec<Forbids<'m>>,
}

#[derive(Clone, Copy)]
enum Forbids<'m> {
    Nothing,
    /// It is the same cell.
    Others,
    Row(&'m [ValueSet]),
}

impl<'m> Near<'m> {
    pub(crate) fn new(model: &'m Model, cells: &[Cell]) -> Self {
        let network = model.network();
        let row = |a: Cell, b: Cell| {
            let near = network.neighbours(a);
            match near.binary_search_by_key(&b, |x| x.cell) {
                _ if a == b => Forbids::Others,
                Ok(at) => Forbids::Row(&near[at].forbids),
                Err(_) => Forbids::Nothing,
            }
        };
        Self { rows: cells.iter().flat_map(|&a| cells.iter().map(move |&b| row(a, b))).collect() }
    }
}

/// Can the constraint hold within these domains, those of its cells in their order? `None` when it takes more `work`
/// than there is.
pub(crate) fn some(model: &Model, kind: &Kind, near: &Near, domains: &[u64], work: &mut u64) -> Option<bool> {
    Some(run(model, kind, near, domains, true, work)?[..].iter().any(|&d| d != 0) || holds_empty(model, kind))
}

/// What all its ways to hold leave of the domains.
pub(crate) fn left(model: &Model, kind: &Kind, near: &Near, domains: &[u64], work: &mut u64) -> Option<Vec<u64>> {
    run(model, kind, near, domains, false, work)
}

/// A constraint of no cells.
fn holds_empty(model: &Model, kind: &Kind) -> bool {
    kind.cells().is_empty() && kind.check(&|c| model.number(Candidate::new(c, Value(0))))
}

fn run(model: &Model, kind: &Kind, near: &Near, domains: &[u64], first: bool, work: &mut u64) -> Option<Vec<u64>> {
    let n = domains.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| domains[i].count_ones());
    let mut open = vec![0; n * (n + 1)];
    open[..n].copy_from_slice(domains);
    let mut search = Search {
        model,
        kind,
        cells: kind.cells(),
        near,
        order,
        open,
        chosen: vec![Value(0); model.len()],
        left: vec![0; n],
        first,
        found: false,
        work: *work,
        states: Default::default(),
    };
    let ended = n == 0 || domains.contains(&0) || search.go(0).is_some();
    *work = search.work;
    ended.then_some(search.left)
}

struct Search<'a> {
    model: &'a Model,
    kind: &'a Kind,
    cells: &'a [Cell],
    near: &'a Near<'a>,
    /// The cells, those with the fewest values first.
    order: Vec<usize>,
    /// By depth, what is left of each cell.
    open: Vec<u64>,
    /// By cell of the model, what is chosen.
    chosen: Vec<Value>,
    left: Vec<u64>,
    /// Is one way enough?
    first: bool,
    found: bool,
    work: u64,
    states: [Vec<bool>; 2],
}

/// Does the automaton come to its end when each cell may hold whatever is left of it?
fn accepts(model: &Model, it: &Automaton, open: &[u64], [now, next]: &mut [Vec<bool>; 2]) -> bool {
    let same = |(c, first): (&Cell, &i32)| model.cells()[c.index()].first == *first;
    if !it.cells().iter().zip(it.first()).all(same) {
        return true;
    }
    now.clear();
    now.resize(it.states(0), false);
    now.iter_mut().take(1).for_each(|s| *s = true);
    for (layer, &open) in open.iter().enumerate() {
        next.clear();
        next.resize(it.states(layer + 1), false);
        for e in it.edges(layer).iter().filter(|e| e.values & open != 0 && now[e.from as usize]) {
            next[e.to as usize] = true;
        }
        std::mem::swap(now, next);
    }
    now.contains(&true)
}

impl Search<'_> {
    /// `None` when it takes too long.
    fn go(&mut self, depth: usize) -> Option<()> {
        self.work = self.work.checked_sub(1)?;
        let n = self.cells.len();
        let Some(&at) = self.order.get(depth) else {
            let (model, chosen) = (self.model, &self.chosen);
            if self.kind.check(&|c: Cell| model.number(Candidate::new(c, chosen[c.index()]))) {
                self.found = true;
                for (left, c) in self.left.iter_mut().zip(self.cells) {
                    *left |= ValueSet::of(self.chosen[c.index()]).0;
                }
            }
            return Some(());
        };
        for value in ValueSet(self.open[depth * n + at]) {
            let (before, after) = self.open.split_at_mut((depth + 1) * n);
            after[..n].copy_from_slice(&before[depth * n..]);
            after[at] = ValueSet::of(value).0;
            let mut dead = false;
            for &j in &self.order[depth + 1..] {
                after[j] &= match self.near.rows[at * n + j] {
                    Forbids::Nothing => continue,
                    Forbids::Others => ValueSet::of(value).0,
                    Forbids::Row(row) => !row.get(value.index()).map_or(0, |set| set.0),
                };
                dead |= after[j] == 0;
            }
            if !dead && let Kind::Automaton(it) = self.kind {
                self.work = self.work.checked_sub(it.edge_count() as u64 / 16)?;
                dead = !accepts(self.model, it, &after[..n], &mut self.states);
            }
            // What it leaves is known to be left already?
            if dead || (!self.first && after[..n].iter().zip(&self.left).all(|(now, left)| now & !left == 0)) {
                continue;
            }
            self.chosen[self.cells[at].index()] = value;
            self.go(depth + 1)?;
            if self.first && self.found {
                return Some(());
            }
        }
        Some(())
    }
}
