//! Hints for a player: first the mistakes in the player's grid; if there are none, the next step, at four levels of detail.

mod idea;
mod level;
mod mistaken;

use crate::compiled::Compiled;
use crate::conflicts::{digits_of_puzzle, who_forbids};
use crate::error::Error;
use crate::explain::{ExplainOptions, Explanation, explain};
use crate::solve::SearchFacts;
use crate::technique_filter::TechniqueFilter;
use crate::unread::{Unread, several as has_several};
use cluewright_core::model::{GroupKind, Network};
use cluewright_core::puzzle::Progress;
use cluewright_core::{BadInput, Candidate, Cell, Puzzle, ValueSet};
use cluewright_logic::text::{Text, name_of};
use cluewright_logic::{Oracle, Outcome, Reason, State, Step};
use cluewright_search::{Limits, Verdict};
use idea::join;
pub use level::HintLevel;
pub use mistaken::{mistake_count, mistakes_at_level, of_another_puzzle, what_is_right};

/// A mistake in a player's grid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mistake {
    /// Two digits that a rule does not allow together.
    Clash {
        /// The cells of the two digits.
        cells: [Cell; 2],
        /// The two digits in words: `5 in r1c1`.
        digits: [String; 2],
        /// The rule that forbids the pair, in words.
        who: String,
    },
    /// A digit that no solution has in this cell.
    Wrong {
        /// The cell of the digit.
        cell: Cell,
        /// The digit in words: `5 in r1c1`.
        what: String,
    },
    /// A cell whose marks lack the digit of its solution. The digit is not revealed.
    MissingMark {
        /// The cell.
        cell: Cell,
        /// The cell's name.
        name: String,
    },
    /// A digit or marks of the player that contradict a given.
    OverGiven {
        /// The cell of the given.
        cell: Cell,
        /// The cell's name.
        name: String,
        /// The givens.
        given: String,
        /// The player's digits and marks.
        digit: String,
    },
    /// A number that is not a digit of this puzzle.
    NoDigit {
        /// The cell that holds the number.
        cell: Cell,
        /// The number in words: `12 in r1c1`.
        what: String,
        /// The digits of the puzzle in words: `they are 1 to 9`.
        digits: String,
    },
    /// A digit that the puzzle itself rules out for this cell.
    Impossible {
        /// The cell of the digit.
        cell: Cell,
        /// The digit in words: `5 in r1c1`.
        what: String,
        /// The name of the clue or rule that is broken, if there is one.
        who: Option<String>,
    },
}

impl Mistake {
    /// The cells of the mistake.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Self::Clash { cells, .. } => cells.to_vec(),
            Self::Wrong { cell, .. }
            | Self::MissingMark { cell, .. }
            | Self::OverGiven { cell, .. }
            | Self::NoDigit { cell, .. }
            | Self::Impossible { cell, .. } => vec![*cell],
        }
    }
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Clash { digits: [a, b], who, .. } => {
                write!(f, "{a} and {b} cannot both be right: {who} does not allow both.")
            }
            Self::Wrong { what, .. } => write!(f, "{} is wrong.", capital(what)),
            Self::MissingMark { name, .. } => write!(f, "A necessary mark is missing in {name}."),
            Self::OverGiven { name, given, digit, .. } => write!(f, "{name} contains the given {given}, not {digit}."),
            Self::NoDigit { what, digits, .. } => write!(f, "{what} is not a digit of this puzzle: {digits}."),
            Self::Impossible { what, who: Some(who), .. } => write!(f, "{} does not allow {what}.", capital(who)),
            Self::Impossible { what, who: None, .. } => write!(f, "{} is not possible.", capital(what)),
        }
    }
}

/// The answer to a request for a hint.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Hint {
    /// The puzzle itself has no solution.
    NoSolution,
    /// The puzzle has several solutions; contains what is true in all of them.
    Several(Box<Several>),
    /// The player's grid has mistakes.
    Mistakes(Vec<Mistake>),
    /// The next step.
    Step(Box<NextStep>),
    /// The grid is full and correct.
    Done,
    /// No step was found with the allowed techniques or within the limits.
    Nothing(Outcome),
}

/// The player's next step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NextStep {
    /// The position in which the step was found.
    pub position: State,
    /// The step.
    pub step: Step,
    /// The step in words, in full detail; [`step_at_level`] gives less.
    pub text: Text,
}

