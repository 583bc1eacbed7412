//! Checks that a technique is found in puzzles that were chosen because they need it.
//!
//! A line is `code <tab> name <tab> puzzle <tab> annotation`; the annotation `s fbf3(2) s` means that singles lead to a position
//! where `fbf3` removes two candidates and that singles then finish the puzzle; `ssts` means the simple set (subsets, locked
//! candidates, basic fish, colours, XY-Wing), and `x` means any techniques. A puzzle *passes* if it is solved without trial and the
//! named technique finds a step at the position where the preceding techniques find nothing more. For `x`, the preceding techniques
//! are all techniques with a lower difficulty; otherwise, any position counts that lies on the path found by all techniques except
//! the named technique.

use crate::classics::{classic, puzzle, puzzle_in, solution, wrong};
use crate::task::{Fail, Task, VERIFY, Words};
use cluewright_logic::{
    Config, Found, Outcome, RARE, State, Step, TECHNIQUES, Technique, TechniqueInfo, View, solve_logically,
};
use cluewright_logic::{Space, proof, text};
use std::collections::BTreeMap;

pub(crate) const TASK: Task = Task {
    name: "exemplars",
    takes: "FILE",
    about: "is the technique found that a puzzle was chosen for",
    options: &[("--technique", "SHORT", "", "puzzles chosen for this one"), VERIFY],
    run,
};

/// A technique restricted to its steps with one short name, or to its other steps.
struct Named<'t> {
    inner: &'t dyn Technique,
    short: &'t str,
    others: bool,
}

/// Whether a technique has this short name; `sc` also means `sc1` and `sc2`.
fn is_named(info: &TechniqueInfo, short: &str) -> bool {
    info.aliases.iter().any(|a| *a == short || a.strip_suffix(|c: char| c.is_ascii_digit()) == Some(short))
}

impl Technique for Named<'_> {
    fn info(&self) -> &'static TechniqueInfo {
        self.inner.info()
    }

    fn find(&self, view: &View, found: &mut Found) {
        let accept = |s: &Step| is_named(s.technique, self.short) != self.others && !s.is_trial();
        let wanted = if self.others { 1 } else { usize::MAX };
        let mut all = Found::new(wanted, found.work_left()).accepting(&accept);
        self.inner.find(view, &mut all);
        for step in all.into_steps() {
            found.push(step);
        }
    }
}

/// The techniques of the simple set, by their short names.
const SIMPLE: [&str; 22] = [
    "fh",
    "n1",
    "h1",
    "lc1",
    "lc2",
    "l2",
    "l3",
    "n2",
    "n3",
    "n4",
    "h2",
    "h3",
    "h4",
    "bf2",
    "bf3",
    "bf4",
    "sc1",
    "sc2",
    "mc1",
    "mc2",
    "xy",
    "clue step",
];

#[derive(Default)]
struct Row {
    all: usize,
    solved: usize,
    found: usize,
    passed: usize,
}

