//! Our own scale: the solving time in points, for puzzles of any kind.

use super::measure::{Measured, OWN_SCALE, Place, Profile, STOPPED, Scale, ScaleStep, givens};
use crate::compiled::Compiled;
use crate::report::{CandidateReport, Word};
use cluewright_core::{Candidate, Cell, Sort, Value};
use cluewright_logic::rating::own::{
    Bound, Class, Costs, End, Level, Round, points, rounds_of_grid, rounds_of_model, rounds_within,
};
use cluewright_search::classic::is_classic;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The scale `cluewright`.
pub(super) struct Own;

/// The maximum number of available moves in a bottleneck, and the maximum number of bottlenecks that are reported.
const FEW: u32 = 3;
const TOLD: usize = 3;

impl Scale for Own {
    fn id(&self) -> &'static str {
        OWN_SCALE
    }

    fn about(&self) -> &'static str {
        "Cluewright's own scale: points from 0 to 1000 for a person's solving time (75 more for twice the time), and a word"
    }

    fn leading(&self) -> &'static str {
        "points"
    }

    fn levels(&self) -> Vec<(&'static str, Option<Range<u16>>)> {
        // A puzzle beyond patterns may have any number of points, so the level `beyond patterns` has no range.
        let ranges = Level::ALL.iter().filter(|level| **level != Level::BeyondPatterns);
        ranges.map(|level| (level.word(), Some(level.points()))).collect()
    }

    fn rate(&self, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<Measured, Word> {
        let (rounds, end) = rounds_of(compiled, stop)?;
        Ok(measured_of(compiled, &rounds, end))
    }

    fn path(&self, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<(Measured, Vec<ScaleStep>), Word> {
        let costs = Costs::default();
        let step = |round: &Round| {
            let report = |&(cell, value): &(u16, u8)| {
                CandidateReport::new(compiled, Candidate { cell: Cell(cell), value: Value(value) })
            };
            let moves = round.moves.iter().map(report).collect();
            let (placements, eliminations) =
                if round.class.fills() { (moves, Vec::new()) } else { (Vec::new(), moves) };
            let figure = tenths(costs.seconds(round));
            let text = format!("{figure:.0} s");
            ScaleStep { name: round.class.id().to_owned(), figure, text, placements, eliminations }
        };
        let (rounds, end) = rounds_of(compiled, stop)?;
        Ok((measured_of(compiled, &rounds, end), rounds.iter().map(step).collect()))
    }

    fn look(
        &self,
        compiled: &Compiled,
        most: f64,
        patterns: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Measured, Vec<Cell>), Word> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the points there are")]
        let bound = Bound { points: most.clamp(0.0, f64::from(u16::MAX)) as u16, patterns };
        let (rounds, end) = match givens(compiled).filter(|_| is_classic(compiled.model())) {
            Some(givens) => rounds_of_grid(&givens),
            None => rounds_within(compiled.model(), bound, stop).ok_or(STOPPED)?,
        };
        let measured = measured_of(compiled, &rounds, end);
        let seconds = measured.profile.as_ref().map_or(&[][..], |profile| &profile.cells);
        let mean = seconds.iter().sum::<f64>() / seconds.len().max(1) as f64;
        let filled = rounds.iter().filter(|round| round.class.fills()).flat_map(|round| &round.moves);
        let filled: BTreeSet<u16> = filled.map(|one| one.0).collect();
        let open =
            |cell: &Cell| if end == End::Solved { seconds[cell.index()] > mean } else { !filled.contains(&cell.0) };
        let cells = Cell::all(compiled.puzzle().cell_count()).filter(open).collect();
        Ok((measured, cells))
    }

    /// Assumes that in every round a tenth of the grid can be filled in, and that no candidate has to be removed: no puzzle is
    /// easier.
    fn least(&self, open: usize, cells: usize) -> f64 {
        let supply = (cells / 10).max(1);
        let count = |cells: usize| u32::try_from(cells).unwrap_or(u32::MAX);
        let round = |left: usize| Round {
            class: Class::Region,
            layers: 0,
            open: count(left),
            supply: count(left.min(supply)),
            moves: Vec::new(),
        };
        let seconds: f64 = (1..=open).rev().step_by(supply).map(|left| Costs::default().seconds(&round(left))).sum();
        f64::from(points(seconds))
    }

    fn rate_grid(&self, givens: &[u8; 81]) -> Option<Measured> {
        let (rounds, end) = rounds_of_grid(givens);
        let name = |cell: u16| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        Some(measured(&rounds, end, 81, &name))
    }
}

