//! Folds over cells whose state has few possible values: all states are explored once, and the fold becomes an automaton (a
//! "machine") that reads the cells.

use super::Lower;
use super::ir::{Id, Machine, TRUE};
use super::value::{Got, List, Val};
use crate::automaton::Dfa;
use crate::code::{Bind, Code, CodeKind, Function, Pat, Slot, Src};
use crate::syntax::ast::{Arith, Cmp};
use crate::words::constants::Is;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Cell, Sort};
use std::sync::Arc;

/// The maximum number of states for which a fold is explored.
const MAX_FOLDED: usize = 20_000;
/// The maximum number of states if computing the next state takes more than simple arithmetic.
const MAX_UNROLLED: usize = 1_000;

impl<'a> Lower<'a> {
    /// Explores a fold over cells whose state has few possible values and depends only on the previous state and on the cell's
    /// digit. Such a fold may continue another fold. Returns `None` for any other fold.
    pub(crate) fn machine(&mut self, slot: Slot, start: &'a Code, bind: &'a Bind, next: &'a Code) -> Got<Option<Val>> {
        let (Src::In(list), Pat::One(item)) = (&bind.src, &bind.pat) else { return Ok(None) };
        if bind.index.is_some() || !bind.filters.is_empty() || !super::closed::scalar_in(next, true) {
            return Ok(None);
        }
        // Unroll a fold that starts with a number and reads only one or two cells.
        let short = matches!(start.kind, CodeKind::Number(_));
        let start = self.number(start)?;
        let list = self.list_of(list)?;
        let Some(cells) = super::value::plain_cells(&list) else { return Ok(None) };
        if start.d != self.one || start.ok != TRUE {
            return Ok(None);
        }
        // The fold starts with a number, or with one number for each final state of an earlier fold.
        let earlier = self.graph.fold_in(start.n);
        if cells.is_empty() || cells.len() <= 2 && short || earlier.is_none() && self.graph.as_const(start.n).is_none()
        {
            return Ok(None);
        }
        let Some((low, high)) = self.digits_of(&cells) else { return Ok(None) };
        let key = if earlier.is_none() { self.scan(next, &[slot, *item], (low, high)) } else { None };
        if let (Some(key), Some(first)) = (&key, self.graph.as_const(start.n))
            && let Some(found) = self.scanned(key, first)?
        {
            return Ok(Some(self.folded_over(found, Vec::new(), &cells)));
        }
        let env = self.scope.env.clone();
        // A fold that reads the index of the item cannot become a machine.
        self.scope.env[bind.place as usize] = Val::Unset;
        let machine = self.explored((slot, *item), next, (low, high), start.n, earlier);
        self.scope.env = env;
        let Some(machine) = machine else { return Ok(None) };
        let mut items = Vec::new();
        if let Some(earlier) = earlier {
            let (before, read) = self.graph.folded(earlier);
            if !before.is_start_of(&machine) {
                return Ok(None);
            }
            items.extend(read.iter().copied());
            items.push(self.graph.constant(high + 1));
        }
        let machine = match &key {
            Some(key) => self.kept(key, machine),
            None => self.graph.add_machine(machine),
        };
        Ok(Some(self.folded_over((machine, 0), items, &cells)))
    }

    /// The key of a machine for this step, if the step reads only these names and known numbers. The machine is then the same for
    /// every list of numbers in `low..=high`. `None` if the step reads anything else.
    fn scan(&self, next: &Code, names: &[Slot], (low, high): (i64, i64)) -> Option<Vec<i64>> {
        let (mut table, mut others) = (None, Vec::new());
        if !reads_only(next, names, &mut table, &mut others) {
            return None;
        }
        let table = match table.map(|slot| &self.scope.env[slot as usize]) {
            None => 0,
            Some(value @ Val::List(list)) if self.is_closed_list(value) => std::rc::Rc::as_ptr(list) as i64,
            Some(_) => return None,
        };
        let mut key = vec![std::ptr::from_ref(next) as i64, low, high, table];
        for slot in others {
            key.push(self.known_number(&self.scope.env[slot as usize])?);
        }
        Some(key)
    }

