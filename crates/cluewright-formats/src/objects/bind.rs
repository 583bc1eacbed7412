//! Matches the fields of an object with the fields in a rule's `also` line.

use super::data::{in_words, is_empty, number, number_in_words, place, step_of};
use crate::foreign::{self, Name, lists_of, shaped, sight};
use cluewright_core::{Arg, BadInput, Cell, Clue, Shape};
use cluewright_draw::color_parts;
use cluewright_rules::syntax::ast::{ForeignValue, ParamKind, Shape as Kind};
use serde_json::{Map, Value};

/// Converts objects to clues.
pub(crate) struct Binder<'a> {
    shape: &'a Shape,
    /// The parts of the last object that were not understood, each as a phrase.
    pub(crate) left: Vec<String>,
}

/// Whether a field equals a fixed string, colour or number.
fn is_said(data: &Value, text: &str) -> bool {
    match data {
        Value::String(said) => said == text || color(said).is_some_and(|c| Some(c) == color(text)),
        Value::Number(n) => text.parse::<f64>().is_ok_and(|wanted| n.as_f64() == Some(wanted)),
        _ => false,
    }
}

/// The components of a colour written as `#67F067`, `#67f067FF` or `#FFF`; `None` for other texts.
pub(crate) fn color(text: &str) -> Option<[u8; 4]> {
    color_parts(text).filter(|_| text.trim().starts_with('#'))
}

impl<'a> Binder<'a> {
    pub(crate) fn new(shape: &'a Shape) -> Self {
        Self { shape, left: Vec::new() }
    }

    /// Converts an object to clues of the rule with this name; `None` if the object does not fit. Parts that are not understood are
    /// added to [`Binder::left`].
    pub(crate) fn clues(
        &mut self,
        name: &Name<'_>,
        object: &Map<String, Value>,
    ) -> Result<Option<Vec<Clue>>, BadInput> {
        self.left.clear();
        let mut clues = vec![Clue::new(name.rule.name.clone(), Vec::new())];
        for (field, value) in name.named() {
            let data = object.get(field).filter(|d| !is_empty(d));
            let param = match value {
                ForeignValue::Number(n) if data.and_then(number) == Some(*n) => continue,
                ForeignValue::Text(t) if data.is_some_and(|d| is_said(d, t)) => continue,
                ForeignValue::Param(p) => name.param(p),
                ForeignValue::Joined(parts) if in_words(parts) => {
                    let Some((param, n)) = data.and_then(|d| number_in_words(parts, d)) else { return Ok(None) };
                    for clue in &mut clues {
                        clue.args.push((param.to_owned(), Arg::Number(n)));
                    }
                    continue;
                }
                ForeignValue::Joined(parts) => {
                    let (Some(ForeignValue::Param(last)), Some(Value::Array(lines))) = (parts.last(), data) else {
                        return Ok(None);
                    };
                    // Each line starts in the circle, which is another field. The rest of the line is the arm.
                    let mut arms = Vec::new();
                    let start = match object.get("cells") {
                        Some(Value::Array(start)) => self.list(start)?,
                        _ => Vec::new(),
                    };
                    for line in lines {
                        let cells = self.list(line.as_array().map_or(&[][..], Vec::as_slice))?;
                        if cells.first().is_some_and(|first| !start.contains(first)) {
                            self.left.push(format!("the line {line} does not start in the circle"));
                        }
                        arms.extend(cells.get(1..).filter(|arm| !arm.is_empty()).map(<[Cell]>::to_vec));
                    }
                    if arms.is_empty() {
                        return Ok(None);
                    }
                    for clue in &mut clues {
                        clue.args.push((last.clone(), Arg::Lists(arms.clone())));
                    }
                    continue;
                }
                _ => return Ok(None),
            };
            let Some(param) = param else { return Ok(None) };
            // A second field for the same lists continues them, as with the two sides of a clone.
            if let (ParamKind::Shape(kind), Some(Value::Array(items))) = (param.kind, data)
                && kind.is_lists()
                && items.iter().all(Value::is_string)
                && clues.iter().all(|c| c.arg(&param.name).is_some())
            {
                let cells = self.list(items)?;
                for (_, arg) in clues.iter_mut().flat_map(|c| &mut c.args).filter(|(n, _)| *n == param.name) {
                    *arg = Arg::Lists(lists_of(arg).into_iter().chain([cells.clone()]).collect());
                }
                continue;
            }
            let choices = match (param.kind, data) {
                (_, None) => Vec::new(),
                (ParamKind::Number, Some(d)) => number(d).map(Arg::Number).into_iter().collect(),
                (ParamKind::Text, Some(d)) => d.as_str().map(|t| Arg::Text(t.to_owned())).into_iter().collect(),
                (ParamKind::Boolean, Some(d)) => d.as_bool().map(Arg::Bool).into_iter().collect(),
                (ParamKind::Numbers, Some(d)) => {
                    let list = d.as_array().map_or(std::slice::from_ref(d), Vec::as_slice);
                    if let Some(word) = list.iter().find(|d| number(d).is_none()) {
                        self.left.push(format!("`{field}: {word}`"));
                    }
                    vec![Arg::Numbers(list.iter().filter_map(number).collect())]
                }
                (ParamKind::Shape(Kind::Outside), Some(d)) => self.outside(d, object)?.into_iter().collect(),
                (ParamKind::Shape(kind), Some(d)) => self.shapes(kind, d)?,
            };
            if choices.is_empty() {
                if foreign::optional(param) {
                    if let Some(data) = data {
                        self.left.push(format!("`{field}: {data}`"));
                    }
                    continue;
                }
                return Ok(None);
            }
            // Each polyline becomes a separate clue; any other value gives one choice.
            clues = clues
                .into_iter()
                .flat_map(|clue| {
                    choices.iter().map(move |choice| {
                        let mut clue = clue.clone();
                        clue.args.push((param.name.clone(), choice.clone()));
                        clue
                    })
                })
                .collect();
        }
        Ok(Some(clues))
    }

