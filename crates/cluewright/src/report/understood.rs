//! How a puzzle's text was read, as data.

use super::UnreadFigures;
use super::candidate::Word;
use crate::compiled::Compiled;
use crate::understood::{Other, Sentence, StatedRule, Understood as Found};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A report on how a puzzle's text was read: the meaning found for each sentence, and the parts that are unread.
///
/// ```
/// use cluewright::{Compiled, formats, report::Understood};
/// let text = "grid: 4x4\nkiller-cage r1c1 r1c2 total 3\ntext: Digits in a cage add up to its total.\n";
/// let read = Understood::of(&Compiled::new(formats::read(text)?.puzzle)?);
/// assert_eq!((read.says.as_str(), read.whole), ("The sentence is understood.", true));
/// assert_eq!(read.sentences[0].what, "rule");
/// assert_eq!(read.sentences[0].rules[0].cells, ["r1c1", "r1c2"]);
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Understood {
    /// How much of the text is understood: `All 7 sentences are understood.` Empty if there is no text.
    #[serde(default)]
    pub says: String,
    /// Whether every sentence is understood, the puzzle has all the rules that the sentences state, and no drawing is unread.
    pub whole: bool,
    /// The sentences of the text, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<SentenceReport>,
    /// Drawings that look like clues but were not read as clues, grouped by appearance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<UnreadFigures>,
}

/// A sentence of the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SentenceReport {
    /// The position in the puzzle's text where the sentence begins, in UTF-8 bytes.
    pub from: usize,
    /// The position in the puzzle's text where the sentence ends, in UTF-8 bytes.
    pub to: usize,
    /// The sentence itself.
    pub text: String,
    /// The kind of sentence: `rule`, `remark`, `example`, `heading`, or `unread` for a sentence that states a rule but is not
    /// understood.
    pub what: Word,
    /// The rules that the sentence states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<SaidReport>,
    /// Whether the rule was recognised only by some of the words in the sentence.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_words: bool,
    /// Whether the sentence continues the previous sentence and is counted as part of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub goes_on: bool,
}

/// A rule that a sentence states.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SaidReport {
    /// The rule's name.
    pub rule: String,
    /// The numbers in the sentence, by parameter of the rule.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, i64>,
    /// Whether the puzzle has the rule, either for the whole grid or in a clue.
    pub kept: bool,
    /// Whether the puzzle contains the text of the rule.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// The number of clues that have this rule and these numbers.
    pub clues: usize,
    /// The cells of the clues that have this rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// The text of a rule made from the sentence, if no existing rule means the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Other readings of the sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OtherReport>,
}

/// Another reading of a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OtherReport {
    /// The rule's name.
    pub rule: String,
    /// The numbers in the sentence, by parameter of the rule.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, i64>,
    /// The text of a rule made from the sentence, if no existing rule means the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Understood {
    /// Describes how the text of a puzzle was read. `compiled` is the puzzle as it is solved, after its drawings have become clues.
    pub fn of(compiled: &Compiled) -> Self {
        let found: &Found = compiled.understood();
        let puzzle = compiled.puzzle();
        let other = |other: &Other| OtherReport {
            rule: other.rule.clone(),
            numbers: other.numbers.iter().cloned().collect(),
            text: other.text.clone(),
        };
        let said = |said: &StatedRule| SaidReport {
            rule: said.rule.clone(),
            numbers: said.numbers.iter().cloned().collect(),
            kept: said.is_kept,
            own: said.is_own,
            clues: said.clues,
            cells: said.cells.iter().map(|cell| puzzle.cell_name(*cell)).collect(),
            text: said.text.clone(),
            others: said.others.iter().map(other).collect(),
        };
        let sentence = |sentence: &Sentence| SentenceReport {
            from: sentence.at.start,
            to: sentence.at.end,
            text: sentence.text.clone(),
            what: sentence.what.word().into(),
            rules: sentence.rules.iter().map(said).collect(),
            by_words: sentence.by_words,
            goes_on: sentence.goes_on,
        };
        Self {
            says: found.sentence(),
            whole: found.is_whole(),
            sentences: found.sentences.iter().map(sentence).collect(),
            figures: found.figures.iter().map(|figures| UnreadFigures::of(puzzle, figures)).collect(),
        }
    }
}
