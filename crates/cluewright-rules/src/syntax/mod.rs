//! The text of rules: tokens, syntax tree, parser and printer.

pub mod ast;
mod lex;
mod parse;
mod print;
mod suggest;

pub use lex::{MAX_TEXT, Pos};
pub use parse::parse;
pub(crate) use parse::{Parsing, parse_all};
pub use print::print;
pub use suggest::nearest;
pub(crate) use suggest::{one_of, suggest};
