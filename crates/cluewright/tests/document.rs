//! A document answers as the functions that keep nothing do, however often it is asked and in whatever order.

use cluewright::core::puzzle::Progress;
use cluewright::operation::{self, Asked, Operation};
use cluewright::{Answer, Candidates};
use cluewright::{
    Candidate, CandidateOptions, Cell, Compiled, Document, ExplainOptions, HintOptions, Limits, Truth, Ways,
    candidates, explain, formats, hint, rate, solve,
};
use std::sync::atomic::{AtomicU32, Ordering};

/// One solution, some with rules of their own; several; none, with and without givens that clash.
const PUZZLES: [&str; 8] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....",
    "12..34..2.....3.",
    "1..1............",
    "123.....4......4",
    "grid: 4x4\nrules: classic, anti-king\ngiven r1c1 1\n",
    "grid: 4x4\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r2c3 r3c3 r3c4 total 9\nodd r1c1\n",
    "rules: miracle\ngiven r5c3 1\ngiven r6c7 2\n",
];

fn compiled(text: &str) -> Compiled {
    Compiled::new(formats::read(text).unwrap_or_else(|e| panic!("{text}: {e}")).puzzle).expect("a puzzle")
}

/// An answer without the work it took, which depends on who asked for what before, and within which limits.
fn told<T: std::fmt::Debug>(answer: &Answer<T>) -> String {
    format!("{:?} {:?}", answer.value, answer.stopped)
}

/// The same without the solutions that show the candidates: there may be others.
fn counted(answer: &Answer<Candidates>) -> String {
    format!("{:?} {:?} {:?}", answer.value.possible, answer.value.counts, answer.stopped)
}

/// Everything that is asked, by the functions that keep nothing.
fn anew(puzzle: &Compiled, limits: &Limits<'_>) -> Vec<String> {
    let truth = Truth::new(puzzle, limits);
    let singles = Ways::default().only(&["naked_single", "hidden_single"]).expect("they are techniques");
    let ask = |operation: &dyn Operation| format!("{:?}", operation.ask(&Asked::new(puzzle), limits));
    let explained = explain(puzzle, ExplainOptions { ways: singles, ..ExplainOptions::knowing(&truth) }, limits);
    vec![
        told(&solve(puzzle, limits)),
        format!("{:?}", hint(puzzle, &HintOptions::default(), limits)),
        format!("{:?}", explain(puzzle, ExplainOptions::knowing(&truth), limits)),
        format!("{explained:?}"),
        counted(&candidates(puzzle, &CandidateOptions::default(), limits)),
        counted(&candidates(puzzle, &CandidateOptions { cap: 3, ..CandidateOptions::default() }, limits)),
        format!("{:?}", rate(puzzle, limits)),
        ask(&operation::Solve),
        ask(&operation::Hint::default()),
        ask(&operation::Explain::default()),
        ask(&operation::Rate),
        ask(&operation::Check { minimise: true }),
        ask(&operation::Candidates::default()),
        ask(&operation::Steps::default()),
    ]
}

/// One of these questions, by a document.
fn asked(document: &Document, at: usize, limits: &Limits<'_>) -> String {
    let singles = || Ways::default().only(&["naked_single", "hidden_single"]).expect("they are techniques");
    let ask = |operation: &dyn Operation| format!("{:?}", document.ask(operation, limits));
    match at {
        0 => told(&document.solve(limits)),
        1 => format!("{:?}", document.hint(&HintOptions::default(), limits)),
        2 => format!("{:?}", document.explain(&Ways::default(), limits)),
        3 => format!("{:?}", document.explain(&singles(), limits)),
        4 => counted(&document.candidates(&CandidateOptions::default(), limits)),
        5 => counted(&document.candidates(&CandidateOptions { cap: 3, ..CandidateOptions::default() }, limits)),
        6 => format!("{:?}", document.rate(limits)),
        7 => ask(&operation::Solve),
        8 => ask(&operation::Hint::default()),
        9 => ask(&operation::Explain::default()),
        10 => ask(&operation::Rate),
        11 => ask(&operation::Check { minimise: true }),
        12 => ask(&operation::Candidates::default()),
        _ => ask(&operation::Steps::default()),
    }
}

#[test]
fn answers_are_those_found_anew() {
    for text in PUZZLES {
        let expected = anew(&compiled(text), &Limits::none());
        // Many questions are the first one once, and each is asked when all is known; of large puzzles few.
        for first in (0..expected.len()).step_by(if text.contains("miracle") { 99 } else { 3 }) {
            let document = Document::from(compiled(text));
            for at in (first..expected.len()).chain(0..first).chain(0..expected.len()) {
                assert_eq!(asked(&document, at, &Limits::none()), expected[at], "question {at}, {first} first: {text}");
            }
        }
    }
}

/// Whatever a stop signal or a limit of nodes ended, the next answer is the whole one.
#[test]
fn what_was_stopped_is_not_kept() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    for text in PUZZLES.into_iter().chain([hard]) {
        let (few, at) = ([0, 2, 20, 300], [0, 1, 2, 4, 6, 8, 9, 10]);
        let expected = anew(&compiled(text), &Limits::none());
        for looks in few {
            let document = Document::from(compiled(text));
            for question in at {
                let left = AtomicU32::new(looks);
                let stop = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_err();
                asked(&document, question, &Limits { stop: Some(&stop), ..Limits::none() });
                asked(&document, question, &Limits::nodes(1));
            }
            for question in at {
                assert_eq!(asked(&document, question, &Limits::none()), expected[question], "{question}: {text}");
            }
        }
    }
}

/// Hints from position to position, each as if it were the first question.
#[test]
fn hint_after_hint() {
    for text in PUZZLES {
        let document = Document::from(compiled(text));
        let model = document.compiled().model();
        let path = document.explain(&Ways::default(), &Limits::none());
        for (state, _) in path.path.positions(model).step_by(5) {
            let entry = |c: Cell| {
                let marks: Vec<i32> =
                    state.board.values(c).iter().map(|v| model.number(Candidate::new(c, v))).collect();
                if state.placed.contains(c) {
                    Progress { cell: c, placed: marks.first().copied(), marks: Vec::new() }
                } else {
                    Progress { cell: c, placed: None, marks }
                }
            };
            let progress: Vec<Progress> = Cell::all(document.puzzle().cell_count()).map(entry).collect();
            let options = HintOptions { progress: Some(&progress), ..HintOptions::default() };
            let (kept, new) =
                (document.hint(&options, &Limits::none()), hint(&compiled(text), &options, &Limits::none()));
            assert_eq!(format!("{kept:?}"), format!("{new:?}"), "{text}");
        }
    }
}

/// A document is asked by several threads at once.
#[test]
fn threads_share_a_document() {
    let document = Document::from(compiled(PUZZLES[0]));
    let rated = |_: usize| document.rate(&Limits::none()).expect("it has one solution").profile.steps;
    let all: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|n| scope.spawn(move || rated(n))).collect();
        threads.into_iter().map(|t| t.join().expect("no thread panics")).collect()
    });
    assert!(all.iter().all(|steps| *steps == all[0]));
}

#[test]
fn a_text_that_is_not_understood_is_no_document() {
    let f_puzzles =
        r#"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"wobble":[{"cells":["R1C1"]}]}"#;
    let read = formats::read(f_puzzles).expect("an object of f-puzzles");
    assert!(read.notes.iter().any(|n| n.kind == formats::NoteKind::Unknown), "{:?}", read.notes);
    let error = Document::read(f_puzzles).expect_err("a clue would be left out").to_string();
    assert!(error.contains("wobble"), "{error}");
}
