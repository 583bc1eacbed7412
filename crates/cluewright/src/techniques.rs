//! Techniques by the names people give them.

use crate::error::Error;
use cluewright_core::BadInput;
use cluewright_logic::{RARE, TECHNIQUES, Technique, TechniqueInfo};

/// The ids of the techniques that bear a name.
pub(crate) fn ids_named(name: &str) -> Result<Vec<&'static str>, BadInput> {
    let wanted = plain(name);
    let found: Vec<&'static str> =
        every_technique().filter(|t| t.infos().iter().any(|info| bears(info, &wanted))).map(|t| t.info().id).collect();
    if found.is_empty() { Err(unknown(name)) } else { Ok(found) }
}

/// What there is to say about the techniques that bear a name: id, name for people, another name in use or the one in
/// `HoDoKu` or on Sudopedia, whatever the case, and with `-`, `_` or a space between words.
///
/// Errors: a name that no technique has; the hint says which one may be meant.
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

/// The technique with that id.
pub(crate) fn technique_of(id: &str) -> Option<&'static TechniqueInfo> {
    every_technique().flat_map(Technique::infos).find(|info| info.id == id)
}

fn every_technique() -> impl Iterator<Item = &'static dyn Technique> {
    TECHNIQUES.iter().chain(RARE).copied()
}

/// A name without what people write in different ways.
fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace(['-', '_'], " ")
}

fn bears(info: &'static TechniqueInfo, wanted: &str) -> bool {
    names(info).any(|name| plain(name) == wanted)
}

/// All that a technique is called: its id, its name, other names in use, names that others have for it.
fn names(info: &'static TechniqueInfo) -> impl Iterator<Item = &'static str> {
    let ours = [info.id, info.name].into_iter().chain(info.aliases.iter().copied());
    ours.chain(info.elsewhere().map(|(_, name)| name)).filter(|name| !name.is_empty())
}

fn unknown(name: &str) -> BadInput {
    // With `-` between words, as rules have them, and else with nothing; what is told is an id, to be typed as it is.
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
        || "`cluewright techniques list` names all techniques".to_owned(),
        |id| format!("did you mean `{id}`?"),
    );
    BadInput::new(format!("there is no technique `{name}`")).hint(hint)
}
