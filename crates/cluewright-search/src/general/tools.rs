//! Chooses how each constraint is propagated, and contains the tools for propagation, with what they need to know about the
//! surrounding cells.

use super::around::Around;
use super::cage::{self, Cage};
use super::cardinality::Cardinality;
use super::combinations::{self, CombinationQuery};
use super::lists::Cutter;
use super::regions::UnknownRegions;
use super::sum::Sums;
use crate::switches::{Mechanism, Switches};
use cluewright_core::constraint::{Automaton, AutomatonMemory, Compare};
use cluewright_core::{Cell, Constraint, Kind, Model};

/// How a constraint is propagated.
#[derive(Debug)]
pub(super) enum How {
    /// The constraint is propagated by the cage with this index in [`Tools::cages`].
    Cage(u32),
    /// The constraint is propagated by the sum with this index in [`Tools::sums`].
    Sum(u32),
    /// The constraint is propagated by the count of all values with this index in [`Tools::cardinalities`].
    Cardinality(u32),
    /// The constraint is propagated by the automaton with this index in [`Tools::machines`].
    Machine(u32),
    /// The constraint is propagated by the unknown regions with this index in [`Tools::unknown_regions`].
    Regions(u32),
    /// The constraint is not propagated, because other constraints replace it.
    Never,
    /// The constraint is propagated by its own `propagate`. `again`: its own changes may lead to further changes.
    Own { again: bool },
}

/// Composite constraints come last if they read more cells than this.
const DEAR: usize = 9;
/// An automaton runs in addition to its cage if it has at least `FEWEST_BESIDE` cells, and few enough edges.
const FEWEST_BESIDE: usize = 4;
const MOST_BESIDE: usize = 400;
/// The tools with which the constraints of a net are propagated.
#[derive(Debug, Default)]
pub(super) struct Tools {
    pub(super) cages: Vec<Cage>,
    pub(super) sums: Sums,
    pub(super) cardinalities: Vec<Cardinality>,
    /// Automata, each with the memory of its runs.
    pub(super) machines: Vec<(Automaton, AutomatonMemory)>,
    pub(super) unknown_regions: Vec<UnknownRegions>,
    /// The lists of combinations for the cages (`lists`); and the sums and automata for which a list was requested, each with the
    /// index of the list if there is one. Automata are identified by
    /// [`Automaton::data`](cluewright_core::constraint::Automaton::data).
    pub(super) lists: Vec<Vec<u16>>,
    of_sums: Vec<(CombinationQuery, Option<u32>)>,
    of_automata: Vec<(usize, Option<u32>)>,
    pub(super) cutter: Cutter,
}

impl Tools {
    /// Adds a list of combinations and returns its index.
    fn take(&mut self, list: Option<Vec<u16>>) -> Option<u32> {
        self.lists.push(cage::padded(list?));
        Some(self.lists.len() as u32 - 1)
    }

    /// If the cells differ and the constraint is only about the set of their values, returns the index of the list of the
    /// possible sets; otherwise `None`.
    fn combinations(&mut self, model: &Model, kind: &Kind, around: &Around<'_>, switches: Switches) -> Option<u32> {
        let cells = kind.cells();
        if cells.len() < 3 || !switches.has(Mechanism::Cages) {
            return None;
        }
        match kind {
            Kind::Sum(sum) => {
                let one = sum.terms().all(|t| t.1 == 1) && sum.cliques().iter().all(|&q| q == 0);
                if !one || sum.compare() != Compare::Eq {
                    return None;
                }
                let wanted = CombinationQuery::of_sum(model, around.dom, sum)?;
                if let Some((_, known)) = self.of_sums.iter().find(|s| s.0 == wanted) {
                    return *known;
                }
                let list = self.take(wanted.list());
                self.of_sums.push((wanted, list));
                list
            }
            Kind::Automaton(automaton) => {
                let differ = |(i, &a): (usize, &Cell)| cells[..i].iter().all(|&b| around.differ(a, b));
                if !cells.iter().enumerate().all(differ) {
                    return None;
                }
                if let Some((_, known)) = self.of_automata.iter().find(|f| f.0 == automaton.data()) {
                    return *known;
                }
                let list = self.take(combinations::of_automaton(automaton));
                self.of_automata.push((automaton.data(), list));
                list
            }
            _ => None,
        }
    }

    /// Adds the automaton of a cage, to run in addition to the cage. The cage determines which values its cells have together,
    /// and the automaton which cell has which value. `None` if this is too expensive.
    ///
    /// On nine puzzles (squares of global entropy, lines of consecutive digits) this takes half the nodes and 15 % less time. On
    /// 16 puzzles with lines of three cells, it took as many nodes as without the automata, and a third more time.
    pub(super) fn beside(&mut self, automaton: &Automaton) -> Option<How> {
        let fits = automaton.cells().len() >= FEWEST_BESIDE && automaton.edge_count() <= MOST_BESIDE;
        fits.then(|| self.machine(automaton))
    }

    fn machine(&mut self, automaton: &Automaton) -> How {
        self.machines.push((automaton.over(automaton.cells()), AutomatonMemory::default()));
        How::Machine(self.machines.len() as u32 - 1)
    }

    /// Chooses the best way to propagate a constraint. `cells` are the cells of the constraint; other cells that the propagation
    /// reads are added.
    pub(super) fn how(
        &mut self,
        model: &Model,
        kind: &Kind,
        around: &Around<'_>,
        cells: &mut Vec<u32>,
        switches: Switches,
    ) -> (How, u8, &'static str) {
        if let Kind::Regions(regions) = kind
            && switches.has(Mechanism::UnknownRegions)
            && let Some(unknown) = UnknownRegions::new(model, around.dom, regions)
        {
            self.unknown_regions.push(unknown);
            return (How::Regions(self.unknown_regions.len() as u32 - 1), 2, kind.kind_name());
        }
        if let Some(combinations) = self.combinations(model, kind, around, switches) {
            let (mut seeing, mut houses) = (Vec::new(), Vec::new());
            if switches.has(Mechanism::CageSurroundings) {
                seeing = around.seeing_all(kind.cells());
                houses = around.houses(kind.cells(), &seeing, around.sets_of(kind.cells()[0]));
            }
            self.cages.push(Cage::new(combinations, kind.cells().len(), houses));
            cells.extend(seeing);
            return (How::Cage(self.cages.len() as u32 - 1), 0, "cage");
        }
        if let Kind::Automaton(automaton) = kind
            && switches.has(Mechanism::Machines)
        {
            return (self.machine(automaton), 1, kind.kind_name());
        }
        if let Kind::Sum(sum) = kind
            && switches.has(Mechanism::SumParts)
            && let Some(at) = self.sums.add(model, sum, around, &mut self.cutter)
        {
            return (How::Sum(at), 0, kind.kind_name());
        }
        // A constraint that is exact after one pass, or repeats its passes itself, need not run again after its own changes.
        let exact = matches!(kind, Kind::Automaton(_) | Kind::AllDifferent(_) | Kind::Pair(_) | Kind::Ranked(_));
        let level = match kind {
            Kind::Sum(_) | Kind::Pair(_) => 0,
            Kind::Connected(_) | Kind::Evaluated(_) | Kind::Regions(_) | Kind::Ranked(_) => 2,
            Kind::Any(_) | Kind::All(_) if kind.cells().len() > DEAR => 2,
            _ => 1,
        };
        (How::Own { again: !exact }, level, kind.kind_name())
    }
}
