//! Splits a `.clue` file into items (a line at the left edge, with the lines indented below it) and rule definitions.

use cluewright_core::BadInput;
use cluewright_core::error::place_number;
use cluewright_core::puzzle::Definition;

/// A line: its number, the column it starts at, and its text without indentation and trailing spaces.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) text: &'a str,
}

/// A line at the left edge and the lines indented below it, including blank lines and comments.
pub(super) struct Item<'a> {
    pub(super) head: Row<'a>,
    pub(super) body: Vec<Row<'a>>,
}

impl<'a> Item<'a> {
    /// The heading and the text after its colon.
    pub(super) fn key(&self) -> Option<(&'a str, Row<'a>)> {
        key(self.head)
    }

    /// The non-empty lines: the text after the colon, then the body.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'a>> + '_ {
        let head = self.key().map(|(_, rest)| rest).filter(|r| !r.text.is_empty());
        head.into_iter().chain(self.below())
    }

    /// The lines of the body that are neither blank nor comments.
    pub(super) fn below(&self) -> impl Iterator<Item = Row<'a>> + '_ {
        self.body.iter().copied().filter(|r| !r.text.is_empty() && !r.text.starts_with('#'))
    }

    /// The item's only line with content. Fails if the item has no line with content, or several.
    pub(super) fn one(&self) -> Result<Row<'a>, BadInput> {
        let mut rows = self.rows();
        match (rows.next(), rows.next()) {
            (Some(row), None) => Ok(row),
            (None, _) => Err(BadInput::new(format!("`{}` has no content", self.head.text)).at(self.head.line, 1)),
            (_, Some(row)) => Err(BadInput::new("this heading takes only one line").at(row.line, row.column)),
        }
    }
}

pub(super) fn key(row: Row<'_>) -> Option<(&str, Row<'_>)> {
    let (key, rest) = row.text.split_once(':')?;
    let word = key.chars().all(|c| c.is_alphabetic() || c == '-') && !key.is_empty();
    let spaces = rest.len() - rest.trim_start().len();
    let column = row.column.saturating_add(place_number(key.chars().count() + 1 + spaces));
    word.then(|| (key, Row { line: row.line, column, text: rest.trim_start() }))
}

/// Splits the text into items and the rules it defines.
pub(super) fn items(text: &str) -> Result<(Vec<Item<'_>>, Vec<Definition>), BadInput> {
    let mut items: Vec<Item<'_>> = Vec::new();
    let mut definitions = Vec::new();
    let mut lines = (1u32..).zip(text.lines()).peekable();
    while let Some((line, full)) = lines.next() {
        let body = full.trim();
        let indented = full.starts_with([' ', '\t']);
        if !indented && (body.starts_with("rule ") || body == "rule") {
            let mut definition = full.trim_end().to_owned();
            while let Some((_, next)) =
                lines.next_if(|(_, l)| l.trim().is_empty() || l.starts_with([' ', '\t', '#', '\r']))
            {
                definition.push('\n');
                definition.push_str(next.trim_end());
            }
            definition.truncate(definition.trim_end().len());
            definitions.push(Definition { text: definition, line });
            // A clue below a rule's text is not part of the rule.
            continue;
        }
        let column = place_number(full.chars().take_while(|c| c.is_whitespace()).count() + 1);
        let row = Row { line, column, text: body };
        if body.is_empty() || indented || body.starts_with('#') {
            match items.last_mut() {
                // A comment at the left edge belongs to no item.
                Some(item) if indented || body.is_empty() => item.body.push(row),
                None if indented && !body.is_empty() && !body.starts_with('#') => {
                    return Err(BadInput::new(
                        "an indented line belongs to the line above it, but this is the first line",
                    )
                    .at(line, column)
                    .hint("start the line at the left edge"));
                }
                _ => {}
            }
        } else {
            items.push(Item { head: row, body: Vec::new() });
        }
    }
    Ok((items, definitions))
}

/// Splits a row at the commas that are not in brackets or quotation marks. Each part is returned with its column.
pub(super) fn comma_parts(row: Row<'_>) -> Vec<(&str, u32)> {
    let mut parts = Vec::new();
    let (mut start, mut depth, mut quoted) = (0, 0i32, false);
    let bytes = row.text.as_bytes();
    for i in 0..=bytes.len() {
        match bytes.get(i) {
            Some(b'"') => quoted = !quoted,
            Some(b'[' | b'(') if !quoted => depth += 1,
            Some(b']' | b')') if !quoted => depth -= 1,
            Some(b',') if quoted || depth > 0 => {}
            Some(b',') | None => {
                let part = &row.text[start..i];
                let spaces = part.len() - part.trim_start().len();
                let column = row.column.saturating_add(place_number(row.text[..start + spaces].chars().count()));
                if !part.trim().is_empty() {
                    parts.push((part.trim(), column));
                }
                start = i + 1;
            }
            _ => {}
        }
    }
    parts
}
