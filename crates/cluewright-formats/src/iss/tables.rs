//! Adds facts to a string: candidates, sets of different cells, sums, tables of pairs and automata. Tables are packed in the form
//! that [`super::codes`] unpacks.

use super::codes::bits_for;
use super::names::cell_id;
use crate::fact::{Fact, Says};
use cluewright_core::constraint::Automaton;
use cluewright_core::model::Relation;
use cluewright_core::{Cell, Constraint, Puzzle, Sort, Value};
use std::fmt::Write;

/// The alphabet of URL-safe base64.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// The maximum number of states of an automaton. In the string, states are 16-bit numbers.
const MOST_STATES: usize = 1 << 16;
/// The maximum coefficient of a cell in a sum.
const MOST_OF_A_CELL: i32 = 100;

/// Adds facts to a string, each in a form that is read back as exactly this fact. Also returns the facts that the string cannot
/// express.
pub(super) fn add(puzzle: &Puzzle, text: &str, facts: &[Fact]) -> Option<(String, Vec<Fact>)> {
    // Only plain constraint strings can be extended. Links and texts with remarks cannot.
    if !text.starts_with('.') || text.contains(char::is_whitespace) {
        return None;
    }
    let mut out = text.to_owned();
    let mut left = Vec::new();
    // The tables and automata: type, code, title, and the lists of cells to which each applies.
    let mut tables: Vec<(&str, String, &str, Vec<Vec<Cell>>)> = Vec::new();
    for fact in facts {
        let Some((kind, code, cells)) = table(puzzle, &fact.says) else {
            match plain(puzzle, &fact.says) {
                Some(said) => out.push_str(&said),
                None => left.push(fact.clone()),
            }
            continue;
        };
        let same = |t: &&mut (&str, String, &str, Vec<Vec<Cell>>)| t.0 == kind && t.1 == code && t.2 == fact.title;
        match tables.iter_mut().find(same) {
            Some(table) => table.3.push(cells),
            None => tables.push((kind, code, &fact.title, vec![cells])),
        }
    }
    for (kind, code, title, lists) in tables {
        let lists = if kind == "Pair" { chained(lists, symmetric(&code, puzzle)) } else { lists };
        let _ = write!(out, ".{kind}~{code}~_{title}");
        for (i, cells) in lists.iter().enumerate() {
            out.push_str(if i > 0 { "~" } else { "" });
            for &c in cells {
                let _ = write!(out, "~{}", cell_id(puzzle, c));
            }
        }
    }
    Some((out, left))
}

/// Writes a fact for which the format has a type; `None` for other facts.
fn plain(puzzle: &Puzzle, says: &Says) -> Option<String> {
    let ids = |cells: &[Cell]| cells.iter().map(|&c| cell_id(puzzle, c)).collect::<Vec<_>>().join("~");
    match says {
        Says::Digits(cell, digits) => {
            let id = cell_id(puzzle, *cell);
            // A cell without a possible digit is written as two givens that contradict each other.
            let (first, last) = (puzzle.digits.first, puzzle.digits.last());
            if digits.is_empty() {
                return (first < last).then(|| format!(".~{id}_{first}.~{id}_{last}"));
            }
            let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
            Some(format!(".~{id}_{}", digits.join("_")))
        }
        Says::Different(cells) => Some(format!(".AllDifferent~{}", ids(cells))),
        Says::Sum(terms, total) if terms.iter().all(|t| t.1.abs() <= MOST_OF_A_CELL) => {
            let cells: Vec<Cell> = terms.iter().map(|t| t.0).collect();
            let weights: Vec<String> = terms.iter().map(|t| t.1.to_string()).collect();
            let weighted = terms.iter().any(|t| t.1 != 1);
            let weights = if weighted { format!("_=_{}", weights.join("_")) } else { String::new() };
            Some(format!(".Sum~{total}{weights}~{}", ids(&cells)))
        }
        _ => None,
    }
}

/// A fact as a table: its type, its code, and the cells to which it applies.
fn table(puzzle: &Puzzle, says: &Says) -> Option<(&'static str, String, Vec<Cell>)> {
    match says {
        Says::Pair(cells, forbids) => Some(("Pair", pair_code(puzzle, forbids), cells.to_vec())),
        Says::Path(automaton) => Some(("NFA", automaton_code(puzzle, automaton)?, automaton.cells().to_vec())),
        // An automaton without states accepts nothing.
        Says::Never => Some(("NFA", String::new(), vec![Cell(0)])),
        _ => None,
    }
}

/// A truth table in base64, with six pairs per character, least significant bit first.
fn pair_code(puzzle: &Puzzle, relation: &Relation) -> String {
    let n = usize::from(puzzle.digits.count);
    let mut six = vec![0u8; (n * n).div_ceil(6)];
    for a in 0..n {
        let forbidden = relation.forbidden(Value::at(a));
        for b in (0..n).filter(|&b| !forbidden.contains(Value::at(b))) {
            six[(a * n + b) / 6] |= 1 << ((a * n + b) % 6);
        }
    }
    six.iter().map(|&s| char::from(ALPHABET[usize::from(s)])).collect()
}

