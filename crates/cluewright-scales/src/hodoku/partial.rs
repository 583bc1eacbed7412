//! A quick test of how far some of the techniques can solve a puzzle, for callers that try many puzzles and then verify the result
//! by other means.

use super::geometry::{Cells, each};
use super::grid::{Grid, Position};
use super::simple;
use super::solver::{Found, Rater};
use super::step::Step;
use super::technique::{ORDER, Search, Technique};

/// A partial solver's techniques: singles, followed by some other techniques in a given order.
#[derive(Clone, Debug, Default)]
pub struct Few {
    /// The searches, each with its index in the usual order.
    searches: Vec<(usize, Search)>,
}

impl Few {
    /// The searches for these techniques in this order, without duplicates. One search may find several techniques (the search for
    /// simple colours finds both traps and wraps). BUG+1 is omitted, and so are techniques whose searches solve nearly everything
    /// (chains of several digits and anything harder).
    pub fn of(techniques: impl IntoIterator<Item = Technique>) -> Self {
        let mut searches = Vec::new();
        for search in techniques.into_iter().filter_map(search) {
            let at = ORDER.iter().position(|(other, ..)| *other == search);
            if let Some(at) = at.filter(|at| searches.iter().all(|(other, _)| other != at)) {
                searches.push((at, search));
            }
        }
        Self { searches }
    }

    /// Whether there is a search for this technique.
    pub fn finds(technique: Technique) -> bool {
        search(technique).is_some()
    }
}

/// The search that finds steps of this technique; `None` for techniques that are omitted.
fn search(technique: Technique) -> Option<Search> {
    use Technique as T;
    Some(match technique {
        T::LockedPair => Search::LockedPair,
        T::LockedTriple => Search::LockedTriple,
        T::Pointing => Search::Pointing,
        T::Claiming => Search::Claiming,
        T::NakedPair => Search::NakedPair,
        T::NakedTriple => Search::NakedTriple,
        T::NakedQuadruple => Search::NakedQuadruple,
        T::HiddenPair => Search::HiddenPair,
        T::HiddenTriple => Search::HiddenTriple,
        T::HiddenQuadruple => Search::HiddenQuadruple,
        T::XWing => Search::BasicFish(2),
        T::Swordfish => Search::BasicFish(3),
        T::Jellyfish => Search::BasicFish(4),
        T::FinnedXWing => Search::FinnedFish(2),
        T::FinnedSwordfish => Search::FinnedFish(3),
        T::FinnedJellyfish => Search::FinnedFish(4),
        T::SashimiXWing => Search::SashimiFish(2),
        T::SashimiSwordfish => Search::SashimiFish(3),
        T::SashimiJellyfish => Search::SashimiFish(4),
        T::Skyscraper => Search::Skyscraper,
        T::TwoStringKite => Search::TwoStringKite,
        T::TurbotFish => Search::TurbotFish,
        T::EmptyRectangle => Search::EmptyRectangle,
        T::RemotePair => Search::RemotePair,
        T::WWing => Search::WWing,
        T::XyWing => Search::XyWing,
        T::XyzWing => Search::XyzWing,
        T::Uniqueness1
        | T::Uniqueness2
        | T::Uniqueness3
        | T::Uniqueness4
        | T::Uniqueness5
        | T::Uniqueness6
        | T::HiddenRectangle
        | T::AvoidableRectangle1
        | T::AvoidableRectangle2 => Search::Rectangle(technique),
        T::SimpleColorsTrap | T::SimpleColorsWrap => Search::SimpleColors,
        T::MultiColors1 | T::MultiColors2 => Search::MultiColors,
        T::SueDeCoq => Search::SueDeCoq,
        T::XChain => Search::XChain,
        T::XyChain => Search::XyChain,
        _ => return None,
    })
}

/// How far a partial solver got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    open: Cells,
    used: Vec<Technique>,
}

impl Reach {
    /// The cells that are still open at the end (0-80, row by row).
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        each(self.open)
    }

    /// Whether the whole grid is filled.
    pub fn is_whole(&self) -> bool {
        self.open == 0
    }

    /// Whether a step of this technique was made.
    pub fn used(&self, technique: Technique) -> bool {
        self.used.contains(&technique)
    }
}

impl Rater {
    /// Makes steps by singles and by these techniques for as long as there are any. The givens (81 numbers from 0 to 9, with 0 for
    /// open cells) must have exactly one solution.
    pub fn reach(&mut self, givens: &[u8; 81], few: &Few) -> Reach {
        let mut grid = Grid::new(givens);
        let mut used = Vec::new();
        while grid.open > 0
            && let Some(step) = self.one_of(&mut grid, few)
        {
            if let Some(placed) = step.placed {
                grid.place(usize::from(placed.cell), usize::from(placed.digit) - 1);
            } else if !used.contains(&step.technique) {
                used.push(step.technique);
            }
            for gone in &step.eliminated {
                grid.remove(usize::from(gone.cell), usize::from(gone.digit) - 1);
            }
        }
        let open = (0..81).filter(|c| grid.values[*c] == 0).fold(0, |set, c| set | 1 << c);
        Reach { open, used }
    }

    fn one_of(&mut self, grid: &mut Grid, few: &Few) -> Option<Step> {
        if let Some(single) = simple::naked_single(grid).or_else(|| simple::hidden_single(grid)) {
            return Some(single);
        }
        if grid.candidates.iter().zip(&grid.values).any(|(&c, &v)| c == 0 && v == 0) {
            return None;
        }
        let position = Position::new(grid);
        let mut found = Found::default();
        few.searches.iter().find_map(|&(at, search)| self.found(&position, at, search, &mut found))
    }
}
