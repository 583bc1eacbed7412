//! Asks a question about one puzzle or about millions. The answer for a single puzzle is in words; for many, each answer is a line
//! (or an object, or a row of a table), in input order.

use crate::args::Common;
use crate::commands::no_solution;
use crate::input::{Extra, Input, Text, kept_remarks, open, unread_words};
use crate::output::{Exit, Failure, Progress, answer_line, report_error, warn};
use crate::screen::one_line;
use crate::stop::{Clock, cancelled, flag, threads};
use crate::target::Target;
use crate::watched::unwatch;
use cluewright::batch::{Batch, Clock as Watch, Reply, Timer};
use cluewright::core::puzzle::Given;
use cluewright::formats::records::{BETWEEN, Record, quoted};
use cluewright::operation::{Operation, PuzzleRequest};
use cluewright::position::Position;
use cluewright::report::{Answer, AnswerRecord, Failed, Unread};
use cluewright::{BadInput, Compiled, Limits};
use std::collections::BTreeMap;

/// The context of the work on a single puzzle.
pub(crate) struct Job<'a> {
    /// The puzzle.
    pub(crate) compiled: &'a Compiled,
    /// The puzzle's clock, which is already running.
    pub(crate) clock: Clock,
    /// Limits, with the stop signal and progress.
    pub(crate) limits: Limits<'a>,
    /// The request about the compiled puzzle.
    pub(crate) asked: PuzzleRequest<'a>,
    /// The progress line.
    pub(crate) bar: &'a Progress,
    operation: &'a dyn Operation,
}

impl Job<'_> {
    /// Asks the question.
    pub(crate) fn ask(&self) -> Result<Answer, BadInput> {
        Ok(self.operation.ask(&self.asked, &self.limits)?)
    }
}

/// The output of the work on a single puzzle, for people.
#[derive(Default)]
pub(crate) struct Answered {
    /// The text for standard output.
    pub(crate) out: String,
    /// The remarks for standard error, one per line.
    pub(crate) err: String,
    /// Givens that contradict each other, in words, for standard error.
    pub(crate) clash: Option<String>,
    /// Whether the answer states that the puzzle has more than one solution.
    pub(crate) several: bool,
    /// Whether the output is a puzzle in some format, which must be written unchanged.
    pub(crate) data: bool,
    /// The exit status.
    pub(crate) exit: Option<Exit>,
}

impl Answered {
    pub(crate) fn new(out: impl Into<String>, exit: impl Into<Exit>) -> Self {
        Self { out: out.into(), exit: Some(exit.into()), ..Self::default() }
    }
}

/// A command on puzzles.
pub(crate) struct Command<'a> {
    pub(crate) common: &'a Common,
    /// The name of the work, for progress: `solving`.
    pub(crate) what: &'static str,
    /// The question.
    pub(crate) operation: &'a dyn Operation,
    /// Whether the answer is a puzzle in some format, which must be written unchanged.
    pub(crate) data: bool,
    /// The player's digits, if the question treats them as givens.
    pub(crate) position: Option<Position>,
}

