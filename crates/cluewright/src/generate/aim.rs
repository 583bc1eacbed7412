//! Searches the puzzles of one solution grid for a puzzle at the requested level of a scale, or for one that requires a technique.
//!
//! Adding givens makes a puzzle easier, so a puzzle without redundant givens is the hardest of those that contain its givens.
//! Starting from such a puzzle, givens are added one at a time where singles get no further, until singles solve the puzzle. This
//! gives a chain of puzzles, each easier than the one before. The requested puzzle is searched for in this chain, without rating
//! most of it.

use super::goal::Goal;
use super::level::{AHEAD, LevelMatch, OnScale};
use super::quick::Quick;
use super::singles::Singles;
use crate::compiled::Compiled;
use crate::generate_error::GenerateError;
use crate::rate::Rating;
use crate::report::ScaleReport;
use crate::scale::scale;
use cluewright_core::puzzle::Given;
use cluewright_core::{Cell, Random, Sort, Value};
use cluewright_search::classic::{canonical, is_classic};
use cluewright_search::{Limits, Stopped};

/// What the search aims at: a technique or a level, and whether solution grids may recur.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Aim {
    /// The id of a technique that the puzzle must require: the techniques rated below it do not solve the puzzle.
    pub technique: Option<&'static str>,
    /// A level of a scale.
    pub level: Option<OnScale>,
    /// Whether no two puzzles may have the same solution grid; classic 9x9 grids that are rearrangements of each other count as the
    /// same.
    pub distinct: bool,
}

/// The maximum number of chains tried for one puzzle.
const CHAINS: u32 = 3;

/// The result of a descent: the chosen givens and the difficulty of the puzzle.
pub(super) struct DescentResult {
    pub(super) chosen: Vec<bool>,
    pub(super) difficulty: Option<Rating>,
    pub(super) rating: Option<ScaleReport>,
}

/// For each choice of givens, another solution that agrees with the chosen givens, if there is one.
type Others<'a> = &'a mut dyn FnMut(&[Vec<bool>]) -> Result<Vec<Option<Vec<Value>>>, GenerateError>;

/// The construction of a chain of puzzles.
pub(super) struct Descent<'a> {
    /// The puzzle without givens, and the sets of cells that are given together.
    pub(super) base: &'a Compiled,
    pub(super) orbits: &'a [Vec<Cell>],
    /// Makes a puzzle from a list of givens.
    pub(super) with_givens: &'a dyn Fn(Vec<Given>) -> Option<Compiled>,
    pub(super) singles: Option<&'a Singles>,
    pub(super) goal: Option<&'a Goal>,
    pub(super) quick: Option<&'a Quick>,
    /// For each choice of givens, another solution that agrees with the chosen givens, if there is one.
    pub(super) others: Others<'a>,
    pub(super) aim: Aim,
    pub(super) minimal: bool,
    pub(super) solution: &'a [Value],
    pub(super) chosen: &'a [bool],
    pub(super) random: &'a mut Random,
    pub(super) limits: &'a Limits<'a>,
}

