//! Vectors of 32 lanes in an AVX-512 register. They need F, BW, VBMI2 (for expand) and BITALG (for popcount).
//!
//! The methods are `inline(always)` and called only from functions compiled for these features (`batch.rs`), which run only after
//! a check that the processor has them. This is why every unsafe block in this file is safe.

#[allow(clippy::wildcard_imports, reason = "one name an instruction")]
use std::arch::x86_64::*;

use super::lanes::{FIXED, LANES, Lanes, Node, Row, TURN, binary, memory, turn};

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

/// Shuffles the bytes of every group of eight lanes in the same way.
#[inline(always)]
fn shuffle(v: Avx512, bytes: &[u8; 16]) -> Avx512 {
    // SAFETY: 16 readable bytes; the processor has the features (see the head of the file).
    unsafe {
        let pattern = _mm512_broadcast_i32x4(_mm_loadu_si128(bytes.as_ptr().cast()));
        Avx512(_mm512_shuffle_epi8(v.0, pattern))
    }
}

/// Transposes 8 by 8 values of 16 bits.
#[inline(always)]
fn transpose(r: [__m128i; 8]) -> [__m128i; 8] {
    // SAFETY: every x86-64 processor has SSE2.
    unsafe {
        let (a0, a1) = (_mm_unpacklo_epi16(r[0], r[1]), _mm_unpacklo_epi16(r[2], r[3]));
        let (a2, a3) = (_mm_unpacklo_epi16(r[4], r[5]), _mm_unpacklo_epi16(r[6], r[7]));
        let (b0, b1) = (_mm_unpackhi_epi16(r[0], r[1]), _mm_unpackhi_epi16(r[2], r[3]));
        let (b2, b3) = (_mm_unpackhi_epi16(r[4], r[5]), _mm_unpackhi_epi16(r[6], r[7]));
        let (c0, c1) = (_mm_unpacklo_epi32(a0, a1), _mm_unpacklo_epi32(a2, a3));
        let (c2, c3) = (_mm_unpackhi_epi32(a0, a1), _mm_unpackhi_epi32(a2, a3));
        let (d0, d1) = (_mm_unpacklo_epi32(b0, b1), _mm_unpacklo_epi32(b2, b3));
        let (d2, d3) = (_mm_unpackhi_epi32(b0, b1), _mm_unpackhi_epi32(b2, b3));
        [
            _mm_unpacklo_epi64(c0, c1),
            _mm_unpackhi_epi64(c0, c1),
            _mm_unpacklo_epi64(c2, c3),
            _mm_unpackhi_epi64(c2, c3),
            _mm_unpacklo_epi64(d0, d1),
            _mm_unpackhi_epi64(d0, d1),
            _mm_unpacklo_epi64(d2, d3),
            _mm_unpackhi_epi64(d2, d3),
        ]
    }
}

/// A vector in which each lane contains its own index.
#[inline(always)]
fn counting() -> __m512i {
    static COUNTING: Row = {
        let (mut row, mut l) = (Row::ZERO, 0);
        while l < LANES {
            row.0[l] = l as u16;
            l += 1;
        }
        row
    };
    // SAFETY: a row is 64 bytes, aligned to 64; the processor has the features (see the head of the file).
    unsafe { _mm512_load_si512(COUNTING.0.as_ptr().cast()) }
}

/// The lowest eight lanes of a non-empty mask, as a mask and as indices. If there are fewer than eight lanes, the first index is
/// repeated.
#[inline(always)]
fn eight(mask: u32) -> (u32, [usize; 8]) {
    let first = mask.trailing_zeros();
    let (mut rest, mut lanes) = (mask, [0; 8]);
    for lane in &mut lanes {
        *lane = if rest == 0 { first } else { rest.trailing_zeros() } as usize;
        rest &= rest.wrapping_sub(1);
    }
    (mask & !rest, lanes)
}

impl Lanes for Avx512 {
    type Mask = u32;
    memory!(32, _mm512_load_si512, _mm512_store_si512);

