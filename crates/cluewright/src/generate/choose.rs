//! Chooses clues and givens: adds them until the solution is unique, then removes the redundant ones.

use super::draft::{Draft, Other, UniquenessResult};
use super::options::Prefer;
use crate::generate_error::GenerateError;
use cluewright_core::quick::Quick;
use cluewright_core::{Sort, SortedSet};
use std::collections::VecDeque;
use std::hash::Hasher;

/// The node limit of a uniqueness test while clues are added: if a test needs more nodes, adding another clue is cheaper than
/// finishing the test.
const ADDING: u64 = 1_500;
/// The node limit of the test that decides whether an item is needed, and that of a second, longer test.
const TAKING: u64 = 3_000;
const LONGER: u64 = 8_000;
/// The number of times that more clues are proposed if no available clue helps.
const MORE: u32 = 2;

/// The maximum number of times that clues are replaced by others, and the number of replacements after which a given is used
/// instead, if givens are allowed.
const FORCED: u32 = 400;
const FORCED_RATHER: u32 = 15;
/// The number of recently removed items that are not added again.
const BARRED: usize = 12;

/// Preferences for the order in which items are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taste {
    /// The weight of the number of solutions that an item rules out, at least 0.
    pub(super) strong: f64,
    /// The weight of chance.
    pub(super) chance: f64,
    /// The number of givens to start with, if givens are allowed.
    pub(super) givens: u32,
}

impl Default for Taste {
    fn default() -> Self {
        Self { strong: 1.0, chance: 0.6, givens: 0 }
    }
}

/// Adds items until the solution is unique. Returns false if that is impossible.
pub(super) fn complete(draft: &mut Draft<'_>, taste: Taste) -> Result<bool, GenerateError> {
    if !least(draft, taste)? {
        return Ok(false);
    }
    let mut help = Help { more: MORE, forced: 0, barred: VecDeque::new() };
    let mut unknown = 0u32;
    loop {
        // Every known solution other than the puzzle's own must be ruled out.
        loop {
            let open: Vec<usize> = open(draft, &draft.chosen);
            if open.is_empty() {
                break;
            }
            if !rule_out(draft, &open, taste, &mut help)? {
                return Ok(false);
            }
        }
        let chosen = draft.chosen.clone();
        match draft.ask(&chosen, ADDING, false)? {
            UniquenessResult::Unique => return Ok(true),
            UniquenessResult::Others => {}
            UniquenessResult::Broken => return Ok(false),
            UniquenessResult::Unknown => {
                // Weak clues make searches long, so add a given from time to time.
                unknown += 1;
                let rather = unknown.is_multiple_of(2);
                let any = best(draft, &[], taste, rather).or_else(|| best(draft, &[], taste, !rather));
                match any {
                    Some(item) => draft.chosen[item] = true,
                    None => match draft.ask(&chosen, LONGER, true)? {
                        UniquenessResult::Unique => return Ok(true),
                        UniquenessResult::Others => {}
                        _ => return Ok(false),
                    },
                }
            }
        }
    }
}

/// The moves that are available besides adding a clue in a free place.
struct Help {
    /// The number of times that more clues may still be proposed.
    more: u32,
    /// The number of replacements so far.
    forced: u32,
    /// Recently removed items, which are not added again immediately.
    barred: VecDeque<usize>,
}

/// Adds an item that rules out some of the `open` solutions, using the moves in `help` if necessary. Returns false if nothing
/// helps.
fn rule_out(draft: &mut Draft<'_>, open: &[usize], taste: Taste, help: &mut Help) -> Result<bool, GenerateError> {
    if let Some(item) = best(draft, open, taste, false) {
        draft.chosen[item] = true;
        return Ok(true);
    }
    if help.more > 0 {
        help.more -= 1;
        draft.propose_more()?;
        return Ok(true);
    }
    let most = if draft.range(draft.given()).1 == 0 { FORCED } else { FORCED_RATHER };
    if help.forced < most && force(draft, open, help) {
        help.forced += 1;
        return Ok(true);
    }
    if let Some(item) = best(draft, open, taste, true) {
        draft.chosen[item] = true;
        return Ok(true);
    }
    Ok(false)
}

