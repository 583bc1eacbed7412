//! Fish of every shape for one value: finned, sashimi, franken, mutant.
//!
//! Each of `n` base sets contains the value at least once; each of `n` cover sets contains it at most once. Places of
//! the base outside the cover are *fins*; places in two base sets are *endo-fins*. If all fins are false, the base uses
//! up the cover, so every candidate that is in more cover sets than base sets is false; if the candidate also sees
//! every fin, it is false in any case.
//!
//! Kraken fish: a fin that does not see the victim refutes the victim by a chain. The search is the same, except that
//! it uses the candidates that chains refute instead of the candidates that fins see.
//!
//! The search first chooses the base sets. Then the search repeatedly covers the first uncovered place or makes it a
//! fin, and backtracks as soon as no candidate sees all fins. Values with more than 128 places are skipped, because
//! nobody solves boards of that size by fish.

use super::forcing;
use crate::board::frame::Alignment;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, group_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::barren::{is_barren, set_barren};
use crate::structure::chain::{self, Graph, graph};
use crate::structure::fillings::is_firm;
use crate::structure::reaches::{Reaches, reaches};
use cluewright_core::model::{GroupId, SetId};
use cluewright_core::{Candidate, Sort, Value, ValueSet};

/// The sets that may be used as base and cover.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// The base consists of rows and the cover of columns, or vice versa.
    Lines,
    /// The base consists of rows and regions and the cover of columns and regions, or vice versa.
    Franken,
    /// Base and cover may consist of any sets.
    Mutant,
}

/// The technique for fish of one size and shape.
pub(crate) struct Finned {
    pub(crate) size: usize,
    pub(crate) shape: Shape,
}

/// The technique for kraken fish between lines: the fins eliminate candidates by chains.
pub(crate) struct Kraken {
    pub(crate) size: usize,
}

macro_rules! fish_infos {
    ($($name:ident = [$($id:literal $title:literal $code:literal $short:literal $difficulty:literal),*];)*) => {
        $(static $name: &[TechniqueInfo] = &[$(TechniqueInfo {
            id: $id, name: $title, aliases: &[$code, $short], difficulty: $difficulty,
            source: "Sunnie's figure where it has one, else graded between the neighbours",
        }),*];)*
    };
}

// Many Sashimi X-Wings are also skyscrapers. Since "skyscraper" is the better known name, Sashimi X-Wings are rated
// higher, as in HoDoKu.
fish_infos! {
    FINNED = [
        "finned_x_wing" "Finned X-Wing" "0310" "fbf2" 34,
        "finned_swordfish" "Finned Swordfish" "0311" "fbf3" 41,
        "finned_jellyfish" "Finned Jellyfish" "0312" "fbf4" 54];
    SASHIMI = [
        "sashimi_x_wing" "Sashimi X-Wing" "0320" "sbf2" 41,
        "sashimi_swordfish" "Sashimi Swordfish" "0321" "sbf3" 42,
        "sashimi_jellyfish" "Sashimi Jellyfish" "0322" "sbf4" 56];
    FRANKEN = [
        "franken_x_wing" "Franken X-Wing" "0330" "ff2" 46,
        "franken_swordfish" "Franken Swordfish" "0331" "ff3" 56,
        "franken_jellyfish" "Franken Jellyfish" "0332" "ff4" 64];
    FINNED_FRANKEN = [
        "finned_franken_x_wing" "Finned Franken X-Wing" "0340" "fff2" 50,
        "finned_franken_swordfish" "Finned Franken Swordfish" "0341" "fff3" 60,
        "finned_franken_jellyfish" "Finned Franken Jellyfish" "0342" "fff4" 70];
    MUTANT = [
        "mutant_x_wing" "Mutant X-Wing" "0350" "mf2" 58,
        "mutant_swordfish" "Mutant Swordfish" "0351" "mf3" 66,
        "mutant_jellyfish" "Mutant Jellyfish" "0352" "mf4" 72];
    FINNED_MUTANT = [
        "finned_mutant_x_wing" "Finned Mutant X-Wing" "0360" "fmf2" 60,
        "finned_mutant_swordfish" "Finned Mutant Swordfish" "0361" "fmf3" 68,
        "finned_mutant_jellyfish" "Finned Mutant Jellyfish" "0362" "fmf4" 74,
        "finned_mutant_squirmbag" "Finned Mutant Squirmbag" "0363" "fmf5" 76,
        "finned_mutant_whale" "Finned Mutant Whale" "0364" "fmf6" 78];
}

