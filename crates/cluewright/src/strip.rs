//! Removes the redundant parts of a puzzle.

/// Removes items one after another, in their order, as long as the rest is sufficient. Up to `width` items are tested at a time.
///
/// The result does not depend on the width: an item that is needed is still needed after others are removed.
pub(crate) struct Strip {
    items: Vec<usize>,
    width: usize,
}

impl Strip {
    pub(crate) fn new(items: Vec<usize>, width: usize) -> Self {
        Self { items, width: width.max(1) }
    }

    /// The items to test next. Each test determines whether the rest would be sufficient without the item. Empty when the work is
    /// done.
    pub(crate) fn asked(&self) -> &[usize] {
        &self.items[..self.items.len().min(self.width)]
    }

    /// Receives the results of the tests. Returns the item that was removed, if there was one.
    pub(crate) fn told(&mut self, kept: &mut [bool], free: &[bool]) -> Option<usize> {
        let asked = free.len();
        let Some(first) = free.iter().position(|f| *f) else {
            self.items.drain(..asked);
            return None;
        };
        let gone = self.items[first];
        kept[gone] = false;
        // The other items that seemed redundant may be needed now; the caller tests them again.
        let mut at = 0;
        self.items.retain(|_| {
            at += 1;
            at > asked || (at > first + 1 && free[at - 1])
        });
        Some(gone)
    }
}

/// Removes redundant items. `enough(kept, items)` returns, for each item, whether the rest is sufficient without it; `gone` is
/// called for each item that is removed.
///
/// Errors: those of `enough`; items that were removed before stay removed.
pub(crate) fn strip<E>(
    items: Vec<usize>,
    kept: &mut [bool],
    width: usize,
    mut enough: impl FnMut(&[bool], &[usize]) -> Result<Vec<bool>, E>,
    mut gone: impl FnMut(usize),
) -> Result<(), E> {
    let mut strip = Strip::new(items, width);
    while !strip.asked().is_empty() {
        let free = enough(kept, strip.asked())?;
        if let Some(item) = strip.told(kept, &free) {
            gone(item);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::strip;

    /// A choice is sufficient if it contains an element of each of these sets.
    fn hits(sets: &[u32], kept: &[bool]) -> bool {
        sets.iter().all(|s| (0..kept.len()).any(|i| kept[i] && s >> i & 1 == 1))
    }

    #[test]
    fn every_width_takes_the_same_away() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as u32
        };
        for _ in 0..200 {
            let sets: Vec<u32> = (0..=next() % 12).map(|_| next() & 0xffff | 1 << (next() % 16)).collect();
            let mut order: Vec<usize> = (0..16).collect();
            for i in (1..16).rev() {
                order.swap(i, next() as usize % (i + 1));
            }
            // The expected result: items are removed one after another.
            let mut expected = [true; 16];
            let mut went = Vec::new();
            for &i in &order {
                expected[i] = false;
                if hits(&sets, &expected) {
                    went.push(i);
                } else {
                    expected[i] = true;
                }
            }
            for width in [0, 1, 2, 5, 16, 100] {
                let (mut kept, mut gone) = ([true; 16], Vec::new());
                let enough = |kept: &[bool], items: &[usize]| -> Result<Vec<bool>, ()> {
                    Ok(items
                        .iter()
                        .map(|&i| {
                            let mut without = kept.to_vec();
                            without[i] = false;
                            hits(&sets, &without)
                        })
                        .collect())
                };
                strip(order.clone(), &mut kept, width, enough, |i| gone.push(i)).expect("it never fails");
                assert_eq!((&kept, &gone), (&expected, &went), "width {width}");
            }
        }
    }
}
