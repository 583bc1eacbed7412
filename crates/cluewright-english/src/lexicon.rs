//! The words of the language: synonyms, words without meaning, and names of colours.

use crate::text::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Sequences of words, each with its replacement.
type Same = Vec<(Vec<String>, Vec<String>)>;

/// The contents of `grammar/lexicon.words`.
#[derive(Default, Debug)]
pub(crate) struct Lexicon {
    /// Phrases and their replacements, by the first word of the phrase. The longest phrases come first.
    same: BTreeMap<String, Same>,
    dropped: BTreeSet<String>,
    /// The words for colours, and the colours for which they stand.
    colors: BTreeMap<String, String>,
    examples: Vec<Vec<String>>,
    /// Phrases that introduce a restatement in brackets.
    restates: Vec<Vec<String>>,
    /// Words that occur only in sentences without conditions for solutions.
    hollow: Vec<Vec<String>>,
    /// Words that may join two clauses.
    joins: BTreeSet<String>,
    /// Words that introduce negations, alternatives and conditions.
    turns: BTreeSet<String>,
    /// The words for the numbers 0, 1, 2 and so on.
    numbers: Vec<String>,
    /// The pronoun for a figure that was mentioned before, and the words that, followed by the figure, may replace the pronoun.
    pub(crate) they: String,
    pub(crate) stands: Vec<Vec<String>>,
    /// The words to put before the figure of a heading.
    pub(crate) topic: Vec<String>,
    /// The words that occur in patterns.
    known: BTreeSet<String>,
}

/// A word in the form in which patterns contain it, with the tokens that it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// The indices of the word's first and last token.
    pub(crate) tokens: (usize, usize),
    pub(crate) pause: bool,
}

