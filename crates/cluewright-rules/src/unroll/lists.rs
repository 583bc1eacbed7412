//! Operations on lists while rules are unrolled: parts of lists, membership, and the number of conditions that hold.

use super::Lower;
use super::ir::{FALSE, Id, TRUE};
use super::value::{Got, List, Num, Stop, Val, cells_in, constant_of, plain_cells};
use crate::automaton::Dfa;
use crate::code::{Code, Quantity, no_extra_cell};
use crate::syntax::Pos;
use crate::syntax::ast::Cmp;
use cluewright_core::Cell;
use std::rc::Rc;
use std::sync::Arc;

impl<'a> Lower<'a> {
    /// The cells of a list; `None` if the list contains anything else, or if its contents depend on digits.
    pub(crate) fn plain_list(&mut self, code: &'a Code) -> Got<Option<Vec<Cell>>> {
        Ok(plain_cells(&*self.list_of(code)?))
    }

    /// Lists that contain only cells; `None` if a list contains anything else, or if its contents depend on digits.
    pub(crate) fn plain_lists(&mut self, code: &'a Code) -> Got<Option<Vec<Vec<Cell>>>> {
        let lists = self.list_of(code)?;
        if lists.gone != FALSE || lists.guards.iter().any(|&g| g != TRUE) {
            return Ok(None);
        }
        Ok(lists.items.iter().map(|l| if let Val::List(l) = l { plain_cells(l) } else { None }).collect())
    }

    /// The items of a list at the indices (counted from 1) for which `inside` holds.
    pub(crate) fn sliced(&mut self, list: &List, inside: impl Fn(&mut Self, i64) -> Id) -> Got<List> {
        self.ticks(list.items.len() as u64)?;
        let mut out = List::default();
        for (i, item) in list.items.iter().enumerate() {
            let here = inside(self, i as i64 + 1);
            let guard = self.graph.and(&[here, list.guard(i)]);
            if guard != FALSE {
                out.items.push(item.clone());
                out.guards.push(guard);
            }
        }
        if out.guards.iter().all(|&g| g == TRUE) {
            out.guards.clear();
        }
        Ok(out)
    }

    /// A part of a list. The part exists only if `there` holds.
    pub(crate) fn part(&mut self, mut part: List, there: Id) -> Val {
        if there == FALSE {
            return Val::Undefined;
        }
        part.gone = self.graph.not(there);
        Val::List(Rc::new(part))
    }

    /// The index in a list that `place` stands for. A cell of the list stands for its own index, any other value for its number.
    pub(crate) fn place_in(&mut self, place: &Val, list: &List, pos: Pos) -> Got<Num> {
        let own = |cell: &Cell| list.items.iter().position(|x| matches!(x, Val::Cell(x) if x == cell));
        match place {
            Val::Cell(cell) if own(cell).is_some() => Ok(self.whole(own(cell).map_or(0, |at| at as i64 + 1))),
            Val::Pick(index, choices) => {
                let mut places = Vec::with_capacity(choices.items.len());
                for choice in &choices.items {
                    places.push(Val::Num(self.place_in(choice, list, pos)?));
                }
                self.num(&Val::Pick(*index, Rc::new(List::of(places))), pos)
            }
            Val::Choice(condition, both) => {
                let (a, b) = (self.place_in(&both.0, list, pos)?, self.place_in(&both.1, list, pos)?);
                Ok(self.choose(*condition, a, b))
            }
            other => {
                let n = self.num(other, pos)?;
                Ok(self.integral(n))
            }
        }
    }

    /// A value that becomes undefined if `gone` holds.
    pub(crate) fn unless(&mut self, gone: Id, value: Val) -> Val {
        let there = self.graph.not(gone);
        match value {
            Val::Num(n) => Val::Num(Num { ok: self.graph.and(&[n.ok, there]), ..n }),
            Val::Bool(b) => Val::Bool(self.graph.and(&[b, there])),
            Val::List(list) => {
                let gone = self.graph.or(&[list.gone, gone]);
                Val::List(Rc::new(List { gone, ..(*list).clone() }))
            }
            Val::Keyed(keyed) => Val::List(Rc::new(List { gone, ..List::of(keyed.1.clone()) })),
            Val::Cell(_) | Val::Pick(..) | Val::Choice(..) => Val::Choice(there, Rc::new((value, Val::Undefined))),
            Val::Undefined | Val::Absent | Val::Unset | Val::Text(_) | Val::Clue(_) => value,
        }
    }

