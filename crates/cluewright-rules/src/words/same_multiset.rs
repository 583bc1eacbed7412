//! `same_multiset(A, B, ..)`: the lists contain the same digits, each of them equally often.

use super::ordered::equal;
use super::prelude::*;
use crate::unroll::value::are_once;
use cluewright_core::Sort;
use cluewright_core::constraint::SameMultiset;

pub(super) static WORDS: &[Function] =
    &[word("same_multiset(A, B)", LISTS, Gives::Bool, &Judge(judge), &Unroll(unroll))
        .several(Kind::Flat)
        .posted(&Post(post))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let Some(mut lists) = run.numbers_in_lists(&args[0], true)? else { return Ok(V::Bool(false)) };
    lists.iter_mut().for_each(|list| list.order_by(|a, b| a.cmp(*b)));
    Ok(V::Bool(lists.windows(2).all(|w| w[0] == w[1])))
}

fn post<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Posted {
    let Some(lists) = run.plain_lists(&args[0])? else { return Ok(false) };
    if lists.iter().all(|l| l.len() == 1) {
        return equal(run, &lists.concat(), pos);
    }
    let cells = lists.concat();
    let same_first = cells.iter().all(|&c| run.build.first(c) == run.build.first(cells[0]));
    let even = lists.iter().all(|l| l.len() == lists[0].len() && l.len() <= 64 && are_once(l));
    // Small lists are compiled, because an automaton makes every possible deduction.
    let fits = lists.len() > 1 && even && same_first && cells.len() > 6;
    run.posted(fits.then(|| SameMultiset::new(&lists).ok()).flatten().map(Into::into), pos)
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let lists = run.lists_of(&args[0])?;
    let Some(first) = lists.first() else { return Ok(Val::Bool(TRUE)) };
    if lists.iter().any(|l| l.items.len() != first.items.len()) {
        return Ok(Val::Bool(FALSE));
    }
    let size = first.items.len();
    // One list, so that all numbers have the same denominator.
    let all = List::of(lists.iter().flat_map(|l| l.items.iter().cloned()).collect());
    let (all, _, ok) = run.numbers(&all, pos, true)?;
    let (first, others) = all.split_at(size);
    let mut parts = Vec::new();
    for ids in others.chunks(size.max(1)) {
        // Every number that an item may have must occur equally often in each list.
        let bounds = first.iter().chain(ids).map(|&i| (run.graph.node(i).low, run.graph.node(i).high));
        let (low, high) = bounds.fold((INF, -INF), |(l, h), (a, b)| (l.min(a), h.max(b)));
        if high - low > 1_000 {
            return Err(pos.error("these lists hold too many different numbers").into());
        }
        for n in low..=high {
            run.ticks(2 * ids.len() as u64)?;
            let mut terms = Vec::new();
            for (side, k) in [(first, 1), (ids, -1)] {
                for &id in side {
                    let here = run.equals(id, n);
                    terms.push((run.graph.indicator(here), k));
                }
            }
            let difference = run.graph.lin(&terms, 0);
            parts.push(run.graph.eq(difference));
        }
    }
    parts.push(ok);
    Ok(Val::Bool(run.graph.and(&parts)))
}
