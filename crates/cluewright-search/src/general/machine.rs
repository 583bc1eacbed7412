//! Automata as sets of states, a bit each, and a memory of earlier runs.
//!
//! Its slow twin is the constraint itself, [`Automaton`]. What is faster here: only states that can be reached are
//! looked at, not every edge; and what earlier runs left of states and domains is kept, the widest domains first, each
//! within the ones before. A run goes on from the last of them that the present domains are within: whatever lies
//! before the first cell that changed since and behind the last is still true, up to where the sets of states become
//! what they were. So a search that goes back finds what it had known there. The memory decides how long a run takes
//! and never what comes of it.

use super::propagate::State;
use cluewright_core::constraint::{Any, Automaton};
use cluewright_core::{Cell, Conflict, Constraint, Kind};
use std::ops::Range;

/// Out of a state, to one behind the cell (counted within its layer), by these values.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: u16,
    values: u16,
}

/// Where the states before a cell are; behind the last layer one more, to end.
#[derive(Clone, Copy, Debug)]
struct Layer {
    /// The number of its first state.
    state: u32,
    /// Its first word in a set of all states.
    word: u32,
}

/// The states of an automaton and the ways between them.
#[derive(Debug)]
struct Graph {
    /// [`Automaton::data`] of those it is made from.
    data: usize,
    layers: Vec<Layer>,
    /// By state, where its ways begin; one more to end.
    ways_of: Vec<u32>,
    ways: Vec<Way>,
    /// Are the states of each layer one word?
    narrow: bool,
}

/// One automaton: cells and what is known of them.
#[derive(Debug)]
struct Machine {
    cells: Vec<u32>,
    graph: usize,
    /// By run and layer, the states on a way from the first to a last one, `words` words a run.
    alive: Vec<u64>,
    words: usize,
    /// By run, the values it left of each cell; those the last one began with, if it found that none are left.
    left: Vec<u16>,
    /// Runs that are kept.
    runs: usize,
    /// Did the last one end in a conflict?
    failed: bool,
}

/// Most runs kept: the last ones of a deep search take each other's place.
const MOST_RUNS: usize = 24;

/// Several things of which at least one holds.
#[derive(Debug)]
struct Choice {
    cells: Vec<u32>,
    branches: Vec<Branch>,
    /// What the branches leave.
    left: Vec<u64>,
}

/// What a choice may come to: all of this.
#[derive(Debug, Default)]
struct Branch {
    /// Cells and the values they may hold.
    allowed: Vec<(u32, u64)>,
    machines: Vec<u32>,
}

/// All automata of a model.
#[derive(Debug, Default)]
pub(super) struct Machines {
    graphs: Vec<Graph>,
    list: Vec<Machine>,
    choices: Vec<Choice>,
    /// Room for the states behind a cell.
    next: Vec<u64>,
    /// Room for the domains of a branch, by cell.
    room: Vec<u64>,
}

impl Graph {
    /// `None` when a cell has too many values, or a layer too many states.
    fn new(automaton: &Automaton) -> Option<Self> {
        let n = automaton.cells().len();
        let (mut state, mut word) = (0, 0);
        let mut layers = Vec::with_capacity(n + 2);
        let mut ways_of = Vec::with_capacity(automaton.state_count() + 1);
        let mut ways = Vec::with_capacity(automaton.edge_count());
        for layer in 0..=n {
            layers.push(Layer { state, word });
            let states = u16::try_from(automaton.states(layer)).ok()?;
            state += u32::from(states);
            word += u32::from(states).div_ceil(64);
            let edges = if layer < n { automaton.edges(layer) } else { &[] };
            let mut at = 0;
            for from in 0..u32::from(states) {
                ways_of.push(ways.len() as u32);
                while let Some(edge) = edges.get(at).filter(|e| e.from == from) {
                    ways.push(Way { to: edge.to as u16, values: u16::try_from(edge.values).ok()? });
                    at += 1;
                }
            }
        }
        layers.push(Layer { state, word });
        ways_of.push(ways.len() as u32);
        let narrow = word as usize == n + 1;
        Some(Self { data: automaton.data(), layers, ways_of, ways, narrow })
    }

