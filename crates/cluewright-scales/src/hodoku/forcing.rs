//! Forcing chains and forcing nets: contradictions that follow from one premise, and common consequences of all candidates of a
//! cell, of all places of a digit in a unit, or of a candidate being true and being false.
//!
//! Placements come before eliminations; among placements, the lowest cell comes first, and among eliminations the lowest cell and
//! digit. Whether a step is called a contradiction or a verity depends, for a placement, on the first proof found and, for an
//! elimination, on the proof with the fewest nodes.

use std::cell::Cell;

use super::geometry::{ALL, Cells, UNIT, bit, each, first};
use super::grid::Position;
use super::nets;
use super::step::{Candidate, Step};
use super::tables::{Node, Table, Tables};
use super::technique::Technique;

/// The claim to prove: a placement or an elimination. Claims are ordered by their priority as steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Claim {
    eliminates: bool,
    cell: usize,
    digit: usize,
}

impl Claim {
    const fn place(cell: usize, digit: usize) -> Self {
        Self { eliminates: false, cell, digit }
    }

    const fn remove(cell: usize, digit: usize) -> Self {
        Self { eliminates: true, cell, digit }
    }
}

/// The first forcing chain or, if `as_nets` is set, the first forcing net.
pub(super) fn forcing(position: &Position, tables: &mut Tables, as_nets: bool) -> Option<Step> {
    tables.prepare(position, true);
    if as_nets {
        nets::fill(position, tables);
    } else {
        tables.link_candidates(position);
    }
    tables.link_groups(position);
    tables.expand();
    let search = Search { position, tables, allowed: position.allowed() };
    let mut refused = None;
    loop {
        let least = Cell::new(None);
        let wanted = |claim: Claim| Some(claim) > refused && least.get().is_none_or(|least| claim < least);
        search.all(&wanted, &mut |claim, _, _| least.set(Some(claim)));
        // The loop ends when there are no more claims, or when this claim has a proof of the requested kind.
        let step = search.step(least.get()?, as_nets);
        if step.is_some() {
            return step;
        }
        refused = least.get();
    }
}

/// The ends of the chains in a proof: each premise with its consequence.
type Ends = Vec<(Node, Node)>;

struct Search<'a> {
    position: &'a Position<'a>,
    tables: &'a Tables,
    allowed: [Cells; 9],
}

/// A callback for every proof found. Receives the claim, whether the proof is a verity, and the ends of the chains.
type Found<'f> = dyn FnMut(Claim, bool, &dyn Fn() -> Ends) + 'f;

