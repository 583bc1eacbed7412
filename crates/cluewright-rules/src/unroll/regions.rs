//! Unknown regions: one constraint over all region numbers ("labels") and digits, and helper cells that state whether two cells
//! share a region.
//!
//! A rule that compares two labels (such as a view that ends at the region's border, or a count of the region's cells in the
//! neighbourhood) reads such a helper cell instead of the labels. The helper cell has two values rather than all pairs of labels,
//! and what the rule deduces reaches the constraint of the regions before any label is known.

use super::ir::{FALSE, Id, TRUE};
use super::kept::{NOWHERE, Numbered};
use super::value::plain_cells;
use super::value::{Got, List};
use super::{Became, Lower};
use crate::code::{Code, CodeKind, Filt, Pat, Quantity, Slot, Src};
use crate::syntax::Pos;
use crate::syntax::ast::{Cmp, Nearness};
use cluewright_core::constraint::Regions;
use cluewright_core::model::CellKind;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Cell, ValueSet};
use std::rc::Rc;

impl<'a> Lower<'a> {
    /// Posts `region_numbers(L, n)`. The constraint itself is posted at the end, by [`Lower::post_regions`].
    pub(crate) fn number_regions(&mut self, list: &List, size: i64, pos: Pos) -> Got<()> {
        let Some(named) = plain_cells(list) else {
            return Err(pos.error("`region_numbers` takes only cells that do not depend on digits").into());
        };
        let cells = self.places.puzzle.shape.len();
        let fits = usize::try_from(size).is_ok_and(|size| size > 0 && cells.is_multiple_of(size));
        if named.len() != cells || !fits {
            return self.post(FALSE, pos);
        }
        self.count_fact(pos)?;
        let origin = self.origin_now();
        self.became(Became::Constraint("Regions"));
        let mut labels = named.clone();
        for i in 0..cells {
            if named[i].index() < cells || named[..i].contains(&named[i]) {
                labels[i] = self.copied(named[i], pos)?;
            }
        }
        let mut place_of = vec![NOWHERE; self.build.len()];
        for (place, cell) in named.iter().enumerate().rev() {
            place_of[cell.index()] = place as u16;
        }
        let (size, adjacent, helper_of) = (size as u16, self.adjacent(), QuickMap::default());
        let numbered = Numbered { named, labels, size, adjacent, origin, same: Vec::new(), place_of, helper_of };
        self.regions(&numbered).map_err(|e| pos.error(e.to_string()))?;
        self.numbered.push(numbered);
        Ok(())
    }

    /// Creates a helper cell that equals a cell.
    fn copied(&mut self, cell: Cell, pos: Pos) -> Got<Cell> {
        let name = format!("a copy of {}", self.places.puzzle.cell_name(cell));
        let copy = self.build.add_cell(CellKind::Helper, self.build.first(cell), self.build.domain(cell), &name);
        self.forget_locals();
        let (a, b) = (self.digit_of(cell), self.digit_of(copy));
        let difference = self.graph.sub(a, b);
        let equal = self.graph.eq(difference);
        self.post(equal, pos)?;
        Ok(copy)
    }

    /// The pairs of neighbouring cells in the grid, as indices. Each pair occurs in both orders.
    fn adjacent(&self) -> Rc<[(u16, u16)]> {
        let digits: Vec<Cell> = self.places.puzzle.shape.cells().collect();
        let mut adjacent = Vec::new();
        for (i, &c) in digits.iter().enumerate() {
            let near = self.places.near(c, Nearness::Orthogonal);
            adjacent.extend(near.iter().filter_map(|n| digits.binary_search(n).ok()).map(|j| (i as u16, j as u16)));
        }
        adjacent.into()
    }

    fn regions(&self, numbered: &Numbered) -> Result<Regions, cluewright_core::BadInput> {
        let digits: Vec<Cell> = self.places.puzzle.shape.cells().collect();
        let (labels, size, adjacent) = (&numbered.labels, numbered.size, &numbered.adjacent);
        let first = self.places.puzzle.digits.first;
        Regions::new(labels, &digits, adjacent, &numbered.same, size, first)
    }

