//! Statements: how each statement changes the model, and where its facts come from.

use crate::code::{Bind, Code, RuleCode, Slot, Step, StepKind, not_there};
use crate::extra::Extra;
use crate::syntax::Pos;
use crate::unroll::ir::{FALSE, Graph, TRUE};
use crate::unroll::value::{Got, Stop, Val, cells_in, flatten};
use crate::unroll::{Became, Lower, Report, Sink};
use cluewright_core::model::CellKind;
use cluewright_core::{Arg, Cell, Origin, OriginId, ValueSet};
use std::rc::Rc;
use std::sync::Arc;

impl<'a> Lower<'a> {
    pub(crate) fn block(&mut self, body: &'a [Step]) -> Got<()> {
        for step in body {
            match self.step(step) {
                Ok(()) | Err(Stop::Skip) => {}
                Err(Stop::NoList) => {
                    let name = self.scope.rule.map_or("a rule", |r| &r.name);
                    return Err(not_there(step.pos, "list").within(format!("rule {name}")).into());
                }
                Err(Stop::Bad(e)) => {
                    let name = self.scope.rule.map_or("a rule", |r| &r.name);
                    return Err(e.at(step.pos.line, step.pos.column).within(format!("rule {name}")).into());
                }
            }
        }
        Ok(())
    }

    /// Finds the statement's entry in the report, or adds an entry.
    pub(crate) fn enter(&mut self, pos: Pos) {
        let Some(rule) = self.scope.rule else { return };
        let fits = |r: &Report| r.line == pos.line && r.rule == *rule.name;
        if self.report.get(self.entry).is_some_and(fits) {
            return;
        }
        self.entry = self.report.iter().position(fits).unwrap_or_else(|| {
            self.report.push(Report { rule: rule.name.to_string(), line: pos.line, became: Vec::new() });
            self.report.len() - 1
        });
    }

    pub(crate) fn became(&mut self, what: Became) {
        let Some(entry) = self.report.get_mut(self.entry) else { return };
        match entry.became.iter_mut().find(|b| b.0 == what) {
            Some(known) => known.1 += 1,
            None => entry.became.push((what, 1)),
        }
    }

    fn step(&mut self, step: &'a Step) -> Got<()> {
        self.tick()?;
        match &step.kind {
            StepKind::Require(condition) => {
                self.enter(step.pos);
                self.require(condition)
            }
            StepKind::Use(uses) => {
                for u in uses {
                    let rules = self.rules;
                    let rule = &**rules.code(&u.rule)?.expect("resolving found the rule");
                    let mut params = Vec::new();
                    let mut cells = Vec::new();
                    for p in &rule.params {
                        let value = match u.args.iter().find(|a| a.0 == p.name) {
                            Some((_, code)) => match self.unrolled(code) {
                                Err(Stop::Skip) => Val::Absent,
                                other => other?,
                            },
                            None => Val::Absent,
                        };
                        flatten(&value, &mut cells);
                        params.push(value);
                    }
                    if cells.is_empty() {
                        cells.clone_from(&self.scope.cells);
                    }
                    self.fill_defaults(rule, &mut params)?;
                    if u.negated {
                        let holds = self.collected(|run| run.within(rule, params, cells))?;
                        let condition = self.graph.not(holds);
                        self.enter(step.pos);
                        self.post(condition, u.pos)?;
                    } else {
                        self.within(rule, params, cells)?;
                    }
                }
                Ok(())
            }
            StepKind::For(bind, body) => self.each_statement(bind, body),
            StepKind::If(arms, other) => {
                for (condition, body) in arms {
                    if self.decided(condition)? {
                        return self.block(body);
                    }
                }
                other.as_ref().map_or(Ok(()), |body| self.block(body))
            }
            StepKind::Let(pat, value) => {
                self.scope.origin = None;
                let value = match self.closed(value)? {
                    Some(known) => known,
                    None => match self.unrolled(value) {
                        Err(Stop::Skip) => Val::Absent,
                        other => other?,
                    },
                };
                // Report an invalid number here rather than where the variable is read.
                self.tick()?;
                self.pin(&value);
                self.put(pat, &value, step.pos)
            }
            StepKind::Extra { shown, name, slot, keys, low, high } => {
                if matches!(self.sink, Sink::List(_)) {
                    return Err(step
                        .pos
                        .error("a rule that is used with `any` or `not` cannot have extra cells")
                        .into());
                }
                let keys = match keys {
                    None => None,
                    Some(keys) => Some(self.list_of(keys)?),
                };
                let (low, high) = (self.constant(low)?, self.constant(high)?);
                if low > high || high - low >= 64 || low.abs() > 1_000_000 {
                    return Err(step
                        .pos
                        .error(format!("the range {low}..{high} is not possible for an extra cell"))
                        .hint("a range consists of 1 to 64 numbers")
                        .into());
                }
                let kind = if *shown { CellKind::Shown } else { CellKind::Helper };
                let domain = ValueSet::below((high - low + 1) as u32);
                let Some(keys) = keys else {
                    let cell = self.build.add_cell(kind, low as i32, domain, name);
                    if *shown {
                        self.extra.push(Extra::one(name, cell));
                    }
                    self.scope.env[*slot as usize] = Val::Cell(cell);
                    return Ok(());
                };
                if self.build.len() + keys.items.len() > 20_000 {
                    return Err(step.pos.error("more than 20000 cells").into());
                }
                let (first, mut cells) = (self.build.len(), Vec::new());
                for (i, key) in keys.items.iter().enumerate() {
                    let label = match key {
                        Val::Cell(c) => self.places.puzzle.cell_name(*c),
                        key => self.places.house_name(&cells_in(key)).unwrap_or_else(|| (i + 1).to_string()),
                    };
                    cells.push(Val::Cell(self.build.add_cell(kind, low as i32, domain, &format!("{name} of {label}"))));
                }
                if *shown && !cells.is_empty() {
                    self.show(name, &keys.items, Cell::all(self.build.len()).skip(first));
                }
                self.scope.env[*slot as usize] = Val::Keyed(Rc::new((keys.items.clone(), cells)));
                Ok(())
            }
            StepKind::Value { slot, all, code } => self.counts_for(*slot, *all, code, step.pos),
            StepKind::Any(blocks) => {
                let mut parts = Vec::new();
                for body in blocks {
                    parts.push(self.collected(|run| run.block(body))?);
                }
                let condition = self.graph.or(&parts);
                self.enter(step.pos);
                self.post(condition, step.pos)
            }
        }
    }

