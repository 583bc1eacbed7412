//! The rules that a puzzle may use: library rules, a user's own rules, and rules that the puzzle defines.

use crate::code::{RuleCode, Rules};
use crate::library;
use crate::resolve::{Others, resolve, resolve_all};
use crate::syntax::ast::{Param, Rule, StmtKind};
use crate::syntax::{Parsing, parse, parse_all, suggest};
use cluewright_core::quick::QuickMap;
use cluewright_core::{BadInput, Clue, Puzzle, Sort};
use std::sync::{Arc, OnceLock};

/// Rules by name. A puzzle's own rule hides a user's rule of the same name, and a user's rule hides a library rule.
///
/// ```
/// use cluewright_core::{Puzzle, Shape};
/// use cluewright_rules::Ruleset;
/// let puzzle = Puzzle::new(Shape::square(9).unwrap(), 9);
/// let rules = Ruleset::for_puzzle(&puzzle, &["rule mine \"My rule.\"\n  require r1 = 1\n"]);
/// assert!(rules.unwrap_err().to_string().contains("nothing called `r1`"));
/// let rules = Ruleset::for_puzzle(&puzzle, &[]).unwrap();
/// assert!(rules.rule("killer-cage").is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Ruleset {
    own: Vec<Arc<RuleCode>>,
    /// Library rules that refer to a rule hidden by one of `own`. Each is resolved against the hiding rule, or has the reason why
    /// this fails.
    adapted: Vec<(&'static str, Result<Arc<RuleCode>, BadInput>)>,
}

/// A rule of the library. It is parsed on first use, because most puzzles use only a handful of rules.
struct LibraryRule {
    number: usize,
    tree: OnceLock<Arc<Rule>>,
    code: OnceLock<Arc<RuleCode>>,
}

static LIBRARY: [LibraryRule; library::NAMES.len()] = {
    let mut all =
        [const { LibraryRule { number: 0, tree: OnceLock::new(), code: OnceLock::new() } }; library::NAMES.len()];
    let mut i = 0;
    while i < all.len() {
        all[i].number = i;
        i += 1;
    }
    all
};

impl LibraryRule {
    fn called(name: &str) -> Option<&'static Self> {
        static NUMBERS: OnceLock<QuickMap<&str, usize>> = OnceLock::new();
        let numbers = NUMBERS.get_or_init(|| library::NAMES.iter().enumerate().map(|(i, &name)| (name, i)).collect());
        numbers.get(name).map(|&i| &LIBRARY[i])
    }

    fn name(&self) -> &'static str {
        library::NAMES[self.number]
    }

    fn tree(&self) -> &Arc<Rule> {
        self.tree.get_or_init(|| {
            let name = self.name();
            let mut parsed = parse(library::text(self.number)).unwrap_or_else(|e| panic!("library/{name}.rule: {e}"));
            let rule = parsed.pop().filter(|r| parsed.is_empty() && r.name == name);
            Arc::new(rule.expect("a library file has the name of its only rule"))
        })
    }

    fn code(&self) -> &Arc<RuleCode> {
        self.code.get_or_init(|| {
            let names = Names { own: &[] };
            Arc::new(resolve(self.tree(), &names).unwrap_or_else(|e| panic!("library: {e}")))
        })
    }
}

/// The parameters of all rules that the text of a rule may refer to.
struct Names<'a> {
    own: &'a [Arc<Rule>],
}

impl Others for Names<'_> {
    fn params(&self, rule: &str) -> Option<&[Param]> {
        let own = self.own.iter().rev().find(|r| r.name == rule);
        if let Some(own) = own {
            return Some(&own.params);
        }
        LibraryRule::called(rule).map(|k| &*k.tree().params)
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.own.iter().map(|r| r.name.clone()).collect();
        names.extend(library::NAMES.iter().map(|&n| n.to_owned()));
        names
    }
}

impl Ruleset {
    /// A ruleset with the library's rules only.
    pub fn library() -> Self {
        Self { own: Vec::new(), adapted: Vec::new() }
    }

