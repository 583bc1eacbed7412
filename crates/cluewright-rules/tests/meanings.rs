//! The meaning of library rules where the digits are not 1 to 9: a few lines of plain code for each rule judge every
//! assignment of short lines, with digits from 0, from 1, from below 0, and with more digits than cells. Checker and
//! model must agree with the judge.

use crate::common;

use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Puzzle, Shape, Value};
use cluewright_rules::{Ruleset, check, lower};
use std::collections::BTreeSet;

/// The first digit and the number of digits, on lines of up to four cells.
const RANGES: [(i32, u8); 5] = [(1, 4), (0, 4), (1, 6), (-2, 5), (-4, 4)];

struct Digits {
    first: i32,
    last: i32,
}

/// Whether the rule holds for the digits of a line, the clue's number, and the digits of the puzzle.
type Judge = fn(&[i32], i32, &Digits) -> bool;

fn sum(line: &[i32]) -> i32 {
    line.iter().sum()
}

fn x_sum(line: &[i32], n: i32, _: &Digits) -> bool {
    usize::try_from(line[0]).is_ok_and(|x| x <= line.len() && sum(&line[..x]) == n)
}

/// The sum of the digits that have a lowest digit on one side and a highest digit on the other.
fn sandwiched(line: &[i32]) -> i32 {
    let (low, high) = (line.iter().min().unwrap(), line.iter().max().unwrap());
    let mut total = 0;
    for i in 0..line.len() {
        let (before, behind) = (&line[..i], &line[i + 1..]);
        if before.contains(low) && behind.contains(high) || before.contains(high) && behind.contains(low) {
            total += line[i];
        }
    }
    total
}

fn sandwich(line: &[i32], n: i32, _: &Digits) -> bool {
    sandwiched(line) == n
}

fn lunchbox(line: &[i32], n: i32, _: &Digits) -> bool {
    line.iter().collect::<BTreeSet<_>>().len() == line.len() && sandwiched(line) == n
}

fn seen(line: &[i32], i: usize) -> bool {
    line[..i].iter().all(|&before| before < line[i])
}

fn skyscraper(line: &[i32], n: i32, _: &Digits) -> bool {
    (0..line.len()).filter(|&i| seen(line, i)).count() as i32 == n
}

fn skyscraper_from_the_ground(line: &[i32], n: i32, _: &Digits) -> bool {
    (0..line.len()).filter(|&i| seen(line, i) && line[i] > 0).count() as i32 == n
}

fn hidden_skyscraper(line: &[i32], n: i32, _: &Digits) -> bool {
    (0..line.len()).find(|&i| !seen(line, i)).is_some_and(|i| line[i] == n)
}

fn numbered_room(line: &[i32], n: i32, _: &Digits) -> bool {
    usize::try_from(line[0] - 1).is_ok_and(|i| line.get(i) == Some(&n))
}

/// Whether the line can be divided into consecutive segments that each have the sum.
fn divides(line: &[i32], total: i32) -> bool {
    (1..=line.len()).any(|k| sum(&line[..k]) == total && (k == line.len() || divides(&line[k..], total)))
}

fn sum_line(line: &[i32], n: i32, _: &Digits) -> bool {
    divides(line, n)
}

fn sum_loop(line: &[i32], n: i32, _: &Digits) -> bool {
    (0..line.len()).any(|i| divides(&[&line[i..], &line[..i]].concat(), n))
}

fn digital_root(line: &[i32], n: i32, _: &Digits) -> bool {
    if sum(line) < 0 || line.iter().collect::<BTreeSet<_>>().len() < line.len() {
        return false;
    }
    let mut root = sum(line);
    while root > 9 {
        root = root / 10 + root % 10;
    }
    root == n
}

fn rellik(line: &[i32], n: i32, _: &Digits) -> bool {
    let of = |set: usize| (0..line.len()).filter(|i| set >> i & 1 == 1).map(|i| line[i]).sum::<i32>();
    line.iter().collect::<BTreeSet<_>>().len() == line.len() && (1..1 << line.len()).all(|set| of(set) != n)
}

fn look_and_say(line: &[i32], n: i32, _: &Digits) -> bool {
    line.iter().filter(|&&d| d == n % 10).count() as i32 == n / 10
}

/// 0, 1 or 2 for the low, middle and high third of the digits; if the thirds are not equal, the lower ones are larger.
fn third(digit: i32, d: &Digits) -> i32 {
    let count = d.last - d.first + 1;
    let low = (count + 2) / 3;
    let middle = (count + 1) / 3;
    match digit - d.first {
        k if k < low => 0,
        k if k < low + middle => 1,
        _ => 2,
    }
}

fn entropic(line: &[i32], _: i32, d: &Digits) -> bool {
    let of = |i: usize| third(line[i], d);
    let apart = |k: usize| (k..line.len()).all(|i| of(i - k) != of(i));
    apart(1) && apart(2)
}

