//! Fillings: ways to fill in all cells that satisfy the groups and links, ignoring clues. Groups and links alone cannot
//! refute a candidate that is true in a filling, so techniques that read only groups and links find no step about the
//! candidate. If every candidate is in some filling, all these techniques can be skipped; if every place of one value
//! is in some placement of the value, all techniques that read only this value can be skipped.
//!
//! A filling found for one position is reused for later positions until one of the filling's candidates is removed. If
//! a candidate has no filling, it is not tried again, because removing candidates creates no new fillings.

use crate::board::bits::Bits;
use crate::board::space::Space;
use crate::board::view::View;
use crate::step::found::Found;
use cluewright_core::Value;
use cluewright_core::model::{GroupId, GroupKind};
use std::cell::RefCell;

/// The number of branches that the search for one filling may use, in addition to one per cell. If a filling exists,
/// fewer branches are nearly always enough to find one.
const BRANCHES: usize = 200;
/// If more fillings than this are stored, redundant fillings are dropped.
const MOST: usize = 64;

/// The amount added to the count of a group for each chosen candidate.
const FILLED: u64 = 1 << 32;

/// The known fillings of the whole board and the known placements of each value.
#[derive(Debug)]
pub(crate) struct Fillings {
    /// The scope of the whole board, followed by one scope for each value.
    scopes: Vec<Scope>,
}

#[derive(Debug)]
struct Scope {
    /// All candidates of the scope.
    all: Bits,
    /// The groups to fill: all groups, or the house groups of the value.
    groups: Vec<GroupId>,
    /// The fillings found so far.
    pool: Vec<Bits>,
    /// Candidates for which no filling was found.
    loose: Bits,
    /// How many candidates there were when a search last ran out of branches; 0 if the last failed search did not run
    /// out of branches.
    tired: usize,
}

impl Scope {
    fn new(space: &Space, value: Option<Value>) -> Self {
        let room = space.capacity() as u32;
        let fits = |&id: &u32| value.is_none_or(|v| space.candidate(id).value == v);
        let all = Bits::of(space.capacity(), (0..room).filter(fits));
        let meant = |g: &GroupId| match (value, space.group(*g).kind) {
            (None, _) => true,
            (Some(value), GroupKind::House(_, v)) => v == value,
            _ => false,
        };
        let groups = (0..space.network().groups().len() as u32).map(GroupId).filter(meant).collect();
        Self { all, groups, pool: Vec::new(), loose: Bits::new(space.capacity()), tired: 0 }
    }

    fn is_firm(&mut self, view: &View, found: &mut Found) -> bool {
        let mut live = view.live().clone();
        live.and(&self.all);
        // An open group with a single candidate allows a step even if every candidate has a filling.
        let single = |g: &GroupId| view.members(*g).len() < 2 && view.is_open(*g);
        if self.loose.meets(&live) || self.groups.iter().any(single) {
            return false;
        }
        self.pool.retain(|filling| filling.within(&live));
        let mut open = live.clone();
        for filling in &self.pool {
            open.minus(filling);
        }
        let mut search: Option<Search> = None;
        // If one search took too long, other searches would too, until a tenth of the candidates have been removed.
        if !open.is_empty() && live.len() * 10 > self.tired * 9 && self.tired > 0 {
            return false;
        }
        while let Some(id) = open.first() {
            let search = search.get_or_insert_with(|| Search::new(view, &self.groups, &live));
            let filling = search.filling_with(id, &open);
            // The work depends on which fillings are cached, so it is not charged, but limited separately.
            if found.spend(0) {
                return false;
            }
            let Some(filling) = filling else {
                self.loose.insert(id);
                self.tired = if search.branches == 0 { live.len() } else { 0 };
                return false;
            };
            open.minus(&filling);
            self.pool.push(filling);
        }
        if self.pool.len() > MOST {
            let mut open = live;
            self.pool.reverse();
            self.pool.retain(|filling| {
                let needed = filling.meets(&open);
                open.minus(filling);
                needed
            });
        }
        true
    }
}

/// True if every candidate is true in some filling of the groups and links; then techniques that read only groups and
/// links cannot find a step. If `value` is given, only the candidates and placements of this value are examined, and
/// the result applies only to techniques that read no other value. Always false when all steps are requested.
pub fn is_firm(view: &View, value: Option<Value>, found: &mut Found) -> bool {
    struct Firm(bool);
    if found.wants_all() {
        return false;
    }
    let ask = || {
        let fillings = view.memory().of(0, || RefCell::new(Fillings::new(view.space())));
        Firm(found.aside(|found| fillings.borrow_mut().is_firm(view, value, found)))
    };
    view.tables().of(value.map_or(0, |v| v.index() + 1), ask).0
}

/// Like `is_firm` for one value, but also valid for techniques that draw conclusions about other values. Always false
/// if the model has links or posted groups, because links and posted groups may connect different values.
pub(crate) fn is_firm_alone(view: &View, value: Value, found: &mut Found) -> bool {
    let plain = view.model().links().is_empty() && view.model().posted_groups().is_empty();
    plain && is_firm(view, Some(value), found)
}

impl Fillings {
    /// An empty cache.
    pub(crate) fn new(space: &Space) -> Self {
        let width = space.model().cells().iter().filter_map(|c| c.domain.max()).max().map_or(0, |v| v.0 + 1);
        let values = (0..width).map(|v| Some(Value(v)));
        Self { scopes: std::iter::once(None).chain(values).map(|v| Scope::new(space, v)).collect() }
    }

