//! Puts numbers and digits into words.

use super::clause::{listed, ordinal};
use super::expand::speaks_of;
use super::figure::Group;
use super::speaker::{Sense, Speaker, call, name, plain_number};
use cluewright_rules::syntax::ast::{Arith, Binder, Cmp, Expr, ExprKind, Filter, Nearness, Pattern, Source};

/// The words for something that is counted, compared or added.
pub(super) type Noun = String;

impl Speaker<'_> {
    /// A number in words.
    pub(super) fn term(&mut self, e: &Expr) -> Option<Noun> {
        self.deeper(|s| s.term_within(e))
    }

    fn term_within(&mut self, e: &Expr) -> Option<Noun> {
        if let Some(n) = plain_number(e) {
            return Some(n.to_string());
        }
        if let Some(pair) = &self.pair {
            if pair.names.0 == *e {
                return Some("the first".into());
            }
            if pair.names.1 == *e {
                return Some("the second".into());
            }
        }
        match &e.kind {
            ExprKind::Name(name) => self.named(name),
            ExprKind::Abs(inner) => {
                let ExprKind::Arith(Arith::Sub, x, y) = &inner.kind else { return None };
                let (x, y) = (self.term(x)?, self.term(y)?);
                Some(format!("the difference between {x} and {y}"))
            }
            ExprKind::Arith(op, x, y) => self.arithmetic(*op, x, y),
            ExprKind::Index(list, at) => self.nth(list, at),
            ExprKind::If(when, low, high) => {
                let sum = digital_root(when, low, high)?;
                Some(format!("the digital root of {}", self.term(sum)?))
            }
            ExprKind::Field(of, what) => match self.known(name(of)?)? {
                Sense::Clue(rule) => {
                    Some(format!("the {} of any {rule}", if what.len() == 1 { "number" } else { what }))
                }
                _ => None,
            },
            ExprKind::Call(name, args) => self.called(name, args),
            ExprKind::CallFor(name, what, over) => self.called_for(name, what.as_deref(), over),
            _ => None,
        }
    }

    fn named(&mut self, name: &str) -> Option<Noun> {
        match self.known(name) {
            Some(Sense::Digit { .. }) => self.digit(name),
            Some(Sense::Number(text)) => Some(text.clone()),
            Some(_) => None,
            None => Some(match name {
                "first_digit" => "the lowest digit".into(),
                "last_digit" => "the highest digit".into(),
                "size" => "the size of the grid".into(),
                "digits_count" => "the number of digits".into(),
                "height" => "the number of rows".into(),
                "width" => "the number of columns".into(),
                _ => return None,
            }),
        }
    }

    fn arithmetic(&mut self, op: Arith, x: &Expr, y: &Expr) -> Option<Noun> {
        let is = |e: &Expr, word: &str| name(e) == Some(word);
        if let (Arith::FloorDiv, Some(2), ExprKind::Arith(Arith::Add, a, b)) = (op, plain_number(y), &x.kind)
            && is(a, "first_digit")
            && is(b, "last_digit")
        {
            return Some("the middle digit (the lower of two)".into());
        }
        let sizes = ["first_digit", "last_digit"];
        if let (Arith::Sub, Some(a), Some(b)) = (op, name(x), name(y))
            && sizes.contains(&a)
            && sizes.contains(&b)
        {
            return Some("the difference between the highest and the lowest digit".into());
        }
        // The position of a cell in its house: the number of cells before it, plus one.
        if let (Arith::Add, Some(1), Some(("length", [before]))) = (op, plain_number(y), call(x))
            && let ExprKind::Side(false, house, own) = &before.kind
            && let Some((house, [of])) = call(house)
            && let (Some(house), true) = (house.strip_suffix("_of"), of == &**own)
        {
            self.behind(own)?;
            return Some(format!("the number of its position in its {house}"));
        }
        // The tens digit and the ones digit of a number that has a name.
        if let (Arith::FloorDiv | Arith::Mod, Some(10), Some(Sense::Number(text))) =
            (op, plain_number(y), name(x).and_then(|name| self.known(name)))
            && text.chars().count() == 1
        {
            let which = if op == Arith::Mod { "last" } else { "first" };
            return Some(format!("the {which} digit of {text}"));
        }
        // Longer expressions could be misunderstood.
        let is_simple = |e: &Expr| !matches!(e.kind, ExprKind::Arith(..) | ExprKind::Abs(_) | ExprKind::If(..));
        if !is_simple(x) || !is_simple(y) {
            return None;
        }
        if let (Arith::Mul, Some(n)) = (op, plain_number(x)) {
            let times = match n {
                2 => "twice".to_owned(),
                n => format!("{n} times"),
            };
            return Some(format!("{times} {}", self.term(y)?));
        }
        if op == Arith::Mul && plain_number(y).is_some() {
            return self.arithmetic(op, y, x);
        }
        let (x, y) = (self.term(x)?, self.term(y)?);
        Some(match op {
            Arith::Add if y.parse::<i64>().is_ok() => format!("{x} plus {y}"),
            Arith::Add => format!("the sum of {x} and {y}"),
            Arith::Sub => format!("{x} minus {y}"),
            Arith::Mul => format!("the product of {x} and {y}"),
            Arith::Div => format!("{x} divided by {y}"),
            Arith::FloorDiv => format!("{x} divided by {y}, rounded down,"),
            Arith::Mod => format!("the remainder of {x} divided by {y}"),
        })
    }

    /// The digit at a position in a list.
    fn nth(&mut self, list: &Expr, at: &Expr) -> Option<Noun> {
        if let (ExprKind::Call(name, _), Some(own)) = (&list.kind, super::speaker::name(at))
            && let Some(house) = name.strip_suffix("_of")
        {
            // `row_of(c)[c]` is the digit at the position that the digit in c gives.
            let digit = self.digit(own)?;
            return Some(format!("the digit at the position in its {house} that {digit} gives"));
        }
        let group = self.group(list)?;
        if let Some(n) = plain_number(at).filter(|n| (1..=20).contains(n)) {
            if n == 1 && group.is_one {
                return Some(format!("the digit {}", group.place));
            }
            return Some(format!("the {} {}", ordinal(n), group.one()));
        }
        if matches!(call(at), Some(("length", [of])) if of == list) {
            return Some(format!("the last {}", group.one()));
        }
        if matches!(&at.kind, ExprKind::Arith(Arith::Add, half, one) if plain_number(one) == Some(1)
            && matches!(&half.kind, ExprKind::Arith(Arith::FloorDiv, all, two)
                if plain_number(two) == Some(2) && matches!(call(all), Some(("length", [of])) if of == list)))
        {
            return Some(format!("the middle {}", group.one()));
        }
        let place = self.term(at)?;
        if place.chars().count() == 1 {
            return Some(format!("the {} at position {place}", group.one()));
        }
        Some(format!("the {} at the position given by {place}", group.one()))
    }

    fn called(&mut self, name: &str, args: &[Expr]) -> Option<Noun> {
        if let ("min" | "max", [a, b]) = (name, args) {
            let (a, b) = (self.term(a)?, self.term(b)?);
            return Some(format!("the {} of {a} and {b}", if name == "min" { "smaller" } else { "larger" }));
        }
        let [only] = args else { return None };
        match name {
            "digit" | "value" | "same" => return self.term(only),
            "row" => return Some(format!("the number of its row{}", self.behind(only)?)),
            "column" => return Some(format!("the number of its column{}", self.behind(only)?)),
            "box" => return Some(format!("the number of its box{}", self.behind(only)?)),
            "number" => {
                if let ExprKind::List(parts) = &only.kind {
                    let parts: Option<Vec<String>> = parts.iter().map(|part| self.term(part)).collect();
                    let parts = parts?;
                    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
                    return Some(format!("the number made of {} in this order", listed(&parts, "and")));
                }
            }
            _ => {}
        }
        let group = self.group(only)?;
        Some(match name {
            "sum" => format!("the sum of {}", group.the()),
            "product" => format!("the product of {}", group.the()),
            "max" => format!("the largest {}", group.one()),
            "min" => format!("the smallest {}", group.one()),
            "first" => format!("the first {}", group.one()),
            "last" => format!("the last {}", group.one()),
            "count" | "length" => format!("the number of {}", group.some()),
            "number" if group.is_one => format!("the number {}", group.place),
            "number" => format!("the number that {} form", group.the()),
            "visible" => format!("the number of {} that are higher than all before them", group.some()),
            _ => return None,
        })
    }

    /// The empty text if it is clear to what "its" refers; otherwise `None`.
    fn behind(&mut self, of: &Expr) -> Option<&'static str> {
        matches!(self.known(name(of)?), Some(Sense::Digit { .. })).then_some("")
    }

    /// Words for calls such as `count(c in C where odd(c))`; `None` for anything else.
    fn called_for(&mut self, name: &str, what: Option<&Expr>, over: &Binder) -> Option<Noun> {
        let (Pattern::One(item), Source::In(list)) = (&over.pattern, &over.source) else { return None };
        let [Filter::Where(when)] = &over.filters[..] else { return None };
        if name != "count" || what.is_some() {
            return None;
        }
        // The digits that are higher than all digits before them.
        if let (Some(("positions", [of])), ExprKind::Compare(x, rest)) = (call(list), &when.kind)
            && let (ExprKind::Index(all, at), [(Cmp::Gt, most)]) = (&x.kind, &rest[..])
            && let Some(("max", [before])) = call(most)
            && let ExprKind::Side(false, all2, at2) = &before.kind
            && [&**all, &**all2] == [of, of]
            && [&**at, &**at2].iter().all(|at| super::speaker::name(at) == Some(item))
        {
            let group = self.group(of)?;
            return Some(format!("the number of {} that are higher than all before them", group.some()));
        }
        // The different digits in a list.
        if super::speaker::name(list) == Some("digits")
            && let ExprKind::Quantified(cluewright_rules::syntax::ast::Quantity::Some, inner, is) = &when.kind
            && let (Pattern::One(cell), Source::In(list), []) = (&inner.pattern, &inner.source, &inner.filters[..])
            && is_equal(is, cell, item)
        {
            let group = self.group(list)?;
            return Some(format!("the number of different {}", group.some()));
        }
        let group = self.filtered(list, item, when)?;
        Some(format!("the number of {}", group.some()))
    }

    /// The digits of a list that satisfy a condition: "even digits on the line", "digits on the line that are greater than 5".
    pub(super) fn filtered(&mut self, list: &Expr, item: &str, when: &Expr) -> Option<Group> {
        let group = self.group(list)?;
        if let Some((Arith::Mod, 2, rest)) = remainder(when, item) {
            let word = if rest == 0 { "even" } else { "odd" };
            return Some(Group { pre: super::figure::join(&[&group.pre, word]), ..group });
        }
        if let Some(word) = half(when, item) {
            return Some(Group { pre: super::figure::join(&[&group.pre, word]), ..group });
        }
        let that = Sense::Digit { first: "that".into(), later: "them".into(), was_said: false };
        let clause = self.with(item, that, |s| s.condition(when, true))?;
        let super::clause::Clause::Says { subject, verb, .. } = clause else { return None };
        if subject != "that" {
            return None;
        }
        Some(Group { place: format!("{} that {}", group.place, verb.many), ..group })
    }

    /// The digits that an expression lists.
    pub(super) fn group(&mut self, e: &Expr) -> Option<Group> {
        self.deeper(|s| s.group_within(e))
    }

    fn group_within(&mut self, e: &Expr) -> Option<Group> {
        match &e.kind {
            ExprKind::Name(name) => match self.known(name) {
                Some(Sense::Digits(group)) => Some(group.clone()),
                None if name == "cells" => Some(Group::at("in the grid")),
                _ => None,
            },
            ExprKind::Call(name, args) => match (name.as_str(), &args[..]) {
                // The line of a loop contains its first cell twice.
                ("once" | "reading_order" | "value", [of]) => self.group(of),
                ("between", [a, b, list]) => self.between(a, b, list),
                (
                    "neighbours" | "touching" | "above" | "below" | "left_of" | "right_of" | "row_of" | "column_of"
                    | "box_of",
                    [c],
                ) => {
                    let own = self.digit(super::speaker::name(c)?)?;
                    Some(match name.as_str() {
                        "neighbours" if own == "it" => Group::at("in an orthogonally adjacent cell"),
                        "touching" if own == "it" => Group::at("in an adjacent cell, also diagonally"),
                        "neighbours" => Group::at(&format!("in the cells that share an edge with {own}")),
                        "touching" => Group::at(&format!("in the cells that touch {own}")),
                        "above" => Group::at(&format!("directly above {own}")),
                        "below" => Group::at(&format!("directly below {own}")),
                        "left_of" => Group::at(&format!("directly to the left of {own}")),
                        "right_of" => Group::at(&format!("directly to the right of {own}")),
                        house => Group::at(&format!("in the {} of {own}", house.trim_end_matches("_of"))),
                    })
                }
                _ => None,
            },
            ExprKind::End(is_last, n, list) => {
                let group = self.group(list)?;
                let end = if *is_last { "last" } else { "first" };
                let n = match plain_number(n) {
                    Some(1) => return None,
                    Some(n) => n.to_string(),
                    // In `first L[1] of L`, the first digit gives the number of digits.
                    None if matches!(&n.kind, ExprKind::Index(of, at) if **of == **list && plain_number(at) == Some(1)) => {
                        "X".to_owned()
                    }
                    None => match self.known(name(n)?)? {
                        Sense::Number(text) if text.starts_with("the given ") => {
                            text.trim_start_matches("the given ").to_owned()
                        }
                        _ => return None,
                    },
                };
                match n.parse::<i64>() {
                    Ok(_) => Some(Group { pre: format!("{end} {n}"), ..group }),
                    Err(_) if n == "X" => Some(Group {
                        pre: "first X".into(),
                        place: format!("{}, where X is the first of them,", group.place),
                        ..group
                    }),
                    Err(_) => Some(Group {
                        pre: end.to_owned(),
                        place: format!("{}, as many as the given {n},", group.place),
                        ..group
                    }),
                }
            }
            ExprKind::Side(is_after, list, at) => {
                let group = self.group(list)?;
                let side = if *is_after { "after" } else { "before" };
                // The digits that follow a number of digits that have been mentioned.
                if *is_after && matches!(name(at).and_then(|name| self.known(name)), Some(Sense::Number(_))) {
                    return Some(Group { place: format!("{} after them", group.place), ..Group::at("") });
                }
                let n = plain_number(at).filter(|n| (1..=20).contains(n))?;
                Some(Group { place: format!("{side} the {} {}", ordinal(n), group.one()), ..Group::at("") })
            }
            _ => None,
        }
    }

    fn between(&mut self, a: &Expr, b: &Expr, list: &Expr) -> Option<Group> {
        let of = |e: &Expr, what: &str| matches!(call(e), Some((name, [own])) if name == what && own == list);
        let group = self.group(list)?;
        let place = if (of(a, "first") && of(b, "last")) || (of(a, "last") && of(b, "first")) {
            format!("between the ends of {}", group.place.strip_prefix("on ")?)
        } else if (of(a, "min") && of(b, "max")) || (of(a, "max") && of(b, "min")) {
            format!("between the smallest and the largest {}", group.one())
        } else {
            let (a, b) = (self.term(a)?, self.term(b)?);
            format!("{} between {a} and {b}", group.place)
        };
        Some(Group::at(&place))
    }

    /// Several numbers: the numbers of a parameter, or a set.
    pub(super) fn numbers(&mut self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Name(name) => match self.known(name)? {
                Sense::Numbers(text) => Some(text.clone()),
                _ => None,
            },
            ExprKind::Set(all) => {
                let [(only, None)] = &all[..] else {
                    let all: Option<Vec<String>> = all
                        .iter()
                        .map(|(low, high)| {
                            let low = self.term(low)?;
                            match high {
                                Some(high) => Some(format!("{low} to {}", self.term(high)?)),
                                None => Some(low),
                            }
                        })
                        .collect();
                    let all = all?;
                    return Some(listed(&all.iter().map(String::as_str).collect::<Vec<_>>(), "and"));
                };
                self.term(only)
            }
            ExprKind::List(all) => {
                let all: Option<Vec<String>> = all.iter().map(|one| self.term(one)).collect();
                let all = all?;
                Some(listed(&all.iter().map(String::as_str).collect::<Vec<_>>(), "and"))
            }
            _ => None,
        }
    }

    /// Lists of digits: the words for all lists, and for the digits of each list.
    pub(super) fn lists(&mut self, e: &Expr) -> Option<(String, Group)> {
        let usual = |all: &str, each: &str| Some((all.to_owned(), Group::at(&format!("in each {each}"))));
        match &e.kind {
            ExprKind::Name(name) => match self.known(name) {
                Some(Sense::Lists { all, each }) => Some((all.clone(), each.clone())),
                Some(_) => None,
                None => match name.as_str() {
                    "rows" => usual("the rows", "row"),
                    "columns" => usual("the columns", "column"),
                    "boxes" => usual("the boxes", "box"),
                    "regions" => usual("the regions", "region"),
                    "houses" => usual("the rows, columns and boxes", "row, column and box"),
                    "squares" => usual("the 2x2 squares", "2x2 square"),
                    "diagonals" => Some(("both main diagonals".into(), Group::at("on each main diagonal"))),
                    _ => None,
                },
            },
            ExprKind::Call(name, args) if name == "runs" => {
                let [line, rest @ ..] = &args[..] else { return None };
                if !matches!(rest, []) && super::speaker::name(&rest[0]) != Some("regions") {
                    return None;
                }
                let group = self.group(line)?;
                let line = group.place.strip_prefix("on ")?.to_owned();
                let each = format!("in each region that {line} passes through, each time it does");
                Some((format!("the parts of {line} in different regions"), Group::at(&each)))
            }
            ExprKind::ListFor(what, over) => self.listed_for(what, over),
            _ => None,
        }
    }

    /// Lists that are made from other lists.
    fn listed_for(&mut self, what: &Expr, over: &Binder) -> Option<(String, Group)> {
        let (Pattern::One(item), Source::In(list)) = (&over.pattern, &over.source) else { return None };
        // `[k.C for k in clues(R)]`: the cells of a rule's clues.
        if let (ExprKind::Field(of, _), Some(("clues", [rule])), []) = (&what.kind, call(list), &over.filters[..])
            && name(of) == Some(item)
        {
            let rule = name(rule)?.replace('-', " ");
            return Some((format!("all {rule}s"), Group::at(&format!("in each {rule}"))));
        }
        // The longest rows and columns: `[L for L in concat(rows, columns) where length(L) = max(length(L) for L in concat(rows,
        // columns))]`.
        if let (Some(("concat", parts)), true, [Filter::Where(when)]) =
            (call(list), name(what) == Some(item), &over.filters[..])
            && is_longest(when, item, list)
        {
            let parts: Option<Vec<String>> = parts.iter().map(|part| Some(self.lists(part)?.0)).collect();
            let parts = parts?;
            let parts: Vec<&str> = parts.iter().map(|part| part.strip_prefix("the ").unwrap_or(part)).collect();
            let all = format!("all {} of the largest size", listed(&parts, "and"));
            return Some((all, Group::at("in each of them")));
        }
        // `[P for P in [[c for c in L where c in R] for R in regions] where length(P) > 0]`: the part of a line in each region.
        let (ExprKind::ListFor(part, houses), true) = (&list.kind, name(what) == Some(item)) else { return None };
        let (Pattern::One(house), Source::In(houses), []) = (&houses.pattern, &houses.source, &houses.filters[..])
        else {
            return None;
        };
        let ExprKind::ListFor(cell, cells) = &part.kind else { return None };
        let (Pattern::One(c), Source::In(line)) = (&cells.pattern, &cells.source) else { return None };
        let [Filter::Where(Expr { kind: ExprKind::Compare(x, rest), .. })] = &cells.filters[..] else { return None };
        let is_part = matches!(&rest[..], [(Cmp::In, of)] if name(of) == Some(house))
            && [&**x, &**cell].iter().all(|e| name(e) == Some(c));
        if !is_part {
            return None;
        }
        let each = self.lists(houses)?.1;
        let each = each.place.strip_prefix("in each ")?.to_owned();
        let line = self.group(line)?.place.strip_prefix("on ")?.to_owned();
        Some((
            format!("the parts of {line} in each {each}"),
            Group::at(&format!("in each {each} that {line} passes through")),
        ))
    }

    /// The words for cells in a certain neighbourhood of a cell.
    pub(super) fn nearness(near: Nearness) -> &'static str {
        match near {
            Nearness::Orthogonal => "orthogonally adjacent digits",
            Nearness::Diagonal => "diagonally adjacent digits",
            Nearness::Touching => "digits a king's move apart",
        }
    }
}