fish_infos! {
    SIAMESE_FINNED = [
        "siamese_finned_x_wing" "Siamese Finned X-Wing" "03101" "" 35,
        "siamese_finned_swordfish" "Siamese Finned Swordfish" "03111" "" 42,
        "siamese_finned_jellyfish" "Siamese Finned Jellyfish" "03121" "" 55];
    SIAMESE_SASHIMI = [
        "siamese_sashimi_x_wing" "Siamese Sashimi X-Wing" "03201" "" 42,
        "siamese_sashimi_swordfish" "Siamese Sashimi Swordfish" "03211" "" 43,
        "siamese_sashimi_jellyfish" "Siamese Sashimi Jellyfish" "03221" "" 57];
    SIAMESE_FRANKEN = [
        "siamese_finned_franken_x_wing" "Siamese Finned Franken X-Wing" "03401" "" 51,
        "siamese_finned_franken_swordfish" "Siamese Finned Franken Swordfish" "03411" "" 61,
        "siamese_finned_franken_jellyfish" "Siamese Finned Franken Jellyfish" "03421" "" 71];
    SIAMESE_MUTANT = [
        "siamese_finned_mutant_x_wing" "Siamese Finned Mutant X-Wing" "03601" "" 61,
        "siamese_finned_mutant_swordfish" "Siamese Finned Mutant Swordfish" "03611" "" 69,
        "siamese_finned_mutant_jellyfish" "Siamese Finned Mutant Jellyfish" "03621" "" 75];
}

fish_infos! {
    KRAKEN = [
        "kraken_x_wing" "Kraken X-Wing" "0371" "kf1" 74,
        "kraken_swordfish" "Kraken Swordfish" "0371" "kf1" 77,
        "kraken_jellyfish" "Kraken Jellyfish" "0371" "kf1" 79];
}

/// The name of the siamese fish that combines two fish of this kind; `None` if there is no name for it.
fn siamese(of: &'static TechniqueInfo) -> Option<&'static TechniqueInfo> {
    [
        (FINNED, SIAMESE_FINNED),
        (SASHIMI, SIAMESE_SASHIMI),
        (FINNED_FRANKEN, SIAMESE_FRANKEN),
        (FINNED_MUTANT, SIAMESE_MUTANT),
    ]
    .iter()
    .find_map(|(one, two)| one.iter().position(|i| i.id == of.id).and_then(|at| two.get(at)))
}

/// The limits of a search: the maximum numbers of fins, endo-fins, and nodes for one technique on one board.
#[derive(Clone, Copy)]
struct Reach {
    fins: u32,
    endo_fins: u32,
    nodes: u64,
}

impl Reach {
    /// The limits for a shape: generous if all fish are requested, otherwise what a person would search.
    fn of(shape: Shape, all: bool) -> Self {
        match (all, shape) {
            (true, _) => Self { fins: 5, endo_fins: 2, nodes: u64::MAX },
            (false, Shape::Lines) => Self { fins: 4, endo_fins: 0, nodes: 200_000 },
            (false, Shape::Franken) => Self { fins: 3, endo_fins: 0, nodes: 150_000 },
            (false, Shape::Mutant) => Self { fins: 2, endo_fins: 0, nodes: 100_000 },
        }
    }
}

struct Unit {
    set: SetId,
    group: Option<GroupId>,
    places: u128,
    alignment: Alignment,
}

impl Technique for Finned {
    fn info(&self) -> &'static TechniqueInfo {
        match self.shape {
            Shape::Lines => &FINNED[self.size - 2],
            Shape::Franken => &FINNED_FRANKEN[self.size - 2],
            Shape::Mutant => &FINNED_MUTANT[self.size - 2],
        }
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        let plain = match self.shape {
            Shape::Lines => SASHIMI,
            Shape::Franken => FRANKEN,
            Shape::Mutant => MUTANT,
        };
        let mut all = vec![self.info()];
        all.extend(plain.get(self.size - 2));
        let twice: Vec<_> = all.iter().filter_map(|i| siamese(i)).collect();
        all.extend(twice);
        all
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let values = view.board().domains().iter().fold(ValueSet::EMPTY, |all, &d| all | d);
        let reach = Reach::of(self.shape, found.wants_all());
        for value in values {
            if is_barren(view, self.info().id, value, found) || is_firm(view, Some(value), found) {
                continue;
            }
            let (before, left) = (found.steps().len(), found.work_left());
            if let Some(mut search) = Search::new(self, view, value, reach, None) {
                search.bases(0, 0, 0, found);
            }
            if found.is_full() {
                return;
            }
            if found.steps().len() == before {
                set_barren(view, self.info().id, value, left - found.work_left(), found);
            }
        }
    }
}

