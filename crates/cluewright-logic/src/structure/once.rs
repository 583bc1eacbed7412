//! A table of a position is made once.

use crate::board::view::View;
use crate::step::found::Found;
use std::rc::Rc;

/// The table of that type and number, made by `make` unless it is there; none when the work ran out on the way, for then
/// it is not complete and nobody may keep it.
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
