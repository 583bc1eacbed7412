//! Tests of the crate through its public interface.

mod paraphrases;
mod said;
