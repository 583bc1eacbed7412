//! The built-in functions of the language, unrolled.

use super::Lower;
use super::ir::{FALSE, Graph, INF, Id, LARGE, TRUE};
use super::value::{Got, List, MAX_LIST, Num, Stop, Val, cells_in};
use crate::code::{Builtin, Code};
use crate::places::Places;
use crate::syntax::Pos;
use crate::syntax::ast::{Arith, Cmp, Nearness};
use cluewright_core::Cell;
use std::rc::Rc;

impl<'a> Lower<'a> {
    pub(crate) fn call(&mut self, builtin: Builtin, args: &'a [Code], pos: Pos) -> Got<Val> {
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
                if let Some(n) = self.known_extreme(builtin, &list) {
                    return Ok(self.int(i64::from(n)));
                }
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
                let mut oks = Vec::new();
                for w in &wanted.items {
                    oks.push(self.written(w, pos)?.ok);
                }
                let mut parts = Vec::with_capacity(list.items.len());
                for (i, item) in list.items.iter().enumerate() {
                    let n = self.written(item, pos)?;
                    let inside = self.among(n, &wanted, pos)?;
                    let guard = list.guard(i);
                    parts.push(self.graph.and(&[inside, guard]));
                }
                let n = self.count(&parts);
                Val::Num(Num { n, d: self.one, ok: self.graph.and(&oks) })
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
            B::SameMultiset => Val::Bool(self.same_multiset(args, pos)?),
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
                    parts.push(w.ok);
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
            B::NumberOf => Val::Num(self.written_number(args, pos)?),
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
                            self.reads(list);
                            for (i, item) in list.items.iter().enumerate() {
                                all.items.push(item.clone());
                                all.guards.push(list.guard(i));
                            }
                        }
                        Val::Keyed(keyed) => {
                            all.items.extend_from_slice(&keyed.1);
                            all.guards.resize(all.items.len(), TRUE);
                        }
                        _ => return Err(Stop::NoList),
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
                let x = self.written(&x, pos)?;
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
                let n = self.certain(&args[0])?.items.len() as i64;
                Val::list((1..=n).map(|i| self.int(i)).collect())
            }
            B::Visible => {
                let list = self.certain(&args[0])?;
                if let Some(cells) = super::value::plain_cells(&list)
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
            B::Accepted => {
                let automaton = self.automaton(args, pos)?;
                let list = self.certain(&args[0])?;
                self.is_accepted(&list, &automaton, pos)?
            }
            B::Connected => {
                let list = self.list_of(&args[0])?;
                Val::Bool(self.connected(&list, pos)?)
            }
            B::Between => Val::List(Rc::new(self.between(args, pos)?)),
            B::Runs => {
                let cells = self.certain_cells(&args[0])?;
                let regions: Vec<Vec<Cell>> = match args.get(1) {
                    None => places.boxes(),
                    Some(regions) => self.certain(regions)?.items.iter().map(cells_in).collect(),
                };
                Val::lists(&Places::runs(&cells, &regions))
            }
            B::Closed => Val::Bool(Graph::truth(Places::is_closed(&self.certain_cells(&args[0])?))),
            B::Once => Val::cells(&Places::once(self.certain_cells(&args[0])?)),
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
                (Val::Undefined, _) | (_, Val::Undefined) => Val::Bool(FALSE),
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
                let fits = self.compare(Cmp::Eq, rest, want);
                // The minimum of an empty list is neither odd nor even.
                let node = self.graph.node(x.n);
                let finite =
                    if node.low <= -INF || node.high >= INF { self.in_range(x.n, 1 - INF, INF - 1) } else { TRUE };
                Val::Bool(self.graph.and(&[fits, finite]))
            }
            B::ReadingOrder => Val::cells(&Places::in_reading_order(self.certain_cells(&args[0])?)),
            B::SubsetSum => {
                let list = self.certain(&args[0])?;
                let total = self.number(&args[1])?;
                let (ids, d, ok) = self.numbers(&list, pos, false)?;
                if d != self.one || ids.len() > 20 {
                    return Err(pos.error("`subset_sum` takes up to 20 whole numbers").into());
                }
                // Try every set of cells: there are few enough, and equal remainders merge.
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
                let value = self.value(&args[0])?;
                let Val::Cell(c) = value else {
                    let (what, hint) = if matches!(value, Val::Undefined) {
                        ("of a cell that is not there", "the grid is smaller, or the list shorter, than the rule needs")
                    } else {
                        ("needs a cell known before solving", "a cell that digits choose has no fixed place")
                    };
                    return Err(pos.error(format!("`{}` {what}", builtin.name())).hint(hint).into());
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
                        Val::cells(&builtin.around(places, c, down, right))
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
                    // Digits decide one coordinate: the result is an item of that row or column.
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
        Rc::new(List::of(items))
    }

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
                _ => return Err(code.pos.error("what is in these lists depends on digits").into()),
            }
        }
        Ok(all)
    }

    /// `number(L)`: the digits of a list read as one number.
    fn written_number(&mut self, args: &'a [Code], pos: Pos) -> Got<Num> {
        let list = self.certain(&args[0])?;
        let (ids, _, ok) = self.numbers(&list, pos, true)?;
        let base = self.places.number_base();
        let mut weight: i64 = 1;
        let mut terms = Vec::new();
        for id in ids.into_iter().rev() {
            if weight >= LARGE {
                return Err(pos
                    .error("a number of so many digits is more than a rule computes with")
                    .hint("compare the digits one after the other")
                    .into());
            }
            terms.push((id, weight));
            weight = weight.saturating_mul(base);
        }
        Ok(Num { n: self.graph.lin(&terms, 0), d: self.one, ok })
    }

    /// `same_multiset(A, B)`: whether the lists contain the same numbers, each equally often.
    fn same_multiset(&mut self, args: &'a [Code], pos: Pos) -> Got<Id> {
        let lists = self.lists_of(&args[0])?;
        let Some(first) = lists.first() else { return Ok(TRUE) };
        if lists.iter().any(|l| l.items.len() != first.items.len()) {
            return Ok(FALSE);
        }
        let (first, _, mut all_ok) = self.numbers(first, pos, true)?;
        let mut parts = Vec::new();
        for list in &lists[1..] {
            let (ids, _, ok) = self.numbers(list, pos, true)?;
            all_ok = self.graph.and(&[all_ok, ok]);
            // Every number that any of them can be must occur equally often in each list.
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
        Ok(self.graph.and(&parts))
    }

    /// `between(a, b, L)`: the items of `L` between `a` and `b`.
    fn between(&mut self, args: &'a [Code], pos: Pos) -> Got<List> {
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
        // An item is between the ends if one end is before it and the other after it.
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
        })
    }

    fn wanted(&mut self, code: &'a Code) -> Got<Rc<List>> {
        Ok(match self.value(code)? {
            Val::List(_) | Val::Keyed(_) => self.certain(code)?,
            Val::Absent | Val::Unset => return Err(Stop::Skip),
            other => Rc::new(List::of(vec![other])),
        })
    }

    /// The condition that the cells whose guards hold are connected by edges. Many cells are an error: a `connected` that
    /// stands alone in its `require` is posted as a constraint instead, if its guards are simple enough.
    fn connected(&mut self, list: &List, pos: Pos) -> Got<Id> {
        // Each cell once; its guard is true if any of its occurrences in the list is in the list.
        let (mut cells, mut guards): (Vec<Cell>, Vec<Id>) = (Vec::new(), Vec::new());
        for (i, item) in list.items.iter().enumerate() {
            let Val::Cell(cell) = item else {
                return Err(pos.error("`connected` takes cells of the grid").into());
            };
            match cells.iter().position(|c| c == cell) {
                Some(at) => guards[at] = self.graph.or(&[guards[at], list.guard(i)]),
                None => {
                    cells.push(*cell);
                    guards.push(list.guard(i));
                }
            }
        }
        if cells.len() > 16 {
            return Err(pos
                .error("`connected` over more than 16 cells stands alone in its `require`")
                .hint("write `require connected(c in cells where ...)`")
                .into());
        }
        // A set is connected if every cell of it can be reached from its first cell.
        let mut parts = Vec::new();
        for set in 0u32..1 << cells.len() {
            self.ticks(cells.len() as u64)?;
            if self.is_connected(&cells, set) {
                continue;
            }
            let mut here = Vec::new();
            for (i, &guard) in guards.iter().enumerate() {
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
