//! Compiles a model into flat arrays: the links, sets, houses, groups and constraints of each cell.

use super::around::{Around, SetInfo};
use super::cardinality::{self, Cardinality};
use super::clauses::clauses;
use super::derive;
use super::links::Links;
use super::places::Houses;
use super::rows::{Spans, spans};
use super::tools::{How, Tools};
use crate::bits::words_for;
use crate::poll::Poll;
use crate::switches::{Mechanism, Switches};
use cluewright_core::model::{CellKind, TrueCount};
use cluewright_core::quick::QuickSet;
use cluewright_core::{Cell, Constraint, Kind, Model, Rows};

/// A member of a group: a single candidate or, in a clause, all candidates of the clause in one cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) cell: u16,
    pub(super) bits: u64,
}

/// A compiled constraint. The model's constraints keep their numbers; derived constraints and additional propagators follow.
#[derive(Debug)]
pub(super) struct Propagator {
    pub(super) how: How,
    /// The level of the propagator's queue. 0: soon; 1: after locked candidates; 2: last of all.
    pub(super) level: u8,
    /// The number of cells that the propagator is about, which come first. The propagator also reads its other cells; a cage
    /// narrows them, too.
    pub(super) own: u16,
    /// Whether the propagator waits, below the root, until only few of its own cells are open.
    pub(super) waits: bool,
    /// The index of the propagator's kind in the statistics.
    pub(super) kind: u16,
}

/// A compiled model, as the module's documentation describes.
#[derive(Debug)]
pub(super) struct Compiled {
    /// The number of cells.
    pub(super) n: usize,
    /// The number of words in a set of cells.
    pub(super) words: usize,
    /// The number of values of the cell with the widest domain.
    pub(super) width: usize,
    /// For each cell, whether it is part of the answer.
    pub(super) answer: Vec<bool>,
    pub(super) links: Links,
    /// Whether propagation searches for locked candidates. This requires the table `pair`.
    pub(super) locked: bool,
    /// Whether propagation searches for pairs.
    pub(super) pairs: bool,
    pub(super) houses: Houses,
    pub(super) sets: Vec<SetInfo>,
    pub(super) set_cells: Rows,
    pub(super) sets_of: Rows,
    pub(super) groups: Vec<TrueCount>,
    pub(super) members: Rows<Member>,
    pub(super) groups_of: Rows,
    /// For each entry of `groups_of`: if at least one member of the group must be true, the values of the cell that are members;
    /// otherwise 0.
    pub(super) group_bits: Vec<u64>,
    pub(super) propagators: Vec<Propagator>,
    /// The number of the model's own constraints, which come first.
    pub(super) posted: usize,
    pub(super) propagator_cells: Rows,
    pub(super) propagators_of: Rows,
    /// For each cell, the propagators as bits, one level after another: first only the propagators that are about the cell, then
    /// all propagators that read it.
    pub(super) wakes: [Spans; 2],
    pub(super) tools: Tools,
    pub(super) derived: Vec<Kind>,
    /// The names of the kinds in the statistics.
    pub(super) kinds: Vec<&'static str>,
}

/// The groups of a model in flat arrays.
struct Groups {
    truth: Vec<TrueCount>,
    members: Rows<Member>,
    /// Each cell with each of its groups, in order. If at least one member of the group must be true, also the values of the cell
    /// that are members.
    of: Vec<(u32, u32, u64)>,
}

impl Groups {
    /// Collects the posted groups and the clauses of automata. `None` if stopped.
    fn new(model: &Model, poll: &mut Poll<'_>) -> Option<Self> {
        let mut all = Self { truth: Vec::new(), members: Rows::default(), of: Vec::new() };
        for group in model.posted_groups() {
            all.add(group.truth, group.candidates.iter().map(|c| (c.cell, 1 << c.value.0)));
        }
        let automata = model.constraints().iter().filter_map(|p| match &p.kind {
            Kind::Automaton(it) => Some(it),
            _ => None,
        });
        if poll.is_over(all.members.items().len()) {
            return None;
        }
        for (cells, values) in clauses(automata) {
            all.add(TrueCount::AtLeastOne, cells.iter().map(|&cell| (cell, values)));
        }
        all.of.sort_unstable();
        all.of.dedup_by(|next, first| {
            let same = (next.0, next.1) == (first.0, first.1);
            first.2 |= if same { next.2 } else { 0 };
            same
        });
        Some(all)
    }

