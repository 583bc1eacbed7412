//! The words of a clue line: a rule's name, cells, `name value` pairs.

use crate::cells::{Names, Scan};
use cluewright_core::puzzle::Args;
use cluewright_core::{Arg, BadInput, Cell, Clue};

/// Whether a word is a name: a letter, followed by letters, digits, `-` and `_`.
pub(super) fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_alphabetic) && chars.all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// Puts text in quotation marks, with escapes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

enum Word<'a> {
    Cells(Vec<Cell>),
    Number(i64),
    Numbers(Vec<i64>),
    NoCells,
    Text(String),
    Name(&'a str),
    Slash,
    Equals,
}

/// A word and its place; `None` at the end of the text.
type Token<'a> = Option<(Word<'a>, (u32, u32))>;

fn word<'a>(scan: &mut Scan<'a>, names: Names<'_>) -> Result<Token<'a>, BadInput> {
    scan.skip(|c| c.is_whitespace() || c == ',');
    let place = scan.place();
    let at = |message: String| BadInput::new(message).at(place.0, place.1);
    let Some(c) = scan.peek() else { return Ok(None) };
    let word = match c {
        '/' => {
            scan.next();
            Word::Slash
        }
        '=' => {
            scan.next();
            Word::Equals
        }
        '"' => Word::Text(text(scan)?),
        '(' => {
            scan.next();
            scan.skip_spaces();
            if scan.next() != Some(')') {
                return Err(at("`(` is not expected here".into()).hint("`()` is an empty list of cells"));
            }
            Word::NoCells
        }
        '[' => {
            scan.next();
            let mut list = Vec::new();
            loop {
                scan.skip(|c| c.is_whitespace() || c == ',');
                if scan.eat("]") {
                    break Word::Numbers(list);
                }
                let place = scan.place();
                let word = scan.take(|c| c.is_ascii_digit() || c == '-' || c == '+');
                let number = word.parse().map_err(|_| {
                    let shown =
                        scan.peek().map_or_else(|| "the end of the line".to_owned(), |c| format!("`{word}{c}`"));
                    BadInput::new(format!("{shown} is not a number"))
                        .at(place.0, place.1)
                        .hint("write a list of numbers as `[1 2 3]`")
                })?;
                list.push(number);
            }
        }
        c if c.is_alphanumeric() || "-+_.".contains(c) => {
            let word = scan.take(|c| c.is_alphanumeric() || "-+_.".contains(c));
            if names.extra(word).is_some() && scan.rest().trim_start().starts_with('=') {
                // Before `=`, a word is a parameter, even if an extra cell has the same name.
                Word::Name(word)
            } else if let Some(cells) = names.cells(word) {
                let mended = if word.to_ascii_lowercase().contains('0') {
                    "rows and columns start at 1"
                } else {
                    "cells are named like r1c1"
                };
                Word::Cells(cells.map_err(|e| at(e).hint(mended))?)
            } else if let Ok(number) = word.parse::<i64>() {
                Word::Number(number)
            } else if word.starts_with(['r', 'R', 'c', 'C']) && word[1..].starts_with(|c: char| c.is_ascii_digit()) {
                return Err(
                    at(format!("`{word}` is not a cell")).hint("cells are named like r1c1, ranges like r1c1-r1c4")
                );
            } else if is_name(word) {
                Word::Name(word)
            } else {
                return Err(at(format!("`{word}` is neither a cell, a number nor a name")));
            }
        }
        c => {
            return Err(at(format!("`{c}` is not expected here"))
                .hint("a clue consists of a rule's name, cells, and `name value` pairs"));
        }
    };
    Ok(Some((word, place)))
}

/// Reads a quoted string with the escapes `\"`, `\\` and `\n`.
pub(super) fn text(scan: &mut Scan<'_>) -> Result<String, BadInput> {
    let open = scan.clone();
    scan.next();
    let mut out = String::new();
    loop {
        match scan.next() {
            Some('"') => return Ok(out),
            Some('\\') => match scan.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') => out.push('\r'),
                Some(c) => out.push(c),
                None => return Err(open.error("the text has no closing quotation mark")),
            },
            Some(c) => out.push(c),
            None => {
                return Err(open
                    .error("the text has no closing quotation mark")
                    .hint("`\\\"` is a quotation mark inside a text"));
            }
        }
    }
}

