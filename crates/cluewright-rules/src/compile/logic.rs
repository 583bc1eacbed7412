//! Normal forms of booleans: comparisons, `and`, `distinct`, truth tables.
//!
//! Only `and` and negation are stored; `or` is their mirror image, so each simplification is written once. Inside an
//! `and`, what is said about one variable becomes one mask, about two one table; tables and masks narrow each other; a
//! variable with one value left is put into the rest; two bounds on one sum become one.

use super::dfa::Dfa;
use super::ir::{Bool, BoolMeta, BoolOp, DfaId, Graph, Num, NumOp, Var, Vars, balanced, fixed_key, floor_div, modulo};
use super::normal::gcd;
use cluewright_core::Value;
use std::sync::Arc;

/// Truth tables of two variables are made up to this many pairs of values.
const LARGEST_PAIR: usize = 1_024;
/// A truth table is made when so many visits of nodes are enough for it.
const LARGEST_VISIT: u32 = 2_000;

impl Graph {
    // ---- comparisons ----

    /// `low <= a <= high`.
    pub fn between(&mut self, a: Num, low: i64, high: i64) -> Bool {
        let (lo, hi) = self.bounds(a);
        if low <= lo && high >= hi {
            return Bool::TRUE;
        }
        if low > high || low > hi || high < lo || self.failed() {
            return Bool::FALSE;
        }
        match self.op(a) {
            NumOp::Table(var, t) => {
                let (var, table) = (*var, *t);
                let mut mask = 0;
                for v in self.domain(var).values {
                    if (low..=high).contains(&self.tables[table][v.index()]) {
                        mask |= 1u64 << v.0;
                    }
                }
                self.mask(var, mask)
            }
            NumOp::Linear(k, terms) => {
                // No constant, no common factor, first coefficient positive.
                let factor = terms.iter().fold(0, |g, t| gcd(g, t.1));
                let sign = if terms[0].1 < 0 { -1 } else { 1 };
                if *k == 0 && factor == 1 && sign == 1 {
                    return self.sum_between(a, low, high);
                }
                let k = *k;
                let terms: Vec<(Num, i64)> = terms.iter().map(|t| (t.0, t.1 / (factor * sign))).collect();
                let sum = self.linear(0, &terms);
                let (low, high) = (low.max(lo) - k, high.min(hi) - k);
                let (low, high) = (-floor_div(-low, factor), floor_div(high, factor));
                if sign > 0 { self.between(sum, low, high) } else { self.between(sum, -high, -low) }
            }
            NumOp::Max(list) => {
                // All at most high, some at least low.
                let list = list.clone();
                let mut all: Vec<Bool> = list.iter().map(|&n| self.between(n, i64::MIN, high)).collect();
                let some: Vec<Bool> = list.iter().map(|&n| self.between(n, low, i64::MAX)).collect();
                all.push(self.any(&some));
                self.all(&all)
            }
            NumOp::If(c, x, y) => {
                let (c, x, y) = (*c, *x, *y);
                let (x, y) = (self.between(x, low, high), self.between(y, low, high));
                self.select(c, x, y)
            }
            NumOp::Case(var, list) => {
                let (var, list) = (*var, list.clone());
                let values: Vec<u8> = self.domain(var).values.iter().map(|v| v.0).collect();
                let mut groups: Vec<(Bool, u64)> = Vec::new();
                for (&v, &n) in values.iter().zip(&list) {
                    let inside = self.between(n, low, high);
                    match groups.iter_mut().find(|g| g.0 == inside) {
                        Some(g) => g.1 |= 1 << v,
                        None => groups.push((inside, 1 << v)),
                    }
                }
                let parts: Vec<Bool> = groups
                    .into_iter()
                    .map(|(inside, mask)| {
                        let here = self.mask(var, mask);
                        self.and(here, inside)
                    })
                    .collect();
                self.any(&parts)
            }
            NumOp::Element(list, index) => {
                let (list, index) = (list.clone(), *index);
                let inside: Vec<Bool> = list.iter().map(|&n| self.between(n, low, high)).collect();
                let mut parts = Vec::new();
                let mut i = 0;
                while i < inside.len() {
                    // Stretches with one answer are one comparison of the index.
                    let mut j = i;
                    while j + 1 < inside.len() && inside[j + 1] == inside[i] {
                        j += 1;
                    }
                    if inside[i] != Bool::FALSE {
                        let here = self.between(index, i as i64, j as i64);
                        parts.push(self.and(here, inside[i]));
                    }
                    i = j + 1;
                }
                self.any(&parts)
            }
            NumOp::FloorDiv(x, k) if self.as_constant(*k).is_some_and(|k| k > 0) => {
                let x = *x;
                let k = self.as_constant(*k).expect("just seen");
                let (low, high) = (low.max(lo) * k, high.min(hi) * k + k - 1);
                self.between(x, low, high)
            }
            _ => self.range(a, low, high),
        }
    }

