//! `read`: how a puzzle's text was read, sentence by sentence.

use crate::args::Read;
use crate::input::{Extra, Inputs, Text, open};
use crate::output::{Exit, Failure, Paint, json, number, print_text, print_wrapped, report_error, warn};
use crate::screen::one_line;
use crate::stop::{Clock, cancelled};
use cluewright::formats::records::Record;
use cluewright::report::{Failed, Understood as UnderstoodReport, VERSION, Word};
use cluewright::understood::{Sentence, StatedRule, Understood, What};
use cluewright::{BadInput, Cell, Compiled};
use serde::Serialize;
use std::time::Instant;

/// The object that `--json` writes for a puzzle.
#[derive(Serialize)]
struct Object<T> {
    id: String,
    #[serde(flatten)]
    told: T,
    engine_version: Word,
}

pub(crate) fn run(args: Read) -> Result<Exit, Failure> {
    let mut inputs: Inputs = open(&args.source, None, args.bounds)?;
    let extra = Extra::new(&args.source, args.output.quiet)?;
    if let Some(input) = inputs.single() {
        let clock = Clock::since(input.began, args.bounds);
        let compiled = extra.load(&input.text, &|| clock.is_over())?;
        told(&args, &input.id, "", &compiled)?;
        extra.finish();
        return Ok(Exit::Done);
    }
    let mut exit = Exit::Done;
    for record in inputs {
        if cancelled() {
            warn("cancelled");
            exit = exit.and(Exit::Limit);
            break;
        }
        let id = id_of(&record);
        let clock = Clock::since(Instant::now(), args.bounds);
        match record.text.and_then(|text| extra.load(&Text::Of(text), &|| clock.is_over())) {
            Ok(compiled) => told(&args, &id, &format!("{}\n", one_line(&id)), &compiled)?,
            Err(error) => {
                exit = exit.and(if error.stopped { Exit::Limit } else { Exit::BadInput });
                failed(&args, &id, &error)?;
            }
        }
    }
    extra.finish();
    Ok(exit)
}

/// The id of a puzzle in a batch.
fn id_of(record: &Record) -> String {
    match (&record.name, record.line) {
        (Some(name), 0) => name.to_string(),
        (Some(name), line) => format!("{name}:{line}"),
        (None, line) => line.to_string(),
    }
}

fn failed(args: &Read, id: &str, error: &BadInput) -> Result<(), Failure> {
    report_error(&error.clone().within(id));
    if args.output.json { print_text(&object(id, Failed::new(error))) } else { Ok(()) }
}

fn object(id: &str, told: impl Serialize) -> String {
    json(&Object { id: id.to_owned(), told, engine_version: VERSION.into() })
}

fn told(args: &Read, id: &str, heading: &str, compiled: &Compiled) -> Result<(), Failure> {
    if args.output.json {
        return print_text(&object(id, UnderstoodReport::of(compiled)));
    }
    let paint = Paint::new(args.output);
    let understood = compiled.understood();
    let mut out = paint.bold(heading.trim_end());
    if !out.is_empty() {
        out.push('\n');
    }
    let left: Vec<String> = understood.sentences.iter().map(|sentence| taken_for(compiled, sentence)).collect();
    let width = left.iter().map(|left| left.chars().count()).max().unwrap_or(0).min(WIDEST);
    for (sentence, left) in understood.sentences.iter().zip(left) {
        let mark = if !sentence.is_kept() {
            '?'
        } else if sentence.by_words {
            '~'
        } else {
            ' '
        };
        let line = format!("{mark} {left:width$}  {}", one_line(&sentence.text));
        out.push_str(&if sentence.is_kept() { line } else { paint.bad(&line) });
        out.push('\n');
    }
    for figures in &understood.figures {
        let line = format!("? {}: {}", figures.name, named(compiled, &figures.cells));
        out.push_str(&paint.bad(&line));
        out.push('\n');
    }
    if !args.output.quiet {
        out.push_str(&summary(understood));
    }
    print_wrapped(&out)
}

/// The maximum width of the column with readings, in characters.
const WIDEST: usize = 40;

/// The meaning found for a sentence, abbreviated: `whispers (5): 2 clues`.
fn taken_for(compiled: &Compiled, sentence: &Sentence) -> String {
    if sentence.goes_on {
        return "continues".to_owned();
    }
    let rules: Vec<String> = sentence.rules.iter().map(|said| rule(compiled, said)).collect();
    if sentence.what == What::Rule { rules.join(", ") } else { sentence.what.word().to_owned() }
}

fn rule(compiled: &Compiled, said: &StatedRule) -> String {
    let numbers: Vec<String> = said.numbers.iter().map(|(_, number)| number.to_string()).collect();
    let numbers = if numbers.is_empty() { String::new() } else { format!("({})", numbers.join(", ")) };
    let is_clue = compiled.rules().rule(&said.rule).is_some_and(|rule| rule.is_clue);
    let clues = match said.clues {
        _ if !said.is_kept => ": not in the puzzle".to_owned(),
        _ if !is_clue => String::new(),
        n => format!(": {}", number(n as u64, "clue")),
    };
    format!("{}{numbers}{clues}", one_line(&said.rule))
}

/// The names of some cells, abbreviated if there are many.
fn named(compiled: &Compiled, cells: &[Cell]) -> String {
    const MOST: usize = 12;
    let mut names: Vec<String> = cells.iter().take(MOST).map(|cell| compiled.puzzle().cell_name(*cell)).collect();
    if cells.len() > MOST {
        names.push(format!("and {} more", cells.len() - MOST));
    }
    names.join(" ")
}

fn summary(understood: &Understood) -> String {
    let text =
        if understood.sentences.is_empty() { "The puzzle has no text.".to_owned() } else { understood.sentence() };
    let drawn: usize = understood.figures.iter().map(|figures| figures.count).sum();
    let is = if drawn == 1 { "is" } else { "are" };
    let drawn = if drawn == 0 { String::new() } else { format!(" {} {is} unread.", number(drawn as u64, "drawing")) };
    format!("{text}{drawn}\n")
}