/// Whether a table is symmetric.
fn symmetric(code: &str, puzzle: &Puzzle) -> bool {
    let n = usize::from(puzzle.digits.count);
    let six: Vec<u32> = code.bytes().map(|c| super::codes::six_bits(c).unwrap_or(0)).collect();
    let bit = |a: usize, b: usize| six[(a * n + b) / 6] >> ((a * n + b) % 6) & 1;
    (0..n).all(|a| (0..a).all(|b| bit(a, b) == bit(b, a)))
}

/// Joins successive pairs into lines, since `Pair` applies to all neighbours on a line.
fn chained(pairs: Vec<Vec<Cell>>, both_ways: bool) -> Vec<Vec<Cell>> {
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    for mut pair in pairs {
        if let Some(line) = lines.last_mut() {
            let end = *line.last().expect("a line has cells");
            if both_ways && line.len() == 2 && end != pair[0] && end != pair[1] && pair.contains(&line[0]) {
                line.reverse();
            }
            let end = *line.last().expect("a line has cells");
            if both_ways && pair[1] == end {
                pair.reverse();
            }
            if pair[0] == end {
                line.push(pair[1]);
                continue;
            }
        }
        lines.push(pair);
    }
    lines
}

/// Packs an automaton: the states of its layers in order, except that the final states directly follow the start state, as the
/// packing requires. `None` if the automaton is too large or its numbers are not the puzzle's digits.
fn automaton_code(puzzle: &Puzzle, it: &Automaton) -> Option<String> {
    let (first, symbols) = (puzzle.digits.first, u32::from(puzzle.digits.count));
    let layers = it.cells().len();
    let states = it.state_count();
    if it.first().iter().any(|f| *f != first) || layers == 0 || states > MOST_STATES {
        return None;
    }
    let accepts = it.states(layers);
    if it.edge_count() == 0 || accepts == 0 {
        return Some(String::new());
    }
    let mut starts = vec![0; layers + 1];
    starts[layers] = 1;
    let mut before = 1 + accepts;
    for (layer, start) in starts.iter_mut().enumerate().take(layers).skip(1) {
        *start = before;
        before += it.states(layer);
    }
    let number = |n: usize| u32::try_from(n).ok();
    // For each state, in the order of the packing: its symbols and the states to which they lead.
    let mut next: Vec<Vec<(u32, u32)>> = vec![Vec::new(); before];
    for layer in 0..layers {
        for edge in it.edges(layer) {
            let to = number(starts[layer + 1] + edge.to as usize)?;
            next[starts[layer] + edge.from as usize]
                .extend(edge.values().iter().map(|v| (u32::from(v.0), to)).filter(|t| t.0 < symbols));
        }
    }
    for state in &mut next {
        state.order();
    }
    let width = bits_for(number(before - 1)?).max(1);
    let symbol_width = bits_for(symbols - 1);
    let most = number(next.iter().map(Vec::len).max()?)?;
    // All digits get symbols, whether they are used or not, because symbols are numbered from the first digit.
    let packs = next.iter().all(|n| n.windows(2).all(|t| t[0].0 != t[1].0));
    let steps: usize = next.iter().map(Vec::len).sum();
    let plain_size = next.len() * bits_for(most) as usize + steps * (symbol_width + width) as usize;
    let packs = packs && next.len() * symbols as usize + steps * (width as usize) < plain_size;
    if bits_for(most) > 15 {
        return None;
    }
    let mut bits = BitWriter::default();
    bits.put(u32::from(packs), 2);
    bits.put(width - 1, 4);
    bits.put(symbols - 1, 4);
    bits.put(1, width);
    bits.put(number(accepts)?, width);
    bits.put(0, 1);
    if !packs {
        bits.put(bits_for(most), 4);
    }
    for state in &next {
        if packs {
            bits.put(state.iter().fold(0, |mask, t| mask | 1 << t.0), symbols);
        } else {
            bits.put(number(state.len())?, bits_for(most));
        }
        for (symbol, to) in state {
            if !packs {
                bits.put(*symbol, symbol_width);
            }
            bits.put(*to, width);
        }
    }
    Some(bits.base64())
}

/// Collects bits, with the most significant bit of each number first.
#[derive(Default)]
struct BitWriter {
    bits: Vec<bool>,
}

impl BitWriter {
    fn put(&mut self, number: u32, width: u32) {
        self.bits.extend((0..width).rev().map(|i| number >> i & 1 == 1));
    }