    /// A machine with this key, and the machine's state for the number `first`; `None` if no such machine exists yet.
    fn scanned(&mut self, key: &[i64], first: i64) -> Got<Option<(u16, u32)>> {
        for at in 0.. {
            let Some(&machine) = self.kept.scans.get(key).and_then(|machines| machines.get(at)) else { break };
            let known = &self.graph.machines[machine as usize];
            let (state, states) = (known.state_of(first), known.values.len());
            self.ticks(states as u64 / 64)?;
            if let Some(state) = state {
                return Ok(Some((machine, state)));
            }
        }
        Ok(None)
    }

    /// The final number of a machine that starts in `state` and reads these items, followed by these cells.
    fn folded_over(&mut self, (machine, state): (u16, u32), mut items: Vec<Id>, cells: &[Cell]) -> Val {
        for &c in cells {
            items.push(self.digit_of(c));
        }
        let n = self.graph.fold(machine, state, &items);
        Val::Num(self.plain(n))
    }

    /// A fold over lists of cells in which each list continues the fold over the list before it. A single machine reads all lists,
    /// with the number of each list before its cells; these numbers are greater than all digits.
    pub(crate) fn machine_over_lists(
        &mut self,
        slot: Slot,
        start: &'a Code,
        bind: &'a Bind,
        next: &'a Code,
    ) -> Got<Option<Val>> {
        let CodeKind::Fold(inner, begin, cells, step) = &next.kind else { return Ok(None) };
        let (Src::In(lists), Pat::One(list), true) = (&bind.src, &bind.pat, bind.filters.is_empty()) else {
            return Ok(None);
        };
        let (Src::In(of), Pat::One(item), true) = (&cells.src, &cells.pat, cells.filters.is_empty()) else {
            return Ok(None);
        };
        if !matches!(of.kind, CodeKind::Var(s) if s == *list) || cells.index.is_some() {
            return Ok(None);
        }
        let start = self.number(start)?;
        let Some(first) = self.graph.as_const(start.n).filter(|_| start.d == self.one && start.ok == TRUE) else {
            return Ok(None);
        };
        let Some(lists) = self.plain_lists(lists)? else { return Ok(None) };
        let all = lists.concat();
        let Some((low, high)) = self.digits_of(&all) else { return Ok(None) };
        let (Ok(width), Ok(breaks)) = (i64::try_from(all.len()), i64::try_from(lists.len())) else { return Ok(None) };
        if width < 3 || breaks > 64 {
            return Ok(None);
        }
        let after = |run: &mut Self, _: usize, state: i64, symbol: i64| {
            let names =
                [(*inner, state), (*item, symbol), (slot, state), (bind.index.unwrap_or(*inner), symbol - high)];
            if symbol > high { run.scalar(begin, &names[2..]) } else { run.scalar(step, &names[..2]) }
        };
        // A name that is bound in only some of the lists is not a plain number; in that case, the fold is unrolled.
        let Some(machine) = self.states(first, (low, high + breaks), after) else { return Ok(None) };
        let machine = self.graph.add_machine(machine);
        let mut items = Vec::with_capacity(all.len() + lists.len());
        for (number, list) in (1..).zip(&lists) {
            items.push(self.graph.constant(high + number));
            for &c in list {
                items.push(self.digit_of(c));
            }
        }
        let n = self.graph.fold(machine, 0, &items);
        Ok(Some(Val::Num(self.plain(n))))
    }

    /// The number of cells in a list that are greater than all cells before them.
    pub(crate) fn visible(&mut self, cells: &[Cell]) -> Option<Id> {
        let (low, high) = self.digits_of(cells).filter(|_| cells.len() > 2)?;
        let key = [0, low, high];
        let machine = match self.scanned(&key, 0).ok()? {
            Some((machine, _)) => machine,
            None => {
                // The state combines the greatest number so far (initially 0) and the number of visible cells so far.
                let machine = self.states(0, (low, high), |_, _, state, digit| {
                    let (seen, greatest) = (state / 64, state % 64);
                    let place = digit - low + 1;
                    Some(if place > greatest { (seen + 1) * 64 + place } else { state })
                })?;
                self.kept(&key, machine)
            }
        };
        let items: Vec<Id> = cells.iter().map(|&c| self.digit_of(c)).collect();
        let (fold, each) = (self.graph.fold(machine, 0, &items), self.graph.constant(64));
        Some(self.graph.div(fold, each))
    }

