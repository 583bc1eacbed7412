//! Chooses the branches: a cell with few values that many failures involved; one of two places of a value; and, in a long search,
//! a value that some combinations of a cage have and others do not.
//!
//! Conflict weights: Boussemart and others 2004. The idea that a value with which more failures end than with others makes the
//! cells that may still hold it more promising is from Interactive Sudoku Solver (sigh, MIT).
//!
//! A cage says little of any cell before it is known which values it holds; then it says much of all of them. So in a
//! long search of a grid of cages a branch takes a value away that about half of a cage's combinations have, and
//! afterwards asks for it. Over seven of the hardest killers, six times each with weights shaken by 3 %, 48 % of the nodes
//! and 55 % of the time are saved; over 37 smaller ones, some cages replaced by givens, 18 and 20 %. From the first node
//! on, shorter searches take a third more nodes. The value asked for first: a fifth more nodes; a value that a third or
//! two thirds of the combinations have: a quarter more; cages weighed by conflicts of their own: no change; against a
//! cell with what it gains by its value: a tenth more.
//!
//! Tried and left out, over 94 puzzles that need more than 150 nodes: weights that start three or ten times as high (5
//! and 15 % more nodes), weights of the guessed cell alone that start from what a cell takes part in (30 %), no weight
//! for the guessed cell (28 %), fading every 20 or 100 failures (no change within 5 %), scoring a value's places by the
//! best of them instead of their mean (6 % fewer nodes, more time). Over 77 puzzles later: the largest value first,
//! weights that grow with time (no change within 5 %). Trying the last failed cell first: 5 to 10 % more nodes on hard
//! killers.

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
/// The weight of a small number of values relative to conflicts: with 1, a cell with three values needs twice the weight of a
/// cell with two. On 77 hard puzzles 0.75 takes 1 % fewer nodes than 1; 0.5 takes 17 % more, but half as many on the hardest
/// killers.
const FEW: f64 = 0.75;
/// The bonus of a cell that may still hold the value with which most failures end, for each such failure. Over 79 hard puzzles
/// 0.4 and 0.6 take 9 % fewer nodes than 0, and 0.8 takes 3 % fewer; over five of the hardest 0.6 takes half as many, and on two
/// of those a ninth and a third.
const VALUE: f64 = 0.6;
/// The minimum number of such failures, and their minimum ratio to those of the value with the fewest, for the bonus to count.
const VALUE_FROM: f64 = 9.0;
const VALUE_SPREAD: f64 = 1.5;

/// The merit of a cage is this many times the mean of its open cells: with 3 and 5 about as many nodes, with 2 and 8 a fifth
/// more.
const CAGE: f64 = 4.0;

/// The fraction of the cells that must be in cages for branches to be about cages: with lines of consecutive digits in three
/// fifths of a grid, or sums on crossing diagonals, branching on cages takes two to ten times as many nodes.
const MOST: (usize, usize) = (3, 4);

/// A candidate to assume (a cell and a value, as a bit), and its number of alternatives.
pub(super) type Branch = (usize, u64, u32);

/// The assumption of a branch; when that has been searched, the opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Assumption {
    /// A cell holds a value, as a bit.
    Holds { cell: u32, bit: u64 },
    /// No cell of a cage, by its number as a constraint, holds this value, as a bit.
    Lacks { cage: u32, bit: u16 },
}

/// What a search has learned about where to branch.
pub(super) struct Branching {
    switches: Switches,
    /// The weight of each cell, which conflicts increase.
    weight: Vec<f64>,
    /// For each value, the number of failures that ended with it.
    ends: [f64; 64],
    /// The factor for the weight of a cell, by the number of values left in it.
    worth: [f64; 65],
    /// For each cell, another one that makes it more promising once that one is known; or the cell itself.
    partner: Vec<u32>,
    random: Option<Random>,
    /// For each cell, the values to assume first.
    prefer: Vec<u64>,
    /// The cages for branching, by their number as constraints; and whether a branch may be about their combinations.
    cages: Vec<u32>,
    by_combination: bool,
}

impl Branching {
    /// Starts with the initial weights.
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

