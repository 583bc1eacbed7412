//! The words of the language. Each file defines one function or a few related functions: the name and usage, the types of arguments
//! and results, how the function is evaluated on a full grid, and how it is unrolled. [`constants`] are words without arguments.

mod accepted;
mod around;
mod between;
mod block;
mod cell;
mod concat;
mod connected;
mod consecutive;
pub(crate) mod constants;
mod contains;
mod count;
mod distinct;
mod ends;
mod equal_sums;
mod extreme;
mod line;
mod named;
mod number;
mod ordered;
mod pairs;
mod parity;
mod place;
mod position;
mod positions;
mod prelude;
mod product;
mod ranked;
mod region_numbers;
mod reverse;
mod rounded;
mod runs;
mod same;
mod same_multiset;
mod steps;
mod subset_sum;
mod sum;
pub(crate) mod value;
mod visible;

use crate::code::Function;
use constants::WORDS;

/// All functions, grouped by file.
static FUNCTIONS: &[&[Function]] = &[
    sum::WORDS,
    product::WORDS,
    extreme::WORDS,
    count::WORDS,
    distinct::WORDS,
    ordered::WORDS,
    consecutive::WORDS,
    same_multiset::WORDS,
    equal_sums::WORDS,
    contains::WORDS,
    number::WORDS,
    ends::WORDS,
    reverse::WORDS,
    concat::WORDS,
    position::WORDS,
    positions::WORDS,
    visible::WORDS,
    connected::WORDS,
    accepted::WORDS,
    region_numbers::WORDS,
    ranked::WORDS,
    named::WORDS,
    between::WORDS,
    runs::WORDS,
    pairs::WORDS,
    line::WORDS,
    value::WORDS,
    same::WORDS,
    rounded::WORDS,
    parity::WORDS,
    around::WORDS,
    steps::WORDS,
    place::WORDS,
    subset_sum::WORDS,
    block::WORDS,
    cell::WORDS,
];

/// The function called `name`.
pub(crate) fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().copied().flatten().find(|f| f.name() == name)
}

/// The functions and constants of the language, each with an example of its use. Editors can use them for completion.
///
/// ```
/// assert!(cluewright_rules::functions().any(|f| f == ("leaps", "leaps(c, down, right)")));
/// ```
pub fn functions() -> impl Iterator<Item = (&'static str, &'static str)> {
    FUNCTIONS.iter().copied().flatten().map(|f| (f.name(), f.usage)).chain(WORDS.iter().map(|w| (w.name, w.name)))
}
