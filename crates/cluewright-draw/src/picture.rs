//! Draws a scene as a picture with layers.

use crate::clues::{clues_until, is_seen, middle};
use crate::drawings::{Level, extent, level, put, with_edge_inside};
use crate::extra::{extras, lines};
use crate::fog::Fog;
use crate::pdf::pdf;
use crate::scene::{Highlight, Scene};
use crate::svg::{CELL, Svg, escaped, length, number, unit};
use crate::theme::Tone;
use crate::words::Words;
use crate::{font, grid, highlights, marks};
use cluewright_core::drawing::counted;
use cluewright_core::{Cell, Drawing, DrawingKind};
use std::cell::Cell as Counter;
use std::collections::BTreeSet;
use std::fmt::Write;

/// One layer: an SVG group with a title and a description of its content in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// The layer's name: `background`, `shades`, `regions`, ... The id of the group is the scene's prefix and this name.
    pub name: &'static str,
    /// The title for readers.
    pub title: &'static str,
    /// The layer's content in words; empty for no description.
    pub desc: String,
    /// The SVG elements of the layer.
    pub svg: String,
}

/// A picture: layers, from the lowest to the topmost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The visible part of the plane, in units: left, top, width, height.
    pub view: [String; 4],
    /// The title for readers.
    pub title: String,
    /// The outlines of the letters that the layers use, each with an id that is the same in every picture.
    pub letters: Vec<String>,
    /// The layers, from the lowest to the topmost.
    pub layers: Vec<Layer>,
    /// The number of clues, drawings and cells with candidates that are left out because they exceed the scene's budget.
    pub left_out: usize,
    prefix: String,
}

impl Picture {
    /// The picture as one SVG.
    pub fn to_svg(&self) -> String {
        self.sized(None)
    }

    /// The picture as one SVG with this width in pixels.
    pub fn sized(&self, width: Option<f64>) -> String {
        self.written(width, &self.letters.concat())
    }

    /// The picture without the outlines of letters, for a page that contains the outlines of all its pictures once.
    pub fn bare(&self) -> String {
        self.written(None, "")
    }

    /// The picture as a PDF of one page, in ASCII.
    pub fn to_pdf(&self) -> String {
        let [left, top, wide, high] = self.view.each_ref().map(|n| n.parse::<f64>().unwrap_or(1.0));
        // Convert CSS pixels (1/96 inch) to points (1/72 inch).
        let scale = 0.75;
        let layers: String = self.layers.iter().map(|layer| layer.svg.as_str()).collect();
        let page =
            format!("<g transform=\"scale({scale}) translate({} {})\">{layers}</g>", number(-left), number(-top));
        pdf(&self.title, (wide * scale, high * scale), [page.as_str()].into_iter())
    }

    fn written(&self, width: Option<f64>, letters: &str) -> String {
        let mut out = String::with_capacity(32 * 1024);
        let [left, top, wide, high] = &self.view;
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {wide} {high}\" role=\"img\""
        );
        if let (Some(width), Ok(w), Ok(h)) = (width, wide.parse::<f64>(), high.parse::<f64>()) {
            let _ = write!(out, " width=\"{}\" height=\"{}\"", number(width), number(width * h / w));
        }
        let _ = write!(out, "><title>{}</title><defs>{}</defs>", escaped(&self.title), letters);
        for layer in &self.layers {
            out.push_str(&self.group(layer));
        }
        out.push_str("</svg>\n");
        out
    }

    /// The outline of a letter, with its id.
    pub(crate) fn letter(c: char) -> String {
        format!("<path id=\"g{:x}\" d=\"{}\"/>", u32::from(c), font::outline(c))
    }

    /// The SVG group for a layer.
    pub fn group(&self, layer: &Layer) -> String {
        let desc = if layer.desc.is_empty() { String::new() } else { format!("<desc>{}</desc>", escaped(&layer.desc)) };
        format!("<g id=\"{}{}\"><title>{}</title>{desc}{}</g>", self.prefix, layer.name, layer.title, layer.svg)
    }
}

