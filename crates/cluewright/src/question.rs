//! Operations as data: each is one type, declared once by [`crate::question!`]. The JSON interface, the command line and the
//! bindings for other languages take field names, descriptions and defaults from these declarations.
//!
//! ```
//! use cluewright::operation::Count;
//! use cluewright::question::Question;
//! let count = Count::read(serde_json::from_str(r#"{"limit": 10}"#)?)?;
//! assert_eq!((count.limit, count.list), (10, false));
//! let limit = &Count::fields()[0];
//! assert_eq!((limit.name, limit.about), ("limit", "Stop counting at this number of solutions; 0 counts all of them."));
//! let wrong = Count::read(serde_json::from_str(r#"{"limt": 10}"#)?).unwrap_err();
//! assert_eq!(wrong.to_string(), "`count` has no field `limt` (did you mean `limit`?)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use cluewright_core::BadInput;
use cluewright_formats::Format;
use cluewright_rules::syntax::nearest;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// A field of a question.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name of the field.
    pub name: &'static str,
    /// The description of the field, in sentences.
    pub about: &'static str,
    /// The type of the field.
    pub kind: Kind,
    /// The placeholder for the value in help texts, such as `N` or `A..B`.
    pub shown: &'static str,
    /// The allowed words with their meanings; empty if there are too many.
    pub words: Vec<(&'static str, &'static str)>,
    /// The default value; `None` if the field is required.
    pub usual: Option<Value>,
}

impl Field {
    /// The description, followed by the allowed words if there are few of them and the description does not contain them.
    pub fn explained(&self) -> String {
        let few = (1..=12).contains(&self.words.len());
        if !few || self.words.iter().all(|(word, _)| self.about.contains(word)) {
            return self.about.to_owned();
        }
        let words: Vec<String> = self.words.iter().map(|(word, about)| format!("`{word}` ({about})")).collect();
        format!("{} {}.", self.about, words.join(", "))
    }
}

/// The type of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Yes or no.
    Flag,
    /// A whole number, at least 0.
    Number,
    /// A number.
    Figure,
    /// A word, or free text.
    Text,
    /// Several words, in a list or separated by commas.
    List,
    /// A value that is not a word: an object, or a list of objects.
    Data,
}

/// A type of fields.
pub trait Word: Serialize + DeserializeOwned {
    /// The kind of values that the type accepts.
    const KIND: Kind;
    /// The placeholder for a value in help texts.
    const SHOWN: &'static str;

    /// The allowed words with their meanings.
    fn words() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// What a value must be, for errors; `None` if the error of the type itself says more.
    fn expected() -> Option<String> {
        match Self::KIND {
            Kind::Flag => Some("true or false".to_owned()),
            Kind::Number => Some("a whole number from 0".to_owned()),
            Kind::Figure => Some("a number".to_owned()),
            Kind::Text | Kind::List | Kind::Data => None,
        }
    }
}

macro_rules! words {
    ($($type:ty: $kind:ident $shown:literal),* $(,)?) => {
        $(impl Word for $type {
            const KIND: Kind = Kind::$kind;
            const SHOWN: &'static str = $shown;
        })*
    };
}
words!(bool: Flag "", u8: Number "N", u32: Number "N", u64: Number "N", usize: Number "N", f64: Figure "N", String: Text "TEXT", Vec<usize>: Data "", Vec<String>: Data "");

impl<T: Word> Word for Option<T> {
    const KIND: Kind = T::KIND;
    const SHOWN: &'static str = T::SHOWN;

    fn words() -> Vec<(&'static str, &'static str)> {
        T::words()
    }

    fn expected() -> Option<String> {
        T::expected()
    }
}

/// Names in a list, or in one text separated by commas; numbers are read as names.
///
/// ```
/// use cluewright::question::Names;
/// let names: Names = serde_json::from_str(r#"["r1c1, r2", 3]"#)?;
/// assert_eq!(*names, ["r1c1", "r2", "3"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Names(Vec<String>);

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Names {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Names".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": ["array", "string"], "items": { "type": ["string", "integer"] } })
    }
}

words!(Names: List "NAME,...");

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = |value: &Value| match value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            other => Err(serde::de::Error::custom(format!("{other} is not a name"))),
        };
        let texts = match Value::deserialize(from)? {
            Value::Array(list) => list.iter().map(text).collect::<Result<Vec<_>, _>>()?,
            one => vec![text(&one)?],
        };
        let names = texts.iter().flat_map(|text| text.split(',')).map(str::trim).filter(|name| !name.is_empty());
        Ok(Self(names.map(str::to_owned).collect()))
    }
}

impl std::ops::Deref for Names {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

impl<S: Into<String>> FromIterator<S> for Names {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Self {
        Self(names.into_iter().map(Into::into).collect())
    }
}

/// A value that users choose by name.
pub trait Choice: Sized {
    /// Finds a value by its name. Errors: no value has this name.
    fn of_name(name: &str) -> Result<Self, BadInput>;

