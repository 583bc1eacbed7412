//! Errors in an unfinished grid: digits that a rule does not allow together, checked one clue at a time, without search.
//! Combinations that no single rule forbids, but several rules together do, are not found here;
//! [`player_state`](crate::hint::player_state) reports digits that are in no solution.

use crate::compiled::Compiled;
use cluewright_core::model::{CellKind, Network};
use cluewright_core::puzzle::Progress;
use cluewright_core::{Candidate, Cell, Constraint, Model, OriginId, Sort};
use cluewright_search::Limits;

/// Digits that are not allowed together, or a single digit that is not allowed in its cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Breach {
    /// The clue or rule that forbids the digits; `None` if the cell cannot hold the digit at all.
    pub origin: Option<OriginId>,
    /// The digits, as candidates. A number that is not a value of its cell at all is missing here, since it has no candidate.
    pub candidates: Vec<Candidate>,
    /// The cells of the conflict.
    pub cells: Vec<Cell>,
    /// The conflict in a sentence.
    pub text: String,
}

/// Every rule and clue that is broken by the digits of a grid, each checked by itself. The digits are the givens and the player's
/// digits in other cells; marks are ignored. At most ten thousand conflicts are reported.
///
/// ```
/// use cluewright::conflicts::conflicts;
/// use cluewright::{Compiled, Limits, formats, hint::progress_of};
/// let text = "grid: 4x4\nkiller-cage r1c1 r1c2 r1c3 total 6\n";
/// let compiled = Compiled::new(formats::read(text)?.puzzle)?;
/// let written = progress_of(&compiled, &formats::read("4.3...3.........")?.puzzle)?;
/// let found = conflicts(&compiled, &written, &Limits::none());
/// let texts: Vec<&str> = found.iter().map(|b| b.text.as_str()).collect();
/// assert_eq!(texts, [
///     "3 occurs twice in column 3, at r1c3 and r2c3.",
///     "The cage 6 at r1c1 cannot contain 4 in r1c1 and 3 in r1c3.",
/// ]);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn conflicts(compiled: &Compiled, progress: &[Progress], limits: &Limits<'_>) -> Vec<Breach> {
    let model = compiled.model();
    let mut board = compiled.board_without_givens();
    let blank = model.blank_board();
    let mut found = Vec::new();
    let mut written: Vec<Candidate> =
        model.answer_cells().filter_map(|c| Some(Candidate::new(c, model.given(c)?))).collect();
    let mut is_written: Vec<bool> = (0..model.len()).map(|i| model.given(Cell::at(i)).is_some()).collect();
    for entry in progress.iter().filter(|p| p.cell.index() < model.len()) {
        let Some(digit) = entry.placed else { continue };
        let value = blank.value_of(entry.cell, digit).filter(|v| blank.values(entry.cell).contains(*v));
        let Some(value) = value else {
            let name = model.cell_name(entry.cell);
            let text = match digits_of_puzzle(model, entry.cell, digit) {
                Some(digits) => format!("{digit} in {name} is not a digit of this puzzle: {digits}."),
                None => format!("{digit} is not possible in {name}."),
            };
            found.push(Breach { origin: None, candidates: Vec::new(), cells: vec![entry.cell], text });
            continue;
        };
        // A given takes precedence over the player's digit.
        if !std::mem::replace(&mut is_written[entry.cell.index()], true) {
            written.push(Candidate::new(entry.cell, value));
        }
    }
    written.order();
    let say = |c: Candidate| format!("{} in {}", model.value_name(c), model.cell_name(c.cell));
    // Facts about single cells.
    let whole = compiled.board();
    for &c in written.iter().filter(|c| !whole.has(**c)) {
        let (origin, who) = who_forbids(model, c);
        let text = sentence(&format!("{who} does not allow {}.", say(c)));
        found.push(Breach { origin, candidates: vec![c], cells: vec![c.cell], text });
    }
    // Pairs of digits.
    let stop = || limits.stop.is_some_and(|stop| stop());
    let is_enough = |found: &[Breach]| found.len() >= MOST || stop();
    let Some(network) = model.network_until(&stop) else { return found };
    let mut by_cell: Vec<Option<Candidate>> = vec![None; model.len()];
    for &c in &written {
        by_cell[c.cell.index()] = Some(c);
    }
    for &x in &written {
        if is_enough(&found) {
            return found;
        }
        for near in network.neighbours(x.cell).iter().filter(|near| near.cell > x.cell) {
            let Some(y) = by_cell[near.cell.index()].filter(|y| network.sees(x, *y)) else { continue };
            let Some(why) = network.why(model, x, y) else { continue };
            let origin = Network::why_origin(model, why);
            let who = origin.map(|o| model.origin_text(o));
            let (a, b) = (model.cell_name(x.cell), model.cell_name(y.cell));
            let text = match (why, who) {
                (cluewright_core::model::Why::Set(_), Some(who)) => {
                    format!("{} occurs twice in {who}, at {a} and {b}.", model.value_name(x))
                }
                (_, Some(who)) => sentence(&format!("{who} does not allow {} and {} together.", say(x), say(y))),
                (_, None) => format!("{} and {} cannot both be right.", sentence(&say(x)), say(y)),
            };
            found.push(Breach { origin, candidates: vec![x, y], cells: vec![x.cell, y.cell], text });
        }
    }
    // Digits that leave no candidate for an empty cell.
    for &x in &written {
        if is_enough(&found) {
            return found;
        }
        for near in network.neighbours(x.cell).iter().filter(|near| by_cell[near.cell.index()].is_none()) {
            let domain = board.values(near.cell);
            if !domain.is_subset(network.forbidden(x, near.cell)) {
                continue;
            }
            let by = |v| Network::why_origin(model, network.why(model, x, Candidate::new(near.cell, v))?);
            let mut origins = domain.iter().filter_map(by);
            // A clue's set of different cells explains more than a plain house does.
            let origin = origins.clone().find(|o| model.origin(*o).clue.is_some()).or_else(|| origins.next());
            let who = origin.map_or_else(|| "the puzzle".to_owned(), |o| model.origin_text(o));
            let text =
                sentence(&format!("{who} leaves no candidate for {} with {}.", model.cell_name(near.cell), say(x)));
            found.push(Breach { origin, candidates: vec![x], cells: vec![x.cell], text });
        }
    }
    // Each clue is checked with all digits written in its cells.
    for &c in &written {
        board.set_values(c.cell, cluewright_core::ValueSet::of(c.value));
    }
    for cell in Cell::all(model.len()).filter(|c| model.cells()[c.index()].kind == CellKind::Helper) {
        board.set_values(cell, blank.values(cell));
    }
    for posted in model.constraints() {
        if is_enough(&found) {
            break;
        }
        let inside: Vec<Candidate> = posted.kind.cells().iter().filter_map(|c| by_cell[c.index()]).collect();
        let told = found.iter().any(|b: &Breach| {
            b.origin.is_some_and(|o| o == posted.origin) && b.cells.iter().all(|c| posted.kind.cells().contains(c))
        });
        if inside.is_empty() || told {
            continue;
        }
        let mut trial = board.clone();
        trial.clear_changed();
        if posted.kind.propagate(&mut trial).is_ok() && !trial.is_broken() {
            continue;
        }
        let mut inside = inside;
        inside.order();
        inside.dedup();
        let what: Vec<String> = inside.iter().map(|&c| say(c)).collect();
        let what = match &what[..] {
            [one] => one.clone(),
            [.., _] if what.len() > FEW => format!("the {} digits in it", what.len()),
            [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
            [] => String::new(),
        };
        let text = sentence(&format!("{} cannot contain {what}.", model.origin_text(posted.origin)));
        let cells = inside.iter().map(|c| c.cell).collect();
        found.push(Breach { origin: Some(posted.origin), candidates: inside, cells, text });
    }
    found
}

