//! `contains(L, numbers)`: each of these digits is written in `L` at least as often as in `numbers`.
//!
//! `contains_exactly(L, numbers)`: each of these digits is written in `L` exactly as often as in `numbers`.

use super::prelude::*;
use crate::unroll::value::{are_once, constant_of};
use cluewright_core::constraint::Contains;

pub(super) static WORDS: &[Function] = &[
    word(
        "contains(L, x) or contains(L, {1, 2})",
        &[&[Kind::Flat, Kind::NumberOrFlat]],
        Gives::Bool,
        &Judge(|run, args, _| judge(run, args, |there, asked| there >= asked)),
        &Unroll(|run, args, pos| unroll(run, args, pos, Cmp::Ge)),
    )
    .posted(&Post(post)),
    word(
        "contains_exactly(L, {1, 1, 2})",
        &[&[Kind::Flat, Kind::Flat]],
        Gives::Bool,
        &Judge(|run, args, _| judge(run, args, |there, asked| there == asked)),
        &Unroll(|run, args, pos| unroll(run, args, pos, Cmp::Eq)),
    ),
];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], enough: impl Fn(usize, usize) -> bool) -> Judged {
    let list = run.list(&args[0])?;
    let wanted = run.wanted(&args[1])?;
    let (Some(numbers), Some(wanted)) = (run.all_written(&list)?, wanted) else { return Ok(V::Bool(false)) };
    Ok(V::Bool(wanted.iter().all(|w| {
        let there = numbers.iter().filter(|n| *n == w).count();
        let asked = wanted.iter().filter(|n| *n == w).count();
        enough(there, asked)
    })))
}

fn post<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Posted {
    let Some(cells) = run.plain_list(&args[0])?.filter(|c| are_once(c)) else { return Ok(false) };
    let numbers: Option<Vec<i32>> = match run.unrolled(&args[1])? {
        Val::List(list) if list.guards.is_empty() && list.gone == FALSE => {
            list.items.iter().map(|i| constant_of(&run.graph, i)).collect()
        }
        other => constant_of(&run.graph, &other).map(|n| vec![n]),
    };
    run.posted(numbers.and_then(|n| Contains::new(&cells, &n).ok()).map(Into::into), pos)
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos, cmp: Cmp) -> Unrolled {
    let list = run.list_of(&args[0])?;
    let wanted = run.wanted(&args[1])?;
    let (ids, d, ok) = run.numbers(&list, pos, true)?;
    let mut parts = vec![ok];
    for w in &wanted.items {
        let w = run.written(w, pos)?;
        parts.push(w.ok);
        let mut there = Vec::new();
        for (i, &n) in ids.iter().enumerate() {
            let equal = run.compare(Cmp::Eq, w, Num { n, d, ok: TRUE });
            let guard = list.guard(i);
            there.push(run.graph.and(&[equal, guard]));
        }
        let mut asked = Vec::new();
        for other in &wanted.items {
            let other = run.written(other, pos)?;
            asked.push(run.compare(Cmp::Eq, w, other));
        }
        let (there, asked) = (run.count(&there), run.count(&asked));
        let (there, asked) = (run.plain(there), run.plain(asked));
        parts.push(run.compare(cmp, there, asked));
    }
    Ok(Val::Bool(run.graph.and(&parts)))
}