    /// The name of this value.
    fn name(&self) -> &'static str;

    /// All names and their meanings.
    fn choices() -> Vec<(&'static str, &'static str)>;
}

/// Implements reading, writing and the placeholder on the command line for types whose values are words.
macro_rules! choice {
    ($type:ty, $schema:literal, $shown:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str($crate::question::Choice::name(self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let name = <String as serde::Deserialize>::deserialize(from)?;
                $crate::question::Choice::of_name(&name).map_err(serde::de::Error::custom)
            }
        }

        impl $crate::question::Word for $type {
            const KIND: $crate::question::Kind = $crate::question::Kind::Text;
            const SHOWN: &'static str = $shown;

            fn words() -> Vec<(&'static str, &'static str)> {
                <Self as $crate::question::Choice>::choices()
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $schema.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::question::schema_of_words::<Self>()
            }
        }
    };
}
pub(crate) use choice;

/// Implements [`Choice`] for the values of a list: see [`crate::names`].
macro_rules! choices {
    ($type:ty, $list:ident, $what:literal, $schema:literal) => {
        impl $crate::question::Choice for $type {
            fn of_name(name: &str) -> Result<Self, cluewright_core::BadInput> {
                $crate::names::named(&$list, $what, name)
            }

            fn name(&self) -> &'static str {
                $crate::names::name_of(&$list, self)
            }

            fn choices() -> Vec<(&'static str, &'static str)> {
                $list.iter().map(|(_, id, about)| (*id, *about)).collect()
            }
        }

        $crate::question::choice!($type, $schema, "WHAT");
    };
}
pub(crate) use choices;

/// The schema of a type whose values are words.
#[cfg(feature = "schema")]
pub(crate) fn schema_of_words<T: Choice>() -> schemars::Schema {
    let (names, each): (Vec<&str>, Vec<String>) =
        T::choices().into_iter().map(|(name, about)| (name, format!("{name}: {about}"))).unzip();
    schemars::json_schema!({ "type": "string", "enum": names, "description": each.join("; ") })
}

/// Several values chosen by name: a list of names, or one text with the names separated by commas.
#[derive(Clone, PartialEq, Debug)]
pub struct List<T>(pub Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> std::ops::Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Choice> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(Choice::name))
    }
}

impl<'de, T: Choice> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let names = Names::deserialize(from)?;
        let all = names.iter().map(|name| T::of_name(name)).collect::<Result<_, _>>();
        all.map(Self).map_err(serde::de::Error::custom)
    }
}

impl<T: Choice> Word for List<T> {
    const KIND: Kind = Kind::List;
    const SHOWN: &'static str = "NAME,...";

    fn words() -> Vec<(&'static str, &'static str)> {
        T::choices()
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for List<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}List", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "anyOf": [{ "type": "array", "items": generator.subschema_for::<T>() }, { "type": "string" }] })
    }
}

/// An output format, chosen by its id.
#[derive(Clone, Copy)]
pub struct FormatId(pub &'static dyn Format);

impl Choice for FormatId {
    fn of_name(name: &str) -> Result<Self, BadInput> {
        cluewright_formats::by_id(name).map(Self)
    }

    fn name(&self) -> &'static str {
        self.0.info().id
    }

    fn choices() -> Vec<(&'static str, &'static str)> {
        cluewright_formats::FORMATS.iter().map(|f| (f.info().id, f.info().about)).collect()
    }
}

choice!(FormatId, "FormatId", "FORMAT");

impl PartialEq for FormatId {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl std::fmt::Debug for FormatId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The format `clue`, which can express every puzzle.
impl Default for FormatId {
    fn default() -> Self {
        Self(cluewright_formats::by_id("clue").expect("a format there is"))
    }
}

/// The fields of a question that have not been read yet.
#[derive(Debug)]
pub struct Fields {
    of: &'static str,
    left: Map<String, Value>,
}

impl Fields {
    /// Removes a field and reads its value; `usual` is the default.
    ///
    /// Errors: the value has the wrong type, or a required field is missing.
    pub fn take<T: Word>(&mut self, name: &'static str, about: &str, usual: Option<T>) -> Result<T, Misasked> {
        match self.left.remove(name) {
            Some(value) => {
                let shown = value.to_string();
                // Invalid text in a free-text field only makes that option invalid; a value of the wrong type, or a word that is
                // not in the field's list, makes the whole request invalid.
                let is_text = |value: &Value| value.is_string();
                let texts = is_text(&value) || value.as_array().is_some_and(|list| list.iter().all(is_text));
                let is_request = !texts || !T::words().is_empty();
                let misasked = |e: serde_json::Error| Misasked {
                    error: wrong(name, T::expected(), &shown, &e.to_string()),
                    is_request,
                };
                serde_json::from_value(value).map_err(misasked)
            }
            None => usual.ok_or_else(|| {
                let error = BadInput::new(format!("`{}` needs `{name}`", self.of));
                Misasked { error: error.hint(about.trim_end_matches('.').to_owned()), is_request: true }
            }),
        }
    }

