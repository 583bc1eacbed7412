//! `generate`: new puzzles.

use crate::args::{Generate, Symmetry as Turn};
use crate::input::{Extra, Text, open};
use crate::output::{Exit, Failure, Progress, hand_over, json, number, remark, say};
use crate::stop::{Clock, cancelled, threads};
use cluewright::generate::{Generated, Generator, Hopeless, Made, Quota, Symmetry, Wanted};
use cluewright::logic::Outcome;
use cluewright::report::{GeneratedReport, tenths};
use cluewright::{BadInput, Compiled, Limits, formats};

/// Attempts for one puzzle before the wish is called too hard.
const ATTEMPTS: u64 = 20_000;

pub(crate) fn run(args: Generate) -> Result<Exit, Failure> {
    let format = formats::by_id(&args.to)?;
    let started = std::time::Instant::now();
    let clock = Clock::start(args.bounds);
    let base = base(&args, clock)?;
    if args.output.trace {
        remark(crate::batch::trace(&base, started.elapsed()).trim_end());
    }
    let wanted = Wanted {
        givens: args.givens,
        minimal: args.minimal,
        symmetry: match args.symmetry {
            Turn::None => Symmetry::None,
            Turn::Rotate => Symmetry::Rotate,
            Turn::Quarter => Symmetry::Quarter,
            Turn::Horizontal => Symmetry::Horizontal,
            Turn::Vertical => Symmetry::Vertical,
            Turn::Diagonal => Symmetry::Diagonal,
        },
        difficulty: args.difficulty,
        // Nobody would be told.
        unrated: args.output.quiet && !args.output.json,
        seed: args.seed,
    };
    let shape = &base.puzzle().shape;
    if matches!(wanted.symmetry, Symmetry::Quarter | Symmetry::Diagonal) && shape.height() != shape.width() {
        return Err(BadInput::new("this symmetry needs a square grid")
            .hint("rotate, horizontal and vertical do not")
            .into());
    }
    let stop = || clock.is_over();
    let limits = Limits { nodes: args.bounds.nodes, stop: Some(&stop), progress: None };
    let generator = match Generator::new(&base, wanted, &limits) {
        Ok(generator) => generator,
        Err(why) => return Ok(gave_up(why, 0, args.count)),
    };
    let bar = Progress::new(args.output);
    let (mut found, mut unrated) = (0u32, 0u32);
    let mut failure: Option<Failure> = None;
    let attempts = ATTEMPTS.saturating_mul(args.count as u64);
    let quota = Quota { puzzles: args.count, attempts, threads: threads(args.bounds) };
    let result = generator.run(&quota, &limits, |made| match made {
        Made::Puzzle(puzzle) => {
            bar.clear();
            found += 1;
            let whole = puzzle.difficulty.as_ref().is_none_or(|d| d.outcome == Outcome::Solved);
            unrated += u32::from(!whole);
            if let Err(e) = write(&args, format, &puzzle, found) {
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

/// The puzzle whose shape, rules and clues the new ones have.
fn base(args: &Generate, clock: Clock) -> Result<Compiled, Failure> {
    let extra = Extra::of(&args.rules, &args.without, None, args.output.quiet)?;
    let text = match &args.like {
        None => Text::Empty(args.size),
        Some(input) => {
            let source = crate::args::Source { inputs: vec![input.clone()], ..Default::default() };
            let single = open(&source, None)?.single();
            single.ok_or_else(|| BadInput::new("--like takes one puzzle"))?.text
        }
    };
    let mut puzzle = extra.read(&text)?;
    puzzle.givens.clear();
    puzzle.solution.clear();
    if args.like.is_none() {
        puzzle.title = String::new();
    }
    Ok(extra.compile(puzzle, &|| clock.is_over())?)
}

fn write(args: &Generate, format: &dyn formats::Format, made: &Generated, number_: u32) -> Result<(), Failure> {
    let mut puzzle = made.puzzle.clone();
    // A line says nothing of rules; other formats write what they can.
    let (text, _) = format.write(&puzzle).or_else(|_| {
        puzzle.solution.clear();
        format.write(&puzzle)
    })?;
    let text = match args.to.as_str() {
        "line" => text.split([',', ' ', '\n']).next().unwrap_or_default().to_owned(),
        _ => text,
    };
    let told = args.output.json || !args.output.quiet;
    let Some(difficulty) = made.difficulty.as_ref().filter(|_| told) else {
        return hand_over(&format!("{}\n", text.trim_end()));
    };
    let profile = &difficulty.profile;
    let solved = difficulty.outcome == Outcome::Solved;
    if args.output.json {
        return say(&json(&GeneratedReport::new(number_, made, text)));
    }
    let givens = number(made.puzzle.givens.len() as u64, "given");
    let about = match profile.technique.filter(|_| solved) {
        Some(hardest) => {
            let steps = number(profile.steps as u64, "step");
            format!("{givens}, {steps}, hardest {} ({:.1})", hardest.name, tenths(profile.hardest))
        }
        // How far a short look came says nothing of the puzzle, and a full grid has no step.
        None => givens,
    };
    if args.to == "line" {
        hand_over(&format!("{text} # {about}\n"))
    } else {
        hand_over(&format!("# {number_}: {about}\n{}\n\n", text.trim_end()))
    }
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
