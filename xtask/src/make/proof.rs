//! Proofs of what was made: one solution, nothing needless, the rating that is told, what it was led to.

use super::{Row, classic, one, rows, shapes, write};
use crate::task::{Fail, Words};
use cluewright::check::flaws;
use cluewright::explain::{ExplainOptions, explain};
use cluewright::generate::{Aim, Generated, easier};
use cluewright::logic::{Outcome, Technique};
use cluewright::scale::scale;
use cluewright::search::{Solver, Switches};
use cluewright::techniques::techniques_named;
use cluewright::{Compiled, Limits, Verdict, Ways, formats, minimise, rate};
use std::fmt::Write as _;

/// Makes so many puzzles over all rows and says what was proved of them.
pub(super) fn proved(words: &Words, many: usize, from: u64, limit: f64) -> Result<(), Fail> {
    let mut rows = rows()?;
    rows.extend(classic::rows()?);
    let rows: Vec<&Row> = rows.iter().filter(|row| words.wants(&row.name)).collect();
    let mut shapes: Vec<shapes::Shapes> = rows.iter().map(|_| shapes::Shapes::default()).collect();
    let (mut made, mut none, mut rated, mut faults, mut lines) = (0, 0, 0, Vec::new(), String::new());
    'all: for seed in from.. {
        for (row, shapes) in rows.iter().zip(&mut shapes) {
            let run = one(row, seed, limit)?;
            let Some(puzzle) = &run.made else {
                none += 1;
                if none > 2 * many {
                    break 'all;
                }
                continue;
            };
            made += 1;
            rated += usize::from(puzzle.difficulty.as_ref().is_some_and(|d| d.outcome == Outcome::Solved));
            shapes.take(&puzzle.puzzle);
            if let Some(fault) = &run.fault {
                eprintln!("{} {seed}: {fault}", row.name);
            }
            faults.extend(run.fault.iter().map(|fault| format!("{} {seed}: {fault}", row.name)));
            write(words, row, seed, &run)?;
            let raw = formats::by_id("clue").and_then(|f| f.write(&puzzle.puzzle)).map_err(|e| e.to_string())?.0;
            let id = format!("{} {seed}", row.name);
            let _ = writeln!(lines, "{}", serde_json::json!({ "id": id, "raw": raw, "status": "unique" }));
            if words.has("--verbose") {
                eprintln!("{made}: {} {seed}, {:.1} s", row.name, run.seconds);
            }
            if made >= many {
                break 'all;
            }
        }
    }
    if let Some(file) = words.text("--lines") {
        std::fs::write(file, lines).map_err(|e| format!("{file}: {e}"))?;
    }
    let again: Vec<String> =
        rows.iter().zip(&shapes).filter(|(_, s)| s.again > 0).map(|(r, s)| format!("{} {}", r.name, s.again)).collect();
    println!(
        "{made} puzzles of {} kinds; each has one solution by the general engine, needs each of its clues, is held true by \
         the rules' texts, and is rated as `rate` rates it ({rated} to the end): {} faults. {none} were not made within \
         {limit} s. Shapes that came a second time: {}",
        rows.len(),
        faults.len(),
        if again.is_empty() { "none".to_owned() } else { again.join(", ") }
    );
    for (row, shapes) in rows.iter().zip(&shapes).filter(|(_, shapes)| shapes.different() > 0) {
        println!("{:42} {:4} different shapes of clues", row.name, shapes.different());
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// What is wrong with a puzzle.
pub(super) fn fault(row: &Row, made: &Generated) -> Option<String> {
    let compiled = match Compiled::new(made.puzzle.clone()) {
        Ok(compiled) => compiled,
        Err(e) => return Some(e.to_string()),
    };
    let answer = Solver::with(compiled.model(), Switches::default()).verdict(&compiled.board(), &Limits::none());
    let Verdict::Unique(solution) = answer.value else { return Some("it has not one solution".to_owned()) };
    let stated: Vec<Option<i32>> = compiled.numbers(&solution).into_iter().map(Some).collect();
    if made.puzzle.solution != stated {
        return Some("its solution is another one".to_owned());
    }
    let givens = made.puzzle.givens.len() as u32;
    if row.givens.is_some_and(|(low, high)| !(low..=high).contains(&givens)) {
        return Some(format!("it has {givens} givens"));
    }
    if let Some((low, high)) = row.difficulty {
        let fits = |d: &cluewright::generate::Difficulty| {
            d.outcome == Outcome::Solved && (low..=high).contains(&d.profile.hardest)
        };
        if !made.difficulty.as_ref().is_some_and(fits) {
            return Some("it is not as hard as wanted".to_owned());
        }
    }
    match flaws(&compiled, &compiled.numbers(&solution), &Limits::none()) {
        Ok(flaws) if flaws.is_empty() => {}
        Ok(flaws) => return Some(format!("its rules' texts refuse the solution: {}", flaws.len())),
        Err(e) => return Some(e.to_string()),
    }
    if let Some(told) = made.difficulty.as_ref().filter(|d| d.outcome == Outcome::Solved) {
        match rate(&compiled, &Limits::none()) {
            Ok(rating)
                if rating.profile.hardest == told.profile.hardest && rating.profile.steps == told.profile.steps => {}
            Ok(rating) => return Some(format!("it is rated {}, not {}", rating.profile.hardest, told.profile.hardest)),
            Err(e) => return Some(e.to_string()),
        }
    }
    if let Some(wrong) = row.led.and_then(|(_, aim)| unled(&compiled, aim, made)) {
        return Some(wrong);
    }
    if row.led.is_some_and(|(wanted, _)| !wanted.minimal) {
        return None;
    }
    match minimise(&compiled, &Limits::none()) {
        Ok(smaller) if smaller.removed.is_empty() => None,
        Ok(smaller) => Some(format!("it does not need {}", smaller.removed.join(", "))),
        Err(e) => Some(e.to_string()),
    }
}

/// What is wrong with a puzzle that is led somewhere.
fn unled(compiled: &Compiled, aim: Aim, made: &Generated) -> Option<String> {
    if let Some(told) = &made.rating {
        let now = scale(&told.scale).ok()?.rate(compiled, &|| false);
        if !now.as_ref().is_ok_and(|now| now.text == told.text) {
            return Some(format!("it is not `{}`: {now:?}", told.text));
        }
    } else if aim.level.is_some() {
        return Some("nothing is told of its level".to_owned());
    }
    let info = techniques_named(aim.technique?).ok()?[0];
    let below = easier(&Ways::default(), info);
    let mut with = below.clone();
    let finds = |t: &&'static dyn Technique| t.infos().iter().any(|i| i.id == info.id);
    with.techniques.extend(Ways::default().techniques.iter().filter(|t| finds(t)));
    let walk = |ways| explain(compiled, ExplainOptions { ways, ..ExplainOptions::default() }, &Limits::none()).path;
    if walk(below).outcome == Outcome::Solved {
        return Some(format!("it does not need {}", info.name));
    }
    let goes_on = walk(with).steps.iter().any(|step| step.technique.id == info.id);
    (!goes_on).then(|| format!("{} does not go on", info.name))
}
