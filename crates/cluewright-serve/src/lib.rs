//! Cluewright's engine on one's own machine: a server for the page, a library of puzzles, a solver for other programs.
//!
//! [`serve`] answers until it is told to end: the page at `/`, the messages of [`cluewright_protocol`] on a WebSocket at
//! `/api/v1/ws`, and each operation as `POST /api/v1/{op}`. Programs on the same machine are answered, and the server's own
//! page; pages of others are not, whatever name they reach it by.
//!
//! ```
//! use cluewright_serve::{Options, serve};
//! use std::sync::atomic::{AtomicBool, Ordering};
//! static STOP: AtomicBool = AtomicBool::new(false);
//! let options = Options { port: 0, ..Options::default() };
//! let ready = |at: cluewright_serve::Addresses| {
//!     println!("http://{}/", at.page);
//!     STOP.store(true, Ordering::Relaxed); // a program would wait for Ctrl-C
//! };
//! serve(options, ready, || STOP.load(Ordering::Relaxed)).expect("a free port");
//! ```

mod client;
mod fetch;
pub mod fpuzzles;
mod guard;
mod http;
pub mod library;
mod line;
mod options;
mod page;
mod pool;
mod server;
mod shared;
mod socket;

pub use cluewright_protocol::Caps;
pub use options::Options;
pub use server::{Addresses, serve};
