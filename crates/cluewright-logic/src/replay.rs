//! Goes through a trial that is written in outline, for the proof checker: derives every contradiction in it again.
//!
//! What follows from an assumption is found by groups, by links, and by constraints whose ways to hold are few enough to
//! be gone through one by one with `check`. Where that does not end in a contradiction, for whoever found the trial saw
//! more at a glance, the candidates of small groups are tried one by one. It shares nothing with the code that found the trial, propagation least of
//! all.

use crate::facts;
use crate::proof::Unproved;
use crate::step::{Assumption, outermost};
use cluewright_core::{Board, Candidate, Cell, CellSet, Constraint, Kind, Model, Value, ValueSet};
use std::collections::BTreeMap;

/// Ways of one constraint that are gone through; with more of them nothing is derived from it.
const WAYS: u64 = 200_000;
/// Ways and links looked at in all: some seconds.
const WORK: u64 = 400_000_000;
/// How deep groups are split one within the other below what an outline lists.
const SPLITS: u32 = 200;
/// Answers of constraints remembered.
const REMEMBERED: usize = 200_000;

/// A contradiction, which is what is wanted.
struct Contradiction;

/// A constraint and what its cells may hold.
type Question = (u32, Box<[u64]>);

/// See the file's first lines.
pub(crate) struct Replay<'m> {
    model: &'m Model,
    kinds: Vec<Kind>,
    of_cell: Vec<Vec<u32>>,
    /// What each constraint leaves of its cells; nothing when it cannot hold; none when that takes too long.
    answers: BTreeMap<Question, Option<Box<[u64]>>>,
    work: u64,
    /// Was a constraint passed over?
    passed_over: bool,
}

struct Spot {
    board: Board,
    placed: CellSet,
}

impl<'m> Replay<'m> {
    pub(crate) fn new(model: &'m Model) -> Self {
        let derived = facts::derived(model).into_iter().filter(|b| b.holds(model)).map(|b| b.sum);
        let kinds: Vec<Kind> = model.constraints().iter().map(|p| p.kind.clone()).chain(derived).collect();
        let mut of_cell = vec![Vec::new(); model.len()];
        for (i, kind) in kinds.iter().enumerate() {
            kind.cells().iter().for_each(|c| of_cell[c.index()].push(i as u32));
        }
        Self { model, kinds, of_cell, answers: BTreeMap::new(), work: WORK, passed_over: false }
    }

    /// Does the outline's first assumption, made on `board`, end in a contradiction, as the outline says?
    pub(crate) fn refute(&mut self, board: &Board, outline: &[Assumption]) -> Result<(), Unproved> {
        let mut spot = Spot { board: board.clone(), placed: CellSet::with_room(self.model.len()) };
        let dirty: Vec<u32> = (0..self.kinds.len() as u32).collect();
        match self.follow(&mut spot, dirty)? {
            Err(Contradiction) => Ok(()),
            Ok(()) => self.refuted(&spot, outline),
        }
    }

    fn refuted(&mut self, spot: &Spot, outline: &[Assumption]) -> Result<(), Unproved> {
        let (first, within) = outline.split_first().ok_or(Unproved::WrongBoard)?;
        let within = within.get(..first.within as usize).ok_or(Unproved::WrongBoard)?;
        // What is gone already needs no refuting.
        if !spot.board.has(first.candidate) {
            return Ok(());
        }
        let mut spot = Spot { board: spot.board.clone(), placed: spot.placed.clone() };
        let cell = first.candidate.cell;
        let fixed = spot.board.fix(cell, first.candidate.value);
        if fixed.is_err() || self.follow(&mut spot, self.of_cell[cell.index()].clone())?.is_err() {
            return Ok(());
        }
        for sub in outermost(within) {
            let gone = sub[0].candidate;
            if !spot.board.has(gone) {
                continue;
            }
            self.refuted(&spot, sub)?;
            let left = spot.board.remove(gone.cell, gone.value);
            if left.is_err() || self.follow(&mut spot, self.of_cell[gone.cell.index()].clone())?.is_err() {
                return Ok(());
            }
        }
        self.split(&spot, SPLITS)
    }

    /// Where no contradiction shows: refutes every candidate of the smallest group, if need be by the same again.
    fn split(&mut self, spot: &Spot, depth: u32) -> Result<(), Unproved> {
        let live = |candidates: &[Candidate]| candidates.iter().filter(|c| spot.board.has(**c)).count();
        let network = self.model.network();
        self.spend(4 * network.groups().len() as u64)?;
        let open = network.groups().iter().map(|g| (live(&g.candidates), g)).filter(|(n, _)| *n > 1);
        let Some((_, group)) = open.min_by_key(|(n, _)| *n) else {
            return Err(if self.passed_over { Unproved::TooMuch } else { Unproved::NoContradiction });
        };
        let deeper = depth.checked_sub(1).ok_or(Unproved::TooMuch)?;
        for &c in group.candidates.iter().filter(|c| spot.board.has(**c)) {
            let mut below = Spot { board: spot.board.clone(), placed: spot.placed.clone() };
            let fixed = below.board.fix(c.cell, c.value);
            if fixed.is_ok() && self.follow(&mut below, self.of_cell[c.cell.index()].clone())?.is_ok() {
                self.split(&below, deeper)?;
            }
        }
        Ok(())
    }

