//! The packed tables of the Interactive Sudoku Solver, as rules in our own language.
//!
//! `Pair`: a truth table in base64, six pairs a character, least bit first. `NFA`: states and transitions in a bit
//! stream (format 2 bits, width of a state, number of symbols, counts, then each state's transitions). An automaton is
//! made deterministic and written as a table the rule walks through; where that makes too many states, the rule has a
//! cell of its own beside each cell of the line, which chooses among the transitions.

use crate::percent::percent_decoded;
use cluewright_core::puzzle::Digits;
use cluewright_core::quick::{Numbers, hash_of};
use std::fmt::Write;

/// Why a table does not become a rule.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It is broken.
    Damaged(String),
    /// It is fine, and more than we take.
    TooLarge(String),
}

impl From<&str> for Trouble {
    fn from(what: &str) -> Self {
        Self::Damaged(what.to_owned())
    }
}

/// Most states of an automaton that is made deterministic, and a quarter of those of one that is read.
const MAX_STATES: usize = 20_000;

/// What a character of the URL-safe base64 stands for.
pub(super) fn six_bits(c: u8) -> Option<u32> {
    Some(u32::from(match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'-' | b'+' => 62,
        b'_' | b'/' => 63,
        _ => return None,
    }))
}

/// The bytes in URL-safe base64 without padding.
fn bytes(code: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(code.len());
    let (mut held, mut bits) = (0u32, 0);
    for c in code.trim_end_matches('=').bytes() {
        held = (held << 6 | six_bits(c)?) & 0xFFFF;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((held >> bits) as u8);
        }
    }
    Some(out)
}

/// The line by which the rule is found again: what another program calls it.
pub(super) fn also(kind: &str, code: &str, title: &str, several: bool) -> String {
    let cells = if several { "S" } else { "L" };
    match kind {
        "Regex" => format!("  also iss Regex(\"{code}\", {cells})"),
        _ => format!("  also iss {kind}(\"{code}\", \"_{}\", {cells})", title.replace(['"', '\\'], "'")),
    }
}

/// A rule's name made of a title: letters and digits with `-` between.
pub(super) fn slug(title: &str, kind: &str) -> String {
    let words: Vec<String> = title
        .to_lowercase()
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|w| w.starts_with(|c: char| c.is_ascii_lowercase()))
        .map(str::to_owned)
        .take(6)
        .collect();
    if words.is_empty() {
        return match kind {
            "NFA" => "machine",
            "Regex" => "pattern",
            _ => "pair-table",
        }
        .to_owned();
    }
    format!("{}-rule", words.join("-"))
}

/// 2 is `b`, 27 is `aa`: numbers as letters, for names may not hold a bare number.
pub(super) fn letters(mut n: usize) -> String {
    let mut out = Vec::new();
    while n > 0 {
        out.push(b'a' + ((n - 1) % 26) as u8);
        n = (n - 1) / 26;
    }
    out.iter().rev().map(|&b| b as char).collect()
}

