//! The files of the grammar.

use crate::grammar::Grammar;
use crate::lexicon::Lexicon;
use std::sync::OnceLock;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../grammar/", $name, ".english")))),*];
    };
}

// A new construction is a file in grammar/ and a word here.
files! {
    "figures", "numbers", "pairs", "lists", "cells", "clauses", "cages", "arrows", "thermometers", "lines", "outside", "remarks", "whole", "dots", "areas", "houses", "neighbours", "modifiers", "contents", "marks",
}

/// The constructions and the words.
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
