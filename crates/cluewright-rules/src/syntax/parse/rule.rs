//! Parses rules with their parameters, nouns, drawings, and names in other programs.

use super::{Parsed, Parser};
use crate::syntax::ast::{Example, Foreign, ForeignArgs, ForeignValue, Param, ParamKind, Rule, Shape};
use crate::syntax::lex::{Pos, Token};
use crate::syntax::suggest;

/// An item of a `told` line.
enum ToldItem {
    AtSight,
    For(String),
    Against(String),
}

impl Parser<'_> {
    pub(super) fn rule(&mut self, pos: Pos) -> Parsed<Rule> {
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
            steps: None,
            draw: Vec::new(),
            at_sight: false,
            told: Vec::new(),
            told_against: Vec::new(),
            propose: Vec::new(),
            also: Vec::new(),
            examples: Vec::new(),
            body: Vec::new(),
        };
        if self.peek() != &Token::Indent {
            return Err(self
                .expected("the rule's statements, indented below its name")
                .hint("write, for example, `  require increasing(L)`"));
        }
        self.skip();
        while !matches!(self.peek(), Token::Dedent | Token::End) {
            if let Err(mistake) = self.item(&mut rule) {
                self.go_on_behind(mistake, 1);
            }
        }
        self.skip();
        Ok(rule)
    }

    /// Parses a line of a rule, such as a parameter, a noun or a statement.
    fn item(&mut self, rule: &mut Rule) -> Parsed<()> {
        let pos = self.pos();
        if self.is_word("clue") || self.is_word("option") {
            let is_clue = self.is_word("clue");
            if !rule.params.is_empty() && rule.is_clue != is_clue {
                return Err(pos
                    .error("a rule can have either `clue` or `option` parameters, but not both")
                    .hint("use `clue` for a rule with clues, and `option` for a rule for the whole grid"));
            }
            self.skip();
            rule.is_clue = is_clue;
            for param in self.list(|p| p.param(is_clue))? {
                if rule.params.iter().any(|p| p.name == param.name) {
                    return Err(param.pos.error(format!("there is already a parameter `{}`", param.name)));
                }
                rule.params.push(param);
            }
            self.need_newline("the parameters")?;
        } else if self.accept_word("says") {
            rule.says_pos = self.pos();
            let text =
                self.accept_text().ok_or_else(|| self.expected("the noun in quotes: \"the cage {total} at {C}\""))?;
            if rule.says.replace(text).is_some() {
                return Err(pos.error("there is a second `says`").hint("a rule can have only one noun"));
            }
            self.need_newline("the noun")?;
        } else if self.accept_word("steps") {
            let name = self.accept_text().filter(|name| !name.trim().is_empty());
            let name =
                name.ok_or_else(|| self.expected("the name of the rule's steps, in quotes: \"cage combinations\""))?;
            if rule.steps.replace(name.into()).is_some() {
                return Err(pos.error("there is a second `steps`").hint("the steps of a rule can have only one name"));
            }
            self.need_newline("the name of its steps")?;
        } else if self.accept_word("draw") {
            let words = self.words_as_written("a drawing is one line")?;
            rule.draw.push(words);
            self.need_newline("the drawing")?;
        } else if self.accept_word("told") {
            for phrase in self.list(Self::told)? {
                match phrase {
                    ToldItem::For(phrase) => rule.told.push(phrase),
                    ToldItem::Against(phrase) => rule.told_against.push(phrase),
                    ToldItem::AtSight => rule.at_sight = true,
                }
            }
            self.need_newline("the phrases")?;
        } else if self.accept_word("propose") {
            let words = self.words_as_written("a proposal is one line")?;
            rule.propose.push(words);
            self.need_newline("the proposal")?;
        } else if self.is_word("passes") || self.is_word("fails") {
            let passes = self.is_word("passes");
            self.skip();
            let grid = self
                .accept_text()
                .ok_or_else(|| self.expected("a grid in quotes").hint("`passes \"1234/3412/2143/4321\"`"))?;
            let with =
                if self.accept_word("with") { self.words_as_written("an example is one line")? } else { String::new() };
            self.need_newline("the example")?;
            rule.examples.push(Example { pos, passes, grid, with });
        } else if self.accept_word("also") {
            rule.also.extend(self.list(Self::foreign)?);
            self.need_newline("the foreign names")?;
        } else {
            let stmt = self.statement()?;
            rule.body.push(stmt);
        }
        Ok(())
    }

    /// Parses a `told` line.
    fn told(&mut self) -> Parsed<ToldItem> {
        if self.accept_word("at") {
            if self.accept_word("sight") {
                return Ok(ToldItem::AtSight);
            }
            return Err(self.expected("`sight` after `at`"));
        }
        let is_against = self.accept_word("not");
        let phrase = self.accept_text();
        phrase.map(if is_against { ToldItem::Against } else { ToldItem::For }).ok_or_else(|| {
            self.expected("a phrase in quotes, or `at sight`").hint("write, for example, `told \"german whisper\"`")
        })
    }

    /// The rest of the line as written, except for a comment.
    fn words_as_written(&mut self, one_line: &str) -> Parsed<String> {
        let from = self.pos();
        while self.peek() != &Token::Newline && self.peek() != &Token::End {
            if self.pos().line != from.line {
                return Err(from.error(one_line).hint("a bracket in the line is not closed"));
            }
            self.skip();
        }
        let to = self.pos();
        let line = self.lexed.lines[from.line as usize - 1];
        let end = if to.line == from.line { to.column as usize - 1 } else { usize::MAX };
        let words: String = line.chars().take(end).skip(from.column as usize - 1).collect();
        Ok(without_comment(&words).trim().to_owned())
    }

    pub(super) fn rule_name(&mut self) -> Parsed<String> {
        match self.peek() {
            Token::Name(name) => {
                let name = name.clone();
                self.skip();
                Ok(name)
            }
            _ => Err(self
                .expected("the rule's name")
                .hint("use letters, digits and `-`, as in `rule anti-knight \"...\"`")),
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
                    return Err(self
                        .pos()
                        .error("an option cannot be a list of cells")
                        .hint("write `clue` instead of `option`"));
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
                .hint("write, for example, `total: number`; cells are declared as in `cage C`"));
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
            _ => return Err(self.expected(&format!("the rule's name in {format}"))),
        };
        self.skip();
        let word = self.accept_text();
        let mut fixed = Vec::new();
        let args = if self.accept("{") {
            ForeignArgs::Named(self.list_until("}", "after the foreign arguments", |p| {
                let Token::Name(key) = p.peek().clone() else {
                    return Err(p.expected("a foreign argument: `{cells: C}`"));
                };
                p.skip();
                p.need(":", "after a foreign argument's name")?;
                Ok((key, p.foreign_value()?))
            })?)
        } else if self.accept("(") {
            let all = self.list_until(")", "after the foreign arguments", |p| {
                let value = p.foreign_value()?;
                match value {
                    ForeignValue::Param(param) if p.accept("=") => match p.foreign_value()? {
                        ForeignValue::Number(n) => Ok(Err((param, n))),
                        _ => {
                            Err(pos.error(format!("`{param} =` fixes a number")).hint("`Skyscraper(L, n, ground = 0)`"))
                        }
                    },
                    value => Ok(Ok(value)),
                }
            })?;
            let mut listed = Vec::new();
            for value in all {
                match value {
                    Ok(value) => listed.push(value),
                    Err(param) => fixed.push(param),
                }
            }
            ForeignArgs::Listed(listed)
        } else {
            ForeignArgs::None
        };
        Ok(Foreign { pos, format, name, word, args, fixed })
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
                let part = |p: &mut Self| p.deeper(Self::foreign_value);
                return Ok(ForeignValue::Joined(self.list_until("]", "after the joined arguments", part)?));
            }
            _ => return Err(self.expected("a parameter, a number or a text")),
        };
        self.skip();
        Ok(value)
    }
}

/// The text without the comment at its end, if there is a comment.
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
