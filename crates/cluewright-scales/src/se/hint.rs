//! One step, as found by a technique of the scale.

/// The cells that lose marks, and these marks.
pub(super) type Removes = Vec<(u8, u16)>;

/// A hint: the technique's name, its rating, and the digit placed or the marks removed.
pub(super) struct Hint {
    pub name: String,
    /// The rating in floating point, as in the original program: rounding in sums of 0.1 decides ties.
    pub rating: f64,
    /// The cell and the digit (0..9) that is placed.
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

/// Adds removed marks of a cell, keeping the order in which cells first occurred.
pub(super) fn add(removes: &mut Removes, cell: u8, mask: u16) {
    match removes.iter_mut().find(|r| r.0 == cell) {
        Some(r) => r.1 |= mask,
        None => removes.push((cell, mask)),
    }
}

/// The order in which a Java hash table iterates over cells that are inserted in the given order: by the low bits of the cell. The
/// table has 16 entries, and is doubled whenever it is more than three quarters full.
pub(super) fn table_order(removes: &mut [(u8, u16)]) {
    let mut width = 16;
    while removes.len() * 4 > width * 3 {
        width *= 2;
    }
    removes.sort_by_key(|r| usize::from(r.0) & (width - 1));
}
