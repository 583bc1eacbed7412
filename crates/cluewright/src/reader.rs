//! Reads texts into compiled puzzles, with rules that the caller adds to each puzzle: for language bindings and tables of puzzles.

use crate::compiled::{Compiled, named_rules};
use crate::error::Error;
use crate::guess::{Guess, guess_read};
use crate::question::FormatId;
use cluewright_core::puzzle::{Definition, Given};
use cluewright_core::{BadInput, Budget, Cell, Clue, Puzzle};
use cluewright_formats::{Format, Note, NoteKind, Read};
use cluewright_rules::{Ruleset, idle, misshapen};
use std::sync::{Arc, OnceLock};

crate::question! {
    /// How texts are read.
    pub struct Reading = "reading" {
        /// Rules to add: names of rules of the whole grid, with options if they take any (`leaper(down=1, right=3)`), and texts in
        /// the rule language.
        rules: Vec<String> = Vec::new(),
        /// Read drawings as clues; the default depends on the format.
        guess: Option<bool> = None,
        /// The format of the text; by default it is detected.
        format: Option<FormatId> = None,
        /// Accept text that is not fully understood; notes list the parts that are not, and answers may then be wrong.
        lenient: bool = true,
    }
}

/// Reads puzzles in a uniform way: in one format or any, with or without added rules, with or without drawings read as clues.
///
/// A [`crate::Document`] is read by a reader with default settings.
///
/// ```
/// use cluewright::reader::Reader;
/// let reader = Reader::default().adding(&["anti-king", "rule low\n  require cell(1, 1) = 1\n"])?;
/// let (compiled, _) = reader.read("................", &|| false)?; // 4x4
/// let names: Vec<&str> = compiled.puzzle().rules.iter().map(|r| r.rule.as_str()).collect();
/// assert_eq!(names, ["classic", "anti-king", "low"]);
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Default)]
pub struct Reader {
    format: Option<&'static dyn Format>,
    rules: Vec<Clue>,
    texts: Vec<Definition>,
    guess: Option<Guess>,
    lenient: bool,
    /// The compiled puzzle of the first plain line of digits; later lines share its rules.
    lines: OnceLock<Option<Compiled>>,
}

impl Reader {
    /// Accepts only texts in the format with this id. By default the format is detected.
    ///
    /// Errors: there is no such format.
    pub fn of_format(self, id: &str) -> Result<Self, Error> {
        Ok(Self { format: Some(cluewright_formats::by_id(id)?), lines: OnceLock::new(), ..self })
    }

    /// Reads texts as requested.
    ///
    /// Errors: as for [`Self::adding`].
    pub fn of(how: &Reading) -> Result<Self, Error> {
        let guess = how.guess.map(|yes| if yes { Guess::Yes } else { Guess::No });
        let (format, lenient) = (how.format.map(|format| format.0), how.lenient);
        Self { format, guess, lenient, ..Self::default() }.adding(&how.rules)
    }

    /// Adds rules to every puzzle: names of rules of the whole grid, with options if they take any (`leaper(down=1, right=3)`),
    /// and rule texts (`rule name` and the lines below it). All rules of the whole grid in a rule text are applied; rules for clues
    /// are only defined, for use by the puzzle's clues.
    ///
    /// Errors: a rule name is unknown, or a rule text has a mistake.
    pub fn adding<S: AsRef<str>>(mut self, items: &[S]) -> Result<Self, Error> {
        for item in items.iter().map(AsRef::as_ref) {
            if is_text(item) {
                let parsed = cluewright_rules::syntax::parse(item).map_err(|e| e.within("the rule's text"))?;
                self.rules.extend(parsed.iter().filter(|r| !r.is_clue).map(|r| Clue::new(r.name.clone(), Vec::new())));
                // Drop the comments above the first rule: a puzzle file cannot be written with them.
                let is_above = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
                let above = item.lines().take_while(is_above).count();
                let text: String = item.split_inclusive('\n').skip(above).collect();
                if !text.is_empty() {
                    let line = u32::try_from(above).map_or(1, |above| above.saturating_add(1));
                    self.texts.push(Definition { text, line });
                }
            } else {
                self.rules.extend(named_rules(item)?);
            }
        }
        self.lines = OnceLock::new();
        Ok(self)
    }

    /// Whether texts of classic grids may be passed to the fast classic engine. See [`crate::batch::Batch::ordinary`].
    pub fn is_plain(&self) -> bool {
        self.rules.is_empty() && self.texts.is_empty() && self.format.is_none_or(|f| f.info().id == "line")
    }

