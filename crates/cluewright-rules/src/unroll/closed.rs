//! Determines which names an expression reads. An expression that reads only names that it binds itself always has the same value,
//! so it is evaluated only once.

use super::Lower;
use super::kept::Lines;
use super::value::{Got, List, Stop, Val};
use crate::code::{Bind, Code, CodeKind, Filt, Pat, Slot, Src};
use cluewright_core::{Cell, Sort};
use std::rc::Rc;
use std::sync::Arc;

impl<'a> Lower<'a> {
    /// The value of a `let` that reads no other names and no digits, evaluated only once; `None` for any other expression.
    pub(crate) fn closed(&mut self, code: &'a Code) -> Got<Option<Val>> {
        let key = std::ptr::from_ref(code) as usize;
        if let Some(known) = self.kept.closed.get(&key) {
            return Ok(known.clone());
        }
        let mut made = None;
        if is_closed(code) {
            made = match self.unrolled(code) {
                Err(Stop::Skip) => None,
                other => Some(other?),
            };
        }
        let made = made.filter(|value| !self.depends(value));
        self.kept.closed.insert(key, made.clone());
        Ok(made)
    }

    /// Whether the value is a list that [`Self::closed()`] returned. Such a list exists as long as rules are lowered.
    pub(crate) fn is_closed_list(&self, value: &Val) -> bool {
        let Val::List(list) = value else { return false };
        let same = |known: &Val| matches!(known, Val::List(k) if Rc::ptr_eq(k, list));
        self.kept.closed.values().flatten().any(same)
    }

    /// The cells of each list in a list of lists; `None` if a list contains anything but cells. The result of the last call is
    /// cached.
    pub(crate) fn cells_of_lists(&mut self, lists: &Rc<List>) -> Option<Lines> {
        if let Some((known, cells)) = &self.kept.last_lists
            && Rc::ptr_eq(known, lists)
        {
            return Some(Arc::clone(cells));
        }
        let cells_of = |list: &Val| {
            let items = match list {
                Val::List(list) if list.guards.is_empty() => &list.items,
                Val::Keyed(keyed) => &keyed.1,
                _ => return None,
            };
            items.iter().map(|i| if let Val::Cell(c) = i { Some(*c) } else { None }).collect::<Option<Vec<Cell>>>()
        };
        let cells: Lines = lists.items.iter().map(cells_of).collect::<Option<_>>()?;
        self.kept.last_lists = Some((Rc::clone(lists), Arc::clone(&cells)));
        Some(cells)
    }
}

/// Whether an expression reads only names that it binds itself.
fn is_closed(code: &Code) -> bool {
    names_read(code).is_empty()
}

/// The names that an expression reads but does not bind itself, each listed once. (Each name has a separate slot within its rule.)
pub(crate) fn names_read(code: &Code) -> Vec<Slot> {
    let mut names = Names::default();
    names.code(code);
    names.read_of_others()
}

/// Like [`names_read`], but treats some lists differently: if the expression reads items of a list at indices that depend only on
/// names, the result contains these items (the list's name and the index) instead of the list's name.
pub(crate) fn items_read(code: &Code) -> (Vec<Slot>, Vec<(Slot, &Code)>) {
    let mut names = Names { items: Some(Vec::new()), ..Names::default() };
    names.code(code);
    let mut items = names.items.take().unwrap_or_default();
    items.retain(|&(list, place)| {
        let decides = names_read(place);
        let known = !decides.iter().chain([&list]).any(|slot| names.own.contains(slot));
        if !known {
            names.read.extend(decides);
            names.read.push(list);
        }
        known
    });
    (names.read_of_others(), items)
}

/// The names that an expression reads, and the names that it binds. If `items` is set, items of lists are collected there.
#[derive(Default)]
struct Names<'a> {
    read: Vec<Slot>,
    own: Vec<Slot>,
    items: Option<Vec<(Slot, &'a Code)>>,
}

impl<'a> Names<'a> {
    /// The names that the expression reads but does not bind, each listed once.
    fn read_of_others(mut self) -> Vec<Slot> {
        self.read.order();
        self.read.dedup();
        self.read.retain(|slot| !self.own.contains(slot));
        self.read
    }

    fn bind(&mut self, bind: &'a Bind) {
        match &bind.pat {
            Pat::One(slot) => self.own.push(*slot),
            Pat::Tuple(slots) => self.own.extend(slots),
        }
        self.own.extend(bind.index);
        self.own.push(bind.place);
    }

