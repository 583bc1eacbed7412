//! Constraints that are only checked: those that a solution breaks become clauses, and the solver continues.

use crate::encoder::{Encoder, Lazy};
use cluewright_core::constraint::{Connected, Kind};
use cluewright_core::{Constraint, Model, Value};
use rustsat::types::Lit;

impl Encoder<'_> {
    /// Adds a clause for every constraint that fails. Returns the number of added clauses.
    pub(crate) fn correct(&mut self, values: &[Value]) -> u32 {
        let failing: Vec<usize> = (0..self.lazy.len())
            .filter(|&i| {
                let lazy = &self.lazy[i];
                self.sat.is_true(lazy.when) && !holds(self.model, lazy.kind, values)
            })
            .collect();
        for &i in &failing {
            let Lazy { when, kind } = self.lazy[i];
            if let Kind::Connected(region) = kind {
                self.cut(when, region, values);
            } else {
                let cells = kind.cells().to_vec();
                let clause = cells.into_iter().map(|c| !self.literal(c, values[c.index()]));
                let clause: Vec<Lit> = clause.chain([!when]).collect();
                self.sat.add(clause);
            }
        }
        u32::try_from(failing.len()).expect("a constraint takes more than a byte of memory")
    }

    /// Adds clauses for a region that is disconnected: if the region has cells of two of its pieces, it also has a cell at the
    /// border of the first piece.
    fn cut(&mut self, when: Lit, region: &Connected, values: &[Value]) {
        let terms: Vec<_> = region.terms().collect();
        let inside = |i: usize| terms[i].1.contains(values[terms[i].0.index()]);
        let mut piece_of: Vec<Option<usize>> = vec![None; terms.len()];
        let mut pieces: Vec<Vec<usize>> = Vec::new();
        for start in 0..terms.len() {
            if piece_of[start].is_some() || !inside(start) {
                continue;
            }
            let mut piece = vec![start];
            piece_of[start] = Some(pieces.len());
            let mut at = 0;
            while at < piece.len() {
                for &near in region.neighbours(piece[at]) {
                    let near = usize::from(near);
                    if inside(near) && piece_of[near].is_none() {
                        piece_of[near] = Some(pieces.len());
                        piece.push(near);
                    }
                }
                at += 1;
            }
            pieces.push(piece);
        }
        for (number, piece) in pieces.iter().enumerate().take(pieces.len().saturating_sub(1)) {
            let other = pieces[number + 1][0];
            let mut clause = vec![!when];
            for i in [piece[0], other] {
                let out = self.numbers(terms[i].0).into_iter().filter(|(v, _)| !terms[i].1.contains(*v));
                clause.extend(out.map(|(v, _)| self.literal(terms[i].0, v)));
            }
            let mut border: Vec<usize> = piece.iter().flat_map(|&i| region.neighbours(i)).map(|&n| n.into()).collect();
            border.sort_unstable();
            border.dedup();
            for i in border.into_iter().filter(|i| !piece.contains(i)) {
                let into = self.numbers(terms[i].0).into_iter().filter(|(v, _)| terms[i].1.contains(*v));
                clause.extend(into.map(|(v, _)| self.literal(terms[i].0, v)));
            }
            self.sat.add(clause);
        }
    }
}

/// Whether a constraint holds for these values of a model's cells.
fn holds(model: &Model, constraint: &impl Constraint, values: &[Value]) -> bool {
    constraint.check(&|c| model.cells()[c.index()].first + i32::from(values[c.index()].0))
}
