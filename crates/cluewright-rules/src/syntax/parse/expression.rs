//! Parses expressions. From loosest to tightest, the precedence levels are: `=>`, `or`, `and`, `not`, comparisons, `..`, `before`,
//! sums, products, signs, primary expressions.

use super::{Parsed, Parser, RESERVED};
use crate::syntax::ast::{Arith, Cmp, Expr, ExprKind, Quantity};
use crate::syntax::lex::{Pos, Token};

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        // Use a fast path for single numbers, because tables contain thousands of them.
        if let (&Token::Number(n), Token::Symbol("," | "]" | "}" | ")")) = (self.peek(), self.ahead(1)) {
            let pos = self.pos();
            self.skip();
            return Ok(Expr { pos, kind: ExprKind::Number(n) });
        }
        let left = self.or()?;
        let pos = self.pos();
        if self.accept("=>") {
            let right = self.deeper(Self::expr)?;
            return Ok(Expr { pos, kind: ExprKind::Implies(Box::new(left), Box::new(right)) });
        }
        Ok(left)
    }

    pub(super) fn or(&mut self) -> Parsed<Expr> {
        let first = self.and()?;
        if !self.is_word("or") || self.symbol_ahead(1, ":") {
            return Ok(first);
        }
        let pos = self.pos();
        let mut all = vec![first];
        while self.is_word("or") && !self.symbol_ahead(1, ":") {
            self.skip();
            all.push(self.and()?);
        }
        Ok(Expr { pos, kind: ExprKind::Or(all) })
    }

    pub(super) fn and(&mut self) -> Parsed<Expr> {
        let first = self.not()?;
        if !self.is_word("and") {
            return Ok(first);
        }
        let pos = self.pos();
        let mut all = vec![first];
        while self.accept_word("and") {
            all.push(self.not()?);
        }
        Ok(Expr { pos, kind: ExprKind::And(all) })
    }

    pub(super) fn not(&mut self) -> Parsed<Expr> {
        let pos = self.pos();
        if self.accept_word("not") {
            let inner = self.deeper(Self::not)?;
            return Ok(Expr { pos, kind: ExprKind::Not(Box::new(inner)) });
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let left = self.range()?;
        let pos = self.pos();
        if self.accept_word("matches") {
            let regex = self.unary()?;
            return Ok(Expr { pos, kind: ExprKind::Matches(Box::new(left), Box::new(regex)) });
        }
        let mut rest = Vec::new();
        loop {
            let cmp = match self.peek() {
                Token::Symbol("=") => Cmp::Eq,
                Token::Symbol("!=") => Cmp::Ne,
                Token::Symbol("<") => Cmp::Lt,
                Token::Symbol("<=") => Cmp::Le,
                Token::Symbol(">") => Cmp::Gt,
                Token::Symbol(">=") => Cmp::Ge,
                Token::Name(n) if n == "in" => Cmp::In,
                _ => break,
            };
            self.skip();
            if cmp == Cmp::Eq && self.is_symbol("=") {
                return Err(self.expected("an expression").hint("write `=` for equality"));
            }
            rest.push((cmp, self.range()?));
        }
        if rest.is_empty() {
            return Ok(left);
        }
        Ok(Expr { pos, kind: ExprKind::Compare(Box::new(left), rest) })
    }

    /// Parses `a .. b`: the integers from `a` to `b`.
    pub(super) fn range(&mut self) -> Parsed<Expr> {
        let low = self.side()?;
        let pos = self.pos();
        if !self.accept("..") {
            return Ok(low);
        }
        let high = self.side()?;
        Ok(Expr { pos, kind: ExprKind::Set(vec![(low, Some(high))]) })
    }

    fn side(&mut self) -> Parsed<Expr> {
        let left = self.sum()?;
        let pos = self.pos();
        let after = self.is_word("after");
        if after || self.is_word("before") {
            self.skip();
            let right = self.sum()?;
            return Ok(Expr { pos, kind: ExprKind::Side(after, Box::new(left), Box::new(right)) });
        }
        Ok(left)
    }

    pub(super) fn sum(&mut self) -> Parsed<Expr> {
        self.apart(Self::terms)
    }

    fn terms(&mut self) -> Parsed<Expr> {
        let mut left = self.product()?;
        let mut terms = 0;
        loop {
            let pos = self.pos();
            let op = match self.peek() {
                Token::Symbol("+") => Arith::Add,
                Token::Symbol("-") => Arith::Sub,
                _ => return Ok(left),
            };
            terms += 1;
            if terms > 200 {
                return Err(pos
                    .error("there are more than 200 terms in one sum")
                    .hint("write `sum(... for ... in ...)`"));
            }
            self.skip();
            let right = self.product()?;
            self.link()?;
            left = Expr { pos, kind: ExprKind::Arith(op, Box::new(left), Box::new(right)) };
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
        self.apart(Self::factors)
    }

    fn factors(&mut self) -> Parsed<Expr> {
        let mut left = self.unary()?;
        let mut factors = 0;
        loop {
            let pos = self.pos();
            let op = match self.peek() {
                Token::Symbol("*") => Arith::Mul,
                Token::Symbol("/") => Arith::Div,
                Token::Symbol("//") => Arith::FloorDiv,
                Token::Name(n) if n == "mod" => Arith::Mod,
                _ => return Ok(left),
            };
            factors += 1;
            if factors > 100 {
                return Err(pos.error("there are more than 100 factors in one product").hint("write `product(...)`"));
            }
            self.skip();
            let right = self.unary()?;
            self.link()?;
            left = Expr { pos, kind: ExprKind::Arith(op, Box::new(left), Box::new(right)) };
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let pos = self.pos();
        if self.accept("-") {
            let inner = self.deeper(Self::unary)?;
            return Ok(Expr { pos, kind: ExprKind::Neg(Box::new(inner)) });
        }
        self.apart(Self::items)
    }

    /// Parses a primary expression and any selections that follow it: `L[i]`, `k.total`.
    fn items(&mut self) -> Parsed<Expr> {
        let mut expr = self.deeper(Self::primary)?;
        let mut links = 0;
        loop {
            let pos = self.pos();
            links += 1;
            if links > 20 {
                return Err(pos.error("there are too many `[...]` in a row"));
            }
            if self.accept("[") {
                let index = self.deeper(Self::expr)?;
                self.need("]", "after the place in the list")?;
                self.link()?;
                expr = Expr { pos, kind: ExprKind::Index(Box::new(expr), Box::new(index)) };
            } else if self.is_symbol(".") {
                self.skip();
                let field = self.rule_name()?;
                self.link()?;
                expr = Expr { pos, kind: ExprKind::Field(Box::new(expr), field) };
            } else {
                return Ok(expr);
            }
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let pos = self.pos();
        let kind = match self.peek().clone() {
            Token::Number(n) => {
                self.skip();
                ExprKind::Number(n)
            }
            Token::Text(mut text) => {
                self.skip();
                // Adjacent strings are the lines of one string.
                while let Token::Text(more) = self.peek() {
                    text.push('\n');
                    text.push_str(more);
                    self.skip();
                }
                ExprKind::Text(text)
            }
            Token::Symbol("(") => {
                self.skip();
                let inner = self.expr()?;
                if self.is_symbol(",") {
                    return Err(self.expected("`)`").hint("write a list in `[ ]`, and a set of numbers in `{ }`"));
                }
                self.need(")", "")?;
                return Ok(inner);
            }
            Token::Symbol("|") => {
                self.skip();
                let inner = self.expr()?;
                self.need("|", "at the end of the absolute value")?;
                ExprKind::Abs(Box::new(inner))
            }
            Token::Symbol("[") => {
                self.skip();
                let mut items = Vec::new();
                if !self.is_symbol("]") {
                    let first = self.expr()?;
                    if self.accept_word("for") {
                        let binder = self.binder()?;
                        self.need("]", "after the list")?;
                        return Ok(Expr { pos, kind: ExprKind::ListFor(Box::new(first), Box::new(binder)) });
                    }
                    items.push(first);
                    while self.accept(",") {
                        items.push(self.expr()?);
                    }
                }
                self.need("]", "after the list")?;
                ExprKind::List(items)
            }
            Token::Symbol("{") => {
                self.skip();
                ExprKind::Set(self.list_until("}", "after the set", |p| {
                    let low = p.side()?;
                    Ok((low, if p.accept("..") { Some(p.side()?) } else { None }))
                })?)
            }
            Token::Name(word) => return self.word(pos, &word),
            _ => return Err(self.expected("an expression")),
        };
        Ok(Expr { pos, kind })
    }

    pub(super) fn word(&mut self, pos: Pos, word: &str) -> Parsed<Expr> {
        if let Some(quantity) = self.quantity()? {
            let counted = !matches!(quantity, Quantity::Every | Quantity::Some);
            if counted && self.accept_word("of") {
                self.need("(", "and the conditions")?;
                let all = self.list(Self::expr)?;
                self.need(")", "after the conditions")?;
                return Ok(Expr { pos, kind: ExprKind::Of(quantity, all) });
            }
            let binder = self.binder()?;
            self.need(":", "before the condition")?;
            let condition = self.expr()?;
            return Ok(Expr { pos, kind: ExprKind::Quantified(quantity, Box::new(binder), Box::new(condition)) });
        }
        let kind = match word {
            "true" | "false" => {
                self.skip();
                ExprKind::Bool(word == "true")
            }
            "if" => {
                self.skip();
                let condition = self.expr()?;
                self.need_word("then", "after the condition")?;
                let yes = self.expr()?;
                self.need_word("else", "and the other case")?;
                let no = self.expr()?;
                ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no))
            }
            "fold" => {
                self.skip();
                let name = self.name("the name of the state: `fold s = 0 for c in L: ...`")?;
                self.need("=", "and the state before the first item")?;
                let start = self.expr()?;
                self.need_word("for", "and the items: `fold s = 0 for c in L: ...`")?;
                let binder = self.binder()?;
                self.need(":", "before the next state")?;
                let next = self.expr()?;
                ExprKind::Fold(name, Box::new(start), Box::new(binder), Box::new(next))
            }
            "first" | "last" if !self.symbol_ahead(1, "(") => {
                self.skip();
                let count = self.sum()?;
                self.need_word("of", &format!("and a list: `{word} 3 of L`"))?;
                let list = self.unary()?;
                ExprKind::End(word == "last", Box::new(count), Box::new(list))
            }
            _ if RESERVED.contains(&word) => {
                return Err(self.expected("an expression").hint(format!("`{word}` is a word of the language")));
            }
            _ => {
                self.skip();
                if !self.accept("(") {
                    return Ok(Expr { pos, kind: ExprKind::Name(word.to_owned()) });
                }
                if self.at_binder() {
                    let binder = self.binder()?;
                    self.need(")", "after the items")?;
                    return Ok(Expr { pos, kind: ExprKind::CallFor(word.to_owned(), None, Box::new(binder)) });
                }
                let mut args = Vec::new();
                while !self.is_symbol(")") {
                    args.push(self.expr()?);
                    if args.len() == 1 && self.accept_word("for") {
                        let binder = self.binder()?;
                        self.need(")", "after the items")?;
                        let item = args.pop().map(Box::new);
                        return Ok(Expr { pos, kind: ExprKind::CallFor(word.to_owned(), item, Box::new(binder)) });
                    }
                    if !self.accept(",") {
                        break;
                    }
                }
                self.need(")", "after the arguments")?;
                if matches!(word, "first" | "last") && args.len() == 1 && self.accept_word("of") {
                    let list = self.unary()?;
                    let count = args.pop().expect("one argument");
                    ExprKind::End(word == "last", Box::new(count), Box::new(list))
                } else {
                    ExprKind::Call(word.to_owned(), args)
                }
            }
        };
        Ok(Expr { pos, kind })
    }

    fn quantity(&mut self) -> Parsed<Option<Quantity>> {
        if self.accept_word("every") {
            return Ok(Some(Quantity::Every));
        }
        if self.accept_word("some") {
            return Ok(Some(Quantity::Some));
        }
        let make: fn(Box<Expr>) -> Quantity = if self.is_word("exactly") {
            Quantity::Exactly
        } else if self.is_word("at") && self.word_ahead(1, "least") {
            self.skip();
            Quantity::AtLeast
        } else if self.is_word("at") && self.word_ahead(1, "most") {
            self.skip();
            Quantity::AtMost
        } else {
            return Ok(None);
        };
        self.skip();
        if matches!(self.peek(), Token::Name(_)) && self.word_ahead(1, "in") {
            return Err(self.expected("how many").hint("`exactly 2 c in L: ...`"));
        }
        let count = self.sum()?;
        Ok(Some(make(Box::new(count))))
    }
}
