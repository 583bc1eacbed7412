//! The steps that make a puzzle hard: the few steps of a path without which easier techniques do not solve the puzzle.
//!
//! The puzzle is solved again with easy techniques alone. When these find no more steps, a harder step of the path is used,
//! provided that its reasons hold on this board (the board has only candidates that the step's own board had, or a proof succeeds).
//! Then each such step is left out in turn, the last one first: a step is needed if the others do not solve the puzzle without it.
//! If more than a few steps are needed, harder techniques also count as easy, up to the lowest rating at which only a few steps are
//! needed.

use crate::compiled::Compiled;
use crate::explain::{Explanation, config};
use crate::solve::{Refutations, Rooms, SearchFacts};
use crate::technique_filter::TechniqueFilter;
use cluewright_core::Sort;
use cluewright_logic::proof::Checker;
use cluewright_logic::text::name_of;
use cluewright_logic::{Config, Outcome, State, Step, solve_logically};
use cluewright_search::Limits;

/// The maximum number of steps in a summary.
pub const FEW: usize = 7;
/// Techniques rated up to this, in tenths, are easy: singles, clues with few open cells, locked candidates.
pub const EASY: u16 = 28;
/// The most difficult single.
const SINGLE: u16 = 16;
/// The work limit for all attempts together, in units of [`Config::work`]: this multiple of the path's own work, but at least
/// `LEAST`.
const TIMES: u64 = 20;
const LEAST: u64 = 500_000_000;
/// The maximum work for the proof of one step: a tenth of a second or two.
const PROOF: u64 = 20_000_000;

/// The steps that make a puzzle hard.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Summary {
    /// The needed steps of the path: without any one of them, the others and easier techniques do not solve the puzzle. At most
    /// [`FEW`]; empty if nothing is hard.
    Steps {
        /// The indexes of the steps in the path, from 0, in order.
        steps: Vec<usize>,
        /// The rating, in tenths, of the hardest technique needed besides these steps.
        rest: u16,
    },
    /// More than [`FEW`] steps are needed, and no small number of them is harder than the others.
    Many {
        /// The rating of the hardest technique of the path, in tenths.
        hardest: u16,
    },
    /// The path does not lead to the solution.
    Unsolved,
    /// A limit was reached before the summary was complete.
    Limit,
}

impl Summary {
    /// Summarises a path that was found with these techniques. Of `limits`, only the stop signal applies here.
    ///
    /// ```
    /// use cluewright::summary::Summary;
    /// use cluewright::{Compiled, ExplainOptions, Limits, SearchFacts, TechniqueFilter, explain, formats};
    /// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
    /// let truth = SearchFacts::new(&compiled, &Limits::none());
    /// let path = explain(&compiled, ExplainOptions::knowing(&truth), &Limits::none());
    /// let summary = Summary::of(&compiled, &path, &TechniqueFilter::default(), &truth, &Limits::none());
    /// assert_eq!(summary.sentences(&compiled, &path), ["No step is hard: singles solve the puzzle."]);
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn of(
        compiled: &Compiled,
        explanation: &Explanation,
        ways: &TechniqueFilter,
        truth: &SearchFacts,
        limits: &Limits<'_>,
    ) -> Self {
        let path = &explanation.path;
        if path.outcome != Outcome::Solved {
            return Self::Unsolved;
        }
        let hardest = rated(&path.steps);
        if hardest <= EASY {
            return Self::Steps { steps: Vec::new(), rest: hardest };
        }
        let (ask, rooms) = (|| limits.stop.is_some_and(|stop| stop()), Rooms::new());
        let refutations = Refutations::new(compiled.model(), limits, &rooms);
        let usual = config(ways, Some(truth), &refutations, &ask);
        let mut attempts = Attempts {
            compiled,
            hard: path.positions(compiled.model()).map(|(state, step)| Hard { state, step }).collect(),
            config: Config {
                frame: compiled.frame_until(&ask),
                trial: false,
                thorough: false,
                steps: usize::MAX,
                ..usual
            },
            checker: Checker::new(compiled.model()).stopped_by(Some(&ask)).with_work(PROOF),
            work: path.work.saturating_mul(TIMES).max(LEAST),
        };
        attempts.summary().unwrap_or(Self::Limit)
    }

    /// The summary in words: a line for each of these steps, and a last line for the other steps.
    pub fn sentences(&self, compiled: &Compiled, explanation: &Explanation) -> Vec<String> {
        let (steps, rest) = match self {
            Self::Steps { steps, rest } => (steps, *rest),
            Self::Many { hardest } => {
                return vec![format!(
                    "No steps stand out: the puzzle needs more than {FEW} hard steps, from techniques rated up to {:.1}.",
                    tenths(*hardest)
                )];
            }
            Self::Unsolved => {
                return vec!["The path does not lead to the solution, so there is no summary.".to_owned()];
            }
            Self::Limit => return vec!["A limit was reached before the hard steps were known.".to_owned()],
        };
        let others = match rest {
            ..=SINGLE => "singles".to_owned(),
            _ => format!("singles and techniques rated up to {:.1}", tenths(rest)),
        };
        if steps.is_empty() {
            let verb = if rest <= SINGLE { "solve" } else { "are enough to solve" };
            return vec![format!("No step is hard: {others} {verb} the puzzle.")];
        }
        let line = |&at: &usize| {
            let step = &explanation.path.steps[at];
            let name = name_of(compiled.model(), step);
            format!("Step {}, {name} ({:.1}): {}", at + 1, tenths(step.difficulty), explanation.texts[at].short)
        };
        steps.iter().map(line).chain([format!("All other steps are {others}.")]).collect()
    }
}

