//! Sets of cells, and where cells lie.

use crate::common;

use cluewright_core::shape::usual_box;
use cluewright_core::{Candidate, Cell, CellSet, Place, Shape, Value};
use common::Rng;
use std::collections::BTreeSet;

#[test]
fn a_cell_set_is_a_set() {
    let mut rng = Rng(21);
    for _ in 0..300 {
        // The sets have different lengths.
        let random = |rng: &mut Rng| {
            let (capacity, mut set, mut plain) = (1 + rng.below(200), CellSet::new(), BTreeSet::new());
            for _ in 0..rng.below(40) {
                let cell = Cell(rng.below(capacity) as u16);
                if rng.once_in(4) {
                    assert_eq!(set.remove(cell), plain.remove(&cell));
                } else {
                    assert_eq!(set.insert(cell), plain.insert(cell));
                }
            }
            (set, plain)
        };
        let ((a, pa), (b, pb)) = (random(&mut rng), random(&mut rng));
        assert_eq!(a.iter().collect::<Vec<_>>(), pa.iter().copied().collect::<Vec<_>>());
        assert_eq!((a.len(), a.is_empty(), a.min()), (pa.len(), pa.is_empty(), pa.first().copied()));
        assert!((0..250).map(Cell).all(|c| a.contains(c) == pa.contains(&c)));
        assert_eq!(a == b, pa == pb);
        assert_eq!(a.is_subset(&b), pa.is_subset(&pb));
        assert_eq!(a.intersects(&b), !pa.is_disjoint(&pb));
        let of = |plain: BTreeSet<Cell>| plain.into_iter().collect::<CellSet>();
        let (mut both, mut either, mut only) = (a.clone(), a.clone(), a.clone());
        both.intersect(&b);
        either.extend_from(&b);
        only.subtract(&b);
        assert_eq!(both, of(&pa & &pb));
        assert_eq!(either, of(&pa | &pb));
        assert_eq!(only, of(&pa - &pb));
        let mut rest = a.clone();
        let mut taken = Vec::new();
        while let Some(cell) = rest.pop() {
            taken.push(cell);
        }
        assert_eq!(taken, pa.into_iter().collect::<Vec<_>>());
        rest.clear();
        assert!(rest.is_empty());
    }
    assert_eq!(CellSet::first(70).len(), 70);
}

#[test]
fn a_candidate_and_its_number() {
    for (cell, value) in [(0, 0), (1, 63), (65_535, 8)] {
        let candidate = Candidate::new(Cell(cell), Value(value));
        assert_eq!(Candidate::from_index(candidate.index()), candidate);
    }
}

#[test]
fn rows_columns_and_boxes_cover_a_square_once_each() {
    for n in 1..=25 {
        let shape = Shape::square(n).expect("a small square");
        let all: Vec<Cell> = shape.cells().collect();
        let covered = |lists: Vec<Vec<Cell>>| {
            let mut cells: Vec<Cell> = lists.into_iter().flatten().collect();
            cells.sort_unstable();
            cells
        };
        assert_eq!(covered(shape.rows().collect()), all);
        assert_eq!(covered(shape.columns().collect()), all);
        match usual_box(n) {
            Some((height, width)) => {
                assert_eq!(height * width, n);
                assert!(height <= width);
                assert_eq!(covered(shape.regions().cloned().collect()), all);
                assert!(shape.regions().all(|r| r.len() == n as usize));
            }
            None => assert_eq!(shape.regions().count(), 0),
        }
        for cell in shape.cells() {
            let Place { row, col } = shape.place(cell);
            assert_eq!(shape.at(row as i32, col as i32), Some(cell));
            assert_eq!(cell.0, row * n + col);
        }
        assert_eq!((shape.at(-1, 0), shape.at(0, n as i32)), (None, None));
    }
}

