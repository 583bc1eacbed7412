//! How a puzzle's text was read: the meaning found for each sentence, and which of the puzzle's rules and clues it states.
//!
//! The result depends on the puzzle alone, as for unread parts ([`mod@crate::unread`]): a puzzle that is saved and opened again is
//! read in the same way. Rules that were made from sentences are stored in the puzzle; their names consist of the sentences' words,
//! so that each sentence finds its own rule again. No rule's name is built in here.

use crate::guess::{Claim, Claims, overlap};
use crate::unread::{Figures, Vocabulary, goes_on, says_rule, unread};
use cluewright_core::{Arg, Cell, Clue, Puzzle, Sort};
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::Rule;
use cluewright_rules::syntax::{parse, print};
use cluewright_rules::told::words;
use std::collections::BTreeSet;
use std::ops::Range;

/// The meanings found for a puzzle's text.
///
/// ```
/// use cluewright::{Compiled, formats, understood::What};
/// let text = "grid: 4x4\nrules: classic\ntext: Normal sudoku rules apply. Digits on a blue line are zorblaxes.\n";
/// let compiled = Compiled::new(formats::read(text)?.puzzle)?;
/// let understood = compiled.understood();
/// assert_eq!(understood.sentences[0].rules[0].rule, "classic");
/// assert_eq!(understood.sentences[1].what, What::Unread);
/// assert_eq!(understood.sentence(), "1 of 2 sentences is unread.");
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Understood {
    /// The sentences of the text, in order.
    pub sentences: Vec<Sentence>,
    /// Drawings that look like clues but are not read as clues, grouped by appearance.
    pub figures: Vec<Figures>,
}

/// A sentence of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Sentence {
    /// The range of the sentence in the puzzle's text, in bytes.
    pub at: Range<usize>,
    /// The sentence.
    pub text: String,
    /// The meaning found for the sentence.
    pub what: What,
    /// The rules that the sentence states.
    pub rules: Vec<StatedRule>,
    /// Whether the rule was recognised only by some of the words in the sentence.
    pub by_words: bool,
    /// Whether the sentence continues the previous one, and was therefore counted as part of the previous one.
    pub goes_on: bool,
}

/// The meaning of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum What {
    /// The sentence states rules.
    Rule,
    /// The sentence demands nothing of a solution.
    Remark,
    /// The sentence is an example.
    Example,
    /// The sentence is a heading.
    Heading,
    /// The sentence states a rule, but is not understood.
    Unread,
}

impl What {
    /// The word for this meaning.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Remark => "remark",
            Self::Example => "example",
            Self::Heading => "heading",
            Self::Unread => "unread",
        }
    }
}

/// A rule that a sentence states.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StatedRule {
    /// The name of the rule.
    pub rule: String,
    /// The values that the sentence gives for the rule's numeric parameters.
    pub numbers: Vec<(String, i64)>,
    /// Whether the puzzle uses the rule, for the whole grid or in a clue.
    pub is_kept: bool,
    /// Whether the text of the rule is part of the puzzle.
    pub is_own: bool,
    /// The number of clues in the puzzle that have this rule and these numbers.
    pub clues: usize,
    /// The cells of the clues of this rule, in order.
    pub cells: Vec<Cell>,
    /// The rule text made from the sentence, if no existing rule has the same meaning.
    pub text: Option<String>,
    /// Other readings of the sentence.
    pub others: Vec<Other>,
}

/// Another reading of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Other {
    /// The rule's name.
    pub rule: String,
    /// The values that the sentence gives for the rule's numeric parameters.
    pub numbers: Vec<(String, i64)>,
    /// The rule text made from the sentence, if no existing rule has the same meaning.
    pub text: Option<String>,
}

impl Sentence {
    /// Whether the sentence is understood and the puzzle uses all its rules.
    pub fn is_kept(&self) -> bool {
        self.what != What::Unread && self.rules.iter().all(|said| said.is_kept)
    }
}

impl Understood {
    /// Whether every sentence is understood, the puzzle uses all rules that the sentences state, and no drawing is unread.
    pub fn is_whole(&self) -> bool {
        self.figures.is_empty() && self.sentences.iter().all(Sentence::is_kept)
    }

    /// A sentence that says how much of the text is understood; empty if there is no text.
    pub fn sentence(&self) -> String {
        let all = self.sentences.len();
        let unread = self.sentences.iter().filter(|s| s.what == What::Unread).count();
        let lost = self.sentences.iter().filter(|s| s.what != What::Unread && !s.is_kept()).count();
        let is = |n: usize| if n == 1 { "is" } else { "are" };
        let has = |n: usize| if n == 1 { "states a rule" } else { "state rules" };
        let of = if all == 1 { "The sentence".to_owned() } else { format!(" of {all} sentences") };
        let some = |n: usize| if all == 1 { of.clone() } else { format!("{n}{of}") };
        match (all, unread, lost) {
            (0, ..) => String::new(),
            (1, 0, 0) => format!("{of} is understood."),
            (_, 0, 0) => format!("All {all} sentences are understood."),
            (_, n, 0) => format!("{} {} unread.", some(n), is(n)),
            (_, 0, n) => format!("{} {} that the puzzle does not have.", some(n), has(n)),
            (_, n, m) => format!("{} {} unread, and {m} {} that the puzzle does not have.", some(n), is(n), has(m)),
        }
    }
}

