//! Chains: one engine for Nishio (7.5), multiple (8.0), dynamic (8.5), dynamic with other techniques (9.0) and nested
//! chains (9.5, 10.0, 10.5).

mod fixed;
mod kind;
mod links;
mod nested;
mod parents;
mod picks;
mod propagate;
mod reach;
mod reuse;
mod sink;
mod spread;

use super::grid::{Grid, bits};
use super::hint::Hint;
use super::layout::Layout;
use fixed::Fixed;
pub(super) use kind::Kind;
use kind::length;
use picks::Picks;
use sink::{Nested, Sink, Within};
use spread::{Ancestry, KEYS, Keys, Spread, holds, key, parts};

/// The static chains of the solver itself: forcing chains and cycles.
#[derive(Default)]
pub(super) struct Static(Fixed);

impl Static {
    pub(super) fn best(&mut self, layout: &Layout, grid: &Grid) -> Option<Hint> {
        self.0.best(layout, grid)
    }
}

/// Copies at most nine items; how many there were.
fn fill<T>(to: &mut [T; 9], from: impl Iterator<Item = T>) -> usize {
    to.iter_mut().zip(from).map(|(t, f)| *t = f).count()
}

/// An engine and its buffers.
pub(super) struct Engine {
    kind: Kind,
    inner: Vec<Box<dyn Within>>,
    nested: Vec<Nested>,
    live: Vec<Spread>,
    /// Numbers of spreads that are not in use.
    spare: Vec<u32>,
    /// Spreads of the candidates on and off.
    on_of: [u32; KEYS],
    off_of: [u32; KEYS],
    /// The marks these belong to.
    marks: [u16; 81],
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
            inner,
            nested: Vec::new(),
            live: Vec::new(),
            spare: Vec::new(),
            on_of: [u32::MAX; KEYS],
            off_of: [u32::MAX; KEYS],
            marks: [0; 81],
            ancestry: Ancestry::default(),
            picks: Picks::default(),
        }
    }

    /// The best hint.
    pub(super) fn best(&mut self, layout: &Layout, grid: &Grid) -> Option<Hint> {
        self.picks.begin(true);
        self.collect(layout, grid);
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

    /// Follows one assumption; its number among the spreads.
    fn follow(&mut self, layout: &Layout, grid: &Grid, start: u16, on: bool) -> usize {
        let number = self.spare.pop().map_or_else(
            || {
                self.live.push(Spread::default());
                self.live.len() - 1
            },
            |n| n as usize,
        );
        let out = &mut self.live[number];
        out.clear();
        propagate::run(self.kind, layout, grid, (start, on), out, &mut self.inner, &mut self.nested);
        number
    }

    fn follow_off(&mut self, layout: &Layout, grid: &Grid, start: u16) -> usize {
        if self.off_of[usize::from(start)] == u32::MAX {
            self.off_of[usize::from(start)] = self.follow(layout, grid, start, false) as u32;
        }
        self.off_of[usize::from(start)] as usize
    }

    /// Keeps the spreads of the last grid that still hold, when other techniques have no part in them.
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

    fn follow_on(&mut self, layout: &Layout, grid: &Grid, start: u16) -> usize {
        if self.on_of[usize::from(start)] == u32::MAX {
            self.on_of[usize::from(start)] = self.follow(layout, grid, start, true) as u32;
        }
        self.on_of[usize::from(start)] as usize
    }

    fn collect(&mut self, layout: &Layout, grid: &Grid) {
        self.nested.clear();
        self.renew(layout, grid);
        for cell in 0..81_u8 {
            let marks = grid.marks[usize::from(cell)];
            let size = marks.count_ones();
            if size <= 1 || size == 2 && !self.kind.dynamic {
                continue;
            }
            for d in bits(marks) {
                let start = key(cell, d);
                let on = self.follow_on(layout, grid, start);
                if self.kind.dynamic {
                    self.both_ways(layout, grid, start, on, size);
                }
                if !self.kind.nishio {
                    self.regions(layout, grid, cell, d);
                }
            }
            if !self.kind.nishio && (size == 2 || self.kind.multiple) {
                let mut starts = [0; 9];
                let n = fill(&mut starts, bits(marks).map(|d| key(cell, d)));
                self.common(grid, picks::CELL, super::layout::CELL, &starts[..n]);
            }
        }
    }

    /// Contradictions of a candidate on and off, and what both lead to.
    fn both_ways(&mut self, layout: &Layout, grid: &Grid, start: u16, on: usize, size: u32) {
        if let Some((a, b)) = self.live[on].clash {
            self.offer(grid, picks::CONTRADICTION, (start, false), &[(on, a), (on, b)], spread::ROOT);
        }
        let off = self.follow_off(layout, grid, start);
        if let Some((a, b)) = self.live[off].clash {
            self.offer(grid, picks::CONTRADICTION, (start, true), &[(off, a), (off, b)], spread::ROOT);
        }
        if !self.kind.nishio && size >= 3 {
            let both = |a: &Keys, b: &Keys| std::array::from_fn::<u64, 12, _>(|i| a[i] & b[i]);
            let ons = both(&self.live[on].on_set, &self.live[off].on_set);
            let offs = both(&self.live[on].off_set, &self.live[off].off_set);
            self.each_common(on, ons, offs, |engine, k, is_on| {
                let node = |s: usize| engine.node_of(s, k, is_on);
                let branches = [(on, node(on)), (off, node(off))];
                engine.offer(grid, picks::DOUBLE, (k, is_on), &branches, spread::ROOT);
            });
        }
    }

    fn node_of(&self, spread: usize, k: u16, on: bool) -> u16 {
        let s = &self.live[spread];
        if on { s.on_at[usize::from(k)] } else { s.off_at[usize::from(k)] }
    }

    /// Candidates on, then off, in the order in which the first spread found them.
    fn each_common(&mut self, first: usize, ons: Keys, offs: Keys, mut each: impl FnMut(&mut Self, u16, bool)) {
        for (set, is_on) in [(ons, true), (offs, false)] {
            if set == [0; 12] {
                continue;
            }
            let mut i = 0;
            loop {
                let spread = &self.live[first];
                let list = if is_on { &spread.on } else { &spread.off };
                let Some(&node) = list.get(i) else { break };
                i += 1;
                let k = spread.nodes[usize::from(node)].key;
                if holds(&set, k) {
                    each(self, k, is_on);
                }
            }
        }
    }

    /// What the candidates of a digit in a region all lead to, for the regions where this is the first.
    fn regions(&mut self, layout: &Layout, grid: &Grid, cell: u8, digit: usize) {
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
                self.follow_on(layout, grid, k);
            }
            self.common(grid, picks::REGION, region.kind as u8, &starts[..n]);
        }
    }

    /// Hints for all that several assumptions, one of which is true, lead to.
    fn common(&mut self, grid: &Grid, sort: u8, root: u8, starts: &[u16]) {
        let mut spreads = [0; 9];
        let n = fill(&mut spreads, starts.iter().map(|&k| self.on_of[usize::from(k)] as usize));
        let spreads = &spreads[..n];
        let (mut ons, mut offs) = ([u64::MAX; 12], [u64::MAX; 12]);
        for &s in spreads {
            for i in 0..12 {
                ons[i] &= self.live[s].on_set[i];
                offs[i] &= self.live[s].off_set[i];
            }
        }
        self.each_common(spreads[0], ons, offs, |engine, k, is_on| {
            let mut branches = [(0, 0); 9];
            let n = fill(&mut branches, spreads.iter().map(|&s| (s, engine.node_of(s, k, is_on))));
            engine.offer(grid, sort, (k, is_on), &branches[..n], root);
        });
    }

    fn offer(&mut self, grid: &Grid, sort: u8, target: (u16, bool), branches: &[(usize, u16)], root: u8) {
        let Self { picks, live, nested, ancestry, .. } = self;
        picks.offer(grid, (sort, root), target, branches, |limit, distinct| {
            picks::complexity(live, nested, ancestry, branches, limit, distinct)
        });
    }
}

impl Within for Engine {
    fn nested(&mut self, layout: &Layout, source: &Grid, grid: &Grid, sink: &mut Sink<'_>) {
        self.picks.begin(false);
        self.collect(layout, grid);
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
