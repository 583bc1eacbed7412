//! Rules of the whole grid, and the houses.

use super::{BLANK, differ};
use crate::witness::board::{Board, Clue};

/// No two cells so far apart hold the same digit.
fn leap(b: &Board, g: &[i64], down: i64, right: i64) -> bool {
    (0..b.len()).all(|c| {
        [
            (down, right),
            (down, -right),
            (right, down),
            (right, -down),
            (-down, right),
            (-down, -right),
            (-right, down),
            (-right, -down),
        ]
        .iter()
        .filter_map(|&(d, r)| b.step(c, d, r))
        .all(|o| o == c || g[c] == BLANK || g[c] != g[o])
    })
}

/// Every two cells side by side that no clue of these rules joins are fine together.
fn beside(b: &Board, g: &[i64], marks: &[&str], fine: impl Fn(i64, i64) -> bool) -> bool {
    let marked = |x, y| {
        b.clues
            .iter()
            .any(|k| marks.contains(&&*k.rule) && k.lists.concat().contains(&x) && k.lists.concat().contains(&y))
    };
    (0..b.len())
        .all(|c| b.beside(c).into_iter().all(|o| g[c] == BLANK || g[o] == BLANK || marked(c, o) || fine(g[c], g[o])))
}

/// Whether the two digits are consecutive. In a circle, the lowest follows the highest.
fn is_next(b: &Board, x: i64, y: i64, circle: bool) -> bool {
    let follows = |x: i64, y: i64| y == x + 1 || circle && x == b.high && y == b.low;
    follows(x, y) || follows(y, x)
}

