//! What new puzzles should be like, as requests say it.

use crate::message::Failure;
use cluewright::generate::{Kind, OnScale};
use cluewright::scale::{OWN_SCALE, Scale};
use cluewright::techniques::techniques_named;
use serde::Deserialize;

/// Where the regions of the grid come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Regions {
    /// They are made at random, as large as a row.
    Random,
}

/// How hard: from which figure to which, or a level's word.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Band {
    /// From and to.
    Ends(f64, f64),
    /// A level, as `meta` names them.
    Word(String),
}

impl Band {
    /// On a scale, or of the hardest step, in tenths. Errors: there is no such level.
    pub(crate) fn on(&self, scale: Option<&'static dyn Scale>) -> Result<Wanted, Failure> {
        // A difficulty beyond all numbers is the greatest there is.
        let tenths = |x: f64| format!("{:.0}", (x * 10.0).clamp(0.0, f64::from(u16::MAX))).parse().unwrap_or(u16::MAX);
        match (self, scale) {
            (Self::Ends(from, to), None) => Ok(Wanted::Step((tenths(*from), tenths(*to)))),
            (Self::Ends(from, to), Some(scale)) => {
                Ok(Wanted::Level(OnScale::read(scale.id(), &format!("{from}..{to}"))?))
            }
            (Self::Word(word), scale) => {
                let id = scale.map_or(OWN_SCALE, |scale| scale.id());
                Ok(Wanted::Level(OnScale::read(id, word)?))
            }
        }
    }
}

/// How hard it is to be.
pub(crate) enum Wanted {
    /// The hardest step, in tenths, from and to.
    Step((u16, u16)),
    /// A level of a scale.
    Level(OnScale),
}

/// Kinds of clues. Errors: one is none.
pub(crate) fn kinds(texts: &[String]) -> Result<Vec<Kind>, Failure> {
    let lists: Result<Vec<_>, _> = texts.iter().map(|text| Kind::read_all(text)).collect();
    Ok(lists?.concat())
}

/// Ids of techniques by what people call them. Errors: one has no technique.
pub(crate) fn technique_ids(names: &[String]) -> Result<Vec<&'static str>, Failure> {
    let mut ids = Vec::new();
    for name in names {
        ids.extend(techniques_named(name)?.iter().map(|info| info.id));
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_of_our_scale_and_figures_are_of_the_hardest_step() {
        let word = |word: &str| Band::Word(word.to_owned()).on(None);
        assert!(matches!(word("hard"), Ok(Wanted::Level(level)) if level == OnScale::read(OWN_SCALE, "hard").unwrap()));
        assert!(word("bitter").is_err());
        assert!(matches!(Band::Ends(2.0, 1e9).on(None), Ok(Wanted::Step((20, u16::MAX)))));
        let se = cluewright::scale::scale("se").unwrap();
        assert!(matches!(Band::Ends(7.0, 7.5).on(Some(se)), Ok(Wanted::Level(level)) if level.scale() == "se"));
    }
}
