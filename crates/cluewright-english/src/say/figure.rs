//! Nouns for the cells of a clue, by their shape and by how the rule draws them.

use cluewright_rules::look::{At, Form, Mark, look};
use cluewright_rules::syntax::ast::{Param, ParamKind, Rule, Shape};

/// Cells that are mentioned together: "the first two digits on the line" has the `pre` "first two", the `what` "digits" and the
/// `place` "on the line".
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Group {
    pub(super) pre: String,
    pub(super) what: String,
    pub(super) place: String,
    /// Whether the group is normally a single cell.
    pub(super) is_one: bool,
}

impl Group {
    pub(super) fn at(place: &str) -> Self {
        Self { what: "digits".into(), place: place.into(), ..Self::default() }
    }

    /// The words with an article: "the first two digits on the line".
    pub(super) fn the(&self) -> String {
        join(&["the", &self.pre, &self.what, &self.place])
    }

    /// The words for one of the digits, without an article: "digit on the line", to follow "the first" or "some".
    pub(super) fn one(&self) -> String {
        join(&[&self.pre, self.what.trim_end_matches('s'), &self.place])
    }

    /// The words for several of the digits, without an article: "digits on the line", to follow "two".
    pub(super) fn some(&self) -> String {
        join(&[&self.pre, &self.what, &self.place])
    }
}

/// Joins words with spaces and leaves out empty words.
pub(super) fn join(words: &[&str]) -> String {
    words.iter().filter(|w| !w.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

/// The word for a colour; empty if the language has no word for the colour.
fn color(code: &str) -> &'static str {
    const LEXICON: &str = include_str!("../../grammar/lexicon.words");
    let known = LEXICON.lines().filter_map(|line| line.strip_prefix("color \"")?.split_once("\" = "));
    let mut known = known.map(|(code, words)| (code, words.split(',').next().unwrap_or_default().trim()));
    if let Some((_, word)) = known.find(|(known, _)| known.eq_ignore_ascii_case(code)) {
        return word;
    }
    let part = |at: usize| code.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
    match [part(1), part(3), part(5)] {
        [Some(r), Some(g), Some(b)] if r == g && g == b && (0x50..0xF0).contains(&r) => "grey",
        _ => "",
    }
}

/// The marks that are drawn on a parameter's cells.
fn marks(rule: &Rule, param: &Param) -> Vec<Mark> {
    let is_first =
        || rule.params.iter().find(|p| matches!(p.kind, ParamKind::Shape(_))).is_some_and(|p| p.name == param.name);
    let on = |mark: &Mark| mark.of.as_ref().map_or_else(is_first, |of| *of == param.name);
    look(rule).unwrap_or_default().into_iter().filter(on).collect()
}

/// The words for the place of the cells that a clue beside the grid sees. In a sentence, these words follow a word for the clue.
pub(super) const ITS_LINE: &str = "in its row or column";

/// The noun for a figure, such as "green line", and the words for the digits in it, "on the green line".
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) noun: String,
    pub(super) group: Group,
}

