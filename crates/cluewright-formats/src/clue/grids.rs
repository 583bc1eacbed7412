//! The grids that a `.clue` file describes: sizes, places, boxes, regions, holes.

use super::rows::{Item, Row};
use super::words::is_name;
use crate::alphabet::is_border;
use crate::cells::{Names, Scan};
use cluewright_core::shape::{MAX_SIDE, Place, usual_box};
use cluewright_core::{BadInput, Cell, Shape};

const MAX_GRIDS: usize = 64;
/// The maximum number of cells in a list; a longer list must repeat cells many times.
pub(super) const MOST_CELLS: usize = 1 << 18;

/// The description of a grid, before the shape is built.
struct Plan<'a> {
    name: &'a str,
    top: u16,
    left: u16,
    height: u16,
    width: u16,
    boxes: Option<(u16, u16)>,
    map: Option<&'a Item<'a>>,
    regions: Vec<Row<'a>>,
    row: Row<'a>,
}

pub(super) fn shape(items: &[Item<'_>]) -> Result<Shape, BadInput> {
    let default = Row { line: 1, column: 1, text: "9x9" };
    let mut plans: Vec<Plan<'_>> = Vec::new();
    let mut plane: Option<(u16, u16)> = None;
    let mut holes: Vec<Row<'_>> = Vec::new();
    if !items.iter().any(|i| i.key().is_some_and(|(k, _)| k == "grid")) {
        plans.push(plan(default)?);
    }
    for item in items {
        let Some((key, _)) = item.key() else { continue };
        match key {
            "grid" => {
                if plans.len() >= MAX_GRIDS {
                    return Err(BadInput::new(format!("more than {MAX_GRIDS} grids")).at(item.head.line, 1));
                }
                plans.push(plan(item.one()?)?);
            }
            "plane" => {
                let row = item.one()?;
                plane = Some(size(row.text, row)?);
            }
            "holes" => holes.extend(item.rows()),
            "boxes" | "regions" | "region" => {
                let Some(plan) = plans.last_mut() else {
                    return Err(BadInput::new(format!("`{key}:` comes before the grid"))
                        .at(item.head.line, 1)
                        .hint(format!("`{key}:` refers to the `grid:` above it")));
                };
                if (key == "boxes" && plan.boxes.is_some()) || (key == "regions" && plan.map.is_some()) {
                    return Err(BadInput::new(format!("there is a second `{key}:` for the same grid"))
                        .at(item.head.line, 1)
                        .hint(format!("`{key}:` refers to the `grid:` above it")));
                }
                match key {
                    "boxes" => plan.boxes = Some(boxes(item.one()?)?),
                    "regions" => plan.map = Some(item),
                    _ => plan.regions.extend(item.rows()),
                }
            }
            _ => {}
        }
    }
    apart(&plans)?;
    let ends = |p: &Plan<'_>| (p.top.saturating_add(p.height), p.left.saturating_add(p.width));
    let height = plans.iter().map(|p| ends(p).0).max().unwrap_or(9).max(plane.map_or(0, |p| p.0));
    let width = plans.iter().map(|p| ends(p).1).max().unwrap_or(9).max(plane.map_or(0, |p| p.1));
    if let Some(p) = plans.iter().find(|p| ends(p).0 > MAX_SIDE || ends(p).1 > MAX_SIDE) {
        return Err(BadInput::new("the grid is too large")
            .at(p.row.line, p.row.column)
            .hint(format!("a grid has at most {MAX_SIDE} rows and columns")));
    }
    let full = Shape::plane(height, width, |_| true)?;
    let mut missing = vec![plane.is_none(); height as usize * width as usize];
    let index = |place: Place| place.row as usize * width as usize + place.col as usize;
    for p in &plans {
        for cell in full.block(p.top, p.left, p.height, p.width) {
            missing[index(full.place(cell))] = false;
        }
    }
    let whole = Names { shape: &full, extra: &[] };
    for row in &holes {
        for cell in listed(*row, whole)? {
            missing[index(full.place(cell))] = true;
        }
    }
    let mut shape = Shape::plane(height, width, |place| !missing[index(place)])?;
    if shape.is_empty() {
        return Err(BadInput::new("the grid has no cells").at(holes.first().map_or(1, |r| r.line), 1));
    }
    for (i, p) in plans.iter().enumerate() {
        let usual = (p.height == p.width).then(|| usual_box(p.height)).flatten().unwrap_or((0, 0));
        let own = p.map.is_some() || !p.regions.is_empty();
        let (bh, bw) = p.boxes.unwrap_or(if own { (0, 0) } else { usual });
        shape.add_grid(p.name, p.top, p.left, p.height, p.width, bh, bw).map_err(|e| e.at(p.row.line, p.row.column))?;
        let mut regions = shape.grids()[i].regions.clone();
        regions.retain(|r| !r.is_empty());
        if let Some(item) = p.map {
            regions.extend(region_map(item, &shape, p)?);
        }
        for row in &p.regions {
            regions.push(listed(*row, Names { shape: &shape, extra: &[] })?);
        }
        shape.set_regions(i, regions);
    }
    Ok(shape)
}

/// Fails if two grids have exactly the same cells, because the text then contains two puzzles.
fn apart(plans: &[Plan<'_>]) -> Result<(), BadInput> {
    for (i, p) in plans.iter().enumerate() {
        let placed = p.row.text.contains(" at r");
        let same = |q: &&Plan<'_>| !placed && (q.top, q.left, q.height, q.width) == (p.top, p.left, p.height, p.width);
        if let Some(first) = plans[..i].iter().find(same) {
            return Err(BadInput::new(format!(
                "a second grid has the same cells as the grid on line {}",
                first.row.line
            ))
            .at(p.row.line, 1)
            .hint(
                "put a line `===` between two puzzles in one file; give each grid of one puzzle a position (`at r1c7`)",
            ));
        }
    }
    Ok(())
}

/// Reads the description of a grid, such as `9x9`, `6` or `A 9x9 at r1c13 boxes 3x3`.
fn plan(row: Row<'_>) -> Result<Plan<'_>, BadInput> {
    let mut plan =
        Plan { name: "", top: 0, left: 0, height: 0, width: 0, boxes: None, map: None, regions: Vec::new(), row };
    let hint = "such as `grid: 9x9` or `grid: A 9x9 at r1c13 boxes 3x3`";
    let bad = |message: String| BadInput::new(message).at(row.line, row.column).hint(hint);
    let mut words = row.text.split_whitespace().peekable();
    if words.peek().is_some_and(|w| is_name(w)) {
        plan.name = words.next().expect("peeked");
    }
    let first = words.next().ok_or_else(|| bad("the grid has no size".into()))?;
    (plan.height, plan.width) = size(first, row)?;
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| bad(format!("`{word}` needs a value")))?;
        match word {
            "at" => {
                let place = value.strip_prefix('r').and_then(|v| v.split_once('c'));
                let place = place.and_then(|(r, c)| Some((r.parse::<u16>().ok()?, c.parse::<u16>().ok()?)));
                let (r, c) =
                    place.filter(|&(r, c)| r > 0 && c > 0).ok_or_else(|| bad(format!("`{value}` is not a cell")))?;
                (plan.top, plan.left) = (r - 1, c - 1);
            }
            "boxes" => plan.boxes = Some(boxes(Row { text: value, ..row })?),
            _ => return Err(bad(format!("`{word}` is not expected here"))),
        }
    }
    Ok(plan)
}

fn size(text: &str, row: Row<'_>) -> Result<(u16, u16), BadInput> {
    let (h, w) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    let side = |t: &str| t.trim().parse::<u16>().ok().filter(|n| (1..=MAX_SIDE).contains(n));
    match (side(h), side(w)) {
        (Some(h), Some(w)) => Ok((h, w)),
        _ => Err(BadInput::new(format!("`{text}` is not a size"))
            .at(row.line, row.column)
            .hint(format!("write rows x columns, such as 9x9, each at most {MAX_SIDE}"))),
    }
}

pub(super) fn boxes(row: Row<'_>) -> Result<(u16, u16), BadInput> {
    if row.text == "none" { Ok((0, 0)) } else { size(row.text, row) }
}

/// The cells that a line lists.
pub(super) fn listed(row: Row<'_>, names: Names<'_>) -> Result<Vec<Cell>, BadInput> {
    let mut cells = Vec::new();
    let mut scan = Scan::new(row.text, row.line, row.column);
    loop {
        scan.skip(|c| c.is_whitespace() || c == ',');
        if scan.peek().is_none() {
            return Ok(cells);
        }
        let before = scan.clone();
        let word = scan.take(|c| !c.is_whitespace() && c != ',');
        match names.cells(word) {
            Some(Ok(_)) if cells.len() > MOST_CELLS => return Err(before.error("too many cells are listed")),
            Some(Ok(more)) => cells.extend(more),
            Some(Err(e)) => return Err(before.error(e)),
            None => return Err(before.error(format!("`{word}` is not a cell")).hint("cells are named like r1c1")),
        }
    }
}

/// Reads a map of letters: cells with the same letter form a region, and cells with `.` are in no region.
fn region_map(item: &Item<'_>, shape: &Shape, plan: &Plan<'_>) -> Result<Vec<Vec<Cell>>, BadInput> {
    let rows: Vec<Row<'_>> = item.rows().filter(|r| !is_border(r.text)).collect();
    if rows.len() != plan.height as usize {
        let at = rows.last().copied().unwrap_or(item.head);
        return Err(BadInput::new(format!("the regions have {} rows", rows.len()))
            .at(at.line, at.column)
            .hint(format!("expected {}, a letter for each cell", plan.height)));
    }
    let mut named: Vec<(String, Vec<Cell>)> = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let words: Vec<&str> = row.text.split([' ', '\t', '|']).filter(|w| !w.is_empty()).collect();
        let letters: Vec<String> = if words.len() == plan.width as usize {
            words.iter().map(|w| (*w).to_owned()).collect()
        } else {
            words.iter().flat_map(|w| w.chars()).map(String::from).collect()
        };
        if letters.len() != plan.width as usize {
            return Err(BadInput::new(format!("row {} of the regions has {} cells", r + 1, letters.len()))
                .at(row.line, row.column)
                .hint(format!("expected {}", plan.width)));
        }
        let down = i32::try_from(r).unwrap_or(i32::MAX).saturating_add(plan.top.into());
        for (right, letter) in (i32::from(plan.left)..).zip(letters) {
            let Some(cell) = shape.at(down, right) else {
                continue;
            };
            if letter == "." || letter == "~" {
                continue;
            }
            match named.iter_mut().find(|(name, _)| *name == letter) {
                Some((_, cells)) => cells.push(cell),
                None => named.push((letter, vec![cell])),
            }
        }
    }
    Ok(named.into_iter().map(|(_, cells)| cells).collect())
}
