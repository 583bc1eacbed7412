//! Puzzles of a grid led towards a level of a scale, or to a technique that they need.
//!
//! A puzzle without a given too many is the hardest that there is with its givens. One given after the other is added where
//! single places and digits come to no end, until those lead to the end: a chain of puzzles each easier than the one before.
//! Somewhere in it is what is wanted, and most of it need not be looked at.

use super::goal::Goal;
use super::made::Difficulty;
use super::quick::Quick;
use super::singles::Singles;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::hopeless::Hopeless;
use crate::random::Random;
use crate::report::ScaleReport;
use crate::scale::{OWN_SCALE, Scale, scale};
use cluewright_core::puzzle::Given;
use cluewright_core::{BadInput, Cell, Value};
use cluewright_search::classic::{canonical, is_classic};
use cluewright_search::{Limits, Stopped};

/// What puzzles are led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Aim {
    /// The id of a technique without which, and with all that are rated below it, there is no going on.
    pub technique: Option<&'static str>,
    /// A level of a scale.
    pub level: Option<OnScale>,
    /// No two puzzles have one solution grid, not even when one is rearranged (an ordinary 9x9 grid).
    pub distinct: bool,
}

/// A level of a scale, or a range of its leading figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnScale {
    scale: &'static str,
    band: Band,
    /// Is it a level by its name? What the scale has another word for is none of that level, whatever its figure.
    named: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Band {
    /// The number of a level, and of the highest one.
    Level(usize, usize),
    /// Least and greatest figure, in tenths.
    Figure(u32, u32),
}

/// What a puzzle is, beside what is wanted.
pub(super) enum Beside {
    /// By how much, in levels or figures.
    Easier(f64),
    Fits(Box<ScaleReport>),
    /// By how much.
    Harder(f64),
    /// The scale says nothing of it.
    Unknown,
}

/// How much harder what is beyond all levels is than any of them, in tenths of figures.
const BEYOND: f64 = 10_000.0;
/// Chains that are tried for a puzzle.
const CHAINS: u32 = 3;

impl OnScale {
    /// Reads a level's name (`easy`, of `HoDoKu`) or a range of the leading figure (`7.0..7.5`, of Sudoku Explainer's ER).
    ///
    /// Errors: no scale is called so; it has no such level.
    ///
    /// ```
    /// use cluewright::generate::OnScale;
    /// assert!(OnScale::read("hodoku", "unfair").is_ok() && OnScale::read("se", "7.0..7.5").is_ok());
    /// assert!(OnScale::read("cluewright", "hard").is_ok() && OnScale::read("cluewright", "250..300").is_ok());
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
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let band = tenths(low).zip(tenths(high)).filter(|(low, high)| low <= high);
        let band = band.ok_or_else(|| {
            let names: Vec<String> = levels.iter().map(|level| level.0.to_lowercase()).collect();
            let words = if names.is_empty() { String::new() } else { format!(", or {}", names.join(", ")) };
            BadInput::new(format!("`{text}` is no level of the scale `{scale}`"))
                .hint(format!("a range of its figures such as 7.0..7.5{words}"))
        })?;
        Ok(Self { scale, band: Band::Figure(band.0, band.1), named: false })
    }

    /// What a difficulty means that somebody asks for: on a scale that is named, what [`Self::read`] reads; a word alone is
    /// one of our own scale. `None`: figures alone, which are those of the hardest step.
    ///
    /// Errors: as of [`Self::read`].
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

    /// Is it the lowest level, to which single places and digits lead?
    fn is_lowest(self) -> bool {
        matches!(self.band, Band::Level(0, _))
    }

    /// Is it the highest level, so that the hardest puzzle of a chain is the one to look at?
    fn is_highest(self) -> bool {
        matches!(self.band, Band::Level(at, last) if at == last)
    }

    /// The scale's name.
    pub fn scale(self) -> &'static str {
        self.scale
    }

    pub(super) fn look(self, by: &dyn Scale, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Beside {
        let Ok(measured) = by.rate(compiled, stop) else { return Beside::Unknown };
        let levels = by.levels();
        let place = levels.iter().position(|level| measured.word.as_deref() == Some(level.0));
        match measured.word {
            // The end was not reached: the figure is the least there can be.
            None if !levels.is_empty() => return Beside::Unknown,
            // Above all levels that have a range.
            Some(_) if self.named && place.is_none() => return Beside::Harder(BEYOND),
            _ => {}
        }
        let (low, is, high) = match self.band {
            Band::Level(wanted, _) => {
                let Some(is) = place else { return Beside::Unknown };
                (wanted as f64, is as f64, wanted as f64)
            }
            Band::Figure(low, high) => {
                let Some(figure) = measured.figures.get(by.leading()) else { return Beside::Unknown };
                (f64::from(low), (figure * 10.0).round(), f64::from(high))
            }
        };
        if is < low {
            Beside::Easier(low - is)
        } else if is > high {
            Beside::Harder(is - high)
        } else {
            Beside::Fits(Box::new(ScaleReport::new(self.scale, Ok(measured))))
        }
    }
}