    /// Records the name of the shown extra cells that were created for these items.
    fn show(&mut self, name: &str, keys: &[Val], cells: impl Iterator<Item = Cell> + Clone) {
        let of = |key: &Val| if let Val::Cell(c) = key { Some(*c) } else { None };
        let pairs = keys.iter().map(of).zip(cells.clone());
        let rule = self.scope.rule.map_or("", |rule| &*rule.name);
        match Extra::grid(rule, name, self.places.puzzle.shape.len(), pairs) {
            Some(grid) => self.extra.push(grid),
            None => self.extra.extend(cells.map(|c| Extra::one(&self.build.cell(c).name, c))),
        }
    }

    fn fill_defaults(&mut self, rule: &'a RuleCode, params: &mut [Val]) -> Got<()> {
        for i in 0..params.len() {
            if let (Val::Absent, Some(default)) = (&params[i], &rule.params[i].default) {
                let mut env = vec![Val::Unset; rule.slots];
                for (p, v) in rule.params.iter().zip(&*params) {
                    env[p.slot as usize] = v.clone();
                }
                let outer = std::mem::replace(&mut self.scope.env, env);
                let value = self.unrolled(default);
                self.scope.env = outer;
                params[i] = value?;
            }
        }
        Ok(())
    }

    /// Runs the statement `value c is ...`, which creates a helper cell for the value of the cell.
    fn counts_for(&mut self, slot: Slot, all: bool, code: &'a Code, pos: Pos) -> Got<()> {
        let cells: Vec<Cell> = if all {
            self.places.puzzle.shape.cells().collect()
        } else {
            match self.scope.env[slot as usize] {
                Val::Cell(c) => vec![c],
                _ => return Err(Stop::Skip),
            }
        };
        self.enter(pos);
        for c in cells {
            if all {
                self.scope.env[slot as usize] = Val::Cell(c);
            }
            let value = self.unrolled(code)?;
            let n = self.num(&value, code.pos)?;
            let (low, high) = (self.graph.node(n.n).low, self.graph.node(n.n).high);
            if n.d != self.one || n.ok != TRUE {
                return Err(pos.error("the value that a cell counts for must be a whole number").into());
            }
            if high - low >= 64 {
                return Err(pos
                    .error(format!("{} counts for values from {low} to {high}", self.places.puzzle.cell_name(c)))
                    .hint("at most 64 numbers")
                    .into());
            }
            let name = format!("the value of {}", self.places.puzzle.cell_name(c));
            let domain = ValueSet::below((high - low + 1) as u32);
            let cell = self.build.add_cell(CellKind::Helper, low as i32, domain, &name);
            let counted = self.digit_of(cell);
            let difference = self.graph.sub(counted, n.n);
            let condition = self.graph.eq(difference);
            let outer = std::mem::replace(&mut self.scope.cells, vec![c]);
            self.scope.origin = None;
            self.post(condition, pos)?;
            self.scope.cells = outer;
            self.build.set_value_cell(c, cell);
        }
        if all {
            self.scope.env[slot as usize] = Val::Unset;
        }
        self.scope.origin = None;
        Ok(())
    }

