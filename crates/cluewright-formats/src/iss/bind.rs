//! Matches the arguments of a constraint with those that a rule's `also iss` line lists.

use super::names::{COUNTED_LISTS, PAIRS_OF_DIGITS};
use super::nodes::Node;
use super::reader::Reader;
use crate::foreign::{Name, optional, shaped};
use crate::percent::percent_decoded;
use cluewright_core::{Arg, BadInput, Cell, Clue};
use cluewright_rules::syntax::ast::{ForeignValue, ParamKind, Shape as Kind};
use std::borrow::Cow;

impl Reader {
    /// The clues of a node under a name; `None` if its arguments do not fit.
    pub(super) fn bind(&self, name: &Name<'_>, node: &Node<'_>) -> Result<Option<Vec<Clue>>, BadInput> {
        let meant = name.meant(&self.puzzle);
        let mut clues = self.bind_written(name, node)?;
        clues.iter_mut().flatten().for_each(|clue| clue.args.extend_from_slice(&meant));
        Ok(clues)
    }

    /// Like `bind`, but with only the arguments that are written.
    fn bind_written(&self, name: &Name<'_>, node: &Node<'_>) -> Result<Option<Vec<Clue>>, BadInput> {
        let mut rest: &[Cow<'_, str>] = &node.args;
        let mut clue = Clue::new(name.rule.name.clone(), Vec::new());
        let mut pairs: Option<(String, Vec<(Cell, Cell)>)> = None;
        let values = name.listed();
        // A line seen from outside, followed by its number, has two clues: from the start and from the end.
        if let [ForeignValue::Param(line), ForeignValue::Param(number)] = values
            && name.param(line).is_some_and(|p| p.kind == ParamKind::Shape(Kind::Outside))
        {
            return self.both_sides(node, name, line, number);
        }
        for (i, value) in values.iter().enumerate() {
            let param = match value {
                ForeignValue::Number(n) => {
                    let [first, tail @ ..] = rest else { return Ok(None) };
                    if first.parse() != Ok(*n) {
                        return Ok(None);
                    }
                    rest = tail;
                    continue;
                }
                ForeignValue::Text(t) => {
                    let [first, tail @ ..] = rest else { return Ok(None) };
                    if first != t {
                        return Ok(None);
                    }
                    rest = tail;
                    continue;
                }
                ForeignValue::Joined(parts) => {
                    for (k, part) in parts.iter().enumerate() {
                        let ForeignValue::Param(p) = part else { return Ok(None) };
                        let Some(param) = name.param(p) else { return Ok(None) };
                        let ParamKind::Shape(kind) = param.kind else { return Ok(None) };
                        let count = if k + 1 < parts.len() { 1.min(rest.len()) } else { rest.len() };
                        let cells: Result<Vec<Cell>, _> =
                            rest[..count].iter().map(|w| self.must_cell(node, w)).collect();
                        rest = &rest[count..];
                        clue.args.push((p.clone(), shaped(kind, cells?)));
                    }
                    continue;
                }
                ForeignValue::Param(p) => match name.param(p) {
                    Some(param) => param,
                    None => return Ok(None),
                },
            };
            let cells_follow = |rest: &[Cow<'_, str>]| rest.iter().take_while(|w| self.cell(w).is_some()).count();
            match param.kind {
                ParamKind::Number => {
                    let [first, tail @ ..] = rest else {
                        if optional(param) {
                            continue;
                        }
                        return Ok(None);
                    };
                    // A sum may carry weights: `3_=_1_2`.
                    let number = first.split_once("_=_").map_or(&**first, |(n, _)| n);
                    match number.parse::<i64>() {
                        Ok(n) => clue.args.push((param.name.clone(), Arg::Number(n))),
                        Err(_) if first.is_empty() && optional(param) => {}
                        // The argument is optional: `.Whisper~R1C1~R1C2`.
                        Err(_) if self.cell(first).is_some() && optional(param) => continue,
                        Err(_) => return Ok(None),
                    }
                    if let Some((_, weights)) = first.split_once("_=_") {
                        let weights: Result<Vec<i64>, _> = weights.split('_').map(str::parse).collect();
                        let Some(ForeignValue::Param(p)) = values.last() else { return Ok(None) };
                        let takes_them = name.param(p).is_some_and(|p| p.kind == ParamKind::Numbers);
                        let Some(weights) = weights.ok().filter(|_| takes_them) else { return Ok(None) };
                        clue.args.push((p.clone(), Arg::Numbers(weights)));
                    }
                    rest = tail;
                }
                ParamKind::Numbers if rest.is_empty() => {}
                // The weights were already read along with the number.
                ParamKind::Numbers if clue.args.iter().any(|(name, _)| *name == param.name) => return Ok(None),
                ParamKind::Numbers => {
                    let words: Vec<&str> = if i + 1 == values.len() && i > 0 {
                        std::mem::take(&mut rest).iter().flat_map(|w| w.split(['_', ','])).collect()
                    } else {
                        let [first, tail @ ..] = rest else { return Ok(None) };
                        rest = tail;
                        if PAIRS_OF_DIGITS.contains(&&*node.kind) {
                            (0..first.len()).step_by(2).map(|k| first.get(k..k + 2).unwrap_or("")).collect()
                        } else {
                            first.split(['_', ',']).collect()
                        }
                    };
                    let numbers: Result<Vec<i64>, _> = words.into_iter().map(str::parse).collect();
                    let Ok(numbers) = numbers else { return Ok(None) };
                    clue.args.push((param.name.clone(), Arg::Numbers(numbers)));
                }
                ParamKind::Text => {
                    let [first, tail @ ..] = rest else { return Ok(None) };
                    clue.args.push((param.name.clone(), Arg::Text(percent_decoded(first))));
                    rest = tail;
                }
                ParamKind::Boolean => {
                    if let [first, tail @ ..] = rest
                        && matches!(&**first, "LOOP" | "1" | "0")
                    {
                        clue.args.push((param.name.clone(), Arg::Bool(first != "0")));
                        rest = tail;
                    }
                }
                ParamKind::Shape(Kind::Cell) => {
                    let [first, tail @ ..] = rest else { return Ok(None) };
                    clue.args.push((param.name.clone(), Arg::Cell(self.must_cell(node, first)?)));
                    rest = tail;
                }
                ParamKind::Shape(Kind::Corner) => {
                    let [first, tail @ ..] = rest else { return Ok(None) };
                    let (group, r, c) = self.position(self.must_cell(node, first)?);
                    let square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)];
                    let cells: Option<Vec<Cell>> =
                        square.iter().map(|&(r, c)| self.at_position((group, r, c))).collect();
                    let cells = cells.ok_or_else(|| node.error("the square is outside the grid"))?;
                    clue.args.push((param.name.clone(), Arg::Cells(cells)));
                    rest = tail;
                }
                ParamKind::Shape(Kind::Outside) => {
                    let [first, tail @ ..] = rest else { return Ok(None) };
                    let cells = self.seen(node, first)?;
                    clue.args.push((param.name.clone(), Arg::Cells(cells)));
                    rest = tail;
                }
                ParamKind::Shape(Kind::Edge) => {
                    let cells: Result<Vec<Cell>, _> = rest.iter().map(|w| self.must_cell(node, w)).collect();
                    pairs = Some((param.name.clone(), self.neighbouring(&cells?)));
                    rest = &[];
                }
                ParamKind::Shape(kind) if kind.is_lists() => {
                    let lists = self.lists(node, &mut rest)?;
                    clue.args.push((param.name.clone(), Arg::Lists(lists)));
                }
                ParamKind::Shape(kind) => {
                    let count = cells_follow(rest);
                    let cells: Vec<Cell> = rest[..count].iter().filter_map(|w| self.cell(w)).collect();
                    if cells.is_empty() && !optional(param) {
                        return match rest.first() {
                            Some(word) => Err(node.error(format!("there is no cell `{word}`"))),
                            None => Ok(None),
                        };
                    }
                    if !cells.is_empty() {
                        clue.args.push((param.name.clone(), shaped(kind, cells)));
                    }
                    rest = &rest[count..];
                }
            }
        }
        if let Some(word) = rest.first() {
            let looks_like_a_cell = word.starts_with('R') || word.starts_with('V');
            return if looks_like_a_cell { Err(node.error(format!("there is no cell `{word}`"))) } else { Ok(None) };
        }
        Ok(Some(match pairs {
            None => vec![clue],
            Some((param, pairs)) => pairs
                .into_iter()
                .map(|(a, b)| {
                    let mut clue = clue.clone();
                    clue.args.push((param.clone(), Arg::Cells(vec![a, b])));
                    clue
                })
                .collect(),
        }))
    }

