//! One puzzle or millions: the same work for each, on all cores, answers in the order of the input, constant memory.

use crate::args::{Bounds, Common, Output};
use crate::commands::no_solution;
use crate::input::{Extra, Input, Line, Lines, Text, open};
use crate::output::{Exit, Failure, Progress, complain, hand_over, json, remark, say};
use crate::plain::{self, Plain};
use crate::screen::one_line;
use crate::stop::{Clock, cancelled, threads, unwatch};
use cluewright::report::Failed;
use cluewright::{BadInput, Compiled, Limits};
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex};

/// What one puzzle's work is told.
pub(crate) struct Job<'a> {
    /// A file's name, or the number of a line.
    pub(crate) id: &'a str,
    /// The puzzle.
    pub(crate) compiled: &'a Compiled,
    /// Its clock, already running.
    pub(crate) clock: Clock,
    /// Limits, with the stop signal and, for a single puzzle, progress.
    pub(crate) limits: Limits<'a>,
    /// Is it one of many, so that the answer is one line?
    pub(crate) one_of_many: bool,
    /// Threads its own work may use.
    pub(crate) threads: usize,
}

/// What one puzzle's work leaves behind.
#[derive(Default)]
pub(crate) struct Answered {
    /// For standard output.
    pub(crate) out: String,
    /// For standard error, a remark a line.
    pub(crate) err: String,
    /// Givens that contradict each other, when they are told in words: for standard error.
    pub(crate) clash: Option<String>,
    /// Is the output a puzzle in some format, which has to arrive as it is?
    pub(crate) data: bool,
    /// The exit status.
    pub(crate) exit: Option<Exit>,
}

impl Answered {
    pub(crate) fn new(out: impl Into<String>, exit: Exit) -> Self {
        Self { out: out.into(), exit: Some(exit), ..Self::default() }
    }

    /// A puzzle in some format.
    pub(crate) fn data(out: impl Into<String>, exit: Exit) -> Self {
        Self { data: true, ..Self::new(out, exit) }
    }
}

/// Lines a worker takes at a time, and blocks that may wait for an earlier one.
const BLOCK: usize = 64;
const AHEAD: u64 = 64;

