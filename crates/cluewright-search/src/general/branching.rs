//! Chooses branches: a cell with few values that was involved in many failures; one of two places of a value; or, in a long
//! search, a value that some combinations of a cage contain and others do not.
//!
//! Conflict weights are due to Boussemart and others (2004). Another idea is from Interactive Sudoku Solver (sigh, MIT): if more
//! failures end with a certain value than with others, the cells that may still hold this value are more promising.
//!
//! A cage implies little about any of its cells until its values are known; then it implies much about all of them. So in a long
//! search of a grid of cages, a branch removes from a cage a value that about half of its combinations contain, and the opposite
//! branch requires this value. On seven of the hardest killers, each solved six times with weights randomly changed by 3 %, this
//! saves 48 % of the nodes and 55 % of the time; on 37 smaller ones, with some cages replaced by givens, it saves 18 % and 20 %.
//! Used from the first node, it makes shorter searches take a third more nodes. Variants were no better: requiring the value
//! first takes a fifth more nodes; a value that a third or two thirds of the combinations contain, a quarter more; comparing a
//! cage with the merit of a cell that includes the cell's bonus, a tenth more; weighing cages by their own conflicts makes no
//! difference.
//!
//! Tried and left out, measured on 94 puzzles that need more than 150 nodes: weights that start three or ten times as high (5 and
//! 15 % more nodes); increasing only the weight of the guessed cell, starting from the facts that a cell takes part in (30 %
//! more); no weight for the guessed cell (28 % more); fading the weights every 20 or 100 failures (no change beyond 5 %); scoring
//! a value's places by the best place instead of their mean (6 % fewer nodes, but more time). Measured later on 77 puzzles:
//! trying the largest value first, and weights that grow with time (no change beyond 5 %). Trying the last failed cell first
//! takes 5 to 10 % more nodes on hard killers.

use super::compile::Compiled;
use super::propagate::{Cause, State};
use super::regions;
use super::tools::How;
use crate::bits::nth_bit;
use crate::engine::Order;
use crate::switches::{Mechanism, Switches};
use cluewright_core::{Conflict, Random};

/// Conflicts of constraints with more cells than this are ignored, as they do not indicate where to branch.
const WIDE: usize = 40;
/// How much a small number of values counts relative to conflicts: with 1, a cell with three values needs twice the weight of a
/// cell with two values. On 77 hard puzzles, 0.75 takes 1 % fewer nodes than 1; 0.5 takes 17 % more nodes, but only half as many
/// on the hardest killers.
const FEW: f64 = 0.75;
/// The bonus of a cell that may still hold the value with which most failures end, for each such failure. On 79 hard puzzles, 0.4
/// and 0.6 take 9 % fewer nodes than 0, and 0.8 takes 3 % fewer. On five of the hardest puzzles, 0.6 takes half as many nodes as
/// 0, and on two of these only a ninth and a third as many.
const VALUE: f64 = 0.6;
/// The bonus counts only if at least `VALUE_FROM` failures end with the value, and more than `VALUE_SPREAD` times as many as with
/// the value with the fewest failures.
const VALUE_FROM: f64 = 9.0;
const VALUE_SPREAD: f64 = 1.5;

/// The merit of a cage is this many times the mean weight of its open cells. Factors of 3 and 5 take about as many nodes; 2 and 8
/// take a fifth more.
const CAGE: f64 = 4.0;

/// Branches are about cages only if at least this fraction of the cells is in cages. With lines of consecutive digits in three
/// fifths of a grid, or sums on crossing diagonals, branching on cages takes two to ten times as many nodes.
const MOST: (usize, usize) = (3, 4);

/// A candidate to assume (a cell, and a value as a bit), and the number of alternatives.
pub(super) type Branch = (usize, u64, u32);

/// The assumption of a branch. Once it has been searched, its opposite is assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Assumption {
    /// This cell holds this value, which is given as a bit.
    Holds { cell: u32, bit: u64 },
    /// No cell of this cage holds this value. The cage is given by its number as a constraint, the value as a bit.
    Lacks { cage: u32, bit: u16 },
}

/// What a search has learned about where to branch.
pub(super) struct Branching {
    switches: Switches,
    /// The weight of each cell. Conflicts increase the weight.
    weight: Vec<f64>,
    /// For each value, the number of failures that ended with it.
    ends: [f64; 64],
    /// The factor for the weight of a cell, by the number of values left in the cell.
    worth: [f64; 65],
    /// For each cell, its partner: a cell that makes it more promising once the partner is known. A cell without a partner is its
    /// own partner.
    partner: Vec<u32>,
    random: Option<Random>,
    /// For each cell, the values to assume first.
    prefer: Vec<u64>,
    /// The cages for branching, by their number as constraints (`cages`), and whether branches may now be about combinations of
    /// cages.
    pub(super) cages: Vec<u32>,
    pub(super) by_combination: bool,
}

