//! Which clues and givens are chosen: added until the solution is the only one, taken away again as far as they are needless.

use super::draft::{Asked, Draft, Other};
use super::wish::Prefer;
use crate::hopeless::Hopeless;

/// Search nodes of a question while clues are added: where that is too little, one more clue is cheaper than the answer.
const ADDING: u64 = 3_000;
/// Of a question whether something is needed, and of one that is asked once more.
const TAKING: u64 = 30_000;
const LONGER: u64 = 300_000;
/// How often more clues are proposed where none of those at hand helps.
const MORE: u32 = 2;

/// What the next item is looked for by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taste {
    /// How much it counts that an item rules out many solutions, from 0 on.
    pub(super) strong: f64,
    /// How much chance counts.
    pub(super) chance: f64,
}

impl Default for Taste {
    fn default() -> Self {
        Self { strong: 1.0, chance: 0.6 }
    }
}

/// Adds items until the solution is the only one. False: that cannot be reached.
pub(super) fn complete(draft: &mut Draft<'_>, taste: Taste) -> Result<bool, Hopeless> {
    least(draft)?;
    let mut more = MORE;
    loop {
        // All that is known to be another solution has to go.
        loop {
            let open: Vec<usize> = open(draft, &draft.chosen);
            if open.is_empty() {
                break;
            }
            if let Some(item) = best(draft, &open, taste, false).or_else(|| {
                if more == 0 { best(draft, &open, taste, true) } else { None }
            }) {
                draft.chosen[item] = true;
            } else if more > 0 {
                more -= 1;
                draft.propose_more()?;
            } else {
                return Ok(false);
            }
        }
        let chosen = draft.chosen.clone();
        match draft.ask(&chosen, ADDING)? {
            Asked::Unique => return Ok(true),
            Asked::Others => {}
            Asked::Broken => return Ok(false),
            Asked::Unknown => {
                let any = best(draft, &[], taste, false).or_else(|| best(draft, &[], taste, true));
                match any {
                    Some(item) => draft.chosen[item] = true,
                    None => match draft.ask(&chosen, LONGER)? {
                        Asked::Unique => return Ok(true),
                        Asked::Others => {}
                        _ => return Ok(false),
                    },
                }
            }
        }
    }
}

/// Other solutions that a choice does not rule out.
fn open(draft: &Draft<'_>, chosen: &[bool]) -> Vec<usize> {
    let others = draft.others.iter().enumerate();
    others.filter(|(_, other)| !Draft::rules_out(chosen, other)).map(|(i, _)| i).collect()
}

/// As many of each kind as are wanted at least.
fn least(draft: &mut Draft<'_>) -> Result<(), Hopeless> {
    for kind in 0..=draft.given() {
        let (low, _) = draft.range(kind);
        let mut more = MORE;
        while draft.count(kind) < low {
            let weak = Taste { strong: 0.15, chance: 1.0 };
            match best_of(draft, &[], weak, &|k| k == kind) {
                Some(item) => draft.chosen[item] = true,
                None if more > 0 && kind < draft.given() => {
                    more -= 1;
                    draft.propose(Some(kind))?;
                }
                None => break,
            }
        }
    }
    Ok(())
}

/// The best item to add: of clues, or, when `givens`, of givens.
fn best(draft: &mut Draft<'_>, open: &[usize], taste: Taste, givens: bool) -> Option<usize> {
    let given = draft.given();
    best_of(draft, open, taste, &|kind| (kind == given) == givens)
}

/// The best item of these kinds that still has its place: it rules out some of the open solutions, where there are any.
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

/// What is left when nothing needless is left.
pub(super) enum Stripped {
    /// Every item is needed.
    Needed,
    /// These are needless, but as many are wanted.
    Needless(Vec<usize>),
    /// Of some item it could not be found out.
    Unknown,
}

/// Takes away what is needless, one item after the other.
pub(super) fn strip(draft: &mut Draft<'_>) -> Result<Stripped, Hopeless> {
    let order = order(draft);
    let mut needless = Vec::new();
    let mut unknown = false;
    for item in order {
        let mut without = draft.chosen.clone();
        without[item] = false;
        if !open(draft, &without).is_empty() {
            continue;
        }
        let mut asked = draft.ask(&without, TAKING)?;
        if matches!(asked, Asked::Unknown) {
            asked = draft.ask(&without, LONGER)?;
        }
        match asked {
            Asked::Unique => {
                let kind = draft.items[item].kind;
                if draft.count(kind).saturating_sub(draft.items[item].size()) < draft.range(kind).0 {
                    needless.push(item);
                } else {
                    draft.chosen = without;
                }
            }
            Asked::Others | Asked::Broken => {}
            Asked::Unknown => unknown = true,
        }
    }
    // What could not go since as many are wanted may be needed now that others are gone.
    let mut still = Vec::new();
    for item in needless {
        let mut without = draft.chosen.clone();
        without[item] = false;
        if open(draft, &without).is_empty() && matches!(draft.ask(&without, LONGER)?, Asked::Unique) {
            still.push(item);
        }
    }
    Ok(match (still.is_empty(), unknown) {
        (false, _) => Stripped::Needless(still),
        (true, true) => Stripped::Unknown,
        (true, false) => Stripped::Needed,
    })
}

/// The chosen items in the order they may go: what is preferred to be few first, and what says least.
fn order(draft: &mut Draft<'_>) -> Vec<usize> {
    let given = draft.given();
    let kinds: Vec<u32> = (0..=given).map(|kind| draft.count(kind)).collect();
    let says = |others: &[Other], at: usize| others.iter().filter(|o| o.hit[at]).count();
    let mut all: Vec<(u32, u64, usize)> = Vec::new();
    for at in (0..draft.items.len()).filter(|i| draft.chosen[*i]) {
        let kind = draft.items[at].kind;
        let first = match draft.wish.prefer {
            _ if kind == given => 0,
            // Kinds with few clues go first, all of them.
            Prefer::FewKinds => 1 + kinds[kind],
            _ => 1,
        };
        let weak = says(&draft.others, at) as u64 * 64 / (draft.others.len().max(1) as u64);
        let by = match draft.wish.prefer {
            Prefer::Spread => draft.random.below(64),
            _ => weak / 2 + draft.random.below(48),
        };
        all.push((first, by, at));
    }
    all.sort_unstable();
    all.into_iter().map(|a| a.2).collect()
}

/// Trades needless items, of which as many are wanted, for others of their kind, until all are needed. False: it cannot be
/// reached soon.
pub(super) fn trade(draft: &mut Draft<'_>, mut needless: Vec<usize>) -> Result<bool, Hopeless> {
    const TRADES: u32 = 8;
    for round in 0..TRADES {
        let Some(&item) = needless.first() else { return Ok(true) };
        draft.chosen[item] = false;
        let kind = draft.items[item].kind;
        // One that says much lets others go.
        let taste = Taste { strong: 1.0 + f64::from(round) / 4.0, chance: 0.8 };
        let Some(other) = best_of(draft, &[], taste, &|k| k == kind) else { return Ok(false) };
        draft.chosen[other] = true;
        match strip(draft)? {
            Stripped::Needed => return Ok(true),
            Stripped::Unknown => return Ok(false),
            Stripped::Needless(still) => needless = still,
        }
    }
    Ok(needless.is_empty())
}
