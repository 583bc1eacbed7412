//! The total of the cells between two ends in a list: sandwiches and lunchboxes.

use super::common::{Constraint, repeat};
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;
use crate::value::{Value, ValueSet};

/// The two cells that are the ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// The ends are the cells with these two numbers.
    Numbers(i32, i32),
    /// The ends are the cells with the smallest and the largest number of the list.
    Extremes,
}

/// The cells between the two ends, which may come in either order, add up to a given total.
///
/// If the model makes all the cells different ([`Constraint::learn_differences`]), propagation tries every set of numbers with
/// the total at every place between two ends: each cell must be able to hold a suitable number, and each number of the set must
/// have a cell. This method is close to full consistency and needs no compiled tables. If the cells need not be different,
/// propagation waits until all cells are fixed.
///
/// ```
/// use cluewright_core::constraint::{Between, Ends};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // Four cells with the digits 1 to 4; between 1 and 4 lies a 2 alone.
/// let cells = [Cell(0), Cell(1), Cell(2), Cell(3)];
/// let mut sandwich = Between::new(&cells, Ends::Numbers(1, 4), 2, (1, ValueSet::below(4))).unwrap();
/// sandwich.learn_differences(&|a, b| a != b);
/// let mut board = Board::new(vec![ValueSet::below(4); 4], vec![1; 4]);
/// board.keep(Cell(0), ValueSet(0b1001)).unwrap();
/// sandwich.propagate(&mut board).unwrap();
/// assert_eq!(board.values(Cell(1)), ValueSet(0b0010));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Between {
    cells: Vec<Cell>,
    ends: Ends,
    total: i32,
    /// The number that value 0 of every cell stands for.
    first: i32,
    /// The values that any of the cells may hold.
    values: ValueSet,
    /// Every set of values that adds up to the total.
    sets: Vec<u16>,
    /// Whether all cells are known to differ.
    different: bool,
}

/// The maximum number of values. All sets of values are listed, so there must not be more.
const VALUES: u32 = 16;
/// The maximum length of a list that is narrowed. More cells than this cannot all be different.
const CELLS: usize = VALUES as usize;

impl Between {
    /// Creates a constraint over different cells. Their values are among `values`: at most 16 indices, counted from the same
    /// first number.
    pub fn new(cells: &[Cell], ends: Ends, total: i32, (first, values): (i32, ValueSet)) -> Result<Self, BadInput> {
        if (0..cells.len()).any(|i| cells[..i].contains(&cells[i])) {
            return Err(BadInput::new("a cell is listed twice"));
        }
        if values.0 >> VALUES != 0 || values.is_empty() {
            return Err(BadInput::new("the values must be among the first 16, and there must be at least one value"));
        }
        let inner = match ends {
            Ends::Extremes => values.0,
            Ends::Numbers(a, b) => values.0 & !(value_bit(first, a) | value_bit(first, b)),
        };
        let mut sets = Vec::new();
        let mut set = 0u64;
        loop {
            // Add up the numbers of the set's members; the empty set is considered, too.
            let sum: i64 = ValueSet(set).iter().map(|v| i64::from(first) + i64::from(v.0)).sum();
            if sum == i64::from(total) && set.count_ones() as usize + 2 <= cells.len() {
                sets.push(set as u16);
            }
            set = set.wrapping_sub(inner) & inner;
            if set == 0 {
                break;
            }
        }
        Ok(Self { cells: cells.to_vec(), ends, total, first, values, sets, different: false })
    }

    /// The two ends.
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// The total of the cells between the two ends.
    pub fn total(&self) -> i32 {
        self.total
    }

    /// Calls `found` for each pair of values that the ends may hold if `set` is between them. Passes the two values as bits, and
    /// the values that all other cells, between the ends or outside, may then hold.
    fn around(&self, set: u64, mut found: impl FnMut(u64, u64, u64)) {
        match self.ends {
            Ends::Numbers(a, b) => {
                let (a, b) = (value_bit(self.first, a), value_bit(self.first, b));
                found(a, b, self.values.0 & !(a | b));
            }
            Ends::Extremes => {
                let below = if set == 0 { self.values.0 } else { self.values.0 & ((set & set.wrapping_neg()) - 1) };
                for low in ValueSet(below) {
                    for high in self.values.iter().filter(|h| *h > low && set >> h.0 == 0) {
                        let within = self.values.0 & ((1 << high.0) - 1) & !((2 << low.0) - 1);
                        found(1 << low.0, 1 << high.0, within);
                    }
                }
            }
        }
    }

