//! The general engine: it compiles the model, runs propagators from queues, and branches by conflict weights.
//!
//! A branch assumes a candidate; once the branch has been searched, the candidate is removed and the search continues. The
//! candidate is a value of the most promising cell (few values, many conflicts so far), or one of two places of a value in a
//! house; in long searches a branch may be about a whole cage (see [`branching`]). Frames are copies of the domains, and of what
//! branches require of cages, on one stack, so nothing is allocated once the deepest branch has been reached. Conflict weights
//! are due to Boussemart and others (2004).
//!
//! Before the search, constraints are added to the model ([`derive`], [`cardinality`]): sums that follow from houses and cages
//! (longer sums once the search is no longer short: [`deepen`]), sums of sums, and counts of all values. Many of these ideas come
//! from Interactive Sudoku Solver (sigh, MIT). A stopped search ends within a branch, and repeats this branch when it continues.
//!
//! Tried and left out, measured on 77 puzzles that need more than 150 nodes: at the top of the tree, trying the candidates of the
//! best 20 to 60 cells, to branch where most follows (as many nodes below as before, and the time for trying). Early restarts
//! take 5 to 10 % more nodes on hard killers. Restarts after the first solution, which is then excluded, take 6 % more nodes over
//! 73 puzzles, although single puzzles vary by a factor of three either way. Removing from the root what is gone whichever value
//! a cell has, while its candidates are tried, makes no difference beyond 3 %. For matching below the root, see [`propagate`].
//! Derived sums of up to eight or nine terms take a third fewer nodes on seven of the hardest killers and no fewer on 42 others,
//! and running the sums costs all that is gained; once cages are examined exactly, there are hardly fewer nodes.
//!
//! Tried and left out, measured on 20 to 100 such puzzles, several of them with weights randomly changed by 3 %: two colours for
//! values with two places and cells with two values (2 % fewer nodes, a tenth more time); remembering at a restart what was
//! refuted below other branches (1 %); halving domains of four and more values (5 to 17 % more nodes, half as many again on hard
//! killers); no restart while a search seems to make progress (a tenth more, and long tails); trying the root's candidates again
//! after it has lost some (finds nothing new). Using derived sums of seven and eight terms only in searches of more than 1,000
//! failures takes a fifth to a third fewer nodes on hard killers, but each node costs correspondingly more. (Sums of five and six
//! terms are used in searches of some failures: [`deepen`].)
//!
//! One automaton in place of several over the same cells: as many nodes over 267 puzzles, a third fewer on five of them.

mod around;
mod assignments;
mod branching;
mod cage;
mod cardinality;
mod clauses;
mod combinations;
mod compile;
mod deepen;
mod deeper;
mod derive;
mod effort;
mod hall;
pub(crate) mod lazy;
mod links;
mod lists;
mod machine;
mod pace;
mod places;
mod propagate;
pub(crate) mod refute;
mod regions;
mod restart;
mod rows;
mod saved;
mod subsets;
mod sum;
mod tools;

use crate::answer::{Limits, Stats, Stopped};
use crate::bits::nth_bit;
use crate::engine::{Cut, Engine, Event, Order};
use crate::poll::{Poll, Stop};
use crate::switches::{Mechanism, Switches};
use branching::{Assumption, Branching};
use cluewright_core::{Board, Cell, Conflict, Kind, Model, Random, Value};
use compile::Compiled;
use deeper::Deeper;

use pace::{Pace, USUAL, WITH_CAGES, WITH_REGIONS};
use propagate::{Cause, Halt, State};
use saved::Saved;

/// The number of propagations between two polls of the stop signal. Takes well below a millisecond.
const POLL: u64 = 500;
/// The number of failures before the first restart in a search for a random solution.
const FIRST_REDRAW: u64 = 100;
/// The phase of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Nothing has been done yet.
    Fresh,
    /// The domains are at a fixpoint, and the next step is to choose a branch.
    Choose,
    /// The next step is to go back to the last branch.
    Back,
    /// There are no more solutions.
    Done,
}

/// A branch. The domains before the branch are saved on the stack at its depth.
#[derive(Clone, Copy, Debug)]
struct Frame {
    what: Assumption,
    /// Whether one solution below the branch is enough.
    helper: bool,
    /// The fraction of the whole search that lies below the frame (`size`), and below its first branch (`first`).
    size: f64,
    first: f64,
}

