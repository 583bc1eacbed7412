//! One deduction and its reasons. Words, drawings, names, ratings and proofs all come from this record.

/// Several techniques' infos, a line each: name (`pub(crate)` before it where others need it), id, title, aliases,
/// difficulty, source.
macro_rules! infos {
    ($($vis:vis $name:ident: $id:literal, $title:literal, $aliases:expr, $difficulty:literal, $source:literal;)*) => {
        $($vis static $name: TechniqueInfo = TechniqueInfo {
            id: $id, name: $title, aliases: $aliases, difficulty: $difficulty, source: $source,
        };)*
    };
}
pub(crate) use infos;

pub(crate) mod blockers;
mod elsewhere;
pub(crate) mod found;
pub(crate) mod join;
pub(crate) mod names;
pub(crate) mod phrase;
pub(crate) mod premise;
pub(crate) mod premises;
pub(crate) mod size;
pub(crate) mod sums;
pub(crate) mod technique;

use crate::board::balance::Balance;
use crate::board::oracle::Assumption;
use crate::board::state::State;
use cluewright_core::model::{CellKind, ConstraintId, GroupId, SetId, Why};
use cluewright_core::{Candidate, Cell, Model, OriginId, Sort, Value, ValueSet};
use premise::Own;
use std::sync::Arc;

/// The difficulty from which on a step that assumes something counts as a trial.
const TRIED: u16 = 80;

/// The properties of a technique that do not depend on the board.
#[derive(PartialEq, Eq, Debug)]
pub struct TechniqueInfo {
    /// Stable, `snake_case`.
    pub id: &'static str,
    /// For people.
    pub name: &'static str,
    /// Other names in use.
    pub aliases: &'static [&'static str],
    /// In tenths; what the easiest step of this kind costs.
    pub difficulty: u16,
    /// Where technique and difficulty come from.
    pub source: &'static str,
}

/// One deduction.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The technique it is an example of.
    pub technique: &'static TechniqueInfo,
    /// In tenths: at least [`TechniqueInfo::difficulty`], more for long or deep ones.
    pub difficulty: u16,
    /// Candidates found true.
    pub placements: Vec<Candidate>,
    /// Candidates found false, sorted; those that placements rule out are not listed.
    pub eliminations: Vec<Candidate>,
    /// All that the conclusion rests on: `proof::verify` needs nothing else.
    pub because: Vec<Reason>,
    /// The shape of the argument: for words and drawings, not for the proof.
    pub pattern: Pattern,
}

