//! The library of rules: one text file for each rule, and the list of the rules' names below.

use std::sync::OnceLock;

macro_rules! library {
    ($($name:literal),* $(,)?) => {
        /// The names of all rules, in the order in which they are listed to users.
        pub(crate) const NAMES: &[&str] = &[$($name),*];

        #[cfg(any(not(debug_assertions), target_family = "wasm"))]
        const TEXTS: &[&str] = &[$(include_str!(concat!("../library/", $name, ".rule"))),*];
    };
}

/// The text of the rule with this index in [`NAMES`].
#[cfg(any(not(debug_assertions), target_family = "wasm"))]
pub(crate) fn text(number: usize) -> &'static str {
    TEXTS[number]
}

/// The text of the rule with this index in [`NAMES`]. A build with debug assertions reads the text from its file, so that changes
/// to a rule need no recompilation.
#[cfg(all(debug_assertions, not(target_family = "wasm")))]
pub(crate) fn text(number: usize) -> &'static str {
    static TEXTS: [OnceLock<String>; NAMES.len()] = [const { OnceLock::new() }; NAMES.len()];
    TEXTS[number].get_or_init(|| {
        let path = format!("{}/library/{}.rule", env!("CARGO_MANIFEST_DIR"), NAMES[number]);
        std::fs::read_to_string(&path)
            .unwrap_or_else(|e| panic!("a debug build reads the rules in their folder: {path}: {e}"))
    })
}

// To add a rule, add its file to library/ and its name here.
library! {
    "classic", "rows", "columns", "boxes", "regions", "irregular", "latin",
    "diagonals", "diagonal-minus", "diagonal-plus", "windoku", "disjoint-groups", "girandola", "asterisk",
    "center-dot", "extra-region",
    "anti-king", "anti-knight", "leaper", "nonconsecutive", "nonconsecutive-cyclic", "nonconsecutive-diagonal",
    "nonconsecutive-diagonal-cyclic", "miracle",
    "thermometer", "slow-thermometer", "killer-cage", "arrow", "palindrome", "clone", "whispers", "renban",
    "white-dot", "black-dot", "x", "v", "inequality", "odd", "even", "minimum", "maximum",
    "difference", "ratio", "sum-dot",
    "all-different", "anti-taxicab", "arithmetic-line", "between-line", "box-indexer", "column-indexer",
    "contains-at-least", "contains-exactly", "count-distinct", "counting-circles", "digital-root", "double-arrow",
    "dutch-flatmates", "entropic-line", "equal-sums", "equality-cage", "global-entropy", "global-modular",
    "hidden-skyscraper", "little-killer", "lockout-line", "look-and-say", "lunchbox", "magic-square", "modular-line",
    "nabner", "negative-kropki", "negative-ratio", "negative-xv", "not-renban", "numbered-room", "pill-arrow",
    "quadruple", "regex", "region-sum-line", "box-sum-line", "rellik-cage", "row-indexer", "same-digits", "sandwich", "skyscraper",
    "sum", "sum-line", "value-indexing", "x-sum", "zipper-line",
    "allowed-digits", "ambiguous-arrow", "chaos-arrow", "chaos-construction", "chaos-count", "connected-values",
    "doppelganger", "entropic-sets", "even-lots", "flatmates", "full-rank", "full-rank-distinct", "full-rank-ties",
    "index-line", "magnet-sum", "odd-even-thermometer", "odd-lots", "parity-sum", "region-same-values",
    "successor-arrow", "sum-choice", "sum-range", "visible-skyscraper-line",
    "yin-yang", "doublers", "negators", "top-bottom", "in-every-square",
    "parity-line", "same-parity-line", "same-difference-line", "split-pea", "product-line", "average-arrow", "line-sum",
    "gray-dot", "whispers-dot", "frame-sum", "outside-digits", "product-cage",
    "negative-x", "negative-v", "anti-diagonal", "equal-cage-totals", "distinct-cage-totals",
    "nonconsecutive-dot", "nonratio-dot", "difference-cage", "range-cage", "average-cage", "product", "distinct-dots",
    "outside-odd", "outside-even",
}

/// A format, a rule's name in this format, and the index of the rule whose `also` line contains the name.
type Alias = (&'static str, &'static str, u16);

/// The names that other programs use for the library's rules. A quick scan for `also` lines finds them without parsing the rules.
pub(crate) fn aliases() -> &'static [Alias] {
    static ALIASES: OnceLock<Vec<Alias>> = OnceLock::new();
    ALIASES.get_or_init(|| {
        let mut all = Vec::new();
        for (number, _) in (0u16..).zip(NAMES) {
            for line in text(usize::from(number)).lines().filter_map(|l| l.trim_start().strip_prefix("also ")) {
                let mut depth = 0;
                let items = line.split(|c| {
                    depth += i32::from(matches!(c, '(' | '{')) - i32::from(matches!(c, ')' | '}'));
                    c == ',' && depth == 0
                });
                for item in items {
                    let Some((format, rest)) = item.trim().split_once(' ') else { continue };
                    let rest = rest.trim_start();
                    let name = match rest.strip_prefix('"') {
                        Some(quoted) => quoted.split('"').next(),
                        None => rest.split([' ', '(', '{']).next(),
                    };
                    all.extend(name.map(|name| (format, name, number)));
                }
            }
        }
        all
    })
}
