//! Removes words around a grid, the grid's size above it, and headings of its rows and columns.

use super::part::Part;
use crate::alphabet::{is_bar, is_frame};
use crate::grid::says_size;

/// The maximum number of cells in a row.
const WIDEST: usize = 64;

/// The kind of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    /// A row of a grid with this many cells.
    Cells(usize),
    /// An empty line, or part of a frame.
    Between,
    /// Any other line.
    Other,
}

/// The kind of a line.
pub(crate) fn row(line: &str) -> Row {
    let line = line.trim();
    if line.is_empty() {
        return Row::Between;
    }
    let blank = |c: char| "._*?-xX#~".contains(c);
    let cell = |c: char| c.is_ascii_digit() || blank(c);
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || is_bar(c) || ",;".contains(c)).filter(|w| !w.is_empty()).collect();
    let count: usize = words.iter().map(|w| w.len()).sum();
    let plain = words.iter().all(|w| w.chars().all(|c| cell(c) || "[](){}<>+".contains(c)));
    // A row of only dots or dashes could be a frame or a row of cells; it counts as a frame only if it has a corner or a bar.
    if is_frame(line) && (line.contains(['+', '|', '=', ':']) || !plain || count > WIDEST) {
        return Row::Between;
    }
    let marked = words.iter().any(|w| w.len() > 1 && w.len() < 9) && words.iter().any(|w| w.len() != words[0].len());
    match (plain, marked && words.len() >= 4) {
        (true, true) => Row::Cells(words.len()),
        (true, false) if (4..=WIDEST).contains(&count) => Row::Cells(count),
        _ => Row::Other,
    }
}

/// Whether a line consists of words.
pub(crate) fn is_words(line: &str) -> bool {
    let letters = line.chars().filter(|c| c.is_alphabetic() && !matches!(c, 'x' | 'X')).count();
    let all = line.chars().filter(|c| !c.is_whitespace()).count();
    let word = |w: &str| {
        let letters = w.chars().filter(|c| c.is_alphabetic()).count();
        letters >= 2 && w.chars().any(|c| c.is_lowercase() && c != 'x')
    };
    // A row with a name in front consists mostly of cells.
    letters * 2 > all && line.split(|c: char| !c.is_alphabetic()).any(word)
}

/// Whether a line has a word in capitals, such as `EVENING SUDOKU 12`. Such a line may also be a row of letters.
fn is_in_capitals(line: &str) -> bool {
    let is_word = |w: &str| w.chars().count() >= 3 && w.chars().any(|c| c != 'X');
    line.split(|c: char| !c.is_alphabetic()).any(is_word)
}

/// Whether a line is a sentence, or a title with several words or a colon.
pub(crate) fn is_prose(line: &str) -> bool {
    let line = line.trim();
    let code = line.starts_with(['{', '[', '(', '.', '<']);
    (is_words(line) || is_in_capitals(line))
        && !code
        && (line.contains(char::is_whitespace) || line.ends_with([':', '.', '!', '?']))
}

/// The text without lines of words, and without lines with the grid's size.
pub(super) fn without_words(text: &str) -> Vec<Part> {
    let lines: Vec<&str> = text.lines().collect();
    // Rows of letters all have the same length.
    let width = |line: &str| line.chars().filter(|c| !c.is_whitespace()).take(WIDEST + 1).count();
    let mut widths = [0u32; WIDEST + 2];
    for line in &lines {
        widths[width(line)] += 1;
    }
    let is_words = |line: &str| is_words(line) || is_in_capitals(line) && widths[width(line)] == 1;
    let is_number = |line: &str| {
        let bare = line.trim().trim_matches(['#', '.', ':', ')', '(']);
        // A single digit may be a row of the grid.
        bare.len() < line.trim().len()
            && !bare.is_empty()
            && bare.len() <= 4
            && bare.bytes().all(|b| b.is_ascii_digit())
    };
    let mut out = Vec::new();
    let first = lines.iter().position(|l| !l.trim().is_empty() && !is_words(l)).unwrap_or(0);
    let rest: Vec<&str> = lines
        .iter()
        .skip(first + 1)
        .copied()
        .filter(|l| !l.trim().is_empty() && !is_frame(l) && !is_words(l))
        .collect();
    let sized = lines.get(first).is_some_and(|line| says_size(line, &rest));
    for sizes in [false, true] {
        let off = |(at, line): &(usize, &&str)| is_words(line) || *at == first && (is_number(line) || sizes && sized);
        let words: Vec<String> = lines.iter().enumerate().filter(off).map(|(_, l)| (*l).to_owned()).collect();
        if words.is_empty() || words.len() == lines.len() {
            continue;
        }
        let left: Vec<&str> = lines.iter().enumerate().filter(|line| !off(line)).map(|(_, l)| *l).collect();
        let from = left.iter().position(|l| !l.trim().is_empty()).unwrap_or(0);
        let to = left.iter().rposition(|l| !l.trim().is_empty()).map_or(0, |at| at + 1);
        let said: String = words[0].trim().chars().take(60).collect();
        let note = match words.len() {
            1 => format!("the line \"{said}\" is not part of the grid"),
            n => format!("{n} lines are not part of the grid; the first is \"{said}\""),
        };
        let words = words.into_iter().filter(|line| is_words(line)).collect();
        out.push(Part { words, ..Part::new(left.get(from..to).unwrap_or(&[]).join("\n"), note) });
    }
    out
}

