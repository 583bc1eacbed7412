//! The integration tests of this crate: a single program, with one module for each file.

#![allow(clippy::cast_possible_truncation, reason = "the small numbers of tests")]

mod common;

mod compile;
mod contract;
mod explosive;
mod hidden;
mod laws;
mod meanings;
mod mistakes;
mod names;
mod nesting;
mod plain;
