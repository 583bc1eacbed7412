//! How much is understood of what somebody wrote who had not seen the grammar, and of the library's own sentences.

use cluewright_english::{English, Sentence};
use cluewright_rules::Ruleset;

/// Sentences that are read as the rule they are about, at least: to be raised as the grammar grows.
const PARAPHRASES: usize = 150;
/// The minimum number of the library's own sentences that are read as their rules.
const OWN: usize = 124;

/// How a text was read.
#[derive(PartialEq, Eq, Debug)]
enum Taken {
    Right,
    /// For these rules, of which none judges as the right one does.
    Wrong(Vec<String>),
    /// For rules that the library does not have.
    New,
    Unknown,
}

fn taken(english: &English<'_>, sentences: &[Sentence], rule: &str) -> Taken {
    let first: Vec<_> = sentences.iter().flat_map(|s| s.rules.iter().filter_map(|readings| readings.first())).collect();
    let twins: Vec<String> = first.iter().filter_map(|r| Some(r.twin.as_ref()?.rule.clone())).collect();
    if twins.iter().any(|twin| twin == rule) || first.iter().any(|reading| english.agrees(reading, rule)) {
        Taken::Right
    } else if !twins.is_empty() {
        Taken::Wrong(twins)
    } else if first.is_empty() {
        Taken::Unknown
    } else {
        Taken::New
    }
}

fn counted<'a>(english: &English<'_>, texts: impl Iterator<Item = (&'a str, &'a str)>, what: &str) -> usize {
    let (mut right, mut new, mut unknown, mut wrong) = (0, 0, 0, Vec::new());
    for (rule, text) in texts {
        match taken(english, &english.read(text), rule) {
            Taken::Right => right += 1,
            Taken::New => new += 1,
            Taken::Unknown => unknown += 1,
            Taken::Wrong(rules) => wrong.push(format!("{rule}, read as {}: {text}", rules.join(", "))),
        }
    }
    println!("{what}: {right} right, {new} as new rules, {unknown} not understood, {} as another rule", wrong.len());
    for line in &wrong {
        println!("  {line}");
    }
    right
}

#[test]
fn paraphrases_are_read_as_their_rules() {
    let mut rule = "";
    let lines = include_str!("paraphrases.txt").lines().filter(|line| !line.starts_with('#'));
    let texts: Vec<(&str, &str)> = lines
        .filter_map(|line| {
            let text = line.strip_prefix("- ");
            if text.is_none() {
                rule = line.split(' ').next().unwrap_or_default();
            }
            text.map(|text| (rule, text))
        })
        .collect();
    let rules = Ruleset::library();
    assert!(texts.len() > 400 && texts.iter().all(|(rule, _)| rules.rule(rule).is_some()));
    let right = counted(&English::new(&rules), texts.into_iter(), "paraphrases");
    assert!(right >= PARAPHRASES, "{right} of {PARAPHRASES} paraphrases are read as their rules");
}

#[test]
fn own_sentences_are_read_as_their_rules() {
    let rules = Ruleset::library();
    let texts = rules.rules().map(|rule| (rule.name.as_str(), rule.about.as_str()));
    let right = counted(&English::new(&rules), texts, "own sentences");
    assert!(right >= OWN, "{right} of {OWN} sentences are read as their rules");
}
