//! Words for steps: a short sentence first, then the details. Cells are `r1c1`; sets, links and clues are called what
//! their rules call them. What rests on a constraint is in `clues`, what assumes in `trials`. Everything comes from the step's record and the model; nothing is stored.

use crate::step::{Pattern, Reason, Step};
use crate::view::State;
use cluewright_core::model::{ConstraintId, GroupId, GroupKind, SetId, Why};
use cluewright_core::{Candidate, Cell, Model, Value, ValueSet};
use std::fmt;

mod clues;
mod trials;

/// A step in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// One sentence that says what follows and why in brief.
    pub short: String,
    /// The argument spelled out, a sentence each. May be empty.
    pub details: Vec<String>,
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short)?;
        for line in &self.details {
            write!(f, "\n  {line}")?;
        }
        Ok(())
    }
}

/// The step in words. `state` is the position it was found in.
pub fn describe(model: &Model, state: &State, step: &Step) -> Text {
    let words = Words { model, step };
    match &step.pattern {
        Pattern::Single { group } => words.single(state, *group),
        Pattern::Locked { group } => words.locked(state, *group),
        Pattern::Naked { cells, values } => words.naked(cells, *values),
        Pattern::Hidden { set, cells, values } => words.hidden(*set, cells, *values),
        Pattern::Fish { base, cover, fins } => words.fish(base, cover, fins),
        Pattern::Chain { nodes, als, closed, .. } => words.chain(nodes, als, *closed),
        Pattern::RemotePair { cells, values } => words.remote_pair(cells, *values),
        Pattern::Wing { cells, values, last } => words.wing(cells, *values, *last),
        Pattern::Als { sets, commons, stem } => words.als(sets, commons, *stem),
        Pattern::Crossing { sets, middle, sides, values } => words.crossing(*sets, middle, sides, *values),
        Pattern::Colors { clusters } => words.colors(clusters),
        Pattern::Deadly { cells, values, guardians } => words.deadly(cells, *values, guardians),
        Pattern::Impossible { cells, values, guardians } => words.impossible(cells, *values, guardians),
        Pattern::EvenlyFilled { cells, values } => words.evenly_filled(cells, *values),
        Pattern::Sectors { cells, links, .. } => words.sectors(cells, links),
        Pattern::Forcing { of, chains } => words.forcing(of, chains),
        Pattern::Template { value } => words.template(*value),
        Pattern::ClueContains { constraint, places } => words.clue_contains(words.posted(*constraint), places),
        Pattern::ClueLinks { group, .. } => words.clue_links(*group),
        Pattern::Clue { constraint } => words.clue(state, *constraint),
        Pattern::Balance { balance } => words.balance(state, balance),
        Pattern::ClueChain { links } => words.clue_chain(links),
        Pattern::CluePair { story } => words.clue_pair(state, story),
        Pattern::Trial { .. } => words.trial(state),
        Pattern::Cases { group, .. } => words.cases(state, *group),
    }
}

struct Words<'a> {
    model: &'a Model,
    step: &'a Step,
}

