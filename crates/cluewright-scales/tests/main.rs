//! The integration tests of this crate: one program, a module a file.

mod hodoku;
mod se;
