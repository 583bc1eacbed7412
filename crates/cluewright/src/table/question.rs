//! The questions for tables, with their options and columns.

use super::row::{row, unread};
use super::value::{Column, Kind, Value};
use super::which::{Which, column, of_scale};
use crate::batch::{Batch, Clock, Done, Load, Reply};
use crate::compiled::Compiled;
use crate::error::Error;
use crate::operation::{self, ClassicResult, Operation, PuzzleRequest};
use crate::question::{FormatId, List};
use crate::reader::{Reader, Readers};
use crate::report::{Answer, Solved, VERSION};
use crate::scale::scale;
use cluewright_core::BadInput;
use cluewright_formats::records::Record;
use cluewright_search::{Limits, Verdict};
use std::sync::atomic::AtomicBool;

/// The questions about rows, with descriptions.
pub const QUESTIONS: [(&str, &str); 7] = [
    ("solve", "whether there is no, one or more than one solution, and the solution if it is unique"),
    ("count", "how many solutions there are, up to a limit"),
    ("rate", "how hard a puzzle is for people"),
    ("explain", "the whole path, with one sentence per step"),
    ("check", "the errors in a puzzle or a filled grid"),
    ("canonical", "the form that all rearrangements of an ordinary puzzle share"),
    ("convert", "the puzzle in another format"),
];

/// The options of a question about rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The maximum number of search nodes for each row; 0: no limit. The default, a million, is far more than usual puzzles need,
    /// and takes a few seconds at most.
    pub nodes: u64,
    /// The number at which `count` stops; 0: no limit.
    pub limit: u64,
    /// The format that `convert` writes.
    pub to: String,
    /// The format of the texts; `None`: the format of each text is detected.
    pub from: Option<String>,
    /// Rules added to every puzzle: see [`Reader::adding`].
    pub rules: Vec<String>,
    /// Scales of other programs ([`crate::scale::SCALES`]) on which `rate` rates puzzles in addition to our own. The columns of
    /// each scale follow those of the question, before `engine_version` and `budget_nodes`; their names begin with the scale's
    /// name.
    pub scales: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        let (rules, scales) = (Vec::new(), Vec::new());
        Self { nodes: 1_000_000, limit: 2, to: "clue".into(), from: None, rules, scales }
    }
}

/// Answers in the order of their records.
#[derive(Debug)]
pub struct Page<K> {
    /// The part of each record that the caller chose to store.
    pub kept: Vec<K>,
    /// The values of all answers, row by row, with one value for each column.
    pub values: Vec<Value>,
}

impl<K> Default for Page<K> {
    fn default() -> Self {
        Self { kept: Vec::new(), values: Vec::new() }
    }
}

/// A question for every row of a table.
pub struct Question {
    pub(super) which: Which,
    operation: Box<dyn Operation + Send>,
    options: Options,
    reader: Reader,
    columns: Vec<Column>,
}

impl Question {
    /// The question with this name: one of [`QUESTIONS`].
    ///
    /// Errors: the question, a format, a rule or a scale does not exist; or scales are requested for a question other than `rate`.
    pub fn new(name: &str, options: &Options) -> Result<Self, Error> {
        let format = cluewright_formats::by_id(&options.to)?;
        let scales = options.scales.iter().map(|id| scale(id)).collect::<Result<Vec<_>, _>>()?;
        let (which, operation): (Which, Box<dyn Operation + Send>) = match name {
            "solve" => (Which::Solve, Box::new(operation::Solve::default())),
            "count" => (Which::Count, Box::new(operation::Count { limit: options.limit, list: false })),
            "rate" => {
                (Which::Rate, Box::new(operation::Rate { own: true, scales: List(scales.clone()), paths: false }))
            }
            "explain" => (Which::Explain, Box::new(operation::Explain::default())),
            "check" => (Which::Check, Box::new(operation::Check::default())),
            "canonical" => (Which::Canonical, Box::new(Canonical)),
            "convert" => (Which::Convert, Box::new(operation::Convert { to: FormatId(format), lossy: false })),
            _ => {
                let names: Vec<&str> = QUESTIONS.iter().map(|q| q.0).collect();
                let error = BadInput::new(format!("there is no question `{name}` about rows")).hint(names.join(", "));
                return Err(error.into());
            }
        };
        if which != Which::Rate && !scales.is_empty() {
            return Err(BadInput::new(format!("there is no scale `{name}`")).hint("`rate` does").into());
        }
        let mut reader = Reader::default().adding(&options.rules)?;
        if let Some(id) = &options.from {
            reader = reader.of_format(id)?;
        }
        let first = [column("status", Kind::Text), column("message", Kind::Text)];
        let last = [column("engine_version", Kind::Text), column("budget_nodes", Kind::Large)];
        let others = scales.iter().flat_map(|scale| of_scale(scale.id()));
        let columns = first.iter().chain(which.columns()).chain(others).chain(&last).copied().collect();
        Ok(Self { which, operation, options: options.clone(), reader, columns })
    }

