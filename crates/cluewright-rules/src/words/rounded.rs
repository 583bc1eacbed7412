//! `floor(x)` and `ceil(x)`: `x` rounded down or up to a whole number.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[
    word(
        "floor(x)",
        NUMBER,
        Gives::Number,
        &Judge(|run, args, _| Ok(V::maybe(run.number(&args[0])?.map(Rat::floor)))),
        &Unroll(|run, args, _| {
            let x = run.number(&args[0])?;
            Ok(Val::Num(run.floor(x)))
        }),
    )
    .of_whole(|n| n),
    word(
        "ceil(x)",
        NUMBER,
        Gives::Number,
        &Judge(|run, args, _| Ok(V::maybe(run.number(&args[0])?.map(|n| n.neg().floor().neg())))),
        &Unroll(|run, args, _| {
            let x = run.number(&args[0])?;
            let down = Num { n: run.graph.scale(x.n, -1), ..x };
            let floor = run.floor(down);
            Ok(Val::Num(Num { n: run.graph.scale(floor.n, -1), ..floor }))
        }),
    )
    .of_whole(|n| n),
];
