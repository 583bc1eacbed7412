//! Unrolls rules for the current puzzle: every `for` is expanded, and every cell is a variable of the graph.

use super::ir::{FALSE, Graph, Id, TRUE};
use super::kept::Bound;
use super::value::{Got, List, MAX_LIST, Num, Stop, Val, cells_in, flatten};
use super::{Lower, Unroll};
use crate::args;
use crate::automaton::regex_of;
use crate::code::{Bind, Code, CodeKind, Filt, Pat, Quantity, RuleCode, Slot, Src, not_there};
use crate::places::Places;
use crate::syntax::Pos;
use crate::syntax::ast::Cmp;
use crate::words::constants::{Is, Word};
use cluewright_core::{BadInput, Cell};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of unrolling steps for a puzzle; they take well under a second.
const MAX_STEPS: u64 = 5_000_000;
/// The number of steps (of unrolling, and of work on conditions) between two polls of the stop signal: about a millisecond.
const POLL: u64 = 10_000;

impl<'a> Lower<'a> {
    pub(crate) fn tick(&mut self) -> Got<()> {
        self.ticks(1)
    }

    /// Counts steps of unrolling. Checks all limits and polls the stop signal from time to time.
    pub(crate) fn ticks(&mut self, steps: u64) -> Got<()> {
        self.budget.steps += steps;
        let done = self.budget.steps + self.graph.work();
        // Every node is a step of work, so this checks the number of nodes often enough.
        let fine = self.budget.steps <= MAX_STEPS
            && self.graph.depth() <= super::MAX_NESTING
            && !self.graph.is_too_large()
            && !self.budget.watch.heard();
        if fine && done < self.budget.next_poll {
            return Ok(());
        }
        self.poll(done)
    }

    /// Checks all limits and polls the stop signal.
    #[cold]
    fn poll(&mut self, done: u64) -> Got<()> {
        if self.budget.steps > MAX_STEPS {
            return Err(BadInput::new(format!("unrolling takes more than {MAX_STEPS} steps"))
                .hint("a loop is too long, or loops are nested too deeply")
                .into());
        }
        if self.graph.len() > super::MAX_NODES || self.graph.work() > super::MAX_WORK {
            return Err(BadInput::new("unrolled, the rules are too large")
                .hint("use shorter lists, or nest fewer conditions")
                .into());
        }
        if self.graph.depth() > super::MAX_NESTING {
            return Err(BadInput::new("an expression is nested too deeply")
                .hint("use a `fold` over fewer items, or fewer names that are defined by other names")
                .into());
        }
        if self.graph.is_too_large() {
            return Err(BadInput::new(
                "a rule can only compute with numbers below 549,755,813,888, and this rule exceeds the limit",
            )
            .hint("use smaller factors, or fewer digits in one number")
            .into());
        }
        if done >= self.budget.next_poll {
            self.budget.next_poll = done + POLL;
            self.budget.watch.asked();
        }
        if self.budget.watch.heard() {
            return Err(BadInput::stopped("stopped while the rules were unrolled").into());
        }
        Ok(())
    }

    pub(crate) fn list_of(&mut self, code: &'a Code) -> Got<Rc<List>> {
        match self.value(code)? {
            Val::List(list) => {
                self.reads(&list);
                Ok(list)
            }
            Val::Keyed(keyed) => Ok(Rc::new(List::of(keyed.1.clone()))),
            Val::Absent | Val::Unset => Err(Stop::Skip),
            Val::Pick(..) | Val::Choice(..) => Err(code
                .pos
                .error("the choice of this list depends on digits")
                .hint("choose between numbers instead")
                .into()),
            _ => Err(Stop::NoList),
        }
    }

    /// Makes the expression that reads a list undefined if the list is missing.
    pub(crate) fn reads(&mut self, list: &List) {
        if list.gone != FALSE {
            self.missing = self.graph.or(&[self.missing, list.gone]);
        }
    }

