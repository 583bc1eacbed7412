//! The text output of `count --split`.

use crate::batch::Answered;
use crate::output::number;
use cluewright::Compiled;
use cluewright::operation::SPLIT_LISTED;
use cluewright::report::{CandidateReport, SplitReport, lines};
use std::fmt::Write;

/// The report on the combinations of values.
pub(super) fn words(compiled: &Compiled, found: &SplitReport, list: bool, quiet: bool) -> Answered {
    let model = compiled.model();
    let value = |c: &CandidateReport| {
        let cell = model.answer_cells().find(|&cell| model.cell_name(cell) == c.cell);
        let named = cell.and_then(|cell| {
            let value = model.blank_board().value_of(cell, c.value)?;
            Some(model.value_name(cluewright::Candidate::new(cell, value)))
        });
        named.unwrap_or_else(|| c.value.to_string())
    };
    let mut out = String::new();
    for scenario in &found.scenarios {
        let head: Vec<String> = scenario.values.iter().map(|c| format!("{}={}", c.cell, value(c))).collect();
        let more = if scenario.exact { "" } else { " or more" };
        let _ = writeln!(out, "{}  {}{more}", head.join(" "), scenario.count);
        for solution in lines(&scenario.solutions, &scenario.extra) {
            let _ = writeln!(out, "  {solution}");
        }
    }
    if quiet {
        return Answered { out, ..Answered::default() };
    }
    let looked = found.scenarios.len() as u64;
    let total: u64 = found.scenarios.iter().map(|s| s.count).sum();
    let all_exact = found.scenarios.iter().all(|s| s.exact);
    let none = found.scenarios.iter().filter(|s| s.count == 0 && s.exact).count();
    let _ = writeln!(
        out,
        "\n{} of {} examined: {}{}, {none} without a solution.",
        number(looked, "combination"),
        found.combinations,
        if all_exact { "" } else { "at least " },
        number(total, "solution"),
    );
    match found.contradictory {
        Some(0) => {}
        Some(n) => {
            let verb = if n == 1 { "breaks a rule outright and is" } else { "break a rule outright and are" };
            let _ = writeln!(out, "{} {verb} left out: {}.", number(n, "combination"), some_of(&found.conflicts));
        }
        None if found.conflicts.is_empty() => {}
        None => {
            let _ =
                writeln!(out, "Combinations that break a rule outright are left out: {}.", some_of(&found.conflicts));
        }
    }
    let mut by_cell: Vec<(String, Vec<String>)> = Vec::new();
    for candidate in &found.false_everywhere {
        match by_cell.last_mut().filter(|(cell, _)| *cell == candidate.cell) {
            Some((_, values)) => values.push(value(candidate)),
            None => by_cell.push((candidate.cell.clone(), vec![value(candidate)])),
        }
    }
    let by_cell: Vec<String> = by_cell.iter().map(|(cell, values)| format!("{cell}: {}", values.join(" "))).collect();
    match (found.exhaustive, by_cell.is_empty()) {
        (true, true) => out.push_str("Every candidate is true in some scenario.\n"),
        (false, true) => out.push_str("Every candidate was found in some scenario.\n"),
        (true, false) => {
            let _ = writeln!(out, "False in all scenarios:\n  {}", by_cell.join("\n  "));
        }
        (false, false) => {
            let why = if looked < found.combinations { "not all combinations" } else { "not all solutions" };
            let _ = writeln!(
                out,
                "Not found in any scenario (but {why} were examined, so these candidates may be true):\n  {}",
                by_cell.join("\n  ")
            );
        }
    }
    let mut answered = Answered { out, ..Answered::default() };
    if list && total >= SPLIT_LISTED as u64 {
        answered.err = format!("Solutions are listed only if there are fewer than {SPLIT_LISTED}.");
    }
    answered
}

/// The first three words of a list, followed by the number of words left out.
fn some_of(words: &[String]) -> String {
    let few = words[..words.len().min(3)].join(", ");
    if words.len() > 3 { format!("{few} and {} more", words.len() - 3) } else { few }
}
