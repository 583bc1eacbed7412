//! Automata that read lists of numbers: deterministic and nondeterministic automata, regular expressions, and
//! minimisation.

pub(crate) mod dfa;
pub(crate) mod intern;
pub(crate) mod minimal;
pub(crate) mod minimise;
pub(crate) mod nfa;
pub(crate) mod regex;

pub use dfa::{Dfa, MAX_STATES};
pub use minimal::classes;
pub use regex::{RegexError, regex, regex_of};
