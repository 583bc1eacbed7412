//! The integration tests of this crate: one program, a module a file.

#![allow(clippy::cast_possible_truncation, reason = "the small numbers of tests")]

mod common;
#[path = "../../cluewright-core/tests/common/share.rs"]
mod share;

mod firm;
mod own;
mod pages;
mod premise;
mod proofs;
mod size;
mod uniqueness;
mod walk;
