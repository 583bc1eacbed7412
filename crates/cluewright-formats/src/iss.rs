//! Constraint strings of the Interactive Sudoku Solver: `.Type~arg~arg`, read and written.
//!
//! Which type is which rule stands in the rules' `also iss` lines; here is how the data looks: cells in base 17, groups
//! of extra cells, `Or`/`And`/`Replicate`, and the packed tables of `Pair` and `NFA`, which become rules of the puzzle's
//! own. Facts from sigh/Interactive-Sudoku-Solver (MIT).

use crate::foreign::{self, Name, optional, shaped};
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::puzzle::{Definition, Digits, ExtraCell, Foreign, Given};
use cluewright_core::shape::Place;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::{ForeignValue, ParamKind, Shape as Kind};
use std::borrow::Cow;
use std::rc::Rc;

mod codes;
mod write;

/// The format `iss`.
pub struct Iss;

pub(crate) static INFO: FormatInfo =
    FormatInfo { id: "iss", about: "constraint strings and links of the Interactive Sudoku Solver", endings: &["iss"] };

const MAX_SIDE: u16 = 16;
const MAX_CELLS: usize = 4_000;
/// Types whose lists are so many lists of equal length, instead of lists between `-`.
const COUNTED_LISTS: &[&str] = &["SameValues"];
/// Types that bring groups of cells along, and need not list them.
const BRING_CELLS: &[(&str, &[&str])] = &[("ChaosConstruction", &["CC"]), ("Doppelganger", &["DGC", "DGR", "DGB"])];
/// Types that name a group (or nothing: the grid) instead of its cells.
const NAME_A_GROUP: &[&str] = &["ConnectedValues"];
/// Types whose numbers are pairs of decimal digits.
const PAIRS_OF_DIGITS: &[&str] = &["LookAndSay"];

impl Format for Iss {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let body = text.lines().find(|l| !l.trim().is_empty() && !l.starts_with('#')).unwrap_or("").trim();
        let mut chars = body.chars();
        let dot = chars.next() == Some('.');
        let second = chars.next().unwrap_or(' ');
        let capital = second.is_ascii_uppercase();
        let word = capital && chars.next().is_some_and(|c| c.is_ascii_lowercase());
        if body.contains("Interactive-Sudoku-Solver") || (dot && (second == '~' || (capital && text.contains('~')))) {
            Likeness::Sure
        } else if dot && word {
            Likeness::Maybe
        } else {
            Likeness::No
        }
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        read(text)
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        write::write(puzzle)
    }
}

/// One `.Type~arg~arg`, with what stands between it and its `.End`.
#[derive(Clone, Debug)]
struct Node<'t> {
    kind: Cow<'t, str>,
    args: Vec<Cow<'t, str>>,
    children: Vec<Node<'t>>,
    /// Its number in the text, from 1, for messages.
    number: usize,
}

impl Node<'_> {
    fn error(&self, message: impl std::fmt::Display) -> BadInput {
        let kind = if self.kind.is_empty() { "Given" } else { &self.kind };
        BadInput::new(format!("constraint {} (.{kind}): {message}", self.number))
    }

    fn is_composite(&self) -> bool {
        matches!(&*self.kind, "Or" | "And" | "Replicate")
    }
}

/// The string in a link, or the text itself.
fn string_of(text: &str) -> String {
    let body = text.trim();
    if body.starts_with("http") || body.starts_with('?') {
        let query = body.split_once("?q=").or_else(|| body.split_once("&q=")).map_or("", |(_, q)| q);
        return crate::f_puzzles::percent_decoded(query.split(['&', '#']).next().unwrap_or(""));
    }
    body.lines().filter(|l| !l.starts_with('#')).collect()
}

/// The constraints in a text without white space.
fn nodes(text: &str) -> Result<Vec<Node<'_>>, BadInput> {
    let Some(text) = text.strip_prefix('.') else {
        return Err(BadInput::new("a constraint string starts with `.`").at(1, 1).hint("such as `.Thermo~R1C1~R1C2`"));
    };
    let mut open: Vec<Node> = Vec::new();
    let mut root = Vec::new();
    for (i, item) in text.split('.').enumerate() {
        let mut words = item.split('~').map(Cow::Borrowed);
        let kind = words.next().unwrap_or_default();
        let node = Node { kind, args: words.collect(), children: Vec::new(), number: i + 1 };
        let done = match &*node.kind {
            "End" => open.pop().ok_or_else(|| node.error("nothing to end"))?,
            _ if node.is_composite() => {
                if open.len() > 40 {
                    return Err(node.error("nested too deeply"));
                }
                open.push(node);
                continue;
            }
            _ => node,
        };
        open.last_mut().map_or(&mut root, |parent| &mut parent.children).push(done);
    }
    match open.last() {
        Some(node) => Err(node.error("has no `.End`")),
        None => Ok(root),
    }
}

