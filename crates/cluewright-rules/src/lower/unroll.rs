//! Rules unrolled for the puzzle at hand: every `for` written out, every cell a variable of the graph.

use super::Lower;
use super::ir::{FALSE, Graph, INF, Id, TRUE};
use crate::args;
use crate::code::{Bind, Builtin, Code, CodeKind, Filt, Pat, Quantity, Src};
use crate::compile::{Dfa, regex};
use crate::places::Places;
use crate::syntax::Pos;
use crate::syntax::ast::{Arith, Cmp, Nearness};
use cluewright_core::{Arg, BadInput, Cell};
use std::rc::Rc;
use std::sync::Arc;

/// A number that may depend on cells: `n / d`, defined when `ok` holds. `d` is never negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Num {
    pub(super) n: Id,
    pub(super) d: Id,
    pub(super) ok: Id,
}

/// A list; some of its items are there only when their guard holds.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub(super) items: Vec<Val>,
    /// One for each item, or none at all: every item is there.
    pub(super) guards: Vec<Id>,
}

impl List {
    pub(super) fn guard(&self, i: usize) -> Id {
        self.guards.get(i).copied().unwrap_or(TRUE)
    }
}

/// What an expression stands for.
#[derive(Clone, Debug)]
pub(super) enum Val {
    Unset,
    Absent,
    Undefined,
    Num(Num),
    Bool(Id),
    Text(Arc<str>),
    Cell(Cell),
    List(Rc<List>),
    Keyed(Rc<(Vec<Val>, Vec<Val>)>),
    Clue(u32),
    /// A cell chosen by a number.
    Pick(Num, Rc<List>),
    /// One cell or another, by a condition.
    Choice(Id, Rc<(Val, Val)>),
}

impl Val {
    pub(super) fn list(items: Vec<Self>) -> Self {
        Self::List(Rc::new(List { items, guards: Vec::new() }))
    }

    pub(super) fn cells(cells: &[Cell]) -> Self {
        Self::list(cells.iter().map(|&c| Self::Cell(c)).collect())
    }

    /// Do digits decide what it is? (Of a very long list it may be said without need.)
    pub(super) fn reads_digits(&self, graph: &Graph) -> bool {
        fn visit(value: &Val, graph: &Graph, room: &mut usize) -> bool {
            *room = room.saturating_sub(1);
            let reads = |id: Id| graph.node(id).vars != 0;
            match value {
                _ if *room == 0 => true,
                Val::Num(n) => reads(n.n) || reads(n.d) || reads(n.ok),
                Val::Bool(b) => reads(*b),
                Val::List(list) => {
                    list.guards.iter().any(|&g| reads(g)) || list.items.iter().any(|i| visit(i, graph, room))
                }
                Val::Pick(..) | Val::Choice(..) => true,
                Val::Unset
                | Val::Absent
                | Val::Undefined
                | Val::Text(_)
                | Val::Cell(_)
                | Val::Keyed(_)
                | Val::Clue(_) => false,
            }
        }
        let mut room = MAX_LIST;
        visit(self, graph, &mut room)
    }

    fn lists(lists: &[Vec<Cell>]) -> Self {
        Self::list(lists.iter().map(|l| Self::cells(l)).collect())
    }
}

/// Why unrolling ends early.
pub(super) enum Stop {
    /// An absent parameter was read: the statement is skipped.
    Skip,
    Bad(Box<BadInput>),
}

impl From<BadInput> for Stop {
    fn from(e: BadInput) -> Self {
        Self::Bad(Box::new(e))
    }
}

pub(super) type Got<T> = Result<T, Stop>;

const MAX_LIST: usize = 100_000;
/// Steps of unrolling allowed for one puzzle: well under a second.
const MAX_STEPS: u64 = 5_000_000;
/// Steps of unrolling and work on conditions between two looks at the stop signal: about a millisecond.
const LOOK: u64 = 10_000;

impl<'a> Lower<'a> {
    pub(super) fn arg(&mut self, arg: Option<&Arg>) -> Val {
        match arg {
            None => Val::Absent,
            Some(Arg::Cell(c)) => Val::Cell(*c),
            Some(Arg::Cells(list)) => Val::cells(list),
            Some(Arg::Lists(lists)) => Val::lists(lists),
            Some(Arg::Number(n)) => self.int(*n),
            Some(Arg::Numbers(ns)) => Val::list(ns.iter().map(|n| self.int(*n)).collect()),
            Some(Arg::Text(t)) => Val::Text(t.as_str().into()),
            Some(Arg::Bool(b)) => Val::Bool(Graph::truth(*b)),
        }
    }

    pub(super) fn int(&mut self, n: i64) -> Val {
        Val::Num(self.whole(n))
    }

    fn whole(&mut self, n: i64) -> Num {
        Num { n: self.graph.constant(n), d: self.one, ok: TRUE }
    }

    pub(super) fn plain(&self, n: Id) -> Num {
        Num { n, d: self.one, ok: TRUE }
    }

    fn undefined(&self) -> Num {
        Num { n: self.one, d: self.one, ok: FALSE }
    }

    pub(super) fn tick(&mut self) -> Got<()> {
        self.ticks(1)
    }

    /// Counts steps of unrolling, and looks at all limits and the stop signal.
    pub(super) fn ticks(&mut self, steps: u64) -> Got<()> {
        self.steps += steps;
        if self.steps > MAX_STEPS {
            return Err(BadInput::new(format!("unrolling takes more than {MAX_STEPS} steps"))
                .hint("a loop is too long, or loops are nested too deeply")
                .into());
        }
        if self.graph.len() > super::MAX_NODES || self.graph.work() > super::MAX_WORK {
            return Err(BadInput::new("unrolled, the rules say too much to work on")
                .hint("shorter lists, or fewer conditions in each other")
                .into());
        }
        if self.graph.depth() > super::MAX_NESTING {
            return Err(BadInput::new("an expression is nested too deeply")
                .hint("a `fold` over fewer items, or fewer names that stand for each other")
                .into());
        }
        let done = self.steps + self.graph.work();
        if done >= self.next_look {
            self.next_look = done + LOOK;
            self.stopped |= (self.stop)();
        }
        if self.stopped {
            return Err(BadInput::new("stopped while the rules were unrolled").into());
        }
        Ok(())
    }

    /// What is written in a cell, as a node.
    pub(super) fn digit_of(&mut self, cell: Cell) -> Id {
        let var = self.local(cell);
        let dom = self.domain_of(cell);
        self.graph.var(var, dom)
    }

    /// What a cell counts for, as a node.
    pub(super) fn value_of(&mut self, cell: Cell) -> Id {
        self.digit_of(self.build.value_cell(cell))
    }

    /// A value as number (what it counts for).
    pub(super) fn num(&mut self, value: &Val, pos: Pos) -> Got<Num> {
        self.as_num(value, pos, false)
    }

    /// A value as number (what is written).
    fn written(&mut self, value: &Val, pos: Pos) -> Got<Num> {
        self.as_num(value, pos, true)
    }

