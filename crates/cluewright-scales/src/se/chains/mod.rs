//! Chains: a single engine for Nishio (7.5), multiple chains (8.0), dynamic chains (8.5), dynamic chains with other techniques
//! (9.0) and nested chains (9.5, 10.0, 10.5).

mod closures;
mod fixed;
mod implied;
mod kind;
mod links;
mod nested;
mod parents;
mod picks;
mod propagate;
mod reuse;
mod sets;
mod sink;
mod spread;
mod unit;

use super::budget::Budget;
use super::grid::{Grid, bits};
use super::hint::Hint;
use super::layout::Layout;
use closures::Closures;
use fixed::Fixed;
pub(super) use kind::Kind;
use kind::length;
use nested::Others;
use picks::Picks;
use sets::{Closure, holds};
use sink::{Nested, Sink, Within};
use spread::{Ancestry, KEYS, Spread, key, parts};

/// The static chains used directly by the solver: forcing chains and cycles.
#[derive(Default)]
pub(super) struct Static(Fixed);

impl Static {
    pub(super) fn best(&mut self, layout: &Layout, grid: &Grid) -> Option<Hint> {
        self.0.best(layout, grid)
    }
}

/// Copies at most nine items and returns the number of items copied.
fn fill<T>(to: &mut [T; 9], from: impl Iterator<Item = T>) -> usize {
    to.iter_mut().zip(from).map(|(t, f)| *t = f).count()
}

/// An engine and its buffers.
pub(super) struct Engine {
    kind: Kind,
    others: Others,
    live: Vec<Spread>,
    /// The spread under construction.
    draft: Spread,
    /// The indices of spreads that are not in use.
    spare: Vec<u32>,
    /// For each candidate, two indices: of the spread when the candidate is on, and of the spread when the candidate is off.
    on_of: [u32; KEYS],
    off_of: [u32; KEYS],
    /// The marks of the grid for which the spreads are valid.
    marks: [u16; 81],
    closures: Closures,
    ancestry: Ancestry,
    picks: Picks,
}

impl Engine {
    pub(super) fn new(kind: Kind) -> Self {
        let inner: Vec<Box<dyn Within>> = match kind.level {
            0 | 1 => Vec::new(),
            2 => vec![Box::<Fixed>::default()],
            3 => vec![Box::<Fixed>::default(), Box::new(Self::new(Kind::MULTIPLE))],
            _ => vec![Box::new(Self::new(Kind::dynamic(kind.limit, 0)))],
        };
        Self {
            kind,
            others: Others { inner, ..Others::default() },
            live: Vec::new(),
            draft: Spread::default(),
            spare: Vec::new(),
            on_of: [u32::MAX; KEYS],
            off_of: [u32::MAX; KEYS],
            marks: [0; 81],
            closures: Closures::default(),
            ancestry: Ancestry::default(),
            picks: Picks::default(),
        }
    }

    /// The best hint; `None` if there is no hint or the budget is spent.
    pub(super) fn best(&mut self, layout: &Layout, grid: &Grid, budget: &Budget<'_>) -> Option<Hint> {
        self.picks.begin(true);
        if !self.collect(layout, grid, budget) {
            return None;
        }
        let pick = self.picks.list.first()?;
        let (cell, digit) = parts(pick.target);
        let removes = pick.removes(grid);
        Some(Hint {
            name: self.name(pick.sort),
            rating: self.kind.base() + length(pick.complexity),
            place: pick.places().then_some((cell, digit as u8)),
            removes,
        })
    }

    fn name(&self, sort: u8) -> String {
        let prefix = match self.kind {
            Kind { level: 1.., .. } => "Dynamic ",
            Kind { nishio: true, .. } => "Nishio ",
            Kind { dynamic: true, .. } => "Dynamic ",
            _ => "",
        };
        let core = match sort {
            _ if self.kind.nishio => "",
            picks::DOUBLE => "Double ",
            picks::CELL => "Cell ",
            picks::REGION => "Region ",
            _ => "Contradiction ",
        };
        let suffix = match self.kind.level {
            0 => "",
            1 => " (+)",
            2 => " (+ Forcing Chains)",
            3 => " (+ Multiple Forcing Chains)",
            _ => " (+ Dynamic Forcing Chains)",
        };
        format!("{prefix}{core}Forcing Chains{suffix}")
    }

    /// Follows one assumption, and returns the index of its spread.
    fn follow(&mut self, layout: &Layout, grid: &Grid, budget: &Budget<'_>, start: u16, on: bool) -> usize {
        let number = self.spare.pop().map_or_else(
            || {
                self.live.push(Spread::default());
                self.live.len() - 1
            },
            |n| n as usize,
        );
        self.draft.clear();
        propagate::run(self.kind, layout, grid, (start, on), &mut self.draft, &mut self.others, budget);
        self.live[number].copy(&self.draft);
        number
    }

