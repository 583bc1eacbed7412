//! `cell(row, column)`: the cell in this row and column; undefined outside the grid.

use super::prelude::*;

pub(super) static WORDS: &[Function] =
    &[word("cell(row, column)", &[&[Kind::Number, Kind::Number]], Gives::Cell, &Judge(judge), &Unroll(unroll))
        .by_place()];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let row = run.number(&args[0])?.and_then(Rat::whole);
    let column = run.number(&args[1])?.and_then(Rat::whole);
    let cell = row.zip(column).and_then(|(r, c)| run.places.at(r, c));
    Ok(cell.map_or(V::Undefined, V::Cell))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let places = run.places;
    let (row, column) = (run.number(&args[0])?, run.number(&args[1])?);
    let fixed = |run: &Lower<'a>, n: Num| run.graph.as_const(n.n).filter(|_| n.d == run.one && n.ok == TRUE);
    Ok(match (fixed(run, row), fixed(run, column)) {
        (Some(r), Some(c)) => places.at(r, c).map_or(Val::Undefined, Val::Cell),
        // If one coordinate depends on digits, the result is an item of the row or column that is known.
        (Some(r), None) => {
            let line = line(|i| places.at(r, i), places.puzzle.shape.width());
            let column = run.integral(column);
            Val::Pick(column, line)
        }
        (None, Some(c)) => {
            let line = line(|i| places.at(i, c), places.puzzle.shape.height());
            let row = run.integral(row);
            Val::Pick(row, line)
        }
        (None, None) => return Err(pos.error("the row and the column both depend on digits").into()),
    })
}

fn line(at: impl Fn(i64) -> Option<Cell>, len: u16) -> Rc<List> {
    let items = (1..=i64::from(len)).map(|i| at(i).map_or(Val::Undefined, Val::Cell)).collect();
    Rc::new(List::of(items))
}
