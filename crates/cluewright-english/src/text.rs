//! Splits text into sentences, and a sentence into words.

use std::ops::Range;

/// The minimum length, in bytes, of a line that may have been broken because of its length.
const BROKEN: usize = 50;

/// The ranges of the sentences in the text. A sentence ends with its line, or at a full stop, question mark, exclamation mark or
/// semicolon before a space, but not inside brackets. A line that begins with a lower-case letter continues the previous line, if
/// that line was broken because of its length.
pub(crate) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    for line in lines(text) {
        let (mut from, mut word, mut depth) = (line.start, line.start, 0_usize);
        for (at, c) in text[line.clone()].char_indices() {
            let (at, end) = (line.start + at, line.start + at + c.len_utf8());
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            // The full stops of "i. e." and "e. g." do not end a sentence, and neither does the full stop of "1." in a list.
            let before = &text[word..at];
            let is_short = matches!(before.to_lowercase().as_str(), "i" | "e" | "g" | "ie" | "eg" | "vs");
            let is_item = before.parse::<u32>().is_ok() && text[from..word].trim().is_empty();
            let stops = matches!(c, '!' | '?' | ';') || (c == '.' && !is_short && !is_item);
            if stops && depth == 0 && text[end..line.end].chars().next().is_none_or(|c| c.is_whitespace() || c == '"') {
                out.push(from..at);
                from = end;
            }
            // A part in brackets that ends with a full stop is a sentence, if another sentence begins after it.
            let closes = matches!(c, ')' | ']') && depth == 0 && text[..at].ends_with(['.', '!', '?']);
            let behind = text[end..line.end].trim_start();
            if closes && behind.len() < line.end - end && behind.starts_with(char::is_uppercase) {
                out.push(from..end);
                from = end;
            }
            word = if c.is_alphanumeric() { word } else { end };
        }
        out.push(from..line.end);
    }
    let trimmed = |range: Range<usize>| {
        let part = &text[range.clone()];
        let marks = |c: char| !(c.is_alphanumeric() || c == '(');
        let from = range.start + part.len() - part.trim_start_matches(marks).len();
        let end = range.start + part.trim_end().len();
        let from = if from < end { from + item(&text[from..end]) } else { from };
        from..end.max(from)
    };
    out.into_iter().map(trimmed).filter(|r| text[r.clone()].chars().any(char::is_alphanumeric)).collect()
}

/// The length in bytes of a list item's number: "1. ", "2) "; 0 if there is none.
fn item(part: &str) -> usize {
    let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_item = rest.len() < part.len() && rest.starts_with(['.', ')']) && rest[1..].starts_with(char::is_whitespace);
    if is_item { part.len() - rest[1..].trim_start().len() } else { 0 }
}

fn lines(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let part = line.trim();
        let range = from..from + line.trim_end_matches(['\n', '\r']).len();
        from += line.len();
        if let Some(last) = out.last_mut() {
            let before = text[last.clone()].trim();
            let is_broken = before.len() >= BROKEN && before.ends_with(|c: char| c.is_alphanumeric() || c == ',');
            if is_broken && part.starts_with(char::is_lowercase) {
                last.end = range.end;
                continue;
            }
        }
        out.push(range);
    }
    out
}

/// A word of a sentence, or a meaningful sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// The word in lower case, without apostrophes.
    pub(crate) word: String,
    /// The range of the word in the text.
    pub(crate) at: Range<usize>,
    /// Whether a comma, a dash or a semicolon comes before the word.
    pub(crate) pause: bool,
}

