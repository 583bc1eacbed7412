//! The plain meaning of every node, for all pairs of values of two variables at once: the numbers that it has, or whether it holds.

use super::nodes::{Bool, BoolOp, Nodes, Num, NumOp, Var};
use crate::whole::{floor_div, modulo};
use cluewright_core::{Sort, Value, ValueSet};

/// A budget that does not limit the number of visits.
const UNLIMITED: u32 = u32::MAX;

/// The values of one variable; without a variable, only value 0.
#[derive(Clone, Copy)]
pub(super) struct Axis(Option<Var>, ValueSet);

const POINT: Axis = Axis(None, ValueSet(1));

/// The pairs of values for which a node is evaluated, ordered by the value of the first variable, then of the second. Any other
/// variable has the value that `other` returns.
#[derive(Clone, Copy)]
pub(super) struct Grid<'v> {
    rows: Axis,
    columns: Axis,
    other: &'v dyn Fn(Var) -> u8,
}

impl Grid<'_> {
    fn width(&self) -> usize {
        self.columns.1.len() as usize
    }

    fn zeros(&self) -> Vec<i64> {
        vec![0; self.rows.1.len() as usize * self.width()]
    }

    /// All values of the first variable that occur in the pairs.
    fn rows(&self) -> impl Iterator<Item = usize> {
        self.rows.1.iter().map(Value::index)
    }

    /// Creates a truth table, given a function that returns whether the condition holds for the pair of values with this index. For
    /// each value of the first variable, the table has the allowed values of the second variable.
    fn table(&self, mut holds: impl FnMut(usize) -> bool) -> Vec<u64> {
        let mut table = vec![0; 64 - self.rows.1.0.leading_zeros() as usize];
        let mut at = 0;
        for v in self.rows() {
            for w in self.columns.1 {
                table[v] |= u64::from(holds(at)) << w.0;
                at += 1;
            }
        }
        table
    }
}

impl Nodes {
    /// Whether the condition holds for the numbers that `number` assigns to the variables. The numbers must be in the variables'
    /// domains.
    pub fn holds(&self, lit: Bool, number: &dyn Fn(Var) -> i64) -> bool {
        let other = |v| (number(v) - self.domain(v).first as i64) as u8;
        let point = Grid { rows: POINT, columns: POINT, other: &other };
        self.truths(lit, point, &mut { UNLIMITED }).is_some_and(|rows| rows[0] == 1)
    }

    fn axis(&self, var: Var) -> Axis {
        Axis(Some(var), self.domain(var).values)
    }

    /// The values of `var` for which the condition holds. The condition must not read any other variable. Without `var`, the
    /// condition must not read any variable, and the result contains value 0 if the condition holds.
    pub(super) fn mask_at(&self, lit: Bool, var: Option<Var>) -> u64 {
        let columns = var.map_or(POINT, |var| self.axis(var));
        self.truths(lit, Grid { rows: POINT, columns, other: &|_| 0 }, &mut { UNLIMITED }).map_or(0, |rows| rows[0])
    }

    /// The number for each value of `var`; without `var`, the only number. `num` must not read any other variable.
    pub(super) fn tabulated(&self, num: Num, var: Option<Var>) -> Vec<i64> {
        let rows = var.map_or(POINT, |var| self.axis(var));
        self.numbers(num, Grid { rows, columns: POINT, other: &|_| 0 }, &mut { UNLIMITED }).expect("no limit")
    }

    /// The truth table of a condition that reads only `x` and `y`; `None` if computing it takes more visits than the budget allows.
    pub(super) fn tabulated_pair(&self, lit: Bool, x: Var, y: Var, budget: &mut u32) -> Option<Vec<u64>> {
        self.truths(lit, Grid { rows: self.axis(x), columns: self.axis(y), other: &|_| 0 }, budget)
    }

    fn truths(&self, lit: Bool, grid: Grid<'_>, budget: &mut u32) -> Option<Vec<u64>> {
        *budget = budget.checked_sub(1)?;
        let full = grid.columns.1.0;
        let mut rows = vec![0u64; 64 - grid.rows.1.0.leading_zeros() as usize];
        match self.bool_op(lit) {
            BoolOp::True => rows.fill(full),
            BoolOp::Mask(var, mask) if grid.rows.0 == Some(*var) => {
                grid.rows().filter(|v| mask >> v & 1 == 1).for_each(|v| rows[v] = full);
            }
            BoolOp::Mask(var, mask) if grid.columns.0 == Some(*var) => rows.fill(*mask),
            BoolOp::Mask(var, mask) => rows.fill(if mask >> (grid.other)(*var) & 1 == 1 { full } else { 0 }),
            BoolOp::Pair(x, y, table) if grid.rows.0 == Some(*x) && grid.columns.0 == Some(*y) => {
                rows.copy_from_slice(&self.pairs[*table]);
            }
            BoolOp::Pair(x, y, table) => {
                let row = self.pairs[*table][(grid.other)(*x) as usize];
                rows.fill(if row >> (grid.other)(*y) & 1 == 1 { full } else { 0 });
            }
            BoolOp::And(list) => {
                rows.fill(full);
                for &b in list {
                    let part = self.truths(b, grid, budget)?;
                    rows.iter_mut().zip(part).for_each(|(r, p)| *r &= p);
                    if rows.iter().all(|&r| r == 0) {
                        break;
                    }
                }
            }
            BoolOp::Range(n, low, high) => {
                let numbers = self.numbers(*n, grid, budget)?;
                rows = grid.table(|at| (low..=high).contains(&&numbers[at]));
            }
            BoolOp::Distinct(used, cells) => {
                let lists = self.lists(cells, grid, budget)?;
                let mut all = Vec::with_capacity(used.len() + cells.len());
                rows = grid.table(|at| {
                    all.clear();
                    all.extend(used.iter().copied().chain(lists.iter().map(|l| l[at])));
                    all.order();
                    all.windows(2).all(|w| w[0] != w[1])
                });
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                let lists = self.lists(inputs, grid, budget)?;
                let dfa = &self.dfas[*dfa as usize];
                let end = |at: usize| lists.iter().fold(i64::from(*state), |s, l| dfa.next(s, l[at]));
                rows = grid.table(|at| end(at) >= dfa.first_accepting());
            }
        }
        for r in &mut rows {
            *r = if lit.negated() { !*r } else { *r } & full;
        }
        Some(rows)
    }

