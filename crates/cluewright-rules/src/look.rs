//! What a rule's clues look like, as described by the rule's `draw` lines.
//!
//! A look is a list of marks, separated by commas. Each mark is one shape in one position:
//!
//! ```text
//! draw line "#CFCFCF" width 0.4, circle "#CFCFCF" large at start
//! draw circle "#FFFFFF" small at middle, n at middle
//! draw cage dashed, total at corner
//! ```
//!
//! Marks for extra cells (one for each cell of the grid) show the numbers that these extra cells have in a solution:
//! [`look_of_extra`].
//!
//! ```text
//! draw circle ring where double = 1
//! draw regions of C
//! draw weight at corner
//! ```
//!
//! A rule without a `draw` line gets the default look for clues with cells of its shape, so every rule can be drawn. The names of
//! parameters are replaced by their values if the clue states these values.

use crate::syntax::ast::{Param, ParamKind, Rule, Shape, Stmt, StmtKind};
use crate::syntax::suggest;
use cluewright_core::BadInput;

/// A mark: one shape drawn in one position.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate word in a `draw` line")]
pub struct Mark {
    /// The shape that is drawn.
    pub form: Form,
    /// The parameter whose cells are marked. If `None`, the mark uses the first parameter that has cells, or else the whole grid.
    pub of: Option<String>,
    /// The parameter whose cells contain the start of each line of the mark, as an arrow starts in its circle.
    pub from: Option<String>,
    /// Fixed cells that are marked in every grid instead of the cells of a parameter. Rows and columns are counted from 1.
    pub on: Vec<(u16, u16)>,
    /// The position of the mark in its cells.
    pub at: At,
    /// The colour (`#RRGGBB`); if empty, the theme's colour.
    pub color: String,
    /// Whether only the outline is drawn.
    pub ring: bool,
    /// Whether the line is dashed.
    pub dash: bool,
    /// Whether a branching line is a single clue that contains the cells of all branches.
    pub branching: bool,
    /// Whether the text is rotated so that it reads from the first cell to the last.
    pub turned: bool,
    /// The width of a line, or the diameter of a shape, in cells.
    pub width: Option<f64>,
    /// If set, the mark is drawn only in the cells of the grid whose extra cell of this name holds this number.
    pub only: Option<(String, i32)>,
}

impl Mark {
    /// A mark of this form in this position; every other setting has its default.
    fn new(form: Form, at: At) -> Self {
        let (of, from, only, color) = (None, None, None, String::new());
        Self {
            form,
            of,
            from,
            on: Vec::new(),
            at,
            color,
            ring: false,
            dash: false,
            branching: false,
            turned: false,
            width: None,
            only,
        }
    }

    /// The name, within the rule, of the extra cells that this mark shows; `None` if the mark does not show extra cells.
    pub fn shows<'a>(&'a self, rule: &Rule) -> Option<&'a str> {
        match (&self.only, &self.form) {
            (Some((name, _)), _) => Some(name),
            (None, Form::Regions) => self.of.as_deref(),
            (None, Form::Value(name)) if rule.params.iter().all(|p| p.name != *name) => Some(name),
            _ => None,
        }
    }
}

/// The kind of a mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// Nothing is drawn.
    Nothing,
    /// A line through the cells.
    Line,
    /// A line with an arrowhead at its end.
    Arrow,
    /// An outline around the cells, drawn just inside them.
    Cage,
    /// Coloured cells.
    Shade,
    /// A circle; if it surrounds several cells (`at all`), a pill.
    Circle,
    /// A square.
    Square,
    /// A square standing on a corner.
    Diamond,
    /// Small angles on the four sides of a cell that point inwards or outwards.
    Chevrons {
        /// Whether the angles point out of the cell.
        out: bool,
    },
    /// The borders between regions.
    Regions,
    /// A diagonal of the grid.
    Diagonal {
        /// Whether the diagonal rises to the right.
        up: bool,
    },
    /// The windows of windoku.
    Windows,
    /// A text.
    Text(String),
    /// The value of a parameter.
    Value(String),
}