/// One premise of a step.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// At least one of a group's candidates is true, and only these are left. (None left: a contradiction.)
    Group {
        /// The group.
        group: GroupId,
        /// What is left of it.
        live: Vec<Candidate>,
    },
    /// The cells of this set hold different digits.
    Different(SetId),
    /// Two candidates are not both true.
    Link {
        /// One.
        a: Candidate,
        /// The other.
        b: Candidate,
        /// Why.
        why: Why,
    },
    /// A constraint by itself, with the sets and links among its cells, does not allow all of this at once: the
    /// candidates of `holds` true, those of `fails` false, those of `absent` gone already.
    Constraint {
        /// The constraint.
        constraint: ConstraintId,
        /// Candidates gone from the board that the argument needs gone.
        absent: Vec<Candidate>,
        /// Not all of these are true ...
        holds: Vec<Candidate>,
        /// ... unless one of these is.
        fails: Vec<Candidate>,
    },
    /// The same of a sum that follows from houses and clues that are sums.
    Balance {
        /// The sum and what it follows from.
        balance: Arc<Balance>,
        /// As for a constraint.
        absent: Vec<Candidate>,
        /// As for a constraint.
        holds: Vec<Candidate>,
        /// As for a constraint.
        fails: Vec<Candidate>,
    },
    /// As many sets that hold a value at most once as groups that hold at least one candidate, no two of which share
    /// one; and all that is left of the groups lies in the sets. So each set has its value among them, once: elsewhere
    /// it is false, and so is what lies in two of the sets.
    Cover {
        /// The groups.
        truths: Vec<GroupId>,
        /// The sets, each with its value.
        links: Vec<(SetId, Value)>,
    },
    /// What follows when a candidate is taken to be true.
    Assume {
        /// The candidate.
        candidate: Candidate,
        /// What follows, step by step; each is proved on the board it leads to.
        steps: Vec<Step>,
        /// The contradiction at the end: a group with nothing left or a constraint that cannot hold. None when the
        /// argument is that every case leads to the same conclusion.
        clash: Option<Box<Reason>>,
    },
    /// An assumption that has too many cases to write down what follows in each: they are listed in outline. Each ends in
    /// a contradiction by groups, links and constraints, once the assumptions within it are refuted in their order. The
    /// first one is the one that the step refutes; all others are within it.
    Outline {
        /// What is assumed, each before those within it.
        assumed: Arc<[Assumption]>,
    },
    /// A candidate that nothing is left without, in outline: the others of its cell and all that comes with them end in
    /// contradictions, once these assumptions are refuted in their order. Whoever found them may have made too many to
    /// list, or seen more at a glance.
    Needed {
        /// The candidate, which is true.
        candidate: Candidate,
        /// What is assumed, each before those within it.
        assumed: Arc<[Assumption]>,
        /// How many assumptions it took, listed or not.
        cases: u64,
    },
    /// The puzzle is taken to have one solution, so these cells do not all hold one of these values each: whatever of
    /// them they held could be exchanged, and no rule would notice. One of `guardians` is true.
    Unique {
        /// The cells with the values of the pattern.
        cells: Vec<(Cell, ValueSet)>,
        /// The candidates one of which must be true to avoid it.
        guardians: Vec<Candidate>,
    },
    /// A premise of a kind of its own.
    Own(Own),
    /// The puzzle is taken to have one solution, so `added` is false: with it two values would be filled in so evenly
    /// that all their other places could be exchanged, and no rule would notice.
    UniqueRest {
        /// The cells filled in with the two values.
        filled: Vec<Candidate>,
        /// What is not true as well.
        added: Candidate,
        /// The value other than the added one's.
        other: Value,
    },
}

/// The assumptions of a list that are not within others, each with those within it.
pub(crate) fn outermost(mut list: &[Assumption]) -> impl Iterator<Item = &[Assumption]> {
    std::iter::from_fn(move || {
        let first = list.first()?;
        let (one, rest) = list.split_at_checked(1 + first.within as usize)?;
        list = rest;
        Some(one)
    })
}

/// How deep the assumptions of a list are nested: 1 when none is within another.
pub(crate) fn nesting(list: &[Assumption]) -> u8 {
    let (mut ends, mut most): (Vec<usize>, usize) = (Vec::new(), 0);
    for (at, one) in list.iter().enumerate() {
        while ends.last().is_some_and(|&end| end <= at) {
            ends.pop();
        }
        ends.push(at + 1 + one.within as usize);
        most = most.max(ends.len());
    }
    most.min(usize::from(u8::MAX)) as u8
}

/// Does a chain join two cells by one value, of which each has one other?
fn is_pair_of_cells(nodes: &[Vec<Candidate>]) -> bool {
    let [first, from, .., to, last] = nodes else { return false };
    let ([first], [from], [to], [last]) = (first.as_slice(), from.as_slice(), to.as_slice(), last.as_slice()) else {
        return false;
    };
    nodes.len() == 6
        && (first.cell, last.cell) == (from.cell, to.cell)
        && first.value == last.value
        && nodes[1..5].iter().flatten().all(|c| c.value == from.value)
}