    fn code(&mut self, code: &'a Code) {
        match &code.kind {
            CodeKind::Var(slot) | CodeKind::IsGiven(slot) => self.read.push(*slot),
            CodeKind::Index(list, place) => {
                if let (Some(items), &CodeKind::Var(slot)) = (&mut self.items, &list.kind)
                    && scalar_in(place, false)
                {
                    items.push((slot, place));
                    return;
                }
            }
            CodeKind::Quantified(_, _, bind, _) | CodeKind::ListFor(_, bind) => self.bind(bind),
            CodeKind::Fold(slot, _, bind, _) => {
                self.own.push(*slot);
                self.bind(bind);
            }
            CodeKind::Let(slot, ..) => self.own.push(*slot),
            _ => {}
        }
        each_inside(code, &mut |inner| self.code(inner));
    }
}

/// Calls `see` for each expression that is directly inside `code`.
pub(crate) fn each_inside<'a>(code: &'a Code, see: &mut dyn FnMut(&'a Code)) {
    match &code.kind {
        CodeKind::Number(_)
        | CodeKind::Bool(_)
        | CodeKind::Text(_)
        | CodeKind::CluesOf(_)
        | CodeKind::Word(_)
        | CodeKind::Var(_)
        | CodeKind::IsGiven(_) => {}
        CodeKind::Call(_, list) | CodeKind::And(list) | CodeKind::Or(list) | CodeKind::List(list) => {
            list.iter().for_each(see);
        }
        CodeKind::Field(x, _)
        | CodeKind::Neg(x)
        | CodeKind::Not(x)
        | CodeKind::Abs(x)
        | CodeKind::Matches(x, _)
        | CodeKind::Accepts(x, _) => see(x),
        CodeKind::Index(a, b)
        | CodeKind::KeyIndex(a, b, _)
        | CodeKind::Arith(_, a, b)
        | CodeKind::Compare(_, a, b)
        | CodeKind::SameDigit(a, b, _)
        | CodeKind::SameWord(a, b, _)
        | CodeKind::In(a, b)
        | CodeKind::CellIn(a, b)
        | CodeKind::Implies(a, b)
        | CodeKind::MatchesText(a, b)
        | CodeKind::End(_, a, b)
        | CodeKind::Side(_, a, b)
        | CodeKind::Let(_, a, b) => [a, b].into_iter().for_each(|x| see(x)),
        CodeKind::If(a, b, c) => [a, b, c].into_iter().for_each(|x| see(x)),
        CodeKind::Quantified(_, count, bind, inner) => {
            count.iter().for_each(|c| see(c));
            each_of_bind(bind, see);
            see(inner);
        }
        CodeKind::Of(_, count, list) => std::iter::once(&**count).chain(list).for_each(see),
        CodeKind::ListFor(item, bind) => {
            each_of_bind(bind, see);
            see(item);
        }
        CodeKind::Set(items) => items.iter().flat_map(|(low, high)| std::iter::once(low).chain(high)).for_each(see),
        CodeKind::Fold(_, start, bind, next) => {
            see(start);
            each_of_bind(bind, see);
            see(next);
        }
    }
}

fn each_of_bind<'a>(bind: &'a Bind, see: &mut dyn FnMut(&'a Code)) {
    match &bind.src {
        Src::In(list) | Src::Along(list) => see(list),
        Src::Moves(down, right, _) => [down, right].into_iter().for_each(&mut *see),
        Src::Near(..) => {}
    }
    bind.filters.iter().for_each(|filter| {
        if let Filt::Where(condition) = filter {
            see(condition);
        }
    });
}

/// Whether an expression uses its variables only as numbers, never as positions. If `lists` is true, a name may also be a list
/// whose items are read by index.
pub(crate) fn scalar_in(code: &Code, lists: bool) -> bool {
    let scalar = |code: &Code| scalar_in(code, lists);
    match &code.kind {
        CodeKind::Number(_)
        | CodeKind::Bool(_)
        | CodeKind::Text(_)
        | CodeKind::Var(_)
        | CodeKind::Word(_)
        | CodeKind::IsGiven(_) => true,
        CodeKind::Neg(x) | CodeKind::Not(x) | CodeKind::Abs(x) => scalar(x),
        CodeKind::Arith(_, a, b)
        | CodeKind::Compare(_, a, b)
        | CodeKind::SameDigit(a, b, _)
        | CodeKind::Implies(a, b)
        | CodeKind::In(a, b) => scalar(a) && scalar(b),
        CodeKind::Index(list, index) => lists && matches!(list.kind, CodeKind::Var(_)) && scalar(index),
        CodeKind::And(all) | CodeKind::Or(all) => all.iter().all(scalar),
        CodeKind::If(c, a, b) => scalar(c) && scalar(a) && scalar(b),
        CodeKind::Set(items) => items.iter().all(|(l, h)| scalar(l) && h.as_ref().is_none_or(scalar)),
        CodeKind::Call(function, args) => function.of_whole.is_some() && args.iter().all(scalar),
        _ => false,
    }
}
