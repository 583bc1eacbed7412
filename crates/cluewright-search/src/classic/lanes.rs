//! The few operations the kernel needs on a vector of 16-bit lanes, one search node a lane; and the plain array
//! that implements them anywhere. Compilers turn the array into whatever SIMD the target has.
//!
//! Every implementation must agree with [`Array`]; the test at the end of `mod.rs` compares them.

/// A vector of `N` unsigned 16-bit lanes. Lane masks are bits of a `u32`, lane 0 lowest.
pub(super) trait Lanes: Copy {
    /// The vector in memory.
    type Row: Copy + AsRef<[u16]> + AsMut<[u16]>;
    /// Number of lanes, at most 32.
    const N: usize;

    fn load(row: &Self::Row) -> Self;
    fn store(self, row: &mut Self::Row);
    fn zero_row() -> Self::Row;
    fn splat(v: u16) -> Self;
    fn and(self, b: Self) -> Self;
    fn or(self, b: Self) -> Self;
    fn xor(self, b: Self) -> Self;
    /// `self & !b`
    fn without(self, b: Self) -> Self;
    fn add(self, b: Self) -> Self;
    /// Lanes equal to those of `b`.
    fn equal(self, b: Self) -> u32;
    /// Lanes below those of `b` (both below 2^15).
    fn less(self, b: Self) -> u32;
    /// `a` in the lanes of the mask, `b` elsewhere.
    fn choose(mask: u32, a: Self, b: Self) -> Self;
    /// Bits set in each lane; lanes hold at most nine bits.
    fn popcount(self) -> Self;
    /// `self & f` in lanes where that is not zero, `self & h` elsewhere.
    fn pick(self, h: Self, f: Self) -> Self;
    /// The lane where it has at most one bit, zero elsewhere; `less_one` is the lane minus 1.
    fn single(self, less_one: Self) -> Self;
    /// The lane where it has exactly three bits, zero elsewhere; lanes hold at most nine bits.
    fn triple(self) -> Self;
    /// The lane itself where it has three bits or more, `s` elsewhere; `over` becomes non-zero where it has four or
    /// more. Lanes hold at most nine bits.
    fn crowd(self, s: Self, over: &mut Self) -> Self;
    /// Copies the lanes of the mask out: lane `l` to `out[l]`.
    #[inline(always)]
    fn gather(x: &[Self::Row; 81], mask: u32, out: &mut [Node; 32]) {
        for l in bits(mask) {
            for (m, row) in out[l].0.iter_mut().zip(x) {
                *m = row.as_ref()[l];
            }
        }
    }
    /// Puts `nodes[l]` into lane `l` for the lanes of the mask.
    #[inline(always)]
    fn scatter(x: &mut [Self::Row; 81], mask: u32, nodes: &[Node; 32]) {
        for l in bits(mask) {
            for (row, &m) in x.iter_mut().zip(&nodes[l].0) {
                row.as_mut()[l] = m;
            }
        }
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
    /// At least two of the three.
    #[inline(always)]
    fn two_of(a: Self, b: Self, c: Self) -> Self {
        a.and(b).or(a.or(b).and(c))
    }
    /// `a & !b & !c`
    #[inline(always)]
    fn only(a: Self, b: Self, c: Self) -> Self {
        a.without(b.or(c))
    }
    /// `a | (b & c)`
    #[inline(always)]
    fn or_and(a: Self, b: Self, c: Self) -> Self {
        a.or(b.and(c))
    }
    /// `a | (b ^ c)`
    #[inline(always)]
    fn or_xor(a: Self, b: Self, c: Self) -> Self {
        a.or(b.xor(c))
    }
    /// `a & (!b | c)`
    #[inline(always)]
    fn unless(a: Self, b: Self, c: Self) -> Self {
        a.without(b.without(c))
    }
}

/// One search node on its own: the candidates of the 81 cells, padded to whole blocks of eight.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Node(pub(super) [u16; 88]);

/// Set bits of a mask, lowest first.
#[inline(always)]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let l = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            l
        })
    })
}

/// A row in memory, aligned for the widest vectors.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row<const N: usize>(pub(super) [u16; N]);

impl<const N: usize> AsRef<[u16]> for Row<N> {
    #[inline(always)]
    fn as_ref(&self) -> &[u16] {
        &self.0
    }
}

impl<const N: usize> AsMut<[u16]> for Row<N> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u16] {
        &mut self.0
    }
}

/// The portable vector: an array, every operation a loop over lanes.
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
    #[inline(always)]
    fn mask(self, b: Self, f: impl Fn(u16, u16) -> bool) -> u32 {
        let mut m = 0;
        for i in 0..N {
            m |= (f(self.0[i], b.0[i]) as u32) << i;
        }
        m
    }
}

/// All ones when the value is not 0, without a branch.
#[inline(always)]
fn nonzero(v: u16) -> u16 {
    ((v != 0) as u16).wrapping_neg()
}

impl<const N: usize> Lanes for Array<N> {
    type Row = Row<N>;
    const N: usize = N;

    #[inline(always)]
    fn load(row: &Row<N>) -> Self {
        Self(row.0)
    }
    #[inline(always)]
    fn store(self, row: &mut Row<N>) {
        row.0 = self.0;
    }
    fn zero_row() -> Row<N> {
        Row([0; N])
    }
    #[inline(always)]
    fn splat(v: u16) -> Self {
        Self([v; N])
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        self.zip(b, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        self.zip(b, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        self.zip(b, |a, b| a ^ b)
    }
    #[inline(always)]
    fn without(self, b: Self) -> Self {
        self.zip(b, |a, b| a & !b)
    }
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        self.zip(b, u16::wrapping_add)
    }
    #[inline(always)]
    fn equal(self, b: Self) -> u32 {
        self.mask(b, |a, b| a == b)
    }
    #[inline(always)]
    fn less(self, b: Self) -> u32 {
        self.mask(b, |a, b| a < b)
    }
    #[inline(always)]
    fn choose(mask: u32, a: Self, b: Self) -> Self {
        let mut o = b.0;
        for (i, v) in o.iter_mut().enumerate() {
            let m = ((mask >> i & 1) as u16).wrapping_neg();
            *v ^= (*v ^ a.0[i]) & m;
        }
        Self(o)
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
    fn pick(self, h: Self, f: Self) -> Self {
        let placed = self.and(f);
        placed.or(self.and(h).zip(placed, |x, p| x & !nonzero(p)))
    }
    #[inline(always)]
    fn single(self, less_one: Self) -> Self {
        self.zip(less_one, |x, t| x & !nonzero(x & t))
    }
    #[inline(always)]
    fn triple(self) -> Self {
        self.zip(self, |x, _| {
            let y = x & x.wrapping_sub(1);
            let z = y & y.wrapping_sub(1);
            let w = z & z.wrapping_sub(1);
            x & nonzero(z) & !nonzero(w)
        })
    }
    #[inline(always)]
    fn crowd(self, s: Self, over: &mut Self) -> Self {
        let z = self.zip(self, |x, _| {
            let y = x & x.wrapping_sub(1);
            y & y.wrapping_sub(1)
        });
        *over = over.or(z.zip(z, |z, _| z & z.wrapping_sub(1)));
        let many = z.zip(z, |z, _| nonzero(z));
        self.and(many).or(s.without(many))
    }
}