impl Search<'_> {
    fn table(&self, node: Node) -> &Table {
        &self.tables.of[usize::from(node)]
    }

    /// Reports every proof of the claims that `wanted` accepts.
    fn all(&self, wanted: &dyn Fn(Claim) -> bool, found: &mut Found) {
        let mut found = |claim: Claim, verity: bool, ends: &dyn Fn() -> Ends| {
            if wanted(claim) {
                found(claim, verity, ends);
            }
        };
        for off in self.tables.candidates() {
            let of = self.tables.info[usize::from(off)];
            if wanted(Claim::remove(of.cell, of.digit)) {
                self.one(off + 1, &mut found);
            }
            if wanted(Claim::place(of.cell, of.digit)) {
                self.one(off, &mut found);
            }
        }
        for off in self.tables.candidates() {
            self.true_or_false(off, &mut found);
        }
        self.choices(&mut found);
    }

    /// The step for a claim, if there is a proof of the requested kind.
    fn step(&self, claim: Claim, as_nets: bool) -> Option<Step> {
        // For each name: the fewest nodes, and the position of the first proof with this many nodes.
        let mut best: [Option<(usize, usize)>; 2] = [None; 2];
        let mut order = 0;
        let (mut chain, mut more, mut side) = (Vec::new(), Vec::new(), Vec::new());
        self.all(&|wanted| wanted == claim, &mut |_, verity, ends| {
            let (mut nodes, mut is_net) = (0, false);
            for (premise, end) in ends() {
                let Some(index) = self.table(premise).position(end) else { continue };
                more.clear();
                self.tables.chain(premise, index, &mut chain, Some(&mut more));
                nodes += chain.len();
                is_net |= !more.is_empty();
                for &cause in &more {
                    let Some(index) = self.table(premise).position(cause) else { continue };
                    self.tables.side_chain(premise, index, &chain, &mut side);
                    let joint = side.last();
                    nodes += side.len() * chain.iter().filter(|n| Some(*n) == joint).count();
                }
            }
            if as_nets == is_net {
                let known = best[usize::from(verity)].get_or_insert((nodes, order));
                known.0 = known.0.min(nodes);
                order += 1;
            }
        });
        let verity = match best {
            [None, None] => return None,
            [Some(_), None] => false,
            [None, Some(_)] => true,
            [Some(contradiction), Some(verity)] if claim.eliminates => verity < contradiction,
            [Some((_, contradiction)), Some((_, verity))] => verity < contradiction,
        };
        let technique = match (as_nets, verity) {
            (false, false) => Technique::ForcingChainContradiction,
            (false, true) => Technique::ForcingChainVerity,
            (true, false) => Technique::ForcingNetContradiction,
            (true, true) => Technique::ForcingNetVerity,
        };
        Some(if claim.eliminates {
            Step::eliminate(technique, vec![Candidate::new(claim.cell, claim.digit)])
        } else {
            Step::place(technique, claim.cell, claim.digit)
        })
    }

    fn node(&self, cell: usize, digit: usize, on: bool) -> Node {
        self.tables.node(cell, digit, on)
    }

    /// Reports contradictions that follow from one premise.
    fn one(&self, premise: Node, found: &mut Found) {
        let table = self.table(premise);
        let start = self.tables.info[usize::from(premise)];
        let claim =
            if start.on { Claim::remove(start.cell, start.digit) } else { Claim::place(start.cell, start.digit) };
        let mut tell = |ends: &dyn Fn() -> Ends| found(claim, false, ends);
        let inverse = if start.on { &table.off } else { &table.on };
        if inverse[start.digit] & start.cells != 0 {
            tell(&|| vec![(premise, self.node(start.cell, start.digit, !start.on))]);
        }
        for d in 0..9 {
            let both = table.on[d] & table.off[d];
            if both != 0 {
                let cell = first(both);
                tell(&|| [false, true].map(|on| (premise, self.node(cell, d, on))).to_vec());
            }
        }
        for a in 0..9 {
            for b in a + 1..9 {
                let both = table.on[a] & table.on[b];
                if both != 0 {
                    let cell = first(both);
                    tell(&|| [a, b].map(|d| (premise, self.node(cell, d, true))).to_vec());
                }
            }
        }
        for kind in [0..9, 9..18, 18..27] {
            for d in 0..9 {
                for unit in kind.clone() {
                    let twice = table.on[d] & UNIT[unit];
                    if twice.count_ones() > 1 {
                        tell(&|| each(twice).map(|c| (premise, self.node(c, d, true))).collect());
                    }
                }
            }
        }
        self.emptied(premise, table, &mut tell);
    }

    /// Reports cells without candidates, and units without a place for a digit.
    fn emptied(&self, premise: Node, table: &Table, tell: &mut dyn FnMut(&dyn Fn() -> Ends)) {
        let mut empty = (0..9).fold(ALL, |set, d| set & (table.off[d] | !self.position.cells[d]));
        empty &= !table.on.iter().fold(0, |set, on| set | on) & self.position.open;
        for cell in each(empty) {
            let candidates = self.position.grid.candidates[cell];
            let ends = || super::geometry::digits(candidates).map(|d| (premise, self.node(cell, d, false))).collect();
            tell(&ends);
        }
        for kind in [0..9, 9..18, 18..27] {
            for d in 0..9 {
                for unit in kind.clone() {
                    let places = UNIT[unit] & self.allowed[d];
                    if places != 0 && places & !table.off[d] == 0 {
                        tell(&|| each(places).map(|c| (premise, self.node(c, d, false))).collect());
                    }
                }
            }
        }
    }

    /// Reports the common consequences of a candidate being true and being false.
    fn true_or_false(&self, off: Node, found: &mut Found) {
        let (on_table, off_table) = (self.table(off + 1), self.table(off));
        let own = bit(self.tables.info[usize::from(off)].cell);
        let ends = |cell: usize, d: usize, on: bool| [off + 1, off].map(|p| (p, self.node(cell, d, on))).to_vec();
        for d in 0..9 {
            for cell in each(on_table.on[d] & off_table.on[d] & !own) {
                found(Claim::place(cell, d), true, &|| ends(cell, d, true));
            }
        }
        for d in 0..9 {
            for cell in each(on_table.off[d] & off_table.off[d] & !own) {
                found(Claim::remove(cell, d), true, &|| ends(cell, d, false));
            }
        }
    }

    /// Reports the consequences that all candidates of a cell, or all places of a digit in a unit, have in common.
    fn choices(&self, found: &mut Found) {
        for cell in each(self.position.open) {
            let candidates = super::geometry::digits(self.position.grid.candidates[cell]);
            let premises: Vec<_> = candidates.map(|d| self.node(cell, d, true)).collect();
            self.every(&premises, found);
        }
        for unit in UNIT {
            for d in 0..9 {
                let places = unit & self.position.cells[d];
                if places != 0 {
                    let premises: Vec<_> = each(places).map(|c| self.node(c, d, true)).collect();
                    self.every(&premises, found);
                }
            }
        }
    }

    fn every(&self, premises: &[Node], found: &mut Found) {
        let all = |side: &dyn Fn(&Table) -> Cells| premises.iter().fold(ALL, |set, &p| set & side(self.table(p)));
        for d in 0..9 {
            let ends = |cell: usize, on: bool| premises.iter().map(|&p| (p, self.node(cell, d, on))).collect();
            for cell in each(all(&|t| t.on[d])) {
                found(Claim::place(cell, d), true, &|| ends(cell, true));
            }
            for cell in each(all(&|t| t.off[d])) {
                found(Claim::remove(cell, d), true, &|| ends(cell, false));
            }
        }
    }
}
