//! Making puzzles: a random solution, then as few givens as single it out.
//!
//! Givens are first added where another solution still differs, which leads to few of them, and then taken away again
//! as long as the solution stays the only one. Every attempt draws from its own number, and attempts are judged in
//! order: the same seed makes the same puzzles whatever the number of threads.

use crate::compiled::Compiled;
use crate::explain::{Ways, explain};
use crate::solve::Truth;
use crate::strip::strip;
use cluewright_core::puzzle::Given;
use cluewright_core::{Board, Cell, Puzzle, Value};
use cluewright_logic::{Outcome, Profile};
use cluewright_search::{Limits, Solver, Stopped, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};

/// How the places of the givens repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symmetry {
    /// Not at all.
    #[default]
    None,
    /// Half a turn.
    Rotate,
    /// A quarter of a turn (a square grid).
    Quarter,
    /// Left and right.
    Horizontal,
    /// Top and bottom.
    Vertical,
    /// Rows and columns exchanged (a square grid).
    Diagonal,
}

/// What a new puzzle should be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Fewest and most givens; `None`: as few as the attempt leads to.
    pub givens: Option<(u32, u32)>,
    /// Without any one given the puzzle has more solutions. (With a symmetry: without any set of cells that belong
    /// together.)
    pub minimal: bool,
    /// How the places of the givens repeat.
    pub symmetry: Symmetry,
    /// The difficulty of the hardest step, in tenths, from and to.
    pub difficulty: Option<(u16, u16)>,
    /// How hard a puzzle is need not be told, which takes most of the time of making one.
    pub unrated: bool,
    /// The seed.
    pub seed: u64,
}

/// A new puzzle.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle, with its solution recorded.
    pub puzzle: Puzzle,
    /// How hard it is for people; `None` when that need not be told.
    pub difficulty: Option<Difficulty>,
    /// The number of the attempt that made it.
    pub attempt: u64,
}

/// How hard a new puzzle is for people.
#[derive(Clone, Debug)]
pub struct Difficulty {
    /// The steps of its walk, summed up.
    pub profile: Profile,
    /// How the walk ended that says so.
    pub outcome: Outcome,
}

/// How far a generation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Attempts judged.
    pub attempts: u64,
    /// Puzzles found.
    pub found: u32,
}

/// Makes puzzles with the shape, rules and clues of one.
///
/// ```
/// use cluewright::{Compiled, Generator, Limits, Wanted, formats};
/// let empty = Compiled::new(formats::read("................")?.puzzle)?; // 4x4
/// let wanted = Wanted { minimal: true, seed: 7, ..Wanted::default() };
/// let generator = Generator::new(&empty, wanted, &Limits::none()).unwrap();
/// let mut found = Vec::new();
/// generator.run(2, 1_000, 1, &Limits::none(), |puzzle| found.push(puzzle), |_| ()).unwrap();
/// assert_eq!(found.len(), 2);
/// assert_ne!(found[0].puzzle.givens, found[1].puzzle.givens);
/// # Ok::<(), cluewright::BadInput>(())
/// ```
#[derive(Debug)]
pub struct Generator<'c> {
    base: &'c Compiled,
    wanted: Wanted,
    /// Every solution of the grid without givens, when there are few: then no search is needed to tell whether givens
    /// single one out.
    all: Option<Vec<Vec<Value>>>,
    /// Cells whose givens come and go together.
    orbits: Vec<Vec<Cell>>,
}

/// Why there is no puzzle to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hopeless {
    /// The rules have no solution at all.
    NoSolution,
    /// A limit was reached before a puzzle was found.
    Limit(Stopped),
    /// The attempts allowed are used up.
    Attempts,
}

/// Up to so many solutions of the empty grid are kept, when they are found within the nodes below.
const FEW: u64 = 5_000;
/// Work spent on telling how hard a puzzle is when no difficulty is asked for.
const GLANCE: u64 = 3_000_000;
const FEW_NODES: u64 = 20_000;

