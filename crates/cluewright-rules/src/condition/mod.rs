//! Conditions as graphs of typed nodes, numbers and truths: equal nodes stand once ([`nodes`]), and a session ([`graph`]) makes
//! more of them within a budget, simplifying as it goes and using which variables are known to differ.

mod comparison;
mod conjunction;
pub(crate) mod copy;
pub(crate) mod graph;
mod known;
mod linear;
mod logic;
pub(crate) mod nodes;
mod normal;
mod show;
mod table;
pub(crate) mod watch;

pub use graph::{Fault, Graph, MAX_DEPTH};
pub use nodes::{Bool, Domain, Nodes, Num, Var};
pub use watch::Watch;