/// Cells outside the grid that belong together: `VS1` to `VS81` in rows of nine.
struct Group {
    prefix: String,
    count: usize,
    columns: usize,
    first: usize,
    shown: bool,
}

struct Reader {
    puzzle: Puzzle,
    notes: Vec<Note>,
    /// The names of each type met so far.
    names: Vec<Rc<[Name<'static>]>>,
    groups: Vec<Group>,
    region_size: u16,
    rows: u16,
    columns: u16,
}

fn read(text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let bare: String = string_of(text).chars().filter(|c| !c.is_whitespace()).collect();
    let nodes = nodes(&bare)?;
    let find = |kind: &str| nodes.iter().find(|n| n.kind == kind);
    let (rows, columns, digits, raw) =
        find("Shape").map_or(Ok((9, 9, Digits { first: 1, count: 9 }, false)), shape_of)?;
    let shape = Shape::rectangle(rows, columns, 0, 0)?;
    let mut puzzle = Puzzle::new(shape, digits.count);
    puzzle.digits = digits;
    if !raw {
        puzzle.rules.push(Clue::new("classic", Vec::new()));
    }
    let mut reader = Reader {
        puzzle,
        notes: Vec::new(),
        names: Vec::new(),
        groups: Vec::new(),
        region_size: rows.max(columns),
        rows,
        columns,
    };
    reader.regions(&nodes, raw)?;
    for node in &nodes {
        reader.group(node)?;
    }
    // Groups are numbered by name, wherever they stand in the string.
    reader.groups.sort_by(|a, b| a.prefix.cmp(&b.prefix));
    let mut first = reader.puzzle.shape.len();
    for group in &mut reader.groups {
        group.first = first;
        first += group.count;
    }
    for group in &reader.groups {
        for i in 1..=group.count {
            let name = if group.count == 1 { group.prefix.clone() } else { format!("{}{i}", group.prefix) };
            reader.puzzle.extra.push(ExtraCell { name, numbers: digits, shown: group.shown });
        }
    }
    let mut trees = Vec::new();
    for node in &nodes {
        reader.node(node, true, &mut trees)?;
    }
    reader.puzzle.clues = trees;
    reader.puzzle.givens.sort_by_key(|g| g.cell);
    reader.puzzle.foreign = Some(Foreign { format: INFO.id.to_owned(), text: text.trim().to_owned() });
    Ok((reader.puzzle, reader.notes))
}

/// `9x9`, `9x9~0-8`, `6x6~9`, `9x9~~Raw`: rows, columns, digits, and whether no rule holds by itself.
fn shape_of(node: &Node<'_>) -> Result<(u16, u16, Digits, bool), BadInput> {
    let bad = || node.error(format!("`{}` is no shape", node.args.join("~"))).hint("such as .Shape~9x9~0-8");
    let (rows, columns) = node.args.first().and_then(|d| d.split_once('x')).ok_or_else(bad)?;
    let side = |t: &str| t.parse::<u16>().ok().filter(|n| (1..=MAX_SIDE).contains(n)).ok_or_else(bad);
    let (rows, columns) = (side(rows)?, side(columns)?);
    let range = node.args.get(1).map_or("", |a| &**a);
    let (first, last) = match range.split_once('-') {
        Some((a, b)) => (a.parse::<i32>().map_err(|_| bad())?, b.parse::<i32>().map_err(|_| bad())?),
        None if range.is_empty() => (1, i32::from(rows.max(columns))),
        None => (1, range.parse::<i32>().map_err(|_| bad())?),
    };
    let count =
        last.checked_sub(first).and_then(|n| n.checked_add(1)).filter(|n| (1..=64).contains(n)).ok_or_else(bad)?;
    if !(-1000..=1000).contains(&first) {
        return Err(bad());
    }
    let raw = match node.args.get(2).map_or("", |a| &**a) {
        "" | "Sudoku" => false,
        "Raw" => true,
        _ => return Err(bad()),
    };
    Ok((rows, columns, Digits { first, count: count as u8 }, raw))
}

/// Height and width of boxes with so many cells that tile a grid: the squarest.
fn box_of(rows: u16, columns: u16, size: u16) -> Option<(u16, u16)> {
    let fits = |h: u16, w: u16| rows.is_multiple_of(h) && columns.is_multiple_of(w);
    (2..=size)
        .take_while(|s| s * s <= size)
        .filter(|s| size.is_multiple_of(*s))
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .find_map(|small| {
            let large = size / small;
            if fits(small, large) { Some((small, large)) } else { fits(large, small).then_some((large, small)) }
        })
}

impl Reader {
    /// What the library's rules call a type, the more specific names first: `.Cage~0` before any `.Cage`.
    fn called(&mut self, kind: &str) -> Rc<[Name<'static>]> {
        let known = self.names.iter().find(|names| names.first().is_some_and(|n| n.foreign.name == kind));
        if let Some(known) = known {
            return Rc::clone(known);
        }
        let mut names = foreign::called(INFO.id, kind);
        names.sort_by_key(|n| {
            std::cmp::Reverse(
                n.listed().iter().filter(|v| matches!(v, ForeignValue::Number(_) | ForeignValue::Text(_))).count(),
            )
        });
        let names: Rc<[Name<'static>]> = names.into();
        if !names.is_empty() {
            self.names.push(Rc::clone(&names));
        }
        names
    }

    fn note(&mut self, kind: NoteKind, text: impl Into<String>) {
        self.notes.push(Note::new(kind, text));
    }

    /// Boxes and jigsaw pieces. Where both are drawn, the pieces are clues and the boxes the regions.
    fn regions(&mut self, nodes: &[Node<'_>], raw: bool) -> Result<(), BadInput> {
        let find = |kind: &str| nodes.iter().find(|n| n.kind == kind);
        let usual = self.rows.max(self.columns);
        let size = match find("RegionSize") {
            None => usual,
            Some(node) => {
                let size = node.args.first().and_then(|a| a.parse::<u16>().ok());
                size.filter(|s| (1..=256).contains(s)).ok_or_else(|| node.error("expected the number of cells"))?
            }
        };
        self.region_size = size;
        let boxes = if raw || find("NoBoxes").is_some() { None } else { box_of(self.rows, self.columns, size) };
        if let Some((h, w)) = boxes {
            let mut with_boxes = Shape::plane(self.rows, self.columns, |_| true)?;
            with_boxes.add_grid("", 0, 0, self.rows, self.columns, h, w)?;
            self.puzzle.shape = with_boxes;
        }
        for node in nodes.iter().filter(|n| n.kind == "Jigsaw") {
            let layout: Vec<char> = node.args.last().map(|a| a.chars().collect()).unwrap_or_default();
            if layout.len() != self.puzzle.shape.len() {
                return Err(node.error(format!(
                    "the layout has {} cells, expected {}",
                    layout.len(),
                    self.puzzle.shape.len()
                )));
            }
            let mut pieces: Vec<(char, Vec<Cell>)> = Vec::new();
            for (cell, letter) in self.puzzle.shape.cells().zip(layout) {
                match pieces.iter_mut().find(|(l, _)| *l == letter) {
                    Some((_, cells)) => cells.push(cell),
                    None => pieces.push((letter, vec![cell])),
                }
            }
            if pieces.len() == 1 {
                continue;
            }
            // One piece of another size says nothing: a layout may be partial.
            let fits = |cells: &[Cell]| {
                if find("RegionSize").is_some() {
                    cells.len() == usize::from(size)
                } else {
                    (usize::from(usual)..=usize::from(self.puzzle.digits.count)).contains(&cells.len())
                }
            };
            let odd = pieces.iter().filter(|(_, cells)| !fits(cells)).count();
            if odd > 1 {
                return Err(node.error("pieces of different sizes"));
            }
            let pieces: Vec<Vec<Cell>> = pieces.into_iter().map(|(_, cells)| cells).filter(|c| fits(c)).collect();
            if self.puzzle.shape.grids()[0].regions.is_empty() {
                self.puzzle.shape.set_regions(0, pieces);
            } else {
                let Some(&name) = self.called("AllDifferent").first() else { continue };
                for piece in pieces {
                    let args = piece.iter().map(|&c| write::cell_id(&self.puzzle, c).into()).collect();
                    let node = Node { kind: "AllDifferent".into(), args, children: Vec::new(), number: node.number };
                    let clues = self.bind(&name, &node)?.unwrap_or_default();
                    self.puzzle.clues.extend(clues.into_iter().map(ClueTree::One));
                }
            }
        }
        Ok(())
    }

    fn add_group(
        &mut self,
        node: &Node<'_>,
        prefix: String,
        count: usize,
        columns: usize,
        shown: bool,
    ) -> Result<(), BadInput> {
        let first = self.groups.last().map_or(self.puzzle.shape.len(), |g| g.first + g.count);
        if count == 0 || first + count > MAX_CELLS {
            return Err(node.error(format!("{count} extra cells")).hint(format!("at most {MAX_CELLS} cells in all")));
        }
        if self.groups.iter().any(|g| g.prefix == prefix) {
            return Err(node.error(format!("there are two groups `{prefix}`")));
        }
        self.groups.push(Group { prefix, count, columns, first, shown });
        Ok(())
    }

    fn group(&mut self, node: &Node<'_>) -> Result<(), BadInput> {
        match &*node.kind {
            "Var" => {
                let [prefix, rest @ ..] = &node.args[..] else { return Err(node.error("a group without a name")) };
                if prefix.is_empty() || !prefix.chars().all(|c| c.is_ascii_uppercase()) {
                    return Err(node.error(format!("`{prefix}` is no name of a group")).hint("upper-case letters"));
                }
                let size = rest.get(1).map_or("", |a| &**a);
                let number = |t: &str| t.parse::<usize>().ok().filter(|n| (1..=MAX_CELLS).contains(n));
                let (count, columns) = match size.split_once('x') {
                    Some((r, c)) => match (number(r), number(c)) {
                        (Some(r), Some(c)) => (r.saturating_mul(c), c),
                        _ => return Err(node.error(format!("`{size}` is no size"))),
                    },
                    None => (number(size).unwrap_or(1), usize::from(self.columns)),
                };
                self.add_group(node, format!("V{prefix}"), count, columns, true)
            }
            "ChaosConstruction" => {
                let (count, columns) = (self.puzzle.shape.len(), usize::from(self.columns));
                self.add_group(node, "CC".into(), count, columns, true)
            }
            "Doppelganger" => {
                let (rows, columns) = (usize::from(self.rows), usize::from(self.columns));
                self.add_group(node, "DGC".into(), rows, columns, false)?;
                self.add_group(node, "DGR".into(), columns, columns, false)?;
                let boxes = self.puzzle.shape.grids()[0].regions.len();
                if boxes > 0 { self.add_group(node, "DGB".into(), boxes, columns, false) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    fn cell(&self, word: &str) -> Option<Cell> {
        let bytes = word.as_bytes();
        if let [b'R' | b'r', r, b'C' | b'c', c] = *bytes {
            let digit = |b: u8| (b as char).to_digit(17).map(|d| d as i32 - 1);
            return self.puzzle.shape.at(digit(r)?, digit(c)?);
        }
        // `VS12`: the twelfth of the group; the only cell of a group is called like it.
        let (prefix, number) = word.split_at(word.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(word.len()));
        let group = self.groups.iter().find(|g| g.prefix == prefix)?;
        let plain = !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
        let at = if group.count == 1 { number.is_empty().then_some(1) } else { number.parse().ok().filter(|_| plain) }?;
        (1..=group.count).contains(&at).then(|| Cell((group.first + at - 1) as u16))
    }

    fn must_cell(&self, node: &Node<'_>, word: &str) -> Result<Cell, BadInput> {
        self.cell(word).ok_or_else(|| {
            node.error(format!("there is no cell `{word}`")).hint("cells are named like R1C1, column 10 is Ca")
        })
    }

    /// Turns a node into trees; `root`: it holds whatever else does, for it is in no `Or`.
    fn node(&mut self, node: &Node<'_>, root: bool, out: &mut Vec<ClueTree>) -> Result<(), BadInput> {
        match &*node.kind {
            "Shape" | "Var" | "NoBoxes" | "RegionSize" | "Jigsaw" => {}
            "SearchPriority" => self.note(NoteKind::Decoration, "a search priority, which says no rule"),
            "" | "Given" => return self.givens(node, root, out),
            "Or" => {
                let mut branches = Vec::new();
                for child in &node.children {
                    let mut parts = Vec::new();
                    self.node(child, false, &mut parts)?;
                    branches.push(if parts.len() == 1 { parts.remove(0) } else { ClueTree::All(parts) });
                }
                if branches.is_empty() {
                    return Err(node.error("an `Or` without a choice can never hold"));
                }
                out.push(ClueTree::Any(branches));
            }
            "And" => {
                let mut parts = Vec::new();
                for child in &node.children {
                    self.node(child, root, &mut parts)?;
                }
                if root { out.append(&mut parts) } else { out.push(ClueTree::All(parts)) }
            }
            "Replicate" => {
                let mut parts = Vec::new();
                for shifted in self.replicate(node)? {
                    self.node(&shifted, root, &mut parts)?;
                }
                if parts.len() > 100_000 {
                    return Err(node.error("more than 100000 copies"));
                }
                if root { out.append(&mut parts) } else { out.push(ClueTree::All(parts)) }
            }
            // A cell listed twice counts twice in a cage's sum, and is not different from itself.
            "Cage" if node.args.iter().skip(1).enumerate().any(|(i, c)| node.args[1..=i].contains(c)) => {
                let mut once = node.args[1..].to_vec();
                once.sort();
                once.dedup();
                let part = |kind: &'static str, args| Node {
                    kind: kind.into(),
                    args,
                    children: Vec::new(),
                    number: node.number,
                };
                self.node(&part("AllDifferent", once), root, out)?;
                if !matches!(&*node.args[0], "" | "0") {
                    self.node(&part("Sum", node.args.clone()), root, out)?;
                }
            }
            "Pair" | "PairX" | "Binary" | "BinaryX" | "NFA" | "Regex" => return self.own_rule(node, out),
            kind => {
                let node = &self.written_out(node)?;
                let names = self.called(kind);
                for name in &*names {
                    if name.is_switch() {
                        if node.args.iter().all(|a| a.is_empty()) {
                            self.puzzle.rules.push(Clue::new(name.rule.name.clone(), Vec::new()));
                            return Ok(());
                        }
                    } else if let Some(clues) = self.bind(name, node)? {
                        // A rule for the whole grid has numbers only.
                        let global = !name.rule.params.iter().any(|p| matches!(p.kind, ParamKind::Shape(_)));
                        if global {
                            self.puzzle.rules.extend(clues);
                        } else {
                            out.extend(clues.into_iter().map(ClueTree::One));
                        }
                        return Ok(());
                    }
                }
                let what = if names.is_empty() { "is not known" } else { "has arguments that are not understood" };
                self.note(NoteKind::Unknown, format!("the constraint .{kind}~{} {what}", node.args.join("~")));
            }
        }
        Ok(())
    }

    fn givens(&mut self, node: &Node<'_>, root: bool, out: &mut Vec<ClueTree>) -> Result<(), BadInput> {
        for arg in &node.args {
            let mut words = arg.split('_');
            let cell = self.must_cell(node, words.next().unwrap_or(""))?;
            let mut digits = Vec::new();
            for word in words {
                let range = self.puzzle.digits;
                let digit = word.parse::<i32>().ok().filter(|d| (range.first..=range.last()).contains(d));
                digits.push(digit.ok_or_else(|| node.error(format!("`{arg}` holds no digit of this grid")))?);
            }
            digits.sort_unstable();
            digits.dedup();
            if digits.is_empty() {
                return Err(node.error(format!("`{arg}` leaves the cell no digit")));
            }
            if !root {
                let numbers = digits.iter().map(|&d| i64::from(d)).collect();
                let args = vec![("C".to_owned(), Arg::Cells(vec![cell])), ("values".to_owned(), Arg::Numbers(numbers))];
                out.push(ClueTree::One(Clue::new("allowed-digits", args)));
            } else if let Some(given) = self.puzzle.givens.iter_mut().find(|g| g.cell == cell) {
                given.digits.retain(|d| digits.contains(d));
                if given.digits.is_empty() {
                    return Err(
                        node.error(format!("the givens of {} contradict each other", self.puzzle.cell_name(cell)))
                    );
                }
            } else {
                self.puzzle.givens.push(Given { cell, digits });
            }
        }
        Ok(())
    }

    fn group_ids<'t>(&self, prefix: &str) -> Option<Vec<Cow<'t, str>>> {
        let (first, count) = if prefix.is_empty() {
            (0, self.puzzle.shape.len())
        } else {
            self.groups.iter().find(|g| g.prefix == prefix).map(|g| (g.first, g.count))?
        };
        Some((first..first + count).map(|i| write::cell_id(&self.puzzle, Cell(i as u16)).into()).collect())
    }

    /// Some types leave out cells that go without saying: those of a group, the arms of an arrow, a cell's surroundings.
    fn written_out<'n, 't>(&self, node: &'n Node<'t>) -> Result<Cow<'n, Node<'t>>, BadInput> {
        if !matches!(
            &*node.kind,
            "ChaosConstruction" | "Doppelganger" | "ConnectedValues" | "ChaosArrow" | "ChaosCount"
        ) {
            return Ok(Cow::Borrowed(node));
        }
        let mut node = node.clone();
        let no_group = |what: &str| node.error(format!("there is no group of cells `{what}`"));
        match &*node.kind {
            "ChaosConstruction" => {
                let size = self.region_size.to_string();
                node.args = self.group_ids("CC").ok_or_else(|| no_group("CC"))?;
                node.args.push(size.into());
            }
            "Doppelganger" => {
                let mut args = Vec::new();
                for (i, prefix) in ["DGC", "DGR", "DGB"].into_iter().enumerate() {
                    let Some(ids) = self.group_ids(prefix) else { continue };
                    if i > 0 {
                        args.push("-".into());
                    }
                    args.extend(ids);
                }
                node.args = args;
            }
            "ConnectedValues" => {
                let prefix = node.args.first().map_or("", |a| &**a);
                let mut args = self.group_ids(prefix).ok_or_else(|| no_group(prefix))?;
                args.extend(node.args.iter().skip(1).cloned());
                node.args = args;
            }
            kind @ ("ChaosArrow" | "ChaosCount") => {
                let labels = self.group_ids("CC").ok_or_else(|| no_group("CC"))?;
                let control = node.args.first().map_or("", |a| &**a);
                let control = self.must_cell(&node, control)?;
                let (_, row, col) = self.position(control);
                let label = |r: i32, c: i32| self.puzzle.shape.at(r, c).map(|cell| labels[cell.index()].clone());
                match node.args.get_mut(1) {
                    None => node.args.push("0".into()),
                    Some(offset) if offset.is_empty() => *offset = "0".into(),
                    Some(_) => {}
                }
                // Cells of the grid stand for the numbers of their regions.
                for arg in node.args.iter_mut().skip(2) {
                    if let Some(cell) = self.cell(arg).filter(|c| c.index() < labels.len()) {
                        arg.clone_from(&labels[cell.index()]);
                    }
                }
                if node.args.len() == 2 {
                    let mut cells = Vec::new();
                    if kind == "ChaosArrow" {
                        for (i, (down, right)) in [(0, -1), (0, 1), (-1, 0), (1, 0)].into_iter().enumerate() {
                            if i > 0 {
                                cells.push("-".into());
                            }
                            cells.extend((0..).map_while(|k| label(row + k * down, col + k * right)));
                        }
                    } else {
                        cells.extend(label(row, col));
                        let around = (-1..=1).flat_map(|r| (-1..=1).map(move |c| (r, c))).filter(|&p| p != (0, 0));
                        cells.extend(around.filter_map(|(r, c)| label(row + r, col + c)));
                    }
                    node.args.extend(cells);
                }
            }
            _ => {}
        }
        Ok(Cow::Owned(node))
    }

    /// Where a cell lies in its group: the group (0 the grid), row, column.
    fn position(&self, cell: Cell) -> (usize, i32, i32) {
        if cell.index() < self.puzzle.shape.len() {
            let Place { row, col } = self.puzzle.shape.place(cell);
            return (0, i32::from(row), i32::from(col));
        }
        let at = self.groups.iter().position(|g| (g.first..g.first + g.count).contains(&cell.index()));
        let at = at.expect("every extra cell is in a group");
        let offset = cell.index() - self.groups[at].first;
        (at + 1, (offset / self.groups[at].columns) as i32, (offset % self.groups[at].columns) as i32)
    }

    fn at_position(&self, (group, row, col): (usize, i32, i32)) -> Option<Cell> {
        if group == 0 {
            return self.puzzle.shape.at(row, col);
        }
        let g = &self.groups[group - 1];
        let offset = usize::try_from(row).ok()? * g.columns + usize::try_from(col).ok().filter(|c| *c < g.columns)?;
        (offset < g.count).then_some(Cell((g.first + offset) as u16))
    }

    /// The children, shifted from the origin to each target.
    fn replicate<'t>(&self, node: &Node<'t>) -> Result<Vec<Node<'t>>, BadInput> {
        let bits = node.args.first().map_or("", |a| &**a);
        let origin = node.args.get(1).filter(|o| !o.is_empty()).map_or("R1C1", |o| &**o);
        let origin = self.must_cell(node, origin)?;
        let from = self.position(origin);
        let mut out = Vec::new();
        for (i, word) in bits.bytes().enumerate() {
            let six = codes::six_bits(word).ok_or_else(|| node.error("the targets are damaged"))?;
            for bit in (0..6).filter(|b| six >> b & 1 == 1) {
                let target = origin.index() + i * 6 + bit;
                if target >= self.puzzle.cell_count() {
                    return Err(node.error("a target outside the grid"));
                }
                let to = self.position(Cell(target as u16));
                if to.0 != from.0 {
                    return Err(node.error("a target in another group of cells"));
                }
                for child in &node.children {
                    out.push(self.shifted(child, from, to)?);
                }
            }
        }
        Ok(out)
    }

    fn shifted<'t>(
        &self,
        node: &Node<'t>,
        from: (usize, i32, i32),
        to: (usize, i32, i32),
    ) -> Result<Node<'t>, BadInput> {
        let shift = |word: &str| -> Result<Option<String>, BadInput> {
            let Some(cell) = self.cell(word) else { return Ok(None) };
            let at = self.position(cell);
            let moved = (at.0 == from.0).then(|| self.at_position((at.0, at.1 + to.1 - from.1, at.2 + to.2 - from.2)));
            match moved.flatten() {
                Some(cell) => Ok(Some(write::cell_id(&self.puzzle, cell))),
                None => Err(node.error(format!("`{word}` moved by a Replicate lies outside"))),
            }
        };
        let given = node.kind.is_empty() || node.kind == "Given";
        let mut args = Vec::with_capacity(node.args.len());
        for arg in &node.args {
            // A given has its digits behind the cell.
            let (word, rest) = match arg.split_once('_') {
                Some((word, _)) if given => (word, &arg[word.len()..]),
                _ => (&**arg, ""),
            };
            args.push(shift(word)?.map_or_else(|| arg.clone(), |moved| (moved + rest).into()));
        }
        let children: Result<Vec<Node<'t>>, BadInput> =
            node.children.iter().map(|c| self.shifted(c, from, to)).collect();
        Ok(Node { kind: node.kind.clone(), args, children: children?, number: node.number })
    }

    /// The clues a node gives under a name; none when its arguments do not fit.
    fn bind(&self, name: &Name<'_>, node: &Node<'_>) -> Result<Option<Vec<Clue>>, BadInput> {
        let mut rest: &[Cow<'_, str>] = &node.args;
        let mut clue = Clue::new(name.rule.name.clone(), Vec::new());
        let mut pairs: Option<(String, Vec<(Cell, Cell)>)> = None;
        let values = name.listed();
        // A line seen from outside with its number behind it has two clues: from the start and from the end.
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
                        // The argument may be left out: `.Whisper~R1C1~R1C2`.
                        Err(_) if self.cell(first).is_some() && optional(param) => continue,
                        Err(_) => return Ok(None),
                    }
                    if let Some((_, weights)) = first.split_once("_=_") {
                        let weights: Result<Vec<i64>, _> = weights.split('_').map(str::parse).collect();
                        let Some(ForeignValue::Param(p)) = values.last() else { return Ok(None) };
                        let Ok(weights) = weights else { return Ok(None) };
                        clue.args.push((p.clone(), Arg::Numbers(weights)));
                    }
                    rest = tail;
                }
                ParamKind::Numbers if rest.is_empty() => {}
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
                    clue.args.push((param.name.clone(), Arg::Text(crate::f_puzzles::percent_decoded(first))));
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
                    let cells = cells.ok_or_else(|| node.error("the square lies outside the grid"))?;
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

    /// What is seen from the start of a row or column (`R3`, `C1`; `R3,-1` from its end) or along a diagonal (`R1C4`).
    fn seen(&self, node: &Node<'_>, id: &str) -> Result<Vec<Cell>, BadInput> {
        let shape = &self.puzzle.shape;
        let (line, back) = id.strip_suffix(",-1").map_or((id.strip_suffix(",1").unwrap_or(id), false), |l| (l, true));
        let number = line.get(1..).and_then(|n| n.parse::<u16>().ok());
        let mut cells = match (line.as_bytes().first(), number) {
            (Some(b'R' | b'r'), Some(r)) if (1..=self.rows).contains(&r) => shape.block(r - 1, 0, 1, self.columns),
            (Some(b'C' | b'c'), Some(c)) if (1..=self.columns).contains(&c) => shape.block(0, c - 1, self.rows, 1),
            _ => {
                let first = self.must_cell(node, line)?;
                return diagonal(&self.puzzle.shape, first)
                    .ok_or_else(|| node.error(format!("no diagonal starts at `{line}`")));
            }
        };
        if back {
            cells.reverse();
        }
        Ok(cells)
    }

    /// The orthogonal neighbours among the cells, the earlier first.
    fn neighbouring(&self, cells: &[Cell]) -> Vec<(Cell, Cell)> {
        let mut out = Vec::new();
        for (i, &a) in cells.iter().enumerate() {
            for &b in &cells[i + 1..] {
                let (p, q) = (self.position(a), self.position(b));
                if p.0 == q.0 && (p.1 - q.1).abs() + (p.2 - q.2).abs() == 1 && !out.contains(&(a, b)) {
                    out.push((a, b));
                }
            }
        }
        out
    }

    /// Lists between `-`, or so many of one length.
    fn lists(&self, node: &Node<'_>, rest: &mut &[Cow<'_, str>]) -> Result<Vec<Vec<Cell>>, BadInput> {
        let mut words = std::mem::take(rest);
        let mut counted = None;
        if COUNTED_LISTS.contains(&&*node.kind) {
            let [first, tail @ ..] = words else { return Err(node.error("how many sets?")) };
            counted = Some(first.parse::<usize>().ok().filter(|n| *n > 0).ok_or_else(|| node.error("how many sets?"))?);
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
                return Err(node.error(format!("{} cells make no {count} sets of one size", all.len())));
            }
            return Ok(all.chunks(all.len() / count).map(<[Cell]>::to_vec).collect());
        }
        Ok(lists)
    }