impl<'c> Generator<'c> {
    /// Prepares. The givens of `base` are left out.
    pub fn new(base: &'c Compiled, wanted: Wanted, limits: &Limits<'_>) -> Result<Self, Hopeless> {
        let mut all: Vec<Vec<Value>> = Vec::new();
        let nodes = if limits.nodes == 0 { FEW_NODES } else { limits.nodes.min(FEW_NODES) };
        let few = Limits { nodes, progress: None, ..*limits };
        let board = base.board_without_givens();
        let answer = cluewright_search::solutions(base.model(), &board, &few, |s| {
            all.push(s.to_vec());
            if all.len() as u64 > FEW { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let complete = answer.complete() && all.len() as u64 <= FEW;
        if complete && all.is_empty() {
            return Err(Hopeless::NoSolution);
        }
        Ok(Self { base, wanted, all: complete.then_some(all), orbits: orbits(base.puzzle(), wanted.symmetry) })
    }

    /// The puzzle of attempt `number`, or `None` when it is not what is wanted.
    pub fn attempt(&self, number: u64, limits: &Limits<'_>) -> Result<Option<Generated>, Hopeless> {
        let mut result = None;
        let mut solver = Solver::new(self.base.model());
        self.attempts(&mut solver, number..number + 1, limits, |_, made| {
            result = Some(made);
            ControlFlow::Break(())
        });
        result.expect("one attempt, one result")
    }

    /// Attempts in their order, until `each` breaks. Their solutions are drawn together (see [`Solver::width`]).
    fn attempts(
        &self,
        solver: &mut Solver<'_>,
        numbers: Range<u64>,
        limits: &Limits<'_>,
        mut each: impl FnMut(u64, Result<Option<Generated>, Hopeless>) -> ControlFlow<()>,
    ) {
        let random = |number: u64| Random::new(self.wanted.seed ^ number.wrapping_mul(0xD134_2543_DE82_EF95));
        let mut randoms: Vec<Random> = numbers.clone().map(random).collect();
        let board = self.base.board_without_givens();
        let (solutions, stopped) = if let Some(all) = &self.all {
            let draw = |r: &mut Random| Some(all[r.below(all.len() as u64) as usize].clone());
            (randoms.iter_mut().map(draw).collect(), None)
        } else {
            let seeds: Vec<u64> = randoms.iter_mut().map(Random::bits).collect();
            let answer = solver.random_solutions(&board, &seeds, limits);
            (answer.value, answer.stopped)
        };
        let mut solutions = solutions.into_iter();
        for (number, mut random) in numbers.zip(randoms) {
            let result = match solutions.next() {
                Some(Some(solution)) => self.around(solver, number, &mut random, &board, &solution, limits),
                Some(None) => Err(Hopeless::NoSolution),
                None => Err(Hopeless::Limit(stopped.unwrap_or(Stopped::Signal))),
            };
            if each(number, result).is_break() {
                return;
            }
        }
    }

    /// The attempt around a solution.
    fn around(
        &self,
        solver: &mut Solver<'_>,
        number: u64,
        random: &mut Random,
        board: &Board,
        solution: &[Value],
        limits: &Limits<'_>,
    ) -> Result<Option<Generated>, Hopeless> {
        let (low, high) = self.wanted.givens.unwrap_or((0, u32::MAX));
        let mut order: Vec<usize> = (0..self.orbits.len()).collect();
        random.shuffle(&mut order);
        // Add givens where some other solution differs.
        let mut chosen = vec![false; self.orbits.len()];
        while let Some(other) = self.another(solver, board, solution, &chosen, limits)? {
            let differs = |o: &usize| self.orbits[*o].iter().any(|c| other[c.index()] != solution[c.index()]);
            let Some(&next) = order.iter().find(|o| !chosen[**o] && differs(o)) else {
                // They differ outside the grid only: givens cannot tell them apart.
                return Ok(None);
            };
            chosen[next] = true;
            // Another order for the next: the first cells of one order would be given always.
            random.shuffle(&mut order);
        }
        // Take away what is not needed.
        let items = order.iter().copied().filter(|&o| chosen[o]).collect();
        let width = self.width(solver);
        let enough = |kept: &[bool], orbits: &[usize]| self.enough(solver, board, solution, kept, orbits, limits);
        strip(items, &mut chosen, width, enough, |_| ())?;
        let size = |chosen: &[bool]| -> u32 {
            chosen.iter().zip(&self.orbits).filter(|(c, _)| **c).map(|(_, o)| o.len() as u32).sum()
        };
        if size(&chosen) > high || (self.wanted.minimal && size(&chosen) < low) {
            return Ok(None);
        }
        // More, when more are wanted.
        let target = if self.wanted.minimal || self.wanted.givens.is_none() {
            0
        } else {
            let cells: u32 = self.orbits.iter().map(|o| o.len() as u32).sum();
            let (from, to) = (low.max(size(&chosen)), high.min(cells));
            if from > to {
                return Ok(None);
            }
            from + random.below((to - from) as u64 + 1) as u32
        };
        for &orbit in &order {
            if !chosen[orbit] && size(&chosen) + self.orbits[orbit].len() as u32 <= target {
                chosen[orbit] = true;
            }
        }
        if size(&chosen) < low {
            return Ok(None);
        }
        self.judge(number, solution, &chosen, limits)
    }

    /// Makes `count` different puzzles in up to `attempts` attempts, on `threads` threads, and hands them over in
    /// order. Errors: fewer were found, and why.
    pub fn run(
        &self,
        count: u32,
        attempts: u64,
        threads: usize,
        limits: &Limits<'_>,
        mut each: impl FnMut(Generated),
        mut told: impl FnMut(Progress),
    ) -> Result<(), Hopeless> {
        let next = AtomicU64::new(0);
        let over = AtomicBool::new(false);
        let results: Mutex<BTreeMap<u64, Result<Option<Generated>, Hopeless>>> = Mutex::new(BTreeMap::new());
        let ready = Condvar::new();
        // Work started for an answer nobody needs any more ends at once.
        let stop = || over.load(Ordering::Relaxed) || limits.stop.is_some_and(|stop| stop());
        let limits = Limits { nodes: limits.nodes, stop: Some(&stop), progress: None };
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    let mut solver = Solver::new(self.base.model());
                    let width = if limits.nodes == 0 { self.width(&solver) as u64 } else { 1 };
                    // The first few attempts may be all that is needed: larger and larger blocks.
                    let end = |from: u64| (from + (from / 2).clamp(1, width)).min(attempts);
                    while !over.load(Ordering::Relaxed) {
                        let claim = |from: u64| (from < attempts).then(|| end(from));
                        let Ok(from) = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim) else { break };
                        self.attempts(&mut solver, from..end(from), &limits, |number, result| {
                            results.lock().expect("no thread panics with the lock").insert(number, result);
                            ready.notify_one();
                            if over.load(Ordering::Relaxed) {
                                ControlFlow::Break(())
                            } else {
                                ControlFlow::Continue(())
                            }
                        });
                    }
                });
            }
            let mut seen: BTreeSet<Vec<(Cell, Vec<i32>)>> = BTreeSet::new();
            let mut found = 0;
            let mut outcome = Err(Hopeless::Attempts);
            for number in 0..attempts {
                let mut waiting = results.lock().expect("no thread panics with the lock");
                let result = loop {
                    match waiting.remove(&number) {
                        Some(result) => break result,
                        None => waiting = ready.wait(waiting).expect("no thread panics with the lock"),
                    }
                };
                drop(waiting);
                match result {
                    Ok(Some(puzzle)) => {
                        let key = puzzle.puzzle.givens.iter().map(|g| (g.cell, g.digits.clone())).collect();
                        if seen.insert(key) {
                            found += 1;
                            each(puzzle);
                        }
                    }
                    // One attempt that takes too many nodes is given up; others may do better.
                    Ok(None) | Err(Hopeless::Limit(Stopped::Nodes)) => {}
                    Err(why) => {
                        outcome = Err(why);
                        break;
                    }
                }
                told(Progress { attempts: number + 1, found });
                if found == count {
                    outcome = Ok(());
                    break;
                }
            }
            over.store(true, Ordering::Relaxed);
            outcome
        })
    }

    /// A solution other than `solution` with these givens.
    fn another(
        &self,
        solver: &mut Solver<'_>,
        board: &Board,
        solution: &[Value],
        chosen: &[bool],
        limits: &Limits<'_>,
    ) -> Result<Option<Vec<Value>>, Hopeless> {
        let given = || self.orbits.iter().zip(chosen).filter(|(_, c)| **c).flat_map(|(o, _)| o.iter());
        let grid = self.base.puzzle().cell_count();
        if let Some(all) = &self.all {
            let fits =
                |s: &&Vec<Value>| s[..grid] != solution[..grid] && given().all(|c| s[c.index()] == solution[c.index()]);
            return Ok(all.iter().find(fits).cloned());
        }
        let mut board = board.clone();
        for &c in given() {
            if board.fix(c, solution[c.index()]).is_err() {
                return Ok(None);
            }
        }
        let answer = solver.verdict(&board, limits);
        match answer.value {
            Verdict::Multiple(a, b) => Ok(Some(if a[..grid] == solution[..grid] { b } else { a })),
            Verdict::Unknown(_) => Err(Hopeless::Limit(answer.stopped.unwrap_or(Stopped::Signal))),
            Verdict::Unique(_) | Verdict::None => Ok(None),
        }
    }

    /// How many boards to ask about at a time.
    fn width(&self, solver: &Solver<'_>) -> usize {
        if self.all.is_some() { 1 } else { solver.width() }
    }

    /// For each of these orbits: is the solution the only one with the givens kept but those?
    fn enough(
        &self,
        solver: &mut Solver<'_>,
        board: &Board,
        solution: &[Value],
        kept: &[bool],
        orbits: &[usize],
        limits: &Limits<'_>,
    ) -> Result<Vec<bool>, Hopeless> {
        if self.all.is_some() {
            let alone = |&orbit: &usize| {
                let mut kept = kept.to_vec();
                kept[orbit] = false;
                Ok(self.another(solver, board, solution, &kept, limits)?.is_none())
            };
            return orbits.iter().map(alone).collect();
        }
        let boards: Vec<Board> = orbits
            .iter()
            .map(|&without| {
                let mut board = board.clone();
                for (_, orbit) in self.orbits.iter().enumerate().filter(|(o, _)| kept[*o] && *o != without) {
                    for &c in orbit {
                        // The board has every solution.
                        let _ = board.fix(c, solution[c.index()]);
                    }
                }
                board
            })
            .collect();
        let answer = solver.count_each(&boards, 2, &Limits { progress: None, ..*limits });
        match answer.stopped {
            Some(why) => Err(Hopeless::Limit(why)),
            None => Ok(answer.value.iter().map(|&n| n < 2).collect()),
        }
    }

    fn judge(
        &self,
        attempt: u64,
        solution: &[Value],
        chosen: &[bool],
        limits: &Limits<'_>,
    ) -> Result<Option<Generated>, Hopeless> {
        let mut puzzle = self.base.puzzle().clone();
        let numbers = self.base.numbers(solution);
        let mut cells: Vec<Cell> =
            self.orbits.iter().zip(chosen).filter(|(_, c)| **c).flat_map(|(o, _)| o.iter().copied()).collect();
        cells.sort_unstable();
        puzzle.givens = cells.iter().map(|&c| Given { cell: c, digits: vec![numbers[c.index()]] }).collect();
        puzzle.progress.clear();
        puzzle.solution = numbers.into_iter().map(Some).collect();
        puzzle.foreign = None;
        if self.wanted.unrated && self.wanted.difficulty.is_none() {
            return Ok(Some(Generated { puzzle, difficulty: None, attempt }));
        }
        // The rules made a model of this puzzle's grid and clues before; givens of its own solution cannot harm.
        let Ok(compiled) = self.base.with_puzzle(puzzle) else { return Ok(None) };
        let truth = Truth::of(Verdict::Unique(solution.to_vec()));
        let mut ways = Ways::default();
        match self.wanted.difficulty {
            // A step that is too hard decides; nothing after it matters.
            Some((_, high)) => ways.hardest = high,
            // Nobody asked how hard it is, and most are told all the same.
            None => ways.work = GLANCE,
        }
        let walked = explain(&compiled, None, &ways, Some(&truth), false, limits);
        if limits.stop.is_some_and(|stop| stop()) {
            return Err(Hopeless::Limit(Stopped::Signal));
        }
        let profile = walked.path.profile();
        let fits = |(low, high)| walked.path.outcome == Outcome::Solved && (low..=high).contains(&profile.hardest);
        if !self.wanted.difficulty.is_none_or(fits) {
            return Ok(None);
        }
        let difficulty = Some(Difficulty { profile, outcome: walked.path.outcome });
        Ok(Some(Generated { puzzle: compiled.into_puzzle(), difficulty, attempt }))
    }
}

