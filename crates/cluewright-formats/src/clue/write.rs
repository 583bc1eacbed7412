//! Writes a `.clue` file. Reading the file again gives the same puzzle.

use super::drawings;
use super::words::quoted;
use crate::Note;
use crate::alphabet::Alphabet;
use cluewright_core::puzzle::{Args, ExtraCell};
use cluewright_core::shape::{Place, usual_box};
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Puzzle, Shape, Sort, SubGrid};
use std::fmt::Write;

pub(super) fn write(puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
    let mut out = String::new();

    prose(&mut out, "title", &puzzle.title.replace('\n', " "));
    prose(&mut out, "author", &puzzle.author.replace('\n', " "));
    prose(&mut out, "text", &puzzle.text);
    if !out.is_empty() {
        out.push('\n');
    }
    shape(&mut out, &puzzle.shape);
    let usual = puzzle.shape.grids().iter().map(|g| g.height.max(g.width)).max().unwrap_or(9);
    // A grid with a side above 64 has no default digits.
    if puzzle.digits.first != 1 || u16::from(puzzle.digits.count) != usual {
        line(&mut out, &format!("digits: {}..{}", puzzle.digits.first, puzzle.digits.last()));
    }
    if !puzzle.labels.is_empty() {
        line(&mut out, &format!("labels: {}", puzzle.labels.join(" ")));
    }
    for chunk in puzzle.extra.chunks(8) {
        let cell = |e: &cluewright_core::puzzle::ExtraCell| {
            let helper = if e.shown { "" } else { " helper" };
            format!("{} {}..{}{helper}", e.name, e.numbers.first, e.numbers.last())
        };
        line(&mut out, &format!("extra: {}", chunk.iter().map(cell).collect::<Vec<_>>().join(", ")));
    }
    let classic = puzzle.rules.len() == 1 && puzzle.rules[0].rule == "classic" && puzzle.rules[0].args.is_empty();
    if !classic {
        let rules: Vec<String> = puzzle.rules.iter().map(|r| clue(puzzle, r)).collect();
        let body = if rules.is_empty() { "none".to_owned() } else { rules.join(", ") };
        line(&mut out, &format!("rules: {body}"));
    }
    let alphabet = Alphabet::of(puzzle);
    // Sort the givens, because the setter may have entered them in any order.
    let mut givens: Vec<_> = puzzle.givens.iter().collect();
    givens.order_by_key(|g| g.cell);
    let mut grid_givens: Vec<_> = givens.iter().filter(|g| g.cell.index() < puzzle.shape.len()).collect();
    grid_givens.dedup_by_key(|g| g.cell);
    drawn(&mut out, "givens", puzzle, &alphabet, false, |c| {
        grid_givens.binary_search_by_key(&c, |g| g.cell).map_or(&[], |i| &grid_givens[i].digits)
    });
    for given in givens.iter().filter(|g| g.cell.index() >= puzzle.shape.len()) {
        let numbers: Vec<String> = given.digits.iter().map(ToString::to_string).collect();
        line(&mut out, &format!("given {} [{}]", puzzle.cell_name(given.cell), numbers.join(" ")));
    }
    // A second given of a cell, which contradicts the first one, is written on a separate line.
    for pair in givens.windows(2).filter(|p| p[0].cell == p[1].cell && p[1].cell.index() < puzzle.shape.len()) {
        let digits = alphabet.written(&pair[1].digits, true);
        line(&mut out, &format!("given {} {digits}", puzzle.cell_name(pair[1].cell)));
    }
    if !puzzle.clues.is_empty() {
        out.push('\n');
    }
    for tree in &puzzle.clues {
        clue_tree(&mut out, puzzle, tree, 0);
    }
    if !puzzle.drawings.is_empty() {
        line(&mut out, "\ndrawings:");
        for drawing in &puzzle.drawings {
            line(&mut out, &format!("  {}", drawings::written(drawing)));
        }
    }
    if let Some(fog) = &puzzle.fog {
        let names = |cells: &[Cell]| cells.iter().map(|&c| puzzle.cell_name(c)).collect::<Vec<_>>().join(" ");
        line(&mut out, if fog.lights.is_empty() { "\nfog: none" } else { "\nfog:" });
        fog.lights.chunks(16).for_each(|cells| line(&mut out, &format!("  {}", names(cells))));
        for trigger in &fog.triggers {
            line(&mut out, &format!("  {} shows {}", names(&trigger.cells), names(&trigger.shows)));
        }
    }
    for definition in &puzzle.definitions {
        let text = definition.text.trim();
        if !text.starts_with("rule ") {
            return Err(BadInput::new("the text of a rule does not start with `rule`")
                .hint(format!("the text is: {}", text.lines().next().unwrap_or(""))));
        }
        let _ = write!(out, "\n{text}\n");
    }
    let at = |cell: Cell| puzzle.progress.iter().find(|p| p.cell == cell);
    if puzzle.progress.iter().any(|p| p.placed.is_some()) {
        let placed: Vec<Vec<i32>> =
            puzzle.shape.cells().map(|c| at(c).and_then(|p| p.placed).into_iter().collect()).collect();
        drawn(&mut out, "placed", puzzle, &alphabet, false, |c| &placed[c.index()]);
    }
    if puzzle.progress.iter().any(|p| !p.marks.is_empty()) {
        drawn(&mut out, "marks", puzzle, &alphabet, true, |c| at(c).map_or(&[], |p| &p.marks));
    }
    if !puzzle.solution.is_empty() {
        let solution: Vec<Vec<i32>> = puzzle
            .shape
            .cells()
            .map(|c| puzzle.solution.get(c.index()).copied().flatten().into_iter().collect())
            .collect();
        drawn(&mut out, "solution", puzzle, &alphabet, false, |c| &solution[c.index()]);
        let held = |(cell, number): (&ExtraCell, &Option<i32>)| Some(format!("{} = {}", cell.name, (*number)?));
        let extra: Vec<String> =
            puzzle.extra.iter().zip(puzzle.solution.iter().skip(puzzle.shape.len())).filter_map(held).collect();
        if !extra.is_empty() {
            line(&mut out, "solved-extra:");
            extra.chunks(12).for_each(|row| line(&mut out, &format!("  {}", row.join(", "))));
        }
    }
    if let Some(foreign) = &puzzle.foreign {
        let _ = write!(out, "\nforeign: {} {}\n", foreign.format, quoted(&foreign.text));
    }
    Ok((out, Vec::new()))
}

fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}

fn prose(out: &mut String, key: &str, text: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if !text.contains('\n') {
        line(out, &format!("{key}: {text}"));
        return;
    }
    line(out, &format!("{key}:"));
    for row in text.lines() {
        line(out, &format!("  {row}"));
    }
}

fn shape(out: &mut String, shape: &Shape) {
    let covered = |place: Place| {
        shape
            .grids()
            .iter()
            .any(|g| (g.top..g.top + g.height).contains(&place.row) && (g.left..g.left + g.width).contains(&place.col))
    };
    let bottom = shape.grids().iter().map(|g| g.top + g.height).max().unwrap_or(0);
    let right = shape.grids().iter().map(|g| g.left + g.width).max().unwrap_or(0);
    let loose = shape.cells().any(|c| !covered(shape.place(c)));
    let plane = loose || bottom != shape.height() || right != shape.width();
    if plane {
        line(out, &format!("plane: {}x{}", shape.height(), shape.width()));
    }
    for (i, grid) in shape.grids().iter().enumerate() {
        let mut head = String::from("grid:");
        if !grid.name.is_empty() {
            let _ = write!(head, " {}", grid.name);
        }
        let _ = write!(head, " {}x{}", grid.height, grid.width);
        if i > 0 || grid.top > 0 || grid.left > 0 {
            let _ = write!(head, " at r{}c{}", grid.top + 1, grid.left + 1);
        }
        line(out, &head);
        regions(out, shape, grid);
    }
    let holes: Vec<String> = (0..shape.height())
        .flat_map(|row| (0..shape.width()).map(move |col| Place { row, col }))
        .filter(|p| shape.at(p.row as i32, p.col as i32).is_none() && (plane || covered(*p)))
        .map(|p| p.to_string())
        .collect();
    for chunk in holes.chunks(16) {
        line(out, &format!("holes: {}", chunk.join(" ")));
    }
    if shape.wraps() {
        line(out, "wraps: yes");
    }
}

fn tiled(shape: &Shape, grid: &SubGrid, h: u16, w: u16) -> bool {
    let mut wanted = Vec::new();
    for r in (0..grid.height).step_by(h as usize) {
        for c in (0..grid.width).step_by(w as usize) {
            wanted.push(shape.block(grid.top + r, grid.left + c, h, w));
        }
    }
    wanted.retain(|r| !r.is_empty());
    wanted == grid.regions
}

fn regions(out: &mut String, shape: &Shape, grid: &SubGrid) {
    let usual = (grid.height == grid.width).then(|| usual_box(grid.height)).flatten();
    match usual {
        Some((h, w)) if tiled(shape, grid, h, w) => return,
        None if grid.regions.is_empty() => return,
        Some(_) if grid.regions.is_empty() => return line(out, "boxes: none"),
        _ => {}
    }
    let divisors = |n: u16| (1..=n).filter(move |d| n.is_multiple_of(*d));
    let sizes = divisors(grid.height).flat_map(|h| divisors(grid.width).map(move |w| (h, w)));
    if let Some((h, w)) = sizes.into_iter().find(|&(h, w)| tiled(shape, grid, h, w)) {
        return line(out, &format!("boxes: {h}x{w}"));
    }
    // The regions are written as a map if they do not overlap and are in reading order; otherwise each region is listed separately.
    let mut owner = vec![None; shape.len()];
    let mut plain = grid.regions.windows(2).all(|w| w[0].first() < w[1].first()) && grid.regions.len() <= 52;
    for (i, region) in grid.regions.iter().enumerate() {
        plain &= region.is_sorted() && !region.is_empty();
        for cell in region {
            plain &= owner[cell.index()].replace(i).is_none();
        }
    }
    if !plain {
        for region in &grid.regions {
            line(out, &format!("region: {}", cells(region, &|c| shape.place(c).to_string(), Some(shape))));
        }
        return;
    }
    line(out, "regions:");
    for r in grid.top..grid.top + grid.height {
        let mut row = String::from("  ");
        for c in grid.left..grid.left + grid.width {
            row.push(match shape.at(r as i32, c as i32) {
                None => '~',
                Some(cell) => owner[cell.index()]
                    .map_or('.', |i: usize| ('A'..='Z').chain('a'..='z').nth(i).expect("at most 52 regions are plain")),
            });
        }
        line(out, &row);
    }
}

