//! The value of an expression: arithmetic, comparisons, quantifiers, lists and loops, as written in the rule.

use super::constants::constants;
use super::run::{Got, Judge, Run, Stop};
use super::value::{MAX_LIST, V, cells_in, flatten, same_cells};
use crate::args;
use crate::automaton::dfa::BREAK;
use crate::automaton::nfa::Nfa;
use crate::automaton::{Dfa, regex_of};
use crate::code::{Bind, Code, CodeKind, Filt, Pat, Quantity, Src, no_extra_cell, not_there};
use crate::rat::Rat;
use crate::syntax::Pos;
use crate::syntax::ast::{Arith, Cmp};
use crate::words::constants::{Is, Word};
use cluewright_core::{Cell, Sort};
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

impl<'a> Run<'a> {
    /// Calls `f` for each item that passes the binder's filters.
    pub(super) fn each(&mut self, bind: &'a Bind, f: &mut dyn FnMut(&mut Self, &V) -> Got<()>) -> Got<()> {
        let items: Rc<Vec<V>> = match &bind.src {
            Src::In(list) => self.list(list)?,
            Src::Along(list) => {
                let list = self.list(list)?;
                let k = match &bind.pat {
                    Pat::Tuple(slots) => slots.len(),
                    Pat::One(_) => 2,
                };
                Rc::new(list.windows(k).map(|w| V::list(w.to_vec())).collect())
            }
            Src::Moves(down, right, both) => {
                let (down, right) = (self.whole_number(down)?, self.whole_number(right)?);
                let pairs = self.places.pairs(*both, |c| self.places.leaps(c, down, right));
                Rc::new(pairs.into_iter().map(|(a, b)| V::cells(&[a, b])).collect())
            }
            Src::Near(near, both) => {
                let pairs = self.places.pairs(*both, |c| self.places.near(c, *near));
                Rc::new(pairs.into_iter().map(|(a, b)| V::cells(&[a, b])).collect())
            }
        };
        let mut number = 0;
        for (at, item) in items.iter().enumerate() {
            self.tick()?;
            self.put(&bind.pat, item.clone(), bind.pos)?;
            self.env[bind.place as usize] = V::int(at as i64 + 1);
            if let Some(index) = bind.index {
                self.env[index as usize] = V::int(number + 1);
            }
            let mut keep = true;
            for filter in &bind.filters {
                keep = match filter {
                    Filt::Where(condition) => self.truth(condition)?,
                    Filt::Marked(rules, unless) => {
                        let mut cells = Vec::new();
                        flatten(item, &mut cells);
                        rules.iter().any(|r| self.places.marked(r, &cells)) != *unless
                    }
                };
                if !keep {
                    break;
                }
            }
            if keep {
                number += 1;
                f(self, item)?;
            }
        }
        Ok(())
    }

    pub(crate) fn list(&mut self, code: &'a Code) -> Got<Rc<Vec<V>>> {
        match self.value(code)? {
            V::List(items) => Ok(items),
            V::Keyed(keyed) => Ok(Rc::new(keyed.1.clone())),
            V::Absent => Err(Stop::Skip),
            _ => Err(Stop::NoList),
        }
    }

    pub(super) fn truth(&mut self, code: &'a Code) -> Got<bool> {
        match self.value(code)? {
            V::Bool(b) => Ok(b),
            V::Absent => Err(Stop::Skip),
            _ => Ok(false),
        }
    }

    /// The truth of a condition. If `idle` is true, the value no longer matters, and a missing extra cell is not an error.
    fn truth_or(&mut self, code: &'a Code, idle: bool) -> Got<bool> {
        match self.truth(code) {
            Err(Stop::NoExtra(_)) if idle => Ok(false),
            other => other,
        }
    }

    /// Describes an item that extra cells belong to.
    fn item_words(&self, item: &V) -> String {
        let number = |n: &Rat| n.whole().map_or_else(|| format!("{}/{}", n.n, n.d), |n| n.to_string());
        match item {
            V::Num(n) => number(n),
            V::Cell(c) if c.index() < self.places.puzzle.cell_count() => self.places.puzzle.cell_name(*c),
            V::List(_) => {
                let cells = cells_in(item);
                let name = self.places.house_name(&cells);
                name.unwrap_or_else(|| format!("a list of {} cells", cells.len()))
            }
            _ => "another cell".into(),
        }
    }

    /// The expression's value as a number; `None` if the value is undefined.
    pub(crate) fn number(&mut self, code: &'a Code) -> Got<Option<Rat>> {
        let value = self.value(code)?;
        self.as_number(&value)
    }

