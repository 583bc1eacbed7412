//! The integration tests of this crate: one program, a module a file.

mod accounted;
mod corpora;
mod killers;
mod others;
mod pasted;
mod readers;
mod records;
mod scl;