/// Every two cells that touch at a corner are fine together.
fn slanted(b: &Board, g: &[i64], fine: impl Fn(i64, i64) -> bool) -> bool {
    (0..b.len()).all(|c| {
        let others = [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().filter_map(|(d, r)| b.step(c, d, r));
        others.into_iter().all(|o| g[c] == BLANK || g[o] == BLANK || fine(g[c], g[o]))
    })
}

/// The four cells of every 2x2 square, those that reach over the edge too where the grid wraps.
fn squares(b: &Board) -> Vec<[usize; 4]> {
    (0..b.len()).filter_map(|c| Some([c, b.step(c, 0, 1)?, b.step(c, 1, 0)?, b.step(c, 1, 1)?])).collect()
}

fn in_every_square(b: &Board, g: &[i64], kind: impl Fn(i64) -> i64) -> bool {
    squares(b).iter().all(|s| s.iter().any(|&c| g[c] == BLANK) || (0..3).all(|k| s.iter().any(|&c| kind(g[c]) == k)))
}

fn falling(b: &Board) -> Vec<usize> {
    if b.height == b.width { (0..b.width).map(|i| i * b.width + i).collect() } else { Vec::new() }
}

fn rising(b: &Board) -> Vec<usize> {
    if b.height == b.width { (0..b.width).map(|i| (b.height - 1 - i) * b.width + i).collect() } else { Vec::new() }
}

/// Every cell with the middle digit has this one above it or that one below it.
fn flatmates(b: &Board, g: &[i64], middle: i64, above: i64, below: i64) -> bool {
    (0..b.len()).filter(|&c| g[c] == middle).all(|c| {
        let holds = |down, digit| b.step(c, down, 0).is_some_and(|o| g[o] == digit || g[o] == BLANK);
        holds(-1, above) || holds(1, below)
    })
}

pub(super) fn keeps(b: &Board, k: &Clue, g: &[i64]) -> Option<bool> {
    let different = |lists: &[Vec<usize>]| lists.iter().all(|l| differ(&l.iter().map(|&c| g[c]).collect::<Vec<_>>()));
    let at = |l: &[usize]| l.iter().map(|&c| g[c]).collect::<Vec<_>>();
    let full = || g.iter().all(|d| *d != BLANK);
    let option = |name: &str, usual: i64| k.number(name).unwrap_or(usual);
    Some(match &*k.rule {
        "rows" => different(&b.rows()),
        "columns" => different(&b.columns()),
        "boxes" | "regions" => different(&b.boxes),
        "latin" => different(&b.rows()) && different(&b.columns()),
        "classic" | "irregular" => different(&b.rows()) && different(&b.columns()) && different(&b.boxes),
        "diagonal-minus" => different(&[falling(b)]),
        "diagonal-plus" => different(&[rising(b)]),
        "diagonals" => different(&[falling(b), rising(b)]),
        // The windows of the usual boxes, by hand.
        "windoku" => match b.len() {
            16 => different(&[vec![5, 6, 9, 10]]),
            36 => different(&[vec![7, 8, 9, 13, 14, 15]]),
            81 => [10, 14, 46, 50].iter().all(|c| differ(&at(&[0, 1, 2, 9, 10, 11, 18, 19, 20].map(|s| c + s)))),
            _ => panic!("no windows written for this grid"),
        },
        // By hand, in the only grid that has them.
        "girandola" => differ(&at(&[0, 8, 13, 37, 40, 43, 67, 72, 80])),
        "asterisk" => differ(&at(&[13, 20, 24, 37, 40, 43, 56, 60, 67])),
        "center-dot" => differ(&at(&[10, 13, 16, 37, 40, 43, 64, 67, 70])),
        "disjoint-groups" => {
            (0..b.boxes[0].len()).all(|i| differ(&b.boxes.iter().map(|x| g[x[i]]).collect::<Vec<_>>()))
        }
        "anti-diagonal" => {
            let few = option("different", (1..=b.width as i64).rev().find(|k| k * k <= b.width as i64).unwrap_or(1));
            [falling(b), rising(b)].iter().all(|l| {
                let mut digits: Vec<i64> = at(l).into_iter().filter(|d| *d != BLANK).collect();
                digits.sort_unstable();
                digits.dedup();
                digits.len() as i64 <= few
            })
        }
        "equal-cage-totals" | "distinct-cage-totals" => {
            let cages: Vec<Vec<i64>> =
                b.clues.iter().filter(|k| k.rule == "killer-cage").map(|k| at(&k.lists[0])).collect();
            let sums: Vec<i64> = cages.iter().filter(|c| !c.contains(&BLANK)).map(|c| c.iter().sum()).collect();
            if k.rule == "equal-cage-totals" { sums.iter().all(|s| *s == sums[0]) } else { differ(&sums) }
        }
        "distinct-dots" => {
            let dots = b.clues.iter().filter(|k| ["white-dot", "black-dot"].contains(&&*k.rule));
            let mut cells: Vec<usize> = dots.flat_map(|k| k.lists[0].clone()).collect();
            cells.sort_unstable();
            cells.dedup();
            let digits: Vec<i64> = at(&cells).into_iter().filter(|d| *d != BLANK).collect();
            differ(&digits)
        }
        "in-every-square" => {
            let digits = k.numbers("digits").unwrap_or_default();
            squares(b).iter().all(|s| s.iter().any(|&c| g[c] == BLANK || digits.contains(&g[c])))
        }
        "top-bottom" => {
            let way = |rows: &[Vec<usize>]| {
                let at = |(i, row): (usize, &Vec<usize>)| row.iter().position(|&c| g[c] == b.low + i as i64);
                let places: Vec<_> = rows.iter().enumerate().map(at).collect();
                places.windows(2).all(|p| p[0].zip(p[1]).is_none_or(|(x, y)| x.abs_diff(y) <= 1))
            };
            way(&b.rows()) && way(&b.rows().into_iter().rev().collect::<Vec<_>>())
        }
        "anti-king" => leap(b, g, 0, 1) && leap(b, g, 1, 1),
        "anti-knight" => leap(b, g, 1, 2),
        "leaper" => leap(b, g, option("down", 1), option("right", 3)),
        "nonconsecutive" => beside(b, g, &["difference", "white-dot"], |x, y| (x - y).abs() != 1),
        "nonconsecutive-cyclic" => beside(b, g, &["difference", "white-dot"], |x, y| !is_next(b, x, y, true)),
        "nonconsecutive-diagonal" => slanted(b, g, |x, y| !is_next(b, x, y, false)),
        "nonconsecutive-diagonal-cyclic" => slanted(b, g, |x, y| !is_next(b, x, y, true)),
        "miracle" => ["classic", "anti-king", "anti-knight", "nonconsecutive"].iter().all(|part| {
            let part = Clue { rule: (*part).to_owned(), lists: Vec::new(), named: Vec::new() };
            keeps(b, &part, g) == Some(true)
        }),
        "anti-taxicab" => (0..b.len()).all(|x| {
            (0..x).all(|y| {
                let apart = (x / b.width).abs_diff(y / b.width) + (x % b.width).abs_diff(y % b.width);
                g[x] != g[y] || g[x] != apart as i64
            })
        }),
        "dutch-flatmates" => flatmates(b, g, (b.low + b.high).div_euclid(2), b.low, b.high),
        "flatmates" => flatmates(b, g, option("middle", 5), option("above_it", 1), option("below_it", 9)),
        "global-entropy" => in_every_square(b, g, |d| 3 * (d - b.low) / (b.high - b.low + 1)),
        "global-modular" => in_every_square(b, g, |d| d.rem_euclid(3)),
        "negative-kropki" => {
            beside(b, g, &["white-dot", "black-dot"], |x, y| (x - y).abs() != 1 && x != 2 * y && y != 2 * x)
        }
        "negative-x" => beside(b, g, &["x"], |x, y| x + y != 10),
        "negative-v" => beside(b, g, &["v"], |x, y| x + y != 5),
        "negative-xv" => beside(b, g, &["x", "v"], |x, y| x + y != 5 && x + y != 10),
        "negative-ratio" => {
            let mut ratios: Vec<i64> =
                b.clues.iter().filter(|k| k.rule == "ratio").map(|k| k.number("n").unwrap_or(2)).collect();
            ratios.push(2);
            beside(b, g, &["black-dot", "ratio", "white-dot", "difference"], |x, y| {
                ratios.iter().all(|n| x != n * y && y != n * x)
            })
        }
        "full-rank-distinct" => {
            let mut lines: Vec<Vec<i64>> = b.rows().iter().chain(&b.columns()).map(|l| at(l)).collect();
            lines.extend(lines.clone().into_iter().map(|l| l.into_iter().rev().collect()));
            !full() || (0..lines.len()).all(|i| (0..i).all(|j| lines[i].iter().zip(&lines[j]).any(|(x, y)| x != y)))
        }
        "full-rank-ties" => true,
        "region-same-values" => {
            let lists = [b.rows(), b.columns(), b.boxes.clone()].concat();
            let most = lists.iter().map(Vec::len).max().expect("a grid has rows");
            let mut sorted: Vec<Vec<i64>> = lists.iter().filter(|l| l.len() == most).map(|l| at(l)).collect();
            for l in &mut sorted {
                l.sort_unstable();
            }
            !full() || sorted.iter().all(|l| *l == sorted[0])
        }
        _ => return None,
    })
}
