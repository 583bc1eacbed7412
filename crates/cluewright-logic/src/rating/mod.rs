//! How hard a puzzle is for a person, on Cluewright's own scale. The scales of other programs are in the crate
//! `cluewright-scales`.

pub mod own;
