//! Looking ahead: what a candidate leads to by singles, links and constraints, without remembering why.
//!
//! Most attempts of a trial end nowhere, so they are made here, where nothing is written down; what succeeds is a
//! list of assumptions that `closure` walks once more to find the reasons. What a candidate leads to is kept from
//! step to step: when the position lost a few candidates only these are followed further, since taking more away can
//! only lead further. And what a constraint makes of the same candidates of its cells is worked out once.

mod nested;
mod net;

use crate::bits::Bits;
use crate::closure::{Clash, singles};
use crate::space::Space;
use crate::step::Assumption;
use crate::technique::Found;
use crate::told::Told;
use crate::view::View;
use cluewright_core::model::GroupId;
use cluewright_core::{Candidate, Cell, CellSet, ValueSet};
use net::{Net, Spot};

/// How far to look for a contradiction under an assumption.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Are all candidates tried by themselves first?
    pub(crate) sweep: bool,
    /// How deep trials are nested at most after that; 1: not at all.
    pub(crate) depth: u32,
    /// Assumptions in all.
    pub(crate) nodes: u32,
}

/// What is known of a candidate's consequences.
#[derive(Clone, Debug)]
enum After {
    /// Nothing yet.
    Unknown,
    /// Where it led, when that many entries of the log were known; the position itself when there is room for it.
    Leads(usize, Option<Box<Spot>>),
    /// To a contradiction, after that many values.
    Refuted(u32),
}

/// Most memory for positions kept, in bytes.
const MOST_KEPT: usize = 64 << 20;
/// Values followed in a contradiction up to which it is told although reasons are dear.
const READABLE: u32 = 30;

/// See the file's first lines.
#[derive(Debug)]
pub(crate) struct Ahead {
    root: Spot,
    /// Singles nobody has made yet there.
    singles: Vec<GroupId>,
    after: Vec<After>,
    /// By candidate, how long its contradiction was when it was last shown with reasons; `None` when it never was.
    shown: Vec<Option<u32>>,
    /// The candidates that the position has lost, in order.
    log: Vec<u32>,
    /// The length of the shortest contradiction when candidates were last looked over.
    pub(crate) shortest: u32,
    /// How much nested trials had to spend when one last succeeded.
    pub(crate) round: usize,
    /// The same of a refuter's rounds; what it has told.
    pub(crate) asked: usize,
    pub(crate) told: Told,
    /// Does it take long to find the reasons of a contradiction?
    pub(crate) dear: bool,
    keeps: bool,
    net: Net,
}

impl Ahead {
    /// Looks at a position; `last`, what was known of an earlier one of the same walk, is used as far as it goes.
    pub(crate) fn of(view: &View, last: Option<Box<Self>>) -> Box<Self> {
        let mut ahead = last.filter(|a| a.reaches(view)).unwrap_or_else(|| Box::new(Self::new(view)));
        ahead.sync(view);
        ahead
    }

    fn new(view: &View) -> Self {
        let space = view.space();
        let groups = space.network().groups().len();
        let mut board = view.board().clone();
        board.clear_changed();
        let count = (0..groups).map(|g| view.members(GroupId(g as u32)).len() as u16).collect();
        let net = Net::new(space, &board);
        let each = board.len() * (size_of::<ValueSet>() + 2) + groups * size_of::<u16>();
        Self {
            root: Spot { board, count, placed: CellSet::with_capacity(space.model().len()), size: 0 },
            singles: Vec::new(),
            after: vec![After::Unknown; space.room()],
            shown: vec![None; space.room()],
            log: Vec::new(),
            shortest: 0,
            round: 0,
            asked: 0,
            told: Told::new(space),
            dear: false,
            keeps: each.saturating_mul(view.live().len()) <= MOST_KEPT,
            net,
        }
    }

    /// Can the position be reached from the one known, by taking candidates away?
    fn reaches(&self, view: &View) -> bool {
        self.after.len() == view.space().room()
            && self.root.board.domains().iter().zip(view.board().domains()).all(|(old, new)| new.is_subset(*old))
    }

