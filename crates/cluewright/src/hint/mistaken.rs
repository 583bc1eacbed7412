//! What is told of mistakes in a player's grid: that there are some, in which houses, in which cells, and why.

use super::idea::{join, region};
use super::{Mistake, player_state};
use crate::compiled::Compiled;
use crate::conflicts::conflicts;
use crate::explain::{ExplainOptions, explain};
use crate::misfit::nothing_fits;
use crate::solve::Truth;
use crate::ways::Ways;
use cluewright_core::Cell;
use cluewright_core::puzzle::Progress;
use cluewright_logic::Outcome;
use cluewright_search::{Limits, Verdict};

/// Mistakes whose places are named, and wrong digits of which it is shown what they lead to.
const FEW: usize = 4;
/// What is followed to show that a digit is wrong: anybody can.
const SINGLES: &[&str] = &["full_house", "naked_single", "hidden_single"];

/// Mistakes in as many words as the level allows: 1 that there are some, 2 in which houses, 3 in which cells, 4 what they
/// are, which clues they break, and of wrong digits, where singles show it, the contradiction that is nearest.
pub fn mistakes_at_level(
    compiled: &Compiled,
    progress: &[Progress],
    mistakes: &[Mistake],
    level: u8,
    limits: &Limits<'_>,
) -> Vec<String> {
    let model = compiled.model();
    if level >= 4 {
        let mut lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        if mistakes.iter().any(|m| matches!(m, Mistake::Wrong { .. })) {
            lines.extend(reasons(compiled, progress, mistakes, limits));
        }
        return lines;
    }
    let mut lines = vec![match mistakes.len() {
        1 => "There is a mistake in the grid.".to_owned(),
        n => format!("There are {n} mistakes in the grid."),
    }];
    let mut places: Vec<String> = Vec::new();
    let mut cells: Vec<Cell> = Vec::new();
    for mistake in mistakes.iter().take(FEW) {
        let of = mistake.cells();
        places.extend(region(model, &of).filter(|place| !places.contains(place)));
        cells.extend(of.iter().filter(|c| !cells.contains(c)).copied().collect::<Vec<_>>());
    }
    if level >= 2 && !places.is_empty() {
        lines.push(format!("Look {}.", join(&places)));
    }
    if level >= 3 || (level == 2 && places.is_empty()) {
        let names: Vec<String> = cells.iter().map(|&c| model.cell_name(c)).collect();
        lines.push(format!("Look at {}.", join(&names)));
    }
    lines
}

/// The last position that was right, as far as the grid alone tells: which digits to take out, so that the others are those
/// of the solution. `None` where no digit is wrong, none is right, or the solution is not known.
pub fn what_is_right(compiled: &Compiled, progress: &[Progress], truth: &Truth) -> Option<String> {
    let Verdict::Unique(solution) = &truth.verdict else { return None };
    let board = compiled.board();
    let right = |p: &Progress, digit: i32| board.value_of(p.cell, digit) == solution.get(p.cell.index()).copied();
    let given = |cell: Cell| compiled.model().given(cell).is_some();
    let mut wrong: Vec<String> = Vec::new();
    let mut others = 0;
    for entry in progress.iter().filter(|p| p.cell.index() < board.domains().len() && !given(p.cell)) {
        match entry.placed {
            Some(digit) if right(entry, digit) => others += 1,
            Some(_) => wrong.push(compiled.model().cell_name(entry.cell)),
            None => {}
        }
    }
    let left = match others {
        0 => return None,
        1 => "the other digit is right".to_owned(),
        n => format!("the other {n} digits are right"),
    };
    let more = wrong.len().saturating_sub(FEW);
    match wrong.get(..FEW) {
        _ if wrong.is_empty() => None,
        Some(first) if more > 0 => Some(format!("Take out {} and {more} more: {left}.", first.join(", "))),
        _ => Some(format!("Take out {}: {left}.", join(&wrong))),
    }
}

