//! The integration tests of this crate: one program, a module a file.

mod common;

mod compile;
mod contract;
mod explosive;
mod hidden;
mod laws;
mod meanings;
mod mistakes;
mod names;
