//! Percent-encoding in links: `%2C` is a comma.

/// The text with its `%..` codes decoded; everything else is unchanged.
pub(crate) fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = |i: usize| tail.get(i).and_then(|&b| (b as char).to_digit(16)).and_then(|d| u8::try_from(d).ok());
        if let (b'%', Some(a), Some(b)) = (first, hex(0), hex(1)) {
            out.push(a * 16 + b);
            rest = &tail[2..];
        } else {
            out.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The text without the percent escapes of a link, or of a link within a link; `None` if the text has no escapes, or more than one
/// word.
pub(crate) fn unescaped(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.contains('%') || text.contains(char::is_whitespace) {
        return None;
    }
    let mut plain = percent_decoded(text);
    // The text may have been encoded twice, so that a `%2B` became `%252B`.
    if plain.len() < text.len() && !plain.contains(char::is_whitespace) {
        let again = percent_decoded(&plain);
        plain = if again.len() < plain.len() { again } else { plain };
    }
    (plain.len() < text.len()).then_some(plain)
}