    /// Evaluates a list whose items do not depend on digits.
    pub(crate) fn certain(&mut self, code: &'a Code) -> Got<Rc<List>> {
        let list = self.list_of(code)?;
        if list.guards.iter().any(|&g| g != TRUE) {
            return Err(code
                .pos
                .error("the items of this list depend on digits")
                .hint("sum, count, max, min, product, distinct, contains, connected and every/some take such lists")
                .into());
        }
        Ok(list)
    }

    /// The cells of a list whose items do not depend on digits.
    pub(crate) fn certain_cells(&mut self, code: &'a Code) -> Got<Vec<Cell>> {
        Ok(cells_in(&Val::List(self.certain(code)?)))
    }

    /// The lists in a list of lists. None of their items depend on digits.
    pub(crate) fn lists_of(&mut self, code: &'a Code) -> Got<Vec<Rc<List>>> {
        let lists = self.certain(code)?;
        let mut all = Vec::with_capacity(lists.items.len());
        for list in &lists.items {
            match list {
                Val::Undefined => return Err(Stop::NoList),
                Val::List(list) if list.guards.is_empty() => {
                    self.reads(list);
                    all.push(Rc::clone(list));
                }
                Val::Keyed(keyed) => all.push(Rc::new(List::of(keyed.1.clone()))),
                _ => return Err(code.pos.error("the items of these lists depend on digits").into()),
            }
        }
        Ok(all)
    }

    /// The items of a set or a list, or a single number.
    pub(crate) fn wanted(&mut self, code: &'a Code) -> Got<Rc<List>> {
        Ok(match self.value(code)? {
            Val::List(_) | Val::Keyed(_) => self.certain(code)?,
            Val::Absent | Val::Unset => return Err(Stop::Skip),
            other => Rc::new(List::of(vec![other])),
        })
    }

    /// The cell that is passed to the function called `name`.
    pub(crate) fn known_cell(&mut self, code: &'a Code, name: &str, pos: Pos) -> Got<Cell> {
        let (what, hint) = match self.value(code)? {
            Val::Cell(cell) => return Ok(cell),
            Val::Undefined => {
                ("of a cell that is not there", "the grid is smaller, or the list shorter, than the rule needs")
            }
            _ => ("needs a cell known before solving", "a cell that digits choose has no fixed place"),
        };
        Err(pos.error(format!("`{name}` {what}")).hint(hint).into())
    }

    pub(crate) fn truth(&mut self, code: &'a Code) -> Got<Id> {
        match self.value(code)? {
            Val::Bool(b) => Ok(b),
            Val::Absent | Val::Unset => Err(Stop::Skip),
            _ => Ok(FALSE),
        }
    }

    /// Called if the part `by` decides a condition. If `rest` reads an absent parameter, the statement is skipped nevertheless,
    /// unless `by` asked whether the parameter is given.
    fn unless_absent(&mut self, by: &Code, rest: &'a [Code]) -> Got<()> {
        if by.asks() || !self.scope.env.iter().any(|v| matches!(v, Val::Absent)) {
            return Ok(());
        }
        for part in rest {
            if let Err(Stop::Skip) = self.truth(part) {
                return Err(Stop::Skip);
            }
        }
        Ok(())
    }

    /// The truth value of a condition that must not depend on digits.
    pub(crate) fn decided(&mut self, code: &'a Code) -> Got<bool> {
        match self.truth(code)? {
            TRUE => Ok(true),
            FALSE => Ok(false),
            _ => Err(code
                .pos
                .error("this must be known before solving, but it depends on digits")
                .hint("write `require a => b`")
                .into()),
        }
    }

    pub(crate) fn number(&mut self, code: &'a Code) -> Got<Num> {
        let value = self.value(code)?;
        self.num(&value, code.pos)
    }

    /// An integer that does not depend on digits.
    pub(crate) fn constant(&mut self, code: &'a Code) -> Got<i64> {
        let n = self.number(code)?;
        match (self.graph.as_const(n.n), n.d == self.one, n.ok) {
            (Some(n), true, TRUE) => Ok(n),
            _ => Err(code.pos.error("expected a whole number known before solving").into()),
        }
    }

