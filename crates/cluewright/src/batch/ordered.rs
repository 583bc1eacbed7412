//! Works on blocks of records in parallel, and passes on the results in the order of the records.

use super::Done;
use cluewright_formats::records::Record;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex};

/// The number of records in a thread's first block, and the maximum in any block. If the work is slow, blocks are smaller, so that
/// answers arrive one by one.
const FIRST: usize = 8;
const MOST: usize = 1024;
/// The maximum number of blocks per thread that have been handed out but not yet passed on.
const AHEAD: u64 = 8;

/// The stack size of a worker thread in bytes: that of a program's main thread, since both read and solve the same puzzles.
const STACK: usize = 8 << 20;

/// The results of a block.
pub(super) struct Worked {
    /// The number of records answered: all records of the block, unless the work was stopped.
    pub(super) answered: usize,
    /// Whether the work was quick, so that larger blocks are better.
    pub(super) quick: bool,
}

struct State<I, P, T> {
    records: I,
    ended: bool,
    /// The number of records in the next block.
    size: usize,
    /// The index of the next block to hand out.
    next: u64,
    /// The index of the next block whose results are due.
    turn_of: u64,
    /// For each block that was finished before its turn: the page, the number of records answered, and whether the block was cut
    /// short.
    waiting: BTreeMap<u64, (P, usize, bool)>,
    turn: T,
    done: Done,
    /// Whether a page was cut short or was the last one requested. If so, no further page is passed on.
    closed: bool,
}

/// Ends the other threads if one of them panics, so that no thread waits for a page that will never come.
struct Ends<'a, I, P, T>(&'a Mutex<State<I, P, T>>, &'a Condvar);

impl<I, P, T> Drop for Ends<'_, I, P, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).closed = true;
            self.1.notify_all();
        }
    }
}

/// Gives each thread a worker and blocks of records, and passes the resulting pages to `turn` in the order of the blocks. After a
/// block that was cut short, no further page is passed on.
pub(super) fn ordered<W, P: Default + Send>(
    records: impl Iterator<Item = Record> + Send,
    threads: usize,
    stop: &(impl Fn() -> bool + Sync),
    worker: impl Fn() -> W + Sync,
    work: &(impl Fn(&mut W, &[Record], &mut P) -> Worked + Sync),
    turn: impl FnMut(P, u64) -> bool + Send,
) -> Done {
    let state = Mutex::new(State {
        records,
        ended: false,
        size: FIRST,
        next: 0,
        turn_of: 0,
        waiting: BTreeMap::new(),
        turn,
        done: Done::default(),
        closed: false,
    });
    let moved_on = Condvar::new();
    let lock = || state.lock().expect("a thread that panics ends the scope");
    let run = || {
        let _ends = Ends(&state, &moved_on);
        let mut worker = worker();
        let mut block: Vec<Record> = Vec::new();
        loop {
            let mut now = lock();
            while now.next >= now.turn_of + AHEAD * threads as u64 && !now.closed {
                now = moved_on.wait(now).expect("a thread that panics ends the scope");
            }
            if now.ended || now.closed {
                break;
            }
            if stop() {
                now.done.stopped = true;
                break;
            }
            let size = now.size;
            block.clear();
            while block.len() < size {
                let Some(record) = now.records.next() else {
                    now.ended = true;
                    break;
                };
                block.push(record);
            }
            if block.is_empty() {
                break;
            }
            let number = now.next;
            now.next += 1;
            drop(now);
            let mut page = P::default();
            let worked = work(&mut worker, &block, &mut page);
            let mut now = lock();
            now.size = if worked.quick { (size * 2).min(MOST) } else { (size / 4).max(1) };
            now.waiting.insert(number, (page, worked.answered, worked.answered < block.len()));
            let State { turn_of, waiting, turn, done, closed, .. } = &mut *now;
            while !*closed && let Some((page, answered, cut)) = waiting.remove(turn_of) {
                *turn_of += 1;
                done.records += answered as u64;
                *closed = !turn(page, done.records) || cut;
                done.stopped |= *closed;
            }
            moved_on.notify_all();
        }
        moved_on.notify_all();
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // If a thread cannot be started, fewer threads do the work.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        }
        run();
    });
    state.into_inner().expect("a thread that panics ends the scope").done
}
