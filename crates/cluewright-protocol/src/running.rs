//! Requests under way, and how they are told to end.

use crate::message::Id;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The requests of a session that have no last message yet.
#[derive(Debug, Default)]
pub(crate) struct Running(Mutex<Vec<Arc<Ticket>>>);

/// One of them.
#[derive(Debug)]
pub(crate) struct Ticket {
    id: Id,
    /// Of which kind about which document: the newest of a kind is what the client wants.
    kind: Option<(String, String)>,
    cancelled: AtomicBool,
}

impl Ticket {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Running {
    fn list(&self) -> MutexGuard<'_, Vec<Arc<Ticket>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more; older ones of its kind end.
    pub(crate) fn add(&self, id: Id, kind: Option<(String, String)>) -> Arc<Ticket> {
        let mut list = self.list();
        if kind.is_some() {
            list.iter().filter(|t| t.kind == kind).for_each(|t| t.cancelled.store(true, Ordering::Relaxed));
        }
        let ticket = Arc::new(Ticket { id, kind, cancelled: AtomicBool::new(false) });
        list.push(Arc::clone(&ticket));
        ticket
    }

    /// Its last message is on its way.
    pub(crate) fn remove(&self, ticket: &Arc<Ticket>) {
        self.list().retain(|t| !Arc::ptr_eq(t, ticket));
    }

    /// Tells those of this name to end; were there any?
    pub(crate) fn cancel(&self, id: &Id) -> bool {
        let list = self.list();
        let mut any = false;
        for ticket in list.iter().filter(|t| t.id == *id) {
            ticket.cancelled.store(true, Ordering::Relaxed);
            any = true;
        }
        any
    }

    /// Tells all to end.
    pub(crate) fn cancel_all(&self) {
        self.list().iter().for_each(|t| t.cancelled.store(true, Ordering::Relaxed));
    }
}
