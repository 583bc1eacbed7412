//! Small puzzles for every rule of the library, with the solutions written down when they were made
//! (`cargo xtask witness`), judged by plain code.

use crate::witness::board::{Arg, Board, Clue};
use crate::witness::judge::{self, Grid};
use crate::witness::{ask, brute};
use cluewright::rules::Ruleset;
use std::collections::BTreeSet;

/// Each puzzle's text with the rule it is about.
pub(crate) fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    let blocks = include_str!("puzzles.txt").split("\n# ").skip(1);
    blocks.map(|block| block.split_once('\n').expect("a rule's name, then a puzzle"))
}

/// Each puzzle with the rule it is about.
fn puzzles() -> Vec<(&'static str, Board)> {
    texts().map(|(rule, text)| (rule, Board::read(text))).collect()
}

/// The solution's numbers as givens, except in the free cells.
fn fixed(board: &Board, free: &[usize]) -> Vec<Option<i64>> {
    (0..board.solution.len()).map(|c| (!free.contains(&c)).then_some(board.solution[c])).collect()
}

/// The fillings of the board with as many free cells as possible such that there are at most `most` fillings, and the fixed cells.
fn fillings(board: &Board, most: usize) -> (Vec<Option<i64>>, Vec<Vec<i64>>) {
    let cells = board.solution.len();
    // A fixed, irregular order of the cells: the step and the number of cells have no common divisor.
    let step = if cells.is_multiple_of(7) { 5 } else { 7 };
    let order: Vec<usize> = (0..cells).map(|i| i * step % cells).collect();
    let filled = |free: usize| {
        let fixed = fixed(board, &order[..free]);
        let mut all = Vec::new();
        let complete = brute::fill(board, &fixed, &|_| true, &mut |grid| {
            all.push(grid.to_vec());
            all.len() <= most
        });
        complete.then_some((fixed, all))
    };
    let (mut least, mut over) = (0, cells + 1);
    while over - least > 1 {
        let middle = usize::midpoint(least, over);
        if filled(middle).is_some() { least = middle } else { over = middle }
    }
    filled(least).expect("few enough")
}

/// The rule's clues and options with something changed: a number one up or down, yes and no, lists turned round or
/// exchanged, all cells one to the right or down.
fn changed(board: &Board, clue: &Clue) -> Vec<Clue> {
    let mut all = Vec::new();
    for (i, (_, arg)) in clue.named.iter().enumerate() {
        let mut put = |arg: Arg| {
            let mut other = clue.clone();
            other.named[i].1 = arg;
            all.push(other);
        };
        match arg {
            Arg::Number(n) => [n - 1, n + 1].into_iter().for_each(|n| put(Arg::Number(n))),
            Arg::Bool(b) => put(Arg::Bool(!b)),
            Arg::Text(text) => put(Arg::Text(format!("{text}1"))),
            Arg::Numbers(list) => {
                for k in 0..list.len() {
                    for by in [-1, 1] {
                        let mut list = list.clone();
                        list[k] += by;
                        put(Arg::Numbers(list));
                    }
                }
            }
        }
    }
    let mut put = |lists: Vec<Vec<usize>>| all.push(Clue { lists, ..clue.clone() });
    // The last list one cell shorter, or one longer.
    let of_grid = |list: &[usize]| list.iter().all(|c| *c < board.len());
    if let Some((last, before)) = clue.lists.split_last().filter(|l| of_grid(l.0)) {
        // The meaning of a sandwich is undefined if a digit occurs twice in the line.
        let cells = if clue.rule == "sandwich" { 0..0 } else { 0..2 * board.width };
        let others = cells.filter(|c| !last.contains(c)).map(|c| [&last[..], &[c]].concat());
        let shorter = (last.len() > 1).then(|| last[..last.len() - 1].to_vec());
        others.chain(shorter).for_each(|list| put([before, &[list]].concat()));
    }
    for (i, list) in clue.lists.iter().enumerate().filter(|l| l.1.len() > 1) {
        let mut lists = clue.lists.clone();
        lists[i] = list.iter().rev().copied().collect();
        put(lists);
    }
    let alike = clue.lists.iter().all(|l| l.len() == 1) || clue.lists.iter().all(|l| l.len() > 1);
    if clue.lists.len() > 1 && alike {
        let mut lists = clue.lists.clone();
        lists.swap(0, 1);
        put(lists);
    }
    for (down, right) in [(0, 1), (1, 0)] {
        let moved = |l: &Vec<usize>| {
            l.iter().map(|&c| if c < board.len() { board.step(c, down, right) } else { Some(c) }).collect()
        };
        let moved: Option<Vec<Vec<usize>>> = clue.lists.iter().map(moved).collect();
        moved.filter(|m| !m.is_empty()).into_iter().for_each(&mut put);
    }
    all
}