impl Branching {
    /// Creates the state with the initial weights.
    pub(super) fn new(net: &Compiled, switches: Switches) -> Self {
        let mut new = Self {
            switches,
            weight: vec![0.0; net.n],
            ends: [0.0; 64],
            worth: std::array::from_fn(|values| (values.max(2) as f64 - 1.0).powf(-FEW)),
            partner: (0..net.n as u32).collect(),
            random: None,
            prefer: Vec::new(),
            cages: Vec::new(),
            by_combination: false,
        };
        if switches.has(Mechanism::Combinations) {
            new.cages = cages_of_most_cells(net);
        }
        new.forget(net);
        new
    }

    /// Prepares for another search, which tries values in this order.
    pub(super) fn start(&mut self, net: &Compiled, order: Order) {
        self.forget(net);
        self.random = None;
        self.prefer.clear();
        self.by_combination = false;
        match order {
            Order::Usual => {}
            Order::Shuffled(seed) => self.random = Some(Random::new(seed)),
            Order::Prefer(sets) => self.prefer.extend(sets.iter().map(|s| s.0)),
        }
    }

    /// Called once the search is long: branches may now be about the combinations of cages. Forgets what was learned about single
    /// cells; otherwise the hardest killers take twice as many nodes.
    pub(super) fn use_combinations(&mut self, net: &Compiled) {
        if !self.by_combination && !self.cages.is_empty() && self.random.is_none() && self.prefer.is_empty() {
            self.by_combination = true;
            self.forget(net);
        }
    }

    /// Whether there are cages on which a long search may branch.
    pub(super) fn has_cages(&self) -> bool {
        !self.cages.is_empty()
    }

    /// Whether branches are chosen at random.
    pub(super) fn is_random(&self) -> bool {
        self.random.is_some()
    }

    /// Makes each of two cells more promising once the other cell is known.
    pub(super) fn pair(&mut self, a: u32, b: u32) {
        self.partner[a as usize] = b;
        self.partner[b as usize] = a;
    }

    /// The weight of each cell.
    pub(super) fn weights(&self) -> &[f64] {
        &self.weight
    }

    /// Copies the weights that another search of the same model learned.
    pub(super) fn learn(&mut self, weights: &[f64]) {
        self.weight.copy_from_slice(weights);
    }

    /// The merit of branching on a cell that has these values left.
    #[inline]
    pub(super) fn merit(&self, cell: usize, values: u64) -> f64 {
        self.weight[cell] * self.worth(values)
    }

    #[inline]
    fn worth(&self, values: u64) -> f64 {
        self.worth[values.count_ones() as usize]
    }

    /// Forgets everything that the search has learned.
    pub(super) fn forget(&mut self, net: &Compiled) {
        self.ends.fill(0.0);
        start_weights(net, self.switches, &mut self.weight);
    }

    /// For each cell, the weight that conflicts in this net have added.
    pub(super) fn learned(&self, net: &Compiled) -> Vec<f64> {
        let mut learned = vec![0.0; net.n];
        start_weights(net, self.switches, &mut learned);
        learned.iter_mut().zip(&self.weight).for_each(|(start, now)| *start = now - *start);
        learned
    }

    /// Continues a search in this net with the weights that it has learned in another net.
    pub(super) fn go_on(&mut self, net: &Compiled, learned: &[f64]) {
        start_weights(net, self.switches, &mut self.weight);
        self.weight.iter_mut().zip(learned).for_each(|(weight, learned)| *weight += learned);
    }

    /// Records a conflict: raises the weights of the cells involved.
    pub(super) fn blame(&mut self, state: &State<'_>) {
        if !self.switches.has(Mechanism::ConflictWeights) {
            return;
        }
        let net = &state.net;
        let weight = &mut self.weight;
        match state.cause {
            Cause::Choice => {}
            Cause::Cell(c) => weight[c as usize] += 1.0,
            Cause::Set(s) => net.set_cells.row(s as usize).iter().for_each(|&c| weight[c as usize] += 0.25),
            Cause::Group(g) => {
                let members = net.members.row(g as usize).iter();
                members.for_each(|m| weight[m.cell as usize] += 0.5 * f64::from(m.bits.count_ones()));
            }
            Cause::Propagator(k) => {
                let cells = net.own_cells(k as usize);
                if cells.len() <= WIDE {
                    for &c in cells {
                        weight[c as usize] += 0.5;
                    }
                }
            }
        }
        for (w, d) in weight.iter_mut().zip(&state.dom) {
            if *d == 0 {
                *w += 1.0;
            }
        }
    }

