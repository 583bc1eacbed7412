//! Columns and their values.

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Text.
    Text,
    /// A truth value.
    Bool,
    /// A 16-bit integer.
    Small,
    /// A 32-bit integer.
    Medium,
    /// A 64-bit integer.
    Large,
    /// A number with a fraction.
    Number,
    /// A fixed number of bytes.
    Bytes(u8),
}

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name of the column.
    pub name: &'static str,
    /// The type of the column's values.
    pub kind: Kind,
}

/// A value in a row.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Value {
    /// No value.
    #[default]
    Nothing,
    /// A word from the fixed vocabulary of this program, such as a status.
    Word(&'static str),
    /// Text.
    Text(String),
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Whole(i64),
    /// A number with a fraction.
    Number(f64),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl Value {
    /// The contents of a text or word; `None` for other values.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value as text: empty for no value, and hexadecimal digits for bytes.
    pub fn written(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Word(word) => (*word).to_owned(),
            Self::Text(text) => text.clone(),
            Self::Bool(truth) => truth.to_string(),
            Self::Whole(n) => n.to_string(),
            Self::Number(x) => x.to_string(),
            Self::Bytes(bytes) => {
                let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half & 15)]);
                bytes.iter().flat_map(|&b| [digit(b >> 4), digit(b)]).collect()
            }
        }
    }
}

impl From<&'static str> for Value {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}