    /// The extra cell for an item; `Undefined` where digits select an item that has no extra cell. An item that can never have
    /// an extra cell is an error.
    pub(crate) fn extra_for(&mut self, keyed: &Rc<(Vec<Val>, Vec<Val>)>, item: &Val, pos: Pos) -> Got<Val> {
        let (items, cells) = &**keyed;
        if matches!(items.first(), Some(Val::Num(_))) {
            return self.extra_for_number(keyed, item, pos);
        }
        let wanted = cells_in(item);
        let at = |wanted: &[Cell]| items.iter().position(|k| cells_in(k) == wanted);
        Ok(match item {
            Val::Undefined => Val::Undefined,
            Val::Pick(index, list) => {
                let one = |item: &Val| at(&cells_in(item)).map_or(Val::Undefined, |i| cells[i].clone());
                let chosen: Vec<Val> = list.items.iter().map(one).collect();
                if chosen.iter().all(|v| matches!(v, Val::Undefined)) {
                    return Err(self.no_extra(items, "any of these cells", pos));
                }
                Val::Pick(*index, Rc::new(List::of(chosen)))
            }
            Val::Choice(condition, both) => {
                let (a, b) = (self.extra_for(keyed, &both.0, pos)?, self.extra_for(keyed, &both.1, pos)?);
                Val::Choice(*condition, Rc::new((a, b)))
            }
            _ => match at(&wanted) {
                Some(i) => cells[i].clone(),
                None => return Err(self.no_extra(items, &self.item_words(item), pos)),
            },
        })
    }

    /// The extra cell for an item, if the extra cells belong to numbers.
    fn extra_for_number(&mut self, keyed: &Rc<(Vec<Val>, Vec<Val>)>, item: &Val, pos: Pos) -> Got<Val> {
        let (items, cells) = &**keyed;
        let mut numbers = Vec::with_capacity(items.len());
        for item in items {
            let known = constant_of(&self.graph, item);
            numbers.push(
                known.ok_or_else(|| pos.error("the items that extra cells are for must be known before solving"))?,
            );
        }
        let n = self.num(item, pos)?;
        let n = self.integral(n);
        if n.ok == FALSE {
            return Ok(Val::Undefined);
        }
        let (low, high) = (self.graph.node(n.n).low, self.graph.node(n.n).high);
        let reached = |k: &i32| (low..=high).contains(&i64::from(*k));
        let (Some(&from), Some(&to)) =
            (numbers.iter().filter(|k| reached(k)).min(), numbers.iter().filter(|k| reached(k)).max())
        else {
            let wanted = if low == high { low.to_string() } else { format!("a number from {low} to {high}") };
            return Err(self.no_extra(items, &wanted, pos));
        };
        if low == high {
            return Ok(cells[numbers.iter().position(|k| *k == from).expect("it was found")].clone());
        }
        if i64::from(to) - i64::from(from) > 10_000 {
            return Err(pos.error("these extra cells are for numbers that are too far apart").into());
        }
        let chosen =
            (from..=to).map(|k| numbers.iter().position(|n| *n == k).map_or(Val::Undefined, |i| cells[i].clone()));
        let chosen = Rc::new(List::of(chosen.collect()));
        let place = Num { n: self.graph.lin(&[(n.n, 1)], 1 - i64::from(from)), ..n };
        Ok(Val::Pick(place, chosen))
    }

    fn no_extra(&self, items: &[Val], wanted: &str, pos: Pos) -> Stop {
        no_extra_cell(pos, wanted, items.iter().map(|k| self.item_words(k)).collect()).into()
    }

    /// Describes an item that extra cells belong to.
    fn item_words(&self, item: &Val) -> String {
        match item {
            Val::Num(_) => constant_of(&self.graph, item).map_or_else(|| "a fraction".into(), |n| n.to_string()),
            Val::Cell(c) if c.index() < self.places.puzzle.cell_count() => self.places.puzzle.cell_name(*c),
            Val::List(_) => {
                let cells = cells_in(item);
                let name = self.places.house_name(&cells);
                name.unwrap_or_else(|| format!("a list of {} cells", cells.len()))
            }
            _ => "another cell".into(),
        }
    }

