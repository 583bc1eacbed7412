//! Basic fish: the places of one value in `n` houses of one family all lie in `n` houses of another family.

use super::subset::choose;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::group_reason;
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::fillings::is_firm;
use cluewright_core::model::{GroupId, SetId};
use cluewright_core::{Candidate, Value, ValueSet};

/// The technique for basic fish of one size.
pub(crate) struct Fish {
    /// The number of base sets: 2 for X-Wing, 3 for Swordfish, 4 for Jellyfish.
    pub(crate) size: usize,
}

static X_WING: TechniqueInfo = TechniqueInfo {
    id: "x_wing",
    name: "X-Wing",
    aliases: &["bf2", "0300"],
    difficulty: 32,
    source: "Sudoku Explainer 3.2",
};
static SWORDFISH: TechniqueInfo = TechniqueInfo {
    id: "swordfish",
    name: "Swordfish",
    aliases: &["bf3", "0301"],
    difficulty: 38,
    source: "Sudoku Explainer 3.8",
};
static JELLYFISH: TechniqueInfo = TechniqueInfo {
    id: "jellyfish",
    name: "Jellyfish",
    aliases: &["bf4", "0302"],
    difficulty: 52,
    source: "Sudoku Explainer 5.2",
};

impl Technique for Fish {
    fn info(&self) -> &'static TechniqueInfo {
        [&X_WING, &SWORDFISH, &JELLYFISH][self.size - 2]
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let model = view.model();
        let families = model.families().len() as u16;
        let houses = |family: u16| -> Vec<SetId> {
            (0..model.sets().len() as u32)
                .map(SetId)
                .filter(|&s| model.set(s).house && model.set(s).family == Some(family))
                .collect()
        };
        let families: Vec<Vec<SetId>> = (0..families).map(houses).filter(|f| f.len() > self.size).collect();
        let mut cover_of = vec![u8::MAX; model.len()];
        for cover in families.iter().filter(|f| f.len() <= 64) {
            cover_of.fill(u8::MAX);
            for (i, &set) in cover.iter().enumerate() {
                for c in &model.set(set).cells {
                    cover_of[c.index()] = i as u8;
                }
            }
            for base in families.iter().filter(|f| *f != cover) {
                let sets = base.iter().map(|&s| model.set(s));
                let values = sets.flat_map(|s| &s.cells).fold(ValueSet::EMPTY, |all, &c| all | view.values(c));
                for value in values {
                    if is_firm(view, Some(value), found) {
                        continue;
                    }
                    self.fish(view, base, cover, &cover_of, value, found);
                    if found.is_full() {
                        return;
                    }
                }
            }
        }
    }
}

impl Fish {
    fn fish(&self, view: &View, base: &[SetId], cover: &[SetId], cover_of: &[u8], value: Value, found: &mut Found) {
        let mut groups: Vec<GroupId> = Vec::new();
        let mut rows: Vec<u64> = Vec::new();
        for group in base.iter().filter_map(|&s| view.space().house_group(s, value)) {
            let cells = view.members(group).iter().map(|&id| view.space().candidate(id).cell);
            // A house with a place outside all houses of the cover family cannot be used for basic fish.
            let row = cells.map(|c| cover_of[c.index()]).try_fold(0u64, |m, i| (i < 64).then(|| m | 1 << i));
            if let Some(row) = row {
                groups.push(group);
                rows.push(row);
            }
        }
        choose(&rows, self.size, &mut |chosen, union| {
            if found.spend(1) {
                return false;
            }
            let base: Vec<GroupId> = chosen.iter().map(|&i| groups[i]).collect();
            let cover: Vec<SetId> = (0..cover.len()).filter(|i| union >> i & 1 == 1).map(|i| cover[i]).collect();
            let inside = |c: &Candidate| base.iter().any(|&g| view.space().group(g).candidates.contains(c));
            let victims: Vec<Candidate> = cover
                .iter()
                .flat_map(|&s| &view.model().set(s).cells)
                .map(|&c| Candidate::new(c, value))
                .filter(|c| view.board().has(*c) && !inside(c))
                .collect();
            if !victims.is_empty() {
                let step = Step::new(
                    self.info(),
                    Pattern::Fish { base: base.clone(), cover: cover.clone(), fins: Vec::new() },
                )
                .remove(victims)
                .because(base.iter().map(|&g| group_reason(view, g)))
                .because(cover.iter().map(|&s| Reason::Different(s)));
                found.push(step);
            }
            !found.is_full()
        });
    }
}
