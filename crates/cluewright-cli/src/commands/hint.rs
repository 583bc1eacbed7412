//! `hint`: what is wrong in the player's grid, or the next step in as many words as wanted.

use super::{load, no_solution};
use crate::args::Hint;
use crate::output::{Exit, Failure, Progress, json, say};
use crate::stop::Clock;
use cluewright::core::puzzle::Progress as Entry;
use cluewright::report::{Status, StepReport};
use cluewright::{BadInput, Compiled, Hint as Found, Limits, formats, hint, step_at_level};
use serde::Serialize;

#[derive(Serialize)]
struct Report {
    id: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mistakes: Vec<String>,
    level: u8,
    text: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<StepReport>,
}

pub(crate) fn run(args: Hint) -> Result<Exit, Failure> {
    let ways = super::explain::ways(&args.ways)?;
    let (id, compiled) = load(&args.source, args.output)?;
    let progress = match &args.grid {
        Some(grid) => player_grid(&compiled, grid)?,
        None => compiled.puzzle().progress.clone(),
    };
    let clock = Clock::start(args.bounds);
    let stop = || clock.is_over();
    let bar = Progress::new(args.output);
    let tell = |part: f64| bar.part("searching", part);
    let limits = Limits { nodes: args.bounds.nodes, stop: Some(&stop), progress: Some(&tell) };
    let found = hint(&compiled, &progress, &ways, &limits);
    drop(bar);
    let mut report =
        Report { id, status: "step", mistakes: Vec::new(), level: args.level, text: Vec::new(), step: None };
    let exit = match &found {
        Found::NotUnique(verdict) => {
            no_solution(&compiled)?;
            let status = Status::of(verdict);
            report.status = status.word();
            report.text.push(match status {
                Status::None => "The puzzle has no solution.".to_owned(),
                _ => "The puzzle has more than one solution, so there is no next step that is sure.".to_owned(),
            });
            Exit::Negative
        }
        Found::Mistakes(mistakes) => {
            report.status = "mistakes";
            report.mistakes = mistakes.iter().map(ToString::to_string).collect();
            report.text.clone_from(&report.mistakes);
            Exit::Negative
        }
        Found::Step(_, step, text) => {
            report.text = step_at_level(&compiled, step, text, args.level);
            if args.level == 4 {
                report.step = Some(StepReport::new(&compiled, step, text.short.clone(), &text.details));
            }
            Exit::Done
        }
        Found::Done => {
            report.status = "done";
            report.text.push("The grid is full, and right.".to_owned());
            Exit::Done
        }
        Found::Nothing(outcome) => {
            report.status = cluewright::report::outcome_word(*outcome);
            let limit = *outcome == cluewright::logic::Outcome::Limit;
            report.text.push(if limit {
                "No step was found within the limits.".to_owned()
            } else {
                "These techniques find no step here.".to_owned()
            });
            if limit { Exit::Limit } else { Exit::Negative }
        }
    };
    if args.output.json {
        say(&json(&report))?;
    } else {
        say(&(report.text.join("\n") + "\n"))?;
    }
    Ok(exit)
}

/// The digits and marks of a player's grid: a file's, or those of the text itself.
pub(super) fn player_grid(compiled: &Compiled, grid: &str) -> Result<Vec<Entry>, BadInput> {
    let path = std::path::Path::new(grid);
    let text = if path.is_file() {
        let bytes =
            std::fs::read(path).map_err(|e| BadInput::new(format!("the file cannot be read: {e}")).within(grid))?;
        formats::text_of(&bytes).map_err(|e| e.within(grid))?.to_owned()
    } else {
        grid.to_owned()
    };
    let read = formats::read(&text)
        .map_err(|e| BadInput::new(format!("--grid: {}", e.message)).hint(e.hint.unwrap_or_default()))?;
    let (here, there) = (&compiled.puzzle().shape, &read.puzzle.shape);
    if here.len() != there.len() || here.height() != there.height() {
        return Err(BadInput::new(format!(
            "--grid has {}x{} cells, the puzzle {}x{}",
            there.height(),
            there.width(),
            here.height(),
            here.width()
        )));
    }
    let mut entries = read.puzzle.progress.clone();
    for given in &read.puzzle.givens {
        let (placed, marks) = match given.digits[..] {
            [digit] => (Some(digit), Vec::new()),
            _ => (None, given.digits.clone()),
        };
        entries.push(Entry { cell: given.cell, placed, marks });
    }
    Ok(entries)
}