/// What came of a lead: the choice, and what is told of how hard it is.
pub(super) struct Led {
    pub(super) chosen: Vec<bool>,
    pub(super) difficulty: Option<Difficulty>,
    pub(super) rating: Option<ScaleReport>,
}

/// For each choice of givens another solution that has them, too.
type Others<'a> = &'a mut dyn FnMut(&[Vec<bool>]) -> Result<Vec<Option<Vec<Value>>>, Hopeless>;

/// A chain of puzzles in the making.
pub(super) struct Lead<'a> {
    /// The puzzle without givens, and places that go together.
    pub(super) base: &'a Compiled,
    pub(super) orbits: &'a [Vec<Cell>],
    /// Makes a puzzle of givens.
    pub(super) with_givens: &'a dyn Fn(Vec<Given>) -> Option<Compiled>,
    pub(super) singles: Option<&'a Singles>,
    pub(super) goal: Option<&'a Goal>,
    pub(super) quick: Option<&'a Quick>,
    /// For each choice of givens another solution that has them, too.
    pub(super) others: Others<'a>,
    pub(super) aim: Aim,
    pub(super) minimal: bool,
    pub(super) solution: &'a [Value],
    pub(super) chosen: &'a [bool],
    pub(super) random: &'a mut Random,
    pub(super) limits: &'a Limits<'a>,
}