/// The shape of an argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// One candidate is left in a group.
    Single {
        /// The group.
        group: GroupId,
    },
    /// All that is left of a group sees the victims.
    Locked {
        /// The group.
        group: GroupId,
    },
    /// As many values as cells: the cells hold just these values.
    Naked {
        /// The cells.
        cells: Vec<Cell>,
        /// The values.
        values: ValueSet,
    },
    /// As many places as values: the cells hold just these values.
    Hidden {
        /// The house.
        set: SetId,
        /// The cells.
        cells: Vec<Cell>,
        /// The values.
        values: ValueSet,
    },
    /// The places of one value in some houses lie in as many others.
    Fish {
        /// Groups whose places are all in the cover (or fins).
        base: Vec<GroupId>,
        /// The covering sets.
        cover: Vec<SetId>,
        /// Places of the base outside the cover.
        fins: Vec<Candidate>,
    },
    /// Alternating links: of each pair of nodes 0-1, 2-3, ... one is true; of 1-2, 3-4, ... not both.
    Chain {
        /// The nodes, an even number; a node with several candidates is true when one of them is.
        nodes: Vec<Vec<Candidate>>,
        /// What makes each strong link, where it is a group.
        groups: Vec<Option<GroupId>>,
        /// What makes each strong link, where it is an almost locked set.
        als: Vec<Option<Vec<Cell>>>,
        /// Are the last and the first node not both true, too?
        closed: bool,
    },
    /// Cells with the same two values, each seeing the next.
    RemotePair {
        /// The cells, in order.
        cells: Vec<Cell>,
        /// The two values.
        values: ValueSet,
    },
    /// As many values as cells, all but one of which can be there only once.
    Wing {
        /// The cells.
        cells: Vec<Cell>,
        /// Their values.
        values: ValueSet,
        /// The value that must be there.
        last: Value,
    },
    /// Almost locked sets linked by values that not both can hold.
    Als {
        /// Cells and values of each set.
        sets: Vec<(Vec<Cell>, ValueSet)>,
        /// The values that link each set to the next; with a stem, its value that each set excludes.
        commons: Vec<ValueSet>,
        /// The cell each of whose values takes one from a set.
        stem: Option<Cell>,
    },
    /// Cells where two sets cross, with cells of either set.
    Crossing {
        /// The two sets.
        sets: [SetId; 2],
        /// The cells of both.
        middle: Vec<Cell>,
        /// The cells of each outside the crossing, with their values.
        sides: [(Vec<Cell>, ValueSet); 2],
        /// The values of the crossing.
        values: ValueSet,
    },
    /// Places of one value in two colours each, one colour of which is true.
    Colors {
        /// The clusters.
        clusters: Vec<[Vec<Candidate>; 2]>,
    },
    /// Cells whose contents could be exchanged unnoticed.
    Deadly {
        /// The cells.
        cells: Vec<Cell>,
        /// The values of the pattern.
        values: ValueSet,
        /// The candidates one of which must be true.
        guardians: Vec<Candidate>,
    },
    /// Cells that cannot hold these values alone, whatever the rules about solutions.
    Impossible {
        /// The cells.
        cells: Vec<Cell>,
        /// The values of the pattern.
        values: ValueSet,
        /// The candidates one of which must be true.
        guardians: Vec<Candidate>,
    },
    /// As many cells as there is room for values in some lines.
    Sectors {
        /// The cells.
        cells: Vec<Cell>,
        /// Their values.
        values: ValueSet,
        /// The lines and the values they have room for.
        links: Vec<(SetId, Value)>,
    },
    /// Two values filled in so evenly, with one place more, that all their other places could be exchanged.
    EvenlyFilled {
        /// The cells filled in with the two values.
        cells: Vec<Cell>,
        /// The two values.
        values: ValueSet,
    },
    /// One of some candidates is true, and a chain leads from each to the conclusion.
    Forcing {
        /// What makes one of them true: a group, a fish with fins, a pattern with guardians.
        of: Box<Pattern>,
        /// For each candidate the chain that begins with it: nodes in turn true and false; the last is the conclusion.
        chains: Vec<Vec<Vec<Candidate>>>,
    },
    /// All ways to place one value.
    Template {
        /// The value.
        value: Value,
    },
    /// A value that one constraint must have in one of these places.
    ClueContains {
        /// The constraint.
        constraint: ConstraintId,
        /// Where it can have the value.
        places: Vec<Candidate>,
    },
    /// What one constraint does by itself.
    Clue {
        /// The constraint.
        constraint: ConstraintId,
    },
    /// What a clue that ties pairs of cells does by itself, or what no clue of a rule can hold.
    Tied {
        /// The clues, at least one.
        origins: Vec<OriginId>,
    },
    /// What a sum that follows from houses and clues does by itself.
    Balance {
        /// The sum and what it follows from.
        balance: Arc<Balance>,
    },
    /// What a premise of a kind of its own shows.
    Own(Own),
    /// Assume and contradict.
    Trial {
        /// How deep trials are nested: 1 for a plain one.
        depth: u8,
        /// Placements and clue steps on the way, those of nested trials included.
        length: u32,
    },
    /// Every case of a group leads to the conclusion.
    Cases {
        /// The group.
        group: GroupId,
        /// How deep trials are nested.
        depth: u8,
        /// Placements and clue steps on the way.
        length: u32,
    },
}