/// The rule's whole text, or what is wrong with the table.
pub(super) fn rule_text(
    name: &str,
    kind: &str,
    code: &str,
    title: &str,
    also: &str,
    several: bool,
    digits: Digits,
) -> Result<String, Trouble> {
    let shown: String = title.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '\\' | '{' | '}')).collect();
    let shown = if shown.is_empty() { "its table".to_owned() } else { shown };
    let (shape, cells) = if several { ("lists", "S") } else { ("line", "L") };
    let head = |about: &str, says: &str| {
        format!("rule {name} \"{about}\"\n  clue {shape} {cells}\n  says \"{says} at {{{cells}}}\"\n{also}\n")
    };
    match kind {
        "Pair" | "PairX" => {
            let among = if kind == "Pair" { "Neighbours on the line" } else { "Any two of the cells" };
            let source = if kind == "Pair" { "along L" } else { "in pairs(L)" };
            let mut text = head(&format!("{among} fit {shown}."), &format!("the pairs of {shown}"));
            let _ = writeln!(text, "  for (a, b) {source}:");
            pair_conditions(&mut text, code, digits)?;
            Ok(text.trim_end().to_owned())
        }
        "Regex" => {
            let pattern = regex(code)?;
            let text = head(&format!("The digits along the line match {pattern}."), &format!("the pattern {pattern}"));
            // Braces are counts in a pattern and names in a noun.
            let text = text.replacen(&format!("the pattern {pattern}"), "the pattern", 1);
            Ok(format!("{text}  require L matches \"{pattern}\""))
        }
        _ => {
            let automaton = automaton(code)?;
            let about = format!("The digits, read in order, are accepted by {shown}.");
            let conditions = match Machine::of(&automaton, digits) {
                Some(machine) => machine.conditions(several, digits),
                None if several => {
                    return Err(Trouble::TooLarge(format!(
                        "an automaton over several lists of more than {MAX_STATES} states when made deterministic"
                    )));
                }
                None => automaton.conditions(digits),
            };
            Ok(format!("{}{conditions}", head(&about, &shown)))
        }
    }
}

fn regex(code: &str) -> Result<String, Trouble> {
    let plain = if code.contains(['%', '.']) {
        percent_decoded(code)
    } else {
        String::from_utf8(bytes(code).ok_or("the pattern is damaged")?).map_err(|_| "the pattern is damaged")?
    };
    let plain: String = plain.chars().filter(|c| !c.is_whitespace()).collect();
    if plain.chars().all(|c| c.is_ascii_alphanumeric() || "()[]{}|.*+?^-,".contains(c)) {
        Ok(plain)
    } else {
        Err(Trouble::Damaged(format!("`{plain}` is no pattern over digits")))
    }
}

fn set(numbers: &[i32]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{{{}}}", words.join(", "))
}

/// For each group of digits of the first cell with the same digits for the second: one condition.
fn pair_conditions(text: &mut String, code: &str, digits: Digits) -> Result<(), Trouble> {
    let six: Option<Vec<u32>> = code.bytes().map(six_bits).collect();
    let six = six.ok_or("the table is damaged")?;
    let n = usize::from(digits.count);
    let allowed = |a: usize, b: usize| six.get((a * n + b) / 6).is_some_and(|s| s >> ((a * n + b) % 6) & 1 == 1);
    let digit = |i: usize| digits.first + i as i32;
    let mut groups: Vec<(Vec<i32>, Vec<i32>)> = Vec::new();
    for a in 0..n {
        let seconds: Vec<i32> = (0..n).filter(|&b| allowed(a, b)).map(digit).collect();
        match groups.iter_mut().find(|(_, s)| *s == seconds) {
            Some((firsts, _)) => firsts.push(digit(a)),
            None => groups.push((vec![digit(a)], seconds)),
        }
    }
    let before = text.len();
    for (firsts, seconds) in groups {
        if seconds.len() == n {
            continue;
        }
        let _ = match (seconds.is_empty(), firsts.len() == n) {
            (true, _) => writeln!(text, "    require not (a in {})", set(&firsts)),
            (_, true) => writeln!(text, "    require b in {}", set(&seconds)),
            _ => writeln!(text, "    require a in {} => b in {}", set(&firsts), set(&seconds)),
        };
    }
    if text.len() == before {
        text.push_str("    require true\n");
    }
    Ok(())
}

/// An automaton as written: by state and symbol the states reached.
struct Automaton {
    symbols: usize,
    starts: usize,
    accepting: Vec<bool>,
    next: Vec<Vec<Vec<u32>>>,
}