/// The position of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// The mark is drawn in each of the cells.
    Cells,
    /// The mark is drawn in the first cell of each list.
    Start,
    /// The mark is drawn in the last cell of each list.
    End,
    /// The mark is drawn in the first and the last cell of each list.
    Ends,
    /// The mark is drawn in the middle of all cells of the clue.
    Middle,
    /// The mark is drawn around all cells of the clue.
    All,
    /// In the upper left corner of the first cell in reading order, in a small size.
    Corner,
    /// Outside the grid, next to the first cell.
    Outside,
}

const FORMS: &[&str] = &[
    "line", "arrow", "cage", "shade", "circle", "square", "diamond", "chevrons", "regions", "diagonal", "windows",
    "nothing",
];

const PLACES: &[(&str, At)] = &[
    ("cells", At::Cells),
    ("start", At::Start),
    ("end", At::End),
    ("ends", At::Ends),
    ("middle", At::Middle),
    ("all", At::All),
    ("corner", At::Corner),
    ("outside", At::Outside),
];

/// Diameters, in cells.
const SIZES: &[(&str, f64)] = &[("small", 0.3), ("large", 0.8)];

/// The look of a rule's clues: the marks of its `draw` lines, or the default look for cells of its shape if there are no `draw`
/// lines.
///
/// ```
/// use cluewright_rules::{Ruleset, look::{Form, look}};
/// let rules = Ruleset::library();
/// let marks = look(rules.rule("arrow").unwrap()).unwrap();
/// assert_eq!(marks[0].form, Form::Arrow);
/// assert_eq!(marks[0].from.as_deref(), Some("circle"));
/// ```
pub fn look(rule: &Rule) -> Result<Vec<Mark>, BadInput> {
    if rule.draw.is_empty() {
        return Ok(usual(rule));
    }
    let mut marks = written(rule)?;
    marks.retain(|mark| mark.shows(rule).is_none());
    Ok(marks)
}

/// The look of the numbers that a solution has in extra cells, with one extra cell for each cell of the grid. The extra cells are
/// created by the rule, or listed by its clue.
///
/// ```
/// use cluewright_rules::{Ruleset, look::look_of_extra};
/// let rules = Ruleset::library();
/// let rule = rules.rule("yin-yang").unwrap();
/// assert_eq!(look_of_extra(rule).unwrap()[0].shows(rule), Some("shade"));
/// ```
pub fn look_of_extra(rule: &Rule) -> Result<Vec<Mark>, BadInput> {
    let mut marks = written(rule)?;
    marks.retain(|mark| mark.shows(rule).is_some());
    Ok(marks)
}

/// The marks of the rule's `draw` lines.
fn written(rule: &Rule) -> Result<Vec<Mark>, BadInput> {
    let mut marks = Vec::new();
    for line in &rule.draw {
        for part in parts(line) {
            marks.push(mark(rule, &part).map_err(|e| bad(rule, line, e))?);
        }
    }
    Ok(marks)
}

fn bad(rule: &Rule, line: &str, (message, hint): (String, Option<String>)) -> BadInput {
    let hint = hint.unwrap_or_else(|| {
        format!("such as `line \"#67F067\"` or `cage dashed, total at corner`; shapes are {}", FORMS.join(", "))
    });
    BadInput::new(format!("`draw {line}` of the rule `{}`: {message}", rule.name)).hint(hint)
}

/// Splits a `draw` line at its commas, except those in quotes.
fn parts(line: &str) -> Vec<String> {
    let mut quoted = false;
    let split = line.split(|c| {
        quoted ^= c == '"';
        c == ',' && !quoted
    });
    split.map(|part| part.trim().to_owned()).collect()
}

/// The words of one part of a `draw` line; quoted text is one word.
fn tokens(part: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = part.trim_start();
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"') {
            Some(inside) => inside.find('"').map_or(rest.len(), |end| end + 2),
            None => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        out.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    out
}

