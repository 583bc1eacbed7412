//! Parameters that a clue does not state: parameters that are computed from a solution, and parameters that have a default.

use crate::args::{self, Constants as _};
use crate::eval::{Constants, constants};
use crate::places::Places;
use crate::ruleset::Ruleset;
use crate::syntax::ast::ParamKind;
use cluewright_core::{Arg, BadInput, Clue, Puzzle};

/// Completes a clue with every parameter that can be computed from a solution, such as a cage's total.
///
/// `values` holds the numbers of the puzzle's cells: first the cells of the grid, then the extra cells. Every cell counts as its
/// digit here, whatever value the puzzle's other rules give it. The arguments of the clue are unchanged; a parameter that cannot be
/// computed (such as a skyscraper clue for a line whose digits make no sense) stays absent.
///
/// ```
/// use cluewright_core::{Arg, Cell, Clue, Puzzle, Shape};
/// use cluewright_rules::{Ruleset, follow};
/// let puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
/// let cage = Clue::new("killer-cage", vec![("C".into(), Arg::Cells(vec![Cell(0), Cell(1)]))]);
/// let grid = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// let cage = follow(&Ruleset::library(), &puzzle, &cage, &grid).unwrap();
/// assert_eq!(cage.arg("total"), Some(&Arg::Number(3)));
/// ```
pub fn follow(rules: &Ruleset, puzzle: &Puzzle, clue: &Clue, values: &[i32]) -> Result<Clue, BadInput> {
    if values.len() < puzzle.cell_count() {
        return Err(BadInput::new(format!("{} numbers for {} cells", values.len(), puzzle.cell_count())));
    }
    let rule = rules.needed(clue)?;
    let places = Places::new(puzzle);
    let mut bound = args::bind(rule, clue, &places, constants)?;
    let mut full = clue.clone();
    let mut solution = Constants::on_a_grid(rule, &places, values);
    for at in 0..rule.params.len() {
        for (param, arg) in rule.params.iter().zip(&bound) {
            solution.set(param.slot, arg.as_ref());
        }
        let param = &rule.params[at];
        let Some(code) = param.derived.as_ref().filter(|_| bound[at].is_none()) else { continue };
        if let Ok(arg) = solution.arg(code, param.kind) {
            // If a parameter of type `number` is computed as a cell, its value becomes the number in this cell.
            let arg = match arg {
                Arg::Cell(c) if param.kind == ParamKind::Number => Arg::Number(i64::from(values[c.index()])),
                arg => arg,
            };
            full.args.push((param.name.to_string(), arg.clone()));
            bound[at] = Some(arg);
        }
    }
    Ok(full)
}

/// The default of a numeric parameter; `None` if there is no default, or if the default depends on the solution.
///
/// ```
/// use cluewright_core::{Puzzle, Shape};
/// use cluewright_rules::{Ruleset, default_number};
/// let puzzle = Puzzle::new(Shape::square(9).unwrap(), 9);
/// assert_eq!(default_number(&Ruleset::library(), &puzzle, "whispers", "difference"), Some(5));
/// assert_eq!(default_number(&Ruleset::library(), &puzzle, "killer-cage", "total"), None);
/// ```
pub fn default_number(rules: &Ruleset, puzzle: &Puzzle, rule: &str, param: &str) -> Option<i64> {
    let rule = rules.code(rule).ok()??;
    let places = Places::new(puzzle);
    let default = rule.params.iter().find(|p| *p.name == *param)?.default.as_ref()?;
    Constants::new(rule, &places).whole(default).ok()
}
