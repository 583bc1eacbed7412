//! Resolves statements and binders: blocks with their scopes, `for` with its sources and filters, `use`.

use super::{Function, Resolved, Resolver, fits};
use crate::code::{Bind, CodeKind, Filt, Pat, Src, Step, StepKind, Type, UseCode, param_type};
use crate::syntax::ast::{self, Pattern, Source, Stmt, StmtKind};
use crate::syntax::{Pos, one_of};

impl Resolver<'_> {
    /// Resolves a block in a new scope.
    pub(super) fn block(&mut self, body: &[Stmt]) -> Resolved<Vec<Step>> {
        self.depth += 1;
        let depth = self.depth;
        let (scope, functions) = (self.scope.len(), self.functions.len());
        let mut steps = Vec::new();
        for stmt in body {
            let bound = self.scope.len();
            if let Err(mistake) = self.statement(stmt, &mut steps) {
                // Continue with the next statement, which may contain another mistake.
                self.mistakes.push(mistake);
                self.depth = depth;
                self.scope.truncate(bound);
                self.bind_unknown(stmt)?;
            }
        }
        self.scope.truncate(scope);
        self.functions.truncate(functions);
        self.depth -= 1;
        Ok(steps)
    }

    /// Binds the names that an invalid statement declares to an unknown type, so that their uses are not reported as well.
    fn bind_unknown(&mut self, stmt: &Stmt) -> Resolved<()> {
        let names = match &stmt.kind {
            StmtKind::Let(Pattern::One(name), _) | StmtKind::Extra { name, .. } => std::slice::from_ref(name),
            StmtKind::Let(Pattern::Tuple(names), _) => names,
            _ => &[],
        };
        for name in names {
            self.bind(stmt.pos, name, Type::Unknown)?;
        }
        Ok(())
    }

    fn statement(&mut self, stmt: &Stmt, steps: &mut Vec<Step>) -> Resolved<()> {
        let kind = match &stmt.kind {
            StmtKind::Require(condition) => StepKind::Require(self.condition(condition)?),
            StmtKind::Use(uses) => {
                let mut all = Vec::new();
                for u in uses {
                    let others = self.others;
                    let Some(params) = others.params(&u.name) else { return Err(self.unknown_rule(u.pos, &u.name)) };
                    let mut args = Vec::new();
                    for (name, value) in &u.args {
                        let Some(param) = params.iter().find(|p| p.name == *name) else {
                            let hint = one_of(name, params.iter().map(|p| p.name.as_str()));
                            return Err(value
                                .pos
                                .error(format!("the rule {} has no parameter `{name}`", u.name))
                                .hint(hint));
                        };
                        let (value_code, ty) = self.expr(value)?;
                        let want = param_type(param.kind);
                        if !fits(&ty, &want) {
                            return Err(value.pos.error(format!(
                                "`{name}` is {}, but this is {}",
                                want.words(),
                                ty.words()
                            )));
                        }
                        args.push((name.as_str().into(), value_code));
                    }
                    if let Some(missing) =
                        params.iter().find(|p| !p.optional && p.value.is_none() && u.args.iter().all(|a| a.0 != p.name))
                    {
                        return Err(u
                            .pos
                            .error(format!("the rule {} needs `{}`", u.name, missing.name))
                            .hint(format!("use {}({} = ...)", u.name, missing.name)));
                    }
                    all.push(UseCode { pos: u.pos, negated: u.negated, rule: u.name.as_str().into(), args });
                }
                StepKind::Use(all)
            }
            StmtKind::For(binder, body) => {
                let (scope, functions) = (self.scope.len(), self.functions.len());
                let bind = self.binder(binder)?;
                let body = self.block(body)?;
                self.scope.truncate(scope);
                self.functions.truncate(functions);
                StepKind::For(bind, body)
            }
            StmtKind::If(arms, other) => {
                let mut all = Vec::new();
                for (condition, body) in arms {
                    all.push((self.condition(condition)?, self.block(body)?));
                }
                let other = other.as_ref().map(|b| self.block(b)).transpose()?;
                StepKind::If(all, other)
            }
            StmtKind::Let(pattern, value) => {
                let (value_code, ty) = self.expr(value)?;
                let known = self.is_known(&value_code);
                let pattern = self.pattern(stmt.pos, pattern, &ty, "this")?;
                self.knows(&pattern, known);
                StepKind::Let(pattern, value_code)
            }
            StmtKind::LetFn(name, params, body) => {
                self.functions.push(Function {
                    name: name.clone(),
                    params: params.clone(),
                    body: body.clone(),
                    scope: self.scope.len(),
                    functions: self.functions.len(),
                });
                return Ok(());
            }
            StmtKind::Extra { shown, name, keys, range } => {
                let mut ty = Type::Cell;
                let keys = match keys {
                    None => None,
                    Some(keys) => {
                        let (keys_code, list) = self.expr(keys)?;
                        let Some(item) = list.item() else {
                            return Err(keys.pos.error(format!(
                                "expected a list to number the extra cells by, but this is {}",
                                list.words()
                            )));
                        };
                        ty = Type::Keyed(Box::new(item));
                        Some(keys_code)
                    }
                };
                let (low, high) = (self.number(&range.0)?, self.number(&range.1)?);
                let slot = self.bind(stmt.pos, name, ty)?;
                StepKind::Extra { shown: *shown, name: name.as_str().into(), slot, keys, low, high }
            }
            StmtKind::Value(name, value) => {
                let known = self.scope.iter().rev().find(|b| b.name == *name).cloned();
                match known {
                    Some(bound) if bound.ty == Type::Cell => {
                        StepKind::Value { slot: bound.slot, all: false, code: self.number(value)? }
                    }
                    Some(bound) => {
                        return Err(stmt.pos.error(format!("`{name}` is {}, not a cell", bound.ty.words())));
                    }
                    None => {
                        let slot = self.bind(stmt.pos, name, Type::Cell)?;
                        let value = self.number(value)?;
                        self.scope.pop();
                        StepKind::Value { slot, all: true, code: value }
                    }
                }
            }
            StmtKind::Any(blocks) => {
                let mut all = Vec::new();
                for block in blocks {
                    all.push(self.block(block)?);
                }
                StepKind::Any(all)
            }
        };
        steps.push(Step { pos: stmt.pos, kind });
        Ok(())
    }

    fn pattern(&mut self, pos: Pos, pattern: &Pattern, item: &Type, what: &str) -> Resolved<Pat> {
        match pattern {
            Pattern::One(name) => Ok(Pat::One(self.bind(pos, name, item.clone())?)),
            Pattern::Tuple(names) => {
                let Some(part) = item.item() else {
                    return Err(pos
                        .error(format!("({}) takes {what} apart, but the value is {}", names.join(", "), item.words()))
                        .hint("only lists can be taken apart; bind one name"));
                };
                let mut slots = Vec::new();
                for name in names {
                    slots.push(self.bind(pos, name, part.clone())?);
                }
                Ok(Pat::Tuple(slots))
            }
            Pattern::Numbered(..) => Err(pos.error("`i, x` counts the items of a `for`")),
        }
    }

    /// Resolves a binder; the names that it binds stay in scope.
    pub(super) fn binder(&mut self, binder: &ast::Binder) -> Resolved<Bind> {
        let mut from_list = None;
        let (src, item) = match &binder.source {
            Source::In(list) => {
                let (list_code, ty) = self.expr(list)?;
                let Some(item) = ty.item() else {
                    return Err(list
                        .pos
                        .error(format!("expected a list, but this is {}", ty.words()))
                        .hint("`for c in L` goes through a list"));
                };
                if let CodeKind::Var(slot) = list_code.kind {
                    from_list = Some(slot);
                }
                (Src::In(list_code), item)
            }
            Source::Along(list) => {
                let (list_code, ty) = self.expr(list)?;
                let Some(item) = ty.item() else {
                    return Err(list
                        .pos
                        .error(format!("expected a list, but this is {}", ty.words()))
                        .hint("`for (a, b) along L` takes neighbouring items of a list"));
                };
                (Src::Along(list_code), Type::list(item))
            }
            Source::Moves(down, right, both) => {
                (Src::Moves(self.number(down)?, self.number(right)?, *both), Type::list(Type::Cell))
            }
            Source::Neighbours(near, both) => (Src::Near(*near, *both), Type::list(Type::Cell)),
        };
        let (index, pattern) = match &binder.pattern {
            Pattern::Numbered(name, inner) => (Some(self.bind(binder.pos, name, Type::Number)?), &**inner),
            pattern => (None, pattern),
        };
        let pairs = !matches!(src, Src::In(_));
        if pairs {
            match pattern {
                Pattern::Tuple(names) if names.len() >= 2 && (matches!(src, Src::Along(_)) || names.len() == 2) => {}
                _ => {
                    return Err(binder.pos.error("this gives pairs").hint("bind two names: `for (a, b) ...`"));
                }
            }
        }
        let known = match &src {
            Src::In(list) | Src::Along(list) => self.is_known(list),
            Src::Moves(..) | Src::Near(..) => true,
        };
        if let Some(index) = index {
            self.knows(&Pat::One(index), true);
        }
        let place = self.slot(binder.pos)?;
        let pat = self.pattern(binder.pos, pattern, &item, "each item")?;
        self.knows(&pat, known);
        if let (Pat::One(_), Some(list)) = (&pat, from_list) {
            self.scope.last_mut().expect("just bound").from = Some((list, place));
        }
        let mut filters = Vec::new();
        for filter in &binder.filters {
            filters.push(match filter {
                ast::Filter::Where(condition) => Filt::Where(self.condition(condition)?),
                ast::Filter::Marked(names) | ast::Filter::Unmarked(names) => {
                    let unmarked = matches!(filter, ast::Filter::Unmarked(_));
                    let mut rules: Vec<std::sync::Arc<str>> = Vec::new();
                    for (pos, name) in names {
                        if self.others.params(name).is_none() {
                            return Err(self.unknown_rule(*pos, name));
                        }
                        rules.push(name.as_str().into());
                    }
                    self.reads.extend(rules.iter().map(|rule| (std::sync::Arc::clone(rule), unmarked)));
                    Filt::Marked(rules, unmarked)
                }
            });
        }
        Ok(Bind { pos: binder.pos, pat, index, place, src, filters })
    }
}