/// The words of a part of the text.
pub(crate) fn tokens(text: &str, range: Range<usize>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut pause = false;
    let chars: Vec<(usize, char)> = text[range.clone()].char_indices().map(|(i, c)| (range.start + i, c)).collect();
    let mut i = 0;
    while i < chars.len() {
        let (at, c) = chars[i];
        if c.is_alphanumeric() {
            let mut word = String::new();
            let mut end = at;
            while let Some((at, c)) = chars.get(i).filter(|(_, c)| c.is_alphanumeric() || is_apostrophe(*c)) {
                // "9x9" is split into three words, and "3rd" into two.
                let digit = word.chars().last().is_some_and(|l| l.is_ascii_digit());
                if !word.is_empty() && !is_apostrophe(*c) && digit != c.is_ascii_digit() {
                    break;
                }
                if !is_apostrophe(*c) {
                    word.extend(c.to_lowercase());
                }
                end = at + c.len_utf8();
                i += 1;
            }
            out.push(Token { word, at: at..end, pause });
            pause = false;
            continue;
        }
        let number = |i: Option<usize>| i.and_then(|i| chars.get(i)).is_some_and(|(_, c)| c.is_ascii_digit());
        let between = number(i.checked_sub(1)) && number(Some(i + 1));
        let sign = match c {
            '<' | '>' | '=' | '+' | '%' | '≤' | '≥' | '≠' => Some(c.to_string()),
            // "1-9" means from 1 to 9; "1:2" and "5/10" are two numbers.
            '-' | '\u{2013}' if between => Some("to".to_owned()),
            '/' if between => Some("/".to_owned()),
            '\u{d7}' if between => Some("x".to_owned()),
            _ => None,
        };
        if let Some(word) = sign {
            out.push(Token { word, at: at..at + c.len_utf8(), pause });
            pause = false;
        } else if matches!(c, ',' | ';' | '\u{2013}' | '\u{2014}')
            || (c == '-' && chars.get(i + 1).is_some_and(|(_, c)| *c == ' '))
        {
            pause = true;
        }
        i += 1;
    }
    out
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{ad}' | '`')
}

/// The maximum number of words in front of a colon that count as a heading: "Killer cages: ...".
const LABEL: usize = 7;

/// The heading of a sentence, and the rest of the sentence.
pub(crate) fn label(text: &str, sentence: Range<usize>) -> (Option<Range<usize>>, Range<usize>) {
    let part = &text[sentence.clone()];
    let cut = part
        .char_indices()
        .filter(|(at, c)| {
            let after = &part[at + c.len_utf8()..];
            let ends = after.is_empty() || after.starts_with(char::is_whitespace);
            let dash = matches!(c, '-' | '\u{2013}' | '\u{2014}') && part[..*at].ends_with(' ');
            (*c == ':' || dash) && ends
        })
        .map(|(at, c)| (at, at + c.len_utf8()))
        .next();
    match cut {
        Some((at, end))
            if part[..at].split_whitespace().count() <= LABEL
                && !part[..at].contains(',')
                && is_closed(&part[..at]) =>
        {
            let rest = &part[end..];
            let from = sentence.start + end + rest.len() - rest.trim_start().len();
            (Some(sentence.start..sentence.start + at), from..sentence.end)
        }
        _ => (None, sentence),
    }
}

/// Whether every opening bracket has a closing one.
fn is_closed(text: &str) -> bool {
    text.matches(['(', '[']).count() == text.matches([')', ']']).count()
}

/// The parts of a sentence outside brackets, and the parts inside brackets.
pub(crate) fn brackets(text: &str, sentence: Range<usize>) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut outside, mut inside) = (Vec::new(), Vec::new());
    let (mut depth, mut from) = (0_usize, sentence.start);
    for (at, c) in text[sentence.clone()].char_indices() {
        let at = sentence.start + at;
        match c {
            '(' | '[' => {
                if depth == 0 {
                    outside.push(from..at);
                    from = at + c.len_utf8();
                }
                depth += 1;
            }
            ')' | ']' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    inside.push(from..at);
                    from = at + c.len_utf8();
                }
            }
            _ => {}
        }
    }
    if depth == 0 {
        outside.push(from..sentence.end);
    } else {
        inside.push(from..sentence.end);
    }
    (outside, inside)
}
