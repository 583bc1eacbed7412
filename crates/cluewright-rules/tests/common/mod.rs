//! Helpers that several tests share: random boards and clues.
#![allow(dead_code)] // each test uses its part

pub(crate) use cluewright_core::Random;
use cluewright_core::{Arg, Cell, Clue, Puzzle, Shape};
use cluewright_rules::syntax::ast::{Expr, ExprKind, ParamKind, Rule, Shape as ClueShape};

/// An empty board of random shape and digits: with boxes, without, or with irregular regions; square or oblong. It has
/// as many digits as its longer side, starting at 1, at 0 or below 0, or one or two more digits.
pub(crate) fn puzzle(random: &mut Random) -> Puzzle {
    let shape = match random.below(9) {
        0 => Shape::square(4),
        1 => Shape::rectangle(2, 3, 1, 3),
        2 => Shape::rectangle(3, 3, 0, 0),
        3 => Shape::rectangle(4, 4, 2, 2),
        4 => Shape::square(6),
        5 => Shape::rectangle(3, 4, 3, 2),
        6 => Shape::rectangle(5, 3, 0, 0),
        7 => Ok(jigsaw(4, "aaab acbb ccbd cddd")),
        _ => Ok(jigsaw(5, "aabbb aabbc adccc adeec dddee")),
    };
    let shape = shape.expect("a possible shape");
    let side = shape.height().max(shape.width()) as u8;
    let mut puzzle = Puzzle::new(shape, side);
    match random.below(8) {
        0 | 1 => puzzle.digits.first = 0,
        2 => puzzle.digits.first = -1 - random.below(3),
        3 => puzzle.digits.count = side + 2,
        4 => (puzzle.digits.first, puzzle.digits.count) = (-2, side + 2),
        5 => puzzle.digits.count = side + 1,
        _ => {}
    }
    puzzle
}

/// A square grid with irregular regions, given by one letter for each cell.
pub(crate) fn jigsaw(side: u16, letters: &str) -> Shape {
    let mut shape = Shape::rectangle(side, side, 0, 0).expect("a small grid");
    let letters: Vec<char> = letters.chars().filter(|c| c.is_alphabetic()).collect();
    let mut kinds = letters.clone();
    kinds.sort_unstable();
    kinds.dedup();
    let region = |kind: char| letters.iter().enumerate().filter(|l| *l.1 == kind).map(|l| Cell(l.0 as u16)).collect();
    shape.set_regions(0, kinds.into_iter().map(region).collect());
    shape
}

/// A random walk of up to `len` different cells.
pub(crate) fn walk(random: &mut Random, puzzle: &Puzzle, len: usize) -> Vec<Cell> {
    let mut line = vec![Cell(random.below(puzzle.shape.len()) as u16)];
    for _ in 0..20 {
        if line.len() >= len {
            break;
        }
        let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1)][random.below(6)];
        let next = puzzle.shape.step(*line.last().expect("it has a first cell"), down, right);
        line.extend(next.filter(|c| !line.contains(c)));
    }
    line
}

fn number(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Number(n) => Some(*n),
        ExprKind::Neg(x) => number(x).map(|n| -n),
        _ => None,
    }
}

/// A clue of a rule with random arguments; lists have up to about `most` cells.
pub(crate) fn clue(random: &mut Random, puzzle: &Puzzle, rule: &Rule, most: usize) -> Option<Clue> {
    let mut args = Vec::new();
    for p in &rule.params {
        let last = i64::from(puzzle.digits.last());
        if (p.optional || p.value.is_some()) && random.below(3) == 0 {
            continue;
        }
        let len = 1 + random.below(most);
        let arg = match p.kind {
            ParamKind::Shape(ClueShape::Cell) => Arg::Cell(walk(random, puzzle, 1)[0]),
            ParamKind::Shape(ClueShape::Edge) => {
                let list = walk(random, puzzle, 2);
                if list.len() < 2 {
                    return None;
                }
                Arg::Cells(list)
            }
            ParamKind::Shape(shape) if shape.is_lists() => {
                Arg::Lists((0..=random.below(3)).map(|_| walk(random, puzzle, 1 + len / 2)).collect())
            }
            ParamKind::Shape(ClueShape::Outside) => {
                let mut lines: Vec<Vec<Cell>> = puzzle.shape.rows().chain(puzzle.shape.columns()).collect();
                let mut line = lines.swap_remove(random.below(lines.len()));
                if random.below(2) == 0 {
                    line.reverse();
                }
                Arg::Cells(line)
            }
            ParamKind::Shape(_) => Arg::Cells(walk(random, puzzle, len)),
            ParamKind::Number => {
                let first = i64::from(puzzle.digits.first);
                let (mut low, mut high) = (first.min(0) * 2, last.max(1) * 2);
                if let Some((a, b)) = &p.range {
                    low = number(a).unwrap_or(low).max(low);
                    high = number(b).unwrap_or(high).min(low.max(last * 3));
                }
                Arg::Number(random.between(low, high.max(low)))
            }
            ParamKind::Numbers => Arg::Numbers(
                (0..len.min(3)).map(|_| random.between(i64::from(puzzle.digits.first).min(0), last)).collect(),
            ),
            ParamKind::Boolean => Arg::Bool(random.below(2) == 0),
            ParamKind::Text => {
                Arg::Text(["1+2*", "[1-3]*", "(12|21)*.?", ".*4.*", ".*[^2]"][random.below(5)].to_owned())
            }
        };
        args.push((p.name.clone(), arg));
    }
    Some(Clue::new(rule.name.clone(), args))
}

/// Every cell of a clue, each once.
pub(crate) fn cells_of(clue: &Clue) -> Vec<Cell> {
    let mut cells: Vec<Cell> = clue.args.iter().flat_map(|(_, arg)| arg.cells()).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Runs `said` on each text in a snapshot file (text, `----`, expected output, `====`), and compares the results; if
/// `CLUEWRIGHT_UPDATE` is set, the file is rewritten instead.
pub(crate) fn snapshots(file: &str, said: impl Fn(&str) -> String) {
    let text = std::fs::read_to_string(file).expect("the snapshots lie beside the test");
    let mut out = String::new();
    let mut wrong = Vec::new();
    for block in text.split("\n====\n").filter(|b| !b.trim().is_empty()) {
        let (rule, expected) = block.split_once("\n----\n").unwrap_or((block, ""));
        let rule = rule.trim_matches('\n');
        let said = said(rule);
        if said.trim() != expected.trim() {
            wrong.push(format!("{rule}\n  expected: {}\n  said:     {said}", expected.trim()));
        }
        out.push_str(&format!("{rule}\n----\n{said}\n====\n"));
    }
    if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        std::fs::write(file, out).expect("the snapshots can be written");
        return;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