    /// Records that a branch failed, and that its failure ended with this value.
    pub(super) fn failed(&mut self, net: &Compiled, what: Assumption, last_value: usize) {
        if !self.switches.has(Mechanism::ConflictWeights) {
            return;
        }
        match what {
            Assumption::Holds { cell, .. } => self.weight[cell as usize] += 1.0,
            Assumption::Lacks { cage, .. } => {
                net.own_cells(cage as usize).iter().for_each(|&c| self.weight[c as usize] += 1.0);
            }
        }
        self.ends[last_value] += 1.0;
    }

    /// The value with which clearly more failures end than with others, as a bit, and the bonus for cells that may hold it. Both
    /// are 0 if there is no such value.
    fn worst_value(&self) -> (u64, f64) {
        let (mut worst, mut most, mut least) = (0, 0.0, f64::MAX);
        for (value, &ends) in self.ends.iter().enumerate().filter(|e| *e.1 > 0.0) {
            if ends > most {
                (worst, most) = (value, ends);
            }
            least = ends.min(least);
        }
        if most >= VALUE_FROM && most > VALUE_SPREAD * least { (1 << worst, VALUE * most) } else { (0, 0.0) }
    }

    /// The next assumption, and the number of alternatives; `None` if all cells are fixed.
    pub(super) fn choose(&mut self, state: &State<'_>) -> Option<(Assumption, u32)> {
        let (cell, bit, of) = self.choose_value(state)?;
        if self.by_combination
            && state.net.answer[cell]
            && let Some(what) = self.combination(state, self.merit(cell, state.dom[cell]))
        {
            return Some((what, 2));
        }
        Some((Assumption::Holds { cell: cell as u32, bit }, of))
    }

    /// The absence of a value that divides the combinations of some cage, if the merit of the best such cage exceeds `score`.
    fn combination(&self, state: &State<'_>, score: f64) -> Option<Assumption> {
        let mut best = (score, None);
        for &cage in &self.cages {
            let (mut weights, mut open) = (0.0, 0);
            for &c in state.net.own_cells(cage as usize) {
                if !state.dom[c as usize].is_power_of_two() {
                    weights += self.weight[c as usize];
                    open += 1;
                }
            }
            let merit = CAGE * weights / f64::from(open);
            // The merit counts fully if two combinations are left, and less if there are more.
            if open > 1
                && merit > best.0
                && let Some((bit, combinations)) = state.dividing_value(cage as usize)
            {
                let merit = merit * self.worth[combinations.min(self.worth.len() - 1)];
                if merit > best.0 {
                    best = (merit, Some(Assumption::Lacks { cage, bit }));
                }
            }
        }
        best.1
    }

    /// The next candidate to assume, regardless of cages, and the number of alternatives; `None` if all cells are fixed.
    pub(super) fn choose_value(&mut self, state: &State<'_>) -> Option<Branch> {
        let (worst, bonus) = self.worst_value();
        let (net, dom) = (&state.net, &state.dom[..]);
        for answer in [true, false] {
            // The best score so far, and its cell.
            let mut best: (f64, Option<usize>) = (f64::NEG_INFINITY, None);
            let mut ties = 0;
            for (c, (&d, &weight)) in dom.iter().zip(&self.weight).enumerate() {
                if d.is_power_of_two() {
                    continue;
                }
                let partner = self.partner[c] as usize;
                let alone = partner == c;
                // Values of digits and values of labels have nothing in common, so cells with a partner get no bonus.
                let mut score = weight + if alone && d & worst != 0 { bonus } else { 0.0 };
                if !alone && dom[partner].is_power_of_two() {
                    score *= regions::PARTNER;
                }
                // The score counts fully if two values are left, and less if there are more. So the values of most cells need not
                // be counted.
                if score < best.0 || net.answer[c] != answer {
                    continue;
                }
                score *= self.worth(d);
                if score > best.0 {
                    best = (score, Some(c));
                    ties = 1;
                } else if let Some(random) = &mut self.random
                    && score >= best.0
                {
                    ties += 1;
                    if random.below(ties) == 0 {
                        best.1 = Some(c);
                    }
                }
            }
            let Some(cell) = best.1 else { continue };
            // The places of a value have no bonus, so the cell competes with them without its own bonus; otherwise places would
            // hardly ever be chosen.
            let own = self.merit(cell, dom[cell]);
            if answer
                && self.random.is_none()
                && self.switches.has(Mechanism::Places)
                && dom[cell].count_ones() > 2
                && let Some(place) = self.place(state, own)
            {
                return Some(place);
            }
            return Some(self.value_of(cell, dom[cell]));
        }
        None
    }

