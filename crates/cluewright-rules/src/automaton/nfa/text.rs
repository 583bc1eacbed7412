//! An automaton as text: `start 0; end 2; 0: 1>1 2..9>0; 1: 1,3>0,2 |>1`.
//!
//! Parts are between `;` or on lines of their own. `start` and `end` list states; another part is a state and its steps,
//! each some digits (numbers, or `low..high`) and the states after any of them. `|` is the break between two lists. It is
//! read in one pass, for tables of other programs have thousands of steps.

use super::Nfa;
use crate::automaton::dfa::BREAK;

/// Most steps of an automaton.
const MAX_STEPS: usize = 200_000;
/// Largest number of a state or digit.
const MAX_NUMBER: i64 = 1_000_000;

impl Nfa {
    /// Reads a text. The error says where it is, in bytes, and what was expected.
    pub(crate) fn read(text: &str) -> Result<Self, (usize, String)> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        let mut steps: Vec<[i64; 3]> = Vec::new();
        let mut digits = Vec::new();
        loop {
            while matches!(reader.peek(), Some(b';' | b'\n')) {
                reader.at += 1;
            }
            match reader.peek() {
                None => break,
                Some(b's') if reader.word(b"start") => reader.states(&mut starts)?,
                Some(b'e') if reader.word(b"end") => reader.states(&mut ends)?,
                _ => {
                    let from = reader.number("`start`, `end` or a state")?;
                    reader.need(b':', "`:` and the steps from the state, such as `0: 1>2 3..9>0`")?;
                    while !matches!(reader.peek(), None | Some(b';' | b'\n')) {
                        digits.clear();
                        reader.digits(&mut digits)?;
                        reader.need(b'>', "`>` and the state after the digits")?;
                        loop {
                            let to = reader.number("a state")?;
                            if steps.len() + digits.len() > MAX_STEPS {
                                return Err((reader.at, format!("at most {MAX_STEPS} steps")));
                            }
                            steps.extend(digits.iter().map(|&digit| [from, digit, to]));
                            if !reader.eat(b',') {
                                break;
                            }
                        }
                    }
                }
            }
        }
        Ok(Self::new(&starts, &steps, &ends))
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// What comes next, spaces aside.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, byte: u8, what: &str) -> Result<(), (usize, String)> {
        if self.eat(byte) { Ok(()) } else { Err((self.at, format!("expected {what}"))) }
    }

    fn word(&mut self, word: &[u8]) -> bool {
        let found = self.text[self.at..].starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn number(&mut self, what: &str) -> Result<i64, (usize, String)> {
        let minus = self.eat(b'-');
        self.peek();
        let (start, mut number) = (self.at, 0);
        while let Some(digit) = self.text.get(self.at).filter(|b| b.is_ascii_digit()) {
            number = number * 10 + i64::from(digit - b'0');
            if number > MAX_NUMBER {
                return Err((start, format!("expected a number up to {MAX_NUMBER}")));
            }
            self.at += 1;
        }
        if self.at == start {
            return Err((self.at, format!("expected {what}")));
        }
        Ok(if minus { -number } else { number })
    }

    fn states(&mut self, states: &mut Vec<i64>) -> Result<(), (usize, String)> {
        while !matches!(self.peek(), None | Some(b';' | b'\n')) {
            states.push(self.number("a state")?);
            self.eat(b',');
        }
        Ok(())
    }

    /// Numbers, ranges of numbers and the break, with commas between.
    fn digits(&mut self, digits: &mut Vec<i64>) -> Result<(), (usize, String)> {
        loop {
            if self.eat(b'|') {
                digits.push(BREAK);
            } else {
                let low = self.number("a digit, or `|` for the break between two lists")?;
                let mut high = low;
                if self.eat(b'.') {
                    self.need(b'.', "`..` and the last of the digits")?;
                    high = self.number("the last of the digits")?;
                }
                if high - low > 1_000 {
                    return Err((self.at, "at most 1000 digits in a row".to_owned()));
                }
                digits.extend(low..=high);
            }
            if !self.eat(b',') {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_automaton_of_its_steps() {
        let read = Nfa::read("start 0, 7; end 7 -1; 0: 1>7 2..4>0\n 7: 3,5>0,-1 |>7;-1:;").expect("a text");
        let steps =
            [[0, 1, 7], [0, 2, 0], [0, 3, 0], [0, 4, 0], [7, 3, 0], [7, 5, 0], [7, 3, -1], [7, 5, -1], [7, BREAK, 7]];
        let made = Nfa::new(&[0, 7], &steps, &[7, -1]);
        assert_eq!(
            (&read.starts, &read.ends, &read.steps_of, &read.steps),
            (&made.starts, &made.ends, &made.steps_of, &made.steps)
        );
        let dfa = read.deterministic().expect("small");
        for (list, holds) in [(&[1][..], true), (&[2, 1], true), (&[2], false), (&[2, 3], false), (&[BREAK], true)] {
            assert_eq!(dfa.matches(list), holds, "{list:?}");
        }
        assert!(Nfa::read("").expect("nothing accepted").deterministic().is_some_and(|d| !d.matches(&[])));
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, at) in
            [("begin 0", 0), ("0 1>2", 2), ("0: 1", 4), ("0: 1.2>3", 5), ("0: 1>x", 5), ("9999999: 1>2", 0)]
        {
            let (found, what) = Nfa::read(text).expect_err(text);
            assert_eq!(found, at, "{text}: {what}");
        }
        let long = "0: 0..999>0;".repeat(300);
        assert!(Nfa::read(&long).is_err(), "more than are taken");
    }
}
