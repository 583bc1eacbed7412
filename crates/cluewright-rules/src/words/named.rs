//! `given(p)` and `clues(RULE)`: the argument is a name, not a value. So resolving turns each call into code of its own, and
//! rejects any other argument.

use super::prelude::*;

pub(super) static WORDS: &[Function] =
    &[named("given(parameter)").role(Role::Given), named("clues(rule)").role(Role::Clues)];

const fn named(usage: &'static str) -> Function {
    word(usage, &[], Gives::Bool, &Judge(|_, _, _| Ok(V::Undefined)), &Unroll(|_, _, _| Ok(Val::Undefined)))
}
