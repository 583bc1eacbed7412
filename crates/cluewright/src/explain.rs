//! The complete path of logical steps to the solution, in words.

use crate::compiled::Compiled;
use crate::solve::{Refutations, Rooms, SearchFacts};
use crate::technique_filter::TechniqueFilter;
use cluewright_core::{Candidate, Cell, CellSet, SortedMap};
use cluewright_logic::text::{Text, describe};
use cluewright_logic::{Config, Outcome, Path, State, Step, solve_logically_with};
use cluewright_search::Limits;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Options for an explanation: its start, its techniques, and known facts.
///
/// ```
/// use cluewright::{ExplainOptions, TechniqueFilter};
/// let ten = ExplainOptions { ways: TechniqueFilter { steps: 10, ..TechniqueFilter::default() }, ..ExplainOptions::default() };
/// assert!(ten.start.is_none() && ten.truth.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct ExplainOptions<'a> {
    /// The position to begin at; `None`: the givens.
    pub start: Option<State>,
    /// The techniques, and the maximum number of steps.
    pub ways: TechniqueFilter,
    /// Facts from the search. Logic uses them only to skip attempts that cannot succeed, and draws no conclusions from them.
    /// Without them an explanation takes longer, and may wrongly assume that the solution is unique.
    pub truth: Option<&'a SearchFacts>,
}

impl<'a> ExplainOptions<'a> {
    /// Options for an explanation that starts from the givens, with all techniques and the facts in `truth`.
    pub fn knowing(truth: &'a SearchFacts) -> Self {
        Self { truth: Some(truth), ..Self::default() }
    }
}

/// A path of steps and its description.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The steps, the position from which they start, and how the path ends.
    pub path: Path,
    /// Each step in words.
    pub texts: Vec<Text>,
}

/// Solves the puzzle by logical steps. Of `limits`, only the stop signal applies here; the limits for logic are in
/// [`TechniqueFilter`].
///
/// ```
/// use cluewright::{Compiled, ExplainOptions, Limits, SearchFacts, explain, formats};
/// let read = formats::read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let compiled = Compiled::new(read.puzzle)?;
/// let truth = SearchFacts::new(&compiled, &Limits::none());
/// let explanation = explain(&compiled, ExplainOptions::knowing(&truth), &Limits::none());
/// assert_eq!(explanation.texts[0].short, "r1c6 is 8: it is the only place left for 8 in box 2.");
/// assert!(explanation.verify(&compiled, &Limits::none()).is_complete());
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn explain(compiled: &Compiled, options: ExplainOptions<'_>, limits: &Limits<'_>) -> Explanation {
    explain_telling(compiled, options, limits, |_| ControlFlow::Continue(()))
}

/// A step of an explanation, reported as soon as it is found, with the progress of the explanation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FoundStep<'a> {
    /// The step's number in the path, from 1.
    pub number: usize,
    /// The position in which the step was found.
    pub state: &'a State,
    /// The step.
    pub step: &'a Step,
    /// The step in words.
    pub text: &'a Text,
    /// The number of the puzzle's cells that are filled in at this position.
    pub filled: usize,
    /// The number of cells in the puzzle.
    pub cells: usize,
    /// The progress at this position, from 0 to below 1: the fraction of the work (candidates to remove, digits to write) that is
    /// done. It rises with every step.
    pub share: f64,
}

/// Like `explain`, but reports each step as soon as it is found. If `tell` breaks, the explanation ends with that step, as if the
/// stop signal had come ([`Outcome::Limit`], unless that step was the last one).
///
/// ```
/// use cluewright::explain::explain_telling;
/// use cluewright::{Compiled, ExplainOptions, Limits, formats};
/// use std::ops::ControlFlow;
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let three = explain_telling(&compiled, ExplainOptions::default(), &Limits::none(), |found| {
///     println!("{}. {} ({} of {} cells)", found.number, found.text.short, found.filled, found.cells);
///     if found.number == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// });
/// assert_eq!(three.path.steps.len(), 3);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn explain_telling(
    compiled: &Compiled,
    options: ExplainOptions<'_>,
    limits: &Limits<'_>,
    mut tell: impl FnMut(FoundStep<'_>) -> ControlFlow<()>,
) -> Explanation {
    let model = compiled.model();
    let over = AtomicBool::new(false);
    let stop = || over.load(Ordering::Relaxed) || limits.stop.is_some_and(|stop| stop());
    let limits = Limits { stop: Some(&stop), ..*limits };
    let mut meter = Meter::new(compiled);
    let mut texts: Vec<Text> = Vec::new();
    // Each step is described as soon as it is found, so that the result is complete when the time runs out.
    let mut told = |state: &State, step: &Step| {
        texts.push(describe(model, state, step));
        if tell(meter.read(state, step, &texts[texts.len() - 1])).is_break() {
            over.store(true, Ordering::Relaxed);
        }
    };
    let ExplainOptions { start, ways, truth } = options;
    let path = walk_by(compiled, start, &ways, truth, &limits, &mut told);
    Explanation { path, texts }
}

/// Measures the progress of an explanation.
struct Meter {
    cells: usize,
    number: usize,
    first: Option<usize>,
}

impl Meter {
    fn new(compiled: &Compiled) -> Self {
        Self { cells: compiled.puzzle().cell_count(), number: 0, first: None }
    }

    /// Counts the next step, and computes the progress.
    fn read<'a>(&mut self, state: &'a State, step: &'a Step, text: &'a Text) -> FoundStep<'a> {
        self.number += 1;
        let candidates: usize = state.board.domains().iter().map(|d| d.len() as usize).sum();
        // The number of candidates still to be removed plus the number of digits still to be placed.
        let left = candidates.saturating_sub(state.placed.len());
        let all = *self.first.get_or_insert(left);
        let filled = Cell::all(self.cells).filter(|c| state.placed.contains(*c)).count();
        let share = all.saturating_sub(left) as f64 / all.max(1) as f64;
        FoundStep { number: self.number, state, step, text, filled, cells: self.cells, share }
    }
}

