//! The constructions: patterns of words, and their meanings in the rule language.

use cluewright_core::quick::QuickMap;
use std::collections::BTreeSet;

/// The index of a kind of phrase.
pub(crate) type Kind = usize;

/// A part of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Word(String),
    /// A phrase of a kind, and the name under which its meaning can be used.
    Phrase(Kind, String),
    /// A part that may be missing.
    Maybe(Box<Part>),
}

impl Part {
    /// The part without the information that it may be missing.
    pub(crate) fn itself(&self) -> &Part {
        if let Self::Maybe(part) = self { part } else { self }
    }
}

/// A pattern without alternatives.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) kind: Kind,
    pub(crate) parts: Vec<Part>,
    /// The index of the pattern's meaning.
    pub(crate) meaning: usize,
}

/// The meaning of one or more patterns.
#[derive(Clone, Default, Debug)]
pub(crate) struct Meaning {
    /// The text, with `{name}` for the meanings of phrases, `$1` for arguments that the user of the phrase supplies, and `'a` for a
    /// new name.
    pub(crate) text: String,
    /// The parameters that a rule with this meaning has, and how its clues are drawn.
    pub(crate) needs: Vec<String>,
    pub(crate) draws: Vec<String>,
    pub(crate) noun: String,
}

/// An example sentence of a construction, and the rule that it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Like {
    pub(crate) file: String,
    pub(crate) sentence: String,
    pub(crate) means: String,
}

/// All constructions.
#[derive(Default, Debug)]
pub(crate) struct Grammar {
    pub(crate) kinds: Vec<String>,
    /// The index of each kind, by its name.
    numbers: QuickMap<String, Kind>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) meanings: Vec<Meaning>,
    pub(crate) likes: Vec<Like>,
    /// Three rules: if a text contains the first rule, the second rule means the third.
    pub(crate) besides: Vec<[String; 3]>,
    /// A kind of clue, a rule that texts state for such clues, and the rule that people usually mean by it.
    pub(crate) customs: Vec<[String; 3]>,
    /// Requirements and the rules that have them. These rules are listed because small test grids cannot show that two rules of the
    /// whole grid have the same meaning.
    pub(crate) known: Vec<(String, String)>,
    /// For each kind and word: the patterns that may begin with the word, each with the index of the part that is the word.
    pub(crate) by_word: Vec<QuickMap<Word, Vec<(usize, usize)>>>,
    /// For each kind: the patterns that may begin with a phrase, each with the index of the part that is the phrase, and the kind
    /// of the phrase.
    pub(crate) by_phrase: Vec<Vec<(usize, usize, Kind)>>,
    /// For each word: the kinds that may begin with the word. The entries for words are followed by entries for the kinds that are
    /// recognised by code.
    starts: Vec<Vec<bool>>,
    /// The index of each word.
    words: QuickMap<String, Word>,
    /// For each part of each pattern: the index of its word; `None` for phrases.
    pub(crate) codes: Vec<Vec<Option<Word>>>,
}

/// The index of a word that occurs in patterns.
pub(crate) type Word = u32;

/// The kinds that are recognised by code: a number, a colour word, the name of a rule.
pub(crate) const NUMBER: Kind = 0;
pub(crate) const COLOR: Kind = 1;
pub(crate) const NAME: Kind = 2;

/// The name of phrases that stand for alternatives. The meaning of such a phrase consists of the meanings of its parts.
pub(crate) const GROUP: &str = "|";

/// The maximum number of optional parts in a sequence for which patterns with and without each part are made.
const PLAIN: usize = 2;

impl Grammar {
    pub(crate) fn new() -> Self {
        let mut grammar = Self::default();
        for name in ["int", "color", "name"] {
            grammar.kind(name);
        }
        grammar
    }

    /// The index of a kind, which is added if it is new.
    pub(crate) fn kind(&mut self, name: &str) -> Kind {
        self.find(name).unwrap_or_else(|| {
            self.kinds.push(name.to_owned());
            self.numbers.insert(name.to_owned(), self.kinds.len() - 1);
            self.kinds.len() - 1
        })
    }

    /// The index of a word; `None` if no pattern contains the word.
    pub(crate) fn word(&self, word: &str) -> Option<Word> {
        self.words.get(word).copied()
    }

    /// Whether a phrase of this kind may begin with a word; `is` tells whether the word may be a number, a colour, or the beginning
    /// of a rule's name.
    pub(crate) fn may_start(&self, kind: Kind, word: Option<Word>, is: [bool; 3]) -> bool {
        let by_code = (0..).zip(is).filter(|(_, is)| *is).map(|(n, _)| self.words.len() + n);
        by_code.chain(word.map(|word| word as usize)).any(|n| self.starts[n][kind])
    }