/// The answer for a puzzle with more than one solution.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Several {
    /// Two of the solutions.
    pub verdict: Verdict,
    /// Digits the player wrote that are not in all solutions: `5 in r1c1`. The step does not rely on them.
    pub unsure: Vec<String>,
    /// The next step that is true in all solutions; `None` if none was found.
    pub step: Option<NextStep>,
    /// Whether everything common to all solutions has been found; `None` if this is not known.
    pub all_found: Option<bool>,
    /// The parts of the puzzle that were not understood; with them the puzzle may have only one solution.
    pub unread: Option<Unread>,
}

impl Several {
    /// A sentence or two to print before the step, or instead of it.
    pub fn sentences(&self) -> Vec<String> {
        let many = has_several(self.unread.as_ref());
        let sure = match (&self.step, self.all_found, &self.unread) {
            (Some(_), ..) => format!("{many}; this step is true in all of them."),
            // The parts that were not understood may imply more.
            (None, Some(true), Some(unread)) => format!("{}, and nothing more follows from the rest.", unread.fact()),
            (None, Some(true), None) => format!("{many}, and the solutions have nothing more in common."),
            (None, Some(false), _) => format!("{many}, and these techniques find no step that is true in all of them."),
            (None, None, _) => {
                format!("{many}, and what the solutions have in common was not found within the limits.")
            }
        };
        let mut all = vec![sure];
        let named = &self.unsure[..self.unsure.len().min(FEW)];
        let rest = self.unsure.len() - named.len();
        let names = if rest > 0 { format!("{} and {rest} more digits", named.join(", ")) } else { join(named) };
        match self.unsure.len() {
            0 => {}
            1 => all.push(format!("{} is not true in all of them.", capital(&names))),
            _ => all.push(format!("{} are not true in all of them.", capital(&names))),
        }
        all
    }
}

/// The maximum number of digits that a sentence names one by one.
const FEW: usize = 5;

/// The position a player has reached. In a cell without marks, all candidates that the rules leave are possible.
///
/// Errors: all mistakes in the grid: digits that a rule does not allow together, other digits that are in no solution, and marks
/// that lack the digit of the solution, as far as `truth` contains the solution.
pub fn player_state(compiled: &Compiled, progress: &[Progress], truth: &SearchFacts) -> Result<State, Vec<Mistake>> {
    player_state_until(compiled, progress, truth, &|| false).expect("nothing says to stop")
}

/// The number of pairs of digits compared between two polls of the stop signal: less than a millisecond of work.
const POLL: usize = 10_000;

/// Like `player_state`; `None` if `stop` returned true.
pub fn player_state_until(
    compiled: &Compiled,
    progress: &[Progress],
    truth: &SearchFacts,
    stop: &dyn Fn() -> bool,
) -> Option<Result<State, Vec<Mistake>>> {
    let model = compiled.model();
    let mut board = compiled.board();
    let mut mistakes = Vec::new();
    let mut placed = State::start(model).placed;
    let mut written: Vec<Candidate> = placed
        .iter()
        .filter(|c| model.given(*c).is_some())
        .filter_map(|c| board.fixed(c).map(|v| Candidate::new(c, v)))
        .collect();
    let mut marks: Vec<(Cell, ValueSet)> = Vec::new();
    for entry in progress.iter().filter(|p| p.cell.index() < model.len()) {
        let value = |d: i32| board.value_of(entry.cell, d);
        if let Some(digit) = entry.placed {
            if let Some(v) = value(digit).filter(|v| board.values(entry.cell).contains(*v)) {
                let candidate = Candidate::new(entry.cell, v);
                if !written.contains(&candidate) {
                    written.push(candidate);
                }
                placed.insert(entry.cell);
            } else {
                mistakes.push(unfit(compiled, entry.cell, digit));
            }
        } else if !entry.marks.is_empty() {
            let set: ValueSet = entry.marks.iter().filter_map(|d| value(*d)).collect();
            marks.push((entry.cell, set & board.values(entry.cell)));
        }
    }
    let say = |c: Candidate| format!("{} in {}", model.value_name(c), model.cell_name(c.cell));
    // The network is derived only for two or more digits, because deriving it takes seconds for a large grid.
    let mut pairs = 0;
    for (i, &x) in written.iter().enumerate().take(written.len().saturating_sub(1)) {
        let network = model.network_until(stop)?;
        pairs += written.len() - i;
        if pairs > POLL {
            if stop() {
                return None;
            }
            pairs = 0;
        }
        for &y in &written[i + 1..] {
            if let Some(why) = network.why(model, x, y) {
                let who = Network::why_origin(model, why).map_or_else(String::new, |o| model.origin_text(o));
                let (cells, digits) = ([x.cell, y.cell], [say(x), say(y)]);
                mistakes.push(Mistake::Clash { cells, digits, who });
            }
        }
    }
    // The hint must not reveal which of two clashing digits is wrong, so neither is reported as wrong.
    let clashing: Vec<Cell> = mistakes.iter().flat_map(Mistake::cells).collect();
    for &x in written.iter().filter(|x| truth.is_possible(**x) == Some(false) && !clashing.contains(&x.cell)) {
        mistakes.push(Mistake::Wrong { cell: x.cell, what: say(x) });
    }
    for &(cell, set) in &marks {
        if truth.solution(cell).is_some_and(|v| !set.contains(v)) {
            mistakes.push(Mistake::MissingMark { cell, name: model.cell_name(cell) });
        }
    }
    if !mistakes.is_empty() {
        return Some(Err(mistakes));
    }
    for x in written {
        // Clashes were reported above; if the board has any other contradiction, the steps will show it.
        let _ = board.fix(x.cell, x.value);
    }
    for (cell, set) in marks {
        let _ = board.keep(cell, set);
    }
    board.clear_changed();
    Some(Ok(State::new(model, board, placed)))
}

