//! Computes each table of a position only once.

use crate::board::view::View;
use crate::step::found::Found;
use std::rc::Rc;

/// The table of this type and number; `make` computes it on first use. `None` if the work budget ran out, because the table
/// is then incomplete; incomplete tables are not cached.
pub(crate) fn once<T: 'static>(
    view: &View,
    number: usize,
    found: &mut Found,
    make: impl FnOnce(&mut Found) -> T,
) -> Option<Rc<T>> {
    if let Some(made) = view.tables().get(number) {
        return Some(made);
    }
    let made = make(found);
    (!found.is_spent()).then(|| view.tables().put(number, made))
}
