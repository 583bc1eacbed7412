//! The classic engine behind the questions asked of a [`Model`]: when a model says no more than rows, columns, boxes
//! and what single cells may hold, [`crate::Solver`] asks this engine.

use super::board::{ALL, Candidates, Grid};
use super::lanes::{LANES, Node};
use super::{Answers, Bounds, Counts, End, Engine, Pair, Pairs, Sink, Slice, Stats};
use crate::engine::{self, Event, Order};
use crate::general::General;
use crate::question::{self, Limits, Stopped, Verdict};
use crate::random::Random;
use cluewright_core::model::CellKind;
use cluewright_core::{Board, Model, Value, ValueSet};
use std::collections::VecDeque;

/// Is the model an ordinary 9x9 grid: 81 cells in reading order with nine values, the 27 houses, and beyond these
/// nothing but facts about single cells? Then [`crate::Solver`] asks the engine of this module.
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
        // The houses all cells of the set lie in; with nine cells it is that house.
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

/// Rounds between two looks at the clock and reports of progress: some 20 microseconds.
const SLICE: u64 = 64;

/// A search that pauses at every solution.
pub(crate) struct Walk<'m> {
    model: &'m Model,
    engine: Engine,
    /// Candidates the walk began with.
    begin: Candidates,
    board: Option<Board>,
    /// The seed of a walk whose first solution is still to be drawn.
    draw: Option<u64>,
    /// The solution drawn, which must not come again.
    drawn: Option<Grid>,
    /// Whether the search has outgrown the lone kernel.
    large: bool,
    ended: bool,
    found: Queue,
    solution: Vec<Value>,
    stats: question::Stats,
    /// For random dives; `true` when it has begun with this board.
    general: Option<(Box<General<'m>>, bool)>,
}

/// Solutions not yet handed out.
#[derive(Default)]
struct Queue(VecDeque<Grid>);

impl Sink for Queue {
    fn grids(&self) -> bool {
        true
    }
    fn solution(&mut self, _: usize, grid: &Grid) -> bool {
        self.0.push_back(*grid);
        true
    }
    fn done(&mut self, _: usize, _: u64, _: bool) {}
    fn pause(&self) -> bool {
        !self.0.is_empty()
    }
}

impl<'m> Walk<'m> {
    /// For a model that [`is_classic`].
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
            stats: question::Stats::default(),
            general: None,
        }
    }

    /// Begins the search below `self.begin`.
    fn restart(&mut self) {
        let mut node = Node::EMPTY;
        node.0[..81].copy_from_slice(&self.begin);
        self.engine.lone.start(0, &node);
        (self.large, self.ended) = (false, false);
        self.found.0.clear();
    }

    /// Puts the engine's work into the statistics.
    fn account(&mut self) {
        let done = self.engine.stats;
        (self.stats.nodes, self.stats.failures, self.stats.propagations) = (done.guesses, done.dead, done.sweeps);
    }

    /// A random solution.
    fn random(&mut self, seed: u64, limits: &Limits<'_>) -> Result<Option<Grid>, Stopped> {
        let mut draw = Draw::new(self.begin, seed);
        while let Some(trial) = draw.trial() {
            let answer = self.ask(&trial, limits)?;
            draw.told(&answer);
        }
        Ok(draw.solution)
    }

    /// None, one or two solutions, within the limits.
    fn ask(&mut self, board: &Candidates, limits: &Limits<'_>) -> Result<super::Answer, Stopped> {
        let left = if limits.nodes == 0 { u64::MAX } else { limits.nodes.saturating_sub(self.engine.stats.guesses) };
        let signal = || limits.stop.is_some_and(|stop| stop());
        let mut answers = vec![super::Answer::default()];
        let bounds = Bounds { guesses: left, stop: Some(&signal), ..Bounds::solutions(2) };
        self.engine.run(&mut Slice(std::slice::from_ref(board)), &mut Answers(&mut answers), &bounds);
        self.account();
        match answers[0] {
            answer if answer.complete => Ok(answer),
            _ if left != u64::MAX && self.engine.stats.guesses >= limits.nodes => Err(Stopped::Nodes),
            _ => Err(Stopped::Signal),
        }
    }
}

