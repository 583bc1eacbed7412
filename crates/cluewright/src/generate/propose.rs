//! Proposes clues that are true in a solution, for any rule. The places follow from the shapes of the rule's cells. Arguments that
//! the solution determines are computed, other numbers are tried, and only the clues that are true are kept.

use super::geometry::Slot;
use super::ground::Ground;
use super::options::Kind;
use super::places::{Layout, Place};
use crate::symmetry::Symmetry;
use cluewright_core::puzzle::Args;
use cluewright_core::{Arg, Cell, Clue, Puzzle, Random, Sort};
use cluewright_rules::proposal::{Part, Proposal, proposal};
use cluewright_rules::syntax::ast::{Expr, ExprKind, Param, ParamKind, Rule};
use cluewright_rules::{Ruleset, follow, holding};
use cluewright_search::Stopped;
use std::collections::{BTreeMap, BTreeSet};

/// A clue and its images under the symmetry, which are added and removed together.
#[derive(Clone, Debug)]
pub(super) struct Orbit {
    pub(super) clues: Vec<Clue>,
    pub(super) slots: Vec<Slot>,
    /// The cells of all clues of the orbit, each once.
    pub(super) cells: Vec<Cell>,
}

/// The number of places that are grown at the same time.
const WIDTH: usize = 150;
/// The maximum number of values tried for a clue's number that does not follow from the solution.
const TRIES: usize = 64;
/// The minimum and maximum length of a list of numbers, if no length is given.
const LISTED: (u32, u32) = (1, 4);

/// Proposes clues of one kind.
pub(super) struct Proposer<'a> {
    ground: &'a Ground,
    kind: &'a Kind,
    rule: &'a Rule,
    layout: Layout<'a>,
    hints: Proposal,
    symmetry: Symmetry,
}

impl<'a> Proposer<'a> {
    /// A proposer for the kind with this index. `None` if clues of this kind cannot be proposed, because they have no cells, or
    /// have a text that would have to be invented.
    pub(super) fn new(ground: &'a Ground, number: usize, symmetry: Symmetry) -> Option<Self> {
        let kind = &ground.kinds[number];
        let rule = ground.bare.rules().rule(&kind.rule)?;
        let layout = Layout::of(rule, kind, number)?;
        let hints = proposal(rule).unwrap_or_default();
        // If every true clue must be present, the clues cannot be symmetric as well.
        let symmetry = if kind.all { Symmetry::None } else { symmetry };
        Some(Self { ground, kind, rule, layout, hints, symmetry })
    }

