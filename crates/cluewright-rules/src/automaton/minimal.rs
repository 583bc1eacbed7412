//! Finds equivalent states of an automaton by Hopcroft's refinement of a partition, in about `n log n` steps.
//!
//! Classes are split by which of their states lead into a given class; after a split, only the smaller half has to be processed
//! again (Hopcroft 1971; the arrays are those of Valmari and Lehtinen 2008).

use cluewright_core::Sort;

/// Returns the class of each state. Two states are in one class if they have the same `kind`, and every sequence of inputs leads
/// them to states of the same kind. Classes are numbered in the order of their first states. `next` lists the `width` next states
/// of each state.
///
/// ```
/// use cluewright_rules::compile::classes;
/// // In the first automaton, states 0 and 2 are of one kind, and each swaps with a state of the other kind.
/// assert_eq!(classes(1, &[1, 0, 3, 2], &[0, 1, 0, 1]), [0, 1, 0, 1]);
/// assert_eq!(classes(1, &[1, 0, 3, 3], &[0, 1, 0, 1]), [0, 1, 2, 3]);
/// ```
pub fn classes(width: usize, next: &[u32], kind: &[u32]) -> Vec<u32> {
    let n = kind.len();
    debug_assert_eq!(next.len(), n * width, "a row for each state");
    let mut partition = Partition::new(kind);
    // Indexed by input, then by state: where the list of the state's predecessors begins.
    let mut before_of = vec![0u32; width * n + 1];
    for row in next.chunks_exact(width.max(1)) {
        for (column, &to) in row.iter().enumerate() {
            before_of[column * n + to as usize + 1] += 1;
        }
    }
    for i in 1..before_of.len() {
        before_of[i] += before_of[i - 1];
    }
    let mut at = before_of.clone();
    let mut before = vec![0u32; next.len()];
    for (from, row) in (0u32..).zip(next.chunks_exact(width.max(1))) {
        for (column, &to) in row.iter().enumerate() {
            let place = &mut at[column * n + to as usize];
            before[*place as usize] = from;
            *place += 1;
        }
    }
    let mut todo: Vec<u32> = (0..partition.blocks.len() as u32).collect();
    let mut into = Vec::new();
    while let Some(block) = todo.pop() {
        // Copy the block, because it may be split while it splits other blocks.
        into.clear();
        into.extend_from_slice(partition.states(block));
        for column in 0..width {
            for &state in &into {
                let place = column * n + state as usize;
                for &from in &before[before_of[place] as usize..before_of[place + 1] as usize] {
                    partition.mark(from);
                }
            }
            partition.split(&mut todo);
        }
    }
    // Number the classes in the order of their first states.
    let mut number = vec![u32::MAX; partition.blocks.len()];
    let mut count = 0;
    let mut class = Vec::with_capacity(n);
    for &block in &partition.block_of {
        let number = &mut number[block as usize];
        if *number == u32::MAX {
            *number = count;
            count += 1;
        }
        class.push(*number);
    }
    class
}

/// States grouped into blocks. Each block is a contiguous range of one list, with its marked states at the front.
struct Partition {
    list: Vec<u32>,
    /// For each state, its index in the list (`place`) and the number of its block (`block_of`).
    place: Vec<u32>,
    block_of: Vec<u32>,
    blocks: Vec<Block>,
    /// Blocks with marked states.
    touched: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Block {
    start: u32,
    end: u32,
    marked: u32,
}

impl Partition {
    fn new(kind: &[u32]) -> Self {
        let mut list: Vec<u32> = (0..kind.len() as u32).collect();
        list.order_by_key(|&s| kind[s as usize]);
        let mut made = Self {
            place: vec![0; kind.len()],
            block_of: vec![0; kind.len()],
            blocks: Vec::new(),
            touched: Vec::new(),
            list: Vec::new(),
        };
        for same in list.chunk_by(|&a, &b| kind[a as usize] == kind[b as usize]) {
            let start = made.list.len() as u32;
            for &s in same {
                made.place[s as usize] = made.list.len() as u32;
                made.block_of[s as usize] = made.blocks.len() as u32;
                made.list.push(s);
            }
            made.blocks.push(Block { start, end: made.list.len() as u32, marked: 0 });
        }
        made
    }

    fn states(&self, block: u32) -> &[u32] {
        let Block { start, end, .. } = self.blocks[block as usize];
        &self.list[start as usize..end as usize]
    }

    fn mark(&mut self, state: u32) {
        let number = self.block_of[state as usize];
        let block = &mut self.blocks[number as usize];
        let (from, to) = (self.place[state as usize], block.start + block.marked);
        if from < to {
            return;
        }
        if block.marked == 0 {
            self.touched.push(number);
        }
        block.marked += 1;
        let other = self.list[to as usize];
        self.list.swap(from as usize, to as usize);
        (self.place[state as usize], self.place[other as usize]) = (to, from);
    }

    /// Splits each block into its marked and unmarked states. The smaller part becomes a new block and is added to `todo`; the
    /// larger part stays in `todo` if the block was in `todo`.
    fn split(&mut self, todo: &mut Vec<u32>) {
        while let Some(number) = self.touched.pop() {
            let block = &mut self.blocks[number as usize];
            let Block { start, end, marked } = *block;
            block.marked = 0;
            let middle = start + marked;
            if middle == end {
                continue;
            }
            let part = if marked <= end - middle {
                block.start = middle;
                Block { start, end: middle, marked: 0 }
            } else {
                block.end = middle;
                Block { start: middle, end, marked: 0 }
            };
            let fresh = self.blocks.len() as u32;
            for &s in &self.list[part.start as usize..part.end as usize] {
                self.block_of[s as usize] = fresh;
            }
            self.blocks.push(part);
            todo.push(fresh);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::classes;
    use cluewright_core::Random;

    /// The reference implementation for the test: Moore's refinement, round by round.
    fn slow(width: usize, next: &[u32], kind: &[u32]) -> Vec<u32> {
        let mut class: Vec<usize> = kind.iter().map(|&k| k as usize).collect();
        loop {
            let mut rows: Vec<Vec<usize>> = Vec::new();
            let refined: Vec<usize> = (0..kind.len())
                .map(|s| {
                    let mut row: Vec<usize> = next[s * width..][..width].iter().map(|&t| class[t as usize]).collect();
                    row.push(class[s]);
                    rows.iter().position(|r| *r == row).unwrap_or_else(|| {
                        rows.push(row);
                        rows.len() - 1
                    })
                })
                .collect();
            if refined == class {
                return class.into_iter().map(|c| c as u32).collect();
            }
            class = refined;
        }
    }

    #[test]
    fn same_classes_round_by_round() {
        let mut rng = Random::new(0x9E37_79B9_7F4A_7C15);
        let mut random = move |n: u64| rng.below(n) as u32;
        let mut fewer = 0;
        for round in 0..500 {
            let (n, width) = (1 + random(40), random(4) as usize);
            // If there are few target states, many states are equivalent.
            let targets = 1 + random(u64::from(n));
            let next: Vec<u32> = (0..n as usize * width).map(|_| random(u64::from(targets))).collect();
            let kind: Vec<u32> = (0..n).map(|_| u32::from(random(6) == 0) * (1 + random(2))).collect();
            let found = classes(width, &next, &kind);
            assert_eq!(found, slow(width, &next, &kind), "round {round}");
            let count = found.iter().max().map_or(0, |&c| c + 1);
            fewer += u32::from(1 < count && count < n);
        }
        assert!(fewer > 200, "{fewer}");
    }
}
