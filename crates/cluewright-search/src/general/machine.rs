//! Automata with the memory of their runs, and choices between them.

mod run;

use cluewright_core::constraint::{Any, Automaton, AutomatonMemory};
use cluewright_core::{Cell, Conflict, Constraint, Kind};

/// One automaton, and the memory of its runs.
#[derive(Debug)]
struct Machine {
    automaton: Automaton,
    memory: AutomatonMemory,
}

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
    list: Vec<Machine>,
    choices: Vec<Choice>,
    /// A buffer for the domains of a branch, by cell.
    domains: Vec<u64>,
}

impl Branch {
    /// Narrows the domains in `domains`.
    fn narrow(&self, list: &mut [Machine], domains: &mut [u64]) -> Result<(), Conflict> {
        for &(cell, values) in &self.allowed {
            domains[cell as usize] &= values;
            if domains[cell as usize] == 0 {
                return Err(Conflict);
            }
        }
        loop {
            let mut again = false;
            for &at in &self.machines {
                let Machine { automaton, memory } = &mut list[at as usize];
                let left = automaton.look(memory, |c| domains[c.index()])?;
                for (cell, &left) in automaton.cells().iter().zip(left) {
                    again |= domains[cell.index()] != left;
                    domains[cell.index()] = left;
                }
            }
            if !again || self.machines.len() == 1 {
                return Ok(());
            }
        }
    }
}

impl Machines {
    /// Adds an automaton and returns its index.
    pub(super) fn add(&mut self, automaton: &Automaton) -> u32 {
        self.list.push(Machine { automaton: automaton.over(automaton.cells()), memory: AutomatonMemory::default() });
        self.list.len() as u32 - 1
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
            Kind::Automaton(automaton) => branch.machines.push(self.add(automaton)),
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
            let fine = branch.narrow(&mut self.list, &mut self.domains).is_ok();
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
    use super::Machines;
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
            let at = machines.add_choice(&any, |_| 1).expect("nothing but automata and allowed values");
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
