//! The definition of an operation.

use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::question::{Field, Question};
use serde::Serialize;
use serde_json::{Map, Value, value::RawValue};

#[cfg(feature = "schema")]
pub(crate) use schemars::JsonSchema as Schematic;
/// A type with a schema, if schemas are compiled in.
#[cfg(not(feature = "schema"))]
pub(crate) trait Schematic {}
#[cfg(not(feature = "schema"))]
impl<T> Schematic for T {}

/// The type of partial answers for an operation that sends its answer as a whole; this type has no values.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum Nothing {}

/// An operation of a session.
pub(crate) trait Call: Question {
    /// Whether the operation needs a puzzle, either an open document (`doc`) or text in the request (`puzzle`).
    const NEEDS_PUZZLE: bool = true;
    /// Whether the operation needs the name of a document (`doc`).
    const NEEDS_DOC: bool = false;
    /// Whether a new request cancels an older request for the same document.
    const REPLACES: bool = true;
    /// Whether the answer takes almost no work.
    const QUICK: bool = false;
    /// The type of the partial answers, which are sent as soon as they are known.
    type Partial: Serialize + Schematic;
    /// The type of the answer.
    type Answer: Serialize + Schematic;

    fn answer(self, work: &mut Work<'_>) -> Result<Self::Answer, Failure>;
}

/// A function from the fields of a request to its answer.
type Answering = fn(Map<String, Value>, &mut Work<'_>) -> Result<Box<RawValue>, Failure>;

/// A description of an operation.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate property")]
pub struct Operation {
    /// The name of the operation, which is the `op` of a request.
    pub name: &'static str,
    /// The description of the operation, in one sentence.
    pub about: &'static str,
    /// Whether the operation needs a puzzle, either an open document (`doc`) or text in the request (`puzzle`).
    pub needs_puzzle: bool,
    /// Whether the operation needs the name of a document (`doc`).
    pub needs_doc: bool,
    /// Whether the answer takes almost no work.
    pub quick: bool,
    /// Whether a new request cancels an older request for the same document.
    pub replaces: bool,
    /// The fields of the operation, in the order in which they are documented.
    pub fields: fn() -> Vec<Field>,
    pub(crate) answer: Answering,
    #[cfg(feature = "schema")]
    pub(crate) schema: fn(&mut Generators) -> Described,
}

impl Operation {
    pub(crate) const fn of<C: Call>() -> Self {
        Self {
            name: C::NAME,
            about: C::ABOUT,
            needs_puzzle: C::NEEDS_PUZZLE,
            needs_doc: C::NEEDS_DOC,
            quick: C::QUICK,
            replaces: C::REPLACES,
            fields: C::fields,
            answer: answer::<C>,
            #[cfg(feature = "schema")]
            schema: schema::<C>,
        }
    }
}

fn answer<C: Call>(params: Map<String, Value>, work: &mut Work<'_>) -> Result<Box<RawValue>, Failure> {
    let call = C::read(params).map_err(|wrong| {
        let failure = Failure::from(wrong.error);
        if wrong.is_request { Failure { code: Code::BadRequest, ..failure } } else { failure }
    })?;
    let answer = call.answer(work)?;
    Ok(serde_json::value::to_raw_value(&answer).expect("answers have plain keys"))
}

#[cfg(feature = "schema")]
fn schema<C: Call>(generators: &mut Generators) -> Described {
    let whole = std::any::type_name::<C::Partial>() == std::any::type_name::<Nothing>();
    Described {
        request: (C::fields(), C::schemas(&mut generators.requests)),
        partial: (!whole).then(|| of::<C::Partial>(&mut generators.answers)),
        answer: of::<C::Answer>(&mut generators.answers),
    }
}

#[cfg(feature = "schema")]
/// The schemas of requests and answers: fields with a default may be left out of requests; empty fields are left out of
/// answers.
pub(crate) struct Generators {
    pub(crate) requests: schemars::SchemaGenerator,
    pub(crate) answers: schemars::SchemaGenerator,
}

#[cfg(feature = "schema")]
/// The parameters and the answer of one operation.
pub(crate) struct Described {
    pub(crate) request: (Vec<Field>, Map<String, Value>),
    pub(crate) partial: Option<Value>,
    pub(crate) answer: Value,
}

#[cfg(feature = "schema")]
pub(crate) fn of<T: Schematic>(generator: &mut schemars::SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}
