//! The integration tests of this crate: one program, a module a file.

#![allow(clippy::cast_possible_truncation, reason = "the small numbers of tests")]

mod common;
#[path = "../../cluewright-core/tests/common/share.rs"]
mod share;

mod answers;
mod bad_input;
mod batches;
mod deadline;
mod documents;
mod doors;
mod generate;
mod hostile;
mod names;
mod printed_steps;
mod serve;
mod shards;
mod steps;
mod threads;
