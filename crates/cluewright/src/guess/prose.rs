//! The sentences about rules in a puzzle's text.

use super::claims::{Claim, Claims};
use super::color::{Color, WORDS};
use cluewright_rules::Ruleset;
use cluewright_rules::told::{self, Found, Phrase};

/// A puzzle's text, sentence by sentence.
pub(super) struct Prose<'t>(Vec<Sentence<'t>>, Option<&'t Claims<'t>>, Vec<Color>);

struct Sentence<'t> {
    text: &'t str,
    words: Vec<String>,
    /// The colour words, with their positions among the words of the sentence.
    colors: Vec<(usize, &'static str)>,
    /// The indexes of the words with which the parts between commas begin.
    parts: Vec<usize>,
    /// The complete meaning of the sentence, if all of it is understood.
    claims: Option<&'t [Claim]>,
    /// Whether the sentence contains a negation, an alternative or a condition.
    turns: bool,
}

/// How well a sentence fits a rule and its figures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fit {
    /// The sentence is about the rule, but mentions figures of another colour.
    OtherColor,
    /// The sentence is about the rule, but either the sentence names no colour or the figures have no colour.
    Named,
    /// The sentence is about the rule and about figures of this colour.
    Color,
}

/// A sentence about a rule.
pub(super) struct RuleSentence {
    pub(super) fit: Fit,
    pub(super) sentence: String,
    /// The word that the sentence uses for the colour.
    pub(super) color: Option<&'static str>,
    pub(super) numbers: Vec<(String, i64)>,
    /// Numbers after words such as "by" that belong to no phrase: "the same remainder when divided by 5".
    pub(super) loose: Vec<i64>,
    /// The index of the sentence, and the indexes of the first and the last word of the longest phrase found in it.
    pub(super) place: (usize, usize, usize),
    /// Whether the sentence states the rule, rather than merely containing some of its words.
    pub(super) is_claim: bool,
    /// The number of plainer readings of the same sentence.
    pub(super) rank: usize,
}

impl RuleSentence {
    /// Whether the other phrase contains all words of this phrase, and more.
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        let ((sentence, from, to), (of, start, end)) = (self.place, other.place);
        sentence == of && start <= from && to <= end && (start, end) != (from, to)
    }
}

/// The maximum number of words at the beginning of a sentence that may form a heading.
const HEADING: usize = 2;
/// A phrase counts as a name if its first and last words are fewer than this many words apart.
const PLAIN: usize = 2;

/// The number of letters that suffices to recognise a word of a rule's name.
const NAME: usize = 5;

/// The maximum length, in characters, of a sentence that is quoted in full.
const LONGEST: usize = 160;

impl<'t> Sentence<'t> {
    fn new(text: &'t str) -> Self {
        let color = |word: &String| WORDS.iter().copied().find(|color| color == word);
        let (mut words, mut parts): (Vec<String>, Vec<usize>) = (Vec::new(), vec![0]);
        for part in text.split([',', ';', ':', '(', ')']) {
            let next = told::words(part);
            // "Green, blue and red lines" is one part, despite the comma.
            let is_list = words.last().and_then(color).is_some() && next.iter().take(2).any(|w| color(w).is_some());
            if !is_list && !words.is_empty() {
                parts.push(words.len());
            }
            words.extend(next);
        }
        let colors = words.iter().enumerate().filter_map(|(at, word)| Some((at, color(word)?))).collect();
        Self { text, words, colors, parts, claims: None, turns: false }
    }

