//! Fills in the parts that a constraint leaves out: cells that are not listed, and the copies of a `Replicate`.

use super::codes;
use super::names::cell_id;
use super::nodes::Node;
use super::places::{box_of, no_more_than};
use super::reader::{Group, Reader};
use cluewright_core::{BadInput, Cell};
use std::borrow::Cow;

impl Reader {
    /// Adds to a node the cells that its type leaves out: the cells of a group, the arms of an arrow, a cell's neighbours.
    pub(super) fn written_out<'n, 't>(&self, node: &'n Node<'t>) -> Result<Cow<'n, Node<'t>>, BadInput> {
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
                // In this type, cells of the grid stand for the numbers of their regions.
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

    /// Whether the group that a node names has the same size and number of columns as the grid.
    pub(super) fn lies_over_the_grid(&self, node: &Node<'_>) -> bool {
        let prefix = node.args.first().map_or("", |a| &**a);
        let like_it = |g: &Group| g.count == self.puzzle.shape.len() && g.columns == usize::from(self.columns);
        // An unknown group is reported as a separate error.
        prefix.is_empty() || self.groups.iter().find(|g| g.prefix == prefix).is_none_or(like_it)
    }

    /// The sets of a `DisjointSets` constraint if the grid's regions are not boxes of the usual size, to which the constraint
    /// refers in any case. `None` if the grid has these boxes.
    pub(super) fn disjoint_sets<'t>(&mut self, node: &Node<'t>) -> Result<Option<Vec<Node<'t>>>, BadInput> {
        no_more_than(node, 0)?;
        let boxes: Vec<Vec<Cell>> = match box_of(self.rows, self.columns, self.region_size) {
            None => Vec::new(),
            Some((h, w)) => {
                let corners = (0..self.rows / h).flat_map(|r| (0..self.columns / w).map(move |c| (r * h, c * w)));
                corners.map(|(r, c)| self.puzzle.shape.block(r, c, h, w)).collect()
            }
        };
        if boxes == self.puzzle.shape.grids()[0].regions {
            if boxes.is_empty() {
                self.says_nothing(node);
                return Ok(Some(Vec::new()));
            }
            return Ok(None);
        }
        let size = boxes.first().map_or(0, Vec::len);
        let set = |k: usize| Node {
            kind: "AllDifferent".into(),
            args: boxes.iter().map(|cells| cell_id(&self.puzzle, cells[k]).into()).collect(),
            children: Vec::new(),
            number: node.number,
        };
        Ok(Some((0..size).map(set).collect()))
    }

    /// The children of a `Replicate` node, shifted from the origin to each target.
    pub(super) fn replicate<'t>(&self, node: &Node<'t>) -> Result<Vec<Node<'t>>, BadInput> {
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
                    return Err(node.error("a target is outside the grid"));
                }
                let to = self.position(Cell::at(target));
                if to.0 != from.0 {
                    return Err(node.error("a target is in another group of cells"));
                }
                for child in &node.children {
                    out.push(self.shifted(child, from, to)?);
                }
            }
        }
        Ok(out)
    }

    pub(super) fn shifted<'t>(
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
                Some(cell) => Ok(Some(cell_id(&self.puzzle, cell))),
                None => Err(node.error(format!("`{word}`, moved by a Replicate, is outside the grid"))),
            }
        };
        let given = node.kind.is_empty() || node.kind == "Given";
        let mut args = Vec::with_capacity(node.args.len());
        for arg in &node.args {
            // In a given, the digits follow the cell.
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
}
