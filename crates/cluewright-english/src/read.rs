//! What the sentences of a text may mean.

use crate::chart::{Cell, Chart};
use crate::draft::{Reading, draft};
use crate::grammar::{Grammar, Kind};
use crate::lexicon::{Lexicon, Word};
use crate::list;
use crate::text::{Token, brackets, label, sentences, tokens};
use crate::twin::{search, twin};
use crate::value::{Value, Values};
use cluewright_rules::Ruleset;
use cluewright_rules::told::{Phrase, phrases, words};
use std::collections::BTreeSet;
use std::ops::Range;

/// What a sentence of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// It says one rule or several.
    Rule,
    /// It says nothing that a solver has to keep.
    Remark,
    /// It is an example.
    Example,
    /// It is a heading.
    Label,
    /// It is not understood.
    Unknown,
}

/// A sentence, and what it may mean.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// Where it is in the text, in bytes, with its heading.
    pub at: Range<usize>,
    /// What it is.
    pub what: What,
    /// For each rule that it says, what that may be: the plainest first.
    pub rules: Vec<Vec<Reading>>,
    /// The rules that its heading names.
    pub named: Vec<String>,
    /// Has it a negation, an alternative or a condition?
    pub turns: bool,
}

/// Reads texts that speak of the rules of a ruleset.
#[derive(Debug)]
pub struct English<'r> {
    rules: &'r Ruleset,
    grammar: &'static Grammar,
    lexicon: &'static Lexicon,
    /// Names of rules: their words, and the rule.
    names: Vec<(Vec<Vec<String>>, &'r str)>,
}

/// Sentences that are read, at most, and words of each.
const SENTENCES: usize = 300;
const WORDS: usize = 120;

/// What the sentences before say that this one may speak of.
#[derive(Default)]
struct Context {
    /// The words of the figure that was spoken of last.
    subject: Vec<Word>,
    /// What the heading says of figures.
    heading: Option<Value>,
    /// The rules that the heading names.
    named: Vec<String>,
}

impl<'r> English<'r> {
    /// A reader for texts about these rules.
    ///
    /// ```
    /// use cluewright_english::{English, What};
    /// use cluewright_rules::Ruleset;
    /// let rules = Ruleset::library();
    /// let read = English::new(&rules).read("Adjacent digits on a green line differ by at least 5. Have fun!");
    /// assert_eq!((read[0].what, read[1].what), (What::Rule, What::Unknown));
    /// let reading = &read[0].rules[0][0];
    /// assert!(reading.text.contains("for (a, b) along L: require |a - b| >= 5"));
    /// assert_eq!(reading.twin.as_ref().unwrap().rule, "whispers");
    /// ```
    pub fn new(rules: &'r Ruleset) -> Self {
        let (grammar, lexicon) = list::known();
        let mut names = Vec::new();
        for rule in rules.rules() {
            let own = words(&rule.name).into_iter().map(|word| vec![word]).collect();
            names.push((own, rule.name.as_str()));
            let told = phrases(rule).unwrap_or_default();
            names.extend(told.iter().filter_map(Phrase::plain).map(|words| (words, rule.name.as_str())));
        }
        names.retain(|(words, _)| !words.is_empty());
        Self { rules, grammar, lexicon, names }
    }

    /// Does a rule of the ruleset judge clues as the reading does?
    pub fn agrees(&self, reading: &Reading, rule: &str) -> bool {
        search(self.rules, reading, Some(rule)).is_some()
    }

    /// What each sentence of the text may mean.
    pub fn read(&self, text: &str) -> Vec<Sentence> {
        let mut context = Context::default();
        sentences(text).into_iter().take(SENTENCES).map(|at| self.sentence(text, at, &mut context)).collect()
    }

