//! Rejects readings: clues that were read from drawings become drawings again.

use crate::compiled::without_rule;
use crate::guess::draw;
use cluewright_core::{ClueTree, Puzzle};
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::Rule;
use cluewright_rules::syntax::parse;

/// Rejects a reading: clues of the rule become drawings again, and a rule of the whole grid is removed. The rule's text is also
/// removed from the puzzle, unless something else uses it. Returns whether there was anything to reject.
///
/// ```
/// use cluewright::{formats, rules::Ruleset, take_back};
/// let mut puzzle = formats::read("grid: 4x4\nwhispers r1c1 r1c2 r1c3\n")?.puzzle;
/// assert!(take_back(&mut puzzle, &Ruleset::library(), "whispers"));
/// assert_eq!((puzzle.clues.len(), puzzle.drawings.len()), (0, 1));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn take_back(puzzle: &mut Puzzle, rules: &Ruleset, rule: &str) -> bool {
    let is_gone = |tree: &ClueTree| matches!(tree, ClueTree::One(clue) if clue.rule == rule);
    let drawn = draw(puzzle, rules, &is_gone);
    let taken = without_rule(puzzle, rules, rule);
    let uses = puzzle.rules.iter().chain(puzzle.clues.iter().flat_map(|tree| tree.clues()));
    let is_used =
        uses.map(|clue| clue.rule.as_str()).chain(rules.rules().flat_map(Rule::used)).any(|used| used == rule);
    if !is_used {
        let is_its = |text: &str| parse(text).is_ok_and(|rules| matches!(&rules[..], [one] if one.name == rule));
        puzzle.definitions.retain(|definition| !is_its(&definition.text));
    }
    drawn > 0 || taken
}