/// The maximum number of words of a sentence that are read.
const WORDS: usize = 200;

/// Determines how each sentence of a puzzle's text was read, given these rules.
pub fn understood(puzzle: &Puzzle, rules: &Ruleset) -> Understood {
    let figures = unread(puzzle, rules).map(|unread| unread.figures).unwrap_or_default();
    if puzzle.text.trim().is_empty() {
        return Understood { sentences: Vec::new(), figures };
    }
    let own = own_rules(puzzle);
    let base = without_made(puzzle, rules, &own);
    let claims = Claims::of(&puzzle.text, &base);
    let made: Vec<&str> = claims.new_rules().map(|(_, text)| text).filter(|text| !is_own(text, &own)).collect();
    let reader = Reader {
        puzzle,
        rules,
        known: Vocabulary::of(puzzle, rules),
        own: own.iter().map(|rule| rule.name.as_str()).collect(),
        made: rules.and(&made).ok(),
        claims: &claims,
    };
    let mut sentences: Vec<Sentence> = Vec::new();
    for (read, claimed) in claims.read() {
        let text = &puzzle.text[read.at.clone()];
        let mut sentence = Sentence {
            at: read.at.clone(),
            text: text.to_owned(),
            what: What::Remark,
            rules: Vec::new(),
            by_words: false,
            goes_on: false,
        };
        match (read.what, claimed) {
            (cluewright_english::What::Label, _) => sentence.what = What::Heading,
            (cluewright_english::What::Example, _) => sentence.what = What::Example,
            (cluewright_english::What::Remark, _) => {}
            (cluewright_english::What::Rule, Some(claimed)) => {
                sentence.what = What::Rule;
                (sentence.rules, sentence.by_words) = reader.claimed(claimed, text);
            }
            _ => reader.known_otherwise(&mut sentence, sentences.last()),
        }
        sentences.push(sentence);
    }
    Understood { sentences, figures }
}

struct Reader<'p> {
    puzzle: &'p Puzzle,
    rules: &'p Ruleset,
    known: Vocabulary,
    /// The names of the rules whose text is part of the puzzle.
    own: BTreeSet<&'p str>,
    /// The known rules, together with the rules that sentences state but the puzzle does not have.
    made: Option<Ruleset>,
    claims: &'p Claims<'p>,
}

