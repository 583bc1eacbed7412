//! Writes constraint strings.

use super::names::{COUNTED_LISTS, INFO, PAIRS_OF_DIGITS, cell_id};
use super::places::{box_of, diagonal};
use super::read::read;
use crate::foreign::{self, Name, bound, cells_of, lists_of};
use crate::notes::Notes;
use crate::{Note, NoteKind};
use cluewright_core::puzzle::{Args, Digits};
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::{ForeignValue, ParamKind, Shape as Kind};
use std::fmt::Write;

/// Types that imply groups of cells, which then need not be declared.
const BRING_CELLS: &[(&str, &[&str])] = &[("ChaosConstruction", &["CC"]), ("Doppelganger", &["DGC", "DGR", "DGB"])];

/// Types that name a group (or nothing: the grid) instead of its cells.
const NAME_A_GROUP: &[&str] = &["ConnectedValues"];

pub(super) fn write(puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
    if let Some(old) = puzzle.foreign.as_ref().filter(|f| f.format == INFO.id)
        && read(&old.text).is_ok_and(|(same, _)| same == *puzzle)
    {
        return Ok((old.text.clone(), Vec::new()));
    }
    let shape = &puzzle.shape;
    let full = shape.len() == usize::from(shape.height()) * usize::from(shape.width());
    if shape.grids().len() != 1 || !full || shape.height() > 16 || shape.width() > 16 {
        return Err(BadInput::new("a constraint string can express only one full grid of at most 16x16")
            .hint("write the format `clue`"));
    }
    if !(0..=1).contains(&puzzle.digits.first) || puzzle.digits.count > 16 {
        return Err(BadInput::new("a constraint string can express at most 16 digits, starting from 0 or 1")
            .hint("write the format `clue`"));
    }
    let rules = Ruleset::for_puzzle(puzzle, &[]).map_err(|e| e.within("a rule of the puzzle"))?;
    let puzzle = &*foreign::spelled_out(puzzle, INFO.id, &rules);
    let mut writer =
        Writer { puzzle, names: foreign::names(INFO.id, &rules), out: String::new(), notes: Notes::default(), lost: 0 };
    writer.shape();
    writer.extra();
    let mut givens = String::new();
    for given in &puzzle.givens {
        let _ = write!(givens, "~{}_{}", cell_id(puzzle, given.cell), joined(&given.digits));
    }
    if !givens.is_empty() {
        let _ = write!(writer.out, ".{givens}");
    }
    for rule in puzzle.rules.iter().filter(|r| !foreign::is_base(&r.rule)) {
        if !writer.said(rule) {
            writer.lose(format!("the rule {}", rule.rule));
        }
    }
    for tree in &puzzle.clues {
        let (before, lost) = (writer.out.len(), writer.lost);
        writer.tree(tree);
        // A partly written tree could be stronger than the whole, for example an `Or` without one of its choices.
        if writer.lost > lost {
            writer.out.truncate(before);
        }
    }
    if writer.out.is_empty() {
        writer.out.push_str(".Shape~9x9");
    }
    foreign::without_decoration(puzzle, &mut writer.notes);
    Ok((writer.out, writer.notes.into_list()))
}

/// Numbers as one argument.
fn joined<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("_")
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    names: Vec<Name<'a>>,
    out: String,
    notes: Notes,
    /// The number of losses.
    lost: usize,
}

