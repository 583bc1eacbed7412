//! The built-in functions of the language, implemented as simply as possible.

use super::value::{MAX_LIST, V, cells_in};
use super::{Got, Run};
use crate::code::{Builtin, Code};
use crate::places::Places;
use crate::rat::Rat;
use crate::syntax::Pos;
use crate::syntax::ast::Nearness;
use cluewright_core::{Cell, Sort};
use std::cmp::Ordering;
use std::rc::Rc;

impl<'a> Run<'a> {
    pub(super) fn call(&mut self, builtin: Builtin, args: &'a [Code], pos: Pos) -> Got<V> {
        use Builtin as B;
        let maybe = |n: Option<Rat>| n.map_or(V::Undefined, V::Num);
        let int = |n: i64| V::Num(Rat::int(n));
        Ok(match builtin {
            B::Sum | B::Product | B::Max | B::Min => {
                let list = self.list(&args[0])?;
                let Some(numbers) = self.all_numbers(&list)? else { return Ok(V::Undefined) };
                let by = |a: &Rat, b: &Rat| a.cmp(*b);
                V::Num(match builtin {
                    B::Sum => numbers.into_iter().fold(Rat::ZERO, Rat::add),
                    B::Product => numbers.into_iter().fold(Rat::int(1), Rat::mul),
                    B::Max => numbers.into_iter().max_by(by).unwrap_or(Rat::MINUS_INFINITY),
                    _ => numbers.into_iter().min_by(by).unwrap_or(Rat::INFINITY),
                })
            }
            B::Count if args.len() == 2 => {
                let list = self.list(&args[0])?;
                let wanted: Option<Vec<Rat>> = self.wanted(&args[1])?.into_iter().collect();
                let Some(wanted) = wanted else { return Ok(V::Undefined) };
                let mut n = 0;
                for item in list.iter() {
                    let w = self.written(item)?;
                    n += i64::from(w.is_some_and(|w| wanted.contains(&w)));
                }
                int(n)
            }
            B::Count | B::Length => int(self.list(&args[0])?.len() as i64),
            B::Distinct | B::Equal => {
                let list = self.list(&args[0])?;
                let Some(numbers) = self.all_written(&list)? else { return Ok(V::Bool(false)) };
                V::Bool(if builtin == B::Distinct {
                    (0..numbers.len()).all(|i| !numbers[..i].contains(&numbers[i]))
                } else {
                    numbers.windows(2).all(|w| w[0] == w[1])
                })
            }
            B::Increasing | B::Nondecreasing | B::Decreasing => {
                let list = self.list(&args[0])?;
                let Some(numbers) = self.all_numbers(&list)? else { return Ok(V::Bool(false)) };
                V::Bool(numbers.windows(2).all(|w| match builtin {
                    B::Increasing => w[0].cmp(w[1]) == Ordering::Less,
                    B::Nondecreasing => w[0].cmp(w[1]) != Ordering::Greater,
                    _ => w[0].cmp(w[1]) == Ordering::Greater,
                }))
            }
            B::Consecutive => {
                let list = self.list(&args[0])?;
                let Some(mut numbers) = self.all_numbers(&list)? else { return Ok(V::Bool(false)) };
                numbers.order_by(|a, b| a.cmp(*b));
                V::Bool(numbers.windows(2).all(|w| w[1].sub(w[0]) == Rat::int(1)))
            }
            B::SameMultiset => {
                let lists = self.list(&args[0])?;
                let mut first: Option<Vec<Rat>> = None;
                let mut same = true;
                for list in lists.iter() {
                    let V::List(list) = list else { return Ok(V::Bool(false)) };
                    let Some(mut numbers) = self.all_written(list)? else { return Ok(V::Bool(false)) };
                    numbers.order_by(|a, b| a.cmp(*b));
                    same &= *first.get_or_insert_with(|| numbers.clone()) == numbers;
                }
                V::Bool(same)
            }
            B::EqualSums => {
                let lists = self.list(&args[0])?;
                let mut first = None;
                let mut same = true;
                for list in lists.iter() {
                    let V::List(list) = list else { return Ok(V::Bool(false)) };
                    let Some(numbers) = self.all_numbers(list)? else { return Ok(V::Bool(false)) };
                    let sum = numbers.into_iter().fold(Rat::ZERO, Rat::add);
                    same &= *first.get_or_insert(sum) == sum;
                }
                V::Bool(same)
            }
            B::Contains | B::ContainsExactly => {
                let list = self.list(&args[0])?;
                let wanted: Option<Vec<Rat>> = self.wanted(&args[1])?.into_iter().collect();
                let (Some(numbers), Some(wanted)) = (self.all_written(&list)?, wanted) else {
                    return Ok(V::Bool(false));
                };
                V::Bool(wanted.iter().all(|w| {
                    let there = numbers.iter().filter(|n| *n == w).count();
                    let asked = wanted.iter().filter(|n| *n == w).count();
                    if builtin == B::Contains { there >= asked } else { there == asked }
                }))
            }
            B::NumberOf => {
                let list = self.list(&args[0])?;
                let Some(numbers) = self.all_written(&list)? else { return Ok(V::Undefined) };
                let base = Rat::int(self.places.number_base());
                V::Num(numbers.into_iter().fold(Rat::ZERO, |n, d| n.mul(base).add(d)))
            }
            B::First => self.list(&args[0])?.first().cloned().unwrap_or(V::Undefined),
            B::Last => self.list(&args[0])?.last().cloned().unwrap_or(V::Undefined),
            B::Reverse => V::list(self.list(&args[0])?.iter().rev().cloned().collect()),
            B::Concat => {
                let lists = self.list(&args[0])?;
                let mut all = Vec::new();
                for list in lists.iter() {
                    let items = match list {
                        V::List(list) => &list[..],
                        V::Keyed(keyed) => &keyed.1[..],
                        _ => return Ok(V::Undefined),
                    };
                    self.ticks(items.len() as u64)?;
                    all.extend_from_slice(items);
                    if all.len() > MAX_LIST {
                        return Err(pos.error(format!("a list of more than {MAX_LIST} items")).into());
                    }
                }
                V::list(all)
            }
            B::Position => {
                let x = self.value(&args[0])?;
                let list = self.list(&args[1])?;
                let x = self.written(&x)?;
                let Some(numbers) = self.all_written(&list)? else { return Ok(V::Undefined) };
                maybe(x.and_then(|x| numbers.iter().position(|n| *n == x)).map(|i| Rat::int(i as i64 + 1)))
            }
            B::Positions => V::list((1..=self.list(&args[0])?.len() as i64).map(int).collect()),
            B::Visible => {
                let list = self.list(&args[0])?;
                let Some(numbers) = self.all_numbers(&list)? else { return Ok(V::Undefined) };
                let mut highest = Rat::MINUS_INFINITY;
                let mut seen = 0;
                for n in numbers {
                    if n.cmp(highest) == Ordering::Greater {
                        highest = n;
                        seen += 1;
                    }
                }
                int(seen)
            }
            B::Ranked | B::RankedOrTied => {
                let mine = self.list(&args[0])?;
                let rank = self.number(&args[1])?;
                let Some(mine) = self.all_written(&mine)? else { return Ok(V::Bool(false)) };
                let mut words = Vec::new();
                for code in &args[2..] {
                    words.push(self.words(code)?);
                }
                let [Some(lists), Some(below), Some(above)] = &words[..] else { return Ok(V::Bool(false)) };
                // A shorter number is smaller; numbers of the same length are compared at their first difference.
                let compare = |w: &Vec<Rat>| {
                    let differ = w.iter().zip(&mine).map(|(a, b)| a.cmp(*b)).find(|o| *o != Ordering::Equal);
                    w.len().cmp(&mine.len()).then(differ.unwrap_or(Ordering::Equal))
                };
                let count = |order| lists.iter().filter(|w| compare(w) == order).count() as i64;
                let fits = below.iter().all(|w| compare(w) == Ordering::Less)
                    && above.iter().all(|w| compare(w) == Ordering::Greater)
                    && (builtin == B::RankedOrTied || count(Ordering::Equal) == 1);
                V::Bool(fits && rank == Some(Rat::int(count(Ordering::Less) + 1)))
            }
            B::RegionNumbers => {
                let list = self.list(&args[0])?;
                let size = self.number(&args[1])?;
                let Some(labels) = self.all_written(&list)? else { return Ok(V::Bool(false)) };
                V::Bool(size.is_some_and(|size| self.number_regions(&labels, size)))
            }
            B::Connected => {
                let list = self.list(&args[0])?;
                let cells: Vec<Cell> =
                    list.iter().filter_map(|v| if let V::Cell(c) = v { Some(*c) } else { None }).collect();
                V::Bool(self.connected(&cells))
            }
            B::Between => {
                let (a, b) = (self.value(&args[0])?, self.value(&args[1])?);
                let list = self.list(&args[2])?;
                // An end that is a cell is found by its identity among cells; any other end is found by its number.
                let is = |end: &V, item: &V| -> Got<bool> {
                    Ok(match (end, item) {
                        (V::Cell(a), V::Cell(b)) => a == b,
                        _ => {
                            let (x, y) = (self.as_number(end)?, self.written(item)?);
                            x.is_some() && x == y
                        }
                    })
                };
                let mut at = Vec::new();
                for item in list.iter() {
                    at.push((is(&a, item)?, is(&b, item)?));
                }
                let inside = |i: usize| {
                    let (left, right) = (&at[..i], &at[i + 1..]);
                    left.iter().any(|x| x.0) && right.iter().any(|x| x.1)
                        || left.iter().any(|x| x.1) && right.iter().any(|x| x.0)
                };
                V::list((0..list.len()).filter(|&i| inside(i)).map(|i| list[i].clone()).collect())
            }
            B::Runs => {
                let list = self.list(&args[0])?;
                let cells: Vec<Cell> =
                    list.iter().filter_map(|v| if let V::Cell(c) = v { Some(*c) } else { None }).collect();
                let regions: Vec<Vec<Cell>> = match args.get(1) {
                    None => self.places.boxes(),
                    Some(regions) => self.list(regions)?.iter().map(cells_in).collect(),
                };
                V::lists(&Places::runs(&cells, &regions))
            }
            B::Closed => V::Bool(Places::is_closed(&cells_in(&V::List(self.list(&args[0])?)))),
            B::Once => V::cells(&Places::once(cells_in(&V::List(self.list(&args[0])?)))),
            B::Pairs => {
                let list = self.list(&args[0])?;
                if list.len() > 1_000 {
                    return Err(pos.error("pairs of more than 1000 items").into());
                }
                let mut all = Vec::new();
                for (i, a) in list.iter().enumerate() {
                    all.extend(list[i + 1..].iter().map(|b| V::list(vec![a.clone(), b.clone()])));
                }
                V::list(all)
            }
            B::Digit => {
                let value = self.value(&args[0])?;
                maybe(self.written(&value)?)
            }
            B::ValueOf => maybe(self.number(&args[0])?),
            B::Same => {
                let (a, b) = (self.value(&args[0])?, self.value(&args[1])?);
                V::Bool(matches!((a, b), (V::Cell(a), V::Cell(b)) if a == b))
            }
            B::Floor => maybe(self.number(&args[0])?.map(Rat::floor)),
            B::Ceil => maybe(self.number(&args[0])?.map(|n| n.neg().floor().neg())),
            B::Odd | B::Even => {
                let n = self.number(&args[0])?.and_then(Rat::whole);
                V::Bool(n.is_some_and(|n| (n.rem_euclid(2) == 1) == (builtin == B::Odd)))
            }
            B::ReadingOrder => V::cells(&Places::in_reading_order(cells_in(&V::List(self.list(&args[0])?)))),
            B::Accepted => {
                let (list, starts) = (self.list(&args[0])?, self.list(&args[1])?);
                let (steps, ends) = (self.list(&args[2])?, self.list(&args[3])?);
                let Some(digits) = self.all_written(&list)? else { return Ok(V::Bool(false)) };
                let (Some(mut states), Some(ends)) = (self.all_numbers(&starts)?, self.all_numbers(&ends)?) else {
                    return Ok(V::Bool(false));
                };
                let mut all = Vec::with_capacity(steps.len());
                for step in steps.iter() {
                    let V::List(step) = step else { return Ok(V::Bool(false)) };
                    let Some(step) = self.all_numbers(step)? else { return Ok(V::Bool(false)) };
                    let [from, digit, to] = step[..] else {
                        return Err(pos.error("a step is a state, a digit and the state after it").into());
                    };
                    all.push((from, digit, to));
                }
                for digit in digits {
                    self.ticks(all.len() as u64)?;
                    let mut next: Vec<Rat> = Vec::new();
                    for &(from, read, to) in &all {
                        if read == digit && states.contains(&from) && !next.contains(&to) {
                            next.push(to);
                        }
                    }
                    states = next;
                }
                V::Bool(states.iter().any(|s| ends.contains(s)))
            }
            B::SubsetSum => {
                let list = self.list(&args[0])?;
                let total = self.number(&args[1])?;
                let (Some(numbers), Some(total)) = (self.all_numbers(&list)?, total) else { return Ok(V::Bool(false)) };
                let mut sums: Vec<Rat> = Vec::new();
                for n in numbers {
                    let with: Vec<Rat> = sums.iter().map(|s| s.add(n)).chain([n]).collect();
                    for s in with {
                        if !sums.contains(&s) {
                            sums.push(s);
                        }
                    }
                    if sums.len() > 20_000 {
                        return Err(pos.error("too many sums").into());
                    }
                }
                V::Bool(sums.contains(&total))
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
                let V::Cell(c) = self.value(&args[0])? else {
                    return Err(pos.error(format!("`{}` needs a cell known before solving", builtin.name())).into());
                };
                let p = self.places;
                match builtin {
                    B::Row => int(p.row_and_column(c).0),
                    B::Column => int(p.row_and_column(c).1),
                    B::BoxNumber => int(p.box_number(c) as i64),
                    _ => {
                        let (mut down, mut right) = (0, 0);
                        if matches!(builtin, B::Leaps | B::Ray) {
                            (down, right) = (self.whole_number(&args[1])?, self.whole_number(&args[2])?);
                        }
                        V::cells(&builtin.around(p, c, down, right))
                    }
                }
            }
            B::Block => {
                let mut n = [0; 4];
                for (n, arg) in n.iter_mut().zip(args) {
                    *n = self.whole_number(arg)?;
                }
                V::cells(&self.places.block(n[0], n[1], n[2], n[3]))
            }
            B::CellAt => {
                let (row, column) =
                    (self.number(&args[0])?.and_then(Rat::whole), self.number(&args[1])?.and_then(Rat::whole));
                let cell = row.zip(column).and_then(|(r, c)| self.places.at(r, c));
                cell.map_or(V::Undefined, V::Cell)
            }
            B::Given | B::Clues => unreachable!("resolved to code of their own"),
        })
    }

