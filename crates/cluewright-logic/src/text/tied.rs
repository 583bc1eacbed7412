//! Describes steps by clues that relate pairs of cells: a dot between two cells, the steps along a line, alternating low and high
//! cells.

use super::lengths::fit;
use super::order::Relates;
use super::titles::{noun_of, several};
use super::ways::FEW;
use super::words::{Text, Words, and_so_on, capital, list, verb};
use crate::board::state::State;
use crate::step::Reason;
use cluewright_core::model::Why;
use cluewright_core::{Candidate, Cell, OriginId, Sort, ValueSet};

/// The candidates left in one cell at some point, and the candidates of another cell that are removed because links exclude them.
#[derive(Clone)]
struct Tie {
    from: Cell,
    left: ValueSet,
    to: Cell,
    gone: Vec<Candidate>,
    /// The links and sets, without duplicates.
    by: Vec<Why>,
}

impl Tie {
    fn add(&mut self, by: &[Why]) {
        for why in by {
            if !self.by.contains(why) {
                self.by.push(*why);
            }
        }
    }
}

/// A line is described as alternately low and high if the side (low or high) of at least this many cells follows from the side of a
/// neighbour.
const TURNS: usize = 2;

/// A cell, its remaining candidates, how a clue relates it to other cells, and the candidates that the other cells lose because of
/// it.
type TiedCell = (Cell, ValueSet, Option<Relates>, Vec<(Cell, Vec<Candidate>)>);

/// The low numbers, which differ enough only from greater numbers, and the high numbers, which differ enough only from smaller
/// numbers.
struct Sides {
    low: (i32, i32),
    high: (i32, i32),
}

impl Sides {
    /// Divides the numbers from the minimum to the maximum into sides. `None` if some number differs enough from both a smaller and
    /// a greater number, or if no two numbers differ enough.
    fn of(numbers: &[i32], apart: i32) -> Option<Self> {
        let (&first, &last) = (numbers.iter().min()?, numbers.iter().max()?);
        let sides = Self { low: (first, last - apart), high: (first + apart, last) };
        (sides.low.1 >= first && sides.low.1 < sides.high.0).then_some(sides)
    }

    fn holds(&self, high: bool, number: i32) -> bool {
        let (from, to) = if high { self.high } else { self.low };
        (from..=to).contains(&number)
    }
}

/// Formats a range, such as `1-4`.
fn range((from, to): (i32, i32)) -> String {
    if from == to { from.to_string() } else { format!("{from}-{to}") }
}

