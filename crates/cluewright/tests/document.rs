//! A document gives the same answers as the functions without a cache, for any number and order of questions.

use cluewright::core::puzzle::Progress;
use cluewright::logic::State;
use cluewright::operation::{self, Operation, PuzzleRequest};
use cluewright::{Answer, Candidates};
use cluewright::{
    Candidate, CandidateOptions, Cell, Compiled, Document, ExplainOptions, Hint, HintOptions, Limits, SearchFacts,
    TechniqueFilter, candidates, explain, formats, hint, rate, solve,
};
use std::sync::atomic::{AtomicU32, Ordering};

/// Puzzles with one solution, some of which define rules; with several solutions; and with none, with and without contradictory
/// givens.
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

/// A puzzle that needs trials, and whose search needs several nodes.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn compiled(text: &str) -> Compiled {
    Compiled::new(formats::read(text).unwrap_or_else(|e| panic!("{text}: {e}")).puzzle).expect("a puzzle")
}

/// An answer without the work spent on it, which depends on earlier questions and their limits.
fn told<T: std::fmt::Debug>(answer: &Answer<T>) -> String {
    format!("{:?} {:?}", answer.value, answer.stopped)
}

/// Like `told`, but without the example solutions of the candidates, which may differ.
fn counted(answer: &Answer<Candidates>) -> String {
    format!("{:?} {:?} {:?}", answer.value.possible, answer.value.counts, answer.stopped)
}

/// The number of questions.
const QUESTIONS: usize = 14;

fn singles() -> TechniqueFilter {
    TechniqueFilter::default().only(&["naked_single", "hidden_single"]).expect("they are techniques")
}

/// Asks for the first possible steps. All steps of an ordinary grid are thousands, and would take most of the time of these tests.
fn first_steps() -> operation::Steps {
    operation::Steps {
        ways: TechniqueFilter { steps: 100, ..TechniqueFilter::default() },
        ..operation::Steps::default()
    }
}

/// Asks one of the questions with the functions that have no cache.
fn anew(puzzle: &Compiled, at: usize, limits: &Limits<'_>) -> String {
    let explained = |ways: TechniqueFilter| {
        let truth = SearchFacts::new(puzzle, limits);
        format!("{:?}", explain(puzzle, ExplainOptions { ways, ..ExplainOptions::knowing(&truth) }, limits))
    };
    let ask = |operation: &dyn Operation| format!("{:?}", operation.ask(&PuzzleRequest::new(puzzle), limits));
    match at {
        0 => told(&solve(puzzle, limits)),
        1 => format!("{:?}", hint(puzzle, &HintOptions::default(), limits)),
        2 => explained(TechniqueFilter::default()),
        3 => explained(singles()),
        4 => counted(&candidates(puzzle, &CandidateOptions::default(), limits)),
        5 => counted(&candidates(puzzle, &CandidateOptions { cap: 3, ..CandidateOptions::default() }, limits)),
        6 => format!("{:?}", rate(puzzle, limits)),
        7 => ask(&operation::Solve::default()),
        8 => ask(&operation::Hint::default()),
        9 => ask(&operation::Explain::default()),
        10 => ask(&operation::Rate::default()),
        11 => ask(&operation::Check { minimise: true }),
        12 => ask(&operation::Candidates::default()),
        _ => ask(&first_steps()),
    }
}

/// Asks the same question with a document.
fn asked(document: &Document, at: usize, limits: &Limits<'_>) -> String {
    let ask = |operation: &dyn Operation| format!("{:?}", document.ask(operation, limits));
    match at {
        0 => told(&document.solve(limits)),
        1 => format!("{:?}", document.hint(&HintOptions::default(), limits)),
        2 => format!("{:?}", document.explain(&TechniqueFilter::default(), limits)),
        3 => format!("{:?}", document.explain(&singles(), limits)),
        4 => counted(&document.candidates(&CandidateOptions::default(), limits)),
        5 => counted(&document.candidates(&CandidateOptions { cap: 3, ..CandidateOptions::default() }, limits)),
        6 => format!("{:?}", document.rate(limits)),
        7 => ask(&operation::Solve::default()),
        8 => ask(&operation::Hint::default()),
        9 => ask(&operation::Explain::default()),
        10 => ask(&operation::Rate::default()),
        11 => ask(&operation::Check { minimise: true }),
        12 => ask(&operation::Candidates::default()),
        _ => ask(&first_steps()),
    }
}

