//! The reasons why a question has no answer.

use crate::generate_error::GenerateError;
use cluewright_core::BadInput;
use cluewright_search::{Stopped, Verdict};
use std::fmt;

/// The reason why a question has no answer. A broken puzzle (one without a solution, or with a wrong digit) gets a normal answer,
/// not an error.
///
/// ```
/// use cluewright::{Document, Error, Limits};
/// fn difficulty(text: &str) -> Result<f64, Error> {
///     Ok(Document::read(text)?.rate(&Limits::none())?.hardest_step())
/// }
/// assert_eq!(difficulty("12..34..2.....3.")?, 1.2); // 4x4
/// assert!(matches!(difficulty("no puzzle"), Err(Error::BadInput(_))));
/// let error = difficulty("1...............").unwrap_err();
/// assert!(matches!(error, Error::NotUnique(_)));
/// assert_eq!(error.to_string(), "the puzzle has more than one solution");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The puzzle, a rule text or an option is invalid; contains the message, the place and a hint.
    BadInput(BadInput),
    /// The work ended early.
    #[non_exhaustive]
    Stopped {
        /// A limit, or the stop signal.
        why: Stopped,
        /// What was being done at that time, as a sentence without a full stop.
        message: String,
    },
    /// The question needs a puzzle with one solution; the verdict is [`Verdict::None`] or [`Verdict::Multiple`].
    NotUnique(Verdict),
    /// No puzzle meets the requirements.
    NoPuzzle(GenerateError),
}

impl Error {
    /// Adds the name of the text, such as a file name, unless the error already has one.
    #[must_use]
    pub fn within(self, source: impl Into<String>) -> Self {
        match self {
            Self::BadInput(error) => Self::BadInput(error.within(source)),
            other => other,
        }
    }

    /// The error for work that ended early; the message names the work.
    pub(crate) fn stopped(why: Stopped, message: impl Into<String>) -> Self {
        Self::Stopped { why, message: message.into() }
    }

    /// The error for a verdict other than a unique solution.
    pub(crate) fn not_unique(verdict: Verdict, stopped: Option<Stopped>) -> Self {
        match verdict {
            Verdict::Unknown(_) => {
                let why = stopped.unwrap_or(Stopped::Signal);
                Self::stopped(why, "a limit was reached before it was known whether there is one solution")
            }
            other => Self::NotUnique(other),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadInput(error) => error.fmt(f),
            Self::Stopped { message, .. } => f.write_str(message),
            Self::NotUnique(Verdict::None) => f.write_str("the puzzle has no solution"),
            Self::NotUnique(_) => f.write_str("the puzzle has more than one solution"),
            Self::NoPuzzle(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::BadInput(error) => Some(error),
            _ => None,
        }
    }
}

impl From<BadInput> for Error {
    fn from(error: BadInput) -> Self {
        if error.stopped { Self::stopped(Stopped::Signal, error.message) } else { Self::BadInput(error) }
    }
}

impl From<GenerateError> for Error {
    fn from(why: GenerateError) -> Self {
        match why {
            GenerateError::NoSolution => Self::NotUnique(Verdict::None),
            GenerateError::Limit(why) => Self::stopped(why, "a limit was reached before a puzzle was found"),
            why => Self::NoPuzzle(why),
        }
    }
}

/// For programs that report all errors like bad input.
impl From<Error> for BadInput {
    fn from(error: Error) -> Self {
        match error {
            Error::BadInput(error) => error,
            Error::Stopped { message, .. } => Self::stopped(message),
            other => Self::new(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converting an error and converting it back loses nothing that users see.
    #[test]
    fn what_is_told_of_bad_input_stays() {
        let wrong = BadInput::new("no digit").at(3, 4).within("file").hint("write `.`");
        let stopped = BadInput::stopped("stopped while it was read");
        for error in [wrong, stopped] {
            assert_eq!(BadInput::from(Error::from(error.clone())), error);
        }
    }

    #[test]
    fn a_limit_is_not_a_verdict() {
        let unknown = Error::not_unique(Verdict::Unknown(None), Some(Stopped::Nodes));
        assert!(matches!(unknown, Error::Stopped { why: Stopped::Nodes, .. }));
        assert!(matches!(Error::from(GenerateError::Limit(Stopped::Signal)), Error::Stopped { .. }));
        assert_eq!(Error::from(GenerateError::NoSolution), Error::NotUnique(Verdict::None));
        let error: &dyn std::error::Error = &Error::from(BadInput::new("no digit"));
        assert_eq!(error.source().map(ToString::to_string), Some("no digit".into()));
    }
}
