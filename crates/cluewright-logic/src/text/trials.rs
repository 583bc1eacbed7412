//! Describes steps that assume a candidate and follow its consequences.

use super::words::{Text, Words, capital, houses, list};
use crate::board::oracle::Assumption;
use crate::board::state::State;
use crate::step::{Reason, Step, nesting};
use cluewright_core::model::{GroupId, GroupKind, Why};
use cluewright_core::{Candidate, Cell, Model, Sort, ValueSet};

/// The maximum length of a sentence in characters, and the maximum number of inferences in a sentence.
const LONGEST: usize = 240;
const HELD: usize = 5;
/// The maximum number of facts to name as the reasons why a cell has no value left.
const TOOK: usize = 4;
/// The maximum length, in characters, of the names of facts at the beginning of a sentence; longer lists are given in later
/// sentences instead.
const LEAD: usize = 60;

/// The techniques used in a line of reasoning, and its end without the names of the facts that cause it.
type Shape = (Vec<&'static str>, String);

/// A line of reasoning: the candidates whose assumption leads along this line, the end of the line, its sentences and its shape.
struct Line {
    assumed: Vec<Candidate>,
    end: String,
    told: Vec<String>,
    shape: Shape,
}

/// The end of a line without the facts in brackets at its end.
fn bare(end: &str) -> &str {
    end.strip_suffix(')').and_then(|end| end.rsplit_once(" (")).map_or(end, |(end, _)| end)
}

fn is_assumed(reason: &Reason) -> bool {
    matches!(reason, Reason::Assume { .. })
}

/// A function that describes the steps within a trial in the same way as other steps.
type Describe = fn(&Model, &State, &Step) -> Text;

/// Formats a number with commas, such as `5,412`.
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
        let Some(Reason::Assume { candidate, steps, .. }) = self.step.because.first() else {
            return Text::default();
        };
        let lead = self.step.because.iter().find_map(|reason| match reason {
            Reason::Own(own) => Some(format!("{}: ", own.name(self.model))),
            _ => None,
        });
        let lead = lead.filter(|lead| lead.chars().count() <= LEAD).unwrap_or_default();
        let mut lines: Vec<Line> = Vec::new();
        for reason in &self.step.because {
            let Reason::Assume { candidate, steps, clash } = reason else { continue };
            let end = self.clash_of(state, *candidate, steps, clash.as_deref());
            let mut told = self.follow(state, *candidate, steps, describe);
            told.push(format!("Then {end}."));
            let shape = (steps.iter().map(|step| step.technique.id).collect(), bare(&end).to_owned());
            match lines.iter_mut().find(|line| line.told == told) {
                Some(line) => line.assumed.push(*candidate),
                None => lines.push(Line { assumed: vec![*candidate], end, told, shape }),
            }
        }
        let said = if let [line] = lines.as_slice() {
            let (were, end, way) = (self.were(&line.assumed), &line.end, self.way(state, *candidate, steps));
            vec![format!("{lead}if {were}, {way}{end}"), format!("{lead}if {were}, {end}"), format!("if {were}, {end}")]
        } else {
            let mut ends: Vec<(&str, Vec<Candidate>)> = Vec::new();
            for line in &lines {
                match ends.iter_mut().find(|end| end.0 == line.shape.1) {
                    Some((_, all)) => all.extend(&line.assumed),
                    None => ends.push((&line.shape.1, line.assumed.clone())),
                }
            }
            let each: Vec<String> = ends.iter().map(|(end, all)| format!("if {}, {end}", self.were(all))).collect();
            let all: Vec<Candidate> = ends.into_iter().flat_map(|end| end.1).collect();
            vec![each.join("; "), format!("if {}, a contradiction would follow each time", self.were(&all))]
        };
        let so = if self.step.placements.is_empty() { self.stays() } else { self.conclusion() };
        let short: Vec<String> = said.into_iter().map(|said| capital(&format!("{said}, so {so}."))).collect();
        let fits = |said: &&String| said.chars().count() <= LONGEST;
        let short = short.iter().find(fits).or(short.last()).cloned().unwrap_or_default();
        Text { short, details: self.told(lines) }
    }

    /// Describes the lines of reasoning one by one. If several lines have the same shape, only the first is described in full.
    fn told(&self, lines: Vec<Line>) -> Vec<String> {
        let mut details: Vec<String> = Vec::new();
        let mut ways: Vec<(Shape, Vec<String>, Vec<Candidate>)> = Vec::new();
        for mut line in lines {
            if let Some((.., others)) = ways.iter_mut().find(|way| way.0 == line.shape) {
                others.extend(line.assumed);
            } else {
                line.told.insert(0, format!("Suppose {}.", self.are(&line.assumed)));
                ways.push((line.shape, line.told, Vec::new()));
            }
        }
        for (_, told, others) in ways {
            details.extend(told);
            if !others.is_empty() {
                details.push(format!("It goes the same way if {}.", self.are(&others)));
            }
        }
        details
    }

    /// Lists candidates, combining cells with the same values: `r1c1 is 2 or 3`, `r1c1 or r1c2 is 4`.
    fn are(&self, candidates: &[Candidate]) -> String {
        let mut cells: Vec<(Cell, ValueSet)> = Vec::new();
        for c in candidates {
            match cells.iter_mut().find(|known| known.0 == c.cell) {
                Some((_, values)) => values.insert(c.value),
                None => cells.push((c.cell, ValueSet::of(c.value))),
            }
        }
        cells.order_by_key(|known| known.0);
        let mut same: Vec<(ValueSet, Vec<Cell>)> = Vec::new();
        for (cell, values) in cells {
            match same.iter_mut().find(|known| known.0 == values) {
                Some((_, cells)) => cells.push(cell),
                None => same.push((values, vec![cell])),
            }
        }
        let is = same
            .iter()
            .map(|(values, cells)| format!("{} is {}", self.cells(cells, "or"), self.values(cells[0], *values, "or")));
        is.collect::<Vec<_>>().join(" or ")
    }

    /// Like `are`, but for an assumption: `r1c1 were 2 or 3`.
    fn were(&self, candidates: &[Candidate]) -> String {
        self.are(candidates).replace(" is ", " were ")
    }

    /// Lists the consequences if there are few enough for a person to keep in mind: `r1c4 would be 3, r2c4 would not be 5, and `;
    /// otherwise empty.
    fn way(&self, state: &State, candidate: Candidate, steps: &[Step]) -> String {
        if steps.is_empty() || steps.len() > HELD || steps.iter().any(|step| step.because.iter().any(is_assumed)) {
            return String::new();
        }
        let mut inner = state.clone();
        inner.settle(self.model, candidate);
        let mut parts: Vec<(String, Vec<Cell>)> = Vec::new();
        for step in steps {
            let words = Words { model: self.model, step, board: &inner.board };
            let placed = step.placements.iter().map(|c| (self.value(*c), vec![c.cell]));
            for (is, cells) in placed.chain(words.left()) {
                // A filled-in cell has already been mentioned when only one value was left; a cell that loses further values is
                // described together with its final value.
                if parts.iter().any(|part| part.0 == is && cells.iter().all(|c| part.1.contains(c))) {
                    continue;
                }
                for part in &mut parts {
                    part.1.retain(|c| !cells.contains(c));
                }
                parts.retain(|part| !part.1.is_empty());
                match parts.last_mut().filter(|last| last.0 == is) {
                    Some((_, known)) => known.extend(cells),
                    None => parts.push((is, cells)),
                }
            }
            step.apply(self.model, &mut inner);
        }
        let part = |(is, cells): &(String, Vec<Cell>)| {
            let would = if is.starts_with("not ") { "would" } else { "would be" };
            let is = is.replacen("not ", "not be ", 1);
            format!("{} {would} {is}", self.cells(cells, "and"))
        };
        let parts: Vec<String> = parts.iter().map(part).collect();
        format!("{}{} and ", parts.join(", "), if parts.len() > 1 { "," } else { "" })
    }

    /// The contradiction at the end of an assumption. If a cell has no value left, the clues and rules that removed its values are
    /// named.
    fn clash_of(&self, state: &State, candidate: Candidate, steps: &[Step], clash: Option<&Reason>) -> String {
        let mut inner = state.clone();
        inner.settle(self.model, candidate);
        for step in steps {
            step.apply(self.model, &mut inner);
        }
        let end = self.clash(&inner.board, clash);
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

    /// The name of a premise that is a clue, a rule or a house; `None` for other premises.
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

    /// The text for trials whose record lists only the assumptions.
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
        let short = format!("If {}, {end}: {}.", self.were(&first), self.conclusion());
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

    /// The text for a step that refutes all other candidates of a cell at once.
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
                details.push(format!("Suppose {}.", self.is(*candidate)));
                details.extend(self.follow(state, *candidate, steps, describe));
                details.push(format!("So in this case {} is ruled out.", self.it()));
            }
        }
        Text { short, details }
    }

    /// Describes the consequences of a candidate step by step.
    fn follow(&self, state: &State, candidate: Candidate, steps: &[Step], describe: Describe) -> Vec<String> {
        let mut inner = state.clone();
        inner.settle(self.model, candidate);
        let mut lines = Vec::new();
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
