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
mod known;
mod last_right;
mod meta;
mod open;
mod position;
mod rules;
mod typed;
mod ways;
mod why;
mod wish;

#[cfg(feature = "schema")]
pub(crate) use schemars::JsonSchema as Schematic;
/// What has a schema, where schemas are wanted.
#[cfg(not(feature = "schema"))]
pub(crate) trait Schematic {}
#[cfg(not(feature = "schema"))]
impl<T> Schematic for T {}

/// The parts of an answer that comes whole.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum Nothing {}

/// An operation: its fields, read from a request, answer.
pub(crate) trait Call: DeserializeOwned + Schematic {
    /// Its name, the `op` of a request.
    const NAME: &'static str;
    /// What it does, in a sentence.
    const ABOUT: &'static str;
    /// Is it about a puzzle: an open one (`doc`) or a text that comes along (`puzzle`)?
    const NEEDS_PUZZLE: bool = true;
    /// Is it about a document by its name, so that `doc` has to be there?
    const NEEDS_DOC: bool = false;
    /// Is an older request of it about the same document to end?
    const REPLACES: bool = true;
    /// Is it answered without work worth speaking of?
    const QUICK: bool = false;
    /// The parts of its answer that are told as soon as they are known.
    type Partial: Serialize + Schematic;
    /// What it answers.
    type Answer: Serialize + Schematic;

    fn answer(self, work: &mut Work<'_>) -> Result<Self::Answer, Failure>;
}

/// From the fields of a request to its answer.
type Answering = fn(Map<String, Value>, &mut Work<'_>) -> Result<Box<RawValue>, Failure>;

/// What can be asked, as data.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing of it")]
pub struct Operation {
    /// Its name, the `op` of a request.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Is it about a puzzle: an open one (`doc`) or a text that comes along (`puzzle`)?
    pub needs_puzzle: bool,
    /// Is it about a document by its name, so that `doc` has to be there?
    pub needs_doc: bool,
    /// Is it answered without work worth speaking of?
    pub quick: bool,
    /// Does the newest request of it end an older one about the same document?
    pub replaces: bool,
    pub(crate) answer: Answering,
    #[cfg(feature = "schema")]
    pub(crate) schema: fn(&mut crate::schema::Generators) -> crate::schema::Described,
}

const fn operation<C: Call>() -> Operation {
    Operation {
        name: C::NAME,
        about: C::ABOUT,
        needs_puzzle: C::NEEDS_PUZZLE,
        needs_doc: C::NEEDS_DOC,
        quick: C::QUICK,
        replaces: C::REPLACES,
        answer: answer::<C>,
        #[cfg(feature = "schema")]
        schema: schema::<C>,
    }
}

fn answer<C: Call>(params: Map<String, Value>, work: &mut Work<'_>) -> Result<Box<RawValue>, Failure> {
    use crate::message::Code;
    let call: C = serde_json::from_value(Value::Object(params))
        .map_err(|e| Failure::new(Code::BadRequest, format!("`{}`: {e}", C::NAME)))?;
    let answer = call.answer(work)?;
    Ok(serde_json::value::to_raw_value(&answer).expect("answers have plain keys"))
}

#[cfg(feature = "schema")]
fn schema<C: Call>(generators: &mut crate::schema::Generators) -> crate::schema::Described {
    use crate::schema::of;
    let whole = std::any::type_name::<C::Partial>() == std::any::type_name::<Nothing>();
    crate::schema::Described {
        request: of::<C>(&mut generators.requests),
        partial: (!whole).then(|| of::<C::Partial>(&mut generators.answers)),
        answer: of::<C::Answer>(&mut generators.answers),
    }
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
    candidates::Leaving,
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
