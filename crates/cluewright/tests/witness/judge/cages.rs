//! Clues over cages and other sets of cells.

use super::{Grid, differ, sum};
use crate::witness::board::{Board, Clue};

fn often(all: &[i64], digit: i64) -> usize {
    all.iter().filter(|d| **d == digit).count()
}

pub(super) fn keeps(b: &Board, k: &Clue, g: Grid<'_>) -> Option<bool> {
    let cells = k.lists.first().map_or(&[][..], |l| &l[..]);
    let (v, d) = (g.values(cells), g.digits(cells));
    let count = |fine: &dyn Fn(i64) -> bool| v.iter().filter(|x| fine(**x)).count();
    let numbers = |name: &str| k.numbers(name).expect("a list of numbers");
    let total = k.number("total");
    Some(match &*k.rule {
        "killer-cage" => differ(&d) && total.is_none_or(|t| sum(&v) == t),
        "all-different" | "extra-region" => differ(&d),
        "allowed-digits" => d.iter().all(|x| numbers("values").contains(x)),
        "ambiguous-arrow" => (0..v.len()).any(|i| v[i] == sum(&v) - v[i] && v.iter().all(|x| *x <= v[i])),
        "clone" => k.lists.iter().all(|l| l.iter().zip(cells).all(|(x, y)| g.digits[*x] == g.digits[*y])),
        "contains-at-least" | "quadruple" => {
            numbers("values").iter().all(|&x| often(&d, x) >= often(numbers("values"), x))
        }
        "contains-exactly" => numbers("values").iter().all(|&x| often(&d, x) == often(numbers("values"), x)),
        "counting-circles" => d.iter().all(|&x| often(&d, x) as i64 == x),
        "count-distinct" => {
            let mut others = g.digits(&k.lists[1]);
            others.sort_unstable();
            others.dedup();
            v[0] == others.len() as i64
        }
        "connected-values" => {
            let among: Vec<usize> =
                cells.iter().copied().filter(|&c| numbers("values").contains(&g.digits[c])).collect();
            !among.is_empty()
                && super::unknown::connected(b, &among)
                && k.number("count").is_none_or(|n| among.len() as i64 == n)
        }
        "digital-root" => {
            let mut root = sum(&v);
            while root > 9 {
                root = root / 10 + root % 10;
            }
            differ(&d) && k.number("root").is_none_or(|n| n == root)
        }
        "equal-sums" => k.lists.iter().all(|l| sum(&g.values(l)) == sum(&v)),
        "same-digits" => {
            let sorted = |l: &Vec<usize>| {
                let mut all = g.digits(l);
                all.sort_unstable();
                all
            };
            k.lists.iter().all(|l| sorted(l) == sorted(&k.lists[0]))
        }
        "equality-cage" => {
            let middle = b.low + b.high;
            differ(&d)
                && count(&|x| x % 2 == 0) == count(&|x| x % 2 != 0)
                && count(&|x| 2 * x < middle) == count(&|x| 2 * x > middle)
        }
        "look-and-say" => numbers("pairs").iter().all(|p| often(&d, p % 10) as i64 == p / 10),
        "magic-square" if v.len() < 9 => false,
        "magic-square" => {
            let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
            let sums = lines.map(|l| l.iter().map(|&i| v[i]).sum::<i64>());
            sums.iter().all(|s| *s == sums[0])
        }
        "parity-sum" => (sum(&v) % 2 == 0) == k.yes("is_even").unwrap_or(true),
        "rellik-cage" => {
            let sums =
                (1u32..1 << v.len()).map(|set| (0..v.len()).filter(|i| set >> i & 1 == 1).map(|i| v[i]).sum::<i64>());
            differ(&d) && sums.into_iter().all(|s| Some(s) != total)
        }
        "sum" => match k.numbers("weights") {
            Some(weights) => total.is_none_or(|t| v.iter().zip(weights).map(|(x, w)| x * w).sum::<i64>() == t),
            None => total.is_none_or(|t| sum(&v) == t),
        },
        "product-cage" => differ(&d) && total.is_none_or(|t| v.iter().product::<i64>() == t),
        "product" => total.is_none_or(|t| v.iter().product::<i64>() == t),
        "difference-cage" | "range-cage" => {
            let (least, most) = (v.iter().min()?, v.iter().max()?);
            let n = if k.rule == "range-cage" { most - least } else { 2 * most - sum(&v) };
            differ(&d) && k.number("n").is_none_or(|t| t == n)
        }
        "average-cage" => {
            let many = v.len() as i64;
            differ(&d) && sum(&v) == k.number("n").unwrap_or(sum(&v).div_euclid(many)) * many
        }
        "sum-choice" => numbers("totals").contains(&sum(&v)),
        "sum-range" => (k.number("low")?..=k.number("high")?).contains(&sum(&v)),
        _ => return None,
    })
}
