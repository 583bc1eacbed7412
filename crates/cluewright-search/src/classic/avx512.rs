//! 32 lanes in one AVX-512 register. Needs F, BW, VBMI2 (expand) and BITALG (popcount).
//!
//! The methods are `inline(always)` and reached only from functions compiled for these features (`batch.rs`), which
//! run only after the processor was asked for them; that is the safety argument of every block here.

#[allow(clippy::wildcard_imports, reason = "one name an instruction")]
use std::arch::x86_64::*;

use super::lanes::{Lanes, Row};

#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

macro_rules! op {
    ($name:ident($($arg:ident),*) $intrinsic:ident $(::<$imm:literal>)?) => {
        #[inline(always)]
        fn $name($($arg: Self),*) -> Self {
            // SAFETY: the processor has the features (see the head of the file).
            Self(unsafe { $intrinsic$(::<$imm>)?($($arg.0),*) })
        }
    };
}

impl Lanes for Avx512 {
    type Row = Row<32>;
    const N: usize = 32;

    #[inline(always)]
    fn load(row: &Row<32>) -> Self {
        // SAFETY: a row is 64 bytes, aligned to 64; features as above.
        Self(unsafe { _mm512_load_si512(row.0.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, row: &mut Row<32>) {
        // SAFETY: a row is 64 bytes, aligned to 64; features as above.
        unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), self.0) }
    }
    fn zero_row() -> Row<32> {
        Row([0; 32])
    }
    #[inline(always)]
    fn splat(v: u16) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        Self(unsafe { _mm512_set1_epi16(v.cast_signed()) })
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        Self(unsafe { _mm512_and_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        Self(unsafe { _mm512_or_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        Self(unsafe { _mm512_xor_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn without(self, b: Self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        Self(unsafe { _mm512_andnot_si512(b.0, self.0) })
    }
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        Self(unsafe { _mm512_add_epi16(self.0, b.0) })
    }
    #[inline(always)]
    fn equal(self, b: Self) -> u32 {
        // SAFETY: the processor has the features (see the head of the file).
        unsafe { _mm512_cmpeq_epi16_mask(self.0, b.0) }
    }
    #[inline(always)]
    fn less(self, b: Self) -> u32 {
        // SAFETY: the processor has the features (see the head of the file).
        unsafe { _mm512_cmplt_epu16_mask(self.0, b.0) }
    }
    #[inline(always)]
    fn choose(mask: u32, a: Self, b: Self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        Self(unsafe { _mm512_mask_blend_epi16(mask, b.0, a.0) })
    }
    #[inline(always)]
    fn popcount(self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        Self(unsafe { _mm512_popcnt_epi16(self.0) })
    }
    #[inline(always)]
    fn pick(self, h: Self, f: Self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        unsafe {
            let placed = _mm512_test_epi16_mask(self.0, f.0);
            let mask = _mm512_mask_mov_epi16(h.0, placed, f.0);
            Self(_mm512_and_si512(self.0, mask))
        }
    }
    #[inline(always)]
    fn single(self, less_one: Self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        unsafe {
            let k = _mm512_testn_epi16_mask(self.0, less_one.0);
            Self(_mm512_maskz_mov_epi16(k, self.0))
        }
    }
    #[inline(always)]
    fn triple(self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        unsafe {
            let k = _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(3));
            Self(_mm512_maskz_mov_epi16(k, self.0))
        }
    }
    #[inline(always)]
    fn crowd(self, s: Self, over: &mut Self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        unsafe {
            let n = _mm512_popcnt_epi16(self.0);
            // Bit 2 or 3 of the count is set from four on.
            *over = Self::or_and(*over, Self(n), Self::splat(12));
            let many = _mm512_cmpgt_epu16_mask(n, _mm512_set1_epi16(2));
            Self(_mm512_mask_mov_epi16(s.0, many, self.0))
        }
    }
    #[inline(always)]
    fn expand(self, mask: u32, from: &[u16]) -> Self {
        assert!(from.len() >= 32, "expand reads a whole vector");
        // SAFETY: 32 values are readable (checked above); features as above.
        unsafe {
            let v = _mm512_loadu_si512(from.as_ptr().cast());
            Self(_mm512_mask_expand_epi16(self.0, mask, v))
        }
    }
    // The truth tables of vpternlog: a = 0xf0, b = 0xcc, c = 0xaa.
    op!(or3(a, b, c) _mm512_ternarylogic_epi32::<0xfe>);
    op!(and3(a, b, c) _mm512_ternarylogic_epi32::<0x80>);
    op!(two_of(a, b, c) _mm512_ternarylogic_epi32::<0xe8>);
    op!(only(a, b, c) _mm512_ternarylogic_epi32::<0x10>);
    op!(or_and(a, b, c) _mm512_ternarylogic_epi32::<0xf8>);
    op!(or_xor(a, b, c) _mm512_ternarylogic_epi32::<0xf6>);
    op!(unless(a, b, c) _mm512_ternarylogic_epi32::<0xb0>);
}
