//! The constructions: patterns of words, and what they mean in the rule language.

use cluewright_core::quick::QuickMap;
use std::collections::BTreeSet;

/// A kind of phrase, by number.
pub(crate) type Kind = usize;

/// One of what a pattern has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Word(String),
    /// A phrase of a kind, and what its meaning is called.
    Phrase(Kind, String),
}

/// A pattern without alternatives.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) kind: Kind,
    pub(crate) parts: Vec<Part>,
    /// Its number among the meanings.
    pub(crate) meaning: usize,
}

/// What patterns mean.
#[derive(Clone, Default, Debug)]
pub(crate) struct Meaning {
    /// The text, with `{name}` for what phrases mean, `$1` for what the user of the phrase puts in, and `'a` for a new name.
    pub(crate) text: String,
    /// What a rule with it needs: parameters, and how clues are drawn.
    pub(crate) needs: Vec<String>,
    pub(crate) draws: Vec<String>,
    pub(crate) noun: String,
}

/// A sentence that a construction is about, and the rule it means.
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
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) meanings: Vec<Meaning>,
    pub(crate) likes: Vec<Like>,
    /// By kind: its patterns that begin with a word, by the word.
    pub(crate) by_word: Vec<QuickMap<String, Vec<usize>>>,
    /// By kind: its patterns that begin with a phrase, with the kind of that.
    pub(crate) by_phrase: Vec<Vec<(usize, Kind)>>,
    /// By word: the kinds that may begin with it. Those found by code stand under their names, which no word is.
    starts: QuickMap<String, Vec<bool>>,
}

/// Kinds that are found by code: a number, a word for a colour, the name of a rule.
pub(crate) const NUMBER: Kind = 0;
pub(crate) const COLOR: Kind = 1;
pub(crate) const NAME: Kind = 2;

/// What alternatives are called: what they mean is their parts'.
pub(crate) const GROUP: &str = "|";

/// What may be missing in a pattern makes a pattern with it and one without up to so many.
const PLAIN: usize = 2;

impl Grammar {
    pub(crate) fn new() -> Self {
        Self { kinds: ["int", "color", "name"].map(str::to_owned).to_vec(), ..Self::default() }
    }

    /// The number of a kind, a new one if need be.
    pub(crate) fn kind(&mut self, name: &str) -> Kind {
        self.find(name).unwrap_or_else(|| {
            self.kinds.push(name.to_owned());
            self.kinds.len() - 1
        })
    }

    /// The kinds that may begin with a word, which may be a number, a colour, and the beginning of a rule's name.
    pub(crate) fn starts(&self, word: &str, is: [bool; 3]) -> Vec<bool> {
        let mut all = self.starts.get(word).cloned().unwrap_or_else(|| vec![false; self.kinds.len()]);
        for kind in [NUMBER, COLOR, NAME].into_iter().filter(|kind| is[*kind]) {
            let more = self.starts.get(&format!("<{kind}>"));
            all.iter_mut().zip(more.into_iter().flatten()).for_each(|(a, b)| *a |= b);
        }
        all
    }

    /// Is it a kind of alternatives in brackets?
    pub(crate) fn is_group(&self, kind: Kind) -> bool {
        self.kinds[kind].starts_with('(')
    }