#[test]
fn answers_are_those_found_anew() {
    for text in PUZZLES {
        let expected: Vec<String> = (0..QUESTIONS).map(|at| anew(&compiled(text), at, &Limits::none())).collect();
        // Many of the questions come first once, and each is repeated when everything is cached.
        for first in (0..QUESTIONS).step_by(3) {
            let document = Document::from(compiled(text));
            for at in (first..QUESTIONS).chain(0..first).chain(0..QUESTIONS) {
                assert_eq!(asked(&document, at, &Limits::none()), expected[at], "question {at}, {first} first: {text}");
            }
        }
    }
}

/// If a stop signal or a node limit ended an answer, the next answer is still complete.
#[test]
fn what_was_stopped_is_not_kept() {
    for text in PUZZLES.into_iter().chain([HARD]) {
        let questions = [0, 1, 2, 4, 6, 8, 9, 10];
        let expected = questions.map(|question| anew(&compiled(text), question, &Limits::none()));
        // If a walk takes long, test fewer moments.
        for &looks in if text == HARD { &[2, 300][..] } else { &[0, 2, 20, 300] } {
            let document = Document::from(compiled(text));
            for question in questions {
                let left = AtomicU32::new(looks);
                let stop = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_err();
                asked(&document, question, &Limits { stop: Some(&stop), ..Limits::none() });
                asked(&document, question, &Limits::nodes(1));
            }
            for (question, expected) in questions.into_iter().zip(&expected) {
                assert_eq!(asked(&document, question, &Limits::none()), *expected, "{question}: {text}");
            }
        }
    }
}

/// The entries of a player who notes everything, including cells that are not drawn.
fn written(document: &Document, state: &State) -> Vec<Progress> {
    let model = document.compiled().model();
    let entry = |c: Cell| {
        let marks: Vec<i32> = state.board.values(c).iter().map(|v| model.number(Candidate::new(c, v))).collect();
        if state.placed.contains(c) {
            Progress { cell: c, placed: marks.first().copied(), marks: Vec::new() }
        } else {
            Progress { cell: c, placed: None, marks }
        }
    };
    Cell::all(model.len()).map(entry).collect()
}

/// Hints from position to position, each as if it were the first question; no path is known.
#[test]
fn hint_after_hint() {
    for text in PUZZLES {
        let document = Document::from(compiled(text));
        let alone = compiled(text);
        let path = explain(&alone, ExplainOptions::knowing(&document.truth(&Limits::none())), &Limits::none());
        for (state, _) in path.path.positions(alone.model()).step_by(5) {
            let progress = written(&document, &state);
            let options = HintOptions { progress: Some(&progress), ..HintOptions::default() };
            let (kept, new) = (document.hint(&options, &Limits::none()), hint(&alone, &options, &Limits::none()));
            assert_eq!(format!("{kept:?}"), format!("{new:?}"), "{text}");
        }
    }
}

/// The next step depends on the position alone: a hint for a player's grid is the step of the path at that position. At every
/// fourth position of the puzzles of all pages of rules, with cells that are not drawn (regions, doublers) among them.
#[test]
fn a_hint_found_anew_is_the_next_step_of_the_path() {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules");
    let mut positions = 0;
    for page in std::fs::read_dir(pages).expect("the pages are there") {
        let name = page.expect("a page").path();
        if !name.is_file() {
            continue;
        }
        let page = std::fs::read_to_string(&name).expect("a page is text");
        let Some((_, text)) = page.split_once("```clue\n") else { continue };
        let text = text.split("\n```").next().expect("at least nothing");
        let (document, alone) = (Document::from(compiled(text)), compiled(text));
        let truth = document.truth(&Limits::none());
        let path = document.explain(&TechniqueFilter::default(), &Limits::none());
        for ((state, step), words) in path.path.positions(alone.model()).zip(&path.texts).step_by(4) {
            let progress = written(&document, &state);
            let options =
                HintOptions { progress: Some(&progress), ways: TechniqueFilter::default(), truth: Some(&truth) };
            let Hint::Step(next) = hint(&alone, &options, &Limits::none()) else {
                panic!("no step: {}", name.display())
            };
            assert_eq!((&next.step, &next.text), (step, words), "{}", name.display());
            let kept = document.hint(&HintOptions { truth: None, ..options }, &Limits::none());
            assert_eq!(format!("{kept:?}"), format!("{:?}", Hint::Step(next)), "{}", name.display());
            positions += 1;
        }
    }
    assert!(positions > 1000, "{positions} positions");
}

