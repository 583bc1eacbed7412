//! Lays out pictures on sheets of paper: the requested number per page, each picture as large as possible, with its title above and
//! its rules below. No picture is split between pages.

use crate::pdf::pdf;
use crate::picture::{Picture, draw};
use crate::scene::Scene;
use crate::svg::{Anchor, CELL, Svg, escaped, number};
use crate::words::{STEP, wrapped};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The margin of a page, in points (1/72 inch), like all lengths in this file.
const MARGIN: f64 = 36.0;
const GAP: f64 = 16.0;
/// The height of page numbers.
const FOOTER: f64 = 16.0;
/// The maximum size of a cell.
const LARGEST: f64 = 80.0;
/// The minimum font size of rules. If the rules do not fit even at this size, they take more than their share of the picture's
/// space.
const SMALLEST: f64 = 4.5;
/// The maximum share of the height of a picture's space that its rules may take.
const RULES: f64 = 0.4;

/// One picture on paper.
pub struct Entry<'a> {
    /// The picture.
    pub scene: Scene<'a>,
    /// The title of the picture.
    pub heading: String,
    /// A line below the title, in grey.
    pub note: String,
    /// The rules of the puzzle in words.
    pub rules: String,
}

/// Pictures that are laid out together.
pub struct Part<'a> {
    /// The title at the top of each page; empty for no title.
    pub title: String,
    /// The blanks at the top of each page. Each blank consists of words and a line to write on.
    pub blanks: Vec<String>,
    /// The pictures.
    pub entries: Vec<Entry<'a>>,
    /// The number of entries per page.
    pub each: usize,
    /// The maximum size of a cell.
    pub largest: f64,
}

impl<'a> Part<'a> {
    /// A part with puzzles, `each` per page.
    pub fn puzzles(entries: Vec<Entry<'a>>, each: usize) -> Self {
        Self { title: String::new(), blanks: Vec::new(), entries, each, largest: LARGEST }
    }

    /// A part with solutions, as many per page as remain readable.
    pub fn solutions(title: String, entries: Vec<Entry<'a>>) -> Self {
        let each = entries.len().clamp(1, 20);
        Self { title, blanks: Vec::new(), entries, each, largest: 24.0 }
    }
}

/// Pages of one size.
pub struct Pages {
    wide: f64,
    high: f64,
    bodies: Vec<String>,
    letters: BTreeSet<String>,
    /// The number of clues, drawings and candidates left out of the pictures.
    pub left_out: usize,
}

/// An entry whose picture has been drawn.
struct Drawn<'e, 'a> {
    entry: &'e Entry<'a>,
    picture: Picture,
    view: [f64; 4],
}

/// The layout of an entry in its space on the page.
struct Fit {
    /// The scale in points per unit of the picture.
    scale: f64,
    rules: Vec<String>,
    size: f64,
}

