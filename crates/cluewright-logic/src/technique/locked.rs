//! Locked candidates in their general form: a candidate that every remaining place of a group sees is false.
//!
//! In classic puzzles, this covers pointing and claiming; in variants, the technique also uses knight's moves, cages,
//! thermometers and consecutive neighbours. A cell is a group, too, so the technique removes candidates that would
//! leave a cell without a value.

use crate::board::space::mix;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::join::joined;
use crate::step::names::POINTING;
use crate::step::premises::{candidates, group_reason, linked_by_one};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::quiet::{Of, Quiet};
use cluewright_core::model::{GroupKind, SetId, Why};
use cluewright_core::{Model, Sort};

/// The locked-candidates technique.
pub(crate) struct Locked;

static CLAIMING: TechniqueInfo = TechniqueInfo {
    id: "claiming",
    name: "Claiming",
    aliases: &["locked candidates type 2", "lc2", "0101", "box/line reduction"],
    difficulty: 28,
    source: "Sudoku Explainer 2.8",
};
static COMMON_PEERS: TechniqueInfo = TechniqueInfo {
    id: "common_peers",
    name: "Common Peers",
    aliases: &["generalized intersection", "common peer elimination", "sees all"],
    difficulty: 29,
    source: "Sukaku Explainer 2.9",
};
static CELL_FORCING: TechniqueInfo = TechniqueInfo {
    id: "cell_forcing",
    name: "Cell Forcing",
    aliases: &["forcing cell"],
    difficulty: 27,
    source: "Sukaku Explainer 2.4 for consecutive neighbours; our figure for any link",
};

impl Technique for Locked {
    fn info(&self) -> &'static TechniqueInfo {
        &POINTING
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&POINTING, &CELL_FORCING, &CLAIMING, &COMMON_PEERS]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let mut steps: Vec<Step> = Vec::new();
        let quiet = Quiet::of(view, Of::Groups, view.space().network().groups().len());
        // People look for groups with two or three places, but a larger number of places can also all see one
        // candidate.
        for (group, live) in view.open_groups().filter(|(_, live)| live.len() >= 2) {
            if found.spend(live.len() as u64) {
                return;
            }
            let print = live.iter().fold(1, |h, &id| mix(h, u64::from(id))) | 1;
            if quiet.has(group.0, print) {
                continue;
            }
            if !view.some_sees_all(live.iter().copied()) {
                quiet.insert(group.0, print);
                continue;
            }
            let victims = view.seen_by_all(live.iter().copied());
            let places = view.live_of(group);
            let victims = candidates(view, &victims);
            let (by_set, links) = linked_by_one(view, &victims, &places);
            let info = match (view.space().group(group).kind, by_set) {
                (GroupKind::House(a, _), Some(b)) if view.model().set(b).house => {
                    match (view.space().alignment(a).is_line(), view.space().alignment(b).is_line()) {
                        (false, true) => &POINTING,
                        (true, _) => &CLAIMING,
                        (false, false) => &COMMON_PEERS,
                    }
                }
                (GroupKind::Cell(_), _) => &CELL_FORCING,
                _ => &COMMON_PEERS,
            };
            let mut extra = (live.len() as u16).saturating_sub(3).min(6);
            extra += cost(view, &links);
            let step = Step::new(info, Pattern::Locked { group })
                .remove(victims)
                .because([group_reason(view, group)])
                .because(links)
                .harder(extra);
            steps.push(step);
        }
        steps.order_by_key(|s| s.difficulty);
        // A list of all steps contains a separate step for each digit, as in books; a solution path combines all digits
        // that one house locks in another house.
        let steps = if found.wants_all() { steps } else { joined(steps, |step| one_crossing(view.model(), step)) };
        for step in steps {
            found.push(step);
        }
    }
}

/// The house whose places a step names, and the only set that links these places to the removed candidates; `None` if
/// the group is not a house or the links come from several sets. Steps for several values with the same two sets are
/// presented as one idea.
fn one_crossing(model: &Model, step: &Step) -> Option<(SetId, SetId)> {
    let Pattern::Locked { group } = step.pattern else { return None };
    let GroupKind::House(house, _) = model.network().group(group).kind else { return None };
    let by = |reason: &Reason| match reason {
        Reason::Link { why: Why::Set(set), .. } => Some(*set),
        _ => None,
    };
    let other = step.because.iter().find_map(by)?;
    let links = step.because.iter().filter(|reason| matches!(reason, Reason::Link { .. }));
    links.map(by).all(|set| set == Some(other)).then_some((house, other))
}

/// The highest additional difficulty of any of these links, as stated by the links' rules.
fn cost(view: &View, links: &[Reason]) -> u16 {
    let origin = |r: &Reason| match r {
        Reason::Link { why, .. } => cluewright_core::model::Network::why_origin(view.model(), *why),
        _ => None,
    };
    links.iter().filter_map(origin).map(|o| view.model().origin(o).cost).max().unwrap_or(0)
}
