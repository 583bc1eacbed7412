//! The promises of docs/stability.md: JSON fields and names of the crate root. Both lists may grow, but no entry may disappear.

use cluewright::operation::{self, Operation};
use cluewright::{Document, Limits};
use std::collections::BTreeSet;

// The names a program may write `use cluewright::NAME` for.
#[allow(unused_imports)]
use cluewright::{
    Answer, BadInput, Candidate, CandidateOptions, Candidates, Cell, Compiled, CountOptions, Error, ExplainOptions,
    Explanation, Hint, HintOptions, Puzzle, Rating, SearchFacts, Stopped, TechniqueFilter, Value, Verdict, candidates,
    explain, flaws, hint, minimise, rate, solve,
};
#[allow(unused_imports)]
use cluewright::{
    batch, canonical, cells, check, compiled, differences, generate, report, rule_tests, split, table, techniques,
    verify, write,
};

/// One solution, several with a clue, none with a clash, a filled grid that is wrong, and extra cells.
const PUZZLES: [&str; 6] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "12..34..2.....3.",
    "grid: 4x4\nrules: classic, anti-king\ngiven r1c1 1\n",
    "1..1............",
    "1234341221434312",
    "grid: 4x4\nrules: classic, doublers\nextra: A 0..1\ngiven A 1\ngivens: 2134431212433421\n",
];

/// Renamed fields: the old name, the new name, the place of both, and the row of the table in docs/stability.md.
const RENAMED: [(&str, &str, Place, &str); 8] = [
    (
        "rating",
        "hardest_step",
        Place::Json("rate"),
        "| JSON of `rate`, `explain` and `generate`, the protocol | `rating`, ",
    ),
    (
        "rating",
        "hardest_step",
        Place::Json("explain"),
        "| JSON of `rate`, `explain` and `generate`, the protocol | `rating`, ",
    ),
    (
        "rating",
        "points",
        Place::Table("rate"),
        "| tables of `rate` (`batch`, Python, Arrow, Parquet, Spark, Dask) | `rating` |",
    ),
    ("level", "word", Place::Table("rate"), "| tables of `rate` | `level` | `word` |"),
    ("hardest", "technique", Place::Table("rate"), "| tables of `rate`, of `explain` | `hardest` | `technique` |"),
    ("rating", "hardest_step", Place::Table("explain"), "| tables of `explain` | `rating` | `hardest_step` |"),
    ("hardest", "technique", Place::Table("explain"), "| tables of `rate`, of `explain` | `hardest` | `technique` |"),
    ("rating", "hardest_step", Place::Csv, "| `--csv` of `rate` and `explain` | `rating` | `hardest_step` |"),
];

