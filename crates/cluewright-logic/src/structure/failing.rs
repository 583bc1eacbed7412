//! Candidates that lead to a contradiction by propagation alone (without further assumptions).

use super::once;
use crate::board::bits::Bits;
use crate::board::view::View;
use crate::follow::ahead::Ahead;
use crate::follow::closure::Closure;
use crate::follow::refuter_cache::refuter_cache;
use crate::step::found::Found;
use crate::step::names::TRIAL;
use cluewright_core::Sort;
use std::rc::Rc;

/// Unless it is thorough, the search stops after this many failing candidates, because at least one of so many
/// candidates has a short refutation.
const MOST: usize = 24;

/// The failing candidates found in a position.
pub(crate) struct Failing {
    /// The failing candidates, each preceded by the number of values after which the contradiction appears; the
    /// smallest numbers come first. A thorough search lists all failing candidates; other searches list only the first
    /// in the order of [`order`].
    pub(crate) list: Vec<(u32, u32)>,
    /// Whether the search stopped early, so that there may be more failing candidates.
    pub(crate) cut: bool,
    /// The candidates refuted by the refuter's propagation, whether or not `list` contains them.
    pub(crate) alone: Bits,
}

impl Failing {
    /// The candidates of `list`, all of which can be refuted by singles, links and clues, and a closure for following
    /// the consequences of these candidates.
    pub(crate) fn followed<'v>(&self, view: &'v View<'v>) -> (Closure<'v>, Vec<u32>) {
        (Closure::new(view, &TRIAL), self.list.iter().map(|&(_, id)| id).collect())
    }

    /// The candidates that only stronger inferences refute, and a closure that makes these inferences.
    pub(crate) fn noticed<'v>(&self, view: &'v View<'v>) -> (Closure<'v>, Vec<u32>) {
        let is_in_list = |id: u32| self.list.iter().any(|&(_, listed)| listed == id);
        let more = order(view).into_iter().filter(|&id| self.alone.has(id) && !is_in_list(id));
        (Closure::new(view, &TRIAL).noticing(true), more.collect())
    }
}

/// The candidates found by [`soon`].
pub(crate) struct Soon(pub(crate) Bits);

/// The first candidates, in the order of [`order`], that the refuter's propagation refutes. `None` if the work budget ran out.
pub(crate) fn soon(view: &View, found: &mut Found) -> Option<Rc<Soon>> {
    once(view, 0, found, |found| {
        let told = refuter_cache(view);
        let mut told = told.borrow_mut();
        let falls = |id: &u32| !is_possible(view, *id) && told.may_fall(view, *id, found);
        let first = order(view).into_iter().filter(falls).take(MOST);
        Soon(Bits::of(view.space().capacity(), first))
    })
}

/// The failing candidates of this position; `None` if the work budget ran out.
pub(crate) fn failing(view: &View, found: &mut Found) -> Option<Rc<Failing>> {
    once(view, usize::from(found.is_thorough()), found, |found| look(view, found))
}

fn look(view: &View, found: &mut Found) -> Failing {
    let mut ahead = Ahead::new(view);
    let told = refuter_cache(view);
    let mut told = told.borrow_mut();
    let (mut list, mut alone, mut cut) = (Vec::new(), Bits::new(view.space().capacity()), false);
    for id in order(view).into_iter().filter(|&id| !is_possible(view, id)) {
        cut = list.len() >= MOST && !found.is_thorough();
        if found.is_spent() || cut {
            break;
        }
        if told.may_fall(view, id, found) {
            alone.insert(id);
            list.extend(ahead.refuted(id, found).map(|size| (size, id)));
        }
    }
    ahead.leave();
    list.order();
    Failing { list, cut, alone }
}

/// The candidates of open cells, starting with candidates of the smallest groups: these fail soonest, and their
/// refutations are the most readable.
pub(crate) fn order(view: &View) -> Vec<u32> {
    let mut keyed: Vec<(usize, u32)> = view
        .live()
        .iter()
        .filter(|&id| !view.is_placed(view.space().candidate(id).cell))
        .map(|id| (smallest(view, id), id))
        .collect();
    keyed.order();
    keyed.into_iter().map(|(_, id)| id).collect()
}

/// The number of live candidates in the smallest group that contains this candidate.
pub(crate) fn smallest(view: &View, id: u32) -> usize {
    let sizes = view.space().groups_of(id).iter().map(|&g| view.members(g).len());
    sizes.min().unwrap_or(usize::MAX)
}

/// Whether the candidate is known to be true in some solution.
pub(crate) fn is_possible(view: &View, id: u32) -> bool {
    view.oracle().and_then(|o| o.is_possible(view.space().candidate(id))) == Some(true)
}