/// The rating that the rounds of a puzzle amount to.
fn measured_of(compiled: &Compiled, rounds: &[Round], end: End) -> Measured {
    let name = |cell: u16| compiled.model().cell_name(Cell(cell));
    measured(rounds, end, compiled.puzzle().cell_count(), &name)
}

/// The rounds of a puzzle.
fn rounds_of(compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<(Vec<Round>, End), Word> {
    if stop() {
        return Err(STOPPED.into());
    }
    match givens(compiled).filter(|_| is_classic(compiled.model())) {
        Some(givens) => Ok(rounds_of_grid(&givens)),
        None => rounds_of_model(compiled.model(), stop).ok_or_else(|| STOPPED.into()),
    }
}

/// The rating that a list of rounds amounts to.
fn measured(rounds: &[Round], end: End, cells: usize, name: &dyn Fn(u16) -> String) -> Measured {
    let costs = Costs::default();
    let times: Vec<f64> = rounds.iter().map(|round| costs.seconds(round)).collect();
    let seconds: f64 = times.iter().sum();
    let points = points(seconds);
    let solved = end == End::Solved;
    let word = solved.then(|| Level::of(rounds, points).word());
    let deepest = rounds.iter().map(|round| (round.class, round.layers)).max();
    let mut figures: BTreeMap<Word, f64> = BTreeMap::new();
    figures.insert("points".into(), f64::from(points));
    figures.insert("seconds".into(), seconds.round());
    figures.insert("rounds".into(), rounds.len() as f64);
    if let Some((class @ (Class::Trial | Class::Nested), layers)) = deepest {
        figures.insert("assumptions".into(), if class == Class::Nested { 2.0 } else { 1.0 });
        figures.insert("layers".into(), f64::from(layers));
    }
    let note = match end {
        End::Solved => None,
        End::Limit => Some("a lower bound, as following all assumptions would exceed the work limit"),
        End::Stuck => Some("a lower bound, as two simultaneous assumptions do not lead to a solution"),
        End::Broken => Some("a lower bound, as the givens turn out to contradict each other"),
    };
    Measured {
        text: match word {
            Some(word) => format!("{points} points, {word}"),
            None => format!("at least {points} points"),
        },
        word: word.map(Word::from),
        figures,
        hardest: deepest.map(|(class, _)| class.id().to_owned()),
        techniques: counts(rounds),
        note: note.map(Word::from),
        profile: Some(profile(rounds, &times, cells, name)),
    }
}

/// The number of rounds of each kind.
fn counts(rounds: &[Round]) -> Vec<(String, usize)> {
    let count = |class: Class| rounds.iter().filter(|round| round.class == class).count();
    let all = Class::ALL.into_iter().map(|class| (class.id().to_owned(), count(class)));
    all.filter(|(_, count)| *count > 0).collect()
}

fn profile(rounds: &[Round], times: &[f64], count: usize, name: &dyn Fn(u16) -> String) -> Profile {
    let mut cells = vec![0.0; count];
    let mut shares: BTreeMap<Word, f64> = BTreeMap::new();
    let whole: f64 = times.iter().sum();
    for (round, &time) in rounds.iter().zip(times) {
        for &(cell, _) in &round.moves {
            if let Some(seconds) = cells.get_mut(usize::from(cell)) {
                *seconds += time / f64::from(round.supply);
            }
        }
        *shares.entry(round.class.id().into()).or_default() += time / whole;
    }
    let place = |at: usize| {
        let round = &rounds[at];
        let mut cells: Vec<u16> = round.moves.iter().map(|one| one.0).collect();
        cells.dedup();
        Place {
            round: at + 1,
            class: round.class.id().into(),
            layers: (round.layers > 0).then_some(round.layers),
            supply: round.supply,
            open: round.open,
            seconds: tenths(times[at]),
            cells: cells.into_iter().map(name).collect(),
        }
    };
    let mut narrow: Vec<usize> = (0..rounds.len()).filter(|&at| rounds[at].supply <= FEW).collect();
    narrow.order_by(|&a, &b| times[b].total_cmp(&times[a]));
    narrow.truncate(TOLD);
    narrow.order();
    let hardest = rounds.iter().map(|round| (round.class, round.layers)).max();
    let first = hardest.and_then(|most| rounds.iter().position(|round| (round.class, round.layers) == most));
    for seconds in &mut cells {
        *seconds = tenths(*seconds);
    }
    for share in shares.values_mut() {
        *share = (*share * 1000.0).round() / 1000.0;
    }
    Profile { cells, shares, bottlenecks: narrow.into_iter().map(place).collect(), hardest: first.map(place) }
}

fn tenths(seconds: f64) -> f64 {
    (seconds * 10.0).round() / 10.0
}