    pub(crate) fn whole_number(&mut self, code: &'a Code) -> Got<i64> {
        match self.number(code)?.and_then(Rat::whole) {
            Some(n) => Ok(n),
            None => Err(code.pos.error("expected a whole number").into()),
        }
    }

    /// The number that a value counts as; for a cell, the value that rules give the cell.
    pub(crate) fn as_number(&self, value: &V) -> Got<Option<Rat>> {
        match value {
            V::Num(n) => Ok(Some(*n)),
            V::Cell(c) => match self.counts_for.get(c.index()).and_then(Option::as_ref) {
                Some(V::Num(n)) => Ok(Some(*n)),
                Some(_) => Ok(None),
                None => self.digit(*c).map(|d| Some(Rat::int(d))),
            },
            V::Absent | V::Unset => Err(Stop::Skip),
            _ => Ok(None),
        }
    }

    /// The digit in a cell.
    fn digit(&self, cell: Cell) -> Got<i64> {
        let count = self.places.puzzle.cell_count();
        match cell.index().checked_sub(count) {
            None => Ok(self.numbers.get(cell.index()).copied().unwrap_or(0)),
            Some(extra) => self.extras[extra].number.ok_or(Stop::Need(extra)),
        }
    }

    /// The digit of a cell, or the number itself. Values that rules give to cells are ignored.
    pub(crate) fn written(&self, value: &V) -> Got<Option<Rat>> {
        match value {
            V::Cell(c) => self.digit(*c).map(|d| Some(Rat::int(d))),
            other => self.as_number(other),
        }
    }

    pub(crate) fn all_written(&mut self, list: &[V]) -> Got<Option<Vec<Rat>>> {
        self.ticks(list.len() as u64)?;
        list.iter().map(|v| self.written(v)).collect()
    }

    pub(crate) fn all_numbers(&mut self, list: &[V]) -> Got<Option<Vec<Rat>>> {
        self.ticks(list.len() as u64)?;
        list.iter().map(|v| self.as_number(v)).collect()
    }

    /// The values of the items in a list; `None` if any of them is undefined.
    pub(crate) fn values_in(&mut self, list: &'a Code) -> Got<Option<Vec<Rat>>> {
        let list = self.list(list)?;
        self.all_numbers(&list)
    }

    /// The digits of the items in a list, as written; `None` if any of them is undefined.
    pub(crate) fn digits_in(&mut self, list: &'a Code) -> Got<Option<Vec<Rat>>> {
        let list = self.list(list)?;
        self.all_written(&list)
    }

    /// For each list in a list of lists, its digits as written, or its values; `None` if any of them is undefined.
    pub(crate) fn numbers_in_lists(&mut self, lists: &'a Code, written: bool) -> Got<Option<Vec<Vec<Rat>>>> {
        let mut all = Vec::new();
        for list in self.list(lists)?.iter() {
            let V::List(list) = list else { return Ok(None) };
            let numbers = if written { self.all_written(list)? } else { self.all_numbers(list)? };
            let Some(numbers) = numbers else { return Ok(None) };
            all.push(numbers);
        }
        Ok(Some(all))
    }

    /// The digits of a set or a list, or a single number; `None` if any of them is undefined.
    pub(crate) fn wanted(&mut self, code: &'a Code) -> Got<Option<Vec<Rat>>> {
        match self.value(code)? {
            V::List(items) => self.all_written(&items),
            V::Keyed(keyed) => self.all_written(&keyed.1),
            other => self.all_written(&[other]),
        }
    }

    pub(crate) fn cells_in(&mut self, list: &'a Code) -> Got<Vec<Cell>> {
        Ok(cells_in(&V::List(self.list(list)?)))
    }

    /// The cell that is passed to the function called `name`.
    pub(crate) fn known_cell(&mut self, code: &'a Code, name: &str, pos: Pos) -> Got<Cell> {
        match self.value(code)? {
            V::Cell(cell) => Ok(cell),
            _ => Err(pos.error(format!("`{name}` needs a cell known before solving")).into()),
        }
    }

    pub(crate) fn value(&mut self, code: &'a Code) -> Got<V> {
        self.tick()?;
        match self.worth(code) {
            Err(Stop::NoList) => Ok(if code.is_condition() { V::Bool(false) } else { V::Undefined }),
            other => other,
        }
    }

