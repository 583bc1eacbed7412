//! The possible meanings of the text's sentences.

use crate::chart::{Cell, Chart};
use crate::draft::{Reading, Twin, draft};
use crate::grammar::{Grammar, Kind};
use crate::lexicon::{Lexicon, Word};
use crate::list;
use crate::text::{Token, brackets, label, sentences};
use crate::twin::{Judges, search, twin};
use crate::value::{Value, Values};
use cluewright_rules::Ruleset;
use cluewright_rules::told::{Phrase, phrases, words};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The kind of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The sentence states one or more rules.
    Rule,
    /// The sentence states no condition for solutions.
    Remark,
    /// The sentence is an example.
    Example,
    /// The sentence is a heading.
    Label,
    /// The sentence is not understood.
    Unknown,
}

/// A sentence, and its possible meanings.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The range of the sentence in the text, in bytes, including its heading.
    pub at: Range<usize>,
    /// The kind of the sentence.
    pub what: What,
    /// For each rule that the sentence states: the possible readings, with the plainest reading first.
    pub rules: Vec<Vec<Reading>>,
    /// Whether the sentence contains a negation, an alternative or a condition.
    pub turns: bool,
    /// Whether the sentence continues the previous sentence. The range then covers both sentences.
    pub goes_on: bool,
}

/// Reads texts about the rules of a ruleset.
#[derive(Debug)]
pub struct English<'r> {
    rules: &'r Ruleset,
    grammar: &'static Grammar,
    lexicon: &'static Lexicon,
    /// The names of rules. Each entry contains, for each word of a name, the word's variants, and the rule.
    names: Vec<(Vec<Vec<String>>, &'r str)>,
    /// The indexes in `names` of the names whose first word may begin with a letter, by that letter.
    by_letter: BTreeMap<char, Vec<usize>>,
}

/// The maximum number of sentences that are read, and the maximum number of words in a sentence.
const SENTENCES: usize = 300;
const WORDS: usize = 120;

/// The subjects of previous sentences, to which the current sentence may refer.
#[derive(Default)]
struct Context {
    /// The words of the figure that was mentioned last.
    subject: Vec<Word>,
    /// The figures that the heading mentions.
    heading: Option<Value>,
    /// The words of the figure in the heading.
    topic: Vec<Word>,
    /// The words of the previous sentence, if the next sentence may continue it.
    opening: Vec<Word>,
    /// The start of the previous sentence, and whether it is a rule by itself.
    from: usize,
    is_rule: bool,
}

