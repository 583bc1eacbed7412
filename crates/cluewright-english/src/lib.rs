//! Reads the rules of puzzles, as people write them in English, and turns sentences into rule texts.
//!
//! A part of Cluewright whose interface may change at any time: use the crate `cluewright` instead.
//!
//! [`English::read`] splits text into sentences and finds the possible meanings of each. Constructions are data: a file in
//! `grammar/` has patterns of words with their meanings in the rule language; no rule's name is built into this code. [`say()`]
//! does the reverse: it puts a rule's text into plain sentences. This crate does not choose between readings: the caller, who has
//! the drawing and the grid, decides which reading applies.

#![allow(clippy::needless_for_each, reason = "a chain that ends in what is done with each")]

mod chart;
mod draft;
mod grammar;
mod lexicon;
mod list;
mod random;
mod read;
mod say;
mod text;
mod twin;
mod value;
mod whole;

pub use draft::{Reading, Twin};
pub use read::{English, Sentence, What};
pub use say::{about, about_used, say, say_among, sentences};