    /// Renames old field names, which version 0.2 will drop.
    fn renamed(&mut self) {
        if let Some(Value::Object(ways)) = self.left.get_mut("ways").map(Value::take) {
            self.left.remove("ways");
            for (name, value) in ways {
                let (name, value) = match (&*name, value) {
                    ("only", value) => ("techniques", value),
                    ("no_trial", Value::Bool(no)) => ("trial", Value::Bool(!no)),
                    ("no_uniqueness", Value::Bool(no)) => ("uniqueness", Value::Bool(!no)),
                    (_, value) => (&*name, value),
                };
                self.left.insert(name.to_owned(), value);
            }
        }
        if matches!(self.of, "export" | "generate")
            && let Some(format) = self.left.remove("format")
        {
            self.left.insert("to".to_owned(), format);
        }
        if let Some(Value::Bool(unrated)) = self.left.get("unrated") {
            let rated = Value::Bool(!unrated);
            self.left.remove("unrated");
            self.left.insert("rated".to_owned(), rated);
        }
    }

    /// Checks that all fields have been read. Errors: a field is left that the question does not have.
    fn end(self, fields: &[Field]) -> Result<(), Misasked> {
        let Some(name) = self.left.keys().next() else { return Ok(()) };
        let names = || fields.iter().map(|field| field.name);
        let wrong = BadInput::new(format!("`{}` has no field `{name}`", self.of));
        let error = match nearest(name, names()) {
            Some(near) => wrong.hint(format!("did you mean `{near}`?")),
            None if fields.is_empty() => wrong.hint("it has none"),
            None => wrong.hint(format!("it has {}", names().collect::<Vec<_>>().join(", "))),
        };
        Err(Misasked { error, is_request: true })
    }
}

/// The error for a question that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misasked {
    /// The error.
    pub error: BadInput,
    /// Whether the question violates the schema: a field is unknown, missing or of the wrong type. Otherwise the text in a field
    /// has the right type but no meaning.
    pub is_request: bool,
}

impl std::fmt::Display for Misasked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Misasked {}

impl From<Misasked> for BadInput {
    fn from(wrong: Misasked) -> Self {
        wrong.error
    }
}

/// The error in a field.
fn wrong(name: &str, expected: Option<String>, shown: &str, why: &str) -> BadInput {
    match expected {
        Some(what) => BadInput::new(format!("`{name}` is {shown}")).hint(format!("the value must be {what}")),
        None => BadInput::new(format!("`{name}`: {why}")),
    }
}

/// A question declared by [`crate::question!`].
pub trait Question: Sized {
    /// The name of the question, such as `count`.
    const NAME: &'static str;
    /// The description of the question, in a sentence.
    const ABOUT: &'static str;

    /// The fields of the question, in the order of the documentation.
    fn fields() -> Vec<Field>;

    /// Removes the fields of this question from those of a request, and reads them.
    ///
    /// Errors: as for [`Self::read`].
    fn take(from: &mut Fields) -> Result<Self, Misasked>;

    /// Reads the question. Absent fields get their defaults.
    ///
    /// Errors: a field has the wrong type, is missing, or is unknown.
    fn read(fields: Map<String, Value>) -> Result<Self, Misasked> {
        let mut from = Fields { of: Self::NAME, left: fields };
        from.renamed();
        let read = Self::take(&mut from)?;
        from.end(&Self::fields())?;
        Ok(read)
    }

    /// The schemas of the question's fields.
    #[cfg(feature = "schema")]
    fn schemas(generator: &mut schemars::SchemaGenerator) -> Map<String, Value>;
}

/// The schema of a field.
#[cfg(feature = "schema")]
#[doc(hidden)]
pub fn schema_of<T: schemars::JsonSchema>(generator: &mut schemars::SchemaGenerator, field: &Field) -> Value {
    let mut schema = generator.subschema_for::<T>().to_value();
    if let Value::Object(schema) = &mut schema {
        schema.insert("description".into(), field.about.into());
        match &field.usual {
            Some(usual) if !usual.is_null() => _ = schema.insert("default".into(), usual.clone()),
            _ => {}
        }
    }
    schema
}

