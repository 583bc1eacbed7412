//! 32 lanes in one AVX-512 register. Needs F, BW, VBMI2 (expand) and BITALG (popcount).
//!
//! The methods are `inline(always)` and reached only from functions compiled for these features (`batch.rs`), which
//! run only after the processor was asked for them; that is the safety argument of every block here.

#[allow(clippy::wildcard_imports, reason = "one name an instruction")]
use std::arch::x86_64::*;

use super::lanes::{Lanes, Node, Row, bits};

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

/// Rows become columns: 8 by 8 values of 16 bits.
#[inline(always)]
fn transpose(r: [__m128i; 8]) -> [__m128i; 8] {
    // SAFETY: SSE2 is in every x86-64.
    unsafe {
        let a: [__m128i; 4] = std::array::from_fn(|i| _mm_unpacklo_epi16(r[2 * i], r[2 * i + 1]));
        let b: [__m128i; 4] = std::array::from_fn(|i| _mm_unpackhi_epi16(r[2 * i], r[2 * i + 1]));
        let half = |a: [__m128i; 4]| {
            let (c, d) = (_mm_unpacklo_epi32(a[0], a[1]), _mm_unpacklo_epi32(a[2], a[3]));
            let (e, f) = (_mm_unpackhi_epi32(a[0], a[1]), _mm_unpackhi_epi32(a[2], a[3]));
            [_mm_unpacklo_epi64(c, d), _mm_unpackhi_epi64(c, d), _mm_unpacklo_epi64(e, f), _mm_unpackhi_epi64(e, f)]
        };
        let (lo, hi) = (half(a), half(b));
        [lo[0], lo[1], lo[2], lo[3], hi[0], hi[1], hi[2], hi[3]]
    }
}

/// The lowest eight lanes of a mask: as a mask, one by one (then padded with lane 0), and how many they are.
#[inline(always)]
fn eight(mask: u32) -> (u32, [usize; 8], usize) {
    let (mut group, mut lanes, mut n) = (0, [0; 8], 0);
    for (lane, l) in lanes.iter_mut().zip(bits(mask)) {
        *lane = l;
        group |= 1 << l;
        n += 1;
    }
    (group, lanes, n)
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
    fn gather(x: &[Row<32>; 81], mask: u32, out: &mut [Node; 32]) {
        let mut rest = mask;
        while rest != 0 {
            let (group, lanes, n) = eight(rest);
            rest &= !group;
            for (b, block) in x.chunks(8).enumerate() {
                // SAFETY: the processor has the features (see the head of the file); rows are whole vectors, and
                // `8 * b` is at most 80 while a node has 88 values, aligned to 16.
                unsafe {
                    let rows = std::array::from_fn(|i| {
                        block.get(i).map_or(_mm_setzero_si128(), |row| {
                            let v = _mm512_load_si512(row.0.as_ptr().cast());
                            _mm512_castsi512_si128(_mm512_maskz_compress_epi16(group, v))
                        })
                    });
                    for (v, &l) in transpose(rows).into_iter().zip(&lanes).take(n) {
                        _mm_store_si128(out[l].0.as_mut_ptr().add(8 * b).cast(), v);
                    }
                }
            }
        }
    }
    #[inline(always)]
    fn scatter(x: &mut [Row<32>; 81], mask: u32, nodes: &[Node; 32]) {
        let mut rest = mask;
        while rest != 0 {
            let (group, lanes, _) = eight(rest);
            rest &= !group;
            for (b, block) in x.chunks_mut(8).enumerate() {
                // SAFETY: as in `gather`, the other way round.
                unsafe {
                    let v = transpose(lanes.map(|l| _mm_load_si128(nodes[l].0.as_ptr().add(8 * b).cast())));
                    for (row, v) in block.iter_mut().zip(v) {
                        let old = _mm512_load_si512(row.0.as_ptr().cast());
                        let new = _mm512_mask_expand_epi16(old, group, _mm512_castsi128_si512(v));
                        _mm512_store_si512(row.0.as_mut_ptr().cast(), new);
                    }
                }
            }
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
