//! `equal_sums(A, B, ..)`: the values of each list have the same sum.

use super::prelude::*;

pub(super) static WORDS: &[Function] =
    &[word("equal_sums(A, B)", LISTS, Gives::Bool, &Judge(judge), &Unroll(unroll)).several(Kind::Flat)];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let Some(lists) = run.numbers_in_lists(&args[0], false)? else { return Ok(V::Bool(false)) };
    let sum = |list: &[Rat]| list.iter().copied().fold(Rat::ZERO, Rat::add);
    Ok(V::Bool(lists.windows(2).all(|w| sum(&w[0]) == sum(&w[1]))))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let lists = run.lists_of(&args[0])?;
    let mut sums = Vec::new();
    for list in &lists {
        let (ids, d, ok) = run.numbers(list, pos, false)?;
        let terms: Vec<(Id, i64)> = ids.into_iter().map(|i| (i, 1)).collect();
        sums.push(Num { n: run.graph.lin(&terms, 0), d, ok });
    }
    let mut parts = Vec::new();
    for w in sums.windows(2) {
        parts.push(run.compare(Cmp::Eq, w[0], w[1]));
    }
    Ok(Val::Bool(run.graph.and(&parts)))
}
