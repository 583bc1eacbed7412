//! Facts that refute a candidate, as a premise of a step. The checker replays the refutation, unless the step contains
//! an argument and the premise only names the facts.

use crate::board::state::State;
use crate::step::phrase::{capital, list};
use crate::step::premise::{Clause, Premise};
use cluewright_core::{Candidate, Cell, Constraint, Model, OriginId, SortedSet};

/// The maximum total length of the names in one sentence.
const LONGEST: usize = 150;
/// The maximum number of cases that a person might be willing to follow.
const FEW_CASES: u64 = 24;

/// The claim that these facts refute the candidate.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) candidate: Candidate,
    pub(super) who: Vec<OriginId>,
    pub(super) cases: u64,
    /// Whether another premise of the step proves the claim, so that this premise only names the facts.
    pub(super) argued: bool,
}

impl Facts {
    /// The names of the facts without duplicates, clues first.
    fn names(&self, model: &Model) -> Vec<String> {
        let is_clue = |fact: &&OriginId| model.origin(**fact).clue.is_some();
        let (clues, rest): (Vec<&OriginId>, Vec<&OriginId>) = self.who.iter().partition(is_clue);
        let mut names: Vec<String> = Vec::new();
        for name in clues.into_iter().chain(rest).map(|&fact| model.origin_text(fact)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn assumed(&self, model: &Model) -> String {
        format!("{} in {}", model.value_name(self.candidate), model.cell_name(self.candidate.cell))
    }

    /// The names, divided into sentences of at most about [`LONGEST`] bytes.
    fn sentences(&self, model: &Model) -> Vec<Vec<String>> {
        let mut sentences: Vec<Vec<String>> = Vec::new();
        let mut length = LONGEST;
        for name in self.names(model) {
            if length + name.len() > LONGEST {
                sentences.push(Vec::new());
                length = 0;
            }
            length += name.len() + 2;
            sentences.last_mut().expect("one was begun").push(name);
        }
        sentences
    }
}

impl Premise for Facts {
    /// The proof is in [`Premise::refutes`], so no clauses are needed.
    fn clauses(&self, _: &Model, _: &State, _: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Clause>> {
        self.argued.then(Vec::new)
    }

    fn refutes(&self, model: &Model) -> Option<(Model, Candidate)> {
        (!self.argued).then(|| (model.only(&|origin| self.who.contains(&origin)), self.candidate))
    }

    fn name(&self, model: &Model) -> String {
        match self.sentences(model).as_slice() {
            [names] => list(names.iter().cloned(), "and"),
            [first, ..] => {
                format!("{} and {} more rules and houses", first.join(", "), self.names(model).len() - first.len())
            }
            [] => String::new(),
        }
    }

    fn words(&self, model: &Model) -> String {
        let assumed = self.assumed(model);
        match self.who.len() {
            1 => format!("with {assumed} {} cannot be met", self.name(model)),
            _ => format!("with {assumed} there is no way to meet {} together", self.name(model)),
        }
    }

    fn details(&self, model: &Model) -> Vec<String> {
        let sentences = self.sentences(model);
        let mut details = Vec::new();
        if sentences.len() > 1 {
            details.extend(sentences.iter().map(|names| format!("{}.", capital(&names.join(", ")))));
        }
        match self.cases {
            0..=1 => {}
            cases @ 2..=FEW_CASES => details.push(format!("Each of {cases} cases ends in a contradiction.")),
            cases => details.push(format!(
                "It took {cases} cases to see that, more than a person goes through; no shorter reason was found."
            )),
        }
        details
    }

    fn cases(&self) -> u64 {
        if self.argued { 0 } else { self.cases }
    }

    /// If another premise proves the candidate false, its inferences are counted there.
    fn inferences(&self) -> Option<u64> {
        self.argued.then_some(0)
    }

    fn facts(&self, _: &Model) -> Vec<OriginId> {
        self.who.clone()
    }

    fn clues(&self, model: &Model) -> Vec<OriginId> {
        self.who.iter().copied().filter(|&fact| model.origin(fact).clue.is_some()).collect()
    }

    fn parts(&self, model: &Model) -> Vec<Vec<Cell>> {
        let of = |fact: OriginId| {
            let sets = model.sets().iter().filter(|s| s.origin == fact).flat_map(|s| s.cells.iter().copied());
            let kinds = model.constraints().iter().filter(|c| c.origin == fact);
            let cells: SortedSet<Cell> = sets.chain(kinds.flat_map(|c| c.kind.cells().iter().copied())).collect();
            cells.into_iter().collect::<Vec<Cell>>()
        };
        self.who.iter().map(|&fact| of(fact)).filter(|cells| !cells.is_empty()).collect()
    }
}
