//! `chain`: checks a chain that a player has drawn.

use crate::call::{Call, Nothing};
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::links::{Link, chain};
use cluewright::position::Position;
use cluewright::report::CandidateReport;
use serde::Serialize;

cluewright::question! {
    /// Checks a player's own chain of candidates: whether each link is strong or weak, why, and what follows.
    pub(crate) struct Chain = "chain" {
        /// The candidates of the chain, in order: two or more, such as `{"cell": "r1c1", "value": 5}`.
        chain: Vec<CandidateReport>,
        /// The player's grid; default: the grid in the puzzle.
        position: Option<Position> = None,
        /// Use only what fog lets the player see.
        fog: bool = true,
    }
}

/// The answer to `chain`.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Chained {
    /// The errors in the player's grid; if there are any, the other fields are absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mistakes: Vec<String>,
    /// The links, one from each candidate to the next.
    links: Vec<Linked>,
    /// The conclusion of the chain, or the reason why nothing follows from it.
    text: String,
    /// Candidates that are false if the chain is valid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<CandidateReport>,
    /// A candidate that is true if the chain is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<CandidateReport>,
}

/// A link of the chain.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Linked {
    /// The first candidate.
    from: CandidateReport,
    /// The second candidate.
    to: CandidateReport,
    /// Whether at least one of the two candidates is true.
    strong: bool,
    /// Whether at most one of the two candidates is true.
    weak: bool,
    /// The kind of link, and the reason for it.
    text: String,
}

/// The maximum number of candidates in a chain, as people do not follow longer chains.
const MOST: usize = 200;

impl Call for Chain {
    type Partial = Nothing;
    type Answer = Chained;

    fn answer(self, work: &mut Work<'_>) -> Result<Chained, Failure> {
        let opened = work.opened()?;
        let compiled = opened.compiled();
        if !(2..=MOST).contains(&self.chain.len()) {
            return Err(Failure::new(Code::BadInput, format!("the chain has {} candidates", self.chain.len()))
                .hint(format!("a chain must have from two to {MOST} candidates")));
        }
        let nodes = self.chain.iter().map(|c| c.candidate(compiled)).collect::<Result<Vec<_>, _>>()?;
        let progress = self.position.map(|p| p.progress(compiled)).transpose()?;
        let progress = progress.as_deref().unwrap_or(&compiled.puzzle().progress);
        let asked = work.asked(&opened);
        let truth = work.limited("solving", |limits| opened.document().truth(limits));
        let seen =
            work.limited("solving", |limits| if self.fog { asked.player_view(progress, limits) } else { Ok(None) })?;
        let compiled = seen.as_ref().map_or(compiled, |seen| &seen.compiled);
        let progress = seen.as_ref().map_or_else(|| progress.to_vec(), |seen| seen.progress(progress));
        let report = |c| CandidateReport::new(compiled, c);
        let linked = |Link { ends: [from, to], strong, weak, text, .. }: Link| Linked {
            from: report(from),
            to: report(to),
            strong,
            weak,
            text,
        };
        Ok(match chain(compiled, &progress, &truth, &nodes) {
            Ok(found) => Chained {
                mistakes: Vec::new(),
                links: found.links.into_iter().map(linked).collect(),
                text: found.text,
                removed: CandidateReport::all(compiled, &found.removed),
                placed: found.placed.map(report),
            },
            Err(mistakes) => {
                Chained { mistakes: mistakes.iter().map(ToString::to_string).collect(), ..Chained::default() }
            }
        })
    }
}
