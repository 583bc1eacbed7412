//! How new clues of a rule are generated, as described by the rule's `propose` lines.
//!
//! A proposal is a list of hints, separated by commas. Hints do not change what the rule requires: they describe what setters
//! usually draw. Options given by the caller take precedence over hints.
//!
//! ```text
//! propose lines 3..6, at most 12, apart
//! propose circle 1..2, arms 1..2 of 2..4
//! propose values 2..4
//! propose cages 2..5, cover, no givens
//! ```

use crate::syntax::ast::{Param, ParamKind, Rule};
use crate::syntax::suggest;
use cluewright_core::BadInput;

/// The settings in the `propose` lines of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a word that a line contains or not")]
pub struct Proposal {
    /// The settings of individual parameters.
    pub parts: Vec<Part>,
    /// The minimum number of clues in a puzzle.
    pub least: Option<u32>,
    /// The maximum number of clues in a puzzle.
    pub most: Option<u32>,
    /// Whether every possible clue that is true should be given.
    pub all: bool,
    /// Whether the clues should cover every cell.
    pub cover: bool,
    /// Whether there should be no givens.
    pub bare: bool,
    /// Whether clues must not share a cell.
    pub apart: bool,
}

/// The settings of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The parameter's name.
    pub param: String,
    /// The minimum and maximum number of cell lists, for a parameter that has several lists.
    pub lists: Option<(u32, u32)>,
    /// The minimum and maximum: for cells, the size of each list; for a list of numbers, its length; for a number, its value.
    pub range: (u32, u32),
}

/// The largest number that a hint may contain.
const MOST: u32 = 100_000;

impl Proposal {
    /// The settings of the parameter called `param`; `None` if there are no such settings.
    pub fn part(&self, param: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.param == param)
    }
}

/// Parses the settings in the `propose` lines of a rule; empty for a rule without such lines.
///
/// Returns an error for an invalid hint; the error lists the valid hints.
///
/// ```
/// use cluewright_rules::{parse, proposal::proposal};
/// let text = "rule a\n  clue line L\n  propose lines 3..6, at most 12, apart\n  require increasing(L)\n";
/// let proposal = proposal(&parse(text).unwrap()[0]).unwrap();
/// assert_eq!((proposal.part("L").unwrap().range, proposal.most, proposal.apart), ((3, 6), Some(12), true));
/// ```
pub fn proposal(rule: &Rule) -> Result<Proposal, BadInput> {
    let mut all = Proposal::default();
    for line in &rule.propose {
        for words in line.split(',') {
            let hint = hint(rule, words, &mut all);
            hint.map_err(|(message, hint)| {
                let usual = || "such as `propose lines 3..6, at most 12, apart`".to_owned();
                BadInput::new(format!("`propose {line}` of the rule `{}`: {message}", rule.name))
                    .hint(hint.unwrap_or_else(usual))
            })?;
        }
    }
    Ok(all)
}

type Wrong = (String, Option<String>);

/// Parses one hint and adds it to `all`.
fn hint(rule: &Rule, words: &str, all: &mut Proposal) -> Result<(), Wrong> {
    if !rule.is_clue {
        return Err(("only clues can be proposed, but this rule has no clues".to_owned(), None));
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    match words[..] {
        [] => Err(("there is nothing before a comma".to_owned(), None)),
        ["apart"] => {
            all.apart = true;
            Ok(())
        }
        ["all"] => {
            all.all = true;
            Ok(())
        }
        ["cover"] => {
            all.cover = true;
            Ok(())
        }
        ["no", "givens"] => {
            all.bare = true;
            Ok(())
        }
        ["at", "least", number] => {
            all.least = Some(range(number)?.0);
            Ok(())
        }
        ["at", "most", number] => {
            all.most = Some(range(number)?.1);
            Ok(())
        }
        [name, of] => part(rule, name, None, of, all),
        [name, lists, "of", of] => part(rule, name, Some(lists), of, all),
        _ => Err((format!("`{}` is not a hint", words.join(" ")), None)),
    }
}

fn part(rule: &Rule, name: &str, lists: Option<&str>, of: &str, all: &mut Proposal) -> Result<(), Wrong> {
    let Some(param) = meant(rule, name) else {
        let names: Vec<&str> = rule.params.iter().filter(|p| is_proposed(p)).map(|p| p.name.as_str()).collect();
        let hint = suggest(name, names.iter().copied()).unwrap_or_else(|| format!("one of {}", names.join(", ")));
        return Err((format!("there is nothing called `{name}` of which a number could be proposed"), Some(hint)));
    };
    let lists = lists.map(range).transpose()?;
    let range = range(of)?;
    let is_lists = matches!(param.kind, ParamKind::Shape(shape) if shape.is_lists());
    if lists.is_some() && !is_lists {
        return Err((format!("`{name}` is a single list of cells"), Some(format!("`{name} {of}`"))));
    }
    if param.kind != ParamKind::Number && (range.1 == 0 || lists.is_some_and(|l| l.1 == 0)) {
        return Err((format!("a clue needs at least one of `{name}`"), None));
    }
    if all.part(&param.name).is_some() {
        return Err((format!("`{}` occurs a second time", param.name), None));
    }
    all.parts.push(Part { param: param.name.clone(), lists, range });
    Ok(())
}

/// Whether hints can give a size for this parameter.
fn is_proposed(param: &Param) -> bool {
    match param.kind {
        ParamKind::Shape(shape) => shape.grows(),
        ParamKind::Number | ParamKind::Numbers => true,
        ParamKind::Boolean | ParamKind::Text => false,
    }
}

/// The parameter called `name`, or, if `name` is the plural of a shape, the only parameter of this shape.
fn meant<'r>(rule: &'r Rule, name: &str) -> Option<&'r Param> {
    let open = || rule.params.iter().filter(|p| is_proposed(p));
    let plural = |p: &&Param| {
        let ParamKind::Shape(shape) = p.kind else { return false };
        let word = shape.word();
        name == word && word.ends_with('s') || name.strip_suffix('s') == Some(word)
    };
    let mut named = open().filter(plural);
    open().find(|p| p.name == name).or_else(|| named.next().filter(|_| named.next().is_none()))
}

