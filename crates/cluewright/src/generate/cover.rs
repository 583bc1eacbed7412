//! Makes puzzles without givens whose cages cover the grid: cuts the grid into cages, and where the solution is not unique or the
//! difficulty does not fit, redivides a few touching cages.

use super::climb::{Looked, looked};
use super::draft::{Draft, Item, UniquenessResult};
use super::geometry::grow;
use super::goal::{Assessment, Goal};
use super::made::Generated;
use super::places::Place;
use super::propose::{Orbit, Proposer};
use crate::generate_error::GenerateError;
use crate::symmetry::Symmetry;
use cluewright_core::{Cell, CellSet, Sort};
use cluewright_search::Limits;
use std::collections::BTreeMap;

/// The initial average number of cells per cage.
const MEAN: f64 = 2.8;
/// The maximum number of attempts to cut the whole grid into cages, and to redivide one hole (the cells of a few removed cages).
const CUTS: u32 = 30;
const HOLES: u32 = 5;
/// The maximum number of holes that are redivided until the solution is unique, and the maximum number of puzzles that are rated
/// for one solution.
const REPAIRS: u32 = 250;
const LOOKS: u32 = 40;
/// The number of successive ratings without an easier puzzle after which other cages are tried.
const IDLE: u32 = 90;
/// The node limit of a uniqueness test; if a test needs more, the cages are too large.
const NODES: u64 = 2_500;
/// The number of rounds in which solutions of the empty grid are drawn; the strength of cages is measured with these solutions.
const SAMPLES: u32 = 3;
/// The factor by which cages shrink or grow from one rating to the next.
const FINER: f64 = 0.85;

/// A grid cut into cages.
struct Cover<'d, 'a> {
    draft: &'d mut Draft<'a>,
    proposer: Proposer<'a>,
    /// The minimum and maximum number of cells in a cage.
    cells: (usize, usize),
    /// The target average number of cells per cage.
    mean: f64,
    /// Whether strong cages are preferred, because the puzzle is too hard.
    strong: bool,
    /// The index of the item for each cage, by the cage's cells.
    known: BTreeMap<Vec<Cell>, usize>,
}

/// Makes the puzzle of a draft whose only kind of clues covers the grid; `None` if it does not meet the request.
pub(super) fn covered(
    draft: &mut Draft<'_>,
    goal: &Goal,
    number: u64,
    limits: &Limits<'_>,
) -> Result<Option<Generated>, GenerateError> {
    let Some(proposer) = Proposer::new(draft.ground, 0, Symmetry::None) else { return Ok(None) };
    let Some(cells) = proposer.cage() else { return Ok(None) };
    let grid = draft.ground.puzzle().shape.len();
    let (least, most) = draft.range(0);
    // The requested number of cages determines their average size.
    let mean = if most == u32::MAX { MEAN } else { 2.0 * grid as f64 / f64::from(least.max(1) + most) };
    let known = draft.items.iter().enumerate().map(|(at, item)| (sorted(&item.orbit.cells), at)).collect();
    let mut cover = Cover { draft, proposer, cells, mean, strong: false, known };
    for _ in 0..SAMPLES {
        cover.draft.meet()?;
    }
    let everything: Vec<Cell> = cover.draft.ground.puzzle().shape.cells().collect();
    if !cover.cut(&everything, CUTS)? {
        return Ok(None);
    }
    let mut best: Option<(Vec<bool>, Assessment)> = None;
    for _ in 0..LOOKS {
        if !cover.unique()? {
            let Some((chosen, _)) = &best else { return Ok(None) };
            cover.draft.restore(chosen);
            cover.change(None)?;
            continue;
        }
        let count = cover.draft.count(0);
        if count < least || count > most {
            cover.mean *= if count < least { FINER } else { 1.0 / FINER };
            cover.change(None)?;
            continue;
        }
        let seen = match looked(cover.draft, goal, number, limits)? {
            Looked::Fits(made) => return Ok(Some(*made)),
            Looked::Misses(seen) => *seen,
            Looked::Unsound => return Ok(None),
        };
        match &best {
            Some((chosen, known)) if known.distance < seen.distance => cover.draft.restore(chosen),
            _ => best = Some((cover.draft.chosen.clone(), seen)),
        }
        let Some((_, seen)) = &best else { return Ok(None) };
        if seen.hard && goal.is_quick() {
            return cover.eased(goal, number, (least, most), limits);
        }
        cover.aim(seen);
        let open = Some(&seen.open).filter(|open| seen.hard && !open.is_empty());
        for _ in 0..=cover.draft.random.below(3) {
            cover.change(open)?;
        }
    }
    Ok(None)
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.order();
    cells
}

