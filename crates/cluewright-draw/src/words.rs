//! Title and rules under the grid.

use crate::extra::lines;
use crate::font;
use crate::scene::Scene;
use crate::svg::{Anchor, Svg};

/// The maximum number of lines in a picture.
const LINES: usize = 200;
/// The size of the title relative to the other text.
const TITLE: f64 = 1.4;
/// The distance between lines, in font sizes.
pub(crate) const STEP: f64 = 1.35;

/// The text under the grid, broken into lines.
pub(crate) struct Words {
    title: Vec<String>,
    text: Vec<String>,
    /// The font size of the text, in cells.
    size: f64,
}

/// Breaks text into lines of at most this width, in font sizes. Longer words are split.
pub(crate) fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used) = (String::new(), 0.0);
        for word in paragraph.split_whitespace() {
            if !line.is_empty() {
                if used + font::advance(' ') + font::width_of(word) > width {
                    lines.push(std::mem::take(&mut line));
                    used = 0.0;
                } else {
                    line.push(' ');
                    used += font::advance(' ');
                }
            }
            for c in word.chars() {
                let wide = font::advance(c);
                if used + wide > width && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                    used = 0.0;
                }
                line.push(c);
                used += wide;
            }
            if lines.len() >= LINES {
                lines.push("…".to_owned());
                return lines;
            }
        }
        lines.push(line);
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

impl Words {
    /// The text under the picture of a scene. `wide` is the width of the picture in cells.
    pub(crate) fn of(scene: &Scene<'_>, wide: f64) -> Self {
        let size = (wide / 30.0).clamp(0.2, 0.6);
        let text = format!("{}{}", scene.words, lines(scene));
        Self {
            title: wrapped(&scene.heading, wide / (size * TITLE)),
            text: wrapped(text.trim_start(), wide / size),
            size,
        }
    }

    /// The height of title and text, in cells.
    pub(crate) fn height(&self) -> f64 {
        let (title, text) = (self.title.len() as f64, self.text.len() as f64);
        let gap = if title + text > 0.0 { self.size } else { 0.0 };
        (title * TITLE + text) * STEP * self.size + gap
    }

    /// Writes title and text; (`row`, `col`) is their upper left corner.
    pub(crate) fn put(&self, svg: &mut Svg, (mut row, col): (f64, f64), scene: &Scene<'_>) {
        row += self.size;
        svg.out.push_str(&format!("<g fill=\"{}\">", scene.theme.ink()));
        let title = self.title.iter().map(|line| (line, self.size * TITLE));
        for (line, size) in title.chain(self.text.iter().map(|line| (line, self.size))) {
            svg.text(line, (row, col), size, Anchor::Corner, 0.0);
            row += STEP * size;
        }
        svg.out.push_str("</g>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit() {
        let text = "Digits along a line rise.\n\nWithoutanyspacebutverylong indeed";
        let lines = wrapped(text, 8.0);
        assert!(lines.iter().all(|l| font::width_of(l) <= 8.0), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace([' ', '\n'], ""));
        assert_eq!(wrapped(&"a ".repeat(100_000), 2.0).last().map(String::as_str), Some("…"));
        assert!(wrapped("", 5.0).is_empty());
    }
}
