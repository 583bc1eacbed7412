//! A puzzle in the making: a solution, the available clues and givens, the chosen ones, and the other solutions that must be ruled
//! out. Choosing items is a hitting set problem: for every other solution, some chosen item must exclude it. All solutions found
//! are stored, so most tests need no search.

use super::geometry::Slot;
use super::ground::{Ground, told};
use super::options::GenerateOptions;
use super::places::Place;
use super::propose::{Orbit, Proposer};
use crate::compiled::Compiled;
use crate::error::Error;
use crate::generate_error::GenerateError;
use crate::symmetry::orbits;
use cluewright_core::puzzle::Given;
use cluewright_core::{Cell, Clue, ClueTree, Puzzle, Random, Sort, SortedSet, Value};
use cluewright_rules::holding;
use cluewright_search::{Limits, Solver, Stopped, Verdict};

/// A clue or a set of givens, together with its symmetric partners.
#[derive(Debug)]
pub(super) struct Item {
    /// The index of the item's kind; for givens, the index after the last kind.
    pub(super) kind: usize,
    pub(super) orbit: Orbit,
}

impl Item {
    /// The number of clues in the item, or of givens if it has no clues.
    pub(super) fn size(&self) -> u32 {
        let size = if self.orbit.clues.is_empty() { self.orbit.cells.len() } else { self.orbit.clues.len() };
        u32::try_from(size).unwrap_or(u32::MAX)
    }
}

/// A solution other than the puzzle's intended one.
#[derive(Debug)]
pub(super) struct Other {
    numbers: Vec<i32>,
    /// For each item: whether it rules this solution out.
    pub(super) hit: Vec<bool>,
}

/// The result of testing whether a choice of items leaves a unique solution.
pub(super) enum UniquenessResult {
    /// The solution is the only one.
    Unique,
    /// There are other solutions, which have now been stored.
    Others,
    /// The search was not completed.
    Unknown,
    /// The intended solution does not satisfy the clues.
    Broken,
}

/// The maximum number of stored solutions.
const KEPT: usize = 600;
/// The number of clues proposed at a time for each kind.
const PROPOSED: usize = 160;
/// The limits of one attempt: search nodes, and the number of uniqueness tests.
const NODES: u64 = 200_000;
const ASKED: u32 = 1_500;
/// The number of searches for other solutions near the puzzle's own, first before the full search and then after a full search that
/// gave up; and the node limit of each such search.
const NEAR: usize = 4;
const NEAR_AFTER: usize = 16;
const NEAR_NODES: u64 = 150;
/// The fractions of cells, in tenths, that successive searches near the solution fix to the solution's digits.
const SHARES: [u64; 4] = [4, 6, 3, 5];

/// Converts a node limit for an ordinary grid into one for a grid with this many cells. A node of a larger grid takes longer, and
/// if a search does not finish, adding one more given is cheaper.
fn of_size(nodes: u64, cells: usize) -> u64 {
    const ORDINARY: u64 = 81;
    nodes * ORDINARY / (cells as u64).max(ORDINARY)
}

/// A puzzle in the making: see the description of this module.
pub(super) struct Draft<'a> {
    pub(super) ground: &'a Ground,
    pub(super) wish: &'a GenerateOptions,
    pub(super) random: Random,
    limits: Limits<'a>,
    /// The numbers of the solution, for evaluating the rules' texts.
    numbers: Vec<i32>,
    pub(super) items: Vec<Item>,
    /// For each item: whether it is chosen.
    pub(super) chosen: Vec<bool>,
    /// Clues that are always present.
    whole: Vec<Clue>,
    /// The places that the clues in [`Self::whole`] occupy.
    held: SortedSet<Slot>,
    pub(super) others: Vec<Other>,
    /// Items that should be kept in preference to others.
    pub(super) keen: Vec<usize>,
    nodes: u64,
    asked: u32,
}

impl<'a> Draft<'a> {
    /// Draws a solution and proposes clues for it.
    pub(super) fn begin(
        ground: &'a Ground,
        wish: &'a GenerateOptions,
        mut random: Random,
        limits: &Limits<'a>,
    ) -> Result<Self, GenerateError> {
        let board = ground.source.board();
        let most = if limits.nodes == 0 { of_size(NODES, ground.puzzle().shape.len()) } else { limits.nodes };
        let bounded = Limits { nodes: most, progress: None, ..*limits };
        let answer = Solver::new(ground.source.model()).random_solution(&board, random.bits(), &bounded);
        let solution = match (answer.value, answer.stopped) {
            (Some(solution), _) => solution,
            (None, Some(why)) => return Err(GenerateError::Limit(why)),
            (None, None) => return Err(GenerateError::NoSolution),
        };
        let numbers = told(&ground.source, &solution);
        let mut draft = Self {
            ground,
            wish,
            random,
            limits: *limits,
            numbers,
            items: Vec::new(),
            chosen: Vec::new(),
            whole: Vec::new(),
            held: SortedSet::default(),
            others: Vec::new(),
            keen: Vec::new(),
            nodes: most,
            asked: ASKED,
        };
        draft.propose(None)?;
        draft.givens();
        draft.meet()?;
        Ok(draft)
    }

