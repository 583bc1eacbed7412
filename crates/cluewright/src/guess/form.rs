//! The forms in which a rule's clues are drawn, and conversely the clues that figures of a form represent.

use super::color::Color;
use super::figure::{Base, Body, Figure, Looks};
use super::line::walk;
use cluewright_core::puzzle::Args;
use cluewright_core::{Arg, Cell, Clue, Sort};
use cluewright_rules::look::{At, Form as Shape, Mark, look};
use cluewright_rules::syntax::ast::{Param, ParamKind, Rule, Shape as Kind};
use cluewright_rules::told::{Phrase, against, phrases};

/// The form in which a rule's clue is drawn.
pub(super) struct Form<'r> {
    pub(super) rule: &'r Rule,
    /// Phrases that people use for the rule.
    pub(super) phrases: Vec<Phrase>,
    /// Phrases that show that the rule is not meant.
    pub(super) against: Vec<Phrase>,
    pub(super) base: Base,
    bodies: Vec<Body>,
    /// Whether a branching line is a single clue.
    branching: bool,
    /// The colour that distinguishes the rule's clues from other clues of the same form.
    pub(super) color: Option<Color>,
    /// The text that all clues show.
    word: String,
    /// The parameter that is written on the figure.
    value: Option<&'r Param>,
}

impl<'r> Form<'r> {
    /// The form of a rule's clues; `None` if the clues are not drawn, or not as a known kind of figure.
    pub(super) fn of(rule: &'r Rule) -> Option<Self> {
        let marks = look(rule).ok()?;
        let kind = rule.params.iter().find_map(|p| if let ParamKind::Shape(s) = p.kind { Some(s) } else { None });
        let main =
            marks.iter().filter_map(|mark| Some((base(mark, kind)?, mark))).min_by_key(|(base, _)| rank(*base))?;
        let body = |mark: &Mark| match mark.form {
            Shape::Circle => Body::Circle,
            Shape::Square => Body::Square,
            Shape::Diamond => Body::Diamond,
            _ => Body::None,
        };
        let at = |place: At| {
            let ends = marks.iter().filter(|m| m.at == place || m.at == At::Ends);
            ends.map(body).find(|b| *b != Body::None).unwrap_or(Body::None)
        };
        let (base, mark) = main;
        let bodies = match base {
            Base::Line => vec![at(At::Start), at(At::End)],
            Base::Arrows => vec![Body::Circle],
            Base::Cell | Base::Edge | Base::Corner => vec![body(mark)],
            _ => Vec::new(),
        };
        let written = |m: &Mark| if let Shape::Value(name) = &m.form { Some(name.clone()) } else { None };
        let value = marks.iter().find_map(written);
        let word = marks.iter().find_map(|m| if let Shape::Text(text) = &m.form { Some(text.clone()) } else { None });
        let color = if mark.color.is_empty() && mark.ring { "#FFFFFF" } else { mark.color.as_str() };
        Some(Self {
            rule,
            phrases: phrases(rule).ok()?,
            against: against(rule).ok()?,
            base,
            bodies,
            branching: mark.branching,
            color: Color::parse(color),
            word: word.unwrap_or_default(),
            value: rule.params.iter().find(|p| Some(&p.name) == value.as_ref()),
        })
    }

    /// Whether clues of the two rules look alike, except for their colours and for an optional number.
    pub(super) fn is_drawn_like(&self, other: &Self) -> bool {
        let value = other.value.is_some() || self.value.is_none_or(|value| value.optional);
        (self.base, &self.bodies, &self.word) == (other.base, &other.bodies, &other.word) && value
    }

    /// Whether figures of this appearance have this form.
    pub(super) fn fits(&self, looks: &Looks) -> bool {
        // A letter is more significant than the shape around it.
        let body = self.bodies == looks.bodies || !looks.word.is_empty();
        // Cages that form one clue have a common letter.
        let word = self.word == looks.word || (self.base == Base::Cage && self.is_of_lists() && self.word.is_empty());
        self.base == looks.base && body && word && (self.value.is_some() || !looks.numbered)
    }

