//! Each figure of a rating has one name in every interface: a puzzle has the same number under the same name in the JSON and the
//! tables of the command, in the files of `batch`, the library's tables, Arrow and the protocol. Python, Spark and Dask:
//! `crates/cluewright-py/tests/test_golden.py`, with the same values.

use crate::common;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type};
use arrow_array::{Array, record_batch};
use cluewright::batch::NoClock;
use cluewright::table::{Options, Question};
use cluewright_arrow::{ColumnOptions, How};
use cluewright_protocol::{MessageBuffer, Session};
use common::{expect, run_with};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Puzzles, each with the correct values of its figures.
const PUZZLES: [(&str, [(&str, &str); 5]); 2] = [
    (
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        [("points", "202"), ("word", "easy"), ("hardest_step", "1.2"), ("technique", "hidden_single"), ("steps", "51")],
    ),
    (
        "3...8.......7....51..............36...2..4....7...........6.13..452...........8..",
        [("points", "364"), ("word", "hard"), ("hardest_step", "3.4"), ("technique", "hidden_pair"), ("steps", "77")],
    ),
];

/// The properties of a puzzle from one interface, by name. Numbers are text without trailing zeros.
type Properties = BTreeMap<String, String>;

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().expect("a number").to_string(),
        other => other.to_string(),
    }
}

fn object(value: &Value) -> Properties {
    value.as_object().expect("an object").iter().map(|(name, value)| (name.clone(), text(value))).collect()
}

fn json_line(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))
}

/// The only row of a table. Only paths contain commas, quotes or line breaks, and they are omitted.
fn table(csv: &str) -> Properties {
    let mut lines = csv.lines();
    let (names, values) = (lines.next().expect("a heading").split(','), lines.next().expect("a row").split(','));
    let number = |value: &str| value.parse::<f64>().map_or_else(|_| value.to_owned(), |number| number.to_string());
    names.map(str::to_owned).zip(values.map(number)).collect()
}

/// The row that `batch` writes for a puzzle.
fn files(question: &str, puzzle: &str, written: &str) -> Properties {
    let folder = std::env::temp_dir().join(format!("cluewright-names-{question}-{written}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
    std::fs::write(at("in.txt"), format!("{puzzle}\n")).expect("a file");
    expect(&["batch", question, "--in", &at("in.txt"), "--out", &at("out"), "--write", written, "--quiet"], 0);
    let answers = std::fs::read_to_string(at(&format!("out/out/00000.{written}"))).expect("answers");
    std::fs::remove_dir_all(&folder).expect("it is there");
    if written == "csv" { table(&answers) } else { object(&json_line(answers.trim())) }
}

/// A row of the library's tables.
fn row(question: &str, puzzle: &str) -> Properties {
    let question = Question::new(question, &Options::default()).expect("a question");
    let row = question.rows(&[puzzle], &NoClock, 1).remove(0);
    question.columns().iter().zip(row).map(|(column, value)| (column.name.to_owned(), value.written())).collect()
}

/// The same as columns.
fn arrow(question: &str, puzzle: &str) -> Properties {
    let question = Question::new(question, &Options::default()).expect("a question");
    let puzzles = record_batch!(("puzzle", Utf8, [puzzle])).expect("a batch");
    let answers = ColumnOptions::default().answers(&question, &puzzles, &How::default()).expect("answers");
    let said = |column: &dyn Array| {
        let number = column.as_primitive_opt::<Float64Type>().map(|column| column.value(0).to_string());
        let whole = || column.as_primitive_opt::<Int32Type>().map(|column| column.value(0).to_string());
        number.or_else(whole).or_else(|| column.as_string_opt::<i32>().map(|column| column.value(0).to_owned()))
    };
    let schema = answers.schema();
    let columns = schema.fields().iter().zip(answers.columns());
    columns.filter_map(|(field, column)| Some((field.name().clone(), said(column)?))).collect()
}

/// The protocol's answer.
fn message(question: &str, puzzle: &str) -> Value {
    let (session, kept) = (Session::default(), MessageBuffer::default());
    session.handle(&json!({"id": 1, "op": question, "puzzle": puzzle}).to_string(), &kept);
    json_line(kept.messages().last().expect("an answer"))["ok"].clone()
}

#[test]
fn a_name_means_one_thing_at_every_door() {
    for (puzzle, right) in PUZZLES {
        let asked = |words: &[&str]| run_with(words, puzzle.as_bytes()).out;
        let rated: [(&str, Properties); 7] = [
            ("rate --json", object(&json_line(&asked(&["rate", "-", "--json"])))),
            ("rate --csv", table(&asked(&["rate", "-", "--csv"]))),
            ("batch rate, csv", files("rate", puzzle, "csv")),
            ("batch rate, jsonl", files("rate", puzzle, "jsonl")),
            ("table rate", row("rate", puzzle)),
            ("arrow rate", arrow("rate", puzzle)),
            ("protocol rate", object(&message("rate", puzzle))),
        ];
        // Points are not part of the rating of a path.
        let explained: [(&str, Properties); 6] = [
            ("explain --json", object(&json_line(&asked(&["explain", "-", "--json"]))["rating"])),
            ("explain --csv", table(&asked(&["explain", "-", "--csv"]))),
            ("batch explain, jsonl", files("explain", puzzle, "jsonl")),
            ("table explain", row("explain", puzzle)),
            ("arrow explain", arrow("explain", puzzle)),
            ("protocol explain", object(&message("explain", puzzle)["rating"])),
        ];
        for (door, said) in rated.iter().chain(&explained) {
            for (name, value) in &right[if door.contains("rate") { 0 } else { 2 }..] {
                assert_eq!(said.get(*name).map(String::as_str), Some(*value), "{name} of {door}: {said:?}");
            }
            assert!(door.contains("rate") || !said.contains_key("points"), "{door}: {said:?}");
        }
        let technique = json_line(&expect(&["techniques", "show", right[3].1, "--json"], 0).out);
        assert_eq!(text(&technique["difficulty"]), right[2].1, "the hardest step is as hard as its technique");
    }
}

#[test]
fn an_object_says_which_version_wrote_it() {
    let puzzle = PUZZLES[0].0;
    for words in [
        &["solve", "--json", puzzle][..],
        &["rate", "--json", puzzle],
        &["explain", "--json", puzzle],
        &["solve", "--json", "nonsense"],
        &["generate", "--json", "--rules", "classic"],
    ] {
        let said = json_line(common::run(words).out.lines().next().expect("an object"));
        assert_eq!(said["engine_version"], env!("CARGO_PKG_VERSION"), "{words:?}");
    }
    assert_eq!(row("rate", puzzle)["engine_version"], env!("CARGO_PKG_VERSION"));
}
