//! Limits the work between two polls of the stop signal. Each constraint has a cost, and expensive constraints are split into
//! several runs.

mod run;

use super::compile::Compiled;
use cluewright_core::{Constraint, Kind, Model, ValueSet};

/// The effort between two polls, where 1 stands for some thousand of the simplest operations. Takes about a millisecond.
pub(super) const POLL_EFFORT: u32 = 256;
/// The effort of running a constraint, by the level of the constraint.
const EFFORT: [u32; 3] = [1, 8, POLL_EFFORT];
/// After this many evaluations, a formula waits for its next turn.
const EVALUATIONS: u64 = 8;
/// The limit of a formula's turn in simple operations, as counted by [`Evaluated::cost`]. This much work takes a few
/// milliseconds.
///
/// [`Evaluated::cost`]: cluewright_core::constraint::Evaluated::cost
const WORK: u64 = 4_000_000;

/// The effort of one run of each propagator.
pub(super) fn efforts(model: &Model, net: &Compiled) -> Vec<u32> {
    let kinds = model.constraints().iter().map(|p| &p.kind).chain(&net.derived);
    // Merged counts come after these constraints, and have no kind.
    let of = |k: usize, kind: Option<&Kind>| {
        EFFORT[net.propagators[k].level as usize] + kind.map_or_else(|| net.own_cells(k).len(), size) as u32 / 128
    };
    let kinds = kinds.map(Some).chain(std::iter::repeat(None));
    (0..net.propagators.len()).zip(kinds).map(|(k, kind)| of(k, kind)).collect()
}

/// The size of a run, in which one cell of a sum counts as 1.
fn size(kind: &Kind) -> usize {
    match kind {
        Kind::Automaton(it) => it.edge_count() / 8,
        Kind::All(it) => it.parts().iter().map(size).sum(),
        Kind::Any(it) => it.branches().iter().map(size).sum(),
        _ => kind.cells().len(),
    }
}

/// The progress of testing the values of a formula's cells.
#[derive(Debug)]
pub(super) struct Trial {
    /// The number of the constraint.
    k: usize,
    /// The domains of the formula's cells, for which values are being tested.
    domains: Vec<(i32, ValueSet)>,
    /// The cell to test next (`next`), and the number of cells before it that were tested with exactly these domains
    /// (`unchanged`).
    next: usize,
    unchanged: usize,
    /// The values of the next cell that were tested with exactly these domains (`tried`), and the values among them with which
    /// the formula cannot hold (`gone`).
    tried: ValueSet,
    gone: ValueSet,
}

/// The initial trials of all formulas in a model.
pub(super) fn trials(model: &Model) -> Vec<Trial> {
    let formula = |(k, kind): (usize, &Kind)| match kind {
        Kind::Evaluated(it) => {
            let first = |c: &cluewright_core::Cell| (model.cells()[c.index()].first, ValueSet::EMPTY);
            let domains = it.cells().iter().map(first).collect();
            Some(Trial { k, domains, next: 0, unchanged: 0, tried: ValueSet::EMPTY, gone: ValueSet::EMPTY })
        }
        _ => None,
    };
    model.constraints().iter().map(|p| &p.kind).enumerate().filter_map(formula).collect()
}

#[cfg(test)]
mod tests {
    use crate::Solver;
    use crate::answer::{Limits, Stopped};
    use cluewright_core::constraint::{Compare, Evaluated, Formula, Sum};
    use cluewright_core::model::CellKind;
    use cluewright_core::{Cell, Model, ModelBuilder, Origin, Place, Random, ValueSet};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// The formula that the total is a multiple of seven, whose bounds imply nothing until the last cell. It counts its
    /// evaluations.
    #[derive(Debug, Default)]
    struct Sevens(AtomicU32);

    impl Formula for Sevens {
        fn holds(&self, numbers: &[i32]) -> bool {
            numbers.iter().sum::<i32>() % 7 == 0
        }