    /// The colours that a range of words refers to: those in the same part of the sentence; if there are none, the last ones before
    /// it; if there are none before it either, all colours of the sentence.
    fn colors_of(&self, (from, to): (usize, usize)) -> Vec<&'static str> {
        let begin = |at: usize| self.parts.iter().copied().rfind(|p| *p <= at).unwrap_or(0);
        let end = |at: usize| self.parts.iter().copied().find(|p| *p > at).unwrap_or(self.words.len());
        let within = |from: usize, to: usize| -> Vec<&'static str> {
            self.colors.iter().filter(|(at, _)| (from..to).contains(at)).map(|(_, color)| *color).collect()
        };
        let here = within(begin(from), end(to));
        let before = || self.colors.iter().rfind(|(at, _)| *at < from).map(|(at, _)| within(begin(*at), end(*at)));
        if here.is_empty() { before().unwrap_or_else(|| within(0, self.words.len())) } else { here }
    }

    /// The sentence's claim about a rule, for figures of this colour.
    fn claimed(&self, number: usize, rule: &str, color: Option<Color>) -> Option<RuleSentence> {
        let (rank, claim) = self.claims?.iter().enumerate().find(|(_, claim)| claim.rule == rule)?;
        let called = color.and_then(|c| c.words().iter().copied().find(|w| claim.colors.iter().any(|own| own == w)));
        let fit = match (color, called) {
            (_, Some(_)) => Fit::Color,
            (Some(_), None) if !claim.colors.is_empty() => Fit::OtherColor,
            _ => Fit::Named,
        };
        let place = (number, 0, self.words.len());
        let (numbers, sentence) = (claim.numbers.clone(), self.short());
        Some(RuleSentence { fit, sentence, color: called, numbers, loose: Vec::new(), place, is_claim: true, rank })
    }

    /// Whether the phrase's number is the first of two alternatives: "3 or 4".
    fn goes_on(&self, found: &Found) -> bool {
        let number = |at: usize| self.words.get(at).is_some_and(|w| w.parse::<i64>().is_ok());
        let last = found.words.1;
        let each_its_own = self.words.iter().any(|w| w == "respectively");
        !each_its_own && number(last) && number(last + 2) && self.words.get(last + 1).is_some_and(|w| w == "or")
    }

    /// See [`RuleSentence::loose`].
    fn loose(&self, found: &[Found]) -> Vec<i64> {
        let is_free = |at: usize| !found.iter().any(|f| !f.numbers.is_empty() && (f.words.0..=f.words.1).contains(&at));
        let behind = |pair: (usize, &[String])| {
            let is_free = ["by", "mod", "modulo", "least"].contains(&pair.1[0].as_str()) && is_free(pair.0 + 1);
            pair.1[1].parse().ok().filter(|_| is_free)
        };
        self.words.windows(2).enumerate().filter_map(behind).collect()
    }

    /// The sentence without a bullet, shortened if it is too long.
    fn short(&self) -> String {
        let text = self.text.trim_start_matches(|c: char| !c.is_alphanumeric());
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}\u{2026}", text[..end].trim_end()),
            None => text.trim_end_matches('.').to_owned(),
        }
    }
}

impl<'t> Prose<'t> {
    /// Splits text into sentences, without claims.
    pub(super) fn new(text: &'t str) -> Self {
        Self(told::sentences(text).into_iter().map(Sentence::new).collect(), None, Vec::new())
    }

    /// The sentences of a text with known claims, in a puzzle with figures of these colours.
    pub(super) fn with(claims: &'t Claims<'t>, colors: Vec<Color>) -> Self {
        let sentence = |(text, claims, turns)| Sentence { claims, turns, ..Sentence::new(text) };
        Self(claims.sentences().map(sentence).collect(), Some(claims), colors)
    }

    /// The first sentence that denies one of these phrases, or says that whatever the phrase names does not apply. If `color` is
    /// given, only sentences that mention this colour count.
    pub(super) fn denies(&self, phrases: &[Phrase], color: Option<Color>) -> Option<String> {
        let speaks = |s: &&Sentence<'_>| color.is_none_or(|c| s.colors.iter().any(|(_, w)| c.words().contains(w)));
        let denies = |s: &&Sentence<'_>| phrases.iter().any(|p| p.is_denied(&s.words));
        self.0.iter().filter(speaks).find(denies).map(Sentence::short)
    }

    /// Whether a sentence gives figures two meanings: it contains one of the phrases `a` and one of `b`.
    pub(super) fn says_both(&self, a: &[Phrase], b: &[Phrase]) -> bool {
        let has = |words: &[String], phrases: &[Phrase]| phrases.iter().any(|phrase| phrase.find(words).is_some());
        self.0.iter().any(|s| told::says_more(&s.words) && has(&s.words, a) && has(&s.words, b))
    }

    /// Whether the sentence means a different shade from `color`: "darker blue" is the darkest of the colours that people call
    /// blue.
    fn has_other_shade(&self, sentence: &Sentence<'_>, said: &RuleSentence, color: Color) -> bool {
        let is = |begin: &str| sentence.words.iter().any(|word| word.starts_with(begin));
        let named = |other: &&Color| said.color.is_some_and(|word| other.words().contains(&word));
        let mut others = self.2.iter().filter(named);
        (is("dark") && others.clone().any(|other| other.light() < color.light()))
            || (is("light") && others.any(|other| other.light() > color.light()))
    }

    /// Whether the whole text is understood and mentions clues. If so, other drawings have no implied meaning.
    pub(super) fn says_all(&self, rules: &Ruleset) -> bool {
        let claims = || self.0.iter().filter_map(|sentence| sentence.claims).flatten();
        self.1.is_some()
            && self.0.iter().all(|sentence| sentence.claims.is_some())
            && claims().any(|claim| rules.rule(&claim.rule).is_some_and(|rule| rule.is_clue))
    }

