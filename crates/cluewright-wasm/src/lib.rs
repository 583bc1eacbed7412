//! The engine as one WebAssembly module: a session of `cluewright-protocol`, and a host made of four imports.
//!
//! JavaScript allocates a piece of memory (`alloc`), writes a request in UTF-8 into that memory, calls `handle`, and frees the
//! memory (`free`). While `handle` runs, it passes every message to the import `say`. A module contains one session, and answers
//! one request at a time. A panic is reported through `failed` and ends in a trap, after which the instance cannot be used any
//! more.

mod pieces;

use cluewright_protocol::{Host, Session};
use std::sync::LazyLock;

#[global_allocator]
static PIECES: pieces::Pieces = pieces::Pieces::new();

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Receives a message in UTF-8, which must be read before this function returns.
    safe fn say(text: *const u8, length: usize);
    /// Any value other than 0 means that the work must end.
    safe fn stopped() -> i32;
    /// The time in milliseconds since an arbitrary moment.
    safe fn now() -> f64;
    /// Receives the message of a panic; a trap follows.
    safe fn failed(text: *const u8, length: usize);
}

/// The host: the page that uses the module.
struct Page;

impl Host for Page {
    fn send(&self, message: &str) {
        say(message.as_ptr(), message.len());
    }

    fn stopped(&self) -> bool {
        stopped() != 0
    }

    fn now(&self) -> Option<f64> {
        Some(now())
    }
}

/// The session. The first call also installs the panic hook.
static SESSION: LazyLock<Session> = LazyLock::new(|| {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        failed(text.as_ptr(), text.len());
    }));
    Session::default()
});

/// Allocates `length` bytes, all zero.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Frees a piece of memory.
///
/// # Safety
/// The piece must come from `alloc` with the same length, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(piece: *mut u8, length: usize) {
    // SAFETY: by this function's contract, the memory is a boxed slice that `alloc` made.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(piece, length)) });
}

/// Answers the request in the `length` bytes at `request`; bytes that are not valid UTF-8 are read as U+FFFD.
///
/// # Safety
/// The bytes must be readable, and must not change until this function returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn handle(request: *const u8, length: usize) {
    // SAFETY: by this function's contract, the bytes are readable and do not change.
    let bytes = unsafe { std::slice::from_raw_parts(request, length) };
    SESSION.handle(&String::from_utf8_lossy(bytes), &Page);
}
