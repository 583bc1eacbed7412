//! Vectors of 16 lanes in an AVX2 register.
//!
//! As in `avx512.rs`, the methods are `inline(always)` and called only from functions compiled for AVX2, which run only after a
//! check that the processor has AVX2. This is why every unsafe block in this file is safe.

#[allow(clippy::wildcard_imports, reason = "one name an instruction")]
use std::arch::x86_64::*;

use super::lanes::{Lanes, Row, TURN, binary, memory, turn};

#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// Shuffles the bytes of every group of eight lanes in the same way.
#[inline(always)]
fn shuffle(v: Avx2, bytes: &[u8; 16]) -> Avx2 {
    // SAFETY: 16 readable bytes; the processor has AVX2 (see the head of the file).
    unsafe {
        let pattern = _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()));
        Avx2(_mm256_shuffle_epi8(v.0, pattern))
    }
}

impl Lanes for Avx2 {
    /// All ones in the lanes of the mask.
    type Mask = Self;
    memory!(16, _mm256_load_si256, _mm256_store_si256);

    #[inline(always)]
    fn splat(v: u16) -> Self {
        // SAFETY: the processor has AVX2 (see the head of the file).
        Self(unsafe { _mm256_set1_epi16(v.cast_signed()) })
    }
    // The numbers that `less` compares are below 2^15, so signs do not matter.
    binary! {
        and _mm256_and_si256, or _mm256_or_si256, xor _mm256_xor_si256, add _mm256_add_epi16, equal _mm256_cmpeq_epi16;
        swapped without _mm256_andnot_si256, less _mm256_cmpgt_epi16
    }
    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        // SAFETY: the processor has AVX2 (see the head of the file).
        unsafe {
            let v = mask.0;
            let bytes = _mm_packs_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
            _mm_movemask_epi8(bytes).cast_unsigned()
        }
    }
    #[inline(always)]
    fn choose(mask: Self, a: Self, b: Self) -> Self {
        // SAFETY: the processor has AVX2 (see the head of the file).
        Self(unsafe { _mm256_blendv_epi8(b.0, a.0, mask.0) })
    }
    turn!(shuffle);
    #[inline(always)]
    fn popcount(self) -> Self {
        // Lanes have nine bits: look up two groups of four bits in a table, and add the ninth bit.
        // SAFETY: the processor has AVX2 (see the head of the file).
        unsafe {
            let table = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let nibble = _mm256_set1_epi16(15);
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(self.0, nibble));
            let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), nibble));
            Self(_mm256_add_epi16(_mm256_add_epi16(low, high), _mm256_srli_epi16::<8>(self.0)))
        }
    }
}