impl Reader<'_> {
    /// The rules that a sentence's claims stand for, with how the puzzle uses each rule; and whether a rule was recognised only by
    /// its words.
    fn claimed(&self, claimed: &[Claim], text: &str) -> (Vec<StatedRule>, bool) {
        let said = |claim: &Claim| {
            let mut said = self.said(&claim.rule, &claim.numbers);
            // If the puzzle has a rule that implies the claimed rule, use that rule for the sentence.
            let others = || self.used().into_iter().filter(|rule| *rule != claim.rule);
            if !said.is_kept
                && let Some(rule) = others().find(|rule| self.claims.is_implied(claim, rule))
            {
                said = self.said(rule, &[]);
            }
            said.text = claim.text().map(str::to_owned);
            said
        };
        let numbers: BTreeSet<usize> = claimed.iter().map(|claim| claim.number).collect();
        let of = |number: usize| claimed.iter().filter(move |claim| claim.number == number);
        // Of several readings of the same words, choose the one whose rule the puzzle uses.
        let one = |number: usize| -> Option<StatedRule> {
            let readings: Vec<StatedRule> = of(number).map(said).collect();
            let chosen = readings.iter().position(|said| said.is_kept).unwrap_or(0);
            let other = |(n, claim): (usize, &Claim)| {
                let text = claim.text().map(str::to_owned);
                (n != chosen).then(|| Other { rule: claim.rule.clone(), numbers: claim.numbers.clone(), text })
            };
            let others = of(number).enumerate().filter_map(other).collect();
            readings.into_iter().nth(chosen).map(|said| StatedRule { others, ..said })
        };
        let mut all: Vec<StatedRule> = numbers.into_iter().filter_map(one).collect();
        if all.iter().all(|said| !said.is_kept)
            && let [one] = &mut all[..]
            && let Some(rule) = self.known.accounting(&spoken(text))
        {
            let (text, others) = (one.text.take(), std::mem::take(&mut one.others));
            *one = StatedRule { text, others, ..self.said(self.standing_for(rule), &[]) };
            return (all, true);
        }
        (all, false)
    }

    /// Handles a sentence that no claim explains: a rule of the puzzle may account for the sentence by the rule's phrases.
    fn known_otherwise(&self, sentence: &mut Sentence, before: Option<&Sentence>) {
        let words = spoken(&sentence.text);
        let rule = || self.known.accounting(&words).map(|rule| self.said(self.standing_for(rule), &[]));
        let is_rule = |before: &&Sentence| matches!(before.what, What::Rule | What::Unread);
        if let Some(before) = before.filter(is_rule).filter(|_| goes_on(&words)) {
            let rule = if says_rule(&sentence.text, &words) { rule() } else { None };
            (sentence.by_words, sentence.goes_on) = (rule.is_some(), rule.is_none());
            sentence.what = if rule.is_some() { What::Rule } else { before.what };
            sentence.rules = rule.map_or_else(|| before.rules.clone(), |rule| vec![rule]);
        } else if says_rule(&sentence.text, &words) {
            let rule = rule();
            sentence.by_words = rule.is_some();
            sentence.what = if rule.is_some() { What::Rule } else { What::Unread };
            sentence.rules.extend(rule);
        }
    }

    /// The rule that the puzzle uses in place of `rule`, which accounts for a sentence: `rule` itself, a rule made of it, or a rule
    /// with the same name in another program.
    fn standing_for<'r>(&'r self, rule: &'r str) -> &'r str {
        if self.said(rule, &[]).is_kept {
            return rule;
        }
        let used = self.used();
        let is_made_of_it = |name: &&&str| {
            let (mut open, mut seen) = (vec![**name], BTreeSet::new());
            while let Some(name) = open.pop() {
                if name == rule {
                    return true;
                }
                if seen.insert(name) {
                    open.extend(self.rules.rule(name).into_iter().flat_map(Rule::used));
                }
            }
            false
        };
        let names = |name: &str| -> Vec<(&str, &str)> {
            let also = self.rules.rule(name).into_iter().flat_map(|rule| &rule.also).filter(|also| also.word.is_none());
            also.map(|also| (also.format.as_str(), also.name.as_str())).collect()
        };
        let own = names(rule);
        let has_its_name = |name: &&&str| names(name).iter().any(|name| own.contains(name));
        used.iter().find(is_made_of_it).or_else(|| used.iter().find(has_its_name)).copied().unwrap_or(rule)
    }

    /// The names of the rules that the puzzle uses, each once, in alphabetical order.
    fn used(&self) -> Vec<&str> {
        let all = self.uses().map(|clue| clue.rule.as_str());
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn uses(&self) -> impl Iterator<Item = &Clue> {
        self.puzzle.rules.iter().chain(self.puzzle.clues.iter().flat_map(|tree| tree.clues()))
    }

    /// A rule with these numbers, and how the puzzle uses it.
    fn said(&self, rule: &str, numbers: &[(String, i64)]) -> StatedRule {
        let has_numbers = |clue: &&Clue| {
            let other = |(name, n): &(String, i64)| {
                clue.args.iter().any(|(arg, value)| arg == name && *value != Arg::Number(*n))
            };
            !numbers.iter().any(other)
        };
        let clues = self.puzzle.clues.iter().flat_map(|tree| tree.clues()).filter(|clue| clue.rule == rule);
        let clues: Vec<&Clue> = clues.filter(has_numbers).collect();
        let whole = || self.made.as_ref().unwrap_or(self.rules);
        let is_whole = |clue: &Clue| overlap(whole(), &clue.rule, rule);
        let mut cells: Vec<Cell> =
            clues.iter().flat_map(|clue| clue.args.iter()).flat_map(|(_, arg)| arg.cells()).collect();
        cells.order();
        cells.dedup();
        StatedRule {
            rule: rule.to_owned(),
            numbers: numbers.to_vec(),
            is_kept: !clues.is_empty() || self.puzzle.rules.iter().filter(has_numbers).any(is_whole),
            is_own: self.own.contains(rule),
            clues: clues.len(),
            cells,
            text: None,
            others: Vec::new(),
        }
    }
}

fn spoken(text: &str) -> Vec<String> {
    let mut words = words(text);
    words.truncate(WORDS);
    words
}

/// The rules whose text is part of the puzzle.
fn own_rules(puzzle: &Puzzle) -> Vec<Rule> {
    puzzle.definitions.iter().filter_map(|definition| parse(&definition.text).ok()).flatten().collect()
}

/// Whether the puzzle contains a rule with the same name as one in this text.
fn is_own(text: &str, own: &[Rule]) -> bool {
    parse(text).is_ok_and(|rules| rules.iter().any(|rule| own.iter().any(|own| own.name == rule.name)))
}

/// The known rules without those that were made from the puzzle's text, so that the text is read as it was before these rules
/// existed.
fn without_made(puzzle: &Puzzle, rules: &Ruleset, own: &[Rule]) -> Ruleset {
    if own.is_empty() {
        return rules.clone();
    }
    let brought = |name: &str| own.iter().any(|rule| rule.name == name);
    let with = |keeps: &dyn Fn(&Rule) -> bool| {
        let mut texts: Vec<String> = rules.own_rules().filter(|rule| keeps(rule)).map(print).collect();
        texts.reverse();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        Ruleset::library().and(&texts).ok()
    };
    let Some(others) = with(&|rule| !brought(&rule.name)) else { return rules.clone() };
    let claims = Claims::of(&puzzle.text, &others);
    let made: BTreeSet<&str> = claims.new_rules().map(|(name, _)| name).collect();
    with(&|rule| !made.contains(rule.name.as_str())).unwrap_or_else(|| rules.clone())
}
