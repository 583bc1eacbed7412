//! Describes steps that rest on cells, houses and groups: singles, locked candidates, subsets, fish, sectors.

use super::lengths::fitting;
use super::stays::small;
use super::words::{Text, Words, capital, houses, list, verb};
use crate::board::state::State;
use crate::step::Reason;
use crate::step::blockers::{Blocker, By, blocking, by_marks, places, taken, usual};
use cluewright_core::model::{GroupId, GroupKind, SetId, Why};
use cluewright_core::{Candidate, Cell, OriginId, Sort, Value, ValueSet};

impl Words<'_> {
    pub(super) fn single(&self, state: &State, group: GroupId) -> Text {
        let Some(&placed) = self.step.placements.first() else { return Text::default() };
        let (cell, value) = (capital(&self.cell(placed.cell)), self.value(placed));
        match self.model.network().group(group).kind {
            GroupKind::House(set, _) => {
                let name = self.model.set_name(set);
                let open = self.model.set(set).cells.iter().filter(|&&c| !state.placed.contains(c)).count();
                let short = if open == 1 {
                    format!("{cell} is {value}, the only one missing from {name}.")
                } else {
                    format!("{cell} is {value}: it is the only place left for {value} in {name}.")
                };
                Text { short, details: self.kept_out(state, placed) }
            }
            GroupKind::Posted(i) => {
                let name = self.model.origin_text(self.model.posted_groups()[i as usize].origin);
                Text { short: format!("{cell} is {value}: nothing else is left for {name}."), details: Vec::new() }
            }
            GroupKind::Cell(_) => {
                if let Some(sum) = self.sum_leaves(state, placed) {
                    return Text { short: format!("{cell} is {value}: {sum}."), details: Vec::new() };
                }
                let details = self.ruled_out(state, placed);
                match details.as_slice() {
                    [one] if one.ends_with(&format!("so {}.", self.is(placed))) => {
                        Text { short: one.clone(), details: Vec::new() }
                    }
                    [one] if one.ends_with(" leaves nothing else there.") => {
                        Text { short: format!("{cell} is {value}: {}", small(one)), details: Vec::new() }
                    }
                    _ => Text { short: format!("{cell} is {value}: nothing else is left there."), details },
                }
            }
        }
    }

    /// The reasons that exclude the other values of a cell: filled-in cells, clues, houses, pairs. Values that were removed earlier
    /// and for which the board no longer shows a reason are not mentioned.
    fn ruled_out(&self, state: &State, placed: Candidate) -> Vec<String> {
        let mut parts: Vec<(Why, Vec<Value>, Vec<Cell>)> = Vec::new();
        let mut alone: Vec<(OriginId, Vec<Value>)> = Vec::new();
        let (mut marks, mut earlier) = (Vec::<(By, Vec<Value>)>::new(), false);
        for v in self.model.cells()[placed.cell.index()].domain.without(placed.value) {
            let here = Candidate::new(placed.cell, v);
            if let Some((by, why)) = self.blocker(state, here) {
                // Several links of one clue to one cell count as one reason.
                let same = |p: &&mut (Why, Vec<Value>, Vec<Cell>)| p.0 == why || self.why(p.0) == self.why(why);
                match parts.iter_mut().find(same) {
                    Some((_, values, cells)) => {
                        values.push(v);
                        if !cells.contains(&by.cell) {
                            cells.push(by.cell);
                        }
                    }
                    None => parts.push((why, vec![v], vec![by.cell])),
                }
            } else {
                match by_marks(self.model, state, here, placed.cell) {
                    // Several parts of one clue count as one reason.
                    By::Fact(origin) => match alone
                        .iter_mut()
                        .find(|a| a.0 == origin || self.model.origin_text(a.0) == self.model.origin_text(origin))
                    {
                        Some((_, values)) => values.push(v),
                        None => alone.push((origin, vec![v])),
                    },
                    By::Earlier => earlier = true,
                    by => marks.push((by, vec![v])),
                }
            }
        }
        let names = |values: &[Value], last| self.values(placed.cell, values.iter().copied().collect(), last);
        let mut details = Vec::new();
        for (origin, values) in &alone {
            let name = capital(&self.model.origin_text(*origin));
            let cell = self.cell(placed.cell);
            let others = usize::from(earlier) + marks.len() + parts.len();
            if let Some(given) = self.model.unary().iter().find(|u| u.given && u.cell == placed.cell)
                && given.origin == *origin
            {
                details.push(format!("{cell} is given as {}.", self.values(placed.cell, given.allowed, "or")));
                continue;
            }
            details.push(match (&*self.model.origin(*origin).cells, others) {
                ([_], 0) if alone.len() == 1 => format!("{name} has only {cell}, so {}.", self.is(placed)),
                (_, 0) if alone.len() == 1 => format!("{name} leaves nothing else there."),
                _ => format!("{name} does not allow {} in {cell}.", names(values, "or")),
            });
        }
        let by: Vec<Cell> = parts.iter().flat_map(|p| p.2.iter().copied()).collect();
        if let ([first, rest @ ..], true, true) = (by.as_slice(), !earlier && marks.is_empty(), alone.is_empty())
            && rest.iter().all(|c| c == first)
            && let Some(value) = state.board.fixed(*first)
        {
            let names = houses(parts.iter().map(|p| self.why_of(p.0, [*first, placed.cell])), "and");
            let value = self.is(Candidate::new(*first, value));
            return vec![format!("{value}, which leaves only {} ({names}).", self.value(placed))];
        }
        details.extend(self.taken(state, placed.cell, &mut parts));
        details.extend(self.by_marks_there(state, placed.cell, marks));
        details
    }

    /// The values that the remaining candidates in a cell's houses exclude from the cell: `5 goes in r3c2 or r3c5 in box 1`, `r1c1
    /// and r1c2 take 3 and 8`.
    fn by_marks_there(&self, state: &State, cell: Cell, marks: Vec<(By, Vec<Value>)>) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        for (by, values) in marks {
            let here = Candidate::new(cell, values[0]);
            let part = match by {
                By::House(set) => {
                    let places = self.cells(&places(self.model, state, set, here.value), "or");
                    format!("{} goes in {places} in {}", self.value(here), self.model.set_name(set))
                }
                By::Taken(_) => match taken(self.model, state, here, cell) {
                    Some((set, cells)) => self.take(state, set, &cells),
                    None => continue,
                },
                _ => continue,
            };
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        (!parts.is_empty()).then(|| capital(&format!("{}.", parts.join("; "))))
    }

    /// States that a pair or triple uses up values, as in `r1c1 and r1c2 take 3 and 8 in row 1`.
    fn take(&self, state: &State, set: SetId, cells: &[Cell]) -> String {
        let all = cells.iter().fold(ValueSet::EMPTY, |all, &c| all | state.board.values(c));
        format!(
            "{} take {} in {}",
            self.cells(cells, "and"),
            self.values(cells[0], all, "and"),
            self.model.set_name(set)
        )
    }

    /// Lists which filled-in cells exclude which values: `Row 5 already has 1 and 3; column 2 has 7; r3c6 is 6, which rules out 5
    /// (the renban at r3c5).`
    fn taken(&self, state: &State, cell: Cell, parts: &mut [(Why, Vec<Value>, Vec<Cell>)]) -> Option<String> {
        let house = |why: Why| usual(self.model, why);
        parts.order_by_key(|p| !house(p.0));
        let names = |values: &[Value], last| self.values(cell, values.iter().copied().collect(), last);
        let mut already = " already";
        let part = |(why, values, by): &(Why, Vec<Value>, Vec<Cell>)| {
            if house(*why) {
                return format!("{}{} has {}", self.why(*why), std::mem::take(&mut already), names(values, "and"));
            }
            if let [one] = by.as_slice()
                && let Some(value) = state.board.fixed(*one)
            {
                let (is, name) = (self.is(Candidate::new(*one, value)), self.why_of(*why, [*one, cell]));
                return format!("{is}, which rules out {} ({name})", names(values, "and"));
            }
            let rule = verb(by.len(), "rules", "rule");
            format!("{} {rule} out {} ({})", self.cells(by, "and"), names(values, "and"), self.why(*why))
        };
        let told: Vec<String> = parts.iter().map(part).collect();
        (!told.is_empty()).then(|| capital(&format!("{}.", told.join("; "))))
    }

    /// The filled-in cell that excludes a candidate, and why. Houses are preferred as reasons, because they are the most familiar.
    fn blocker(&self, state: &State, here: Candidate) -> Option<(Candidate, Why)> {
        let all = blocking(self.model, state, here);
        all.into_iter().min_by_key(|(_, why)| !usual(self.model, *why))
    }

    /// The name of the link between two cells that are mentioned in the same sentence. A list of these cells at the end of the name
    /// is dropped: `the knight's move`.
    pub(super) fn why_of(&self, why: Why, [a, b]: [Cell; 2]) -> String {
        let name = self.why(why);
        let (a, b) = (self.cell(a), self.cell(b));
        let bare = [format!(" {a} and {b}"), format!(" {b} and {a}")].into_iter().find_map(|end| {
            let bare = name.strip_suffix(&end)?;
            Some(bare.strip_suffix(" between").unwrap_or(bare).to_owned())
        });
        bare.unwrap_or(name)
    }

    /// The reasons why a value cannot go in the other places of a house: `1 in r1c4 and r5c9 block the other places`; `1 in r4c9
    /// blocks r2c8 (the knight's move)` if the reason is not a familiar house; and the remaining candidates that exclude the value.
    fn kept_out(&self, state: &State, placed: Candidate) -> Vec<String> {
        let value = self.value(placed);
        let mut seen: (Vec<Cell>, Vec<Cell>) = Default::default();
        let mut ways: Vec<(By, String, Vec<Cell>)> = Vec::new();
        let mut marked: Vec<(String, Vec<Cell>)> = Vec::new();
        let mut earlier = false;
        for Blocker { by, cells } in self.step.blockers(self.model, state) {
            let name = match by {
                By::Digit(digit, why) if usual(self.model, why) => {
                    seen.0.extend(Some(digit.cell).filter(|cell| !seen.0.contains(cell)));
                    seen.1.extend(cells);
                    continue;
                }
                By::Digit(digit, why) => self.why_of(why, [digit.cell, cells[0]]),
                By::Fact(origin) => self.model.origin_text(origin),
                By::House(set) => {
                    let places = self.cells(&places(self.model, state, set, placed.value), "or");
                    let name = self.model.set_name(set);
                    marked.push((format!("{value} goes in {places} in {name}, so not in"), cells));
                    continue;
                }
                By::Taken(_) => {
                    for cell in cells {
                        let Some((set, by)) = taken(self.model, state, Candidate::new(cell, placed.value), placed.cell)
                        else {
                            continue;
                        };
                        let name = format!("{}, so {value} is not in", self.take(state, set, &by));
                        match marked.iter_mut().find(|m| m.0 == name) {
                            Some((_, known)) => known.push(cell),
                            None => marked.push((name, vec![cell])),
                        }
                    }
                    continue;
                }
                By::Earlier => {
                    earlier = true;
                    continue;
                }
            };
            let digit = |by| match by {
                By::Digit(digit, _) => Some(digit),
                _ => None,
            };
            match ways.iter_mut().find(|way| digit(way.0) == digit(by) && way.1 == name) {
                Some((.., known)) => known.extend(cells),
                None => ways.push((by, name, cells)),
            }
        }
        // Digits come first, because they are visible on the board.
        ways.order_by_key(|way| !matches!(way.0, By::Digit(..)));
        let way = |(by, name, cells): &(By, String, Vec<Cell>)| {
            let named = self.cells(cells, "and");
            match by {
                By::Digit(digit, _) => format!("{} blocks {named} ({name})", self.candidate(*digit)),
                _ => format!("{named} {} not {value} ({name})", verb(cells.len(), "is", "are")),
            }
        };
        let mark = |(name, cells): &(String, Vec<Cell>)| format!("{name} {}", self.cells(cells, "and"));
        let houses = || {
            let places = match (ways.is_empty() && marked.is_empty(), earlier) {
                (true, false) => format!("the other {}", verb(seen.1.len(), "place", "places")),
                _ => self.cells(&seen.1, "and"),
            };
            format!("{value} in {} {} {places}", self.cells(&seen.0, "and"), verb(seen.0.len(), "blocks", "block"))
        };
        let houses = (!seen.0.is_empty()).then(houses);
        let parts: Vec<String> =
            houses.into_iter().chain(ways.iter().map(way)).chain(marked.iter().map(mark)).collect();
        let shown = fitting(&parts, 200);
        let more = if shown < parts.len() { "; and so on" } else { "" };
        if parts.is_empty() { Vec::new() } else { vec![capital(&format!("{}{more}.", parts[..shown].join("; ")))] }
    }

    pub(super) fn locked(&self, group: GroupId) -> Text {
        let live = self.live(group);
        let names = self.link_names();
        let mut details = self.links_to_victims();
        let short = match self.model.network().group(group).kind {
            GroupKind::Cell(cell) => {
                let options = list(live.iter().map(|&c| self.value(c)), "or");
                let names = match names.len() {
                    1..=4 => format!(" ({})", houses(names.into_iter(), "and")),
                    _ => String::new(),
                };
                // A cell that can still hold every digit need not be mentioned.
                let all = live.len() == self.model.cells()[cell.index()].domain.len() as usize;
                let cell = self.cell(cell);
                let with =
                    if all { format!("whatever {cell} is") } else { format!("{cell} is {options}, and either way") };
                let with = if live.len() > 2 { with.replace("and either way", "and in each case") } else { with };
                capital(&format!("{with}, {}{names}.", self.stays()).replace("way,", "way").replace("case,", "case"))
            }
            GroupKind::House(set, _) => {
                // Values that the same set excludes are described together.
                let of = |reason: &Reason| match reason {
                    Reason::Group { live, .. } => live.clone(),
                    _ => Vec::new(),
                };
                let live: Vec<Candidate> = self.step.because.iter().flat_map(of).collect();
                let values: ValueSet = live.iter().map(|c| c.value).collect();
                let mut cells: Vec<Cell> = live.iter().map(|c| c.cell).collect();
                cells.order();
                cells.dedup();
                let places = self.cells(&cells, "or");
                let value = cells.first().map_or_else(String::new, |&cell| self.values(cell, values, "and"));
                let lead = format!("In {}, {value} can only go in {places}", self.model.set_name(set));
                let set = |r: &Reason| match r {
                    Reason::Link { why, .. } => matches!(why, Why::Set(_)),
                    _ => true,
                };
                if let ([one], true) = (names.as_slice(), self.step.because.iter().all(set)) {
                    // The short sentence already says everything.
                    details.clear();
                    let all = if cells.len() == 2 { "both" } else { "all" };
                    let go = verb(values.len() as usize, "it goes", "they go");
                    format!("{lead}, {all} in {one}, so {go} nowhere else there: {}.", self.conclusion())
                } else {
                    match self.seen_from(&live) {
                        Some(seen) => format!("{lead}, and {seen}: {}.", self.conclusion()),
                        None => format!("{lead}; wherever it goes, {}.", self.stays()),
                    }
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

    pub(super) fn naked(&self, cells: &[Cell], values: ValueSet) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let short = format!(
            "{} have only {numbers} left between them, so they use these up: {}.",
            self.cells(cells, "and"),
            self.conclusion()
        );
        Text { short, details: self.links_to_victims() }
    }

    pub(super) fn hidden(&self, set: SetId, cells: &[Cell], values: ValueSet) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let short = format!(
            "In {}, {numbers} can only go in {}, so these cells hold nothing else: {}.",
            self.model.set_name(set),
            self.cells(cells, "and"),
            self.conclusion()
        );
        Text { short, details: Vec::new() }
    }

    pub(super) fn fish(&self, base: &[GroupId], cover: &[SetId], fins: &[Candidate]) -> Text {
        let house = |g: &GroupId| match self.model.network().group(*g).kind {
            GroupKind::House(set, _) => Some(self.model.set_name(set)),
            _ => None,
        };
        let live: Vec<Candidate> = base.iter().flat_map(|&g| self.live(g)).collect();
        let value = live.first().map_or_else(String::new, |&c| self.value(c));
        let (base, cover) = (
            houses(base.iter().filter_map(house), "and"),
            houses(cover.iter().map(|&s| self.model.set_name(s)), "and"),
        );
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

    pub(super) fn crossing(
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

    pub(super) fn sectors(&self, cells: &[Cell], links: &[(SetId, Value)]) -> Text {
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
        sets.order_by_key(|(s, _)| *s);
        let part = |(set, values): (SetId, Vec<String>)| {
            format!("{} in {}", list(values.into_iter(), "and"), self.model.set_name(set))
        };
        let rooms = list(sets.into_iter().map(part), "and");
        Text { short, details: vec![format!("Each of these is there once at most: {rooms}.")] }
    }

    pub(super) fn template(&self, value: Value) -> Text {
        let first = self.step.placements.first().or(self.step.eliminations.first());
        let v = first.map_or_else(|| value.0.to_string(), |&c| self.value(c));
        let what = if self.step.placements.is_empty() { "none" } else { "all" };
        let short =
            format!("In {what} of the ways to place {v} in the whole grid these are used: {}.", self.conclusion());
        Text { short, details: Vec::new() }
    }
}
