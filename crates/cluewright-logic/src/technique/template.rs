//! Templates: all ways to place one value in the whole grid. A place that is part of every way is true; a place that is
//! part of no way is false.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, group_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::fillings::is_firm;
use cluewright_core::model::{GroupId, GroupKind, SetId, Why};
use cluewright_core::{Candidate, Value, ValueSet};

/// The template technique.
pub(crate) struct Template;

static TEMPLATE_SET: TechniqueInfo = TechniqueInfo {
    id: "template_set",
    name: "Template Set",
    aliases: &["ts", "1201", "pattern overlay"],
    difficulty: 78,
    source: "our figure: just below trial",
};
static TEMPLATE_DELETE: TechniqueInfo = TechniqueInfo {
    id: "template_delete",
    name: "Template Delete",
    aliases: &["td", "1202", "pattern overlay"],
    difficulty: 78,
    source: "our figure: just below trial",
};

/// The maximum number of placements of a value: first when a single step is requested, then when all steps are
/// requested.
const MOST: [u64; 2] = [15_000, 50_000];
/// The work charged for placing the value once.
const NODE: u64 = 16;

impl Technique for Template {
    fn info(&self) -> &'static TechniqueInfo {
        &TEMPLATE_DELETE
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&TEMPLATE_SET, &TEMPLATE_DELETE]
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let values = view.board().domains().iter().fold(ValueSet::EMPTY, |all, &d| all | d);
        let firm: Vec<bool> = values.iter().map(|v| is_firm(view, Some(v), found)).collect();
        if firm.iter().all(|f| *f) {
            return;
        }
        let mut all: Vec<Overlay> = values.iter().map(|v| Overlay::new(view, v)).collect();
        for (overlay, firm) in all.iter_mut().zip(firm) {
            // If every place of the value is in some placement, nothing can be found until another value takes one of
            // these places.
            overlay.stale &= !firm;
        }
        // A cell that one value must take is unavailable for all other values. These values may then have fewer ways,
        // which may fix further cells, and so on.
        loop {
            let mut again = false;
            for overlay in &mut all {
                if found.is_full() {
                    return;
                }
                again |= overlay.probe(view, found);
            }
            let taken: Vec<(usize, u32)> =
                all.iter().enumerate().flat_map(|(i, o)| o.common.iter().map(move |id| (i, id))).collect();
            for (i, overlay) in all.iter_mut().enumerate() {
                for &(j, id) in taken.iter().filter(|&&(j, _)| j != i) {
                    again |= overlay.close(view, id, j);
                }
            }
            if !again {
                break;
            }
        }
        let uses: Vec<Vec<usize>> = (0..all.len()).map(|i| closure(&all, i)).collect();
        for (overlay, uses) in all.iter().zip(&uses) {
            if overlay.common.is_empty() && overlay.gone.is_empty() {
                continue;
            }
            let reasons: Vec<Reason> = uses.iter().flat_map(|&j| all[j].reasons(view)).collect();
            let pattern = Pattern::Template { value: overlay.value };
            let set: Vec<Candidate> = overlay.common.iter().map(|id| view.space().candidate(id)).collect();
            let gone: Vec<Candidate> = overlay.gone.iter().map(|id| view.space().candidate(id)).collect();
            if !set.is_empty() {
                let mut step = Step::new(&TEMPLATE_SET, pattern.clone()).because(reasons.iter().cloned());
                step.placements = set;
                found.push(step);
            }
            found.push(Step::new(&TEMPLATE_DELETE, pattern).remove(gone).because(reasons));
        }
    }
}

/// The overlays that this overlay depends on, directly or indirectly, starting with itself.
fn closure(all: &[Overlay], start: usize) -> Vec<usize> {
    let mut uses = vec![start];
    let mut at = 0;
    while at < uses.len() {
        for &j in &all[uses[at]].uses {
            if !uses.contains(&j) {
                uses.push(j);
            }
        }
        at += 1;
    }
    uses
}

/// The summary of all ways to place one value.
struct Overlay {
    value: Value,
    groups: Vec<GroupId>,
    /// Places of the value that are not excluded yet.
    open: Bits,
    /// Places that are part of every way.
    common: Bits,
    /// Places that are part of no way, or whose cells another value takes.
    gone: Bits,
    /// The indices of the overlays of other values on which this overlay directly depends.
    uses: Vec<usize>,
    stale: bool,
}

