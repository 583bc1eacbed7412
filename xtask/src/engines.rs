//! `engines FILE.jsonl...`: runs the normal engine and the simple engine on every puzzle of a corpus. The two engines must give the
//! same verdict, and the same solution if it is unique, whenever the simple engine finishes.

use crate::clock;
use crate::corpus::{chosen, id_of, model_of};
use crate::task::{Fail, ONLY, Task, Words};
use cluewright_core::Model;
use cluewright_search::{Answer, Limits, Solver, Verdict};

pub(crate) const TASK: Task = Task {
    name: "engines",
    takes: "FILE.jsonl...",
    about: "both engines agree, as far as the simple one gets within these limits",
    options: &[ONLY, ("--nodes", "N", "20000", "search nodes for each"), ("--limit-s", "S", "1", "seconds for each")],
    run,
};

fn run(words: &Words) -> Result<(), Fail> {
    let (nodes, limit): (u64, f64) = (words.number("--nodes")?, words.number("--limit-s")?);
    let (mut same, mut partly, mut open, mut unread, mut differ) = (0, 0, 0, 0, Vec::new());
    for record in chosen(words)? {
        let Some(model) = model_of(&record) else {
            unread += 1;
            continue;
        };
        let ask = |mut solver: Solver<'_>| {
            let start = clock::thread();
            let stop = || clock::thread() - start > limit;
            solver.verdict(&model.board(), &Limits { nodes, stop: Some(&stop), ..Limits::none() })
        };
        let (fast, slow) = (ask(Solver::new(&model)), ask(Solver::simple(&model)));
        match agree(&model, &fast, &slow) {
            None => differ.push(format!("{}: {:?} and {:?}", id_of(&record), word(&fast.value), word(&slow.value))),
            Some(true) if fast.complete() && slow.complete() => same += 1,
            Some(true) => partly += 1,
            Some(false) => open += 1,
        }
    }
    println!(
        "{same} with the same verdict of both; {partly} where a solution one engine found stands against nothing the \
         other knows; {open} undecided by one of them at {nodes} nodes or {limit} s; {unread} not read"
    );
    if differ.is_empty() { Ok(()) } else { Err(format!("they differ:\n{}", differ.join("\n")).into()) }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::None => "none",
        Verdict::Unique(_) => "unique",
        Verdict::Multiple(..) => "multiple",
        Verdict::Unknown(_) => "unknown",
    }
}

/// True if two answers agree, false if one of them is too incomplete to tell, `None` if they disagree.
fn agree(model: &Model, fast: &Answer<Verdict>, slow: &Answer<Verdict>) -> Option<bool> {
    let solutions = |v: &Verdict| match v {
        Verdict::None | Verdict::Unknown(None) => Vec::new(),
        Verdict::Unique(s) | Verdict::Unknown(Some(s)) => vec![s.clone()],
        Verdict::Multiple(a, b) => vec![a.clone(), b.clone()],
    };
    let (a, b) = (solutions(&fast.value), solutions(&slow.value));
    if !a.iter().chain(&b).all(|s| model.holds(s)) {
        return None;
    }
    let same = |x: &[cluewright_core::Value], y: &[cluewright_core::Value]| {
        model.answer_cells().all(|c| x[c.index()] == y[c.index()])
    };
    match (&fast.value, &slow.value) {
        (Verdict::Unknown(_), Verdict::Unknown(_)) => Some(false),
        // If one engine makes a statement about all solutions, the solutions that the other engine found must satisfy it.
        (Verdict::Unknown(_), known) | (known, Verdict::Unknown(_)) => {
            let other = if fast.complete() { &b } else { &a };
            match known {
                Verdict::None => other.is_empty().then_some(false),
                Verdict::Unique(s) => other.iter().all(|o| same(o, s)).then_some(!other.is_empty()),
                _ => Some(!other.is_empty()),
            }
        }
        (Verdict::Unique(x), Verdict::Unique(y)) => same(x, y).then_some(true),
        (x, y) => (word(x) == word(y)).then_some(true),
    }
}
