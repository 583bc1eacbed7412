//! Prints a syntax tree as text. Parsing the text gives the same tree again.

use super::ast::{
    Arith, Binder, Cmp, Expr, ExprKind, Filter, Foreign, ForeignArgs, ForeignValue, Nearness, Param, ParamKind,
    Pattern, Quantity, Rule, Source, Stmt, StmtKind,
};
use std::fmt::Write;

/// Prints a rule as text, in the layout that the library uses.
///
/// ```
/// use cluewright_rules::{parse, print};
/// let rule = &parse("rule odd\n clue cell c\n require c mod 2=1\n").unwrap()[0];
/// assert_eq!(print(rule), "rule odd\n  clue cell c\n  require c mod 2 = 1\n");
/// let tested = "rule odd\n  clue cell c\n  require c mod 2 = 1\n  passes \"3\"\n  fails \"12/34\" with r2c2\n";
/// assert_eq!(print(&parse(tested).unwrap()[0]), tested);
/// ```
pub fn print(rule: &Rule) -> String {
    let mut out = format!("rule {}", rule.name);
    if !rule.about.is_empty() {
        let _ = write!(out, " {}", quoted(&rule.about));
    }
    out.push('\n');
    if !rule.params.is_empty() {
        let params: Vec<String> = rule.params.iter().map(param).collect();
        let _ = writeln!(out, "  {} {}", if rule.is_clue { "clue" } else { "option" }, params.join(", "));
    }
    for draw in &rule.draw {
        let _ = writeln!(out, "  draw {draw}");
    }
    if rule.at_sight || !rule.told.is_empty() || !rule.told_against.is_empty() {
        let sight = rule.at_sight.then(|| "at sight".to_owned());
        let against = rule.told_against.iter().map(|t| format!("not {}", quoted(t)));
        let all: Vec<String> = sight.into_iter().chain(rule.told.iter().map(|t| quoted(t))).chain(against).collect();
        let _ = writeln!(out, "  told {}", all.join(", "));
    }
    for propose in &rule.propose {
        let _ = writeln!(out, "  propose {propose}");
    }
    if !rule.also.is_empty() {
        let also: Vec<String> = rule.also.iter().map(foreign).collect();
        let _ = writeln!(out, "  also {}", also.join(", "));
    }
    if let Some(says) = &rule.says {
        let _ = writeln!(out, "  says {}", quoted(says));
    }
    if let Some(steps) = &rule.steps {
        let _ = writeln!(out, "  steps {}", quoted(steps));
    }
    block(&mut out, &rule.body, 1);
    for example in &rule.examples {
        let word = if example.passes { "passes" } else { "fails" };
        let with = if example.with.is_empty() { String::new() } else { format!(" with {}", example.with) };
        let _ = writeln!(out, "  {word} {}{with}", quoted(&example.grid));
    }
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn param(p: &Param) -> String {
    let mut out = match p.kind {
        ParamKind::Shape(shape) => format!("{} {}", shape.word(), p.name),
        ParamKind::Number => format!("{}: number", p.name),
        ParamKind::Numbers => format!("{}: numbers", p.name),
        ParamKind::Boolean => format!("{}: boolean", p.name),
        ParamKind::Text => format!("{}: text", p.name),
    };
    if let Some((low, high)) = &p.range {
        let _ = write!(out, " {}..{}", at(low, SUM), at(high, SUM));
    }
    if let Some(value) = &p.value {
        let _ = write!(out, " = {}", expr(value));
    }
    if p.optional {
        out.push('?');
    }
    out
}

fn is_plain_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '-')
        && !text.ends_with('-')
        && !text.contains("--")
        && !text.contains("_-")
}

fn foreign(f: &Foreign) -> String {
    let plain = is_plain_name(&f.name) || f.name.parse::<i64>().is_ok_and(|n| n >= 0 && n.to_string() == f.name);
    let mut out = format!("{} {}", f.format, if plain { f.name.clone() } else { quoted(&f.name) });
    if let Some(word) = &f.word {
        let _ = write!(out, " {}", quoted(word));
    }
    match &f.args {
        ForeignArgs::None => {}
        ForeignArgs::Named(args) => {
            let args: Vec<String> = args.iter().map(|(k, v)| format!("{k}: {}", foreign_value(v))).collect();
            let _ = write!(out, " {{{}}}", args.join(", "));
        }
        ForeignArgs::Listed(args) => {
            let fixed = f.fixed.iter().map(|(param, n)| format!("{param} = {n}"));
            let args: Vec<String> = args.iter().map(foreign_value).chain(fixed).collect();
            let _ = write!(out, "({})", args.join(", "));
        }
    }
    out
}

fn foreign_value(value: &ForeignValue) -> String {
    match value {
        ForeignValue::Param(name) => name.clone(),
        ForeignValue::Number(n) => n.to_string(),
        ForeignValue::Text(text) => quoted(text),
        ForeignValue::Joined(parts) => format!("[{}]", parts.iter().map(foreign_value).collect::<Vec<_>>().join(", ")),
    }
}