    /// Bounds on a sum in normal form.
    fn sum_between(&mut self, sum: Num, low: i64, high: i64) -> Bool {
        let NumOp::Linear(0, terms) = self.op(sum) else { unreachable!("called with a sum") };
        // The plain bounds are attained only when every term is at its own.
        let (mut least, mut most) = (0i128, 0i128);
        for &(n, c) in terms {
            let (l, h) = self.bounds(n);
            let ends = (c as i128 * l as i128, c as i128 * h as i128);
            least += ends.0.min(ends.1);
            most += ends.0.max(ends.1);
        }
        let (lo, hi) = self.bounds(sum);
        let (low, high) = (low.max(lo), high.min(hi));
        let at_end = |g: &mut Self, top: bool| {
            let NumOp::Linear(_, terms) = g.op(sum).clone() else { unreachable!("still a sum") };
            let parts: Vec<Bool> = terms
                .iter()
                .map(|&(n, c)| {
                    let (l, h) = g.bounds(n);
                    let end = if (c > 0) == top { h } else { l };
                    g.between(n, end, end)
                })
                .collect();
            g.all(&parts)
        };
        // `= least`, `> least`, `= most`, `< most` speak of every term by itself.
        if high as i128 == least {
            return at_end(self, false);
        }
        if low as i128 == most {
            return at_end(self, true);
        }
        if low as i128 == least + 1 && high == hi {
            return !at_end(self, false);
        }
        if high as i128 == most - 1 && low == lo {
            return !at_end(self, true);
        }
        self.range(sum, low, high)
    }

    /// A range node as it is, after trimming.
    fn range(&mut self, a: Num, low: i64, high: i64) -> Bool {
        let (lo, hi) = self.bounds(a);
        let meta = *self.meta(a);
        let meta = BoolMeta { vars: meta.vars, depth: meta.depth + 1 };
        let made = if high >= hi {
            // `>= low` is stored as `not <= low - 1`.
            !self.store_bool(BoolOp::Range(a, i64::MIN, low - 1), meta)
        } else {
            let low = if low <= lo { i64::MIN } else { low };
            self.store_bool(BoolOp::Range(a, low, high), meta)
        };
        self.settled(made)
    }

    /// `a = b`.
    pub fn eq(&mut self, a: Num, b: Num) -> Bool {
        let d = self.sub(a, b);
        self.between(d, 0, 0)
    }

    /// `a != b`.
    pub fn ne(&mut self, a: Num, b: Num) -> Bool {
        !self.eq(a, b)
    }

    /// `a <= b`.
    pub fn le(&mut self, a: Num, b: Num) -> Bool {
        let d = self.sub(a, b);
        self.between(d, i64::MIN, 0)
    }

    /// `a < b`.
    pub fn lt(&mut self, a: Num, b: Num) -> Bool {
        let d = self.sub(a, b);
        self.between(d, i64::MIN, -1)
    }

    /// `a >= b`.
    pub fn ge(&mut self, a: Num, b: Num) -> Bool {
        self.le(b, a)
    }

    /// `a > b`.
    pub fn gt(&mut self, a: Num, b: Num) -> Bool {
        self.lt(b, a)
    }

    /// `a in {...}`.
    pub fn within(&mut self, a: Num, numbers: &[i64]) -> Bool {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut parts = Vec::new();
        let mut i = 0;
        while i < sorted.len() {
            let mut j = i;
            while j + 1 < sorted.len() && sorted[j + 1] == sorted[j] + 1 {
                j += 1;
            }
            parts.push(self.between(a, sorted[i], sorted[j]));
            i = j + 1;
        }
        self.any(&parts)
    }

    // ---- tables of one and two variables ----