impl Command<'_> {
    /// The puzzle with the player's entries as givens.
    fn as_asked(&self, compiled: Compiled, stop: &dyn Fn() -> bool) -> Result<Compiled, BadInput> {
        let Some(position) = &self.position else { return Ok(compiled) };
        let mut puzzle = compiled.puzzle().clone();
        for written in position.progress(&compiled)? {
            let digits = written.placed.map_or(written.marks, |digit| vec![digit]);
            // A cell may have both a given and an entry of the player.
            if !digits.is_empty() && !puzzle.givens.iter().any(|g| g.cell == written.cell && g.digits == digits) {
                puzzle.givens.push(Given { cell: written.cell, digits });
            }
        }
        let guesses = compiled.guesses().to_vec();
        Ok(compiled.with_puzzle_until(puzzle, stop)?.with_guesses(guesses))
    }

    /// Asks about every puzzle of every input; `text` formats the answer if there is a single puzzle.
    pub(crate) fn run(&self, text: impl Fn(&Job<'_>) -> Result<Answered, BadInput>) -> Result<Exit, Failure> {
        let Common { source, output, many, .. } = self.common;
        let mut inputs = open(source, many.field.as_deref(), self.common.bounds)?;
        let extra = Extra::new(source, output.quiet)?;
        let exit = match inputs.single() {
            Some(Input { id, text: words, began }) => self.one((&id, &words), began, &extra, text)?,
            None => self.many(inputs, &extra)?,
        };
        extra.finish();
        Ok(exit)
    }

    fn one(
        &self,
        (id, words): (&str, &Text),
        began: std::time::Instant,
        extra: &Extra,
        text: impl Fn(&Job<'_>) -> Result<Answered, BadInput>,
    ) -> Result<Exit, Failure> {
        let common = self.common;
        let output = common.output;
        let mut target = Target::new(common)?;
        if target.is_whole() || common.many.skip > 0 {
            return target.finish(Exit::Done);
        }
        let clock = Clock::since(began, common.bounds);
        let table = output.json || common.many.csv || common.many.ids;
        watch_one(id, clock, common);
        let started = std::time::Instant::now();
        let alone = |answer: Answer, ms: Option<f64>, compiled: Option<&Compiled>| {
            let record = Record::new(0, Ok(String::new()));
            self.heading(Some(&record)) + &self.line(id.to_owned(), &record, answer, ms, compiled)
        };
        let made = extra.load(words, &|| clock.is_over());
        let made = made.and_then(|compiled| self.as_asked(compiled, &|| clock.is_over()));
        let answer = made.and_then(|compiled| {
            if output.trace {
                warn(trace(&compiled, started.elapsed()).trim_end());
            }
            let stop = || clock.is_over();
            let bar = Progress::new(output);
            let tell = |part: f64| bar.part(self.what, part);
            let early = || clock.is_half_over();
            let limits =
                Limits { nodes: common.bounds.nodes, stop: Some(&stop), early: Some(&early), progress: Some(&tell) };
            let asked =
                PuzzleRequest { threads: threads(common.bounds), stats: output.trace, ..PuzzleRequest::new(&compiled) };
            let job = Job { compiled: &compiled, clock, limits, asked, bar: &bar, operation: self.operation };
            let mut answered = if table {
                let answer = job.ask()?;
                let exit: Exit = answer.ending().into();
                Answered::new(alone(answer, clock_ms(common, clock), Some(&compiled)), exit)
            } else {
                text(&job)?
            };
            // Unread parts are reported with every answer: in its text, or on standard error if the output is for programs.
            let is_read_by_people = !table && !output.quiet && !answered.data;
            let unread = if answered.several { compiled.unread_of_several() } else { compiled.unread().cloned() };
            match unread.as_ref().map(unread_words) {
                Some(words) if is_read_by_people => answered.out.push_str(&format!("{words}\n")),
                Some(words) if !output.quiet => warn(&format!("warning: {words}")),
                _ => {}
            }
            Ok(answered)
        });
        unwatch();
        let exit = match answer {
            Ok(answer) => {
                if !answer.err.is_empty() {
                    warn(answer.err.trim_end());
                }
                if let Some(clash) = answer.clash.as_ref().filter(|_| !output.quiet) {
                    warn(&no_solution(clash));
                }
                let exit = answer.exit.unwrap_or(Exit::Done);
                target.write_words(&answer.out, answer.data, exit)?;
                exit
            }
            Err(error) => {
                let exit = if error.stopped { Exit::Limit } else { Exit::BadInput };
                let named = id != "argument" && id != "empty grid";
                if error.stopped {
                    stopped(&error);
                } else {
                    report_error(&if named { error.clone().within(id) } else { error.clone() });
                }
                if !table {
                    return target.abandoned(exit);
                }
                target.write(&alone(Answer::Failed(Failed::new(&error)), None, None), false, 1, exit)?;
                exit
            }
        };
        target.finish(exit)
    }

    fn many(&self, mut inputs: crate::input::Inputs, extra: &Extra) -> Result<Exit, Failure> {
        let common = self.common;
        let mut target = Target::new(common)?;
        let (skip, mut exit) = (common.many.skip + target.answers(), target.exit());
        if target.is_whole() {
            return target.finish(exit);
        }
        let mut skipped = 0;
        let mut first = None;
        while skipped < skip && !cancelled() {
            if inputs.next().is_none() {
                warn(&format!("there are only {skipped} puzzles, and all of them were skipped"));
                break;
            }
            skipped += 1;
        }
        if common.many.csv && target.is_empty() {
            first = inputs.next();
            target.write(&self.heading(first.as_ref()), false, 0, exit)?;
        }
        let before = target.answers();
        let load = |record: &Record, text: &str, stop: &dyn Fn() -> bool| {
            // A file that is one puzzle may use the rules in the user's folder, but the lines of a batch are untrusted.
            let file = record.line == 0 && record.name.as_ref().is_some_and(|n| std::path::Path::new(&**n).is_file());
            let place = match record.line {
                0 => format!("{}: ", one_line(name_of(record))),
                line => format!("{}:{line}: ", one_line(name_of(record))),
            };
            Ok(self.as_asked(extra.load_text(text, file, &place, stop)?, stop)?)
        };
        let clock = Clocks(common);
        let batch = Batch {
            ordinary: self.position.is_none()
                && extra.is_empty()
                && common.source.from.as_deref().is_none_or(|from| from == "line"),
            nodes: common.bounds.nodes,
            threads: threads(common.bounds),
            stop: Some(flag()),
            stats: common.output.trace,
            ..Batch::new(self.operation, &load, &clock)
        };
        let bar = Progress::new(common.output);
        let mut failure = None;
        let several = inputs.several();
        let write = |reply: Reply<'_>, page: &mut Page| self.reply(reply, several, page);
        let turn = |page: Page, done: u64| {
            for said in page.said {
                bar.clear();
                said.show();
            }
            exit = exit.and(page.exit.unwrap_or(Exit::Done));
            bar.show(|| format!("{}: {} puzzles", self.what, before + done));
            match target.write(&page.out, self.data, page.answers, exit) {
                Ok(()) => true,
                Err(error) => {
                    failure.get_or_insert(error);
                    false
                }
            }
        };
        let done = batch.run(first.into_iter().chain(&mut inputs), write, turn);
        drop(bar);
        if let Some(failure) = failure {
            return Err(failure);
        }
        if cancelled() {
            let answered = before + done.records;
            let go_on = if self.common.many.output.is_none() {
                format!("; continue with `--skip {}`", self.common.many.skip + answered)
            } else {
                String::new()
            };
            warn(&format!("cancelled after {answered} puzzles{go_on}"));
            return Ok(target.stopped(Exit::Limit.and(exit)));
        }
        target.finish(exit)
    }

    /// Adds the answer for one of many puzzles to a page of output.
    fn reply(&self, reply: Reply<'_>, several: bool, page: &mut Page) {
        let Reply { record, mut answer, ms, compiled, error, .. } = reply;
        let Common { output, many, .. } = self.common;
        page.said.extend(kept_remarks().into_iter().map(Message::Remark));
        let exit: Exit = answer.ending().into();
        page.exit = Some(page.exit.map_or(exit, |e| e.and(exit)));
        page.answers += 1;
        match error {
            // The answer itself states that the time limit was reached.
            Some(error) if error.stopped => {}
            Some(error) => {
                // The error's column is relative to the record's line, and the line is the record's line in the file.
                let line = u32::try_from(record.line).unwrap_or(u32::MAX);
                let place = if line == 0 { error.place } else { Some((line, error.place.map_or(1, |p| p.1))) };
                if let Answer::Failed(failed) = &mut answer {
                    failed.place = place;
                }
                page.said.push(Message::Wrong(Box::new(BadInput { place, ..error.clone() }.within(name_of(record)))));
            }
            None if output.quiet => {}
            None => {
                let place = || match record.line {
                    0 => one_line(name_of(record)).into_owned(),
                    line => format!("{}:{line}", one_line(name_of(record))),
                };
                if let Some(clash) = answer.clash() {
                    page.said.push(Message::Remark(format!("{}: {}", place(), no_solution(clash))));
                }
                if let Answer::Converted(converted) = &answer {
                    let lost = |l: &String| Message::Remark(format!("{}: lost: {}", place(), one_line(l)));
                    page.said.extend(converted.lost.iter().map(lost));
                }
            }
        }
        if !output.json && !many.csv && !many.ids && !self.data {
            answer.write_row(&mut page.out);
            page.out.push('\n');
            return;
        }
        let ms = ms.filter(|_| !many.no_times);
        page.out.push_str(&self.line(id_of(record, several), record, answer, ms, compiled));
    }

    /// An answer as a line, an object or a row.
    fn line(
        &self,
        id: String,
        record: &Record,
        answer: Answer,
        ms: Option<f64>,
        compiled: Option<&Compiled>,
    ) -> String {
        let many = &self.common.many;
        if self.common.output.json {
            let columns: BTreeMap<String, String> =
                record.columns.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
            return answer_line(&AnswerRecord {
                ms,
                unread: compiled.and_then(|compiled| Unread::beside(answer.is_multiple(), compiled)),
                guessed: compiled.map(|c| c.guesses().to_vec()).unwrap_or_default(),
                columns,
                ..AnswerRecord::new(id, answer)
            });
        }
        if many.csv {
            let own = self.operation.heading().iter().map(|column| answer.field(column));
            let unread = || {
                compiled.and_then(|compiled| Unread::beside(answer.is_multiple(), compiled)).map(|unread| unread.says)
            };
            let message = Some(answer.field("message")).filter(|message| !message.is_empty()).or_else(unread);
            let own = own.chain([message.unwrap_or_default()]).map(|field| quoted(&field).into_owned());
            return table_row([quoted(&id).into_owned()].into_iter().chain(record.kept()).chain(own));
        }
        let row = answer.row();
        match (self.data && row.contains('\n'), many.ids) {
            // Separate puzzles of several lines, so that the output can be read again.
            (true, true) => format!("# {}\n{row}\n{BETWEEN}\n", one_line(&id)),
            (true, false) => format!("{row}\n{BETWEEN}\n"),
            (false, true) => format!("{id}\t{row}\n"),
            (false, false) => row + "\n",
        }
    }

    /// The heading of a table, if one is requested.
    fn heading(&self, record: Option<&Record>) -> String {
        if !self.common.many.csv {
            return String::new();
        }
        let kept: Vec<&str> = record.map(Record::names).unwrap_or_default();
        // Input columns keep their names; an answer column with the same name gets a prefix.
        let own = |name: &str| {
            let taken = kept.iter().any(|k| k.eq_ignore_ascii_case(name));
            if taken { format!("cluewright_{name}") } else { name.to_owned() }
        };
        let answer = self.operation.heading().iter().copied().chain(["message"]).map(own);
        table_row([own("id")].into_iter().chain(kept.iter().map(|k| (*k).to_owned())).chain(answer))
    }
}

/// The id of one of many records.
fn id_of(record: &Record, several: bool) -> String {
    match (&record.name, record.line) {
        (Some(name), 0) => name.to_string(),
        (Some(name), line) if several => format!("{name}:{line}"),
        (_, line) => line.to_string(),
    }
}

/// The name of the source of a record.
fn name_of(record: &Record) -> &str {
    record.name.as_deref().unwrap_or("standard input")
}

/// A row of a table, including the line feed.
fn table_row(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<_>>().join(",") + "\n"
}

/// The output of a block of records.
#[derive(Default)]
struct Page {
    out: String,
    said: Vec<Message>,
    answers: u64,
    exit: Option<Exit>,
}

/// A message about a record on standard error.
enum Message {
    /// The record cannot be used: the error.
    Wrong(Box<BadInput>),
    /// Any message other than an error.
    Remark(String),
}

impl Message {
    fn show(&self) {
        match self {
            Self::Wrong(error) => report_error(error),
            Self::Remark(text) => warn(text),
        }
    }
}

/// A clock for each record.
struct Clocks<'a>(&'a Common);

