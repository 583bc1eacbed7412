//! Runs a library of technique cases in the `HoDoKu` line format and counts the cases that are found.
//!
//! Each line has the form `:<code>[-<variant>|-x]:<digits>:<givens>:<deleted>:<eliminations>:<placements>:<extra>`; a candidate is
//! written as digit, row and column. A case is *contained* if some step of its technique with its digits has exactly its
//! conclusions, and *exact* if every such step has exactly these conclusions. In a `-x` case, the technique must find no step.

use crate::classics::classic;
use crate::task::{Fail, Task, Words};
use cluewright_core::puzzle::{Given, Puzzle};
use cluewright_core::{Candidate, Cell, CellSet, Model, Shape, Value};
use cluewright_logic::{Config, Pattern, RARE, State, Step, TECHNIQUES, Technique, proof, steps, text};
use std::collections::BTreeMap;

pub(crate) const TASK: Task = Task {
    name: "reglib",
    takes: "FILE",
    about: "count the technique cases that are found",
    options: &[("--exact", "", "", "list those that are not exact, too"), ("--code", "CODE", "", "cases of this code")],
    run,
};

/// Runs the task that the first lines of this file describe.
fn run(words: &Words) -> Result<(), Fail> {
    let path = words.names[0];
    let (show_exact, only) = (words.has("--exact"), words.text("--code"));
    let file = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let mut table: BTreeMap<String, (usize, usize, usize)> = BTreeMap::new();
    let mut unsound = 0;
    for (number, line) in file.lines().enumerate() {
        let line = line.trim_end();
        if !line.starts_with(':') {
            continue;
        }
        let Some(case) = Case::read(line) else {
            println!("line {}: not a case", number + 1);
            continue;
        };
        if only.is_some_and(|o| !case.code.starts_with(o)) {
            continue;
        }
        let verdict = case.judge(number + 1, only.is_some());
        unsound += verdict.unproved;
        let row = table.entry(case.code.clone()).or_default();
        row.0 += 1;
        row.1 += usize::from(verdict.contains);
        row.2 += usize::from(verdict.exact);
        if !verdict.contains || (show_exact && !verdict.exact) {
            println!("line {}: {} {line}", number + 1, if verdict.contains { "not exact" } else { "missed" });
        }
    }
    let (mut all, mut contains, mut exact) = (0, 0, 0);
    for (code, (n, c, e)) in &table {
        println!("{code:8} contains {c} of {n}, exact {e} of {n}");
        all += n;
        contains += c;
        exact += e;
    }
    println!("contains {contains} of {all}");
    println!("exact {exact} of {all}");
    if unsound > 0 {
        return Err(format!("{unsound} steps were not proved").into());
    }
    Ok(())
}

struct Case {
    code: String,
    fails: bool,
    digits: Vec<u8>,
    state: State,
    model: Model,
    eliminations: Vec<Candidate>,
    placements: Vec<Candidate>,
}

struct Verdict {
    contains: bool,
    exact: bool,
    unproved: usize,
}

impl Case {
    fn read(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(':').collect();
        let (code, digits, grid) = (*fields.get(1)?, *fields.get(2)?, *fields.get(3)?);
        let mut puzzle = Puzzle::new(Shape::square(9).ok()?, 9);
        let mut filled = Vec::new();
        let (mut at, mut placed) = (0u16, false);
        for ch in grid.chars() {
            match ch {
                '+' => placed = true,
                '1'..='9' => {
                    let digit = ch as u8 - b'0';
                    if placed {
                        filled.push(Candidate::new(Cell(at), Value(digit - 1)));
                    } else {
                        puzzle.givens.push(Given { cell: Cell(at), digits: vec![digit as i32] });
                    }
                    placed = false;
                    at += 1;
                }
                _ => at += 1,
            }
        }
        if at != 81 {
            return None;
        }
        let model = classic(&puzzle);
        let mut state = State::start(&model);
        for c in filled {
            state.settle(&model, c);
        }
        for c in triples(fields.get(4).unwrap_or(&""))? {
            state.eliminate(c);
        }
        state = State::new(&model, state.board, state.placed.iter().collect::<CellSet>());
        let mut eliminations = triples(fields.get(5).unwrap_or(&""))?;
        eliminations.sort_unstable();
        let mut placements = triples(fields.get(6).unwrap_or(&""))?;
        placements.sort_unstable();
        Some(Self {
            fails: code.ends_with("-x"),
            code: code.to_owned(),
            digits: digits.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect(),
            state,
            model,
            eliminations,
            placements,
        })
    }

