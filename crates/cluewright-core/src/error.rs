//! Errors in an input, each with a message and perhaps a place and a hint.

use std::fmt;

/// An input (puzzle, rule text, link, option) that cannot be used.
///
/// ```
/// use cluewright_core::BadInput;
/// let e = BadInput::new("`r0c3` is outside the grid").at(4, 12).hint("rows and columns start at 1");
/// assert_eq!(e.to_string(), "line 4, column 12: `r0c3` is outside the grid (rows and columns start at 1)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// The error as a sentence without a full stop, naming the clue and the cell.
    pub message: String,
    /// The line and column (from 1) of the error if the input is text and the place is known.
    pub place: Option<(u32, u32)>,
    /// Advice on how to fix the input.
    pub hint: Option<String>,
    /// The name of the text that contains the error, if that is not the main input: `rule camel`, or a file name.
    pub source: Option<String>,
    /// Whether the work ended because of the stop signal; if so, the input may be fine.
    pub stopped: bool,
}

/// Converts a line or column number for [`BadInput::at`]. Numbers that do not fit become the largest `u32`.
///
/// ```
/// use cluewright_core::error::place_number;
/// assert_eq!((place_number(7), place_number(usize::MAX)), (7, u32::MAX));
/// ```
pub fn place_number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl BadInput {
    /// An error without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, hint: None, source: None, stopped: false }
    }

    /// The error for work that the stop signal ended. The message should name that work.
    pub fn stopped(message: impl Into<String>) -> Self {
        Self { stopped: true, ..Self::new(message) }
    }

    /// Adds the place of the error: `line` and `column` (from 1) of the main input. A place that is already set stays. If the
    /// error is about another text ([`BadInput::within`]), the place would refer to that text, so `at` does nothing.
    #[must_use]
    pub fn at(mut self, line: u32, column: u32) -> Self {
        if self.source.is_none() {
            self.place.get_or_insert((line, column));
        }
        self
    }

    /// Adds advice, unless the error already has some.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint.get_or_insert_with(|| hint.into());
        self
    }

    /// Sets the name of the text that the error is about, unless it is already set.
    #[must_use]
    pub fn within(mut self, source: impl Into<String>) -> Self {
        self.source.get_or_insert_with(|| source.into());
        self
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(source) = &self.source {
            write!(f, "{source}: ")?;
        }
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "{}", self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

impl std::error::Error for BadInput {}

#[cfg(test)]
mod tests {
    use super::BadInput;

    #[test]
    fn a_place_already_known_stays() {
        assert_eq!(BadInput::new("wrong").at(2, 3).at(7, 1).place, Some((2, 3)));
        assert_eq!(BadInput::new("wrong").at(2, 3).within("rule camel").at(7, 1).place, Some((2, 3)));
    }

    /// Line 7 of the puzzle must not be reported as `rule camel: line 7`, a line of the rule's text.
    #[test]
    fn a_place_is_not_said_of_another_text() {
        let error = BadInput::new("the default has no value").within("rule camel").at(7, 1);
        assert_eq!(error.to_string(), "rule camel: the default has no value");
    }
}