impl Technique for Kraken {
    fn info(&self) -> &'static TechniqueInfo {
        &KRAKEN[self.size - 2]
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(graph) = graph(view, CHAINS, found) else { return };
        let graph = &*graph;
        let Some(reaches) = reaches(view, CHAINS, found) else { return };
        let reaches = &*reaches;
        let values = view.board().domains().iter().fold(ValueSet::EMPTY, |all, &d| all | d);
        let mut reach = Reach { fins: 3, endo_fins: 0, nodes: 60_000 };
        let fish = Finned { size: self.size, shape: Shape::Lines };
        let mut steps = Vec::new();
        for value in values {
            let mut found = Found::new(usize::MAX, found.work_left());
            if let Some(mut search) = Search::new(&fish, view, value, reach, Some((graph, reaches))) {
                search.bases(0, 0, 0, &mut found);
                reach.nodes = search.reach.nodes;
            }
            steps.extend(found.into_steps());
        }
        found.spend(60_000 - reach.nodes);
        steps.order_by_key(|s| s.difficulty);
        for step in steps {
            found.push(step);
        }
    }
}

/// The kinds of nodes that the chains of kraken fish may have.
const CHAINS: chain::Reach = chain::Reach::Grouped;

struct Search<'v, 'a> {
    fish: &'v Finned,
    view: &'v View<'a>,
    places: Vec<Candidate>,
    peers: Vec<u128>,
    units: Vec<Unit>,
    /// For each place, the units that contain it, as a mask.
    units_of: Vec<u128>,
    /// Three masks of units: the rows, the columns and the regions.
    alignments: [u128; 3],
    /// For kraken fish, the chains from fins to the candidates that they eliminate.
    chains: Option<(&'v Graph, &'v Reaches)>,
    base: Vec<usize>,
    cover: Vec<usize>,
    /// The fish found with the current base, if all steps are requested.
    batch: Vec<Step>,
    reach: Reach,
}

