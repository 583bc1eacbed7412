//! Turns the meaning of a sentence into a rule text.

use crate::value::{Value, plain};
use cluewright_rules::parse;
use cluewright_rules::syntax::ast::Rule;

/// A possible reading of a sentence.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The rule as text in the rule language. The rule's name consists of words of the sentence.
    pub text: String,
    /// The parsed rule of this text.
    pub rule: Rule,
    /// A rule of the ruleset with the same meaning, and the rule's numbers.
    pub twin: Option<Twin>,
    /// The colours that the sentence mentions, in its own words.
    pub colors: Vec<String>,
}

/// A rule that means the same as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    /// The name of the rule.
    pub rule: String,
    /// The numbers that the sentence gives for the rule's parameters.
    pub numbers: Vec<(String, i64)>,
}

/// The maximum length, in characters, of a sentence that becomes the rule's own sentence.
const LONGEST: usize = 300;

/// A rule with this meaning; `None` if the text is not valid in the rule language.
pub(crate) fn draft(value: &Value, sentence: &str) -> Option<Reading> {
    let plain = plain(&value.text);
    let body = plain.trim();
    // The meaning may be a use of a rule of the ruleset, with numbers: `use difference(difference = 5)`.
    let twin = body.strip_prefix("use ").filter(|_| !body.contains('\n')).and_then(used);
    let quoted: String =
        sentence.chars().take(LONGEST).map(|c| if matches!(c, '"' | '\\') { '\'' } else { c }).collect();
    let quoted = quoted.split_whitespace().collect::<Vec<_>>().join(" ");
    let name = name(sentence);
    let mut text = format!("rule {name} \"{}.\"\n", quoted.trim_end_matches('.'));
    let mut needs = value.needs.clone();
    // Cell parameters come before numbers.
    needs.sort_by_key(|need| need.contains(':'));
    if !needs.is_empty() {
        text += &format!("  clue {}\n", needs.join(", "));
    }
    let draws = drawn(&value.draws);
    if !draws.is_empty() {
        text += &format!("  draw {}\n", draws.join(", "));
    }
    if let Some(first) = needs.first().filter(|_| !value.noun.is_empty()) {
        let shape = first.split_whitespace().nth(1).unwrap_or_default();
        text += &format!("  says \"the {} at {{{shape}}}\"\n", value.noun);
    }
    for line in body.lines() {
        text += &format!("  {line}\n");
    }
    let rule = parse(&text).ok().and_then(|mut rules| rules.pop())?;
    Some(Reading { text, rule, twin, colors: value.colors.clone() })
}

/// The marks without duplicates: of several marks of the same shape in the same place, only the most detailed mark is kept.
fn drawn(draws: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for draw in draws {
        let plain = draw.split_whitespace().collect::<Vec<_>>().join(" ");
        let shape = |text: &str| {
            let place = text.find(" at ").map_or("", |at| &text[at..]).to_owned();
            (text.split(' ').next().unwrap_or_default().to_owned(), place)
        };
        match out.iter_mut().find(|one| shape(one) == shape(&plain)) {
            Some(one) if plain.len() > one.len() => *one = plain,
            Some(_) => {}
            None => out.push(plain),
        }
    }
    out
}

fn used(text: &str) -> Option<Twin> {
    // A meaning that uses several rules has no twin.
    if text.split('(').next().is_some_and(|names| names.contains(',')) {
        return None;
    }
    let (rule, numbers) = text.split_once('(').map_or((text, ""), |(rule, rest)| (rule, rest.trim_end_matches(')')));
    // `L = L` passes on the clue's own list. A list is not a number, so skip it.
    let number = |part: &str| {
        let (name, number) = part.split_once('=')?;
        Some((name.trim().to_owned(), number.trim().parse().ok()?))
    };
    Some(Twin { rule: rule.trim().to_owned(), numbers: numbers.split(',').filter_map(number).collect() })
}

/// Words that are too general for a name.
const SMALL: &str = "a an the of in on at to and or is are be it its that which this these with by for from as each every all any must have has \
                     along their they them there where when if";

/// A name for a rule, made of the significant words of its sentence.
fn name(sentence: &str) -> String {
    let words = sentence.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase);
    let telling =
        words.filter(|w| w.chars().all(|c| c.is_ascii_alphabetic()) && !SMALL.split(' ').any(|s| s == w.as_str()));
    let name: Vec<String> = telling.take(5).collect();
    let name = name.join("-");
    // A single word may be a keyword of the rule language, so it gets a prefix.
    if name.contains('-') { name } else { format!("rule-{name}").trim_end_matches('-').to_owned() }
}
