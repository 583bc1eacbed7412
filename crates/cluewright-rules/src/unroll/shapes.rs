//! Recognises conditions that a constraint of the model expresses directly, so that they need not be compiled.

use super::ir::{Id, Kind};
use super::value::{Got, List, Val};
use super::value::{constant_of, plain_cells};
use super::{Lower, Sink};
use crate::code::{Code, CodeKind, Role};
use crate::syntax::ast::Cmp;
use cluewright_core::constraint::{Between, Compare, Different, Ends, Kind as Fact, Total};
use cluewright_core::{Cell, Sort, ValueSet};

/// If there are at least this many cells, the count of different numbers becomes a constraint of its own; for fewer cells, it is
/// compiled.
const FEW: usize = 5;

impl<'a> Lower<'a> {
    /// Recognises `sum(between(a, b, L)) = total` over a list of different cells that certainly contains both ends: either the ends
    /// are the minimum and the maximum of the list, or they are two digits and the list has as many cells as there are digits.
    /// `None` for any other condition.
    pub(crate) fn between_ends(&mut self, condition: &'a Code) -> Got<Option<Fact>> {
        let CodeKind::Compare(Cmp::Eq, left, right) = &condition.kind else { return Ok(None) };
        let summed = |code: &'a Code| match &code.kind {
            CodeKind::Call(sum, args) if sum.role == Some(Role::Sum) => match &args[..] {
                [Code { kind: CodeKind::Call(inner, ends), .. }] if inner.role == Some(Role::Between) => Some(ends),
                _ => None,
            },
            _ => None,
        };
        let (ends, total) = match (summed(left), summed(right)) {
            (Some(ends), None) => (ends, right),
            (None, Some(ends)) => (ends, left),
            _ => return Ok(None),
        };
        let [a, b, list] = &ends[..] else { return Ok(None) };
        let list = self.list_of(list)?;
        let Some(cells) = plain_cells(&list).filter(|c| self.all_differ(c)) else { return Ok(None) };
        if cells.len() < 2 || cells.iter().any(|&c| self.build.value_cell(c) != c) {
            return Ok(None);
        }
        let total = self.unrolled(total)?;
        let Some(total) = constant_of(&self.graph, &total) else { return Ok(None) };
        let first = self.build.first(cells[0]);
        let values = cells.iter().fold(ValueSet::EMPTY, |all, &c| all | self.values_of(c));
        let (low, high) = (self.extreme(a, &cells)?, self.extreme(b, &cells)?);
        let ends = match (low, high) {
            (Some(false), Some(true)) | (Some(true), Some(false)) => match self.all_of(&cells) {
                Some((least, most)) => Ends::Numbers(least, most),
                None => Ends::Extremes,
            },
            (None, None) => {
                let (a, b) = (self.unrolled(a)?, self.unrolled(b)?);
                let (Some(a), Some(b)) = (constant_of(&self.graph, &a), constant_of(&self.graph, &b)) else {
                    return Ok(None);
                };
                let among = |n: i32| values.iter().any(|v| first + i32::from(v.0) == n);
                if a == b || !among(a) || !among(b) || values.len() as usize != cells.len() {
                    return Ok(None);
                }
                Ends::Numbers(a, b)
            }
            _ => return Ok(None),
        };
        Ok(Between::new(&cells, ends, total, (first, values)).ok().map(Fact::from))
    }

    /// The smallest and the greatest digit of cells that contain each of their digits exactly once, as the cells of a row do;
    /// otherwise `None`.
    fn all_of(&self, cells: &[Cell]) -> Option<(i32, i32)> {
        let values = cells.iter().fold(ValueSet::EMPTY, |all, &c| all | self.values_of(c));
        if cells.is_empty() || values.len() as usize != cells.len() || !self.all_differ(cells) {
            return None;
        }
        let first = self.build.first(cells[0]);
        Some((first + i32::from(values.min()?.0), first + i32::from(values.max()?.0)))
    }

    /// The constant `min(L)` or `max(L)` of cells that contain each of their digits exactly once. It is used only inside a larger
    /// condition, because a condition on its own is cached for other cells, which may not have this property.
    pub(crate) fn known_extreme(&self, max: bool, list: &List) -> Option<i32> {
        if !matches!(self.sink, Sink::List(_)) {
            return None;
        }
        let cells = plain_cells(list).filter(|cells| cells.iter().all(|&c| self.build.value_cell(c) == c))?;
        let (least, most) = self.all_of(&cells)?;
        Some(if max { most } else { least })
    }

    /// True if the expression is `max(L)` of exactly these cells, false if it is `min(L)` of exactly these cells; `None` for any
    /// other expression.
    fn extreme(&mut self, code: &'a Code, cells: &[Cell]) -> Got<Option<bool>> {
        let CodeKind::Call(function, args) = &code.kind else { return Ok(None) };
        let Some(role @ (Role::Min | Role::Max)) = function.role else { return Ok(None) };
        let [list] = &args[..] else { return Ok(None) };
        let Val::List(list) = self.unrolled(list)? else { return Ok(None) };
        Ok(plain_cells(&list).filter(|c| c == cells).map(|_| role == Role::Max))
    }

    /// The values of a cell before anything is deduced, which are the values that conditions see.
    fn values_of(&self, cell: Cell) -> ValueSet {
        match self.variables.domains.get(cell.index()) {
            Some(&domain) => self.graph.domains[domain as usize].values,
            None => self.build.cell(cell).domain,
        }
    }

    /// Whether sets of the model make all of these cells different, and all of the cells have the same first number.
    fn all_differ(&self, cells: &[Cell]) -> bool {
        let differ = |a: Cell, b: Cell| a != b && self.sets_of.share(a, b);
        (0..cells.len()).all(|i| {
            self.build.first(cells[i]) == self.build.first(cells[0]) && cells[..i].iter().all(|&c| differ(c, cells[i]))
        })
    }

    /// A comparison of the number of different numbers in some cells. It is a sum with one term for each number, which is 1 if one
    /// of the cells holds the number. `None` for any other condition.
    pub(crate) fn different_of(&self, id: Id) -> Option<Different> {
        let (inner, compare) = self.comparison(id)?;
        let Kind::Lin(parts, constant) = self.graph.kind(inner) else { return None };
        let mut total: Option<(u16, i64)> = None;
        let (mut sign, mut offset) = (0, *constant);
        // For each term, the cells that may hold its number, each with its value for the number.
        let mut terms: Vec<Vec<(u16, u64)>> = Vec::new();
        for &(term, k) in parts.iter() {
            if let Kind::Var(var, _) = *self.graph.kind(term) {
                if total.replace((var, k)).is_some() {
                    return None;
                }
                continue;
            }
            let (one, shift) = self.held_by_some(term)?;
            // Each number must be counted only once.
            let counted = terms.iter().any(|other| other[0].1 == one[0].1);
            if k.abs() != 1 || sign != 0 && sign != k || counted {
                return None;
            }
            sign = k;
            offset += k * shift;
            terms.push(one);
        }
        let mut vars: Vec<u16> = terms.iter().flatten().map(|t| t.0).collect();
        vars.order();
        vars.dedup();
        if sign == 0 || vars.len() < FEW {
            return None;
        }
        // The comparison is: sign * (count - total) + offset, compared with 0.
        let total = match total {
            None => Total::Number(i32::try_from(-offset * sign).ok()?),
            Some((var, k)) if offset == 0 && k == -sign => Total::Cell(self.variables.locals[var as usize]),
            Some(_) => return None,
        };
        let cells: Vec<Cell> = vars.iter().map(|&v| self.variables.locals[v as usize]).collect();
        let first = self.build.first(cells[0]);
        if cells.iter().any(|&c| self.build.first(c) != first) || total.cell().is_some_and(|t| cells.contains(&t)) {
            return None;
        }
        // Each term must include all cells that may hold its number.
        let mut counted = 0;
        for term in &terms {
            let value = term[0].1;
            let here = cells.iter().filter(|&&c| self.values_of(c).0 & value != 0).count();
            if term.iter().any(|t| t.1 != value) || term.len() != here {
                return None;
            }
            counted |= value;
        }
        if counted != cells.iter().fold(0, |all, &c| all | self.values_of(c).0) {
            return None;
        }
        let compare = if sign < 0 { turned(compare) } else { compare };
        Different::new(&cells, first, compare, total).ok()
    }

    /// If a term is a constant, plus 1 if one of several cells holds a value: these cells with their values, and the constant.
    /// `None` for any other term.
    fn held_by_some(&self, term: Id) -> Option<(Vec<(u16, u64)>, i64)> {
        let one_value = |mask: u64| mask.is_power_of_two().then_some(mask);
        match self.graph.kind(term) {
            Kind::If(condition, then, other) => {
                let (then, other) = (self.graph.as_const(*then)?, self.graph.as_const(*other)?);
                if then - other != 1 {
                    return None;
                }
                let Kind::Or(parts) = self.graph.kind(*condition) else { return None };
                let held = |p: &Id| match *self.graph.kind(*p) {
                    Kind::Mask(var, _, mask) => one_value(mask).map(|m| (var, m)),
                    _ => None,
                };
                let mut held = parts.iter().map(held).collect::<Option<Vec<_>>>()?;
                held.order();
                Some((held, other))
            }
            Kind::Table(var, dom, table) => {
                let node = self.graph.node(term);
                let values = self.graph.domains[*dom as usize].values;
                let mask = values.iter().filter(|v| table[v.index()] == node.high).fold(0, |m, v| m | 1u64 << v.0);
                (node.high - node.low == 1).then_some(())?;
                Some((vec![(*var, one_value(mask)?)], node.low))
            }
            _ => None,
        }
    }
}

/// The comparison after both sides have been multiplied by -1.
pub(crate) fn turned(compare: Compare) -> Compare {
    match compare {
        Compare::Le => Compare::Ge,
        Compare::Ge => Compare::Le,
        same => same,
    }
}
