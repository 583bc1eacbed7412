//! Searches on a compiled puzzle, and facts from these searches for use by logic.

use crate::compiled::Compiled;
use crate::unsat_core::Fewest;
use cluewright_core::{Board, Candidate, Cell, Model, OriginId, SortedMap, Value, ValueSet};
use cluewright_logic::{Alone, Assumption, Exhausted, Few, Oracle, Probe};
use cluewright_search::classic::is_classic;
use cluewright_search::{Answer, Assumed, Attempt, Candidates, Limits, Refuter, Solver, Stopped, Verdict};
use std::cell::{self, RefCell};

/// Determines whether there is no solution, exactly one, or several. Each solution is checked before it is returned: see
/// [`Compiled::judge`].
///
/// ```
/// use cluewright::{Compiled, Limits, Verdict, formats, solve};
/// let compiled = Compiled::new(formats::read("12..............")?.puzzle)?; // 4x4
/// let answer = solve(&compiled, &Limits::none());
/// let Verdict::Multiple(one, another) = answer.value else { panic!("it has 24") };
/// assert_ne!(compiled.digits_text(&one), compiled.digits_text(&another));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn solve(compiled: &Compiled, limits: &Limits<'_>) -> Answer<Verdict> {
    let answer = Solver::new(compiled.model()).verdict(&compiled.board(), limits);
    compiled.judged(answer, limits)
}

/// Options for counting candidates.
#[derive(Clone, Copy, Debug)]
pub struct CandidateOptions<'a> {
    /// The number up to which the solutions that contain a candidate are counted, at least 1 (the default).
    pub cap: u32,
    /// The answer for the same puzzle before clues or givens were added: the search only has to decide what that answer leaves
    /// open.
    pub before: Option<&'a Candidates>,
    /// The number of threads, at least 1 (the default); the answer does not depend on this number.
    pub threads: usize,
}

impl Default for CandidateOptions<'_> {
    fn default() -> Self {
        Self { cap: 1, before: None, threads: 1 }
    }
}

/// Determines which candidates are in some solution, and how many solutions contain each of them.
///
/// ```
/// use cluewright::{CandidateOptions, Compiled, Limits, candidates, formats};
/// // A cage is added to a puzzle: what was impossible stays impossible, solutions that still hold are kept.
/// let puzzle = "rules: classic\ngrid: 4x4\ngivens:\n  12..\n  ....\n  ....\n  ...3\n";
/// let wide = Compiled::new(formats::read(puzzle)?.puzzle)?;
/// let usual = CandidateOptions::default();
/// let before = candidates(&wide, &CandidateOptions { threads: 2, ..usual }, &Limits::none());
/// let narrow = Compiled::new(formats::read(&format!("{puzzle}killer-cage r3c1 r4c1 total 7\n"))?.puzzle)?;
/// let known = CandidateOptions { before: Some(&before.value), ..usual };
/// let after = candidates(&narrow, &known, &Limits::none());
/// assert_eq!(after.value.possible, candidates(&narrow, &usual, &Limits::none()).value.possible);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn candidates(compiled: &Compiled, options: &CandidateOptions<'_>, limits: &Limits<'_>) -> Answer<Candidates> {
    let &CandidateOptions { cap, before, threads } = options;
    let answer = Solver::new(compiled.model()).true_candidates_on(threads, &compiled.board(), cap, before, limits);
    compiled.judged_candidates(answer, limits)
}

/// Determines whether there is no solution, exactly one, or several; if there are several, also which candidates are in some
/// solution. Both searches share one solver, because preparing the model takes time.
pub(crate) fn found(compiled: &Compiled, limits: &Limits<'_>) -> (Answer<Verdict>, Option<Answer<Candidates>>) {
    let (mut solver, board) = (Solver::new(compiled.model()), compiled.board());
    let verdict = compiled.judged(solver.verdict(&board, limits), limits);
    let several = matches!(verdict.value, Verdict::Multiple(..));
    let candidates = several.then(|| compiled.judged_candidates(solver.true_candidates(&board, 1, limits), limits));
    (verdict, candidates)
}

/// Facts about a puzzle that the search has found, for use by logic.
#[derive(Clone, Debug)]
pub struct SearchFacts {
    /// The verdict on the number of solutions.
    pub verdict: Verdict,
    /// The reason why the verdict is unknown.
    pub stopped: Option<Stopped>,
    /// For each cell, the candidates that some solution contains; empty if unknown.
    possible: Vec<ValueSet>,
}

impl SearchFacts {
    /// Runs the search within these limits.
    pub fn new(compiled: &Compiled, limits: &Limits<'_>) -> Self {
        let (verdict, candidates) = found(compiled, limits);
        Self::with(verdict, || candidates.filter(Answer::complete).map(|answer| answer.value.possible))
    }

