//! How words are put together: lists, numbers, the word for one or for several.

/// `a, b and c`.
pub(crate) fn list(items: impl Iterator<Item = String>, last: &str) -> String {
    let items: Vec<String> = items.collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., end] => format!("{} {last} {end}", front.join(", ")),
    }
}

/// `1 in r1c1`, `1 in r1c1, and 2 and 3 in r1c2`: parts that may hold an "and" of their own.
pub(crate) fn clauses(parts: &[String]) -> String {
    match parts {
        [front @ .., last] if !front.is_empty() => format!("{}, and {last}", front.join(", ")),
        _ => parts.concat(),
    }
}

/// With a capital; but `r1c1` stays as it is written everywhere.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some('r'), Some(digit)) if digit.is_ascii_digit() => text.to_owned(),
        (Some(first), _) => first.to_uppercase().chain(chars).collect(),
        _ => String::new(),
    }
}

/// The word for one, or the word for several (or none).
pub(crate) fn verb<'w>(count: usize, one: &'w str, many: &'w str) -> &'w str {
    if count == 1 { one } else { many }
}

/// `is` for one cell, `make` for several: what comes before their sum.
pub(crate) fn make(cells: usize) -> &'static str {
    verb(cells, "is", "make")
}

/// A small number as a word.
pub(crate) fn count(n: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(n).map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// `one cell`, `three cells`.
pub(crate) fn cells(n: usize) -> String {
    format!("{} {}", count(n), verb(n, "cell", "cells"))
}
