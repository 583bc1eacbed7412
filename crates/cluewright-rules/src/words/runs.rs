//! `runs(L)` and `runs(L, regions)`: the pieces of a line that lie within one region.

use super::prelude::*;
use crate::eval::value;
use crate::unroll::value::cells_in;

pub(super) static WORDS: &[Function] = &[word(
    "runs(L) or runs(L, regions)",
    &[&[Kind::Cells], &[Kind::Cells, Kind::Lists]],
    Gives::Lists,
    &Judge(judge),
    &Unroll(unroll),
)
.by_place()];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let cells = run.cells_in(&args[0])?;
    let regions = match args.get(1) {
        None => run.places.boxes(),
        Some(regions) => run.list(regions)?.iter().map(value::cells_in).collect(),
    };
    Ok(V::lists(&Places::runs(&cells, &regions)))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], _: Pos) -> Unrolled {
    let cells = run.certain_cells(&args[0])?;
    let regions = match args.get(1) {
        None => run.places.boxes(),
        Some(regions) => run.certain(regions)?.items.iter().map(cells_in).collect(),
    };
    Ok(Val::lists(&Places::runs(&cells, &regions)))
}