/// The mistake for a digit that the puzzle itself rules out for a cell.
fn unfit(compiled: &Compiled, cell: Cell, digit: i32) -> Mistake {
    let model = compiled.model();
    let name = model.cell_name(cell);
    let domain = model.cells()[cell.index()].domain;
    let Some(value) = compiled.board().value_of(cell, digit).filter(|v| domain.contains(*v)) else {
        let what = format!("{digit} in {name}");
        return match digits_of_puzzle(model, cell, digit) {
            Some(digits) => Mistake::NoDigit { cell, what, digits },
            None => Mistake::Impossible { cell, what, who: None },
        };
    };
    let digit = model.value_name(Candidate::new(cell, value));
    match model.given(cell) {
        Some(given) if given != value => {
            Mistake::OverGiven { cell, name, given: model.value_name(Candidate::new(cell, given)), digit }
        }
        _ => {
            let (_, who) = who_forbids(model, Candidate::new(cell, value));
            Mistake::Impossible { cell, what: format!("{digit} in {name}"), who: Some(who) }
        }
    }
}

/// The digits and marks of a player's grid that was read as a puzzle, for a puzzle of the same size. The grid's givens count as
/// written digits, and givens with several digits count as marks.
///
/// Errors: the grids have different sizes.
///
/// ```
/// use cluewright::{Compiled, formats, hint::progress_of};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let written = progress_of(&compiled, &formats::read("1243............")?.puzzle)?;
/// assert_eq!(written[2].placed, Some(4));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn progress_of(compiled: &Compiled, grid: &Puzzle) -> Result<Vec<Progress>, Error> {
    let (here, there) = (&compiled.puzzle().shape, &grid.shape);
    if here.len() != there.len() || here.height() != there.height() {
        return Err(BadInput::new(format!(
            "the player's grid has {}x{} cells, the puzzle {}x{}",
            there.height(),
            there.width(),
            here.height(),
            here.width()
        ))
        .into());
    }
    let mut entries = grid.progress.clone();
    for given in &grid.givens {
        let (placed, marks) = match given.digits[..] {
            [digit] => (Some(digit), Vec::new()),
            _ => (None, given.digits.clone()),
        };
        entries.push(Progress { cell: given.cell, placed, marks });
    }
    Ok(entries)
}

/// Options for a hint: the player's grid, the techniques, and known facts.
#[derive(Clone, Debug, Default)]
pub struct HintOptions<'a> {
    /// The player's digits and marks; `None`: those stored in the puzzle. They may also be about cells of the model that are not
    /// drawn (the region that a cell belongs to, whether there is a doubler), which are given by their indexes in the model. A
    /// player who does not record what a step says about such cells gets that step again.
    pub progress: Option<&'a [Progress]>,
    /// The techniques that hints may use.
    pub ways: TechniqueFilter,
    /// Facts from the search; `None`: run the search first, which may take most of the time.
    pub truth: Option<&'a SearchFacts>,
}

