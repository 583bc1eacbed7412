//! How people refer to a rule in prose: the phrases of `told` lines, and a search for these phrases in sentences.

use crate::syntax::ast::{ParamKind, Rule};
use crate::syntax::suggest;
use cluewright_core::BadInput;

/// The maximum number of words that `..` matches.
const GAP: usize = 8;

/// The maximum number of parts in a phrase, and the maximum number of `..` among these parts. The limits keep the search for a
/// phrase short.
const MOST: (usize, usize) = (16, 3);

/// A phrase that people use for a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase(Vec<Part>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    /// A word that begins with one of these texts, or a number that is equal to one of them.
    Word(Vec<String>),
    /// Any words, but at most [`GAP`] of them.
    Gap,
    /// Any number; it becomes the value of the parameter with this name.
    Number(String),
}

/// An occurrence of a phrase in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The indices in the sentence of the first and the last word of the phrase.
    pub words: (usize, usize),
    /// The numbers in the phrase, each preceded by the name of its parameter.
    pub numbers: Vec<(String, i64)>,
}

/// The phrases that refer to a rule, from the rule's `told` lines.
///
/// ```
/// use cluewright_rules::{parse, told};
/// let text = "rule a \"A.\"\n  clue line L, d: number\n  told \"differ .. least {d}\"\n  require d = d\n";
/// let phrases = told::phrases(&parse(text).unwrap()[0]).unwrap();
/// let words = told::words("On green lines, neighbours have a difference of at least five");
/// assert_eq!(phrases[0].find(&words).unwrap().numbers, [("d".to_owned(), 5)]);
/// ```
pub fn phrases(rule: &Rule) -> Result<Vec<Phrase>, BadInput> {
    rule.told.iter().map(|text| phrase(rule, text)).collect()
}

/// The phrases that show that a text does not refer to the rule.
pub fn against(rule: &Rule) -> Result<Vec<Phrase>, BadInput> {
    rule.told_against.iter().map(|text| phrase(rule, text)).collect()
}

fn phrase(rule: &Rule, text: &str) -> Result<Phrase, BadInput> {
    let bad = |what: String, hint: String| {
        Err(BadInput::new(format!("`told \"{text}\"` of the rule `{}`: {what}", rule.name)).hint(hint))
    };
    let mut parts = Vec::new();
    for word in text.split_whitespace() {
        if word == ".." {
            parts.push(Part::Gap);
        } else if let Some(name) = word.strip_prefix('{').and_then(|w| w.strip_suffix('}')) {
            let numbers = || rule.params.iter().filter(|p| p.kind == ParamKind::Number).map(|p| p.name.as_str());
            if !numbers().any(|n| n == name) {
                let hint = suggest(name, numbers()).unwrap_or_else(|| "a parameter that is a number".to_owned());
                return bad(format!("the rule has no number parameter `{name}`"), hint);
            }
            parts.push(Part::Number(name.to_owned()));
        } else {
            let mut either = Vec::new();
            for one in word.split('|') {
                match &mut words(one)[..] {
                    [plain] if one.to_lowercase() == one => either.push(std::mem::take(plain)),
                    _ => {
                        let hint = "use only small letters and digits in a word".to_owned();
                        return bad(format!("`{one}` is not a word"), hint);
                    }
                }
            }
            parts.push(Part::Word(either));
        }
    }
    let gaps = parts.iter().filter(|p| **p == Part::Gap).count();
    if parts.len() > MOST.0 || gaps > MOST.1 {
        return bad("the phrase is too long".to_owned(), format!("at most {} words and {} times `..`", MOST.0, MOST.1));
    }
    match (parts.first(), parts.last()) {
        (Some(Part::Word(_) | Part::Number(_)), Some(Part::Word(_) | Part::Number(_))) => Ok(Phrase(parts)),
        _ => bad("a phrase must begin and end with words".to_owned(), "such as \"german whisper\"".to_owned()),
    }
}

/// Words that negate the words after them.
const DENIALS: [&str; 14] = [
    "not", "no", "never", "cannot", "cant", "dont", "doesnt", "arent", "isnt", "mustnt", "shouldnt", "neither", "nor",
    "without",
];

/// Words that may occur between a negation and the words that it negates: "cannot be in a ratio", "not necessarily all dots".
const SMALL: [&str; 22] = [
    "necessarily",
    "always",
    "all",
    "every",
    "possible",
    "be",
    "in",
    "a",
    "an",
    "the",
    "to",
    "of",
    "have",
    "any",
    "ratio",
    "differ",
    "both",
    "two",
    "digit",
    "digits",
    "is",
    "are",
];

