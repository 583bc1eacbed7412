//! `block(row, column, height, width)`: the cells of a rectangle.

use super::prelude::*;

pub(super) static WORDS: &[Function] =
    &[word("block(row, column, height, width)", &[&[Kind::Number; 4]], Gives::Cells, &Judge(judge), &Unroll(unroll))
        .by_place()];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let mut n = [0; 4];
    for (n, arg) in n.iter_mut().zip(args) {
        *n = run.whole_number(arg)?;
    }
    Ok(V::cells(&run.places.block(n[0], n[1], n[2], n[3])))
}

fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], _: Pos) -> Unrolled {
    let mut n = [0; 4];
    for (n, arg) in n.iter_mut().zip(args) {
        *n = run.constant(arg)?;
    }
    Ok(Val::cells(&run.places.block(n[0], n[1], n[2], n[3])))
}
