//! The constants of the language, such as `rows`. The list below gives each constant its type, which resolving needs, and its
//! value, which evaluation and unrolling need.

use crate::places::Places;
use cluewright_core::Cell;

/// A constant of the language.
#[derive(Debug)]
pub(crate) struct Word {
    pub(crate) name: &'static str,
    pub(crate) is: Is,
}

/// The value of a constant in a puzzle, which is known before solving.
#[derive(Debug)]
pub(crate) enum Is {
    Number(fn(&Places<'_>) -> i64),
    Numbers(fn(&Places<'_>) -> Vec<i64>),
    Cells(fn(&Places<'_>) -> Vec<Cell>),
    Lists(fn(&Places<'_>) -> Vec<Vec<Cell>>),
}

/// All constants.
#[allow(clippy::redundant_closure_for_method_calls, reason = "a method of one puzzle's places is no function of all")]
pub(crate) static WORDS: &[Word] = &[
    Word { name: "size", is: Is::Number(|p| p.size()) },
    Word { name: "height", is: Is::Number(|p| i64::from(p.puzzle.shape.height())) },
    Word { name: "width", is: Is::Number(|p| i64::from(p.puzzle.shape.width())) },
    Word { name: "first_digit", is: Is::Number(|p| i64::from(p.puzzle.digits.first)) },
    Word { name: "last_digit", is: Is::Number(|p| i64::from(p.puzzle.digits.last())) },
    Word {
        name: "digits",
        is: Is::Numbers(|p| (i64::from(p.puzzle.digits.first)..=i64::from(p.puzzle.digits.last())).collect()),
    },
    Word { name: "cells", is: Is::Cells(|p| p.puzzle.shape.cells().collect()) },
    Word { name: "rows", is: Is::Lists(|p| p.rows()) },
    Word { name: "columns", is: Is::Lists(|p| p.columns()) },
    Word { name: "boxes", is: Is::Lists(|p| p.boxes()) },
    Word { name: "regions", is: Is::Lists(|p| p.boxes()) },
    Word { name: "houses", is: Is::Lists(|p| [p.rows(), p.columns(), p.boxes()].concat()) },
    Word { name: "squares", is: Is::Lists(|p| p.squares()) },
    Word { name: "diagonals", is: Is::Lists(|p| p.diagonals()) },
    Word { name: "digits_count", is: Is::Number(|p| i64::from(p.puzzle.digits.count)) },
];

/// The constant called `name`.
pub(crate) fn word(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|w| w.name == name)
}