    fn worth(&mut self, code: &'a Code) -> Got<V> {
        Ok(match &code.kind {
            CodeKind::Number(n) => V::int(*n),
            CodeKind::Bool(b) => V::Bool(*b),
            CodeKind::Text(t) => V::Text(Arc::clone(t)),
            CodeKind::Var(slot) => match &self.env[*slot as usize] {
                V::Absent | V::Unset => return Err(Stop::Skip),
                value => value.clone(),
            },
            CodeKind::IsGiven(slot) => V::Bool(!matches!(self.env[*slot as usize], V::Absent | V::Unset)),
            CodeKind::CluesOf(rule) => V::list(self.places.clues_of(rule).into_iter().map(V::Clue).collect()),
            CodeKind::Word(word) => self.word(word),
            CodeKind::Call(function, args) => {
                let Judge(judge) = function.judge.downcast_ref().expect("a function's `judge` is a `Judge`");
                return judge(self, args, code.pos);
            }
            CodeKind::Index(list, index) => {
                let index = self.number(index)?;
                let list = self.list(list)?;
                let at = index.and_then(Rat::whole).and_then(|i| usize::try_from(i - 1).ok());
                at.and_then(|i| list.get(i)).cloned().unwrap_or(V::Undefined)
            }
            CodeKind::KeyIndex(keyed, key, known) => self.extra_for(keyed, key, *known, code.pos)?,
            CodeKind::Field(clue, at) => {
                let V::Clue(number) = self.value(clue)? else { return Ok(V::Undefined) };
                let clue = self.places.clues[number as usize];
                let rule = self.rules.needed(clue)?;
                let bound = args::bind(rule, clue, self.places, constants)?;
                match V::arg(bound[*at].as_ref()) {
                    V::Absent => return Err(Stop::Skip),
                    value => value,
                }
            }
            CodeKind::Neg(x) => self.number(x)?.map_or(V::Undefined, |n| V::Num(n.neg())),
            CodeKind::Abs(x) => self.number(x)?.map_or(V::Undefined, |n| V::Num(if n.n < 0 { n.neg() } else { n })),
            CodeKind::Arith(op, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let (Some(a), Some(b)) = (a, b) else { return Ok(V::Undefined) };
                let result = match op {
                    Arith::Add => Some(a.add(b)),
                    Arith::Sub => Some(a.sub(b)),
                    Arith::Mul => Some(a.mul(b)),
                    Arith::Div => a.div(b),
                    Arith::FloorDiv => a.div(b).map(Rat::floor),
                    // The remainder modulo |b| is never negative.
                    Arith::Mod => {
                        let b = if b.n < 0 { b.neg() } else { b };
                        a.div(b).map(|q| a.sub(b.mul(q.floor())))
                    }
                };
                V::maybe(result)
            }
            CodeKind::If(c, a, b) => {
                let branch = if self.truth(c)? { a } else { b };
                return self.value(branch);
            }
            CodeKind::List(items) => {
                let items = items.iter().map(|i| self.value(i)).collect::<Got<Vec<V>>>()?;
                V::list(items)
            }
            CodeKind::ListFor(item, bind) => {
                let mut items = Vec::new();
                self.each(bind, &mut |run, _| {
                    items.push(run.value(item)?);
                    if items.len() > MAX_LIST {
                        return Err(code.pos.error(format!("the list has more than {MAX_LIST} items")).into());
                    }
                    Ok(())
                })?;
                V::list(items)
            }
            CodeKind::Set(items) => self.set(items, code.pos)?,
            CodeKind::End(last, count, list) => {
                let count = self.number(count)?;
                let list = self.list(list)?;
                let Some(count) = count else { return Ok(V::Undefined) };
                let k = usize::try_from(count.floor().n.max(0)).unwrap_or(usize::MAX);
                let k = if count.is_finite() { k.min(list.len()) } else { list.len() };
                V::list(if *last { list[list.len() - k..].to_vec() } else { list[..k].to_vec() })
            }
            CodeKind::Side(after, list, index) => {
                let index = self.value(index)?;
                let list = self.list(list)?;
                let at = match &index {
                    V::Cell(c) => list.iter().position(|x| matches!(x, V::Cell(x) if x == c)).map(|i| i as i64 + 1),
                    _ => None,
                };
                // A cell of the list stands for its own index; any other value must be an index.
                let at = match at {
                    None => self.as_number(&index)?.and_then(Rat::whole),
                    own => own,
                };
                let at = at.and_then(|at| usize::try_from(at).ok()).filter(|at| (1..=list.len()).contains(at));
                let Some(at) = at else { return Ok(V::Undefined) };
                V::list(if *after { list[at..].to_vec() } else { list[..at - 1].to_vec() })
            }
            CodeKind::Fold(slot, start, bind, next) => {
                let mut state = V::maybe(self.number(start)?);
                self.each(bind, &mut |run, _| {
                    run.env[*slot as usize] = state.clone();
                    state = V::maybe(run.number(next)?);
                    Ok(())
                })?;
                state
            }
            CodeKind::Let(slot, value, body) => {
                let value = self.value(value)?;
                self.env[*slot as usize] = value;
                return self.value(body);
            }
            _ => return self.condition(code),
        })
    }