fn drawn<'a>(
    out: &mut String,
    key: &str,
    puzzle: &Puzzle,
    alphabet: &Alphabet,
    bracket: bool,
    digits: impl Fn(Cell) -> &'a [i32],
) {
    if puzzle.shape.cells().all(|c| digits(c).is_empty()) && key == "givens" {
        return;
    }
    let (height, width) = (puzzle.shape.height() as i32, puzzle.shape.width() as i32);
    let words: Vec<Vec<String>> = (0..height)
        .map(|r| {
            let word = |c| match puzzle.shape.at(r, c) {
                None => "~".to_owned(),
                Some(cell) => alphabet.written(digits(cell), bracket),
            };
            (0..width).map(word).collect()
        })
        .collect();
    line(out, &format!("{key}:"));
    let wide = words.iter().flatten().map(|w| w.chars().count()).max().unwrap_or(1);
    let spaced = wide > 1 || !alphabet.single;
    for row in words {
        let row: Vec<String> = row.iter().map(|w| if spaced { format!("{w:wide$}") } else { w.clone() }).collect();
        line(out, &format!("  {}", row.join(if spaced { " " } else { "" })));
    }
}

pub(super) fn clue_tree(out: &mut String, puzzle: &Puzzle, tree: &ClueTree, depth: usize) {
    let indent = "  ".repeat(depth);
    let (head, parts) = match tree {
        ClueTree::One(it) => return line(out, &format!("{indent}{}", clue(puzzle, it))),
        ClueTree::All(parts) => ("all:", &parts[..]),
        ClueTree::Any(parts) => ("any:", &parts[..]),
        ClueTree::Not(part) => ("not:", std::slice::from_ref(&**part)),
    };
    line(out, &format!("{indent}{head}"));
    for part in parts {
        clue_tree(out, puzzle, part, depth + 1);
    }
}

pub(super) fn clue(puzzle: &Puzzle, clue: &Clue) -> String {
    let mut out = clue.rule.clone();
    args(&mut out, puzzle, &clue.args);
    out
}

fn args(out: &mut String, puzzle: &Puzzle, args: &Args) {
    let name = |c: Cell| puzzle.cell_name(c);
    let list = |l: &[Cell]| cells(l, &name, Some(&puzzle.shape));
    let mut after_cells = false;
    for (key, arg) in args {
        if !key.is_empty() {
            let equals = if puzzle.extra.iter().any(|e| e.name == *key) { " =" } else { "" };
            let _ = write!(out, " {key}{equals}");
        } else if after_cells && matches!(arg, Arg::Cell(_) | Arg::Cells(_) | Arg::Lists(_)) {
            out.push_str(" /");
        }
        out.push(' ');
        match arg {
            Arg::Cell(c) => out.push_str(&name(*c)),
            Arg::Cells(l) => out.push_str(&list(l)),
            Arg::Lists(ls) => out.push_str(&ls.iter().map(|l| list(l)).collect::<Vec<_>>().join(" / ")),
            Arg::Number(n) => out.push_str(&n.to_string()),
            Arg::Numbers(ns) => {
                let _ = write!(out, "[{}]", ns.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            }
            Arg::Text(t) => out.push_str(&quoted(t)),
            Arg::Bool(b) => out.push_str(if *b { "yes" } else { "no" }),
        }
        after_cells = matches!(arg, Arg::Cell(_) | Arg::Cells(_) | Arg::Lists(_));
    }
}

/// Writes cells by name, with straight runs of three or more cells as ranges.
fn cells(list: &[Cell], name: &impl Fn(Cell) -> String, shape: Option<&Shape>) -> String {
    if list.is_empty() {
        return "()".to_owned();
    }
    let place = |c: Cell| shape.filter(|s| c.index() < s.len()).map(|s| s.place(c));
    let step = |i: usize| -> Option<(i32, i32)> {
        let (a, b) = (place(*list.get(i)?)?, place(*list.get(i + 1)?)?);
        let step = (b.row as i32 - a.row as i32, b.col as i32 - a.col as i32);
        (step.0.abs() <= 1 && step.1.abs() <= 1 && step != (0, 0)).then_some(step)
    };
    let mut words = Vec::new();
    let mut i = 0;
    while i < list.len() {
        let first = step(i);
        let mut end = i;
        while first.is_some() && step(end) == first {
            end += 1;
        }
        if end >= i + 2 {
            words.push(format!("{}-{}", name(list[i]), name(list[end])));
            i = end + 1;
        } else {
            words.push(name(list[i]));
            i += 1;
        }
    }
    words.join(" ")
}
