//! Sets and maps that are stored as lists sorted by key.
//!
//! These collections work like `BTreeSet` and `BTreeMap`, but take a tenth of the machine code, which the compiler generates anew
//! for every type. Inserting a key moves all larger keys, so use them for up to a few thousand keys, or for keys that arrive in
//! order.

use crate::sort::Sort;
use std::borrow::Borrow;
use std::ops::{Deref, Index};

/// A set that is stored as a sorted list. It dereferences to a sorted slice without duplicates.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SortedSet<T>(Vec<T>);

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for SortedSet<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Ord> SortedSet<T> {
    /// Adds an item. Returns whether the item was new.
    pub fn insert(&mut self, item: T) -> bool {
        let place = self.place(&item);
        if let Err(place) = place {
            self.0.insert(place, item);
        }
        place.is_err()
    }

    /// Whether the set contains an item.
    pub fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.place(item).is_ok()
    }

    /// Removes an item. Returns whether the item was in the set.
    pub fn remove(&mut self, item: &T) -> bool {
        let place = self.place(item);
        if let Ok(place) = place {
            self.0.remove(place);
        }
        place.is_ok()
    }

    /// Whether `other` contains all items of this set.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.iter().all(|item| other.contains(item))
    }

    fn place<Q: Ord + ?Sized>(&self, item: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        self.0.binary_search_by(|other| other.borrow().cmp(item))
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list: Vec<T> = items.into_iter().collect();
        list.order();
        list.dedup();
        Self(list)
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| {
            self.insert(item);
        });
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A map that is stored as a list of entries sorted by key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Sets the value of a key. Returns the old value if the key had one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => Some(std::mem::replace(&mut self.0[place].1, value)),
            Err(place) => {
                self.0.insert(place, (key, value));
                None
            }
        }
    }

    /// The value of a key. If the key is new, it is inserted with the value that `make` returns.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let place = self.place(&key).unwrap_or_else(|place| {
            self.0.insert(place, (key, make()));
            place
        });
        &mut self.0[place].1
    }

    /// The value of a key. If the key is new, it is inserted with the default value.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }

    /// The value of a key, or `None` if the map does not have the key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        Some(&self.0[self.place(key).ok()?].1)
    }

    /// A mutable reference to the value of a key, or `None` if the map does not have the key.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key).ok()?;
        Some(&mut self.0[place].1)
    }

    /// Whether the map has a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Removes a key. Returns its value if the map had the key.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        Some(self.0.remove(self.place(key).ok()?).1)
    }

    /// Keeps only the entries for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the map is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The keys and their values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + Clone {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The keys and mutable references to their values.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The keys.
    pub fn keys(&self) -> impl Iterator<Item = &K> + Clone {
        self.iter().map(|pair| pair.0)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> + Clone {
        self.iter().map(|pair| pair.1)
    }

    /// The values, in the order of their keys; consumes the map.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.0.into_iter().map(|pair| pair.1)
    }

    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|pair| pair.0.borrow().cmp(key))
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(items: I) -> Self {
        let mut list: Vec<(K, V)> = items.into_iter().collect();
        list.order_by(|a, b| a.0.cmp(&b.0));
        // If a key occurs several times, its last value counts.
        list.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                std::mem::swap(later, kept);
            }
            same
        });
        Self(list)
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K: Ord, V, Q: Ord + ?Sized> Index<&Q> for SortedMap<K, V>
where
    K: Borrow<Q>,
{
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("a key of the map")
    }
}

#[cfg(test)]
mod tests {
    use super::{SortedMap, SortedSet};
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn as_the_standard_library_keeps_them() {
        let (mut set, mut map) = (SortedSet::default(), SortedMap::default());
        let (mut plain_set, mut plain_map) = (BTreeSet::new(), BTreeMap::new());
        for n in 0..2000u32 {
            let key = n.wrapping_mul(2_654_435_761) >> 25;
            if n % 3 == 0 {
                assert_eq!(set.remove(&key), plain_set.remove(&key));
                assert_eq!(map.remove(&key), plain_map.remove(&key));
            } else {
                assert_eq!(set.insert(key), plain_set.insert(key));
                assert_eq!(map.insert(key, n), plain_map.insert(key, n));
            }
            assert_eq!(map.get(&n), plain_map.get(&n));
            assert_eq!(set.contains(&n), plain_set.contains(&n));
        }
        assert!(set.iter().eq(&plain_set) && map.iter().eq(&plain_map));
        let pairs = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (3, 'e')];
        assert!(SortedMap::from_iter(pairs).into_iter().eq(BTreeMap::from(pairs)));
        let numbers = [2, 1, 2, 3, 1];
        assert!(SortedSet::from_iter(numbers).into_iter().eq(BTreeSet::from(numbers)));
    }
}
