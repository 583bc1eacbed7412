//! `rules`: lists, shows, lints, tests and starts rules.

use crate::args::{Output, Rules};
use crate::output::{Exit, Failure, Paint, answer_line, json, print_text, print_wrapped, report_error};
use crate::screen::one_line;
use crate::user_rules::{self, UserRule};
use cluewright::core::{Clue, Shape};
use cluewright::formats::{self, records::whole};
use cluewright::report::{Failed, RuleReport};
use cluewright::rules::syntax::{nearest, print};
use cluewright::rules::{Ruleset, lower};
use cluewright::{BadInput, Puzzle};
use serde::Serialize;

#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    rule: RuleReport,
    /// The rule's file in the user's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

pub(crate) fn run(command: Rules) -> Result<Exit, Failure> {
    let puzzle = Puzzle::new(Shape::square(9)?, 9);
    let library = Ruleset::for_puzzle(&puzzle, &[])?;
    match command {
        Rules::List { output } => {
            let mut rules: Vec<_> = library.rules().collect();
            rules.sort_by(|a, b| (a.is_clue, &a.name).cmp(&(b.is_clue, &b.name)));
            let own = user_rules::all();
            if output.json {
                for rule in rules {
                    print_text(&json(&Entry { rule: RuleReport::new(rule), file: None }))?;
                }
                for UserRule { rule, file } in &own {
                    let file = Some(file.to_string_lossy().into_owned());
                    print_text(&json(&Entry { rule: RuleReport::new(rule), file }))?;
                }
                return Ok(Exit::Done);
            }
            let paint = Paint::new(output);
            let names = rules.iter().copied().chain(own.iter().map(|o| &o.rule)).map(|r| r.name.chars().count());
            let width = names.max().unwrap_or(0);
            let mut out = String::new();
            for (clue, title) in [(false, "Rules of the whole grid"), (true, "Rules for clues")] {
                out.push_str(&format!("{}\n", paint.bold(title)));
                for rule in rules.iter().filter(|r| r.is_clue == clue) {
                    out.push_str(&format!("  {:width$}  {}\n", rule.name, RuleReport::new(rule).about));
                }
                out.push('\n');
            }
            if !own.is_empty() {
                out.push_str(&format!("{}\n", paint.bold("Your own rules")));
                for UserRule { rule, file } in &own {
                    let clue = if rule.is_clue { "for clues, " } else { "" };
                    let file = one_line(&file.to_string_lossy()).into_owned();
                    let about = RuleReport::new(rule).about;
                    let about = if about.is_empty() { about } else { format!("{about} ") };
                    let hidden = if library.rule(&rule.name).is_some() { "; hidden by the library's rule" } else { "" };
                    out.push_str(&format!("  {:width$}  {about}({clue}{file}{hidden})\n", rule.name));
                }
                out.push('\n');
            }
            out.push_str(
                "`cluewright rules show NAME` prints a rule's text; its page with an example is docs/rules/NAME.md.\n",
            );
            print_wrapped(&out)?;
            Ok(Exit::Done)
        }
        Rules::Show { name, output } => {
            let own = if library.rule(&name).is_some() { Vec::new() } else { user_rules::all() };
            let of_user = own.iter().find(|o| o.rule.name == name);
            let file = of_user.map(|o| o.file.to_string_lossy().into_owned());
            let Some(rule) = library.rule(&name).or_else(|| of_user.map(|o| &o.rule)) else {
                // Use the error for a puzzle that names this rule, which suggests similar names.
                let mut asks = puzzle;
                asks.rules.push(Clue::new(name.clone(), Vec::new()));
                let unknown = BadInput::new(format!("there is no rule `{name}`"));
                let names = || library.rules().chain(own.iter().map(|o| &o.rule)).map(|r| r.name.as_str());
                let near: Vec<&str> = names().filter(|r| r.contains(&name)).collect();
                if !near.is_empty() {
                    return Err(unknown
                        .hint(format!("rules whose names contain `{name}`: {}", near.join(", ")))
                        .into());
                }
                if let Some(near) = nearest(&name, own.iter().map(|o| o.rule.name.as_str())) {
                    return Err(unknown.hint(format!("did you mean `{near}`?")).into());
                }
                return Err(lower(&library, &asks).err().unwrap_or(unknown).into());
            };
            let text = print(rule);
            if output.json {
                #[derive(Serialize)]
                struct Shown<'a> {
                    #[serde(flatten)]
                    entry: Entry,
                    text: &'a str,
                }
                print_text(&json(&Shown { entry: Entry { rule: RuleReport::new(rule), file }, text: &text }))?;
            } else {
                if let Some(file) = file {
                    print_text(&format!("# Your own rule, from {}\n", one_line(&file)))?;
                }
                let about = RuleReport::new(rule).about;
                if rule.about.is_empty() && !about.is_empty() {
                    print_text(&format!("# {about}\n"))?;
                }
                print_wrapped(&format!("{}\n", text.trim_end()))?;
            }
            Ok(Exit::Done)
        }
        Rules::Lint { file, output } => lint(&file, output),
        Rules::Test { file, output } => super::rule_tests::run(named(&file), &rules_in(read(&file)?), output),
        Rules::New { name } => {
            let letters = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
            if !letters || !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.ends_with('-') {
                return Err(BadInput::new(format!("`{name}` cannot be the name of a rule"))
                    .hint("use lower-case letters and digits, with `-` between words, such as `my-rule`")
                    .into());
            }
            print_text(&format!(
                "# Save this as {name}.rule, change it, and check it with `cluewright rules lint {name}.rule`.\n\
                 # Use this rule with `--rules {name}.rule`, or copy its text into a puzzle file.\n\
                 rule {name} \"Neighbours differ by at least 2.\"\n  says \"the neighbours {{a}} and {{b}}\"\n\
                 \x20 for (a, b) in neighbours:\n    require |a - b| >= 2\n\
                 \x20 # Examples, which `cluewright rules test {name}.rule` checks.\n\
                 \x20 passes \"1357\"\n  fails \"1347\"\n\n\
                 # A rule for clues, here lines with a number, begins like this instead:\n\
                 #   clue line L, most: number 2..20\n#   says \"the line at {{L}}\"\n\
                 #   for (a, b) along L:\n#     require a + b <= most\n\
                 # docs/rules.md goes on from here.\n"
            ))?;
            Ok(Exit::Done)
        }
    }
}

