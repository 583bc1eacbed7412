//! Forcing chains: at least one of several candidates is true, and from each of these candidates a chain of links leads
//! to the same conclusion.
//!
//! The candidates are the remaining candidates of a group (cell and region forcing chains), or the *guardians* of an
//! argument: the fins of a fish, or the candidates that prevent a pattern from being deadly or impossible. Other
//! techniques eliminate candidates that all of these candidates see; forcing chains eliminate candidates that all of
//! them refute by chains. Assumptions are not propagated through singles or constraints: as in any other chain, only
//! the links of the current position are used.

use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, group_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::chain::{Graph, Reach, Table, Tie, graph};
use crate::structure::reaches::{LONGEST, reaches};
use cluewright_core::model::GroupKind;
use cluewright_core::{Candidate, Sort};

/// Forcing chains from the remaining candidates of a group.
pub(crate) struct Forcing {
    /// The kinds of nodes that the chains may have.
    pub(crate) reach: Reach,
}

static CELL_CHAINS: TechniqueInfo = TechniqueInfo {
    id: "cell_forcing_chain",
    name: "Cell Forcing Chain",
    aliases: &["fcv", "1302", "forcing chain verity", "multiple forcing chains"],
    difficulty: 80,
    source: "Sudoku Explainer: multiple forcing chains from 8.0",
};
static REGION_CHAINS: TechniqueInfo = TechniqueInfo {
    id: "region_forcing_chain",
    name: "Region Forcing Chain",
    aliases: &["fcv", "1302", "forcing chain verity", "unit forcing chain", "multiple forcing chains"],
    difficulty: 80,
    source: "Sudoku Explainer: multiple forcing chains from 8.0",
};

/// A chain: its nodes, alternately true and false, and its reasons.
pub(crate) type Argument = (Vec<Vec<Candidate>>, Vec<Reason>);

/// The chain which shows that `victim` is false if `start` is true; `None` if there is no such chain.
pub(crate) fn argument(view: &View, graph: &Graph, start: u32, victim: u32) -> Option<Argument> {
    let (from, to) = (graph.find(&[start])?, graph.find(&[victim])?);
    let mut table = Table::default();
    table.fill(graph, from, true, LONGEST, &mut 0);
    let (nodes, ties) = table.path_to_false(to)?;
    let lists: Vec<Vec<Candidate>> = nodes.iter().map(|&n| graph.candidates(view, n)).collect();
    let mut reasons = Vec::new();
    for tie in &ties {
        match tie {
            Tie::Group(g) => reasons.push(group_reason(view, *g)),
            Tie::Als(s) => reasons.extend(graph.sets[*s as usize].reasons(view)),
        }
    }
    for pair in lists.chunks(2) {
        if let [a, b] = pair {
            reasons.extend(all_linked(view, a, b));
        }
    }
    Some((lists, reasons))
}

/// The step that proves `victim` false, because at least one of `members` is true and chains from all of them refute
/// `victim`.
pub(crate) fn step(
    view: &View,
    graph: &Graph,
    info: &'static TechniqueInfo,
    members: &[u32],
    victim: u32,
    of: Pattern,
    because: impl IntoIterator<Item = Reason>,
) -> Option<Step> {
    let (mut chains, mut reasons): (Vec<_>, Vec<Reason>) = (Vec::new(), Vec::new());
    for &member in members {
        let (nodes, more) = argument(view, graph, member, victim)?;
        chains.push(nodes);
        for reason in more {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    let length: usize = chains.iter().map(Vec::len).sum();
    let step = Step::new(info, Pattern::Forcing { of: Box::new(of), chains })
        .remove([view.space().candidate(victim)])
        .because(because)
        .because(reasons);
    Some(step.harder((length as u16 / 4).min(15)))
}

impl Technique for Forcing {
    fn info(&self) -> &'static TechniqueInfo {
        &CELL_CHAINS
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&CELL_CHAINS, &REGION_CHAINS]
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(graph) = graph(view, self.reach, found) else { return };
        let graph = &*graph;
        let Some(reaches) = reaches(view, self.reach, found) else { return };
        let reaches = &*reaches;
        // For each victim, the group with the shortest chains.
        let mut best: Vec<(u32, u32, u32)> = Vec::new();
        for (group, live) in view.open_groups().filter(|(_, live)| live.len() >= 2) {
            if found.spend(live.len() as u64) {
                return;
            }
            for victim in reaches.common(view, live).iter() {
                let length = reaches.length(live, victim);
                match best.iter_mut().find(|b| b.1 == victim) {
                    Some(b) => *b = (*b).min((length, victim, group.0)),
                    None => best.push((length, victim, group.0)),
                }
            }
        }
        best.order();
        for (_, victim, group) in best {
            let group = cluewright_core::model::GroupId(group);
            let info = match view.space().group(group).kind {
                GroupKind::Cell(_) => &CELL_CHAINS,
                _ => &REGION_CHAINS,
            };
            let reason = [group_reason(view, group)];
            let of = Pattern::Locked { group };
            if let Some(step) = step(view, graph, info, view.members(group), victim, of, reason) {
                found.push(step);
            }
            if found.is_full() {
                return;
            }
        }
    }
}
