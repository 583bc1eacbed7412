//! The state of the reader of constraint strings.

use super::names::INFO;
use super::nodes::Node;
use crate::NoteKind;
use crate::foreign::{self, Name};
use crate::notes::Notes;
use cluewright_core::{Puzzle, Sort};
use cluewright_rules::syntax::ast::ForeignValue;
use std::rc::Rc;

/// The reader of a constraint string, with the puzzle as read so far.
pub(super) struct Reader {
    pub(super) puzzle: Puzzle,
    pub(super) notes: Notes,
    /// For each type that has occurred so far, its names in the rule library.
    pub(super) names: Vec<Rc<[Name<'static>]>>,
    pub(super) groups: Vec<Group>,
    pub(super) own_rules: Vec<OwnRule>,
    /// The index of each cell's given in the puzzle's givens. The list is shorter if the last cells have no givens.
    pub(super) given_of: Vec<Option<usize>>,
    pub(super) region_size: u16,
    pub(super) rows: u16,
    pub(super) columns: u16,
}

/// A group of cells outside the grid, such as `VS1` to `VS81` in rows of nine.
pub(super) struct Group {
    pub(super) prefix: String,
    pub(super) count: usize,
    pub(super) columns: usize,
    pub(super) first: usize,
    pub(super) shown: bool,
}

/// A rule that the puzzle defines.
pub(super) struct OwnRule {
    pub(super) name: String,
    /// The `also` line that identifies the rule, so that an equal table reuses it.
    pub(super) also: String,
}

impl Reader {
    /// The library's rules for a type, the more specific names first: `.Cage~0` before any `.Cage`.
    pub(super) fn called(&mut self, kind: &str) -> Rc<[Name<'static>]> {
        let known = self.names.iter().find(|names| names.first().is_some_and(|n| n.foreign.name == kind));
        if let Some(known) = known {
            return Rc::clone(known);
        }
        let mut names = foreign::called(INFO.id, kind);
        names.order_by_key(|n| {
            std::cmp::Reverse(
                n.listed().iter().filter(|v| matches!(v, ForeignValue::Number(_) | ForeignValue::Text(_))).count(),
            )
        });
        let names: Rc<[Name<'static>]> = names.into();
        if !names.is_empty() {
            self.names.push(Rc::clone(&names));
        }
        names
    }

    pub(super) fn note(&mut self, kind: NoteKind, text: impl Into<String>) {
        self.notes.push(kind, text);
    }

    pub(super) fn says_nothing(&mut self, node: &Node<'_>) {
        self.note(NoteKind::Info, format!("the constraint .{}~{} has no effect", node.kind, node.args.join("~")));
    }
}
