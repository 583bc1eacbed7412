//! The parts of a puzzle that were not understood: drawings that did not become clues, and sentences of its text that state a rule
//! which the puzzle does not have. Answers ignore these parts, and say so.
//!
//! The result depends on the puzzle alone: if a puzzle is saved and opened again, the same parts are unread.
//! No rule's name is built in here: a rule accounts for a sentence by its `told` phrases, its name or its own sentence.

mod says;

use crate::guess::left;
use crate::guess::{Claim, Claims};
use cluewright_core::{Cell, Puzzle};
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::{Filter, Rule, StmtKind};
use cluewright_rules::syntax::parse;
use cluewright_rules::told::{Phrase, phrases, says_more, words};
pub(crate) use says::{goes_on, says_rule};
use says::{is, is_of_grid, is_subject};
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a puzzle that were not understood.
///
/// ```
/// use cluewright::{Compiled, formats};
/// let drawn = "grid: 4x4\ntext: Digits on a wiggle line add up to 7.\ndrawings:\n  line r1c1 r1c2 r1c3 color #CFCFCF\n";
/// let compiled = Compiled::new(formats::read(drawn)?.puzzle)?;
/// let unread = compiled.unread().unwrap();
/// assert_eq!(unread.sentences, ["Digits on a wiggle line add up to 7"]);
/// assert_eq!(unread.sentence(), "1 grey line and 1 sentence are unread, so the answer ignores them.");
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Unread {
    /// Drawings that look like clues, grouped by appearance.
    pub figures: Vec<Figures>,
    /// Sentences of the text that state a rule which the puzzle does not have.
    pub sentences: Vec<String>,
    /// Sentences of which only some words were matched; empty unless the puzzle is known to have more than one solution.
    pub unsure: Vec<String>,
}

/// Drawings that look the same.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Figures {
    /// The name of the drawings: `4 grey lines`.
    pub name: String,
    /// The number of drawings.
    pub count: usize,
    /// The cells where the drawings are, in order.
    pub cells: Vec<Cell>,
    /// The indexes of these drawings in the puzzle's list.
    pub drawings: Vec<usize>,
}

/// The maximum number of groups of drawings that are named one by one.
const NAMED: usize = 4;

impl Unread {
    /// The unread parts in words: `4 grey lines and 1 sentence`.
    pub fn named(&self) -> String {
        let mut parts: Vec<String> = self.figures.iter().take(NAMED).map(|figures| figures.name.clone()).collect();
        let more: usize = self.figures.iter().skip(NAMED).map(|figures| figures.count).sum();
        if more > 0 {
            parts.push(format!("{more} more {}", if more == 1 { "drawing" } else { "drawings" }));
        }
        match self.sentences.len() {
            0 => {}
            1 => parts.push("1 sentence".to_owned()),
            n => parts.push(format!("{n} sentences")),
        }
        match &parts[..] {
            [] => String::new(),
            [one] => one.clone(),
            [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
        }
    }

    /// A clause, without a full stop, that says of how many sentences only some words were matched.
    fn doubt(&self) -> String {
        match self.unsure.len() {
            1 => "1 sentence was matched only by some of its words".to_owned(),
            n => format!("{n} sentences were matched only by some of their words"),
        }
    }

    /// Whether there are only doubtful sentences, and nothing is certainly unread.
    fn is_doubt(&self) -> bool {
        self.figures.is_empty() && self.sentences.is_empty()
    }

    /// The verb for the unread parts: `is` for one, `are` for several.
    fn verb(&self) -> &'static str {
        let all: usize = self.figures.iter().map(|figures| figures.count).sum::<usize>() + self.sentences.len();
        if all == 1 { "is" } else { "are" }
    }

    /// The unread parts as a statement without a full stop: `4 grey lines and 1 sentence are unread`.
    pub fn fact(&self) -> String {
        let unread = || format!("{} {} unread", self.named(), self.verb());
        match (self.is_doubt(), self.unsure.is_empty()) {
            (false, true) => unread(),
            (false, false) => format!("{} and {}", unread(), self.doubt()),
            (true, _) => self.doubt(),
        }
    }

