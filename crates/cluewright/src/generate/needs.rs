//! Makes puzzles with givens only that require a technique, by hill climbing among the puzzles with the same solution. Givens are
//! added where the path gets stuck, until the allowed techniques solve the puzzle. Then redundant givens are removed as long as
//! those techniques still solve it. The result is as hard as the allowed techniques permit, so it requires the technique more often
//! than other puzzles do. If the result does not require the technique, a few givens are removed, and the climb restarts from
//! there.

use super::aim::{Descent, DescentResult};
use super::goal::Goal;
use super::quick::Sight;
use crate::generate_error::GenerateError;
use cluewright_core::{Cell, Value};

/// The maximum number of quick ratings for one solution, and the maximum number of complete ratings.
const QUICK_LOOKS: u32 = 600;
const LOOKS: u32 = 60;
/// The maximum number of givens that are removed before a restart.
const GONE: usize = 3;
/// The maximum number of restarts from a puzzle that requires the technique but has a redundant given.
const VAIN: u32 = 12;

impl Descent<'_> {
    pub(super) fn led_to_technique(&mut self, goal: &Goal) -> Result<Option<DescentResult>, GenerateError> {
        let mut looks = if self.quick.is_some() { QUICK_LOOKS } else { LOOKS };
        let mut chosen = self.chosen.to_vec();
        // The last choice that requires the technique, the number of its redundant givens, and how often a restart from it failed.
        let mut known = DifferenceSets::default();
        let mut near: Option<(Vec<bool>, usize, u32)> = None;
        loop {
            if !self.ease(goal, &mut known, &mut chosen, &mut looks)? {
                return Ok(None);
            }
            let (needs, needless) = self.harden(goal, &mut known, &mut chosen, &mut looks)?;
            if needs && !(self.minimal && needless > 0) {
                if let Some(led) = self.proved(goal, &chosen)? {
                    return Ok(Some(led));
                }
                near = None;
            } else if needs && near.as_ref().is_none_or(|near| needless <= near.1) {
                near = Some((chosen.clone(), needless, 0));
            } else if let Some((before, _, vain)) = &mut near {
                chosen.clone_from(before);
                *vain += 1;
                if *vain >= VAIN {
                    near = None;
                }
            }
            let mut given: Vec<usize> = (0..chosen.len()).filter(|o| chosen[*o]).collect();
            self.random.shuffle(&mut given);
            for orbit in given.into_iter().take(1 + self.random.below(GONE)) {
                chosen[orbit] = false;
            }
        }
    }

    /// Adds givens until the allowed techniques solve the puzzle. Returns false if the maximum number of ratings was reached.
    fn ease(
        &mut self,
        goal: &Goal,
        known: &mut DifferenceSets,
        chosen: &mut [bool],
        looks: &mut u32,
    ) -> Result<bool, GenerateError> {
        loop {
            if *looks == 0 {
                return Ok(false);
            }
            // Searching for another solution is cheaper than rating.
            let open = match self.other(known, chosen)? {
                Some(cells) => cells,
                None => match self.look(goal, chosen, looks)? {
                    Sight::Stuck(open) => open,
                    Sight::Easy | Sight::Needs => return Ok(true),
                },
            };
            if self.add(chosen, &open).is_none() {
                return Ok(false);
            }
        }
    }

    /// The cells in which another solution differs, if the givens allow another solution; at least one of these cells needs a
    /// given.
    fn other(&mut self, known: &mut DifferenceSets, chosen: &[bool]) -> Result<Option<Vec<Cell>>, GenerateError> {
        let bits = bits(chosen.iter().copied());
        if let Some(set) = known.missed(&bits) {
            return Ok(Some(self.cells(&set).collect()));
        }
        let Some(other) = (self.others)(&[chosen.to_vec()])?.pop().flatten() else { return Ok(None) };
        let set = self.differing(&other);
        let cells = self.cells(&set).collect();
        known.add(&set);
        Ok(Some(cells))
    }

    /// For each orbit: whether the other solution differs there.
    fn differing(&self, other: &[Value]) -> Vec<bool> {
        let differs = |c: &Cell| other[c.index()] != self.solution[c.index()];
        self.orbits.iter().map(|orbit| orbit.iter().any(differs)).collect()
    }

    /// Removes redundant givens as long as the puzzle can still be solved. Returns whether the technique is now required, as far as
    /// ratings can tell, and the number of redundant givens left.
    fn harden(
        &mut self,
        goal: &Goal,
        known: &mut DifferenceSets,
        chosen: &mut [bool],
        looks: &mut u32,
    ) -> Result<(bool, usize), GenerateError> {
        let mut given: Vec<usize> = (0..chosen.len()).filter(|o| chosen[*o]).collect();
        self.random.shuffle(&mut given);
        let (mut left, mut gone, mut needs) = (Vec::new(), false, None);
        for orbit in self.needless(known, chosen, given)? {
            if gone && self.needless(known, chosen, vec![orbit])?.is_empty() {
                continue;
            }
            chosen[orbit] = false;
            let sight = self.look(goal, chosen, looks)?;
            if matches!(sight, Sight::Stuck(_)) {
                chosen[orbit] = true;
                left.push(orbit);
            } else {
                gone = true;
                needs = Some(matches!(sight, Sight::Needs));
            }
        }
        let needs = match needs {
            Some(needs) => needs,
            None => matches!(self.look(goal, chosen, looks)?, Sight::Needs),
        };
        let left = if needs && gone { self.needless(known, chosen, left)? } else { left };
        Ok((needs, left.len()))
    }

    /// The orbits of a list that are redundant: without any one of them, the solution is still unique.
    fn needless(
        &mut self,
        known: &mut DifferenceSets,
        chosen: &[bool],
        orbits: Vec<usize>,
    ) -> Result<Vec<usize>, GenerateError> {
        let mut left = Vec::new();
        let mut asked = Vec::new();
        for orbit in orbits {
            let mut kept = chosen.to_vec();
            kept[orbit] = false;
            if known.missed(&bits(kept.iter().copied())).is_none() {
                left.push(orbit);
                asked.push(kept);
            }
        }
        if asked.is_empty() {
            return Ok(left);
        }
        let others = (self.others)(&asked)?;
        for other in others.iter().flatten() {
            known.add(&self.differing(other));
        }
        Ok(left.into_iter().zip(others).filter(|(_, other)| other.is_none()).map(|(orbit, _)| orbit).collect())
    }

    /// Rates a puzzle with one solution.
    fn look(&self, goal: &Goal, chosen: &[bool], looks: &mut u32) -> Result<Sight, GenerateError> {
        *looks = looks.saturating_sub(1);
        if let Some(quick) = self.quick {
            return Ok(quick.look(&self.digits(chosen)));
        }
        let none = Ok(Sight::Stuck(Vec::new()));
        let Some(compiled) = self.compiled(chosen) else { return none };
        let seen = goal.look(&compiled, self.solution, self.limits)?;
        Ok(match (seen.distance == 0.0, seen.hard) {
            (true, _) => Sight::Needs,
            (false, true) => Sight::Stuck(seen.open.iter().collect()),
            (false, false) => Sight::Easy,
        })
    }

    /// The givens of a classic grid.
    fn digits(&self, chosen: &[bool]) -> [u8; 81] {
        let mut givens = [0; 81];
        for cell in self.cells(chosen) {
            // In a classic grid, cells are 0-80, and values 0-8.
            givens[cell.index()] = u8::try_from(self.solution[cell.index()].index() + 1).unwrap_or(0);
        }
        givens
    }

    /// The puzzle, if a walk with all techniques confirms that it meets the request.
    fn proved(&self, goal: &Goal, chosen: &[bool]) -> Result<Option<DescentResult>, GenerateError> {
        let Some(compiled) = self.compiled(chosen) else { return Ok(None) };
        let seen = goal.look(&compiled, self.solution, self.limits)?;
        let led = || DescentResult { chosen: chosen.to_vec(), difficulty: seen.difficulty.clone(), rating: None };
        Ok((seen.distance == 0.0).then(led))
    }
}

