//! Distributes records to threads, and returns the answers in order.

use super::ordered::ordered;
use super::plain::Worker;
use super::{Batch, Done, Reply};
use crate::report::Answer;
use cluewright_formats::records::Record;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

impl Batch<'_> {
    /// Answers every record; `take` receives the answers in the order of the records.
    pub fn answers(
        &self,
        records: impl Iterator<Item = Record> + Send,
        mut take: impl FnMut(&Record, &Answer) + Send,
    ) -> Done {
        let write =
            |reply: Reply<'_>, page: &mut Vec<(Record, Answer)>| page.push((reply.record.clone(), reply.answer));
        self.run(records, write, |page, _| {
            for (record, answer) in &page {
                take(record, answer);
            }
            true
        })
    }

    /// Like `answers`, but in pages: `write` adds an answer to a page, on the thread that computed the answer. `turn` receives the
    /// pages in order, each with the number of records answered so far, and returns whether to continue.
    pub fn run<P: Default + Send>(
        &self,
        records: impl Iterator<Item = Record> + Send,
        write: impl Fn(Reply<'_>, &mut P) + Sync,
        turn: impl FnMut(P, u64) -> bool + Send,
    ) -> Done {
        let template = OnceLock::new();
        let stop = || self.stop.is_some_and(|s| s.load(Ordering::Relaxed));
        let work =
            |worker: &mut Worker, block: &[Record], page: &mut P| worker.block(self, &template, block, page, &write);
        ordered(records, self.threads.max(1), &stop, Worker::default, &work, turn)
    }
}
