//! Distinguishes cases: counts the solutions that remain for every combination of values in some cells.

use crate::compiled::Compiled;
use crate::error::Error;
use cluewright_core::model::Network;
use cluewright_core::{BadInput, Board, Candidate, Cell, Random, Value, ValueSet};
use cluewright_search::{Limits, Solver, Stopped};

/// One combination of values.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Scenario {
    /// The values, in the order of the cells.
    pub values: Vec<Value>,
    /// The number of solutions with these values, counted up to the limit.
    pub count: u64,
    /// The reason why the count is not exact; `None` if the count is exact.
    pub stopped: Option<Stopped>,
    /// The first solutions, if requested.
    pub solutions: Vec<Vec<Value>>,
}

/// All scenarios.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Split {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The scenarios, in ascending order of their values or, for a sample, in the order in which they were drawn.
    pub scenarios: Vec<Scenario>,
    /// The number of combinations, without those that break a rule outright; if `contradictory` is `None`, those are included.
    pub combinations: u64,
    /// The number of combinations left out because they break a rule outright: two of the values exclude each other, or a value and
    /// a given do. `None`: there are too many to count; even then, `scenarios` contains no such combination.
    pub contradictory: Option<u64>,
    /// The cells whose values exclude each other in some combination, with the reason: `r1c1 and r1c2 because of row 1`.
    pub conflicts: Vec<String>,
    /// For each cell of the grid: the candidates that the board at the start allows, but that no solution of any fully counted
    /// scenario has. Meaningful only if `exhaustive`.
    pub false_everywhere: Vec<ValueSet>,
    /// Whether every combination was examined, and its solutions were counted completely or far enough to see every candidate.
    pub exhaustive: bool,
}

/// The maximum number of combinations that are examined one by one.
pub const MAX_COMBINATIONS: u64 = 1_000_000;
/// The maximum number of partial combinations that are examined to list the consistent ones.
const MAX_BEGINNINGS: u64 = 20_000_000;
/// The number of partial combinations examined between two polls of the stop signal.
const POLL: u64 = 10_000;
/// The maximum number of draws for each requested combination, if most combinations break the rules.
const DRAWS: u64 = 1_000;

/// Options for a split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SplitOptions {
    /// The number of combinations to draw at random; `None`: examine all of them.
    pub sample: Option<u32>,
    /// The seed for drawing combinations at random.
    pub seed: u64,
    /// The number of solutions at which counting stops for each combination; 0: no limit.
    pub most: u64,
    /// The maximum number of solutions to store for each combination.
    pub keep: usize,
}