    /// The index of givens among the kinds.
    pub(super) fn given(&self) -> usize {
        self.ground.kinds.len()
    }

    /// The minimum and maximum number of clues of a kind, or of givens.
    pub(super) fn range(&self, kind: usize) -> (u32, u32) {
        let range = match self.ground.kinds.get(kind) {
            Some(kind) => kind.clues,
            None => self.ground.givens(self.wish),
        };
        range.unwrap_or((0, u32::MAX))
    }

    /// The number of chosen clues of a kind, or of chosen givens.
    pub(super) fn count(&self, kind: usize) -> u32 {
        let of = |(item, _): &(&Item, &bool)| item.kind == kind;
        self.items.iter().zip(&self.chosen).filter(|(_, c)| **c).filter(of).map(|(item, _)| item.size()).sum()
    }

    fn stop(&self) -> bool {
        self.limits.stop.is_some_and(|stop| stop())
    }

    /// Proposes more clues to choose from, of one kind or of all kinds. Complete kinds have all their clues from the start.
    pub(super) fn propose(&mut self, only: Option<usize>) -> Result<(), GenerateError> {
        let ground = self.ground;
        let stop = || self.limits.stop.is_some_and(|stop| stop());
        let mut found: Vec<Item> = Vec::new();
        for (at, kind) in ground.kinds.iter().enumerate().filter(|(at, _)| only.is_none_or(|only| only == *at)) {
            let Some(proposer) = Proposer::new(ground, at, self.wish.symmetry) else { continue };
            if kind.all && only.is_some() {
                continue;
            }
            let most = if kind.all { usize::MAX } else { PROPOSED };
            let orbits =
                proposer.propose(&self.numbers, most, &mut self.random, &stop).map_err(GenerateError::Limit)?;
            if kind.all {
                // Of two orbits that overlap, keep the first.
                let orbits = orbits.into_iter().filter(|orbit| orbit.slots.iter().all(|s| self.held.insert(*s)));
                self.whole.extend(orbits.flat_map(|orbit| orbit.clues));
            } else {
                found.extend(orbits.into_iter().map(|orbit| Item { kind: at, orbit }));
            }
        }
        let known: SortedSet<(usize, Vec<Cell>)> =
            self.items.iter().map(|item| (item.kind, item.orbit.cells.clone())).collect();
        // Drop items whose kind and cells were proposed before. The items of one proposal are all kept, because on edges and
        // outside the grid the same cells may have different clues.
        if !known.is_empty() {
            found.retain(|item| !known.contains(&(item.kind, item.orbit.cells.clone())));
        }
        self.add_items(found)
    }

    /// Proposes more clues, separately for every kind.
    pub(super) fn propose_more(&mut self) -> Result<(), GenerateError> {
        (0..self.given()).try_for_each(|kind| self.propose(Some(kind)))
    }

    pub(super) fn add_items(&mut self, found: Vec<Item>) -> Result<(), GenerateError> {
        let from = self.items.len();
        self.items.extend(found);
        self.chosen.resize(self.items.len(), false);
        let mut others = std::mem::take(&mut self.others);
        for other in &mut others {
            let more = self.hits(&other.numbers, from)?;
            other.hit.extend(more);
        }
        self.others = others;
        Ok(())
    }

    /// For each place, the clue that is true there, if there is one.
    pub(super) fn held_at(
        &mut self,
        proposer: &Proposer<'_>,
        places: &[Place],
    ) -> Result<Vec<Option<Orbit>>, GenerateError> {
        let stop = || self.limits.stop.is_some_and(|stop| stop());
        proposer.true_of(places, &self.numbers, &mut self.random, &stop).map_err(GenerateError::Limit)
    }

    /// Makes `chosen` the current choice; items that were proposed after that choice was made are not chosen.
    pub(super) fn restore(&mut self, chosen: &[bool]) {
        self.chosen.clear();
        self.chosen.extend_from_slice(chosen);
        self.chosen.resize(self.items.len(), false);
    }

