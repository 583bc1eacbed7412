//! Converts objects and words to clues and rules, according to the rules' `also` lines.

use super::bind::Binder;
use super::data::is_empty;
use crate::NoteKind;
use crate::foreign::{self, Name};
use crate::notes::Notes;
use cluewright_core::{BadInput, Clue, ClueTree, Puzzle};
use serde_json::{Map, Value};

/// Adds a format's clues to a puzzle.
pub(crate) struct Gatherer<'a> {
    /// The name of the format.
    pub(crate) format: &'static str,
    pub(crate) puzzle: &'a mut Puzzle,
    pub(crate) notes: &'a mut Notes,
}

impl Gatherer<'_> {
    /// Adds a rule that is switched on. `key` is the format's name for the rule, `shown` the name in notes.
    pub(crate) fn switch(&mut self, key: &str, shown: &str) {
        let names = foreign::called(self.format, key);
        match names.iter().find(|n| n.is_switch() && n.foreign.word.is_none()) {
            Some(name) => self.puzzle.rules.push(Clue::new(name.rule.name.clone(), Vec::new())),
            None => self.notes.push(NoteKind::Unknown, format!("the rule `{shown}` is not known")),
        }
    }

    /// Adds a clue or a rule with parameters. Fields named in `looks` only describe the clue's appearance.
    pub(crate) fn clue(
        &mut self,
        key: &str,
        shown: &str,
        object: &Map<String, Value>,
        looks: &[&str],
    ) -> Result<(), BadInput> {
        let names = foreign::called(self.format, key);
        self.clue_by(&names, shown, object, looks)
    }

    /// Like `clue`, if the possible names have already been found.
    pub(crate) fn clue_by(
        &mut self,
        names: &[Name<'_>],
        shown: &str,
        object: &Map<String, Value>,
        looks: &[&str],
    ) -> Result<(), BadInput> {
        if names.is_empty() {
            self.notes.push(NoteKind::Unknown, format!("the clue `{shown}` is not known"));
            return Ok(());
        }
        let at = ["cell", "cells", "lines"]
            .iter()
            .find_map(|k| object.get(*k))
            .map_or_else(String::new, |v| format!(" at {v}"));
        let word = object.get("value").and_then(Value::as_str);
        for name in names.iter().filter(|n| n.foreign.word.is_none() || n.foreign.word.as_deref() == word) {
            let mut binder = Binder::new(&self.puzzle.shape);
            let Some(clues) = binder.clues(name, object)? else { continue };
            let mut left = binder.left;
            let read = |field: &str| {
                name.named().iter().any(|(known, _)| known == field)
                    || looks.contains(&field)
                    || (field == "value" && name.foreign.word.is_some())
                    || (object.contains_key("direction") && matches!(field, "direction" | "cells"))
            };
            left.extend(object.iter().filter(|(f, v)| !read(f) && !is_empty(v)).map(|(f, v)| format!("`{f}: {v}`")));
            if name.rule.is_clue {
                self.puzzle.clues.extend(clues.into_iter().map(ClueTree::One));
            } else {
                self.puzzle.rules.extend(clues);
            }
            if !left.is_empty() {
                let text = format!("not understood in `{shown}`{at}: {}", left.join(", "));
                self.notes.push(NoteKind::Unknown, text);
            }
            return Ok(());
        }
        let says =
            object.iter().filter(|(field, _)| !matches!(field.as_str(), "cell" | "cells" | "lines" | "direction"));
        let says: Vec<String> = says
            .filter(|(f, v)| !looks.contains(&f.as_str()) && !is_empty(v))
            .map(|(f, v)| format!("`{f}: {v}`"))
            .collect();
        if says.is_empty() {
            let text = format!("`{shown}`{at} without a number or cells has no known meaning");
            self.notes.push(NoteKind::Decoration, text);
        } else {
            self.notes.push(NoteKind::Unknown, format!("`{shown}`{at} with {} is not understood", says.join(", ")));
        }
        Ok(())
    }
}
