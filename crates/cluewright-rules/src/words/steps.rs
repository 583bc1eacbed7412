//! `leaps(c, down, right)`: the cells that far away in any direction; `ray(c, down, right)`: all cells from `c` on in
//! steps of this length, without `c`.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[
    word(
        "leaps(c, down, right)",
        &[&[Kind::Cell, Kind::Number, Kind::Number]],
        Gives::Cells,
        &Judge(|run, args, pos| judge(run, args, pos, "leaps", leaps)),
        &Unroll(|run, args, pos| unroll(run, args, pos, "leaps", leaps)),
    )
    .by_place(),
    word(
        "ray(c, down, right)",
        &[&[Kind::Cell, Kind::Number, Kind::Number]],
        Gives::Cells,
        &Judge(|run, args, pos| judge(run, args, pos, "ray", ray)),
        &Unroll(|run, args, pos| unroll(run, args, pos, "ray", ray)),
    )
    .by_place(),
];

type Cells = fn(&Places<'_>, Cell, i64, i64) -> Vec<Cell>;

fn leaps(places: &Places<'_>, cell: Cell, down: i64, right: i64) -> Vec<Cell> {
    places.leaps(cell, down, right).collect()
}

fn ray(places: &Places<'_>, cell: Cell, down: i64, right: i64) -> Vec<Cell> {
    places.ray(cell, down, right)
}

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], pos: Pos, name: &str, cells: Cells) -> Judged {
    let cell = run.known_cell(&args[0], name, pos)?;
    let (down, right) = (run.whole_number(&args[1])?, run.whole_number(&args[2])?);
    Ok(V::cells(&cells(run.places, cell, down, right)))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos, name: &str, cells: Cells) -> Unrolled {
    let cell = run.known_cell(&args[0], name, pos)?;
    let (down, right) = (run.constant(&args[1])?, run.constant(&args[2])?);
    Ok(Val::cells(&cells(run.places, cell, down, right)))
}
