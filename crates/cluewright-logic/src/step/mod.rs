//! The record of one deduction and its reasons. Texts, drawings, names, ratings and proofs are all derived from this record.

/// Defines one `TechniqueInfo` per line: the constant's name (preceded by `pub(crate)` if other modules use it), id, title,
/// aliases, difficulty, source.
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

/// Steps with assumptions count as trials from this difficulty upwards, in tenths.
const TRIED: u16 = 80;

/// The properties of a technique that do not depend on the board.
#[derive(PartialEq, Eq, Debug)]
pub struct TechniqueInfo {
    /// The technique's stable id, in `snake_case`.
    pub id: &'static str,
    /// The name shown to people.
    pub name: &'static str,
    /// Other common names of the technique.
    pub aliases: &'static [&'static str],
    /// The difficulty of the easiest step by this technique, in tenths.
    pub difficulty: u16,
    /// The source of the technique and of its difficulty.
    pub source: &'static str,
}

/// One deduction, with its reasons.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The technique that found the step.
    pub technique: &'static TechniqueInfo,
    /// The difficulty, in tenths: at least [`TechniqueInfo::difficulty`], and higher for long or deep steps.
    pub difficulty: u16,
    /// The candidates that the step proves true.
    pub placements: Vec<Candidate>,
    /// The candidates that the step proves false, sorted; candidates ruled out by the placements are not listed.
    pub eliminations: Vec<Candidate>,
    /// All premises of the conclusion: `proof::verify` needs nothing else.
    pub because: Vec<Reason>,
    /// The shape of the argument. Texts and drawings use it; the proof does not.
    pub pattern: Pattern,
}

/// One premise of a step's argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// At least one of a group's candidates is true, and only the candidates of `live` are left in the group. An empty `live` is a
    /// contradiction.
    Group {
        /// The group.
        group: GroupId,
        /// The remaining candidates of the group.
        live: Vec<Candidate>,
    },
    /// The cells of this set hold different digits.
    Different(SetId),
    /// The two candidates are not both true.
    Link {
        /// The first candidate.
        a: Candidate,
        /// The second candidate.
        b: Candidate,
        /// Why the two candidates are not both true.
        why: Why,
    },
    /// A constraint, together with the sets and links among its own cells, rules out that all of the following hold at once: the
    /// candidates of `holds` are true, the candidates of `fails` are false, and the candidates of `absent` have already been
    /// removed.
    Constraint {
        /// The constraint.
        constraint: ConstraintId,
        /// Candidates that are no longer on the board and whose absence the argument needs.
        absent: Vec<Candidate>,
        /// Candidates that are not all true unless a candidate of `fails` is true.
        holds: Vec<Candidate>,
        /// The candidates, at least one of which is true if all of `holds` are true.
        fails: Vec<Candidate>,
    },
    /// Like `Constraint`, but for a fact that is derived from houses and clues, usually a sum.
    Balance {
        /// The sum, with the houses and clues from which it follows.
        balance: Arc<Balance>,
        /// See the field of the same name in `Constraint`.
        absent: Vec<Candidate>,
        /// See the field of the same name in `Constraint`.
        holds: Vec<Candidate>,
        /// See the field of the same name in `Constraint`.
        fails: Vec<Candidate>,
    },
    /// There are as many sets as groups. Each set holds its value at most once; each group has at least one true candidate; no two
    /// groups share a candidate, and all candidates left in the groups lie in the sets. So each set has its value exactly once
    /// among these candidates. The value is false elsewhere in the set, and every candidate that lies in two of the sets is false
    /// as well.
    Cover {
        /// The groups.
        truths: Vec<GroupId>,
        /// The sets, each with the value that the set holds at most once.
        links: Vec<(SetId, Value)>,
    },
    /// The consequences of assuming that a candidate is true.
    Assume {
        /// The candidate.
        candidate: Candidate,
        /// The consequences, step by step; each step is proved on the board that results from the previous steps.
        steps: Vec<Step>,
        /// The contradiction at the end: a group without candidates, or a constraint that cannot hold. `None` if the consequences
        /// lead to the step's conclusion, as in every other case, instead of a contradiction.
        clash: Option<Box<Reason>>,
    },
    /// An assumption with so many nested cases that the consequences of each are not recorded; only the assumptions are listed.
    /// Each case ends in a contradiction by groups, links and constraints, once its nested assumptions have been refuted in the
    /// listed order. The step refutes the first assumption; all other assumptions are nested in the first.
    Outline {
        /// The assumptions; each is followed by its nested assumptions.
        assumed: Arc<[Assumption]>,
    },
    /// A candidate that must be true, with an outline of the proof: without the candidate, the board leads to a contradiction once
    /// the listed assumptions have been refuted in the listed order. The list may be shorter than the search: the refuter may have
    /// made too many assumptions to list, or may deduce more without assumptions.
    Needed {
        /// The candidate, which is true.
        candidate: Candidate,
        /// The assumptions; each is followed by its nested assumptions.
        assumed: Arc<[Assumption]>,
        /// The number of assumptions made by the search, whether listed or not.
        cases: u64,
    },
    /// The puzzle is assumed to have exactly one solution. If these cells held only values of the pattern, the values could be
    /// exchanged without breaking a rule, which would give a second solution. So one of `guardians` is true.
    Unique {
        /// The cells with the values of the pattern.
        cells: Vec<(Cell, ValueSet)>,
        /// The candidates, one of which must be true to avoid the pattern.
        guardians: Vec<Candidate>,
    },
    /// A premise that none of the other variants can express.
    Own(Own),
    /// The puzzle is assumed to have exactly one solution, so `added` is false: otherwise two values would be placed so evenly that
    /// all their remaining places could be exchanged without breaking a rule.
    UniqueRest {
        /// The cells filled in with the two values.
        filled: Vec<Candidate>,
        /// The candidate that is refuted.
        added: Candidate,
        /// Of the two values, the one that is not the value of `added`.
        other: Value,
    },
}