    /// Where the states before a cell, and those behind it, are in a set of all.
    #[inline]
    fn words_of(&self, layer: usize) -> (Range<usize>, Range<usize>) {
        let word = |layer: usize| self.layers[layer].word as usize;
        (word(layer)..word(layer + 1), word(layer + 1)..word(layer + 2))
    }

    /// The ways out of a state.
    #[inline]
    fn ways(&self, state: usize) -> &[Way] {
        &self.ways[self.ways_of[state] as usize..self.ways_of[state + 1] as usize]
    }

    /// Every state.
    fn all(&self, alive: &mut [u64]) {
        for pair in self.layers.windows(2) {
            let mut states = pair[1].state - pair[0].state;
            for word in &mut alive[pair[0].word as usize..pair[1].word as usize] {
                *word = if states >= 64 { u64::MAX } else { (1 << states) - 1 };
                states = states.saturating_sub(64);
            }
        }
    }
}

impl Machine {
    /// What the last run left.
    #[inline]
    fn left(&self) -> &[u16] {
        &self.left[(self.runs - 1) * self.cells.len()..][..self.cells.len()]
    }

    /// Makes the last run one for these domains.
    fn run(&mut self, graph: &Graph, next: &mut [u64], dom: &[u64]) -> Result<(), Conflict> {
        let n = self.cells.len();
        let (mut first, mut last);
        loop {
            (first, last) = (n, 0);
            let mut within = true;
            if self.runs == 0 {
                break;
            }
            for (i, (&cell, &left)) in self.cells.iter().zip(self.left()).enumerate() {
                let now = dom[cell as usize] as u16;
                if now != left {
                    first = first.min(i);
                    last = i;
                    within &= now & !left == 0;
                }
            }
            if within && self.failed {
                return Err(Conflict);
            } else if within && first == n {
                return Ok(());
            } else if within {
                break;
            }
            self.runs -= 1;
            self.failed = false;
        }
        let (words, old) = (self.words, self.runs);
        if old < MOST_RUNS {
            self.runs += 1;
            if self.left.len() < self.runs * n {
                self.left.resize(self.runs * n, 0);
                self.alive.resize(self.runs * words, 0);
            }
            if old > 0 {
                self.left.copy_within((old - 1) * n..old * n, old * n);
                self.alive.copy_within((old - 1) * words..old * words, old * words);
            } else {
                graph.all(&mut self.alive[..words]);
                (first, last) = (0, n - 1);
            }
        }
        let at = self.runs - 1;
        let run = Run {
            cells: &self.cells,
            alive: &mut self.alive[at * words..][..words],
            left: &mut self.left[at * n..][..n],
        };
        let found = if graph.narrow {
            run.sweep::<true>(graph, next, dom, first, last)
        } else {
            run.sweep::<false>(graph, next, dom, first, last)
        };
        if found.is_err() {
            self.failed = true;
            for (left, &cell) in self.left[at * n..].iter_mut().zip(&self.cells) {
                *left = dom[cell as usize] as u16;
            }
        }
        found
    }
}

/// What a run works on.
struct Run<'a> {
    cells: &'a [u32],
    alive: &'a mut [u64],
    left: &'a mut [u16],
}

