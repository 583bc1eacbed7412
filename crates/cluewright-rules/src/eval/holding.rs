//! Finds which of many clues hold on a grid, so that clues can be proposed.

use super::{Job, Run, What};
use crate::places::Places;
use crate::ruleset::Ruleset;
use cluewright_core::{BadInput, Clue, ClueTree, Puzzle};

/// Finds which of these clues hold on a full grid. Each clue is checked as if it were the only clue of the puzzle, together with
/// the rules of the puzzle that affect it: the rules that define the values of cells, and the rules that read clues of its rule.
/// Other rules, the puzzle's clues and its givens are ignored. A clue that cannot be evaluated does not hold.
///
/// `values` has the same meaning as for [`check`](super::check).
///
/// Returns an error if there are too few numbers, or if `stop` returned true.
///
/// ```
/// use cluewright_core::{Arg, Cell, Clue, Puzzle, Shape};
/// use cluewright_rules::{Ruleset, holding};
/// let puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
/// let line = |cells: [u16; 2]| Clue::new("thermometer", vec![("L".into(), Arg::Cells(cells.map(Cell).to_vec()))]);
/// let grid = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// let found = holding(&Ruleset::library(), &puzzle, &[line([0, 1]), line([1, 0])], &grid, &|| false);
/// assert_eq!(found.unwrap(), [true, false]);
/// ```
pub fn holding(
    rules: &Ruleset,
    puzzle: &Puzzle,
    clues: &[Clue],
    values: &[i32],
    stop: &dyn Fn() -> bool,
) -> Result<Vec<bool>, BadInput> {
    if values.len() < puzzle.cell_count() {
        return Err(BadInput::new(format!("{} numbers for {} cells", values.len(), puzzle.cell_count())));
    }
    let numbers: Vec<i64> = values.iter().map(|v| i64::from(*v)).collect();
    let redefining: Vec<bool> = puzzle.rules.iter().map(|rule| rules.redefines(&rule.rule)).collect();
    let reads: Vec<Vec<(String, bool)>> = puzzle.rules.iter().map(|rule| rules.reads(&rule.rule)).collect();
    let all = Puzzle { clues: clues.iter().cloned().map(ClueTree::One).collect(), ..puzzle.clone() };
    let together = Places::new(&all);
    let mut found = Vec::with_capacity(clues.len());
    for (at, clue) in clues.iter().enumerate() {
        let asked = |i: usize| reads[i].iter().any(|r| r.0 == clue.rule);
        let bears: Vec<usize> = (0..puzzle.rules.len()).filter(|&i| redefining[i] || asked(i)).collect();
        let alone;
        let places = if bears.is_empty() {
            &together
        } else {
            alone = Places::with(&all, |i| i == at, |_| true);
            &alone
        };
        // As in every evaluation, rules that define the values of cells come first.
        let rule = |i: &usize| Job { what: What::Rule(&all.rules[*i], None), redefines: redefining[*i] };
        let mut jobs: Vec<Job> = bears.iter().filter(|i| redefining[**i]).map(rule).collect();
        jobs.push(Job { what: What::Tree(&all.clues[at], u32::try_from(at).unwrap_or(u32::MAX)), redefines: false });
        jobs.extend(bears.iter().filter(|i| !redefining[**i]).map(rule));
        let mut run = Run::new(rules, places, stop);
        run.quiet = true;
        run.numbers.clone_from(&numbers);
        found.push(match run.whole(&jobs.iter().collect::<Vec<_>>(), 0) {
            Ok(broken) => broken.is_none(),
            Err(error) if error.stopped => return Err(error),
            Err(_) => false,
        });
    }
    Ok(found)
}
