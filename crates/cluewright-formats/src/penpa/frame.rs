//! Penpa's numbers for the places of a grid.

use cluewright_core::drawing::Point;
use cluewright_core::{BadInput, Cell, Shape};
use serde_json::Value;

/// The position of the grid among Penpa's places, which include two additional rows or columns on each side, and margins.
pub(super) struct Frame {
    pub(super) stride: usize,
    /// The number of places in a layer: cells, corners and edges are numbered one after the other.
    pub(super) area: usize,
    top: usize,
    left: usize,
    pub(super) shape: Shape,
}

impl Frame {
    pub(super) fn cell(&self, index: usize) -> Option<Cell> {
        let row = (index / self.stride).checked_sub(2 + self.top)?;
        let col = (index % self.stride).checked_sub(2 + self.left)?;
        self.shape.at(i32::try_from(row).ok()?, i32::try_from(col).ok()?)
    }

    /// The point at which a place lies. Places are numbered in this order: cells, corners, edges below cells, edges to the right of
    /// cells.
    pub(super) fn point(&self, index: usize) -> Option<Point> {
        let (layer, at) = (index / self.area, index % self.area);
        let row = (at / self.stride) as f64 - 2.0 - self.top as f64;
        let col = (at % self.stride) as f64 - 2.0 - self.left as f64;
        match layer {
            0 => Some((row, col)),
            1 => Some((row + 0.5, col + 0.5)),
            2 => Some((row + 0.5, col)),
            3 => Some((row, col + 0.5)),
            _ => None,
        }
    }

    /// The cells of a list of places; `None` if one of them is outside the grid.
    pub(super) fn cells(&self, line: &Value) -> Option<Vec<Cell>> {
        line.as_array()?.iter().map(|v| self.cell(usize::try_from(v.as_u64()?).ok()?)).collect()
    }

    /// The cell whose middle has this key, such as `"18"`; `None` if the cell is not in the grid.
    pub(super) fn keyed(&self, index: &str) -> Option<Cell> {
        self.cell(index.parse().ok()?)
    }
}

/// Reads the frame from the first two lines.
pub(super) fn frame(head: &[&str], margins: Option<&&str>) -> Result<Frame, BadInput> {
    if !matches!(head.first(), Some(&("square" | "sudoku"))) {
        return Err(BadInput::new("only Penpa's square grids are supported"));
    }
    let side = |i: usize| head.get(i).and_then(|n| n.parse::<u16>().ok()).filter(|n| (1..=64).contains(n));
    let (Some(wide), Some(high)) = (side(1), side(2)) else {
        return Err(
            BadInput::new("the size of the grid is not understood").hint("a grid has from 1 to 64 rows and columns")
        );
    };
    let margins: Vec<u16> = margins.and_then(|l| serde_json::from_str(l).ok()).unwrap_or_default();
    let margin = |i: usize| margins.get(i).copied().unwrap_or(0);
    let height = high.checked_sub(margin(0).saturating_add(margin(1)));
    let width = wide.checked_sub(margin(2).saturating_add(margin(3)));
    let (Some(height), Some(width)) = (height, width) else {
        return Err(BadInput::new("the margins leave no grid"));
    };
    let stride = usize::from(wide) + 4;
    let (top, left) = (margin(0).into(), margin(2).into());
    Ok(Frame {
        stride,
        area: stride * (usize::from(high) + 4),
        top,
        left,
        shape: Shape::rectangle(height, width, 0, 0)?,
    })
}