impl Run<'_> {
    /// Forward and backward through the layers, when the cells from `first` to `last` hold less than before. `ONE`
    /// when the states before each cell are one word.
    fn sweep<const ONE: bool>(
        self,
        graph: &Graph,
        next: &mut [u64],
        dom: &[u64],
        first: usize,
        last: usize,
    ) -> Result<(), Conflict> {
        let n = self.cells.len();
        // Forward: what can be reached, until that is what it was.
        let mut end = n;
        for layer in first..n {
            let values = dom[self.cells[layer] as usize] as u16;
            let (here, there) = if ONE { (layer..layer + 1, layer + 1..layer + 2) } else { graph.words_of(layer) };
            let mut only = 0;
            if !ONE {
                next[..there.len()].fill(0);
            }
            let at = graph.layers[layer].state as usize;
            for (i, &word) in self.alive[here].iter().enumerate() {
                let mut states = word;
                while states != 0 {
                    let state = at + i * 64 + states.trailing_zeros() as usize;
                    states &= states - 1;
                    for way in graph.ways(state) {
                        let open = u64::from(way.values & values != 0) << (way.to % 64);
                        if ONE {
                            only |= open;
                        } else {
                            next[usize::from(way.to) / 64] |= open;
                        }
                    }
                }
            }
            let (mut same, mut any) = (true, 0);
            for (i, old) in self.alive[there].iter_mut().enumerate() {
                let both = *old & if ONE { only } else { next[i] };
                same &= both == *old;
                any |= both;
                *old = both;
            }
            if any == 0 {
                return Err(Conflict);
            }
            if same && layer >= last {
                end = layer + 1;
                break;
            }
        }
        // Backward: of that, what leads to the end, until that is what it was.
        for layer in (0..end).rev() {
            let values = dom[self.cells[layer] as usize] as u16;
            let (here, there) = if ONE { (layer..layer + 1, layer + 1..layer + 2) } else { graph.words_of(layer) };
            let (before, behind) = self.alive.split_at_mut(there.start);
            let behind = &behind[..there.len()];
            let only = behind[0];
            let at = graph.layers[layer].state as usize;
            let (mut keep, mut same) = (0, true);
            for (i, word) in before[here].iter_mut().enumerate() {
                let mut states = *word;
                while states != 0 {
                    let bit = states & states.wrapping_neg();
                    let state = at + i * 64 + states.trailing_zeros() as usize;
                    states &= states - 1;
                    let mut mine = 0;
                    for way in graph.ways(state) {
                        let to = if ONE { only } else { behind[usize::from(way.to) / 64] };
                        let open = to >> (way.to % 64) & 1;
                        mine |= way.values & (open as u16).wrapping_neg();
                    }
                    mine &= values;
                    keep |= mine;
                    if mine == 0 {
                        *word &= !bit;
                        same = false;
                    }
                }
            }
            self.left[layer] = keep;
            if same && layer <= first {
                break;
            }
        }
        Ok(())
    }
}

impl Branch {
    /// Narrows the domains in `room`.
    fn narrow(
        &self,
        list: &mut [Machine],
        graphs: &[Graph],
        next: &mut [u64],
        room: &mut [u64],
    ) -> Result<(), Conflict> {
        for &(cell, values) in &self.allowed {
            room[cell as usize] &= values;
            if room[cell as usize] == 0 {
                return Err(Conflict);
            }
        }
        loop {
            let mut again = false;
            for &at in &self.machines {
                let machine = &mut list[at as usize];
                machine.run(&graphs[machine.graph], next, room)?;
                for (&cell, &left) in machine.cells.iter().zip(machine.left()) {
                    again |= room[cell as usize] != u64::from(left);
                    room[cell as usize] = u64::from(left);
                }
            }
            if !again || self.machines.len() == 1 {
                return Ok(());
            }
        }
    }
}

impl Machines {
    /// Takes an automaton in; `None` when it has too many states at a time, or a cell too many values.
    pub(super) fn add(&mut self, automaton: &Automaton) -> Option<u32> {
        let n = automaton.cells().len();
        if n == 0 || automaton.states(0) == 0 {
            return None;
        }
        let shared = self.graphs.iter().position(|g| g.data == automaton.data());
        if shared.is_none() {
            self.graphs.push(Graph::new(automaton)?);
        }
        let graph = shared.unwrap_or(self.graphs.len() - 1);
        let words = |layer| automaton.states(layer).div_ceil(64);
        let widest = (0..=n).map(words).max().unwrap_or(0);
        self.next.resize(self.next.len().max(widest), 0);
        self.list.push(Machine {
            cells: automaton.cells().iter().map(|c| u32::from(c.0)).collect(),
            graph,
            alive: Vec::new(),
            words: (0..=n).map(words).sum(),
            left: Vec::new(),
            runs: 0,
            failed: false,
        });
        Some(self.list.len() as u32 - 1)
    }

    /// Takes a choice in; `None` when one of its branches is more than automata and cells with some values allowed.
    /// `first` is the number a cell's value 0 stands for.
    pub(super) fn add_choice(&mut self, any: &Any, first: impl Fn(Cell) -> i32) -> Option<u32> {
        let old = self.list.len();
        let mut branches = Vec::with_capacity(any.branches().len());
        for kind in any.branches() {
            let mut branch = Branch::default();
            if self.add_branch(kind, &first, &mut branch).is_none() {
                self.list.truncate(old);
                return None;
            }
            branches.push(branch);
        }
        let cells: Vec<u32> = any.cells().iter().map(|c| u32::from(c.0)).collect();
        let most = cells.iter().max().map_or(0, |&c| c as usize + 1);
        self.room.resize(self.room.len().max(most), 0);
        self.choices.push(Choice { left: vec![0; cells.len()], cells, branches });
        Some(self.choices.len() as u32 - 1)
    }

