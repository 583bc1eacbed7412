//! Lists of numbers, one list per row, stored in flat vectors.

/// Lists of numbers, one list per row, all stored in one vector.
#[derive(Debug, Default)]
pub struct Rows {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Rows {
    /// Builds the rows from pairs (row, item); the items of a row keep their order.
    pub fn new(rows: usize, pairs: &[(u32, u32)]) -> Self {
        let mut start = vec![0u32; rows + 1];
        for &(row, _) in pairs {
            start[row as usize + 1] += 1;
        }
        for i in 0..rows {
            start[i + 1] += start[i];
        }
        let mut items = vec![0; pairs.len()];
        for &(row, item) in pairs {
            let at = &mut start[row as usize];
            items[*at as usize] = item;
            *at += 1;
        }
        // By now each start has moved to the end of its row.
        start.rotate_right(1);
        start[0] = 0;
        Self { start, items }
    }

    /// Builds the rows from pairs (row, column), and also the columns: for each column, its rows.
    pub fn both(rows: usize, columns: usize, pairs: &[(u32, u32)]) -> (Self, Self) {
        let flipped: Vec<_> = pairs.iter().map(|&(row, column)| (column, row)).collect();
        (Self::new(rows, pairs), Self::new(columns, &flipped))
    }

    /// The number of rows.
    pub fn count(&self) -> usize {
        self.start.len() - 1
    }

    /// The number of items in all rows.
    pub fn size(&self) -> usize {
        self.items.len()
    }

    /// The range of a row's items in the vector of all items.
    #[inline]
    pub fn range(&self, row: usize) -> std::ops::Range<usize> {
        self.start[row] as usize..self.start[row + 1] as usize
    }

    /// The item at this index.
    #[inline]
    pub fn item(&self, at: usize) -> usize {
        self.items[at] as usize
    }

    /// The items of a row.
    #[inline]
    pub fn row(&self, row: usize) -> &[u32] {
        &self.items[self.range(row)]
    }
}
