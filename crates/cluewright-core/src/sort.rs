//! A sort that compiles to little machine code, for lists that are short or rarely sorted.
//!
//! The standard library's sort is built for millions of elements, and is compiled anew for every type and key. Each copy takes
//! four to ten kilobytes of machine code; together they made up a quarter of the code of a crate of techniques. Here one function
//! sorts the indices of any list; only the comparison and the swap are compiled for each type.

use std::cmp::Ordering;

/// Slices that can be sorted. The sort is stable.
pub trait Sort<T> {
    /// Like `sort` in the standard library.
    fn order(&mut self)
    where
        T: Ord;
    /// Like `sort_by_key` in the standard library.
    fn order_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
    /// Like `sort_by` in the standard library.
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
}

impl<T> Sort<T> for [T] {
    fn order(&mut self)
    where
        T: Ord,
    {
        self.order_by(T::cmp);
    }

    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|a, b| key(a).cmp(&key(b)));
    }

    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        let size = self.len();
        order(&mut List(self, compare), size);
    }
}

/// The operations of a list that the sorting function needs.
trait Items {
    fn compare(&mut self, a: usize, b: usize) -> Ordering;
    fn swap(&mut self, a: usize, b: usize);
}

struct List<'a, T, F>(&'a mut [T], F);

impl<T, F: FnMut(&T, &T) -> Ordering> Items for List<'_, T, F> {
    fn compare(&mut self, a: usize, b: usize) -> Ordering {
        (self.1)(&self.0[a], &self.0[b])
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.0.swap(a, b);
    }
}

/// Lists up to this length are sorted without allocating memory.
const SHORT: usize = 32;

fn order(items: &mut dyn Items, size: usize) {
    // Most lists are already in order.
    if (1..size).all(|i| items.compare(i - 1, i) != Ordering::Greater) {
        return;
    }
    let (mut short, mut long) = ([0; SHORT], Vec::new());
    let from = if size <= SHORT {
        &mut short[..size]
    } else {
        long.resize(size, 0);
        &mut long[..]
    };
    for (place, from) in from.iter_mut().enumerate() {
        *from = place;
    }
    from.sort_by(|&a, &b| items.compare(a, b));
    // Move the items by swaps; each cycle of swaps ends where it began.
    for start in 0..size {
        let mut place = start;
        while from[place] != start {
            let next = std::mem::replace(&mut from[place], place);
            items.swap(place, next);
            place = next;
        }
        from[place] = place;
    }
}

#[cfg(test)]
mod tests {
    use super::Sort;

    #[test]
    fn as_the_standard_library_sorts() {
        let mut seed = 1u64;
        for size in 0..200 {
            let mut list: Vec<(u64, usize)> = (0..size)
                .map(|place| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    ((seed >> 33) % (1 + seed % 40), place)
                })
                .collect();
            let mut sorted = list.clone();
            sorted.sort_by_key(|x| x.0);
            list.order_by_key(|x| x.0);
            assert_eq!(list, sorted);
            list.reverse();
            list.order();
            assert_eq!(list, sorted);
            list.order_by(|a, b| b.cmp(a));
            sorted.reverse();
            assert_eq!(list, sorted);
        }
    }
}
