//! `draw`: draws a puzzle, a position or a step.

use crate::call::{Call, Nothing};
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::cells::cells_named;
use cluewright::core::{Budget, Sort};
use cluewright::draw::{Scene, Theme, draw, place_beside};
use cluewright::fog::Hidden;
use cluewright::hint::player_state_until;
use cluewright::logic::State;
use cluewright::position::Position;
use cluewright::question::Names;
use cluewright::report::HighlightReport;
use cluewright::{SearchFacts, TechniqueFilter, Verdict, picture};
use serde::Serialize;

cluewright::question! {
    /// Draws a puzzle, a position, the solution or a step, as SVG or in layers.
    pub(crate) struct Draw = "draw" {
        /// The theme: `light` (the default), `dark`, `print` or `contrast`.
        theme: Option<String> = None,
        /// The player's grid; default: the grid in the puzzle.
        position: Option<Position> = None,
        /// Cover what fog hides from a player in this position.
        fog: bool = false,
        /// Cover these cells (those that the operation `hidden` lists).
        covered: Names = Names::default(),
        /// Show every candidate that the rules do not exclude.
        candidates: bool = false,
        /// Show the solution.
        solution: bool = false,
        /// Show the step with this number in the solution path, from 1.
        step: Option<usize> = None,
        /// Cells, candidates and links to highlight, in the form in which steps and hints list them.
        highlights: Vec<HighlightReport> = Vec::new(),
        /// Write the title and rules under the grid.
        words: bool = false,
        /// Return the picture as separate layers.
        layers: bool = false,
        /// A prefix for the ids in the SVG, for pages with several pictures: letters, digits, `-` and `_`.
        prefix: String = String::new(),
        /// The width in pixels; default: the available width.
        width: Option<f64> = None,
    }
    with {
        /// The techniques of the path whose step is shown.
        ways: TechniqueFilter
    }
}

/// The answer to `draw`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Picture {
    /// The whole picture as SVG, unless layers were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    /// The visible part of the plane: left, top, width, height. A cell is 64 units wide.
    view: [String; 4],
    /// The outlines of the letters that layers use, for `<defs>`.
    #[serde(skip_serializing_if = "Option::is_none")]
    letters: Option<String>,
    /// The layers, from bottom to top.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    layers: Vec<Layer>,
    /// The cells outside the grid, with their positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beside: Vec<OuterCell>,
    /// The sentence that describes the step shown, or a note that the solution shown is not the only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The number of clues and drawings that were left out to limit the size of the picture.
    #[serde(skip_serializing_if = "is_zero")]
    left_out: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// A cell outside the grid.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OuterCell {
    /// The cell's name.
    cell: String,
    /// The horizontal coordinate of the cell's centre, in the units of `view`.
    x: f64,
    /// The vertical coordinate of the cell's centre, in the units of `view`.
    y: f64,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Layer {
    /// The layer's name: `background`, `shades`, `regions` and so on.
    name: &'static str,
    /// The layer's title, for people.
    title: &'static str,
    /// A description of the layer's contents.
    desc: String,
    /// The layer as an SVG group.
    svg: String,
}

impl Call for Draw {
    type Partial = Nothing;
    type Answer = Picture;