/// Draws a scene. The same scene always gives the same bytes, unless the time in its budget runs out.
pub fn draw(scene: &Scene<'_>) -> Picture {
    let puzzle = scene.puzzle;
    let (height, width) = (f64::from(puzzle.shape.height()), f64::from(puzzle.shape.width()));
    let budget = scene.budget;
    let (mut drawn, left) = clues_until(puzzle, scene.rules, budget.stop);
    // The number of bytes of clues and drawings so far, and the number of clues and drawings that were left out.
    let (spent, left) = (&Counter::new(0), &Counter::new(left));
    let fog = &Fog::of(scene);
    fog.leave(&mut drawn);
    drawn.extend(extras(scene));
    let own: &Vec<&Drawing> = &puzzle.drawings.iter().filter(|drawing| !fog.covers(drawing)).collect();
    let all = || drawn.iter().flat_map(|d| &d.drawings).chain(own.iter().copied());

    // The visible part is the grid, including the outer half of its border, and everything outside the grid.
    let (mut low, mut high) = ((-0.5, -0.5), (height - 0.5, width - 0.5));
    let beside = all().filter_map(|d| extent(d, height, width));
    let extra = (puzzle.shape.len()..puzzle.cell_count()).map(Cell::at).filter(|&c| is_seen(puzzle, c));
    let extra = extra.map(|c| middle(puzzle, c)).map(|p| ((p.0 - 0.75, p.1 - 0.5), (p.0 + 0.5, p.1 + 0.5)));
    for (a, b) in beside.chain(extra) {
        low = (f64::min(low.0, a.0), f64::min(low.1, a.1));
        high = (f64::max(high.0, b.0), f64::max(high.1, b.1));
    }
    let edge = 0.08;
    let (words, foot) = (Words::of(scene, high.1 - low.1), high.0);
    high.0 += words.height();
    let view = [
        unit(low.1 - edge),
        unit(low.0 - edge),
        length(high.1 - low.1 + 2.0 * edge),
        length(high.0 - low.0 + 2.0 * edge),
    ];

    let mut letters = BTreeSet::new();
    let mut layers = Vec::new();
    let mut layer = |name, title, desc: String, fill: &mut dyn FnMut(&mut Svg)| {
        let mut svg = Svg::new();
        fill(&mut svg);
        letters.extend(svg.letters);
        layers.push(Layer { name, title, desc, svg: svg.out });
    };
    let put_within = |svg: &mut Svg, drawing: &Drawing, tone: Tone| {
        if spent.get() > budget.picture || (budget.stop)() {
            left.set(left.get() + 1);
            return;
        }
        let before = svg.out.len();
        put(svg, drawing, scene.theme, tone, (height, width));
        spent.set(spent.get() + svg.out.len() - before);
    };
    let put_own = |wanted: Level, svg: &mut Svg| {
        // Arrows come before (below) the lines that cross them.
        let rank = |d: &&Drawing| wanted == Level::Lines && d.kind != DrawingKind::Arrow;
        let mut at: Vec<&Drawing> = own.iter().copied().filter(|d| level(d) == wanted).collect();
        at.sort_by_key(rank);
        for drawing in at {
            put_within(svg, &with_edge_inside(drawing), Tone::Full);
        }
    };
    let on = |wanted: Level| {
        let (drawn, put_within, put_own) = (&drawn, &put_within, &put_own);
        move |svg: &mut Svg| {
            // Marks that a rule draws under its lines stay in the layer of lines, to keep the rule's order of marks.
            let is_wanted = |of: Level| of == wanted || (wanted, of) == (Level::Lines, Level::Under);
            if wanted == Level::Lines {
                put_own(Level::Under, svg);
            }
            for clue in drawn {
                let mut inner = Svg::new();
                let parts = clue.drawings.iter().filter(|d| is_wanted(level(d)));
                parts.for_each(|d| put_within(&mut inner, d, Tone::Soft));
                if !inner.out.is_empty() {
                    let words = escaped(&clue.words);
                    let title = if words.is_empty() { words } else { format!("<title>{words}</title>") };
                    let _ = write!(svg.out, "<g>{title}{}</g>", inner.out);
                    spent.set(spent.get() + clue.words.len());
                    svg.letters.extend(inner.letters);
                }
            }
            put_own(wanted, svg);
        }
    };
    let told = |wanted: &[Level]| counted(all().filter(|d| wanted.contains(&level(d))));

    layer("background", "Background", String::new(), &mut |svg| {
        if let Some(paper) = scene.theme.paper() {
            let [x, y, w, h] = &view;
            let _ = write!(svg.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{paper}\"/>");
        }
    });
    layer("shades", "Coloured cells", told(&[Level::Shades]), &mut on(Level::Shades));
    layer("spots", "Highlighted cells", spots(scene), &mut |svg| highlights::cells(svg, scene));
    layer("lines", "Lines", told(&[Level::Under, Level::Lines]), &mut on(Level::Lines));
    layer("cages", "Cages", told(&[Level::Cages]), &mut on(Level::Cages));
    layer("grid", "Grid", grid_words(scene), &mut |svg| grid::lines(svg, scene, false));
    layer("regions", "Regions", String::new(), &mut |svg| {
        grid::lines(svg, scene, true);
        extra_cells(svg, scene);
    });
    layer("clues", "Clues", told(&[Level::Clues]), &mut on(Level::Clues));
    if !scene.fog.is_empty() {
        layer("fog", "Fog", fog.words(), &mut |svg| fog.put(svg));
    }
    layer("marks", "Pencil marks", String::new(), &mut |svg| {
        left.set(left.get() + marks::marks(svg, scene));
    });
    layer("digits", "Digits", digits_words(scene), &mut |svg| marks::digits(svg, scene));
    layer("highlights", "Highlights", String::new(), &mut |svg| highlights::candidates(svg, scene));

    if words.height() > 0.0 {
        layer("words", "Title and rules", format!("{} {}{}", scene.heading, scene.words, lines(scene)), &mut |svg| {
            words.put(svg, (foot, low.1), scene);
        });
    }

    let title = if puzzle.title.is_empty() { "Sudoku".to_owned() } else { puzzle.title.clone() };
    // The prefix is untrusted and is used in attributes.
    let prefix = scene.prefix.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
    let letters = letters.into_iter().map(Picture::letter).collect();
    Picture { view, title, letters, layers, left_out: left.get(), prefix }
}