/// The place of a name: the JSON of a question, the columns of a table, or those of `--csv`.
enum Place {
    Json(&'static str),
    Table(&'static str),
    Csv,
}

/// The minor version that may drop them, and the words of the page about it.
const UNTIL: (u32, &str) = (2, "version 0.2 may drop them");

/// The field names of every object, as `FIELD` or `FIELD.FIELD`.
fn fields(value: &serde_json::Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(all) => {
            for (name, value) in all {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                found.insert(path.clone());
                fields(value, &path, found);
            }
        }
        // Assumptions contain steps, which may contain further assumptions.
        serde_json::Value::Array(all) if path.matches('.').count() < 3 => {
            for value in all {
                fields(value, path, found);
            }
        }
        _ => {}
    }
}

/// The field of an answer, or of a step wherever steps stand: which of these a puzzle shows changes with its steps.
fn named(question: &str, field: &str) -> String {
    let step = ["steps.other_ways.", "steps.", "step."].iter().find_map(|before| field.strip_prefix(before));
    match step {
        Some(field) if ["other_ways", "others"].contains(&field) => format!("{question}: {field}"),
        Some(field) => format!("step: {field}"),
        None => format!("{question}: {field}"),
    }
}

#[test]
fn fields_of_json_stay() {
    let questions: [(&str, Box<dyn Operation>); 11] = [
        ("solve", Box::new(operation::Solve::default())),
        ("count", Box::new(operation::Count { limit: 10, list: true })),
        ("estimate", Box::new(operation::Estimate { samples: 10, seed: 1 })),
        ("split", Box::new(operation::Split { cells: ["r1c3", "r1c4"].into_iter().collect(), ..Default::default() })),
        ("candidates", Box::new(operation::Candidates { counts: Some(2), ..Default::default() })),
        ("explain", Box::new(operation::Explain { verify: true, ..Default::default() })),
        ("steps", Box::new(operation::Steps { other_ways: true, ..Default::default() })),
        ("hint", Box::new(operation::Hint::default())),
        ("rate", Box::new(operation::Rate::default())),
        ("check", Box::new(operation::Check { minimise: true })),
        ("convert", Box::new(operation::Convert::default())),
    ];
    let mut found = BTreeSet::new();
    for text in PUZZLES {
        let document = Document::read(text).expect("a puzzle");
        for (name, question) in &questions {
            // For the hardest puzzle, only the first few.
            if text.len() == 81 && !["solve", "explain", "rate"].contains(name) {
                continue;
            }
            if let Ok(answer) = document.ask(&**question, &Limits::none()) {
                let mut here = BTreeSet::new();
                fields(&serde_json::to_value(&answer).expect("an object"), "", &mut here);
                found.extend(here.into_iter().map(|field| named(name, &field)));
            }
        }
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/json-fields.txt");
    let known = std::fs::read_to_string(file).unwrap_or_default();
    let gone: Vec<&str> = known.lines().filter(|field| !found.contains(*field)).collect();
    assert!(gone.is_empty(), "fields that programs read are gone: {gone:?}; see docs/stability.md");
    let added: Vec<&str> = found.iter().map(String::as_str).filter(|f| !known.lines().any(|k| k == *f)).collect();
    if !added.is_empty() && std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        let all: Vec<&str> = found.iter().map(String::as_str).collect();
        std::fs::write(file, all.join("\n") + "\n").expect("the list is written");
    } else {
        assert!(
            added.is_empty(),
            "new fields, promised from now on: {added:?}; CLUEWRIGHT_UPDATE=1 adds them to the list"
        );
    }
}

/// The value under a name in the answer about the second puzzle, as text.
fn said(place: &Place, name: &str) -> Option<String> {
    let written = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let operation = |question: &str| -> Box<dyn Operation> {
        if question == "rate" { Box::new(operation::Rate::default()) } else { Box::new(operation::Explain::default()) }
    };
    let ask = |question: &str| {
        let document = Document::read(PUZZLES[1]).expect("a puzzle");
        document.ask(&*operation(question), &Limits::none()).expect("an answer")
    };
    match place {
        Place::Json(question) => {
            let answer = serde_json::to_value(ask(question)).expect("an object");
            if *question == "explain" { answer["rating"].get(name).map(written) } else { answer.get(name).map(written) }
        }
        Place::Table(name_of) => {
            let question = table::Question::new(name_of, &table::Options::default()).expect("a question");
            let at = question.columns().iter().position(|column| column.name == name)?;
            Some(question.rows(&PUZZLES[1..2], &batch::NoClock, 1)[0][at].written())
        }
        Place::Csv => {
            let both = ["rate", "explain"];
            let known = both.iter().all(|question| operation(question).heading().contains(&name));
            let all: BTreeSet<String> = both.iter().map(|question| ask(question).field(name)).collect();
            (known && all.len() == 1).then(|| all.into_iter().collect())
        }
    }
}

#[test]
fn old_names_stand_beside_new_ones_as_long_as_the_page_says() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/stability.md");
    let page = std::fs::read_to_string(page).expect("a page").replace('\n', " ");
    let minor: u32 = env!("CARGO_PKG_VERSION_MINOR").parse().expect("a number");
    let (until, words) = UNTIL;
    assert!(page.contains(words), "docs/stability.md says until when old names stay");
    for (old, new, place, row) in &RENAMED {
        assert!(page.contains(row), "docs/stability.md has no row {row}");
        let now = said(place, new).unwrap_or_else(|| panic!("{new} is not there: {row}"));
        assert!(!now.is_empty(), "{new} says nothing: {row}");
        assert!(minor >= until || said(place, old) == Some(now), "{old} is not {new} any more: {row}");
    }
}
