//! The laws every kind of constraint keeps, on thousands of small random instances.
//!
//! A new kind needs a generator in `common/kinds.rs` and a line in `KINDS`; a test fails if there is none. `cargo test -p
//! cluewright-core --test tests constraint_laws:: -- --nocapture` prints the propagation strength of each kind;
//! `CLUEWRIGHT_CASES=100000` sets the number of instances of each kind.

use crate::common;

use cluewright_core::constraint::*;
use cluewright_core::{Board, Cell, Conflict, Random, Value, ValueSet};
use common::kinds::{Generator, Ground, KINDS, by_name, random_layers, some_cells, some_of, sum};

/// An instance with all its assignments.
struct Case {
    ground: Ground,
    kind: Kind,
    /// Every assignment, whether it passes `check`, and whether the cells that must differ do.
    assignments: Vec<(Vec<Value>, bool, bool)>,
}

impl Case {
    fn random(rng: &mut Random, generator: Generator) -> Self {
        let ground = Ground::random(rng);
        let cells = if rng.one_in(3) { some_cells(rng, &ground.cells()) } else { ground.cells() };
        let kind = generator(rng, &ground, &cells);
        Self::new(ground, kind)
    }

    fn new(ground: Ground, kind: Kind) -> Self {
        let mut all: Vec<Vec<Value>> = vec![Vec::new()];
        for domain in &ground.domains {
            all = all.iter().flat_map(|a| domain.iter().map(move |v| [&a[..], &[v]].concat())).collect();
        }
        let judge = |values: Vec<Value>| {
            let holds = kind.check(&|c| ground.first[c.index()] + values[c.index()].0 as i32);
            let clash = |i: usize, j: usize| ground.differ(Cell(i as u16), Cell(j as u16)) && values[i] == values[j];
            let differ = (0..values.len()).all(|i| (0..i).all(|j| !clash(i, j)));
            (values, holds, differ)
        };
        let assignments = all.into_iter().map(judge).collect();
        Self { ground, kind, assignments }
    }

    /// The solutions, with the differences known to the model if they matter to this constraint.
    fn solutions(&self) -> impl Iterator<Item = &Vec<Value>> {
        self.assignments.iter().filter(|a| a.1 && a.2).map(|a| &a.0)
    }

    fn full_consistency(&self, board: &Board) -> Vec<ValueSet> {
        let mut kept = vec![ValueSet::EMPTY; self.ground.first.len()];
        for values in self.solutions().filter(|s| fits(board, s)) {
            kept.iter_mut().zip(values).for_each(|(k, &v)| k.insert(v));
        }
        kept
    }

    fn propagated(&self, board: &Board) -> Result<Board, Conflict> {
        let mut board = board.clone();
        self.kind.propagate(&mut board)?;
        assert!(!board.is_broken(), "an empty cell is a conflict");
        Ok(board)
    }
}

fn fits(board: &Board, values: &[Value]) -> bool {
    board.domains().iter().zip(values).all(|(d, &v)| d.contains(v))
}

fn within(small: &Board, large: &Board) -> bool {
    small.domains().iter().zip(large.domains()).all(|(a, b)| a.is_subset(*b))
}

fn part_of(rng: &mut Random, board: &Board) -> Board {
    let mut part = board.clone();
    for i in 0..board.len() as u16 {
        let set = some_of(rng, board.values(Cell(i)));
        if rng.one_in(2) {
            part.keep(Cell(i), set).expect("a non-empty part");
        }
    }
    part.clear_changed();
    part
}