fn block(out: &mut String, body: &[Stmt], depth: usize) {
    for stmt in body {
        statement(out, stmt, depth);
    }
}

fn indented(out: &mut String, body: &[Stmt], depth: usize) {
    if let [only] = body
        && let StmtKind::Require(condition) = &only.kind
    {
        let _ = writeln!(out, " require {}", expr(condition));
        return;
    }
    out.push('\n');
    block(out, body, depth + 1);
}

fn statement(out: &mut String, stmt: &Stmt, depth: usize) {
    let pad = "  ".repeat(depth);
    out.push_str(&pad);
    match &stmt.kind {
        StmtKind::Require(condition) => {
            let _ = writeln!(out, "require {}", expr(condition));
        }
        StmtKind::Use(uses) => {
            let uses: Vec<String> = uses
                .iter()
                .map(|u| {
                    let not = if u.negated { "not " } else { "" };
                    let args: Vec<String> = u.args.iter().map(|(n, e)| format!("{n} = {}", expr(e))).collect();
                    if args.is_empty() {
                        format!("{not}{}", u.name)
                    } else {
                        format!("{not}{}({})", u.name, args.join(", "))
                    }
                })
                .collect();
            let _ = writeln!(out, "use {}", uses.join(", "));
        }
        StmtKind::For(binder, body) => {
            let _ = write!(out, "for {}:", bound(binder));
            indented(out, body, depth);
        }
        StmtKind::If(arms, other) => {
            for (i, (condition, body)) in arms.iter().enumerate() {
                if i > 0 {
                    out.push_str(&pad);
                }
                let _ = write!(out, "{} {}:", if i == 0 { "if" } else { "elif" }, expr(condition));
                indented(out, body, depth);
            }
            if let Some(body) = other {
                let _ = write!(out, "{pad}else:");
                indented(out, body, depth);
            }
        }
        StmtKind::Let(pattern, value) => {
            let _ = writeln!(out, "let {} = {}", pattern_text(pattern), expr(value));
        }
        StmtKind::LetFn(name, params, value) => {
            let _ = writeln!(out, "let {name}({}) = {}", params.join(", "), expr(value));
        }
        StmtKind::Extra { shown, name, keys, range } => {
            let keys = keys.as_ref().map_or_else(String::new, |k| format!("[{}]", expr(k)));
            let shown = if *shown { "shown " } else { "" };
            let _ = writeln!(out, "extra {shown}cell {name}{keys}: {}..{}", at(&range.0, SUM), at(&range.1, SUM));
        }
        StmtKind::Value(name, value) => {
            let _ = writeln!(out, "value {name} is {}", expr(value));
        }
        StmtKind::Any(blocks) => {
            for (i, body) in blocks.iter().enumerate() {
                if i > 0 {
                    out.push_str(&pad);
                }
                out.push_str(if i == 0 { "any:" } else { "or:" });
                indented(out, body, depth);
            }
        }
    }
}

fn pattern_text(pattern: &Pattern) -> String {
    match pattern {
        Pattern::One(name) => name.clone(),
        Pattern::Tuple(names) => format!("({})", names.join(", ")),
        Pattern::Numbered(index, inner) => format!("{index}, {}", pattern_text(inner)),
    }
}

fn bound(binder: &Binder) -> String {
    let mut out = pattern_text(&binder.pattern);
    let both = |b: bool| if b { " both ways" } else { "" };
    match &binder.source {
        // Brackets prevent a following `where` from being parsed as part of the list.
        Source::In(list) => {
            let _ = write!(out, " in {}", operand(list));
        }
        Source::Along(list) => {
            let _ = write!(out, " along {}", operand(list));
        }
        Source::Moves(down, right, ways) => {
            let _ = write!(out, " at moves ({}, {}){}", expr(down), expr(right), both(*ways));
        }
        Source::Neighbours(near, ways) => {
            let near = match near {
                Nearness::Orthogonal => "",
                Nearness::Diagonal => "diagonal ",
                Nearness::Touching => "touching ",
            };
            let _ = write!(out, " in {near}neighbours{}", both(*ways));
        }
    }
    for filter in &binder.filters {
        let names = |list: &[(super::Pos, String)]| list.iter().map(|n| n.1.clone()).collect::<Vec<_>>().join(", ");
        match filter {
            Filter::Where(condition) => {
                let _ = write!(out, " where {}", operand(condition));
            }
            Filter::Marked(rules) => {
                let _ = write!(out, " marked by {}", names(rules));
            }
            Filter::Unmarked(rules) => {
                let _ = write!(out, " unless marked by {}", names(rules));
            }
        }
    }
    out
}

/// The text of an expression inside a binder. A quantifier would extend to the end of the binder, so it is put in brackets.
fn operand(e: &Expr) -> String {
    at(e, OR)
}

// The precedence of operators, from loosest to tightest.
const IMPLIES: u8 = 0;
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARE: u8 = 4;
const SIDE: u8 = 5;
const SUM: u8 = 6;
const PRODUCT: u8 = 7;
const UNARY: u8 = 8;
const PRIMARY: u8 = 9;

