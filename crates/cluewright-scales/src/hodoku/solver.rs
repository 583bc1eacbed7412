//! The solving loop: repeatedly makes the first step of the first technique that finds one, and adds up the weights.

use super::als::{self, Network};
use super::chains;
use super::colouring;
use super::fish::{self, Kind};
use super::forcing;
use super::geometry::{Cells, each};
use super::grid::{Grid, Position};
use super::nice_loops;
use super::simple;
use super::single_digit;
use super::solution;
use super::step::Step;
use super::sue_de_coq;
use super::tables::Tables;
use super::technique::{Level, ORDER, Search, Technique};
use super::uniqueness;
use super::wings;

/// The reason why a grid has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// A given is greater than 9.
    Value,
    /// There is no solution.
    NoSolution,
    /// There are at least two solutions.
    SeveralSolutions,
    /// The rating was stopped.
    Stopped,
}

/// The rating of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The level of difficulty.
    pub level: Level,
    /// The sum of the weights of all steps.
    pub score: u32,
    /// The number of steps.
    pub steps: u32,
    counts: Vec<u32>,
}

impl Rating {
    /// The number of steps by this technique.
    pub fn count(&self, technique: Technique) -> u32 {
        self.counts[technique as usize]
    }

    /// The number of steps for each technique used, in the order of [`Technique::ALL`].
    pub fn counts(&self) -> impl Iterator<Item = (Technique, u32)> + '_ {
        Technique::ALL.iter().map(|&t| (t, self.count(t))).filter(|&(_, n)| n > 0)
    }
}

/// Rates puzzles one after another, reusing memory.
pub struct Rater {
    tables: Tables,
    /// For every search and digit: a set of places among which the search found nothing. Only searches that depend on nothing but
    /// the places of one digit use this memo, so it is valid for every position and every puzzle.
    barren: [[Cells; 9]; ORDER.len()],
}

impl Default for Rater {
    fn default() -> Self {
        Self { tables: Tables::default(), barren: [[0; 9]; ORDER.len()] }
    }
}

/// Data about a position that searches compute on first use; the data are valid until a step is made.
#[derive(Default)]
pub(super) struct Found {
    rectangles: Option<Vec<Step>>,
    avoidable: Option<Vec<Step>>,
    network: Option<Network>,
}

impl Rater {
    /// The step found by `search`, whose index in the usual order is `at`.
    pub(super) fn found(&mut self, position: &Position, at: usize, search: Search, found: &mut Found) -> Option<Step> {
        find(position, search, found, &mut self.tables, &mut self.barren[at])
    }

    /// Rates a grid of 81 givens, row by row, with 0 for open cells.
    pub fn rate(&mut self, givens: &[u8; 81]) -> Result<Rating, Unrated> {
        self.rate_until(givens, &|| false, &mut |_| {})
    }

    /// Like `rate`, but calls `stop` before each search, gives up if `stop` returns true, and passes every step to `tell`.
    ///
    /// # Errors
    /// The grid does not have exactly one solution (steps may be passed to `tell` before this is detected), or `stop` returned
    /// true.
    pub fn rate_until(
        &mut self,
        givens: &[u8; 81],
        stop: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(&Step),
    ) -> Result<Rating, Unrated> {
        if givens.iter().any(|&value| value > 9) {
            return Err(Unrated::Value);
        }
        // Grids with fewer givens never have a unique solution.
        if givens.iter().filter(|&&value| value != 0).count() < 17 {
            return Err(solution::only(givens).err().map_or(Unrated::SeveralSolutions, unrated));
        }
        if clash(givens) {
            return Err(Unrated::NoSolution);
        }
        let mut walk = Walk { givens, grid: Grid::new(givens), rater: self, solution: None, stop };
        let mut rating = Rating { level: Level::Easy, score: 0, steps: 0, counts: vec![0; Technique::ALL.len()] };
        while walk.grid.open > 0 {
            let (step, level) = walk.next()?;
            rating.level = rating.level.max(level);
            rating.score += step.score;
            rating.steps += 1;
            rating.counts[step.technique as usize] += 1;
            walk.make(&step);
            tell(&step);
        }
        let full = |grid: &Grid| grid.values.iter().all(|&value| value != 0) && !clash(&grid.values);
        if !full(&walk.grid) {
            return Err(Unrated::NoSolution);
        }
        rating.level = Level::ALL
            .into_iter()
            .find(|&level| level >= rating.level && rating.score <= level.max_score())
            .unwrap_or(Level::Extreme);
        Ok(rating)
    }
}

fn unrated(solutions: u8) -> Unrated {
    if solutions == 0 { Unrated::NoSolution } else { Unrated::SeveralSolutions }
}

/// Whether two cells of a unit have the same value.
fn clash(values: &[u8; 81]) -> bool {
    super::geometry::CELLS_OF.iter().any(|cells| {
        let mut seen = 0_u16;
        cells.iter().map(|&c| values[usize::from(c)]).filter(|&v| v != 0).any(|v| {
            let again = seen >> v & 1 != 0;
            seen |= 1 << v;
            again
        })
    })
}

struct Walk<'a> {
    givens: &'a [u8; 81],
    grid: Grid,
    rater: &'a mut Rater,
    /// The solution, once a search has found that it is unique.
    solution: Option<[u8; 81]>,
    stop: &'a dyn Fn() -> bool,
}

