//! Random models over every kind of constraint: the engine for every day against the simple one and brute force.

use crate::common;

use cluewright_core::constraint::{
    All, AllDifferent, Allowed, Any, Automaton, Between, Compare, Connected, Contains, Count, Different, Edge, Ends,
    EqualSums, Evaluated, Formula, Kind, Pair, Regions, SameMultiset, Sum, Total,
};
use cluewright_core::model::{CellKind, Relation};
use cluewright_core::{Board, Cell, Constraint, Model, ModelBuilder, Origin, OriginId, Place, Value, ValueSet};
use cluewright_search::{Limits, Solver};
use common::{Random, brute_force, some_cells};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A formula that no other kind expresses: the sum of squares is a multiple of a number.
#[derive(Debug)]
struct Squares(i32);

impl Formula for Squares {
    fn holds(&self, numbers: &[i32]) -> bool {
        numbers.iter().map(|n| n * n).sum::<i32>() % self.0 == 0
    }

    fn could_hold(&self, domains: &[(i32, ValueSet)]) -> bool {
        let fixed: Option<Vec<i32>> = domains.iter().map(|d| Some(d.0 + i32::from(d.1.single()?.0))).collect();
        fixed.is_none_or(|numbers| self.holds(&numbers))
    }
}

struct Draw<'a> {
    random: &'a mut Random,
    cells: usize,
    values: usize,
    first: i32,
}

