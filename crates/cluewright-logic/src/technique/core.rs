//! The smallest reason: one clue, or two that lie near each other, with the houses that meet them, which leave no way with a
//! candidate. All candidates that search knows to be false are asked about, clue by clue and pair by pair, those with the
//! fewest open cells first. What is found is shrunk until nothing can be left out, and told as an argument of a few cases.
//!
//! Ways to meet the facts of a patch are kept from position to position: a candidate that lies in one of them needs no
//! search.

use super::few::Facts;
use crate::board::bits::Bits;
use crate::board::oracle::{Alone, Assumption, Few, Look, Refuter};
use crate::board::space::mix;
use crate::board::view::View;
use crate::follow::closure::{Closure, Refutation};
use crate::follow::scope::Scope;
use crate::step::found::Found;
use crate::step::names::{HOUSES, TRIAL, TWO, WAYS};
use crate::step::premise::Own;
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::failing::soon;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Candidate, Cell, Constraint, OriginId, Sort, SortedMap, SortedSet, ValueSet};
use std::cell::RefCell;
use std::rc::Rc;

/// See the file's first lines.
pub(crate) struct Core {
    /// One or two.
    pub(crate) clues: usize,
}

/// Work of asking about a patch, whether something of it is remembered or not.
const ASKING: u64 = 2_000;
/// Assumptions to find out about one candidate.
const MOST: u32 = 40;
/// Candidates for which reasons are compared.
const COMPARED: usize = 4;
/// Ways of a patch that are kept.
const KEPT: usize = 40;
/// Open cells of the clues of a patch.
const MOST_OPEN: usize = 24;
/// Cases in one split of an argument, splits within splits, and candidates assumed to find it.
const MOST_CASES: usize = 6;
const DEEPEST: u32 = 2;
const MOST_ASSUMED: u32 = 2_000;

impl Technique for Core {
    fn info(&self) -> &'static TechniqueInfo {
        if self.clues == 1 { &HOUSES } else { &TWO }
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        if self.clues == 1 { vec![&WAYS, &HOUSES] } else { vec![&TWO] }
    }

    fn most_work(&self) -> u64 {
        30_000
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(refuter) = view.refuter() else { return };
        let parts = Parts::of(view);
        if parts.units.is_empty() {
            return;
        }
        let Some(soon) = soon(view, found) else { return };
        let seen: Rc<Seen> = view.memory().of(self.clues, Seen::default);
        let mut hits: Vec<Hit> = Vec::new();
        for (_, key) in parts.patches(view, self.clues) {
            if found.spend(ASKING) || hits.len() >= COMPARED && !found.wants_all() {
                break;
            }
            let mut seen = seen.0.borrow_mut();
            let patch = seen.entry(key).or_insert_with(|| parts.patch(view, key));
            hits.extend(patch.ask(view, refuter, &soon.0).into_iter().map(|(cases, id)| Hit { cases, id, key }));
        }
        hits.order_by_key(|hit| (hit.cases, hit.id));
        let mut known = SortedSet::default();
        hits.retain(|hit| known.insert(hit.id));
        let seen = seen.0.borrow();
        let mut arguments = Arguments { view, scopes: QuickMap::default(), left: MOST_ASSUMED };
        // The shortest of some without a split, else the first with one, else what search says by itself.
        for depth in 0..=DEEPEST {
            let tried = hits.iter().take(if found.wants_all() { usize::MAX } else { COMPARED });
            let mut steps: Vec<Step> = Vec::new();
            for hit in tried {
                let step = arguments.step(&seen[&hit.key], hit, depth, found);
                steps.extend(step);
                if found.is_spent() || depth > 0 && !steps.is_empty() && !found.wants_all() {
                    break;
                }
            }
            steps.order_by_key(|step| step.difficulty);
            steps.into_iter().for_each(|step| found.push(step));
            if !found.steps().is_empty() {
                return;
            }
        }
        if let Some(hit) = hits.first() {
            bare(view, refuter, &seen[&hit.key], hit.id).into_iter().for_each(|step| found.push(step));
        }
    }
}

