//! Nouns for figures.

use super::color::Color;
use super::figure::{Base, Body, Looks};

/// Prefixes of the words by which a sentence may refer to figures of this appearance.
pub(super) fn names(looks: &Looks) -> Vec<String> {
    let colors = looks.color.map(Color::words).unwrap_or_default();
    let word = (!looks.word.is_empty()).then(|| looks.word.to_lowercase());
    nouns(looks).iter().chain(colors).map(|word| (*word).to_owned()).chain(word).collect()
}

/// Prefixes of nouns for figures of this appearance.
pub(super) fn nouns(looks: &Looks) -> &'static [&'static str] {
    match looks.base {
        Base::Line => &["line", "thermo", "path", "snake", "loop", "track", "road", "worm", "diamond"],
        Base::Arrows => &["arrow"],
        Base::Cell => match looks.bodies[..] {
            [Body::Circle] => &["circle", "disc", "dot", "round"],
            [Body::Square] => &["square", "cell", "shaded"],
            [Body::Diamond] => &["diamond"],
            _ => &["letter", "symbol", "number", "cell"],
        },
        Base::Edge | Base::Corner => {
            &["dot", "circle", "between", "edge", "border", "sign", "symbol", "square", "clue"]
        }
        Base::Shade => &["shaded", "coloured", "colored", "highlighted", "area", "region", "cell", "square"],
        Base::Cage => &["cage", "outline", "dashed", "box", "area"],
        Base::Outside | Base::Pointed => &["outside", "clue", "beside", "arrow", "number", "edge"],
        Base::Diagonal { .. } => &["diagonal", "line"],
        Base::Chevrons { .. } => {
            &["chevron", "maxim", "minim", "arrow", "shaded", "higher", "lower", "larger", "smaller", "greater"]
        }
    }
}
