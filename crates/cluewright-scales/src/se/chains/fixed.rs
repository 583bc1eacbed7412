//! Static forcing chains and cycles, whose links do not depend on earlier eliminations: X (rated 6.5 or 6.6), Y (6.5), and both
//! (7.0), plus more for their length.

use super::super::budget::Budget;
use super::super::grid::{Grid, bits, cells};
use super::super::hint::{Hint, Removes, add, table_order};
use super::super::layout::Layout;
use super::implied::Implied;
use super::kind::length;
use super::links::{Links, Pass};
use super::parents::{Parents, Signature};
use super::sets::Marks;
use super::sink::{Nested, Sink, Within};
use super::spread::{KEYS, ROOT, key, parts};

const NO_PARENT: u32 = u32::MAX;
/// The work charged for one search, in units of the budget.
const SEARCH: u64 = 100;
const BOTH: Pass = Pass { y: true, x: true };

/// A node of the search, with at most one parent.
#[derive(Clone, Copy)]
struct Step {
    key: u16,
    on: bool,
    cause: u8,
    parent: u32,
}

/// A chain that was found, listed from its target back to its start.
struct Found {
    rating: f64,
    complexity: u32,
    /// The type of the chain: 2 for X links, 3 for Y links, 4 for both.
    sort: u8,
    cycle: bool,
    chain: Vec<Step>,
    removes: Removes,
}

/// A candidate from which chains may start: whether cycles may lead back to it, whether chains may lead from it being on to it
/// being off, and whether chains may lead from off to on.
#[derive(Clone, Copy)]
struct Start {
    key: u16,
    cycles: bool,
    off: bool,
    on: bool,
}

/// The search and its buffers.
pub(super) struct Fixed {
    links: Links,
    /// The consequences through both types of links, and the consequences through only the type of the current pass.
    both: Implied,
    one: Implied,
    starts: Vec<Start>,
    /// The source grid of the last nested search, and whether that grid has no chains.
    base: Option<Marks>,
    base_is_free: bool,
    /// The last grid, if it had no chains.
    last: Option<Grid>,
    steps: Vec<Step>,
    on_seen: Vec<u32>,
    off_seen: Vec<u32>,
    round: u32,
    pending_on: Vec<u32>,
    pending_off: Vec<u32>,
    found: Vec<Found>,
    /// Whether only the best hint is needed.
    single: bool,
    /// The rating, complexity and type of a chain known to exist. Worse chains need not be found.
    bound: Option<(f64, u32, u8)>,
}

impl Default for Fixed {
    fn default() -> Self {
        Self {
            links: Links::default(),
            both: Implied::default(),
            one: Implied::default(),
            starts: Vec::new(),
            base: None,
            base_is_free: false,
            last: None,
            steps: Vec::new(),
            on_seen: vec![0; KEYS],
            off_seen: vec![0; KEYS],
            round: 0,
            pending_on: Vec::new(),
            pending_off: Vec::new(),
            found: Vec::new(),
            single: false,
            bound: None,
        }
    }
}

impl Fixed {
    /// Finds the best chain.
    pub(super) fn best(&mut self, layout: &Layout, grid: &Grid) -> Option<Hint> {
        self.single = true;
        let before = self.last.take();
        if !self.search(layout, grid, before.as_ref()) {
            self.last = Some(grid.clone());
        }
        let best = self.found.pop()?;
        let name = match (best.cycle, best.sort) {
            (true, 4) => "Bidirectional Cycle",
            (true, 3) => "Bidirectional Y-Cycle",
            (true, _) if best.complexity == 4 => "Generalized X-Wing",
            (true, _) => "Bidirectional X-Cycle",
            (false, 4) => "Forcing Chain",
            (false, 3) => "Forcing Y-Chain",
            (false, _) if best.complexity == 6 => "Turbot Fish",
            (false, _) => "Forcing X-Chain",
        };
        let target = best.chain[0];
        let (cell, digit) = parts(target.key);
        let place = (!best.cycle && target.on).then_some((cell, digit as u8));
        Some(Hint { name: name.into(), rating: best.rating, place, removes: best.removes })
    }

