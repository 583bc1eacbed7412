//! How each constraint is propagated: what there is to choose from, and what it needs to know of the cells around it.

use super::around::Around;
use super::cage::{self, Cage};
use super::cardinality::Cardinality;
use super::combinations::{self, CombinationQuery};
use super::lists::Cutter;
use super::machine::Machines;
use super::regions::UnknownRegions;
use super::sum::Sums;
use crate::switches::{Mechanism, Switches};
use cluewright_core::constraint::{Automaton, Compare};
use cluewright_core::{Cell, Constraint, Kind, Model};

/// How a constraint is propagated.
#[derive(Debug)]
pub(super) enum How {
    /// By the number of a cage in [`Tools::cages`].
    Cage(u32),
    /// By the number of a sum in [`Tools::sums`].
    Sum(u32),
    /// By the number of a count of all values in [`Tools::cardinalities`].
    Cardinality(u32),
    /// By the number of an automaton in [`Tools::machines`].
    Machine(u32),
    /// By the number of a choice between automata in [`Tools::machines`].
    Choice(u32),
    /// By the number of unknown regions in [`Tools::unknown_regions`].
    Regions(u32),
    /// Not at all: others took its place.
    Never,
    /// By its own `propagate`; `again`: what it changed may let it change more.
    Own { again: bool },
}

/// Conditions put together from others come last when they read more cells than this.
const DEAR: usize = 9;
/// An automaton runs beside its cage when it has this many cells at least, and no more edges.
const FEWEST_BESIDE: usize = 4;
const MOST_BESIDE: usize = 400;
/// What the constraints of a net are propagated with.
#[derive(Debug, Default)]
pub(super) struct Tools {
    pub(super) cages: Vec<Cage>,
    pub(super) sums: Sums,
    pub(super) cardinalities: Vec<Cardinality>,
    pub(super) machines: Machines,
    pub(super) unknown_regions: Vec<UnknownRegions>,
    /// Lists of combinations for the cages; those of which sums and of which automata (by
    /// [`Automaton::data`](cluewright_core::constraint::Automaton::data)) were made, if they could be.
    pub(super) lists: Vec<Vec<u16>>,
    of_sums: Vec<(CombinationQuery, Option<u32>)>,
    of_automata: Vec<(usize, Option<u32>)>,
    pub(super) cutter: Cutter,
}

impl Tools {
    /// Takes a list of combinations in.
    fn take(&mut self, list: Option<Vec<u16>>) -> Option<u32> {
        self.lists.push(cage::padded(list?));
        Some(self.lists.len() as u32 - 1)
    }

    /// The sets of values the cells may hold together, if they differ and that is all the constraint is about: the number
    /// of their list.
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

    /// The automaton of a cage, to run beside it: the cage knows which values its cells hold together, the automaton which
    /// cell holds which. `None` when that is too dear.
    ///
    /// Over nine puzzles (squares of global entropy, lines of consecutive digits) half the nodes, in 15 % less time; 16
    /// with lines of three cells took as many nodes as without, and a third more time.
    pub(super) fn beside(&mut self, automaton: &Automaton) -> Option<u32> {
        let fits = automaton.cells().len() >= FEWEST_BESIDE && automaton.edge_count() <= MOST_BESIDE;
        if fits { self.machines.add(automaton) } else { None }
    }

    /// The best way to propagate a constraint. `cells` are its cells; those it looks at besides are added.
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
            && let Some(at) = self.machines.add(automaton)
        {
            return (How::Machine(at), 1, kind.kind_name());
        }
        if let Kind::Any(any) = kind
            && switches.has(Mechanism::Machines)
            && let Some(at) = self.machines.add_choice(any, |c| model.cells()[c.index()].first)
        {
            return (How::Choice(at), 1, kind.kind_name());
        }
        if let Kind::Sum(sum) = kind
            && switches.has(Mechanism::SumParts)
            && let Some(at) = self.sums.add(model, sum, around, &mut self.cutter)
        {
            return (How::Sum(at), 0, kind.kind_name());
        }
        // What is exact in one pass, or goes on by itself, need not look at its own work again.
        let exact = matches!(
            kind,
            Kind::Table(_) | Kind::Automaton(_) | Kind::AllDifferent(_) | Kind::Pair(_) | Kind::Ranked(_)
        );
        let level = match kind {
            Kind::Sum(_) | Kind::Pair(_) => 0,
            Kind::Connected(_) | Kind::Evaluated(_) | Kind::Regions(_) | Kind::Ranked(_) => 2,
            Kind::Any(_) | Kind::All(_) | Kind::Not(_) if kind.cells().len() > DEAR => 2,
            _ => 1,
        };
        (How::Own { again: !exact }, level, kind.kind_name())
    }
}
