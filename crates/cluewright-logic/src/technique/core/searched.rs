//! Candidates that a search shows to be refuted by clues and the houses around them. Assignments found during the
//! search are kept for later positions: a candidate that occurs in a stored assignment needs no search.

use super::parts::{Hit, Parts, candidates};
use crate::board::bits::Bits;
use crate::board::oracle::{Alone, Probe, Refuter};
use crate::board::space::mix;
use crate::board::view::View;
use crate::step::found::Found;
use crate::structure::failing::is_possible;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Candidate, Cell, OriginId, Sort, SortedSet, ValueSet};
use std::cell::RefCell;
use std::rc::Rc;

/// The work charged for examining a patch and for each candidate of the patch, regardless of what is cached.
const ASKING: u64 = 2_000;
const EACH: u64 = 500;
/// The maximum number of assumptions when searching for an assignment with one candidate.
pub(super) const MOST: u32 = 24;
/// The search stops after this many patches with refuted candidates.
const SPEAKING: usize = 8;
/// The maximum number of patches examined in one position (patches with the fewest open cells come first), and the
/// lower maximum for patches of three clues. With 60 patches of three clues, one more of 19 smallest reasons would be
/// found, but hard killer puzzles would take 5 % longer.
const MOST_PATCHES: usize = 60;
const MOST_OF_THREE: usize = 30;
/// The maximum number of assignments stored for a patch.
const KEPT: usize = 100;

/// The candidates that patches of this many clues refute. First comes, for every patch, the candidate with the fewest
/// cases, then the candidate with the second fewest, and so on; within each rank, patches with the fewest open cells
/// come first.
pub(super) fn hits(view: &View, refuter: &dyn Refuter, parts: &Parts, clues: usize, found: &mut Found) -> Vec<Hit> {
    let seen: Rc<PatchCache> = view.memory().of(clues, PatchCache::default);
    let mut seen = seen.0.borrow_mut();
    let open = view.live().iter().filter(|&id| !view.is_placed(view.space().candidate(id).cell));
    let asked = Bits::of(view.space().capacity(), open.filter(|&id| !is_possible(view, id)));
    let (mut hits, mut speak): (Vec<(usize, usize, Hit)>, usize) = (Vec::new(), 0);
    let most = if clues > 2 { MOST_OF_THREE } else { MOST_PATCHES };
    for key in parts.patches(view, (clues, most), found) {
        let patch = seen.entry(key).or_insert_with_key(|key| patch(parts, view, key));
        let mut wanted = asked.clone();
        wanted.and(&patch.own);
        if found.spend(ASKING + EACH * wanted.len() as u64) || speak >= SPEAKING && !found.wants_all() {
            break;
        }
        let mut refuted = patch.ask(view, refuter, wanted);
        refuted.order();
        let hit = |(cases, id)| Hit { cases, id, facts: patch.facts.clone() };
        hits.extend(refuted.into_iter().enumerate().map(|(rank, refuted)| (rank, speak, hit(refuted))));
        speak += usize::from(hits.last().is_some_and(|last| last.1 == speak));
    }
    hits.order_by_key(|(rank, patch, _)| (*rank, *patch));
    let mut known = SortedSet::default();
    hits.into_iter().map(|(.., hit)| hit).filter(|hit| known.insert(hit.id)).collect()
}

/// The patch of these clues, including the houses and links that contain at least two of the clues' cells.
fn patch(parts: &Parts, view: &View, key: &[u32]) -> Patch {
    let units = || key.iter().filter_map(|&i| parts.units.get(i as usize));
    let mut cells: SortedSet<Cell> = units().flat_map(|unit| unit.cells.iter().copied()).collect();
    let of_clues = candidates(view, &cells);
    let meets = |of: &SortedSet<Cell>| of.iter().filter(|c| cells.contains(c)).count() >= 2;
    let near: Vec<&(OriginId, SortedSet<Cell>)> = parts.rest.iter().filter(|(_, of)| meets(of)).collect();
    let mut facts: Vec<OriginId> = units().flat_map(|unit| unit.origins.iter().copied()).collect();
    for (origin, of) in near {
        facts.push(*origin);
        cells.extend(of.iter().copied());
    }
    facts.order();
    let own = if key.len() > 2 { of_clues } else { candidates(view, &cells) };
    Patch { facts, own, cells, ways: Vec::new(), print: 0, refuted: Vec::new() }
}

/// Patches that were examined before, keyed by their clues.
#[derive(Default)]
struct PatchCache(RefCell<QuickMap<Vec<u32>, Patch>>);

/// Some clues and the houses around them.
pub(super) struct Patch {
    pub(super) facts: Vec<OriginId>,
    pub(super) cells: SortedSet<Cell>,
    /// All candidates of the clues' cells; if there are at most two clues, also the candidates of the houses around
    /// them.
    pub(super) own: Bits,
    /// Some assignments that satisfy the facts.
    pub(super) ways: Vec<Bits>,
    /// A hash of the candidates of the patch's cells when it was last examined, and the candidates that were refuted,
    /// each preceded by the number of cases.
    pub(super) print: u64,
    pub(super) refuted: Vec<(u32, u32)>,
}

impl Patch {
    /// The candidates of `asked` that the patch refutes in this position, each preceded by the number of cases.
    fn ask(&mut self, view: &View, refuter: &dyn Refuter, mut asked: Bits) -> Vec<(u32, u32)> {
        let print = asked.words().iter().fold(7, |h, &word| mix(h, word));
        let print = self.cells.iter().fold(print, |h, &c| mix(h, view.values(c).0)) | 1;
        if print == self.print {
            return self.refuted.clone();
        }
        let mut refuted = Vec::new();
        let space = view.space();
        self.ways.retain(|way| way.within(view.live()));
        self.ways.iter().for_each(|way| asked.minus(way));
        let wanted: Vec<u32> = asked.iter().collect();
        // The cells outside the patch are unconstrained, so any value can be assigned to them.
        let mut board = view.board().clone();
        for cell in (0..board.len() as u16).map(Cell).filter(|c| !self.cells.contains(c)) {
            if let Some(value) = board.values(cell).iter().next() {
                board.set_values(cell, ValueSet::of(value));
            }
        }
        if wanted.is_empty() {
            (self.print, self.refuted) = (print, Vec::new());
            return Vec::new();
        }
        refuter.alone(&board, &self.facts, false, &mut |alone: &mut dyn Alone| {
            for &id in &wanted {
                if !asked.has(id) {
                    continue;
                }
                match alone.probe(space.candidate(id), MOST) {
                    Probe::Refuted(cases) => refuted.push((cases, id)),
                    Probe::Possible(values) => {
                        let way = self.cells.iter().map(|&c| space.id(Candidate::new(c, values[c.index()])));
                        let way = Bits::of(space.capacity(), way);
                        asked.minus(&way);
                        if self.ways.len() < KEPT {
                            self.ways.push(way);
                        }
                    }
                    Probe::Unknown => {}
                }
            }
        });
        (self.print, self.refuted) = (print, refuted.clone());
        refuted
    }
}