impl Lexicon {
    /// Lines of `drop WORDS`, `join WORDS`, `turn WORDS`, `number WORDS`, `topic WORDS`, `they WORD = FORM, FORM`,
    /// `same WORD = FORM, FORM`, `color "#RRGGBB" = WORD, WORD`, and `example`, `restates` or `hollow FORM, FORM`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut lexicon = Self::default();
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
            let (kind, rest) = line.split_once(' ').ok_or_else(|| format!("`{line}` says nothing"))?;
            let split = |form: &str| form.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            match (kind, rest.split_once('=')) {
                ("join", _) => lexicon.joins.extend(split(rest)),
                ("turn", _) => lexicon.turns.extend(split(rest)),
                ("number", _) => lexicon.numbers = split(rest),
                ("topic", _) => lexicon.topic = split(rest),
                ("they", Some((word, forms))) => {
                    word.trim().clone_into(&mut lexicon.they);
                    lexicon.stands = forms.split(',').map(split).collect();
                }
                ("drop", _) => lexicon.dropped.extend(split(rest)),
                ("example", _) => lexicon.examples.extend(rest.split(',').map(split)),
                ("restates", _) => lexicon.restates.extend(rest.split(',').map(split)),
                ("hollow", _) => lexicon.hollow.extend(rest.split(',').map(split)),
                ("same", Some((word, forms))) => {
                    let to = split(word);
                    lexicon.known.extend(to.iter().cloned());
                    for form in forms.split(',').map(split).filter(|f| !f.is_empty()) {
                        lexicon.same.entry(form[0].clone()).or_default().push((form, to.clone()));
                    }
                }
                ("color", Some((color, words))) => {
                    let color = color.trim().to_owned();
                    lexicon.colors.extend(words.split(',').map(|w| (w.trim().to_owned(), color.clone())));
                }
                _ => return Err(format!("`{line}` is no line of a lexicon")),
            }
        }
        for forms in lexicon.same.values_mut() {
            forms.sort_by_key(|(form, _)| std::cmp::Reverse(form.len()));
        }
        lexicon.known.extend(lexicon.colors.keys().cloned());
        Ok(lexicon)
    }

    /// The words of a part of the text, with small numbers written as digits.
    pub(crate) fn tokens(&self, text: &str, range: Range<usize>) -> Vec<Token> {
        let mut tokens = tokens(text, range);
        for token in &mut tokens {
            if let Some(n) = self.numbers.iter().position(|n| *n == token.word) {
                token.word = n.to_string();
            }
        }
        tokens
    }

    pub(crate) fn know(&mut self, words: impl IntoIterator<Item = String>) {
        self.known.extend(words);
    }

    /// The words that replace a word of a pattern; `a_b` is two words.
    pub(crate) fn pattern(&self, word: &str) -> Vec<String> {
        let token = |word: &str| Token { word: word.to_owned(), at: 0..0, pause: false };
        let tokens: Vec<Token> = word.split('_').map(token).collect();
        self.words(&tokens).into_iter().map(|word| word.text).collect()
    }

    /// The colour that a word names.
    pub(crate) fn color(&self, word: &str) -> Option<&str> {
        self.colors.get(word).map(String::as_str)
    }

    /// Whether the word may join two clauses.
    pub(crate) fn joins(&self, word: &str) -> bool {
        self.joins.contains(word)
    }

    /// Whether the word introduces a negation, an alternative or a condition.
    pub(crate) fn turns(&self, word: &str) -> bool {
        self.turns.contains(word)
    }

    /// Whether these words begin an example.
    pub(crate) fn is_example(&self, tokens: &[Token]) -> bool {
        self.examples.iter().any(|form| begins(form, tokens))
    }

    /// Whether these words begin a restatement of the previous sentence.
    pub(crate) fn restates(&self, tokens: &[Token]) -> bool {
        self.restates.iter().any(|form| begins(form, tokens))
    }

    /// Whether some of the words occur only in sentences without conditions for solutions.
    pub(crate) fn is_hollow(&self, tokens: &[Token]) -> bool {
        (0..tokens.len()).any(|at| self.hollow.iter().any(|form| begins(form, &tokens[at..])))
    }

    /// Converts tokens to words in the form in which patterns contain them.
    pub(crate) fn words(&self, tokens: &[Token]) -> Vec<Word> {
        let mut out: Vec<Word> = Vec::new();
        let (mut i, mut pause) = (0, false);
        while i < tokens.len() {
            pause |= tokens[i].pause;
            let is = |form: &[String]| {
                let rest = &tokens[i..];
                form.len() <= rest.len() && form.iter().zip(rest).all(|(form, token)| *form == token.word)
            };
            let found = self.same.get(&tokens[i].word).and_then(|forms| forms.iter().find(|(form, _)| is(form)));
            if let Some((form, to)) = found {
                for (n, word) in to.iter().enumerate() {
                    let tokens = (i, i + form.len() - 1);
                    out.push(Word { text: word.clone(), tokens, pause: pause && n == 0 });
                }
                pause = pause && to.is_empty();
                i += form.len();
                continue;
            }
            if !self.dropped.contains(&tokens[i].word) {
                out.push(Word { text: self.plain(&tokens[i].word), tokens: (i, i), pause });
                pause = false;
            }
            i += 1;
        }
        out
    }

    /// The form in which a word occurs in patterns: without a final `s`, if patterns contain this form.
    fn plain(&self, word: &str) -> String {
        let is = |w: &str| self.known.contains(w);
        if is(word) {
            return word.to_owned();
        }
        let ends =
            [("ies", "y"), ("ses", "s"), ("xes", "x"), ("hes", "h"), ("s", ""), ("ing", ""), ("ed", ""), ("ed", "e")];
        for (end, instead) in ends {
            if let Some(stem) = word.strip_suffix(end).map(|stem| format!("{stem}{instead}")).filter(|stem| is(stem)) {
                return stem;
            }
        }
        word.to_owned()
    }
}

fn begins(form: &[String], tokens: &[Token]) -> bool {
    form.len() <= tokens.len() && form.iter().zip(tokens).all(|(form, token)| *form == token.word)
}
