//! Words for steps that assume a candidate and follow it.

use super::words::{Text, Words, capital, houses, list};
use crate::board::oracle::Assumption;
use crate::board::state::State;
use crate::step::{Reason, Step, nesting};
use cluewright_core::model::{GroupId, GroupKind, Why};
use cluewright_core::{Candidate, Model};

/// Letters in a sentence, and inferences that one sentence tells.
const LONGEST: usize = 240;
const HELD: usize = 5;
/// Facts that are named where together they leave nothing for a cell.
const TOOK: usize = 4;

fn assumption(reason: &Reason) -> Option<&Candidate> {
    match reason {
        Reason::Assume { candidate, .. } => Some(candidate),
        _ => None,
    }
}

fn is_assumed(reason: &Reason) -> bool {
    assumption(reason).is_some()
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
        let end = self.clash_of(state, *candidate, steps, clash.as_deref());
        let were = |c: &Candidate| format!("{} were {}", self.cell(c.cell), self.value(*c));
        let assumed: Vec<&Candidate> = self.step.because.iter().filter_map(assumption).collect();
        let lead = self.step.because.iter().find_map(|reason| match reason {
            Reason::Own(own) => Some(format!("{}: ", own.name(self.model))),
            _ => None,
        });
        let lead = lead.unwrap_or_default();
        let said = if assumed.len() == 1 {
            let way = self.way(steps);
            let said = |lead: &str, way: &str| format!("{lead}if {}, {way}{end}", were(candidate));
            [said(&lead, &way), said(&lead, ""), said("", "")]
        } else {
            let were = list(assumed.iter().map(|c| were(c)), "or");
            let said = |lead: &str| format!("{lead}if {were}, a contradiction would follow");
            [said(&lead), said(&lead), said("")]
        };
        let said = said.map(|said| capital(&format!("{said}: {}.", self.conclusion())));
        let fits = |said: &&String| said.chars().count() <= LONGEST;
        let short = said.iter().find(fits).unwrap_or(&said[2]).clone();
        let mut details = Vec::new();
        for reason in &self.step.because {
            if let Reason::Assume { candidate, steps, clash } = reason {
                details.extend(self.follow(state, *candidate, steps, describe));
                details.push(format!("Then {}.", self.clash_of(state, *candidate, steps, clash.as_deref())));
            }
        }
        Text { short, details }
    }

    /// What follows, when it is no more than a person holds in mind: `r1c4 would be 3, 5 in r2c4 would go, and `.
    fn way(&self, steps: &[Step]) -> String {
        if steps.is_empty() || steps.len() > HELD || steps.iter().any(|step| step.because.iter().any(is_assumed)) {
            return String::new();
        }
        let mut parts: Vec<String> = Vec::new();
        for some in steps.chunk_by(|a, b| a.placements.is_empty() && b.placements.is_empty()) {
            let placed = some.iter().flat_map(|step| &step.placements);
            parts.extend(placed.map(|c| format!("{} would be {}", self.cell(c.cell), self.value(*c))));
            let gone: Vec<Candidate> = some.iter().flat_map(|step| step.eliminations.iter().copied()).collect();
            parts.extend(self.lost(&gone).into_iter().map(|(values, cells)| format!("{cells} would lose {values}")));
        }
        format!("{}, and ", parts.join(", "))
    }

    /// How an assumption ends; where a cell is left with nothing, with the clues and rules that took it away.
    fn clash_of(&self, state: &State, candidate: Candidate, steps: &[Step], clash: Option<&Reason>) -> String {
        let end = self.clash(clash);
        let Some(Reason::Group { group, .. }) = clash else { return end };
        let GroupKind::Cell(cell) = self.model.network().group(*group).kind else { return end };
        let by = |gone: Candidate| -> Vec<String> {
            let placed = steps.iter().flat_map(|step| &step.placements).chain([&candidate]);
            let seen = placed.filter_map(|&p| self.model.network().why(self.model, p, gone));
            let seen: Vec<String> =
                seen.filter(|why| *why != Why::SameCell).map(|why| self.why_of(why, [cell; 2])).collect();
            let taken = steps.iter().find(|step| step.eliminations.contains(&gone));
            match (seen.is_empty(), taken) {
                (true, Some(step)) => step.because.iter().filter_map(|reason| self.fact_of(reason)).collect(),
                _ => seen,
            }
        };
        let all: Vec<Vec<String>> = state.board.values(cell).iter().map(|v| by(Candidate::new(cell, v))).collect();
        let mut names: Vec<String> = Vec::new();
        for of_one in all.into_iter().filter(|of_one| !of_one.is_empty()) {
            if !of_one.iter().any(|name| names.contains(name)) {
                names.push(of_one[0].clone());
            }
        }
        match names.len() {
            1..=TOOK => format!("{end} ({})", houses(names.into_iter(), "and")),
            _ => end,
        }
    }

    /// What a premise is called that is a clue, a rule or a house.
    fn fact_of(&self, reason: &Reason) -> Option<String> {
        match reason {
            Reason::Constraint { constraint, .. } => Some(self.clue_name(*constraint)),
            Reason::Balance { balance, .. } => Some(self.fact(balance)),
            Reason::Link { why, .. } => Some(self.why(*why)),
            Reason::Group { group, .. } => match self.model.network().group(*group).kind {
                GroupKind::House(set, _) => Some(self.model.set_name(set)),
                _ => None,
            },
            _ => None,
        }
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
        details.push(format!("Singles and the clues by themselves refute {each}."));
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
            details.push("Singles and the clues by themselves refute each.".to_owned());
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
