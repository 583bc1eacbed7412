//! Isomorphism of classic grids: 3,359,232 rearrangements (transposing, and permuting bands, rows, stacks and columns), combined
//! with any relabelling of the digits. The canonical form is the smallest image ("minlex"). Also finds automorphisms.
//!
//! The smallest image starts with 123456789, and its second row starts with 456 if two rows of a band (or columns of a stack)
//! have the same three digits in two boxes, otherwise with 457. So for each choice of the first two rows and the first stack,
//! only four or six orders of the columns can give the smallest image, and the order of the columns determines all rows below the
//! second. This leaves at most 648 candidates to compare instead of millions. The rearrangements that tie for the smallest image
//! are the automorphisms.

use super::board::Grid;

/// A rearrangement of the grid: optionally transpose it, then permute rows and columns, then relabel the digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transform {
    /// Whether rows and columns are swapped first.
    pub transpose: bool,
    /// Row `i` of the image is row `rows[i]` of the (perhaps transposed) grid. The rows of a band stay together.
    pub rows: [u8; 9],
    /// Column `j` of the image is column `columns[j]` of the (perhaps transposed) grid. The columns of a stack stay together.
    pub columns: [u8; 9],
    /// Digit `d` becomes `digits[d]`; `digits[0]` is 0, which stands for an empty cell.
    pub digits: [u8; 10],
}

impl Transform {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self {
        transpose: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// The image of a grid or of a puzzle (with 0 for an empty cell).
    ///
    /// Panics if the number in a cell is above 9.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let mut out = [0; 81];
        for i in 0..9 {
            for j in 0..9 {
                let (r, c) = (self.rows[i] as usize, self.columns[j] as usize);
                let from = if self.transpose { 9 * c + r } else { 9 * r + c };
                out[9 * i + j] = self.digits[grid[from] as usize];
            }
        }
        out
    }
}

const PERMUTATIONS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The canonical form of a filled grid, and the transforms that lead to it.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The smallest of all images, read row by row.
    pub grid: Grid,
    /// Every transform that yields the smallest image, in a fixed order: as many as the grid has automorphisms (1 to 648).
    pub transforms: Vec<Transform>,
}

impl Canonical {
    /// The smallest image of a puzzle whose solution is this grid (with 0 for an empty cell). Two puzzles have the same smallest
    /// image exactly if one can be rearranged into the other.
    pub fn puzzle(&self, puzzle: &Grid) -> Grid {
        self.transforms.iter().map(|t| t.apply(puzzle)).min().expect("the grid was reached by some transform")
    }
}

/// The canonical form of a filled grid; `None` if it is not a solution (some row, column or box repeats a digit).
///
/// ```
/// use cluewright_search::classic::{canonical, Transform};
/// let line = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let grid = line.map(|b| b - b'0');
/// let mut other = Transform::IDENTITY;
/// (other.transpose, other.digits) = (true, [0, 2, 1, 3, 4, 5, 6, 7, 9, 8]);
/// let (a, b) = (canonical(&grid).unwrap(), canonical(&other.apply(&grid)).unwrap());
/// assert_eq!(a.grid, b.grid);
/// assert_eq!(a.grid[..9], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// ```
pub fn canonical(grid: &Grid) -> Option<Canonical> {
    if !super::board::is_solution(grid) {
        return None;
    }
    let mut s = Smallest { row2: u64::MAX, rest: [u64::MAX; 7], transforms: Vec::new() };
    let mut turned = [0; 81];
    for (i, &d) in grid.iter().enumerate() {
        turned[i % 9 * 9 + i / 9] = d;
    }
    for (transpose, g) in [(false, grid), (true, &turned)] {
        for first in 0..9 {
            for o in 1..3 {
                s.two_rows(transpose, g, first, first / 3 * 3 + (first + o) % 3);
            }
        }
    }
    Some(Canonical { grid: s.transforms[0].apply(grid), transforms: s.transforms })
}

