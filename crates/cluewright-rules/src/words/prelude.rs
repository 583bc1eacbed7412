//! Imports and helper functions that the files of words share.
//!
//! Each word has two functions that share no code, so that a comparison of their results reveals errors in either of them: `judge`
//! computes the value on a full grid, and `unroll` makes nodes of the graph. Some words also have `post`, for a call that is a whole
//! condition.

pub(super) use crate::code::{Code, Function, Gives, Kind, Role, Type};
pub(super) use crate::eval::run::{Judge, Run};
pub(super) use crate::eval::value::V;
pub(super) use crate::places::Places;
pub(super) use crate::rat::Rat;
pub(super) use crate::syntax::Pos;
pub(super) use crate::syntax::ast::Cmp;
pub(super) use crate::unroll::ir::{FALSE, Graph, INF, Id, TRUE};
pub(super) use crate::unroll::value::{List, Num, Val};
pub(super) use crate::unroll::{Lower, Post, Unroll};
pub(super) use cluewright_core::Cell;
pub(super) use std::rc::Rc;

pub(super) type Judged = crate::eval::run::Got<V>;
pub(super) type Unrolled = crate::unroll::value::Got<Val>;
/// Whether a whole call was posted.
pub(super) type Posted = crate::unroll::value::Got<bool>;

type Takes = &'static [&'static [Kind]];

pub(super) const FLAT: Takes = &[&[Kind::Flat]];
pub(super) const LIST: Takes = &[&[Kind::List]];
pub(super) const LISTS: Takes = &[&[Kind::Lists]];
pub(super) const CELL: Takes = &[&[Kind::Cell]];
pub(super) const CELLS: Takes = &[&[Kind::Cells]];
pub(super) const NUMBER: Takes = &[&[Kind::Number]];

/// A function that depends only on the values of its arguments and on which of their cells are equal.
pub(super) const fn word(
    usage: &'static str,
    takes: Takes,
    gives: Gives,
    judge: &'static Judge,
    unroll: &'static Unroll,
) -> Function {
    Function {
        usage,
        takes,
        several: None,
        gives,
        plain: true,
        known: false,
        of_whole: None,
        of_cell: None,
        role: None,
        judge,
        unroll,
        post: None,
        apart: false,
    }
}