/// The maximum number of sets stored.
const SETS: usize = 500;

/// The sets of orbits in which other solutions of the grid differ: a puzzle needs a given in each set.
#[derive(Default)]
struct DifferenceSets {
    sets: Vec<Vec<u64>>,
    len: usize,
}

impl DifferenceSets {
    fn add(&mut self, set: &[bool]) {
        self.len = set.len();
        if self.sets.len() == SETS {
            self.sets.remove(0);
        }
        self.sets.push(bits(set.iter().copied()));
    }

    /// The most recently used set that contains no chosen orbit, as a flag for each orbit.
    fn missed(&self, chosen: &[u64]) -> Option<Vec<bool>> {
        let apart = |set: &&Vec<u64>| set.iter().zip(chosen).all(|(a, b)| a & b == 0);
        let set = self.sets.iter().rev().find(apart)?;
        Some((0..self.len).map(|at| set[at / 64] >> (at % 64) & 1 == 1).collect())
    }
}

fn bits(flags: impl ExactSizeIterator<Item = bool>) -> Vec<u64> {
    let mut words = vec![0; flags.len().div_ceil(64)];
    for (at, _) in flags.enumerate().filter(|(_, flag)| *flag) {
        words[at / 64] |= 1 << (at % 64);
    }
    words
}
