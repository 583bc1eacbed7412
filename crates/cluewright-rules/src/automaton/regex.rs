//! Regular expressions over the digits of a line: the usual notation, compiled to a [`Dfa`].
//!
//! A digit matches itself, `.` any digit, `[1-35]` a digit in a set, and `[^1]` a digit outside a set; `(..)` groups items, `|`
//! separates alternatives, and `* + ? {n} {n,} {n,m}` repeat an item. Digits above 9 are written `<10>`; the letters A to Z stand
//! for 10 to 35, as in puzzle files. Spaces are ignored. The expression must match the whole line.

use super::dfa::{Dfa, MAX_STATES};
use cluewright_core::Sort;

/// An error in a regular expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegexError {
    /// The position of the error, in characters counted from 0.
    pub position: usize,
    /// What was expected, and how to fix the expression.
    pub message: String,
}

impl std::fmt::Display for RegexError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "character {}: {}", self.position + 1, self.message)
    }
}

impl std::error::Error for RegexError {}

/// The maximum number of positions in an expression after its repetitions are expanded.
const MAX_PLACES: usize = 2_000;
const MAX_NESTING: usize = 50;
/// The maximum number of repetition operators on one item; `1{2}{3}` has two.
const MAX_REPEATED: usize = 20;

/// The syntax tree of an expression. A `Set` has one bit for each number, counted from the lowest digit.
#[derive(Clone, Debug)]
enum Part {
    Empty,
    Set(u64),
    Then(Vec<Part>),
    Either(Vec<Part>),
    /// At most this many repetitions, nested as a(a(a)?)?, so that each number of repetitions matches in one way only.
    UpTo(usize, Box<Part>),
    Star(Box<Part>),
}

struct Reader<'a> {
    text: &'a [char],
    at: usize,
    low: i64,
    high: i64,
    places: usize,
    nesting: usize,
    named: Named,
}

/// Compiles a regular expression over the digits `low..=high` (at most 64 digits) to an automaton.
///
/// ```
/// use cluewright_rules::compile::regex;
/// let ends = regex("[12].*(3|45)", 1, 9).unwrap();
/// assert!(ends.matches(&[1, 9, 9, 4, 5]) && !ends.matches(&[1, 9, 9, 4]));
/// assert_eq!(regex("1(2", 1, 9).unwrap_err().position, 1);
/// ```
pub fn regex(text: &str, low: i64, high: i64) -> Result<Dfa, RegexError> {
    automaton(&parsed(text, low, high)?.0, low, high)
}

/// Compiles a regular expression to an automaton that works for any digits. All digits that the expression does not name, even
/// those below 0 or above 63, are treated alike and match `.` and `[^1]`.
///
/// ```
/// use cluewright_rules::compile::regex_of;
/// let ends = regex_of("<-2>.*[^1]").unwrap();
/// assert!(ends.matches(&[-2, -1, 64]) && !ends.matches(&[-2, 64, 1]) && !ends.matches(&[-1, 2]));
/// ```
pub fn regex_of(text: &str) -> Result<Dfa, RegexError> {
    // Choose the window so that all named digits lie inside, if possible.
    let (_, names) = parsed(text, 0, WINDOW)?;
    let low = if names.least < 0 { names.least } else { (names.most - WINDOW).max(0) };
    let (part, names) = parsed(text, low, low + WINDOW)?;
    let dfa = automaton(&part, low, low + WINDOW)?;
    let unnamed = (!names.set).trailing_zeros() as u8;
    let inputs: Vec<u8> = (0..=WINDOW as u8).collect();
    Ok(dfa.widened(low, &inputs, Some(unnamed).filter(|&n| i64::from(n) <= WINDOW)))
}

/// The maximum difference between the highest and the lowest digit that an automaton distinguishes.
const WINDOW: i64 = 63;

/// The digits that an expression names: the smallest digit, the largest digit, and one bit for each digit from `low` upwards.
#[derive(Clone, Copy)]
struct Named {
    least: i64,
    most: i64,
    set: u64,
}

