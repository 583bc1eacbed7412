//! `pairs(L)`: all pairs of two items of a list.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[word(
    "pairs(L)",
    LIST,
    Gives::By(|list| list.item().map(|item| Type::list(Type::list(item)))),
    &Judge(judge),
    &Unroll(unroll),
)];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], pos: Pos) -> Judged {
    let list = run.list(&args[0])?;
    if list.len() > 1_000 {
        return Err(pos.error("the list given to `pairs` has more than 1000 items").into());
    }
    let mut all = Vec::new();
    for (i, a) in list.iter().enumerate() {
        all.extend(list[i + 1..].iter().map(|b| V::list(vec![a.clone(), b.clone()])));
    }
    Ok(V::list(all))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let list = run.certain(&args[0])?;
    if list.items.len() > 1_000 {
        return Err(pos.error("the list given to `pairs` has more than 1000 items").into());
    }
    let mut all = Vec::new();
    for (i, a) in list.items.iter().enumerate() {
        all.extend(list.items[i + 1..].iter().map(|b| Val::list(vec![a.clone(), b.clone()])));
    }
    Ok(Val::list(all))
}
