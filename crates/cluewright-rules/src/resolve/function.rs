//! Resolves calls: functions of the rule, built-in functions, and the types of their arguments and results.

use super::{Bound, Resolved, Resolver, code};
use crate::automaton::nfa::Nfa;
use crate::code::{Code, CodeKind, Gives, Kind, Role, Type};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::{Pos, suggest};
use crate::words::constants::{Is, Word, word};
use crate::words::value::VALUE;
use crate::words::{function, functions};
use cluewright_core::BadInput;
use cluewright_core::error::place_number;
use std::sync::Arc;

/// Converts a value to a number if its type is a number. The value of an expression such as `if ... then c else 1` may be a cell or
/// a number; the expression's type is a number, so the value must be converted. A call of a built-in function always has a value of
/// the right type.
pub(super) fn by_type(x: Code, ty: &Type) -> Code {
    if *ty != Type::Number || matches!(x.kind, CodeKind::Number(_) | CodeKind::Call(..)) {
        return x;
    }
    code(x.pos, CodeKind::Call(&VALUE, vec![x]))
}

impl Resolver<'_> {
    pub(super) fn call(&mut self, pos: Pos, name: &str, args: &[Expr]) -> Resolved<(Code, Type)> {
        if let Some(at) = self.functions.iter().rposition(|f| f.name == name) {
            return self.function(pos, at, args);
        }
        let role = function(name).and_then(|f| f.role);
        if role == Some(Role::Given) {
            let [Expr { kind: ExprKind::Name(param), .. }] = args else {
                return Err(pos.error("`given` asks whether a clue has a parameter").hint("`given(total)`"));
            };
            let Some(bound) = self.scope.iter().rev().find(|b| b.name == *param && b.param) else {
                return Err(pos
                    .error(format!("`{param}` is not a parameter of this rule"))
                    .hint("parameters are declared with `clue` and `option`"));
            };
            return Ok((code(pos, CodeKind::IsGiven(bound.slot)), Type::Bool));
        }
        if role == Some(Role::Clues) {
            let [Expr { kind: ExprKind::Name(rule), pos: at }] = args else {
                return Err(pos.error("`clues` gives the clues of a rule").hint("`clues(killer-cage)`"));
            };
            if self.others.params(rule).is_none() {
                return Err(self.unknown_rule(*at, rule));
            }
            self.reads_cells = true;
            let rule: Arc<str> = rule.as_str().into();
            self.reads.push((Arc::clone(&rule), false));
            return Ok((code(pos, CodeKind::CluesOf(Arc::clone(&rule))), Type::list(Type::Clue(rule))));
        }
        if let (Some(Role::Accepted), [list, Expr { kind: ExprKind::Text(text), pos: at }]) = (role, args) {
            let (list_code, ty) = self.expr(list)?;
            if !ty.is_flat() && !ty.is_lists() {
                return Err(list
                    .pos
                    .error(format!("`accepted` reads the digits of a list of cells, but this is {}", ty.words())));
            }
            self.reads_cells = true;
            let automaton = Nfa::read(text).map_err(|(place, what)| {
                let before = &text[..place];
                let part = before.rfind([';', '\n']).map_or(before, |start| &before[start + 1..]);
                at.error(format!("error in the automaton, after `{}`: {what}", part.trim_start()))
                    .hint("\"start 0; end 1; 0: 1..8>0 9>1; 1: 1..9>1\"")
            })?;
            return Ok((code(pos, CodeKind::Accepts(Box::new(list_code), Arc::new(automaton))), Type::Bool));
        }
        let mut all = Vec::new();
        for arg in args {
            all.push(self.expr(arg)?);
        }
        self.builtin(pos, name, all)
    }

    /// Resolves a call of a function of the rule: the function's body with the arguments bound.
    pub(super) fn function(&mut self, pos: Pos, at: usize, args: &[Expr]) -> Resolved<(Code, Type)> {
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
            let (slot, known) = (self.slot(pos)?, self.is_known(&arg));
            inner.push(Bound { name: param.clone(), slot, ty, from: None, param: false, known });
            lets.push((slot, arg));
        }
        // The body can use the names that were in scope where the function was defined, and only functions that were defined
        // earlier.
        let outer = std::mem::replace(&mut self.scope, inner);
        let later = self.functions.split_off(functions);
        // Each argument adds a level of nesting.
        let deep = place_number(args.len());
        self.depth += deep;
        let result = self.expr(&body);
        self.depth -= deep;
        self.functions.truncate(functions);
        self.functions.extend(later);
        self.scope = outer;
        let (mut result, ty) = result?;
        for (slot, arg) in lets.into_iter().rev() {
            result = code(pos, CodeKind::Let(slot, Box::new(arg), Box::new(result)));
        }
        Ok((result, ty))
    }

    pub(super) fn builtin(&mut self, pos: Pos, name: &str, mut args: Vec<(Code, Type)>) -> Resolved<(Code, Type)> {
        let Some(function) = function(name) else {
            if let Some(word) = word(name) {
                let fits = args.is_empty();
                return if fits { Ok(word_code(pos, word)) } else { Err(refused(pos, name, &args, name)) };
            }
            let known = functions().map(|f| f.0).chain(self.functions.iter().map(|f| f.name.as_str()));
            let error = pos.error(format!("there is no function `{name}`"));
            return Err(match suggest(name, known) {
                Some(hint) => error.hint(hint),
                None if self.scope.iter().any(|b| b.name == name) => error.hint("a list's item is `L[i]`"),
                None => error.hint("docs/grammar.md lists the functions; `let f(x) = ...` defines one"),
            });
        };
        self.names_regions |= function.role == Some(Role::Regions);
        self.reads_cells |= args.iter().any(|a| a.1 == Type::Cell);
        if let Some(kind) = function.several.filter(|_| args.len() >= 2)
            && args.iter().all(|a| a.1.is(kind))
            && let Some(ty) = args.iter().try_fold(Type::Unknown, |ty, a| ty.joined(&a.1))
        {
            let all = args.drain(..).map(|a| a.0).collect();
            args.push((code(pos, CodeKind::List(all)), Type::list(ty)));
        }
        let fits = |kinds: &&&[Kind]| kinds.len() == args.len() && kinds.iter().zip(&args).all(|(k, a)| a.1.is(*k));
        let taken = function.takes.iter().find(fits);
        let Some((kinds, ty)) = taken.and_then(|kinds| Some((kinds, given(function.gives, &args)?))) else {
            return Err(refused(pos, name, &args, function.usage));
        };
        let value = |((arg, ty), kind): ((Code, Type), &Kind)| match kind {
            Kind::Place => by_type(arg, &ty),
            _ => arg,
        };
        let args = args.into_iter().zip(*kinds).map(value).collect();
        Ok((code(pos, CodeKind::Call(function, args)), ty))
    }
}

