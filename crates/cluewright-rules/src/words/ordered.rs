//! `increasing(L)`, `nondecreasing(L)` and `decreasing(L)` compare the values of neighbours in a list; `equal(L)` compares the
//! digits as written.

use super::prelude::*;

macro_rules! ordered {
    ($usage:literal, $numbers:ident, $fit:expr, $cmp:expr) => {
        word(
            $usage,
            FLAT,
            Gives::Bool,
            &Judge(|run, args, _| Ok(judge(run.$numbers(&args[0])?, $fit))),
            &Unroll(|run, args, pos| unroll(run, args, pos, $cmp)),
        )
        .posted_apart(&Post(|run, args, pos| post(run, args, pos, $cmp)))
    };
}

pub(super) static WORDS: &[Function] = &[
    ordered!("increasing(L)", values_in, |a, b| a.cmp(b).is_lt(), Cmp::Lt),
    ordered!("nondecreasing(L)", values_in, |a, b| a.cmp(b).is_le(), Cmp::Le),
    ordered!("decreasing(L)", values_in, |a, b| a.cmp(b).is_gt(), Cmp::Gt),
    ordered!("equal(L)", digits_in, |a, b| a == b, Cmp::Eq),
];

fn judge(numbers: Option<Vec<Rat>>, fit: impl Fn(Rat, Rat) -> bool) -> V {
    V::Bool(numbers.is_some_and(|n| n.windows(2).all(|w| fit(w[0], w[1]))))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos, cmp: Cmp) -> Unrolled {
    let list = run.certain(&args[0])?;
    let (ids, _, ok) = run.numbers(&list, pos, cmp == Cmp::Eq)?;
    let mut parts = vec![ok];
    for w in ids.windows(2) {
        let (a, b) = (run.plain(w[0]), run.plain(w[1]));
        parts.push(run.compare(cmp, a, b));
    }
    Ok(Val::Bool(run.graph.and(&parts)))
}

fn post<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos, cmp: Cmp) -> Posted {
    let Some(mut cells) = run.plain_list(&args[0])? else { return Ok(false) };
    if cmp == Cmp::Eq {
        return equal(run, &cells, pos);
    }
    if cmp == Cmp::Gt {
        cells.reverse();
    }
    rising(run, &cells, cmp != Cmp::Le, pos)
}

/// Posts that each cell is at least as great as all cells before it; if `strict` is true, greater by at least their distance in the
/// list.
fn rising(run: &mut Lower<'_>, cells: &[Cell], strict: bool, pos: Pos) -> Posted {
    for j in 1..cells.len() {
        for i in 0..j {
            run.forget_locals();
            let (a, b) = (run.value_of(cells[i]), run.value_of(cells[j]));
            let gap = if strict { (j - i) as i64 } else { 0 };
            let short = run.graph.lin(&[(a, 1), (b, -1)], gap);
            let rises = run.graph.le(short);
            run.post(rises, pos)?;
        }
    }
    Ok(true)
}

/// Posts that the cells hold the same digit.
pub(super) fn equal(run: &mut Lower<'_>, cells: &[Cell], pos: Pos) -> Posted {
    for j in 1..cells.len() {
        for i in 0..j {
            // For region numbers, equalities between cells that are next to each other in the list are enough.
            if i + 1 < j && run.are_labels(cells[i], cells[j]) {
                continue;
            }
            run.forget_locals();
            let equal = match run.same_region(cells[i], cells[j]) {
                Some(same) => same,
                None => {
                    let (a, b) = (run.digit_of(cells[i]), run.digit_of(cells[j]));
                    let difference = run.graph.sub(a, b);
                    run.graph.eq(difference)
                }
            };
            run.post(equal, pos)?;
        }
    }
    Ok(true)
}
