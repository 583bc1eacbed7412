//! Compares random expressions of the rule language with a simple evaluator that was written from docs/grammar.md
//! alone: indices below 0 and beyond the ends of lists, empty lists, divisions by 0, every function. It shares no code
//! with the crate: an expression is made as a tree of this file, printed as text for the crate, and evaluated here.

#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the small numbers of tests")]

use crate::common;

use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Value};
use cluewright_rules::{Ruleset, check, lower};
use common::{Random, puzzle, walk};
use std::time::{Duration, Instant};

/// For how long random expressions are tried.
const TIME: Duration = Duration::from_secs(20);

/// A small board with two lists of cells, and a puzzle with a rule about these lists.
fn board(random: &mut Random) -> (Puzzle, Grid) {
    let mut puzzle = puzzle(random);
    while puzzle.shape.len() > 20 {
        puzzle = common::puzzle(random);
    }
    let lens = [1 + random.below(5), 1 + random.below(4)];
    let lists = lens.map(|len| walk(random, &puzzle, len));
    let grid = Grid::new(&puzzle, lists.map(|l| l.iter().map(|c| c.index()).collect()));
    (puzzle, grid)
}

fn with_clue(puzzle: &Puzzle, grid: &Grid) -> Puzzle {
    let cells = |list: &[usize]| Arg::Cells(list.iter().map(|&c| Cell(c as u16)).collect());
    let args = vec![("L".to_owned(), cells(&grid.lists[0])), ("M".to_owned(), cells(&grid.lists[1]))];
    let mut puzzle = puzzle.clone();
    puzzle.clues.push(ClueTree::One(Clue::new("random", args)));
    puzzle
}

/// Compares the truth of a condition on some grids. Returns how often the checker and the model gave an answer.
fn compare(
    random: &mut Random,
    puzzle: &Puzzle,
    grid: &mut Grid,
    condition: &Bool,
    wrong: &mut Vec<String>,
) -> (u32, u32) {
    let text = format!("rule random\n  clue cells L, cells M\n  require {}\n", condition.text());
    let puzzle = with_clue(puzzle, grid);
    let rules = match Ruleset::for_puzzle(&puzzle, &[&text]) {
        Ok(rules) => rules,
        Err(e) => panic!("{text}\n{e}"),
    };
    let model = lower(&rules, &puzzle).ok().map(|lowered| lowered.model);
    let model = model.filter(|m| m.len() == puzzle.shape.len());
    let (mut checked, mut held) = (0, 0);
    for _ in 0..6 {
        let (first, count) = (puzzle.digits.first, puzzle.digits.count);
        let values: Vec<i32> = (0..puzzle.shape.len()).map(|_| first + random.below(count as usize) as i32).collect();
        grid.digits = values.iter().map(|&v| i64::from(v)).collect();
        let Ok(holds) = grid.bool(condition) else { continue };
        match check(&rules, &puzzle, &values) {
            Ok(broken) if broken.is_empty() != holds => {
                wrong.push(format!("the checker, not {holds}, on {values:?} of {grid:?}\n{text}"));
                return (checked, held);
            }
            Ok(_) => {}
            // A refusal is not a wrong answer.
            Err(_) => continue,
        }
        checked += 1;
        if let Some(model) = &model {
            let full: Vec<Value> = values.iter().map(|v| Value((v - first) as u8)).collect();
            if model.holds(&full) != holds {
                wrong.push(format!("the model, not {holds}, on {values:?} of {grid:?}\n{text}"));
                return (checked, held);
            }
            held += 1;
        }
    }
    (checked, held)
}

#[test]
fn expressions_mean_what_the_grammar_says() {
    let start = Instant::now();
    let mut random = Random::new(0x5eed_0055);
    if let Some(seed) = std::env::var("CLUEWRIGHT_SEED").ok().and_then(|s| s.parse().ok()) {
        random = Random::new(seed);
    }
    let (mut checked, mut held, mut wrong) = (0, 0, Vec::new());
    while start.elapsed() < TIME && wrong.len() < 12 {
        let (puzzle, mut grid) = board(&mut random);
        let depth = 1 + random.below(3);
        let condition = Maker::new(&mut random, &grid).bool(depth);
        let (more, of_model) = compare(&mut random, &puzzle, &mut grid, &condition, &mut wrong);
        checked += more;
        held += of_model;
    }
    wrong.sort_by_key(String::len);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 2_000 && held > 1_000, "{checked} answers compared, {held} of models");
}

/// Expressions that were wrong once, for indices below 0, inside the list, and beyond its end.
#[test]
fn every_place_of_a_list() {
    let mut random = Random::new(7);
    for place in -3i64..=7 {
        for _ in 0..3 {
            let (puzzle, mut grid) = board(&mut random);
            grid.digits = (0..puzzle.shape.len())
                .map(|_| i64::from(puzzle.digits.first) + random.below(usize::from(puzzle.digits.count)) as i64)
                .collect();
            let list: Vec<i64> = grid.lists[0].iter().map(|&c| grid.digits[c]).collect();
            let len = list.len() as i64;
            let inside = (1..=len).contains(&place);
            let at = if inside { place as usize } else { 1 };
            let (before, after) = (&list[..at - 1], &list[at..]);
            let holds = puzzle_with(&puzzle, &grid);
            for (text, expected) in [
                (format!("length(L after {place}) >= 0"), inside),
                (format!("length(L before {place}) >= 0"), inside),
                (format!("- (-1) != length(L after {place})"), inside && after.len() != 1),
                (format!("not sum(L after {place}) = 3"), !inside || after.iter().sum::<i64>() != 3),
                (format!("sum(L before {place}) < 3"), inside && before.iter().sum::<i64>() < 3),
                (format!("every c in L after {place}: c > 1"), inside && after.iter().all(|c| *c > 1)),
                (format!("not (some c in L before {place}: c > 1)"), !inside || before.iter().all(|c| *c <= 1)),
                (format!("exactly 0 c in L before {place}: c > 1"), inside && before.iter().all(|c| *c <= 1)),
                (format!("distinct(L after {place})"), inside && distinct(after)),
                (format!("not distinct(L after {place})"), !(inside && distinct(after))),
                (format!("length(concat(L before {place}, L)) = {}", at as i64 - 1 + len), inside),
                (format!("same(L[1], L[{place}])"), place == 1),
                (format!("L[{place}] != 2"), inside && list[at - 1] != 2),
                (format!("L[{place}] = L[{place}]"), inside),
                (format!("count(L, L[{place}]) >= 1"), inside),
                (format!("contains(L, L[{place}])"), inside),
                (format!("(if distinct(L before {place}) then 1 else 2) = 2"), !(inside && distinct(before))),
                (format!("distinct(L before {place}) = false"), !(inside && distinct(before))),
                (format!("position({place}, L) = 1"), list[0] == place),
                (format!("position({place}, L) >= 1"), list.contains(&place)),
                (format!("length(first {place} of L) = {}", place.clamp(0, len)), true),
                (format!("length(last {place} of L) = {}", place.clamp(0, len)), true),
                (
                    format!("cell({place}, 1) >= {}", puzzle.digits.first),
                    (1..=i64::from(puzzle.shape.height())).contains(&place),
                ),
            ] {
                assert_eq!(holds(&text), expected, "{text} of {list:?}");
            }
        }
    }
}