/// Whether `word` is a negation.
fn denies(word: &str) -> bool {
    DENIALS.contains(&word)
}

/// Whether a word before the phrase negates the phrase.
fn is_denied(words: &[String], found: &Found) -> bool {
    let mut before =
        words[..found.words.0].iter().rev().skip_while(|w| SMALL.contains(&w.as_str()) || w.parse::<u32>().is_ok());
    before.next().is_some_and(|w| denies(w))
}

impl Phrase {
    /// The words of the phrase, each with its alternatives, if the phrase has no gaps or numbers and therefore is a name of the
    /// rule; otherwise `None`.
    pub fn plain(&self) -> Option<Vec<Vec<String>>> {
        self.0.iter().map(|part| if let Part::Word(either) = part { Some(either.clone()) } else { None }).collect()
    }

    /// The first occurrence of the phrase in the [`words`] of a sentence that is not negated, either by a word before the phrase or
    /// by a word in one of the phrase's gaps. "Never consecutive" does not contain the phrase `consecutive`.
    pub fn find(&self, words: &[String]) -> Option<Found> {
        self.places(words).find(|found| !is_denied(words, found))
    }

    /// Whether the sentence negates the phrase, or says that the rule that the phrase refers to does not apply.
    ///
    /// ```
    /// use cluewright_rules::{parse, told};
    /// let text = "rule a \"A.\"\n  told \"normal rules\"\n  require 1 = 1\n";
    /// let phrases = told::phrases(&parse(text).unwrap()[0]).unwrap();
    /// assert!(phrases[0].is_denied(&told::words("Normal rules do NOT apply")));
    /// assert!(!phrases[0].is_denied(&told::words("Normal rules apply. Not all dots are given")));
    /// ```
    pub fn is_denied(&self, words: &[String]) -> bool {
        const HOLD: [&str; 3] = ["apply", "hold", "valid"];
        self.places(words).any(|found| {
            let mut after = words[found.words.1 + 1..].iter().take(5).skip_while(|w| !denies(w));
            is_denied(words, &found) || (after.next().is_some() && after.any(|w| HOLD.contains(&w.as_str())))
        })
    }

    fn places<'w>(&'w self, words: &'w [String]) -> impl Iterator<Item = Found> + 'w {
        (0..words.len()).filter_map(|from| {
            let mut numbers = Vec::new();
            let end = follows(&self.0, words, from, &mut numbers)?;
            Some(Found { words: (from, end - 1), numbers })
        })
    }
}

/// The index of the word after the parts, if the parts match the words that begin at index `at`.
fn follows(parts: &[Part], words: &[String], at: usize, numbers: &mut Vec<(String, i64)>) -> Option<usize> {
    let Some((part, rest)) = parts.split_first() else { return Some(at) };
    match part {
        Part::Word(either) => {
            let word = words.get(at)?;
            // Numbers and negations must match as a whole: "1" does not match "12", and "can" does not match "cannot".
            let whole = |w: &String| w.as_bytes()[0].is_ascii_digit() || denies(word);
            let is = |w: &String| if whole(w) { w == word } else { word.starts_with(w.as_str()) };
            either.iter().any(is).then(|| follows(rest, words, at + 1, numbers))?
        }
        Part::Gap => {
            let free = words[at.min(words.len())..].iter().take(GAP).take_while(|w| !denies(w)).count();
            (at..=at + free).find_map(|next| follows(rest, words, next, numbers))
        }
        Part::Number(name) => {
            let number = words.get(at)?.parse().ok()?;
            let known = numbers.len();
            numbers.push((name.clone(), number));
            let end = follows(rest, words, at + 1, numbers);
            if end.is_none() {
                numbers.truncate(known);
            }
            end
        }
    }
}

/// Whether the [`words`] of a sentence include a word such as "also" or "both", which announces a second meaning.
pub fn says_more(words: &[String]) -> bool {
    words.iter().any(|word| matches!(word.as_str(), "also" | "both" | "too" | "simultaneously"))
        || words.windows(2).any(|two| two[0] == "as" && two[1] == "well")
}

