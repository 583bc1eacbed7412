//! `fuzz`: makes random small puzzles with all rules of the library, asks every question about them, and compares the answers with
//! an enumeration of all assignments.
//!
//! A case is a grid with random size, digits and boxes, a few open cells, and random rules and clues. The evaluator judges each
//! assignment of the open cells; it shares places and binding with lowering, but uses neither search nor logic. The evaluator's
//! results are the reference for the verdict, the count, the true candidates, every step of an explanation, and the same puzzle
//! written in each format and read back. Case `N` of seed `S` is the same on every machine.

mod asked;
mod case;
mod truth;

use crate::task::{Fail, Task, Words};
use case::Case;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

pub(crate) const TASK: Task = Task {
    name: "fuzz",
    takes: "",
    about: "random small puzzles, every answer compared with all assignments judged by the rules' texts",
    options: &[
        ("--minutes", "N", "1", "how long; part of a minute may be asked"),
        ("--seed", "S", "1", "another seed, other puzzles"),
        ("--case", "N", "", "only this case of the seed, and its puzzle"),
        ("--rule", "NAME", "", "a clue or use of this rule in every puzzle"),
    ],
    run,
};

/// The outcome of a case.
enum Outcome {
    /// All answers agreed. The puzzle has this number of solutions.
    Agreed(usize),
    /// The case is not a puzzle, for this reason.
    Skipped(String),
    /// Two answers disagree: a description of the difference, and the smallest puzzle that shows it.
    Differs(String, Box<Case>),
}

fn run(words: &Words) -> Result<(), Fail> {
    let (minutes, seed): (f64, u64) = (words.number("--minutes")?, words.number("--seed")?);
    let rule = words.text("--rule");
    if let Some(only) = words.text("--case") {
        let number = only.parse().map_err(|e| Fail::Usage(format!("--case {only}: {e}")))?;
        let case = Case::random(seed, number, rule)?;
        println!("{}", case.text());
        return match judge(case) {
            Outcome::Agreed(n) => {
                println!("{n} solutions, and everybody agrees");
                Ok(())
            }
            Outcome::Skipped(why) => Err(format!("no case: {why}").into()),
            Outcome::Differs(what, case) => Err(told(seed, number, &what, &case).into()),
        };
    }
    let end = Instant::now() + Duration::from_secs_f64(minutes.clamp(0.0, 1e6) * 60.0);
    let (mut by_count, mut skipped) = ([0u64; 3], BTreeMap::<String, u64>::new());
    let mut used: BTreeMap<String, u64> = BTreeMap::new();
    let mut differ = Vec::new();
    let mut number = 0;
    // Do not print a panic here; it is reported with its case.
    std::panic::set_hook(Box::new(|_| {}));
    while Instant::now() < end && differ.len() < 20 {
        number += 1;
        let case = Case::random(seed, number, rule)?;
        let names = case.names();
        match judge(case) {
            Outcome::Agreed(n) => {
                by_count[n.min(2)] += 1;
                for name in names {
                    *used.entry(name).or_default() += 1;
                }
            }
            Outcome::Skipped(why) => *skipped.entry(why).or_default() += 1,
            Outcome::Differs(what, case) => {
                eprintln!("{}", told(seed, number, &what, &case));
                differ.push(number.to_string());
            }
        }
    }
    let _ = std::panic::take_hook();
    let library = cluewright::rules::Ruleset::library();
    let missing: Vec<&str> =
        library.rules().map(|r| r.name.as_str()).filter(|name| !used.contains_key(*name)).collect();
    println!(
        "{number} cases of seed {seed}: agreed on {} without a solution, {} with one, {} with more; {} of {} rules used{}",
        by_count[0],
        by_count[1],
        by_count[2],
        used.len(),
        library.rules().count(),
        if missing.is_empty() { String::new() } else { format!(", not {}", missing.join(", ")) },
    );
    for (why, n) in &skipped {
        println!("  {n} skipped: {why}");
    }
    match differ.len() {
        0 => Ok(()),
        n => Err(format!("{n} differences: cases {} of seed {seed}", differ.join(", ")).into()),
    }
}

fn told(seed: u64, number: u64, what: &str, case: &Case) -> String {
    format!("seed {seed}, case {number}: {what}\n{}", case.text())
}

/// Compares all answers about a case. A difference is reduced to the smallest puzzle that differs in the same way.
fn judge(case: Case) -> Outcome {
    let (kind, what) = match asked_quietly(&case) {
        Ok(n) => return Outcome::Agreed(n),
        Err(asked::Wrong::NoCase(why)) => return Outcome::Skipped(why),
        Err(asked::Wrong::Differs(kind, what)) => (kind, what),
    };
    let (mut what, mut smallest) = (what, case);
    'smaller: loop {
        for smaller in smallest.smaller() {
            // A panic with another message is a different error.
            if let Err(asked::Wrong::Differs(again, how)) = asked_quietly(&smaller)
                && again == kind
                && (kind != "panic" || how == what)
            {
                (what, smallest) = (how, smaller);
                continue 'smaller;
            }
        }
        return Outcome::Differs(format!("{kind}: {what}"), Box::new(smallest));
    }
}

fn asked_quietly(case: &Case) -> Result<usize, asked::Wrong> {
    catch_unwind(AssertUnwindSafe(|| asked::everything(case))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default();
        Err(asked::Wrong::Differs("panic", text))
    })
}