/// The smallest image found so far. A row is a number of nine digits with four bits each, and the first digit is the highest.
struct Smallest {
    row2: u64,
    /// Rows 3 to 9.
    rest: [u64; 7],
    transforms: Vec<Transform>,
}

impl Smallest {
    /// Tries every order of columns that could give the smallest image, with these two rows of one band at the top.
    fn two_rows(&mut self, transpose: bool, g: &Grid, first: usize, second: usize) {
        let (a, b) = (&g[9 * first..9 * first + 9], &g[9 * second..9 * second + 9]);
        let mut column_of = [0u8; 10];
        for (c, &d) in a.iter().enumerate() {
            column_of[d as usize] = c as u8;
        }
        // For each column c, the column in which the first row has the digit that the second row has in column c.
        let goes: [u8; 9] = std::array::from_fn(|c| column_of[b[c] as usize]);
        for s in 0..3u8 {
            let own = [3 * s, 3 * s + 1, 3 * s + 2];
            let to = own.map(|c| goes[c as usize] / 3);
            let (t, u) = ((s + 1) % 3, (s + 2) % 3);
            // The second stack is the stack whose first row has most of the digits that the first stack has in its second row.
            let (t, u) = if to.map(|x| u8::from(x == t)).iter().sum::<u8>() >= 2 { (t, u) } else { (u, t) };
            for p in PERMUTATIONS {
                let s_columns = p.map(|i| own[i as usize]);
                let targets = s_columns.map(|c| goes[c as usize]);
                if targets[0] / 3 != t || targets[1] / 3 != t {
                    continue; // the second row would not start with 45
                }
                if targets[2] / 3 == t {
                    // The second row starts with 456. Then the third stack has all digits of the second stack's second row in its
                    // first row, in the order 789.
                    let u_columns = targets.map(|c| goes[c as usize]);
                    self.columns(transpose, g, [first, second], [s_columns, targets, u_columns]);
                } else {
                    let t_columns = [targets[0], targets[1], 9 * t + 3 - targets[0] - targets[1]];
                    let (x, y) = ((targets[2] + 1) % 3 + 3 * u, (targets[2] + 2) % 3 + 3 * u);
                    for (x, y) in [(x, y), (y, x)] {
                        let columns = [s_columns, t_columns, [targets[2], x, y]];
                        self.columns(transpose, g, [first, second], columns);
                    }
                }
            }
        }
    }

