//! Puzzles of givens led to a technique that they need: climbing from one puzzle of a solution to the next.
//!
//! Givens are added where the way ends, until all that is allowed comes to the end. Then givens go that are needless and
//! without which it still does. What is left is as hard as it can be with what is allowed, so the technique is needed more often
//! than in other puzzles. Where it is not, a few givens go, and all begins anew from there.

use super::aim::{Lead, Led};
use super::goal::Goal;
use super::quick::Sight;
use crate::hopeless::Hopeless;
use cluewright_core::Cell;

/// Looks at puzzles of one solution: quick ones, and others.
const QUICK_LOOKS: u32 = 600;
const LOOKS: u32 = 60;
/// Givens that go before all begins anew: up to so many.
const GONE: usize = 3;

impl Lead<'_> {
    pub(super) fn led_to_technique(&mut self, goal: &Goal) -> Result<Option<Led>, Hopeless> {
        let mut looks = if self.quick.is_some() { QUICK_LOOKS } else { LOOKS };
        let mut chosen = self.chosen.to_vec();
        loop {
            if !self.ease(goal, &mut chosen, &mut looks)? {
                return Ok(None);
            }
            let needless = self.harden(goal, &mut chosen, &mut looks)?;
            if !(self.minimal && needless)
                && let Some(led) = self.proved(goal, &chosen)?
            {
                return Ok(Some(led));
            }
            let mut given: Vec<usize> = (0..chosen.len()).filter(|o| chosen[*o]).collect();
            self.random.shuffle(&mut given);
            for orbit in given.into_iter().take(1 + self.random.index(GONE)) {
                chosen[orbit] = false;
            }
        }
    }

    /// Givens are added until it comes to the end. `false`: there were looks enough.
    fn ease(&mut self, goal: &Goal, chosen: &mut [bool], looks: &mut u32) -> Result<bool, Hopeless> {
        loop {
            if *looks == 0 {
                return Ok(false);
            }
            let open = match (self.others)(&[chosen.to_vec()])?.pop().flatten() {
                Some(other) => self.differing(&other),
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

    fn differing(&self, other: &[cluewright_core::Value]) -> Vec<Cell> {
        Cell::all(self.base.puzzle().cell_count()).filter(|c| other[c.index()] != self.solution[c.index()]).collect()
    }

    /// Needless givens go, as long as it comes to the end without them. Are there needless ones left?
    fn harden(&mut self, goal: &Goal, chosen: &mut [bool], looks: &mut u32) -> Result<bool, Hopeless> {
        let mut given: Vec<usize> = (0..chosen.len()).filter(|o| chosen[*o]).collect();
        self.random.shuffle(&mut given);
        let mut left = Vec::new();
        for orbit in self.needless(chosen, given)? {
            if *looks == 0 || self.needless(chosen, vec![orbit])?.is_empty() {
                continue;
            }
            chosen[orbit] = false;
            if matches!(self.look(goal, chosen, looks)?, Sight::Stuck(_)) {
                chosen[orbit] = true;
                left.push(orbit);
            }
        }
        Ok(*looks == 0 || !self.needless(chosen, left)?.is_empty())
    }

    /// Those of these orbits without which there is still one solution.
    fn needless(&mut self, chosen: &[bool], orbits: Vec<usize>) -> Result<Vec<usize>, Hopeless> {
        let without = |orbit: &usize| {
            let mut kept = chosen.to_vec();
            kept[*orbit] = false;
            kept
        };
        let asked: Vec<Vec<bool>> = orbits.iter().map(without).collect();
        let others = (self.others)(&asked)?;
        Ok(orbits.into_iter().zip(others).filter(|(_, other)| other.is_none()).map(|(orbit, _)| orbit).collect())
    }

    /// A look at a puzzle with one solution.
    fn look(&self, goal: &Goal, chosen: &[bool], looks: &mut u32) -> Result<Sight, Hopeless> {
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

    /// The givens of an ordinary grid.
    fn digits(&self, chosen: &[bool]) -> [u8; 81] {
        let mut givens = [0; 81];
        for cell in self.cells(chosen) {
            // Of an ordinary grid: 0-80, 0-8.
            givens[cell.index()] = u8::try_from(self.solution[cell.index()].index() + 1).unwrap_or(0);
        }
        givens
    }

    /// The puzzle as it is wanted, if it is, by a walk with all techniques.
    fn proved(&self, goal: &Goal, chosen: &[bool]) -> Result<Option<Led>, Hopeless> {
        if self.quick.is_some_and(|quick| !matches!(quick.look(&self.digits(chosen)), Sight::Needs)) {
            return Ok(None);
        }
        let Some(compiled) = self.compiled(chosen) else { return Ok(None) };
        let seen = goal.look(&compiled, self.solution, self.limits)?;
        let led = || Led { chosen: chosen.to_vec(), difficulty: seen.difficulty.clone(), rating: None };
        Ok((seen.distance == 0.0).then(led))
    }
}