/// Why digits that no rule forbids at sight are wrong: a clue that cannot hold what is written in it, or else the nearest
/// contradiction that one of them leads to by singles.
fn reasons(compiled: &Compiled, progress: &[Progress], mistakes: &[Mistake], limits: &Limits<'_>) -> Vec<String> {
    let wrong: Vec<Cell> = mistakes.iter().flat_map(Mistake::cells).collect();
    let broken = conflicts(compiled, progress, limits);
    let told: Vec<String> = broken.into_iter().take(FEW).map(|breach| breach.text).collect();
    if !told.is_empty() {
        return told;
    }
    let Ok(ways) = Ways::default().only(SINGLES) else { return Vec::new() };
    let mut nearest: Option<(usize, String)> = None;
    for &cell in wrong.iter().take(FEW) {
        // One of the wrong digits, with those that are right.
        let kept: Vec<Progress> = progress
            .iter()
            .filter(|p| p.placed.is_some() && (p.cell == cell || !wrong.contains(&p.cell)))
            .cloned()
            .collect();
        let Some(digit) = kept.iter().find(|p| p.cell == cell).and_then(|p| p.placed) else { continue };
        let unknown = Truth::of(Verdict::Unknown(None));
        let Ok(start) = player_state(compiled, &kept, &unknown) else { continue };
        let options = ExplainOptions { start: Some(start), ways: ways.clone(), truth: None };
        let walked = explain(compiled, options, limits);
        if walked.path.outcome != Outcome::Contradiction {
            continue;
        }
        let Some(end) = nothing_fits(compiled, &walked.path.end, "would be") else { continue };
        let steps = walked.path.steps.len();
        if nearest.as_ref().is_none_or(|(fewest, _)| steps < *fewest) {
            let name = compiled.model().cell_name(cell);
            let after = match steps {
                0 => String::new(),
                1 => " after one single".to_owned(),
                n => format!(" after {n} singles"),
            };
            nearest = Some((steps, format!("If {name} were {digit},{after} {end}.")));
        }
    }
    nearest.map(|(_, line)| line).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hint::{Hint, HintOptions, hint, progress_of};

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn told(puzzle: &str, grid: &str) -> Vec<Vec<String>> {
        let read = |text: &str| cluewright_formats::read(text).unwrap().puzzle;
        let compiled = Compiled::new(read(puzzle)).unwrap();
        let progress = progress_of(&compiled, &read(grid)).unwrap();
        let options = HintOptions { progress: Some(&progress), ..HintOptions::default() };
        let Hint::Mistakes(found) = hint(&compiled, &options, &Limits::none()) else { panic!("{grid}") };
        (1..=4).map(|level| mistakes_at_level(&compiled, &progress, &found, level, &Limits::none())).collect()
    }

    #[test]
    fn a_wrong_digit_is_told_in_levels() {
        let levels = told(PUZZLE, &PUZZLE.replacen("53.", "531", 1));
        assert_eq!(levels[0], ["There is a mistake in the grid."]);
        assert_eq!(levels[1], ["There is a mistake in the grid.", "Look in box 1."]);
        assert_eq!(levels[2], ["There is a mistake in the grid.", "Look in box 1.", "Look at r1c3."]);
        assert_eq!(levels[3][0], "1 in r1c3 is wrong.");
        assert!(levels[3][1].starts_with("If r1c3 were 1,"), "{levels:?}");
    }

    /// Whatever clashes, what is wrong is taken out and what is right stays; a grid with nothing right has no such position.
    #[test]
    fn the_last_right_position_is_told() {
        let read = |text: &str| cluewright_formats::read(text).unwrap().puzzle;
        let compiled = Compiled::new(read(PUZZLE)).unwrap();
        let truth = Truth::new(&compiled, &Limits::none());
        let right = |grid: &str| {
            let progress = progress_of(&compiled, &read(grid)).unwrap();
            what_is_right(&compiled, &progress, &truth)
        };
        assert_eq!(right(&PUZZLE.replacen("53..", "5345", 1)).unwrap(), "Take out r1c4: the other digit is right.");
        let many = "53467891267219534819834256785976142342685379171392485696153728428741963534528617.";
        assert_eq!(
            right(&many.replacen("912672", "192672", 1)).unwrap(),
            "Take out r1c7 and r1c8: the other 49 digits are right."
        );
        assert_eq!(right(many), None);
        assert_eq!(right(&PUZZLE.replacen("53.", "535", 1)), None);
    }

    #[test]
    fn a_clash_names_its_rule_last() {
        let levels = told(PUZZLE, &PUZZLE.replacen("53.", "535", 1));
        assert!(levels[..3].iter().flatten().all(|line| !line.contains("does not allow")), "{levels:?}");
        assert!(levels[2].contains(&"Look at r1c1 and r1c3.".to_owned()), "{levels:?}");
        assert!(levels[3][0].contains("cannot both be right"), "{levels:?}");
    }

    #[test]
    fn a_broken_clue_is_named() {
        let puzzle = "grid: 4x4\ngivens: .............2.1\nkiller-cage r1c1 r1c2 r2c1 total 6\n";
        let full = Compiled::new(cluewright_formats::read(puzzle).unwrap().puzzle).unwrap();
        let entry = |cell: u16, digit: i32| Progress { cell: Cell(cell), placed: Some(digit), marks: Vec::new() };
        let progress = [entry(0, 4), entry(1, 3)];
        let mistakes = [Mistake::Wrong { cell: Cell(0), what: "4 in r1c1".to_owned() }];
        let lines = mistakes_at_level(&full, &progress, &mistakes, 4, &Limits::none());
        assert!(lines[1].starts_with("The cage 6 at r1c1 cannot hold"), "{lines:?}");
    }
}
