//! Machines for three kinds of constraints on lists: required numbers, cells in order, and lists with equal sums or
//! equal contents.

use super::reader::{Machine, NOTHING, Open, by_place};
use cluewright_core::Cell;
use cluewright_core::constraint::{Contains, EqualSums, Ordering, SameMultiset};

/// Required numbers with multiplicities. The state is how often each required number was read, capped at its
/// multiplicity.
pub(super) struct Looking {
    cells: Vec<bool>,
    /// The required numbers, each with its multiplicity.
    wanted: Vec<(i64, i64)>,
}

impl Looking {
    pub(super) fn new(it: &Contains, places: &[usize], n: usize) -> Self {
        let mut cells = vec![false; n];
        for &p in places {
            cells[p] = true;
        }
        let runs = it.numbers().chunk_by(|a, b| a == b);
        Self { cells, wanted: runs.map(|run| (run[0].into(), run.len() as i64)).collect() }
    }
}

impl Machine for Looking {
    fn start(&self, state: &mut Vec<i64>) {
        state.extend(self.wanted.iter().map(|_| 0));
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        if self.cells[at] {
            for (found, wanted) in state.iter_mut().zip(&self.wanted).filter(|(_, w)| w.0 == number) {
                *found = wanted.1.min(*found + 1);
            }
        }
    }

    fn holds(&self, state: &[i64]) -> bool {
        state.iter().zip(&self.wanted).all(|(found, wanted)| *found >= wanted.1)
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let missing: i64 = state.iter().zip(&self.wanted).map(|(found, wanted)| wanted.1 - found).sum();
        let useful = |at: &usize| {
            let wants = |n: i64| state.iter().zip(&self.wanted).any(|(found, w)| w.0 == n && *found < w.1);
            self.cells[*at] && !open.read[*at] && open.numbers(*at).any(wants)
        };
        missing > (0..self.cells.len()).filter(useful).count() as i64
    }

    fn cost(&self) -> u64 {
        (self.cells.len() * (1 + self.wanted.len())) as u64
    }
}

/// Cells in order. The state consists of the numbers in those cells that have been read and are next to unread cells.
pub(super) struct Ordered {
    places: Vec<usize>,
    at: Vec<Option<usize>>,
    strict: bool,
}

/// Marks a cell that has been read but whose number no longer matters.
const SETTLED: i64 = i64::MAX;

impl Ordered {
    pub(super) fn new(it: &Ordering, places: Vec<usize>, n: usize) -> Self {
        let at = by_place(n, places.iter().enumerate().map(|(i, &p)| (p, i)));
        Self { places, at, strict: it.is_strict() }
    }
}

impl Machine for Ordered {
    /// The state is 1 if the constraint may still hold, followed by the numbers read, in the order of the cells.
    fn start(&self, state: &mut Vec<i64>) {
        state.push(1);
        state.extend(std::iter::repeat_n(NOTHING, self.places.len()));
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        let Some(i) = self.at[at] else { return };
        let (fine, numbers) = state.split_at_mut(1);
        numbers[i] = number;
        let rises = |a: i64, b: i64| if self.strict { a < b } else { a <= b };
        let known = |n: i64| n != NOTHING;
        if i > 0 && known(numbers[i - 1]) && !rises(numbers[i - 1], number)
            || i + 1 < numbers.len() && known(numbers[i + 1]) && !rises(number, numbers[i + 1])
        {
            fine[0] = 0;
            numbers.fill(NOTHING);
            return;
        }
        for j in i.saturating_sub(1)..=(i + 1).min(numbers.len() - 1) {
            let before = j == 0 || known(numbers[j - 1]);
            if known(numbers[j]) && before && (j + 1 == numbers.len() || known(numbers[j + 1])) {
                numbers[j] = SETTLED;
            }
        }
    }

    fn holds(&self, state: &[i64]) -> bool {
        state[0] == 1
    }

    fn is_lost(&self, state: &mut [i64], _: &Open<'_>) -> bool {
        state[0] == 0
    }

    fn cost(&self) -> u64 {
        self.places.len() as u64
    }
}

/// Lists with the same sum or the same numbers. The state is the difference between each list and the first list.
pub(super) struct Lists {
    cells: Vec<Vec<usize>>,
    of: Of,
    /// The numbers whose occurrences are counted; empty for sums.
    numbers: Vec<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Sums,
    Counts,
}

impl Lists {
    pub(super) fn equal(it: &EqualSums, places: &dyn Fn(&[Cell]) -> Vec<usize>) -> Self {
        Self { cells: it.lists().map(places).collect(), of: Of::Sums, numbers: Vec::new() }
    }

    pub(super) fn same(it: &SameMultiset, places: &dyn Fn(&[Cell]) -> Vec<usize>, first: &[i32]) -> Self {
        let lists: Vec<Vec<usize>> = it.lists().iter().map(|l| places(l)).collect();
        let own = || lists.iter().flatten().map(|&p| i64::from(first[p]));
        let numbers = own().min().unwrap_or(0)..own().max().map_or(0, |f| f + 64);
        Self { numbers: numbers.collect(), cells: lists, of: Of::Counts }
    }

    fn width(&self) -> usize {
        if self.of == Of::Sums { 1 } else { self.numbers.len() }
    }
}

impl Machine for Lists {
    /// The state, for every list except the first: the list's sum minus the sum of the first list, or how many more
    /// times each number occurs in the list than in the first list.
    fn start(&self, state: &mut Vec<i64>) {
        state.extend(std::iter::repeat_n(0, self.cells.len().saturating_sub(1) * self.width()));
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        let width = self.width();
        let (slot, more) = match self.of {
            Of::Sums => (0, number),
            Of::Counts => ((number - self.numbers[0]) as usize, 1),
        };
        for (l, _) in self.cells.iter().enumerate().filter(|(_, list)| list.contains(&at)) {
            if l > 0 {
                state[(l - 1) * width + slot] += more;
            } else {
                state.iter_mut().skip(slot).step_by(width).for_each(|s| *s -= more);
            }
        }
    }

    fn holds(&self, state: &[i64]) -> bool {
        state.iter().all(|&s| s == 0)
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let width = self.width();
        let rest = |l: usize| self.cells[l].iter().filter(|&&at| !open.read[at]);
        (1..self.cells.len()).any(|l| match self.of {
            Of::Sums => {
                let low = |l: usize| rest(l).map(|&at| open.least(at)).sum::<i64>();
                let high = |l: usize| rest(l).map(|&at| open.most(at)).sum::<i64>();
                let beyond = state[l - 1];
                beyond + low(l) > high(0) || beyond + high(l) < low(0)
            }
            // Every number that occurs more often in one list must still occur in the unread cells of the other list.
            Of::Counts => {
                let beyond = &state[(l - 1) * width..l * width];
                let more: i64 = beyond.iter().filter(|b| **b > 0).sum();
                let less: i64 = -beyond.iter().filter(|b| **b < 0).sum::<i64>();
                more > rest(0).count() as i64 || less > rest(l).count() as i64
            }
        })
    }

    fn cost(&self) -> u64 {
        (self.cells.iter().map(Vec::len).sum::<usize>() + 2 * self.cells.len() * self.width()) as u64
    }
}
