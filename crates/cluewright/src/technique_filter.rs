//! The techniques to use, and limits on steps.

use crate::error::Error;
use crate::question::{Field, Fields, Misasked, Question};
use crate::techniques::{TechniqueIds, ids_named as find};
use cluewright_logic::{Config, RARE, TECHNIQUES, Technique};

/// The techniques to use, and limits on steps.
///
/// ```
/// use cluewright::TechniqueFilter;
/// assert!(TechniqueFilter::default().only(&["hidden_single"]).is_ok());
/// assert!(TechniqueFilter::default().only(&["hiden_single"]).unwrap_err().to_string().contains("hidden_single"));
/// ```
#[derive(Clone)]
pub struct TechniqueFilter {
    /// The techniques, in the order in which they are tried.
    pub techniques: Vec<&'static dyn Technique>,
    /// Whether steps may assume that a candidate is true and follow the consequences.
    pub trial: bool,
    /// Whether steps may assume that the puzzle has exactly one solution. No step may assume this if the puzzle has more than one.
    pub uniqueness: bool,
    /// The maximum number of steps.
    pub steps: usize,
    /// The work limit, in units of [`cluewright_logic::Config::work`].
    pub work: u64,
    /// The maximum difficulty, in tenths: harder techniques are not used.
    pub hardest: u16,
}

impl Default for TechniqueFilter {
    fn default() -> Self {
        let usual = Config::default();
        Self {
            techniques: TECHNIQUES.to_vec(),
            trial: true,
            uniqueness: true,
            steps: usual.steps,
            work: usual.work,
            hardest: usual.hardest,
        }
    }
}

impl std::fmt::Debug for TechniqueFilter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<&str> = self.techniques.iter().map(|t| t.info().id).collect();
        f.debug_struct("TechniqueFilter").field("techniques", &ids).field("trial", &self.trial).finish_non_exhaustive()
    }
}

impl TechniqueFilter {
    /// Restricts the filter to the techniques with these ids, names or other names, in their usual order.
    ///
    /// Errors: no technique has one of the names.
    pub fn only(mut self, names: &[&str]) -> Result<Self, Error> {
        let mut wanted = Vec::new();
        for name in names {
            wanted.extend(find(name)?);
        }
        let all = TECHNIQUES.iter().chain(RARE);
        self.techniques = all.copied().filter(|t| wanted.contains(&t.info().id)).collect();
        Ok(self)
    }

    /// Restricts the filter to the techniques with these ids, names or other names, and tries them in this order. A technique that
    /// is named twice is tried at its first position.
    ///
    /// Errors: no technique has one of the names.
    ///
    /// ```
    /// use cluewright::TechniqueFilter;
    /// assert!(TechniqueFilter::default().in_order(&["naked_single", "hidden_single"]).is_ok());
    /// ```
    pub fn in_order(mut self, names: &[&str]) -> Result<Self, Error> {
        let mut wanted: Vec<&'static str> = Vec::new();
        for name in names {
            for id in find(name)? {
                if !wanted.contains(&id) {
                    wanted.push(id);
                }
            }
        }
        let all = || TECHNIQUES.iter().chain(RARE).copied();
        self.techniques = wanted.iter().flat_map(|id| all().filter(|t| t.info().id == *id)).collect();
        Ok(self)
    }

    /// Removes these techniques from the filter.
    ///
    /// Errors: no technique has one of the names.
    pub fn avoiding(mut self, names: &[&str]) -> Result<Self, Error> {
        for name in names {
            let gone = find(name)?;
            self.techniques.retain(|t| !gone.contains(&t.info().id));
        }
        Ok(self)
    }
}

impl PartialEq for TechniqueFilter {
    fn eq(&self, other: &Self) -> bool {
        let ids = |ways: &Self| ways.techniques.iter().map(|t| t.info().id).collect::<Vec<_>>();
        let rest = |w: &Self| (w.trial, w.uniqueness, w.steps, w.work, w.hardest);
        rest(self) == rest(other) && ids(self) == ids(other)
    }
}

crate::question! {
    /// The techniques for finding steps.
    pub(crate) struct Techniques = "ways" {
        /// Use only these techniques, by ids or names; default: the usual ones.
        techniques: TechniqueIds = TechniqueIds::default(),
        /// Do not use these techniques.
        avoid: TechniqueIds = TechniqueIds::default(),
        /// Try the techniques in the order in which they are named.
        in_order: bool = false,
        /// Allow steps that assume that a candidate is true and follow the consequences.
        trial: bool = true,
        /// Allow steps that assume that the puzzle has just one solution.
        uniqueness: bool = true,
    }
}

/// The group of fields that all operations on steps share.
impl Question for TechniqueFilter {
    const NAME: &'static str = Techniques::NAME;
    const ABOUT: &'static str = Techniques::ABOUT;

    fn fields() -> Vec<Field> {
        Techniques::fields()
    }

    fn take(from: &mut Fields) -> Result<Self, Misasked> {
        let Techniques { techniques, avoid, in_order, trial, uniqueness } = Techniques::take(from)?;
        let mut ways = Self { trial, uniqueness, ..Self::default() };
        if !techniques.is_empty() {
            let named = if in_order { ways.in_order(&techniques) } else { ways.only(&techniques) };
            ways = named.expect("ids are names");
        }
        Ok(ways.avoiding(&avoid).expect("ids are names"))
    }

    #[cfg(feature = "schema")]
    fn schemas(generator: &mut schemars::SchemaGenerator) -> serde_json::Map<String, serde_json::Value> {
        Techniques::schemas(generator)
    }
}
