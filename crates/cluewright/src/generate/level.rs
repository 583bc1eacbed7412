//! Levels of scales, and the position of a puzzle relative to a level.

use crate::compiled::Compiled;
use crate::error::Error;
use crate::report::ScaleReport;
use crate::scale::{OWN_SCALE, Scale, scale};
use cluewright_core::{BadInput, CellSet};

/// A level of a scale, or a range of the scale's main figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnScale {
    scale: &'static str,
    band: Band,
    /// Whether the level was requested by name. If so, a puzzle to which the scale gives a different name does not match, whatever
    /// its figure.
    named: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Band {
    /// The index of the requested level, and the index of the highest level.
    Level(usize, usize),
    /// The minimum and maximum figure, in tenths.
    Figure(u32, u32),
}

/// The position of a puzzle relative to the requested level.
pub(super) enum LevelMatch {
    /// The puzzle is easier than requested, by this many levels or tenths of the figure.
    Easier(f64),
    Fits(Box<ScaleReport>),
    /// The puzzle is harder than requested, by this many levels or tenths of the figure. Includes the cells where solving takes
    /// the most time.
    Harder(f64, CellSet),
    /// The scale does not rate the puzzle.
    Unknown,
}

/// A puzzle beyond all levels that have a range counts as at least this far from the request, in tenths of the figure.
const BEYOND: f64 = 10_000.0;
/// Ratings usually stop when the figure exceeds the requested maximum by more than this.
pub(super) const AHEAD: f64 = 150.0;

impl OnScale {
    /// Reads the name of a level (such as `easy` of `HoDoKu`) or a range of the main figure (such as `7.0..7.5` of Sudoku
    /// Explainer's ER) that may be open at one end.
    ///
    /// Errors: there is no scale with this name, or it has no such level.
    ///
    /// ```
    /// use cluewright::generate::OnScale;
    /// assert!(OnScale::read("hodoku", "unfair").is_ok() && OnScale::read("se", "7.0..7.5").is_ok());
    /// assert!(OnScale::read("cluewright", "hard").is_ok() && OnScale::read("cluewright", "250..300").is_ok());
    /// assert!(OnScale::read("se", "9.0..").is_ok() && OnScale::read("cluewright", "..150").is_ok());
    /// assert!(OnScale::read("se", "unfair").is_err() && OnScale::read("inches", "3").is_err());
    /// ```
    pub fn read(id: &str, text: &str) -> Result<Self, Error> {
        let by = scale(id)?;
        let (scale, levels) = (by.id(), by.levels());
        let text = text.trim();
        if let Some(at) = levels.iter().position(|level| level.0.eq_ignore_ascii_case(text)) {
            let band = match &levels[at].1 {
                Some(range) => Band::Figure(u32::from(range.start) * 10, u32::from(range.end - 1) * 10),
                None => Band::Level(at, levels.len() - 1),
            };
            return Ok(Self { scale, band, named: true });
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded on the line before")]
        let tenths = |text: &str| {
            let figure: f64 = text.trim().parse().ok().filter(|f| (0.0..1e8).contains(f))?;
            Some((figure * 10.0).round() as u32)
        };
        // An open end of a range has no limit.
        let end = |text: &str, open: u32| if text.trim().is_empty() { Some(open) } else { tenths(text) };
        let band = match text.split_once("..").filter(|sides| *sides != ("", "")) {
            Some((low, high)) => end(low, 0).zip(end(high, u32::MAX)),
            None => tenths(text).map(|figure| (figure, figure)),
        };
        let band = band.filter(|(low, high)| low <= high);
        let band = band.ok_or_else(|| {
            let names: Vec<String> = levels.iter().map(|level| level.0.to_lowercase()).collect();
            let words = if names.is_empty() { String::new() } else { format!(", or {}", names.join(", ")) };
            BadInput::new(format!("`{text}` is not a level of the scale `{scale}`"))
                .hint(format!("use a range of figures such as 7.0..7.5{words}"))
        })?;
        Ok(Self { scale, band: Band::Figure(band.0, band.1), named: false })
    }

    /// Interprets a requested difficulty: with a scale, as [`Self::read`] does; a level's name without a scale refers to our own
    /// scale. `None`: the text is a number or range without a scale, which means the difficulty of the hardest step.
    ///
    /// Errors: as for [`Self::read`].
    ///
    /// ```
    /// use cluewright::generate::OnScale;
    /// assert_eq!(OnScale::asked(None, "hard"), OnScale::asked(Some("cluewright"), "hard"));
    /// assert_eq!(OnScale::asked(None, "2.0..4.5")?, None);
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn asked(scale: Option<&str>, text: &str) -> Result<Option<Self>, Error> {
        let figures = text.trim().starts_with(|c: char| c.is_ascii_digit() || c == '.');
        match scale {
            Some(scale) => Self::read(scale, text).map(Some),
            None if figures => Ok(None),
            None => Self::read(OWN_SCALE, text).map(Some),
        }
    }

    /// Checks that a puzzle of this level can have as many as `open` open cells. Errors: filling in so many cells takes more than
    /// the level allows; the message names the minimum.
    pub(super) fn allows(self, open: usize, cells: usize) -> Result<(), Error> {
        let by = scale(self.scale)?;
        let (least, leading) = (by.least(open, cells), by.leading());
        let Band::Figure(_, high) = self.band else { return Ok(()) };
        let most = f64::from(high) / 10.0;
        if least <= most {
            return Ok(());
        }
        let why = format!("filling in {open} cells takes at least {least} {leading}, but at most {most} are allowed");
        let higher =
            by.levels().into_iter().find(|(_, range)| range.as_ref().is_some_and(|r| f64::from(r.end) > least));
        let higher =
            higher.map_or_else(String::new, |(name, _)| format!("use the level `{name}` or a higher level, or "));
        Err(BadInput::new(why).hint(format!("{higher}require givens, for example in a third of the cells")).into())
    }

    /// Whether a range of figures was requested, by a level's name or by numbers.
    pub(super) fn has_figures(self) -> bool {
        matches!(self.band, Band::Figure(..))
    }

    /// Whether this is the lowest level, that of puzzles solved by singles alone.
    pub(super) fn is_lowest(self) -> bool {
        matches!(self.band, Band::Level(0, _))
    }

    /// Whether this is the highest level, for which the hardest puzzle of a chain is rated.
    pub(super) fn is_highest(self) -> bool {
        matches!(self.band, Band::Level(at, last) if at == last)
    }

    /// The scale's name.
    pub fn scale(self) -> &'static str {
        self.scale
    }