const NUMBERS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The words of a sentence in lower case, without apostrophes. Number words up to twelve become digits.
///
/// ```
/// use cluewright_rules::told::words;
/// assert_eq!(words("A knight\u{2019}s move, a 1:2 ratio - FIVE"), ["a", "knights", "move", "a", "1", "2", "ratio", "5"]);
/// ```
pub fn words(sentence: &str) -> Vec<String> {
    let plain: String = sentence.chars().filter(|c| !matches!(c, '\'' | '\u{2019}' | '\u{ad}')).collect();
    let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase);
    words.map(|w| NUMBERS.iter().position(|n| *n == w).map_or(w, |n| n.to_string())).collect()
}

/// Splits text into sentences. A sentence ends with its line, or at `.`, `?`, `!` or `;` before a space.
///
/// ```
/// use cluewright_rules::told::sentences;
/// let text = "Lines are palindromes (i. e. they read alike). Some differ by 5. Dots are\n  1:2";
/// assert_eq!(sentences(text), ["Lines are palindromes (i. e. they read alike)", "Some differ by 5", "Dots are", "1:2"]);
/// ```
pub fn sentences(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for line in text.lines() {
        let mut from = 0;
        let mut word = 0;
        for (at, c) in line.char_indices() {
            let end = at + c.len_utf8();
            // The full stops of "i. e." and "e. g." do not end a sentence, but the full stops in "at least 5." and "an X." do.
            let stops = matches!(c, '!' | '?' | ';') || (c == '.' && !matches!(&line[word..at], "i" | "e" | "g"));
            if stops && line[end..].chars().next().is_none_or(char::is_whitespace) {
                out.push(line[from..at].trim());
                from = end;
            }
            word = if c.is_alphanumeric() { word } else { end };
        }
        out.push(line[from..].trim());
    }
    out.retain(|s| s.chars().any(char::is_alphanumeric));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;
    use crate::syntax::{parse, print};

    #[test]
    fn every_phrase_of_the_library_is_one() {
        for rule in Ruleset::library().rules() {
            phrases(rule).and_then(|_| against(rule)).unwrap_or_else(|e| panic!("{e} {:?}", e.hint));
        }
    }

    #[test]
    fn phrases_are_words_one_after_the_other() {
        let text = "rule a \"A.\"\n  clue line L, n: number\n  told at sight, \"sum|add .. {n}\", \"read alike\"\n  \
                    require n = 1\n";
        let rule = &parse(text).unwrap()[0];
        assert!(rule.at_sight);
        assert!(print(rule).contains("  told at sight, \"sum|add .. {n}\", \"read alike\"\n"));
        let all = phrases(rule).unwrap();
        let found = |n: usize, text: &str| all[n].find(&words(text));
        assert_eq!(found(0, "Digits add up to ten").unwrap(), Found { words: (1, 4), numbers: vec![("n".into(), 10)] });
        assert_eq!(found(0, "They do not add to 10"), None);
        assert_eq!(found(1, "They need not necessarily read alike"), None);
        assert_eq!(found(0, "The sums are unknown"), None);
        assert!(found(1, "they read Alike").is_some() && found(1, "they read all alike").is_none());
        assert_eq!(found(0, "The sums must never be added to 10"), None);
        assert_eq!(found(0, "Digits cannot sum to 10"), None);
        let text = "rule a \"A.\"\n  told \"add up\", not \"can repeat\"\n  require 1 = 1\n";
        let rule = &parse(text).unwrap()[0];
        assert!(print(rule).contains("  told \"add up\", not \"can repeat\"\n"));
        let not = |text: &str| against(rule).unwrap()[0].find(&words(text)).is_some();
        assert!(not("Digits CAN repeat") && !not("Digits cannot repeat") && !not("Digits can't repeat"));
    }

    #[test]
    fn mistakes_are_told() {
        let told = |phrase: &str| {
            let text = format!("rule a \"A.\"\n  clue line L, n: number\n  told \"{phrase}\"\n  require n = 1\n");
            phrases(&parse(&text).unwrap()[0]).unwrap_err().message
        };
        assert!(told("").contains("must begin and end with words"));
        assert!(told(".. sum").contains("must begin and end with words"));
        assert!(told("sum {m}").contains("no number parameter `m`"));
        assert!(told("1:2 ratio").contains("`1:2` is not a word"));
        assert!(told("a .. b .. c .. d .. e").contains("too long"));
        assert!(told("Sum").contains("`Sum` is not a word"));
    }
}
