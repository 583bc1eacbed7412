//! Rating scales of other programs, one folder each: what a puzzle scores there, step by step.

pub mod se;
