//! The solving loop: repeatedly applies the first hint of the first technique that finds one, until the puzzle is solved.

use super::budget::Budget;
use super::chains::{Engine, Kind, Static};
use super::grid::{Grid, beside, bits};
use super::hint::Hint;
use super::layout::Layout;
use super::memo::{Change, Memo};
use super::types::{Profile, Puzzle, Rating, Step, Variant};
use super::{big_wings, bug, exclusion, fish, locking, nc, singles, strong_links, subsets, unique, wings};

/// The state of the solver, which is kept from step to step.
pub(super) struct Solver {
    layout: Layout,
    profile: Profile,
    grid: Grid,
    fixed: Static,
    memo: Memo,
    /// The engines of the chain techniques that come after static chains, created on first use.
    engines: Vec<Engine>,
}

/// The chain techniques that come after triplet exclusion, in order.
const CHAINS: [Kind; 10] = [
    Kind::NISHIO,
    Kind::MULTIPLE,
    Kind::dynamic(0, 0),
    Kind::dynamic(1, 0),
    Kind::dynamic(2, 0),
    Kind::dynamic(3, 0),
    Kind::dynamic(4, 0),
    Kind::dynamic(4, 1),
    Kind::dynamic(4, 2),
    Kind::dynamic(4, 3),
];

impl Solver {
    pub(super) fn new(puzzle: &Puzzle, profile: Profile, variants: &[Variant]) -> Self {
        let layout = Layout::new(variants);
        let grid = match puzzle {
            Puzzle::Givens(givens) => from_givens(&layout, givens),
            Puzzle::Marks(marks) => from_marks(&layout, marks),
        };
        Self { layout, profile, grid, fixed: Static::default(), memo: Memo::default(), engines: Vec::new() }
    }

    /// Rates the puzzle, and stores the steps if requested. Returns `None` if the stop signal ended the rating.
    pub(super) fn rate(&mut self, with_steps: bool, budget: &Budget<'_>) -> Option<Rating> {
        let mut rating = Rating::default();
        let (mut hardest, mut pearl, mut diamond) = (0.0_f64, 0.0, 0.0);
        while self.grid.open != 0 {
            // A step that changes nothing would be found again and again; this happens only in broken puzzles.
            budget.spend(1);
            let hint = self.hint(budget);
            if budget.was_stopped() {
                return None;
            }
            let hint = match hint {
                Ok(hint) => hint,
                Err(least) => {
                    hardest = hardest.max(least);
                    rating.cut = true;
                    break;
                }
            };
            let Some(hint) = hint.filter(|h| self.changes(h)) else {
                hardest = 20.0;
                rating.hardest = "Beyond solver".into();
                break;
            };
            self.apply(&hint);
            if hint.rating > hardest {
                hardest = hint.rating;
                rating.hardest.clone_from(&hint.name);
            }
            rating.count += 1;
            *rating.profile.entry(tenths(hint.rating)).or_default() += 1;
            if pearl == 0.0 {
                if diamond == 0.0 {
                    diamond = hardest;
                }
                if hint.place.is_some() {
                    pearl = hardest;
                }
            }
            if with_steps {
                rating.steps.push(step(hint));
            }
        }
        rating.er = tenths(hardest);
        rating.ep = tenths(pearl);
        rating.ed = tenths(diamond);
        Some(rating)
    }

    fn changes(&self, hint: &Hint) -> bool {
        hint.place.is_some_and(|(c, _)| self.grid.is_open(c))
            || hint.removes.iter().any(|&(c, mask)| self.grid.marks[usize::from(c)] & mask != 0)
    }

    fn apply(&mut self, hint: &Hint) {
        for &(cell, mask) in &hint.removes {
            for d in bits(mask) {
                self.grid.remove(&self.layout, usize::from(cell), d);
            }
        }
        if let Some((cell, digit)) = hint.place {
            self.grid.place(&self.layout, usize::from(cell), usize::from(digit));
        }
    }

    /// The first hint of the first technique that finds one. An error means that the budget was spent; every remaining hint
    /// has at least the rating that the error contains.
    fn hint(&mut self, budget: &Budget<'_>) -> Result<Option<Hint>, f64> {
        match self.easy().or_else(|| self.middle()) {
            Some(hint) => Ok(Some(hint)),
            None => self.chains(budget),
        }
    }