impl Draw<'_> {
    fn some(&mut self, most: usize) -> Vec<Cell> {
        let size = 1 + self.random.below(most.min(self.cells));
        some_cells(self.random, self.cells, size)
    }
    fn number(&mut self) -> i32 {
        self.first + self.random.below(self.values) as i32
    }
    fn set(&mut self) -> ValueSet {
        ValueSet(self.random.bits() & ValueSet::below(self.values as u32).0)
    }
    fn compare(&mut self) -> Compare {
        [Compare::Eq, Compare::Eq, Compare::Ne, Compare::Le, Compare::Ge][self.random.below(5)]
    }
    fn total(&mut self, number: i32) -> Total {
        if self.random.one_in(2) {
            Total::Cell(Cell(self.random.below(self.cells) as u16))
        } else {
            Total::Number(number)
        }
    }
    /// Cells for a total that is not one of the terms.
    fn total_beside(&mut self, cells: &[Cell], number: i32) -> Total {
        match self.total(number) {
            Total::Cell(c) if cells.contains(&c) => Total::Number(number),
            total => total,
        }
    }

    fn automaton(&mut self, cells: &[Cell]) -> Kind {
        let layers: Vec<Vec<Edge>> = (0..cells.len())
            .map(|layer| {
                let from = if layer == 0 { 1 } else { 3 };
                (0..from * 3).map(|i| Edge::new(i / 3, i % 3, self.set())).collect()
            })
            .collect();
        Automaton::new(cells, &vec![self.first; cells.len()], &layers).expect("a small automaton").into()
    }

    /// The number of times that a value occurs in some cells, expressed in one of the forms that rules use.
    fn count_of(&mut self, cells: &[Cell], value: u8) -> Kind {
        let firsts = vec![self.first; cells.len()];
        let terms: Vec<_> = cells.iter().map(|&c| (c, ValueSet::of(Value(value)))).collect();
        let number = self.random.below(cells.len() + 1) as i32;
        let compare = self.compare();
        let count = Kind::from(Count::new(&terms, &firsts, compare, number));
        if self.random.one_in(2) {
            return count;
        }
        let others = ValueSet::below(self.values as u32).minus(ValueSet::of(Value(value)));
        let none = cells.iter().map(|&c| Allowed::new(c, self.first, others).into()).collect();
        Any::new(vec![All::new(none).into(), count]).into()
    }

    fn kind(&mut self, depth: u32) -> Kind {
        let (values, first) = (self.values, self.first);
        let cells = self.some(4);
        let firsts = vec![first; cells.len()];
        // The kinds, then those made of others: a new kind goes before `Any`.
        let nested = if depth > 0 { 15 } else { 13 };
        match self.random.below(nested) {
            0 => {
                let terms: Vec<(Cell, i32)> =
                    cells.iter().map(|&c| (c, [1, 1, 1, -1, 2][self.random.below(5)])).collect();
                let total = terms.iter().map(|t| t.1 * self.number()).sum();
                Sum::new(&terms, self.compare(), total).into()
            }
            1 => self.automaton(&cells),
            2 => {
                let terms: Vec<_> = cells.iter().map(|&c| (c, self.set())).collect();
                let number = self.random.below(cells.len() + 1) as i32;
                Count::new(&terms, &firsts, self.compare(), number).into()
            }
            3 => AllDifferent::new(&cells).into(),
            4 => {
                let two = some_cells(self.random, self.cells, 2);
                let bad: Vec<bool> = (0..values * values).map(|_| self.random.one_in(3)).collect();
                let relation =
                    Relation::forbidding(values as u8, values as u8, |a, b| bad[a.index() * values + b.index()]);
                Pair::new([two[0], two[1]], [first; 2], relation).into()
            }
            5 => Allowed::new(cells[0], first, self.set() | ValueSet::of(Value(0))).into(),
            6 => Evaluated::new(cells, Arc::new(Squares(2 + self.random.below(3)))).into(),
            7 => {
                let numbers: Vec<i32> = (0..=self.random.below(cells.len())).map(|_| self.number()).collect();
                Contains::new(&cells, &numbers).expect("fewer numbers than cells").into()
            }
            8 => {
                let (a, b) = cells.split_at(cells.len() / 2);
                SameMultiset::new(&[a.to_vec(), b[..a.len()].to_vec()]).expect("equally long").into()
            }
            9 => {
                let other = self.some(3);
                EqualSums::new(&[cells, other]).into()
            }
            10 => {
                let terms: Vec<_> = cells.iter().map(|&c| (c, self.set())).collect();
                let beside: Vec<(u16, u16)> = (1..cells.len() as u16).map(|i| (i - 1, i)).collect();
                Connected::new(&terms, &firsts, &beside).expect("a small region").into()
            }
            11 => {
                let most = self.random.below(cells.len() + 1) as i32;
                let total = self.total_beside(&cells, most);
                Different::new(&cells, first, self.compare(), total).expect("few cells").into()
            }
            12 => {
                let ends = match self.random.below(2) {
                    0 => Ends::Extremes,
                    _ => Ends::Numbers(first, first + values as i32 - 1),
                };
                let total = (1..self.random.below(3)).map(|_| self.number()).sum();
                let within = (first, ValueSet::below(values as u32));
                Between::new(&cells, ends, total, within).expect("few values").into()
            }
            13 => Any::new((0..=self.random.below(3)).map(|_| self.kind(depth - 1)).collect()).into(),
            _ => All::new((0..=self.random.below(2)).map(|_| self.kind(depth - 1)).collect()).into(),
        }
    }
}

fn blank(n: usize, values: usize, first: i32) -> (ModelBuilder, OriginId) {
    let mut build = ModelBuilder::new();
    for i in 0..n {
        build.add_cell(CellKind::Grid(Place { row: 0, col: i as u16 }), first, ValueSet::below(values as u32), "x");
    }
    let origin = build.origin(Origin::new("test", "test"));
    (build, origin)
}

/// Up to 6 cells of up to 5 values: sets, givens, and a few constraints of any kind, some over the same cells.
fn small(random: &mut Random, met: &mut BTreeMap<&'static str, u32>) -> Model {
    let (n, values, first) = (3 + random.below(4), 2 + random.below(4), [1, 1, 0][random.below(3)]);
    let (mut build, origin) = blank(n, values, first);
    for _ in 0..random.below(3) {
        let size = 2 + random.below(n.min(values) - 1);
        build.all_different(&some_cells(random, n, size), None, origin);
    }
    if random.one_in(2) {
        let set = ValueSet(random.bits() & ValueSet::below(values as u32).0 | 1);
        build.restrict(Cell(random.below(n) as u16), set, origin);
    }
    let mut draw = Draw { random, cells: n, values, first };
    let mut kinds: Vec<Kind> = (0..draw.random.below(3)).map(|_| draw.kind(2)).collect();
    let cells = draw.some(6);
    match draw.random.below(3) {
        0 => {
            kinds.extend((0..=draw.random.below(values)).map(|v| draw.count_of(&cells, v as u8)).collect::<Vec<_>>());
        }
        1 => kinds.extend((0..2).map(|_| draw.automaton(&cells)).collect::<Vec<_>>()),
        _ => {}
    }
    for kind in kinds {
        *met.entry(kind.kind_name()).or_default() += 1;
        build.constrain(kind, origin);
    }
    build.finish()
}

