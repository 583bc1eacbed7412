//! Tables about a position that several techniques use. The tables are computed on first use and exist as long as the
//! view.

pub(crate) mod als;
pub(crate) mod barren;
pub(crate) mod chain;
pub(crate) mod failing;
pub(crate) mod fillings;
pub(crate) mod guardians;
mod once;
pub(crate) mod quiet;
pub(crate) mod reaches;
pub(crate) mod rectangles;
pub(crate) mod ties;

pub(crate) use once::once;
