//! The types of chains that an engine looks for, and their ratings.

/// The methods that an engine may use.
#[derive(Clone, Copy)]
pub(in super::super) struct Kind {
    /// Whether chains may branch at cells and regions with more than two candidates.
    pub multiple: bool,
    /// Whether candidates that are turned off along a chain count as removed for the links that follow.
    pub dynamic: bool,
    /// Whether to look only for contradictions, without links inside cells.
    pub nishio: bool,
    /// The techniques besides links: 0: none; 1: intersections, pairs and X-Wings; 2: these and static chains; 3: these, static
    /// chains and multiple ones; 4: those of level 1 and dynamic chains.
    pub level: u8,
    /// The level of the dynamic chains inside level 4.
    pub limit: u8,
}

impl Kind {
    pub(in super::super) const NISHIO: Self = Self { multiple: false, dynamic: true, nishio: true, level: 0, limit: 0 };
    pub(in super::super) const MULTIPLE: Self =
        Self { multiple: true, dynamic: false, nishio: false, level: 0, limit: 0 };

    pub(in super::super) const fn dynamic(level: u8, limit: u8) -> Self {
        Self { multiple: true, dynamic: true, nishio: false, level, limit }
    }

    /// The rating of the shortest hint.
    pub(in super::super) fn base(self) -> f64 {
        match (self.level, self.nishio, self.dynamic) {
            (0, true, _) => 7.5,
            (0, _, true) => 8.5,
            (0, _, _) => 8.0,
            (level, _, _) => 8.5 + 0.5 * f64::from(level),
        }
    }
}

/// The rating that the length of a hint adds, summed in steps of 0.1 in floating point, as in the original.
pub(super) fn length(complexity: u32) -> f64 {
    let (mut added, mut bound, mut odd) = (0.0, 4, false);
    while i64::from(complexity) - 2 > bound {
        added += 0.1;
        bound = if odd { bound * 4 / 3 } else { bound * 3 / 2 };
        odd = !odd;
    }
    added
}
