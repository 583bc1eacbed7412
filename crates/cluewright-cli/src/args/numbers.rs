//! Numbers as they are typed.

pub(super) fn pixels(text: &str) -> Result<f64, String> {
    let wide = text.parse::<f64>().ok().filter(|n| (16.0..=8192.0).contains(n));
    wide.ok_or_else(|| "a number from 16 to 8192".to_owned())
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(s) if s > 0.0 && s <= 1e9 => Ok(s),
        _ => Err("expected a number of seconds above 0, such as 2.5".to_owned()),
    }
}

/// `A..B`, `A..`, `..B` or `A`, both ends included.
fn ends<T: std::str::FromStr + Copy + PartialOrd>(text: &str, low: T, high: T) -> Option<(T, T)> {
    let part = |t: &str, open: T| if t.is_empty() { Some(open) } else { t.parse().ok() };
    let (a, b) = if let Some((a, b)) = text.split_once("..") {
        (part(a, low)?, part(b.trim_start_matches('='), high)?)
    } else {
        let n = text.parse().ok()?;
        (n, n)
    };
    (a <= b).then_some((a, b))
}

pub(super) fn range(text: &str) -> Result<(u32, u32), String> {
    ends(text, 0, u32::MAX).ok_or_else(|| "expected a number or a range such as 22..26".to_owned())
}

/// Difficulties are written with one decimal and counted in tenths.
pub(crate) fn tenths(text: &str) -> Result<(u16, u16), String> {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a number that is none or too large is cut to what 16 bits hold: a rating is below"
    )]
    let to = |x: f64| (x * 10.0).round() as u16;
    ends(text, 0.0, 6_000.0)
        .map(|(a, b)| (to(a), to(b)))
        .ok_or_else(|| "expected a range of the hardest step such as 2.0..4.5, or a word such as hard".to_owned())
}

/// `I/N`.
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
    fn ranges_are_read() {
        assert_eq!(range("2"), Ok((2, 2)));
        assert_eq!(range("2..5"), Ok((2, 5)));
        assert_eq!(range("2.."), Ok((2, u32::MAX)));
        assert_eq!(tenths("2.0..4.5"), Ok((20, 45)));
        assert!(tenths("easy").is_err() && tenths("2.0..").is_ok());
        assert!(range("5..2").is_err() && range("x").is_err() && range("-1").is_err());
        assert!(part("0/2").is_err() && part("3/2").is_err() && part("2/2") == Ok((2, 2)));
        assert!(seconds("0").is_err() && seconds("nan").is_err() && seconds("2.5") == Ok(2.5));
    }
}
