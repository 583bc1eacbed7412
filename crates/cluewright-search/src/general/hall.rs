//! Complete propagation of mutually different cells: removes a value if no full matching of cells and values uses it (Régin 1994).
//! With cells and values as bits the whole graph fits into a few words.

use super::propagate::{HALL, State};
use cluewright_core::Conflict;

impl State<'_> {
    /// Different cells as a matching.
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
        if !narrow(&mut open[..count]) {
            self.stats.kinds[HALL].conflicts += 1;
            return Err(Conflict);
        }
        for i in 0..count {
            self.narrow(which[i] as usize, open[i])?;
        }
        Ok(())
    }
}

/// Whether some of these cells may have no more values together than there are cells. Only such cells take anything
/// from the others, and none of them alone has more values than that.
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

/// The values removed from each cell of a set: `cells` are the domains, narrowed in place. False: no matching at all.
///
/// A cell whose value is taken by another cell must be able to move on, along a path of such moves, either back to
/// the first cell or to a value nobody holds. So: match, close the "moves to" relation, drop what is neither.
pub(super) fn narrow(cells: &mut [u64]) -> bool {
    debug_assert!(cells.len() <= 64);
    // Small ones are most; their tables fit into a few registers.
    let small = cells.len() <= 16 && cells.iter().fold(0, |all, c| all | c) >> 16 == 0;
    if small { narrow_in::<16>(cells) } else { narrow_in::<64>(cells) }
}

/// Like `narrow`, for at most `N` cells and values.
fn narrow_in<const N: usize>(cells: &mut [u64]) -> bool {
    let count = cells.len();
    let mut holder = [u8::MAX; N];
    let mut value_of = [0u8; N];
    let mut held = 0u64;
    for start in 0..count {
        let free = cells[start] & !held;
        if free != 0 {
            // The cases in which `augment` would end at once.
            let v = free.trailing_zeros() as usize;
            (holder[v], value_of[start]) = (start as u8, v as u8);
            held |= 1 << v;
            continue;
        }
        let mut seen = 0u64;
        if !augment(cells, start, &mut seen, &mut holder, &mut value_of) {
            return false;
        }
        held = value_of[..=start].iter().fold(0, |all, v| all | 1 << v);
    }
    // reach[i]: cells that may have to move when cell i gives up its value, i itself included.
    let mut reach = [0u64; N];
    let mut free = 0u64;
    for i in 0..count {
        let mut rest = cells[i] & held;
        reach[i] = 1 << i;
        while rest != 0 {
            reach[i] |= 1 << holder[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        if cells[i] & !held != 0 {
            free |= 1 << i;
        }
    }
    for k in 0..count {
        let through = reach[k];
        for from in &mut reach[..count] {
            *from |= through & (*from >> k & 1).wrapping_neg();
        }
    }
    for (i, cell) in cells.iter_mut().enumerate() {
        let mut keep = (*cell & !held) | 1 << value_of[i];
        let mut rest = *cell & !keep;
        while rest != 0 {
            let v = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let from = reach[holder[v] as usize];
            if from >> i & 1 == 1 || from & free != 0 {
                keep |= 1 << v;
            }
        }
        *cell = keep;
    }
    true
}

fn augment<const N: usize>(
    cells: &[u64],
    cell: usize,
    seen: &mut u64,
    holder: &mut [u8; N],
    value_of: &mut [u8; N],
) -> bool {
    loop {
        let rest = cells[cell] & !*seen;
        if rest == 0 {
            return false;
        }
        let v = rest.trailing_zeros() as usize;
        *seen |= 1 << v;
        let other = holder[v];
        if other == u8::MAX || augment(cells, other as usize, seen, holder, value_of) {
            holder[v] = cell as u8;
            value_of[cell] = v as u8;
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{may_narrow, narrow};
    use cluewright_core::Random;

    /// All assignments of different values, the plain way.
    fn slow(cells: &[u64]) -> Option<Vec<u64>> {
        fn go(cells: &[u64], used: u64, chosen: &mut Vec<u64>, out: &mut [u64]) -> bool {
            let Some((&first, rest)) = cells.split_first() else {
                out.iter_mut().zip(chosen.iter()).for_each(|(o, c)| *o |= c);
                return true;
            };
            let mut any = false;
            for bit in (0..64).map(|b| 1u64 << b).filter(|b| first & !used & b != 0) {
                chosen.push(bit);
                any |= go(rest, used | bit, chosen, out);
                chosen.pop();
            }
            any
        }
        let mut out = vec![0; cells.len()];
        go(cells, 0, &mut Vec::new(), &mut out).then_some(out)
    }

    #[test]
    fn agrees_with_trying_all() {
        let mut random = Random::new(4);
        let (mut narrowed, mut none, mut spared) = (0, 0, 0);
        for _ in 0..5_000 {
            let values = 2 + random.below(5);
            let count = 1 + random.below(values.min(6) + 1);
            let cells: Vec<u64> = (0..count)
                .map(|_| (random.bits() & random.bits() & ((1 << values) - 1)) | 1 << random.below(values))
                .collect();
            // Values from 20 up take the wide way.
            let up = if random.below(2) == 0 { 0 } else { 20 };
            let mut fast: Vec<u64> = cells.iter().map(|c| c << up).collect();
            let ok = narrow(&mut fast);
            let may = may_narrow(&cells);
            spared += u32::from(!may);
            match slow(&cells) {
                None => assert!(!ok && may),
                Some(out) => {
                    assert!(may || out == cells, "{cells:?}");
                    assert!(ok);
                    let fast: Vec<u64> = fast.iter().map(|c| c >> up).collect();
                    assert_eq!(fast, out, "{cells:?}");
                    narrowed += u32::from(out != cells);
                }
            }
            none += u32::from(!ok);
        }
        assert!(narrowed > 500 && none > 500 && spared > 200, "{narrowed} {none} {spared}");
    }
}
