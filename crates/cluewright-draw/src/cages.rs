//! Computes the outlines of sets of cells. The lines run just inside the cells' edges.

use cluewright_core::drawing::Point;
use std::collections::{BTreeMap, BTreeSet};

/// The closed lines around a set of cells, at the distance `inset` inside the cells' edges; one line for each connected piece and
/// one for each hole.
pub(crate) fn outlines(cells: &BTreeSet<(i32, i32)>, inset: f64) -> Vec<Vec<Point>> {
    // Edges run clockwise around each cell, so the cell lies to the right of its edges. The key is the corner at which an edge
    // starts.
    let mut edges: BTreeMap<(i32, i32), Vec<(i32, i32)>> = BTreeMap::new();
    for &(r, c) in cells {
        let sides = [
            ((r - 1, c), (r, c), (r, c + 1)),
            ((r, c + 1), (r, c + 1), (r + 1, c + 1)),
            ((r + 1, c), (r + 1, c + 1), (r + 1, c)),
            ((r, c - 1), (r + 1, c), (r, c)),
        ];
        for (other, from, to) in sides {
            if !cells.contains(&other) {
                edges.entry(from).or_default().push(to);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((&start, _)) = edges.iter().next() {
        let mut corners = vec![start];
        let mut at = start;
        let mut direction: Option<(i32, i32)> = None;
        while let Some(ways) = edges.get_mut(&at) {
            // Where two pieces touch at a corner, turn right to follow the outline of the same piece.
            let right = direction.map(|(down, across)| (at.0 + across, at.1 - down));
            let pick = ways.iter().position(|w| Some(*w) == right).unwrap_or(0);
            let next = ways.swap_remove(pick);
            if ways.is_empty() {
                edges.remove(&at);
            }
            direction = Some((next.0 - at.0, next.1 - at.1));
            at = next;
            if at == start {
                break;
            }
            corners.push(at);
        }
        loops.push(inner(&corners, inset));
    }
    loops
}

/// The corners of a closed line, moved inwards by `inset`. Corners where the line does not turn are dropped.
fn inner(corners: &[(i32, i32)], inset: f64) -> Vec<Point> {
    let n = corners.len();
    let mut out = Vec::new();
    for i in 0..n {
        let (a, b, c) = (corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]);
        let (into, on) = ((b.0 - a.0, b.1 - a.1), (c.0 - b.0, c.1 - b.1));
        if into == on {
            continue;
        }
        // The inside lies to the right of both edges.
        let aside = |d: (i32, i32)| (f64::from(d.1), f64::from(-d.0));
        let (one, two) = (aside(into), aside(on));
        let (row, col) = (f64::from(b.0) - 0.5, f64::from(b.1) - 0.5);
        out.push((row + inset * (one.0 + two.0), col + inset * (one.1 + two.1)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cell_and_a_ring() {
        let one = outlines(&BTreeSet::from([(0, 0)]), 0.1);
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].len(), 4);
        assert!(one[0].iter().all(|p| (p.0.abs() - 0.4).abs() < 1e-9 && (p.1.abs() - 0.4).abs() < 1e-9));
        let ring: BTreeSet<_> = (0..3).flat_map(|r| (0..3).map(move |c| (r, c))).filter(|p| *p != (1, 1)).collect();
        let loops = outlines(&ring, 0.1);
        assert_eq!(loops.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn pieces_that_touch_at_a_corner_stay_apart() {
        assert_eq!(outlines(&BTreeSet::from([(0, 0), (1, 1)]), 0.1).len(), 2);
    }
}
