//! The integration tests of this crate: one program, a module a file.

mod common;

mod firm;
mod hodoku;
mod own;
mod pages;
mod proofs;
mod se;
mod uniqueness;
mod walk;
