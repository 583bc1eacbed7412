//! Words into a syntax tree: recursive descent, one function for each line of the grammar, bounded in depth.
//!
//! Here are the steps from word to word; rules, statements and expressions are in the rooms beside.

mod expression;
mod rule;
mod statement;

use super::ast::Rule;
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

    /// One or more with commas between.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut all = vec![item(self)?];
        while self.accept(",") {
            all.push(item(self)?);
        }
        Ok(all)
    }

    /// Any number with commas between, also behind the last, up to the bracket that closes them.
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
}
