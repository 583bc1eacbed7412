//! The packed tables of the Interactive Sudoku Solver, converted to rules in Cluewright's language.
//!
//! `Pair` is a truth table in base64, with six pairs per character, least significant bit first. `NFA` has states and transitions
//! in a bit stream (2 bits for the format, the width of a state, the number of symbols, counts, then the transitions of each
//! state). An automaton is written unchanged in Cluewright's language, with one line per state, in the form that `accepted` reads.

use crate::percent::percent_decoded;
use cluewright_core::Sort;
use cluewright_core::puzzle::Digits;
use std::fmt::Write;

/// The maximum number of states of an automaton.
const MAX_STATES: u32 = 80_000;

/// The value of a character in URL-safe base64.
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

#[allow(clippy::cast_possible_truncation, reason = "the byte's own bits: those above were given out before")]
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

/// The `also` line of a rule. The line contains the other program's type and code, so that the rule can be found again.
pub(super) fn also(kind: &str, code: &str, title: &str, several: bool) -> String {
    let cells = if several { "S" } else { "L" };
    match kind {
        "Regex" => format!("  also iss Regex(\"{code}\", {cells})"),
        _ => format!("  also iss {kind}(\"{code}\", \"_{}\", {cells})", title.replace(['"', '\\'], "'")),
    }
}

/// Converts a title to a rule's name: letters and digits, with `-` between words.
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

/// A number as letters (2 is `b`, 27 is `aa`), because a part of a name must not be a plain number.
pub(super) fn letters(mut n: usize) -> String {
    let mut out = Vec::new();
    while n > 0 {
        out.extend(('a'..='z').nth((n - 1) % 26));
        n = (n - 1) / 26;
    }
    out.iter().rev().collect()
}

/// The complete text of a rule. The error describes the fault in the table.
pub(super) fn rule_text(
    name: &str,
    kind: &str,
    code: &str,
    title: &str,
    also: &str,
    several: bool,
    digits: Digits,
) -> Result<String, String> {
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
            // Braces mean repetition in a pattern but parameters in a rule's description, so the description omits the pattern.
            let text = text.replacen(&format!("the pattern {pattern}"), "the pattern", 1);
            Ok(format!("{text}  require L matches \"{pattern}\""))
        }
        _ => {
            let about = format!("The digits, read in order, are accepted by {shown}.");
            let mut text = head(&about, &shown);
            automaton(code)?.condition(&mut text, cells, several, digits);
            Ok(text)
        }
    }
}

fn regex(code: &str) -> Result<String, String> {
    let plain = if code.contains(['%', '.']) {
        percent_decoded(code)
    } else {
        String::from_utf8(bytes(code).ok_or("the pattern is damaged")?).map_err(|_| "the pattern is damaged")?
    };
    let plain: String = plain.chars().filter(|c| !c.is_whitespace()).collect();
    if plain.chars().all(|c| c.is_ascii_alphanumeric() || "()[]{}|.*+?^-,".contains(c)) {
        Ok(plain)
    } else {
        Err(format!("`{plain}` is not a pattern over digits"))
    }
}

fn set(numbers: &[i32]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{{{}}}", words.join(", "))
}

