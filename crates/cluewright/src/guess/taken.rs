//! Accepted readings, the puzzle with these readings, and the verdict of a short search on that puzzle.

use cluewright_core::{Arg, Candidate, Cell, Clue, ClueTree, Puzzle, Sort};
use cluewright_rules::syntax::ast::{Param, ParamKind, Shape as Kind};
use cluewright_rules::{Lowered, Ruleset, lower_until};
use cluewright_search::{Limits, Solver, Verdict};

/// The node limit of a search that only tests whether there is a solution.
const NODES: u64 = 2_000;

/// The readings of one kind of figure, the best first. At most one of them is accepted.
pub(super) type Choice = Vec<Taken>;

/// Figures that are read as clues or rules, either all together or not at all.
#[derive(Clone)]
pub(super) struct Taken {
    /// Of the readings with the same index, at most one is accepted.
    pub(super) slot: usize,
    /// The clues, each with the indexes of the drawings from which it was read.
    pub(super) clues: Vec<(Clue, Vec<usize>)>,
    /// The rules of the whole grid, each with its drawings in the same way.
    pub(super) rules: Vec<(Clue, Vec<usize>)>,
    pub(super) score: f64,
    pub(super) sentence: String,
}

impl Taken {
    /// A report without an accepted reading.
    pub(super) fn told(sentence: String) -> Self {
        Self { slot: usize::MAX, clues: Vec::new(), rules: Vec::new(), score: 0.0, sentence }
    }

    /// The rule's name in backquotes.
    pub(super) fn name(&self) -> String {
        let rule = self.clues.iter().chain(&self.rules).map(|(clue, _)| clue.rule.as_str()).next();
        format!("`{}`", rule.unwrap_or_default())
    }
}

/// The puzzle after these readings are accepted.
pub(super) fn with<'t>(puzzle: &Puzzle, rules: &Ruleset, taken: impl IntoIterator<Item = &'t Taken>) -> Puzzle {
    let mut puzzle = puzzle.clone();
    let mut keep = vec![true; puzzle.drawings.len()];
    for part in taken {
        for drawing in part.clues.iter().chain(&part.rules).flat_map(|(_, drawings)| drawings) {
            keep[*drawing] = false;
        }
        for (clue, _) in &part.clues {
            if !has(&puzzle, rules, clue) {
                puzzle.clues.push(ClueTree::One(clue.clone()));
            }
        }
        puzzle.rules.extend(part.rules.iter().map(|(rule, _)| rule.clone()));
    }
    let mut keep = keep.into_iter();
    puzzle.drawings.retain(|_| keep.next().unwrap_or(true));
    puzzle
}

/// The result of a short search.
pub(super) enum Solutions {
    None,
    /// One solution: the number in each cell.
    One(Vec<Option<i32>>),
    More,
    /// The search reached its node limit.
    Unknown,
}

pub(super) fn answer(rules: &Ruleset, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Solutions {
    answer_within(rules, puzzle, NODES, stop).0
}

/// Like `answer`, with a node limit. Also returns the number of nodes used.
pub(super) fn answer_within(rules: &Ruleset, puzzle: &Puzzle, nodes: u64, stop: &dyn Fn() -> bool) -> (Solutions, u64) {
    let Ok(Lowered { model, .. }) = lower_until(rules, puzzle, stop) else { return (Solutions::Unknown, 0) };
    let found = Solver::new(&model).verdict(&model.board(), &Limits { nodes, ..Limits::none() });
    let solutions = match found.value {
        Verdict::None => Solutions::None,
        Verdict::Unique(values) => {
            let number = |cell: Cell| Some(model.number(Candidate::new(cell, values[cell.index()])));
            Solutions::One(puzzle.shape.cells().map(number).collect())
        }
        Verdict::Multiple(..) => Solutions::More,
        Verdict::Unknown(_) => Solutions::Unknown,
    };
    (solutions, found.stats.nodes)
}

/// Whether the puzzle already has this clue. The cells may be in another order if the order has no meaning.
fn has(puzzle: &Puzzle, rules: &Ruleset, clue: &Clue) -> bool {
    let is_set =
        |p: &Param| !matches!(p.kind, ParamKind::Shape(s) if matches!(s, Kind::Line | Kind::Outside) || s.is_lists());
    let is_set = rules.rule(&clue.rule).is_some_and(|rule| rule.params.iter().all(is_set));
    let cells = |clue: &Clue| {
        let mut cells: Vec<Cell> = clue.args.iter().flat_map(|a| a.1.cells()).collect();
        cells.order();
        cells
    };
    let numbers = |clue: &Clue| -> Vec<Arg> {
        clue.args.iter().map(|a| &a.1).filter(|arg| arg.cells().next().is_none()).cloned().collect()
    };
    let alike = |a: &Clue, b: &Clue| is_set && numbers(a) == numbers(b) && cells(a) == cells(b);
    let same = |a: &Clue, b: &Clue| a.rule == b.rule && (a.args == b.args || alike(a, b));
    puzzle.clues.iter().any(|tree| matches!(tree, ClueTree::One(other) if same(other, clue)))
}
