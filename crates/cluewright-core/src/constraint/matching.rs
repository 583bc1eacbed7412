//! Finds the edges of a bipartite graph that belong to a matching of all rows, which covers Hall sets in all their forms.

use crate::board::Conflict;

/// The bits of each row are the columns that the row may take. Keeps only the bits that belong to some matching in which every
/// row has a separate column. Returns the columns that some such matching leaves free. There may be at most 64 rows.
///
/// A row whose column is given to another row must be able to move on, along a path of such moves, either back to the first row
/// or to a free column (Régin 1994). So the method finds a matching by augmenting paths, computes the closure of the "moves to"
/// relation, and drops all other edges. Rows and columns are bits, so the whole graph fits into a few words.
pub fn keep_matchable(rows: &mut [u64]) -> Result<u64, Conflict> {
    // Most graphs are small, so their tables fit into a few registers.
    let small = rows.len() <= 16 && rows.iter().fold(0, |all, r| all | r) >> 16 == 0;
    match rows.len() {
        0..=16 if small => keep_within::<16>(rows),
        0..=64 => keep_within::<64>(rows),
        _ => Err(Conflict), // more rows than columns
    }
}

/// The maximum number of rows that can have different columns.
pub(super) fn matched(rows: &[u64]) -> u32 {
    let (mut row_of, mut column_of) = ([u8::MAX; 64], [0; 64]);
    (0..rows.len()).map(|row| u32::from(augment(rows, row, &mut 0, &mut row_of, &mut column_of))).sum()
}

/// Like `keep_matchable`, for at most `N` rows and columns.
fn keep_within<const N: usize>(rows: &mut [u64]) -> Result<u64, Conflict> {
    let count = rows.len();
    let mut row_of = [u8::MAX; N];
    let mut column_of = [0u8; N];
    let mut used = 0u64;
    for row in 0..count {
        let free = rows[row] & !used;
        if free != 0 {
            // Handle the cases in which `augment` would end at once.
            let column = free.trailing_zeros() as usize;
            (row_of[column], column_of[row]) = (row as u8, column as u8);
            used |= 1 << column;
            continue;
        }
        if !augment(rows, row, &mut 0, &mut row_of, &mut column_of) {
            return Err(Conflict);
        }
        used = column_of[..=row].iter().fold(0, |all, c| all | 1 << c);
    }
    // For each row, the rows that may have to move if the row gives up its column, including the row itself.
    let mut reach = [0u64; N];
    let mut can_free = 0u64;
    for i in 0..count {
        let mut rest = rows[i] & used;
        reach[i] = 1 << i;
        while rest != 0 {
            reach[i] |= 1 << row_of[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        if rows[i] & !used != 0 {
            can_free |= 1 << i;
        }
    }
    for k in 0..count {
        let through = reach[k];
        for from in &mut reach[..count] {
            *from |= through & (*from >> k & 1).wrapping_neg();
        }
    }
    let mut free_columns = !used;
    for (i, row) in rows.iter_mut().enumerate() {
        if reach[i] & can_free != 0 {
            free_columns |= 1 << column_of[i];
        }
        let mut keep = (*row & !used) | 1 << column_of[i];
        let mut rest = *row & !keep;
        while rest != 0 {
            let column = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let from = reach[row_of[column] as usize];
            if from >> i & 1 == 1 || from & can_free != 0 {
                keep |= 1 << column;
            }
        }
        *row = keep;
    }
    Ok(free_columns)
}

/// Finds a column for `row` by moving other rows. `seen` has the columns that were already tried.
fn augment<const N: usize>(
    rows: &[u64],
    row: usize,
    seen: &mut u64,
    row_of: &mut [u8; N],
    column_of: &mut [u8; N],
) -> bool {
    loop {
        let rest = rows[row] & !*seen;
        if rest == 0 {
            return false;
        }
        let column = rest.trailing_zeros() as usize;
        *seen |= 1 << column;
        let other = row_of[column];
        if other == u8::MAX || augment(rows, other as usize, seen, row_of, column_of) {
            row_of[column] = row as u8;
            column_of[row] = column as u8;
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solutions(rows: &[u64], used: u64, found: &mut dyn FnMut(&[u32], u64), taken: &mut Vec<u32>) {
        if taken.len() == rows.len() {
            return found(taken, used);
        }
        let row = rows[taken.len()];
        for column in (0..64).filter(|c| row & !used & 1 << c != 0) {
            taken.push(column);
            solutions(rows, used | 1 << column, found, taken);
            taken.pop();
        }
    }

    #[test]
    fn equals_enumeration() {
        let mut state = 7u64;
        let mut random = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z ^ z >> 27
        };
        for _ in 0..3000 {
            let (n, columns) = (1 + random() % 5, 1 + random() % 7);
            // Graphs with columns of 20 and more use the code for wide graphs.
            let up = if random() % 2 == 0 { 0 } else { 20 };
            let rows: Vec<u64> = (0..n).map(|_| (random() & random() & ((1 << columns) - 1)) << up).collect();
            let (mut want, mut free, mut any) = (vec![0u64; n as usize], 0u64, false);
            let mut found = |taken: &[u32], used: u64| {
                any = true;
                free |= !used;
                taken.iter().enumerate().for_each(|(i, c)| want[i] |= 1 << c);
            };
            solutions(&rows, 0, &mut found, &mut Vec::new());
            let mut got = rows.clone();
            match keep_matchable(&mut got) {
                Err(Conflict) => assert!(!any, "{rows:?}"),
                Ok(left) => {
                    assert!(any, "{rows:?}");
                    assert_eq!((got, left), (want, free), "{rows:?}");
                }
            }
        }
    }
}
