//! Chooses readings that together allow a solution.

use super::ground;
use super::parts::leaves;
use super::taken::{Choice, Solutions, Taken, answer, with};
use crate::unread::unread;
use cluewright_core::{Clue, ClueTree, Puzzle, Sort};
use cluewright_rules::Ruleset;

/// The maximum number of searches to find out which readings allow a solution.
const SEARCHES: usize = 48;

/// The readings with the most evidence that together allow a solution. A reading that excludes every solution is wrong, and the
/// next reading of the same choice is tried. It may also be necessary to drop rules and clues of the puzzle itself.
pub(super) fn solvable(
    choices: Vec<Choice>,
    puzzle: &mut Puzzle,
    rules: &Ruleset,
    stop: &dyn Fn() -> bool,
) -> Vec<Taken> {
    let mut searches = SEARCHES;
    let mut is_none = |puzzle: &Puzzle| {
        searches = searches.saturating_sub(1);
        // When no searches are left, a reading that is not known to be possible is rejected.
        searches == 0 || matches!(answer(rules, puzzle, stop), Solutions::None)
    };
    let read = with(puzzle, rules, choices.iter().map(|choice| &choice[0]));
    if !is_none(&read) {
        return choices.into_iter().filter_map(|choice| choice.into_iter().next()).collect();
    }
    let mut choices = choices;
    let mut kept = Vec::new();
    // If the whole text is understood, or there is no text, the puzzle's own rules and clues are not doubted.
    let is_open = || unread(&read, rules).is_some_and(|unread| !unread.sentences.is_empty());
    if is_open() && is_none(puzzle) {
        kept.extend(without_foundation(puzzle, rules, &|puzzle| {
            matches!(answer(rules, puzzle, stop), Solutions::None)
        }));
    }
    choices.order_by(|a, b| b[0].score.total_cmp(&a[0].score));
    for choice in choices {
        for mut way in choice {
            // Drop clues that cannot hold even on their own.
            let holds = |clue: &Clue| Puzzle { clues: vec![ClueTree::One(clue.clone())], ..puzzle.clone() };
            if way.clues.len() > 1 && is_none(&with(puzzle, rules, kept.iter().chain([&way]))) {
                let before = way.clues.len();
                way.clues.retain(|(clue, _)| !is_none(&holds(clue)));
                let gone = before - way.clues.len();
                if gone == 0 || gone * 4 > before {
                    continue;
                }
                way.sentence += &format!("; left as drawings, because impossible: {gone} of {before}");
            }
            kept.push(way);
            if !is_none(&with(puzzle, rules, &kept)) {
                break;
            }
            kept.pop();
        }
    }
    kept
}

/// Keeps as many of the puzzle's own rules and clues as allow a solution: first the rules of the grid, one by one, then the clues,
/// rule by rule. Drops the others, and reports each of them in a sentence.
fn without_foundation(puzzle: &mut Puzzle, rules: &Ruleset, is_none: &dyn Fn(&Puzzle) -> bool) -> Vec<Taken> {
    let mut told = Vec::new();
    let base = std::mem::take(&mut puzzle.rules);
    let clues = std::mem::take(&mut puzzle.clues);
    for rule in base {
        let parts = leaves(rules, &rule.rule);
        let parts = if parts.len() > 1 {
            parts.into_iter().map(|name| Clue::new(name, Vec::new())).collect()
        } else {
            vec![rule]
        };
        for part in parts {
            puzzle.rules.push(part);
            if is_none(puzzle)
                && let Some(part) = puzzle.rules.pop()
            {
                told.push(format!(
                    "`{}` is not read as a rule of the puzzle, because it would leave no solution",
                    part.rule
                ));
            }
        }
    }
    let name = |tree: &ClueTree| if let ClueTree::One(clue) = tree { clue.rule.clone() } else { String::new() };
    let mut names: Vec<String> = clues.iter().map(name).collect();
    names.order();
    names.dedup();
    for rule in names {
        let is_of = |tree: &ClueTree| name(tree) == rule;
        puzzle.clues.extend(clues.iter().filter(|tree| is_of(tree)).cloned());
        if is_none(puzzle) {
            ground::draw(puzzle, rules, &is_of);
            let called = if rule.is_empty() { "joined clues".to_owned() } else { format!("clues `{rule}`") };
            told.push(format!("{called} remain drawings, because they would leave no solution"));
        }
    }
    told.into_iter().map(Taken::told).collect()
}
