//! `why`: finds a minimal conflict in a puzzle, or the place where two solutions differ.

use crate::call::{Call, Nothing};
use crate::message::Failure;
use crate::work::Work;
use cluewright::report::Status;
use cluewright::why::{Part, why};
use serde::Serialize;

cluewright::question! {
    /// Explains why a puzzle is not valid: gives a minimal conflict, or the place where two solutions differ.
    pub(crate) struct Why = "why" {}
}

/// The answer to `why`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Because {
    /// The number of solutions: one, none, several, or unknown.
    status: Status,
    /// A summary in one or two sentences.
    text: String,
    /// If there is no solution: the parts of the puzzle that contradict each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    against: Vec<Against>,
    /// The shortest argument found for the contradiction, one sentence per step; if there are several solutions, a digit that would
    /// make the solution unique.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    story: Vec<String>,
    /// If there are several solutions: the cells in which two of the solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ: Vec<Differ>,
    /// If there are several solutions: a digit that would make the solution unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    one_more: Option<OneMore>,
    /// Whether a smaller set of these parts may already be contradictory.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    perhaps_fewer: bool,
    /// Whether a limit ended the search for a smallest set of contradictory parts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    limited: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Against {
    /// The kind of part: `given`, `clue` or `rule`.
    kind: &'static str,
    /// The index of the part among the puzzle's givens, clues or rules, from 0.
    number: usize,
    /// The name of the part, for people.
    name: String,
    /// The cells of the part.
    cells: Vec<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Differ {
    cell: String,
    /// The cell's digit in each of the two solutions.
    values: [i32; 2],
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OneMore {
    cell: String,
    digit: i32,
}

impl Call for Why {
    type Partial = Nothing;
    type Answer = Because;

    fn answer(self, work: &mut Work<'_>) -> Result<Because, Failure> {
        let opened = work.opened()?;
        let compiled = opened.compiled();
        let (puzzle, model) = (compiled.puzzle(), compiled.model());
        let found = work.limited("looking", |limits| why(compiled, limits))?;
        let against = |part: &Part| {
            let (kind, number) = match *part {
                Part::Given(i) => ("given", i),
                Part::Clue(i) => ("clue", i),
                Part::Rule(i) => ("rule", i),
            };
            let cells = part.cells(puzzle).iter().map(|&c| puzzle.cell_name(c)).collect();
            Against { kind, number, name: part.said(compiled), cells }
        };
        let differ = |d: &cluewright::differences::Difference| Differ {
            cell: model.cell_name(d.cell),
            values: d.values.map(|v| model.number(cluewright::Candidate::new(d.cell, v))),
        };
        Ok(Because {
            status: found.status,
            text: found.text.clone(),
            against: found.against.iter().map(against).collect(),
            story: found.story.clone(),
            differ: found.differ.iter().map(differ).collect(),
            one_more: found.one_more.map(|c| OneMore { cell: model.cell_name(c.cell), digit: model.number(c) }),
            perhaps_fewer: !found.needed,
            limited: found.stopped.is_some(),
        })
    }
}
