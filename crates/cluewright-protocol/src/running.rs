//! The running requests of a session, and how they are cancelled.

use crate::message::Id;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The requests of a session whose last message has not been sent.
#[derive(Debug, Default)]
pub(crate) struct Running(Mutex<Vec<Arc<Ticket>>>);

/// A running request.
#[derive(Debug)]
pub(crate) struct Ticket {
    id: Id,
    /// The kind of the request, and its document. A newer request with the same pair cancels this request. `None`: no request
    /// cancels it.
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

    /// Adds a request, and cancels older requests of the same kind for the same document.
    pub(crate) fn add(&self, id: Id, kind: Option<(String, String)>) -> Arc<Ticket> {
        let mut list = self.list();
        if kind.is_some() {
            list.iter().filter(|t| t.kind == kind).for_each(|t| t.cancelled.store(true, Ordering::Relaxed));
        }
        let ticket = Arc::new(Ticket { id, kind, cancelled: AtomicBool::new(false) });
        list.push(Arc::clone(&ticket));
        ticket
    }

    /// Removes a request whose last message is about to be sent.
    pub(crate) fn remove(&self, ticket: &Arc<Ticket>) {
        self.list().retain(|t| !Arc::ptr_eq(t, ticket));
    }

    /// Cancels the requests with this id. Returns whether there was such a request.
    pub(crate) fn cancel(&self, id: &Id) -> bool {
        let list = self.list();
        let mut any = false;
        for ticket in list.iter().filter(|t| t.id == *id) {
            ticket.cancelled.store(true, Ordering::Relaxed);
            any = true;
        }
        any
    }

    /// Cancels all requests.
    pub(crate) fn cancel_all(&self) {
        self.list().iter().for_each(|t| t.cancelled.store(true, Ordering::Relaxed));
    }
}
