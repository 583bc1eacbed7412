//! Checks the rules of the grid itself, and clues that the format states explicitly, against the text and the recorded solution.

use super::judge::Judge;
use super::parts::leaves;
use super::prose::Prose;
use super::taken::{Solutions, answer};
use cluewright_core::{Clue, ClueTree, Puzzle};
use cluewright_draw::drawings_of;
use cluewright_rules::Ruleset;
use cluewright_rules::told::phrases;

/// Drops rules of the grid that the text denies or the recorded solution breaks. Also drops clues that the recorded solution
/// breaks, if the puzzle has no solution with them; otherwise the recorded solution is wrong and is ignored. A dropped clue becomes
/// a drawing again, so that it can be read differently. Returns a sentence for each dropped part, and whether the recorded solution
/// can be used.
pub(super) fn settle(puzzle: &mut Puzzle, rules: &Ruleset, stop: &dyn Fn() -> bool) -> (Vec<String>, bool) {
    let mut told = denied(puzzle, rules);
    let judge = Judge::new(rules, puzzle, stop);
    let Some(solution) = &judge.solution else { return (told, true) };
    let breaks = |clue: &Clue| {
        let alone = Puzzle { rules: vec![clue.clone()], ..judge.bare(Vec::new()) };
        judge.broken(&alone, solution).is_some_and(|b| !b.is_empty())
    };
    let sentence =
        |rule: &str| format!("`{rule}` is not read as a rule of the puzzle, because the recorded solution breaks it");
    let mut kept = Vec::new();
    for rule in std::mem::take(&mut puzzle.rules) {
        if rules.parts(&rule.rule).is_none() || !breaks(&rule) {
            kept.push(rule);
            continue;
        }
        for part in leaves(rules, &rule.rule).into_iter().map(|name| Clue::new(name, Vec::new())) {
            if breaks(&part) {
                told.push(sentence(&part.rule));
            } else {
                kept.push(part);
            }
        }
    }
    puzzle.rules = kept;
    let broken = judge.broken(&judge.bare(puzzle.clues.clone()), solution).unwrap_or_default();
    if broken.is_empty() && !puzzle.rules.iter().any(breaks) {
        return (told, true);
    }
    if !matches!(answer(rules, puzzle, stop), Solutions::None) {
        told.push(
            "the recorded solution breaks clues of the puzzle, which has another solution, so the recorded one is ignored"
                .to_owned(),
        );
        return (told, false);
    }
    for rule in std::mem::take(&mut puzzle.rules) {
        if breaks(&rule) {
            told.push(sentence(&rule.rule));
        } else {
            puzzle.rules.push(rule);
        }
    }
    told.extend(redrawn(puzzle, &judge, &broken));
    (told, true)
}

/// Turns the clues that the recorded solution breaks, and all other clues of the same rules, into drawings.
fn redrawn(puzzle: &mut Puzzle, judge: &Judge<'_>, broken: &[usize]) -> Vec<String> {
    let name = |i: &usize| match puzzle.clues.get(*i) {
        Some(ClueTree::One(clue)) => Some(clue.rule.clone()),
        _ => None,
    };
    let mut names: Vec<(String, usize)> = Vec::new();
    for rule in broken.iter().filter_map(name) {
        match names.iter_mut().find(|(name, _)| *name == rule) {
            Some((_, n)) => *n += 1,
            None => names.push((rule, 1)),
        }
    }
    let mut told = Vec::new();
    for (rule, n) in names {
        let is_gone = |tree: &ClueTree| matches!(tree, ClueTree::One(clue) if clue.rule == rule);
        let all = draw(puzzle, judge.rules, &is_gone);
        told.push(format!("the recorded solution breaks {n} of {all} clues `{rule}`, so all of them remain drawings"));
    }
    told
}

/// Turns the clues that `is_gone` selects into drawings, and returns the number of these clues.
pub(crate) fn draw(puzzle: &mut Puzzle, rules: &Ruleset, is_gone: &dyn Fn(&ClueTree) -> bool) -> usize {
    let (gone, kept) = std::mem::take(&mut puzzle.clues).into_iter().partition::<Vec<_>, _>(is_gone);
    puzzle.clues = kept;
    let clues = gone.iter().flat_map(ClueTree::clues);
    let drawings: Vec<_> = clues.flat_map(|clue| drawings_of(puzzle, rules, clue)).collect();
    puzzle.drawings.extend(drawings);
    gone.len()
}

/// Handles "Normal sudoku rules do not apply": if the text denies a rule that is made of other rules, only those of them that the
/// text mentions are kept.
fn denied(puzzle: &mut Puzzle, rules: &Ruleset) -> Vec<String> {
    let prose = Prose::new(&puzzle.text);
    let mut told = Vec::new();
    let mut kept = Vec::new();
    for rule in std::mem::take(&mut puzzle.rules) {
        let known = |name: &str| rules.rule(name).and_then(|r| phrases(r).ok()).unwrap_or_default();
        let made_of = rules.parts(&rule.rule).is_some();
        match prose.denies(&known(&rule.rule), None).filter(|_| made_of) {
            Some(sentence) => {
                let parts = leaves(rules, &rule.rule);
                let parts: Vec<String> =
                    parts.into_iter().filter(|p| prose.said(p, &known(p), None, &[]).is_some()).collect();
                let left: Vec<String> = parts.iter().map(|p| format!("`{p}`")).collect();
                let left = if left.is_empty() { "nothing".to_owned() } else { format!("only {}", left.join(" and ")) };
                told.push(format!("of `{}` only {left} is read: the text says \"{sentence}\"", rule.rule));
                kept.extend(parts.into_iter().map(|name| Clue::new(name, Vec::new())));
            }
            None => kept.push(rule),
        }
    }
    puzzle.rules = kept;
    told
}