/// `2 * c < first_digit + last_digit` means "low", and the reversed comparison means "high".
fn half(when: &Expr, item: &str) -> Option<&'static str> {
    let ExprKind::Compare(x, rest) = &when.kind else { return None };
    let [(op, y)] = &rest[..] else { return None };
    let (ExprKind::Arith(Arith::Mul, two, own), ExprKind::Arith(Arith::Add, a, b)) = (&x.kind, &y.kind) else {
        return None;
    };
    if plain_number(two) != Some(2)
        || name(own) != Some(item)
        || (name(a), name(b)) != (Some("first_digit"), Some("last_digit"))
    {
        return None;
    }
    match op {
        Cmp::Lt => Some("low"),
        Cmp::Gt => Some("high"),
        _ => None,
    }
}

/// `if s <= 0 then s else (s - 1) mod 9 + 1`: the digital root of `s`.
fn digital_root<'e>(when: &Expr, low: &'e Expr, high: &Expr) -> Option<&'e Expr> {
    let ExprKind::Compare(x, rest) = &when.kind else { return None };
    let ([(Cmp::Le, zero)], ExprKind::Arith(Arith::Add, rest, one)) = (&rest[..], &high.kind) else { return None };
    let ExprKind::Arith(Arith::Mod, less, nine) = &rest.kind else { return None };
    let ExprKind::Arith(Arith::Sub, sum, one2) = &less.kind else { return None };
    let numbers = [zero, &**one, &**nine, &**one2].map(plain_number);
    (numbers == [Some(0), Some(1), Some(9), Some(1)] && **x == *low && **sum == *low).then_some(low)
}

