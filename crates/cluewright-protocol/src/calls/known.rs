//! Words of requests of which there is a list.

use cluewright::generate::{Prefer, Symmetry};
use cluewright::scale::{Scale, scale};
use serde::Deserialize;

/// A word of a list: what it stands for, its name in the schema, how it is read, and the list.
macro_rules! known {
    ($(#[$doc:meta])* $word:ident, $name:literal, $it:ty, $read:expr, $all:expr, $shown:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $word(pub(crate) $it);

        impl<'de> Deserialize<'de> for $word {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let name = String::deserialize(from)?;
                $read(&name).map(Self).map_err(serde::de::Error::custom)
            }
        }

        impl std::fmt::Debug for $word {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let shown: &dyn std::fmt::Debug = &$shown(self.0);
                shown.fmt(f)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $word {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let (names, each): (Vec<&str>, Vec<String>) = $all.map(|(name, about)| (name, format!("{name}: {about}"))).unzip();
                schemars::json_schema!({ "type": "string", "enum": names, "description": each.join("; ") })
            }
        }
    };
}

known!(
    /// A scale, by its name.
    KnownScale, "Scale", &'static dyn Scale, scale, cluewright::scale::SCALES.iter().map(|scale| (scale.id(), scale.about())),
    |scale: &dyn Scale| scale.id()
);

known!(
    /// How the places of clues and givens repeat.
    KnownSymmetry, "Symmetry", Symmetry, Symmetry::read, Symmetry::all(),
    |symmetry| symmetry
);

known!(
    /// Which of several puzzles for one solution is preferred.
    KnownPrefer, "Prefer", Prefer, Prefer::read, Prefer::all(),
    |prefer| prefer
);
