//! The text of rules: words, syntax tree, parser, printer.

pub mod ast;
mod lex;
mod parse;
mod print;

pub use lex::{MAX_TEXT, Pos};
pub use parse::parse;
pub(crate) use parse::suggest;
pub use print::print;
