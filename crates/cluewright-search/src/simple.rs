//! The simple engine: it copies boards, runs every constraint's own `propagate` to a fixpoint, and branches on the cell with the
//! fewest values. It is correct for every model and fast enough for most models. Tests compare the fast engines with it, and what
//! logic deduces, so it reads the facts of the model, and no table that others derive from them.

use crate::answer::{KindStats, Limits, Stats, Stopped};
use crate::bits::{Bits, nth_bit};
use crate::engine::{Engine, Event, Order};
use cluewright_core::model::{CellKind, Relation, TrueCount};
use cluewright_core::{Board, Cell, Conflict, Constraint, Model, Random, Value, ValueSet};

/// The number of branches between two polls of the stop signal.
const POLL: u64 = 16;

/// The facts that a cell takes part in.
#[derive(Default)]
struct Uses {
    sets: Vec<u32>,
    links: Vec<u32>,
    groups: Vec<u32>,
    constraints: Vec<u32>,
}

/// A branching cell, the board before the branch, and the values that remain to be tried.
struct Frame {
    board: Board,
    cell: Cell,
    rest: ValueSet,
    tried: u32,
    of: u32,
    /// Whether the cell is a helper cell; then one solution below the branch is enough.
    helper: bool,
}

/// The simple engine, which the module's documentation describes.
pub(crate) struct Simple<'m> {
    model: &'m Model,
    uses: Vec<Uses>,
    answer: Vec<bool>,
    /// For each relation of the model, the same relation with the two cells swapped.
    transposed: Vec<Relation>,
    kind_of: Vec<u16>,
    /// The constraints that have to be run.
    queue: Bits,
    stack: Vec<Frame>,
    root: Option<Board>,
    started: bool,
    random: Option<Random>,
    prefer: Vec<ValueSet>,
    solution: Vec<Value>,
    stats: Stats,
}

impl<'m> Simple<'m> {
    /// Creates the engine, and lists the facts that each cell takes part in.
    pub(crate) fn new(model: &'m Model) -> Self {
        let mut uses: Vec<Uses> = (0..model.len()).map(|_| Uses::default()).collect();
        for (i, set) in model.sets().iter().enumerate() {
            set.cells.iter().for_each(|c| uses[c.index()].sets.push(i as u32));
        }
        for (i, link) in model.links().iter().enumerate() {
            uses[link.a.index()].links.push(i as u32);
            uses[link.b.index()].links.push(i as u32);
        }
        for (i, group) in model.posted_groups().iter().enumerate() {
            for c in &group.candidates {
                let list = &mut uses[c.cell.index()].groups;
                if list.last() != Some(&(i as u32)) {
                    list.push(i as u32);
                }
            }
        }
        let mut stats = Stats::default();
        let mut kind_of = Vec::new();
        for (i, posted) in model.constraints().iter().enumerate() {
            posted.kind.cells().iter().for_each(|c| uses[c.index()].constraints.push(i as u32));
            let kind = posted.kind.kind_name();
            let at = stats.kinds.iter().position(|k| k.kind == kind).unwrap_or_else(|| {
                stats.kinds.push(KindStats { kind, runs: 0, conflicts: 0 });
                stats.kinds.len() - 1
            });
            kind_of.push(at as u16);
        }
        Self {
            model,
            uses,
            answer: model.cells().iter().map(|c| c.kind != CellKind::Helper).collect(),
            transposed: model.relations().iter().map(Relation::transposed).collect(),
            kind_of,
            queue: Bits::new(model.constraints().len()),
            stack: Vec::new(),
            root: None,
            started: false,
            random: None,
            prefer: Vec::new(),
            solution: Vec::new(),
            stats,
        }
    }

    /// Narrows `board` until nothing more follows. Examines every fact if `all` is true, otherwise only the facts about changed
    /// cells.
    fn propagate(&mut self, board: &mut Board, all: bool) -> Result<(), Conflict> {
        self.queue.clear();
        if all {
            board.clear_changed();
            for c in 0..board.len() {
                self.cell_changed(board, Cell(c as u16))?;
            }
            (0..self.model.constraints().len()).for_each(|i| self.queue.insert(i));
        }
        loop {
            while let Some(cell) = board.take_changed() {
                self.cell_changed(board, cell)?;
                for &i in &self.uses[cell.index()].constraints {
                    self.queue.insert(i as usize);
                }
            }
            let Some(next) = self.queue.pop() else { return Ok(()) };
            self.stats.propagations += 1;
            let kind = &mut self.stats.kinds[self.kind_of[next] as usize];
            kind.runs += 1;
            let result = self.model.constraints()[next].kind.propagate(board);
            if result.is_err() {
                kind.conflicts += 1;
                return result;
            }
        }
    }

