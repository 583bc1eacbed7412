//! `same(a, b)`: `a` and `b` are the same cell.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[word(
    "same(a, b)",
    &[&[Kind::Cell, Kind::Cell]],
    Gives::Bool,
    &Judge(judge),
    &Unroll(|run, args, pos| match (run.value(&args[0])?, run.value(&args[1])?) {
        (Val::Cell(a), Val::Cell(b)) => Ok(Val::Bool(Graph::truth(a == b))),
        (Val::Undefined, _) | (_, Val::Undefined) => Ok(Val::Bool(FALSE)),
        _ => Err(pos.error("the choice of this cell depends on digits").into()),
    }),
)];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let (a, b) = (run.value(&args[0])?, run.value(&args[1])?);
    Ok(V::Bool(matches!((a, b), (V::Cell(a), V::Cell(b)) if a == b)))
}