    fn add(&mut self, truth: TrueCount, members: impl Iterator<Item = (Cell, u64)>) {
        let number = self.truth.len() as u32;
        self.members.push(members.map(|(cell, bits)| {
            self.of.push((cell.0.into(), number, if truth == TrueCount::AtLeastOne { bits } else { 0 }));
            Member { cell: cell.0, bits }
        }));
        self.truth.push(truth);
    }
}

/// For [`Compiled::wakes`], collects the propagators that read each cell, or, with `only_own`, the propagators that are about it.
fn wakes(n: usize, propagators: &[Propagator], cells: &Rows, only_own: bool) -> Spans {
    let mut pairs = Vec::new();
    // Go through the propagators in the order of their places in the queue.
    for level in 0..3 {
        for (k, propagator) in propagators.iter().enumerate().filter(|r| r.1.level == level) {
            let place = usize::from(level) * propagators.len() + k;
            let told = if only_own { propagator.own.into() } else { usize::MAX };
            pairs.extend(cells.row(k).iter().take(told).map(|&c| (c, place as u32)));
        }
    }
    spans(&Rows::new(n, &pairs))
}

impl Compiled {
    /// Compiles a model whose cells have at most the values `dom`. `houses` states which of its sets are houses, and `derived`
    /// are further sums that follow from the model. `None` if stopped.
    pub(super) fn new(
        model: &Model,
        dom: &[u64],
        houses: &[bool],
        mut derived: Vec<Kind>,
        switches: Switches,
        poll: &mut Poll<'_>,
    ) -> Option<Self> {
        let n = model.len();
        let words = words_for(n);
        let width = dom.iter().map(|d| 64 - d.leading_zeros() as usize).max().unwrap_or(0).max(1);
        let answer: Vec<bool> = model.cells().iter().map(|c| c.kind != CellKind::Helper).collect();

        let mut set_pairs = Vec::with_capacity(model.sets().iter().map(|s| s.cells.len()).sum());
        let mut set_masks = vec![0u64; model.sets().len() * words];
        for (i, set) in model.sets().iter().enumerate() {
            set_pairs.extend(set.cells.iter().map(|c| (i as u32, u32::from(c.0))));
            set.cells.iter().for_each(|c| set_masks[i * words + c.index() / 64] |= 1 << (c.0 % 64));
        }
        let (set_cells, sets_of) = Rows::both(model.sets().len(), n, &set_pairs);
        let sets: Vec<SetInfo> = model
            .sets()
            .iter()
            .zip(houses)
            .map(|(s, &house)| SetInfo {
                house,
                values: s.cells.iter().fold(0, |all, c| all | dom[c.index()]),
                answer: s.cells.iter().all(|c| answer[c.index()]),
            })
            .collect();

        let links = Links::new(model, width, &set_masks, &sets_of, &mut derived, switches, poll)?;
        let paired = links.paired();

        let groups = Groups::new(model, poll)?;

        // Compile the constraints, derived ones last.
        let mut kinds: Vec<&'static str> = vec!["house", "locked", "hall", "group", "fillings"];
        let mut tools = Tools::default();
        let posted = model.constraints().len();
        let mut propagators: Vec<Propagator> = Vec::with_capacity(posted + derived.len());
        let mut propagator_pairs = Vec::with_capacity(8 * (posted + derived.len()));
        let follows = posted..posted + derived.iter().filter(|k| matches!(k, Kind::Sum(_))).count();
        let around = Around { dom, links: &links, sets: &sets, set_cells: &set_cells, sets_of: &sets_of };
        if switches.has(Mechanism::JoinedSums) {
            derived.extend(derive::joined(model, &around, &mut tools.cutter, poll)?);
        }
        let merged = cardinality::merged(model, switches, poll)?;
        let replaced: QuickSet<usize> = merged.iter().flat_map(|counts| &counts.by).copied().collect();
        let mut cells: Vec<u32> = Vec::new();
        // Each item is an additional propagator.
        let mut more: Vec<(How, &[Cell], &'static str)> = Vec::new();
        let mut number_of = |name: &'static str| {
            kinds.iter().position(|k| *k == name).unwrap_or_else(|| {
                kinds.push(name);
                kinds.len() - 1
            }) as u16
        };
        for (i, kind) in model.constraints().iter().map(|p| &p.kind).chain(&derived).enumerate() {
            if replaced.contains(&i) {
                propagators.push(Propagator { how: How::Never, level: 0, own: 0, waits: false, kind: 0 });
                continue;
            }
            // Most of the work is to find the surroundings of cages and to list combinations.
            if poll.is_over(500 + 50 * kind.cells().len() + words * kind.cells().len() + tools.cages.len()) {
                return None;
            }
            cells.clear();
            cells.extend(kind.cells().iter().map(|c| u32::from(c.0)));
            let own = cells.len() as u16;
            let (how, level, name) = tools.how(model, kind, &around, &mut cells, switches);
            // Derived constraints follow from the model's constraints, so they are propagated later.
            let level = if i >= posted { level.max(1) } else { level };
            let level = if switches.has(Mechanism::Prices) { level } else { 1 };
            if let (How::Cage(_), Kind::Automaton(automaton)) = (&how, kind)
                && switches.has(Mechanism::Machines)
                && let Some(machine) = tools.beside(automaton)
            {
                more.push((machine, kind.cells(), kind.kind_name()));
            }
            let number = propagators.len() as u32;
            propagator_pairs.extend(cells.iter().map(|&c| (number, c)));
            propagators.push(Propagator { how, level, own, waits: follows.contains(&i), kind: number_of(name) });
        }
        for counts in &merged {
            more.push((How::Cardinality(tools.cardinalities.len() as u32), &counts.cells, "cardinality"));
            tools.cardinalities.push(Cardinality::new(counts, &around, &mut tools.cutter));
        }
        for (how, cells, name) in more {
            propagator_pairs.extend(cells.iter().map(|c| (propagators.len() as u32, u32::from(c.0))));
            propagators.push(Propagator {
                how,
                level: 1,
                own: cells.len() as u16,
                waits: false,
                kind: number_of(name),
            });
        }
        let (propagator_cells, propagators_of) = Rows::both(propagators.len(), n, &propagator_pairs);
        Some(Self {
            n,
            words,
            width,
            answer,
            links,
            locked: paired && switches.has(Mechanism::LockedCandidates),
            pairs: paired && switches.has(Mechanism::Pairs),
            houses: Houses::new(n, &sets, &set_cells, &set_masks),
            sets,
            set_cells,
            sets_of,
            groups_of: Rows::new(n, &groups.of.iter().map(|&(cell, g, _)| (cell, g)).collect::<Vec<_>>()),
            group_bits: groups.of.iter().map(|of| of.2).collect(),
            groups: groups.truth,
            members: groups.members,
            wakes: [true, false].map(|only_own| wakes(n, &propagators, &propagator_cells, only_own)),
            propagator_cells,
            propagators_of,
            propagators,
            posted,
            tools,
            derived,
            kinds,
        })
    }
}

impl Compiled {
    /// Whether only one constraint is about a cell.
    pub(super) fn is_alone(&self, cell: usize) -> bool {
        let linked = !self.links.near.row(cell).is_empty() || !self.links.peers.range(cell).is_empty();
        let grouped = !self.sets_of.row(cell).is_empty() || !self.groups_of.row(cell).is_empty();
        !linked && !grouped && self.propagators_of.row(cell).len() == 1
    }

    /// The cells that a constraint is about.
    #[inline]
    pub(super) fn own_cells(&self, k: usize) -> &[u32] {
        &self.propagator_cells.row(k)[..self.propagators[k].own as usize]
    }
}
