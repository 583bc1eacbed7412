//! Finds techniques by the names that people use for them.

use crate::error::Error;
use crate::question::{Kind, Names, Word};
use cluewright_core::BadInput;
use cluewright_logic::{RARE, TECHNIQUES, Technique, TechniqueInfo};
use serde::{Deserialize, Deserializer, Serialize};

/// Ids of techniques in the order in which they were named, by any name that [`techniques_named`] knows.
///
/// ```
/// use cluewright::techniques::TechniqueIds;
/// assert_eq!(*TechniqueIds::named(&["X-Wing", "naked single"])?, ["x_wing", "naked_single"]);
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TechniqueIds(Vec<&'static str>);

impl TechniqueIds {
    /// The ids of the techniques with these names, each once.
    ///
    /// Errors: no technique has one of the names.
    pub fn named<S: AsRef<str>>(names: &[S]) -> Result<Self, Error> {
        let mut ids = Vec::new();
        for name in names {
            for info in techniques_named(name.as_ref())? {
                if !ids.contains(&info.id) {
                    ids.push(info.id);
                }
            }
        }
        Ok(Self(ids))
    }
}

/// The id of one technique, by any name that [`techniques_named`] knows. If several techniques have this name, the first is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TechniqueId(pub &'static str);

impl TechniqueId {
    /// The technique with this name.
    ///
    /// Errors: no technique has this name.
    pub fn named(name: &str) -> Result<Self, Error> {
        Ok(Self(techniques_named(name)?[0].id))
    }
}

impl<'de> Deserialize<'de> for TechniqueId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::named(&String::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

impl Word for TechniqueId {
    const KIND: Kind = Kind::Text;
    const SHOWN: &'static str = "T";
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for TechniqueId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TechniqueId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

impl<'de> Deserialize<'de> for TechniqueIds {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::named(&Names::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

impl Word for TechniqueIds {
    const KIND: Kind = Kind::List;
    const SHOWN: &'static str = "T,...";
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for TechniqueIds {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TechniqueList".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": ["array", "string"], "items": { "type": "string" } })
    }
}

impl std::ops::Deref for TechniqueIds {
    type Target = [&'static str];

    fn deref(&self) -> &[&'static str] {
        &self.0
    }
}

/// The ids of the techniques with this name.
pub(crate) fn ids_named(name: &str) -> Result<Vec<&'static str>, BadInput> {
    let wanted = plain(name);
    let found: Vec<&'static str> =
        every_technique().filter(|t| t.infos().iter().any(|info| bears(info, &wanted))).map(|t| t.info().id).collect();
    if found.is_empty() { Err(unknown(name)) } else { Ok(found) }
}

/// The descriptions of all techniques with this name: an id, the technique's name, another name in use, or the one in `HoDoKu` or
/// on Sudopedia. Case is ignored, and `-`, `_` and spaces are equivalent.
///
/// Errors: no technique has this name; the hint suggests a similar one.
///
/// ```
/// assert_eq!(cluewright::techniques::techniques_named("X-Wing")?[0].id, "x_wing");
/// assert_eq!(cluewright::techniques::techniques_named("Uniqueness Test 1")?[0].id, "unique_rectangle_1");
/// let error = cluewright::techniques::techniques_named("xwing").unwrap_err();
/// assert_eq!(error.to_string(), "there is no technique `xwing` (did you mean `x_wing`?)");
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn techniques_named(name: &str) -> Result<Vec<&'static TechniqueInfo>, Error> {
    let wanted = plain(name);
    let mut found: Vec<&'static TechniqueInfo> = Vec::new();
    for info in every_technique().flat_map(Technique::infos).filter(|info| bears(info, &wanted)) {
        if !found.iter().any(|f| f.id == info.id) {
            found.push(info);
        }
    }
    if found.is_empty() { Err(unknown(name).into()) } else { Ok(found) }
}

/// The technique with this id.
pub(crate) fn technique_of(id: &str) -> Option<&'static TechniqueInfo> {
    every_technique().flat_map(Technique::infos).find(|info| info.id == id)
}

fn every_technique() -> impl Iterator<Item = &'static dyn Technique> {
    TECHNIQUES.iter().chain(RARE).copied()
}

/// Normalises a name: lower case, with a space between words.
fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace(['-', '_'], " ")
}

fn bears(info: &'static TechniqueInfo, wanted: &str) -> bool {
    names(info).any(|name| plain(name) == wanted)
}

/// All names of a technique: its id, its name, other names in use, and its name in other programs.
fn names(info: &'static TechniqueInfo) -> impl Iterator<Item = &'static str> {
    let ours = [info.id, info.name].into_iter().chain(info.aliases.iter().copied());
    ours.chain(info.elsewhere().map(|(_, name)| name)).filter(|name| !name.is_empty())
}

fn unknown(name: &str) -> BadInput {
    // Users may write `-` between words, as in rule names, or run the words together. The suggestion is an id, which can be typed
    // as it is.
    let near = |between: &str| {
        let written = |name: &str| plain(name).replace(' ', between);
        let mut known: Vec<(String, &'static str)> = Vec::new();
        for info in every_technique().flat_map(Technique::infos) {
            known.extend(names(info).map(|name| (written(name), info.id)));
        }
        let near = cluewright_rules::syntax::nearest(&written(name), known.iter().map(|(name, _)| name.as_str()));
        near.and_then(|near| known.iter().find(|(name, _)| name == near)).map(|(_, id)| *id)
    };
    let meant = near("-").or_else(|| near(""));
    let hint = meant.map_or_else(
        || "`cluewright techniques list` lists all techniques".to_owned(),
        |id| format!("did you mean `{id}`?"),
    );
    BadInput::new(format!("there is no technique `{name}`")).hint(hint)
}