/// A candidate that a patch refutes.
struct Hit {
    cases: u32,
    id: u32,
    key: (u32, u32),
}

/// A clue, or a rule of the whole grid that is more than houses and links.
struct Unit {
    origins: Vec<OriginId>,
    cells: SortedSet<Cell>,
}

/// Who says what of a model.
#[derive(Default)]
struct Parts {
    units: Vec<Unit>,
    /// Houses, links and groups of the whole grid.
    rest: Vec<(OriginId, SortedSet<Cell>)>,
}

impl Parts {
    /// Those of this walk.
    fn of(view: &View) -> Rc<Self> {
        view.memory().of(0, || Self::new(view))
    }

    fn new(view: &View) -> Self {
        let model = view.model();
        let mut cells: SortedMap<OriginId, SortedSet<Cell>> = SortedMap::default();
        let mut more: SortedSet<OriginId> = SortedSet::default();
        let mut says = |origin: OriginId, of: &mut dyn Iterator<Item = Cell>| cells.or_default(origin).extend(of);
        model.sets().iter().for_each(|s| says(s.origin, &mut s.cells.iter().copied()));
        model.links().iter().for_each(|l| says(l.origin, &mut [l.a, l.b].into_iter()));
        model.posted_groups().iter().for_each(|g| says(g.origin, &mut g.candidates.iter().map(|c| c.cell)));
        for posted in model.constraints() {
            says(posted.origin, &mut posted.kind.cells().iter().copied());
            more.insert(posted.origin);
        }
        let (mut clues, mut parts): (SortedMap<u32, Unit>, _) = (SortedMap::default(), Self::default());
        for (origin, of) in cells {
            match model.origin(origin).clue {
                Some(clue) => {
                    let unit = clues.or_insert_with(clue, || Unit { origins: Vec::new(), cells: SortedSet::default() });
                    unit.origins.push(origin);
                    unit.cells.extend(of);
                }
                None if more.contains(&origin) => parts.units.push(Unit { origins: vec![origin], cells: of }),
                None => parts.rest.push((origin, of)),
            }
        }
        parts.units.extend(clues.into_iter().map(|(_, unit)| unit));
        parts
    }

    /// What there is to ask about, by the open cells of its clues.
    fn patches(&self, view: &View, clues: usize) -> Vec<(usize, (u32, u32))> {
        let is_open = |c: &&Cell| view.values(**c).len() > 1;
        let open: Vec<Vec<Cell>> =
            self.units.iter().map(|unit| unit.cells.iter().filter(is_open).copied().collect()).collect();
        let fits = |i: &usize| (1..=MOST_OPEN).contains(&open[*i].len());
        let fitting: Vec<usize> = (0..open.len()).filter(fits).collect();
        let mut patches = Vec::new();
        if clues == 1 {
            let of = |i: &usize| (open[*i].len(), (*i as u32, u32::MAX));
            let fits = |i: &usize| open[*i].len() > 1;
            patches.extend((0..open.len()).filter(fits).map(|i| of(&i)));
        } else {
            for (at, &i) in fitting.iter().enumerate() {
                for &j in &fitting[at + 1..] {
                    let all = open[i].len() + open[j].len();
                    if all <= MOST_OPEN && meet(view, &open[i], &open[j]) {
                        patches.push((all, (i as u32, j as u32)));
                    }
                }
            }
        }
        patches.order();
        patches
    }

    fn patch(&self, view: &View, key: (u32, u32)) -> Patch {
        let units = || [key.0, key.1].into_iter().filter_map(|i| self.units.get(i as usize));
        let mut cells: SortedSet<Cell> = units().flat_map(|unit| unit.cells.iter().copied()).collect();
        let meets = |of: &SortedSet<Cell>| of.iter().any(|c| cells.contains(c));
        let near: Vec<&(OriginId, SortedSet<Cell>)> = self.rest.iter().filter(|(_, of)| meets(of)).collect();
        let mut facts: Vec<OriginId> = units().flat_map(|unit| unit.origins.iter().copied()).collect();
        for (origin, of) in near {
            facts.push(*origin);
            cells.extend(of.iter().copied());
        }
        facts.order();
        let space = view.space();
        let ids = cells.iter().flat_map(|&c| space.blank().values(c).iter().map(move |v| Candidate::new(c, v)));
        let mask = Bits::of(space.room(), ids.map(|c| space.id(c)));
        Patch { facts, cells, mask, ways: Vec::new(), print: 0, refuted: Vec::new() }
    }
}

