//! One idea is one step: all eliminations by one clue, and pointing for several digits of one house in one line.

use cluewright::explain::available;
use cluewright::logic::proof::verify;
use cluewright::logic::text::{describe, name_of};
use cluewright::logic::{Pattern, State, Step};
use cluewright::{Compiled, ExplainOptions, Explanation, Limits, SearchFacts, TechniqueFilter, explain, formats};

fn explained(puzzle: &str) -> (Compiled, Explanation) {
    let compiled = Compiled::new(formats::read(puzzle).unwrap().puzzle).unwrap();
    let truth = SearchFacts::new(&compiled, &Limits::none());
    let walked = explain(&compiled, ExplainOptions::knowing(&truth), &Limits::none());
    assert!(walked.verify(&compiled, &Limits::none()).is_complete(), "{puzzle}");
    (compiled, walked)
}

/// After a step by a clue, the same technique finds nothing more with that clue.
#[test]
fn a_clue_is_followed_to_the_end() {
    let mut by_clues = 0;
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|end| end != "clue") {
            continue;
        }
        let (compiled, walked) = explained(&std::fs::read_to_string(&path).unwrap());
        let model = compiled.model();
        let of = |pattern: &Pattern| match pattern {
            Pattern::Clue { constraint } => model.origin(model.constraint(*constraint).origin).clue,
            Pattern::Tied { origins } if origins.len() == 1 => model.origin(origins[0]).clue,
            _ => None,
        };
        for pair in walked.path.steps.windows(2) {
            let (Some(a), Some(b)) = (of(&pair[0].pattern), of(&pair[1].pattern)) else { continue };
            by_clues += 1;
            assert!(a != b || pair[0].technique.id != pair[1].technique.id, "{}: {pair:?}", path.display());
        }
    }
    assert!(by_clues > 20, "{by_clues}");
}

/// Every pair of a palindrome, and all digits whose places in a box lie in one row.
#[test]
fn what_goes_by_one_fact_goes_in_one_step() {
    let cases = [
        ("clue", PALINDROME, "r4c4 and r4c5 are at least 2"),
        (
            "pointing",
            LOCKED,
            "In box 1, 1, 2 and 6 can only go in r2c1, r2c2 or r2c3, all in row 2, so they go nowhere else there",
        ),
    ];
    for (technique, puzzle, part) in cases {
        let compiled = Compiled::new(formats::read(puzzle).unwrap().puzzle).unwrap();
        let ways = TechniqueFilter::default().only(&[technique]).unwrap();
        let options = ExplainOptions { ways, ..ExplainOptions::default() };
        let path = explain(&compiled, options, &Limits::none()).path;
        let told = |(state, step): (State, &Step)| {
            verify(compiled.model(), &state, step).unwrap();
            describe(compiled.model(), &state, step).short
        };
        let texts: Vec<String> = path.positions(compiled.model()).map(told).collect();
        assert!(texts.iter().any(|text| text.contains(part)), "{texts:?}");
    }
}

/// A rule's text names the steps of its clues, whatever is posted for it; arguments with houses are called after its noun.
#[test]
fn a_rule_names_its_steps() {
    let rule = "rule twins \"Both cells hold the same.\"\n  clue line L\n  says \"the twins at {L}\"\n  steps \"twins: mirrored\"\n  require L[1] = L[2]\n";
    for (text, expected) in
        [(rule.to_owned(), "Twins: mirrored"), (rule.replace("  steps \"twins: mirrored\"\n", ""), "Twins")]
    {
        let puzzle = format!(
            "grid: 6x6\nboxes: 2x3\nrules: classic\n{text}\ntwins r1c1 r3c3\n\ngivens:\n  .....1\n{}",
            "  ......\n".repeat(5)
        );
        let compiled = Compiled::new(formats::read(&puzzle).unwrap().puzzle).unwrap();
        let ways = TechniqueFilter::default().only(&["clue"]).unwrap();
        let found = available(&compiled, ExplainOptions { ways, ..ExplainOptions::default() }, &Limits::none());
        let names: Vec<String> = found.steps.iter().map(|step| name_of(compiled.model(), &step.step)).collect();
        assert_eq!(names, [expected]);
    }
}

const PALINDROME: &str = "grid: 6x6
boxes: 2x3
rules: classic

palindrome r1c1 r1c2 r2c3 r3c4 r4c4 r4c5

givens:
  .....1
  ......
  ......
  ......
  ......
  ......
";
const LOCKED: &str = "grid: 6x6
boxes: 2x3
rules: classic

givens:
  345...
  ......
  ......
  ......
  ......
  ......
";