    /// Propagates the sets, links and groups of a narrowed cell.
    fn cell_changed(&mut self, board: &mut Board, cell: Cell) -> Result<(), Conflict> {
        if board.values(cell).is_empty() {
            return Err(Conflict);
        }
        let uses = &self.uses[cell.index()];
        self.stats.propagations += (uses.sets.len() + uses.links.len() + uses.groups.len()) as u64;
        for &s in &uses.sets {
            let set = &self.model.sets()[s as usize];
            if let Some(value) = board.fixed(cell) {
                for &other in set.cells.iter().filter(|&&o| o != cell) {
                    board.remove(other, value)?;
                }
            }
            if set.house {
                let (mut once, mut more) = (ValueSet::EMPTY, ValueSet::EMPTY);
                for &c in &set.cells {
                    more |= once & board.values(c);
                    once |= board.values(c);
                }
                if (once.len() as usize) < set.cells.len() {
                    return Err(Conflict);
                }
                for &c in &set.cells {
                    let only = board.values(c).minus(more);
                    if !only.is_empty() {
                        board.keep(c, only.single().map(ValueSet::of).ok_or(Conflict)?)?;
                    }
                }
            }
        }
        for &l in &uses.links {
            let link = &self.model.links()[l as usize];
            let (relation, other) = if link.a == cell {
                (self.model.relation(link.relation), link.b)
            } else {
                (&self.transposed[link.relation.0 as usize], link.a)
            };
            let forbidden = board.values(cell).iter().fold(ValueSet::ALL, |all, v| all & relation.forbidden(v));
            board.drop_values(other, forbidden)?;
        }
        for &g in &uses.groups {
            let group = &self.model.posted_groups()[g as usize];
            let live = group.candidates.iter().filter(|c| board.has(**c)).count();
            if group.truth != TrueCount::AtMostOne {
                if live == 0 {
                    return Err(Conflict);
                }
                if live == 1 {
                    let last = group.candidates.iter().find(|c| board.has(**c)).expect("one is live");
                    board.fix(last.cell, last.value)?;
                }
            }
            if group.truth != TrueCount::AtLeastOne {
                let sure = group.candidates.iter().find(|c| board.fixed(c.cell) == Some(c.value));
                if let Some(sure) = sure {
                    for c in group.candidates.iter().filter(|c| *c != sure) {
                        board.remove(c.cell, c.value)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn stop_reason(&self, limits: &Limits<'_>) -> Option<Stopped> {
        if limits.left(self.stats.nodes).is_none() {
            return Some(Stopped::Nodes);
        }
        let due = self.stats.nodes.is_multiple_of(POLL) && limits.is_over();
        due.then_some(Stopped::Signal)
    }

    /// The cell to branch on: the one with the fewest values, and cells of the answer before helper cells.
    fn choose(&mut self, board: &Board) -> Option<Cell> {
        for answer in [true, false] {
            let open = (0..board.len())
                .filter(|&c| self.answer[c] == answer && board.values(Cell(c as u16)).len() > 1)
                .map(|c| (board.values(Cell(c as u16)).len(), c));
            let Some((least, first)) = open.clone().min() else { continue };
            let cell = match &mut self.random {
                None => first,
                Some(random) => {
                    let equal = open.clone().filter(|o| o.0 == least).count();
                    open.filter(|o| o.0 == least).nth(random.below(equal as u32) as usize).map_or(first, |o| o.1)
                }
            };
            return Some(Cell(cell as u16));
        }
        None
    }

    /// Removes the next value to try from `rest` and returns it.
    fn pick(&mut self, cell: Cell, rest: &mut ValueSet) -> Value {
        let wanted = match self.prefer.get(cell.index()) {
            Some(&set) if rest.intersects(set) => *rest & set,
            _ => *rest,
        };
        let bit = match &mut self.random {
            None => wanted.0.trailing_zeros(),
            Some(random) => nth_bit(wanted.0, random.below(wanted.len())),
        };
        let value = Value(bit as u8);
        rest.remove(value);
        value
    }

    /// Branches on a cell of a propagated board. Returns `true` if no cell is open: then the board is a solution.
    fn push(&mut self, board: Board) -> bool {
        let Some(cell) = self.choose(&board) else {
            self.record(&board);
            return true;
        };
        let rest = board.values(cell);
        let helper = !self.answer[cell.index()];
        self.stack.push(Frame { board, cell, rest, tried: 0, of: rest.len(), helper });
        false
    }

    fn record(&mut self, board: &Board) {
        self.solution.clear();
        self.solution.extend(board.domains().iter().map(|d| d.min().expect("a solved board has a value per cell")));
        // One set of values for the helper cells is enough.
        while self.stack.last().is_some_and(|f| f.helper) {
            self.stack.pop();
        }
    }

    fn done_part(&self) -> f64 {
        let (mut part, mut size) = (0.0, 1.0);
        for frame in &self.stack {
            size /= f64::from(frame.of);
            part += size * f64::from(frame.tried.saturating_sub(1));
        }
        part
    }

    fn start_board(&self) -> Option<Board> {
        let root = self.root.as_ref()?;
        (self.model.impossible().is_none() && !root.is_broken()).then(|| root.clone())
    }
}

impl Engine for Simple<'_> {
    fn start(&mut self, board: &Board, order: Order) {
        self.stack.clear();
        self.root = Some(board.clone());
        self.started = false;
        self.random = None;
        self.prefer.clear();
        match order {
            Order::Usual => {}
            Order::Shuffled(seed) => self.random = Some(Random::new(seed)),
            Order::Prefer(sets) => self.prefer = sets,
        }
    }

    fn next(&mut self, limits: &Limits<'_>) -> Event {
        if !self.started {
            self.started = true;
            let Some(mut board) = self.start_board() else { return Event::Done };
            if self.propagate(&mut board, true).is_err() {
                return Event::Done;
            }
            if self.push(board) {
                return Event::Solution;
            }
        }
        loop {
            let Some(mut frame) = self.stack.pop() else { return Event::Done };
            if frame.rest.is_empty() {
                continue;
            }
            if let Some(why) = self.stop_reason(limits) {
                self.stack.push(frame);
                return Event::Stopped(why);
            }
            if self.stats.nodes.is_multiple_of(POLL) {
                limits.report(|| self.done_part());
            }
            self.stats.nodes += 1;
            let value = self.pick(frame.cell, &mut frame.rest);
            frame.tried += 1;
            let mut board = frame.board.clone();
            let cell = frame.cell;
            self.stack.push(frame);
            if board.fix(cell, value).is_err() || self.propagate(&mut board, false).is_err() {
                self.stats.failures += 1;
                continue;
            }
            if self.push(board) {
                return Event::Solution;
            }
        }
    }

    fn solution(&self) -> &[Value] {
        &self.solution
    }

    fn dive(&mut self, seed: u64, limits: &Limits<'_>) -> Result<f64, Stopped> {
        let Some(mut board) = self.start_board() else { return Ok(0.0) };
        let mut random = Random::new(seed);
        let mut weight = 1.0;
        if self.propagate(&mut board, true).is_err() {
            return Ok(0.0);
        }
        loop {
            let Some(cell) = self.choose(&board) else { return Ok(weight) };
            if !self.answer[cell.index()] {
                // Only helper cells are open. It only matters whether there are values for them.
                let root = self.root.replace(board);
                self.stack.clear();
                self.started = false;
                let event = self.next(limits);
                self.root = root;
                return match event {
                    Event::Solution => Ok(weight),
                    Event::Done => Ok(0.0),
                    Event::Stopped(why) => Err(why),
                };
            }
            if let Some(why) = self.stop_reason(limits) {
                return Err(why);
            }
            self.stats.nodes += 1;
            let values = board.values(cell);
            weight *= f64::from(values.len());
            let value = Value(nth_bit(values.0, random.below(values.len())) as u8);
            if board.fix(cell, value).is_err() || self.propagate(&mut board, false).is_err() {
                self.stats.failures += 1;
                return Ok(0.0);
            }
        }
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn reset_stats(&mut self) {
        self.stats.reset();
    }
}