/// All laws on one instance. Adds (removals made, removals possible) over boards that have a solution.
fn laws(rng: &mut Random, case: &Case, strength: &mut [u64; 2]) {
    let kind = &case.kind;
    let full = case.ground.board();
    let cells = kind.cells();
    assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "each cell once");
    for (values, holds, differ) in &case.assignments {
        let fixed = Board::new(values.iter().map(|&v| ValueSet::of(v)).collect(), case.ground.first.clone());
        let ok = case.propagated(&fixed).is_ok();
        assert!(!ok || *holds, "passes fixed cells that break it: {values:?} {kind:?}");
        assert!(ok || !holds || !differ, "refuses fixed cells that keep it: {values:?} {kind:?}");
    }
    let mut board = full.clone();
    for _ in 0..3 {
        let exact = case.full_consistency(&board);
        let after = case.propagated(&board);
        let smaller = part_of(rng, &board);
        match &after {
            Err(Conflict) => {
                assert!(exact.iter().all(|d| d.is_empty()), "loses all solutions: {board:?} {kind:?}");
                assert!(case.propagated(&smaller).is_err(), "not monotone: {smaller:?} of {board:?} {kind:?}");
            }
            Ok(after) => {
                for (i, d) in exact.iter().enumerate() {
                    assert!(d.is_subset(after.domains()[i]), "loses a solution: {board:?} {kind:?}");
                    let cell = Cell(i as u16);
                    let took = after.values(cell) != board.values(cell);
                    assert!(!took || cells.contains(&cell), "narrows a cell that is not its own");
                    assert_eq!(took, after.changed().contains(cell), "marks what it narrows {kind:?} {board:?}");
                }
                assert_eq!(case.propagated(after).as_ref(), Ok(after), "not idempotent: {board:?} {kind:?}");
                if let Ok(smaller_after) = case.propagated(&smaller) {
                    assert!(within(&smaller_after, after), "not monotone: {smaller:?} of {board:?} {kind:?}");
                }
                if !exact[0].is_empty() {
                    for &cell in cells {
                        if claims_exact(case) {
                            let needed = alone(case, &board, cell) & board.values(cell);
                            assert!(after.values(cell).is_subset(needed), "not exact: {cell:?} {board:?} {kind:?}");
                        }
                        let was = board.values(cell);
                        strength[0] += (was.len() - after.values(cell).len()) as u64;
                        strength[1] += (was.len() - (alone(case, &board, cell) & was).len()) as u64;
                    }
                }
            }
        }
        // A board that is narrow in a few cells, as in the search for reasons.
        let mut wider = board.clone();
        for cell in (0..board.len() as u16).map(Cell).filter(|_| rng.one_in(2)) {
            wider.restore(cell, full.values(cell));
        }
        wider.clear_changed();
        let exact = case.full_consistency(&wider);
        match case.propagated(&wider) {
            Err(Conflict) => assert!(exact.iter().all(|d| d.is_empty()), "loses all solutions: {wider:?} {kind:?}"),
            Ok(after) => assert!(
                exact.iter().zip(after.domains()).all(|(exact, left)| exact.is_subset(*left)),
                "loses a solution: {wider:?} {kind:?}"
            ),
        }
        board = smaller;
    }
    symmetry(rng, case);
}

/// The values that this constraint alone allows in a cell, given the differences that it knows (for a sum, those inside its parts).
fn alone(case: &Case, board: &Board, cell: Cell) -> ValueSet {
    let same_part = |cells: &[Cell], parts: &[u16], values: &[Value]| {
        let clash = |i: usize, j: usize| parts[i] == parts[j] && values[cells[i].index()] == values[cells[j].index()];
        (0..cells.len()).any(|i| (0..i).any(|j| clash(i, j)))
    };
    let knows = |values: &[Value]| match &case.kind {
        Kind::Sum(sum) => !same_part(sum.cells(), sum.cliques(), values),
        Kind::EqualSums(sums) => !sums.lists().zip(sums.cliques()).any(|(l, p)| same_part(l, p, values)),
        _ => true,
    };
    case.assignments.iter().filter(|a| a.1 && fits(board, &a.0) && knows(&a.0)).map(|a| a.0[cell.index()]).collect()
}

/// Whether propagation is documented to be exact on this instance.
fn claims_exact(case: &Case) -> bool {
    match &case.kind {
        Kind::Sum(sum) => {
            let reach = |(c, k): (Cell, i32)| k.abs() * 63 * i32::from(case.ground.domains[c.index()].len() > 1);
            let widest = case.ground.domains.iter().map(|d| d.max().map_or(0, |v| v.0)).max();
            // Exact propagation is not promised for a part with more than 12 values.
            let narrow = widest < Some(12) || sum.cliques().iter().enumerate().all(|(i, p)| i == *p as usize);
            sum.terms().map(reach).sum::<i32>() < 1024 && narrow
        }
        Kind::Count(_)
        | Kind::Automaton(_)
        | Kind::Pair(_)
        | Kind::Allowed(_)
        | Kind::AllDifferent(_)
        | Kind::Contains(_) => true,
        Kind::EqualSums(sums) => sums.lists().map(<[Cell]>::len).sum::<usize>() == sums.cells().len(),
        _ => false,
    }
}

