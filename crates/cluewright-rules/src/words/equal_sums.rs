//! `equal_sums(A, B, ..)`: the values of each list have the same sum.

use super::prelude::*;
use crate::unroll::MANY_CELLS;
use crate::unroll::value::are_once;
use cluewright_core::constraint::EqualSums;

pub(super) static WORDS: &[Function] = &[word("equal_sums(A, B)", LISTS, Gives::Bool, &Judge(judge), &Unroll(unroll))
    .several(Kind::Flat)
    .posted(&Post(post))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let Some(lists) = run.numbers_in_lists(&args[0], false)? else { return Ok(V::Bool(false)) };
    let sum = |list: &[Rat]| list.iter().copied().fold(Rat::ZERO, Rat::add);
    Ok(V::Bool(lists.windows(2).all(|w| sum(&w[0]) == sum(&w[1]))))
}

fn post<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Posted {
    let Some(lists) = run.plain_lists(&args[0])? else { return Ok(false) };
    let fits = lists.len() > 2
        && lists.iter().map(Vec::len).sum::<usize>() > MANY_CELLS
        && lists.iter().all(|l| are_once(l) && l.iter().all(|&c| run.build.value_cell(c) == c));
    run.posted(fits.then(|| EqualSums::new(&lists).into()), pos)
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
