//! Tests of the crate from outside.

mod paraphrases;
mod said;
