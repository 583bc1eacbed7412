//! Things worked out, each by its type and a number: for one position, or for a whole walk.

use cluewright_core::SortedMap;
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;

/// See the file's first lines.
#[derive(Default)]
pub(crate) struct Store {
    made: RefCell<SortedMap<(TypeId, usize), Rc<dyn Any>>>,
}

impl Store {
    /// What there is of this type under this number.
    pub(crate) fn get<T: 'static>(&self, number: usize) -> Option<Rc<T>> {
        let made = self.made.borrow().get(&(TypeId::of::<T>(), number)).map(Rc::clone);
        made.map(|made| made.downcast().expect("it lies under its own type"))
    }

    /// Puts it there in place of what there was.
    pub(crate) fn put<T: 'static>(&self, number: usize, made: T) -> Rc<T> {
        let made = Rc::new(made);
        self.made.borrow_mut().insert((TypeId::of::<T>(), number), Rc::clone(&made) as Rc<dyn Any>);
        made
    }

    /// What there is, or what `make` makes.
    pub(crate) fn of<T: 'static>(&self, number: usize, make: impl FnOnce() -> T) -> Rc<T> {
        self.get(number).unwrap_or_else(|| self.put(number, make()))
    }
}