fn quoted(word: &str) -> Option<&str> {
    word.strip_prefix('"').map(|w| w.strip_suffix('"').unwrap_or(w))
}

type Wrong = (String, Option<String>);

fn mark(rule: &Rule, part: &str) -> Result<Mark, Wrong> {
    let mut words = tokens(part).into_iter();
    let first = words.next().ok_or_else(|| ("there is nothing before a comma".to_owned(), None))?;
    let extra = shown_for_each(rule);
    let known = |name: &str| -> Result<String, Wrong> {
        let names = || rule.params.iter().map(|p| p.name.as_str()).chain(extra.iter().copied());
        if names().any(|n| n == name) {
            return Ok(name.to_owned());
        }
        let all: Vec<&str> = names().collect();
        let hint = suggest(name, names()).unwrap_or_else(|| format!("its parameters are {}", all.join(", ")));
        Err((format!("there is no parameter `{name}`"), Some(hint)))
    };
    let form = match first {
        "nothing" => Form::Nothing,
        "line" => Form::Line,
        "arrow" => Form::Arrow,
        "cage" => Form::Cage,
        "shade" => Form::Shade,
        "circle" => Form::Circle,
        "square" => Form::Square,
        "diamond" => Form::Diamond,
        "chevrons" => Form::Chevrons { out: false },
        "regions" => Form::Regions,
        "diagonal" => Form::Diagonal { up: false },
        "windows" => Form::Windows,
        text if quoted(text).is_some() => Form::Text(quoted(text).unwrap_or_default().to_owned()),
        name if known(name).is_ok() => Form::Value(name.to_owned()),
        word => {
            let names = rule.params.iter().map(|p| p.name.as_str()).chain(extra.iter().copied());
            let known = FORMS.iter().copied().chain(names);
            return Err((format!("`{word}` is neither a shape nor a parameter"), suggest(word, known)));
        }
    };
    let at = usual_place(rule, &form);
    let mut mark = Mark::new(form, at);
    while let Some(word) = words.next() {
        let mut next = |what: &str| words.next().ok_or_else(|| (format!("`{word}` needs {what}"), None));
        match word {
            "ring" => mark.ring = true,
            "turned" => mark.turned = true,
            "dashed" | "dotted" => mark.dash = true,
            "branching" if mark.form == Form::Line => mark.branching = true,
            "in" | "out" if matches!(mark.form, Form::Chevrons { .. }) => {
                mark.form = Form::Chevrons { out: word == "out" };
            }
            "up" | "down" if matches!(mark.form, Form::Diagonal { .. }) => {
                mark.form = Form::Diagonal { up: word == "up" }
            }
            "of" => mark.of = Some(known(next("a parameter")?)?),
            "from" => mark.from = Some(known(next("a parameter")?)?),
            "on" => mark.on = places(next("cells")?)?,
            "where" => {
                let name = known(next("a name")?)?;
                let number = (next("a number")? == "=").then(|| next("a number")).transpose()?;
                mark.only = Some((
                    name,
                    number.and_then(|n| n.parse().ok()).ok_or_else(|| {
                        ("`where` needs `= NUMBER`".to_owned(), Some("such as `where double = 1`".to_owned()))
                    })?,
                ));
            }
            "width" => {
                let number = next("a number")?;
                let width = number.parse::<f64>().ok().filter(|w| (0.01..=3.0).contains(w));
                mark.width = Some(width.ok_or_else(|| {
                    (format!("`{number}` is not a width"), Some("use a number of cells from 0.01 to 3".to_owned()))
                })?);
            }
            "at" => {
                let place = next("a place")?;
                let known = PLACES.iter().find(|p| p.0 == place).map(|p| p.1);
                mark.at = known.ok_or_else(|| {
                    let names: Vec<&str> = PLACES.iter().map(|p| p.0).collect();
                    (format!("`{place}` is not a place"), Some(format!("places are {}", names.join(", "))))
                })?;
            }
            word => match (SIZES.iter().find(|s| s.0 == word), quoted(word)) {
                (Some((_, size)), _) => mark.width = Some(*size),
                (None, Some(color)) if is_color(color) => color.clone_into(&mut mark.color),
                (None, Some(color)) => {
                    return Err((format!("`{color}` is not a colour"), Some("such as \"#67F067\"".to_owned())));
                }
                (None, None) => {
                    let all = [
                        "ring",
                        "turned",
                        "dashed",
                        "dotted",
                        "branching",
                        "small",
                        "large",
                        "width",
                        "of",
                        "from",
                        "on",
                        "where",
                        "at",
                        "in",
                        "out",
                        "up",
                        "down",
                    ];
                    let hint =
                        suggest(word, all.iter().copied()).unwrap_or_else(|| format!("words are {}", all.join(", ")));
                    return Err((format!("`{word}` does not describe a mark"), Some(hint)));
                }
            },
        }
    }
    Ok(mark)
}