    /// About `most` different clues that are true, of all requested sizes. If all places can be listed: all true clues, except
    /// those that would hide others, and those outside the grid that only repeat a clue at the other end of their line.
    pub(super) fn propose(
        &self,
        numbers: &[i32],
        most: usize,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Orbit>, Stopped> {
        let grid = &self.ground.puzzle().shape;
        if let Some(mut places) = self.layout.all(grid) {
            random.shuffle(&mut places);
            let mut found = self.true_of(&places, numbers, random, stop)?;
            if self.symmetry == Symmetry::None && self.layout.is_straight_sight() {
                one_sided(&mut found);
            }
            let mut taken: BTreeSet<Vec<Slot>> = BTreeSet::new();
            return Ok(found.into_iter().flatten().filter(|orbit| taken.insert(orbit.slots.clone())).collect());
        }
        let mut found: Vec<Vec<Orbit>> = Vec::new();
        let mut known: BTreeSet<Vec<Cell>> = BTreeSet::new();
        let begin = |random: &mut Random| self.layout.begin(random, grid).map(|place| (place, true));
        let mut living: Vec<(Place, bool)> = (0..WIDTH).filter_map(|_| begin(random)).collect();
        for round in 0..=self.layout.growths() {
            if round > 0 {
                living = self.grown(&living, random);
            }
            if living.is_empty() {
                break;
            }
            let places: Vec<Place> = living.into_iter().map(|l| l.0).collect();
            let judged = self.true_of(&places, numbers, random, stop)?;
            let (mut right, mut wrong, mut new) = (Vec::new(), Vec::new(), Vec::new());
            for (place, orbit) in places.into_iter().zip(judged) {
                let Some(orbit) = orbit else {
                    wrong.push((place, false));
                    continue;
                };
                let mut cells = orbit.cells.clone();
                cells.order();
                if self.layout.is_whole(&place) && known.insert(cells) {
                    new.push(orbit);
                }
                right.push((place, true));
            }
            found.push(new);
            random.shuffle(&mut right);
            right.truncate(WIDTH);
            // Some places where no clue is true may have a true clue once they have grown.
            let more = (WIDTH - right.len()).max(WIDTH / 4);
            right.extend(wrong.into_iter().take(more));
            living = right;
        }
        Ok(evenly(found, most, random))
    }

    /// Grows places by one cell; those with a true clue are grown more often than others.
    fn grown(&self, living: &[(Place, bool)], random: &mut Random) -> Vec<(Place, bool)> {
        let grid = &self.ground.puzzle().shape;
        let right = living.iter().filter(|l| l.1).count();
        let many = (2 * WIDTH / right.max(1)).clamp(2, 10);
        let mut places: Vec<Place> = Vec::new();
        for (place, holds) in living {
            let children = if *holds { many } else { 1 };
            places.extend((0..children).filter_map(|_| self.layout.grown(random, grid, place)));
        }
        places.order();
        places.dedup();
        random.shuffle(&mut places);
        places.truncate(3 * WIDTH);
        places.into_iter().map(|place| (place, false)).collect()
    }

    /// The minimum and maximum number of cells in a clue; `None` unless a clue is a single cage and nothing else.
    pub(super) fn cage(&self) -> Option<(usize, usize)> {
        self.layout.cage()
    }

    /// For each place: a clue that is true there, with its images; `None` if there is no such clue.
    pub(super) fn true_of(
        &self,
        places: &[Place],
        numbers: &[i32],
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Option<Orbit>>, Stopped> {
        let (rules, puzzle) = (self.ground.bare.rules(), self.ground.source.puzzle());
        let grid = &puzzle.shape;
        // For each place and each of its images: the range of its clues in the list of all clues.
        let mut all: Vec<Clue> = Vec::new();
        let mut from: Vec<Vec<(usize, usize)>> = Vec::new();
        for place in places {
            let pictures = self.layout.pictures(grid, place, self.symmetry);
            let mut ranges = Vec::new();
            for readings in pictures.unwrap_or_default() {
                let begin = all.len();
                for reading in readings {
                    let clue = self.layout.clue(&reading, self.kind);
                    all.extend(self.variants(rules, puzzle, clue, numbers, random));
                }
                ranges.push((begin, all.len()));
            }
            from.push(ranges);
        }
        let hold = holding(rules, puzzle, &all, numbers, stop).map_err(|_| Stopped::Signal)?;
        let mut found = Vec::with_capacity(places.len());
        for ranges in from {
            let chosen: Option<Vec<Clue>> = ranges
                .iter()
                .map(|&(begin, end)| {
                    let right: Vec<usize> = (begin..end).filter(|i| hold[*i]).collect();
                    let at = *right.get(random.below(right.len().max(1)))?;
                    Some(all[at].clone())
                })
                .collect();
            found.push(chosen.filter(|c| !c.is_empty()).map(|clues| self.orbit(clues)));
        }
        Ok(found)
    }

    fn orbit(&self, clues: Vec<Clue>) -> Orbit {
        let grid = &self.ground.puzzle().shape;
        let mut slots = Vec::new();
        let mut cells: Vec<Cell> = Vec::new();
        for clue in &clues {
            let place: Place = clue.args.iter().flat_map(|(_, arg)| cluewright_rules::lists_of(arg)).collect();
            slots.extend(self.layout.slots(grid, &place));
            cells.extend(place.iter().flatten());
        }
        slots.order();
        slots.dedup();
        cells.order();
        cells.dedup();
        Orbit { clues, slots, cells }
    }

    /// The possible clues at a place. Arguments that the solution determines are filled in, and several values are tried for the
    /// others.
    fn variants(
        &self,
        rules: &Ruleset,
        puzzle: &Puzzle,
        clue: Clue,
        numbers: &[i32],
        random: &mut Random,
    ) -> Vec<Clue> {
        let mut all = vec![clue];
        for param in &self.rule.params {
            let known = |clue: &Clue| clue.args.iter().any(|a| a.0 == param.name);
            let derived = param.value.is_some();
            if all[0].args.iter().any(|a| a.0 == param.name) || derived || param.optional {
                continue;
            }
            let mut next = Vec::new();
            for clue in all {
                debug_assert!(!known(&clue));
                for arg in guesses(param, self.hints.part(&param.name), puzzle, &clue, numbers, random) {
                    let mut more = clue.clone();
                    more.args.push((param.name.clone(), arg));
                    next.push(more);
                }
            }
            random.shuffle(&mut next);
            next.truncate(TRIES);
            if next.is_empty() {
                return next;
            }
            all = next;
        }
        // An argument that the solution does not determine has a default, or is not needed.
        let order = |clue: Clue| {
            let mut sorted = Clue::new(clue.rule.clone(), Vec::new());
            for param in &self.rule.params {
                sorted.args.extend(clue.args.iter().find(|a| a.0 == param.name).cloned());
            }
            sorted
        };
        let followed = |clue: Clue| follow(rules, puzzle, &clue, numbers).ok().map(order);
        let needed = |clue: &Clue| {
            let open = |p: &&Param| p.value.is_some() && !p.optional && !clue.args.iter().any(|a| a.0 == p.name);
            !self.rule.params.iter().filter(open).any(|p| {
                // Reject a number that should follow from the solution but does not.
                cluewright_rules::default_number(rules, puzzle, &self.rule.name, &p.name).is_none()
                    && p.kind == ParamKind::Number
            })
        };
        // Whether every number is within the bounds of the rule's `propose` line.
        let hinted = |clue: &Clue| {
            clue.args.iter().all(|(name, arg)| match (arg, self.hints.part(name)) {
                (Arg::Number(n), Some(hint)) => (i64::from(hint.range.0)..=i64::from(hint.range.1)).contains(n),
                _ => true,
            })
        };
        all.into_iter().filter_map(followed).filter(needed).filter(hinted).collect()
    }
}

/// Values to try for a parameter that neither the solution nor a default determines.
fn guesses(
    param: &Param,
    hint: Option<&Part>,
    puzzle: &Puzzle,
    clue: &Clue,
    numbers: &[i32],
    random: &mut Random,
) -> Vec<Arg> {
    let last = i64::from(puzzle.digits.last());
    let cells: Vec<Cell> = clue.args.iter().flat_map(|(_, arg)| arg.cells()).collect();
    let mut seen: Vec<i64> = cells.iter().filter_map(|c| numbers.get(c.index())).map(|d| i64::from(*d)).collect();
    match param.kind {
        ParamKind::Number => {
            let bound = |e: &Expr| if let ExprKind::Number(n) = e.kind { Some(n) } else { None };
            let most = last * i64::try_from(cells.len().max(1)).unwrap_or(9);
            let (low, high) = param
                .range
                .as_ref()
                .map_or((0, most), |r| (bound(&r.0).unwrap_or(0).max(-most), bound(&r.1).unwrap_or(most).min(most)));
            let mut all: Vec<i64> = (low..=high).collect();
            if all.len() > TRIES {
                random.shuffle(&mut all);
                all.truncate(TRIES);
            }
            all.into_iter().map(Arg::Number).collect()
        }
        ParamKind::Numbers => {
            let (low, high) = hint.map_or(LISTED, |hint| hint.range);
            let mut some = |random: &mut Random| {
                random.shuffle(&mut seen);
                let many = low as usize + random.below((high - low) as usize + 1);
                let mut list: Vec<i64> = seen.iter().copied().take(many).collect();
                list.order();
                list
            };
            let mut all: Vec<Vec<i64>> = std::iter::repeat_with(|| some(random)).take(4).collect();
            all.order();
            all.dedup();
            all.into_iter().filter(|l| !l.is_empty()).map(Arg::Numbers).collect()
        }
        ParamKind::Boolean => vec![Arg::Bool(false), Arg::Bool(true)],
        ParamKind::Text | ParamKind::Shape(_) => Vec::new(),
    }
}

/// If every clue outside the grid means the same from either end of its line, keep only those above and on the left, as is
/// customary.
fn one_sided(found: &mut [Option<Orbit>]) {
    let seen = |orbit: &Orbit| {
        let clue = &orbit.clues[0];
        let mut rest = clue.clone();
        rest.args.retain(|(_, arg)| !matches!(arg, Arg::Cells(_)));
        (clue.args.iter().flat_map(|(_, arg)| arg.cells()).collect::<Vec<Cell>>(), rest.args)
    };
    let by_line: BTreeMap<Vec<Cell>, Args> = found.iter().flatten().map(seen).collect();
    let same = |(line, args): (&Vec<Cell>, &Args)| {
        let back: Vec<Cell> = line.iter().rev().copied().collect();
        by_line.get(&back).is_none_or(|other| other == args)
    };
    if by_line.iter().all(same) {
        for one in found.iter_mut() {
            *one = one.take().filter(|orbit| {
                let line = seen(orbit).0;
                line.first() <= line.last()
            });
        }
    }
}

/// About `most` items, taken as evenly as possible from all lists.
fn evenly(mut lists: Vec<Vec<Orbit>>, most: usize, random: &mut Random) -> Vec<Orbit> {
    lists.retain(|l| !l.is_empty());
    for list in &mut lists {
        random.shuffle(list);
    }
    let mut all = Vec::new();
    while all.len() < most && lists.iter().any(|l| !l.is_empty()) {
        for list in &mut lists {
            all.extend(list.pop());
        }
    }
    all.truncate(most);
    all
}