/// Reads a clue, or a rule with options: `killer-cage r1c1-r1c3 total 15`.
pub(super) fn clue(line: &str, number: u32, column: u32, names: Names<'_>) -> Result<Clue, BadInput> {
    let mut scan = Scan::new(line, number, column);
    scan.skip_spaces();
    let place = scan.place();
    let rule = scan.take(|c| c.is_alphanumeric() || "-_".contains(c));
    if !is_name(rule) || crate::cells::looks_like_cell(rule) {
        return Err(BadInput::new("expected the name of a rule").at(place.0, place.1).hint(format!(
            "such as `killer-cage r1c1 r1c2 total 15`{}",
            if crate::cells::looks_like_cell(rule) { "; the rule comes first" } else { "" }
        )));
    }
    let own = match rule {
        "given" => Some("`given` needs a cell (such as `given r1c1 5` or `given r1c1 [1 3 5]`)"),
        "rule" => Some("`rule` needs a name (such as `rule my-rule`)"),
        _ => None,
    };
    if let Some(own) = own {
        return Err(BadInput::new(own)
            .at(place.0, place.1)
            .hint("this word is followed by a space, but is not the name of a rule"));
    }
    let mut clue = Clue::new(rule, args(&mut scan, names)?);
    clue.place = Some(place);
    Ok(clue)
}

/// Reads arguments up to the end of the text. Arguments without a name get an empty name.
fn args(scan: &mut Scan<'_>, names: Names<'_>) -> Result<Args, BadInput> {
    let mut args = Args::new();
    let mut next = word(scan, names)?;
    while let Some((token, place)) = next.take() {
        match token {
            Word::Name(name) => {
                if args.iter().any(|(n, _)| n == name) {
                    return Err(BadInput::new(format!("`{name}` occurs twice")).at(place.0, place.1));
                }
                next = word(scan, names)?;
                let equals = matches!(next, Some((Word::Equals, _)));
                if equals {
                    next = word(scan, names)?;
                }
                let (value, rest) = value(next, scan, names, true)?;
                next = rest;
                match value {
                    Some(value) => args.push((name.to_owned(), value)),
                    None if equals => {
                        return Err(BadInput::new(format!("`{name} =` needs a value")).at(place.0, place.1));
                    }
                    None => args.push((name.to_owned(), Arg::Bool(true))),
                }
            }
            Word::Slash => {
                // Each unnamed list of a clue is a separate argument.
                next = word(scan, names)?;
                if !matches!(next, Some((Word::Cells(_) | Word::NoCells, _))) {
                    return Err(BadInput::new("`/` must be followed by cells")
                        .at(place.0, place.1)
                        .hint("`/` separates two lists of cells"));
                }
            }
            Word::Equals => {
                return Err(BadInput::new("`=` needs a name before it")
                    .at(place.0, place.1)
                    .hint("such as `total = 15`"));
            }
            token => {
                let (value, rest) = value(Some((token, place)), scan, names, false)?;
                next = rest;
                args.extend(value.map(|v| (String::new(), v)));
            }
        }
    }
    Ok(args)
}

/// Reads one value, and returns it with the word after it. A named value includes all numbers and lists that follow the name.
fn value<'a>(
    first: Token<'a>,
    scan: &mut Scan<'a>,
    names: Names<'_>,
    named: bool,
) -> Result<(Option<Arg>, Token<'a>), BadInput> {
    match first {
        Some((Word::Cells(_) | Word::NoCells, _)) => {
            let mut lists: Vec<Vec<Cell>> = vec![Vec::new()];
            let mut next = first;
            loop {
                match next {
                    Some((Word::Cells(more), _)) => lists.last_mut().expect("one list").extend(more),
                    Some((Word::NoCells, _)) => {}
                    Some((Word::Slash, _)) if named => lists.push(Vec::new()),
                    other => {
                        let arg = if lists.len() == 1 { Arg::Cells(lists.remove(0)) } else { Arg::Lists(lists) };
                        return Ok((Some(arg), other));
                    }
                }
                next = word(scan, names)?;
            }
        }
        Some((Word::Number(n), _)) => {
            let mut numbers = vec![n];
            loop {
                match word(scan, names)? {
                    Some((Word::Number(n), _)) if named => numbers.push(n),
                    other if numbers.len() == 1 => return Ok((Some(Arg::Number(n)), other)),
                    other => return Ok((Some(Arg::Numbers(numbers)), other)),
                }
            }
        }
        Some((Word::Numbers(list), _)) => Ok((Some(Arg::Numbers(list)), word(scan, names)?)),
        Some((Word::Text(text), _)) => Ok((Some(Arg::Text(text)), word(scan, names)?)),
        Some((Word::Name("yes"), _)) => Ok((Some(Arg::Bool(true)), word(scan, names)?)),
        Some((Word::Name("no"), _)) => Ok((Some(Arg::Bool(false)), word(scan, names)?)),
        other => Ok((None, other)),
    }
}