/// The next hint for a player. If the puzzle has several solutions, the hint is a step that is true in all of them ([`Several`]).
///
/// ```
/// use cluewright::hint::step_at_level;
/// use cluewright::{Compiled, Hint, HintOptions, Limits, formats, hint};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let found = hint(&compiled, &HintOptions::default(), &Limits::none());
/// let Hint::Step(next) = found else { panic!("a step") };
/// assert_eq!(step_at_level(&compiled, &next, 2), ["Look for a full house.", "Look at column 1."]);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn hint(compiled: &Compiled, options: &HintOptions<'_>, limits: &Limits<'_>) -> Hint {
    let progress = options.progress.unwrap_or(&compiled.puzzle().progress);
    match options.truth {
        Some(truth) => hint_knowing(compiled, progress, &options.ways, truth, None, limits),
        None => hint_knowing(compiled, progress, &options.ways, &SearchFacts::new(compiled, limits), None, limits),
    }
}

/// Like `hint`, for a puzzle whose solutions are known, and perhaps also a complete path that was found with the same techniques.
/// The next step depends on the position alone, so at a position of that path the hint is the next step of the path.
pub(crate) fn hint_knowing(
    compiled: &Compiled,
    progress: &[Progress],
    ways: &TechniqueFilter,
    truth: &SearchFacts,
    path: Option<&Explanation>,
    limits: &Limits<'_>,
) -> Hint {
    if truth.verdict == Verdict::None {
        return Hint::NoSolution;
    }
    let state = match player_state_until(compiled, progress, truth, &|| limits.stop.is_some_and(|stop| stop())) {
        Some(Ok(state)) => state,
        Some(Err(mistakes)) => return Hint::Mistakes(mistakes),
        None => return Hint::Nothing(Outcome::Limit),
    };
    if matches!(truth.verdict, Verdict::Multiple(..)) {
        return Hint::Several(Box::new(several(compiled, progress, truth, ways, path, limits)));
    }
    match next_from(compiled, &state, ways, truth, path, limits) {
        Ok((step, text)) => Hint::Step(Box::new(NextStep { position: state, step, text })),
        Err(Outcome::Solved) => Hint::Done,
        Err(outcome) => Hint::Nothing(outcome),
    }
}

/// Like `hint_knowing`, for a player who does not see all of the puzzle; `seen` is the visible part. The step follows from the
/// visible part and the player's digits. `truth` is about the whole puzzle, and is used only to find mistakes.
pub(crate) fn hint_seeing(
    seen: &Compiled,
    progress: &[Progress],
    ways: &TechniqueFilter,
    truth: &SearchFacts,
    limits: &Limits<'_>,
) -> Hint {
    if truth.verdict == Verdict::None {
        return Hint::NoSolution;
    }
    let state = match player_state_until(seen, progress, truth, &|| limits.stop.is_some_and(|stop| stop())) {
        Some(Ok(state)) => state,
        Some(Err(mistakes)) => return Hint::Mistakes(mistakes),
        None => return Hint::Nothing(Outcome::Limit),
    };
    let known = SearchFacts::at(seen.model(), &state.board, &limits.before());
    let open = |c: Cell| {
        known.possible(c).is_none_or(|p| p != state.board.values(c) || p.len() == 1 && !state.placed.contains(c))
    };
    if !state.is_solved() && !Cell::all(seen.puzzle().cell_count()).any(open) {
        return Hint::Nothing(Outcome::Stuck);
    }
    match next_from(seen, &state, ways, &known, None, limits) {
        Ok((step, text)) => Hint::Step(Box::new(NextStep { position: state, step, text })),
        Err(Outcome::Solved) => Hint::Done,
        Err(outcome) => Hint::Nothing(outcome),
    }
}

/// The next step at a position, with its text, or the reason why there is no step; taken from `path` if the path contains this
/// position.
fn next_from(
    compiled: &Compiled,
    state: &State,
    ways: &TechniqueFilter,
    truth: &SearchFacts,
    path: Option<&Explanation>,
    limits: &Limits<'_>,
) -> Result<(Step, Text), Outcome> {
    if let Some(next) = path.and_then(|path| path.next_at(compiled, state)) {
        return next;
    }
    let ways = TechniqueFilter { steps: 1, ..ways.clone() };
    let walked = explain(compiled, ExplainOptions { start: Some(state.clone()), ways, truth: Some(truth) }, limits);
    walked.path.steps.into_iter().zip(walked.texts).next().ok_or(walked.path.outcome)
}

