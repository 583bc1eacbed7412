//! `check`: whether a puzzle is valid, or a filled grid correct, and which givens and clues are redundant.

use super::{ClassicResult, Operation, PuzzleRequest};
use crate::check::{flaws, minimise, sentences_of};
use crate::compiled::Compiled;
use crate::differences::{differences, differences_text};
use crate::error::Error;
use crate::report::{Answer, Checked, Status};
use crate::unread::several;
use cluewright_search::{Limits, Stopped, Verdict};

crate::question! {
    /// Checks a puzzle or a filled grid, and lists the errors in it.
    pub struct Check = "check" {
        /// Also list redundant givens and clues, and write the puzzle without them.
        minimise: bool = false,
    }
}

crate::question! {
    /// Removes givens and clues from a puzzle as long as the solution remains unique.
    pub struct Minimise = "minimise" {}
}

impl Operation for Minimise {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        Check { minimise: true }.ask(asked, limits)
    }

    fn heading(&self) -> &'static [&'static str] {
        Check::default().heading()
    }
}

impl Operation for Check {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let compiled = asked.compiled;
        Ok(Answer::Checked(match filled(compiled) {
            Some(digits) => {
                let flaws = sentences_of(&flaws(compiled, &digits, limits)?);
                Checked { ok: flaws.is_empty(), checked: "grid".into(), flaws, ..Checked::default() }
            }
            None => self.puzzle(asked, limits)?,
        }))
    }

    fn classic_limit(&self) -> Option<u64> {
        (!self.minimise).then_some(2)
    }

    fn answer_from_classic(&self, seen: &mut ClassicResult<'_>) -> Option<Answer> {
        seen.unique()?;
        let full = seen.line.iter().all(|b| (b'1'..=b'9').contains(b));
        let (checked, status) = if full { ("grid", None) } else { ("puzzle", Some(Status::Unique)) };
        Some(Answer::Checked(Checked { ok: true, checked: checked.into(), status, ..Checked::default() }))
    }

    fn heading(&self) -> &'static [&'static str] {
        &["ok", "status", "flaws"]
    }
}

impl Check {
    fn puzzle(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Checked, Error> {
        let compiled = asked.compiled;
        let answer = asked.remember(|known| known.verdict(compiled, limits));
        let status = Status::of(&answer.value);
        let mut checked = Checked { checked: "puzzle".into(), status: Some(status), ..Checked::default() };
        match &answer.value {
            Verdict::None => {
                let clash = compiled.contradiction(limits);
                let none = || "The puzzle has no solution.".to_owned();
                checked.why = if clash.is_some() { Vec::new() } else { asked.why(&answer.value, limits)?.sentences() };
                checked.flaws.push(clash.map_or_else(none, |c| format!("no solution: {c}")));
            }
            Verdict::Multiple(a, b) => {
                let differ = differences_text(compiled, &differences(compiled, a, b));
                let (a, b) = (compiled.answer_text(a), compiled.answer_text(b));
                let many = several(compiled.unread_of_several().as_ref());
                checked.flaws.push(format!("{many}:\n  {a} and\n  {b}.\n{differ}"));
                // The text about the difference was added above.
                checked.why = asked.why(&answer.value, limits)?.story;
            }
            Verdict::Unknown(_) => {
                let why = match answer.stopped {
                    Some(Stopped::Unsound) => {
                        "the solution found breaks the puzzle's own rules; please report this puzzle"
                    }
                    _ => "a limit was reached",
                };
                checked.flaws.push(format!("Whether the puzzle has one solution is not known: {why}."));
            }
            Verdict::Unique(solution) => {
                let numbers = compiled.numbers(solution);
                let recorded = &compiled.puzzle().solution;
                let differs = |(i, d): (usize, &Option<i32>)| d.is_some_and(|d| numbers.get(i) != Some(&d));
                if let Some(at) = recorded.iter().enumerate().position(differs) {
                    let cell = compiled.puzzle().cell_name(cluewright_core::Cell::at(at));
                    let (says, is) = (recorded[at].unwrap_or_default(), numbers.get(at).copied().unwrap_or_default());
                    checked.flaws.push(format!(
                        "The recorded solution has {says} in {cell}, but the solution of the puzzle has {is}."
                    ));
                }
                // The engine's answer is accepted only if the rules' own texts agree with it.
                let flaws = flaws(compiled, &numbers, limits)?;
                checked.flaws.extend(flaws.iter().map(|f| format!("The solution breaks a rule: {f}")));
            }
        }
        checked.ok = checked.flaws.is_empty();
        if self.minimise && status == Status::Unique {
            match minimise(compiled, limits) {
                Ok(smaller) => {
                    let (text, _) = cluewright_formats::by_id("clue")?.write(&smaller.puzzle)?;
                    checked.limited = smaller.stopped.is_some();
                    checked.removed = Some(smaller.removed);
                    checked.minimal = Some(text);
                }
                Err(Error::Stopped { .. } | Error::NotUnique(_)) => checked.limited = true,
                Err(error) => return Err(error),
            }
        }
        Ok(checked)
    }
}

/// The digits of a grid in which every cell has one, from the givens and the player's digits; `None` if a cell is empty.
fn filled(compiled: &Compiled) -> Option<Vec<i32>> {
    let puzzle = compiled.puzzle();
    let mut digits: Vec<Option<i32>> = vec![None; puzzle.cell_count()];
    for given in &puzzle.givens {
        if let ([digit], Some(slot)) = (&given.digits[..], digits.get_mut(given.cell.index())) {
            *slot = Some(*digit);
        }
    }
    for entry in &puzzle.progress {
        if let (Some(digit), Some(slot)) = (entry.placed, digits.get_mut(entry.cell.index())) {
            *slot = Some(digit);
        }
    }
    digits.into_iter().collect()
}