    /// The sum of the first `n` cells of a list, where `n` is the number in its first cell.
    pub(crate) fn sum_of_first(&mut self, list: &'a Code) -> Got<Option<Id>> {
        let CodeKind::End(false, count, list) = &list.kind else { return Ok(None) };
        let CodeKind::Index(of, place) = &count.kind else { return Ok(None) };
        let (CodeKind::Var(a), CodeKind::Var(b), CodeKind::Number(1)) = (&of.kind, &list.kind, &place.kind) else {
            return Ok(None);
        };
        let list = self.list_of(list)?;
        let Some(cells) = super::value::plain_cells(&list).filter(|c| a == b && (3..=40).contains(&c.len())) else {
            return Ok(None);
        };
        let Some((low, high)) = self.digits_of(&cells).filter(|d| d.0 >= 0) else { return Ok(None) };
        // The state combines the number of cells that are still to be added and the sum so far, which is at most 40 times 62.
        let (all, each) = (cells.len() as i64, 4_096);
        let key = [1, all, low, high];
        let machine = match self.scanned(&key, -1)? {
            Some((machine, _)) => machine,
            None => {
                let machine = self.states(-1, (low, high), |_, _, state, digit| {
                    Some(match state {
                        -1 => (digit.min(all) - 1).max(0) * each + digit,
                        _ if state < each => state,
                        _ => state - each + digit,
                    })
                });
                let Some(machine) = machine else { return Ok(None) };
                self.kept(&key, machine)
            }
        };
        let items: Vec<Id> = cells.iter().map(|&c| self.digit_of(c)).collect();
        let (fold, each) = (self.graph.fold(machine, 0, &items), self.graph.constant(each));
        Ok(Some(self.graph.modulo(fold, each)))
    }

    /// Adds a machine that can also be used for other lists.
    fn kept(&mut self, key: &[i64], machine: Machine) -> u16 {
        let machine = self.graph.add_machine(machine);
        self.kept.scans.entry(key.into()).or_default().push(machine);
        machine
    }

    /// The smallest and the greatest number that the cells may hold; `None` if these numbers are more than 62 apart, or if a cell's
    /// value is not its digit.
    fn digits_of(&self, cells: &[Cell]) -> Option<(i64, i64)> {
        if cells.iter().any(|&c| self.build.value_cell(c) != c) {
            return None;
        }
        let ends = cells.iter().map(|&c| {
            let (least, domain) = (i64::from(self.build.first(c)), self.build.domain(c));
            (least, least + domain.max().map_or(0, |v| i64::from(v.0)))
        });
        let (low, high) = ends.fold((i64::MAX, i64::MIN), |(l, h), (a, b)| (l.min(a), h.max(b)));
        (low <= high && high.saturating_sub(low) < 63).then_some((low, high))
    }

    /// Explores all states that can be reached from the first state with these symbols; `None` if there are too many states, or if
    /// a state is not known. The arguments of `after` are the number of states so far, a state and a symbol.
    fn states(
        &mut self,
        first: i64,
        (low, high): (i64, i64),
        mut after: impl FnMut(&mut Self, usize, i64, i64) -> Option<i64>,
    ) -> Option<Machine> {
        let mut values = vec![first];
        let mut known: QuickMap<i64, u32> = QuickMap::default();
        known.insert(first, 0);
        let mut table = Vec::new();
        let mut at = 0;
        while at < values.len() {
            self.ticks((high - low + 1) as u64).ok()?;
            for symbol in low..=high {
                let to = after(self, values.len(), values[at], symbol)?;
                let count = values.len() as u32;
                table.push(*known.entry(to).or_insert_with(|| {
                    values.push(to);
                    count
                }));
            }
            if values.len() > MAX_FOLDED {
                return None;
            }
            at += 1;
        }
        Some(Machine { steps: Arc::new(Dfa::of_table(low, (high - low + 1) as usize, table)), values })
    }

