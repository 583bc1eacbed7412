//! Converts an answer to the values of a row.
//!
//! `status` is one of `ok` (there is one solution, or the answer is known), `contradiction` (there is no solution, or a grid breaks
//! a rule), `multiple`, `budget_exceeded`, `stuck` (no technique finds a step), `lossy` (the format cannot express everything),
//! `invalid_text`, `unsupported` (the question does not apply to this puzzle) and `internal_error`.

use super::value::{Column, Kind, Value};
use super::which::{Which, of_scale};
use crate::batch::Reply;
use crate::report::Unread;
use crate::report::{Answer, ExtraReport, Failed, RatingReport, ScaleReport, Status};
use crate::scale::OWN_SCALE;
use cluewright_core::BadInput;

/// Appends the values of an answer to a page; returns its status and its message.
pub(super) fn row(which: Which, mut reply: Reply<'_>, page: &mut Vec<Value>) -> (&'static str, Value) {
    let begin = page.len();
    let scales = match &mut reply.answer {
        Answer::Rated(rated) => std::mem::take(&mut rated.scales),
        _ => Vec::new(),
    };
    let givens = givens(&reply);
    let (error, known) = (reply.error.cloned(), reply.compiled.is_some());
    let several = reply.answer.is_multiple();
    let unread = reply.compiled.and_then(|compiled| Unread::beside(several, compiled)).map(|unread| unread.says);
    let (status, message) = told(which, reply.answer, error.as_ref(), known, page);
    // `givens` is the last of the question's own columns; the columns of scales follow.
    page.resize(begin + which.columns().len() - 1, Value::Nothing);
    page.push(givens);
    for measured in &scales {
        page.extend(of_scale(&measured.scale).iter().map(|column| on_scale(measured, column)));
    }
    match (message, unread) {
        (Value::Nothing, Some(unread)) => (status, unread.into()),
        (message, _) => (status, message),
    }
}

/// The value of a scale in one of its columns.
#[allow(clippy::cast_possible_truncation, reason = "scores and numbers of steps are small and whole")]
fn on_scale(measured: &ScaleReport, column: &Column) -> Value {
    let figure = |name: &str| match (measured.figures.get(name), column.kind) {
        (Some(&figure), Kind::Number) => Value::Number(figure),
        (Some(&figure), _) => Value::Whole(figure as i64),
        (None, _) => Value::Nothing,
    };
    match column.name.split_once('_') {
        None => measured.text.clone().into(),
        Some((_, "level")) => measured.word.clone().map(String::from).into(),
        Some((_, "hardest")) => measured.hardest.clone().into(),
        Some((_, name)) => figure(name),
    }
}

fn told(
    which: Which,
    answer: Answer,
    error: Option<&BadInput>,
    known: bool,
    page: &mut Vec<Value>,
) -> (&'static str, Value) {
    match answer {
        Answer::Failed(failed) => failed_row(&failed, error, known),
        Answer::Solved(mut solved) => {
            if which == Which::Solve {
                page.push(Value::Whole(solved.count as i64));
                let unique = solved.status == Status::Unique;
                page.push(if unique { solved.solutions.pop() } else { None }.into());
                page.push(if unique { words(&solved.extra.concat()) } else { Value::Nothing });
            }
            (word(solved.status), solved.clash.into())
        }
        Answer::Counted(counted) => {
            page.extend([Value::Whole(counted.count as i64), Value::Bool(counted.exact)]);
            let full = counted.is_full();
            let status = match counted.count {
                0 if counted.exact => "contradiction",
                1 if counted.exact || (full && counted.limit == 1) => "ok",
                _ if counted.exact || full => "multiple",
                _ => "budget_exceeded",
            };
            (status, counted.clash.into())
        }
        Answer::Rated(rated) => {
            let whole = rated.rating.as_ref().is_some_and(|rating| rating.solved);
            if let Some(RatingReport { technique, steps, hardest_step, .. }) = rated.rating {
                let points = rated.points.map_or(Value::Nothing, Value::Number);
                let old = [points, rated.word.map(String::from).into(), technique.map(String::from).into()];
                page.extend(old.clone());
                page.extend([Value::Whole(steps as i64), Value::Number(hardest_step)]);
                page.extend(old);
                page.push(Value::Word(OWN_SCALE));
            }
            let ended = rated.status == Status::Unique && !whole;
            (if ended { "budget_exceeded" } else { word(rated.status) }, rated.clash.into())
        }
        Answer::Explained(explained) => {
            let rating = explained.rating;
            let path: Vec<String> = explained.steps.into_iter().map(|s| s.text).collect();
            let old = [Value::Number(rating.hardest_step), rating.technique.map(String::from).into()];
            page.extend(old.clone());
            page.extend([Value::Whole(rating.steps as i64), explained.grid.into(), path.join("\n").into()]);
            page.push(words(&explained.extra));
            page.extend(old);
            let status = match (&*explained.status, explained.solutions) {
                (_, Some(Status::None)) | ("contradiction", _) => "contradiction",
                (_, Some(Status::Multiple)) => "multiple",
                ("solved", _) => "ok",
                ("stuck", _) => "stuck",
                _ => "budget_exceeded",
            };
            (status, joined(&explained.why))
        }
        Answer::Checked(checked) => {
            page.push(Value::Text(checked.checked.into()));
            let status = match checked.status {
                _ if checked.ok => "ok",
                Some(Status::Unique) | None => "contradiction",
                Some(other) => word(other),
            };
            (status, joined(&checked.flaws))
        }
        Answer::Converted(converted) => {
            if which == Which::Canonical {
                let packed = packed(&converted.text);
                page.extend([Value::Bytes(packed.to_vec()), Value::Bytes(canonical_hash(&packed).to_vec())]);
                return ("ok", Value::Nothing);
            }
            let lost = joined(&converted.lost);
            page.extend([converted.text.into(), lost]);
            (if converted.changed { "lossy" } else { "ok" }, Value::Nothing)
        }
        Answer::Clashed(clashed) => ("contradiction", clashed.clash.into()),
        // No question for tables has such an answer.
        Answer::Split(_) | Answer::Estimated(_) | Answer::Candidates(_) | Answer::Listed(_) | Answer::Hinted(_) => {
            ("unsupported", Value::Nothing)
        }
    }
}