    /// Whether every candidate (or, if `value` is not `None`, every candidate of the value) is true in some filling.
    /// False if finding a filling takes too long.
    pub(crate) fn is_firm(&mut self, view: &View, value: Option<Value>, found: &mut Found) -> bool {
        let at = value.map_or(0, |v| v.index() + 1);
        self.scopes.get_mut(at).is_some_and(|scope| scope.is_firm(view, found))
    }
}

/// A search for fillings in one position.
struct Search<'v, 'a> {
    view: &'v View<'a>,
    /// The groups in which a candidate must be chosen.
    groups: Vec<GroupId>,
    /// Candidates that may still be true, including the candidates already chosen.
    open: Bits,
    /// For each group, the number of its open candidates plus [`FILLED`] for each chosen candidate; groups that need
    /// not be filled start with an additional [`FILLED`].
    state: Vec<u64>,
    chosen: Bits,
    /// The undo trail. Each entry is twice the candidate's number, plus one if the candidate was chosen rather than
    /// removed.
    trail: Vec<u32>,
    /// Candidates that must be chosen next.
    forced: Vec<u32>,
    /// A stack of the candidates that remain to be tried in the current branches.
    options: Vec<u32>,
    branches: usize,
}

impl<'v, 'a> Search<'v, 'a> {
    fn new(view: &'v View<'a>, groups: &[GroupId], open: &Bits) -> Self {
        let space = view.space();
        let count = space.network().groups().len();
        let groups: Vec<GroupId> = groups.iter().copied().filter(|&g| view.is_open(g)).collect();
        let mut state: Vec<u64> = (0..count as u32).map(|g| FILLED + view.members(GroupId(g)).len() as u64).collect();
        for &g in &groups {
            state[g.0 as usize] -= FILLED;
        }
        Self {
            view,
            groups,
            open: open.clone(),
            state,
            chosen: Bits::new(space.capacity()),
            trail: Vec::new(),
            forced: Vec::new(),
            options: Vec::new(),
            branches: 0,
        }
    }

    /// A filling that contains this candidate and also as many candidates of `wanted` as can be included at no extra
    /// cost. `None` if no filling was found.
    fn filling_with(&mut self, id: u32, wanted: &Bits) -> Option<Bits> {
        self.branches = BRANCHES + self.view.model().len();
        self.options.clear();
        let filling = (self.choose(id) && self.grow(wanted)).then(|| self.chosen.clone());
        self.undo(0);
        filling
    }

    fn choose(&mut self, id: u32) -> bool {
        let view = self.view;
        let space = view.space();
        self.forced.clear();
        self.forced.push(id);
        while let Some(x) = self.forced.pop() {
            if self.chosen.has(x) {
                continue;
            }
            if !self.open.has(x) {
                return false;
            }
            self.chosen.insert(x);
            self.trail.push(2 * x + 1);
            for g in space.groups_of(x) {
                self.state[g.0 as usize] += FILLED;
            }
            for (at, &seen) in space.sees(x).words().iter().enumerate() {
                let mut gone = self.open.words()[at] & seen;
                while gone != 0 {
                    let y = at as u32 * 64 + gone.trailing_zeros();
                    gone &= gone - 1;
                    if !self.remove(y) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Removes a candidate. Returns false if this leaves a group without candidates.
    fn remove(&mut self, y: u32) -> bool {
        let view = self.view;
        self.open.remove(y);
        self.trail.push(2 * y);
        let mut fine = true;
        for g in view.space().groups_of(y) {
            let state = &mut self.state[g.0 as usize];
            *state -= 1;
            match *state {
                0 => fine = false,
                1 => self.forced.extend(view.members(*g).iter().copied().find(|&m| self.open.has(m))),
                _ => {}
            }
        }
        fine
    }

    fn undo(&mut self, to: usize) {
        let space = self.view.space();
        while self.trail.len() > to {
            let Some(done) = self.trail.pop() else { return };
            let x = done / 2;
            if done % 2 == 1 {
                self.chosen.remove(x);
                for g in space.groups_of(x) {
                    self.state[g.0 as usize] -= FILLED;
                }
            } else {
                self.open.insert(x);
                for g in space.groups_of(x) {
                    self.state[g.0 as usize] += 1;
                }
            }
        }
    }

    /// Fills the remaining groups, smallest first. Returns false if there is no filling or the branches run out.
    fn grow(&mut self, wanted: &Bits) -> bool {
        let mut best = (FILLED, None);
        for &g in &self.groups {
            let left = self.state[g.0 as usize];
            if left < best.0 {
                best = (left, Some(g));
                if left == 2 {
                    break;
                }
            }
        }
        let Some(group) = best.1 else { return true };
        if self.branches == 0 {
            return false;
        }
        self.branches -= 1;
        let from = self.options.len();
        let view = self.view;
        for wanted_now in [true, false] {
            let fits = |&&m: &&u32| self.open.has(m) && wanted.has(m) == wanted_now;
            self.options.extend(view.members(group).iter().filter(fits));
        }
        let (to, mark) = (self.options.len(), self.trail.len());
        for at in from..to {
            let option = self.options[at];
            if self.choose(option) && self.grow(wanted) {
                return true;
            }
            self.undo(mark);
            if self.branches == 0 {
                break;
            }
        }
        self.options.truncate(from);
        false
    }
}
