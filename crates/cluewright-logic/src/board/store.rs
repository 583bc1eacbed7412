//! A cache of computed values, keyed by type and number. One cache serves one position or a whole run of the solver.

use cluewright_core::SortedMap;
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;

/// A cache of computed values, keyed by type and number.
#[derive(Default)]
pub(crate) struct Store {
    made: RefCell<SortedMap<(TypeId, usize), Rc<dyn Any>>>,
}

impl Store {
    /// The cached value with this type and number; `None` if no such value is cached.
    pub(crate) fn get<T: 'static>(&self, number: usize) -> Option<Rc<T>> {
        let made = self.made.borrow().get(&(TypeId::of::<T>(), number)).map(Rc::clone);
        made.map(|made| made.downcast().expect("it lies under its own type"))
    }

    /// Stores a value, replacing any previous one.
    pub(crate) fn put<T: 'static>(&self, number: usize, made: T) -> Rc<T> {
        let made = Rc::new(made);
        self.made.borrow_mut().insert((TypeId::of::<T>(), number), Rc::clone(&made) as Rc<dyn Any>);
        made
    }

    /// The cached value; if there is none, `make` computes the value, which is then cached.
    pub(crate) fn of<T: 'static>(&self, number: usize, make: impl FnOnce() -> T) -> Rc<T> {
        self.get(number).unwrap_or_else(|| self.put(number, make()))
    }
}
