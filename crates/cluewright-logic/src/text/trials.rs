//! Words for steps that assume a candidate and follow it.

use super::words::{Text, Words, capital, list};
use crate::board::oracle::Assumption;
use crate::board::state::State;
use crate::step::{Reason, Step, nesting};
use cluewright_core::model::{GroupId, GroupKind};
use cluewright_core::{Candidate, Model};

/// Letters in a sentence, and inferences that one sentence tells.
const LONGEST: usize = 240;
const HELD: usize = 5;

fn is_assumed(reason: &Reason) -> bool {
    matches!(reason, Reason::Assume { .. })
}

/// Puts the steps within a trial into words, as any others.
type Describe = fn(&Model, &State, &Step) -> Text;

/// `5,412`.
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let comma =
        |(i, d): (usize, char)| (i > 0 && (digits.len() - i).is_multiple_of(3)).then_some(',').into_iter().chain([d]);
    digits.chars().enumerate().flat_map(comma).collect()
}

impl Words<'_> {
    pub(super) fn trial(&self, state: &State, describe: Describe) -> Text {
        if let Some(Reason::Outline { .. }) = self.step.because.first() {
            return self.outlines();
        }
        if let Some(Reason::Needed { candidate, assumed, cases }) = self.step.because.first() {
            return self.needed(*candidate, assumed, *cases);
        }
        let Some(Reason::Assume { candidate, steps, clash }) = self.step.because.first() else {
            return Text::default();
        };
        let end = self.clash(clash.as_deref());
        let supposed = format!("if {} were {}", self.cell(candidate.cell), self.value(*candidate));
        let way = self.way(steps);
        let lead = self.step.because.iter().find_map(|reason| match reason {
            Reason::Own(own) => Some(format!("{}: ", own.name(self.model))),
            _ => None,
        });
        let sentence =
            |lead: &str, way: &str| capital(&format!("{lead}{supposed}, {way}{end}: {}.", self.conclusion()));
        let lead = lead.unwrap_or_default();
        let said = [sentence(&lead, &way), sentence(&lead, ""), sentence("", "")];
        let fits = |said: &&String| said.chars().count() <= LONGEST;
        let short = said.iter().find(fits).unwrap_or(&said[2]).clone();
        let mut details = self.follow(state, *candidate, steps, describe);
        details.push(format!("Then {end}."));
        Text { short, details }
    }

    /// What follows, when it is no more than a person holds in mind: `r1c4 would be 3 and r2c4 would not be 5, and `.
    fn way(&self, steps: &[Step]) -> String {
        if steps.is_empty() || steps.len() > HELD || steps.iter().any(|step| step.because.iter().any(is_assumed)) {
            return String::new();
        }
        let would = |candidates: &[Candidate], not: &'static str| -> Vec<String> {
            let one = |c: &Candidate| format!("{} would {not}be {}", self.cell(c.cell), self.value(*c));
            candidates.iter().map(one).collect()
        };
        let part = |step: &Step| [would(&step.placements, ""), would(&step.eliminations, "not ")].concat();
        format!("{}, and ", steps.iter().flat_map(part).collect::<Vec<_>>().join(", "))
    }

    /// Trials of which only the assumptions are listed.
    fn outlines(&self) -> Text {
        let proof = |r: &Reason| match r {
            Reason::Outline { assumed } if !assumed.is_empty() => Some(assumed.clone()),
            _ => None,
        };
        let proofs: Vec<_> = self.step.because.iter().filter_map(proof).collect();
        let cases: usize = proofs.iter().map(|p| p.len()).sum();
        let first: Vec<Candidate> = proofs.iter().map(|p| p[0].candidate).collect();
        let end = match cases {
            all if all == first.len() => "a contradiction would follow".to_owned(),
            all => format!("all {} cases would end in a contradiction", thousands(all as u64)),
        };
        let were = |c: &Candidate| format!("{} were {}", self.cell(c.cell), self.value(*c));
        let short = format!("If {}, {end}: {}.", list(first.iter().map(were), "or"), self.conclusion());
        let mut details = Vec::new();
        for (candidate, proof) in first.iter().zip(&proofs) {
            details.push(format!("Suppose {}.", self.is(*candidate)));
            match proof.len() - 1 {
                0 => {}
                1 => details.push("One more candidate is then tried.".to_owned()),
                more => details.push(format!(
                    "{} more candidates are then tried, one within the other up to {} deep.",
                    thousands(more as u64),
                    nesting(proof)
                )),
            }
        }
        let each = if cases == 1 { "it" } else { "each" };
        details.push(format!("Filling in what is left alone and following the clues refutes {each}."));
        Text { short, details }
    }

    /// All other candidates of a cell refuted together.
    fn needed(&self, candidate: Candidate, assumed: &[Assumption], cases: u64) -> Text {
        let cell = self.cell(candidate.cell);
        if cases > assumed.len() as u64 {
            let search = format!("By a search of {} cases", thousands(cases));
            return Text {
                short: format!("{search}: none in which {cell} is anything else fits: {}.", self.conclusion()),
                details: vec![
                    format!("Suppose {cell} is not {}.", self.value(candidate)),
                    "A program went through all cases there are then, and none fits; it lists none of them.".to_owned(),
                    "This is not an argument to follow by hand: nothing simpler was found.".to_owned(),
                ],
            };
        }
        let short = match cases {
            0 => format!("Every other value of {cell} ends in a contradiction: {}.", self.conclusion()),
            _ => format!(
                "With any other value of {cell}, all {} cases end in a contradiction: {}.",
                thousands(cases),
                self.conclusion()
            ),
        };
        let mut details = vec![format!("Suppose {cell} is not {}.", self.value(candidate))];
        if cases > 0 {
            details.push(format!(
                "{} candidates are then tried, one within the other up to {} deep.",
                thousands(cases),
                nesting(assumed)
            ));
            details.push("Filling in what is left alone and following the clues refutes each.".to_owned());
        }
        Text { short, details }
    }

    pub(super) fn cases(&self, state: &State, group: GroupId, describe: Describe) -> Text {
        let live = self.live(group);
        let options = list(live.iter().map(|&c| self.is(c)), "or");
        let lead = match self.model.network().group(group).kind {
            GroupKind::House(set, v) => {
                format!("Wherever {} goes in {}", self.set_value(set, v), self.model.set_name(set))
            }
            GroupKind::Cell(cell) => format!("Whatever {} is", self.cell(cell)),
            GroupKind::Posted(i) => {
                format!("In every case of {}", self.model.origin_text(self.model.posted_groups()[i as usize].origin))
            }
        };
        let short = format!("{lead} ({options}), the same follows: {}.", self.conclusion());
        let mut details = Vec::new();
        for reason in &self.step.because {
            if let Reason::Assume { candidate, steps, .. } = reason {
                details.extend(self.follow(state, *candidate, steps, describe));
                details.push(format!("So in this case {} is ruled out.", self.it()));
            }
        }
        Text { short, details }
    }

    fn follow(&self, state: &State, candidate: Candidate, steps: &[Step], describe: Describe) -> Vec<String> {
        let mut inner = state.clone();
        inner.settle(self.model, candidate);
        let mut lines = vec![format!("Suppose {}.", self.is(candidate))];
        for (i, step) in steps.iter().enumerate() {
            let text = describe(self.model, &inner, step);
            lines.push(format!("{}. {}", i + 1, text.short));
            if step.is_trial() {
                lines.extend(text.details.iter().map(|d| format!("   {d}")));
            }
            step.apply(self.model, &mut inner);
        }
        lines
    }
}
