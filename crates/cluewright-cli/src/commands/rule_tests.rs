//! `rules test`: runs the examples of a file's rules.

use crate::args::Output;
use crate::output::{Exit, Failure, Paint, json, number, print_text, print_wrapped};
use cluewright::rule_tests::{RuleTest, test_rules};
use cluewright::{BadInput, Limits};
use serde::Serialize;

#[derive(Serialize)]
struct Entry<'a> {
    rule: &'a str,
    line: u32,
    /// The expected outcome: `passes` or `fails`.
    expected: &'static str,
    ok: bool,
    grid: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    with: &'a str,
    flaws: Vec<String>,
}

impl<'a> Entry<'a> {
    fn new(test: &'a RuleTest) -> Self {
        Self {
            rule: &test.rule,
            line: test.line,
            expected: if test.passes { "passes" } else { "fails" },
            ok: test.is_ok(),
            grid: &test.grid,
            with: &test.with,
            flaws: test.flaws.iter().map(ToString::to_string).collect(),
        }
    }
}

pub(crate) fn run(file: &str, text: &str, output: Output) -> Result<Exit, Failure> {
    let stop = crate::stop::cancelled;
    let tests = test_rules(text, &Limits { stop: Some(&stop), ..Limits::none() }).map_err(|e| e.within(file))?;
    if tests.is_empty() {
        return Err(BadInput::new("no rule in this file has an example")
            .within(file)
            .hint("write `passes \"1234\"` and `fails \"1224\"` below a rule; if the rule has clues, add `with` and the arguments of a clue")
            .into());
    }
    let entries: Vec<Entry<'_>> = tests.iter().map(Entry::new).collect();
    let failed = entries.iter().filter(|e| !e.ok).count();
    if output.json {
        print_text(&entries.iter().map(json).collect::<String>())?;
    } else {
        let paint = Paint::new(output);
        let mut out = String::new();
        for entry in entries.iter().filter(|e| !output.quiet || !e.ok) {
            out.push_str(&told(entry, paint));
        }
        let all = number(entries.len() as u64, "example");
        out.push_str(&match (failed, entries.len()) {
            (0, 1) => paint.good("1 example, with the expected result."),
            (0, _) => paint.good(&format!("{all}, all with the expected result.")),
            (1, _) => paint.bad(&format!("1 of {all} does not have the expected result.")),
            _ => paint.bad(&format!("{failed} of {all} do not have the expected result.")),
        });
        out.push('\n');
        print_wrapped(&out)?;
    }
    Ok(if failed == 0 { Exit::Done } else { Exit::Negative })
}

/// An example on one line, followed by the reasons if the grid breaks the rule.
fn told(entry: &Entry<'_>, paint: Paint) -> String {
    let what = match (entry.expected, entry.ok) {
        ("passes", true) => "passes".to_owned(),
        ("passes", false) => paint.bad("does not pass, but must"),
        (_, true) => "fails, as it must".to_owned(),
        (_, false) => paint.bad("passes, but must not"),
    };
    let with = if entry.with.is_empty() { String::new() } else { format!(" with {}", entry.with) };
    let mut out = format!("{}, line {}: {}{with} {what}\n", entry.rule, entry.line, entry.grid);
    // For an example that fails as expected, one reason is enough.
    let reasons = if entry.ok { 1 } else { 10 };
    for flaw in entry.flaws.iter().take(reasons) {
        out.push_str(&format!("    {flaw}\n"));
    }
    if entry.flaws.len() > reasons && !entry.ok {
        out.push_str(&format!("    and {} more\n", entry.flaws.len() - reasons));
    }
    out
}
