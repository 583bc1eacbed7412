//! `ranked(L, n, lists, below, above)`: the rank of a list among lists that are read as numbers. It becomes a constraint if it is
//! the whole requirement, otherwise a condition. `ranked_or_tied` allows other lists to equal the ranked list.

use super::prelude::*;
use crate::unroll::kept::Lines;
use crate::unroll::value::{Got, cells_in, constant_of};
use cluewright_core::constraint::{Kind as Fact, Ranked};
use std::cmp::Ordering;
use std::sync::Arc;

pub(super) static WORDS: &[Function] = &[
    word(
        "ranked(L, n, lists, below, above)",
        &[&[Kind::Cells, Kind::Number, Kind::Lists, Kind::Lists, Kind::Lists]],
        Gives::Bool,
        &Judge(|run, args, _| judge(run, args, false)),
        &Unroll(|run, args, pos| unroll(run, args, pos, false)),
    )
    .by_place()
    .posted(&Post(|run, args, pos| post(run, args, pos, false))),
    word(
        "ranked_or_tied(L, n, lists, below, above)",
        &[&[Kind::Cells, Kind::Number, Kind::Lists, Kind::Lists, Kind::Lists]],
        Gives::Bool,
        &Judge(|run, args, _| judge(run, args, true)),
        &Unroll(|run, args, pos| unroll(run, args, pos, true)),
    )
    .by_place()
    .posted(&Post(|run, args, pos| post(run, args, pos, true))),
];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], ties: bool) -> Judged {
    let mine = run.list(&args[0])?;
    let rank = run.number(&args[1])?;
    let Some(mine) = run.all_written(&mine)? else { return Ok(V::Bool(false)) };
    let mut words = Vec::new();
    for code in &args[2..] {
        words.push(run.numbers_in_lists(code, true)?);
    }
    let [Some(lists), Some(below), Some(above)] = &words[..] else { return Ok(V::Bool(false)) };
    // A shorter number is smaller. Numbers of the same length are compared at the first difference.
    let compare = |w: &Vec<Rat>| {
        let differ = w.iter().zip(&mine).map(|(a, b)| a.cmp(*b)).find(|o| *o != Ordering::Equal);
        w.len().cmp(&mine.len()).then(differ.unwrap_or(Ordering::Equal))
    };
    let count = |order| lists.iter().filter(|w| compare(w) == order).count() as i64;
    let fits = below.iter().all(|w| compare(w) == Ordering::Less)
        && above.iter().all(|w| compare(w) == Ordering::Greater)
        && (ties || count(Ordering::Equal) == 1);
    Ok(V::Bool(fits && rank == Some(Rat::int(count(Ordering::Less) + 1))))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos, ties: bool) -> Unrolled {
    let place = run.place(args, ties, pos)?;
    Ok(Val::Bool(run.rank_condition(&place, pos)?))
}

fn post<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos, ties: bool) -> Posted {
    let place = run.place(args, ties, pos)?;
    if run.missing != FALSE {
        return Ok(false);
    }
    let fact = run.ranked(&place);
    run.posted(fact, pos)
}

/// The arguments of `ranked(L, n, lists, below, above)`.
struct Place {
    line: Vec<Cell>,
    rank: Val,
    lines: Lines,
    below: Vec<Rc<List>>,
    above: Vec<Rc<List>>,
    ties: bool,
}

/// Whether the list contains exactly these cells.
fn is_line(list: &List, cells: &[Cell]) -> bool {
    list.items.len() == cells.len()
        && list.items.iter().zip(cells).all(|(item, cell)| matches!(item, Val::Cell(c) if c == cell))
}

