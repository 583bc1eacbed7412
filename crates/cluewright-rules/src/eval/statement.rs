//! The statements of a rule: what each statement requires of the grid, and how a violation is described.

use super::run::{Broken, Extra, Got, Run, Stop};
use super::value::{V, cells_in, flatten, to_arg};
use crate::code::{Code, CodeKind, Function, Pat, Role, RuleCode, Slot, Step, StepKind, not_there};
use crate::syntax::Pos;
use cluewright_core::model::MAX_CELLS;
use cluewright_core::{Cell, Origin};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

impl<'a> Run<'a> {
    pub(super) fn block(&mut self, body: &'a [Step]) -> Got<()> {
        for step in body {
            match self.step(step) {
                Ok(()) | Err(Stop::Skip) => {}
                Err(Stop::NoList) => {
                    let name = self.rule.map_or("a rule", |r| &r.name);
                    return Err(not_there(step.pos, "list").within(format!("rule {name}")).into());
                }
                Err(Stop::Bad(e) | Stop::NoExtra(e)) => {
                    let name = self.rule.map_or("a rule", |r| &r.name);
                    return Err(e.at(step.pos.line, step.pos.column).within(format!("rule {name}")).into());
                }
                stop => return stop,
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &'a Step) -> Got<()> {
        match &step.kind {
            StepKind::Require(condition) => {
                if self.truth(condition)? {
                    return Ok(());
                }
                let mut broken = self.broken();
                if !self.quiet
                    && let Some(held) = self.repeated(condition)
                {
                    broken.held = held;
                }
                self.breaks(broken)
            }
            StepKind::Use(uses) => {
                for u in uses {
                    let rules = self.rules;
                    let rule = &**rules.code(&u.rule)?.expect("resolving found the rule");
                    let mut params = Vec::new();
                    let mut cells = Vec::new();
                    for p in &rule.params {
                        let value = match u.args.iter().find(|a| a.0 == p.name) {
                            Some((_, code)) => match self.value(code) {
                                Err(Stop::Skip) => V::Absent,
                                other => other?,
                            },
                            None => V::Absent,
                        };
                        flatten(&value, &mut cells);
                        params.push(value);
                    }
                    if cells.is_empty() {
                        cells.clone_from(&self.cells);
                    }
                    self.fill_defaults(rule, &mut params)?;
                    if u.negated {
                        match self.attempt(|run| run.within(rule, params, cells)) {
                            Err(Stop::Broken(_)) => {}
                            Err(stop) => return Err(stop),
                            Ok(()) => {
                                let broken = self.broken();
                                self.breaks(broken)?;
                            }
                        }
                    } else {
                        self.within(rule, params, cells)?;
                    }
                }
                Ok(())
            }
            StepKind::For(bind, body) => {
                let outer = self.cells.clone();
                let result = self.each(bind, &mut |run, item| {
                    let mut cells = Vec::new();
                    flatten(item, &mut cells);
                    if !cells.is_empty() {
                        run.cells = cells;
                    }
                    let result = run.block(body);
                    run.cells.clone_from(&outer);
                    result
                });
                self.cells = outer;
                result
            }
            StepKind::If(arms, other) => {
                for (condition, body) in arms {
                    if self.truth(condition)? {
                        return self.block(body);
                    }
                }
                other.as_ref().map_or(Ok(()), |body| self.block(body))
            }
            StepKind::Let(pat, value) => {
                let value = match self.value(value) {
                    Err(Stop::Skip) => V::Absent,
                    other => other?,
                };
                self.put(pat, value, step.pos)
            }
            StepKind::Extra { shown, slot, keys, low, high, .. } => {
                let keys = match keys {
                    None => None,
                    Some(keys) => Some(self.list(keys)?),
                };
                let (low, high) = (self.whole_number(low)?, self.whole_number(high)?);
                let count = keys.as_ref().map_or(1, |k| k.len());
                let mut cells = Vec::new();
                for _ in 0..count {
                    cells.push(V::Cell(self.extra(*shown, low, high, step.pos)?));
                }
                self.env[*slot as usize] = match keys {
                    None => cells.pop().expect("one extra cell"),
                    Some(keys) => V::Keyed(Rc::new((keys.to_vec(), cells))),
                };
                Ok(())
            }
            StepKind::Value { slot, all, code } => self.counts_for(*slot, *all, code),
            StepKind::Any(blocks) => {
                let mut first = None;
                for body in blocks {
                    match self.attempt(|run| run.block(body)) {
                        Ok(()) => return Ok(()),
                        Err(Stop::Broken(b)) => first = first.or(Some(b)),
                        Err(stop) => return Err(stop),
                    }
                }
                let broken = self.broken();
                self.breaks(broken)
            }
        }
    }

    /// Reports a violation: either collects it, or ends the evaluation.
    fn breaks(&mut self, broken: Broken) -> Got<()> {
        match &mut self.found {
            Some(found) => {
                found.push(broken);
                Ok(())
            }
            None => Err(Stop::Broken(Box::new(broken))),
        }
    }

    /// Evaluates the statement `value c is ...`.
    fn counts_for(&mut self, slot: Slot, all: bool, code: &'a Code) -> Got<()> {
        let cells: Vec<Cell> = if all {
            self.places.puzzle.shape.cells().collect()
        } else {
            match self.env[slot as usize] {
                V::Cell(c) => vec![c],
                _ => return Err(Stop::Skip),
            }
        };
        for c in cells {
            if all {
                self.env[slot as usize] = V::Cell(c);
            }
            let value = self.number(code)?;
            if self.counts_for.len() <= c.index() {
                self.counts_for.resize(c.index() + 1, None);
            }
            self.counts_for[c.index()] = Some(value.map_or(V::Undefined, V::Num));
        }
        if all {
            self.env[slot as usize] = V::Unset;
        }
        Ok(())
    }

    pub(super) fn extra(&mut self, shown: bool, low: i64, high: i64, pos: Pos) -> Got<Cell> {
        if low > high || high - low >= 64 {
            return Err(pos
                .error(format!("the range {low}..{high} is not possible for an extra cell"))
                .hint("a range consists of 1 to 64 numbers")
                .into());
        }
        let index = self.declared;
        self.declared += 1;
        if index == self.extras.len() {
            if index > 4_000 {
                return Err(pos.error("there are more than 4000 extra cells").into());
            }
            let number = if shown {
                self.shown += 1;
                self.numbers.get(self.places.puzzle.cell_count() + self.shown - 1).copied()
            } else {
                None
            };
            self.extras.push(Extra { low, high, number });
        }
        let cell = self.places.puzzle.cell_count() + index;
        if cell >= MAX_CELLS {
            return Err(pos
                .error(format!("the puzzle and its rules need more than {MAX_CELLS} cells"))
                .hint("use fewer extra cells or a smaller grid")
                .into());
        }
        Ok(Cell::at(cell))
    }

    fn fill_defaults(&mut self, rule: &'a RuleCode, params: &mut [V]) -> Got<()> {
        for i in 0..params.len() {
            if let (V::Absent, Some(default)) = (&params[i], &rule.params[i].default) {
                let mut env = vec![V::Unset; rule.slots];
                for (p, v) in rule.params.iter().zip(&*params) {
                    env[p.slot as usize] = v.clone();
                }
                let outer = std::mem::replace(&mut self.env, env);
                let value = self.value(default);
                self.env = outer;
                params[i] = value?;
            }
        }
        Ok(())
    }

    pub(super) fn put(&mut self, pat: &Pat, value: V, pos: Pos) -> Got<()> {
        match pat {
            Pat::One(slot) => self.env[*slot as usize] = value,
            Pat::Tuple(slots) => {
                let items: &[V] = match &value {
                    V::List(items) => items,
                    V::Absent => return Err(Stop::Skip),
                    _ => &[],
                };
                if items.len() != slots.len() {
                    return Err(pos.error(format!("{} names for {} items", slots.len(), items.len())).into());
                }
                for (slot, item) in slots.iter().zip(items) {
                    self.env[*slot as usize] = item.clone();
                }
            }
        }
        Ok(())
    }

    /// Describes a violation of the current statement.
    pub(super) fn broken(&self) -> Broken {
        let Some(rule) = self.rule.filter(|_| !self.quiet) else {
            return Broken { clue: self.origin_clue, ..Broken::default() };
        };
        let mut origin = Origin::new(&rule.name, &rule.says);
        for (name, slots) in &rule.said {
            let arg = slots.iter().rev().find_map(|s| to_arg(&self.env[*s as usize]));
            origin.args.extend(arg.map(|a| (Arc::clone(name), a)));
        }
        let mut sentence = origin.text(|c| self.places.puzzle.cell_name(c));
        let about = rule.ast.about.trim_end_matches('.');
        if !about.is_empty() {
            let mut chars = about.chars();
            let first = chars.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
            sentence = format!("{sentence}: {first}{}", chars.as_str());
        }
        let held = self.held(&self.cells);
        Broken { rule: rule.name.to_string(), clue: self.origin_clue, cells: self.cells.clone(), sentence, held }
    }

    /// Describes the digits in these cells of the puzzle; if there are many cells, only in the first of them.
    pub(super) fn held(&self, cells: &[Cell]) -> String {
        const TOLD: usize = 12;
        let mut known: Vec<Cell> = Vec::new();
        let mut told = Vec::new();
        let mut looked = 0;
        // For long lists, the first cells are enough: this text is computed again and again while numbers for extra cells are
        // tried.
        for &cell in cells.iter().take(2 * TOLD) {
            if told.len() == TOLD {
                break;
            }
            looked += 1;
            // A loop lists its first cell twice, and cells that rules add have no number in the grid.
            let Some(number) = self.numbers.get(cell.index()).filter(|_| !known.contains(&cell)) else { continue };
            known.push(cell);
            told.push(format!("{} is {number}", self.places.puzzle.cell_name(cell)));
        }
        let more = if looked < cells.len() && !told.is_empty() { " and so on" } else { "" };
        told.join(", ") + more
    }

    /// For a condition that digits are different, the repeated digits and their cells. The steps are not counted, because the
    /// condition has just been evaluated.
    fn repeated(&mut self, condition: &'a Code) -> Option<String> {
        let CodeKind::Call(Function { role: Some(Role::Distinct), .. }, args) = &condition.kind else { return None };
        let steps = self.steps;
        let list = self.value(args.first()?);
        self.steps = steps;
        let cells = cells_in(&list.ok()?);
        let mut places: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for cell in cells {
            let number = self.numbers.get(cell.index())?;
            places.entry(*number).or_default().push(self.places.puzzle.cell_name(cell));
        }
        let twice = places.into_iter().filter(|(_, names)| names.len() > 1).map(|(number, names)| {
            let (last, rest) = names.split_last().expect("more than one");
            format!("{number} at {} and {last}", rest.join(", "))
        });
        let twice: Vec<String> = twice.collect();
        (!twice.is_empty()).then(|| twice.join("; "))
    }
}
