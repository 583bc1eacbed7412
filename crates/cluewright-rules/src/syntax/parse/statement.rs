//! Parses statements, and the binders of `for`, quantifiers and lists.

use super::{Parsed, Parser, RESERVED};
use crate::syntax::ast::{Binder, Filter, Nearness, Pattern, Source, Stmt, StmtKind, Use};
use crate::syntax::lex::Token;
use crate::syntax::suggest;

/// Words that may start a line only if the line is directly below the first line of a rule.
const WHOLE: [&str; 10] = ["clue", "option", "says", "steps", "draw", "told", "propose", "also", "passes", "fails"];

impl Parser<'_> {
    pub(super) fn body(&mut self) -> Parsed<Vec<Stmt>> {
        self.deeper(|p| {
            if p.peek() != &Token::Newline {
                return Ok(vec![p.statement()?]);
            }
            p.skip();
            if p.peek() != &Token::Indent {
                return Err(p.expected("an indented block, or a statement on the same line"));
            }
            p.skip();
            let mut body = Vec::new();
            while p.peek() != &Token::Dedent {
                body.push(p.statement()?);
            }
            p.skip();
            Ok(body)
        })
    }

    pub(super) fn statement(&mut self) -> Parsed<Stmt> {
        let pos = self.pos();
        let word = match self.peek() {
            Token::Name(word) => word.clone(),
            _ => return Err(self.expected("a statement such as `require ...` or `for ...`")),
        };
        let kind = match word.as_str() {
            "require" => {
                self.skip();
                let condition = self.expr()?;
                self.need_newline("the condition")?;
                StmtKind::Require(condition)
            }
            "use" => {
                self.skip();
                let uses = self.list(Self::use_item)?;
                self.need_newline("the rules used")?;
                StmtKind::Use(uses)
            }
            "for" => {
                self.skip();
                let binder = self.binder()?;
                self.need(":", "before the statements for each item")?;
                StmtKind::For(binder, self.body()?)
            }
            "if" => {
                self.skip();
                let mut arms = Vec::new();
                let condition = self.expr()?;
                self.need(":", "after the condition of `if`")?;
                arms.push((condition, self.body()?));
                let mut other = None;
                loop {
                    if self.accept_word("elif") {
                        let condition = self.expr()?;
                        self.need(":", "after the condition of `elif`")?;
                        arms.push((condition, self.body()?));
                    } else if self.accept_word("else") {
                        self.need(":", "after `else`")?;
                        other = Some(self.body()?);
                        break;
                    } else {
                        break;
                    }
                }
                StmtKind::If(arms, other)
            }
            "let" => {
                self.skip();
                let kind = if matches!(self.peek(), Token::Name(_)) && self.symbol_ahead(1, "(") {
                    let name = self.name("a function's name")?;
                    self.skip();
                    let params = self.list(|p| p.name("a parameter's name"))?;
                    self.need(")", "after the parameters")?;
                    self.need("=", "and the value of the function")?;
                    StmtKind::LetFn(name, params, self.expr()?)
                } else {
                    let pattern = self.simple_pattern()?;
                    self.need("=", "and the value of the name")?;
                    StmtKind::Let(pattern, self.expr()?)
                };
                self.need_newline("the definition")?;
                kind
            }
            "extra" => {
                self.skip();
                let shown = self.accept_word("shown");
                self.need_word("cell", "after `extra`")?;
                let name = self.name("the extra cell's name")?;
                let keys = if self.accept("[") {
                    let keys = self.expr()?;
                    self.need("]", "after the list")?;
                    Some(keys)
                } else {
                    None
                };
                self.need(":", "and its range of numbers")?;
                let low = self.sum()?;
                self.need("..", "in a range of numbers")?;
                let high = self.sum()?;
                self.need_newline("the range")?;
                StmtKind::Extra { shown, name, keys, range: (low, high) }
            }
            "value" => {
                self.skip();
                let name = self.name("a cell")?;
                self.need_word("is", "and the value of the cell")?;
                let value = self.expr()?;
                self.need_newline("the value")?;
                StmtKind::Value(name, value)
            }
            "any" => {
                self.skip();
                self.need(":", "after `any`")?;
                let mut blocks = vec![self.body()?];
                while self.accept_word("or") {
                    self.need(":", "after `or`")?;
                    blocks.push(self.body()?);
                }
                StmtKind::Any(blocks)
            }
            _ => {
                let words = [
                    "require", "use", "for", "if", "let", "extra", "value", "any", "clue", "option", "says", "steps",
                    "draw", "told", "propose", "also", "passes", "fails",
                ];
                if WHOLE.contains(&word.as_str()) {
                    let error = self.pos().error(format!("`{word}` applies to the whole rule"));
                    return Err(error.hint("write it directly under the rule's first line, not within a statement"));
                }
                let error = self.pos().error(format!("`{word}` does not start a statement"));
                let hint = suggest(&word, words.iter().copied()).unwrap_or_else(|| {
                    "statements start with require, for, if, let, use, extra, value or any".to_owned()
                });
                return Err(error.hint(hint));
            }
        };
        Ok(Stmt { pos, kind })
    }

    fn use_item(&mut self) -> Parsed<Use> {
        let negated = self.accept_word("not");
        let pos = self.pos();
        let name = self.rule_name()?;
        let mut args = Vec::new();
        if self.accept("(") {
            args = self.list_until(")", "after the arguments", |p| {
                let arg = p.name("an argument: `name = ...`")?;
                p.need("=", "after the argument's name")?;
                Ok((arg, p.expr()?))
            })?;
        }
        Ok(Use { pos, negated, name, args })
    }

    fn simple_pattern(&mut self) -> Parsed<Pattern> {
        if !self.accept("(") {
            return Ok(Pattern::One(self.name("a name")?));
        }
        let names = self.list(|p| p.name("a name"))?;
        self.need(")", "after the names")?;
        Ok(Pattern::Tuple(names))
    }

    pub(super) fn binder(&mut self) -> Parsed<Binder> {
        self.deeper(|p| {
            let pos = p.pos();
            let mut pattern = p.simple_pattern()?;
            if p.accept(",") {
                let Pattern::One(index) = pattern else {
                    return Err(pos.error("only a name can count the items").hint("`i, L in rows`"));
                };
                pattern = Pattern::Numbered(index, Box::new(p.simple_pattern()?));
            }
            let source = if p.accept_word("along") {
                Source::Along(p.expr()?)
            } else if p.is_word("at") && p.word_ahead(1, "moves") {
                p.skip();
                p.skip();
                p.need("(", "and how far the move goes")?;
                let down = p.expr()?;
                p.need(",", "between the two distances of a move")?;
                let right = p.expr()?;
                p.need(")", "after the move")?;
                Source::Moves(down, right, p.both_ways()?)
            } else if p.accept_word("in") {
                let near = match p.peek() {
                    Token::Name(n) if n == "neighbours" && !p.symbol_ahead(1, "(") => Some((Nearness::Orthogonal, 1)),
                    Token::Name(n) if n == "diagonal" && p.word_ahead(1, "neighbours") => Some((Nearness::Diagonal, 2)),
                    Token::Name(n) if n == "touching" && p.word_ahead(1, "neighbours") => Some((Nearness::Touching, 2)),
                    _ => None,
                };
                match near {
                    Some((nearness, words)) => {
                        p.at += words;
                        Source::Neighbours(nearness, p.both_ways()?)
                    }
                    None => Source::In(p.expr()?),
                }
            } else {
                return Err(p.expected("`in`, `along` or `at moves`").hint(
                    "`for c in L`, `for (a, b) along L`, `for (a, b) in neighbours`, `for (a, b) at moves (1, 2)`",
                ));
            };
            let mut filters = Vec::new();
            loop {
                if p.accept_word("where") {
                    filters.push(Filter::Where(p.expr()?));
                } else if p.is_word("unless") || p.is_word("marked") {
                    let unless = p.accept_word("unless");
                    p.need_word("marked", "after `unless`")?;
                    p.need_word("by", "after `marked`")?;
                    let names = p.list(|p| Ok((p.pos(), p.rule_name()?)))?;
                    filters.push(if unless { Filter::Unmarked(names) } else { Filter::Marked(names) });
                } else {
                    break;
                }
            }
            Ok(Binder { pos, pattern, source, filters })
        })
    }

    fn both_ways(&mut self) -> Parsed<bool> {
        let both = self.accept_word("both");
        if both {
            self.need_word("ways", "after `both`")?;
        }
        Ok(both)
    }

    /// Whether a binder (what follows `for`) starts at the current token.
    pub(super) fn at_binder(&self) -> bool {
        let is_name = |t: &Token| matches!(t, Token::Name(n) if !RESERVED.contains(&n.as_str()));
        let source = |n: usize| {
            self.word_ahead(n, "in")
                || self.word_ahead(n, "along")
                || self.word_ahead(n, "at") && self.word_ahead(n + 1, "moves")
        };
        // `(a, b) along`
        let tuple_end = |mut n: usize| -> Option<usize> {
            if !self.symbol_ahead(n, "(") {
                return None;
            }
            loop {
                if !is_name(self.ahead(n + 1)) {
                    return None;
                }
                if self.symbol_ahead(n + 2, ")") {
                    return Some(n + 3);
                }
                if !self.symbol_ahead(n + 2, ",") {
                    return None;
                }
                n += 2;
            }
        };
        if let Some(end) = tuple_end(0) {
            return source(end);
        }
        if !is_name(self.peek()) {
            return false;
        }
        if source(1) {
            return true;
        }
        self.symbol_ahead(1, ",") && (is_name(self.ahead(2)) && source(3) || tuple_end(2).is_some_and(source))
    }
}
