//! Replaces the names that a rule gives to parts of its requirements by their definitions, so that each requirement can be put into
//! words on its own.

use cluewright_rules::syntax::ast::{
    Arith, Binder, Expr, ExprKind, Filter, ParamKind, Pattern, Quantity, Rule, Shape, Source, Stmt, StmtKind,
};

/// The meaning of a name.
#[derive(Clone)]
enum Meaning {
    /// An expression, and its length.
    Is(Expr, usize),
    /// A function: its parameters, and its body.
    Of(Vec<String>, Expr),
}

type Names = Vec<(String, Meaning)>;

/// The maximum length of an expression that is put into words.
const LONGEST: usize = 1_000;

/// The rule's requirements; `None` if a name has two meanings.
pub(super) fn expanded(rule: &Rule) -> Option<Vec<Stmt>> {
    let mut bound: Vec<String> = rule.params.iter().map(|p| p.name.clone()).collect();
    let mut left = LONGEST;
    statements(rule, &rule.body, &Names::new(), &mut bound, &mut left)
}

fn statements(
    rule: &Rule,
    body: &[Stmt],
    names: &Names,
    bound: &mut Vec<String>,
    left: &mut usize,
) -> Option<Vec<Stmt>> {
    let mut names = names.clone();
    let before = bound.len();
    let mut out = Vec::new();
    for (n, statement) in body.iter().enumerate() {
        let kind = match &statement.kind {
            StmtKind::Let(Pattern::One(name), value) => {
                bind(name, bound)?;
                let before = *left;
                let value = expression(value, &names, bound, left)?;
                names.push((name.clone(), Meaning::Is(value, before - *left)));
                continue;
            }
            StmtKind::LetFn(name, of, value) => {
                names.push((name.clone(), Meaning::Of(of.clone(), expression(value, &names, &mut of.clone(), left)?)));
                continue;
            }
            // The two cells of an edge are treated as a pair.
            StmtKind::Let(Pattern::Tuple(pair), value) if is_edge(rule, value) => {
                pair.iter().try_for_each(|name| bind(name, bound))?;
                let binder = Binder {
                    pos: statement.pos,
                    pattern: Pattern::Tuple(pair.clone()),
                    source: Source::Along(value.clone()),
                    filters: Vec::new(),
                };
                out.push(Stmt {
                    pos: statement.pos,
                    kind: StmtKind::For(binder, statements(rule, &body[n + 1..], &names, bound, left)?),
                });
                break;
            }
            StmtKind::Require(demand) => StmtKind::Require(expression(demand, &names, bound, left)?),
            StmtKind::For(binder, body) => {
                let binder = self::binder(binder, &names, bound, left)?;
                let had = bound.len();
                bind_all(&binder.pattern, bound)?;
                let body = statements(rule, body, &names, bound, left)?;
                bound.truncate(had);
                StmtKind::For(binder, body)
            }
            StmtKind::If(arms, other) => {
                let arms: Option<Vec<_>> = arms
                    .iter()
                    .map(|(when, body)| {
                        Some((expression(when, &names, bound, left)?, statements(rule, body, &names, bound, left)?))
                    })
                    .collect();
                let other = match other {
                    Some(body) => Some(statements(rule, body, &names, bound, left)?),
                    None => None,
                };
                StmtKind::If(arms?, other)
            }
            StmtKind::Any(parts) => {
                let parts: Option<Vec<_>> =
                    parts.iter().map(|body| statements(rule, body, &names, bound, left)).collect();
                StmtKind::Any(parts?)
            }
            StmtKind::Use(uses) => {
                let mut uses = uses.clone();
                for (_, value) in uses.iter_mut().flat_map(|one| &mut one.args) {
                    *value = expression(value, &names, bound, left)?;
                }
                StmtKind::Use(uses)
            }
            StmtKind::Let(..) | StmtKind::Extra { .. } | StmtKind::Value(..) => return None,
        };
        out.push(Stmt { pos: statement.pos, kind });
    }
    bound.truncate(before);
    Some(out)
}

fn is_edge(rule: &Rule, value: &Expr) -> bool {
    let ExprKind::Name(name) = &value.kind else { return false };
    rule.params.iter().any(|p| p.name == *name && p.kind == ParamKind::Shape(Shape::Edge))
}

fn bind(name: &str, bound: &mut Vec<String>) -> Option<()> {
    if bound.iter().any(|b| b == name) {
        return None;
    }
    bound.push(name.to_owned());
    Some(())
}

fn bind_all(pattern: &Pattern, bound: &mut Vec<String>) -> Option<()> {
    match pattern {
        Pattern::One(name) => bind(name, bound),
        Pattern::Tuple(names) => names.iter().try_for_each(|name| bind(name, bound)),
        Pattern::Numbered(name, inner) => {
            bind(name, bound)?;
            bind_all(inner, bound)
        }
    }
}

