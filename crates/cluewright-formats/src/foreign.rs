//! The names of rules in other programs: the `also` lines of the rule library, used in both directions.
//!
//! A format's own file describes its data, for example which field is a list of cells. The rule files determine which rule a name
//! stands for and which parameter a field stands for, so new rules can be read and written without code here.

use crate::notes::Notes;
use crate::{Format, NoteKind};
use cluewright_core::drawing::counted;
use cluewright_core::puzzle::Args;
use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::syntax::ast::{Foreign, ForeignArgs, ForeignValue, Param, Rule, Shape as Kind};
use cluewright_rules::{Ruleset, default_number};
use std::borrow::Cow;

/// The name of one rule in a format.
#[derive(Clone, Copy)]
pub(crate) struct Name<'r> {
    pub(crate) rule: &'r Rule,
    pub(crate) foreign: &'r Foreign,
}

/// The names of a rule in a format.
pub(crate) fn names_of<'r>(rule: &'r Rule, format: &str) -> impl Iterator<Item = Name<'r>> {
    rule.also.iter().filter(move |f| f.format == format).map(move |foreign| Name { rule, foreign })
}

/// Every name of a rule in a format: first the names of the puzzle's own rules, then the names of the library's rules in the
/// library's order.
pub(crate) fn names<'r>(format: &str, rules: &'r Ruleset) -> Vec<Name<'r>> {
    rules.rules().flat_map(|rule| names_of(rule, format)).collect()
}

/// The library's rules that a format calls by this name, in the library's order.
pub(crate) fn called(format: &str, name: &str) -> Vec<Name<'static>> {
    let here = |n: &Name<'_>| n.foreign.name == name;
    Ruleset::called(format, name).flat_map(|rule| names_of(rule, format)).filter(here).collect()
}

/// The text that an unchanged puzzle of a format was read from.
pub(crate) fn unchanged(puzzle: &Puzzle, format: &dyn Format) -> Option<String> {
    let kept = puzzle.foreign.as_ref().filter(|f| f.format == format.info().id)?;
    let (again, _) = format.read(&kept.text).ok()?;
    (again == *puzzle).then(|| kept.text.clone())
}

/// Whether the rule only defines houses. Every format assumes the rules for houses.
pub(crate) fn is_base(rule: &str) -> bool {
    matches!(rule, "classic" | "irregular" | "latin")
}

/// The puzzle's text. If the text is empty and there are rules other than the rules of plain sudoku, the rules' sentences.
pub(crate) fn text<'p>(puzzle: &'p Puzzle, rules: &Ruleset) -> Cow<'p, str> {
    let mut used = puzzle.rules.iter().chain(puzzle.clues.iter().flat_map(ClueTree::clues));
    if !puzzle.text.is_empty() || used.all(|clue| is_base(&clue.rule)) {
        return Cow::Borrowed(&puzzle.text);
    }
    Cow::Owned(cluewright_english::sentences(rules, puzzle).join("\n"))
}

/// The puzzle with rules of the whole grid replaced by their parts, if a rule only combines other rules and has no name in the
/// format.
pub(crate) fn spelled_out<'p>(puzzle: &'p Puzzle, format: &str, rules: &Ruleset) -> Cow<'p, Puzzle> {
    let mut parts = Vec::new();
    let mut changed = false;
    for clue in &puzzle.rules {
        let named = rules.rule(&clue.rule).is_none_or(|rule| names_of(rule, format).next().is_some());
        match rules.parts(&clue.rule).filter(|_| !named && !is_base(&clue.rule) && clue.args.is_empty()) {
            Some(names) => {
                changed = true;
                parts.extend(names.into_iter().map(|name| Clue { rule: name, ..clue.clone() }));
            }
            None => parts.push(clue.clone()),
        }
    }
    if !changed {
        return Cow::Borrowed(puzzle);
    }
    Cow::Owned(Puzzle { rules: parts, ..puzzle.clone() })
}

