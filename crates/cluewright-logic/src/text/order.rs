//! Describes relations between two cells: which cell is less, how far apart the cells are, what they add up to.

use super::lengths::fit;
use super::words::{Words, capital, verb};
use cluewright_core::constraint::Ordering;
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, ValueSet};

/// The relation between two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relates {
    Equal,
    Different,
    Less,
    More,
    NotMore,
    NotLess,
    /// Less (or more) by at least this much; used for cells with other cells between them.
    LessBy(i32),
    MoreBy(i32),
    /// The difference is this much, at least this much, at most this much, or not this much.
    Apart(i32),
    ApartAtLeast(i32),
    ApartAtMost(i32),
    NotApart(i32),
    /// The sum is this much, at least this much, at most this much, or not this much.
    Make(i32),
    MakeAtLeast(i32),
    MakeAtMost(i32),
    NotMake(i32),
    Double,
    NotDouble,
    /// The first number is half the second, or twice the second.
    Half,
    Twice,
    SameParity,
    OtherParity,
}

impl Relates {
    fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Different => a != b,
            Self::Less => a < b,
            Self::More => a > b,
            Self::NotMore => a <= b,
            Self::NotLess => a >= b,
            Self::LessBy(k) => a + k <= b,
            Self::MoreBy(k) => a >= b + k,
            Self::Apart(k) => (a - b).abs() == k,
            Self::ApartAtLeast(k) => (a - b).abs() >= k,
            Self::ApartAtMost(k) => (a - b).abs() <= k,
            Self::NotApart(k) => (a - b).abs() != k,
            Self::Make(k) => a + b == k,
            Self::MakeAtLeast(k) => a + b >= k,
            Self::MakeAtMost(k) => a + b <= k,
            Self::NotMake(k) => a + b != k,
            Self::Double => a == 2 * b || b == 2 * a,
            Self::NotDouble => a != 2 * b && b != 2 * a,
            Self::Half => b == 2 * a,
            Self::Twice => a == 2 * b,
            Self::SameParity => (a - b) % 2 == 0,
            Self::OtherParity => (a - b) % 2 != 0,
        }
    }

    /// Whether the relation says which number is greater, or which is not less.
    pub(super) fn is_order(self) -> bool {
        matches!(self, Self::Less | Self::More | Self::NotMore | Self::NotLess | Self::LessBy(_) | Self::MoreBy(_))
    }

    /// The relation with its two numbers exchanged.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::More => Self::Less,
            Self::NotMore => Self::NotLess,
            Self::NotLess => Self::NotMore,
            Self::LessBy(k) => Self::MoreBy(k),
            Self::MoreBy(k) => Self::LessBy(k),
            Self::Half => Self::Twice,
            Self::Twice => Self::Half,
            same => same,
        }
    }

    /// The common relation that allows exactly these pairs of numbers, if there is one.
    pub(super) fn of(firsts: &[i32], seconds: &[i32], allowed: &dyn Fn(i32, i32) -> bool) -> Option<Self> {
        let all = || firsts.iter().flat_map(|&a| seconds.iter().map(move |&b| (a, b)));
        let plain = [
            Self::Equal,
            Self::Different,
            Self::Less,
            Self::More,
            Self::NotMore,
            Self::NotLess,
            Self::Double,
            Self::NotDouble,
            Self::Half,
            Self::Twice,
            Self::SameParity,
            Self::OtherParity,
        ];
        let (mut far, mut least, mut most) = (0, i32::MAX, i32::MIN);
        for (a, b) in all() {
            far = far.max((a - b).abs());
            least = least.min(a + b);
            most = most.max(a + b);
        }
        let apart = (1..=far.min(64)).flat_map(|k| {
            let apart = [Self::Apart(k), Self::ApartAtLeast(k), Self::ApartAtMost(k), Self::NotApart(k)];
            apart.into_iter().chain([Self::LessBy(k), Self::MoreBy(k)])
        });
        let sums = (least..=most.min(least.saturating_add(128)))
            .flat_map(|k| [Self::Make(k), Self::MakeAtLeast(k), Self::MakeAtMost(k), Self::NotMake(k)]);
        let fits = |r: &Self, equal: bool| all().all(|(a, b)| (a == b && !equal) || r.holds(a, b) == allowed(a, b));
        let usual = || plain.into_iter().chain(apart.clone()).chain(sums.clone());
        // If equal numbers are never allowed, a relation may differ in what it says about equal numbers.
        let never_equal = || all().all(|(a, b)| a != b || !allowed(a, b));
        usual().find(|r| fits(r, true)).or_else(|| usual().find(|r| fits(r, false)).filter(|_| never_equal()))
    }

    /// The relation without its amount: in a list of rising cells, each cell is simply less than all later cells.
    pub(super) fn plainly(self) -> Self {
        match self {
            Self::LessBy(_) => Self::Less,
            Self::MoreBy(_) => Self::More,
            same => same,
        }
    }

    /// What both cells must do, if the relation is symmetric: `r1c1 and r1c2 must make 10`.
    pub(super) fn of_both(self, a: &str, b: &str) -> Option<String> {
        let must = match self {
            Self::Different => "be different".to_owned(),
            Self::Apart(1) => "be consecutive".to_owned(),
            Self::Apart(k) => format!("differ by {k}"),
            Self::ApartAtLeast(k) => format!("differ by at least {k}"),
            Self::ApartAtMost(k) => format!("differ by at most {k}"),
            Self::NotApart(1) => "not be consecutive".to_owned(),
            Self::NotApart(k) => format!("not differ by {k}"),
            Self::Make(k) => format!("make {k}"),
            Self::MakeAtLeast(k) => format!("make at least {k}"),
            Self::MakeAtMost(k) => format!("make at most {k}"),
            Self::NotMake(k) => format!("not make {k}"),
            Self::SameParity => "both be odd or both be even".to_owned(),
            Self::Double => return Some(format!("one of {a} and {b} must be twice the other")),
            _ => return None,
        };
        Some(format!("{a} and {b} must {must}"))
    }

    /// What the first cell must do, worded to follow `must`: `differ from r1c2 by at least 5`.
    pub(super) fn told(self, other: &str) -> String {
        match self {
            Self::Equal => format!("be the same as {other}"),
            Self::Different => format!("be different from {other}"),
            Self::Less => format!("be less than {other}"),
            Self::More => format!("be more than {other}"),
            Self::NotMore => format!("be at most {other}"),
            Self::NotLess => format!("be at least {other}"),
            Self::LessBy(k) => format!("be at least {k} less than {other}"),
            Self::MoreBy(k) => format!("be at least {k} more than {other}"),
            Self::Apart(1) => format!("be consecutive with {other}"),
            Self::Apart(k) => format!("differ from {other} by {k}"),
            Self::ApartAtLeast(k) => format!("differ from {other} by at least {k}"),
            Self::ApartAtMost(k) => format!("differ from {other} by at most {k}"),
            Self::NotApart(1) => format!("not be consecutive with {other}"),
            Self::NotApart(k) => format!("not differ from {other} by {k}"),
            Self::Make(k) => format!("make {k} with {other}"),
            Self::MakeAtLeast(k) => format!("make at least {k} with {other}"),
            Self::MakeAtMost(k) => format!("make at most {k} with {other}"),
            Self::NotMake(k) => format!("not make {k} with {other}"),
            Self::Double => format!("be twice {other} or half of it"),
            Self::NotDouble => format!("be neither twice {other} nor half of it"),
            Self::Half => format!("be half of {other}"),
            Self::Twice => format!("be twice {other}"),
            Self::SameParity => format!("be odd or even as {other} is"),
            Self::OtherParity => format!("be odd where {other} is even, or even where it is odd"),
        }
    }
}