/// Parses a range such as `3..6`; `4` means `4..4`.
fn range(text: &str) -> Result<(u32, u32), Wrong> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u32>().ok().filter(|n| *n <= MOST);
    let range = number(low).zip(number(high)).filter(|(low, high)| low <= high);
    range.ok_or_else(|| (format!("`{text}` is not a range of numbers"), Some("such as `3..6`".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;
    use crate::syntax::{parse, print};

    fn of(clue: &str, hints: &str) -> Result<Proposal, BadInput> {
        let text = format!("rule a \"A.\"\n  clue {clue}\n  propose {hints}\n  require 1 = 1\n");
        let rule = &parse(&text).unwrap()[0];
        assert!(print(rule).contains(&format!("\n  propose {hints}\n")), "{}", print(rule));
        assert_eq!(parse(&print(rule)).unwrap()[0].propose, rule.propose);
        proposal(rule)
    }

    #[test]
    fn every_proposal_of_the_library_is_one() {
        let library = Ruleset::library();
        for rule in library.rules() {
            proposal(rule).unwrap_or_else(|e| panic!("{e} {:?}", e.hint));
        }
        assert!(library.rules().any(|rule| !rule.propose.is_empty()));
    }

    #[test]
    fn hints_are_about_parameters() {
        let arrow = of("cells circle, lines arms", "circle 1..2, arms 1..2 of 2..4, at most 9").unwrap();
        assert_eq!(arrow.part("circle").unwrap().range, (1, 2));
        assert_eq!(arrow.part("arms").unwrap().lists, Some((1, 2)));
        assert_eq!((arrow.part("arms").unwrap().range, arrow.most, arrow.apart), ((2, 4), Some(9), false));
        // A plural such as `cages` names a parameter by its shape if no other parameter has this shape.
        assert_eq!(of("cage C, n: number", "cages 4, n 0..9").unwrap().parts[0].range, (4, 4));
        assert!(of("line A, line B", "lines 3..4").is_err());
        assert_eq!(of("line A, line B", "B 3..4").unwrap().parts[0].param, "B");
    }

    #[test]
    fn mistakes_are_told() {
        let told = |clue: &str, hints: &str| of(clue, hints).unwrap_err().message;
        assert!(told("line L", "lanes 3..4").contains("nothing called `lanes`"));
        assert!(told("edge E", "E 2").contains("nothing called `E`"));
        assert!(told("line L", "lines 6..3").contains("`6..3` is not a range"));
        assert!(told("line L", "lines 0").contains("needs at least one"));
        assert!(told("line L", "lines 2 of 3").contains("a single list"));
        assert!(told("line L", "lines 3,, apart").contains("before a comma"));
        assert!(told("line L", "lines 3, L 4").contains("second time"));
        assert!(told("line L", "wide apart lines please").contains("is not a hint"));
        assert!(told("line L", "at most many").contains("`many` is not a range"));
        let whole = "rule a\n  propose apart\n  require 1 = 1\n";
        assert!(proposal(&parse(whole).unwrap()[0]).unwrap_err().message.contains("this rule has no clues"));
    }
}