/// The names of the shown extra cells that the rule creates for the items of a list, one cell for each item.
fn shown_for_each(rule: &Rule) -> Vec<&str> {
    fn gather<'a>(body: &'a [Stmt], names: &mut Vec<&'a str>) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Extra { shown: true, name, keys: Some(_), .. } => names.push(name),
                StmtKind::For(_, inner) => gather(inner, names),
                StmtKind::If(branches, otherwise) => {
                    branches.iter().map(|b| &b.1).chain(otherwise).for_each(|inner| gather(inner, names));
                }
                _ => {}
            }
        }
    }
    let mut names = Vec::new();
    gather(&rule.body, &mut names);
    names
}

/// Parses the quoted cells after `on`, such as `"r1c1 r5c5"`. Rows and columns are counted from 1.
fn places(word: &str) -> Result<Vec<(u16, u16)>, Wrong> {
    let place = |name: &str| {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let number = |n: &str| n.parse::<u16>().ok().filter(|n| *n > 0);
        number(row).zip(number(column))
    };
    let hint = || Some("such as `on \"r1c1 r5c5\"`".to_owned());
    let names = quoted(word).ok_or_else(|| (format!("`on {word}`: cells must be in quotes"), hint()))?;
    names
        .split_whitespace()
        .map(|name| place(name).ok_or_else(|| (format!("`{name}` is not a cell"), hint())))
        .collect()
}

/// Whether the text is a colour: `#RRGGBB`, or `#RRGGBBAA` with opacity.
fn is_color(text: &str) -> bool {
    let hex = text.strip_prefix('#').unwrap_or("");
    matches!(hex.len(), 6 | 8) && hex.bytes().all(|b| b.is_ascii_hexdigit())
}

fn cells_of(rule: &Rule) -> Option<(&Param, Shape)> {
    rule.params.iter().find_map(|p| match p.kind {
        ParamKind::Shape(shape) => Some((p, shape)),
        _ => None,
    })
}

/// The position of a mark of this form if its `draw` line does not give a position.
fn usual_place(rule: &Rule, form: &Form) -> At {
    let shape = cells_of(rule).map(|c| c.1);
    match (form, shape) {
        (_, Some(Shape::Outside)) => At::Outside,
        (_, Some(Shape::Edge | Shape::Corner)) | (Form::Text(_) | Form::Value(_), Some(Shape::Cell)) => At::Middle,
        (Form::Text(_) | Form::Value(_), _) => At::Corner,
        _ => At::Cells,
    }
}

