//! `given(p)` and `clues(RULE)`: their argument is a name, not a value, so resolving turns each call into code of its
//! own, and refuses any other.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[named("given(parameter)"), named("clues(rule)")];

const fn named(usage: &'static str) -> Function {
    word(usage, &[], Gives::Bool, &Judge(|_, _, _| Ok(V::Undefined)), &Unroll(|_, _, _| Ok(Val::Undefined)))
}
