//! The memory between passes. Its sets have the smallest width that fits the board.

use super::area::Area;
use super::look::{Look, Step};
use crate::bits::Bits;
use crate::board::Conflict;

/// The memory for unknown regions, which a caller keeps between passes (see [`Regions::memory`]). The memory saves work, but
/// contains no information that the domains do not imply.
///
/// [`Regions::memory`]: super::Regions::memory
#[derive(Debug)]
pub struct RegionsMemory(Width);

#[derive(Debug)]
enum Width {
    Small(Box<Look<u128, 16>>),
    Middle(Box<Look<Bits<4>, 64>>),
    Large(Box<Look<Bits<16>, 64>>),
}

/// Evaluates the same expression for a [`Look`] of any width.
macro_rules! whole {
    ($memory:expr, $look:ident => $what:expr) => {
        match $memory {
            Width::Small($look) => $what,
            Width::Middle($look) => $what,
            Width::Large($look) => $what,
        }
    };
}

impl RegionsMemory {
    pub(super) fn new(
        cells: usize,
        numbers @ (size, count, wide): (usize, usize, usize),
        steps: &[Step<Vec<u16>>],
        pairs: &[(u16, u16)],
    ) -> Self {
        let near = steps.iter().all(|s| s.by < u128::REACH);
        Self(if cells <= u128::MOST && near && size.max(count).max(wide) <= 16 {
            Width::Small(Box::new(Look::new(cells, numbers, steps, pairs)))
        } else if cells <= Bits::<4>::MOST {
            Width::Middle(Box::new(Look::new(cells, numbers, steps, pairs)))
        } else {
            Width::Large(Box::new(Look::new(cells, numbers, steps, pairs)))
        })
    }

    /// Makes all further passes thorough. Thorough passes find more, take several times as long, and continue from the results of
    /// the previous pass. So no domain may ever be wider than at the previous pass.
    #[must_use]
    pub fn thorough(mut self) -> Self {
        whole!(&mut self.0, look => look.make_thorough());
        self
    }

    /// Declares that the first `labels` labels were assigned to cells of different regions, which need not be the first regions
    /// of the board.
    pub fn set_named(&mut self, labels: usize) {
        whole!(&mut self.0, look => look.named = labels);
    }

    /// Makes one pass over the remaining domains, those of [`cells`] in order. Labels are counted from the number of the first
    /// region, digits from the first number of the first digit cell, and cells that state whether two cells share a region
    /// from 0. Returns the cells that lose values, as indices into [`cells`], with the values that they keep; empty if nothing
    /// follows.
    ///
    /// [`cells`]: crate::Constraint::cells
    #[inline]
    pub fn look(&mut self, domains: impl Iterator<Item = u64> + Clone) -> Result<&[(u16, u64)], Conflict> {
        loop {
            whole!(&mut self.0, look => look.read(domains.clone()));
            if !self.conclude()? || !self.found().is_empty() {
                return Ok(self.found());
            }
        }
    }

    fn conclude(&mut self) -> Result<bool, Conflict> {
        whole!(&mut self.0, look => look.conclude())
    }

    /// The result of the last pass.
    pub fn found(&self) -> &[(u16, u64)] {
        whole!(&self.0, look => &look.found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Narrows random boards at random between passes. Passes with sets of any width find the same. Thorough passes usually
    /// remove all that ordinary passes remove, and more. The exception is far cells of shards that only thorough passes know,
    /// because a walk takes a whole shard in one step.
    #[test]
    fn every_width_finds_the_same() {
        const SHAPES: [(usize, usize, usize); 6] = [(2, 3, 3), (3, 4, 4), (4, 4, 4), (3, 6, 6), (4, 5, 5), (6, 6, 6)];
        let mut random = Random::new(5);
        let (mut findings, mut more, mut less) = (0, 0, 0);
        for _ in 0..300 {
            let (rows, columns, size) = SHAPES[random.below(SHAPES.len())];
            let n = rows * columns;
            let wide = [0, size, size + 1][random.below(3usize)];
            let step = |by: usize, from: Vec<usize>| Step { by, from: from.iter().map(|&c| c as u16).collect() };
            let beside = (0..n).filter(|c| c % columns + 1 < columns).collect();
            let steps = [step(1, beside), step(columns, (0..n - columns).collect())];
            let pair = |random: &mut Random| (random.below(n) as u16, random.below(n) as u16);
            let pairs: Vec<_> = (0..6).map(|_| pair(&mut random)).filter(|p| p.0 != p.1).collect();
            let numbers = (size, n / size, wide);
            let new = |thorough: bool| {
                let widths = [
                    Width::Small(Box::new(Look::new(n, numbers, &steps, &pairs))),
                    Width::Middle(Box::new(Look::new(n, numbers, &steps, &pairs))),
                    Width::Large(Box::new(Look::new(n, numbers, &steps, &pairs))),
                ];
                widths.map(|w| if thorough { RegionsMemory(w).thorough() } else { RegionsMemory(w) })
            };
            let digits = if wide == 0 { 0 } else { n };
            let all = |bits: usize| (1u64 << bits) - 1;
            let start = [vec![all(n / size); n], vec![all(wide); digits], vec![0b11; pairs.len()]].concat();
            let (mut usual, mut thorough) = ((new(false), start.clone()), (new(true), start));
            for _ in 0..20 {
                let lost = random.below(usual.1.len());
                let kept = random.bits();
                for (_, domains) in [&mut usual, &mut thorough] {
                    if domains[lost] & kept != 0 {
                        domains[lost] &= kept;
                    }
                }
                let fine = [&mut usual, &mut thorough].map(|(memories, domains)| {
                    loop {
                        let look = |memory: &mut RegionsMemory| memory.look(domains.iter().copied()).map(<[_]>::to_vec);
                        let [small, middle, large] = memories.each_mut().map(look);
                        assert!(small == middle && small == large, "{small:?} {middle:?} {large:?}");
                        let Ok(found) = small else { return false };
                        if found.is_empty() {
                            return true;
                        }
                        findings += 1;
                        for (i, set) in found {
                            domains[usize::from(i)] &= set;
                        }
                    }
                });
                let [wide, narrow] = [&usual.1, &thorough.1];
                less += u32::from(fine == [false, true] || wide.iter().zip(narrow).any(|(w, n)| n & !w != 0));
                more += u32::from(fine == [true, false] || wide.iter().zip(narrow).any(|(w, n)| w & !n != 0));
                if fine != [true, true] {
                    break;
                }
            }
        }
        println!("{findings} findings; thorough looks say more of {more} boards, less of {less}");
        assert!(findings > 2_000 && more > 200 && less < more / 10, "{findings} {more} {less}");
    }
}
