//! A rule's text, said in English and read again, is the rule.

use cluewright_english::{English, say_among};
use cluewright_rules::Ruleset;
use std::collections::BTreeSet;

/// Rules whose sentences are not read as the rule yet: `own NAME`, `said NAME`. The list only gets shorter;
/// `CLUEWRIGHT_UPDATE=1` writes it anew.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/not-understood.txt");

/// Rules of the library that say themselves, at least.
const SAID: usize = 108;

#[test]
fn most_rules_say_themselves() {
    let rules = Ruleset::library();
    let silent: Vec<&str> = rules.rules().filter(|r| say_among(r, &rules).is_none()).map(|r| r.name.as_str()).collect();
    let said = rules.rules().count() - silent.len();
    println!("{said} rules say themselves; not {}", silent.join(", "));
    assert!(said >= SAID, "{said}");
}

#[test]
fn what_is_said_is_read_as_the_rule() {
    let rules = Ruleset::library();
    let english = English::new(&rules);
    let is_read = |text: &str, rule: &str| {
        let sentences = english.read(text);
        let mut first = sentences.iter().flat_map(|s| s.rules.iter().filter_map(|readings| readings.first()));
        first.any(|r| r.twin.as_ref().is_some_and(|twin| twin.rule == rule) || english.agrees(r, rule))
    };
    let mut now = BTreeSet::new();
    for rule in rules.rules() {
        let all = [("own", Some(rule.about.clone())), ("said", say_among(rule, &rules))];
        for (what, text) in all {
            if text.is_some_and(|text| !is_read(&text, &rule.name)) {
                now.insert(format!("{what} {}", rule.name));
            }
        }
    }
    if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        std::fs::write(FILE, now.iter().map(|line| format!("{line}\n")).collect::<String>()).expect("the list is written");
    }
    let text = std::fs::read_to_string(FILE).unwrap_or_default();
    let known: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    println!("{} sentences are not read as their rules", now.len());
    let new: Vec<_> = now.difference(&known).collect();
    let old: Vec<_> = known.difference(&now).collect();
    assert!(new.is_empty(), "not read as their rules any more: {new:?}");
    assert!(old.is_empty(), "read after all, so they leave {FILE}: {old:?}");
}
