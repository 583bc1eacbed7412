//! Generates the sentences that explain a table.

use super::said::{Case, Joint};
use super::table::{Bar, How};
use super::units::Clue;
use crate::step::phrase::{capital, count, houses, list, sum, verb};
use cluewright_core::{Candidate, Cell, Kind, Model, Value, ValueSet};

/// The maximum length of the part of the sentence before the conclusion, in characters.
const ROOM: usize = 170;
/// The ways are listed for at most this many candidates.
const SPELLED: usize = 4;

/// How a sentence refers to the clues: by their names or a pronoun, and with a phrase that means "in whichever way they are filled
/// in".
struct Called {
    clues: String,
    filled: String,
}

impl Joint {
    /// The names of the clues.
    pub(super) fn named(&self, model: &Model) -> String {
        let names: Vec<String> = self.clues.iter().map(|clue| name(model, clue)).collect();
        match (names.as_slice(), self.clues.as_slice()) {
            // For example, this happens for two arrows that start in the same circle.
            ([one, other], [a, b]) if one == other => {
                let to =
                    |clue: &Clue| last(model, clue).map_or(String::new(), |c| format!(" (to {})", model.cell_name(c)));
                format!("{one}{} and {other}{}", to(a), to(b))
            }
            _ => list(names.into_iter(), "and"),
        }
    }

    fn bar_names(&self, model: &Model) -> String {
        let name = |bar: &Bar| match bar {
            Bar::House(set) => model.set_name(*set),
            Bar::Cell(cell) => model.cell_name(*cell),
        };
        houses(self.bars.iter().map(name), "and")
    }

    pub(super) fn sentence(&self, model: &Model) -> String {
        let short = |text: &String| text.chars().count() <= ROOM;
        let called = self.called(model);
        let case = self.cases.first().filter(|_| self.gone.len() == 1);
        if let Some(why) = case.and_then(|case| self.case(model, case, &called)) {
            return Some(with(model, &self.gone, &why)).filter(short).unwrap_or_else(|| self.counted(model));
        }
        self.listed(model, &format!("fill in {}", called.clues)).filter(short).unwrap_or_else(|| self.counted(model))
    }

    /// A sentence that lists the remaining ways, such as `only two ways to fill in the arrow at r1c1 go with row 4:
    /// r1c1, r1c2 and r1c3 are 1-2-4 or 1-3-5`; `None` if the ways are not listed.
    fn listed(&self, model: &Model, fill_in: &str) -> Option<String> {
        if self.left.is_empty() {
            return None;
        }
        let way = |row: &Vec<Value>| way(model, self.open.iter().copied().zip(row.iter().copied()));
        let cells = list(self.open.iter().map(|&c| model.cell_name(c)), "and");
        let ways = list(self.left.iter().map(way), "or");
        let n = self.left.len();
        let fit = match self.bars.len() {
            0 => format!(" {} left", verb(n, "is", "are")),
            _ => format!(" {} with {}", verb(n, "goes", "go"), self.bar_names(model)),
        };
        let are = verb(self.open.len(), "is", "are");
        Some(format!("only {} {} to {fill_in}{fit}: {cells} {are} {ways}", count(n), verb(n, "way", "ways")))
    }

    /// A sentence without a list of ways, such as `however the arrow at r1c1 is filled in, row 4 could not be completed
    /// with this`.
    fn counted(&self, model: &Model) -> String {
        let ([all, left], Called { clues: clue, filled }) = (self.ways, self.called(model));
        if self.gone.len() == 1 && !self.bars.is_empty() && left > 0 {
            return with(model, &self.gone, &format!("{}, {filled}", self.incomplete(model)));
        }
        let this = verb(self.gone.len(), "this", "any of these");
        match (self.bars.is_empty(), left) {
            (true, _) if all == 0 => format!("there is no way left to fill in {clue}"),
            (true, _) => format!("{clue} could not be completed with {this}"),
            (false, 0) => format!("no way to fill in {clue} goes with {}", self.bar_names(model)),
            (false, _) => format!("{filled}, {} with {this}", self.incomplete(model)),
        }
    }

