//! Sue de Coq: the cells where two sets cross have `k` more values than there are cells. Further cells of both sets are
//! added so that the total number of values equals the total number of cells. Every value is then locked, either in the
//! crossing and one side or in the crossing alone.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates, group_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use cluewright_core::model::SetId;
use cluewright_core::{Candidate, Cell, ValueSet};

/// The Sue de Coq technique.
pub(crate) struct SueDeCoq;

static SUE_DE_COQ: TechniqueInfo = TechniqueInfo {
    id: "sue_de_coq",
    name: "Sue de Coq",
    aliases: &["sdc", "1101", "two-sector disjoint subsets"],
    difficulty: 60,
    source: "our figure: Sunnie's 5.0 is low for a person",
};

/// The maximum number of cells available for one side.
const MOST_POOL: usize = 12;
/// The work limit when a single step is requested. A 9x9 board without a Sue de Coq takes two thirds of this work;
/// larger boards would take seconds without the limit.
const MOST_WORK: u64 = 4_000_000;

impl Technique for SueDeCoq {
    fn info(&self) -> &'static TechniqueInfo {
        &SUE_DE_COQ
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let sets = view.model().sets();
        let begun = found.work_left();
        let mut choices = Choices::default();
        for (i, a) in sets.iter().enumerate() {
            for (j, b) in sets.iter().enumerate() {
                // Each pair of sets is examined in only one order: a line and a region in a fixed order, two sets of
                // the same alignment in ascending order.
                let (alignment_a, alignment_b) =
                    (view.space().alignment(SetId(i as u32)), view.space().alignment(SetId(j as u32)));
                if i == j || alignment_a.is_line() && !alignment_b.is_line() || alignment_a == alignment_b && i > j {
                    continue;
                }
                let open = |c: &&Cell| view.values(**c).len() >= 2;
                let crossing: Vec<Cell> =
                    a.cells.iter().filter(open).filter(|c| b.cells.contains(c)).copied().collect();
                if crossing.len() < 2 || crossing.len() > 6 {
                    continue;
                }
                let outside = |of: &[Cell], other: &[Cell]| -> Vec<Cell> {
                    of.iter().filter(open).filter(|c| !other.contains(c)).copied().collect()
                };
                let (in_a, in_b) = (outside(&a.cells, &b.cells), outside(&b.cells, &a.cells));
                for mask in 1u32..1 << crossing.len() {
                    if mask.count_ones() < 2 {
                        continue;
                    }
                    let middle: Vec<Cell> =
                        (0..crossing.len()).filter(|k| mask >> k & 1 == 1).map(|k| crossing[k]).collect();
                    let values = union(view, &middle);
                    if (values.len() as usize) < middle.len() + 2 {
                        continue;
                    }
                    // The unused cells of the crossing may be used on either side; they come last in both pools.
                    let rest: Vec<Cell> = crossing.iter().copied().filter(|c| !middle.contains(c)).collect();
                    let pool = |own: &[Cell]| own.iter().chain(&rest).copied().collect();
                    let (pools, own) = ([pool(&in_a), pool(&in_b)], [in_a.len(), in_b.len()]);
                    let sets = [SetId(i as u32), SetId(j as u32)];
                    let sides = Sides { sets, middle: &middle, values, pools: &pools, own };
                    sides.search(view, &mut choices, found);
                    let spent = begun - found.work_left();
                    if found.is_full() || (spent > MOST_WORK && !found.wants_all()) {
                        return;
                    }
                }
            }
        }
    }
}

fn union(view: &View, cells: &[Cell]) -> ValueSet {
    cells.iter().fold(ValueSet::EMPTY, |all, &c| all | view.values(c))
}

struct Sides<'m> {
    sets: [SetId; 2],
    middle: &'m [Cell],
    values: ValueSet,
    /// The cells available for each side.
    pools: &'m [Vec<Cell>; 2],
    /// For each pool, the number of cells that are not in the other pool. Shared cells come last in both pools.
    own: [usize; 2],
}

/// A choice of cells for one side, as a mask over the side's pool, and the values of these cells.
type Choice = (u32, ValueSet);

/// Buffers for the choices of both sides.
#[derive(Default)]
struct Choices {
    /// For each mask, the values of the cells in the mask.
    unions: Vec<ValueSet>,
    a: Vec<(Choice, usize)>,
    /// The choices for side `b`, indexed by the number of cells minus the number of values that are not in the
    /// crossing.
    b: Vec<Vec<Choice>>,
}

