//! Clues along lines, and those outside the grid.

use super::{Grid, differ, sum, visible};
use crate::witness::board::{Board, Clue};

/// The values between the place of one value and the place of another.
fn between(all: &[i64], one: i64, other: i64) -> Option<Vec<i64>> {
    let place = |n| all.iter().position(|d| *d == n);
    let (a, b) = (place(one)?, place(other)?);
    Some(all[a.min(b) + 1..a.max(b).max(a.min(b) + 1)].to_vec())
}

/// Whether the list can be cut into stretches of this sum.
fn stretches(all: &[i64], total: i64) -> bool {
    all.is_empty() || (1..=all.len()).any(|n| sum(&all[..n]) == total && stretches(&all[n..], total))
}

/// The rows and columns read both ways.
fn all_lines(b: &Board, g: Grid<'_>) -> Vec<Vec<i64>> {
    let mut lines: Vec<Vec<i64>> = b.rows().iter().chain(&b.columns()).map(|l| g.digits(l)).collect();
    lines.extend(lines.clone().into_iter().map(|l| l.into_iter().rev().collect()));
    lines
}

pub(super) fn keeps(b: &Board, k: &Clue, g: Grid<'_>) -> Option<bool> {
    let cells = k.lists.first().map_or(&[][..], |l| &l[..]);
    let v = g.values(cells);
    let d = g.digits(cells);
    let n = v.len();
    let (first, last) = (v.first().copied().unwrap_or(0), v.last().copied().unwrap_or(0));
    let inside = if n > 2 { &v[1..n - 1] } else { &[] };
    let (high, low) = (first.max(last), first.min(last));
    let steps = |fine: &dyn Fn(i64, i64) -> bool| v.windows(2).all(|w| fine(w[0], w[1]));
    // The digit at a place from 1, if there is such a place.
    let at = |place: i64| usize::try_from(place - 1).ok().and_then(|i| v.get(i)).copied();
    let number = |name: &str| k.number(name);
    let in_a_row = |all: &[i64]| {
        differ(all) && all.iter().max().zip(all.iter().min()).is_none_or(|(x, y)| x - y == all.len() as i64 - 1)
    };
    // A line that ends where it begins: each of its cells, and those successive ones that go across its beginning.
    let closed = n > 3 && cells[0] == cells[n - 1];
    let each: Vec<usize> = (0..n).filter(|&i| !cells[..i].contains(&cells[i])).collect();
    let once = |all: &[i64]| -> Vec<i64> { each.iter().map(|&i| all[i]).collect() };
    let successive = |all: &[i64], size: usize| -> Vec<Vec<i64>> {
        let ring = if closed { &all[..n - 1] } else { all };
        let size = if closed { size.min(ring.len()) } else { size };
        let starts = if closed { 0..ring.len() } else { 0..(n + 1).saturating_sub(size) };
        starts.map(|i| (i..i + size).map(|j| ring[j % ring.len()]).collect()).collect()
    };
    let all_differ = |all: &[i64], sizes: std::ops::RangeInclusive<usize>| {
        sizes.flat_map(|size| successive(all, size)).all(|part| differ(&part))
    };
    Some(match &*k.rule {
        "thermometer" => steps(&|x, y| x < y),
        "slow-thermometer" => steps(&|x, y| x <= y),
        "odd-even-thermometer" => steps(&|x, y| x < y && (x - y) % 2 == 0),
        "palindrome" => d.iter().eq(d.iter().rev()),
        "whispers" => {
            let least = number("difference").unwrap_or((b.height.max(b.width) as i64 + 1) / 2);
            steps(&|x, y| (x - y).abs() >= least)
        }
        "renban" => in_a_row(&once(&d)),
        "not-renban" => !in_a_row(&once(&d)),
        "nabner" => (0..n).all(|i| (0..i).all(|j| cells[i] == cells[j] || (v[i] - v[j]).abs() >= 2)),
        "arithmetic-line" => v.windows(3).all(|w| w[2] - w[1] == w[1] - w[0]),
        "parity-line" => steps(&|x, y| (x + y) % 2 != 0),
        "same-parity-line" => v.iter().all(|x| (x + first) % 2 == 0),
        "same-difference-line" => v.windows(3).all(|w| (w[2] - w[1]).abs() == (w[1] - w[0]).abs()),
        "line-sum" => {
            let firsts: Vec<usize> = (0..n).filter(|&i| !cells[..i].contains(&cells[i])).collect();
            number("total").is_none_or(|t| firsts.iter().map(|&i| v[i]).sum::<i64>() == t)
        }
        "split-pea" => {
            let two = |x: i64, y: i64| if b.high > 9 { 100 * x + y } else { 10 * x + y };
            [two(d[0], d[n - 1]), two(d[n - 1], d[0])].contains(&sum(inside))
        }
        "product-line" => sum(inside) == first * last,
        "average-arrow" => k.lists[1..].iter().all(|arm| sum(&g.values(arm)) == first * arm.len() as i64),
        "between-line" => inside.iter().all(|x| low < *x && *x < high),
        "lockout-line" => {
            high - low >= number("difference").unwrap_or(4) && inside.iter().all(|x| *x < low || high < *x)
        }
        "double-arrow" => first + last == sum(inside),
        "entropic-line" => {
            let class: Vec<i64> = d.iter().map(|x| 3 * (x - b.low) / (b.high - b.low + 1)).collect();
            all_differ(&class, 2..=3)
        }
        "entropic-sets" => {
            let among = |name: &str, x: &i64| k.numbers(name).expect("a set").contains(x);
            let class: Vec<i64> = d
                .iter()
                .map(|x| {
                    if among("low", x) {
                        1
                    } else if among("middle", x) {
                        2
                    } else {
                        3
                    }
                })
                .collect();
            all_differ(&class, 2..=3)
        }
        "modular-line" => {
            let modulus = number("modulus").unwrap_or(3);
            let rest: Vec<i64> = v.iter().map(|x| x.rem_euclid(modulus)).collect();
            all_differ(&rest, 2..=modulus as usize)
        }
        "zipper-line" if n % 2 == 1 => (0..n / 2).all(|i| v[i] + v[n - 1 - i] == v[n / 2]),
        "zipper-line" => (0..n / 2).all(|i| v[i] + v[n - 1 - i] == first + last),
        "region-sum-line" => {
            let region = |c: &usize| b.boxes.iter().position(|x| x.contains(c));
            let mut cells = cells.to_vec();
            if closed {
                cells.pop();
                while cells.iter().any(|c| region(c) != region(&cells[0])) && region(&cells[0]) == region(&cells[n - 2])
                {
                    cells.rotate_right(1);
                }
            }
            let runs = cells.chunk_by(|x, y| region(x) == region(y)).filter(|run| region(&run[0]).is_some());
            let sums: Vec<i64> = runs.map(|run| sum(&g.values(run))).collect();
            sums.iter().all(|s| *s == sums[0])
        }
        "box-sum-line" => {
            let within = |x: &&Vec<usize>| x.iter().any(|c| cells.contains(c));
            let inside =
                |x: &Vec<usize>| sum(&g.values(&x.iter().copied().filter(|c| cells.contains(c)).collect::<Vec<_>>()));
            let sums: Vec<i64> = b.boxes.iter().filter(within).map(inside).collect();
            sums.iter().all(|s| *s == sums[0])
        }
        "sum-line" => {
            let total = number("total").unwrap_or(10);
            let ring = if closed { &v[1..] } else { &v[..] };
            let turned = |by: usize| [&ring[by..], &ring[..by]].concat();
            if closed || k.yes("loop").unwrap_or(false) {
                (0..ring.len()).any(|i| stretches(&turned(i), total))
            } else {
                stretches(&v, total)
            }
        }
        "even-lots" => first == once(&v).iter().filter(|x| *x % 2 == 0).count() as i64,
        "odd-lots" => first == once(&v).iter().filter(|x| *x % 2 != 0).count() as i64,
        "index-line" => {
            let line = once(&v);
            let at = |place: i64| usize::try_from(place - 1).ok().and_then(|i| line.get(i)).copied();
            (1..=line.len() as i64).all(|i| at(at(i).expect("a place")) == Some(i))
        }
        "value-indexing" => at(2 + v[1]) == Some(v[0]) && v[1] > 0,
        "successor-arrow" => at(1 + first) == Some(first + 1) && first > 0,
        "magnet-sum" => first == sum(&once(&v)[1..].iter().copied().take_while(|x| *x <= first).collect::<Vec<_>>()),
        "lunchbox" => {
            let (least, most) = (v.iter().min().copied()?, v.iter().max().copied()?);
            let total = number("total");
            differ(&once(&d)) && between(&once(&v), least, most).is_some_and(|l| total.is_none_or(|t| sum(&l) == t))
        }
        "pill-arrow" => {
            let size = number("length").unwrap_or(2) as usize;
            let mut pill = cells[..size].to_vec();
            pill.sort_unstable();
            g.digits(&pill).iter().fold(0, |all, x| 10 * all + x) == sum(&v[size..])
        }
        "regex" => super::pattern::matches(k.text("pattern"), &d),
        // Arms from a circle. Two cells of a circle form a two-digit number.
        "arrow" => {
            let head = if n == 1 { first } else { d.iter().fold(0, |all, x| 10 * all + x) };
            k.lists[1..].iter().all(|arm| arm.is_empty() || sum(&g.values(arm)) == head)
        }
        "visible-skyscraper-line" => first == visible(&g.values(&k.lists[1])),
        // Outside the grid.
        "little-killer" => number("total").is_none_or(|t| sum(&v) == t),
        "skyscraper" => number("n").is_none_or(|t| visible(&v) == t),
        "hidden-skyscraper" => {
            let hidden = (0..n).find(|&i| v[..i].iter().any(|x| *x >= v[i]));
            hidden.is_some_and(|i| Some(v[i]) == number("n") && !v[..i].contains(&v[i]))
        }
        "sandwich" => between(&d, b.low, b.high).is_some_and(|l| number("total").is_none_or(|t| sum(&l) == t)),
        "x-sum" => at(first).is_some() && number("total").is_none_or(|t| sum(&v[..first as usize]) == t),
        "frame-sum" => {
            let depth = number("depth").unwrap_or(3) as usize;
            number("total").is_none_or(|t| sum(&v[..depth.min(n)]) == t)
        }
        "outside-odd" | "outside-even" => {
            let depth = number("depth").unwrap_or(3) as usize;
            let odd = i64::from(k.rule == "outside-odd");
            let seen = v[..depth.min(n)].iter().filter(|x| x.rem_euclid(2) == odd).count() as i64;
            number("n").is_none_or(|t| seen == t)
        }
        "outside-digits" => {
            let depth = number("depth").unwrap_or(3) as usize;
            let seen = &d[..depth.min(n)];
            let times = |all: &[i64], x: i64| all.iter().filter(|y| **y == x).count();
            let values = k.numbers("values").expect("digits");
            values.iter().all(|x| times(seen, *x) >= times(values, *x))
        }
        "numbered-room" => at(first).is_some_and(|x| number("n").is_none_or(|t| x == t)),
        "full-rank" => {
            let (lines, rank) = (all_lines(b, g), number("n").expect("a rank"));
            let equal = lines.iter().filter(|l| **l == d).count();
            lines.iter().filter(|l| **l < d).count() as i64 == rank - 1 && (equal == 1 || b.has_rule("full-rank-ties"))
        }
        _ => return None,
    })
}
