//! Which edges of a bipartite graph lie in a matching that serves every row: Hall sets in all their forms.

use crate::board::Conflict;

/// Keeps of `rows` (a row's bits are the columns it may take) what lies in some matching that gives every row a
/// column of its own. Returns the columns that some such matching leaves free. At most 64 rows.
///
/// A matching by augmenting paths first; then an edge stays if it is matched, if its column can be left free, or if
/// row and column lie on an alternating cycle (Régin 1994). Reachability is a transitive closure on words, which for
/// up to 64 rows is shorter and faster than strongly connected components.
pub(super) fn keep_matchable(rows: &mut [u64]) -> Result<u64, Conflict> {
    let n = rows.len();
    if n > 64 {
        return Err(Conflict); // more rows than columns
    }
    let mut column_of = [0u8; 64];
    let mut row_of = [u8::MAX; 64];
    let mut used = 0u64;
    for row in 0..n {
        // Most rows find a free column at once.
        let free = rows[row] & !used;
        if free != 0 {
            let column = free.trailing_zeros();
            used |= 1 << column;
            column_of[row] = column as u8;
            row_of[column as usize] = row as u8;
        } else if !augment(rows, row, &mut column_of, &mut row_of, &mut used) {
            return Err(Conflict);
        }
    }
    // `reach[i]`: the rows whose columns row i can take when they move on (a column of theirs, or a free one).
    let mut reach = [0u64; 64];
    let mut can_free = 0u64;
    for i in 0..n {
        let mut taken = rows[i] & used;
        while taken != 0 {
            let column = taken.trailing_zeros() as usize;
            taken &= taken - 1;
            reach[i] |= 1 << row_of[column];
        }
        if rows[i] & !used != 0 {
            can_free |= 1 << i;
        }
    }
    for k in 0..n {
        let through = reach[k];
        for r in &mut reach[..n] {
            if *r >> k & 1 == 1 {
                *r |= through;
            }
        }
    }
    let mut free_columns = !used;
    let mut frees = 0u64; // rows that can hand their column to nobody
    for (i, r) in reach[..n].iter().enumerate() {
        if (*r | 1 << i) & can_free != 0 {
            frees |= 1 << i;
            free_columns |= 1 << column_of[i];
        }
    }
    for i in 0..n {
        let mut keep = rows[i] & !used | 1 << column_of[i];
        let mut taken = rows[i] & used;
        while taken != 0 {
            let column = taken.trailing_zeros() as usize;
            taken &= taken - 1;
            let owner = row_of[column] as usize;
            // Row i takes the column; its owner must find another, in the end row i's own or a free one.
            if reach[owner] >> i & 1 == 1 || frees >> owner & 1 == 1 {
                keep |= 1 << column;
            }
        }
        rows[i] = keep;
    }
    Ok(free_columns)
}

/// Finds a column for `row` by moving others, breadth first.
fn augment(rows: &[u64], row: usize, column_of: &mut [u8; 64], row_of: &mut [u8; 64], used: &mut u64) -> bool {
    let mut queue = [0u8; 64];
    let mut came_from = [0u8; 64]; // by column: the row that reached it
    let (mut head, mut tail) = (0, 1);
    let mut seen = 0u64;
    queue[0] = row as u8;
    while head < tail {
        let at = queue[head] as usize;
        head += 1;
        let mut fresh = rows[at] & !seen;
        seen |= fresh;
        while fresh != 0 {
            let mut column = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            came_from[column] = at as u8;
            if *used >> column & 1 == 1 {
                queue[tail] = row_of[column];
                tail += 1;
                continue;
            }
            *used |= 1 << column;
            loop {
                let owner = came_from[column] as usize;
                let old = column_of[owner] as usize;
                column_of[owner] = column as u8;
                row_of[column] = owner as u8;
                if owner == row {
                    return true;
                }
                column = old;
            }
        }
    }
    false
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
            let rows: Vec<u64> = (0..n).map(|_| random() & random() & ((1 << columns) - 1)).collect();
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
