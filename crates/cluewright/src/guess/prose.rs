//! What a puzzle's text says of rules.

use super::color::{Color, WORDS};
use cluewright_rules::told::{self, Found, Phrase};

/// A puzzle's text, sentence by sentence.
pub(super) struct Prose<'t>(Vec<Sentence<'t>>);

struct Sentence<'t> {
    text: &'t str,
    words: Vec<String>,
    colors: Vec<&'static str>,
}

/// How well a text speaks of a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fit {
    /// It speaks of it, and of figures of another colour.
    OtherColor,
    /// It speaks of it.
    Named,
    /// It speaks of it, and of figures of this colour.
    Color,
}

/// A sentence that speaks of a rule.
pub(super) struct Said {
    pub(super) fit: Fit,
    pub(super) sentence: String,
    /// What it calls the colour.
    pub(super) color: Option<&'static str>,
    pub(super) numbers: Vec<(String, i64)>,
    /// Its number among the sentences, and the places of the first and the last word of the longest phrase in it.
    pub(super) place: (usize, usize, usize),
}

impl Said {
    /// Does the other phrase have all of this one's words, and more?
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        let ((sentence, from, to), (of, start, end)) = (self.place, other.place);
        sentence == of && start <= from && to <= end && (start, end) != (from, to)
    }
}

/// The longest sentence that is quoted whole, in characters.
const LONGEST: usize = 160;

impl Sentence<'_> {
    /// Without the sign of a list in front, and not too long.
    fn short(&self) -> String {
        let text = self.text.trim_start_matches(|c: char| !c.is_alphanumeric());
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}\u{2026}", text[..end].trim_end()),
            None => text.trim_end_matches('.').to_owned(),
        }
    }
}

impl<'t> Prose<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let sentence = |text: &'t str| {
            let words = told::words(text);
            let colors = WORDS.iter().copied().filter(|color| words.iter().any(|w| w == color)).collect();
            Sentence { text, words, colors }
        };
        Self(told::sentences(text).into_iter().map(sentence).collect())
    }

    /// The sentence that says the opposite of these phrases, or that what they name does not apply. Of figures of a colour only
    /// a sentence with that colour speaks.
    pub(super) fn denies(&self, phrases: &[Phrase], color: Option<Color>) -> Option<String> {
        let speaks = |s: &&Sentence<'_>| color.is_none_or(|c| c.words().iter().any(|w| s.colors.contains(w)));
        let denies = |s: &&Sentence<'_>| phrases.iter().any(|p| p.is_denied(&s.words));
        self.0.iter().filter(speaks).find(denies).map(Sentence::short)
    }

    /// What it says of a rule with these phrases, as far as it goes for figures of this colour: what fits best.
    pub(super) fn said(&self, phrases: &[Phrase], color: Option<Color>) -> Option<Said> {
        let mut best: Option<(Said, usize)> = None;
        for (number, sentence) in self.0.iter().enumerate() {
            let found: Vec<Found> = phrases.iter().filter_map(|p| p.find(&sentence.words)).collect();
            if found.is_empty() {
                continue;
            }
            let called = color.and_then(|c| c.words().iter().copied().find(|w| sentence.colors.contains(w)));
            let fit = match (color, called) {
                (_, Some(_)) => Fit::Color,
                (Some(_), None) if !sentence.colors.is_empty() => Fit::OtherColor,
                _ => Fit::Named,
            };
            let span = found.iter().map(|f| f.words).max_by_key(|w| w.1 - w.0).unwrap_or_default();
            let longest = span.1 - span.0;
            let numbers: Vec<_> = found.into_iter().flat_map(|f| f.numbers).collect();
            let better =
                |b: &(Said, usize)| (fit, !numbers.is_empty(), longest) > (b.0.fit, !b.0.numbers.is_empty(), b.1);
            if best.as_ref().is_none_or(better) {
                let place = (number, span.0, span.1);
                best = Some((Said { fit, sentence: sentence.short(), color: called, numbers, place }, longest));
            }
        }
        best.map(|b| b.0)
    }
}