    /// `Pair`, `NFA` and `Regex`: a rule of the puzzle's own for each table, used by the groups of cells behind it.
    fn own_rule(&mut self, node: &Node<'_>, out: &mut Vec<ClueTree>) -> Result<(), BadInput> {
        let [code, items @ ..] = &node.args[..] else { return Err(node.error("nothing in it")) };
        let kind = node.kind.replace("Binary", "Pair");
        // The old form of the same tables swaps two characters.
        let code = if node.kind.starts_with("Binary") {
            code.chars()
                .map(|c| {
                    if c == '-' {
                        '_'
                    } else if c == '_' {
                        '-'
                    } else {
                        c
                    }
                })
                .collect()
        } else {
            code.clone()
        };
        let mut title = String::new();
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        let mut fresh = true;
        for item in items {
            if item.is_empty() {
                fresh = true;
            } else if let Some(name) = item.strip_prefix('_').filter(|_| kind != "Regex") {
                name.clone_into(&mut title);
                fresh = true;
            } else {
                if fresh {
                    groups.push((title.clone(), Vec::new()));
                }
                groups.last_mut().expect("one was pushed").1.push(item);
                fresh = false;
            }
        }
        for (title, words) in groups {
            let mut lists: Vec<Vec<Cell>> = vec![Vec::new()];
            for word in words {
                if word == "-" && kind == "NFA" {
                    lists.push(Vec::new());
                } else {
                    lists.last_mut().expect("one list").push(self.must_cell(node, word)?);
                }
            }
            let several = lists.len() > 1;
            let Some(rule) = self.definition(node, &kind, &code, &title, several)? else { continue };
            let arg = if several { Arg::Lists(lists) } else { Arg::Cells(lists.remove(0)) };
            let name = if several { "S" } else { "L" };
            out.push(ClueTree::One(Clue::new(rule, vec![(name.to_owned(), arg)])));
        }
        Ok(())
    }

