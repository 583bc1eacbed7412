//! Clues that are JSON objects with cells named like `R1C1`, bound to a rule's parameters by its `also` line, as in f-puzzles. JSON
//! formats with other notations of cells are converted to such objects, so one reader and one writer of `also FORMAT name {cells:
//! C, value: total}` serve all these formats.

mod bind;
mod data;
mod read;
mod write;

pub(crate) use bind::{Binder, color};
pub(crate) use data::{DIAGONALS, is_empty, number, number_in_words, place};
pub(crate) use read::Gatherer;
pub(crate) use write::{STRAIGHT, cell_name, object_of};
