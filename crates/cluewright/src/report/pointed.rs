//! The cells, candidates and links to highlight for a step, each with a role, for programs that draw steps. New techniques need no
//! changes here, because their highlights are of the same kinds.

use super::candidate::{CandidateReport, Word, cell_named};
use crate::cells::cells_named;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::hint::{Hint, NextStep};
use crate::picture::highlights;
use cluewright_core::{BadInput, Cell};
use cluewright_draw::{Highlight, Role};
use cluewright_logic::{State, Step};
use serde::{Deserialize, Serialize};

/// Something that a step highlights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum HighlightReport {
    /// Cells.
    Cells {
        /// The role of the cells: `set 1`, `set 2` and so on for the subjects of the argument; `fin`; `placed`; `removed`.
        role: Word,
        /// The names of the cells.
        cells: Vec<String>,
    },
    /// Candidates.
    Candidates {
        /// The role of the candidates: `set 1`, `set 2` and so on for the subjects of the argument; `fin`; `placed`; `removed`.
        role: Word,
        /// The candidates.
        candidates: Vec<CandidateReport>,
    },
    /// A link between candidates.
    Link {
        /// True for a strong link: at least one end is true. False for a weak link: at most one end is true.
        strong: bool,
        /// The candidates at the start of the link.
        from: Vec<CandidateReport>,
        /// The candidates at the end of the link.
        to: Vec<CandidateReport>,
    },
    /// A filled-in cell that blocks other places for the value that the step places.
    Blocks {
        /// The blocking cell.
        by: String,
        /// The cells that are blocked.
        cells: Vec<String>,
    },
}

impl crate::question::Word for Vec<HighlightReport> {
    const KIND: crate::question::Kind = crate::question::Kind::Data;
    const SHOWN: &'static str = "";
}

fn word(role: Role) -> Word {
    match role {
        Role::Set(n) => format!("set {}", u16::from(n) + 1).into(),
        Role::Fin => "fin".into(),
        Role::Placed => "placed".into(),
        Role::Removed => "removed".into(),
    }
}

fn role_named(word: &str) -> Result<Role, Error> {
    let set = |n: &str| n.parse().ok().and_then(|n: u8| n.checked_sub(1)).map(Role::Set);
    let role = match word {
        "fin" => Some(Role::Fin),
        "placed" => Some(Role::Placed),
        "removed" => Some(Role::Removed),
        _ => word.strip_prefix("set ").and_then(set),
    };
    let wrong =
        || BadInput::new(format!("there is no role `{word}`")).hint("`set 1`, `set 2` ..., fin, placed, removed");
    Ok(role.ok_or_else(wrong)?)
}

impl HighlightReport {
    /// The highlights of a step that was found in a position.
    ///
    /// ```
    /// use cluewright::report::HighlightReport;
    /// use cluewright::{Document, Hint, HintOptions, Limits};
    /// let document = Document::read("12..34..2.....3.")?; // 4x4
    /// let Hint::Step(next) = document.hint(&HintOptions::default(), &Limits::none()) else { panic!("a step") };
    /// let all = HighlightReport::of(document.compiled(), &next.position, &next.step);
    /// let HighlightReport::Cells { role, cells } = &all[0] else { panic!("the column") };
    /// assert_eq!((&**role, cells.join(" ")), ("set 1", "r1c1 r2c1 r3c1 r4c1".to_owned()));
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn of(compiled: &Compiled, state: &State, step: &Step) -> Vec<Self> {
        highlights(compiled, state, step).iter().map(|h| Self::new(compiled, h)).collect()
    }

    fn new(compiled: &Compiled, highlight: &Highlight) -> Self {
        let names = |cells: &[Cell]| cells.iter().map(|&c| compiled.model().cell_name(c)).collect();
        match highlight {
            Highlight::Cells { cells, role } => Self::Cells { role: word(*role), cells: names(cells) },
            Highlight::Blocks { by, cells } => {
                Self::Blocks { by: compiled.model().cell_name(*by), cells: names(cells) }
            }
            Highlight::Candidates { candidates, role } => {
                Self::Candidates { role: word(*role), candidates: CandidateReport::all(compiled, candidates) }
            }
            Highlight::Link { from, to, strong } => Self::Link {
                strong: *strong,
                from: CandidateReport::all(compiled, from),
                to: CandidateReport::all(compiled, to),
            },
        }
    }

    /// Reads a highlight that a program has sent back to have it drawn.
    ///
    /// Errors: a cell, a candidate or a role does not exist.
    pub fn highlight(&self, compiled: &Compiled) -> Result<Highlight, Error> {
        let candidates =
            |list: &[CandidateReport]| list.iter().map(|c| c.candidate(compiled)).collect::<Result<_, _>>();
        Ok(match self {
            Self::Cells { role, cells } => {
                Highlight::Cells { cells: cells_named(compiled, cells)?, role: role_named(role)? }
            }
            Self::Candidates { role, candidates: list } => {
                Highlight::Candidates { candidates: candidates(list)?, role: role_named(role)? }
            }
            Self::Blocks { by, cells } => {
                Highlight::Blocks { by: cell_named(compiled, by)?, cells: cells_named(compiled, cells)? }
            }
            Self::Link { strong, from, to } => {
                Highlight::Link { from: candidates(from)?, to: candidates(to)?, strong: *strong }
            }
        })
    }

    /// The highlights of a hint, which reveal no more than the hint's level allows: nothing at level 1, cells at level 2,
    /// everything except the conclusion at level 3.
    pub fn of_hint(compiled: &Compiled, hint: &Hint, level: u8) -> Vec<Self> {
        let next = match hint {
            Hint::Step(next) => Some(&**next),
            Hint::Several(several) => several.step.as_ref(),
            _ => None,
        };
        let Some(NextStep { position, step, .. }) = next else { return Vec::new() };
        let concludes = |role: &Word| matches!(&**role, "placed" | "removed");
        let mut all = Self::of(compiled, position, step);
        all.retain(|highlight| match (highlight, level) {
            (_, 4..) | (Self::Link { .. }, 3) => true,
            (Self::Cells { role, .. }, 2 | 3) | (Self::Candidates { role, .. }, 3) => !concludes(role),
            _ => false,
        });
        all
    }
}
