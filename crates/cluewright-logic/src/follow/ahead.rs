//! Look-ahead: assumes a candidate and follows the consequences by singles, links and constraints, without recording reasons.
//!
//! Most attempts of a trial fail, so attempts are made in this module, which records no reasons. A successful attempt produces a
//! list of assumptions, which `closure` then follows again to find the reasons. The result of propagating a constraint is cached
//! and reused when the constraint's cells have the same candidates again.

mod nested;
mod net;

use crate::board::bits::Bits;
use crate::board::oracle::Assumption;
use crate::board::space::Space;
use crate::board::view::View;
use crate::follow::closure::{Clash, singles};
use crate::step::found::Found;
use cluewright_core::model::GroupId;
use cluewright_core::{Candidate, Cell, CellSet};
use net::{Net, Spot};
use std::cell::RefCell;
use std::rc::Rc;

/// Limits on the search for a contradiction under an assumption.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LookAhead {
    /// Whether the search first tries each candidate individually.
    pub(crate) sweep: bool,
    /// The maximum nesting depth of trials after the sweep; 1 means no nesting.
    pub(crate) depth: u32,
    /// The maximum total number of assumptions.
    pub(crate) nodes: u32,
}

/// Follows candidates from one position; see the module documentation.
#[derive(Debug)]
pub(crate) struct Ahead<'v> {
    space: &'v Space<'v>,
    root: Spot,
    /// The singles in the position that are not filled in yet.
    singles: Vec<GroupId>,
    net: Net,
    /// Where the net is stored between two positions.
    shelf: Rc<RefCell<Option<Net>>>,
}

impl<'v> Ahead<'v> {
    /// Prepares for following candidates of this position.
    pub(crate) fn new(view: &View<'v>) -> Self {
        let space = view.space();
        let groups = space.network().groups().len();
        let mut board = view.board().clone();
        board.clear_changed();
        let count = (0..groups).map(|g| view.members(GroupId(g as u32)).len() as u16).collect();
        let placed = (0..space.model().len() as u16).map(Cell).filter(|&c| view.is_placed(c));
        let mut root = Spot { board, count, placed: CellSet::with_capacity(space.model().len()), size: 0 };
        root.placed.extend(placed);
        let shelf = view.memory().of(0, || RefCell::new(None));
        let mut net = shelf.borrow_mut().take().unwrap_or_else(|| Net::new(space));
        net.forget();
        Self { space, root, singles: singles(view), net, shelf }
    }

    /// The position that a candidate leads to, or the contradiction and the number of values followed before it appeared.
    fn follow(&mut self, id: u32) -> Result<Spot, (Clash, u32)> {
        let mut spot = self.net.pool.pop().unwrap_or_else(|| self.root.clone());
        spot.copy_from(&self.root);
        self.net.queue.extend(&self.singles);
        let led = self.net.place(self.space, &mut spot, id).and_then(|()| self.net.run(self.space, &mut spot));
        self.net.clear();
        match led {
            Ok(()) => Ok(spot),
            Err(clash) => {
                let size = spot.size;
                self.net.pool.push(spot);
                Err((clash, size))
            }
        }
    }

    /// If the candidate is refuted without a further assumption, the number of values followed until the contradiction; otherwise
    /// `None`.
    pub(crate) fn refuted(&mut self, id: u32, found: &mut Found) -> Option<u32> {
        let refuted = match self.follow(id) {
            Ok(spot) => {
                self.net.pool.push(spot);
                None
            }
            Err((clash, size)) => {
                self.net.blame(self.space, clash);
                Some(size)
            }
        };
        found.spend(std::mem::take(&mut self.net.work));
        refuted
    }

    /// The candidates that are removed if this candidate is true; `None` if this candidate leads to a contradiction.
    pub(crate) fn gone(&mut self, id: u32, found: &mut Found) -> Option<Bits> {
        let led = self.follow(id);
        found.spend(self.space.model().len() as u64 + std::mem::take(&mut self.net.work));
        let spot = led.ok()?;
        let mut gone = Bits::new(self.space.capacity());
        for c in (0..self.space.model().len() as u16).map(Cell) {
            for v in self.root.board.values(c).minus(spot.board.values(c)) {
                gone.insert(self.space.id(Candidate::new(c, v)));
            }
        }
        self.net.pool.push(spot);
        Some(gone)
    }

    /// Tries to refute a candidate by refuting other candidates under the assumption that this candidate is true. Returns the
    /// required assumptions, each followed by its nested assumptions (`None` if the candidate was not refuted), and the number of
    /// assumptions made.
    pub(crate) fn refute(&mut self, id: u32, look: LookAhead, found: &mut Found) -> (Option<Vec<Assumption>>, u32) {
        let space = self.space;
        let mut assumed = vec![Assumption { candidate: space.candidate(id), within: 0 }];
        let mut spot = match self.follow(id) {
            Ok(spot) => spot,
            Err((clash, _)) => {
                self.net.blame(space, clash);
                return (Some(assumed), 1);
            }
        };
        let mut nodes = look.nodes;
        let refuted = (look.sweep && self.net.sweep(space, &mut spot, &mut nodes, &mut assumed, found))
            || (look.depth > 1 && self.net.nested(space, &mut spot, look.depth, &mut nodes, &mut assumed, found));
        self.net.pool.push(spot);
        assumed[0].within = assumed.len() as u32 - 1;
        (refuted.then_some(assumed), 1 + look.nodes - nodes)
    }

    /// The number of contradictions that came from a group of this candidate; the maximum over all such groups.
    pub(crate) fn weight(&self, id: u32) -> u32 {
        self.space.groups_of(id).iter().map(|g| self.net.weights[g.0 as usize]).max().unwrap_or(0)
    }

