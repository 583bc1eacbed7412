//! What was compiled before, kept for conditions that come again.

use super::outcome::Compiled;
use super::word::Unrolled;
use crate::condition::watch::Watch;
use cluewright_core::quick::QuickMap;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Results by condition, so that thirty clues of one rule are compiled a few times, and a process that takes puzzle after
/// puzzle compiles their usual clues once. Bounded; the oldest go first.
///
/// Whether a result was found in it shows nowhere but in the time it took: limits are part of what is looked up, and
/// [`Compiled::work`] is what making the result took when it was made. So threads may share one.
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
    /// Tables of automata by what they hold: numbers that stand for them in keys. No number is given twice.
    tables: QuickMap<Box<[i64]>, i64>,
    last_table: i64,
    tables_weight: usize,
    /// The last lists unrolled, the latest first: the next is often one of them, with another end.
    unrolled: VecDeque<(Box<[i64]>, Arc<Unrolled>)>,
    hits: usize,
}

/// Longest table of an automaton that is looked up.
const LONGEST: usize = 20_000;

/// This many lists are kept unrolled, each of at most this many transitions, 16 bytes each.
const MOST_UNROLLED: usize = 4;
const MOST_TRANSITIONS: u64 = 50_000;

impl Default for Cache {
    /// A capacity of about 40 MB.
    fn default() -> Self {
        Self::new(2_000_000)
    }
}

impl Cache {
    /// A capacity of `capacity` edges in all (about 20 bytes each).
    pub fn new(capacity: usize) -> Self {
        Self { held: Mutex::default(), capacity }
    }

    /// How many results it holds.
    pub fn len(&self) -> usize {
        self.held().entries.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How often something was found in it.
    pub fn hits(&self) -> usize {
        self.held().hits
    }

    /// Forgets all of it.
    pub fn clear(&self) {
        let mut held = self.held();
        *held = Held { last_table: held.last_table, ..Held::default() };
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // A thread that panicked while holding it left at worst a wrong weight.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was made of a condition before; made now when nothing was.
    pub(super) fn get_or(&self, key: Vec<i64>, make: impl FnOnce(&[i64]) -> Option<Compiled>) -> Option<Arc<Compiled>> {
        if let Some(found) = self.get(&key) {
            return Some(found);
        }
        let made = Arc::new(make(&key)?);
        self.put(key.into(), &made);
        Some(made)
    }

    /// What a list read by an automaton leads to, if it was among the last few; made now when it was not.
    /// What is made after the stop signal said so is not kept.
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

    /// A number that stands for a table of an automaton in keys, so that those are short; none when it is too long to be
    /// kept.
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
