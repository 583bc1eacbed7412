//! What a table says, in a sentence.

use super::said::{Case, Joint};
use super::table::{Bar, How};
use super::units::Clue;
use crate::step::phrase::{capital, count, list, verb};
use cluewright_core::{Candidate, Cell, Kind, Model, Value};

/// Letters of the sentence before what goes.
const ROOM: usize = 170;
/// Candidates whose ways are told.
const SPELLED: usize = 4;

impl Joint {
    /// The clues, for people.
    pub(super) fn named(&self, model: &Model) -> String {
        let names: Vec<String> = self.clues.iter().map(|clue| name(model, clue)).collect();
        match (names.as_slice(), self.clues.as_slice()) {
            // Two arrows of one circle.
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
        list(self.bars.iter().map(name), "and")
    }

    pub(super) fn sentence(&self, model: &Model) -> String {
        let short = |text: &String| text.chars().count() <= ROOM;
        let case = self.cases.first().filter(|_| self.gone.len() == 1);
        if let Some(text) = case.and_then(|case| self.case(model, case)).filter(short) {
            return text;
        }
        if let Some(text) = self.listed(model).filter(short) {
            return text;
        }
        self.counted(model)
    }

    /// `only two ways to fill in the arrow at r1c1 fit row 4: r1c1, r1c2 and r1c3 are 1, 2, 4 or 1, 3, 5`.
    fn listed(&self, model: &Model) -> Option<String> {
        if self.left.is_empty() {
            return None;
        }
        let way = |row: &Vec<Value>| {
            let names = self.open.iter().zip(row).map(|(&c, &v)| model.value_name(Candidate::new(c, v)));
            names.collect::<Vec<_>>().join(" ")
        };
        let cells = list(self.open.iter().map(|&c| model.cell_name(c)), "and");
        let ways = list(self.left.iter().map(way), "or");
        let clue = self.named(model);
        let n = self.left.len();
        let fit = match self.bars.len() {
            0 => format!(" {} left", verb(n, "is", "are")),
            _ => format!(" {} with {}", verb(n, "goes", "go"), self.bar_names(model)),
        };
        let hold = verb(self.open.len(), "holds", "hold");
        Some(format!("only {} {} to fill in {clue}{fit}: {cells} {hold} {ways}", count(n), verb(n, "way", "ways")))
    }

    /// `of the 35 ways to fill in the arrow at r1c1 only 12 go with row 4`.
    fn counted(&self, model: &Model) -> String {
        let ([all, left], clue) = (self.ways, self.named(model));
        match (self.bars.is_empty(), left) {
            (true, _) if all == 0 => format!("there is no way left to fill in {clue}"),
            (true, _) => {
                format!("none of the {all} ways to fill in {clue} leaves {}", verb(self.gone.len(), "this", "these"))
            }
            (false, 0) => format!("no way to fill in {clue} goes with {}", self.bar_names(model)),
            (false, _) => {
                let bars = self.bar_names(model);
                format!("of the {all} ways to fill in {clue} only {left} {} with {bars}", verb(left, "goes", "go"))
            }
        }
    }

    /// Why one candidate goes: `with 7 in r1c3, r1c1 and r1c2 would be 1 and 2, and row 4 would have no place left for 4`.
    fn case(&self, model: &Model, case: &Case) -> Option<String> {
        let with = format!("with {} in {}", model.value_name(case.candidate), model.cell_name(case.candidate.cell));
        let clue = self.named(model);
        if case.count == 0 {
            return Some(self.squeeze(model, case).map_or_else(
                || format!("{with}, there would be no way to fill in {clue}"),
                |why| format!("{with}, {why}"),
            ));
        }
        let how = match &case.how {
            Some(how) => how_words(model, how),
            None if self.bars.is_empty() => return None,
            None => {
                let all = ["", " both", " all"][self.bars.len().saturating_sub(1).min(2)];
                format!("{} could not{all} be completed", self.bar_names(model))
            }
        };
        let way = |way: &Vec<(Cell, Value)>| {
            way.iter().map(|&(c, v)| model.value_name(Candidate::new(c, v))).collect::<Vec<_>>().join(" ")
        };
        Some(match case.ways.as_slice() {
            [] if case.how.is_none() => return None,
            [] => format!("{with}, {how}, however {clue} is filled in"),
            ways => {
                let cells = list(ways[0].iter().map(|w| model.cell_name(w.0)), "and");
                format!("{with}, {clue} would need {} in {cells}, and {how}", list(ways.iter().map(way), "or"))
            }
        })
    }

    /// `9 alone would be left for r3c4 and r3c6`.
    fn squeeze(&self, model: &Model, case: &Case) -> Option<String> {
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
        // More than a glance is no reason.
        if groups.is_empty() || case.squeezed.len() > 3 || case.squeezed.iter().any(|s| s.1.len() > 2) {
            return None;
        }
        let part = |(values, cells): &(String, Vec<Cell>)| {
            format!("only {values} for {}", list(cells.iter().map(|&c| model.cell_name(c)), "and"))
        };
        let parts = list(groups.iter().map(part), "and");
        Some(format!("{} would leave {parts}, and there is no way to fill that in", self.named(model)))
    }

    pub(super) fn spelled(&self, model: &Model) -> Vec<String> {
        let said = self.sentence(model);
        // That there is no way says nothing new.
        let told = self.cases.iter().filter(|c| c.count > 0 || self.squeeze(model, c).is_some());
        let cases = told.filter_map(|case| self.case(model, case));
        let mut lines: Vec<String> = cases.filter(|text| *text != said).take(SPELLED).collect();
        lines.extend(self.listed(model).filter(|text| *text != said));
        lines.dedup();
        lines.iter().map(|text| format!("{}.", capital(text))).collect()
    }
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

/// The last cell of a clue, where its cells have an order.
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
            let houses = list(balance.houses.iter().map(|&(h, _)| model.set_name(h)), "and");
            match &balance.sum {
                Kind::Sum(sum) if sum.terms().all(|t| t.1 == 1) => {
                    let cells = list(sum.terms().map(|t| model.cell_name(t.0)), "and");
                    format!("the sum {} of {cells} ({houses})", sum.total())
                }
                _ => format!("what is left of {houses}"),
            }
        }
    }
}
