//! Puts conditions into words.

use super::clause::{Clause, Verb};
use super::expand::{replaced, speaks_of};
use super::figure::{Group, join};
use super::speaker::{Pair, Sense, Speaker, call, name, plain_number};
use cluewright_rules::syntax::ast::{Arith, Binder, Cmp, Expr, ExprKind, Filter, Pattern, Quantity, Source};

impl Speaker<'_> {
    /// A condition in words or, if `yes` is false, the statement that it does not hold.
    pub(super) fn condition(&mut self, e: &Expr, yes: bool) -> Option<Clause> {
        self.deeper(|s| s.condition_within(e, yes))
    }

    fn condition_within(&mut self, e: &Expr, yes: bool) -> Option<Clause> {
        match &e.kind {
            ExprKind::Not(inner) => self.condition(inner, !yes),
            ExprKind::And(all) => self.several(all, yes, yes),
            ExprKind::Or(all) => self.several(all, !yes, yes),
            ExprKind::Implies(when, then) if yes => {
                let when = self.condition(when, true)?;
                let then = self.condition(then, true)?;
                Some(Clause::Whole(format!("if {}, then {}", when.text(), then.text())))
            }
            ExprKind::Compare(first, rest) => {
                if let [(op, second)] = &rest[..] {
                    return self.compared(first, if yes { *op } else { opposite(*op) }, second, yes);
                }
                // A chain of comparisons, such as `a < b < c`.
                let mut all = Vec::new();
                let mut left = (**first).clone();
                for (op, right) in rest {
                    let one = ExprKind::Compare(Box::new(left), vec![(*op, right.clone())]);
                    all.push(Expr { pos: e.pos, kind: one });
                    left = right.clone();
                }
                self.several(&all, yes, yes)
            }
            ExprKind::Call(name, args) => self.demand(name, args, yes),
            ExprKind::CallFor(name, Some(what), over) if name == "connected" => self.connected(what, over, yes),
            ExprKind::Quantified(quantity, over, what) => self.quantified(quantity, over, what, yes),
            _ => None,
        }
    }

    /// Several conditions. If `is_all` is set, all of them must hold, otherwise at least one.
    fn several(&mut self, all: &[Expr], is_all: bool, yes: bool) -> Option<Clause> {
        if let Some(clause) = self.attempt(|s| s.range(all, is_all, yes)) {
            return Some(clause);
        }
        if is_all == yes
            && let Some(clause) = self.attempt(|s| s.in_a_row(all, yes))
        {
            return Some(clause);
        }
        let mut out = Vec::new();
        let mut left: Vec<&Expr> = all.iter().collect();
        // The condition that a digit is a valid position in its list is implied by the use of the digit as a position.
        if is_all && left.iter().any(|one| !is_place(one)) {
            left.retain(|one| !is_place(one));
        }
        while !left.is_empty() {
            let one = left.remove(0);
            // `a = 2 * b or b = 2 * a` becomes "one is twice the other".
            let swapped = self.swapped(one);
            if let Some(at) =
                swapped.as_ref().filter(|s| *s != one).and_then(|s| left.iter().position(|other| *other == s))
                && let Some(clause) = self.attempt(|s| s.either_way(one, yes))
            {
                left.remove(at);
                out.push(clause);
                continue;
            }
            out.push(self.condition(one, yes)?);
        }
        Clause::joined(&out, if is_all { "and" } else { "or" })
    }

    /// `distinct(L) and max(L) - min(L) = length(L) - 1` becomes "a set of consecutive digits".
    fn in_a_row(&mut self, all: &[Expr], yes: bool) -> Option<Clause> {
        let [distinct, span] = all else { return None };
        let Some(("distinct", [of])) = call(distinct) else { return None };
        let ExprKind::Compare(x, rest) = &span.kind else { return None };
        let [(Cmp::Eq, y)] = &rest[..] else { return None };
        let (ExprKind::Arith(Arith::Sub, most, least), ExprKind::Arith(Arith::Sub, length, one)) = (&x.kind, &y.kind)
        else {
            return None;
        };
        let is = |e: &Expr, what: &str| matches!(call(e), Some((name, [own])) if name == what && own == of);
        if !is(most, "max") || !is(least, "min") || !is(length, "length") || plain_number(one) != Some(1) {
            return None;
        }
        self.demand("consecutive", std::slice::from_ref(of), yes)
    }

    /// The condition with the two digits of the pair exchanged.
    fn swapped(&self, e: &Expr) -> Option<Expr> {
        let Pair { names: (a, b), .. } = self.pair.as_ref()?;
        let away = Expr { pos: e.pos, kind: ExprKind::Name("\u{1}".into()) };
        Some(replaced(&replaced(&replaced(e, a, &away), b, a), &away, b))
    }

    /// A condition that may hold with the pair in either order.
    fn either_way(&mut self, e: &Expr, yes: bool) -> Option<Clause> {
        let Pair { names: (a, b), called } = self.pair.clone()?;
        let ExprKind::Compare(x, rest) = &e.kind else { return None };
        let [(op, y)] = &rest[..] else { return None };
        let op = if yes { *op } else { opposite(*op) };
        let is = |e: &Expr| *e == a || *e == b;
        let (ExprKind::Arith(kind, n, other), true) = (&y.kind, is(x)) else { return None };
        let (n, _) = if is(other) {
            (n, other)
        } else if is(n) {
            (other, n)
        } else {
            return None;
        };
        let n = self.term(n)?;
        let times = match (kind, n.as_str()) {
            (Arith::Mul, "2") => "twice".to_owned(),
            (Arith::Mul, n) => format!("{n} times"),
            (Arith::Add, n) => format!("{n} more than"),
            _ => return None,
        };
        match op {
            Cmp::Eq if *kind == Arith::Mul && n == "2" => {
                Some(Clause::new(&called, true, Verb::be(true, "in a 1:2 ratio")))
            }
            Cmp::Ne if *kind == Arith::Mul && n == "2" => {
                Some(Clause::new(&called, true, Verb::be(false, "in a 1:2 ratio")))
            }
            Cmp::Eq => Some(Clause::Whole(format!("of {called}, one is {times} the other"))),
            Cmp::Ne => Some(Clause::Whole(format!("of {called}, neither is {times} the other"))),
            _ => None,
        }
    }

    /// `low < x and x < high` becomes "between", and `x < low or x > high` becomes "outside".
    fn range(&mut self, all: &[Expr], is_all: bool, yes: bool) -> Option<Clause> {
        let [first, second] = all else { return None };
        let plain = |e: &Expr| {
            let ExprKind::Compare(x, rest) = &e.kind else { return None };
            let [(op, y)] = &rest[..] else { return None };
            Some(((**x).clone(), if yes { *op } else { opposite(*op) }, y.clone()))
        };
        let (x, op, y) = plain(first)?;
        let (x2, op2, y2) = plain(second)?;
        // Normalise the conditions to `low < x` and `x < high`.
        let (low, below, x, above, high) = match (x == y2, y == x2, x == x2) {
            (_, true, _) => (x, op, y, op2, y2),
            (_, _, true) => (y, flipped(op)?, x, op2, y2),
            _ => return None,
        };
        let ends = |low: &Expr, high: &Expr| {
            let (Some(("min", a)), Some(("max", b))) = (call(low), call(high)) else { return None };
            (a == b && a.len() == 2).then(|| (a[0].clone(), a[1].clone()))
        };
        let is_inside = is_all && [below, above].iter().all(|op| matches!(op, Cmp::Lt | Cmp::Le));
        let is_outside = !is_all && [below, above].iter().all(|op| matches!(op, Cmp::Gt | Cmp::Ge));
        if !is_inside && !is_outside || below != above {
            return None;
        }
        let how = match (is_inside, below) {
            (true, Cmp::Lt) => "strictly between",
            (true, _) => "between",
            (false, Cmp::Gt) => "outside the range from",
            (false, _) => return None,
        };
        let (subject, is_many, verb) = self.subject(&x)?;
        let (low, high) = ends(&low, &high).unwrap_or((low, high));
        let low = self.term(&low)?;
        let high = self.term(&high)?;
        let to = if is_inside { "and" } else { "to" };
        let both = format!("{how} {low} {to} {high}");
        let verb = match verb {
            // As in "The digits add up to a number between 5 and 8."
            Some(of) => Verb::of(true, of, &format!("to a number {both}")),
            None => Verb::of(true, "lie", &both),
        };
        Some(Clause::new(&subject, is_many, verb).about(&x))
    }

    /// The subject: a number, or the digits with the verb for adding up or multiplying.
    fn subject(&mut self, e: &Expr) -> Option<(String, bool, Option<&'static str>)> {
        if let Some((word @ ("sum" | "product"), [of])) = call(e)
            && let Some(group) = self.attempt(|s| s.group(of))
        {
            return Some((group.the(), true, Some(if word == "sum" { "add up" } else { "multiply" })));
        }
        Some((self.term(e)?, false, None))
    }

    fn compared(&mut self, x: &Expr, op: Cmp, y: &Expr, yes: bool) -> Option<Clause> {
        if op == Cmp::In {
            let both = self.pair.clone().filter(|pair| {
                let (a, b) = &pair.names;
                matches!(&x.kind, ExprKind::Arith(Arith::Add, p, q) if [&**p, &**q] == [a, b] || [&**p, &**q] == [b, a])
            });
            let (subject, is_many, verb) = match both {
                Some(pair) => (pair.called, true, Some("add up")),
                None => self.subject(x)?,
            };
            let numbers = match &y.kind {
                ExprKind::Set(_) | ExprKind::List(_) => self.numbers(y)?.replace(" and ", " or "),
                _ => format!("one of {}", self.numbers(y)?),
            };
            let verb = match verb {
                Some(of) => Verb::of(yes, of, &format!("to {numbers}")),
                None => Verb::be(yes, &numbers),
            };
            return Some(Clause::new(&subject, is_many, verb).about(x));
        }
        if let Some(clause) = self.attempt(|s| s.of_pair(x, op, y)) {
            return Some(clause);
        }
        if let Some(clause) = self.attempt(|s| s.alike(x, op, y)) {
            return Some(clause);
        }
        // The mean of a list: `x * length(A) = sum(A)`.
        if let (ExprKind::Arith(Arith::Mul, mean, n), Cmp::Eq) = (&x.kind, op)
            && let (Some(("length", a)), Some(("sum", b))) = (call(n), call(y))
            && a == b
        {
            let (subject, _, _) = self.subject(mean)?;
            let group = self.group(&a[0])?;
            let verb = Verb::be(true, &format!("the average of {}", group.the()));
            return Some(Clause::new(&subject, false, verb).about(mean));
        }
        // Mention a clue outside the grid first.
        if let Some(Sense::Number(text)) = name(y).and_then(|name| self.known(name))
            && text.starts_with("the clue")
            && !matches!(x.kind, ExprKind::Name(_))
        {
            return self.compared(y, flipped(op)?, x, yes);
        }
        for (one, other) in [(x, y), (y, x)] {
            if let Some(clause) = self.attempt(|s| s.further(one, op, other)) {
                return Some(clause);
            }
        }
        if plain_number(x).is_some() {
            if plain_number(y).is_some() {
                return None;
            }
            return self.compared(y, flipped(op)?, x, yes);
        }
        if let Some((Arith::Mod, by, rest)) = Self::divided(x, y) {
            return self.left_over(x, by, rest, op);
        }
        let (subject, is_many, verb) = match name(x) {
            Some(name) if matches!(self.known(name), Some(Sense::Number(_))) => (self.term(x)?, false, None),
            _ => self.subject(x)?,
        };
        let other = self.term(y)?;
        let counts = ["the number of ", "the difference between "];
        if matches!(op, Cmp::Eq | Cmp::Ne) && counts.iter().any(|w| subject.starts_with(w) && other.starts_with(w)) {
            return Some(
                Clause::new(&subject, false, Verb::be(op == Cmp::Eq, &format!("the same as {other}"))).about(x),
            );
        }
        let than = |verb: &str| match op {
            Cmp::Eq => Some((true, format!("{verb}{other}"))),
            Cmp::Ne => Some((false, format!("{verb}{other}"))),
            Cmp::Ge => Some((true, format!("{verb}at least {other}"))),
            Cmp::Le => Some((true, format!("{verb}at most {other}"))),
            Cmp::Gt => Some((true, format!("{verb}more than {other}"))),
            Cmp::Lt => Some((true, format!("{verb}less than {other}"))),
            Cmp::In => None,
        };
        let verb = if let Some(of) = verb {
            let (yes, rest) = than("to ")?;
            Verb::of(yes, of, &rest)
        } else {
            let (yes, rest) = than("")?;
            let rest = match op {
                Cmp::Gt => format!("greater than {other}"),
                Cmp::Lt => format!("smaller than {other}"),
                _ => rest,
            };
            Verb::be(yes, &rest)
        };
        Some(Clause::new(&subject, is_many, verb).about(x))
    }

    /// `(L after 2)[n] = x` means that x is n cells after the second cell.
    fn further(&mut self, at: &Expr, op: Cmp, other: &Expr) -> Option<Clause> {
        let ExprKind::Index(side, far) = &at.kind else { return None };
        let ExprKind::Side(true, list, from) = &side.kind else { return None };
        let from = plain_number(from).filter(|n| (1..=9).contains(n))?;
        if op != Cmp::Eq {
            return None;
        }
        let subject = self.term(other)?;
        self.group(list)?;
        let far = match plain_number(far) {
            Some(1) => ("1 cell".to_owned(), String::new()),
            Some(n) => (format!("{n} cells"), String::new()),
            None => ("as many cells".to_owned(), format!("as {} says", self.term(far)?)),
        };
        let from = super::clause::ordinal(from);
        let rest = join(&[&far.0, &format!("after the {from} cell"), &far.1]);
        Some(Clause::new(&subject, false, Verb::of(true, "stand", &rest)).about(other))
    }

    /// A predicate that holds for the two digits of the pair.
    fn of_pair(&mut self, x: &Expr, op: Cmp, y: &Expr) -> Option<Clause> {
        let Pair { names: (a, b), called } = self.pair.clone()?;
        let both = |x: &Expr, y: &Expr| (*x == a && *y == b) || (*x == b && *y == a);
        let free = |e: &Expr| *e != a && *e != b;
        let clause = |verb: Verb| Some(Clause::new(&called, true, verb));
        if both(x, y) {
            return match op {
                Cmp::Eq => clause(Verb::be(true, "equal")),
                Cmp::Ne => clause(Verb::be(true, "different")),
                Cmp::Gt | Cmp::Lt | Cmp::Ge | Cmp::Le => {
                    let first_is_left = *x == a;
                    let word = match (op, first_is_left) {
                        (Cmp::Gt, true) | (Cmp::Lt, false) => "greater than",
                        (Cmp::Lt, true) | (Cmp::Gt, false) => "smaller than",
                        (Cmp::Ge, true) | (Cmp::Le, false) => "at least",
                        _ => "at most",
                    };
                    if let Some(sign) = self.sign.clone().filter(|sign| called.ends_with(&format!("the {sign}"))) {
                        let word = if word == "greater than" { "smaller" } else { "greater" };
                        return matches!(op, Cmp::Gt | Cmp::Lt)
                            .then(|| Clause::Whole(format!("the {sign} points at the {word} digit")));
                    }
                    Some(Clause::Whole(format!("of {called}, the first is {word} the second")))
                }
                Cmp::In => None,
            };
        }
        if let ExprKind::Abs(inner) = &x.kind
            && let ExprKind::Arith(Arith::Sub, p, q) = &inner.kind
            && both(p, q)
            && free(y)
        {
            if plain_number(y) == Some(1) && matches!(op, Cmp::Eq | Cmp::Ne) {
                return clause(Verb::be(op == Cmp::Eq, "consecutive"));
            }
            let n = self.term(y)?;
            if n == "the difference between the highest and the lowest digit" && matches!(op, Cmp::Eq | Cmp::Ne) {
                return clause(Verb::be(op == Cmp::Eq, "the highest and the lowest digit"));
            }
            return clause(match op {
                Cmp::Eq => Verb::of(true, "differ", &format!("by {n}")),
                Cmp::Ne => Verb::of(false, "differ", &format!("by {n}")),
                Cmp::Ge => Verb::of(true, "differ", &format!("by at least {n}")),
                Cmp::Le => Verb::of(true, "differ", &format!("by at most {n}")),
                Cmp::Gt => Verb::of(true, "differ", &format!("by more than {n}")),
                Cmp::Lt => Verb::of(true, "differ", &format!("by less than {n}")),
                Cmp::In => return None,
            });
        }
        if let ExprKind::Arith(kind @ (Arith::Add | Arith::Mul), p, q) = &x.kind
            && both(p, q)
            && free(y)
        {
            let n = self.term(y)?;
            let to = match op {
                Cmp::Eq | Cmp::Ne => "to",
                Cmp::Ge => "to at least",
                Cmp::Le => "to at most",
                Cmp::Gt => "to more than",
                Cmp::Lt => "to less than",
                Cmp::In => return None,
            };
            let verb = if *kind == Arith::Add { "add up" } else { "multiply" };
            return clause(Verb::of(op != Cmp::Ne, verb, &format!("{to} {n}")));
        }
        None
    }

    /// A property of one digit that the other digit must share, or must not share.
    fn alike(&mut self, x: &Expr, op: Cmp, y: &Expr) -> Option<Clause> {
        let Pair { names: (a, b), called } = self.pair.clone()?;
        if !matches!(op, Cmp::Eq | Cmp::Ne) || self.swapped(x)? != *y || x == y {
            return None;
        }
        let clause = |verb: Verb| Some(Clause::new(&called, true, verb));
        if let Some(("sum", [of])) = call(x)
            && matches!(&of.kind, ExprKind::Field(own, _) if **own == a || **own == b)
        {
            let what = if op == Cmp::Eq { "the same sum" } else { "different sums" };
            return clause(Verb::of(true, "have", what));
        }
        let own = |e: &Expr| *e == a || *e == b || matches!(call(e), Some(("digit", [of])) if *of == a || *of == b);
        let ExprKind::Arith(kind, of, by) = &x.kind else { return None };
        if *kind == Arith::Mod && own(of) {
            return match plain_number(by) {
                Some(2) if op == Cmp::Eq => clause(Verb::of(true, "have", "the same parity")),
                Some(2) => clause(Verb::of(true, "have", "different parity")),
                _ => {
                    let by = self.term(by)?;
                    let what = if op == Cmp::Eq { "the same remainder" } else { "different remainders" };
                    clause(Verb::of(true, "leave", &format!("{what} when divided by {by}")))
                }
            };
        }
        // `k * (digit(c) - first_digit) // digits_count` is the index of one of k equal parts of the digits.
        if let (Arith::FloorDiv, ExprKind::Arith(Arith::Mul, k, from)) = (kind, &of.kind)
            && let ExprKind::Arith(Arith::Sub, digit, least) = &from.kind
            && own(digit)
            && (name(by), name(least)) == (Some("digits_count"), Some("first_digit"))
        {
            let parts = parts(plain_number(k)?)?;
            let what = if op == Cmp::Eq { "in the same" } else { "in different" };
            let parts = if op == Cmp::Eq { parts.trim_end_matches('s') } else { parts };
            let all = if parts == "thirds" { " (low, middle and high)" } else { "" };
            return clause(Verb::be(true, &format!("{what} {parts} of the digits{all}")));
        }
        None
    }

    /// `x mod 2 = 0` is division by 2 with the remainder 0.
    fn divided(x: &Expr, y: &Expr) -> Option<(Arith, i64, i64)> {
        let ExprKind::Arith(Arith::Mod, _, by) = &x.kind else { return None };
        Some((Arith::Mod, plain_number(by)?, plain_number(y)?))
    }

    fn left_over(&mut self, x: &Expr, by: i64, rest: i64, op: Cmp) -> Option<Clause> {
        let ExprKind::Arith(_, of, _) = &x.kind else { return None };
        let yes = match op {
            Cmp::Eq => true,
            Cmp::Ne => false,
            _ => return None,
        };
        let (subject, is_many, verb) = self.subject(of)?;
        let word = match (by, rest) {
            (2, 0) => Some(if yes { "even" } else { "odd" }),
            (2, 1) => Some(if yes { "odd" } else { "even" }),
            _ => None,
        };
        let verb = match (word, verb) {
            (Some(word), Some(of)) => Verb::of(true, of, &format!("to an {word} number")),
            (Some(word), None) => Verb::be(true, word),
            (None, None) => Verb::of(yes, "leave", &format!("remainder {rest} when divided by {by}")),
            (None, Some(_)) => return None,
        };
        Some(Clause::new(&subject, is_many, verb).about(of))
    }

    /// A function whose value is true or false.
    fn demand(&mut self, name: &str, args: &[Expr], yes: bool) -> Option<Clause> {
        match (name, args) {
            ("odd" | "even", [of]) => {
                let (subject, is_many, verb) = self.subject(of)?;
                if verb.is_some() {
                    return None;
                }
                Some(Clause::new(&subject, is_many, Verb::be(yes, name)).about(of))
            }
            ("subset_sum", [of, n]) => {
                let (group, n) = (self.group(of)?, self.term(n)?);
                let which = if yes { "some" } else { "no" };
                Some(Clause::new(
                    &format!("{which} set of {}", group.some()),
                    false,
                    Verb::of(true, "add up", &format!("to {n}")),
                ))
            }
            ("region_numbers", [of, n]) if yes => {
                self.group(of)?;
                let n = match self.term(n)? {
                    n if n.parse::<i64>().is_ok() => format!("{n} cells"),
                    n => n,
                };
                let text = format!(
                    "the grid divides into connected regions of {n}, each with different digits; where they lie is to be found"
                );
                Some(Clause::Whole(text))
            }
            ("contains", [of, what]) => {
                let group = self.group(of)?;
                let what = self.numbers(what)?;
                let often = if yes { ", each at least as often as given" } else { " as often as given" };
                Some(Clause::new(&group.the(), true, Verb::of(yes, "include", &format!("{what}{often}"))))
            }
            ("contains_exactly", [of, what]) if yes => {
                let group = self.group(of)?;
                let what = self.numbers(what)?;
                Some(Clause::new(&group.the(), true, Verb::be(true, &format!("exactly {what}, in any order"))))
            }
            ("same_multiset" | "equal_sums", [of]) => {
                let what = if name == "equal_sums" { "the same sum" } else { "the same digits, equally often" };
                let (all, each) = self.lists(of)?;
                if let Some((each, place)) = each.place.split_once(" that the ") {
                    // As in "The digits on the line have the same sum in each region it passes through, each time it does."
                    let (line, passes) = place.split_once(" passes")?;
                    let digits = Group::at(&format!("on the {line}")).the();
                    let rest = format!("{what} {each} that it passes{passes}");
                    return Some(Clause::new(&digits, true, Verb::of(yes, "have", &rest)));
                }
                let verb = if name == "equal_sums" { "have" } else { "hold" };
                Some(Clause::new(&all, true, Verb::of(yes, verb, what)))
            }
            (_, [of]) => {
                let group = self.group(of)?;
                let verb = match name {
                    "distinct" if group.place.starts_with("in each ") || group.place.starts_with("on each ") => {
                        return Some(Clause::new(
                            &join(&[&group.pre, &group.what, &group.place]),
                            true,
                            Verb::of(!yes, "repeat", ""),
                        ));
                    }
                    "distinct" => Verb::of(!yes, "repeat", ""),
                    "equal" => Verb::be(yes, "all equal"),
                    "increasing" if group.place.ends_with("thermometer") => {
                        Verb::of(yes, "increase", "from the bulb to the tip")
                    }
                    "increasing" => Verb::of(yes, "increase", "from one end to the other"),
                    "decreasing" => Verb::of(yes, "decrease", "from the first to the last"),
                    "nondecreasing" if yes && group.place.ends_with("thermometer") => Verb {
                        one: "never decreases from the bulb to the tip".into(),
                        many: "never decrease from the bulb to the tip".into(),
                    },
                    "nondecreasing" if yes => Verb { one: "never decreases".into(), many: "never decrease".into() },
                    "consecutive" => Verb::of(yes, "form", "a set of consecutive digits in any order"),
                    _ => return None,
                };
                Some(Clause::new(&group.the(), true, verb))
            }
            _ => None,
        }
    }

    /// Puts `connected(cells[i] for i in positions(C) where C[i] in values)` into words.
    fn connected(&mut self, what: &Expr, over: &Binder, yes: bool) -> Option<Clause> {
        let (Pattern::One(i), Source::In(list), [Filter::Where(when)]) =
            (&over.pattern, &over.source, &over.filters[..])
        else {
            return None;
        };
        let Some(("positions", [of])) = call(list) else { return None };
        if !matches!(&what.kind, ExprKind::Index(all, at) if name(all) == Some("cells") && name(at) == Some(i)) {
            return None;
        }
        let with = |kind| Expr { pos: what.pos, kind };
        let own = with(ExprKind::Index(Box::new(of.clone()), Box::new(with(ExprKind::Name(i.clone())))));
        let when = replaced(when, &own, &with(ExprKind::Name("\u{4}".into())));
        if speaks_of(&when, i) {
            return None;
        }
        let group = self.filtered(of, "\u{4}", &when)?;
        Some(Clause::new(&group.the(), true, Verb::be(yes, "connected along the sides of their cells")))
    }

    /// Puts conditions such as `every c in L: ...` into words.
    fn quantified(&mut self, quantity: &Quantity, over: &Binder, what: &Expr, yes: bool) -> Option<Clause> {
        let (Pattern::One(item), Source::In(list)) = (&over.pattern, &over.source) else { return None };
        // A number that equals one of the digits: "5 appears on the line".
        if over.filters.is_empty()
            && let ExprKind::Compare(x, rest) = &what.kind
            && let [(Cmp::Eq, y)] = &rest[..]
        {
            let other = match (name(x) == Some(item), name(y) == Some(item)) {
                (true, false) => Some(y),
                (false, true) => Some(&**x),
                _ => None,
            };
            if let Some(other) = other.filter(|other| !speaks_of(other, item))
                && let Some(clause) = self.attempt(|s| s.appears(quantity, list, other, yes))
            {
                return Some(clause);
            }
        }
        let group = match &over.filters[..] {
            [] => self.group(list)?,
            [Filter::Where(when)] => self.filtered(list, item, when)?,
            _ => return None,
        };
        let (subject, is_many, yes) = match (quantity, yes) {
            (Quantity::Every, true) => (format!("every {}", group.one()), false, true),
            (Quantity::Some, true) => (format!("at least one {}", group.one()), false, true),
            (Quantity::Some, false) => (format!("no {}", group.one()), false, true),
            (Quantity::Every, false) => (format!("at least one {}", group.one()), false, false),
            (Quantity::Exactly(n), true) => Self::counted("exactly", n, &group)?,
            (Quantity::AtLeast(n), true) => Self::counted("at least", n, &group)?,
            (Quantity::AtMost(n), true) => Self::counted("at most", n, &group)?,
            _ => return None,
        };
        let known = Sense::Digit { first: subject.clone(), later: "it".into(), was_said: false };
        let said = self.with(item, known, |s| s.condition(what, yes))?;
        let Clause::Says { subject: own, verb, about, .. } = said else { return None };
        if own != subject || about.as_ref().and_then(name) != Some(item.as_str()) {
            return None;
        }
        Some(Clause::new(&subject, is_many, verb))
    }

    fn counted(how: &str, n: &Expr, group: &Group) -> Option<(String, bool, bool)> {
        match plain_number(n) {
            Some(1) => Some((format!("{how} one {}", group.one()), false, true)),
            Some(n) => Some((format!("{how} {n} {}", group.some()), true, true)),
            None => None,
        }
    }

    /// A condition on the number of times a digit appears: "5 appears exactly twice on the line".
    fn appears(&mut self, quantity: &Quantity, list: &Expr, other: &Expr, yes: bool) -> Option<Clause> {
        let other_name = self.term(other)?;
        let group = self.group(list)?;
        let times = |s: &mut Self, n: &Expr| match plain_number(n) {
            Some(1) => Some("once".to_owned()),
            Some(2) => Some("twice".to_owned()),
            Some(n) => Some(format!("{n} times")),
            None => {
                let n = s.term(n)?;
                Some(if n.chars().count() == 1 { format!("{n} times") } else { format!("as often as {n} says") })
            }
        };
        let (yes, rest) = match (quantity, yes) {
            (Quantity::Some, yes) => (yes, String::new()),
            (Quantity::Exactly(n), yes) => (yes, format!("exactly {}", times(self, n)?)),
            (Quantity::AtLeast(n), true) => (true, format!("at least {}", times(self, n)?)),
            (Quantity::AtMost(n), true) => (true, format!("at most {}", times(self, n)?)),
            _ => return None,
        };
        if !group.pre.is_empty() {
            return None;
        }
        let rest = if rest.contains(" says") { [group.place, rest] } else { [rest, group.place] };
        Some(Clause::new(&other_name, false, Verb::of(yes, "appear", &join(&[&rest[0], &rest[1]]))).about(other))
    }
}