impl Sides<'_> {
    /// Combines choices for both sides whose total surplus of cells equals the surplus of values in the crossing, so
    /// that there are as many cells as values overall.
    fn search(&self, view: &View, choices: &mut Choices, found: &mut Found) {
        let Choices { unions, a, b } = choices;
        let wanted = self.values.len() as usize - self.middle.len();
        a.clear();
        self.choices(view, 0, unions, found, &mut |choice, spare| a.push((choice, spare)));
        b.iter_mut().for_each(Vec::clear);
        b.resize(b.len().max(MOST_POOL + 1), Vec::new());
        self.choices(view, 1, unions, found, &mut |choice, spare| b[spare].push(choice));
        for &((mask_a, in_a), spare) in &*a {
            let Some(fitting) = wanted.checked_sub(spare).and_then(|left| b.get(left)) else { continue };
            if found.is_full() || found.spend(1 + fitting.len() as u64) {
                return;
            }
            for &(mask_b, in_b) in fitting {
                // Values of the crossing must not occur on both sides, because they would be counted twice.
                if !(in_a & in_b).intersects(self.values) && (mask_a >> self.own[0]) & (mask_b >> self.own[1]) == 0 {
                    let cells = |pool: &[Cell], mask: u32| -> Vec<Cell> {
                        (0..pool.len()).filter(|k| mask >> k & 1 == 1).map(|k| pool[k]).collect()
                    };
                    let (a, b) = (cells(&self.pools[0], mask_a), cells(&self.pools[1], mask_b));
                    self.report(view, &a, in_a, &b, in_b, found);
                    if found.is_full() {
                        return;
                    }
                }
            }
        }
    }

    /// Reports the choices for one side: cells that share a value with the crossing and outnumber the values that they
    /// add. Each choice is reported with the difference between the number of cells and the number of added values.
    fn choices(
        &self,
        view: &View,
        side: usize,
        unions: &mut Vec<ValueSet>,
        found: &mut Found,
        report: &mut dyn FnMut(Choice, usize),
    ) {
        let pool = &self.pools[side];
        if pool.len() > MOST_POOL || found.spend(1 << pool.len()) {
            return;
        }
        unions.clear();
        unions.push(ValueSet::EMPTY);
        for mask in 1u32..1 << pool.len() {
            let highest = mask.ilog2();
            let values = unions[mask as usize ^ 1 << highest] | view.values(pool[highest as usize]);
            unions.push(values);
            let (cells, brought) = (mask.count_ones(), values.minus(self.values).len());
            // `n` cells with only `n` values would be a naked subset; at least one value must occur in the crossing.
            if values.intersects(self.values) && brought < cells && values.len() > cells {
                report((mask, values), (cells - brought) as usize);
            }
        }
    }

    fn report(&self, view: &View, a: &[Cell], in_a: ValueSet, b: &[Cell], in_b: ValueSet, found: &mut Found) {
        let all: Vec<Cell> = self.middle.iter().chain(a).chain(b).copied().collect();
        let mut victims = Bits::new(view.space().capacity());
        let mut links: Vec<Reason> = Vec::new();
        let network = view.space().network();
        // Only eliminations within the two sets are included; other eliminations would be separate steps.
        let mut lock = |places: &[u32], within: &[SetId]| {
            let mut seen = view.seen_by_all(places.iter().copied());
            for id in seen.clone().iter() {
                let c = view.space().candidate(id);
                let sets = network.sets_of(c.cell);
                // If a value has only one place left, the other values of the cell can be removed as well, but a later
                // single does this.
                let beside = places.iter().any(|&p| view.space().candidate(p).cell == c.cell);
                if beside || !within.iter().any(|s| sets.contains(s)) {
                    seen.remove(id);
                }
            }
            victims.or(&seen);
            let at: Vec<Candidate> = places.iter().map(|&id| view.space().candidate(id)).collect();
            links.extend(all_linked(view, &candidates(view, &seen), &at));
        };
        for v in self.values | in_a | in_b {
            match (in_a.contains(v), in_b.contains(v)) {
                (true, true) => {
                    lock(&view.places(a, v), &self.sets[..1]);
                    lock(&view.places(b, v), &self.sets[1..]);
                }
                (true, false) => lock(&view.places(&all, v), &self.sets[..1]),
                (false, true) => lock(&view.places(&all, v), &self.sets[1..]),
                (false, false) => lock(&view.places(&all, v), &self.sets),
            }
        }
        if victims.is_empty() {
            return;
        }
        let mut reasons: Vec<Reason> = all.iter().map(|&c| group_reason(view, view.cell_group(c))).collect();
        reasons.extend(self.sets.map(Reason::Different));
        let pattern = Pattern::Crossing {
            sets: self.sets,
            middle: self.middle.to_vec(),
            sides: [(a.to_vec(), in_a), (b.to_vec(), in_b)],
            values: self.values,
        };
        found.push(Step::new(&SUE_DE_COQ, pattern).remove(candidates(view, &victims)).because(reasons).because(links));
    }
}