/// Cells that are mapped onto each other, each set in reading order, sets by their first cells.
fn orbits(puzzle: &Puzzle, symmetry: Symmetry) -> Vec<Vec<Cell>> {
    let shape = &puzzle.shape;
    let (height, width) = (shape.height() as i32, shape.width() as i32);
    let image = |cell: Cell| {
        let place = shape.place(cell);
        let (r, c) = (place.row as i32, place.col as i32);
        let (r, c) = match symmetry {
            Symmetry::None => (r, c),
            Symmetry::Rotate => (height - 1 - r, width - 1 - c),
            Symmetry::Quarter => (c, height - 1 - r),
            Symmetry::Horizontal => (r, width - 1 - c),
            Symmetry::Vertical => (height - 1 - r, c),
            Symmetry::Diagonal => (c, r),
        };
        shape.at(r, c)
    };
    let mut seen = vec![false; shape.len()];
    let mut orbits = Vec::new();
    for start in shape.cells() {
        let mut orbit = Vec::new();
        let mut at = Some(start);
        while let Some(cell) = at.filter(|c| !seen[c.index()]) {
            seen[cell.index()] = true;
            orbit.push(cell);
            at = image(cell);
        }
        if !orbit.is_empty() {
            orbit.sort_unstable();
            orbits.push(orbit);
        }
    }
    orbits
}

/// Random numbers (`SplitMix64`, Steele, Lea, Flood 2014): the same on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Seeds 0, 1, 2 are what people type: far apart from the first number on.
        let mut random = Self(seed);
        random.0 = random.bits();
        random
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..n`; all as good as equally likely.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((self.bits() as u128 * n as u128) >> 64) as u64
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}