/// Two partial assignments are never reported as equivalent if some completion distinguishes them.
fn symmetry(rng: &mut Random, case: &Case) {
    let ground = &case.ground;
    for _ in 0..4 {
        let mut chosen = some_cells(rng, &ground.cells());
        chosen.truncate(3);
        let value = |rng: &mut Random, c: Cell| {
            let domain = ground.domains[c.index()];
            domain.iter().nth(rng.below(domain.len() as usize)).expect("not empty")
        };
        let before: Vec<(Cell, Value)> = chosen.iter().map(|&c| (c, value(rng, c))).collect();
        let mut after: Vec<(Cell, Value)> = chosen.iter().map(|&c| (c, value(rng, c))).collect();
        if rng.one_in(2) && chosen.len() > 1 {
            // The usual question: two cells swap.
            after.clone_from(&before);
            (after[0].1, after[1].1) = (before[1].1, before[0].1);
        }
        if !case.kind.symmetric_under(&before, &after) {
            continue;
        }
        for (values, ..) in &case.assignments {
            let holds = |side: &[(Cell, Value)]| {
                let at = |c: Cell| side.iter().find(|x| x.0 == c).map_or(values[c.index()], |x| x.1);
                case.kind.check(&|c| ground.first[c.index()] + at(c).0 as i32)
            };
            assert_eq!(holds(&before), holds(&after), "{before:?} and {after:?} are not alike for {:?}", case.kind);
        }
    }
}