/// The type of a function's result for these arguments.
fn given(gives: Gives, args: &[(Code, Type)]) -> Option<Type> {
    Some(match gives {
        Gives::Number => Type::Number,
        Gives::Bool => Type::Bool,
        Gives::Cell => Type::Cell,
        Gives::Numbers => Type::list(Type::Number),
        Gives::Cells => Type::list(Type::Cell),
        Gives::Lists => Type::list(Type::list(Type::Cell)),
        Gives::By(ty) => ty(&args.last()?.1)?,
    })
}

/// The code and the type of a constant of the language.
pub(super) fn word_code(pos: Pos, word: &'static Word) -> (Code, Type) {
    let ty = match word.is {
        Is::Number(_) => Type::Number,
        Is::Numbers(_) => Type::list(Type::Number),
        Is::Cells(_) => Type::list(Type::Cell),
        Is::Lists(_) => Type::list(Type::list(Type::Cell)),
    };
    (code(pos, CodeKind::Word(word)), ty)
}

/// The error that a function or a constant does not accept these arguments.
fn refused(pos: Pos, name: &str, args: &[(Code, Type)], usage: &str) -> BadInput {
    let found: Vec<String> = args.iter().map(|a| a.1.words()).collect();
    let error = match &found[..] {
        [] => format!("`{name}` needs arguments"),
        found => format!("`{name}` cannot be called with {}", found.join(" and ")),
    };
    pos.error(error).hint(usage)
}
