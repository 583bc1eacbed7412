//! Puts the requirements of a rule into sentences.

use super::clause::{Clause, Verb, listed};
use super::expand::{is_closing, plus, replaced, speaks_of};
use super::figure::join;
use super::speaker::{Pair, Sense, Speaker, call, name, plain_number};
use cluewright_rules::syntax::ast::{
    Arith, Binder, Cmp, Expr, ExprKind, Filter, Pattern, Quantity, Source, Stmt, StmtKind, Use,
};

impl Speaker<'_> {
    /// The statements as clauses, one for each requirement.
    pub(super) fn statements(&mut self, body: &[Stmt]) -> Option<Vec<Clause>> {
        let mut out = Vec::new();
        for statement in body {
            out.extend(self.statement(&statement.kind)?);
        }
        Some(out)
    }

    fn statement(&mut self, kind: &StmtKind) -> Option<Vec<Clause>> {
        self.deeper(|s| s.statement_within(kind))
    }

    fn statement_within(&mut self, kind: &StmtKind) -> Option<Vec<Clause>> {
        match kind {
            StmtKind::Require(demand) => Some(vec![self.condition(demand, true)?]),
            StmtKind::Use(uses) => self.used(uses),
            StmtKind::For(binder, body) => self.each(binder, body),
            StmtKind::If(arms, other) => self.decided(arms, other.as_deref()),
            StmtKind::Any(parts) => {
                let parts: Option<Vec<Clause>> = parts
                    .iter()
                    .map(|body| {
                        let all = self.statements(body)?;
                        Clause::joined(&all, "and")
                    })
                    .collect();
                Some(vec![Clause::joined(&parts?, "or")?])
            }
            _ => None,
        }
    }

    /// As in "The rules anti-king and anti-knight apply."
    fn used(&mut self, uses: &[Use]) -> Option<Vec<Clause>> {
        if uses.iter().any(|one| one.negated) {
            return None;
        }
        let mut out = Vec::new();
        let (plain, with): (Vec<&Use>, Vec<&Use>) = uses.iter().partition(|one| one.args.is_empty());
        // Use the rules' own sentences, if these are known.
        let own = |one: &Use| {
            let rule = self.rules?.rule(&one.name)?;
            (!rule.about.is_empty()).then(|| Clause::Whole(rule.about.trim_end_matches('.').to_owned()))
        };
        if with.is_empty()
            && let Some(own) = plain.iter().map(|one| own(one)).collect()
        {
            return Some(own);
        }
        let names: Vec<String> = plain.iter().map(|one| one.name.replace('-', " ")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match names.len() {
            0 => {}
            1 => out.push(Clause::Whole(format!("the {} rule applies", names[0]))),
            _ => out.push(Clause::Whole(format!("the {} rules apply", listed(&names, "and")))),
        }
        for one in with {
            let (mut cells, mut numbers) = (None, Vec::new());
            for (param, value) in &one.args {
                match name(value).and_then(|name| self.known(name)).cloned() {
                    Some(Sense::Digits(group)) => cells = Some(group),
                    Some(Sense::Numbers(text)) => numbers.push(format!("{} {text}", param.replace(['_', '-'], " "))),
                    Some(Sense::Lists { .. } | Sense::Digit { .. }) => return None,
                    _ => numbers.push(format!("{} {}", param.replace(['_', '-'], " "), self.term(value)?)),
                }
            }
            let rule = one.name.replace('-', " ");
            let numbers = listed(&numbers.iter().map(String::as_str).collect::<Vec<_>>(), "and");
            let with = if numbers.is_empty() { String::new() } else { format!("with {numbers}") };
            out.push(match cells {
                Some(group) => Clause::new(
                    &group.the(),
                    true,
                    Verb::of(true, "follow", &join(&[&format!("the {rule} rule"), &with])),
                ),
                None => Clause::Whole(join(&[&format!("the {rule} rule applies"), &with])),
            });
        }
        Some(out)
    }

    /// Conditions that are decided before solving begins.
    fn decided(&mut self, arms: &[(Expr, Vec<Stmt>)], other: Option<&[Stmt]>) -> Option<Vec<Clause>> {
        let [(when, body)] = arms else { return None };
        if is_closing(when) {
            return match other {
                Some(other) => self.statements(other),
                None => Some(Vec::new()),
            };
        }
        // Conditions that exclude missing cells, or a cell paired with itself, need not be mentioned.
        let is_there = matches!(&when.kind, ExprKind::Compare(x, rest)
            if matches!(call(x), Some(("length", _))) && matches!(&rest[..], [(Cmp::Gt, n)] if plain_number(n) == Some(0)));
        let is_self = matches!(&when.kind, ExprKind::Not(inner) if matches!(call(inner), Some(("same", _))));
        if (is_there || is_self) && other.is_none() {
            return self.statements(body);
        }
        let other = other?;
        let said = |s: &mut Self, body: &[Stmt]| Some(Clause::joined(&s.statements(body)?, "and")?.text());
        // The condition distinguishes lists with a middle cell from lists without a middle cell.
        if let ExprKind::Compare(x, rest) = &when.kind
            && let (ExprKind::Arith(Arith::Mod, n, two), [(Cmp::Eq, odd)]) = (&x.kind, &rest[..])
            && let (Some(("length", [_])), Some(2), Some(1)) = (call(n), plain_number(two), plain_number(odd))
        {
            let (with, without) = (said(self, body)?, said(self, other)?);
            return Some(vec![
                Clause::Whole(format!("with a middle cell, {with}")),
                Clause::Whole(format!("without one, {without}")),
            ]);
        }
        // As in `if ground < first_digit`, where the number is normally below the first digit.
        if let ExprKind::Compare(x, rest) = &when.kind
            && let (Some(own), [(Cmp::Lt, y)]) = (name(x), &rest[..])
            && self.below.iter().any(|(param, least)| param == own && least == y)
        {
            let own = own.replace(['_', '-'], " ");
            let text = said(self, body)?;
            return Some(vec![Clause::Whole(format!("unless the clue gives another {own}, {text}"))]);
        }
        // The condition may be a flag of the clue.
        if let Some(param) = name(when).filter(|name| self.known(name).is_none()) {
            let param = param.replace(['_', '-'], " ");
            let (with, without) = (said(self, body)?, said(self, other)?);
            return Some(vec![Clause::Whole(format!(
                "where the clue says \u{201c}{param}\u{201d}, {with}; elsewhere {without}"
            ))]);
        }
        // The condition distinguishes one cell from several cells that are read as a number. One cell is also a number, with one
        // digit.
        if let ExprKind::Compare(x, rest) = &when.kind
            && let (Some(("length", [of])), [(Cmp::Eq, n)]) = (call(x), &rest[..])
            && plain_number(n) == Some(1)
            && let ([one], [many]) = (&body[..], other)
            && let (StmtKind::Require(one), StmtKind::Require(many)) = (&one.kind, &many.kind)
        {
            let with = |kind| Expr { pos: x.pos, kind };
            let first = with(ExprKind::Index(Box::new(of.clone()), Box::new(with(ExprKind::Number(1)))));
            let number = with(ExprKind::Call("number".into(), vec![of.clone()]));
            if replaced(one, &first, &number) == *many {
                return Some(vec![self.condition(many, true)?]);
            }
        }
        if let Some(("given", [of])) = call(when) {
            let what = name(of)?.replace(['_', '-'], " ");
            let clauses = self.statements(other)?;
            let text = Clause::joined(&clauses, "and")?.text();
            return Some(vec![Clause::Whole(format!("without {what}, {text}"))]);
        }
        None
    }

    /// The condition on each item of a binder.
    fn each(&mut self, binder: &Binder, body: &[Stmt]) -> Option<Vec<Clause>> {
        match (&binder.pattern, &binder.source) {
            (Pattern::Tuple(names), _) => match &names[..] {
                [a, b] => self.pairs((a, b), binder, body),
                _ => None,
            },
            (Pattern::Numbered(number, inner), Source::In(list)) => {
                let Pattern::One(item) = &**inner else { return None };
                // The condition selects one of the two diagonals.
                if let [Stmt { kind: StmtKind::If(arms, None), .. }] = body
                    && let [(when, body)] = &arms[..]
                    && let Some((parity @ ("odd" | "even"), [of])) = call(when)
                    && (name(of), name(list)) == (Some(number), Some("diagonals"))
                {
                    let corner = if parity == "odd" { "top" } else { "bottom" };
                    let group = super::figure::Group::at(&format!("on the diagonal from the {corner} left corner"));
                    return self.with(item, Sense::Digits(group), |s| s.statements(body));
                }
                if body.iter().any(|s| matches!(&s.kind, StmtKind::Require(e) if speaks_of(e, number))) {
                    return None;
                }
                self.items(item, list, binder, body)
            }
            (Pattern::One(item), Source::In(list)) => self.items(item, list, binder, body),
            _ => None,
        }
    }

    /// The condition on each item of a list.
    fn items(&mut self, item: &str, list: &Expr, binder: &Binder, body: &[Stmt]) -> Option<Vec<Clause>> {
        if let Some(clauses) = self.attempt(|s| {
            let (_, each) = s.lists(list)?;
            binder.filters.is_empty().then_some(())?;
            s.with(item, Sense::Digits(each), |s| s.statements(body))
        }) {
            return Some(clauses);
        }
        if let Some(clauses) = self.attempt(|s| s.along(item, list, binder, body)) {
            return Some(clauses);
        }
        if let (Some(("clues", [rule])), []) = (call(list), &binder.filters[..]) {
            let rule = Sense::Clue(name(rule)?.replace('-', " "));
            return self.with(item, rule, |s| s.statements(body));
        }
        if let Some(clauses) = self.attempt(|s| s.far_apart(item, list, body)) {
            return Some(clauses);
        }
        if let Some(clauses) = self.attempt(|s| s.each_part(item, list, body)) {
            return Some(clauses);
        }
        if binder.filters.is_empty() {
            let each = match name(list) {
                Some("digits") => Some("for every digit N".to_owned()),
                Some(list) => match self.known(list) {
                    Some(Sense::Numbers(text)) => Some(format!("for each number N of {text}")),
                    _ => None,
                },
                None => match call(list) {
                    Some(("positions", [of])) => Some(format!("for every position N {}", self.group(of)?.place)),
                    _ => None,
                },
            };
            if let Some(each) = each {
                let clauses = self.with(item, Sense::Number("N".into()), |s| s.statements(body))?;
                let text = Clause::joined(&clauses, "and")?.text();
                return Some(vec![Clause::Whole(format!("{each}, {text}"))]);
            }
        }
        // First try to treat the digit that the list is about as if it had been mentioned before.
        if let Some(clauses) = self.attempt(|s| s.of_each(item, list, binder, body, true)) {
            return Some(clauses);
        }
        self.of_each(item, list, binder, body, false)
    }

    /// The condition on each digit. If `known` is set, the digit that the list is about counts as mentioned before.
    fn of_each(&mut self, item: &str, list: &Expr, binder: &Binder, body: &[Stmt], known: bool) -> Option<Vec<Clause>> {
        let before = self.names.clone();
        if known {
            let mut fresh = 0;
            for (_, known) in &mut self.names {
                if let Sense::Digit { was_said, .. } = known {
                    fresh += usize::from(!std::mem::replace(was_said, true));
                }
            }
            if fresh == 0 {
                return None;
            }
        }
        let group = match &binder.filters[..] {
            [] => self.group(list)?,
            [Filter::Where(when)] => self.filtered(list, item, when)?,
            [Filter::Unmarked(rules)] => {
                let group = self.group(list)?;
                let rules: Vec<String> = rules.iter().map(|(_, rule)| an(&rule.replace('-', " "))).collect();
                let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
                let place = format!("{} that is not marked as {}", group.place, listed(&rules, "or"));
                super::figure::Group { place, ..group }
            }
            _ => return None,
        };
        if known {
            self.names = before;
        }
        let is_if = matches!(body, [Stmt { kind: StmtKind::Require(Expr { kind: ExprKind::Implies(..), .. }), .. }]);
        let first = format!("{} {}", if is_if { "a" } else { "every" }, group.one());
        let every = Sense::Digit { first: first.clone(), later: "it".into(), was_said: false };
        let fresh: Vec<String> = self
            .names
            .iter()
            .filter_map(|(_, known)| match known {
                Sense::Digit { first, was_said: false, .. } => Some(first.clone()),
                _ => None,
            })
            .collect();
        let starts = |clauses: &[Clause]| {
            let all = clauses.iter().map(Clause::text).collect::<Vec<_>>().join(". ");
            if known {
                fresh.iter().any(|first| all.starts_with(first))
            } else {
                all.trim_start_matches("if ").starts_with(&first)
            }
        };
        // A clause with "it" must follow the noun.
        let plain = self.attempt(|s| s.with(item, every, |s| s.statements(body)).filter(|clauses| starts(clauses)));
        if plain.is_some() || known {
            return plain;
        }
        let named = Sense::Digit { first: "it".into(), later: "it".into(), was_said: true };
        let clauses = self.with(item, named, |s| s.statements(body))?;
        let text = Clause::joined(&clauses, "and")?.text();
        Some(vec![Clause::Whole(format!("for every {}, {text}", group.one()))])
    }

    /// The condition on each of several equal parts of the digits, or on each position of several lists.
    fn each_part(&mut self, item: &str, list: &Expr, body: &[Stmt]) -> Option<Vec<Clause>> {
        let ExprKind::Set(range) = &list.kind else { return None };
        let ([(low, Some(high))], [Stmt { kind: StmtKind::Require(demand), .. }]) = (&range[..], body) else {
            return None;
        };
        // As in `distinct(B[k] for B in boxes)`.
        if let ExprKind::CallFor(function, Some(what), over) = &demand.kind
            && let (Pattern::One(one), Source::In(lists), "distinct") = (&over.pattern, &over.source, function.as_str())
            && let ExprKind::Index(of, at) = &what.kind
            && (name(of), name(at)) == (Some(one), Some(item))
        {
            let (_, each) = self.lists(lists)?;
            return Some(vec![Clause::new(
                &format!("digits at the same position {}", each.place),
                true,
                Verb::of(false, "repeat", ""),
            )]);
        }
        // As in `some c in S: c mod 3 = k`.
        let ExprKind::Quantified(Quantity::Some, over, is) = &demand.kind else { return None };
        let (Pattern::One(cell), Source::In(of), []) = (&over.pattern, &over.source, &over.filters[..]) else {
            return None;
        };
        let ExprKind::Compare(x, rest) = &is.kind else { return None };
        let ([(Cmp::Eq, y)], ExprKind::Arith(kind, a, by)) = (&rest[..], &x.kind) else { return None };
        let count = plain_number(high)? + 1;
        if name(y) != Some(item) || plain_number(low) != Some(0) {
            return None;
        }
        let group = self.group(of)?;
        let own =
            |e: &Expr| name(e) == Some(cell) || matches!(call(e), Some(("digit", [of])) if name(of) == Some(cell));
        if *kind == Arith::Mod && own(a) && plain_number(by) == Some(count) {
            return Some(vec![Clause::new(
                &group.the(),
                true,
                Verb::of(true, "leave", &format!("every remainder when divided by {count}")),
            )]);
        }
        if let (Arith::FloorDiv, ExprKind::Arith(Arith::Mul, k, from)) = (kind, &a.kind)
            && let ExprKind::Arith(Arith::Sub, digit, least) = &from.kind
            && own(digit)
            && (name(by), name(least), plain_number(k)) == (Some("digits_count"), Some("first_digit"), Some(count))
        {
            let parts = super::condition::parts(count)?.trim_end_matches('s');
            let all = if parts == "third" { " (low, middle and high)" } else { "" };
            return Some(vec![Clause::new(
                &group.the(),
                true,
                Verb::of(true, "include", &format!("one from every {parts} of the digits{all}")),
            )]);
        }
        None
    }

    /// `for k in 1 .. min(n, length(L)) - 1: for i in 1 .. length(L) - k: ...` concerns digits fewer than n cells apart.
    fn far_apart(&mut self, item: &str, list: &Expr, body: &[Stmt]) -> Option<Vec<Clause>> {
        let ExprKind::Set(range) = &list.kind else { return None };
        let [(low, Some(high))] = &range[..] else { return None };
        let ExprKind::Arith(Arith::Sub, least, one) = &high.kind else { return None };
        let (Some(("min", [far, length])), Some(1), Some(1)) = (call(least), plain_number(one), plain_number(low))
        else {
            return None;
        };
        let Some(("length", [of])) = call(length) else { return None };
        let [Stmt { kind: StmtKind::For(inner, demands), .. }, rest @ ..] = body else { return None };
        // Describe lines as if they were not closed.
        let closes =
            |s: &Stmt| matches!(&s.kind, StmtKind::If(arms, None) if arms.iter().all(|(when, _)| is_closing(when)));
        let (Pattern::One(i), Source::In(places), true) = (&inner.pattern, &inner.source, rest.iter().all(closes))
        else {
            return None;
        };
        let ExprKind::Set(places) = &places.kind else { return None };
        let [(first, Some(last))] = &places[..] else { return None };
        let [Stmt { kind: StmtKind::Require(demand), .. }] = &demands[..] else { return None };
        let with = |kind| Expr { pos: list.pos, kind };
        let named = |name: &str| with(ExprKind::Name(name.to_owned()));
        let arith = |op, x: &Expr, y: &Expr| with(ExprKind::Arith(op, Box::new(x.clone()), Box::new(y.clone())));
        if plain_number(first) != Some(1) || *last != arith(Arith::Sub, length, &named(item)) {
            return None;
        }
        let at = |place: Expr| with(ExprKind::Index(Box::new(of.clone()), Box::new(place)));
        let names = [named("\u{2}"), named("\u{3}")];
        let demand = replaced(demand, &at(arith(Arith::Add, &named(i), &named(item))), &names[1]);
        let demand = replaced(&demand, &at(named(i)), &names[0]);
        if speaks_of(&demand, i) || speaks_of(&demand, item) {
            return None;
        }
        let far = self.term(far)?;
        let called = match far.strip_prefix("the given ") {
            Some(far) => format!("{} fewer cells apart than the given {far}", self.group(of)?.some()),
            None => format!("{} fewer than {far} cells apart", self.group(of)?.some()),
        };
        let [a, b] = names;
        let before = self.pair.replace(Pair { names: (a, b), called: called.clone() });
        let clause = self.condition(&demand, true);
        self.pair = before;
        Some(vec![of_pair(clause?, &called)])
    }

    /// Conditions on positions along a list that stand for neighbouring digits, or for digits equally far from both ends.
    fn along(&mut self, item: &str, list: &Expr, binder: &Binder, body: &[Stmt]) -> Option<Vec<Clause>> {
        let ExprKind::Set(range) = &list.kind else { return None };
        let ([(low, Some(high))], [], [only]) = (&range[..], &binder.filters[..], body) else { return None };
        let mut only = only;
        // The exclusion of a cell paired with itself need not be mentioned.
        if let StmtKind::If(arms, None) = &only.kind
            && let [(when, body)] = &arms[..]
            && matches!(&when.kind, ExprKind::Not(inner) if matches!(call(inner), Some(("same", _))))
            && let [inner] = &body[..]
        {
            only = inner;
        }
        let StmtKind::Require(demand) = &only.kind else { return None };
        let of = first_list(demand)?;
        let with = |kind| Expr { pos: list.pos, kind };
        let at = |place: Expr| with(ExprKind::Index(Box::new(of.clone()), Box::new(place)));
        let i = with(ExprKind::Name(item.to_owned()));
        let length = with(ExprKind::Call("length".into(), vec![of.clone()]));
        let group = self.group(&of)?;
        let names = [with(ExprKind::Name("\u{2}".into())), with(ExprKind::Name("\u{3}".into()))];
        let as_pair = |places: [Expr; 2]| {
            let demand =
                replaced(&replaced(demand, &at(places[1].clone()), &names[1]), &at(places[0].clone()), &names[0]);
            (!speaks_of(&demand, item)).then_some(demand)
        };
        let pair = |s: &mut Self, called: String, demand: &Expr| {
            let [a, b] = names.clone();
            let before = s.pair.replace(Pair { names: (a, b), called: called.clone() });
            let clause = s.condition(demand, true);
            s.pair = before;
            Some(vec![of_pair(clause?, &called)])
        };
        let is_from = |n: i64| plain_number(low) == Some(n);
        let far = |n: i64| *high == plus(&length, -n);
        let half =
            with(ExprKind::Arith(Arith::FloorDiv, Box::new(length.clone()), Box::new(with(ExprKind::Number(2)))));
        let mirrored = [with(ExprKind::Arith(Arith::Sub, Box::new(plus(&length, 1)), Box::new(i.clone())))];
        if *high == half {
            let demand = as_pair([i.clone(), mirrored[0].clone()])?;
            let called = format!("two {} equally far from its ends", group.some());
            return pair(self, called, &demand);
        }
        for n in 1..=3 {
            if is_from(1)
                && far(n)
                && let Some(demand) = as_pair([i.clone(), plus(&i, n)])
            {
                let called = match n {
                    1 => format!("adjacent {}", group.some()),
                    n => format!("{} that are {n} cells apart", group.some()),
                };
                return pair(self, called, &demand);
            }
        }
        // The same relation holds between all successive digits.
        if is_from(2)
            && far(1)
            && let ExprKind::Compare(x, rest) = &demand.kind
            && let [(Cmp::Eq, y)] = &rest[..]
        {
            let (here, next, before) = (at(i.clone()), at(plus(&i, 1)), at(plus(&i, -1)));
            let step = |a: &Expr, b: &Expr| with(ExprKind::Arith(Arith::Sub, Box::new(a.clone()), Box::new(b.clone())));
            let (forth, back) = (step(&next, &here), step(&here, &before));
            let abs = |e: &Expr| with(ExprKind::Abs(Box::new(e.clone())));
            if **x == forth && *y == back {
                return Some(vec![Clause::Whole(format!(
                    "from each {} to the next, the digits always change by the same amount in the same direction",
                    group.one()
                ))]);
            }
            if **x == abs(&forth) && *y == abs(&back) {
                return Some(vec![Clause::new(
                    &format!("all adjacent {}", group.some()),
                    true,
                    Verb::of(true, "have", "the same difference"),
                )]);
            }
        }
        None
    }

    /// The condition on each pair of cells.
    fn pairs(&mut self, (a, b): (&str, &str), binder: &Binder, body: &[Stmt]) -> Option<Vec<Clause>> {
        let is_edge = |e: &Expr| matches!(name(e).and_then(|n| self.known(n)), Some(Sense::Digits(g)) if g.place.starts_with("separated by "));
        let mut is_ordered = false;
        let mut called = match &binder.source {
            Source::Along(list) => {
                is_ordered = true;
                let of_edge = is_edge(list);
                let group = self.group(list)?;
                if of_edge { group.some() } else { format!("adjacent {}", group.some()) }
            }
            Source::Neighbours(near, _) => Self::nearness(*near).to_owned(),
            Source::Moves(down, right, _) => match (plain_number(down), plain_number(right)) {
                (Some(1), Some(2)) | (Some(2), Some(1)) => "digits a knight's move apart".to_owned(),
                (Some(1), Some(1)) => "diagonally adjacent digits".to_owned(),
                (None, None) if self.term(down).is_some_and(|down| down.starts_with("the ")) => {
                    "digits a leap of the given size apart".to_owned()
                }
                _ => {
                    let (down, right) = (self.term(down)?, self.term(right)?);
                    let down = if down == "1" { "1 cell".to_owned() } else { format!("{down} cells") };
                    format!("digits {down} apart in one direction and {right} in the other")
                }
            },
            Source::In(list) => {
                let Some(("pairs", [of])) = call(list) else { return None };
                if let Some(("clues", [rule])) = call(of) {
                    let rule = name(rule)?.replace('-', " ");
                    format!("any two {rule}s")
                } else if let Some((all, _)) = self.attempt(|s| s.lists(of)) {
                    let all = all.strip_prefix("the ")?.to_owned();
                    return Self::pairs_of_lists((a, b), &all, body);
                } else {
                    format!("any two {}", self.group(of)?.some())
                }
            }
        };
        match &binder.filters[..] {
            [] => {}
            [Filter::Unmarked(rules)] => {
                let mark = |rule: &String| {
                    let known = self.rules.and_then(|rules| super::figure::mark_between(rules.rule(rule)?));
                    an(&known.unwrap_or_else(|| rule.replace('-', " ")))
                };
                let mut rules: Vec<String> = rules.iter().map(|(_, rule)| mark(rule)).collect();
                rules.dedup();
                let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
                called = format!("{called} without {} between them", listed(&rules, "or"));
            }
            [Filter::Where(when)] if is_not_self(when) => {}
            _ => return None,
        }
        let named = |n: &str| Expr { pos: binder.pos, kind: ExprKind::Name(n.to_owned()) };
        let before = self.pair.replace(Pair { names: (named(a), named(b)), called: called.clone() });
        let clauses = self.statements(body);
        self.pair = before;
        let clauses: Vec<Clause> = clauses?.into_iter().map(|clause| of_pair(clause, &called)).collect();
        // Neighbours without a direction have no first and second.
        let speaks = |clause: &Clause| clause.text().contains("the first") || clause.text().contains("the second");
        if !is_ordered && clauses.iter().any(speaks) {
            return None;
        }
        Some(clauses)
    }

    /// The condition on any two of several lists.
    fn pairs_of_lists((a, b): (&str, &str), all: &str, body: &[Stmt]) -> Option<Vec<Clause>> {
        let [Stmt { kind: StmtKind::For(binder, inner), .. }] = body else { return None };
        let (Pattern::One(i), [inner]) = (&binder.pattern, &inner[..]) else { return None };
        let demand = match &inner.kind {
            StmtKind::Require(demand) => demand,
            StmtKind::If(arms, None) => match &arms[..] {
                [(when, body)] if is_not_self(when) => match &body[..] {
                    [Stmt { kind: StmtKind::Require(demand), .. }] => demand,
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        let ExprKind::Compare(x, rest) = &demand.kind else { return None };
        let [(Cmp::Eq, y)] = &rest[..] else { return None };
        let is = |e: &Expr, list: &str| matches!(&e.kind, ExprKind::Index(of, at) if name(of) == Some(list) && name(at) == Some(i));
        if !is(x, a) || !is(y, b) {
            return None;
        }
        Some(vec![Clause::new(
            &format!("the {all}"),
            true,
            Verb::of(true, "hold", "the same digits in the same places"),
        )])
    }
}

/// If a clause mentions "the first" and "the second", adds the words for the two digits.
fn of_pair(clause: Clause, called: &str) -> Clause {
    let text = clause.text();
    let is_said = text.contains(called) || text.contains(" points at ");
    if is_said { clause } else { Clause::Whole(format!("of {called}, {text}")) }
}

/// Whether the condition is `not same(a, b)`.
fn is_not_self(when: &Expr) -> bool {
    matches!(&when.kind, ExprKind::Not(inner) if matches!(call(inner), Some(("same", _))))
}

/// The first list from which a condition takes an item.
fn first_list(e: &Expr) -> Option<Expr> {
    match &e.kind {
        ExprKind::Index(of, _) => Some((**of).clone()),
        ExprKind::Compare(x, rest) => first_list(x).or_else(|| rest.iter().find_map(|(_, y)| first_list(y))),
        ExprKind::Arith(_, x, y) | ExprKind::Implies(x, y) => first_list(x).or_else(|| first_list(y)),
        ExprKind::Abs(x) | ExprKind::Not(x) | ExprKind::Neg(x) => first_list(x),
        ExprKind::And(all) | ExprKind::Or(all) | ExprKind::Call(_, all) => all.iter().find_map(first_list),
        ExprKind::Quantified(Quantity::Every, _, what) => first_list(what),
        _ => None,
    }
}

/// The noun with its indefinite article: "a dot", "an X".
fn an(noun: &str) -> String {
    if noun.chars().count() == 1 {
        let noun = noun.to_uppercase();
        return format!("{} {noun}", if "AEFHILMNORSX".contains(&noun) { "an" } else { "a" });
    }
    format!("{} {noun}", if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}
