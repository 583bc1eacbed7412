//! Asks every question of the library about a puzzle, and compares the answers with its solutions.

use super::case::Case;
use super::truth::solutions;
use cluewright::explain::available;
use cluewright::formats::{FORMATS, Format, NoteKind, read_as};
use cluewright::logic::proof::{Checker, Unproved};
use cluewright::search::Solver;
use cluewright::{
    Candidate, CandidateOptions, Cell, Compiled, ExplainOptions, Limits, Puzzle, SearchFacts, TechniqueFilter, Value,
    Verdict, candidates, explain, flaws, solve,
};

/// The limits on search nodes of a question and on the work of an explanation, as cases are small.
const NODES: u64 = 200_000;
const WORK: u64 = 3_000_000;
/// The number of steps that are requested at the start.
const STEPS: usize = 60;

/// A failure.
pub(super) enum Wrong {
    /// The puzzle is not a valid case, for this reason.
    NoCase(String),
    /// An answer is wrong: the kind of answer, and the difference.
    Differs(&'static str, String),
}

/// Asks all questions. Returns the number of solutions if all answers agree.
pub(super) fn everything(case: &Case) -> Result<usize, Wrong> {
    let compiled = Compiled::new(case.puzzle.clone())
        .map_err(|e| Wrong::NoCase(sort_of(&cluewright::BadInput::from(e).message)))?;
    let truth = SolvedPuzzle { solutions: solutions(&compiled).map_err(Wrong::NoCase)?, compiled: &compiled };
    truth.verdict()?;
    truth.counts()?;
    truth.candidates()?;
    truth.filled()?;
    truth.steps()?;
    for format in FORMATS {
        truth.written(format)?;
    }
    Ok(truth.solutions.len())
}

/// A message without numbers and names, so that similar messages are counted together.
fn sort_of(message: &str) -> String {
    let words: Vec<&str> = message.split(' ').filter(|w| !w.chars().any(|c| c.is_ascii_digit())).collect();
    words.join(" ").chars().take(70).collect()
}

/// A puzzle with all its solutions.
struct SolvedPuzzle<'a> {
    compiled: &'a Compiled,
    /// For each solution, the numbers of the cells that answers contain, in order.
    solutions: Vec<Vec<i32>>,
}

fn differs<T>(kind: &'static str, what: String) -> Result<T, Wrong> {
    Err(Wrong::Differs(kind, what))
}