fn run(name: &str) {
    let &(_, generator, wanted) = KINDS.iter().find(|k| k.0 == name).expect("a kind of the list");
    let mut rng = Random::new(name.bytes().fold(1, |h, b| h * 31 + b as u64));
    let mut strength = [0; 2];
    let cases = std::env::var("CLUEWRIGHT_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
    for _ in 0..cases {
        let case = Case::random(&mut rng, generator);
        laws(&mut rng, &case, &mut strength);
    }
    let share = (strength[0] * 1000 / strength[1].max(1)) as f64 / 10.0;
    println!("{name:14} {share:5.1} % of the {} removals of full consistency", strength[1]);
    assert!(share >= wanted as f64, "{name} is weaker than it says: {share} %");
}

macro_rules! law_tests {
    ($($test:ident $kind:literal),* $(,)?) => {
        $(#[test] fn $test() { run($kind); })*
        const TESTED: &[&str] = &[$($kind),*];
    };
}

law_tests! {
    laws_of_sum "Sum", laws_of_automaton "Automaton", laws_of_count "Count",
    laws_of_all_different "AllDifferent", laws_of_pair "Pair", laws_of_allowed "Allowed", laws_of_all "All",
    laws_of_any "Any", laws_of_evaluated "Evaluated", laws_of_contains "Contains",
    laws_of_same_multiset "SameMultiset",
    laws_of_equal_sums "EqualSums", laws_of_connected "Connected",
    laws_of_regions "Regions", laws_of_ranked "Ranked",
    laws_of_between "Between", laws_of_different "Different",
}

#[test]
fn every_kind_is_tested() {
    for name in Kind::NAMES {
        assert!(TESTED.contains(name), "{name} has no law test");
        let mut rng = Random::new(5);
        let made = (0..20).any(|_| Case::random(&mut rng, by_name(name)).kind.kind_name() == *name);
        assert!(made, "the generator of {name} makes something else");
    }
}

#[test]
fn an_automaton_accepts_the_paths_of_its_edges() {
    let mut rng = Random::new(77);
    for _ in 0..500 {
        let ground = Ground::random(&mut rng);
        let cells = ground.cells();
        let layers = random_layers(&mut rng, &ground, &cells);
        let kind = Automaton::new(&cells, &ground.first, &layers).expect("as many layers as cells").into();
        for (values, holds, _) in Case::new(ground, kind).assignments {
            let mut states = vec![0];
            for (layer, &value) in layers.iter().zip(&values) {
                let leads = |e: &&Edge| states.contains(&e.from) && e.values().contains(value);
                states = layer.iter().filter(leads).map(|e| e.to).collect();
            }
            assert_eq!(holds, !states.is_empty());
        }
    }
}

/// A ground of many similar cells, for kinds with cases that need more than five cells.
fn ground_of(domains: Vec<ValueSet>, groups: Vec<usize>) -> Ground {
    Ground { first: vec![1; domains.len()], domains, groups }
}

#[test]
fn regions_on_grids() {
    let mut rng = Random::new(3);
    let mut strength = [0; 2];
    for _ in 0..120 {
        let (height, width) = (2 + rng.below(2) as u16, 2 + rng.below(3) as u16);
        let n = height * width;
        let in_or_not =
            |rng: &mut Random| *rng.pick(&[ValueSet(1), ValueSet(2), ValueSet(3), ValueSet(3), ValueSet(3)]);
        let mut ground = ground_of((0..n).map(|_| in_or_not(&mut rng)).collect(), (0..n as usize).collect());
        if rng.one_in(2) {
            ground.domains.fill(ValueSet(3));
        }
        let beside = (0..n).filter(|i| i % width + 1 < width).map(|i| (i, i + 1));
        let below = (0..n - width).map(|i| (i, i + width));
        let pairs: Vec<(u16, u16)> = beside.chain(below).collect();
        let terms: Vec<(Cell, ValueSet)> = (0..n).map(|c| (Cell(c), ValueSet(2))).collect();
        let kind = Connected::new(&terms, &ground.first, &pairs).expect("a small grid").into();
        laws(&mut rng, &Case::new(ground, kind), &mut strength);
    }
    println!("Connected on grids {:.1} % of {}", (strength[0] * 1000 / strength[1]) as f64 / 10.0, strength[1]);
}

/// Larger than what can be enumerated: a line's rank in a Latin square is never propagated away.
#[test]
fn ranks_in_latin_squares() {
    let mut rng = Random::new(21);
    let cases = std::env::var("CLUEWRIGHT_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let (mut removed, mut conflicts) = (0, 0);
    for _ in 0..cases {
        let n = 3 + rng.below(4);
        let (mut rows, mut columns, mut digits): (Vec<usize>, Vec<usize>, Vec<u8>) =
            ((0..n).collect(), (0..n).collect(), (0..n as u8).collect());
        rng.shuffle(&mut rows);
        rng.shuffle(&mut columns);
        rng.shuffle(&mut digits);
        let value = |c: Cell| Value(digits[(rows[c.index() / n] + columns[c.index() % n]) % n]);
        let row = |r: usize| (0..n).map(|c| Cell((r * n + c) as u16)).collect::<Vec<_>>();
        let column = |c: usize| (0..n).map(|r| Cell((r * n + c) as u16)).collect::<Vec<_>>();
        let mut lines: Vec<Vec<Cell>> = (0..n).map(row).chain((0..n).map(column)).collect();
        lines.extend(lines.clone().into_iter().map(|l| l.into_iter().rev().collect()));
        rng.shuffle(&mut lines);
        let word = |l: &[Cell]| l.iter().map(|&c| value(c)).collect::<Vec<_>>();
        let mine = word(&lines[0]);
        let (mut below, mut above, mut rank, mut equal) = (Vec::new(), Vec::new(), 1, 0);
        for (i, line) in lines.iter().enumerate().skip(1) {
            let theirs = word(line);
            rank += u16::from(theirs < mine);
            equal += u32::from(theirs == mine);
            if theirs != mine && rng.one_in(4) {
                if theirs < mine { below.push(i as u16) } else { above.push(i as u16) }
            }
        }
        let ties = equal > 0 || rng.one_in(2);
        let differ = |a: Cell, b: Cell| a != b && (a.index() / n == b.index() / n || a.index() % n == b.index() % n);
        for wrong in [0, 1] {
            let mut kind: Kind = Ranked::new(&lines, rank + wrong, &below, &above, ties).expect("few").into();
            kind.learn_differences(&differ);
            let domain = |c: usize| {
                let more = if rng.one_in(2) { ValueSet::EMPTY } else { ValueSet(rng.bits()) };
                (ValueSet::of(value(Cell(c as u16))) | more) & ValueSet::below(n as u32)
            };
            let domains: Vec<ValueSet> = (0..n * n).map(domain).collect();
            let mut board = Board::new(domains.clone(), vec![1; n * n]);
            let result = kind.propagate(&mut board);
            if wrong == 1 {
                let fixed = (0..n * n).map(|c| ValueSet::of(value(Cell(c as u16)))).collect();
                assert!(kind.propagate(&mut Board::new(fixed, vec![1; n * n])).is_err(), "{kind:?}");
                conflicts += u32::from(result.is_err());
                continue;
            }
            for c in 0..n * n {
                let cell = Cell(c as u16);
                assert!(
                    result.is_ok() && board.values(cell).contains(value(cell)),
                    "{cell:?} {:?} {result:?} {:?} {domains:?} {kind:?}",
                    (0..n * n).map(|c| value(Cell(c as u16)).0).collect::<Vec<_>>(),
                    board.domains()
                );
                removed += domains[c].len() - board.values(cell).len();
            }
        }
    }
    println!("{removed} removed, {conflicts} of {cases} wrong ranks refuted");
    assert!(removed > cases as u32 / 2 && conflicts > cases as u32 / 10);
}

#[test]
fn unknown_regions_on_grids() {
    let mut rng = Random::new(8);
    let mut strength = [0; 2];
    let cases = std::env::var("CLUEWRIGHT_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for _ in 0..cases {
        // Height, width, size of a region, values of a digit (0: no digits), cells that compare two.
        let (height, width, size, values, pairs) = *rng.pick(&[
            (2, 2, 2, 2, 1),
            (2, 2, 2, 3, 2),
            (2, 3, 3, 0, 2),
            (2, 3, 2, 0, 1),
            (2, 4, 4, 0, 1),
            (2, 4, 2, 0, 1),
            (3, 3, 3, 0, 0),
            (2, 3, 3, 3, 0),
        ]);
        let n = height * width;
        let beside = (0..n).filter(|i| i % width + 1 < width).map(|i| (i, i + 1));
        let below = (0..n - width).map(|i| (i, i + width));
        let near: Vec<(u16, u16)> = beside.chain(below).collect();
        let (labels, digits) = (n as usize, if values == 0 { 0 } else { n as usize });
        let whole = ValueSet::below((n / size) as u32);
        let mut domains = vec![whole; labels];
        domains.extend(vec![ValueSet::below(values); digits]);
        domains.extend(vec![ValueSet(3); pairs]);
        // Few enough assignments to enumerate all of them.
        while domains.iter().map(|d| d.len() as f64).product::<f64>() > 3_000.0 {
            let i = rng.below(domains.len());
            domains[i] = some_of(&mut rng, domains[i]);
        }
        let mut ground = ground_of(domains, (0..labels + digits + pairs).collect());
        ground.first = [vec![1; labels + digits], vec![0; pairs]].concat();
        let cells = ground.cells();
        let mut same = Vec::new();
        for &says in &cells[labels + digits..] {
            let a = rng.below(labels) as u16;
            same.push((a, (a + 1 + rng.below(labels - 1) as u16) % n, says));
        }
        let (labels, digits) = (&cells[..labels], &cells[labels..labels + digits]);
        let kind = Regions::new(labels, digits, &near, &same, size, 1).expect("a small grid").into();
        laws(&mut rng, &Case::new(ground, kind), &mut strength);
    }
    println!("Regions on grids {:.1} % of {}", (strength[0] * 1000 / strength[1]) as f64 / 10.0, strength[1]);
}

#[test]
fn sums_of_usual_sizes() {
    // Cages on 9 and 16 digits, two-digit numbers, far-apart values: all word counts and both methods.
    let mut rng = Random::new(4);
    let mut strength = [0; 2];
    for _ in 0..150 {
        let n = 1 + rng.below(4);
        let values = *rng.pick(&[6, 9, 9, 12, 16, 64]);
        let groups = (0..n).map(|i| if rng.one_in(4) { i } else { 9 }).collect();
        let mut domains: Vec<ValueSet> = vec![ValueSet::below(values); n];
        while domains.iter().map(|d| d.len() as usize).product::<usize>() > 7000 {
            let at = rng.below(n);
            let fewer = domains[at] & ValueSet(rng.bits());
            domains[at] = if fewer.is_empty() { domains[at] } else { fewer };
        }
        let ground = ground_of(domains, groups);
        let cells = ground.cells();
        let kind = sum(&mut rng, &ground, &cells);
        laws(&mut rng, &Case::new(ground, kind), &mut strength);
    }
    println!("Sum of usual sizes {:.1} % of {}", (strength[0] * 1000 / strength[1]) as f64 / 10.0, strength[1]);
}
