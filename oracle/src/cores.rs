//! The smallest reasons of a position: as few facts as refute some candidate, found without any logic of the project.
//!
//! A fact is a clue, or what another origin says: a house, a rule of the whole grid. That a cell holds one of its candidates
//! is no fact. Sets of facts are tried in the order of their sizes, over all candidates at once: a set that does not
//! refute a candidate leaves a way to fill the grid, and whatever refutes a candidate of that way has to break it by a
//! fact that the way breaks (minimum hitting sets; Ignatiev, Previti, Liffiton, Marques-Silva 2015, "Smallest MUS
//! extraction with minimal hitting set dualization").

use crate::encoder::Encoder;
use crate::sat::Answer;
use cluewright_core::model::TrueCount;
use cluewright_core::{Board, Candidate, Cell, Constraint, Model, OriginId, Value};
use rustsat::types::Lit;
use std::collections::BTreeMap;

/// The work limit was reached before the question was decided.
struct GaveUp;

/// A candidate and facts that refute it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// The refuted candidates.
    pub candidate: Candidate,
    /// The facts that refute the candidate, each named by its first origin; without any one of them, the candidate is possible.
    pub facts: Vec<OriginId>,
    /// Whether it is known that no smaller set of facts refutes any candidate.
    pub is_smallest: bool,
}

/// The limits of a search for a core.
#[derive(Clone, Copy)]
pub struct Bound<'a> {
    /// All sets of up to this many facts are tried; if none of them refutes a candidate, some small set is returned.
    pub most: usize,
    /// The maximum number of conflicts of the SAT solver for one question.
    pub conflicts: u64,
    /// Polled between questions.
    pub stop: &'a dyn Fn() -> bool,
}

/// The smallest set of facts that refutes one of these candidates on a board. `None` when none was found within the
/// bound.
pub fn smallest(model: &Model, board: &Board, candidates: &[Candidate], bound: Bound<'_>) -> Option<Core> {
    let mut search = Search::new(model, board, bound);
    let mut known = true;
    for size in 1..=bound.most {
        for &candidate in candidates {
            match search.within(candidate, size) {
                Tried::Core(core) => return Some(search.core(candidate, &core, known)),
                Tried::Nothing => {}
                Tried::GivenUp => known = false,
            }
            if (bound.stop)() {
                return search.some(candidates);
            }
        }
    }
    search.some(candidates)
}

/// The verdict of a set of facts on a candidate.
enum Reply {
    /// The candidate is refuted by these facts.
    Refuted(Vec<usize>),
    /// The candidate is possible: the values of all cells in a filled grid.
    Possible(Vec<Value>),
    GivenUp,
}

/// The outcome for sets up to a size.
enum Tried {
    Core(Vec<usize>),
    Nothing,
    GivenUp,
}

/// A way to fill the grid, and the facts that it breaks.
struct FilledGrid {
    values: Vec<Value>,
    broken: Vec<usize>,
}

struct Search<'m> {
    model: &'m Model,
    encoder: Encoder<'m>,
    bound: Bound<'m>,
    /// The fact of each origin.
    fact_of: Vec<OriginId>,
    facts: Vec<OriginId>,
    /// For each fact, a literal that is true while the fact is in force.
    switches: Vec<Lit>,
    ways: Vec<FilledGrid>,
}

/// The maximum number of clauses added for one question because a constraint that is only checked did not hold.
const CORRECTIONS: u32 = 2_000;
/// The maximum number of conflicts for one question if not all sets can be tried.
const QUICK: u64 = 1_000;
/// The number of refutations that are then shrunk: those with the fewest facts.
const SHRUNK: usize = 20;
/// The maximum number of nodes of one search for a set that hits all filled grids.
const NODES: u64 = 2_000_000;

