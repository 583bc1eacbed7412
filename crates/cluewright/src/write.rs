//! Writes a puzzle in a format, and compares the written text with the puzzle.
//!
//! A format's writer notes what the format cannot express. A part that the writer fails to note would be lost silently, so the text
//! is read back and the facts of the two models are compared. This needs no knowledge of rules, and detects mistakes of writers.
//! Facts that are missing from the text are then added directly, if the format has tables, automata or the like.

use crate::compiled::Compiled;
use crate::error::Error;
use crate::facts::{Facts, Missing, in_words, pair_is_said};
use cluewright_core::BadInput;
use cluewright_core::model::Model;
use cluewright_formats::{Fact, Format, Note, NoteKind};
use cluewright_rules::lower_until;
use cluewright_search::Limits;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A puzzle written in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// The text.
    pub text: String,
    /// Notes on the text. [`NoteKind::Lost`]: losses that may change the solutions; [`NoteKind::Decoration`]: other things that the
    /// text does not contain, such as a title; [`NoteKind::Info`]: how something is expressed.
    pub notes: Vec<Note>,
    /// Whether the text, when it is read back, may give a puzzle with other solutions.
    pub changes_solutions: bool,
}

impl Written {
    /// The rules, clues and cells that the text leaves out, if the text may have other solutions as a result.
    pub fn lost(&self) -> Vec<String> {
        let notes = self.notes.iter().filter(|note| self.changes_solutions && note.kind == NoteKind::Lost);
        notes.map(|note| note.text.clone()).collect()
    }
}

impl Compiled {
    /// Writes the puzzle in a format. A [`NoteKind::Lost`] note reports all rules, clues and cells that the text does not express,
    /// including those that the format's writer missed.
    ///
    /// A rule that the format has no name for is written as equivalent facts (candidates, tables of pairs, automata), if the format
    /// can express these: the text is then read back with the same solutions, but without the rule's name.
    ///
    /// Errors: the format cannot express such a puzzle.
    ///
    /// ```
    /// use cluewright::{Compiled, Limits, formats};
    /// let text = "grid: 4x4\nrules: classic, anti-king\ngiven r1c1 1\nodd r4c4\n";
    /// let compiled = Compiled::new(formats::read(text)?.puzzle)?;
    /// let line = compiled.write(formats::by_id("line")?, &Limits::none())?;
    /// assert_eq!(line.text, "1...............");
    /// assert!(line.changes_solutions && line.notes[0].text.contains("anti-king"));
    /// let string = compiled.write(formats::by_id("iss")?, &Limits::none())?;
    /// assert_eq!(string.text, ".Shape~4x4.~R1C1_1.AntiKing.~R4C4_1_3");
    /// assert!(!string.changes_solutions);
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn write(&self, format: &dyn Format, limits: &Limits<'_>) -> Result<Written, Error> {
        let (text, notes) = format.write(self.puzzle())?;
        let id = format.info().id;
        let stop = || limits.stop.is_some_and(|stop| stop());
        let stopped = || BadInput::stopped("stopped while the written text was read back");
        let read = |text: &str| {
            let model = self.read_back(id, text, &stop);
            if stop() { Err(stopped()) } else { Ok(model) }
        };
        let wanted = Facts::of(self.model());
        let got = match read(&text)? {
            Ok(model) => Facts::of(&model),
            Err(error) => {
                let lost = format!("this puzzle: the written text cannot be read back ({error})");
                return Ok(lossy(id, text, notes, BTreeSet::from([lost])));
            }
        };
        if got == wanted {
            // Nothing is missing from the text, so the parts that the writer could not express are redundant.
            let harmless = |note: Note| match note.kind {
                NoteKind::Lost => Note::new(NoteKind::Decoration, note.text),
                _ => note,
            };
            return Ok(Written { text, notes: notes.into_iter().map(harmless).collect(), changes_solutions: false });
        }
        let other = || {
            BTreeSet::from([
                "some rules, clues or cells of the puzzle: the text is not read back as the same puzzle".into()
            ])
        };
        let adds = format.add(self.puzzle(), &text, &[]).is_some();
        let start = match wanted.beyond(self.model(), &got) {
            Some(missing) => Some((text.clone(), missing)),
            None if !adds => None,
            None => self.without_a_rule(format, &wanted, &read)?,
        };
        let Some((text, missing)) = start else { return Ok(lossy(id, text, notes, other())) };
        let said = self.add(format, &text, &wanted, &missing, &read, &stop)?;
        if stop() {
            return Err(stopped().into());
        }
        if !said.unsaid.is_empty() {
            // If facts were added, the writer's own notes on losses are no longer accurate.
            let added = said.text != text;
            let notes = notes.into_iter().filter(|n| !added || n.kind != NoteKind::Lost).collect();
            return Ok(lossy(id, said.text, notes, said.unsaid));
        }
        // Finally, the text as a whole must be read back with all facts.
        if !read(&said.text)?.is_ok_and(|model| wanted.hold_in(&Facts::of(&model))) {
            return Ok(lossy(id, text, notes, other()));
        }
        let mut notes: Vec<Note> = notes.into_iter().filter(|n| n.kind != NoteKind::Lost).collect();
        let titles: Vec<String> = said.titles.into_iter().collect();
        let how = format!("written without their names, in an equivalent form: {}", titles.join(", "));
        notes.push(Note::new(NoteKind::Info, how));
        Ok(Written { text: said.text, notes, changes_solutions: false })
    }