impl Writer<'_> {
    fn lose(&mut self, what: impl std::fmt::Display) {
        self.lost += 1;
        self.notes.push(NoteKind::Lost, format!("a constraint string cannot express {what}"));
    }

    fn shape(&mut self) {
        let Puzzle { shape, digits, .. } = self.puzzle;
        let (rows, columns) = (shape.height(), shape.width());
        let usual = rows.max(columns);
        let raw = !self.puzzle.rules.iter().any(|r| foreign::is_base(&r.rule));
        let range = match *digits {
            Digits { first: 1, count } if u16::from(count) == usual => String::new(),
            Digits { first: 1, count } => count.to_string(),
            digits => format!("{}-{}", digits.first, digits.last()),
        };
        if (rows, columns) != (9, 9) || !range.is_empty() || raw {
            let _ = write!(self.out, ".Shape~{rows}x{columns}");
            if raw || !range.is_empty() {
                let _ = write!(self.out, "~{range}");
            }
            if raw {
                self.out.push_str("~Raw");
            }
        }
        let regions = &shape.grids()[0].regions;
        let tiled = |size: u16| {
            let (h, w) = box_of(rows, columns, size)?;
            let mut plane = Shape::plane(rows, columns, |_| true).ok()?;
            plane.add_grid("", 0, 0, rows, columns, h, w).ok()?;
            (plane.grids()[0].regions == *regions).then_some(())
        };
        if raw || tiled(usual).is_some() || (regions.is_empty() && box_of(rows, columns, usual).is_none()) {
            return;
        }
        let size = regions.first().map_or(usual, |r| u16::try_from(r.len()).unwrap_or(u16::MAX));
        if size != usual {
            let _ = write!(self.out, ".RegionSize~{size}");
        }
        if !regions.is_empty() && tiled(size).is_some() {
            return;
        }
        self.out.push_str(".NoBoxes");
        if regions.is_empty() {
            return;
        }
        if regions.len() > 36 || regions.iter().any(|r| r.len() != usize::from(size)) {
            return self.lose("regions of different sizes");
        }
        let mut layout = vec!['-'; shape.len()];
        for (digit, region) in (0..36).cycle().zip(regions) {
            for cell in region {
                layout[cell.index()] = char::from_digit(digit, 36).unwrap_or('-');
            }
        }
        let _ = write!(self.out, ".Jigsaw~{}", layout.into_iter().collect::<String>());
    }

    /// Writes extra cells as groups: `VS1`, `VS2`, ... become `.Var~S~~2`.
    fn extra(&mut self) {
        let mut groups: Vec<(String, usize)> = Vec::new();
        for cell in &self.puzzle.extra {
            let prefix = cell.name.trim_end_matches(|c: char| c.is_ascii_digit());
            if cell.numbers != self.puzzle.digits {
                self.lose(format!("the numbers of the extra cell {}", cell.name));
            }
            match groups.iter_mut().find(|(p, _)| p == prefix) {
                Some((_, count)) => *count += 1,
                None => groups.push((prefix.to_owned(), 1)),
            }
        }
        for (prefix, count) in groups {
            let Some(name) =
                prefix.strip_prefix('V').filter(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_uppercase()))
            else {
                if !BRING_CELLS.iter().any(|(_, groups)| groups.contains(&prefix.as_str())) {
                    self.lose(format!("the extra cells {prefix}"));
                }
                continue;
            };
            let (rows, columns) = (self.puzzle.shape.height(), self.puzzle.shape.width());
            // A group with as many cells as the grid is shown as a grid.
            let size = if count == self.puzzle.shape.len() { format!("{rows}x{columns}") } else { count.to_string() };
            let _ = write!(self.out, ".Var~{name}~~{size}");
        }
    }

    fn tree(&mut self, tree: &ClueTree) {
        let (word, parts) = match tree {
            ClueTree::One(clue) => {
                if !self.said(clue) {
                    self.lose(format!("the clue {}", clue.rule));
                }
                return;
            }
            ClueTree::All(parts) => ("And", parts),
            ClueTree::Any(parts) => ("Or", parts),
            ClueTree::Not(_) => return self.lose("a negated clue"),
        };
        let _ = write!(self.out, ".{word}");
        for part in parts {
            self.tree(part);
        }
        self.out.push_str(".End");
    }

    /// Writes a clue under the first name that can express it.
    fn said(&mut self, clue: &Clue) -> bool {
        if clue.rule == "allowed-digits" {
            let cells = clue.arg("C").map(cells_of).unwrap_or_default();
            let Some(Arg::Numbers(digits)) = clue.arg("values") else { return false };
            for cell in cells {
                let _ = write!(self.out, ".~{}_{}", cell_id(self.puzzle, cell), joined(digits));
            }
            return true;
        }
        for name in &self.names {
            let clue = bound(clue, &name.rule.params);
            if !name.holds(&clue) || !name.means(&clue, self.puzzle) {
                continue;
            }
            let parts = single_arms(name, &clue);
            let mut turned = false;
            let written: Option<Vec<Vec<String>>> =
                parts.iter().map(|c| self.arguments(name, &c.args, &mut turned)).collect();
            let kind = name.foreign.name.as_str();
            let brings = BRING_CELLS.iter().any(|(k, _)| *k == kind);
            for args in written.iter().flatten() {
                let _ = write!(self.out, ".{kind}");
                if brings {
                    continue;
                }
                let mut args = args.as_slice();
                if NAME_A_GROUP.contains(&kind) {
                    let cells =
                        parts[0].args.iter().map(|(_, a)| cells_of(a)).find(|c| !c.is_empty()).unwrap_or_default();
                    args = args.get(cells.len()..).unwrap_or_default();
                    let _ = write!(self.out, "~{}", self.group_of(&cells));
                }
                for arg in args {
                    self.out.push('~');
                    self.out.push_str(arg);
                }
            }
            if written.is_some() {
                if turned {
                    let text = format!("the clue {} is written as seen from the other end of its line", clue.rule);
                    self.notes.push(NoteKind::Lost, text);
                }
                return true;
            }
        }
        false
    }

    /// The group of the first extra cell in a list; empty for a cell of the grid.
    fn group_of(&self, cells: &[Cell]) -> String {
        let first = cells.first().map(|&c| cell_id(self.puzzle, c)).unwrap_or_default();
        let grid = cells.first().is_none_or(|c| c.index() < self.puzzle.shape.len());
        if grid { String::new() } else { first.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned() }
    }

    fn ids(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&c| cell_id(self.puzzle, c)).collect()
    }

    fn arguments(&self, name: &Name<'_>, args: &Args, turned: &mut bool) -> Option<Vec<String>> {
        let arg = |p: &str| args.iter().find(|(n, _)| n == p).map(|(_, a)| a);
        let values = name.listed();
        let mut out = Vec::new();
        let mut weighted = false;
        for (i, value) in values.iter().enumerate() {
            let param = match value {
                ForeignValue::Param(p) => name.param(p)?,
                ForeignValue::Number(n) => {
                    out.push(n.to_string());
                    continue;
                }
                ForeignValue::Text(t) => {
                    out.push(t.clone());
                    continue;
                }
                ForeignValue::Joined(parts) => {
                    for (k, part) in parts.iter().enumerate() {
                        let ForeignValue::Param(p) = part else { return None };
                        let cells = cells_of(arg(p)?);
                        // All parts except the last must be one cell; otherwise the ends of the parts would be ambiguous.
                        if k + 1 < parts.len() && cells.len() != 1 {
                            return None;
                        }
                        out.extend(self.ids(&cells));
                    }
                    continue;
                }
            };
            let given = arg(&param.name);
            match param.kind {
                ParamKind::Number => {
                    let number = match given {
                        Some(Arg::Number(n)) => n.to_string(),
                        // The other program may have another default, or none. Only trailing arguments may be omitted.
                        None => match name.default_of(self.puzzle, &param.name) {
                            Some(n) => n.to_string(),
                            None if i + 1 == values.len() => String::new(),
                            None => return None,
                        },
                        _ => return None,
                    };
                    let weights = values.last().and_then(|v| match v {
                        ForeignValue::Param(p) if i == 0 && values.len() == 3 => arg(p),
                        _ => None,
                    });
                    if let Some(Arg::Numbers(weights)) = weights {
                        weighted = true;
                        out.push(format!("{number}_=_{}", joined(weights)));
                    } else {
                        out.push(number);
                    }
                }
                ParamKind::Numbers => {
                    let numbers = match given {
                        Some(Arg::Numbers(numbers)) => numbers,
                        Some(Arg::Number(n)) => std::slice::from_ref(n),
                        None => continue,
                        _ => return None,
                    };
                    if weighted {
                        continue;
                    }
                    if PAIRS_OF_DIGITS.contains(&name.foreign.name.as_str()) {
                        let two: Vec<String> = numbers.iter().map(|n| format!("{n:0>2}")).collect();
                        out.push(two.concat());
                    } else if i + 1 == values.len() && i > 0 {
                        out.extend(numbers.iter().map(ToString::to_string));
                    } else {
                        out.push(joined(numbers));
                    }
                }
                ParamKind::Text => match given? {
                    Arg::Text(t) => out.push(t.replace('%', "%25").replace('.', "%2E").replace('~', "%7E")),
                    _ => return None,
                },
                ParamKind::Boolean => match given {
                    Some(Arg::Bool(true)) => out.push("LOOP".to_owned()),
                    None | Some(Arg::Bool(false)) => {}
                    _ => return None,
                },
                ParamKind::Shape(Kind::Corner) => out.push(self.ids(&cells_of(given?)).first()?.clone()),
                ParamKind::Shape(Kind::Outside) => {
                    let cells = cells_of(given?);
                    let behind = matches!(values.get(i + 1), Some(ForeignValue::Param(_)));
                    let (id, back) = self.seen(&cells)?;
                    out.push(id);
                    // The number of the far end is the third argument. Without it there is only the near end, which is equivalent
                    // for some clues; the comparison after writing detects the others.
                    if back && behind {
                        out.push(String::new());
                    } else if back {
                        *turned = true;
                    }
                }
                ParamKind::Shape(kind) if kind.is_lists() => {
                    let lists = lists_of(given?);
                    if COUNTED_LISTS.contains(&name.foreign.name.as_str()) {
                        if lists.iter().any(|l| l.len() != lists[0].len()) {
                            return None;
                        }
                        out.push(lists.len().to_string());
                        out.extend(self.ids(&lists.concat()));
                    } else {
                        let lists: Vec<Vec<String>> = lists.iter().map(|list| self.ids(list)).collect();
                        out.extend(lists.join(&"-".to_owned()));
                    }
                }
                ParamKind::Shape(_) => match given {
                    Some(cells) => out.extend(self.ids(&cells_of(cells))),
                    None if foreign::optional(param) => {}
                    None => return None,
                },
            }
        }
        Some(out)
    }

    /// The name of a line of sight, and whether the cells are seen from its far end; `None` if they are not such a line.
    fn seen(&self, cells: &[Cell]) -> Option<(String, bool)> {
        let shape = &self.puzzle.shape;
        let reversed: Vec<Cell> = cells.iter().rev().copied().collect();
        let (first, last) = (*cells.first()?, *cells.last()?);
        if first.index() >= shape.len() || last.index() >= shape.len() {
            return None;
        }
        let place = shape.place(first);
        let lines = [
            (format!("R{}", place.row + 1), shape.block(place.row, 0, 1, shape.width())),
            (format!("C{}", place.col + 1), shape.block(0, place.col, shape.height(), 1)),
        ];
        for (id, line) in lines {
            if line == cells {
                return Some((id, false));
            }
            if line == reversed {
                return Some((id, true));
            }
        }
        // A diagonal has one name, at one of its ends.
        [(first, cells), (last, &reversed)].into_iter().find_map(|(end, wanted)| {
            (diagonal(shape, end).as_deref() == Some(wanted)).then(|| (cell_id(self.puzzle, end), false))
        })
    }
}

/// Splits a clue with several arms into one clue per arm, if the name allows only one arm.
fn single_arms(name: &Name<'_>, clue: &Clue) -> Vec<Clue> {
    let joined = name.listed().iter().find_map(|v| match v {
        ForeignValue::Joined(parts) => parts.last(),
        _ => None,
    });
    let Some(ForeignValue::Param(last)) = joined else { return vec![clue.clone()] };
    let lists = clue.arg(last).map(lists_of).unwrap_or_default();
    // A clue without arms is still one clue.
    if lists.is_empty() {
        return vec![clue.clone()];
    }
    let part = |list: &Vec<Cell>| {
        let mut part = clue.clone();
        for (_, arg) in part.args.iter_mut().filter(|(n, _)| n == last) {
            *arg = Arg::Lists(vec![list.clone()]);
        }
        part
    };
    lists.iter().map(part).collect()
}