/// Do the two share an open cell, or do open cells of the one lie in a set with open cells of the other?
fn meet(view: &View, a: &[Cell], b: &[Cell]) -> bool {
    let network = view.space().network();
    let near = |&c: &Cell| {
        a.contains(&c)
            || a.iter().filter(|&&d| network.sets_of(d).iter().any(|s| network.sets_of(c).contains(s))).count() >= 2
    };
    b.iter().any(near)
}

/// By clue, or two of them: what was asked before.
#[derive(Default)]
struct Seen(RefCell<QuickMap<(u32, u32), Patch>>);

/// Clues and the houses that meet them.
struct Patch {
    facts: Vec<OriginId>,
    cells: SortedSet<Cell>,
    /// All candidates of its cells.
    mask: Bits,
    /// Some ways to meet it.
    ways: Vec<Bits>,
    /// What its cells held when it was last asked, and what it refuted then, with how many cases.
    print: u64,
    refuted: Vec<(u32, u32)>,
}

impl Patch {
    /// What it refutes in this position.
    fn ask(&mut self, view: &View, refuter: &dyn Refuter, soon: &Bits) -> Vec<(u32, u32)> {
        let print = soon.words().iter().zip(self.mask.words()).fold(7, |h, (a, b)| mix(h, a & b));
        let print = self.cells.iter().fold(print, |h, &c| mix(h, view.values(c).0)) | 1;
        if print == self.print {
            return self.refuted.clone();
        }
        self.print = print;
        self.refuted.clear();
        let space = view.space();
        let mut asked = soon.clone();
        asked.and(&self.mask);
        self.ways.retain(|way| way.within(view.live()));
        self.ways.iter().for_each(|way| asked.minus(way));
        let wanted: Vec<u32> = asked.iter().collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        // The other cells are free: any value will do.
        let mut board = view.board().clone();
        for cell in (0..board.len() as u16).map(Cell).filter(|c| !self.cells.contains(c)) {
            let any = board.values(cell).iter().next();
            any.into_iter().for_each(|value| board.set_values(cell, ValueSet::of(value)));
        }
        refuter.alone(&board, &self.facts, &mut |alone: &mut dyn Alone| {
            for &id in &wanted {
                if !asked.has(id) {
                    continue;
                }
                match alone.look(space.candidate(id), MOST) {
                    Look::Refuted(cases) => self.refuted.push((cases, id)),
                    Look::Possible(values) => {
                        let way = self.cells.iter().map(|&c| space.id(Candidate::new(c, values[c.index()])));
                        let way = Bits::of(space.room(), way);
                        asked.minus(&way);
                        if self.ways.len() < KEPT {
                            self.ways.push(way);
                        }
                    }
                    Look::Unknown => {}
                }
            }
        });
        self.refuted.clone()
    }
}

/// Arguments by what patches say.
struct Arguments<'v> {
    view: &'v View<'v>,
    scopes: QuickMap<(u32, u32), Rc<Scope>>,
    /// Candidates that may be assumed yet.
    left: u32,
}

