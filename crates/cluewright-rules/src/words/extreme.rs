//! `max(L)` and `min(L)`: the maximum or minimum of a list, or of several numbers; infinite for an empty list.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[
    word(
        "max(L) or max(a, b)",
        FLAT,
        Gives::Number,
        &Judge(|run, args, _| {
            let greatest = |all: Vec<Rat>| all.into_iter().max_by(|a, b| a.cmp(*b)).unwrap_or(Rat::MINUS_INFINITY);
            Ok(V::maybe(run.values_in(&args[0])?.map(greatest)))
        }),
        &Unroll(|run, args, pos| unroll(run, args, pos, true)),
    )
    .several(Kind::Number)
    .role(Role::Max),
    word(
        "min(L) or min(a, b)",
        FLAT,
        Gives::Number,
        &Judge(|run, args, _| {
            let least = |all: Vec<Rat>| all.into_iter().min_by(|a, b| a.cmp(*b)).unwrap_or(Rat::INFINITY);
            Ok(V::maybe(run.values_in(&args[0])?.map(least)))
        }),
        &Unroll(|run, args, pos| unroll(run, args, pos, false)),
    )
    .several(Kind::Number)
    .role(Role::Min),
];

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos, max: bool) -> Unrolled {
    let list = run.list_of(&args[0])?;
    if let Some(n) = run.known_extreme(max, &list) {
        return Ok(run.int(i64::from(n)));
    }
    let (ids, d, ok) = run.numbers(&list, pos, false)?;
    let nothing = run.graph.constant(if max { -INF } else { INF });
    let mut items = Vec::with_capacity(ids.len());
    for (i, id) in ids.into_iter().enumerate() {
        let guard = list.guard(i);
        items.push(run.graph.either(guard, id, nothing));
    }
    if items.is_empty() {
        items.push(nothing);
    }
    let n = if max { run.graph.max(&items) } else { run.graph.min(&items) };
    Ok(Val::Num(Num { n, d, ok }))
}