    fn judge(&self, line: usize, verbose: bool) -> Verdict {
        let (code, variant) = self.code.split_once('-').unwrap_or((&self.code, ""));
        let techniques: Vec<&dyn Technique> = TECHNIQUES
            .iter()
            .chain(RARE)
            .copied()
            .filter(|t| t.infos().iter().any(|i| i.aliases.contains(&code)))
            .collect();
        let config = Config { techniques: &techniques, work: 2_000_000_000, ..Config::default() };
        let all = steps(&self.model, &self.state, &config);
        let mut verdict = Verdict { contains: false, exact: true, unproved: 0 };
        for step in all.iter().filter(|s| s.technique.aliases.contains(&code)) {
            if let Err(why) = proof::verify(&self.model, &self.state, step) {
                println!("line {line}: NOT PROVED ({why}): {}", text::describe(&self.model, &self.state, step));
                verdict.unproved += 1;
            }
            if !self.fits(code, variant, step) {
                continue;
            }
            let same = self.same(step);
            if verbose {
                println!("line {line}: {same} {}", text::describe(&self.model, &self.state, step));
            }
            verdict.contains |= same;
            verdict.exact &= same;
        }
        if self.fails {
            verdict.contains = all.iter().all(|s| !s.technique.aliases.contains(&code));
            verdict.exact = verdict.contains;
        }
        verdict.exact &= verdict.contains;
        verdict
    }

    /// Whether the step has the case's conclusions. A placement may be written as the elimination of the cell's other candidates.
    fn same(&self, step: &Step) -> bool {
        let mut placements = step.placements.clone();
        placements.sort_unstable();
        let others = self.others(step);
        placements == self.placements && step.eliminations == self.eliminations
            || self.placements.is_empty() && !others.is_empty() && others == self.eliminations
    }

    /// The other candidates of the cell that a step fills in; empty unless the step fills in exactly one cell.
    fn others(&self, step: &Step) -> Vec<Candidate> {
        let [placed] = step.placements.as_slice() else { return Vec::new() };
        let values = self.state.board.values(placed.cell).without(placed.value);
        values.iter().map(|v| Candidate::new(placed.cell, v)).collect()
    }

    /// Whether the step has the digits and the variant of the case.
    fn fits(&self, code: &str, variant: &str, step: &Step) -> bool {
        let mut digits: Vec<u8> = match code {
            "0000" | "0002" | "0003" => step.placements.iter().map(|c| c.value.0 + 1).collect(),
            "0707" | "0710" if !step.placements.is_empty() => self.others(step).iter().map(|c| c.value.0 + 1).collect(),
            "0706" | "0707" | "0708" | "0709" | "0710" | "0711" | "0901" | "0902" | "0903" | "0904" | "1101" => {
                step.eliminations.iter().chain(&step.placements).map(|c| c.value.0 + 1).collect()
            }
            _ => step.digits().iter().map(|v| v.0 + 1).collect(),
        };
        digits.sort_unstable();
        digits.dedup();
        let variant_fits = match (code, variant) {
            ("0708" | "0711", _) if !ends_fit(step, variant) => false,
            ("0709" | "0710" | "0711", "1" | "2")
                if code != "0709" && !variant.is_empty() && step.technique.id.starts_with("als") =>
            {
                false
            }
            ("0710" | "0711", "3" | "4") if !step.technique.id.starts_with("als") => false,
            ("0709", "1") => !step.technique.id.starts_with("als"),
            ("0709", "2") => step.technique.id.starts_with("als"),
            ("0902" | "0903" | "0904", v) if v != "2" && overlaps(step) => false,
            ("0901", "1") => step.technique.id == "als_xz",
            ("0901", "2") => step.technique.id == "als_xz_doubly_linked",
            ("0707" | "0710", "1" | "3") => !step.placements.is_empty(),
            ("0707" | "0710", "2" | "4") => step.placements.is_empty(),
            _ => true,
        };
        variant_fits && (self.digits.is_empty() || digits.is_empty() || digits == self.digits)
    }
}

/// Whether two of a step's almost locked sets share a cell.
fn overlaps(step: &Step) -> bool {
    let Pattern::Als { sets, .. } = &step.pattern else { return false };
    let shared = |i: usize, j: usize| sets[i].0.iter().any(|c| sets[j].0.contains(c));
    (0..sets.len()).any(|i| (0..i).any(|j| shared(i, j)))
}

/// Whether a chain's ends share a digit (odd variants) or not (even variants).
fn ends_fit(step: &Step, variant: &str) -> bool {
    let Pattern::Chain { nodes, .. } = &step.pattern else { return false };
    let same = nodes.first().map(|n| n[0].value) == nodes.last().map(|n| n[0].value);
    matches!(variant, "1" | "3") == same
}

fn triples(field: &str) -> Option<Vec<Candidate>> {
    let read = |word: &str| {
        let d: Vec<u16> = word.bytes().map(|b| (b as u16).wrapping_sub(b'0' as u16)).collect();
        match d.as_slice() {
            [v @ 1..=9, r @ 1..=9, c @ 1..=9] => Some(Candidate::new(Cell((r - 1) * 9 + c - 1), Value(*v as u8 - 1))),
            _ => None,
        }
    };
    field.split_whitespace().map(read).collect()
}
