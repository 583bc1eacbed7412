//! Explains counts: how many cells are counted already, how many more are possible, and where.

use super::words::{Words, and_so_on, capital, cells, count, list};
use cluewright_core::constraint::{Compare, Connected, Contains, Count, Different, Element, SameMultiset, Total};
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, Sort, Value, ValueSet};

impl Words<'_> {
    /// The name of a set of values of a cell: `odd digits`, `3 or 4`.
    fn sort_of(&self, cell: Cell, wanted: ValueSet) -> String {
        let domain = self.model.cells()[cell.index()].domain;
        let odd =
            |of: bool| domain.iter().filter(move |&v| (self.model.number(Candidate::new(cell, v)) % 2 != 0) == of);
        let wanted = wanted & domain;
        if wanted.len() > 2 && wanted == odd(true).collect() {
            return "odd digits".to_owned();
        }
        if wanted.len() > 2 && wanted == odd(false).collect() {
            return "even digits".to_owned();
        }
        self.values(cell, wanted, "or")
    }

    /// Explains how a count excludes the step's candidates.
    pub(super) fn about_count(&self, board: &Board, counted: &Count) -> Vec<String> {
        let (mut sure, mut able, mut sorts) = (Vec::new(), Vec::new(), Vec::new());
        for (cell, wanted) in counted.terms() {
            let now = board.values(cell);
            if now.is_subset(wanted) {
                sure.push(cell);
            }
            if now.intersects(wanted) {
                able.push(cell);
            }
            let sort = self.sort_of(cell, wanted);
            if !sorts.contains(&sort) {
                sorts.push(sort);
            }
        }
        let what = match sorts.as_slice() {
            [one] => format!("with {one}"),
            _ => "that it counts".to_owned(),
        };
        let Total::Number(total) = counted.total() else {
            let Some(cell) = counted.total().cell() else { return Vec::new() };
            return vec![format!(
                "There are at least {} cells {what} and at most {}; {} says how many.",
                sure.len(),
                able.len(),
                self.cell(cell)
            )];
        };
        let total = usize::try_from(total).unwrap_or(0);
        let full = matches!(counted.compare(), Compare::Eq | Compare::Le) && sure.len() == total;
        let needed = matches!(counted.compare(), Compare::Eq | Compare::Ge) && able.len() == total;
        match (full, needed) {
            (true, _) if total == 0 => vec![format!("It has no cell {what}.")],
            (true, _) => vec![format!(
                "It already has its {} {what}, {}, and there are no more.",
                cells(total),
                self.brief(&sure, "and")
            )],
            (_, true) => {
                vec![format!("It needs {} {what}, and only {} can be that.", cells(total), self.brief(&able, "and"))]
            }
            _ => Vec::new(),
        }
    }

    /// Explains how numbers that must be present exclude the step's candidates.
    pub(super) fn about_contains(&self, board: &Board, contains: &Contains) -> Vec<String> {
        let mut lines = Vec::new();
        let mut runs: Vec<&[i32]> = contains.numbers().chunk_by(|a, b| a == b).collect();
        let mut taken: Vec<Cell> = Vec::new();
        // Numbers that have only just enough places take these places from other numbers.
        loop {
            let places = |run: &[i32]| -> Vec<Cell> {
                let can = |&c: &Cell| board.value_of(c, run[0]).is_some_and(|v| board.values(c).contains(v));
                contains.cells().iter().copied().filter(|c| can(c) && !taken.contains(c)).collect()
            };
            let Some(at) = runs.iter().position(|run| places(run).len() <= run.len()) else { break };
            let run = runs.remove(at);
            let places = places(run);
            if !self.gone_from(&places).is_empty() {
                let times = if run.len() == 1 { String::new() } else { format!("{} ", count(run.len())) };
                lines.push(format!("It needs {times}{}, which only {} can hold.", run[0], self.brief(&places, "and")));
            }
            taken.extend(places);
        }
        // Look for several numbers that together fill all their places.
        if lines.is_empty() && contains.numbers().len() <= 9 {
            let numbers = list(contains.numbers().iter().map(ToString::to_string), "and");
            let can = |&c: &Cell| {
                contains.numbers().iter().any(|&n| board.value_of(c, n).is_some_and(|v| board.values(c).contains(v)))
            };
            let places: Vec<Cell> = contains.cells().iter().copied().filter(can).collect();
            lines.push(format!(
                "It needs {numbers}, and there is room for these only in {}.",
                self.brief(&places, "and")
            ));
        }
        lines.truncate(3);
        lines
    }

    /// Explains how the number of different digits excludes the step's candidates.
    pub(super) fn about_different(&self, board: &Board, different: &Different) -> Vec<String> {
        let Total::Number(total) = different.total() else { return Vec::new() };
        let cells = different.counted();
        let known: ValueSet = cells.iter().filter_map(|&c| board.fixed(c)).collect();
        let able = cells.iter().fold(ValueSet::EMPTY, |all, &c| all | board.values(c));
        let total = u32::try_from(total).unwrap_or(0);
        let first = cells[0];
        if matches!(different.compare(), Compare::Eq | Compare::Le) && known.len() == total {
            return vec![format!(
                "It already has its {} different digits, {}, and no other may come.",
                count(total as usize),
                self.values(first, known, "and")
            )];
        }
        if matches!(different.compare(), Compare::Eq | Compare::Ge) && able.len() == total {
            return vec![format!(
                "It needs {} different digits, so each of {} must be there.",
                count(total as usize),
                self.values(first, able, "and")
            )];
        }
        Vec::new()
    }

    /// Explains how lists with the same numbers exclude the step's candidates.
    pub(super) fn about_same(&self, board: &Board, same: &SameMultiset) -> Vec<String> {
        let mut lines: Vec<(&Vec<Cell>, Vec<String>)> = Vec::new();
        for mine in same.lists() {
            let mut values: Vec<Value> = self.gone_from(mine).iter().map(|c| c.value).collect();
            values.order();
            values.dedup();
            for theirs in same.lists().iter().filter(|l| *l != mine) {
                for &v in &values {
                    let number = board.number(mine[0], v);
                    let holds = |&c: &Cell| board.value_of(c, number).is_some_and(|v| board.values(c).contains(v));
                    if theirs.iter().any(holds) {
                        continue;
                    }
                    let name = self.value(Candidate::new(mine[0], v));
                    match lines.iter_mut().find(|l| l.0 == theirs) {
                        Some((_, names)) if names.contains(&name) => {}
                        Some((_, names)) => names.push(name),
                        None => lines.push((theirs, vec![name])),
                    }
                }
            }
        }
        let line = |(cells, names): &(&Vec<Cell>, Vec<String>)| {
            let names = list(names.iter().cloned(), "nor");
            format!("There is no {names} in {}, where the same digits are.", self.brief(cells, "or"))
        };
        lines.iter().take(3).map(line).collect()
    }

    /// Explains how a cell that gives the position of a number excludes the step's candidates.
    pub(super) fn about_element(&self, board: &Board, element: &Element) -> Vec<String> {
        let index = element.index();
        let mut lines = Vec::new();
        for gone in self.gone_from(&[index]).into_iter().take(3) {
            let position = i64::from(board.number(index, gone.value)) - i64::from(element.start());
            let there = usize::try_from(position).ok().and_then(|i| element.list().get(i));
            lines.push(match (there, element.target()) {
                (None, _) => format!("There is no cell number {}.", self.value(gone)),
                (Some(&cell), Total::Number(n)) => {
                    format!("{} would say that {} is {n}, which it cannot be.", self.is(gone), self.cell(cell))
                }
                (Some(&cell), Total::Cell(other)) => format!(
                    "{} would make {} and {} equal, which they cannot be.",
                    self.is(gone),
                    self.cell(cell),
                    self.cell(other)
                ),
            });
        }
        let others: Vec<Cell> = element.cells().iter().copied().filter(|&c| c != index).collect();
        if lines.is_empty() && !self.gone_from(&others).is_empty() {
            let left = self.values(index, board.values(index), "or");
            let be = match element.target() {
                Total::Number(n) => n.to_string(),
                Total::Cell(cell) => format!("what {} is", self.cell(cell)),
            };
            lines.push(format!("{} is {left}: the cell it points to is {be}.", self.cell(index)));
        }
        lines
    }

    /// Two cells of a region that must be connected such that no path between the two cells is left once the candidates in `absent`
    /// are gone and the candidates in `holds` are true; `None` if there are no such cells.
    pub(super) fn apart(&self, kind: &Kind, absent: &[Candidate], holds: &[Candidate]) -> Option<(Cell, Cell)> {
        let region = match kind {
            Kind::Connected(region) => region,
            Kind::All(all) => return all.parts().iter().find_map(|part| self.apart(part, absent, holds)),
            _ => return None,
        };
        let left = |cell: Cell| {
            if let Some(held) = holds.iter().find(|c| c.cell == cell) {
                ValueSet::of(held.value)
            } else {
                let gone: ValueSet = absent.iter().filter(|c| c.cell == cell).map(|c| c.value).collect();
                self.model.cells()[cell.index()].domain.minus(gone)
            }
        };
        cut(region, &left)
    }

    /// Explains why cells must be in a connected region or cannot be in it.
    pub(super) fn about_connected(&self, board: &Board, region: &Connected) -> Vec<String> {
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for (cell, wanted) in region.terms() {
            let gone: ValueSet = self.gone_from(&[cell]).iter().map(|c| c.value).collect();
            let left = board.values(cell).minus(gone);
            if !gone.is_empty() && left.is_subset(wanted) {
                inside.push(cell);
            } else if !gone.is_empty() && !left.intersects(wanted) {
                outside.push(cell);
            }
        }
        let least = usize::from(*region.size().start());
        let most = usize::from(*region.size().end());
        let mut lines = Vec::new();
        // Name the cells that are visibly cut off on the board; all other cells are excluded by the region's size.
        let wanted = |cell: Cell| region.terms().find(|term| term.0 == cell).map(|term| term.1).unwrap_or_default();
        let without =
            |cell: Cell, of: Cell| if of == cell { board.values(of).minus(wanted(of)) } else { board.values(of) };
        let with = |cell: Cell, of: Cell| if of == cell { board.values(of) & wanted(of) } else { board.values(of) };
        inside.retain(|&cell| {
            let parts = cut(region, &|of| without(cell, of));
            parts.is_none_or(|(one, other)| {
                let (cell, one, other) = (self.cell(cell), self.cell(one), self.cell(other));
                lines.push(format!("Without {cell}, {one} would be cut off from {other}."));
                false
            })
        });
        outside.retain(|&cell| {
            let parts = cut(region, &|of| with(cell, of));
            parts.is_none_or(|(one, other)| {
                let other = if one == cell { other } else { one };
                lines.push(format!("{} would be cut off from {}.", capital(&self.cell(cell)), self.cell(other)));
                false
            })
        });
        let mut lines = and_so_on(lines);
        if !inside.is_empty() {
            let small = if least > 1 { ", or stay too small" } else { "" };
            let or = if inside.len() == 1 { "" } else { "one of " };
            lines.push(format!("Without {or}{} the region would fall apart{small}.", self.brief(&inside, "and")));
        }
        if !outside.is_empty() {
            let large = if most < region.cells().len() { ", or would grow too large" } else { "" };
            lines.push(format!("The region has no way to {}{large}.", self.brief(&outside, "or")));
        }
        lines
    }
}

/// Two cells that are certainly in the region but have no path left between them, the later cell first; `None` if there are no such
/// cells.
fn cut(region: &Connected, left: &dyn Fn(Cell) -> ValueSet) -> Option<(Cell, Cell)> {
    let terms: Vec<(Cell, ValueSet, ValueSet)> = region.terms().map(|(c, wanted)| (c, wanted, left(c))).collect();
    let is_in = |i: &usize| !terms[*i].2.is_empty() && terms[*i].2.is_subset(terms[*i].1);
    let first = (0..terms.len()).find(is_in)?;
    let (mut reached, mut next) = (vec![false; terms.len()], vec![first]);
    reached[first] = true;
    while let Some(at) = next.pop() {
        for &other in region.neighbours(at) {
            let other = usize::from(other);
            if !reached[other] && terms[other].2.intersects(terms[other].1) {
                reached[other] = true;
                next.push(other);
            }
        }
    }
    let cut = (0..terms.len()).filter(is_in).find(|&i| !reached[i])?;
    Some((terms[cut].0, terms[first].0))
}
