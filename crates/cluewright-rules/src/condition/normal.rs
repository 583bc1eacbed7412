//! Normal forms of numbers: how a [`Graph`] stores a sum, a maximum, or an element of a list.
//!
//! The aim is that equal remainders become equal nodes, and that bounds decide comparisons early. The benefit of each form was
//! measured on forty rules: bounds and sorted sums are decisive, and each of the other forms saves up to a factor of three.

use super::graph::Graph;
use super::nodes::{Bool, BoolOp, DfaId, Domain, Num, NumOp, Var};
use crate::automaton::dfa::Dfa;
use crate::automaton::intern::place_in;
use crate::whole::{INFINITY, floor_div, gcd, modulo};
use cluewright_core::Sort;
use std::sync::Arc;

impl Graph<'_> {
    /// The node of a constant.
    pub fn number(&mut self, value: i64) -> Num {
        let value = self.session.fitting(value as i128);
        self.constant(value)
    }

    /// The number node of a variable.
    pub fn var(&self, var: Var) -> Num {
        self.var_nums[var.index()]
    }

    /// A function of one variable. `values` has one entry for each value of the variable's domain, in rising order of these values.
    pub(crate) fn unary(&mut self, var: Var, values: &[i64]) -> Num {
        let first = values[0];
        let (mut min, mut max, mut factor) = (first, first, 0);
        let mut rising = None;
        for &v in values {
            (min, max) = (min.min(v), max.max(v));
            factor = gcd(factor, v - first);
            if v != first && rising.is_none() {
                rising = Some(v > first);
            }
        }
        if factor == 0 {
            return self.number(first);
        }
        let rising = rising.expect("a factor comes from two different values");
        let domain = self.domain(var);
        let mut table = vec![0; 64 - domain.bits().leading_zeros() as usize];
        for (v, &number) in domain.values.iter().zip(values) {
            table[v.index()] = if rising { (number - min) / factor } else { (max - number) / factor };
        }
        let (table, _) = self.nodes.tables.intern(table.into());
        let atom = self.store_num(NumOp::Table(var, table), 0, (max - min) / factor);
        if rising { self.linear_of(min, vec![(atom, factor)]) } else { self.linear_of(max, vec![(atom, -factor)]) }
    }

    /// Stores a node of any kind, but a function of at most one variable becomes a table.
    fn make(&mut self, op: NumOp, lo: i64, hi: i64) -> Num {
        self.session.spend(1);
        let num = self.store_num(op, lo, hi);
        if self.session.failed() {
            return Num(0);
        }
        let vars = self.vars(num);
        if vars.is_empty() {
            let value = self.tabulated(num, None)[0];
            return self.number(value);
        }
        if let Some(var) = vars.one() {
            let values = self.tabulated(num, Some(var));
            return self.unary(var, &values);
        }
        num
    }

    /// The product of the list; 1 for an empty list.
    pub fn product(&mut self, list: &[Num]) -> Num {
        let mut constant = 1i128;
        let mut factors: Vec<Num> = Vec::new();
        let mut todo: Vec<Num> = list.to_vec();
        while let Some(n) = todo.pop() {
            match self.op(n) {
                NumOp::Const(v) => {
                    constant *= *v as i128;
                    constant = self.session.fitting(constant) as i128;
                }
                NumOp::Product(inner) => todo.extend(inner.iter().copied()),
                NumOp::Linear(0, terms) if terms.len() == 1 => {
                    let (m, c) = terms[0];
                    constant *= c as i128;
                    constant = self.session.fitting(constant) as i128;
                    todo.push(m);
                }
                _ => factors.push(n),
            }
        }
        let constant = constant as i64;
        if constant == 0 {
            return self.constant(0);
        }
        // The product of an indicator (0 or 1) and the other factors is a choice.
        let indicator = factors.iter().position(
            |&n| matches!(self.op(n), NumOp::If(_, a, b) if self.as_constant(*a) == Some(1) && self.as_constant(*b) == Some(0)),
        );
        if let Some(at) = indicator {
            let NumOp::If(condition, _, _) = *self.op(factors.swap_remove(at)) else { unreachable!("found above") };
            let rest = self.product(&factors);
            let (rest, none) = (self.scale(rest, constant), self.constant(0));
            return self.choose(condition, rest, none);
        }
        // Merge functions of the same variable.
        factors.order();
        let mut i = 0;
        while i < factors.len() {
            if let Some(var) = self.vars(factors[i]).one()
                && let Some(j) = (i + 1..factors.len()).find(|&j| self.vars(factors[j]).one() == Some(var))
            {
                let (a, b) = (self.tabulated(factors[i], Some(var)), self.tabulated(factors[j], Some(var)));
                let values: Vec<i128> = a.iter().zip(&b).map(|(&a, &b)| a as i128 * b as i128).collect();
                let values: Vec<i64> = values.into_iter().map(|v| self.session.fitting(v)).collect();
                let merged = self.unary(var, &values);
                factors.swap_remove(j);
                factors.swap_remove(i);
                factors.push(merged);
                let rest = self.product(&factors);
                return self.scale(rest, constant);
            }
            i += 1;
        }
        match factors.len() {
            0 => self.number(constant),
            1 => self.scale(factors[0], constant),
            _ => {
                let (mut lo, mut hi) = (1i128, 1i128);
                for &n in &factors {
                    let (l, h) = self.bounds(n);
                    let ends = [lo * l as i128, lo * h as i128, hi * l as i128, hi * h as i128];
                    lo = self.session.fitting(*ends.iter().min().expect("four ends")) as i128;
                    hi = self.session.fitting(*ends.iter().max().expect("four ends")) as i128;
                }
                let product = self.make(NumOp::Product(factors.into()), lo as i64, hi as i64);
                self.scale(product, constant)
            }
        }
    }

    /// `a * b`.
    pub fn mul(&mut self, a: Num, b: Num) -> Num {
        self.product(&[a, b])
    }

    /// `a // b`, rounded down; 0 if `b` is 0, so guard the result with `b != 0`.
    pub fn floor_div(&mut self, a: Num, b: Num) -> Num {
        let (lo, hi) = self.bounds(a);
        if let Some(k) = self.as_constant(b) {
            if k == 0 {
                return self.constant(0);
            }
            if k == 1 {
                return a;
            }
            // Divide the terms of a sum one by one if all coefficients are divisible: (6x + 7) // 3 = 2x + 2.
            if let NumOp::Linear(c, terms) = self.op(a)
                && terms.iter().all(|t| t.1 % k == 0)
            {
                let terms: Vec<(Num, i64)> = terms.iter().map(|t| (t.0, t.1 / k)).collect();
                let constant = floor_div(*c, k);
                return self.linear(constant, &terms);
            }
            let ends = (floor_div(lo, k), floor_div(hi, k));
            return self.make(NumOp::FloorDiv(a, b), ends.0.min(ends.1), ends.0.max(ends.1));
        }
        let most = lo.abs().max(hi.abs());
        self.make(NumOp::FloorDiv(a, b), -most, most)
    }

    /// `a mod b`, never negative; 0 if `b` is 0, so guard the result with `b != 0`.
    pub fn modulo(&mut self, a: Num, b: Num) -> Num {
        if let Some(k) = self.as_constant(b) {
            let k = k.abs();
            if k <= 1 {
                return self.constant(0);
            }
            let (lo, hi) = self.bounds(a);
            if floor_div(lo, k) == floor_div(hi, k) {
                return self.plus(a, -k * floor_div(lo, k));
            }
            // Reduce the constant, the coefficients and the tables modulo `k`.
            let reduced = self.reduced(a, k);
            if reduced != a {
                let k = self.number(k);
                return self.modulo(reduced, k);
            }
            let b = self.number(k);
            return self.make(NumOp::Mod(a, b), 0, k - 1);
        }
        let (lo, hi) = self.bounds(b);
        self.make(NumOp::Mod(a, b), 0, (lo.abs().max(hi.abs()) - 1).max(0))
    }

    fn reduced(&mut self, a: Num, k: i64) -> Num {
        let (constant, terms) = match self.op(a) {
            NumOp::Linear(c, terms) => (*c, terms.to_vec()),
            _ => (0, vec![(a, 1)]),
        };
        let mut result: Vec<(Num, i64)> = Vec::with_capacity(terms.len());
        for (n, c) in terms {
            if let NumOp::Table(var, _) = *self.op(n) {
                let values: Vec<i64> =
                    self.tabulated(n, Some(var)).iter().map(|&v| modulo(v * modulo(c, k), k)).collect();
                result.push((self.unary(var, &values), 1));
            } else {
                result.push((n, modulo(c, k)));
            }
        }
        let sum = self.linear(constant, &result);
        // Merging may have changed the constant, so the constant is reduced last.
        let shift = match self.op(sum) {
            NumOp::Linear(c, _) => modulo(*c, k) - c,
            _ => 0,
        };
        let sum = self.plus(sum, shift);
        // Accept the new form only if it is an improvement (a narrower range, or a reduced constant). Otherwise there would be more
        // distinct forms, and two forms could turn into each other forever.
        let spread = |g: &Self, n: Num| g.bounds(n).1 - g.bounds(n).0;
        if spread(self, sum) < spread(self, a) || (spread(self, sum) == spread(self, a) && shift != 0) {
            sum
        } else {
            a
        }
    }

    /// The maximum of the list; for an empty list, a number below all numbers that rules compute with (-2^40).
    pub fn max(&mut self, list: &[Num]) -> Num {
        let mut items: Vec<Num> = Vec::with_capacity(list.len());
        let mut todo: Vec<Num> = list.to_vec();
        // Keep a lower bound of the maximum, because items that cannot exceed this bound are redundant.
        let mut floor = i64::MIN;
        while let Some(n) = todo.pop() {
            if let NumOp::Max(inner) = self.op(n) {
                todo.extend(inner.iter().copied());
            } else {
                floor = floor.max(self.bounds(n).0);
                items.push(n);
            }
        }
        if items.is_empty() {
            return self.constant(-INFINITY);
        }
        items.order();
        items.dedup();
        // Merge functions of the same variable, and raise their values to the floor.
        let mut result: Vec<Num> = Vec::with_capacity(items.len());
        let mut merged: Vec<(Var, Vec<i64>)> = Vec::new();
        let mut is_floor_reached = false;
        for &n in &items {
            let (lo, hi) = self.bounds(n);
            if hi <= floor {
                // The item never exceeds the floor, so the floor replaces it.
                continue;
            }
            if let Some(var) = self.vars(n).one() {
                let values = self.tabulated(n, Some(var));
                match merged.iter_mut().find(|m| m.0 == var) {
                    Some((_, all)) => all.iter_mut().zip(&values).for_each(|(a, &b)| *a = (*a).max(b)),
                    None => merged.push((var, values)),
                }
            } else {
                is_floor_reached |= lo >= floor;
                result.push(n);
            }
        }
        for (var, mut values) in merged {
            for v in &mut values {
                *v = (*v).max(floor);
            }
            is_floor_reached = true;
            result.push(self.unary(var, &values));
        }
        if !is_floor_reached {
            result.push(self.constant(floor));
        }
        // The lower bounds of the merged tables may be greater than the floor.
        let raised = result.iter().map(|&n| self.bounds(n).0).max().expect("not empty");
        if raised > floor && result.len() > 1 {
            return self.max(&result);
        }
        result.order();
        result.dedup();
        if result.len() == 1 {
            return result[0];
        }
        let hi = result.iter().map(|&n| self.bounds(n).1).max().expect("not empty");
        self.make(NumOp::Max(result.into()), floor, hi)
    }

    /// `if condition then a else b`.
    pub fn choose(&mut self, condition: Bool, a: Num, b: Num) -> Num {
        if a == b || condition == Bool::TRUE {
            return a;
        }
        if condition == Bool::FALSE {
            return b;
        }
        if condition.negated() {
            return self.choose(!condition, b, a);
        }
        if let BoolOp::Mask(var, mask) = *self.bool_op(condition) {
            let values: Vec<u8> = self.domain(var).values.iter().map(|v| v.0).collect();
            let list: Vec<Num> = values.iter().map(|&v| if mask >> v & 1 == 1 { a } else { b }).collect();
            return self.case(var, &list);
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(1), Some(0)) => {}
            (Some(x), Some(y)) => {
                let (one, none) = (self.constant(1), self.constant(0));
                let truth = self.choose(condition, one, none);
                return self.linear(y, &[(truth, x - y)]);
            }
            (Some(x), None) if x != 0 => {
                let (none, rest) = (self.constant(0), self.plus(b, -x));
                let choice = self.choose(condition, none, rest);
                return self.plus(choice, x);
            }
            (None, Some(y)) if y != 0 => {
                let (rest, none) = (self.plus(a, -y), self.constant(0));
                let choice = self.choose(condition, rest, none);
                return self.plus(choice, y);
            }
            _ => {}
        }
        let (x, y) = (self.bounds(a), self.bounds(b));
        self.make(NumOp::If(condition, a, b), x.0.min(y.0), x.1.max(y.1))
    }

    /// The number that `list` has for the value of `var`.
    pub(crate) fn case(&mut self, var: Var, list: &[Num]) -> Num {
        let values: Vec<u8> = self.domain(var).values.iter().map(|v| v.0).collect();
        debug_assert_eq!(values.len(), list.len());
        let mut list: Vec<Num> = values.iter().zip(list).map(|(&v, &n)| self.fix_num(n, var, v)).collect();
        if list.iter().all(|&n| n == list[0]) {
            return list[0];
        }
        if let Some(numbers) = list.iter().map(|&n| self.as_constant(n)).collect::<Option<Vec<i64>>>() {
            return self.unary(var, &numbers);
        }
        let base = list.iter().map(|&n| self.bounds(n).0).min().expect("a domain is not empty");
        if base != 0 {
            for n in &mut list {
                *n = self.plus(*n, -base);
            }
        }
        let hi = list.iter().map(|&n| self.bounds(n).1).max().expect("a domain is not empty");
        let case = self.make(NumOp::Case(var, list.into()), 0, hi);
        self.plus(case, base)
    }

    /// `list[index]`, counted from 1; 0 if the index is outside the list, so guard the result with [`Graph::between`].
    pub fn element(&mut self, list: &[Num], index: Num) -> Num {
        let from_zero = self.plus(index, -1);
        self.element_from_zero(list, from_zero)
    }

    pub(crate) fn element_from_zero(&mut self, list: &[Num], index: Num) -> Num {
        let outside = self.constant(0);
        let at = |i: i64| usize::try_from(i).ok().and_then(|i| list.get(i).copied()).unwrap_or(outside);
        if let Some(i) = self.as_constant(index) {
            return at(i);
        }
        if let Some(var) = self.vars(index).one() {
            let items: Vec<Num> = self.tabulated(index, Some(var)).into_iter().map(at).collect();
            return self.case(var, &items);
        }
        let (lo, hi) = self.bounds(index);
        if self.session.too_long(hi - lo) {
            return outside;
        }
        self.session.spend((hi - lo) as usize / 4);
        let items: Vec<Num> = (lo..=hi).map(at).collect();
        if items.iter().all(|&n| n == items[0]) {
            return items[0];
        }
        let index = self.plus(index, -lo);
        // A constant list that is indexed by an element of another constant list can be replaced by a single list.
        if let NumOp::Element(inner, below) = self.op(index)
            && items.iter().chain(inner).all(|&n| self.as_constant(n).is_some())
        {
            let below = *below;
            let composed: Vec<Num> =
                inner.iter().map(|&n| items[self.as_constant(n).expect("all constant") as usize]).collect();
            return self.element_from_zero(&composed, below);
        }
        let ends = items.iter().map(|&n| self.bounds(n));
        let (low, high) = ends.fold((i64::MAX, i64::MIN), |(l, h), (a, b)| (l.min(a), h.max(b)));
        self.make(NumOp::Element(items.into(), index), low, high)
    }

    /// The id of an automaton, which is added to the graph if it is new.
    pub(crate) fn dfa_id(&mut self, dfa: &Arc<Dfa>) -> DfaId {
        place_in(&mut self.dfas, Arc::clone(dfa)) as DfaId
    }

    /// The variable whose own number this node is; `None` if the node is anything else.
    pub(crate) fn plain_var(&self, num: Num) -> Option<Var> {
        let var = self.vars(num).one()?;
        (self.var_nums[var.index()] == num).then_some(var)
    }

    /// The domains of two variables, as needed for tables.
    pub(crate) fn two_domains(&self, x: Var, y: Var) -> (Domain, Domain) {
        (self.domain(x), self.domain(y))
    }
}
