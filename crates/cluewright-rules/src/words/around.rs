//! Cells that are determined by a cell: its neighbours, the cells of its row, column and box, and the cell next to it in a
//! direction.

use super::prelude::*;
use crate::syntax::ast::Nearness;

type Cells = fn(&Places<'_>, Cell) -> Vec<Cell>;

macro_rules! around {
    ($name:literal, $cells:expr) => {
        word(
            concat!($name, "(c)"),
            CELL,
            Gives::Cells,
            &Judge(|run, args, pos| {
                let cells: Cells = $cells;
                Ok(V::cells(&cells(run.places, run.known_cell(&args[0], $name, pos)?)))
            }),
            &Unroll(|run, args, pos| {
                let cells: Cells = $cells;
                Ok(Val::cells(&cells(run.places, run.known_cell(&args[0], $name, pos)?)))
            }),
        )
        .by_place()
    };
}

pub(super) static WORDS: &[Function] = &[
    around!("neighbours", |places, cell| places.near(cell, Nearness::Orthogonal)),
    around!("touching", |places, cell| places.near(cell, Nearness::Touching)),
    around!("row_of", |places, cell| places.row(cell)).known(),
    around!("column_of", |places, cell| places.column(cell)).known(),
    around!("box_of", |places, cell| places.box_cells(cell)).known(),
    around!("above", |places, cell| places.beside(cell, -1, 0)).known(),
    around!("below", |places, cell| places.beside(cell, 1, 0)).known(),
    around!("left_of", |places, cell| places.beside(cell, 0, -1)).known(),
    around!("right_of", |places, cell| places.beside(cell, 0, 1)).known(),
];
