//! Finds a rule of the ruleset that means the same as a reading: both accept and reject the same clues in a test with many grids.

use crate::draft::{Reading, Twin};
use crate::random::Random;
use crate::whole::whole;
use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::syntax::ast::{Param, ParamKind, Rule, Shape as Kind};
use cluewright_rules::{Ruleset, check, default_number};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock};

/// The number of grids in which the reading and a rule are compared.
const GRIDS: usize = 160;

/// The maximum number of cached results. The cache is bounded because texts may come from untrusted sources.
const KEPT: usize = 4_000;

type Found = BTreeMap<String, Option<Twin>>;

/// A rule that accepts the same clues as the reading; `None` if every rule differs from the reading in some grid, or if no grid was
/// conclusive.
pub(crate) fn twin(rules: &Ruleset, reading: &Reading) -> Option<Twin> {
    static FOUND: OnceLock<Mutex<Found>> = OnceLock::new();
    let found = FOUND.get_or_init(Mutex::default);
    // Do not use the cache if there are rules besides the library's rules, because other twins are then possible.
    let is_library = rules.own_rules().next().is_none();
    let key: String = reading
        .text
        .lines()
        .skip(1)
        .filter(|l| !["says", "draw"].iter().any(|w| l.trim_start().starts_with(w)))
        .collect();
    if let Some(known) = found.lock().ok().filter(|_| is_library).and_then(|f| f.get(&key).cloned()) {
        return known;
    }
    let alike = |rules| search(rules, reading, None, Judges::Alike);
    let twin = if reading.rule.is_clue { alike(rules) } else { whole(rules, reading) };
    if let Some(mut found) = found.lock().ok().filter(|_| is_library) {
        if found.len() >= KEPT {
            found.clear();
        }
        found.insert(key, twin.clone());
    }
    twin
}

/// A candidate for the twin, with its numbers.
struct Other<'r> {
    rule: &'r Rule,
    numbers: Vec<(String, i64)>,
}

/// How the judgements of a rule must relate to the judgements of the reading.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judges {
    /// The rule accepts the same clues as the reading.
    Alike,
    /// The rule accepts only clues that the reading accepts, too.
    Harder,
}

/// The twin among all rules or, if `only` names a rule, only that rule.
pub(crate) fn search(rules: &Ruleset, reading: &Reading, only: Option<&str>, how: Judges) -> Option<Twin> {
    let found = search_in(rules, reading, (only, how), false);
    // A line seen from outside the grid may be a row or a column without repeated digits.
    let is_outside = || shapes(&reading.rule).contains(&Kind::Outside);
    if found.is_none() && is_outside() { search_in(rules, reading, (only, how), true) } else { found }
}

/// Like `search`, either in random grids or, if `is_line`, in grids whose rows contain each digit once.
fn search_in(rules: &Ruleset, reading: &Reading, (only, how): (Option<&str>, Judges), is_line: bool) -> Option<Twin> {
    let rule = &reading.rule;
    if !rule.is_clue {
        return None;
    }
    let kinds = shapes(rule);
    let puzzle = Puzzle::new(Shape::square(9).ok()?, 9);
    let said = numbers(&reading.text);
    let mut others: Vec<Other<'_>> = Vec::new();
    for other in rules
        .rules()
        .filter(|other| other.is_clue && alike(&kinds, &shapes(other)) && only.is_none_or(|name| other.name == name))
    {
        others.extend(with_numbers(rules, &puzzle, rule, other, &said));
    }
    // Prefer a rule with no more numbers than the clue, the same shapes, and few other parameters.
    let written = plain_numbers(rule);
    let strange = |other: &Rule| {
        let numbers = plain_numbers(other).into_iter().enumerate();
        numbers.filter(|(n, p)| written.get(*n).map_or(!p.optional, |own| own.kind != p.kind)).count()
    };
    others.sort_by_key(|other| (strange(other.rule), shapes(other.rule) != kinds, other.rule.params.len()));
    let text = reading.text.replacen(&format!("rule {} ", rule.name), "rule read ", 1);
    let extended = rules.and(&[&text]).ok()?;
    let mut random = Random(7);
    let mut seen = [false; 2];
    let mut others_hold = false;
    for n in 0..GRIDS {
        let mut grid = grid(&mut random, if is_line { 4 * n + 1 } else { n });
        let args = arguments(rule, &grid, &mut random)?;
        // In some grids, the cells get a sum that the sentence mentions: otherwise hardly any clue would be true.
        if n % 3 == 2
            && !is_line
            && let Some(total) = said.get(n / 3 % said.len().max(1))
        {
            let cells: BTreeSet<Cell> = args.iter().flat_map(|(_, arg)| arg.cells()).collect();
            let sum: i32 = cells.iter().map(|c| grid[c.index()]).sum();
            let mut left = i32::try_from(*total).unwrap_or(0) - sum;
            for cell in cells {
                let digit = (grid[cell.index()] + left).clamp(1, 9);
                left -= digit - grid[cell.index()];
                grid[cell.index()] = digit;
            }
        }
        let verdict = |clue: Clue| {
            let puzzle = Puzzle { clues: vec![ClueTree::One(clue)], ..puzzle.clone() };
            check(&extended, &puzzle, &grid).ok().map(|broken| broken.is_empty())
        };
        let Some(holds) = verdict(Clue::new("read", args.clone())) else { continue };
        seen[usize::from(holds)] = true;
        others.retain(|other| {
            let mut clue = Clue::new(other.rule.name.clone(), renamed(rule, other.rule, &args));
            clue.args.extend(other.numbers.iter().map(|(name, n)| (name.clone(), Arg::Number(*n))));
            // A number that the other rule does not accept counts as wrong.
            let other = verdict(clue).unwrap_or(false);
            others_hold |= other;
            match how {
                Judges::Alike => other == holds,
                Judges::Harder => !other || holds,
            }
        });
        if others.is_empty() {
            return None;
        }
    }
    let is_sure = if how == Judges::Alike { seen == [true, true] } else { others_hold };
    let first = others.into_iter().next().filter(|_| is_sure)?;
    Some(Twin { rule: first.rule.name.clone(), numbers: first.numbers })
}

