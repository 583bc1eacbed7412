//! Lists the sets of values of a given size and sum, in blocks of eight sets, which fit into a vector register.

use crate::bits::Ones;

/// The maximum number of sets of one size that are listed.
const MOST: usize = 600;
/// The number of sets examined together.
const LANES: usize = 8;
/// The maximum number of values for three cells or more, because sets of values have 16 bits.
const WIDEST: usize = 16;
/// The maximum number of values for two cells, because each sum is represented by one bit of a word.
const WIDEST_PAIR: usize = 32;

/// The sets of the values `0..width`, ordered by size and sum.
#[derive(Debug)]
pub(super) struct Subsets {
    width: usize,
    /// `start[size][sum]`: the index of the first block for this size and sum. The blocks for the next sum begin where these
    /// blocks end.
    start: Vec<Vec<u16>>,
    /// The sets, in blocks. In an incomplete block, one set is repeated to fill the block.
    blocks: Vec<[u16; LANES]>,
}

impl Subsets {
    /// Whether the sets of up to `count` out of `width` values are few enough to be listed.
    pub(super) fn fit(width: usize, count: usize) -> bool {
        match count {
            0 | 1 => true,
            2 => width <= WIDEST_PAIR,
            _ => width <= WIDEST && count <= largest(width),
        }
    }

    /// The number of possible sums, counted from 0, of `count` different values out of `0..width`.
    pub(super) fn sums(width: usize, count: usize) -> usize {
        (width.saturating_sub(count)..width).sum::<usize>() + 1
    }

    /// The index in `all` of the list for `width` values. Adds the sets of up to `count` values to this list if they are missing.
    pub(super) fn among(all: &mut Vec<Self>, width: usize, count: usize) -> usize {
        let at = all.iter().position(|s| s.width == width).unwrap_or_else(|| {
            all.push(Self { width, start: Vec::new(), blocks: Vec::new() });
            all.len() - 1
        });
        all[at].fill(count);
        at
    }

    /// Lists the sets of up to `most` values.
    fn fill(&mut self, most: usize) {
        let (mut sets, mut ends) = (Vec::new(), Vec::new());
        for size in self.start.len()..=most {
            // The sets with their sums (`sets`); and for each sum (`ends`), first the number of its sets, later the index in the
            // blocks at which the next set is written.
            sets.clear();
            ends.clear();
            ends.resize(Self::sums(self.width, size), 0usize);
            let mut set = (1u32 << size) - 1;
            while set >> self.width == 0 {
                let sum: usize = Ones(set).sum();
                sets.push((sum, set as u16));
                ends[sum] += 1;
                if set == 0 {
                    break;
                }
                // The next number with the same number of set bits (Gosper).
                let low = set & set.wrapping_neg();
                let up = set + low;
                set = up | (((set ^ up) >> 2) / low);
            }
            let mut start = Vec::with_capacity(ends.len() + 1);
            let mut blocks = self.blocks.len();
            start.push(blocks as u16);
            for end in &mut ends {
                let count = std::mem::replace(end, blocks * LANES);
                blocks += count.div_ceil(LANES);
                start.push(blocks as u16);
            }
            self.start.push(start);
            self.blocks.resize(blocks, [0; LANES]);
            for &(sum, set) in &sets {
                let at = ends[sum];
                ends[sum] += 1;
                // Also fill the rest of the block, in case no further set is written to it.
                self.blocks[at / LANES][at % LANES..].fill(set);
            }
        }
    }

    /// Finds the sums, as bits, of the sets of `size` values out of `free` that share a value with each set in `open`. Only sums
    /// within `window` (first and last) are examined. For each sum found, `unions[sum]` becomes the union of its sets.
    #[inline]
    pub(super) fn unions(&self, size: usize, free: u16, open: &[u16], window: (u32, u32), unions: &mut [u16]) -> u64 {
        let start = &self.start[size][..];
        let end = (window.1 as usize + 1).min(start.len() - 1);
        let mut found = 0u64;
        if size == 0 {
            unions[0] = 0;
            return u64::from(window.0 == 0);
        }
        for sum in window.0 as usize..end {
            let mut union = [0u16; LANES];
            for block in &self.blocks[start[sum] as usize..start[sum + 1] as usize] {
                let mut fits = [0u16; LANES];
                for i in 0..LANES {
                    fits[i] = if block[i] & !free == 0 { block[i] } else { 0 };
                }
                for &d in open {
                    for fit in &mut fits {
                        *fit = if *fit & d != 0 { *fit } else { 0 };
                    }
                }
                for i in 0..LANES {
                    union[i] |= fits[i];
                }
            }
            let union = union.iter().fold(0, |all, u| all | u);
            if union != 0 {
                unions[sum] = union;
                found |= 1 << sum;
            }
        }
        found
    }
}

/// The largest size such that there are at most [`MOST`] sets of this size and of every smaller size.
fn largest(width: usize) -> usize {
    let mut sets = 1;
    for size in 1..=width {
        sets = sets * (width + 1 - size) / size;
        if sets > MOST {
            return size - 1;
        }
    }
    width
}

#[cfg(test)]
mod tests {
    use super::{LANES, Subsets, largest};
    use cluewright_core::Random;

    #[test]
    fn sums_and_unions_are_those_of_all_sets() {
        let mut random = Random::new(5);
        let mut met = 0;
        for width in [2usize, 4, 9, 10, 12, 16] {
            let mut all = Vec::new();
            for count in [3.min(width), largest(width)] {
                assert_eq!(Subsets::among(&mut all, width, count), 0);
            }
            let subsets = &all[0];
            for _ in 0..400 {
                let size = random.below(subsets.start.len() as u32) as usize;
                let mut draw = || (random.bits() | random.bits()) as u16 & (u32::MAX >> (32 - width)) as u16;
                let free = draw() | draw();
                let open: Vec<u16> = (0..size).map(|_| draw()).collect();
                let window = (random.below(8), random.below(60));
                let mut expected = (0u64, vec![0u16; 64]);
                for set in 0u32..1 << width {
                    let set = set as u16;
                    let sum: u32 = (0..16).filter(|v| set >> v & 1 == 1).sum();
                    let fits = set & !free == 0 && open.iter().all(|d| set & d != 0);
                    if set.count_ones() as usize == size && fits && (window.0..=window.1).contains(&sum) {
                        expected.0 |= 1 << sum;
                        expected.1[sum as usize] |= set;
                    }
                }
                let mut unions = vec![0u16; 64];
                let found = subsets.unions(size, free, &open, window, &mut unions);
                assert_eq!(found, expected.0, "{width} {size}");
                assert!((0..64).filter(|s| found >> s & 1 == 1).all(|s| unions[s] == expected.1[s]));
                met += u32::from(found != 0);
            }
        }
        assert!(met > 500, "{met}");
    }

    #[test]
    fn what_fits_is_listed() {
        for width in 1..=16 {
            let mut all = Vec::new();
            Subsets::among(&mut all, width, largest(width));
            assert!(largest(width) >= 3.min(width) && all[0].blocks.len() * LANES < 8_000);
            for count in 3..=width {
                assert_eq!(Subsets::fit(width, count), count < all[0].start.len());
            }
        }
        assert!(Subsets::fit(9, 9) && !Subsets::fit(16, 5) && !Subsets::fit(17, 3) && Subsets::fit(20, 2));
    }
}
