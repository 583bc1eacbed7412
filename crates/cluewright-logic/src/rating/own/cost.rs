//! What a round costs a person in seconds, and the number and the word that come of the sum.

use super::class::Class;
use super::rounds::Round;
use std::ops::Range;

/// The constants of the scale, all positive.
///
/// The first seven are costs of one step, in units of one place left in a region. All were fitted to mean solving times of
/// 752 puzzles (`synnwang/sudoku_dataset_difficulty`, CC0), `cargo xtask human`, but for `layer` and `nested`: so few people
/// finish puzzles that need them that they are set to what a further layer of an argument at least costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Costs {
    /// One place left in a line.
    pub line: f64,
    /// Locked candidates, and a clue with at most two open cells.
    pub locked: f64,
    /// One value left in a cell, and a clue with at most four open cells.
    pub cell: f64,
    /// A pair, and a clue with more open cells.
    pub pair: f64,
    /// A triple, and the sums inside a house.
    pub triple: f64,
    /// Four cells, and a clue with its houses.
    pub quad: f64,
    /// A trial that fails after one layer, and two clues with their houses.
    pub trial: f64,
    /// Every further layer multiplies by this.
    pub layer: f64,
    /// Assumptions under the assumption multiply by this.
    pub nested: f64,
    /// The search for one of `k` moves is shorter by `k` to this power.
    pub supply: f64,
    /// Writing a digit, in the same units.
    pub fill: f64,
    /// Seconds of a unit.
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

/// This many open cells make a step cost what the constants say; the search is the longer the more there are.
const OPEN: f64 = 50.0;
/// The shortest time that is told apart, in seconds, and the longest. Ten thousand times as long: 1000 points.
const SHORTEST: f64 = 30.0;
const POINTS: f64 = 1000.0;
/// Points of a time ten times as long.
const TENFOLD: f64 = 250.0;

impl Costs {
    /// Of one step of that kind, in units; `layers` of a trial.
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

    /// The seconds of a round: of the search, and of writing digits.
    ///
    /// All moves that fill in cells have to be found, and one of those that remove candidates.
    pub fn seconds(&self, round: &Round) -> f64 {
        let supply = f64::from(round.supply);
        let (wanted, written) = if round.class.fills() { (supply, supply) } else { (1.0, 0.0) };
        let search = self.of(round.class, round.layers) * f64::from(round.open) / OPEN;
        (wanted * search * supply.powf(-self.supply) + self.fill * written) * self.second
    }
}

/// The number of a time in seconds: 0 to 1000, 250 more for a time ten times as long, 75 more for one twice as long.
pub fn points(seconds: f64) -> u16 {
    let points = TENFOLD * (seconds.max(SHORTEST) / SHORTEST).log10();
    points.min(POINTS).round() as u16
}

/// How hard a puzzle is, in a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Some minutes.
    Beginner,
    /// Up to about six minutes.
    Easy,
    /// Up to about twelve.
    Medium,
    /// Up to about half an hour.
    Hard,
    /// More.
    Expert,
    /// No pattern that is found by looking leads to the end.
    BeyondPatterns,
}

/// From this many layers on a trial is no pattern any more.
const LAYERS: u32 = 3;

/// The bound of a rating that need not be complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// Beyond this many points.
    pub points: u16,
    /// Where no pattern that is found by looking goes on.
    pub patterns: bool,
}

impl Bound {
    /// Is a puzzle beyond it that has these rounds, and that takes a move of this kind to go on?
    pub(super) fn is_met(self, rounds: &[Round], next: Class) -> bool {
        let seconds = || rounds.iter().map(|round| Costs::default().seconds(round)).sum();
        let deep = self.patterns && (next == Class::Nested || rounds.last().is_some_and(is_deep));
        deep || (next == Class::Region && points(seconds()) > self.points)
    }

    /// Layers of a trial that are of any use.
    pub(super) fn layers(self) -> u32 {
        if self.patterns { LAYERS } else { u32::MAX }
    }
}

/// Is this beyond patterns?
fn is_deep(round: &Round) -> bool {
    round.class == Class::Nested || round.layers >= LAYERS
}

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Self; 6] =
        [Self::Beginner, Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::BeyondPatterns];

    /// The word for it.
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

    /// The points it stands for; of what is beyond patterns all.
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

    /// The level of a puzzle with these rounds.
    pub fn of(rounds: &[Round], points: u16) -> Self {
        if rounds.iter().any(is_deep) {
            return Self::BeyondPatterns;
        }
        let known = Self::ALL.into_iter().find(|level| level.points().contains(&points));
        known.unwrap_or(Self::Expert)
    }
}
