//! `between(a, b, L)`: the items of `L` that have an `a` on one side and a `b` on the other side.

use super::prelude::*;
use crate::eval::run;

pub(super) static WORDS: &[Function] = &[word(
    "between(a, b, L)",
    &[&[Kind::Place, Kind::Place, Kind::List]],
    Gives::By(|list| list.item().map(Type::list)),
    &Judge(judge),
    &Unroll(unroll),
)
.role(Role::Between)];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let (a, b) = (run.value(&args[0])?, run.value(&args[1])?);
    let list = run.list(&args[2])?;
    // An end that is a cell is compared with cells by identity; any other end is compared by its number.
    let is = |end: &V, item: &V| -> run::Got<bool> {
        Ok(match (end, item) {
            (V::Cell(a), V::Cell(b)) => a == b,
            _ => {
                let (x, y) = (run.as_number(end)?, run.written(item)?);
                x.is_some() && x == y
            }
        })
    };
    let mut at = Vec::new();
    for item in list.iter() {
        at.push((is(&a, item)?, is(&b, item)?));
    }
    let inside = |i: usize| {
        let (left, right) = (&at[..i], &at[i + 1..]);
        left.iter().any(|x| x.0) && right.iter().any(|x| x.1) || left.iter().any(|x| x.1) && right.iter().any(|x| x.0)
    };
    Ok(V::list((0..list.len()).filter(|&i| inside(i)).map(|i| list[i].clone()).collect()))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let (a, b) = (run.value(&args[0])?, run.value(&args[1])?);
    let list = run.certain(&args[2])?;
    let mut at = Vec::with_capacity(list.items.len());
    for item in &list.items {
        let mut is = [FALSE; 2];
        for (is, end) in is.iter_mut().zip([&a, &b]) {
            *is = match (end, item) {
                (Val::Cell(a), Val::Cell(b)) => Graph::truth(a == b),
                (Val::Pick(..) | Val::Choice(..), _) => {
                    return Err(pos.error("the choice of the end cell depends on digits").into());
                }
                _ => {
                    let (x, y) = (run.num(end, pos)?, run.written(item, pos)?);
                    run.compare(Cmp::Eq, x, y)
                }
            };
        }
        at.push(is);
    }
    // An item is between the ends if one end is before the item and the other end is after it.
    let n = at.len();
    let (mut before, mut behind) = (vec![[FALSE; 2]; n + 1], vec![[FALSE; 2]; n + 1]);
    for i in 0..n {
        for k in 0..2 {
            before[i + 1][k] = run.graph.or(&[before[i][k], at[i][k]]);
            let j = n - 1 - i;
            behind[j][k] = run.graph.or(&[behind[j + 1][k], at[j][k]]);
        }
    }
    let inside = run.sliced(&list, |run, i| {
        let i = usize::try_from(i - 1).expect("places count from 1");
        let one = run.graph.and(&[before[i][0], behind[i + 1][1]]);
        let other = run.graph.and(&[before[i][1], behind[i + 1][0]]);
        run.graph.or(&[one, other])
    })?;
    Ok(Val::List(Rc::new(inside)))
}
