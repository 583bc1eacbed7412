//! What follows when a candidate is assumed, and what one constraint implies.

pub(crate) mod ahead;
pub(crate) mod closure;
pub(crate) mod consequences;
mod noticed;
pub(crate) mod reasons;
pub(crate) mod refuter_cache;
pub(crate) mod scope;