#[test]
fn holes_have_no_cell() {
    let shape = Shape::plane(3, 3, |p| p != Place { row: 1, col: 1 }).expect("a ring");
    assert_eq!(shape.len(), 8);
    assert_eq!(shape.at(1, 1), None);
    assert_eq!(shape.block(0, 0, 3, 3).len(), 8);
    let left = shape.at(1, 0).expect("beside the hole");
    assert_eq!(shape.step(left, 0, 1), None);
    assert_eq!(shape.step(left, 0, 2), shape.at(1, 2));
}

#[test]
fn a_torus_wraps() {
    let mut shape = Shape::rectangle(4, 6, 2, 3).expect("a rectangle");
    let corner = shape.at(0, 0).expect("a corner");
    assert_eq!(shape.step(corner, -1, -1), None);
    shape.set_wraps(true);
    assert!(shape.wraps());
    assert_eq!(shape.step(corner, -1, -1), shape.at(3, 5));
    assert_eq!(shape.step(corner, 9, 13), shape.at(1, 1));
    assert_eq!(shape.at(-1, 0), None, "places do not wrap, steps do");
}

#[test]
fn a_samurai_shares_its_corner_boxes() {
    let inside = |p: Place, top: u16, left: u16| (top..top + 9).contains(&p.row) && (left..left + 9).contains(&p.col);
    let corners = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
    let mut shape = Shape::plane(21, 21, |p| corners.iter().any(|&(t, l)| inside(p, t, l))).expect("a plane");
    for (i, &(top, left)) in corners.iter().enumerate() {
        shape.add_grid(&format!("{i}"), top, left, 9, 9, 3, 3).expect("inside the plane");
    }
    assert_eq!(shape.len(), 5 * 81 - 4 * 9);
    assert_eq!(shape.regions().count(), 41, "four boxes are in two grids");
    assert_eq!(shape.rows().count(), 45);
    assert!(shape.rows().all(|r| r.len() == 9));
}

#[test]
fn impossible_shapes_are_refused() {
    for (height, width) in [(0, 5), (5, 0), (129, 9), (9, u16::MAX)] {
        assert!(Shape::plane(height, width, |_| true).is_err());
    }
    let error = Shape::rectangle(9, 9, 2, 3).expect_err("2 does not divide 9");
    assert_eq!(
        error.to_string(),
        "boxes of 2x3 do not tile a grid of 9x9 (choose a box size that divides the grid, or draw the regions)"
    );
    let mut shape = Shape::plane(9, 9, |_| true).expect("a plane");
    assert!(shape.add_grid("", 3, 0, 9, 9, 3, 3).is_err());
    assert!(shape.add_grid("", u16::MAX, 0, 9, 9, 3, 3).is_err());
}

/// Sizes and distances up to the last number of their types: an error or no cell, never another size or cell.
#[test]
fn sizes_and_steps_beyond_every_plane() {
    for n in [129, 255, 256, 257, 65_024, 65_025, 65_281, u16::MAX] {
        assert!(Shape::square(n).is_err(), "{n}");
        let boxes = usual_box(n);
        let root = (1..=255).rev().find(|h| n % h == 0 && u32::from(*h).pow(2) <= u32::from(n)).expect("1 divides it");
        assert_eq!(boxes, (root > 1).then(|| (root, n / root)), "{n}");
    }
    let mut shape = Shape::square(4).expect("a usual size");
    for far in [i32::MAX, i32::MIN] {
        assert_eq!((shape.step(Cell(15), far, 0), shape.step(Cell(15), 0, far)), (None, None));
    }
    shape.set_wraps(true);
    assert_eq!(shape.step(Cell(0), i32::MIN, 0), Some(Cell(0)));
}

#[test]
fn cells_and_values_of_an_index() {
    assert_eq!((Cell::at(65_535), Value::at(63)), (Cell(u16::MAX), Value(63)));
    assert!(Cell::all(3).eq([Cell(0), Cell(1), Cell(2)]));
    for index in [65_536, usize::MAX] {
        assert!(std::panic::catch_unwind(|| Cell::at(index)).is_err());
    }
    assert!(std::panic::catch_unwind(|| Value::at(64)).is_err());
}
