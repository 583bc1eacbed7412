//! Adapts the classic engine to a [`Model`]. [`crate::Solver`] uses it if a model consists only of rows, columns, boxes and facts
//! about single cells.

use super::board::{ALL, Candidates, Grid};
use super::lanes::{LANES, Node};
use super::{Answers, Bounds, Counts, Each, End, Engine, Pair, Pairs, Sink, Slice, Stats};
use crate::answer::{self, Limits, Stopped, Verdict};
use crate::engine::{self, Event, Order};
use crate::general::General;
use cluewright_core::model::CellKind;
use cluewright_core::{Board, Model, Random, Value, ValueSet};
use std::collections::VecDeque;

/// Whether the model is an ordinary 9x9 grid: it has 81 cells in reading order with nine values each, the 27 houses, and apart
/// from these only facts about single cells. [`crate::Solver`] then uses the engine of this module.
pub fn is_classic(model: &Model) -> bool {
    if model.len() != 81
        || model.impossible().is_some()
        || !model.links().is_empty()
        || !model.posted_groups().is_empty()
        || !model.constraints().is_empty()
    {
        return false;
    }
    let fits = |(i, info): (usize, &cluewright_core::model::CellInfo)| {
        info.first == model.cells()[0].first
            && info.domain.is_subset(ValueSet::below(9))
            && matches!(info.kind, CellKind::Grid(place) if (place.row as usize, place.col as usize) == (i / 9, i % 9))
    };
    if !model.cells().iter().enumerate().all(fits) {
        return false;
    }
    let mut found = [false; 27];
    for set in model.sets() {
        // Find the houses that contain all cells of the set; if the set has nine cells, it is this house itself.
        let mut common = u32::MAX >> 5;
        for c in &set.cells {
            let (r, c) = (c.index() / 9, c.index() % 9);
            common &= 1 << r | 1 << (9 + c) | 1 << (18 + r / 3 * 3 + c / 3);
        }
        if common == 0 {
            return false;
        }
        if set.cells.len() == 9 {
            found[common.trailing_zeros() as usize] = true;
        }
    }
    found.iter().all(|f| *f)
}

/// The number of rounds between two polls of the stop signal, and between two reports of progress. Takes some 20 microseconds.
const SLICE: u64 = 64;

/// A search with the classic engine that pauses at every solution.
pub(crate) struct Walk<'m> {
    model: &'m Model,
    engine: Engine,
    /// The candidates with which the search began.
    begin: Candidates,
    board: Option<Board>,
    /// The seed for the random first solution if it has not been drawn yet.
    draw: Option<u64>,
    /// The solution that was drawn, which must not be returned again.
    drawn: Option<Grid>,
    /// Whether the search has outgrown the lone kernel.
    large: bool,
    ended: bool,
    found: Queue,
    solution: Vec<Value>,
    stats: answer::Stats,
    /// The general engine, which makes random dives, and whether it has been started with the current board.
    general: Option<(Box<General<'m>>, bool)>,
}

/// The solutions that have not been returned yet.
#[derive(Default)]
struct Queue(VecDeque<Grid>);

impl Sink for Queue {
    fn solution(&mut self, _: usize, grid: &Grid) -> bool {
        self.0.push_back(*grid);
        true
    }
    fn pause(&self) -> bool {
        !self.0.is_empty()
    }
}

impl<'m> Walk<'m> {
    /// Creates an engine for a model that [`is_classic`].
    pub(crate) fn new(model: &'m Model) -> Self {
        Self {
            model,
            engine: Engine::new(),
            begin: [0; 81],
            board: None,
            draw: None,
            drawn: None,
            large: false,
            ended: true,
            found: Queue::default(),
            solution: Vec::with_capacity(81),
            stats: answer::Stats::default(),
            general: None,
        }
    }

    /// Starts the search from the candidates in `self.begin`.
    fn restart(&mut self) {
        let mut node = Node::EMPTY;
        node.0[..81].copy_from_slice(&self.begin);
        self.engine.lone.start(0, &node);
        (self.large, self.ended) = (false, false);
        self.found.0.clear();
    }

    /// Copies the engine's work to the statistics.
    fn account(&mut self) {
        let done = self.engine.stats;
        (self.stats.nodes, self.stats.failures, self.stats.propagations) = (done.guesses, done.dead, done.sweeps);
    }

    /// Draws a random solution; `None` if there is none.
    fn random(&mut self, seed: u64, limits: &Limits<'_>) -> Result<Option<Grid>, Stopped> {
        let mut draw = Draw::new(self.begin, seed);
        while let Some(trial) = draw.trial() {
            let answer = self.ask(&trial, limits)?;
            draw.told(&answer);
        }
        Ok(draw.solution)
    }