    fn add_branch(&mut self, kind: &Kind, first: &impl Fn(Cell) -> i32, branch: &mut Branch) -> Option<()> {
        match kind {
            Kind::Automaton(automaton) => branch.machines.push(self.add(automaton)?),
            Kind::All(all) => all.parts().iter().try_for_each(|part| self.add_branch(part, first, branch))?,
            Kind::Allowed(allowed) => {
                let cell = allowed.cell();
                if allowed.first() != first(cell) {
                    return None;
                }
                branch.allowed.push((u32::from(cell.0), allowed.values().0));
            }
            _ => return None,
        }
        Some(())
    }

    /// Works out what an automaton leaves of these domains.
    #[inline]
    fn run(&mut self, at: usize, dom: &[u64]) -> Result<(), Conflict> {
        let machine = &mut self.list[at];
        machine.run(&self.graphs[machine.graph], &mut self.next, dom)
    }

    /// Works out what the branches of a choice leave: a value stays when one of them leaves it. Its slow twin is
    /// [`Any`].
    fn choose(&mut self, at: usize, dom: &[u64]) -> Result<(), Conflict> {
        let choice = &mut self.choices[at];
        choice.left.fill(0);
        let mut possible = false;
        for branch in &choice.branches {
            for &c in &choice.cells {
                self.room[c as usize] = dom[c as usize];
            }
            let fine = branch.narrow(&mut self.list, &self.graphs, &mut self.next, &mut self.room).is_ok();
            possible |= fine;
            if !fine {
                continue;
            }
            let mut all_back = true;
            for (left, &c) in choice.left.iter_mut().zip(&choice.cells) {
                *left |= self.room[c as usize];
                all_back &= *left == dom[c as usize];
            }
            if all_back {
                break; // nothing can be removed any more
            }
        }
        if possible { Ok(()) } else { Err(Conflict) }
    }
}

