//! Moves a puzzle towards the requested difficulty: removes some clues, adds others, and keeps the changes that bring it closer.

use super::choose::{Stripped, Taste, complete, ease, strip, trade};
use super::draft::Draft;
use super::goal::{Assessment, Goal, proved};
use super::made::Generated;
use super::words;
use crate::generate_error::GenerateError;
use crate::report::ExtraReport;
use cluewright_core::{CellSet, Sort};
use cluewright_search::Limits;

/// The maximum number of puzzles rated for one solution.
const LOOKS: u32 = 40;
/// The number of times that an item is added because the search takes too long.
const EASED: u32 = 12;
/// The maximum number of givens to start with if puzzles are too hard, in hundredths of the cells: more would leave nothing to
/// solve.
const MOST_GIVENS: usize = 34;
/// If a puzzle has at least this many clues, in hundredths of the cells, givens are added instead of clues, so that the grid stays
/// readable.
const MOST_CLUES: usize = 20;

/// The puzzle of a draft, if it meets the request.
pub(super) fn made(
    draft: &mut Draft<'_>,
    goal: &Goal,
    number: u64,
    limits: &Limits<'_>,
) -> Result<Option<Generated>, GenerateError> {
    let mut taste = Taste { givens: first_givens(draft, goal, number), ..Taste::default() };
    let mut best: Option<(Vec<bool>, Assessment)> = None;
    let looks = if goal.is_free() { 1 } else { LOOKS };
    for _ in 0..looks {
        if reached(draft, taste)? {
            let seen = match looked(draft, goal, number, limits)? {
                Looked::Fits(made) => return Ok(Some(*made)),
                Looked::Misses(seen) => *seen,
                Looked::Unsound => return Ok(None),
            };
            if seen.hard && goal.is_quick() && draft.wish.minimal != Some(true) {
                let chosen = draft.chosen.clone();
                if let Some(made) = led(draft, goal, number, &seen, limits)? {
                    return Ok(Some(made));
                }
                draft.restore(&chosen);
            }
            if best.as_ref().is_none_or(|b| seen.distance <= b.1.distance) {
                best = Some((draft.chosen.clone(), seen));
            }
        }
        let Some((chosen, seen)) = &best else {
            draft.chosen.fill(false);
            continue;
        };
        taste = next(draft, taste, seen);
        draft.chosen.clone_from(chosen);
        // More items may have been proposed in the meantime.
        draft.chosen.resize(draft.items.len(), false);
        let (open, hard) = (seen.open.clone(), seen.hard);
        ruin(draft, &open, hard);
        draft.keen.clear();
        if hard {
            help(draft, &open, Rather::Any);
        }
    }
    Ok(None)
}

/// The preferred items to add to a puzzle that is too hard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rather {
    Clues,
    Givens,
    Any,
}

/// Makes a puzzle that is too hard easier until it meets the request: each time, adds one or two clues or givens where solving
/// takes the most time. Added items may be redundant. `None`: every puzzle was too hard, or the difficulty jumped from too hard to
/// too easy.
fn led(
    draft: &mut Draft<'_>,
    goal: &Goal,
    number: u64,
    first: &Assessment,
    limits: &Limits<'_>,
) -> Result<Option<Generated>, GenerateError> {
    let mut open = first.open.clone();
    // If a clue made the puzzle no easier, add a given next.
    let (mut rather, mut least) = (Rather::Clues, first.distance);
    loop {
        let before = draft.chosen.clone();
        help(draft, &open, rather);
        if draft.chosen == before {
            return Ok(None);
        }
        let Ok(compiled) = draft.compiled(&draft.chosen) else { return Ok(None) };
        let seen = goal.level(&compiled, None, limits)?;
        if seen.distance == 0.0 {
            let looked = looked(draft, goal, number, limits)?;
            return Ok(if let Looked::Fits(made) = looked { Some(*made) } else { None });
        }
        if !seen.hard {
            return Ok(None);
        }
        let clues: u32 = (0..draft.given()).map(|kind| draft.count(kind)).sum();
        let crowded = clues as usize * 100 > MOST_CLUES * draft.ground.puzzle().shape.len();
        rather = if seen.distance < least && !crowded { Rather::Clues } else { Rather::Givens };
        least = least.min(seen.distance);
        if !seen.open.is_empty() {
            open = seen.open;
        }
    }
}

/// The result of rating a draft's puzzle.
pub(super) enum Looked {
    /// The puzzle meets the request.
    Fits(Box<Generated>),
    /// The puzzle does not meet the request.
    Misses(Box<Assessment>),
    /// The puzzle does not have exactly one solution after all.
    Unsound,
}

