//! `ranked`: a list's place among lists read as numbers, as a constraint where it stands alone, else as a condition.

use super::Lower;
use super::ir::{FALSE, Graph, Id};
use super::value::constant_of;
use super::value::{Got, Val, cells_in};
use crate::code::{Builtin, Code};
use crate::syntax::Pos;
use cluewright_core::Cell;
use cluewright_core::constraint::{Kind as Fact, Ranked};

/// The arguments of `ranked(L, n, lists, below, above)`.
pub(super) struct Place {
    line: Vec<Cell>,
    rank: Val,
    lines: Vec<Vec<Cell>>,
    below: Vec<Vec<Cell>>,
    above: Vec<Vec<Cell>>,
    ties: bool,
}

impl<'a> Lower<'a> {
    pub(super) fn place(&mut self, builtin: Builtin, args: &'a [Code], pos: Pos) -> Got<Place> {
        let lists = |run: &mut Self, code: &'a Code| -> Got<Vec<Vec<Cell>>> {
            let all: Vec<(usize, Vec<Cell>)> =
                run.lists_of(code)?.iter().map(|l| (l.items.len(), cells_in(&Val::List(l.clone())))).collect();
            if all.iter().any(|(len, cells)| *len != cells.len()) {
                return Err(pos.error("`ranked` takes lists of cells").into());
            }
            Ok(all.into_iter().map(|l| l.1).collect())
        };
        let line = self.certain(&args[0])?;
        let cells = cells_in(&Val::List(line.clone()));
        if cells.len() != line.items.len() {
            return Err(pos.error("`ranked` takes a list of cells").into());
        }
        Ok(Place {
            line: cells,
            rank: self.unrolled(&args[1])?,
            lines: lists(self, &args[2])?,
            below: lists(self, &args[3])?,
            above: lists(self, &args[4])?,
            ties: builtin == Builtin::RankedOrTied,
        })
    }

    /// As a constraint, where it fits one.
    pub(super) fn ranked(&self, place: &Place) -> Option<Fact> {
        let at = place.lines.iter().position(|l| *l == place.line)?;
        let mut lines = place.lines.clone();
        lines.swap(0, at);
        let first = self.build.first(*lines[0].first()?);
        if lines.iter().flatten().any(|&c| self.build.first(c) != first) {
            return None;
        }
        let find = |lists: &[Vec<Cell>]| -> Option<Vec<u16>> {
            lists.iter().map(|list| Some(lines.iter().position(|l| l == list)? as u16)).collect()
        };
        let rank = u16::try_from(constant_of(&self.graph, &place.rank)?).ok()?;
        Ranked::new(&lines, rank, &find(&place.below)?, &find(&place.above)?, place.ties).ok().map(Fact::from)
    }

    /// As a condition.
    pub(super) fn rank_condition(&mut self, place: &Place, pos: Pos) -> Got<Id> {
        let mut smaller = Vec::new();
        let mut parts = Vec::new();
        for list in &place.below {
            parts.push(self.smaller(list, &place.line)?);
        }
        for list in &place.above {
            parts.push(self.smaller(&place.line, list)?);
        }
        let mut equal = Vec::new();
        for list in &place.lines {
            smaller.push(self.smaller(list, &place.line)?);
            let (less, more) = (self.smaller(list, &place.line)?, self.smaller(&place.line, list)?);
            let differ = self.graph.or(&[less, more]);
            equal.push(self.graph.not(differ));
        }
        let rank = self.num(&place.rank, pos)?;
        let count = self.count(&smaller);
        let difference = self.graph.lin(&[(count, 1), (rank.n, -1)], 1);
        let right = self.graph.eq(difference);
        parts.push(if rank.d == self.one { right } else { FALSE });
        parts.push(rank.ok);
        if !place.ties {
            let count = self.count(&equal);
            parts.push(self.equals(count, 1));
        }
        Ok(self.graph.and(&parts))
    }

    /// Is `a` shorter than `b`, or as long and smaller where they first differ?
    fn smaller(&mut self, a: &[Cell], b: &[Cell]) -> Got<Id> {
        if a.len() != b.len() {
            return Ok(Graph::truth(a.len() < b.len()));
        }
        let mut smaller = FALSE;
        for (&x, &y) in a.iter().zip(b).rev() {
            self.tick()?;
            if x == y {
                continue;
            }
            let (x, y) = (self.digit_of(x), self.digit_of(y));
            let less = self.graph.lin(&[(x, 1), (y, -1)], 1);
            let less = self.graph.le(less);
            let difference = self.graph.sub(x, y);
            let equal = self.graph.eq(difference);
            let later = self.graph.and(&[equal, smaller]);
            smaller = self.graph.or(&[less, later]);
        }
        Ok(smaller)
    }
}
