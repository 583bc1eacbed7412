//! The files of the grammar.

use crate::grammar::Grammar;
use crate::lexicon::Lexicon;
use std::sync::OnceLock;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../grammar/", $name, ".english")))),*];
    };
}

// To add a construction, add a file to grammar/ and its name to this list.
files! {
    "figures", "numbers", "pairs", "lists", "cells", "clauses", "cages", "arrows", "thermometers", "lines", "outside", "remarks", "whole", "dots", "areas", "houses", "neighbours", "modifiers", "grid", "contents", "marks",
}

/// The constructions of the grammar, and the words of the lexicon.
pub(crate) fn known() -> &'static (Grammar, Lexicon) {
    static KNOWN: OnceLock<(Grammar, Lexicon)> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut lexicon =
            Lexicon::parse(include_str!("../grammar/lexicon.words")).unwrap_or_else(|e| panic!("the lexicon: {e}"));
        let mut grammar = Grammar::new();
        for (name, text) in FILES {
            grammar.add(name, text).unwrap_or_else(|e| panic!("a construction: {e}"));
        }
        grammar.each_word(|word| lexicon.pattern(word));
        lexicon.know(grammar.finish());
        (grammar, lexicon)
    })
}

#[cfg(test)]
mod tests {
    use crate::{English, What};
    use cluewright_rules::Ruleset;

    /// `like "SENTENCE" = RULE n=4` is read as this rule with these numbers, `= new` as a rule that the library does not have, and
    /// `= remark` as a sentence without conditions.
    #[test]
    fn sentences_of_the_grammar_mean_what_it_says() {
        let rules = Ruleset::library();
        let english = English::new(&rules);
        let mut wrong = Vec::new();
        for like in &super::known().0.likes {
            let sentences = english.read(&like.sentence);
            let first = sentences.iter().flat_map(|s| &s.rules).find_map(|readings| readings.first());
            let twin = first.and_then(|reading| reading.twin.as_ref());
            let got = match (first, twin) {
                (_, Some(twin)) => {
                    let mut numbers: Vec<String> =
                        twin.numbers.iter().map(|(name, n)| format!(" {name}={n}")).collect();
                    numbers.sort();
                    format!("{}{}", twin.rule, numbers.concat())
                }
                (Some(_), None) => "new".to_owned(),
                (None, None) if sentences.iter().all(|s| s.what == What::Remark) => "remark".to_owned(),
                (None, None) => "not understood".to_owned(),
            };
            let (rule, numbers) = like.means.split_once(' ').unwrap_or((&like.means, ""));
            let mut numbers: Vec<&str> = numbers.split_whitespace().collect();
            numbers.sort_unstable();
            let wanted = numbers.iter().fold(rule.to_owned(), |text, number| format!("{text} {number}"));
            if got != wanted {
                wrong.push(format!("{}: {}\n  is read as {got}, not {wanted}", like.file, like.sentence));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