        fn could_hold(&self, domains: &[(i32, ValueSet)]) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed);
            let low: i32 = domains.iter().map(|d| d.0 + i32::from(d.1.min().map_or(0, |v| v.0))).sum();
            let high: i32 = domains.iter().map(|d| d.0 + i32::from(d.1.max().map_or(0, |v| v.0))).sum();
            high.div_euclid(7) > (low - 1).div_euclid(7)
        }
    }

    #[test]
    fn few_evaluations_of_a_formula_between_two_polls() {
        let sevens = Arc::new(Sevens::default());
        let mut build = ModelBuilder::new();
        let cells: Vec<Cell> = (0..60u16)
            .map(|col| {
                build.add_cell(CellKind::Grid(Place { row: 0, col }), 1, ValueSet::below(9), "x");
                Cell(col)
            })
            .collect();
        let origin = build.origin(Origin::new("sevens", "the total"));
        build.constrain(Evaluated::new(cells, sevens.clone()), origin);
        let model = build.finish();
        // The maximum number of evaluations of the formula between two polls, during a search for 20 solutions.
        let (last, most) = (AtomicU32::new(0), AtomicU32::new(0));
        let stop = || {
            let now = sevens.0.load(Ordering::Relaxed);
            most.fetch_max(now - last.swap(now, Ordering::Relaxed), Ordering::Relaxed);
            false
        };
        let limits = Limits { stop: Some(&stop), ..Limits::none() };
        assert_eq!(Solver::new(&model).count(&model.board(), 20, &limits).value, 20);
        let (most, all) = (most.into_inner(), sevens.0.load(Ordering::Relaxed));
        assert!(all > 1_000 && most <= 40, "{most} of {all}");
    }

    #[test]
    fn a_bit_at_a_time_comes_to_the_same() {
        let mut random = Random::new(9);
        let mut some = 0;
        for _ in 0..60 {
            let mut build = ModelBuilder::new();
            for col in 0..5u16 {
                let values = ValueSet(random.bits() & 0x1FF | 1 << random.below(9));
                build.add_cell(CellKind::Grid(Place { row: 0, col }), 1, values, "x");
            }
            let origin = build.origin(Origin::new("sevens", "the total"));
            let cells = |list: &[u16]| list.iter().map(|&c| Cell(c)).collect::<Vec<Cell>>();
            build.constrain(Evaluated::new(cells(&[0, 1, 2, 3, 4]), Arc::new(Sevens::default())), origin);
            build.constrain(Evaluated::new(cells(&[4, 2, 1]), Arc::new(Sevens::default())), origin);
            let model = build.finish();
            let (board, none) = (model.board(), Limits::none());
            let slow = Solver::simple(&model).count(&board, 0, &none);
            let fast = Solver::new(&model).count(&board, 0, &none);
            assert_eq!(fast.value, slow.value);
            some += u32::from(slow.value > 0);
        }
        assert!(some > 20, "{some}");
    }

    /// The rows and columns of a 9x9 grid, and thousands of sums of three cells that overlap in every possible way.
    fn many_sums() -> Model {
        let mut build = ModelBuilder::new();
        let place = |c: u16| CellKind::Grid(Place { row: c / 9, col: c % 9 });
        let cells: Vec<Cell> = (0..81).map(|c| build.add_cell(place(c), 1, ValueSet::below(9), "x")).collect();
        let origin = build.origin(Origin::new("sums", "a sum"));
        for line in 0..9usize {
            let family = [build.family(origin), build.family(origin)];
            let row: Vec<Cell> = (0..9).map(|i| cells[line * 9 + i]).collect();
            let column: Vec<Cell> = (0..9).map(|i| cells[i * 9 + line]).collect();
            build.all_different(&row, family[0], origin);
            build.all_different(&column, family[1], origin);
        }
        let mut random = Random::new(4);
        for _ in 0..12_000 {
            let at = [0; 3].map(|_| random.below(81) as usize);
            if at[0] < at[1] && at[1] < at[2] {
                let terms = at.map(|c| (cells[c], 1));
                build.constrain(Sum::new(&terms, Compare::Eq, 12 + random.below(6)), origin);
            }
        }
        build.finish()
    }

    #[test]
    fn preparing_polls_the_stop_signal_and_goes_on_later() {
        let model = many_sums();
        let board = model.board();
        let polls = AtomicU32::new(0);
        let count = || {
            polls.fetch_add(1, Ordering::Relaxed);
            false
        };
        let expected = Solver::new(&model).verdict(&board, &Limits { stop: Some(&count), ..Limits::nodes(1) });
        let all = polls.into_inner();
        assert!(all > 10, "{all} polls while {} sums are made ready", model.constraints().len());
        for most in [0, 1, 2, all / 4, all / 2, all - 1] {
            let polls = AtomicU32::new(0);
            let stop = || polls.fetch_add(1, Ordering::Relaxed) >= most;
            let mut solver = Solver::new(&model);
            let answer = solver.verdict(&board, &Limits { stop: Some(&stop), ..Limits::nodes(1) });
            assert_eq!(answer.stopped, Some(Stopped::Signal), "told to stop after {most} of {all} polls");
            let more = polls.into_inner() - most;
            assert!(more <= 3, "{more} polls after it was told to stop");
            let again = solver.verdict(&board, &Limits::nodes(1));
            assert_eq!((again.value, again.stopped), (expected.value.clone(), expected.stopped));
        }
    }
}
