//! The types of chains that an engine searches for, and their ratings.

/// The methods that an engine may use.
#[derive(Clone, Copy)]
pub(in super::super) struct Kind {
    /// Whether chains may branch at cells and regions with more than two candidates.
    pub multiple: bool,
    /// Whether candidates that are turned off along a chain count as removed for later links.
    pub dynamic: bool,
    /// Whether to search only for contradictions, without using links inside cells.
    pub nishio: bool,
    /// The techniques used in addition to links: level 0 uses none; level 1 uses intersections, pairs and X-Wings; level 2 adds
    /// static chains to level 1; level 3 adds multiple chains to level 2; level 4 adds dynamic chains to level 1.
    pub level: u8,
    /// The level of the nested dynamic chains that level 4 uses.
    pub limit: u8,
}

impl Kind {
    pub(in super::super) const NISHIO: Self = Self { multiple: false, dynamic: true, nishio: true, level: 0, limit: 0 };
    pub(in super::super) const MULTIPLE: Self =
        Self { multiple: true, dynamic: false, nishio: false, level: 0, limit: 0 };

    pub(in super::super) const fn dynamic(level: u8, limit: u8) -> Self {
        Self { multiple: true, dynamic: true, nishio: false, level, limit }
    }

    /// The rating of the shortest hints of this kind.
    pub(in super::super) fn base(self) -> f64 {
        match (self.level, self.nishio, self.dynamic) {
            (0, true, _) => 7.5,
            (0, _, true) => 8.5,
            (0, _, _) => 8.0,
            (level, _, _) => 8.5 + 0.5 * f64::from(level),
        }
    }
}

/// The amount that the length of a hint adds to the rating, summed in floating-point steps of 0.1, as in the original program.
pub(super) fn length(complexity: u32) -> f64 {
    let (mut added, mut bound, mut odd) = (0.0, 4, false);
    while i64::from(complexity) - 2 > bound {
        added += 0.1;
        bound = if odd { bound * 4 / 3 } else { bound * 3 / 2 };
        odd = !odd;
    }
    added
}