    /// Lists the chains. Returns false if sets alone prove that there are no chains. `before` is a grid with more candidates in
    /// which there are no chains.
    fn search(&mut self, layout: &Layout, grid: &Grid, before: Option<&Grid>) -> bool {
        self.found.clear();
        self.bound = None;
        self.both.build(layout, grid, BOTH);
        // If a chain or cycle removes a candidate, the candidate turns itself off through the links of the chain when it is on.
        let any = match before {
            Some(before) => self.both.any_turns_off_since(layout, before, grid),
            None => !layout.weak_is_seen || self.both.any_turns_off(layout),
        };
        if !any {
            return false;
        }
        self.links.build(layout, grid);
        for pass in [Pass { y: false, x: true }, Pass { y: true, x: false }, BOTH] {
            let both = pass.x && pass.y;
            if !both {
                self.one.build(layout, grid, pass);
                let any = match before {
                    Some(before) => self.one.any_turns_off_since(layout, before, grid),
                    None => !layout.weak_is_seen || self.one.any_turns_off(layout),
                };
                if !any {
                    continue;
                }
            }
            let (base, sort) = if both { (7.0, 4) } else { (6.5, sort_of(pass)) };
            if self.is_late(base, 4, sort) {
                continue;
            }
            if self.single && self.bound.is_none() {
                // If there are chains with one type of links, there are also chains with both types.
                self.find_bound(layout, grid, if pass.x { pass } else { BOTH });
            }
            self.list_starts(layout, grid, pass);
            for i in 0..self.starts.len() {
                let Start { key, cycles, off, on } = self.starts[i];
                if cycles {
                    self.cycles(layout, grid, key, pass);
                }
                if off {
                    self.forcing(grid, key, true, pass);
                }
                if on {
                    self.forcing(grid, key, false, pass);
                }
            }
        }
        true
    }

    /// Lists the candidates from which a pass may find a chain.
    fn list_starts(&mut self, layout: &Layout, grid: &Grid, pass: Pass) {
        let implied = if pass.x && pass.y { &mut self.both } else { &mut self.one };
        self.starts.clear();
        for cell in 0..81 {
            let marks = grid.marks[cell];
            if marks.count_ones() < 2 || !pass.x && marks.count_ones() > 2 {
                continue;
            }
            for d in bits(marks) {
                let key = key(cell as u8, d);
                self.starts.push(Start {
                    key,
                    cycles: implied.has_cycle(layout, key),
                    off: pass.x && implied.turns_off(layout, key),
                    on: pass.x && implied.turns_on(layout, key),
                });
            }
        }
    }

    fn begin(&mut self) {
        self.round += 1;
        self.steps.clear();
        self.pending_on.clear();
        self.pending_off.clear();
    }

    fn step(&mut self, key: u16, on: bool, cause: u8, parent: u32) -> u32 {
        self.steps.push(Step { key, on, cause, parent });
        (self.steps.len() - 1) as u32
    }

    /// Whether a hint of this complexity can no longer be the best.
    fn is_late(&self, base: f64, complexity: u32, sort: u8) -> bool {
        if !self.single {
            return false;
        }
        let this = (base + length(complexity), complexity, sort);
        match self.found.last() {
            Some(best) => this >= (best.rating, best.complexity, best.sort),
            None => self.bound.is_some_and(|bound| this > bound),
        }
    }

    /// Finds the rank of the best forcing chain in a pass.
    fn find_bound(&mut self, layout: &Layout, grid: &Grid, pass: Pass) {
        let base = if pass.y { 7.0 } else { 6.6 };
        let implied = if pass.y { &mut self.both } else { &mut self.one };
        let mut most = u32::MAX;
        for cell in 0..81 {
            let marks = grid.marks[cell];
            for d in bits(marks).filter(|_| marks.count_ones() > 1) {
                let key = key(cell as u8, d);
                for (is, from_on) in [(implied.turns_off(layout, key), true), (implied.turns_on(layout, key), false)] {
                    if let Some(nodes) = is.then(|| implied.distance(layout, key, from_on, most - 1)).flatten() {
                        most = nodes;
                        self.bound = Some((base + length(nodes), nodes, sort_of(pass)));
                    }
                }
            }
        }
    }

    fn keep(&mut self, base: f64, sort: u8, cycle: bool, chain: Vec<Step>, removes: Removes) {
        let complexity = chain.len() as u32 - u32::from(cycle);
        if self.single {
            self.found.clear();
        }
        self.found.push(Found { rating: base + length(complexity), complexity, sort, cycle, chain, removes });
    }