    fn answer(self, work: &mut Work<'_>) -> Result<Picture, Failure> {
        let opened = work.opened()?;
        let compiled = opened.compiled();
        let mut scene = picture::scene(compiled);
        if let Some(word) = &self.theme {
            scene.theme = Theme::named(word).ok_or_else(|| {
                let all: Vec<&str> = Theme::ALL.iter().map(|t| t.word()).collect();
                Failure::new(Code::BadInput, format!("there is no theme `{word}`")).hint(all.join(", "))
            })?;
        }
        if self.step.is_some() && (self.solution || self.candidates || self.position.is_some()) {
            return Err(Failure::new(Code::BadInput, "a step is always drawn in its own position")
                .hint("use either `step`, or `solution`, `candidates` or `position`"));
        }
        if let Some(width) = self.width.filter(|width| !(*width > 0.0 && *width < 1e6)) {
            return Err(Failure::new(Code::BadInput, format!("`width` is {width}"))
                .hint("the width must be a number of pixels above 0 and below a million"));
        }
        if !self.prefix.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')) {
            return Err(Failure::new(Code::BadInput, format!("the prefix `{}` is invalid", self.prefix))
                .hint("use letters, digits, - and _"));
        }
        scene.prefix.clone_from(&self.prefix);
        if self.words {
            (scene.heading, scene.words) = picture::words(compiled);
        }
        let progress = self.position.map(|p| p.progress(compiled)).transpose()?;
        let progress = progress.as_deref().unwrap_or(&compiled.puzzle().progress);
        let covered;
        if self.fog || !self.covered.is_empty() {
            if self.step.is_some() || self.solution || self.candidates {
                return Err(Failure::new(
                    Code::BadInput,
                    "a step, candidates or a solution would reveal what is in fog",
                )
                .hint("use either `fog` and `covered`, or `step`, `candidates` or `solution`"));
            }
            let mut hidden = if self.fog {
                work.limited("solving", |limits| work.asked(&opened).hidden(progress, limits))
            } else {
                Hidden::default()
            };
            hidden.cells.extend(cells_named(compiled, &self.covered)?);
            hidden.cells.order();
            hidden.cells.dedup();
            covered = hidden.without_givens(compiled.puzzle());
            (scene.puzzle, scene.fog) = (&covered, hidden.cells);
        }
        let mut text = None;
        if let Some(number) = self.step {
            let walked = work.limited("explaining", |limits| opened.document().explain(&self.ways, limits));
            let found = walked.path.positions(compiled.model()).zip(&walked.texts).nth(number.wrapping_sub(1));
            let Some(((state, step), words)) = found else {
                let message = format!("there is no step {number}: the path has {}", walked.path.steps.len());
                return Err(Failure::new(Code::BadInput, message));
            };
            scene.highlights = picture::highlights(compiled, &state, step);
            picture::put_position(&mut scene, compiled, &state);
            text = Some(words.short.clone());
        } else if self.solution {
            let found = work.limited("solving", |limits| opened.document().solve(limits));
            let (Verdict::Unique(values) | Verdict::Multiple(values, _)) = &found.value else {
                return Err(Failure::new(Code::NotUnique, "no solution was found, so none can be drawn"));
            };
            picture::put_solution(&mut scene, compiled, values);
            if matches!(found.value, Verdict::Multiple(..)) {
                text = Some("This is one of several solutions.".to_owned());
            }
        } else if self.candidates {
            let unknown = SearchFacts::of(Verdict::Unknown(None));
            let start = work.limited("drawing", |limits| {
                player_state_until(compiled, progress, &unknown, &|| limits.stop.is_some_and(|stop| stop()))
            });
            let start = start.ok_or_else(|| {
                Failure::new(Code::Limit, "the time limit was reached before the candidates were known")
            })?;
            let start = start.unwrap_or_else(|_| State::start(compiled.model()));
            picture::put_position(&mut scene, compiled, &start);
        } else if !progress.is_empty() {
            scene.board = picture::progress(compiled, progress);
        }
        for highlight in &self.highlights {
            scene.highlights.push(highlight.highlight(compiled)?);
        }
        let (drawn, over) = work.limited("drawing", |limits| {
            let over = || limits.stop.is_some_and(|stop| stop());
            (draw(&Scene { budget: Budget::until(&over), ..scene }), over())
        });
        if over {
            return Err(Failure::new(Code::Limit, "the time limit was reached while the picture was drawn"));
        }
        let model = compiled.model();
        let place = |cell| place_beside(compiled.puzzle(), cell).map(|(x, y)| (model.cell_name(cell), x, y));
        let beside = model.answer_cells().filter_map(place).map(|(cell, x, y)| OuterCell { cell, x, y }).collect();
        let (view, mut answer) = (drawn.view.clone(), None);
        let mut layers = Vec::new();
        if self.layers {
            layers = drawn
                .layers
                .iter()
                .map(|l| Layer { name: l.name, title: l.title, desc: l.desc.clone(), svg: drawn.group(l) })
                .collect();
        } else {
            answer = Some(drawn.sized(self.width));
        }
        let letters = self.layers.then(|| drawn.letters.concat());
        Ok(Picture { svg: answer, view, letters, layers, beside, text, left_out: drawn.left_out })
    }
}
