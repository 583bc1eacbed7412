//! Reports how a rule compiles, for `cluewright rules lint`.

use crate::look::look;
use crate::post::{Lowered, lower};
use crate::proposal::proposal;
use crate::ruleset::Ruleset;
use crate::syntax::ast::{ExprKind, Param, ParamKind, Rule, Shape as ClueShape};
use crate::told;
use crate::unroll::Report;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Puzzle, Shape};

/// A clue (or a use of a rule of the whole grid) with plausible arguments for a 9x9 grid; lines and cages have up to nine cells.
pub fn sample(rule: &Rule) -> Clue {
    let mut args = Vec::new();
    for p in &rule.params {
        let arg = match p.kind {
            ParamKind::Shape(ClueShape::Cell) => Arg::Cell(Cell(40)),
            ParamKind::Shape(ClueShape::Edge) => Arg::Cells(vec![Cell(40), Cell(41)]),
            ParamKind::Shape(ClueShape::Corner) => Arg::Cells([40, 41, 49, 50].map(Cell).to_vec()),
            ParamKind::Shape(ClueShape::Map) => {
                Arg::Lists((0..9).map(|r| (0..9).map(|c| Cell(r * 9 + c)).collect()).collect())
            }
            ParamKind::Shape(ClueShape::Grid) => Arg::Cells((0..81).map(Cell).collect()),
            ParamKind::Shape(s) if s.is_lists() => {
                Arg::Lists(vec![[20, 21, 22, 23].map(Cell).to_vec(), [38, 39, 48, 57].map(Cell).to_vec()])
            }
            // A line through several rows and boxes, so that some of its cells share a house but not all of them do.
            ParamKind::Shape(ClueShape::Line) => Arg::Cells([0, 1, 11, 12, 13, 23, 24, 33, 34].map(Cell).to_vec()),
            ParamKind::Shape(ClueShape::Cage) => Arg::Cells([0, 1, 2, 9, 10].map(Cell).to_vec()),
            ParamKind::Shape(ClueShape::Outside) => Arg::Cells((0..9).map(Cell).collect()),
            ParamKind::Shape(_) => Arg::Cells([60, 61, 62, 69, 70].map(Cell).to_vec()),
            ParamKind::Number => Arg::Number(within(p, if p.name == "total" { 20 } else { 3 })),
            ParamKind::Numbers if p.optional => continue,
            ParamKind::Numbers => Arg::Numbers(vec![1, 2]),
            ParamKind::Boolean => Arg::Bool(false),
            ParamKind::Text => Arg::Text("12*[3-9]*.*".into()),
        };
        args.push((p.name.clone(), arg));
    }
    Clue::new(rule.name.clone(), args)
}

/// Clues like [`sample`], including clues with other numbers and fewer cells if the rule allows it: a statement that is false
/// for all of them is rarely true for any clue.
pub fn samples(rule: &Rule) -> Vec<Clue> {
    let first = sample(rule);
    let changed = |change: &dyn Fn(&Param, &mut Arg)| {
        let mut other = first.clone();
        for (name, arg) in &mut other.args {
            rule.params.iter().filter(|p| p.name == *name).for_each(|param| change(param, arg));
        }
        other
    };
    let numbers = [1, 2, 5, 9, 12, 45].map(|n| {
        changed(&|param, arg| match arg {
            Arg::Number(number) => *number = within(param, n),
            Arg::Numbers(numbers) => *numbers = vec![n.min(9)],
            _ => {}
        })
    });
    let shorter = [1, 2, 3, 4].map(|n| {
        changed(&|param, arg| {
            let some = matches!(param.kind, ParamKind::Shape(ClueShape::Cells | ClueShape::Cage | ClueShape::Line));
            if let (true, Arg::Cells(cells)) = (some, arg) {
                cells.truncate(n);
            }
        })
    });
    let square = changed(&|param, arg| {
        if let (ParamKind::Shape(ClueShape::Cells), Arg::Cells(cells)) = (param.kind, arg) {
            *cells = [30, 31, 32, 39, 40, 41, 48, 49, 50].map(Cell).to_vec();
        }
    });
    let mut all = vec![first.clone()];
    all.extend(numbers.into_iter().chain(shorter).chain([square]).filter(|other| *other != first));
    all
}

/// The number nearest to `n` in a parameter's range. Ends of the range that are not constants are ignored.
fn within(param: &Param, n: i64) -> i64 {
    let bound = |low: bool| {
        let range = param.range.as_ref().map(|r| if low { &r.0 } else { &r.1 });
        range.and_then(|e| if let ExprKind::Number(n) = e.kind { Some(n) } else { None })
    };
    n.max(bound(true).unwrap_or(i64::MIN)).min(bound(false).unwrap_or(i64::MAX))
}

/// Reports how each statement of a rule becomes part of a model, on a classic 9x9 grid with one [`sample`] clue. Returns an error
/// if a `draw`, `told` or `propose` line is invalid.
///
/// ```
/// use cluewright_rules::{Ruleset, lint};
/// let report = lint(&Ruleset::library(), "skyscraper").unwrap();
/// assert!(report.iter().all(|statement| statement.became.iter().all(|(became, _)| !became.is_weak())));
/// ```
pub fn lint(rules: &Ruleset, name: &str) -> Result<Vec<Report>, BadInput> {
    let unknown = Clue::new(name, Vec::new());
    let rule = &rules.needed(&unknown)?.ast;
    look(rule)?;
    told::phrases(rule)?;
    told::against(rule)?;
    proposal(rule)?;
    lint_with(rules, sample(rule))
}

/// Like [`lint`], but with the given clue or use of a rule.
pub fn lint_with(rules: &Ruleset, clue: Clue) -> Result<Vec<Report>, BadInput> {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    let name = clue.rule.clone();
    let rule = rules.needed(&clue)?;
    if rule.ast.is_clue {
        puzzle.clues.push(ClueTree::One(clue));
    } else {
        puzzle.rules.push(clue);
    }
    let Lowered { report, .. } = lower(rules, &puzzle)?;
    let classic = ["rows", "columns", "boxes"];
    Ok(report.into_iter().filter(|r| r.rule == name || !classic.contains(&r.rule.as_str())).collect())
}