    /// The rules for a puzzle: the library, the texts in `extra` (from a user's folder), and the rules that the puzzle itself
    /// defines.
    pub fn for_puzzle(puzzle: &Puzzle, extra: &[&str]) -> Result<Self, BadInput> {
        if puzzle.definitions.is_empty() && extra.is_empty() {
            return Ok(Self::library());
        }
        let mut trees: Vec<(Arc<Rule>, u32)> = Vec::new();
        for text in extra {
            trees.extend(parse(text).map_err(|e| e.within("a rule text"))?.into_iter().map(|r| (Arc::new(r), 0)));
        }
        let borrowed = trees.len();
        for definition in &puzzle.definitions {
            let shift = definition.line.saturating_sub(1);
            let moved = |e: BadInput| shifted(e, shift);
            for rule in parse(&definition.text).map_err(moved)? {
                if trees[borrowed..].iter().any(|t| t.0.name == rule.name) {
                    return Err(shifted(
                        rule.pos.error(format!("there is a second rule named `{}`", rule.name)),
                        shift,
                    ));
                }
                trees.push((Arc::new(rule), shift));
            }
        }
        let all: Vec<Arc<Rule>> = trees.iter().map(|t| Arc::clone(&t.0)).collect();
        let names = Names { own: &all };
        let mut own = Vec::new();
        for (tree, shift) in &trees {
            own.push(Arc::new(resolve(tree, &names).map_err(|e| shifted(e, *shift))?));
        }
        Ok(Self { adapted: adapted(&names), own })
    }

    /// Extends this ruleset by the rules in `texts`, which hide existing rules of the same names.
    ///
    /// ```
    /// use cluewright_rules::Ruleset;
    /// let rules = Ruleset::library().and(&["rule mine \"My rule.\"\n  require 1 = 1\n"]).unwrap();
    /// assert_eq!(rules.own_rules().count(), 1);
    /// assert!(rules.rule("mine").is_some());
    /// ```
    pub fn and(&self, texts: &[&str]) -> Result<Self, BadInput> {
        let mut all: Vec<Arc<Rule>> = self.own.iter().map(|code| Arc::clone(&code.ast)).collect();
        for text in texts {
            all.extend(parse(text).map_err(|e| e.within("a rule text"))?.into_iter().map(Arc::new));
        }
        let names = Names { own: &all };
        let own = all.iter().map(|tree| resolve(tree, &names).map(Arc::new)).collect::<Result<_, _>>()?;
        Ok(Self { adapted: adapted(&names), own })
    }

    /// All mistakes in rule text, in the order of their positions; empty if a puzzle may use the text.
    ///
    /// ```
    /// use cluewright_rules::Ruleset;
    /// let told = Ruleset::mistakes("rule mine\n  requires true\n  require r1 = 1\nrule other\n  require 1 + true = 2\n");
    /// let places: Vec<_> = told.iter().map(|m| m.place).collect();
    /// assert_eq!(places, [Some((2, 3)), Some((5, 15))]);
    /// ```
    pub fn mistakes(text: &str) -> Vec<BadInput> {
        let Parsing { rules, mut mistakes } = parse_all(text);
        let mut trees: Vec<Arc<Rule>> = Vec::new();
        let mut sound = Vec::new();
        for (rule, understood) in rules {
            if trees.iter().any(|t| t.name == rule.name) {
                mistakes.push(rule.pos.error(format!("there is a second rule named `{}`", rule.name)));
                continue;
            }
            trees.push(Arc::new(rule));
            sound.push(understood);
        }
        let names = Names { own: &trees };
        // A rule with a line that could not be parsed is not resolved, because further errors would only be consequences of the
        // parse error.
        for (tree, _) in trees.iter().zip(sound).filter(|(_, sound)| *sound) {
            mistakes.extend(resolve_all(tree, &names).err().into_iter().flatten());
        }
        mistakes.order_by_key(|m| m.place);
        // A mistake in a function is reported for each use of the function; report it once.
        mistakes.dedup_by(|a, b| a.place == b.place && a.message == b.message);
        mistakes
    }

