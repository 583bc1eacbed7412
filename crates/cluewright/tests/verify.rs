//! Verifies every step of an explanation, as far as time allows. No verdict depends on earlier steps.

use cluewright::logic::proof::{Checker, Unproved};
use cluewright::verify::Verification;
use cluewright::{Compiled, ExplainOptions, Explanation, Limits, SearchFacts, explain, formats};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A puzzle that needs assumptions, some of which are only outlined.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn explained(puzzle: &str) -> (Compiled, Explanation) {
    let compiled = Compiled::new(formats::read(puzzle).unwrap().puzzle).unwrap();
    let truth = SearchFacts::new(&compiled, &Limits::none());
    let walked = explain(&compiled, ExplainOptions::knowing(&truth), &Limits::none());
    (compiled, walked)
}

#[test]
fn a_verdict_is_the_same_whatever_was_proved_before() {
    let (compiled, walked) = explained(HARD);
    assert!(walked.verify(&compiled, &Limits::none()).is_complete());
    let (mut proved, mut beyond) = (0, 0);
    for work in [30, 100, 300, 1_000, 10_000, 300_000, 10_000_000] {
        let mut together = Checker::new(compiled.model()).with_work(work);
        for (at, (state, step)) in walked.path.positions(compiled.model()).enumerate() {
            let alone = Checker::new(compiled.model()).with_work(work).verify(&state, step);
            assert_eq!(together.verify(&state, step), alone, "step {at} with {work}");
            assert!(!matches!(alone, Err(why) if why.is_fault()), "step {at} with {work}: {alone:?}");
            *if alone.is_ok() { &mut proved } else { &mut beyond } += 1;
        }
    }
    assert!(proved > 20 && beyond > 20, "{proved} proved, {beyond} beyond the bound");
}

#[test]
fn a_stop_signal_ends_the_verification() {
    let (compiled, walked) = explained(EASY);
    let asked = AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 5;
    let verified = walked.verify(&compiled, &Limits { stop: Some(&stop), ..Limits::none() });
    assert_eq!((verified.proved(), verified.stopped()), (5, walked.path.steps.len() - 5));
    assert!(!verified.is_complete() && verified.refuted().next().is_none() && verified.beyond().next().is_none());
}

#[test]
fn faults_and_what_is_beyond_the_bound_are_told_apart() {
    let verified = Verification {
        verdicts: vec![Ok(()), Err(Unproved::DoesNotFollow), Err(Unproved::TooMuch(None)), Err(Unproved::Stopped)],
    };
    assert_eq!(verified.refuted().collect::<Vec<_>>(), [(1, Unproved::DoesNotFollow)]);
    assert_eq!(verified.beyond().collect::<Vec<_>>(), [(2, Unproved::TooMuch(None))]);
    assert_eq!((verified.proved(), verified.stopped()), (1, 1));
}