fn all(solver: &mut Solver<'_>, model: &Model, board: &Board, most: usize) -> BTreeSet<Vec<Value>> {
    let mut found = BTreeSet::new();
    let own = model.board();
    solver.solutions(board, &Limits::none(), |s| {
        let inside = s.iter().zip(own.domains()).all(|(v, d)| d.contains(*v));
        assert!(!inside || model.holds(s), "a solution satisfies every fact");
        assert!(found.insert(s.to_vec()), "the same solution twice");
        if found.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

#[test]
fn every_kind_agrees_with_brute_force() {
    let mut random = Random::new(11);
    let mut met = BTreeMap::new();
    let mut sizes = [0; 3];
    for round in 0..4_000 {
        let model = small(&mut random, &mut met);
        let expected = brute_force(&model);
        sizes[expected.len().min(2)] += 1;
        let mut solver = Solver::new(&model);
        assert_eq!(all(&mut solver, &model, &model.board(), 0), expected, "round {round}: {model:?}");
        // Without the givens, the board is wider than the board for which the solver was made.
        let wide = model.blank_board();
        let open = all(&mut Solver::simple(&model), &model, &wide, 0);
        assert_eq!(all(&mut solver, &model, &wide, 0), open, "round {round}, wide: {model:?}");
        assert_eq!(all(&mut solver, &model, &model.board(), 0), expected, "round {round}, again");
    }
    assert!(sizes.iter().all(|&s| s > 100), "models of all sorts: {sizes:?}");
    for kind in Kind::NAMES.iter().filter(|k| !["Regions", "Ranked"].contains(k)) {
        assert!(met.get(kind).is_some_and(|&n| n > 50), "{kind} was met: {met:?}");
    }
}

/// An automaton for different values from 1 to `n` that together form one of the accepted sets.
fn in_any_order(cells: &[Cell], n: u16, fine: impl Fn(u64) -> bool) -> Automaton {
    let mut layers: Vec<Vec<Edge>> = Vec::new();
    let mut states = vec![0u64];
    for left in (0..cells.len()).rev() {
        let mut next: BTreeSet<u64> = BTreeSet::new();
        let steps: Vec<(usize, u64, u64)> = (states.iter().enumerate())
            .flat_map(|(from, &set)| (0..n).map(move |v| (from, set, 1u64 << v)))
            .filter(|&(_, set, bit)| set & bit == 0 && (left > 0 || fine(set | bit)))
            .collect();
        next.extend(steps.iter().map(|&(_, set, bit)| set | bit));
        let next: Vec<u64> = next.into_iter().collect();
        let to = |set: u64| next.binary_search(&set).expect("just added") as u32;
        layers
            .push(steps.iter().map(|&(from, set, bit)| Edge::new(from as u32, to(set | bit), ValueSet(bit))).collect());
        states = next;
    }
    Automaton::new(cells, &vec![1; cells.len()], &layers).expect("a small automaton")
}

/// A 4x4 or 6x6 grid with cages, little killers, circles, quadruples, and a constraint or two of any kind, all of them
/// true of one grid; both engines must find as many solutions, and that grid where all are found.
fn grid(random: &mut Random) -> (Model, Vec<Value>) {
    let n: u16 = [4, 4, 6][random.below(3)];
    let plain = common::classic(n).1.finish();
    let seed = random.bits();
    let solution = Solver::simple(&plain).random_solution(&plain.board(), seed, &Limits::none()).value.expect("a grid");
    let (_, mut build) = common::classic(n);
    let origin = build.origin(Origin::new("test", "clue"));
    let cells = usize::from(n) * usize::from(n);
    let number = |c: Cell| i32::from(solution[c.index()].0) + 1;
    for _ in 0..=random.below(usize::from(n)) {
        // Successive cells in a row or column differ, so they can form a cage.
        let (line, from) = (random.below(usize::from(n)), random.below(usize::from(n) - 1));
        let len = 2 + random.below(usize::from(n) - from - 1);
        let at = |i: usize| if line % 2 == 0 { line * usize::from(n) + i } else { i * usize::from(n) + line };
        let cage: Vec<Cell> = (from..from + len).map(|i| Cell(at(i) as u16)).collect();
        if cage.len() > 2 && random.one_in(3) {
            let held = cage.iter().fold(0, |all, c| all | 1u64 << solution[c.index()].0);
            let others = random.bits();
            build.constrain(
                in_any_order(&cage, n, |set| set == held || (others >> (set % 64)).trailing_zeros() >= 2),
                origin,
            );
            continue;
        }
        let terms: Vec<(Cell, i32)> = cage.iter().map(|&c| (c, 1)).collect();
        build.constrain(Sum::new(&terms, Compare::Eq, cage.iter().map(|&c| number(c)).sum()), origin);
    }
    for _ in 0..random.below(3) {
        let size = 3 + random.below(6);
        let some = some_cells(random, cells, size);
        let terms: Vec<(Cell, i32)> = some.iter().map(|&c| (c, [1, 1, 1, -1][random.below(4)])).collect();
        let total = terms.iter().map(|t| t.1 * number(t.0)).sum();
        build.constrain(Sum::new(&terms, Compare::Eq, total), origin);
    }
    if random.one_in(2) {
        let size = 5 + random.below(6);
        let some = some_cells(random, cells, size);
        for v in 0..n as u8 {
            let count = some.iter().filter(|c| solution[c.index()].0 == v).count() as i32;
            let terms: Vec<_> = some.iter().map(|&c| (c, ValueSet::of(Value(v)))).collect();
            build.constrain(Count::new(&terms, &vec![1; some.len()], Compare::Eq, count), origin);
        }
    }
    let mut draw = Draw { random, cells, values: usize::from(n), first: 1 };
    for _ in 0..8 {
        let kind = draw.kind(1);
        if kind.check(&number) {
            build.constrain(kind, origin);
        }
    }
    for c in some_cells(random, cells, cells / 10) {
        build.restrict(c, ValueSet::of(solution[c.index()]), origin);
    }
    (build.finish(), solution)
}

#[test]
fn grids_agree_with_the_simple_engine() {
    const MOST: u64 = 60;
    let mut random = Random::new(12);
    let (mut few, mut many) = (0, 0);
    for round in 0..250 {
        let (model, solution) = grid(&mut random);
        let board = model.board();
        let expected = Solver::simple(&model).count(&board, MOST, &Limits::none()).value;
        let mut solver = Solver::new(&model);
        assert_eq!(solver.count(&board, MOST, &Limits::none()).value, expected, "round {round}");
        assert!(expected > 0, "round {round}: one was planted");
        if expected < MOST {
            few += 1;
            let found = all(&mut solver, &model, &board, 0);
            assert!(found.contains(&solution), "round {round}");
            let candidates = solver.true_candidates(&board, 3, &Limits::none()).value;
            for c in 0..model.len() {
                let held = found.iter().fold(ValueSet::EMPTY, |all, s| all | ValueSet::of(s[c]));
                assert_eq!(candidates.possible[c], held, "round {round}, cell {c}");
            }
        } else {
            many += 1;
        }
    }
    assert!(few > 100 && many > 5, "{few} {many}");
}

#[test]
fn regions_agree_with_the_simple_engine() {
    // Two by three cells in two regions of three or three of two; labels and digits.
    for (size, count) in [(3u16, 2usize), (2, 3)] {
        let (mut build, origin) = blank(6, count, 1);
        for i in 0..6 {
            build.add_cell(CellKind::Grid(Place { row: 1, col: i }), 1, ValueSet::below(u32::from(size)), "d");
        }
        let labels: Vec<Cell> = (0..6).map(Cell).collect();
        let digits: Vec<Cell> = (6..12).map(Cell).collect();
        let beside = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
        build.constrain(Regions::new(&labels, &digits, &beside, &[], size, 1).expect("a small board"), origin);
        let model = build.finish();
        let board = model.board();
        let expected = all(&mut Solver::simple(&model), &model, &board, 0);
        assert!(!expected.is_empty());
        assert_eq!(all(&mut Solver::new(&model), &model, &board, 0), expected);
    }
}

/// Random boards of unknown regions: shapes, sizes, digits or none, what says that two cells share a region, domains
/// with and without open labels. The fast look at regions and its anchors against the constraint itself.
#[test]
fn random_regions_agree_with_the_simple_engine() {
    const MOST: usize = 400;
    const SHAPES: [(u16, u16, u16); 8] =
        [(2, 3, 2), (2, 3, 3), (2, 4, 2), (3, 3, 3), (2, 6, 3), (3, 4, 4), (3, 5, 3), (4, 4, 4)];
    let mut random = Random::new(13);
    let mut sizes = [0; 4];
    for round in 0..4_000 {
        let (rows, columns, size) = SHAPES[random.below(SHAPES.len())];
        let n = rows * columns;
        let values = size + u16::from(random.one_in(4));
        let (mut build, origin) = blank(n as usize, usize::from(n / size), 1);
        let labels: Vec<Cell> = (0..n).map(Cell).collect();
        let mut digits = Vec::new();
        if !random.one_in(5) {
            let domain = ValueSet::below(u32::from(values));
            let place = |i| CellKind::Grid(Place { row: 1, col: i });
            digits.extend((0..n).map(|i| build.add_cell(place(i), 1, domain, "d")));
        }
        let mut beside: Vec<(u16, u16)> = (0..n).filter(|i| i % columns + 1 < columns).map(|i| (i, i + 1)).collect();
        beside.extend((0..n - columns).map(|i| (i, i + columns)));
        let same: Vec<(u16, u16, Cell)> = (0..random.below(8))
            .map(|_| {
                let two = some_cells(&mut random, n as usize, 2);
                let domain = [ValueSet(0b11), ValueSet(0b11), ValueSet(0b01), ValueSet(0b10)][random.below(4)];
                let kind = if random.one_in(2) { CellKind::Helper } else { CellKind::Shown };
                (two[0].0, two[1].0, build.add_cell(kind, 0, domain, "s"))
            })
            .collect();
        build.constrain(Regions::new(&labels, &digits, &beside, &same, size, 1).expect("a small board"), origin);
        if !digits.is_empty() {
            for line in 0..rows {
                let row: Vec<Cell> = (0..columns).map(|i| digits[usize::from(line * columns + i)]).collect();
                if row.len() <= usize::from(values) {
                    build.all_different(&row, None, origin);
                }
            }
        }
        // Some cells lose values, labels only in some boards.
        let open = random.one_in(2);
        for c in 0..usize::from(n) + digits.len() {
            let label = c < usize::from(n);
            if if label { !open && random.one_in(6) } else { random.one_in(2) } {
                let (a, b) = (random.bits(), if label { u64::MAX } else { random.bits() });
                build.restrict(Cell(c as u16), ValueSet(a & b | 1 << random.below(3)), origin);
            }
        }
        let model = build.finish();
        let board = model.board();
        let expected = all(&mut Solver::simple(&model), &model, &board, MOST);
        let found = all(&mut Solver::new(&model), &model, &board, MOST);
        let size = if expected.len() == MOST { 3 } else { expected.len().min(2) };
        sizes[size] += 1;
        assert_eq!(found.len(), expected.len(), "round {round}: {model:?}");
        assert!(expected.len() == MOST || found == expected, "round {round}: {model:?}");
    }
    assert!(sizes.iter().all(|&s| s > 100), "boards of all sorts: {sizes:?}");
}
