//! The meaning of a phrase: the text of its construction, with the meanings of its parts filled in.

use crate::chart::Chart;
use crate::grammar::{COLOR, GROUP, Grammar, Kind, NAME, NUMBER, Part};
use std::collections::{HashMap, HashSet};

/// The meaning of a phrase.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Value {
    pub(crate) text: String,
    /// The parameters that a rule with this meaning has.
    pub(crate) needs: Vec<String>,
    /// The marks that draw the rule's clues.
    pub(crate) draws: Vec<String>,
    /// The noun for a clue.
    pub(crate) noun: String,
    /// The colours of the clues, in the words of the sentence.
    pub(crate) colors: Vec<String>,
    /// For alternatives: the names of the parts, and their meanings.
    parts: Vec<(String, Value)>,
    /// The number of constructions in the phrase. Of two readings, the reading with fewer constructions is plainer.
    pub(crate) size: usize,
}

/// The maximum number of meanings stored for one phrase. The plainest meanings are kept.
const MOST: usize = 6;

/// Finds the meanings of the phrases of a chart.
pub(crate) struct Values<'c, 'g> {
    grammar: &'g Grammar,
    chart: &'c Chart<'g>,
    /// Returns the colours that a colour word may mean.
    color: &'c dyn Fn(&str) -> String,
    /// Returns the rules whose name is between two places of the sentence.
    name: &'c dyn Fn(usize, usize) -> Vec<String>,
    known: HashMap<(Kind, usize, usize), Vec<Value>>,
    open: HashSet<(Kind, usize, usize)>,
    fresh: usize,
}

impl<'c, 'g> Values<'c, 'g> {
    pub(crate) fn new(
        grammar: &'g Grammar,
        chart: &'c Chart<'g>,
        color: &'c dyn Fn(&str) -> String,
        name: &'c dyn Fn(usize, usize) -> Vec<String>,
    ) -> Self {
        Self { grammar, chart, color, name, known: HashMap::new(), open: HashSet::new(), fresh: 0 }
    }

    /// The meanings of a phrase of this kind, the plainest first.
    pub(crate) fn of(&mut self, kind: Kind, from: usize, end: usize) -> Vec<Value> {
        let key = (kind, from, end);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        // A phrase whose only part is itself adds no meaning.
        if !self.chart.has(kind, from, end) || !self.open.insert(key) {
            return Vec::new();
        }
        let mut out = match kind {
            NUMBER => vec![self.word(from)],
            COLOR => {
                let word = self.word(from);
                vec![Value { colors: vec![word.text.clone()], text: (self.color)(&word.text), ..word }]
            }
            NAME => {
                (self.name)(from, end).into_iter().map(|text| Value { text, size: 1, ..Value::default() }).collect()
            }
            _ => self.made(kind, from, end),
        };
        out.sort_by_key(|value| value.size);
        let mut seen = HashSet::new();
        out.retain(|value| {
            let parts: Vec<String> =
                value.parts.iter().map(|(name, part)| format!("{name}{}", plain(&part.text))).collect();
            seen.insert((plain(&value.text), value.needs.clone(), value.draws.clone(), parts))
        });
        out.truncate(MOST);
        self.open.remove(&key);
        self.known.insert(key, out.clone());
        out
    }

    fn word(&self, at: usize) -> Value {
        Value { text: self.chart.words(at, at + 1)[0].word.clone(), ..Value::default() }
    }

    fn made(&mut self, kind: Kind, from: usize, end: usize) -> Vec<Value> {
        let mut out = Vec::new();
        // Sort by the order in the files, so that of two equally plain meanings the earlier one comes first.
        let mut patterns = self.chart.patterns(kind, from, end).to_vec();
        patterns.sort_unstable_by_key(|pattern| self.grammar.patterns[*pattern].meaning);
        for pattern in patterns {
            for layout in self.chart.layouts(pattern, from, end) {
                let parts = &self.grammar.patterns[pattern].parts;
                let mut made: Vec<Vec<(String, Value)>> = vec![Vec::new()];
                for (n, part) in parts.iter().enumerate() {
                    let Part::Phrase(kind, name) = part.itself() else { continue };
                    let stop = layout.get(n + 1).copied().unwrap_or(end);
                    if stop == layout[n] {
                        continue;
                    }
                    let values = self.of(*kind, layout[n], stop);
                    let with = |some: &Vec<(String, Value)>, value: &Value| {
                        let is_group = name == GROUP;
                        let own = if is_group { value.parts.clone() } else { vec![(name.clone(), value.clone())] };
                        [&some[..], &own].concat()
                    };
                    made = made.iter().flat_map(|some| values.iter().map(move |value| with(some, value))).collect();
                    made.truncate(MOST * 2);
                }
                if self.grammar.is_group(kind) {
                    let size = |parts: &Vec<(String, Value)>| parts.iter().map(|(_, part)| part.size).sum();
                    out.extend(made.into_iter().map(|parts| Value { size: size(&parts), parts, ..Value::default() }));
                    continue;
                }
                let meaning = self.grammar.patterns[pattern].meaning;
                out.extend(made.into_iter().map(|parts| self.filled(meaning, &parts)));
            }
        }
        out
    }