impl<'a> Lower<'a> {
    fn place(&mut self, args: &'a [Code], ties: bool, pos: Pos) -> Got<Place> {
        let cells_only = |list: &Rc<List>| list.items.iter().all(|i| matches!(i, Val::Cell(_)));
        let lists = |run: &mut Self, code: &'a Code| -> Got<Vec<Rc<List>>> {
            let all = run.lists_of(code)?;
            if !all.iter().all(cells_only) {
                return Err(pos.error("`ranked` takes lists of cells").into());
            }
            Ok(all)
        };
        let line = self.certain(&args[0])?;
        if !cells_only(&line) {
            return Err(pos.error("`ranked` takes a list of cells").into());
        }
        let rank = self.unrolled(&args[1])?;
        let lines = self.certain(&args[2])?;
        let Some(lines) = self.cells_of_lists(&lines) else {
            return Err(pos.error("`ranked` takes lists of cells").into());
        };
        Ok(Place {
            line: cells_in(&Val::List(line)),
            rank,
            lines,
            below: lists(self, &args[3])?,
            above: lists(self, &args[4])?,
            ties,
        })
    }

    /// The rank as a constraint; `None` if no constraint can express it.
    fn ranked(&mut self, place: &Place) -> Option<Fact> {
        let mine = u16::try_from(place.lines.iter().position(|l| *l == place.line)?).ok()?;
        if !Arc::ptr_eq(&self.kept.found_lines.0, &place.lines) {
            self.kept.found_lines = (Arc::clone(&place.lines), Vec::new());
        }
        let known = &mut self.kept.found_lines.1;
        let mut find = |lists: &[Rc<List>]| -> Option<Vec<u16>> {
            let number = |list: &Rc<List>| {
                if let Some(found) = known.iter().find(|found| Rc::ptr_eq(&found.0, list)) {
                    return Some(found.1);
                }
                let number = u16::try_from(place.lines.iter().position(|l| is_line(list, l))?).ok()?;
                known.push((Rc::clone(list), number));
                Some(number)
            };
            lists.iter().map(number).collect()
        };
        let rank = u16::try_from(constant_of(&self.graph, &place.rank)?).ok()?;
        let (below, above) = (find(&place.below)?, find(&place.above)?);
        let ranked = match &self.kept.last_ranked {
            Some(last) if last.is_among(&place.lines) => last.another(mine, rank, &below, &above, place.ties),
            _ => {
                let first = self.build.first(*place.line.first()?);
                if place.lines.iter().flatten().any(|&c| self.build.first(c) != first) {
                    return None;
                }
                Ranked::among(&place.lines, mine, rank, &below, &above, place.ties)
            }
        };
        let ranked = ranked.ok()?;
        self.kept.last_ranked = Some(ranked.clone());
        Some(ranked.into())
    }

    /// The rank as a condition.
    fn rank_condition(&mut self, place: &Place, pos: Pos) -> Got<Id> {
        let mut smaller = Vec::new();
        let mut parts = Vec::new();
        for list in &place.below {
            parts.push(self.smaller(&cells_in(&Val::List(Rc::clone(list))), &place.line)?);
        }
        for list in &place.above {
            parts.push(self.smaller(&place.line, &cells_in(&Val::List(Rc::clone(list))))?);
        }
        let mut equal = Vec::new();
        for list in &*place.lines {
            smaller.push(self.smaller(list, &place.line)?);
            let (less, more) = (self.smaller(list, &place.line)?, self.smaller(&place.line, list)?);
            let differ = self.graph.or(&[less, more]);
            equal.push(self.graph.not(differ));
        }
        let rank = self.num(&place.rank, pos)?;
        let count = self.count(&smaller);
        let difference = self.graph.lin(&[(count, 1), (rank.n, -1)], 1);
        let right = self.graph.eq(difference);
        parts.push(if rank.d == self.one { right } else { FALSE });
        parts.push(rank.ok);
        if !place.ties {
            let count = self.count(&equal);
            parts.push(self.equals(count, 1));
        }
        Ok(self.graph.and(&parts))
    }

    /// The condition that `a` is shorter than `b`, or that it has the same length and is smaller at the first difference.
    fn smaller(&mut self, a: &[Cell], b: &[Cell]) -> Got<Id> {
        if a.len() != b.len() {
            return Ok(Graph::truth(a.len() < b.len()));
        }
        let mut smaller = FALSE;
        for (&x, &y) in a.iter().zip(b).rev() {
            self.tick()?;
            if x == y {
                continue;
            }
            let (x, y) = (self.digit_of(x), self.digit_of(y));
            let less = self.graph.lin(&[(x, 1), (y, -1)], 1);
            let less = self.graph.le(less);
            let difference = self.graph.sub(x, y);
            let equal = self.graph.eq(difference);
            let later = self.graph.and(&[equal, smaller]);
            smaller = self.graph.or(&[less, later]);
        }
        Ok(smaller)
    }
}
