//! `rules`, `rule`, `lint`, `test-rules`, `techniques`: the catalogues, and checks of rules.

use crate::call::{Call, Nothing};
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::core::puzzle::Definition;
use cluewright::core::{ClueTree, Shape};
use cluewright::draw::{Scene, draw};
use cluewright::formats;
use cluewright::logic::{RARE, TECHNIQUES};
use cluewright::report::{RuleReport, TechniqueReport};
use cluewright::rules::syntax::print;
use cluewright::rules::{Ruleset, sample};
use cluewright::{Puzzle, lint::lint_rules, rule_tests::test_rules};
use serde::Serialize;

cluewright::question! {
    /// Lists the rules in the library and in the given text, with their parameters.
    pub(crate) struct Rules = "rules" {
        /// Text in the rule language; its rules are listed, too.
        text: Option<String> = None,
    }
}

/// The answer to `rules`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Catalogue {
    rules: Vec<RuleReport>,
}

/// The rules in the library and in the text.
fn ruleset(text: Option<&str>) -> Result<(Puzzle, Ruleset), Failure> {
    let mut puzzle = Puzzle::new(Shape::square(9)?, 9);
    puzzle.definitions.extend(text.map(|text| Definition { text: text.to_owned(), line: 1 }));
    let rules = Ruleset::for_puzzle(&puzzle, &[])?;
    Ok((puzzle, rules))
}

impl Call for Rules {
    const NEEDS_PUZZLE: bool = false;
    const REPLACES: bool = false;
    type Partial = Nothing;
    type Answer = Catalogue;

    fn answer(self, _work: &mut Work<'_>) -> Result<Catalogue, Failure> {
        let (_, rules) = ruleset(self.text.as_deref())?;
        let mut rules: Vec<RuleReport> = rules.rules().map(RuleReport::new).collect();
        rules.sort_by(|a, b| (a.clue, &a.name).cmp(&(b.clue, &b.name)));
        Ok(Catalogue { rules })
    }
}

cluewright::question! {
    /// Shows a rule: its text, and a picture of one of its clues.
    pub(crate) struct Rule = "rule" {
        /// The rule's name.
        name: String,
        /// Text in the rule language that may contain the rule.
        text: Option<String> = None,
    }
}

/// The answer to `rule`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Shown {
    #[serde(flatten)]
    rule: RuleReport,
    /// The rule's text in the rule language.
    text: String,
    /// A sample clue as a line of a `.clue` file; for a rule of the whole grid, the rule's name with its options.
    sample: String,
    /// A 9x9 grid with the sample clue, as SVG.
    svg: String,
}

impl Call for Rule {
    const NEEDS_PUZZLE: bool = false;
    const REPLACES: bool = false;
    type Partial = Nothing;
    type Answer = Shown;

    fn answer(self, _work: &mut Work<'_>) -> Result<Shown, Failure> {
        let (mut puzzle, rules) = ruleset(self.text.as_deref())?;
        let Some(rule) = rules.rule(&self.name) else {
            let near = cluewright::rules::syntax::nearest(&self.name, rules.rules().map(|r| r.name.as_str()));
            let failure = Failure::new(Code::BadInput, format!("there is no rule `{}`", self.name));
            return Err(match near {
                Some(near) => failure.hint(format!("did you mean `{near}`?")),
                None => failure.hint("the operation `rules` lists all rules"),
            });
        };
        let clue = sample(rule);
        let written = if rule.is_clue {
            let tree = ClueTree::One(clue);
            let written = formats::clue_text(&puzzle, &tree);
            puzzle.clues.push(tree);
            written
        } else {
            let written = formats::rule_text(&puzzle, &clue);
            puzzle.rules.push(clue);
            written
        };
        let mut scene = Scene::new(&puzzle, &rules);
        scene.prefix = format!("{}-", self.name);
        Ok(Shown { rule: RuleReport::new(rule), text: print(rule), sample: written, svg: draw(&scene).to_svg() })
    }
}

cluewright::question! {
    /// Checks rules in the rule language: reports the first mistake, with its place, or remarks on the rules.
    pub(crate) struct Lint = "lint" {
        /// The rules, in the rule language.
        text: String,
    }
}

/// The answer to `lint`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Linted {
    /// Remarks on the rules: one line for each rule, followed by its weaknesses, such as a statement from which little can be
    /// deduced.
    remarks: Vec<String>,
}

impl Call for Lint {
    const NEEDS_PUZZLE: bool = false;
    type Partial = Nothing;
    type Answer = Linted;

    fn answer(self, _work: &mut Work<'_>) -> Result<Linted, Failure> {
        Ok(Linted { remarks: lint_rules(&self.text)? })
    }
}

cluewright::question! {
    /// Runs the examples in rules written in the rule language.
    pub(crate) struct TestRules = "test-rules" {
        /// The rules, in the rule language.
        text: String,
    }
}

/// The answer to `test-rules`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Tested {
    tests: Vec<Test>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Test {
    rule: String,
    line: u32,
    /// Whether the example's grid is expected to pass.
    passes: bool,
    grid: String,
    /// The example's arguments as written; empty if there are none.
    with: String,
    /// Whether the example passes or fails as stated.
    ok: bool,
    /// The errors that the rule finds in the grid.
    flaws: Vec<String>,
}

impl Call for TestRules {
    const NEEDS_PUZZLE: bool = false;
    type Partial = Nothing;
    type Answer = Tested;

    fn answer(self, work: &mut Work<'_>) -> Result<Tested, Failure> {
        let tests = work.limited("trying", |limits| test_rules(&self.text, limits))?;
        let test = |t: cluewright::rule_tests::RuleTest| Test {
            ok: t.is_ok(),
            flaws: t.flaws.iter().map(ToString::to_string).collect(),
            rule: t.rule,
            line: t.line,
            passes: t.passes,
            grid: t.grid,
            with: t.with,
        };
        Ok(Tested { tests: tests.into_iter().map(test).collect() })
    }
}

cluewright::question! {
    /// Lists the techniques in the order in which they are tried.
    pub(crate) struct Techniques = "techniques" {}
}

/// The answer to `techniques`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct KnownTechniques {
    techniques: Vec<TechniqueReport>,
}

impl Call for Techniques {
    const NEEDS_PUZZLE: bool = false;
    const REPLACES: bool = false;
    type Partial = Nothing;
    type Answer = KnownTechniques;

    fn answer(self, _work: &mut Work<'_>) -> Result<KnownTechniques, Failure> {
        let mut techniques: Vec<TechniqueReport> = Vec::new();
        for info in TECHNIQUES.iter().chain(RARE).flat_map(|t| t.infos()) {
            if !techniques.iter().any(|t| t.id == info.id) {
                techniques.push(TechniqueReport::new(info));
            }
        }
        Ok(KnownTechniques { techniques })
    }
}
