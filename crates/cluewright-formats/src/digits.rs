//! Determines the digits of a drawn grid: as many as a row has cells, unless the text, the recorded solution or the givens indicate
//! other digits.

use cluewright_core::puzzle::Digits;
use cluewright_rules::told::{sentences, words};

/// The maximum plausible number of digits.
const MOST: i64 = 36;

/// The digits of a grid with `n` cells per row. `text` contains the rules in prose, `solution` all numbers of the recorded solution
/// (empty if the solution is incomplete), and `givens` the given numbers.
pub(crate) fn digits(n: u8, text: &str, solution: &[i64], givens: &[i64]) -> Digits {
    let usual = (1, i64::from(n));
    let said = said(text, i64::from(n));
    let ends = |numbers: &[i64]| Some((*numbers.iter().min()?, *numbers.iter().max()?));
    let within = |(a, b): (i64, i64), (from, to): (i64, i64)| from <= a && b <= to;
    let (first, last) = match (ends(solution), ends(givens), said) {
        (Some(seen), _, _) if within(seen, usual) && said.is_none_or(|s| !within(seen, s)) => usual,
        (Some(seen), _, Some(said)) if within(seen, said) => said,
        // A 0 may stand for an unknown cell. A 0 counts as a digit only if the digits then do not outnumber the cells of a row.
        (Some((0, last)), ..) if last < usual.1 => (0, usual.1 - 1),
        (Some((first, last)), ..) if first >= 1 => (1, last.max(usual.1)),
        (None, seen, Some(said)) if seen.is_none_or(|seen| within(seen, said)) => said,
        (None, Some((0, last)), _) if last < usual.1 => (0, usual.1 - 1),
        _ => usual,
    };
    if last - first >= MOST {
        return Digits { first: 1, count: n };
    }
    Digits { first: i32::try_from(first).unwrap_or(1), count: u8::try_from(last - first + 1).unwrap_or(n) }
}

/// The first and the last digit that the text states, as in "the digits 0 to 8" or "six digits from 1-9"; `None` if the text states
/// no digits, or fewer digits than a row has cells.
fn said(text: &str, n: i64) -> Option<(i64, i64)> {
    let range = |words: &[String]| {
        let [noun, rest @ ..] = words else { return None };
        if !["digit", "digits", "number", "numbers"].contains(&noun.as_str()) {
            return None;
        }
        let rest =
            rest.iter().filter(|w| !["are", "from", "to", "through", "the", "in", "range"].contains(&w.as_str()));
        let mut numbers = rest.map(|w| w.parse::<i64>().ok());
        let (first, last) = (numbers.next()??, numbers.next()??);
        // If a third number follows, as in "the digits 1 2 and 3", the numbers are a list, not a range.
        let goes_on = numbers.next().flatten().is_some();
        (!goes_on && (0..=1).contains(&first) && (n..=MOST).contains(&(last - first + 1))).then_some((first, last))
    };
    sentences(text).into_iter().find_map(|sentence| {
        let words = words(sentence);
        (0..words.len()).find_map(|at| range(&words[at..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_solution_and_givens_say_which_digits_there_are() {
        let of = |text: &str, solution: &[i64], givens: &[i64]| {
            let Digits { first, count } = digits(4, text, solution, givens);
            (first, count)
        };
        assert_eq!(of("", &[], &[]), (1, 4));
        assert_eq!(of("Place the digits 0-3 once each.", &[], &[]), (0, 4));
        assert_eq!(of("Exactly four digits from 1 to 9 stand in each row.", &[], &[]), (1, 9));
        assert_eq!(of("The digits 1, 2 and 3 do not repeat.", &[], &[]), (1, 4));
        assert_eq!(of("Numbers 0 to 2 are small.", &[], &[]), (1, 4));
        assert_eq!(of("", &[0, 1, 2, 3], &[]), (0, 4));
        assert_eq!(of("", &[1, 2, 3, 6], &[]), (1, 6));
        assert_eq!(of("The digits 0 to 4.", &[0, 1, 2, 4], &[]), (0, 5));
        assert_eq!(of("The digits 0 to 3.", &[1, 2, 3, 4], &[]), (1, 4), "the solution knows better");
        assert_eq!(of("", &[], &[0, 3]), (0, 4));
        assert_eq!(of("", &[0, 4], &[]), (1, 4), "cells that are not known");
    }
}
