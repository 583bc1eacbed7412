//! The integration tests of this crate: one program, a module a file.

mod common;

mod kinds;
mod questions;
mod refute;
