//! Propagates mutually different cells completely: removes a value from a cell if no full matching of cells and values uses it
//! (Régin 1994).

use super::propagate::{HALL, State};
use cluewright_core::Conflict;
use cluewright_core::constraint::keep_matchable;

impl State<'_> {
    /// Propagates a set of different cells by matching.
    pub(super) fn hall_sets(&mut self, s: usize) -> Result<(), Conflict> {
        let mut open = [0u64; 64];
        let mut which = [0u16; 64];
        let mut count = 0;
        for &c in self.net.set_cells.row(s) {
            let d = self.dom[c as usize];
            if d & (d - 1) != 0 {
                open[count] = d;
                which[count] = c as u16;
                count += 1;
            }
        }
        if count < 3 {
            return Ok(());
        }
        self.stats.propagations += 1;
        self.stats.kinds[HALL].runs += 1;
        if !may_narrow(&open[..count]) {
            return Ok(());
        }
        if keep_matchable(&mut open[..count]).is_err() {
            self.stats.kinds[HALL].conflicts += 1;
            return Err(Conflict);
        }
        for i in 0..count {
            self.narrow(which[i] as usize, open[i])?;
        }
        Ok(())
    }
}

/// Whether there may be a subset of these cells whose cells together have no more values than there are cells in the subset. Only
/// such a subset removes values from other cells, and none of its cells alone has more values than that.
fn may_narrow(cells: &[u64]) -> bool {
    let mut of_size = [0u8; 65];
    for cell in cells {
        of_size[cell.count_ones() as usize] += 1;
    }
    let mut so_small = 0;
    (1..cells.len()).any(|size| {
        so_small += usize::from(of_size[size]);
        so_small >= size
    })
}

#[cfg(test)]
mod tests {
    use super::may_narrow;
    use cluewright_core::Random;
    use cluewright_core::constraint::keep_matchable;

    #[test]
    fn what_is_spared_takes_nothing() {
        let mut random = Random::new(4);
        let (mut narrowed, mut none, mut spared) = (0, 0, 0);
        for _ in 0..5_000 {
            let values = 2 + random.below(5);
            let count = 1 + random.below(values.min(6) + 1);
            let cells: Vec<u64> = (0..count)
                .map(|_| (random.bits() & random.bits() & ((1 << values) - 1)) | 1 << random.below(values))
                .collect();
            let mut kept = cells.clone();
            let fine = keep_matchable(&mut kept).is_ok();
            assert!(may_narrow(&cells) || fine && kept == cells, "{cells:?}");
            spared += u32::from(!may_narrow(&cells));
            narrowed += u32::from(fine && kept != cells);
            none += u32::from(!fine);
        }
        assert!(narrowed > 500 && none > 500 && spared > 200, "{narrowed} {none} {spared}");
    }
}
