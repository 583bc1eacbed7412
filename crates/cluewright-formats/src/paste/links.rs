//! Links in sentences, and links of unknown sites that contain the cells of a grid.

use super::part::Part;
use super::words::lines_of_cells;
use crate::percent;

/// The maximum number of links in the text that are examined.
const MOST: usize = 20;

/// The links in text that is more than a single link, and the cells in text that is a single link.
pub(super) fn links(text: &str) -> Vec<Part> {
    let all = all(text);
    if all.is_empty() || all == [text.trim()] {
        return cells(text);
    }
    all.into_iter().map(|link| Part::new(link, "only the link in the text was read")).collect()
}

/// The number of links to puzzles in the text, if there are several. A link may also be its own label: `[link](link)`.
pub(super) fn several(text: &str) -> Option<usize> {
    let all: Vec<&str> = every(text).into_iter().filter(|link| crate::detect::is_line(link)).collect();
    let named = all.len() == 2 && all[0] == all[1] && text.contains("](");
    (all.len() > 1 && !named).then_some(all.len())
}

/// The only link in a line with other text; `None` if there are several, or the line is only the link.
pub(crate) fn link_in(line: &str) -> Option<&str> {
    let all = all(line);
    if let [one] = all[..] { (one != line.trim()).then_some(one) } else { None }
}

/// The links of the text, each once.
fn all(text: &str) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for link in every(text) {
        if !out.contains(&link) {
            out.push(link);
        }
    }
    out
}

/// The links of the text.
fn every(text: &str) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("://").filter(|_| out.len() < MOST) {
        let scheme = rest[..at].rfind(|c: char| !c.is_ascii_alphabetic());
        let start = scheme.map_or(0, |i| i + rest[i..].chars().next().map_or(1, char::len_utf8));
        let from = &rest[start..];
        let ends = |c: char| c.is_whitespace() || "<>\"`”“»«".contains(c);
        let word = &from[..from.find(ends).unwrap_or(from.len())];
        let word = if rest[..start].ends_with('(') { &word[..closing(word)] } else { word };
        let link = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '}', '\'', '*', '_']);
        if start < at {
            out.push(link);
        }
        rest = &from[word.len().max(at - start + 3)..];
    }
    out
}

/// The position in a word of the closing bracket whose opening bracket is before the word.
fn closing(word: &str) -> usize {
    let mut open = 1;
    for (at, c) in word.char_indices() {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if open == 0 {
            return at;
        }
    }
    word.len()
}

/// The parts of a link whose length is the number of cells of a grid.
fn cells(text: &str) -> Vec<Part> {
    let text = text.trim();
    if text.contains(char::is_whitespace) || !text.contains(['/', '?', '=', '#']) {
        return Vec::new();
    }
    let plain = percent::unescaped(text).unwrap_or_else(|| text.to_owned());
    let found = lines_of_cells(plain.split(|c: char| "/?&=#:;,|".contains(c)));
    let note = |cells: &str| {
        let cells = cells.split(',').next().map_or(0, str::len);
        format!("the link is from an unknown program; {cells} characters of the link were read as the cells of a grid")
    };
    found.into_iter().map(|cells| Part::new(cells.clone(), note(&cells))).collect()
}