    fn sync(&mut self, view: &View) {
        let space = view.space();
        for c in (0..space.model().len() as u16).map(Cell) {
            for v in self.root.board.values(c).minus(view.values(c)) {
                let gone = Candidate::new(c, v);
                let id = space.id(gone);
                self.log.push(id);
                let _ = self.root.board.remove(c, v);
                for &g in space.groups_of(id) {
                    self.root.count[g.0 as usize] -= 1;
                }
                self.after[id as usize] = After::Unknown;
            }
            if view.is_placed(c) {
                self.root.placed.insert(c);
            }
        }
        self.root.board.clear_changed();
        self.singles = singles(view);
    }

    /// Is the candidate refuted by what it leads to, without another assumption? After how many values? Works it out
    /// when it is not known.
    pub(crate) fn refuted(&mut self, space: &Space, id: u32, found: &mut Found) -> Option<u32> {
        if let After::Refuted(size) = self.after[id as usize] {
            return Some(size);
        }
        match self.follow(space, id) {
            Ok(spot) => self.after[id as usize] = After::Leads(self.log.len(), spot.filter(|_| self.keeps)),
            Err((clash, size)) => {
                self.net.blame(space, clash);
                self.after[id as usize] = After::Refuted(size);
            }
        }
        found.spend(std::mem::take(&mut self.net.work));
        match self.after[id as usize] {
            After::Refuted(size) => Some(size),
            _ => None,
        }
    }

    /// Is it known already to be refuted? After how many values?
    pub(crate) fn known(&self, id: u32) -> Option<u32> {
        match self.after[id as usize] {
            After::Refuted(size) => Some(size),
            _ => None,
        }
    }

    /// How long was its contradiction when it was last shown with reasons?
    pub(crate) fn shown(&self, id: u32) -> Option<u32> {
        self.shown[id as usize]
    }

    /// Remembers that.
    pub(crate) fn show(&mut self, id: u32, length: u32) {
        self.shown[id as usize] = Some(length);
    }

    /// Where a candidate leads: the position, unless what is known is still true and nothing is kept.
    fn follow(&mut self, space: &Space, id: u32) -> Result<Option<Box<Spot>>, (Clash, u32)> {
        let (from, mut spot) = match std::mem::replace(&mut self.after[id as usize], After::Unknown) {
            After::Leads(from, Some(spot)) => (Some(from), spot),
            After::Leads(from, None) if from == self.log.len() && !self.keeps => return Ok(None),
            _ => (None, Box::new(self.net.pool.pop().unwrap_or_else(|| self.root.clone()))),
        };
        let led = if let Some(from) = from {
            self.net.lose(space, &mut spot, &self.log[from..])
        } else {
            spot.copy_from(&self.root);
            self.net.queue.extend(&self.singles);
            self.net.place(space, &mut spot, id).and_then(|()| self.net.run(space, &mut spot))
        };
        self.net.clear();
        match led {
            Ok(()) => Ok(Some(spot)),
            Err(clash) => {
                let size = spot.size;
                self.net.pool.push(*spot);
                Err((clash, size))
            }
        }
    }

    /// If it is known to be refuted, does that read well enough for what its reasons cost?
    pub(crate) fn is_readable(&self, id: u32) -> bool {
        !self.dear || self.known(id).is_none_or(|size| size <= READABLE)
    }

    /// What is gone when the candidate is true; none when it is refuted.
    pub(crate) fn gone(&mut self, space: &Space, id: u32, found: &mut Found) -> Option<Bits> {
        if self.refuted(space, id, found).is_some() {
            return None;
        }
        let spot = if let After::Leads(_, Some(spot)) = &self.after[id as usize] {
            spot.clone()
        } else {
            self.after[id as usize] = After::Unknown;
            self.follow(space, id).ok()??
        };
        let mut gone = Bits::new(space.room());
        for c in (0..space.model().len() as u16).map(Cell) {
            for v in self.root.board.values(c).minus(spot.board.values(c)) {
                gone.insert(space.id(Candidate::new(c, v)));
            }
        }
        found.spend(space.model().len() as u64 + std::mem::take(&mut self.net.work));
        Some(gone)
    }