    /// Whether the kind consists of alternatives in brackets.
    pub(crate) fn is_group(&self, kind: Kind) -> bool {
        self.kinds[kind].starts_with('(')
    }

    pub(crate) fn find(&self, name: &str) -> Option<Kind> {
        self.numbers.get(name).copied()
    }

    /// Adds the constructions of a file. A line without indentation names a kind, or is `like "SENTENCE" = RULE`, `where RULE :
    /// RULE is RULE`, or `text REQUIREMENT is RULE`. Indented lines are `says "PATTERN"`, followed by the meaning of these
    /// patterns: `means TEXT`, `clue PARAMETER`, `draw MARK`, `noun WORDS`.
    pub(crate) fn add(&mut self, file: &str, text: &str) -> Result<(), String> {
        let mut kind = None;
        let mut says: Vec<&str> = Vec::new();
        let mut meaning = Meaning::default();
        let mut is_open = false;
        for (number, line) in text.lines().enumerate() {
            let bad = |what: &str| format!("{file}: line {}: {what}: `{}`", number + 1, line.trim());
            let plain = line.trim();
            if plain.is_empty() || plain.starts_with('#') {
                continue;
            }
            let (word, rest) = plain.split_once(' ').unwrap_or((plain, ""));
            if !line.starts_with(' ') || (word == "says" && is_open) {
                self.take(&mut says, &mut meaning, kind).map_err(|e| bad(&e))?;
                is_open = false;
            }
            let quoted =
                || rest.strip_prefix('"').and_then(|r| r.strip_suffix('"')).ok_or_else(|| bad("no text in quotes"));
            match (line.starts_with(' '), word) {
                (false, "like") => {
                    let (sentence, means) =
                        rest.trim_start_matches('"').split_once("\" = ").ok_or_else(|| bad("no meaning"))?;
                    let (sentence, means) = (sentence.to_owned(), means.trim().to_owned());
                    self.likes.push(Like { file: file.to_owned(), sentence, means });
                }
                (false, "text") if !rest.is_empty() => {
                    let (text, rule) = rest.rsplit_once(" is ").ok_or_else(|| bad("no rule"))?;
                    self.known.push((text.to_owned(), rule.to_owned()));
                }
                (false, "where" | "custom") if !rest.is_empty() => {
                    let names: Vec<&str> =
                        rest.split_whitespace().filter(|word| !matches!(*word, "is" | ":")).collect();
                    let names: [&str; 3] = names.try_into().map_err(|_| bad("not three rules"))?;
                    let list = if word == "where" { &mut self.besides } else { &mut self.customs };
                    list.push(names.map(str::to_owned));
                }
                (false, _) if rest.is_empty() => kind = Some(self.kind(word)),
                (true, "says") => says.push(quoted()?),
                (true, "means") => {
                    if !meaning.text.is_empty() {
                        meaning.text.push('\n');
                    }
                    meaning.text.push_str(
                        line.trim_start()
                            .strip_prefix("means")
                            .unwrap_or_default()
                            .strip_prefix(' ')
                            .unwrap_or_default(),
                    );
                    is_open = true;
                }
                (true, "clue") => meaning.needs.push(rest.to_owned()),
                (true, "draw") => meaning.draws.push(rest.to_owned()),
                (true, "noun") => rest.clone_into(&mut meaning.noun),
                _ => return Err(bad("this line does not belong in a construction")),
            }
        }
        self.take(&mut says, &mut meaning, kind).map_err(|e| format!("{file}: {e}"))
    }

    fn take(&mut self, says: &mut Vec<&str>, meaning: &mut Meaning, kind: Option<Kind>) -> Result<(), String> {
        if says.is_empty() {
            return Ok(());
        }
        let kind = kind.ok_or("no kind before the pattern")?;
        let all: Vec<(&str, Vec<Vec<Part>>)> =
            says.drain(..).map(|pattern| Ok((pattern, self.expanded(pattern)?))).collect::<Result<_, String>>()?;
        let number = self.meanings.len();
        for (pattern, all) in all {
            for parts in all {
                if parts.iter().all(|part| matches!(part, Part::Maybe(_))) {
                    return Err(format!("the pattern \"{pattern}\" may be empty"));
                }
                self.patterns.push(Pattern { kind, parts, meaning: number });
            }
        }
        self.meanings.push(std::mem::take(meaning));
        Ok(())
    }

