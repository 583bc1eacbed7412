//! Finds every solution of a puzzle by evaluating the rules' texts on all assignments.

use cluewright::core::model::CellKind;
use cluewright::rules::check;
use cluewright::{Cell, Compiled};

/// The maximum number of assignments that are tried.
const MOST: usize = 20_000;

/// For every solution, the numbers of the cells that answers contain. Errors: there are too many assignments, or a text cannot be
/// evaluated.
pub(super) fn solutions(compiled: &Compiled) -> Result<Vec<Vec<i32>>, String> {
    let (model, puzzle) = (compiled.model(), compiled.puzzle());
    let own = puzzle.cell_count();
    // The domains of the puzzle's cells, restricted by givens, followed by the domains of the cells that rules add and show.
    let mut domains: Vec<Vec<i32>> = Vec::new();
    for (i, info) in model.cells().iter().enumerate() {
        if i >= own && info.kind == CellKind::Helper {
            continue;
        }
        let all: Vec<i32> = info.domain.iter().map(|v| info.first + i32::from(v.0)).collect();
        let given = |d: &i32| puzzle.givens.iter().all(|g| g.cell != Cell(i as u16) || g.digits.contains(d));
        domains.push(all.into_iter().filter(|d| i >= own || given(d)).collect());
    }
    if domains.iter().any(Vec::is_empty) {
        return Ok(Vec::new());
    }
    let assignments = domains.iter().try_fold(1usize, |all, d| all.checked_mul(d.len()).filter(|n| *n <= MOST));
    let Some(assignments) = assignments else { return Err("too many assignments".to_owned()) };
    let mut found = Vec::new();
    for mut at in 0..assignments {
        let mut pick = |d: &Vec<i32>| {
            let value = d[at % d.len()];
            at /= d.len();
            value
        };
        let values: Vec<i32> = domains.iter().map(&mut pick).collect();
        let broken = check(compiled.rules(), puzzle, &values).map_err(|e| format!("not evaluated: {}", e.message))?;
        if broken.is_empty() {
            found.push(values);
        }
    }
    Ok(found)
}