/// What is wrong with a puzzle; how often its rule alone broke a filling; how often a changed clue was broken.
fn wrong(rule: &str, board: &Board) -> Result<(usize, usize), String> {
    let puzzle = ask::compiled(&board.text(&board.givens))?;
    if board.solution.len() != board.givens.len() {
        return Err("no full solution".to_owned());
    }
    if !judge::keeps_all(board, &board.solution, "") {
        return Err("the solution written down breaks a rule or a clue".to_owned());
    }
    let found = ask::solutions(&puzzle);
    if found != BTreeSet::from([board.solution.clone()]) {
        return Err(format!("the engine finds {} solutions: {found:?}", found.len()));
    }
    // The engine and evaluation against every filling of a part of the grid.
    let mut free = board.clone();
    free.rules.retain(|r| r.rule != rule);
    let (fixed, all) = fillings(&free, 700);
    let puzzle = ask::compiled(&board.text(&fixed))?;
    let mut right = BTreeSet::new();
    let mut broken = 0;
    // The values that doublers and negators add to the answer are not cells of the board.
    let evaluated = !board.has_rule("doublers") && !board.has_rule("negators");
    for filling in all {
        let keeps = judge::keeps_all(board, &filling, "");
        broken += usize::from(!keeps && judge::keeps_all(board, &filling, rule));
        if evaluated && ask::is_right(&puzzle, &filling) != keeps {
            return Err(format!("evaluation says {} of {filling:?}", !keeps));
        }
        if keeps {
            right.insert(filling);
        }
    }
    let found = ask::solutions(&puzzle);
    if found != right {
        let (more, less) = (found.difference(&right).next(), right.difference(&found).next());
        return Err(format!("with {fixed:?}: the engine finds {more:?} too, and not {less:?}"));
    }
    // Check the changed clues on the solution.
    let full: Vec<Option<i64>> = board.solution.iter().copied().map(Some).collect();
    let mut noticed = 0;
    for whole in [true, false] {
        let clues = if whole { &board.rules } else { &board.clues };
        for (i, clue) in clues.iter().enumerate().filter(|(_, k)| k.rule == rule) {
            for other in changed(board, clue) {
                let mut changed = board.clone();
                (if whole { &mut changed.rules } else { &mut changed.clues })[i] = other;
                // Some changes give an invalid clue: a number out of its range, an edge with one cell.
                let Ok(puzzle) = ask::compiled(&changed.text(&full)) else { continue };
                let keeps = judge::keeps_all(&changed, &board.solution, "");
                if (ask::count(&puzzle) > 0) != keeps {
                    let written = changed.written(if whole { &changed.rules[i] } else { &changed.clues[i] });
                    return Err(format!("the engine says {} of the solution with `{written}`", !keeps));
                }
                noticed += usize::from(!keeps);
            }
        }
    }
    Ok((broken, noticed))
}

