//! The nodes and links of chains, and what follows along them.

mod graph;
mod table;

pub(crate) use graph::{Graph, NODE, Reach, Tie, graph, pay};
pub(crate) use table::Table;