impl Words<'_> {
    /// The constraint, unless it is a derived sum.
    fn posted(&self, constraint: ConstraintId) -> Option<ConstraintId> {
        ((constraint.0 as usize) < self.model.constraints().len()).then_some(constraint)
    }

    fn cell(&self, cell: Cell) -> String {
        self.model.cell_name(cell)
    }

    fn value(&self, c: Candidate) -> String {
        self.model.value_name(c)
    }

    /// `5 in r1c1`.
    fn candidate(&self, c: Candidate) -> String {
        format!("{} in {}", self.value(c), self.cell(c.cell))
    }

    /// `r1c1 is 5`.
    fn is(&self, c: Candidate) -> String {
        format!("{} is {}", self.cell(c.cell), self.value(c))
    }

    fn cells(&self, cells: &[Cell], last: &str) -> String {
        list(cells.iter().map(|&c| self.cell(c)), last)
    }

    fn values(&self, cell: Cell, values: ValueSet, last: &str) -> String {
        list(values.iter().map(|v| self.value(Candidate::new(cell, v))), last)
    }

    /// `5 from r1c1 and r1c2; 7 from r1c3`: what goes.
    fn removed(&self) -> String {
        let parts: Vec<String> = self.grouped(&self.step.eliminations, "from", "and");
        parts.join("; ")
    }

    /// `1 and 2 in r1c1 and r1c2`, `7 in r1c3`: candidates with their values or their cells taken together, whichever
    /// is shorter.
    fn grouped(&self, candidates: &[Candidate], at: &str, last: &str) -> Vec<String> {
        let mut sorted = candidates.to_vec();
        sorted.sort_by_key(|c| (c.value, c.cell));
        let mut by_value: Vec<(String, Vec<Cell>)> = Vec::new();
        for &c in &sorted {
            let value = self.value(c);
            match by_value.iter_mut().find(|(v, _)| *v == value) {
                Some((_, cells)) => cells.push(c.cell),
                None => by_value.push((value, vec![c.cell])),
            }
        }
        let mut of_cell: Vec<(Cell, Vec<String>)> = Vec::new();
        for &c in &sorted {
            match of_cell.iter_mut().find(|(cell, _)| *cell == c.cell) {
                Some((_, values)) => values.push(self.value(c)),
                None => of_cell.push((c.cell, vec![self.value(c)])),
            }
        }
        of_cell.sort_by_key(|c| c.0);
        let mut by_cells: Vec<(Vec<String>, Vec<Cell>)> = Vec::new();
        for (cell, values) in of_cell {
            match by_cells.iter_mut().find(|(v, _)| *v == values) {
                Some((_, cells)) => cells.push(cell),
                None => by_cells.push((values, vec![cell])),
            }
        }
        if by_cells.len() < by_value.len() {
            let part = |(values, cells): &(Vec<String>, Vec<Cell>)| {
                format!("{} {at} {}", list(values.iter().cloned(), last), self.cells(cells, last))
            };
            return by_cells.iter().map(part).collect();
        }
        by_value.iter().map(|(value, cells)| format!("{value} {at} {}", self.cells(cells, last))).collect()
    }

    fn conclusion(&self) -> String {
        let placed: Vec<String> = self.step.placements.iter().map(|&c| self.is(c)).collect();
        if self.step.placements.is_empty() && self.step.eliminations.is_empty() {
            return "nothing follows".to_owned();
        }
        match (placed.is_empty(), self.step.eliminations.is_empty()) {
            (true, _) => format!("remove {}", self.removed()),
            (false, true) => list(placed.into_iter(), "and"),
            (false, false) => format!("{}; remove {}", list(placed.into_iter(), "and"), self.removed()),
        }
    }

    fn live(&self, group: GroupId) -> Vec<Candidate> {
        let of = |r: &Reason| match r {
            Reason::Group { group: g, live } if *g == group => Some(live.clone()),
            _ => None,
        };
        self.step.because.iter().find_map(of).unwrap_or_default()
    }

    fn single(&self, state: &State, group: GroupId) -> Text {
        let Some(&placed) = self.step.placements.first() else { return Text::default() };
        let (cell, value) = (self.cell(placed.cell), self.value(placed));
        match self.model.network().group(group).kind {
            GroupKind::House(set, _) => {
                let name = self.model.set_name(set);
                let short = if self.step.technique.id == "full_house" {
                    format!("{cell} is {value}, the only one missing from {name}.")
                } else {
                    format!("{cell} is {value}: it is the only place left for {value} in {name}.")
                };
                Text { short, details: Vec::new() }
            }
            GroupKind::Posted(i) => {
                let name = self.model.origin_text(self.model.posted_groups()[i as usize].origin);
                Text { short: format!("{cell} is {value}: nothing else is left for {name}."), details: Vec::new() }
            }
            GroupKind::Cell(_) => {
                let short = format!("{cell} is {value}: everything else is ruled out for this cell.");
                Text { short, details: self.ruled_out(state, placed) }
            }
        }
    }

    /// Who rules out the other values of a cell, as far as filled-in cells do.
    fn ruled_out(&self, state: &State, placed: Candidate) -> Vec<String> {
        let network = self.model.network();
        let mut parts = Vec::new();
        let mut earlier = Vec::new();
        for v in self.model.cells()[placed.cell.index()].domain.without(placed.value) {
            let here = Candidate::new(placed.cell, v);
            let by = network.neighbours(placed.cell).iter().find_map(|near| {
                let there = Candidate::new(near.cell, state.board.fixed(near.cell)?);
                (state.placed.contains(near.cell) && network.sees(there, here)).then_some(there)
            });
            match by.and_then(|b| network.why(self.model, b, here).map(|why| (b, why))) {
                Some((b, why)) => {
                    parts.push(format!("{} by {} ({})", self.value(here), self.cell(b.cell), self.why(why)));
                }
                None => earlier.push(self.value(here)),
            }
        }
        let mut details = Vec::new();
        if !parts.is_empty() {
            details.push(format!("Ruled out are {}.", list(parts.into_iter(), "and")));
        }
        if !earlier.is_empty() {
            let (verb, noun) = if earlier.len() == 1 { ("was", "it") } else { ("were", "they") };
            details.push(format!(
                "{} {verb} ruled out before: by earlier steps, or {noun} never fitted the clues.",
                list(earlier.into_iter(), "and")
            ));
        }
        details
    }

    /// `row 3`, or a rule's own words for a link.
    fn why(&self, why: Why) -> String {
        match why {
            Why::SameCell => "one cell holds one value".to_owned(),
            Why::Set(s) => self.model.set_name(s),
            Why::Link(l) => self.model.origin_text(self.model.links()[l as usize].origin),
            Why::Group(g) => self.model.origin_text(self.model.posted_groups()[g as usize].origin),
        }
    }

    /// The links of a step, one sentence for the candidates that go for the same reasons.
    fn links_to_victims(&self) -> Vec<String> {
        let mut lines: Vec<(String, Vec<Candidate>)> = Vec::new();
        for &victim in &self.step.eliminations {
            let mut ways: Vec<(String, Vec<Candidate>)> = Vec::new();
            for reason in &self.step.because {
                let Reason::Link { a, b, why } = reason else { continue };
                let from = if *a == victim { *b } else { *a };
                if (*a == victim) == (*b == victim) {
                    continue;
                }
                let name = self.why(*why);
                match ways.iter_mut().find(|(n, _)| *n == name) {
                    Some((_, list)) => list.push(from),
                    None => ways.push((name, vec![from])),
                }
            }
            if !ways.is_empty() {
                let part = |(name, from): &(String, Vec<Candidate>)| {
                    format!("{} ({name})", clauses(&self.grouped(from, "in", "or")))
                };
                let ways = list(ways.iter().map(part), "nor with");
                match lines.iter_mut().find(|(w, _)| *w == ways) {
                    Some((_, victims)) => victims.push(victim),
                    None => lines.push((ways, vec![victim])),
                }
            }
        }
        let line = |(ways, victims): &(String, Vec<Candidate>)| {
            format!("{} cannot be together with {ways}.", clauses(&self.grouped(victims, "in", "and")))
        };
        lines.iter().map(line).collect()
    }

    /// The names of all links among the reasons, each once, those of clues first.
    fn link_names(&self) -> Vec<String> {
        let mut names: Vec<(bool, String)> = Vec::new();
        for reason in &self.step.because {
            if let Reason::Link { why, .. } = reason {
                let name = (matches!(why, Why::Set(_)), self.why(*why));
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names.sort_by_key(|n| n.0);
        names.into_iter().map(|n| n.1).collect()
    }

    fn locked(&self, state: &State, group: GroupId) -> Text {
        let live = self.live(group);
        let cells: Vec<Cell> = live.iter().map(|c| c.cell).collect();
        let names = self.link_names();
        let mut details = self.links_to_victims();
        let short = match self.model.network().group(group).kind {
            GroupKind::Cell(cell) => {
                let options = list(live.iter().map(|&c| self.value(c)), "or");
                let effect = if names.len() == 1 { self.effect(state) } else { self.effect_of_many(state) };
                let many = names.len() > 4;
                let names = if many { "what it sees".to_owned() } else { list(names.into_iter(), "and") };
                let effect = if many { self.effect(state) } else { effect };
                capital(&format!("with {} being {options}, {names} {effect}: {}.", self.cell(cell), self.conclusion()))
            }
            GroupKind::House(set, _) => {
                let value = live.first().map_or_else(String::new, |&c| self.value(c));
                let places = self.cells(&cells, "or");
                let lead = format!("In {}, {value} can only go in {places}", self.model.set_name(set));
                let set = |r: &Reason| match r {
                    Reason::Link { why, .. } => matches!(why, Why::Set(_)),
                    _ => true,
                };
                if let ([one], true) = (names.as_slice(), self.step.because.iter().all(set)) {
                    // The sentence says it all.
                    details.clear();
                    let all = if cells.len() == 2 { "both" } else { "all" };
                    format!("{lead}, {all} in {one}, so it goes nowhere else there: {}.", self.conclusion())
                } else {
                    format!("{lead}, and each of these rules out the same: {}.", self.conclusion())
                }
            }
            GroupKind::Posted(i) => format!(
                "One of {} is true ({}), and each rules out {}: {}.",
                list(live.iter().map(|&c| self.candidate(c)), "and"),
                self.model.origin_text(self.model.posted_groups()[i as usize].origin),
                self.it(),
                self.conclusion()
            ),
        };
        Text { short, details }
    }

    /// The candidates that go, as a noun: `7 in r1c1`, `7 in r1c1 and r1c2`.
    fn it(&self) -> String {
        let gone = &self.step.eliminations;
        match gone.as_slice() {
            [] => "nothing".to_owned(),
            [one] => self.candidate(*one),
            many => clauses(&self.grouped(many, "in", "and")),
        }
    }

    fn naked(&self, cells: &[Cell], values: ValueSet) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let short = format!(
            "{} have only {numbers} left between them, so they use these up: {}.",
            self.cells(cells, "and"),
            self.conclusion()
        );
        Text { short, details: self.links_to_victims() }
    }

    fn hidden(&self, set: SetId, cells: &[Cell], values: ValueSet) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let short = format!(
            "In {}, {numbers} can only go in {}, so these cells hold nothing else: {}.",
            self.model.set_name(set),
            self.cells(cells, "and"),
            self.conclusion()
        );
        Text { short, details: Vec::new() }
    }

    fn fish(&self, base: &[GroupId], cover: &[SetId], fins: &[Candidate]) -> Text {
        let house = |g: &GroupId| match self.model.network().group(*g).kind {
            GroupKind::House(set, _) => Some(self.model.set_name(set)),
            _ => None,
        };
        let live: Vec<Candidate> = base.iter().flat_map(|&g| self.live(g)).collect();
        let value = live.first().map_or_else(String::new, |&c| self.value(c));
        let (base, cover) =
            (list(base.iter().filter_map(house), "and"), list(cover.iter().map(|&s| self.model.set_name(s)), "and"));
        if !fins.is_empty() {
            let at: Vec<Cell> = fins.iter().map(|c| c.cell).collect();
            let at = self.cells(&at, "or");
            let short = format!(
                "In {base}, {value} goes only where they meet {cover}, or else in {at}; either way it is ruled out \
                 elsewhere: {}.",
                self.conclusion()
            );
            let mut details = vec![format!(
                "If none of {at} is {value}, then {base} fill {cover}, and {value} goes nowhere else there."
            )];
            details.extend(self.links_to_victims());
            return Text { short, details };
        }
        let short = format!(
            "In {base}, {value} can only go where they cross {cover}, so in {cover} it goes there and nowhere else: {}.",
            self.conclusion()
        );
        Text { short, details: Vec::new() }
    }

    /// A node of a chain: `7 in r1c1`, `7 in r1c1 or r1c2`.
    fn node(&self, node: &[Candidate]) -> String {
        let cells: Vec<Cell> = node.iter().map(|c| c.cell).collect();
        node.first().map_or_else(String::new, |&c| format!("{} in {}", self.value(c), self.cells(&cells, "or")))
    }

    fn chain(&self, nodes: &[Vec<Candidate>], als: &[Option<Vec<Cell>>], closed: bool) -> Text {
        let ends = (self.node(&nodes[0]), self.node(&nodes[nodes.len() - 1]));
        let short = if closed {
            format!(
                "A loop of links from {} round to {} is true one way or the other: {}.",
                ends.0,
                ends.1,
                self.conclusion()
            )
        } else if nodes[0] == nodes[nodes.len() - 1] {
            format!("If {} were not true, a chain of links would make it true: {}.", ends.0, self.conclusion())
        } else {
            format!(
                "One of {} and {} is true, and each rules out {}: {}.",
                ends.0,
                ends.1,
                self.it(),
                self.conclusion()
            )
        };
        let mut details = Vec::new();
        for (i, pair) in nodes.chunks(2).enumerate() {
            let [a, b] = pair else { continue };
            let lead = if i == 0 { "Suppose".to_owned() } else { "Then".to_owned() };
            let verb = |n: &[Candidate]| format!("{} is false", self.node(n));
            let because = match als.get(i) {
                Some(Some(cells)) => format!(" because {} would have too few values left", self.cells(cells, "and")),
                _ => String::new(),
            };
            if i == 0 {
                details.push(format!("{lead} {}. Then {} is true{because}.", verb(a), self.node(b)));
            } else {
                details.push(format!("{lead} {}, so {} is true{because}.", verb(a), self.node(b)));
            }
        }
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    fn remote_pair(&self, cells: &[Cell], values: ValueSet) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let short = format!(
            "{} hold {numbers} in turns, so what sees two of them an odd number of steps apart is neither: {}.",
            self.cells(cells, "and"),
            self.conclusion()
        );
        Text { short, details: self.links_to_victims() }
    }

    fn wing(&self, cells: &[Cell], values: ValueSet, last: Value) -> Text {
        let z = self.value(Candidate::new(cells[0], last));
        let others = self.values(cells[0], values.without(last), "and");
        let short = format!("One of {} is {z}: {}.", self.cells(cells, "and"), self.conclusion());
        let mut details = vec![format!(
            "These {} cells have {} values between them; {others} can be there only once each, so {z} must be there.",
            cells.len(),
            values.len()
        )];
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    fn als(&self, sets: &[(Vec<Cell>, ValueSet)], commons: &[ValueSet], stem: Option<Cell>) -> Text {
        let name = |(cells, values): &(Vec<Cell>, ValueSet)| {
            format!("{} ({})", self.cells(cells, "and"), self.values(cells[0], *values, "or"))
        };
        let cell = sets[0].0[0];
        let mut details: Vec<String> = Vec::new();
        let short = if let Some(stem) = stem {
            for (set, common) in sets.iter().zip(commons) {
                details.push(format!(
                    "If {} is {}, the cells {} lose that value and hold all their others.",
                    self.cell(stem),
                    self.values(cell, *common, "or"),
                    name(set)
                ));
            }
            format!("Whatever {} is, {} is ruled out: {}.", self.cell(stem), self.it(), self.conclusion())
        } else {
            for (pair, common) in sets.windows(2).zip(commons) {
                details.push(format!(
                    "{} and {} cannot both hold {}; the one without it holds all its other values.",
                    name(&pair[0]),
                    name(&pair[1]),
                    self.values(cell, *common, "or")
                ));
            }
            let sets = list(sets.iter().map(name), "and");
            format!("Between {sets}, {} is ruled out either way: {}.", self.it(), self.conclusion())
        };
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    fn crossing(
        &self,
        sets: [SetId; 2],
        middle: &[Cell],
        sides: &[(Vec<Cell>, ValueSet); 2],
        values: ValueSet,
    ) -> Text {
        let cells: Vec<Cell> = middle.iter().chain(&sides[0].0).chain(&sides[1].0).copied().collect();
        let all = values | sides[0].1 | sides[1].1;
        let short = format!(
            "{} must hold {} between them, with no room for anything else: {}.",
            self.cells(&cells, "and"),
            self.values(cells[0], all, "and"),
            self.conclusion()
        );
        let details = vec![format!(
            "{} lie in both {} and {}; {} take the values {} there, {} the values {}.",
            self.cells(middle, "and"),
            self.model.set_name(sets[0]),
            self.model.set_name(sets[1]),
            self.cells(&sides[0].0, "and"),
            self.values(cells[0], sides[0].1, "and"),
            self.cells(&sides[1].0, "and"),
            self.values(cells[0], sides[1].1, "and"),
        )];
        Text { short, details }
    }

    fn colors(&self, clusters: &[[Vec<Candidate>; 2]]) -> Text {
        let side = |c: &[Candidate]| self.node(c).replace(" or ", " and ");
        let names: Vec<String> = clusters.iter().map(|[a, b]| format!("either {}, or {}", side(a), side(b))).collect();
        let short = format!("{} is ruled out by colouring: {}.", capital(&self.it()), self.conclusion());
        let mut details: Vec<String> = names.iter().map(|n| format!("All true are {n}.")).collect();
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    fn deadly(&self, cells: &[Cell], values: ValueSet, guardians: &[Candidate]) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let shown = &cells[..cells.len().min(8)];
        let more = if cells.len() > 8 { format!(" and {} more cells", cells.len() - 8) } else { String::new() };
        let guards = list(guardians.iter().map(|&g| self.candidate(g)), "or");
        let short = format!(
            "Assuming that the puzzle has just one solution, {}{more} cannot hold {numbers} alone: {}.",
            self.cells(shown, "and"),
            self.conclusion()
        );
        let mut details = vec![
            "Otherwise these digits could be exchanged, and every rule would still hold: a second solution.".to_owned(),
            format!("So one of these is true: {guards}."),
        ];
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    fn impossible(&self, cells: &[Cell], values: ValueSet, guardians: &[Candidate]) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let guards = list(guardians.iter().map(|&g| self.candidate(g)), "or");
        let (short, way) = match (values.len(), cells.len() % 2) {
            (1, _) => (
                format!("{numbers} cannot alternate round {}: {}.", self.cells(cells, "and"), self.conclusion()),
                format!("Of each two neighbours one would be {numbers} and the other not, but their number is odd."),
            ),
            (2, _) => (
                format!("{} cannot hold {numbers} alone: {}.", self.cells(cells, "and"), self.conclusion()),
                "Neighbours would hold different ones of the two, but the number of cells in this ring is odd."
                    .to_owned(),
            ),
            _ => (
                format!("{} cannot hold {numbers} alone: {}.", self.cells(cells, "and"), self.conclusion()),
                "However the values are arranged in four boxes like that, two of them clash.".to_owned(),
            ),
        };
        let mut details = vec![way, format!("So one of these is true: {guards}.")];
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    fn sectors(&self, cells: &[Cell], links: &[(SetId, Value)]) -> Text {
        let short = format!(
            "{} hold {} values, and their lines have room for no more: {}.",
            self.cells(cells, "and"),
            cells.len(),
            self.conclusion()
        );
        let mut sets: Vec<(SetId, Vec<String>)> = Vec::new();
        for &(set, value) in links {
            let name = self.set_value(set, value);
            match sets.iter_mut().find(|(s, _)| *s == set) {
                Some((_, values)) => values.push(name),
                None => sets.push((set, vec![name])),
            }
        }
        sets.sort_by_key(|(s, _)| *s);
        let part = |(set, values): (SetId, Vec<String>)| {
            format!("{} in {}", list(values.into_iter(), "and"), self.model.set_name(set))
        };
        let rooms = list(sets.into_iter().map(part), "and");
        Text { short, details: vec![format!("Each of these is there once at most: {rooms}.")] }
    }

    fn evenly_filled(&self, cells: &[Cell], values: ValueSet) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let short = format!(
            "Assuming that the puzzle has just one solution, {} would leave {numbers} to be exchanged everywhere else: {}.",
            self.it(),
            self.conclusion()
        );
        let details = vec![format!(
            "With it, every row, column and region that has one of {numbers} filled in would have the other, too, so              their other places could be exchanged: a second solution."
        )];
        Text { short, details }
    }

    /// What makes one of some candidates true, as far as the comma.
    fn one_of(&self, of: &Pattern) -> String {
        match of {
            Pattern::Locked { group } => {
                let live = self.live(*group);
                let cells: Vec<Cell> = live.iter().map(|c| c.cell).collect();
                match self.model.network().group(*group).kind {
                    GroupKind::Cell(cell) => {
                        format!("Whatever {} is ({})", self.cell(cell), list(live.iter().map(|&c| self.value(c)), "or"))
                    }
                    GroupKind::House(set, v) => format!(
                        "Wherever {} goes in {} ({})",
                        self.set_value(set, v),
                        self.model.set_name(set),
                        self.cells(&cells, "or")
                    ),
                    GroupKind::Posted(i) => {
                        let name = self.model.origin_text(self.model.posted_groups()[i as usize].origin);
                        format!("In every case of {name}")
                    }
                }
            }
            Pattern::Deadly { cells, values, guardians } => format!(
                "Assuming that the puzzle has just one solution, {} cannot hold {} alone; whichever of {} is true",
                self.cells(cells, "and"),
                self.values(cells[0], *values, "and"),
                list(guardians.iter().map(|&g| self.candidate(g)), "and")
            ),
            Pattern::Fish { base, cover, fins } => {
                let house = |g: &GroupId| match self.model.network().group(*g).kind {
                    GroupKind::House(set, _) => Some(self.model.set_name(set)),
                    _ => None,
                };
                let value = fins.first().map_or_else(String::new, |&c| self.value(c));
                let at: Vec<Cell> = fins.iter().map(|c| c.cell).collect();
                format!(
                    "In {}, {value} goes only where they meet {}, or else in {}; from each of these",
                    list(base.iter().filter_map(house), "and"),
                    list(cover.iter().map(|&s| self.model.set_name(s)), "and"),
                    self.cells(&at, "or")
                )
            }
            Pattern::Impossible { cells, values, guardians } => format!(
                "{} cannot hold {} alone; whichever of {} is true",
                self.cells(cells, "and"),
                self.values(cells[0], *values, "and"),
                list(guardians.iter().map(|&g| self.candidate(g)), "and")
            ),
            _ => "Whichever of them is true".to_owned(),
        }
    }

    fn forcing(&self, of: &Pattern, chains: &[Vec<Vec<Candidate>>]) -> Text {
        let lead = self.one_of(of);
        let short = format!("{lead}, a chain of links rules out {}: {}.", self.it(), self.conclusion());
        let mut details = Vec::new();
        for chain in chains {
            let mut line = String::new();
            for (i, node) in chain.iter().enumerate() {
                let node = self.node(node);
                match i {
                    0 => line.push_str(&format!("If {node} is true, then ")),
                    i if i % 2 == 1 => line.push_str(&format!("{node} is false")),
                    _ => line.push_str(&format!(", so {node} is true, so ")),
                }
            }
            details.push(format!("{line}."));
        }
        Text { short, details }
    }

    fn set_value(&self, set: SetId, value: Value) -> String {
        self.value(Candidate::new(self.model.set(set).cells[0], value))
    }

    fn template(&self, value: Value) -> Text {
        let first = self.step.placements.first().or(self.step.eliminations.first());
        let v = first.map_or_else(|| value.0.to_string(), |&c| self.value(c));
        let what = if self.step.placements.is_empty() { "none" } else { "all" };
        let short =
            format!("In {what} of the ways to place {v} in the whole grid these are used: {}.", self.conclusion());
        Text { short, details: Vec::new() }
    }
}

/// `a, b and c`.
fn list(items: impl Iterator<Item = String>, last: &str) -> String {
    let items: Vec<String> = items.collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., end] => format!("{} {last} {end}", front.join(", ")),
    }
}

/// `1 in r1c1`, `1 in r1c1, and 2 and 3 in r1c2`: parts that may hold an "and" of their own.
fn clauses(parts: &[String]) -> String {
    match parts {
        [front @ .., last] if !front.is_empty() => format!("{}, and {last}", front.join(", ")),
        _ => parts.concat(),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