/// The outermost assumptions of a list (assumptions not nested in another assumption). Each is returned as a slice that begins with
/// the assumption and continues with its nested assumptions.
pub(crate) fn outermost(mut list: &[Assumption]) -> impl Iterator<Item = &[Assumption]> {
    std::iter::from_fn(move || {
        let first = list.first()?;
        let (one, rest) = list.split_at_checked(1 + first.within as usize)?;
        list = rest;
        Some(one)
    })
}

/// The greatest nesting depth of the assumptions in a list: 1 if no assumption is nested in another.
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

/// Whether the chain is a W-wing: all inner nodes have the same value, and the first and last nodes are candidates of another value
/// in the cells of the neighbouring inner nodes.
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
    /// Only one candidate is left in a group.
    Single {
        /// The group.
        group: GroupId,
    },
    /// Every remaining candidate of a group sees every eliminated candidate.
    Locked {
        /// The group.
        group: GroupId,
    },
    /// The cells have only as many values as there are cells, so the cells hold exactly these values.
    Naked {
        /// The cells.
        cells: Vec<Cell>,
        /// The values.
        values: ValueSet,
    },
    /// In a house, the values have only as many places as there are values, so these cells hold exactly these values.
    Hidden {
        /// The house.
        set: SetId,
        /// The cells.
        cells: Vec<Cell>,
        /// The values.
        values: ValueSet,
    },
    /// The places of one value in some houses all lie in equally many other houses.
    Fish {
        /// The base groups: each of their candidates is in the cover or is a fin.
        base: Vec<GroupId>,
        /// The covering sets.
        cover: Vec<SetId>,
        /// The candidates of the base that lie outside the cover.
        fins: Vec<Candidate>,
    },
    /// A chain of alternating links: at least one node of each pair 0-1, 2-3, ... is true, and at most one node of each pair 1-2,
    /// 3-4, ... is true.
    Chain {
        /// The nodes; their number is even. A node with several candidates is true if at least one of its candidates is true.
        nodes: Vec<Vec<Candidate>>,
        /// For each strong link, the group that the link comes from, if any.
        groups: Vec<Option<GroupId>>,
        /// For each strong link, the cells of the almost locked set that the link comes from, if any.
        als: Vec<Option<Vec<Cell>>>,
        /// Whether the chain is a loop: the last node and the first node are not both true.
        closed: bool,
    },
    /// Cells with the same two values, each of which sees the next cell.
    RemotePair {
        /// The cells, in order.
        cells: Vec<Cell>,
        /// The two values.
        values: ValueSet,
    },
    /// Cells with as many values as there are cells; every value except `last` can occur only once in the cells.
    Wing {
        /// The cells.
        cells: Vec<Cell>,
        /// The values of the cells.
        values: ValueSet,
        /// The value that one of the cells must hold.
        last: Value,
    },
    /// Almost locked sets linked by values; two neighbouring sets cannot both hold a linking value.
    Als {
        /// The cells and the values of each set.
        sets: Vec<(Vec<Cell>, ValueSet)>,
        /// Without a stem: the values that link each set to the next. With a stem: for each set, the value that the set and the
        /// stem cannot both hold.
        commons: Vec<ValueSet>,
        /// The cell that links the sets: whatever value the cell holds, one of the sets loses a value.
        stem: Option<Cell>,
    },
    /// The intersection of two sets, together with some other cells of each set.
    Crossing {
        /// The two sets.
        sets: [SetId; 2],
        /// The cells in both sets.
        middle: Vec<Cell>,
        /// For each set: its cells outside the crossing, and their values.
        sides: [(Vec<Cell>, ValueSet); 2],
        /// The values of the crossing.
        values: ValueSet,
    },
    /// Clusters of candidates of one value. Each cluster has two colours; the candidates of one colour are all true, and the
    /// candidates of the other colour are all false.
    Colors {
        /// The clusters.
        clusters: Vec<[Vec<Candidate>; 2]>,
    },
    /// Cells whose values could be exchanged without breaking a rule, so that the puzzle would have two solutions.
    Deadly {
        /// The cells.
        cells: Vec<Cell>,
        /// The values of the pattern.
        values: ValueSet,
        /// The candidates, one of which must be true.
        guardians: Vec<Candidate>,
    },
    /// Cells that cannot be filled with only these values, even without assuming a unique solution.
    Impossible {
        /// The cells.
        cells: Vec<Cell>,
        /// The values of the pattern.
        values: ValueSet,
        /// The candidates, one of which must be true.
        guardians: Vec<Candidate>,
    },
    /// Cells whose values can be placed only as often as there are cells, because each value can occur only once in each of some
    /// lines.
    Sectors {
        /// The cells.
        cells: Vec<Cell>,
        /// The values of the cells.
        values: ValueSet,
        /// The lines, each with a value that the line can hold at most once.
        links: Vec<(SetId, Value)>,
    },
    /// Two values that would be placed so evenly with one more cell filled in that all their remaining places could be exchanged.
    EvenlyFilled {
        /// The cells filled in with the two values.
        cells: Vec<Cell>,
        /// The two values.
        values: ValueSet,
    },
    /// At least one of several candidates is true, and a chain leads from each candidate to the conclusion.
    Forcing {
        /// The pattern that makes one of the candidates true: a group, a fish with fins, a pattern with guardians.
        of: Box<Pattern>,
        /// For each candidate, the chain that begins with the candidate. Its nodes are alternately true and false, and the last
        /// node is the conclusion.
        chains: Vec<Vec<Vec<Candidate>>>,
    },
    /// A comparison of all ways to place one value in the whole grid.
    Template {
        /// The value.
        value: Value,
    },
    /// A constraint must have the value in one of these places.
    ClueContains {
        /// The constraint.
        constraint: ConstraintId,
        /// The places where the constraint can have the value.
        places: Vec<Candidate>,
    },
    /// The consequences of a single constraint.
    Clue {
        /// The constraint.
        constraint: ConstraintId,
    },
    /// Values removed by one clue that relates pairs of cells, or values that no clue of a rule can ever hold.
    Tied {
        /// The clues; there is at least one.
        origins: Vec<OriginId>,
    },
    /// The consequences of a sum that follows from houses and clues.
    Balance {
        /// The sum, with the houses and clues from which it follows.
        balance: Arc<Balance>,
    },
    /// The conclusion of a premise that the technique defines itself.
    Own(Own),
    /// A candidate is assumed and leads to a contradiction.
    Trial {
        /// The nesting depth of the trials; 1 if there are no nested trials.
        depth: u8,
        /// The number of placements and clue steps along the way, including steps of nested trials.
        length: u32,
    },
    /// Every candidate of a group leads to the same conclusion.
    Cases {
        /// The group.
        group: GroupId,
        /// The nesting depth of the trials.
        depth: u8,
        /// The number of placements and clue steps along the way.
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

    /// Adds the conclusion that this candidate is true.
    #[must_use]
    pub fn place(mut self, candidate: Candidate) -> Self {
        self.placements.push(candidate);
        self
    }

    /// Adds the conclusion that these candidates are false.
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

    /// Raises the difficulty by this number of tenths.
    #[must_use]
    pub fn harder(mut self, tenths: u16) -> Self {
        self.difficulty = self.difficulty.saturating_add(tenths);
        self
    }

    /// Applies the conclusions to `state`; a placement also removes all candidates that the placed candidate sees.
    pub fn apply(&self, model: &Model, state: &mut State) {
        for &gone in &self.eliminations {
            state.eliminate(gone);
        }
        for &placed in &self.placements {
            state.settle(model, placed);
        }
        // Solvers do not write down helper cells: a helper cell counts as filled in as soon as its value is fixed.
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

    /// The values that the argument is about: for a subset, a fish or a wing, the values of the pattern; for other steps, the
    /// values of the conclusion.
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

    /// Whether the step assumes a candidate and follows the consequences (trial, cases, few facts). An argument by one or two clues
    /// and the houses that meet these clues is not a trial, even if it goes through cases.
    pub fn is_trial(&self) -> bool {
        self.technique.difficulty >= TRIED
            && self.because.iter().any(|reason| match reason {
                Reason::Assume { .. } | Reason::Outline { .. } | Reason::Needed { .. } => true,
                Reason::Own(own) => own.cases() > 0,
                _ => false,
            })
    }

    /// Whether the step relies on the puzzle having exactly one solution.
    pub fn assumes_uniqueness(&self) -> bool {
        self.because.iter().any(|r| matches!(r, Reason::Unique { .. } | Reason::UniqueRest { .. }))
    }
}