/// Lints a file of rules: prints all mistakes in the file, or a report on each rule.
fn lint(file: &str, output: Output) -> Result<Exit, Failure> {
    let text = rules_in(read(file)?);
    let mut mistakes = cluewright::lint::mistakes(&text);
    if mistakes.is_empty() {
        match cluewright::lint::lint(&text).map_err(BadInput::from) {
            Err(mistake) => mistakes.push(mistake),
            Ok(linted) => {
                if output.json {
                    #[derive(Serialize)]
                    struct LintReport<'a> {
                        id: &'a str,
                        status: &'static str,
                        remarks: &'a [String],
                    }
                    let status = if linted.wrong == 0 { "ok" } else { "wrong" };
                    print_text(&json(&LintReport { id: named(file), status, remarks: &linted.lines }))?;
                } else {
                    print_wrapped(&(linted.lines.join("\n") + "\n"))?;
                }
                return Ok(if linted.wrong == 0 { Exit::Done } else { Exit::Negative });
            }
        }
    }
    for mistake in mistakes {
        if output.json {
            print_text(&answer_line(&crate::failed::told(named(file).to_owned(), Failed::new(&mistake))))?;
        }
        report_error(&mistake.within(named(file)));
    }
    Ok(Exit::BadInput)
}

/// The rules in a puzzle file, each on its own lines, with blank lines in place of the rest of the puzzle. Any other text is
/// unchanged.
fn rules_in(text: String) -> String {
    let Ok(read) = formats::read_as("clue", &text) else { return text };
    let mut rules = String::new();
    for definition in &read.puzzle.definitions {
        let above = (definition.line as usize).saturating_sub(1 + rules.matches('\n').count());
        rules.push_str(&"\n".repeat(above));
        rules.push_str(definition.text.trim_end());
        rules.push('\n');
    }
    if rules.is_empty() { text } else { rules }
}

/// The name of a file in messages.
fn named(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

fn read(file: &str) -> Result<String, BadInput> {
    if file == "-" { whole(std::io::stdin()).map_err(|e| e.within(named(file))) } else { user_rules::read_file(file) }
}
