//! `digit(c)`: the digit written in a cell. `value(c)`: the number that the cell counts as.

use super::prelude::*;

pub(crate) const VALUE: Function = word(
    "value(c)",
    CELL,
    Gives::Number,
    &Judge(|run, args, _| run.number(&args[0]).map(V::maybe)),
    &Unroll(|run, args, _| run.number(&args[0]).map(Val::Num)),
)
.of_whole(|n| n);

pub(super) static WORDS: &[Function] =
    &[word("digit(c)", CELL, Gives::Number, &Judge(judge), &Unroll(unroll)).of_whole(|n| n), VALUE];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let value = run.value(&args[0])?;
    run.written(&value).map(V::maybe)
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let value = run.value(&args[0])?;
    run.written(&value, pos).map(Val::Num)
}