fn parsed(text: &str, low: i64, high: i64) -> Result<(Part, Named), RegexError> {
    let chars: Vec<char> = text.chars().collect();
    let named = Named { least: 0, most: 0, set: 0 };
    let mut reader = Reader { text: &chars, at: 0, low, high, places: 0, nesting: 0, named };
    if high < low || high - low >= 64 {
        return Err(Reader::error(0, "a regular expression needs 1 to 64 different digits"));
    }
    let part = reader.either()?;
    if let Some(c) = reader.peek() {
        let at = reader.at;
        return Err(Reader::error(at, &format!("unexpected `{c}`: no `(` is open here")));
    }
    Ok((part, reader.named))
}

fn automaton(part: &Part, low: i64, high: i64) -> Result<Dfa, RegexError> {
    let mut nfa = Nfa::default();
    let end = nfa.state();
    let start = nfa.add(part, end);
    let begin = nfa.closure(vec![start]);
    let (class_of, samples) = nfa.classes((high - low + 1) as usize);
    let dfa = Dfa::explore(
        0,
        samples.len() as i64 - 1,
        begin,
        |states, class| {
            let digit = samples[class as usize];
            let reached: Vec<u32> = states
                .iter()
                .filter_map(|&s| match nfa.states[s as usize] {
                    State::Read(set, next) if set >> digit & 1 == 1 => Some(next),
                    _ => None,
                })
                .collect();
            (!reached.is_empty()).then(|| nfa.closure(reached))
        },
        |states| states.contains(&end),
    );
    dfa.map(|dfa| dfa.widened(low, &class_of, None)).ok_or_else(|| RegexError {
        position: 0,
        message: format!("the expression needs more than {MAX_STATES} states: use fewer or shorter repetitions"),
    })
}