fn grid_words(scene: &Scene<'_>) -> String {
    let shape = &scene.puzzle.shape;
    let cells = shape.len();
    format!("{} by {}, {cells} cells", shape.height(), shape.width())
}

fn digits_words(scene: &Scene<'_>) -> String {
    let words = scene.puzzle.givens.iter().filter(|g| g.digits.len() == 1);
    let words: Vec<String> = words.map(|g| format!("{} {}", scene.puzzle.cell_name(g.cell), g.digits[0])).collect();
    words.join(", ")
}

fn spots(scene: &Scene<'_>) -> String {
    let cells = scene.highlights.iter().filter_map(|h| match h {
        Highlight::Cells { cells, .. } => Some(cells.as_slice()),
        Highlight::Blocks { by, .. } => Some(std::slice::from_ref(by)),
        _ => None,
    });
    let names: Vec<String> = cells.flatten().map(|&c| scene.puzzle.cell_name(c)).collect();
    names.join(", ")
}

/// Draws the visible extra cells outside the grid, with their names.
fn extra_cells(svg: &mut Svg, scene: &Scene<'_>) {
    let theme = scene.theme;
    for (i, extra) in scene.puzzle.extra.iter().enumerate().filter(|(_, e)| e.shown) {
        let (row, col) = middle(scene.puzzle, Cell::at(scene.puzzle.shape.len() + i));
        let _ = write!(
            svg.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>",
            unit(col - 0.5),
            unit(row - 0.5),
            number(CELL),
            number(CELL),
            theme.thin()
        );
        let size = 0.2_f64.min(0.95 / font::width_of(&extra.name).max(0.1));
        let _ = write!(svg.out, "<g fill=\"{}\">", theme.ink());
        svg.text(&extra.name, (row - 0.62, col), size, crate::svg::Anchor::Middle, 0.0);
        svg.out.push_str("</g>");
    }
}