    /// The patterns that a line stands for: `[...]` is optional, `a|b` is one of two words, `(a b | c)` one of two sequences, and
    /// `<name:kind>` a phrase.
    fn expanded(&mut self, pattern: &str) -> Result<Vec<Vec<Part>>, String> {
        let mut rest = pattern;
        let out = self.choice(&mut rest)?;
        if rest.is_empty() { Ok(out) } else { Err(format!("the pattern \"{pattern}\" has a bracket too many")) }
    }

    /// Parses sequences separated by ` | `, up to a closing bracket.
    fn choice(&mut self, rest: &mut &str) -> Result<Vec<Vec<Part>>, String> {
        let mut out = Vec::new();
        let mut sequence: Vec<Vec<Vec<Part>>> = Vec::new();
        loop {
            *rest = rest.trim_start();
            if rest.is_empty() || rest.starts_with([')', ']']) {
                out.append(&mut self.joined(std::mem::take(&mut sequence)));
                return Ok(out);
            }
            if let Some(after) = rest.strip_prefix('|') {
                *rest = after;
                out.append(&mut self.joined(std::mem::take(&mut sequence)));
                continue;
            }
            sequence.push(self.either(rest)?);
        }
    }

    /// Joins parts into a sequence; each part is given with its alternatives. If many parts are optional, an optional part and the
    /// parts after it become a separate kind, so that a few patterns replace many.
    fn joined(&mut self, sequence: Vec<Vec<Vec<Part>>>) -> Vec<Vec<Part>> {
        let all = |sequence: &[Vec<Vec<Part>>]| {
            let both = |before: Vec<Vec<Part>>, either: &Vec<Vec<Part>>| -> Vec<Vec<Part>> {
                before.iter().flat_map(|a| either.iter().map(move |b| [&a[..], b].concat())).collect()
            };
            sequence.iter().fold(vec![Vec::new()], both)
        };
        let may_miss = |either: &[Vec<Part>]| either.iter().any(Vec::is_empty);
        if sequence.iter().filter(|either| may_miss(either)).count() <= PLAIN {
            return all(&sequence);
        }
        if sequence.iter().all(|either| may_miss(either)) {
            // Each of the parts may be the first part that is present.
            let mut out = vec![Vec::new()];
            for at in 0..sequence.len() {
                let mut rest = sequence[at..].to_vec();
                rest[0].retain(|parts| !parts.is_empty());
                out.extend(self.joined(rest));
            }
            return out;
        }
        let mut out: Vec<Vec<Vec<Part>>> = Vec::new();
        let mut open: Vec<Vec<Vec<Part>>> = Vec::new();
        for either in sequence {
            if may_miss(&either) {
                open.push(either);
                continue;
            }
            let one = open.drain(..).rev().fold(either, |next, before| self.grouped(all(&[before, next])));
            out.push(one);
        }
        for either in open {
            let last = out.pop().unwrap_or_default();
            out.push(self.grouped(all(&[last, either])));
        }
        all(&out)
    }

    /// Parses a part, or several parts separated by `|` without spaces.
    fn either(&mut self, rest: &mut &str) -> Result<Vec<Vec<Part>>, String> {
        let mut out = self.one(rest)?;
        while let Some(after) = rest.strip_prefix('|').filter(|after| !after.starts_with(' ')) {
            *rest = after;
            out.extend(self.one(rest)?);
        }
        Ok(self.grouped(out))
    }

    /// Turns alternatives, or an optional sequence of several parts, into a separate kind, so that one pattern replaces many.
    fn grouped(&mut self, mut either: Vec<Vec<Part>>) -> Vec<Vec<Part>> {
        let all = either.len();
        either.retain(|parts| !parts.is_empty());
        let may_miss = either.len() < all;
        if either.is_empty() {
            return vec![Vec::new()];
        }
        let is_one = either.len() == 1 && (!may_miss || either[0].len() == 1);
        if !is_one {
            either = vec![vec![Part::Phrase(self.group(either), GROUP.to_owned())]];
        }
        if may_miss && !matches!(either[0][0], Part::Maybe(_)) {
            either = vec![vec![Part::Maybe(Box::new(either.remove(0).remove(0)))]];
        }
        either
    }

    /// The kind that consists of these alternatives.
    fn group(&mut self, either: Vec<Vec<Part>>) -> Kind {
        let name = format!("({either:?})");
        let is_new = self.find(&name).is_none();
        let kind = self.kind(&name);
        if is_new {
            let meaning = self.meanings.len();
            self.meanings.push(Meaning::default());
            self.patterns.extend(either.into_iter().map(|parts| Pattern { kind, parts, meaning }));
        }
        kind
    }

