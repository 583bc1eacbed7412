//! `require`: conditions for which the model has a special kind of fact ("ideas") are recognised in the code as written, before it
//! is unrolled.

use super::fact::LARGE;
use crate::code::{Code, CodeKind, Function, Quantity};
use crate::syntax::Pos;
use crate::unroll::ir::{FALSE, Kind, TRUE};
use crate::unroll::value::{Got, Stop, Val, constant_of, plain_cells};
use crate::unroll::{Became, Lower, Sink};
use cluewright_core::constraint::{Connected, Contains, EqualSums, Kind as Fact, SameMultiset};
use cluewright_core::{Cell, ValueSet};

/// The maximum number of facts in a model.
const MAX_FACTS: usize = 500_000;

impl<'a> Lower<'a> {
    /// Posts the condition of a `require`, ideas first. A condition on a missing list is false.
    pub(crate) fn require(&mut self, condition: &'a Code) -> Got<()> {
        let outer_pinned = self.pinned;
        let outer_missing = std::mem::replace(&mut self.missing, FALSE);
        let result = match self.required(condition) {
            Err(Stop::NoList) => self.post(FALSE, condition.pos),
            other => other,
        };
        self.pinned = outer_pinned;
        self.missing = outer_missing;
        result
    }

    fn required(&mut self, condition: &'a Code) -> Got<()> {
        if matches!(self.sink, Sink::Model) {
            match &condition.kind {
                CodeKind::And(all) => {
                    // Post ideas first. The other parts form one condition, because together they allow more deductions.
                    let (ideas, rest): (Vec<&Code>, Vec<&Code>) = all.iter().partition(|c| is_idea(c));
                    if !ideas.is_empty() {
                        // An absent parameter skips the whole statement, so read all parts before posting any.
                        for part in &rest {
                            self.truth(part)?;
                        }
                    }
                    for part in ideas {
                        self.require(part)?;
                    }
                    self.forget_locals();
                    let mut parts = Vec::new();
                    for part in rest {
                        parts.push(self.truth(part)?);
                    }
                    let id = self.graph.and(&parts);
                    return if parts.is_empty() { Ok(()) } else { self.post(id, condition.pos) };
                }
                CodeKind::Compare(..) => {
                    self.forget_locals();
                    if let Some(fact) = self.between_ends(condition)? {
                        return self.idea_fact(fact, condition.pos);
                    }
                }
                CodeKind::Quantified(Quantity::Every, None, bind, inner) => {
                    let mut chosen = false;
                    // Items that depend on digits are combined into one condition.
                    let mut later = Vec::new();
                    self.forget_locals();
                    self.each(bind, &mut |run, _, guard| {
                        chosen |= guard != TRUE;
                        if guard == TRUE {
                            later.push(run.env.clone());
                        }
                        Ok(())
                    })?;
                    if !chosen && self.missing == FALSE {
                        let outer = self.env.clone();
                        for env in later {
                            self.env = env;
                            self.require(inner)?;
                        }
                        self.env = outer;
                        return Ok(());
                    }
                }
                CodeKind::Call(function, args) if self.called(function, args, condition.pos)? => return Ok(()),
                CodeKind::Accepts(list, automaton) => {
                    self.forget_locals();
                    if automaton.small().is_none() {
                        let list = self.read_list(list)?;
                        if self.missing == FALSE && self.post_accepted(&list, automaton, condition.pos)? {
                            return Ok(());
                        }
                    }
                }
                _ => {}
            }
            self.forget_locals();
            let id = self.unrolled_once(condition)?;
            return self.post(id, condition.pos);
        }
        let id = self.truth(condition)?;
        self.post(id, condition.pos)
    }