fn counting_circles(line: &[i32], _: i32, _: &Digits) -> bool {
    line.iter().all(|&d| line.iter().filter(|&&e| e == d).count() as i32 == d)
}

fn index_line(line: &[i32], _: i32, _: &Digits) -> bool {
    let at = |n: i32| usize::try_from(n - 1).ok().and_then(|i| line.get(i));
    (0..line.len()).all(|i| at(line[i]) == Some(&(i as i32 + 1)))
}

fn even_lots(line: &[i32], _: i32, _: &Digits) -> bool {
    line.iter().filter(|d| *d % 2 == 0).count() as i32 == line[0]
}

fn ambiguous(line: &[i32], _: i32, _: &Digits) -> bool {
    (0..line.len()).any(|i| sum(line) - line[i] == line[i] && line.iter().all(|&d| d <= line[i]))
}

fn equality(line: &[i32], _: i32, d: &Digits) -> bool {
    let count = |f: &dyn Fn(&i32) -> bool| line.iter().filter(|x| f(x)).count();
    line.iter().collect::<BTreeSet<_>>().len() == line.len()
        && count(&|x| x % 2 == 0) == count(&|x| x % 2 != 0)
        && count(&|x| x - d.first < d.last - x) == count(&|x| x - d.first > d.last - x)
}

fn ends_unlike_two(line: &[i32], _: i32, _: &Digits) -> bool {
    line.len() >= 2 && line[line.len() - 1] != 2
}

