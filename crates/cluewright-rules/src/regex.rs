//! Regular expressions over digits: text to a deterministic automaton.
//!
//! A digit is matched by its character: `0`..`9`, then `A` (or `a`) for 10 up to `Z` for 35. `.` is any digit,
//! `[1-4]`, `[^5]`, groups, `|`, `*`, `+`, `?`, `{2}`, `{1,3}`, `{2,}` as everywhere. The whole sequence must match.

/// A deterministic automaton over the numbers `0..64`; state 0 is the start.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dfa {
    /// For each state its successor by number; [`Dfa::DEAD`] where there is none.
    pub next: Vec<[u16; 64]>,
    /// The states in which the sequence may end.
    pub accepts: Vec<bool>,
}

const MAX_STATES: usize = 2_000;
const MAX_PARTS: usize = 20_000;

impl Dfa {
    /// No state: the sequence cannot match any more.
    pub const DEAD: u16 = u16::MAX;

    /// Compiles an expression; the error is the column (from 0, in characters) and what is wrong.
    ///
    /// ```
    /// use cluewright_rules::Dfa;
    /// let dfa = Dfa::new("12*[3-5]").unwrap();
    /// assert!(dfa.matches(&[1, 2, 2, 4]) && dfa.matches(&[1, 3]) && !dfa.matches(&[1, 2]));
    /// assert!(Dfa::new("(12").is_err());
    /// ```
    pub fn new(text: &str) -> Result<Self, (usize, String)> {
        let mut nfa = Nfa { chars: text.chars().collect(), at: 0, depth: 0, edges: Vec::new(), skips: Vec::new() };
        let start = nfa.state();
        let end = nfa.choice(start)?;
        if nfa.at < nfa.chars.len() {
            return Err((nfa.at, format!("`{}` closes nothing", nfa.chars[nfa.at])));
        }
        nfa.determine(start, end)
    }

    /// Does the sequence match?
    pub fn matches(&self, numbers: &[i64]) -> bool {
        let mut state = 0u16;
        for &n in numbers {
            let Some(next) = usize::try_from(n).ok().and_then(|n| self.next[state as usize].get(n)) else {
                return false;
            };
            if *next == Self::DEAD {
                return false;
            }
            state = *next;
        }
        self.accepts[state as usize]
    }
}

struct Nfa {
    chars: Vec<char>,
    at: usize,
    depth: u32,
    /// From each state: the digits and where they lead.
    edges: Vec<Vec<(u64, u32)>>,
    skips: Vec<Vec<u32>>,
}

type Built = Result<u32, (usize, String)>;

