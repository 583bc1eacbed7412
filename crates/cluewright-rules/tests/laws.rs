//! Laws that every rule must obey, checked over the whole library and over random rules with random clues on small
//! boards: the model holds on a full grid exactly when the checker finds no violation, propagation never loses a
//! solution, and a printed rule is parsed as the same rule. The rules need no test code of their own for this.

use crate::common;

use cluewright_core::constraint::Constraint;
use cluewright_core::model::CellKind;
use cluewright_core::puzzle::{Digits, ExtraCell};
use cluewright_core::{Arg, Board, Cell, Clue, ClueTree, Model, Puzzle, Shape, Value, ValueSet};
use cluewright_rules::syntax::ast::Rule;
use cluewright_rules::{Ruleset, check, lower, parse, print};
use common::{Random, cells_of, clue, puzzle};

/// Finds values of the helper cells: by propagation as far as possible, then by trying. `None`: too much work.
fn search(model: &Model, board: &Board, full: &mut [Value], open: &[Cell], work: &mut u32) -> Option<bool> {
    let mut board = board.clone();
    // Facts about single cells may already leave a cell without values.
    if open.iter().any(|&c| board.values(c).is_empty()) {
        return Some(false);
    }
    loop {
        board.clear_changed();
        for posted in model.constraints() {
            if posted.kind.propagate(&mut board).is_err() {
                return Some(false);
            }
        }
        for link in model.links() {
            let relation = model.relation(link.relation);
            for v in board.values(link.a) {
                if board.values(link.b).is_subset(relation.forbidden(v)) && board.remove(link.a, v).is_err() {
                    return Some(false);
                }
            }
            let ruled_out = board.values(link.a).iter().fold(ValueSet::ALL, |all, v| all & relation.forbidden(v));
            if board.drop_values(link.b, ruled_out).is_err() {
                return Some(false);
            }
        }
        if board.changed().is_empty() {
            break;
        }
    }
    *work += 1;
    if *work > 200 {
        return None;
    }
    let Some(&next) = open.iter().find(|&&c| board.values(c).len() > 1) else {
        for &c in open {
            full[c.index()] = board.values(c).min().expect("not broken");
        }
        return Some(model.holds(full));
    };
    for v in board.values(next) {
        let mut branch = board.clone();
        if branch.fix(next, v).is_ok() && search(model, &branch, full, open, work)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether the model holds for these values of the answer's cells and some values of the other cells: the values of all
/// cells if so. `None`: too much work.
#[allow(clippy::option_option, reason = "too much work, no witness, a witness")]
fn witness(model: &Model, values: &[i32]) -> Option<Option<Vec<Value>>> {
    let mut full: Vec<Value> = vec![Value(0); model.len()];
    let mut open = Vec::new();
    let mut board = model.board();
    let mut given = values.iter();
    for (i, info) in model.cells().iter().enumerate() {
        let answer = info.kind != CellKind::Helper;
        match given.next().filter(|_| answer) {
            Some(v) => {
                full[i] = Value((v - info.first) as u8);
                if board.fix(Cell(i as u16), full[i]).is_err() {
                    return Some(None);
                }
            }
            None => open.push(Cell(i as u16)),
        }
    }
    if open.is_empty() {
        return Some(model.holds(&full).then_some(full));
    }
    let mut work = 0;
    search(model, &board, &mut full, &open, &mut work).map(|found| found.then_some(full))
}

/// Numbers for the answer's cells that the model itself finds, after some of them were set at random.
fn found_by_search(random: &mut Random, model: &Model) -> Option<Vec<i32>> {
    let mut board = model.board();
    for _ in 0..random.below(4) {
        let cell = Cell(random.below(model.len()) as u16);
        let values: Vec<Value> = board.values(cell).iter().collect();
        let Some(&value) = values.get(random.below(values.len())) else { continue };
        if board.fix(cell, value).is_err() {
            return None;
        }
    }
    let open: Vec<Cell> = (0..model.len()).map(|c| Cell(c as u16)).collect();
    let mut full = vec![Value(0); model.len()];
    let mut work = 0;
    if search(model, &board, &mut full, &open, &mut work) != Some(true) {
        return None;
    }
    let answer = model.answer_cells();
    Some(answer.map(|c| model.cells()[c.index()].first + i32::from(full[c.index()].0)).collect())
}

/// Compares checker and model on many grids; a grid for which they hold is a solution that no constraint may lose. Some
/// grids are random, some are solutions that the model finds, and some differ from a solution in at most two cells.
fn compare(random: &mut Random, rules: &Ruleset, puzzle: &Puzzle, cells: &[Cell], what: &str) -> (u32, u32) {
    let lowered = match lower(rules, puzzle) {
        Ok(lowered) => lowered,
        Err(e) => {
            // A puzzle that cannot be lowered cannot be checked either, unless the error names a limit.
            let values = first_numbers(puzzle);
            assert!(
                check(rules, puzzle, &values).is_err()
                    || e.to_string().contains("depend")
                    || e.to_string().contains("`any`"),
                "{what}: lowered {e}"
            );
            return (0, 0);
        }
    };
    let model = lowered.model;
    let n = puzzle.cell_count();
    let numbers = |c: usize| match c.checked_sub(puzzle.shape.len()) {
        None => puzzle.digits,
        Some(extra) => puzzle.extra[extra].numbers,
    };
    let (mut yes, mut no) = (0, 0);
    let mut judge = |random: &mut Random, values: &[i32]| {
        let broken = check(rules, puzzle, values).unwrap_or_else(|e| panic!("{what}: check: {e}"));
        let Some(found) = witness(&model, values) else { return };
        assert_eq!(
            broken.is_empty(),
            found.is_some(),
            "{what}\non {values:?}\nthe checker says {broken:?}\nthe model {:?}",
            found.is_none().then(|| model.constraints().iter().map(|c| c.kind.kind_name()).collect::<Vec<_>>())
        );
        let Some(solution) = found else {
            no += 1;
            return;
        };
        yes += 1;
        // With random domains that contain a solution, no constraint may remove the solution.
        let domains = (0..model.len())
            .map(|c| ValueSet(random.bits()) & model.cells()[c].domain | ValueSet::of(solution[c]))
            .collect();
        let mut board = Board::new(domains, model.cells().iter().map(|c| c.first).collect::<Vec<_>>());
        random.below(2);
        for posted in model.constraints() {
            assert!(posted.kind.propagate(&mut board).is_ok(), "{what}: {:?} refuses {values:?}", posted.kind);
            for (c, v) in solution.iter().enumerate() {
                assert!(board.values(Cell(c as u16)).contains(*v), "{what}: {:?} loses {values:?}", posted.kind);
            }
        }
    };
    let draw = |random: &mut Random, c: usize| numbers(c).first + random.below(numbers(c).count as usize) as i32;
    let total = cells.iter().try_fold(1usize, |all, c| all.checked_mul(numbers(c.index()).count as usize));
    let total = total.unwrap_or(usize::MAX);
    // Extra cells that rules show are part of the answer, too.
    let shown = model.answer_cells().skip(n).map(|c| model.cells()[c.index()].clone()).collect::<Vec<_>>();
    for i in 0..total.min(300) {
        let mut values: Vec<i32> = (0..n).map(|c| draw(random, c)).collect();
        if total <= 300 {
            let mut rest = i;
            for c in cells {
                let count = numbers(c.index()).count as usize;
                values[c.index()] = numbers(c.index()).first + (rest % count) as i32;
                rest /= count;
            }
        } else if random.below(2) == 0 {
            // A grid with many different neighbours: a cyclic Latin square, slightly shuffled.
            for c in puzzle.shape.cells() {
                let p = puzzle.shape.place(c);
                let count = puzzle.digits.count as usize;
                let d = (p.row as usize * [1, 2, 3][random.below(3)] + p.col as usize) % count;
                values[c.index()] = puzzle.digits.first + d as i32;
            }
        }
        values.extend(shown.iter().map(|info| {
            let all: Vec<Value> = info.domain.iter().collect();
            info.first + i32::from(all[random.below(all.len())].0)
        }));
        judge(random, &values);
    }
    for _ in 0..4 {
        let Some(solution) = found_by_search(random, &model) else { continue };
        judge(random, &solution);
        for _ in 0..8 {
            let mut near = solution.clone();
            let (a, b) = (random.below(n), random.below(n));
            if random.below(2) == 0 && numbers(a) == numbers(b) {
                near.swap(a, b);
            } else {
                near[a] = draw(random, a);
            }
            judge(random, &near);
        }
    }
    (yes, no)
}

/// A grid with the lowest possible number in every cell.
fn first_numbers(puzzle: &Puzzle) -> Vec<i32> {
    let extra = puzzle.extra.iter().map(|e| e.numbers.first);
    puzzle.shape.cells().map(|_| puzzle.digits.first).chain(extra).collect()
}

/// Adds `cells` extra cells, one for each cell of the grid or any other number.
fn over_the_grid(puzzle: &mut Puzzle, first: i32, count: u8, cells: usize) -> Vec<Cell> {
    let start = puzzle.cell_count();
    for i in 0..cells {
        let numbers = Digits { first, count };
        puzzle.extra.push(ExtraCell { name: format!("X{}", start + i), numbers, shown: true });
    }
    (start..start + cells).map(|c| Cell(c as u16)).collect()
}

/// A puzzle with one random clue or use of a rule, the cells it is about, and a description for messages.
fn case(random: &mut Random, rule: &Rule, round: usize) -> Option<(Puzzle, Vec<Cell>, String)> {
    let mut puzzle = puzzle(random);
    let small = |h, w, bh, bw, count| Puzzle::new(Shape::rectangle(h, w, bh, bw).expect("a small grid"), count);
    let named = |args: Vec<Arg>| -> Vec<(String, Arg)> { args.into_iter().map(|a| (String::new(), a)).collect() };
    // Rules about a whole grid get a whole grid: random cells would never fit.
    let args = match rule.name.as_str() {
        // The checker tries every number for the cells that these rules add, so the boards are tiny.
        "doublers" | "negators" => {
            puzzle = small(2, 2, 1, 2, 2);
            None
        }
        "girandola" | "asterisk" | "center-dot" => {
            puzzle = small(9, 9, 3, 3, 9);
            None
        }
        "miracle" => {
            puzzle = small(2, 3, 1, 3, 8);
            None
        }
        "magic-square" => {
            puzzle = small(3, 3, 0, 0, 2 + random.below(3) as u8);
            Some(named(vec![Arg::Cells(puzzle.shape.cells().collect())]))
        }
        "yin-yang" => {
            puzzle = small(2, 3, 1, 3, 2);
            Some(named(vec![Arg::Cells(over_the_grid(&mut puzzle, 0, 2, 6))]))
        }
        "connected-values" => {
            puzzle = small(3, 3, 0, 0, 4);
            let mut args = named(vec![Arg::Cells(puzzle.shape.cells().collect()), Arg::Numbers(vec![1, 3])]);
            if random.below(2) == 0 {
                args.push((String::new(), Arg::Number(random.between(1, 6))));
            }
            Some(args)
        }
        "chaos-construction" => {
            puzzle = if random.below(2) == 0 { small(2, 2, 0, 0, 2) } else { small(3, 3, 0, 0, 3) };
            let (count, cells) = (puzzle.digits.count, puzzle.shape.len());
            Some(named(vec![Arg::Cells(over_the_grid(&mut puzzle, 1, count, cells))]))
        }
        "doppelganger" => {
            puzzle = small(2, 2, 1, 2, 3);
            puzzle.digits.first = 0;
            let lists = (0..2 + random.below(2)).map(|_| over_the_grid(&mut puzzle, 0, 3, 2)).collect();
            Some(named(vec![Arg::Lists(lists)]))
        }
        "full-rank-ties" => {
            // This rule affects the clues of another rule.
            puzzle = small(3, 3, 0, 0, 3);
            let line = puzzle.shape.rows().nth(random.below(3)).expect("three rows");
            let rank = Clue::new("full-rank", named(vec![Arg::Cells(line), Arg::Number(random.between(1, 9))]));
            puzzle.clues.push(ClueTree::One(rank));
            None
        }
        "equal-cage-totals" | "distinct-cage-totals" => {
            // These rules are about the clues of another rule.
            puzzle = small(3, 3, 0, 0, 3);
            let rows: Vec<Vec<Cell>> = puzzle.shape.rows().take(2).collect();
            for row in rows {
                let cage = Clue::new("killer-cage", named(vec![Arg::Cells(row[..2].to_vec())]));
                puzzle.clues.push(ClueTree::One(cage));
            }
            None
        }
        "distinct-dots" => {
            puzzle = small(3, 3, 0, 0, 4);
            let rows: Vec<Vec<Cell>> = puzzle.shape.rows().take(2).collect();
            for (row, dot) in rows.iter().zip(["white-dot", "black-dot"]) {
                puzzle.clues.push(ClueTree::One(Clue::new(dot, named(vec![Arg::Cells(row[..2].to_vec())]))));
            }
            None
        }
        "windoku" | "disjoint-groups" if puzzle.shape.regions().count() == 0 => return None,
        _ => None,
    };
    let use_of_it = match args {
        Some(args) => Clue::new(rule.name.clone(), args),
        None => clue(random, &puzzle, rule, 2 + round % 12 / 3)?,
    };
    let mut cells: Vec<Cell> = puzzle.shape.cells().collect();
    let what = format!("{use_of_it:?} on {}x{}", puzzle.shape.height(), puzzle.shape.width());
    if rule.is_clue {
        cells = cells_of(&use_of_it);
        puzzle.clues.push(ClueTree::One(use_of_it));
    } else {
        puzzle.rules.push(use_of_it);
    }
    Some((puzzle, cells, what))
}

/// For each rule, at least this many cases must have both grids on which it holds and grids on which it is broken.
const ENOUGH: u32 = 5;

#[test]
fn library_rules_mean_the_same_to_checker_and_model() {
    let rules = Ruleset::library();
    let all: Vec<Rule> = rules.rules().cloned().collect();
    let mut poor = Vec::new();
    for (number, rule) in all.iter().enumerate() {
        let mut random = Random::new(0x9e37_79b9_7f4a_7c15 ^ (number as u64 + 1) << 17);
        let (mut yes, mut no, mut real) = (0, 0, 0);
        for round in 0..240 {
            if round >= 12 && real >= ENOUGH {
                break;
            }
            let Some((puzzle, cells, what)) = case(&mut random, rule, round) else { continue };
            if check(&rules, &puzzle, &first_numbers(&puzzle)).is_err() {
                continue;
            }
            let (y, n) = compare(&mut random, &rules, &puzzle, &cells, &what);
            yes += y;
            no += n;
            real += u32::from(y > 0 && n > 0);
        }
        println!("{}: {real} real cases, {yes} grids hold, {no} do not", rule.name);
        if real < ENOUGH {
            poor.push(format!("{}: {real} real cases, {yes} grids hold, {no} do not", rule.name));
        }
    }
    assert!(poor.is_empty(), "the law says nothing about these rules:\n{}", poor.join("\n"));
}

#[test]
fn what_is_written_reads_back() {
    for rule in Ruleset::library().rules() {
        let text = print(rule);
        let again = parse(&text).unwrap_or_else(|e| panic!("{text}\n{e}"));
        assert_eq!(&again[0], rule, "{text}");
        assert_eq!(print(&again[0]), text);
    }
}

/// Writes random conditions over a line `L`, as text.
struct Writer<'a> {
    random: &'a mut Random,
    /// The names of cells and numbers in scope.
    names: Vec<String>,
}

impl Writer<'_> {
    fn name(&mut self) -> String {
        let at = self.random.below(self.names.len() + 1);
        self.names.get(at).cloned().unwrap_or_else(|| format!("L[{}]", 1 + self.random.below(3)))
    }

    fn list(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 2 } else { 9 }) {
            0 | 1 => "L".into(),
            2 => format!("(first {} of L)", self.random.below(5)),
            3 => format!("(first {} of L)", self.name()),
            4 => format!("(last {} of L)", self.name()),
            5 => format!("between({}, {}, L)", self.random.below(5), self.random.below(5)),
            6 => format!("(L before {})", 1 + self.random.below(4)),
            7 => format!("[x for x in L where {}]", self.with("x", |w| w.condition(depth - 1))),
            _ => format!("(L after {})", 1 + self.random.below(3)),
        }
    }

    fn with<T>(&mut self, name: &str, f: impl FnOnce(&mut Self) -> T) -> T {
        self.names.push(name.into());
        let result = f(self);
        self.names.pop();
        result
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return if self.random.below(3) == 0 { self.random.below(6).to_string() } else { self.name() };
        }
        let d = depth - 1;
        match self.random.below(20) {
            0 | 1 => format!("({} + {})", self.number(d), self.number(d)),
            2 | 3 => format!("({} - {})", self.number(d), self.number(d)),
            4 => format!("{} * {}", self.random.below(4), self.name()),
            5 => format!("({} * {})", self.number(0), self.number(0)),
            6 => format!("|{} - {}|", self.number(d), self.number(0)),
            7 => format!("max({})", self.list(d)),
            8 => format!("min({})", self.list(d)),
            9 => format!("sum({})", self.list(d)),
            10 => format!("count(x in L where {})", self.with("x", |w| w.condition(d))),
            11 => format!("L[{}]", self.name()),
            12 => format!("({} mod {})", self.number(d), 1 + self.random.below(4)),
            13 => format!("({} // {})", self.number(d), 1 + self.random.below(3)),
            14 => format!("({} / {})", self.number(d), self.name()),
            15 => format!("(if {} then {} else {})", self.condition(d), self.number(d), self.number(0)),
            16 => format!("visible({})", "L"),
            17 => format!("position({}, L)", self.random.below(5)),
            18 => format!("(fold s = {} for c in L: (s + c) mod 3)", self.random.below(3)),
            _ => format!("count(L, {})", self.random.below(5)),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let cmp = ["=", "!=", "<", "<=", ">", ">="][self.random.below(6)];
        if depth == 0 {
            return format!("{} {cmp} {}", self.number(0), self.number(0));
        }
        let d = depth - 1;
        match self.random.below(16) {
            0..4 => format!("{} {cmp} {}", self.number(d), self.number(d)),
            4 => format!("({} and {})", self.condition(d), self.condition(d)),
            5 => format!("({} or {})", self.condition(d), self.condition(d)),
            6 => format!("not ({})", self.condition(d)),
            7 => format!("(({}) => ({}))", self.condition(d), self.condition(d)),
            8 => format!("(every x in L: {})", self.with("x", |w| w.condition(d))),
            9 => format!("(some x in L: {})", self.with("x", |w| w.condition(d))),
            10 => format!(
                "exactly {} of ({}, {}, {})",
                self.random.below(4),
                self.condition(0),
                self.condition(d),
                self.condition(0)
            ),
            11 => format!("distinct({})", self.list(d)),
            12 => format!("contains(L, {{{}, {}}})", self.random.below(5), self.random.below(5)),
            13 => format!("{} in {{{}, {}..4}}", self.number(d), self.random.below(4), self.random.below(4)),
            14 => format!("(at least {} x in L: {})", self.random.below(3), self.with("x", |w| w.condition(d))),
            _ => [
                "L matches \"1*2.*\"",
                "increasing(L)",
                "consecutive(L)",
                "equal(L)",
                "same_multiset(first 1 of L, last 1 of L)",
            ][self.random.below(5)]
            .into(),
        }
    }
}

