//! Turns the syntax tree into code: names are resolved, types are checked, and every mistake is reported with its position.
//!
//! This file resolves the rule itself and manages scopes; the submodules resolve statements, expressions and functions.

mod expression;
mod function;
mod known;
mod statement;

use crate::code::{Code, CodeKind, ParamCode, RuleCode, Slot, Step, StepKind, Type, levels, param_type};
use crate::syntax::ast::{self, Expr, ParamKind, Rule};
use crate::syntax::{Pos, suggest};
use cluewright_core::error::place_number;
use cluewright_core::{BadInput, DrawingKind};
use std::sync::Arc;

/// What resolving a rule needs to know about other rules: their names and parameters.
pub(crate) trait Others {
    fn params(&self, rule: &str) -> Option<&[ast::Param]>;
    fn names(&self) -> Vec<String>;
}

type Resolved<T> = Result<T, BadInput>;

/// The maximum number of slots that a rule may have.
const MAX_SLOTS: usize = 4_000;

pub(crate) fn resolve(rule: &Arc<Rule>, others: &dyn Others) -> Resolved<RuleCode> {
    resolve_all(rule, others).map_err(|mut mistakes| mistakes.swap_remove(0))
}

/// Resolves a rule. The error lists all mistakes in the rule (at least one) in the order of their positions.
pub(crate) fn resolve_all(rule: &Arc<Rule>, others: &dyn Others) -> Result<RuleCode, Vec<BadInput>> {
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
        reads: Vec::new(),
        mistakes: Vec::new(),
    };
    let made = r.rule(rule);
    let mut mistakes = r.mistakes;
    match made {
        Ok(code) if mistakes.is_empty() => return Ok(code),
        Ok(_) => {}
        Err(mistake) => mistakes.push(mistake),
    }
    Err(mistakes.into_iter().map(|e| e.within(source.clone())).collect())
}

#[derive(Clone)]
struct Bound {
    name: String,
    slot: Slot,
    ty: Type,
    /// If `in` bound the name to the items of a named list, the slot of the list and the slot of the item's index.
    from: Option<(Slot, Slot)>,
    param: bool,
    /// Whether the value is known without reading digits. For a cell, this means that it is known which cell it is.
    known: bool,
}

struct Function {
    name: String,
    params: Vec<String>,
    body: Expr,
    /// The number of names in scope where the function was defined.
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
    /// The rules whose clues this rule reads. The flag is true if this rule also restricts places without such a clue, as with
    /// `unless marked by`.
    reads: Vec<(Arc<str>, bool)>,
    /// The mistakes found so far, in order.
    mistakes: Vec<BadInput>,
}

fn code(pos: Pos, kind: CodeKind) -> Code {
    Code { pos, kind }
}

impl Resolver<'_> {
    fn slot(&mut self, pos: Pos) -> Resolved<Slot> {
        self.slots += 1;
        if self.slots > MAX_SLOTS {
            return Err(pos
                .error("the rule is too large")
                .hint("split the rule, or use fewer functions within functions"));
        }
        Ok(Slot::try_from(self.slots - 1).expect("at most `MAX_SLOTS`"))
    }

    fn bind(&mut self, pos: Pos, name: &str, ty: Type) -> Resolved<Slot> {
        let slot = self.slot(pos)?;
        self.named.push((name.to_owned(), slot));
        self.scope.push(Bound { name: name.to_owned(), slot, ty, from: None, param: false, known: false });
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
                            .error(format!("only numbers have a range, and `{name}` is not a number"))
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
            let bound = self.scope.last_mut().expect("just bound");
            (bound.param, bound.known) = (true, true);
            params.push(ParamCode { name, kind: p.kind, slot, range, default, derived, optional: p.optional });
        }
        let body = self.block(&rule.body)?;
        let says: Arc<str> = rule.says.as_deref().unwrap_or(&rule.name).into();
        let mut said = Vec::new();
        let mut rest = &*says;
        while let Some(open) = rest.find('{') {
            // The column after the opening quote and after the part of the text that has been processed so far.
            let done = place_number(says[..says.len() - rest.len() + open].chars().count());
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
                    .error(format!("`says` refers to `{{{name}}}`, which the rule does not define"))
                    .hint(hint));
            }
            said.push((name.into(), slots));
            rest = &rest[open + close + 1..];
        }
        for foreign in &rule.also {
            check_drawing(foreign)?;
            let values: Vec<&ast::ForeignValue> = match &foreign.args {
                ast::ForeignArgs::None => Vec::new(),
                ast::ForeignArgs::Named(args) => args.iter().map(|a| &a.1).collect(),
                ast::ForeignArgs::Listed(args) => args.iter().collect(),
            };
            for value in values {
                check_foreign(rule, foreign.pos, value)?;
            }
            for (param, _) in &foreign.fixed {
                check_foreign(rule, foreign.pos, &ast::ForeignValue::Param(param.clone()))?;
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
            levels: levels(&body),
            body,
            slots: self.slots,
            reads: std::mem::take(&mut self.reads),
        })
    }

    fn unknown_rule(&self, pos: Pos, name: &str) -> BadInput {
        let names = self.others.names();
        let error = pos.error(format!("there is no rule `{name}`"));
        match suggest(name, names.iter().map(String::as_str)) {
            Some(hint) => error.hint(hint),
            None => error.hint("`cluewright rules list` names all rules"),
        }
    }
}

fn fits(ty: &Type, want: &Type) -> bool {
    match want {
        Type::Number => ty.is_number(),
        Type::List(item) => ty.item().is_some_and(|i| fits(&i, item)),
        want => ty == want || *ty == Type::Unknown,
    }
}

/// Checks that an `also` line for drawings names only fields that drawings of this kind have.
fn check_drawing(foreign: &ast::Foreign) -> Resolved<()> {
    let kind = DrawingKind::named(&foreign.name)
        .filter(|kind| foreign.format == "f-puzzles" && DrawingKind::TAKEN.contains(kind));
    let Some(kind) = kind else { return Ok(()) };
    let fields = kind.fields();
    let places = if kind == DrawingKind::Line { "lines: L" } else { "cells: C" };
    let such_as = format!("write, for example, `also f-puzzles {} {{{places}, color: \"#67F067\"}}`", foreign.name);
    let ast::ForeignArgs::Named(args) = &foreign.args else {
        return Err(foreign.pos.error(format!("`also` does not say which {}s it reads", foreign.name)).hint(such_as));
    };
    if let Some((field, _)) = args.iter().find(|(field, _)| !fields.contains(&field.as_str())) {
        let error = foreign.pos.error(format!("a drawn {} has no `{field}`", foreign.name));
        let known = || format!("it has {}", fields.join(", "));
        return Err(error.hint(suggest(field, fields.iter().copied()).unwrap_or_else(known)));
    }
    if !args.iter().any(|(field, _)| matches!(field.as_str(), "lines" | "cells" | "cell")) {
        return Err(foreign
            .pos
            .error(format!("`also` does not say which parameter gets the cells of the {}", foreign.name))
            .hint(such_as));
    }
    Ok(())
}

fn check_foreign(rule: &Rule, pos: Pos, value: &ast::ForeignValue) -> Resolved<()> {
    match value {
        ast::ForeignValue::Param(name) if rule.params.iter().all(|p| p.name != *name) => {
            let error = pos.error(format!("`also` refers to `{name}`, which is not a parameter"));
            Err(match suggest(name, rule.params.iter().map(|p| p.name.as_str())) {
                Some(hint) => error.hint(hint),
                None => error.hint("write fixed texts in quotation marks"),
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
