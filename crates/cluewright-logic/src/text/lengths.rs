//! Keeps sentences short: truncates lists after the first few items, and breaks lines at suitable points.

use super::phrase::{Text, list};

/// The maximum length of a line, in characters.
pub(super) const LINE: usize = 240;

/// A list with as many parts as fit into `room` characters, but at least one: `a, b and 7 more`.
pub(super) fn fit(parts: &[String], room: usize, last: &str) -> String {
    let shown = fitting(parts, room);
    match parts.len() - shown {
        0 => list(parts.iter().cloned(), last),
        more => format!("{} {last} {more} more", parts[..shown].join(", ")),
    }
}

/// The number of parts that fit into `room` characters if each separator takes two characters; at least one.
pub(super) fn fitting(parts: &[String], room: usize) -> usize {
    let mut used = 0;
    let fits = |part: &&String| {
        used += part.chars().count() + 2;
        used <= room
    };
    parts.iter().take_while(fits).count().max(1).min(parts.len())
}

impl Text {
    /// Limits all lines to [`LINE`] characters. Longer lines are broken after a part and continued on the next line; the short
    /// sentence is cut after the last part that fits.
    pub(super) fn readable(mut self) -> Self {
        if self.short.chars().count() > LINE {
            let mut lines = broken(&self.short).into_iter();
            self.short = lines.next().unwrap_or_default();
            self.details.splice(0..0, lines);
        }
        if self.details.iter().any(|d| d.chars().count() > LINE) {
            self.details = self.details.iter().flat_map(|d| broken(d)).collect();
        }
        self
    }
}

/// Separators after which a line may be broken, in order of preference.
const BREAKS: [&str; 6] = ["; ", ": ", ", so ", ", and ", ", ", " "];

/// Breaks a line into parts of at most [`LINE`] characters. A line that contains no suitable separator is left unchanged.
fn broken(line: &str) -> Vec<String> {
    let text = line.trim_start_matches(' ');
    let indent = &line[..line.len() - text.len()];
    let (mut lines, mut rest, mut lead) = (Vec::new(), text, "");
    // Whether the rest is too long to fit after the prefix of continuation lines.
    let too_long = |rest: &str, lead: &str| rest.chars().nth(LINE.saturating_sub(indent.len() + lead.len())).is_some();
    while too_long(rest, lead) {
        let room = LINE.saturating_sub(indent.len() + lead.len() + 4);
        let end = rest.char_indices().nth(room).map_or(rest.len(), |(at, _)| at);
        let last = |mark: &'static str| Some((rest[..end].rfind(mark).filter(|at| *at > LINE / 4)?, mark));
        let Some((at, mark)) = BREAKS.into_iter().find_map(last) else { break };
        let kept = rest[..at + mark.trim_end().len().min(1)].trim_end();
        lines.push(format!("{indent}{lead}{kept} ..."));
        rest = rest[at + 1..].trim_start();
        lead = "... ";
    }
    lines.push(format!("{indent}{lead}{rest}"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_name_as_many_as_fit() {
        let cells: Vec<String> = (1..=9).map(|c| format!("r1c{c}")).collect();
        assert_eq!(fit(&cells[..3], 100, "or"), "r1c1, r1c2 or r1c3");
        assert_eq!(fit(&cells, 20, "and"), "r1c1, r1c2, r1c3 and 6 more");
        assert_eq!(fit(&cells, 0, "and"), "r1c1 and 8 more");
        assert_eq!(fit(&[], 0, "and"), "");
    }

    #[test]
    fn long_lines_go_on_in_the_next() {
        let words: Vec<String> = (0..200).map(|n| format!("{n} is é")).collect();
        for glue in ["; ", ", so ", " ", ", "] {
            let text = Text { short: words.join(glue), details: vec![format!("   {}", words.join(glue))] }.readable();
            assert!(text.details.len() > 6 && text.short.starts_with("0 is é"), "{text}");
            let all = std::iter::once(&text.short).chain(&text.details);
            assert!(all.clone().all(|line| line.chars().count() <= LINE), "{text}");
            // Breaking lines must not lose any text.
            let said: String = all.map(|l| l.replace("...", "")).collect::<Vec<_>>().join(" ");
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(said.matches("199 is é").count(), 2, "{text}");
            assert_eq!(said.matches("is é").count(), 400, "{text}");
        }
        let one = Text { short: "x".repeat(900), details: Vec::new() };
        assert_eq!(one.clone().readable(), one, "nowhere to break it");
        let far = Text { short: format!("{}{}", " ".repeat(300), words.join("; ")), details: Vec::new() };
        assert_eq!(far.clone().readable(), far, "no room beside what is before it");
    }
}
