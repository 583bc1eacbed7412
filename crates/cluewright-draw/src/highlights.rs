//! The highlights of a picture. Every meaning has its own colour and form: sets are circles, squares and diamonds with a letter,
//! candidates found true have a ring, and candidates found false are crossed out.

use crate::clues::middle;
use crate::marks::{candidate_size, place};
use crate::scene::{Highlight, Scene};
use crate::svg::{Anchor, Svg, length, unit, xy};
use crate::theme::Role;
use cluewright_core::drawing::Point;
use cluewright_core::{Candidate, Cell};
use std::fmt::Write;

/// The colour of cells that block other cells, and of the lines drawn from the blocking cells.
const BLOCKER: Role = Role::Set(1);

fn at(scene: &Scene<'_>, candidate: Candidate) -> Point {
    place(middle(scene.puzzle, candidate.cell), candidate.value.index(), scene.puzzle.digits.count.into())
}

/// Draws highlighted cells, below the lines of the grid.
pub(crate) fn cells(svg: &mut Svg, scene: &Scene<'_>) {
    for highlight in &scene.highlights {
        let (cells, role) = match highlight {
            Highlight::Cells { cells, role } => (cells.as_slice(), role),
            Highlight::Blocks { by, .. } => (std::slice::from_ref(by), &BLOCKER),
            _ => continue,
        };
        let color = scene.theme.role(*role);
        let _ = write!(svg.out, "<g fill=\"{color}\" fill-opacity=\"0.3\">");
        for &cell in cells {
            let (row, col) = middle(scene.puzzle, cell);
            let (x, y, side) = (unit(col - 0.47), unit(row - 0.47), length(0.94));
            let _ = write!(svg.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>");
        }
        svg.out.push_str("</g>");
        let Role::Set(n) = role else { continue };
        // The letter identifies the set for readers who cannot tell the colours apart.
        let letter = char::from(b'A' + n % 26).to_string();
        let _ = write!(svg.out, "<g fill=\"{}\">", scene.theme.ink());
        for &cell in cells {
            let (row, col) = middle(scene.puzzle, cell);
            svg.text(&letter, (row - 0.41, col + 0.41), 0.14, Anchor::Middle, 0.0);
        }
        svg.out.push_str("</g>");
    }
}

/// Draws highlighted candidates and links, on top of everything else.
pub(crate) fn candidates(svg: &mut Svg, scene: &Scene<'_>) {
    let size = candidate_size(scene.puzzle.digits.count.into());
    for highlight in &scene.highlights {
        match highlight {
            Highlight::Cells { .. } => {}
            Highlight::Candidates { candidates, role } => {
                for &candidate in candidates {
                    one(svg, scene, candidate, *role, size);
                }
            }
            Highlight::Link { from, to, strong } => link(svg, scene, from, to, *strong),
            Highlight::Blocks { by, cells } => cells.iter().for_each(|&cell| block(svg, scene, *by, cell)),
        }
    }
}

fn one(svg: &mut Svg, scene: &Scene<'_>, candidate: Candidate, role: Role, size: f64) {
    let (row, col) = at(scene, candidate);
    let color = scene.theme.role(role);
    let half = size * 0.56;
    let stroke = length(size * 0.09);
    match role {
        Role::Set(n) if n % 3 == 1 => {
            let (x, y, side) = (unit(col - half), unit(row - half), length(half * 2.0));
            let _ = write!(svg.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{color}\"/>");
        }
        Role::Set(n) if n % 3 == 2 => {
            let far = half * 1.25;
            let corners = [(row - far, col), (row, col + far), (row + far, col), (row, col - far)];
            svg.path(&corners, true, &format!(" fill=\"{color}\""));
        }
        Role::Fin => {
            let corners = [(row - half * 1.3, col), (row + half, col + half * 1.2), (row + half, col - half * 1.2)];
            svg.path(&corners, true, &format!(" fill=\"{color}\" stroke=\"#000000\" stroke-width=\"1\""));
        }
        Role::Set(_) => {
            let (x, y, r) = (unit(col), unit(row), length(half * 1.1));
            let _ = write!(svg.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{color}\"/>");
        }
        Role::Placed => {
            let (x, y, r) = (unit(col), unit(row), length(half * 1.2));
            let paper = scene.theme.under();
            let _ = write!(
                svg.out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{paper}\" stroke=\"{color}\" stroke-width=\"{}\"/>",
                length(size * 0.16)
            );
        }
        Role::Removed => {
            let (x, y, r) = (unit(col), unit(row), length(half * 1.1));
            let paper = scene.theme.under();
            let _ = write!(
                svg.out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{paper}\" stroke=\"{color}\" stroke-width=\"{stroke}\"/>"
            );
        }
    }
    let ink = match role {
        Role::Placed | Role::Removed => scene.theme.ink(),
        _ => "#000000",
    };
    let _ = write!(svg.out, "<g fill=\"{ink}\">");
    svg.text(&scene.label(candidate.value.index()), (row, col), size, Anchor::Middle, 0.0);
    svg.out.push_str("</g>");
    if role == Role::Removed {
        let (a, b) = ((row + half, col - half), (row - half, col + half));
        let _ = write!(
            svg.out,
            "<path d=\"M{}L{}\" stroke=\"{color}\" stroke-width=\"{}\"/>",
            xy(a),
            xy(b),
            length(size * 0.14)
        );
    }
}

fn middle_of(scene: &Scene<'_>, list: &[Candidate]) -> Option<Point> {
    let n = list.len() as f64;
    let sum = list.iter().map(|&c| at(scene, c)).fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
    (n > 0.0).then_some((sum.0 / n, sum.1 / n))
}

/// An arrow between the ends of a link, slightly curved so that two links in the same row do not overlap.
fn link(svg: &mut Svg, scene: &Scene<'_>, from: &[Candidate], to: &[Candidate], strong: bool) {
    let (Some(a), Some(b)) = (middle_of(scene, from), middle_of(scene, to)) else { return };
    let size = candidate_size(scene.puzzle.digits.count.into());
    let far = ((b.0 - a.0).powi(2) + (b.1 - a.1).powi(2)).sqrt();
    if far < 1e-6 {
        return;
    }
    let (down, right) = ((b.0 - a.0) / far, (b.1 - a.1) / far);
    let gap = (size * 0.65).min(far * 0.3);
    let (a, b) = ((a.0 + down * gap, a.1 + right * gap), (b.0 - down * gap, b.1 - right * gap));
    let bend = (far * 0.08).min(0.35);
    let bow = (f64::midpoint(a.0, b.0) - right * bend, f64::midpoint(a.1, b.1) + down * bend);
    let color = scene.theme.role(Role::Removed);
    let (dash, width) = if strong {
        (String::new(), 0.035)
    } else {
        (format!(" stroke-dasharray=\"{} {}\"", length(0.09), length(0.06)), 0.03)
    };
    let _ = write!(
        svg.out,
        "<path d=\"M{}Q{} {}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"{dash}/>",
        xy(a),
        xy(bow),
        xy(b),
        length(width)
    );
    // The arrow's head points in the direction in which the curve ends.
    let (down, right) = (b.0 - bow.0, b.1 - bow.1);
    let long = (down * down + right * right).sqrt().max(1e-6);
    let (down, right) = (down / long * 0.12, right / long * 0.12);
    let back = (b.0 - down, b.1 - right);
    let wing = |by: f64| (back.0 + right * by, back.1 - down * by);
    svg.path(&[wing(0.45), b, wing(-0.45)], true, &format!(" fill=\"{color}\""));
}

/// A thin line from a blocking cell to a blocked cell, with a bar at its end.
fn block(svg: &mut Svg, scene: &Scene<'_>, by: Cell, cell: Cell) {
    let (a, b) = (middle(scene.puzzle, by), middle(scene.puzzle, cell));
    let far = ((b.0 - a.0).powi(2) + (b.1 - a.1).powi(2)).sqrt();
    if far < 1e-6 {
        return;
    }
    let (down, right) = ((b.0 - a.0) / far, (b.1 - a.1) / far);
    let (a, b) = ((a.0 + down * 0.4, a.1 + right * 0.4), (b.0 - down * 0.2, b.1 - right * 0.2));
    let bar = |by: f64| (b.0 + right * by, b.1 - down * by);
    let color = scene.theme.role(BLOCKER);
    let _ = write!(
        svg.out,
        "<path d=\"M{}L{}M{}L{}\" stroke=\"{color}\" stroke-width=\"{}\"/>",
        xy(a),
        xy(b),
        xy(bar(0.16)),
        xy(bar(-0.16)),
        length(0.04)
    );
}
