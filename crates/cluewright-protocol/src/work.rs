//! The context of an operation while it runs.

use crate::document::Opened;
use crate::host::Host;
use crate::message::{Code, Failure, Id, Message, MessageBody, Progress};
use crate::running::Ticket;
use crate::state::State;
use cluewright::Limits;
use cluewright::operation::PuzzleRequest;
use cluewright::reader::Reading;
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};

/// A running request.
pub(crate) struct Work<'a> {
    pub(crate) state: &'a State,
    /// An operation and the function that carries it out.
    pub(crate) operations: fn() -> Vec<(&'static str, &'static str)>,
    pub(crate) host: &'a dyn Host,
    pub(crate) id: &'a Id,
    pub(crate) ticket: &'a Ticket,
    /// The name of the document that the request uses, if any.
    pub(crate) doc: Option<&'a str>,
    /// The puzzle that the request uses, if any.
    pub(crate) opened: Option<Arc<Opened>>,
    pub(crate) nodes: u64,
    /// The end of the request's time, in milliseconds of the host's clock; `None`: no limit.
    pub(crate) ends: Option<f64>,
    /// The time at which half of the request's time has passed, on the same clock.
    pub(crate) half: Option<f64>,
    /// The time of the last progress message; `None` if progress is not reported.
    pub(crate) told: Option<Mutex<f64>>,
}

/// The minimum time, in milliseconds, between two progress messages.
const BETWEEN: f64 = 100.0;

impl Work<'_> {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.ticket.is_cancelled() || self.host.stopped()
    }

    /// Whether the work must end.
    fn is_over(&self) -> bool {
        self.is_past(self.ends)
    }

    fn is_past(&self, time: Option<f64>) -> bool {
        self.is_cancelled() || time.is_some_and(|time| self.host.now().is_some_and(|now| now >= time))
    }

    /// The puzzle that the request uses. Errors: the request names no puzzle.
    pub(crate) fn opened(&self) -> Result<Arc<Opened>, Failure> {
        self.opened
            .clone()
            .ok_or_else(|| Failure::new(Code::BadRequest, "there is no puzzle: `doc` or `puzzle` is missing"))
    }

    /// Reads and compiles a puzzle that the request contains.
    pub(crate) fn open(&mut self, text: &str, rules: &[String]) -> Result<(), Failure> {
        let how = Reading { rules: rules.to_vec(), ..Reading::default() };
        self.opened = Some(Arc::new(Opened::read(text, &how, &|| self.is_over())?));
        Ok(())
    }

    /// Runs `work` within the limits of the request, and reports progress; `doing` describes the work.
    pub(crate) fn limited<T>(&self, doing: &str, work: impl FnOnce(&Limits<'_>) -> T) -> T {
        let stop = || self.is_over();
        let progress = |share: f64| self.progress(share, || doing.to_owned());
        let progress: Option<&(dyn Fn(f64) + Sync)> = if self.told.is_some() { Some(&progress) } else { None };
        let early = || self.is_past(self.half);
        work(&Limits { nodes: self.nodes, stop: Some(&stop), early: Some(&early), progress })
    }

    /// Reports progress, unless the last report was less than [`BETWEEN`] ago.
    pub(crate) fn progress(&self, share: f64, doing: impl FnOnce() -> String) {
        let (Some(told), Some(now)) = (&self.told, self.host.now()) else { return };
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        if now - *told < BETWEEN {
            return;
        }
        *told = now;
        let share = (share.clamp(0.0, 1.0) * 1e3).round() / 1e3;
        self.host.progress(&self.message::<()>(MessageBody::Progress(Progress { share, doing: doing() })));
    }

    /// Sends a part of the answer.
    pub(crate) fn partial<P: Serialize>(&self, part: P) {
        if !self.is_cancelled() {
            self.host.send(&self.message(MessageBody::Partial(part)));
        }
    }

    fn message<P: Serialize>(&self, said: MessageBody<(), P>) -> String {
        let message = Message { id: self.id.clone(), said, hash: None, unread: None };
        serde_json::to_string(&message).expect("messages have plain keys")
    }

    /// The compiled puzzle with the options for questions about it.
    pub(crate) fn asked<'o>(&self, opened: &'o Opened) -> PuzzleRequest<'o> {
        let document = opened.document();
        let threads = self.state.caps.threads;
        PuzzleRequest { known: Some(document.known()), threads, ..PuzzleRequest::new(document.compiled()) }
    }
}