/// Whether the condition selects the longest of several lists.
fn is_longest(when: &Expr, item: &str, all: &Expr) -> bool {
    let ExprKind::Compare(x, rest) = &when.kind else { return false };
    let ([(Cmp::Eq, y)], Some(("length", [own]))) = (&rest[..], call(x)) else { return false };
    let ExprKind::CallFor(function, Some(what), over) = &y.kind else { return false };
    let (Pattern::One(other), Source::In(list), []) = (&over.pattern, &over.source, &over.filters[..]) else {
        return false;
    };
    function == "max"
        && name(own) == Some(item)
        && list == all
        && matches!(call(what), Some(("length", [of])) if name(of) == Some(other))
}

/// Whether the condition states that two names refer to the same digit.
pub(super) fn is_equal(e: &Expr, a: &str, b: &str) -> bool {
    let ExprKind::Compare(x, rest) = &e.kind else { return false };
    let [(Cmp::Eq, y)] = &rest[..] else { return false };
    let names = (name(x), name(y));
    names == (Some(a), Some(b)) || names == (Some(b), Some(a))
}

/// The operation, the divisor and the remainder in conditions such as `c mod 2 = 1` and `odd(c)`.
pub(super) fn remainder(e: &Expr, item: &str) -> Option<(Arith, i64, i64)> {
    if let Some((word @ ("odd" | "even"), [of])) = call(e) {
        return (name(of) == Some(item)).then_some((Arith::Mod, 2, i64::from(word == "odd")));
    }
    let ExprKind::Compare(x, rest) = &e.kind else { return None };
    let [(Cmp::Eq, y)] = &rest[..] else { return None };
    let ExprKind::Arith(Arith::Mod, of, by) = &x.kind else { return None };
    if name(of) != Some(item) || speaks_of(by, item) {
        return None;
    }
    Some((Arith::Mod, plain_number(by)?, plain_number(y)?))
}
