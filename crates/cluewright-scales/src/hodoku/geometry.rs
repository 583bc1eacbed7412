//! The units and peers of the 9x9 grid as bit boards: bit `c` of a `u128` stands for cell `c`; cells are numbered row
//! by row from the top left.
//!
//! Units 0-8 are the rows, 9-17 the columns, 18-26 the boxes. All tables are computed at compile time.

/// A set of cells.
pub(super) type Cells = u128;

/// The row, the column and the box of every cell, as unit numbers.
pub(super) static UNITS_OF: [[u8; 3]; 81] = units_of();
/// The cells of every unit, in ascending order.
pub(super) static CELLS_OF: [[u8; 9]; 27] = cells_of();
/// The cells of every unit as a set.
pub(super) static UNIT: [Cells; 27] = unit_sets();
/// The twenty cells that share a unit with a cell.
pub(super) static PEERS: [Cells; 81] = peers();

const fn units_of() -> [[u8; 3]; 81] {
    let mut all = [[0; 3]; 81];
    let mut c = 0;
    while c < 81 {
        let (row, column) = (c / 9, c % 9);
        all[c] = [row as u8, (9 + column) as u8, (18 + row / 3 * 3 + column / 3) as u8];
        c += 1;
    }
    all
}

const fn cells_of() -> [[u8; 9]; 27] {
    let of = units_of();
    let (mut all, mut count) = ([[0; 9]; 27], [0; 27]);
    let mut c = 0;
    while c < 81 {
        let mut k = 0;
        while k < 3 {
            let unit = of[c][k] as usize;
            all[unit][count[unit]] = c as u8;
            count[unit] += 1;
            k += 1;
        }
        c += 1;
    }
    all
}

const fn unit_sets() -> [Cells; 27] {
    let of = units_of();
    let mut all = [0; 27];
    let mut c = 0;
    while c < 81 {
        let mut k = 0;
        while k < 3 {
            all[of[c][k] as usize] |= 1 << c;
            k += 1;
        }
        c += 1;
    }
    all
}

const fn peers() -> [Cells; 81] {
    let (of, sets) = (units_of(), unit_sets());
    let mut all = [0; 81];
    let mut c = 0;
    while c < 81 {
        all[c] = (sets[of[c][0] as usize] | sets[of[c][1] as usize] | sets[of[c][2] as usize]) & !(1 << c);
        c += 1;
    }
    all
}

/// The set that contains only this cell.
pub(super) const fn bit(cell: usize) -> Cells {
    1 << cell
}

/// Whether the cell is in the set.
pub(super) const fn has(set: Cells, cell: usize) -> bool {
    set >> cell & 1 != 0
}

/// The cells of a set, in ascending order.
pub(super) fn each(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let cell = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(cell)
    })
}

/// The lowest cell of a set, which must not be empty.
pub(super) fn first(set: Cells) -> usize {
    set.trailing_zeros() as usize
}

/// The digits (0-8) of a mask, in ascending order.
pub(super) fn digits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let digit = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(digit)
    })
}

/// The cells that see every cell of a set; all 81 cells if the set is empty.
pub(super) fn common_peers(set: Cells) -> Cells {
    each(set).fold(ALL, |all, c| all & PEERS[c])
}

/// The set of all 81 cells.
pub(super) const ALL: Cells = (1 << 81) - 1;

/// The row (0-8) of a cell.
pub(super) fn row(cell: usize) -> usize {
    cell / 9
}

/// The column (0-8) of a cell.
pub(super) fn column(cell: usize) -> usize {
    cell % 9
}

/// The box (0-8) of a cell.
pub(super) fn block(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}
