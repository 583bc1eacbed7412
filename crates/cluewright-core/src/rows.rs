//! Lists, one list per row, stored in flat vectors.

/// Lists of items, one list per row, all stored in one vector.
#[derive(Clone, PartialEq, Debug)]
pub struct Rows<T = u32> {
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self::with_capacity(0, 0)
    }
}

impl<T> Rows<T> {
    /// No rows yet, with capacity for this many rows and items.
    pub fn with_capacity(rows: usize, items: usize) -> Self {
        let mut start = Vec::with_capacity(rows + 1);
        start.push(0);
        Self { start, items: Vec::with_capacity(items) }
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.start.push(u32::try_from(self.items.len()).expect("an item takes more than a byte of memory"));
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.start.truncate(1);
        self.items.clear();
    }

    /// The number of rows.
    pub fn count(&self) -> usize {
        self.start.len() - 1
    }

    /// The items of all rows.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The range of a row's items among the items of all rows.
    #[inline]
    pub fn range(&self, row: usize) -> std::ops::Range<usize> {
        self.start[row] as usize..self.start[row + 1] as usize
    }

    /// The items of a row.
    #[inline]
    pub fn row(&self, row: usize) -> &[T] {
        &self.items[self.range(row)]
    }

    /// The rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.count()).map(|row| self.row(row))
    }
}

impl<T: Copy> Rows<T> {
    /// The item at this index among the items of all rows.
    #[inline]
    pub fn at(&self, index: usize) -> T {
        self.items[index]
    }
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

    /// The number at this index among the items of all rows.
    #[inline]
    pub fn item(&self, index: usize) -> usize {
        self.items[index] as usize
    }
}