    pub(crate) fn matches(&mut self, list: &List, dfa: &Arc<Dfa>, pos: Pos) -> Got<Val> {
        let mut items = Vec::with_capacity(list.items.len());
        for item in &list.items {
            let n = self.written(item, pos)?;
            if n.d != self.one || n.ok != TRUE {
                return Err(pos.error("`matches` reads digits of cells").into());
            }
            items.push(n.n);
        }
        Ok(Val::Bool(self.graph.accepted(dfa, &items)))
    }

    /// The condition that a number is equal to one of the numbers written in the items.
    pub(crate) fn among(&mut self, x: Num, list: &List, pos: Pos) -> Got<Id> {
        let mut parts = Vec::with_capacity(list.items.len());
        self.ticks(list.items.len() as u64)?;
        if x.d == self.one
            && x.ok == TRUE
            && let Some(numbers) = self.known_numbers(list)
            && let Some(reached) = self.graph.compared_fold(x.n, |n| numbers.binary_search(&n).is_ok())
        {
            return Ok(reached);
        }
        for (i, item) in list.items.iter().enumerate() {
            let n = self.written(item, pos)?;
            let equal = self.compare(Cmp::Eq, x, n);
            let guard = list.guard(i);
            parts.push(self.graph.and(&[equal, guard]));
        }
        Ok(self.graph.or(&parts))
    }

    pub(crate) fn enough(&mut self, quantity: Quantity, count: Option<&'a Code>, parts: &[Id]) -> Got<Id> {
        let count = match (quantity, count) {
            (Quantity::Every, _) => return Ok(self.graph.and(parts)),
            (Quantity::Some, _) => return Ok(self.graph.or(parts)),
            (_, Some(count)) => self.number(count)?,
            (_, None) => return Ok(FALSE),
        };
        let yes = self.count(parts);
        let yes = self.plain(yes);
        let cmp = match quantity {
            Quantity::AtLeast => Cmp::Ge,
            Quantity::AtMost => Cmp::Le,
            _ => Cmp::Eq,
        };
        Ok(self.compare(cmp, yes, count))
    }

    /// The number of conditions that hold.
    pub(crate) fn count(&mut self, parts: &[Id]) -> Id {
        let terms: Vec<(Id, i64)> = parts.iter().map(|&p| (self.graph.indicator(p), 1)).collect();
        self.graph.lin(&terms, 0)
    }

    /// The numbers of a list as numerators, their common denominator, and the condition that every item in the list is defined.
    pub(crate) fn numbers(&mut self, list: &List, pos: Pos, written: bool) -> Got<(Vec<Id>, Id, Id)> {
        self.ticks(list.items.len() as u64)?;
        let mut all = Vec::with_capacity(list.items.len());
        let mut oks = Vec::new();
        let mut d = self.one;
        for (i, item) in list.items.iter().enumerate() {
            let n = self.as_num(item, pos, written)?;
            if n.ok != TRUE {
                let guard = list.guard(i);
                let not = self.graph.not(guard);
                oks.push(self.graph.or(&[not, n.ok]));
            }
            if n.d != d {
                d = if d == self.one { n.d } else { self.graph.mul(d, n.d) };
            }
            all.push(n);
        }
        let ok = self.graph.and(&oks);
        if all.iter().all(|n| n.d == d) {
            return Ok((all.into_iter().map(|n| n.n).collect(), d, ok));
        }
        let mut ids = Vec::with_capacity(all.len());
        for n in &all {
            if n.d == d {
                ids.push(n.n);
                continue;
            }
            if n.d == self.one {
                ids.push(self.graph.mul(n.n, d));
                continue;
            }
            // `d` is a multiple of every denominator.
            let (Some(whole), Some(part)) = (self.graph.as_const(d), self.graph.as_const(n.d)) else {
                return Err(pos
                    .error("fractions whose denominators depend on digits cannot be added up here")
                    .hint("compare them one by one")
                    .into());
            };
            ids.push(self.graph.scale(n.n, whole / part));
        }
        Ok((ids, d, ok))
    }
}
