//! `odd(x)` and `even(x)`: whether a number is odd or even. A fraction is neither odd nor even.

use super::prelude::*;
use crate::syntax::ast::{Arith, Cmp};

pub(super) static WORDS: &[Function] = &[
    Function {
        of_whole: Some(|n| n.rem_euclid(2)),
        ..word(
            "odd(x)",
            NUMBER,
            Gives::Bool,
            &Judge(|run, args, _| judge(run, args, 1)),
            &Unroll(|run, args, _| unroll(run, args, 1)),
        )
    },
    Function {
        of_whole: Some(|n| 1 - n.rem_euclid(2)),
        ..word(
            "even(x)",
            NUMBER,
            Gives::Bool,
            &Judge(|run, args, _| judge(run, args, 0)),
            &Unroll(|run, args, _| unroll(run, args, 0)),
        )
    },
];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], rest: i64) -> Judged {
    let n = run.number(&args[0])?.and_then(Rat::whole);
    Ok(V::Bool(n.is_some_and(|n| n.rem_euclid(2) == rest)))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], wanted: i64) -> Unrolled {
    let x = run.number(&args[0])?;
    let two = run.whole(2);
    let rest = run.arith(Arith::Mod, x, two);
    let wanted = run.whole(wanted);
    let fits = run.compare(Cmp::Eq, rest, wanted);
    // The minimum of an empty list is neither odd nor even.
    let node = run.graph.node(x.n);
    let finite = if node.low <= -INF || node.high >= INF { run.in_range(x.n, 1 - INF, INF - 1) } else { TRUE };
    Ok(Val::Bool(run.graph.and(&[fits, finite])))
}
