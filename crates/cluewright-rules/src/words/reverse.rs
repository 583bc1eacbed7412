//! `reverse(L)`: the items in the opposite order.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[word(
    "reverse(L)",
    LIST,
    Gives::By(|list| list.item().map(Type::list)),
    &Judge(|run, args, _| Ok(V::list(run.list(&args[0])?.iter().rev().cloned().collect()))),
    &Unroll(unroll),
)
.known()];

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], _: Pos) -> Unrolled {
    let mut list = (*run.list_of(&args[0])?).clone();
    list.items.reverse();
    list.guards.reverse();
    Ok(Val::List(Rc::new(list)))
}