fn shapes(rule: &Rule) -> Vec<Kind> {
    rule.params.iter().filter_map(|p| if let ParamKind::Shape(shape) = p.kind { Some(shape) } else { None }).collect()
}

/// Whether the shapes correspond: a cage counts as cells, and a line may be read as cells.
fn alike(own: &[Kind], other: &[Kind]) -> bool {
    let plain = |kind: &Kind| if *kind == Kind::Cage { Kind::Cells } else { *kind };
    let same = |(own, other): (&Kind, &Kind)| plain(own) == plain(other) || (*own, *other) == (Kind::Line, Kind::Cells);
    own.len() == other.len() && own.iter().zip(other).all(same)
}

/// The number parameters of a rule, each with the other rule's parameter of the same name, or else with the other rule's next
/// unused parameter.
fn paired<'a>(rule: &'a Rule, other: &'a Rule) -> Vec<(&'a Param, &'a Param)> {
    let (own, mut left) = (plain_numbers(rule), plain_numbers(other));
    let called = |params: &[&Param], name: &str| params.iter().position(|param| param.name == name);
    let same: Vec<Option<&Param>> =
        own.iter().map(|param| called(&left, &param.name).map(|at| left.remove(at))).collect();
    let mut left = left.into_iter();
    let pairs = own.into_iter().zip(same).filter_map(|(own, same)| Some((own, same.or_else(|| left.next())?)));
    pairs.filter(|(own, other)| own.kind == other.kind).collect()
}

fn plain_numbers(rule: &Rule) -> Vec<&Param> {
    rule.params.iter().filter(|p| matches!(p.kind, ParamKind::Number | ParamKind::Numbers)).collect()
}

/// The other rule, with each choice of numbers that the sentence may imply; empty if it requires another kind of argument.
fn with_numbers<'r>(rules: &Ruleset, puzzle: &Puzzle, rule: &Rule, other: &'r Rule, said: &[i64]) -> Vec<Other<'r>> {
    let takes = |param: &&Param| !matches!(param.kind, ParamKind::Shape(_) | ParamKind::Number | ParamKind::Numbers);
    if other.params.iter().any(|p| takes(&p) && !p.optional && p.value.is_none()) {
        return Vec::new();
    }
    // Numbers that are not part of the clue are taken from the sentence.
    let written = paired(rule, other);
    if written.len() < plain_numbers(rule).len() {
        return Vec::new();
    }
    let is_written = |param: &Param| written.iter().any(|(_, other)| other.name == param.name);
    let free: Vec<&Param> = plain_numbers(other).into_iter().filter(|param| !is_written(param)).collect();
    let mut out = vec![Vec::new()];
    for param in free {
        if param.kind != ParamKind::Number {
            if !param.optional {
                return Vec::new();
            }
            continue;
        }
        let usual = default_number(rules, puzzle, &other.name, &param.name);
        let mut choices: Vec<Option<i64>> = said.iter().copied().map(Some).collect();
        if usual.is_some() || param.optional || param.value.is_some() {
            // A number in the sentence takes precedence over the default, which may depend on the grid.
            choices.push(None);
        }
        out = out
            .iter()
            .flat_map(|before: &Vec<(String, i64)>| {
                choices
                    .iter()
                    .map(move |n| before.iter().cloned().chain(n.map(|n| (param.name.clone(), n))).collect::<Vec<_>>())
            })
            .take(12)
            .collect();
    }
    out.into_iter().map(|numbers| Other { rule: other, numbers }).collect()
}

/// The arguments with the names of the other rule's parameters, in the other rule's order.
fn renamed(rule: &Rule, other: &Rule, args: &[(String, Arg)]) -> Vec<(String, Arg)> {
    let is_shape = |p: &&Param| matches!(p.kind, ParamKind::Shape(_));
    let shapes = rule.params.iter().filter(is_shape).zip(other.params.iter().filter(is_shape));
    let numbers = paired(rule, other);
    let arg = |name: &str| args.iter().find(|(n, _)| n == name).map(|(_, arg)| arg.clone());
    shapes.chain(numbers).filter_map(|(own, other)| Some((other.name.clone(), arg(&own.name)?))).collect()
}