/// A binder in which names are replaced by their meanings. The caller handles the names that the binder itself binds.
fn binder(binder: &Binder, names: &Names, bound: &mut Vec<String>, left: &mut usize) -> Option<Binder> {
    let source = match &binder.source {
        Source::In(list) => Source::In(expression(list, names, bound, left)?),
        Source::Along(list) => Source::Along(expression(list, names, bound, left)?),
        Source::Moves(down, right, both) => {
            Source::Moves(expression(down, names, bound, left)?, expression(right, names, bound, left)?, *both)
        }
        Source::Neighbours(..) => binder.source.clone(),
    };
    let had = bound.len();
    bind_all(&binder.pattern, bound)?;
    let mut filters = Vec::new();
    for filter in &binder.filters {
        filters.push(match filter {
            Filter::Where(when) => Filter::Where(expression(when, names, bound, left)?),
            other => other.clone(),
        });
    }
    bound.truncate(had);
    Some(Binder { source, filters, ..binder.clone() })
}

/// An expression in which names are replaced by their meanings.
fn expression(e: &Expr, names: &Names, bound: &mut Vec<String>, left: &mut usize) -> Option<Expr> {
    *left = left.checked_sub(1)?;
    let list = |all: &[Expr], bound: &mut Vec<String>, left: &mut usize| -> Option<Vec<Expr>> {
        all.iter().map(|one| expression(one, names, bound, left)).collect()
    };
    let mut go = |one: &Expr| expression(one, names, bound, left).map(Box::new);
    let kind = match &e.kind {
        ExprKind::Name(name) => match names.iter().rev().find(|(known, _)| known == name) {
            Some((_, Meaning::Is(value, size))) => {
                *left = left.checked_sub(*size)?;
                return Some(value.clone());
            }
            _ => e.kind.clone(),
        },
        ExprKind::Call(name, args) => {
            let before = *left;
            let args = list(args, bound, left)?;
            let size = before - *left;
            if let Some((_, Meaning::Of(of, value))) = names.iter().rev().find(|(known, _)| known == name) {
                let with: Names = of.iter().cloned().zip(args.into_iter().map(|arg| Meaning::Is(arg, size))).collect();
                return expression(value, &with, bound, left);
            }
            ExprKind::Call(name.clone(), args)
        }
        ExprKind::Index(of, at) => ExprKind::Index(go(of)?, go(at)?),
        ExprKind::Field(of, name) => ExprKind::Field(go(of)?, name.clone()),
        ExprKind::Neg(x) => ExprKind::Neg(go(x)?),
        ExprKind::Not(x) => ExprKind::Not(go(x)?),
        ExprKind::Abs(x) => ExprKind::Abs(go(x)?),
        ExprKind::Arith(op, x, y) => ExprKind::Arith(*op, go(x)?, go(y)?),
        ExprKind::Implies(x, y) => ExprKind::Implies(go(x)?, go(y)?),
        ExprKind::End(last, x, y) => ExprKind::End(*last, go(x)?, go(y)?),
        ExprKind::Side(after, x, y) => ExprKind::Side(*after, go(x)?, go(y)?),
        ExprKind::If(when, x, y) => {
            let (when, x, y) = (go(when)?, go(x)?, go(y)?);
            // Lines are described as if they were not closed.
            if is_closing(&when) {
                return Some(*y);
            }
            ExprKind::If(when, x, y)
        }
        ExprKind::Compare(first, rest) => {
            let first = go(first)?;
            let rest: Option<Vec<_>> = rest.iter().map(|(op, one)| Some((*op, *go(one)?))).collect();
            ExprKind::Compare(first, rest?)
        }
        ExprKind::And(all) => ExprKind::And(list(all, bound, left)?),
        ExprKind::Or(all) => ExprKind::Or(list(all, bound, left)?),
        ExprKind::List(all) => ExprKind::List(list(all, bound, left)?),
        ExprKind::Of(quantity, all) => {
            ExprKind::Of(self::quantity(quantity, names, bound, left)?, list(all, bound, left)?)
        }
        ExprKind::Set(all) => {
            let part = |(low, high): &(Expr, Option<Expr>), bound: &mut Vec<String>, left: &mut usize| {
                let high = match high {
                    Some(high) => Some(expression(high, names, bound, left)?),
                    None => None,
                };
                Some((expression(low, names, bound, left)?, high))
            };
            let all: Option<Vec<_>> = all.iter().map(|one| part(one, bound, left)).collect();
            ExprKind::Set(all?)
        }
        ExprKind::CallFor(name, what, over) => {
            let over = Box::new(binder(over, names, bound, left)?);
            let had = bound.len();
            bind_all(&over.pattern, bound)?;
            let what = match what {
                Some(what) => Some(Box::new(expression(what, names, bound, left)?)),
                None => None,
            };
            bound.truncate(had);
            ExprKind::CallFor(name.clone(), what, over)
        }
        ExprKind::ListFor(what, over) => {
            let over = Box::new(binder(over, names, bound, left)?);
            let had = bound.len();
            bind_all(&over.pattern, bound)?;
            let what = Box::new(expression(what, names, bound, left)?);
            bound.truncate(had);
            ExprKind::ListFor(what, over)
        }
        ExprKind::Quantified(quantity, over, what) => {
            let quantity = self::quantity(quantity, names, bound, left)?;
            let over = Box::new(binder(over, names, bound, left)?);
            let had = bound.len();
            bind_all(&over.pattern, bound)?;
            let what = Box::new(expression(what, names, bound, left)?);
            bound.truncate(had);
            ExprKind::Quantified(quantity, over, what)
        }
        ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) => e.kind.clone(),
        ExprKind::Matches(..) | ExprKind::Fold(..) => return None,
    };
    Some(Expr { pos: e.pos, kind })
}

