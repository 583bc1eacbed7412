//! Uses uniqueness to judge readings: if the readings with evidence from text, figures and recorded solution leave several
//! solutions, then the smallest set of further readings that leaves one solution is most likely intended.

use super::taken::{Solutions, Taken, answer_within, with};
use cluewright_core::Puzzle;
use cluewright_rules::Ruleset;

/// The node limit of all searches together, the node limit of one search, and the maximum number of searches.
const NODES: u64 = 4_000;
const EACH: u64 = 1_000;
const SEARCHES: usize = 8;
/// The maximum number of readings that are changed together.
const CHANGES: usize = 2;

/// Adds to the accepted readings the smallest number of other readings with which the puzzle has exactly one solution. If there are
/// no such readings, nothing changes. If an equally small number of different readings gives another solution, or might give one,
/// none are added, and a sentence mentions the open question.
pub(super) fn unique(
    mut taken: Vec<Taken>,
    others: impl FnOnce(&Puzzle) -> Vec<Taken>,
    puzzle: &Puzzle,
    rules: &Ruleset,
    stop: &dyn Fn() -> bool,
) -> Vec<Taken> {
    let (mut nodes, mut searches) = (NODES, SEARCHES);
    let mut ask = |puzzle: &Puzzle| {
        searches = searches.checked_sub(1)?;
        let (found, spent) = answer_within(rules, puzzle, nodes.min(EACH), stop);
        nodes = nodes.checked_sub(spent).filter(|nodes| *nodes > 0)?;
        Some(found)
    };
    let read = with(puzzle, rules, &taken);
    if !matches!(ask(&read), Some(Solutions::More)) {
        return taken;
    }
    let others = others(&read);
    let changed = |change: &[&Taken]| -> Vec<Taken> {
        let stays = |one: &&Taken| change.iter().all(|new| new.slot != one.slot);
        taken.iter().filter(stays).chain(change.iter().copied()).cloned().collect()
    };
    let mut open: Vec<Vec<&Taken>> = others.iter().map(|one| vec![one]).collect();
    open.retain(|change| with(puzzle, rules, &changed(change)) != read);
    for _ in 0..CHANGES {
        let (mut found, mut goes_on) = (Vec::new(), Vec::new());
        for change in open {
            match ask(&with(puzzle, rules, &changed(&change))) {
                // When the work limit is reached, untested readings may be as good as the one found, so nothing is changed.
                None => return taken,
                Some(Solutions::None) => {}
                Some(Solutions::One(solution)) => found.push((change, Some(solution))),
                Some(Solutions::Unknown) => found.push((change, None)),
                Some(Solutions::More) => goes_on.push(change),
            }
        }
        if let Some((change, Some(solution))) = found.iter().find(|(_, solution)| solution.is_some()) {
            let other = found.iter().find(|(_, other)| other.as_ref() != Some(solution));
            let Some((other, _)) = other else {
                let mut all = changed(change);
                let new = all.len() - change.len();
                all[new..].iter_mut().for_each(|one| one.sentence += "; so the puzzle has one solution");
                return all;
            };
            let named = |change: &[&Taken]| change.iter().map(|one| one.name()).collect::<Vec<_>>().join(" and ");
            let sentence = format!(
                "the puzzle would have one solution with {}, and may have another one with {}: neither is read",
                named(change),
                named(other)
            );
            taken.push(Taken::told(sentence));
            return taken;
        }
        open = Vec::new();
        for (at, a) in goes_on.iter().enumerate() {
            for b in goes_on[at + 1..].iter().filter(|b| a[0].slot != b[0].slot) {
                open.push([&a[..], b].concat());
            }
        }
    }
    taken
}
