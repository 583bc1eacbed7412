//! Checks new puzzles: they must have one solution, no redundant givens, and the reported rating, and must meet the goal.

use super::row::Row;
use cluewright::check::flaws;
use cluewright::explain::{ExplainOptions, explain};
use cluewright::generate::{Aim, Generated, easier};
use cluewright::logic::{Outcome, Technique};
use cluewright::scale::scale;
use cluewright::search::{Solver, Switches};
use cluewright::techniques::techniques_named;
use cluewright::{Compiled, Limits, TechniqueFilter, Verdict, minimise, rate};

/// The errors of a puzzle.
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
        let fits = |d: &cluewright::Rating| d.outcome == Outcome::Solved && (low..=high).contains(&d.profile.hardest);
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
    if !row.minimal {
        return None;
    }
    match minimise(&compiled, &Limits::none()) {
        Ok(smaller) if smaller.removed.is_empty() => None,
        Ok(smaller) => Some(format!("it does not need {}", smaller.removed.join(", "))),
        Err(e) => Some(e.to_string()),
    }
}

/// The errors of a puzzle that was made for a goal.
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
    let below = easier(&TechniqueFilter::default(), info);
    let mut with = TechniqueFilter { hardest: below.hardest.max(info.difficulty), ..below.clone() };
    let finds = |t: &&'static dyn Technique| t.infos().iter().any(|i| i.id == info.id);
    with.techniques.extend(TechniqueFilter::default().techniques.iter().filter(|t| finds(t)));
    let walk = |ways| explain(compiled, ExplainOptions { ways, ..ExplainOptions::default() }, &Limits::none()).path;
    if walk(below).outcome == Outcome::Solved {
        return Some(format!("it does not need {}", info.name));
    }
    let goes_on = walk(with).steps.iter().any(|step| step.technique.id == info.id);
    (!goes_on).then(|| format!("{} does not go on", info.name))
}
