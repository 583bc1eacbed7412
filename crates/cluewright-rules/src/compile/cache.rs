//! A cache of compiled conditions.

use super::outcome::Compiled;
use super::word::Unrolled;
use crate::condition::watch::Watch;
use cluewright_core::quick::QuickMap;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Compiled conditions by key. Thirty clues of one rule then need only a few compilations, and a process that handles many puzzles
/// compiles shared clues only once. The size of the cache is bounded; the oldest entries are removed first.
///
/// A cache hit changes nothing but the time needed: limits are part of the key, and [`Compiled::work`] is the work of the original
/// compilation. So threads may share a cache.
#[derive(Debug)]
pub struct Cache {
    held: Mutex<Held>,
    capacity: usize,
}

#[derive(Default, Debug)]
struct Held {
    entries: QuickMap<Arc<[i64]>, Arc<Compiled>>,
    oldest: VecDeque<Arc<[i64]>>,
    weight: usize,
    /// The numbers that represent tables of automata in keys. A number is never reused for another table.
    tables: QuickMap<Box<[i64]>, i64>,
    last_table: i64,
    tables_weight: usize,
    /// The lists that were unrolled most recently, the latest first. The next request is often for one of these lists, with other
    /// accepting states.
    unrolled: VecDeque<(Box<[i64]>, Arc<Unrolled>)>,
    hits: usize,
}

/// Tables of automata that are longer than this are not looked up.
const LONGEST: usize = 20_000;

/// The maximum number of unrolled lists in the cache, and the maximum number of transitions (16 bytes each) of each of them.
const MOST_UNROLLED: usize = 4;
const MOST_TRANSITIONS: u64 = 50_000;

impl Default for Cache {
    /// Creates a cache with a capacity of about 40 MB.
    fn default() -> Self {
        Self::new(2_000_000)
    }
}

impl Cache {
    /// Creates a cache that holds up to `capacity` edges in total (about 20 bytes each).
    pub fn new(capacity: usize) -> Self {
        Self { held: Mutex::default(), capacity }
    }

    /// The number of results in the cache.
    pub fn len(&self) -> usize {
        self.held().entries.len()
    }

    /// Whether the cache holds no results.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many lookups have succeeded.
    pub fn hits(&self) -> usize {
        self.held().hits
    }

    /// Removes all entries.
    pub fn clear(&self) {
        let mut held = self.held();
        *held = Held { last_table: held.last_table, ..Held::default() };
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // If a thread panicked while it held the lock, at worst the recorded weight is wrong.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The compiled condition from the cache; on a miss, `make` computes it. Returns `None` if `make` gives up.
    pub(super) fn get_or(&self, key: Vec<i64>, make: impl FnOnce(&[i64]) -> Option<Compiled>) -> Option<Arc<Compiled>> {
        if let Some(found) = self.get(&key) {
            return Some(found);
        }
        let made = Arc::new(make(&key)?);
        self.put(key.into(), &made);
        Some(made)
    }

    /// The result of unrolling a list with an automaton, if it is one of the last few results; otherwise `make` computes it. If the
    /// stop signal came before `make` finished, the result is not stored.
    pub(super) fn unrolled_or(&self, key: &[i64], make: impl FnOnce() -> Unrolled, watch: &Watch<'_>) -> Arc<Unrolled> {
        if let Some((_, unrolled)) = self.held().unrolled.iter().find(|u| *u.0 == *key) {
            return Arc::clone(unrolled);
        }
        let made = Arc::new(make());
        if made.spent <= MOST_TRANSITIONS && !watch.heard() {
            let last = &mut self.held().unrolled;
            last.truncate(MOST_UNROLLED - 1);
            last.push_front((key.into(), Arc::clone(&made)));
        }
        made
    }

    /// A number that represents an automaton's table in keys, so that keys stay short; `None` if the table is too long to be
    /// stored.
    pub(crate) fn table(&self, table: impl Iterator<Item = i64>) -> Option<i64> {
        let table: Box<[i64]> = table.take(LONGEST + 1).collect();
        if table.len() > LONGEST {
            return None;
        }
        let mut held = self.held();
        if let Some(&number) = held.tables.get(&table) {
            return Some(number);
        }
        held.tables_weight += table.len();
        if held.tables_weight > self.capacity / 4 {
            held.tables.clear();
            held.tables_weight = table.len();
        }
        held.last_table += 1;
        let number = held.last_table;
        held.tables.insert(table, number);
        Some(number)
    }

    fn get(&self, key: &[i64]) -> Option<Arc<Compiled>> {
        let mut held = self.held();
        let found = held.entries.get(key).cloned();
        held.hits += usize::from(found.is_some());
        found
    }

    fn put(&self, key: Arc<[i64]>, compiled: &Arc<Compiled>) {
        let weight = |k: &[i64], c: &Compiled| k.len() + c.weight();
        let mut held = self.held();
        if held.entries.contains_key(&key) {
            return;
        }
        held.weight += weight(&key, compiled);
        held.oldest.push_back(Arc::clone(&key));
        held.entries.insert(key, Arc::clone(compiled));
        while held.weight > self.capacity {
            let Some(old) = held.oldest.pop_front() else { break };
            if let Some(gone) = held.entries.remove(&old) {
                held.weight -= weight(&old, &gone);
            }
        }
    }
}