/// An index that depends on a digit must mean the same as the constant index for every digit.
#[test]
fn every_place_that_a_cell_says() {
    let mut random = Random::new(11);
    for _ in 0..40 {
        let (puzzle, mut grid) = board(&mut random);
        grid.digits = (0..puzzle.shape.len())
            .map(|_| i64::from(puzzle.digits.first) + random.below(usize::from(puzzle.digits.count)) as i64)
            .collect();
        // A cell that is not in the list stands for its digit.
        let Some(other) = (0..puzzle.shape.len()).find(|c| !grid.lists[0].contains(c)) else { continue };
        let at = puzzle.shape.place(Cell(other as u16));
        let (cell, digit) = (format!("cell({}, {})", at.row + 1, at.col + 1), grid.digits[other]);
        let holds = puzzle_with(&puzzle, &grid);
        for text in [
            "length(L after X) >= 1",
            "length(L before X) = 1",
            "sum(L after X) != 4",
            "not (every c in L before X: c > 1)",
            "max(L after X) > 2",
            "min(concat(L before X, M)) < 2",
            "first(M) = L[X]",
            "sum(first X of L) > 3",
            "count(L after X, 1) = 0",
            "exactly 1 c in L after X: odd(c)",
            "1 = (if L[X] = 2 then 1 else 2)",
        ] {
            let (by_cell, by_digit) = (text.replace('X', &cell), text.replace('X', &format!("({digit})")));
            assert_eq!(holds(&by_cell), holds(&by_digit), "{text} for {cell}, which is {digit} in {grid:?}");
        }
        // A cell of the list stands for its index in `before` and `after`, and for its digit in `[...]`, `position` and
        // `first`.
        let place = 1 + random.below(grid.lists[0].len());
        let own = grid.digits[grid.lists[0][place - 1]];
        for (by_cell, written) in [
            (format!("length(L after L[{place}]) = {}", grid.lists[0].len() - place), "true".to_owned()),
            (format!("length(L before L[{place}]) = {}", place - 1), "true".to_owned()),
            (format!("position(L[{place}], L) = 1"), format!("position({own}, L) = 1")),
            (format!("position(L[{place}], M) > 1"), format!("position({own}, M) > 1")),
            (format!("6 / 5 < position(L[{place}], rows[2])"), format!("6 / 5 < position({own}, rows[2])")),
            (format!("L[L[{place}]] = 1"), format!("L[{own}] = 1")),
            (format!("sum(first L[{place}] of M) = 2"), format!("sum(first {own} of M) = 2")),
        ] {
            assert_eq!(holds(&by_cell), holds(&written), "{by_cell}, {written}: {grid:?}");
        }
    }
}

/// Conditions whose model was once wrong although the checker was right.
#[test]
fn conditions_that_were_wrong_once() {
    let mut random = Random::new(3);
    for _ in 0..20 {
        let (puzzle, mut grid) = board(&mut random);
        let first = i64::from(puzzle.digits.first);
        let second = first + 1;
        grid.digits = vec![first; puzzle.shape.len()];
        let holds = puzzle_with(&puzzle, &grid);
        // The digit `first` is no input of the automaton, and the list contains a cell twice.
        let accepted =
            format!("accepted([cell(1, 1), cell(1, 2), cell(2, 1), cell(1, 1)], [0], [[0, {second}, 0]], [0])");
        for (condition, expected) in [
            (accepted.clone(), false),
            (format!("not {accepted}"), true),
            ("number([1 / 2]) = 1 / 2".to_owned(), true),
            (format!("same_multiset([L[1]], [{first} / 2])"), first == 0),
            ("same_multiset([7 / 2], [7 / 3])".to_owned(), false),
        ] {
            assert_eq!(holds(&condition), expected, "{condition} of {grid:?}");
        }
    }
}

fn distinct(list: &[i64]) -> bool {
    (0..list.len()).all(|i| !list[..i].contains(&list[i]))
}

/// The checker's and the model's answer for a condition; the two must be equal.
fn puzzle_with<'a>(puzzle: &'a Puzzle, grid: &'a Grid) -> impl Fn(&str) -> bool + 'a {
    move |condition| {
        let text = format!("rule random\n  clue cells L, cells M\n  require {condition}\n");
        let puzzle = with_clue(puzzle, grid);
        let rules = Ruleset::for_puzzle(&puzzle, &[&text]).unwrap_or_else(|e| panic!("{condition}: {e}"));
        let values: Vec<i32> = grid.digits.iter().map(|&d| d as i32).collect();
        let holds = check(&rules, &puzzle, &values).unwrap_or_else(|e| panic!("{condition}: {e}")).is_empty();
        let model = lower(&rules, &puzzle).unwrap_or_else(|e| panic!("{condition}: {e}")).model;
        if model.len() == values.len() {
            let full: Vec<Value> = values.iter().map(|v| Value((v - puzzle.digits.first) as u8)).collect();
            assert_eq!(model.holds(&full), holds, "{condition} of {grid:?}");
        }
        holds
    }
}

// The trees of the expressions, and their values.

/// A number: `n / d` with `d` above 0; `d = 0` means plus or minus infinity.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Rat(i128, i128);

/// The expression asks for something that the grammar leaves open, such as infinity times 0.
struct Open;

type Got<T> = Result<T, Open>;

impl Rat {
    fn new(n: i128, d: i128) -> Self {
        let (mut a, mut b) = (n.abs(), d.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let sign = if d < 0 { -1 } else { 1 };
        Self(sign * n / a.max(1), d.abs() / a.max(1))
    }

    fn int(n: i64) -> Self {
        Self(i128::from(n), 1)
    }

    fn order(self, other: Self) -> std::cmp::Ordering {
        match (self.1, other.1) {
            (0, 0) => self.0.signum().cmp(&other.0.signum()),
            (0, _) => self.0.cmp(&0),
            (_, 0) => 0.cmp(&other.0),
            _ => (self.0 * other.1).cmp(&(other.0 * self.1)),
        }
    }

    fn floor(self) -> Self {
        Self(self.0.div_euclid(self.1), 1)
    }

    fn whole(self) -> Option<i64> {
        (self.1 == 1).then(|| i64::try_from(self.0).ok())?
    }
}

/// The board: two lists of cells, and the digits in its cells.
#[derive(Debug)]
struct Grid {
    height: i64,
    width: i64,
    first: i64,
    count: i64,
    lists: [Vec<usize>; 2],
    boxes: Vec<Vec<usize>>,
    digits: Vec<i64>,
    /// The values of names: an item, and the list it was taken from with its index there.
    names: Vec<(Item, Option<(usize, i64)>)>,
}

/// An item of a list; an undefined number is `None`.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Item {
    Cell(usize),
    Number(Option<Rat>),
}