    /// The names of the rules that a rule combines; `None` unless the rule's body consists of nothing but `use` statements.
    ///
    /// ```
    /// use cluewright_rules::Ruleset;
    /// let parts = Ruleset::library().parts("miracle").unwrap();
    /// assert!(parts.contains(&"anti-king".to_owned()));
    /// assert!(Ruleset::library().parts("killer-cage").is_none());
    /// ```
    pub fn parts(&self, rule: &str) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for statement in &self.rule(rule)?.body {
            let StmtKind::Use(uses) = &statement.kind else { return None };
            for used in uses {
                if used.negated || !used.args.is_empty() {
                    return None;
                }
                names.push(used.name.clone());
            }
        }
        (!names.is_empty()).then_some(names)
    }

    /// The rules whose clues a rule reads, directly or through rules that it uses, each listed once. The flag is true if the rule
    /// also restricts places without such a clue, so that all of these clues have to be given.
    ///
    /// ```
    /// use cluewright_rules::Ruleset;
    /// let read = Ruleset::library().reads("negative-xv");
    /// assert_eq!(read, [("x".to_owned(), true), ("v".to_owned(), true)]);
    /// assert!(Ruleset::library().reads("killer-cage").is_empty());
    /// ```
    pub fn reads(&self, rule: &str) -> Vec<(String, bool)> {
        let (mut open, mut seen, mut found): (Vec<String>, Vec<String>, Vec<(String, bool)>) =
            (vec![rule.to_owned()], Vec::new(), Vec::new());
        while let Some(name) = open.pop() {
            if seen.contains(&name) {
                continue;
            }
            if let Ok(Some(code)) = self.code(&name) {
                for (read, unmarked) in &code.reads {
                    match found.iter_mut().find(|f| *f.0 == **read) {
                        Some(known) => known.1 |= unmarked,
                        None => found.push((read.to_string(), *unmarked)),
                    }
                }
                open.extend(code.ast.used().map(str::to_owned));
            }
            seen.push(name);
        }
        found
    }

    /// Whether a rule changes the values of cells, directly or through rules that it uses. Such a rule affects every clue.
    pub fn redefines(&self, rule: &str) -> bool {
        let (mut open, mut seen) = (vec![rule.to_owned()], Vec::new());
        while let Some(name) = open.pop() {
            if let Ok(Some(code)) = self.code(&name)
                && !seen.contains(&name)
            {
                if code.redefines_value {
                    return true;
                }
                open.extend(code.ast.used().map(str::to_owned));
            }
            seen.push(name);
        }
        false
    }

    /// The rule called `name`.
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        let own = self.own(name).map(|c| &*c.ast);
        own.or_else(|| LibraryRule::called(name).map(|k| &**k.tree()))
    }

    /// All rules: first the puzzle's and the user's own rules, then the library's rules in the order of the library.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.own_rules().chain(LIBRARY.iter().map(|k| &**k.tree()))
    }

    /// The puzzle's and the user's own rules, the most recently added first.
    pub fn own_rules(&self) -> impl Iterator<Item = &Rule> {
        self.own.iter().rev().map(|c| &*c.ast)
    }

    /// The library's rules that have this name in the given format, in the order of the library. No other rules are parsed.
    ///
    /// ```
    /// use cluewright_rules::Ruleset;
    /// let cages: Vec<&str> = Ruleset::called("iss", "Cage").map(|rule| &*rule.name).collect();
    /// assert_eq!(cages, ["killer-cage"]);
    /// ```
    pub fn called(format: &str, name: &str) -> impl Iterator<Item = &'static Rule> {
        let mut last = None;
        let numbers = library::aliases().iter().filter(move |a| a.1 == name && a.0 == format).map(|a| a.2);
        numbers.filter(move |&n| last.replace(n) != Some(n)).map(|n| &**LIBRARY[n as usize].tree())
    }

    fn own(&self, name: &str) -> Option<&Arc<RuleCode>> {
        self.own.iter().rev().find(|r| &*r.name == name)
    }

    /// The rule called `name`, ready to run, or `None` if there is no such rule. Returns an error if a library rule does not work
    /// with the rules that hide other library rules.
    pub(crate) fn code(&self, name: &str) -> Result<Option<&Arc<RuleCode>>, BadInput> {
        match self.adapted.iter().find(|a| a.0 == name) {
            Some((_, Ok(code))) => Ok(Some(code)),
            Some((_, Err(error))) => Err(error.clone()),
            None => Ok(self.own(name).or_else(|| LibraryRule::called(name).map(LibraryRule::code))),
        }
    }

    /// The rule that a clue names. It is an error if there is no such rule.
    pub(crate) fn needed(&self, clue: &Clue) -> Result<&Arc<RuleCode>, BadInput> {
        self.code(&clue.rule)?.ok_or_else(|| {
            let error = BadInput::new(format!("there is no rule `{}`", clue.rule));
            let own = self.own.iter().rev().map(|c| &*c.name);
            let names: Vec<&str> = own.chain(library::NAMES.iter().copied()).collect();
            let error = match suggest(&clue.rule, names) {
                Some(hint) => error.hint(hint),
                None => error.hint("`cluewright rules list` lists all rules"),
            };
            match clue.place {
                Some((line, column)) => error.at(line, column),
                None => error,
            }
        })
    }
}

