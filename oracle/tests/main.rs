//! The integration tests of this crate: one program, a module a file.

#![allow(clippy::cast_possible_truncation, reason = "the small numbers of tests")]

#[path = "../../crates/cluewright-rules/tests/common/mod.rs"]
mod clues;
#[path = "../../crates/cluewright-core/tests/common/mod.rs"]
mod common;

mod cores;
mod corpora;
mod random;
