//! Conditions on one variable are stored as masks, and conditions on two variables as truth tables if these are small.

use super::graph::Graph;
use super::nodes::{Bool, BoolOp, Num, NumOp, Var};
use crate::whole::{floor_div, modulo};
use cluewright_core::{Sort, Value};

/// Maximum number of pairs of values in a truth table of two variables.
pub(crate) const LARGEST_PAIR: usize = 1_024;

/// Maximum number of node visits for making a truth table.
const LARGEST_VISIT: u32 = 2_000;

impl Graph<'_> {
    /// Whether the variable's value is in the set.
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

    /// A truth table: for each value of `x` the values of `y`. Rows outside the domain are ignored. If the two
    /// variables are known to be different, a table that only restricts equal numbers is always true.
    pub(crate) fn pair(&mut self, x: Var, y: Var, mut rows: Vec<u64>) -> Bool {
        let (dx, dy) = self.two_domains(x, y);
        rows.resize(64 - dx.bits().leading_zeros() as usize, 0);
        let different = self.session.known_different(x, y);
        // The value of `y` that equals value `v` of `x`, as a bit to ignore.
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
            // A row for which `y` could hold only the equal number has no effect, and was computed as allowed.
            self.session.relied |= different;
            return self.mask(x, by_x);
        }
        if all & full == none & full {
            self.session.relied |= different;
            return self.mask(y, none);
        }
        // Entries for equal numbers are left as they are: any other choice would leave traces of the first number after
        // it is fixed, and so split states (measured on a sandwich of 16 cells: 140 states in a layer instead of
        // 5,000).
        let first = rows[dx.bits().trailing_zeros() as usize] & (full & full.wrapping_neg()) != 0;
        for (v, row) in rows.iter_mut().enumerate() {
            let inside = if dx.bits() >> v & 1 == 1 { full } else { 0 };
            *row = if first { !*row } else { *row } & inside;
        }
        let (table, _) = self.nodes.pairs.intern(rows.into());
        self.store_bool(BoolOp::Pair(x, y, table)).flipped_if(first)
    }

    /// A row of a truth table, for a value of the first variable.
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

    /// Replaces a new node of two variables by its truth table, and a node of one variable by its mask.
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
            return if self.bool_at(lit, &|_| 0) { Bool::TRUE } else { Bool::FALSE };
        }
        if let Some(var) = vars.one() {
            let mut mask = 0;
            for v in self.domain(var).values {
                mask |= u64::from(self.bool_at(lit, &|_| v.0)) << v.0;
            }
            return self.mask(var, mask);
        }
        if let Some((x, y)) = vars.two() {
            let (dx, dy) = self.two_domains(x, y);
            if dx.size() * dy.size() <= LARGEST_PAIR {
                self.session.spend(dx.size());
                // Limit the visits: in a graph with many shared nodes there may be very many paths.
                let mut budget = LARGEST_VISIT;
                if let Some(rows) = self.tabulated_pair(lit, x, y, &mut budget) {
                    return self.pair(x, y, rows);
                }
            }
        }
        lit
    }

    /// The truth table of a node that reads no other variables, computed for all pairs of values at once.
    fn tabulated_pair(&self, lit: Bool, x: Var, y: Var, budget: &mut u32) -> Option<Vec<u64>> {
        *budget = budget.checked_sub(1)?;
        let (dx, dy) = self.two_domains(x, y);
        let mut rows = vec![0u64; 64 - dx.bits().leading_zeros() as usize];
        match self.bool_op(lit) {
            BoolOp::True => rows.fill(dy.bits()),
            BoolOp::Mask(var, mask) if *var == x => {
                for v in dx.values.iter().filter(|v| mask >> v.0 & 1 == 1) {
                    rows[v.index()] = dy.bits();
                }
            }
            BoolOp::Mask(_, mask) => rows.fill(*mask),
            BoolOp::Pair(_, _, table) => rows.copy_from_slice(&self.pairs[*table]),
            BoolOp::And(list) => {
                rows.fill(dy.bits());
                for &b in list {
                    let part = self.tabulated_pair(b, x, y, budget)?;
                    rows.iter_mut().zip(part).for_each(|(r, p)| *r &= p);
                }
            }
            BoolOp::Range(n, low, high) => {
                let numbers = self.grid(*n, x, y, budget)?;
                self.fill_rows(x, y, &mut rows, |at| (low..=high).contains(&&numbers[at]));
            }
            BoolOp::Distinct(used, cells) => {
                let grids = self.grids(cells, x, y, budget)?;
                let mut all = Vec::with_capacity(used.len() + cells.len());
                self.fill_rows(x, y, &mut rows, |at| {
                    all.clear();
                    all.extend(used.iter().copied().chain(grids.iter().map(|g| g[at])));
                    all.order();
                    all.windows(2).all(|w| w[0] != w[1])
                });
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                let grids = self.grids(inputs, x, y, budget)?;
                self.fill_rows(x, y, &mut rows, |at| self.reads(*dfa, *state, grids.iter().map(|g| g[at])));
            }
        }
        if lit.negated() {
            for r in &mut rows {
                *r = !*r;
            }
        }
        for r in &mut rows {
            *r &= dy.bits();
        }
        Some(rows)
    }

    /// Adds `factor` times the number to `sum`, for each pair of values (by `x`, then `y`); an empty `sum` counts as
    /// zeros.
    fn add_grid(&self, num: Num, factor: i64, x: Var, y: Var, sum: &mut Vec<i64>, budget: &mut u32) -> Option<()> {
        *budget = budget.checked_sub(1)?;
        let (dx, dy) = self.two_domains(x, y);
        sum.resize(dx.size() * dy.size(), 0);
        let width = dy.size();
        match self.op(num) {
            NumOp::Const(v) => {
                for s in sum {
                    *s += factor * v;
                }
            }
            NumOp::Table(var, t) => {
                let table = &self.tables[*t];
                if *var == x {
                    for (v, row) in dx.values.iter().zip(sum.chunks_mut(width)) {
                        let add = factor * table[v.index()];
                        for s in row {
                            *s += add;
                        }
                    }
                } else {
                    for row in sum.chunks_mut(width) {
                        for (w, s) in dy.values.iter().zip(row) {
                            *s += factor * table[w.index()];
                        }
                    }
                }
            }
            NumOp::Linear(k, terms) => {
                for s in sum.iter_mut() {
                    *s += factor * k;
                }
                for &(n, c) in terms {
                    self.add_grid(n, factor * c, x, y, sum, budget)?;
                }
            }
            NumOp::If(c, a, b) => {
                let rows = self.tabulated_pair(*c, x, y, budget)?;
                let (mut yes, mut no) = (Vec::new(), Vec::new());
                self.add_grid(*a, factor, x, y, &mut yes, budget)?;
                self.add_grid(*b, factor, x, y, &mut no, budget)?;
                let mut at = 0;
                for v in dx.values {
                    for w in dy.values {
                        sum[at] += if rows[v.index()] >> w.0 & 1 == 1 { yes[at] } else { no[at] };
                        at += 1;
                    }
                }
            }
            NumOp::Case(var, list) if *var == x => {
                for (&n, row) in list.iter().zip(sum.chunks_mut(width)) {
                    self.add_row(n, factor, y, row);
                }
            }
            NumOp::Case(_, list) => {
                let mut column = vec![0; dx.size()];
                for (j, &n) in list.iter().enumerate() {
                    column.fill(0);
                    self.add_row(n, factor, x, &mut column);
                    for (i, add) in column.iter().enumerate() {
                        sum[i * width + j] += add;
                    }
                }
            }
            NumOp::Max(list) => {
                let mut most = vec![i64::MIN; sum.len()];
                for &n in list {
                    let mut one = Vec::new();
                    self.add_grid(n, 1, x, y, &mut one, budget)?;
                    most.iter_mut().zip(one).for_each(|(m, o)| *m = (*m).max(o));
                }
                sum.iter_mut().zip(most).for_each(|(s, m)| *s += factor * m);
            }
            NumOp::Product(list) => {
                let mut product = vec![1; sum.len()];
                for &n in list {
                    let one = self.grid(n, x, y, budget)?;
                    product.iter_mut().zip(one).for_each(|(p, o)| *p *= o);
                }
                sum.iter_mut().zip(product).for_each(|(s, p)| *s += factor * p);
            }
            NumOp::FloorDiv(a, b) => {
                let (a, b) = (self.grid(*a, x, y, budget)?, self.grid(*b, x, y, budget)?);
                sum.iter_mut().zip(a.iter().zip(&b)).for_each(|(s, (&a, &b))| *s += factor * floor_div(a, b));
            }
            NumOp::Mod(a, b) => {
                let (a, b) = (self.grid(*a, x, y, budget)?, self.grid(*b, x, y, budget)?);
                sum.iter_mut().zip(a.iter().zip(&b)).for_each(|(s, (&a, &b))| *s += factor * modulo(a, b));
            }
            NumOp::Element(list, index) => {
                let index = self.grid(*index, x, y, budget)?;
                for (i, &n) in list.iter().enumerate().filter(|(i, _)| index.contains(&(*i as i64))) {
                    let item = self.grid(n, x, y, budget)?;
                    for ((s, at), n) in sum.iter_mut().zip(&index).zip(item) {
                        if *at == i as i64 {
                            *s += factor * n;
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// The number for each pair of values (by `x`, then `y`).
    fn grid(&self, num: Num, x: Var, y: Var, budget: &mut u32) -> Option<Vec<i64>> {
        let mut numbers = Vec::new();
        self.add_grid(num, 1, x, y, &mut numbers, budget)?;
        Some(numbers)
    }

    fn grids(&self, list: &[Num], x: Var, y: Var, budget: &mut u32) -> Option<Vec<Vec<i64>>> {
        list.iter().map(|&n| self.grid(n, x, y, budget)).collect()
    }

    /// Sets the bits of a truth table for which `holds` is true; its argument is the index of the pair of values.
    fn fill_rows(&self, x: Var, y: Var, rows: &mut [u64], mut holds: impl FnMut(usize) -> bool) {
        let (dx, dy) = self.two_domains(x, y);
        let mut at = 0;
        for v in dx.values {
            for w in dy.values {
                rows[v.index()] |= u64::from(holds(at)) << w.0;
                at += 1;
            }
        }
    }

    /// Adds `factor` times the number, which reads no variable but `var`, to `sum` for each value of `var`.
    fn add_row(&self, num: Num, factor: i64, var: Var, sum: &mut [i64]) {
        match self.op(num) {
            NumOp::Const(v) => sum.iter_mut().for_each(|s| *s += factor * v),
            NumOp::Table(_, t) => {
                let table = &self.tables[*t];
                for (v, s) in self.domain(var).values.iter().zip(sum) {
                    *s += factor * table[v.index()];
                }
            }
            NumOp::Linear(k, terms) => {
                sum.iter_mut().for_each(|s| *s += factor * k);
                for &(n, c) in terms {
                    self.add_row(n, factor * c, var, sum);
                }
            }
            _ => {
                for (v, s) in self.domain(var).values.iter().zip(sum) {
                    *s += factor * self.num_at(num, &|_| v.0);
                }
            }
        }
    }
}