    fn as_num(&mut self, value: &Val, pos: Pos, written: bool) -> Got<Num> {
        Ok(match value {
            Val::Num(n) => *n,
            Val::Cell(c) => {
                let n = if written { self.digit_of(*c) } else { self.value_of(*c) };
                self.plain(n)
            }
            Val::Pick(index, list) => {
                let (index, list) = (*index, Rc::clone(list));
                let mut items = Vec::with_capacity(list.items.len());
                let mut ok = index.ok;
                let mut d = self.one;
                for (i, item) in list.items.iter().enumerate() {
                    let n = self.as_num(item, pos, written)?;
                    if n.d != self.one {
                        if d != self.one && d != n.d {
                            return Err(pos.error("fractions in a list read at a place that digits choose").into());
                        }
                        d = n.d;
                    }
                    if n.ok != TRUE {
                        let at = self.equals(index.n, i as i64 + 1);
                        let not = self.graph.not(at);
                        let fine = self.graph.or(&[not, n.ok]);
                        ok = self.graph.and(&[ok, fine]);
                    }
                    items.push(n);
                }
                let items: Vec<Id> =
                    items.iter().map(|n| if n.d == d { n.n } else { self.graph.mul(n.n, d) }).collect();
                let inside = self.in_range(index.n, 1, items.len() as i64);
                let ok = self.graph.and(&[ok, inside]);
                Num { n: self.graph.item(index.n, &items), d, ok }
            }
            Val::Choice(c, both) => {
                let (c, both) = (*c, Rc::clone(both));
                let (a, b) = (self.as_num(&both.0, pos, written)?, self.as_num(&both.1, pos, written)?);
                self.choose(c, a, b)
            }
            Val::Absent | Val::Unset => return Err(Stop::Skip),
            _ => self.undefined(),
        })
    }

    fn choose(&mut self, c: Id, a: Num, b: Num) -> Num {
        let (a, b) = self.same_denominator(a, b);
        let not = self.graph.not(c);
        let (x, y) = (self.graph.or(&[not, a.ok]), self.graph.or(&[c, b.ok]));
        Num { n: self.graph.either(c, a.n, b.n), d: a.d, ok: self.graph.and(&[x, y]) }
    }

    fn same_denominator(&mut self, a: Num, b: Num) -> (Num, Num) {
        if a.d == b.d {
            return (a, b);
        }
        let d = self.graph.mul(a.d, b.d);
        let (x, y) = (self.graph.mul(a.n, b.d), self.graph.mul(b.n, a.d));
        (Num { n: x, d, ok: a.ok }, Num { n: y, d, ok: b.ok })
    }

    pub(super) fn equals(&mut self, n: Id, k: i64) -> Id {
        let difference = self.graph.lin(&[(n, 1)], -k);
        self.graph.eq(difference)
    }

    fn in_range(&mut self, n: Id, low: i64, high: i64) -> Id {
        let (a, b) = (self.graph.lin(&[(n, -1)], low), self.graph.lin(&[(n, 1)], -high));
        let (a, b) = (self.graph.le(a), self.graph.le(b));
        self.graph.and(&[a, b])
    }

    fn arith(&mut self, op: Arith, a: Num, b: Num) -> Num {
        let ok = self.graph.and(&[a.ok, b.ok]);
        match op {
            Arith::Add | Arith::Sub => {
                let (a, b) = self.same_denominator(a, b);
                let n = if op == Arith::Add { self.graph.add(a.n, b.n) } else { self.graph.sub(a.n, b.n) };
                Num { n, d: a.d, ok }
            }
            Arith::Mul => Num { n: self.graph.mul(a.n, b.n), d: self.graph.mul(a.d, b.d), ok },
            Arith::Div | Arith::FloorDiv => {
                // By a positive number there is neither doubt nor sign.
                if b.d == self.one && self.is_positive(b.n) {
                    let d = self.graph.mul(a.d, b.n);
                    let (n, d) = self.reduced(a.n, d);
                    let quotient = Num { n, d, ok };
                    return if op == Arith::Div { quotient } else { self.floor(quotient) };
                }
                // (p/q) / (r/s) = p*s / (q*r), the sign moved up.
                let zero = self.graph.eq(b.n);
                let defined = self.graph.not(zero);
                let ok = self.graph.and(&[ok, defined]);
                let up = self.graph.mul(a.n, b.d);
                let negative = self.graph.lin(&[(b.n, 1)], 1);
                let negative = self.graph.le(negative);
                let minus = self.graph.scale(up, -1);
                let n = self.graph.either(negative, minus, up);
                let below = self.graph.scale(b.n, -1);
                let size = self.graph.max(&[b.n, below]);
                let d = self.graph.mul(a.d, size);
                let (n, d) = self.reduced(n, d);
                let quotient = Num { n, d, ok };
                if op == Arith::Div { quotient } else { self.floor(quotient) }
            }
            Arith::Mod if a.d == self.one && b.d == self.one && self.is_positive(b.n) => {
                Num { n: self.graph.modulo(a.n, b.n), d: self.one, ok }
            }
            Arith::Mod => {
                let zero = self.graph.eq(b.n);
                let defined = self.graph.not(zero);
                let ok = self.graph.and(&[ok, defined]);
                let (a, b) = self.same_denominator(a, b);
                let below = self.graph.scale(b.n, -1);
                let size = self.graph.max(&[b.n, below]);
                Num { n: self.graph.modulo(a.n, size), d: a.d, ok }
            }
        }
    }

    fn is_positive(&self, n: Id) -> bool {
        self.graph.as_const(n).is_some_and(|n| (1..INF).contains(&n))
    }

    /// Constant fractions in lowest terms.
    fn reduced(&mut self, n: Id, d: Id) -> (Id, Id) {
        let (Some(mut a), Some(mut b)) = (self.graph.as_const(n), self.graph.as_const(d)) else { return (n, d) };
        let (x, y) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let g = a.abs().max(1);
        if x.abs() >= INF || y == 0 {
            return (n, self.one);
        }
        (self.graph.constant(x / g), self.graph.constant(y / g))
    }

    fn floor(&mut self, a: Num) -> Num {
        Num { n: self.graph.div(a.n, a.d), d: self.one, ok: a.ok }
    }

    fn compare(&mut self, cmp: Cmp, a: Num, b: Num) -> Id {
        let ok = self.graph.and(&[a.ok, b.ok]);
        let (a, b) = self.same_denominator(a, b);
        let holds = match cmp {
            Cmp::Eq | Cmp::Ne => {
                let difference = self.graph.sub(a.n, b.n);
                let equal = self.graph.eq(difference);
                if cmp == Cmp::Eq { equal } else { self.graph.not(equal) }
            }
            Cmp::Le | Cmp::Lt => {
                let difference = self.graph.lin(&[(a.n, 1), (b.n, -1)], i64::from(cmp == Cmp::Lt));
                self.graph.le(difference)
            }
            Cmp::Ge | Cmp::Gt => {
                let difference = self.graph.lin(&[(b.n, 1), (a.n, -1)], i64::from(cmp == Cmp::Gt));
                self.graph.le(difference)
            }
            Cmp::In => FALSE,
        };
        self.graph.and(&[ok, holds])
    }

    pub(super) fn list_of(&mut self, code: &'a Code) -> Got<Rc<List>> {
        match self.value(code)? {
            Val::List(list) => Ok(list),
            Val::Keyed(keyed) => Ok(Rc::new(List { items: keyed.1.clone(), guards: Vec::new() })),
            Val::Absent | Val::Unset => Err(Stop::Skip),
            Val::Pick(..) | Val::Choice(..) => Err(code
                .pos
                .error("which list this is depends on digits")
                .hint("choose between numbers instead")
                .into()),
            _ => Ok(Rc::new(List::default())),
        }
    }

    /// A list whose items are certain.
    pub(super) fn certain(&mut self, code: &'a Code) -> Got<Rc<List>> {
        let list = self.list_of(code)?;
        if list.guards.iter().any(|&g| g != TRUE) {
            return Err(code
                .pos
                .error("what is in this list depends on digits")
                .hint("sum, count, max, min, product, distinct, contains, connected and every/some take such lists")
                .into());
        }
        Ok(list)
    }

