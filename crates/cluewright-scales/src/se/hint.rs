//! A single step, as found by a technique of the scale.

/// The cells that lose marks, each with the marks that it loses.
pub(super) type Removes = Vec<(u8, u16)>;

/// A hint: the name of the technique, the rating, and the digit placed or the marks removed.
pub(super) struct Hint {
    pub name: String,
    /// The rating in floating point, as in the original program, because rounding errors in sums of 0.1 decide ties.
    pub rating: f64,
    /// The cell and the digit (0 to 8) that the step places, if any.
    pub place: Option<(u8, u8)>,
    pub removes: Removes,
}

impl Hint {
    pub(super) fn place(name: impl Into<String>, rating: f64, cell: u8, digit: usize) -> Option<Self> {
        Some(Self { name: name.into(), rating, place: Some((cell, digit as u8)), removes: Vec::new() })
    }

    pub(super) fn remove(name: impl Into<String>, rating: f64, removes: Removes) -> Option<Self> {
        Some(Self { name: name.into(), rating, place: None, removes })
    }
}

/// Adds removed marks of a cell. Cells stay in the order in which they first occurred.
pub(super) fn add(removes: &mut Removes, cell: u8, mask: u16) {
    match removes.iter_mut().find(|r| r.0 == cell) {
        Some(r) => r.1 |= mask,
        None => removes.push((cell, mask)),
    }
}

/// Sorts cells into the order in which a Java hash table iterates over them if they are inserted in the given order: by the low
/// bits of the cell. The table starts with 16 slots and doubles whenever it is more than three quarters full.
pub(super) fn table_order(removes: &mut [(u8, u16)]) {
    let mut width = 16;
    while removes.len() * 4 > width * 3 {
        width *= 2;
    }
    removes.sort_by_key(|r| usize::from(r.0) & (width - 1));
}
