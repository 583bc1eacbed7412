//! `consecutive(L)`: the values are consecutive numbers in some order.

use super::prelude::*;
use cluewright_core::Sort;

pub(super) static WORDS: &[Function] =
    &[word("consecutive(L)", FLAT, Gives::Bool, &Judge(judge), &Unroll(unroll)).posted(&Post(post))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let Some(mut numbers) = run.values_in(&args[0])? else { return Ok(V::Bool(false)) };
    numbers.order_by(|a, b| a.cmp(*b));
    Ok(V::Bool(numbers.windows(2).all(|w| w[1].sub(w[0]) == Rat::int(1))))
}

/// Posts that all cells are different and that no two of them are too far apart. These facts are posted separately for the
/// techniques, which use sets and links. The whole condition is posted as well, because it allows more deductions.
fn post<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Posted {
    let Some(cells) = run.plain_list(&args[0])? else { return Ok(false) };
    if cells.iter().any(|&c| run.build.value_cell(c) != c) {
        return Ok(false);
    }
    run.different(&cells, pos)?;
    for j in 1..cells.len() {
        for i in 0..j {
            run.forget_locals();
            let (a, b) = (run.value_of(cells[i]), run.value_of(cells[j]));
            for (a, b) in [(a, b), (b, a)] {
                let far = run.graph.lin(&[(a, 1), (b, -1)], 1 - cells.len() as i64);
                let near = run.graph.le(far);
                run.post(near, pos)?;
            }
        }
    }
    Ok(false)
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let list = run.certain(&args[0])?;
    let (ids, d, ok) = run.numbers(&list, pos, false)?;
    let step = run
        .graph
        .as_const(d)
        .ok_or_else(|| pos.error("fractions whose denominators depend on digits cannot be consecutive"))?;
    let mut parts = vec![ok, run.graph.distinct(&ids)];
    if ids.len() > 1 {
        let (max, min) = (run.graph.max(&ids), run.graph.min(&ids));
        let spread = run.graph.lin(&[(max, 1), (min, -1)], -step * (ids.len() as i64 - 1));
        parts.push(run.graph.eq(spread));
        for &id in &ids[1..] {
            let difference = run.graph.sub(id, ids[0]);
            let step = run.graph.constant(step);
            let rest = run.graph.modulo(difference, step);
            parts.push(run.graph.eq(rest));
        }
    }
    Ok(Val::Bool(run.graph.and(&parts)))
}