    /// The index of the spread of an assumption, which is computed if necessary.
    fn ordered(&mut self, layout: &Layout, grid: &Grid, budget: &Budget<'_>, start: u16, on: bool) -> usize {
        let known = if on { self.on_of[usize::from(start)] } else { self.off_of[usize::from(start)] };
        if known != u32::MAX {
            return known as usize;
        }
        let number = self.follow(layout, grid, budget, start, on);
        let of = if on { &mut self.on_of } else { &mut self.off_of };
        of[usize::from(start)] = number as u32;
        number
    }

    /// Makes sure that the closure of an assumption is known. A spread is only needed if the closure cannot be found in any other
    /// way, for example because there is a contradiction.
    fn know(&mut self, layout: &Layout, grid: &Grid, budget: &Budget<'_>, start: u16, on: bool) {
        if self.closures.has(start, on) {
            return;
        }
        let known = if on { self.on_of[usize::from(start)] } else { self.off_of[usize::from(start)] };
        if known != u32::MAX || !self.closures.find(self.kind, layout, grid, start, on) {
            let number = self.ordered(layout, grid, budget, start, on);
            self.closures.take(start, on, &self.live[number], known == u32::MAX);
        }
    }

    /// The two sides of the contradiction that an assumption leads to, each with the index of its spread; `None` if there is no
    /// contradiction.
    fn clash(&self, start: u16, on: bool) -> Option<[(usize, u16); 2]> {
        let number = if on { self.on_of[usize::from(start)] } else { self.off_of[usize::from(start)] };
        let (a, b) = self.live.get(number as usize)?.clash?;
        Some([(number as usize, a), (number as usize, b)])
    }

    /// Keeps the spreads of the last grid that are still valid. Spreads of engines that use other techniques are never kept.
    fn renew(&mut self, layout: &Layout, grid: &Grid) {
        let gone = if self.kind.level == 0 { reuse::Gone::between(layout, &self.marks, grid) } else { None };
        self.marks = grid.marks;
        for of in [&mut self.on_of, &mut self.off_of] {
            for number in of.iter_mut().filter(|n| **n != u32::MAX) {
                if !gone.as_ref().is_some_and(|g| g.keeps(&mut self.live[*number as usize])) {
                    self.spare.push(*number);
                    *number = u32::MAX;
                }
            }
        }
    }

    /// Collects all hints. Returns false if the budget was spent, in which case some hints may be missing.
    fn collect(&mut self, layout: &Layout, grid: &Grid, budget: &Budget<'_>) -> bool {
        self.others.chains.clear();
        self.others.dead.clear();
        self.renew(layout, grid);
        self.closures.begin(self.kind, layout, grid);
        for cell in 0..81_u8 {
            let marks = grid.marks[usize::from(cell)];
            let size = marks.count_ones();
            if size <= 1 || size == 2 && !self.kind.dynamic {
                continue;
            }
            for d in bits(marks) {
                if budget.spend(1) {
                    return false;
                }
                let start = key(cell, d);
                self.know(layout, grid, budget, start, true);
                if self.kind.dynamic {
                    self.both_ways(layout, grid, budget, start, size);
                }
                if !self.kind.nishio {
                    self.regions(layout, grid, budget, cell, d);
                }
            }
            if !self.kind.nishio && (size == 2 || self.kind.multiple) {
                let mut starts = [0; 9];
                let n = fill(&mut starts, bits(marks).map(|d| key(cell, d)));
                let same = !self.closures.lost(0x1ff, 1 << cell);
                self.common(layout, grid, budget, (picks::CELL, super::layout::CELL), &starts[..n], same);
            }
        }
        self.closures.end(self.picks.list.is_empty());
        !budget.is_over()
    }

    /// Offers hints for contradictions that follow from a candidate being on or from it being off, and for the consequences that
    /// both assumptions have in common.
    fn both_ways(&mut self, layout: &Layout, grid: &Grid, budget: &Budget<'_>, start: u16, size: u32) {
        if let Some(sides) = self.clash(start, true) {
            self.offer(grid, picks::CONTRADICTION, (start, false), &sides, spread::ROOT);
        }
        self.know(layout, grid, budget, start, false);
        if let Some(sides) = self.clash(start, false) {
            self.offer(grid, picks::CONTRADICTION, (start, true), &sides, spread::ROOT);
        }
        let starts = [(start, true), (start, false)];
        if !self.kind.nishio && size >= 3 && !self.closures.are_stale(&starts) {
            let mut both = *self.closures.get(start, true);
            both.share(self.closures.get(start, false));
            self.offer_all(layout, grid, budget, (picks::DOUBLE, spread::ROOT), &starts, &both);
        }
    }