impl State<'_> {
    /// Keeps the values on ways from the first state to a last one: all that an automaton says.
    pub(super) fn machine(&mut self, at: usize) -> Result<(), Conflict> {
        self.net.tools.machines.run(at, &self.dom)?;
        for i in 0..self.net.tools.machines.list[at].cells.len() {
            let machine = &self.net.tools.machines.list[at];
            self.narrow(machine.cells[i] as usize, u64::from(machine.left()[i]))?;
        }
        Ok(())
    }

    /// Keeps the values that one of a choice's branches leaves.
    pub(super) fn choice(&mut self, at: usize) -> Result<(), Conflict> {
        self.net.tools.machines.choose(at, &self.dom)?;
        for i in 0..self.net.tools.machines.choices[at].cells.len() {
            let choice = &self.net.tools.machines.choices[at];
            self.narrow(choice.cells[i] as usize, choice.left[i])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Machines;
    use crate::random::Random;
    use cluewright_core::constraint::{All, Allowed, Any, Automaton, Edge};
    use cluewright_core::{Board, Cell, Constraint, Kind, ValueSet};

    /// Any automaton: `states` states at a time, `ways` ways out of each.
    fn draw(random: &mut Random, cells: &[Cell], states: u32, ways: u32, values: u32) -> Automaton {
        let mut layers = Vec::new();
        for layer in 0..cells.len() {
            let mut edges = Vec::new();
            for from in 0..if layer == 0 { 1 } else { states } {
                for _ in 0..if layer == 0 { states.min(values) } else { ways } {
                    edges.push(Edge::new(from, random.below(states), ValueSet(1 << random.below(values))));
                }
            }
            layers.push(edges);
        }
        Automaton::new(cells, &vec![1; cells.len()], &layers).expect("over different cells")
    }

    /// Other domains: down a branch, mostly; sometimes elsewhere. And a board of them.
    fn wander(random: &mut Random, dom: &mut [u64], values: u32) -> Board {
        if random.below(4) == 0 {
            dom.fill_with(|| (random.bits() | random.bits()) & ((1 << values) - 1));
        } else {
            dom[random.below(dom.len() as u32) as usize] &= random.bits() | random.bits();
        }
        if dom.contains(&0) {
            dom.fill((1 << values) - 1);
        }
        Board::new(dom.iter().map(|&d| ValueSet(d)).collect(), vec![1; dom.len()])
    }

    #[test]
    fn leaves_what_the_constraint_leaves_whatever_ran_before() {
        let mut random = Random::new(5);
        let (mut narrowed, mut conflicts, mut wide) = (0, 0, 0);
        for round in 0..300 {
            let n = 1 + random.below(7) as usize;
            let values = 2 + random.below(8);
            let states = if round % 3 == 0 { 60 + random.below(200) } else { 1 + random.below(12) };
            let cells: Vec<Cell> = (0..n as u16).rev().map(Cell).collect();
            let ways = 1 + random.below(4);
            let automaton = draw(&mut random, &cells, states, ways, values);
            wide += u32::from((0..=n).any(|layer| automaton.states(layer) > 64));
            let mut machines = Machines::default();
            let Some(at) = machines.add(&automaton) else { continue };
            let mut dom = vec![(1u64 << values) - 1; n];
            for _ in 0..40 {
                let mut board = wander(&mut random, &mut dom, values);
                let slow = automaton.propagate(&mut board);
                let fast = machines.run(at as usize, &dom);
                assert_eq!(fast.is_err(), slow.is_err(), "{automaton:?} {dom:?}");
                if slow.is_err() {
                    conflicts += 1;
                    continue;
                }
                for (&cell, &left) in cells.iter().zip(machines.list[at as usize].left()) {
                    assert_eq!(u64::from(left), board.values(cell).0, "{automaton:?} {dom:?}");
                    narrowed += u32::from(u64::from(left) != dom[cell.index()]);
                    // Others may go on with what came of it, or not.
                    if random.below(8) != 0 {
                        dom[cell.index()] = u64::from(left);
                    }
                }
            }
        }
        assert!(narrowed > 5_000 && conflicts > 500 && wide > 20, "{narrowed} {conflicts} {wide}");
    }

    #[test]
    fn a_choice_leaves_what_the_constraint_leaves() {
        let mut random = Random::new(6);
        let (mut narrowed, mut conflicts) = (0, 0);
        for _ in 0..200 {
            let n = 3 + random.below(3) as usize;
            let values = 2 + random.below(5);
            let mut branches = Vec::new();
            for _ in 0..=random.below(4) {
                let first = random.below(3) as u16;
                let cells: Vec<Cell> = (first..n as u16).map(Cell).collect();
                let states = 1 + random.below(5);
                let mut parts: Vec<Kind> = vec![draw(&mut random, &cells, states, 2, values).into()];
                for _ in 0..random.below(3) {
                    parts.push(match random.below(2) {
                        0 => draw(&mut random, &cells[1..], states, 3, values).into(),
                        _ => Allowed::new(cells[0], 1, ValueSet(random.bits() & 0xff)).into(),
                    });
                }
                branches.push(if parts.len() == 1 { parts.remove(0) } else { All::new(parts).into() });
            }
            let any = Any::new(branches);
            let mut machines = Machines::default();
            let Some(at) = machines.add_choice(&any, |_| 1) else { continue };
            let mut dom = vec![(1u64 << values) - 1; n];
            for _ in 0..30 {
                let mut board = wander(&mut random, &mut dom, values);
                let slow = any.propagate(&mut board);
                let fast = machines.choose(at as usize, &dom);
                assert_eq!(fast.is_err(), slow.is_err(), "{any:?} {dom:?}");
                if slow.is_err() {
                    conflicts += 1;
                    continue;
                }
                for (&cell, &left) in any.cells().iter().zip(&machines.choices[at as usize].left) {
                    let now = left & dom[cell.index()];
                    assert_eq!(now, board.values(cell).0, "{any:?} {dom:?}");
                    narrowed += u32::from(now != dom[cell.index()]);
                    dom[cell.index()] = now;
                }
            }
        }
        assert!(narrowed > 500 && conflicts > 100, "{narrowed} {conflicts}");
    }
}
