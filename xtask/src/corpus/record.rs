//! The lines of a corpus: JSON objects with the puzzle in `iss`, `raw` or `puzzle` and its name in `name` or `id`.

use crate::task::Words;
use cluewright_core::{Model, Puzzle};
use cluewright_rules::Ruleset;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The lines of a corpus. If the file belongs to a collection of other people's puzzles that is not available, prints a message and
/// returns `None`.
pub(crate) fn records(file: &str) -> Result<Option<Vec<Value>>, String> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if file.contains("shared") && e.kind() == std::io::ErrorKind::NotFound => {
            println!("skipped: no {file}");
            return Ok(None);
        }
        Err(e) => return Err(format!("{file}: {e}")),
    };
    let line = |(i, line)| serde_json::from_str(line).map_err(|e| format!("{file}, line {}: {e}", i + 1));
    text.lines().enumerate().map(line).collect::<Result<_, _>>().map(Some)
}

/// The records of all files of a call whose names contain the text of `--only`.
pub(crate) fn chosen(words: &Words) -> Result<Vec<Value>, String> {
    let mut all = Vec::new();
    for file in &words.names {
        all.extend(records(file)?.unwrap_or_default().into_iter().filter(|r| words.wants(&id_of(r))));
    }
    Ok(all)
}

/// The name of the puzzle on a line of a corpus.
pub(crate) fn id_of(record: &Value) -> String {
    record["name"].as_str().or_else(|| record["id"].as_str()).unwrap_or("?").to_owned()
}

/// Whether this puzzle belongs to the quarter that is held back.
pub(crate) fn is_held_back(id: &str) -> bool {
    Sha256::digest(id.as_bytes()).last().is_some_and(|byte| byte % 4 == 0)
}

/// Whether this puzzle belongs to a sample of about one in `every`. The sample is independent of which puzzles are held back.
pub(crate) fn is_in_sample(id: &str, every: u64) -> bool {
    let first = Sha256::digest(id.as_bytes()).iter().take(8).fold(0_u64, |n, &byte| n << 8 | u64::from(byte));
    first.is_multiple_of(every.max(1))
}

/// The puzzle's text.
pub(crate) fn text_of(record: &Value) -> &str {
    ["iss", "raw", "puzzle"].iter().find_map(|key| record[key].as_str()).unwrap_or_default()
}

/// The puzzle of a record; `None` if the puzzle cannot be read.
pub(crate) fn puzzle_of(record: &Value) -> Option<Puzzle> {
    cluewright_formats::read(text_of(record)).ok().map(|read| read.puzzle)
}

/// The puzzle's model; `None` if the puzzle cannot be read, or its model cannot be built.
pub(crate) fn model_of(record: &Value) -> Option<Model> {
    let puzzle = puzzle_of(record)?;
    let rules = Ruleset::for_puzzle(&puzzle, &[]).ok()?;
    Some(cluewright_rules::lower(&rules, &puzzle).ok()?.model)
}
