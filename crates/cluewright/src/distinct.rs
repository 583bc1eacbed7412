//! Counts the different minimal puzzles for a grid with few solutions.
//!
//! A minimal puzzle for one of these solutions is a minimal set of givens that distinguishes the solution from all others: a
//! minimal set that contains a place of each difference (a hitting set). Such sets are enumerated place by place; each chosen place
//! must be the only chosen one in some difference (the simplest form of the algorithm of Murakami and Uno 2014).

use cluewright_core::{Cell, Sort, Value};

/// Puzzles are counted only up to this many solutions and this many places (cells, or sets of cells that belong together).
const SOLUTIONS: usize = 300;
const PLACES: usize = 128;
/// The work limit, as a number of differences examined: about 20 ms.
const WORK: u64 = 4_000_000;

/// The number of puzzles without redundant givens; `None` if there are more than `most`, or if counting takes too long. `orbits`:
/// sets of cells that are given together.
pub(crate) fn distinct(solutions: &[Vec<Value>], orbits: &[Vec<Cell>], most: usize) -> Option<usize> {
    if solutions.len() > SOLUTIONS || orbits.len() > PLACES {
        return None;
    }
    let mut count = Count { found: 0, most, work: WORK };
    for (i, own) in solutions.iter().enumerate() {
        let others = solutions.iter().enumerate().filter(|(j, _)| *j != i);
        let mut differences: Vec<u128> = others
            .map(|(_, other)| {
                let differs = |orbit: &Vec<Cell>| orbit.iter().any(|c| own[c.index()] != other[c.index()]);
                orbits.iter().enumerate().filter(|(_, o)| differs(o)).fold(0, |set, (at, _)| set | 1 << at)
            })
            .collect();
        // Two solutions that differ only outside the grid cannot be distinguished by givens.
        if differences.contains(&0) {
            continue;
        }
        differences.order_by_key(|d| d.count_ones());
        // Drop differences that contain a smaller one: any choice that meets the smaller difference meets the larger one as well.
        let mut least: Vec<u128> = Vec::new();
        for d in differences {
            count.work = count.work.checked_sub(least.len() as u64)?;
            if !least.iter().any(|l| l & d == *l) {
                least.push(d);
            }
        }
        count.sets(&least, 0, 0)?;
    }
    Some(count.found)
}

struct Count {
    found: usize,
    most: usize,
    work: u64,
}

impl Count {
    /// Counts the minimal sets that contain all chosen places and none of the barred ones.
    fn sets(&mut self, differences: &[u128], chosen: u128, barred: u128) -> Option<()> {
        self.work = self.work.checked_sub(differences.len() as u64 + 1)?;
        let open = differences.iter().filter(|d| *d & chosen == 0).min_by_key(|d| (*d & !barred).count_ones());
        let Some(open) = open else {
            self.found += 1;
            return (self.found <= self.most).then_some(());
        };
        let (mut rest, mut barred) = (open & !barred, barred);
        while rest != 0 {
            let place = rest & rest.wrapping_neg();
            rest ^= place;
            let now = chosen | place;
            self.work = self.work.checked_sub(differences.len() as u64)?;
            let alone = differences.iter().map(|d| d & now).filter(|met| met.is_power_of_two());
            if alone.fold(0, |all, met| all | met) == now {
                self.sets(differences, now, barred)?;
            }
            barred |= place;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(digits: &str) -> Vec<Value> {
        digits.bytes().map(|d| Value(d - b'1')).collect()
    }

    /// Compares with the enumeration of all sets of cells, for up to six solutions with eight cells.
    #[test]
    fn every_minimal_set_is_counted_once() {
        let texts = ["11112222", "11221122", "12121212", "11112233", "22221111", "13121112"];
        let orbits: Vec<Vec<Cell>> = (0..8).map(|c| vec![Cell(c)]).collect();
        for take in 1..=texts.len() {
            let solutions: Vec<Vec<Value>> = texts[..take].iter().map(|t| grid(t)).collect();
            let mut expected = 0;
            for own in &solutions {
                let tells = |set: u32| {
                    let same = |s: &&Vec<Value>| (0..8).all(|c| set >> c & 1 == 0 || s[c] == own[c]);
                    solutions.iter().filter(same).count() == 1
                };
                let minimal = |set: u32| tells(set) && (0..8).all(|c| set >> c & 1 == 0 || !tells(set & !(1 << c)));
                expected += (0..256u32).filter(|s| minimal(*s)).count();
            }
            assert_eq!(distinct(&solutions, &orbits, 10_000), Some(expected), "{take}");
            assert_eq!(distinct(&solutions, &orbits, expected - 1), None, "{take}");
        }
    }

    #[test]
    fn cells_that_belong_together_are_one_place() {
        let solutions = [grid("12"), grid("13")];
        assert_eq!(distinct(&solutions, &[vec![Cell(0), Cell(1)]], 9), Some(2));
        assert_eq!(distinct(&solutions[..1], &[vec![Cell(0), Cell(1)]], 9), Some(1));
        // The solutions do not differ in the only cell, so givens cannot distinguish them.
        assert_eq!(distinct(&solutions, &[vec![Cell(0)]], 9), Some(0));
    }
}
