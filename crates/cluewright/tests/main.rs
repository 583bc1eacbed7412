//! The integration tests of this crate: one program, a module a file.

#![allow(clippy::cast_possible_truncation, reason = "the small numbers of tests")]

#[path = "../../cluewright-rules/tests/common/mod.rs"]
mod rules_common;
#[path = "../../cluewright-search/tests/common/mod.rs"]
mod search_common;

mod book;
mod cores;
mod document;
mod drawings;
mod drawn;
mod edges;
mod extra;
mod figures;
mod found;
mod generate;
mod guess;
mod hypotheses;
mod ideas;
mod pictures;
mod ranges;
mod rule_pages;
mod scales;
mod sentences;
mod stability;
mod summary;
mod switches;
mod table;
mod trials;
mod understood;
mod unread;
mod verify;
mod why;
mod witness;
mod written;
