//! Vectors of 8 lanes in a NEON register. Every 64-bit ARM processor has NEON, so no code in this file needs to check for it.

#[allow(clippy::wildcard_imports, reason = "one name an instruction")]
use std::arch::aarch64::*;

use super::lanes::{Lanes, Row, TURN, binary, memory, turn};

#[derive(Clone, Copy)]
pub(super) struct Neon(uint16x8_t);

/// Shuffles the bytes of a vector.
#[inline(always)]
fn shuffle(v: Neon, bytes: &[u8; 16]) -> Neon {
    // SAFETY: 16 readable bytes; every 64-bit ARM processor has NEON.
    Neon(unsafe { vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(v.0), vld1q_u8(bytes.as_ptr()))) })
}

impl Lanes for Neon {
    /// All ones in the lanes of the mask.
    type Mask = Self;
    memory!(8, vld1q_u16, vst1q_u16);

    #[inline(always)]
    fn splat(v: u16) -> Self {
        // SAFETY: every 64-bit ARM processor has NEON.
        Self(unsafe { vdupq_n_u16(v) })
    }
    binary! {
        and vandq_u16, or vorrq_u16, xor veorq_u16, without vbicq_u16, add vaddq_u16, equal vceqq_u16, less vcltq_u16
    }
    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        const LANE: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: eight readable lanes; every 64-bit ARM processor has NEON.
        u32::from(unsafe { vaddvq_u16(vandq_u16(mask.0, vld1q_u16(LANE.as_ptr()))) })
    }
    #[inline(always)]
    fn choose(mask: Self, a: Self, b: Self) -> Self {
        // SAFETY: every 64-bit ARM processor has NEON.
        Self(unsafe { vbslq_u16(mask.0, a.0, b.0) })
    }
    turn!(shuffle);
    #[inline(always)]
    fn popcount(self) -> Self {
        // SAFETY: every 64-bit ARM processor has NEON.
        Self(unsafe { vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(self.0))) })
    }
    #[inline(always)]
    fn pick(self, h: Self, f: Self) -> Self {
        // SAFETY: every 64-bit ARM processor has NEON.
        let placed = Self(unsafe { vtstq_u16(self.0, f.0) });
        self.and(Self::choose(placed, f, h))
    }
    #[inline(always)]
    fn single(self, less_one: Self) -> Self {
        // SAFETY: every 64-bit ARM processor has NEON.
        self.without(Self(unsafe { vtstq_u16(self.0, less_one.0) }))
    }
    #[inline(always)]
    fn triple(self) -> Self {
        self.and(self.popcount().equal(Self::splat(3)))
    }
    #[inline(always)]
    fn crowd(self, s: Self, over: &mut Self) -> Self {
        let n = self.popcount();
        // Bit 2 or 3 of a count is set exactly if the count is at least four.
        *over = over.or(n.and(Self::splat(12)));
        Self::choose(Self::splat(2).less(n), self, s)
    }
}
