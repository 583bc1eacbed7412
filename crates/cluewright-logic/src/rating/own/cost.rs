//! The time that a round of solving takes a person, in seconds, and the points and the level that follow from the total time.

use super::class::Class;
use super::rounds::Round;
use std::ops::Range;

/// The constants of the scale, all positive.
///
/// The first seven constants are the costs of one step; the unit is the cost of finding the last place for a value in a region. The
/// constants were fitted to the mean solving times of 752 puzzles (`synnwang/sudoku_dataset_difficulty`, CC0) with `cargo xtask
/// human`, except for `layer` and `nested`: too few people finish puzzles that need these, so both are set to the minimum cost of a
/// further layer of an argument.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Costs {
    /// The cost of finding the last place for a value in a line.
    pub line: f64,
    /// The cost of a step with locked candidates, or with a clue that has at most two open cells.
    pub locked: f64,
    /// The cost of finding the last value for a cell, or of a step with a clue that has three or four open cells.
    pub cell: f64,
    /// The cost of a step with a pair, or with a clue that has more than four open cells.
    pub pair: f64,
    /// The cost of a step with a triple, or with the sums inside a house.
    pub triple: f64,
    /// The cost of a step with a quad, or with a clue and its houses.
    pub quad: f64,
    /// The cost of a trial that reaches a contradiction after one layer, or of a step with two clues and their houses.
    pub trial: f64,
    /// The factor by which each further layer multiplies the cost of a trial.
    pub layer: f64,
    /// The factor by which nested assumptions multiply the cost of a trial.
    pub nested: f64,
    /// The exponent of the supply: if `k` moves are available, the search for one of them is shorter by a factor of `k` to this
    /// power.
    pub supply: f64,
    /// The cost of writing down a digit, in the same units.
    pub fill: f64,
    /// The number of seconds that one unit of cost represents.
    pub second: f64,
}

impl Default for Costs {
    fn default() -> Self {
        Self {
            line: 2.5,
            locked: 3.0,
            cell: 9.0,
            pair: 11.5,
            triple: 16.0,
            quad: 18.0,
            trial: 20.0,
            layer: 3.0,
            nested: 100.0,
            supply: 0.7,
            fill: 0.02,
            second: 21.0,
        }
    }
}

/// The constants apply to grids with this many open cells; the search time is proportional to the number of open cells.
const OPEN: f64 = 50.0;
/// Times up to this many seconds get 0 points. The maximum, `POINTS`, is reached at ten thousand times as many seconds.
const SHORTEST: f64 = 30.0;
const POINTS: f64 = 1000.0;
/// The number of points by which the rating rises when the time is multiplied by ten.
const TENFOLD: f64 = 250.0;

impl Costs {
    /// The cost of one step of this kind, in the units of the constants; `layers` is the number of layers of a trial.
    fn of(&self, class: Class, layers: u32) -> f64 {
        match class {
            Class::Region => 1.0,
            Class::Line => self.line,
            Class::SmallClue | Class::Locked => self.locked,
            Class::Cell | Class::Clue => self.cell,
            Class::Pair | Class::WideClue => self.pair,
            Class::Triple | Class::Sums => self.triple,
            Class::Quad | Class::ClueAndHouses => self.quad,
            Class::TwoClues => self.trial,
            Class::Trial => self.trial * self.layer.powi(layers.saturating_sub(1).min(30) as i32),
            Class::Nested => self.trial * self.nested * self.layer.powi(layers.saturating_sub(1).min(30) as i32),
        }
    }

    /// The time that a round takes, in seconds: for finding the moves and for writing down digits.
    ///
    /// If the moves fill in cells, a person has to find all of the moves; if the moves remove candidates, finding one is enough.
    pub fn seconds(&self, round: &Round) -> f64 {
        let supply = f64::from(round.supply);
        let (wanted, written) = if round.class.fills() { (supply, supply) } else { (1.0, 0.0) };
        let search = self.of(round.class, round.layers) * f64::from(round.open) / OPEN;
        (wanted * search * supply.powf(-self.supply) + self.fill * written) * self.second
    }
}

/// Converts a time in seconds to points from 0 to 1000: ten times the time adds 250 points, and twice the time adds 75.
pub fn points(seconds: f64) -> u16 {
    let points = TENFOLD * (seconds.max(SHORTEST) / SHORTEST).log10();
    points.min(POINTS).round() as u16
}

/// The difficulty of a puzzle as a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Takes a person a few minutes.
    Beginner,
    /// Takes a person up to about six minutes.
    Easy,
    /// Takes a person up to about twelve minutes.
    Medium,
    /// Takes a person up to about half an hour.
    Hard,
    /// Takes a person more than half an hour.
    Expert,
    /// The puzzle cannot be solved by spotting patterns alone.
    BeyondPatterns,
}

/// Trials with at least this many layers do not count as patterns.
const LAYERS: u32 = 3;

/// A bound beyond which a rating may stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The maximum number of points.
    pub points: u16,
    /// Whether the rating also stops when spotting patterns alone is not enough to continue.
    pub patterns: bool,
}

impl Bound {
    /// Whether a puzzle is beyond the bound after these rounds, if the next kind of move to be tried is `next`.
    pub(super) fn is_met(self, rounds: &[Round], next: Class) -> bool {
        let seconds = || rounds.iter().map(|round| Costs::default().seconds(round)).sum();
        let deep = self.patterns && (next == Class::Nested || rounds.last().is_some_and(is_deep));
        deep || (next == Class::Region && points(seconds()) > self.points)
    }

    /// Trials need not be followed for more layers than this.
    pub(super) fn layers(self) -> u32 {
        if self.patterns { LAYERS } else { u32::MAX }
    }
}

/// Whether a round needs more than patterns.
fn is_deep(round: &Round) -> bool {
    round.class == Class::Nested || round.layers >= LAYERS
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Self; 6] =
        [Self::Beginner, Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::BeyondPatterns];

    /// The name of the level.
    pub fn word(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::BeyondPatterns => "beyond patterns",
        }
    }

    /// The range of points that the level covers; `BeyondPatterns` covers the whole range.
    pub fn points(self) -> Range<u16> {
        match self {
            Self::Beginner => 0..200,
            Self::Easy => 200..275,
            Self::Medium => 275..350,
            Self::Hard => 350..450,
            Self::Expert => 450..1001,
            Self::BeyondPatterns => 0..1001,
        }
    }

    /// The level of a puzzle with these rounds and points.
    pub fn of(rounds: &[Round], points: u16) -> Self {
        if rounds.iter().any(is_deep) {
            return Self::BeyondPatterns;
        }
        let known = Self::ALL.into_iter().find(|level| level.points().contains(&points));
        known.unwrap_or(Self::Expert)
    }
}