    /// The numbers of a set or list, or a single number; `None` for an undefined number.
    fn wanted(&mut self, code: &'a Code) -> Got<Vec<Option<Rat>>> {
        let value = self.value(code)?;
        let items = match value {
            V::List(items) => items,
            V::Keyed(keyed) => Rc::new(keyed.1.clone()),
            other => Rc::new(vec![other]),
        };
        items.iter().map(|item| self.written(item)).collect()
    }

    /// The digits in lists of cells; `None` if they are not all defined.
    pub(super) fn words(&mut self, code: &'a Code) -> Got<Option<Vec<Vec<Rat>>>> {
        let lists = self.list(code)?;
        let mut all = Vec::new();
        for list in lists.iter() {
            let V::List(list) = list else { return Ok(None) };
            let Some(numbers) = self.all_written(list)? else { return Ok(None) };
            all.push(numbers);
        }
        Ok(Some(all))
    }

    /// Whether these numbers, one for each cell of the grid, number its regions in the order of their first cells,
    /// where each region is connected, has `size` cells, and holds different digits.
    fn number_regions(&self, labels: &[Rat], size: Rat) -> bool {
        let cells: Vec<Cell> = self.places.puzzle.shape.cells().collect();
        if labels.len() != cells.len() {
            return false;
        }
        let mut next = Rat::int(i64::from(self.places.puzzle.digits.first));
        for (i, label) in labels.iter().enumerate() {
            if labels[..i].contains(label) {
                continue;
            }
            let region: Vec<Cell> = cells.iter().zip(labels).filter(|(_, l)| *l == label).map(|(&c, _)| c).collect();
            let digits: Vec<i64> = region.iter().map(|c| self.numbers[c.index()]).collect();
            let repeats = (0..digits.len()).any(|i| digits[..i].contains(&digits[i]));
            if *label != next || Rat::int(region.len() as i64) != size || repeats || !self.connected(&region) {
                return false;
            }
            next = next.add(Rat::int(1));
        }
        true
    }

    fn connected(&self, cells: &[Cell]) -> bool {
        let Some(&start) = cells.first() else { return true };
        let mut reached = vec![start];
        let mut at = 0;
        while at < reached.len() {
            for near in self.places.near(reached[at], Nearness::Orthogonal) {
                if cells.contains(&near) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
            at += 1;
        }
        cells.iter().all(|c| reached.contains(c))
    }
}
