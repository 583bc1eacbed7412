//! Automata as sets of edges or states, a bit each, and a memory of earlier runs.
//!
//! The constraint itself, [`Automaton`], is the slow reference. This is faster because small automata are words of edges
//! ([`edges`]), only reachable states of large ones are examined ([`transitions`]), and the results of earlier runs are
//! remembered: the widest domains first, each within those before. A run continues from the last remembered one whose domains
//! contain the current ones: everything before the first cell that has changed since, and after the last one, is still valid, up
//! to the layer where the sets of states become the same again. So a search that goes back finds the results that it had there.
//! The memory affects only the time of a run, never its result.

mod edges;
mod transitions;

mod run;

use cluewright_core::constraint::{Any, Automaton};
use cluewright_core::{Cell, Conflict, Constraint, Kind};
use edges::Edges;
use transitions::Transitions;

/// The tables shared by automata with the same data.
#[derive(Debug)]
struct Graph {
    /// [`Automaton::data`].
    data: usize,
    /// The initial contents of a run: for each cell, its values; then all states or edges that can be alive.
    full: Vec<u64>,
    net: Net,
}

/// The representation of an automaton.
#[derive(Debug)]
enum Net {
    Edges(Edges),
    Transitions(Transitions),
}

/// One automaton: its cells, and the memory of its runs.
#[derive(Debug)]
struct Machine {
    cells: Vec<u32>,
    graph: usize,
    /// For each run: the values it left of each cell (or, if it ended in a conflict, those it began with), and what lies on a
    /// path from the first state to a last one.
    memory: Vec<u64>,
    /// The number of remembered runs.
    runs: usize,
    /// Whether the last run ended in a conflict.
    failed: bool,
}

/// The maximum number of remembered runs; in a deep search the last ones replace each other.
const MOST_RUNS: usize = 24;

/// Several branches of which at least one holds.
#[derive(Debug)]
struct Choice {
    cells: Vec<u32>,
    branches: Vec<Branch>,
    /// The values that the branches leave.
    left: Vec<u64>,
}

/// A branch of a choice: it holds if all of its parts hold.
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
    /// A buffer for the states after a cell.
    next: Vec<u64>,
    /// A buffer for the domains of a branch, by cell.
    domains: Vec<u64>,
}

impl Graph {
    /// `None` if it is too large.
    fn new(automaton: &Automaton) -> Option<Self> {
        let mut full = Vec::new();
        let net = match Edges::new(automaton, &mut full) {
            Some(edges) => Net::Edges(edges),
            None => Net::Transitions(Transitions::new(automaton, &mut full)?),
        };
        Some(Self { data: automaton.data(), full, net })
    }
}

impl Machine {
    /// The result of the last run.
    #[inline]
    fn left(&self, graph: &Graph) -> &[u64] {
        &self.memory[(self.runs - 1) * graph.full.len()..][..self.cells.len()]
    }

    /// Runs the automaton on these domains; the result is the last run in the memory.
    fn run(&mut self, graph: &Graph, next: &mut [u64], dom: &[u64]) -> Result<(), Conflict> {
        let (n, size) = (self.cells.len(), graph.full.len());
        let (mut first, mut last);
        loop {
            // Before the first run, every value that some edge has is left.
            let fresh = self.runs == 0;
            let left = if fresh { &graph.full[..n] } else { self.left(graph) };
            (first, last) = (n, 0);
            let mut within = true;
            for (i, (&cell, &left)) in self.cells.iter().zip(left).enumerate() {
                let now = if fresh { dom[cell as usize] & left } else { dom[cell as usize] };
                if now != left {
                    first = first.min(i);
                    last = i;
                    within &= now & !left == 0;
                }
            }
            if within && self.failed {
                return Err(Conflict);
            } else if within && first == n && !fresh {
                return Ok(());
            } else if within {
                break;
            }
            self.runs -= 1;
            self.failed = false;
        }
        let old = self.runs;
        if old < MOST_RUNS {
            self.runs += 1;
            if self.memory.len() < self.runs * size {
                self.memory.resize(self.runs * size, 0);
            }
            if old > 0 {
                self.memory.copy_within((old - 1) * size..old * size, old * size);
            } else {
                self.memory[..size].copy_from_slice(&graph.full);
            }
        }
        if first == n {
            return Ok(());
        }
        let (left, alive) = self.memory[(self.runs - 1) * size..][..size].split_at_mut(n);
        let now = |i: usize| dom[self.cells[i] as usize];
        let found = match &graph.net {
            Net::Edges(edges) => edges.sweep(alive, (&mut *left, &now), (first, last)),
            Net::Transitions(ways) => ways.sweep(alive, next, (&mut *left, &now), (first, last)),
        };
        if found.is_err() {
            self.failed = true;
            left.iter_mut().enumerate().for_each(|(i, left)| *left = now(i));
        }
        found
    }
}

