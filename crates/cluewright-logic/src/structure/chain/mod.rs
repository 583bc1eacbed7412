//! The nodes and links of chains, and the consequences of a node along its chains.

mod graph;
mod table;

pub(crate) use graph::{Graph, NODE, Reach, Tie, graph, pay};
pub(crate) use table::Table;
