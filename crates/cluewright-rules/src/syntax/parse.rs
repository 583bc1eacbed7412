//! Words into a syntax tree: recursive descent, one function for each line of the grammar, bounded in depth.

use super::ast::{
    Arith, Binder, Cmp, Expr, ExprKind, Filter, Foreign, ForeignArgs, ForeignValue, Nearness, Param, ParamKind,
    Pattern, Quantity, Rule, Shape, Source, Stmt, StmtKind, Use,
};
use super::lex::{Lexed, Pos, Token, lex};
use cluewright_core::BadInput;

/// Deepest nesting of blocks and expressions.
const MAX_DEPTH: u32 = 64;

/// Words that cannot be names.
const RESERVED: [&str; 24] = [
    "and", "or", "not", "in", "if", "then", "else", "elif", "every", "some", "exactly", "of", "for", "where", "unless",
    "require", "use", "let", "any", "mod", "matches", "true", "false", "along",
];

/// Reads the rules in a text.
///
/// ```
/// let rules = cluewright_rules::parse("rule thermo \"Rises.\"\n  clue line L\n  require increasing(L)\n").unwrap();
/// assert_eq!(rules[0].name, "thermo");
/// let e = cluewright_rules::parse("rule thermo\n  requires increasing(L)\n").unwrap_err();
/// assert!(e.to_string().contains("did you mean `require`?"), "{e}");
/// ```
pub fn parse(text: &str) -> Result<Vec<Rule>, BadInput> {
    let mut parser = Parser { lexed: lex(text)?, at: 0, depth: 0 };
    let mut rules = Vec::new();
    while parser.peek() != &Token::End {
        let pos = parser.pos();
        if !parser.accept_word("rule") {
            return Err(parser.expected("`rule NAME \"what it says\"`").hint("every rule starts in the first column"));
        }
        rules.push(parser.rule(pos)?);
    }
    Ok(rules)
}

struct Parser<'a> {
    lexed: Lexed<'a>,
    at: usize,
    depth: u32,
}

