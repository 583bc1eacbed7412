//! `number(L)`: the digits of a list, read as one number.

use super::prelude::*;
use crate::unroll::ir::LARGE;

pub(super) static WORDS: &[Function] = &[word("number(L)", FLAT, Gives::Number, &Judge(judge), &Unroll(unroll))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let base = Rat::int(run.places.number_base());
    let read = |all: Vec<Rat>| all.into_iter().fold(Rat::ZERO, |n, d| n.mul(base).add(d));
    Ok(V::maybe(run.digits_in(&args[0])?.map(read)))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let list = run.certain(&args[0])?;
    let (ids, d, ok) = run.numbers(&list, pos, true)?;
    let base = run.places.number_base();
    let mut weight: i64 = 1;
    let mut terms = Vec::new();
    for id in ids.into_iter().rev() {
        if weight >= LARGE {
            return Err(pos
                .error("a number with this many digits is too large for a rule")
                .hint("compare the digits one after the other")
                .into());
        }
        terms.push((id, weight));
        weight = weight.saturating_mul(base);
    }
    Ok(Val::Num(Num { n: run.graph.lin(&terms, 0), d, ok }))
}
