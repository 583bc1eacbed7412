//! Rust sources cut into words and signs: comments, texts of literals and test modules are left out.

/// A word, a sign, or a literal (a text is `"`, a number `0`).
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// Counted from 1.
    pub(crate) line: usize,
}

impl Token {
    /// A word that can be a name.
    pub(crate) fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// The tokens of a source.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < chars.len() {
        let start = at;
        let c = chars[at];
        let next = |n: usize| chars.get(start + n).copied().unwrap_or('\0');
        let word: Option<String> = match c {
            '/' if next(1) == '/' => {
                at = chars[at..].iter().position(|&c| c == '\n').map_or(chars.len(), |n| at + n);
                None
            }
            '/' if next(1) == '*' => {
                at = after_comment(&chars, at);
                None
            }
            'r' | 'b' | 'c' if literal_prefix(&chars, at).is_some() => {
                at = literal_prefix(&chars, at).expect("asked a moment ago");
                Some("\"".to_owned())
            }
            '"' => {
                at = after_quotes(&chars, at, '"');
                Some("\"".to_owned())
            }
            // A character; what has no quote two or three places on is a lifetime.
            '\'' if next(1) == '\\' || next(2) == '\'' => {
                at = after_quotes(&chars, at, '\'');
                Some("\"".to_owned())
            }
            '\'' => {
                at += 1;
                at = after_word(&chars, at);
                None
            }
            _ if c.is_alphabetic() || c == '_' => {
                at = after_word(&chars, at);
                Some(chars[start..at].iter().collect())
            }
            _ if c.is_ascii_digit() => {
                at = after_word(&chars, at);
                Some("0".to_owned())
            }
            ':' if next(1) == ':' => {
                at += 2;
                Some("::".to_owned())
            }
            _ => {
                at += 1;
                (!c.is_whitespace()).then(|| c.to_string())
            }
        };
        if let Some(text) = word {
            found.push(Token { text, line });
        }
        line += chars[start..at].iter().filter(|&&c| c == '\n').count();
    }
    found
}

fn after_word(chars: &[char], at: usize) -> usize {
    chars[at..].iter().position(|&c| !(c.is_alphanumeric() || c == '_')).map_or(chars.len(), |n| at + n)
}

fn after_comment(chars: &[char], mut at: usize) -> usize {
    let mut depth = 0;
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn after_quotes(chars: &[char], start: usize, quote: char) -> usize {
    let mut at = start + 1;
    while at < chars.len() && chars[at] != quote {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// The end of a literal such as `r#"..."#`, `b"..."` or `b'x'`, if one starts here.
fn literal_prefix(chars: &[char], start: usize) -> Option<usize> {
    let mut at = start;
    let mut raw = false;
    while at < chars.len() && at < start + 2 && matches!(chars[at], 'r' | 'b' | 'c') {
        raw |= chars[at] == 'r';
        at += 1;
    }
    if !raw {
        return match chars.get(at) {
            Some('"') => Some(after_quotes(chars, at, '"')),
            Some('\'') if chars[start] == 'b' => Some(after_quotes(chars, at, '\'')),
            _ => None,
        };
    }
    let marks = chars[at..].iter().take_while(|&&c| c == '#').count();
    if chars.get(at + marks) != Some(&'"') {
        return None;
    }
    let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', marks)).collect();
    let rest = &chars[at + marks + 1..];
    let length = rest.windows(end.len()).position(|w| w == end).unwrap_or(rest.len());
    Some((at + marks + 1 + length + end.len()).min(chars.len()))
}

/// The tokens without attributes and visibilities, and without what is there for tests only. The names of modules in
/// files of their own that are for tests only come second.
pub(crate) fn without_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let mut kept = Vec::new();
    let mut modules = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let text = |n: usize| tokens.get(at + n).map_or("", |t| t.text.as_str());
        if text(0) == "#" && (text(1) == "[" || text(1) == "!") {
            let open = if text(1) == "[" { at + 1 } else { at + 2 };
            let end = after_brackets(tokens, open);
            let inside: Vec<&str> = tokens[open + 1..end - 1].iter().map(|t| t.text.as_str()).collect();
            at = end;
            if inside == ["cfg", "(", "test", ")"] {
                at = after_item(tokens, at, &mut modules);
            }
        } else if text(0) == "pub" && text(1) == "(" {
            kept.push(tokens[at].clone());
            at = after_brackets(tokens, at + 1);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    (kept, modules)
}

/// The place after the brackets of any kind that open at `open`.
pub(crate) fn after_brackets(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_i32;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The place after the item that starts at `at`: after its `;`, or after its braces. A field or a statement at the end of a block
/// ends before the closing brace.
fn after_item(tokens: &[Token], mut at: usize, modules: &mut Vec<String>) -> usize {
    let start = at;
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            ";" => {
                let words: Vec<&str> = tokens[start..at].iter().map(|t| t.text.as_str()).collect();
                if let [.., "mod", name] = words[..] {
                    modules.push(name.to_owned());
                }
                return at + 1;
            }
            "{" => {
                at = after_brackets(tokens, at);
                // Of `use a::{b};` the end is the semicolon.
                if tokens[start].text != "use" {
                    return at;
                }
            }
            "(" | "[" => at = after_brackets(tokens, at),
            "}" => return at,
            _ => at += 1,
        }
    }
    at
}
