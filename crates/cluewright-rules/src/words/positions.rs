//! `positions(L)`: the numbers from 1 to the length of the list.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[word(
    "positions(L)",
    LIST,
    Gives::Numbers,
    &Judge(|run, args, _| Ok(V::list((1..=run.list(&args[0])?.len() as i64).map(V::int).collect()))),
    &Unroll(unroll),
)
.known()];

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], _: Pos) -> Unrolled {
    let n = run.certain(&args[0])?.items.len() as i64;
    Ok(Val::list((1..=n).map(|i| run.int(i)).collect()))
}
