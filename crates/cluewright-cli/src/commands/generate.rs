//! `generate`: new puzzles.

use super::made::{Told, write};
use crate::args::{Bounds, Generate, numbers};
use crate::input::{Extra, Text, open};
use crate::output::{Exit, Failure, Progress, number, remark};
use crate::stop::{Clock, cancelled, threads};
use crate::user_rules;
use cluewright::core::puzzle::Definition;
use cluewright::generate::{Hopeless, Kind, Made, Maker, OnScale, Quota, Wish};
use cluewright::logic::Outcome;
use cluewright::rules::Ruleset;
use cluewright::techniques::techniques_named;
use cluewright::{BadInput, Limits, Puzzle, formats};

/// Attempts for one puzzle before the wish is called too hard.
const ATTEMPTS: u64 = 20_000;

pub(crate) fn run(args: Generate) -> Result<Exit, Failure> {
    let started = std::time::Instant::now();
    let clock = Clock::start(args.bounds);
    let (extra, mut base) = base(&args)?;
    let stop = || clock.is_over();
    let limits = Limits { nodes: args.bounds.nodes, stop: Some(&stop), ..Limits::none() };
    let quota = Quota {
        puzzles: args.count,
        attempts: ATTEMPTS.saturating_mul(args.count as u64),
        threads: threads(args.bounds),
    };
    let wish = wish(&args, kinds(&args, &mut base)?)?;
    let maker = if args.same_clues { Maker::new } else { Maker::like }(base, wish, &limits)?;
    extra.tell_unread(maker.base(), "");
    if args.output.trace {
        remark(crate::batch::trace(maker.base(), started.elapsed()).trim_end());
    }
    // Ordinary grids go on a line.
    let lines = maker.base().puzzle().clues.is_empty() && args.regions.is_none();
    let lines = maker.setter().is_none_or(|setter| lines && !setter.makes_clues());
    let format = formats::by_id(args.to.as_deref().unwrap_or(if lines { "line" } else { "clue" }))?;
    let covered = maker.setter().map(|setter| |puzzle: &Puzzle| setter.covered(puzzle));
    let told = Told { format, covered: covered.as_ref().map(|covered| covered as &dyn Fn(&Puzzle) -> usize) };
    hand_out(&args, &told, |tell| maker.run(&quota, &limits, tell))
}

/// The hardest step that is asked for, where no scale is named.
fn hardest(args: &Generate) -> Result<Option<(u16, u16)>, BadInput> {
    let Some(text) = args.difficulty.as_deref() else { return Ok(None) };
    if OnScale::asked(args.scale.as_deref(), text).map_err(BadInput::from)?.is_some() {
        return Ok(None);
    }
    numbers::tenths(text).map(Some).map_err(|why| BadInput::new("--difficulty").hint(why))
}

/// The kinds of clues that are asked for. A rule of the user's folder that no puzzle names yet comes to the puzzle.
fn kinds(args: &Generate, base: &mut Puzzle) -> Result<Vec<Kind>, Failure> {
    let mut kinds: Vec<Kind> = Vec::new();
    for list in &args.clues {
        kinds.extend(Kind::read_all(list).map_err(BadInput::from)?);
    }
    let known = Ruleset::for_puzzle(base, &[])?;
    for kind in kinds.iter().filter(|kind| known.rule(&kind.rule).is_none()) {
        if let Some(file) = user_rules::file_of(&kind.rule) {
            let text = user_rules::read_rule_file(&file.to_string_lossy())?;
            if base.definitions.iter().all(|d| d.text != text) {
                base.definitions.push(Definition { text, line: 1 });
            }
        }
    }
    Ok(kinds)
}

