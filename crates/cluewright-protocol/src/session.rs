//! Open puzzles and the requests about them.

use crate::call::Operation;
use crate::calls;
use crate::document::Opened;
use crate::host::Host;
use crate::message::{Bounds, Code, Failure, Id, Message, MessageBody};
use crate::running::Ticket;
use crate::state::{Caps, State};
use crate::work::Work;
use cluewright::report::Unread;
use serde_json::{Map, Value, value::RawValue};
use std::ops::Deref;
use std::sync::Arc;

/// The open puzzles of a client, and its requests. Several threads may work for one session at the same time.
#[derive(Debug, Default)]
pub struct Session {
    state: State,
}

impl Session {
    /// A session with these limits.
    pub fn new(caps: Caps) -> Self {
        Self { state: State { caps, ..State::default() } }
    }

    /// Adds a puzzle that the caller has read as an open document, replacing any other document with this name.
    pub fn keep(&self, name: &str, opened: Arc<Opened>) {
        // Cannot fail: there is no objection and no limit on documents.
        let _ = self.state.documents.put(name, opened, usize::MAX, |_| None);
    }

    /// Answers a request.
    pub fn handle(&self, request: &str, host: &dyn Host) {
        self.begin(request).run(host);
    }

    /// Registers a request, which cancels older requests of the same kind. Register requests in the order in which they arrive;
    /// they may run on different threads.
    pub fn begin(&self, request: &str) -> Job<&Self> {
        Job::of(self, request)
    }

    /// Like `begin`, for a job that may outlive the caller's reference to the session.
    pub fn begin_shared(self: &Arc<Self>, request: &str) -> Job {
        Job::of(Arc::clone(self), request)
    }

    fn take_on(&self, request: &str) -> (ParsedRequest, Arc<Ticket>, Option<Arc<Opened>>) {
        let mut asked = ParsedRequest::read(request, self.state.caps.bytes);
        let kind = asked.kind();
        let ticket = self.state.running.add(asked.id.clone(), kind);
        // The request uses the document that is open now, even if another document gets the name before the work begins.
        let opened = asked.doc.as_ref().and_then(|name| self.state.documents.get(name));
        if let (Ok(operation), Some(name), None) = (&asked.operation, &asked.doc, &opened)
            && operation.needs_puzzle
        {
            let failure = Failure::new(Code::NoDocument, format!("there is no open document `{name}`"));
            asked.operation = Err(failure.hint("`open` it first"));
        }
        (asked, ticket, opened)
    }

    /// Cancels all requests, because the client is gone.
    pub fn cancel_all(&self) {
        self.state.running.cancel_all();
    }
}

/// A parsed request.
#[derive(Debug)]
struct ParsedRequest {
    id: Id,
    operation: Result<&'static Operation, Failure>,
    doc: Option<String>,
    puzzle: Option<String>,
    rules: Vec<String>,
    kind: Option<String>,
    bounds: Bounds,
    told: bool,
    params: Map<String, Value>,
}

impl ParsedRequest {
    fn read(request: &str, bytes: usize) -> Self {
        let nothing = |failure| Self {
            id: Id::None(()),
            operation: Err(failure),
            doc: None,
            puzzle: None,
            rules: Vec::new(),
            kind: None,
            bounds: Bounds::default(),
            told: false,
            params: Map::new(),
        };
        if request.len() > bytes {
            let message = format!("the request has {} bytes, but at most {bytes} are allowed", request.len());
            return nothing(Failure::new(Code::BadRequest, message));
        }
        let mut params: Map<String, Value> = match serde_json::from_str(request) {
            Ok(params) => params,
            Err(error) => {
                let failure = Failure::new(Code::BadRequest, format!("the request is not a JSON object: {error}"));
                return nothing(failure.hint(r#"such as {"id":1,"op":"solve","puzzle":"12..34..2.....3."}"#));
            }
        };
        let mut asked = nothing(Failure::new(Code::BadRequest, ""));
        let id = params.remove("id").unwrap_or_default();
        let read = serde_json::from_value::<Id>(id);
        asked.id = read.as_ref().map_or(Id::None(()), Clone::clone);
        asked.operation = asked.take(&mut params).and_then(|operation| match read {
            Ok(Id::None(())) => Err(Failure::new(Code::BadRequest, "the request has no `id`")
                .hint("use a number or a text, which is repeated in all messages about the request")),
            Ok(_) => Ok(operation),
            Err(_) => Err(Failure::new(Code::BadRequest, "the `id` must be a whole number from 0 or a text")),
        });
        asked.params = params;
        asked
    }

    /// Removes the fields that all requests have, and reads them. Returns the operation.
    fn take(&mut self, params: &mut Map<String, Value>) -> Result<&'static Operation, Failure> {
        fn part<T: serde::de::DeserializeOwned + Default>(
            params: &mut Map<String, Value>,
            name: &str,
        ) -> Result<T, Failure> {
            let wrong = |e| Failure::new(Code::BadRequest, format!("`{name}`: {e}"));
            params.remove(name).map_or_else(|| Ok(T::default()), |v| serde_json::from_value(v).map_err(wrong))
        }
        let op: Option<String> = part(params, "op")?;
        let Some(op) = op else {
            return Err(Failure::new(Code::BadRequest, "the request has no `op`").hint(calls::names()));
        };
        let Some(operation) = calls::by_name(&op) else {
            return Err(
                Failure::new(Code::BadRequest, format!("there is no operation `{op}`")).hint(calls::nearest(&op))
            );
        };
        self.doc = part(params, "doc")?;
        self.kind = part(params, "kind")?;
        self.bounds = part(params, "limits")?;
        self.told = part(params, "progress")?;
        if operation.needs_doc && self.doc.is_none() {
            let message = format!("`{op}` needs the field `doc` with the name of an open document");
            return Err(Failure::new(Code::BadRequest, message).hint("choose any name, and use it in later requests"));
        }
        if operation.needs_puzzle {
            self.puzzle = part(params, "puzzle")?;
            self.rules = part(params, "rules")?;
            if self.doc.is_some() == self.puzzle.is_some() {
                let message = format!("`{op}` needs exactly one puzzle, either `doc` or `puzzle`");
                return Err(Failure::new(Code::BadRequest, message)
                    .hint("`doc` is the name of an open document, and `puzzle` is a text in any format"));
            }
            if self.doc.is_some() && !self.rules.is_empty() {
                let message =
                    "`rules` can only be used with `puzzle`; the rules of an open document are given when it is opened";
                return Err(Failure::new(Code::BadRequest, message));
            }
        }
        Ok(operation)
    }

    /// The key of the request's kind: a new request cancels an older request with the same key.
    fn kind(&self) -> Option<(String, String)> {
        let operation = self.operation.as_ref().ok()?;
        let kind = match &self.kind {
            Some(kind) if kind.is_empty() => return None,
            Some(kind) => kind.clone(),
            None if operation.replaces => operation.name.to_owned(),
            None => return None,
        };
        Some((self.doc.clone()?, kind))
    }
}

/// A registered request with its session.
#[must_use = "a request is answered when it runs"]
#[derive(Debug)]
pub struct Job<S: Deref<Target = Session> = Arc<Session>> {
    session: S,
    asked: ParsedRequest,
    ticket: Arc<Ticket>,
    opened: Option<Arc<Opened>>,
}

impl<S: Deref<Target = Session>> Job<S> {
    fn of(session: S, request: &str) -> Self {
        let (asked, ticket, opened) = session.take_on(request);
        Self { session, asked, ticket, opened }
    }

