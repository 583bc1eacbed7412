//! Matches the arguments of a constraint with those that a rule's `also iss` line lists.

use super::names::{COUNTED_LISTS, PAIRS_OF_DIGITS};
use super::nodes::Node;
use super::reader::Reader;
use crate::foreign::{Name, optional, shaped};
use crate::percent::percent_decoded;
use cluewright_core::{Arg, BadInput, Cell, Clue};
use cluewright_rules::syntax::ast::{ForeignValue, Param, ParamKind, Shape as Kind};
use std::borrow::Cow;

/// Why the arguments of a node do not fit a name.
enum Misfit {
    /// Another name may fit.
    Other,
    /// The node is wrong under any name.
    Wrong(BadInput),
}

impl From<BadInput> for Misfit {
    fn from(error: BadInput) -> Self {
        Self::Wrong(error)
    }
}

/// The arguments of a node that are not yet read.
type Rest<'a, 't> = &'a [Cow<'t, str>];

/// Takes the next argument.
fn next<'a>(rest: &mut Rest<'a, '_>) -> Result<&'a str, Misfit> {
    let (first, tail) = rest.split_first().ok_or(Misfit::Other)?;
    *rest = tail;
    Ok(first)
}

fn no_cell(node: &Node<'_>, word: &str) -> Misfit {
    node.error(format!("there is no cell `{word}`")).into()
}

fn number(word: &str) -> Result<i64, Misfit> {
    word.parse().map_err(|_| Misfit::Other)
}

impl Reader {
    /// The clues of a node under a name; `None` if its arguments do not fit.
    pub(super) fn bind(&self, name: &Name<'_>, node: &Node<'_>) -> Result<Option<Vec<Clue>>, BadInput> {
        let mut clues = match self.bind_written(name, node) {
            Ok(clues) => clues,
            Err(Misfit::Other) => return Ok(None),
            Err(Misfit::Wrong(error)) => return Err(error),
        };
        let meant = name.meant(&self.puzzle);
        for clue in &mut clues {
            clue.args.extend_from_slice(&meant);
        }
        Ok(Some(clues))
    }

    /// Like `bind`, but with only the arguments that are written.
    fn bind_written(&self, name: &Name<'_>, node: &Node<'_>) -> Result<Vec<Clue>, Misfit> {
        let mut rest: Rest<'_, '_> = &node.args;
        let mut clue = Clue::new(name.rule.name.clone(), Vec::new());
        let mut pairs: Option<(&str, Vec<(Cell, Cell)>)> = None;
        let values = name.listed();
        // A line seen from outside, followed by its number, has two clues: from the start and from the end.
        if let [ForeignValue::Param(line), ForeignValue::Param(number)] = values
            && name.param(line).is_some_and(|p| p.kind == ParamKind::Shape(Kind::Outside))
        {
            return self.both_sides(node, name, line, number);
        }
        for (i, value) in values.iter().enumerate() {
            match value {
                ForeignValue::Number(n) => {
                    if number(next(&mut rest)?)? != *n {
                        return Err(Misfit::Other);
                    }
                }
                ForeignValue::Text(t) => {
                    if next(&mut rest)? != t {
                        return Err(Misfit::Other);
                    }
                }
                ForeignValue::Joined(parts) => {
                    for (k, part) in parts.iter().enumerate() {
                        let ForeignValue::Param(p) = part else { return Err(Misfit::Other) };
                        let Some(ParamKind::Shape(kind)) = name.param(p).map(|p| p.kind) else {
                            return Err(Misfit::Other);
                        };
                        let count = if k + 1 < parts.len() { 1.min(rest.len()) } else { rest.len() };
                        clue.args.push((p.clone(), shaped(kind, self.must_cells(node, &rest[..count])?)));
                        rest = &rest[count..];
                    }
                }
                ForeignValue::Param(p) => {
                    let param = name.param(p).ok_or(Misfit::Other)?;
                    if param.kind == ParamKind::Shape(Kind::Edge) {
                        let cells = self.must_cells(node, std::mem::take(&mut rest))?;
                        pairs = Some((p, self.neighbouring(&cells)));
                    } else {
                        let last = i > 0 && i + 1 == values.len();
                        let arg = self.argument(name, node, param, last, &mut rest, &mut clue)?;
                        clue.args.extend(arg.map(|arg| (p.clone(), arg)));
                    }
                }
            }
        }
        if let Some(word) = rest.first() {
            return Err(if word.starts_with(['R', 'V']) { no_cell(node, word) } else { Misfit::Other });
        }
        let Some((param, pairs)) = pairs else { return Ok(vec![clue]) };
        let clues = pairs.into_iter().map(|(a, b)| {
            let mut clue = clue.clone();
            clue.args.push((param.to_owned(), Arg::Cells(vec![a, b])));
            clue
        });
        Ok(clues.collect())
    }