#[test]
fn random_rules_mean_the_same_to_checker_and_model() {
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    let (mut yes, mut no, mut lowered, mut real, mut rounds) = (0, 0, 0, 0, 0);
    // Try until a thousand conditions were true of some grids and false of others.
    for round in 0..4_000 {
        if real == 1_000 {
            break;
        }
        rounds += 1;
        let mut puzzle = Puzzle::new(Shape::rectangle(1, 4, 0, 0).expect("a row"), 3 + random.below(2) as u8);
        puzzle.digits.first = random.below(2);
        let depth = 1 + round % 3;
        let text = {
            let mut w = Writer { random: &mut random, names: Vec::new() };
            match w.random.below(7) {
                4 => {
                    let sum = w.number(depth);
                    let first = w.condition(0);
                    let second = w.with("s", |w| w.condition(depth));
                    format!("rule r\n  clue line L\n  let s = {sum}\n  require {first}\n  require {second}\n")
                }
                5 => {
                    let (one, two) = (w.number(depth), w.number(0));
                    let inner = w.with("x", |w| w.condition(depth));
                    format!("rule r\n  clue line L\n  for x in [{one}, {two}]: require {inner}\n")
                }
                6 => {
                    let list = w.list(depth);
                    let first = w.condition(0);
                    let rest = w.condition(depth);
                    format!(
                        "rule r\n  clue line L\n  let M = {list}\n  require {first}\n  require sum(M) > 3 or {rest}\n"
                    )
                }
                0 => {
                    w.names = vec!["a".into(), "b".into()];
                    format!("rule r\n  clue line L\n  for (a, b) along L: require {}\n", w.condition(depth))
                }
                1 => format!(
                    "rule r\n  clue line L\n  any:\n    require {}\n  or:\n    require {}\n",
                    w.condition(depth),
                    w.condition(1)
                ),
                _ => format!("rule r\n  clue line L\n  require {}\n  require {}\n", w.condition(depth), w.condition(0)),
            }
        };
        let tree = parse(&text).unwrap_or_else(|e| panic!("{text}{e}"));
        let printed = print(&tree[0]);
        assert_eq!(parse(&printed).unwrap_or_else(|e| panic!("{printed}{e}")), tree, "{text}{printed}");
        let rules = Ruleset::for_puzzle(&puzzle, &[&text]).unwrap_or_else(|e| panic!("{text}{e}"));
        let cells: Vec<Cell> = (0..4).map(Cell).collect();
        if random.below(3) == 0 {
            puzzle.rules.push(Clue::new("rows", vec![]));
        }
        let clue = ClueTree::One(Clue::new("r", vec![("L".into(), Arg::Cells(cells.clone()))]));
        puzzle.clues.push(match random.below(4) {
            0 => ClueTree::Not(Box::new(clue)),
            1 => ClueTree::Any(vec![
                clue,
                ClueTree::One(Clue::new("thermometer", vec![(String::new(), Arg::Cells(cells[1..].to_vec()))])),
            ]),
            _ => clue,
        });
        let (y, n) = compare(&mut random, &rules, &puzzle, &cells, &text);
        yes += y;
        no += n;
        lowered += u32::from(y + n > 0);
        real += u32::from(y > 0 && n > 0);
    }
    println!(
        "{lowered} of {rounds} rules lowered, {real} true of some grids and false of others, {yes} hold, {no} do not"
    );
    assert!(real == 1_000 && lowered * 10 > rounds * 9, "enough of both: {lowered} of {rounds}, {real} {yes} {no}");
}

