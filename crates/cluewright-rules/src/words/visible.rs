//! `visible(L)`: the number of values that are greater than all values before them.

use super::prelude::*;
use crate::unroll::value::plain_cells;

pub(super) static WORDS: &[Function] = &[word("visible(L)", FLAT, Gives::Number, &Judge(judge), &Unroll(unroll))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let Some(numbers) = run.values_in(&args[0])? else { return Ok(V::Undefined) };
    let mut highest = Rat::MINUS_INFINITY;
    let mut seen = 0;
    for n in numbers {
        if n.cmp(highest).is_gt() {
            highest = n;
            seen += 1;
        }
    }
    Ok(V::int(seen))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let list = run.certain(&args[0])?;
    if let Some(cells) = plain_cells(&list)
        && let Some(n) = run.visible(&cells)
    {
        return Ok(Val::Num(run.plain(n)));
    }
    let (ids, _, ok) = run.numbers(&list, pos, false)?;
    let mut parts = Vec::new();
    for i in 0..ids.len() {
        run.ticks(i as u64 + 1)?;
        if i == 0 {
            parts.push(TRUE);
            continue;
        }
        let before = run.graph.max(&ids[..i]);
        let hidden = run.graph.lin(&[(before, 1), (ids[i], -1)], 1);
        parts.push(run.graph.le(hidden));
    }
    let n = run.count(&parts);
    Ok(Val::Num(Num { n, d: run.one, ok }))
}