/// Does `work` for every puzzle of every input.
pub(crate) fn each(
    common: &Common,
    what: &str,
    work: impl Fn(&Job<'_>) -> Result<Answered, BadInput> + Sync,
) -> Result<Exit, Failure> {
    each_or_plain(common, what, None, work)
}

/// The same; `plain` when the work is something [`plain::each`] can do for files of ordinary puzzles.
pub(crate) fn each_or_plain(
    common: &Common,
    what: &str,
    plain: Option<Plain>,
    work: impl Fn(&Job<'_>) -> Result<Answered, BadInput> + Sync,
) -> Result<Exit, Failure> {
    let inputs = open(&common.source)?;
    let extra = Extra::new(&common.source, common.output.quiet)?;
    let several = inputs.len() > 1 || inputs.iter().any(|i| matches!(i, Input::Lines { .. }));
    let mut exit = Exit::Done;
    for (at, input) in inputs.into_iter().enumerate() {
        if cancelled() {
            return Ok(Exit::Limit);
        }
        match input {
            Input::One { id, text, began } => {
                // Others were read at the beginning, too, and have had to wait for those before them.
                let clock = if at == 0 { Clock::since(began, common.bounds) } else { Clock::start(common.bounds) };
                let answer = one((&id, &text), clock, &extra, common, what, several, &work);
                exit = exit.and(finish(&answer, &id, common.output, several)?);
            }
            Input::Lines { name, reader } => {
                if let Some(plain) = plain
                    && extra.is_empty()
                    && is_quick(common)
                {
                    exit = exit.and(plain::each(plain, &name, reader, &extra, common, what, &work)?);
                    continue;
                }
                let lines = Lines::new(reader);
                exit = exit.and(many(&name, lines, &extra, common, what, &work)?);
            }
        }
    }
    extra.finish();
    Ok(exit)
}

/// Is nothing asked for that the quick way does not know: limits for each puzzle, JSON, a format by name?
fn is_quick(Common { source, bounds, output }: &Common) -> bool {
    source.from.is_none() && bounds.timeout.is_none() && bounds.nodes == 0 && !output.json && !output.trace
}

/// Does the work on one puzzle while its clock runs; its progress shows as `what` until it is done.
pub(crate) fn at_work<T>(
    common: &Common,
    clock: Clock,
    what: &str,
    work: impl FnOnce(&Limits<'_>, &Progress) -> T,
) -> T {
    let stop = || clock.is_over();
    let bar = Progress::new(common.output);
    let tell = |part: f64| bar.part(what, part);
    work(&Limits { nodes: common.bounds.nodes, stop: Some(&stop), progress: Some(&tell) }, &bar)
}

fn one(
    (id, text): (&str, &Text),
    clock: Clock,
    extra: &Extra,
    common: &Common,
    what: &str,
    one_of_many: bool,
    work: &(impl Fn(&Job<'_>) -> Result<Answered, BadInput> + Sync),
) -> Result<Answered, BadInput> {
    watch_one(id, clock, common.output, one_of_many);
    let started = std::time::Instant::now();
    let compiled = extra.load(text, &|| clock.is_over())?;
    let built = started.elapsed();
    if common.output.trace {
        remark(trace(&compiled, built).trim_end());
    }
    at_work(common, clock, what, |&limits, _| {
        work(&Job { id, compiled: &compiled, clock, limits, one_of_many, threads: threads(common.bounds) })
    })
}

/// Does the work on one of many puzzles: alone on its thread, and nobody watches.
pub(crate) fn one_of_many(
    id: &str,
    text: String,
    extra: &Extra,
    bounds: Bounds,
    work: &(impl Fn(&Job<'_>) -> Result<Answered, BadInput> + Sync),
) -> Result<Answered, BadInput> {
    let clock = Clock::start(bounds);
    let stop = || clock.is_over();
    let compiled = extra.load(&Text::Of(text), &stop)?;
    let limits = Limits { nodes: bounds.nodes, stop: Some(&stop), progress: None };
    work(&Job { id, compiled: &compiled, clock, limits, one_of_many: true, threads: 1 })
}

/// Says that nothing is known, and why: the time was up, or somebody pressed Ctrl-C, before the puzzle was even built.
pub(crate) fn stopped(error: &BadInput) {
    let mut message = error.message.clone();
    if let Some(first) = message.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    remark(&format!("{message}: {}. Nothing is known of the puzzle yet.", Clock::why()));
}

/// Sees to it that a puzzle ends with its time, and that an answer is there for it even so.
pub(crate) fn watch_one(id: &str, clock: Clock, output: Output, several: bool) {
    let failed = Failed::new(id, &BadInput::stopped("ended in the midst of the work"));
    crate::stop::watch(clock, move || {
        // Whoever reads it may be gone.
        let _ = match (output.json, several) {
            (true, _) => say(&json(&failed)),
            (false, true) => say("unknown\n"),
            (false, false) => Ok(()),
        };
    });
}

/// Writes an answer, or what went wrong.
fn finish(answer: &Result<Answered, BadInput>, id: &str, output: Output, several: bool) -> Result<Exit, Failure> {
    unwatch();
    match answer {
        Ok(answer) => {
            if !answer.err.is_empty() {
                remark(answer.err.trim_end());
            }
            if let Some(clash) = answer.clash.as_ref().filter(|_| !output.quiet) {
                let place = if several { format!("{}: ", one_line(id)) } else { String::new() };
                remark(&format!("{place}{}", no_solution(clash)));
            }
            if answer.data {
                hand_over(&answer.out)?;
            } else {
                say(&answer.out)?;
            }
            Ok(answer.exit.unwrap_or(Exit::Done))
        }
        Err(error) if error.stopped => {
            stopped(error);
            if output.json {
                say(&json(&Failed::new(id, error)))?;
            } else if several {
                say("unknown\n")?;
            }
            Ok(Exit::Limit)
        }
        Err(error) => {
            let named = id != "argument" && id != "empty grid";
            complain(&if named { error.clone().within(id) } else { error.clone() });
            if output.json {
                say(&json(&Failed::new(id, error)))?;
            } else if several {
                say("error\n")?;
            }
            Ok(Exit::BadInput)
        }
    }
}

/// The answers of one block of lines: the line, and what came of it.
type Block = Vec<(String, Result<Answered, BadInput>)>;

struct Shared {
    /// Lines still to be read; taken in blocks.
    lines: Lines,
    /// The number of the next block.
    block: u64,
    /// The next block to be written.
    written: u64,
    /// Blocks done before their turn.
    waiting: BTreeMap<u64, Block>,
    exit: Exit,
    failure: Option<Failure>,
    done: u64,
}

fn many(
    name: &str,
    lines: Lines,
    extra: &Extra,
    common: &Common,
    what: &str,
    work: &(impl Fn(&Job<'_>) -> Result<Answered, BadInput> + Sync),
) -> Result<Exit, Failure> {
    let shared = Mutex::new(Shared {
        lines,
        block: 0,
        written: 0,
        waiting: BTreeMap::new(),
        exit: Exit::Done,
        failure: None,
        done: 0,
    });
    let moved_on = Condvar::new();
    let bar = Progress::new(common.output);
    let worker = || {
        loop {
            let mut state = shared.lock().expect("no thread panics with the lock");
            while state.block >= state.written + AHEAD && state.failure.is_none() {
                state = moved_on.wait(state).expect("no thread panics with the lock");
            }
            if state.failure.is_some() || cancelled() {
                return;
            }
            let number = state.block;
            let block: Vec<Line> = state.lines.by_ref().take(BLOCK).collect();
            if block.is_empty() {
                return;
            }
            state.block += 1;
            drop(state);
            let mut answers = Vec::with_capacity(block.len());
            for line in block {
                if cancelled() {
                    break;
                }
                let id = line.number.to_string();
                let answer = line.text.and_then(|text| one_of_many(&id, text, extra, common.bounds, work));
                if answer.is_err() && cancelled() {
                    break;
                }
                answers.push((id, answer));
            }
            let mut state = shared.lock().expect("no thread panics with the lock");
            state.waiting.insert(number, answers);
            let state = &mut *state;
            while let Some(answers) = state.waiting.remove(&state.written) {
                state.written += 1;
                state.done += answers.len() as u64;
                if let Err(failure) = write_block(name, &answers, common.output, &bar, &mut state.exit) {
                    state.failure.get_or_insert(failure);
                }
            }
            bar.tell(|| format!("{what}: {} puzzles", state.done));
            moved_on.notify_all();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads(common.bounds) {
            scope.spawn(worker);
        }
    });
    drop(bar);
    let shared = shared.into_inner().expect("no thread panics with the lock");
    match shared.failure {
        Some(failure) => Err(failure),
        None if cancelled() => {
            remark(&format!("cancelled after {} puzzles", shared.done));
            Ok(Exit::Limit.and(shared.exit))
        }
        None => Ok(shared.exit),
    }
}

fn write_block(
    name: &str,
    answers: &[(String, Result<Answered, BadInput>)],
    output: Output,
    bar: &Progress,
    exit: &mut Exit,
) -> Result<(), Failure> {
    let mut out = String::new();
    for (id, answer) in answers {
        match answer {
            Ok(answer) => {
                if let Some(clash) = answer.clash.as_ref().filter(|_| !output.quiet) {
                    bar.clear();
                    remark(&format!("{}:{id}: {}", one_line(name), no_solution(clash)));
                }
                if !answer.err.is_empty() {
                    bar.clear();
                    remark(&format!("{}:{}", one_line(name), answer.err.trim_end()));
                }
                out.push_str(&answer.out);
                *exit = exit.and(answer.exit.unwrap_or(Exit::Done));
            }
            Err(error) if error.stopped => {
                out.push_str(&if output.json { json(&Failed::new(id, error)) } else { "unknown\n".to_owned() });
                *exit = exit.and(Exit::Limit);
            }
            Err(error) => {
                bar.clear();
                let line = id.parse().unwrap_or(1);
                // The column counts in the line; the line in the file.
                let column = error.place.map_or(1, |p| p.1);
                complain(&BadInput { place: Some((line, column)), ..error.clone() }.within(name));
                out.push_str(&if output.json { json(&Failed::new(id, error)) } else { "error\n".to_owned() });
                *exit = exit.and(Exit::BadInput);
            }
        }
    }
    // The answers of a command are all of one kind.
    if answers.iter().any(|(_, a)| a.as_ref().is_ok_and(|a| a.data)) { hand_over(&out) } else { say(&out) }
}

/// What a puzzle was turned into, and how long that took.
pub(crate) fn trace(compiled: &Compiled, built: std::time::Duration) -> String {
    let model = compiled.model();
    let puzzle = compiled.puzzle();
    let rules: Vec<&str> = puzzle.rules.iter().map(|c| c.rule.as_str()).collect();
    let mut text = format!(
        "rules: {}\nclues: {}\ngivens: {}\ncells: {}, {} of them extra\nsets of different cells: {}, {} of them houses\nlinks: {} of {} sorts\ngroups: {}\n",
        if rules.is_empty() { "none".to_owned() } else { rules.join(", ") },
        puzzle.clues.len(),
        puzzle.givens.len(),
        model.len(),
        model.len() - puzzle.shape.len(),
        model.sets().len(),
        model.sets().iter().filter(|s| s.house).count(),
        model.links().len(),
        model.relations().len(),
        model.posted_groups().len(),
    );
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for posted in model.constraints() {
        *kinds.entry(posted.kind.kind_name()).or_default() += 1;
    }
    let kinds: Vec<String> = kinds.iter().map(|(k, n)| format!("{n} {k}")).collect();
    text.push_str(&format!("constraints: {}\n", if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") }));
    for report in compiled.report().iter().filter(|r| r.became.iter().any(|(b, _)| b.is_weak())) {
        text.push_str(&format!("weak: line {} of rule {} is only checked, not narrowed\n", report.line, report.rule));
    }
    text.push_str(&format!("read and built in {:.3} ms\n", built.as_secs_f64() * 1e3));
    text
}