    /// Facts from a verdict; the candidates that some solution contains are computed only if there are several solutions.
    pub(crate) fn with(verdict: Answer<Verdict>, possible: impl FnOnce() -> Option<Vec<ValueSet>>) -> Self {
        let Answer { value: verdict, stopped, .. } = verdict;
        let possible =
            if matches!(verdict, Verdict::Multiple(..)) { possible().unwrap_or_default() } else { Vec::new() };
        Self { verdict, stopped, possible }
    }

    /// Facts for a board: the candidates that some completion of the board contains. The verdict is left unknown.
    pub(crate) fn at(model: &Model, board: &Board, limits: &Limits<'_>) -> Self {
        let answer = Solver::new(model).true_candidates(board, 1, limits);
        let possible = if answer.complete() { answer.value.possible } else { Vec::new() };
        Self { verdict: Verdict::Unknown(None), stopped: answer.stopped, possible }
    }

    /// Whether these facts are complete.
    pub(crate) fn is_whole(&self) -> bool {
        match self.verdict {
            Verdict::Unknown(_) => false,
            Verdict::Multiple(..) => !self.possible.is_empty(),
            Verdict::None | Verdict::Unique(_) => self.stopped.is_none(),
        }
    }

    /// The candidates of a cell that some solution contains; `None` if they are not known.
    pub(crate) fn possible(&self, cell: Cell) -> Option<ValueSet> {
        match &self.verdict {
            Verdict::Unique(values) => values.get(cell.index()).map(|v| ValueSet::of(*v)),
            _ => self.possible.get(cell.index()).copied(),
        }
    }

    /// Facts from a known verdict.
    pub fn of(verdict: Verdict) -> Self {
        Self { verdict, stopped: None, possible: Vec::new() }
    }
}

impl Oracle for SearchFacts {
    fn is_possible(&self, candidate: Candidate) -> Option<bool> {
        match &self.verdict {
            Verdict::Unique(values) => values.get(candidate.cell.index()).map(|v| *v == candidate.value),
            Verdict::None => Some(false),
            _ => self.possible.get(candidate.cell.index()).map(|set| set.contains(candidate.value)),
        }
    }

    fn solution(&self, cell: Cell) -> Option<Value> {
        match &self.verdict {
            Verdict::Unique(values) => values.get(cell.index()).copied(),
            _ => None,
        }
    }
}

/// Lets logic use the search to refute candidates. The model is prepared on first use.
pub(crate) struct Refutations<'a> {
    model: &'a Model,
    stop: Option<&'a (dyn Fn() -> bool + Sync)>,
    search: RefCell<Option<Search<'a>>>,
    /// The work spent on leaving facts out of refutations.
    looks: cell::Cell<u64>,
    /// Prepared refuters for parts of the model that are needed often.
    parts: RefCell<SortedMap<Vec<OriginId>, Refuter<'a>>>,
    rooms: &'a Rooms,
}

/// Storage for parts of a model.
pub(crate) struct Rooms(Vec<cell::OnceCell<Model>>);

impl Rooms {
    /// The maximum number of parts that stay prepared; each takes about 50 KB.
    const MOST: usize = 400;

    pub(crate) fn new() -> Self {
        Self((0..Self::MOST).map(|_| cell::OnceCell::new()).collect())
    }
}

/// Up to this many assumptions, a refutation is listed even if the search has a faster method that makes no list.
const LISTED: u32 = 10_000;

fn plain(assumed: Assumed) -> Assumption {
    Assumption { candidate: assumed.candidate, within: assumed.within }
}

/// The refuter, and the list to which it adds the assumptions.
type Search<'a> = (Refuter<'a>, Vec<Assumed>);

/// The cost of a constraint's propagation, in units of [`cluewright_logic::Config::work`].
const PROPAGATION: u64 = 20;

impl<'a> Refutations<'a> {
    pub(crate) fn new(model: &'a Model, limits: &Limits<'a>, rooms: &'a Rooms) -> Self {
        let (search, parts) = (RefCell::default(), RefCell::default());
        Self { model, stop: limits.stop, search, looks: cell::Cell::new(0), parts, rooms }
    }

    /// Prepares the search if necessary, and applies `question` to it; `None` if the stop signal came before the model was
    /// prepared.
    fn ask<T>(&self, question: impl FnOnce(&mut Search<'a>) -> T) -> Option<T> {
        let mut search = self.search.borrow_mut();
        if search.is_none() {
            let limits = Limits { stop: self.stop, ..Limits::none() };
            *search = Some((Refuter::within(self.model, &limits)?, Vec::new()));
        }
        search.as_mut().map(question)
    }
}

/// Some of a model's facts, in the form in which logic asks about them.
struct Part<'p, 'm> {
    refuter: &'p mut Refuter<'m>,
    board: &'p Board,
    cells: usize,
    limits: Limits<'p>,
    list: Vec<Assumed>,
}

impl Alone for Part<'_, '_> {
    fn follow(&mut self, candidate: Candidate, left: &mut Vec<ValueSet>) -> Option<bool> {
        self.refuter.follow(self.board, candidate, left, &self.limits).ok()
    }

