//! Finds a rule of the whole grid that means the same as a reading without clues: both accept and reject the same grids in a test
//! with many small grids.

use crate::draft::{Reading, Twin};
use crate::random::Random;
use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::syntax::ast::{ParamKind, Rule, Shape as Kind};
use cluewright_rules::{Ruleset, check, print};

/// The number of grids in which the reading and a rule are compared, and the length of the grids' sides.
const GRIDS: usize = 200;
const SIDE: u16 = 4;
/// At least this many grids must satisfy the rule, and at least as many must break it.
const SEEN: usize = 5;

/// A rule of the whole grid that accepts the same test grids as the reading. Two thirds of the test grids have random marks between
/// cells.
pub(crate) fn whole(rules: &Ruleset, reading: &Reading) -> Option<Twin> {
    let puzzle = Puzzle::new(Shape::square(SIDE).ok()?, 9);
    let text = reading.text.replacen(&format!("rule {} ", reading.rule.name), "rule read ", 1);
    let extended = rules.and(&[&text]).ok()?;
    let is_edge = |rule: &&Rule| {
        let other = |kind: &ParamKind| !matches!(kind, ParamKind::Shape(Kind::Edge));
        let all_usual = rule.params.iter().all(|p| !other(&p.kind) || p.optional || p.value.is_some());
        rule.is_clue && all_usual && rule.params.iter().any(|p| !other(&p.kind))
    };
    let edges: Vec<&Rule> = rules.rules().filter(is_edge).collect();
    // A rule that adds cells would need a search for each grid.
    let is_plain = |rule: &Rule| !print(rule).contains(" extra ");
    if !is_plain(&reading.rule) {
        return None;
    }
    let mut others: Vec<&Rule> = rules.rules().filter(|rule| !rule.is_clue && is_plain(rule)).collect();
    let mut seen = [0; 2];
    let mut random = Random(11);
    let mut below = |n: usize| random.below(n);
    for n in 0..GRIDS {
        let few: Vec<i32> = (0..=n % 9).map(|_| i32::try_from(below(9)).unwrap_or(0) + 1).collect();
        let side = usize::from(SIDE);
        let grid: Vec<i32> = (0..side * side).map(|_| few[below(few.len())]).collect();
        let mut clues = Vec::new();
        for rule in &edges {
            let name = rule.params.iter().find(|p| matches!(p.kind, ParamKind::Shape(_)))?.name.clone();
            for _ in 0..n % 3 {
                let (row, col) = (below(side), below(side - 1));
                let places = if below(2) == 0 {
                    [row * side + col, row * side + col + 1]
                } else {
                    [col * side + row, (col + 1) * side + row]
                };
                let cells = places.map(|place| Cell(u16::try_from(place).unwrap_or(0))).to_vec();
                clues.push(ClueTree::One(Clue::new(rule.name.clone(), vec![(name.clone(), Arg::Cells(cells))])));
            }
        }
        let verdict = |name: &str| {
            let puzzle = Puzzle { clues: clues.clone(), rules: vec![Clue::new(name, Vec::new())], ..puzzle.clone() };
            check(&extended, &puzzle, &grid).ok().map(|broken| broken.iter().all(|b| b.clue.is_some()))
        };
        let holds = verdict("read")?;
        seen[usize::from(holds)] += 1;
        others.retain(|other| verdict(&other.name) == Some(holds));
        // A condition that always holds, or never holds, proves nothing.
        if others.is_empty() || (n == GRIDS / 5 && seen.contains(&0)) {
            return None;
        }
    }
    let first = others.into_iter().next().filter(|_| seen.iter().all(|n| *n >= SEEN))?;
    Some(Twin { rule: first.name.clone(), numbers: Vec::new() })
}