impl<'v, 'a> Search<'v, 'a> {
    fn new(
        fish: &'v Finned,
        view: &'v View<'a>,
        value: Value,
        reach: Reach,
        chains: Option<(&'v Graph, &'v Reaches)>,
    ) -> Option<Self> {
        let model = view.model();
        let places: Vec<Candidate> = (0..model.len() as u16)
            .map(|c| Candidate::new(cluewright_core::Cell(c), value))
            .filter(|c| view.board().has(*c) && !view.is_placed(c.cell))
            .collect();
        if places.len() > 128 || places.len() < 2 * fish.size {
            return None;
        }
        let ids: Vec<u32> = places.iter().map(|&c| view.space().id(c)).collect();
        let peers = ids
            .iter()
            .map(|&id| {
                let sees = match chains {
                    Some((_, reaches)) => &reaches.common(view, &[id]),
                    None => view.space().sees(id),
                };
                ids.iter().enumerate().filter(|(_, p)| sees.has(**p)).fold(0u128, |m, (i, _)| m | 1 << i)
            })
            .collect();
        let mut units = Vec::new();
        for (s, set) in model.sets().iter().enumerate() {
            let set_id = SetId(s as u32);
            let done = |c: &&cluewright_core::Cell| view.is_placed(**c) && view.board().fixed(**c) == Some(value);
            if set.cells.iter().any(|c| done(&c)) {
                continue;
            }
            let mask = places
                .iter()
                .enumerate()
                .filter(|(_, p)| set.cells.contains(&p.cell))
                .fold(0u128, |m, (i, _)| m | 1 << i);
            if mask.count_ones() >= 2 {
                let group = view.space().house_group(set_id, value);
                units.push(Unit { set: set_id, group, places: mask, alignment: view.space().alignment(set_id) });
            }
        }
        if units.len() > 128 {
            return None;
        }
        let mut units_of = vec![0u128; places.len()];
        let mut alignments = [0u128; 3];
        for (u, unit) in units.iter().enumerate() {
            alignments[unit.alignment as usize] |= 1 << u;
            for place in bits(unit.places) {
                units_of[place] |= 1 << u;
            }
        }
        let (base, cover, batch) = (Vec::new(), Vec::new(), Vec::new());
        Some(Self { fish, view, places, peers, units, units_of, alignments, chains, base, cover, batch, reach })
    }

    fn may_be_base(&self, unit: usize) -> bool {
        let alignment = self.units[unit].alignment;
        let other = |u: &usize| self.units[*u].alignment;
        match self.fish.shape {
            Shape::Lines => alignment.is_line() && self.base.iter().all(|u| other(u) == alignment),
            Shape::Franken => {
                !alignment.is_line() || self.base.iter().all(|u| !other(u).is_line() || other(u) == alignment)
            }
            Shape::Mutant => true,
        }
    }

    /// The units that may cover the places of the chosen base.
    fn may_cover(&self) -> u128 {
        let own = self.base.iter().fold(0, |m, &u| m | 1u128 << u);
        let base_has = |alignment: Alignment| self.base.iter().any(|&u| self.units[u].alignment == alignment);
        let lines = [Alignment::Row, Alignment::Column]
            .into_iter()
            .filter(|&l| !base_has(l))
            .fold(0, |m, l| m | self.of_alignment(l));
        let fitting = match self.fish.shape {
            Shape::Lines => lines,
            Shape::Franken => lines | self.of_alignment(Alignment::Region),
            Shape::Mutant => u128::MAX,
        };
        fitting & !own
    }

    /// The units with this alignment.
    fn of_alignment(&self, alignment: Alignment) -> u128 {
        self.alignments[alignment as usize]
    }

    /// Counts a node. Returns true if the limit is reached.
    fn spend(&mut self, found: &mut Found) -> bool {
        self.reach.nodes = self.reach.nodes.saturating_sub(1);
        self.reach.nodes == 0 || found.is_full() || found.spend(1)
    }

    /// Chooses base sets. `all` contains the places that are in at least one of the base sets chosen so far, `twice`
    /// the places that are in at least two.
    fn bases(&mut self, from: usize, all: u128, twice: u128, found: &mut Found) {
        if self.base.len() == self.fish.size {
            let targets = self.seen_by(twice);
            if targets != 0 {
                self.covers((all, twice), 0, twice, targets, self.may_cover(), found);
            }
            self.pair_up(found);
            return;
        }
        for unit in from..self.units.len() {
            let places = self.units[unit].places;
            let twice = twice | all & places;
            if self.units[unit].group.is_none() || twice.count_ones() > self.reach.endo_fins || !self.may_be_base(unit)
            {
                continue;
            }
            if self.spend(found) {
                return;
            }
            self.base.push(unit);
            self.bases(unit + 1, all | places, twice, found);
            self.base.pop();
        }
    }

