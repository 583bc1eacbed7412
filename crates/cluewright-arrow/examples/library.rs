//! Measures what a row costs without Arrow and Python. `library solve|rate FILE` processes a file with one puzzle per line on a
//! single thread; `crates/cluewright-py/measure.py` measures the time it takes. `library one` reads and solves single puzzles, like
//! `measure.py one`.

use cluewright::Compiled;
use cluewright::batch::{Batch, NoClock};
use cluewright::formats::records::{Record, RecordOptions, Records};
use cluewright::operation::{Operation, Rate, Solve};
use cluewright::reader::Reader;
use cluewright::report::Answer;
use cluewright::{Document, Limits};
use std::error::Error;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["one"] {
        return one();
    }
    let [op, file] = &words[..] else { return Err("library solve|rate FILE".into()) };
    let operation: Box<dyn Operation> = match &**op {
        "solve" => Box::new(Solve::default()),
        "rate" => Box::new(Rate { own: true, ..Rate::default() }),
        _ => return Err("solve or rate".into()),
    };
    let reader = Reader::default();
    let load = |_: &Record, text: &str, stop: &dyn Fn() -> bool| -> Result<Compiled, cluewright::Error> {
        reader.compiled(text, stop)
    };
    let batch = Batch { nodes: 1_000_000, ..Batch::new(&*operation, &load, &NoClock) };
    let records = Records::open(std::fs::File::open(file)?, &RecordOptions::default())?;
    let mut answered = 0;
    let write = |reply: cluewright::batch::Reply<'_>, page: &mut Vec<Answer>| page.push(reply.answer);
    batch.run(records, write, |page, _| {
        answered += page.len();
        true
    });
    println!("{answered}");
    Ok(())
}

/// Prints the minimum time needed to read and solve one ordinary line: by itself, and with a reader that is shared by all lines.
fn one() -> Result<(), Box<dyn Error>> {
    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let (mut alone, mut shared) = (Duration::MAX, Duration::MAX);
    let reader = Reader::default();
    for _ in 0..2000 {
        let began = Instant::now();
        std::hint::black_box(Document::read(EASY)?.solve(&Limits::none()));
        alone = alone.min(began.elapsed());
        let began = Instant::now();
        std::hint::black_box(Document::from(reader.compiled(EASY, &|| false)?).solve(&Limits::none()));
        shared = shared.min(began.elapsed());
    }
    println!("Document::read(text), solve: {alone:?}; with a shared reader: {shared:?}");
    Ok(())
}