/// Counts solutions for every combination of values of `cells`, or for some combinations drawn at random. Combinations that break a
/// rule outright are left out, and are not drawn.
///
/// Errors: there are more than [`MAX_COMBINATIONS`] combinations and no sample was requested.
///
/// ```
/// use cluewright::split::{SplitOptions, split};
/// use cluewright::{Cell, Compiled, Limits, formats};
/// let compiled = Compiled::new(formats::read("12..............")?.puzzle)?; // 4x4
/// let one = split(&compiled, &[Cell(2)], &SplitOptions::default(), &Limits::none())?;
/// let counts: Vec<u64> = one.scenarios.iter().map(|s| s.count).collect();
/// assert_eq!((counts, one.contradictory), (vec![12, 12], Some(2)));
/// let two = split(&compiled, &[Cell(14), Cell(15)], &SplitOptions::default(), &Limits::none())?;
/// assert_eq!((two.combinations, two.contradictory), (12, Some(4)));
/// assert_eq!(two.conflicts, ["r4c3 and r4c4 because of row 4"]);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn split(compiled: &Compiled, cells: &[Cell], options: &SplitOptions, limits: &Limits<'_>) -> Result<Split, Error> {
    let &SplitOptions { sample, seed, most, keep } = options;
    let model = compiled.model();
    let board = compiled.board();
    let Some(choices) = Choices::new(compiled, &board, cells, limits) else {
        let nothing = vec![ValueSet::EMPTY; compiled.puzzle().cell_count()];
        return Ok(Split {
            cells: cells.to_vec(),
            scenarios: Vec::new(),
            combinations: product(&board, cells),
            contradictory: None,
            conflicts: Vec::new(),
            false_everywhere: nothing,
            exhaustive: false,
        });
    };
    let stop = || limits.stop.is_some_and(|stop| stop());
    let all = choices.listed(&stop);
    let width = cells.len().max(1);
    let possible = all.as_ref().map(|list| if cells.is_empty() { 1 } else { (list.len() / width) as u64 });
    let combinations = possible.unwrap_or(choices.all);
    let chosen: Vec<Vec<Value>> = match (sample, &all) {
        (Some(n), Some(all)) if u64::from(n) < combinations => {
            let pick = |i: u64| all.chunks(width).nth(usize::try_from(i).unwrap_or(usize::MAX)).unwrap_or_default();
            draw(combinations, n, seed).into_iter().map(|i| pick(i).to_vec()).collect()
        }
        (Some(n), None) => choices.drawn(n, seed, &stop),
        (_, Some(all)) if cells.is_empty() => vec![all.clone()],
        (_, Some(all)) => all.chunks(width).map(<[Value]>::to_vec).collect(),
        (None, None) if stop() => Vec::new(),
        (None, None) => {
            return Err(BadInput::new("these cells have too many combinations of values")
                .hint("name fewer cells, or choose combinations at random with --sample N")
                .into());
        }
    };
    let mut solver = Solver::new(model);
    let mut seen = vec![ValueSet::EMPTY; model.len()];
    let mut scenarios = Vec::with_capacity(chosen.len());
    let mut exhaustive = all.is_some() && chosen.len() as u64 == combinations;
    let total = chosen.len();
    let quiet = Limits { progress: None, ..*limits };
    for (done, values) in chosen.into_iter().enumerate() {
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
            exhaustive &= done + 1 == total;
            break;
        }
    }
    let grid = compiled.puzzle().cell_count();
    let false_everywhere = Cell::all(grid).map(|c| board.values(c).minus(seen[c.index()])).collect();
    let contradictory = possible.map(|n| choices.all - n);
    let conflicts = choices.conflicts;
    let cells = cells.to_vec();
    Ok(Split { cells, scenarios, combinations, contradictory, conflicts, false_everywhere, exhaustive })
}

/// The number of combinations of candidates, saturating at the maximum of the type.
fn product(board: &Board, cells: &[Cell]) -> u64 {
    cells.iter().fold(1, |n, &c| n.saturating_mul(u64::from(board.values(c).len())))
}

/// The values of the cells, and which pairs of them exclude each other.
struct Choices {
    /// For each cell: the values that contradict no given.
    options: Vec<Vec<Value>>,
    /// For each cell, each of its values and each earlier cell: the values of the earlier cell that exclude the value.
    against: Vec<Vec<Vec<ValueSet>>>,
    /// The number of all combinations, including contradictory ones, saturating at the maximum of the type.
    all: u64,
    conflicts: Vec<String>,
}

impl Choices {
    fn new(compiled: &Compiled, board: &Board, cells: &[Cell], limits: &Limits<'_>) -> Option<Self> {
        let model = compiled.model();
        let network = model.network_until(&|| limits.stop.is_some_and(|stop| stop()))?;
        let mut conflicts: Vec<String> = Vec::new();
        let mut conflict = |x: Candidate, y: Candidate| {
            let why = network.why(model, x, y).and_then(|why| Network::why_origin(model, why));
            let by = why.map_or_else(String::new, |origin| format!(" because of {}", model.origin_text(origin)));
            let text = format!("{} and {}{by}", model.cell_name(x.cell), model.cell_name(y.cell));
            if x.cell != y.cell && !conflicts.contains(&text) {
                conflicts.push(text);
            }
        };
        let mut options: Vec<Vec<Value>> = Vec::with_capacity(cells.len());
        for &cell in cells {
            let mut left = Vec::new();
            for value in board.values(cell) {
                let it = Candidate::new(cell, value);
                // A given in one of the split's own cells is handled when that pair of cells is compared.
                let given = network.neighbours(cell).iter().map(|near| near.cell).find_map(|near| {
                    let other = Candidate::new(near, board.values(near).single()?);
                    (!cells.contains(&near) && network.sees(it, other)).then_some(other)
                });
                match given {
                    Some(other) => conflict(it, other),
                    None => left.push(value),
                }
            }
            options.push(left);
        }
        let mut against = Vec::with_capacity(cells.len());
        for (i, &cell) in cells.iter().enumerate() {
            let mut rows = Vec::new();
            for &value in &options[i] {
                if limits.stop.is_some_and(|stop| stop()) {
                    return None;
                }
                let it = Candidate::new(cell, value);
                let row = cells[..i].iter().zip(&options).map(|(&other, theirs)| {
                    let sees =
                        |v: &&Value| **v != value && other == cell || network.sees(it, Candidate::new(other, **v));
                    let bad: ValueSet = theirs.iter().filter(sees).copied().collect();
                    if let Some(first) = bad.min() {
                        conflict(Candidate::new(other, first), it);
                    }
                    bad
                });
                rows.push(row.collect());
            }
            against.push(rows);
        }
        Some(Self { options, against, all: product(board, cells), conflicts })
    }