impl SolvedPuzzle<'_> {
    /// The numbers of the cells that answers contain, taken from the values of all cells.
    fn answer(&self, values: &[Value]) -> Vec<i32> {
        let model = self.compiled.model();
        model.answer_cells().map(|c| model.number(Candidate::new(c, values[c.index()]))).collect()
    }

    fn verdict(&self) -> Result<(), Wrong> {
        let limits = Limits::nodes(NODES);
        let answer = solve(self.compiled, &limits);
        let known = |values: &[Value]| self.solutions.contains(&self.answer(values));
        let right = match &answer.value {
            Verdict::None => self.solutions.is_empty(),
            Verdict::Unique(s) => self.solutions.len() == 1 && known(s),
            Verdict::Multiple(a, b) => known(a) && known(b) && self.answer(a) != self.answer(b),
            Verdict::Unknown(_) => answer.stopped == Some(cluewright::Stopped::Nodes),
        };
        if !right {
            let what = format!("{} solutions, and the verdict is {:?}", self.solutions.len(), answer.value);
            return differs("verdict", format!("{what} {:?}", answer.stopped));
        }
        Ok(())
    }

    fn counts(&self) -> Result<(), Wrong> {
        let (model, limits) = (self.compiled.model(), Limits::nodes(NODES));
        for (name, mut solver) in [("count", Solver::new(model)), ("simple count", Solver::simple(model))] {
            let answer = solver.count(&self.compiled.board(), u64::MAX, &limits);
            if answer.complete() && answer.value != self.solutions.len() as u64 {
                return differs(name, format!("{} for {}", answer.value, self.solutions.len()));
            }
        }
        Ok(())
    }

    /// The number of solutions that have a candidate.
    fn times(&self, at: usize, number: i32) -> u32 {
        self.solutions.iter().filter(|s| s[at] == number).count() as u32
    }

    fn candidates(&self) -> Result<(), Wrong> {
        let model = self.compiled.model();
        for cap in [1, u32::MAX] {
            let answer = candidates(
                self.compiled,
                &CandidateOptions { cap, ..CandidateOptions::default() },
                &Limits::nodes(NODES),
            );
            if !answer.complete() {
                if answer.stopped == Some(cluewright::Stopped::Unsound) {
                    return differs("true candidates", "unsound".to_owned());
                }
                continue;
            }
            for (at, c) in model.answer_cells().enumerate() {
                for v in model.cells()[c.index()].domain {
                    let candidate = Candidate::new(c, v);
                    let times = self.times(at, model.number(candidate)).min(cap);
                    let told = answer.value.counts[c.index()].get(v.index()).copied().unwrap_or(0);
                    if told != times || answer.value.possible[c.index()].contains(v) != (times > 0) {
                        let name = format!("{} in {}", model.value_name(candidate), model.cell_name(c));
                        return differs("true candidates", format!("{name}: {told} for {times} (cap {cap})"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that solutions, as filled grids, are reported as correct.
    fn filled(&self) -> Result<(), Wrong> {
        let own = self.compiled.puzzle().cell_count();
        for solution in self.solutions.iter().take(2) {
            match flaws(self.compiled, &solution[..own], &Limits::none()) {
                Ok(found) if !found.is_empty() => {
                    return differs("check", format!("{solution:?} is a solution, but: {}", found[0]));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that no step removes a candidate of a solution, and that each step follows from its reasons.
    fn steps(&self) -> Result<(), Wrong> {
        if self.solutions.is_empty() {
            return Ok(());
        }
        let model = self.compiled.model();
        let limits = Limits::nodes(NODES);
        let truth = SearchFacts::new(self.compiled, &limits);
        let ways = TechniqueFilter { work: WORK, ..TechniqueFilter::default() };
        let explained =
            explain(self.compiled, ExplainOptions { ways: ways.clone(), ..ExplainOptions::knowing(&truth) }, &limits);
        let mut checker = Checker::new(model);
        for (at, (state, step)) in explained.path.positions(model).enumerate() {
            let text = &explained.texts[at].short;
            self.step_is_right(&step.placements, &step.eliminations, text)?;
            match checker.verify(&state, step) {
                Ok(()) | Err(Unproved::TooMuch(_)) => {}
                Err(why) => return differs("proof", format!("step {}: {text}: {why}", at + 1)),
            }
        }
        let some = ExplainOptions { ways: TechniqueFilter { steps: STEPS, ..ways }, ..ExplainOptions::knowing(&truth) };
        for found in available(self.compiled, some, &limits).steps {
            self.step_is_right(&found.step.placements, &found.step.eliminations, &found.text.short)?;
        }
        Ok(())
    }

    fn step_is_right(&self, placed: &[Candidate], gone: &[Candidate], text: &str) -> Result<(), Wrong> {
        let model = self.compiled.model();
        let cells: Vec<Cell> = model.answer_cells().collect();
        for (list, should) in [(placed, self.solutions.len() as u32), (gone, 0)] {
            for &c in list {
                // Helper cells are not part of solutions.
                let Ok(at) = cells.binary_search(&c.cell) else { continue };
                if self.times(at, model.number(c)) != should {
                    let (value, cell) = (model.value_name(c), model.cell_name(c.cell));
                    return differs("step", format!("{value} in {cell} stands against a solution: {text}"));
                }
            }
        }
        Ok(())
    }

    /// Checks that a format reads the puzzle back unchanged if it can express the puzzle.
    fn written(&self, format: &&dyn Format) -> Result<(), Wrong> {
        let id = format.info().id;
        let Ok(written) = self.compiled.write(*format, &Limits::none()) else {
            return if id == "clue" { differs("clue format", "not written".to_owned()) } else { Ok(()) };
        };
        if written.changes_solutions {
            // Our own format can express every puzzle.
            return if id == "clue" { differs("clue format", format!("{:?}", written.notes)) } else { Ok(()) };
        }
        let text = written.text;
        let read = match read_as(id, &text) {
            Ok(read) => read,
            Err(e) => return differs("format", format!("{id} is not read back: {e}\n{text}")),
        };
        if let Some(note) = read.notes.iter().find(|n| n.kind == NoteKind::Unknown) {
            return differs("format", format!("{id} is read back with a note: {}\n{text}", note.text));
        }
        self.same(&read.puzzle).or_else(|how| differs("format", format!("{id}: {how}\n{text}")))
    }

    fn same(&self, puzzle: &Puzzle) -> Result<(), String> {
        let compiled = Compiled::new(puzzle.clone()).map_err(|e| e.to_string())?;
        let mut solver = Solver::new(compiled.model());
        let answer = solver.count(&compiled.board(), u64::MAX, &Limits::nodes(NODES));
        let same = !answer.complete() || answer.value == self.solutions.len() as u64;
        if same { Ok(()) } else { Err(format!("{} solutions for {}", answer.value, self.solutions.len())) }
    }
}