    /// Reads the argument of a parameter; `None` if it is left out. The weights of a sum, which are written with its number, go
    /// to `clue`.
    fn argument(
        &self,
        name: &Name<'_>,
        node: &Node<'_>,
        param: &Param,
        last: bool,
        rest: &mut Rest<'_, '_>,
        clue: &mut Clue,
    ) -> Result<Option<Arg>, Misfit> {
        Ok(Some(match param.kind {
            ParamKind::Number => {
                // The argument may be left out: `.Whisper~R1C1~R1C2`.
                if optional(param) && rest.first().is_none_or(|first| self.cell(first).is_some()) {
                    return Ok(None);
                }
                let first = next(rest)?;
                if first.is_empty() && optional(param) {
                    return Ok(None);
                }
                // A sum may carry weights: `3_=_1_2`.
                let Some((sum, weights)) = first.split_once("_=_") else {
                    return Ok(Some(Arg::Number(number(first)?)));
                };
                let sum = Arg::Number(number(sum)?);
                let Some(ForeignValue::Param(p)) = name.listed().last() else { return Err(Misfit::Other) };
                if name.param(p).is_none_or(|p| p.kind != ParamKind::Numbers) {
                    return Err(Misfit::Other);
                }
                let weights: Result<Vec<i64>, _> = weights.split('_').map(number).collect();
                clue.args.extend([(param.name.clone(), sum), (p.clone(), Arg::Numbers(weights?))]);
                return Ok(None);
            }
            ParamKind::Numbers if rest.is_empty() => return Ok(None),
            // The weights were already read along with the number.
            ParamKind::Numbers if clue.arg(&param.name).is_some() => return Err(Misfit::Other),
            ParamKind::Numbers => {
                let words: Vec<&str> = if last {
                    std::mem::take(rest).iter().flat_map(|w| w.split(['_', ','])).collect()
                } else {
                    let first = next(rest)?;
                    if PAIRS_OF_DIGITS.contains(&&*node.kind) {
                        (0..first.len()).step_by(2).map(|k| first.get(k..k + 2).unwrap_or("")).collect()
                    } else {
                        first.split(['_', ',']).collect()
                    }
                };
                Arg::Numbers(words.into_iter().map(number).collect::<Result<_, _>>()?)
            }
            ParamKind::Text => Arg::Text(percent_decoded(next(rest)?)),
            ParamKind::Boolean => match rest.first().map(|first| &**first) {
                Some("LOOP" | "1" | "0") => Arg::Bool(next(rest)? != "0"),
                _ => return Ok(None),
            },
            ParamKind::Shape(Kind::Cell) => Arg::Cell(self.must_cell(node, next(rest)?)?),
            ParamKind::Shape(Kind::Corner) => {
                let (group, r, c) = self.position(self.must_cell(node, next(rest)?)?);
                let square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)];
                let cells: Option<Vec<Cell>> = square.iter().map(|&(r, c)| self.at_position((group, r, c))).collect();
                Arg::Cells(cells.ok_or_else(|| node.error("the square lies outside the grid"))?)
            }
            ParamKind::Shape(Kind::Outside) => Arg::Cells(self.seen(node, next(rest)?)?),
            ParamKind::Shape(kind) if kind.is_lists() => Arg::Lists(self.lists(node, rest)?),
            ParamKind::Shape(kind) => {
                let cells: Vec<Cell> = rest.iter().map_while(|w| self.cell(w)).collect();
                if cells.is_empty() {
                    return match rest.first() {
                        _ if optional(param) => Ok(None),
                        Some(word) => Err(no_cell(node, word)),
                        None => Err(Misfit::Other),
                    };
                }
                *rest = &rest[cells.len()..];
                shaped(kind, cells)
            }
        }))
    }

    fn must_cells(&self, node: &Node<'_>, words: Rest<'_, '_>) -> Result<Vec<Cell>, BadInput> {
        words.iter().map(|word| self.must_cell(node, word)).collect()
    }

    fn both_sides(&self, node: &Node<'_>, name: &Name<'_>, line: &str, sum: &str) -> Result<Vec<Clue>, Misfit> {
        let mut numbers: Rest<'_, '_> = &node.args;
        let id = next(&mut numbers)?;
        let mut clues = Vec::new();
        for (i, word) in numbers.iter().enumerate().filter(|(_, w)| !w.is_empty()) {
            let n = number(word)?;
            let mut cells = self.seen(node, id)?;
            match i {
                0 => {}
                1 => cells.reverse(),
                _ => return Err(Misfit::Other),
            }
            let args = vec![(line.to_owned(), Arg::Cells(cells)), (sum.to_owned(), Arg::Number(n))];
            clues.push(Clue::new(name.rule.name.clone(), args));
        }
        Ok(clues)
    }

    /// Reads the lists of a node: separated by `-`, or a given number of lists of equal length.
    pub(super) fn lists(&self, node: &Node<'_>, rest: &mut Rest<'_, '_>) -> Result<Vec<Vec<Cell>>, BadInput> {
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