    /// The client's id of the request.
    pub fn id(&self) -> &Id {
        &self.asked.id
    }

    /// Whether the answer takes almost no work. Such a request need not wait for others; `cancel` must not wait, because it ends
    /// other requests.
    pub fn is_quick(&self) -> bool {
        match &self.asked.operation {
            Ok(operation) => operation.quick,
            Err(_) => true,
        }
    }

    /// Whether the client has cancelled the request. The answer is then immediately the failure `cancelled`.
    pub fn is_cancelled(&self) -> bool {
        self.ticket.is_cancelled()
    }

    /// Runs the request and sends its answer.
    pub fn run(mut self, host: &dyn Host) {
        let (result, opened) = self.answer(host);
        self.send(host, result, opened.as_deref());
    }

    /// Sends `failure` as the answer instead of running the request, for hosts that are too busy.
    pub fn refuse(self, host: &dyn Host, failure: Failure) {
        self.send(host, Err(failure), None);
    }

    /// Sends the last message, with the hash and the unread parts of the puzzle.
    fn send(self, host: &dyn Host, result: Result<Box<RawValue>, Failure>, opened: Option<&Opened>) {
        let said = match result {
            Ok(ok) => MessageBody::Ok(ok),
            Err(failure) => MessageBody::Error(failure),
        };
        let hash = opened.filter(|_| matches!(said, MessageBody::Ok(_))).map(|opened| opened.hash().to_owned());
        let unread = opened.and_then(|opened| Unread::of(opened.compiled()));
        let message: Message<Box<RawValue>> = Message { id: self.asked.id.clone(), said, hash, unread };
        let text = serde_json::to_string(&message).expect("messages have plain keys");
        // Remove the request first, so that a client that has the last message no longer sees it running.
        drop(self);
        host.send(&text);
    }

    fn answer(&mut self, host: &dyn Host) -> (Result<Box<RawValue>, Failure>, Option<Arc<Opened>>) {
        let operation = match &self.asked.operation {
            Ok(operation) => *operation,
            Err(failure) => return (Err(failure.clone()), None),
        };
        let caps = &self.session.state.caps;
        let asked = &mut self.asked;
        let nodes = match (asked.bounds.nodes, caps.nodes) {
            (0, cap) => cap,
            (wanted, 0) => wanted,
            (wanted, cap) => wanted.min(cap),
        };
        let ms = match (asked.bounds.ms, caps.ms) {
            (Some(wanted), Some(cap)) => Some(wanted.min(cap)),
            (wanted, cap) => wanted.or(cap),
        };
        let now = host.now();
        let mut work = Work {
            state: &self.session.state,
            operations: || calls::operations().iter().map(|o| (o.name, o.about)).collect(),
            host,
            id: &asked.id,
            ticket: &self.ticket,
            doc: asked.doc.as_deref(),
            opened: self.opened.take(),
            nodes,
            ends: now.zip(ms).map(|(now, ms)| now + ms),
            half: now.zip(ms).map(|(now, ms)| now + ms / 2.0),
            told: asked.told.then_some(now).flatten().map(std::sync::Mutex::new),
        };
        let params = std::mem::take(&mut asked.params);
        let result = if work.is_cancelled() {
            Err(Failure::cancelled())
        } else {
            let opened = match &asked.puzzle {
                Some(text) => work.open(text, &asked.rules),
                None => Ok(()),
            };
            opened.and_then(|()| (operation.answer)(params, &mut work))
        };
        let result = if work.is_cancelled() { Err(Failure::cancelled()) } else { result };
        (result, work.opened)
    }
}

impl<S: Deref<Target = Session>> Drop for Job<S> {
    fn drop(&mut self) {
        self.session.state.running.remove(&self.ticket);
    }
}