    /// Searches for up to two solutions, within the limits.
    fn ask(&mut self, board: &Candidates, limits: &Limits<'_>) -> Result<super::Answer, Stopped> {
        let left = if limits.nodes == 0 { u64::MAX } else { limits.nodes.saturating_sub(self.engine.stats.guesses) };
        let mut answers = vec![super::Answer::default()];
        let bounds = Bounds { guesses: left, stop: stop(limits), ..Bounds::solutions(2) };
        self.engine.run(&mut Slice(std::slice::from_ref(board)), &mut Answers(&mut answers), &bounds);
        self.account();
        match answers[0] {
            answer if answer.complete => Ok(answer),
            _ if left != u64::MAX && self.engine.stats.guesses >= limits.nodes => Err(Stopped::Nodes),
            _ => Err(Stopped::Signal),
        }
    }
}

/// Draws a random solution by fixing random candidates that leave solutions, until only one solution is left.
struct Draw {
    random: Random,
    board: Candidates,
    /// For each row, column and box, the digits to which its cells are fixed.
    used: [u16; 27],
    /// The cells in random order (`cells`), and the number of them that are fixed (`at`).
    cells: [u8; 81],
    at: usize,
    /// The cell and the digit, as a bit, that were tried last; `None` if the board itself was tested last.
    tried: Option<(usize, u16)>,
    /// The number of solutions that are left, counted up to 2, if it is known.
    left: Option<u64>,
    /// The solution, once it is the only one left.
    solution: Option<Grid>,
}

impl Draw {
    fn new(board: Candidates, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut cells: [u8; 81] = std::array::from_fn(|c| c as u8);
        random.shuffle(&mut cells);
        let mut draw = Self { random, board, used: [0; 27], cells, at: 0, tried: None, left: None, solution: None };
        for (c, &m) in board.iter().enumerate() {
            if m.is_power_of_two() {
                draw.fix(c, m);
            }
        }
        draw
    }

    /// The row, column and box of a cell, as indices of houses.
    fn houses(cell: usize) -> [usize; 3] {
        let (r, c) = (cell / 9, cell % 9);
        [r, 9 + c, 18 + r / 3 * 3 + c / 3]
    }

    fn fix(&mut self, cell: usize, bit: u16) {
        self.board[cell] = bit;
        for h in Self::houses(cell) {
            self.used[h] |= bit;
        }
    }

    /// The next board whose solutions must be counted, up to 2; `None` at the end.
    fn trial(&mut self) -> Option<Candidates> {
        match self.left {
            None => return Some(self.board),
            Some(0 | 1) => return None,
            Some(_) => {}
        }
        while let Some(&c) = self.cells.get(self.at) {
            let rest = self.board[c as usize];
            if rest.count_ones() > 1 {
                let nth = self.random.below(rest.count_ones());
                let bit = 1 << crate::bits::nth_bit(u64::from(rest), nth);
                if Self::houses(c as usize).iter().any(|&h| self.used[h] & bit != 0) {
                    // The candidate sees a fixed cell with the same digit, so no test is needed.
                    self.board[c as usize] &= !bit;
                    continue;
                }
                self.tried = Some((c as usize, bit));
                let mut trial = self.board;
                trial[c as usize] = bit;
                return Some(trial);
            }
            self.at += 1;
        }
        None
    }

    /// Uses the answer for the last board.
    fn told(&mut self, answer: &super::Answer) {
        if let Some((cell, bit)) = self.tried {
            if answer.count == 0 {
                self.board[cell] &= !bit;
                return;
            }
            self.fix(cell, bit);
            self.at += 1;
        }
        self.left = Some(answer.count);
        self.solution = if answer.count == 1 { answer.solution } else { None };
    }
}

/// Converts the stop signal of a search for the engine.
fn stop<'a>(limits: &Limits<'a>) -> Option<&'a dyn Fn() -> bool> {
    limits.stop.map(|stop| stop as _)
}

fn values(grid: &Grid) -> Vec<Value> {
    grid.iter().map(|d| Value(d - 1)).collect()
}

fn masks(board: &Board) -> Candidates {
    let mut masks = [0; 81];
    for (m, d) in masks.iter_mut().zip(board.domains()) {
        *m = d.0 as u16 & ALL;
    }
    masks
}