impl Walk<'_> {
    /// The next step, and the minimum level of a puzzle that needs this step.
    fn next(&mut self) -> Result<(Step, Level), Unrated> {
        let single = simple::full_house(&self.grid)
            .or_else(|| simple::naked_single(&mut self.grid))
            .or_else(|| simple::hidden_single(&mut self.grid));
        if let Some(mut step) = single {
            step.score = if step.technique == Technique::HiddenSingle { 14 } else { 4 };
            return Ok((step, Level::Easy));
        }
        if self.grid.candidates.iter().zip(&self.grid.values).any(|(&c, &v)| c == 0 && v == 0) {
            return Err(Unrated::NoSolution);
        }
        let grid = &self.grid;
        let position = Position::new(grid);
        let mut found = Found::default();
        for (order, &(search, score, level)) in ORDER.iter().enumerate().skip(3) {
            if (self.stop)() {
                return Err(Unrated::Stopped);
            }
            if search == Search::BugPlus1 && self.solution.is_none() {
                self.solution = Some(solution::only(self.givens).map_err(unrated)?);
            }
            let step = match search {
                Search::BruteForce => self.solution.map(|solution| last_resort(&position, &solution)),
                _ => find(&position, search, &mut found, &mut self.rater.tables, &mut self.rater.barren[order]),
            };
            if let Some(mut step) = step {
                step.score = score;
                return Ok((step, level));
            }
        }
        Err(Unrated::NoSolution)
    }

    fn make(&mut self, step: &Step) {
        if let Some(placed) = step.placed {
            self.grid.place(usize::from(placed.cell), usize::from(placed.digit) - 1);
        }
        for gone in &step.eliminated {
            self.grid.remove(usize::from(gone.cell), usize::from(gone.digit) - 1);
        }
    }
}

/// Fills in the middle cell of all open cells from the solution.
fn last_resort(position: &Position, solution: &[u8; 81]) -> Step {
    let open: Vec<_> = each(position.open).collect();
    let cell = open[open.len() / 2];
    Step::place(Technique::BruteForce, cell, usize::from(solution[cell]) - 1)
}

fn find(
    position: &Position,
    search: Search,
    found: &mut Found,
    tables: &mut Tables,
    barren: &mut [Cells; 9],
) -> Option<Step> {
    match search {
        Search::LockedPair => simple::naked_subset(position, 2, true),
        Search::LockedTriple => simple::naked_subset(position, 3, true),
        Search::Pointing => simple::pointing(position),
        Search::Claiming => simple::claiming(position),
        Search::NakedPair => simple::naked_subset(position, 2, false),
        Search::NakedTriple => simple::naked_subset(position, 3, false),
        Search::HiddenPair => simple::hidden_subset(position, 2),
        Search::HiddenTriple => simple::hidden_subset(position, 3),
        Search::NakedQuadruple => simple::naked_subset(position, 4, false),
        Search::HiddenQuadruple => simple::hidden_subset(position, 4),
        Search::BasicFish(size) => fish::any(position, Kind { size, fins: false, franken: false }, barren),
        Search::RemotePair => chains::remote_pair(position),
        Search::BugPlus1 => uniqueness::bug_plus_1(position),
        Search::Skyscraper => single_digit::skyscraper(position),
        Search::TwoStringKite => single_digit::two_string_kite(position),
        Search::TurbotFish => chains::single_digit(position, Technique::TurbotFish, barren),
        Search::EmptyRectangle => single_digit::empty_rectangle(position),
        Search::WWing => wings::w_wing(position),
        Search::XyWing => wings::xy_wing(position),
        Search::XyzWing => wings::xyz_wing(position),
        Search::Rectangle(technique) => {
            let steps = match technique {
                Technique::AvoidableRectangle1 | Technique::AvoidableRectangle2 => {
                    found.avoidable.get_or_insert_with(|| uniqueness::avoidable_rectangles(position))
                }
                _ => found.rectangles.get_or_insert_with(|| uniqueness::unique_rectangles(position)),
            };
            steps.iter().find(|step| step.technique == technique).cloned()
        }
        Search::FinnedFish(size) => fish::finned(position, size, false, barren),
        Search::SashimiFish(size) => fish::finned(position, size, true, barren),
        Search::SueDeCoq => sue_de_coq::sue_de_coq(position),
        Search::SimpleColors => colouring::simple(position),
        Search::MultiColors => colouring::multi(position),
        Search::XChain => chains::single_digit(position, Technique::XChain, barren),
        Search::XyChain => chains::xy_chain(position),
        Search::NiceLoop => nice_loops::nice_loop(position, tables, false),
        Search::GroupedNiceLoop => nice_loops::nice_loop(position, tables, true),
        Search::AlsXz => als::xz(found.network.get_or_insert_with(|| Network::new(position))),
        Search::AlsXyWing => als::xy_wing(found.network.get_or_insert_with(|| Network::new(position))),
        Search::AlsXyChain => als::xy_chain(found.network.get_or_insert_with(|| Network::new(position))),
        Search::FrankenFish(size) => fish::any(position, Kind { size, fins: false, franken: true }, barren),
        Search::FinnedFrankenFish(size) => fish::any(position, Kind { size, fins: true, franken: true }, barren),
        Search::ForcingChain => forcing::forcing(position, tables, false),
        Search::ForcingNet => forcing::forcing(position, tables, true),
        Search::FullHouse | Search::NakedSingle | Search::HiddenSingle | Search::BruteForce => None,
    }
}