    /// Narrows the cells, given that all of them differ.
    fn narrow(&self, board: &mut Board) -> Result<(), Conflict> {
        let n = self.cells.len();
        let mut now = [0u64; CELLS];
        for (v, &c) in now.iter_mut().zip(&self.cells) {
            *v = board.values(c).0;
        }
        let now = &now[..n];
        let mut keep = [0u64; CELLS];
        for &set in &self.sets {
            let set = u64::from(set);
            let size = set.count_ones() as usize;
            self.around(set, |a, b, within| {
                let outside = within & !set;
                // This is impossible if fewer numbers are left than cells.
                if (outside.count_ones() as usize) + size + 2 < n {
                    return;
                }
                for start in 0..n - size - 1 {
                    let end = start + size + 1;
                    let ways = [(a, b), (b, a)].map(|(x, y)| now[start] & x != 0 && now[end] & y != 0);
                    if ways == [false; 2] {
                        continue;
                    }
                    let inside = &now[start + 1..end];
                    let union = inside.iter().fold(0, |u, v| u | v);
                    let fits = set & !union == 0
                        && inside.iter().all(|v| v & set != 0)
                        && now[..start].iter().chain(&now[end + 1..]).all(|v| v & outside != 0);
                    if !fits {
                        continue;
                    }
                    for (i, k) in keep[..n].iter_mut().enumerate() {
                        *k |= match i {
                            _ if i == start => only(ways[0], a) | only(ways[1], b),
                            _ if i == end => only(ways[0], b) | only(ways[1], a),
                            _ if i > start && i < end => set,
                            _ => outside,
                        };
                    }
                }
            });
        }
        for (&c, k) in self.cells.iter().zip(keep) {
            board.keep(c, ValueSet(k))?;
        }
        Ok(())
    }
}

fn only(when: bool, bits: u64) -> u64 {
    if when { bits } else { 0 }
}

/// The value that stands for a number, as a bit; 0 if the number is not one of the sixteen.
fn value_bit(first: i32, number: i32) -> u64 {
    u32::try_from(i64::from(number) - i64::from(first)).ok().filter(|&v| v < VALUES).map_or(0, |v| 1 << v)
}

impl Constraint for Between {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let numbers: Vec<i32> = self.cells.iter().map(|&c| number(c)).collect();
        let (a, b) = match self.ends {
            Ends::Numbers(a, b) => (a, b),
            Ends::Extremes => match (numbers.iter().min(), numbers.iter().max()) {
                (Some(&low), Some(&high)) => (low, high),
                _ => return self.total == 0,
            },
        };
        let inside = |i: &usize| {
            let (before, behind) = (&numbers[..*i], &numbers[i + 1..]);
            before.contains(&a) && behind.contains(&b) || before.contains(&b) && behind.contains(&a)
        };
        (0..numbers.len()).filter(inside).map(|i| i64::from(numbers[i])).sum::<i64>() == i64::from(self.total)
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let n = self.cells.len();
        // Both ends certainly exist if they are two different extremes, or numbers that every list of this length contains.
        let sure = match self.ends {
            Ends::Extremes => n >= 2,
            Ends::Numbers(a, b) => {
                let (a, b) = (value_bit(self.first, a), value_bit(self.first, b));
                let (both, n) = (a | b, n as u32);
                a != b && a != 0 && b != 0 && self.values.0 & both == both && self.values.len() == n
            }
        };
        // A cell that loses a value may make another cell's role impossible.
        repeat(board, &self.cells, |board| {
            if self.cells.iter().all(|&c| board.values(c).len() == 1) {
                let number = |c: Cell| board.number(c, board.values(c).min().unwrap_or(Value(0)));
                let repeated = || (0..n).any(|i| self.cells[..i].iter().any(|&c| number(c) == number(self.cells[i])));
                let holds = self.check(&number) && !(self.different && repeated());
                return if holds { Ok(()) } else { Err(Conflict) };
            }
            if self.different && sure && n <= CELLS { self.narrow(board) } else { Ok(()) }
        })
    }

    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        let cells = &self.cells;
        self.different = (0..cells.len()).all(|i| cells[..i].iter().all(|&c| differ(c, cells[i])));
    }
}
