//! `sum(L)`: the sum of the values; 0 for an empty list.

use super::prelude::*;

pub(super) static WORDS: &[Function] =
    &[word("sum(L)", FLAT, Gives::Number, &Judge(judge), &Unroll(unroll)).role(Role::Sum)];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let numbers = run.values_in(&args[0])?;
    Ok(V::maybe(numbers.map(|all| all.into_iter().fold(Rat::ZERO, Rat::add))))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    if let Some(n) = run.sum_of_first(&args[0])? {
        return Ok(Val::Num(run.plain(n)));
    }
    let list = run.list_of(&args[0])?;
    let (ids, d, ok) = run.numbers(&list, pos, false)?;
    let zero = run.graph.constant(0);
    let mut terms = Vec::with_capacity(ids.len());
    for (i, id) in ids.into_iter().enumerate() {
        let guard = list.guard(i);
        terms.push((if guard == TRUE { id } else { run.graph.either(guard, id, zero) }, 1));
    }
    Ok(Val::Num(Num { n: run.graph.lin(&terms, 0), d, ok }))
}