    pub(super) fn truth(&mut self, code: &'a Code) -> Got<Id> {
        match self.value(code)? {
            Val::Bool(b) => Ok(b),
            Val::Absent | Val::Unset => Err(Stop::Skip),
            _ => Ok(FALSE),
        }
    }

    /// A condition that digits must not decide.
    pub(super) fn decided(&mut self, code: &'a Code) -> Got<bool> {
        match self.truth(code)? {
            TRUE => Ok(true),
            FALSE => Ok(false),
            _ => Err(code
                .pos
                .error("this is decided before anything is solved, but it depends on digits")
                .hint("write `require a => b`")
                .into()),
        }
    }

    pub(super) fn number(&mut self, code: &'a Code) -> Got<Num> {
        let value = self.value(code)?;
        self.num(&value, code.pos)
    }

    /// A whole number that digits do not decide.
    pub(super) fn constant(&mut self, code: &'a Code) -> Got<i64> {
        let n = self.number(code)?;
        match (self.graph.as_const(n.n), n.d == self.one, n.ok) {
            (Some(n), true, TRUE) => Ok(n),
            _ => Err(code.pos.error("expected a whole number known before solving").into()),
        }
    }

    pub(super) fn put(&mut self, pat: &Pat, value: &Val, pos: Pos) -> Got<()> {
        match pat {
            Pat::One(slot) => self.env[*slot as usize] = value.clone(),
            Pat::Tuple(slots) => {
                let items: &[Val] = match value {
                    Val::List(list) => &list.items,
                    Val::Absent | Val::Unset => return Err(Stop::Skip),
                    _ => &[],
                };
                if items.len() != slots.len() {
                    return Err(pos.error(format!("{} names for {} items", slots.len(), items.len())).into());
                }
                for (slot, item) in slots.iter().zip(items) {
                    self.env[*slot as usize] = item.clone();
                }
            }
        }
        Ok(())
    }

    /// Calls `f` for each item with the condition under which it is there.
    pub(super) fn each(&mut self, bind: &'a Bind, f: &mut dyn FnMut(&mut Self, &Val, Id) -> Got<()>) -> Got<()> {
        let list: Rc<List> = match &bind.src {
            Src::In(list) => self.list_of(list)?,
            Src::Along(list) => {
                let list = self.certain(list)?;
                let k = match &bind.pat {
                    Pat::Tuple(slots) => slots.len(),
                    Pat::One(_) => 2,
                };
                let items = list.items.windows(k).map(|w| Val::list(w.to_vec())).collect();
                Rc::new(List { items, guards: Vec::new() })
            }
            Src::Moves(..) | Src::Near(..) => {
                let pairs = self.pairs(&bind.src)?;
                let items = pairs.into_iter().map(|(a, b)| Val::cells(&[a, b])).collect();
                Rc::new(List { items, guards: Vec::new() })
            }
        };
        self.pinned |=
            list.guards.iter().any(|g| *g != TRUE && *g != FALSE) || list.items.iter().any(|v| self.depends(v));
        let mut number = 0;
        for (at, item) in list.items.iter().enumerate() {
            self.tick()?;
            self.put(&bind.pat, item, bind.pos)?;
            self.env[bind.place as usize] = self.int(at as i64 + 1);
            if let Some(index) = bind.index {
                self.env[index as usize] = self.int(number + 1);
            }
            let mut guard = list.guard(at);
            for filter in &bind.filters {
                if guard == FALSE {
                    break;
                }
                let keep = match filter {
                    Filt::Where(condition) => self.truth(condition)?,
                    Filt::Marked(rules, unless) => {
                        let mut cells = Vec::new();
                        flatten(item, &mut cells);
                        Graph::truth(rules.iter().any(|r| self.places.marked(r, &cells)) != *unless)
                    }
                };
                guard = self.graph.and(&[guard, keep]);
            }
            if guard != FALSE {
                if guard != TRUE && bind.index.is_some() && !bind.filters.is_empty() {
                    return Err(bind.pos.error("items that digits choose cannot be numbered").into());
                }
                number += 1;
                f(self, item, guard)?;
            }
        }
        Ok(())
    }

    pub(super) fn pairs(&mut self, src: &'a Src) -> Got<Vec<(Cell, Cell)>> {
        let places: &'a Places<'a> = self.places;
        Ok(match src {
            Src::Moves(down, right, both) => {
                let (down, right) = (self.constant(down)?, self.constant(right)?);
                places.pairs(*both, |c| places.leaps(c, down, right))
            }
            Src::Near(near, both) => places.pairs(*both, |c| places.near(c, *near)),
            _ => Vec::new(),
        })
    }

    pub(super) fn unrolled(&mut self, code: &'a Code) -> Got<Val> {
        self.value(code)
    }

