//! The smallest reason in a puzzle where it is known: one cage, one dot and the box that holds both. A witness that knows
//! nothing but the grid goes through all fillings.

use cluewright::core::{Candidate, Cell};
use cluewright::logic::{Reason, Step, TECHNIQUES};
use cluewright::{Compiled, ExplainOptions, Limits, TechniqueFilter, explain, formats};

/// In box 1 the two cells beside the cage add up to 5, too; they are consecutive, so they are 2 and 3.
const PUZZLE: &str = "grid: 4x4\nkiller-cage r1c1 r2c1 total 5\nwhite-dot r1c2 r2c2\n";

/// A fact of the puzzle: its name as rules call it, its cells in reading order from 0, and whether their digits meet it.
struct Fact {
    rule: &'static str,
    cells: Vec<usize>,
    holds: fn(&[i32]) -> bool,
}

/// All facts of the puzzle, by hand.
fn facts() -> Vec<Fact> {
    let differ = |digits: &[i32]| (0..4).all(|i| (0..i).all(|j| digits[i] != digits[j]));
    let house = |rule, cells: [usize; 4]| Fact { rule, cells: cells.to_vec(), holds: differ };
    let mut facts: Vec<Fact> = (0..4).map(|r| house("rows", [0, 1, 2, 3].map(|c| 4 * r + c))).collect();
    facts.extend((0..4).map(|c| house("columns", [0, 1, 2, 3].map(|r| 4 * r + c))));
    facts.extend([0, 2, 8, 10].map(|at| house("boxes", [0, 1, 4, 5].map(|c| at + c))));
    let sum = |digits: &[i32]| digits[0] != digits[1] && digits[0] + digits[1] == 5;
    facts.push(Fact { rule: "killer-cage", cells: vec![0, 4], holds: sum });
    facts.push(Fact { rule: "white-dot", cells: vec![1, 5], holds: |d| (d[0] - d[1]).abs() == 1 });
    facts
}

/// For each cell and digit: whether some filling with this digit satisfies the facts. Every filling of the facts' cells is tried.
fn possible(facts: &[&Fact]) -> [[bool; 4]; 16] {
    let mut cells: Vec<usize> = facts.iter().flat_map(|fact| fact.cells.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    let mut possible = [[false; 4]; 16];
    (0..16).filter(|cell| !cells.contains(cell)).for_each(|cell| possible[cell] = [true; 4]);
    for filling in 0..4_usize.pow(cells.len() as u32) {
        let mut grid = [0; 16];
        cells.iter().enumerate().for_each(|(at, &cell)| grid[cell] = (filling >> (2 * at) & 3) as i32 + 1);
        let met = |fact: &&Fact| (fact.holds)(&fact.cells.iter().map(|&cell| grid[cell]).collect::<Vec<_>>());
        if facts.iter().all(met) {
            for &cell in &cells {
                possible[cell][grid[cell] as usize - 1] = true;
            }
        }
    }
    possible
}

/// The facts that the step's last reason names, by rule and cells.
fn named(compiled: &Compiled, step: &Step) -> Vec<(String, Vec<usize>)> {
    let model = compiled.model();
    let Some(Reason::Own(own)) = step.because.last() else { panic!("no reason by facts: {step:?}") };
    let cells = |origin| {
        let sets = model.sets().iter().filter(|s| s.origin == origin).flat_map(|s| s.cells.iter().copied());
        let links = model.links().iter().filter(|l| l.origin == origin).flat_map(|l| [l.a, l.b]);
        let mut cells: Vec<usize> = sets.chain(links).map(Cell::index).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    let mut named: Vec<_> = own.facts(model).iter().map(|&f| (model.origin(f).rule.to_string(), cells(f))).collect();
    named.sort();
    named.dedup();
    named
}

#[test]
fn the_smallest_reason_is_found() {
    let all = facts();
    // No two facts remove a candidate, so a reason has at least three facts.
    for (i, one) in all.iter().enumerate() {
        for other in &all[..=i] {
            assert_eq!(possible(&[one, other]), [[true; 4]; 16], "{} and {}", one.rule, other.rule);
        }
    }
    let compiled = Compiled::new(formats::read(PUZZLE).expect("a puzzle").puzzle).expect("rules that are known");
    let mut finders = 0;
    // The first technique with this name lists the ways to fill both clues; the others search for a small set of facts.
    let searches = TECHNIQUES.iter().filter(|technique| technique.info().id == "clues_and_houses").skip(1);
    for technique in searches {
        let ways = TechniqueFilter { techniques: vec![*technique], steps: 1, ..TechniqueFilter::default() };
        let options = ExplainOptions { ways, ..ExplainOptions::default() };
        let path = explain(&compiled, options, &Limits::none()).path;
        for (state, step) in path.positions(compiled.model()) {
            finders += 1;
            assert_eq!(step.size(compiled.model(), &state).facts(), 3, "{step:?}");
            let named = named(&compiled, step);
            let is_named = |fact: &&Fact| named.iter().any(|(rule, cells)| rule == fact.rule && *cells == fact.cells);
            let reason: Vec<&Fact> = all.iter().filter(is_named).collect();
            assert_eq!(reason.len(), 3, "{named:?}");
            let possible = possible(&reason);
            assert!(!step.eliminations.is_empty(), "{step:?}");
            for &Candidate { cell, value } in &step.eliminations {
                assert!(!possible[cell.index()][value.index()], "{step:?}");
            }
        }
    }
    assert!(finders >= 2, "by following and by search: {finders}");
}