/// A cell, whether it bounds other cells from below, its minimum or maximum, and the cells that it restricts with their
/// bounds.
type Held = (Cell, bool, i32, Vec<(Cell, i32)>);

impl Words<'_> {
    /// The numbers in a cell's domain.
    pub(super) fn numbers(&self, cell: Cell) -> Vec<i32> {
        let domain = self.model.cells()[cell.index()].domain;
        domain.iter().map(|v| self.model.number(Candidate::new(cell, v))).collect()
    }

    /// The relation between two cells, given which pairs of their candidates are allowed.
    pub(super) fn relates(&self, a: Cell, b: Cell, allowed: &dyn Fn(Candidate, Candidate) -> bool) -> Option<Relates> {
        let board = self.model.blank_board();
        let at = |c: Cell, n: i32| board.value_of(c, n).map(|v| Candidate::new(c, v));
        Relates::of(&self.numbers(a), &self.numbers(b), &|x, y| match (at(a, x), at(b, y)) {
            (Some(x), Some(y)) => allowed(x, y),
            _ => true,
        })
    }

    /// Explains why candidates of other cells are incompatible with every remaining candidate of this cell.
    pub(super) fn by_relation(
        &self,
        (from, left): (Cell, ValueSet),
        to: &[(Cell, Vec<Candidate>)],
        relates: Relates,
    ) -> String {
        let name = self.cell(from);
        if let ([(cell, gone)], Relates::Equal) = (to, relates) {
            let gone = self.values(*cell, gone.iter().map(|c| c.value).collect(), "or");
            return format!("{} must {}, which is not {gone}.", self.cell(*cell), relates.told(&name));
        }
        let others: Vec<Cell> = to.iter().map(|t| t.0).collect();
        let (rises, strict) = match relates {
            Relates::Less | Relates::LessBy(_) => (true, "less than"),
            Relates::NotMore => (true, "at most"),
            Relates::More | Relates::MoreBy(_) => (false, "more than"),
            Relates::NotLess => (false, "at least"),
            _ => return self.by_difference((from, left), to, relates),
        };
        // Check whether all removed candidates are on one side of a number.
        let edge = |(cell, gone): &(Cell, Vec<Candidate>)| {
            let gone = gone.iter().map(|c| self.model.number(*c));
            let far = if rises { gone.max() } else { gone.min() };
            let beyond = |n: &i32| far.is_none_or(|far| if rises { *n > far } else { *n < far });
            let numbers = self.numbers(*cell).into_iter().filter(beyond);
            if rises { numbers.min() } else { numbers.max() }
        };
        let numbers = left.iter().map(|v| self.model.number(Candidate::new(from, v)));
        let (near, number) = if rises { ("at least", numbers.min()) } else { ("at most", numbers.max()) };
        let number = number.unwrap_or_default();
        let held: Option<Vec<String>> =
            to.iter().map(|t| Some(format!("{} is {near} {}", self.cell(t.0), edge(t)?))).collect();
        let Some(held) = held else { return self.by_difference((from, left), to, relates) };
        let held = fit(&held, 120, "and").replace(&format!(" is {near}"), &format!(" {near}"));
        let held = held.replacen(&format!(" {near}"), &format!(" is {near}"), 1);
        capital(&format!("{name} is {near} {number} and {strict} {}, so {held}.", self.brief(&others, "and")))
    }

    /// Like `by_relation`, but for cells that must be a given distance apart, add up to a given total, and the like.
    fn by_difference(&self, (from, left): (Cell, ValueSet), to: &[(Cell, Vec<Candidate>)], relates: Relates) -> String {
        let name = self.cell(from);
        let (is, and) = match left.len() {
            ..=4 => (format!("{name} is {}", self.values(from, left, "or")), " and"),
            _ => (format!("Whatever {name} is, it"), ""),
        };
        if let ([(cell, gone)], 5..) = (to, left.len()) {
            let gone = self.values(*cell, gone.iter().map(|c| c.value).collect(), "or");
            let must = relates.turned().told(&name);
            return capital(&format!("{} must {must}, so it is not {gone}.", self.cell(*cell)));
        }
        let others: Vec<Cell> = to.iter().map(|t| t.0).collect();
        let mut gone: Vec<(String, Vec<Cell>)> = Vec::new();
        for (cell, values) in to {
            let values = self.values(*cell, values.iter().map(|c| c.value).collect(), "or");
            match gone.iter_mut().find(|g| g.0 == values) {
                Some((_, cells)) => cells.push(*cell),
                None => gone.push((values, vec![*cell])),
            }
        }
        let part = |(values, cells): &(String, Vec<Cell>)| {
            format!("{} {} not {values}", self.cells(cells, "and"), verb(cells.len(), "is", "are"))
        };
        let gone: Vec<String> = gone.iter().map(part).collect();
        let must = relates.told(&self.brief(&others, "and"));
        capital(&format!("{is}{and} must {must}, so {}.", fit(&gone, 120, "and")))
    }

    /// Explains how an order of cells excludes the step's candidates, by naming the cell that restricts each candidate.
    pub(super) fn about_order(&self, board: &Board, order: &Ordering) -> Vec<String> {
        let cells = order.cells();
        let step = usize::from(order.is_strict()) as i32;
        let mut lines: Vec<Held> = Vec::new();
        for (i, &cell) in cells.iter().enumerate() {
            let gone = self.gone_from(&[cell]);
            let low = (0..i).map(|j| (board.min(cells[j]) + (i - j) as i32 * step, j)).max_by_key(|x| x.0);
            let high =
                (i + 1..cells.len()).map(|j| (board.max(cells[j]) - (j - i) as i32 * step, j)).min_by_key(|x| x.0);
            let number = |c: &Candidate| board.number(c.cell, c.value);
            for (bound, rises) in [(low, true), (high, false)] {
                let Some((edge, j)) = bound else { continue };
                if !gone.iter().any(|c| if rises { number(c) < edge } else { number(c) > edge }) {
                    continue;
                }
                let from = if rises { board.min(cells[j]) } else { board.max(cells[j]) };
                match lines.iter_mut().find(|l| (l.0, l.1) == (cells[j], rises)) {
                    Some((.., held)) => held.push((cell, edge)),
                    None => lines.push((cells[j], rises, from, vec![(cell, edge)])),
                }
            }
        }
        let each =
            if order.is_strict() { "each is more than the one before" } else { "none is less than the one before" };
        let line = |(from, rises, number, held): &Held| {
            let most = if *rises { "at least" } else { "at most" };
            let held: Vec<String> = held.iter().map(|(c, n)| format!("{} {most} {n}", self.cell(*c))).collect();
            let is = fit(&held, 100, "and").replacen(&format!(" {most}"), &format!(" is {most}"), 1);
            format!("{} is {most} {number}, and {each}, so {is}.", self.cell(*from))
        };
        lines.iter().take(3).map(line).collect()
    }

    /// Explains how a constraint between two cells excludes the step's candidates.
    pub(super) fn about_pair(&self, board: &Board, kind: &Kind) -> Vec<String> {
        let &[a, b] = kind.cells() else { return Vec::new() };
        let holds = |x: Candidate, y: Candidate| kind.check(&|c| self.model.number(if c == x.cell { x } else { y }));
        let Some(relates) = self.relates(a, b, &holds) else { return Vec::new() };
        let mut lines = Vec::new();
        for (from, to, relates) in [(a, b, relates), (b, a, relates.turned())] {
            let gone = self.gone_from(&[to]);
            if !gone.is_empty() {
                lines.push(self.by_relation((from, board.values(from)), &[(to, gone)], relates));
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_are_recognised() {
        let digits: Vec<i32> = (1..=9).collect();
        let of = |f: &dyn Fn(i32, i32) -> bool| Relates::of(&digits, &digits, f);
        assert_eq!(of(&|a, b| (a - b).abs() >= 5), Some(Relates::ApartAtLeast(5)));
        assert_eq!(of(&|a, b| (a - b).abs() == 1), Some(Relates::Apart(1)));
        assert_eq!(of(&|a, b| a < b), Some(Relates::Less));
        assert_eq!(of(&|a, b| a < b).map(Relates::turned), of(&|a, b| a > b));
        assert_eq!(of(&|a, b| a + 2 <= b), Some(Relates::LessBy(2)));
        assert_eq!(of(&|a, b| a == b), Some(Relates::Equal));
        assert_eq!(of(&|a, b| a + b == 10), Some(Relates::Make(10)));
        assert_eq!(of(&|a, b| a == 2 * b || b == 2 * a), Some(Relates::Double));
        assert_eq!(of(&|a, b| b == 2 * a), Some(Relates::Half));
        assert_eq!(of(&|a, b| b == 2 * a).map(Relates::turned), of(&|a, b| a == 2 * b));
        assert_eq!(of(&|a, b| a * b == 12), None);
        assert_eq!(of(&|a, b| a + b == 14 && a != b), Some(Relates::Make(14)));
        assert_eq!(of(&|a, b| a + b != 5), Some(Relates::NotMake(5)));
    }
}
