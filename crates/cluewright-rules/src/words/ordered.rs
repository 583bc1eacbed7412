//! `increasing(L)`, `nondecreasing(L)`, `decreasing(L)` compare the values of neighbours in a list; `equal(L)` compares
//! the digits as written.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[
    word(
        "increasing(L)",
        FLAT,
        Gives::Bool,
        &Judge(|run, args, _| judge(run.values_in(&args[0])?, |a, b| a.cmp(b).is_lt())),
        &Unroll(|run, args, pos| unroll(run, args, pos, Cmp::Lt)),
    ),
    word(
        "nondecreasing(L)",
        FLAT,
        Gives::Bool,
        &Judge(|run, args, _| judge(run.values_in(&args[0])?, |a, b| a.cmp(b).is_le())),
        &Unroll(|run, args, pos| unroll(run, args, pos, Cmp::Le)),
    ),
    word(
        "decreasing(L)",
        FLAT,
        Gives::Bool,
        &Judge(|run, args, _| judge(run.values_in(&args[0])?, |a, b| a.cmp(b).is_gt())),
        &Unroll(|run, args, pos| unroll(run, args, pos, Cmp::Gt)),
    ),
    word(
        "equal(L)",
        FLAT,
        Gives::Bool,
        &Judge(|run, args, _| judge(run.digits_in(&args[0])?, |a, b| a == b)),
        &Unroll(|run, args, pos| unroll(run, args, pos, Cmp::Eq)),
    ),
];

fn judge(numbers: Option<Vec<Rat>>, fit: impl Fn(Rat, Rat) -> bool) -> Judged {
    Ok(V::Bool(numbers.is_some_and(|n| n.windows(2).all(|w| fit(w[0], w[1])))))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos, cmp: Cmp) -> Unrolled {
    let list = run.certain(&args[0])?;
    let (ids, _, ok) = run.numbers(&list, pos, cmp == Cmp::Eq)?;
    let mut parts = vec![ok];
    for w in ids.windows(2) {
        let (a, b) = (run.plain(w[0]), run.plain(w[1]));
        parts.push(run.compare(cmp, a, b));
    }
    Ok(Val::Bool(run.graph.and(&parts)))
}
