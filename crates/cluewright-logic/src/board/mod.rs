//! Views of a model and of a position. While a model is being explained, nothing in this module changes except the contents of a
//! [`store::Store`].

pub(crate) mod balance;
pub(crate) mod bits;
mod counts;
pub(crate) mod deadly;
pub(crate) mod equations;
pub(crate) mod facts;
pub(crate) mod frame;
mod leftovers;
pub(crate) mod live;
pub(crate) mod oracle;
pub(crate) mod space;
pub(crate) mod state;
pub(crate) mod store;
mod sums;
mod together;
pub(crate) mod view;
