//! The integration tests of this crate: one program, a module a file.

mod common;

mod cells_and_shapes;
mod constraint_laws;
mod model;
