//! `batch`: answers files of puzzles with files of answers, in a folder that several processes, or machines, may fill together.
//!
//! A file is a shard, and has one owner at a time. Its answers are written to a temporary file; when complete, the file is moved to
//! its place and recorded in `done/`. However a run was stopped, the next run continues after the last row that was written
//! (Parquet files are started again). Every answer depends only on its row, the options and the version, so it does not matter
//! which process wrote it.

pub(crate) mod format;
mod manifest;
#[cfg(feature = "parquet")]
mod parquet;
mod text;
mod work;

use crate::args::{Batch, Bounds, Output};
use crate::output::{Exit, Failure, Progress, number, warn};
use crate::stop::cancelled;
use cluewright::table::{Options, Question};
use cluewright::{BadInput, formats};
use format::{Kind, kind_of};
use manifest::{Begun, Done, Run};
use std::path::{Path, PathBuf};
use work::Work;

pub(crate) fn run(args: Batch) -> Result<Exit, Failure> {
    let files = files(&args.inputs)?;
    let written = match args.write {
        Some(kind) => kind,
        None => kind_of(&files[0]).unwrap_or(Kind::Csv),
    };
    written.check()?;
    if let Some(id) = &args.from {
        formats::by_id(id)?;
    }
    let options = Options {
        nodes: args.nodes,
        limit: args.limit,
        to: args.to.clone(),
        from: args.from.clone(),
        rules: rules(&args.rules)?,
        scales: args.scale.clone(),
    };
    let question = Question::new(&args.op, &options)?;
    let how = format!(
        "{}; {}; field {:?}; seconds {:?}; writes {}",
        args.op,
        question.fingerprint(),
        args.field,
        args.timeout,
        written.ending()
    );
    let run = Run::open(&args.folder, how, &files, args.resume || args.shard.is_some())?;
    let bounds = Bounds { timeout: args.timeout, nodes: args.nodes, threads: args.threads };
    let work = Work { question, bounds, field: args.field.clone(), from: args.from.clone() };
    let bar = Progress::new(Output { quiet: args.quiet, ..Output::default() });
    let (i, n) = args.shard.unwrap_or((1, 1));
    let ours = |shard: usize| shard % n == i - 1;
    run.tidy(ours);
    for (number_, file) in files.iter().enumerate().filter(|(k, _)| ours(*k)) {
        if run.done(number_)?.is_some() {
            continue;
        }
        let target = run.part(number_, written);
        bar.show(|| format!("{}: file {} of {}", args.op, number_ + 1, files.len()));
        let tell = |rows: u64| bar.show(|| format!("{}: file {}, {rows} rows", args.op, number_ + 1));
        let begun = if written == Kind::Parquet { None } else { run.begun(number_, written) };
        let Some(done) = shard(&work, file, written, (&target, begun), &tell)? else {
            drop(bar);
            if written == Kind::Parquet {
                let _ = std::fs::remove_file(&target);
            }
            warn("cancelled: finished answers are kept, and --resume continues after them");
            return Ok(Exit::Limit);
        };
        run.finish(number_, written, &target, &done)?;
    }
    drop(bar);
    let told = run.close()?;
    if !args.quiet {
        let words: Vec<String> = told.status.iter().map(|(word, n)| format!("{n} {word}")).collect();
        let files_ = number(told.files as u64, "file");
        let open = if told.whole { "" } else { " so far" };
        warn(&format!("{} in {files_} done{open}: {}", number(told.rows, "row"), words.join(", ")));
    }
    Ok(Exit::Done)
}

/// Answers the puzzles of a file; `None` if the work was cancelled.
fn shard(
    work: &Work,
    file: &Path,
    written: Kind,
    (target, begun): (&Path, Option<Begun>),
    tell: &(dyn Fn(u64) + Sync),
) -> Result<Option<Done>, Failure> {
    let done = match (kind_of(file), written) {
        #[cfg(feature = "parquet")]
        (Some(Kind::Parquet), Kind::Parquet) => parquet::columns(work, file, target, tell),
        #[cfg(feature = "parquet")]
        (_, Kind::Parquet) => parquet::rows(work, file, target, tell),
        (Some(Kind::Parquet), _) => Err(BadInput::new("answers for a Parquet file can only be written as Parquet")
            .hint("--write parquet")
            .into()),
        _ => text::rows(work, file, written, (target, begun), tell),
    };
    match done {
        _ if cancelled() => Ok(None),
        done => done.map(Some),
    }
}

/// The named files and the files in named folders, ordered by name.
fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>, BadInput> {
    let mut files = Vec::new();
    for path in named {
        let name = path.to_string_lossy();
        if path.is_dir() {
            let failed = |e: std::io::Error| BadInput::new(format!("the folder cannot be read: {e}")).within(&*name);
            let mut inside = Vec::new();
            for entry in std::fs::read_dir(path).map_err(failed)? {
                let entry = entry.map_err(failed)?.path();
                let hidden = entry.file_name().is_some_and(|n| n.to_string_lossy().starts_with(['.', '_']));
                if entry.is_file() && !hidden {
                    inside.push(entry);
                }
            }
            inside.sort();
            files.extend(inside);
        } else if path.is_file() {
            files.push(path.clone());
        } else {
            return Err(BadInput::new(format!("there is no file `{name}`")));
        }
    }
    if files.is_empty() {
        return Err(BadInput::new("there are no files of puzzles"));
    }
    for file in &files {
        if let Some(kind) = kind_of(file) {
            kind.check().map_err(|e| e.within(file.to_string_lossy()))?;
        }
    }
    Ok(files)
}

/// Replaces each rule file by its text; rule names are unchanged.
fn rules(items: &[String]) -> Result<Vec<String>, BadInput> {
    let one = |item: &String| {
        if crate::input::ends_in(item, "rule") { crate::user_rules::read_file(item) } else { Ok(item.clone()) }
    };
    items.iter().map(one).collect()
}