/// Converts a difficulty in tenths to a number.
fn tenths(difficulty: u16) -> f64 {
    f64::from(difficulty) / 10.0
}

/// The rating of the hardest technique among these steps; 0 if there are none.
fn rated(steps: &[Step]) -> u16 {
    steps.iter().map(|step| step.technique.difficulty).max().unwrap_or(0)
}

/// A step of the path, and the position in which it was found.
struct Hard<'p> {
    state: State,
    step: &'p Step,
}

impl Hard<'_> {
    /// The step restricted to conclusions that are new on this board; `None` if there are no such conclusions, or if the step's
    /// reasons do not hold here.
    fn left(&self, state: &State, checker: &mut Checker<'_>) -> Option<Step> {
        let mut left = self.step.clone();
        left.placements.retain(|c| state.board.has(*c) && !state.placed.contains(c.cell));
        left.eliminations.retain(|c| state.board.has(*c));
        if left.placements.is_empty() && left.eliminations.is_empty() {
            return None;
        }
        let mut cells = state.board.domains().iter().zip(self.state.board.domains());
        let within = cells.all(|(here, there)| here.minus(*there).is_empty());
        (within || checker.verify(state, &left).is_ok()).then_some(left)
    }
}

/// A step of the path that was used when easy techniques found no more steps.
#[derive(Clone)]
struct Used {
    /// The index of the step in the path.
    at: usize,
    /// The position before the step.
    state: State,
    /// The rating, in tenths, of the hardest easy technique used before the step.
    easy: u16,
}

/// A solved puzzle: the steps of the path that were used, and the hardest easy technique.
struct Solved {
    used: Vec<Used>,
    easy: u16,
}

/// The result of an attempt to solve the puzzle: `None` if the attempt got stuck.
type Attempt = Option<Solved>;

struct Attempts<'a> {
    compiled: &'a Compiled,
    hard: Vec<Hard<'a>>,
    config: Config<'a>,
    checker: Checker<'a>,
    work: u64,
}

impl Attempts<'_> {
    /// Finds the lowest rating up to which techniques have to count as easy so that only a few other steps are needed; `None` if a
    /// limit was reached.
    fn summary(&mut self) -> Option<Summary> {
        let all = self.hard.iter().map(|hard| hard.step.technique.difficulty);
        let mut bounds: Vec<u16> = all.filter(|&difficulty| difficulty > EASY).chain([EASY]).collect();
        bounds.order();
        bounds.dedup();
        let (mut low, mut high, mut found) = (0, bounds.len() - 1, None);
        while low < high {
            let middle = low.midpoint(high);
            let bound = bounds[middle];
            let above: Vec<usize> =
                (0..self.hard.len()).filter(|&at| self.hard[at].step.technique.difficulty > bound).collect();
            let few = match self.solve(bound, &above, &[])? {
                Some(solved) => self.reduced(bound, solved)?,
                None => None,
            };
            match few {
                Some(solved) => (high, found) = (middle, Some(solved)),
                None => low = middle + 1,
            }
        }
        Some(match found {
            Some(Solved { used, easy }) if !used.is_empty() || high == 0 => {
                let mut steps: Vec<usize> = used.iter().map(|used| used.at).collect();
                steps.order();
                Summary::Steps { steps, rest: easy }
            }
            _ => Summary::Many { hardest: bounds[high] },
        })
    }

    /// Leaves out one step after another, the last one first, until each remaining step is needed. `Some(None)` if more than a few
    /// steps are needed; `None` if a limit was reached.
    fn reduced(&mut self, bound: u16, mut solved: Solved) -> Option<Attempt> {
        let (mut at, mut needed) = (solved.used.len(), 0);
        while at > 0 {
            at -= 1;
            let without = solved.used[at].at;
            let others: Vec<usize> = solved.used.iter().map(|used| used.at).filter(|&other| other != without).collect();
            match self.solve(bound, &others, &solved.used[..=at])? {
                Some(shorter) => solved = shorter,
                None if needed == FEW => return Some(None),
                None => needed += 1,
            }
        }
        Some(Some(solved))
    }

    /// Solves from the position of the last step in `begun`, or from the start. Uses techniques rated up to `bound` and, when these
    /// find nothing more, the first step of `helping` that gives something new.
    fn solve(&mut self, bound: u16, helping: &[usize], begun: &[Used]) -> Option<Attempt> {
        let model = self.compiled.model();
        let (mut used, mut easy, mut state) = match begun.split_last() {
            Some((last, before)) => (before.to_vec(), last.easy, last.state.clone()),
            None => (Vec::new(), 0, self.hard.first()?.state.clone()),
        };
        loop {
            let walked = solve_logically(model, state, &Config { hardest: bound, work: self.work, ..self.config });
            self.work = self.work.saturating_sub(walked.work);
            easy = easy.max(rated(&walked.steps));
            state = walked.end;
            match walked.outcome {
                Outcome::Solved => return Some(Some(Solved { used, easy })),
                Outcome::Stuck => {}
                Outcome::Contradiction => return Some(None),
                Outcome::Limit => return None,
            }
            let mut fresh = helping.iter().filter(|&&at| used.iter().all(|used| used.at != at));
            let found = fresh.find_map(|&at| Some((at, self.hard[at].left(&state, &mut self.checker)?)));
            let Some((at, step)) = found else { return Some(None) };
            used.push(Used { at, state: state.clone(), easy });
            step.apply(model, &mut state);
        }
    }
}
