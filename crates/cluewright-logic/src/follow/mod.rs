//! The consequences of assuming a candidate, and the consequences of a single constraint.

pub(crate) mod ahead;
pub(crate) mod closure;
pub(crate) mod consequences;
mod noticed;
pub(crate) mod reasons;
pub(crate) mod refuter_cache;
pub(crate) mod scope;
