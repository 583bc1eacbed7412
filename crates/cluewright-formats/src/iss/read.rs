//! Reads a string: its nodes become clues, one after the other.

use super::names::INFO;
use super::nodes::{Node, nodes, string_of};
use super::places::{no_more_than, once_at_the_root, shape_of};
use super::reader::Reader;
use crate::notes::Notes;
use crate::{Note, NoteKind};
use cluewright_core::puzzle::{Digits, ExtraCell, Foreign, Given};
use cluewright_core::{Arg, BadInput, Clue, ClueTree, Puzzle, Shape, Sort};
use cluewright_rules::syntax::ast::{ParamKind, Shape as Kind};
use std::borrow::Cow;

pub(super) fn read(text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let bare: String = string_of(text)?.split_whitespace().collect();
    let nodes = nodes(&bare)?;
    once_at_the_root(&nodes)?;
    let (rows, columns, digits, raw) =
        nodes.iter().find(|n| n.kind == "Shape").map_or(Ok((9, 9, Digits { first: 1, count: 9 }, false)), shape_of)?;
    let shape = Shape::rectangle(rows, columns, 0, 0)?;
    let mut puzzle = Puzzle::new(shape, digits.count);
    puzzle.digits = digits;
    if !raw {
        puzzle.rules.push(Clue::new("classic", Vec::new()));
    }
    let mut reader = Reader {
        puzzle,
        notes: Notes::default(),
        names: Vec::new(),
        groups: Vec::new(),
        own_rules: Vec::new(),
        given_of: Vec::new(),
        region_size: rows.max(columns),
        rows,
        columns,
    };
    reader.regions(&nodes, raw)?;
    for node in &nodes {
        reader.group(node)?;
    }
    // Groups are numbered in the order of their names, regardless of their order in the string.
    reader.groups.order_by(|a, b| a.prefix.cmp(&b.prefix));
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
    // Pieces of a jigsaw in addition to boxes have already become clues.
    let mut trees = std::mem::take(&mut reader.puzzle.clues);
    for node in &nodes {
        reader.node(node, true, &mut trees)?;
    }
    reader.puzzle.clues = trees;
    reader.puzzle.givens.order_by_key(|g| g.cell);
    reader.puzzle.foreign = Some(Foreign { format: INFO.id.to_owned(), text: text.trim().to_owned() });
    Ok((reader.puzzle, reader.notes.into_list()))
}