    fn value(&mut self, code: &'a Code) -> Got<Val> {
        self.tick()?;
        Ok(match &code.kind {
            CodeKind::Number(n) => self.int(*n),
            CodeKind::Bool(b) => Val::Bool(Graph::truth(*b)),
            CodeKind::Text(t) => Val::Text(Arc::clone(t)),
            CodeKind::Var(slot) => match &self.env[*slot as usize] {
                Val::Absent | Val::Unset => return Err(Stop::Skip),
                value => value.clone(),
            },
            CodeKind::IsGiven(slot) => {
                Val::Bool(Graph::truth(!matches!(self.env[*slot as usize], Val::Absent | Val::Unset)))
            }
            CodeKind::CluesOf(rule) => Val::list(self.places.clues_of(rule).into_iter().map(Val::Clue).collect()),
            CodeKind::Call(builtin, args) => return self.call(*builtin, args, code.pos),
            CodeKind::Index(list, index) => {
                // The index first: whoever fixes cells in this order has it before the list.
                let index = self.number(index)?;
                let list = self.certain(list)?;
                let whole = self.graph.as_const(index.n).filter(|_| index.d == self.one && index.ok == TRUE);
                match whole {
                    Some(i) => {
                        let at = usize::try_from(i - 1).ok();
                        at.and_then(|i| list.items.get(i)).cloned().unwrap_or(Val::Undefined)
                    }
                    None => {
                        let index = self.integral(index);
                        Val::Pick(index, list)
                    }
                }
            }
            CodeKind::KeyIndex(keyed, key) => {
                let (Val::Keyed(keyed), key) = (self.value(keyed)?, self.value(key)?) else {
                    return Ok(Val::Undefined);
                };
                self.ticks(keyed.0.len() as u64 / 8)?;
                let mut wanted = Vec::new();
                flatten(&key, &mut wanted);
                let found = keyed.0.iter().position(|k| match (k, &key) {
                    (Val::Num(a), Val::Num(b)) => a == b,
                    (Val::Num(_), _) | (_, Val::Num(_)) => false,
                    _ => {
                        let mut cells = Vec::new();
                        flatten(k, &mut cells);
                        cells == wanted
                    }
                });
                match found {
                    Some(i) => keyed.1[i].clone(),
                    None => return Err(code.pos.error("there is no extra cell for this").into()),
                }
            }
            CodeKind::Field(clue, field) => {
                let Val::Clue(number) = self.value(clue)? else { return Ok(Val::Undefined) };
                let clue = self.places.clues[number as usize];
                let rule = self.rules.needed(clue)?;
                let bound = match self.bound.get(&number) {
                    Some(bound) => Rc::clone(bound),
                    None => {
                        let bound: Rc<[Option<Arg>]> = args::bind(rule, clue, self.places)?.into();
                        self.bound.insert(number, Rc::clone(&bound));
                        bound
                    }
                };
                let at = rule.params.iter().position(|p| p.name == *field).expect("resolving found the parameter");
                match self.arg(bound[at].as_ref()) {
                    Val::Absent => return Err(Stop::Skip),
                    value => value,
                }
            }
            CodeKind::Neg(x) => {
                let x = self.number(x)?;
                Val::Num(Num { n: self.graph.scale(x.n, -1), ..x })
            }
            CodeKind::Not(x) => {
                let x = self.truth(x)?;
                Val::Bool(self.graph.not(x))
            }
            CodeKind::Abs(x) => {
                let x = self.number(x)?;
                let minus = self.graph.scale(x.n, -1);
                Val::Num(Num { n: self.graph.max(&[x.n, minus]), ..x })
            }
            CodeKind::Arith(op, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                Val::Num(self.arith(*op, a, b))
            }
            CodeKind::Compare(cmp, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                Val::Bool(self.compare(*cmp, a, b))
            }
            CodeKind::SameDigit(a, b, different) => {
                let (x, y) = (self.value(a)?, self.value(b)?);
                if let (Val::Cell(x), Val::Cell(y)) = (&x, &y)
                    && let Some(same) = self.same_region(*x, *y)
                {
                    return Ok(Val::Bool(if *different { self.graph.not(same) } else { same }));
                }
                let (x, y) = (self.written(&x, a.pos)?, self.written(&y, b.pos)?);
                Val::Bool(self.compare(if *different { Cmp::Ne } else { Cmp::Eq }, x, y))
            }
            CodeKind::SameWord(a, b, different) => match (self.value(a)?, self.value(b)?) {
                (Val::Text(a), Val::Text(b)) => Val::Bool(Graph::truth((a == b) != *different)),
                (Val::Bool(a), Val::Bool(b)) => {
                    let (not_a, not_b) = (self.graph.not(a), self.graph.not(b));
                    let (both, none) = (self.graph.and(&[a, b]), self.graph.and(&[not_a, not_b]));
                    let same = self.graph.or(&[both, none]);
                    Val::Bool(if *different { self.graph.not(same) } else { same })
                }
                _ => Val::Bool(FALSE),
            },
            CodeKind::In(x, list) => {
                let x = self.number(x)?;
                let list = self.list_of(list)?;
                Val::Bool(self.among(x, &list, code.pos)?)
            }
            CodeKind::CellIn(x, list) => {
                let x = self.value(x)?;
                let list = self.list_of(list)?;
                let Val::Cell(x) = x else {
                    return Err(code.pos.error("which cell this is depends on digits").into());
                };
                let mut parts = Vec::new();
                for (i, item) in list.items.iter().enumerate() {
                    if matches!(item, Val::Cell(c) if *c == x) {
                        parts.push(list.guard(i));
                    }
                }
                Val::Bool(self.graph.or(&parts))
            }
            CodeKind::And(all) => {
                let mut parts = Vec::with_capacity(all.len());
                for x in all {
                    let part = self.truth(x)?;
                    parts.push(part);
                    if part == FALSE {
                        break;
                    }
                }
                Val::Bool(self.graph.and(&parts))
            }
            CodeKind::Or(all) => {
                let mut parts = Vec::with_capacity(all.len());
                for x in all {
                    let part = self.truth(x)?;
                    parts.push(part);
                    if part == TRUE {
                        break;
                    }
                }
                Val::Bool(self.graph.or(&parts))
            }
            CodeKind::Implies(a, b) => {
                let a = self.truth(a)?;
                if a == FALSE {
                    return Ok(Val::Bool(TRUE));
                }
                let not = self.graph.not(a);
                let b = self.truth(b)?;
                Val::Bool(self.graph.or(&[not, b]))
            }
            CodeKind::If(c, a, b) => {
                let c = self.truth(c)?;
                if c == TRUE {
                    return self.value(a);
                }
                if c == FALSE {
                    return self.value(b);
                }
                let (x, y) = (self.value(a)?, self.value(b)?);
                match (&x, &y) {
                    (Val::Bool(x), Val::Bool(y)) => {
                        let not = self.graph.not(c);
                        let (x, y) = (self.graph.and(&[c, *x]), self.graph.and(&[not, *y]));
                        Val::Bool(self.graph.or(&[x, y]))
                    }
                    (Val::List(_) | Val::Keyed(_) | Val::Text(_), _) => {
                        return Err(code.pos.error("only numbers and conditions can depend on digits").into());
                    }
                    (Val::Num(_), _) | (_, Val::Num(_)) => {
                        let (x, y) = (self.num(&x, a.pos)?, self.num(&y, b.pos)?);
                        Val::Num(self.choose(c, x, y))
                    }
                    _ => Val::Choice(c, Rc::new((x, y))),
                }
            }
            CodeKind::Quantified(quantity, count, bind, condition) => {
                let mut parts = Vec::new();
                let mut stop = false;
                self.each(bind, &mut |run, _, guard| {
                    if stop {
                        return Ok(());
                    }
                    let holds = run.truth(condition)?;
                    let part = if *quantity == Quantity::Every {
                        let not = run.graph.not(guard);
                        run.graph.or(&[not, holds])
                    } else {
                        run.graph.and(&[guard, holds])
                    };
                    stop = matches!((quantity, part), (Quantity::Every, FALSE) | (Quantity::Some, TRUE));
                    parts.push(part);
                    Ok(())
                })?;
                Val::Bool(self.enough(*quantity, count.as_deref(), &parts)?)
            }
            CodeKind::Of(quantity, count, all) => {
                let parts = all.iter().map(|x| self.truth(x)).collect::<Got<Vec<Id>>>()?;
                Val::Bool(self.enough(*quantity, Some(count), &parts)?)
            }
            CodeKind::List(items) => {
                let items = items.iter().map(|i| self.value(i)).collect::<Got<Vec<Val>>>()?;
                Val::list(items)
            }
            CodeKind::ListFor(item, bind) => {
                let mut list = List::default();
                self.each(bind, &mut |run, _, guard| {
                    let value = run.value(item)?;
                    list.items.push(value);
                    list.guards.push(guard);
                    if list.items.len() > MAX_LIST {
                        return Err(code.pos.error(format!("a list of more than {MAX_LIST} items")).into());
                    }
                    Ok(())
                })?;
                if list.guards.iter().all(|&g| g == TRUE) {
                    list.guards.clear();
                }
                Val::List(Rc::new(list))
            }
            CodeKind::Set(items) => {
                let mut all = Vec::new();
                for (low, high) in items {
                    let Some(high) = high else {
                        let n = self.number(low)?;
                        all.push(Val::Num(n));
                        continue;
                    };
                    let (low, high) = (self.range_end(low)?, self.range_end(high)?);
                    if high.saturating_sub(low) > MAX_LIST as i64 {
                        return Err(code.pos.error(format!("a set of more than {MAX_LIST} numbers")).into());
                    }
                    for n in low..=high {
                        all.push(self.int(n));
                    }
                }
                Val::list(all)
            }
            CodeKind::Matches(list, dfa) => {
                let list = self.certain(list)?;
                self.matches(&list, dfa, code.pos)?
            }
            CodeKind::MatchesText(list, text) => {
                let Val::Text(text) = self.value(text)? else { return Ok(Val::Bool(FALSE)) };
                let dfa = regex(&text, 0, 63)
                    .map_err(|e| code.pos.error(format!("the regular expression \"{text}\": {e}")))?;
                let list = self.certain(list)?;
                self.matches(&list, &Arc::new(dfa), code.pos)?
            }
            CodeKind::End(last, count, list) => {
                let count = self.number(count)?;
                let count = self.floor(count);
                let list = self.list_of(list)?;
                let len = list.items.len() as i64;
                self.sliced(&list, |run, i| {
                    // The last k: places after length - k.
                    let place = if *last { len - i + 1 } else { i };
                    let late = run.graph.lin(&[(count.n, -1)], place);
                    let inside = run.graph.le(late);
                    run.graph.and(&[inside, count.ok])
                })?
            }
            CodeKind::Side(after, list, index) => {
                let place = self.value(index)?;
                let list = self.certain(list)?;
                if let Val::Cell(c) = place {
                    let Some(at) = list.items.iter().position(|x| matches!(x, Val::Cell(x) if *x == c)) else {
                        return Ok(Val::Undefined);
                    };
                    let items = if *after { list.items[at + 1..].to_vec() } else { list.items[..at].to_vec() };
                    return Ok(Val::list(items));
                }
                let at = self.num(&place, index.pos)?;
                if at.d != self.one {
                    return Err(index.pos.error("a place in a list is a whole number").into());
                }
                self.sliced(&list, |run, i| {
                    // place < i, or i < place
                    let (k, c) = if *after { (1, 1 - i) } else { (-1, i + 1) };
                    let inside = run.graph.lin(&[(at.n, k)], c);
                    let inside = run.graph.le(inside);
                    run.graph.and(&[inside, at.ok])
                })?
            }
            CodeKind::Fold(slot, start, bind, next) => {
                let folded = match self.machine_over_lists(*slot, start, bind, next)? {
                    None => self.machine(*slot, start, bind, next)?,
                    folded => folded,
                };
                if let Some(folded) = folded {
                    return Ok(folded);
                }
                let mut state = self.number(start)?;
                self.each(bind, &mut |run, _, guard| {
                    run.env[*slot as usize] = Val::Num(state);
                    let after = run.number(next)?;
                    state = if guard == TRUE { after } else { run.choose(guard, after, state) };
                    Ok(())
                })?;
                Val::Num(state)
            }
            CodeKind::Let(slot, value, body) => {
                let value = self.value(value)?;
                self.env[*slot as usize] = value;
                return self.value(body);
            }
        })
    }

