//! `render`: draws a puzzle, a position or a step.

use crate::args::{Guess, Paper, Picture, Render};
use crate::input::{Extra, Inputs, Text, open};
use crate::output::{Exit, Failure, hand_over, report_error, warn};
use crate::pictured::{tell_left_out, tell_parts};
use crate::stop::{Clock, cancelled};
use cluewright::core::Budget;
use cluewright::draw::{Scene, Theme, draw};
use cluewright::hint::player_state;
use cluewright::logic::State;
use cluewright::logic::text::name_of;
use cluewright::sheet::{self, Sheet, SheetOptions};
use cluewright::{BadInput, Compiled, ExplainOptions, Limits, SearchFacts, Verdict, explain, picture, solve};
use std::path::Path;
use std::time::Instant;

/// The maximum width and height of a picture, in pixels.
const LARGEST: f64 = 8192.0;

pub(crate) fn run(mut args: Render) -> Result<Exit, Failure> {
    // A picture of the puzzle alone shows drawings as they are. Their meaning matters only for steps, solutions, candidates and
    // sheets.
    if !(args.step.is_some() || args.solution || args.candidates || args.sheet.is_some()) {
        args.source.guess.get_or_insert(Guess::No);
    }
    let mut inputs: Inputs = open(&args.source, None, args.bounds)?;
    if let Some(each) = args.sheet {
        return sheet(&args, inputs, each.into());
    }
    let Some(input) = inputs.single() else {
        return Err(BadInput::new("a picture shows one puzzle, but there are several")
            .hint("name one file with one puzzle, or type the puzzle itself")
            .into());
    };
    let clock = Clock::since(input.began, args.bounds);
    let stop = || clock.is_over();
    let extra = Extra::new(&args.source, args.quiet)?;
    let compiled = extra.load(&input.text, &stop)?;
    extra.tell_unread(&compiled, "");
    let limits = Limits { nodes: args.bounds.nodes, stop: Some(&stop), ..Limits::none() };
    let mut scene = match scene(&compiled, &args, &limits)? {
        Ok(scene) => scene,
        Err((text, exit)) => {
            warn(&text);
            return Ok(exit);
        }
    };
    scene.budget = Budget::until(&stop);
    let picture = draw(&scene);
    if stop() {
        return Err(BadInput::stopped("stopped while the picture was drawn").into());
    }
    tell_left_out(&picture);
    let svg = picture.sized(args.pixels);
    let Some(path) = &args.output else {
        hand_over(&svg)?;
        return Ok(Exit::Done);
    };
    let kind = path.extension().and_then(|e| e.to_str()).unwrap_or("svg").to_ascii_lowercase();
    let bytes = match kind.as_str() {
        "svg" => svg.into_bytes(),
        "png" => made::png(&svg, args.pixels.unwrap_or(800.0).min(LARGEST))?,
        "pdf" => picture.to_pdf().into_bytes(),
        other => {
            return Err(BadInput::new(format!("`.{other}` is not a supported picture format"))
                .hint("use a file name that ends in .svg, .png or .pdf")
                .into());
        }
    };
    write(path, &bytes)?;
    Ok(Exit::Done)
}

/// Draws all puzzles on sheets.
fn sheet(args: &Render, mut inputs: Inputs, each: usize) -> Result<Exit, Failure> {
    let extra = Extra::new(&args.source, args.quiet)?;
    let how = SheetOptions {
        each,
        paper: args.paper.into(),
        title: args.title.clone(),
        names: args.names,
        booklet: args.booklet,
        ..SheetOptions::default()
    };
    let mut puzzles = Vec::new();
    let (mut exit, mut alone) = (Exit::Done, None);
    let mut add = |text: Result<Text, BadInput>, place: &str, began: Instant| -> Result<(), BadInput> {
        let clock = Clock::since(began, args.bounds);
        let stop = || clock.is_over();
        let limits = Limits { nodes: args.bounds.nodes, stop: Some(&stop), ..Limits::none() };
        let compiled = extra.load(&text?, &stop).map_err(|e| e.within(place))?;
        extra.tell_unread(&compiled, "");
        let sheet = Sheet::new(compiled, &how, &limits);
        if !sheet.has_solution() {
            warn(&format!("{place}: no unique solution was found, so none is shown"));
        }
        puzzles.push(sheet);
        Ok(())
    };
    match inputs.single() {
        Some(input) => {
            alone = Some(input.began);
            add(Ok(input.text), &input.id, input.began)?;
        }
        None => {
            for (i, record) in inputs.enumerate() {
                if cancelled() {
                    warn("cancelled: nothing was written");
                    return Ok(Exit::Limit);
                }
                if i == MOST {
                    return Err(BadInput::new(format!(
                        "there are more than {MOST} puzzles, the maximum for one set of sheets"
                    ))
                    .hint("print the puzzles in several sets")
                    .into());
                }
                let place = format!("puzzle {}", i + 1);
                if let Err(error) = add(record.text.map(Text::Of), &place, Instant::now()) {
                    report_error(&error);
                    exit = Exit::BadInput;
                }
            }
        }
    }
    // The time limit is the limit for one puzzle, multiplied by the number of puzzles.
    let share = u32::try_from(puzzles.len()).unwrap_or(u32::MAX).max(1);
    let clock = alone.map_or_else(|| Clock::start(args.bounds).times(share), |began| Clock::since(began, args.bounds));
    let stop = || clock.is_over();
    let pages = sheet::pages(&puzzles, &how, &stop)?;
    tell_parts(pages.left_out);
    match &args.output {
        Some(path) if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("pdf")) => {
            write(path, pages.to_pdf(how.name()).as_bytes())?;
        }
        Some(path) => write(path, pages.to_html(how.name()).as_bytes())?,
        None => hand_over(&pages.to_html(how.name()))?,
    }
    Ok(exit)
}

