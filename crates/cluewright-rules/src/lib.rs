//! Cluewright: rules.

pub mod compile;