impl Nfa {
    fn state(&mut self) -> u32 {
        self.edges.push(Vec::new());
        self.skips.push(Vec::new());
        self.edges.len() as u32 - 1
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn room(&self) -> Result<(), (usize, String)> {
        if self.edges.len() > MAX_PARTS {
            return Err((self.at, "the expression is too large".to_owned()));
        }
        Ok(())
    }

    fn choice(&mut self, start: u32) -> Built {
        self.depth += 1;
        if self.depth > 50 {
            return Err((self.at, "more than 50 nested groups".to_owned()));
        }
        let end = self.state();
        loop {
            let branch = self.state();
            self.skips[start as usize].push(branch);
            let last = self.sequence(branch)?;
            self.skips[last as usize].push(end);
            if self.peek() == Some('|') {
                self.at += 1;
            } else {
                break;
            }
        }
        self.depth -= 1;
        Ok(end)
    }

    fn sequence(&mut self, start: u32) -> Built {
        let mut state = start;
        while !matches!(self.peek(), None | Some('|' | ')')) {
            state = self.repeated(state)?;
        }
        Ok(state)
    }

    fn repeated(&mut self, start: u32) -> Built {
        let from = self.at;
        let inner = self.state();
        self.skips[start as usize].push(inner);
        let end = self.atom(inner)?;
        let after = self.at;
        let (low, high) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                let close = self.chars[self.at..].iter().position(|c| *c == '}');
                let Some(close) = close else { return Err((self.at, "`{` is never closed".to_owned())) };
                let inside: String = self.chars[self.at + 1..self.at + close].iter().collect();
                let number = |t: &str| t.trim().parse::<u32>().ok().filter(|n| *n <= 1_000);
                let parsed = match inside.split_once(',') {
                    None => number(&inside).map(|n| (n, Some(n))),
                    Some((low, "")) => number(low).map(|n| (n, None)),
                    Some((low, high)) => number(low).zip(number(high)).map(|(l, h)| (l, Some(h))),
                };
                let Some(parsed) = parsed.filter(|(l, h)| h.is_none_or(|h| *l <= h)) else {
                    return Err((self.at, format!("`{{{inside}}}` is no number of repeats; write {{2}} or {{1,3}}")));
                };
                self.at += close;
                parsed
            }
            _ => return Ok(end),
        };
        self.at += 1;
        let done = self.at;
        // Write the repeated part out: it is parsed again for every copy.
        let copies = low.max(high.unwrap_or(low + 1)).max(1);
        let out = self.state();
        if low == 0 {
            self.skips[start as usize].push(out);
        }
        let (mut first, mut last) = (inner, end);
        for copy in 1..=copies {
            if copy > 1 {
                first = self.state();
                self.skips[last as usize].push(first);
                self.at = from;
                last = self.atom(first)?;
                debug_assert_eq!(self.at, after, "the same text parses the same way");
            }
            if copy >= low {
                self.skips[last as usize].push(out);
            }
            self.room()?;
        }
        if high == Some(0) {
            self.skips[inner as usize].clear();
            self.edges[inner as usize].clear();
        }
        if high.is_none() {
            self.skips[last as usize].push(first);
        }
        self.at = done;
        Ok(out)
    }

    fn atom(&mut self, start: u32) -> Built {
        self.room()?;
        let at = self.at;
        let c = self.peek().expect("a sequence stops at the end");
        self.at += 1;
        let mask = match c {
            '(' => {
                if self.chars[self.at..].starts_with(&['?', ':']) {
                    self.at += 2;
                }
                let end = self.choice(start)?;
                if self.peek() != Some(')') {
                    return Err((at, "`(` is never closed".to_owned()));
                }
                self.at += 1;
                return Ok(end);
            }
            '.' => u64::MAX,
            '[' => self.class(at)?,
            c => 1 << digit(c).ok_or_else(|| (at, format!("`{c}` is no digit, nor a sign of regular expressions")))?,
        };
        let end = self.state();
        self.edges[start as usize].push((mask, end));
        Ok(end)
    }

    fn class(&mut self, open: usize) -> Result<u64, (usize, String)> {
        let negated = self.peek() == Some('^');
        self.at += usize::from(negated);
        let mut mask = 0u64;
        loop {
            let at = self.at;
            let Some(c) = self.peek() else { return Err((open, "`[` is never closed".to_owned())) };
            self.at += 1;
            if c == ']' {
                break;
            }
            let low = digit(c).ok_or_else(|| (at, format!("`{c}` is no digit")))?;
            let mut high = low;
            if self.peek() == Some('-') && self.chars.get(self.at + 1).is_some_and(|c| *c != ']') {
                let c = self.chars[self.at + 1];
                high = digit(c).ok_or_else(|| (self.at + 1, format!("`{c}` is no digit")))?;
                self.at += 2;
            }
            if low > high {
                return Err((at, "a range from the larger to the smaller digit".to_owned()));
            }
            mask |= (low..=high).fold(0, |m, d| m | 1 << d);
        }
        Ok(if negated { !mask } else { mask })
    }

    fn closure(&self, set: &mut Vec<u32>) {
        let mut i = 0;
        while i < set.len() {
            for &next in &self.skips[set[i] as usize] {
                if !set.contains(&next) {
                    set.push(next);
                }
            }
            i += 1;
        }
        set.sort_unstable();
    }

    fn determine(&self, start: u32, end: u32) -> Result<Dfa, (usize, String)> {
        let mut first = vec![start];
        self.closure(&mut first);
        let mut known = std::collections::HashMap::from([(first.clone(), 0u16)]);
        let mut todo = vec![first];
        let mut dfa = Dfa { next: Vec::new(), accepts: Vec::new() };
        let mut done = 0;
        while done < todo.len() {
            let set = todo[done].clone();
            done += 1;
            let mut row = [Dfa::DEAD; 64];
            for (n, slot) in row.iter_mut().enumerate() {
                let mut next: Vec<u32> = Vec::new();
                for &s in &set {
                    for &(mask, to) in &self.edges[s as usize] {
                        if mask >> n & 1 == 1 && !next.contains(&to) {
                            next.push(to);
                        }
                    }
                }
                if next.is_empty() {
                    continue;
                }
                self.closure(&mut next);
                let fresh = todo.len() as u16;
                let state = *known.entry(next.clone()).or_insert(fresh);
                if state == fresh {
                    todo.push(next);
                    if todo.len() > MAX_STATES {
                        return Err((0, format!("the expression needs more than {MAX_STATES} states")));
                    }
                }
                *slot = state;
            }
            dfa.next.push(row);
            dfa.accepts.push(set.contains(&end));
        }
        Ok(dfa)
    }
}

fn digit(c: char) -> Option<u32> {
    c.to_digit(36)
}
