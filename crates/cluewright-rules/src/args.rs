//! Checks a clue's arguments against the parameters of its rule.

use crate::bound::bound;
use crate::code::{Code, CodeKind, ParamCode, RuleCode, Slot};
use crate::places::Places;
use crate::syntax::ast::{ParamKind, Shape};
use crate::syntax::one_of;
use cluewright_core::{Arg, BadInput, Cell, Clue};

/// Evaluates defaults and ranges, which depend only on the sizes of the puzzle and on earlier parameters.
pub(crate) trait Constants<'a> {
    /// Sets the value of a parameter for all later evaluations.
    fn set(&mut self, slot: Slot, arg: Option<&Arg>);
    fn whole(&mut self, code: &'a Code) -> Result<i64, BadInput>;
    fn arg(&mut self, code: &'a Code, kind: ParamKind) -> Result<Arg, BadInput>;
}

/// Creates the [`Constants`] of a rule. Called only if a clue omits a parameter or if a range must be computed.
pub(crate) type MakeConstants = for<'a> fn(&'a RuleCode, &'a Places<'a>) -> Box<dyn Constants<'a> + 'a>;

/// Returns the arguments in the order of the parameters, with `None` for an absent argument. Checks names, types, ranges and cells,
/// and fills in defaults.
pub(crate) fn bind(
    rule: &RuleCode,
    clue: &Clue,
    places: &Places,
    make: MakeConstants,
) -> Result<Vec<Option<Arg>>, BadInput> {
    bind_inner(rule, clue, places, make).map_err(|e| match clue.place {
        Some((line, column)) => e.at(line, column),
        None => e,
    })
}

fn bind_inner(
    rule: &RuleCode,
    clue: &Clue,
    places: &Places,
    make: MakeConstants,
) -> Result<Vec<Option<Arg>>, BadInput> {
    // These are computed only for error messages.
    let written = clue;
    let name = || clue_name(written, places);
    let unnamed;
    let clue = if clue.args.iter().any(|a| a.0.is_empty()) {
        unnamed = named(rule, clue).map_err(|what| BadInput::new(format!("{}: {what}", name())))?;
        &unnamed
    } else {
        clue
    };
    for (arg, _) in &clue.args {
        if rule.params.iter().all(|p| *p.name != **arg) {
            let error = BadInput::new(format!("{}: there is no parameter `{arg}`", name()));
            return Err(error.hint(one_of(arg, rule.params.iter().map(|p| &*p.name))));
        }
    }
    let mut bound: Vec<Option<Arg>> = Vec::with_capacity(rule.params.len());
    let mut constants = None;
    for param in &rule.params {
        let given = clue.arg(&param.name);
        let arg = match given {
            Some(arg) => Some(shaped(param, arg, places).map_err(|what| BadInput::new(format!("{}: {what}", name())))?),
            None => match &param.default {
                Some(value) => {
                    let constants = constants.get_or_insert_with(|| make(rule, places));
                    for (p, a) in rule.params.iter().zip(&bound) {
                        constants.set(p.slot, a.as_ref());
                    }
                    let default = constants.arg(value, param.kind);
                    Some(default.map_err(|e| e.within(format!("rule {}", rule.name)))?)
                }
                None if param.optional || param.derived.is_some() => None,
                None => {
                    // A rule that has clues but is listed under `rules:` has no cells.
                    let hint = match (clue.args.is_empty(), param.kind) {
                        (true, ParamKind::Shape(_)) => {
                            format!("{} is a rule of clues: write its clues, each in a line of its own", rule.name)
                        }
                        _ => format!("{} needs it", rule.name),
                    };
                    return Err(BadInput::new(format!("{}: `{}` is missing", name(), param.name)).hint(hint));
                }
            },
        };
        if let (Some((low, high)), Some(arg)) = (&param.range, &arg) {
            let (low, high) = match (&low.kind, &high.kind) {
                (CodeKind::Number(low), CodeKind::Number(high)) => (*low, *high),
                _ => {
                    let constants = constants.get_or_insert_with(|| make(rule, places));
                    (constants.whole(low)?, constants.whole(high)?)
                }
            };
            let numbers: &[i64] = match arg {
                Arg::Number(n) => std::slice::from_ref(n),
                Arg::Numbers(ns) => ns,
                _ => &[],
            };
            for n in numbers {
                if *n < low || *n > high {
                    let problem = if *n < low { format!("under {low}") } else { format!("over {high}") };
                    return Err(BadInput::new(format!("{}: {} {n} is {problem}", name(), param.name)));
                }
            }
        }
        bound.push(arg);
    }
    Ok(bound)
}

/// The clue with each unnamed argument assigned to the next parameter of a fitting type.
fn named(rule: &RuleCode, clue: &Clue) -> Result<Clue, String> {
    let clue = bound(clue, &rule.ast.params);
    let Some((_, left)) = clue.args.iter().find(|a| a.0.is_empty()) else { return Ok(clue) };
    let what = match left {
        Arg::Cell(_) | Arg::Cells(_) | Arg::Lists(_) => "cells",
        Arg::Number(_) | Arg::Numbers(_) => "a number",
        Arg::Text(_) => "a text",
        Arg::Bool(_) => "yes or no",
    };
    Err(format!("there is no parameter left that takes {what}"))
}

