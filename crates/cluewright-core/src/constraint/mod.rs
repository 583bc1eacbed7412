//! Constraints: conditions on a few cells that sets and links cannot express.
//!
//! Each kind of constraint has a file in this folder and a name in the list in `kind.rs`. A constraint consists of data (both
//! engines may read its fields), a naive definition ([`Constraint::check`]) and a stateless function that narrows a board.

mod all_different;
mod allowed;
mod automaton;
mod between;
mod common;
mod compare;
mod connected;
mod contains;
mod count;
mod different;
mod equal_sums;
mod evaluated;
mod kind;
mod linear;
mod matching;
mod pair;
mod ranked;
mod regions;
mod same_multiset;
mod sum;

pub use all_different::AllDifferent;
pub use allowed::Allowed;
pub use automaton::{Automaton, AutomatonMemory, Edge};
pub use between::{Between, Ends};
pub use common::Constraint;
pub use compare::{Compare, Total};
pub use connected::Connected;
pub use contains::Contains;
pub use count::Count;
pub use different::Different;
pub use equal_sums::EqualSums;
pub use evaluated::{Evaluated, Formula};
pub use kind::{All, Any, Junction, Kind};
pub use matching::keep_matchable;
pub use pair::Pair;
pub use ranked::Ranked;
pub use regions::{Regions, RegionsMemory};
pub use same_multiset::SameMultiset;
pub use sum::Sum;
