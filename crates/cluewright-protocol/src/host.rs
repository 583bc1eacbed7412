//! The host: the program that a session runs in.

use std::sync::{Mutex, PoisonError};

/// The services that a session needs from the program around it.
pub trait Host: Sync {
    /// Receives a message: one JSON object without line breaks.
    fn send(&self, message: &str);

    /// Receives a progress message, which the host may drop if the client is slow.
    fn progress(&self, message: &str) {
        self.send(message);
    }

    /// Whether the work must end. Sessions poll this every few milliseconds.
    fn stopped(&self) -> bool {
        false
    }

    /// The time in milliseconds since a fixed moment; `None` if there is no clock, in which case time limits and progress are not
    /// available.
    fn now(&self) -> Option<f64> {
        None
    }
}

/// A host that collects messages, for tests and for programs that want the whole answer at once.
///
/// ```
/// use cluewright_protocol::{MessageBuffer, Session};
/// let (session, kept) = (Session::default(), MessageBuffer::default());
/// session.handle(r#"{"id":1,"op":"solve","puzzle":"12..34..2.....3."}"#, &kept);
/// let messages = kept.messages();
/// assert!(messages[0].starts_with(r#"{"id":1,"ok":{"status":"unique","solutions":["1243342123144132"]"#));
/// ```
#[derive(Debug, Default)]
pub struct MessageBuffer(Mutex<Vec<String>>);

impl MessageBuffer {
    /// Removes and returns the messages received so far.
    pub fn messages(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Host for MessageBuffer {
    fn send(&self, message: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(message.to_owned());
    }
}
