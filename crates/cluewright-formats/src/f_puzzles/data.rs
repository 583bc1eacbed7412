//! The format's keys, and values that can be written in several forms.

use crate::FormatInfo;
use crate::foreign::Name;
use crate::objects::number_in_words;
use cluewright_core::DrawingKind;
use cluewright_rules::syntax::ast::ForeignValue;
use serde_json::{Map, Value};

pub(super) static INFO: FormatInfo = FormatInfo {
    id: "f-puzzles",
    about: "f-puzzles: links, ids (including SudokuPad's fpuz ids), packed text and JSON",
    endings: &["json", "fpuzzles"],
    writes: true,
    draws: true,
};

/// The kind of the drawings under a key of the format.
pub(super) fn drawn_kind(key: &str) -> Option<DrawingKind> {
    DrawingKind::named(key).filter(|kind| DrawingKind::TAKEN.contains(kind))
}

/// Whether a drawing is a clue because its text has the form that a rule's name requires.
pub(super) fn is_clue(names: &[Name<'_>], drawing: &Map<String, Value>) -> bool {
    let says = |(field, value): &(String, ForeignValue)| match value {
        ForeignValue::Joined(parts) => drawing.get(field).is_some_and(|d| number_in_words(parts, d).is_some()),
        _ => false,
    };
    names.iter().any(|name| name.named().iter().any(says))
}