/// Adds a clue that rules out one of the open solutions, replacing the weakest clues in its way. Returns false if there is no such
/// clue.
fn force(draft: &mut Draft<'_>, open: &[usize], help: &mut Help) -> bool {
    let at = open[draft.random.below(open.len())];
    // For each item: the number of solutions that it alone rules out.
    let mut alone = vec![0u32; draft.items.len()];
    for other in &draft.others {
        let mut met = (0..draft.items.len()).filter(|&i| draft.chosen[i] && other.hit[i]);
        if let (Some(item), None) = (met.next(), met.next()) {
            alone[item] += 1;
        }
    }
    let chosen: Vec<usize> = (0..draft.items.len()).filter(|&i| draft.chosen[i]).collect();
    let mut best: Option<(i64, usize, Vec<usize>)> = None;
    for item in 0..draft.items.len() {
        let kind = draft.items[item].kind;
        if draft.chosen[item] || kind == draft.given() || !draft.others[at].hit[item] || help.barred.contains(&item) {
            continue;
        }
        let slots = &draft.items[item].orbit.slots;
        let meets = |other: &usize| draft.items[*other].orbit.slots.iter().any(|s| slots.binary_search(s).is_ok());
        let mut gone: Vec<usize> = chosen.iter().copied().filter(meets).collect();
        let freed: u32 = gone.iter().filter(|g| draft.items[**g].kind == kind).map(|g| draft.items[*g].size()).sum();
        let room = draft.range(kind).1.saturating_sub(draft.count(kind)).saturating_add(freed);
        if draft.items[item].size() > room {
            let same = chosen.iter().copied().filter(|c| draft.items[*c].kind == kind && !gone.contains(c));
            let Some(least) = same.min_by_key(|c| alone[*c]) else { continue };
            gone.push(least);
        }
        let loss: u32 = gone.iter().map(|g| alone[*g]).sum();
        let gain = open.iter().filter(|o| draft.others[**o].hit[item]).count();
        let cost = 4 * i64::from(loss) - 4 * gain as i64 + draft.random.below(6) as i64;
        if best.as_ref().is_none_or(|b| cost < b.0) {
            best = Some((cost, item, gone));
        }
    }
    let Some((_, item, gone)) = best else { return false };
    for other in gone {
        draft.chosen[other] = false;
        help.barred.push_back(other);
    }
    while help.barred.len() > BARRED {
        help.barred.pop_front();
    }
    draft.chosen[item] = true;
    true
}

/// The indexes of the other solutions that the choice does not rule out.
fn open(draft: &Draft<'_>, chosen: &[bool]) -> Vec<usize> {
    let others = draft.others.iter().enumerate();
    others.filter(|(_, other)| !Draft::rules_out(chosen, other)).map(|(i, _)| i).collect()
}

/// Adds the minimum number of items of each kind. Returns false if there are not enough free places.
fn least(draft: &mut Draft<'_>, taste: Taste) -> Result<bool, GenerateError> {
    for kind in 0..=draft.given() {
        let (low, high) = draft.range(kind);
        let low = if kind == draft.given() { low.max(taste.givens.min(high)) } else { low };
        let mut more = MORE;
        while draft.count(kind) < low {
            let weak = Taste { strong: 0.15, chance: 1.0, givens: 0 };
            match best_of(draft, &[], weak, &|k| k == kind) {
                Some(item) => draft.chosen[item] = true,
                None if more > 0 && kind < draft.given() => {
                    more -= 1;
                    draft.propose(Some(kind))?;
                }
                // The preferred number of givens need not be reached.
                None if draft.count(kind) >= draft.range(kind).0 => break,
                None => return Ok(false),
            }
        }
    }
    Ok(true)
}

/// The best clue to add, or the best given if `givens` is set.
fn best(draft: &mut Draft<'_>, open: &[usize], taste: Taste, givens: bool) -> Option<usize> {
    let given = draft.given();
    best_of(draft, open, taste, &|kind| (kind == given) == givens)
}