    /// Whether a clue consists of several lists of cells.
    fn is_of_lists(&self) -> bool {
        self.rule.params.iter().any(|param| param.kind == ParamKind::Shape(Kind::Lists))
    }

    /// Whether the figures have a number and the rule has a parameter for it, or neither is the case.
    pub(super) fn says_all(&self, looks: &Looks) -> bool {
        self.value.is_some() == looks.numbered
    }

    /// Reads figures as clues, each with the indexes of its figures; `None` if the figures cannot be such clues. `together`: reads
    /// all figures as one clue, or lines stroke by stroke, if that is a different reading.
    pub(super) fn clues(
        &self,
        figures: &[&Figure],
        together: bool,
        numbers: &[(String, i64)],
    ) -> Option<Vec<(Clue, Vec<usize>)>> {
        let shapes: Vec<(&str, Kind)> = self
            .rule
            .params
            .iter()
            .filter_map(|p| if let ParamKind::Shape(s) = p.kind { Some((p.name.as_str(), s)) } else { None })
            .collect();
        let all = |i: usize| figures[i].cells.iter().flatten().copied();
        let each = |one: &dyn Fn(usize) -> Option<Args>| -> Option<Vec<(Args, Vec<usize>)>> {
            (0..figures.len()).map(|i| Some((one(i)?, vec![i]))).collect()
        };
        let every = || (0..figures.len()).collect::<Vec<usize>>();
        let placed: Vec<(Args, Vec<usize>)> = match (&shapes[..], self.base) {
            ([(c, Kind::Cells)], Base::Shade) if together && figures.len() > 1 => {
                let mut cells: Vec<Cell> = every().into_iter().flat_map(all).collect();
                cells.order();
                vec![(vec![(c.to_string(), Arg::Cells(cells))], every())]
            }
            ([(c, Kind::Line)], Base::Line) => {
                if together && figures.iter().all(|f| f.strokes.is_empty()) {
                    return None;
                }
                let clues = |i: usize| self.lines(figures[i], together).into_iter().map(move |l| (l, i));
                (0..figures.len())
                    .flat_map(clues)
                    .map(|(l, i)| (vec![(c.to_string(), Arg::Cells(l))], vec![i]))
                    .collect()
            }
            _ if together => return None,
            ([], Base::Diagonal { .. }) => vec![(Vec::new(), every())],
            ([(circle, Kind::Cells), (arms, Kind::Lines)], Base::Arrows) => each(&|i| {
                let (first, rest) = figures[i].cells.split_first()?;
                let cells = (circle.to_string(), Arg::Cells(first.clone()));
                Some(vec![cells, (arms.to_string(), Arg::Lists(rest.to_vec()))])
            })?,
            ([(c, Kind::Cell)], Base::Shade) => {
                let cells = (0..figures.len()).flat_map(|i| all(i).map(move |cell| (cell, i)));
                cells.map(|(cell, i)| (vec![(c.to_string(), Arg::Cell(cell))], vec![i])).collect()
            }
            ([(c, Kind::Cell)], _) => each(&|i| Some(vec![(c.to_string(), Arg::Cell(all(i).next()?))]))?,
            ([(c, Kind::Cells)], Base::Cell) => {
                let cells: Vec<Cell> = every().into_iter().flat_map(all).collect();
                vec![(vec![(c.to_string(), Arg::Cells(cells))], every())]
            }
            ([(c, Kind::Lists)], Base::Cage) if figures.len() > 1 => {
                let lists = every().into_iter().map(|i| all(i).collect()).collect();
                vec![(vec![(c.to_string(), Arg::Lists(lists))], every())]
            }
            ([(c, Kind::Lists)], Base::Shade) => {
                let lists: Vec<Vec<Cell>> = every().into_iter().map(|i| all(i).collect()).collect();
                let even = lists.len() > 1 && lists.iter().all(|l| l.len() == lists[0].len());
                even.then(|| vec![(vec![(c.to_string(), Arg::Lists(lists))], every())])?
            }
            ([(c, kind)], _) if !kind.is_lists() => {
                each(&|i| Some(vec![(c.to_string(), Arg::Cells(all(i).collect()))]))?
            }
            _ => return None,
        };
        let mut clues = Vec::new();
        for (mut args, of) in placed {
            for param in &self.rule.params {
                let written = self.value.filter(|v| v.name == param.name && !figures[of[0]].number.is_empty());
                let told = numbers.iter().find(|(name, _)| *name == param.name);
                match (written, told, &param.kind) {
                    (Some(_), _, kind) => args.push((param.name.clone(), number(*kind, &figures[of[0]].number)?)),
                    (None, Some((_, n)), ParamKind::Number) => args.push((param.name.clone(), Arg::Number(*n))),
                    (None, _, ParamKind::Shape(_)) => {}
                    _ if param.optional || param.value.is_some() => {}
                    _ => return None,
                }
            }
            clues.push((Clue::new(self.rule.name.clone(), args), of));
        }
        Some(clues)
    }