type Parsed<T> = Result<T, BadInput>;

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.lexed.tokens[self.at].0
    }

    fn ahead(&self, n: usize) -> &Token {
        &self.lexed.tokens[(self.at + n).min(self.lexed.tokens.len() - 1)].0
    }

    fn pos(&self) -> Pos {
        self.lexed.tokens[self.at].1
    }

    fn skip(&mut self) {
        self.at = (self.at + 1).min(self.lexed.tokens.len() - 1);
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Name(n) if n == word)
    }

    fn word_ahead(&self, n: usize, word: &str) -> bool {
        matches!(self.ahead(n), Token::Name(name) if name == word)
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(s) if *s == symbol)
    }

    fn symbol_ahead(&self, n: usize, symbol: &str) -> bool {
        matches!(self.ahead(n), Token::Symbol(s) if *s == symbol)
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.skip();
        }
        found
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.skip();
        }
        found
    }

    fn expected(&self, what: &str) -> BadInput {
        self.pos().error(format!("expected {what}, found {}", self.peek()))
    }

    fn need(&mut self, symbol: &str, why: &str) -> Parsed<()> {
        if self.accept(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}` {why}"))) }
    }

    fn need_word(&mut self, word: &str, why: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}` {why}"))) }
    }

    fn need_newline(&mut self, after: &str) -> Parsed<()> {
        if self.peek() == &Token::Newline {
            self.skip();
            return Ok(());
        }
        let mut error = self.expected(&format!("the end of the line after {after}"));
        if matches!(self.peek(), Token::Symbol("=")) && self.symbol_ahead(1, "=") {
            error = error.hint("equality is one `=`");
        }
        Err(error)
    }

    /// A name that is free to be given.
    fn name(&mut self, what: &str) -> Parsed<String> {
        match self.peek() {
            Token::Name(name) if RESERVED.contains(&name.as_str()) => {
                let message = format!("`{name}` is a word of the language and cannot be {what}");
                Err(self.pos().error(message).hint("choose another name"))
            }
            Token::Name(name) => {
                let name = name.clone();
                self.skip();
                Ok(name)
            }
            _ => Err(self.expected(what)),
        }
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self
                .pos()
                .error(format!("more than {MAX_DEPTH} levels of nesting"))
                .hint("name parts with `let` instead of nesting them"));
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn rule(&mut self, pos: Pos) -> Parsed<Rule> {
        let name = self.rule_name()?;
        let about = self.accept_text().unwrap_or_default();
        self.need_newline("the rule's name")?;
        let mut rule = Rule {
            pos,
            name,
            about,
            is_clue: false,
            params: Vec::new(),
            says: None,
            says_pos: pos,
            draw: Vec::new(),
            also: Vec::new(),
            body: Vec::new(),
        };
        if self.peek() != &Token::Indent {
            return Err(self
                .expected("what the rule demands, indented below its name")
                .hint("for example `  require increasing(L)`"));
        }
        self.skip();
        while self.peek() != &Token::Dedent {
            let pos = self.pos();
            if self.is_word("clue") || self.is_word("option") {
                let is_clue = self.is_word("clue");
                if !rule.params.is_empty() && rule.is_clue != is_clue {
                    return Err(pos
                        .error("a rule has either `clue` or `option` parameters")
                        .hint("`clue` for a rule that clues use, `option` for a rule of the whole grid"));
                }
                self.skip();
                rule.is_clue = is_clue;
                loop {
                    let param = self.param(is_clue)?;
                    if rule.params.iter().any(|p| p.name == param.name) {
                        return Err(param.pos.error(format!("there is already a parameter `{}`", param.name)));
                    }
                    rule.params.push(param);
                    if !self.accept(",") {
                        break;
                    }
                }
                self.need_newline("the parameters")?;
            } else if self.accept_word("says") {
                rule.says_pos = self.pos();
                let text = self
                    .accept_text()
                    .ok_or_else(|| self.expected("the noun in quotes: \"the cage {total} at {C}\""))?;
                if rule.says.replace(text).is_some() {
                    return Err(pos.error("a second `says`").hint("a rule has one noun"));
                }
                self.need_newline("the noun")?;
            } else if self.accept_word("draw") {
                let from = self.pos();
                while self.peek() != &Token::Newline && self.peek() != &Token::End {
                    self.skip();
                }
                let to = self.pos();
                let line = self.lexed.lines[from.line as usize - 1];
                let end = if to.line == from.line { to.column as usize - 1 } else { usize::MAX };
                let words: String = line.chars().take(end).skip(from.column as usize - 1).collect();
                rule.draw.push(without_comment(&words).trim().to_owned());
                self.need_newline("the drawing")?;
            } else if self.accept_word("also") {
                loop {
                    let foreign = self.foreign()?;
                    rule.also.push(foreign);
                    if !self.accept(",") {
                        break;
                    }
                }
                self.need_newline("the foreign names")?;
            } else {
                let stmt = self.statement()?;
                rule.body.push(stmt);
            }
        }
        self.skip();
        Ok(rule)
    }

    fn rule_name(&mut self) -> Parsed<String> {
        match self.peek() {
            Token::Name(name) => {
                let name = name.clone();
                self.skip();
                Ok(name)
            }
            _ => Err(self.expected("the rule's name").hint("letters, digits and `-`: `rule anti-knight \"...\"`")),
        }
    }

    fn accept_text(&mut self) -> Option<String> {
        let Token::Text(text) = self.peek() else { return None };
        let text = text.clone();
        self.skip();
        Some(text)
    }

    fn param(&mut self, is_clue: bool) -> Parsed<Param> {
        let shape = match self.peek() {
            Token::Name(word) if matches!(self.ahead(1), Token::Name(_)) => {
                let found = Shape::ALL.iter().find(|s| s.1 == word);
                let Some(shape) = found else {
                    let words: Vec<&str> = Shape::ALL.iter().map(|s| s.1).collect();
                    return Err(self.pos().error(format!("`{word}` is not a shape of a clue")).hint(
                        suggest(word, words.iter().copied()).unwrap_or_else(|| format!("one of {}", words.join(", "))),
                    ));
                };
                if !is_clue {
                    return Err(self.pos().error("an option is no cells").hint("write `clue` instead of `option`"));
                }
                Some(shape.0)
            }
            _ => None,
        };
        let mut pos = self.pos();
        if let Some(shape) = shape {
            self.skip();
            pos = self.pos();
            let name = self.name("a parameter's name")?;
            let optional = self.accept("?");
            return Ok(Param { pos, name, kind: ParamKind::Shape(shape), range: None, value: None, optional });
        }
        let name = self.name("a parameter: `cage C` or `total: number`")?;
        let mut kind = ParamKind::Number;
        if self.accept(":") {
            kind = match self.peek() {
                Token::Name(n) if n == "number" => ParamKind::Number,
                Token::Name(n) if n == "numbers" => ParamKind::Numbers,
                Token::Name(n) if n == "boolean" => ParamKind::Boolean,
                Token::Name(n) if n == "text" => ParamKind::Text,
                _ => return Err(self.expected("a type: number, numbers, boolean or text")),
            };
            self.skip();
        } else if is_clue {
            return Err(self
                .expected(&format!("`:` and a type after `{name}`"))
                .hint("`total: number`; cells are `cage C`"));
        }
        let mut range = None;
        if !self.is_symbol("=") && !self.is_symbol("?") && !self.is_symbol(",") && self.peek() != &Token::Newline {
            let low = self.sum()?;
            self.need("..", "in a range of numbers")?;
            range = Some((low, self.sum()?));
        }
        let value = if self.accept("=") { Some(self.expr()?) } else { None };
        let optional = self.accept("?");
        Ok(Param { pos, name, kind, range, value, optional })
    }

    fn foreign(&mut self) -> Parsed<Foreign> {
        let pos = self.pos();
        let format = match self.peek() {
            Token::Name(name) => name.clone(),
            _ => return Err(self.expected("a format's name: f-puzzles, iss, sudokumaker")),
        };
        self.skip();
        let name = match self.peek() {
            Token::Name(name) | Token::Text(name) => name.clone(),
            Token::Number(n) => n.to_string(),
            _ => return Err(self.expected(&format!("what {format} calls the rule"))),
        };
        self.skip();
        let word = self.accept_text();
        let args = if self.accept("{") {
            let mut args = Vec::new();
            while !self.is_symbol("}") {
                let Token::Name(key) = self.peek().clone() else {
                    return Err(self.expected("a foreign argument: `{cells: C}`"));
                };
                self.skip();
                self.need(":", "after a foreign argument's name")?;
                args.push((key, self.foreign_value()?));
                if !self.accept(",") {
                    break;
                }
            }
            self.need("}", "after the foreign arguments")?;
            ForeignArgs::Named(args)
        } else if self.accept("(") {
            let mut args = Vec::new();
            while !self.is_symbol(")") {
                args.push(self.foreign_value()?);
                if !self.accept(",") {
                    break;
                }
            }
            self.need(")", "after the foreign arguments")?;
            ForeignArgs::Listed(args)
        } else {
            ForeignArgs::None
        };
        Ok(Foreign { pos, format, name, word, args })
    }

    fn foreign_value(&mut self) -> Parsed<ForeignValue> {
        let negative = self.accept("-");
        let value = match self.peek().clone() {
            Token::Number(n) => ForeignValue::Number(if negative { -n } else { n }),
            _ if negative => return Err(self.expected("a number after `-`")),
            Token::Name(name) => ForeignValue::Param(name),
            Token::Text(text) => ForeignValue::Text(text),
            Token::Symbol("[") => {
                self.skip();
                let mut parts = Vec::new();
                while !self.is_symbol("]") {
                    parts.push(self.deeper(Self::foreign_value)?);
                    if !self.accept(",") {
                        break;
                    }
                }
                self.need("]", "after the joined arguments")?;
                return Ok(ForeignValue::Joined(parts));
            }
            _ => return Err(self.expected("a parameter, a number or a text")),
        };
        self.skip();
        Ok(value)
    }

    fn body(&mut self) -> Parsed<Vec<Stmt>> {
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

    fn statement(&mut self) -> Parsed<Stmt> {
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
                let mut uses = Vec::new();
                loop {
                    uses.push(self.use_item()?);
                    if !self.accept(",") {
                        break;
                    }
                }
                self.need_newline("the rules used")?;
                StmtKind::Use(uses)
            }
            "for" => {
                self.skip();
                let binder = self.binder()?;
                self.need(":", "before what holds for each")?;
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
                    let mut params = Vec::new();
                    loop {
                        params.push(self.name("a parameter's name")?);
                        if !self.accept(",") {
                            break;
                        }
                    }
                    self.need(")", "after the parameters")?;
                    self.need("=", "and what the function is")?;
                    StmtKind::LetFn(name, params, self.expr()?)
                } else {
                    let pattern = self.simple_pattern()?;
                    self.need("=", "and what it stands for")?;
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
                self.need_word("is", "and what the cell counts for")?;
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
                    "require", "use", "for", "if", "let", "extra", "value", "any", "clue", "option", "says", "draw",
                    "also",
                ];
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
            while !self.is_symbol(")") {
                let arg = self.name("an argument: `name = ...`")?;
                self.need("=", "after the argument's name")?;
                args.push((arg, self.expr()?));
                if !self.accept(",") {
                    break;
                }
            }
            self.need(")", "after the arguments")?;
        }
        Ok(Use { pos, negated, name, args })
    }

    fn simple_pattern(&mut self) -> Parsed<Pattern> {
        if !self.accept("(") {
            return Ok(Pattern::One(self.name("a name")?));
        }
        let mut names = Vec::new();
        loop {
            names.push(self.name("a name")?);
            if !self.accept(",") {
                break;
            }
        }
        self.need(")", "after the names")?;
        Ok(Pattern::Tuple(names))
    }

    fn binder(&mut self) -> Parsed<Binder> {
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
                    let mut names = Vec::new();
                    loop {
                        let pos = p.pos();
                        names.push((pos, p.rule_name()?));
                        if !p.accept(",") {
                            break;
                        }
                    }
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

    /// Does a `for` without its first word start here?
    fn at_binder(&self) -> bool {
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

    fn expr(&mut self) -> Parsed<Expr> {
        // A number alone, as tables have thousands of.
        if let (&Token::Number(n), Token::Symbol("," | "]" | "}" | ")")) = (self.peek(), self.ahead(1)) {
            let pos = self.pos();
            self.skip();
            return Ok(Expr { pos, kind: ExprKind::Number(n) });
        }
        self.deeper(|p| {
            let left = p.or()?;
            let pos = p.pos();
            if p.accept("=>") {
                let right = p.expr()?;
                return Ok(Expr { pos, kind: ExprKind::Implies(Box::new(left), Box::new(right)) });
            }
            Ok(left)
        })
    }

    fn or(&mut self) -> Parsed<Expr> {
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

    fn and(&mut self) -> Parsed<Expr> {
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

    fn not(&mut self) -> Parsed<Expr> {
        let pos = self.pos();
        if self.accept_word("not") {
            let inner = self.deeper(Self::not)?;
            return Ok(Expr { pos, kind: ExprKind::Not(Box::new(inner)) });
        }
        self.comparison()
    }

    /// `a .. b`: the whole numbers from one to the other.
    fn range(&mut self) -> Parsed<Expr> {
        let low = self.side()?;
        let pos = self.pos();
        if !self.accept("..") {
            return Ok(low);
        }
        let high = self.side()?;
        Ok(Expr { pos, kind: ExprKind::Set(vec![(low, Some(high))]) })
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
                return Err(self.expected("an expression").hint("equality is one `=`"));
            }
            rest.push((cmp, self.range()?));
        }
        if rest.is_empty() {
            return Ok(left);
        }
        Ok(Expr { pos, kind: ExprKind::Compare(Box::new(left), rest) })
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

    fn sum(&mut self) -> Parsed<Expr> {
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
                return Err(pos.error("more than 200 terms in one sum").hint("write `sum(... for ... in ...)`"));
            }
            self.skip();
            let right = self.product()?;
            left = Expr { pos, kind: ExprKind::Arith(op, Box::new(left), Box::new(right)) };
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
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
                return Err(pos.error("more than 100 factors in one product").hint("write `product(...)`"));
            }
            self.skip();
            let right = self.unary()?;
            left = Expr { pos, kind: ExprKind::Arith(op, Box::new(left), Box::new(right)) };
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let pos = self.pos();
        if self.accept("-") {
            let inner = self.deeper(Self::unary)?;
            return Ok(Expr { pos, kind: ExprKind::Neg(Box::new(inner)) });
        }
        let mut expr = self.primary()?;
        let mut links = 0;
        loop {
            let pos = self.pos();
            links += 1;
            if links > 20 {
                return Err(pos.error("too many `[...]` in a row"));
            }
            if self.accept("[") {
                let index = self.expr()?;
                self.need("]", "after the place in the list")?;
                expr = Expr { pos, kind: ExprKind::Index(Box::new(expr), Box::new(index)) };
            } else if self.is_symbol(".") {
                self.skip();
                let field = self.rule_name()?;
                expr = Expr { pos, kind: ExprKind::Field(Box::new(expr), field) };
            } else {
                return Ok(expr);
            }
        }
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

    fn primary(&mut self) -> Parsed<Expr> {
        let pos = self.pos();
        let kind = match self.peek().clone() {
            Token::Number(n) => {
                self.skip();
                ExprKind::Number(n)
            }
            Token::Text(text) => {
                self.skip();
                ExprKind::Text(text)
            }
            Token::Symbol("(") => {
                self.skip();
                let inner = self.expr()?;
                if self.is_symbol(",") {
                    return Err(self.expected("`)`").hint("a list is written in `[ ]`, a set of numbers in `{ }`"));
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
                let mut items = Vec::new();
                while !self.is_symbol("}") {
                    let low = self.side()?;
                    let high = if self.accept("..") { Some(self.side()?) } else { None };
                    items.push((low, high));
                    if !self.accept(",") {
                        break;
                    }
                }
                self.need("}", "after the set")?;
                ExprKind::Set(items)
            }
            Token::Name(word) => return self.word(pos, &word),
            _ => return Err(self.expected("an expression")),
        };
        Ok(Expr { pos, kind })
    }

    fn word(&mut self, pos: Pos, word: &str) -> Parsed<Expr> {
        if let Some(quantity) = self.quantity()? {
            let counted = !matches!(quantity, Quantity::Every | Quantity::Some);
            if counted && self.accept_word("of") {
                self.need("(", "and the conditions")?;
                let mut all = Vec::new();
                loop {
                    all.push(self.expr()?);
                    if !self.accept(",") {
                        break;
                    }
                }
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
}

/// The words of a `draw` line up to a comment.
fn without_comment(words: &str) -> &str {
    let mut quoted = false;
    for (i, c) in words.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return &words[..i],
            _ => {}
        }
    }
    words
}

/// "did you mean `...`?" for a name that is close to one of `known`.
pub(crate) fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let near = known.into_iter().map(|k| (distance(name, k), k)).min_by_key(|d| d.0)?;
    let limit = match name.chars().count() {
        0 | 1 => 0,
        n => (n / 3).clamp(1, 3),
    };
    (near.0 <= limit).then(|| format!("did you mean `{}`?", near.1))
}

/// How many letters to add, drop, change or swap to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut best =
                (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
