//! Splits text into tokens, with positions and indentation.

use cluewright_core::BadInput;
use cluewright_core::error::place_number;
use std::fmt;

/// A position in the text: line and column, counted from 1.
///
/// All positions compare as equal, so that comparisons of syntax trees ignore positions: a rule that is printed and parsed again
/// equals the original rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pos {
    /// The line, counted from 1.
    pub line: u32,
    /// The column, in characters counted from 1.
    pub column: u32,
}

impl PartialEq for Pos {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Pos {}

impl Pos {
    /// An error at this position.
    pub fn error(self, message: impl Into<String>) -> BadInput {
        BadInput::new(message).at(self.line, self.column)
    }
}

/// A token of the text.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Name(String),
    Number(i64),
    Text(String),
    Symbol(&'static str),
    Newline,
    Indent,
    Dedent,
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "`{name}`"),
            Self::Number(n) => write!(f, "`{n}`"),
            Self::Text(_) => write!(f, "a text in quotes"),
            Self::Symbol(s) => write!(f, "`{s}`"),
            Self::Newline => write!(f, "the end of the line"),
            Self::Indent => write!(f, "a deeper line"),
            Self::Dedent => write!(f, "the end of the block"),
            Self::End => write!(f, "the end of the text"),
        }
    }
}

/// The maximum length of the text, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// The symbol that begins with `c`, and the symbol's length in characters; `next` is the character after `c`.
fn symbol(c: char, next: Option<char>) -> Option<(&'static str, usize)> {
    let two = match (c, next) {
        ('.', Some('.')) => Some(".."),
        ('=', Some('>')) => Some("=>"),
        ('<', Some('=')) => Some("<="),
        ('>', Some('=')) => Some(">="),
        ('!', Some('=')) => Some("!="),
        ('/', Some('/')) => Some("//"),
        _ => None,
    };
    if let Some(two) = two {
        return Some((two, 2));
    }
    let one = match c {
        '(' => "(",
        ')' => ")",
        '[' => "[",
        ']' => "]",
        '{' => "{",
        '}' => "}",
        ',' => ",",
        ':' => ":",
        '=' => "=",
        '<' => "<",
        '>' => ">",
        '+' => "+",
        '-' => "-",
        '*' => "*",
        '/' => "/",
        '|' => "|",
        '?' => "?",
        '.' => ".",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        _ => return None,
    };
    Some((one, 1))
}

/// Parses the text whose opening quote is at position `open` of a line. Also returns the position after its closing quote.
fn quoted(line: &str, chars: &[char], open: usize, pos: Pos) -> Result<(String, usize), BadInput> {
    let mut content = String::new();
    let mut i = open + 1;
    if chars.len() == line.len() {
        // Texts may contain long tables, so copy everything up to the first special character at once.
        let plain = line[i..].find(['"', '\\']).unwrap_or(line.len() - i);
        content.push_str(&line[i..i + plain]);
        i += plain;
    }
    loop {
        match chars.get(i) {
            None => return Err(pos.error("this text is not closed").hint("close the text with `\"` on the same line")),
            Some('"') => return Ok((content, i + 1)),
            Some('\\') if matches!(chars.get(i + 1), Some('"' | '\\')) => {
                content.push(chars[i + 1]);
                i += 2;
            }
            Some(c) => {
                content.push(*c);
                i += 1;
            }
        }
    }
}

/// The tokens of the text, and its lines for statements that are stored as written (`draw`).
pub(super) struct Lexed<'a> {
    pub(super) tokens: Vec<(Token, Pos)>,
    pub(super) lines: Vec<&'a str>,
}