/// Once the path is known, a hint at any of its positions, including the last, needs no search and equals a newly found one. Walks
/// with rules, with trials, through several solutions, and one that ends where its techniques find nothing.
#[test]
fn a_hint_on_the_path_is_its_next_step() {
    let walks = [
        (PUZZLES[6], TechniqueFilter::default()),
        (PUZZLES[7], TechniqueFilter::default()),
        (PUZZLES[1], TechniqueFilter::default()),
    ];
    for (text, ways) in walks.into_iter().chain([(HARD, TechniqueFilter::default()), (HARD, singles())]) {
        let (document, alone) = (Document::from(compiled(text)), compiled(text));
        let truth = document.truth(&Limits::none());
        let path = document.explain(&ways, &Limits::none());
        let nobody_asks = || panic!("a step was looked for: {text}");
        let known = Limits { stop: Some(&nobody_asks), ..Limits::none() };
        let states = path.path.positions(alone.model()).map(|(state, _)| state).chain([path.path.end.clone()]);
        for state in states {
            let progress = written(&document, &state);
            let options = HintOptions { progress: Some(&progress), ways: ways.clone(), truth: None };
            let new = hint(&alone, &HintOptions { truth: Some(&truth), ..options.clone() }, &Limits::none());
            assert_eq!(format!("{:?}", document.hint(&options, &known)), format!("{new:?}"), "{text}");
        }
    }
}

/// A hint off the path, or with other techniques than those of the path, is searched.
#[test]
fn a_hint_off_the_path_is_found() {
    let (document, alone) = (Document::from(compiled(PUZZLES[0])), compiled(PUZZLES[0]));
    let path = document.explain(&TechniqueFilter::default(), &Limits::none());
    // The player found a later step first.
    let mut state = path.path.start.clone();
    path.path.steps[9].apply(alone.model(), &mut state);
    let progress = written(&document, &state);
    for (ways, progress) in
        [(TechniqueFilter::default(), Some(&*progress)), (singles(), None), (singles(), Some(&*progress))]
    {
        let looks = AtomicU32::new(0);
        let stop = || looks.fetch_add(1, Ordering::Relaxed) == u32::MAX;
        let options = HintOptions { progress, ways, truth: None };
        let found = document.hint(&options, &Limits { stop: Some(&stop), ..Limits::none() });
        assert_eq!(format!("{found:?}"), format!("{:?}", hint(&alone, &options, &Limits::none())));
        assert!(looks.load(Ordering::Relaxed) > 0);
    }
}

/// Several threads query a document at the same time.
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

/// Givens may be listed in any order; all of them are part of the puzzle's identity.
#[test]
fn givens_in_any_order_make_another_puzzle() {
    let given = |cell: u16, digit: i32| cluewright::core::puzzle::Given { cell: Cell(cell), digits: vec![digit] };
    let of = |givens: Vec<_>| {
        let mut puzzle = cluewright::formats::read("................").unwrap().puzzle;
        puzzle.givens = givens;
        puzzle
    };
    let one = of(vec![given(9, 2), given(7, 1), given(3, 4)]);
    let known = Document::new(one.clone()).unwrap();
    assert!(known.retold(of(vec![given(9, 2), given(7, 3), given(3, 4)])).unwrap().is_none());
    assert!(known.retold(of(vec![given(3, 4), given(7, 1), given(9, 2)])).unwrap().is_some());
    let (text, _) = cluewright::formats::by_id("clue").unwrap().write(&one).unwrap();
    assert_eq!(cluewright::formats::read(&text).unwrap().puzzle.givens.len(), 3);
}