    /// The value of a condition if all lists that it reads exist.
    fn condition(&mut self, code: &'a Code) -> Got<V> {
        Ok(match &code.kind {
            CodeKind::Not(x) => V::Bool(!self.truth(x)?),
            CodeKind::Compare(cmp, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                V::Bool(matches!((a, b), (Some(a), Some(b)) if holds(*cmp, a.cmp(b))))
            }
            CodeKind::SameDigit(a, b, different) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let (a, b) = (self.written(&a)?, self.written(&b)?);
                V::Bool(matches!((a, b), (Some(a), Some(b)) if (a == b) != *different))
            }
            CodeKind::SameWord(a, b, different) => {
                let same = match (self.value(a)?, self.value(b)?) {
                    (V::Text(a), V::Text(b)) => a == b,
                    (V::Bool(a), V::Bool(b)) => a == b,
                    _ => return Ok(V::Bool(false)),
                };
                V::Bool(same != *different)
            }
            CodeKind::In(x, list) => {
                let x = self.number(x)?;
                let list = self.list(list)?;
                let Some(x) = x else { return Ok(V::Bool(false)) };
                let mut found = false;
                for item in list.iter() {
                    found |= self.written(item)? == Some(x);
                }
                V::Bool(found)
            }
            CodeKind::CellIn(x, list) => {
                let V::Cell(x) = self.value(x)? else { return Ok(V::Bool(false)) };
                V::Bool(self.list(list)?.iter().any(|c| matches!(c, V::Cell(c) if *c == x)))
            }
            CodeKind::And(all) => V::Bool(!self.one_is(false, all)?),
            CodeKind::Or(all) => V::Bool(self.one_is(true, all)?),
            CodeKind::Implies(a, b) => {
                let holds = self.truth(a)?;
                V::Bool(if !holds && a.asks() { true } else { self.truth_or(b, !holds)? || !holds })
            }
            CodeKind::Quantified(quantity, count, bind, condition) => {
                let (mut yes, mut all) = (0i64, 0i64);
                self.each(bind, &mut |run, _| {
                    all += 1;
                    yes += i64::from(run.truth(condition)?);
                    Ok(())
                })?;
                V::Bool(self.enough(*quantity, count.as_deref(), yes, all)?)
            }
            CodeKind::Of(quantity, count, all) => {
                let mut yes = 0;
                for x in all {
                    yes += i64::from(self.truth(x)?);
                }
                V::Bool(self.enough(*quantity, Some(count), yes, all.len() as i64)?)
            }
            CodeKind::Matches(list, dfa) => V::Bool(self.matches(list, dfa)?),
            CodeKind::Accepts(list, automaton) => self.accepts(list, automaton)?,
            CodeKind::MatchesText(list, text) => {
                let V::Text(text) = self.value(text)? else { return Ok(V::Bool(false)) };
                let dfa = regex_of(&text)
                    .map_err(|e| code.pos.error(format!("error in the regular expression \"{text}\": {e}")))?;
                V::Bool(self.matches(list, &dfa)?)
            }
            _ => unreachable!("`worth` has all other expressions"),
        })
    }

    /// Whether one of the conditions has this truth value. Every condition is evaluated, because a condition that reads an absent
    /// parameter skips the statement; but evaluation may stop after a condition that asks whether the parameter is given.
    fn one_is(&mut self, wanted: bool, all: &'a [Code]) -> Got<bool> {
        let mut found = false;
        for x in all {
            found |= self.truth_or(x, found)? == wanted;
            if found && x.asks() {
                break;
            }
        }
        Ok(found)
    }

    fn matches(&mut self, list: &'a Code, dfa: &Dfa) -> Got<bool> {
        let digits = self.digits_in(list)?;
        let whole: Option<Vec<i64>> = digits.and_then(|digits| digits.into_iter().map(Rat::whole).collect());
        Ok(whole.is_some_and(|w| dfa.matches(&w)))
    }

    /// The value of a set `{1, 3..5}`.
    fn set(&mut self, items: &'a [(Code, Option<Code>)], pos: Pos) -> Got<V> {
        let mut all = Vec::new();
        for (low, high) in items {
            let from = self.number(low)?;
            let Some(high) = high else {
                all.push(V::maybe(from));
                continue;
            };
            let to = self.number(high)?;
            let whole = from.and_then(Rat::whole).zip(to.and_then(Rat::whole));
            let Some((from, to)) = whole else {
                if from.is_none() || to.is_none() {
                    return Err(not_there(pos, "end of a range").into());
                }
                return Err(pos.error("a range must go from one whole number to another").into());
            };
            if to.saturating_sub(from) > MAX_LIST as i64 {
                return Err(pos.error(format!("the set has more than {MAX_LIST} numbers")).into());
            }
            all.extend((from..=to).map(V::int));
        }
        Ok(V::list(all))
    }

    /// Whether an automaton accepts a list, or several lists with a break between them.
    fn accepts(&mut self, list: &'a Code, automaton: &Nfa) -> Got<V> {
        let list = self.list(list)?;
        let mut digits = Vec::new();
        for (i, item) in list.iter().enumerate() {
            let V::List(inner) = item else {
                digits.push(self.written(item)?);
                continue;
            };
            if i > 0 {
                digits.push(Some(Rat::int(BREAK)));
            }
            for item in inner.iter() {
                digits.push(self.written(item)?);
            }
        }
        let mut states = automaton.starts().to_vec();
        for digit in digits {
            let Some(digit) = digit.and_then(Rat::whole) else { return Ok(V::Bool(false)) };
            let mut next = Vec::new();
            for state in states {
                self.ticks(automaton.steps(state).len() as u64)?;
                let fit = automaton.steps(state).iter().filter(|s| s.0 == digit);
                next.extend(fit.map(|s| s.1));
            }
            next.order();
            next.dedup();
            states = next;
        }
        Ok(V::Bool(states.into_iter().any(|s| automaton.ends(s))))
    }

    /// The value of a constant of the language.
    fn word(&self, word: &Word) -> V {
        match word.is {
            Is::Number(n) => V::int(n(self.places)),
            Is::Numbers(all) => V::list(all(self.places).into_iter().map(V::int).collect()),
            Is::Cells(cells) => V::cells(&cells(self.places)),
            Is::Lists(lists) => V::lists(&lists(self.places)),
        }
    }

    /// The extra cell that belongs to an item; undefined if digits select an item that has no extra cell.
    fn extra_for(&mut self, keyed: &'a Code, key: &'a Code, known: bool, pos: Pos) -> Got<V> {
        let (V::Keyed(keyed), key) = (self.value(keyed)?, self.value(key)?) else { return Ok(V::Undefined) };
        self.ticks(keyed.0.len() as u64 / 8)?;
        let numbers = matches!(keyed.0.first(), Some(V::Num(_)));
        let number = if numbers { self.as_number(&key)? } else { None };
        let found = keyed.0.iter().position(|k| match (k, &key) {
            (V::Num(k), _) => number == Some(*k),
            (V::Cell(a), V::Cell(b)) => a == b,
            (V::List(a), V::List(b)) => same_cells(a, b),
            _ => false,
        });
        Ok(match found {
            Some(i) => keyed.1[i].clone(),
            // The digits selected an item that has no extra cell.
            None if !known || numbers && number.is_none() => V::Undefined,
            None => {
                let items = keyed.0.iter().map(|k| self.item_words(k)).collect();
                let wanted = number.map_or_else(|| self.item_words(&key), |n| self.item_words(&V::Num(n)));
                return Err(Stop::NoExtra(Box::new(no_extra_cell(pos, &wanted, items))));
            }
        })
    }

    fn enough(&mut self, quantity: Quantity, count: Option<&'a Code>, yes: i64, all: i64) -> Got<bool> {
        let count = match count {
            None => None,
            Some(count) => self.number(count)?,
        };
        let compared = count.map(|k| Rat::int(yes).cmp(k));
        Ok(match quantity {
            Quantity::Every => yes == all,
            Quantity::Some => yes > 0,
            Quantity::Exactly => compared == Some(Ordering::Equal),
            Quantity::AtLeast => matches!(compared, Some(Ordering::Equal | Ordering::Greater)),
            Quantity::AtMost => matches!(compared, Some(Ordering::Equal | Ordering::Less)),
        })
    }
}

pub(super) fn holds(cmp: Cmp, order: Ordering) -> bool {
    match cmp {
        Cmp::Eq => order.is_eq(),
        Cmp::Ne => order.is_ne(),
        Cmp::Lt => order.is_lt(),
        Cmp::Le => order.is_le(),
        Cmp::Gt => order.is_gt(),
        Cmp::Ge => order.is_ge(),
        Cmp::In => false,
    }
}
