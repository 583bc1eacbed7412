//! Runs requests, a fixed number at a time; other requests wait in order of arrival.

use crate::client::{Client, Outbox, failed};
use cluewright_protocol::{Code, Failure, Host, Job, MessageBuffer};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// The stack size of a worker in bytes, the same as that of a program's main thread, on which other front ends read and solve
/// puzzles.
const STACK: usize = 8 << 20;

/// A request, and the outbox of the client that sent it.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) job: Job,
    pub(crate) outbox: Outbox,
}

impl Task {
    /// Answers a quick request, on a thread that must not be blocked. Returns whether the client is still connected.
    pub(crate) async fn answer(self) -> bool {
        let kept = MessageBuffer::default();
        self.job.run(&kept);
        deliver(kept, &self.outbox).await
    }

    /// Sends the answer that the request is refused because the queue is full. Returns whether the client is still connected.
    pub(crate) async fn refuse(self) -> bool {
        let (why, hint) = if self.outbox.is_full() {
            ("there is not enough memory for more work", "close documents that are no longer needed")
        } else {
            ("too many requests are already waiting", "try again later")
        };
        let failure = Failure::new(Code::Busy, why).hint(hint);
        let kept = MessageBuffer::default();
        self.job.refuse(&kept, failure);
        deliver(kept, &self.outbox).await
    }

    /// Runs the request on this thread.
    fn work(self) {
        let id = self.job.id().clone();
        if catch_unwind(AssertUnwindSafe(|| self.job.run(&self.outbox))).is_err() {
            let failure = Failure::new(Code::Internal, "internal error: work on this puzzle stopped unexpectedly");
            self.outbox.send(&failed(id, failure.hint("please report the puzzle and the request")));
        }
    }
}

async fn deliver(kept: MessageBuffer, outbox: &Outbox) -> bool {
    for message in kept.messages() {
        if !outbox.deliver(&message).await {
            return false;
        }
    }
    true
}

/// The worker threads' queue of requests.
#[derive(Debug)]
pub(crate) struct Pool {
    waiting: Mutex<Waiting>,
    wake: Condvar,
    most: usize,
}

#[derive(Debug, Default)]
struct Waiting {
    queue: VecDeque<Task>,
    /// The number of idle threads.
    idle: usize,
    ended: bool,
}

impl Pool {
    /// A pool with `workers` threads and a queue for at most `most` requests.
    pub(crate) fn new(workers: usize, most: usize) -> std::io::Result<(Arc<Self>, Vec<JoinHandle<()>>)> {
        let waiting = Mutex::new(Waiting { idle: workers, ..Waiting::default() });
        let pool = Arc::new(Self { waiting, wake: Condvar::new(), most });
        let start = |n| {
            let pool = Arc::clone(&pool);
            let thread = std::thread::Builder::new().name(format!("work-{n}")).stack_size(STACK);
            thread.spawn(move || {
                while let Some(task) = pool.next() {
                    task.work();
                    pool.lock().idle += 1;
                }
            })
        };
        let threads = (0..workers).map(start).collect::<Result<_, _>>()?;
        Ok((pool, threads))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Task> {
        let mut waiting = self.lock();
        loop {
            if waiting.ended {
                return None;
            }
            if let Some(task) = waiting.queue.pop_front() {
                waiting.idle -= 1;
                drop(waiting);
                return Some(task);
            }
            waiting = self.wake.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Queues a request, or returns it if the queue is full.
    pub(crate) fn push(&self, task: Task) -> Result<(), Box<Task>> {
        let mut waiting = self.lock();
        if waiting.ended || task.outbox.is_full() || waiting.queue.len() >= self.most + waiting.idle {
            return Err(Box::new(task));
        }
        waiting.queue.push_back(task);
        drop(waiting);
        self.wake.notify_one();
        Ok(())
    }

    /// Answers and removes the cancelled requests in the queue.
    pub(crate) fn sweep(&self) {
        let mut waiting = self.lock();
        if !waiting.queue.iter().any(|task| task.job.is_cancelled()) {
            return;
        }
        let all = std::mem::take(&mut waiting.queue);
        let (gone, queue): (VecDeque<_>, VecDeque<_>) = all.into_iter().partition(|task| task.job.is_cancelled());
        waiting.queue = queue;
        drop(waiting);
        for task in gone {
            let handle = task.outbox.handle().clone();
            handle.spawn(task.answer());
        }
    }

    /// Shuts down the pool: no further request is started.
    pub(crate) fn end(&self) {
        let mut waiting = self.lock();
        waiting.ended = true;
        waiting.queue.clear();
        drop(waiting);
        self.wake.notify_all();
    }
}

/// Disconnects the client when dropped.
#[derive(Debug)]
pub(crate) struct Leaving {
    pub(crate) client: Arc<Client>,
    pub(crate) pool: Arc<Pool>,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.client.leave();
        self.pool.sweep();
    }
}