/// Declares a question: its description, its name, and its fields with their descriptions and defaults. `with` adds a group of
/// fields that several questions share.
///
/// ```
/// use cluewright::question::Question;
/// cluewright::question! {
///     /// Tells how often a digit is given.
///     pub struct Often = "often" {
///         /// The digit.
///         digit: u8,
///         /// Up to how often it is counted.
///         most: u32 = 100,
///     }
/// }
/// let often = Often::read(serde_json::from_str(r#"{"digit": 3}"#)?)?;
/// assert_eq!((Often::ABOUT, often.most), ("Tells how often a digit is given.", 100));
/// assert_eq!(Often::read(Default::default()).unwrap_err().to_string(), "`often` needs `digit` (The digit)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! question {
    (
        $(#[doc = $about:literal])+
        $vis:vis struct $name:ident = $op:literal {
            $($(#[doc = $doc:literal])+ $field:ident: $type:ty $(= $usual:expr)?),* $(,)?
        }
        $(with { $(#[doc = $said:literal])+ $group:ident: $of:ty })?
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, PartialEq, Debug)]
        #[allow(clippy::struct_field_names, clippy::struct_excessive_bools, reason = "fields are called what people call them")]
        $vis struct $name {
            $($(#[doc = $doc])+ $vis $field: $type,)*
            $($(#[doc = $said])+ $vis $group: $of,)?
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $($field: $crate::question!(@usual $type $(= $usual)?).unwrap_or_default(),)*
                    $($group: Default::default(),)?
                }
            }
        }

        impl $crate::question::Question for $name {
            const NAME: &'static str = $op;
            const ABOUT: &'static str = concat!($($about),+).split_at(1).1;

            fn fields() -> Vec<$crate::question::Field> {
                #[allow(unused_mut, reason = "where there is no group")]
                let mut fields = vec![$($crate::question::Field {
                    name: stringify!($field),
                    about: concat!($($doc),+).split_at(1).1,
                    kind: <$type as $crate::question::Word>::KIND,
                    shown: <$type as $crate::question::Word>::SHOWN,
                    words: <$type as $crate::question::Word>::words(),
                    usual: $crate::question!(@usual $type $(= $usual)?)
                        .map(|usual: $type| serde_json::to_value(&usual).unwrap_or_default()),
                }),*];
                $(fields.extend(<$of as $crate::question::Question>::fields());)?
                fields
            }

            #[allow(unused_variables, reason = "where there is no field")]
            fn take(from: &mut $crate::question::Fields) -> Result<Self, $crate::question::Misasked> {
                Ok(Self {
                    $($field: from.take(
                        stringify!($field),
                        concat!($($doc),+).split_at(1).1,
                        $crate::question!(@usual $type $(= $usual)?),
                    )?,)*
                    $($group: <$of as $crate::question::Question>::take(from)?,)?
                })
            }

            #[cfg(feature = "schema")]
            #[allow(unused_mut, unused_variables, reason = "where there is no field")]
            fn schemas(generator: &mut schemars::SchemaGenerator) -> serde_json::Map<String, serde_json::Value> {
                let mut all = serde_json::Map::new();
                for field in Self::fields() {
                    $(if field.name == stringify!($field) {
                        all.insert(field.name.into(), $crate::question::schema_of::<$type>(generator, &field));
                    })*
                }
                $(all.extend(<$of as $crate::question::Question>::schemas(generator));)?
                all
            }
        }
    };
    (@usual $type:ty = $usual:expr) => { Some::<$type>($usual) };
    (@usual $type:ty) => { None::<$type> };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generate;
    use crate::operation::{Convert, Explain};
    use serde_json::json;

    fn read<Q: Question>(fields: Value) -> Result<Q, Misasked> {
        Q::read(fields.as_object().expect("an object").clone())
    }

    #[test]
    fn old_names_are_read() {
        let ways = json!({"ways": {"only": ["naked_single"], "no_trial": true}});
        let explain: Explain = read(ways).expect("a question");
        assert_eq!((explain.ways.techniques.len(), explain.ways.trial, explain.ways.uniqueness), (1, false, true));
        let generate: Generate = read(json!({"unrated": true, "format": "line"})).expect("a question");
        assert_eq!((generate.wish.rated, generate.to.name()), (false, "line"));
        assert_eq!(read::<Convert>(json!({"format": "iss"})).expect("a question").to.name(), "iss");
    }

    #[test]
    fn what_is_no_value_of_a_field_is_told() {
        for (fields, told) in [
            (json!({"count": "many"}), "`count` is \"many\" (the value must be a whole number from 0)"),
            (json!({"rated": 1}), "`rated` is 1 (the value must be true or false)"),
            (json!({"symmetry": "rotat"}), "did you mean `rotate`?"),
            (json!({"givens": "5..2"}), "nor a range such as 22..26"),
            (json!({"scales": []}), "`generate` has no field `scales` (did you mean `scale`?)"),
        ] {
            let error = read::<Generate>(fields).expect_err("no question").to_string();
            assert!(error.contains(told), "{error}");
        }
    }
}