    fn seen_by(&self, fins: u128) -> u128 {
        let mut seen = if self.places.len() == 128 { u128::MAX } else { (1 << self.places.len()) - 1 };
        for i in bits(fins) {
            seen &= self.peers[i];
        }
        seen
    }

    /// Chooses cover sets. `covered` contains the places in the cover sets chosen so far, `fins` the places that the
    /// victims must see, and `allowed` the units that may still be added to the cover.
    fn covers(
        &mut self,
        (base, endo): (u128, u128),
        covered: u128,
        fins: u128,
        targets: u128,
        allowed: u128,
        found: &mut Found,
    ) {
        if self.spend(found) {
            return;
        }
        let open = base & !covered & !fins;
        let left = self.fish.size - self.cover.len();
        if open == 0 {
            if left == 0 {
                self.report(base, endo, fins, targets, found);
            }
            return;
        }
        let spare = self.reach.fins - (fins & !endo).count_ones();
        if left == 0 && open.count_ones() > spare {
            return;
        }
        let first = open.trailing_zeros() as usize;
        if left > 0 {
            for unit in bits(allowed & self.units_of[first]) {
                let places = self.units[unit].places;
                // A unit that covers a fin would produce the same fish again.
                if places & fins & !endo != 0 {
                    continue;
                }
                let alignment = self.units[unit].alignment;
                let mut next = allowed & !(1 << unit);
                if self.fish.shape == Shape::Franken && alignment.is_line() {
                    next &= self.of_alignment(alignment) | self.of_alignment(Alignment::Region);
                }
                self.cover.push(unit);
                self.covers((base, endo), covered | places, fins, targets, next, found);
                self.cover.pop();
            }
        }
        let targets = targets & self.peers[first];
        if targets != 0 && (fins & !endo).count_ones() < self.reach.fins {
            self.covers((base, endo), covered, fins | 1 << first, targets, allowed, found);
        }
    }

    fn report(&mut self, base: u128, endo: u128, fins: u128, targets: u128, found: &mut Found) {
        let mut victims = Vec::new();
        for t in bits(targets & !fins) {
            let count = |units: &[usize]| units.iter().filter(|&&u| self.units[u].places >> t & 1 == 1).count();
            if count(&self.cover) > count(&self.base) {
                victims.push(self.places[t]);
            }
        }
        if victims.is_empty() {
            return;
        }
        let Some(info) = self.info(base, endo, fins) else { return };
        let view = self.view;
        if let Some(step) = self.kraken(fins, &victims) {
            self.batch.push(step);
        }
        if self.chains.is_some() {
            return;
        }
        let fins: Vec<Candidate> = bits(fins).map(|i| self.places[i]).collect();
        let groups: Vec<GroupId> = self.base.iter().filter_map(|&b| self.units[b].group).collect();
        let mut cover: Vec<SetId> = self.cover.iter().map(|&c| self.units[c].set).collect();
        cover.order();
        let step = Step::new(info, Pattern::Fish { base: groups.clone(), cover: cover.clone(), fins: fins.clone() })
            .remove(victims.iter().copied())
            .because(groups.iter().map(|&g| group_reason(view, g)))
            .because(cover.iter().map(|&s| Reason::Different(s)))
            .because(all_linked(view, &fins, &victims));
        if found.wants_all() {
            self.batch.push(step);
        } else {
            found.push(step);
        }
    }