impl Automaton {
    /// The statements of a rule over one line, as the automaton is.
    fn conditions(&self, digits: Digits) -> String {
        let n = self.symbols.min(usize::from(digits.count));
        let starts: Vec<i32> = (0..self.starts as i32).collect();
        let ends: Vec<i32> = (0..).zip(&self.accepting).filter(|s| *s.1).map(|s| s.0).collect();
        let mut out = String::from("  let steps = [");
        let mut any = false;
        for (state, symbols) in self.next.iter().enumerate() {
            for (symbol, targets) in symbols[..n].iter().enumerate() {
                let digit = digits.first + symbol as i32;
                for to in targets {
                    let _ = write!(out, "{}[{state}, {digit}, {to}]", if any { ", " } else { "\n    " });
                    any = true;
                }
            }
        }
        if !any || starts.is_empty() || ends.is_empty() {
            return "  require false".to_owned();
        }
        let _ = write!(out, "]\n  require accepted(L, {}, steps, {})", set(&starts), set(&ends));
        out
    }
}

struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BitReader<'_> {
    fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    fn take(&mut self, bits: u32) -> Option<u32> {
        if self.left() < bits as usize {
            return None;
        }
        let mut out = 0;
        for _ in 0..bits {
            out = out << 1 | u32::from(self.bytes[self.at / 8] >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(out)
    }
}

fn bits_for(n: u32) -> u32 {
    32 - n.leading_zeros()
}

fn automaton(code: &str) -> Result<Automaton, Trouble> {
    let damaged = || Trouble::from("the automaton is damaged");
    if code.is_empty() {
        return Ok(Automaton { symbols: 1, starts: 0, accepting: Vec::new(), next: Vec::new() });
    }
    let bytes = bytes(code).ok_or_else(damaged)?;
    let mut bits = BitReader { bytes: &bytes, at: 0 };
    let packed = match bits.take(2).ok_or_else(damaged)? {
        0 => false,
        1 => true,
        _ => return Err("an automaton in a format that is not known".into()),
    };
    let width = bits.take(4).ok_or_else(damaged)? + 1;
    let symbols = bits.take(4).ok_or_else(damaged)? + 1;
    let starts = bits.take(width).ok_or_else(damaged)? as usize;
    let accepts = bits.take(width).ok_or_else(damaged)? as usize;
    if starts > 1_000 {
        return Err(damaged());
    }
    // Bit i of this number is start state i; the number is written with its highest bit first.
    let start_accepts: Option<Vec<bool>> = (0..starts).map(|_| bits.take(1).map(|b| b == 1)).collect();
    let mut accepting: Vec<bool> = start_accepts.ok_or_else(damaged)?;
    accepting.reverse();
    accepting.extend(std::iter::repeat_n(true, accepts));
    let mut next: Vec<Vec<Vec<u32>>> = Vec::new();
    let symbol_width = bits_for(symbols - 1);
    let count_width = if packed { 0 } else { bits.take(4).ok_or_else(damaged)? };
    loop {
        let mut state = vec![Vec::new(); symbols as usize];
        if packed {
            let Some(mask) = bits.take(symbols) else { break };
            for symbol in (0..symbols).filter(|s| mask >> s & 1 == 1) {
                state[symbol as usize].push(bits.take(width).ok_or_else(damaged)?);
            }
        } else {
            if count_width == 0 {
                break;
            }
            let Some(count) = bits.take(count_width) else { break };
            for _ in 0..count {
                let symbol = bits.take(symbol_width).ok_or_else(damaged)?;
                let target = bits.take(width).ok_or_else(damaged)?;
                state.get_mut(symbol as usize).ok_or_else(damaged)?.push(target);
            }
        }
        next.push(state);
        if next.len() > MAX_STATES * 4 {
            return Err(damaged());
        }
    }
    let targets = next.iter().flatten().flatten().map(|&t| t as usize + 1).max().unwrap_or(0);
    let states = next.len().max(targets).max(accepting.len()).max(starts);
    if states > MAX_STATES * 4 {
        return Err(damaged());
    }
    next.resize(states, vec![Vec::new(); symbols as usize]);
    accepting.resize(states, false);
    Ok(Automaton { symbols: symbols as usize, starts, accepting, next })
}

/// A deterministic automaton: state 0 starts; by state and symbol the next state.
struct Machine {
    /// Digits, then the break between two lists when there is one.
    symbols: usize,
    next: Vec<u32>,
    accepting: Vec<bool>,
}

impl Machine {
    /// None when it would have more than [`MAX_STATES`].
    fn of(automaton: &Automaton, digits: Digits) -> Option<Self> {
        let symbols = usize::from(digits.count) + 1;
        let start: Vec<u32> = (0..automaton.starts as u32).collect();
        let mut numbers = Numbers::with_room(automaton.next.len());
        numbers.add(hash_of(&start), 0);
        let mut sets = vec![start];
        let mut next = Vec::new();
        let mut reached: Vec<u32> = Vec::new();
        let mut at = 0;
        while at < sets.len() {
            for symbol in 0..symbols {
                reached.clear();
                if symbol < automaton.symbols {
                    for &s in &sets[at] {
                        reached.extend(&automaton.next[s as usize][symbol]);
                    }
                }
                reached.sort_unstable();
                reached.dedup();
                let hash = hash_of(&reached);
                let number = numbers.find(hash, |i| sets[i as usize] == reached).unwrap_or_else(|| {
                    numbers.add(hash, sets.len() as u32);
                    sets.push(reached.clone());
                    sets.len() as u32 - 1
                });
                next.push(number);
            }
            if sets.len() > MAX_STATES {
                return None;
            }
            at += 1;
        }
        let accepting = sets.iter().map(|s| s.iter().any(|&q| automaton.accepting[q as usize])).collect();
        Some(Self { symbols, next, accepting }.merged())
    }

    /// The smallest automaton that accepts the same.
    fn merged(&self) -> Self {
        let kind: Vec<u32> = self.accepting.iter().map(|&a| u32::from(a)).collect();
        let class = cluewright_rules::compile::classes(self.symbols, &self.next, &kind);
        let count = class.iter().max().map_or(0, |&c| c as usize + 1);
        let mut next = vec![0; count * self.symbols];
        let mut accepting = vec![false; count];
        for (state, row) in self.next.chunks_exact(self.symbols).enumerate() {
            let own = class[state] as usize;
            accepting[own] = self.accepting[state];
            for (to, &after) in next[own * self.symbols..].iter_mut().zip(row) {
                *to = class[after as usize];
            }
        }
        // Classes are numbered as they are met, so the start is class 0.
        Self { symbols: self.symbols, next, accepting }
    }

    /// The statements of the rule: a table of digits, the fold over the cells, the accepting states.
    fn conditions(&self, several: bool, digits: Digits) -> String {
        let n = self.symbols - 1;
        let states = self.accepting.len();
        let accepting: Vec<i32> = (0..states).filter(|&s| self.accepting[s]).map(|s| s as i32).collect();
        if accepting.is_empty() {
            return "  require false".to_owned();
        }
        let offset = 1 - digits.first;
        let step = match offset {
            0 => format!("next[s * {n} + c]"),
            o => format!("next[s * {n} + c + {o}]"),
        };
        let accepting = set(&accepting);
        let mut out = String::from("  let next = [\n");
        for row in self.next.chunks(self.symbols) {
            out.push_str("    ");
            for (i, to) in row[..n].iter().enumerate() {
                let _ = write!(out, "{}{to}", if i == 0 { "" } else { ", " });
            }
            out.push_str(",\n");
        }
        let last = out.trim_end_matches(",\n").len();
        out.truncate(last);
        out.push_str("]\n");
        if several {
            let breaks: Vec<String> = (0..states).map(|s| self.next[s * self.symbols + n].to_string()).collect();
            let _ = writeln!(out, "  let gap = [{}]", breaks.join(", "));
            let _ = write!(
                out,
                "  require (fold t = 0 for i, M in S: fold s = (if i = 1 then t else gap[t + 1]) for c in M: {step}) in {accepting}"
            );
        } else {
            let _ = write!(out, "  require (fold s = 0 for c in L: {step}) in {accepting}");
        }
        out
    }
}