/// The best unchosen item whose kind satisfies `of` and whose place is free. If there are `open` solutions, the item rules out some
/// of them.
fn best_of(draft: &mut Draft<'_>, open: &[usize], taste: Taste, of: &dyn Fn(usize) -> bool) -> Option<usize> {
    let taken = draft.taken(&draft.chosen);
    let mut covered = vec![false; draft.ground.puzzle().cell_count()];
    for (item, _) in draft.items.iter().zip(&draft.chosen).filter(|(_, c)| **c) {
        item.orbit.cells.iter().for_each(|c| covered[c.index()] = true);
    }
    let room: Vec<u32> =
        (0..=draft.given()).map(|kind| draft.range(kind).1.saturating_sub(draft.count(kind))).collect();
    let used: Vec<bool> = (0..=draft.given()).map(|kind| draft.count(kind) > 0).collect();
    let all = draft.others.len().max(1) as f64;
    // A clue that rules out the same solutions as another clue of its kind is redundant: for example, the same line read from its
    // other end.
    let mark = |draft: &Draft<'_>, at: usize| {
        let mut mark = Quick::default();
        draft.others.iter().for_each(|other| mark.write_u8(u8::from(other.hit[at])));
        (draft.items[at].kind, mark.finish())
    };
    let chosen = (0..draft.items.len()).filter(|i| draft.chosen[*i]);
    let there: SortedSet<(usize, u64)> = chosen.map(|at| mark(draft, at)).collect();
    let telling = draft.others.len() >= 20;
    let mut best: Option<(f64, usize)> = None;
    for at in 0..draft.items.len() {
        let item = &draft.items[at];
        if draft.chosen[at] || !of(item.kind) || item.size() > room[item.kind] {
            continue;
        }
        if item.orbit.slots.iter().any(|s| taken.contains(s)) {
            continue;
        }
        let ruled = open.iter().filter(|o| draft.others[**o].hit[at]).count();
        if !open.is_empty() && ruled == 0 {
            continue;
        }
        if open.is_empty() && telling && there.contains(&mark(draft, at)) {
            continue;
        }
        let often = draft.others.iter().filter(|o| o.hit[at]).count() as f64 / all;
        let fresh = item.orbit.cells.iter().filter(|c| !covered[c.index()]).count() as f64
            / item.orbit.cells.len().max(1) as f64;
        let each = f64::from(item.size());
        let spread = if draft.wish.prefer == Prefer::Spread { 1.0 } else { 0.4 };
        let kinds = if draft.wish.prefer == Prefer::FewKinds && !used[item.kind] { -0.5 } else { 0.0 };
        let chance = draft.random.below(1 << 20) as f64 / f64::from(1 << 20);
        let now = ruled as f64 / open.len().max(1) as f64;
        let score = taste.strong * (now + often) / each.sqrt() + spread * fresh + kinds + taste.chance * chance;
        if best.is_none_or(|b| score > b.0) {
            best = Some((score, at));
        }
    }
    best.map(|b| b.1)
}

/// The result of removing redundant items from a choice.
pub(super) enum Stripped {
    /// Every remaining item is needed.
    Needed,
    /// These items are redundant, but have to stay to reach the requested number of items.
    Needless(Vec<usize>),
    /// The test of some item was not completed.
    Unknown,
}