    pub(crate) fn put(&mut self, pat: &Pat, value: &Val, pos: Pos) -> Got<()> {
        match pat {
            Pat::One(slot) => self.scope.env[*slot as usize] = value.clone(),
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
                    self.scope.env[*slot as usize] = item.clone();
                }
            }
        }
        Ok(())
    }

    /// Calls `f` for each item, together with the condition under which the item is in the list.
    pub(crate) fn each(&mut self, bind: &'a Bind, f: &mut dyn FnMut(&mut Self, &Val, Id) -> Got<()>) -> Got<()> {
        let list: Rc<List> = match &bind.src {
            Src::In(list) => self.list_of(list)?,
            Src::Along(list) => {
                let list = self.certain(list)?;
                let k = match &bind.pat {
                    Pat::Tuple(slots) => slots.len(),
                    Pat::One(_) => 2,
                };
                let items = list.items.windows(k).map(|w| Val::list(w.to_vec())).collect();
                Rc::new(List::of(items))
            }
            Src::Moves(..) | Src::Near(..) => {
                let pairs = self.pairs(&bind.src)?;
                let items = pairs.into_iter().map(|(a, b)| Val::cells(&[a, b])).collect();
                Rc::new(List::of(items))
            }
        };
        self.variables.pinned |=
            list.guards.iter().any(|g| *g != TRUE && *g != FALSE) || list.items.iter().any(|v| self.depends(v));
        let mut number = 0;
        for (at, item) in list.items.iter().enumerate() {
            self.tick()?;
            self.put(&bind.pat, item, bind.pos)?;
            self.scope.env[bind.place as usize] = self.int(at as i64 + 1);
            if let Some(index) = bind.index {
                self.scope.env[index as usize] = self.int(number + 1);
            }
            let mut guard = list.guard(at);
            for filter in &bind.filters {
                if guard == FALSE {
                    break;
                }
                let keep = match filter {
                    Filt::Where(condition) => match self.scalar_truth(condition, &[]) {
                        Some(holds) => Graph::truth(holds),
                        None => self.truth(condition)?,
                    },
                    Filt::Marked(rules, unless) => {
                        let mut cells = Vec::new();
                        flatten(item, &mut cells);
                        Graph::truth(rules.iter().any(|r| self.places.marked(r, &cells)) != *unless)
                    }
                };
                guard = self.graph.and(&[guard, keep]);
            }
            if guard != FALSE {
                if guard != TRUE && bind.index.is_some() {
                    return Err(bind.pos.error("items that are selected by digits cannot be numbered").into());
                }
                number += 1;
                f(self, item, guard)?;
            }
        }
        Ok(())
    }

    pub(crate) fn pairs(&mut self, src: &'a Src) -> Got<Vec<(Cell, Cell)>> {
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

    pub(crate) fn unrolled(&mut self, code: &'a Code) -> Got<Val> {
        self.value(code)
    }

    pub(crate) fn value(&mut self, code: &'a Code) -> Got<Val> {
        self.tick()?;
        let outer = std::mem::replace(&mut self.missing, FALSE);
        let worth = self.worth(code);
        let gone = std::mem::replace(&mut self.missing, outer);
        match worth {
            Ok(value) if gone == FALSE => Ok(value),
            Err(Stop::NoList) if code.is_condition() => Ok(Val::Bool(FALSE)),
            Err(Stop::NoList) => Ok(Val::Undefined),
            Ok(value) => Ok(self.unless(gone, value)),
            Err(stop) => Err(stop),
        }
    }

    /// The value of an expression if all lists that it reads exist.
    fn worth(&mut self, code: &'a Code) -> Got<Val> {
        Ok(match &code.kind {
            CodeKind::Number(n) => self.int(*n),
            CodeKind::Bool(b) => Val::Bool(Graph::truth(*b)),
            CodeKind::Text(t) => Val::Text(Arc::clone(t)),
            CodeKind::Var(slot) => match &self.scope.env[*slot as usize] {
                Val::Absent | Val::Unset => return Err(Stop::Skip),
                value => value.clone(),
            },
            CodeKind::IsGiven(slot) => {
                Val::Bool(Graph::truth(!matches!(self.scope.env[*slot as usize], Val::Absent | Val::Unset)))
            }
            CodeKind::CluesOf(rule) => self.clues_of(rule),
            CodeKind::Word(word) => self.of_word(word),
            CodeKind::Call(function, args) => {
                let Unroll(unroll) = function.unroll.downcast_ref().expect("a function's `unroll` is an `Unroll`");
                return unroll(self, args, code.pos);
            }
            CodeKind::Index(list, index) => {
                // Evaluate the index first: a search that fixes cells in this order then knows the index before it reaches the
                // list.
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
            CodeKind::KeyIndex(keyed, key, _) => {
                let (Val::Keyed(keyed), key) = (self.value(keyed)?, self.value(key)?) else {
                    return Ok(Val::Undefined);
                };
                self.ticks(keyed.0.len() as u64 / 8)?;
                self.extra_for(&keyed, &key, code.pos)?
            }
            CodeKind::Field(clue, at) => {
                let Val::Clue(number) = self.value(clue)? else { return Ok(Val::Undefined) };
                match &self.bound(number)?.1[*at] {
                    Val::Absent => return Err(Stop::Skip),
                    value => value.clone(),
                }
            }
            CodeKind::Neg(x) => {
                let x = self.number(x)?;
                Val::Num(Num { n: self.graph.scale(x.n, -1), ..x })
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
            CodeKind::If(c, a, b) => self.chosen(c, a, b, code.pos)?,
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
                        return Err(code.pos.error(format!("the list has more than {MAX_LIST} items")).into());
                    }
                    Ok(())
                })?;
                if list.guards.iter().all(|&g| g == TRUE) {
                    list.guards.clear();
                }
                Val::List(Rc::new(list))
            }
            CodeKind::Set(items) => self.set(items, code.pos)?,
            CodeKind::End(last, count, list) => {
                let count = self.number(count)?;
                let count = self.floor(count);
                let list = self.certain(list)?;
                let len = list.items.len() as i64;
                let part = self.sliced(&list, |run, i| {
                    // The last k items are the items whose index is greater than length - k.
                    let place = if *last { len - i + 1 } else { i };
                    let late = run.graph.lin(&[(count.n, -1)], place);
                    run.graph.le(late)
                })?;
                self.part(part, count.ok)
            }
            CodeKind::Side(after, list, index) => {
                let place = self.value(index)?;
                let list = self.certain(list)?;
                let at = self.place_in(&place, &list, index.pos)?;
                let inside = self.in_range(at.n, 1, list.items.len() as i64);
                let there = self.graph.and(&[at.ok, inside]);
                let part = self.sliced(&list, |run, i| {
                    // `before`: the item's index is less than i; `after`: the item's index is greater than i.
                    let (k, c) = if *after { (1, 1 - i) } else { (-1, i + 1) };
                    let inside = run.graph.lin(&[(at.n, k)], c);
                    run.graph.le(inside)
                })?;
                self.part(part, there)
            }
            CodeKind::Fold(slot, start, bind, next) => self.folded(*slot, start, bind, next)?,
            CodeKind::Let(slot, value, body) => {
                let value = self.value(value)?;
                self.scope.env[*slot as usize] = value;
                return self.value(body);
            }
            _ => return self.condition(code),
        })
    }

    /// The value of a condition if all lists that it reads exist.
    fn condition(&mut self, code: &'a Code) -> Got<Val> {
        Ok(match &code.kind {
            CodeKind::Not(x) => {
                let x = self.truth(x)?;
                Val::Bool(self.graph.not(x))
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
                let x = match x {
                    Val::Cell(x) => x,
                    Val::Undefined => return Ok(Val::Bool(FALSE)),
                    _ => return Err(code.pos.error("the choice of this cell depends on digits").into()),
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
                let parts = self.until(FALSE, all)?;
                Val::Bool(self.graph.and(&parts))
            }
            CodeKind::Or(all) => {
                let parts = self.until(TRUE, all)?;
                Val::Bool(self.graph.or(&parts))
            }
            CodeKind::Implies(a, b) => {
                let holds = self.truth(a)?;
                if holds == FALSE {
                    self.unless_absent(a, std::slice::from_ref(b))?;
                    return Ok(Val::Bool(TRUE));
                }
                let not = self.graph.not(holds);
                let b = self.truth(b)?;
                Val::Bool(self.graph.or(&[not, b]))
            }
            CodeKind::Quantified(quantity, count, bind, condition) => {
                self.quantified(*quantity, count.as_deref(), bind, condition)?
            }
            CodeKind::Of(quantity, count, all) => {
                let parts = all.iter().map(|x| self.truth(x)).collect::<Got<Vec<Id>>>()?;
                Val::Bool(self.enough(*quantity, Some(count), &parts)?)
            }
            CodeKind::Matches(list, dfa) => {
                let list = self.certain(list)?;
                self.matches(&list, dfa, code.pos)?
            }
            CodeKind::Accepts(list, automaton) => {
                let list = self.read_list(list)?;
                self.is_accepted(&list, automaton, code.pos)?
            }
            CodeKind::MatchesText(list, text) => {
                let Val::Text(text) = self.value(text)? else { return Ok(Val::Bool(FALSE)) };
                let dfa = regex_of(&text)
                    .map_err(|e| code.pos.error(format!("error in the regular expression \"{text}\": {e}")))?;
                let list = self.certain(list)?;
                self.matches(&list, &Arc::new(dfa), code.pos)?
            }
            _ => unreachable!("`worth` has all other expressions"),
        })
    }

    /// The conditions up to the first condition that is `decisive`.
    fn until(&mut self, decisive: Id, all: &'a [Code]) -> Got<Vec<Id>> {
        let mut parts = Vec::with_capacity(all.len());
        for (at, x) in all.iter().enumerate() {
            let part = self.truth(x)?;
            parts.push(part);
            if part == decisive {
                self.unless_absent(x, &all[at + 1..])?;
                break;
            }
        }
        Ok(parts)
    }

    /// The final state of a `fold`.
    fn folded(&mut self, slot: Slot, start: &'a Code, bind: &'a Bind, next: &'a Code) -> Got<Val> {
        let folded = match self.machine_over_lists(slot, start, bind, next)? {
            None => self.machine(slot, start, bind, next)?,
            folded => folded,
        };
        if let Some(folded) = folded {
            return Ok(folded);
        }
        let mut state = self.number(start)?;
        self.each(bind, &mut |run, _, guard| {
            run.scope.env[slot as usize] = Val::Num(state);
            let after = run.number(next)?;
            state = if guard == TRUE { after } else { run.choose(guard, after, state) };
            Ok(())
        })?;
        Ok(Val::Num(state))
    }

    /// The value of `if c then a else b`.
    fn chosen(&mut self, c: &'a Code, a: &'a Code, b: &'a Code, pos: Pos) -> Got<Val> {
        let c = self.truth(c)?;
        if c == TRUE {
            return self.value(a);
        }
        if c == FALSE {
            return self.value(b);
        }
        let (x, y) = (self.value(a)?, self.value(b)?);
        Ok(match (&x, &y) {
            (Val::Bool(x), Val::Bool(y)) => {
                let not = self.graph.not(c);
                let (x, y) = (self.graph.and(&[c, *x]), self.graph.and(&[not, *y]));
                Val::Bool(self.graph.or(&[x, y]))
            }
            (Val::Bool(x), _) => Val::Bool(self.graph.and(&[c, *x])),
            (_, Val::Bool(y)) => {
                let not = self.graph.not(c);
                Val::Bool(self.graph.and(&[not, *y]))
            }
            (Val::List(_) | Val::Keyed(_) | Val::Text(_), _) => {
                return Err(pos.error("only numbers and conditions can depend on digits").into());
            }
            (Val::Num(_), _) | (_, Val::Num(_)) => {
                let (x, y) = (self.num(&x, a.pos)?, self.num(&y, b.pos)?);
                Val::Num(self.choose(c, x, y))
            }
            _ => Val::Choice(c, Rc::new((x, y))),
        })
    }

    /// Unrolls a quantified condition: `quantity` states how many of the items must satisfy the condition.
    fn quantified(
        &mut self,
        quantity: Quantity,
        count: Option<&'a Code>,
        bind: &'a Bind,
        condition: &'a Code,
    ) -> Got<Val> {
        let mut parts = Vec::new();
        let mut stop = false;
        self.each(bind, &mut |run, _, guard| {
            if stop {
                return Ok(());
            }
            let holds = run.truth(condition)?;
            let part = if quantity == Quantity::Every {
                let not = run.graph.not(guard);
                run.graph.or(&[not, holds])
            } else {
                run.graph.and(&[guard, holds])
            };
            stop = matches!((quantity, part), (Quantity::Every, FALSE) | (Quantity::Some, TRUE));
            parts.push(part);
            Ok(())
        })?;
        Ok(Val::Bool(self.enough(quantity, count, &parts)?))
    }

    /// The value of a constant of the language.
    fn of_word(&mut self, word: &Word) -> Val {
        match word.is {
            Is::Number(n) => self.int(n(self.places)),
            Is::Numbers(all) => Val::list(all(self.places).into_iter().map(|n| self.int(n)).collect()),
            Is::Cells(cells) => Val::cells(&cells(self.places)),
            Is::Lists(lists) => Val::lists(&lists(self.places)),
        }
    }

    /// The value of a set `{1, 3..5}`.
    fn set(&mut self, items: &'a [(Code, Option<Code>)], pos: Pos) -> Got<Val> {
        let mut all = Vec::new();
        for (low, high) in items {
            let Some(high) = high else {
                let n = self.number(low)?;
                all.push(Val::Num(n));
                continue;
            };
            let (low, high) = (self.range_end(low)?, self.range_end(high)?);
            if high.saturating_sub(low) > MAX_LIST as i64 {
                return Err(pos.error(format!("the set has more than {MAX_LIST} numbers")).into());
            }
            for n in low..=high {
                all.push(self.int(n));
            }
        }
        Ok(Val::list(all))
    }

    /// The rule that a clue names, and the clue's arguments.
    fn bound(&mut self, number: u32) -> Got<Bound<'a>> {
        if let Some(Some(bound)) = self.kept.bound.get(number as usize) {
            return Ok(bound.clone());
        }
        let clue = self.places.clues[number as usize];
        let rule: &'a RuleCode = self.rules.needed(clue)?;
        let args = args::bind(rule, clue, self.places, self.constants)?;
        let bound: Bound<'a> = (rule, args.iter().map(|a| self.arg(a.as_ref())).collect());
        self.kept.bound.resize_with(self.places.clues.len(), || None);
        self.kept.bound[number as usize] = Some(bound.clone());
        Ok(bound)
    }

    /// The list of a rule's clues, which is created only once.
    fn clues_of(&mut self, rule: &'a str) -> Val {
        if let Some((_, known)) = self.kept.clue_lists.iter().find(|known| known.0 == rule) {
            return known.clone();
        }
        let list = Val::list(self.places.clues_of(rule).into_iter().map(Val::Clue).collect());
        self.kept.clue_lists.push((rule, list.clone()));
        list
    }

    fn range_end(&mut self, code: &'a Code) -> Got<i64> {
        let n = self.number(code)?;
        match self.graph.as_const(n.n) {
            Some(k) if n.d == self.one && n.ok == TRUE => Ok(k),
            _ if n.ok == FALSE => Err(not_there(code.pos, "end of a range").into()),
            _ => Err(code
                .pos
                .error("a range must go from one whole number to another, both known before solving")
                .hint("`low <= x <= high` compares with digits")
                .into()),
        }
    }
}