    fn numbers(&self, num: Num, grid: Grid<'_>, budget: &mut u32) -> Option<Vec<i64>> {
        let mut numbers = grid.zeros();
        self.add_numbers(num, 1, grid, &mut numbers, budget)?;
        Some(numbers)
    }

    fn lists(&self, list: &[Num], grid: Grid<'_>, budget: &mut u32) -> Option<Vec<Vec<i64>>> {
        list.iter().map(|&n| self.numbers(n, grid, budget)).collect()
    }

    /// Adds `factor` times the numbers of a node to `sum`.
    fn add_numbers(&self, num: Num, factor: i64, grid: Grid<'_>, sum: &mut [i64], budget: &mut u32) -> Option<()> {
        *budget = budget.checked_sub(1)?;
        let width = grid.width();
        let add = |sum: &mut [i64], n: i64| sum.iter_mut().for_each(|s| *s += factor * n);
        match self.op(num) {
            NumOp::Const(n) => add(sum, *n),
            NumOp::Table(var, t) if grid.rows.0 == Some(*var) => {
                grid.rows().zip(sum.chunks_mut(width)).for_each(|(v, row)| add(row, self.tables[*t][v]));
            }
            NumOp::Table(var, t) if grid.columns.0 == Some(*var) => {
                let table = &self.tables[*t];
                for row in sum.chunks_mut(width) {
                    grid.columns.1.iter().zip(row).for_each(|(w, s)| *s += factor * table[w.index()]);
                }
            }
            NumOp::Table(var, t) => add(sum, self.tables[*t][(grid.other)(*var) as usize]),
            NumOp::Linear(k, terms) => {
                add(sum, *k);
                for &(n, c) in terms {
                    self.add_numbers(n, factor * c, grid, sum, budget)?;
                }
            }
            NumOp::If(c, a, b) => {
                let full = grid.columns.1.0;
                let holds = self.truths(*c, grid, budget)?;
                if grid.rows().all(|v| holds[v] == full) {
                    return self.add_numbers(*a, factor, grid, sum, budget);
                }
                if grid.rows().all(|v| holds[v] == 0) {
                    return self.add_numbers(*b, factor, grid, sum, budget);
                }
                let (yes, no) = (self.numbers(*a, grid, budget)?, self.numbers(*b, grid, budget)?);
                let mut at = 0;
                for v in grid.rows() {
                    for w in grid.columns.1 {
                        sum[at] += factor * if holds[v] >> w.0 & 1 == 1 { yes[at] } else { no[at] };
                        at += 1;
                    }
                }
            }
            NumOp::Case(var, list) if grid.rows.0 == Some(*var) => {
                for (&n, row) in list.iter().zip(sum.chunks_mut(width)) {
                    self.add_numbers(n, factor, Grid { rows: POINT, ..grid }, row, &mut { UNLIMITED })?;
                }
            }
            NumOp::Case(var, list) if grid.columns.0 == Some(*var) => {
                for (j, &n) in list.iter().enumerate() {
                    let column = self.numbers(n, Grid { columns: POINT, ..grid }, &mut { UNLIMITED })?;
                    column.iter().enumerate().for_each(|(i, n)| sum[i * width + j] += factor * n);
                }
            }
            NumOp::Case(var, list) => {
                let n = list[self.rank(*var, (grid.other)(*var))];
                self.add_numbers(n, factor, grid, sum, budget)?;
            }
            NumOp::Max(list) => {
                let lists = self.lists(list, grid, budget)?;
                let most = |at: usize| lists.iter().map(|l| l[at]).max().expect("max of something");
                sum.iter_mut().enumerate().for_each(|(at, s)| *s += factor * most(at));
            }
            NumOp::Product(list) => {
                let lists = self.lists(list, grid, budget)?;
                let product = |at: usize| lists.iter().map(|l| l[at]).product::<i64>();
                sum.iter_mut().enumerate().for_each(|(at, s)| *s += factor * product(at));
            }
            NumOp::FloorDiv(a, b) => {
                let (a, b) = (self.numbers(*a, grid, budget)?, self.numbers(*b, grid, budget)?);
                sum.iter_mut().zip(a.iter().zip(&b)).for_each(|(s, (&a, &b))| *s += factor * floor_div(a, b));
            }
            NumOp::Mod(a, b) => {
                let (a, b) = (self.numbers(*a, grid, budget)?, self.numbers(*b, grid, budget)?);
                sum.iter_mut().zip(a.iter().zip(&b)).for_each(|(s, (&a, &b))| *s += factor * modulo(a, b));
            }
            NumOp::Element(list, index) => {
                let index = self.numbers(*index, grid, budget)?;
                for (i, &n) in list.iter().enumerate().filter(|(i, _)| index.contains(&(*i as i64))) {
                    let item = self.numbers(n, grid, budget)?;
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
}
