//! Parses tokens into a syntax tree by recursive descent. There is one function for each line of the grammar, and the depth is
//! limited.
//!
//! This file contains the functions that move from token to token; the submodules parse rules, statements and expressions.

mod expression;
mod rule;
mod statement;

use super::ast::Rule;
use super::lex::{Lexed, Pos, Token, lex};
use cluewright_core::{BadInput, Sort};

/// The maximum nesting depth of blocks and expressions.
const MAX_DEPTH: u32 = 64;
/// The maximum height of a tree. Each link of a chain such as `a + b + c` is one level higher than the link before it, so chains
/// within chains make a tree higher than its brackets are nested. The type checker accepts at most 200 levels, not counting
/// brackets and binders.
const MAX_TALL: u32 = 200 + MAX_DEPTH;

/// Words that cannot be names.
const RESERVED: [&str; 24] = [
    "and", "or", "not", "in", "if", "then", "else", "elif", "every", "some", "exactly", "of", "for", "where", "unless",
    "require", "use", "let", "any", "mod", "matches", "true", "false", "along",
];

/// Parses the rules in the text.
///
/// ```
/// let rules = cluewright_rules::parse("rule thermo \"Rises.\"\n  clue line L\n  require increasing(L)\n").unwrap();
/// assert_eq!(rules[0].name, "thermo");
/// let e = cluewright_rules::parse("rule thermo\n  requires increasing(L)\n").unwrap_err();
/// assert!(e.to_string().contains("did you mean `require`?"), "{e}");
/// ```
pub fn parse(text: &str) -> Result<Vec<Rule>, BadInput> {
    let Parsing { rules, mut mistakes } = parse_all(text);
    if mistakes.is_empty() {
        return Ok(rules.into_iter().map(|(rule, _)| rule).collect());
    }
    Err(mistakes.swap_remove(0))
}

/// The result of parsing: the rules, each with a flag that is true if the rule was parsed without mistakes, and all mistakes
/// in order.
pub(crate) struct Parsing {
    pub(crate) rules: Vec<(Rule, bool)>,
    pub(crate) mistakes: Vec<BadInput>,
}

/// Parses the rules in the text. After a mistake it continues with the next line of the rule.
pub(crate) fn parse_all(text: &str) -> Parsing {
    let lexed = match lex(text) {
        Ok(lexed) => lexed,
        Err(mistake) => return Parsing { rules: Vec::new(), mistakes: unread(text, mistake) },
    };
    let mut parser = Parser { lexed, at: 0, depth: 0, tall: 0, mistakes: Vec::new() };
    let mut rules = Vec::new();
    while parser.peek() != &Token::End && parser.mistakes.len() < MAX_MISTAKES {
        let pos = parser.pos();
        let before = parser.mistakes.len();
        let rule = if parser.accept_word("rule") {
            parser.rule(pos)
        } else {
            Err(parser.expected("`rule NAME \"what it says\"`").hint("every rule starts in the first column"))
        };
        match rule {
            Ok(rule) => rules.push((rule, parser.mistakes.len() == before)),
            Err(mistake) => parser.go_on_behind(mistake, 0),
        }
    }
    Parsing { rules, mistakes: parser.mistakes }
}

/// The mistakes in text that cannot be split into tokens: the first mistake, and any further mistakes that are found after the
/// faulty line has been removed.
fn unread(text: &str, first: BadInput) -> Vec<BadInput> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let mut mistakes = vec![first];
    while mistakes.len() < MAX_MISTAKES {
        let line = mistakes.last().and_then(|m| m.place).and_then(|(line, _)| lines.get_mut(line as usize - 1));
        // An empty line cannot have caused the error.
        let Some(line) = line.filter(|line| !line.is_empty()) else { break };
        *line = "";
        match lex(&lines.join("\n")) {
            Ok(_) => break,
            Err(mistake) => mistakes.push(mistake),
        }
    }
    mistakes.order_by_key(|m| m.place);
    mistakes
}

/// The maximum number of mistakes reported for one text.
const MAX_MISTAKES: usize = 50;

struct Parser<'a> {
    lexed: Lexed<'a>,
    at: usize,
    /// The number of open blocks and expressions.
    depth: u32,
    /// The height of the highest tree that was parsed since the innermost block or expression was opened.
    tall: u32,
    /// The mistakes found so far, in order.
    mistakes: Vec<BadInput>,
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

    /// Records a mistake, and continues with the next line that is indented by at most `level` levels.
    fn go_on_behind(&mut self, mistake: BadInput, level: usize) {
        self.mistakes.push(mistake);
        (self.depth, self.tall) = (0, 0);
        let tokens = &self.lexed.tokens;
        let last = tokens.len() - 1;
        if self.mistakes.len() >= MAX_MISTAKES {
            self.at = last;
            return;
        }
        let mut open = 0usize;
        for (i, (token, _)) in tokens.iter().enumerate() {
            let starts = i > 0 && matches!(tokens[i - 1].0, Token::Newline | Token::Dedent);
            if i > self.at && starts && open <= level && *token != Token::Indent {
                self.at = i;
                return;
            }
            match token {
                Token::Indent => open += 1,
                Token::Dedent => open = open.saturating_sub(1),
                _ => {}
            }
        }
        self.at = last;
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
            error = error.hint("write `=` for equality");
        }
        Err(error)
    }

    /// Parses one or more items, separated by commas.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut all = vec![item(self)?];
        while self.accept(",") {
            all.push(item(self)?);
        }
        Ok(all)
    }

    /// Parses any number of items up to the closing bracket. The items are separated by commas; a comma after the last item is
    /// optional.
    fn list_until<T>(
        &mut self,
        close: &str,
        after: &str,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut all = Vec::new();
        while !self.is_symbol(close) {
            all.push(item(self)?);
            if !self.accept(",") {
                break;
            }
        }
        self.need(close, after)?;
        Ok(all)
    }

    /// Parses a name that is not reserved.
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

    /// Parses a nested part. Every recursive call of the parser goes through this function, so no text can overflow the
    /// stack.
    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self
                .pos()
                .error(format!("there are more than {MAX_DEPTH} levels of nesting"))
                .hint("give parts names with `let` instead of nesting them"));
        }
        let result = self.apart(|p| {
            let read = inner(p);
            p.tall += 1;
            read
        });
        self.depth -= 1;
        result
    }

    /// Parses a part whose height is measured separately.
    fn apart<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outer = std::mem::take(&mut self.tall);
        let result = inner(self);
        self.tall = self.tall.max(outer);
        result
    }

    /// Counts one more link of a chain, on top of what has been parsed so far.
    fn link(&mut self) -> Parsed<()> {
        self.tall += 1;
        if self.tall > MAX_TALL {
            return Err(self
                .pos()
                .error(format!("there are more than {MAX_TALL} levels, including sums and products within each other"))
                .hint("give parts names with `let` instead of nesting them"));
        }
        Ok(())
    }
}
