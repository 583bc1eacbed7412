//! Explains sums and products in the way a person adds up: the known cells, the total that the other cells must make, and the
//! combinations that make this total.

use super::lengths::fit;
use super::ways::{FEW, Fold, bounds, combinations};
use super::words::{Words, cells as some_cells, count, list, make, verb};
use crate::board::state::State;
use crate::step::Pattern;
use crate::step::sums::only;
use cluewright_core::constraint::{Between, Compare, Ends, EqualSums, Product, Sum, Total};
use cluewright_core::{Board, Candidate, Cell, Sort, Value};

/// The maximum number of similar sentences; the picture shows the rest.
const LINES: usize = 3;

/// A sum as an equation: the sum of some cells equals the sum of other cells plus a number.
struct Equation {
    /// The unknown cells on each side of the equation.
    open: [Vec<Cell>; 2],
    /// The sum of the unknown cells on the first side minus the sum of the unknown cells on the second side.
    rest: i64,
    compare: Compare,
}

impl Words<'_> {
    /// The candidates that the step removes from these cells.
    pub(super) fn gone_from(&self, cells: &[Cell]) -> Vec<Candidate> {
        self.step.eliminations.iter().copied().filter(|c| cells.contains(&c.cell)).collect()
    }

    /// A shortened list of cells, such as `r1c1, r1c2 and 3 more`.
    pub(super) fn brief(&self, cells: &[Cell], last: &str) -> String {
        let names: Vec<String> = cells.iter().map(|&c| self.cell(c)).collect();
        fit(&names, if names.len() > 5 { 20 } else { 60 }, last)
    }

    /// The words for a clue's sum with only one open cell: `the cage 10 at r1c1 leaves 10 - 6 = 4`.
    pub(super) fn sum_leaves(&self, state: &State, placed: Candidate) -> Option<String> {
        let found = only(self.model, state, placed)?;
        let name = self.model.origin_text(found.origin);
        Some(format!("{name} leaves {}", found.worked.unwrap_or_else(|| found.left.to_string())))
    }

    /// Explains how a sum excludes the step's candidates.
    pub(super) fn about_sum(&self, board: &Board, sum: &Sum) -> Vec<String> {
        if sum.compare() == Compare::Ne {
            return Vec::new();
        }
        let (mut open, mut known) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let mut rest = i64::from(sum.total());
        for (cell, k) in sum.terms() {
            let side = usize::from(k < 0);
            if let Some(number) = board.fixed_number(cell) {
                known[side].push(cell);
                rest -= i64::from(k) * i64::from(number);
            } else {
                open[side].push(cell);
            }
        }
        let mut equation = Equation { open, rest, compare: sum.compare() };
        if equation.open[0].is_empty() {
            equation.turn();
        }
        let known = self.known(board, &known);
        if !equation.open[1].is_empty() {
            return self.two_sides(board, &mut equation, &known);
        }
        let open = equation.open[0].len();
        let all = match self.step.pattern {
            // A derived sum has just been written out in full.
            Pattern::Balance { .. } => format!("the {}", count(open)),
            _ => format!("its {}", some_cells(open)),
        };
        self.one_side(board, &equation, &known, &all)
    }

    /// States the known cells, as in `r7c3 is 8, so `; empty if no cell is known.
    fn known(&self, board: &Board, known: &[Vec<Cell>; 2]) -> String {
        let sum = |cells: &[Cell]| cells.iter().filter_map(|&c| board.fixed_number(c)).map(i64::from).sum::<i64>();
        match known {
            [a, b] if a.is_empty() && b.is_empty() => String::new(),
            [a, b] if a.is_empty() || b.is_empty() => {
                let cells = if a.is_empty() { b } else { a };
                if cells.len() > LINES {
                    return format!("What is filled in makes {}, so ", sum(cells));
                }
                format!("{} {} {}, so ", self.cells(cells, "and"), make(cells.len()), sum(cells))
            }
            [a, b] if a.len() <= LINES && b.len() <= LINES => {
                let side =
                    |cells: &[Cell]| format!("{} {} {}", self.cells(cells, "and"), make(cells.len()), sum(cells));
                format!("{}{} {}, so ", side(b), if a.len() + b.len() > 2 { ", and" } else { " and" }, side(a))
            }
            _ => "With what is filled in, ".to_owned(),
        }
    }

    /// Explains that the unknown cells add up to a number; `all` is the name for these cells if no cell is known.
    fn one_side(&self, board: &Board, equation: &Equation, known: &str, all: &str) -> Vec<String> {
        let (open, rest) = (&equation.open[0], equation.rest);
        let name = match (open.as_slice(), known.is_empty()) {
            ([one], _) => self.cell(*one),
            (_, true) => all.to_owned(),
            (_, false) => format!("the other {}", count(open.len())),
        };
        let most = match equation.compare {
            Compare::Le => "at most ",
            Compare::Ge => "at least ",
            _ => "",
        };
        let mut lead = format!("{known}{name} {} {most}{rest}", make(open.len()));
        let mut left = self.gone_from(open);
        if open.len() > 1
            && equation.compare == Compare::Eq
            && let Some(ways) = combinations(self.model, board, open, Fold::Sum, rest)
        {
            lead = match ways.as_slice() {
                [] => format!("{lead}, which nothing that is left for them does"),
                _ => format!("{lead}: {}{}", told(&ways, " + "), self.since(board, open, rest, &ways)),
            };
            left.retain(|c| ways.iter().any(|way| way.contains(&board.number(c.cell, c.value))));
        } else if open.len() == 1 {
            left.clear();
        }
        let mut lines = vec![format!("{lead}.")];
        lines.extend(self.by_bounds(board, equation, &left));
        lines
    }

    /// Names the numbers whose removal made earlier combinations impossible, as in `, since 2 and 5 are gone`, if there are only a
    /// few.
    fn since(&self, board: &Board, cells: &[Cell], total: i64, ways: &[Vec<i32>]) -> String {
        let blank = self.model.blank_board();
        let Some(all) = combinations(self.model, &blank, cells, Fold::Sum, total) else { return String::new() };
        let here = |n: i32| cells.iter().any(|&c| board.value_of(c, n).is_some_and(|v| board.values(c).contains(v)));
        let mut gone: Vec<i32> = Vec::new();
        for way in all.iter().filter(|way| !ways.contains(way)) {
            if way.iter().any(|n| gone.contains(n)) {
                continue;
            }
            match way.iter().find(|&&n| !here(n)) {
                Some(&n) => gone.push(n),
                None => return String::new(),
            }
        }
        gone.order();
        match gone.len() {
            0 => String::new(),
            1 => format!(", since {} is gone", gone[0]),
            _ => format!(", since {} are gone", list(gone.iter().map(ToString::to_string), "and")),
        }
    }

    /// Explains an equation with unknown cells on both sides.
    fn two_sides(&self, board: &Board, equation: &mut Equation, known: &str) -> Vec<String> {
        if equation.rest < 0 {
            equation.turn();
        }
        let [a, b] = &equation.open;
        let sign = match equation.compare {
            Compare::Le => "is at most",
            Compare::Ge => "is at least",
            _ => "=",
        };
        let lead = match (a.as_slice(), b.as_slice(), equation.rest, equation.compare) {
            ([x], [y], 0, Compare::Eq) => format!("{known}{} and {} are equal.", self.cell(*x), self.cell(*y)),
            ([x], [y], more, Compare::Eq) => {
                let is = format!("{known}{} is {more} more than {}", self.cell(*x), self.cell(*y));
                if let Some(pairs) = self.pairs_apart(board, [*x, *y], more) {
                    return vec![format!("{is}: {pairs}.")];
                }
                format!("{is}.")
            }
            _ => format!("{known}{}.", self.equation(a.clone(), sign, b.clone(), equation.rest)),
        };
        let gone = self.gone_from(&[a.as_slice(), b].concat());
        // A derived sum has just been stated, so it is not repeated.
        let said = known.is_empty() && matches!(self.step.pattern, Pattern::Balance { .. });
        let mut lines = if said { Vec::new() } else { vec![lead] };
        lines.extend(self.by_bounds(board, equation, &gone));
        lines
    }

    /// Lists the remaining pairs of values for two cells of which the first exceeds the second by `more`, as in `8-6 or 9-7`, if
    /// there are only a few pairs and they explain everything.
    fn pairs_apart(&self, board: &Board, [x, y]: [Cell; 2], more: i64) -> Option<String> {
        let pair = |v: Value| {
            let below = i32::try_from(i64::from(board.number(x, v)) - more).ok()?;
            let w = board.value_of(y, below).filter(|w| board.values(y).contains(*w))?;
            Some((Candidate::new(x, v), Candidate::new(y, w)))
        };
        let pairs: Vec<(Candidate, Candidate)> = board.values(x).iter().filter_map(pair).collect();
        let kept = |c: &Candidate| pairs.iter().any(|p| p.0 == *c || p.1 == *c);
        if !(1..=FEW).contains(&pairs.len()) || self.gone_from(&[x, y]).iter().any(kept) {
            return None;
        }
        Some(list(pairs.iter().map(|(x, y)| format!("{}-{}", self.value(*x), self.value(*y))), "or"))
    }

    /// Explains the removal of candidates that would make one side too small or too large.
    fn by_bounds(&self, board: &Board, equation: &Equation, gone: &[Candidate]) -> Vec<String> {
        let mut lines: Vec<(String, Vec<Cell>, String)> = Vec::new();
        let mut add = |why: String, cell: Cell, end: String| match lines.iter_mut().find(|l| l.0 == why && l.2 == end) {
            Some((_, cells, _)) => cells.push(cell),
            None => lines.push((why, vec![cell], end)),
        };
        let mut other: Vec<Candidate> = Vec::new();
        let mut cells: Vec<Cell> = gone.iter().map(|c| c.cell).collect();
        cells.dedup();
        for cell in cells {
            let side = usize::from(!equation.open[0].contains(&cell));
            let mine: Vec<Cell> = equation.open[side].iter().copied().filter(|&c| c != cell).collect();
            let theirs = &equation.open[1 - side];
            let rest = if side == 0 { equation.rest } else { -equation.rest };
            let (own, far) = (bounds(self.model, board, &mine), bounds(self.model, board, theirs));
            let (low, high) = (far.0 + rest - own.1, far.1 + rest - own.0);
            // An inequality gives a bound in only one direction.
            let bound = [
                !matches!((equation.compare, side), (Compare::Le, 0) | (Compare::Ge, 1)),
                !matches!((equation.compare, side), (Compare::Ge, 0) | (Compare::Le, 1)),
            ];
            let number = |c: &&Candidate| i64::from(board.number(c.cell, c.value));
            let of_cell = || gone.iter().filter(|c| c.cell == cell);
            for (from, is) in [(own.1, 0), (own.0, 1)] {
                let cut = |c: &&Candidate| if is == 0 { number(c) < low } else { number(c) > high };
                if !bound[is] || !of_cell().any(|c| cut(&c)) {
                    continue;
                }
                let (far, edge) = if is == 0 { (far.0, low) } else { (far.1, high) };
                let (near, opposite) = if is == 0 { ("at least", "at most") } else { ("at most", "at least") };
                let mut why = String::new();
                if !theirs.is_empty() {
                    why += &format!("{} {} {near} {far}", self.brief(theirs, "and"), make(theirs.len()));
                    why += match mine.len() {
                        0 => "",
                        1 => " and ",
                        _ => ", and ",
                    };
                }
                match mine.len() {
                    0 => {}
                    1..=2 => why += &format!("{} {} {opposite} {from}", self.cells(&mine, "and"), make(mine.len())),
                    n if theirs.is_empty() => why += &format!("the other {} make {opposite} {from}", count(n)),
                    _ => why += &format!("{} make {opposite} {from}", self.brief(&mine, "and")),
                }
                add(why, cell, format!("{near} {edge}"));
            }
            other.extend(of_cell().filter(|c| number(c) >= low && number(c) <= high));
        }
        let line = |(why, cells, end): &(String, Vec<Cell>, String)| {
            format!("{why}, so {} {} {end}.", self.brief(cells, "and"), verb(cells.len(), "is", "are"))
        };
        let mut said: Vec<String> = lines.iter().take(LINES).map(line).collect();
        if !other.is_empty() && said.len() < LINES {
            said.push(self.no_way(board, equation, &other));
        }
        said
    }

    /// Explains the removal of candidates that make a sum impossible for reasons other than the minimum and maximum of the other
    /// cells.
    fn no_way(&self, board: &Board, equation: &Equation, gone: &[Candidate]) -> String {
        if let ([one], [open, theirs]) = (gone, &equation.open)
            && theirs.is_empty()
            && equation.compare == Compare::Eq
        {
            let mine: Vec<Cell> = open.iter().copied().filter(|&c| c != one.cell).collect();
            let need = equation.rest - i64::from(board.number(one.cell, one.value));
            let would = verb(mine.len(), "be", "make");
            let others = self.brief(&mine, "and");
            return format!("With {}, {others} would have to {would} {need}, and cannot.", self.candidate(*one));
        }
        format!("There is no way to make that with {}.", fit(&self.grouped(gone, "in", "or"), 120, "or"))
    }

    /// Explains how lists with equal sums exclude the step's candidates.
    pub(super) fn about_equal_sums(&self, board: &Board, sums: &EqualSums) -> Vec<String> {
        let lists: Vec<(&[Cell], (i64, i64))> = sums.lists().map(|l| (l, bounds(self.model, board, l))).collect();
        let (Some(most), Some(least)) = (lists.iter().max_by_key(|l| l.1.0), lists.iter().min_by_key(|l| l.1.1)) else {
            return Vec::new();
        };
        let (low, high) = (most.1.0, least.1.1);
        let name = |l: &[Cell]| self.brief(l, "and");
        let at_least = format!("{} {} at least {low}", name(most.0), make(most.0.len()));
        let at_most = format!("{} {} at most {high}", name(least.0), make(least.0.len()));
        let mut lines = vec![match lists.iter().find(|l| l.1.0 == l.1.1 && l.1.0 == low && low == high) {
            Some((l, _)) => format!("{} {} {low}, so every part makes {low}.", name(l), make(l.len())),
            None if low == high => format!("{at_least} and {at_most}, so every part makes {low}."),
            None => {
                let both = if most.0 == least.0 { format!("at most {high}") } else { at_most };
                let to = if high == low + 1 { "or" } else { "to" };
                format!("{at_least} and {both}, so every part makes {low} {to} {high}.")
            }
        }];
        for (cells, _) in &lists {
            let gone = self.gone_from(cells);
            if gone.is_empty() || lines.len() > LINES {
                continue;
            }
            let open: Vec<Cell> = cells.iter().copied().filter(|&c| board.fixed(c).is_none()).collect();
            let known: i64 = cells.iter().filter_map(|&c| board.fixed_number(c)).map(i64::from).sum();
            let equation =
                |compare, total: i64| Equation { open: [open.clone(), Vec::new()], rest: total - known, compare };
            let fixed: Vec<Cell> = cells.iter().copied().filter(|c| !open.contains(c)).collect();
            if low == high {
                let known = self.known(board, &[fixed, Vec::new()]);
                lines.extend(self.one_side(board, &equation(Compare::Eq, low), &known, &name(&open)));
                continue;
            }
            for (compare, total) in [(Compare::Ge, low), (Compare::Le, high)] {
                let equation = equation(compare, total);
                let (least, most) = bounds(self.model, board, &open);
                let cut = |c: &&Candidate| {
                    let n = i64::from(board.number(c.cell, c.value));
                    let mine: Vec<Cell> = open.iter().copied().filter(|&x| x != c.cell).collect();
                    let own = bounds(self.model, board, &mine);
                    if compare == Compare::Ge { n + own.1 + known < total } else { n + own.0 + known > total }
                };
                let gone: Vec<Candidate> = gone.iter().filter(cut).copied().collect();
                if !gone.is_empty() && least <= most {
                    lines.extend(self.by_bounds(board, &equation, &gone));
                }
            }
        }
        lines.truncate(LINES + 1);
        lines
    }

    /// Explains how a product excludes the step's candidates.
    pub(super) fn about_product(&self, board: &Board, product: &Product) -> Vec<String> {
        let (Total::Number(total), Compare::Eq) = (product.total(), product.compare()) else { return Vec::new() };
        let (mut open, mut known, mut rest) = (Vec::new(), Vec::new(), i64::from(total));
        for &cell in product.factors() {
            match board.fixed_number(cell).map(i64::from) {
                Some(n) if n != 0 && rest % n == 0 => {
                    known.push(cell);
                    rest /= n;
                }
                _ => open.push(cell),
            }
        }
        let is = match known.len() {
            0 => String::new(),
            1 => format!("{} is {}, so ", self.cell(known[0]), i64::from(total) / rest.max(1)),
            _ => format!("{} multiply to {}, so ", self.brief(&known, "and"), i64::from(total) / rest.max(1)),
        };
        let name = match (open.as_slice(), known.is_empty()) {
            ([one], _) => return vec![format!("{is}{} is {rest}.", self.cell(*one))],
            (_, true) => format!("its {}", some_cells(open.len())),
            (_, false) => format!("the other {}", count(open.len())),
        };
        let lead = format!("{is}{name} multiply to {rest}");
        match combinations(self.model, board, &open, Fold::Product, rest) {
            Some(ways) if ways.is_empty() => vec![format!("{lead}, which nothing that is left for them does.")],
            Some(ways) => vec![format!("{lead}: {}.", told(&ways, " x "))],
            None => {
                let divides = |c: &&Candidate| match i64::from(board.number(c.cell, c.value)) {
                    0 => false,
                    n => rest % n != 0,
                };
                let gone = self.gone_from(&open);
                let mut not: Vec<Value> = gone.iter().filter(divides).map(|c| c.value).collect();
                not.order();
                not.dedup();
                let not: Vec<String> = not.into_iter().map(|v| self.value(Candidate::new(open[0], v))).collect();
                if not.is_empty() {
                    Vec::new()
                } else {
                    vec![format!("{lead}, which {} does not divide.", fit(&not, 60, "or"))]
                }
            }
        }
    }

    /// Explains how the sum of the cells between two end digits excludes the step's candidates.
    pub(super) fn about_between(&self, board: &Board, between: &Between, cells: &[Cell]) -> Vec<String> {
        let Ends::Numbers(a, b) = between.ends() else { return Vec::new() };
        let total = i64::from(between.total());
        let has = |c: Cell, n: i32| board.value_of(c, n).is_some_and(|v| board.values(c).contains(v));
        let (mut places, mut sets): (Vec<[Cell; 2]>, Vec<Vec<i32>>) = (Vec::new(), Vec::new());
        let mut whole = true;
        for i in 0..cells.len() {
            for j in i + 1..cells.len() {
                if !(has(cells[i], a) && has(cells[j], b) || has(cells[i], b) && has(cells[j], a)) {
                    continue;
                }
                let mut inner = board.clone();
                let without = |c: Cell| {
                    let ends = [a, b].into_iter().filter_map(|n| board.value_of(c, n)).collect();
                    board.values(c).minus(ends)
                };
                if cells[i + 1..j].iter().any(|&c| inner.keep(c, without(c)).is_err()) {
                    continue;
                }
                match combinations(self.model, &inner, &cells[i + 1..j], Fold::Sum, total) {
                    Some(ways) if ways.is_empty() => {}
                    Some(ways) => {
                        places.push([cells[i], cells[j]]);
                        sets.extend(ways);
                    }
                    None => {
                        places.push([cells[i], cells[j]]);
                        whole = false;
                    }
                }
            }
        }
        sets.order();
        sets.dedup();
        let mut lines = Vec::new();
        let at = |[x, y]: &[Cell; 2]| format!("{} and {}", self.cell(*x), self.cell(*y));
        if let [one] = places.as_slice() {
            lines.push(format!("{a} and {b} can only be in {}.", at(one)));
        } else if places.len() <= FEW && !places.is_empty() {
            let places: Vec<String> = places.iter().map(at).collect();
            lines.push(format!("{a} and {b} can be in {}.", places.join(", or in ")));
        }
        if whole && (1..=FEW).contains(&sets.len()) && total != 0 {
            lines.push(match sets.as_slice() {
                [one] if one.len() == 1 => format!("Between them is only {total}."),
                _ => format!("What is between them makes {total}: {}.", told(&sets, " + ")),
            });
        } else if whole && !sets.is_empty() {
            let sizes: Vec<usize> = sets.iter().map(Vec::len).collect();
            if let (Some(&few), Some(&many)) = (sizes.iter().min(), sizes.iter().max()) {
                lines.push(if few == many {
                    format!("It takes {} between them to make {total}.", some_cells(few))
                } else {
                    format!("It takes {} to {} between them to make {total}.", count(few), some_cells(many))
                });
            }
        }
        lines
    }
}

impl Equation {
    /// Exchanges the two sides of the equation.
    fn turn(&mut self) {
        self.open.swap(0, 1);
        self.rest = -self.rest;
        self.compare = match self.compare {
            Compare::Le => Compare::Ge,
            Compare::Ge => Compare::Le,
            same => same,
        };
    }
}

/// The combinations as text, such as `1 + 7 or 3 + 5`.
fn told(ways: &[Vec<i32>], sign: &str) -> String {
    let way = |w: &Vec<i32>| w.iter().map(ToString::to_string).collect::<Vec<_>>().join(sign);
    list(ways.iter().map(way), "or")
}
