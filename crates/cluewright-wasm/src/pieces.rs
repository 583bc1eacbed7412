//! The allocator: pieces of fixed sizes, with a free list for each size.
//!
//! Compiled puzzles and steps consist of many small pieces. Allocating or freeing one takes only a few loads and stores here: the
//! instance has a single thread, and Rust passes the size of a piece with both calls, so pieces need no headers. A free piece is
//! reused only for pieces of the same size; the page restarts an engine that has grown too large. Large pieces come from the
//! default allocator (dlmalloc).

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;

#[cfg(target_feature = "atomics")]
compile_error!("the allocator is for one thread");

/// The maximum size, in bytes, of pieces from this allocator; larger pieces come from the default allocator.
const LARGEST: usize = 4 << 10;
/// The number of sizes: there are four steps from 16 to 32 bytes, and four from each power of two to the next.
const SIZES: usize = 4 * 8 + 1;
/// The size, in bytes, of the blocks from which pieces are cut.
const BLOCK: usize = 64 << 10;
/// The alignment of blocks in bytes, which is enough for the vectors of any machine.
const ALIGN: usize = 64;

/// A free piece, which contains a pointer to the next free piece of the same size.
struct Free {
    next: *mut Free,
}

struct State {
    free: [*mut Free; SIZES],
    /// The unused rest of the current block: its first address, and its end.
    at: usize,
    end: usize,
}

/// The allocator.
pub(crate) struct Pieces(UnsafeCell<State>);

// SAFETY: the module has only one thread.
unsafe impl Sync for Pieces {}

/// The index of the smallest size that is sufficient for this length and alignment; `None` if the piece is too large.
///
/// Let `a` be the alignment, a power of two. Where sizes are at least `a` apart, they are multiples of `a`; where they are closer
/// together, every multiple of `a` is a size. So if a length is a multiple of `a`, the smallest sufficient size is also a multiple
/// of `a`.
#[inline(always)]
fn size_for(layout: Layout) -> Option<usize> {
    let length = layout.pad_to_align().size().max(16);
    if length > LARGEST || layout.align() > ALIGN {
        return None;
    }
    let below = length - 1;
    let power = below.ilog2() as usize;
    Some(4 * (power - 3) + (below >> (power - 2) & 3) - 3)
}

/// The length in bytes of the size with this index.
#[inline(always)]
fn bytes(size: usize) -> usize {
    (4 + size % 4) << (2 + size / 4)
}

impl Pieces {
    /// An allocator that has no block yet.
    pub(crate) const fn new() -> Self {
        Self(UnsafeCell::new(State { free: [null_mut(); SIZES], at: 0, end: 0 }))
    }
}

impl State {
    /// Cuts a new piece from a block.
    #[cold]
    fn cut(&mut self, size: usize) -> *mut u8 {
        let bytes = bytes(size);
        // Align the piece as far as its size permits, because a later piece of the same size may need this alignment.
        let align = (bytes & bytes.wrapping_neg()).min(ALIGN);
        let mut at = self.at.next_multiple_of(align);
        if at + bytes > self.end {
            // SAFETY: the layout has a length other than 0.
            let block = unsafe { System.alloc(Layout::from_size_align(BLOCK, ALIGN).expect("a power of two")) };
            if block.is_null() {
                return block;
            }
            at = block.expose_provenance();
            self.end = at + BLOCK;
        }
        self.at = at + bytes;
        std::ptr::with_exposed_provenance_mut(at)
    }
}

// SAFETY: a piece in a list is unused, is large enough for a pointer, and has the length and alignment of its size. There is only
// one thread, and none of these functions is reentrant.
unsafe impl GlobalAlloc for Pieces {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: see the comment on this impl; for large pieces, the caller fulfils the contract of the default allocator.
        unsafe {
            let Some(size) = size_for(layout) else { return System.alloc(layout) };
            let state = &mut *self.0.get();
            let piece = state.free[size];
            if piece.is_null() {
                return state.cut(size);
            }
            state.free[size] = (*piece).next;
            piece.cast()
        }
    }

    #[inline]
    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        // SAFETY: see the comment on this impl; for large pieces, the caller fulfils the contract of the default allocator.
        unsafe {
            let Some(size) = size_for(layout) else { return System.dealloc(piece, layout) };
            let state = &mut *self.0.get();
            let piece: *mut Free = piece.cast();
            piece.write(Free { next: state.free[size] });
            state.free[size] = piece;
        }
    }

    #[inline]
    unsafe fn realloc(&self, piece: *mut u8, layout: Layout, length: usize) -> *mut u8 {
        // SAFETY: see the comment on this impl; the caller guarantees a length that is valid for a layout, and fulfils the contract
        // for large pieces.
        unsafe {
            let wanted = Layout::from_size_align_unchecked(length, layout.align());
            let (old, new) = (size_for(layout), size_for(wanted));
            if old == new {
                return if old.is_some() { piece } else { System.realloc(piece, layout, length) };
            }
            let other = self.alloc(wanted);
            if !other.is_null() {
                other.copy_from_nonoverlapping(piece, length.min(layout.size()));
                self.dealloc(piece, layout);
            }
            other
        }
    }
}
