//! A quick look at ordinary puzzles: is a technique needed, and is nothing beyond it? It takes a hundredth of the time of a
//! walk by all techniques, and is right nearly always: what it finds is proved then.

use super::goal::Goal;
use crate::techniques::techniques_named;
use crate::ways::Ways;
use cluewright_core::{Cell, Model, Sort};
use cluewright_logic::{TECHNIQUES, TechniqueInfo};
use cluewright_scales::hodoku::{Few, Rater, Technique};
use cluewright_search::classic::is_classic;
use std::cell::RefCell;

/// What a look says.
pub(super) enum Sight {
    /// It does not come to the end; these cells are open there.
    Stuck(Vec<Cell>),
    /// It comes to the end without the technique.
    Easy,
    /// With the technique, and not without.
    Needs,
}

/// The techniques that may be used as `HoDoKu`'s rater finds them.
#[derive(Debug)]
pub(super) struct Quick {
    few: Few,
    wanted: Vec<Technique>,
}

thread_local! {
    /// Its memory is used again.
    static RATER: RefCell<Rater> = RefCell::default();
}

impl Quick {
    /// For a technique on ordinary grids, where the rater finds it, and whatever else it knows of what is allowed.
    pub(super) fn of(goal: &Goal, model: &Model) -> Option<Self> {
        let (info, below) = goal.technique.as_ref().filter(|_| is_classic(model))?;
        let (mut easier, mut wanted, mut beside) = (Vec::new(), Vec::new(), Vec::new());
        for &technique in Technique::ALL {
            let Ok(infos) = techniques_named(technique.name()) else { continue };
            let has = |ways: &Ways| infos.iter().any(|info| makes(ways, info));
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
        // Singles are always looked for.
        let known = |t: &(u16, Technique)| t.1 <= Technique::HiddenSingle || Few::finds(t.1);
        if wanted.is_empty() || !wanted.iter().all(|t| Few::finds(*t)) || !easier.iter().chain(&beside).all(known) {
            return None;
        }
        let order =
            easier.into_iter().map(|e| e.1).chain(wanted.iter().copied()).chain(beside.into_iter().map(|b| b.1));
        Some(Self { few: Few::of(order), wanted })
    }

    /// Looks at givens that have one solution.
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

/// Techniques that a quick look finds, but that puzzles of a minute's work hardly ever need.
const SELDOM: [&str; 3] = ["jellyfish", "finned_jellyfish", "sashimi_jellyfish"];

/// The techniques that puzzles of givens on such a grid are soon led to.
pub(super) fn led_to(model: &Model) -> Vec<&'static TechniqueInfo> {
    let soon = |info: &&TechniqueInfo| {
        !SELDOM.contains(&info.id) && Quick::of(&Goal::with(None, Some(info.id), &[], true), model).is_some()
    };
    TECHNIQUES.iter().flat_map(|t| t.infos()).filter(soon).collect()
}

fn makes(ways: &Ways, info: &TechniqueInfo) -> bool {
    info.difficulty <= ways.hardest && ways.techniques.iter().any(|t| t.infos().iter().any(|i| i.id == info.id))
}
