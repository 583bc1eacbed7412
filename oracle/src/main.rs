//! `cargo run --release -p cluewright-oracle -- FILE.jsonl [--conflicts N] [--nodes N] [--only TEXT] [--skip TEXT]...`:
//! every puzzle of a corpus to the SAT solver and to the search, which have to agree on whether it has one solution, and
//! with what the corpus says.
//!
//! A line is a JSON object with the puzzle in `iss` or `raw`, and what is known of it in `status` or
//! `functional_verdict`.

use cluewright_oracle::{Effort, solutions};
use cluewright_rules::Ruleset;
use cluewright_search::{Limits, Solver, Verdict};
use serde_json::Value;

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (mut file, mut effort, mut nodes) = (None, Effort { conflicts: 100_000, ..Effort::default() }, 200_000);
    let (mut only, mut skip) = (String::new(), Vec::new());
    let mut rest = words.into_iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{word} without a value"));
        match &*word {
            "--conflicts" => effort.conflicts = number(&value()?)?,
            "--nodes" => nodes = number(&value()?)?,
            "--only" => only = value()?,
            "--skip" => skip.push(value()?),
            _ if file.is_none() => file = Some(word),
            _ => return Err(format!("{word} is not expected")),
        }
    }
    let file = file.ok_or("which corpus?")?;
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
    let (mut agreed, mut decided, mut given_up, mut unread, mut wrong) = (0, 0, 0, 0, Vec::new());
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).map_err(|e| format!("{file}: {e}"))?;
        let id = record["name"].as_str().or_else(|| record["id"].as_str()).unwrap_or("?");
        if !id.contains(&only) || skip.iter().any(|s| id.contains(s)) {
            continue;
        }
        let raw = record["iss"].as_str().or_else(|| record["raw"].as_str()).unwrap_or("");
        let lowered = cluewright_formats::read(raw).and_then(|read| {
            let rules = Ruleset::for_puzzle(&read.puzzle, &[])?;
            cluewright_rules::lower(&rules, &read.puzzle)
        });
        let model = match lowered {
            Ok(lowered) => lowered.model,
            Err(e) => {
                println!("unread      {id}: {e}");
                unread += 1;
                continue;
            }
        };
        let found = solutions(&model, 2, effort);
        let oracle = match (found.solutions.len(), found.complete) {
            (2, _) => "multiple",
            (_, false) => {
                println!("given up    {id}");
                given_up += 1;
                continue;
            }
            (1, _) => "unique",
            _ => "none",
        };
        decided += 1;
        let search = Solver::new(&model).verdict(&model.board(), &Limits::nodes(nodes)).value;
        let (search, same) = match &search {
            Verdict::None => ("none", true),
            Verdict::Unique(s) => {
                let answer: Vec<_> = model.answer_cells().map(|c| s[c.index()]).collect();
                ("unique", found.solutions.first() == Some(&answer))
            }
            Verdict::Multiple(..) => ("multiple", true),
            Verdict::Unknown(_) => ("unknown", true),
        };
        let recorded = record["status"].as_str().or_else(|| record["functional_verdict"].as_str()).unwrap_or("unknown");
        let known = matches!(recorded, "unique" | "multiple" | "none");
        if (search != "unknown" && search != oracle) || !same || (known && recorded != oracle) {
            println!("DISAGREE    {id}: oracle {oracle}, search {search}, recorded {recorded}, same solution {same}");
            wrong.push(id.to_owned());
        } else if search == "unknown" {
            println!("oracle only {id}: {oracle}, recorded {recorded}");
        } else {
            agreed += 1;
        }
    }
    println!(
        "{decided} decided by the oracle, of which search and oracle agree on {agreed}; {given_up} given up, {unread} not read; {} disagreements",
        wrong.len()
    );
    if wrong.is_empty() { Ok(()) } else { Err(format!("disagreements: {wrong:?}")) }
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|e| format!("{word}: {e}"))
}