    fn probe(&mut self, candidate: Candidate, most: u32) -> Probe {
        self.refuter.forget();
        let open = self.board.domains().iter().filter(|d| d.single().is_none()).count();
        let limits = Limits { nodes: u64::from(most) + open as u64, ..self.limits };
        match self.refuter.refute(self.board, candidate, &limits, &mut self.list) {
            Attempt::Refuted => Probe::Refuted(u32::try_from(self.list.len()).unwrap_or(u32::MAX)),
            Attempt::Possible => Probe::Possible(self.refuter.way().take(self.cells).collect()),
            Attempt::Unknown(_) => Probe::Unknown,
        }
    }
}

impl cluewright_logic::Refuter for Refutations<'_> {
    fn follow(&self, board: &Board, candidate: Candidate, left: &mut Vec<ValueSet>) -> Option<bool> {
        let limits = Limits { stop: self.stop, ..Limits::none() };
        self.ask(|(refuter, _)| refuter.follow(board, candidate, left, &limits).ok())?
    }

    fn refute(&self, board: &Board, candidate: Candidate, most: u32) -> Option<Vec<Assumption>> {
        let limits = Limits { stop: self.stop, ..Limits::nodes(u64::from(most)) };
        self.ask(|(refuter, list)| {
            let attempt = refuter.refute(board, candidate, &limits, list);
            (attempt == Attempt::Refuted).then(|| list.iter().copied().map(plain).collect())
        })?
    }

    fn refute_others(&self, board: &Board, candidate: Candidate, most: u32) -> Option<Exhausted> {
        let limits = Limits { stop: self.stop, ..Limits::none() };
        if most > LISTED && is_classic(self.model) {
            // The solver is about ten times as fast as the refuter, and the list of assumptions would be too long to use.
            let mut others = board.clone();
            let _ = others.remove(candidate.cell, candidate.value);
            let answer = Solver::new(self.model).solve(&others, &limits);
            let exhausted = Exhausted { assumed: Vec::new(), cases: answer.stats.nodes };
            return (answer.complete() && answer.value.is_none()).then_some(exhausted);
        }
        let limits = Limits { nodes: u64::from(most), ..limits };
        self.ask(|(refuter, list)| {
            let attempt = refuter.refute_others(board, candidate, &limits, list);
            let assumed = || list.iter().copied().map(plain).collect();
            (attempt == Attempt::Refuted).then(|| Exhausted { assumed: assumed(), cases: list.len() as u64 })
        })?
    }

    fn facts(&self, board: &Board, candidate: Candidate, of: Option<&[OriginId]>, most: usize) -> Option<Few> {
        let mut fewest = Fewest::new(self.model, board, candidate, self.stop);
        let few = fewest.find(candidate.cell, of, most, PROPAGATION);
        self.looks.set(self.looks.get() + fewest.work);
        few
    }

    fn alone(&self, board: &Board, facts: &[OriginId], often: bool, ask: &mut dyn FnMut(&mut dyn Alone)) {
        let limits = Limits { stop: self.stop, ..Limits::none() };
        let only = || self.model.only(&|origin| facts.binary_search(&origin).is_ok());
        let cells = self.model.len();
        if !often {
            let part = only();
            if let Some(mut refuter) = Refuter::within(&part, &limits) {
                ask(&mut Part { refuter: &mut refuter, board, cells, limits, list: Vec::new() });
            }
            return;
        }
        let mut parts = self.parts.borrow_mut();
        if !parts.contains_key(facts) {
            let Some(room) = self.rooms.0.get(parts.len()) else { return self.alone(board, facts, false, ask) };
            let Some(refuter) = Refuter::within(room.get_or_init(only), &limits) else { return };
            parts.insert(facts.to_vec(), refuter);
        }
        if let Some(refuter) = parts.get_mut(facts) {
            ask(&mut Part { refuter, board, cells, limits, list: Vec::new() });
        }
    }

    fn forget(&self) {
        self.ask(|(refuter, _)| refuter.forget());
    }

    fn weight(&self, cell: Cell) -> f64 {
        self.ask(|(refuter, _)| refuter.weight(cell)).unwrap_or(1.0)
    }

    fn work(&self) -> u64 {
        self.ask(|(refuter, _)| refuter.work() * PROPAGATION).unwrap_or_default() + self.looks.get()
    }
}
