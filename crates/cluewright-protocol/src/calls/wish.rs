//! What new puzzles should be like, as requests say it.

use crate::message::{Code, Failure};
use cluewright::LEVELS;
use cluewright::generate::{Kind, Prefer, Symmetry};
use cluewright::techniques::techniques_named;
use serde::Deserialize;

/// How the places of clues and givens repeat.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Turn {
    /// Not at all.
    #[default]
    None,
    /// Half a turn.
    Rotate,
    /// A quarter of a turn.
    Quarter,
    /// Left and right.
    Horizontal,
    /// Top and bottom.
    Vertical,
    /// The main diagonal.
    Diagonal,
    /// The other diagonal.
    Antidiagonal,
    /// Left and right, and top and bottom.
    Mirrors,
    /// Both diagonals.
    Diagonals,
    /// Every turn and mirror.
    Full,
}

impl Turn {
    pub(crate) fn symmetry(self) -> Symmetry {
        match self {
            Self::None => Symmetry::None,
            Self::Rotate => Symmetry::Rotate,
            Self::Quarter => Symmetry::Quarter,
            Self::Horizontal => Symmetry::Horizontal,
            Self::Vertical => Symmetry::Vertical,
            Self::Diagonal => Symmetry::Diagonal,
            Self::Antidiagonal => Symmetry::Antidiagonal,
            Self::Mirrors => Symmetry::Mirrors,
            Self::Diagonals => Symmetry::Diagonals,
            Self::Full => Symmetry::Full,
        }
    }
}

/// Which of several puzzles for one solution is preferred.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Preferred {
    /// Few givens, then few clues.
    #[default]
    FewGivens,
    /// Few clues and givens.
    FewClues,
    /// Few kinds of clues.
    FewKinds,
    /// Clues everywhere in the grid.
    Spread,
}

impl Preferred {
    pub(crate) fn prefer(self) -> Prefer {
        match self {
            Self::FewGivens => Prefer::FewGivens,
            Self::FewClues => Prefer::FewClues,
            Self::FewKinds => Prefer::FewKinds,
            Self::Spread => Prefer::Spread,
        }
    }
}

/// Where the regions of the grid come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Regions {
    /// They are made at random, as large as a row.
    Random,
}

/// How hard the hardest step is: from which difficulty to which, or a level's word.
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
    /// In tenths. Errors: there is no such level.
    pub(crate) fn tenths(&self) -> Result<(u16, u16), Failure> {
        // A difficulty beyond all numbers is the greatest there is.
        let tenths = |x: f64| format!("{:.0}", (x * 10.0).clamp(0.0, f64::from(u16::MAX))).parse().unwrap_or(u16::MAX);
        match self {
            Self::Ends(from, to) => Ok((tenths(*from), tenths(*to))),
            Self::Word(word) => {
                let plain = |word: &str| word.trim().to_lowercase().replace(['-', '_'], " ");
                let mut from = 0;
                for (to, level) in LEVELS {
                    if plain(level) == plain(word) {
                        return Ok((from, to));
                    }
                    from = to.saturating_add(1);
                }
                let levels: Vec<&str> = LEVELS.iter().map(|level| level.1).collect();
                Err(Failure::new(Code::BadInput, format!("no level is called `{word}`"))
                    .hint(format!("levels: {}", levels.join(", "))))
            }
        }
    }
}

/// Kinds of clues. Errors: one is none.
pub(crate) fn kinds(texts: &[String]) -> Result<Vec<Kind>, Failure> {
    texts.iter().map(|text| Ok(Kind::read(text)?)).collect()
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
    fn levels_follow_each_other() {
        let band = |word: &str| Band::Word(word.to_owned()).tenths();
        let mut next = 0;
        for (to, word) in LEVELS {
            assert_eq!(band(word).ok(), Some((next, to)), "{word}");
            next = to.saturating_add(1);
        }
        assert_eq!(band("very-hard").ok(), band("Very hard").ok());
        assert!(band("bitter").is_err());
        assert_eq!(Band::Ends(2.0, 1e9).tenths().ok(), Some((20, u16::MAX)));
    }
}