    /// The note of every answer: `4 grey lines and 1 sentence are unread, so the answer ignores them.`
    pub fn sentence(&self) -> String {
        if self.is_doubt() {
            let may = if self.unsure.len() == 1 { "it may mean more" } else { "they may mean more" };
            return format!("{}; {may}.", self.fact());
        }
        let them = if self.verb() == "is" { "it" } else { "them" };
        format!("{}, so the answer ignores {them}.", self.fact())
    }
}

/// A sentence without its bullet and its full stop.
pub(crate) fn bare(sentence: &str) -> &str {
    sentence.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end_matches('.')
}

/// The statement that a puzzle has more than one solution, without a full stop; it always mentions unread parts.
pub(crate) fn several(unread: Option<&Unread>) -> String {
    match unread {
        None => "The puzzle has more than one solution".to_owned(),
        Some(unread) if unread.is_doubt() => {
            format!("{}, and as it was read the puzzle has more than one solution", unread.fact())
        }
        Some(unread) => format!("{}, and the rest has more than one solution", unread.fact()),
    }
}

/// Finds the parts of a puzzle that were not understood with these rules; `None` if there are none.
pub fn unread(puzzle: &Puzzle, rules: &Ruleset) -> Option<Unread> {
    let text = Text::of(puzzle, rules);
    let figures: Vec<Figures> = left(puzzle)
        .into_iter()
        .filter(|left| !left.is_decoration || text.rules.iter().any(|rule| left.is_named_by(&rule.words)))
        .map(|left| Figures { name: left.name, count: left.count, cells: left.cells, drawings: left.drawings })
        .collect();
    let sentences = text.rules.into_iter().filter(|rule| !rule.is_known).map(|rule| rule.text).collect();
    let unread = Unread { figures, sentences, unsure: Vec::new() };
    (!unread.is_doubt()).then_some(unread)
}

/// A word counts as characteristic of a rule if the sentences of at most this many rules contain it.
const FEW: usize = 2;

/// The minimum number of words for one half of a sentence (before or after `also`) to count as a sentence of its own.
const HALF: usize = 5;

/// The minimum number of letters of a one-word name that is unlikely to be merely the beginning of another word.
const LONG: usize = 8;

/// The maximum number of sentences that are examined, and the maximum number of words examined in each sentence.
const SENTENCES: usize = 300;
const WORDS: usize = 200;

/// The sentences of a text that state rules.
struct Text {
    rules: Vec<RuleSentence>,
}

struct RuleSentence {
    text: String,
    words: Vec<String>,
    /// Whether a rule of the puzzle accounts for the sentence.
    is_known: bool,
}

impl Text {
    fn of(puzzle: &Puzzle, rules: &Ruleset) -> Self {
        let mut said: Vec<RuleSentence> = Vec::new();
        if puzzle.text.trim().is_empty() {
            return Self { rules: said };
        }
        let known = Vocabulary::of(puzzle, rules);
        let claims = Claims::of(&puzzle.text, rules);
        // Whether the previous sentence states a rule.
        let mut was_rule = false;
        for (text, claimed, _) in claims.sentences().take(SENTENCES) {
            let mut words = words(text);
            words.truncate(WORDS);
            if was_rule && goes_on(&words) && claimed.is_none() {
                continue;
            }
            was_rule = claimed.map_or_else(|| says_rule(text, &words), |claimed| !claimed.is_empty());
            if was_rule {
                // Compare names first: finding out whether another rule implies the claim means trying grids.
                let says_as_much = |claim: &Claim| known.names.iter().any(|name| claims.is_implied(claim, name));
                let has = |claim: &Claim| known.names.contains(&claim.rule) || says_as_much(claim);
                let is_kept = |claimed: &[Claim], one: &Claim| claimed.iter().any(|c| c.number == one.number && has(c));
                let all_are_kept = claimed.is_some_and(|claimed| claimed.iter().all(|one| is_kept(claimed, one)));
                let is_known = all_are_kept || known.accounting(&words).is_some();
                said.push(RuleSentence { text: bare(text).to_owned(), words, is_known });
            }
        }
        Self { rules: said }
    }
}