    /// The names of the clues.
    fn called(&self, model: &Model) -> Called {
        let clues = self.named(model);
        let filled = format!("however {clues} {} filled in", verb(self.clues.len(), "is", "are"));
        Called { clues, filled }
    }

    /// Pronouns for the clues, to be used after a sentence that names the clues.
    fn called_again(&self) -> Called {
        let (clues, all) = verb(self.clues.len(), ("it", "the clue is"), ("they", "the clues are"));
        Called { clues: clues.to_owned(), filled: format!("whichever way {all} filled in") }
    }

    /// `row 3 would have no place left for 4` if this is the reason for all removed candidates, otherwise `row 3 could not be
    /// completed`.
    fn incomplete(&self, model: &Model) -> String {
        if let Some(how) = self.cases.first().and_then(|case| case.how.as_ref())
            && self.cases.len() == self.gone.len()
            && self.cases.iter().all(|case| case.how.as_ref() == Some(how))
        {
            return how_words(model, how);
        }
        let all = ["", " both", " all"][self.bars.len().saturating_sub(1).min(2)];
        format!("{} could not{all} be completed", self.bar_names(model))
    }

    /// The reason why one candidate is removed, worded to follow `with 5 in r2c2, `, for example `the arrow at r1c1 would need 1-2
    /// in r1c1 and r1c2, and row 4 would have no place left for 4`. `None` if some ways contain the candidate, but there is neither
    /// a known reason why they fail nor a house or cell that they leave incomplete.
    fn case(&self, model: &Model, case: &Case, called: &Called) -> Option<String> {
        if case.count == 0 {
            let squeezed = squeeze(model, case, &called.clues);
            return Some(squeezed.unwrap_or_else(|| format!("there would be no way to fill in {}", called.clues)));
        }
        let how = match &case.how {
            Some(how) => how_words(model, how),
            None if self.bars.is_empty() => return None,
            None => self.incomplete(model),
        };
        Some(match case.ways.as_slice() {
            [] => format!("{how}, {}", called.filled),
            ways => {
                let cells = list(ways[0].iter().map(|w| model.cell_name(w.0)), "and");
                let ways = list(ways.iter().map(|w| way(model, w.iter().copied())), "or");
                format!("{} would need {ways} in {cells}, and {how}", called.clues)
            }
        })
    }

    pub(super) fn spelled(&self, model: &Model) -> Vec<String> {
        // The main sentence has already named the clues.
        let (whole, again) = (self.called(model), self.called_again());
        let said = self.sentence(model);
        let mut cases: Vec<(String, Vec<Candidate>)> = Vec::new();
        for case in &self.cases {
            // A case is left out if it only says that there is no way to fill in the clues, or if it repeats the main sentence.
            let new = match case.count {
                0 => squeeze(model, case, &again.clues).is_some(),
                _ => !case.ways.is_empty() || case.how.is_some(),
            };
            let known = |why: String| said == with(model, &self.gone, &why);
            if !new || self.case(model, case, &whole).is_some_and(known) {
                continue;
            }
            let Some(why) = self.case(model, case, &again) else { continue };
            match cases.iter_mut().find(|c| c.0 == why) {
                Some((_, candidates)) => candidates.push(case.candidate),
                None => cases.push((why, vec![case.candidate])),
            }
        }
        let mut lines: Vec<String> = cases.iter().take(SPELLED).map(|(why, of)| with(model, of, why)).collect();
        if self.listed(model, &format!("fill in {}", whole.clues)).is_some_and(|text| text != said) {
            lines.extend(self.listed(model, verb(self.clues.len(), "fill it in", "fill them in")));
        }
        lines.iter().map(|text| format!("{}.", capital(text))).collect()
    }
}