    fn sentence(&self, text: &str, at: Range<usize>, context: &mut Context) -> Sentence {
        let mut sentence =
            Sentence { at: at.clone(), what: What::Unknown, rules: Vec::new(), named: Vec::new(), turns: false };
        if self.lexicon.is_example(&tokens(text, at.clone())) {
            sentence.what = What::Example;
            return sentence;
        }
        let (heading, rest) = label(text, at.clone());
        let mut tries = Vec::new();
        if let Some(heading) = heading {
            let spoken = self.lexicon.words(&tokens(text, heading.clone()));
            context.named = self.named(&spoken);
            context.heading = self.figure(&spoken);
            if let Some(subject) = self.subject(&spoken) {
                context.subject = subject;
            }
            if self.lexicon.is_example(&tokens(text, rest.clone())) {
                sentence.what = What::Example;
                return sentence;
            }
            if rest.is_empty() {
                sentence.what = What::Label;
                return sentence;
            }
            tries.push(rest);
        }
        tries.push(at.clone());
        sentence.named.clone_from(&context.named);
        for part in tries {
            for (words, plain) in self.ways(text, part, context) {
                sentence.turns |= words.iter().any(|w| self.lexicon.turns(&w.text));
                if !plain {
                    continue;
                }
                let Some(clauses) = self.clauses(&words) else { continue };
                sentence.what = What::Remark;
                for values in clauses.into_iter().filter(|values| !values.is_empty()) {
                    sentence.what = What::Rule;
                    let said = &text[at.clone()];
                    let readings = values.into_iter().filter_map(|value| self.reading(value, said, context));
                    sentence.rules.push(readings.collect());
                }
                if let Some(subject) = self.subject(&words) {
                    context.subject = subject;
                }
                return sentence;
            }
        }
        sentence
    }

    fn reading(&self, mut value: Value, said: &str, context: &Context) -> Option<Reading> {
        if let Some(heading) = context.heading.as_ref().filter(|h| value.colors.is_empty() && !h.colors.is_empty()) {
            let same = heading.needs.iter().any(|need| value.needs.contains(need));
            if same {
                value.draws.extend(heading.draws.iter().cloned());
                value.colors.clone_from(&heading.colors);
            }
        }
        let mut reading = draft(&value, said)?;
        if let Some(twin) = &reading.twin {
            self.rules.rule(&twin.rule)?;
        } else {
            reading.twin = twin(self.rules, &reading);
        }
        Some(reading)
    }

    /// The words of a part of the text in the ways it may be meant: without what stands in brackets where that is an aside, and
    /// with what a pronoun stands for.
    fn ways(&self, text: &str, part: Range<usize>, context: &Context) -> Vec<(Vec<Word>, bool)> {
        let (outside, inside) = brackets(text, part.clone());
        let all = tokens(text, part);
        let mut out = Vec::new();
        if !inside.is_empty() {
            let aside = |range: &Range<usize>| {
                let tokens = tokens(text, range.clone());
                self.lexicon.is_example(&tokens) || self.is_aside(&self.lexicon.words(&tokens))
            };
            if inside.iter().all(aside) {
                let rest: Vec<Token> = outside.into_iter().flat_map(|range| tokens(text, range)).collect();
                out.push(rest);
            }
        }
        out.push(all);
        // What comes behind "e. g." in a sentence says nothing more; where that ends in brackets is not known.
        let whole = |tokens: &Vec<Token>| (2..tokens.len()).find(|at| self.lexicon.is_example(&tokens[*at..]));
        if let Some(first) = out.first().filter(|_| out.len() > 1 || inside.is_empty())
            && let Some(end) = whole(first)
        {
            out.insert(0, first[..end].to_vec());
        }
        let mut ways = Vec::new();
        for tokens in out {
            let mut tokens = tokens;
            tokens.truncate(WORDS);
            let words = self.lexicon.words(&tokens);
            if let Some(at) = words.iter().position(|w| w.text == "they").filter(|_| !context.subject.is_empty()) {
                let with = |before: &[&str]| {
                    let new = before.iter().map(|text| Word { text: (*text).to_owned(), ..words[at].clone() });
                    let new: Vec<Word> = new.chain(context.subject.iter().cloned()).collect();
                    [&words[..at], &new[..], &words[at + 1..]].concat()
                };
                let (digits, figure) = (with(&["digit", "on"]), with(&[]));
                ways.extend([(words, true), (digits, true), (figure, true)]);
            } else {
                ways.push((words, true));
            }
        }
        ways
    }