    /// The indexes of the other solutions that the current choice does not rule out.
    pub(super) fn open(&self) -> Vec<usize> {
        let others = self.others.iter().enumerate();
        others.filter(|(_, other)| !Self::rules_out(&self.chosen, other)).map(|(at, _)| at).collect()
    }

    /// The cells in which another solution differs from the puzzle's own.
    pub(super) fn differing(&self, other: usize) -> Vec<Cell> {
        let cells = Cell::all(self.ground.puzzle().shape.len());
        cells.filter(|c| self.others[other].numbers[c.index()] != self.numbers[c.index()]).collect()
    }

    /// Adds an item for every possible given.
    fn givens(&mut self) {
        if self.range(self.given()).1 == 0 {
            return;
        }
        let kind = self.given();
        let puzzle = self.ground.puzzle();
        for cells in orbits(puzzle, self.wish.symmetry) {
            let slots = cells.iter().map(|c| Slot::Cell(*c)).collect();
            self.items.push(Item { kind, orbit: Orbit { clues: Vec::new(), slots, cells } });
        }
        self.chosen.resize(self.items.len(), false);
    }

    /// For each item from number `from` on: whether it rules out the solution `numbers`.
    fn hits(&self, numbers: &[i32], from: usize) -> Result<Vec<bool>, GenerateError> {
        let (rules, puzzle) = (self.ground.bare.rules(), self.ground.source.puzzle());
        let clues: Vec<Clue> = self.items[from..].iter().flat_map(|item| item.orbit.clues.iter().cloned()).collect();
        let hold = holding(rules, puzzle, &clues, numbers, &|| self.stop());
        let hold = hold.map_err(|_| GenerateError::Limit(Stopped::Signal))?;
        let mut rest = &hold[..];
        let hit = |item: &Item| {
            let (own, more) = rest.split_at(item.orbit.clues.len());
            rest = more;
            let differs = |c: &Cell| numbers[c.index()] != self.numbers[c.index()];
            own.contains(&false) || (own.is_empty() && item.orbit.cells.iter().any(differs))
        };
        Ok(self.items[from..].iter().map(hit).collect())
    }

    /// Stores some random solutions of the grid without clues.
    pub(super) fn meet(&mut self) -> Result<(), GenerateError> {
        const FIRST: usize = 30;
        let nothing = vec![false; self.items.len()];
        let Ok(compiled) = self.compiled(&nothing) else { return Ok(()) };
        let seeds: Vec<u64> = (0..FIRST).map(|_| self.random.bits()).collect();
        let bounded = Limits { nodes: 20_000, progress: None, ..self.limits };
        let answer = Solver::new(compiled.model()).random_solutions(&compiled.board(), &seeds, &bounded);
        if self.stop() {
            return Err(GenerateError::Limit(Stopped::Signal));
        }
        for solution in answer.value.into_iter().flatten() {
            self.keep(&compiled, &solution)?;
        }
        Ok(())
    }

    /// Stores a solution unless it is the puzzle's own. Returns whether the solution differs from the puzzle's own.
    fn keep(&mut self, compiled: &Compiled, solution: &[Value]) -> Result<bool, GenerateError> {
        let mut numbers = told(compiled, solution);
        // The rules' texts do not refer to the cells that clues add.
        numbers.truncate(self.numbers.len());
        if numbers == self.numbers {
            return Ok(false);
        }
        if self.others.iter().all(|other| other.numbers != numbers) {
            let hit = self.hits(&numbers, 0)?;
            if self.others.len() >= KEPT {
                self.others.remove(0);
            }
            self.others.push(Other { numbers, hit });
        }
        Ok(true)
    }

    /// The puzzle with the chosen clues and givens.
    pub(super) fn puzzle(&self, chosen: &[bool]) -> Puzzle {
        let mut puzzle = self.ground.puzzle().clone();
        let is_chosen = |item: &&(usize, &Item)| chosen[item.0];
        let mut items: Vec<(usize, &Item)> = self.items.iter().enumerate().collect();
        items.retain(|item| is_chosen(&item));
        items.order_by_key(|(_, item)| (item.kind, item.orbit.cells.first().copied()));
        let clues = items.iter().flat_map(|(_, item)| item.orbit.clues.iter());
        puzzle.clues.extend(self.whole.iter().chain(clues).cloned().map(ClueTree::One));
        let given =
            items.iter().filter(|(_, item)| item.orbit.clues.is_empty()).flat_map(|(_, item)| &item.orbit.cells);
        puzzle.givens = given.map(|&cell| Given { cell, digits: vec![self.numbers[cell.index()]] }).collect();
        puzzle.givens.order_by_key(|g| g.cell);
        puzzle.solution = self.numbers[..puzzle.cell_count()].iter().map(|n| Some(*n)).collect();
        puzzle
    }

