//! The meaning of names while a rule is put into words.

use super::figure::{Figure, Group, figure, number, points};
use cluewright_core::Arg;
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::{Arith, Expr, ExprKind, ParamKind, Rule, Shape};
use std::cell::Cell;
use std::rc::Rc;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Sense {
    /// One digit: its name when it is first mentioned, and its name after that.
    Digit { first: String, later: String, was_said: bool },
    /// A number of the clue, or a number that the sentence has introduced.
    Number(String),
    /// Several numbers.
    Numbers(String),
    /// A group of digits.
    Digits(Group),
    /// Lists of digits: the words for all lists, and for the digits of one list.
    Lists { all: String, each: Group },
    /// A clue of a rule.
    Clue(String),
}

/// Two digits that a clause is about.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) names: (Expr, Expr),
    /// The words for a pair of digits such as "adjacent digits on the line".
    pub(super) called: String,
}

/// Puts the conditions and numbers of a rule into words.
#[derive(Clone, Debug)]
pub(super) struct Speaker<'r> {
    pub(super) names: Vec<(String, Sense)>,
    pub(super) pair: Option<Pair>,
    /// The rules that the sentence may refer to.
    pub(super) rules: Option<&'r Ruleset>,
    /// The sign between two cells that points at the second one.
    pub(super) sign: Option<String>,
    /// Numbers of the clue that are normally below a bound.
    pub(super) below: Vec<(String, Expr)>,
    depth: usize,
    /// The number of phrases that may still be tried, including attempts that fail.
    left: Rc<Cell<usize>>,
}

/// The maximum nesting of phrases, and the maximum number of phrases tried.
const DEEPEST: usize = 32;
const MOST: usize = 4_000;

impl<'r> Speaker<'r> {
    pub(super) fn new(rule: &Rule, rules: Option<&'r Ruleset>, given: &[(String, Arg)]) -> Self {
        let mut names = Vec::new();
        for param in &rule.params {
            let known = match param.kind {
                ParamKind::Number => {
                    let given = given.iter().find_map(|(name, arg)| match arg {
                        Arg::Number(n) if *name == param.name => Some(*n),
                        _ => None,
                    });
                    // For a rule of the whole grid: the number that the puzzle gives, or else the default.
                    let usual = || param.value.as_ref().and_then(plain_number).filter(|_| !rule.is_clue);
                    Sense::Number(given.or_else(usual).map_or_else(|| number(rule, param), |n| n.to_string()))
                }
                ParamKind::Numbers => Sense::Numbers(number(rule, param)),
                ParamKind::Shape(shape) => {
                    let Some(Figure { noun, group }) = figure(rule, param) else { continue };
                    if shape.is_lists() {
                        let many = if noun == "set of cells" { "sets of cells".to_owned() } else { format!("{noun}s") };
                        Sense::Lists { all: format!("the {many}"), each: group }
                    } else if shape == Shape::Cell {
                        Sense::Digit {
                            first: format!("the digit {}", group.place),
                            later: "it".into(),
                            was_said: false,
                        }
                    } else {
                        Sense::Digits(group)
                    }
                }
                ParamKind::Boolean | ParamKind::Text => continue,
            };
            names.push((param.name.clone(), known));
        }
        let below = rule.params.iter().filter_map(|param| match &param.value.as_ref()?.kind {
            ExprKind::Arith(Arith::Sub, least, n) if plain_number(n).is_some_and(|n| n > 0) => {
                Some((param.name.clone(), (**least).clone()))
            }
            _ => None,
        });
        Self {
            names,
            pair: None,
            rules,
            sign: points(rule),
            below: below.collect(),
            depth: 0,
            left: Rc::new(Cell::new(MOST)),
        }
    }

    /// The places of the figures, such as "on the line".
    pub(super) fn places(&self) -> Vec<String> {
        let place = |(_, known): &(String, Sense)| match known {
            Sense::Digits(group) => Some(group.place.clone()),
            _ => None,
        };
        self.names.iter().filter_map(place).collect()
    }

    pub(super) fn known(&self, name: &str) -> Option<&Sense> {
        self.names.iter().rev().find(|(known, _)| known == name).map(|(_, known)| known)
    }

    /// The words for a digit at this point: its name at first, later a pronoun.
    pub(super) fn digit(&mut self, name: &str) -> Option<String> {
        let place = self.names.iter().rposition(|(known, _)| known == name)?;
        // "It" refers to the digit mentioned last, so if there are two digits, both keep their names.
        let others = self
            .names
            .iter()
            .enumerate()
            .any(|(n, (_, known))| n != place && matches!(known, Sense::Digit { was_said: true, .. }));
        let Sense::Digit { first, later, was_said } = &mut self.names[place].1 else { return None };
        if std::mem::replace(was_said, true) {
            return Some(if others && later == "it" { first.replacen("a ", "that ", 1) } else { later.clone() });
        }
        Some(first.clone())
    }

    /// Runs `say` with an additional name; restores the speaker if `say` fails.
    pub(super) fn with<T>(&mut self, name: &str, known: Sense, say: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.clone();
        self.names.push((name.to_owned(), known));
        let said = say(self);
        if said.is_none() {
            *self = before;
        } else {
            self.names.truncate(before.names.len());
        }
        said
    }

    /// Runs `say` for a phrase inside another phrase; `None` if there are too many phrases, or they are nested too deeply.
    pub(super) fn deeper<T>(&mut self, say: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.left.set(self.left.get().checked_sub(1)?);
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let said = say(self);
        self.depth -= 1;
        said
    }

    /// Runs `say`; restores the speaker if `say` fails.
    pub(super) fn attempt<T>(&mut self, say: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.clone();
        let said = say(self);
        if said.is_none() {
            *self = before;
        }
        said
    }
}

/// The name, if the expression is a name.
pub(super) fn name(e: &Expr) -> Option<&str> {
    match &e.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// The number, if the expression is a number.
pub(super) fn plain_number(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Number(n) => Some(*n),
        ExprKind::Neg(inner) => plain_number(inner).map(|n| -n),
        _ => None,
    }
}

/// The function and its arguments, if the expression is a call.
pub(super) fn call(e: &Expr) -> Option<(&str, &[Expr])> {
    match &e.kind {
        ExprKind::Call(name, args) => Some((name, args)),
        _ => None,
    }
}
