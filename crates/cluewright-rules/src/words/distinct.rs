//! `distinct(L)`: no digit is written twice.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[word("distinct(L)", FLAT, Gives::Bool, &Judge(judge), &Unroll(unroll))
    .role(Role::Distinct)
    .posted_apart(&Post(post))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let Some(numbers) = run.digits_in(&args[0])? else { return Ok(V::Bool(false)) };
    Ok(V::Bool((0..numbers.len()).all(|i| !numbers[..i].contains(&numbers[i]))))
}

fn post<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Posted {
    let Some(cells) = run.plain_list(&args[0])? else { return Ok(false) };
    run.different(&cells, pos)?;
    Ok(true)
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let list = run.list_of(&args[0])?;
    let (ids, _, ok) = run.numbers(&list, pos, true)?;
    if list.guards.is_empty() {
        let distinct = run.graph.distinct(&ids);
        return Ok(Val::Bool(run.graph.and(&[ok, distinct])));
    }
    let mut parts = vec![ok];
    for j in 0..ids.len() {
        run.ticks(j as u64)?;
        for i in 0..j {
            let difference = run.graph.sub(ids[i], ids[j]);
            let equal = run.graph.eq(difference);
            let (a, b) = (list.guard(i), list.guard(j));
            let bad = run.graph.and(&[equal, a, b]);
            parts.push(run.graph.not(bad));
        }
    }
    Ok(Val::Bool(run.graph.and(&parts)))
}