impl Explanation {
    /// Reports the steps of a finished explanation again.
    pub(crate) fn tell(&self, compiled: &Compiled, tell: &mut dyn FnMut(FoundStep<'_>)) {
        let mut meter = Meter::new(compiled);
        for ((state, step), text) in self.path.positions(compiled.model()).zip(&self.texts) {
            tell(meter.read(&state, step, text));
        }
    }

    /// The next step of the path at this position, or the end of the path; `None` if the path does not contain the position.
    pub(crate) fn next_at(&self, compiled: &Compiled, position: &State) -> Option<Result<(Step, Text), Outcome>> {
        let mut steps = self.path.positions(compiled.model()).zip(&self.texts);
        if let Some(((_, step), text)) = steps.find(|((state, _), _)| state == position) {
            return Some(Ok((step.clone(), text.clone())));
        }
        (self.path.end == *position).then_some(Err(self.path.outcome))
    }
}

/// The path without descriptions of its steps; each step is reported as soon as it is found.
pub(crate) fn walk_by(
    compiled: &Compiled,
    start: Option<State>,
    ways: &TechniqueFilter,
    truth: Option<&SearchFacts>,
    limits: &Limits<'_>,
    tell: &mut dyn FnMut(&State, &Step),
) -> Path {
    let model = compiled.model();
    let ask = || limits.stop.is_some_and(|stop| stop());
    let rooms = Rooms::new();
    let refutations = Refutations::new(model, limits, &rooms);
    // Removing the candidates that the placed digits exclude needs the network.
    let frame = model.network_until(&ask).and_then(|_| compiled.frame_until(&ask));
    if frame.is_none() {
        let start =
            start.unwrap_or_else(|| State { board: model.board(), placed: CellSet::with_capacity(model.len()) });
        return Path { end: start.clone(), start, steps: Vec::new(), outcome: Outcome::Limit, work: 0 };
    }
    let config = Config { frame, ..config(ways, truth, &refutations, &ask) };
    solve_logically_with(model, start.unwrap_or_else(|| State::start(model)), &config, tell)
}

pub(crate) fn config<'c>(
    ways: &'c TechniqueFilter,
    truth: Option<&'c SearchFacts>,
    refuter: &'c dyn cluewright_logic::Refuter,
    stop: &'c dyn Fn() -> bool,
) -> Config<'c> {
    let not_known = truth.is_some_and(|t| !matches!(t.verdict, cluewright_search::Verdict::Unique(_)));
    Config {
        techniques: &ways.techniques,
        stop: Some(stop),
        oracle: truth.map(|t| t as &dyn cluewright_logic::Oracle),
        refuter: Some(refuter),
        trial: ways.trial,
        uniqueness: ways.uniqueness && !not_known,
        steps: ways.steps,
        work: ways.work,
        hardest: ways.hardest,
        ..Config::default()
    }
}

/// A step that is possible now, with its description, and alternatives with the same conclusion or a part of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Available {
    /// The step; of all steps with this conclusion, the one whose technique comes first.
    pub step: Step,
    /// The step in words.
    pub text: Text,
    /// Other steps with the same conclusion, or with a part of it if they are not easier, together with their texts.
    pub others: Vec<(Step, Text)>,
}

/// The steps that are possible at a position.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Choice {
    /// The steps, one for each conclusion.
    pub steps: Vec<Available>,
    /// Whether the list is complete: false if the limits of time or work were reached.
    pub complete: bool,
}