    /// Whether the next cell's value with index `at` is consistent with the values before it.
    fn fits(&self, before: &[Value], at: usize) -> bool {
        self.against[before.len()][at].iter().zip(before).all(|(bad, v)| !bad.contains(*v))
    }

    /// All consistent combinations, concatenated, in ascending order: the last cell's value changes fastest. `None` if there are
    /// too many, or if the stop signal came.
    fn listed(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Value>> {
        let n = self.options.len();
        let mut out = Vec::new();
        let (mut found, mut work) = (0u64, 0u64);
        // For each cell: the index of the value to try next.
        let mut next = vec![0usize; n + 1];
        let mut values: Vec<Value> = Vec::with_capacity(n);
        loop {
            let at = values.len();
            work += 1;
            if work > MAX_BEGINNINGS || work.is_multiple_of(POLL) && stop() {
                return None;
            }
            if at == n {
                found += 1;
                if found > MAX_COMBINATIONS {
                    return None;
                }
                out.extend_from_slice(&values);
            } else {
                let fit = (next[at]..self.options[at].len()).find(|&i| self.fits(&values, i));
                if let Some(i) = fit {
                    next[at] = i + 1;
                    next[at + 1] = 0;
                    values.push(self.options[at][i]);
                    continue;
                }
            }
            if values.pop().is_none() {
                return Some(out);
            }
        }
    }

    /// Different consistent combinations, drawn at random: `n` of them, or fewer if the permitted draws do not find as many, or if
    /// the stop signal comes.
    fn drawn(&self, n: u32, seed: u64, stop: &dyn Fn() -> bool) -> Vec<Vec<Value>> {
        let mut random = Random::typed(seed);
        let mut taken = std::collections::BTreeSet::new();
        let mut list = Vec::new();
        for _ in 0..u64::from(n).saturating_mul(DRAWS) {
            if list.len() as u64 == u64::from(n) || stop() {
                break;
            }
            let mut values: Vec<Value> = Vec::with_capacity(self.options.len());
            for options in &self.options {
                let fits: Vec<Value> =
                    (0..options.len()).filter(|&i| self.fits(&values, i)).map(|i| options[i]).collect();
                if fits.is_empty() {
                    break;
                }
                values.push(fits[random.below(fits.len())]);
            }
            if values.len() == self.options.len() && taken.insert(values.clone()) {
                list.push(values);
            }
        }
        list
    }
}

/// `n` different numbers below `total`, in the order drawn (`n < total`).
fn draw(total: u64, n: u32, seed: u64) -> Vec<u64> {
    let mut random = Random::typed(seed);
    let mut taken = std::collections::BTreeSet::new();
    let mut list = Vec::with_capacity(n as usize);
    // Floyd's algorithm: every set is equally likely, and no more draws are made than needed.
    for top in total - n as u64..total {
        let pick = random.below(top + 1);
        let pick = if taken.insert(pick) { pick } else { top };
        taken.insert(pick);
        list.push(pick);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_formats::read;

    fn compiled(text: &str) -> Compiled {
        Compiled::new(read(text).unwrap().puzzle).unwrap()
    }

    /// Compares the result with a separate count for every combination: only combinations without a solution may be left out.
    #[test]
    fn what_is_left_out_has_no_solution() {
        let text = "grid: 4x4\nrules: classic, anti-king\ngivens:\n  1...\n  ....\n  ....\n  ....\ndifference E r2c2 r2c3 n 1\n";
        let puzzle = compiled(text);
        let cells = [Cell(5), Cell(6), Cell(10), Cell(12)];
        let all = SplitOptions::default();
        let found = split(&puzzle, &cells, &all, &Limits::none()).unwrap();
        let mut solver = Solver::new(puzzle.model());
        let mut left_out = 0;
        for code in 0..256u64 {
            let values: Vec<Value> = (0..4).rev().map(|i| Value((code >> (2 * i) & 3) as u8)).collect();
            let mut board = puzzle.board();
            let fits = cells.iter().zip(&values).all(|(&c, &v)| board.fix(c, v).is_ok());
            let count = if fits { solver.count(&board, 0, &Limits::none()).value } else { 0 };
            let told = found.scenarios.iter().find(|s| s.values == values).map(|s| s.count);
            assert_eq!(told.unwrap_or(0), count, "{values:?}");
            left_out += u64::from(told.is_none());
        }
        assert_eq!((found.combinations + left_out, found.contradictory), (256, Some(left_out)));
        assert!(found.exhaustive && left_out > 150, "{left_out}");
        assert!(found.conflicts.iter().any(|c| c.starts_with("r2c2 and r2c3 because of ")), "{:?}", found.conflicts);
        // Combinations without a contradiction are in order; a sample is drawn from them.
        assert!(found.scenarios.windows(2).all(|w| w[0].values < w[1].values));
        let some = split(&puzzle, &cells, &SplitOptions { sample: Some(5), seed: 3, ..all }, &Limits::none()).unwrap();
        assert_eq!((some.scenarios.len(), some.combinations), (5, found.combinations));
        assert!(some.scenarios.iter().all(|s| found.scenarios.contains(s)) && !some.exhaustive);
    }

    /// If there are too many combinations to list, a sample still contains only consistent combinations.
    #[test]
    fn a_sample_of_very_many_has_no_contradiction() {
        let puzzle = compiled(&".".repeat(81));
        let cells: Vec<Cell> = (0..27).map(Cell).collect();
        let one = SplitOptions { most: 1, ..SplitOptions::default() };
        assert!(matches!(split(&puzzle, &cells, &one, &Limits::none()), Err(Error::BadInput(_))));
        let some = split(&puzzle, &cells, &SplitOptions { sample: Some(6), seed: 1, ..one }, &Limits::none()).unwrap();
        assert!(some.contradictory.is_none() && !some.scenarios.is_empty());
        assert!(some.scenarios.iter().all(|s| s.count == 1), "three rows without a contradiction can be filled up");
    }

    /// If there are more combinations than can be drawn or listed, the stop signal ends both the drawing and the listing.
    #[test]
    fn a_limit_ends_the_drawing_of_cases() {
        use std::sync::atomic::{AtomicU64, Ordering};
        let puzzle = compiled(&".".repeat(81));
        let cells: Vec<Cell> = (0..81).map(Cell).collect();
        for sample in [Some(u32::MAX), None] {
            // The signal comes far later than the first polls, which are made before drawing begins.
            let asked = AtomicU64::new(0);
            let over = || asked.fetch_add(1, Ordering::Relaxed) >= 1_000;
            let limits = Limits { stop: Some(&over), ..Limits::none() };
            let options = SplitOptions { sample, most: 1, ..SplitOptions::default() };
            let found = split(&puzzle, &cells, &options, &limits).unwrap();
            assert!(!found.exhaustive && found.scenarios.len() <= 1, "{}", found.scenarios.len());
        }
    }

    #[test]
    fn everything_may_contradict() {
        let puzzle = compiled("12..............");
        let all = SplitOptions::default();
        let found = split(&puzzle, &[Cell(2), Cell(3), Cell(7), Cell(6)], &all, &Limits::none()).unwrap();
        assert_eq!(found.scenarios.len(), 4);
        let one = split(&compiled("123.4..........."), &[Cell(3)], &all, &Limits::none()).unwrap();
        assert_eq!((one.scenarios.len(), one.combinations, one.contradictory), (1, 1, Some(3)));
        let none = split(&compiled("123....4........"), &[Cell(3)], &all, &Limits::none()).unwrap();
        assert_eq!((none.scenarios.len(), none.combinations, none.contradictory), (0, 0, Some(4)));
    }
}
