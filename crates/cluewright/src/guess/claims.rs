//! What a puzzle's text claims, sentence by sentence, as far as it is understood: rules of the ruleset, and new ones.

use super::ground::overlap;
use cluewright_english::{English, Reading, Sentence, What};
use cluewright_rules::Ruleset;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// A rule that a sentence says.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    /// The rule's name.
    pub(crate) rule: String,
    /// The numbers that the sentence gives it.
    pub(crate) numbers: Vec<(String, i64)>,
    /// What it calls the colour of the rule's figures.
    pub(super) colors: Vec<String>,
    reading: Reading,
    /// What the sentence may say in its place.
    pub(crate) others: Vec<Other>,
}

/// Another reading of what a sentence says.
#[derive(Clone, Debug)]
pub(crate) struct Other {
    /// The rule's name, which is made of the sentence where no rule of the ruleset is the same.
    pub(crate) rule: String,
    /// The numbers that the sentence gives it.
    pub(crate) numbers: Vec<(String, i64)>,
    /// Its text, where no rule of the ruleset is the same.
    pub(crate) text: Option<String>,
}

impl Claim {
    /// Its text, where no rule of the ruleset is the same.
    pub(crate) fn text(&self) -> Option<&str> {
        self.reading.twin.is_none().then_some(self.reading.text.as_str())
    }
}

/// A text's sentences with what they claim.
pub(crate) struct Claims<'t> {
    text: &'t str,
    rules: &'t Ruleset,
    english: English<'t>,
    sentences: Vec<(Sentence, Option<Vec<Claim>>)>,
    /// Is a rule no weaker than a claim: by both names.
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

    /// Each sentence, with what it claims; none when it is not understood.
    pub(super) fn sentences(&self) -> impl Iterator<Item = (&'t str, Option<&[Claim]>)> {
        self.sentences.iter().map(|(sentence, claims)| (&self.text[sentence.at.clone()], claims.as_deref()))
    }

    /// Each sentence as it was read, with what it claims.
    pub(crate) fn read(&self) -> impl Iterator<Item = (&Sentence, Option<&[Claim]>)> {
        self.sentences.iter().map(|(sentence, claims)| (sentence, claims.as_deref()))
    }

    /// The texts of rules that no rule of the ruleset is the same as, by name.
    pub(crate) fn new_rules(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.sentences.iter().flat_map(|(_, claims)| claims.iter().flatten());
        all.filter(|claim| claim.reading.twin.is_none()).map(|claim| (claim.rule.as_str(), claim.reading.text.as_str()))
    }

    /// Does all that keeps a rule keep what is claimed?
    pub(crate) fn is_implied(&self, claim: &Claim, rule: &str) -> bool {
        let key = (claim.rule.clone(), rule.to_owned());
        if let Some(known) = self.implied.borrow().get(&key) {
            return *known;
        }
        // "Diagonals" are spoken of where one of them is drawn.
        let is = overlap(self.rules, &claim.rule, rule) || self.english.is_implied(&claim.reading, rule);
        self.implied.borrow_mut().insert(key, is);
        is
    }

    /// The claims of the sentence with this number.
    pub(super) fn in_sentence(&self, number: usize) -> &[Claim] {
        self.sentences.get(number).and_then(|(_, claims)| claims.as_deref()).unwrap_or_default()
    }
}

/// What a sentence claims; none when one of its rules cannot be used.
fn claims(sentence: &Sentence, rules: &Ruleset, names: &mut BTreeSet<String>) -> Option<Vec<Claim>> {
    let mut all = Vec::new();
    for readings in &sentence.rules {
        let (first, others) = readings.split_first()?;
        let mut reading = first.clone();
        let (rule, numbers) = named(&mut reading, rules, names);
        if reading.twin.is_none() {
            rules.and(&[&reading.text]).ok()?;
        }
        let mut claim = Claim { rule, numbers, colors: reading.colors.clone(), reading, others: Vec::new() };
        // Their names are those of no other claim, and hold no other claim's up.
        let mut taken = names.clone();
        for mut reading in others.iter().cloned() {
            let (rule, numbers) = named(&mut reading, rules, &mut taken);
            let text = reading.twin.is_none().then_some(reading.text);
            let is_usable = text.as_ref().is_none_or(|text| rules.and(&[text]).is_ok());
            let is_same = |name: &str, of: &[(String, i64)]| name == rule && of == numbers;
            let is_told =
                is_same(&claim.rule, &claim.numbers) || claim.others.iter().any(|o| is_same(&o.rule, &o.numbers));
            if is_usable && !is_told {
                claim.others.push(Other { rule, numbers, text });
            }
        }
        all.push(claim);
    }
    Some(all)
}

/// The rule that a reading is, and the numbers that the sentence gives it. Two sentences of the same words have two rules.
fn named(reading: &mut Reading, rules: &Ruleset, names: &mut BTreeSet<String>) -> (String, Vec<(String, i64)>) {
    if let Some(twin) = &reading.twin {
        return (twin.rule.clone(), twin.numbers.clone());
    }
    let first = reading.rule.name.clone();
    let mut name = first.clone();
    let mut n = 2;
    while rules.rule(&name).is_some() || !names.insert(name.clone()) {
        name = format!("{first}-{n}");
        n += 1;
    }
    reading.text = reading.text.replacen(&format!("rule {first} "), &format!("rule {name} "), 1);
    reading.rule.name.clone_from(&name);
    (name, Vec::new())
}