#[derive(Clone, Debug)]
enum Num {
    Lit(i64),
    Word(&'static str),
    Cell(Place),
    /// The name of a number.
    Name(usize),
    Binary(&'static str, Box<Num>, Box<Num>),
    Neg(Box<Num>),
    Abs(Box<Num>),
    Call(&'static str, Box<Num>),
    If(Box<Bool>, Box<Num>, Box<Num>),
    /// A function of a list, such as `sum(L)`.
    Of(&'static str, Box<List>),
    Extreme(&'static str, Vec<Num>),
    Count(Box<List>, Box<Num>),
    CountSet(Box<List>, Box<List>),
    CountWhere(usize, Box<List>, Box<Bool>),
    Position(Box<Num>, Box<List>),
    Item(Box<List>, Box<Num>),
    Where(&'static str, Place),
    Fold(usize, usize, Box<Num>, Box<List>, Box<Num>),
}

/// An expression for a cell.
#[derive(Clone, Debug)]
enum Place {
    Name(usize),
    At(i64, i64),
    Item(Box<List>, Box<Num>),
}

/// An expression for a list of numbers or cells.
#[derive(Clone, Debug)]
enum List {
    Clue(usize),
    Word(&'static str),
    Row(&'static str, i64),
    Around(&'static str, Place),
    Leaps(&'static str, Place, i64, i64),
    Block(i64, i64, i64, i64),
    End(&'static str, Box<Num>, Box<List>),
    Side(&'static str, Box<List>, Box<Num>),
    Reverse(Box<List>),
    Concat(Box<List>, Box<List>),
    ReadingOrder(Box<List>),
    Between(Box<Num>, Box<Num>, Box<List>),
    Where(usize, Box<List>, Box<Bool>),
    Numbers(Vec<Num>),
    Range(i64, i64),
    Set(Vec<Num>, i64, i64),
    Each(usize, Box<Num>, Box<List>),
    Positions(Box<List>),
}

impl List {
    /// Whether the items are numbers rather than cells.
    fn holds_numbers(&self) -> bool {
        match self {
            Self::Numbers(_) | Self::Range(..) | Self::Set(..) | Self::Positions(_) => true,
            Self::End(_, _, list)
            | Self::Side(_, list, _)
            | Self::Reverse(list)
            | Self::Between(_, _, list)
            | Self::Where(_, list, _) => list.holds_numbers(),
            Self::Concat(a, b) => a.holds_numbers() || b.holds_numbers(),
            Self::Each(_, item, _) => match &**item {
                Num::Cell(_) => false,
                Num::Of("first" | "last", list) => list.holds_numbers(),
                _ => true,
            },
            _ => false,
        }
    }
}

#[derive(Clone, Debug)]
enum Bool {
    Compare(Num, Vec<(&'static str, Num)>),
    Join(&'static str, Vec<Bool>),
    Not(Box<Bool>),
    Implies(Box<Bool>, Box<Bool>),
    Quantity(&'static str, i64, usize, List, Box<Bool>),
    Of(&'static str, i64, Vec<Bool>),
    Pred(&'static str, List),
    Two(&'static str, List, List),
    Contains(&'static str, List, List),
    ContainsOne(List, Num),
    In(Num, List),
    CellIn(Place, List),
    Same(Place, Place),
    Parity(&'static str, Num),
    Matches(List, Vec<(i64, bool)>),
    SubsetSum(List, Num),
    Accepted(List, Vec<[i64; 3]>, i64),
    Ranked(&'static str, List, Num, Vec<List>),
    Pairs(&'static str, List, &'static str),
}

fn joined<T>(items: &[T], with: &str, text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(with)
}

impl Num {
    fn text(&self) -> String {
        match self {
            Self::Lit(n) if *n < 0 => format!("(-{})", -n),
            Self::Lit(n) => n.to_string(),
            Self::Word(word) => (*word).to_owned(),
            Self::Cell(place) => place.text(),
            Self::Name(name) => format!("x{name}"),
            Self::Binary(op, a, b) => format!("({} {op} {})", a.text(), b.text()),
            Self::Neg(a) => format!("(-{})", a.text()),
            Self::Abs(a) => format!("|{}|", a.text()),
            Self::Call(name, a) => format!("{name}({})", a.text()),
            Self::If(c, a, b) => format!("(if {} then {} else {})", c.text(), a.text(), b.text()),
            Self::Of(name, list) => format!("{name}({})", list.text()),
            Self::Extreme(name, all) => format!("{name}({})", joined(all, ", ", Self::text)),
            Self::Count(list, x) => format!("count({}, {})", list.text(), x.text()),
            Self::CountSet(list, set) => format!("count({}, {})", list.text(), set.text()),
            Self::CountWhere(name, list, condition) => {
                format!("count(x{name} in {} where {})", list.text(), condition.text())
            }
            Self::Position(x, list) => format!("position({}, {})", x.text(), list.text()),
            Self::Item(list, at) => format!("{}[{}]", list.text(), at.text()),
            Self::Where(name, place) => format!("{name}({})", place.text()),
            Self::Fold(state, name, start, list, next) => {
                format!("(fold x{state} = {} for x{name} in {}: {})", start.text(), list.text(), next.text())
            }
        }
    }
}

impl Place {
    fn text(&self) -> String {
        match self {
            Self::Name(name) => format!("x{name}"),
            Self::At(row, column) => format!("cell({row}, {column})"),
            Self::Item(list, at) => format!("{}[{}]", list.text(), at.text()),
        }
    }
}

impl List {
    fn text(&self) -> String {
        match self {
            Self::Clue(at) => ["L", "M"][*at].to_owned(),
            Self::Word(word) => (*word).to_owned(),
            Self::Row(word, at) => format!("{word}[{at}]"),
            Self::Around(name, place) => format!("{name}({})", place.text()),
            Self::Leaps(name, place, down, right) => format!("{name}({}, {down}, {right})", place.text()),
            Self::Block(a, b, c, d) => format!("block({a}, {b}, {c}, {d})"),
            Self::End(which, n, list) => format!("({which} ({}) of {})", n.text(), list.text()),
            Self::Side(which, list, at) => format!("({} {which} {})", list.text(), at.text()),
            Self::Reverse(list) => format!("reverse({})", list.text()),
            Self::Concat(a, b) => format!("concat({}, {})", a.text(), b.text()),
            Self::ReadingOrder(list) => format!("reading_order({})", list.text()),
            Self::Between(a, b, list) => format!("between({}, {}, {})", a.text(), b.text(), list.text()),
            Self::Where(name, list, condition) => {
                format!("[x{name} for x{name} in {} where {}]", list.text(), condition.text())
            }
            Self::Numbers(all) => format!("[{}]", joined(all, ", ", Num::text)),
            Self::Range(a, b) => format!("({a} .. {b})"),
            Self::Set(all, a, b) => format!("{{{}, {a}..{b}}}", joined(all, ", ", Num::text)),
            Self::Each(name, item, list) => format!("[{} for x{name} in {}]", item.text(), list.text()),
            Self::Positions(list) => format!("positions({})", list.text()),
        }
    }
}

impl Bool {
    fn text(&self) -> String {
        match self {
            Self::Compare(first, rest) => {
                let rest: Vec<String> = rest.iter().map(|(cmp, x)| format!(" {cmp} {}", x.text())).collect();
                let rest = rest.concat();
                format!("({}{rest})", first.text())
            }
            Self::Join(word, all) => format!("({})", joined(all, &format!(" {word} "), Self::text)),
            Self::Not(a) => format!("(not {})", a.text()),
            Self::Implies(a, b) => format!("({} => {})", a.text(), b.text()),
            Self::Quantity(word, n, name, list, condition) => {
                let n = if word.contains(' ') || *word == "exactly" { format!(" {n}") } else { String::new() };
                format!("({word}{n} x{name} in {}: {})", list.text(), condition.text())
            }
            Self::Of(word, n, all) => format!("({word} {n} of ({}))", joined(all, ", ", Self::text)),
            Self::Pred(name, list) => format!("{name}({})", list.text()),
            Self::Two(name, a, b) => format!("{name}({}, {})", a.text(), b.text()),
            Self::Contains(name, list, set) => format!("{name}({}, {})", list.text(), set.text()),
            Self::ContainsOne(list, x) => format!("contains({}, {})", list.text(), x.text()),
            Self::In(x, list) => format!("({} in {})", x.text(), list.text()),
            Self::CellIn(place, list) => format!("({} in {})", place.text(), list.text()),
            Self::Same(a, b) => format!("same({}, {})", a.text(), b.text()),
            Self::Parity(name, x) => format!("{name}({})", x.text()),
            Self::Matches(list, parts) => {
                let parts = joined(parts, "", |(digit, many)| {
                    let digit = if (0..10).contains(digit) { digit.to_string() } else { format!("<{digit}>") };
                    if *many { format!("(.|{digit})*") } else { digit }
                });
                format!("({} matches \"{parts}\")", list.text())
            }
            Self::SubsetSum(list, n) => format!("subset_sum({}, {})", list.text(), n.text()),
            Self::Accepted(list, steps, end) => {
                let steps = joined(steps, ", ", |[a, b, c]| format!("[{a}, {b}, {c}]"));
                format!("accepted({}, [0], [{steps}], [{end}])", list.text())
            }
            Self::Ranked(name, list, n, lists) => {
                format!("{name}({}, {}, [{}], [], [])", list.text(), n.text(), joined(lists, ", ", List::text))
            }
            Self::Pairs(quantity, list, cmp) => {
                format!("({quantity} (a, b) in pairs({}): a {cmp} b)", list.text())
            }
        }
    }
}

impl Grid {
    fn new(puzzle: &Puzzle, lists: [Vec<usize>; 2]) -> Self {
        let index = |l: &Vec<Cell>| l.iter().map(|c| c.index()).collect();
        Self {
            height: i64::from(puzzle.shape.height()),
            width: i64::from(puzzle.shape.width()),
            first: i64::from(puzzle.digits.first),
            count: i64::from(puzzle.digits.count),
            lists,
            boxes: puzzle.shape.regions().map(index).collect(),
            digits: Vec::new(),
            names: Vec::new(),
        }
    }

    fn at(&self, row: i64, column: i64) -> Option<usize> {
        let inside = (1..=self.height).contains(&row) && (1..=self.width).contains(&column);
        inside.then(|| ((row - 1) * self.width + column - 1) as usize)
    }

    fn row_column(&self, cell: usize) -> (i64, i64) {
        (cell as i64 / self.width + 1, cell as i64 % self.width + 1)
    }

    fn worth(&self, item: Item) -> Option<Rat> {
        match item {
            Item::Cell(cell) => Some(Rat::int(self.digits[cell])),
            Item::Number(n) => n,
        }
    }

    /// The numbers of a list; `None` when a number or the list is undefined.
    fn numbers(&mut self, list: &List) -> Got<Option<Vec<Rat>>> {
        let items = self.list(list)?;
        Ok(items.and_then(|items| items.into_iter().map(|i| self.worth(i)).collect()))
    }

    fn with<T>(&mut self, item: Item, from: Option<(usize, i64)>, f: impl FnOnce(&mut Self) -> T) -> T {
        self.names.push((item, from));
        let result = f(self);
        self.names.pop();
        result
    }

    /// The index of a clue's list, whose items know their indices in it; `None` for any other list.
    fn list_name(list: &List) -> Option<usize> {
        if let List::Clue(at) = list { Some(*at) } else { None }
    }

    fn each<T>(&mut self, list: &List, mut f: impl FnMut(&mut Self, Item) -> Got<T>) -> Got<Option<Vec<T>>> {
        let Some(items) = self.list(list)? else { return Ok(None) };
        let name = Self::list_name(list);
        let mut all = Vec::new();
        for (at, item) in items.into_iter().enumerate() {
            let from = name.map(|name| (name, at as i64 + 1));
            all.push(self.with(item, from, |grid| f(grid, item))?);
        }
        Ok(Some(all))
    }

    fn place(&mut self, place: &Place) -> Got<Option<usize>> {
        Ok(match place {
            Place::Name(name) => match self.names[*name].0 {
                Item::Cell(cell) => Some(cell),
                Item::Number(_) => None,
            },
            Place::At(row, column) => self.at(*row, *column),
            Place::Item(list, at) => match self.item(list, at)? {
                Some(Item::Cell(cell)) => Some(cell),
                _ => None,
            },
        })
    }

    /// The index of the item that a name was bound to, if it was taken from this list.
    fn own_place(&self, list: &List, at: &Num) -> Option<i64> {
        let Num::Cell(Place::Name(name)) = at else { return None };
        let (from, place) = self.names[*name].1?;
        (Self::list_name(list) == Some(from)).then_some(place)
    }

    fn item(&mut self, list: &List, at: &Num) -> Got<Option<Item>> {
        let Some(items) = self.list(list)? else { return Ok(None) };
        let place = match self.own_place(list, at) {
            Some(place) => Some(place),
            None => self.num(at)?.and_then(Rat::whole),
        };
        Ok(place.and_then(|place| usize::try_from(place - 1).ok()).and_then(|at| items.get(at).copied()))
    }

    fn arith(op: &str, a: Rat, b: Rat) -> Got<Option<Rat>> {
        if a.1 == 0 || b.1 == 0 {
            return Err(Open);
        }
        let divided = |by: Rat| (by.0 != 0).then(|| Rat::new(a.0 * by.1, a.1 * by.0));
        let worth = match op {
            "+" => Some(Rat::new(a.0 * b.1 + b.0 * a.1, a.1 * b.1)),
            "-" => Some(Rat::new(a.0 * b.1 - b.0 * a.1, a.1 * b.1)),
            "*" => Some(Rat::new(a.0 * b.0, a.1 * b.1)),
            "/" => divided(b),
            "//" => divided(b).map(Rat::floor),
            _ => {
                let size = Rat(b.0.abs(), b.1);
                divided(size).map(|q| Rat::new(a.0 * b.1 - size.0 * q.floor().0 * a.1, a.1 * b.1))
            }
        };
        // Numbers that no puzzle needs.
        if worth.is_some_and(|w| w.0.abs() > 1_000_000 || w.1 > 10_000) { Err(Open) } else { Ok(worth) }
    }

    fn num(&mut self, e: &Num) -> Got<Option<Rat>> {
        Ok(match e {
            Num::Lit(n) => Some(Rat::int(*n)),
            Num::Word(word) => Some(Rat::int(match *word {
                "size" | "height" => self.height,
                "width" => self.width,
                "first_digit" => self.first,
                "last_digit" => self.first + self.count - 1,
                _ => self.count,
            })),
            Num::Cell(place) => self.place(place)?.map(|cell| Rat::int(self.digits[cell])),
            Num::Name(name) => self.worth(self.names[*name].0),
            Num::Binary(op, a, b) => match (self.num(a)?, self.num(b)?) {
                (Some(a), Some(b)) => Self::arith(op, a, b)?,
                _ => None,
            },
            Num::Neg(a) => self.num(a)?.map(|a| Rat(-a.0, a.1)),
            Num::Abs(a) => self.num(a)?.map(|a| Rat(a.0.abs(), a.1)),
            Num::Call(name, a) => match self.num(a)? {
                Some(a) if a.1 == 0 => return Err(Open),
                Some(a) if *name == "floor" => Some(a.floor()),
                Some(a) => Some(Rat(-Rat(-a.0, a.1).floor().0, 1)),
                None => None,
            },
            Num::If(c, a, b) => {
                if self.bool(c)? {
                    self.num(a)?
                } else {
                    self.num(b)?
                }
            }
            Num::Of("length" | "count", list) => self.list(list)?.map(|l| Rat::int(l.len() as i64)),
            Num::Of(name @ ("first" | "last"), list) => {
                let items = self.list(list)?;
                let item = items.and_then(|l| if *name == "first" { l.first().copied() } else { l.last().copied() });
                item.and_then(|item| self.worth(item))
            }
            Num::Of(name, list) => {
                let Some(all) = self.numbers(list)? else { return Ok(None) };
                self.of(name, &all)?
            }
            Num::Extreme(name, all) => {
                let all: Option<Vec<Rat>> =
                    all.iter().map(|x| self.num(x)).collect::<Got<Vec<_>>>()?.into_iter().collect();
                let Some(all) = all else { return Ok(None) };
                self.of(name, &all)?
            }
            Num::Count(list, x) => {
                let (Some(x), Some(items)) = (self.num(x)?, self.list(list)?) else { return Ok(None) };
                Some(Rat::int(items.iter().filter(|&&i| self.worth(i) == Some(x)).count() as i64))
            }
            Num::CountSet(list, set) => {
                let (items, wanted) = (self.list(list)?, self.numbers(set)?);
                let (Some(items), Some(wanted)) = (items, wanted) else { return Ok(None) };
                let fits = |i: &&Item| self.worth(**i).is_some_and(|w| wanted.contains(&w));
                Some(Rat::int(items.iter().filter(fits).count() as i64))
            }
            Num::CountWhere(_, list, condition) => {
                let held = self.each(list, |grid, _| grid.bool(condition))?;
                held.map(|h| Rat::int(h.iter().filter(|h| **h).count() as i64))
            }
            Num::Position(x, list) => {
                let x = self.num(x)?;
                let Some(all) = self.numbers(list)? else { return Ok(None) };
                x.and_then(|x| all.iter().position(|n| *n == x)).map(|at| Rat::int(at as i64 + 1))
            }
            Num::Item(list, at) => self.item(list, at)?.and_then(|item| self.worth(item)),
            Num::Where(name, place) => {
                let Some(cell) = self.place(place)? else { return Err(Open) };
                let (row, column) = self.row_column(cell);
                Some(Rat::int(if *name == "row" { row } else { column }))
            }
            Num::Fold(_, _, start, list, next) => {
                let start = self.num(start)?;
                let Some(items) = self.list(list)? else { return Ok(None) };
                let name = Self::list_name(list);
                let mut state = start;
                for (at, item) in items.into_iter().enumerate() {
                    let from = name.map(|name| (name, at as i64 + 1));
                    state =
                        self.with(Item::Number(state), None, |grid| grid.with(item, from, |grid| grid.num(next)))?;
                }
                state
            }
        })
    }

    fn of(&self, name: &str, all: &[Rat]) -> Got<Option<Rat>> {
        let by = |a: &&Rat, b: &&Rat| a.order(**b);
        Ok(match name {
            "max" => Some(all.iter().max_by(by).copied().unwrap_or(Rat(-1, 0))),
            "min" => Some(all.iter().min_by(by).copied().unwrap_or(Rat(1, 0))),
            "visible" => {
                let seen = (0..all.len()).filter(|&i| all[..i].iter().all(|n| n.order(all[i]).is_lt()));
                Some(Rat::int(seen.count() as i64))
            }
            _ => {
                let mut worth = Rat::int(i64::from(name == "product"));
                let ten = if self.first + self.count - 1 > 9 { 100 } else { 10 };
                for &n in all {
                    worth = match name {
                        "sum" => Self::arith("+", worth, n)?,
                        "product" => Self::arith("*", worth, n)?,
                        _ => Self::arith("*", worth, Rat::int(ten))?
                            .map(|w| Self::arith("+", w, n))
                            .transpose()?
                            .flatten(),
                    }
                    .ok_or(Open)?;
                }
                Some(worth)
            }
        })
    }

    fn list(&mut self, e: &List) -> Got<Option<Vec<Item>>> {
        let cells = |all: Vec<usize>| Some(all.into_iter().map(Item::Cell).collect::<Vec<Item>>());
        Ok(match e {
            List::Clue(at) => cells(self.lists[*at].clone()),
            List::Word("cells") => cells((0..(self.height * self.width) as usize).collect()),
            List::Word(_) => {
                let digits = self.first..self.first + self.count;
                Some(digits.map(|d| Item::Number(Some(Rat::int(d)))).collect())
            }
            List::Row(word, at) => {
                let (rows, columns) = (1..=self.height, 1..=self.width);
                match *word {
                    "rows" if rows.contains(at) => cells(columns.filter_map(|c| self.at(*at, c)).collect()),
                    "columns" if columns.contains(at) => cells(rows.filter_map(|r| self.at(r, *at)).collect()),
                    "boxes" => usize::try_from(at - 1).ok().and_then(|at| self.boxes.get(at).cloned()).and_then(cells),
                    _ => None,
                }
            }
            List::Around(name, place) => {
                let Some(cell) = self.place(place)? else { return Err(Open) };
                cells(self.around(name, cell))
            }
            List::Leaps(name, place, down, right) => {
                let Some(cell) = self.place(place)? else { return Err(Open) };
                let (row, column) = self.row_column(cell);
                if *name == "ray" {
                    if (*down, *right) == (0, 0) {
                        return Err(Open);
                    }
                    cells((1..).map_while(|k| self.at(row + k * down, column + k * right)).collect())
                } else {
                    let far = |cell: usize| {
                        let (r, c) = self.row_column(cell);
                        let (a, b) = ((r - row).abs(), (c - column).abs());
                        (a, b) == (*down, *right) || (b, a) == (*down, *right)
                    };
                    cells((0..(self.height * self.width) as usize).filter(|&c| c != cell && far(c)).collect())
                }
            }
            List::Block(row, column, height, width) => {
                let inside = |cell: &usize| {
                    let (r, c) = self.row_column(*cell);
                    (*row..row + height).contains(&r) && (*column..column + width).contains(&c)
                };
                cells((0..(self.height * self.width) as usize).filter(inside).collect())
            }
            List::End(which, n, list) => {
                let (n, items) = (self.num(n)?, self.list(list)?);
                let (Some(n), Some(items)) = (n, items) else { return Ok(None) };
                if n.1 == 0 {
                    return Err(Open);
                }
                let n = n.floor().0.clamp(0, items.len() as i128) as usize;
                Some(if *which == "first" { items[..n].to_vec() } else { items[items.len() - n..].to_vec() })
            }
            List::Side(which, list, at) => {
                let Some(items) = self.list(list)? else { return Ok(None) };
                let own = match self.end(at)? {
                    cell @ Item::Cell(_) => items.iter().position(|i| *i == cell),
                    Item::Number(_) => None,
                };
                let place = match own {
                    Some(at) => Some(at as i64 + 1),
                    None => self.num(at)?.and_then(Rat::whole),
                };
                let Some(at) = place.filter(|at| (1..=items.len() as i64).contains(at)) else { return Ok(None) };
                let at = at as usize;
                Some(if *which == "before" { items[..at - 1].to_vec() } else { items[at..].to_vec() })
            }
            List::Reverse(list) => self.list(list)?.map(|l| l.into_iter().rev().collect()),
            List::Concat(a, b) => {
                let mixed = a.holds_numbers() != b.holds_numbers();
                let (Some(a), Some(b)) = (self.list(a)?, self.list(b)?) else { return Ok(None) };
                let mut all = [a, b].concat();
                if mixed {
                    // In a list of cells and numbers, the cells are numbers.
                    for item in &mut all {
                        *item = Item::Number(self.worth(*item));
                    }
                }
                Some(all)
            }
            List::ReadingOrder(list) => self.list(list)?.map(|mut l| {
                l.sort_by_key(|i| if let Item::Cell(c) = i { *c } else { 0 });
                l
            }),
            List::Between(a, b, list) => {
                let ends = [self.end(a)?, self.end(b)?];
                let Some(items) = self.list(list)? else { return Ok(None) };
                let is = |end: &Item, item: &Item| match (end, item) {
                    (Item::Cell(a), Item::Cell(b)) => a == b,
                    _ => self.worth(*end).is_some() && self.worth(*end) == self.worth(*item),
                };
                let some = |part: &[Item], end: usize| part.iter().any(|i| is(&ends[end], i));
                let inside = |i: usize| {
                    let (l, r) = (&items[..i], &items[i + 1..]);
                    some(l, 0) && some(r, 1) || some(l, 1) && some(r, 0)
                };
                Some((0..items.len()).filter(|&i| inside(i)).map(|i| items[i]).collect())
            }
            List::Where(_, list, condition) => {
                let kept = self.each(list, |grid, item| Ok(grid.bool(condition)?.then_some(item)))?;
                kept.map(|kept| kept.into_iter().flatten().collect())
            }
            List::Numbers(all) => Some(all.iter().map(|x| self.num(x).map(Item::Number)).collect::<Got<Vec<Item>>>()?),
            List::Range(a, b) => Some((*a..=*b).map(|n| Item::Number(Some(Rat::int(n)))).collect()),
            List::Set(all, a, b) => {
                let mut items = all.iter().map(|x| self.num(x).map(Item::Number)).collect::<Got<Vec<Item>>>()?;
                items.extend((*a..=*b).map(|n| Item::Number(Some(Rat::int(n)))));
                Some(items)
            }
            List::Each(_, item, list) => self.each(list, |grid, _| grid.end(item))?,
            List::Positions(list) => {
                self.list(list)?.map(|l| (1..=l.len() as i64).map(|n| Item::Number(Some(Rat::int(n)))).collect())
            }
        })
    }

    /// The item that an expression for an end of `between` stands for: a cell or a number.
    fn end(&mut self, e: &Num) -> Got<Item> {
        Ok(match e {
            Num::Of(name @ ("first" | "last"), list) => {
                let items = self.list(list)?.unwrap_or_default();
                let item = if *name == "first" { items.first() } else { items.last() };
                item.copied().unwrap_or(Item::Number(None))
            }
            Num::Cell(place) => self.place(place)?.map_or(Item::Number(None), Item::Cell),
            Num::Name(name) => self.names[*name].0,
            e => Item::Number(self.num(e)?),
        })
    }

    fn around(&self, name: &str, cell: usize) -> Vec<usize> {
        let (row, column) = self.row_column(cell);
        let all = 0..(self.height * self.width) as usize;
        let by = |test: &dyn Fn(i64, i64) -> bool| -> Vec<usize> {
            all.clone().filter(|&c| test(self.row_column(c).0 - row, self.row_column(c).1 - column)).collect()
        };
        match name {
            "neighbours" => by(&|r, c| r.abs() + c.abs() == 1),
            "touching" => by(&|r, c| r.abs().max(c.abs()) == 1),
            "row_of" => by(&|r, _| r == 0),
            "column_of" => by(&|_, c| c == 0),
            "above" => by(&|r, c| (r, c) == (-1, 0)),
            "below" => by(&|r, c| (r, c) == (1, 0)),
            "left_of" => by(&|r, c| (r, c) == (0, -1)),
            _ => by(&|r, c| (r, c) == (0, 1)),
        }
    }

    fn compare(cmp: &str, a: Rat, b: Rat) -> bool {
        let order = a.order(b);
        match cmp {
            "=" => order.is_eq(),
            "!=" => order.is_ne(),
            "<" => order.is_lt(),
            "<=" => order.is_le(),
            ">" => order.is_gt(),
            _ => order.is_ge(),
        }
    }

    fn enough(word: &str, n: i64, yes: i64, all: i64) -> bool {
        match word {
            "every" => yes == all,
            "some" => yes > 0,
            "exactly" => yes == n,
            "at least" => yes >= n,
            _ => yes <= n,
        }
    }

    fn bool(&mut self, e: &Bool) -> Got<bool> {
        Ok(match e {
            Bool::Compare(first, rest) => {
                let mut left = self.num(first)?;
                let mut holds = true;
                for (cmp, right) in rest {
                    let right = self.num(right)?;
                    holds &= matches!((left, right), (Some(a), Some(b)) if Self::compare(cmp, a, b));
                    left = right;
                }
                holds
            }
            Bool::Join(word, all) => {
                let all = all.iter().map(|x| self.bool(x)).collect::<Got<Vec<bool>>>()?;
                if *word == "and" { all.iter().all(|x| *x) } else { all.iter().any(|x| *x) }
            }
            Bool::Not(a) => !self.bool(a)?,
            Bool::Implies(a, b) => {
                let (a, b) = (self.bool(a)?, self.bool(b)?);
                !a || b
            }
            Bool::Quantity(word, n, _, list, condition) => {
                let held = self.each(list, |grid, _| grid.bool(condition))?;
                held.is_some_and(|h| Self::enough(word, *n, h.iter().filter(|x| **x).count() as i64, h.len() as i64))
            }
            Bool::Of(word, n, all) => {
                let all = all.iter().map(|x| self.bool(x)).collect::<Got<Vec<bool>>>()?;
                Self::enough(word, *n, all.iter().filter(|x| **x).count() as i64, all.len() as i64)
            }
            Bool::Pred("connected", list) => {
                let Some(items) = self.list(list)? else { return Ok(false) };
                self.connected(&items)
            }
            Bool::Pred(name, list) => self.numbers(list)?.is_some_and(|mut all| {
                let pairs = |test: &dyn Fn(std::cmp::Ordering) -> bool| all.windows(2).all(|w| test(w[0].order(w[1])));
                match *name {
                    "distinct" => (0..all.len()).all(|i| !all[..i].contains(&all[i])),
                    "equal" => pairs(&std::cmp::Ordering::is_eq),
                    "increasing" => pairs(&std::cmp::Ordering::is_lt),
                    "nondecreasing" => pairs(&std::cmp::Ordering::is_le),
                    "decreasing" => pairs(&std::cmp::Ordering::is_gt),
                    _ => {
                        all.sort_by(|a, b| a.order(*b));
                        all.windows(2).all(|w| Self::arith("-", w[1], w[0]).is_ok_and(|d| d == Some(Rat::int(1))))
                    }
                }
            }),
            Bool::Two(name, a, b) => {
                let (Some(mut a), Some(mut b)) = (self.numbers(a)?, self.numbers(b)?) else { return Ok(false) };
                if *name == "equal_sums" {
                    self.of("sum", &a)? == self.of("sum", &b)?
                } else {
                    a.sort_by(|a, b| a.order(*b));
                    b.sort_by(|a, b| a.order(*b));
                    a == b
                }
            }
            Bool::Contains(name, list, set) => {
                let (Some(all), Some(set)) = (self.numbers(list)?, self.numbers(set)?) else { return Ok(false) };
                let often = |list: &[Rat], n: &Rat| list.iter().filter(|x| *x == n).count();
                set.iter().all(|n| {
                    let (there, wanted) = (often(&all, n), often(&set, n));
                    if *name == "contains" { there >= wanted } else { there == wanted }
                })
            }
            Bool::ContainsOne(list, x) => {
                let (all, x) = (self.numbers(list)?, self.num(x)?);
                matches!((all, x), (Some(all), Some(x)) if all.contains(&x))
            }
            Bool::In(x, list) => {
                let (x, items) = (self.num(x)?, self.list(list)?);
                items.is_some_and(|l| x.is_some() && l.iter().any(|&i| self.worth(i) == x))
            }
            Bool::CellIn(place, list) => {
                let (cell, items) = (self.place(place)?, self.list(list)?);
                matches!((cell, items), (Some(c), Some(l)) if l.contains(&Item::Cell(c)))
            }
            Bool::Same(a, b) => {
                let (a, b) = (self.place(a)?, self.place(b)?);
                a.is_some() && a == b
            }
            Bool::Parity(name, x) => {
                self.num(x)?.and_then(Rat::whole).is_some_and(|n| (n.rem_euclid(2) == 1) == (*name == "odd"))
            }
            Bool::Matches(list, parts) => {
                let Some(all) = self.numbers(list)? else { return Ok(false) };
                let all: Vec<i64> = all.into_iter().filter_map(Rat::whole).collect();
                fits(&all, parts)
            }
            Bool::SubsetSum(list, n) => {
                let (Some(all), Some(n)) = (self.numbers(list)?, self.num(n)?) else { return Ok(false) };
                let mut found = false;
                for set in 1u32..1 << all.len() {
                    let part: Vec<Rat> = (0..all.len()).filter(|i| set >> i & 1 == 1).map(|i| all[i]).collect();
                    found |= self.of("sum", &part)? == Some(n);
                }
                found
            }
            Bool::Accepted(list, steps, end) => {
                let Some(all) = self.numbers(list)? else { return Ok(false) };
                let mut states = vec![0];
                for digit in all {
                    let next = steps.iter().filter(|s| Rat::int(s[1]) == digit && states.contains(&s[0]));
                    states = next.map(|s| s[2]).collect();
                }
                states.contains(end)
            }
            Bool::Ranked(name, list, n, lists) => {
                let (mine, n) = (self.numbers(list)?, self.num(n)?);
                let lists = lists.iter().map(|l| self.numbers(l)).collect::<Got<Vec<_>>>()?;
                let lists: Option<Vec<Vec<Rat>>> = lists.into_iter().collect();
                let (Some(mine), Some(n), Some(lists)) = (mine, n, lists) else { return Ok(false) };
                let order = |l: &Vec<Rat>| {
                    let differ = l.iter().zip(&mine).map(|(a, b)| a.order(*b)).find(|o| o.is_ne());
                    l.len().cmp(&mine.len()).then(differ.unwrap_or(std::cmp::Ordering::Equal))
                };
                let smaller = lists.iter().filter(|l| order(l).is_lt()).count() as i64;
                let equal = lists.iter().filter(|l| order(l).is_eq()).count();
                n == Rat::int(smaller + 1) && (equal == 1 || *name == "ranked_or_tied")
            }
            Bool::Pairs(quantity, list, cmp) => {
                let Some(items) = self.list(list)? else { return Ok(false) };
                let mut held = Vec::new();
                for (i, a) in items.iter().enumerate() {
                    for b in &items[i + 1..] {
                        let both = (self.worth(*a), self.worth(*b));
                        held.push(matches!(both, (Some(a), Some(b)) if Self::compare(cmp, a, b)));
                    }
                }
                if *quantity == "every" { held.iter().all(|h| *h) } else { held.iter().any(|h| *h) }
            }
        })
    }

    fn connected(&self, items: &[Item]) -> bool {
        let cells: Vec<usize> =
            items.iter().filter_map(|i| if let Item::Cell(c) = i { Some(*c) } else { None }).collect();
        let Some(&first) = cells.first() else { return true };
        let mut reached = vec![first];
        while let Some(next) = cells
            .iter()
            .find(|c| !reached.contains(c) && self.around("neighbours", **c).iter().any(|n| reached.contains(n)))
        {
            reached.push(*next);
        }
        cells.iter().all(|c| reached.contains(c))
    }
}

/// Whether the digits match a pattern of digits and of `(.|d)*`, which matches any digits.
fn fits(digits: &[i64], parts: &[(i64, bool)]) -> bool {
    match parts.split_first() {
        None => digits.is_empty(),
        Some(((_, true), rest)) => (0..=digits.len()).any(|n| fits(&digits[n..], rest)),
        Some(((digit, false), rest)) => digits.first() == Some(digit) && fits(&digits[1..], rest),
    }
}

fn boxed<T>(x: T) -> Box<T> {
    Box::new(x)
}

/// Makes random expression trees.
struct Maker<'a> {
    random: &'a mut Random,
    digits: (i64, i64),
    /// By name in scope: whether it is a cell.
    names: Vec<bool>,
}

impl<'a> Maker<'a> {
    fn new(random: &'a mut Random, grid: &Grid) -> Self {
        Self { random, digits: (grid.first, grid.first + grid.count - 1), names: Vec::new() }
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.below(of.len())]
    }

    /// A small number: some are below 0 or beyond the ends of lists.
    fn small(&mut self) -> i64 {
        self.random.between(-2, 6)
    }

    fn named(&mut self, cell: bool) -> Option<usize> {
        let all: Vec<usize> = (0..self.names.len()).filter(|&i| self.names[i] == cell).collect();
        (!all.is_empty()).then(|| all[self.random.below(all.len())])
    }

    fn with<T>(&mut self, cell: bool, f: impl FnOnce(&mut Self, usize) -> T) -> T {
        self.names.push(cell);
        let result = f(self, self.names.len() - 1);
        self.names.pop();
        result
    }

    fn place(&mut self, depth: usize) -> Place {
        if let Some(name) = self.named(true).filter(|_| self.random.below(3) > 0) {
            return Place::Name(name);
        }
        match self.random.below(if depth == 0 { 2 } else { 3 }) {
            0 => Place::At(self.random.between(0, 4), self.random.between(0, 4)),
            1 => Place::Item(Box::new(List::Clue(self.random.below(2))), Box::new(Num::Lit(self.small()))),
            _ => Place::Item(Box::new(List::Clue(self.random.below(2))), Box::new(self.num(depth - 1))),
        }
    }

    /// A cell that does not depend on digits; usually it exists.
    fn fixed(&mut self) -> Place {
        if let Some(name) = self.named(true).filter(|_| self.random.below(3) > 0) {
            return Place::Name(name);
        }
        Place::At(self.random.between(1, 3), self.random.between(1, 3))
    }

    fn num(&mut self, depth: usize) -> Num {
        if depth == 0 || self.random.below(6) == 0 {
            return match self.random.below(5) {
                0 => Num::Lit(self.small()),
                1 => Num::Word(self.one(&["height", "width", "first_digit", "last_digit", "digits_count"])),
                2 => self.named(false).map_or_else(|| Num::Lit(2), Num::Name),
                _ => Num::Cell(self.place(0)),
            };
        }
        let d = depth - 1;
        match self.random.below(21) {
            0..3 => {
                let op = self.one(&["+", "-", "*", "/", "//", "mod"]);
                Num::Binary(op, boxed(self.num(d)), boxed(self.num(d)))
            }
            3 => Num::Neg(boxed(self.num(d))),
            4 => Num::Abs(boxed(self.num(d))),
            5 => Num::Call(self.one(&["floor", "ceil"]), boxed(self.num(d))),
            6 => Num::If(boxed(self.bool(d)), boxed(self.num(d)), boxed(Num::Lit(self.small()))),
            7..10 => {
                let name = self
                    .one(&["sum", "product", "max", "min", "length", "count", "visible", "number", "first", "last"]);
                Num::Of(name, boxed(self.list(d, true)))
            }
            10 => Num::Extreme(self.one(&["max", "min"]), vec![self.num(d), self.num(0)]),
            11 => Num::Count(boxed(self.list(d, true)), boxed(self.num(d))),
            12 => Num::CountSet(boxed(self.list(d, true)), boxed(self.list(d, false))),
            13 => {
                let list = self.list(d, true);
                self.with(true, |m, name| Num::CountWhere(name, boxed(list), boxed(m.bool(d))))
            }
            14 | 15 => Num::Position(boxed(self.num(d)), boxed(self.list(d, true))),
            16 => Num::Item(boxed(self.list(d, false)), boxed(self.num(d))),
            17 => Num::Where(self.one(&["row", "column"]), self.fixed()),
            18 => {
                let (start, list) = (self.num(0), self.list(d, true));
                let next = self.with(false, |m, state| {
                    m.with(true, |m, name| {
                        let op = m.one(&["+", "-", "*"]);
                        let sum = Num::Binary(op, boxed(Num::Name(state)), boxed(m.num(0)));
                        (state, name, Num::Binary("mod", boxed(sum), boxed(Num::Lit(3))))
                    })
                });
                Num::Fold(next.0, next.1, boxed(start), boxed(list), boxed(next.2))
            }
            _ => Num::Cell(self.place(d)),
        }
    }

    fn list(&mut self, depth: usize, cells: bool) -> List {
        if depth == 0 {
            return match (cells, self.random.below(3)) {
                (true, 0) => List::Row(self.one(&["rows", "columns", "boxes"]), self.random.between(0, 5)),
                (true, _) => List::Clue(self.random.below(2)),
                (false, 0) => List::Word("digits"),
                (false, 1) => List::Range(self.small(), self.small()),
                (false, _) => List::Numbers(vec![Num::Lit(self.small()), Num::Lit(self.small())]),
            };
        }
        let d = depth - 1;
        match self.random.below(if cells { 13 } else { 11 }) {
            0 => List::End(self.one(&["first", "last"]), boxed(self.num(d)), boxed(self.list(d, cells))),
            1 | 2 => List::Side(self.one(&["before", "after"]), boxed(self.list(d, cells)), boxed(self.num(d))),
            3 => List::Reverse(boxed(self.list(d, cells))),
            4 => List::Concat(boxed(self.list(d, cells)), boxed(self.list(0, cells))),
            5 => List::Between(boxed(self.num(0)), boxed(self.num(0)), boxed(self.list(d, cells))),
            6 => {
                let list = self.list(d, cells);
                self.with(cells, |m, name| List::Where(name, boxed(list), boxed(m.bool(d))))
            }
            7 | 8 if !cells => {
                let list = self.list(d, true);
                self.with(true, |m, name| List::Each(name, boxed(m.num(d)), boxed(list)))
            }
            9 if !cells => List::Positions(boxed(self.list(d, true))),
            10 if !cells => List::Set(vec![self.num(d)], self.small(), self.small()),
            7 => List::ReadingOrder(boxed(self.list(d, true))),
            8 => {
                let names = ["neighbours", "touching", "row_of", "column_of", "above", "below", "left_of", "right_of"];
                List::Around(self.one(&names), self.fixed())
            }
            9 => {
                let (down, right) = (self.random.between(0, 2), self.random.between(1, 2));
                List::Leaps(self.one(&["leaps", "ray"]), self.fixed(), down, right)
            }
            10 => List::Block(
                self.random.between(1, 2),
                self.random.between(1, 2),
                self.random.between(1, 2),
                self.random.between(1, 3),
            ),
            _ => self.list(0, cells),
        }
    }

    fn bool(&mut self, depth: usize) -> Bool {
        let cmp = self.one(&["=", "!=", "<", "<=", ">", ">="]);
        if depth == 0 {
            return Bool::Compare(self.num(0), vec![(cmp, self.num(0))]);
        }
        let d = depth - 1;
        let n = self.random.between(-1, 3);
        let cells = self.random.below(3) > 0;
        match self.random.below(24) {
            0..4 => Bool::Compare(self.num(d), vec![(cmp, self.num(d))]),
            4 => Bool::Compare(self.num(d), vec![(cmp, self.num(d)), (self.one(&["<", "<=", "="]), self.num(0))]),
            5 => Bool::Join(self.one(&["and", "or"]), vec![self.bool(d), self.bool(d)]),
            6 => Bool::Not(Box::new(self.bool(d))),
            7 => Bool::Implies(Box::new(self.bool(d)), Box::new(self.bool(d))),
            8..10 => {
                let word = self.one(&["every", "some", "exactly", "at least", "at most"]);
                let list = self.list(d, cells);
                self.with(cells, |m, name| Bool::Quantity(word, n.max(0), name, list, Box::new(m.bool(d))))
            }
            10 => {
                let word = self.one(&["exactly", "at least", "at most"]);
                Bool::Of(word, n.max(0), vec![self.bool(0), self.bool(d), self.bool(0)])
            }
            11..13 => {
                let names = ["distinct", "equal", "increasing", "nondecreasing", "decreasing", "consecutive"];
                Bool::Pred(self.one(&names), self.list(d, cells))
            }
            13 => Bool::Pred("connected", self.list(d, true)),
            14 => Bool::Two(self.one(&["same_multiset", "equal_sums"]), self.list(d, true), self.list(d, cells)),
            15 => Bool::Contains(self.one(&["contains", "contains_exactly"]), self.list(d, true), self.list(d, false)),
            16 => Bool::ContainsOne(self.list(d, true), self.num(d)),
            17 => Bool::In(Num::Binary("+", Box::new(self.num(d)), Box::new(Num::Lit(0))), self.list(d, false)),
            18 => Bool::CellIn(self.fixed(), self.list(d, true)),
            19 => Bool::Same(self.fixed(), self.fixed()),
            20 => Bool::Parity(self.one(&["odd", "even"]), self.num(d)),
            21 => {
                let (low, high) = self.digits;
                let parts =
                    (0..=self.random.below(3)).map(|_| (self.random.between(low, high), self.random.below(2) == 0));
                let parts = parts.collect();
                Bool::Matches(self.list(d, true), parts)
            }
            22 => match self.random.below(3) {
                0 => Bool::SubsetSum(self.list(d, cells), self.num(0)),
                1 => {
                    let (low, high) = self.digits;
                    let step =
                        |m: &mut Self| [m.random.between(0, 2), m.random.between(low, high), m.random.between(0, 2)];
                    let steps = (0..6).map(|_| step(self)).collect();
                    Bool::Accepted(self.list(d, true), steps, self.random.between(0, 2))
                }
                _ => {
                    let lists = [List::Clue(0), List::Clue(1), List::Row("rows", 1), List::Row("rows", 2)];
                    let mine = lists[self.random.below(4)].clone();
                    let name = self.one(&["ranked", "ranked_or_tied"]);
                    Bool::Ranked(name, mine, Num::Lit(self.random.between(0, 3)), lists.to_vec())
                }
            },
            _ => Bool::Pairs(self.one(&["every", "some"]), self.list(d, cells), cmp),
        }
    }
}
