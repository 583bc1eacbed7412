//! Letters as outlines, from a subset of Open Sans (Apache License 2.0): Latin letters and the symbols common in puzzles.

use std::fmt::Write;
use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

static FILE: &[u8] = include_bytes!("../font/open-sans.ttf");

/// The height of capital letters and digits, as a fraction of the font size.
pub(crate) const CAPITALS: f64 = 0.714;

/// The number of outline units per font size.
pub(crate) const UNITS: f64 = 1000.0;

fn face() -> &'static Face<'static> {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(FILE, 0).expect("the font that comes with the crate"))
}

fn glyph(c: char) -> Option<GlyphId> {
    face().glyph_index(c)
}

/// The advance width of a letter of the font, in font sizes. Widths of ASCII letters are cached, as a picture may contain a million
/// letters.
fn measured(c: char) -> Option<f64> {
    static ASCII: OnceLock<[Option<f64>; 128]> = OnceLock::new();
    let measure = |c: char| {
        let units = f64::from(face().units_per_em());
        glyph(c).map(|g| face().glyph_hor_advance(g).map_or(0.6, |w| f64::from(w) / units))
    };
    let ascii = || {
        let mut all = [None; 128];
        (0..128).zip(&mut all).for_each(|(i, one)| *one = measure(char::from(i)));
        all
    };
    if c.is_ascii() { ASCII.get_or_init(ascii)[c as usize] } else { measure(c) }
}

/// Whether the font has this letter.
pub(crate) fn has(c: char) -> bool {
    measured(c).is_some()
}

/// The advance width of a letter, in font sizes.
pub(crate) fn advance(c: char) -> f64 {
    measured(c).unwrap_or(0.6)
}

/// The width of the text, in font sizes.
///
/// ```
/// let one = cluewright_draw::width_of("1");
/// assert!((cluewright_draw::width_of("11") - 2.0 * one).abs() < 1e-9);
/// ```
pub fn width_of(text: &str) -> f64 {
    text.chars().map(advance).sum()
}

struct Path {
    out: String,
    scale: f64,
}

impl Path {
    fn put(&mut self, command: char, points: &[(f32, f32)]) {
        self.out.push(command);
        for (i, (x, y)) in points.iter().enumerate() {
            let gap = if i > 0 { " " } else { "" };
            let (x, y) = ((f64::from(*x) * self.scale).round(), (-f64::from(*y) * self.scale).round());
            let _ = write!(self.out, "{gap}{} {}", x + 0.0, y + 0.0);
        }
    }
}

impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.out.push('Z');
    }
}

/// The outline of a letter on the baseline, as SVG path data with [`UNITS`] units per font size.
pub(crate) fn outline(c: char) -> String {
    let mut path = Path { out: String::new(), scale: UNITS / f64::from(face().units_per_em()) };
    if let Some(glyph) = glyph(c) {
        let _ = face().outline_glyph(glyph, &mut path);
    }
    path.out
}