    /// Runs a `for` that contains statements.
    fn each_statement(&mut self, bind: &'a Bind, body: &'a [Step]) -> Got<()> {
        let outer_cells = self.scope.cells.clone();
        let outer_origin = self.scope.origin.take();
        let outer_pinned = self.variables.pinned;
        let outermost = self.sets.is_none() && matches!(self.sink, Sink::Model);
        if outermost {
            self.sets = Some(Vec::new());
        }
        let result = match self.all_pairs(bind, body) {
            Ok(true) => Ok(()),
            Err(stop) => Err(stop),
            Ok(false) => self.each(bind, &mut |run, item, guard| {
                if guard != TRUE {
                    return Err(bind
                        .pos
                        .error("the `for` of a statement cannot select items by their digits")
                        .hint("use `require every ... where ...: ...`")
                        .into());
                }
                let mut cells = Vec::new();
                flatten(item, &mut cells);
                if cells.is_empty() {
                    cells.clone_from(&outer_cells);
                }
                run.scope.cells = cells;
                run.scope.origin = None;
                let result = run.block(body);
                run.scope.cells.clone_from(&outer_cells);
                run.scope.origin = None;
                result
            }),
        };
        self.scope.cells = outer_cells;
        self.scope.origin = outer_origin;
        self.variables.pinned = outer_pinned;
        if outermost {
            let sets = self.sets.take().unwrap_or_default();
            self.post_sets(sets);
        }
        result
    }

    /// The origin of the facts of the current statement.
    pub(crate) fn origin_now(&mut self) -> OriginId {
        if let Some(origin) = self.scope.origin {
            return origin;
        }
        let rule = self.scope.rule.expect("facts come from rules");
        let mut args = Vec::with_capacity(rule.said.len());
        for (name, slots) in &rule.said {
            let arg = slots.iter().rev().find_map(|s| to_arg(&self.graph, &self.scope.env[*s as usize]));
            args.extend(arg.map(|a| (Arc::clone(name), a)));
        }
        // Name a row by its number within its own grid: its number among the rows of all grids would mean nothing to a solver.
        if let [(_, arg)] = args.as_mut_slice()
            && let Arg::Number(number) = *arg
            && let Some(place) = self.places.within_grid(number, &self.scope.cells)
        {
            *arg = Arg::Text(place);
        }
        let origin = Origin {
            rule: Arc::clone(&rule.name),
            clue: self.scope.clue,
            says: Arc::clone(&rule.says),
            steps: rule.ast.steps.clone(),
            args,
            cells: self.scope.cells.clone(),
            cost: 0,
        };
        let id = self.build.origin(origin);
        self.scope.origin = Some(id);
        id
    }
}

fn to_arg(graph: &Graph, value: &Val) -> Option<Arg> {
    Some(match value {
        Val::Num(n) => Arg::Number(graph.as_const(n.n)?),
        Val::Bool(b) if *b == TRUE || *b == FALSE => Arg::Bool(*b == TRUE),
        Val::Text(t) => Arg::Text(t.to_string()),
        Val::Cell(c) => Arg::Cell(*c),
        Val::List(list) => {
            let numbers: Option<Vec<i64>> =
                list.items.iter().map(|i| if let Val::Num(n) = i { graph.as_const(n.n) } else { None }).collect();
            match numbers {
                Some(numbers) if !numbers.is_empty() => Arg::Numbers(numbers),
                _ => {
                    let mut cells = Vec::new();
                    flatten(value, &mut cells);
                    Arg::Cells(cells)
                }
            }
        }
        _ => return None,
    })
}