fn expr(e: &Expr) -> String {
    at(e, IMPLIES)
}

/// The text of `e` as an operand that must have at least this precedence.
fn at(e: &Expr, strength: u8) -> String {
    let (own, text) = text(e);
    if own < strength { format!("({text})") } else { text }
}

fn list(items: &[Expr]) -> String {
    items.iter().map(expr).collect::<Vec<_>>().join(", ")
}

fn quantity(q: &Quantity) -> String {
    match q {
        Quantity::Every => "every".to_owned(),
        Quantity::Some => "some".to_owned(),
        // A name before a bracket would be parsed as a call, so everything except numbers is put in brackets.
        Quantity::Exactly(k) => format!("exactly {}", counted(k)),
        Quantity::AtLeast(k) => format!("at least {}", counted(k)),
        Quantity::AtMost(k) => format!("at most {}", counted(k)),
    }
}

fn counted(k: &Expr) -> String {
    if matches!(k.kind, ExprKind::Number(_)) { expr(k) } else { format!("({})", expr(k)) }
}

fn text(e: &Expr) -> (u8, String) {
    match &e.kind {
        ExprKind::Number(n) => (PRIMARY, n.to_string()),
        ExprKind::Text(t) => (PRIMARY, t.split('\n').map(quoted).collect::<Vec<_>>().join(" ")),
        ExprKind::Bool(b) => (PRIMARY, b.to_string()),
        ExprKind::Name(n) => (PRIMARY, n.clone()),
        ExprKind::Call(name, args) => (PRIMARY, format!("{name}({})", list(args))),
        ExprKind::CallFor(name, item, binder) => {
            let item = item.as_ref().map_or_else(String::new, |i| format!("{} for ", expr(i)));
            (PRIMARY, format!("{name}({item}{})", bound(binder)))
        }
        ExprKind::Index(l, i) => (PRIMARY, format!("{}[{}]", at(l, PRIMARY), expr(i))),
        ExprKind::Field(k, name) => (PRIMARY, format!("{}.{name}", at(k, PRIMARY))),
        ExprKind::Neg(x) => (UNARY, format!("-{}", at(x, UNARY))),
        ExprKind::Not(x) => (NOT, format!("not {}", at(x, NOT))),
        ExprKind::Abs(x) => (PRIMARY, format!("|{}|", expr(x))),
        ExprKind::Arith(op, a, b) => {
            let own = if matches!(op, Arith::Add | Arith::Sub) { SUM } else { PRODUCT };
            (own, format!("{} {} {}", at(a, own), op.word(), at(b, own + 1)))
        }
        ExprKind::Compare(first, rest) => {
            let mut out = at(first, SIDE);
            for (cmp, right) in rest {
                let _ = write!(out, " {} {}", Cmp::word(*cmp), at(right, SIDE));
            }
            (COMPARE, out)
        }
        ExprKind::And(all) => (AND, all.iter().map(|x| at(x, NOT)).collect::<Vec<_>>().join(" and ")),
        ExprKind::Or(all) => (OR, all.iter().map(|x| at(x, AND)).collect::<Vec<_>>().join(" or ")),
        ExprKind::Implies(a, b) => (IMPLIES, format!("{} => {}", at(a, OR), at(b, IMPLIES))),
        ExprKind::If(c, a, b) => (IMPLIES, format!("if {} then {} else {}", expr(c), expr(a), expr(b))),
        ExprKind::Quantified(q, binder, condition) => {
            (IMPLIES, format!("{} {}: {}", quantity(q), bound(binder), expr(condition)))
        }
        ExprKind::Of(q, all) => (PRIMARY, format!("{} of ({})", quantity(q), list(all))),
        ExprKind::List(items) => (PRIMARY, format!("[{}]", list(items))),
        ExprKind::ListFor(item, binder) => (PRIMARY, format!("[{} for {}]", expr(item), bound(binder))),
        ExprKind::Set(items) => {
            let items: Vec<String> = items
                .iter()
                .map(|(low, high)| match high {
                    None => at(low, SIDE),
                    Some(high) => format!("{}..{}", at(low, SIDE), at(high, SIDE)),
                })
                .collect();
            (PRIMARY, format!("{{{}}}", items.join(", ")))
        }
        ExprKind::Matches(l, regex) => (COMPARE, format!("{} matches {}", at(l, SIDE), at(regex, UNARY))),
        ExprKind::End(last, k, l) => {
            let count = if matches!(k.kind, ExprKind::Number(_) | ExprKind::Index(..) | ExprKind::Name(_)) {
                expr(k)
            } else {
                format!("({})", expr(k))
            };
            (UNARY, format!("{} {count} of {}", if *last { "last" } else { "first" }, at(l, PRIMARY)))
        }
        ExprKind::Side(after, l, i) => {
            (SIDE, format!("{} {} {}", at(l, SUM), if *after { "after" } else { "before" }, at(i, SUM)))
        }
        ExprKind::Fold(name, start, binder, next) => {
            (IMPLIES, format!("fold {name} = {} for {}: {}", expr(start), bound(binder), expr(next)))
        }
    }
}