    /// The columns of the answers.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// A line that identifies everything that answers depend on besides the rows: options that give the same answers have the same
    /// line.
    pub fn fingerprint(&self) -> String {
        let Options { nodes, limit, to, from, rules, scales } = &self.options;
        let from = from.as_deref().unwrap_or("any");
        let limit = if self.which == Which::Count { *limit } else { 0 };
        let to = if self.which == Which::Convert { to } else { "" };
        let scales = scales.join(",");
        format!(
            "cluewright {VERSION}; nodes {nodes}; limit {limit}; to {to}; from {from}; rules {rules:?}; scales {scales}"
        )
    }

    /// Answers the question for every record. `turn` receives the answers in pages, in the order of the records, each with the part
    /// of its record that `keep` returned; `turn` returns whether to continue.
    pub fn run<K: Send>(
        &self,
        records: impl Iterator<Item = Record> + Send,
        reader: Option<&Reader>,
        (clock, threads, stop): (&dyn Clock, usize, Option<&AtomicBool>),
        keep: impl Fn(&Record) -> K + Sync,
        mut turn: impl FnMut(Page<K>) -> bool + Send,
    ) -> Done {
        let reader = reader.unwrap_or(&self.reader);
        let load: &Load<'_> = &|_: &Record, text: &str, stop: &dyn Fn() -> bool| reader.compiled(text, stop);
        let batch = Batch {
            ordinary: reader.is_plain(),
            nodes: self.options.nodes,
            threads: threads.max(1),
            stop,
            ..Batch::new(&*self.operation, load, clock)
        };
        let write = |reply: Reply<'_>, page: &mut Page<K>| {
            page.kept.push(keep(reply.record));
            // The status and the message are the first columns, but are computed last.
            let at = page.values.len();
            page.values.extend([Value::Nothing, Value::Nothing]);
            let (status, message) = row(self.which, reply, &mut page.values);
            (page.values[at], page.values[at + 1]) = (Value::Word(status), message);
            page.values.resize(at + self.columns.len() - 2, Value::Nothing);
            page.values.extend([Value::Word(VERSION), Value::Whole(self.options.nodes as i64)]);
        };
        batch.run(records, write, |page, _| turn(page))
    }

    /// The answers for some texts, one row for each.
    pub fn rows<S: AsRef<str>>(&self, texts: &[S], clock: &dyn Clock, threads: usize) -> Vec<Vec<Value>> {
        let record = |(i, text): (usize, &S)| Record::new(i as u64 + 1, Ok(text.as_ref().to_owned()));
        // The texts are copied, because references to them cannot always be shared between threads.
        let records: Vec<Record> = texts.iter().enumerate().map(record).collect();
        let mut rows = Vec::with_capacity(texts.len());
        self.run(
            records.into_iter(),
            None,
            (clock, threads, None),
            |_| (),
            |page| {
                rows.extend(page.values.chunks(self.columns.len()).map(<[Value]>::to_vec));
                true
            },
        );
        rows
    }

    /// The reader for a row with its own rules: the reader adds these rules to those in the options.
    ///
    /// Errors: a rule name is unknown, or a rule text has a mistake.
    pub fn reader_with(&self, rules: &str, readers: &mut Readers) -> Result<std::sync::Arc<Reader>, BadInput> {
        readers.of(rules, &self.options.rules, self.options.from.as_deref())
    }

    /// The row for a record that cannot be read.
    pub fn unread(&self, message: &str) -> Vec<Value> {
        let mut values = vec![Value::Nothing; self.columns.len()];
        (values[0], values[1]) = unread(message);
        let last = values.len() - 2;
        values[last] = Value::Word(VERSION);
        values[last + 1] = Value::Whole(self.options.nodes as i64);
        values
    }
}

/// Computes the canonical form. A puzzle without exactly one solution has no canonical form, and gets its verdict instead.
struct Canonical;

impl Operation for Canonical {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let compiled: &Compiled = asked.compiled;
        if cluewright_search::classic::is_classic(compiled.model()) {
            let answer = asked.remember(|known| known.verdict(compiled, limits));
            if !matches!(answer.value, Verdict::Unique(_)) {
                return Ok(Answer::Solved(Solved::new(compiled, &answer, limits)));
            }
        }
        operation::Canonical {}.ask(asked, limits)
    }

    fn classic_limit(&self) -> Option<u64> {
        Some(2)
    }

    fn answer_from_classic(&self, seen: &mut ClassicResult<'_>) -> Option<Answer> {
        if seen.count == 1 {
            operation::Canonical {}.answer_from_classic(seen)
        } else {
            operation::Solve::default().answer_from_classic(seen)
        }
    }

    fn heading(&self) -> &'static [&'static str] {
        operation::Canonical {}.heading()
    }
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Question").field("which", &self.which).field("options", &self.options).finish_non_exhaustive()
    }
}
