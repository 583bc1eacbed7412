//! XY-Wing (rated 4.2) and XYZ-Wing (rated 4.4).

use super::grid::{Grid, cells};
use super::hint::Hint;
use super::layout::Layout;
use super::memo::Change;

pub(super) fn wing(layout: &Layout, grid: &Grid, with_z: bool, change: Change) -> Option<Hint> {
    let size = if with_z { 3 } else { 2 };
    let pairs = (0..81).filter(|&c| grid.marks[c].count_ones() == 2).fold(0_u128, |set, c| set | 1 << c);
    for pivot in 0..81 {
        let xy = grid.marks[pivot];
        if xy.count_ones() != size || (layout.sees[pivot] | 1 << pivot) & change.cells == 0 {
            continue;
        }
        let near = || layout.visible[pivot].iter().copied().filter(|&c| pairs >> c & 1 != 0);
        for one in near() {
            let xz = grid.marks[usize::from(one)];
            if (xy & !xz).count_ones() != 1 {
                continue;
            }
            for two in near() {
                let yz = grid.marks[usize::from(two)];
                let common = (xy & xz & yz).count_ones();
                if (xy | xz | yz).count_ones() != 3 || common != u32::from(with_z) || (xz & yz).count_ones() != 1 {
                    continue;
                }
                let z = (xz & yz).trailing_zeros() as usize;
                let mut gone = layout.sees[usize::from(one)] & layout.sees[usize::from(two)] & grid.cells[z];
                if with_z {
                    gone &= layout.sees[pivot];
                }
                gone &= !(1 << pivot | 1 << one | 1 << two);
                if gone != 0 {
                    let (name, rating) = if with_z { ("XYZ-Wing", 4.4) } else { ("XY-Wing", 4.2) };
                    return Hint::remove(name, rating, cells(gone).map(|c| (c, 1 << z)).collect());
                }
            }
        }
    }
    None
}
