//! A sum of different cells: which combinations of digits are left, and what each asks of the cells.

use cluewright_core::constraint::Sum;
use cluewright_core::{Constraint, Model};

/// More combinations than this and the sum is propagated like any other.
const MOST: usize = 600;

/// The combinations of values a cage may hold.
#[derive(Debug)]
pub(super) struct Cage {
    /// Each as a set of values.
    pub(super) combinations: Vec<u64>,
}

impl Cage {
    /// Lists the combinations; `None` when there are too many, or the cells do not share one numbering.
    pub(super) fn new(model: &Model, sum: &Sum) -> Option<Self> {
        let cells = sum.cells();
        let info = |i: usize| &model.cells()[cells[i].index()];
        if cells.is_empty() || cells.len() > 16 || (0..cells.len()).any(|i| info(i).first != info(0).first) {
            return None;
        }
        let values: Vec<u64> = cluewright_core::ValueSet((0..cells.len()).fold(0, |all, i| all | info(i).domain.0))
            .iter()
            .map(|v| u64::from(v.0))
            .collect();
        if values.len() > 16 {
            return None;
        }
        // The sum of the indices is what is left when every cell's first number is taken off.
        let wanted = i64::from(sum.total()) - i64::from(info(0).first) * cells.len() as i64;
        let mut cage = Self { combinations: Vec::new() };
        cage.list(&values, cells.len(), wanted, 0);
        (cage.combinations.len() <= MOST).then_some(cage)
    }

    fn list(&mut self, values: &[u64], count: usize, wanted: i64, chosen: u64) {
        if count == 0 {
            if wanted == 0 && self.combinations.len() <= MOST {
                self.combinations.push(chosen);
            }
            return;
        }
        if values.len() < count || self.combinations.len() > MOST {
            return;
        }
        let low: u64 = values[..count].iter().sum();
        let high: u64 = values[values.len() - count..].iter().sum();
        if wanted < low as i64 || wanted > high as i64 {
            return;
        }
        for (i, &v) in values.iter().enumerate() {
            self.list(&values[i + 1..], count - 1, wanted - v as i64, chosen | 1 << v);
        }
    }
}