impl<'m> Search<'m> {
    fn new(model: &'m Model, board: &Board, bound: Bound<'m>) -> Self {
        let mut encoder = Encoder::new(model, u64::MAX);
        // All origins of a clue are one fact, which the first of them names.
        let mut of_clue: BTreeMap<u32, OriginId> = BTreeMap::new();
        let fact_of: Vec<OriginId> = (0..)
            .map(OriginId)
            .zip(model.origins())
            .map(|(id, origin)| origin.clue.map_or(id, |clue| *of_clue.entry(clue).or_insert(id)))
            .collect();
        let mut switches: BTreeMap<OriginId, Lit> = BTreeMap::new();
        let sets = model.sets().iter().map(|s| s.origin);
        let links = model.links().iter().map(|l| l.origin);
        let groups = model.posted_groups().iter().map(|g| g.origin);
        let constraints = model.constraints().iter().map(|c| c.origin);
        for origin in sets.chain(links).chain(groups).chain(constraints).chain(model.impossible()) {
            switches.entry(fact_of[origin.0 as usize]).or_insert_with(|| encoder.sat.fresh());
        }
        encoder.model(&|origin| switches[&fact_of[origin.0 as usize]]);
        for (i, info) in model.cells().iter().enumerate() {
            let cell = Cell::at(i);
            for value in info.domain.minus(board.values(cell)) {
                encoder.forbid([(cell, value)].into_iter());
            }
        }
        let (facts, switches) = switches.into_iter().unzip();
        Self { model, encoder, bound, fact_of, facts, switches, ways: Vec::new() }
    }

    fn ask(&mut self, candidate: Candidate, facts: &[usize]) -> Reply {
        let mut assumed: Vec<Lit> = facts.iter().map(|&f| self.switches[f]).collect();
        assumed.push(self.encoder.literal(candidate.cell, candidate.value));
        self.encoder.sat.allow(self.bound.conflicts);
        let mut corrections = 0;
        loop {
            match self.encoder.sat.solve(&assumed) {
                Answer::GivenUp => return Reply::GivenUp,
                Answer::None => {
                    let core = self.encoder.sat.core(&assumed);
                    return Reply::Refuted(
                        facts.iter().copied().filter(|&f| core.contains(&self.switches[f])).collect(),
                    );
                }
                Answer::Found => {}
            }
            let values = self.encoder.values();
            let added = self.encoder.correct(&values);
            if added == 0 {
                return Reply::Possible(values);
            }
            corrections += added;
            if corrections > CORRECTIONS {
                return Reply::GivenUp;
            }
        }
    }

    /// Whether a set of up to `size` facts refutes the candidate.
    fn within(&mut self, candidate: Candidate, size: usize) -> Tried {
        loop {
            let Ok(hitting) = self.hitting(candidate, size) else { return Tried::GivenUp };
            let Some(facts) = hitting else { return Tried::Nothing };
            match self.ask(candidate, &facts) {
                Reply::Refuted(core) => return Tried::Core(core),
                Reply::Possible(values) => self.add_way(candidate, values),
                Reply::GivenUp => return Tried::GivenUp,
            }
            if (self.bound.stop)() {
                return Tried::GivenUp;
            }
        }
    }

    /// Stores a filled grid that breaks as few facts as possible, starting from this one.
    fn add_way(&mut self, candidate: Candidate, mut values: Vec<Value>) {
        let mut kept: Vec<usize> = (0..self.facts.len()).filter(|&f| self.holds(f, &values)).collect();
        for fact in 0..self.facts.len() {
            if kept.contains(&fact) || (self.bound.stop)() {
                continue;
            }
            let more: Vec<usize> = kept.iter().copied().chain([fact]).collect();
            if let Reply::Possible(better) = self.ask(candidate, &more) {
                kept = (0..self.facts.len()).filter(|&f| self.holds(f, &better)).collect();
                values = better;
            }
        }
        let broken = (0..self.facts.len()).filter(|f| !kept.contains(f)).collect();
        self.ways.push(FilledGrid { values, broken });
    }

    /// Whether a fact holds for these values of all cells.
    fn holds(&self, fact: usize, values: &[Value]) -> bool {
        let model = self.model;
        let its = |origin: OriginId| self.fact_of[origin.0 as usize] == self.facts[fact];
        let number = |cell: Cell| model.cells()[cell.index()].first + i32::from(values[cell.index()].0);
        let differ = |cells: &[Cell]| {
            let mut seen: Vec<Value> = cells.iter().map(|c| values[c.index()]).collect();
            seen.sort_unstable();
            seen.windows(2).all(|pair| pair[0] != pair[1])
        };
        !model.impossible().is_some_and(its)
            && model.sets().iter().filter(|s| its(s.origin)).all(|s| differ(&s.cells))
            && model.links().iter().filter(|l| its(l.origin)).all(|l| {
                let bad = model.relation(l.relation).forbidden(values[l.a.index()]);
                !bad.contains(values[l.b.index()])
            })
            && model.posted_groups().iter().filter(|g| its(g.origin)).all(|g| {
                let count = g.candidates.iter().filter(|c| values[c.cell.index()] == c.value).count();
                match g.truth {
                    TrueCount::AtLeastOne => count >= 1,
                    TrueCount::AtMostOne => count <= 1,
                    TrueCount::ExactlyOne => count == 1,
                }
            })
            && model.constraints().iter().filter(|c| its(c.origin)).all(|c| c.kind.check(&number))
    }