/// Removes redundant items, one after the other.
pub(super) fn strip(draft: &mut Draft<'_>, taste: Taste) -> Result<Stripped, GenerateError> {
    let order = order(draft, taste);
    let mut needless = Vec::new();
    for item in order {
        let mut without = draft.chosen.clone();
        without[item] = false;
        if !open(draft, &without).is_empty() {
            continue;
        }
        let mut asked = draft.ask(&without, TAKING, true)?;
        if matches!(asked, UniquenessResult::Unknown) {
            asked = draft.ask(&without, LONGER, false)?;
        }
        match asked {
            UniquenessResult::Unique => {
                let kind = draft.items[item].kind;
                if draft.count(kind).saturating_sub(draft.items[item].size()) < draft.range(kind).0 {
                    needless.push(item);
                } else {
                    draft.chosen = without;
                }
            }
            UniquenessResult::Others | UniquenessResult::Broken => {}
            // The caller adds items, if there are any to add, and then tests every remaining item again.
            UniquenessResult::Unknown => return Ok(Stripped::Unknown),
        }
    }
    // Items that were kept to reach the requested number may be needed now that others have been removed, so test them again.
    let mut still = Vec::new();
    for item in needless {
        let mut without = draft.chosen.clone();
        without[item] = false;
        if open(draft, &without).is_empty() && matches!(draft.ask(&without, LONGER, false)?, UniquenessResult::Unique) {
            still.push(item);
        }
    }
    Ok(if still.is_empty() { Stripped::Needed } else { Stripped::Needless(still) })
}

/// Adds up to two items to shorten the search after a test was not completed: givens if allowed, otherwise strong clues. Returns
/// false if there is nothing to add.
pub(super) fn ease(draft: &mut Draft<'_>, taste: &mut Taste) -> bool {
    let strong = Taste { strong: 2.0, ..*taste };
    let mut added = 0;
    while added < 2 {
        match best(draft, &[], strong, true).or_else(|| best(draft, &[], strong, false)) {
            Some(item) => draft.chosen[item] = true,
            None => break,
        }
        added += 1;
    }
    // Givens added here are kept in preference to clues.
    taste.givens = taste.givens.max(draft.count(draft.given()));
    added > 0
}

/// The chosen items in the order in which their removal is tried: first kinds of which few are wanted, and otherwise roughly from
/// weak to strong.
fn order(draft: &mut Draft<'_>, taste: Taste) -> Vec<usize> {
    let given = draft.given();
    let kinds: Vec<u32> = (0..=given).map(|kind| draft.count(kind)).collect();
    let says = |others: &[Other], at: usize| others.iter().filter(|o| o.hit[at]).count();
    let mut all: Vec<(u32, u64, usize)> = Vec::new();
    for at in (0..draft.items.len()).filter(|i| draft.chosen[*i]) {
        let kind = draft.items[at].kind;
        let first = match draft.wish.prefer {
            _ if draft.keen.contains(&at) => u32::MAX,
            // If the puzzle should start with givens, clues are removed before givens.
            _ if kind == given => {
                if taste.givens > 0 {
                    u32::MAX - 1
                } else {
                    0
                }
            }
            // All clues of a kind with few clues are removed first.
            Prefer::FewKinds => 1 + kinds[kind].min(1_000),
            _ => 1,
        };
        let weak = says(&draft.others, at) as u64 * 64 / (draft.others.len().max(1) as u64);
        let by = match draft.wish.prefer {
            Prefer::Spread => draft.random.below(64),
            _ => weak / 2 + draft.random.below(48),
        };
        all.push((first, by, at));
    }
    all.order();
    all.into_iter().map(|a| a.2).collect()
}

/// Replaces redundant items, which were kept to reach the requested number, by others of their kind until every item is needed.
/// Returns false if that does not succeed within a few rounds.
pub(super) fn trade(draft: &mut Draft<'_>, mut needless: Vec<usize>, taste: Taste) -> Result<bool, GenerateError> {
    const TRADES: u32 = 8;
    for round in 0..TRADES {
        let Some(&item) = needless.first() else { return Ok(true) };
        draft.chosen[item] = false;
        let kind = draft.items[item].kind;
        // A strong item may make others redundant, which can then be removed.
        let strong = Taste { strong: 1.0 + f64::from(round) / 4.0, chance: 0.8, ..taste };
        let Some(other) = best_of(draft, &[], strong, &|k| k == kind) else { return Ok(false) };
        draft.chosen[other] = true;
        match strip(draft, taste)? {
            Stripped::Needed => return Ok(true),
            Stripped::Unknown => return Ok(false),
            Stripped::Needless(still) => needless = still,
        }
    }
    Ok(needless.is_empty())
}
