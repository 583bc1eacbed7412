//! `row(c)`, `column(c)`, `box(c)`: the number of the cell's row, column or box, counted from 1.

use super::prelude::*;

type Number = fn(&Places<'_>, Cell) -> i64;

macro_rules! place {
    ($name:literal, $number:expr) => {
        word(
            concat!($name, "(c)"),
            CELL,
            Gives::Number,
            &Judge(|run, args, pos| {
                let number: Number = $number;
                Ok(V::int(number(run.places, run.known_cell(&args[0], $name, pos)?)))
            }),
            &Unroll(|run, args, pos| {
                let number: Number = $number;
                let cell = run.known_cell(&args[0], $name, pos)?;
                Ok(run.int(number(run.places, cell)))
            }),
        )
        .by_place()
        .known()
        .of_cell($number)
    };
}

pub(super) static WORDS: &[Function] = &[
    place!("row", |places, cell| places.row_and_column(cell).0),
    place!("column", |places, cell| places.row_and_column(cell).1),
    place!("box", |places, cell| places.box_number(cell) as i64),
];