    /// The sentence that contains one of these phrases, even if the sentence claims something else.
    pub(super) fn warns(&self, phrases: &[Phrase], color: Option<Color>) -> Option<RuleSentence> {
        self.speaks(None, phrases, color, &|_, _| true)
    }

    /// The sentence about a rule, recognised by these phrases, that fits figures of this colour best. Unless the phrase is a
    /// heading or a name, the sentence must contain one of the figures' names.
    pub(super) fn said(
        &self,
        rule: &str,
        phrases: &[Phrase],
        color: Option<Color>,
        names: &[String],
    ) -> Option<RuleSentence> {
        let speaks = |sentence: &Sentence<'_>, found: &Found| {
            let is_named = |word: &String| names.iter().any(|name| word.starts_with(name.as_str()));
            // "Anti-knight" is a name. Words that are far apart, in a sentence with a condition, may have another meaning.
            let is_plain = found.words.1 - found.words.0 < PLAIN;
            let of_grid = names.is_empty() && (is_plain || !sentence.turns);
            // "Renban" and "little killer" are names and need no word for a line after them.
            let words = &sentence.words[found.words.0..=found.words.1];
            let begins = |word: &String| {
                let begin = word.get(..NAME);
                begin.is_some_and(|begin| rule.split('-').any(|own| own.starts_with(begin) || word.starts_with(own)))
            };
            let is_name = words.len() <= PLAIN && words.iter().all(begins);
            of_grid || is_name || found.words.0 < HEADING || sentence.words.iter().any(is_named)
        };
        self.speaks(Some(rule), phrases, color, &speaks)
    }

    fn speaks(
        &self,
        rule: Option<&str>,
        phrases: &[Phrase],
        color: Option<Color>,
        is_meant: &dyn Fn(&Sentence<'_>, &Found) -> bool,
    ) -> Option<RuleSentence> {
        let mut best: Option<(RuleSentence, usize)> = None;
        for (number, sentence) in self.0.iter().enumerate() {
            if let (Some(claims), Some(rule)) = (sentence.claims, rule) {
                if let Some(mut said) = sentence.claimed(number, rule, color) {
                    if said.fit == Fit::Color && color.is_some_and(|color| self.has_other_shade(sentence, &said, color))
                    {
                        said.fit = Fit::OtherColor;
                    }
                    let rank = |said: &RuleSentence, size: usize| (said.fit, !said.numbers.is_empty(), size);
                    if best.as_ref().is_none_or(|b| rank(&said, usize::MAX) > rank(&b.0, b.1)) {
                        best = Some((said, usize::MAX));
                    }
                    continue;
                }
                if !claims.iter().any(|claim| self.1.is_some_and(|all| all.is_spoken_of(claim, rule))) {
                    continue;
                }
            }
            let found = phrases.iter().filter_map(|p| p.find(&sentence.words));
            let found: Vec<Found> = found.filter(|f| !sentence.goes_on(f) && is_meant(sentence, f)).collect();
            if found.is_empty() {
                continue;
            }
            let fits = |found: &Found| {
                let colors = sentence.colors_of(found.words);
                let called = color.and_then(|c| c.words().iter().copied().find(|w| colors.contains(w)));
                match (color, called) {
                    (_, Some(_)) => (Fit::Color, called),
                    (Some(_), None) if !colors.is_empty() => (Fit::OtherColor, None),
                    _ => (Fit::Named, None),
                }
            };
            let size = |f: &Found| f.words.1 - f.words.0;
            let Some(most) = found.iter().max_by_key(|f| (fits(f).0, size(f))) else { continue };
            let ((fit, called), span, longest) = (fits(most), most.words, size(most));
            let loose = sentence.loose(&found);
            let numbers: Vec<_> = found.into_iter().flat_map(|f| f.numbers).collect();
            let better = |b: &(RuleSentence, usize)| {
                (fit, !numbers.is_empty(), longest) > (b.0.fit, !b.0.numbers.is_empty(), b.1)
            };
            if best.as_ref().is_none_or(better) {
                let place = (number, span.0, span.1);
                best = Some((
                    RuleSentence {
                        fit,
                        sentence: sentence.short(),
                        color: called,
                        numbers,
                        loose,
                        place,
                        is_claim: false,
                        rank: 0,
                    },
                    longest,
                ));
            }
        }
        best.map(|b| b.0)
    }
}