/// The general engine, which the module's documentation describes.
pub(crate) struct General<'m> {
    switches: Switches,
    /// The widest domains for which the engine was compiled; values outside these domains are ignored.
    compiled_for: Vec<u64>,
    state: State<'m>,
    deeper: Deeper<'m>,
    saved: Saved,
    frames: Vec<Frame>,
    /// The domains at the root of the search, at a fixpoint.
    root: Vec<u64>,
    phase: Phase,
    branching: Branching,
    found_any: bool,
    restart_at: u64,
    restart_gap: u64,
    deepen_at: u64,
    pace: Pace,
    /// Whether every candidate of the root has been tried by itself (`probed`); and the cells whose candidates are left to be
    /// tried, if the work has begun (`unprobed`).
    probed: bool,
    unprobed: Vec<u32>,
    /// The number of propagations when the search last started or tried candidates of the root.
    search_from: u64,
    fails: u64,
    polled: u64,
    /// The fraction of the search that is done (`done`), and the fraction that lies below the current domains (`here`).
    done: f64,
    here: f64,
    solution: Vec<Value>,
}

impl<'m> General<'m> {
    /// Compiles a model for its own board and all narrower boards.
    pub(crate) fn new(model: &'m Model) -> Self {
        Self::made(model, Switches::default(), derive::FEW_TERMS, None).expect("nothing says to stop")
    }

    /// Like `new`, but with some mechanisms switched off, and beginning with derived sums of up to `terms` terms. `None` if
    /// stopped.
    fn made(model: &'m Model, switches: Switches, terms: usize, stop: Stop<'_>) -> Option<Self> {
        Self::within(model, model.board().domains().iter().map(|d| d.0).collect(), switches, terms, stop)
    }

    /// Compiles a model for boards within `domains`. `None` if stopped.
    fn within(model: &'m Model, domains: Vec<u64>, switches: Switches, terms: usize, stop: Stop<'_>) -> Option<Self> {
        let mut poll = Poll::new(stop);
        let derived = derived(model, &domains, switches, terms, &mut poll)?;
        let sums = derived.0.len();
        let state = compile(model, &domains, switches, derived, &mut poll)?;
        let net = &state.net;
        let n = net.n;
        let branching = Branching::new(net, switches);
        let usual = if !net.tools.unknown_regions.is_empty() {
            WITH_REGIONS
        } else if branching.has_cages() {
            WITH_CAGES
        } else {
            USUAL
        };
        let pace = if switches.has(Mechanism::Restarts) { usual } else { Pace { first: u64::MAX, ..usual } };
        let mut new = Self {
            switches,
            compiled_for: domains,
            state,
            deeper: Deeper::after(sums, terms, switches),
            saved: Saved::default(),
            frames: Vec::new(),
            root: vec![0; n],
            phase: Phase::Done,
            branching,
            found_any: false,
            restart_at: 0,
            restart_gap: 0,
            deepen_at: u64::MAX,
            pace,
            probed: !switches.has(Mechanism::Probing),
            unprobed: Vec::new(),
            search_from: 0,
            fails: 0,
            polled: 0,
            done: 0.0,
            here: 1.0,
            solution: Vec::new(),
        };
        new.set_regions();
        Some(new)
    }

    /// Like `within`, but for any board. Used if a board is wider than the domains that the model was compiled for, for example
    /// if it lacks the model's givens. `None` if stopped.
    fn widest(&self, stop: Stop<'_>) -> Option<Self> {
        let model = self.state.model;
        let domains = model.cells().iter().map(|c| c.domain.0).collect();
        let mut wide = Self::within(model, domains, self.switches, self.deeper.terms, stop)?;
        wide.state.stats.add(&self.state.stats);
        Some(wide)
    }

    /// Prepares the search of one part of a divided search. The choice of the regions that have the first labels for the whole
    /// board also holds for the part. Since the part comes from a long search, all derived sums are used. False if stopped.
    fn start_within(&mut self, root: &[u64], weights: &[f64], stop: Stop<'_>) -> bool {
        if !self.deepen(stop) {
            return false;
        }
        self.root.copy_from_slice(root);
        self.branching.learn(weights);
        true
    }

    /// Whether the board lies within the domains for which the engine was compiled.
    fn covers(&self, board: &Board) -> bool {
        board.domains().iter().zip(&self.compiled_for).all(|(d, widest)| d.0 & !widest == 0)
    }

