//! 16 lanes in one AVX2 register.
//!
//! As in `avx512.rs`, the methods are `inline(always)` and reached only from functions compiled for AVX2, which run
//! only after the processor was asked for it; that is the safety argument of every block here.

#[allow(clippy::wildcard_imports, reason = "one name an instruction")]
use std::arch::x86_64::*;

use super::lanes::{Lanes, Row, TURN, binary};

#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// All ones in lanes that are zero.
#[inline(always)]
fn zeros(v: __m256i) -> __m256i {
    // SAFETY: the processor has AVX2 (see the head of the file).
    unsafe { _mm256_cmpeq_epi16(v, _mm256_setzero_si256()) }
}

/// The same shuffle for every group of eight lanes.
#[inline(always)]
fn pattern(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: 16 readable bytes; the processor has AVX2 (see the head of the file).
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
}

impl Lanes for Avx2 {
    /// All ones in the lanes of the mask.
    type Mask = Self;
    const N: usize = 16;

    #[inline(always)]
    fn load(row: &Row, part: usize) -> Self {
        debug_assert!(part < Self::PARTS);
        // SAFETY: a row begins at a multiple of 64 and holds two parts of 32 bytes; AVX2 as above.
        Self(unsafe { _mm256_load_si256(row.0.as_ptr().add(16 * part).cast()) })
    }
    #[inline(always)]
    fn store(self, row: &mut Row, part: usize) {
        debug_assert!(part < Self::PARTS);
        // SAFETY: a row begins at a multiple of 64 and holds two parts of 32 bytes; AVX2 as above.
        unsafe { _mm256_store_si256(row.0.as_mut_ptr().add(16 * part).cast(), self.0) }
    }
    #[inline(always)]
    fn splat(v: u16) -> Self {
        // SAFETY: the processor has AVX2 (see the head of the file).
        Self(unsafe { _mm256_set1_epi16(v.cast_signed()) })
    }
    binary! {
        and _mm256_and_si256, or _mm256_or_si256, xor _mm256_xor_si256, add _mm256_add_epi16, equal _mm256_cmpeq_epi16,
    }
    #[inline(always)]
    fn without(self, b: Self) -> Self {
        // SAFETY: the processor has AVX2 (see the head of the file).
        Self(unsafe { _mm256_andnot_si256(b.0, self.0) })
    }
    #[inline(always)]
    fn less(self, b: Self) -> Self {
        // Both are below 2^15, so their signs do not matter.
        // SAFETY: the processor has AVX2 (see the head of the file).
        Self(unsafe { _mm256_cmpgt_epi16(b.0, self.0) })
    }
    #[inline(always)]
    fn both(a: Self, b: Self) -> Self {
        a.and(b)
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
    #[inline(always)]
    fn popcount(self) -> Self {
        // Lanes hold nine bits: two nibbles from a table and the ninth bit.
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
    #[inline(always)]
    fn pick(self, h: Self, f: Self) -> Self {
        let placed = self.and(f);
        // SAFETY: the processor has AVX2 (see the head of the file).
        let open = Self(unsafe { _mm256_and_si256(zeros(placed.0), h.0) });
        self.and(open).or(placed)
    }
    #[inline(always)]
    fn single(self, less_one: Self) -> Self {
        self.and(Self(zeros(self.and(less_one).0)))
    }
    #[inline(always)]
    fn triple(self) -> Self {
        let y = self.and(self.less_one());
        let z = y.and(y.less_one());
        let w = z.and(z.less_one());
        // Three bits: the third is there and the fourth is not.
        Self(zeros(w.0)).without(Self(zeros(z.0))).and(self)
    }
    #[inline(always)]
    fn crowd(self, s: Self, over: &mut Self) -> Self {
        let y = self.and(self.less_one());
        let z = y.and(y.less_one());
        *over = over.or(z.and(z.less_one()));
        // SAFETY: the processor has AVX2 (see the head of the file).
        Self(unsafe { _mm256_blendv_epi8(self.0, s.0, zeros(z.0)) })
    }
    #[inline(always)]
    fn turn(a: [Self; 3]) -> [Self; 3] {
        // SAFETY: the processor has AVX2 (see the head of the file).
        unsafe {
            let mut o = a;
            for m in 0..3 {
                let p = _mm256_shuffle_epi8(a[0].0, pattern(&TURN[m][0]));
                let q = _mm256_shuffle_epi8(a[1].0, pattern(&TURN[m][1]));
                let r = _mm256_shuffle_epi8(a[2].0, pattern(&TURN[m][2]));
                o[m] = Self(_mm256_or_si256(_mm256_or_si256(p, q), r));
            }
            o
        }
    }
}
