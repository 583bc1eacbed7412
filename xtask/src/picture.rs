//! `picture`: draws the README's picture, the solved Miracle Sudoku with the order in which its cells were found.

use crate::task::{Fail, Task, Words};
use cluewright::core::Cell;
use cluewright::{Candidate, Compiled, ExplainOptions, Limits, SearchFacts, explain, formats, solve};
use std::fmt::Write;

pub(crate) const TASK: Task = Task { name: "picture", takes: "", about: "write docs/miracle.svg", options: &[], run };

/// The side of a cell and the width of the margin, in SVG units.
const SIDE: usize = 52;
const EDGE: usize = 14;

/// Runs the task. The working directory must be the root of the repository.
fn run(_: &Words) -> Result<(), Fail> {
    let text = std::fs::read_to_string("examples/miracle.clue").map_err(|e| e.to_string())?;
    let compiled = Compiled::new(formats::read(&text).map_err(|e| e.to_string())?.puzzle).map_err(|e| e.to_string())?;
    let truth = SearchFacts::of(solve(&compiled, &Limits::none()).value);
    let walked = explain(&compiled, ExplainOptions::knowing(&truth), &Limits::none());
    let path: Vec<Candidate> = walked.path.steps.iter().flat_map(|s| s.placements.iter().copied()).collect();
    Ok(std::fs::write("docs/miracle.svg", svg(&compiled, &path)).map_err(|e| e.to_string())?)
}

fn svg(compiled: &Compiled, path: &[Candidate]) -> String {
    let shape = &compiled.puzzle().shape;
    let model = compiled.model();
    let at = |cell: Cell| {
        let place = shape.place(cell);
        (EDGE + place.col as usize * SIDE, EDGE + place.row as usize * SIDE)
    };
    let size = 2 * EDGE + 9 * SIDE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>The solved Miracle Sudoku and the order in which its \
         digits were found</title>\n<rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n"
    );
    // Cells that were found early are dark, and cells that were found late are light.
    for (i, c) in path.iter().enumerate() {
        let (x, y) = at(c.cell);
        let light = 66 + 30 * i / path.len().max(1);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"hsl(205,70%,{light}%)\"/>"
        );
    }
    let points: Vec<String> = path
        .iter()
        .map(|c| {
            let (x, y) = at(c.cell);
            format!("{},{}", x + SIDE / 2, y + SIDE / 2)
        })
        .collect();
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#0b3c5d\" stroke-opacity=\"0.22\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    for i in 0..=9 {
        let (p, width) = (EDGE + i * SIDE, if i % 3 == 0 { 3 } else { 1 });
        let end = EDGE + 9 * SIDE;
        let _ =
            writeln!(out, "<path d=\"M{EDGE} {p}H{end}M{p} {EDGE}V{end}\" stroke=\"#222\" stroke-width=\"{width}\"/>");
    }
    for cell in shape.cells() {
        let (x, y) = at(cell);
        let found = path.iter().position(|c| c.cell == cell);
        let value = found.map(|i| path[i].value).or_else(|| model.given(cell));
        let Some(value) = value else { continue };
        let (weight, fill) = if found.is_none() { ("bold", "#b3001b") } else { ("normal", "#111") };
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"28\" font-weight=\"{weight}\" fill=\"{fill}\">{}</text>",
            x + SIDE / 2,
            y + SIDE / 2 + 10,
            model.value_name(Candidate::new(cell, value))
        );
        if let Some(i) = found {
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"10\" fill=\"#345\">{}</text>",
                x + SIDE - 9,
                y + SIDE - 5,
                i + 1
            );
        }
    }
    out.push_str("</svg>\n");
    out
}
