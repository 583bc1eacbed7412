//! Measures the lengths of functions.

use super::tokens::{after_brackets, tokens, without_tests};

/// The functions of a source, tests left out: names and the numbers of lines between their braces.
pub(crate) fn lengths(text: &str) -> Vec<(String, usize)> {
    let (tokens, _) = without_tests(&tokens(text));
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].text != "fn" || !tokens.get(at + 1).is_some_and(super::tokens::Token::is_word) {
            continue;
        }
        // The body is the first brace outside brackets; a semicolon there says that there is none.
        let mut place = at + 2;
        while place < tokens.len() && !matches!(tokens[place].text.as_str(), "{" | ";") {
            let open = matches!(tokens[place].text.as_str(), "(" | "[");
            place = if open { after_brackets(&tokens, place) } else { place + 1 };
        }
        if tokens.get(place).is_some_and(|t| t.text == "{") {
            let end = tokens[after_brackets(&tokens, place) - 1].line;
            found.push((tokens[at + 1].text.clone(), (end - tokens[place].line).saturating_sub(1)));
        }
    }
    found
}
