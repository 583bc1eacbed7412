//! Pages of pictures that need no script: the steps of a path, and sheets of puzzles to be printed.

use crate::output::{number, remark};
use crate::screen::one_line;
use cluewright::core::Budget;
use cluewright::draw::{Picture, Scene, Theme, draw, escaped};
use cluewright::logic::text::name_of;
use cluewright::report::tenths;
use cluewright::{BadInput, Compiled, Explanation, picture};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The most bytes of the pictures of a file.
const MOST: usize = 1 << 26;

/// The pictures of a page, whose letters it has once, until it is time to give up.
struct Pictures<'a> {
    count: usize,
    letters: BTreeSet<String>,
    bytes: usize,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Pictures<'a> {
    fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self { count: 0, letters: BTreeSet::new(), bytes: 0, stop }
    }

    /// The SVG of a scene as part of the page.
    ///
    /// Errors: the page would be too large, or the time is up.
    fn inline<'s>(&mut self, scene: &mut Scene<'s>) -> Result<String, BadInput>
    where
        'a: 's,
    {
        self.count += 1;
        scene.prefix = format!("p{}-", self.count);
        scene.budget = Budget::until(self.stop);
        let picture = draw(scene);
        if (self.stop)() {
            return Err(BadInput::stopped("stopped while pictures were drawn"));
        }
        tell_left_out(&picture);
        self.letters.extend(picture.letters.iter().cloned());
        let svg = picture.bare();
        self.bytes += svg.len();
        if self.bytes > MOST {
            return Err(BadInput::new(format!("the first {} pictures take more than {} MB", self.count, MOST >> 20))
                .hint("split them into several files"));
        }
        Ok(svg)
    }

    /// The outlines of all letters, for the end of the page.
    fn letters(&self) -> String {
        let all: String = self.letters.iter().map(String::as_str).collect();
        format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>{all}</defs></svg>\n")
    }
}

/// Tells what has no place in a picture.
pub(crate) fn tell_left_out(picture: &Picture) {
    if picture.left_out > 0 {
        let left = number(picture.left_out as u64, "part");
        remark(&format!("warning: the picture would be too large: {left} of it left out"));
    }
}

fn title_of(compiled: &Compiled) -> String {
    escaped(&one_line(&picture::words(compiled).0))
}

/// The rules in words.
fn rules_of(compiled: &Compiled) -> String {
    picture::words(compiled).1.lines().map(escaped).collect::<Vec<_>>().join("<br>")
}

