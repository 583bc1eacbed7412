//! Fog: the cells and clues that it hides from a player, and the puzzle without the hidden givens and clues. A player's questions
//! are answered for that reduced puzzle, so no answer depends on what is hidden, and logic needs no code for fog.

use crate::compiled::Compiled;
use crate::error::Error;
use crate::solve::SearchFacts;
use crate::visible::visible_by;
use cluewright_core::puzzle::Progress;
use cluewright_core::{Candidate, Cell, Clue, Puzzle};
use cluewright_draw::{drawings_of, is_legible};
use cluewright_logic::Oracle;
use cluewright_rules::Ruleset;
use cluewright_rules::Selection;

/// The parts of a puzzle that fog hides from a player.
///
/// A clue is hidden if its drawing cannot be read ([`is_legible`]): a line or a cage if one of its cells is in fog, a mark if more
/// than half of the cells that it touches are. Clues beside the grid are always visible. A clue that is not drawn is hidden if one
/// of its cells is.
///
/// ```
/// use cluewright::fog::Hidden;
/// use cluewright::{Cell, Compiled, formats};
/// let text = "grid: 4x4\nfog: r1c1 r1c2\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r1c2 r1c3 total 5\n";
/// let compiled = Compiled::new(formats::read(text)?.puzzle)?;
/// let hidden = Hidden::of(&compiled, None, &[]);
/// assert_eq!((hidden.cells.len(), hidden.cells[0], hidden.clues), (14, Cell(2), vec![1]));
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// The hidden cells of the grid, in reading order.
    pub cells: Vec<Cell>,
    /// The hidden clues, by their indexes in the puzzle's list.
    pub clues: Vec<usize>,
}

impl Hidden {
    /// The parts that are hidden from a player who has placed the digits in `progress`. The digits that agree with the recorded
    /// solution clear fog; without a recorded solution, those that agree with the unique solution, if `truth` contains it.
    pub fn of(compiled: &Compiled, truth: Option<&SearchFacts>, progress: &[Progress]) -> Self {
        let (puzzle, model) = (compiled.puzzle(), compiled.model());
        if puzzle.fog.is_none() {
            return Self::default();
        }
        let placed: Vec<(Cell, i32)> = progress.iter().filter_map(|p| Some((p.cell, p.placed?))).collect();
        let seen = if puzzle.solution.iter().any(Option::is_some) {
            visible_by(puzzle, &puzzle.solution, &placed)
        } else {
            let number = |cell| truth?.solution(cell).map(|value| model.number(Candidate::new(cell, value)));
            let solution: Vec<Option<i32>> = puzzle.shape.cells().map(number).collect();
            visible_by(puzzle, &solution, &placed)
        };
        // Both lists are in reading order.
        let cells = puzzle.shape.cells().filter(|cell| seen.binary_search(cell).is_err()).collect();
        let mut hidden = Self { cells, clues: Vec::new() };
        let rules = compiled.rules();
        for (i, tree) in puzzle.clues.iter().enumerate() {
            if tree.clues().into_iter().any(|clue| hidden.covers(puzzle, rules, clue)) {
                hidden.clues.push(i);
            }
        }
        // A cell's multiplier affects every clue, so no clue is certain while multipliers may be hidden.
        if hidden.clues.iter().any(|i| puzzle.clues[*i].clues().iter().any(|clue| rules.redefines(&clue.rule))) {
            hidden.clues = (0..puzzle.clues.len()).collect();
        }
        hidden
    }

    /// Whether the cell is hidden.
    pub fn has(&self, cell: Cell) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }

    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether fog makes a clue unreadable.
    fn covers(&self, puzzle: &Puzzle, rules: &Ruleset, clue: &Clue) -> bool {
        if !clue.args.iter().any(|(_, arg)| arg.cells().any(|cell| self.has(cell))) {
            return false;
        }
        let drawings = drawings_of(puzzle, rules, clue);
        drawings.is_empty()
            || !drawings.iter().all(|drawing| is_legible(drawing, &puzzle.shape, &|cell| self.has(cell)))
    }

    /// The puzzle without the givens that are hidden.
    pub fn without_givens(&self, puzzle: &Puzzle) -> Puzzle {
        let mut puzzle = puzzle.clone();
        puzzle.givens.retain(|given| !self.has(given.cell));
        puzzle
    }
}

/// The part of a puzzle with fog that the player can see.
#[derive(Debug)]
pub struct PlayerView {
    /// The hidden parts.
    pub hidden: Hidden,
    /// The puzzle without the hidden parts: it has fewer givens, and hidden clues impose no condition. The puzzle's cells and clues
    /// keep their indexes. This puzzle has more solutions than the whole one, so no step may assume a unique solution.
    pub compiled: Compiled,
}

