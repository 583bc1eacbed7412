//! The kinds of vectors, and which kinds this processor supports.

/// The vectors that an engine computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kernel {
    /// Plain loops over lanes, for processors that have none of the other vectors.
    Portable,
    /// Vectors of 8 lanes: NEON, in every 64-bit ARM processor.
    Neon,
    /// Vectors of 8 lanes: `simd128` of WebAssembly, in modules that are built with it.
    Wasm128,
    /// Vectors of 8 lanes: SSE2, in every x86-64 processor.
    Sse2,
    /// Vectors of 16 lanes: AVX2 and BMI.
    Avx2,
    /// Vectors of 32 lanes: AVX-512 F, BW, VBMI2 and BITALG.
    Avx512,
}

/// Whether the portable kernel is compiled. On targets where every processor has vectors, it is compiled only for tests, because
/// it takes a tenth of this crate's compile time, and 130 kB of a module for browsers.
pub(super) const PORTABLE: bool = cfg!(any(
    test,
    not(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))
));

impl Kernel {
    /// The kernels that this processor can run, with the best kernel last.
    pub fn available() -> Vec<Self> {
        let mut all = Vec::new();
        if PORTABLE {
            all.push(Self::Portable);
        }
        #[cfg(target_arch = "aarch64")]
        all.push(Self::Neon);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Self::Wasm128);
        #[cfg(target_arch = "x86_64")]
        all.push(Self::Sse2);
        #[cfg(target_arch = "x86_64")]
        if avx2_available() {
            all.push(Self::Avx2);
        }
        #[cfg(target_arch = "x86_64")]
        if avx512_available() {
            all.push(Self::Avx512);
        }
        all
    }

    /// The fastest kernel of this processor.
    pub fn best() -> Self {
        *Self::available().last().expect("every processor can run one")
    }
}

/// Whether the processor has all these features.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
}

#[cfg(target_arch = "x86_64")]
pub(super) fn avx2_available() -> bool {
    has!("avx2" "bmi1" "bmi2" "popcnt" "lzcnt")
}

#[cfg(target_arch = "x86_64")]
pub(super) fn avx512_available() -> bool {
    has!("avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512bitalg")
        && has!("bmi1" "bmi2" "popcnt" "lzcnt")
}