/// Rates the puzzle of a choice of items that leaves a unique solution.
pub(super) fn looked(
    draft: &Draft<'_>,
    goal: &Goal,
    number: u64,
    limits: &Limits<'_>,
) -> Result<Looked, GenerateError> {
    let Some((compiled, solution)) = proved(draft, limits)? else { return Ok(Looked::Unsound) };
    let seen = goal.look(&compiled, &solution, limits)?;
    if seen.distance > 0.0 {
        return Ok(Looked::Misses(Box::new(seen)));
    }
    let extra = ExtraReport::of_solution(&compiled, &solution);
    let puzzle = words::titled(draft, compiled);
    let Assessment { difficulty, rating, .. } = seen;
    Ok(Looked::Fits(Box::new(Generated { puzzle, extra, difficulty, rating, attempt: number })))
}

/// Changes the choice until it leaves a unique solution and has no redundant item; returns false if that fails.
fn reached(draft: &mut Draft<'_>, taste: Taste) -> Result<bool, GenerateError> {
    if !complete(draft, taste)? {
        return Ok(false);
    }
    if draft.wish.minimal == Some(false) {
        return Ok(true);
    }
    let mut taste = taste;
    for _ in 0..EASED {
        match strip(draft, taste)? {
            Stripped::Needed => return Ok(true),
            Stripped::Needless(items) => return trade(draft, items, taste),
            Stripped::Unknown if ease(draft, &mut taste) => {}
            Stripped::Unknown => return Ok(false),
        }
    }
    Ok(false)
}

/// If the difficulty matters, attempts begin with different numbers of givens.
fn first_givens(draft: &Draft<'_>, goal: &Goal, number: u64) -> u32 {
    let most = most_givens(draft);
    if goal.is_free() { 0 } else { u32::try_from(number % 4).unwrap_or(0) * most / 4 }
}

fn most_givens(draft: &Draft<'_>) -> u32 {
    let most = draft.ground.puzzle().shape.len() * MOST_GIVENS / 100;
    u32::try_from(most).unwrap_or(u32::MAX).min(draft.range(draft.given()).1)
}

/// The preferences for making the next puzzle: more givens and stronger clues if the last one was too hard, otherwise fewer and
/// weaker ones.
fn next(draft: &mut Draft<'_>, taste: Taste, seen: &Assessment) -> Taste {
    let most = most_givens(draft);
    let givens = if seen.hard {
        (taste.givens + 1 + u32::from(seen.distance > 0.5)).min(most)
    } else {
        taste.givens.saturating_sub(2)
    };
    Taste { strong: if seen.hard { 1.6 } else { 0.5 }, givens, ..taste }
}

/// Removes some items; if the puzzle was too hard, preferably items away from the open cells.
fn ruin(draft: &mut Draft<'_>, open: &CellSet, hard: bool) {
    let mut chosen: Vec<usize> = (0..draft.items.len()).filter(|i| draft.chosen[*i]).collect();
    draft.random.shuffle(&mut chosen);
    if hard {
        chosen.order_by_key(|item| draft.items[*item].orbit.cells.iter().any(|c| open.contains(*c)));
    }
    let count = 1 + draft.random.below(3);
    for item in chosen.into_iter().take(count) {
        draft.chosen[item] = false;
    }
}

/// Adds one or two items where solving got stuck; these items are the last to be considered for removal.
fn help(draft: &mut Draft<'_>, open: &CellSet, rather: Rather) {
    let taken = draft.taken(&draft.chosen);
    let count = 1 + draft.random.below(2);
    let mut fit: Vec<usize> = Vec::new();
    for at in (0..draft.items.len()).filter(|i| !draft.chosen[*i]) {
        let item = &draft.items[at];
        let room = draft.range(item.kind).1.saturating_sub(draft.count(item.kind));
        let inside = item.orbit.cells.iter().filter(|c| open.contains(**c)).count();
        let free = item.orbit.slots.iter().all(|s| !taken.contains(s));
        if free && item.size() <= room && 2 * inside >= item.orbit.cells.len() {
            fit.push(at);
        }
    }
    let wanted = |at: &usize| match rather {
        Rather::Any => true,
        Rather::Givens => draft.items[*at].kind == draft.given(),
        Rather::Clues => draft.items[*at].kind != draft.given(),
    };
    if fit.iter().any(wanted) {
        fit.retain(wanted);
    }
    // Choose the strongest of a few random ones.
    for _ in 0..count {
        let some: Vec<usize> = (0..6).filter_map(|_| fit.get(draft.random.below(fit.len().max(1))).copied()).collect();
        let says = |at: &usize| draft.others.iter().filter(|o| o.hit[*at]).count();
        let Some(at) = some.into_iter().max_by_key(says) else { return };
        let slots = &draft.items[at].orbit.slots;
        if draft.taken(&draft.chosen).iter().all(|s| slots.binary_search(s).is_err()) {
            draft.chosen[at] = true;
            draft.keen.push(at);
        }
    }
}
