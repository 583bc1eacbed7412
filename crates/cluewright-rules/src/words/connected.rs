//! `connected(L)`: every cell of the list can be reached from any other cell of the list by steps between neighbours in the list.

use super::prelude::*;
use crate::syntax::ast::Nearness;
use crate::unroll::ir;
use crate::unroll::value::are_once;
use cluewright_core::ValueSet;
use cluewright_core::constraint::Connected;

pub(super) static WORDS: &[Function] =
    &[word("connected(c in cells where ...)", CELLS, Gives::Bool, &Judge(judge), &Unroll(unroll))
        .by_place()
        .posted_apart(&Post(post))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let cells = run.cells_in(&args[0])?;
    Ok(V::Bool(all_reached(run, &cells)))
}

/// Whether, on a full grid, all cells can be reached from the first cell.
pub(super) fn all_reached(run: &Run<'_>, cells: &[Cell]) -> bool {
    let Some(&start) = cells.first() else { return true };
    let mut reached = vec![start];
    let mut at = 0;
    while at < reached.len() {
        for near in run.places.near(reached[at], Nearness::Orthogonal) {
            if cells.contains(&near) && !reached.contains(&near) {
                reached.push(near);
            }
        }
        at += 1;
    }
    cells.iter().all(|c| reached.contains(c))
}

/// A constraint if the guard of each cell reads at most one cell. It is posted even for few cells.
fn post<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Posted {
    let list = run.list_of(&args[0])?;
    let (mut terms, mut places) = (Vec::new(), Vec::new());
    for (i, item) in list.items.iter().enumerate() {
        let Val::Cell(place) = item else { return Ok(false) };
        terms.push(match *run.graph.kind(list.guard(i)) {
            ir::Kind::Mask(var, _, values) => (run.variables.locals[var as usize], ValueSet(values)),
            ir::Kind::True => (*place, run.build.domain(*place)),
            _ => return Ok(false),
        });
        places.push(*place);
    }
    // A cell that is listed twice is a single cell. Leave this to the general case, which merges the two occurrences.
    if !are_once(&places) {
        return Ok(false);
    }
    let firsts: Vec<i32> = terms.iter().map(|t| run.build.first(t.0)).collect();
    let mut adjacent = Vec::new();
    for (i, &c) in (0_u16..).zip(&places) {
        for near in run.places.near(c, Nearness::Orthogonal) {
            adjacent.extend((0..).zip(&places).find(|&(j, &p)| i < j && p == near).map(|(j, _)| (i, j)));
        }
    }
    run.posted(Connected::new(&terms, &firsts, &adjacent).ok().map(Into::into), pos)
}

/// Too many cells are an error. A `connected` that is the whole condition of its `require` is posted as a constraint instead, if
/// its guards are simple enough.
fn unroll<'a>(run: &mut Lower<'a>, args: &'a [Code], pos: Pos) -> Unrolled {
    let list = run.list_of(&args[0])?;
    // Use each cell once. Its guard is true if any of its occurrences is in the list.
    let (mut cells, mut guards): (Vec<Cell>, Vec<Id>) = (Vec::new(), Vec::new());
    for (i, item) in list.items.iter().enumerate() {
        let Val::Cell(cell) = item else {
            return Err(pos.error("`connected` takes only cells of the grid").into());
        };
        match cells.iter().position(|c| c == cell) {
            Some(at) => guards[at] = run.graph.or(&[guards[at], list.guard(i)]),
            None => {
                cells.push(*cell);
                guards.push(list.guard(i));
            }
        }
    }
    if cells.len() > 16 {
        return Err(pos
            .error("`connected` with more than 16 cells must be alone in its `require`")
            .hint("write `require connected(c in cells where ...)`")
            .into());
    }
    // A set is connected if every cell of the set can be reached from the first cell of the set.
    let mut parts = Vec::new();
    for set in 0u32..1 << cells.len() {
        run.ticks(cells.len() as u64)?;
        if is_connected(run, &cells, set) {
            continue;
        }
        let mut here = Vec::new();
        for (i, &guard) in guards.iter().enumerate() {
            here.push(if set >> i & 1 == 1 { guard } else { run.graph.not(guard) });
        }
        let exactly = run.graph.and(&here);
        parts.push(run.graph.not(exactly));
    }
    Ok(Val::Bool(run.graph.and(&parts)))
}

fn is_connected(run: &Lower<'_>, cells: &[Cell], set: u32) -> bool {
    if set == 0 {
        return true;
    }
    let mut reached = 1u32 << set.trailing_zeros();
    loop {
        let mut more = reached;
        for i in 0..cells.len() {
            if reached >> i & 1 == 1 {
                for near in run.places.near(cells[i], Nearness::Orthogonal) {
                    if let Some(j) = cells.iter().position(|c| *c == near) {
                        more |= 1 << j & set;
                    }
                }
            }
        }
        if more == reached {
            return reached == set;
        }
        reached = more;
    }
}
