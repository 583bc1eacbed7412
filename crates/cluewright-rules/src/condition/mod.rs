//! Conditions as graphs of typed nodes, numbers and truths: equal nodes stand once, with their bounds ([`nodes`]). A
//! graph makes more of them in a session ([`session`]): within a budget, simplifying as it goes, and using which variables are
//! known to differ.

mod comparison;
mod conjunction;
pub(crate) mod copy;
pub(crate) mod graph;
mod known;
mod linear;
mod logic;
pub(crate) mod nodes;
mod normal;
mod rebuild;
pub(crate) mod session;
mod table;
pub(crate) mod watch;

pub use graph::Graph;
pub use nodes::{Bool, Domain, Nodes, Num, Var};
pub use session::{Fault, MAX_DEPTH};
pub use watch::Watch;