/// Writes one condition for each group of digits of the first cell that allow the same digits in the second cell.
fn pair_conditions(text: &mut String, code: &str, digits: Digits) -> Result<(), String> {
    let six: Option<Vec<u32>> = code.bytes().map(six_bits).collect();
    let six = six.ok_or("the table is damaged")?;
    let n = usize::from(digits.count);
    let numbers: Vec<i32> = (digits.first..=digits.last()).collect();
    let allowed = |a: usize, b: usize| six.get((a * n + b) / 6).is_some_and(|s| s >> ((a * n + b) % 6) & 1 == 1);
    let mut groups: Vec<(Vec<i32>, Vec<i32>)> = Vec::new();
    for a in 0..n {
        let seconds: Vec<i32> = (0..n).filter(|&b| allowed(a, b)).map(|b| numbers[b]).collect();
        match groups.iter_mut().find(|(_, s)| *s == seconds) {
            Some((firsts, _)) => firsts.push(numbers[a]),
            None => groups.push((vec![numbers[a]], seconds)),
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

/// An automaton in the form in which it is written.
struct Automaton {
    starts: usize,
    accepting: Vec<bool>,
    /// The transitions of each state: a symbol and the next state.
    next: Vec<Vec<(u32, u32)>>,
}

impl Automaton {
    /// Writes the condition of a rule. With `several`, `cells` names several lists, and the symbol after the last digit separates
    /// them.
    fn condition(mut self, out: &mut String, cells: &str, several: bool, digits: Digits) {
        let count = u32::from(digits.count);
        let symbols = count + u32::from(several);
        self.next.iter_mut().for_each(|state| state.retain(|t| t.0 < symbols));
        let used = self.next.iter().any(|state| !state.is_empty());
        if self.starts == 0 || !self.accepting.contains(&true) || !used {
            out.push_str("  require false");
            return;
        }
        let _ = write!(out, "  require accepted({cells},\n    \"start");
        (0..self.starts).for_each(|s| spaced(out, s as i64));
        out.push_str("; end");
        let ends = (0..).zip(&self.accepting).filter(|s| *s.1);
        ends.for_each(|(s, _)| spaced(out, s));
        out.push('"');
        for (state, mut steps) in (0..).zip(self.next).filter(|s| !s.1.is_empty()) {
            out.push_str("\n    \"");
            number(out, state);
            out.push(':');
            // Write symbols that lead to the same state together.
            steps.order_by_key(|&(symbol, to)| (to, symbol));
            steps.dedup();
            for same in steps.chunk_by(|a, b| a.1 == b.1) {
                let runs = same.chunk_by(|a, b| a.0 + 1 == b.0 && b.0 < count);
                for (i, run) in runs.enumerate() {
                    out.push(if i == 0 { ' ' } else { ',' });
                    let digit = |symbol: u32| i64::from(digits.first) + i64::from(symbol);
                    match (run[0].0, run[run.len() - 1].0) {
                        (symbol, _) if symbol >= count => out.push('|'),
                        (first, last) if first == last => number(out, digit(first)),
                        (first, last) => {
                            number(out, digit(first));
                            out.push_str("..");
                            number(out, digit(last));
                        }
                    }
                }
                out.push('>');
                number(out, i64::from(same[0].1));
            }
            out.push('"');
        }
        out.push(')');
    }
}

fn spaced(out: &mut String, n: i64) {
    out.push(' ');
    number(out, n);
}

/// Appends a number. The function is optimised, because tables have thousands of numbers.
fn number(out: &mut String, n: i64) {
    if !(0..10_000).contains(&n) {
        let _ = write!(out, "{n}");
        return;
    }
    let mut each = 1;
    while each * 10 <= n {
        each *= 10;
    }
    while each > 0 {
        out.push((b'0' + (n / each % 10) as u8) as char);
        each /= 10;
    }
}

struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BitReader<'_> {
    /// Reads a number of `bits` bits (at most 24), most significant bit first; `None` at the end of the code.
    fn take(&mut self, bits: u32) -> Option<u32> {
        if self.bytes.len() * 8 - self.at < bits as usize {
            return None;
        }
        let byte = |i: usize| u32::from(self.bytes.get(self.at / 8 + i).copied().unwrap_or(0));
        let word = (0..4).fold(0, |word, i| word << 8 | byte(i));
        let out = u64::from(word << (self.at % 8)) << bits >> 32;
        self.at += bits as usize;
        Some(out as u32)
    }
}

/// The number of bits that a number needs.
pub(super) fn bits_for(n: u32) -> u32 {
    32 - n.leading_zeros()
}

fn automaton(code: &str) -> Result<Automaton, String> {
    let damaged = || String::from("the automaton is damaged");
    if code.is_empty() {
        return Ok(Automaton { starts: 0, accepting: Vec::new(), next: Vec::new() });
    }
    let bytes = bytes(code).ok_or_else(damaged)?;
    let mut bits = BitReader { bytes: &bytes, at: 0 };
    let packed = match bits.take(2).ok_or_else(damaged)? {
        0 => false,
        1 => true,
        _ => return Err("the automaton has an unknown format".into()),
    };
    let width = bits.take(4).ok_or_else(damaged)? + 1;
    let symbols = bits.take(4).ok_or_else(damaged)? + 1;
    let starts = bits.take(width).ok_or_else(damaged)? as usize;
    let accepts = bits.take(width).ok_or_else(damaged)? as usize;
    if starts > 1_000 {
        return Err(damaged());
    }
    // The bits of this number, the highest bit first: bit i is set if start state i accepts.
    let start_accepts: Option<Vec<bool>> = (0..starts).map(|_| bits.take(1).map(|b| b == 1)).collect();
    let mut accepting: Vec<bool> = start_accepts.ok_or_else(damaged)?;
    accepting.reverse();
    accepting.extend(std::iter::repeat_n(true, accepts));
    let mut next: Vec<Vec<(u32, u32)>> = Vec::new();
    let symbol_width = bits_for(symbols - 1);
    let count_width = if packed { 0 } else { bits.take(4).ok_or_else(damaged)? };
    let mut targets = 0;
    loop {
        let mut state = Vec::new();
        if packed {
            let Some(mask) = bits.take(symbols) else { break };
            state.reserve_exact(mask.count_ones() as usize);
            for symbol in (0..symbols).filter(|s| mask >> s & 1 == 1) {
                state.push((symbol, bits.take(width).ok_or_else(damaged)?));
            }
        } else {
            if count_width == 0 {
                break;
            }
            let Some(count) = bits.take(count_width) else { break };
            state.reserve_exact((count as usize).min(bytes.len()));
            for _ in 0..count {
                let symbol = bits.take(symbol_width).ok_or_else(damaged)?;
                let target = bits.take(width).ok_or_else(damaged)?;
                if symbol >= symbols {
                    return Err(damaged());
                }
                state.push((symbol, target));
            }
        }
        targets = state.iter().fold(targets, |most: u32, t| most.max(t.1 + 1));
        next.push(state);
        if next.len() > MAX_STATES as usize {
            return Err(damaged());
        }
    }
    if targets > MAX_STATES || accepting.len() > MAX_STATES as usize {
        return Err(damaged());
    }
    Ok(Automaton { starts, accepting, next })
}