/// The words by which the rules of a puzzle are recognised.
pub(crate) struct Vocabulary {
    /// The names of the puzzle's rules, and the names of the rules that these rules consist of.
    names: BTreeSet<String>,
    rules: Vec<RuleWords>,
    /// The first of the rules of the whole grid that concern houses, such as rows, columns and boxes.
    grid: Option<String>,
    /// A rule about all places without a clue.
    negative: Option<String>,
    /// The words in the names of clues of other rules, which the puzzle does not use.
    others: Vec<Vec<String>>,
}

struct RuleWords {
    rule: String,
    phrases: Vec<Phrase>,
    /// Whether a phrase of a single word is enough to recognise the rule.
    is_near: bool,
    /// The words of the rule's name; empty if the name is not distinctive.
    name: Vec<String>,
    /// The stems of the words in the rule's own sentence.
    about: BTreeSet<String>,
    /// The stems in [`Self::about`] that few other rules have.
    own: BTreeSet<String>,
    /// Whether the rule's text is part of the puzzle.
    is_of_puzzle: bool,
}

impl Vocabulary {
    pub(crate) fn of(puzzle: &Puzzle, rules: &Ruleset) -> Self {
        let clues = puzzle.clues.iter().flat_map(|tree| tree.clues());
        let mut open: Vec<&str> = puzzle.rules.iter().chain(clues).map(|clue| clue.rule.as_str()).collect();
        let mut names: BTreeSet<&str> = BTreeSet::new();
        while let Some(name) = open.pop() {
            if names.insert(name) {
                open.extend(rules.rule(name).into_iter().flat_map(Rule::used));
            }
        }
        // Other programs have separate names for dots with and without a number, and people may mean either. For a rule with at
        // least as many parameters as the puzzle's rule, a single word is not enough: "different" does not mean a difference.
        let mut called: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for rule in names.iter().filter_map(|name| rules.rule(name)).filter(|rule| rule.is_clue) {
            for name in foreign(rule) {
                let most = called.entry(name).or_default();
                *most = rule.params.len().max(*most);
            }
        }
        let kin = |rule: &Rule| foreign(rule).filter_map(|name| called.get(&name).copied()).max();
        let near: Vec<(&Rule, bool)> = rules
            .rules()
            .filter_map(|rule| {
                let is_own = names.contains(rule.name.as_str());
                let params = if rule.is_clue { kin(rule) } else { None };
                (is_own || params.is_some()).then(|| (rule, is_own || params > Some(rule.params.len())))
            })
            .collect();
        let texts = puzzle.definitions.iter().filter_map(|definition| parse(&definition.text).ok());
        let brought: BTreeSet<String> = texts.flatten().map(|rule| rule.name).collect();
        let mut in_rules: BTreeMap<String, usize> = BTreeMap::new();
        for rule in rules.rules() {
            for word in content(&words(&rule.about)).collect::<BTreeSet<String>>() {
                *in_rules.entry(word).or_default() += 1;
            }
        }
        let told = |(rule, is_near): &(&Rule, bool)| {
            // Sentences of any kind mention boxes and regions, and a single letter is not a name.
            let mut name = words(&rule.name);
            if let [word] = &name[..]
                && (!rule.is_clue || word.len() < 3 || is_subject(word))
            {
                name.clear();
            }
            let about: BTreeSet<String> = content(&words(&rule.about)).collect();
            let is_of_puzzle = brought.contains(&rule.name);
            let own = about.iter().filter(|word| in_rules.get(*word).is_none_or(|n| *n <= FEW)).cloned().collect();
            let rule_name = rule.name.clone();
            RuleWords {
                rule: rule_name,
                phrases: phrases(rule).unwrap_or_default(),
                is_near: *is_near,
                name,
                about,
                own,
                is_of_puzzle,
            }
        };
        let negative = names.iter().filter_map(|name| rules.rule(name)).find(|rule| is_negative(rule));
        let negative = negative.map(|rule| rule.name.clone());
        let grid = puzzle.rules.first().map(|rule| rule.rule.clone());
        let is_near = |rule: &&Rule| near.iter().any(|(near, _)| near.name == rule.name);
        let others = rules.rules().filter(|rule| rule.is_clue && !is_near(rule)).map(|rule| words(&rule.name));
        let is_plain = |name: &[String]| name.len() > 1 || (name[0].len() >= LONG && !is_subject(&name[0]));
        let others = others.filter(|name| is_plain(name)).collect();
        let rules = near.iter().map(told).collect();
        let names = names.into_iter().map(str::to_owned).collect();
        Self { names, rules, grid, negative, others }
    }

