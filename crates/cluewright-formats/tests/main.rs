//! The integration tests of this crate: one program, a module a file.

#![allow(clippy::cast_possible_truncation, reason = "the small numbers of tests")]

mod accounted;
mod archive;
mod corpora;
mod killers;
mod others;
mod paste;
mod pasted;
mod readers;
mod reading;
mod records;
mod scl;
