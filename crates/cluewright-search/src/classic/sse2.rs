//! Vectors of 8 lanes in an SSE2 register. Every x86-64 processor has SSE2, so no code in this file needs to check for it.

#[allow(clippy::wildcard_imports, reason = "one name an instruction")]
use std::arch::x86_64::*;

use super::lanes::{Lanes, Row, binary, memory};

#[derive(Clone, Copy)]
pub(super) struct Sse2(__m128i);

impl Lanes for Sse2 {
    /// All ones in the lanes of the mask.
    type Mask = Self;
    memory!(8, _mm_load_si128, _mm_store_si128);

    #[inline(always)]
    fn splat(v: u16) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_set1_epi16(v.cast_signed()) })
    }
    // The numbers that `less` compares are below 2^15, so signs do not matter.
    binary! {
        and _mm_and_si128, or _mm_or_si128, xor _mm_xor_si128, add _mm_add_epi16, equal _mm_cmpeq_epi16, less _mm_cmplt_epi16;
        swapped without _mm_andnot_si128
    }
    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { _mm_movemask_epi8(_mm_packs_epi16(mask.0, _mm_setzero_si128())).cast_unsigned() }
    }
    #[inline(always)]
    fn choose(mask: Self, a: Self, b: Self) -> Self {
        a.and(mask).or(b.without(mask))
    }
    #[inline(always)]
    fn popcount(self) -> Self {
        // Lanes have nine bits: count them in pairs, then in fours, then all of them.
        // SAFETY: every x86-64 processor has SSE2.
        unsafe {
            let a = _mm_sub_epi16(self.0, _mm_and_si128(_mm_srli_epi16::<1>(self.0), _mm_set1_epi16(0x5555)));
            let low = _mm_set1_epi16(0x3333);
            let a = _mm_add_epi16(_mm_and_si128(a, low), _mm_and_si128(_mm_srli_epi16::<2>(a), low));
            let b = _mm_add_epi16(_mm_srli_epi16::<4>(a), _mm_srli_epi16::<8>(a));
            Self(_mm_and_si128(_mm_add_epi16(a, b), _mm_set1_epi16(15)))
        }
    }
    #[inline(always)]
    fn turn(a: [Self; 3]) -> [Self; 3] {
        let [a, b, c] = [a[0].0, a[1].0, a[2].0];
        // SAFETY: every x86-64 processor has SSE2.
        unsafe {
            // Lane by lane: a0 b0 a1 b1 a2 b2 a3 b3, then a4 b4 a5 b5; c0 c3, c1 c4, c2 c5 where they are needed.
            let low = _mm_unpacklo_epi16(a, b);
            let high = _mm_unpackhi_epi16(a, b);
            let zero = _mm_setzero_si128();
            // 32-bit parts: low = [ab0, ab1, ab2, ab3], high = [ab4, ab5, ..].
            let first = _mm_shuffle_epi32::<0b01_00_00_11>(low); // ab3 ab0
            let second = _mm_unpacklo_epi32(high, _mm_shuffle_epi32::<0b01_01_01_01>(low)); // ab4 ab1
            let third =
                _mm_unpacklo_epi32(_mm_shuffle_epi32::<0b01_01_01_01>(high), _mm_shuffle_epi32::<0b10_10_10_10>(low)); // ab5 ab2
            let build = [
                (first, _mm_extract_epi16::<3>(c), _mm_extract_epi16::<0>(c)),
                (second, _mm_extract_epi16::<4>(c), _mm_extract_epi16::<1>(c)),
                (third, _mm_extract_epi16::<5>(c), _mm_extract_epi16::<2>(c)),
            ];
            let mut o = [Self(zero); 3];
            for m in 0..3 {
                let (ab, c_low, c_high) = build[m];
                // ab = [x0 x1 y0 y1]: x0 x1 c y0 y1 c 0 0.
                let front = _mm_and_si128(ab, _mm_setr_epi16(-1, -1, 0, 0, 0, 0, 0, 0));
                let back = _mm_and_si128(_mm_slli_si128::<2>(ab), _mm_setr_epi16(0, 0, 0, -1, -1, 0, 0, 0));
                let both = _mm_or_si128(front, back);
                o[m] = Self(_mm_insert_epi16::<5>(_mm_insert_epi16::<2>(both, c_low), c_high));
            }
            o
        }
    }
}
