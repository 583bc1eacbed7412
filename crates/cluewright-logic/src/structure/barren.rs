//! A memo of failed searches that read only the places of one value and the candidates that see these places. While the
//! places are unchanged, a failed search would fail again, because candidates that it could eliminate can only have
//! disappeared.

use crate::board::space::mix;
use crate::board::view::View;
use crate::step::found::Found;
use cluewright_core::{SortedMap, Value};
use std::cell::RefCell;

/// For each search and value: a fingerprint of the value's places when the search found nothing, and the work that the
/// search took.
type Searches = SortedMap<(&'static str, Value), (u64, u64)>;

#[derive(Default)]
struct Barren(RefCell<Searches>);

/// Whether this search has already failed with the current places of the value; if so, the work of the failed search is
/// charged again. Always false if all steps are requested.
pub(crate) fn is_barren(view: &View, search: &'static str, value: Value, found: &mut Found) -> bool {
    let work = barren_work(view, search, value, found);
    work.is_some_and(|work| {
        found.spend(work);
        true
    })
}

/// The work that the failed search took. `None` if no failure is recorded for the current places, or if all steps are
/// requested.
pub(crate) fn barren_work(view: &View, search: &'static str, value: Value, found: &Found) -> Option<u64> {
    if found.wants_all() {
        return None;
    }
    let print = print(view, value);
    let barren = view.memory().of(0, Barren::default);
    let searches = barren.0.borrow();
    searches.get(&(search, value)).filter(|b| b.0 == print).map(|b| b.1)
}

/// Records that the search found nothing with the current places of the value, and how much work this took. Does
/// nothing if the search was stopped early.
pub(crate) fn set_barren(view: &View, search: &'static str, value: Value, work: u64, found: &Found) {
    if !found.is_spent() {
        let barren = view.memory().of(0, Barren::default);
        barren.0.borrow_mut().insert((search, value), (print(view, value), work));
    }
}

/// A hash of the cells that may hold a value.
fn print(view: &View, value: Value) -> u64 {
    struct Prints(Vec<u64>);
    let prints = view.tables().of(0, || {
        let mut prints = Vec::new();
        for (cell, values) in view.board().domains().iter().enumerate() {
            for value in *values {
                if prints.len() <= value.index() {
                    prints.resize(value.index() + 1, 0x1234_5678_9ABC_DEF1);
                }
                prints[value.index()] = mix(prints[value.index()], cell as u64 + 1);
            }
        }
        Prints(prints)
    });
    prints.0.get(value.index()).copied().unwrap_or(0)
}
