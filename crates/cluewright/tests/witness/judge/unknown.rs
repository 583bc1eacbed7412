//! Rules with something more to find than digits: shading, unknown regions, missing digits, doublers.

use super::{Grid, differ};
use crate::witness::board::{Board, Clue};

/// Whether the cells are connected by their sides. The empty set is.
pub(super) fn connected(b: &Board, cells: &[usize]) -> bool {
    let mut seen: Vec<usize> = cells.iter().copied().take(1).collect();
    let mut next = 0;
    while let Some(&c) = seen.get(next) {
        next += 1;
        for o in b.beside(c) {
            if cells.contains(&o) && !seen.contains(&o) {
                seen.push(o);
            }
        }
    }
    seen.len() == cells.len()
}

/// Every way to mark a cell of each row, column and box, on different digits.
pub(super) fn marked_cells(b: &Board, digits: &[i64]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for row in b.rows() {
        let longer = |marked: &Vec<usize>| {
            row.iter()
                .map(|c| [&marked[..], &[*c]].concat())
                .filter(|m| {
                    let column = |c: &usize| (c % b.width) as i64;
                    let own =
                        |c: &usize| b.boxes.iter().position(|x| x.contains(c)).map_or(-1 - *c as i64, |i| i as i64);
                    differ(&m.iter().map(column).collect::<Vec<_>>())
                        && differ(&m.iter().map(own).collect::<Vec<_>>())
                        && differ(&m.iter().map(|&c| digits[c]).collect::<Vec<_>>())
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

pub(super) fn keeps(b: &Board, k: &Clue, g: Grid<'_>) -> Option<bool> {
    let cells = k.lists.first().map_or(&[][..], |l| &l[..]);
    let d = g.digits(cells);
    let control = || d[0] + k.number("exclude").unwrap_or(0);
    Some(match &*k.rule {
        // `keeps_all` chooses their places.
        "doublers" | "negators" => !marked_cells(b, g.digits).is_empty(),
        "yin-yang" => {
            let shaded = |n: i64| (0..b.len()).filter(|&i| d[i] == n).collect::<Vec<_>>();
            let corners = (0..b.len()).filter_map(|c| Some([c, b.step(c, 0, 1)?, b.step(c, 1, 0)?, b.step(c, 1, 1)?]));
            connected(b, &shaded(0))
                && connected(b, &shaded(1))
                && corners.into_iter().all(|s| s.iter().any(|&c| d[c] == 0) && s.iter().any(|&c| d[c] == 1))
        }
        // The rule of the puzzle's own that shows yin-yang.
        "pearl" => d[0] == g.digits(&k.lists[1]).iter().sum::<i64>(),
        "chaos-construction" => {
            let size = k.number("region_size").unwrap_or(b.height.max(b.width) as i64) as usize;
            // Numbered from the lowest digit on in the order of their first cells.
            let mut next = b.low;
            for &n in &d {
                if n == next {
                    next += 1;
                } else if n < b.low || n > next {
                    return Some(false);
                }
            }
            (b.low..next).all(|n| {
                let region: Vec<usize> = (0..b.len()).filter(|&i| d[i] == n).collect();
                region.len() == size && connected(b, &region) && differ(&g.digits(&region))
            })
        }
        "chaos-count" => {
            let around = g.digits(&k.lists[1]);
            control() == around.iter().filter(|n| **n == around[0]).count() as i64
        }
        "chaos-arrow" => {
            let seen = |arm: &Vec<usize>| {
                let arm = g.digits(arm);
                arm[1..].iter().take_while(|n| **n == arm[0]).count() as i64
            };
            control() == 1 + k.lists[1..].iter().map(seen).sum::<i64>()
        }
        "doppelganger" => {
            let lacks = |list: &[usize], digit: i64| digit != 0 && g.digits(list).iter().all(|x| *x != digit);
            let missing: Vec<Vec<i64>> = k.lists.iter().map(|l| g.digits(l)).collect();
            let kinds = [b.rows(), b.columns(), b.boxes.clone()];
            let lists_fine = missing.iter().zip(&kinds).all(|(digits, lists)| {
                differ(digits) && lists.iter().zip(digits).all(|(l, m)| differ(&g.digits(l)) && lacks(l, *m))
            });
            lists_fine
                && (0..b.len()).filter(|&c| g.digits[c] == 0).all(|c| {
                    let of =
                        |kind: usize| missing[kind][kinds[kind].iter().position(|l| l.contains(&c)).expect("a house")];
                    differ(&(0..missing.len()).map(of).collect::<Vec<_>>())
                })
        }
        _ => return None,
    })
}