    /// Compares the image that has these first rows and this order of columns with the smallest image so far.
    fn columns(&mut self, transpose: bool, g: &Grid, top: [usize; 2], columns: [[u8; 3]; 3]) {
        let mut order = [0u8; 9];
        for (o, c) in order.iter_mut().zip(columns.iter().flatten()) {
            *o = *c;
        }
        let mut digits = [0u8; 10];
        for (i, &c) in order.iter().enumerate() {
            digits[g[9 * top[0] + c as usize] as usize] = i as u8 + 1;
        }
        let image =
            |row: usize| order.iter().fold(0u64, |n, &c| n << 4 | u64::from(digits[g[9 * row + c as usize] as usize]));
        let row2 = image(top[1]);
        if row2 > self.row2 {
            return;
        }
        // The third row is the remaining row of the band; the others are sorted by their first digit.
        let band = top[0] / 3;
        let third = 9 * band + 3 - top[0] - top[1];
        let mut others = [1, 2].map(|o| {
            let b = (band + o) % 3;
            let mut rows = [0, 1, 2].map(|i| (image(3 * b + i), 3 * b + i));
            rows.sort_unstable();
            rows
        });
        others.sort_unstable();
        let mut rest = [image(third); 7];
        let mut rows = [top[0] as u8, top[1] as u8, third as u8, 0, 0, 0, 0, 0, 0];
        for (i, &(n, row)) in others.iter().flatten().enumerate() {
            rest[1 + i] = n;
            rows[3 + i] = row as u8;
        }
        match (row2, rest).cmp(&(self.row2, self.rest)) {
            std::cmp::Ordering::Greater => return,
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Less => {
                self.transforms.clear();
                (self.row2, self.rest) = (row2, rest);
            }
        }
        self.transforms.push(Transform { transpose, rows, columns: order, digits });
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_grid;
    use super::*;
    use cluewright_core::Random;

    /// All 1296 possible orders of the rows.
    fn orders() -> Vec<[u8; 9]> {
        let mut all = Vec::new();
        for bands in PERMUTATIONS {
            for n in 0..216 {
                let within = [n / 36, n / 6 % 6, n % 6].map(|i| PERMUTATIONS[i]);
                all.push(std::array::from_fn(|i| 3 * bands[i / 3] + within[i / 3][i % 3]));
            }
        }
        all
    }

    /// The smallest of all 3,359,232 images, and the number of times that it occurs.
    fn brute_force(grid: &Grid) -> (Grid, usize) {
        let orders = orders();
        let (mut best, mut times) = ([10; 81], 0);
        for transpose in [false, true] {
            for columns in &orders {
                for rows in &orders {
                    let mut t = Transform { transpose, rows: *rows, columns: *columns, digits: [0; 10] };
                    let at = |i: usize, j: usize| {
                        let (r, c) = (rows[i] as usize, columns[j] as usize);
                        grid[if transpose { 9 * c + r } else { 9 * r + c }] as usize
                    };
                    for j in 0..9 {
                        t.digits[at(0, j)] = j as u8 + 1;
                    }
                    let found = (9..81).map(|k| t.digits[at(k / 9, k % 9)]).cmp(best[9..].iter().copied());
                    if found.is_lt() {
                        (best, times) = (t.apply(grid), 0);
                    }
                    times += usize::from(found.is_le());
                }
            }
        }
        (best, times)
    }

    #[test]
    fn agrees_with_all_images() {
        let mut random = Random::new(11);
        let cyclic: Grid = std::array::from_fn(|i| ((i / 9 * 3 + i / 27 + i) % 9 + 1) as u8);
        for grid in [random_grid(&mut random), random_grid(&mut random), cyclic] {
            let (smallest, times) = brute_force(&grid);
            let c = canonical(&grid).expect("it is a solution");
            assert_eq!(c.grid, smallest);
            assert_eq!(c.transforms.len(), times);
            for t in &c.transforms {
                assert_eq!(t.apply(&grid), smallest);
            }
        }
    }

    fn random_transform(random: &mut Random) -> Transform {
        let mut t = Transform { transpose: random.below(2) == 1, ..Transform::IDENTITY };
        for order in [&mut t.rows, &mut t.columns] {
            let bands = *random.pick(&PERMUTATIONS);
            let rows = bands.iter().flat_map(|b| random.pick(&PERMUTATIONS).map(|i| 3 * b + i));
            order.iter_mut().zip(rows).for_each(|(to, row)| *to = row);
        }
        random.shuffle(&mut t.digits[1..]);
        t
    }

    #[test]
    fn images_share_the_form_and_strangers_do_not() {
        let mut random = Random::new(12);
        let mut forms = Vec::new();
        for _ in 0..150 {
            let grid = random_grid(&mut random);
            let form = canonical(&grid).expect("a solution");
            let mut puzzle = grid;
            for _ in 0..60 {
                puzzle[random.below(81)] = 0;
            }
            let least = form.puzzle(&puzzle);
            for _ in 0..5 {
                let t = random_transform(&mut random);
                let other = canonical(&t.apply(&grid)).expect("an image of a solution");
                assert_eq!(other.grid, form.grid);
                assert_eq!(other.transforms.len(), form.transforms.len());
                assert_eq!(other.puzzle(&t.apply(&puzzle)), least);
            }
            forms.push(form.grid);
        }
        forms.sort_unstable();
        forms.dedup();
        assert_eq!(forms.len(), 150, "random grids are hardly ever isomorphic");
        assert!(canonical(&[1; 81]).is_none());
    }
}