    /// Reads text into a puzzle and notes on how it was read. Drawings become clues as far as the settings allow, and the
    /// reader's rules are added. If `stop` returns true, reading stops.
    ///
    /// Errors: the text is not a puzzle in a known format, or, unless `lenient`, a part of it is not understood.
    pub fn puzzle(&self, text: &str, stop: &dyn Fn() -> bool) -> Result<Read, Error> {
        let format = self.format.map(|format| format.info().id);
        let mut read = cluewright_formats::read_within(text, format, &Budget::until(stop))?;
        if let Some(note) = read.notes.iter().find(|n| n.kind == NoteKind::Unknown && !self.lenient) {
            return Err(BadInput::new(format!("not understood: {}", note.text)).into());
        }
        self.add(&mut read.puzzle);
        let how = self.guess.unwrap_or_else(|| Guess::usual(read.format));
        // A mistake in a rule's text is reported when the puzzle is compiled.
        if let Ok(rules) = Ruleset::for_puzzle(&read.puzzle, &[]) {
            if how != Guess::No {
                guess_read(&mut read, &rules, how, stop);
            }
            let doubtful = misshapen(&rules, &read.puzzle).into_iter().chain(idle(&rules, &read.puzzle));
            read.notes.extend(doubtful.map(|told| Note::new(NoteKind::Info, told.to_string())));
        }
        Ok(read)
    }

    /// Like `puzzle`, but also compiles the puzzle.
    ///
    /// Errors: those of [`Self::puzzle`] and of [`Compiled::new`].
    pub fn read(&self, text: &str, stop: &dyn Fn() -> bool) -> Result<(Compiled, Read), Error> {
        let read = self.puzzle(text, stop)?;
        let guesses = read.notes.iter().filter(|n| n.kind == NoteKind::Guess).map(|n| n.text.clone()).collect();
        let compiled = Compiled::until(read.puzzle.clone(), &[], stop)?.with_guesses(guesses);
        Ok((compiled, read))
    }

    /// Like `read`, for reading many puzzles: what plain lines of digits have in common is computed only once.
    ///
    /// Errors: as for [`Self::read`].
    pub fn compiled(&self, text: &str, stop: &dyn Fn() -> bool) -> Result<Compiled, Error> {
        let line: Option<&[u8; 81]> = text.as_bytes().try_into().ok();
        let digits = line.filter(|l| l.iter().all(|b| b.is_ascii_digit() || *b == b'.'));
        let ordinary = digits.filter(|_| self.format.is_none_or(|f| f.info().id == "line"));
        let Some(line) = ordinary else { return Ok(self.read(text, stop)?.0) };
        if let Some(Some(template)) = self.lines.get() {
            let given = |(i, b): (usize, &u8)| Given { cell: Cell::at(i), digits: vec![i32::from(b - b'0')] };
            let givens = line.iter().enumerate().filter(|(_, b)| (b'1'..=b'9').contains(b)).map(given).collect();
            if let Some(compiled) = template.with_givens(givens) {
                return Ok(compiled);
            }
        }
        let compiled = self.read(text, stop)?.0;
        if self.lines.get().is_none() && !compiled.puzzle().givens.is_empty() {
            let _ = self.lines.set(compiled.with_givens(compiled.puzzle().givens.clone()));
        }
        Ok(compiled)
    }

    /// Adds this reader's rules to a puzzle.
    pub fn add(&self, puzzle: &mut Puzzle) {
        for rule in &self.rules {
            // Skip a rule that the puzzle already has: if it were broken, it would be reported twice.
            if !puzzle.rules.iter().any(|has| has.rule == rule.rule && has.args == rule.args) {
                puzzle.rules.push(rule.clone());
            }
        }
        for text in &self.texts {
            // Insert the text at the front, so that the puzzle's own rule hides an added rule of the same name.
            puzzle.definitions.insert(0, text.clone());
        }
    }
}

/// A cache of readers, for puzzles that each come with their own rules: one reader for each set of rules.
#[derive(Default)]
pub struct Readers {
    made: Vec<(String, Result<Arc<Reader>, BadInput>)>,
}

impl Readers {
    /// The reader for a set of rules (one rule text, or rule names separated by `;`) together with the rules in `more`, which are
    /// added to every puzzle.
    ///
    /// Errors: as for [`Reader::adding`] and [`Reader::of_format`].
    pub fn of(&mut self, rules: &str, more: &[String], format: Option<&str>) -> Result<Arc<Reader>, BadInput> {
        if let Some((_, made)) = self.made.iter().find(|(of, _)| of == rules) {
            return made.clone();
        }
        let make = || -> Result<Reader, Error> {
            let mut reader = Reader::default().adding(more)?;
            if let Some(id) = format {
                reader = reader.of_format(id)?;
            }
            if is_text(rules) {
                return reader.adding(&[rules]);
            }
            let names: Vec<&str> = rules.split(';').map(str::trim).filter(|n| !n.is_empty()).collect();
            reader.adding(&names)
        };
        let made = make().map(Arc::new).map_err(BadInput::from);
        self.made.push((rules.to_owned(), made.clone()));
        made
    }
}

/// Whether the item is a rule text rather than a name.
fn is_text(item: &str) -> bool {
    let text = item.trim_start();
    text.starts_with("rule ") || text.starts_with('#') || text.contains('\n')
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rules: Vec<&str> = self.rules.iter().map(|r| r.rule.as_str()).collect();
        f.debug_struct("Reader").field("rules", &rules).finish_non_exhaustive()
    }
}