/// All steps that are possible now, each conclusion once; the search stops after [`TechniqueFilter::steps`] steps. Options and
/// limits are those of [`explain`].
///
/// ```
/// use cluewright::explain::available;
/// use cluewright::{Compiled, ExplainOptions, Limits, TechniqueFilter, formats};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let singles = TechniqueFilter::default().only(&["hidden_single"])?;
/// let options = ExplainOptions { ways: singles, ..ExplainOptions::default() };
/// let found = available(&compiled, options, &Limits::none());
/// assert_eq!(found.steps[0].text.short, "r1c4 is 3: it is the only place left for 3 in box 2.");
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn available(compiled: &Compiled, options: ExplainOptions<'_>, limits: &Limits<'_>) -> Choice {
    let model = compiled.model();
    let ExplainOptions { start, ways, truth } = options;
    let state = &start.unwrap_or_else(|| State::start(model));
    let ask = || limits.stop.is_some_and(|stop| stop());
    let rooms = Rooms::new();
    let refutations = Refutations::new(model, limits, &rooms);
    let config = Config { frame: compiled.frame_until(&ask), ..config(&ways, truth, &refutations, &ask) };
    let (found, mut complete) = cluewright_logic::steps_or_some(model, state, &config);
    let mut all: Vec<Available> = Vec::new();
    let mut known: SortedMap<(Vec<Candidate>, Vec<Candidate>), usize> = SortedMap::default();
    for step in found {
        // If the time is up, still report the first step: its text takes hardly any time.
        if all.len() > 1 && ask() {
            complete = false;
            break;
        }
        let text = describe(model, state, &step);
        let at = *known.or_insert_with((step.placements.clone(), step.eliminations.clone()), || all.len());
        match all.get_mut(at) {
            Some(same) => same.others.push((step, text)),
            None => all.push(Available { step, text, others: Vec::new() }),
        }
    }
    // Every step is compared with every other step. If there is no time for that, steps whose conclusion is part of another step's
    // conclusion remain in the list.
    let whole = all.len() <= MOST_COMPARED && !(all.len() > FEW_COMPARED && ask());
    Choice { steps: if whole { once(all) } else { all }, complete }
}

/// The maximum number of steps for which all pairs are compared, which takes a few seconds; and the number up to which the
/// comparison takes so little time that the stop signal need not be polled.
const MOST_COMPARED: usize = 20_000;
const FEW_COMPARED: usize = 1_000;

/// A step whose conclusion is part of an easier step's conclusion becomes an alternative of the first such step that is not an
/// alternative itself.
fn once(all: Vec<Available>) -> Vec<Available> {
    let part = |of: &Step, whole: &Step| {
        let within = |a: &[Candidate], b: &[Candidate]| a.iter().all(|c| b.contains(c));
        let less = of.placements.len() + of.eliminations.len() < whole.placements.len() + whole.eliminations.len();
        less && whole.difficulty <= of.difficulty
            && within(&of.placements, &whole.placements)
            && within(&of.eliminations, &whole.eliminations)
    };
    let is_part: Vec<bool> = all.iter().map(|a| all.iter().any(|b| part(&a.step, &b.step))).collect();
    let (mut whole, mut parts) = (Vec::new(), Vec::new());
    for (a, is_part) in all.into_iter().zip(is_part) {
        if is_part { parts.push(a) } else { whole.push(a) }
    }
    for a in parts {
        let of = whole.iter_mut().find(|w: &&mut Available| part(&a.step, &w.step));
        let of = of.expect("what something is part of in the end is part of nothing");
        of.others.push((a.step, a.text));
        of.others.extend(a.others);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_formats::read;

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn compiled() -> Compiled {
        Compiled::new(read(EASY).expect("a puzzle").puzzle).expect("a puzzle")
    }

    /// The reported steps are those of the explanation, each once and in order, and the share rises.
    #[test]
    fn steps_are_told_as_they_are_found() {
        let compiled = compiled();
        let mut told: Vec<(Step, Text)> = Vec::new();
        let (mut share, mut filled) = (0.0, 0);
        let whole = explain_telling(&compiled, ExplainOptions::default(), &Limits::none(), |found| {
            assert_eq!(found.number, told.len() + 1);
            assert!(found.number == 1 || found.share > share);
            assert!(found.share < 1.0 && found.filled >= filled && found.filled < found.cells);
            (share, filled) = (found.share, found.filled);
            told.push((found.step.clone(), found.text.clone()));
            ControlFlow::Continue(())
        });
        assert_eq!(whole.path.outcome, Outcome::Solved);
        assert_eq!(told.len(), whole.path.steps.len());
        assert!(share > 0.9 && filled == 80, "{share} {filled}");
        assert!(
            told.iter()
                .zip(whole.path.steps.iter().zip(&whole.texts))
                .all(|((s, t), (step, text))| s == step && t == text)
        );
    }

    /// An explanation that is stopped early is the beginning of the complete one.
    #[test]
    fn an_explanation_is_broken_off() {
        let compiled = compiled();
        let whole = explain(&compiled, ExplainOptions::default(), &Limits::none());
        for most in [1, 7, whole.path.steps.len()] {
            let some = explain_telling(&compiled, ExplainOptions::default(), &Limits::none(), |found| {
                if found.number == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(some.path.steps, whole.path.steps[..most]);
            assert_eq!(some.texts.len(), most);
            let last = most == whole.path.steps.len();
            assert_eq!(some.path.outcome, if last { Outcome::Solved } else { Outcome::Limit });
        }
    }
}