impl Name<'_> {
    pub(crate) fn param(&self, name: &str) -> Option<&Param> {
        self.rule.params.iter().find(|p| p.name == name)
    }

    /// Whether the name has no arguments, so that the rule is only switched on or off.
    pub(crate) fn is_switch(&self) -> bool {
        matches!(self.foreign.args, ForeignArgs::None)
    }

    pub(crate) fn listed(&self) -> &[ForeignValue] {
        match &self.foreign.args {
            ForeignArgs::Listed(values) => values,
            _ => &[],
        }
    }

    pub(crate) fn named(&self) -> &[(String, ForeignValue)] {
        match &self.foreign.args {
            ForeignArgs::Named(values) => values,
            _ => &[],
        }
    }

    /// The parameters that occur in the other program's data.
    fn placed(&self) -> Vec<&str> {
        fn of<'a>(value: &'a ForeignValue, out: &mut Vec<&'a str>) {
            match value {
                ForeignValue::Param(p) => out.push(p),
                ForeignValue::Joined(parts) => parts.iter().for_each(|v| of(v, out)),
                _ => {}
            }
        }
        let mut out = Vec::new();
        self.listed().iter().for_each(|v| of(v, &mut out));
        self.named().iter().for_each(|(_, v)| of(v, &mut out));
        out
    }

    /// Parameters for which the other program assumes a number.
    fn fixed(&self) -> impl Iterator<Item = &(String, i64)> {
        self.foreign.fixed.iter()
    }

    /// The parameters that must be set in a clue to give it the other program's meaning, because the program's defaults differ from
    /// ours.
    pub(crate) fn meant(&self, puzzle: &Puzzle) -> Args {
        let differs = |f: &&(String, i64)| self.default_of(puzzle, &f.0) != Some(f.1);
        self.fixed().filter(differs).map(|(param, n)| (param.clone(), Arg::Number(*n))).collect()
    }

    /// Whether the clue has the numbers that the other program assumes.
    pub(crate) fn means(&self, clue: &Clue, puzzle: &Puzzle) -> bool {
        self.fixed().all(|(param, n)| match clue.arg(param) {
            Some(arg) => *arg == Arg::Number(*n),
            None => self.default_of(puzzle, param) == Some(*n),
        })
    }

    /// The default of a parameter.
    pub(crate) fn default_of(&self, puzzle: &Puzzle, param: &str) -> Option<i64> {
        default_number(&Ruleset::library(), puzzle, &self.rule.name, param)
    }

    /// Whether this name can express everything in the clue.
    pub(crate) fn holds(&self, clue: &Clue) -> bool {
        let placed = self.placed();
        let has = |p: &Param| clue.arg(&p.name).is_some();
        clue.rule == self.rule.name
            && clue.args.iter().all(|(name, _)| placed.contains(&name.as_str()) || self.fixed().any(|f| f.0 == *name))
            && placed.iter().all(|p| self.param(p).is_some_and(|p| has(p) || optional(p)))
    }
}

/// Whether a clue may leave the parameter out.
pub(crate) fn optional(param: &Param) -> bool {
    param.optional || param.value.is_some()
}

pub(crate) use cluewright_rules::{bound, lists_of};

/// All cells of an argument in a single list.
pub(crate) fn cells_of(arg: &Arg) -> Vec<Cell> {
    lists_of(arg).concat()
}

/// Adds notes on the parts that a format with only rules and clues leaves out and that no rule reads: drawings, title, author,
/// text, labels, the recorded solution, and the player's digits and marks.
pub(crate) fn without_decoration(puzzle: &Puzzle, notes: &mut Notes) {
    if !puzzle.drawings.is_empty() {
        let text = format!("this format cannot express the drawings: {}", counted(&puzzle.drawings));
        notes.push(NoteKind::Decoration, text);
    }
    let words = [
        ("title", !puzzle.title.is_empty()),
        ("author", !puzzle.author.is_empty()),
        ("rules in prose", !puzzle.text.is_empty()),
        ("digits' labels", !puzzle.labels.is_empty()),
        ("recorded solution", puzzle.solution.iter().any(Option::is_some)),
        ("digits and marks of the player", !puzzle.progress.is_empty()),
    ];
    let words: Vec<&str> = words.iter().filter(|w| w.1).map(|w| w.0).collect();
    if !words.is_empty() {
        notes.push(NoteKind::Decoration, format!("this format cannot express the {}", words.join(", ")));
    }
}

/// The clues of a tree that must all hold, in order. Trees of other kinds, which not every format can express, become errors that
/// describe them.
pub(crate) fn that_hold(tree: &ClueTree) -> Vec<Result<&Clue, &'static str>> {
    match tree {
        ClueTree::One(clue) => vec![Ok(clue)],
        ClueTree::All(parts) => parts.iter().flat_map(that_hold).collect(),
        ClueTree::Any(_) => vec![Err("clues joined by `any`")],
        ClueTree::Not(_) => vec![Err("a negated clue")],
    }
}

/// The cells as an argument for a parameter of this kind.
pub(crate) fn shaped(kind: Kind, cells: Vec<Cell>) -> Arg {
    match kind {
        Kind::Cell if cells.len() == 1 => Arg::Cell(cells[0]),
        kind if kind.is_lists() => Arg::Lists(vec![cells]),
        _ => Arg::Cells(cells),
    }
}

/// The cells seen from a place outside the grid (row and column from 0, so -1 is above or left of the grid) in the direction
/// `step`: only the first uninterrupted run of cells.
pub(crate) fn sight(shape: &Shape, from: (i32, i32), step: (i32, i32)) -> Vec<Cell> {
    let mut cells = Vec::new();
    for i in 1..=i32::from(shape.height().max(shape.width())) + 1 {
        match shape.at(from.0 + i * step.0, from.1 + i * step.1) {
            Some(cell) => cells.push(cell),
            None if cells.is_empty() => {}
            None => break,
        }
    }
    cells
}

/// The place outside the grid from which exactly these cells are seen, and the step along the line of sight. The steps are tried in
/// order.
pub(crate) fn seen_from(shape: &Shape, cells: &[Cell], steps: &[(i32, i32)]) -> Option<((i32, i32), (i32, i32))> {
    let first = shape.place(*cells.first().filter(|c| c.index() < shape.len())?);
    steps.iter().copied().find_map(|step| {
        let from = (i32::from(first.row) - step.0, i32::from(first.col) - step.1);
        let outside = shape.at(from.0, from.1).is_none();
        (outside && sight(shape, from, step) == cells).then_some((from, step))
    })
}