fn wish(args: &Generate, kinds: Vec<Kind>) -> Result<Wish, Failure> {
    let named = |name: &str| techniques_named(name).map_err(BadInput::from);
    let mut avoid = Vec::new();
    for name in &args.avoid {
        avoid.extend(named(name)?.into_iter().map(|info| info.id));
    }
    let level = args.difficulty.as_deref().map(|text| OnScale::asked(args.scale.as_deref(), text));
    Ok(Wish {
        kinds,
        givens: args.givens,
        minimal: (args.minimal || args.not_minimal).then_some(args.minimal),
        symmetry: args.symmetry,
        jigsaw: args.regions.is_some(),
        prefer: args.prefer,
        difficulty: hardest(args)?,
        level: level.transpose().map_err(BadInput::from)?.flatten(),
        distinct: args.distinct,
        technique: args.technique.as_deref().map(named).transpose()?.map(|infos| infos[0].id),
        avoid,
        // Nobody would be told.
        unrated: args.output.quiet && !args.output.json,
        seed: args.seed,
    })
}

/// Puzzles as they come, and how it ended.
fn hand_out(
    args: &Generate,
    told: &Told<'_>,
    run: impl FnOnce(&mut dyn FnMut(Made)) -> Result<(), Hopeless>,
) -> Result<Exit, Failure> {
    let bar = Progress::new(args.output);
    let (mut found, mut unrated) = (0u32, 0u32);
    let mut failure: Option<Failure> = None;
    let result = run(&mut |made| match made {
        Made::Puzzle(puzzle) => {
            bar.clear();
            found += 1;
            let whole = puzzle.difficulty.as_ref().is_none_or(|d| d.outcome == Outcome::Solved);
            unrated += u32::from(!whole);
            if let Err(e) = write(args, told, &puzzle, found) {
                failure.get_or_insert(e);
            }
        }
        Made::Attempt(so_far) => bar
            .tell(|| format!("generating: {} of {}, {}", so_far.found, args.count, number(so_far.attempts, "attempt"))),
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
        remark(&format!(
            "{which} not rated: a short look did not come to the end. `rate` looks on, and so does `--difficulty`."
        ));
    }
    match result {
        Ok(()) => Ok(Exit::Done),
        Err(why) => Ok(gave_up(why, found, args.count)),
    }
}

/// The puzzle whose shape and rules the new ones have, and what the command line adds to it.
fn base(args: &Generate) -> Result<(Extra, Puzzle), Failure> {
    let extra = Extra::of(&args.rules, &args.without, None, args.output.quiet)?;
    let text = match &args.like {
        None => Text::Empty(args.size),
        Some(input) => {
            let source = crate::args::Source { inputs: vec![input.clone()], ..Default::default() };
            let single = open(&source, None, Bounds { timeout: None, ..args.bounds })?.single();
            single.ok_or_else(|| BadInput::new("--like takes one puzzle"))?.text
        }
    };
    let puzzle = extra.complete(extra.read(&text)?)?;
    Ok((extra, puzzle))
}

fn gave_up(why: Hopeless, found: u32, wanted: u32) -> Exit {
    let made = format!("{found} of {}", number(u64::from(wanted), "puzzle"));
    match why {
        Hopeless::NoSolution => {
            remark("These rules have no solution at all, so there is no puzzle to make.");
            Exit::Negative
        }
        Hopeless::Limit(_) if cancelled() => {
            remark(&format!("Cancelled after {made}."));
            Exit::Limit
        }
        Hopeless::Limit(_) => {
            remark(&format!("The limit was reached after {made}."));
            Exit::Limit
        }
        Hopeless::Exhausted(all) => {
            let why = match all {
                0 => "givens of the grid cannot tell its solutions apart",
                1 => "without givens there is one solution, so every puzzle would be the same",
                _ => "each further one would be one of these again",
            };
            remark(&format!("There is no further puzzle of this kind after {made}: {why}."));
            Exit::Negative
        }
        Hopeless::Repeats(times) => {
            remark(&format!(
                "Ended after {made}: {} in a row made only puzzles that were there already.",
                number(times, "attempt")
            ));
            Exit::Limit
        }
        Hopeless::Attempts => {
            remark(&format!(
                "Gave up after {made}: no attempt was what is wanted. More givens or a wider range of difficulty may help."
            ));
            Exit::Limit
        }
        why => {
            remark(&format!("Ended after {made}: {why}."));
            Exit::Limit
        }
    }
}