    /// Parses a bracket, a phrase or a word.
    fn one(&mut self, rest: &mut &str) -> Result<Vec<Vec<Part>>, String> {
        let optional = rest.starts_with('[');
        if let Some(after) = rest.strip_prefix(['(', '[']) {
            *rest = after;
            let mut out = self.choice(rest)?;
            let close = if optional { ']' } else { ')' };
            *rest = rest.strip_prefix(close).ok_or("a bracket is not closed")?;
            if optional {
                out.push(Vec::new());
            }
            return Ok(self.grouped(out));
        }
        if let Some(after) = rest.strip_prefix('<') {
            let (text, after) = after.split_once('>').ok_or("a `<` is not closed")?;
            *rest = after;
            let (name, kind) = text.split_once(':').unwrap_or((text, text));
            let kind = self.kind(kind.trim());
            return Ok(vec![vec![Part::Phrase(kind, name.trim().to_owned())]]);
        }
        let end = rest.find([' ', '|', '[', ']', '(', ')', '<']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if word.is_empty() {
            return Err("a word is missing".to_owned());
        }
        *rest = after;
        Ok(vec![vec![Part::Word(word.to_owned())]])
    }

    /// Replaces words in patterns with the words that stand for them, so that grammar files may use either form.
    pub(crate) fn each_word(&mut self, plain: impl Fn(&str) -> Vec<String>) {
        for n in 0..self.patterns.len() {
            let mut parts = Vec::new();
            for part in std::mem::take(&mut self.patterns[n].parts) {
                let Part::Word(word) = part.itself() else {
                    parts.push(part);
                    continue;
                };
                let mut words: Vec<Part> = plain(word).into_iter().map(Part::Word).collect();
                if matches!(part, Part::Maybe(_)) {
                    if words.len() > 1 {
                        words = vec![Part::Phrase(self.group(vec![words]), GROUP.to_owned())];
                    }
                    words = words.into_iter().map(|word| Part::Maybe(Box::new(word))).collect();
                }
                parts.extend(words);
            }
            self.patterns[n].parts = parts;
        }
        self.patterns.retain(|pattern| !pattern.parts.iter().all(|part| matches!(part, Part::Maybe(_))));
    }

    /// Builds the tables for the chart, after all files have been added. Returns the words of all patterns.
    pub(crate) fn finish(&mut self) -> BTreeSet<String> {
        let size = self.kinds.len();
        self.by_word = (0..size).map(|_| QuickMap::default()).collect();
        self.by_phrase = vec![Vec::new(); size];
        let word = |part: &Part| if let Part::Word(word) = part.itself() { Some(word.clone()) } else { None };
        let words: BTreeSet<String> = self.patterns.iter().flat_map(|p| p.parts.iter().filter_map(word)).collect();
        self.words = words.iter().cloned().zip(0..).collect();
        let codes = |parts: &[Part]| parts.iter().map(|part| word(part).and_then(|word| self.word(&word))).collect();
        self.codes = self.patterns.iter().map(|pattern| codes(&pattern.parts)).collect();
        for (number, pattern) in self.patterns.iter().enumerate() {
            for (at, part) in pattern.parts.iter().enumerate() {
                match (part.itself(), self.codes[number][at]) {
                    (Part::Phrase(kind, _), _) => self.by_phrase[pattern.kind].push((number, at, *kind)),
                    (_, Some(word)) => self.by_word[pattern.kind].entry(word).or_default().push((number, at)),
                    _ => {}
                }
                if !matches!(part, Part::Maybe(_)) {
                    break;
                }
            }
        }
        // The kinds that may begin with a phrase of a given kind, directly or indirectly.
        let mut above: Vec<Vec<Kind>> = vec![Vec::new(); size];
        for (kind, patterns) in self.by_phrase.iter().enumerate() {
            patterns.iter().for_each(|(_, _, first)| above[*first].push(kind));
        }
        let all = |begin: Vec<Kind>| {
            let (mut is, mut open) = (vec![false; size], begin);
            while let Some(kind) = open.pop() {
                if !std::mem::replace(&mut is[kind], true) {
                    open.extend(&above[kind]);
                }
            }
            is
        };
        let mut by_word: Vec<Vec<Kind>> = vec![Vec::new(); words.len()];
        for (kind, patterns) in self.by_word.iter().enumerate() {
            patterns.keys().for_each(|word| by_word[*word as usize].push(kind));
        }
        self.starts = by_word.into_iter().chain([NUMBER, COLOR, NAME].map(|kind| vec![kind])).map(all).collect();
        words
    }
}
