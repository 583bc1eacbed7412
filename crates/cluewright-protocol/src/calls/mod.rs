//! What can be asked: an operation is one file and one word in a list.

use crate::message::Failure;
use crate::work::Work;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, value::RawValue};

mod asked;
mod candidates;
mod conflicts;
mod convert;
mod draw;
mod explain;
mod generate;
mod last_right;
mod meta;
mod open;
mod position;
mod rules;
mod ways;
mod why;

/// An operation: its fields, read from a request, answer.
pub(crate) trait Call: DeserializeOwned {
    /// Its name, the `op` of a request.
    const NAME: &'static str;
    /// What it does, in a sentence.
    const ABOUT: &'static str;
    /// Is it about a puzzle: an open one (`doc`) or a text that comes along (`puzzle`)?
    const NEEDS_PUZZLE: bool = true;
    /// Is an older request of it about the same document to end?
    const REPLACES: bool = true;
    /// What it answers.
    type Answer: Serialize;

    fn answer(self, work: &mut Work<'_>) -> Result<Self::Answer, Failure>;
}

/// What can be asked, as data.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// Its name, the `op` of a request.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Is it about a puzzle: an open one (`doc`) or a text that comes along (`puzzle`)?
    pub needs_puzzle: bool,
    /// Does the newest request of it end an older one about the same document?
    pub replaces: bool,
    pub(crate) answer: fn(Map<String, Value>, &mut Work<'_>) -> Result<Box<RawValue>, Failure>,
}

const fn operation<C: Call>() -> Operation {
    Operation {
        name: C::NAME,
        about: C::ABOUT,
        needs_puzzle: C::NEEDS_PUZZLE,
        replaces: C::REPLACES,
        answer: answer::<C>,
    }
}

fn answer<C: Call>(params: Map<String, Value>, work: &mut Work<'_>) -> Result<Box<RawValue>, Failure> {
    use crate::message::Code;
    let call: C = serde_json::from_value(Value::Object(params))
        .map_err(|e| Failure::new(Code::BadRequest, format!("`{}`: {e}", C::NAME)))?;
    let answer = call.answer(work)?;
    Ok(serde_json::value::to_raw_value(&answer).expect("answers have plain keys"))
}

macro_rules! operations {
    ($($file:ident::$call:ident),* $(,)?) => {
        static OPERATIONS: &[Operation] = &[$(operation::<$file::$call>()),*];
    };
}

operations![
    meta::Meta,
    meta::Cancel,
    open::Open,
    open::Change,
    open::Puzzle,
    open::Close,
    asked::Solve,
    asked::Count,
    asked::Estimate,
    asked::Split,
    candidates::Candidates,
    conflicts::Conflicts,
    asked::Check,
    why::Why,
    asked::Minimise,
    explain::Explain,
    asked::Steps,
    asked::Hint,
    last_right::LastRight,
    asked::Rate,
    generate::Generate,
    draw::Draw,
    convert::Import,
    convert::Export,
    asked::Canonical,
    rules::Rules,
    rules::Rule,
    rules::Lint,
    rules::TestRules,
    rules::Techniques,
];

/// All that can be asked.
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

/// All names, for a hint.
pub(crate) fn names() -> String {
    let names: Vec<&str> = OPERATIONS.iter().map(|o| o.name).collect();
    format!("operations: {}", names.join(", "))
}

/// What may have been meant.
pub(crate) fn nearest(name: &str) -> String {
    match cluewright::rules::syntax::nearest(name, OPERATIONS.iter().map(|o| o.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => names(),
    }
}
