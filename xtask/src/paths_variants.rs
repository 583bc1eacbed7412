//! Explains every variant puzzle of a corpus that has one solution: prints how far logic gets, how far without trial and with steps
//! for people only, how long it takes, and where it gets stuck; and compares every step with the solution.
//!
//! A line is a JSON object with the puzzle in `iss`, `raw` or `puzzle`, or a published puzzle in the form that `archive` reads.
//! Puzzles are counted and left out if they cannot be read, if the search does not finish, or if they do not have exactly one
//! solution that agrees with the recorded solution. Puzzles of the held-back quarter are counted separately and not listed. Times
//! are the processor time of a puzzle's thread, without the search, so other work on the machine matters little. With `--work`, two
//! runs stop at the same step, so that their signatures can be compared.

use crate::archive;
use crate::classics::wrong;
use crate::clock;
use crate::corpus::{id_of, is_held_back, is_in_sample, quantile, records, text_of};
use crate::paths::Signature;
use crate::paths_people::{Demands, print as print_demands};
use crate::task::{Fail, ONLY, Task, VERBOSE, VERIFY, Words};
use crate::threads::each;
use cluewright::core::Constraint;
use cluewright::core::Model;
use cluewright::logic::{
    Found, Outcome, Path, Pattern, Reason, State, Step, Technique, TechniqueInfo, View, proof, text,
};
use cluewright::{Compiled, ExplainOptions, Limits, SearchFacts, TechniqueFilter, Verdict, explain, formats};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub(crate) const TASK: Task = Task {
    name: "paths variants",
    takes: "[FILE.jsonl...]",
    about: "explain the puzzles of corpora",
    options: &[
        ONLY,
        ("--archive", "FILE", "", "published puzzles with recorded solutions, as the task `archive` takes them"),
        ("--every", "N", "1", "about one puzzle in N, chosen by the hashes of their names"),
        ("--jobs", "N", "1", "puzzles at a time"),
        ("--limit-s", "S", "10", "seconds of processor time a puzzle"),
        ("--work", "N", "", "units of work a puzzle, instead of time"),
        ("--no-trial", "", "", "without assumptions"),
        VERIFY,
        ("--outlines", "", "", "prove steps that list assumptions alone"),
        VERBOSE,
        ("--profile", "", "", "what each technique cost"),
        ("--say", "", "", "print every step in words"),
        ("--rate", "", "", "rate what has steps for people alone by our own scale, too"),
    ],
    run,
};

/// A puzzle to be explained.
struct Job {
    id: String,
    record: Value,
    /// The index of the file that contains the puzzle.
    file: usize,
    is_archive: bool,
    is_held_back: bool,
}

/// The outcome for one puzzle.
struct Run {
    id: String,
    file: usize,
    is_held_back: bool,
    demands: Demands,
    rules: Vec<String>,
    outcome: Outcome,
    /// The number of steps, and the number of steps with an assumption.
    steps: usize,
    trials: usize,
    /// The number of cases in each step that follows from a few facts.
    few: Vec<u64>,
    /// The deepest nesting of assumptions.
    depth: u8,
    /// The processor time of the explanation, including its texts.
    time: Duration,
    /// The time for comparing the steps with the solution and for proving them.
    checked_in: Duration,
    /// The number of open cells at the first assumption or, if the path has no assumption, at the end of the path.
    open: usize,
    uses: Vec<(&'static str, usize)>,
    signature: Signature,
}

/// The counts of one puzzle, or of all puzzles.
#[derive(Default)]
struct Totals {
    unread: usize,
    unfinished: usize,
    not_unique: usize,
    not_right: usize,
    unsound: usize,
    unproved: usize,
    too_much: usize,
    proved: usize,
    /// The processor time for explaining, and for comparing with the solution and proving.
    found_in: Duration,
    checked_in: Duration,
    sentences: Sentences,
}

impl Totals {
    fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.unread, other.unread),
            (&mut self.unfinished, other.unfinished),
            (&mut self.not_unique, other.not_unique),
            (&mut self.not_right, other.not_right),
            (&mut self.unsound, other.unsound),
            (&mut self.unproved, other.unproved),
            (&mut self.too_much, other.too_much),
            (&mut self.proved, other.proved),
            (&mut self.sentences.all, other.sentences.all),
            (&mut self.sentences.long, other.sentences.long),
        ];
        for (sum, more) in pairs {
            *sum += more;
        }
        self.found_in += other.found_in;
        self.checked_in += other.checked_in;
        self.sentences.longest = self.sentences.longest.max(other.sentences.longest);
    }
}

