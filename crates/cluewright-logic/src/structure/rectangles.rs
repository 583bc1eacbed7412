//! Rectangles whose contents could be exchanged without breaking any set.

use crate::board::space::Space;
use cluewright_core::Cell;

/// The rectangles of a model: cells `a b c d`, with `a` opposite `d` and `b` opposite `c`, such that every set contains
/// equally many cells of both opposite pairs.
pub(crate) fn rectangles(space: &Space) -> Vec<[Cell; 4]> {
    let network = space.network();
    let model = space.model();
    let balanced = |cells: &[Cell; 4]| {
        cells.iter().flat_map(|&c| network.sets_of(c)).all(|&s| {
            let inside = |c: Cell| i32::from(network.sets_of(c).contains(&s));
            inside(cells[0]) + inside(cells[3]) == inside(cells[1]) + inside(cells[2])
        })
    };
    let shares = |a: Cell, b: Cell| network.sets_of(a).iter().any(|s| network.sets_of(b).contains(s));
    let mut all = Vec::new();
    for a in (0..model.len() as u16).map(Cell) {
        let near: Vec<Cell> = network.neighbours(a).iter().map(|n| n.cell).filter(|&c| c > a && shares(a, c)).collect();
        for (i, &b) in near.iter().enumerate() {
            // Every set that contains `a` must also contain `b` or `c`, so `c` is chosen from a set that does not
            // contain `b`.
            let Some(&rest) = network.sets_of(a).iter().find(|s| !network.sets_of(b).contains(s)) else { continue };
            for &c in near[i + 1..].iter().filter(|&&c| network.sets_of(c).contains(&rest)) {
                for d in network.neighbours(b).iter().map(|n| n.cell).filter(|&d| d > a && d != c && shares(c, d)) {
                    let cells = [a, b, c, d];
                    if !shares(a, d) && balanced(&cells) {
                        all.push(cells);
                    }
                }
            }
        }
    }
    all
}
