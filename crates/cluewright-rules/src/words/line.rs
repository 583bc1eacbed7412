//! Operations on a list of cells as a line: `closed(L)` is true if the line ends in the cell in which it began; `once(L)` is the
//! list without repetitions; `reading_order(L)` is the list in the order in which the grid is read.

use super::prelude::*;

pub(super) static WORDS: &[Function] = &[
    word(
        "closed(L)",
        CELLS,
        Gives::Bool,
        &Judge(|run, args, _| Ok(V::Bool(Places::is_closed(&run.cells_in(&args[0])?)))),
        &Unroll(|run, args, _| Ok(Val::Bool(Graph::truth(Places::is_closed(&run.certain_cells(&args[0])?))))),
    ),
    word(
        "once(L)",
        CELLS,
        Gives::Cells,
        &Judge(|run, args, _| Ok(V::cells(&Places::once(run.cells_in(&args[0])?)))),
        &Unroll(|run, args, _| Ok(Val::cells(&Places::once(run.certain_cells(&args[0])?)))),
    ),
    word(
        "reading_order(L)",
        CELLS,
        Gives::Cells,
        &Judge(|run, args, _| Ok(V::cells(&Places::in_reading_order(run.cells_in(&args[0])?)))),
        &Unroll(|run, args, _| Ok(Val::cells(&Places::in_reading_order(run.certain_cells(&args[0])?)))),
    )
    .by_place(),
];