    /// At most `size` facts that include, for each filled grid with the candidate, a fact that the grid breaks. `None` if there are
    /// no such facts.
    fn hitting(&self, candidate: Candidate, size: usize) -> Result<Option<Vec<usize>>, GaveUp> {
        let is_its = |way: &&FilledGrid| way.values[candidate.cell.index()] == candidate.value;
        let mut sets: Vec<&[usize]> = self.ways.iter().filter(is_its).map(|way| &*way.broken).collect();
        sets.sort_by_key(|set| set.len());
        let (mut chosen, mut barred, mut nodes) = (Vec::new(), vec![false; self.facts.len()], NODES);
        let found = hit(&sets, size, &mut chosen, &mut barred, &mut nodes);
        if nodes > 0 { Ok(found.then_some(chosen)) } else { Err(GaveUp) }
    }

    /// A minimal set of these facts that still refutes the candidate, found by removing facts one by one.
    fn shrunk(&mut self, candidate: Candidate, facts: &[usize]) -> Vec<usize> {
        let mut kept = facts.to_vec();
        for &fact in facts {
            if !kept.contains(&fact) {
                continue;
            }
            let fewer: Vec<usize> = kept.iter().copied().filter(|&f| f != fact).collect();
            if let Reply::Refuted(core) = self.ask(candidate, &fewer) {
                kept = core;
            }
        }
        kept
    }

    /// Some small set, if there are none as small as requested or that is not known.
    fn some(&mut self, candidates: &[Candidate]) -> Option<Core> {
        let all: Vec<usize> = (0..self.facts.len()).collect();
        self.bound.conflicts = self.bound.conflicts.min(QUICK);
        let mut cores: Vec<(Candidate, Vec<usize>)> = Vec::new();
        for &candidate in candidates {
            if let Reply::Refuted(core) = self.ask(candidate, &all) {
                cores.push((candidate, core));
            }
        }
        cores.sort_by_key(|(_, core)| core.len());
        cores.truncate(SHRUNK);
        let shrunk = cores.into_iter().map(|(candidate, core)| (candidate, self.shrunk(candidate, &core)));
        let best: Option<(Candidate, Vec<usize>)> = shrunk.min_by_key(|(_, core)| core.len());
        best.map(|(candidate, core)| self.core(candidate, &core, false))
    }

    fn core(&self, candidate: Candidate, facts: &[usize], is_smallest: bool) -> Core {
        Core { candidate, facts: facts.iter().map(|&f| self.facts[f]).collect(), is_smallest }
    }
}

/// Chooses up to `size` further facts, none of them barred, so that every set contains a chosen fact.
fn hit(sets: &[&[usize]], size: usize, chosen: &mut Vec<usize>, barred: &mut [bool], nodes: &mut u64) -> bool {
    *nodes = nodes.saturating_sub(1);
    if *nodes == 0 {
        return false;
    }
    let open = |set: &&[usize]| !set.iter().any(|f| chosen.contains(f));
    let left: Vec<&[usize]> = sets.iter().copied().filter(open).collect();
    let free = |set: &[usize], barred: &[bool]| set.iter().filter(|&&f| !barred[f]).count();
    let Some(&first) = left.iter().min_by_key(|set| free(set, barred)) else { return true };
    // Sets that share no fact need one fact each.
    let (mut apart, mut used) = (0, Vec::new());
    for set in &left {
        if !set.iter().any(|f| !barred[*f] && used.contains(f)) {
            apart += 1;
            used.extend(*set);
        }
    }
    if apart > size {
        return false;
    }
    // Facts that hit the most sets come first; each fact that has been tried is barred for the facts after it.
    let mut order: Vec<usize> = first.iter().copied().filter(|&f| !barred[f]).collect();
    order.sort_by_key(|f| std::cmp::Reverse(left.iter().filter(|set| set.contains(f)).count()));
    let mut found = false;
    let mut tried = Vec::new();
    for fact in order {
        chosen.push(fact);
        found = hit(&left, size - 1, chosen, barred, nodes);
        if found {
            break;
        }
        chosen.pop();
        barred[fact] = true;
        tried.push(fact);
    }
    for fact in tried {
        barred[fact] = false;
    }
    found
}