    fn chain(&self, last: u32) -> Vec<Step> {
        let mut chain = Vec::new();
        let mut at = last;
        while at != NO_PARENT {
            chain.push(self.steps[at as usize]);
            at = self.steps[at as usize].parent;
        }
        chain
    }

    fn cycles(&mut self, layout: &Layout, grid: &Grid, start: u16, pass: Pass) {
        if self.links.strong_of(start, pass).is_empty() {
            return;
        }
        let base = if pass.x && pass.y { 7.0 } else { 6.5 };
        let sort = sort_of(pass);
        self.begin();
        let root = self.step(start, true, ROOT, NO_PARENT);
        self.on_seen[usize::from(start)] = self.round;
        self.pending_on.push(root);
        let mut levels = 0;
        while !self.pending_on.is_empty() {
            levels += 2;
            if levels >= 4 && self.is_late(base, levels, sort) {
                return;
            }
            let pending = std::mem::take(&mut self.pending_on);
            for &p in &pending {
                for w in self.links.weak_of(self.steps[p as usize].key, pass) {
                    let (k, cause) = self.links.weak[w];
                    if !self.links.strong_of(k, pass).is_empty() && !self.is_ancestor(p, k) {
                        let off = self.step(k, false, cause, p);
                        self.pending_off.push(off);
                    }
                }
            }
            self.pending_on = pending;
            self.pending_on.clear();
            let pending = std::mem::take(&mut self.pending_off);
            for &p in &pending {
                for s in self.links.strong_of(self.steps[p as usize].key, pass) {
                    let (k, cause) = self.links.strong[s];
                    if levels >= 4 && k == start && !self.is_late(base, levels, sort) {
                        let last = self.step(k, true, cause, p);
                        let chain = self.chain(last);
                        let removes = cycle_removes(layout, grid, &chain);
                        if !removes.is_empty() {
                            self.keep(base, sort, true, chain, removes);
                        }
                    }
                    if self.on_seen[usize::from(k)] != self.round {
                        self.on_seen[usize::from(k)] = self.round;
                        let on = self.step(k, true, cause, p);
                        self.pending_on.push(on);
                    }
                }
            }
            self.pending_off = pending;
            self.pending_off.clear();
        }
    }

    /// Whether some ancestor of a step turns this candidate off.
    fn is_ancestor(&self, step: u32, off: u16) -> bool {
        let mut at = self.steps[step as usize].parent;
        while at != NO_PARENT {
            let s = &self.steps[at as usize];
            if !s.on && s.key == off {
                return true;
            }
            at = s.parent;
        }
        false
    }

    /// Finds chains from a candidate being on to the same candidate being off if `from_on` is set, otherwise from off to on.
    fn forcing(&mut self, grid: &Grid, start: u16, from_on: bool, pass: Pass) {
        if !from_on && self.links.strong_of(start, pass).is_empty() {
            return;
        }
        let base = if pass.y { 7.0 } else { 6.6 };
        let sort = sort_of(pass);
        self.begin();
        let root = self.step(start, from_on, ROOT, NO_PARENT);
        if from_on {
            self.on_seen[usize::from(start)] = self.round;
            self.pending_on.push(root);
        } else {
            self.off_seen[usize::from(start)] = self.round;
            self.pending_off.push(root);
        }
        // The number of nodes in a chain that closes in this round.
        let mut complexity = 0;
        loop {
            complexity += 2;
            if self.is_late(base, complexity, sort) {
                return;
            }
            let pending = std::mem::take(&mut self.pending_on);
            for &p in &pending {
                for w in self.links.weak_of(self.steps[p as usize].key, pass) {
                    let (k, cause) = self.links.weak[w];
                    if k == start && from_on {
                        let last = self.step(k, false, cause, p);
                        let (cell, digit) = parts(k);
                        let chain = self.chain(last);
                        self.keep(base, sort, false, chain, vec![(cell, 1 << digit)]);
                        return;
                    }
                    if self.off_seen[usize::from(k)] != self.round {
                        self.off_seen[usize::from(k)] = self.round;
                        if !self.links.strong_of(k, pass).is_empty() {
                            let off = self.step(k, false, cause, p);
                            self.pending_off.push(off);
                        }
                    }
                }
            }
            self.pending_on = pending;
            self.pending_on.clear();
            if self.pending_off.is_empty() {
                return;
            }
            let pending = std::mem::take(&mut self.pending_off);
            for &p in &pending {
                for s in self.links.strong_of(self.steps[p as usize].key, pass) {
                    let (k, cause) = self.links.strong[s];
                    if k == start && !from_on {
                        let last = self.step(k, true, cause, p);
                        let (cell, digit) = parts(k);
                        let chain = self.chain(last);
                        let rest = grid.marks[usize::from(cell)] & !(1 << digit);
                        self.keep(base, sort, false, chain, vec![(cell, rest)]);
                        return;
                    }
                    if self.on_seen[usize::from(k)] != self.round {
                        self.on_seen[usize::from(k)] = self.round;
                        let on = self.step(k, true, cause, p);
                        self.pending_on.push(on);
                    }
                }
            }
            self.pending_off = pending;
            self.pending_off.clear();
            if self.pending_on.is_empty() {
                return;
            }
        }
    }
}

