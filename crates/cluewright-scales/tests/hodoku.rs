//! Compares levels, scores and counts of steps with those that `HoDoKu` 2.3.2 gave, if `../shared` exists. They are other
//! people's data and not part of the project.

use cluewright_scales::hodoku::{Rater, Technique};
use std::time::Instant;

/// A rated puzzle: its digits, level in capitals, score, and steps by name.
struct Row {
    puzzle: [u8; 81],
    level: String,
    score: u32,
    counts: String,
}

/// The text after a name in a line of JSON, up to one of the end marks.
fn after<'a>(line: &'a str, name: &str, ends: &[char]) -> Option<&'a str> {
    let rest = line.split_once(&format!("\"{name}\": "))?.1.trim_start_matches(['"', '{']);
    rest.split(ends).next()
}

fn rows() -> Vec<Row> {
    let path = format!("{}/../../../shared/data/ratings/hodoku_ratings.jsonl", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no ../shared");
        return Vec::new();
    };
    let row = |line: &str| {
        let mut puzzle = [0; 81];
        for (value, digit) in puzzle.iter_mut().zip(after(line, "puzzle", &['"'])?.bytes()) {
            *value = if digit.is_ascii_digit() { digit - b'0' } else { 0 };
        }
        Some(Row {
            puzzle,
            level: after(line, "level", &['"'])?.to_owned(),
            score: after(line, "score", &[',', '}'])?.parse().ok()?,
            counts: after(line, "techniques", &['}'])?.to_owned(),
        })
    };
    text.lines().map(|line| row(line).expect("a line of the reference ratings")).collect()
}

/// The number of steps in the row that use a technique.
fn count(row: &Row, technique: Technique) -> u32 {
    let found = row
        .counts
        .split(", ")
        .find_map(|pair| pair.split_once(": ").filter(|(n, _)| n.trim_matches('"') == technique.id()));
    found.map_or(0, |(_, n)| n.parse().expect("a number of steps"))
}

/// Level, score within 5 %, exact score and counts of all steps of every this many rows.
fn compare(every: usize) -> [usize; 5] {
    let mut rater = Rater::default();
    let mut same = [0; 5];
    for row in rows().iter().step_by(every) {
        let rating = rater.rate(&row.puzzle).expect("one solution");
        let close = rating.score.abs_diff(row.score) * 20 <= row.score;
        let all = Technique::ALL.iter().all(|&t| rating.count(t) == count(row, t));
        let holds = [true, rating.level.name().to_uppercase() == row.level, close, rating.score == row.score, all];
        for (same, holds) in same.iter_mut().zip(holds) {
            *same += usize::from(holds);
        }
    }
    same
}

#[test]
fn a_sample_of_reference_ratings_is_matched() {
    let [rows, level, close, exact, counts] = compare(40);
    assert_eq!([level, close, exact, counts], [rows; 4]);
}

/// All rows, with the time they take: `cargo test --release -p cluewright-scales --test tests -- --ignored --nocapture`.
#[test]
#[ignore = "takes a minute"]
fn all_reference_ratings_are_matched() {
    let start = Instant::now();
    let [rows, level, close, exact, counts] = compare(1);
    println!(
        "{rows} puzzles in {:.1} s: level {level}, score within 5 % {close}, exact {exact}, counts {counts}",
        start.elapsed().as_secs_f64()
    );
    assert_eq!([level, close, exact, counts], [rows; 4]);
}