impl Reader {
    /// Converts a node to trees. `root` is true if the node is not inside an `Or`, so that it always applies.
    fn node(&mut self, node: &Node<'_>, root: bool, out: &mut Vec<ClueTree>) -> Result<(), BadInput> {
        match &*node.kind {
            "Shape" | "Var" | "NoBoxes" | "RegionSize" | "Jigsaw" => {}
            "SearchPriority" => {
                let text = format!("the search priority .SearchPriority~{} is not a rule", node.args.join("~"));
                self.note(NoteKind::Decoration, text);
            }
            "" | "Given" => return self.givens(node, root, out),
            "Or" => {
                let mut branches = Vec::new();
                for child in &node.children {
                    let mut parts = Vec::new();
                    self.node(child, false, &mut parts)?;
                    branches.push(if parts.len() == 1 { parts.remove(0) } else { ClueTree::All(parts) });
                }
                if branches.is_empty() {
                    return Err(node.error("an `Or` without choices can never be true"));
                }
                no_more_than(node, 0)?;
                out.push(ClueTree::Any(branches));
            }
            "And" => {
                no_more_than(node, 0)?;
                let mut parts = Vec::new();
                for child in &node.children {
                    self.node(child, root, &mut parts)?;
                }
                if root { out.append(&mut parts) } else { out.push(ClueTree::All(parts)) }
            }
            "Replicate" => {
                let mut parts = Vec::new();
                if node.args.len() > 2 {
                    return Err(node.error(format!("`{}` is one argument too many", node.args[2])));
                }
                let copies = self.replicate(node)?;
                if copies.is_empty() {
                    self.says_nothing(node);
                }
                for shifted in copies {
                    self.node(&shifted, root, &mut parts)?;
                }
                if parts.len() > 100_000 {
                    return Err(node.error("there are more than 100000 copies"));
                }
                if root { out.append(&mut parts) } else { out.push(ClueTree::All(parts)) }
            }
            // A cell that is listed twice counts twice in a cage's sum, and need not differ from itself.
            "Cage" if node.args.iter().skip(1).enumerate().any(|(i, c)| node.args[1..=i].contains(c)) => {
                let mut once = node.args[1..].to_vec();
                once.order();
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
            "DisjointSets" => match self.disjoint_sets(node)? {
                None => return self.named(node, root, out),
                Some(sets) => {
                    let mut parts = Vec::new();
                    for set in &sets {
                        self.node(set, root, &mut parts)?;
                    }
                    if root { out.append(&mut parts) } else { out.push(ClueTree::All(parts)) }
                }
            },
            "ConnectedValues" if !self.lies_over_the_grid(node) => {
                let text = format!(
                    "the cells of the constraint .ConnectedValues~{} do not form a grid like this one",
                    node.args.join("~")
                );
                self.note(NoteKind::Unknown, text);
            }
            _ => return self.named(node, root, out),
        }
        Ok(())
    }

    /// Converts a node to clues of the rule that its type names.
    fn named(&mut self, node: &Node<'_>, root: bool, out: &mut Vec<ClueTree>) -> Result<(), BadInput> {
        let kind = &*node.kind;
        let node = &self.written_out(node)?;
        let names = self.called(kind);
        for name in &*names {
            let clues = if !name.is_switch() {
                self.bind(name, node)?
            } else if node.args.iter().all(|a| a.is_empty()) {
                Some(vec![Clue::new(name.rule.name.clone(), Vec::new())])
            } else {
                None
            };
            let Some(clues) = clues else { continue };
            if clues.is_empty() {
                self.says_nothing(node);
            } else if name.rule.params.iter().any(|p| p.kind == ParamKind::Shape(Kind::Edge)) {
                self.lonely(node, &clues);
            }
            // A rule of the whole grid has only numbers as parameters. Inside an `Or`, the rule is one of the choices.
            let global = !name.rule.params.iter().any(|p| matches!(p.kind, ParamKind::Shape(_)));
            if global && root {
                self.puzzle.rules.extend(clues);
            } else {
                out.extend(clues.into_iter().map(ClueTree::One));
            }
            return Ok(());
        }
        let what = if names.is_empty() { "is not known" } else { "has arguments that are not understood" };
        self.note(NoteKind::Unknown, format!("the constraint .{kind}~{} {what}", node.args.join("~")));
        Ok(())
    }

    /// Adds a note on the cells of a neighbour constraint that have no neighbour in its list.
    fn lonely(&mut self, node: &Node<'_>, clues: &[Clue]) {
        let paired = |cell| clues.iter().any(|c| c.args.iter().any(|(_, arg)| arg.cells().any(|other| other == cell)));
        let alone = |word: &&Cow<'_, str>| self.cell(word).is_some_and(|cell| !paired(cell));
        let words: Vec<&str> = node.args.iter().filter(alone).map(|w| &**w).collect();
        if !words.is_empty() {
            let text = format!("{} in .{} is not adjacent to any of the other cells", words.join(", "), node.kind);
            self.note(NoteKind::Info, text);
        }
    }

    fn givens(&mut self, node: &Node<'_>, root: bool, out: &mut Vec<ClueTree>) -> Result<(), BadInput> {
        for arg in &node.args {
            let mut words = arg.split('_');
            let cell = self.must_cell(node, words.next().unwrap_or(""))?;
            let mut digits = Vec::new();
            for word in words {
                let range = self.puzzle.digits;
                let digit = word.parse::<i32>().ok().filter(|d| (range.first..=range.last()).contains(d));
                digits.push(digit.ok_or_else(|| node.error(format!("`{arg}` contains no digit of this grid")))?);
            }
            digits.order();
            digits.dedup();
            if digits.is_empty() {
                return Err(node.error(format!("`{arg}` lists no digits for the cell")));
            }
            if !root {
                let numbers = digits.iter().map(|&d| i64::from(d)).collect();
                let args = vec![("C".to_owned(), Arg::Cells(vec![cell])), ("values".to_owned(), Arg::Numbers(numbers))];
                out.push(ClueTree::One(Clue::new("allowed-digits", args)));
                continue;
            }
            if self.given_of.len() <= cell.index() {
                self.given_of.resize(cell.index() + 1, None);
            }
            if let Some(at) = self.given_of[cell.index()] {
                let given = &mut self.puzzle.givens[at];
                if given.digits.iter().any(|d| digits.contains(d)) {
                    given.digits.retain(|d| digits.contains(d));
                } else {
                    // Keep both givens, so the puzzle has no solution.
                    self.puzzle.givens.push(Given { cell, digits });
                }
            } else {
                self.given_of[cell.index()] = Some(self.puzzle.givens.len());
                self.puzzle.givens.push(Given { cell, digits });
            }
        }
        Ok(())
    }
}