    /// For unknown regions, makes labels and digits partners. If nothing else refers to the labels, lets the search choose which
    /// regions have the first labels.
    fn set_regions(&mut self) {
        let net = &mut self.state.net;
        let mut unknown_regions = std::mem::take(&mut net.tools.unknown_regions);
        for unknown in &mut unknown_regions {
            for (a, b) in unknown.partners() {
                self.branching.pair(a, b);
            }
            let free = |c: &Cell| net.answer[c.index()] && net.is_alone(c.index());
            if self.switches.has(Mechanism::Anchors) && unknown.labels().iter().all(free) {
                unknown.choose_anchors(self.branching.weights());
            }
        }
        net.tools.unknown_regions = unknown_regions;
    }

    /// Narrows the domains to a fixpoint; false after a conflict. Afterwards the queues are empty, even if the search was
    /// stopped.
    fn fixpoint(&mut self, limits: &Limits<'_>) -> Result<bool, Stopped> {
        match self.state.fixpoint(limits.stop) {
            Ok(()) => Ok(true),
            Err(Halt::Conflict) => {
                self.branching.blame(&self.state);
                self.state.abandon();
                Ok(false)
            }
            Err(Halt::Stopped) => {
                self.state.abandon();
                Err(Stopped::Signal)
            }
        }
    }

    /// Records that a branch has failed.
    fn failed(&mut self, what: Assumption) {
        self.branching.failed(&self.state.net, what, self.state.last_value);
    }

    fn push(&mut self, what: Assumption, of: u32) {
        self.state.save(&mut self.saved, self.frames.len());
        let helper = matches!(what, Assumption::Holds { cell, .. } if !self.state.net.answer[cell as usize]);
        let first = self.here / f64::from(of);
        self.frames.push(Frame { what, helper, size: self.here, first });
        self.here = first;
    }

    /// Makes an assumption if `yes` is true, otherwise its opposite, and narrows the domains to a fixpoint; false after a
    /// conflict.
    fn assume(&mut self, what: Assumption, yes: bool, limits: &Limits<'_>) -> Result<bool, Stopped> {
        self.follow(limits, |state| state.assume(what, yes))
    }

    /// Calls `narrow`, then narrows the domains to a fixpoint; false after a conflict.
    fn follow(
        &mut self,
        limits: &Limits<'_>,
        narrow: impl FnOnce(&mut State<'m>) -> Result<(), Conflict>,
    ) -> Result<bool, Stopped> {
        self.state.cause = Cause::Choice;
        if narrow(&mut self.state).is_err() {
            self.state.abandon();
            return Ok(false);
        }
        self.fixpoint(limits)
    }

    /// Like `follow`, but narrows one cell, which keeps only the values in `set`.
    fn keep(&mut self, cell: usize, set: u64, limits: &Limits<'_>) -> Result<bool, Stopped> {
        self.follow(limits, |state| state.narrow(cell, set))
    }

    /// Narrows the root to a fixpoint.
    fn begin(&mut self, limits: &Limits<'_>) -> Result<bool, Stopped> {
        let fine = self.state.model.impossible().is_none() && self.root.iter().all(|&d| d != 0);
        if !fine {
            return Ok(false);
        }
        self.state.load(&self.root);
        self.state.cause = Cause::Choice;
        self.state.wake_all();
        self.state.matching = self.switches.has(Mechanism::Matching);
        let fine = self.fixpoint(limits);
        self.state.matching = false;
        if fine? {
            self.root.copy_from_slice(&self.state.dom);
        }
        fine
    }

    fn stop_reason(&mut self, limits: &Limits<'_>) -> Option<Stopped> {
        if limits.nodes > 0 && self.state.stats.nodes >= limits.nodes {
            return Some(Stopped::Nodes);
        }
        let work = self.state.stats.propagations + self.state.stats.nodes;
        if work >= self.polled {
            // On a board of thousands of cells, a branch takes as long as dozens of branches on smaller boards.
            self.polled = work + POLL.min(40_000 / self.state.net.n as u64);
            if limits.is_over() {
                return Some(Stopped::Signal);
            }
            limits.report(|| self.done.clamp(0.0, 1.0));
        }
        None
    }

    fn record(&mut self) {
        self.solution.clear();
        self.solution.extend(self.state.dom.iter().map(|d| Value(d.trailing_zeros() as u8)));
        for unknown in &self.state.net.tools.unknown_regions {
            unknown.rename(&mut self.solution);
        }
        self.found_any = true;
        while self.frames.last().is_some_and(|f| f.helper) {
            self.frames.pop();
        }
    }
}

/// The derived sums of at most `terms` terms for boards within `domains`, and for each set whether it is a house on such boards.
/// `None` if stopped.
fn derived(
    model: &Model,
    domains: &[u64],
    switches: Switches,
    terms: usize,
    poll: &mut Poll<'_>,
) -> Option<(Vec<Kind>, Vec<bool>)> {
    let houses = derive::houses(model, domains);
    let wanted = switches.has(Mechanism::DerivedSums);
    Some((if wanted { derive::sums(model, domains, &houses, terms, poll)? } else { Vec::new() }, houses))
}

/// Compiles a model together with derived sums. `None` if stopped.
fn compile<'m>(
    model: &'m Model,
    domains: &[u64],
    switches: Switches,
    (derived, houses): (Vec<Kind>, Vec<bool>),
    poll: &mut Poll<'_>,
) -> Option<State<'m>> {
    Some(State::new(model, Compiled::new(model, domains, &houses, derived, switches, poll)?))
}