/// Names the technique that a player needs where the allowed techniques find no step: `a swordfish`, if a swordfish would come next
/// if all techniques were allowed (trials only if `ways` allows them). The place of the step is not revealed. `None` if `ways`
/// already allows all techniques, or if no step is found.
///
/// ```
/// use cluewright::{Compiled, Limits, SearchFacts, TechniqueFilter, formats, hint::beyond};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let (truth, ways) = (SearchFacts::new(&compiled, &Limits::none()), TechniqueFilter::default().only(&["jellyfish"])?);
/// let start = cluewright::logic::State::start(compiled.model());
/// assert_eq!(beyond(&compiled, &start, &ways, &truth, &Limits::none()).as_deref(), Some("a full house"));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn beyond(
    compiled: &Compiled,
    position: &State,
    ways: &TechniqueFilter,
    truth: &SearchFacts,
    limits: &Limits<'_>,
) -> Option<String> {
    let usual = TechniqueFilter::default();
    let all = TechniqueFilter { techniques: usual.techniques, hardest: usual.hardest, ..ways.clone() };
    if *ways == all {
        return None;
    }
    let (step, _) = next_from(compiled, position, &all, truth, None, limits).ok()?;
    Some(idea::technique(compiled.model(), &step))
}

/// The next step that is true in all of several solutions. Of the player's digits and marks, only those that are true in every
/// solution are used, and no step may assume that the solution is unique.
fn several(
    compiled: &Compiled,
    progress: &[Progress],
    truth: &SearchFacts,
    ways: &TechniqueFilter,
    path: Option<&Explanation>,
    limits: &Limits<'_>,
) -> Several {
    let model = compiled.model();
    let known = Cell::all(compiled.puzzle().cell_count()).all(|c| truth.possible(c).is_some());
    let mut found = Several {
        verdict: truth.verdict.clone(),
        unsure: Vec::new(),
        step: None,
        all_found: None,
        unread: compiled.unread_of_several(),
    };
    if !known {
        return found;
    }
    let board = compiled.board();
    let mut sure: Vec<Progress> = Vec::new();
    for entry in progress.iter().filter(|p| p.cell.index() < model.len()) {
        let Some(possible) = truth.possible(entry.cell) else { continue };
        let holds = |d: i32| board.value_of(entry.cell, d).is_some_and(|v| possible == ValueSet::of(v));
        match entry.placed {
            Some(digit) if holds(digit) => sure.push(entry.clone()),
            Some(digit) => found.unsure.push(format!("{digit} in {}", model.cell_name(entry.cell))),
            // Marks that exclude a value of some solution count as a guess, too.
            None => {
                let marks: ValueSet = entry.marks.iter().filter_map(|d| board.value_of(entry.cell, *d)).collect();
                if possible.is_subset(marks) {
                    sure.push(entry.clone());
                }
            }
        }
    }
    let Ok(state) = player_state(compiled, &sure, truth) else { return found };
    let open = |c: Cell| {
        truth.possible(c).is_some_and(|p| p != state.board.values(c) || p.len() == 1 && !state.placed.contains(c))
    };
    if !Cell::all(compiled.puzzle().cell_count()).any(open) {
        found.all_found = Some(true);
        return found;
    }
    // The facts passed on here say that there are several solutions, so no step assumes that the solution is unique, even if
    // techniques that do so are allowed.
    let next = next_from(compiled, &state, ways, truth, path, limits);
    found.all_found = (!matches!(next, Err(Outcome::Limit))).then_some(false);
    found.step = next.ok().map(|(step, text)| NextStep { position: state, step, text });
    found
}