    pub(crate) fn find(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind == name)
    }

    /// Adds the constructions of a file. A line that is not indented names a kind, or is `like "SENTENCE" = RULE`. Indented lines:
    /// `says "PATTERN"`, then what these patterns mean: `means TEXT`, `clue PARAMETER`, `draw MARK`, `noun WORDS`.
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
                (true, "noun") => meaning.noun = rest.to_owned(),
                _ => return Err(bad("no line of a construction")),
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
                if parts.is_empty() {
                    return Err(format!("the pattern \"{pattern}\" may be empty"));
                }
                self.patterns.push(Pattern { kind, parts, meaning: number });
            }
        }
        self.meanings.push(std::mem::take(meaning));
        Ok(())
    }

    /// The patterns that a line stands for: `[...]` may be missing, `a|b` is either word, `(a b | c)` either sequence, and
    /// `<name:kind>` a phrase.
    fn expanded(&mut self, pattern: &str) -> Result<Vec<Vec<Part>>, String> {
        let mut rest = pattern;
        let out = self.choice(&mut rest)?;
        if rest.is_empty() { Ok(out) } else { Err(format!("the pattern \"{pattern}\" has a bracket too many")) }
    }

    /// Sequences with ` | ` between, up to a closing bracket.
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

    /// One thing after the other, each with the sequences that it may be. Where much may be missing, what may is taken together
    /// with what follows, as a kind of its own: few patterns stand for many.
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
            // One of them is the first that is there.
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

    /// One thing, or several with `|` and no space between.
    fn either(&mut self, rest: &mut &str) -> Result<Vec<Vec<Part>>, String> {
        let mut out = self.one(rest)?;
        while let Some(after) = rest.strip_prefix('|').filter(|after| !after.starts_with(' ')) {
            *rest = after;
            out.extend(self.one(rest)?);
        }
        Ok(self.grouped(out))
    }

    /// Alternatives as a kind of their own, so that few patterns stand for many; what may be missing stays a pattern with it and
    /// one without.
    fn grouped(&mut self, mut either: Vec<Vec<Part>>) -> Vec<Vec<Part>> {
        let all = either.len();
        either.retain(|parts| !parts.is_empty());
        let may_miss = either.len() < all;
        if either.len() > 1 {
            let name = format!("({either:?})");
            let is_new = self.find(&name).is_none();
            let kind = self.kind(&name);
            if is_new {
                let meaning = self.meanings.len();
                self.meanings.push(Meaning::default());
                self.patterns.extend(either.into_iter().map(|parts| Pattern { kind, parts, meaning }));
            }
            either = vec![vec![Part::Phrase(kind, GROUP.to_owned())]];
        }
        if may_miss {
            either.push(Vec::new());
        }
        either
    }

    /// A bracket, a phrase, or a word.
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

    /// Patterns have the words for which others stand, so that a file may have either.
    pub(crate) fn each_word(&mut self, plain: impl Fn(&str) -> Vec<String>) {
        for pattern in &mut self.patterns {
            let parts = std::mem::take(&mut pattern.parts).into_iter();
            let plain = |part: Part| match part {
                Part::Word(word) => plain(&word).into_iter().map(Part::Word).collect(),
                phrase @ Part::Phrase(..) => vec![phrase],
            };
            pattern.parts = parts.flat_map(plain).collect();
        }
        self.patterns.retain(|pattern| !pattern.parts.is_empty());
    }

    /// Makes what the chart looks up, when all files are there.
    pub(crate) fn finish(&mut self) -> BTreeSet<String> {
        let size = self.kinds.len();
        self.by_word = (0..size).map(|_| QuickMap::default()).collect();
        self.by_phrase = vec![Vec::new(); size];
        let mut words = BTreeSet::new();
        for (number, pattern) in self.patterns.iter().enumerate() {
            match &pattern.parts[0] {
                Part::Word(word) => self.by_word[pattern.kind].entry(word.clone()).or_default().push(number),
                Part::Phrase(kind, _) => self.by_phrase[pattern.kind].push((number, *kind)),
            }
            words.extend(
                pattern.parts.iter().filter_map(|p| if let Part::Word(w) = p { Some(w.clone()) } else { None }),
            );
        }
        let by_code = [NUMBER, COLOR, NAME].map(|kind| (format!("<{kind}>"), vec![kind]));
        let by_word = words.iter().map(|word| {
            (word.clone(), (0..size).filter(|kind| self.by_word[*kind].contains_key(word)).collect::<Vec<Kind>>())
        });
        // Which kinds may begin with a phrase of a kind, at once or after a while.
        let mut above: Vec<Vec<Kind>> = vec![Vec::new(); size];
        for (kind, patterns) in self.by_phrase.iter().enumerate() {
            patterns.iter().for_each(|(_, first)| above[*first].push(kind));
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
        self.starts = by_word.chain(by_code).map(|(word, kinds)| (word, all(kinds))).collect();
        words
    }
}