    /// A construction's meaning with the meanings of its parts filled in.
    fn filled(&mut self, meaning: usize, parts: &[(String, Value)]) -> Value {
        let meaning = &self.grammar.meanings[meaning];
        self.fresh += 1;
        let fill = |text: &str| filled(text, parts, self.fresh);
        let mut value = Value { size: 1, noun: fill(&meaning.noun), text: fill(&meaning.text), ..Value::default() };
        let add = |list: &mut Vec<String>, one: String| {
            if !one.is_empty() && !list.contains(&one) {
                list.push(one);
            }
        };
        for (_, part) in parts {
            value.size += part.size;
            part.needs.iter().for_each(|need| add(&mut value.needs, need.clone()));
            part.draws.iter().for_each(|draw| add(&mut value.draws, draw.clone()));
            part.colors.iter().for_each(|color| add(&mut value.colors, color.clone()));
            if value.noun.is_empty() {
                value.noun.clone_from(&part.noun);
            }
        }
        meaning.needs.iter().for_each(|need| add(&mut value.needs, fill(need)));
        meaning.draws.iter().for_each(|draw| add(&mut value.draws, fill(draw)));
        value
    }
}

/// The text with `{name}` and `{name: a, b}` filled in. A name after a `'` is made unique, so that no other phrase uses it.
fn filled(text: &str, parts: &[(String, Value)], fresh: usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '\'']) {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        if rest[at..].starts_with('\'') {
            let end = after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len());
            out.push_str(&format!("{}'{fresh};", &after[..end]));
            rest = &after[end..];
            continue;
        }
        let Some((inner, behind)) = closed(after) else {
            out.push('{');
            rest = after;
            continue;
        };
        let (name, with) = inner.split_once(':').unwrap_or((inner, ""));
        match parts.iter().find(|(part, _)| part == name.trim()) {
            Some((_, value)) => {
                let mut text = value.text.clone();
                // An argument may itself contain parameters. Therefore, first replace the parameters, from the last to the first,
                // with placeholders whose characters occur in no text.
                let with = arguments(with);
                for n in (0..with.len()).rev() {
                    text = text.replace(&format!("${}", n + 1), &format!("\u{1}{n}\u{2}"));
                }
                for (n, with) in with.iter().enumerate() {
                    text = text.replace(&format!("\u{1}{n}\u{2}"), &filled(with, parts, fresh));
                }
                out.push_str(&text);
            }
            // An optional phrase that is missing contributes nothing.
            None if name.chars().all(char::is_alphanumeric)
                && !name.is_empty()
                && name.starts_with(char::is_lowercase) => {}
            None => out.push_str(&format!("{{{}}}", filled(inner, parts, fresh))),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The text before the matching closing brace, and the text after it.
fn closed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The arguments, separated by commas outside brackets.
fn arguments(text: &str) -> Vec<String> {
    let (mut depth, mut out, mut one) = (0, Vec::new(), String::new());
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            out.push(std::mem::take(&mut one).trim().to_owned());
        } else {
            one.push(c);
        }
    }
    if !one.trim().is_empty() {
        out.push(one.trim().to_owned());
    }
    out
}

/// The text with plain names in place of the unique names.
pub(crate) fn plain(text: &str) -> String {
    let mut names: Vec<(String, String)> = Vec::new();
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\'') {
        let (before, after) = rest.split_at(at);
        let from = before.rfind(|c: char| !c.is_alphanumeric()).map_or(0, |i| i + 1);
        let end = after.find(';').unwrap_or(after.len() - 1);
        let base = &before[from..];
        let made = format!("{base}{}", &after[..=end]);
        out.push_str(&before[..from]);
        let known = names.iter().find(|(one, _)| *one == made).map(|(_, name)| name.clone());
        let name = known.unwrap_or_else(|| {
            let taken = |name: &String| names.iter().any(|(_, other)| other == name);
            let all = std::iter::once(base.to_owned()).chain((2..).map(|n| format!("{base}{n}")));
            let name = all.into_iter().find(|name| !taken(name)).unwrap_or_default();
            names.push((made, name.clone()));
            name
        });
        out.push_str(&name);
        rest = &after[end + 1..];
    }
    out.push_str(rest);
    out
}