/// Runs the task that the first lines of this file describe.
fn run(words: &Words) -> Result<(), Fail> {
    let (path, only) = (words.names[0], words.text("--technique"));
    let file = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let mut table: BTreeMap<String, Row> = BTreeMap::new();
    let (mut unsound, mut unproved) = (0, 0);
    for line in file.lines().filter(|l| !l.starts_with('#')) {
        let (Some(sudoku), Some((before, short))) = (puzzle_in(line), annotation(line)) else { continue };
        if only.is_some_and(|o| o != short) {
            continue;
        }
        let model = classic(&puzzle(&sudoku));
        let path = solve_logically(&model, State::start(&model), &Config { trial: false, ..Config::default() });
        let solved = path.outcome == Outcome::Solved;
        let named: Vec<Named> = TECHNIQUES
            .iter()
            .chain(RARE)
            .filter(|t| t.infos().iter().any(|i| is_named(i, &short)))
            .map(|t| Named { inner: *t, short: &short, others: false })
            .collect();
        let space = Space::new(&model);
        let look = |state: State| -> Option<(State, Step)> {
            let view = View::new(&space, &state, None);
            let mut steps = Found::new(1, 2_000_000_000);
            for technique in &named {
                technique.find(&view, &mut steps);
            }
            let step = steps.into_steps().pop();
            step.map(|step| (state.clone(), step))
        };
        let mut found = None;
        for easier in easier(before, &short) {
            let config = Config { trial: false, techniques: &easier, ..Config::default() };
            found = look(solve_logically(&model, State::start(&model), &config).end);
            if found.is_some() {
                break;
            }
        }
        if before == "x" && found.is_none() {
            let others: Vec<Named> =
                TECHNIQUES.iter().map(|t| Named { inner: *t, short: &short, others: true }).collect();
            let others: Vec<&dyn Technique> = others.iter().map(|t| t as &dyn Technique).collect();
            let config = Config { trial: false, techniques: &others, ..Config::default() };
            let way = solve_logically(&model, State::start(&model), &config);
            found = way.positions(&model).find_map(|(state, _)| look(state));
        }
        let truth = solution(&model);
        for (state, step) in path.positions(&model).chain(found.iter().map(|(state, s)| (state.clone(), s))) {
            if wrong(step, truth.as_deref()) {
                unsound += 1;
                println!("WRONG in {sudoku}: {}", text::describe(&model, &state, step));
            }
            if words.has("--verify") && proof::verify(&model, &state, step).is_err() {
                unproved += 1;
                println!("NOT PROVED in {sudoku}: {}", text::describe(&model, &state, step));
            }
        }
        let row = table.entry(short.clone()).or_default();
        row.all += 1;
        row.solved += usize::from(solved);
        row.found += usize::from(found.is_some());
        row.passed += usize::from(solved && found.is_some());
        if !solved || found.is_none() {
            let solved = if solved { "solved" } else { "not solved" };
            let there = if found.is_none() { "not found" } else { "found" };
            println!("{short}: {solved}, {short} {there}: {sudoku}");
        }
    }
    let mut all = Row::default();
    for (short, row) in &table {
        println!("{short:6} of {:3}: solved {:3}, named {:3}, passed {:3}", row.all, row.solved, row.found, row.passed);
        all.all += row.all;
        all.solved += row.solved;
        all.found += row.found;
        all.passed += row.passed;
    }
    println!(
        "solved without trial {} of {}; named technique found where it is needed {}",
        all.solved, all.all, all.found
    );
    println!("passed {} of {}; wrong steps {unsound}; not proved {unproved}", all.passed, all.all);
    if unsound + unproved > 0 { Err("steps were wrong or not proved".into()) } else { Ok(()) }
}

/// The set of techniques before the named technique (`s`, `ssts` or `x`), and the short name of the named technique.
fn annotation(line: &str) -> Option<(&str, String)> {
    let note = line.split('\t').nth(3)?;
    let words: Vec<&str> = note.split_whitespace().collect();
    let at = words.iter().position(|w| w.contains('('))?;
    let before = if at == 0 { "s" } else { words[at - 1] };
    Some((before, words[at].split('(').next()?.to_owned()))
}

/// The sets of techniques that are exhausted before the named technique is tried; the first set that works counts.
fn easier(before: &str, short: &str) -> Vec<Vec<&'static dyn Technique>> {
    let all = || TECHNIQUES.iter().copied();
    let finds = |t: &dyn Technique, names: &[&str]| t.infos().iter().any(|i| names.iter().any(|n| is_named(i, n)));
    let simple = |names: &[&str]| all().filter(|t| finds(*t, names)).collect::<Vec<_>>();
    // Try the simple set without the named technique first, then smaller and smaller sets.
    let without: Vec<&str> = SIMPLE.iter().copied().filter(|n| !n.starts_with(short)).collect();
    match before {
        "s" => vec![simple(&SIMPLE[..3])],
        "ssts" => vec![simple(&without), simple(&SIMPLE[..16]), simple(&SIMPLE[..13]), simple(&SIMPLE[..5])],
        _ => {
            let own = all().chain(RARE.iter().copied()).filter(|t| finds(*t, &[short]));
            let least = own.flat_map(Technique::infos).filter(|i| is_named(i, short)).map(|i| i.difficulty).min();
            vec![all().filter(|t| least.is_some_and(|d| t.info().difficulty < d)).collect(), simple(&without)]
        }
    }
}