/// A random solution in the making: random candidates are fixed as long as solutions are left, until only one is.
struct Draw {
    random: Random,
    board: Candidates,
    /// Digits that cells of a row, column or box are fixed to.
    used: [u16; 27],
    /// The cells in the order drawn, and how many of them are fixed.
    cells: [u8; 81],
    at: usize,
    /// Cell and bit last tried; none before the board itself was asked about.
    tried: Option<(usize, u16)>,
    /// How many solutions are left, at most 2; none are known of before.
    left: Option<u64>,
    /// The solution, once it is the only one left.
    solution: Option<Grid>,
}

impl Draw {
    fn new(board: Candidates, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut cells: [u8; 81] = std::array::from_fn(|c| c as u8);
        for i in (1..81).rev() {
            cells.swap(i, random.below(i as u32 + 1) as usize);
        }
        let mut draw = Self { random, board, used: [0; 27], cells, at: 0, tried: None, left: None, solution: None };
        for (c, &m) in board.iter().enumerate() {
            if m.is_power_of_two() {
                draw.fix(c, m);
            }
        }
        draw
    }

    /// Row, column and box of a cell.
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

    /// A board whose number of solutions, up to 2, must be known to go on; none at the end.
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
                let bit = 1 << crate::random::nth_bit(u64::from(rest), nth);
                if Self::houses(c as usize).iter().any(|&h| self.used[h] & bit != 0) {
                    // Nobody need be asked.
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

    /// What was found out about it.
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
    fn start(&mut self, board: &Board, order: Order<'_>) {
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
        let stop = |_: &Self| limits.stop.is_some_and(|stop| stop());
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
            if stop(self) {
                return Event::Stopped(Stopped::Signal);
            }
            if let Some(progress) = limits.progress {
                let done = if self.large { self.engine.batch.done } else { self.engine.lone.done };
                progress(done.clamp(0.0, 1.0));
            }
            let bounds = Bounds { pause, rounds: SLICE, ..Bounds::solutions(u64::MAX) };
            let end = self.engine.job(Some(&mut self.large), &mut Slice(&[]), &mut self.found, &bounds);
            self.account();
            match end {
                End::Done | End::Stopped => self.ended = true,
                End::Guesses if self.found.0.is_empty() => return Event::Stopped(Stopped::Nodes),
                End::Guesses | End::Paused => {}
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
        let signal = || limits.stop.is_some_and(|stop| stop());
        let cap = u64::from(cap);
        // Solutions of the board itself settle the usual case, a unique solution, and most of the rest.
        let mut met = Tally { counts: &mut counts, cap };
        let first = Bounds { stop: Some(&signal), ..Bounds::solutions(cap.saturating_mul(2).max(64)) };
        let mut sink = Met { tally: &mut met, count: 0 };
        self.engine.run(&mut Slice(std::slice::from_ref(&begin)), &mut sink, &first);
        let all = sink.count < first.solutions;
        let mut at = 0;
        while !all && at < 729 && !signal() {
            // A batch of candidates not yet seen often enough, each in a board of its own.
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
            let bounds = Bounds { stop: Some(&signal), ..Bounds::solutions(cap) };
            self.engine.run(&mut Slice(&boards), &mut Answers(&mut answers), &bounds);
            for (&(c, d), answer) in asked.iter().zip(&answers) {
                counts[c][d] = answer.count as u32;
                if cap == 1
                    && let Some(grid) = &answer.solution
                {
                    Tally { counts: &mut counts, cap }.add(grid);
                }
            }
            if let Some(progress) = limits.progress {
                progress(at as f64 / 729.0);
            }
        }
        self.account();
        // Stopped on the way: the walk says what is known.
        (!signal()).then_some(counts)
    }

    fn width(&self) -> usize {
        MANY
    }

    fn verdict_each(&mut self, boards: &[Board], limits: &Limits<'_>) -> Option<(Vec<Verdict>, Option<Stopped>)> {
        let boards: Vec<Candidates> = boards.iter().map(masks).collect();
        let mut pairs = vec![Pair::default(); boards.len()];
        let signal = || limits.stop.is_some_and(|stop| stop());
        // Under a limit of guesses one after another: it holds for all together.
        let step = if limits.nodes == 0 { boards.len().max(1) } else { 1 };
        let mut verdicts = Vec::with_capacity(boards.len());
        for (boards, pairs) in boards.chunks(step).zip(pairs.chunks_mut(step)) {
            let guesses =
                if limits.nodes == 0 { u64::MAX } else { limits.nodes.saturating_sub(self.engine.stats.guesses) };
            let bounds = Bounds { stop: Some(&signal), guesses, apart: true, ..Bounds::solutions(2) };
            self.engine.run(&mut Slice(boards), &mut Pairs(pairs), &bounds);
            self.account();
            for pair in pairs {
                verdicts.push(match &pair.solutions {
                    [Some(a), Some(b)] => Verdict::Multiple(values(a), values(b)),
                    _ if !pair.exact => {
                        let why = if guesses != u64::MAX && !signal() { Stopped::Nodes } else { Stopped::Signal };
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
        let signal = || limits.stop.is_some_and(|stop| stop());
        let bounds = Bounds { stop: Some(&signal), ..Bounds::solutions(most) };
        let end = self.engine.run(&mut Slice(&boards), &mut Counts(&mut counts), &bounds);
        self.account();
        // Stopped on the way: one by one it will be seen which are known.
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
        let signal = || limits.stop.is_some_and(|stop| stop());
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
            let bounds = Bounds { stop: Some(&signal), ..Bounds::solutions(2) };
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

    fn stats(&self) -> &question::Stats {
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

/// Boards asked at a time: several times the lanes, so that few are idle on the whole.
const MANY: usize = 4 * LANES;

/// Solutions by candidate, up to a cap.
struct Tally<'a> {
    counts: &'a mut Vec<Vec<u32>>,
    cap: u64,
}

impl Tally<'_> {
    fn add(&mut self, grid: &Grid) {
        for (row, &d) in self.counts.iter_mut().zip(grid) {
            let count = &mut row[d as usize - 1];
            *count += u32::from(u64::from(*count) < self.cap);
        }
    }
}

/// Tallies every solution of one puzzle.
struct Met<'a, 'b> {
    tally: &'a mut Tally<'b>,
    count: u64,
}

impl Sink for Met<'_, '_> {
    fn grids(&self) -> bool {
        true
    }
    fn solution(&mut self, _: usize, grid: &Grid) -> bool {
        self.tally.add(grid);
        self.count += 1;
        true
    }
    fn done(&mut self, _: usize, _: u64, _: bool) {}
}

impl Walk<'_> {
    fn take(&mut self, grid: &Grid) {
        self.solution.clear();
        self.solution.extend(grid.iter().map(|d| Value(d - 1)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::simple;
    use super::super::tests::{Random as Numbers, random_boards};
    use super::*;
    use crate::Solver;
    use cluewright_core::{Cell, ModelBuilder, Origin, Puzzle, Shape};
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    fn houses() -> ModelBuilder {
        let puzzle = Puzzle::new(Shape::square(9).expect("9x9"), 9);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let origin = build.origin(Origin::new("classic", "house"));
        let shape = &puzzle.shape;
        for house in shape.rows().chain(shape.columns()).chain(shape.regions().cloned()) {
            build.all_different(&house, None, origin);
        }
        build
    }

    fn board_of(model: &Model, masks: &Candidates) -> Board {
        let mut board = model.board();
        for (c, &m) in masks.iter().enumerate() {
            let _ = board.keep(Cell(c as u16), ValueSet(u64::from(m)));
        }
        board
    }

    #[test]
    fn only_ordinary_grids_are_classic() {
        assert!(is_classic(&houses().finish()));
        let origin = |b: &mut ModelBuilder| b.origin(Origin::new("test", "test"));
        let mut inside = houses();
        let o = origin(&mut inside);
        inside.all_different(&[Cell(0), Cell(1), Cell(10)], None, o);
        assert!(is_classic(&inside.finish()), "a set within a box says nothing new");
        let mut diagonal = houses();
        let o = origin(&mut diagonal);
        let cells: Vec<Cell> = (0..9).map(|i| Cell(10 * i)).collect();
        diagonal.all_different(&cells, None, o);
        assert!(!is_classic(&diagonal.finish()));
        let puzzle = Puzzle::new(Shape::square(9).expect("9x9"), 9);
        let mut latin = ModelBuilder::for_puzzle(&puzzle);
        let o = origin(&mut latin);
        for line in puzzle.shape.rows().chain(puzzle.shape.columns()) {
            latin.all_different(&line, None, o);
        }
        assert!(!is_classic(&latin.finish()), "no boxes");
        let mut never = houses();
        let o = origin(&mut never);
        never.impossible(o);
        assert!(!is_classic(&never.finish()));
    }

    /// The classic engine and the general one, asked the same.
    #[test]
    fn answers_as_the_general_engine_does() {
        let model = houses().finish();
        let mut classic = Solver::new(&model);
        let mut general = Solver::of(&model, Box::new(General::new(&model)));
        let mut random = Numbers::new(31);
        for (round, masks) in random_boards(30, 150).into_iter().enumerate() {
            let board = board_of(&model, &masks);
            let none = Limits::none();
            let expected = simple::count(&masks, 300);
            assert_eq!(classic.count(&board, 300, &none).value, expected);
            assert_eq!(general.count(&board, 300, &none).value, expected);
            let mut seen = BTreeSet::new();
            let all = classic.solutions(&board, &none, |s| {
                assert!(model.holds(s) && seen.insert(s.to_vec()));
                if seen.len() == 300 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(all.value, expected);
            let verdict = classic.verdict(&board, &none).value;
            match expected {
                0 => assert_eq!(verdict, Verdict::None),
                1 => assert!(matches!(verdict, Verdict::Unique(s) if seen.contains(&s))),
                _ => assert!(matches!(verdict, Verdict::Multiple(a, b) if a != b)),
            }
            let seed = random.next();
            let drawn = classic.random_solution(&board, seed, &none).value;
            assert_eq!(drawn.is_some(), expected > 0);
            assert!(drawn.is_none_or(|s| model.holds(&s) && (expected == 300 || seen.contains(&s))));
            let cap = [1, 3, 100][round % 3];
            let (a, b) = (classic.true_candidates(&board, cap, &none), general.true_candidates(&board, cap, &none));
            assert!(a.complete() && b.complete());
            // All but which solutions were met on the way.
            let told = |c: &crate::Candidates| (c.counts.clone(), c.possible.clone(), c.open.clone());
            assert_eq!(told(&a.value), told(&b.value), "round {round}, cap {cap}");
            // By the walk, as under a limit of nodes.
            let limited = classic.true_candidates(&board, cap, &Limits::nodes(u64::MAX - 1));
            assert_eq!(told(&limited.value), told(&b.value));
        }
    }

    #[test]
    fn many_at_once_are_answered_as_one_by_one() {
        let model = houses().finish();
        let (mut classic, mut general) = (Solver::new(&model), Solver::of(&model, Box::new(General::new(&model))));
        assert!(classic.width() > 1 && general.width() == 1);
        let boards: Vec<Board> = random_boards(41, 300).iter().map(|m| board_of(&model, m)).collect();
        for most in [1, 2, 40] {
            let counts = classic.count_each(&boards, most, &Limits::none());
            assert!(counts.complete());
            for (i, (board, &count)) in boards.iter().zip(&counts.value).enumerate() {
                assert_eq!(classic.count(board, most, &Limits::none()).value, count, "board {i} up to {most}");
            }
            assert_eq!(general.count_each(&boards, most, &Limits::none()).value, counts.value);
            assert_eq!(classic.count_each(&boards, most, &Limits::nodes(u64::MAX - 1)).value, counts.value);
        }
        let few = &boards[..6];
        let all: Vec<u64> = few.iter().map(|b| classic.count(b, 20_000, &Limits::none()).value).collect();
        if all.iter().all(|&n| n < 20_000) {
            assert_eq!(classic.count_each(few, 0, &Limits::none()).value, all);
        }

        // Verdicts are true, and those on several solutions do not depend on company or limits.
        let verdicts = classic.verdicts(&boards, &Limits::none());
        assert!(verdicts.complete() && verdicts.value.len() == boards.len());
        let others = general.verdicts(&boards, &Limits::none()).value;
        for (i, (board, verdict)) in boards.iter().zip(&verdicts.value).enumerate() {
            match verdict {
                Verdict::Multiple(a, b) => {
                    assert!(
                        a != b && [a, b].iter().all(|s| model.holds(s)) && matches!(others[i], Verdict::Multiple(..))
                    );
                    let inside = |s: &Vec<Value>| s.iter().zip(board.domains()).all(|(v, d)| d.contains(*v));
                    assert!(inside(a) && inside(b));
                }
                _ => assert_eq!(verdict, &others[i]),
            }
            assert_eq!(&classic.verdicts(&boards[i..=i], &Limits::none()).value[0], verdict, "board {i} alone");
        }
        let half = classic.verdicts(&boards[150..], &Limits::nodes(u64::MAX - 1));
        assert_eq!(half.value, verdicts.value[150..]);
        let few = classic.verdicts(&boards, &Limits::nodes(40));
        assert!(few.stopped == Some(crate::Stopped::Nodes) && few.value[..] == verdicts.value[..few.value.len()]);
        assert!(!few.value.is_empty() && few.stats.nodes <= 40);

        let seeds: Vec<u64> = (0..70).collect();
        for board in [model.board(), boards[0].clone(), boards[5].clone()] {
            let together = classic.random_solutions(&board, &seeds, &Limits::none());
            assert!(together.complete());
            for (&seed, found) in seeds.iter().zip(&together.value) {
                assert_eq!(&classic.random_solution(&board, seed, &Limits::none()).value, found, "seed {seed}");
            }
        }

        let stop = || true;
        let stopped = Limits { stop: Some(&stop), ..Limits::none() };
        let answer = classic.count_each(&boards, 2, &stopped);
        assert!(answer.stopped == Some(crate::Stopped::Signal) && answer.value.len() < boards.len());
        assert!(!classic.random_solutions(&model.board(), &seeds, &stopped).complete());
        assert!(!classic.verdicts(&boards, &stopped).complete());
        let answer = general.count_each(&boards, 40, &Limits::nodes(300));
        assert_eq!(answer.stopped, Some(crate::Stopped::Nodes), "{:?}", answer.stats);
        assert!(answer.stats.nodes <= 300 && !answer.value.is_empty() && answer.value.len() < boards.len());
    }

    #[test]
    fn a_drawn_solution_comes_once_and_the_others_follow() {
        let model = houses().finish();
        let masks = random_boards(33, 400).into_iter().find(|b| (20..200).contains(&simple::count(b, 200)));
        let masks = masks.expect("such a board");
        let mut walk = Walk::new(&model);
        for seed in 0..20 {
            use crate::engine::Engine as _;
            walk.reset_stats();
            walk.start(&board_of(&model, &masks), Order::Shuffled(seed));
            let mut seen = BTreeSet::new();
            while walk.next(&Limits::none()) == Event::Solution {
                assert!(seen.insert(walk.solution().to_vec()));
            }
            assert_eq!(seen.len() as u64, simple::count(&masks, 1000));
        }
    }
}