    /// The condition that two region labels are equal, read from a helper cell; `None` if the cells are not two labels.
    pub(crate) fn same_region(&mut self, a: Cell, b: Cell) -> Option<Id> {
        let (at, i, j) = self.labels(a, b)?;
        if i == j {
            return None;
        }
        let (i, j) = (i.min(j), i.max(j));
        let known = self.numbered[at].helper_of.get(&(i, j)).copied();
        let helper = known.unwrap_or_else(|| {
            let name = |i: u16| self.places.puzzle.cell_name(Cell(i));
            let name = format!("{}~{}", name(i), name(j));
            let helper = self.build.add_cell(CellKind::Helper, 0, ValueSet(0b11), &name);
            self.numbered[at].same.push((i, j, helper));
            self.numbered[at].helper_of.insert((i, j), helper);
            helper
        });
        let says = self.digit_of(helper);
        Some(self.equals(says, 1))
    }

    /// For a list of the digits that occur in some cells, `v in digits where some c in C: c = v`, if the cells are region labels:
    /// for each cell, the condition that no earlier cell is in its region. The length of the list is the number of these conditions
    /// that hold. `None` for any other list.
    pub(crate) fn regions_met(&mut self, list: &'a Code) -> Got<Option<Vec<Id>>> {
        let CodeKind::ListFor(item, digits) = &list.kind else { return Ok(None) };
        let (Pat::One(v), Src::In(range), [Filt::Where(met)]) = (&digits.pat, &digits.src, &digits.filters[..]) else {
            return Ok(None);
        };
        let CodeKind::Quantified(Quantity::Some, None, cells, equal) = &met.kind else { return Ok(None) };
        let (Pat::One(c), Src::In(among), []) = (&cells.pat, &cells.src, &cells.filters[..]) else { return Ok(None) };
        let CodeKind::Compare(Cmp::Eq, left, right) = &equal.kind else { return Ok(None) };
        let is = |code: &Code, slot: &Slot| matches!(&code.kind, CodeKind::Var(at) if at == slot);
        let all_digits = matches!(&range.kind, CodeKind::Word(word) if word.name == "digits");
        if !all_digits || !is(item, v) || !(is(left, c) && is(right, v) || is(left, v) && is(right, c)) {
            return Ok(None);
        }
        let digits = usize::from(self.places.puzzle.digits.count);
        let fits = |n: &Numbered| n.named.len() / usize::from(n.size) <= digits;
        if !self.numbered.iter().all(fits) {
            return Ok(None);
        }
        let among = self.list_of(among)?;
        let Some(cells) = plain_cells(&among) else { return Ok(None) };
        let [first, others @ ..] = &cells[..] else { return Ok(None) };
        if !others.iter().all(|&c| self.are_labels(*first, c)) {
            return Ok(None);
        }
        let mut new = Vec::with_capacity(cells.len());
        for (i, &cell) in cells.iter().enumerate() {
            let mut apart = Vec::with_capacity(i);
            for &earlier in &cells[..i] {
                // A cell is in the same region as itself.
                let same = self.same_region(earlier, cell).unwrap_or(TRUE);
                apart.push(self.graph.not(same));
            }
            new.push(self.graph.and(&apart));
        }
        Ok(Some(new))
    }

    /// Whether these two cells are region labels.
    pub(crate) fn are_labels(&self, a: Cell, b: Cell) -> bool {
        self.labels(a, b).is_some()
    }

    /// The index of the numbering in which both cells are labels, and the indices of the two cells in this numbering.
    fn labels(&self, a: Cell, b: Cell) -> Option<(usize, u16, u16)> {
        self.numbered.iter().enumerate().find_map(|(at, numbered)| {
            let place = |c: Cell| numbered.place_of.get(c.index()).copied().filter(|&place| place != NOWHERE);
            Some((at, place(a)?, place(b)?))
        })
    }

    /// Posts the constraints of all regions, after all comparisons of their labels are known.
    pub(crate) fn post_regions(&mut self) {
        for numbered in std::mem::take(&mut self.numbered) {
            let regions = self.regions(&numbered).expect("tried when it was named; helpers are new cells");
            self.build.constrain(regions, numbered.origin);
        }
    }
}