impl Engine for General<'_> {
    fn start(&mut self, board: &Board, order: Order) {
        if !self.covers(board) {
            *self = self.widest(None).expect("nothing says to stop");
        }
        self.shorten();
        self.root.iter_mut().zip(board.domains()).for_each(|(root, d)| *root = d.0);
        for unknown in &mut self.state.net.tools.unknown_regions {
            unknown.anchor(&mut self.root);
        }
        self.phase = Phase::Fresh;
        self.frames.clear();
        self.found_any = false;
        (self.done, self.here) = (0.0, 1.0);
        (self.fails, self.probed) = (0, !self.switches.has(Mechanism::Probing));
        self.unprobed.clear();
        self.state.exactly = false;
        self.search_from = self.state.stats.propagations;
        (self.restart_at, self.restart_gap) = (self.pace.first, self.pace.first);
        self.deepen_at = if self.deeper.longer { self.pace.deeper } else { u64::MAX };
        self.polled = 0;
        self.branching.start(&self.state.net, order);
        if self.branching.is_random() && self.switches.has(Mechanism::Restarts) {
            // A restart with another random order costs nothing but time.
            (self.restart_at, self.restart_gap) = (FIRST_REDRAW, FIRST_REDRAW);
        }
    }

    fn next(&mut self, limits: &Limits<'_>) -> Event {
        loop {
            match self.phase {
                Phase::Done => return Event::Done,
                Phase::Fresh => {
                    self.phase = match self.begin(limits) {
                        Ok(true) => Phase::Choose,
                        Ok(false) => Phase::Done,
                        Err(why) => return Event::Stopped(why),
                    }
                }
                Phase::Choose => {
                    let Some((what, of)) = self.branching.choose(&self.state) else {
                        self.record();
                        self.phase = Phase::Back;
                        return Event::Solution;
                    };
                    if let Some(why) = self.stop_reason(limits) {
                        return Event::Stopped(why);
                    }
                    self.push(what, of);
                    self.state.stats.nodes += 1;
                    match self.assume(what, true, limits) {
                        Ok(true) => {}
                        Ok(false) => {
                            self.state.stats.failures += 1;
                            self.failed(what);
                            self.fails += 1;
                            self.phase = Phase::Back;
                        }
                        Err(why) => {
                            // Undo the last branch.
                            let frame = self.frames.pop().expect("just pushed");
                            self.state.restore(&self.saved, self.frames.len());
                            self.here = frame.size;
                            self.state.stats.nodes -= 1;
                            return Event::Stopped(why);
                        }
                    }
                }
                Phase::Back => {
                    if self.fails >= self.deepen_at {
                        if !self.deepen(limits.stop) {
                            return Event::Stopped(Stopped::Signal);
                        }
                        continue;
                    }
                    if !self.found_any && self.fails >= self.restart_at {
                        self.phase = if self.restart(limits) { Phase::Choose } else { Phase::Done };
                        continue;
                    }
                    if self.found_any {
                        // The search will not be restarted any more, although much of it may be left.
                        self.widen();
                    }
                    let Some(frame) = self.frames.pop() else {
                        self.phase = Phase::Done;
                        continue;
                    };
                    self.state.restore(&self.saved, self.frames.len());
                    let Ok(fine) = self.assume(frame.what, false, limits) else {
                        // Restore the frame; its domains are still on the stack.
                        self.frames.push(frame);
                        return Event::Stopped(Stopped::Signal);
                    };
                    self.done += frame.first;
                    self.here = frame.size - frame.first;
                    if fine {
                        self.phase = Phase::Choose;
                        if self.frames.is_empty() && !self.found_any {
                            // These domains hold for the whole board, so a restart need not find them again. (Requirements on
                            // cages are not stored, but their consequences are.)
                            self.root.copy_from_slice(&self.state.dom);
                        }
                    } else {
                        self.failed(frame.what);
                        // The rest of this frame is done, too.
                        self.done += self.here;
                    }
                }
            }
        }
    }

    fn solution(&self) -> &[Value] {
        &self.solution
    }

    fn dive(&mut self, seed: u64, limits: &Limits<'_>) -> Result<f64, Stopped> {
        if self.phase == Phase::Fresh {
            // Many dives amount to a long search, and the estimate is better if fewer dives end without a solution.
            if !self.deepen(limits.stop) {
                return Err(Stopped::Signal);
            }
            self.phase = if self.begin(limits)? { Phase::Choose } else { Phase::Done };
        }
        if self.phase == Phase::Done {
            return Ok(0.0);
        }
        // Every dive must see the same tree, so forget earlier conflicts.
        self.branching.forget(&self.state.net);
        self.frames.clear();
        self.found_any = false;
        self.state.load(&self.root);
        let mut random = Random::new(seed);
        let mut weight = 1.0;
        loop {
            let best = (0..self.state.net.n)
                .filter(|&c| self.state.net.answer[c] && self.state.dom[c].count_ones() > 1)
                .min_by_key(|&c| self.state.dom[c].count_ones());
            let Some(cell) = best else {
                // Only helper cells are open. It only matters whether there are values for them.
                (self.restart_at, self.deepen_at) = (u64::MAX, u64::MAX);
                self.phase = Phase::Choose;
                // What this search learns about its root holds only below the choices of this dive.
                let root = self.root.clone();
                let event = self.next(limits);
                self.root = root;
                self.phase = Phase::Choose;
                return match event {
                    Event::Solution => Ok(weight),
                    Event::Done => Ok(0.0),
                    Event::Stopped(why) => Err(why),
                };
            };
            if let Some(why) = self.stop_reason(limits) {
                return Err(why);
            }
            self.state.stats.nodes += 1;
            let d = self.state.dom[cell];
            weight *= f64::from(d.count_ones());
            if !self.keep(cell, 1 << nth_bit(d, random.below(d.count_ones())), limits)? {
                self.state.stats.failures += 1;
                return Ok(0.0);
            }
        }
    }

    fn cut(&mut self, most: usize, limits: &Limits<'_>) -> Option<Cut> {
        self.frames.clear();
        self.state.load(&self.root);
        let mut whole: Vec<Vec<u64>> = Vec::new();
        // Each part has an estimated share of the whole search. The part with the largest share is divided next.
        let mut open: Vec<(f64, Vec<u64>)> = match self.fixpoint(limits) {
            Ok(true) => vec![(1.0, self.state.dom.clone())],
            Ok(false) => Vec::new(),
            Err(_) => vec![(1.0, self.root.clone())],
        };
        while whole.len() + open.len() < most {
            let largest = (0..open.len()).max_by(|&a, &b| open[a].0.total_cmp(&open[b].0).then(b.cmp(&a)));
            let Some(largest) = largest else { break };
            if limits.is_over() {
                break;
            }
            let (size, dom) = open.swap_remove(largest);
            self.state.load(&dom);
            let Some((cell, bit, of)) = self.branching.choose_value(&self.state).filter(|b| self.state.net.answer[b.0])
            else {
                // All cells are known except helper cells, for which one set of values is enough.
                whole.push(dom);
                continue;
            };
            self.state.stats.nodes += 1;
            let first = size / f64::from(of);
            for (keep, size) in [(bit, first), (!bit, size - first)] {
                self.state.load(&dom);
                match self.keep(cell, keep, limits) {
                    Ok(true) => open.push((size, self.state.dom.clone())),
                    Ok(false) => {}
                    Err(_) => {
                        let mut dom = dom.clone();
                        dom[cell] &= keep;
                        open.push((size, dom));
                    }
                }
            }
        }
        whole.extend(open.into_iter().map(|p| p.1));
        self.phase = Phase::Done;
        Some(Cut { parts: whole, weights: self.branching.weights().to_vec() })
    }

    fn stats(&self) -> &Stats {
        &self.state.stats
    }

    fn reset_stats(&mut self) {
        self.state.stats.reset();
        self.search_from = 0;
        self.polled = 0;
    }
}

#[cfg(test)]
mod tests;
