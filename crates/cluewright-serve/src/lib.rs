//! Cluewright's engine on the user's own machine: a server for the page, a library of puzzles, and a solver for other programs.
//!
//! [`serve`] runs until it is stopped. It serves the page at `/`, the messages of [`cluewright_protocol`] on a WebSocket at
//! `/api/v1/ws`, and each operation as `POST /api/v1/{op}`. It answers programs on the same machine and its own page, but no other
//! pages, whatever host name they use.
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
