//! How hard a puzzle is for a person, on a scale of our own. The crate `cluewright-scales` has those of other programs.

pub mod own;
