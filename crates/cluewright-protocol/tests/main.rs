//! The integration tests of this crate: one program, a module a file.

mod making;
mod session;