impl Pages {
    /// Lays out the parts one after the other on paper of this size. The time limit in the first scene's budget applies to all
    /// pictures together.
    pub fn new((wide, high): (f64, f64), parts: &[Part<'_>]) -> Self {
        let mut pages = Self { wide, high, bodies: Vec::new(), letters: BTreeSet::new(), left_out: 0 };
        for part in parts.iter().filter(|part| !part.entries.is_empty()) {
            pages.put(part);
        }
        let count = pages.bodies.len();
        if count > 1 {
            for i in 0..count {
                let (mut svg, text) = (Svg::new(), format!("{} / {count}", i + 1));
                line(&mut svg, &text, (wide / 2.0, high - MARGIN), 8.0, Anchor::Middle);
                pages.close(svg, i);
            }
        }
        pages
    }

    /// The number of pages.
    pub fn count(&self) -> usize {
        self.bodies.len()
    }

    /// Appends the drawn content to a page.
    fn close(&mut self, svg: Svg, page: usize) {
        self.letters.extend(svg.letters.iter().map(|&c| Picture::letter(c)));
        self.bodies[page].push_str(&svg.out);
    }

    fn put(&mut self, part: &Part<'_>) {
        let each = part.each.max(1);
        let drawn: Vec<Drawn<'_, '_>> = part.entries.iter().map(|entry| self.draw(entry)).collect();
        let top = MARGIN + if part.title.is_empty() && part.blanks.is_empty() { 0.0 } else { 32.0 };
        let room = (self.wide - 2.0 * MARGIN, self.high - top - MARGIN - FOOTER);
        // Choose the number of columns that maximises the smallest picture.
        let place = |across: usize| {
            let down = each.div_ceil(across);
            let of = |all: f64, n: usize| (all - GAP * (n as f64 - 1.0)) / n as f64;
            (of(room.0, across), of(room.1, down))
        };
        let smallest = |across: usize| {
            let scales = drawn.iter().map(|one| fit(one, place(across), each, part.largest).scale);
            scales.fold(f64::MAX, f64::min)
        };
        let across = (1..=each).max_by(|&a, &b| smallest(a).total_cmp(&smallest(b)).then(b.cmp(&a))).unwrap_or(1);
        let (wide, high) = place(across);
        for (i, one) in drawn.iter().enumerate() {
            let at = i % each;
            if at == 0 {
                self.bodies.push(String::new());
                let mut svg = Svg::new();
                header(&mut svg, part, self.wide);
                self.close(svg, self.bodies.len() - 1);
            }
            let left = MARGIN + (at % across) as f64 * (wide + GAP);
            let above = top + (at / across) as f64 * (high + GAP);
            let svg = entry(one, &fit(one, (wide, high), each, part.largest), (left, above), wide, each);
            self.close(svg, self.bodies.len() - 1);
        }
    }

    fn draw<'e, 'a>(&mut self, entry: &'e Entry<'a>) -> Drawn<'e, 'a> {
        let picture = draw(&entry.scene);
        self.left_out += picture.left_out;
        self.letters.extend(picture.letters.iter().cloned());
        let view = picture.view.each_ref().map(|n| n.parse().unwrap_or(0.0));
        Drawn { entry, picture, view }
    }

    /// Arranges the pages as a booklet: two pages per side, in the order for sheets that are printed on both sides, nested and
    /// folded in the middle.
    #[must_use]
    pub fn booklet(self) -> Self {
        let count = self.bodies.len().next_multiple_of(4);
        let half = self.high / 2.0;
        let scale = half / self.wide;
        let down = (self.wide - self.high * scale) / 2.0;
        let put = |page: usize, left: f64| {
            let body = self.bodies.get(page).map_or("", String::as_str);
            let scale = (scale * 10_000.0).round() / 10_000.0;
            format!("<g transform=\"translate({} {}) scale({scale})\">{body}</g>", number(left), number(down))
        };
        let side = |i: usize| {
            let (low, high) = (i, count - 1 - i);
            let [left, right] = if i.is_multiple_of(2) { [high, low] } else { [low, high] };
            put(left, 0.0) + &put(right, half)
        };
        let bodies = (0..count / 2).map(side).collect();
        Self { wide: self.high, high: self.wide, bodies, ..self }
    }

    /// The pages as HTML that a browser can print.
    pub fn to_html(&self, title: &str) -> String {
        let (wide, high) = (number(self.wide), number(self.high));
        let letters: String = self.letters.iter().map(String::as_str).collect();
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n<style>@page{{size:{wide}pt \
             {high}pt;margin:0}}body{{margin:0}}svg{{display:block;break-after:page}}svg:last-of-type{{break-after:auto}}\
             </style></head><body>\n<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>{letters}\
             </defs></svg>\n",
            escaped(title)
        );
        for body in &self.bodies {
            let _ = writeln!(
                out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}pt\" height=\"{high}pt\" viewBox=\"0 0 {wide} {high}\">{body}</svg>"
            );
        }
        out.push_str("</body></html>\n");
        out
    }

    /// The pages as a PDF file, which is ASCII text.
    pub fn to_pdf(&self, title: &str) -> String {
        pdf(title, (self.wide, self.high), self.bodies.iter().map(String::as_str))
    }
}

/// The font sizes of titles and rules, depending on the number of pictures per page.
fn sizes(each: usize) -> (f64, f64) {
    match each {
        1 => (15.0, 11.0),
        2 => (13.0, 9.5),
        3..=6 => (10.5, 8.5),
        _ => (8.5, 7.0),
    }
}

/// The height of title and note, including the gap below them.
fn head(entry: &Entry<'_>, wide: f64, each: usize) -> (Vec<String>, f64) {
    let size = sizes(each).0;
    let heading = wrapped(&entry.heading, wide / size);
    let lines = heading.len() as f64 + if entry.note.is_empty() { 0.0 } else { 0.8 };
    let high = if lines > 0.0 { lines * STEP * size + 3.0 } else { 0.0 };
    (heading, high)
}

/// Chooses the largest font for the rules that leaves the picture its share of the space. The picture fills the remaining space.
fn fit(one: &Drawn<'_, '_>, (wide, high): (f64, f64), each: usize, largest: f64) -> Fit {
    let (_, above) = head(one.entry, wide, each);
    let mut size = sizes(each).1;
    let rules = loop {
        let rules = wrapped(&one.entry.rules, wide / size);
        if rules.len() as f64 * STEP * size <= high * RULES || size <= SMALLEST {
            break rules;
        }
        size *= 0.93;
    };
    let below = if rules.is_empty() { 0.0 } else { (rules.len() as f64 + 1.0) * STEP * size };
    let [_, _, view_wide, view_high] = one.view;
    let left = (high - above - below).max(high * 0.15);
    let scale = (wide / view_wide).min(left / view_high).min(largest / CELL);
    Fit { scale: (scale * 10_000.0).floor() / 10_000.0, rules, size }
}

/// Writes a line of text; `size` is in points.
fn line(svg: &mut Svg, text: &str, (x, y): (f64, f64), size: f64, anchor: Anchor) {
    svg.text(text, (y / CELL - 0.5, x / CELL - 0.5), size / CELL, anchor, 0.0);
}

