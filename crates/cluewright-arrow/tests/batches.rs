//! Batches: texts in every layout get the same answers as in the library's tables, and other columns are copied.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use arrow_schema::DataType;
use cluewright::batch::NoClock;
use cluewright::table::{Kind, Options, QUESTIONS, Question, Value};
use cluewright_arrow::{ColumnOptions, How, Texts, columns, field};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SMALL: &str = "12..34..2.....3.";
/// The texts of a batch: one text occurs twice, one is not a puzzle, and one has no solution.
const TEXTS: [&str; 5] = [UNIQUE, SMALL, "nonsense", UNIQUE, "11.............."];

fn question(name: &str) -> Question {
    Question::new(name, &Options::default()).expect("a question")
}

fn batch(named: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter(named).expect("columns of one length")
}

/// Checks that the columns contain the library's answer for this row.
fn assert_row(answers: &[ArrayRef], row: usize, values: &[Value]) {
    for (column, value) in answers.iter().zip(values) {
        let same = match value {
            Value::Nothing => true,
            Value::Word(_) | Value::Text(_) => value.text() == Some(column.as_string::<i32>().value(row)),
            Value::Bool(truth) => column.as_boolean().value(row) == *truth,
            Value::Whole(n) => match column.data_type() {
                DataType::Int16 => i64::from(column.as_primitive::<Int16Type>().value(row)) == *n,
                DataType::Int32 => i64::from(column.as_primitive::<Int32Type>().value(row)) == *n,
                _ => column.as_primitive::<Int64Type>().value(row) == *n,
            },
            Value::Number(x) => column.as_primitive::<Float64Type>().value(row).to_bits() == x.to_bits(),
            Value::Bytes(bytes) => column.as_binary::<i32>().value(row) == bytes,
        };
        assert!(same && column.is_valid(row) == (*value != Value::Nothing), "{value:?} in row {row} of {column:?}");
    }
}

#[test]
fn every_question_and_every_layout_says_what_the_library_says() {
    let layouts: [ArrayRef; 4] = [
        Arc::new(StringArray::from_iter_values(TEXTS)),
        Arc::new(LargeStringArray::from_iter_values(TEXTS)),
        Arc::new(StringViewArray::from_iter_values(TEXTS)),
        Arc::new(TEXTS.into_iter().collect::<DictionaryArray<Int32Type>>()),
    ];
    for (name, _) in QUESTIONS {
        let question = question(name);
        let rows = question.rows(&TEXTS, &NoClock, 1);
        for puzzles in &layouts {
            let input = batch(vec![("puzzle", Arc::clone(puzzles))]);
            let answers = ColumnOptions::default().answers(&question, &input, &How { threads: 2, ..How::default() });
            let answers = answers.expect("a batch");
            assert_eq!(answers.num_rows(), TEXTS.len());
            for (column, found) in question.columns().iter().zip(answers.schema().fields()) {
                assert_eq!(**found, field(column), "{name}");
            }
            rows.iter().enumerate().for_each(|(row, values)| assert_row(answers.columns(), row, values));
        }
    }
}

#[test]
fn kinds_have_types() {
    for column in QUESTIONS.iter().flat_map(|(name, _)| question(name).columns().to_vec()) {
        let right = match column.kind {
            Kind::Text => DataType::Utf8,
            Kind::Bool => DataType::Boolean,
            Kind::Small => DataType::Int16,
            Kind::Medium => DataType::Int32,
            Kind::Large => DataType::Int64,
            Kind::Number => DataType::Float64,
            Kind::Bytes(_) => DataType::Binary,
        };
        assert_eq!(*field(&column).data_type(), right, "{column:?}");
    }
}

/// A puzzle with a star in either of two cells that contain a 1; an additional requirement places the star in the second.
const STAR: &str = "grid: 2x2\nboxes: none\nrules: latin, star\ngivens:\n  12\n  2.\n\nrule star\n  \
                    extra shown cell star[cells]: 0..1\n  require exactly 1 c in cells: star[c] = 1\n  \
                    for c in cells: require star[c] = 1 => c = 1\n";

#[test]
fn what_extra_cells_hold_is_a_column_and_tells_solutions_apart() {
    let one = STAR.replace("exactly 1 c in cells: star[c] = 1", "star[cell(2, 2)] = 1 and star[cell(1, 1)] = 0");
    let puzzles: ArrayRef = Arc::new(StringArray::from_iter_values([STAR, &one, SMALL]));
    let input = batch(vec![("puzzle", puzzles)]);
    let told = |name: &str, column: &str| {
        let answers = ColumnOptions::default().answers(&question(name), &input, &How::default()).expect("a batch");
        Arc::clone(answers.column_by_name(column).expect("a column"))
    };
    let status: Vec<_> = told("solve", "status").as_string::<i32>().iter().flatten().map(str::to_owned).collect();
    assert_eq!(status, ["multiple", "ok", "ok"]);
    assert_eq!(told("count", "solutions").as_primitive::<Int64Type>().values(), &[2, 1, 1]);
    for name in ["solve", "explain"] {
        let extra = told(name, "extra");
        let extra: Vec<Option<&str>> = extra.as_string::<i32>().iter().skip(1).collect();
        assert_eq!(extra, [Some("star=0001"), None], "{name}");
    }
}

