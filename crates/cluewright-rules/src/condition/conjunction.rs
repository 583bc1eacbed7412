//! `and`: the parts of a conjunction are combined, and simplify each other.
//!
//! All parts that read the same variable become one mask, and all parts that read the same two variables become one table. Tables
//! and masks narrow each other; a variable with only one value left is substituted in the other parts; two bounds on the same sum
//! become one range.

use super::graph::Graph;
use super::nodes::{Bool, BoolOp, Num, Var, Vars};
use super::table::LARGEST_PAIR;
use cluewright_core::{Sort, Value};

impl Graph<'_> {
    /// The conjunction of the conditions in the list; true for an empty list.
    pub fn all(&mut self, list: &[Bool]) -> Bool {
        if let [] | [_] = list {
            // A list with a single node is already simplified.
            self.session.spend(1);
            return if self.session.failed() { Bool::FALSE } else { list.first().copied().unwrap_or(Bool::TRUE) };
        }
        let mut known = Conjunction { todo: list.to_vec(), ..Conjunction::default() };
        known.todo.reverse();
        if !self.settle(&mut known) || self.session.failed() {
            return Bool::FALSE;
        }
        self.joined(known)
    }

    /// Combines the parts until nothing changes; returns false if they contradict each other.
    fn settle(&mut self, known: &mut Conjunction) -> bool {
        loop {
            while let Some(lit) = known.todo.pop() {
                self.session.spend(1);
                if self.session.failed() {
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
                    BoolOp::Pair(x, y, _) => match known.pairs.iter_mut().find(|p| p.x == *x && p.y == *y) {
                        None => known.pairs.push(PairRows { x: *x, y: *y, is: Rows::Of(lit) }),
                        Some(p) => {
                            let (_, _, mut rows) = self.rows_of(lit).expect("a table");
                            rows.iter_mut().enumerate().for_each(|(v, row)| *row &= self.row(&p.is, v));
                            p.is = Rows::New(rows);
                        }
                    },
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
            known.others.order();
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

    /// Makes tables and masks narrow each other. A table that follows from the masks is removed.
    fn narrow_pairs(&mut self, known: &mut Conjunction) -> bool {
        if known.pairs.is_empty() {
            return true;
        }
        let mut pairs = std::mem::take(&mut known.pairs);
        loop {
            let mut changed = false;
            for p in &mut pairs {
                let (dx, dy) = self.two_domains(p.x, p.y);
                let (mx, my) = (known.mask(p.x, dx.bits()), known.mask(p.y, dy.bits()));
                let (mut nx, mut ny, mut less) = (0u64, 0u64, false);
                let narrowed = |v: usize, row: u64| if mx >> v & 1 == 1 { row & my } else { 0 };
                for v in dx.values.iter().map(Value::index) {
                    let row = self.row(&p.is, v);
                    let left = narrowed(v, row);
                    less |= left != row;
                    nx |= u64::from(left != 0) << v;
                    ny |= left;
                }
                if less {
                    let rows = 64 - dx.bits().leading_zeros() as usize;
                    p.is = Rows::New((0..rows).map(|v| narrowed(v, self.row(&p.is, v))).collect());
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
        let mut relied = false;
        pairs.retain(|p| {
            let (dx, dy) = self.two_domains(p.x, p.y);
            let ny = dx.values.iter().fold(0, |all, v| all | self.row(&p.is, v.index()));
            // If the two variables are known to be different, a table that only forbids equal numbers is redundant.
            let different = self.session.known_different(p.x, p.y);
            let mut forbids = false;
            let more = dx.values.iter().map(Value::index).any(|v| {
                let row = self.row(&p.is, v);
                let at = dx.first as i64 + v as i64 - dy.first as i64;
                let same = if different && (0..64).contains(&at) { 1u64 << at } else { 0 };
                forbids |= row != 0 && row != ny;
                row != 0 && (row ^ ny) & !same != 0
            });
            relied |= forbids && !more;
            more
        });
        self.session.relied |= relied;
        known.pairs = pairs;
        true
    }

    /// The values that the second variable of a table may hold together with value `v` of the first variable.
    fn row(&self, rows: &Rows, v: usize) -> u64 {
        match rows {
            Rows::Of(lit) => self.row_of(*lit, v),
            Rows::New(rows) => rows[v],
        }
    }

    /// Creates the node of a table.
    fn table(&mut self, table: PairRows) -> Bool {
        match table.is {
            Rows::Of(lit) => lit,
            Rows::New(rows) => self.pair(table.x, table.y, rows),
        }
    }

    /// Restricts all other parts to the values that the masks leave.
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

    /// Combines all ranges of the same number.
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
        ranges.order();
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
            // A gap at one end of the range moves this end.
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

    /// Removes from each `or` inside the `and` the parts that are decided by the other parts of the `and`.
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

    /// Creates the node of a simplified conjunction.
    fn joined(&mut self, known: Conjunction) -> Bool {
        let Conjunction { masks, pairs, others, .. } = known;
        let mut vars = Vars::default();
        for &(var, _) in &masks {
            vars = vars.with(Vars::of(var));
        }
        for p in &pairs {
            vars = vars.with(Vars::of(p.x)).with(Vars::of(p.y));
        }
        if let Some((x, y)) = vars.two()
            && others.is_empty()
        {
            let (dx, dy) = self.two_domains(x, y);
            if pairs.len() == 1 {
                return self.table(pairs.into_iter().next().expect("one"));
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
            lits.push(self.table(p));
        }
        lits.retain(|&b| b != Bool::TRUE);
        lits.order();
        lits.dedup();
        if lits.windows(2).any(|w| w[0] == !w[1]) {
            return Bool::FALSE;
        }
        match lits.len() {
            0 => return Bool::TRUE,
            1 => return lits[0],
            _ => {}
        }
        let made = self.store_bool(BoolOp::And(lits.into()));
        self.settled(made)
    }
}

/// A truth table inside an `and`.
#[derive(Clone, Debug)]
struct PairRows {
    x: Var,
    y: Var,
    is: Rows,
}

/// The rows of a table: either the rows of an existing node, or new rows.
#[derive(Clone, Debug)]
enum Rows {
    Of(Bool),
    New(Vec<u64>),
}

/// The parts of an `and` that have been combined so far.
#[derive(Clone, Debug, Default)]
struct Conjunction {
    /// Parts that have not been processed yet; the last part is processed first.
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

    /// Restricts `var` to `mask`; returns false if no value is left.
    fn restrict(&mut self, var: Var, mask: u64) -> bool {
        let Some(m) = self.masks.iter_mut().find(|m| m.0 == var) else {
            self.masks.push((var, mask));
            return true;
        };
        m.1 &= mask;
        m.1 != 0
    }
}