impl Step {
    /// A step without conclusions or reasons yet.
    pub fn new(technique: &'static TechniqueInfo, pattern: Pattern) -> Self {
        Self {
            technique,
            difficulty: technique.difficulty,
            placements: Vec::new(),
            eliminations: Vec::new(),
            because: Vec::new(),
            pattern,
        }
    }

    /// Adds this conclusion: the candidate is true.
    #[must_use]
    pub fn place(mut self, candidate: Candidate) -> Self {
        self.placements.push(candidate);
        self
    }

    /// Adds this conclusion: these candidates are false.
    #[must_use]
    pub fn remove(mut self, candidates: impl IntoIterator<Item = Candidate>) -> Self {
        self.eliminations.extend(candidates);
        self.eliminations.order();
        self.eliminations.dedup();
        self
    }

    /// Adds these premises.
    #[must_use]
    pub fn because(mut self, reasons: impl IntoIterator<Item = Reason>) -> Self {
        self.because.extend(reasons);
        self
    }

    /// Makes the step harder by `tenths`.
    #[must_use]
    pub fn harder(mut self, tenths: u16) -> Self {
        self.difficulty = self.difficulty.saturating_add(tenths);
        self
    }

    /// Carries out the conclusions: placements take away what they see.
    pub fn apply(&self, model: &Model, state: &mut State) {
        for &gone in &self.eliminations {
            state.eliminate(gone);
        }
        for &placed in &self.placements {
            state.settle(model, placed);
        }
        // Nobody writes helper cells down: fixed, they count as filled in.
        for (c, info) in model.cells().iter().enumerate() {
            let cell = Cell(c as u16);
            if info.kind == CellKind::Helper
                && !state.placed.contains(cell)
                && let Some(value) = state.board.fixed(cell)
            {
                state.settle(model, Candidate::new(cell, value));
            }
        }
    }

    /// The values the argument is about: those of a subset, a fish, a wing; for other steps those of the conclusion.
    pub fn digits(&self) -> Vec<Value> {
        let of = |list: &[Candidate]| list.iter().map(|c| c.value).collect::<Vec<_>>();
        let mut digits = match &self.pattern {
            Pattern::Naked { values, .. }
            | Pattern::Hidden { values, .. }
            | Pattern::RemotePair { values, .. }
            | Pattern::Wing { values, .. }
            | Pattern::Deadly { values, .. }
            | Pattern::Impossible { values, .. }
            | Pattern::Sectors { values, .. }
            | Pattern::EvenlyFilled { values, .. } => values.iter().collect(),
            Pattern::Chain { nodes, .. } if is_pair_of_cells(nodes) => {
                nodes.iter().flatten().map(|c| c.value).collect()
            }
            _ => of(&[self.placements.as_slice(), self.eliminations.as_slice()].concat()),
        };
        digits.order();
        digits.dedup();
        digits
    }

    /// Whether it takes an assumption and follows it (trial, cases, few facts). An argument by one clue or two and the
    /// houses that meet them is none, though it may go through cases.
    pub fn is_trial(&self) -> bool {
        self.technique.difficulty >= TRIED
            && self.because.iter().any(|reason| match reason {
                Reason::Assume { .. } | Reason::Outline { .. } | Reason::Needed { .. } => true,
                Reason::Own(own) => own.cases() > 0,
                _ => false,
            })
    }

    /// Whether it rests on the puzzle having exactly one solution.
    pub fn assumes_uniqueness(&self) -> bool {
        self.because.iter().any(|r| matches!(r, Reason::Unique { .. } | Reason::UniqueRest { .. }))
    }
}