    /// What the clauses of a sentence mean; none when it is not understood to its end. A clause that says no rule has no meaning.
    fn clauses(&self, words: &[Word]) -> Option<Vec<Vec<Value>>> {
        let joins = |word: &Word| ["and", "but", "while", "also"].contains(&word.text.as_str());
        let starts: BTreeSet<usize> =
            (0..words.len()).filter(|at| *at == 0 || words[*at].pause || joins(&words[*at - 1])).collect();
        let chart = Chart::new(self.grammar, self.cells(words), self.kind("clause"), &starts);
        let color = |word: &str| self.lexicon.color(word).unwrap_or_default().to_owned();
        let name = |from: usize, end: usize| self.named(&words[from..end]);
        let mut values = Values::new(self.grammar, &chart, &color, &name);
        // The fewest clauses that are all of the sentence, from its end on.
        let mut best: Vec<Option<(usize, Option<usize>)>> = vec![None; words.len() + 1];
        best[words.len()] = Some((0, None));
        let kind = self.kind("clause");
        for at in (0..words.len()).rev() {
            if !starts.contains(&at) && !joins(&words[at]) {
                continue;
            }
            if joins(&words[at])
                && let Some((n, _)) = best[at + 1]
            {
                best[at] = Some((n, None));
            }
            if !starts.contains(&at) {
                continue;
            }
            for end in at + 1..=words.len() {
                let Some((n, _)) = best[end] else { continue };
                if chart.has(kind, at, end) && best[at].is_none_or(|(most, _)| n + 1 < most) {
                    best[at] = Some((n + 1, Some(end)));
                }
            }
        }
        best[0]?;
        let (mut at, mut out) = (0, Vec::new());
        while at < words.len() {
            match best[at]?.1 {
                None => at += 1,
                Some(end) => {
                    let meant = values.of(kind, at, end);
                    out.push(meant.into_iter().filter(|value| !value.text.is_empty()).collect());
                    at = end;
                }
            }
        }
        Some(out)
    }

    fn cells(&self, words: &[Word]) -> Vec<Cell> {
        let cell = |at: usize| Cell {
            word: words[at].text.clone(),
            number: words[at].text.parse::<i64>().is_ok(),
            color: self.lexicon.color(&words[at].text).is_some(),
            names: self.ends_of_names(words, at),
        };
        (0..words.len()).map(cell).collect()
    }

    /// Where the names of rules end that begin at a word.
    fn ends_of_names(&self, words: &[Word], at: usize) -> Vec<usize> {
        let rest = &words[at..];
        let is = |name: &Vec<Vec<String>>| {
            let fits = |(either, word): (&Vec<String>, &Word)| either.iter().any(|w| word.text.starts_with(w.as_str()));
            name.len() <= rest.len() && name.iter().zip(rest).all(fits)
        };
        let ends: BTreeSet<usize> =
            self.names.iter().filter(|(name, _)| is(name)).map(|(name, _)| at + name.len()).collect();
        ends.into_iter().collect()
    }

    /// The rules that have these words for their name, with others beside them that say nothing of which rule it is.
    fn named(&self, words: &[Word]) -> Vec<String> {
        let all = self.names.iter().filter(|(name, _)| {
            let fits = |(either, word): (&Vec<String>, &Word)| either.iter().any(|w| word.text.starts_with(w.as_str()));
            words.windows(name.len()).any(|part| name.iter().zip(part).all(fits))
        });
        let all: Vec<&(Vec<Vec<String>>, &str)> = all.collect();
        let longest = all.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut out: Vec<String> = all.iter().filter(|n| n.0.len() == longest).map(|n| n.1.to_owned()).collect();
        out.dedup();
        out
    }

    fn kind(&self, name: &str) -> Kind {
        self.grammar.find(name).unwrap_or_default()
    }

    /// Is all of it an aside, which a sentence says as well without?
    fn is_aside(&self, words: &[Word]) -> bool {
        let kind = self.kind("aside");
        words.is_empty()
            || Chart::new(self.grammar, self.cells(words), kind, &BTreeSet::from([0])).has(kind, 0, words.len())
    }

    /// The words of the first figure that is spoken of.
    fn subject(&self, words: &[Word]) -> Option<Vec<Word>> {
        let kind = self.kind("subject");
        let all = (0..words.len()).collect();
        let chart = Chart::new(self.grammar, self.cells(words), kind, &all);
        let longest = |from: usize| (from + 1..=words.len()).rev().find(|end| chart.has(kind, from, *end));
        let (from, end) = (0..words.len()).find_map(|from| Some((from, longest(from)?)))?;
        Some(words[from..end].to_vec())
    }

    /// What a heading says of figures: "Whispers (green lines)".
    fn figure(&self, words: &[Word]) -> Option<Value> {
        let kind = self.kind("subject");
        let all = (0..words.len()).collect();
        let chart = Chart::new(self.grammar, self.cells(words), kind, &all);
        let color = |word: &str| self.lexicon.color(word).unwrap_or_default().to_owned();
        let name = |from: usize, end: usize| self.named(&words[from..end]);
        let mut values = Values::new(self.grammar, &chart, &color, &name);
        let spans = (0..words.len()).flat_map(|from| (from + 1..=words.len()).rev().map(move |end| (from, end)));
        let (from, end) = spans.into_iter().find(|(from, end)| chart.has(kind, *from, *end))?;
        values.of(kind, from, end).into_iter().next()
    }
}
