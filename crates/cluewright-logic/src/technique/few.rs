//! The last resort for people: a few rules, houses and clues that, as the marks are, leave no way with a candidate. Which
//! ones they are a refuter finds out, by leaving out what is not needed; the checker fills them in on its own.

use super::core::{Arguments, DEEPEST};
use crate::board::oracle::{Few, Refuter};
use crate::board::state::State;
use crate::board::view::View;
use crate::follow::closure::price;
use crate::step::found::Found;
use crate::step::names::FEW;
use crate::step::phrase::{capital, list};
use crate::step::premise::{Clause, Own, Premise};
use crate::step::{Pattern, Reason, Step};
use cluewright_core::{Candidate, Cell, Constraint, Model, OriginId, SortedSet};

/// With more than so many nobody has them in view together.
const MOST: usize = 40;
/// Up to so many can be named.
const NAMED: usize = 8;
/// Names in one sentence are no longer than this together.
const LONGEST: usize = 150;
/// Up to so many cases somebody may want to go through them.
const FEW_CASES: u64 = 12;

/// The step that a candidate is false by a few facts, if there are such, as an argument where it has few cases. Where there
/// are no clues it would only list houses: there is none then. Is it short, too: an argument, or facts that can be named?
pub(super) fn few(view: &View, refuter: &dyn Refuter, candidate: Candidate, found: &mut Found) -> Option<(Step, bool)> {
    let model = view.space().model();
    if model.constraints().is_empty() && model.origins().iter().all(|origin| origin.clue.is_none()) {
        return None;
    }
    let before = refuter.work();
    let facts = refuter.facts(view.board(), candidate, None, MOST);
    found.spend(refuter.work() - before + 1);
    let Few { facts, cases } = facts?;
    let mut arguments = Arguments::new(view);
    let argued = |depth: u32| arguments.step(view.space().id(candidate), &facts, depth, found);
    if let Some(step) = (0..=DEEPEST).find_map(argued) {
        return Some((step, true));
    }
    let is_short = facts.len() <= NAMED;
    let harder = price(2, facts.len() as u32) + (cases.ilog2() as u16).min(20);
    let own = Own::new(Facts { candidate, who: facts, cases, argued: false });
    let step = Step::new(&FEW, Pattern::Own(own.clone())).because([Reason::Own(own)]);
    Some((step.remove([candidate]).harder(harder), is_short))
}

/// These leave no way.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) candidate: Candidate,
    pub(super) who: Vec<OriginId>,
    pub(super) cases: u64,
    /// Does another premise of the step show it? Then this one says what to look at, and no more.
    pub(super) argued: bool,
}

impl Facts {
    fn names(&self, model: &Model) -> Vec<String> {
        self.who.iter().map(|&fact| model.origin_text(fact)).collect()
    }

    fn assumed(&self, model: &Model) -> String {
        format!("{} in {}", model.value_name(self.candidate), model.cell_name(self.candidate.cell))
    }

    /// Names in sentences of about so many characters.
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
    /// All is in [`Premise::refutes`].
    fn clauses(&self, _: &Model, _: &State, _: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Clause>> {
        self.argued.then(Vec::new)
    }

    fn refutes(&self, model: &Model) -> Option<(Model, Candidate)> {
        (!self.argued).then(|| (model.only(&|origin| self.who.contains(&origin)), self.candidate))
    }

    fn name(&self, model: &Model) -> String {
        match self.sentences(model).as_slice() {
            [names] => list(names.iter().cloned(), "and"),
            _ => format!("{} rules, houses and clues", self.who.len()),
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
        details.push(match self.cases {
            0..=1 => "One follows from the other, digit by digit.".to_owned(),
            cases @ 2..=FEW_CASES => format!("Each of {cases} cases ends in a contradiction."),
            cases => format!(
                "It took {cases} cases to see that, more than a person goes through; no shorter reason was found."
            ),
        });
        details
    }

    fn cases(&self) -> u64 {
        if self.argued { 0 } else { self.cases }
    }

    /// What another premise shows, that one counts.
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