    /// The variable's value is in the set.
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
        let meta = BoolMeta { vars: Vars::of(var), depth: 1 };
        self.store_bool(BoolOp::Mask(var, stored), meta).flipped_if(flip)
    }

    /// The values a mask literal allows.
    pub(super) fn mask_of(&self, lit: Bool) -> Option<(Var, u64)> {
        match *self.bool_op(lit) {
            BoolOp::Mask(var, mask) if lit.negated() => Some((var, self.domain(var).bits() & !mask)),
            BoolOp::Mask(var, mask) => Some((var, mask)),
            _ => None,
        }
    }

    /// A truth table: for each value of `x` the values of `y`. Rows outside the domain are ignored. When the two are
    /// known to be different, a table that speaks of equal numbers only says nothing.
    pub(super) fn pair(&mut self, x: Var, y: Var, mut rows: Vec<u64>) -> Bool {
        let (dx, dy) = self.two_domains(x, y);
        rows.resize(64, 0);
        let different = self.known_different(x, y);
        // The value of y that equals value v of x, as a bit to leave out.
        let same = |v: usize| {
            let at = dx.first as i64 + v as i64 - dy.first as i64;
            if different && (0..64).contains(&at) { 1u64 << at } else { 0 }
        };
        let full = dy.bits();
        let values: Vec<usize> = dx.values.iter().map(Value::index).collect();
        let (mut by_x, mut rows_plain) = (0u64, true);
        let (mut all, mut none) = (u64::MAX, 0u64);
        for &v in &values {
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
            // A row nobody asks about (y has only the equal number) may be either: it came out as allowed.
            self.relied |= different;
            return self.mask(x, by_x);
        }
        if all & full == none & full {
            self.relied |= different;
            return self.mask(y, none);
        }
        // Equal numbers keep the answer they came with: any other would leave traces of the first number once it is
        // fixed, and split states (measured: a sandwich on 16 cells, 140 states a layer or 5 000).
        let first = rows[values[0]] & (full & full.wrapping_neg()) != 0;
        let mut stored = vec![0u64; 64 - dx.bits().leading_zeros() as usize];
        for &v in &values {
            stored[v] = if first { !rows[v] & full } else { rows[v] & full };
        }
        let (table, _) = self.pairs.intern(stored.into());
        let meta = BoolMeta { vars: Vars::of(x).with(Vars::of(y)), depth: 1 };
        self.store_bool(BoolOp::Pair(x, y, table), meta).flipped_if(first)
    }

    /// The rows of a truth table literal.
    pub(super) fn rows_of(&self, lit: Bool) -> Option<(Var, Var, Vec<u64>)> {
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

    /// A new node of two variables becomes its truth table, of one its mask.
    fn settled(&mut self, lit: Bool) -> Bool {
        if self.failed() {
            return Bool::FALSE;
        }
        let node = lit.node() as usize;
        if let Some(done) = self.bool_settled[node] {
            return done.flipped_if(lit.negated());
        }
        let done = self.tabulated_where_small(lit);
        if !self.failed() {
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
                self.spend(dx.size());
                // Nodes that hang on each other many times over are not followed along every path.
                let mut room = LARGEST_VISIT;
                if let Some(rows) = self.tabulated_pair(lit, x, y, &mut room) {
                    return self.pair(x, y, rows);
                }
            }
        }
        lit
    }

    /// The truth table of a node that reads no other variables, worked out for all pairs of values at once.
    fn tabulated_pair(&self, lit: Bool, x: Var, y: Var, room: &mut u32) -> Option<Vec<u64>> {
        *room = room.checked_sub(1)?;
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
                    let part = self.tabulated_pair(b, x, y, room)?;
                    rows.iter_mut().zip(part).for_each(|(r, p)| *r &= p);
                }
            }
            BoolOp::Range(n, low, high) => {
                let numbers = self.grid(*n, x, y, room)?;
                self.fill_rows(x, y, &mut rows, |at| (low..=high).contains(&&numbers[at]));
            }
            BoolOp::Distinct(used, cells) => {
                let grids = self.grids(cells, x, y, room)?;
                let mut all = Vec::with_capacity(used.len() + cells.len());
                self.fill_rows(x, y, &mut rows, |at| {
                    all.clear();
                    all.extend(used.iter().copied().chain(grids.iter().map(|g| g[at])));
                    all.sort_unstable();
                    all.windows(2).all(|w| w[0] != w[1])
                });
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                let grids = self.grids(inputs, x, y, room)?;
                self.fill_rows(x, y, &mut rows, |at| self.reads(*dfa, *state, grids.iter().map(|g| g[at])));
            }
            BoolOp::Multiset(balance, plus, minus) => {
                let (plus, minus) = (self.grids(plus, x, y, room)?, self.grids(minus, x, y, room)?);
                self.fill_rows(x, y, &mut rows, |at| {
                    let at = |grids: &[Vec<i64>]| grids.iter().map(|g| g[at]).collect::<Vec<i64>>();
                    balanced(balance, at(&plus), at(&minus))
                });
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

    /// Adds `factor` times the number to `sum`, for each pair of values (by `x`, then `y`); an empty sum is 0.
    fn add_grid(&self, num: Num, factor: i64, x: Var, y: Var, sum: &mut Vec<i64>, room: &mut u32) -> Option<()> {
        *room = room.checked_sub(1)?;
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
                    self.add_grid(n, factor * c, x, y, sum, room)?;
                }
            }
            NumOp::If(c, a, b) => {
                let rows = self.tabulated_pair(*c, x, y, room)?;
                let (mut yes, mut no) = (Vec::new(), Vec::new());
                self.add_grid(*a, factor, x, y, &mut yes, room)?;
                self.add_grid(*b, factor, x, y, &mut no, room)?;
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
                    self.add_grid(n, 1, x, y, &mut one, room)?;
                    most.iter_mut().zip(one).for_each(|(m, o)| *m = (*m).max(o));
                }
                sum.iter_mut().zip(most).for_each(|(s, m)| *s += factor * m);
            }
            NumOp::Product(list) => {
                let mut product = vec![1; sum.len()];
                for &n in list {
                    let one = self.grid(n, x, y, room)?;
                    product.iter_mut().zip(one).for_each(|(p, o)| *p *= o);
                }
                sum.iter_mut().zip(product).for_each(|(s, p)| *s += factor * p);
            }
            NumOp::FloorDiv(a, b) => {
                let (a, b) = (self.grid(*a, x, y, room)?, self.grid(*b, x, y, room)?);
                sum.iter_mut().zip(a.iter().zip(&b)).for_each(|(s, (&a, &b))| *s += factor * floor_div(a, b));
            }
            NumOp::Mod(a, b) => {
                let (a, b) = (self.grid(*a, x, y, room)?, self.grid(*b, x, y, room)?);
                sum.iter_mut().zip(a.iter().zip(&b)).for_each(|(s, (&a, &b))| *s += factor * modulo(a, b));
            }
            NumOp::Element(list, index) => {
                let index = self.grid(*index, x, y, room)?;
                for (i, &n) in list.iter().enumerate().filter(|(i, _)| index.contains(&(*i as i64))) {
                    let item = self.grid(n, x, y, room)?;
                    for ((s, at), n) in sum.iter_mut().zip(&index).zip(item) {
                        if *at == i as i64 {
                            *s += factor * n;
                        }
                    }
                }
            }
            NumOp::Step(dfa, state, input) => {
                let (state, input) = (self.grid(*state, x, y, room)?, self.grid(*input, x, y, room)?);
                let dfa = &self.dfas[*dfa as usize];
                sum.iter_mut().zip(state.iter().zip(&input)).for_each(|(s, (&a, &b))| *s += factor * dfa.next(a, b));
            }
        }
        Some(())
    }

    /// The number for each pair of values (by `x`, then `y`).
    fn grid(&self, num: Num, x: Var, y: Var, room: &mut u32) -> Option<Vec<i64>> {
        let mut numbers = Vec::new();
        self.add_grid(num, 1, x, y, &mut numbers, room)?;
        Some(numbers)
    }

    fn grids(&self, list: &[Num], x: Var, y: Var, room: &mut u32) -> Option<Vec<Vec<i64>>> {
        list.iter().map(|&n| self.grid(n, x, y, room)).collect()
    }

    /// Sets the bits of a truth table for which `holds(place in a grid)`.
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

    /// Adds `factor` times a number that reads no other variable to `sum`, for each value of the variable.
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

    // ---- and, or ----

    /// Both hold.
    pub fn and(&mut self, a: Bool, b: Bool) -> Bool {
        match (a, b) {
            (Bool::FALSE, _) | (_, Bool::FALSE) => Bool::FALSE,
            (Bool::TRUE, x) | (x, Bool::TRUE) => x,
            _ if a == b => a,
            _ => self.all(&[a, b]),
        }
    }

    /// At least one holds.
    pub fn or(&mut self, a: Bool, b: Bool) -> Bool {
        !self.and(!a, !b)
    }

    /// `a => b`.
    pub fn implies(&mut self, a: Bool, b: Bool) -> Bool {
        !self.and(a, !b)
    }

    /// Both or neither.
    pub fn iff(&mut self, a: Bool, b: Bool) -> Bool {
        self.select(a, b, !b)
    }

    /// `a` where the condition holds, else `b`.
    pub fn select(&mut self, condition: Bool, a: Bool, b: Bool) -> Bool {
        if a == b {
            return a;
        }
        let (x, y) = (self.and(condition, a), self.and(!condition, b));
        self.or(x, y)
    }

    /// At least one holds; of nothing, false.
    pub fn any(&mut self, list: &[Bool]) -> Bool {
        let negated: Vec<Bool> = list.iter().map(|&b| !b).collect();
        !self.all(&negated)
    }

    /// Exactly `k` hold.
    pub fn exactly(&mut self, k: i64, list: &[Bool]) -> Bool {
        let n = self.count(list);
        self.between(n, k, k)
    }

    /// At least `k` hold.
    pub fn at_least(&mut self, k: i64, list: &[Bool]) -> Bool {
        let n = self.count(list);
        self.between(n, k, i64::MAX)
    }

    /// At most `k` hold.
    pub fn at_most(&mut self, k: i64, list: &[Bool]) -> Bool {
        let n = self.count(list);
        self.between(n, i64::MIN, k)
    }

    /// All hold; of nothing, true.
    pub fn all(&mut self, list: &[Bool]) -> Bool {
        let mut known = Conjunction { todo: list.to_vec(), ..Conjunction::default() };
        known.todo.reverse();
        if !self.settle(&mut known) || self.failed() {
            return Bool::FALSE;
        }
        self.joined(known)
    }

    /// Brings what is known to a fixed point; false when it contradicts itself.
    fn settle(&mut self, known: &mut Conjunction) -> bool {
        loop {
            while let Some(lit) = known.todo.pop() {
                self.spend(1);
                if self.failed() {
                    return false;
                }
                match self.bool_op(lit) {
                    BoolOp::True if lit.negated() => return false,
                    BoolOp::True => {}
                    BoolOp::Mask(..) => {
                        let (var, mask) = self.mask_of(lit).expect("a mask");
                        if !known.restrict(var, mask) {
                            return false;
                        }
                    }
                    BoolOp::Pair(..) => {
                        let (x, y, rows) = self.rows_of(lit).expect("a table");
                        match known.pairs.iter_mut().find(|p| p.x == x && p.y == y) {
                            Some(p) => p.rows.iter_mut().zip(&rows).for_each(|(a, b)| *a &= b),
                            None => known.pairs.push(PairRows { x, y, rows }),
                        }
                    }
                    BoolOp::And(list) if !lit.negated() => known.todo.extend(list.iter().rev()),
                    _ => known.others.push(lit),
                }
            }
            if !self.narrow_pairs(known) {
                return false;
            }
            if known.others.is_empty() {
                return true;
            }
            known.others.sort_unstable();
            known.others.dedup();
            if known.others.windows(2).any(|w| w[0] == !w[1]) {
                return false;
            }
            self.use_masks(known);
            if known.todo.is_empty() {
                self.merge_ranges(known);
            }
            if known.todo.is_empty() {
                self.simplify_clauses(known);
            }
            if known.todo.is_empty() {
                return true;
            }
        }
    }

    /// Tables and masks narrow each other; a table that says no more than its masks goes.
    fn narrow_pairs(&self, known: &mut Conjunction) -> bool {
        if known.pairs.is_empty() {
            return true;
        }
        let mut pairs = std::mem::take(&mut known.pairs);
        loop {
            let mut changed = false;
            for p in &mut pairs {
                let (dx, dy) = self.two_domains(p.x, p.y);
                let (mx, my) = (known.mask(p.x, dx.bits()), known.mask(p.y, dy.bits()));
                let (mut nx, mut ny) = (0u64, 0u64);
                for (v, row) in p.rows.iter_mut().enumerate() {
                    *row = if mx >> v & 1 == 1 { *row & my } else { 0 };
                    nx |= u64::from(*row != 0) << v;
                    ny |= *row;
                }
                if nx == 0 {
                    return false;
                }
                if nx != mx {
                    known.put(p.x, nx);
                    changed = true;
                }
                if ny != my {
                    known.put(p.y, ny);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        pairs.retain(|p| {
            let ny = p.rows.iter().fold(0, |all, r| all | r);
            // Where the two are known to differ, a table that forbids just that says nothing.
            let different = self.known_different(p.x, p.y);
            let (dx, dy) = self.two_domains(p.x, p.y);
            p.rows.iter().enumerate().any(|(v, &row)| {
                let at = dx.first as i64 + v as i64 - dy.first as i64;
                let same = if different && (0..64).contains(&at) { 1u64 << at } else { 0 };
                row != 0 && (row ^ ny) & !same != 0
            })
        });
        known.pairs = pairs;
        true
    }

    /// What is known of single variables is put into everything else that reads them.
    fn use_masks(&mut self, known: &mut Conjunction) {
        let narrowed = known.masks.iter().fold(Vars::default(), |all, m| all.with(Vars::of(m.0)));
        if narrowed.is_empty() {
            return;
        }
        let mut i = 0;
        while i < known.others.len() {
            let lit = known.others[i];
            let mut simpler = lit;
            if self.bool_vars(lit).meets(narrowed) {
                for &(var, mask) in &known.masks {
                    simpler = self.narrow(simpler, var, mask);
                }
            }
            if simpler == lit {
                i += 1;
            } else {
                known.others.swap_remove(i);
                known.todo.push(simpler);
            }
        }
    }

    /// Two statements about one number become one.
    fn merge_ranges(&mut self, known: &mut Conjunction) {
        let mut ranges: Vec<(Num, Bool)> = known
            .others
            .iter()
            .filter_map(|&lit| match *self.bool_op(lit) {
                BoolOp::Range(n, _, _) => Some((n, lit)),
                _ => None,
            })
            .collect();
        if ranges.len() < 2 {
            return;
        }
        ranges.sort_unstable();
        let mut i = 0;
        while i < ranges.len() {
            let n = ranges[i].0;
            let same = ranges[i..].iter().take_while(|r| r.0 == n).count();
            let group: Vec<Bool> = ranges[i..i + same].iter().map(|r| r.1).collect();
            i += same;
            if same < 2 {
                continue;
            }
            let (mut low, mut high) = self.bounds(n);
            let mut gaps: Vec<(i64, i64, Bool)> = Vec::new();
            let mut merged: Vec<Bool> = Vec::new();
            for &lit in &group {
                let BoolOp::Range(_, lo, hi) = *self.bool_op(lit) else { unreachable!("ranges only") };
                if !lit.negated() {
                    low = low.max(lo);
                    high = high.min(hi);
                    merged.push(lit);
                } else if lo == i64::MIN {
                    low = low.max(hi + 1);
                    merged.push(lit);
                } else {
                    gaps.push((lo, hi, lit));
                }
            }
            // A gap at an end moves the end.
            loop {
                let before = (low, high);
                gaps.retain(|&(lo, hi, lit)| {
                    let inside = lo > low && hi < high;
                    if !inside {
                        if lo <= low {
                            low = low.max(hi + 1);
                        }
                        if hi >= high {
                            high = high.min(lo - 1);
                        }
                        merged.push(lit);
                    }
                    inside
                });
                if before == (low, high) {
                    break;
                }
            }
            if merged.len() >= 2 {
                known.others.retain(|lit| !merged.contains(lit));
                let range = self.between(n, low, high);
                known.todo.push(range);
            }
        }
    }

    /// An `or` inside the `and` loses what the rest decides.
    fn simplify_clauses(&mut self, known: &mut Conjunction) {
        let mut i = 0;
        while i < known.others.len() {
            let clause = known.others[i];
            let BoolOp::And(list) = self.bool_op(clause) else {
                i += 1;
                continue;
            };
            debug_assert!(clause.negated(), "a positive `and` was taken apart");
            let mut rest = Vec::with_capacity(list.len());
            let mut changed = false;
            let mut holds = false;
            for &lit in list {
                if known.others.binary_search(&lit).is_ok() {
                    changed = true;
                    continue;
                } else if known.others.binary_search(&!lit).is_ok() {
                    holds = true;
                    break;
                }
                rest.push(lit);
            }
            if holds {
                known.others.remove(i);
            } else if changed {
                known.others.remove(i);
                let inner = self.all(&rest);
                known.todo.push(!inner);
            } else {
                i += 1;
            }
        }
    }

    /// The node of a settled conjunction.
    fn joined(&mut self, known: Conjunction) -> Bool {
        let Conjunction { masks, pairs, others, .. } = known;
        let mut vars = Vars::default();
        for &(var, _) in &masks {
            vars = vars.with(Vars::of(var));
        }
        for p in &pairs {
            vars = vars.with(Vars::of(p.x)).with(Vars::of(p.y));
        }
        for &lit in &others {
            vars = vars.with(self.bool_vars(lit));
        }
        if let Some((x, y)) = vars.two()
            && others.is_empty()
        {
            let (dx, dy) = self.two_domains(x, y);
            if pairs.len() == 1 {
                let rows = pairs.into_iter().next().expect("one").rows;
                return self.pair(x, y, rows);
            }
            if dx.size() * dy.size() <= LARGEST_PAIR {
                let mask = |var| masks.iter().find(|m| m.0 == var).map(|m| m.1);
                let (mx, my) = (mask(x).unwrap_or(dx.bits()), mask(y).unwrap_or(dy.bits()));
                let rows = (0..64).map(|v| if mx >> v & 1 == 1 { my } else { 0 }).collect();
                return self.pair(x, y, rows);
            }
        }
        let mut lits: Vec<Bool> = others;
        for (var, mask) in masks {
            lits.push(self.mask(var, mask));
        }
        for p in pairs {
            lits.push(self.pair(p.x, p.y, p.rows));
        }
        lits.retain(|&b| b != Bool::TRUE);
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|w| w[0] == !w[1]) {
            return Bool::FALSE;
        }
        match lits.len() {
            0 => return Bool::TRUE,
            1 => return lits[0],
            _ => {}
        }
        let depth = lits.iter().map(|b| self.bool_meta[b.node() as usize].depth).max().unwrap_or(0);
        let made = self.store_bool(BoolOp::And(lits.into()), BoolMeta { vars, depth: depth + 1 });
        self.settled(made)
    }

    // ---- distinct, same numbers ----

    /// The numbers are all different.
    pub fn distinct(&mut self, list: &[Num]) -> Bool {
        let mut plain: Vec<Var> = list.iter().filter_map(|&n| self.plain_var(n)).collect();
        if plain.len() == list.len() {
            plain.sort_unstable();
            let known = plain.iter().enumerate().all(|(i, &v)| plain[..i].iter().all(|&w| self.known_different(v, w)));
            if known && plain.windows(2).all(|w| w[0] != w[1]) {
                self.relied |= plain.len() > 1;
                return Bool::TRUE;
            }
        }
        self.distinct_from(&[], list)
    }

    pub(super) fn distinct_from(&mut self, used: &[i64], list: &[Num]) -> Bool {
        let mut used = used.to_vec();
        let mut cells = Vec::with_capacity(list.len());
        for &n in list {
            match self.as_constant(n) {
                Some(v) => used.push(v),
                None => cells.push(n),
            }
        }
        let count = used.len();
        used.sort_unstable();
        used.dedup();
        cells.sort_unstable();
        if used.len() < count || cells.windows(2).any(|w| w[0] == w[1]) {
            return Bool::FALSE;
        }
        if cells.is_empty() {
            return Bool::TRUE;
        }
        // What the cells may be, as far as that is a short list.
        let mut possible: Vec<i64> = Vec::new();
        let (mut lo, mut hi) = (i64::MAX, i64::MIN);
        let mut exact = true;
        for &n in &cells {
            let (l, h) = self.bounds(n);
            (lo, hi) = (lo.min(l), hi.max(h));
            let free = match self.one_var_values(n) {
                Some((_, values)) => values,
                None if h - l < 256 => (l..=h).collect(),
                None => {
                    exact = false;
                    continue;
                }
            };
            if free.iter().all(|v| used.binary_search(v).is_ok()) {
                return Bool::FALSE;
            }
            possible.extend(free);
        }
        possible.sort_unstable();
        possible.dedup();
        used.retain(|v| if exact { possible.binary_search(v).is_ok() } else { (lo..=hi).contains(v) });
        if exact && possible.len() < used.len() + cells.len() {
            return Bool::FALSE;
        }
        if cells.len() == 1 {
            let hit = self.within(cells[0], &used);
            return !hit;
        }
        let (mut vars, mut depth) = (Vars::default(), 0);
        for &n in &cells {
            let meta = self.meta(n);
            vars = vars.with(meta.vars);
            depth = depth.max(meta.depth);
        }
        let made = self.store_bool(BoolOp::Distinct(used.into(), cells.into()), BoolMeta { vars, depth: depth + 1 });
        self.settled(made)
    }

    /// Does the automaton accept the list?
    pub fn accepts(&mut self, dfa: &Arc<Dfa>, inputs: &[Num]) -> Bool {
        self.accepts_after(dfa, dfa.start() as u32, inputs)
    }

    /// Does the automaton accept the list when it begins in this state?
    pub(crate) fn accepts_after(&mut self, dfa: &Arc<Dfa>, state: u32, inputs: &[Num]) -> Bool {
        let id = self.dfa_id(dfa);
        self.accepts_from(id, state, inputs)
    }

    pub(super) fn accepts_from(&mut self, id: DfaId, state: u32, inputs: &[Num]) -> Bool {
        let dfa = &self.dfas[id as usize];
        let mut state = i64::from(state);
        let mut at = 0;
        while let Some(n) = inputs.get(at).and_then(|&n| self.as_constant(n)) {
            state = dfa.next(state, n);
            at += 1;
        }
        let inputs = &inputs[at..];
        if inputs.is_empty() {
            return if state >= dfa.first_accepting() { Bool::TRUE } else { Bool::FALSE };
        }
        if dfa.is_dead(state) {
            return Bool::FALSE;
        }
        let (mut vars, mut depth) = (Vars::default(), 0);
        for &n in inputs {
            let meta = self.meta(n);
            vars = vars.with(meta.vars);
            depth = depth.max(meta.depth);
        }
        let op = BoolOp::Accepts(id, state as u32, inputs.into());
        let made = self.store_bool(op, BoolMeta { vars, depth: depth + 1 });
        self.settled(made)
    }

    /// Both lists hold the same numbers, each equally often.
    pub fn same_multiset(&mut self, left: &[Num], right: &[Num]) -> Bool {
        self.multiset(&[], left, right)
    }

    pub(super) fn multiset(&mut self, balance: &[(i64, i32)], left: &[Num], right: &[Num]) -> Bool {
        let mut balance = balance.to_vec();
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for (list, cells, sign) in [(left, &mut plus, 1), (right, &mut minus, -1)] {
            for &n in list {
                match self.as_constant(n) {
                    Some(v) => balance.push((v, sign)),
                    None => cells.push(n),
                }
            }
            cells.sort_unstable();
        }
        balance.sort_unstable();
        balance.dedup_by(|b, a| {
            let same = a.0 == b.0;
            if same {
                a.1 += b.1;
            }
            same
        });
        balance.retain(|b| b.1 != 0);
        // What stands on both sides cancels.
        let mut i = 0;
        while i < plus.len() {
            match minus.binary_search(&plus[i]) {
                Ok(at) => {
                    minus.remove(at);
                    plus.remove(i);
                }
                Err(_) => i += 1,
            }
        }
        let more: i64 = balance.iter().filter(|b| b.1 > 0).map(|b| b.1 as i64).sum();
        let less: i64 = balance.iter().filter(|b| b.1 < 0).map(|b| -b.1 as i64).sum();
        if more + plus.len() as i64 != less + minus.len() as i64
            || more > minus.len() as i64
            || less > plus.len() as i64
        {
            return Bool::FALSE;
        }
        // Each missing number needs a cell that can be it.
        for &(number, count) in &balance {
            let cells = if count > 0 { &minus } else { &plus };
            let able = cells.iter().filter(|&&n| (self.bounds(n).0..=self.bounds(n).1).contains(&number)).count();
            if able < count.unsigned_abs() as usize {
                return Bool::FALSE;
            }
        }
        match (&plus[..], &minus[..]) {
            ([], []) => return Bool::TRUE,
            ([a], [b]) if balance.is_empty() => return self.eq(*a, *b),
            ([a], []) | ([], [a]) if balance.len() == 1 => return self.between(*a, balance[0].0, balance[0].0),
            _ => {}
        }
        // Sides in a fixed order.
        if plus.len() < minus.len() || (plus.len() == minus.len() && plus > minus) {
            std::mem::swap(&mut plus, &mut minus);
            for b in &mut balance {
                b.1 = -b.1;
            }
        }
        let (mut vars, mut depth) = (Vars::default(), 0);
        for &n in plus.iter().chain(&minus) {
            let meta = self.meta(n);
            vars = vars.with(meta.vars);
            depth = depth.max(meta.depth);
        }
        let op = BoolOp::Multiset(balance.into(), plus.into(), minus.into());
        let made = self.store_bool(op, BoolMeta { vars, depth: depth + 1 });
        self.settled(made)
    }

    // ---- narrowing and fixing a variable ----

    /// The boolean where `var` is known to hold one of the values of `mask`: what it says of others does not matter.
    pub(super) fn narrow(&mut self, lit: Bool, var: Var, mask: u64) -> Bool {
        if self.failed() || !self.bool_vars(lit).has(var) {
            return lit;
        }
        let mask = mask & self.domain(var).bits();
        if mask.is_power_of_two() {
            return self.fix(lit, var, mask.trailing_zeros() as u8);
        }
        if mask == self.domain(var).bits() {
            return lit;
        }
        let flip = lit.negated();
        let node = Bool(lit.0 & !1);
        if let Some(done) = self.bool_narrowed.get(&(node.0, var, mask)) {
            return done.flipped_if(flip);
        }
        self.spend(1);
        let result = match self.bool_op(node).clone() {
            BoolOp::Mask(v, m) if v == var => {
                if mask & !m == 0 {
                    Bool::TRUE
                } else {
                    // Other values as the lowest, for the negation too.
                    let lowest = m >> mask.trailing_zeros() & 1 == 1;
                    self.mask(var, if lowest { m | !mask } else { m & mask })
                }
            }
            BoolOp::True | BoolOp::Mask(..) => node,
            BoolOp::Pair(x, y, _) => {
                let (_, _, mut rows) = self.rows_of(node).expect("a table");
                if x == var {
                    let sample = rows[mask.trailing_zeros() as usize];
                    for (v, row) in rows.iter_mut().enumerate() {
                        if mask >> v & 1 == 0 {
                            *row = sample;
                        }
                    }
                    self.pair(x, y, rows)
                } else if y == var {
                    let lowest = mask.trailing_zeros();
                    for row in &mut rows {
                        *row = *row & mask | if *row >> lowest & 1 == 1 { !mask } else { 0 };
                    }
                    self.pair(x, y, rows)
                } else {
                    node
                }
            }
            BoolOp::Range(n, low, high) => {
                let n = self.narrow_num(n, var, mask);
                self.between(n, low, high)
            }
            BoolOp::And(list) => {
                let list: Vec<Bool> = list.iter().map(|&b| self.narrow(b, var, mask)).collect();
                self.all(&list)
            }
            BoolOp::Distinct(used, cells) => {
                let cells = self.narrow_list(&cells, var, mask);
                self.distinct_from(&used, &cells)
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                let inputs = self.narrow_list(&inputs, var, mask);
                self.accepts_from(dfa, state, &inputs)
            }
            BoolOp::Multiset(balance, plus, minus) => {
                let (plus, minus) = (self.narrow_list(&plus, var, mask), self.narrow_list(&minus, var, mask));
                self.multiset(&balance, &plus, &minus)
            }
        };
        self.bool_narrowed.insert((node.0, var, mask), result);
        result.flipped_if(flip)
    }

    /// The boolean once `var` holds `value`.
    pub(super) fn fix(&mut self, lit: Bool, var: Var, value: u8) -> Bool {
        if self.failed() || !self.bool_vars(lit).has(var) {
            return lit;
        }
        let flip = lit.negated();
        let node = Bool(lit.0 & !1);
        if let BoolOp::Mask(v, mask) = *self.bool_op(node) {
            let holds = mask >> value & 1 == 1;
            return if v != var {
                lit
            } else if holds != flip {
                Bool::TRUE
            } else {
                Bool::FALSE
            };
        }
        let key = fixed_key(node.0, var, value);
        if let Some(done) = self.bool_memo.get(&key) {
            return done.flipped_if(flip);
        }
        self.spend(1);
        let result = match self.bool_op(node).clone() {
            BoolOp::True | BoolOp::Mask(..) => unreachable!("handled above"),
            BoolOp::Pair(x, y, table) => {
                if x == var {
                    let row = self.pairs[table][value as usize];
                    self.mask(y, row)
                } else if y == var {
                    let rows = &self.pairs[table];
                    let column = rows.iter().enumerate().fold(0, |m, (v, row)| m | (row >> value & 1) << v);
                    self.mask(x, column)
                } else {
                    node
                }
            }
            BoolOp::Range(n, low, high) => {
                let n = self.fix_num(n, var, value);
                self.between(n, low, high)
            }
            BoolOp::And(list) => {
                let mut fixed = Vec::with_capacity(list.len());
                for &b in &list {
                    let b = self.fix(b, var, value);
                    if b == Bool::FALSE {
                        fixed.clear();
                        fixed.push(b);
                        break;
                    }
                    if b != Bool::TRUE {
                        fixed.push(b);
                    }
                }
                self.all(&fixed)
            }
            BoolOp::Distinct(used, cells) => {
                let cells = self.fix_list(&cells, var, value);
                self.distinct_from(&used, &cells)
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                let inputs = self.fix_list(&inputs, var, value);
                self.accepts_from(dfa, state, &inputs)
            }
            BoolOp::Multiset(balance, plus, minus) => {
                let (plus, minus) = (self.fix_list(&plus, var, value), self.fix_list(&minus, var, value));
                self.multiset(&balance, &plus, &minus)
            }
        };
        self.bool_memo.insert(key, result);
        result.flipped_if(flip)
    }
}

/// A truth table inside an `and`.
#[derive(Clone, Debug)]
struct PairRows {
    x: Var,
    y: Var,
    rows: Vec<u64>,
}

/// What an `and` knows so far.
#[derive(Clone, Debug, Default)]
struct Conjunction {
    /// Not looked at yet; the last comes first.
    todo: Vec<Bool>,
    masks: Vec<(Var, u64)>,
    pairs: Vec<PairRows>,
    others: Vec<Bool>,
}

impl Conjunction {
    fn mask(&self, var: Var, full: u64) -> u64 {
        self.masks.iter().find(|m| m.0 == var).map_or(full, |m| m.1)
    }

    fn put(&mut self, var: Var, mask: u64) {
        match self.masks.iter_mut().find(|m| m.0 == var) {
            Some(m) => m.1 = mask,
            None => self.masks.push((var, mask)),
        }
    }

    /// Intersects; false when nothing is left.
    fn restrict(&mut self, var: Var, mask: u64) -> bool {
        let Some(m) = self.masks.iter_mut().find(|m| m.0 == var) else {
            self.masks.push((var, mask));
            return true;
        };
        m.1 &= mask;
        m.1 != 0
    }
}
