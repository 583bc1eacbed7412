//! Assigns a clue's arguments to the parameters of its rule, even if the clue has other mistakes. Used by code that writes and
//! draws clues.

use crate::syntax::ast::{Param, ParamKind};
use cluewright_core::puzzle::Args;
use cluewright_core::{Arg, Cell, Clue};

/// Names the unnamed arguments of a clue: each of them gets the name of the next parameter of a fitting type.
pub fn bound(clue: &Clue, params: &[Param]) -> Clue {
    let mut args: Args = clue.args.iter().filter(|(name, _)| !name.is_empty()).cloned().collect();
    for (_, arg) in clue.args.iter().filter(|(name, _)| name.is_empty()) {
        let fits = |p: &&Param| {
            let free = args.iter().find(|(n, _)| *n == p.name);
            match (arg, p.kind) {
                (Arg::Cell(_) | Arg::Cells(_) | Arg::Lists(_), ParamKind::Shape(shape)) => {
                    free.is_none() || shape.is_lists()
                }
                (Arg::Number(_) | Arg::Numbers(_), ParamKind::Number | ParamKind::Numbers)
                | (Arg::Text(_), ParamKind::Text)
                | (Arg::Bool(_), ParamKind::Boolean) => free.is_none(),
                _ => false,
            }
        };
        let Some(param) = params.iter().find(fits) else {
            args.push((String::new(), arg.clone()));
            continue;
        };
        match args.iter_mut().find(|(n, _)| *n == param.name) {
            Some((_, Arg::Lists(lists))) => lists.extend(lists_of(arg)),
            _ => args.push((param.name.clone(), arg.clone())),
        }
        let list = matches!(param.kind, ParamKind::Shape(shape) if shape.is_lists());
        if let Some((_, arg)) = args.iter_mut().find(|(n, _)| *n == param.name && list) {
            *arg = Arg::Lists(lists_of(arg));
        }
    }
    Clue { rule: clue.rule.clone(), args, place: clue.place }
}

/// The cells of an argument as lists; empty if the argument contains no cells.
pub fn lists_of(arg: &Arg) -> Vec<Vec<Cell>> {
    match arg {
        Arg::Cell(c) => vec![vec![*c]],
        Arg::Cells(l) => vec![l.clone()],
        Arg::Lists(ls) => ls.clone(),
        _ => Vec::new(),
    }
}