    /// Prepares for another search, in this order.
    pub(super) fn start(&mut self, net: &Compiled, order: Order<'_>) {
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

    /// Called when the search is long: branches may now be about the combinations of cages. What was learned about single cells
    /// is forgotten: without that the hardest killers take twice as many nodes.
    pub(super) fn use_combinations(&mut self, net: &Compiled) {
        if !self.by_combination && !self.cages.is_empty() && self.random.is_none() && self.prefer.is_empty() {
            self.by_combination = true;
            self.forget(net);
        }
    }

    /// Whether there are cages for branching.
    pub(super) fn has_cages(&self) -> bool {
        !self.cages.is_empty()
    }

    /// Whether branching uses cages now.
    pub(super) fn is_by_combination(&self) -> bool {
        self.by_combination
    }

    /// The cages for branching in long searches, and whether the search is long.
    #[cfg(test)]
    pub(super) fn cages(&self) -> (&[u32], bool) {
        (&self.cages, self.by_combination)
    }

    /// Whether the choice is random.
    pub(super) fn is_random(&self) -> bool {
        self.random.is_some()
    }

    /// Makes each of two cells more promising once the other is known.
    pub(super) fn pair(&mut self, a: u32, b: u32) {
        self.partner[a as usize] = b;
        self.partner[b as usize] = a;
    }

    /// The scores, by cell.
    pub(super) fn weights(&self) -> &[f64] {
        &self.weight
    }

    /// Copies the weights that another search of the same model learned.
    pub(super) fn learn(&mut self, weights: &[f64]) {
        self.weight.copy_from_slice(weights);
    }

    /// The merit of a cell with these values.
    #[inline]
    pub(super) fn merit(&self, cell: usize, values: u64) -> f64 {
        self.weight[cell] * self.worth(values)
    }

    #[inline]
    fn worth(&self, values: u64) -> f64 {
        self.worth[values.count_ones() as usize]
    }

    /// Resets everything that was learned.
    pub(super) fn forget(&mut self, net: &Compiled) {
        self.ends.fill(0.0);
        start_weights(net, self.switches, &mut self.weight);
    }

    /// The weights that conflicts in this net have added.
    pub(super) fn learned(&self, net: &Compiled) -> Vec<f64> {
        let mut learned = vec![0.0; net.n];
        start_weights(net, self.switches, &mut learned);
        learned.iter_mut().zip(&self.weight).for_each(|(start, now)| *start = now - *start);
        learned
    }

    /// Continues the search in this net, with the scores learned in another one.
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
                let range = net.members_start[g as usize] as usize..net.members_start[g as usize + 1] as usize;
                net.members[range].iter().for_each(|m| weight[m.cell as usize] += 0.5 * f64::from(m.bits.count_ones()));
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

    /// Records that a branch failed, and that the failure ended with this value.
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

    /// The value with which clearly more failures end than with others, as a bit, and the bonus for it; 0 if there is none.
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

    /// The next assumption, and its number of alternatives; `None` if all cells are fixed.
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

    /// A property that distinguishes a cage's combinations, if its merit exceeds `score`.
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
            // The merit counts fully with two combinations, and less with more.
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

    /// The next candidate to assume (never a cage), and its number of alternatives; `None` if all cells are fixed.
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
                // Digits and labels are not the same values.
                let mut score = weight + if alone && d & worst != 0 { bonus } else { 0.0 };
                if !alone && dom[partner].is_power_of_two() {
                    score *= regions::PARTNER;
                }
                // The score counts fully with two values, and less with more, so the values of most cells need not be counted.
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
            // Places of a value have no bonus: the cell competes with them without its own, or they would hardly ever come up.
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

    /// A value of a cell to assume.
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

    /// One of two places of a value in a house, if its merit exceeds `score`; among equals, that of the first house, and there of
    /// the smallest value.
    fn place(&self, state: &State<'_>, score: f64) -> Option<Branch> {
        // Merit, set, value as a bit, cell.
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

/// The initial weights: cells in many small facts are more promising.
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
        let near = (net.links.near_start[c + 1] - net.links.near_start[c]) as f64;
        let peers = net.links.peers.count(c) as f64;
        let propagators = *weight;
        *weight = 1.0 + 0.02 * peers + 0.05 * near + propagators + 0.2 * net.groups_of.row(c).len() as f64;
    }
    for unknown in &net.tools.unknown_regions {
        unknown.set_weights(weight);
    }
}

/// The model's own cages of answer cells, by their number as constraints, if together they contain most of these cells; otherwise
/// none.
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
    /// Makes an assumption (`yes`), or its opposite.
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