impl Cover<'_, '_> {
    /// Cuts uncovered cells into cages whose clues are true in the solution. Returns false if no attempt succeeds.
    fn cut(&mut self, cells: &[Cell], tries: u32) -> Result<bool, GenerateError> {
        for _ in 0..tries {
            if let Some(cages) = self.tried(cells)? {
                self.choose(cages)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries once to cut cells into cages; `None` if that fails.
    fn tried(&mut self, cells: &[Cell]) -> Result<Option<Vec<Orbit>>, GenerateError> {
        let ground = self.draft.ground;
        let grid = &ground.puzzle().shape;
        let mut free: Vec<Cell> = cells.to_vec();
        let mut cages: Vec<Orbit> = Vec::new();
        while !free.is_empty() {
            let near = |cell: Cell| {
                let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter();
                steps.filter_map(|(down, right)| grid.step(cell, down, right)).filter(|c| free.contains(c)).count()
            };
            // Start with a cell that has few free neighbours, because it would be left over otherwise.
            let Some(&start) = free.iter().min_by_key(|c| (near(**c), self.draft.random.below(64))) else { break };
            let taken: Vec<Cell> = grid.cells().filter(|c| !free.contains(c)).collect();
            let mut places: Vec<Place> = Vec::new();
            for _ in 0..3 {
                let mut cage = vec![start];
                while cage.len() < self.cells.1
                    && let Some(next) = grow(&mut self.draft.random, grid, &cage, &taken)
                {
                    cage.push(next);
                    if cage.len() >= self.cells.0 {
                        places.push(vec![sorted(&cage)]);
                    }
                }
            }
            // A leftover cell joins a neighbouring cage.
            let joined = cages.iter().filter(|cage| cage.cells.iter().any(|c| touch(grid, *c, start)));
            if places.is_empty() {
                places.extend(joined.map(|cage| vec![sorted(&[&cage.cells[..], &[start]].concat())]));
            }
            places.order();
            places.dedup();
            let held = self.draft.held_at(&self.proposer, &places)?;
            let wanted = self.size();
            let fits = places.iter().zip(held).filter_map(|(place, orbit)| Some((place[0].len(), orbit?)));
            let mut fits: Vec<(usize, Orbit)> = fits.collect();
            self.draft.random.shuffle(&mut fits);
            let Some((_, cage)) = fits.into_iter().min_by_key(|(size, _)| size.abs_diff(wanted)) else {
                return Ok(None);
            };
            cages.retain(|other| !other.cells.iter().any(|c| cage.cells.contains(c)));
            free.retain(|c| !cage.cells.contains(c));
            cages.push(cage);
        }
        Ok(Some(cages))
    }

    /// A random number of cells for the next cage, around the mean.
    fn size(&mut self) -> usize {
        let spread = self.draft.random.below(1_000) as f64 / 1_000.0 + self.draft.random.below(1_000) as f64 / 1_000.0;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between the minimum and the maximum number of cells"
        )]
        let size = (self.mean + 1.6 * (spread - 1.0)).round().clamp(self.cells.0 as f64, self.cells.1 as f64) as usize;
        size
    }

    fn choose(&mut self, cages: Vec<Orbit>) -> Result<(), GenerateError> {
        let mut found = Vec::new();
        for orbit in cages {
            let cells = sorted(&orbit.cells);
            if let Some(&at) = self.known.get(&cells) {
                self.draft.chosen[at] = true;
            } else {
                self.known.insert(cells, self.draft.items.len() + found.len());
                found.push(Item { kind: 0, orbit });
            }
        }
        let from = self.draft.items.len();
        self.draft.add_items(found)?;
        self.draft.chosen[from..].fill(true);
        Ok(())
    }

    /// Makes cages smaller if the puzzle is too hard, larger if it is too easy.
    fn aim(&mut self, seen: &Assessment) {
        self.strong = seen.hard;
        let finer = if seen.hard { FINER } else { 1.0 / FINER };
        self.mean = (self.mean * finer).clamp(self.cells.0 as f64, self.cells.1 as f64);
    }

    /// Makes a puzzle that is too hard easier until it meets the request: redivides a few cages where solving takes the most time,
    /// and keeps the change unless the puzzle became harder. A rating that solves the puzzle proves that the solution is unique, so
    /// no search is needed before a puzzle meets the request.
    fn eased(
        &mut self,
        goal: &Goal,
        number: u64,
        many: (u32, u32),
        limits: &Limits<'_>,
    ) -> Result<Option<Generated>, GenerateError> {
        let mut best: Option<(Vec<bool>, Assessment)> = None;
        let mut idle = 0;
        while idle < IDLE {
            idle += 1;
            let Ok(compiled) = self.draft.compiled(&self.draft.chosen) else { return Ok(None) };
            let seen = goal.level(&compiled, best.as_ref().map(|b| &b.1), limits)?;
            let fits = (many.0..=many.1).contains(&self.draft.count(0));
            if seen.distance == 0.0
                && fits
                && let Looked::Fits(made) = looked(self.draft, goal, number, limits)?
            {
                return Ok(Some(*made));
            }
            if best.as_ref().is_none_or(|(_, known)| fits && seen.distance <= known.distance) {
                if best.as_ref().is_none_or(|(_, known)| seen.distance < known.distance) {
                    idle = 0;
                }
                best = Some((self.draft.chosen.clone(), seen));
            }
            let Some((chosen, seen)) = &best else { return Ok(None) };
            let chosen = chosen.clone();
            self.aim(seen);
            let open = Some(&seen.open).filter(|open| seen.hard && !open.is_empty() && idle % 4 != 3);
            self.draft.restore(&chosen);
            // A choice that did not change is not rated again.
            for _ in 0..HOLES {
                self.change(open)?;
                if self.draft.chosen[..chosen.len()] != chosen[..] {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// Redivides a few touching cages. If `among` is given, one of these cages contains a cell of `among`.
    fn change(&mut self, among: Option<&CellSet>) -> Result<bool, GenerateError> {
        let before = self.draft.chosen.clone();
        let Some(hole) = self.hole(|cell| among.is_none_or(|among| among.contains(cell))) else { return Ok(false) };
        let without = self.draft.chosen.clone();
        let mut best: Option<(f64, Vec<bool>)> = None;
        for _ in 0..if self.strong { HOLES } else { 1 } {
            self.draft.restore(&without);
            if self.cut(&hole, HOLES)? {
                let says = self.says();
                if best.as_ref().is_none_or(|b| says > b.0) {
                    best = Some((says, self.draft.chosen.clone()));
                }
            }
        }
        self.draft.restore(best.as_ref().map_or(&before, |b| &b.1));
        Ok(best.is_some())
    }

    /// The strength of the chosen cages: the average share of other solutions that a cage rules out.
    fn says(&self) -> f64 {
        let chosen: Vec<usize> = (0..self.draft.items.len()).filter(|i| self.draft.chosen[*i]).collect();
        let hits = |at: &usize| self.draft.others.iter().filter(|other| other.hit[*at]).count();
        let all: usize = chosen.iter().map(hits).sum();
        all as f64 / (chosen.len() * self.draft.others.len()).max(1) as f64
    }

    /// Removes two or three touching cages, one of them with a cell that satisfies `like`. Returns their cells.
    fn hole(&mut self, like: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
        let grid = &self.draft.ground.puzzle().shape;
        let of = |at: usize, draft: &Draft<'_>| draft.items[at].orbit.cells.clone();
        let chosen: Vec<usize> = (0..self.draft.items.len()).filter(|i| self.draft.chosen[*i]).collect();
        let mut first: Vec<usize> = chosen.clone();
        first.retain(|at| self.draft.items[*at].orbit.cells.iter().any(|c| like(*c)));
        let first = *first.get(self.draft.random.below(first.len().max(1)))?;
        let mut cells = of(first, self.draft);
        self.draft.chosen[first] = false;
        for _ in 0..=self.draft.random.below(2) {
            let beside = |at: &&usize| {
                let other = &self.draft.items[**at].orbit.cells;
                self.draft.chosen[**at] && other.iter().any(|a| cells.iter().any(|b| touch(grid, *a, *b)))
            };
            let near: Vec<usize> = chosen.iter().filter(beside).copied().collect();
            let Some(&next) = near.get(self.draft.random.below(near.len().max(1))) else { break };
            self.draft.chosen[next] = false;
            cells.extend(of(next, self.draft));
        }
        cells.order();
        Some(cells)
    }

    /// Redivides holes until the solution is unique. Returns false if that does not succeed soon.
    fn unique(&mut self) -> Result<bool, GenerateError> {
        for _ in 0..REPAIRS {
            let open = self.draft.open();
            let Some(&other) = open.get(self.draft.random.below(open.len().max(1))) else {
                let chosen = self.draft.chosen.clone();
                match self.draft.ask(&chosen, NODES, false)? {
                    UniquenessResult::Unique => return Ok(true),
                    UniquenessResult::Others => {}
                    UniquenessResult::Broken => return Ok(false),
                    UniquenessResult::Unknown => {
                        let mean = self.mean;
                        self.mean = (mean * FINER).max(self.cells.0 as f64);
                        self.change(None)?;
                        self.mean = mean;
                    }
                }
                continue;
            };
            self.rule_out(other, open.len())?;
        }
        Ok(false)
    }

    /// Redivides cages that do not distinguish the solution `other` from the puzzle's own. Of a few new divisions, the best is
    /// kept; if it leaves more than `open` other solutions, the old division is usually kept instead.
    fn rule_out(&mut self, other: usize, open: usize) -> Result<(), GenerateError> {
        let before = self.draft.chosen.clone();
        let differs = self.draft.differing(other);
        let Some(hole) = self.hole(|cell| differs.contains(&cell)) else { return Ok(()) };
        let without = self.draft.chosen.clone();
        let mut best: Option<(usize, Vec<bool>)> = None;
        for _ in 0..HOLES {
            self.draft.restore(&without);
            if !self.cut(&hole, 2)? {
                continue;
            }
            let left = self.draft.open().len();
            if best.as_ref().is_none_or(|b| left < b.0) {
                best = Some((left, self.draft.chosen.clone()));
            }
        }
        // Occasionally accept a change for the worse.
        let chosen = match best {
            Some((left, chosen)) if left <= open || self.draft.random.below(8) == 0 => chosen,
            _ => before,
        };
        self.draft.restore(&chosen);
        Ok(())
    }
}

/// Whether two cells share a side.
fn touch(grid: &cluewright_core::Shape, a: Cell, b: Cell) -> bool {
    [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().any(|(down, right)| grid.step(a, down, right) == Some(b))
}