impl Words<'_> {
    pub(super) fn tied(&self, state: &State, origins: &[OriginId]) -> Text {
        let &[origin] = origins else { return self.never_held(origins) };
        let name = self.model.origin_text(origin);
        let mut ties: Vec<Tie> = Vec::new();
        let links = self.step.because.iter().filter_map(|reason| match reason {
            Reason::Link { a, b, why } => Some((*a, *b, *why)),
            _ => None,
        });
        let links: Vec<(Candidate, Candidate, Why)> = links.collect();
        // Collect the removed candidates that are incompatible with all candidates that one cell has left at this point.
        for of_one in links.chunk_by(|x, y| (x.0.cell, x.1) == (y.0.cell, y.1)) {
            let (from, gone) = (of_one[0].0.cell, of_one[0].1);
            let left: ValueSet = of_one.iter().map(|l| l.0.value).collect();
            let by: Vec<Why> = of_one.iter().map(|l| l.2).collect();
            if let Some(tie) = ties.iter_mut().find(|t| (t.from, t.left, t.to) == (from, left, gone.cell)) {
                tie.gone.push(gone);
                tie.add(&by);
            } else {
                let mut tie = Tie { from, left, to: gone.cell, gone: vec![gone], by: Vec::new() };
                tie.add(&by);
                ties.push(tie);
            }
        }
        if let [tie] = ties.as_slice()
            && self.tied_by(tie) == Some(Relates::Equal)
        {
            let (name, gone) = (capital(&self.model.origin_text(origin)), tie.gone.iter().map(|c| c.value).collect());
            let (to, from) = (self.cell(tie.to), self.cell(tie.from));
            let gone = self.values(tie.to, gone, "or");
            let short = format!("{name} makes {to} the same as {from}, which cannot be {gone}: {}.", self.conclusion());
            return Text { short, details: Vec::new() };
        }
        if let Some(details) = self.rises(state, &ties) {
            return self.thought(&name, details, true);
        }
        let (turns, ties) = self.turns(state, ties);
        self.thought(&name, turns.into_iter().chain(self.ties(state, &ties)).collect(), true)
    }

    /// The text for values that no clue of a rule can hold.
    fn never_held(&self, origins: &[OriginId]) -> Text {
        let Some(first) = origins.first() else { return Text::default() };
        let name = match noun_of(self.model, *first) {
            Some(noun) => several(&noun, origins.len()),
            None => format!("{} and {} more like it", self.model.origin_text(*first), origins.len() - 1),
        };
        let short = format!("{}: {}.", capital(&name), self.stays());
        let mut gone: Vec<String> = Vec::new();
        for c in &self.step.eliminations {
            let value = self.value(*c);
            if !gone.contains(&value) {
                gone.push(value);
            }
        }
        gone.order_by_key(|value| (value.len(), value.clone()));
        let line = format!("{} {} no partner there.", fit(&gone, 60, "and"), verb(gone.len(), "has", "have"));
        Text { short, details: vec![line] }
    }

    /// For rising cells: states the bounds that the minimum and maximum of some cells set for other cells, one sentence for each
    /// direction. `None` if not all of the cells rise, or if a few sentences about single cells are enough.
    fn rises(&self, state: &State, ties: &[Tie]) -> Option<Vec<String>> {
        let rise = |tie: &Tie| self.tied_by(tie).is_some_and(Relates::is_order);
        let mut froms: Vec<Cell> = ties.iter().map(|tie| tie.from).collect();
        froms.order();
        froms.dedup();
        if froms.len() < TURNS || !ties.iter().all(rise) {
            return None;
        }
        let number = |c: Candidate| self.model.number(c);
        let lost = |cell: Cell| ties.iter().filter(move |t| t.to == cell).flat_map(|t| &t.gone).copied();
        let bounds = |cell: Cell| -> Option<(i32, i32)> {
            let gone: ValueSet = lost(cell).map(|c| c.value).collect();
            let left = state.board.values(cell).minus(gone);
            let numbers = || left.iter().map(|v| number(Candidate::new(cell, v)));
            Some((numbers().min()?, numbers().max()?))
        };
        let mut lines = Vec::new();
        for least in [true, false] {
            let bound = |cell: Cell| bounds(cell).map(|(min, max)| if least { min } else { max });
            let beyond = |c: Candidate, bound: i32| if least { number(c) < bound } else { number(c) > bound };
            let moved = |cell: Cell| bound(cell).is_some_and(|bound| lost(cell).any(|c| beyond(c, bound)));
            let (mut sources, mut held) = (Vec::<(i32, Cell)>::new(), Vec::<(i32, Cell)>::new());
            for tie in ties {
                let edge = bound(tie.to)?;
                if !tie.gone.iter().any(|&c| beyond(c, edge)) {
                    continue;
                }
                held.push((edge, tie.to));
                if !moved(tie.from) {
                    sources.push((bound(tie.from)?, tie.from));
                }
            }
            for cells in [&mut sources, &mut held] {
                cells.order();
                cells.dedup();
                if !least {
                    cells.reverse();
                }
            }
            if held.is_empty() {
                continue;
            }
            let near = if least { "at least" } else { "at most" };
            let say = |cells: &[(i32, Cell)]| {
                let each: Vec<String> = cells.iter().map(|(n, c)| format!("{} {near} {n}", self.cell(*c))).collect();
                fit(&each, 100, "and").replacen(&format!(" {near}"), &format!(" is {near}"), 1)
            };
            (!sources.is_empty()).then(|| lines.push(format!("{}, so {}.", capital(&say(&sources)), say(&held))))?;
        }
        Some(lines)
    }

    /// Describes cells as alternately low and high, if their minimum difference allows nothing else. Also returns the ties that
    /// remain to be described.
    fn turns(&self, state: &State, ties: Vec<Tie>) -> (Option<String>, Vec<Tie>) {
        let apart = |tie: &Tie| match self.tied_by(tie) {
            Some(Relates::ApartAtLeast(k)) => Some(k),
            _ => None,
        };
        let Some(k) = ties.first().and_then(apart).filter(|k| ties.iter().all(|t| apart(t) == Some(*k))) else {
            return (None, ties);
        };
        let Some(sides) = Sides::of(&self.numbers(ties[0].from), k) else { return (None, ties) };
        let number = |cell: Cell, value| self.model.number(Candidate::new(cell, value));
        let at_once = |cell: Cell| {
            let left = state.board.values(cell);
            [false, true].into_iter().find(|high| left.iter().all(|v| sides.holds(*high, number(cell, v))))
        };
        let mut known: Vec<(Cell, bool)> = Vec::new();
        let (mut first, mut then): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let side = |high: bool| if high { "high" } else { "low" };
        loop {
            let before = then.len();
            for tie in &ties {
                let of = |known: &[(Cell, bool)], cell| known.iter().find(|k| k.0 == cell).map(|k| k.1);
                let Some(high) = of(&known, tie.from).or_else(|| at_once(tie.from)) else { continue };
                if of(&known, tie.to).is_some() || at_once(tie.to).is_some() {
                    continue;
                }
                if of(&known, tie.from).is_none() {
                    first.push(format!("{} is {}", self.cell(tie.from), side(high)));
                    known.push((tie.from, high));
                }
                let is = if then.is_empty() { " is" } else { "" };
                then.push(format!("{}{is} {}", self.cell(tie.to), side(!high)));
                known.push((tie.to, !high));
            }
            if then.len() == before {
                break;
            }
        }
        if then.len() < TURNS {
            return (None, ties);
        }
        let rest = ties.into_iter().filter_map(|mut tie| {
            if let Some((_, high)) = known.iter().find(|k| k.0 == tie.to) {
                tie.gone.retain(|c| sides.holds(*high, number(c.cell, c.value)));
            }
            (!tie.gone.is_empty()).then_some(tie)
        });
        let line = format!(
            "Low ({}) and high ({}) take turns, for neighbours differ by at least {k}: {}, so {}.",
            range(sides.low),
            range(sides.high),
            fit(&first, 60, "and"),
            fit(&then, 100, "and")
        );
        (Some(line), rest.collect())
    }

    /// Explains each pair of cells: every remaining candidate of one cell is incompatible with the candidates removed from the
    /// other cell.
    fn ties(&self, state: &State, ties: &[Tie]) -> Vec<String> {
        // For a dot between two cells, describe both cells at once, with the pairs that are left.
        if let [first, rest @ ..] = ties
            && rest.iter().all(|t| (t.to, t.from) == (first.from, first.to))
            && let Some(relates) = self.tied_by(first)
        {
            let (a, b) = (first.from.min(first.to), first.from.max(first.to));
            let relates = if a == first.from { relates } else { relates.turned() };
            let mut left = Vec::new();
            for x in state.board.values(a) {
                let pairs = state.board.values(b).iter().map(|y| (Candidate::new(a, x), Candidate::new(b, y)));
                left.extend(pairs.filter(|(x, y)| !self.model.network().sees(*x, *y)));
            }
            if (1..=FEW).contains(&left.len()) && relates != Relates::Equal {
                let pair = |(x, y): &(Candidate, Candidate)| format!("{}-{}", self.value(*x), self.value(*y));
                let left = list(left.iter().map(pair), "or");
                return vec![capital(&format!("{}: {left}.", self.both(a, b, relates)))];
            }
            let values = |tie: &Tie| tie.gone.iter().map(|c| c.value).collect::<ValueSet>();
            if let [other] = rest
                && relates == relates.turned()
                && relates != Relates::Equal
                && values(other) == values(first)
            {
                let gone = self.values(a, values(first), "or");
                return vec![capital(&format!("{}, so neither is {gone}.", self.both(a, b, relates)))];
            }
        }
        let mut lines: Vec<TiedCell> = Vec::new();
        for tie in ties {
            let relates = self.tied_by(tie);
            let plainly = relates.map(Relates::plainly);
            let same = |l: &&mut TiedCell| (l.0, l.1, l.2.map(Relates::plainly)) == (tie.from, tie.left, plainly);
            match lines.iter_mut().find(same) {
                Some((_, _, told, to)) => {
                    *told = plainly;
                    to.push((tie.to, tie.gone.clone()));
                }
                None => lines.push((tie.from, tie.left, relates, vec![(tie.to, tie.gone.clone())])),
            }
        }
        let line = |(from, left, relates, to): &TiedCell| {
            if let Some(relates) = relates {
                return self.by_relation((*from, *left), to, *relates);
            }
            if let ([(cell, gone)], from_name) = (to.as_slice(), self.cell(*from)) {
                let lost: ValueSet = gone.iter().map(|c| c.value).collect();
                let rest = state.board.values(*cell).minus(lost);
                if left.len() > 4 {
                    return self.needed_of(*from, gone);
                }
                let lead = format!("{from_name} is {}, so", self.values(*from, *left, "or"));
                let end = if rest.len() < lost.len() {
                    self.values(*cell, rest, "or")
                } else {
                    format!("not {}", self.values(*cell, lost, "or"))
                };
                return capital(&format!("{lead} {} is {end}.", self.cell(*cell)));
            }
            let gone: Vec<Candidate> = to.iter().flat_map(|t| t.1.iter().copied()).collect();
            let gone = fit(&self.grouped(&gone, "in", "or"), 120, "or");
            format!("No digit left for {} goes with {gone}.", self.cell(*from))
        };
        and_so_on(lines.iter().map(line).collect())
    }

    /// States the value that the cell would need next to each removed candidate: `3 in r1c5 would need 5 in r1c3, which is not
    /// left`.
    fn needed_of(&self, from: Cell, gone: &[Candidate]) -> String {
        let network = self.model.network();
        let domain = self.model.cells()[from.index()].domain;
        let goes_with = |c: &Candidate| -> ValueSet {
            domain.iter().filter(|v| !network.sees(Candidate::new(from, *v), *c)).collect()
        };
        let name = self.cell(from);
        let need = |c: &Candidate| {
            let needed = goes_with(c);
            let some = (1..=2).contains(&needed.len());
            some.then(|| format!("{} would need {} in {name}", self.candidate(*c), self.values(from, needed, "or")))
        };
        match gone.iter().map(need).collect::<Option<Vec<String>>>() {
            Some(needs) if needs.len() <= 3 => {
                let is = if needs.len() == 1 { "is" } else { "are" };
                capital(&format!("{}, which {is} not left.", list(needs.into_iter(), "and")))
            }
            _ => {
                let gone = fit(&self.grouped(gone, "in", "or"), 120, "or");
                format!("No digit left for {name} goes with {gone}.")
            }
        }
    }

    /// States the relation between two cells: `r1c1 and r1c2 must make 10`, `r1c1 must be less than r1c2`.
    fn both(&self, a: Cell, b: Cell, relates: Relates) -> String {
        let (a, b) = (self.cell(a), self.cell(b));
        relates.of_both(&a, &b).unwrap_or_else(|| format!("{a} must {}", relates.told(&b)))
    }

    /// The relation that the links of a tie express between its two cells.
    fn tied_by(&self, tie: &Tie) -> Option<Relates> {
        let allowed = |x: Candidate, y: Candidate| {
            tie.by.iter().all(|why| match why {
                Why::Link(link) => !self.model.link_forbids(*link, x, y),
                _ => x.value != y.value,
            })
        };
        let told = self.relates(tie.from, tie.to, &allowed);
        // If only sets exclude the candidates, the relation would merely be that the cells differ, so none is returned.
        told.filter(|_| tie.by.iter().any(|why| matches!(why, Why::Link(_))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If neighbours differ by at least 5, every digit except 5 is low or high. If they differ by at least 4, there are no sides,
    /// because 5 can be next to 1 and next to 9.
    #[test]
    fn sides_are_told_apart() {
        let digits: Vec<i32> = (1..=9).collect();
        let sides = Sides::of(&digits, 5).unwrap();
        assert_eq!((range(sides.low), range(sides.high)), ("1-4".to_owned(), "6-9".to_owned()));
        for digit in digits.iter().copied() {
            let partner = |up: bool| digits.iter().any(|&d| if up { d >= digit + 5 } else { d + 5 <= digit });
            assert_eq!(sides.holds(false, digit), partner(true), "{digit}");
            assert_eq!(sides.holds(true, digit), partner(false), "{digit}");
        }
        assert!(Sides::of(&digits, 4).is_none());
        assert!(Sides::of(&digits, 9).is_none());
        assert_eq!(range(Sides::of(&digits, 8).unwrap().low), "1");
    }
}
