//! Makes puzzles from a random solution, with just enough givens for a unique solution. First, givens are added in cells where
//! another solution differs, so that few are needed. Then redundant givens are removed. Each attempt is seeded by its number, and
//! results are judged in order, so the same seed gives the same puzzles with any number of threads.

use super::aim::{Aim, Descent, grid_of};
use super::attempt::{Attempt, Pool};
use super::goal::Goal;
use super::made::Generated;
use super::quick::Quick;
use super::run::{GenerateEvent, Quota, collected, in_order};
use super::singles::Singles;
use crate::compiled::Compiled;
use crate::distinct::distinct;
use crate::explain::{ExplainOptions, explain};
use crate::generate_error::GenerateError;
use crate::rate::Rating;
use crate::report::{ExtraReport, ScaleReport};
use crate::solve::SearchFacts;
use crate::strip::Strip;
use crate::symmetry::{Symmetry, orbits};
use crate::technique_filter::TechniqueFilter;
use cluewright_core::puzzle::Given;
use cluewright_core::{Board, Cell, Random, Sort, SortedMap, Value};
use cluewright_logic::Outcome;
use cluewright_search::{Limits, Solver, Stopped, Verdict};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

/// The requirements for new puzzles made of givens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GivensOptions {
    /// The minimum and maximum number of givens; `None`: as few as an attempt needs.
    pub givens: Option<(u32, u32)>,
    /// Whether every given is necessary: removing any given (with a symmetry: any symmetric set) leaves more than one solution.
    pub minimal: bool,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
    /// The difficulty of the hardest step, in tenths: minimum and maximum.
    pub difficulty: Option<(u16, u16)>,
    /// Whether to skip the rating, which takes most of the time.
    pub unrated: bool,
    /// The seed.
    pub seed: u64,
}

/// Makes puzzles with the shape, rules and clues of a given puzzle.
///
/// ```
/// use cluewright::generate::{Generator, Quota, GivensOptions};
/// use cluewright::{Compiled, Limits, formats};
/// let empty = Compiled::new(formats::read("................")?.puzzle)?; // 4x4
/// let wanted = GivensOptions { minimal: true, seed: 7, ..GivensOptions::default() };
/// let generator = Generator::new(&empty, wanted, &Limits::none())?;
/// let found = generator.puzzles(&Quota { puzzles: 2, ..Quota::default() }, &Limits::none())?;
/// assert_eq!(found.len(), 2);
/// assert_ne!(found[0].puzzle.givens, found[1].puzzle.givens);
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Debug)]
pub struct Generator<'c> {
    pub(super) base: &'c Compiled,
    pub(super) wanted: GivensOptions,
    pub(super) aim: Aim,
    /// The requirements for the technique that [`Self::aim`] names.
    pub(super) goal: Option<Goal>,
    pub(super) quick: Option<Quick>,
    pub(super) singles: Option<Singles>,
    /// The first puzzle that was compiled; the others are derived from it by changing the givens.
    first: OnceLock<Compiled>,
    /// All solutions of the grid without givens, if there are few; testing for uniqueness then needs no search.
    all: Option<Vec<Vec<Value>>>,
    /// Sets of cells that are either all given or all empty (one cell each without a symmetry).
    pub(super) orbits: Vec<Vec<Cell>>,
    /// Ratings of earlier puzzles, by their givens; used if the grid has few solutions.
    known: Mutex<RatingCache>,
}

/// Difficulties of puzzles by their givens; `None` if the puzzle does not meet the request.
type RatingCache = SortedMap<Vec<(Cell, i32)>, Option<Rating>>;

/// The maximum number of solutions of the empty grid that are stored; they must be found within `FEW_NODES` search nodes.
const FEW: u64 = 5_000;
/// The work limit for rating a puzzle when no difficulty is requested.
const GLANCE: u64 = 3_000_000;
const FEW_NODES: u64 = 20_000;
/// The maximum number of cached ratings, for grids whose puzzles recur.
const KEPT: usize = 2_000;

