//! From the syntax tree to code: names are resolved, types checked, and every mistake told with its place.

use crate::code::{
    Bind, Builtin, Code, CodeKind, Filt, ParamCode, Pat, Quantity, RuleCode, Slot, Src, Step, StepKind, Type, UseCode,
    param_type,
};
use crate::compile::regex as compile_regex;
use crate::syntax::Pos;
use crate::syntax::ast::{self, Cmp, Expr, ExprKind, ParamKind, Pattern, Rule, Source, Stmt, StmtKind};
use crate::syntax::suggest;
use cluewright_core::BadInput;
use std::sync::Arc;

/// What a rule must know of the others: their parameters.
pub(crate) trait Others {
    fn params(&self, rule: &str) -> Option<&[ast::Param]>;
    fn names(&self) -> Vec<String>;
}

type Resolved<T> = Result<T, BadInput>;

/// Most slots of a rule.
const MAX_SLOTS: usize = 4_000;

pub(crate) fn resolve(rule: &Arc<Rule>, others: &dyn Others) -> Resolved<RuleCode> {
    let source = format!("rule {}", rule.name);
    let mut r = Resolver {
        others,
        scope: Vec::new(),
        functions: Vec::new(),
        slots: 0,
        named: Vec::new(),
        depth: 0,
        reads_cells: false,
        names_regions: false,
    };
    r.rule(rule).map_err(|e| e.within(source))
}

#[derive(Clone)]
struct Bound {
    name: String,
    slot: Slot,
    ty: Type,
    /// The list it was bound to by `in`, when that is a name, and the slot with its place there.
    from: Option<(Slot, Slot)>,
    param: bool,
}

struct Function {
    name: String,
    params: Vec<String>,
    body: Expr,
    /// What was in scope where it was defined.
    scope: usize,
    functions: usize,
}

struct Resolver<'a> {
    others: &'a dyn Others,
    scope: Vec<Bound>,
    functions: Vec<Function>,
    slots: usize,
    named: Vec<(String, Slot)>,
    depth: u32,
    reads_cells: bool,
    names_regions: bool,
}

fn code(pos: Pos, kind: CodeKind) -> Code {
    Code { pos, kind }
}