    /// Compares a puzzle with the requested level. If the puzzle's figure exceeds the requested maximum by more than `ahead`, the
    /// rating stops, and the result tells how far the puzzle was from being solved.
    pub(super) fn look(self, by: &dyn Scale, compiled: &Compiled, ahead: f64, stop: &dyn Fn() -> bool) -> LevelMatch {
        let levels = by.levels();
        let most = match self.band {
            Band::Figure(_, high) => f64::from(high) / 10.0 + ahead,
            Band::Level(..) => f64::INFINITY,
        };
        let Ok((measured, cells)) = by.look(compiled, most, self.named, stop) else { return LevelMatch::Unknown };
        let mut open = CellSet::with_capacity(compiled.model().len());
        for cell in cells {
            open.insert(cell);
        }
        let place = levels.iter().position(|level| measured.word.as_deref() == Some(level.0));
        match measured.word {
            // The rating stopped before the solution. No figure measures the distance to it, but the number of remaining cells
            // does.
            None if !levels.is_empty() && !open.is_empty() => {
                let by = BEYOND + BEYOND * open.len() as f64 / compiled.puzzle().cell_count().max(1) as f64;
                return LevelMatch::Harder(by, open);
            }
            None if !levels.is_empty() => return LevelMatch::Unknown,
            // The figure is above all levels that have a range.
            Some(_) if self.named && place.is_none() => return LevelMatch::Harder(BEYOND, open),
            _ => {}
        }
        let (low, is, high) = match self.band {
            Band::Level(wanted, _) => {
                let Some(is) = place else { return LevelMatch::Unknown };
                (wanted as f64, is as f64, wanted as f64)
            }
            Band::Figure(low, high) => {
                let Some(figure) = measured.figures.get(by.leading()) else { return LevelMatch::Unknown };
                (f64::from(low), (figure * 10.0).round(), f64::from(high))
            }
        };
        if is < low {
            LevelMatch::Easier(low - is)
        } else if is > high {
            LevelMatch::Harder(is - high, open)
        } else {
            LevelMatch::Fits(Box::new(ScaleReport::new(self.scale, Ok(measured))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside(level: &str, text: &str) -> LevelMatch {
        let puzzle = cluewright_formats::read(text).unwrap().puzzle;
        let level = OnScale::asked(None, level).unwrap().unwrap();
        level.look(scale(level.scale()).unwrap(), &Compiled::new(puzzle).unwrap(), AHEAD, &|| false)
    }

    /// A puzzle beyond patterns does not have the level `expert`, whatever its points; only a range of figures accepts it.
    #[test]
    fn what_is_beyond_patterns_is_of_no_level() {
        let hardest = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";
        assert!(matches!(beside("expert", hardest), LevelMatch::Harder(..)));
        let figures = OnScale::read(OWN_SCALE, "450..1000").unwrap();
        let compiled = Compiled::new(cluewright_formats::read(hardest).unwrap().puzzle).unwrap();
        assert!(matches!(figures.look(scale(OWN_SCALE).unwrap(), &compiled, AHEAD, &|| false), LevelMatch::Fits(_)));
        let easy = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        assert!(matches!(beside("easy", easy), LevelMatch::Fits(_)));
        assert!(matches!(beside("medium", easy), LevelMatch::Easier(_)));
    }

    /// A level is rejected, with the possible minimum in the message, if filling in the grid alone takes longer than the level
    /// allows and givens cannot help.
    #[test]
    fn a_grid_that_is_empty_is_never_easy() {
        let level = |text: &str| OnScale::asked(None, text).unwrap().unwrap();
        let why = level("easy").allows(81, 81).unwrap_err().to_string();
        assert!(
            why.contains("81 cells takes at least 278 points, but at most 274") && why.contains("`medium`"),
            "{why}"
        );
        assert!(level("medium").allows(81, 81).is_ok() && level("easy").allows(56, 81).is_ok());
        assert!(OnScale::read("hodoku", "easy").unwrap().allows(81, 81).is_ok());
    }

    /// The points of an unfinished path are a lower bound.
    #[test]
    fn what_is_not_rated_to_its_end_is_of_no_level() {
        let several = "...............................................................................12";
        assert!(matches!(beside("beginner", several), LevelMatch::Harder(..)));
    }
}
