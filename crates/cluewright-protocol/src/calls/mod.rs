//! The operations of the protocol: each has one file and one entry in a list.

use crate::call::Operation;

mod chain;
mod conflicts;
mod draw;
mod explain;
mod generate;
mod hidden;
mod import;
mod last_right;
mod meta;
mod open;
mod rules;
mod sheet;
mod typed;
mod why;

macro_rules! operations {
    ($($call:path),* $(,)?) => {
        static OPERATIONS: &[Operation] = &[$(Operation::of::<$call>()),*];
    };
}

operations![
    meta::Meta,
    meta::Cancel,
    open::Open,
    open::Change,
    open::Puzzle,
    open::Close,
    cluewright::operation::Solve,
    cluewright::operation::Count,
    cluewright::operation::Estimate,
    cluewright::operation::Split,
    cluewright::operation::Candidates,
    hidden::Hidden,
    conflicts::Conflicts,
    chain::Chain,
    cluewright::operation::Check,
    why::Why,
    cluewright::operation::Minimise,
    explain::Explain,
    cluewright::operation::Steps,
    cluewright::operation::Hint,
    last_right::LastRight,
    cluewright::operation::Rate,
    cluewright::generate::Generate,
    draw::Draw,
    sheet::Sheet,
    import::Import,
    cluewright::operation::Convert,
    cluewright::operation::Canonical,
    rules::Rules,
    rules::Rule,
    rules::Lint,
    rules::TestRules,
    rules::Techniques,
];

/// All operations.
///
/// ```
/// assert!(cluewright_protocol::operations().iter().any(|o| o.name == "solve"));
/// ```
pub fn operations() -> &'static [Operation] {
    OPERATIONS
}

pub(crate) fn by_name(name: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|o| o.name == name)
}

/// The names of all operations, for hints.
pub(crate) fn names() -> String {
    let names: Vec<&str> = OPERATIONS.iter().map(|o| o.name).collect();
    format!("operations: {}", names.join(", "))
}

/// A hint for a misspelt operation: one with a similar name or, if there is none, the names of all operations.
pub(crate) fn nearest(name: &str) -> String {
    match cluewright::rules::syntax::nearest(name, OPERATIONS.iter().map(|o| o.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => names(),
    }
}