    /// Offers hints for the common consequences of several assumptions: first candidates that are on, then candidates that are off,
    /// in the order in which the first assumption reached the candidates.
    fn offer_all(
        &mut self,
        layout: &Layout,
        grid: &Grid,
        budget: &Budget<'_>,
        (sort, root): (u8, u8),
        starts: &[(u16, bool)],
        shared: &Closure,
    ) {
        if shared.on == [0; 9] && shared.off == [0; 9] {
            return;
        }
        let mut spreads = [0; 9];
        for (spread, &(start, on)) in spreads.iter_mut().zip(starts) {
            *spread = self.ordered(layout, grid, budget, start, on);
        }
        let spreads = &spreads[..starts.len()];
        for (set, is_on) in [(&shared.on, true), (&shared.off, false)] {
            if *set == [0; 9] {
                continue;
            }
            let mut i = 0;
            loop {
                let spread = &self.live[spreads[0]];
                let list = if is_on { &spread.on } else { &spread.off };
                let Some(&node) = list.get(i) else { break };
                i += 1;
                let k = spread.nodes[usize::from(node)].key;
                if holds(set, k) {
                    let mut branches = [(0, 0); 9];
                    let n = fill(&mut branches, spreads.iter().map(|&s| (s, self.live[s].node_of(k, is_on))));
                    self.offer(grid, sort, (k, is_on), &branches[..n], root);
                }
            }
        }
    }

    /// Offers hints for the common consequences of a digit's places in a region, for each region in which this cell is the first
    /// place.
    fn regions(&mut self, layout: &Layout, grid: &Grid, budget: &Budget<'_>, cell: u8, digit: usize) {
        for &(r, p) in &layout.homes[usize::from(cell)] {
            let at = grid.at[usize::from(r)][digit];
            let count = at.count_ones();
            if count < 2 || count > 2 && !self.kind.multiple || at.trailing_zeros() != u32::from(p) {
                continue;
            }
            let region = &layout.regions[usize::from(r)];
            let mut starts = [0; 9];
            let n = fill(&mut starts, bits(at).map(|p| key(region.cells[p], digit)));
            for &k in &starts[..n] {
                self.know(layout, grid, budget, k, true);
            }
            let same = !self.closures.lost(1 << digit, region.set);
            self.common(layout, grid, budget, (picks::REGION, region.kind as u8), &starts[..n], same);
        }
    }

    /// Offers hints for the common consequences of several candidates, one of which must be true. `same` says whether the
    /// candidates were the same in the last grid.
    fn common(
        &mut self,
        layout: &Layout,
        grid: &Grid,
        budget: &Budget<'_>,
        sort_and_root: (u8, u8),
        starts: &[u16],
        same: bool,
    ) {
        let mut assumptions = [(0, false); 9];
        let n = fill(&mut assumptions, starts.iter().map(|&k| (k, true)));
        let assumptions = &assumptions[..n];
        if same && self.closures.are_stale(assumptions) {
            return;
        }
        let mut shared = Closure::ALL;
        for &k in starts {
            shared.share(self.closures.get(k, true));
        }
        self.offer_all(layout, grid, budget, sort_and_root, assumptions, &shared);
    }

    fn offer(&mut self, grid: &Grid, sort: u8, target: (u16, bool), branches: &[(usize, u16)], root: u8) {
        let Self { picks, live, others, ancestry, .. } = self;
        picks.offer(grid, (sort, root), target, branches, |limit, distinct| {
            picks::complexity(live, &others.chains, ancestry, branches, limit, distinct)
        });
    }
}

impl Within for Engine {
    fn nested(&mut self, layout: &Layout, source: &Grid, grid: &Grid, sink: &mut Sink<'_>, budget: &Budget<'_>) {
        self.picks.begin(false);
        if !self.collect(layout, grid, budget) {
            return;
        }
        let mut picks = std::mem::take(&mut self.picks.list);
        picks.sort_by_key(|p| (p.complexity, p.sort, p.order));
        for pick in &picks {
            let removes = pick.removes(grid);
            if removes.iter().all(|&(c, mask)| sink.has(c, mask)) {
                continue;
            }
            let mut parents = parents::Parents::default();
            for &(s, node) in &pick.branches {
                let spread = &self.live[s as usize];
                self.ancestry.walk(spread, node, u32::MAX);
                for &n in &self.ancestry.list {
                    let n = &spread.nodes[usize::from(n)];
                    parents.add(layout, source, grid, n.key, n.on, spread::cause_of(n, pick.root));
                }
            }
            if parents.list.is_empty() {
                continue;
            }
            let mut signature = parents::Signature::default();
            for &(s, node) in &pick.branches {
                let spread = &self.live[s as usize];
                self.ancestry.walk(spread, node, u32::MAX);
                for &n in &self.ancestry.list {
                    let n = &spread.nodes[usize::from(n)];
                    signature.add(n.key, n.on);
                }
                signature.next();
            }
            let nested = Nested { complexity: pick.complexity, signature: signature.0 };
            sink.take(&removes, &parents.list, Some(nested));
        }
        self.picks.list = picks;
    }
}