/// The numbers in a rule's requirements.
fn numbers(text: &str) -> Vec<i64> {
    let body = text.lines().filter(|l| !l.starts_with("rule ") && !l.trim_start().starts_with("draw"));
    let words = body.flat_map(|l| l.split(|c: char| !c.is_alphanumeric()));
    words.filter_map(|w| w.parse().ok()).filter(|n| *n < 100).collect::<BTreeSet<i64>>().into_iter().take(4).collect()
}

/// A grid in which conditions of many kinds are true somewhere: it has a pattern with a random part, or only a few digits.
fn grid(random: &mut Random, n: usize) -> Vec<i32> {
    let (few, first) = ([9, 3, 5, 9, 2][n % 5], random.below(5));
    let step = 1 + random.below(4);
    let digit = |d: usize| i32::try_from((d + first) % 9 + 1).unwrap_or(1);
    (0..81)
        .map(|cell: usize| {
            let (row, col) = (cell / 9, cell % 9);
            match n % 4 {
                1 => digit((row * 3 + row / 3 + col) * step),
                2 if random.below(4) > 0 => digit((row * step + col) % few.max(2)),
                _ => digit(random.below(few)),
            }
        })
        .collect()
}

/// Random arguments for a clue of the rule: few cells, and a number that may be right.
fn arguments(rule: &Rule, grid: &[i32], random: &mut Random) -> Option<Vec<(String, Arg)>> {
    let mut out: Vec<(String, Arg)> = Vec::new();
    let at = |row: usize, col: usize| Cell(u16::try_from(row * 9 + col).unwrap_or(0));
    let mut cells: Vec<Cell> = Vec::new();
    for param in &rule.params {
        let arg = match param.kind {
            ParamKind::Shape(shape) => {
                let (row, col) = (random.below(8), random.below(8));
                let size = 2 + random.below(4) + 4 * usize::from(random.below(4) == 0);
                let mut snake = vec![at(row, col)];
                let (mut r, mut c) = (row, col);
                for _ in 1..size {
                    let (nr, nc) = if random.below(2) == 0 { ((r + 1) % 9, c) } else { (r, (c + 1) % 9) };
                    if nr < r || nc < c {
                        break;
                    }
                    (r, c) = (nr, nc);
                    snake.push(at(r, c));
                }
                match shape {
                    Kind::Cell => Arg::Cell(snake[0]),
                    Kind::Edge => Arg::Cells(vec![at(row, col), at(row, col + 1)]),
                    Kind::Corner => {
                        Arg::Cells(vec![at(row, col), at(row, col + 1), at(row + 1, col), at(row + 1, col + 1)])
                    }
                    Kind::Outside => Arg::Cells((0..9).map(|c| at(row, c)).collect()),
                    Kind::Line | Kind::Cage | Kind::Cells => Arg::Cells(snake),
                    Kind::Lines | Kind::Bulb | Kind::Lists => {
                        Arg::Lists(vec![snake, vec![at((row + 4) % 9, 0), at((row + 4) % 9, 1)]])
                    }
                    Kind::Map | Kind::Grid => return None,
                }
            }
            ParamKind::Number => {
                let digits: Vec<i64> = cells.iter().map(|c| i64::from(grid[c.index()])).collect();
                let sum: i64 = digits.iter().sum();
                let max = digits.iter().max().copied().unwrap_or(0);
                let min = digits.iter().min().copied().unwrap_or(0);
                let few = digits.iter().take(6).product::<i64>();
                let count = |odd: i64| digits.iter().filter(|d| *d % 2 == odd).count();
                let counted = |n: usize| i64::try_from(n).unwrap_or(0);
                let ratio = max / min.max(1);
                let place = |digit: i64| digits.iter().position(|d| *d == digit).unwrap_or(0);
                let (from, to) = (place(min).min(place(max)), place(min).max(place(max)));
                let between: i64 = digits.iter().take(to).skip(from + 1).sum();
                let (even, odd, all) = (counted(count(0)), counted(count(1)), counted(digits.len()));
                let any = counted(random.below(45));
                let likely = [sum, between, max, min, max - min, ratio, few, even, odd, all, 3, any, any];
                Arg::Number(likely[random.below(likely.len())].clamp(1, 10_000))
            }
            ParamKind::Numbers => {
                // In half of the clues, the numbers may come from any cells.
                let far = random.below(2) * random.below(grid.len());
                Arg::Numbers(cells.iter().take(2).map(|c| i64::from(grid[(c.index() + far) % grid.len()])).collect())
            }
            _ if param.optional || param.value.is_some() => continue,
            _ => return None,
        };
        cells.extend(arg.cells());
        out.push((param.name.clone(), arg));
    }
    Some(out)
}