    /// The step for the victim with the shortest chains from the fins; `None` if all fins see some victim directly.
    fn kraken(&self, fins: u128, victims: &[Candidate]) -> Option<Step> {
        let (graph, reaches) = self.chains?;
        let view = self.view;
        let id = |c: &Candidate| view.space().id(*c);
        let fins: Vec<Candidate> = bits(fins).map(|i| self.places[i]).collect();
        let ids: Vec<u32> = fins.iter().map(id).collect();
        let direct = |v: &&Candidate| ids.iter().all(|&f| view.space().sees(f).has(id(v)));
        if victims.iter().any(|v| direct(&v)) {
            return None;
        }
        let victim = victims.iter().min_by_key(|v| reaches.length(&ids, id(v)))?;
        let groups: Vec<GroupId> = self.base.iter().filter_map(|&b| self.units[b].group).collect();
        let cover: Vec<SetId> = self.cover.iter().map(|&c| self.units[c].set).collect();
        let because = groups.iter().map(|&g| group_reason(view, g)).chain(cover.iter().map(|&s| Reason::Different(s)));
        let because: Vec<Reason> = because.collect();
        let of = Pattern::Fish { base: groups, cover, fins };
        forcing::step(view, graph, &KRAKEN[self.fish.size - 2], &ids, id(victim), of, because)
    }

    /// Combines pairs of fish that have the same base and different covers into siamese fish.
    fn pair_up(&mut self, found: &mut Found) {
        let batch = std::mem::take(&mut self.batch);
        if self.chains.is_some() {
            for step in batch {
                found.push(step);
            }
            return;
        }
        for (i, a) in batch.iter().enumerate() {
            for b in &batch[..i] {
                let inside = |x: &Step, y: &Step| x.eliminations.iter().all(|e| y.eliminations.contains(e));
                if inside(a, b) || inside(b, a) {
                    continue;
                }
                for info in [a, b].iter().filter_map(|s| siamese(s.technique)) {
                    let mut step = Step::new(info, a.pattern.clone())
                        .remove(a.eliminations.iter().chain(&b.eliminations).copied())
                        .because(a.because.iter().cloned());
                    step.because.extend(b.because.iter().filter(|r| !a.because.contains(r)).cloned());
                    found.push(step);
                }
            }
        }
        for step in batch {
            found.push(step);
        }
    }

    /// The name of the fish if it has the shape searched for (a franken fish uses a region; a mutant fish is neither
    /// basic nor franken); otherwise `None`.
    fn info(&self, base: u128, endo: u128, fins: u128) -> Option<&'static TechniqueInfo> {
        let alignments = |units: &[usize]| {
            let has = |alignment: Alignment| units.iter().any(|&u| self.units[u].alignment == alignment);
            (has(Alignment::Row), has(Alignment::Column), has(Alignment::Region))
        };
        let (b, c) = (alignments(&self.base), alignments(&self.cover));
        let mixed = [(b.0, b.1), (c.0, c.1), (b.0, c.0), (b.1, c.1)];
        let crossed = mixed.iter().all(|&(x, y)| !(x && y));
        let shape = match (crossed, b.2 || c.2) {
            (true, false) => Shape::Lines,
            (true, true) => Shape::Franken,
            (false, _) => Shape::Mutant,
        };
        if shape != self.fish.shape {
            return None;
        }
        debug_assert!(endo & !base == 0, "endo-fins are places of the base");
        let size = self.fish.size - 2;
        let table = match (shape, fins == 0) {
            (Shape::Lines, true) => return None,
            (Shape::Lines, false) => {
                let thin = |&u: &usize| (self.units[u].places & !fins).count_ones() <= 1;
                if self.base.iter().any(thin) { SASHIMI } else { FINNED }
            }
            (Shape::Franken, true) => FRANKEN,
            (Shape::Franken, false) => FINNED_FRANKEN,
            (Shape::Mutant, true) => MUTANT,
            (Shape::Mutant, false) => FINNED_MUTANT,
        };
        table.get(size)
    }
}

fn bits(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let bit = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(bit)
    })
}
