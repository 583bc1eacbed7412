//! Determines which expressions do not depend on digits, as far as this can be seen from their text.

use super::Resolver;
use crate::code::{Code, CodeKind, Function, Gives, Pat, Type};
use crate::words::constants::Is;

impl Resolver<'_> {
    /// Records whether the values of newly bound names are known without reading digits.
    pub(super) fn knows(&mut self, pattern: &Pat, known: bool) {
        let slots = match pattern {
            Pat::One(slot) => std::slice::from_ref(slot),
            Pat::Tuple(slots) => slots,
        };
        for bound in self.scope.iter_mut().filter(|b| slots.contains(&b.slot)) {
            bound.known = known;
        }
    }

    /// Whether the value of the expression is known without reading digits. For a cell, this means that it is known which cell it
    /// is.
    pub(super) fn is_known(&self, code: &Code) -> bool {
        match &code.kind {
            CodeKind::Number(_)
            | CodeKind::Bool(_)
            | CodeKind::Text(_)
            | CodeKind::IsGiven(_)
            | CodeKind::CluesOf(_)
            | CodeKind::Word(_) => true,
            CodeKind::Var(slot) => self.scope.iter().rev().find(|b| b.slot == *slot).is_some_and(|b| b.known),
            CodeKind::List(items) => items.iter().all(|i| self.is_known(i)),
            CodeKind::Set(items) => items
                .iter()
                .all(|(low, high)| self.is_known_number(low) && high.iter().all(|high| self.is_known_number(high))),
            CodeKind::Index(list, place) => self.is_known(list) && self.is_known_number(place),
            CodeKind::KeyIndex(_, _, known) => *known,
            CodeKind::Call(function, args) if function.known => args.iter().all(|a| self.is_known(a)),
            _ => self.is_known_number(code),
        }
    }

    /// Whether the number that the expression stands for is known without reading digits.
    pub(super) fn is_known_number(&self, code: &Code) -> bool {
        match &code.kind {
            CodeKind::Number(_) => true,
            CodeKind::Word(word) => matches!(word.is, Is::Number(_)),
            CodeKind::Var(slot) => {
                let bound = self.scope.iter().rev().find(|b| b.slot == *slot);
                bound.is_some_and(|b| b.known && b.ty == Type::Number)
            }
            CodeKind::Neg(x) | CodeKind::Abs(x) => self.is_known_number(x),
            CodeKind::Arith(_, a, b) => self.is_known_number(a) && self.is_known_number(b),
            CodeKind::Call(Function { known: true, gives: Gives::Number, .. }, args) => {
                args.iter().all(|a| self.is_known(a))
            }
            _ => false,
        }
    }
}