    fn range_end(&mut self, code: &'a Code) -> Got<i64> {
        let n = self.number(code)?;
        match self.graph.as_const(n.n) {
            Some(k) if n.d == self.one && n.ok == TRUE => Ok(k),
            _ => Err(code
                .pos
                .error("a range goes from one whole number to another, both known before solving")
                .hint("`low <= x <= high` compares with digits")
                .into()),
        }
    }

    /// A number that is a place in a list: fractions are undefined there.
    fn integral(&mut self, n: Num) -> Num {
        if n.d == self.one {
            return n;
        }
        let rest = self.graph.modulo(n.n, n.d);
        let whole = self.graph.eq(rest);
        let ok = self.graph.and(&[n.ok, whole]);
        Num { n: self.graph.div(n.n, n.d), d: self.one, ok }
    }

    /// The items of a list at the places (from 1) for which a condition holds.
    fn sliced(&mut self, list: &List, inside: impl Fn(&mut Self, i64) -> Id) -> Got<Val> {
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
        Ok(Val::List(Rc::new(out)))
    }

    pub(super) fn matches(&mut self, list: &List, dfa: &Arc<Dfa>, pos: Pos) -> Got<Val> {
        let mut items = Vec::with_capacity(list.items.len());
        for item in &list.items {
            let n = self.written(item, pos)?;
            if n.d != self.one || n.ok != TRUE {
                return Err(pos.error("`matches` reads digits of cells").into());
            }
            items.push(n.n);
        }
        let start = dfa.start() as u16;
        let dfa = self.graph.add_dfa(dfa);
        Ok(Val::Bool(self.graph.run(dfa, start, &items)))
    }

