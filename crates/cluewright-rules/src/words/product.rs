//! `product(L)`: the product of the values; 1 for an empty list.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[word("product(L)", FLAT, Gives::Number, &Judge(judge), &Unroll(unroll))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let numbers = run.values_in(&args[0])?;
    Ok(V::maybe(numbers.map(|all| all.into_iter().fold(Rat::int(1), Rat::mul))))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let list = run.list_of(&args[0])?;
    let (mut n, mut d, mut ok) = (run.one, run.one, TRUE);
    for (i, item) in list.items.iter().enumerate() {
        run.tick()?;
        let x = run.num(item, pos)?;
        let guard = list.guard(i);
        let one = run.plain(run.one);
        let x = if guard == TRUE { x } else { run.choose(guard, x, one) };
        n = run.graph.mul(n, x.n);
        d = run.graph.mul(d, x.d);
        ok = run.graph.and(&[ok, x.ok]);
    }
    Ok(Val::Num(Num { n, d, ok }))
}