impl PlayerView {
    /// The view of a player from whom the parts in `hidden` are concealed. Errors: `stop` returned true.
    pub fn new(compiled: &Compiled, hidden: Hidden, stop: &dyn Fn() -> bool) -> Result<Self, Error> {
        let puzzle = hidden.without_givens(compiled.puzzle());
        // A rule that depends on the places of clues would reveal what is hidden, so it is left out.
        let rule = |i: usize| compiled.rules().reads(&compiled.puzzle().rules[i].rule).is_empty();
        let clue = |i: usize| hidden.clues.binary_search(&i).is_err();
        let compiled = compiled.kept_until(puzzle, &Selection { rule: &rule, clue: &clue }, stop)?;
        Ok(Self { hidden, compiled })
    }

    /// The player's entries in cells of the puzzle itself; other cells have different indexes in [`Self::compiled`].
    pub fn progress(&self, progress: &[Progress]) -> Vec<Progress> {
        let cells = self.compiled.puzzle().cell_count();
        progress.iter().filter(|entry| entry.cell.index() < cells).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conflicts::conflicts;
    use crate::document::Document;
    use crate::operation::{Explain, Hint, PuzzleRequest};
    use crate::position::{Position, Written};
    use crate::report::{Answer, Hinted};
    use cluewright_search::Limits;

    /// A puzzle whose only solution, 1234 3412 2143 4321, is not recorded.
    const PUZZLE: &str = "grid: 4x4\nfog: r1c1 r1c2 r2c1 r2c2\ngiven r1c1 1\ngiven r4c4 1\n
killer-cage r1c1 r1c2 total 3\nkiller-cage r2c1 r3c1 total 5\nkiller-cage r3c2 r3c3 total 5\nsandwich r1c1-r4c1 total 5\n";
    const SOLUTION: [[i32; 4]; 4] = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]];

    fn digit(cell: &str, digit: i32) -> Written {
        Written { cell: cell.to_owned(), digit: Some(digit), marks: Vec::new() }
    }

    fn hidden(document: &Document, written: &[Written]) -> (String, Vec<usize>) {
        let compiled = document.compiled();
        let progress = Position::Cells(written.to_vec()).progress(compiled).unwrap();
        let asked = PuzzleRequest { known: Some(document.known()), ..PuzzleRequest::new(compiled) };
        let found = asked.hidden(&progress, &Limits::none());
        let names: Vec<String> = found.cells.iter().map(|&c| compiled.puzzle().cell_name(c)).collect();
        (names.join(" "), found.clues)
    }

    fn hint(document: &Document, written: &[Written], fog: bool) -> Hinted {
        let question = Hint { position: Some(Position::Cells(written.to_vec())), fog, ..Hint::default() };
        let Answer::Hinted(told) = document.ask(&question, &Limits::none()).unwrap() else { panic!("a hint") };
        told
    }

    #[test]
    fn right_digits_clear_cells_and_clues() {
        let document = Document::read(PUZZLE).unwrap();
        let first = "r1c3 r1c4 r2c3 r2c4 r3c1 r3c2 r3c3 r3c4 r4c1 r4c2 r4c3 r4c4";
        assert_eq!(hidden(&document, &[]), (first.to_owned(), vec![1, 2]));
        // A digit that differs from the only solution clears no fog.
        assert_eq!(hidden(&document, &[digit("r2c1", 2)]), (first.to_owned(), vec![1, 2]));
        let second = "r1c3 r1c4 r2c3 r2c4 r3c3 r3c4 r4c1 r4c2 r4c3 r4c4";
        assert_eq!(hidden(&document, &[digit("r2c1", 3)]), (second.to_owned(), vec![2]));
        // A given in fog does not count as visible; the player clears it by entering its digit.
        let third = first.replace(" r4c4", "");
        assert_eq!(hidden(&document, &[digit("r4c4", 1)]), (third, vec![1, 2]));
    }

    /// A dot on the border of a visible cell is half visible, and can be read. A dot one cell farther away cannot be read, and
    /// neither can a line that continues into the fog.
    #[test]
    fn marks_that_are_half_seen_are_read() {
        let text = "grid: 4x4\nfog: r1c1 r1c2\nx r1c2 r1c3\nx r1c3 r1c4\nv r1c1 r2c1\nquadruple r1c1 r1c2 r2c1 r2c2 values [1]\n
quadruple r1c2 r1c3 r2c2 r2c3 values [1]\nthermometer r1c1 r1c2 r1c3\n";
        let document = Document::read(text).unwrap();
        assert_eq!(hidden(&document, &[]).1, [1, 4, 5]);
    }

    /// A digit does not conflict with a hidden given.
    #[test]
    fn conflicts_do_not_tell_what_is_hidden() {
        let document = Document::read(PUZZLE).unwrap();
        let written = Position::Cells(vec![digit("r4c3", 1)]).progress(document.compiled()).unwrap();
        assert!(!conflicts(document.compiled(), &written, &Limits::none()).is_empty());
        let asked = PuzzleRequest { known: Some(document.known()), ..PuzzleRequest::new(document.compiled()) };
        let seen = asked.player_view(&written, &Limits::none()).unwrap().expect("something is hidden");
        assert_eq!(conflicts(&seen.compiled, &written, &Limits::none()), []);
    }

    #[test]
    fn without_a_step_that_is_visible_the_hint_says_so() {
        let text = PUZZLE.replace("r1c1 r1c2 r2c1 r2c2\n", "r2c2\n").replace("sandwich r1c1-r4c1 total 5\n", "");
        let document = Document::read(&text).unwrap();
        let told = hint(&document, &[], true);
        assert_eq!(told.status, "fog");
        assert_eq!(
            told.text,
            ["No step uses only what is visible.", "The next step needs something that is hidden by fog."]
        );
        assert!(told.step.is_none() && told.highlights.is_empty());
        assert_eq!(
            hint(&document, &[], false).text[0],
            "Hidden Single: r2c3 is 1: it is the only place left for 1 in box 2."
        );
    }

    /// Follows the hints to the end: none mentions a hidden clue, and all are correct.
    #[test]
    fn hints_speak_of_what_is_visible() {
        let document = Document::read(PUZZLE).unwrap();
        let names = ["the cage 3 at r1c1", "the cage 5 at r2c1", "the cage 5 at r3c2", "the sandwich 5 at"];
        let mut written: Vec<Written> = Vec::new();
        assert_eq!(hint(&document, &[], true).text[0], "Naked Single: r1c2 is 2: nothing else is left there.");
        for _ in 0..100 {
            let (_, clues) = hidden(&document, &written);
            let told = hint(&document, &written, true);
            let all = format!("{:?}", (&told.text, &told.step));
            for &clue in &clues {
                assert!(!all.contains(names[clue]), "{all}");
            }
            if told.status != "step" {
                assert_eq!(told.status, "done", "{all}");
                return;
            }
            let step = told.step.expect("all is told");
            let place = |cell: &str| {
                let mut numbers = cell.split(['r', 'c']).filter_map(|n| n.parse::<usize>().ok());
                (numbers.next().unwrap() - 1, numbers.next().unwrap() - 1)
            };
            for found in &step.placements {
                let (row, col) = place(&found.cell);
                assert_eq!(found.value, SOLUTION[row][col], "{all}");
                written.retain(|w| w.cell != found.cell);
                written.push(digit(&found.cell, found.value));
            }
            for gone in &step.eliminations {
                let (row, col) = place(&gone.cell);
                assert_ne!(gone.value, SOLUTION[row][col], "{all}");
                if !written.iter().any(|w| w.cell == gone.cell) {
                    written.push(Written { cell: gone.cell.clone(), digit: None, marks: vec![1, 2, 3, 4] });
                }
                let marks = written.iter_mut().filter(|w| w.cell == gone.cell);
                marks.for_each(|w| w.marks.retain(|mark| *mark != gone.value));
            }
        }
        panic!("no end");
    }

    /// The path in fog: each part but the last ends where a digit clears fog, and the last part where nothing more follows from
    /// what is visible.
    #[test]
    fn a_path_in_fog_goes_from_part_to_part() {
        let document = Document::read(PUZZLE).unwrap();
        let question = Explain { fog: true, verify: true, ..Explain::default() };
        let asked = PuzzleRequest::new(document.compiled());
        let parts = question.in_fog(&asked, &Limits::none()).unwrap();
        let hidden: Vec<usize> =
            parts.iter().map(|part| part.seen.as_ref().map_or(0, |s| s.hidden.cells.len())).collect();
        assert!(hidden.len() > 2 && hidden.is_sorted_by(|a, b| a > b), "{hidden:?}");
        let Answer::Explained(told) = document.ask(&question, &Limits::none()).unwrap() else { panic!("a path") };
        assert_eq!((&*told.status, told.grid.as_str()), ("solved", "1234341221434321"));
        assert_eq!(told.steps.len(), parts.iter().map(|part| part.walked.path.steps.len()).sum::<usize>());
        assert_eq!((told.verified, told.rating.steps), (Some(told.steps.len()), told.steps.len()));
        let text = PUZZLE.replace("r1c1 r1c2 r2c1 r2c2\n", "r2c2\n").replace("sandwich r1c1-r4c1 total 5\n", "");
        let stuck = Document::read(&text).unwrap();
        let Answer::Explained(told) = stuck.ask(&question, &Limits::none()).unwrap() else { panic!("a path") };
        assert_eq!((&*told.status, told.steps.len()), ("fog", 0));
        assert_eq!(told.why, ["No further step uses only what is visible."]);
    }

    /// A rule about places without dots imposes nothing while fog may hide dots.
    #[test]
    fn rules_that_ask_for_clues_wait() {
        let text = "grid: 4x4\nrules: classic, negative-kropki\nfog: r1c1 r1c2\nwhite-dot r3c1 r3c2\n";
        let document = Document::read(text).unwrap();
        let written = Position::Cells(vec![digit("r4c1", 1), digit("r4c2", 2)]).progress(document.compiled()).unwrap();
        assert!(!conflicts(document.compiled(), &written, &Limits::none()).is_empty());
        let hidden = Hidden::of(document.compiled(), None, &[]);
        let seen = PlayerView::new(document.compiled(), hidden, &|| false).unwrap();
        assert_eq!(conflicts(&seen.compiled, &written, &Limits::none()), []);
    }
}