    /// Tries to refute a candidate by refuting others under it: those that it takes, each before those within it.
    pub(crate) fn refute(&mut self, space: &Space, id: u32, look: Look, found: &mut Found) -> Option<Vec<Assumption>> {
        let mut assumed = vec![Assumption { candidate: space.candidate(id), within: 0 }];
        if self.refuted(space, id, found).is_some() {
            return Some(assumed);
        }
        let mut spot = self.net.pool.pop().unwrap_or_else(|| self.root.clone());
        let known = match &self.after[id as usize] {
            After::Leads(_, Some(kept)) => {
                spot.copy_from(kept);
                true
            }
            _ => false,
        };
        if !known {
            spot.copy_from(&self.root);
            self.net.queue.extend(&self.singles);
            let led = self.net.place(space, &mut spot, id).and_then(|()| self.net.run(space, &mut spot));
            self.net.clear();
            debug_assert!(led.is_ok(), "the same as when it was first followed");
        }
        let mut nodes = look.nodes;
        let refuted = (look.sweep && self.net.sweep(space, &mut spot, &mut nodes, &mut assumed, found))
            || (look.depth > 1 && self.net.nested(space, &mut spot, look.depth, &mut nodes, &mut assumed, found));
        self.net.pool.push(spot);
        assumed[0].within = assumed.len() as u32 - 1;
        refuted.then_some(assumed)
    }

    /// How often contradictions came from groups of this candidate.
    pub(crate) fn weight(&self, space: &Space, id: u32) -> u32 {
        space.groups_of(id).iter().map(|g| self.net.weights[g.0 as usize]).max().unwrap_or(0)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::closure::Closure;
    use crate::proof::{Unproved, verify};
    use crate::step::{Pattern, Reason, Step};
    use crate::technique::trial::TRIAL;
    use crate::view::State;
    use cluewright_core::constraint::{Compare, Sum};
    use cluewright_core::{Constraint, Model, ModelBuilder, Origin, Puzzle, Shape, Value};

    pub(crate) const N: usize = 6;

    pub(crate) fn answer(at: usize) -> u8 {
        let (row, column) = (at / N, at % N);
        ((3 * (row % 2) + row / 2 + column) % N) as u8
    }

    /// A grid of six with a sum over every three cells of a snake.
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

    /// Step by step, afresh, and with reasons: the same candidates are refuted, and the same is gone with the others.
    #[test]
    fn what_is_kept_from_step_to_step_is_what_a_fresh_look_and_a_trial_see() {
        let model = model();
        let space = Space::new(&model);
        let mut state = State::start(&model);
        let mut last = None;
        let (mut random, mut refuted, mut led, mut nested) = (7u32, 0, 0, 0);
        for _ in 0..40 {
            for _ in 0..3 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (at, value) = ((random >> 16) as usize % (N * N), (random >> 8) as u8 % N as u8);
                if value != answer(at) {
                    state.eliminate(Candidate::new(Cell(at as u16), Value(value)));
                }
            }
            // As in a walk, where clue steps come first.
            let mut before = None;
            while before.replace(state.board.clone()).as_ref() != Some(&state.board) {
                for posted in model.constraints() {
                    posted.kind.propagate(&mut state.board).unwrap();
                }
            }
            let view = View::new(&space, &state, None);
            let mut found = Found::new(1, u64::MAX);
            let mut kept = Ahead::of(&view, last.take());
            let mut fresh = Ahead::of(&view, None);
            let mut closure = Closure::new(&view, &TRIAL);
            for id in view.live().iter() {
                let seen = kept.refuted(&space, id, &mut found).is_some();
                assert_eq!(seen, fresh.refuted(&space, id, &mut found).is_some());
                let shown = closure.refute(id, &mut found).is_some();
                assert_eq!(seen, shown);
                assert_eq!(kept.gone(&space, id, &mut found), fresh.gone(&space, id, &mut found));
                refuted += u32::from(seen);
                led += u32::from(!seen);
                let sweep = id % 2 == 0;
                // A contradiction found under others shows again, too, and the checker finds it.
                if let Some(assumed) = kept.refute(&space, id, Look { sweep, depth: 3, nodes: 200 }, &mut found) {
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
                    // The checker finds it, too, when what is within it is not told.
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
            last = Some(kept);
        }
        assert!(refuted > 100 && led > 100, "{refuted} refuted, {led} not");
        assert!(nested > 10, "{nested} nested");
    }
}
