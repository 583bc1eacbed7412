//! `generate`: new puzzles.

use super::made::{PuzzleWriter, write};
use crate::args::{Bounds, Generate};
use crate::input::{Extra, Text, open};
use crate::output::{Exit, Failure, Progress, number, warn};
use crate::stop::{Clock, cancelled, threads};
use crate::user_rules;
use cluewright::core::puzzle::Definition;
use cluewright::generate::{GenerateError, GenerateEvent, GenerateOptions, Kind, Maker, Setter};
use cluewright::logic::Outcome;
use cluewright::rules::Ruleset;
use cluewright::{BadInput, Limits, Puzzle, formats};
use std::collections::BTreeSet;

pub(crate) fn run(args: Generate) -> Result<Exit, Failure> {
    let started = std::time::Instant::now();
    let clock = Clock::start(args.bounds);
    let (extra, mut base) = base(&args)?;
    let stop = || clock.is_over();
    let limits = Limits { nodes: args.bounds.nodes, stop: Some(&stop), ..Limits::none() };
    let asked = args.question.read()?;
    let quota = asked.quota(threads(args.bounds));
    let (jigsaw, seed) = (asked.wish.regions.is_some(), asked.wish.seed);
    // With --quiet the ratings would not be printed.
    let rated = !args.output.quiet || args.output.json;
    let wish = GenerateOptions { like: !args.same_clues, rated, ..asked.wish };
    bring(&wish.clues.0, &mut base)?;
    let maker = Maker::new(base, wish, &limits)?;
    extra.tell_unread(maker.base(), "");
    if let Some(doubt) = maker.doubt().filter(|_| !args.output.quiet) {
        warn(&format!("note: {doubt}"));
    }
    if args.output.trace {
        warn(crate::batch::trace(maker.base(), started.elapsed()).trim_end());
    }
    let makes_clues = jigsaw || maker.setter().is_some_and(Setter::makes_clues);
    let base = maker.base();
    let keeps = |format| base.write(format, &Limits::none()).is_ok_and(|written| !written.changes_solutions);
    let line = formats::by_id("line")?;
    let format = match &args.to {
        Some(id) => formats::by_id(id)?,
        None if !makes_clues && keeps(line) => line,
        None => formats::by_id("clue")?,
    };
    // If only givens are new, these two formats can express every new puzzle if they can express the base puzzle.
    let safe = !makes_clues && ["line", "clue"].contains(&format.info().id) && keeps(format);
    let covered = maker.setter().map(|setter| |puzzle: &Puzzle| setter.covered(puzzle));
    let covered = covered.as_ref().map(|covered| covered as &dyn Fn(&Puzzle) -> usize);
    let mut told = PuzzleWriter { format, safe, seed, covered, lost: BTreeSet::new() };
    let exit = hand_out(&args, quota.puzzles, &mut told, |tell| maker.run(&quota, &limits, tell))?;
    if told.lost.is_empty() || args.lossy {
        return Ok(exit);
    }
    if !args.output.quiet {
        warn("the written puzzle may have other solutions; `--lossy` accepts that");
    }
    Ok(exit.and(Exit::Negative))
}

/// Adds those rules of the user's folder whose clues are requested to the puzzle, unless the puzzle already has them.
fn bring(kinds: &[Kind], base: &mut Puzzle) -> Result<(), Failure> {
    let known = Ruleset::for_puzzle(base, &[])?;
    for kind in kinds.iter().filter(|kind| known.rule(&kind.rule).is_none()) {
        if let Some(file) = user_rules::file_of(&kind.rule) {
            let text = user_rules::read_file(&file.to_string_lossy())?;
            if base.definitions.iter().all(|d| d.text != text) {
                base.definitions.push(Definition { text, line: 1 });
            }
        }
    }
    Ok(())
}

/// Prints each puzzle as it is made, and then how the run ended.
fn hand_out(
    args: &Generate,
    wanted: u32,
    told: &mut PuzzleWriter<'_>,
    run: impl FnOnce(&mut dyn FnMut(GenerateEvent)) -> Result<(), GenerateError>,
) -> Result<Exit, Failure> {
    let bar = Progress::new(args.output);
    let (mut found, mut unrated) = (0u32, 0u32);
    let mut failure: Option<Failure> = None;
    let result = run(&mut |made| match made {
        GenerateEvent::Puzzle(puzzle) => {
            bar.clear();
            found += 1;
            let whole = puzzle.difficulty.as_ref().is_none_or(|d| d.outcome == Outcome::Solved);
            unrated += u32::from(!whole);
            if let Err(e) = write(args, told, &puzzle, found) {
                failure.get_or_insert(e);
            }
        }
        GenerateEvent::Attempt(so_far) => {
            bar.show(|| format!("generating: {} of {}, {}", so_far.found, wanted, number(so_far.attempts, "attempt")));
        }
        _ => {}
    });
    drop(bar);
    if let Some(failure) = failure {
        return Err(failure);
    }
    if unrated > 0 && !args.output.json {
        let (some, all) = (unrated, found);
        let which = match (some, all) {
            (1, 1) => "The puzzle is".to_owned(),
            _ if some == all => "The puzzles are".to_owned(),
            _ => format!("{some} of {} {}", number(u64::from(all), "puzzle"), if some == 1 { "is" } else { "are" }),
        };
        warn(&format!("{which} not rated: the quick rating gave up. Use `cluewright rate` or `--difficulty`."));
    }
    match result {
        Ok(()) => Ok(Exit::Done),
        Err(why) => Ok(gave_up(why, found, wanted)),
    }
}

/// The puzzle whose shape and rules the new puzzles have, and the options of the command line that change it.
fn base(args: &Generate) -> Result<(Extra, Puzzle), Failure> {
    let extra = Extra::of(&args.rules, &args.without, None, args.output.quiet)?;
    let text = match &args.like {
        None => Text::Empty(args.size),
        Some(input) => {
            let source = crate::args::Source { inputs: vec![input.clone()], ..Default::default() };
            let single = open(&source, None, Bounds { timeout: None, ..args.bounds })?.single();
            single.ok_or_else(|| BadInput::new("--like needs exactly one puzzle"))?.text
        }
    };
    let puzzle = extra.complete(extra.read(&text)?)?;
    Ok((extra, puzzle))
}

fn gave_up(why: GenerateError, found: u32, wanted: u32) -> Exit {
    let made = format!("{found} of {}", number(u64::from(wanted), "puzzle"));
    match why {
        GenerateError::NoSolution => {
            warn("These rules have no solution at all, so no puzzle can be made.");
            Exit::Negative
        }
        GenerateError::Limit(_) if cancelled() => {
            warn(&format!("Cancelled after {made}."));
            Exit::Limit
        }
        GenerateError::Limit(_) => {
            warn(&format!("A limit was reached after {made}."));
            Exit::Limit
        }
        GenerateError::Exhausted(all) => {
            let why = match all {
                0 => "givens cannot distinguish the solutions",
                1 => "there is only one solution even without givens, so every puzzle would be the same",
                _ => "any further puzzle would repeat one of these",
            };
            warn(&format!("There is no further puzzle of this kind after {made}: {why}."));
            Exit::Negative
        }
        GenerateError::Repeats(times) => {
            warn(&format!("Ended after {made}: {} in a row made only duplicates.", number(times, "attempt")));
            Exit::Limit
        }
        GenerateError::Attempts => {
            warn(&format!(
                "Gave up after {made}: no attempt met the requirements. Try more givens or a wider range of difficulty."
            ));
            Exit::Limit
        }
        why => {
            warn(&format!("Ended after {made}: {why}."));
            Exit::Limit
        }
    }
}