impl Descent<'_> {
    /// Searches for a puzzle that meets the request; `None` if none is found.
    pub(super) fn run(&mut self) -> Result<Option<DescentResult>, GenerateError> {
        let led = match (self.aim.level, self.goal) {
            (Some(level), _) => self.led_to_level(level),
            (None, Some(goal)) => self.led_to_technique(goal),
            (None, None) => Ok(None),
        };
        if self.limits.stop.is_some_and(|stop| stop()) {
            return Err(GenerateError::Limit(Stopped::Signal));
        }
        led
    }

    fn stop(&self) -> bool {
        self.limits.stop.is_some_and(|stop| stop())
    }

    pub(super) fn cells(&self, chosen: &[bool]) -> impl Iterator<Item = Cell> {
        let orbits = self.orbits.iter().zip(chosen);
        let mut cells: Vec<Cell> = orbits.filter(|(_, c)| **c).flat_map(|(o, _)| o.iter().copied()).collect();
        cells.order();
        cells.into_iter()
    }

    /// The cells that are still open when there are no more singles.
    fn open(&self, chosen: &[bool]) -> Vec<Cell> {
        let given = self.cells(chosen).map(|c| (c, self.solution[c.index()]));
        if let Some(singles) = self.singles {
            return singles.open(given);
        }
        // If singles are not available: all cells that are not given.
        let given: Vec<Cell> = given.map(|g| g.0).collect();
        Cell::all(self.base.puzzle().cell_count()).filter(|c| !given.contains(c)).collect()
    }

    pub(super) fn compiled(&self, chosen: &[bool]) -> Option<Compiled> {
        let numbers = self.base.numbers(self.solution);
        let givens = self.cells(chosen).map(|cell| Given { cell, digits: vec![numbers[cell.index()]] }).collect();
        (self.with_givens)(givens)
    }

    /// Adds a given in a random cell of `open`, together with its symmetric partners. Returns the index of the added orbit; `None`
    /// if there is none to add.
    pub(super) fn add(&mut self, chosen: &mut [bool], open: &[Cell]) -> Option<usize> {
        let at = *open.get(self.random.below(open.len().max(1)))?;
        let orbit = self.orbits.iter().zip(&*chosen).position(|(orbit, c)| !*c && orbit.contains(&at))?;
        chosen[orbit] = true;
        Some(orbit)
    }

    fn led_to_level(&mut self, level: OnScale) -> Result<Option<DescentResult>, GenerateError> {
        let by = scale(level.scale()).map_err(|_| GenerateError::Attempts)?;
        let fits = |lead: &Self, chosen: &[bool]| {
            let compiled = lead.compiled(chosen)?;
            Some(level.look(by, &compiled, AHEAD, &|| lead.stop()))
        };
        let led = |chosen: Vec<bool>, rating| DescentResult { chosen, difficulty: None, rating: Some(rating) };
        let alone = self.open(self.chosen).is_empty();
        if self.minimal || level.is_highest() || alone {
            // Only the hardest puzzle of the chain is acceptable, or the chain consists of a single puzzle.
            if !level.has_figures() && alone != level.is_lowest() {
                return Ok(None);
            }
            return Ok(match fits(self, self.chosen) {
                Some(LevelMatch::Fits(rating)) => Some(led(self.chosen.to_vec(), *rating)),
                _ => None,
            });
        }
        for _ in 0..CHAINS {
            let mut chosen = self.chosen.to_vec();
            let mut added = Vec::new();
            loop {
                let open = self.open(&chosen);
                let Some(orbit) = self.add(&mut chosen, &open) else { break };
                added.push(orbit);
            }
            // The search starts at the easy end, where rating is cheapest. The easiest puzzle, which singles alone solve, has the
            // lowest level.
            let mut lowest = level.is_lowest() || level.has_figures();
            loop {
                if lowest {
                    match fits(self, &chosen) {
                        Some(LevelMatch::Fits(rating)) => return Ok(Some(led(chosen, *rating))),
                        Some(LevelMatch::Easier(_)) => {}
                        _ => break,
                    }
                }
                lowest = true;
                let Some(orbit) = added.pop() else { return Ok(None) };
                chosen[orbit] = false;
            }
            if self.stop() {
                return Ok(None);
            }
        }
        Ok(None)
    }
}

/// A key for a puzzle's solution grid. If the rules permit rearrangements, all rearranged grids have the same key.
pub(super) fn grid_of(base: &Compiled, solution: &[Option<i32>]) -> Vec<i32> {
    let numbers: Vec<i32> = solution.iter().map(|n| n.unwrap_or(0)).collect();
    let digits: Vec<u8> = numbers.iter().filter_map(|n| u8::try_from(*n).ok()).collect();
    match <[u8; 81]>::try_from(digits) {
        Ok(grid) if is_classic(base.model()) => match canonical(&grid) {
            Some(canonical) => canonical.grid.iter().map(|d| i32::from(*d)).collect(),
            None => numbers,
        },
        _ => numbers,
    }
}