impl Overlay {
    fn new(view: &View, value: Value) -> Self {
        let groups: Vec<GroupId> = view
            .open_groups()
            .filter(|(g, _)| matches!(view.space().group(*g).kind, GroupKind::House(_, v) if v == value))
            .map(|(g, _)| g)
            .collect();
        let room = view.space().capacity();
        let open = Bits::of(room, groups.iter().flat_map(|&g| view.members(g).iter().copied()));
        let (common, gone) = (Bits::new(room), Bits::new(room));
        Self { value, stale: groups.len() >= 2, groups, open, common, gone, uses: Vec::new() }
    }

    /// Records that another value must take this cell. Returns whether this removed a place.
    fn close(&mut self, view: &View, taken: u32, by: usize) -> bool {
        let here = Candidate::new(view.space().candidate(taken).cell, self.value);
        let Some(id) = view.space().try_id(here).filter(|&id| self.open.has(id)) else { return false };
        self.open.remove(id);
        self.gone.insert(id);
        if !self.uses.contains(&by) {
            self.uses.push(by);
        }
        self.stale = true;
        true
    }

    /// If the overlay has changed, examines all ways again. Returns whether anything new was found.
    fn probe(&mut self, view: &View, found: &mut Found) -> bool {
        if !std::mem::take(&mut self.stale) || self.groups.len() < 2 {
            return false;
        }
        let room = view.space().capacity();
        let most = MOST[usize::from(found.wants_all())];
        let mut search = Search {
            view,
            groups: &self.groups,
            chosen: Vec::new(),
            union: Bits::new(room),
            common: self.open.clone(),
            left: most,
        };
        let complete = search.go(&self.open, &vec![false; self.groups.len()]);
        found.spend(NODE * (most - search.left));
        if !complete || search.union.is_empty() {
            return false;
        }
        let mut never = self.open.clone();
        never.minus(&search.union);
        let news = !never.is_empty() || search.common != self.common;
        self.open.minus(&never);
        self.gone.or(&never);
        self.common = search.common;
        news
    }

    fn reasons(&self, view: &View) -> Vec<Reason> {
        let house = |&g: &GroupId| match view.space().group(g).kind {
            GroupKind::House(set, _) => Some(set),
            _ => None,
        };
        let sets: Vec<SetId> = self.groups.iter().filter_map(house).collect();
        let mut reasons: Vec<Reason> = self.groups.iter().map(|&g| group_reason(view, g)).collect();
        reasons.extend(sets.iter().copied().map(Reason::Different));
        // Places of the value that see each other for other reasons: a cage, a link, or a house in which the value is
        // already placed.
        let ids = self.groups.iter().flat_map(|&g| view.members(g).iter().copied());
        let places: Vec<Candidate> =
            Bits::of(view.space().capacity(), ids).iter().map(|id| view.space().candidate(id)).collect();
        let said = |r: &Reason| matches!(r, Reason::Link { why: Why::Set(set), .. } if sets.contains(set));
        for (i, &a) in places.iter().enumerate() {
            reasons.extend(all_linked(view, &[a], &places[..i]).into_iter().filter(|r| !said(r)));
        }
        reasons
    }
}

struct Search<'v, 'a> {
    view: &'v View<'a>,
    groups: &'v [GroupId],
    chosen: Vec<u32>,
    union: Bits,
    common: Bits,
    left: u64,
}

impl Search<'_, '_> {
    /// Places the value in every remaining group. Returns false if there are too many ways to examine.
    fn go(&mut self, open: &Bits, done: &[bool]) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let count = |g: GroupId| self.view.members(g).iter().filter(|&&id| open.has(id)).count();
        let next = (0..self.groups.len()).filter(|&i| !done[i]).min_by_key(|&i| count(self.groups[i]));
        let Some(next) = next else {
            let room = self.view.space().capacity();
            let this = Bits::of(room, self.chosen.iter().copied());
            self.union.or(&this);
            self.common.and(&this);
            return true;
        };
        let members: Vec<u32> =
            self.view.members(self.groups[next]).iter().copied().filter(|&id| open.has(id)).collect();
        for id in members {
            let mut rest = open.clone();
            rest.minus(self.view.space().sees(id));
            rest.remove(id);
            let mut now = done.to_vec();
            for (i, g) in self.groups.iter().enumerate() {
                now[i] |= self.view.members(*g).contains(&id);
            }
            self.chosen.push(id);
            let fine = self.go(&rest, &now);
            self.chosen.pop();
            if !fine {
                return false;
            }
        }
        true
    }
}