impl<'c> Generator<'c> {
    /// Prepares to make puzzles. The givens of `base` are ignored.
    pub fn new(base: &'c Compiled, wanted: GivensOptions, limits: &Limits<'_>) -> Result<Self, GenerateError> {
        let mut all: Vec<Vec<Value>> = Vec::new();
        let nodes = if limits.nodes == 0 { FEW_NODES } else { limits.nodes.min(FEW_NODES) };
        let few = Limits { nodes, progress: None, ..*limits };
        let board = base.board_without_givens();
        let answer = Solver::new(base.model()).solutions(&board, &few, |s| {
            all.push(s.to_vec());
            if all.len() as u64 > FEW { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let complete = answer.complete() && all.len() as u64 <= FEW;
        if complete && all.is_empty() {
            return Err(GenerateError::NoSolution);
        }
        let orbits = orbits(base.puzzle(), wanted.symmetry);
        Ok(Self {
            base,
            wanted,
            aim: Aim::default(),
            goal: None,
            quick: None,
            singles: Singles::of(base.model(), base.puzzle().cell_count()),
            first: OnceLock::new(),
            all: complete.then_some(all),
            orbits,
            known: Mutex::default(),
        })
    }

    /// Like `new`, but aims at a level of a scale or at a technique. The puzzle may then have redundant givens that lead there,
    /// unless [`GivensOptions::minimal`] forbids them.
    ///
    /// ```
    /// use cluewright::generate::{Aim, Generator, OnScale, Quota, GivensOptions};
    /// use cluewright::{Compiled, Limits, formats};
    /// let empty = Compiled::new(formats::read(&".".repeat(81))?.puzzle)?;
    /// let level = Some(OnScale::read("hodoku", "medium")?);
    /// let generator = Generator::new(&empty, GivensOptions::default(), &Limits::none())?.aiming(Aim { level, ..Aim::default() });
    /// let found = generator.puzzles(&Quota::default(), &Limits::none())?;
    /// assert!(found[0].rating.as_ref().unwrap().text.starts_with("Medium, score "));
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    #[must_use]
    pub fn aiming(mut self, aim: Aim) -> Self {
        self.aim = aim;
        self.goal = aim.technique.map(|id| Goal::with(self.wanted.difficulty, Some(id), &[], false));
        self.quick = self.goal.as_ref().and_then(|goal| Quick::of(goal, self.base.model()));
        self
    }

    /// The puzzle with these givens.
    pub(super) fn with_givens(&self, givens: Vec<Given>) -> Option<Compiled> {
        if givens.is_empty() {
            return None;
        }
        if let Some(first) = self.first.get() {
            return first.with_givens(givens);
        }
        let mut puzzle = self.base.puzzle().clone();
        puzzle.givens.clone_from(&givens);
        puzzle.progress.clear();
        let compiled = self.base.with_puzzle(puzzle).ok()?;
        self.first.get_or_init(|| compiled).with_givens(givens)
    }

    /// The puzzle of attempt `number`, or `None` if it does not meet the request.
    pub fn attempt(&self, number: u64, limits: &Limits<'_>) -> Result<Option<Generated>, GenerateError> {
        let mut result = None;
        let mut solver = Solver::new(self.base.model());
        self.attempts(&mut solver, number..number + 1, limits, |_, made| {
            result = Some(made);
            ControlFlow::Break(())
        });
        result.expect("one attempt, one result")
    }

    /// Runs attempts and passes the results on in order until `each` breaks. The searches of several attempts are batched (see
    /// [`Solver::width`]), with the same results as separate searches.
    fn attempts(
        &self,
        solver: &mut Solver<'_>,
        numbers: Range<u64>,
        limits: &Limits<'_>,
        mut each: impl FnMut(u64, Result<Option<Generated>, GenerateError>) -> ControlFlow<()>,
    ) {
        let board = self.base.board_without_givens();
        let mut attempts = self.begun(solver, numbers, &board, limits);
        self.add(solver, &mut attempts, &board, limits);
        self.take_away(solver, &mut attempts, &board, limits);
        for mut attempt in attempts {
            let result = match attempt.over.take() {
                Some(result) => result,
                None => self.finish(solver, &mut attempt, &board, limits),
            };
            if each(attempt.number, result).is_break() {
                return;
            }
        }
    }

    /// Begins each attempt by drawing a random solution.
    fn begun(&self, solver: &mut Solver<'_>, numbers: Range<u64>, board: &Board, limits: &Limits<'_>) -> Vec<Attempt> {
        let random = |number: u64| Random::typed(self.wanted.seed ^ number.wrapping_mul(0xD134_2543_DE82_EF95));
        let mut randoms: Vec<Random> = numbers.clone().map(random).collect();
        let (solutions, stopped) = if let Some(all) = &self.all {
            let draw = |r: &mut Random| Some(all[r.below(all.len())].clone());
            (randoms.iter_mut().map(draw).collect(), None)
        } else {
            let seeds: Vec<u64> = randoms.iter_mut().map(Random::bits).collect();
            let answer = solver.random_solutions(board, &seeds, limits);
            (answer.value, answer.stopped)
        };
        let mut solutions = solutions.into_iter();
        let begin = |(number, mut random): (u64, Random)| {
            let (solution, over) = match solutions.next() {
                Some(Some(solution)) => (solution, None),
                Some(None) => (Vec::new(), Some(Err(GenerateError::NoSolution))),
                None => (Vec::new(), Some(Err(GenerateError::Limit(stopped.unwrap_or(Stopped::Signal))))),
            };
            let mut order: Vec<usize> = (0..self.orbits.len()).collect();
            random.shuffle(&mut order);
            Attempt { number, random, solution, order, chosen: vec![false; self.orbits.len()], over }
        };
        numbers.zip(randoms).map(begin).collect()
    }

    /// Adds givens where another solution differs, until each attempt's solution is unique.
    fn add(&self, solver: &mut Solver<'_>, attempts: &mut [Attempt], board: &Board, limits: &Limits<'_>) {
        let mut open: Vec<&mut Attempt> = attempts.iter_mut().filter(|a| a.over.is_none()).collect();
        let mut pool = Pool::of(board);
        while !open.is_empty() {
            let asked: Vec<(&[Value], &[bool])> = open.iter().map(|a| (&a.solution[..], &a.chosen[..])).collect();
            let others = match self.others(solver, &asked, &mut pool, limits) {
                Ok(others) => others,
                Err(why) => {
                    for attempt in open {
                        attempt.over = Some(Err(why));
                    }
                    return;
                }
            };
            let mut others = others.into_iter();
            open.retain_mut(|attempt| {
                let Some(other) = others.next().flatten() else { return false };
                let Attempt { random, solution, order, chosen, over, .. } = &mut **attempt;
                let differs = |o: &usize| self.orbits[*o].iter().any(|c| other[c.index()] != solution[c.index()]);
                let Some(&next) = order.iter().find(|o| !chosen[**o] && differs(o)) else {
                    // The solutions differ only outside the grid, so givens cannot distinguish them.
                    *over = Some(Ok(None));
                    return false;
                };
                chosen[next] = true;
                // Shuffle again after each given; otherwise the first cells of the order would always be given.
                random.shuffle(order);
                true
            });
        }
    }

    /// For each choice of givens from a solution, another solution that agrees with the chosen givens, if there is one.
    fn others(
        &self,
        solver: &mut Solver<'_>,
        asked: &[(&[Value], &[bool])],
        pool: &mut Pool<'_>,
        limits: &Limits<'_>,
    ) -> Result<Vec<Option<Vec<Value>>>, GenerateError> {
        let grid = self.base.puzzle().cell_count();
        if self.all.is_some() {
            return Ok(asked.iter().map(|(solution, chosen)| self.known_other(solution, chosen)).collect());
        }
        pool.used = 0;
        for (solution, chosen) in asked {
            self.put(pool, solution, chosen, None);
        }
        let answer = solver.verdicts(pool.boards(), &Limits { progress: None, ..*limits });
        if let Some(why) = answer.stopped {
            return Err(GenerateError::Limit(why));
        }
        let other = |(verdict, (solution, _)): (Verdict, &(&[Value], &[bool]))| match verdict {
            Verdict::Multiple(a, b) => Some(if a[..grid] == solution[..grid] { b } else { a }),
            _ => None,
        };
        Ok(answer.value.into_iter().zip(asked).map(other).collect())
    }

    /// Another solution with these givens, if all solutions are stored.
    fn known_other(&self, solution: &[Value], chosen: &[bool]) -> Option<Vec<Value>> {
        let given = || self.orbits.iter().zip(chosen).filter(|(_, c)| **c).flat_map(|(o, _)| o.iter());
        // A solution that differs only outside the grid also counts as another one.
        let fits = |s: &&Vec<Value>| s[..] != *solution && given().all(|c| s[c.index()] == solution[c.index()]);
        self.all.iter().flatten().find(fits).cloned()
    }

    /// Sets the next free board of the pool to the chosen givens of a solution, except those of one orbit.
    fn put(&self, pool: &mut Pool<'_>, solution: &[Value], chosen: &[bool], without: Option<usize>) {
        let board = pool.next();
        for (o, orbit) in self.orbits.iter().enumerate() {
            if chosen[o] && Some(o) != without {
                for &c in orbit {
                    // Fixing cannot fail: the board allows every solution.
                    let _ = board.fix(c, solution[c.index()]);
                }
            }
        }
    }

    /// Removes redundant givens.
    fn take_away(&self, solver: &mut Solver<'_>, attempts: &mut [Attempt], board: &Board, limits: &Limits<'_>) {
        let width = if self.all.is_some() { 1 } else { solver.width() };
        let mut open: Vec<(&mut Attempt, Strip)> = Vec::with_capacity(attempts.len());
        for attempt in attempts.iter_mut().filter(|a| a.over.is_none()) {
            let items = attempt.order.iter().copied().filter(|&o| attempt.chosen[o]).collect();
            open.push((attempt, Strip::new(items, width)));
        }
        let mut pool = Pool::of(board);
        loop {
            open.retain(|(_, strip)| !strip.asked().is_empty());
            if open.is_empty() {
                return;
            }
            let free: Vec<bool> = if self.all.is_some() {
                let alone = |attempt: &Attempt, orbit: usize| {
                    let mut kept = attempt.chosen.clone();
                    kept[orbit] = false;
                    self.known_other(&attempt.solution, &kept).is_none()
                };
                open.iter().flat_map(|(a, strip)| strip.asked().iter().map(|&o| alone(a, o))).collect()
            } else {
                pool.used = 0;
                for (attempt, strip) in &open {
                    for &orbit in strip.asked() {
                        self.put(&mut pool, &attempt.solution, &attempt.chosen, Some(orbit));
                    }
                }
                let answer = solver.count_each(pool.boards(), 2, &Limits { progress: None, ..*limits });
                if let Some(why) = answer.stopped {
                    for (attempt, _) in open {
                        attempt.over = Some(Err(GenerateError::Limit(why)));
                    }
                    return;
                }
                answer.value.iter().map(|&n| n < 2).collect()
            };
            let mut rest = &free[..];
            for (attempt, strip) in &mut open {
                let (own, others) = rest.split_at(strip.asked().len());
                strip.told(&mut attempt.chosen, own);
                rest = others;
            }
        }
    }

    /// Adds givens up to the requested number, and judges the puzzle.
    fn finish(
        &self,
        solver: &mut Solver<'_>,
        attempt: &mut Attempt,
        board: &Board,
        limits: &Limits<'_>,
    ) -> Result<Option<Generated>, GenerateError> {
        let (low, high) = self.wanted.givens.unwrap_or((0, u32::MAX));
        let Attempt { number, random, solution, order, chosen, .. } = attempt;
        let cells = |o: &Vec<_>| u32::try_from(o.len()).expect("a grid has at most 65,536 cells");
        let size = |chosen: &[bool]| -> u32 {
            chosen.iter().zip(&self.orbits).filter(|(c, _)| **c).map(|(_, o)| cells(o)).sum()
        };
        if size(chosen) > high || (self.wanted.minimal && size(chosen) < low) {
            return Ok(None);
        }
        // Add givens, if more are requested.
        let target = if self.wanted.minimal || self.wanted.givens.is_none() {
            0
        } else {
            let (from, to) = (low.max(size(chosen)), high.min(self.orbits.iter().map(cells).sum()));
            if from > to {
                return Ok(None);
            }
            u32::try_from(from as u64 + random.below((to - from) as u64 + 1)).expect("at most `to`")
        };
        for &orbit in &*order {
            if !chosen[orbit] && size(chosen) + cells(&self.orbits[orbit]) <= target {
                chosen[orbit] = true;
            }
        }
        let mut rating = None;
        if self.goal.is_some() || self.aim.level.is_some() {
            let mut pool = Pool::of(board);
            let mut lead = Descent {
                base: self.base,
                orbits: &self.orbits,
                with_givens: &|givens| self.with_givens(givens),
                singles: self.singles.as_ref(),
                goal: self.goal.as_ref(),
                quick: self.quick.as_ref(),
                others: &mut |asked| {
                    let asked: Vec<(&[Value], &[bool])> = asked.iter().map(|a| (&solution[..], &a[..])).collect();
                    self.others(solver, &asked, &mut pool, limits)
                },
                aim: self.aim,
                minimal: self.wanted.minimal,
                solution,
                chosen,
                random,
                limits,
            };
            let lead = lead.run()?;
            let Some(led) = lead else { return Ok(None) };
            *chosen = led.chosen;
            rating = Some((led.difficulty, led.rating));
        }
        if !(low..=high).contains(&size(chosen)) {
            return Ok(None);
        }
        self.judge(*number, solution, chosen, rating, limits)
    }

    /// Makes different puzzles, in a deterministic order. Errors: the reason why there are fewer than requested; [`Generator::run`]
    /// passes on those that were found.
    pub fn puzzles(&self, quota: &Quota, limits: &Limits<'_>) -> Result<Vec<Generated>, GenerateError> {
        collected(|tell| self.run(quota, limits, tell))
    }

    /// Like `puzzles`, but reports each puzzle as soon as it is made, and every attempt. Errors: the reason why there are fewer
    /// than requested.
    pub fn run(
        &self,
        quota: &Quota,
        limits: &Limits<'_>,
        tell: impl FnMut(GenerateEvent),
    ) -> Result<(), GenerateError> {
        let attempts = quota.attempts;
        let possible = self.possible(quota.puzzles);
        let twin = |made: &Generated| self.aim.distinct.then(|| grid_of(self.base, &made.puzzle.solution));
        in_order(quota, possible, &twin, limits, tell, |next, limits, each| self.blocks(next, attempts, limits, each))
    }

    /// Runs blocks of attempts until `each` breaks. Several threads may share `next`, the number of the next attempt.
    fn blocks(
        &self,
        next: &AtomicU64,
        attempts: u64,
        limits: &Limits<'_>,
        mut each: impl FnMut(u64, Result<Option<Generated>, GenerateError>) -> ControlFlow<()>,
    ) {
        let mut solver = Solver::new(self.base.model());
        let width = if limits.nodes == 0 { solver.width() as u64 } else { 1 };
        // Blocks start small and grow, as the first few attempts may be enough.
        let end = |from: u64| (from + (from / 2).clamp(1, width)).min(attempts);
        let claim = |from: u64| (from < attempts).then(|| end(from));
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue()
            && let Ok(from) = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim)
        {
            self.attempts(&mut solver, from..end(from), limits, |number, result| {
                flow = each(number, result);
                flow
            });
        }
    }

    /// The number of puzzles that exist, if it is known and less than `count`. In that case every attempt succeeds.
    fn possible(&self, count: u32) -> Option<u32> {
        let all = self.all.as_ref()?;
        // Other requirements exclude some puzzles, or change which givens remain, so the number is not known.
        if self.wanted.givens.is_some() || self.wanted.difficulty.is_some() {
            return None;
        }
        let most = usize::try_from(count).unwrap_or(usize::MAX).saturating_sub(1);
        distinct(all, &self.orbits, most).and_then(|n| u32::try_from(n).ok())
    }

    fn judge(
        &self,
        attempt: u64,
        solution: &[Value],
        chosen: &[bool],
        rating: Option<(Option<Rating>, Option<ScaleReport>)>,
        limits: &Limits<'_>,
    ) -> Result<Option<Generated>, GenerateError> {
        let mut puzzle = self.base.puzzle().clone();
        let numbers = self.base.numbers(solution);
        let mut cells: Vec<Cell> =
            self.orbits.iter().zip(chosen).filter(|(_, c)| **c).flat_map(|(o, _)| o.iter().copied()).collect();
        cells.order();
        puzzle.givens = cells.iter().map(|&c| Given { cell: c, digits: vec![numbers[c.index()]] }).collect();
        puzzle.progress.clear();
        puzzle.solution = numbers.into_iter().map(Some).collect();
        puzzle.foreign = None;
        let extra = ExtraReport::of_solution(self.base, solution);
        if let Some((difficulty, rating)) = rating {
            return Ok(Some(Generated { puzzle, extra, difficulty, rating, attempt }));
        }
        if self.wanted.unrated && self.wanted.difficulty.is_none() {
            return Ok(Some(Generated { puzzle, extra, difficulty: None, rating: None, attempt }));
        }
        let key: Vec<(Cell, i32)> = puzzle.givens.iter().map(|g| (g.cell, g.digits[0])).collect();
        let known = || self.known.lock().expect("no thread panics with the lock");
        if let Some(difficulty) = self.all.as_ref().and_then(|_| known().get(&key).cloned()) {
            return Ok(difficulty.map(|difficulty| Generated {
                puzzle,
                extra,
                difficulty: Some(difficulty),
                rating: None,
                attempt,
            }));
        }
        // The rules were compiled for this grid and these clues before, so givens from the puzzle's own solution cannot cause an
        // error.
        let Ok(compiled) = self.base.with_puzzle(puzzle) else { return Ok(None) };
        let truth = SearchFacts::of(Verdict::Unique(solution.to_vec()));
        let mut ways = TechniqueFilter::default();
        match self.wanted.difficulty {
            // A single step that is too hard settles the matter, so the rating may stop there.
            Some((_, high)) => ways.hardest = high,
            // No difficulty is requested, but most puzzles can be rated within this amount of work.
            None => ways.work = GLANCE,
        }
        let options = ExplainOptions { ways, ..ExplainOptions::knowing(&truth) };
        let walked = explain(&compiled, options, limits);
        if limits.stop.is_some_and(|stop| stop()) {
            return Err(GenerateError::Limit(Stopped::Signal));
        }
        let rating = Rating::of(&compiled, &walked.path);
        let hardest = rating.profile.hardest;
        let fits = |(low, high)| rating.outcome == Outcome::Solved && (low..=high).contains(&hardest);
        let fits = self.wanted.difficulty.is_none_or(fits);
        let difficulty = fits.then_some(rating);
        if self.all.is_some() {
            let mut known = known();
            if known.len() < KEPT {
                known.insert(key, difficulty.clone());
            }
        }
        let made = |difficulty| Generated {
            puzzle: compiled.into_puzzle(),
            extra,
            difficulty: Some(difficulty),
            rating: None,
            attempt,
        };
        Ok(difficulty.map(made))
    }
}