fn quantity(quantity: &Quantity, names: &Names, bound: &mut Vec<String>, left: &mut usize) -> Option<Quantity> {
    let mut go = |one: &Expr| expression(one, names, bound, left).map(Box::new);
    Some(match quantity {
        Quantity::Every => Quantity::Every,
        Quantity::Some => Quantity::Some,
        Quantity::Exactly(n) => Quantity::Exactly(go(n)?),
        Quantity::AtLeast(n) => Quantity::AtLeast(go(n)?),
        Quantity::AtMost(n) => Quantity::AtMost(go(n)?),
    })
}

/// Whether the condition tests if a line is closed.
pub(super) fn is_closing(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Call(name, _) if name == "closed")
}

/// The expression with every occurrence of `old` replaced by `new`.
pub(super) fn replaced(e: &Expr, old: &Expr, new: &Expr) -> Expr {
    if e == old {
        return new.clone();
    }
    let go = |one: &Expr| Box::new(replaced(one, old, new));
    let list = |all: &[Expr]| all.iter().map(|one| replaced(one, old, new)).collect::<Vec<_>>();
    let kind = match &e.kind {
        ExprKind::Call(name, args) => ExprKind::Call(name.clone(), list(args)),
        ExprKind::Index(of, at) => ExprKind::Index(go(of), go(at)),
        ExprKind::Field(x, name) => ExprKind::Field(go(x), name.clone()),
        ExprKind::Neg(x) => ExprKind::Neg(go(x)),
        ExprKind::Not(x) => ExprKind::Not(go(x)),
        ExprKind::Abs(x) => ExprKind::Abs(go(x)),
        ExprKind::Arith(op, x, y) => ExprKind::Arith(*op, go(x), go(y)),
        ExprKind::Implies(x, y) => ExprKind::Implies(go(x), go(y)),
        ExprKind::Compare(first, rest) => {
            ExprKind::Compare(go(first), rest.iter().map(|(op, one)| (*op, replaced(one, old, new))).collect())
        }
        ExprKind::And(all) => ExprKind::And(list(all)),
        ExprKind::Or(all) => ExprKind::Or(list(all)),
        ExprKind::List(all) => ExprKind::List(list(all)),
        // An expression that binds names of its own is left unchanged.
        other => other.clone(),
    };
    Expr { pos: e.pos, kind }
}

/// Whether a name occurs in the expression.
pub(super) fn speaks_of(e: &Expr, name: &str) -> bool {
    match &e.kind {
        ExprKind::Name(own) => own == name,
        ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) => false,
        ExprKind::Call(_, all) | ExprKind::And(all) | ExprKind::Or(all) | ExprKind::List(all) => {
            all.iter().any(|one| speaks_of(one, name))
        }
        ExprKind::Index(x, y)
        | ExprKind::Arith(_, x, y)
        | ExprKind::Implies(x, y)
        | ExprKind::End(_, x, y)
        | ExprKind::Side(_, x, y) => speaks_of(x, name) || speaks_of(y, name),
        ExprKind::Field(x, _) | ExprKind::Neg(x) | ExprKind::Not(x) | ExprKind::Abs(x) => speaks_of(x, name),
        ExprKind::Compare(first, rest) => speaks_of(first, name) || rest.iter().any(|(_, one)| speaks_of(one, name)),
        // An expression that binds names of its own is assumed to contain the name.
        _ => true,
    }
}

/// The expression for the sum of `e` and a number: `i` and 1 give `i + 1`.
pub(super) fn plus(e: &Expr, n: i64) -> Expr {
    let with = |kind| Expr { pos: e.pos, kind };
    let number = |n: i64| Box::new(with(ExprKind::Number(n)));
    match n {
        0 => e.clone(),
        1.. => with(ExprKind::Arith(Arith::Add, Box::new(e.clone()), number(n))),
        _ => with(ExprKind::Arith(Arith::Sub, Box::new(e.clone()), number(-n))),
    }
}