    /// Chooses a value of the cell to assume.
    fn value_of(&mut self, cell: usize, d: u64) -> Branch {
        let wanted = match self.prefer.get(cell) {
            Some(&set) if d & set != 0 => d & set,
            _ => d,
        };
        let bit = match &mut self.random {
            None => wanted & wanted.wrapping_neg(),
            Some(random) => 1 << nth_bit(wanted, random.below(wanted.count_ones())),
        };
        (cell, bit, d.count_ones())
    }

    /// One of two places of a value in a house, if the merit of these places exceeds `score`. If several pairs of places have the
    /// same merit, chooses the first house, and in that house the smallest value.
    fn place(&self, state: &State<'_>, score: f64) -> Option<Branch> {
        // The merit, the set, the value as a bit, and the cell.
        let mut best: Option<(f64, u32, u64, usize)> = None;
        state.for_each_pair_of_places(|s, value, places| {
            if !state.net.sets[s as usize].answer {
                return;
            }
            let weights = places.map(|c| self.weight[c]);
            let (merit, bit) = ((weights[0] + weights[1]) * 0.5, 1 << value);
            let better = best.is_none_or(|b| merit > b.0 || merit.total_cmp(&b.0).is_eq() && (s, bit) < (b.1, b.2));
            if merit > score && better {
                best = Some((merit, s, bit, places[usize::from(weights[1] > weights[0])]));
            }
        });
        best.map(|b| (b.3, b.2, 2))
    }
}

/// Sets the initial weights: cells in many small facts are more promising.
fn start_weights(net: &Compiled, switches: Switches, weight: &mut [f64]) {
    if !switches.has(Mechanism::StartWeights) {
        weight.fill(1.0);
        return;
    }
    weight.fill(0.0);
    for k in 0..net.propagators.len() {
        let cells = net.own_cells(k);
        for &c in cells {
            weight[c as usize] += 4.0 / (1.0 + cells.len() as f64);
        }
    }
    for (c, weight) in weight.iter_mut().enumerate() {
        let near = net.links.near.row(c).len() as f64;
        let peers = f64::from(net.links.peers.row(c).iter().map(|w| w.1.count_ones()).sum::<u32>());
        let propagators = *weight;
        *weight = 1.0 + 0.02 * peers + 0.05 * near + propagators + 0.2 * net.groups_of.row(c).len() as f64;
    }
    for unknown in &net.tools.unknown_regions {
        unknown.set_weights(weight);
    }
}

/// The model's own cages that consist of cells of the answer, by their number as constraints. Empty unless these cages contain
/// most cells of the answer.
fn cages_of_most_cells(net: &Compiled) -> Vec<u32> {
    let is_cage = |&k: &u32| matches!(net.propagators[k as usize].how, How::Cage(_));
    let asked_for = |&k: &u32| net.own_cells(k as usize).iter().all(|&c| net.answer[c as usize]);
    let cages: Vec<u32> = (0..net.posted as u32).filter(is_cage).filter(asked_for).collect();
    let mut inside = vec![false; net.n];
    for &c in cages.iter().flat_map(|&k| net.own_cells(k as usize)) {
        inside[c as usize] = true;
    }
    let count = |marks: &[bool]| marks.iter().filter(|m| **m).count();
    if count(&inside) * MOST.1 >= count(&net.answer) * MOST.0 { cages } else { Vec::new() }
}

impl State<'_> {
    /// Makes an assumption if `yes` is true, otherwise its opposite.
    pub(super) fn assume(&mut self, what: Assumption, yes: bool) -> Result<(), Conflict> {
        match what {
            Assumption::Holds { cell, bit } => {
                debug_assert!(!yes || self.dom[cell as usize] & bit != 0, "what is assumed is possible");
                self.narrow(cell as usize, if yes { bit } else { !bit })
            }
            Assumption::Lacks { cage, bit } if yes => self.take_from_cage(cage as usize, bit),
            Assumption::Lacks { cage, bit } => {
                self.ask_of_cage(cage as usize, bit);
                Ok(())
            }
        }
    }
}