    /// Posts a call of a function for which the model may have a special kind of fact. Returns whether the whole call was posted.
    fn called(&mut self, function: &Function, args: &'a [Code], pos: Pos) -> Got<bool> {
        self.forget_locals();
        match function.name() {
            "distinct" => {
                let Some(cells) = plain_cells(&*self.list_of(&args[0])?) else { return Ok(false) };
                self.different(&cells, pos)?;
            }
            "increasing" | "nondecreasing" | "decreasing" => {
                let Some(mut cells) = plain_cells(&*self.list_of(&args[0])?) else { return Ok(false) };
                if function.name() == "decreasing" {
                    cells.reverse();
                }
                self.rising(&cells, function.name() != "nondecreasing", pos)?;
            }
            "consecutive" => {
                let list = self.list_of(&args[0])?;
                let cells = plain_cells(&list).filter(|l| l.iter().all(|&c| self.build.value_cell(c) == c));
                if let Some(cells) = cells {
                    self.apart(&cells, pos)?;
                }
                return Ok(false);
            }
            "equal" => {
                let Some(cells) = plain_cells(&*self.list_of(&args[0])?) else { return Ok(false) };
                self.equal(&cells, pos)?;
            }
            "region_numbers" => {
                let list = self.list_of(&args[0])?;
                let size = self.constant(&args[1])?;
                self.number_regions(&list, size, pos)?;
            }
            "ranked" | "ranked_or_tied" => {
                let place = self.place(args, function.name() == "ranked_or_tied", pos)?;
                let fact = if self.missing == FALSE { self.ranked(&place) } else { None };
                let Some(fact) = fact else { return Ok(false) };
                self.idea_fact(fact, pos)?;
            }
            "accepted" => {
                let automaton = self.automaton(args, pos)?;
                if automaton.small().is_some() {
                    return Ok(false);
                }
                let list = self.certain(&args[0])?;
                return Ok(self.missing == FALSE && self.post_accepted(&list, &automaton, pos)?);
            }
            "same_multiset" | "equal_sums" | "contains" | "connected" => {
                if function.name() == "same_multiset"
                    && let Some(lists) = self.plain_lists(&args[0])?
                    && lists.iter().all(|l| l.len() == 1)
                {
                    self.equal(&lists.concat(), pos)?;
                    return Ok(true);
                }
                let fact = self.idea(function.name(), args)?;
                let Some(fact) = fact.filter(|_| self.missing == FALSE) else { return Ok(false) };
                self.idea_fact(fact, pos)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Posts consecutive numbers: all cells are different, and no two of them are too far apart. These facts are posted separately
    /// for the techniques, which use sets and links. The whole condition is posted as well, because it allows more deductions.
    fn apart(&mut self, cells: &[Cell], pos: Pos) -> Got<()> {
        self.different(cells, pos)?;
        for j in 1..cells.len() {
            for i in 0..j {
                self.forget_locals();
                let (a, b) = (self.value_of(cells[i]), self.value_of(cells[j]));
                for (a, b) in [(a, b), (b, a)] {
                    let far = self.graph.lin(&[(a, 1), (b, -1)], 1 - cells.len() as i64);
                    let near = self.graph.le(far);
                    self.post(near, pos)?;
                }
            }
        }
        Ok(())
    }

    /// Posts a constraint.
    fn idea_fact(&mut self, fact: Fact, pos: Pos) -> Got<()> {
        self.count_fact(pos)?;
        let origin = self.origin_now();
        self.became(Became::Constraint(fact.kind_name()));
        self.build.constrain(fact, origin);
        Ok(())
    }

    /// Posts the constraint that the cells hold the same number.
    fn equal(&mut self, cells: &[Cell], pos: Pos) -> Got<()> {
        for j in 1..cells.len() {
            for i in 0..j {
                // For region numbers, equalities between cells that are next to each other in the list are enough.
                if i + 1 < j && self.are_labels(cells[i], cells[j]) {
                    continue;
                }
                self.forget_locals();
                let equal = match self.same_region(cells[i], cells[j]) {
                    Some(same) => same,
                    None => {
                        let (a, b) = (self.digit_of(cells[i]), self.digit_of(cells[j]));
                        let difference = self.graph.sub(a, b);
                        self.graph.eq(difference)
                    }
                };
                self.post(equal, pos)?;
            }
        }
        Ok(())
    }

    /// The constraint for a call if the model has a suitable constraint and the arguments are simple enough; otherwise `None`.
    fn idea(&mut self, function: &str, args: &'a [Code]) -> Got<Option<Fact>> {
        let once = |cells: &[Cell]| (0..cells.len()).all(|i| !cells[..i].contains(&cells[i]));
        Ok(match function {
            "same_multiset" | "equal_sums" => {
                let Some(lists) = self.plain_lists(&args[0])? else { return Ok(None) };
                let first = lists.iter().flatten().map(|&c| self.build.first(c)).next();
                let cells: usize = lists.iter().map(Vec::len).sum();
                let even = lists.iter().all(|l| l.len() == lists[0].len());
                let same_first = lists.iter().flatten().all(|&c| Some(self.build.first(c)) == first);
                let counts = lists.iter().flatten().all(|&c| self.build.value_cell(c) == c);
                if lists.len() < 2 || !lists.iter().all(|l| once(l)) {
                    return Ok(None);
                }
                if function == "same_multiset" {
                    // Small lists are compiled, because an automaton makes every possible deduction.
                    let fits = even && same_first && cells > 6 && lists[0].len() <= 64;
                    fits.then(|| SameMultiset::new(&lists).ok().map(Fact::from)).flatten()
                } else {
                    (counts && lists.len() > 2 && cells > LARGE).then(|| EqualSums::new(&lists).into())
                }
            }
            "contains" => {
                let list = self.list_of(&args[0])?;
                let Some(cells) = plain_cells(&list).filter(|c| once(c)) else { return Ok(None) };
                let numbers = match self.unrolled(&args[1])? {
                    Val::List(list) if list.guards.is_empty() && list.gone == FALSE => {
                        list.items.iter().map(|i| constant_of(&self.graph, i)).collect::<Option<Vec<i32>>>()
                    }
                    other => constant_of(&self.graph, &other).map(|n| vec![n]),
                };
                numbers.and_then(|n| Contains::new(&cells, &n).ok()).map(Fact::from)
            }
            _ => {
                let list = self.list_of(&args[0])?;
                let mut terms = Vec::new();
                let mut places = Vec::new();
                for (i, item) in list.items.iter().enumerate() {
                    let Val::Cell(place) = item else { return Ok(None) };
                    let guard = list.guard(i);
                    let (cell, values) = match *self.graph.kind(guard) {
                        Kind::Mask(var, _, values) => (self.locals[var as usize], ValueSet(values)),
                        Kind::True => (*place, self.build.domain(*place)),
                        _ => return Ok(None),
                    };
                    places.push(*place);
                    terms.push((cell, values));
                }
                // A cell that is listed twice is a single cell. Leave this to the general case, which merges the two occurrences.
                if !once(&places) {
                    return Ok(None);
                }
                let firsts: Vec<i32> = terms.iter().map(|t| self.build.first(t.0)).collect();
                let mut adjacent = Vec::new();
                for (i, &c) in places.iter().enumerate() {
                    for near in self.places.near(c, crate::syntax::ast::Nearness::Orthogonal) {
                        if let Some(j) = places.iter().position(|&p| p == near).filter(|&j| i < j) {
                            adjacent.push((i as u16, j as u16));
                        }
                    }
                }
                // Use this constraint even for few cells: a condition is made only if this returns `None`.
                Connected::new(&terms, &firsts, &adjacent).ok().map(Fact::from)
            }
        })
    }

    /// Lists that contain only cells; `None` if a list contains anything else, or if its contents depend on digits.
    pub(crate) fn plain_lists(&mut self, code: &'a Code) -> Got<Option<Vec<Vec<Cell>>>> {
        let lists = self.list_of(code)?;
        if lists.gone != FALSE || lists.guards.iter().any(|&g| g != TRUE) {
            return Ok(None);
        }
        Ok(lists.items.iter().map(|l| if let Val::List(l) = l { plain_cells(l) } else { None }).collect())
    }

    pub(crate) fn count_fact(&mut self, pos: Pos) -> Got<()> {
        self.tick()?;
        self.facts += 1;
        self.check_size().map_err(|e| pos.error(e.message))?;
        if self.facts > MAX_FACTS {
            return Err(pos
                .error(format!("the rules make more than {MAX_FACTS} facts"))
                .hint("use fewer or shorter loops")
                .into());
        }
        Ok(())
    }

    pub(crate) fn different(&mut self, cells: &[Cell], pos: Pos) -> Got<()> {
        self.count_fact(pos)?;
        let origin = self.origin_now();
        let repeated = (0..cells.len()).any(|i| cells[..i].contains(&cells[i]));
        if repeated {
            // A cell cannot differ from itself.
            self.build.impossible(origin);
            self.became(Became::Impossible);
            return Ok(());
        }
        let first = cells.first().map(|&c| self.build.first(c));
        if cells.iter().all(|&c| Some(self.build.first(c)) == first) {
            if cells.len() >= 2 {
                self.became(Became::Set);
                self.sets_of.add(cells);
                match &mut self.sets {
                    Some(sets) => sets.push((cells.to_vec(), origin)),
                    None => self.build.all_different(cells, None, origin),
                }
            }
            return Ok(());
        }
        for j in 1..cells.len() {
            for i in 0..j {
                self.forget_locals();
                let (a, b) = (self.digit_of(cells[i]), self.digit_of(cells[j]));
                let difference = self.graph.sub(a, b);
                let equal = self.graph.eq(difference);
                let differ = self.graph.not(equal);
                self.post(differ, pos)?;
            }
        }
        Ok(())
    }

    /// Posts that each cell is at least as great as all cells before it; if `strict` is true, greater by at least their distance in
    /// the list.
    fn rising(&mut self, cells: &[Cell], strict: bool, pos: Pos) -> Got<()> {
        for j in 1..cells.len() {
            for i in 0..j {
                self.forget_locals();
                let (a, b) = (self.value_of(cells[i]), self.value_of(cells[j]));
                let gap = if strict { (j - i) as i64 } else { 0 };
                let short = self.graph.lin(&[(a, 1), (b, -1)], gap);
                let rises = self.graph.le(short);
                self.post(rises, pos)?;
            }
        }
        Ok(())
    }
}

/// Whether the model may have a special kind of fact for the condition.
fn is_idea(code: &Code) -> bool {
    match &code.kind {
        CodeKind::Call(function, _) => matches!(
            function.name(),
            "distinct"
                | "increasing"
                | "nondecreasing"
                | "decreasing"
                | "equal"
                | "connected"
                | "accepted"
                | "region_numbers"
        ),
        CodeKind::Accepts(..) => true,
        CodeKind::And(all) => all.iter().all(is_idea),
        _ => false,
    }
}
