//! `leaps(c, down, right)`: the cells that are this far away in any direction. `ray(c, down, right)`: all cells that are reached
//! from `c` by repeated steps of this length, without `c` itself.

use super::prelude::*;

type Cells = fn(&Places<'_>, Cell, i64, i64) -> Vec<Cell>;

macro_rules! steps {
    ($name:literal, $cells:expr) => {
        word(
            concat!($name, "(c, down, right)"),
            &[&[Kind::Cell, Kind::Number, Kind::Number]],
            Gives::Cells,
            &Judge(|run, args, pos| {
                let cells: Cells = $cells;
                let cell = run.known_cell(&args[0], $name, pos)?;
                let (down, right) = (run.whole_number(&args[1])?, run.whole_number(&args[2])?);
                Ok(V::cells(&cells(run.places, cell, down, right)))
            }),
            &Unroll(|run, args, pos| {
                let cells: Cells = $cells;
                let cell = run.known_cell(&args[0], $name, pos)?;
                let (down, right) = (run.constant(&args[1])?, run.constant(&args[2])?);
                Ok(Val::cells(&cells(run.places, cell, down, right)))
            }),
        )
        .by_place()
    };
}

pub(super) static WORDS: &[Function] = &[
    steps!("leaps", |places, cell, down, right| places.leaps(cell, down, right).collect()),
    steps!("ray", |places, cell, down, right| places.ray(cell, down, right)),
];