impl Rules for Ruleset {
    fn code(&self, name: &str) -> Result<Option<&Arc<RuleCode>>, BadInput> {
        self.code(name)
    }

    fn needed(&self, clue: &Clue) -> Result<&Arc<RuleCode>, BadInput> {
        self.needed(clue)
    }
}

/// Resolves again those library rules that refer to a hidden rule: see the field `adapted` of [`Ruleset`].
fn adapted(names: &Names) -> Vec<(&'static str, Result<Arc<RuleCode>, BadInput>)> {
    let is_own = |name: &str| names.own.iter().any(|r| r.name == name);
    let hidden: Vec<&str> =
        names.own.iter().map(|r| &*r.name).filter(|name| LibraryRule::called(name).is_some()).collect();
    let mut all = Vec::new();
    for known in LIBRARY.iter().filter(|k| !is_own(k.name())) {
        if let Some(named) = hidden.iter().find(|name| names_it(library::text(known.number), name)) {
            let code = resolve(known.tree(), names).map(Arc::new).map_err(|e| {
                let name = known.name();
                BadInput::new(format!(
                    "the library's rule `{name}` cannot use the rule `{named}` that is defined here: {e}"
                ))
                .hint(format!("choose another name for the rule, or give it the parameters of the library's `{named}`"))
            });
            all.push((known.name(), code));
        }
    }
    all
}

/// Whether `name` occurs in `text` as a whole word.
fn names_it(text: &str, name: &str) -> bool {
    let goes_on = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(goes_on) && !text[at + name.len()..].starts_with(goes_on))
}

fn shifted(mut error: BadInput, lines: u32) -> BadInput {
    if let Some(place) = &mut error.place {
        place.0 += lines;
    }
    error
}

#[cfg(test)]
mod tests {
    use super::Ruleset;

    #[test]
    fn names_in_formats_are_those_of_the_rules_read_in_full() {
        let library = Ruleset::library();
        let mut seen = 0;
        for also in library.rules().flat_map(|r| &r.also) {
            let read =
                library.rules().filter(|r| r.also.iter().any(|a| (&a.format, &a.name) == (&also.format, &also.name)));
            let read: Vec<&str> = read.map(|r| &*r.name).collect();
            let found: Vec<&str> = Ruleset::called(&also.format, &also.name).map(|r| &*r.name).collect();
            assert_eq!(found, read, "{} {}", also.format, also.name);
            seen += 1;
        }
        assert!(seen > 100, "{seen}");
        assert_eq!(Ruleset::called("iss", "cage").count(), 0);
    }
}