    /// Follows groups, links and constraints until nothing more comes of it.
    fn follow(&mut self, spot: &mut Spot, mut dirty: Vec<u32>) -> Result<Result<(), Contradiction>, Unproved> {
        loop {
            let before = spot.board.clone();
            self.spend((before.len() + 8 * dirty.len()) as u64)?;
            if self.singles(spot)?.is_err() {
                return Ok(Err(Contradiction));
            }
            for (c, (now, old)) in spot.board.domains().iter().zip(before.domains()).enumerate() {
                if now != old {
                    dirty.extend(&self.of_cell[c]);
                }
            }
            dirty.sort_unstable();
            dirty.dedup();
            // The fewest ways first.
            dirty.sort_by_cached_key(|&k| std::cmp::Reverse(ways(self.kinds[k as usize].cells(), &spot.board)));
            let Some(kind) = dirty.pop() else { return Ok(Ok(())) };
            self.spend(16 * self.kinds[kind as usize].cells().len() as u64)?;
            let Some(left) = self.ask(kind, &spot.board)? else {
                self.passed_over = true;
                continue;
            };
            for (&cell, &values) in self.kinds[kind as usize].cells().iter().zip(&left) {
                if spot.board.values(cell).0 != values {
                    dirty.extend(self.of_cell[cell.index()].iter().filter(|&&k| k != kind));
                }
                if spot.board.keep(cell, ValueSet(values)).is_err() {
                    return Ok(Err(Contradiction));
                }
            }
        }
    }

    fn singles(&mut self, spot: &mut Spot) -> Result<Result<(), Contradiction>, Unproved> {
        let network = self.model.network();
        loop {
            let mut again = false;
            self.spend(network.groups().len() as u64)?;
            for group in network.groups() {
                let mut left = group.candidates.iter().filter(|c| spot.board.has(**c));
                let Some(&only) = left.next() else { return Ok(Err(Contradiction)) };
                if left.next().is_some() || !spot.placed.insert(only.cell) {
                    continue;
                }
                again = true;
                let mut led = spot.board.fix(only.cell, only.value);
                for near in network.neighbours(only.cell) {
                    let gone = near.forbids.get(only.value.index()).copied().unwrap_or(ValueSet::EMPTY);
                    led = led.and(spot.board.drop_values(near.cell, gone));
                }
                if led.is_err() {
                    return Ok(Err(Contradiction));
                }
            }
            if !again {
                return Ok(Ok(()));
            }
        }
    }

    fn spend(&mut self, work: u64) -> Result<(), Unproved> {
        self.work = self.work.checked_sub(work).ok_or(Unproved::TooMuch)?;
        Ok(())
    }

    /// What a constraint, with what its cells see of each other, leaves of them.
    fn ask(&mut self, kind: u32, board: &Board) -> Result<Option<Box<[u64]>>, Unproved> {
        let cells = self.kinds[kind as usize].cells();
        let question: Question = (kind, cells.iter().map(|&c| board.values(c).0).collect());
        if let Some(answer) = self.answers.get(&question) {
            return Ok(answer.clone());
        }
        let mut answer = None;
        if ways(cells, board) <= WAYS {
            let mut order: Vec<usize> = (0..cells.len()).collect();
            order.sort_by_key(|&i| question.1[i].count_ones());
            let mut all = All {
                model: self.model,
                kind: &self.kinds[kind as usize],
                domains: &question.1,
                order,
                chosen: vec![None; self.model.len()],
                left: vec![0; cells.len()],
                work: 0,
            };
            all.go(0);
            let work = all.work;
            answer = Some(all.left.into_boxed_slice());
            self.spend(work)?;
        }
        if self.answers.len() >= REMEMBERED {
            self.answers.clear();
        }
        self.answers.insert(question, answer.clone());
        Ok(answer)
    }
}

fn ways(cells: &[Cell], board: &Board) -> u64 {
    cells.iter().fold(1, |all: u64, &c| all.saturating_mul(u64::from(board.values(c).len())))
}

/// Goes through the ways of a constraint to hold.
struct All<'a> {
    model: &'a Model,
    kind: &'a Kind,
    domains: &'a [u64],
    order: Vec<usize>,
    chosen: Vec<Option<Value>>,
    left: Vec<u64>,
    work: u64,
}

impl All<'_> {
    fn go(&mut self, depth: usize) {
        self.work += 1;
        let cells = self.kind.cells();
        let Some(&at) = self.order.get(depth) else {
            let chosen = &self.chosen;
            let number = |c: Cell| {
                let value = chosen[c.index()].expect("a constraint reads only its cells, all are chosen");
                self.model.number(Candidate::new(c, value))
            };
            if self.kind.check(&number) {
                for (left, c) in self.left.iter_mut().zip(cells) {
                    *left |= self.chosen[c.index()].map_or(0, |v| ValueSet::of(v).0);
                }
            }
            return;
        };
        let cell = cells[at];
        for value in ValueSet(self.domains[at]) {
            let here = Candidate::new(cell, value);
            let network = self.model.network();
            let sees = |&i: &usize| {
                let other = cells[i];
                self.chosen[other.index()].is_some_and(|v| network.sees(here, Candidate::new(other, v)))
            };
            if self.order[..depth].iter().any(sees) {
                continue;
            }
            self.chosen[cell.index()] = Some(value);
            self.go(depth + 1);
            self.chosen[cell.index()] = None;
        }
    }
}