/// The lengths of the sentences of all steps.
#[derive(Default)]
struct Sentences {
    all: usize,
    longest: usize,
    long: usize,
}

/// The maximum length of a sentence that is easy to read, in characters.
const LONG: usize = 240;

impl Sentences {
    fn add(&mut self, text: &text::Text) {
        for line in std::iter::once(&text.short).chain(&text.details) {
            let letters = line.chars().count();
            self.all += 1;
            self.longest = self.longest.max(letters);
            self.long += usize::from(letters > LONG);
        }
    }
}

/// The steps to prove.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verify {
    None,
    /// Only the steps that list assumptions.
    Outlines,
    All,
}

struct Settings {
    limit: Duration,
    ways: TechniqueFilter,
    verify: Verify,
    verbose: bool,
    say: bool,
    rate: bool,
}

fn run(words: &Words) -> Result<(), Fail> {
    let mut set = Settings {
        limit: Duration::from_secs_f64(words.number("--limit-s")?),
        ways: TechniqueFilter::default(),
        verify: match (words.has("--verify"), words.has("--outlines")) {
            (true, _) => Verify::All,
            (false, true) => Verify::Outlines,
            (false, false) => Verify::None,
        },
        verbose: words.has("--verbose"),
        say: words.has("--say"),
        rate: words.has("--rate"),
    };
    // Limit either the time or the work.
    set.ways.work = u64::MAX;
    if words.text("--work").is_some() {
        (set.ways.work, set.limit) = (words.number("--work")?, Duration::MAX);
    }
    set.ways.trial &= !words.has("--no-trial");
    let mut timed: Vec<&'static Timed> = Vec::new();
    if words.has("--profile") {
        timed = set.ways.techniques.iter().map(|&t| &*Box::leak(Box::new(Timed::new(t)))).collect();
        set.ways.techniques = timed.iter().map(|&t| t as &dyn Technique).collect();
    }
    let (files, jobs) = jobs(words)?;
    let (mut runs, totals) = explained(&jobs, &set, words.number("--jobs")?);
    report(&mut runs, &totals, &set);
    profile(&timed);
    demands(&files, &jobs, &runs);
    if totals.unsound + totals.unproved > 0 { Err("steps were wrong or not proved".into()) } else { Ok(()) }
}

/// The requested files and puzzles.
fn jobs(words: &Words) -> Result<(Vec<String>, Vec<Job>), Fail> {
    let every = words.number("--every")?;
    let (mut files, mut jobs) = (Vec::new(), Vec::new());
    let all = words.names.iter().map(|&file| (file, false));
    for (name, is_archive) in all.chain(words.all("--archive").map(|file| (file, true))) {
        for (number, record) in records(name)?.unwrap_or_default().into_iter().enumerate() {
            let (own, title) = (id_of(&record), record["title"].as_str().unwrap_or_default());
            let id = format!("{} {own} {title}", number + 1);
            let is_known = !is_archive || !record["solution"].is_null();
            if is_known && words.wants(&id) && is_in_sample(&own, every) {
                let is_held_back = is_held_back(&own);
                jobs.push(Job { id, record, file: files.len(), is_archive, is_held_back });
            }
        }
        files.push(name.rsplit('/').next().unwrap_or(name).to_owned());
    }
    Ok((files, jobs))
}

