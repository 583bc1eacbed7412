//! Percent signs in links: `%2C` for a comma.

/// The text with its `%..` turned into bytes; what is no such code stays.
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
