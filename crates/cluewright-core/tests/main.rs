//! The integration tests of this crate: one program, a module a file.

#![allow(clippy::cast_possible_truncation, reason = "the small numbers of tests")]

mod common;

mod cells_and_shapes;
mod constraint_laws;
mod model;