    /// Is a number among the items (what is written there)?
    fn among(&mut self, x: Num, list: &List, pos: Pos) -> Got<Id> {
        let mut parts = Vec::with_capacity(list.items.len());
        self.ticks(list.items.len() as u64)?;
        if x.d == self.one
            && x.ok == TRUE
            && let Some(numbers) = self.known_numbers(list)
            && let Some(reached) = self.graph.fold_among(x.n, &numbers)
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

    fn enough(&mut self, quantity: Quantity, count: Option<&'a Code>, parts: &[Id]) -> Got<Id> {
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

    /// How many of the conditions hold.
    pub(super) fn count(&mut self, parts: &[Id]) -> Id {
        let terms: Vec<(Id, i64)> = parts.iter().map(|&p| (self.graph.indicator(p), 1)).collect();
        self.graph.lin(&terms, 0)
    }

    /// The numbers of a list with a common denominator; each defined (where its guard holds) when the last is true.
    fn numbers(&mut self, list: &List, pos: Pos, written: bool) -> Got<(Vec<Id>, Id, Id)> {
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
            // d is a multiple of every denominator.
            let (Some(whole), Some(part)) = (self.graph.as_const(d), self.graph.as_const(n.d)) else {
                return Err(pos
                    .error("fractions by digits cannot be added up here")
                    .hint("compare them one by one")
                    .into());
            };
            ids.push(self.graph.scale(n.n, whole / part));
        }
        Ok((ids, d, ok))
    }

    fn call(&mut self, builtin: Builtin, args: &'a [Code], pos: Pos) -> Got<Val> {
        use Builtin as B;
        let places: &'a Places<'a> = self.places;
        Ok(match builtin {
            B::Sum => {
                if let Some(n) = self.sum_of_first(&args[0])? {
                    return Ok(Val::Num(self.plain(n)));
                }
                let list = self.list_of(&args[0])?;
                let (ids, d, ok) = self.numbers(&list, pos, false)?;
                let zero = self.graph.constant(0);
                let mut terms = Vec::with_capacity(ids.len());
                for (i, id) in ids.into_iter().enumerate() {
                    let guard = list.guard(i);
                    terms.push((if guard == TRUE { id } else { self.graph.either(guard, id, zero) }, 1));
                }
                Val::Num(Num { n: self.graph.lin(&terms, 0), d, ok })
            }
            B::Product => {
                let list = self.list_of(&args[0])?;
                let (mut n, mut d, mut ok) = (self.one, self.one, TRUE);
                for (i, item) in list.items.iter().enumerate() {
                    self.tick()?;
                    let x = self.num(item, pos)?;
                    let guard = list.guard(i);
                    let one = self.plain(self.one);
                    let x = if guard == TRUE { x } else { self.choose(guard, x, one) };
                    n = self.graph.mul(n, x.n);
                    d = self.graph.mul(d, x.d);
                    ok = self.graph.and(&[ok, x.ok]);
                }
                Val::Num(Num { n, d, ok })
            }
            B::Max | B::Min => {
                let list = self.list_of(&args[0])?;
                let (ids, d, ok) = self.numbers(&list, pos, false)?;
                let nothing = self.graph.constant(if builtin == B::Max { -INF } else { INF });
                let mut items = Vec::with_capacity(ids.len());
                for (i, id) in ids.into_iter().enumerate() {
                    let guard = list.guard(i);
                    items.push(self.graph.either(guard, id, nothing));
                }
                if items.is_empty() {
                    items.push(nothing);
                }
                let n = if builtin == B::Max { self.graph.max(&items) } else { self.graph.min(&items) };
                Val::Num(Num { n, d, ok })
            }
            B::Count if args.len() == 2 => {
                let list = self.list_of(&args[0])?;
                let wanted = self.wanted(&args[1])?;
                let mut parts = Vec::with_capacity(list.items.len());
                for (i, item) in list.items.iter().enumerate() {
                    let n = self.written(item, pos)?;
                    let inside = self.among(n, &wanted, pos)?;
                    let guard = list.guard(i);
                    parts.push(self.graph.and(&[inside, guard]));
                }
                let n = self.count(&parts);
                Val::Num(self.plain(n))
            }
            B::Count | B::Length => {
                if let Some(new) = self.regions_met(&args[0])? {
                    let n = self.count(&new);
                    return Ok(Val::Num(self.plain(n)));
                }
                let list = self.list_of(&args[0])?;
                if list.guards.is_empty() {
                    return Ok(self.int(list.items.len() as i64));
                }
                let n = self.count(&list.guards);
                Val::Num(self.plain(n))
            }
            B::Distinct => {
                let list = self.list_of(&args[0])?;
                let (ids, _, ok) = self.numbers(&list, pos, true)?;
                if list.guards.is_empty() {
                    let distinct = self.graph.distinct(&ids);
                    return Ok(Val::Bool(self.graph.and(&[ok, distinct])));
                }
                let mut parts = vec![ok];
                for j in 0..ids.len() {
                    self.ticks(j as u64)?;
                    for i in 0..j {
                        let difference = self.graph.sub(ids[i], ids[j]);
                        let equal = self.graph.eq(difference);
                        let (a, b) = (list.guard(i), list.guard(j));
                        let bad = self.graph.and(&[equal, a, b]);
                        parts.push(self.graph.not(bad));
                    }
                }
                Val::Bool(self.graph.and(&parts))
            }
            B::Equal | B::Increasing | B::Nondecreasing | B::Decreasing => {
                let list = self.certain(&args[0])?;
                let (ids, _, ok) = self.numbers(&list, pos, builtin == B::Equal)?;
                let mut parts = vec![ok];
                for w in ids.windows(2) {
                    let (a, b) = (self.plain(w[0]), self.plain(w[1]));
                    let cmp = match builtin {
                        B::Equal => Cmp::Eq,
                        B::Increasing => Cmp::Lt,
                        B::Nondecreasing => Cmp::Le,
                        _ => Cmp::Gt,
                    };
                    parts.push(self.compare(cmp, a, b));
                }
                Val::Bool(self.graph.and(&parts))
            }
            B::Consecutive => {
                let list = self.certain(&args[0])?;
                let (ids, d, ok) = self.numbers(&list, pos, false)?;
                let step =
                    self.graph.as_const(d).ok_or_else(|| pos.error("fractions by digits are never consecutive"))?;
                let mut parts = vec![ok, self.graph.distinct(&ids)];
                if ids.len() > 1 {
                    let (max, min) = (self.graph.max(&ids), self.graph.min(&ids));
                    let spread = self.graph.lin(&[(max, 1), (min, -1)], -step * (ids.len() as i64 - 1));
                    parts.push(self.graph.eq(spread));
                    for &id in &ids[1..] {
                        let difference = self.graph.sub(id, ids[0]);
                        let step = self.graph.constant(step);
                        let rest = self.graph.modulo(difference, step);
                        parts.push(self.graph.eq(rest));
                    }
                }
                Val::Bool(self.graph.and(&parts))
            }
            B::SameMultiset => {
                let lists = self.lists_of(&args[0])?;
                let Some(first) = lists.first() else { return Ok(Val::Bool(TRUE)) };
                if lists.iter().any(|l| l.items.len() != first.items.len()) {
                    return Ok(Val::Bool(FALSE));
                }
                let (first, _, mut all_ok) = self.numbers(first, pos, true)?;
                let mut parts = Vec::new();
                for list in &lists[1..] {
                    let (ids, _, ok) = self.numbers(list, pos, true)?;
                    all_ok = self.graph.and(&[all_ok, ok]);
                    // Every number any of them can be occurs equally often.
                    let bounds = first.iter().chain(&ids).map(|&i| (self.graph.node(i).low, self.graph.node(i).high));
                    let (low, high) = bounds.fold((INF, -INF), |(l, h), (a, b)| (l.min(a), h.max(b)));
                    if high - low > 1_000 {
                        return Err(pos.error("these lists hold too many different numbers").into());
                    }
                    for n in low..=high {
                        self.ticks(2 * ids.len() as u64)?;
                        let mut terms = Vec::new();
                        for (side, k) in [(&first, 1), (&ids, -1)] {
                            for &id in side {
                                let here = self.equals(id, n);
                                terms.push((self.graph.indicator(here), k));
                            }
                        }
                        let difference = self.graph.lin(&terms, 0);
                        parts.push(self.graph.eq(difference));
                    }
                }
                parts.push(all_ok);
                Val::Bool(self.graph.and(&parts))
            }
            B::EqualSums => {
                let lists = self.lists_of(&args[0])?;
                let mut sums = Vec::new();
                for list in &lists {
                    let (ids, d, ok) = self.numbers(list, pos, false)?;
                    let terms: Vec<(Id, i64)> = ids.into_iter().map(|i| (i, 1)).collect();
                    sums.push(Num { n: self.graph.lin(&terms, 0), d, ok });
                }
                let mut parts = Vec::new();
                for w in sums.windows(2) {
                    parts.push(self.compare(Cmp::Eq, w[0], w[1]));
                }
                Val::Bool(self.graph.and(&parts))
            }
            B::Contains | B::ContainsExactly => {
                let list = self.list_of(&args[0])?;
                let wanted = self.wanted(&args[1])?;
                let (ids, d, ok) = self.numbers(&list, pos, true)?;
                let mut parts = vec![ok];
                for w in &wanted.items {
                    let w = self.written(w, pos)?;
                    let mut there = Vec::new();
                    for (i, &n) in ids.iter().enumerate() {
                        let equal = self.compare(Cmp::Eq, w, Num { n, d, ok: TRUE });
                        let guard = list.guard(i);
                        there.push(self.graph.and(&[equal, guard]));
                    }
                    let mut asked = Vec::new();
                    for other in &wanted.items {
                        let other = self.written(other, pos)?;
                        asked.push(self.compare(Cmp::Eq, w, other));
                    }
                    let (there, asked) = (self.count(&there), self.count(&asked));
                    let (there, asked) = (self.plain(there), self.plain(asked));
                    let cmp = if builtin == B::Contains { Cmp::Ge } else { Cmp::Eq };
                    parts.push(self.compare(cmp, there, asked));
                }
                Val::Bool(self.graph.and(&parts))
            }
            B::NumberOf => {
                let list = self.certain(&args[0])?;
                let (ids, _, ok) = self.numbers(&list, pos, true)?;
                let base = places.number_base();
                let mut weight: i64 = 1;
                let mut terms = Vec::new();
                for id in ids.into_iter().rev() {
                    terms.push((id, weight));
                    weight = weight.saturating_mul(base).min(INF);
                }
                Val::Num(Num { n: self.graph.lin(&terms, 0), d: self.one, ok })
            }
            B::First => self.certain(&args[0])?.items.first().cloned().unwrap_or(Val::Undefined),
            B::Last => self.certain(&args[0])?.items.last().cloned().unwrap_or(Val::Undefined),
            B::Reverse => {
                let list = self.list_of(&args[0])?;
                let mut list = (*list).clone();
                list.items.reverse();
                list.guards.reverse();
                Val::List(Rc::new(list))
            }
            B::Concat => {
                let lists = self.certain(&args[0])?;
                let mut all = List::default();
                for list in &lists.items {
                    match list {
                        Val::List(list) => {
                            self.ticks(list.items.len() as u64)?;
                            for (i, item) in list.items.iter().enumerate() {
                                all.items.push(item.clone());
                                all.guards.push(list.guard(i));
                            }
                        }
                        Val::Keyed(keyed) => {
                            all.items.extend_from_slice(&keyed.1);
                            all.guards.resize(all.items.len(), TRUE);
                        }
                        _ => return Ok(Val::Undefined),
                    }
                    if all.items.len() > MAX_LIST {
                        return Err(pos.error(format!("a list of more than {MAX_LIST} items")).into());
                    }
                }
                if all.guards.iter().all(|&g| g == TRUE) {
                    all.guards.clear();
                }
                Val::List(Rc::new(all))
            }
            B::Position => {
                let x = self.value(&args[0])?;
                let list = self.certain(&args[1])?;
                if let Val::Cell(c) = x {
                    let at = list.items.iter().position(|v| matches!(v, Val::Cell(x) if *x == c));
                    return Ok(at.map_or(Val::Undefined, |i| self.int(i as i64 + 1)));
                }
                let x = self.num(&x, pos)?;
                let (ids, d, ok) = self.numbers(&list, pos, true)?;
                let mut n = self.graph.constant(0);
                let mut here = Vec::new();
                for (i, &id) in ids.iter().enumerate().rev() {
                    self.tick()?;
                    let equal = self.compare(Cmp::Eq, x, Num { n: id, d, ok: TRUE });
                    let place = self.graph.constant(i as i64 + 1);
                    n = self.graph.either(equal, place, n);
                    here.push(equal);
                }
                let found = self.graph.or(&here);
                Val::Num(Num { n, d: self.one, ok: self.graph.and(&[ok, found, x.ok]) })
            }
            B::Positions => {
                let n = self.list_of(&args[0])?.items.len() as i64;
                Val::list((1..=n).map(|i| self.int(i)).collect())
            }
            B::Visible => {
                let list = self.certain(&args[0])?;
                if let Some(cells) = super::plain_cells(&list)
                    && let Some(n) = self.visible(&cells)
                {
                    return Ok(Val::Num(self.plain(n)));
                }
                let (ids, _, ok) = self.numbers(&list, pos, false)?;
                let mut parts = Vec::new();
                for i in 0..ids.len() {
                    self.ticks(i as u64 + 1)?;
                    if i == 0 {
                        parts.push(TRUE);
                        continue;
                    }
                    let before = self.graph.max(&ids[..i]);
                    let hidden = self.graph.lin(&[(before, 1), (ids[i], -1)], 1);
                    parts.push(self.graph.le(hidden));
                }
                let n = self.count(&parts);
                Val::Num(Num { n, d: self.one, ok })
            }
            B::Ranked | B::RankedOrTied => {
                let place = self.place(builtin, args, pos)?;
                Val::Bool(self.rank_condition(&place, pos)?)
            }
            B::RegionNumbers => {
                return Err(pos.error("`region_numbers` stands alone in its `require`").into());
            }
            B::Accepted => self.is_accepted(args, pos)?,
            B::Connected => {
                let list = self.list_of(&args[0])?;
                Val::Bool(self.connected(&list, pos)?)
            }
            B::Between => {
                let (a, b) = (self.value(&args[0])?, self.value(&args[1])?);
                let list = self.certain(&args[2])?;
                let mut at = Vec::with_capacity(list.items.len());
                for item in &list.items {
                    let mut is = [FALSE; 2];
                    for (is, end) in is.iter_mut().zip([&a, &b]) {
                        *is = match (end, item) {
                            (Val::Cell(a), Val::Cell(b)) => Graph::truth(a == b),
                            (Val::Pick(..) | Val::Choice(..), _) => {
                                return Err(pos.error("which cell ends this depends on digits").into());
                            }
                            _ => {
                                let (x, y) = (self.num(end, pos)?, self.written(item, pos)?);
                                self.compare(Cmp::Eq, x, y)
                            }
                        };
                    }
                    at.push(is);
                }
                // One end on either side, whichever way round.
                let n = at.len();
                let (mut before, mut behind) = (vec![[FALSE; 2]; n + 1], vec![[FALSE; 2]; n + 1]);
                for i in 0..n {
                    for k in 0..2 {
                        before[i + 1][k] = self.graph.or(&[before[i][k], at[i][k]]);
                        let j = n - 1 - i;
                        behind[j][k] = self.graph.or(&[behind[j + 1][k], at[j][k]]);
                    }
                }
                self.sliced(&list, |run, i| {
                    let i = i as usize - 1;
                    let one = run.graph.and(&[before[i][0], behind[i + 1][1]]);
                    let other = run.graph.and(&[before[i][1], behind[i + 1][0]]);
                    run.graph.or(&[one, other])
                })?
            }
            B::Runs => {
                let list = self.certain(&args[0])?;
                let cells = cells_in(&Val::List(list));
                let regions: Vec<Vec<Cell>> = match args.get(1) {
                    None => places.boxes(),
                    Some(regions) => self.certain(regions)?.items.iter().map(cells_in).collect(),
                };
                Val::lists(&Places::runs(&cells, &regions))
            }
            B::Pairs => {
                let list = self.certain(&args[0])?;
                if list.items.len() > 1_000 {
                    return Err(pos.error("pairs of more than 1000 items").into());
                }
                let mut all = Vec::new();
                for (i, a) in list.items.iter().enumerate() {
                    all.extend(list.items[i + 1..].iter().map(|b| Val::list(vec![a.clone(), b.clone()])));
                }
                Val::list(all)
            }
            B::Digit => {
                let value = self.value(&args[0])?;
                Val::Num(self.written(&value, pos)?)
            }
            B::ValueOf => Val::Num(self.number(&args[0])?),
            B::Same => match (self.value(&args[0])?, self.value(&args[1])?) {
                (Val::Cell(a), Val::Cell(b)) => Val::Bool(Graph::truth(a == b)),
                _ => return Err(pos.error("which cell this is depends on digits").into()),
            },
            B::Floor => {
                let x = self.number(&args[0])?;
                Val::Num(self.floor(x))
            }
            B::Ceil => {
                let x = self.number(&args[0])?;
                let down = Num { n: self.graph.scale(x.n, -1), ..x };
                let floor = self.floor(down);
                Val::Num(Num { n: self.graph.scale(floor.n, -1), ..floor })
            }
            B::Odd | B::Even => {
                let x = self.number(&args[0])?;
                let two = self.whole(2);
                let rest = self.arith(Arith::Mod, x, two);
                let want = self.whole(i64::from(builtin == B::Odd));
                Val::Bool(self.compare(Cmp::Eq, rest, want))
            }
            B::ReadingOrder => {
                let mut cells = cells_in(&Val::List(self.certain(&args[0])?));
                cells.sort_unstable();
                Val::cells(&cells)
            }
            B::SubsetSum => {
                let list = self.certain(&args[0])?;
                let total = self.number(&args[1])?;
                let (ids, d, ok) = self.numbers(&list, pos, false)?;
                if d != self.one || ids.len() > 20 {
                    return Err(pos.error("`subset_sum` takes up to 20 whole numbers").into());
                }
                // Every set of cells: few enough, and equal remainders merge.
                let mut parts = Vec::new();
                for set in 1u32..1 << ids.len() {
                    self.ticks(ids.len() as u64)?;
                    let terms: Vec<(Id, i64)> =
                        (0..ids.len()).filter(|i| set >> i & 1 == 1).map(|i| (ids[i], 1)).collect();
                    let n = self.graph.lin(&terms, 0);
                    let sum = self.plain(n);
                    parts.push(self.compare(Cmp::Eq, sum, total));
                }
                let some = self.graph.or(&parts);
                Val::Bool(self.graph.and(&[some, ok]))
            }
            B::Size => self.int(places.size()),
            B::DigitsCount => self.int(places.puzzle.digits.count as i64),
            B::Height => self.int(places.puzzle.shape.height() as i64),
            B::Width => self.int(places.puzzle.shape.width() as i64),
            B::FirstDigit => self.int(places.puzzle.digits.first as i64),
            B::LastDigit => self.int(places.puzzle.digits.last() as i64),
            B::Digits => {
                let d = places.puzzle.digits;
                Val::list((d.first as i64..=d.last() as i64).map(|n| self.int(n)).collect())
            }
            B::Cells => Val::cells(&places.puzzle.shape.cells().collect::<Vec<_>>()),
            B::Rows => Val::lists(&places.rows()),
            B::Columns => Val::lists(&places.columns()),
            B::Boxes | B::Regions => Val::lists(&places.boxes()),
            B::Houses => Val::lists(&[places.rows(), places.columns(), places.boxes()].concat()),
            B::Squares => Val::lists(&places.squares()),
            B::Diagonals => Val::lists(&places.diagonals()),
            B::Neighbours
            | B::Touching
            | B::Row
            | B::Column
            | B::BoxNumber
            | B::Leaps
            | B::Ray
            | B::RowOf
            | B::ColumnOf
            | B::BoxOf
            | B::Above
            | B::Below
            | B::LeftOf
            | B::RightOf => {
                let Val::Cell(c) = self.value(&args[0])? else {
                    return Err(pos
                        .error(format!("`{}` needs a cell known before solving", builtin.name()))
                        .hint("a cell that digits choose has no fixed place")
                        .into());
                };
                match builtin {
                    B::Row => self.int(places.row_and_column(c).0),
                    B::Column => self.int(places.row_and_column(c).1),
                    B::BoxNumber => self.int(places.box_number(c) as i64),
                    _ => {
                        let (mut down, mut right) = (0, 0);
                        if matches!(builtin, B::Leaps | B::Ray) {
                            (down, right) = (self.constant(&args[1])?, self.constant(&args[2])?);
                        }
                        Val::cells(&places.around(builtin, c, down, right))
                    }
                }
            }
            B::Block => {
                let mut n = [0; 4];
                for (n, arg) in n.iter_mut().zip(args) {
                    *n = self.constant(arg)?;
                }
                Val::cells(&places.block(n[0], n[1], n[2], n[3]))
            }
            B::CellAt => {
                let (row, column) = (self.number(&args[0])?, self.number(&args[1])?);
                let fixed = |run: &Self, n: Num| run.graph.as_const(n.n).filter(|_| n.d == run.one && n.ok == TRUE);
                match (fixed(self, row), fixed(self, column)) {
                    (Some(r), Some(c)) => places.at(r, c).map_or(Val::Undefined, Val::Cell),
                    // One of them chosen by digits: a place in that row or column.
                    (Some(r), None) => {
                        let line = Self::line(|i| places.at(r, i), places.puzzle.shape.width());
                        let column = self.integral(column);
                        Val::Pick(column, line)
                    }
                    (None, Some(c)) => {
                        let line = Self::line(|i| places.at(i, c), places.puzzle.shape.height());
                        let row = self.integral(row);
                        Val::Pick(row, line)
                    }
                    (None, None) => return Err(pos.error("row and column both depend on digits").into()),
                }
            }
            B::Given | B::Clues => unreachable!("resolved to code of their own"),
        })
    }

    fn line(at: impl Fn(i64) -> Option<Cell>, len: u16) -> Rc<List> {
        let items = (1..=i64::from(len)).map(|i| at(i).map_or(Val::Undefined, Val::Cell)).collect();
        Rc::new(List { items, guards: Vec::new() })
    }

    pub(super) fn lists_of(&mut self, code: &'a Code) -> Got<Vec<Rc<List>>> {
        let lists = self.certain(code)?;
        let mut all = Vec::new();
        for list in &lists.items {
            match list {
                Val::List(list) if list.guards.is_empty() => all.push(Rc::clone(list)),
                Val::Keyed(keyed) => all.push(Rc::new(List { items: keyed.1.clone(), guards: Vec::new() })),
                _ => return Err(code.pos.error("what is in these lists depends on digits").into()),
            }
        }
        Ok(all)
    }

    fn wanted(&mut self, code: &'a Code) -> Got<Rc<List>> {
        Ok(match self.value(code)? {
            Val::List(_) | Val::Keyed(_) => self.certain(code)?,
            Val::Absent | Val::Unset => return Err(Stop::Skip),
            other => Rc::new(List { items: vec![other], guards: Vec::new() }),
        })
    }

    /// The cells whose guards hold are connected by edges. On few cells a condition of its own; the caller posts the
    /// constraint where there is one.
    fn connected(&mut self, list: &List, pos: Pos) -> Got<Id> {
        let cells: Vec<Cell> =
            list.items.iter().filter_map(|v| if let Val::Cell(c) = v { Some(*c) } else { None }).collect();
        if cells.len() != list.items.len() {
            return Err(pos.error("`connected` takes cells of the grid").into());
        }
        if cells.len() > 16 {
            return Err(pos
                .error("`connected` over more than 16 cells stands alone in its `require`")
                .hint("write `require connected(c in cells where ...)`")
                .into());
        }
        // A set is connected when all that is reached from its first cell is the set.
        let mut parts = Vec::new();
        for set in 0u32..1 << cells.len() {
            self.ticks(cells.len() as u64)?;
            if self.is_connected(&cells, set) {
                continue;
            }
            let mut here = Vec::new();
            for i in 0..cells.len() {
                let guard = list.guard(i);
                here.push(if set >> i & 1 == 1 { guard } else { self.graph.not(guard) });
            }
            let exactly = self.graph.and(&here);
            parts.push(self.graph.not(exactly));
        }
        Ok(self.graph.and(&parts))
    }

    fn is_connected(&self, cells: &[Cell], set: u32) -> bool {
        if set == 0 {
            return true;
        }
        let mut reached = 1u32 << set.trailing_zeros();
        loop {
            let mut more = reached;
            for i in 0..cells.len() {
                if reached >> i & 1 == 1 {
                    for near in self.places.near(cells[i], Nearness::Orthogonal) {
                        if let Some(j) = cells.iter().position(|c| *c == near) {
                            more |= 1 << j & set;
                        }
                    }
                }
            }
            if more == reached {
                return reached == set;
            }
            reached = more;
        }
    }
}

/// The cells in a value, at most about [`MAX_LIST`] of them: lists in lists can be the same list many times over.
pub(super) fn flatten(value: &Val, cells: &mut Vec<Cell>) {
    fn visit(value: &Val, cells: &mut Vec<Cell>, room: &mut usize) {
        *room = room.saturating_sub(1);
        match value {
            _ if *room == 0 => {}
            Val::Cell(c) => cells.push(*c),
            Val::List(list) => {
                cells.reserve(list.items.len().min(*room));
                for item in &list.items {
                    if *room == 0 {
                        return;
                    }
                    visit(item, cells, room);
                }
            }
            _ => {}
        }
    }
    visit(value, cells, &mut (2 * MAX_LIST));
}

pub(super) fn cells_in(value: &Val) -> Vec<Cell> {
    let mut cells = Vec::new();
    flatten(value, &mut cells);
    cells
}