impl Arguments<'_> {
    /// That a candidate is false, with so many splits one within the other.
    fn step(&mut self, patch: &Patch, hit: &Hit, depth: u32, found: &mut Found) -> Option<Step> {
        let space = self.view.space();
        let scope = self.scopes.entry(hit.key).or_insert_with(|| Rc::new(Scope::new(space, &patch.facts)));
        let scope = Rc::clone(scope);
        let mut closure = Closure::new(self.view, &TRIAL).within(Rc::clone(&scope));
        let refuted = if depth == 0 {
            closure.refute(hit.id, found)
        } else {
            closure.assume(hit.id).ok()?;
            let split = split(&mut closure, depth, &mut self.left);
            closure.undo(0);
            let (_, within) = split?;
            let first = Assumption { candidate: space.candidate(hit.id), within: within.len() as u32 };
            let assumed: Vec<Assumption> = std::iter::once(first).chain(within).collect();
            closure.refute_by(&assumed, found)
        };
        let Refutation { reason, length, depth, seen, .. } = refuted?;
        let mut used = SortedSet::default();
        Scope::used(space, &reason, &mut used);
        for (a, b) in seen {
            used.extend(scope.by(space, a, b, &used));
        }
        let step = named(self.view, used.into_iter().collect(), hit.id, 0);
        let mut step = step.harder((length as u16).min(20) / 2 + 5 * u16::from(depth - 1));
        step.pattern = Pattern::Trial { depth, length };
        step.because.insert(0, reason);
        Some(step)
    }
}

/// The step that search alone shows, by as few facts of the patch as can be found.
fn bare(view: &View, refuter: &dyn Refuter, patch: &Patch, id: u32) -> Option<Step> {
    let candidate = view.space().candidate(id);
    let Few { facts, cases } = refuter.facts(view.board(), candidate, Some(&patch.facts), usize::MAX)?;
    let step = named(view, facts, id, cases.max(1));
    Some(step.harder(10 + 3 * (cases.max(1).ilog2() as u16).min(10)))
}

/// A step by these facts, which search goes through in so many cases; none when an argument is to be put before them.
fn named(view: &View, facts: Vec<OriginId>, id: u32, cases: u64) -> Step {
    let (model, candidate) = (view.model(), view.space().candidate(id));
    let clues: SortedSet<u32> = facts
        .iter()
        .filter(|&&f| model.origin(f).clue.is_some() || model.constraints().iter().any(|c| c.origin == f))
        .map(|&f| model.origin(f).clue.map_or(u32::MAX - f.0, |clue| clue))
        .collect();
    let info = match (clues.len(), facts.len()) {
        (0 | 1, 1) => &WAYS,
        (0 | 1, _) => &HOUSES,
        _ => &TWO,
    };
    let cost = facts.iter().map(|&f| model.origin(f).cost).max().unwrap_or(0);
    let houses = facts.len().saturating_sub(clues.len()) as u16;
    let own = Own::new(Facts { candidate, who: facts, cases, argued: cases == 0 });
    let step = Step::new(info, Pattern::Own(own.clone())).because([Reason::Own(own)]);
    step.remove([candidate]).harder(houses + cost)
}

/// How to split what is left into cases, each of which ends in a contradiction, and what that takes.
fn split(closure: &mut Closure<'_>, depth: u32, left: &mut u32) -> Option<(usize, Vec<Assumption>)> {
    let mark = closure.mark();
    let mut best: Option<(usize, Vec<Assumption>)> = None;
    for group in closure.open_groups(MOST_CASES) {
        let mut cases: Vec<(usize, Vec<Assumption>)> = Vec::new();
        let members = closure.live(group);
        for &member in &members {
            if *left == 0 {
                return best;
            }
            *left -= 1;
            let candidate = closure.candidate(member);
            let case = match closure.assume(member) {
                Err(_) => Some((closure.mark() - mark, vec![Assumption { candidate, within: 0 }])),
                Ok(()) if depth > 1 => split(closure, depth - 1, left).map(|(cost, within)| {
                    let first = Assumption { candidate, within: within.len() as u32 };
                    (cost + closure.mark() - mark, std::iter::once(first).chain(within).collect())
                }),
                Ok(()) => None,
            };
            closure.undo(mark);
            let Some(case) = case else { break };
            cases.push(case);
        }
        if cases.len() < members.len() {
            continue;
        }
        let cost = cases.iter().map(|case| case.0).sum::<usize>();
        if best.as_ref().is_some_and(|best| best.0 <= cost) {
            continue;
        }
        // The longest comes last: it is what is left, and needs no assumption of its own.
        cases.order_by_key(|case| case.1.len());
        let last = cases.pop().map(|case| case.1[1..].to_vec()).unwrap_or_default();
        best = Some((cost, cases.into_iter().flat_map(|case| case.1).chain(last).collect()));
    }
    best
}
