//! Taking away what a puzzle can do without.

/// Takes items away, in this order, as long as what is kept is enough; `gone` hears of each. Asks about up to `width`
/// items at a time: `enough(kept, items)` says for each whether what is kept would be enough without it.
///
/// The result is the same for every width: an item that was needed is needed as well when there are fewer others.
///
/// Errors: those of `enough`; items taken away until then stay away.
pub(crate) fn strip<E>(
    mut items: Vec<usize>,
    kept: &mut [bool],
    width: usize,
    mut enough: impl FnMut(&[bool], &[usize]) -> Result<Vec<bool>, E>,
    mut gone: impl FnMut(usize),
) -> Result<(), E> {
    while !items.is_empty() {
        let asked = items.len().min(width.max(1));
        let free = enough(kept, &items[..asked])?;
        let Some(first) = free.iter().position(|f| *f) else {
            items.drain(..asked);
            continue;
        };
        kept[items[first]] = false;
        gone(items[first]);
        // What could go before may be needed now, and is asked about again.
        let mut at = 0;
        items.retain(|_| {
            at += 1;
            at > asked || (at > first + 1 && free[at - 1])
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::strip;

    /// What is kept is enough when it hits each of these sets.
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
            // One after another, as one would say it.
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
