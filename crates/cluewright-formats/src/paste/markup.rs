//! Removes the markup of forums, notes and web pages from pasted text: fences, quotes, tags, HTML tables.

use super::part::Part;

/// Names of tags in square brackets.
const BRACKETED: [&str; 14] =
    ["code", "pre", "tt", "size", "color", "font", "b", "i", "u", "quote", "spoiler", "hide", "url", "table"];

/// For each kind of markup in the text: the text without this markup.
pub(super) fn unwrapped(text: &str) -> Vec<Part> {
    let mut out = fenced(text);
    if text.contains('<') && text.contains('>') {
        out.push(Part::new(without_tags(text), "the HTML tags were left out"));
    }
    if text.contains("[/") {
        out.push(Part::new(without_brackets(text), "the forum tags were left out"));
    }
    let lines = || text.lines().filter(|l| !l.trim().is_empty());
    if lines().count() > 1 && lines().all(|l| l.starts_with('>')) {
        let lines: Vec<&str> = text.lines().map(|l| l.trim_start_matches('>')).collect();
        let lines: Vec<&str> = lines.iter().map(|l| l.strip_prefix(' ').unwrap_or(l)).collect();
        out.push(Part::new(lines.join("\n"), "the marks of a quotation were left out"));
    }
    if text.contains("\\begin") {
        let lines = text.lines().map(str::trim).filter(|l| !l.starts_with('\\'));
        let lines: Vec<&str> =
            lines.map(|l| l.strip_suffix("|.").unwrap_or(l)).map(|l| l.trim_start_matches('|')).collect();
        out.push(Part::new(lines.join("\n").replace('|', "\t"), "the LaTeX commands were left out"));
    }
    let bare = text.trim().trim_matches(['`', '*', '_', '"', '\'', '“', '”', '„', '«', '»']);
    if bare.len() < text.trim().len() && bare.len() >= 16 {
        out.push(Part::new(bare, "the markup around the text was left out"));
    }
    out
}

/// The text between lines of three backticks, or between three quotation marks as in source code.
fn fenced(text: &str) -> Vec<Part> {
    for fence in ["```", "~~~", "\"\"\"", "'''"] {
        let parts: Vec<&str> = text.split(fence).collect();
        // Every second part is inside a fence; a word directly after the opening fence is the language.
        let inside = parts.iter().skip(1).step_by(2);
        let body = |part: &&str| match part.split_once('\n') {
            Some((first, rest)) if !first.contains(|c: char| c.is_ascii_digit() || c == '.') => rest.to_owned(),
            _ => (*part).to_owned(),
        };
        if parts.len() > 2 {
            return inside.map(|p| Part::new(body(p), "only the text in the code block was read")).collect();
        }
    }
    Vec::new()
}

/// The text without HTML tags. Each row of a table becomes a line, with tabs between its fields.
fn without_tags(text: &str) -> String {
    let table = text.contains("<td") || text.contains("<TD");
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut between = false;
    while let Some(c) = rest.chars().next() {
        let end = rest
            .find('>')
            .filter(|_| c == '<' && rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || "/!".contains(c)));
        let Some(end) = end else {
            if !(table && c.is_whitespace()) {
                out.push(c);
            }
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let tag = rest[1..end].to_ascii_lowercase();
        match tag.split(|c: char| c.is_whitespace()).next().unwrap_or("") {
            "td" | "th" if between => out.push('\t'),
            "td" | "th" => between = true,
            "/tr" | "br" | "br/" | "/p" | "/div" | "/li" => {
                out.push('\n');
                between = false;
            }
            _ => {}
        }
        rest = &rest[end + 1..];
    }
    let entities = [("&nbsp;", " "), ("&#160;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    entities.iter().fold(out, |text, (entity, c)| text.replace(entity, c))
}

fn without_brackets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find(']').map_or(rest.len(), |i| i + 1);
        let name = rest[1..end].trim_start_matches('/');
        let name = name.split(['=', ']', ' ']).next().unwrap_or("").to_ascii_lowercase();
        let tag = BRACKETED.contains(&name.as_str());
        if !tag {
            out.push('[');
        }
        rest = &rest[if tag { end } else { 1 }..];
    }
    out.push_str(rest);
    out
}
