//! The rules of puzzles as people write them, in English: sentences into rule texts.
//!
//! A part of Cluewright without a promise of stability: use the crate `cluewright`.
//!
//! [`English::read`] takes a text apart into sentences and says of each what it may mean. Constructions are data: a file of
//! `grammar/` has patterns of words and what they mean in the rule language; no rule is known by name in this code.
//! [`say()`] goes the other way: a rule's text in plain sentences. Nothing is decided here: which reading holds is found out by whoever has the drawing and the grid.

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