/// Connected regions, and lists with equal contents or equal sums, have constraints of their own.
#[test]
fn ideas_mean_the_same_to_checker_and_model() {
    let mut random = Random::new(77);
    let texts = [
        "rule r\n  require connected(c in cells where c > 1)\n",
        "rule r\n  require connected(c in cells where c in {1, 3})\n  require connected(c in cells where c = 2)\n",
        "rule r\n  require same_multiset(rows[1], rows[2])\n",
        "rule r\n  require same_multiset(concat(rows[1], [cell(3, 1)]), concat(rows[2], [cell(3, 2)]))\n",
        "rule r\n  require equal_sums(rows)\n",
        "rule r\n  require contains(cells, {1, 1, 2, 3, 3})\n",
        "rule r\n  require contains(rows[1], 2) and contains(columns[1], {2, 2})\n",
        "rule r\n  require count(c in cells where odd(c)) = 5\n",
        "rule r\n  require exactly 3 c in cells: c = 2\n",
        "rule r\n  any: require distinct(rows[1]) and distinct(rows[2]) and sum(rows[3]) = 4\n  or: require count(c in cells where c = 1) >= 4\n",
        "rule r\n  let L = rows[1]\n  for c in cells:\n    if row(c) > 1: require L[c] >= c\n",
        "rule r\n  value c is digit(c) * (if row(c) = 2 then 2 else 1)\n  for i, R in rows: require sum(R) < 13 and R[1] != R[2]\n",
        "rule r\n  extra cell x: 1..3\n  require x = max(rows[1])\n  require x in {1, 3}\n  for c in rows[2]: require c <= x\n",
        "rule r\n  extra cell k[0 .. 2]: 1..3\n  for i in 0 .. 2: require k[i] = cells[i + 1]\n  require k[2] > k[0] or k[1] = 2\n",
        // If digits select a number that has no extra cell, a comparison is false, and its negation is true.
        "rule r\n  extra cell k[{1, 3}]: 1..3\n  require k[1] = cells[4] and k[3] = cells[5]\n  require k[cells[1]] = cells[2]\n",
        "rule r\n  extra cell k[{1, 3}]: 1..3\n  require k[1] = cells[4] and k[3] = cells[5]\n  require not k[cells[1]] = cells[2]\n",
        "rule r\n  extra cell k[{2, 4}]: 1..3\n  require k[2] = 3 and k[4] = cells[1]\n  require k[cells[2] + 1] < k[cells[3] * 2] or cells[1] = 2\n",
        "rule r\n  extra cell D[rows[1]]: 0..1\n  for c in rows[1]: require D[c] = c mod 2\n  require D[cells[cells[4] + 1]] = 1 => cells[5] = 2\n",
        // A part whose value no longer matters may name an extra cell that does not exist.
        "rule r\n  extra cell k[1 .. 3]: 1..3\n  for i in 1 .. 3: require i = 3 or k[i] <= k[i + 1]\n  require k[1] = cells[1] and k[3] = cells[3]\n",
        "rule r\n  extra cell D[rows[1]]: 0..1\n  require sum(D) = 1\n  for c in rows[1]: require D[c] = 1 => c = 3\n",
        "rule r\n  let s = sum(rows[1])\n  require cell(2, 1) = 2 or cell(3, 3) = 1\n  require s = 5\n",
        "rule r\n  for s in [sum(R) for R in rows]:\n    require cell(3, 1) < 3\n    require s > 4\n",
        "rule r\n  use not rows\n",
        "rule r\n  require (fold t = 0 for i, M in rows: fold s = (if i = 2 then 2 - t else t) for c in M: (s * 2 + c) mod 3) in {0, 2}\n",
        "rule r\n  let gap = [2, 0, 1]\n  require (fold t = 0 for M in [rows[1], [], [cell(2, 2)]]: fold s = gap[t + 1] for c in M: (s + c) mod 3) = 1\n",
        // The same text with other numbers: a cached result must not be used.
        "rule r\n  for k, R in rows:\n    let most = k + 2\n    require some start in 0 .. most - 1: (fold s = start for c in R: if s < 0 or s + c > most then -1 else (s + c) mod most) = start\n",
        "rule r\n  let L = cells\n  for i in 1 .. length(L): require L[i] * L[length(L) + 1 - i] < 9 and L[i] + L[i mod 4 + 1] != 4\n",
        "rule r\n  for i in 1 .. 7: require cells[i] + 2 * cells[i + 1] + cells[i + 2] < 10 + i\n",
        "rule r\n  for i, R in rows:\n    require sum(first R[i] of R) != 2 + i and sum(R after R[1]) < 6 + i\n",
        "rule r\n  let L = concat(rows[1], reverse(rows[2]))\n  require sum(first L[1] of L) = 5\n",
        "rule r\n  let L = columns[2]\n  require sum(first L[1] of L) != 4 or visible(rows[3]) = 2\n",
        "rule r\n  use rows\n  require sum(between(1, 3, rows[1])) = 2\n  require sum(between(min(rows[2]), max(rows[2]), rows[2])) = 0\n",
        "rule r\n  require sum(between(min(rows[2]), max(rows[2]), rows[2])) = 2\n",
        "rule r\n  require cell(3, 3) = count(v in digits where some c in concat(rows[1], rows[2]): c = v)\n",
        "rule r\n  require count(v in digits where some c in concat(rows[1], rows[2]): c = v) <= 2\n",
        "rule r\n  use rows\n  any: require visible(rows[1]) = 2\n  or: require visible(columns[1]) = 3 and cell(2, 2) = 1\n",
        "rule r\n  require ranked(rows[2], 3, rows, [rows[1]], [])\n",
        "rule r\n  require ranked_or_tied(rows[2], 3, concat(rows, columns), [], [])\n",
        "rule r\n  require ranked(rows[1], 2, rows, [], [rows[3]]) or ranked_or_tied([cell(1, 1)], 1, [columns[1], [cell(2, 2)]], [], [columns[2]])\n",
        "rule r\n  require not ranked(columns[3], cell(1, 1), concat(columns, [reverse(R) for R in rows]), [], [])\n",
        "rule r\n  require accepted(rows[1], {0, 4}, [[0, 1, 0], [0, 1, 1], [0, 3, 4], [1, 2, 2], [4, 2, 1], [1, 3, 4]], {1, 2})\n",
        "rule r\n  let steps = [[0, 1, 0], [0, 2, 0], [0, 2, 1], [1, 3, 1], [1, 2, 1]]\n  require not accepted(concat(rows[1], [2], rows[2]), {0}, steps, {1}) or accepted(rows[1], {0}, steps, {1})\n",
        "rule r\n  require accepted(rows[1], \"start 0 4; end 1 2\" \"0: 1>0,1 3>4\" \"1: 2>2 3>4; 4: 2>1\")\n",
        "rule r\n  require accepted([rows[1], [cell(2, 1), cell(2, 2)], [cell(3, 3)]], \"start 0; end 2 3\" \"0: 1..3>0,1; 1: 2,|>2; 2: 1..3>2 |>3; 3: 1,2>3\")\n",
        "rule r\n  require accepted(rows, \"start 0; end 1; 0: 1..3,|>0 1>1; 1: 2,|>1\") or not accepted(rows[2], \"start 0; end 1; 0: 1>1 2>0; 1: 1..3>1\")\n",
        // Numbers close to the largest, a number that an expression does not name, and refused expressions.
        "rule r\n  require sum(rows[1]) * 1000000000 * 90 + cell(2, 1) * cell(3, 1) > 6 * 1000000000 * 90 + 4\n",
        "rule r\n  require not rows[1] matches \"1.*|22+\" or [cell(2, 1), cell(3, 1) + 1, cell(2, 2)] matches \".[^2]2?\"\n",
        // Made deterministic, this automaton has too many states.
        "rule r\n  require accepted([cells, reverse(cells)], \"start 0; end 13; 0: 1..3,|>0 1>1; 1: 1..3,|>2; 2: 1..3,|>3; 3: 1..3,|>4; 4: 1..3,|>5; 5: 1..3,|>6; 6: 1..3,|>7; 7: 1..3,|>8; 8: 1..3,|>9; 9: 1..3,|>10; 10: 1..3,|>11; 11: 1..3,|>12; 12: 1>13; 13: 1..3,|>13\")\n",
        // Two cells with the digit 1 whose distance is three or six: made deterministic, the automaton remembers twelve
        // digits.
        "rule r\n  let on = concat([[[s, d, s + 1] for d in digits] for s in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]])\n  let steps = concat(on, concat([[[s, d, s] for d in digits] for s in [0, 13]]), [[0, 1, 1], [12, 1, 13]])\n  require accepted(concat(cells, cells), {0}, steps, {13})\n",
        "rule r\n  extra cell x: 1..3\n  extra cell y: 1..3\n  extra cell z: 1..3\n  require region_numbers([x, x, z, x, y, z, y, y, z], 3)\n",
        "rule r\n  extra cell x: 1..3\n  extra cell y: 1..3\n  extra cell z: 1..3\n  extra cell u: 1..3\n  require region_numbers([x, x, z, x, y, z, y, u, z], 3)\n  require y = u => cells[2] != count(c in [x, y, z] where c = u)\n",
        "rule r\n  extra cell x: 1..3\n  extra cell y: 1..3\n  extra cell z: 1..3\n  require region_numbers([x, x, z, x, y, z, y, y, cells[9]], 3)\n",
        "rule r\n  extra cell x: 1..3\n  extra cell y: 1..3\n  extra cell z: 1..3\n  extra cell u: 1..3\n  require region_numbers([x, x, z, x, y, z, y, u, z], 3)\n  require cells[2] = count(v in digits where some c in [x, u, y, x]: c = v)\n",
    ];
    for text in texts {
        let (mut yes, mut no) = (0, 0);
        for _ in 0..3 {
            let mut puzzle = Puzzle::new(Shape::rectangle(3, 3, 0, 0).expect("a small grid"), 3);
            let rules = Ruleset::for_puzzle(&puzzle, &[text]).unwrap_or_else(|e| panic!("{text}{e}"));
            puzzle.rules.push(Clue::new("r", vec![]));
            let cells: Vec<Cell> = puzzle.shape.cells().collect();
            let (y, n) = compare(&mut random, &rules, &puzzle, &cells, text);
            yes += y;
            no += n;
        }
        println!("{yes} hold, {no} do not: {text}");
        assert!(yes > 0 && no > 0, "both: {text}");
    }
}