/// Explains the puzzles on `threads` threads. Returns the runs in order, and the totals.
fn explained(jobs: &[Job], set: &Settings, threads: usize) -> (Vec<Run>, Totals) {
    let (done, begun) = (AtomicUsize::new(0), Instant::now());
    let all = each(jobs, threads, |job| {
        let mut totals = Totals::default();
        let run = one(job, set, &mut totals);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(25) {
            eprintln!("{done} of {}, {} s", jobs.len(), begun.elapsed().as_secs());
        }
        if let Some(run) = run.as_ref().filter(|run| set.verbose && !run.is_held_back) {
            eprintln!("{}", run.line());
        }
        (run, totals)
    });
    let mut totals = Totals::default();
    for (_, more) in &all {
        totals.add(more);
    }
    (all.into_iter().filter_map(|(run, _)| run).collect(), totals)
}

/// Prints the figures of each file, and the total figures of all files that are not archives. Kinds of steps are listed only for
/// puzzles that are not held back.
fn demands(files: &[String], jobs: &[Job], runs: &[Run]) {
    println!();
    let print = |part: &str, of: &dyn Fn(usize) -> bool, is_held_back: bool, kinds: bool| {
        let fits = |file: usize, held: bool| of(file) && held == is_held_back;
        let puzzles = jobs.iter().filter(|job| fits(job.file, job.is_held_back)).count();
        let paths: Vec<&Demands> =
            runs.iter().filter(|run| fits(run.file, run.is_held_back)).map(|run| &run.demands).collect();
        let whose = if is_held_back { "held back" } else { "looked at" };
        print_demands(&format!("{part}, {whose}"), puzzles, &paths, kinds);
    };
    for (file, name) in files.iter().enumerate() {
        print(name, &|of| of == file, true, false);
        print(name, &|of| of == file, false, true);
    }
    let is_corpus = |file: usize| jobs.iter().any(|job| job.file == file && !job.is_archive);
    if (0..files.len()).filter(|&file| is_corpus(file)).count() > 1 {
        print("all corpora", &is_corpus, true, false);
        print("all corpora", &is_corpus, false, false);
    }
}

/// A technique with statistics: the numbers of calls and finds, the time and the work.
struct Timed {
    technique: &'static dyn Technique,
    asked: [AtomicU64; 4],
}

impl Timed {
    fn new(technique: &'static dyn Technique) -> Self {
        Self { technique, asked: Default::default() }
    }
}

impl Technique for Timed {
    fn info(&self) -> &'static TechniqueInfo {
        self.technique.info()
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        self.technique.infos()
    }

    fn reads_only_groups(&self) -> bool {
        self.technique.reads_only_groups()
    }

    fn most_work(&self) -> u64 {
        self.technique.most_work()
    }

    fn find(&self, view: &View, found: &mut Found) {
        let (begun, work) = (cpu(), found.work_left());
        self.technique.find(view, found);
        let took = cpu().saturating_sub(begun).as_nanos() as u64;
        let hit = u64::from(!found.steps().is_empty());
        for (sum, more) in self.asked.iter().zip([1, hit, took, work - found.work_left()]) {
            sum.fetch_add(more, Ordering::Relaxed);
        }
    }
}

