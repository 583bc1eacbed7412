//! `position(x, L)`: the index of the first item of `L` that holds the digit of `x`; undefined if there is no such item.

use super::prelude::*;

pub(super) static WORDS: &[Function] =
    &[word("position(x, L)", &[&[Kind::Number, Kind::Flat]], Gives::Number, &Judge(judge), &Unroll(unroll))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let x = run.value(&args[0])?;
    let list = run.list(&args[1])?;
    let x = run.written(&x)?;
    let Some(numbers) = run.all_written(&list)? else { return Ok(V::Undefined) };
    Ok(V::maybe(x.and_then(|x| numbers.iter().position(|n| *n == x)).map(|i| Rat::int(i as i64 + 1))))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let x = run.value(&args[0])?;
    let list = run.certain(&args[1])?;
    let x = run.written(&x, pos)?;
    let (ids, d, ok) = run.numbers(&list, pos, true)?;
    let mut n = run.graph.constant(0);
    let mut here = Vec::new();
    for (i, &id) in ids.iter().enumerate().rev() {
        run.tick()?;
        let equal = run.compare(Cmp::Eq, x, Num { n: id, d, ok: TRUE });
        let place = run.graph.constant(i as i64 + 1);
        n = run.graph.either(equal, place, n);
        here.push(equal);
    }
    let found = run.graph.or(&here);
    Ok(Val::Num(Num { n, d: run.one, ok: run.graph.and(&[ok, found, x.ok]) }))
}