/// A rule, its other arguments, the numbers its clue may have, and the judge.
struct Case {
    rule: &'static str,
    number: Option<(&'static str, std::ops::RangeInclusive<i32>)>,
    more: Vec<(&'static str, Arg)>,
    judge: Judge,
}

fn cases() -> Vec<Case> {
    let numbered = |rule, name, judge| Case { rule, number: Some((name, -5..=9)), more: vec![], judge };
    let plain = |rule, judge| Case { rule, number: None, more: vec![], judge };
    let total = Some(("total", 1..=7));
    vec![
        numbered("x-sum", "total", x_sum),
        numbered("sandwich", "total", sandwich),
        numbered("lunchbox", "total", lunchbox),
        Case { rule: "skyscraper", number: Some(("n", 0..=5)), more: vec![], judge: skyscraper },
        Case {
            rule: "skyscraper",
            number: Some(("n", 0..=5)),
            more: vec![("ground", Arg::Number(0))],
            judge: skyscraper_from_the_ground,
        },
        numbered("hidden-skyscraper", "n", hidden_skyscraper),
        numbered("numbered-room", "n", numbered_room),
        Case { rule: "sum-line", number: total.clone(), more: vec![], judge: sum_line },
        Case { rule: "sum-line", number: total, more: vec![("loop", Arg::Bool(true))], judge: sum_loop },
        Case { rule: "digital-root", number: Some(("root", 0..=9)), more: vec![], judge: digital_root },
        numbered("rellik-cage", "total", rellik),
        Case { rule: "look-and-say", number: Some(("pairs", 0..=29)), more: vec![], judge: look_and_say },
        plain("entropic-line", entropic),
        plain("counting-circles", counting_circles),
        plain("index-line", index_line),
        plain("even-lots", even_lots),
        plain("ambiguous-arrow", ambiguous),
        plain("equality-cage", equality),
        Case {
            rule: "regex",
            number: None,
            more: vec![("pattern", Arg::Text(".+[^2]".into()))],
            judge: ends_unlike_two,
        },
    ]
}

/// Every assignment of digits to this many cells.
fn assignments(cells: usize, first: i32, count: u8) -> impl Iterator<Item = Vec<i32>> {
    let count = usize::from(count);
    (0..count.pow(cells as u32))
        .map(move |i| (0..cells).map(|c| first + (i / count.pow(c as u32) % count) as i32).collect())
}

fn board(height: u16, width: u16, (first, count): (i32, u8)) -> Puzzle {
    let mut puzzle = Puzzle::new(Shape::rectangle(height, width, 0, 0).expect("a small grid"), count);
    puzzle.digits.first = first;
    puzzle
}

/// Compares checker and model with the judge on every assignment of the board. Returns how many assignments are valid.
fn compare(rules: &Ruleset, puzzle: &Puzzle, what: &str, judge: impl Fn(&[i32]) -> bool) -> Result<usize, BadInput> {
    let model = lower(rules, puzzle)?.model;
    let cells = puzzle.shape.len();
    assert_eq!(model.len(), cells, "{what}: no cells besides those of the grid");
    let mut held = 0;
    for line in assignments(cells, puzzle.digits.first, puzzle.digits.count) {
        let wanted = judge(&line);
        held += usize::from(wanted);
        let checked = check(rules, puzzle, &line)?.is_empty();
        assert_eq!(checked, wanted, "{what}: the checker on {line:?}");
        let values: Vec<Value> = line.iter().map(|d| Value((d - puzzle.digits.first) as u8)).collect();
        assert_eq!(model.holds(&values), wanted, "{what}: the model on {line:?}");
        if wanted {
            let mut board = model.board();
            for posted in model.constraints() {
                assert!(posted.kind.propagate(&mut board).is_ok(), "{what}: {:?}", posted.kind);
            }
            let lost = values.iter().enumerate().find(|(c, v)| !board.values(Cell(*c as u16)).contains(**v));
            assert_eq!(lost, None, "{what}: propagation loses {line:?}");
        }
    }
    Ok(held)
}

use cluewright_core::constraint::Constraint;

#[test]
fn rules_of_lines_mean_what_plain_code_says() {
    let rules = Ruleset::library();
    for case in cases() {
        let mut held = 0;
        for (first, count) in RANGES {
            for cells in 1..=4u16 {
                // Lines with repeated digits are possible only if no rule makes the cells different.
                for latin in [false, true] {
                    let large = usize::from(count).pow(u32::from(cells)) > 700;
                    if large || latin && cells != 4 {
                        continue;
                    }
                    let mut puzzle = board(1, cells, (first, count));
                    let digits = Digits { first, last: first + i32::from(count) - 1 };
                    if latin {
                        puzzle.rules.push(Clue::new("rows", vec![]));
                    }
                    let numbers = case.number.as_ref().map_or(0..=0, |n| n.1.clone());
                    for n in numbers {
                        let mut args: Vec<(String, Arg)> =
                            case.more.iter().map(|(name, arg)| ((*name).to_owned(), arg.clone())).collect();
                        args.push((String::new(), Arg::Cells(puzzle.shape.cells().collect())));
                        if let Some((name, _)) = &case.number {
                            let arg = Arg::Number(i64::from(n));
                            let arg = if *name == "pairs" { Arg::Numbers(vec![i64::from(n)]) } else { arg };
                            args.push(((*name).to_owned(), arg));
                        }
                        let clue = Clue::new(case.rule, args);
                        let what = format!("{clue:?}, digits {first}.. {count}, latin {latin}");
                        puzzle.clues = vec![ClueTree::One(clue)];
                        let judge = |line: &[i32]| {
                            (case.judge)(line, n, &digits)
                                && (!latin || (0..line.len()).all(|i| !line[..i].contains(&line[i])))
                        };
                        held += compare(&rules, &puzzle, &what, judge).unwrap_or_else(|e| panic!("{what}: {e}"));
                    }
                }
            }
        }
        println!("{}: {held} hold", case.rule);
        assert!(held > 20, "{}: {held} hold", case.rule);
    }
}

#[test]
fn rules_of_grids_mean_what_plain_code_says() {
    let rules = Ruleset::library();
    for range in RANGES {
        let digits = Digits { first: range.0, last: range.0 + i32::from(range.1) - 1 };
        let mut square = board(2, 2, range);
        square.rules.push(Clue::new("global-entropy", vec![]));
        let all_thirds = |grid: &[i32]| (0..3).all(|k| grid.iter().any(|&d| third(d, &digits) == k));
        compare(&rules, &square, &format!("global-entropy {range:?}"), all_thirds).unwrap();
        let mut column = board(3, 1, range);
        column.rules.push(Clue::new("dutch-flatmates", vec![]));
        // The lower of the two middle digits.
        let middle = digits.first + (digits.last - digits.first) / 2;
        let flatmates = |grid: &[i32]| {
            (0..3).all(|i| {
                grid[i] != middle || i > 0 && grid[i - 1] == digits.first || i < 2 && grid[i + 1] == digits.last
            })
        };
        compare(&rules, &column, &format!("dutch-flatmates {range:?}"), flatmates).unwrap();
    }
}

#[test]
fn windows_are_as_large_as_boxes_usually_are() {
    // A 6x6 grid with its usual boxes, without boxes, and with irregular regions.
    let with_boxes = Shape::square(6).expect("a usual size");
    let without = Shape::rectangle(6, 6, 0, 0).expect("a usual size");
    let irregular = common::jigsaw(6, "aaaaab bbbbba cccddd cccddd eeefff eeefff");
    for shape in [with_boxes, without, irregular] {
        let mut puzzle = Puzzle::new(shape, 6);
        puzzle.rules.push(Clue::new("windoku", vec![]));
        let model = lower(&Ruleset::library(), &puzzle).expect("a sound rule").model;
        let mut sets: Vec<Vec<u16>> = model.sets().iter().map(|s| s.cells.iter().map(|c| c.0).collect()).collect();
        sets.sort();
        // A 2x3 window starts at r2c2; the six columns leave room for one window in each row of windows.
        assert_eq!(sets, [[7, 8, 9, 13, 14, 15]]);
    }
}
