//! An HTML page with pictures of the steps of a path, without scripts.

use crate::output::{number, warn};
use crate::screen::one_line;
use cluewright::core::Budget;
use cluewright::draw::{Picture, Scene, draw, escaped};
use cluewright::logic::text::name_of;
use cluewright::report::tenths;
use cluewright::{BadInput, Compiled, Explanation, picture};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The maximum number of bytes of all pictures in a file.
const MOST: usize = 1 << 26;

/// The pictures of a page, which share the outlines of their letters and the time limit.
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
    /// Errors: the page would be too large, or the time ran out.
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
                .hint("draw fewer puzzles or steps per file"));
        }
        Ok(svg)
    }

    /// The outlines of all letters used in the pictures, to be written at the end of the page.
    fn letters(&self) -> String {
        let all: String = self.letters.iter().map(String::as_str).collect();
        format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>{all}</defs></svg>\n")
    }
}

/// Warns about the parts that were left out of a picture.
pub(crate) fn tell_left_out(picture: &Picture) {
    tell_parts(picture.left_out);
}

/// Like `tell_left_out`, for several pictures.
pub(crate) fn tell_parts(left_out: usize) {
    if left_out > 0 {
        let left = number(left_out as u64, "part");
        warn(&format!("warning: {left} left out to limit the size of the picture"));
    }
}

fn title_of(compiled: &Compiled) -> String {
    escaped(&one_line(&picture::words(compiled).0))
}

/// The rules in words, as HTML.
fn rules_of(compiled: &Compiled) -> String {
    picture::words(compiled).1.lines().map(escaped).collect::<Vec<_>>().join("<br>")
}

/// Writes a page with a picture for each step of a path into a folder.
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
