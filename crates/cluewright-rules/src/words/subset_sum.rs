//! `subset_sum(L, total)`: a non-empty subset of the values adds up to the total.

use super::prelude::*;

pub(super) static WORDS: &[Function] =
    &[word("subset_sum(L, total)", &[&[Kind::Flat, Kind::Number]], Gives::Bool, &Judge(judge), &Unroll(unroll))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], pos: Pos) -> Judged {
    let list = run.list(&args[0])?;
    let total = run.number(&args[1])?;
    let (Some(numbers), Some(total)) = (run.all_numbers(&list)?, total) else { return Ok(V::Bool(false)) };
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
    Ok(V::Bool(sums.contains(&total)))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let list = run.certain(&args[0])?;
    let total = run.number(&args[1])?;
    let (ids, d, ok) = run.numbers(&list, pos, false)?;
    if d != run.one || ids.len() > 20 {
        return Err(pos.error("`subset_sum` takes up to 20 whole numbers").into());
    }
    // Try every set of cells: there are not many sets, and equal remainders are merged.
    let mut parts = Vec::new();
    for set in 1u32..1 << ids.len() {
        run.ticks(ids.len() as u64)?;
        let terms: Vec<(Id, i64)> = (0..ids.len()).filter(|i| set >> i & 1 == 1).map(|i| (ids[i], 1)).collect();
        let n = run.graph.lin(&terms, 0);
        let sum = run.plain(n);
        parts.push(run.compare(Cmp::Eq, sum, total));
    }
    let some = run.graph.or(&parts);
    Ok(Val::Bool(run.graph.and(&[some, ok])))
}