    fn both_sides(
        &self,
        node: &Node<'_>,
        name: &Name<'_>,
        line: &str,
        number: &str,
    ) -> Result<Option<Vec<Clue>>, BadInput> {
        let [id, numbers @ ..] = &node.args[..] else { return Ok(None) };
        let mut clues = Vec::new();
        for (i, word) in numbers.iter().enumerate().filter(|(_, w)| !w.is_empty()) {
            let Ok(n) = word.parse::<i64>() else { return Ok(None) };
            let mut cells = self.seen(node, id)?;
            match i {
                0 => {}
                1 => cells.reverse(),
                _ => return Ok(None),
            }
            let args = vec![(line.to_owned(), Arg::Cells(cells)), (number.to_owned(), Arg::Number(n))];
            clues.push(Clue::new(name.rule.name.clone(), args));
        }
        Ok(Some(clues))
    }

    /// Reads the lists of a node: separated by `-`, or a given number of lists of equal length.
    pub(super) fn lists(&self, node: &Node<'_>, rest: &mut &[Cow<'_, str>]) -> Result<Vec<Vec<Cell>>, BadInput> {
        let mut words = std::mem::take(rest);
        let mut counted = None;
        if COUNTED_LISTS.contains(&&*node.kind) {
            let [first, tail @ ..] = words else { return Err(node.error("expected the number of sets")) };
            counted = Some(
                first
                    .parse::<usize>()
                    .ok()
                    .filter(|n| *n > 0)
                    .ok_or_else(|| node.error("expected the number of sets"))?,
            );
            words = tail;
        }
        let mut lists = vec![Vec::new()];
        for word in words {
            if word == "-" {
                lists.push(Vec::new());
            } else {
                lists.last_mut().expect("one list").push(self.must_cell(node, word)?);
            }
        }
        if let Some(count) = counted {
            let all = lists.concat();
            if all.is_empty() || !all.len().is_multiple_of(count) {
                return Err(
                    node.error(format!("{} cells cannot be divided into {count} sets of equal size", all.len()))
                );
            }
            return Ok(all.chunks(all.len() / count).map(<[Cell]>::to_vec).collect());
        }
        Ok(lists)
    }
}