    /// The rule with this table: made when it is first met. None, and a note, when the table is too large.
    fn definition(
        &mut self,
        node: &Node<'_>,
        kind: &str,
        code: &str,
        title: &str,
        several: bool,
    ) -> Result<Option<String>, BadInput> {
        let shown = crate::f_puzzles::percent_decoded(title);
        let also = codes::also(kind, code, title, several);
        if let Some(old) = self.puzzle.definitions.iter().find(|d| d.text.contains(&also)) {
            return Ok(Some(old.text[5..].split(' ').next().unwrap_or_default().to_owned()));
        }
        let base = codes::slug(&shown, kind);
        let taken = |name: &str| {
            self.puzzle.definitions.iter().any(|d| d.text.starts_with(&format!("rule {name} ")))
                || Ruleset::library().rule(name).is_some()
        };
        let name = (1..).map(|i| if i == 1 { base.clone() } else { format!("{base}-{}", codes::letters(i)) });
        let name = name.into_iter().find(|n| !taken(n)).expect("names do not end");
        match codes::rule_text(&name, kind, code, &shown, &also, several, self.puzzle.digits) {
            Ok(text) => {
                self.puzzle.definitions.push(Definition { text, line: 1 });
                Ok(Some(name))
            }
            Err(codes::Trouble::Damaged(what)) => Err(node.error(what)),
            Err(codes::Trouble::TooLarge(what)) => {
                let note = format!("the constraint {} (.{kind}): {what}", node.number);
                if !self.notes.iter().any(|n| n.text == note) {
                    self.note(NoteKind::Unknown, note);
                }
                Ok(None)
            }
        }
    }
}

/// The diagonal that a cell at the edge names, for each has one name: those of the left edge go down, of the right edge
/// up, of the top edge down and left, of the bottom edge up and left.
fn diagonal(shape: &Shape, first: Cell) -> Option<Vec<Cell>> {
    if first.index() >= shape.len() {
        return None;
    }
    let Place { row, col } = shape.place(first);
    let (row, col) = (i32::from(row), i32::from(col));
    let (rows, cols) = (i32::from(shape.height()), i32::from(shape.width()));
    let walk = |(dr, dc): (i32, i32)| -> Vec<Cell> {
        (0..rows.max(cols)).map_while(|i| shape.at(row + i * dr, col + i * dc)).collect()
    };
    let steps = [
        (row == rows - 1 && col > 0 && col < cols - 1, (-1, 1)),
        (row == 0 && col > 0, (1, -1)),
        (col == cols - 1 && row > 0 && row < rows - 1, (-1, -1)),
        (col == 0 && row < rows - 1, (1, 1)),
    ];
    steps.iter().filter(|(here, _)| *here).map(|(_, step)| walk(*step)).find(|line| line.len() > 1)
}
