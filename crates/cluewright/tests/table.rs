//! Tables of puzzles: every row has its status, and a bad row does not affect others.

use cluewright::batch::NoClock;
use cluewright::reader::Readers;
use cluewright::table::{Kind, Options, QUESTIONS, Question, Value, canonical_hash};

const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const MIRACLE: &str = "grid: 9x9\nrules: miracle\ngiven r5c3 1\ngiven r6c7 2\n";

fn poison() -> Vec<String> {
    let empty = ".".repeat(81);
    let clash = format!("11{}", &empty[2..]);
    let long = "x".repeat(5_000_000);
    let rows = [UNIQUE, &empty, &clash, "", "\u{0}\u{1}", "💥", &long, &UNIQUE[1..], "rule broken\n  require", MIRACLE];
    rows.map(str::to_owned).to_vec()
}

fn status(name: &str, options: &Options, texts: &[String]) -> Vec<String> {
    let question = Question::new(name, options).expect("a question");
    let rows = question.rows(texts, &NoClock, 2);
    rows.iter().map(|row| row[0].text().expect("a status").to_owned()).collect()
}

#[test]
fn rows_that_are_wrong_fail_no_other() {
    let bad = "invalid_text";
    let solved = ["ok", "multiple", "contradiction", bad, bad, bad, bad, bad, bad, "ok"];
    assert_eq!(status("solve", &Options::default(), &poison()), solved);
    let canonical = ["ok", "multiple", "contradiction", bad, bad, bad, bad, bad, bad, "unsupported"];
    assert_eq!(status("canonical", &Options::default(), &poison()), canonical);
    for (name, _) in QUESTIONS {
        let all = status(name, &Options::default(), &poison());
        assert_eq!(all[3..9], [bad; 6], "{name}");
        assert_eq!(all[0], "ok", "{name}");
    }
}

#[test]
fn values_are_of_their_columns() {
    for (name, _) in QUESTIONS {
        let question = Question::new(name, &Options::default()).expect("a question");
        for row in question.rows(&poison(), &NoClock, 1) {
            assert_eq!(row.len(), question.columns().len(), "{name}");
            for (value, column) in row.iter().zip(question.columns()) {
                let fits = match (value, column.kind) {
                    (Value::Nothing, _)
                    | (Value::Word(_) | Value::Text(_), Kind::Text)
                    | (Value::Bool(_), Kind::Bool)
                    | (Value::Whole(_), Kind::Small | Kind::Medium | Kind::Large)
                    | (Value::Number(_), Kind::Number) => true,
                    (Value::Bytes(bytes), Kind::Bytes(n)) => bytes.len() == n as usize,
                    _ => false,
                };
                assert!(fits, "{name}: {value:?} in {column:?}");
            }
        }
    }
}

#[test]
fn scales_of_others_have_columns_of_their_own() {
    let options = Options { scales: vec!["hodoku".into(), "se".into()], ..Options::default() };
    let question = Question::new("rate", &options).expect("a question");
    let names: Vec<&str> = question.columns().iter().map(|column| column.name).collect();
    let at = |name: &str| names.iter().position(|n| *n == name).expect("a column");
    let rows = question.rows(&poison(), &NoClock, 2);
    assert!(rows.iter().all(|row| row.len() == names.len()));
    let (level, score, er) = (at("hodoku_level"), at("hodoku_score"), at("se_er"));
    assert_eq!(rows[0][level..=score], [Value::from("Easy".to_owned()), Value::Whole(204)]);
    assert!(matches!(rows[0][er], Value::Number(x) if x > 1.0 && x < 2.5), "{:?}", rows[0][er]);
    // A puzzle with several solutions has no rating; for a variant the scale gives the reason.
    assert_eq!((&rows[1][at("se")], &rows[1][score]), (&Value::Nothing, &Value::Nothing));
    let last = rows.last().expect("a row");
    assert!(last[at("hodoku")].text().is_some_and(|why| why.contains("ordinary")) && last[score] == Value::Nothing);
    assert_ne!(question.fingerprint(), Question::new("rate", &Options::default()).expect("a question").fingerprint());
    for (name, scale) in [("solve", "se"), ("rate", "inches")] {
        assert!(Question::new(name, &Options { scales: vec![scale.into()], ..Options::default() }).is_err());
    }
}

/// The engine for ordinary grids answers many puzzles at once. Each answer equals that for the puzzle alone.
#[test]
fn a_row_alone_is_the_row_among_others() {
    let texts = poison();
    for (name, _) in QUESTIONS {
        let question = Question::new(name, &Options::default()).expect("a question");
        // Below the number of guesses up to which grids are answered together.
        let alone = Question::new(name, &Options { nodes: 10_000, ..Options::default() }).expect("a question");
        let all = question.rows(&texts, &NoClock, 2);
        for (text, row) in texts.iter().zip(&all) {
            let one = alone.rows(std::slice::from_ref(text), &NoClock, 1);
            assert_eq!(one[0][..row.len() - 1], row[..row.len() - 1], "{name}: {}", &text[..text.len().min(81)]);
        }
    }
}

#[test]
fn a_row_that_takes_too_much_says_so() {
    // Without a given it has far more solutions than a hundred nodes find.
    let options = Options { nodes: 100, limit: 0, ..Options::default() };
    assert_eq!(status("count", &options, &[".".repeat(81), UNIQUE.to_owned()]), ["budget_exceeded", "ok"]);
}

#[test]
fn rules_are_added_to_every_row_or_to_one() {
    let two = ".".repeat(81);
    let options = Options { rules: vec!["anti-king".into()], ..Options::default() };
    // The solution has an 8 diagonally beside another.
    assert_eq!(status("solve", &options, &[two.clone(), UNIQUE.to_owned()]), ["multiple", "contradiction"]);
    let question = Question::new("solve", &Options::default()).expect("a question");
    let mut readers = Readers::default();
    let reader = question.reader_with("rule first\n  require cell(1, 1) = 5", &mut readers).expect("a rule");
    let compiled = reader.compiled(UNIQUE, &|| false).expect("a puzzle");
    assert_eq!(compiled.puzzle().rules.last().map(|r| r.rule.as_str()), Some("first"));
    assert!(question.reader_with("no-such-rule", &mut readers).is_ok(), "seen when a puzzle is made");
    assert!(question.reader_with("rule broken\n  require", &mut readers).is_err());
}

#[test]
fn rearrangements_have_one_canonical_form() {
    let mut turned = String::new();
    for c in 0..9 {
        (0..9).for_each(|r| turned.push(char::from(UNIQUE.as_bytes()[r * 9 + c])));
    }
    let relabelled: String = turned
        .chars()
        .map(|c| {
            if c == '5' {
                '3'
            } else if c == '3' {
                '5'
            } else {
                c
            }
        })
        .collect();
    let question = Question::new("canonical", &Options::default()).expect("a question");
    let rows = question.rows(&[UNIQUE, &relabelled], &NoClock, 1);
    assert_eq!(rows[0][2..4], rows[1][2..4]);
    let Value::Bytes(packed) = &rows[0][2] else { panic!("bytes") };
    assert_eq!(rows[0][3], Value::Bytes(canonical_hash(packed).to_vec()));
    assert_eq!(rows[0][4], Value::Whole(30));
}