impl Resolver<'_> {
    fn slot(&mut self, pos: Pos) -> Resolved<Slot> {
        self.slots += 1;
        if self.slots > MAX_SLOTS {
            return Err(pos.error("the rule is too large").hint("split it, or use fewer functions within functions"));
        }
        Ok(self.slots as Slot - 1)
    }

    fn bind(&mut self, pos: Pos, name: &str, ty: Type) -> Resolved<Slot> {
        let slot = self.slot(pos)?;
        self.named.push((name.to_owned(), slot));
        self.scope.push(Bound { name: name.to_owned(), slot, ty, from: None, param: false });
        Ok(slot)
    }

    fn rule(&mut self, rule: &Arc<Rule>) -> Resolved<RuleCode> {
        let mut params = Vec::new();
        for p in &rule.params {
            let name: Arc<str> = p.name.as_str().into();
            let range = match &p.range {
                None => None,
                Some((low, high)) => {
                    if p.kind != ParamKind::Number && p.kind != ParamKind::Numbers {
                        return Err(p
                            .pos
                            .error(format!("only numbers have a range, `{name}` is none"))
                            .hint("`n: number 1..9`"));
                    }
                    Some((self.number(low)?, self.number(high)?))
                }
            };
            let (mut default, mut derived) = (None, None);
            if let Some(value) = &p.value {
                self.reads_cells = false;
                let (value_code, ty) = self.expr(value)?;
                let want = param_type(p.kind);
                if !fits(&ty, &want) {
                    return Err(value.pos.error(format!("`{name}` is {}, but this is {}", want.words(), ty.words())));
                }
                if self.reads_cells { derived = Some(value_code) } else { default = Some(value_code) }
            }
            let slot = self.bind(p.pos, &p.name, param_type(p.kind))?;
            self.scope.last_mut().expect("just bound").param = true;
            params.push(ParamCode { name, kind: p.kind, slot, range, default, derived, optional: p.optional });
        }
        let body = self.block(&rule.body)?;
        let says: Arc<str> = rule.says.as_deref().unwrap_or(&rule.name).into();
        let mut said = Vec::new();
        let mut rest = &*says;
        while let Some(open) = rest.find('{') {
            // Behind the quote and what of the text is done.
            let done = says[..says.len() - rest.len() + open].chars().count() as u32;
            let pos = Pos { column: rule.says_pos.column + 1 + done, ..rule.says_pos };
            let Some(close) = rest[open..].find('}') else {
                return Err(pos.error("a `{` in `says` is never closed").hint("\"the cage {total} at {C}\""));
            };
            let name = &rest[open + 1..open + close];
            let slots: Vec<Slot> = self.named.iter().filter(|n| n.0 == name).map(|n| n.1).collect();
            if slots.is_empty() {
                let hint = suggest(name, self.named.iter().map(|n| n.0.as_str()))
                    .unwrap_or_else(|| "name a parameter or what a `for` or `let` binds".to_owned());
                return Err(pos
                    .error(format!("`says` speaks of `{{{name}}}`, which the rule does not know"))
                    .hint(hint));
            }
            said.push((name.into(), slots));
            rest = &rest[open + close + 1..];
        }
        for foreign in &rule.also {
            let values: Vec<&ast::ForeignValue> = match &foreign.args {
                ast::ForeignArgs::None => Vec::new(),
                ast::ForeignArgs::Named(args) => args.iter().map(|a| &a.1).collect(),
                ast::ForeignArgs::Listed(args) => args.iter().collect(),
            };
            for value in values {
                check_foreign(rule, foreign.pos, value)?;
            }
        }
        Ok(RuleCode {
            name: rule.name.as_str().into(),
            ast: Arc::clone(rule),
            params,
            says,
            said,
            redefines_value: redefines(&body),
            comes_first: redefines(&body) || self.names_regions,
            body,
            slots: self.slots,
        })
    }

    /// A block with its own scope.
    fn block(&mut self, body: &[Stmt]) -> Resolved<Vec<Step>> {
        self.depth += 1;
        let (scope, functions) = (self.scope.len(), self.functions.len());
        let mut steps = Vec::new();
        for stmt in body {
            self.statement(stmt, &mut steps)?;
        }
        self.scope.truncate(scope);
        self.functions.truncate(functions);
        self.depth -= 1;
        Ok(steps)
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
                            let hint = suggest(name, params.iter().map(|p| p.name.as_str())).unwrap_or_else(|| {
                                if params.is_empty() {
                                    "it has none".to_owned()
                                } else {
                                    let names: Vec<&str> = params.iter().map(|p| p.name.as_str()).collect();
                                    format!("it has {}", names.join(", "))
                                }
                            });
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
                StepKind::Let(self.pattern(stmt.pos, pattern, &ty, "this")?, value_code)
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
                let keys = match keys {
                    None => None,
                    Some(keys) => {
                        let (keys_code, ty) = self.expr(keys)?;
                        if ty.item().is_none() {
                            return Err(keys.pos.error(format!(
                                "expected a list to number the extra cells by, this is {}",
                                ty.words()
                            )));
                        }
                        Some(keys_code)
                    }
                };
                let (low, high) = (self.number(&range.0)?, self.number(&range.1)?);
                let ty = if keys.is_some() { Type::Keyed } else { Type::Cell };
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

    fn unknown_rule(&self, pos: Pos, name: &str) -> BadInput {
        let names = self.others.names();
        let error = pos.error(format!("there is no rule `{name}`"));
        match suggest(name, names.iter().map(String::as_str)) {
            Some(hint) => error.hint(hint),
            None => error.hint("`cluewright rules list` names all rules"),
        }
    }

    fn pattern(&mut self, pos: Pos, pattern: &Pattern, item: &Type, what: &str) -> Resolved<Pat> {
        match pattern {
            Pattern::One(name) => Ok(Pat::One(self.bind(pos, name, item.clone())?)),
            Pattern::Tuple(names) => {
                let Some(part) = item.item() else {
                    return Err(pos
                        .error(format!("({}) takes {what} apart, but it is {}", names.join(", "), item.words()))
                        .hint("only lists are taken apart; bind one name"));
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

    /// Resolves a binder; what it binds stays in scope.
    fn binder(&mut self, binder: &ast::Binder) -> Resolved<Bind> {
        let mut from_list = None;
        let (src, item) = match &binder.source {
            Source::In(list) => {
                let (list_code, ty) = self.expr(list)?;
                let Some(item) = ty.item() else {
                    return Err(list
                        .pos
                        .error(format!("expected a list, this is {}", ty.words()))
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
                        .error(format!("expected a list, this is {}", ty.words()))
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
        let place = self.slot(binder.pos)?;
        let pat = self.pattern(binder.pos, pattern, &item, "each item")?;
        if let (Pat::One(_), Some(list)) = (&pat, from_list) {
            self.scope.last_mut().expect("just bound").from = Some((list, place));
        }
        let mut filters = Vec::new();
        for filter in &binder.filters {
            filters.push(match filter {
                ast::Filter::Where(condition) => Filt::Where(self.condition(condition)?),
                ast::Filter::Marked(names) | ast::Filter::Unmarked(names) => {
                    let mut rules = Vec::new();
                    for (pos, name) in names {
                        if self.others.params(name).is_none() {
                            return Err(self.unknown_rule(*pos, name));
                        }
                        rules.push(name.as_str().into());
                    }
                    Filt::Marked(rules, matches!(filter, ast::Filter::Unmarked(_)))
                }
            });
        }
        Ok(Bind { pos: binder.pos, pat, index, place, src, filters })
    }

    fn condition(&mut self, e: &Expr) -> Resolved<Code> {
        let (c, ty) = self.expr(e)?;
        if ty == Type::Bool {
            return Ok(c);
        }
        let hint =
            if ty.is_number() { "compare it with something: `... = 5`" } else { "a condition holds or does not" };
        Err(e.pos.error(format!("expected a condition, this is {}", ty.words())).hint(hint))
    }

    fn number(&mut self, e: &Expr) -> Resolved<Code> {
        let (c, ty) = self.expr(e)?;
        if ty.is_number() {
            return Ok(c);
        }
        let hint = match &ty {
            Type::Bool => "`if ... then 1 else 0` makes a number of a condition; `count(...)` counts",
            Type::List(_) | Type::Keyed => "`sum(L)`, `max(L)` or `L[1]` make a number of a list",
            _ => "numbers and cells are numbers",
        };
        Err(e.pos.error(format!("expected a number, this is {}", ty.words())).hint(hint))
    }

    fn name(&mut self, pos: Pos, name: &str) -> Resolved<(Code, Type)> {
        if let Some(bound) = self.scope.iter().rev().find(|b| b.name == name) {
            self.reads_cells |= bound.ty != Type::Number && bound.ty != Type::Bool && bound.ty != Type::Text;
            return Ok((code(pos, CodeKind::Var(bound.slot)), bound.ty.clone()));
        }
        if let Some(builtin) = Builtin::ALL.iter().find(|b| b.1 == name) {
            let ty = place_type(builtin.0);
            let Some(ty) = ty else {
                return Err(pos.error(format!("`{name}` is a function")).hint(builtin.2));
            };
            return Ok((code(pos, CodeKind::Call(builtin.0, Vec::new())), ty));
        }
        let known = self.scope.iter().map(|b| b.name.as_str());
        let error = pos.error(format!("there is nothing called `{name}` here"));
        if let Some((left, right)) = name.split_once('-')
            && self.scope.iter().any(|b| b.name == left || b.name == right)
        {
            return Err(error.hint(format!("a difference needs spaces: `{left} - {right}`")));
        }
        let places = Builtin::ALL.iter().filter(|b| place_type(b.0).is_some()).map(|b| b.1).chain(["neighbours"]);
        Err(match suggest(name, known.chain(places)) {
            Some(hint) => error.hint(hint),
            None if self.scope.is_empty() => error.hint("a clue's cells are named by `clue line L`"),
            None => {
                let names: Vec<&str> = self.scope.iter().map(|b| b.name.as_str()).collect();
                error.hint(format!("known here: {}", names.join(", ")))
            }
        })
    }

    #[allow(clippy::cognitive_complexity)] // one arm for each kind of expression
    fn expr(&mut self, e: &Expr) -> Resolved<(Code, Type)> {
        self.depth += 1;
        if self.depth > 200 {
            return Err(e.pos.error("more than 200 levels of nesting, functions included").hint("simplify the rule"));
        }
        let result = self.inner(e);
        self.depth -= 1;
        result
    }

    fn inner(&mut self, e: &Expr) -> Resolved<(Code, Type)> {
        let pos = e.pos;
        let boxed = Box::new;
        Ok(match &e.kind {
            ExprKind::Number(n) => (code(pos, CodeKind::Number(*n)), Type::Number),
            ExprKind::Text(t) => (code(pos, CodeKind::Text(t.as_str().into())), Type::Text),
            ExprKind::Bool(b) => (code(pos, CodeKind::Bool(*b)), Type::Bool),
            ExprKind::Name(name) => self.name(pos, name)?,
            ExprKind::Call(name, args) => self.call(pos, name, args)?,
            ExprKind::CallFor(name, item, binder) => {
                let scope = self.scope.len();
                let bind = self.binder(binder)?;
                let (item_code, ty) = match item {
                    Some(item) => self.expr(item)?,
                    None => match &bind.pat {
                        Pat::One(slot) => {
                            let ty = self.scope.iter().rev().find(|b| b.slot == *slot).expect("just bound").ty.clone();
                            (code(binder.pos, CodeKind::Var(*slot)), ty)
                        }
                        // Pairs themselves can only be counted.
                        Pat::Tuple(slots) => {
                            let parts = slots.iter().map(|s| code(binder.pos, CodeKind::Var(*s))).collect();
                            (code(binder.pos, CodeKind::List(parts)), Type::list(Type::Cell))
                        }
                    },
                };
                self.scope.truncate(scope);
                let list = code(pos, CodeKind::ListFor(boxed(item_code), Box::new(bind)));
                self.builtin(pos, name, vec![(list, Type::list(ty))])?
            }
            ExprKind::Index(list, index) => {
                let (list_code, ty) = self.expr(list)?;
                let Some(item) = ty.item() else {
                    return Err(pos
                        .error(format!("`[...]` needs a list before it, this is {}", ty.words()))
                        .hint("`L[2]` is the second item of `L`"));
                };
                let (index_code, index_ty) = self.expr(index)?;
                if ty == Type::Keyed && index_ty != Type::Number {
                    return Ok((code(pos, CodeKind::KeyIndex(boxed(list_code), boxed(index_code))), Type::Cell));
                }
                if !index_ty.is_number() {
                    return Err(index
                        .pos
                        .error(format!("a place in a list is a number, this is {}", index_ty.words()))
                        .hint("`L[2]`, or `L[c]` where a cell says which"));
                }
                let index_code = self.placed(&list_code, index_code);
                (code(pos, CodeKind::Index(boxed(list_code), boxed(index_code))), item)
            }
            ExprKind::Field(clue, field) => {
                let (clue_code, ty) = self.expr(clue)?;
                let Type::Clue(rule) = &ty else {
                    return Err(pos
                        .error(format!("`.{field}` is a clue's parameter, but this is {}", ty.words()))
                        .hint("`for k in clues(killer-cage): ... k.C`"));
                };
                let others = self.others;
                let params = others.params(rule).unwrap_or(&[]);
                let Some(param) = params.iter().find(|p| p.name == *field) else {
                    let names: Vec<&str> = params.iter().map(|p| p.name.as_str()).collect();
                    let hint =
                        suggest(field, names.iter().copied()).unwrap_or_else(|| format!("it has {}", names.join(", ")));
                    return Err(pos.error(format!("a clue of {rule} has no `{field}`")).hint(hint));
                };
                (code(pos, CodeKind::Field(boxed(clue_code), field.as_str().into())), param_type(param.kind))
            }
            ExprKind::Neg(x) => (code(pos, CodeKind::Neg(boxed(self.number(x)?))), Type::Number),
            ExprKind::Not(x) => (code(pos, CodeKind::Not(boxed(self.condition(x)?))), Type::Bool),
            ExprKind::Abs(x) => (code(pos, CodeKind::Abs(boxed(self.number(x)?))), Type::Number),
            ExprKind::Arith(op, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                (code(pos, CodeKind::Arith(*op, boxed(a), boxed(b))), Type::Number)
            }
            ExprKind::Compare(first, rest) => {
                let mut left = (self.expr(first)?, first.pos);
                let mut all = Vec::new();
                for (cmp, right) in rest {
                    let right = (self.expr(right)?, right.pos);
                    all.push(Self::compare(pos, *cmp, &left.0, &right.0, right.1)?);
                    left = right;
                }
                let only = all.len() == 1;
                let first = all.pop().expect("a comparison has two sides");
                if only {
                    (first, Type::Bool)
                } else {
                    all.push(first);
                    (code(pos, CodeKind::And(all)), Type::Bool)
                }
            }
            ExprKind::And(all) => {
                let all = all.iter().map(|x| self.condition(x)).collect::<Resolved<_>>()?;
                (code(pos, CodeKind::And(all)), Type::Bool)
            }
            ExprKind::Or(all) => {
                let all = all.iter().map(|x| self.condition(x)).collect::<Resolved<_>>()?;
                (code(pos, CodeKind::Or(all)), Type::Bool)
            }
            ExprKind::Implies(a, b) => {
                let (a, b) = (self.condition(a)?, self.condition(b)?);
                (code(pos, CodeKind::Implies(boxed(a), boxed(b))), Type::Bool)
            }
            ExprKind::If(c, a, b) => {
                let condition = self.condition(c)?;
                let ((yes, ty), (no, other)) = (self.expr(a)?, self.expr(b)?);
                let Some(ty) = join(&ty, &other) else {
                    return Err(pos
                        .error(format!("`then` gives {}, `else` gives {}", ty.words(), other.words()))
                        .hint("both must be of one type"));
                };
                (code(pos, CodeKind::If(boxed(condition), boxed(yes), boxed(no))), ty)
            }
            ExprKind::Quantified(quantity, binder, condition) => {
                let (quantity, count) = self.quantity(quantity)?;
                let scope = self.scope.len();
                let bind = self.binder(binder)?;
                let condition = self.condition(condition)?;
                self.scope.truncate(scope);
                let kind = CodeKind::Quantified(quantity, count.map(boxed), Box::new(bind), boxed(condition));
                (code(pos, kind), Type::Bool)
            }
            ExprKind::Of(quantity, all) => {
                let (quantity, count) = self.quantity(quantity)?;
                let all = all.iter().map(|x| self.condition(x)).collect::<Resolved<_>>()?;
                let count = count.expect("the parser gives `of` a count");
                (code(pos, CodeKind::Of(quantity, boxed(count), all)), Type::Bool)
            }
            ExprKind::List(items) => {
                let mut ty = Type::Unknown;
                let mut all = Vec::new();
                for item in items {
                    let (item_code, item_ty) = self.expr(item)?;
                    ty = join(&ty, &item_ty).ok_or_else(|| {
                        item.pos.error(format!("this list holds {}, but this is {}", ty.words(), item_ty.words()))
                    })?;
                    all.push(item_code);
                }
                (code(pos, CodeKind::List(all)), Type::list(ty))
            }
            ExprKind::ListFor(item, binder) => {
                let scope = self.scope.len();
                let bind = self.binder(binder)?;
                let (item, ty) = self.expr(item)?;
                self.scope.truncate(scope);
                (code(pos, CodeKind::ListFor(boxed(item), Box::new(bind))), Type::list(ty))
            }
            ExprKind::Set(items) => {
                let mut all = Vec::new();
                for (low, high) in items {
                    all.push((self.number(low)?, high.as_ref().map(|h| self.number(h)).transpose()?));
                }
                (code(pos, CodeKind::Set(all)), Type::list(Type::Number))
            }
            ExprKind::Matches(list, regex) => {
                let (list_code, ty) = self.expr(list)?;
                if !ty.is_flat() {
                    return Err(list
                        .pos
                        .error(format!("`matches` reads the digits of a list of cells, this is {}", ty.words()))
                        .hint("`L matches \"1.*\"`; `[c]` is a list of one cell"));
                }
                let ExprKind::Text(text) = &regex.kind else {
                    let (text, ty) = self.expr(regex)?;
                    if ty != Type::Text {
                        return Err(regex
                            .pos
                            .error(format!("a regular expression is a text, this is {}", ty.words()))
                            .hint("it stands in quotes: `L matches \"1.*\"`"));
                    }
                    return Ok((code(pos, CodeKind::MatchesText(boxed(list_code), boxed(text))), Type::Bool));
                };
                let dfa = compile_regex(text, 0, 63).map_err(|e| {
                    let pos = Pos { line: regex.pos.line, column: regex.pos.column + 1 + e.position as u32 };
                    pos.error(format!("in the regular expression: {}", e.message))
                })?;
                (code(pos, CodeKind::Matches(boxed(list_code), Arc::new(dfa))), Type::Bool)
            }
            ExprKind::End(last, count, list) => {
                let count = self.number(count)?;
                let (list_code, ty) = self.list(list)?;
                (code(pos, CodeKind::End(*last, boxed(count), boxed(list_code))), ty)
            }
            ExprKind::Side(after, list, index) => {
                let (list_code, ty) = self.list(list)?;
                let index_code = self.number(index)?;
                let index_code = self.placed(&list_code, index_code);
                (code(pos, CodeKind::Side(*after, boxed(list_code), boxed(index_code))), ty)
            }
            ExprKind::Fold(name, start, binder, next) => {
                let start = self.number(start)?;
                let scope = self.scope.len();
                let bind = self.binder(binder)?;
                let slot = self.bind(pos, name, Type::Number)?;
                let next = self.number(next)?;
                self.scope.truncate(scope);
                (code(pos, CodeKind::Fold(slot, boxed(start), Box::new(bind), boxed(next))), Type::Number)
            }
        })
    }

    /// `L[i]` and `L before i` where `i` was bound by `in L`: its place, not its value.
    fn placed(&self, list: &Code, index: Code) -> Code {
        if let (CodeKind::Var(list), CodeKind::Var(slot)) = (&list.kind, &index.kind)
            && let Some(bound) = self.scope.iter().rev().find(|b| b.slot == *slot)
            && let Some((from, place)) = bound.from
            && from == *list
        {
            return code(index.pos, CodeKind::Var(place));
        }
        index
    }

    fn list(&mut self, e: &Expr) -> Resolved<(Code, Type)> {
        let (c, ty) = self.expr(e)?;
        match ty.item() {
            Some(item) => Ok((c, Type::list(item))),
            None => Err(e.pos.error(format!("expected a list, this is {}", ty.words()))),
        }
    }

    fn quantity(&mut self, q: &ast::Quantity) -> Resolved<(Quantity, Option<Code>)> {
        Ok(match q {
            ast::Quantity::Every => (Quantity::Every, None),
            ast::Quantity::Some => (Quantity::Some, None),
            ast::Quantity::Exactly(k) => (Quantity::Exactly, Some(self.number(k)?)),
            ast::Quantity::AtLeast(k) => (Quantity::AtLeast, Some(self.number(k)?)),
            ast::Quantity::AtMost(k) => (Quantity::AtMost, Some(self.number(k)?)),
        })
    }

    fn compare(pos: Pos, cmp: Cmp, a: &(Code, Type), b: &(Code, Type), at: Pos) -> Resolved<Code> {
        let boxed = |c: &Code| Box::new(c.clone());
        if cmp == Cmp::In {
            let Some(item) = b.1.item() else {
                return Err(at.error(format!("`in` needs a list or a set after it, this is {}", b.1.words())));
            };
            return match (&a.1, &item) {
                (Type::Cell, Type::Cell) => Ok(code(pos, CodeKind::CellIn(boxed(&a.0), boxed(&b.0)))),
                (x, y) if x.is_number() && y.is_number() => Ok(code(pos, CodeKind::In(boxed(&a.0), boxed(&b.0)))),
                _ => Err(pos.error(format!("{} is never in {}", a.1.words(), b.1.words()))),
            };
        }
        let equality = matches!(cmp, Cmp::Eq | Cmp::Ne);
        match (&a.1, &b.1) {
            (Type::Cell, Type::Cell) if equality => {
                Ok(code(pos, CodeKind::SameDigit(boxed(&a.0), boxed(&b.0), cmp == Cmp::Ne)))
            }
            (x, y) if x.is_number() && y.is_number() => Ok(code(pos, CodeKind::Compare(cmp, boxed(&a.0), boxed(&b.0)))),
            (Type::Text, Type::Text) | (Type::Bool, Type::Bool) if equality => {
                Ok(code(pos, CodeKind::SameWord(boxed(&a.0), boxed(&b.0), cmp == Cmp::Ne)))
            }
            (x, y) => {
                let error = pos.error(format!("`{}` cannot compare {} with {}", cmp.word(), x.words(), y.words()));
                let lists = x.item().is_some() || y.item().is_some();
                Err(error.hint(if lists {
                    "compare `sum(L)`, `max(L)`, or each: `every c in L: ...`; `same_multiset(A, B)` compares lists"
                } else {
                    "both sides must be numbers"
                }))
            }
        }
    }

    fn call(&mut self, pos: Pos, name: &str, args: &[Expr]) -> Resolved<(Code, Type)> {
        if let Some(at) = self.functions.iter().rposition(|f| f.name == name) {
            return self.function(pos, at, args);
        }
        if name == "given" {
            let [Expr { kind: ExprKind::Name(param), .. }] = args else {
                return Err(pos.error("`given` asks whether a clue has a parameter").hint("`given(total)`"));
            };
            let Some(bound) = self.scope.iter().rev().find(|b| b.name == *param && b.param) else {
                return Err(pos
                    .error(format!("`{param}` is no parameter of this rule"))
                    .hint("parameters are what `clue` and `option` name"));
            };
            return Ok((code(pos, CodeKind::IsGiven(bound.slot)), Type::Bool));
        }
        if name == "clues" {
            let [Expr { kind: ExprKind::Name(rule), pos: at }] = args else {
                return Err(pos.error("`clues` gives the clues of a rule").hint("`clues(killer-cage)`"));
            };
            if self.others.params(rule).is_none() {
                return Err(self.unknown_rule(*at, rule));
            }
            self.reads_cells = true;
            let rule: Arc<str> = rule.as_str().into();
            return Ok((code(pos, CodeKind::CluesOf(Arc::clone(&rule))), Type::list(Type::Clue(rule))));
        }
        let mut all = Vec::new();
        for arg in args {
            all.push(self.expr(arg)?);
        }
        self.builtin(pos, name, all)
    }

    /// A function of the rule: its body with the arguments put in.
    fn function(&mut self, pos: Pos, at: usize, args: &[Expr]) -> Resolved<(Code, Type)> {
        let f = &self.functions[at];
        let (params, body, scope, functions) = (f.params.clone(), f.body.clone(), f.scope, f.functions);
        if params.len() != args.len() {
            let usage = format!("{}({})", self.functions[at].name, params.join(", "));
            return Err(pos
                .error(format!("`{}` takes {} arguments, not {}", self.functions[at].name, params.len(), args.len()))
                .hint(usage));
        }
        let mut lets = Vec::new();
        let mut inner = self.scope[..scope].to_vec();
        for (param, arg) in params.iter().zip(args) {
            let (arg, ty) = self.expr(arg)?;
            let slot = self.slot(pos)?;
            inner.push(Bound { name: param.clone(), slot, ty, from: None, param: false });
            lets.push((slot, arg));
        }
        // The body sees what was known where it was written, and only functions before it.
        let outer = std::mem::replace(&mut self.scope, inner);
        let later = self.functions.split_off(functions);
        let result = self.expr(&body);
        self.functions.truncate(functions);
        self.functions.extend(later);
        self.scope = outer;
        let (mut result, ty) = result?;
        for (slot, arg) in lets.into_iter().rev() {
            result = code(pos, CodeKind::Let(slot, Box::new(arg), Box::new(result)));
        }
        Ok((result, ty))
    }

    #[allow(clippy::match_same_arms, reason = "a table: one line for each function")]
    fn builtin(&mut self, pos: Pos, name: &str, mut args: Vec<(Code, Type)>) -> Resolved<(Code, Type)> {
        use Builtin as B;
        let Some(&(builtin, _, usage)) = Builtin::ALL.iter().find(|b| b.1 == name) else {
            let known = Builtin::ALL.iter().map(|b| b.1).chain(self.functions.iter().map(|f| f.name.as_str()));
            let error = pos.error(format!("there is no function `{name}`"));
            return Err(match suggest(name, known) {
                Some(hint) => error.hint(hint),
                None if self.scope.iter().any(|b| b.name == name) => error.hint("a list's item is `L[i]`"),
                None => error.hint("docs/grammar.md lists the functions; `let f(x) = ...` defines one"),
            });
        };
        let flat = |i: usize| args.get(i).is_some_and(|a| a.1.is_flat());
        let lists = |i: usize| args.get(i).is_some_and(|a| a.1.is_lists());
        let any_list = |i: usize| args.get(i).is_some_and(|a| a.1.item().is_some());
        let number = |i: usize| args.get(i).is_some_and(|a| a.1.is_number());
        let cell = |i: usize| args.get(i).is_some_and(|a| a.1 == Type::Cell);
        let n = args.len();
        let reads = builtin != B::Same;
        self.names_regions |= builtin == B::RegionNumbers;
        self.reads_cells |= reads && args.iter().any(|a| a.1 == Type::Cell);
        let ty = match builtin {
            B::Sum | B::Product if n == 1 && flat(0) => Some(Type::Number),
            B::Max | B::Min if n == 1 && flat(0) || n >= 2 && (0..n).all(number) => {
                if n >= 2 {
                    let all = args.drain(..).map(|a| a.0).collect();
                    args.push((code(pos, CodeKind::List(all)), Type::list(Type::Number)));
                }
                Some(Type::Number)
            }
            B::Count if n == 1 && any_list(0) || n == 2 && flat(0) && (number(1) || flat(1)) => Some(Type::Number),
            B::Length if n == 1 && any_list(0) => Some(Type::Number),
            B::Distinct | B::Increasing | B::Nondecreasing | B::Decreasing | B::Consecutive | B::Equal
                if n == 1 && flat(0) =>
            {
                Some(Type::Bool)
            }
            B::SameMultiset | B::EqualSums if n == 1 && lists(0) || n >= 2 && (0..n).all(flat) => {
                if n >= 2 {
                    let all = args.drain(..).map(|a| a.0).collect();
                    args.push((code(pos, CodeKind::List(all)), Type::list(Type::list(Type::Number))));
                }
                Some(Type::Bool)
            }
            B::Contains if n == 2 && flat(0) && (number(1) || flat(1)) => Some(Type::Bool),
            B::ContainsExactly if n == 2 && flat(0) && flat(1) => Some(Type::Bool),
            B::NumberOf if n == 1 && flat(0) => Some(Type::Number),
            B::First | B::Last if n == 1 && any_list(0) => args[0].1.item(),
            B::Reverse if n == 1 && any_list(0) => args[0].1.item().map(Type::list),
            B::Concat if n == 1 && args[0].1.item().is_some_and(|i| i.item().is_some()) => args[0].1.item(),
            B::Concat if n >= 2 && (0..n).all(any_list) => {
                let mut ty = Some(Type::Unknown);
                for arg in &args {
                    ty = ty.and_then(|t| join(&t, &arg.1.item()?));
                }
                let all = args.drain(..).map(|a| a.0).collect();
                args.push((code(pos, CodeKind::List(all)), Type::Unknown));
                ty.map(Type::list)
            }
            B::Position if n == 2 && (number(0) || cell(0)) && flat(1) => Some(Type::Number),
            B::Positions if n == 1 && any_list(0) => Some(Type::list(Type::Number)),
            B::Visible if n == 1 && flat(0) => Some(Type::Number),
            B::Ranked | B::RankedOrTied
                if n == 5 && args[0].1.item() == Some(Type::Cell) && number(1) && (2..5).all(lists) =>
            {
                Some(Type::Bool)
            }
            B::RegionNumbers if n == 2 && args[0].1.item() == Some(Type::Cell) && number(1) => Some(Type::Bool),
            B::Connected if n == 1 && args[0].1.item() == Some(Type::Cell) => Some(Type::Bool),
            B::Between if n == 3 && number(0) && number(1) && any_list(2) => args[2].1.item().map(Type::list),
            B::Runs
                if n == 1 && args[0].1.item() == Some(Type::Cell)
                    || n == 2 && args[0].1.item() == Some(Type::Cell) && lists(1) =>
            {
                Some(Type::list(Type::list(Type::Cell)))
            }
            B::Pairs if n == 1 && any_list(0) => args[0].1.item().map(|i| Type::list(Type::list(i))),
            B::Digit | B::ValueOf if n == 1 && cell(0) => Some(Type::Number),
            B::Same if n == 2 && cell(0) && cell(1) => Some(Type::Bool),
            B::Floor | B::Ceil if n == 1 && number(0) => Some(Type::Number),
            B::Odd | B::Even if n == 1 && number(0) => Some(Type::Bool),
            B::Neighbours
            | B::Touching
            | B::RowOf
            | B::ColumnOf
            | B::BoxOf
            | B::Above
            | B::Below
            | B::LeftOf
            | B::RightOf
                if n == 1 && cell(0) =>
            {
                Some(Type::list(Type::Cell))
            }
            B::ReadingOrder if n == 1 && args[0].1.item() == Some(Type::Cell) => Some(Type::list(Type::Cell)),
            B::SubsetSum if n == 2 && flat(0) && number(1) => Some(Type::Bool),
            B::Leaps | B::Ray if n == 3 && cell(0) && number(1) && number(2) => Some(Type::list(Type::Cell)),
            B::Row | B::Column | B::BoxNumber if n == 1 && cell(0) => Some(Type::Number),
            B::Block if n == 4 && (0..4).all(number) => Some(Type::list(Type::Cell)),
            B::CellAt if n == 2 && number(0) && number(1) => Some(Type::Cell),
            _ if n == 0 => place_type(builtin),
            _ => None,
        };
        let Some(ty) = ty else {
            let found: Vec<String> = args.iter().map(|a| a.1.words()).collect();
            let found = if found.is_empty() { "nothing".to_owned() } else { found.join(" and ") };
            return Err(pos.error(format!("`{name}` does not take {found}")).hint(usage));
        };
        Ok((code(pos, CodeKind::Call(builtin, args.into_iter().map(|a| a.0).collect())), ty))
    }
}

fn place_type(builtin: Builtin) -> Option<Type> {
    use Builtin as B;
    match builtin {
        B::Size | B::DigitsCount | B::Height | B::Width | B::FirstDigit | B::LastDigit => Some(Type::Number),
        B::Digits => Some(Type::list(Type::Number)),
        B::Cells => Some(Type::list(Type::Cell)),
        B::Rows | B::Columns | B::Boxes | B::Regions | B::Houses | B::Squares | B::Diagonals => {
            Some(Type::list(Type::list(Type::Cell)))
        }
        _ => None,
    }
}

/// The type that both fit.
fn join(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Unknown, x) | (x, Type::Unknown) => Some(x.clone()),
        (x, y) if x == y => Some(x.clone()),
        (x, y) if x.is_number() && y.is_number() => Some(Type::Number),
        (x, y) => Some(Type::list(join(&x.item()?, &y.item()?)?)),
    }
}

fn fits(ty: &Type, want: &Type) -> bool {
    match want {
        Type::Number => ty.is_number(),
        Type::List(item) => ty.item().is_some_and(|i| fits(&i, item)),
        want => ty == want || *ty == Type::Unknown,
    }
}

fn check_foreign(rule: &Rule, pos: Pos, value: &ast::ForeignValue) -> Resolved<()> {
    match value {
        ast::ForeignValue::Param(name) if rule.params.iter().all(|p| p.name != *name) => {
            let error = pos.error(format!("`also` speaks of `{name}`, which is no parameter"));
            Err(match suggest(name, rule.params.iter().map(|p| p.name.as_str())) {
                Some(hint) => error.hint(hint),
                None => error.hint("fixed texts stand in quotes"),
            })
        }
        ast::ForeignValue::Joined(parts) => parts.iter().try_for_each(|p| check_foreign(rule, pos, p)),
        _ => Ok(()),
    }
}

fn redefines(body: &[Step]) -> bool {
    body.iter().any(|s| match &s.kind {
        StepKind::Value { .. } => true,
        StepKind::For(_, body) => redefines(body),
        StepKind::If(arms, other) => {
            arms.iter().any(|a| redefines(&a.1)) || other.as_ref().is_some_and(|b| redefines(b))
        }
        _ => false,
    })
}
