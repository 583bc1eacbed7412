//! `hint`: points out errors in the player's grid, or gives the next step in the requested detail.

use super::{Operation, PuzzleRequest};
use crate::compiled::Compiled;
use crate::error::Error;
use crate::hint::{
    Hint as Found, HintLevel, NextStep, beyond, hint_seeing, mistakes_at_level, of_another_puzzle, player_state,
    step_at_level, what_is_right,
};
use crate::position::{Position, of_player};
use crate::report::{Answer, HighlightReport, Hinted, Status, StepReport, outcome_word};
use crate::solve::SearchFacts;
use crate::technique_filter::TechniqueFilter;
use cluewright_logic::Outcome;
use cluewright_search::{Limits, Verdict};

crate::question! {
    /// Points out the errors in the player's grid or, if there are none, gives the next step, in four levels of detail.
    pub struct Hint = "hint" {
        /// The player's grid; default: the grid in the puzzle.
        position: Option<Position> = None,
        /// The level of detail: 1 (the technique or the kind of clue), 2 (where to look), 3 (what to notice there), 4 (the whole
        /// step).
        level: HintLevel = HintLevel::default(),
        /// Use only what fog lets the player see.
        fog: bool = true,
    }
    with {
        /// The techniques to use.
        ways: TechniqueFilter
    }
}

impl Hint {
    /// The step as data; `None` except at the level that reveals everything.
    fn told(&self, compiled: &Compiled, next: &NextStep) -> Option<StepReport> {
        let NextStep { position, step, text } = next;
        (self.level == HintLevel::default()).then(|| StepReport::found(compiled, position, step, text))
    }
}

impl Hint {
    /// The technique of the step that would come next if all techniques were allowed, where the allowed ones find no step.
    fn beyond(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Option<String> {
        let compiled = asked.compiled;
        let truth = asked.remember(|known| known.truth(compiled, &limits.before()));
        let state = player_state(compiled, asked.progress(), &truth).ok()?;
        beyond(compiled, &state, &self.ways, &truth, limits)
    }
}

impl Operation for Hint {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let written = of_player(self.position.as_ref(), asked.compiled)?;
        let asked = &PuzzleRequest { progress: written.as_deref().or(asked.progress), ..*asked };
        let whole = || asked.remember(|known| known.hint(asked.compiled, asked.progress(), &self.ways, limits));
        let seen = if self.fog { asked.player_view(asked.progress(), limits)? } else { None };
        let Some(seen) = seen else { return self.tell(asked, &whole(), None, limits) };
        let progress = seen.progress(asked.progress());
        let truth = asked.truth(&limits.before());
        let found = hint_seeing(&seen.compiled, &progress, &self.ways, &truth, limits);
        let mut told = self.hinted();
        match found {
            Found::Nothing(outcome) if outcome != Outcome::Limit => {
                told.status = "fog".into();
                told.text.push("No step uses only what is visible.".to_owned());
                if matches!(whole(), Found::Step(_) | Found::Several(_)) {
                    told.text.push("The next step needs something that is hidden by fog.".to_owned());
                }
            }
            // The reason may be hidden in fog.
            Found::NoSolution => {
                told.status = Status::None.word().into();
                told.text.push("The puzzle has no solution.".to_owned());
            }
            found => {
                let asked =
                    &PuzzleRequest { compiled: &seen.compiled, known: None, progress: Some(&progress), ..*asked };
                return self.tell(asked, &found, Some(&truth), limits);
            }
        }
        Ok(Answer::Hinted(told))
    }

    fn classic_limit(&self) -> Option<u64> {
        Some(2)
    }

    fn heading(&self) -> &'static [&'static str] {
        &["status", "text"]
    }
}

impl Hint {
    /// An answer without contents.
    fn hinted(&self) -> Hinted {
        Hinted {
            status: "step".into(),
            mistakes: Vec::new(),
            level: self.level,
            text: Vec::new(),
            step: None,
            highlights: Vec::new(),
            several: false,
        }
    }

    /// The hint, in as much detail as its level allows. `truth`: the facts from the search about the whole puzzle, if `asked` is
    /// only its visible part.
    fn tell(
        &self,
        asked: &PuzzleRequest<'_>,
        found: &Found,
        truth: Option<&SearchFacts>,
        limits: &Limits<'_>,
    ) -> Result<Answer, Error> {
        let (compiled, level) = (asked.compiled, self.level.get());
        let mut told = self.hinted();
        match found {
            Found::NoSolution => {
                told.status = Status::None.word().into();
                if let Some(clash) = compiled.contradiction(limits) {
                    told.text.push(format!("no solution: {clash}"));
                } else {
                    told.text.push("The puzzle has no solution.".to_owned());
                    told.text.extend(asked.why(&Verdict::None, limits)?.sentences());
                }
            }
            Found::Several(several) => {
                told.several = true;
                told.text = several.sentences();
                match &several.step {
                    Some(next) => {
                        told.text.extend(step_at_level(compiled, next, level));
                        told.step = self.told(compiled, next);
                    }
                    None if several.all_found.is_none() => told.status = "limit".into(),
                    None => told.status = Status::Multiple.word().into(),
                }
            }
            Found::Mistakes(mistakes) => {
                told.status = "mistakes".into();
                told.mistakes = mistakes.iter().map(ToString::to_string).collect();
                told.text = mistakes_at_level(compiled, asked.progress(), mistakes, level, limits);
                if self.level == HintLevel::default()
                    && of_another_puzzle(compiled, asked.progress(), mistakes).is_none()
                {
                    let right = match truth {
                        Some(truth) => what_is_right(compiled, asked.progress(), truth),
                        None => what_is_right(compiled, asked.progress(), &asked.truth(&limits.before())),
                    };
                    told.text.extend(right);
                }
            }
            Found::Step(next) => {
                told.text = step_at_level(compiled, next, level);
                told.step = self.told(compiled, next);
            }
            Found::Done => {
                told.status = "done".into();
                told.text.push("The grid is full and correct.".to_owned());
            }
            Found::Nothing(outcome) => {
                told.status = outcome_word(*outcome).into();
                told.text.push(match outcome {
                    Outcome::Limit => "No step was found within the limits.".to_owned(),
                    _ => match self.beyond(asked, limits) {
                        Some(next) => format!("There is no step within these techniques; the next would be {next}."),
                        None => "These techniques find no step here.".to_owned(),
                    },
                });
            }
        }
        if asked.highlights {
            told.highlights = HighlightReport::of_hint(compiled, found, level);
        }
        Ok(Answer::Hinted(told))
    }
}
