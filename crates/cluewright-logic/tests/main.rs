//! The integration tests of this crate: one program, a module a file.

mod common;

mod firm;
mod own;
mod pages;
mod premise;
mod proofs;
mod uniqueness;
mod walk;
