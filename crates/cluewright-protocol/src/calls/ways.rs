//! Which techniques a request allows.

use crate::message::Failure;
use cluewright::Ways;
use serde::Deserialize;

/// By which techniques steps are looked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Techniques {
    /// Only these, by ids or names; empty: the usual ones.
    only: Vec<String>,
    /// None of these.
    avoid: Vec<String>,
    /// Are those of `only` tried in the order they are named?
    in_order: bool,
    /// May no step assume a candidate and follow it?
    no_trial: bool,
    /// May no step assume that the puzzle has just one solution?
    no_uniqueness: bool,
}

impl Techniques {
    pub(crate) fn ways(&self) -> Result<Ways, Failure> {
        fn names(list: &[String]) -> Vec<&str> {
            list.iter().map(String::as_str).collect()
        }
        let mut ways = Ways::default();
        if !self.only.is_empty() {
            let only = names(&self.only);
            ways = if self.in_order { ways.in_order(&only)? } else { ways.only(&only)? };
        }
        ways = ways.avoiding(&names(&self.avoid))?;
        ways.trial = !self.no_trial;
        ways.uniqueness = !self.no_uniqueness;
        Ok(ways)
    }
}