fn failed_row(failed: &Failed, error: Option<&BadInput>, known: bool) -> (&'static str, Value) {
    let message = error.map_or_else(|| failed.message.clone(), ToString::to_string);
    let status = match &*failed.status {
        "unknown" => "budget_exceeded",
        _ if message.starts_with("internal error") => "internal_error",
        _ if known => "unsupported",
        _ => "invalid_text",
    };
    (status, message.into())
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Unique => "ok",
        Status::Multiple => "multiple",
        Status::None => "contradiction",
        Status::Unknown => "budget_exceeded",
    }
}

/// The extra cells of a grid; empty if the puzzle has no extra cells.
fn words(extra: &[ExtraReport]) -> Value {
    if extra.is_empty() { Value::Nothing } else { ExtraReport::words(extra).into() }
}

fn joined(sentences: &[String]) -> Value {
    if sentences.is_empty() { Value::Nothing } else { sentences.join("\n").into() }
}

/// The status and message of a row that cannot be read.
pub(super) fn unread(message: &str) -> (Value, Value) {
    (Value::Word("invalid_text"), message.to_owned().into())
}

/// The number of a puzzle's givens; no value if there is no puzzle.
fn givens(reply: &Reply<'_>) -> Value {
    if let Some(compiled) = reply.compiled {
        return Value::Whole(compiled.puzzle().givens.len() as i64);
    }
    match (&reply.record.text, reply.error) {
        // The line was passed to the classic engine, and was not compiled.
        (Ok(text), None) => {
            let digits = text.bytes().take(81).filter(|b| (b'1'..=b'9').contains(b)).count();
            Value::Whole(digits as i64)
        }
        _ => Value::Nothing,
    }
}

/// The 81 digits of a line, 0 for an empty cell, packed into four bits each; the first digit is in the high half of the first byte.
fn packed(line: &str) -> [u8; 41] {
    let mut packed = [0; 41];
    for (i, b) in line.bytes().take(81).enumerate() {
        let digit = if b == b'.' { 0 } else { b.wrapping_sub(b'0') & 15 };
        packed[i / 2] |= if i % 2 == 0 { digit << 4 } else { digit };
    }
    packed
}

/// A hash of a packed canonical form, for joining and partitioning tables: FNV-1a of 128 bits (Fowler, Noll, Vo), the most
/// significant byte first. It is not cryptographic.
///
/// ```
/// use cluewright::table::canonical_hash;
/// assert_eq!(canonical_hash(b"")[..4], [0x6c, 0x62, 0x27, 0x2e]); // the function's offset basis
/// ```
pub fn canonical_hash(packed: &[u8]) -> [u8; 16] {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for &byte in packed {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B);
    }
    hash.to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::packed;
    use crate::Compiled;
    use crate::scale::SCALES;
    use crate::table::which;

    /// Each scale has columns, and these columns correspond to the scale's figures.
    #[test]
    fn the_columns_of_scales_are_their_numbers() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let compiled = Compiled::new(cluewright_formats::read(line).expect("a puzzle").puzzle).expect("a model");
        for scale in SCALES {
            let measured = scale.rate(&compiled, &|| false).expect("an ordinary puzzle");
            let mut names: Vec<String> = measured.figures.keys().map(|name| format!("{}_{name}", scale.id())).collect();
            names.push(scale.id().to_owned());
            names.extend(measured.word.map(|_| format!("{}_level", scale.id())));
            names.extend(measured.hardest.map(|_| format!("{}_hardest", scale.id())));
            names.sort();
            let mut columns: Vec<&str> = which::of_scale(scale.id()).iter().map(|column| column.name).collect();
            columns.sort_unstable();
            assert_eq!(names, columns);
        }
    }

    #[test]
    fn digits_are_packed_the_first_one_high() {
        let line = format!("12.{}9", "0".repeat(77));
        let bytes = packed(&line);
        assert_eq!((bytes[0], bytes[1], bytes[40]), (0x12, 0, 0x90));
    }
}