impl Lead<'_> {
    /// The puzzle as it is wanted, or none.
    pub(super) fn run(&mut self) -> Result<Option<Led>, Hopeless> {
        let led = match (self.aim.level, self.goal) {
            (Some(level), _) => self.led_to_level(level),
            (None, Some(goal)) => self.led_to_technique(goal),
            (None, None) => Ok(None),
        };
        if self.limits.stop.is_some_and(|stop| stop()) {
            return Err(Hopeless::Limit(Stopped::Signal));
        }
        led
    }

    fn stop(&self) -> bool {
        self.limits.stop.is_some_and(|stop| stop())
    }

    pub(super) fn cells(&self, chosen: &[bool]) -> impl Iterator<Item = Cell> {
        let orbits = self.orbits.iter().zip(chosen);
        let mut cells: Vec<Cell> = orbits.filter(|(_, c)| **c).flat_map(|(o, _)| o.iter().copied()).collect();
        cells.sort_unstable();
        cells.into_iter()
    }

    /// Where single places and digits end.
    fn open(&self, chosen: &[bool]) -> Vec<Cell> {
        let given = self.cells(chosen).map(|c| (c, self.solution[c.index()]));
        if let Some(singles) = self.singles {
            return singles.open(given);
        }
        // Nothing is known: all that is not given.
        let given: Vec<Cell> = given.map(|g| g.0).collect();
        Cell::all(self.base.puzzle().cell_count()).filter(|c| !given.contains(c)).collect()
    }

    pub(super) fn compiled(&self, chosen: &[bool]) -> Option<Compiled> {
        let numbers = self.base.numbers(self.solution);
        let givens = self.cells(chosen).map(|cell| Given { cell, digits: vec![numbers[cell.index()]] }).collect();
        (self.with_givens)(givens)
    }

    /// One more given among these cells, with what goes along by symmetry: which. `None`: there is none.
    pub(super) fn add(&mut self, chosen: &mut [bool], open: &[Cell]) -> Option<usize> {
        let at = *open.get(self.random.index(open.len().max(1)))?;
        let orbit = self.orbits.iter().zip(&*chosen).position(|(orbit, c)| !*c && orbit.contains(&at))?;
        chosen[orbit] = true;
        Some(orbit)
    }

    fn led_to_level(&mut self, level: OnScale) -> Result<Option<Led>, Hopeless> {
        let by = scale(level.scale).map_err(|_| Hopeless::Attempts)?;
        let fits = |lead: &Self, chosen: &[bool]| {
            let compiled = lead.compiled(chosen)?;
            Some(level.look(by, &compiled, &|| lead.stop()))
        };
        let led = |chosen: Vec<bool>, rating| Led { chosen, difficulty: None, rating: Some(rating) };
        let alone = self.open(self.chosen).is_empty();
        if self.minimal || level.is_highest() || alone {
            // Only the hardest counts, or it is the only one.
            if matches!(level.band, Band::Level(..)) && alone != level.is_lowest() {
                return Ok(None);
            }
            return Ok(match fits(self, self.chosen) {
                Some(Beside::Fits(rating)) => Some(led(self.chosen.to_vec(), *rating)),
                _ => None,
            });
        }
        for _ in 0..CHAINS {
            let mut chosen = self.chosen.to_vec();
            let mut added = Vec::new();
            loop {
                let open = self.open(&chosen);
                let Some(orbit) = self.add(&mut chosen, &open) else { break };
                added.push(orbit);
            }
            // From the easy end on, which takes least to look at; single places alone are the lowest level.
            let mut lowest = level.is_lowest() || matches!(level.band, Band::Figure(..));
            loop {
                if lowest {
                    match fits(self, &chosen) {
                        Some(Beside::Fits(rating)) => return Ok(Some(led(chosen, *rating))),
                        Some(Beside::Easier(_)) => {}
                        _ => break,
                    }
                }
                lowest = true;
                let Some(orbit) = added.pop() else { return Ok(None) };
                chosen[orbit] = false;
            }
            if self.stop() {
                return Ok(None);
            }
        }
        Ok(None)
    }
}

/// What two puzzles have in common whose solution grids are one and the same, rearranged where that is the same puzzle.
pub(super) fn grid_of(base: &Compiled, solution: &[Option<i32>]) -> Vec<i32> {
    let numbers: Vec<i32> = solution.iter().map(|n| n.unwrap_or(0)).collect();
    let digits: Vec<u8> = numbers.iter().filter_map(|n| u8::try_from(*n).ok()).collect();
    match <[u8; 81]>::try_from(digits) {
        Ok(grid) if is_classic(base.model()) => match canonical(&grid) {
            Some(canonical) => canonical.grid.iter().map(|d| i32::from(*d)).collect(),
            None => numbers,
        },
        _ => numbers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside(level: &str, text: &str) -> Beside {
        let puzzle = cluewright_formats::read(text).unwrap().puzzle;
        let level = OnScale::asked(None, level).unwrap().unwrap();
        level.look(scale(level.scale()).unwrap(), &Compiled::new(puzzle).unwrap(), &|| false)
    }

    /// Whatever its points, a puzzle beyond patterns is no expert's; figures alone take it.
    #[test]
    fn what_is_beyond_patterns_is_of_no_level() {
        let hardest = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";
        assert!(matches!(beside("expert", hardest), Beside::Harder(_)));
        let figures = OnScale::read(OWN_SCALE, "450..1000").unwrap();
        let compiled = Compiled::new(cluewright_formats::read(hardest).unwrap().puzzle).unwrap();
        assert!(matches!(figures.look(scale(OWN_SCALE).unwrap(), &compiled, &|| false), Beside::Fits(_)));
        let easy = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        assert!(matches!(beside("easy", easy), Beside::Fits(_)));
        assert!(matches!(beside("medium", easy), Beside::Easier(_)));
    }

    /// The points of a way that was not gone to its end are the least there can be.
    #[test]
    fn what_is_not_rated_to_its_end_is_of_no_level() {
        let several = "...............................................................................12";
        assert!(matches!(beside("beginner", several), Beside::Unknown));
    }
}