impl Branch {
    /// Narrows the domains in `domains`.
    fn narrow(
        &self,
        list: &mut [Machine],
        graphs: &[Graph],
        next: &mut [u64],
        domains: &mut [u64],
    ) -> Result<(), Conflict> {
        for &(cell, values) in &self.allowed {
            domains[cell as usize] &= values;
            if domains[cell as usize] == 0 {
                return Err(Conflict);
            }
        }
        loop {
            let mut again = false;
            for &at in &self.machines {
                let machine = &mut list[at as usize];
                machine.run(&graphs[machine.graph], next, domains)?;
                for (&cell, &left) in machine.cells.iter().zip(machine.left(&graphs[machine.graph])) {
                    again |= domains[cell as usize] != left;
                    domains[cell as usize] = left;
                }
            }
            if !again || self.machines.len() == 1 {
                return Ok(());
            }
        }
    }
}

impl Machines {
    /// Adds an automaton; `None` if a layer has too many states, or a cell too many values.
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
        if let Net::Transitions(ways) = &self.graphs[graph].net {
            self.next.resize(self.next.len().max(ways.widest), 0);
        }
        self.list.push(Machine {
            cells: automaton.cells().iter().map(|c| u32::from(c.0)).collect(),
            graph,
            memory: Vec::new(),
            runs: 0,
            failed: false,
        });
        Some(self.list.len() as u32 - 1)
    }

    /// Adds a choice; `None` if one of its branches consists of anything but automata and cells with some allowed values. `first`
    /// returns the number that a cell's value 0 stands for.
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
        self.domains.resize(self.domains.len().max(most), 0);
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

    /// The values that the last run of automaton number `at` left of its cells.
    #[inline]
    fn left(&self, at: usize) -> &[u64] {
        let machine = &self.list[at];
        machine.left(&self.graphs[machine.graph])
    }

    /// Runs automaton number `at` on these domains.
    #[inline]
    fn run(&mut self, at: usize, dom: &[u64]) -> Result<(), Conflict> {
        let machine = &mut self.list[at];
        machine.run(&self.graphs[machine.graph], &mut self.next, dom)
    }

    /// Computes what the branches of a choice leave: a value stays if one of the branches leaves it. [`Any`] is the slow
    /// reference.
    fn choose(&mut self, at: usize, dom: &[u64]) -> Result<(), Conflict> {
        let choice = &mut self.choices[at];
        choice.left.fill(0);
        let mut possible = false;
        for branch in &choice.branches {
            for &c in &choice.cells {
                self.domains[c as usize] = dom[c as usize];
            }
            let fine = branch.narrow(&mut self.list, &self.graphs, &mut self.next, &mut self.domains).is_ok();
            possible |= fine;
            if !fine {
                continue;
            }
            let mut all_back = true;
            for (left, &c) in choice.left.iter_mut().zip(&choice.cells) {
                *left |= self.domains[c as usize];
                all_back &= *left == dom[c as usize];
            }
            if all_back {
                break; // nothing can be removed any more
            }
        }
        if possible { Ok(()) } else { Err(Conflict) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Machines, Net};
    use cluewright_core::constraint::{All, Allowed, Any, Automaton, Edge};
    use cluewright_core::{Board, Cell, Constraint, Kind, Random, ValueSet};

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
        let (mut narrowed, mut conflicts) = (0, 0);
        // Automata as words of edges, those of many values; as ways with a word of states; with more.
        let mut kinds = [0; 4];
        for round in 0..300 {
            let n = 1 + random.below(7) as usize;
            let values = 2 + random.below(if round % 7 == 0 { 40 } else { 8 });
            let states = match round % 3 {
                0 => 60 + random.below(200),
                1 => 10 + random.below(50),
                _ => 1 + random.below(12),
            };
            let cells: Vec<Cell> = (0..n as u16).rev().map(Cell).collect();
            let ways = 1 + random.below(8);
            let automaton = draw(&mut random, &cells, states, ways, values);
            let mut machines = Machines::default();
            let Some(at) = machines.add(&automaton) else { continue };
            let kind = match machines.graphs[0].net {
                Net::Edges(_) => usize::from(values > 16),
                Net::Transitions(_) => 2 + usize::from((0..=n).any(|layer| automaton.states(layer) > 64)),
            };
            kinds[kind] += 1;
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
                for (&cell, &left) in cells.iter().zip(machines.left(at as usize)) {
                    assert_eq!(left, board.values(cell).0, "{automaton:?} {dom:?}");
                    narrowed += u32::from(left != dom[cell.index()]);
                    // Others may go on with what came of it, or not.
                    if random.below(8) != 0 {
                        dom[cell.index()] = left;
                    }
                }
            }
        }
        assert!(narrowed > 5_000 && conflicts > 500, "{narrowed} {conflicts}");
        assert!(kinds.iter().all(|&k| k > 10), "{kinds:?}");
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