fn sort_of(pass: Pass) -> u8 {
    match (pass.x, pass.y) {
        (true, true) => 4,
        (false, _) => 3,
        _ => 2,
    }
}

/// The candidates outside the cells of the cycle that see both an `on` candidate and an `off` candidate of the cycle.
fn cycle_removes(layout: &Layout, grid: &Grid, chain: &[Step]) -> Removes {
    let chain = &chain[..chain.len() - 1];
    let mine = chain.iter().fold(0_u128, |set, s| set | 1 << (s.key / 9));
    let mut sides = [[0_u128; 9]; 2];
    for s in chain {
        let (cell, d) = parts(s.key);
        sides[usize::from(s.on)][d] |= layout.sees[usize::from(cell)];
    }
    let gone: [u128; 9] = std::array::from_fn(|d| sides[0][d] & sides[1][d] & grid.cells[d] & !mine);
    let mut removes = Removes::new();
    if gone == [0; 9] {
        return removes;
    }
    // List the removals in the order in which the cycle's `on` candidates see them.
    for s in chain.iter().filter(|s| s.on) {
        let (cell, d) = parts(s.key);
        for &c in layout.visible[usize::from(cell)].iter().filter(|c| gone[d] >> **c & 1 != 0) {
            add(&mut removes, c, 1 << d);
        }
    }
    debug_assert_eq!(removes.len(), cells(gone.iter().fold(0, |a, b| a | b)).count());
    removes
}

/// Passes the nodes of a hint's chains to `each` in breadth-first order; the nodes of a cycle are passed in both directions.
fn follow(hint: &Found, mut each: impl FnMut(&Step, bool, u8)) {
    if !hint.cycle {
        hint.chain.iter().for_each(|s| each(s, s.on, s.cause));
        return;
    }
    let last = hint.chain.len() - 1;
    hint.chain[..last].iter().for_each(|s| each(s, s.on, s.cause));
    hint.chain[1..].iter().rev().for_each(|s| each(s, !s.on, s.cause));
}

impl Within for Fixed {
    fn nested(&mut self, layout: &Layout, source: &Grid, grid: &Grid, sink: &mut Sink<'_>, budget: &Budget<'_>) {
        if budget.spend(SEARCH) {
            return;
        }
        self.single = false;
        if self.base != Some(source.cells) {
            self.base = Some(source.cells);
            self.both.build(layout, source, BOTH);
            self.base_is_free = layout.weak_is_seen && !self.both.any_turns_off(layout);
        }
        self.search(layout, grid, self.base_is_free.then_some(source));
        if self.found.is_empty() {
            return;
        }
        let mut found = std::mem::take(&mut self.found);
        found.sort_by(|a, b| {
            a.rating.total_cmp(&b.rating).then(a.complexity.cmp(&b.complexity)).then(a.sort.cmp(&b.sort))
        });
        let mut kept: Vec<Removes> = Vec::new();
        for mut hint in found {
            let mut same = hint.removes.clone();
            same.sort_unstable();
            if kept.contains(&same) {
                continue;
            }
            kept.push(same);
            let mut parents = Parents::default();
            let mut signature = Signature::default();
            follow(&hint, |step, on, cause| {
                parents.add(layout, source, grid, step.key, on, cause);
                signature.add(step.key, on);
            });
            if parents.list.is_empty() {
                continue;
            }
            table_order(&mut hint.removes);
            let nested = Nested { complexity: hint.complexity, signature: signature.0 };
            sink.take(&hint.removes, &parents.list, Some(nested));
        }
    }
}