/// Describes a step in as much detail as the level allows: 1 the idea (a technique, or a kind of clue and its region), 2 where to
/// look, 3 the pattern there, 4 everything.
pub fn step_at_level(compiled: &Compiled, next: &NextStep, level: u8) -> Vec<String> {
    let NextStep { step, text, .. } = next;
    let model = compiled.model();
    if level >= 4 {
        let mut lines = vec![format!("{}: {}", name_of(model, step), text.short)];
        lines.extend(text.details.iter().cloned());
        return lines;
    }
    let mut lines = vec![idea::idea(model, step)];
    let clues = idea::clues(model, step);
    if level >= 2 {
        let mut names = Vec::new();
        for name in clues.iter().map(|&c| model.origin_text(c)).chain(places(compiled, step)) {
            // The cells of a step about clues are listed further down.
            if !names.contains(&name) && (clues.is_empty() || names.len() < clues.len()) {
                names.push(name);
            }
        }
        if !names.is_empty() {
            let line = format!("Look at {}.", join(&names));
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        if names.is_empty() || !clues.is_empty() {
            lines.push(idea::about(model, step));
        }
    }
    if level >= 3 {
        let questions = clues.iter().map(|&c| idea::question(model, c, step));
        let mut told: Vec<String> = questions.chain(premises(compiled, step)).collect();
        if told.is_empty() {
            told.push(idea::digits(model, step));
        }
        for line in told {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines
}

/// The houses, cells and clues that a step uses, in the order of its reasons, each once.
fn places(compiled: &Compiled, step: &Step) -> Vec<String> {
    let model = compiled.model();
    let mut names: Vec<String> = Vec::new();
    for reason in &step.because {
        let name = match reason {
            Reason::Group { group, .. } => match model.network().group(*group).kind {
                GroupKind::Cell(cell) => model.cell_name(cell),
                GroupKind::House(set, _) => model.set_name(set),
                GroupKind::Posted(i) => model.origin_text(model.posted_groups()[i as usize].origin),
            },
            Reason::Constraint { constraint, .. } => model.origin_text(model.constraint(*constraint).origin),
            Reason::Balance { balance, .. } => {
                names.extend(balance.houses.iter().map(|h| model.set_name(h.0)));
                if balance.counts() {
                    names.extend(balance.clues.first().map(|s| model.origin_text(s.source.origin(model))));
                }
                continue;
            }
            Reason::Own(own) => own.name(model),
            Reason::Assume { candidate, .. } | Reason::Needed { candidate, .. } => model.cell_name(candidate.cell),
            Reason::Outline { assumed } if !assumed.is_empty() => model.cell_name(assumed[0].candidate.cell),
            _ => continue,
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The pattern on which a step rests, without the step's conclusion.
fn premises(compiled: &Compiled, step: &Step) -> Vec<String> {
    let model = compiled.model();
    let blank = model.blank_board();
    let mut lines: Vec<String> = Vec::new();
    for reason in &step.because {
        let line = match reason {
            Reason::Group { group, live } if !live.is_empty() => {
                let cells: Vec<String> = live.iter().map(|c| model.cell_name(c.cell)).collect();
                match model.network().group(*group).kind {
                    // A cell that still has all its values adds no condition.
                    GroupKind::Cell(cell) if live.len() == blank.values(cell).len() as usize => continue,
                    GroupKind::Cell(cell) => {
                        let values: Vec<String> = live.iter().map(|c| model.value_name(*c)).collect();
                        format!("Only {} is left for {}.", values.join(" or "), model.cell_name(cell))
                    }
                    GroupKind::House(set, _) => {
                        let value = model.value_name(live[0]);
                        format!("In {}, {value} can only go in {}.", model.set_name(set), cells.join(" or "))
                    }
                    GroupKind::Posted(i) => format!(
                        "{} needs one of {}.",
                        capital(&model.origin_text(model.posted_groups()[i as usize].origin)),
                        cells.join(", ")
                    ),
                }
            }
            Reason::Constraint { constraint, .. } => idea::question(model, model.constraint(*constraint).origin, step),
            Reason::Balance { balance, .. } if balance.counts() => {
                let clues = balance.clues.first().map(|s| model.origin_text(s.source.origin(model)));
                format!("How often can each value be in the cells of {}?", clues.unwrap_or_default())
            }
            Reason::Balance { balance, .. } => {
                let of = |plus: bool| balance.houses.iter().filter(move |h| (h.1 > 0) == plus);
                let names = |plus| join(&of(plus).map(|h| model.set_name(h.0)).collect::<Vec<_>>());
                if balance.clues.is_empty() {
                    format!("Which cells are in {} alone, and which in {} alone?", names(true), names(false))
                } else {
                    format!("What do {} add up to, and the clues in them?", names(true))
                }
            }
            Reason::Outline { assumed } if !assumed.is_empty() => {
                let c = assumed[0].candidate;
                format!("What would follow if {} were {}?", model.cell_name(c.cell), model.value_name(c))
            }
            Reason::Own(own) => format!("{}.", capital(&own.words(model))),
            Reason::Needed { candidate, .. } => {
                let (cell, value) = (model.cell_name(candidate.cell), model.value_name(*candidate));
                format!("What would be left if {cell} were not {value}?")
            }
            Reason::Assume { candidate, .. } => {
                let c = *candidate;
                format!("What would follow if {} were {}?", model.cell_name(c.cell), model.value_name(c))
            }
            _ => continue,
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_search::Solver;

    fn compiled(text: &str) -> Compiled {
        Compiled::new(cluewright_formats::read(text).unwrap().puzzle).unwrap()
    }

    fn several_of(puzzle: &Compiled, progress: &[Progress]) -> Several {
        let options = HintOptions { progress: Some(progress), ..HintOptions::default() };
        match hint(puzzle, &options, &Limits::none()) {
            Hint::Several(several) => *several,
            other => panic!("{other:?}"),
        }
    }

    fn placed(cell: u16, digit: i32) -> Progress {
        Progress { cell: Cell(cell), placed: Some(digit), marks: Vec::new() }
    }

    /// Follows hints to the end: each step must be true in every solution, and in the end there must be nothing more to find.
    #[test]
    fn steps_are_true_in_all_solutions() {
        let texts = [
            // A unique rectangle must not be used as if the solution were unique.
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....",
            "123.............",
            "grid: 4x4\nkiller-cage r1c1 r1c2 total 3\nodd r1c1\n",
        ];
        for text in texts {
            let puzzle = compiled(text);
            let mut all: Vec<Vec<cluewright_core::Value>> = Vec::new();
            let mut solver = Solver::new(puzzle.model());
            let _ = solver.solutions(&puzzle.board(), &Limits::none(), |s| {
                all.push(s.to_vec());
                std::ops::ControlFlow::Continue(())
            });
            assert!(all.len() > 1, "{text}");
            let mut progress: Vec<Progress> = Vec::new();
            let mut state: Option<State> = None;
            let mut steps = 0;
            loop {
                let found = several_of(&puzzle, &progress);
                let said = found.sentences();
                let Some(NextStep { position: before, step, .. }) = found.step else {
                    assert_ne!(found.all_found, None);
                    break;
                };
                steps += 1;
                assert!(said[0].ends_with("this step is true in all of them."));
                for s in &all {
                    assert!(step.placements.iter().all(|c| s[c.cell.index()] == c.value), "{text}");
                    assert!(step.eliminations.iter().all(|c| s[c.cell.index()] != c.value), "{text}");
                }
                let mut after = before;
                step.apply(puzzle.model(), &mut after);
                // The player writes down everything: digits, and marks where candidates are gone.
                let entry = |c: Cell| {
                    let marks: Vec<i32> =
                        after.board.values(c).iter().map(|v| puzzle.model().number(Candidate::new(c, v))).collect();
                    let placed = after.placed.contains(c).then(|| marks[0]);
                    Progress { cell: c, placed, marks: if placed.is_some() { Vec::new() } else { marks } }
                };
                progress = Cell::all(puzzle.puzzle().cell_count()).map(entry).collect();
                assert!(state.as_ref().is_none_or(|s| s.board != after.board || s.placed != after.placed), "{text}");
                state = Some(after);
                assert!(steps < 500);
            }
            assert!(steps > 0, "{text}");
        }
    }

    /// A step in a cage with one open cell is named after the cage, and its text gives the remaining sum.
    #[test]
    fn a_step_is_called_after_its_clue_and_a_single_says_the_sum() {
        let puzzle = compiled("grid: 9x9\nkiller-cage r1c3 r1c4 r2c4 total 12\ngiven r1c4 1\ngiven r2c4 3\n");
        let ways = TechniqueFilter { steps: 2, ..TechniqueFilter::default() };
        let walked = explain(&puzzle, ExplainOptions { ways, ..ExplainOptions::default() }, &Limits::none());
        let names: Vec<String> = walked.path.steps.iter().map(|step| name_of(puzzle.model(), step)).collect();
        assert_eq!(names, ["Cage combinations", "Naked Single"]);
        assert_eq!(walked.texts[1].short, "r1c3 is 8: the cage 12 at r1c3 leaves 12 - 1 - 3 = 8.");
        let [first, ..] = walked.path.steps.as_slice() else { panic!("two steps") };
        assert_eq!(idea::idea(puzzle.model(), first), "Look at the cage around box 2.");
    }

    /// No level of a hint says merely that there is a step: level 1 names a kind of clue and a region, level 2 a place or digits,
    /// and level 3 adds more.
    #[test]
    fn every_level_gives_something() {
        let files = ["arrow", "killer", "thermometer", "miracle", "jigsaw", "six"];
        let mut of_clues = 0;
        for name in files {
            let path = format!("{}/../../examples/{name}.clue", env!("CARGO_MANIFEST_DIR"));
            let puzzle = compiled(&std::fs::read_to_string(path).unwrap());
            let walked = explain(&puzzle, ExplainOptions::default(), &Limits::none());
            for ((position, step), text) in walked.path.positions(puzzle.model()).zip(&walked.texts) {
                let next = NextStep { position, step: step.clone(), text: text.clone() };
                let levels: Vec<Vec<String>> = (1..=3).map(|level| step_at_level(&puzzle, &next, level)).collect();
                assert!(!next.text.short.starts_with(next.step.technique.name), "{name}: {}", next.text.short);
                let called = name_of(puzzle.model(), step);
                assert!(!called.to_lowercase().contains("clue"), "{name}: {called}");
                assert_eq!(levels[0].len(), 1, "{name}: {levels:?}");
                assert_ne!(levels[0][0], "Look at a clue.", "{name}");
                assert!(levels[1].len() > 1, "{name}: {levels:?}");
                assert!(levels[2].len() > levels[1].len(), "{name}: {levels:?}");
                of_clues += usize::from(levels[0][0].starts_with("Look at the "));
            }
        }
        assert!(of_clues > 20, "{of_clues}");
    }

    #[test]
    fn a_clue_is_told_in_levels() {
        let puzzle = compiled("grid: 4x4\nkiller-cage r1c1 r1c2 total 3\n");
        let Hint::Several(several) = hint(&puzzle, &HintOptions::default(), &Limits::none()) else { panic!() };
        let lines = step_at_level(&puzzle, &several.step.unwrap(), 3);
        let cage = "the cage 3 at r1c1";
        assert_eq!(
            lines,
            [
                "Look at the cage in box 1.".to_owned(),
                format!("Look at {cage}."),
                "The step is about r1c1 and r1c2.".to_owned(),
                format!("Think about {cage} alone (r1c1, r1c2): what does it leave for r1c1 and r1c2?"),
            ]
        );
    }

    /// The name of the technique comes before the sentence and does not occur in it.
    #[test]
    fn a_trial_is_named_once() {
        let puzzle = compiled("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
        let ways = TechniqueFilter::default().only(&["trial"]).unwrap();
        let options = HintOptions { ways, ..HintOptions::default() };
        let Hint::Step(next) = hint(&puzzle, &options, &Limits::none()) else { panic!("a step") };
        let lines = step_at_level(&puzzle, &next, 4);
        assert!(lines[0].starts_with("Trial: If "), "{lines:?}");
        assert_eq!(lines[0].to_lowercase().matches("trial").count(), 1, "{lines:?}");
    }

    /// A cell that may hold any digit is not mentioned as a condition; a cell limited to some digits is.
    #[test]
    fn a_condition_that_says_nothing_is_left_out() {
        let rule = "rule z\n  require cell(1,2) <= 2 or cell(1,1) = cell(1,2)\n\nrules: classic, z\n";
        let told = |more: &str| {
            let puzzle = compiled(&format!("grid: 9x9\n\n{rule}{more}"));
            step_at_level(&puzzle, &several_of(&puzzle, &[]).step.expect("r1c2 is 1 or 2"), 4).swap_remove(0)
        };
        assert_eq!(told(""), "Z: Whatever r1c1 is, r1c2 is 1 or 2 (z and row 1).");
        let some = told("given r1c1 [3 4 5]\n");
        assert!(some.contains("r1c1 is 3, 4 or 5, and in each case r1c2 is"), "{some}");
    }

    #[test]
    fn digits_that_are_not_in_all_solutions_are_named_and_not_used() {
        let puzzle = compiled("12..............");
        let found = several_of(&puzzle, &[placed(2, 3), placed(15, 1)]);
        assert_eq!(found.unsure, ["3 in r1c3", "1 in r4c4"]);
        let said = found.sentences();
        assert_eq!(said[1], "3 in r1c3 and 1 in r4c4 are not true in all of them.");
        let with = found.step.expect("r1c3 and r1c4 are 3 and 4");
        let without = several_of(&puzzle, &[]).step.expect("the same");
        assert_eq!(with.step.eliminations, without.step.eliminations);
    }

    #[test]
    fn where_nothing_is_common_that_is_said() {
        let found = several_of(&compiled("................"), &[]);
        assert!(found.step.is_none());
        assert_eq!(
            found.sentences(),
            ["The puzzle has more than one solution, and the solutions have nothing more in common."]
        );
        let Hint::Several(stopped) = hint(&compiled(&".".repeat(81)), &HintOptions::default(), &Limits::nodes(3))
        else {
            return;
        };
        assert!(stopped.step.is_none());
        assert!(stopped.sentences()[0].ends_with("was not found within the limits."), "{:?}", stopped.sentences());
    }
}
