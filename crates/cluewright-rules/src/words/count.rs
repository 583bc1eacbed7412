//! `count(L, x)`: the number of items of `L` that are written as `x`, or as one of the numbers in a list `x`. `count(L)` and
//! `length(L)`: the number of items of `L`.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[
    word(
        "count(L) or count(L, x)",
        &[&[Kind::List], &[Kind::Flat, Kind::NumberOrFlat]],
        Gives::Number,
        &Judge(judge),
        &Unroll(unroll),
    ),
    word("length(L)", LIST, Gives::Number, &Judge(judge), &Unroll(unroll)).known(),
];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let list = run.list(&args[0])?;
    let Some(wanted) = args.get(1) else { return Ok(V::int(list.len() as i64)) };
    let Some(wanted) = run.wanted(wanted)? else { return Ok(V::Undefined) };
    let mut n = 0;
    for item in list.iter() {
        n += i64::from(run.written(item)?.is_some_and(|w| wanted.contains(&w)));
    }
    Ok(V::int(n))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let Some(wanted) = args.get(1) else { return length(run, &args[0]) };
    let list = run.list_of(&args[0])?;
    let wanted = run.wanted(wanted)?;
    let mut oks = Vec::new();
    for w in &wanted.items {
        oks.push(run.written(w, pos)?.ok);
    }
    let mut parts = Vec::with_capacity(list.items.len());
    for (i, item) in list.items.iter().enumerate() {
        let n = run.written(item, pos)?;
        let inside = run.among(n, &wanted, pos)?;
        let guard = list.guard(i);
        parts.push(run.graph.and(&[inside, guard]));
    }
    let n = run.count(&parts);
    Ok(Val::Num(Num { n, d: run.one, ok: run.graph.and(&oks) }))
}

fn length<'a>(run: &mut Lower<'a>, list: &'a Code) -> Unrolled {
    if let Some(new) = run.regions_met(list)? {
        let n = run.count(&new);
        return Ok(Val::Num(run.plain(n)));
    }
    let list = run.list_of(list)?;
    if list.guards.is_empty() {
        return Ok(run.int(list.items.len() as i64));
    }
    let n = run.count(&list.guards);
    Ok(Val::Num(run.plain(n)))
}
