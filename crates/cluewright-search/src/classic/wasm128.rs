//! Vectors of 8 lanes in WebAssembly. Whether there is `simd128` is known when a module is compiled, so no code needs to check
//! for it at run time.
//!
//! All instructions except loads and stores are safe to call: a module either has them or is not built with this file.

use std::arch::wasm32::{
    i8x16_popcnt, i16x8_add, i16x8_bitmask, i16x8_eq, i16x8_lt, i16x8_shuffle, i16x8_splat, u16x8,
    u16x8_extadd_pairwise_u8x16, v128, v128_and, v128_andnot, v128_bitselect, v128_load, v128_or, v128_store, v128_xor,
};

use super::lanes::{Lanes, Row, binary, memory};

#[derive(Clone, Copy)]
pub(super) struct Wasm128(v128);

impl Lanes for Wasm128 {
    /// All ones in the lanes of the mask.
    type Mask = Self;
    memory!(8, v128_load, v128_store);

    #[inline(always)]
    fn splat(v: u16) -> Self {
        Self(i16x8_splat(v.cast_signed()))
    }
    // The numbers that `less` compares are below 2^15, so signs do not matter. Comparing signed lanes takes a single instruction
    // on x86, too.
    binary! {
        and v128_and, or v128_or, xor v128_xor, without v128_andnot, add i16x8_add, equal i16x8_eq, less i16x8_lt
    }
    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        u32::from(i16x8_bitmask(mask.0))
    }
    #[inline(always)]
    fn choose(mask: Self, a: Self, b: Self) -> Self {
        Self(v128_bitselect(a.0, b.0, mask.0))
    }
    #[inline(always)]
    fn popcount(self) -> Self {
        Self(u16x8_extadd_pairwise_u8x16(i8x16_popcnt(self.0)))
    }
    #[inline(always)]
    fn turn(a: [Self; 3]) -> [Self; 3] {
        let [a, b, c] = [a[0].0, a[1].0, a[2].0];
        let six = u16x8(!0, !0, !0, !0, !0, !0, 0, 0);
        // Indices 8 to 15 are the lanes of the second vector. The lanes of `c` are added last, in lanes 2 and 5.
        let ab = [
            i16x8_shuffle::<3, 11, 0, 0, 8, 0, 0, 0>(a, b),
            i16x8_shuffle::<4, 12, 0, 1, 9, 0, 0, 0>(a, b),
            i16x8_shuffle::<5, 13, 0, 2, 10, 0, 0, 0>(a, b),
        ];
        let abc = [
            i16x8_shuffle::<0, 1, 11, 3, 4, 8, 0, 0>(ab[0], c),
            i16x8_shuffle::<0, 1, 12, 3, 4, 9, 0, 0>(ab[1], c),
            i16x8_shuffle::<0, 1, 13, 3, 4, 10, 0, 0>(ab[2], c),
        ];
        [Self(v128_and(abc[0], six)), Self(v128_and(abc[1], six)), Self(v128_and(abc[2], six))]
    }
}