/// One page with a picture for each step of a path, in a folder.
pub(crate) fn steps(
    folder: &Path,
    compiled: &Compiled,
    walked: &Explanation,
    stop: &dyn Fn() -> bool,
) -> Result<(), BadInput> {
    let title = title_of(compiled);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<style>body{{font-family:sans-serif;max-width:46em;margin:1em \
         auto;padding:0 1em}}li{{margin:0 0 2em}}svg{{width:100%;max-width:34em;display:block;margin:.6em 0}}p.why{{color:\
         #444;margin:.2em 0}}@media print{{li{{break-inside:avoid}}}}</style></head><body>\n<h1>{title}</h1>\n<p>{}</p>\n",
        rules_of(compiled)
    );
    let mut pictures = Pictures::new(stop);
    let mut scene = picture::scene(compiled);
    page.push_str(&pictures.inline(&mut scene)?);
    page.push_str("<ol>\n");
    for ((state, step), text) in walked.path.positions(compiled.model()).zip(&walked.texts) {
        picture::put_position(&mut scene, compiled, &state);
        scene.highlights = picture::highlights(compiled, &state, step);
        let name = format!("{} ({:.1})", name_of(compiled.model(), step), tenths(step.difficulty));
        let _ = write!(page, "<li><b>{}</b>: {}", escaped(&name), escaped(&text.short));
        for line in &text.details {
            let _ = write!(page, "<p class=\"why\">{}</p>", escaped(line));
        }
        let _ = writeln!(page, "{}</li>", pictures.inline(&mut scene)?);
    }
    page.push_str("</ol>\n");
    scene.highlights.clear();
    picture::put_position(&mut scene, compiled, &walked.path.end);
    page.push_str(&pictures.inline(&mut scene)?);
    page.push_str(&pictures.letters());
    page.push_str("</body></html>\n");
    let named = |e: std::io::Error, path: &Path| {
        BadInput::new(format!("the pictures cannot be written: {e}")).within(path.to_string_lossy())
    };
    std::fs::create_dir_all(folder).map_err(|e| named(e, folder))?;
    let file = folder.join("index.html");
    std::fs::write(&file, page).map_err(|e| named(e, &file))
}

/// A puzzle of a sheet, with its solution if it is to be shown.
pub(crate) struct Sheet {
    pub(crate) compiled: Compiled,
    pub(crate) solution: Option<Vec<cluewright::Value>>,
    /// How hard it is, in a word.
    pub(crate) level: String,
}

/// How many puzzles stand side by side on a page of so many.
fn across(each: usize) -> usize {
    match each {
        1 => 1,
        2..=6 => 2,
        7..=12 => 3,
        _ => 4,
    }
}

/// Solutions side by side on a page, and one below the other.
const SOLUTIONS: (usize, usize) = (4, 5);

/// Paper, in points (seventy-two to an inch).
#[derive(Clone, Copy)]
pub(crate) struct Paper {
    pub(crate) wide: f64,
    pub(crate) high: f64,
}

/// The margin of a page, between pictures, and below them for the number of the page, in points.
pub(crate) const MARGIN: f64 = 34.0;
const GAP: f64 = 14.0;
const FOOTER: f64 = 18.0;

/// The pages of sheets as SVG of the paper's size, each puzzle a picture with its title, its rules and how hard it is under it;
/// solutions at the end. Each picture is as large as its place allows, and whole.
pub(crate) fn pages(
    puzzles: &[Sheet],
    each: usize,
    paper: Paper,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<String>, BadInput> {
    let each = each.max(1);
    let numbered: Vec<(usize, &Sheet)> = puzzles.iter().enumerate().map(|(i, sheet)| (i + 1, sheet)).collect();
    let solved: Vec<(usize, &Sheet)> = numbered.iter().copied().filter(|(_, s)| s.solution.is_some()).collect();
    let asked = numbered.chunks(each).map(|chunk| {
        let scenes = chunk.iter().map(|(at, sheet)| {
            let (title, rules) = picture::words(&sheet.compiled);
            let level = if sheet.level.is_empty() { String::new() } else { format!(" ({})", sheet.level) };
            let mut scene = picture::scene(&sheet.compiled);
            (scene.heading, scene.words) = (format!("{at}. {}{level}", one_line(&title)), rules);
            scene
        });
        page(scenes, (across(each), each.div_ceil(across(each))), paper, stop)
    });
    let answered = solved.chunks(SOLUTIONS.0 * SOLUTIONS.1).map(|chunk| {
        let scenes = chunk.iter().map(|(at, sheet)| {
            let mut scene = picture::scene(&sheet.compiled);
            if let Some(solution) = &sheet.solution {
                picture::put_solution(&mut scene, &sheet.compiled, solution);
            }
            scene.heading = format!("{at}.");
            scene
        });
        page(scenes, SOLUTIONS, paper, stop)
    });
    asked.chain(answered).collect()
}

fn page<'a>(
    scenes: impl Iterator<Item = Scene<'a>>,
    (across, rows): (usize, usize),
    paper: Paper,
    stop: &'a dyn Fn() -> bool,
) -> Result<String, BadInput> {
    let mut pictures = Pictures::new(stop);
    let part = |all: f64, n: usize| (all - GAP * (n as f64 - 1.0)) / n as f64;
    let wide = part(paper.wide - 2.0 * MARGIN, across);
    let high = part(paper.high - 2.0 * MARGIN - FOOTER, rows);
    let mut out = String::new();
    for (i, mut scene) in scenes.enumerate() {
        scene.theme = Theme::Print;
        let left = MARGIN + (i % across) as f64 * (wide + GAP);
        let top = MARGIN + (i / across) as f64 * (high + GAP);
        let place = format!(
            "<svg x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" preserveAspectRatio=\"xMidYMin meet\" "
        );
        out.push_str(&pictures.inline(&mut scene)?.replacen("<svg ", &place, 1));
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">{2}{out}</svg>",
        paper.wide,
        paper.high,
        pictures.letters()
    ))
}