    /// Stores the cached results of constraints for the next position.
    pub(crate) fn leave(self) {
        self.shelf.replace(Some(self.net));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::board::state::State;
    use crate::follow::closure::Closure;
    use crate::proof::{Unproved, verify};
    use crate::step::names::TRIAL;
    use crate::step::{Pattern, Reason, Step};
    use cluewright_core::constraint::{Compare, Sum};
    use cluewright_core::{Constraint, Model, ModelBuilder, Origin, Puzzle, Shape, Value};

    pub(crate) const N: usize = 6;

    pub(crate) fn answer(at: usize) -> u8 {
        let (row, column) = (at / N, at % N);
        ((3 * (row % 2) + row / 2 + column) % N) as u8
    }

    /// A 6x6 grid with a snake through all cells that is divided into sums of three cells each.
    pub(crate) fn model() -> Model {
        let puzzle = Puzzle::new(Shape::square(N as u16).unwrap(), N as u8);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let origin = build.origin(Origin::new("sets", "the sets"));
        let (rows, columns) = (puzzle.shape.rows(), puzzle.shape.columns());
        for set in rows.chain(columns).chain(puzzle.shape.regions().cloned()) {
            build.all_different(&set, None, origin);
        }
        let snake: Vec<Cell> = (0..N * N)
            .map(|i| if (i / N).is_multiple_of(2) { i } else { i / N * N + N - 1 - i % N })
            .map(|i| Cell(i as u16))
            .collect();
        for three in snake.chunks(3) {
            let total = three.iter().map(|c| 1 + i32::from(answer(c.index()))).sum();
            let terms: Vec<(Cell, i32)> = three.iter().map(|&c| (c, 1)).collect();
            build.constrain(Sum::new(&terms, Compare::Eq, total), origin);
        }
        build.finish()
    }

    /// The same candidates are refuted with cached results, with fresh results and with reasons recorded; with cached and with
    /// fresh results, the other candidates also remove the same candidates.
    #[test]
    fn what_is_remembered_is_what_a_fresh_look_and_a_trial_see() {
        let model = model();
        let space = Space::new(&model);
        let mut state = State::start(&model);
        let memory = Rc::default();
        let (mut random, mut refuted, mut led, mut nested) = (7u32, 0, 0, 0);
        for _ in 0..40 {
            for _ in 0..3 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (at, value) = ((random >> 16) as usize % (N * N), (random >> 8) as u8 % N as u8);
                if value != answer(at) {
                    state.eliminate(Candidate::new(Cell(at as u16), Value(value)));
                }
            }
            // Apply clue steps first, as in a walk.
            let mut before = None;
            while before.replace(state.board.clone()).as_ref() != Some(&state.board) {
                for posted in model.constraints() {
                    posted.kind.propagate(&mut state.board).unwrap();
                }
            }
            let view = View::new(&space, &state, None).remembering(&memory);
            let mut found = Found::new(1, u64::MAX);
            let mut kept = Ahead::new(&view);
            let clean = Space::new(&model);
            let clean = View::new(&clean, &state, None);
            let mut fresh = Ahead::new(&clean);
            let mut closure = Closure::new(&view, &TRIAL);
            for id in view.live().iter() {
                let seen = kept.refuted(id, &mut found).is_some();
                assert_eq!(seen, fresh.refuted(id, &mut found).is_some());
                let shown = closure.refute(id, &mut found).is_some();
                assert_eq!(seen, shown);
                assert_eq!(kept.gone(id, &mut found), fresh.gone(id, &mut found));
                refuted += u32::from(seen);
                led += u32::from(!seen);
                let sweep = id % 2 == 0;
                // A contradiction found with nested assumptions can be reproduced, and the checker finds it as well.
                if let Some(assumed) = kept.refute(id, LookAhead { sweep, depth: 3, nodes: 200 }, &mut found).0 {
                    assert!(closure.refute_by(&assumed, &mut found).is_some());
                    assert_ne!(space.candidate(id).value.0, answer(space.candidate(id).cell.index()));
                    assert_eq!(assumed[0].within as usize, assumed.len() - 1);
                    let outline = |assumed: &[Assumption]| {
                        Step::new(&TRIAL, Pattern::Trial { depth: 1, length: 1 })
                            .remove([assumed[0].candidate])
                            .because([Reason::Outline { assumed: assumed.into() }])
                    };
                    assert_eq!(verify(&model, &state, &outline(&assumed)), Ok(()));
                    nested += u32::from(assumed.len() > 1);
                    // The checker also finds the contradiction if the nested assumptions are left out.
                    let bare = [Assumption { within: 0, ..assumed[0] }];
                    assert_eq!(verify(&model, &state, &outline(&bare)), Ok(()));
                    if let [cut @ .., _] = &assumed[..]
                        && !cut.is_empty()
                    {
                        assert_eq!(verify(&model, &state, &outline(cut)), Err(Unproved::WrongBoard));
                    }
                } else if space.candidate(id).value.0 == answer(space.candidate(id).cell.index()) {
                    let bare = [Assumption { candidate: space.candidate(id), within: 0 }];
                    let step = Step::new(&TRIAL, Pattern::Trial { depth: 1, length: 1 })
                        .remove([bare[0].candidate])
                        .because([Reason::Outline { assumed: bare.to_vec().into() }]);
                    assert_eq!(verify(&model, &state, &step), Err(Unproved::NoContradiction));
                }
            }
            kept.leave();
        }
        assert!(refuted > 100 && led > 100, "{refuted} refuted, {led} not");
        assert!(nested > 10, "{nested} nested");
    }
}
