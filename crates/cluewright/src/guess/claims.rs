//! The claims in a puzzle's text, sentence by sentence, as far as the text is understood. A claim is a rule of the ruleset, or a
//! new rule.

use super::form::Form;
use super::parts::overlap;
use cluewright_english::{English, Reading, Sentence, What};
use cluewright_rules::syntax::ast::Rule;
use cluewright_rules::{Ruleset, print};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// A rule that a sentence states.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    /// The rule's name.
    pub(crate) rule: String,
    /// The values that the sentence gives for the rule's numeric parameters.
    pub(crate) numbers: Vec<(String, i64)>,
    /// The words that the sentence uses for the colours of the figures.
    pub(super) colors: Vec<String>,
    /// The index of the rule within the sentence. Claims with the same index are readings of the same words.
    pub(crate) number: usize,
    /// Whether no rule of the ruleset has the same meaning.
    is_new: bool,
    reading: Reading,
}

impl Claim {
    /// The rule text; `None` if a rule of the ruleset has the same meaning.
    pub(crate) fn text(&self) -> Option<&str> {
        self.reading.twin.is_none().then_some(self.reading.text.as_str())
    }
}

/// The sentences of the text, with their claims.
pub(crate) struct Claims<'t> {
    text: &'t str,
    rules: &'t Ruleset,
    english: English<'t>,
    sentences: Vec<(Sentence, Option<Vec<Claim>>)>,
    /// Caches, by both names, whether a rule implies a claim.
    implied: RefCell<BTreeMap<(String, String), bool>>,
}

impl<'t> Claims<'t> {
    pub(crate) fn of(text: &'t str, rules: &'t Ruleset) -> Self {
        let english = English::new(rules);
        let mut names = BTreeSet::new();
        let sentences = english.read(text).into_iter().map(|sentence| {
            let claims = match sentence.what {
                What::Unknown | What::Label => None,
                What::Remark | What::Example => Some(Vec::new()),
                What::Rule => claims(&sentence, rules, &mut names),
            };
            (sentence, claims)
        });
        let sentences = sentences.collect();
        Self { text, rules, english, sentences, implied: RefCell::default() }
    }

    /// Each sentence with its claims (`None` if it is not understood), and whether it contains a negation, an alternative or a
    /// condition.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = (&'t str, Option<&[Claim]>, bool)> {
        self.sentences.iter().map(|(s, claims)| (&self.text[s.at.clone()], claims.as_deref(), s.turns))
    }

    /// Whether the rule is the claimed one, contains it, or is a part of it.
    pub(crate) fn is_spoken_of(&self, claim: &Claim, rule: &str) -> bool {
        overlap(self.rules, &claim.rule, rule)
    }

    /// Each sentence as it was read, with its claims.
    pub(crate) fn read(&self) -> impl Iterator<Item = (&Sentence, Option<&[Claim]>)> {
        self.sentences.iter().map(|(sentence, claims)| (sentence, claims.as_deref()))
    }

    /// The names and texts of the claimed rules that have no equivalent in the ruleset.
    pub(crate) fn new_rules(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.sentences.iter().flat_map(|(_, claims)| claims.iter().flatten());
        all.filter(|claim| claim.is_new).map(|claim| (claim.rule.as_str(), claim.reading.text.as_str()))
    }

    /// Whether every grid that satisfies the rule also satisfies the claim.
    pub(crate) fn is_implied(&self, claim: &Claim, rule: &str) -> bool {
        if claim.rule == rule {
            return true;
        }
        let key = (claim.rule.clone(), rule.to_owned());
        if let Some(known) = self.implied.borrow().get(&key) {
            return *known;
        }
        let is = self.is_spoken_of(claim, rule) || self.english.is_implied(&claim.reading, rule);
        self.implied.borrow_mut().insert(key, is);
        is
    }

    /// The claims of the sentence with this index.
    pub(super) fn in_sentence(&self, number: usize) -> &[Claim] {
        self.sentences.get(number).and_then(|(_, claims)| claims.as_deref()).unwrap_or_default()
    }
}

/// The maximum number of readings of one rule.
const READINGS: usize = 3;

/// The claims of a sentence; `None` if one of its rules cannot be used.
fn claims(sentence: &Sentence, rules: &Ruleset, names: &mut BTreeSet<String>) -> Option<Vec<Claim>> {
    let mut all = Vec::new();
    for (number, readings) in sentence.rules.iter().enumerate() {
        let before = all.len();
        for reading in readings.iter().take(READINGS) {
            all.extend(claim(reading.clone(), number, rules, names));
            // If the figures look different from those of an equivalent rule, they become clues of a new rule, made from the
            // sentence.
            let own = Reading { twin: None, ..reading.clone() };
            if reading
                .twin
                .as_ref()
                .and_then(|twin| rules.rule(&twin.rule))
                .is_some_and(|twin| looks_otherwise(twin, &own.rule))
            {
                all.extend(claim(own, number, rules, names));
            }
        }
        if all.len() == before {
            return None;
        }
    }
    Some(all)
}

/// Whether clues of the two rules are drawn in different places or shapes.
fn looks_otherwise(a: &Rule, b: &Rule) -> bool {
    a.is_clue
        && b.is_clue
        && !b.draw.is_empty()
        && match (Form::of(a), Form::of(b)) {
            (Some(a), Some(b)) => !a.is_drawn_like(&b),
            (None, Some(_)) => true,
            _ => false,
        }
}

fn claim(mut reading: Reading, number: usize, rules: &Ruleset, names: &mut BTreeSet<String>) -> Option<Claim> {
    let (rule, numbers) = match &reading.twin {
        Some(twin) => (twin.rule.clone(), twin.numbers.clone()),
        // The puzzle already has the rule from an earlier reading.
        None if rules.rule(&reading.rule.name).is_some_and(|own| print(own) == print(&reading.rule)) => {
            (reading.rule.name.clone(), Vec::new())
        }
        None => {
            // If another rule already has this name, add a number to the name.
            let first = reading.rule.name.clone();
            let mut name = first.clone();
            let mut n = 2;
            while rules.rule(&name).is_some() || !names.insert(name.clone()) {
                name = format!("{first}-{n}");
                n += 1;
            }
            reading.text = reading.text.replacen(&format!("rule {first} "), &format!("rule {name} "), 1);
            reading.rule.name.clone_from(&name);
            rules.and(&[&reading.text]).ok()?;
            (name, Vec::new())
        }
    };
    let is_new = reading.twin.is_none() && rules.rule(&rule).is_none();
    Some(Claim { number, is_new, rule, numbers, colors: reading.colors.clone(), reading })
}