/// The cells of a clue, in the order of its parameters.
pub(crate) fn cells_of(args: &[Option<Arg>]) -> Vec<Cell> {
    args.iter().flatten().flat_map(Arg::cells).collect()
}

/// The name of a clue in messages, such as `killer-cage at r3c4`.
fn clue_name(clue: &Clue, places: &Places) -> String {
    let first = clue.args.iter().find_map(|(_, a)| match a {
        Arg::Cell(c) => Some(*c),
        Arg::Cells(list) => list.first().copied(),
        Arg::Lists(lists) => lists.iter().flatten().next().copied(),
        _ => None,
    });
    match first {
        Some(c) if c.index() < places.puzzle.cell_count() => format!("{} at {}", clue.rule, places.puzzle.cell_name(c)),
        _ => clue.rule.clone(),
    }
}

/// The argument converted to the parameter's type. The error says why the argument does not fit.
fn shaped(param: &ParamCode, arg: &Arg, places: &Places) -> Result<Arg, String> {
    let count = places.puzzle.cell_count();
    let inside = |cells: &[Cell]| match cells.iter().find(|c| c.index() >= count) {
        Some(c) => Err(format!("cell number {} of `{}` is outside the grid", c.0, param.name)),
        None => Ok(()),
    };
    let name = &param.name;
    let many = |cells: &[Cell]| format!("`{name}` is one cell, not {}", cells.len());
    Ok(match (param.kind, arg) {
        (ParamKind::Shape(Shape::Cell), Arg::Cell(c)) => {
            inside(&[*c])?;
            Arg::Cell(*c)
        }
        (ParamKind::Shape(Shape::Cell), Arg::Cells(list)) => {
            inside(list)?;
            let [c] = list[..] else { return Err(many(list)) };
            Arg::Cell(c)
        }
        (ParamKind::Shape(shape), Arg::Cells(list)) if shape.is_lists() => {
            inside(list)?;
            Arg::Lists(vec![list.clone()])
        }
        (ParamKind::Shape(shape), Arg::Lists(lists)) if shape.is_lists() => {
            lists.iter().try_for_each(|l| inside(l))?;
            arg.clone()
        }
        (ParamKind::Shape(shape), Arg::Cells(list)) => {
            inside(list)?;
            if shape == Shape::Edge && list.len() != 2 {
                return Err(format!("`{name}` lies between two cells, not {}", list.len()));
            }
            if shape == Shape::Grid && list.len() != places.puzzle.shape.len() {
                let (wanted, there) = (places.puzzle.shape.len(), list.len());
                return Err(format!(
                    "`{name}` is one cell for each of the {wanted} cells of the grid, in reading order; here it is {there}"
                ));
            }
            arg.clone()
        }
        (ParamKind::Shape(Shape::Edge), Arg::Cell(_)) => return Err(format!("`{name}` lies between two cells")),
        (ParamKind::Shape(Shape::Grid), Arg::Cell(c)) => shaped(param, &Arg::Cells(vec![*c]), places)?,
        (ParamKind::Shape(_), Arg::Cell(c)) => {
            inside(&[*c])?;
            Arg::Cells(vec![*c])
        }
        (ParamKind::Shape(_), Arg::Lists(lists)) if lists.len() == 1 => {
            shaped(param, &Arg::Cells(lists[0].clone()), places)?
        }
        (ParamKind::Number, Arg::Number(n)) => Arg::Number(bounded(*n)?),
        (ParamKind::Number, Arg::Numbers(ns)) if ns.len() == 1 => Arg::Number(bounded(ns[0])?),
        (ParamKind::Number, Arg::Text(t)) => match t.trim().parse() {
            Ok(n) => Arg::Number(bounded(n)?),
            Err(_) => return Err(format!("`{name}` is a number, not \"{t}\"")),
        },
        (ParamKind::Numbers, Arg::Number(n)) => Arg::Numbers(vec![bounded(*n)?]),
        (ParamKind::Numbers, Arg::Numbers(ns)) => {
            ns.iter().try_for_each(|n| bounded(*n).map(|_| ()))?;
            arg.clone()
        }
        (ParamKind::Boolean, Arg::Bool(_)) | (ParamKind::Text, Arg::Text(_)) => arg.clone(),
        (ParamKind::Text, Arg::Number(n)) => Arg::Text(n.to_string()),
        (kind, _) => {
            let want = match kind {
                ParamKind::Shape(Shape::Cell) => "one cell",
                ParamKind::Shape(shape) if shape.is_lists() => "lists of cells",
                ParamKind::Shape(_) => "a list of cells",
                ParamKind::Number => "a number",
                ParamKind::Numbers => "numbers",
                ParamKind::Boolean => "yes or no",
                ParamKind::Text => "a text",
            };
            return Err(format!("`{name}` is {want}"));
        }
    })
}

fn bounded(n: i64) -> Result<i64, String> {
    if n.abs() > 1_000_000_000 { Err(format!("the number {n} is too large")) } else { Ok(n) }
}
