//! `first(L)` and `last(L)`: an item; undefined for an empty list.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[
    word(
        "first(L)",
        LIST,
        Gives::By(Type::item),
        &Judge(|run, args, _| Ok(run.list(&args[0])?.first().cloned().unwrap_or(V::Undefined))),
        &Unroll(|run, args, _| Ok(run.certain(&args[0])?.items.first().cloned().unwrap_or(Val::Undefined))),
    )
    .known(),
    word(
        "last(L)",
        LIST,
        Gives::By(Type::item),
        &Judge(|run, args, _| Ok(run.list(&args[0])?.last().cloned().unwrap_or(V::Undefined))),
        &Unroll(|run, args, _| Ok(run.certain(&args[0])?.items.last().cloned().unwrap_or(Val::Undefined))),
    )
    .known(),
];
