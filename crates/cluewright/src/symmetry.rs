//! Symmetries of givens and clues: rotations and reflections of the grid.

use crate::names::Named;
use crate::question::choices;
use crate::turn::Turn;
use cluewright_core::{Cell, Puzzle, Shape, Sort};

/// A symmetry of givens and clues.
///
/// ```
/// use cluewright::generate::Symmetry;
/// use cluewright::question::Choice;
/// assert_eq!(Symmetry::of_name("rotate")?, Symmetry::Rotate);
/// assert!(Symmetry::choices().iter().all(|(name, _)| Symmetry::of_name(name).is_ok()));
/// # Ok::<(), cluewright::BadInput>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Rotation by half a turn.
    Rotate,
    /// Rotation by a quarter turn (square grids only).
    Quarter,
    /// Reflection that exchanges left and right.
    Horizontal,
    /// Reflection that exchanges top and bottom.
    Vertical,
    /// Reflection in the main diagonal, which exchanges rows and columns (square grids only).
    Diagonal,
    /// Reflection in the rising diagonal (square grids only).
    Antidiagonal,
    /// Both reflections: left and right, top and bottom.
    Mirrors,
    /// Reflection in both diagonals (square grids only).
    Diagonals,
    /// Every rotation and reflection (square grids only).
    Full,
}

/// The name and meaning of each symmetry.
const ALL: [Named<Symmetry>; 10] = [
    (Symmetry::None, "none", "no symmetry"),
    (Symmetry::Rotate, "rotate", "a half turn"),
    (Symmetry::Quarter, "quarter", "a quarter turn"),
    (Symmetry::Horizontal, "horizontal", "the left half mirrors the right"),
    (Symmetry::Vertical, "vertical", "the top half mirrors the bottom"),
    (Symmetry::Diagonal, "diagonal", "reflection in the main diagonal"),
    (Symmetry::Antidiagonal, "antidiagonal", "reflection in the other diagonal"),
    (Symmetry::Mirrors, "mirrors", "both `horizontal` and `vertical`"),
    (Symmetry::Diagonals, "diagonals", "reflection in both diagonals"),
    (Symmetry::Full, "full", "every rotation and reflection"),
];

choices!(Symmetry, ALL, "symmetry", "Symmetry");

impl Symmetry {
    /// Generators of the symmetry: rotations and reflections from which all others follow.
    fn maps(self) -> &'static [Turn] {
        match self {
            Self::None => &[],
            Self::Rotate => &[Turn::Half],
            Self::Quarter => &[Turn::Quarter],
            Self::Horizontal => &[Turn::Horizontal],
            Self::Vertical => &[Turn::Vertical],
            Self::Diagonal => &[Turn::Diagonal],
            Self::Antidiagonal => &[Turn::Antidiagonal],
            Self::Mirrors => &[Turn::Horizontal, Turn::Vertical],
            Self::Diagonals => &[Turn::Diagonal, Turn::Antidiagonal],
            Self::Full => &[Turn::Quarter, Turn::Horizontal],
        }
    }

    /// Whether the symmetry requires a square grid.
    pub fn is_square(self) -> bool {
        matches!(self, Self::Quarter | Self::Diagonal | Self::Antidiagonal | Self::Diagonals | Self::Full)
    }

    /// The images of some cells under the symmetry: first the cells themselves, then each different image once. `None` stands for
    /// an image in which some cell would be outside the grid.
    pub(crate) fn images(self, shape: &Shape, cells: &[Cell]) -> Vec<Option<Vec<Cell>>> {
        let plane = (i32::from(shape.height()), i32::from(shape.width()));
        let image = |turn: &Turn, cells: &Vec<Cell>| -> Option<Vec<Cell>> {
            cells
                .iter()
                .map(|c| {
                    let place = shape.place(*c);
                    let (r, c) = turn.place(plane, (i32::from(place.row), i32::from(place.col)));
                    shape.at(r, c)
                })
                .collect()
        };
        let mut found = vec![Some(cells.to_vec())];
        let mut at = 0;
        while at < found.len() {
            for map in self.maps() {
                let next = found[at].as_ref().and_then(|cells| image(map, cells));
                if !found.contains(&next) {
                    found.push(next);
                }
            }
            at += 1;
        }
        found
    }
}

/// The sets of cells that the symmetry maps onto each other. Each set is in reading order, and the sets are ordered by their first
/// cells.
pub(crate) fn orbits(puzzle: &Puzzle, symmetry: Symmetry) -> Vec<Vec<Cell>> {
    let shape = &puzzle.shape;
    let mut seen = vec![false; shape.len()];
    let mut orbits = Vec::new();
    for start in shape.cells() {
        if seen[start.index()] {
            continue;
        }
        let mut orbit: Vec<Cell> = symmetry.images(shape, &[start]).into_iter().flatten().flatten().collect();
        orbit.retain(|c| !std::mem::replace(&mut seen[c.index()], true));
        orbit.order();
        orbits.push(orbit);
    }
    orbits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_as_many_pictures_as_its_group() {
        let shape = Shape::square(9).expect("a usual size");
        // A corner and the cell a knight's move away from it: no symmetry maps this pair to itself.
        let cells = [shape.at(0, 0).expect("a cell"), shape.at(1, 2).expect("a cell")];
        for (symmetry, count) in [
            (Symmetry::None, 1),
            (Symmetry::Rotate, 2),
            (Symmetry::Quarter, 4),
            (Symmetry::Horizontal, 2),
            (Symmetry::Vertical, 2),
            (Symmetry::Diagonal, 2),
            (Symmetry::Antidiagonal, 2),
            (Symmetry::Mirrors, 4),
            (Symmetry::Diagonals, 4),
            (Symmetry::Full, 8),
        ] {
            let images = symmetry.images(&shape, &cells);
            assert_eq!(images.len(), count, "{symmetry:?}");
            assert!(images.iter().all(Option::is_some));
        }
    }

    #[test]
    fn orbits_part_the_cells() {
        for symmetry in [Symmetry::Rotate, Symmetry::Quarter, Symmetry::Mirrors, Symmetry::Full] {
            let puzzle = Puzzle::new(Shape::square(6).expect("a usual size"), 6);
            let mut all: Vec<Cell> = orbits(&puzzle, symmetry).into_iter().flatten().collect();
            all.order();
            assert!(all.into_iter().eq(puzzle.shape.cells()), "{symmetry:?}");
        }
    }
}
