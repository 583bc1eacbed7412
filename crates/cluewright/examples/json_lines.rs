//! Rates many puzzles, and prints a JSON object for each of them, in input order: `cargo run --example json_lines -- FILE`
//!
//! The file may contain lines of digits, a table with a header row, JSON lines, or puzzles separated by `===`.

use cluewright::batch::{Batch, NoClock};
use cluewright::formats::records::{Record, RecordOptions, Records};
use cluewright::operation::Rate;
use cluewright::{Compiled, Error, formats};

const USUAL: &str = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
12..34..2.....3.
no puzzle
";

fn main() -> Result<(), Error> {
    let file = std::env::args().nth(1).filter(|a| !a.starts_with('-'));
    let text = match &file {
        Some(name) => std::fs::read(name).map_err(|e| cluewright::BadInput::new(e.to_string()).within(name))?,
        None => USUAL.as_bytes().to_vec(),
    };
    // Turns a text into a puzzle; `stop` returns true when the time for the puzzle is up.
    let load = |_: &Record, text: &str, stop: &dyn Fn() -> bool| -> Result<Compiled, Error> {
        Compiled::until(formats::read(text)?.puzzle, &[], stop)
    };
    let rate = Rate::default();
    let batch = Batch { threads: 2, ..Batch::new(&rate, &load, &NoClock) };
    let records = Records::open(&text[..], &RecordOptions::default())?;
    let done = batch.answers(records, |record, answer| {
        println!("{}", serde_json::json!({ "line": record.line, "answer": answer }));
    });
    eprintln!("{} puzzles", done.records);
    Ok(())
}