fn profile(timed: &[&'static Timed]) {
    let mut rows: Vec<([u64; 4], &str)> = timed
        .iter()
        .map(|t| (std::array::from_fn(|i| t.asked[i].load(Ordering::Relaxed)), t.technique.info().name))
        .collect();
    rows.sort_by_key(|r| std::cmp::Reverse(r.0[2]));
    let all: u64 = rows.iter().map(|r| r.0[2]).sum();
    for ([asked, hits, nanos, work], name) in rows.into_iter().filter(|r| r.0[0] > 0) {
        println!(
            "{:>9.1} ms {:>5.1} %  asked {asked:>6}, found {hits:>5}, {:>6.1} us each, {:>6.2} ns a unit of work  {name}",
            nanos as f64 / 1e6,
            100.0 * nanos as f64 / all.max(1) as f64,
            nanos as f64 / 1e3 / asked as f64,
            nanos as f64 / work.max(1) as f64,
        );
    }
}

/// The puzzle; `None` if the puzzle cannot be read.
fn compiled(job: &Job, stop: &dyn Fn() -> bool) -> Option<Compiled> {
    if job.is_archive {
        return archive::read(&job.record, false, stop).ok().map(|read| read.0);
    }
    let read = formats::read(text_of(&job.record)).ok()?;
    let is_whole = !read.notes.iter().any(|note| note.kind == formats::NoteKind::Unknown);
    if is_whole { Compiled::new(read.puzzle).ok() } else { None }
}

/// The puzzle with its only solution. If the puzzle does not have exactly one solution, counts the puzzle and returns `None`.
fn known(job: &Job, totals: &mut Totals) -> Option<(Compiled, SearchFacts)> {
    let begun = cpu();
    let stop = || cpu().saturating_sub(begun) > Duration::from_secs(10);
    let Some(compiled) = compiled(job, &stop) else {
        totals.unread += 1;
        return None;
    };
    let truth = SearchFacts::new(&compiled, &Limits { stop: Some(&stop), ..Limits::none() });
    match &truth.verdict {
        Verdict::Unique(values) if job.is_archive && !archive::is_recorded(&job.record, &compiled, values) => {
            totals.not_right += 1;
        }
        Verdict::Unique(_) => return Some((compiled, truth)),
        Verdict::Unknown(_) => totals.unfinished += 1,
        _ => totals.not_unique += 1,
    }
    None
}

fn one(job: &Job, set: &Settings, totals: &mut Totals) -> Option<Run> {
    let (compiled, truth) = known(job, totals)?;
    let id = &job.id;
    let solution = match &truth.verdict {
        Verdict::Unique(solution) => Some(&**solution),
        _ => None,
    };
    let begun = cpu();
    // Reading this clock is a system call, so read it only at every 64th poll; reading it at each poll took a tenth of the
    // measured time.
    let asked = AtomicU64::new(0);
    let stop = || {
        let due = asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(64);
        set.limit < Duration::MAX && due && cpu().saturating_sub(begun) > set.limit
    };
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let options = ExplainOptions { ways: set.ways.clone(), ..ExplainOptions::knowing(&truth) };
    let path = explain(&compiled, options, &limits).path;
    let time = cpu().saturating_sub(begun);
    let is_said = set.say && !job.is_held_back;
    if is_said {
        println!("\n== {id}");
    }
    let mut signature = Signature::default();
    let mut demands = Demands::default();
    demands.is_solved = path.outcome == Outcome::Solved;
    demands.is_plain = demands.is_solved && !path.steps.iter().any(Step::is_trial);
    let mut checker = proof::Checker::new(compiled.model());
    let checked = cpu();
    for (state, step) in path.positions(compiled.model()) {
        signature.add(step);
        let beyond = demands.add(compiled.model(), &state, step);
        let text = text::describe(compiled.model(), &state, step);
        totals.sentences.add(&text);
        if is_said {
            let mark = beyond.map(|size| format!("  beyond people, {size:?}")).unwrap_or_default();
            println!("{}: {text}{mark}", step.technique.name);
        }
        let say = |what: &str| println!("{what} in {id}: {text}");
        if wrong(step, solution) {
            totals.unsound += 1;
            say("WRONG");
        }
        let listed = || step.because.iter().any(|r| matches!(r, Reason::Outline { .. } | Reason::Needed { .. }));
        if set.verify == Verify::All || (set.verify == Verify::Outlines && listed()) {
            match checker.verify(&state, step) {
                Ok(()) => totals.proved += 1,
                Err(why) if !why.is_fault() => {
                    totals.too_much += 1;
                    println!(
                        "WITHIN NO BOUND in {id}, {}: {}",
                        step.technique.name,
                        cause(compiled.model(), &state, why)
                    );
                }
                Err(why) => {
                    totals.unproved += 1;
                    say(&format!("NOT PROVED ({why})"));
                }
            }
        }
    }
    totals.found_in += time;
    let checked_in = cpu().saturating_sub(checked);
    if set.rate && demands.is_for_people() {
        demands.word = Some(word(&compiled, set.limit));
    }
    totals.checked_in += checked_in;
    Some(Run {
        rules: rules_of(&compiled),
        outcome: path.outcome,
        steps: path.steps.len(),
        trials: path.steps.iter().filter(|s| s.is_trial()).count(),
        few: path.steps.iter().map(cases).filter(|&cases| cases > 0).collect(),
        depth: path.steps.iter().map(depth).max().unwrap_or(0),
        time,
        checked_in,
        open: open_at_first_trial(&compiled, &path),
        uses: path.profile().counts.iter().map(|(info, n)| (info.name, *n)).collect(),
        signature,
        demands,
        file: job.file,
        is_held_back: job.is_held_back,
        id: id.clone(),
    })
}

/// The word for the puzzle's rating on Cluewright's own scale, or the reason why there is no rating.
fn word(compiled: &Compiled, limit: Duration) -> String {
    let begun = cpu();
    let stop = || limit < Duration::MAX && cpu().saturating_sub(begun) > limit;
    let scale = cluewright::scale::scale("cluewright").expect("it is our own");
    match scale.rate(compiled, &stop) {
        Ok(measured) => measured.word.map_or_else(|| "the end not reached".to_owned(), |word| word.to_string()),
        Err(why) => why.to_string(),
    }
}

/// The cause of a step that could not be proved.
fn cause(model: &Model, state: &State, why: proof::Unproved) -> String {
    match why {
        proof::Unproved::TooMuch(Some(proof::Cost::Constraint(id))) => {
            let kind = &model.constraint(id).kind;
            let cells = kind.cells();
            let ways: f64 = cells.iter().map(|&c| f64::from(state.board.values(c).len())).product();
            format!("{} of {} cells, {ways:.1e} ways left", kind.kind_name(), cells.len())
        }
        _ => why.to_string(),
    }
}

impl Run {
    fn line(&self) -> String {
        format!(
            "{:>9.1} ms, checked in {:>9.1} ms {:<13} {:>4} steps {:>3} trials {} deep {:>3} open  {}  {}  [{}]",
            self.time.as_secs_f64() * 1e3,
            self.checked_in.as_secs_f64() * 1e3,
            format!("{:?}", self.outcome),
            self.steps,
            self.trials,
            self.depth,
            self.open,
            self.signature,
            self.id,
            self.rules.join(" ")
        )
    }

    fn solved(&self) -> bool {
        self.outcome == Outcome::Solved
    }

    fn plain(&self) -> bool {
        self.demands.is_plain
    }
}

fn report(runs: &mut [Run], totals: &Totals, set: &Settings) {
    let count = |fits: &dyn Fn(&Run) -> bool| runs.iter().filter(|r| fits(r)).count();
    let mut uses: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut rules: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for run in runs.iter() {
        for (name, n) in &run.uses {
            let row = uses.entry(name).or_default();
            row.0 += 1;
            row.1 += n;
        }
        for rule in &run.rules {
            let row = rules.entry(rule).or_default();
            row[0] += usize::from(run.plain());
            row[1] += usize::from(run.solved());
            row[2] += 1;
        }
    }
    for (name, (puzzles, steps)) in &uses {
        println!("{steps:7} in {puzzles:5} {name}");
    }
    println!("\n{:<28} {:>13} {:>6} {:>8}", "rule", "without trial", "solved", "puzzles");
    for (rule, [plain, solved, all]) in &rules {
        println!("{rule:<28} {plain:>13} {solved:>6} {all:>8}");
    }
    let (all, solved, plain) = (runs.len(), count(&Run::solved), count(&Run::plain));
    println!("\nnot explained to the end:");
    for run in runs.iter().filter(|r| !r.solved() && !r.is_held_back) {
        println!("{}", run.line());
    }
    let part = |n: usize| 100.0 * n as f64 / all.max(1) as f64;
    let mut steps: Vec<&Run> = runs.iter().filter(|r| !r.is_held_back).collect();
    steps.sort_by_key(|r| std::cmp::Reverse(r.time));
    println!("\nslowest:");
    for run in steps.iter().take(20) {
        println!("{}", run.line());
    }
    let mut times: Vec<f64> = runs.iter().map(|r| r.time.as_secs_f64() * 1e3).collect();
    times.sort_by(f64::total_cmp);
    let at = |share| quantile(&times, share);
    println!(
        "\nleft out: {} not read, {} not finished by search, {} without one solution, {} with another one than recorded",
        totals.unread, totals.unfinished, totals.not_unique, totals.not_right
    );
    let limit = match set.ways.work {
        u64::MAX => format!("{} s", set.limit.as_secs_f64()),
        work => format!("{work} units of work"),
    };
    println!("{all} puzzles, {limit} each: {solved} explained to the end ({:.1} %)", part(solved));
    println!("without trial {plain} ({:.1} %)", part(plain));
    let deepest = |d: u8| count(&|r: &Run| r.solved() && r.depth == d);
    println!(
        "with trial one deep {}, two deep {}, deeper {}",
        deepest(1),
        deepest(2),
        count(&|r: &Run| r.solved() && r.depth > 2)
    );
    let mut few: Vec<f64> = runs.iter().flat_map(|r| r.few.iter().map(|&cases| cases as f64)).collect();
    few.sort_by(f64::total_cmp);
    if !few.is_empty() {
        println!(
            "few facts: {} steps in {} puzzles, median {} cases; in {} puzzles some take more than {REACH}",
            few.len(),
            count(&|r: &Run| !r.few.is_empty()),
            quantile(&few, 0.5),
            count(&|r: &Run| r.few.iter().any(|&cases| cases > REACH)),
        );
    }
    for outcome in [Outcome::Stuck, Outcome::Limit, Outcome::Contradiction] {
        println!("{outcome:?}: {}", count(&|r: &Run| r.outcome == outcome));
    }
    println!(
        "ms: median {:.2}, p90 {:.1}, p95 {:.1}, p99 {:.0}, worst {:.0}",
        at(0.5),
        at(0.9),
        at(0.95),
        at(0.99),
        at(1.0)
    );
    let steps: usize = runs.iter().map(|r| r.steps).sum();
    let mut signature = Signature::default();
    for run in runs.iter() {
        // Writing to a string cannot fail.
        let _ = write!(signature, "{}", run.signature);
    }
    println!("{steps} steps, {} wrong, signature {signature}", totals.unsound);
    let Sentences { all, longest, long } = totals.sentences;
    let share = 100.0 * long as f64 / all.max(1) as f64;
    println!("sentences: {all}, longest {longest}, over {LONG}: {share:.2} %");
    if set.verify != Verify::None {
        println!("{} proved, {} not, {} too much to check", totals.proved, totals.unproved, totals.too_much);
        let (found, checked) = (totals.found_in.as_secs_f64(), totals.checked_in.as_secs_f64());
        println!("found in {found:.1} s, checked in {checked:.1} s");
    }
}

/// The maximum number of cases that a person would go through.
const REACH: u64 = 12;

/// The number of cases of a step's combined reasons.
fn cases(step: &Step) -> u64 {
    let own = |reason: &Reason| if let Reason::Own(own) = reason { own.cases() } else { 0 };
    step.because.iter().map(own).max().unwrap_or(0)
}

/// The nesting depth of assumptions. A step from a few facts counts as depth 1 if its number of cases is at most [`REACH`],
/// otherwise as depth 3.
fn depth(step: &Step) -> u8 {
    match &step.pattern {
        Pattern::Trial { depth, .. } | Pattern::Cases { depth, .. } => *depth,
        _ => match cases(step) {
            0 => u8::from(step.is_trial()),
            1..=REACH => 1,
            _ => 3,
        },
    }
}

fn open_at_first_trial(compiled: &Compiled, path: &Path) -> usize {
    let state = path.positions(compiled.model()).find(|(_, step)| step.is_trial()).map(|(state, _)| state);
    compiled.model().len() - state.as_ref().unwrap_or(&path.end).placed.len()
}

/// The names of the rules and clues that a puzzle uses, without duplicates, in alphabetical order.
fn rules_of(compiled: &Compiled) -> Vec<String> {
    let mut names: Vec<String> = compiled.model().origins().iter().map(|o| o.rule.to_string()).collect();
    names.sort();
    names.dedup();
    names
}

/// The processor time of this thread.
fn cpu() -> Duration {
    Duration::from_secs_f64(clock::thread())
}