    /// Tries the techniques up to hidden triplets.
    fn easy(&mut self) -> Option<Hint> {
        let (l, g, v) = (&self.layout, &self.grid, &mut self.memo);
        let general = !l.plain && self.profile == Profile::Sukaku;
        let naked = |k: usize, c: Change| {
            if general { subsets::naked_general(l, g, k, c) } else { subsets::naked(l, g, k, c) }
        };
        singles::hidden(l, g)
            .or_else(|| v.look(0, g, |c| locking::direct(l, g, c)))
            .or_else(|| v.look(1, g, |c| subsets::direct(l, g, 2, c)))
            .or_else(|| singles::naked(l, g))
            .or_else(|| nc::forcing_cell(l, g))
            .or_else(|| nc::locked(l, g))
            .or_else(|| v.look(2, g, |c| subsets::direct(l, g, 3, c)))
            .or_else(|| if general { locking::general(l, g) } else { v.look(3, g, |c| locking::indirect(l, g, c)) })
            .or_else(|| v.look(4, g, |c| naked(2, c)))
            .or_else(|| v.look(5, g, |c| fish::fish(l, g, 2, c)))
            .or_else(|| v.look(6, g, |c| subsets::hidden(l, g, 2, c)))
            .or_else(|| v.look(7, g, |c| naked(3, c)))
            .or_else(|| v.look(8, g, |c| fish::fish(l, g, 3, c)))
            .or_else(|| v.look(9, g, |c| subsets::hidden(l, g, 3, c)))
    }

    /// Tries the techniques from wings to static chains.
    fn middle(&mut self) -> Option<Hint> {
        let (l, g, v, p) = (&self.layout, &self.grid, &mut self.memo, self.profile);
        let more = p == Profile::Sukaku;
        let general = !l.plain && more;
        let naked = |k: usize, c: Change| {
            if general { subsets::naked_general(l, g, k, c) } else { subsets::naked(l, g, k, c) }
        };
        let links = |n: usize, c: Change| if more { strong_links::strong_links(l, g, n, c) } else { None };
        let big_wing = |n: usize| if more { big_wings::wing(l, g, n) } else { None };
        let found = v
            .look(10, g, |c| links(2, c))
            .or_else(|| v.look(11, g, |c| wings::wing(l, g, false, c)))
            .or_else(|| v.look(12, g, |c| wings::wing(l, g, true, c)))
            .or_else(|| unique::loops(l, g, p))
            .or_else(|| v.look(13, g, |c| naked(4, c)))
            .or_else(|| v.look(14, g, |c| fish::fish(l, g, 4, c)))
            .or_else(|| v.look(15, g, |c| subsets::hidden(l, g, 4, c)))
            .or_else(|| v.look(16, g, |c| links(3, c)))
            .or_else(|| big_wing(3))
            .or_else(|| bug::grave(l, g, p))
            .or_else(|| v.look(17, g, |c| links(4, c)))
            .or_else(|| big_wing(4))
            .or_else(|| v.look(18, g, |c| exclusion::pair(l, g, c)))
            .or_else(|| big_wing(5));
        if found.is_some() {
            return found;
        }
        self.fixed.best(l, g)
    }

    fn chains(&mut self, budget: &Budget<'_>) -> Result<Option<Hint>, f64> {
        let (l, g) = (&self.layout, &self.grid);
        let more = self.profile == Profile::Sukaku;
        let wing = if more { big_wings::wing(l, g, 6) } else { None };
        let found = wing.or_else(|| self.memo.look(19, g, |c| exclusion::triplet(l, g, c)));
        if found.is_some() {
            return Ok(found);
        }
        for (i, &kind) in CHAINS.iter().enumerate() {
            if self.engines.len() == i {
                self.engines.push(Engine::new(kind));
            }
            let found = self.engines[i].best(&self.layout, &self.grid, budget);
            if budget.is_over() {
                return Err(kind.base());
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// The printed rating in tenths. As in the original program, half a tenth is added and the result is truncated.
fn tenths(rating: f64) -> u16 {
    ((rating + 0.05) * 10.0) as u16
}

fn step(hint: Hint) -> Step {
    Step {
        technique: hint.name,
        rating: tenths(hint.rating),
        place: hint.place.map(|(cell, digit)| (cell, digit + 1)),
        eliminations: hint.removes.iter().flat_map(|&(c, mask)| bits(mask).map(move |d| (c, d as u8 + 1))).collect(),
    }
}

fn from_givens(layout: &Layout, givens: &[u8; 81]) -> Grid {
    let mut grid = Grid::from_marks(layout, &[0x1ff; 81]);
    for (cell, &value) in givens.iter().enumerate() {
        if (1..=9).contains(&value) {
            grid.place(layout, cell, usize::from(value) - 1);
        }
    }
    grid
}

/// Makes a grid from given marks. Cells with a single mark that no other cell contradicts become givens.
fn from_marks(layout: &Layout, marks: &[u16; 81]) -> Grid {
    let mut grid = Grid::from_marks(layout, &marks.map(|m| m & 0x1ff));
    for cell in 0..81 {
        let mask = grid.marks[cell];
        if mask.count_ones() != 1 {
            continue;
        }
        let digit = mask.trailing_zeros() as usize;
        let consecutive = layout
            .near
            .as_ref()
            .is_some_and(|near| near.near[cell].iter().any(|&c| beside(digit, near.cyclic).any(|d| grid.has(c, d))));
        if layout.sees[cell] & grid.cells[digit] == 0 && !consecutive {
            grid.fill(layout, cell, digit);
        }
    }
    grid
}