    pub(super) fn compiled(&self, chosen: &[bool]) -> Result<Compiled, Error> {
        self.ground.bare.with_puzzle_until(self.puzzle(chosen), &|| self.stop())
    }

    /// Tests by search whether a choice leaves a unique solution, and stores the other solutions found. `thorough`: search again if
    /// the first search is not completed.
    pub(super) fn ask(
        &mut self,
        chosen: &[bool],
        nodes: u64,
        thorough: bool,
    ) -> Result<UniquenessResult, GenerateError> {
        if self.nodes == 0 || self.asked == 0 {
            return Err(GenerateError::Limit(Stopped::Nodes));
        }
        self.asked -= 1;
        let compiled = match self.compiled(chosen) {
            Ok(compiled) => compiled,
            Err(_) if self.stop() => return Err(GenerateError::Limit(Stopped::Signal)),
            Err(_) => return Ok(UniquenessResult::Broken),
        };
        let mut solver = Solver::new(compiled.model());
        if self.near(&compiled, &mut solver, NEAR)? {
            return Ok(UniquenessResult::Others);
        }
        let nodes = of_size(nodes, self.ground.puzzle().shape.len()).min(self.nodes);
        let bounded = Limits { nodes, progress: None, ..self.limits };
        let answer = solver.verdict(&compiled.board(), &bounded);
        self.nodes = self.nodes.saturating_sub(answer.stats.nodes + 1);
        if answer.stopped == Some(Stopped::Signal) {
            return Err(GenerateError::Limit(Stopped::Signal));
        }
        let found = match answer.value {
            Verdict::None => return Ok(UniquenessResult::Broken),
            Verdict::Unique(own) => {
                let other = self.keep(&compiled, &own)?;
                return Ok(if other { UniquenessResult::Broken } else { UniquenessResult::Unique });
            }
            Verdict::Multiple(a, b) => vec![a, b],
            Verdict::Unknown(one) => one.into_iter().collect(),
        };
        let mut other = false;
        for solution in found {
            other |= self.keep(&compiled, &solution)?;
        }
        if !other && thorough {
            other = self.near(&compiled, &mut solver, NEAR_AFTER)?;
        }
        Ok(if other { UniquenessResult::Others } else { UniquenessResult::Unknown })
    }

    /// Searches for solutions near the puzzle's own, by fixing some random cells to their digits in that solution. Such other
    /// solutions are found quickly, and few clues rule them out. Returns whether one was found.
    fn near(&mut self, compiled: &Compiled, solver: &mut Solver<'_>, looks: usize) -> Result<bool, GenerateError> {
        let start = compiled.board();
        let cells = self.ground.puzzle().shape.len();
        let mut found = false;
        for look in 0..looks {
            let mut board = start.clone();
            for cell in Cell::all(cells) {
                if self.random.below(10) >= SHARES[look % SHARES.len()] {
                    continue;
                }
                // The solution should fit the board; if it does not, the search reports that.
                if let Some(value) = board.value_of(cell, self.numbers[cell.index()]) {
                    let _ = board.fix(cell, value);
                }
            }
            let bounded = Limits { nodes: of_size(NEAR_NODES, cells), progress: None, ..self.limits };
            let answer = solver.verdict(&board, &bounded);
            self.nodes = self.nodes.saturating_sub(answer.stats.nodes);
            if answer.stopped == Some(Stopped::Signal) {
                return Err(GenerateError::Limit(Stopped::Signal));
            }
            let solutions = match answer.value {
                Verdict::None => Vec::new(),
                Verdict::Unique(one) => vec![one],
                Verdict::Multiple(a, b) => vec![a, b],
                Verdict::Unknown(one) => one.into_iter().collect(),
            };
            for solution in solutions {
                found |= self.keep(compiled, &solution)?;
            }
        }
        Ok(found)
    }

    /// Whether a choice rules out this other solution.
    pub(super) fn rules_out(chosen: &[bool], other: &Other) -> bool {
        chosen.iter().zip(&other.hit).any(|(c, h)| *c && *h)
    }

    /// The places that a choice occupies.
    pub(super) fn taken(&self, chosen: &[bool]) -> SortedSet<Slot> {
        let items = self.items.iter().zip(chosen).filter(|(_, c)| **c);
        items.flat_map(|(item, _)| item.orbit.slots.iter()).chain(&self.held).copied().collect()
    }
}