    /// The bits as base64 without padding, filled up to whole bytes.
    fn base64(mut self) -> String {
        self.bits.resize(self.bits.len().next_multiple_of(8), false);
        let six = |bits: &[bool]| (0..6).fold(0, |n, i| n << 1 | usize::from(bits.get(i) == Some(&true)));
        self.bits.chunks(6).map(|bits| char::from(ALPHABET[six(bits)])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Iss};
    use cluewright_core::constraint::Edge;
    use cluewright_core::puzzle::Digits;
    use cluewright_core::{Shape, ValueSet};

    fn puzzle() -> Puzzle {
        let mut puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
        puzzle.digits = Digits { first: 0, count: 4 };
        puzzle
    }

    fn added(says: Vec<Says>) -> String {
        let facts: Vec<Fact> = says.into_iter().map(|says| Fact { title: "own".into(), says }).collect();
        let (text, left) = add(&puzzle(), ".Shape~4x4~0-3", &facts).unwrap();
        assert!(left.is_empty());
        text
    }

    #[test]
    fn plain_facts_have_types() {
        let text = added(vec![
            Says::Digits(Cell(1), vec![0, 2]),
            Says::Digits(Cell(2), vec![]),
            Says::Different(vec![Cell(0), Cell(5)]),
            Says::Sum(vec![(Cell(0), 1), (Cell(4), 1)], 4),
            Says::Sum(vec![(Cell(0), 2), (Cell(4), -1)], 3),
        ]);
        let rest = ".~R1C2_0_2.~R1C3_0.~R1C3_3.AllDifferent~R1C1~R2C2.Sum~4~R1C1~R2C1.Sum~3_=_2_-1~R1C1~R2C1";
        assert_eq!(text, format!(".Shape~4x4~0-3{rest}"));
    }

    #[test]
    fn pairs_become_lines_of_one_table() {
        let rising = Relation::forbidding(4, 4, |a, b| a >= b);
        let near = Relation::forbidding(4, 4, |a, b| a.0.abs_diff(b.0) < 2);
        let pair = |a, b, relation: &Relation| Says::Pair([Cell(a), Cell(b)], relation.clone());
        let text = added(vec![pair(0, 1, &rising), pair(1, 2, &rising), pair(2, 0, &rising)]);
        assert!(text.ends_with("~_own~R1C1~R1C2~R1C3~R1C1"), "{text}");
        let text = added(vec![pair(1, 0, &rising), pair(1, 2, &rising), pair(8, 9, &near), pair(8, 4, &near)]);
        assert!(text.ends_with("~_own~R3C2~R3C1~R2C1") && text.contains("~_own~R1C2~R1C1~~R1C2~R1C3."), "{text}");
        // The table is read back as a rule with explicit conditions.
        let read = Iss.read(&text).unwrap().0;
        assert_eq!(read.definitions.len(), 2);
        assert!(
            read.definitions[0].text.contains("require a in {0} => b in {1, 2, 3}"),
            "{}",
            read.definitions[0].text
        );
    }

    /// An automaton is read back unchanged, whether it is packed or plain, deterministic or not.
    #[test]
    fn automata_are_unpacked_as_they_were_packed() {
        let (low, high, all) = (ValueSet(0b0011), ValueSet(0b1100), ValueSet::below(4));
        let plain =
            [vec![Edge::new(0, 0, low), Edge::new(0, 1, high)], vec![Edge::new(0, 0, high), Edge::new(1, 0, low)]];
        let several =
            [vec![Edge::new(0, 0, all), Edge::new(0, 1, high)], vec![Edge::new(0, 0, low), Edge::new(1, 0, all)]];
        let wide = [vec![Edge::new(0, 0, all)], vec![Edge::new(0, 0, all)]];
        let expected = [
            "start 0; end 1\"\n    \"0: 0..1>2 2..3>3\"\n    \"2: 2..3>1\"\n    \"3: 0..1>1\"",
            "start 0; end 1\"\n    \"0: 0..3>2 2..3>3\"\n    \"2: 0..1>1\"\n    \"3: 0..3>1\"",
            "start 0; end 1\"\n    \"0: 0..3>2\"\n    \"2: 0..3>1\"",
        ];
        for (layers, expected) in [plain, several, wide].iter().zip(expected) {
            let automaton = Automaton::new(&[Cell(3), Cell(9)], &[0, 0], layers).unwrap();
            let text = added(vec![Says::Path(automaton)]);
            assert!(text.ends_with("~_own~R1C4~R3C2"), "{text}");
            let read = Iss.read(&text).unwrap().0;
            assert!(read.definitions[0].text.contains(expected), "{}", read.definitions[0].text);
        }
        let nothing = Automaton::new(&[Cell(0)], &[0], &[Vec::new()]).unwrap();
        for never in [Says::Path(nothing), Says::Never] {
            let text = added(vec![never]);
            assert!(Iss.read(&text).unwrap().0.definitions[0].text.contains("require false"), "{text}");
        }
    }

    #[test]
    fn what_it_cannot_say_is_left() {
        let far = Automaton::new(&[Cell(0)], &[1], &[vec![Edge::new(0, 0, ValueSet(1))]]).unwrap();
        let facts = [
            Fact { title: "a".into(), says: Says::Path(far) },
            Fact { title: "b".into(), says: Says::Sum(vec![(Cell(0), 101)], 0) },
        ];
        let (text, left) = add(&puzzle(), ".Shape~4x4~0-3", &facts).unwrap();
        assert_eq!((text.as_str(), &left[..]), (".Shape~4x4~0-3", &facts[..]));
        assert!(add(&puzzle(), "# mine\n.Shape~4x4", &facts).is_none());
    }
}
