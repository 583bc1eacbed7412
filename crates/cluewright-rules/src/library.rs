//! The library: one text file for each rule, and one word for each in the list below.

macro_rules! library {
    ($($name:literal),* $(,)?) => {
        /// Every rule's name and text, in the order in which lists show them.
        pub(crate) const RULES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../library/", $name, ".rule")))),*
        ];
    };
}

// A new rule is a file in library/ and a word here.
library! {
    "classic", "rows", "columns", "boxes", "regions", "irregular", "latin",
    "diagonals", "diagonal-minus", "diagonal-plus", "windoku", "disjoint-groups", "extra-region",
    "anti-king", "anti-knight", "leaper", "nonconsecutive", "miracle",
    "thermometer", "slow-thermometer", "killer-cage", "arrow", "palindrome", "clone", "whispers", "renban",
    "white-dot", "black-dot", "x", "v", "inequality", "odd", "even", "minimum", "maximum",
    "difference", "ratio", "sum-dot",
    "all-different", "anti-taxicab", "arithmetic-line", "between-line", "box-indexer", "column-indexer",
    "contains-at-least", "contains-exactly", "count-distinct", "counting-circles", "digital-root", "double-arrow",
    "dutch-flatmates", "entropic-line", "equal-sums", "equality-cage", "global-entropy", "global-modular",
    "hidden-skyscraper", "little-killer", "lockout-line", "look-and-say", "lunchbox", "magic-square", "modular-line",
    "nabner", "negative-kropki", "negative-ratio", "negative-xv", "not-renban", "numbered-room", "pill-arrow",
    "quadruple", "regex", "region-sum-line", "rellik-cage", "row-indexer", "same-digits", "sandwich", "skyscraper",
    "sum", "sum-line", "value-indexing", "x-sum", "zipper-line",
    "allowed-digits", "ambiguous-arrow", "chaos-arrow", "chaos-construction", "chaos-count", "connected-values",
    "doppelganger", "entropic-sets", "even-lots", "flatmates", "full-rank", "full-rank-distinct", "full-rank-ties",
    "index-line", "magnet-sum", "odd-even-thermometer", "odd-lots", "parity-sum", "region-same-values",
    "successor-arrow", "sum-choice", "sum-range", "visible-skyscraper-line",
    "yin-yang", "doublers", "negators",
}
