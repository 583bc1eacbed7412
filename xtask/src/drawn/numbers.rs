//! Computes numbers of clues from a full grid, by direct counting.

/// A full grid.
pub(super) struct Grid {
    pub(super) width: usize,
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) digits: Vec<i32>,
}

/// Parses `r1c2` to row and column, from 1. Row and column may have fractions, for places between cells.
pub(super) fn place(word: &str) -> Option<(f64, f64)> {
    let (row, col) = word.strip_prefix('r')?.split_once('c')?;
    Some((row.parse().ok()?, col.parse().ok()?))
}

/// The places in `r1c1`, or in a straight line such as `r1c1-r1c4`.
pub(super) fn places(word: &str) -> Option<Vec<(f64, f64)>> {
    let Some((from, to)) = word.split_once('-') else { return Some(vec![place(word)?]) };
    let (from, to) = (place(from)?, place(to)?);
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    let steps = down.abs().max(right.abs());
    let step = |i: u32| (from.0 + down / steps * f64::from(i), from.1 + right / steps * f64::from(i));
    Some((0..=steps as u32).map(step).collect())
}

impl Grid {
    fn at(&self, (row, col): (f64, f64)) -> Option<i32> {
        self.digits.get((row as usize - 1) * self.width + col as usize - 1).copied()
    }

    /// The line with every `{word cells}` replaced by its number.
    pub(super) fn filled(&self, line: &str) -> Result<String, String> {
        let mut out = String::new();
        let mut rest = line;
        while let Some((before, inner)) = rest.split_once('{') {
            // A brace that belongs to JSON.
            if !inner.starts_with(|c: char| c.is_ascii_lowercase()) {
                out.extend([before, "{"]);
                rest = inner;
                continue;
            }
            let (inner, after) = inner.split_once('}').ok_or_else(|| format!("no }} in {line}"))?;
            out += before;
            out += &self.number(inner).ok_or_else(|| format!("no number: {inner}"))?;
            rest = after;
        }
        Ok(out + rest)
    }

    fn number(&self, text: &str) -> Option<String> {
        let mut words = text.split(' ');
        let what = words.next()?;
        let places: Vec<Vec<(f64, f64)>> = words.map(places).collect::<Option<_>>()?;
        let digits: Vec<i32> = places.into_iter().flatten().map(|p| self.at(p)).collect::<Option<_>>()?;
        let joined = |digits: &[i32], gap: &str| digits.iter().map(i32::to_string).collect::<Vec<_>>().join(gap);
        Some(match what {
            "sum" => digits.iter().sum::<i32>().to_string(),
            "product" => digits.iter().product::<i32>().to_string(),
            "cube" => digits.iter().sum::<i32>().pow(3).to_string(),
            "difference" => (digits.first()? - digits.last()?).abs().to_string(),
            // The sum of the digits between the lowest and the highest digit of the grid.
            "between" => {
                let place = |n| digits.iter().position(|d| *d == n);
                let (a, b) = (place(self.low)?, place(self.high)?);
                digits[a.min(b) + 1..a.max(b)].iter().sum::<i32>().to_string()
            }
            "first" => digits.get(..*digits.first()? as usize)?.iter().sum::<i32>().to_string(),
            "seen" => (0..digits.len()).filter(|&i| digits[..i].iter().all(|d| *d < digits[i])).count().to_string(),
            "digits" => joined(&digits, " "),
            "list" => joined(&digits, ""),
            _ => return None,
        })
    }

    /// The pairs of neighbours that pass a test, each written as `r1c1 r1c2`.
    pub(super) fn pairs(&self, test: &str) -> Vec<String> {
        let (width, all) = (self.width, self.digits.len());
        let name = |c: usize| format!("r{}c{}", c / width + 1, c % width + 1);
        let passes = |a: i32, b: i32| match test {
            "consecutive" => (a - b).abs() == 1,
            "double" => (a == 2 * b || b == 2 * a) && (a - b).abs() != 1,
            "ten" => a + b == 10,
            "five" => a + b == 5,
            _ => false,
        };
        let right = (0..all).filter(|c| c % width + 1 < width).map(|c| (c, c + 1));
        let down = (0..all).filter(|c| c + width < all).map(|c| (c, c + width));
        let pairs = right.chain(down).filter(|&(a, b)| passes(self.digits[a], self.digits[b]));
        pairs.map(|(a, b)| format!("{} {}", name(a), name(b))).collect()
    }

    /// A heading followed by the rows of the grid, with `.` for no digit.
    pub(super) fn rows(&self, heading: &str, digit: &dyn Fn(usize) -> Option<i32>) -> String {
        let mut out = format!("{heading}:\n");
        for row in 0..self.digits.len() / self.width {
            let one = |col: usize| digit(row * self.width + col).map_or(".".to_owned(), |d| d.to_string());
            out += "  ";
            out.extend((0..self.width).map(one));
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted() {
        let digits = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let grid = Grid { width: 4, low: 1, high: 4, digits };
        let line = grid.filled("a {sum r1c1-r1c3} {product r1c2 r1c3} {between r1c1-r1c4} {first r1c2-r1c4}").ok();
        assert_eq!(line.as_deref(), Some("a 6 6 5 5"));
        let line = grid.filled("{seen r2c1-r2c4} {digits r1c1 r2c2} {list r4c1 r4c4} {difference r1c1 r1c4}").ok();
        assert_eq!(line.as_deref(), Some("2 1 4 41 3"));
        // The pairs of 1 and 2 are both double and consecutive.
        assert_eq!(grid.pairs("double"), ["r1c2 r2c2", "r1c4 r2c4", "r3c1 r4c1", "r3c3 r4c3"]);
        assert!(grid.filled("{other r1c1}").is_err() && grid.filled("{sum r1c1").is_err());
    }
}