/// The text in front of a row, and the row.
struct Labelled<'a> {
    number: usize,
    rest: &'a str,
}

/// The number (from 0) of the row or column with a label such as `3`, `C`, `r3`, `Row 3` or `c3`.
fn number(label: &str) -> Option<usize> {
    let label = label.trim_matches(['*', '#', '(', ')', '[', ']', ':', '.', '"', '\'']).trim();
    let lower = label.to_lowercase();
    let bare = ["row", "column", "col", "line", "r", "c"].iter().find_map(|name| {
        let rest = lower.strip_prefix(name)?.trim_start();
        rest.starts_with(|c: char| c.is_ascii_digit()).then(|| rest.to_owned())
    });
    if let Ok(n) = bare.as_deref().unwrap_or(&lower).parse::<usize>() {
        return (n <= WIDEST).then_some(n);
    }
    match label.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(usize::from(letter.to_ascii_uppercase() - b'A') + 1),
        _ => None,
    }
}

fn labelled(line: &str) -> Option<Labelled<'_>> {
    let line = line.strip_prefix(is_bar).unwrap_or(line);
    let start = line.len() - line.trim_start().len();
    let body = &line[start..];
    // A label such as `Row 3:` contains a space.
    let word = |from: usize| {
        body[from..].find(|c: char| c.is_whitespace() || is_bar(c) || ",;:".contains(c)).map(|i| from + i)
    };
    let mut end = word(0)?;
    if ["row", "line"].contains(&body[..end].to_lowercase().as_str()) {
        end = word(end + body[end..].chars().next().map_or(0, char::len_utf8))?;
    }
    let number = number(&body[..end])?;
    let rest = &body[end..];
    let rest = rest.strip_prefix([':', ')', '.']).unwrap_or(rest);
    // A bar or a separator after the label belongs to the label, as does a single space.
    let bare = rest.trim_start();
    let rest = match bare.chars().next() {
        Some(c) if is_bar(c) => bare,
        Some(',' | ';') if !rest.starts_with('\t') => &bare[1..],
        _ => &rest[rest.chars().next().filter(|c| c.is_whitespace()).map_or(0, char::len_utf8)..],
    };
    Some(Labelled { number, rest })
}

/// The number of columns, if a line names them with consecutive numbers or letters; otherwise `None`.
fn names_columns(line: &str) -> Option<usize> {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || is_bar(c) || ",;".contains(c)).filter(|w| !w.is_empty()).collect();
    let words: Vec<String> = if words.len() <= 3 && words.iter().all(|w| w.len() >= 3) {
        words.concat().chars().map(String::from).collect()
    } else {
        words.into_iter().map(str::to_owned).collect()
    };
    let numbers: Vec<usize> = words.iter().map(|w| number(w)).collect::<Option<_>>()?;
    let from = *numbers.first()?;
    let follow = numbers.iter().enumerate().all(|(i, n)| *n == from + i);
    (numbers.len() >= 4 && from <= 1 && follow).then_some(numbers.len())
}

/// The text without the labels on the left of its rows, the text without the line that names the columns, and the text without
/// both.
pub(super) fn without_headings(text: &str) -> Vec<Part> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    let heading = lines.iter().position(|l| names_columns(l).is_some());
    let columns = heading.and_then(|at| names_columns(lines[at]));
    // Rows that are numbered consecutively, possibly with frames and empty lines between them.
    let mut bare: Vec<String> = Vec::new();
    let (mut count, mut others) = (0, 0);
    let mut first = None;
    for (at, line) in lines.iter().enumerate() {
        let frame =
            line.trim().is_empty() || is_frame(line) || is_frame(line.trim_start_matches(|c: char| c.is_whitespace()));
        match labelled(line).filter(|_| heading != Some(at)) {
            Some(l) if !frame && l.number == first.map_or(l.number.min(1), |first| first + count) => {
                first.get_or_insert(l.number);
                count += 1;
                bare.push(l.rest.to_owned());
            }
            _ if frame => bare.push((*line).to_owned()),
            _ => others += usize::from(heading != Some(at) && !is_words(line)),
        }
    }
    // Bare digits in front of rows may be cells, unless a line names the columns.
    let digits = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let marked = |line: &str| {
        line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).starts_with([':', '|', ')', '.', ','])
    };
    let bare_digits = lines.iter().filter(|line| digits(line) && !marked(line)).count() > 1;
    let numbered = count >= 4 && others == 0 && columns.map_or(!bare_digits, |n| n == count);
    if numbered {
        let what = if columns.is_some() { "the headings of rows and columns" } else { "the headings of rows" };
        // A frame in front of labels reaches further to the left than the grid.
        let frames: Vec<&str> =
            bare.iter().map(String::as_str).filter(|l| !is_frame(l) || l.trim().is_empty()).collect();
        let inner: Vec<&str> = frames.iter().copied().filter(|l| !l.trim().is_empty()).collect();
        for rows in [inner, frames] {
            out.push(Part::new(rows.join("\n"), format!("{what} were left out")));
        }
    }
    if let Some(at) = heading.filter(|_| !numbered) {
        let rest: Vec<&str> = lines[at + 1..].iter().copied().filter(|l| !is_frame(l) || l.trim().is_empty()).collect();
        out.push(Part::new(rest.join("\n"), "the headings of columns were left out"));
    }
    out
}
