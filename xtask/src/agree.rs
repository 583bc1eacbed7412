//! `agree FILE.jsonl...`: checks that answers about a position depend on the position alone.

use crate::corpus::{records, text_of};
use crate::task::{Fail, ONLY, Task, Words};
use cluewright::explain::available;
use cluewright::logic::{State, Step, text};
use cluewright::{Compiled, ExplainOptions, Limits, SearchFacts, TechniqueFilter, Verdict, explain, formats};
use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) const TASK: Task = Task {
    name: "agree",
    takes: "FILE.jsonl...",
    about: "hint, steps and explain say the same at every position of the walks of corpora",
    options: &[
        ONLY,
        ("--limit", "N", "60", "the first N puzzles of each file with one solution"),
        ("--work", "N", "300000000", "units of work a walk, and as many for all steps of a position"),
        ("--no-steps", "", "", "without all steps of each position, which take longest"),
    ],
    run,
};

#[derive(Default)]
struct Totals {
    puzzles: usize,
    positions: usize,
    /// Positions where a separate request for the next step gives a different step.
    hints: usize,
    /// Positions in which the walk's step is not among all steps (`steps`), and in which finding all steps exceeded the work
    /// limit (`unfinished`).
    steps: usize,
    unfinished: usize,
    /// Positions where `steps` contains an easier step than the walk.
    easier: usize,
    /// Walks that continue differently when restarted in the middle.
    walks: usize,
}

fn run(words: &Words) -> Result<(), Fail> {
    let (limit, work) = (words.number("--limit")?, words.number("--work")?);
    let ways = TechniqueFilter { work, ..TechniqueFilter::default() };
    let mut totals = Totals::default();
    for file in &words.names {
        let mut left: usize = limit;
        for (number, record) in records(file)?.unwrap_or_default().iter().enumerate() {
            let word = |key: &str| record[key].as_str().filter(|s| !s.is_empty());
            let id = format!("{} {}", number + 1, word("name").or_else(|| word("title")).unwrap_or_default());
            if left == 0 {
                break;
            }
            if words.wants(&id) && one(&id, text_of(record), &ways, !words.has("--no-steps"), &mut totals).is_some() {
                left -= 1;
            }
        }
    }
    println!(
        "{} puzzles, {} positions: another hint at {}, not among all steps at {} ({} not finished), not the easiest of \
         them at {}, {} walks go on otherwise",
        totals.puzzles, totals.positions, totals.hints, totals.steps, totals.unfinished, totals.easier, totals.walks
    );
    let fine = totals.hints + totals.steps + totals.walks == 0;
    if fine { Ok(()) } else { Err("what is told depends on more than the position".into()) }
}

/// The limit for finding the solution, in seconds of processor time.
const SEARCHED: f64 = 10.0;

fn one(id: &str, text: &str, ways: &TechniqueFilter, all: bool, totals: &mut Totals) -> Option<()> {
    let read = formats::read(text).ok().filter(|r| !r.notes.iter().any(|n| n.kind == formats::NoteKind::Unknown))?;
    let compiled = Compiled::new(read.puzzle).ok()?;
    let (begun, asked) = (crate::clock::thread(), AtomicU64::new(0));
    let stop = || asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(64) && crate::clock::thread() - begun > SEARCHED;
    let truth = SearchFacts::new(&compiled, &Limits { stop: Some(&stop), ..Limits::none() });
    if !matches!(truth.verdict, Verdict::Unique(_)) {
        return None;
    }
    totals.puzzles += 1;
    let none = Limits::none();
    let options = |start: Option<State>, ways: &TechniqueFilter| ExplainOptions {
        start,
        ways: ways.clone(),
        truth: Some(&truth),
    };
    let walk = |start: Option<State>, ways: &TechniqueFilter| explain(&compiled, options(start, ways), &none).path;
    let path = walk(None, ways);
    let one = TechniqueFilter { steps: 1, ..ways.clone() };
    let say = |what: &str, state: &State, step: &Step| {
        println!("{what} in {id}: {}: {}", step.technique.id, text::describe(compiled.model(), state, step).short);
    };
    for (at, (state, step)) in path.positions(compiled.model()).enumerate() {
        totals.positions += 1;
        let next = walk(Some(state.clone()), &one).steps.pop();
        if next.as_ref() != Some(step) {
            totals.hints += 1;
            say(&format!("step {}", at + 1), &state, step);
            match &next {
                Some(next) => say("    asked anew", &state, next),
                None => println!("    asked anew: nothing"),
            }
        }
        if all {
            let choice = available(&compiled, options(Some(state.clone()), ways), &none);
            let same = |s: &Step| s.placements == step.placements && s.eliminations == step.eliminations;
            let mut listed =
                choice.steps.iter().flat_map(|a| std::iter::once(&a.step).chain(a.others.iter().map(|o| &o.0)));
            if let Some(easiest) =
                listed.clone().min_by_key(|s| s.difficulty).filter(|s| s.difficulty < step.difficulty)
            {
                totals.easier += 1;
                say(&format!("step {} is {}, not {}", at + 1, step.difficulty, easiest.difficulty), &state, step);
                say("    easier", &state, easiest);
            }
            match (listed.any(same), choice.complete) {
                (true, _) => {}
                (false, false) => totals.unfinished += 1,
                (false, true) => {
                    totals.steps += 1;
                    say("not among all steps", &state, step);
                }
            }
        }
    }
    let middle = path.steps.len() / 2;
    if let Some((state, _)) = path.positions(compiled.model()).nth(middle)
        && walk(Some(state), ways)
            .steps
            .get(..)
            .is_none_or(|s| !path.steps[middle..].starts_with(s) && !s.starts_with(&path.steps[middle..]))
    {
        totals.walks += 1;
        println!("from its middle another walk: {id}");
    }
    Some(())
}
