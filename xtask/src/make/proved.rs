//! Makes puzzles of all kinds and proves them.

use super::made::{one, write};
use super::row::{Row, rows};
use super::{classic, shapes};
use crate::task::{Fail, Words};
use cluewright::formats;
use cluewright::logic::Outcome;
use std::fmt::Write as _;

/// Makes `many` puzzles over all rows, proves their properties, and prints the results.
pub(super) fn proved(words: &Words, many: usize, from: u64, limit: f64) -> Result<(), Fail> {
    let mut rows = rows()?;
    rows.extend(classic::rows()?);
    let rows: Vec<&Row> = rows.iter().filter(|row| words.wants(&row.name)).collect();
    let mut shapes: Vec<shapes::Shapes> = rows.iter().map(|_| shapes::Shapes::default()).collect();
    let (mut made, mut none, mut rated, mut faults, mut lines) = (0, 0, 0, Vec::new(), String::new());
    'all: for seed in from.. {
        for (row, shapes) in rows.iter().zip(&mut shapes) {
            let run = one(row, seed, limit)?;
            let Some(puzzle) = &run.made else {
                none += 1;
                if none > 2 * many {
                    break 'all;
                }
                continue;
            };
            made += 1;
            rated += usize::from(puzzle.difficulty.as_ref().is_some_and(|d| d.outcome == Outcome::Solved));
            shapes.take(&puzzle.puzzle);
            if let Some(fault) = &run.fault {
                eprintln!("{} {seed}: {fault}", row.name);
            }
            faults.extend(run.fault.iter().map(|fault| format!("{} {seed}: {fault}", row.name)));
            write(words, row, seed, &run)?;
            let raw = formats::by_id("clue").and_then(|f| f.write(&puzzle.puzzle)).map_err(|e| e.to_string())?.0;
            let id = format!("{} {seed}", row.name);
            let _ = writeln!(lines, "{}", serde_json::json!({ "id": id, "raw": raw, "status": "unique" }));
            if words.has("--verbose") {
                eprintln!("{made}: {} {seed}, {:.1} s", row.name, run.seconds);
            }
            if made >= many {
                break 'all;
            }
        }
    }
    if let Some(file) = words.text("--lines") {
        std::fs::write(file, lines).map_err(|e| format!("{file}: {e}"))?;
    }
    let again: Vec<String> =
        rows.iter().zip(&shapes).filter(|(_, s)| s.again > 0).map(|(r, s)| format!("{} {}", r.name, s.again)).collect();
    println!(
        "{made} puzzles of {} kinds; each has one solution by the general engine, needs each of its clues unless its genre has more, \
         is held true by the rules' texts, and is rated as `rate` rates it ({rated} to the end): {} faults. {none} were not \
         made within {limit} s. Shapes that came a second time: {}",
        rows.len(),
        faults.len(),
        if again.is_empty() { "none".to_owned() } else { again.join(", ") }
    );
    for (row, shapes) in rows.iter().zip(&shapes).filter(|(_, shapes)| shapes.different() > 0) {
        println!("{:42} {:4} different shapes of clues", row.name, shapes.different());
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}
