//! A quick test of whether a classic puzzle requires a technique. The test takes a hundredth of the time of a path with all
//! techniques, and is nearly always right. Positive results are then proved.

use super::goal::Goal;
use crate::technique_filter::TechniqueFilter;
use crate::techniques::techniques_named;
use cluewright_core::{Cell, Model, Sort};
use cluewright_logic::TechniqueInfo;
use cluewright_scales::hodoku::{Few, Rater, Technique};
use cluewright_search::classic::is_classic;
use std::cell::RefCell;

/// The result of a quick test.
pub(super) enum Sight {
    /// The allowed techniques do not solve the puzzle; these cells remain open.
    Stuck(Vec<Cell>),
    /// The puzzle is solved without the technique.
    Easy,
    /// The puzzle is solved with the technique, but not with the easier techniques alone.
    Needs,
}

/// The allowed techniques that `HoDoKu`'s rater can find.
#[derive(Debug)]
pub(super) struct Quick {
    few: Few,
    wanted: Vec<Technique>,
}

thread_local! {
    /// The rater, which reuses its memory.
    static RATER: RefCell<Rater> = RefCell::default();
}

impl Quick {
    /// Prepares the test for the required technique, on classic grids. `None` if the rater cannot find the required technique, or
    /// one of the other allowed techniques.
    pub(super) fn of(goal: &Goal, model: &Model) -> Option<Self> {
        let (info, below) = goal.technique.as_ref().filter(|_| is_classic(model))?;
        let (mut easier, mut wanted, mut beside) = (Vec::new(), Vec::new(), Vec::new());
        for &technique in Technique::ALL {
            let Ok(infos) = techniques_named(technique.name()) else { continue };
            let has = |ways: &TechniqueFilter| infos.iter().any(|info| makes(ways, info));
            if infos.iter().any(|i| i.id == info.id) {
                wanted.push(technique);
            } else if has(below) {
                easier.push((infos[0].difficulty, technique));
            } else if has(&goal.ways) {
                beside.push((infos[0].difficulty, technique));
            }
        }
        easier.order();
        beside.order();
        // Singles are always searched for.
        let known = |t: &(u16, Technique)| t.1 <= Technique::HiddenSingle || Few::finds(t.1);
        if wanted.is_empty() || !wanted.iter().all(|t| Few::finds(*t)) || !easier.iter().chain(&beside).all(known) {
            return None;
        }
        let order =
            easier.into_iter().map(|e| e.1).chain(wanted.iter().copied()).chain(beside.into_iter().map(|b| b.1));
        Some(Self { few: Few::of(order), wanted })
    }

    /// Tests the givens of a puzzle with exactly one solution.
    pub(super) fn look(&self, givens: &[u8; 81]) -> Sight {
        let reach = RATER.with_borrow_mut(|rater| rater.reach(givens, &self.few));
        if !reach.is_whole() {
            Sight::Stuck(reach.open().filter_map(|c| u16::try_from(c).ok().map(Cell)).collect())
        } else if self.wanted.iter().any(|t| reach.used(*t)) {
            Sight::Needs
        } else {
            Sight::Easy
        }
    }
}

/// Techniques for which a classic puzzle is found soon: a search of a few seconds, with a single seed, found one.
const SOON: [&str; 17] = [
    "x_wing",
    "swordfish",
    "finned_swordfish",
    "sashimi_swordfish",
    "skyscraper",
    "two_string_kite",
    "turbot_fish",
    "empty_rectangle",
    "naked_triple",
    "hidden_triple",
    "xy_wing",
    "xyz_wing",
    "wxyz_wing",
    "w_wing",
    "xy_chain",
    "sue_de_coq",
    "unique_rectangle_1",
];
/// Techniques for which a search of a few seconds found no puzzle, although a few minutes may well be enough.
const SELDOM: [&str; 22] = [
    "jellyfish",
    "finned_jellyfish",
    "sashimi_jellyfish",
    "naked_quad",
    "hidden_quad",
    "locked_triple",
    "remote_pair",
    "simple_colors_trap",
    "simple_colors_wrap",
    "multi_colors_1",
    "multi_colors_2",
    "bug_plus_1",
    "unique_rectangle_2",
    "unique_rectangle_3",
    "unique_rectangle_5",
    "unique_rectangle_6",
    "hidden_rectangle",
    "avoidable_rectangle_1",
    "x_chain",
    "tridagon",
    "multi_sector_locked_set",
    "death_blossom",
];
/// Parts of the names of techniques for which finding a puzzle takes longer than for the techniques in [`SELDOM`].
const SELDOM_KINDS: [&str; 4] = ["franken", "mutant", "kraken", "siamese"];

/// Warns that puzzles requiring a technique are rare, and lists techniques for which puzzles are found soon; `None` if there is no
/// reason to expect a long search.
pub(super) fn doubt(model: &Model, technique: &str) -> Option<String> {
    let is_seldom = SELDOM.contains(&technique) || SELDOM_KINDS.iter().any(|kind| technique.contains(kind));
    (is_seldom && is_classic(model)).then(|| {
        let soon = SOON.join(", ");
        format!("puzzles that need `{technique}` are rare, so this may take long; puzzles for {soon} are found faster")
    })
}

fn makes(ways: &TechniqueFilter, info: &TechniqueInfo) -> bool {
    info.difficulty <= ways.hardest && ways.techniques.iter().any(|t| t.infos().iter().any(|i| i.id == info.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::technique_of;

    #[test]
    fn what_is_said_to_be_rare_or_not_is_a_technique() {
        assert!(SOON.iter().chain(&SELDOM).all(|id| technique_of(id).is_some()));
        assert!(SOON.iter().all(|id| !SELDOM.contains(id)));
    }
}