impl Reader<'_> {
    fn error(position: usize, message: &str) -> RegexError {
        RegexError { position, message: message.into() }
    }

    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn either(&mut self) -> Result<Part, RegexError> {
        let first = self.sequence()?;
        if self.peek() != Some('|') {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat('|') {
            let start = self.at;
            let part = self.sequence()?;
            // Count an empty alternative as a position, too; otherwise any number of empty alternatives would be free.
            self.places += usize::from(matches!(part, Part::Empty));
            self.check_size(start)?;
            parts.push(part);
        }
        Ok(Part::Either(parts))
    }

    fn sequence(&mut self) -> Result<Part, RegexError> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek() {
            if c == '|' || c == ')' {
                break;
            }
            parts.push(self.repeated()?);
        }
        Ok(chain(parts))
    }

    fn count(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(d) = self.peek().and_then(|c| c.to_digit(10)) {
            number = Some((number.unwrap_or(0) * 10 + d as usize).min(10 * MAX_PLACES));
            self.at += 1;
        }
        number
    }

    fn repeated(&mut self) -> Result<Part, RegexError> {
        let start = self.at;
        let places_before = self.places;
        let mut part = self.single()?;
        for repetitions in 0.. {
            let here = self.at;
            if repetitions > MAX_REPEATED && matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
                return Err(Self::error(
                    here,
                    &format!(
                        "more than {MAX_REPEATED} repetitions of one item: one of `*`, `+`, `?` or `{{2,4}}` is enough"
                    ),
                ));
            }
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => {
                    self.at += 1;
                    let least = self.count();
                    let most = if self.eat(',') { self.count() } else { least };
                    if self.peek() != Some('}') {
                        let at = self.at;
                        return Err(Self::error(at, "expected `}`: write `{2}`, `{2,}` or `{2,4}`"));
                    }
                    let Some(least) = least else {
                        return Err(Self::error(here, "expected how often: write `{2}`, `{2,}` or `{2,4}`"));
                    };
                    if most.is_some_and(|m| m < least) {
                        return Err(Self::error(here, "the upper count is below the lower count: swap the two"));
                    }
                    (least, most)
                }
                _ => return Ok(part),
            };
            self.at += 1;
            let places = (self.places - places_before).max(1) * most.unwrap_or(least + 1).max(1);
            self.places = places_before + places;
            self.check_size(start)?;
            let mut parts = vec![part.clone(); least];
            match most {
                None => parts.push(Part::Star(Box::new(part))),
                Some(most) => parts.push(Part::UpTo(most - least, Box::new(part))),
            }
            part = chain(parts);
        }
        Ok(part)
    }

    fn check_size(&self, at: usize) -> Result<(), RegexError> {
        if self.places > MAX_PLACES {
            return Err(Self::error(at, &format!("repeats too much: more than {MAX_PLACES} digits when written out")));
        }
        Ok(())
    }

    fn single(&mut self) -> Result<Part, RegexError> {
        let start = self.at;
        let all = u64::MAX >> (63 - (self.high - self.low));
        self.places += 1;
        self.check_size(start)?;
        match self.peek() {
            Some('(') => {
                let start = self.at;
                self.at += 1;
                self.nesting += 1;
                if self.nesting > MAX_NESTING {
                    return Err(Self::error(start, "brackets are nested too deeply"));
                }
                let part = self.either()?;
                if !self.eat(')') {
                    return Err(Self::error(start, "this `(` is not closed: add a `)`"));
                }
                self.nesting -= 1;
                Ok(part)
            }
            Some('.') => {
                self.at += 1;
                Ok(Part::Set(all))
            }
            Some('[') => {
                let start = self.at;
                self.at += 1;
                let negated = self.eat('^');
                let mut set = 0;
                loop {
                    match self.peek() {
                        None => return Err(Self::error(start, "this `[` is not closed: add a `]`")),
                        Some(']') => break,
                        Some(_) => {}
                    }
                    let from = self.digit()?;
                    let mut to = from;
                    if self.eat('-') {
                        let at = self.at;
                        to = self.digit()?;
                        if to < from {
                            return Err(Self::error(at, "the range runs downwards: swap the two ends"));
                        }
                    }
                    for n in from..=to {
                        set |= self.bit(n);
                    }
                }
                self.at += 1;
                Ok(Part::Set(if negated { all & !set } else { set }))
            }
            Some('*' | '+' | '?' | '{') => {
                let at = self.at;
                Err(Self::error(at, "there is nothing to repeat: put a digit, `.`, `[..]` or `(..)` before it"))
            }
            _ => {
                let number = self.digit()?;
                Ok(Part::Set(self.bit(number)))
            }
        }
    }

    /// The bit of a digit. A digit that the puzzle does not use gets 0, and so matches nothing.
    fn bit(&mut self, number: i64) -> u64 {
        let named = &mut self.named;
        (named.least, named.most) = (named.least.min(number), named.most.max(number));
        let bit = if (self.low..=self.high).contains(&number) { 1 << (number - self.low) } else { 0 };
        self.named.set |= bit;
        bit
    }

    fn digit(&mut self) -> Result<i64, RegexError> {
        let at = self.at;
        match self.peek() {
            Some('<') => {
                self.at += 1;
                let minus = self.eat('-');
                let number = self.count();
                match number {
                    Some(n) if self.eat('>') => Ok(if minus { -(n as i64) } else { n as i64 }),
                    _ => Err(Self::error(at, "expected a number in angle brackets: `<12>`")),
                }
            }
            Some(c) if c.is_ascii_digit() => {
                self.at += 1;
                Ok(c as i64 - '0' as i64)
            }
            Some(c) if c.is_ascii_alphabetic() => {
                self.at += 1;
                Ok(c.to_ascii_uppercase() as i64 - 'A' as i64 + 10)
            }
            Some(c) => Err(Self::error(
                at,
                &format!("unexpected `{c}`: use digits, `.`, `[..]`, `(..)`, `|`, `*`, `+`, `?` and `{{n,m}}`"),
            )),
            None => Err(Self::error(at, "the expression ends where a digit was expected")),
        }
    }
}

fn chain(mut parts: Vec<Part>) -> Part {
    match parts.len() {
        0 => Part::Empty,
        1 => parts.swap_remove(0),
        _ => Part::Then(parts),
    }
}

#[derive(Clone, Copy, Debug)]
enum State {
    Read(u64, u32),
    Split(u32, u32),
    Stop,
}

