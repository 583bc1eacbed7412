//! Values that users choose by name.

use cluewright_core::BadInput;
use cluewright_rules::syntax::nearest;

/// A value, its name, and its meaning.
pub(crate) type Named<T> = (T, &'static str, &'static str);

/// The name of a value in the list.
pub(crate) fn name_of<T: PartialEq>(list: &[Named<T>], it: &T) -> &'static str {
    list.iter().find(|named| named.0 == *it).map_or("", |named| named.1)
}

/// The value with this name; case is ignored.
///
/// Errors: there is no `what` with this name.
pub(crate) fn named<T: Copy>(list: &[Named<T>], what: &str, name: &str) -> Result<T, BadInput> {
    let name = name.trim().to_lowercase();
    let names = || list.iter().map(|(_, id, _)| *id);
    let found = list.iter().find(|(_, id, _)| *id == name).map(|(it, ..)| *it);
    found.ok_or_else(|| {
        let all = names().collect::<Vec<_>>().join(", ");
        BadInput::new(format!("there is no {what} `{name}`")).hint(match nearest(&name, names()) {
            Some(near) => format!("did you mean `{near}`? There are {all}"),
            None => format!("there are {all}"),
        })
    })
}