    /// Explores all states that a fold can reach with the numbers `low..=high`. If the fold continues an earlier fold, the symbol
    /// `high + 1` is the step from the earlier fold to this fold. `None` if there are too many states, or if a state is not a known
    /// number.
    fn explored(
        &mut self,
        (slot, item): (Slot, Slot),
        next: &'a Code,
        (low, high): (i64, i64),
        start: Id,
        earlier: Option<Id>,
    ) -> Option<Machine> {
        let first = match earlier {
            None => self.graph.as_const(start)?,
            Some(earlier) => self.graph.folded(earlier).0.values[0],
        };
        self.states(first, (low, high + i64::from(earlier.is_some())), |this, count, state, digit| {
            if digit > high {
                return this.graph.through(start, earlier?, state);
            }
            if let Some(after) = this.scalar(next, &[(slot, state), (item, digit)]) {
                return Some(after);
            }
            if count > MAX_UNROLLED {
                return None;
            }
            this.scope.env[slot as usize] = this.int(state);
            this.scope.env[item as usize] = this.int(digit);
            // An error here is reported when the fold is unrolled, if the error occurs there as well.
            let after = this.number(next).ok().filter(|n| n.d == this.one && n.ok == TRUE)?;
            this.graph.as_const(after.n)
        })
    }

    /// The number of an expression if these names have the given integer values. `None` if simple arithmetic cannot find the
    /// number; in that case [`Lower::number`] decides.
    fn scalar(&self, code: &Code, names: &[(Slot, i64)]) -> Option<i64> {
        let number = match &code.kind {
            CodeKind::Number(n) => *n,
            CodeKind::Var(slot) => match names.iter().find(|n| n.0 == *slot) {
                Some(named) => named.1,
                None => self.known_number(&self.scope.env[*slot as usize])?,
            },
            CodeKind::Field(clue, at) => {
                let Val::Clue(number) = *self.read(clue, names)? else { return None };
                self.known_number(&self.kept.bound.get(number as usize)?.as_ref()?.1[*at])?
            }
            CodeKind::Neg(x) => -self.scalar(x, names)?,
            CodeKind::Abs(x) => self.scalar(x, names)?.abs(),
            CodeKind::Arith(op, a, b) => {
                let (a, b) = (self.scalar(a, names)?, self.scalar(b, names)?);
                match op {
                    Arith::Add => a + b,
                    Arith::Sub => a - b,
                    Arith::Mul => a.checked_mul(b)?,
                    Arith::FloorDiv if b > 0 => a.div_euclid(b),
                    Arith::Mod if b > 0 => a.rem_euclid(b),
                    _ => return None,
                }
            }
            CodeKind::If(c, a, b) => self.scalar(if self.scalar_truth(c, names)? { a } else { b }, names)?,
            CodeKind::Index(list, index) => {
                let CodeKind::Var(slot) = list.kind else { return None };
                self.known_number(self.item(slot, self.scalar(index, names)?)?)?
            }
            CodeKind::Word(word) => match word.is {
                Is::Number(n) => n(self.places),
                _ => return None,
            },
            CodeKind::Call(Function { of_whole: Some(of_whole), .. }, args) => {
                of_whole(self.scalar(args.first()?, names)?)
            }
            CodeKind::Call(Function { of_cell: Some(of_cell), .. }, args) => {
                let Val::Cell(cell) = *self.read(args.first()?, names)? else { return None };
                of_cell(self.places, cell)
            }
            _ => return None,
        };
        // Larger numbers of the graph count as infinite.
        (number.abs() < 1 << 40).then_some(number)
    }

    /// The value of a name that is not in `names`.
    fn read(&self, code: &Code, names: &[(Slot, i64)]) -> Option<&Val> {
        let CodeKind::Var(slot) = code.kind else { return None };
        names.iter().all(|n| n.0 != slot).then(|| &self.scope.env[slot as usize])
    }

    /// The item of a named list at an index that simple arithmetic can find.
    pub(crate) fn known_item(&self, list: Slot, place: &Code) -> Option<&Val> {
        self.item(list, self.scalar(place, &[])?)
    }

    fn item(&self, list: Slot, place: i64) -> Option<&Val> {
        let Val::List(list) = &self.scope.env[list as usize] else { return None };
        list.items.get(usize::try_from(place - 1).ok()?).filter(|_| list.guards.is_empty())
    }

