//! What a puzzle that was made is to people, and whether that is what is wanted.

use super::draft::Draft;
use super::made::{Difficulty, Generated};
use super::wish::Wish;
use crate::compiled::Compiled;
use crate::explain::{ExplainOptions, walk_by};
use crate::hopeless::Hopeless;
use crate::solve::Truth;
use crate::ways::Ways;
use cluewright_core::Value;
use cluewright_logic::Outcome;
use cluewright_search::{Limits, Stopped, Verdict};

/// Work spent on telling how hard a puzzle is when nobody asked.
const GLANCE: u64 = 60_000_000;

/// What is wanted of the way to solve it.
pub(super) struct Goal<'a> {
    wish: &'a Wish,
}

impl<'a> Goal<'a> {
    pub(super) fn of(wish: &'a Wish) -> Self {
        Self { wish }
    }

    /// The puzzle with its solution and how hard it is; none when that is not what is wanted.
    pub(super) fn judge(
        &self,
        draft: &Draft<'_>,
        attempt: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Generated>, Hopeless> {
        let Ok(compiled) = draft.compiled(&draft.chosen) else { return Ok(None) };
        let Some(solution) = solution_of(&compiled, limits)? else { return Ok(None) };
        let difficulty = if self.wish.unrated { None } else { Some(rated(&compiled, &solution, GLANCE, limits)?) };
        Ok(Some(Generated { puzzle: compiled.into_puzzle(), difficulty, attempt }))
    }
}

/// The one solution of a puzzle, judged by the rules' own texts.
fn solution_of(compiled: &Compiled, limits: &Limits<'_>) -> Result<Option<Vec<Value>>, Hopeless> {
    let answer = crate::solve::solve(compiled, &Limits { nodes: 0, progress: None, ..*limits });
    match answer.value {
        Verdict::Unique(solution) => Ok(Some(solution)),
        Verdict::Unknown(_) if answer.stopped == Some(Stopped::Signal) => Err(Hopeless::Limit(Stopped::Signal)),
        _ => Ok(None),
    }
}

fn rated(compiled: &Compiled, solution: &[Value], work: u64, limits: &Limits<'_>) -> Result<Difficulty, Hopeless> {
    let truth = Truth::of(Verdict::Unique(solution.to_vec()));
    let options = ExplainOptions { ways: Ways { work, ..Ways::default() }, ..ExplainOptions::knowing(&truth) };
    let path = walk_by(compiled, None, &options.ways, Some(&truth), limits, &mut |_, _| {});
    if limits.stop.is_some_and(|stop| stop()) {
        return Err(Hopeless::Limit(Stopped::Signal));
    }
    if path.outcome == Outcome::Contradiction {
        return Err(Hopeless::Limit(Stopped::Unsound));
    }
    Ok(Difficulty { profile: path.profile(), outcome: path.outcome })
}
