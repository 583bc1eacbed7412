//! How much a hint reveals.

use crate::question::{Kind, Word};
use cluewright_core::BadInput;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// How much a hint reveals, as a number that is at least 1; the default, the highest level, reveals everything.
///
/// ```
/// use cluewright::hint::HintLevel;
/// assert_eq!(HintLevel::try_from(4)?, HintLevel::default());
/// assert_eq!(HintLevel::try_from(5).unwrap_err().to_string(), "there is no level 5 (levels are 1 to 4)");
/// # Ok::<(), cluewright::BadInput>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct HintLevel(u8);

impl HintLevel {
    /// The lowest and the highest level.
    pub const RANGE: RangeInclusive<u8> = 1..=4;

    /// The level as a number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Default for HintLevel {
    fn default() -> Self {
        Self(*Self::RANGE.end())
    }
}

impl TryFrom<u8> for HintLevel {
    type Error = BadInput;

    fn try_from(level: u8) -> Result<Self, BadInput> {
        let levels = Self::RANGE;
        if levels.contains(&level) {
            return Ok(Self(level));
        }
        let levels = format!("levels are {} to {}", levels.start(), levels.end());
        Err(BadInput::new(format!("there is no level {level}")).hint(levels))
    }
}

impl Word for HintLevel {
    const KIND: Kind = Kind::Number;
    const SHOWN: &'static str = "N";

    fn expected() -> Option<String> {
        Some(format!("a whole number from {} to {}", Self::RANGE.start(), Self::RANGE.end()))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for HintLevel {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "HintLevel".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let levels = Self::RANGE;
        schemars::json_schema!({ "type": "integer", "minimum": levels.start(), "maximum": levels.end() })
    }
}
