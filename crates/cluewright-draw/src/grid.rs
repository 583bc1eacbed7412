//! The lines of the grid: thin between cells, thick around regions and grids.

use crate::scene::Scene;
use crate::svg::{Svg, length, xy};
use cluewright_core::{Cell, Shape};
use std::collections::BTreeMap;

/// The thickness of the line between two neighbours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Line {
    None,
    Thin,
    Thick,
}

/// For each grid of the shape, the index of each cell's region.
fn regions(shape: &Shape) -> Vec<BTreeMap<Cell, usize>> {
    let numbers = |grid: &cluewright_core::shape::SubGrid| {
        grid.regions.iter().enumerate().flat_map(|(i, cells)| cells.iter().map(move |&c| (c, i))).collect()
    };
    shape.grids().iter().map(numbers).collect()
}

fn between(shape: &Shape, regions: &[BTreeMap<Cell, usize>], thick: bool, a: (i32, i32), b: (i32, i32)) -> Line {
    match (shape.at(a.0, a.1), shape.at(b.0, b.1)) {
        (None, None) => Line::None,
        (Some(a), Some(b)) => {
            let split = |grid: &BTreeMap<Cell, usize>| match (grid.get(&a), grid.get(&b)) {
                (None, None) => false,
                (a, b) => a != b,
            };
            if thick && regions.iter().any(split) { Line::Thick } else { Line::Thin }
        }
        _ => Line::Thick,
    }
}

/// Joins the lines of one thickness into segments that are as long as possible.
fn runs(shape: &Shape, kind: Line, line: impl Fn((i32, i32), (i32, i32)) -> Line) -> Vec<[(f64, f64); 2]> {
    let (height, width) = (i32::from(shape.height()), i32::from(shape.width()));
    let mut out = Vec::new();
    let mut along = |across: bool, i: i32, far: i32| {
        let mut from: Option<i32> = None;
        for j in 0..=far {
            let here = j < far && {
                let (a, b) = if across { ((i - 1, j), (i, j)) } else { ((j, i - 1), (j, i)) };
                line(a, b) == kind
            };
            match (here, from) {
                (true, None) => from = Some(j),
                (false, Some(start)) => {
                    let at = |j: i32| {
                        let (i, j) = (f64::from(i) - 0.5, f64::from(j) - 0.5);
                        if across { (i, j) } else { (j, i) }
                    };
                    out.push([at(start), at(j)]);
                    from = None;
                }
                _ => {}
            }
        }
    };
    (0..=height).for_each(|i| along(true, i, width));
    (0..=width).for_each(|i| along(false, i, height));
    out
}

/// Draws the lines between regions and around the grids or, if `thick` is false, the lines between cells.
pub(crate) fn lines(svg: &mut Svg, scene: &Scene<'_>, thick: bool) {
    lines_where(svg, scene, thick, &|_, _| true);
}

/// Like `lines`, but draws only the lines between neighbours that pass a test.
pub(crate) fn lines_where(
    svg: &mut Svg,
    scene: &Scene<'_>,
    thick: bool,
    wanted: &dyn Fn(Option<Cell>, Option<Cell>) -> bool,
) {
    let shape = &scene.puzzle.shape;
    let shown = crate::clues::has_regions(scene.puzzle, scene.rules);
    let regions = regions(shape);
    let kind = if thick { Line::Thick } else { Line::Thin };
    let runs = runs(shape, kind, |a, b| {
        if wanted(shape.at(a.0, a.1), shape.at(b.0, b.1)) { between(shape, &regions, shown, a, b) } else { Line::None }
    });
    let data: Vec<String> = runs.iter().map(|[a, b]| format!("M{}L{}", xy(*a), xy(*b))).collect();
    let data = data.concat();
    let (thin_width, thick_width) = scene.theme.lines();
    let (color, width) = if thick { (scene.theme.ink(), thick_width) } else { (scene.theme.thin(), thin_width) };
    if !data.is_empty() {
        let cap = if thick { " stroke-linecap=\"square\"" } else { "" };
        svg.out.push_str(&format!(
            "<path d=\"{data}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"{cap}/>",
            length(width)
        ));
    }
}
