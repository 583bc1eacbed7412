//! The origin of a fact: the rule, the clue, the cells, and the words that people use for the clue.

use crate::cell::Cell;
use crate::puzzle::Arg;
use std::sync::Arc;

/// An index into [`crate::Model::origins`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OriginId(pub u32);

/// The origin of a fact as data; [`Origin::text`] turns the origin into words.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Origin {
    /// The name of the rule that the fact comes from.
    pub rule: Arc<str>,
    /// The index of the clue in the puzzle's list (depth first through clue trees); `None` if the fact does not come from a clue.
    pub clue: Option<u32>,
    /// The noun phrase from the rule's `says` line, with `{name}` as a placeholder for an argument: `the cage {total} at {C}`.
    pub says: Arc<str>,
    /// The name of a step that follows from a single clue of this rule: `thermometer: least and greatest`. `None` if the step is
    /// named after the noun and the kind of fact.
    pub steps: Option<Arc<str>>,
    /// The arguments that replace the names in `says`.
    pub args: Vec<(Arc<str>, Arg)>,
    /// The cells that the fact is about; empty if it is about the whole grid.
    pub cells: Vec<Cell>,
    /// The difficulty, in tenths, that using this fact adds to the technique's own difficulty; 0 for most facts.
    pub cost: u16,
}

impl Origin {
    /// Creates an origin with this noun phrase. Arguments, if any, have to be added.
    pub fn new(rule: &str, says: &str) -> Self {
        Self { rule: rule.into(), says: says.into(), ..Self::default() }
    }

    /// The noun phrase with the arguments filled in: `the cage 13 at r4c1`. A list of cells is written as its first cell.
    ///
    /// ```
    /// use cluewright_core::{Arg, Cell, Origin};
    /// let mut cage = Origin::new("killer-cage", "the cage {total} at {C}");
    /// cage.args = vec![("total".into(), Arg::Number(13)), ("C".into(), Arg::Cells(vec![Cell(0), Cell(1)]))];
    /// assert_eq!(cage.text(|c| format!("r1c{}", c.0 + 1)), "the cage 13 at r1c1");
    /// ```
    pub fn text(&self, cell_name: impl Fn(Cell) -> String) -> String {
        let mut out = String::new();
        let mut rest = &*self.says;
        while let Some(open) = rest.find('{') {
            let Some(close) = rest[open..].find('}') else { break };
            out.push_str(&rest[..open]);
            let name = &rest[open + 1..open + close];
            match self.args.iter().find(|(n, _)| **n == *name).map(|(_, a)| a) {
                Some(a @ (Arg::Cell(_) | Arg::Cells(_) | Arg::Lists(_))) => {
                    out.extend(a.cells().next().map(&cell_name));
                }
                Some(Arg::Number(n)) => out.push_str(&n.to_string()),
                Some(Arg::Numbers(ns)) => {
                    out.push_str(&ns.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
                }
                Some(Arg::Text(t)) => out.push_str(t),
                Some(Arg::Bool(b)) => out.push_str(if *b { "yes" } else { "no" }),
                // A missing argument is left out, with the space before it: "the cage at r4c1".
                None => {
                    if out.ends_with(' ') {
                        out.pop();
                    }
                }
            }
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
        out
    }
}
