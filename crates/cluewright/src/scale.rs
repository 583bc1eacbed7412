//! The rating scales, our own and those of other programs, in one file each.

mod hodoku;
mod measure;
mod own;
mod se;

pub use measure::{Measured, OWN_SCALE, Place, Profile, Scale, ScaleStep};
pub(crate) use measure::{STOPPED, UNFINISHED};

use crate::question::{Choice, choice};
use cluewright_core::BadInput;
use cluewright_rules::syntax::nearest;

/// Our own scale.
pub(crate) static OWN: &dyn Scale = &own::Own;

/// All rating scales.
pub static SCALES: &[&dyn Scale] = &[
    &own::Own,
    &se::Explainer { id: "se", profile: cluewright_scales::se::Profile::Se121 },
    &se::Explainer { id: "sukaku", profile: cluewright_scales::se::Profile::Sukaku },
    &hodoku::Hodoku,
];

/// The scale with this name.
///
/// ```
/// use cluewright::{Compiled, formats, scale::scale};
/// let read = formats::read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let measured = scale("hodoku")?.rate(&Compiled::new(read.puzzle)?, &|| false).expect("an ordinary puzzle");
/// assert_eq!(measured.text, "Easy, score 204");
/// assert!(scale("inches").is_err());
/// # Ok::<(), cluewright::Error>(())
/// ```
///
/// Errors: there is no scale with this name.
pub fn scale(id: &str) -> Result<&'static dyn Scale, BadInput> {
    let found = SCALES.iter().find(|scale| scale.id().eq_ignore_ascii_case(id.trim()));
    found.copied().ok_or_else(|| {
        let known = || SCALES.iter().map(|scale| scale.id());
        BadInput::new(format!("no scale is called {id:?}")).hint(match nearest(id, known()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", known().collect::<Vec<_>>().join(", ")),
        })
    })
}

impl Choice for &'static dyn Scale {
    fn of_name(name: &str) -> Result<Self, BadInput> {
        scale(name)
    }

    fn name(&self) -> &'static str {
        self.id()
    }

    fn choices() -> Vec<(&'static str, &'static str)> {
        SCALES.iter().map(|scale| (scale.id(), scale.about())).collect()
    }
}

choice!(&'static dyn Scale, "Scale", "NAME");

impl PartialEq for dyn Scale {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl std::fmt::Debug for dyn Scale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}
