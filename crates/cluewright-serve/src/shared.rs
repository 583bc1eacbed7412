//! The state that all connections of a server share.

use crate::Options;
use crate::client::Surroundings;
use crate::pool::Pool;
use std::sync::Arc;

/// The state that all connections of the server share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) options: Options,
    pub(crate) pool: Arc<Pool>,
    pub(crate) surroundings: Surroundings,
}