/// Whether the expression says that a digit is a valid position in its list.
fn is_place(e: &Expr) -> bool {
    let ExprKind::Compare(x, rest) = &e.kind else { return false };
    let [(Cmp::Le, y)] = &rest[..] else { return false };
    match (&x.kind, &y.kind) {
        (ExprKind::Number(0 | 1), ExprKind::Index(..)) => true,
        (ExprKind::Index(list, _), _) => matches!(call(y), Some(("length", [of])) if *of == **list),
        _ => false,
    }
}

/// The word for n equal parts: "thirds" for 3.
pub(super) fn parts(n: i64) -> Option<&'static str> {
    Some(match n {
        2 => "halves",
        3 => "thirds",
        4 => "quarters",
        _ => return None,
    })
}

fn opposite(op: Cmp) -> Cmp {
    match op {
        Cmp::Eq => Cmp::Ne,
        Cmp::Ne => Cmp::Eq,
        Cmp::Lt => Cmp::Ge,
        Cmp::Ge => Cmp::Lt,
        Cmp::Gt => Cmp::Le,
        Cmp::Le => Cmp::Gt,
        Cmp::In => Cmp::In,
    }
}

/// The operator after the two sides are exchanged: `a < b` becomes `b > a`.
fn flipped(op: Cmp) -> Option<Cmp> {
    Some(match op {
        Cmp::Eq => Cmp::Eq,
        Cmp::Ne => Cmp::Ne,
        Cmp::Lt => Cmp::Gt,
        Cmp::Gt => Cmp::Lt,
        Cmp::Le => Cmp::Ge,
        Cmp::Ge => Cmp::Le,
        Cmp::In => return None,
    })
}
