//! Conditions as graphs of typed nodes, which are numbers and booleans. Equal nodes are stored only once, together with their
//! bounds ([`nodes`]). New nodes are made in a session ([`session`]), which enforces a budget and knows which variables are
//! different. Nodes are simplified when they are made.

mod comparison;
mod conjunction;
pub(crate) mod copy;
mod evaluate;
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