    /// The cells of each clue that a line represents.
    fn lines(&self, line: &Figure, by_stroke: bool) -> Vec<Vec<Cell>> {
        match &line.cells[..] {
            _ if by_stroke && !line.strokes.is_empty() => line.strokes.clone(),
            [_, _, ..] if self.branching => vec![walk(&line.cells)],
            cells => cells.to_vec(),
        }
    }
}

/// Reads text as the value of a parameter; `None` if the text is invalid.
fn number(kind: ParamKind, text: &str) -> Option<Arg> {
    match kind {
        ParamKind::Number => text.trim().parse().ok().map(Arg::Number),
        ParamKind::Numbers => {
            let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|p| !p.is_empty());
            let commas = text.contains(',');
            let digits =
                parts.flat_map(|p| if commas { vec![p.to_owned()] } else { p.chars().map(String::from).collect() });
            digits.map(|d| d.parse().ok()).collect::<Option<_>>().map(Arg::Numbers)
        }
        _ => None,
    }
}

/// The kind of figure that a mark produces, for a rule whose clues have cells of this shape.
fn base(mark: &Mark, kind: Option<Kind>) -> Option<Base> {
    // A mark on fixed cells, the same in every puzzle with the rule, is not a figure of a clue.
    if !mark.on.is_empty() {
        return None;
    }
    let is_text = matches!(mark.form, Shape::Text(_) | Shape::Value(_));
    let is_body = matches!(mark.form, Shape::Circle | Shape::Square | Shape::Diamond) || is_text;
    Some(match (&mark.form, mark.at, kind) {
        (Shape::Arrow, At::Outside, _) => Base::Pointed,
        (_, At::Outside, _) => Base::Outside,
        (Shape::Arrow, ..) if mark.from.is_some() => Base::Arrows,
        (Shape::Line, _, Some(Kind::Line)) => Base::Line,
        (Shape::Cage, ..) => Base::Cage,
        (Shape::Shade, ..) => Base::Shade,
        (Shape::Chevrons { out }, ..) => Base::Chevrons { out: *out },
        (Shape::Diagonal { up }, ..) => Base::Diagonal { up: *up },
        (_, At::Middle, Some(Kind::Edge)) if is_body => Base::Edge,
        (_, At::Middle, Some(Kind::Corner)) if is_body => Base::Corner,
        (_, At::Cells | At::Middle, Some(Kind::Cell | Kind::Cells)) if is_body => Base::Cell,
        _ => return None,
    })
}

/// The rank of a kind of figure: if a clue is drawn with several marks, the mark with the lowest rank determines the figure.
fn rank(base: Base) -> u8 {
    match base {
        Base::Pointed | Base::Arrows | Base::Chevrons { .. } | Base::Diagonal { .. } => 0,
        Base::Line | Base::Cage | Base::Outside => 1,
        Base::Edge | Base::Corner | Base::Cell => 2,
        Base::Shade => 3,
    }
}
