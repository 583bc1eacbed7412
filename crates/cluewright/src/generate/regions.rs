//! Makes random regions. The usual regions, or else the rows, are the starting point; then cells are swapped between neighbouring
//! regions as long as all regions stay connected.

use cluewright_core::{Cell, Random, Shape, Sort};

/// The number of swaps for each cell of the grid.
const SWAPS: usize = 12;

/// Gives every square grid of the shape random regions, each with as many cells as the grid's side.
pub(super) fn cut(shape: &mut Shape, random: &mut Random) {
    for at in 0..shape.grids().len() {
        let grid = &shape.grids()[at];
        if grid.height != grid.width {
            continue;
        }
        let side = usize::from(grid.height);
        let usual = grid.regions.len() == side && grid.regions.iter().all(|r| r.len() == side);
        let mut regions = if usual {
            grid.regions.clone()
        } else {
            (0..grid.height).map(|r| shape.block(grid.top + r, grid.left, 1, grid.width)).collect()
        };
        for _ in 0..SWAPS * side * side {
            swap(shape, &mut regions, random);
        }
        for region in &mut regions {
            region.order();
        }
        regions.order_by_key(|r| r[0]);
        shape.set_regions(at, regions);
    }
}

fn touches(shape: &Shape, region: &[Cell], cell: Cell) -> bool {
    let near = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(|(d, r)| shape.step(cell, d, r));
    near.into_iter().any(|c| region.contains(&c))
}

/// Whether cells are connected through shared sides.
fn connected(shape: &Shape, region: &[Cell]) -> bool {
    let mut seen = vec![region[0]];
    let mut at = 0;
    while at < seen.len() {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let next = shape.step(seen[at], down, right).filter(|c| region.contains(c) && !seen.contains(c));
            seen.extend(next);
        }
        at += 1;
    }
    seen.len() == region.len()
}

/// Tries to swap a cell of one region with a cell of another.
fn swap(shape: &Shape, regions: &mut [Vec<Cell>], random: &mut Random) {
    let (a, b) = (random.below(regions.len()), random.below(regions.len()));
    if a == b {
        return;
    }
    let (x, y) = (random.below(regions[a].len()), random.below(regions[b].len()));
    let (give, take) = (regions[a][x], regions[b][y]);
    let (mut one, mut other) = (regions[a].clone(), regions[b].clone());
    one.remove(x);
    other.remove(y);
    if !touches(shape, &other, give) || !touches(shape, &one, take) {
        return;
    }
    one.push(take);
    other.push(give);
    if connected(shape, &one) && connected(shape, &other) {
        regions[a] = one;
        regions[b] = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_whole_and_connected() {
        for side in [5, 6, 9] {
            let mut shape = Shape::square(side).expect("a grid");
            let before = shape.grids()[0].regions.clone();
            cut(&mut shape, &mut Random::typed(u64::from(side)));
            let regions = &shape.grids()[0].regions;
            assert_eq!(regions.len(), usize::from(side));
            assert!(regions.iter().all(|r| r.len() == usize::from(side) && connected(&shape, r)));
            let mut all: Vec<Cell> = regions.iter().flatten().copied().collect();
            all.order();
            assert!(all.into_iter().eq(shape.cells()));
            assert_ne!(*regions, before);
        }
    }
}
