//! Places: shape and regions, groups of extra cells, names of cells, and lines of sight.

use super::names::cell_id;
use super::nodes::Node;
use super::reader::{Group, Reader};
use crate::NoteKind;
use crate::percent::percent_decoded;
use cluewright_core::puzzle::Digits;
use cluewright_core::shape::Place;
use cluewright_core::{BadInput, Cell, ClueTree, Shape};
use std::borrow::Cow;

const MAX_SIDE: u16 = 16;

const MAX_CELLS: usize = 4_000;

/// Types that describe the layout, which applies to the whole string.
const LAYOUT: &[&str] = &["Shape", "NoBoxes", "RegionSize", "Jigsaw", "Var", "ChaosConstruction", "Doppelganger"];

/// Types that may occur only once in a string.
const ONE_OF: &[&str] = &["Shape", "RegionSize"];

/// Checks that no type of the layout is inside an `Or`, `And` or `Replicate`, and that there is only one shape and one region size.
pub(super) fn once_at_the_root(nodes: &[Node<'_>]) -> Result<(), BadInput> {
    fn inside(node: &Node<'_>) -> Result<(), BadInput> {
        for child in &node.children {
            if LAYOUT.contains(&&*child.kind) {
                return Err(child
                    .error(format!("it cannot be inside `{}`", node.kind))
                    .hint("this constraint describes the cells of the whole string"));
            }
            inside(child)?;
        }
        Ok(())
    }
    nodes.iter().try_for_each(inside)?;
    for kind in ONE_OF {
        let mut all = nodes.iter().filter(|n| n.kind == *kind);
        let first = all.next();
        if let Some(second) = all.find(|n| Some(&n.args) != first.map(|f| &f.args) || *kind == "Shape") {
            return Err(second
                .error(format!("there is a second `.{kind}`"))
                .hint("the text can contain only one puzzle; are these the constraint strings of several puzzles?"));
        }
    }
    Ok(())
}

/// Rejects surplus arguments of a type.
pub(super) fn no_more_than(node: &Node<'_>, count: usize) -> Result<(), BadInput> {
    match node.args.get(count..).into_iter().flatten().find(|a| !a.is_empty()) {
        Some(word) => Err(node.error(format!("`{word}` is one argument too many"))),
        None => Ok(()),
    }
}

/// Reads a shape such as `9x9`, `9x9~0-8`, `6x6~9` or `9x9~~Raw`: rows, columns, digits, and whether no rule applies by default
/// (`Raw`).
pub(super) fn shape_of(node: &Node<'_>) -> Result<(u16, u16, Digits, bool), BadInput> {
    let bad = || node.error(format!("`{}` is not a shape", node.args.join("~"))).hint("such as .Shape~9x9~0-8");
    let (rows, columns) = node.args.first().and_then(|d| d.split_once('x')).ok_or_else(bad)?;
    let side = |t: &str| t.parse::<u16>().ok().filter(|n| (1..=MAX_SIDE).contains(n)).ok_or_else(bad);
    let (rows, columns) = (side(rows)?, side(columns)?);
    let range = node.args.get(1).map_or("", |a| &**a);
    let (first, last) = match range.split_once('-') {
        Some((a, b)) => (a.parse::<i32>().map_err(|_| bad())?, b.parse::<i32>().map_err(|_| bad())?),
        None if range.is_empty() => (1, i32::from(rows.max(columns))),
        None => (1, range.parse::<i32>().map_err(|_| bad())?),
    };
    let count = last.checked_sub(first).and_then(|n| u8::try_from(n.checked_add(1)?).ok());
    let count = count.filter(|n| (1..=64).contains(n)).ok_or_else(bad)?;
    if !(-1000..=1000).contains(&first) {
        return Err(bad());
    }
    let raw = match node.args.get(2).map_or("", |a| &**a) {
        "" | "Sudoku" => false,
        "Raw" => true,
        _ => return Err(bad()),
    };
    no_more_than(node, 3)?;
    Ok((rows, columns, Digits { first, count }, raw))
}

/// The height and width of boxes with `size` cells that tile a grid, as close to a square as possible; `None` if no such boxes
/// exist.
pub(super) fn box_of(rows: u16, columns: u16, size: u16) -> Option<(u16, u16)> {
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
    /// Reads boxes and jigsaw pieces. If there are both, the boxes are the regions and the pieces become clues.
    pub(super) fn regions(&mut self, nodes: &[Node<'_>], raw: bool) -> Result<(), BadInput> {
        let find = |kind: &str| nodes.iter().find(|n| n.kind == kind);
        let usual = self.rows.max(self.columns);
        let size = match find("RegionSize") {
            None => usual,
            Some(node) => {
                no_more_than(node, 1)?;
                let size = node.args.first().and_then(|a| a.parse::<u16>().ok());
                size.filter(|s| (1..=256).contains(s)).ok_or_else(|| node.error("expected the number of cells"))?
            }
        };
        self.region_size = size;
        if let Some(node) = find("NoBoxes") {
            no_more_than(node, 0)?;
        }
        let boxes = if raw || find("NoBoxes").is_some() { None } else { box_of(self.rows, self.columns, size) };
        if let Some((h, w)) = boxes {
            let mut with_boxes = Shape::plane(self.rows, self.columns, |_| true)?;
            with_boxes.add_grid("", 0, 0, self.rows, self.columns, h, w)?;
            self.puzzle.shape = with_boxes;
        }
        for node in nodes.iter().filter(|n| n.kind == "Jigsaw") {
            no_more_than(node, 1)?;
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
                self.note(NoteKind::Info, "a .Jigsaw of one piece has no effect");
                continue;
            }
            // A single piece of another size is not an error: a layout may be partial.
            let digits = usize::from(self.puzzle.digits.count);
            let fits = |cells: &[Cell]| {
                if find("RegionSize").is_some() {
                    cells.len() == usize::from(size)
                } else {
                    (usize::from(usual)..=digits).contains(&cells.len())
                }
            };
            let odd = pieces.iter().filter(|(_, cells)| !fits(cells)).count();
            if odd > 1 {
                return Err(node.error("pieces of different sizes"));
            }
            if let Some((letter, cells)) = pieces.iter().find(|(_, cells)| !fits(cells)) {
                let text = format!(
                    "the {} cells `{letter}` of .Jigsaw are not a piece, as pieces have another size",
                    cells.len()
                );
                self.note(NoteKind::Info, text);
            }
            let pieces: Vec<Vec<Cell>> = pieces.into_iter().map(|(_, cells)| cells).filter(|c| fits(c)).collect();
            if self.puzzle.shape.grids()[0].regions.is_empty() {
                self.puzzle.shape.set_regions(0, pieces);
            } else {
                let Some(&name) = self.called("AllDifferent").first() else { continue };
                for piece in pieces {
                    let args = piece.iter().map(|&c| cell_id(&self.puzzle, c).into()).collect();
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
            return Err(node
                .error(format!("there are {count} extra cells"))
                .hint(format!("a puzzle can have at most {MAX_CELLS} cells in all")));
        }
        if self.groups.iter().any(|g| g.prefix == prefix) {
            return Err(node.error(format!("there are two groups named `{prefix}`")));
        }
        self.groups.push(Group { prefix, count, columns, first, shown });
        Ok(())
    }

    pub(super) fn group(&mut self, node: &Node<'_>) -> Result<(), BadInput> {
        match &*node.kind {
            "Var" => {
                let [prefix, rest @ ..] = &node.args[..] else { return Err(node.error("a group has no name")) };
                if prefix.is_empty() || !prefix.chars().all(|c| c.is_ascii_uppercase()) {
                    return Err(node
                        .error(format!("`{prefix}` is not the name of a group"))
                        .hint("use upper-case letters"));
                }
                let size = rest.get(1).map_or("", |a| &**a);
                let number = |t: &str| t.parse::<usize>().ok().filter(|n| (1..=MAX_CELLS).contains(n));
                let (count, columns) = match size.split_once('x') {
                    Some((r, c)) => match (number(r), number(c)) {
                        (Some(r), Some(c)) => (r.saturating_mul(c), c),
                        _ => return Err(node.error(format!("`{size}` is not a size"))),
                    },
                    None if size.is_empty() => (1, usize::from(self.columns)),
                    None => match number(size) {
                        Some(n) => (n, usize::from(self.columns)),
                        None => return Err(node.error(format!("`{size}` is not a size"))),
                    },
                };
                no_more_than(node, 3)?;
                if let Some(label) = rest.first().filter(|l| !l.is_empty()) {
                    let text = format!("the cells V{prefix} are called `{}`", percent_decoded(label));
                    self.note(NoteKind::Decoration, text);
                }
                self.add_group(node, format!("V{prefix}"), count, columns, true)
            }
            "ChaosConstruction" => {
                no_more_than(node, 0)?;
                let (count, columns) = (self.puzzle.shape.len(), usize::from(self.columns));
                self.add_group(node, "CC".into(), count, columns, true)
            }
            "Doppelganger" => {
                no_more_than(node, 0)?;
                let (rows, columns) = (usize::from(self.rows), usize::from(self.columns));
                self.add_group(node, "DGC".into(), rows, columns, false)?;
                self.add_group(node, "DGR".into(), columns, columns, false)?;
                let boxes = self.puzzle.shape.grids()[0].regions.len();
                if boxes > 0 { self.add_group(node, "DGB".into(), boxes, columns, false) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    pub(super) fn cell(&self, word: &str) -> Option<Cell> {
        let bytes = word.as_bytes();
        if let [b'R' | b'r', r, b'C' | b'c', c] = *bytes {
            let digit = |b: u8| (b as char).to_digit(17).map(|d| d as i32 - 1);
            return self.puzzle.shape.at(digit(r)?, digit(c)?);
        }
        // `VS12` is the twelfth cell of the group `VS`. If a group has only one cell, the cell has the name of the group.
        let (prefix, number) = word.split_at(word.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(word.len()));
        let group = self.groups.iter().find(|g| g.prefix == prefix)?;
        let plain = !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
        let at = if group.count == 1 { number.is_empty().then_some(1) } else { number.parse().ok().filter(|_| plain) }?;
        (1..=group.count).contains(&at).then(|| Cell::at(group.first + at - 1))
    }

    pub(super) fn must_cell(&self, node: &Node<'_>, word: &str) -> Result<Cell, BadInput> {
        self.cell(word).ok_or_else(|| {
            node.error(format!("there is no cell `{word}`")).hint("cells are named like R1C1; column 10 is Ca")
        })
    }

    pub(super) fn group_ids<'t>(&self, prefix: &str) -> Option<Vec<Cow<'t, str>>> {
        let (first, count) = if prefix.is_empty() {
            (0, self.puzzle.shape.len())
        } else {
            self.groups.iter().find(|g| g.prefix == prefix).map(|g| (g.first, g.count))?
        };
        Some((first..first + count).map(|i| cell_id(&self.puzzle, Cell::at(i)).into()).collect())
    }

    /// A cell's position: its group (0 is the grid), and the row and column within the group.
    pub(super) fn position(&self, cell: Cell) -> (usize, i32, i32) {
        if cell.index() < self.puzzle.shape.len() {
            let Place { row, col } = self.puzzle.shape.place(cell);
            return (0, i32::from(row), i32::from(col));
        }
        let at = self.groups.iter().position(|g| (g.first..g.first + g.count).contains(&cell.index()));
        let at = at.expect("every extra cell is in a group");
        let offset = cell.index() - self.groups[at].first;
        let whole = |n: usize| i32::try_from(n).expect("a group has at most `MAX_CELLS`");
        (at + 1, whole(offset / self.groups[at].columns), whole(offset % self.groups[at].columns))
    }

    pub(super) fn at_position(&self, (group, row, col): (usize, i32, i32)) -> Option<Cell> {
        if group == 0 {
            return self.puzzle.shape.at(row, col);
        }
        let g = &self.groups[group - 1];
        let offset = usize::try_from(row).ok()? * g.columns + usize::try_from(col).ok().filter(|c| *c < g.columns)?;
        (offset < g.count).then_some(Cell::at(g.first + offset))
    }

    /// The cells seen from the start of a row or column (`R3`, `C1`; `R3,-1` from its end) or along a diagonal
    /// (`R1C4`).
    pub(super) fn seen(&self, node: &Node<'_>, id: &str) -> Result<Vec<Cell>, BadInput> {
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

    /// The pairs of orthogonal neighbours among the cells, each with the earlier cell first.
    pub(super) fn neighbouring(&self, cells: &[Cell]) -> Vec<(Cell, Cell)> {
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
}

/// The diagonal that starts at a cell of the edge. Each diagonal has one name, the name of its first cell: diagonals from the left
/// edge go down, from the right edge up, from the top edge down and left, and from the bottom edge up and right.
pub(super) fn diagonal(shape: &Shape, first: Cell) -> Option<Vec<Cell>> {
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
