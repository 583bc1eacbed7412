//! `first(L)` and `last(L)`: the first or the last item of a list; undefined for an empty list.

use super::prelude::*;

macro_rules! end {
    ($usage:literal, $end:ident) => {
        word(
            $usage,
            LIST,
            Gives::By(Type::item),
            &Judge(|run, args, _| Ok(run.list(&args[0])?.$end().cloned().unwrap_or(V::Undefined))),
            &Unroll(|run, args, _| Ok(run.certain(&args[0])?.items.$end().cloned().unwrap_or(Val::Undefined))),
        )
        .known()
    };
}

pub(super) static WORDS: &[Function] = &[end!("first(L)", first), end!("last(L)", last)];
