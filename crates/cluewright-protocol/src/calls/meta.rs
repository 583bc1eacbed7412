//! `meta`: what this engine is and can. `cancel`: a request that is not wanted any more.

use super::{Call, Nothing};
use crate::message::{Failure, Id};
use crate::work::Work;
use cluewright::LEVELS;
use cluewright::formats::FORMATS;
use cluewright::scale::SCALES;
use serde::{Deserialize, Serialize};

/// What is this engine, and what can it?
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Meta {}

/// The answer of `meta`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct About {
    engine: &'static str,
    version: &'static str,
    operations: Vec<OperationReport>,
    formats: Vec<FormatReport>,
    levels: Vec<LevelReport>,
    /// Scales that `rate` can be asked for, by their names.
    scales: Vec<&'static str>,
}

/// What a rating is called.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LevelReport {
    word: &'static str,
    /// Up to which difficulty of the hardest step; absent: there is nothing above.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<f64>,
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
    endings: &'static [&'static str],
    writes: bool,
}

impl Call for Meta {
    const NAME: &'static str = "meta";
    const ABOUT: &'static str = "Tells the engine's version, its operations and the formats it reads and writes.";
    const NEEDS_PUZZLE: bool = false;
    const REPLACES: bool = false;
    const QUICK: bool = true;
    type Partial = Nothing;
    type Answer = About;

    fn answer(self, _work: &mut Work<'_>) -> Result<About, Failure> {
        let operations = super::operations().iter().map(|o| OperationReport { name: o.name, about: o.about });
        let formats = FORMATS.iter().map(|f| f.info()).map(|info| FormatReport {
            id: info.id,
            about: info.about,
            endings: info.endings,
            writes: info.writes,
        });
        let levels =
            LEVELS.iter().map(|&(to, word)| LevelReport { word, to: (to < u16::MAX).then(|| f64::from(to) / 10.0) });
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

/// A request is not wanted any more.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Cancel {
    /// Its id.
    of: Id,
}

/// The answer of `cancel`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Cancelled {
    /// Was it under way?
    cancelled: bool,
}

impl Call for Cancel {
    const NAME: &'static str = "cancel";
    const ABOUT: &'static str = "Ends a request, whose last message is then the error `cancelled`.";
    const NEEDS_PUZZLE: bool = false;
    const REPLACES: bool = false;
    const QUICK: bool = true;
    type Partial = Nothing;
    type Answer = Cancelled;

    fn answer(self, work: &mut Work<'_>) -> Result<Cancelled, Failure> {
        Ok(Cancelled { cancelled: work.session.running.cancel(&self.of) })
    }
}
