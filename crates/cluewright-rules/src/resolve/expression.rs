//! Resolves expressions and determines their types.

use super::function::{by_type, word_code};
use super::{Resolved, Resolver, code};
use crate::automaton::regex_of;
use crate::code::{Code, CodeKind, Pat, Quantity, Type, param_type};
use crate::syntax::ast::{self, Cmp, Expr, ExprKind};
use crate::syntax::{Pos, one_of, suggest};
use crate::words::constants::{WORDS, word};
use crate::words::function;
use cluewright_core::error::place_number;
use std::sync::Arc;

impl Resolver<'_> {
    pub(super) fn condition(&mut self, e: &Expr) -> Resolved<Code> {
        let (c, ty) = self.expr(e)?;
        if ty == Type::Bool {
            return Ok(c);
        }
        let hint =
            if ty.is_number() { "compare it with something: `... = 5`" } else { "a condition holds or does not" };
        Err(e.pos.error(format!("expected a condition, but this is {}", ty.words())).hint(hint))
    }

    pub(super) fn number(&mut self, e: &Expr) -> Resolved<Code> {
        let (c, ty) = self.expr(e)?;
        if ty.is_number() {
            return Ok(c);
        }
        let hint = match &ty {
            Type::Bool => "`if ... then 1 else 0` makes a number of a condition; `count(...)` counts",
            Type::List(_) | Type::Keyed(_) => "`sum(L)`, `max(L)` or `L[1]` make a number of a list",
            _ => "numbers and cells are numbers",
        };
        Err(e.pos.error(format!("expected a number, but this is {}", ty.words())).hint(hint))
    }

    pub(super) fn list(&mut self, e: &Expr) -> Resolved<(Code, Type)> {
        let (c, ty) = self.expr(e)?;
        match ty.item() {
            Some(item) => Ok((c, Type::list(item))),
            None => Err(e.pos.error(format!("expected a list, but this is {}", ty.words()))),
        }
    }

    pub(super) fn name(&mut self, pos: Pos, name: &str) -> Resolved<(Code, Type)> {
        if let Some(bound) = self.scope.iter().rev().find(|b| b.name == name) {
            self.reads_cells |= bound.ty != Type::Number && bound.ty != Type::Bool && bound.ty != Type::Text;
            return Ok((code(pos, CodeKind::Var(bound.slot)), bound.ty.clone()));
        }
        if let Some(word) = word(name) {
            return Ok(word_code(pos, word));
        }
        if let Some(function) = function(name) {
            return Err(pos.error(format!("`{name}` is a function")).hint(function.usage));
        }
        let known = self.scope.iter().map(|b| b.name.as_str());
        let error = pos.error(format!("there is nothing called `{name}` here"));
        if let Some((left, right)) = name.split_once('-')
            && self.scope.iter().any(|b| b.name == left || b.name == right)
        {
            return Err(error.hint(format!("a difference needs spaces: `{left} - {right}`")));
        }
        let places = WORDS.iter().map(|w| w.name).chain(["neighbours"]);
        Err(match suggest(name, known.chain(places)) {
            Some(hint) => error.hint(hint),
            None if self.scope.is_empty() => error.hint("a clue's cells are named by `clue line L`"),
            None => {
                let names: Vec<&str> = self.scope.iter().map(|b| b.name.as_str()).collect();
                error.hint(format!("known here: {}", names.join(", ")))
            }
        })
    }

    pub(super) fn expr(&mut self, e: &Expr) -> Resolved<(Code, Type)> {
        self.depth += 1;
        if self.depth > 200 {
            return Err(e
                .pos
                .error("there are more than 200 levels of nesting, including functions")
                .hint("simplify the rule"));
        }
        let result = self.inner(e);
        self.depth -= 1;
        result
    }

    pub(super) fn inner(&mut self, e: &Expr) -> Resolved<(Code, Type)> {
        let pos = e.pos;
        let boxed = Box::new;
        Ok(match &e.kind {
            ExprKind::Number(n) => (code(pos, CodeKind::Number(*n)), Type::Number),
            ExprKind::Text(t) => (code(pos, CodeKind::Text(t.as_str().into())), Type::Text),
            ExprKind::Bool(b) => (code(pos, CodeKind::Bool(*b)), Type::Bool),
            ExprKind::Name(name) => self.name(pos, name)?,
            ExprKind::Call(name, args) => self.call(pos, name, args)?,
            ExprKind::CallFor(name, item, binder) => self.call_for(pos, name, item.as_deref(), binder)?,
            ExprKind::Index(list, index) => self.index(pos, list, index)?,
            ExprKind::Field(clue, field) => self.field(pos, clue, field)?,
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
                let Some(ty) = ty.joined(&other) else {
                    return Err(pos
                        .error(format!("`then` gives {}, but `else` gives {}", ty.words(), other.words()))
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
            ExprKind::List(items) => self.items(pos, items)?,
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
            ExprKind::Matches(list, regex) => self.matches(list, regex, pos)?,
            ExprKind::End(last, count, list) => {
                let count = self.number(count)?;
                let (list_code, ty) = self.list(list)?;
                (code(pos, CodeKind::End(*last, boxed(count), boxed(list_code))), ty)
            }
            ExprKind::Side(after, list, index) => {
                let (list_code, ty) = self.list(list)?;
                let (index_code, index_ty) = self.expr(index)?;
                if !index_ty.is_number() {
                    return Err(index.pos.error(format!("expected a number, but this is {}", index_ty.words())));
                }
                let index_code = by_type(self.placed(&list_code, index_code), &index_ty);
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

    /// Resolves `sum(x for c in L)`: a function of the list that the loop produces.
    fn call_for(&mut self, pos: Pos, name: &str, item: Option<&Expr>, binder: &ast::Binder) -> Resolved<(Code, Type)> {
        let scope = self.scope.len();
        let bind = self.binder(binder)?;
        let (item_code, ty) = match item {
            Some(item) => self.expr(item)?,
            None => match &bind.pat {
                Pat::One(slot) => {
                    let ty = self.scope.iter().rev().find(|b| b.slot == *slot).expect("just bound").ty.clone();
                    (code(binder.pos, CodeKind::Var(*slot)), ty)
                }
                // Pairs can only be counted.
                Pat::Tuple(slots) => {
                    let parts = slots.iter().map(|s| code(binder.pos, CodeKind::Var(*s))).collect();
                    (code(binder.pos, CodeKind::List(parts)), Type::list(Type::Cell))
                }
            },
        };
        self.scope.truncate(scope);
        let list = code(pos, CodeKind::ListFor(Box::new(item_code), Box::new(bind)));
        self.builtin(pos, name, vec![(list, Type::list(ty))])
    }

    /// Resolves `L[i]`, or the extra cell for `i`.
    fn index(&mut self, pos: Pos, list: &Expr, index: &Expr) -> Resolved<(Code, Type)> {
        let (list_code, ty) = self.expr(list)?;
        let Some(item) = ty.item() else {
            return Err(pos
                .error(format!("`[...]` needs a list before it, but this is {}", ty.words()))
                .hint("`L[2]` is the second item of `L`"));
        };
        let (index_code, index_ty) = self.expr(index)?;
        if let Type::Keyed(of) = &ty {
            let fits = if of.is_number() && **of != Type::Cell { index_ty.is_number() } else { index_ty == **of };
            if !fits {
                let error =
                    format!("each of these extra cells is for {}, but this is {}", of.words(), index_ty.words());
                return Err(index
                    .pos
                    .error(error)
                    .hint("`D[c]` is the extra cell that `extra cell D` made for the item `c` of its list"));
            }
            let known = if **of == Type::Cell { self.is_known(&index_code) } else { self.is_known_number(&index_code) };
            let kind = CodeKind::KeyIndex(Box::new(list_code), Box::new(index_code), known);
            return Ok((code(pos, kind), Type::Cell));
        }
        if !index_ty.is_number() {
            return Err(index
                .pos
                .error(format!("a place in a list must be a number, but this is {}", index_ty.words()))
                .hint("write, for example, `L[2]`, or `L[c]` to use the digit of a cell"));
        }
        let index_code = self.placed(&list_code, index_code);
        Ok((code(pos, CodeKind::Index(Box::new(list_code), Box::new(index_code))), item))
    }

    /// Resolves `L matches "..."`.
    fn matches(&mut self, list: &Expr, regex: &Expr, pos: Pos) -> Resolved<(Code, Type)> {
        let (list_code, ty) = self.expr(list)?;
        if !ty.is_flat() {
            return Err(list
                .pos
                .error(format!("`matches` reads the digits of a list of cells, but this is {}", ty.words()))
                .hint("`L matches \"1.*\"`; `[c]` is a list of one cell"));
        }
        let ExprKind::Text(text) = &regex.kind else {
            let (text, ty) = self.expr(regex)?;
            if ty != Type::Text {
                return Err(regex
                    .pos
                    .error(format!("a regular expression must be text, but this is {}", ty.words()))
                    .hint("write it in quotation marks: `L matches \"1.*\"`"));
            }
            return Ok((code(pos, CodeKind::MatchesText(Box::new(list_code), Box::new(text))), Type::Bool));
        };
        let dfa = regex_of(text).map_err(|e| {
            let pos = Pos { line: regex.pos.line, column: regex.pos.column + 1 + place_number(e.position) };
            pos.error(format!("error in the regular expression: {}", e.message))
        })?;
        Ok((code(pos, CodeKind::Matches(Box::new(list_code), Arc::new(dfa))), Type::Bool))
    }

    /// Resolves `k.C`: a parameter of a clue.
    fn field(&mut self, pos: Pos, clue: &Expr, field: &str) -> Resolved<(Code, Type)> {
        let (clue_code, ty) = self.expr(clue)?;
        let Type::Clue(rule) = &ty else {
            return Err(pos
                .error(format!("`.{field}` is a clue's parameter, but this is {}", ty.words()))
                .hint("`for k in clues(killer-cage): ... k.C`"));
        };
        let others = self.others;
        let params = others.params(rule).unwrap_or(&[]);
        let Some(at) = params.iter().position(|p| p.name == *field) else {
            let hint = one_of(field, params.iter().map(|p| p.name.as_str()));
            return Err(pos.error(format!("a clue of {rule} has no `{field}`")).hint(hint));
        };
        Ok((code(pos, CodeKind::Field(Box::new(clue_code), at)), param_type(params[at].kind)))
    }

    /// Resolves `[a, b]`.
    fn items(&mut self, pos: Pos, items: &[Expr]) -> Resolved<(Code, Type)> {
        let mut ty = Type::Unknown;
        let mut all = Vec::new();
        for item in items {
            let (item_code, item_ty) = self.expr(item)?;
            ty = ty.joined(&item_ty).ok_or_else(|| {
                item.pos.error(format!("this list contains {}, but this item is {}", ty.words(), item_ty.words()))
            })?;
            all.push(item_code);
        }
        Ok((code(pos, CodeKind::List(all)), Type::list(ty)))
    }

    /// In `L[i]` and `L before i`, where `i` was bound by `in L`, the index of the item `i` is meant, not its value.
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
                return Err(at.error(format!("`in` needs a list or a set after it, but this is {}", b.1.words())));
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
}
