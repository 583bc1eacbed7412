//! `meta`: the engine's version and abilities. `cancel`: ends a request.

use crate::call::{Call, Nothing};
use crate::message::{Failure, Id};
use crate::work::Work;
use cluewright::formats::FORMATS;
use cluewright::scale::{OWN_SCALE, SCALES, scale};
use serde::Serialize;

cluewright::question! {
    /// Returns the engine's version, its operations, and the formats it reads and writes.
    pub(crate) struct Meta = "meta" {}
}

/// The answer to `meta`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct About {
    engine: &'static str,
    version: &'static str,
    operations: Vec<OperationReport>,
    formats: Vec<FormatReport>,
    /// The levels of Cluewright's own scale, from the easiest to the hardest.
    levels: Vec<LevelReport>,
    /// The names of the scales on which `rate` can rate puzzles.
    scales: Vec<&'static str>,
}

/// A level of Cluewright's own scale.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LevelReport {
    word: &'static str,
    /// The minimum points of the level.
    from: u16,
    /// The maximum points of the level.
    to: u16,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OperationReport {
    name: &'static str,
    about: &'static str,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FormatReport {
    id: &'static str,
    about: &'static str,
    /// The usual file extensions, without the dot.
    endings: &'static [&'static str],
    /// Whether the format can be written, not only read.
    writes: bool,
}

impl Call for Meta {
    const NEEDS_PUZZLE: bool = false;
    const REPLACES: bool = false;
    const QUICK: bool = true;
    type Partial = Nothing;
    type Answer = About;

    fn answer(self, work: &mut Work<'_>) -> Result<About, Failure> {
        let operations = (work.operations)().into_iter().map(|(name, about)| OperationReport { name, about });
        let formats = FORMATS.iter().map(|f| f.info()).map(|info| FormatReport {
            id: info.id,
            about: info.about,
            endings: info.endings,
            writes: info.writes,
        });
        let levels = scale(OWN_SCALE)?.levels().into_iter().filter_map(|(word, points)| {
            let points = points?;
            Some(LevelReport { word, from: points.start, to: points.end - 1 })
        });
        Ok(About {
            engine: "cluewright",
            version: env!("CARGO_PKG_VERSION"),
            operations: operations.collect(),
            formats: formats.collect(),
            levels: levels.collect(),
            scales: SCALES.iter().map(|scale| scale.id()).collect(),
        })
    }
}

cluewright::question! {
    /// Cancels a request; its last message is then the error `cancelled`.
    pub(crate) struct Cancel = "cancel" {
        /// The id of the request to cancel.
        of: Id,
    }
}

/// The answer to `cancel`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Cancelled {
    /// Whether the request was running.
    cancelled: bool,
}

impl Call for Cancel {
    const NEEDS_PUZZLE: bool = false;
    const REPLACES: bool = false;
    const QUICK: bool = true;
    type Partial = Nothing;
    type Answer = Cancelled;

    fn answer(self, work: &mut Work<'_>) -> Result<Cancelled, Failure> {
        Ok(Cancelled { cancelled: work.state.running.cancel(&self.of) })
    }
}
