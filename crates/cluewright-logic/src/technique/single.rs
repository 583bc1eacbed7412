//! Singles: groups with only one candidate left.

use crate::board::view::View;
use crate::step::found::Found;
use crate::step::names::{FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE};
use crate::step::premises::group_reason;
use crate::step::technique::Technique;
use crate::step::{Pattern, Step, TechniqueInfo};
use cluewright_core::model::{GroupId, GroupKind};

/// Full house: only one empty cell is left in a house.
pub(crate) struct FullHouse;
/// Hidden single: only one place is left for a value in a house (or in another group that a rule posted).
pub(crate) struct HiddenSingle;
/// Naked single: only one value is left for a cell.
pub(crate) struct NakedSingle;

/// The step that fills in the last candidate of a group.
pub(crate) fn single_step(view: &View, info: &'static TechniqueInfo, group: GroupId, id: u32) -> Step {
    Step::new(info, Pattern::Single { group }).place(view.space().candidate(id)).because([group_reason(view, group)])
}

/// Groups with only one live candidate, whose cell is not filled in yet.
fn singles<'v>(view: &'v View) -> impl Iterator<Item = (GroupId, GroupKind, u32)> + 'v {
    view.singles().map(|(g, id)| (g, view.space().group(g).kind, id))
}

impl Technique for FullHouse {
    fn info(&self) -> &'static TechniqueInfo {
        &FULL_HOUSE
    }

    fn find(&self, view: &View, found: &mut Found) {
        found.spend(view.space().network().groups().len() as u64);
        for (group, kind, id) in singles(view) {
            let GroupKind::House(set, _) = kind else { continue };
            if view.model().set(set).cells.iter().filter(|&&c| !view.is_placed(c)).nth(1).is_none() {
                found.push(single_step(view, &FULL_HOUSE, group, id));
                if found.is_full() {
                    return;
                }
            }
        }
    }
}

impl Technique for HiddenSingle {
    fn info(&self) -> &'static TechniqueInfo {
        &HIDDEN_SINGLE
    }

    fn find(&self, view: &View, found: &mut Found) {
        // Boxes and other regions come first, because hidden singles are easier to see there than in lines.
        for lines in [false, true] {
            for (group, kind, id) in singles(view) {
                let line = match kind {
                    GroupKind::Cell(_) => continue,
                    GroupKind::House(set, _) => view.space().alignment(set).is_line(),
                    GroupKind::Posted(_) => true,
                };
                if line == lines {
                    found.push(single_step(view, &HIDDEN_SINGLE, group, id).harder(if line { 3 } else { 0 }));
                    if found.is_full() {
                        return;
                    }
                }
            }
        }
    }
}

impl Technique for NakedSingle {
    fn info(&self) -> &'static TechniqueInfo {
        &NAKED_SINGLE
    }

    fn find(&self, view: &View, found: &mut Found) {
        for (group, kind, id) in singles(view) {
            if matches!(kind, GroupKind::Cell(_)) {
                found.push(single_step(view, &NAKED_SINGLE, group, id));
                if found.is_full() {
                    return;
                }
            }
        }
    }
}