/// Sheets to be printed: so many puzzles a page, solutions at the end.
pub(crate) fn sheets(puzzles: &[Sheet], each: usize, paper: &str, stop: &dyn Fn() -> bool) -> Result<String, BadInput> {
    let across = across(each);
    let rows = each.div_ceil(across);
    let height = if paper == "A4" { 272 } else { 254 };
    // A sheet is as high as the paper, and a picture takes what its words leave: whatever these say, no grid is cut.
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Sudoku</title>\n<style>@page{{size:{paper};\
         margin:12mm}}body{{font-family:sans-serif;font-size:9pt;margin:0}}section{{break-after:page;height:{height}mm;\
         box-sizing:border-box;overflow:hidden;display:grid;grid-template-columns:repeat({across},minmax(0,1fr));\
         grid-template-rows:repeat({rows},minmax(0,1fr)) auto;gap:5mm}}section:last-of-type{{break-after:auto}}\
         section.solutions{{grid-template-columns:repeat(4,minmax(0,1fr));grid-template-rows:repeat(5,minmax(0,1fr))}}\
         figure{{margin:0;min-height:0;display:flex;flex-direction:column}}figcaption{{margin:0 0 1mm;max-height:50%;\
         overflow:hidden}}figure svg{{flex:1 1 0;min-height:0;width:100%}}small{{display:block;color:#333}}footer{{\
         grid-column:1/-1;text-align:center}}</style></head><body>\n"
    );
    let mut pictures = Pictures::new(stop);
    let pages = puzzles.chunks(each.max(1)).count();
    for (number, chunk) in puzzles.chunks(each.max(1)).enumerate() {
        page.push_str("<section>\n");
        for (i, sheet) in chunk.iter().enumerate() {
            let at = number * each + i + 1;
            let mut scene = picture::scene(&sheet.compiled);
            scene.theme = Theme::Print;
            let level = if sheet.level.is_empty() { String::new() } else { format!(" ({})", escaped(&sheet.level)) };
            let _ = writeln!(
                page,
                "<figure><figcaption><b>{at}. {}</b>{level}<small>{}</small></figcaption>{}</figure>",
                title_of(&sheet.compiled),
                rules_of(&sheet.compiled),
                pictures.inline(&mut scene)?
            );
        }
        let _ = writeln!(page, "<footer>{} / {pages}</footer></section>", number + 1);
    }
    let solved: Vec<(usize, &Sheet)> =
        puzzles.iter().enumerate().filter(|(_, s)| s.solution.is_some()).map(|(i, s)| (i + 1, s)).collect();
    for chunk in solved.chunks(SOLUTIONS.0 * SOLUTIONS.1) {
        page.push_str("<section class=\"solutions\">\n");
        for (at, sheet) in chunk {
            let mut scene = picture::scene(&sheet.compiled);
            scene.theme = Theme::Print;
            if let Some(solution) = &sheet.solution {
                picture::put_solution(&mut scene, &sheet.compiled, solution);
            }
            let svg = pictures.inline(&mut scene)?;
            let _ = writeln!(page, "<figure><figcaption><b>{at}</b></figcaption>{svg}</figure>");
        }
        page.push_str("</section>\n");
    }
    page.push_str(&pictures.letters());
    page.push_str("</body></html>\n");
    Ok(page)
}