    fn one_cell(&self, value: &Value) -> Result<Option<Cell>, BadInput> {
        let bad = || BadInput::new(format!("{value} is not a cell")).hint("cells are named like R1C1");
        let (r, c) = value.as_str().and_then(place).ok_or_else(bad)?;
        Ok(self.shape.at(r, c))
    }

    /// The cells of a list that are in the grid. The other cells are added to [`Binder::left`].
    fn list(&mut self, values: &[Value]) -> Result<Vec<Cell>, BadInput> {
        let mut cells = Vec::new();
        for value in values {
            match self.one_cell(value)? {
                Some(cell) => cells.push(cell),
                None => self.left.push(format!("{value} outside the grid")),
            }
        }
        Ok(cells)
    }

    fn shapes(&mut self, kind: Kind, data: &Value) -> Result<Vec<Arg>, BadInput> {
        Ok(match data {
            Value::Array(items) if items.iter().all(Value::is_array) => {
                let mut lines = Vec::new();
                for line in items.iter().filter_map(Value::as_array) {
                    lines.push(self.list(line)?);
                }
                lines.retain(|l| !l.is_empty());
                if kind.is_lists() {
                    vec![Arg::Lists(lines)]
                } else {
                    lines.into_iter().map(|l| shaped(kind, l)).collect()
                }
            }
            Value::Array(items) => {
                let before = self.left.len();
                let cells = self.list(items)?;
                if kind == Kind::Corner {
                    // A circle on the edge also names cells outside the grid, which do not count.
                    self.left.truncate(before);
                }
                match kind {
                    Kind::Cell => cells.into_iter().map(Arg::Cell).collect(),
                    _ if cells.is_empty() => Vec::new(),
                    // A dot that is not between two cells of the grid has no meaning.
                    Kind::Edge if cells.len() != 2 => Vec::new(),
                    _ => vec![shaped(kind, cells)],
                }
            }
            one => self.one_cell(one)?.map(|c| shaped(kind, vec![c])).into_iter().collect(),
        })
    }

    /// The cells seen from a cell outside the grid, in the object's direction if it has one.
    fn outside(&mut self, data: &Value, object: &Map<String, Value>) -> Result<Option<Arg>, BadInput> {
        let bad = || BadInput::new(format!("{data} is not a place outside the grid")).hint("such as R0C3");
        let (r, c) = data.as_str().and_then(place).ok_or_else(bad)?;
        let (height, width) = (i32::from(self.shape.height()), i32::from(self.shape.width()));
        let direction = object.get("direction").and_then(Value::as_str);
        let step = match direction {
            Some(word) => step_of(word).ok_or_else(bad)?,
            None if c < 0 => (0, 1),
            None if c >= width => (0, -1),
            None if r < 0 => (1, 0),
            None if r >= height => (-1, 0),
            None => return Err(bad()),
        };
        let cells = sight(self.shape, (r, c), step);
        // Some programs also list the cells that are seen.
        if let Some(Value::Array(listed)) = object.get("cells").filter(|_| direction.is_some())
            && self.list(listed)? != cells
        {
            self.left.push("`cells`, which do not match the direction".to_owned());
        }
        Ok((!cells.is_empty()).then_some(Arg::Cells(cells)))
    }
}