/// Writes the title of a page and its blanks, each with a line to write on.
fn header(svg: &mut Svg, part: &Part<'_>, wide: f64) {
    let size = 15.0;
    let long = wide - 2.0 * MARGIN;
    let room = if part.blanks.is_empty() { long } else { long * 0.45 };
    let title = wrapped(&part.title, room / size);
    line(svg, title.first().map_or("", String::as_str), (MARGIN, MARGIN), size, Anchor::Corner);
    let each = (long * 0.5) / part.blanks.len().max(1) as f64;
    for (i, word) in part.blanks.iter().enumerate() {
        let left = wide - MARGIN - long * 0.5 + each * i as f64;
        line(svg, word, (left, MARGIN + 4.0), 10.0, Anchor::Corner);
        let from = left + crate::font::width_of(word) * 10.0 + 4.0;
        let (y, to) = (number(MARGIN + 13.0), number(left + each - 8.0));
        let _ = write!(svg.out, "<path d=\"M{} {y}L{to} {y}\" stroke=\"#000000\" stroke-width=\"0.7\"/>", number(from));
    }
}

/// Writes a picture with its title and rules. The upper left corner of its space is at (`left`, `above`).
fn entry(one: &Drawn<'_, '_>, fit: &Fit, (left, above): (f64, f64), wide: f64, each: usize) -> Svg {
    let mut svg = Svg::new();
    let size = sizes(each).0;
    let (heading, high) = head(one.entry, wide, each);
    let mut y = above;
    for text in &heading {
        line(&mut svg, text, (left, y), size, Anchor::Corner);
        y += STEP * size;
    }
    svg.out.push_str("<g fill=\"#555555\">");
    line(&mut svg, &one.entry.note, (left, y), size * 0.75, Anchor::Corner);
    svg.out.push_str("</g>");
    y = above + high;
    let [from, top, view_wide, view_high] = one.view;
    let x = left + (wide - view_wide * fit.scale) / 2.0 - from * fit.scale;
    let (x, picture) = (number(x), number(y - top * fit.scale));
    let _ = write!(svg.out, "<g transform=\"translate({x} {picture}) scale({})\">", fit.scale);
    one.picture.layers.iter().for_each(|layer| svg.out.push_str(&one.picture.group(layer)));
    svg.out.push_str("</g>");
    y += view_high * fit.scale + fit.size * 0.7;
    for text in &fit.rules {
        line(&mut svg, text, (left, y), fit.size, Anchor::Corner);
        y += STEP * fit.size;
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_core::{Puzzle, Shape};
    use cluewright_rules::Ruleset;

    fn pages(count: usize, each: usize) -> Pages {
        let (puzzle, rules) = (Puzzle::new(Shape::square(9).unwrap(), 9), Ruleset::library());
        let entry = |i: usize| Entry {
            scene: Scene { prefix: format!("p{i}-"), ..Scene::new(&puzzle, &rules) },
            heading: format!("{}. A title", i + 1),
            note: "easy".to_owned(),
            rules: "Digits do not repeat. ".repeat(20),
        };
        let part = Part::puzzles((0..count).map(entry).collect(), each);
        Pages::new((595.3, 841.9), &[part])
    }

    /// The places and scales of pictures.
    fn scales(pages: &Pages) -> Vec<f64> {
        let at = |body: &String| {
            let found = body.split("scale(").skip(1).filter_map(|part| part.split_once(')')?.0.parse::<f64>().ok());
            found.filter(|scale| *scale > 0.05).collect::<Vec<_>>()
        };
        pages.bodies.iter().flat_map(at).collect()
    }

    #[test]
    fn a_page_is_filled() {
        let one = scales(&pages(1, 1));
        // A cell is at least 20 mm wide.
        assert!(one.len() == 1 && one[0] * CELL > 56.0, "{one:?}");
        let six = scales(&pages(6, 6));
        // Pictures are arranged in two columns, and each fills most of its half of the page.
        assert!(six.len() == 6 && six.iter().all(|scale| (scale - six[0]).abs() < 1e-9), "{six:?}");
        let (wide, _) = (595.3 - 2.0 * MARGIN - GAP, 0.0);
        assert!(six[0] * 576.0 > 0.6 * wide / 2.0, "{six:?}");
    }

    #[test]
    fn a_booklet_is_in_the_order_of_its_sheets() {
        let order = |count: usize| {
            let booklet = pages(count, 1).booklet();
            let numbers = |body: &String| {
                let ids = body.split("id=\"p").skip(1).filter_map(|part| part.split_once('-')?.0.parse::<usize>().ok());
                let mut ids: Vec<usize> = ids.map(|i| i + 1).collect();
                ids.dedup();
                ids
            };
            booklet.bodies.iter().map(numbers).collect::<Vec<_>>()
        };
        assert_eq!(order(8), [vec![8, 1], vec![2, 7], vec![6, 3], vec![4, 5]]);
        assert_eq!(order(3), [vec![1], vec![2, 3]]);
    }
}
