//! Conditions on one variable are stored as masks, and conditions on two variables as truth tables if these are small.

use super::graph::Graph;
use super::nodes::{Bool, BoolOp, Var};
use cluewright_core::Value;

/// The maximum number of value pairs in a truth table of two variables.
pub(crate) const LARGEST_PAIR: usize = 1_024;

/// The maximum number of nodes visited to make a truth table.
const LARGEST_VISIT: u32 = 2_000;

impl Graph<'_> {
    /// The condition that the variable's value is in the set.
    pub fn mask(&mut self, var: Var, mask: u64) -> Bool {
        let full = self.domain(var).bits();
        let mask = mask & full;
        if mask == 0 {
            return Bool::FALSE;
        }
        if mask == full {
            return Bool::TRUE;
        }
        let lowest = full & full.wrapping_neg();
        let flip = mask & lowest != 0;
        let stored = if flip { full & !mask } else { mask };
        self.store_bool(BoolOp::Mask(var, stored)).flipped_if(flip)
    }

    /// The variable and the values that a mask allows; `None` for any other condition.
    pub(crate) fn mask_of(&self, lit: Bool) -> Option<(Var, u64)> {
        match *self.bool_op(lit) {
            BoolOp::Mask(var, mask) if lit.negated() => Some((var, self.domain(var).bits() & !mask)),
            BoolOp::Mask(var, mask) => Some((var, mask)),
            _ => None,
        }
    }

    /// A truth table: for each value of `x`, the allowed values of `y`. Rows outside the domain are ignored. If the two variables
    /// are known to be different, a table that only restricts equal numbers is always true.
    pub(crate) fn pair(&mut self, x: Var, y: Var, mut rows: Vec<u64>) -> Bool {
        let (dx, dy) = self.two_domains(x, y);
        rows.resize(64 - dx.bits().leading_zeros() as usize, 0);
        let different = self.session.known_different(x, y);
        // The value of `y` that is the same number as value `v` of `x`, as a bit to ignore.
        let same = |v: usize| {
            let at = dx.first as i64 + v as i64 - dy.first as i64;
            if different && (0..64).contains(&at) { 1u64 << at } else { 0 }
        };
        let full = dy.bits();
        let (mut by_x, mut rows_plain) = (0u64, true);
        let (mut all, mut none) = (u64::MAX, 0u64);
        for v in dx.values.iter().map(Value::index) {
            let asked = full & !same(v);
            let row = rows[v] & asked;
            if row == asked {
                by_x |= 1 << v;
            } else if row != 0 {
                rows_plain = false;
            }
            all &= row | same(v);
            none |= row;
        }
        if rows_plain {
            // A row in which `y` could hold only the number of `x` has no effect, and was computed as allowed.
            self.session.relied |= different;
            return self.mask(x, by_x);
        }
        if all & full == none & full {
            self.session.relied |= different;
            return self.mask(y, none);
        }
        // Entries for equal numbers are left as they are. Any other choice would leave traces of the first number after it is
        // fixed, and so would split states (measured on a sandwich of 16 cells: 140 states in a layer instead of 5,000).
        let first = rows[dx.bits().trailing_zeros() as usize] & (full & full.wrapping_neg()) != 0;
        for (v, row) in rows.iter_mut().enumerate() {
            let inside = if dx.bits() >> v & 1 == 1 { full } else { 0 };
            *row = if first { !*row } else { *row } & inside;
        }
        let (table, _) = self.nodes.pairs.intern(rows.into());
        self.store_bool(BoolOp::Pair(x, y, table)).flipped_if(first)
    }

    /// The row of a truth table for a value of the first variable.
    pub(crate) fn row_of(&self, lit: Bool, v: usize) -> u64 {
        let BoolOp::Pair(_, y, table) = *self.bool_op(lit) else { return 0 };
        let row = self.pairs[table][v];
        if lit.negated() { self.domain(y).bits() & !row } else { row }
    }

    /// The rows of a truth table; `None` for any other condition.
    pub(crate) fn rows_of(&self, lit: Bool) -> Option<(Var, Var, Vec<u64>)> {
        let BoolOp::Pair(x, y, table) = *self.bool_op(lit) else { return None };
        let (dx, dy) = self.two_domains(x, y);
        let mut rows = self.pairs[table].to_vec();
        if lit.negated() {
            for v in dx.values {
                rows[v.index()] = dy.bits() & !rows[v.index()];
            }
        }
        Some((x, y, rows))
    }

    /// Replaces a new node that reads two variables by its truth table, and a node that reads one variable by its mask.
    pub(crate) fn settled(&mut self, lit: Bool) -> Bool {
        if self.session.failed() {
            return Bool::FALSE;
        }
        let node = lit.node() as usize;
        if let Some(done) = self.bool_settled[node] {
            return done.flipped_if(lit.negated());
        }
        let done = self.tabulated_where_small(lit);
        if !self.session.failed() {
            self.bool_settled[node] = Some(done.flipped_if(lit.negated()));
        }
        done
    }

    fn tabulated_where_small(&mut self, lit: Bool) -> Bool {
        let vars = self.bool_vars(lit);
        if vars.is_empty() {
            return if self.mask_at(lit, None) == 1 { Bool::TRUE } else { Bool::FALSE };
        }
        if let Some(var) = vars.one() {
            let mask = self.mask_at(lit, Some(var));
            return self.mask(var, mask);
        }
        if let Some((x, y)) = vars.two() {
            let (dx, dy) = self.two_domains(x, y);
            if dx.size() * dy.size() <= LARGEST_PAIR {
                self.session.spend(dx.size());
                // Limit the number of visits, because a graph with many shared nodes may have very many paths.
                let mut budget = LARGEST_VISIT;
                if let Some(rows) = self.tabulated_pair(lit, x, y, &mut budget) {
                    return self.pair(x, y, rows);
                }
            }
        }
        lit
    }
}
