//! `region_numbers(L, n)`: the cells of `L`, one for each cell of the grid, hold the numbers of unknown regions.

use super::connected::all_reached;
use super::prelude::*;

pub(super) static WORDS: &[Function] = &[word(
    "region_numbers(L, size)",
    &[&[Kind::Cells, Kind::Number]],
    Gives::Bool,
    &Judge(judge),
    &Unroll(|_, _, pos| Err(pos.error("`region_numbers` must be alone in its `require`").into())),
)
.by_place()
.role(Role::Regions)
.posted_apart(&Post(|run, args, pos| {
    let list = run.list_of(&args[0])?;
    let size = run.constant(&args[1])?;
    run.number_regions(&list, size, pos)?;
    Ok(true)
}))];

fn judge<'a>(run: &mut Run<'a>, args: &'a [Code], _: Pos) -> Judged {
    let list = run.list(&args[0])?;
    let size = run.number(&args[1])?;
    let Some(labels) = run.all_written(&list)? else { return Ok(V::Bool(false)) };
    Ok(V::Bool(size.is_some_and(|size| number_regions(run, &labels, size))))
}

/// Whether these numbers, one for each cell of the grid, number the regions of the grid in the order of their first cells. Each
/// region must be connected, have `size` cells, and hold different digits.
fn number_regions(run: &Run<'_>, labels: &[Rat], size: Rat) -> bool {
    let cells: Vec<Cell> = run.places.puzzle.shape.cells().collect();
    if labels.len() != cells.len() {
        return false;
    }
    let mut next = Rat::int(i64::from(run.places.puzzle.digits.first));
    for (i, label) in labels.iter().enumerate() {
        if labels[..i].contains(label) {
            continue;
        }
        let region: Vec<Cell> = cells.iter().zip(labels).filter(|(_, l)| *l == label).map(|(&c, _)| c).collect();
        let digits: Vec<i64> = region.iter().map(|c| run.numbers[c.index()]).collect();
        let repeats = (0..digits.len()).any(|i| digits[..i].contains(&digits[i]));
        if *label != next || Rat::int(region.len() as i64) != size || repeats || !all_reached(run, &region) {
            return false;
        }
        next = next.add(Rat::int(1));
    }
    true
}
