//! Short codes for the 81 cells of a classic puzzle, in which one character can stand for a run of blank cells.
//!
//! Two codes are in use. `SudokuPad`'s older code leaves digits unchanged and has a character for each length of a run. In the
//! other code, which `SudokuPad` and Sudoku Exchange share, one character means a digit and the number of blanks after it. Sources
//! (facts only): SudokuPad/sudokutools (MPL-2) and grantm/sudoku-web-app (MIT).

/// The characters for runs in `SudokuPad`'s older code, by length; A is a run of length 0.
const RUNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";
/// The maximum number of blanks after a digit that one character of the newer code can express.
const MOST: usize = 5;

/// The cells of a code (0: blank), at most `most`, and the rest of the text. `None` if a character does not belong to the code,
/// or a run extends beyond the last cell.
pub(crate) fn folded_pairs(code: &str, most: usize) -> Option<(Vec<u8>, &str)> {
    let mut cells = Vec::with_capacity(most);
    for (at, c) in code.char_indices() {
        if cells.len() >= most {
            return Some((cells, &code[at..]));
        }
        let value = value(c)?;
        cells.push(value % 10);
        cells.resize(cells.len() + usize::from(value / 10), 0);
    }
    (cells.len() <= most).then_some((cells, ""))
}

/// The value of a character: its digit, plus 10 times the number of blanks after the digit.
fn value(c: char) -> Option<u8> {
    let code = u8::try_from(c).ok()?;
    match code {
        b'0'..=b'9' => Some(code - b'0'),
        b'A'..=b'Z' => Some(code - b'A' + 10),
        b'a'..=b'x' => Some(code - b'a' + 36),
        _ => None,
    }
}

/// The number of cells in a code of the newer kind; `None` if the code has other characters.
pub(crate) fn pairs_count(code: &str) -> Option<usize> {
    code.chars().map(|c| value(c).map(|v| 1 + usize::from(v / 10))).sum()
}

/// Writes cells (0: blank) in the newer code.
pub(crate) fn pairs(cells: &[u8]) -> String {
    let mut out = String::new();
    let mut rest = cells;
    while let [digit, after @ ..] = rest {
        let blanks = after.iter().take(MOST).take_while(|c| **c == 0).count();
        let value = digit % 10 + 10 * u8::try_from(blanks).unwrap_or(0);
        out.push(char::from(match value {
            0..=9 => b'0' + value,
            10..=35 => b'A' + value - 10,
            _ => b'a' + value - 36,
        }));
        rest = &after[blanks..];
    }
    out
}

/// The number of cells in a code of the older kind; `None` if the code has other characters.
pub(crate) fn runs_count(code: &str) -> Option<usize> {
    code.chars().map(|c| if c.is_ascii_digit() { Some(1) } else { RUNS.find(c) }).sum()
}

/// The cells (0: blank) of a code of the older kind; `None` if there are more than `most`.
pub(crate) fn runs(code: &str, most: usize) -> Option<Vec<u8>> {
    runs_count(code).filter(|count| *count <= most)?;
    let mut cells = Vec::with_capacity(most);
    for c in code.chars() {
        match c.to_digit(10) {
            Some(digit) => cells.push(u8::try_from(digit).unwrap_or(0)),
            None => cells.resize(cells.len() + RUNS.find(c)?, 0),
        }
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_one_puzzle() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let cells: Vec<u8> = line.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
        assert_eq!(runs("53C7E6C195E98E6B8D6D34C8B3C17D2D6B6E28E419C5E8C79", 81).unwrap(), cells);
        assert_eq!(folded_pairs("5NlQ19j9mGca3OIN1bWGk2m41TjS79", 81).unwrap(), (cells.clone(), ""));
        assert_eq!(pairs(&cells), "5NlQ19j9mGca3OIN1bWGk2m41TjS79");
        assert_eq!(pairs(&[0; 81]), "oooooooooooooK");
        assert_eq!(folded_pairs("oooooooooooooKwx", 81).unwrap(), (vec![0; 81], "wx"));
        // This code of blank cells has 83 cells, two too many.
        assert!(folded_pairs("oooooooooooook", 81).is_none());
    }
}
