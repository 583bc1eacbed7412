//! The texts about mistakes in a player's grid at each level of detail: whether there are any, their houses, their cells, and the
//! reasons.

use super::idea::{join, region};
use super::{Mistake, player_state};
use crate::compiled::Compiled;
use crate::conflicts::conflicts;
use crate::explain::{ExplainOptions, explain};
use crate::misfit::nothing_fits;
use crate::solve::SearchFacts;
use crate::technique_filter::TechniqueFilter;
use cluewright_core::puzzle::Progress;
use cluewright_core::{Cell, Sort};
use cluewright_logic::Outcome;
use cluewright_search::{Limits, Verdict};

/// At most this many mistakes are named with their places, and at most this many wrong digits are followed to a contradiction.
const FEW: usize = 4;
/// The techniques used to show that a digit is wrong: singles, which anyone can follow.
const SINGLES: &[&str] = &["full_house", "naked_single", "hidden_single"];

/// The minimum number of overwritten givens at which a grid counts as that of another puzzle.
const OVER: usize = 5;

/// The sentence for a grid that looks like that of another puzzle: at least five givens have another digit there, and the grid
/// repeats no more givens than it contradicts (by another digit in the cell, or by clashing digits). `None` for other grids.
///
/// ```
/// use cluewright::hint::{of_another_puzzle, player_state, progress_of};
/// use cluewright::{Compiled, Limits, SearchFacts, formats};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let written = progress_of(&compiled, &formats::read("2143431212342431")?.puzzle)?;
/// let truth = SearchFacts::new(&compiled, &Limits::none());
/// let mistakes = player_state(&compiled, &written, &truth).err().unwrap_or_default();
/// let told = of_another_puzzle(&compiled, &written, &mistakes);
/// assert_eq!(
///     told.as_deref(),
///     Some("This looks like the grid of another puzzle, as it contradicts 5 of the 6 givens.")
/// );
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn of_another_puzzle(compiled: &Compiled, progress: &[Progress], mistakes: &[Mistake]) -> Option<String> {
    let mut over: Vec<Cell> = Vec::new();
    let mut against: Vec<Cell> = Vec::new();
    for mistake in mistakes {
        match mistake {
            Mistake::OverGiven { cell, .. } => over.push(*cell),
            Mistake::Clash { cells, .. } => against.extend(cells),
            _ => {}
        }
    }
    over.order();
    over.dedup();
    if over.len() < OVER {
        return None;
    }
    let model = compiled.model();
    let mut givens: Vec<Cell> =
        model.unary().iter().filter(|u| u.given && u.allowed.len() == 1).map(|u| u.cell).collect();
    givens.order();
    givens.dedup();
    let repeated = |c: Cell| progress.iter().any(|p| p.cell == c && p.placed.is_some());
    let denied = |c: &&Cell| over.contains(c) || against.contains(c) && !repeated(**c);
    let (many, all) = (givens.iter().filter(denied).count(), givens.len());
    let which = if many == all { format!("all {all}") } else { format!("{many} of the {all}") };
    let kept = givens.iter().filter(|c| repeated(**c) && !over.contains(c)).count();
    (many >= kept).then(|| format!("This looks like the grid of another puzzle, as it contradicts {which} givens."))
}