/// The default look of a rule without `draw` lines.
fn usual(rule: &Rule) -> Vec<Mark> {
    let mark = Mark::new;
    let Some((_, shape)) = cells_of(rule) else { return Vec::new() };
    let mut marks = match shape {
        Shape::Cell => vec![Mark { ring: true, ..mark(Form::Circle, At::Cells) }],
        Shape::Line | Shape::Lines => vec![mark(Form::Line, At::Cells)],
        Shape::Bulb => vec![mark(Form::Line, At::Cells), Mark { width: Some(0.8), ..mark(Form::Circle, At::Start) }],
        Shape::Edge => {
            vec![Mark { width: Some(0.3), color: "#FFFFFF".to_owned(), ..mark(Form::Circle, At::Middle) }]
        }
        Shape::Corner => {
            vec![Mark { width: Some(0.6), color: "#FFFFFF".to_owned(), ..mark(Form::Circle, At::Middle) }]
        }
        Shape::Outside => Vec::new(),
        Shape::Map | Shape::Grid => return vec![mark(Form::Nothing, At::Cells)],
        Shape::Cage | Shape::Cells | Shape::Lists => vec![Mark { dash: true, ..mark(Form::Cage, At::Cells) }],
    };
    for param in &rule.params {
        if matches!(param.kind, ParamKind::Number | ParamKind::Numbers | ParamKind::Text) {
            let form = Form::Value(param.name.clone());
            marks.push(mark(form.clone(), usual_place(rule, &form)));
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;
    use crate::syntax::parse;

    #[test]
    fn every_rule_of_the_library_has_a_look() {
        for rule in Ruleset::library().rules() {
            look(rule).unwrap_or_else(|e| panic!("{e} {:?}", e.hint));
        }
    }

    #[test]
    fn mistakes_are_told_with_what_was_meant() {
        let told = |draw: &str| {
            let rule = parse(&format!("rule a \"A.\"\n  clue line L, n: number\n  draw {draw}\n  require n = 1\n"));
            let e = look(&rule.expect("a rule")[0]).unwrap_err();
            (e.message, e.hint.unwrap_or_default())
        };
        assert!(told("lin").1.contains("line"));
        assert!(told("line of M").0.contains("no parameter `M`"));
        assert!(told("line at nowhere").1.contains("start"));
        assert!(told("line \"red\"").0.contains("`red` is not a colour"));
        assert!(told("line up").0.contains("`up` does not describe a mark"));
        assert!(told("line width 9").0.contains("not a width"));
        assert!(told("circle branching").0.contains("`branching` does not describe a mark"));
        assert!(told("line,").0.contains("comma"));
    }

    #[test]
    fn marks_about_extra_cells_are_a_look_of_their_own() {
        let rule = |draw: &str| {
            let text = format!(
                "rule a \"A.\"\n  draw {draw}\n  extra shown cell star[cells]: 0..3\n  require star[cells[1]] = 1\n"
            );
            parse(&text).expect("a rule").remove(0)
        };
        let one = rule("shade on \"r1c1\", circle ring where star = -2, star at corner, regions of star");
        let forms = |marks: Vec<Mark>| marks.into_iter().map(|m| (m.form, m.only)).collect::<Vec<_>>();
        assert_eq!(forms(look(&one).unwrap()), [(Form::Shade, None)]);
        let shown = [
            (Form::Circle, Some(("star".to_owned(), -2))),
            (Form::Value("star".to_owned()), None),
            (Form::Regions, None),
        ];
        assert_eq!(forms(look_of_extra(&one).unwrap()), shown);
        let told = |draw: &str| {
            let e = look(&rule(draw)).unwrap_err();
            format!("{} {}", e.message, e.hint.unwrap_or_default())
        };
        assert!(told("circle where stat = 1").contains("`star`"), "{}", told("circle where stat = 1"));
        for wrong in ["circle where star 1", "circle where star = one", "circle where star ="] {
            assert!(told(wrong).contains("number") || told(wrong).contains("NUMBER"), "{}", told(wrong));
        }
    }

    #[test]
    fn a_rule_that_says_nothing_is_drawn_like_its_kind() {
        let rule = &parse("rule a \"A.\"\n  clue cage C, total: number\n  require sum(C) = total\n").unwrap()[0];
        let marks = look(rule).unwrap();
        assert_eq!(marks[0].form, Form::Cage);
        assert_eq!((&marks[1].form, marks[1].at), (&Form::Value("total".into()), At::Corner));
    }
}