/// The figure that a parameter's cells form; `None` if the parameter has no cells.
pub(super) fn figure(rule: &Rule, param: &Param) -> Option<Figure> {
    let ParamKind::Shape(shape) = param.kind else { return None };
    let marks = marks(rule, param);
    let has = |form: &Form| marks.iter().find(|mark| mark.form == *form);
    let tinted = |mark: &Mark, noun: &str| join(&[color(&mark.color), noun]);
    let round = || [(Form::Circle, "circle"), (Form::Square, "square"), (Form::Diamond, "diamond")];
    let all_of = |mark: &&Mark| matches!(mark.at, At::Cells | At::All | At::Middle);
    let marked = || {
        let mut kinds = round().into_iter().map(|(form, noun)| (has(&form), noun));
        kinds.find_map(|(mark, noun)| mark.filter(all_of).map(|mark| tinted(mark, noun)))
    };
    let (noun, place) = match shape {
        Shape::Line | Shape::Lines | Shape::Bulb => {
            let noun = match has(&Form::Line) {
                _ if has(&Form::Arrow).is_some() => "arrow".to_owned(),
                Some(line)
                    if line.width.is_some_and(|w| w >= 0.3)
                        && has(&Form::Circle).is_some_and(|c| c.at == At::Start) =>
                {
                    "thermometer".to_owned()
                }
                Some(line) => tinted(line, "line"),
                None => "line".to_owned(),
            };
            let word = if shape == Shape::Line { "the" } else { "each" };
            (noun.clone(), format!("on {word} {noun}"))
        }
        Shape::Cage => ("cage".to_owned(), "in the cage".to_owned()),
        Shape::Cells | Shape::Corner | Shape::Grid | Shape::Map => {
            if shape == Shape::Grid && param.name.len() == 1 {
                ("grid".to_owned(), "in the grid".to_owned())
            } else if param.name.len() > 2 && param.name.chars().all(char::is_alphabetic) {
                (param.name.clone(), format!("in the {}", param.name))
            } else if let Some(mark) = has(&Form::Cage) {
                let noun = if mark.dash { "dotted cage" } else { "cage" };
                (noun.to_owned(), format!("in the {noun}"))
            } else if shape == Shape::Corner {
                let noun = marked().unwrap_or_else(|| "mark".to_owned());
                (noun.clone(), format!("around the {noun}"))
            } else if let Some(noun) = marked() {
                (noun.clone(), format!("in the {noun}s"))
            } else if let Some(mark) = has(&Form::Line) {
                let noun = tinted(mark, "line");
                (noun.clone(), format!("on the {noun}"))
            } else if let Some(mark) = has(&Form::Shade) {
                let noun = match color(&mark.color) {
                    "" => "shaded cell".to_owned(),
                    color => format!("{color} cell"),
                };
                (noun.clone(), format!("in the {noun}s"))
            } else {
                ("marked cell".to_owned(), "in the marked cells".to_owned())
            }
        }
        Shape::Cell => {
            let noun = marked().or_else(|| {
                let mark = has(&Form::Shade)?;
                Some(join(&[if color(&mark.color).is_empty() { "shaded" } else { color(&mark.color) }, "cell"]))
            });
            let noun = noun.unwrap_or_else(|| "marked cell".to_owned());
            (noun.clone(), format!("in the {noun}"))
        }
        Shape::Edge => {
            let text =
                marks.iter().find_map(|mark| if let Form::Text(text) = &mark.form { Some(text.clone()) } else { None });
            let noun = match (has(&Form::Circle), text) {
                (Some(mark), _) => tinted(mark, "dot"),
                (None, Some(text)) if text.chars().all(char::is_alphanumeric) => text,
                _ => "sign".to_owned(),
            };
            (noun.clone(), format!("separated by the {noun}"))
        }
        Shape::Outside if has(&Form::Arrow).is_some() => ("clue".to_owned(), "along the indicated diagonal".to_owned()),
        Shape::Outside => ("clue".to_owned(), ITS_LINE.to_owned()),
        Shape::Lists => match has(&Form::Arrow) {
            Some(_) => ("arrow".to_owned(), "on each arrow".to_owned()),
            None => ("set of cells".to_owned(), "in each set of cells".to_owned()),
        },
    };
    // The circle of an arrow, or a bulb, is a single cell, or is read as a single number.
    let is_one = shape == Shape::Cells && noun == param.name && marked().is_some();
    Some(Figure { group: Group { is_one, ..Group::at(&place) }, noun })
}

/// The noun for a number of the clue.
pub(super) fn number(rule: &Rule, param: &Param) -> String {
    let name = param.name.replace(['_', '-'], " ");
    let shape =
        rule.params.iter().find_map(|p| if let ParamKind::Shape(shape) = p.kind { Some((shape, p)) } else { None });
    let mark = look(rule).unwrap_or_default().into_iter().find(|mark| mark.form == Form::Value(param.name.clone()));
    let telling = name.len() > 1;
    match (shape, mark.map(|mark| mark.at)) {
        (_, Some(At::Outside)) if param.kind == ParamKind::Numbers => "the digits outside the grid".into(),
        (_, Some(At::Outside)) => "the clue outside the grid".into(),
        (Some((Shape::Edge, edge)), Some(_)) => {
            let noun = figure(rule, edge).map_or_else(|| "mark".to_owned(), |f| f.noun);
            format!("the number on the {noun}")
        }
        (Some((Shape::Corner, corner)), Some(_)) if param.kind == ParamKind::Numbers => {
            format!("the digits in the {}", figure(rule, corner).map_or_else(|| "mark".to_owned(), |f| f.noun))
        }
        (_, Some(At::Corner)) if param.kind == ParamKind::Numbers && telling && name != "values" => {
            format!("the {name} in the corner")
        }
        (_, Some(At::Corner)) if param.kind == ParamKind::Numbers => "the digits in the corner".into(),
        (_, Some(At::Corner)) if telling => format!("the {name} in the corner"),
        (_, Some(_)) => "the number shown".into(),
        _ if param.kind == ParamKind::Numbers && ["values", "digits", "numbers"].contains(&name.as_str()) => {
            "the given digits".into()
        }
        _ if telling => format!("the given {name}"),
        _ => "the given number".into(),
    }
}

/// The noun for a sign that points from the first of two cells to the second.
pub(super) fn points(rule: &Rule) -> Option<String> {
    let mark = look(rule).ok()?.into_iter().find(|mark| mark.turned && mark.form == Form::Text(">".into()))?;
    let edge = rule
        .params
        .iter()
        .find(|p| p.kind == ParamKind::Shape(Shape::Edge) && mark.of.as_ref().is_none_or(|of| *of == p.name))?;
    Some(figure(rule, edge)?.noun)
}

/// The noun for the mark between two cells: "white dot"; `None` if the rule draws no such mark.
pub(super) fn mark_between(rule: &Rule) -> Option<String> {
    let edge = rule.params.iter().find(|p| p.kind == ParamKind::Shape(Shape::Edge))?;
    Some(figure(rule, edge)?.noun)
}
