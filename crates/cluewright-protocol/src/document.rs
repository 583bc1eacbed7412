//! Open puzzles.

use crate::message::{Code, Failure};
use cluewright::compiled::logical_hash;
use cluewright::core::puzzle::Definition;
use cluewright::core::{Budget, Clue};
use cluewright::formats::{self, Format, Note, NoteKind};
use cluewright::guess::{Guess, guess_read};
use cluewright::rules::{Ruleset, misshapen, syntax::parse};
use cluewright::{Compiled, Document, Puzzle};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A puzzle that was read, and what there is to say of how.
#[derive(Debug)]
pub(crate) struct Opened {
    document: Document,
    format: &'static str,
    notes: Vec<Note>,
    hash: OnceLock<String>,
}

impl Opened {
    /// Reads and compiles a text; `rules` are names of rules or rules' texts, which are added.
    pub(crate) fn read(
        text: &str,
        rules: &[String],
        guess: Option<Guess>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, Failure> {
        let (puzzle, format, notes) = puzzle(text, rules, guess, stop)?;
        Self::of(puzzle, format, notes, stop)
    }

    /// Compiles a puzzle.
    fn of(puzzle: Puzzle, format: &dyn Format, notes: Vec<Note>, stop: &dyn Fn() -> bool) -> Result<Self, Failure> {
        let guesses = notes.iter().filter(|n| n.kind == NoteKind::Guess).map(|n| n.text.clone()).collect();
        let compiled = Compiled::until(puzzle, &[], stop)?.with_guesses(guesses);
        Ok(Self { document: compiled.into(), format: format.info().id, notes, hash: OnceLock::new() })
    }

    /// Another text in its place: where it is the same puzzle to a solver, all that is known of it stays.
    pub(crate) fn changed(
        &self,
        text: &str,
        rules: &[String],
        guess: Option<Guess>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, Failure> {
        let (puzzle, format, notes) = puzzle(text, rules, guess, stop)?;
        self.with(puzzle, format, notes, stop)
    }

    /// The same with a puzzle that was made.
    pub(crate) fn with(
        &self,
        puzzle: Puzzle,
        format: &dyn Format,
        notes: Vec<Note>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Failure> {
        match self.document.retold(puzzle.clone())? {
            Some(document) => Ok(Self { document, format: format.info().id, notes, hash: self.hash.clone() }),
            None => Self::of(puzzle, format, notes, stop),
        }
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        self.document.compiled()
    }

    /// The id of the format it was read from.
    pub(crate) fn format(&self) -> &'static str {
        self.format
    }

    /// What there is to say of how it was read.
    pub(crate) fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// 32 hexadecimal digits of what it says to a solver.
    pub(crate) fn hash(&self) -> &str {
        self.hash.get_or_init(|| logical_hash(self.document.puzzle()))
    }
}

/// Reads a text, drawings in it as clues as far as that is wanted, and adds rules.
fn puzzle(
    text: &str,
    rules: &[String],
    guess: Option<Guess>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<(Puzzle, &'static dyn Format, Vec<Note>), Failure> {
    let mut read = formats::read_within(text, None, &Budget::until(stop))?;
    for item in rules {
        add(&mut read.puzzle, item)?;
    }
    let how = guess.unwrap_or_else(|| Guess::usual(read.format));
    // A rule's text with a mistake is told when the puzzle is compiled.
    if let Ok(rules) = Ruleset::for_puzzle(&read.puzzle, &[]) {
        if how != Guess::No {
            guess_read(&mut read, &rules, how, stop);
        }
        let misshapen = misshapen(&rules, &read.puzzle);
        read.notes.extend(misshapen.iter().map(|told| Note::new(NoteKind::Info, told.to_string())));
    }
    Ok((read.puzzle, read.format, read.notes))
}

/// Adds a rule by its name, with arguments where it takes some (`leaper down 1 right 3`), or rules by their text: those of the
/// whole grid hold, those for clues are there for the puzzle's clues.
fn add(puzzle: &mut Puzzle, item: &str) -> Result<(), Failure> {
    let mut wanted: Vec<Clue> = Vec::new();
    if item.trim_start().starts_with("rule ") || item.trim_start().starts_with('#') {
        let within = |e: cluewright::BadInput| Failure::from(e.within("the rule that was added"));
        wanted.extend(
            parse(item).map_err(within)?.iter().filter(|r| !r.is_clue).map(|r| Clue::new(r.name.clone(), Vec::new())),
        );
        // In front: a rule of the puzzle's own hides one of the same name.
        // Without comments above the first rule, with which no file could be written.
        let is_above = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
        let above = item.lines().take_while(is_above).count();
        let text: String = item.split_inclusive('\n').skip(above).collect();
        if !text.is_empty() {
            let line = u32::try_from(above).map_or(1, |above| above.saturating_add(1));
            puzzle.definitions.insert(0, Definition { text, line });
        }
    } else {
        wanted.extend(cluewright::compiled::named_rules(item).map_err(Failure::from)?);
    }
    for rule in wanted {
        // One that the puzzle has already would be told twice where it is broken.
        if !puzzle.rules.iter().any(|has| has.rule == rule.rule && has.args == rule.args) {
            puzzle.rules.push(rule);
        }
    }
    Ok(())
}

/// The open documents of a session by name.
#[derive(Debug, Default)]
pub(crate) struct Documents(Mutex<BTreeMap<String, Arc<Opened>>>);

impl Documents {
    fn map(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Opened>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<Opened>> {
        self.map().get(name).map(Arc::clone)
    }

    /// Opens, or takes the place of one of that name, unless there is an objection to what is there at that moment.
    pub(crate) fn put(
        &self,
        name: &str,
        opened: Arc<Opened>,
        most: usize,
        objection: impl FnOnce(Option<&Arc<Opened>>) -> Option<Failure>,
    ) -> Result<(), Failure> {
        let mut map = self.map();
        if let Some(failure) = objection(map.get(name)) {
            return Err(failure);
        }
        if !map.contains_key(name) && map.len() >= most {
            return Err(Failure::new(Code::Busy, format!("{most} documents are open, which is all there may be"))
                .hint("`close` one that is not needed"));
        }
        map.insert(name.to_owned(), opened);
        Ok(())
    }

    /// Closes it; was it open?
    pub(crate) fn close(&self, name: &str) -> bool {
        self.map().remove(name).is_some()
    }
}