/// Describes mistakes in as much detail as the level allows: 1 that there are some, 2 in which houses, 3 in which cells, 4 what
/// they are, which clues they break, and, for wrong digits, the nearest contradiction that singles lead to. If the grid is that of
/// another puzzle, the text says so instead, and levels 3 and 4 also name one of the contradicted givens.
pub fn mistakes_at_level(
    compiled: &Compiled,
    progress: &[Progress],
    mistakes: &[Mistake],
    level: u8,
    limits: &Limits<'_>,
) -> Vec<String> {
    let model = compiled.model();
    if let Some(another) = of_another_puzzle(compiled, progress, mistakes) {
        let example = mistakes.iter().find(|m| matches!(m, Mistake::OverGiven { .. })).filter(|_| level >= 3);
        return std::iter::once(another).chain(example.map(|m| format!("For example, {m}"))).collect();
    }
    if level >= 4 {
        let is_wrong = mistakes.iter().any(|m| matches!(m, Mistake::Wrong { .. }));
        // The reasons describe clashes in more detail.
        let lines = mistakes.iter().filter(|m| !is_wrong || !matches!(m, Mistake::Clash { .. }));
        let mut lines: Vec<String> = lines.map(ToString::to_string).collect();
        if is_wrong {
            lines.extend(reasons(compiled, progress, mistakes, limits));
        }
        return lines;
    }
    let mut lines = vec![match mistake_count(mistakes) {
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

/// Counts mistakes as a player does: mistakes that share a cell count as one, so a digit that clashes with two others is one
/// mistake.
pub fn mistake_count(mistakes: &[Mistake]) -> usize {
    let mut parts: Vec<Vec<Cell>> = Vec::new();
    for mistake in mistakes {
        let mut cells = mistake.cells();
        parts.retain(|part| {
            let meets = part.iter().any(|cell| cells.contains(cell));
            if meets {
                cells.extend(part);
            }
            !meets
        });
        parts.push(cells);
    }
    parts.len()
}

/// A sentence that says which digits to remove so that all others agree with the solution. `None` if no digit is wrong, no digit is
/// right, or the solution is not known.
pub fn what_is_right(compiled: &Compiled, progress: &[Progress], truth: &SearchFacts) -> Option<String> {
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

/// The reasons why digits are wrong although no rule obviously forbids them: clues that cannot hold with the digits written in
/// their cells or, if there are none, the nearest contradiction to which one of the digits leads by singles.
fn reasons(compiled: &Compiled, progress: &[Progress], mistakes: &[Mistake], limits: &Limits<'_>) -> Vec<String> {
    let wrong: Vec<Cell> = mistakes.iter().flat_map(Mistake::cells).collect();
    let broken = conflicts(compiled, progress, limits);
    let told: Vec<String> = broken.into_iter().take(FEW).map(|breach| breach.text).collect();
    if !told.is_empty() {
        return told;
    }
    let Ok(ways) = TechniqueFilter::default().only(SINGLES) else { return Vec::new() };
    let mut nearest: Option<(usize, String)> = None;
    for &cell in wrong.iter().take(FEW) {
        // Follow one of the wrong digits, together with all digits that are right.
        let kept: Vec<Progress> = progress
            .iter()
            .filter(|p| p.placed.is_some() && (p.cell == cell || !wrong.contains(&p.cell)))
            .cloned()
            .collect();
        let Some(digit) = kept.iter().find(|p| p.cell == cell).and_then(|p| p.placed) else { continue };
        let unknown = SearchFacts::of(Verdict::Unknown(None));
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
    use crate::hint::{Hint, HintOptions, hint, progress_of, unfit};

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

    #[test]
    fn a_digit_over_a_given_is_told_with_the_given() {
        let levels = told(PUZZLE, &PUZZLE.replacen('5', "4", 1));
        assert_eq!(levels[3], ["r1c1 contains the given 5, not 4."]);
        let all = Compiled::new(cluewright_formats::read(PUZZLE).unwrap().puzzle).unwrap();
        let of = |cell: u16, digit: i32| unfit(&all, Cell(cell), digit).to_string();
        assert_eq!(of(0, 12), "12 in r1c1 is not a digit of this puzzle: the digits are 1 to 9.");
        assert_eq!(of(2, 10), "10 in r1c3 is not a digit of this puzzle: the digits are 1 to 9.");
        let even = Compiled::new(cluewright_formats::read("grid: 4x4\neven r1c1\ngiven r1c2 [1 3]\n").unwrap().puzzle);
        let even = even.unwrap();
        assert_eq!(unfit(&even, Cell(1), 2).to_string(), "The given 1/3 does not allow 2 in r1c2.");
        let told = unfit(&even, Cell(0), 3).to_string();
        assert!(told.ends_with("does not allow 3 in r1c1.") && told.contains("even"), "{told}");
    }

    /// The message appears once at every level, but not if few givens are contradicted, or if wrong digits come with the correct
    /// givens.
    #[test]
    fn a_grid_of_another_puzzle_is_told_as_one() {
        let other = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let full: String =
            PUZZLE.chars().map(|c| c.to_digit(10).map_or('1', |d| char::from(b'1' + (d % 9) as u8))).collect();
        for grid in [full.as_str(), "123456789456789123789123456214365897365897214897214365531642978642978531978531642"]
        {
            for lines in told(PUZZLE, grid) {
                assert!(lines[0].starts_with("This looks like the grid of another puzzle, "), "{lines:?}");
                assert!(lines.len() <= 2, "{lines:?}");
            }
        }
        let levels = told(PUZZLE, &full);
        let first = "This looks like the grid of another puzzle, as it contradicts all 30 givens.";
        assert_eq!(levels[0], [first]);
        assert_eq!(levels[3], [first, "For example, r1c1 contains the given 5, not 6."]);
        // Few cells have a given in both puzzles, but many of the other digits clash.
        let first = "This looks like the grid of another puzzle, as it contradicts 14 of the 30 givens.";
        assert_eq!(told(PUZZLE, other)[0], [first]);
        // Nine givens are overwritten, and all others are present.
        let nine = PUZZLE.replacen("53..7....6..195....98", "64..8....7..216....19", 1);
        assert!(told(PUZZLE, &nine)[0][0].ends_with(" mistakes in the grid."));
        // Four givens are overwritten.
        let few = PUZZLE.replacen("53..7", "64..8", 1).replacen("6..195", "7..195", 1);
        assert_eq!(told(PUZZLE, &few)[0], ["There are 4 mistakes in the grid."]);
        // A digit that clashes in its row and in its column is one mistake.
        let twice = PUZZLE.replacen("53..7....6", "53..7...56", 1);
        assert_eq!(told(PUZZLE, &twice)[0], ["There is a mistake in the grid."]);
    }

    /// Whichever digits clash, the hint about the last correct position names exactly the wrong ones; a grid with no correct digit
    /// gets no such hint.
    #[test]
    fn the_last_right_position_is_told() {
        let read = |text: &str| cluewright_formats::read(text).unwrap().puzzle;
        let compiled = Compiled::new(read(PUZZLE)).unwrap();
        let truth = SearchFacts::new(&compiled, &Limits::none());
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
        assert!(lines[1].starts_with("The cage 6 at r1c1 cannot contain"), "{lines:?}");
    }
}