/// The nondeterministic automaton of Thompson's construction.
#[derive(Default)]
struct Nfa {
    states: Vec<State>,
}

impl Nfa {
    /// Groups the digits that occur in the same sets and are therefore treated alike. Returns the class of each of `count` digits,
    /// and one digit of each class. Classes are numbered in the order of their first digits.
    fn classes(&self, count: usize) -> (Vec<u8>, Vec<u8>) {
        let mut sets: Vec<u64> =
            self.states.iter().filter_map(|s| if let State::Read(set, _) = s { Some(*set) } else { None }).collect();
        sets.order();
        sets.dedup();
        let alike = |a: u8, b: u8| sets.iter().all(|set| (set >> a ^ set >> b) & 1 == 0);
        let (mut class_of, mut samples): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
        for digit in 0..count as u8 {
            let class = samples.iter().position(|&sample| alike(sample, digit)).unwrap_or(samples.len());
            if class == samples.len() {
                samples.push(digit);
            }
            class_of.push(class as u8);
        }
        (class_of, samples)
    }

    fn state(&mut self) -> u32 {
        self.states.push(State::Stop);
        self.states.len() as u32 - 1
    }

    /// Adds states that match `part` and then continue in `next`. Returns the first of these states.
    fn add(&mut self, part: &Part, next: u32) -> u32 {
        match part {
            Part::Empty => next,
            Part::Set(set) => {
                self.states.push(State::Read(*set, next));
                self.states.len() as u32 - 1
            }
            Part::Then(parts) => parts.iter().rev().fold(next, |at, part| self.add(part, at)),
            Part::UpTo(most, part) => (0..*most).fold(next, |at, _| {
                let more = self.add(part, at);
                self.states.push(State::Split(next, more));
                self.states.len() as u32 - 1
            }),
            Part::Either(parts) => {
                let starts: Vec<u32> = parts.iter().map(|part| self.add(part, next)).collect();
                let split = |this: &mut Self, a, b| {
                    this.states.push(State::Split(a, b));
                    this.states.len() as u32 - 1
                };
                starts.into_iter().reduce(|a, b| split(self, a, b)).unwrap_or(next)
            }
            Part::Star(inner) => {
                let again = self.state();
                let inner = self.add(inner, again);
                self.states[again as usize] = State::Split(inner, next);
                again
            }
        }
    }

    /// The sorted states that can be reached without reading any input. Only states that read or accept are included.
    fn closure(&self, states: Vec<u32>) -> Vec<u32> {
        let mut seen = vec![false; self.states.len()];
        let mut result = Vec::new();
        let mut todo = states;
        while let Some(s) = todo.pop() {
            if std::mem::replace(&mut seen[s as usize], true) {
                continue;
            }
            match self.states[s as usize] {
                State::Split(a, b) => todo.extend([a, b]),
                _ => result.push(s),
            }
        }
        result.order();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference implementation for the test reads every digit separately.
    #[test]
    fn digits_that_are_read_alike_may_be_read_once() {
        for text in
            ["([^0-2][36][58]|[36]012[58])*", ".?([^36]|360)*", "<12>+.[^<40>]|7{2,3}", "()", "[^1]*1", ".", "Z*"]
        {
            for (low, high) in [(0, 63), (1, 9), (-3, 13), (7, 7)] {
                let (part, _) = parsed(text, low, high).expect(text);
                let mut nfa = Nfa::default();
                let end = nfa.state();
                let start = nfa.add(&part, end);
                let step = |states: &Vec<u32>, number: i64| {
                    let read = |s: &u32| match nfa.states[*s as usize] {
                        State::Read(set, next) if set >> (number - low) & 1 == 1 => Some(next),
                        _ => None,
                    };
                    let reached: Vec<u32> = states.iter().filter_map(read).collect();
                    (!reached.is_empty()).then(|| nfa.closure(reached))
                };
                let begin = nfa.closure(vec![start]);
                let slow = Dfa::explore(low, high, begin, step, |states| states.contains(&end)).expect("small");
                assert_eq!(regex(text, low, high).expect(text), slow, "{text} {low} {high}");
            }
        }
    }
}
