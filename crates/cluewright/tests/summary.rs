//! Compares the summary of a puzzle's hardest parts with walks under explicit bounds.

use cluewright::logic::{Config, Outcome, State, solve_logically};
use cluewright::summary::{EASY, FEW, Summary};
use cluewright::{Compiled, ExplainOptions, Explanation, Limits, SearchFacts, TechniqueFilter, explain, formats};

/// A puzzle whose first step is a multi-sector locked set.
const SOME: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// A puzzle for which locked candidates are enough.
const LOCKED: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// A puzzle with two givens, which leads to many similar steps.
const MANY: &str = include_str!("../../../examples/miracle.clue");
const ARROWS: &str = include_str!("../../../examples/arrow.clue");
const WHISPERS: &str = include_str!("../../../examples/whispers.clue");

fn summed(puzzle: &str) -> (Compiled, Explanation, Summary) {
    let compiled = Compiled::new(formats::read(puzzle).unwrap().puzzle).unwrap();
    let truth = SearchFacts::new(&compiled, &Limits::none());
    let walked = explain(&compiled, ExplainOptions::knowing(&truth), &Limits::none());
    let summary = Summary::of(&compiled, &walked, &TechniqueFilter::default(), &truth, &Limits::none());
    (compiled, walked, summary)
}

/// How steps up to a bound, without trials, end from here.
fn easily(compiled: &Compiled, from: State, hardest: u16) -> Outcome {
    solve_logically(compiled.model(), from, &Config { hardest, trial: false, ..Config::default() }).outcome
}

#[test]
fn without_the_steps_the_rest_is_stuck_and_with_what_they_conclude_it_is_solved() {
    let mut with_steps = 0;
    for puzzle in [SOME, LOCKED, MANY, ARROWS, WHISPERS] {
        let (compiled, walked, summary) = summed(puzzle);
        let start = || State::start(compiled.model());
        match &summary {
            Summary::Steps { steps, rest } => {
                assert!(steps.len() <= FEW && steps.is_sorted(), "{summary:?}");
                let mut told = start();
                for &at in steps {
                    let step = &walked.path.steps[at];
                    assert!(step.technique.difficulty > *rest, "{step:?}");
                    step.apply(compiled.model(), &mut told);
                }
                assert_eq!(easily(&compiled, told, *rest), Outcome::Solved, "{summary:?}");
                if steps.is_empty() {
                    assert!(*rest <= EASY);
                } else {
                    with_steps += 1;
                    assert_eq!(easily(&compiled, start(), *rest), Outcome::Stuck, "{summary:?}");
                }
            }
            Summary::Many { hardest } => {
                let lower =
                    walked.path.steps.iter().map(|step| step.technique.difficulty).filter(|d| d < hardest).max();
                assert_eq!(easily(&compiled, start(), lower.unwrap()), Outcome::Stuck, "{summary:?}");
            }
            _ => panic!("{summary:?}"),
        }
    }
    assert!(with_steps > 0);
}

#[test]
fn a_path_that_leads_nowhere_and_a_stop_signal_are_told() {
    let (compiled, walked, summary) = summed("12..............");
    assert_eq!(summary, Summary::Unsolved);
    assert_eq!(summary.sentences(&compiled, &walked).len(), 1);
    let (compiled, walked, _) = summed(SOME);
    let limits = Limits { stop: Some(&|| true), ..Limits::none() };
    let truth = SearchFacts::new(&compiled, &Limits::none());
    assert_eq!(Summary::of(&compiled, &walked, &TechniqueFilter::default(), &truth, &limits), Summary::Limit);
}