impl engine::Engine for Walk<'_> {
    fn start(&mut self, board: &Board, order: Order) {
        self.begin = masks(board);
        match &mut self.board {
            Some(kept) => kept.copy_from(board),
            None => self.board = Some(board.clone()),
        }
        if let Some((_, begun)) = &mut self.general {
            *begun = false;
        }
        self.drawn = None;
        self.draw = if let Order::Shuffled(seed) = order { Some(seed) } else { None };
        self.restart();
    }

    fn next(&mut self, limits: &Limits<'_>) -> Event {
        if let Some(seed) = self.draw {
            match self.random(seed, limits) {
                Ok(Some(grid)) => {
                    self.drawn = Some(grid);
                    self.draw = None;
                    self.restart();
                    self.take(&grid);
                    return Event::Solution;
                }
                Ok(None) => {
                    self.draw = None;
                    self.ended = true;
                    return Event::Done;
                }
                Err(why) => return Event::Stopped(why),
            }
        }
        let pause = if limits.nodes == 0 { u64::MAX } else { limits.nodes };
        loop {
            while let Some(grid) = self.found.0.pop_front() {
                if self.drawn != Some(grid) {
                    self.take(&grid);
                    return Event::Solution;
                }
            }
            if self.ended {
                return Event::Done;
            }
            if limits.is_over() {
                return Event::Stopped(Stopped::Signal);
            }
            let done = if self.large { self.engine.batch.done } else { self.engine.lone.done };
            limits.report(|| done.clamp(0.0, 1.0));
            let bounds = Bounds { pause, rounds: SLICE, stop: stop(limits), ..Bounds::solutions(u64::MAX) };
            let end = self.engine.job(Some(&mut self.large), &mut Slice(&[]), &mut self.found, &bounds);
            self.account();
            match end {
                End::Done => self.ended = true,
                End::Stopped => return Event::Stopped(Stopped::Signal),
                End::Guesses if self.found.0.is_empty() => return Event::Stopped(Stopped::Nodes),
                End::Guesses | End::Paused | End::Long => {}
            }
        }
    }

    fn solution(&self) -> &[Value] {
        &self.solution
    }

    fn dive(&mut self, seed: u64, limits: &Limits<'_>) -> Result<f64, Stopped> {
        let model = self.model;
        let (general, begun) = self.general.get_or_insert_with(|| (Box::new(General::new(model)), false));
        if !*begun {
            general.reset_stats();
            general.start(self.board.as_ref().expect("a dive begins below a board"), Order::Usual);
            *begun = true;
        }
        let result = general.dive(seed, limits);
        self.stats.clone_from(general.stats());
        result
    }

    fn counts(&mut self, board: &Board, cap: u32, limits: &Limits<'_>) -> Option<Vec<Vec<u32>>> {
        if limits.nodes > 0 {
            return None;
        }
        let begin = masks(board);
        let mut counts = vec![vec![0u32; 9]; 81];
        let cap = u64::from(cap);
        // Solutions of the board itself decide the usual case, a unique solution, and most candidates otherwise.
        let first = Bounds { stop: stop(limits), ..Bounds::solutions(cap.saturating_mul(2).max(64)) };
        let found = |grid: &Grid| {
            tally(&mut counts, cap, grid);
            true
        };
        let mut sink = Each { found, count: 0 };
        self.engine.run(&mut Slice(std::slice::from_ref(&begin)), &mut sink, &first);
        let all = sink.count < first.solutions;
        let mut at = 0;
        while !all && at < 729 && !limits.is_over() {
            // Collect a batch of candidates that were not found often enough, each on a separate board.
            let (mut boards, mut asked) = (Vec::with_capacity(MANY), Vec::with_capacity(MANY));
            while at < 729 && boards.len() < MANY {
                let (c, d) = (at / 9, at % 9);
                at += 1;
                if begin[c] >> d & 1 == 1 && u64::from(counts[c][d]) < cap {
                    let mut trial = begin;
                    trial[c] = 1 << d;
                    boards.push(trial);
                    asked.push((c, d));
                }
            }
            let mut answers = vec![super::Answer::default(); boards.len()];
            let bounds = Bounds { stop: stop(limits), ..Bounds::solutions(cap) };
            self.engine.run(&mut Slice(&boards), &mut Answers(&mut answers), &bounds);
            for (&(c, d), answer) in asked.iter().zip(&answers) {
                counts[c][d] = answer.count as u32;
                if cap == 1
                    && let Some(grid) = &answer.solution
                {
                    tally(&mut counts, cap, grid);
                }
            }
            limits.report(|| at as f64 / 729.0);
        }
        self.account();
        // After a stop, the caller's own search determines which counts are known.
        (!limits.is_over()).then_some(counts)
    }

    fn width(&self) -> usize {
        MANY
    }

    fn verdict_each(&mut self, boards: &[Board], limits: &Limits<'_>) -> Option<(Vec<Verdict>, Option<Stopped>)> {
        let boards: Vec<Candidates> = boards.iter().map(masks).collect();
        let mut pairs = vec![Pair::default(); boards.len()];
        // With a limit of guesses, run one board at a time, because the limit applies to all boards together.
        let step = if limits.nodes == 0 { boards.len().max(1) } else { 1 };
        let mut verdicts = Vec::with_capacity(boards.len());
        for (boards, pairs) in boards.chunks(step).zip(pairs.chunks_mut(step)) {
            let guesses =
                if limits.nodes == 0 { u64::MAX } else { limits.nodes.saturating_sub(self.engine.stats.guesses) };
            let bounds = Bounds { stop: stop(limits), guesses, apart: true, ..Bounds::solutions(2) };
            self.engine.run(&mut Slice(boards), &mut Pairs(pairs), &bounds);
            self.account();
            for pair in pairs {
                verdicts.push(match &pair.solutions {
                    [Some(a), Some(b)] => Verdict::Multiple(values(a), values(b)),
                    _ if !pair.exact => {
                        let why =
                            if guesses != u64::MAX && !limits.is_over() { Stopped::Nodes } else { Stopped::Signal };
                        return Some((verdicts, Some(why)));
                    }
                    [Some(a), None] => Verdict::Unique(values(a)),
                    [None, _] => Verdict::None,
                });
            }
        }
        Some((verdicts, None))
    }

    fn count_each(&mut self, boards: &[Board], most: u64, limits: &Limits<'_>) -> Option<Vec<u64>> {
        if limits.nodes > 0 {
            return None;
        }
        let boards: Vec<Candidates> = boards.iter().map(masks).collect();
        let mut counts = vec![0; boards.len()];
        let bounds = Bounds { stop: stop(limits), ..Bounds::solutions(most) };
        let end = self.engine.run(&mut Slice(&boards), &mut Counts(&mut counts), &bounds);
        self.account();
        // If the run was stopped, the caller runs the boards one by one and so finds which counts are known.
        (end == End::Done).then_some(counts)
    }

    fn draw_each(&mut self, board: &Board, seeds: &[u64], limits: &Limits<'_>) -> Option<Vec<Option<Vec<Value>>>> {
        if limits.nodes > 0 {
            return None;
        }
        let begin = masks(board);
        let mut draws: Vec<Draw> = seeds.iter().map(|&seed| Draw::new(begin, seed)).collect();
        let (mut trials, mut of) = (Vec::with_capacity(seeds.len()), Vec::with_capacity(seeds.len()));
        let mut answers = Vec::new();
        loop {
            trials.clear();
            of.clear();
            for (i, draw) in draws.iter_mut().enumerate() {
                if let Some(trial) = draw.trial() {
                    trials.push(trial);
                    of.push(i);
                }
            }
            if trials.is_empty() {
                break;
            }
            answers.clear();
            answers.resize(trials.len(), super::Answer::default());
            let bounds = Bounds { stop: stop(limits), ..Bounds::solutions(2) };
            let end = self.engine.run(&mut Slice(&trials), &mut Answers(&mut answers), &bounds);
            self.account();
            if end != End::Done {
                return None;
            }
            for (&i, answer) in of.iter().zip(&answers) {
                draws[i].told(answer);
            }
        }
        Some(draws.into_iter().map(|draw| draw.solution.as_ref().map(values)).collect())
    }

    /// This many guesses take some milliseconds. Within this time, a search that would only be repeated in parts may end (see
    /// `long.rs`).
    fn before_cut(&self) -> u64 {
        4 * super::long::FIRST
    }

    fn stats(&self) -> &answer::Stats {
        &self.stats
    }

    fn reset_stats(&mut self) {
        self.stats.reset();
        self.engine.stats = Stats::default();
        if let Some((general, _)) = &mut self.general {
            general.reset_stats();
        }
    }
}

/// The number of boards that are tested at a time. It is several times the number of lanes, so that few lanes are idle on
/// average.
const MANY: usize = 4 * LANES;

/// Adds a solution to the counts of its candidates, up to a cap.
fn tally(counts: &mut [Vec<u32>], cap: u64, grid: &Grid) {
    for (row, &d) in counts.iter_mut().zip(grid) {
        let count = &mut row[d as usize - 1];
        *count += u32::from(u64::from(*count) < cap);
    }
}

impl Walk<'_> {
    fn take(&mut self, grid: &Grid) {
        self.solution.clear();
        self.solution.extend(grid.iter().map(|d| Value(d - 1)));
    }
}

#[cfg(test)]
mod tests;