/// The origin and the name of the fact about a single cell that excludes a candidate: `the given 1/2`, `the even cell at r1c1`.
pub(crate) fn who_forbids(model: &Model, c: Candidate) -> (Option<OriginId>, String) {
    let mut against = model.unary().iter().filter(|u| u.cell == c.cell && !u.allowed.contains(c.value));
    // A rule is a better explanation than a given with several digits.
    let fact = against.clone().find(|u| !u.given).or_else(|| against.next());
    let who = match fact {
        Some(f) if f.given => {
            let digits: Vec<String> = f.allowed.iter().map(|v| model.value_name(Candidate::new(c.cell, v))).collect();
            format!("the given {}", digits.join("/"))
        }
        Some(f) => model.origin_text(f.origin),
        None => "the puzzle".to_owned(),
    };
    (fact.map(|f| f.origin), who)
}

/// Names the digits of the puzzle (`they are 1 to 9`), if no cell of the grid can hold `digit`. `None` if some cell can, or if
/// `cell` is not in the grid.
pub(crate) fn digits_of_puzzle(model: &Model, cell: Cell, digit: i32) -> Option<String> {
    let in_grid = |c: Cell| matches!(model.cells()[c.index()].kind, CellKind::Grid(_));
    let holds = |c: Cell| {
        let info = &model.cells()[c.index()];
        info.domain.iter().any(|v| model.number(Candidate::new(c, v)) == digit)
    };
    if !in_grid(cell) || model.answer_cells().filter(|c| in_grid(*c)).any(holds) {
        return None;
    }
    let all: Vec<Candidate> = model.cells()[cell.index()].domain.iter().map(|v| Candidate::new(cell, v)).collect();
    let names: Vec<String> = all.iter().map(|c| model.value_name(*c)).collect();
    let counted = all.windows(2).all(|w| model.number(w[1]) == model.number(w[0]) + 1)
        && all.iter().zip(&names).all(|(c, name)| model.number(*c).to_string() == *name);
    Some(match &names[..] {
        [] => return None,
        [one] => format!("the only digit is {one}"),
        [first, .., last] if counted && names.len() > 2 => format!("the digits are {first} to {last}"),
        [rest @ .., last] => format!("the digits are {} and {last}", rest.join(", ")),
    })
}