impl<'r> English<'r> {
    /// A reader for texts about these rules.
    ///
    /// ```
    /// use cluewright_english::{English, What};
    /// use cluewright_rules::Ruleset;
    /// let rules = Ruleset::library();
    /// let read = English::new(&rules).read("Adjacent digits on a green line differ by at least 5. Have fun!");
    /// assert_eq!((read[0].what, read[1].what), (What::Rule, What::Remark));
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
        let mut by_letter: BTreeMap<char, Vec<usize>> = BTreeMap::new();
        for (n, (words, _)) in names.iter().enumerate() {
            let letters: BTreeSet<char> = words[0].iter().filter_map(|word| word.chars().next()).collect();
            letters.into_iter().for_each(|letter| by_letter.entry(letter).or_default().push(n));
        }
        Self { rules, grammar, lexicon, names, by_letter }
    }

    /// Whether a rule of the ruleset accepts and rejects the same clues as the reading.
    pub fn agrees(&self, reading: &Reading, rule: &str) -> bool {
        search(self.rules, reading, Some(rule), Judges::Alike).is_some()
    }

    /// Whether every grid that satisfies the rule of the ruleset also satisfies the reading.
    pub fn is_implied(&self, reading: &Reading, rule: &str) -> bool {
        search(self.rules, reading, Some(rule), Judges::Harder).is_some()
    }

    /// The possible meanings of each sentence of the text.
    pub fn read(&self, text: &str) -> Vec<Sentence> {
        let mut context = Context::default();
        let mut out: Vec<Sentence> = Vec::new();
        for at in sentences(text).into_iter().take(SENTENCES) {
            let mut sentence = self.sentence(text, at, &mut context);
            if sentence.goes_on {
                sentence.at.start = context.from.min(sentence.at.start);
                out.retain(|before| before.at.start < sentence.at.start);
            }
            out.push(sentence);
        }
        for [shape, rule, usual] in &self.grammar.customs {
            let is_of = |reading: &Reading| reading.text.contains(&format!("  clue {shape} "));
            let says = |reading: &Reading| reading.twin.as_ref().is_some_and(|twin| twin.rule == *rule);
            for readings in out.iter_mut().flat_map(|s| &mut s.rules) {
                if let Some(first) = readings.first().filter(|first| says(first) && is_of(first)) {
                    let twin = Some(Twin { rule: usual.clone(), numbers: Vec::new() });
                    let meant = Reading { twin, ..first.clone() };
                    readings.insert(0, meant);
                }
            }
        }
        for [beside, rule, is] in &self.grammar.besides {
            let names = |reading: &Reading, name: &str| reading.twin.as_ref().is_some_and(|twin| twin.rule == name);
            let firsts = || out.iter().flat_map(|s| &s.rules).filter_map(|all| all.first());
            if !firsts().any(|reading| names(reading, beside)) {
                continue;
            }
            let all = out.iter_mut().flat_map(|s| &mut s.rules).flatten();
            for reading in all.filter(|reading| names(reading, rule)) {
                let mut value = Value::default();
                value.text = format!("use {is}");
                if let Some(other) = draft(&value, &reading.rule.about) {
                    *reading = other;
                }
            }
        }
        out
    }

    fn sentence(&self, text: &str, at: Range<usize>, context: &mut Context) -> Sentence {
        let mut sentence =
            Sentence { at: at.clone(), what: What::Unknown, rules: Vec::new(), turns: false, goes_on: false };
        // If a sentence merely begins with an example in brackets, the rest is not an example.
        let (outside, _) = brackets(text, at.clone());
        let is_bracket = outside.iter().all(|range| self.lexicon.tokens(text, range.clone()).is_empty());
        let is_whole = is_bracket || !text[at.clone()].starts_with(['(', '[']);
        if is_whole && self.lexicon.is_example(&self.lexicon.tokens(text, at.clone())) {
            sentence.what = What::Example;
            return sentence;
        }
        let (heading, rest) = label(text, at.clone());
        let mut tries = Vec::new();
        if let Some(heading) = heading {
            let spoken = self.lexicon.words(&self.lexicon.tokens(text, heading.clone()));
            context.heading = self.figure(&spoken);
            context.topic = self.subject(&spoken).unwrap_or_default();
            if !context.topic.is_empty() {
                context.subject.clone_from(&context.topic);
            }
            if self.lexicon.is_example(&self.lexicon.tokens(text, rest.clone())) {
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
        let opening = std::mem::take(&mut context.opening);
        if opening.is_empty() {
            context.from = at.start;
        }
        for part in tries {
            for words in self.ways(text, part, context, &opening) {
                // A part that is entirely in brackets may be an aside.
                if words.is_empty() && !text[at.clone()].contains('(') {
                    continue;
                }
                let turns = words.iter().any(|w| self.lexicon.turns(&w.text));
                sentence.turns |= turns;
                let Some(clauses) = self.clauses(&words) else {
                    if context.opening.is_empty() && self.is_all("opening", &words) {
                        if opening.is_empty() || !words.starts_with(&opening) {
                            context.from = at.start;
                        }
                        context.opening = words;
                        context.is_rule = false;
                    }
                    continue;
                };
                sentence.what = What::Remark;
                sentence.turns = turns;
                let clauses: Vec<Vec<Value>> = clauses.into_iter().filter(|values| !values.is_empty()).collect();
                let said = &text[at.clone()];
                let mut n = 0;
                while let Some(values) = clauses.get(n).cloned() {
                    sentence.what = What::Rule;
                    n += 1;
                    let joint = clauses.get(n).and_then(|next| joint(&values[0], &next[0]));
                    let joint = joint.and_then(|value| self.reading(value, said, context)).filter(|r| r.twin.is_some());
                    if let Some(reading) = joint {
                        sentence.rules.push(vec![reading]);
                        n += 1;
                        continue;
                    }
                    let readings = values.into_iter().filter_map(|value| self.reading(value, said, context));
                    let readings: Vec<Reading> = readings.collect();
                    // A part that is explained by "that is" counts only once.
                    let said_again = readings.first().is_some_and(|one| {
                        let same = |other: &Vec<Reading>| other.first().is_some_and(|other| other.twin == one.twin);
                        one.twin.is_some() && one.colors.is_empty() && sentence.rules.iter().any(same)
                    });
                    if !said_again {
                        sentence.rules.push(readings);
                    }
                }
                sentence.goes_on = !opening.is_empty() && words.starts_with(&opening);
                if let Some(subject) = self.subject(&words) {
                    context.subject = subject;
                }
                // A subject about which the next sentence may say more.
                context.opening.clear();
                if sentence.what == What::Rule && self.is_all("begun", &words) {
                    if !sentence.goes_on {
                        context.from = at.start;
                    }
                    context.opening = words;
                    context.is_rule = true;
                }
                return sentence;
            }
        }
        let all = self.lexicon.tokens(text, at);
        if self.lexicon.is_hollow(&all) || (is_bracket && self.lexicon.restates(&all)) {
            sentence.what = What::Remark;
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
            reading.twin = self.known(&reading).or_else(|| twin(self.rules, &reading));
        }
        Some(reading)
    }

    /// The rule that, according to the grammar, has the same requirements as the reading.
    fn known(&self, reading: &Reading) -> Option<Twin> {
        let body = reading.text.lines().skip(1).map(str::trim).collect::<Vec<_>>().join(" / ");
        let (_, rule) = self.grammar.known.iter().find(|(text, _)| *text == body)?;
        Some(Twin { rule: rule.clone(), numbers: Vec::new() }).filter(|twin| self.rules.rule(&twin.rule).is_some())
    }

    /// The possible forms of a part of the text: without asides in brackets, and with pronouns replaced by the words for which they
    /// stand.
    fn ways(&self, text: &str, part: Range<usize>, context: &Context, opening: &[Word]) -> Vec<Vec<Word>> {
        let (outside, inside) = brackets(text, part.clone());
        let all = self.lexicon.tokens(text, part);
        let mut out = Vec::new();
        if !inside.is_empty() {
            let aside = |range: &Range<usize>| {
                let tokens = self.lexicon.tokens(text, range.clone());
                self.lexicon.is_example(&tokens)
                    || self.lexicon.restates(&tokens)
                    || self.is_aside(&self.lexicon.words(&tokens))
            };
            if inside.iter().all(aside) {
                let rest: Vec<Token> = outside.into_iter().flat_map(|range| self.lexicon.tokens(text, range)).collect();
                // Restatements are read first.
                if rest.is_empty() && self.lexicon.restates(&all) {
                    out.push(all.clone());
                }
                out.push(rest);
            }
        }
        // The complete text comes first, because it contains everything; an example at the end adds nothing. An explanation ("i.
        // e.") may add something.
        let may_end = |at: usize| all[at].pause || (all[at].word.len() <= 2 && !all[at].word.starts_with('i'));
        let example = (1..all.len()).filter(|_| inside.is_empty());
        let example = example.into_iter().find(|at| may_end(*at) && self.lexicon.is_example(&all[*at..]));
        out.insert(0, all.clone());
        out.extend(example.map(|at| all[..at].to_vec()));
        let mut ways = Vec::new();
        for tokens in out {
            let mut tokens = tokens;
            tokens.truncate(WORDS);
            let words = self.lexicon.words(&tokens);
            let whole = (!opening.is_empty()).then(|| [opening, &words[..]].concat());
            if !context.is_rule {
                ways.extend(whole.clone());
            }
            if let Some(first) = words.first().filter(|_| !context.topic.is_empty()) {
                let on = self.lexicon.topic.iter().map(|text| Word { text: text.clone(), ..first.clone() });
                ways.push(on.chain(context.topic.iter().chain(&words).cloned()).collect());
            }
            if let Some(at) =
                words.iter().position(|w| w.text == self.lexicon.they).filter(|_| !context.subject.is_empty())
            {
                let with = |before: &Vec<String>| {
                    let new = before.iter().map(|text| Word { text: text.clone(), ..words[at].clone() });
                    let new: Vec<Word> = new.chain(context.subject.iter().cloned()).collect();
                    [&words[..at], &new[..], &words[at + 1..]].concat()
                };
                let replaced: Vec<Vec<Word>> = self.lexicon.stands.iter().map(with).collect();
                ways.push(words);
                ways.extend(replaced);
            } else {
                ways.push(words);
            }
            ways.extend(whole.filter(|_| context.is_rule));
        }
        ways
    }

    /// The meanings of a sentence's clauses; `None` if some part of the sentence is not understood. A clause that states no rule
    /// has no meanings.
    fn clauses(&self, words: &[Word]) -> Option<Vec<Vec<Value>>> {
        let joins = |word: &Word| self.lexicon.joins(&word.text);
        let starts: BTreeSet<usize> =
            (0..words.len()).filter(|at| *at == 0 || words[*at].pause || joins(&words[*at - 1])).collect();
        let chart = Chart::new(self.grammar, self.cells(words), self.kind("clause"), &starts);
        let color = |word: &str| self.lexicon.color(word).unwrap_or_default().to_owned();
        let name = |from: usize, end: usize| self.named(&words[from..end]);
        let mut values = Values::new(self.grammar, &chart, &color, &name);
        // The smallest number of clauses that cover the sentence, computed from its end.
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
                    let meant = values.of(kind, at, end).into_iter().filter(|value| !value.text.trim().is_empty());
                    out.extend(several(&meant.collect::<Vec<_>>()));
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

    /// The ends of all rule names that begin at a word.
    fn ends_of_names(&self, words: &[Word], at: usize) -> Vec<usize> {
        let rest = &words[at..];
        let is = |name: &Vec<Vec<String>>| {
            let fits = |(either, word): (&Vec<String>, &Word)| either.iter().any(|w| begins(&word.text, w));
            name.len() <= rest.len() && name.iter().zip(rest).all(fits)
        };
        let letter = rest.first().and_then(|word| word.text.chars().next()).unwrap_or_default();
        let names = self.by_letter.get(&letter).into_iter().flatten().map(|n| &self.names[*n].0);
        let ends: BTreeSet<usize> = names.filter(|name| is(name)).map(|name| at + name.len()).collect();
        ends.into_iter().collect()
    }

    /// The rules whose names occur in these words. If there are several such rules, only the rules with the longest names.
    fn named(&self, words: &[Word]) -> Vec<String> {
        let all = self.names.iter().filter(|(name, _)| {
            let fits = |(either, word): (&Vec<String>, &Word)| either.iter().any(|w| begins(&word.text, w));
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

    /// Whether all the words are an aside that may be left out.
    fn is_aside(&self, words: &[Word]) -> bool {
        words.is_empty() || self.is_all("aside", words)
    }

    /// Whether all the words form a phrase of this kind.
    fn is_all(&self, kind: &str, words: &[Word]) -> bool {
        let kind = self.kind(kind);
        Chart::new(self.grammar, self.cells(words), kind, &BTreeSet::from([0])).has(kind, 0, words.len())
    }

    /// The words of the first figure that is mentioned.
    fn subject(&self, words: &[Word]) -> Option<Vec<Word>> {
        let (from, end) = self.first_subject(&self.subjects(words), words.len())?;
        Some(words[from..end].to_vec())
    }

    /// The figures that a heading names: "Whispers (green lines)".
    fn figure(&self, words: &[Word]) -> Option<Value> {
        let chart = self.subjects(words);
        let (from, end) = self.first_subject(&chart, words.len())?;
        let color = |word: &str| self.lexicon.color(word).unwrap_or_default().to_owned();
        let name = |from: usize, end: usize| self.named(&words[from..end]);
        Values::new(self.grammar, &chart, &color, &name).of(self.kind("subject"), from, end).into_iter().next()
    }

    fn subjects(&self, words: &[Word]) -> Chart<'_> {
        Chart::new(self.grammar, self.cells(words), self.kind("subject"), &(0..words.len()).collect())
    }

    /// The range of the first figure, including its attributes.
    fn first_subject(&self, chart: &Chart<'_>, size: usize) -> Option<(usize, usize)> {
        let kind = self.kind("subject");
        let mut spans = (0..size).flat_map(|from| (from + 1..=size).rev().map(move |end| (from, end)));
        spans.find(|(from, end)| chart.has(kind, *from, *end))
    }
}

/// Joins two clauses about the same figure into one requirement; `None` if that is not possible.
fn joint(a: &Value, b: &Value) -> Option<Value> {
    let is_use = |value: &Value| value.text.trim_start().starts_with("use ");
    let same = a.needs.first().is_some_and(|need| b.needs.contains(need));
    if is_use(a) || is_use(b) || !same || !(a.colors == b.colors || b.colors.is_empty()) {
        return None;
    }
    let mut both = a.clone();
    both.text = format!("{}\n{}", a.text.trim_end(), b.text.trim_start());
    let more = |all: &mut Vec<String>, new: &[String]| {
        new.iter().for_each(|one| {
            if !all.contains(one) {
                all.push(one.clone());
            }
        });
    };
    more(&mut both.needs, &b.needs);
    more(&mut both.draws, &b.draws);
    Some(both)
}

/// Whether a word begins with a word of a name. A name of one or two letters must match completely.
fn begins(word: &str, name: &str) -> bool {
    if name.len() < 3 { word == name } else { word.starts_with(name) }
}

/// Splits values into several rules at lines `---` in their texts. Each rule gets the corresponding part of every value.
fn several(values: &[Value]) -> Vec<Vec<Value>> {
    let parts = |value: &Value| value.text.split("\n---\n").map(str::to_owned).collect::<Vec<_>>();
    let most = values.first().map_or(1, |value| parts(value).len());
    let part = |n: usize| {
        let mut some = values.to_vec();
        some.retain_mut(|value| parts(value).get(n).cloned().map(|text| value.text = text).is_some());
        some
    };
    (0..most).map(part).collect()
}