    /// The text of the puzzle without one of the rules of the whole grid, together with the facts missing from that text. The rule
    /// is chosen so that the text does not demand more than the puzzle. (A rule about cells without a clue demands too much if some
    /// clue cannot be written.)
    fn without_a_rule(&self, format: &dyn Format, wanted: &Facts, read: &Reader<'_>) -> Result<Start, BadInput> {
        for at in (0..self.puzzle().rules.len()).rev() {
            let mut fewer = self.puzzle().clone();
            fewer.foreign = None;
            fewer.rules.remove(at);
            let Ok((text, _)) = format.write(&fewer) else { continue };
            let Ok(model) = read(&text)? else { continue };
            if let Some(missing) = wanted.beyond(self.model(), &Facts::of(&model)) {
                return Ok(Some((text, missing)));
            }
        }
        Ok(None)
    }

    /// Adds missing facts to the text.
    fn add(
        &self,
        format: &dyn Format,
        text: &str,
        wanted: &Facts,
        missing: &[Missing],
        read: &Reader<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Added, BadInput> {
        let (model, puzzle) = (self.model(), self.puzzle());
        let mut added = Added { text: text.to_owned(), titles: BTreeSet::new(), unsaid: BTreeSet::new() };
        let (longer, simple): (Vec<Missing>, Vec<Missing>) = missing.iter().partition(|m| m.is_longer());
        // After the stop signal no more facts are written; the caller polls the signal, too.
        let in_words = |what: Missing| (what, if stop() { None } else { in_words(model, wanted, puzzle, what) });
        let mut longer: Vec<(Missing, Option<Vec<Fact>>)> = longer.into_iter().map(in_words).collect();
        let paths: Vec<&Fact> = longer.iter().filter_map(|(_, facts)| facts.as_ref()).flatten().collect();
        let needed = |what: &Missing| match *what {
            Missing::Pair(a, b) => !pair_is_said(model, wanted, (a, b), &paths),
            _ => true,
        };
        let simple: Vec<_> = simple.into_iter().filter(needed).map(in_words).collect();
        // Begin with facts about single cells and pairs: conditions on longer lists are compiled with these facts known, and may
        // then turn out to be expressed already.
        let first = !simple.is_empty();
        added.take(format, puzzle, model, simple);
        if first && !longer.is_empty() {
            let again = read(&added.text)?.ok();
            if let Some(beyond) = again.and_then(|again| wanted.beyond(model, &Facts::of(&again))) {
                longer.retain(|(what, _)| beyond.contains(what));
            }
        }
        added.take(format, puzzle, model, longer);
        Ok(added)
    }

    /// The model of the text when it is read back.
    fn read_back(&self, id: &str, text: &str, stop: &dyn Fn() -> bool) -> Result<Arc<Model>, BadInput> {
        let read = cluewright_formats::read_as(id, text).map_err(|e| BadInput::new(e.to_string()))?;
        if let Some(note) = read.notes.iter().find(|n| n.kind == NoteKind::Unknown) {
            return Err(BadInput::new(note.text.clone()));
        }
        if read.puzzle.definitions == self.puzzle().definitions {
            Ok(Arc::new(lower_until(self.rules(), &read.puzzle, stop)?.model))
        } else {
            Ok(Self::until(read.puzzle, &[], stop)?.shared_model())
        }
    }
}

/// Reads text back. The outer error: reading was stopped; the inner one: the text cannot be read.
type Reader<'a> = dyn Fn(&str) -> Result<Result<Arc<Model>, BadInput>, BadInput> + 'a;

/// Written text, and the facts missing from it.
type Start = Option<(String, Vec<Missing>)>;

/// Written text to which facts are added.
struct Added {
    text: String,
    /// The rules that were written as equivalent facts, without their names.
    titles: BTreeSet<String>,
    /// The parts that could not be written.
    unsaid: BTreeSet<String>,
}

impl Added {
    fn take(
        &mut self,
        format: &dyn Format,
        puzzle: &cluewright_core::Puzzle,
        model: &Model,
        all: Vec<(Missing, Option<Vec<Fact>>)>,
    ) {
        let mut facts = Vec::new();
        for (what, words) in all {
            match words {
                Some(words) => facts.extend(words),
                None => _ = self.unsaid.insert(format!("the rule {}", what.rule(model))),
            }
        }
        let (text, left) = format.add(puzzle, &self.text, &facts).unwrap_or_else(|| (self.text.clone(), facts.clone()));
        self.text = text;
        self.titles.extend(facts.iter().filter(|f| !left.contains(f)).map(|f| f.title.clone()));
        self.unsaid.extend(left.iter().map(|f| format!("the rule {}", f.title)));
    }
}

/// The result for text that does not express everything: with the writer's own notes on losses if the writer made any, otherwise
/// with notes made from `lost`.
fn lossy(id: &str, text: String, mut notes: Vec<Note>, lost: BTreeSet<String>) -> Written {
    if !notes.iter().any(|n| n.kind == NoteKind::Lost) {
        let note = |lost| Note::new(NoteKind::Lost, format!("the format {id} cannot express {lost}"));
        notes.extend(lost.into_iter().map(note));
    }
    Written { text, notes, changes_solutions: true }
}