impl Watch for Clocks<'_> {
    fn begin(&self) -> Box<dyn Timer + '_> {
        Box::new(Running(Clock::start(self.0.bounds), self.0.output.json && !self.0.many.no_times))
    }
}

struct Running(Clock, bool);

impl Timer for Running {
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn is_half_over(&self) -> bool {
        self.0.is_half_over()
    }

    fn ms(&self) -> Option<f64> {
        self.1.then(|| self.0.ms())
    }
}

fn clock_ms(common: &Common, clock: Clock) -> Option<f64> {
    (!common.many.no_times).then(|| clock.ms())
}

/// Prints the answer `unknown` and its reason for a puzzle that was not compiled before the deadline or Ctrl-C.
pub(crate) fn stopped(error: &BadInput) {
    let mut message = error.message.clone();
    if let Some(first) = message.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    warn(&format!("{message}: {}. Nothing is known about the puzzle yet.", Clock::why()));
}

/// Ends the program, with an answer, if a puzzle exceeds its time limit.
fn watch_one(id: &str, clock: Clock, common: &Common) {
    let error = BadInput::stopped("stopped before there was a result");
    let answer = Answer::Failed(Failed::new(&error));
    let told = AnswerRecord::new(id.to_owned(), answer);
    let json = common.output.json;
    crate::stop::watch(clock, move || {
        if json {
            // Ignore errors: the reader may be gone.
            let _ = crate::output::print_text(&answer_line(&told));
        }
    });
}

/// The text of `--trace`: facts about the compiled puzzle and the compilation time.
pub(crate) fn trace(compiled: &Compiled, built: std::time::Duration) -> String {
    let model = compiled.model();
    let puzzle = compiled.puzzle();
    let rules: Vec<&str> = puzzle.rules.iter().map(|c| c.rule.as_str()).collect();
    let mut text = format!(
        "rules: {}\nclues: {}\ngivens: {}\ncells: {}, {} of them extra\nsets of different cells: {}, {} of them houses\nlinks: {} of {} kinds\ngroups: {}\n",
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
        text.push_str(&format!(
            "weak: line {} of rule {} is only evaluated as a formula, so it removes few candidates\n",
            report.line, report.rule
        ));
    }
    text.push_str(&format!("read and compiled in {:.3} ms\n", built.as_secs_f64() * 1e3));
    text
}
