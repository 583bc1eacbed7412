//! How a rule compiles: what `cluewright rules lint` tells.

use crate::look::look;
use crate::lower::{Lowered, Report, lower};
use crate::proposal::proposal;
use crate::ruleset::Ruleset;
use crate::syntax::ast::{ExprKind, ParamKind, Rule, Shape as ClueShape};
use crate::told;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Puzzle, Shape};

/// A clue (or global use) of a rule with plausible arguments on a 9x9 grid, lines and cages of up to nine cells.
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
            ParamKind::Shape(s) if s.is_lists() => {
                Arg::Lists(vec![[20, 21, 22, 23].map(Cell).to_vec(), [38, 39, 48, 57].map(Cell).to_vec()])
            }
            // Through several rows and boxes: neither all different nor all free.
            ParamKind::Shape(ClueShape::Line) => Arg::Cells([0, 1, 11, 12, 13, 23, 24, 33, 34].map(Cell).to_vec()),
            ParamKind::Shape(ClueShape::Cage) => Arg::Cells([0, 1, 2, 9, 10].map(Cell).to_vec()),
            ParamKind::Shape(ClueShape::Outside) => Arg::Cells((0..9).map(Cell).collect()),
            ParamKind::Shape(_) => Arg::Cells([60, 61, 62, 69, 70].map(Cell).to_vec()),
            ParamKind::Number => {
                let bound = |i: usize| {
                    let range = p.range.as_ref().map(|r| if i == 0 { &r.0 } else { &r.1 });
                    range.and_then(|e| if let ExprKind::Number(n) = e.kind { Some(n) } else { None })
                };
                let wanted = if p.name == "total" { 20 } else { 3 };
                Arg::Number(wanted.max(bound(0).unwrap_or(i64::MIN)).min(bound(1).unwrap_or(i64::MAX)))
            }
            ParamKind::Numbers if p.optional => continue,
            ParamKind::Numbers => Arg::Numbers(vec![1, 2]),
            ParamKind::Boolean => Arg::Bool(false),
            ParamKind::Text => Arg::Text("12*[3-9]*.*".into()),
        };
        args.push((p.name.clone(), arg));
    }
    Clue::new(rule.name.clone(), args)
}

/// How each statement of a rule becomes part of a model, on a classic 9x9 grid with one [`sample`] clue. A `draw`,
/// `told` or `propose` line that is none is an error.
///
/// ```
/// use cluewright_rules::{Ruleset, lint};
/// let report = lint(&Ruleset::library(), "skyscraper").unwrap();
/// assert!(report.iter().all(|statement| statement.became.iter().all(|(became, _)| !became.is_weak())));
/// ```
pub fn lint(rules: &Ruleset, name: &str) -> Result<Vec<Report>, BadInput> {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    let unknown = Clue::new(name, Vec::new());
    let clue = sample(&rules.needed(&unknown)?.ast);
    let rule = rules.needed(&clue)?;
    look(&rule.ast)?;
    told::phrases(&rule.ast)?;
    proposal(&rule.ast)?;
    if rule.ast.is_clue {
        puzzle.clues.push(ClueTree::One(clue));
    } else {
        puzzle.rules.push(clue);
    }
    let Lowered { report, .. } = lower(rules, &puzzle)?;
    let classic = ["rows", "columns", "boxes"];
    Ok(report.into_iter().filter(|r| r.rule == name || !classic.contains(&r.rule.as_str())).collect())
}
