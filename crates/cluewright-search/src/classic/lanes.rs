//! The few operations on a vector of 16-bit lanes that the kernels need, and the plain array that implements them on any machine.
//! Compilers translate operations on the array into the SIMD instructions of the target.
//!
//! A [`Row`] has 32 lanes on every machine; a narrower vector processes a row in parts. So the order of the search, and therefore
//! every answer and every statistic, is the same everywhere.
//!
//! Every implementation must agree with [`Array`]; the tests compare them. This file uses plain `for` loops: in some build modes
//! (incremental, many codegen units), closures passed to `map` or `from_fn` are compiled as separate functions, without the
//! processor's features, which made the kernel ten times slower.

use super::board::Grid;
use crate::bits::Ones;

/// The number of lanes in a row.
pub(super) const LANES: usize = 32;

/// The places of nodes that are stored in the order of their lanes.
pub(super) const IN_ORDER: [u32; LANES] = {
    let mut places = [0; LANES];
    let mut l = 0;
    while l < LANES {
        places[l] = l as u32;
        l += 1;
    }
    places
};

/// A row of 32 lanes in memory, aligned for the widest vectors.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [u16; LANES]);

impl Row {
    pub(super) const ZERO: Self = Self([0; LANES]);
}

/// Defines operations of [`Lanes`] on two vectors, each operation as a single instruction. The instruction after `swapped` takes
/// the two vectors in reverse order.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"))]
macro_rules! binary {
    ($($name:ident $instruction:ident),* $(; swapped $($other:ident $reversed:ident),*)?) => {
        $(#[inline(always)]
        #[allow(unused_unsafe, reason = "the instructions of WebAssembly are safe")]
        fn $name(self, b: Self) -> Self {
            // SAFETY: the processor has the instruction: see the head of the file that uses this.
            Self(unsafe { $instruction(self.0, b.0) })
        })*
        $($(#[inline(always)]
        fn $other(self, b: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { $reversed(b.0, self.0) })
        })*)?
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"))]
pub(super) use binary;

/// Defines the number of lanes in a vector, and the instructions that load and store the vector, aligned to its size.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"))]
macro_rules! memory {
    ($n:literal, $load:ident, $store:ident) => {
        const N: usize = $n;

        #[inline(always)]
        fn load(row: &Row, part: usize) -> Self {
            debug_assert!(part < Self::PARTS);
            // SAFETY: a row begins at a multiple of 64 and has `PARTS` parts of `N` lanes; the processor has the instruction: see
            // the head of the file that uses this.
            Self(unsafe { $load(row.0.as_ptr().add($n * part).cast()) })
        }
        #[inline(always)]
        fn store(self, row: &mut Row, part: usize) {
            debug_assert!(part < Self::PARTS);
            // SAFETY: as above.
            unsafe { $store(row.0.as_mut_ptr().add($n * part).cast(), self.0) }
        }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"))]
pub(super) use memory;

/// Defines [`Lanes::turn`] by means of a function that shuffles the bytes of every eight lanes. An index of 0x80 gives a 0.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! turn {
    ($shuffle:ident) => {
        #[inline(always)]
        fn turn(a: [Self; 3]) -> [Self; 3] {
            let mut o = a;
            for m in 0..3 {
                let [p, q, r] = &TURN[m];
                o[m] = Self::or3($shuffle(a[0], p), $shuffle(a[1], q), $shuffle(a[2], r));
            }
            o
        }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use turn;

/// A vector of `N` unsigned 16-bit lanes.
pub(super) trait Lanes: Copy {
    /// A subset of the lanes.
    type Mask: Copy;
    /// The number of lanes: 8, 16 or 32.
    const N: usize;
    /// The number of vectors in a row.
    const PARTS: usize = LANES / Self::N;
    /// Whether the passes over a band are separate functions. This is possible if the code is not compiled for particular
    /// processor features; a single copy takes a tenth of the time to compile.
    const APART: bool = false;
    /// The mask of all lanes, as bits.
    const EVERY: u32 = u32::MAX >> (32 - Self::N);

    /// Loads the `N` lanes of a row that start at `part * N`.
    fn load(row: &Row, part: usize) -> Self;
    /// Stores the vector in the `N` lanes of a row that start at `part * N`.
    fn store(self, row: &mut Row, part: usize);
    fn splat(v: u16) -> Self;
    fn and(self, b: Self) -> Self;
    fn or(self, b: Self) -> Self;
    fn xor(self, b: Self) -> Self;
    /// `self & !b` in each lane.
    fn without(self, b: Self) -> Self;
    fn add(self, b: Self) -> Self;
    /// The lanes that are equal to the lanes of `b`.
    fn equal(self, b: Self) -> Self::Mask;
    /// The lanes that are less than the lanes of `b`. All numbers must be below 2^15.
    fn less(self, b: Self) -> Self::Mask;
    /// The mask as one bit per lane, with lane 0 as the lowest bit; all other bits are 0.
    fn bits(mask: Self::Mask) -> u32;
    /// `a` in the lanes of the mask, `b` elsewhere.
    fn choose(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// The number of bits that are set in each lane. Lanes have at most nine bits.
    fn popcount(self) -> Self;
    /// The other view of three vectors (see `lone.rs`) in every group of eight lanes: lane `b` of result `m` is lane `3 + m` of
    /// vector `b`, and lane `3 + s` of result `m` is lane `m` of vector `s` (`b` and `s` in 0..3). The last two lanes are 0.
    fn turn(a: [Self; 3]) -> [Self; 3];

    /// Copies the lanes of the mask to nodes: lane `l` to `nodes[places[l]]`. All places must exist.
    #[inline(always)]
    fn gather(x: &[Row; 81], fixed: &Row, mask: u32, nodes: &mut [Node], places: &[u32; LANES]) {
        for l in Ones(mask) {
            let node = &mut nodes[places[l] as usize];
            for c in 0..81 {
                node.0[c] = x[c].0[l];
            }
            node.0[FIXED] = fixed.0[l];
        }
    }
    /// Copies `nodes[places[l]]` to lane `l` for the lanes of the mask. All places must exist.
    #[inline(always)]
    fn scatter(x: &mut [Row; 81], fixed: &mut Row, mask: u32, nodes: &[Node], places: &[u32; LANES]) {
        // Copy two lanes at a time, because neighbouring lanes in a row share memory accesses.
        let mut lanes = Ones(mask);
        while let Some(l) = lanes.next() {
            let a = &nodes[places[l] as usize];
            if let Some(m) = lanes.next() {
                let b = &nodes[places[m] as usize];
                for c in 0..81 {
                    (x[c].0[l], x[c].0[m]) = (a.0[c], b.0[c]);
                }
                (fixed.0[l], fixed.0[m]) = (a.0[FIXED], b.0[FIXED]);
            } else {
                for c in 0..81 {
                    x[c].0[l] = a.0[c];
                }
                fixed.0[l] = a.0[FIXED];
            }
        }
    }

    /// All ones in the lanes that are zero, zero elsewhere.
    #[inline(always)]
    fn zeros(self) -> Self {
        Self::choose(self.equal(Self::splat(0)), Self::splat(u16::MAX), Self::splat(0))
    }
    /// `self & f` in the lanes where this is not zero, `self & h` elsewhere.
    #[inline(always)]
    fn pick(self, h: Self, f: Self) -> Self {
        let placed = self.and(f);
        self.and(placed.zeros().and(h)).or(placed)
    }
    /// The vector's own value in lanes with at most one bit, zero elsewhere. `less_one` has each lane minus 1.
    #[inline(always)]
    fn single(self, less_one: Self) -> Self {
        self.and(self.and(less_one).zeros())
    }
    /// The vector's own value in lanes with exactly three bits, zero elsewhere. Lanes have at most nine bits.
    #[inline(always)]
    fn triple(self) -> Self {
        let third = self.without_lowest().without_lowest();
        third.without_lowest().zeros().without(third.zeros()).and(self)
    }
    /// The vector's own value in lanes with at least three bits, `s` elsewhere. `over` becomes non-zero in lanes with at least
    /// four bits. Lanes have at most nine bits, and `s` contains all bits of the vector.
    #[inline(always)]
    fn crowd(self, s: Self, over: &mut Self) -> Self {
        let third = self.without_lowest().without_lowest();
        *over = over.or(third.without_lowest());
        s.and(third.zeros()).or(self)
    }
    /// The vector with the lowest set bit of each lane removed.
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.and(self.less_one())
    }
    #[inline(always)]
    fn less_one(self) -> Self {
        self.add(Self::splat(0xffff))
    }
    #[inline(always)]
    fn or3(a: Self, b: Self, c: Self) -> Self {
        a.or(b).or(c)
    }
    #[inline(always)]
    fn and3(a: Self, b: Self, c: Self) -> Self {
        a.and(b).and(c)
    }
    /// The bits that are set in at least two of the three vectors.
    #[inline(always)]
    fn two_of(a: Self, b: Self, c: Self) -> Self {
        a.and(b).or(a.or(b).and(c))
    }
    /// The bits that are set in an odd number of the three vectors.
    #[inline(always)]
    fn odd(a: Self, b: Self, c: Self) -> Self {
        a.xor(b).xor(c)
    }
    /// `a & !b & !c` in each lane.
    #[inline(always)]
    fn only(a: Self, b: Self, c: Self) -> Self {
        a.without(b.or(c))
    }
    /// `a | (b & c)` in each lane.
    #[inline(always)]
    fn or_and(a: Self, b: Self, c: Self) -> Self {
        a.or(b.and(c))
    }
    /// `a & (!b | c)` in each lane.
    #[inline(always)]
    fn unless(a: Self, b: Self, c: Self) -> Self {
        a.without(b.without(c))
    }
}

/// The byte shuffles of eight lanes for [`Lanes::turn`]: the bytes of each vector that go into each result. An index of 0x80
/// gives a 0.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) static TURN: [[[u8; 16]; 3]; 3] = {
    let mut all = [[[0x80; 16]; 3]; 3];
    let mut at = 0;
    while at < 9 {
        let (m, n) = (at / 3, at % 3);
        let mut byte = 0;
        while byte < 2 {
            all[m][n][2 * n + byte] = (2 * (3 + m) + byte) as u8;
            all[m][n][2 * (3 + n) + byte] = (2 * m + byte) as u8;
            byte += 1;
        }
        at += 1;
    }
    all
};

/// A search node of the batch: the candidates of the 81 cells, a 0, a number that represents which cells were fixed when the node
/// was last swept, and the depth of the node. The node is padded to whole blocks of eight.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Node(pub(super) [u16; 88]);

/// The index at which a node stores its number from the row `fixed` (see [`super::sweep::Found`]).
pub(super) const FIXED: usize = 82;

/// The index at which a node stores its depth.
pub(super) const DEPTH: usize = 83;

impl Node {
    pub(super) const EMPTY: Self = Self([0; 88]);

    /// Initialises the node for the new puzzle that is in its 81 cells.
    pub(super) fn begin(&mut self) {
        self.0[81..].fill(0);
    }

    /// The grid of a node in which every cell has one digit.
    #[inline(always)]
    pub(super) fn grid(&self) -> Grid {
        let mut grid = [0; 81];
        for c in 0..81 {
            grid[c] = (u16::BITS - self.0[c].leading_zeros()) as u8;
        }
        grid
    }
}

/// The portable vector: an array, on which every operation is a loop over lanes.
#[derive(Clone, Copy)]
pub(super) struct Array<const N: usize>([u16; N]);

impl<const N: usize> Array<N> {
    #[inline(always)]
    fn zip(self, b: Self, f: impl Fn(u16, u16) -> u16) -> Self {
        let mut o = [0; N];
        for i in 0..N {
            o[i] = f(self.0[i], b.0[i]);
        }
        Self(o)
    }
}

fn all_ones_if(is: bool) -> u16 {
    u16::from(is).wrapping_neg()
}

macro_rules! by_lane {
    ($($name:ident |$a:ident, $b:ident| $value:expr;)*) => {
        $(#[inline(always)]
        fn $name(self, b: Self) -> Self {
            self.zip(b, |$a, $b| $value)
        })*
    };
}

impl<const N: usize> Lanes for Array<N> {
    /// All ones in the lanes of the mask.
    type Mask = Self;
    const N: usize = N;
    const APART: bool = true;

    #[inline(always)]
    fn load(row: &Row, part: usize) -> Self {
        let mut o = [0; N];
        o.copy_from_slice(&row.0[part * N..part * N + N]);
        Self(o)
    }
    #[inline(always)]
    fn store(self, row: &mut Row, part: usize) {
        row.0[part * N..part * N + N].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn splat(v: u16) -> Self {
        Self([v; N])
    }
    by_lane! {
        and |a, b| a & b;
        or |a, b| a | b;
        xor |a, b| a ^ b;
        without |a, b| a & !b;
        add |a, b| a.wrapping_add(b);
        equal |a, b| all_ones_if(a == b);
        less |a, b| all_ones_if(a < b);
    }
    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        let mut m = 0;
        for i in 0..N {
            m |= u32::from(mask.0[i] & 1) << i;
        }
        m
    }
    #[inline(always)]
    fn choose(mask: Self, a: Self, b: Self) -> Self {
        b.xor(a.xor(b).and(mask))
    }
    #[inline(always)]
    fn popcount(self) -> Self {
        self.zip(self, |a, _| {
            let a = (a & 0x5555) + (a >> 1 & 0x5555);
            let a = (a & 0x3333) + (a >> 2 & 0x3333);
            let a = (a & 0x0f0f) + (a >> 4 & 0x0f0f);
            (a & 0xff) + (a >> 8)
        })
    }
    #[inline(always)]
    fn turn(a: [Self; 3]) -> [Self; 3] {
        let mut o = [Self([0; N]); 3];
        for group in 0..N / 8 {
            for m in 0..3 {
                for n in 0..3 {
                    o[m].0[8 * group + n] = a[n].0[8 * group + 3 + m];
                    o[m].0[8 * group + 3 + n] = a[n].0[8 * group + m];
                }
            }
        }
        o
    }
}
