//! The allocator: pieces of fixed sizes, with a free list for each size.
//!
//! Compiled puzzles and steps consist of many small pieces. Allocating and freeing one takes a few loads and stores here: the
//! instance has one thread, and Rust passes a piece's size both times, so pieces need no header. Free pieces keep their size for
//! good; the page restarts an engine that has grown too large. Large pieces come from the default allocator (dlmalloc).

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;

#[cfg(target_feature = "atomics")]
compile_error!("the allocator is for one thread");

/// Larger pieces go to the usual allocator.
const LARGEST: usize = 4 << 10;
/// Sizes: from 16 to 32, and from each power of two to the next, in four steps.
const SIZES: usize = 4 * 8 + 1;
/// The size of the blocks that pieces are cut from.
const BLOCK: usize = 64 << 10;
/// The alignment of blocks, enough for vectors of any machine.
const ALIGN: usize = 64;

/// A free piece.
struct Free {
    next: *mut Free,
}

struct State {
    free: [*mut Free; SIZES],
    /// The rest of the block.
    at: usize,
    end: usize,
}

/// The allocator.
pub(crate) struct Pieces(UnsafeCell<State>);

// SAFETY: there is one thread.
unsafe impl Sync for Pieces {}

/// The index of the smallest sufficient size; `None` for a large piece.
///
/// Sizes that are multiples of a power of two `a` have all multiples of `a` among them or lie at least `a` apart, so with a
/// length that is a multiple of the alignment, the size is, too.
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
    /// Without a block yet.
    pub(crate) const fn new() -> Self {
        Self(UnsafeCell::new(State { free: [null_mut(); SIZES], at: 0, end: 0 }))
    }
}

impl State {
    /// Cuts a piece.
    #[cold]
    fn cut(&mut self, size: usize) -> *mut u8 {
        let bytes = bytes(size);
        // The next one of this size may be for anything that is aligned in this way.
        let align = (bytes & bytes.wrapping_neg()).min(ALIGN);
        let mut at = self.at.next_multiple_of(align);
        if at + bytes > self.end {
            // SAFETY: the layout has a length.
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

// SAFETY: a piece is unused while it is in a list, can hold a pointer, and has the length and alignment of its size. There is one
// thread, and none of these functions is reentrant.
unsafe impl GlobalAlloc for Pieces {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above; large pieces by the caller's contract.
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
        // SAFETY: as above; large pieces by the caller's contract.
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
        // SAFETY: as above; a length that makes a layout is the caller's contract, as are large pieces.
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