    /// Whether a condition holds, evaluated like [`Self::scalar`].
    pub(crate) fn scalar_truth(&self, code: &Code, names: &[(Slot, i64)]) -> Option<bool> {
        Some(match &code.kind {
            CodeKind::Bool(b) => *b,
            CodeKind::Not(x) => !self.scalar_truth(x, names)?,
            CodeKind::Compare(cmp, a, b) => {
                let (a, b) = (self.scalar(a, names)?, self.scalar(b, names)?);
                match cmp {
                    Cmp::Eq => a == b,
                    Cmp::Ne => a != b,
                    Cmp::Lt => a < b,
                    Cmp::Le => a <= b,
                    Cmp::Gt => a > b,
                    Cmp::Ge => a >= b,
                    Cmp::In => return None,
                }
            }
            CodeKind::SameDigit(a, b, different) => (self.scalar(a, names)? == self.scalar(b, names)?) != *different,
            CodeKind::And(all) => {
                for x in all {
                    if !self.scalar_truth(x, names)? {
                        return Some(false);
                    }
                }
                true
            }
            CodeKind::Or(all) => {
                for x in all {
                    if self.scalar_truth(x, names)? {
                        return Some(true);
                    }
                }
                false
            }
            CodeKind::Implies(a, b) => !self.scalar_truth(a, names)? || self.scalar_truth(b, names)?,
            CodeKind::Call(Function { of_whole: Some(of_whole), .. }, args) => {
                of_whole(self.scalar(args.first()?, names)?) != 0
            }
            CodeKind::In(x, list) => {
                let x = self.scalar(x, names)?;
                let CodeKind::Set(items) = &list.kind else { return None };
                let mut inside = false;
                for (low, high) in items {
                    let low = self.scalar(low, names)?;
                    let high = high.as_ref().map_or(Some(low), |h| self.scalar(h, names))?;
                    inside |= (low..=high).contains(&x);
                }
                inside
            }
            _ => return None,
        })
    }

    /// The numbers of a list in rising order, if all of them are integers that are known before solving; otherwise `None`.
    pub(crate) fn known_numbers(&self, list: &List) -> Option<Vec<i64>> {
        if !list.guards.is_empty() {
            return None;
        }
        let mut numbers = list.items.iter().map(|i| self.known_number(i)).collect::<Option<Vec<i64>>>()?;
        numbers.order();
        Some(numbers)
    }

    /// The value as an integer that is known before solving; otherwise `None`.
    pub(crate) fn known_number(&self, value: &Val) -> Option<i64> {
        let Val::Num(n) = value else { return None };
        if n.d != self.one || n.ok != TRUE {
            return None;
        }
        self.graph.as_const(n.n)
    }
}

/// Whether the expression is a number that is computed only from names and from items of one named list. Names that are not in
/// `names` are added to `others`.
fn reads_only(code: &Code, names: &[Slot], list: &mut Option<Slot>, others: &mut Vec<Slot>) -> bool {
    let mut all = |codes: &[&Code]| codes.iter().all(|c| reads_only(c, names, list, others));
    match &code.kind {
        CodeKind::Number(_) | CodeKind::Bool(_) => true,
        CodeKind::Var(slot) => {
            if !names.contains(slot) && !others.contains(slot) {
                others.push(*slot);
            }
            true
        }
        CodeKind::Neg(x) | CodeKind::Not(x) | CodeKind::Abs(x) => all(&[x]),
        CodeKind::Arith(_, a, b) | CodeKind::Compare(_, a, b) | CodeKind::Implies(a, b) | CodeKind::In(a, b) => {
            all(&[a, b])
        }
        CodeKind::And(list) | CodeKind::Or(list) => list.iter().all(|c| all(&[c])),
        CodeKind::If(c, a, b) => all(&[c, a, b]),
        CodeKind::Set(items) => items.iter().all(|(l, h)| all(&[l]) && h.as_ref().is_none_or(|h| all(&[h]))),
        CodeKind::Index(of, index) => {
            let CodeKind::Var(slot) = of.kind else { return false };
            all(&[index]) && *list.get_or_insert(slot) == slot && !names.contains(&slot)
        }
        _ => false,
    }
}