pub(super) fn lex(text: &str) -> Result<Lexed<'_>, BadInput> {
    if text.len() > MAX_TEXT {
        return Err(BadInput::new(format!("the rule text is {} bytes long", text.len()))
            .hint(format!("a rule text has at most {MAX_TEXT} bytes")));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut tokens: Vec<(Token, Pos)> = Vec::new();
    let mut indents = vec![0usize];
    let mut brackets: Vec<(char, Pos)> = Vec::new();
    let lines: Vec<&str> = text.split('\n').map(|l| l.strip_suffix('\r').unwrap_or(l)).collect();
    let mut chars: Vec<char> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let at = |column: usize| Pos { line: place_number(number + 1), column: place_number(column + 1) };
        chars.clear();
        chars.extend(line.chars());
        let indent = chars.iter().take_while(|c| **c == ' ').count();
        match chars.get(indent) {
            None | Some('#') => continue,
            Some('\t') => {
                return Err(at(indent).error("a tab in the indentation").hint("indent with spaces"));
            }
            Some(_) => {}
        }
        if brackets.is_empty() {
            let current = *indents.last().expect("the outermost level stays");
            if indent > current {
                indents.push(indent);
                tokens.push((Token::Indent, at(indent)));
            } else {
                while *indents.last().expect("the outermost level stays") > indent {
                    indents.pop();
                    tokens.push((Token::Dedent, at(indent)));
                }
                if *indents.last().expect("the outermost level stays") != indent {
                    return Err(at(indent)
                        .error("the indentation of this line matches no line above it")
                        .hint("all lines of a block must start in the same column"));
                }
            }
        }
        let mut i = indent;
        while i < chars.len() {
            let (c, pos) = (chars[i], at(i));
            if c == ' ' || c == '\t' || c == '\u{a0}' {
                i += 1;
            } else if c == '#' {
                break;
            } else if c.is_ascii_digit() {
                let (start, mut n) = (i, 0i64);
                while let Some(digit) = chars.get(i).and_then(|c| c.to_digit(10)) {
                    n = n.saturating_mul(10).saturating_add(i64::from(digit));
                    i += 1;
                }
                if n > MAX_NUMBER {
                    let digits: String = chars[start..i].iter().collect();
                    return Err(pos
                        .error(format!("the number {digits} is too large"))
                        .hint(format!("at most {MAX_NUMBER}")));
                }
                tokens.push((Token::Number(n), pos));
            } else if c.is_alphabetic() || c == '_' {
                let start = i;
                let part = |c: char| c.is_alphanumeric() || c == '_';
                // A `-` between letters is part of the name, as in `killer-cage`. Subtraction needs spaces around the `-`.
                while i < chars.len()
                    && (part(chars[i])
                        || chars[i] == '-'
                            && chars.get(i + 1).is_some_and(|c| c.is_alphanumeric())
                            && part(chars[i - 1]))
                {
                    i += 1;
                }
                tokens.push((Token::Name(chars[start..i].iter().collect()), pos));
            } else if c == '"' {
                let (content, end) = quoted(line, &chars, i, pos)?;
                i = end;
                tokens.push((Token::Text(content), pos));
            } else if let Some((symbol, length)) = symbol(c, chars.get(i + 1).copied()) {
                match c {
                    '(' | '[' | '{' => brackets.push((c, pos)),
                    ')' | ']' | '}' => {
                        let open = brackets.pop().map(|b| b.0);
                        let fits = matches!((open, c), (Some('('), ')') | (Some('['), ']') | (Some('{'), '}'));
                        if !fits {
                            return Err(match open {
                                None => pos.error(format!("`{c}` has no matching opening bracket")),
                                Some(o) => pos.error(format!("`{c}` does not match `{o}`")),
                            }
                            .hint("check the brackets"));
                        }
                    }
                    _ => {}
                }
                i += length;
                tokens.push((Token::Symbol(symbol), pos));
            } else {
                return Err(pos.error(format!("`{}` is not expected here", c.escape_debug())).hint(
                    "names, numbers, texts in \"quotes\" and the signs + - * / = < > ( ) [ ] { } | are understood",
                ));
            }
        }
        if brackets.is_empty() && tokens.last().is_some_and(|t| !matches!(t.0, Token::Newline)) {
            tokens.push((Token::Newline, at(chars.len())));
        }
    }
    let last = lines.last().map_or(0, |l| l.chars().count());
    let end = Pos { line: place_number(lines.len()), column: place_number(last + 1) };
    if let Some((open, pos)) = brackets.pop() {
        return Err(pos.error(format!("this `{open}` is not closed")).hint("a line continues while a bracket is open"));
    }
    for _ in 1..indents.len() {
        tokens.push((Token::Dedent, end));
    }
    tokens.push((Token::End, end));
    Ok(Lexed { tokens, lines })
}

/// The largest number that may be written in a rule.
pub(super) const MAX_NUMBER: i64 = 1_000_000_000;