#[test]
fn every_rule_has_puzzles_that_plain_code_and_the_engine_judge_alike() {
    let all = puzzles();
    let mut problems = Vec::new();
    for rule in Ruleset::library().rules() {
        let own: Vec<&Board> = all.iter().filter(|p| p.0 == rule.name).map(|p| &p.1).collect();
        if own.is_empty() {
            problems.push(format!("{0}: no puzzle; `cargo xtask witness {0}` makes some", rule.name));
            continue;
        }
        let clue = own.iter().flat_map(|b| b.rules.iter().chain(&b.clues)).find(|k| k.rule == rule.name);
        let judged = clue.is_some_and(|k| {
            let grid = Grid { digits: &own[0].solution, values: &own[0].solution };
            own.iter().any(|b| b.clues.contains(k) || b.rules.contains(k)) && judge::keeps(own[0], k, grid).is_some()
        });
        if !judged {
            problems.push(format!("{}: nobody wrote in tests/witness/judge how it is judged", rule.name));
            continue;
        }
        let (mut broken, mut noticed) = (0, 0);
        for (i, board) in own.iter().enumerate() {
            match wrong(&rule.name, board) {
                Ok(counts) => (broken, noticed) = (broken + counts.0, noticed + counts.1),
                Err(what) => problems.push(format!("{}, puzzle {}: {what}", rule.name, i + 1)),
            }
        }
        // Shared ranks allow what is forbidden without them; of extra cells too few are free.
        let found_otherwise = rule.name == "full-rank-ties" || noticed > 0 && own.iter().all(|b| !b.extra.is_empty());
        if broken == 0 && !found_otherwise {
            problems.push(format!("{}: no filling breaks it", rule.name));
        }
        // In puzzles of row indexers columns are their own inverses: more cells hold, too. Shading looks the same from all
        // sides, and its cells are none of the grid's.
        let unnoticed = ["row-indexer", "yin-yang"].contains(&&*rule.name);
        if rule.is_clue && noticed == 0 && !unnoticed {
            problems.push(format!("{}: no change of a clue is noticed", rule.name));
        }
    }
    let known: Vec<String> = Ruleset::library().rules().map(|r| r.name.clone()).collect();
    problems.extend(all.iter().filter(|p| !known.iter().any(|n| n == p.0)).map(|p| format!("{}: no such rule", p.0)));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Parameters that may be left out, and what they are then is known to the judges: some puzzle has to rely on it.
const DEFAULTS: &[(&str, &str)] = &[
    ("leaper", "down"),
    ("leaper", "right"),
    ("flatmates", "middle"),
    ("flatmates", "above_it"),
    ("flatmates", "below_it"),
    ("whispers", "difference"),
    ("whispers-dot", "difference"),
    ("frame-sum", "depth"),
    ("outside-digits", "depth"),
    ("outside-odd", "depth"),
    ("outside-even", "depth"),
    ("anti-diagonal", "different"),
    ("skyscraper", "ground"),
    ("lockout-line", "difference"),
    ("difference", "n"),
    ("ratio", "n"),
    ("modular-line", "modulus"),
    ("parity-sum", "is_even"),
    ("pill-arrow", "length"),
    ("sum-line", "total"),
    ("sum-line", "loop"),
    ("chaos-construction", "region_size"),
    ("chaos-count", "exclude"),
    ("chaos-arrow", "exclude"),
];

#[test]
fn every_default_is_relied_on() {
    let all = puzzles();
    let without = |rule: &str, name: &str| {
        let clues = all.iter().flat_map(|(_, b)| b.rules.iter().chain(&b.clues));
        clues.into_iter().any(|k| k.rule == rule && k.named.iter().all(|a| a.0 != name))
    };
    for (rule, name) in DEFAULTS {
        assert!(without(rule, name), "{rule}: no puzzle leaves out `{name}`");
    }
    for rule in Ruleset::library().rules() {
        for param in rule.params.iter().filter(|p| p.value.is_some()) {
            let listed = DEFAULTS.contains(&(&*rule.name, &*param.name));
            // A number that is derived from a solution is not a default: a clue without the number is weaker.
            let follows = ["total", "n", "root"].contains(&&*param.name) && !listed;
            assert!(listed || follows, "{}: `{}` has a default; list it in DEFAULTS", rule.name, param.name);
        }
    }
}