    /// The rule that accounts for a sentence with these words. `None` if no rule does, or if the sentence also says that something
    /// is a clue of another rule.
    pub(crate) fn accounting(&self, words: &[String]) -> Option<&str> {
        if says_more(words) && self.others.iter().any(|name| has_name(words, name)) {
            return None;
        }
        // "All dots are given."
        let all = is(words, "all") && is(words, "given shown marked drawn present indicated");
        let grid = || self.grid.as_deref().filter(|_| is_of_grid(words));
        let negative = || self.negative.as_deref().filter(|_| all);
        let told = |words: &[String]| self.rules.iter().find(|rule| rule.accounts_for(words));
        let told = || {
            let also = words.windows(2).position(|two| two[0] == "and" && two[1] == "also");
            let (first, second) = words.split_at(also.unwrap_or(words.len()));
            let is_known = second.len() < HALF || told(second).is_some();
            // The part before "and also" is a sentence of its own.
            let of = if also.is_some_and(|at| at >= HALF) { first } else { words };
            told(of).filter(|_| is_known).map(|rule| rule.rule.as_str())
        };
        grid().or_else(negative).or_else(told)
    }
}

/// Whether the words of a name occur in a sentence, one after the other. A word in the sentence may be longer: "sums" for "sum".
fn has_name(sentence: &[String], name: &[String]) -> bool {
    sentence.windows(name.len()).any(|part| part.iter().zip(name).all(|(a, b)| a.starts_with(b.as_str())))
}

/// Names of a rule in other programs: the program and the name.
fn foreign(rule: &Rule) -> impl Iterator<Item = (&str, &str)> {
    rule.also.iter().filter(|also| also.word.is_none()).map(|also| (also.format.as_str(), also.name.as_str()))
}

/// Whether the rule is about all places that have no clue of some other rule.
fn is_negative(rule: &Rule) -> bool {
    rule.body.iter().any(|statement| match &statement.kind {
        StmtKind::For(binder, _) => binder.filters.iter().any(|filter| matches!(filter, Filter::Unmarked(_))),
        _ => false,
    })
}

impl RuleWords {
    fn accounts_for(&self, sentence: &[String]) -> bool {
        let has_name = || !self.name.is_empty() && has_name(sentence, &self.name);
        self.phrases.iter().filter_map(|phrase| phrase.find(sentence)).any(|f| self.is_near || f.words.0 < f.words.1)
            || has_name()
            || self.is_about(sentence)
    }

    /// Whether the sentence says much the same as the rule's own sentence: it contains most of the words, and all of the
    /// characteristic ones. For a rule whose text is part of the puzzle, two words in common are enough, because the puzzle's
    /// author wrote the rule for this text.
    fn is_about(&self, sentence: &[String]) -> bool {
        let said: BTreeSet<String> = content(sentence).collect();
        let both = said.intersection(&self.about).count();
        if self.is_of_puzzle {
            return both >= 2;
        }
        // Three words are too few: many sentences contain, say, "box", "different" and "digit".
        let is_like = both >= 4 && both * 5 >= said.len().min(self.about.len()) * 3;
        (is_like || (both >= 3 && both * 3 >= said.len() * 2)) && self.own.is_subset(&said)
    }
}

/// Words that occur in sentences of any kind.
const SMALL: &str = "a an the of in on at to and or is are be it its that which this these with by for from as each every all any must \
    have has hold holds along two 2 up them their do";

/// The significant words, reduced to their stems: `digit` for `digits`.
fn content(words: &[String]) -> impl Iterator<Item = String> {
    words
        .iter()
        .filter(|word| !SMALL.split(' ').any(|small| small == word.as_str()))
        .map(|word| word.trim_end_matches('s').chars().take(5).collect())
}
