//! The integration tests of this crate: one program, a module a file.

mod common;
mod uses;

mod architecture;
mod floors;
