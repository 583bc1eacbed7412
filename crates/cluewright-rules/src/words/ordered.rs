//! `increasing(L)`, `nondecreasing(L)` and `decreasing(L)` compare the values of neighbours in a list; `equal(L)` compares the
//! digits as written.

use super::prelude::*;

macro_rules! ordered {
    ($usage:literal, $numbers:ident, $fit:expr, $cmp:expr) => {
        word(
            $usage,
            FLAT,
            Gives::Bool,
            &Judge(|run, args, _| Ok(judge(run.$numbers(&args[0])?, $fit))),
            &Unroll(|run, args, pos| unroll(run, args, pos, $cmp)),
        )
    };
}

pub(super) static WORDS: &[Function] = &[
    ordered!("increasing(L)", values_in, |a, b| a.cmp(b).is_lt(), Cmp::Lt),
    ordered!("nondecreasing(L)", values_in, |a, b| a.cmp(b).is_le(), Cmp::Le),
    ordered!("decreasing(L)", values_in, |a, b| a.cmp(b).is_gt(), Cmp::Gt),
    ordered!("equal(L)", digits_in, |a, b| a == b, Cmp::Eq),
];

fn judge(numbers: Option<Vec<Rat>>, fit: impl Fn(Rat, Rat) -> bool) -> V {
    V::Bool(numbers.is_some_and(|n| n.windows(2).all(|w| fit(w[0], w[1]))))
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
