//! Case distinction: how many solutions remain for every combination of values of some cells.

use crate::compiled::Compiled;
use cluewright_core::{Cell, Value, ValueSet};
use cluewright_search::{Limits, Solver, Stopped};

/// One combination of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The values, in the order of the cells.
    pub values: Vec<Value>,
    /// How many solutions there are with them, counted up to the limit.
    pub count: u64,
    /// Why that is not exact; `None` when it is.
    pub stopped: Option<Stopped>,
    /// The first solutions, when asked for.
    pub solutions: Vec<Vec<Value>>,
}

/// All scenarios.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Their scenarios, by rising values, or in the order drawn when sampled.
    pub scenarios: Vec<Scenario>,
    /// How many combinations there are in all.
    pub combinations: u64,
    /// By cell of the grid: the candidates that no solution of any scenario counted to its end holds, though the
    /// board at the start allows them. Of value only when `exhaustive`.
    pub false_everywhere: Vec<ValueSet>,
    /// Were all combinations looked at, each counted to its end or far enough to see every candidate?
    pub exhaustive: bool,
}

/// Most combinations that are looked at one by one.
pub const MAX_COMBINATIONS: u64 = 1_000_000;

/// Counts solutions, up to `most` each (0: all), for every combination of values of `cells`, or for `sample` random
/// ones, drawn from `seed`; keeps the first `keep` solutions of each.
///
/// `None` when there are more than [`MAX_COMBINATIONS`] and no sample was asked for.
///
/// ```
/// use cluewright::{Cell, Compiled, Limits, formats, split};
/// let compiled = Compiled::new(formats::read("12..............")?.puzzle)?; // 4x4
/// let split = split(&compiled, &[Cell(2)], None, 0, 0, 0, &Limits::none()).expect("four combinations");
/// let counts: Vec<u64> = split.scenarios.iter().map(|s| s.count).collect();
/// assert_eq!(counts, [0, 0, 12, 12]);
/// # Ok::<(), cluewright::BadInput>(())
/// ```
pub fn split(
    compiled: &Compiled,
    cells: &[Cell],
    sample: Option<u32>,
    seed: u64,
    most: u64,
    keep: usize,
    limits: &Limits<'_>,
) -> Option<Split> {
    let model = compiled.model();
    let board = compiled.board();
    let options: Vec<Vec<Value>> = cells.iter().map(|&c| board.values(c).iter().collect()).collect();
    let combinations = options.iter().fold(1u64, |n, o| n.saturating_mul(o.len() as u64));
    let chosen: Vec<u64> = match sample {
        Some(n) if (n as u64) < combinations => draw(combinations, n, seed),
        _ if combinations > MAX_COMBINATIONS => return None,
        _ => (0..combinations).collect(),
    };
    let mut solver = Solver::new(model);
    let mut seen = vec![ValueSet::EMPTY; model.len()];
    let mut scenarios = Vec::with_capacity(chosen.len());
    let mut exhaustive = chosen.len() as u64 == combinations;
    let total = chosen.len();
    let quiet = Limits { progress: None, ..*limits };
    for (done, mut index) in chosen.into_iter().enumerate() {
        // The last cell's value changes fastest.
        let mut values = vec![Value(0); cells.len()];
        for (slot, option) in values.iter_mut().zip(&options).rev() {
            let at = index % option.len() as u64;
            *slot = option[usize::try_from(at).expect("below a `usize`")];
            index /= option.len() as u64;
        }
        let mut trial = board.clone();
        let possible = cells.iter().zip(&values).all(|(&c, &v)| trial.fix(c, v).is_ok());
        let mut scenario = Scenario { values, count: 0, stopped: None, solutions: Vec::new() };
        if possible {
            let answer = solver.solutions(&trial, &quiet, |solution| {
                scenario.count += 1;
                if scenario.solutions.len() < keep {
                    scenario.solutions.push(solution.to_vec());
                }
                for (set, &v) in seen.iter_mut().zip(solution) {
                    set.insert(v);
                }
                if scenario.count == most {
                    std::ops::ControlFlow::Break(())
                } else {
                    std::ops::ControlFlow::Continue(())
                }
            });
            scenario.stopped = answer.stopped;
            exhaustive &= answer.complete() && (most == 0 || scenario.count < most);
        }
        scenarios.push(scenario);
        if let Some(progress) = limits.progress {
            progress((done + 1) as f64 / total as f64);
        }
        if limits.stop.is_some_and(|stop| stop()) {
            exhaustive = false;
            break;
        }
    }
    let grid = compiled.puzzle().cell_count();
    let false_everywhere = Cell::all(grid).map(|c| board.values(c).minus(seen[c.index()])).collect();
    Some(Split { cells: cells.to_vec(), scenarios, combinations, false_everywhere, exhaustive })
}

/// `n` different numbers below `total`, in the order drawn (`n < total`).
fn draw(total: u64, n: u32, seed: u64) -> Vec<u64> {
    let mut random = crate::random::Random::new(seed);
    let mut taken = std::collections::BTreeSet::new();
    let mut list = Vec::with_capacity(n as usize);
    // Floyd's way: every set is equally likely, and no more draws are made than needed.
    for top in total - n as u64..total {
        let pick = random.below(top + 1);
        let pick = if taken.insert(pick) { pick } else { top };
        taken.insert(pick);
        list.push(pick);
    }
    list
}