    #[inline(always)]
    fn splat(v: u16) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        Self(unsafe { _mm512_set1_epi16(v.cast_signed()) })
    }
    binary! {
        and _mm512_and_si512, or _mm512_or_si512, xor _mm512_xor_si512, add _mm512_add_epi16;
        swapped without _mm512_andnot_si512
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
    fn bits(mask: u32) -> u32 {
        mask
    }
    #[inline(always)]
    fn choose(mask: u32, a: Self, b: Self) -> Self {
        // SAFETY: the processor has the features (see the head of the file).
        Self(unsafe { _mm512_mask_blend_epi16(mask, b.0, a.0) })
    }
    turn!(shuffle);
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
            // Bit 2 or 3 of a count is set exactly if the count is at least four.
            *over = Self::or_and(*over, Self(n), Self::splat(12));
            let many = _mm512_cmpgt_epu16_mask(n, _mm512_set1_epi16(2));
            Self(_mm512_mask_mov_epi16(s.0, many, self.0))
        }
    }
    #[inline(always)]
    fn gather(x: &[Row; 81], fixed: &Row, mask: u32, nodes: &mut [Node], places: &[u32; LANES]) {
        let mut rest = mask;
        while rest != 0 {
            let (group, lanes) = eight(rest);
            assert!(lanes.iter().all(|&l| (places[l] as usize) < nodes.len()), "a place is that of a node");
            let first = nodes.as_mut_ptr();
            rest &= !group;
            // SAFETY: the processor has the features (see the head of the file).
            let order = unsafe { _mm512_maskz_compress_epi16(group, counting()) };
            for b in 0..11 {
                // SAFETY: the processor has the features (see the head of the file); rows are whole vectors, and
                // `8 * b` is at most 80 while a node has 88 values, aligned to 16.
                unsafe {
                    let mut rows = [_mm_setzero_si128(); 8];
                    for (i, row) in rows.iter_mut().enumerate() {
                        let from = match 8 * b + i {
                            FIXED => fixed,
                            c if c < 81 => &x[c],
                            _ => continue,
                        };
                        let v = _mm512_load_si512(from.0.as_ptr().cast());
                        *row = _mm512_castsi512_si128(_mm512_permutexvar_epi16(order, v));
                    }
                    let columns = transpose(rows);
                    // Write the first lane last, because missing lanes are also written to the place of the first lane.
                    for i in (0..8).rev() {
                        let node = first.add(places[lanes[i]] as usize).cast::<u16>();
                        _mm_store_si128(node.add(8 * b).cast(), columns[i]);
                    }
                }
            }
        }
    }
    #[inline(always)]
    fn scatter(x: &mut [Row; 81], fixed: &mut Row, mask: u32, nodes: &[Node], places: &[u32; LANES]) {
        let mut rest = mask;
        while rest != 0 {
            let (group, lanes) = eight(rest);
            let from = lanes.map(|l| nodes[places[l] as usize].0.as_ptr());
            rest &= !group;
            // SAFETY: as in `gather`.
            let order = unsafe { _mm512_maskz_expand_epi16(group, counting()) };
            for b in 0..11 {
                // SAFETY: as in `gather`, the other way round.
                unsafe {
                    let mut columns = [_mm_setzero_si128(); 8];
                    for i in 0..8 {
                        columns[i] = _mm_load_si128(from[i].add(8 * b).cast());
                    }
                    let rows = transpose(columns);
                    for i in 0..8 {
                        let to = match 8 * b + i {
                            FIXED => &mut *fixed,
                            c if c < 81 => &mut x[c],
                            _ => continue,
                        };
                        let to = to.0.as_mut_ptr().cast();
                        let old = _mm512_load_si512(to);
                        let new = _mm512_mask_permutexvar_epi16(old, group, order, _mm512_castsi128_si512(rows[i]));
                        _mm512_store_si512(to, new);
                    }
                }
            }
        }
    }
    // The truth tables of vpternlog: a = 0xf0, b = 0xcc, c = 0xaa.
    op!(or3(a, b, c) _mm512_ternarylogic_epi32::<0xfe>);
    op!(and3(a, b, c) _mm512_ternarylogic_epi32::<0x80>);
    op!(two_of(a, b, c) _mm512_ternarylogic_epi32::<0xe8>);
    op!(odd(a, b, c) _mm512_ternarylogic_epi32::<0x96>);
    op!(only(a, b, c) _mm512_ternarylogic_epi32::<0x10>);
    op!(or_and(a, b, c) _mm512_ternarylogic_epi32::<0xf8>);
    op!(unless(a, b, c) _mm512_ternarylogic_epi32::<0xb0>);
}
