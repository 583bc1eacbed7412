//! Parsers for numbers in options.

pub(super) fn pixels(text: &str) -> Result<f64, String> {
    let wide = text.parse::<f64>().ok().filter(|n| (16.0..=8192.0).contains(n));
    wide.ok_or_else(|| "expected a number from 16 to 8192".to_owned())
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(s) if s > 0.0 && s <= 1e9 => Ok(s),
        _ => Err("expected a number of seconds above 0, such as 2.5".to_owned()),
    }
}

/// Parses `I/N`.
pub(super) fn part(text: &str) -> Result<(usize, usize), String> {
    let parsed = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parsed {
        Some((i, n)) if i >= 1 && i <= n => Ok((i, n)),
        _ => Err("expected I/N with I from 1 to N, such as 1/4".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        assert!(part("0/2").is_err() && part("3/2").is_err() && part("2/2") == Ok((2, 2)));
        assert!(seconds("0").is_err() && seconds("nan").is_err() && seconds("2.5") == Ok(2.5));
    }
}