#[test]
fn other_columns_go_along_and_keep_their_names() {
    let puzzles: ArrayRef = Arc::new(StringArray::from_iter_values([SMALL, "nonsense"]));
    let own: ArrayRef = Arc::new(StringArray::from_iter_values(["a", "b"]));
    let id: ArrayRef = Arc::new(Int64Array::from(vec![7, 8]));
    let input = batch(vec![("id", id), ("puzzle", Arc::clone(&puzzles)), ("status", own)]);
    let names = |wish: &ColumnOptions| -> Vec<String> {
        let answers = wish.answers(&question("solve"), &input, &How::default()).expect("a batch");
        answers.schema().fields().iter().map(|f| f.name().clone()).collect()
    };
    assert_eq!(names(&ColumnOptions::default())[..4], ["id", "status", "cluewright_status", "message"]);
    let kept = ColumnOptions { keep: Some(vec!["puzzle".into()]), ..ColumnOptions::default() };
    assert_eq!(names(&kept)[..3], ["puzzle", "status", "message"]);
    let answers = kept.answers(&question("solve"), &input, &How::default()).expect("a batch");
    assert!(Arc::ptr_eq(answers.column(0), &puzzles), "nothing is copied");
    assert_eq!(answers.schema().metadata().get("cluewright.schema").map(String::as_str), Some("1"));
}

#[test]
fn rows_have_rules_of_their_own() {
    let puzzles: ArrayRef = Arc::new(StringArray::from(vec![Some(UNIQUE), Some(UNIQUE), Some(UNIQUE), None]));
    // In the solution, two 8s are diagonal neighbours.
    let rules: ArrayRef = Arc::new(StringArray::from(vec![None, Some("anti-king"), Some("rule x\n  require"), None]));
    let input = batch(vec![("puzzle", puzzles), ("rules", rules)]);
    let wish = ColumnOptions { rules: Some("rules".into()), keep: Some(Vec::new()), ..ColumnOptions::default() };
    let answers = wish.answers(&question("solve"), &input, &How::default()).expect("a batch");
    let status: Vec<&str> = answers.column(0).as_string::<i32>().iter().flatten().collect();
    assert_eq!(status, ["ok", "contradiction", "invalid_text", "invalid_text"]);
    let message = answers.column(1).as_string::<i32>();
    assert!(message.value(2).starts_with("the rules of this row: "), "{}", message.value(2));
    assert_eq!(message.value(3), "there is no puzzle in this row");
}

#[test]
fn what_is_not_there_or_holds_no_texts_is_named() {
    let input = batch(vec![("grid", Arc::new(Int64Array::from(vec![1])) as ArrayRef)]);
    let asked = |wish: &ColumnOptions| {
        let error = wish.answers(&question("solve"), &input, &How::default()).expect_err("it cannot be asked");
        error.to_string()
    };
    let error = asked(&ColumnOptions::default());
    assert!(error.contains("there is no column `puzzle`") && error.contains("grid"), "{error}");
    let error = asked(&ColumnOptions { puzzle: "grid".into(), ..ColumnOptions::default() });
    assert!(error.contains("the column `grid` contains Int64, not text"), "{error}");
    let error =
        asked(&ColumnOptions { puzzle: "grid".into(), keep: Some(vec!["id".into()]), ..ColumnOptions::default() });
    assert!(error.contains("there is no column `id`"), "{error}");
}

#[test]
fn null_in_a_dictionary_is_no_text() {
    let coded: ArrayRef =
        Arc::new(vec![Some("a"), None, Some("a")].into_iter().collect::<DictionaryArray<Int32Type>>());
    let texts = Texts::of("puzzle", &coded).expect("texts");
    assert_eq!((0..3).map(|row| texts.get(row)).collect::<Vec<_>>(), [Some("a"), None, Some("a")]);
}

#[test]
fn work_that_was_stopped_gives_shorter_columns() {
    let stop = AtomicBool::new(true);
    let how = How { stop: Some(&stop), ..How::default() };
    let answers = columns(&question("rate"), (0..1000).map(|_| Some(UNIQUE)), &how);
    assert!(answers.iter().all(|column| column.len() < 1000));
}