/// The maximum number of puzzles in one set of sheets.
const MOST: usize = 10_000;

fn write(path: &Path, bytes: &[u8]) -> Result<(), BadInput> {
    let name = path.to_string_lossy();
    std::fs::write(path, bytes).map_err(|e| BadInput::new(format!("the picture cannot be written: {e}")).within(&*name))
}

/// The scene to draw; otherwise the error and the exit status.
fn scene<'a>(
    compiled: &'a Compiled,
    args: &Render,
    limits: &Limits<'_>,
) -> Result<Result<Scene<'a>, (String, Exit)>, BadInput> {
    let mut scene = picture::scene(compiled);
    scene.theme = args.theme.into();
    if args.words {
        (scene.heading, scene.words) = picture::words(compiled);
    }
    if let Some(number) = args.step {
        let truth = SearchFacts::new(compiled, limits);
        if let Verdict::None = truth.verdict {
            return Ok(Err(("no solution, so there are no steps".to_owned(), Exit::Negative)));
        }
        let walked = explain(compiled, ExplainOptions::knowing(&truth), limits);
        let steps = walked.path.steps.len();
        let found = walked.path.positions(compiled.model()).zip(&walked.texts).nth(number.saturating_sub(1));
        let Some(((state, step), text)) = found.filter(|_| number > 0) else {
            let hint = format!("--step takes 1 to {steps}");
            return Err(BadInput::new(format!("there is no step {number}: the path has {steps}")).hint(hint));
        };
        scene.highlights = picture::highlights(compiled, &state, step);
        picture::put_position(&mut scene, compiled, &state);
        if !args.quiet {
            warn(&format!("{number}. {}: {}", name_of(compiled.model(), step), text.short));
        }
        return Ok(Ok(scene));
    }
    if args.solution {
        let found = solve(compiled, limits);
        return Ok(match found.value {
            Verdict::Unique(values) => {
                picture::put_solution(&mut scene, compiled, &values);
                Ok(scene)
            }
            Verdict::Multiple(values, _) => {
                warn("there is more than one solution: this is one of them");
                picture::put_solution(&mut scene, compiled, &values);
                Ok(scene)
            }
            Verdict::None => Err(("no solution".to_owned(), Exit::Negative)),
            Verdict::Unknown(_) => Err((format!("no solution was found: {}", Clock::why()), Exit::Limit)),
        });
    }
    let written = &compiled.puzzle().progress;
    if args.candidates {
        let start = player_state(compiled, written, &SearchFacts::of(Verdict::Unknown(None))).unwrap_or_else(|_| {
            warn("the player's digits and marks contradict the rules, so they are not shown");
            State::start(compiled.model())
        });
        picture::put_position(&mut scene, compiled, &start);
    } else if !written.is_empty() {
        scene.board = picture::progress(compiled, written);
    }
    Ok(Ok(scene))
}

impl From<Paper> for sheet::Paper {
    fn from(paper: Paper) -> Self {
        match paper {
            Paper::A4 => Self::A4,
            Paper::Letter => Self::Letter,
            Paper::Legal => Self::Legal,
        }
    }
}

impl From<Picture> for Theme {
    fn from(theme: Picture) -> Self {
        match theme {
            Picture::Light => Self::Light,
            Picture::Dark => Self::Dark,
            Picture::Print => Self::Print,
            Picture::Contrast => Self::Contrast,
        }
    }
}

/// Converts pictures to pixels.
#[cfg(feature = "pictures")]
mod made {
    use cluewright::BadInput;
    use resvg::{tiny_skia, usvg};

    fn failed(what: impl std::fmt::Display) -> BadInput {
        BadInput::new(format!("the picture could not be made: {what}"))
    }

    pub(super) fn png(svg: &str, wide: f64) -> Result<Vec<u8>, BadInput> {
        let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(failed)?;
        #[allow(clippy::cast_possible_truncation, reason = "a scale")]
        let scale = wide as f32 / tree.size().width();
        let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| failed("it has no size"))?;
        let mut pixels =
            tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("it is too large"))?;
        resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
        pixels.encode_png().map_err(failed)
    }
}

#[cfg(not(feature = "pictures"))]
mod made {
    use cluewright::BadInput;

    pub(super) fn png(_svg: &str, _wide: f64) -> Result<Vec<u8>, BadInput> {
        Err(BadInput::new("this program was built without PNG support").hint(
            "write .svg or .pdf, or build the program with `cargo install --path crates/cluewright-cli --features pictures`",
        ))
    }
}