/// The maximum number of conflicts listed: a large grid full of one digit has hundreds of thousands of conflicts.
const MOST: usize = 10_000;
/// The maximum number of a clue's digits that are named one by one.
const FEW: usize = 6;

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hint::progress_of;
    use cluewright_formats::read;

    fn of(puzzle: &str, grid: &str, limits: &Limits<'_>) -> Vec<String> {
        let compiled = Compiled::new(read(puzzle).unwrap().puzzle).unwrap();
        let written = progress_of(&compiled, &read(grid).unwrap().puzzle).unwrap();
        compiled.model().network();
        conflicts(&compiled, &written, limits).into_iter().map(|b| b.text).collect()
    }

    #[test]
    fn a_given_of_several_digits_allows_no_other() {
        let puzzle = "grid: 4x4\ngiven r1c1 [1 2]\n";
        assert!(of(puzzle, "2...............", &Limits::none()).is_empty());
        assert_eq!(of(puzzle, "3214143243212143", &Limits::none())[0], "The given 1/2 does not allow 3 in r1c1.");
        // Two givens in one cell.
        assert_eq!(
            of("grid: 4x4\ngiven r1c1 1\ngiven r1c1 2\n", "................", &Limits::none()),
            ["The given 2 does not allow 1 in r1c1."]
        );
    }

    #[test]
    fn a_digit_of_no_cell_comes_with_those_there_are() {
        let small = "grid: 4x4\n";
        let written = vec![Progress { cell: Cell(0), placed: Some(12), marks: Vec::new() }];
        let compiled = Compiled::new(read(small).unwrap().puzzle).unwrap();
        let found = conflicts(&compiled, &written, &Limits::none());
        assert_eq!(found[0].text, "12 in r1c1 is not a digit of this puzzle: the digits are 1 to 4.");
        let of = |size: usize| {
            let puzzle = Compiled::new(read(&format!("grid: {size}x{size}\nrules: rows\n")).unwrap().puzzle).unwrap();
            digits_of_puzzle(puzzle.model(), Cell(0), 40).unwrap()
        };
        assert_eq!((of(2).as_str(), of(3).as_str()), ("the digits are 1 and 2", "the digits are 1 to 3"));
    }

    #[test]
    fn a_limit_ends_the_look_at_pairs() {
        let (rows, grid) = ("grid: 16x16\nrules: rows\n", "1".repeat(256));
        assert_eq!(of(rows, &grid, &Limits::none()).len(), 16 * 16 * 15 / 2);
        let over = || true;
        assert!(of(rows, &grid, &Limits { stop: Some(&over), ..Limits::none() }).is_empty());
        let (lines, grid) = ("grid: 36x36\nrules: rows, columns\n", "1".repeat(36 * 36));
        assert!((MOST..MOST + 100).contains(&of(lines, &grid, &Limits::none()).len()));
    }
}