/// A sentence for a candidate that occurs in no way, such as `the arrow would leave only 9 for both r3c4 and r3c6, which see each
/// other`; `None` if the reason is not short.
fn squeeze(model: &Model, case: &Case, clue: &str) -> Option<String> {
    let mut groups: Vec<(String, Vec<Cell>)> = Vec::new();
    for &(cell, left) in &case.squeezed {
        let names: Vec<String> = left.iter().map(|v| model.value_name(Candidate::new(cell, v))).collect();
        if left.is_empty() {
            return Some(format!("nothing would be left for {}", model.cell_name(cell)));
        }
        let names = list(names.into_iter(), "or");
        match groups.iter_mut().find(|g| g.0 == names) {
            Some(group) => group.1.push(cell),
            None => groups.push((names, vec![cell])),
        }
    }
    // Whether two cells that see each other have the same single value left.
    let sees = |a: Cell, b: Cell, left: ValueSet| {
        left.single().is_some_and(|v| model.network().sees(Candidate::new(a, v), Candidate::new(b, v)))
    };
    for (at, &(a, left)) in case.squeezed.iter().enumerate() {
        let same = |other: &&(Cell, ValueSet)| other.1 == left && sees(a, other.0, left);
        if let (Some(value), Some((b, _))) = (left.single(), case.squeezed[at + 1..].iter().find(same)) {
            let value = model.value_name(Candidate::new(a, value));
            let (a, b) = (model.cell_name(a), model.cell_name(*b));
            return Some(format!("{clue} would leave only {value} for both {a} and {b}, which see each other"));
        }
    }
    // A longer list would not make a convincing reason.
    if groups.is_empty() || case.squeezed.len() > 3 || case.squeezed.iter().any(|s| s.1.len() > 2) {
        return None;
    }
    let part = |(values, cells): &(String, Vec<Cell>)| {
        format!("only {values} for {}", list(cells.iter().map(|&c| model.cell_name(c)), "and"))
    };
    let parts = list(groups.iter().map(part), "and");
    Some(format!("{clue} would leave {parts}, and there is no way to fill that in"))
}

/// A sentence about removed candidates and the reason, such as `with 5 in r1c1 or r1c2, ...`.
fn with(model: &Model, candidates: &[Candidate], why: &str) -> String {
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for &c in candidates {
        let value = model.value_name(c);
        match parts.iter_mut().find(|p| p.0 == value) {
            Some((_, cells)) => cells.push(model.cell_name(c.cell)),
            None => parts.push((value, vec![model.cell_name(c.cell)])),
        }
    }
    let part = |(value, cells): (String, Vec<String>)| format!("{value} in {}", list(cells.into_iter(), "or"));
    format!("with {}, {why}", list(parts.into_iter().map(part), "or"))
}

/// The values of one way, such as `1-2-4`.
fn way(model: &Model, cells: impl Iterator<Item = (Cell, Value)>) -> String {
    let names: Vec<String> = cells.map(|(c, v)| model.value_name(Candidate::new(c, v))).collect();
    names.join(if names.iter().any(|n| n.starts_with('-')) { " " } else { "-" })
}

fn how_words(model: &Model, how: &How) -> String {
    let first = |set: cluewright_core::model::SetId| model.set(set).cells[0];
    match how {
        How::NoPlace(set, value) => {
            let value = model.value_name(Candidate::new(first(*set), *value));
            format!("{} would have no place left for {value}", model.set_name(*set))
        }
        How::Nothing(cell) => format!("nothing would be left for {}", model.cell_name(*cell)),
        How::Both(set, [a, b], value) => {
            let value = model.value_name(Candidate::new(first(*set), *value));
            let (a, b) = (model.cell_name(*a), model.cell_name(*b));
            format!("{a} and {b} in {} would both have to be {value}", model.set_name(*set))
        }
    }
}

/// The last cell of a clue of the puzzle; `None` for other facts.
fn last(model: &Model, clue: &Clue) -> Option<Cell> {
    match clue {
        Clue::Posed(_, origin) => model.origin(*origin).cells.last().copied(),
        _ => None,
    }
}

fn name(model: &Model, clue: &Clue) -> String {
    match clue {
        Clue::Posed(_, origin) => model.origin_text(*origin),
        Clue::Rule(id) => model.origin_text(model.constraint(*id).origin),
        Clue::Sum(balance) => {
            let of = houses(balance.houses.iter().map(|&(h, _)| model.set_name(h)), "and");
            match &balance.sum {
                Kind::Sum(of_cells) => format!("the sum {} ({of})", sum(model, of_cells)),
                _ => format!("what is left of {of}"),
            }
        }
    }
}
