//! The sorts of chains that an engine looks for, and their ratings.

/// The methods that an engine may use.
#[derive(Clone, Copy)]
pub(in super::super) struct Kind {
    /// Cells and regions with more than two candidates.
    pub multiple: bool,
    /// Candidates gone along the way are gone.
    pub dynamic: bool,
    /// Contradictions only, without links inside cells.
    pub nishio: bool,
    /// 0: links only; 1: intersections, pairs and X-Wings too; 2: static chains; 3: multiple ones; 4: dynamic ones.
    pub level: u8,
    /// Level of the dynamic chains inside level 4.
    pub limit: u8,
}

impl Kind {
    pub(in super::super) const NISHIO: Self = Self { multiple: false, dynamic: true, nishio: true, level: 0, limit: 0 };
    pub(in super::super) const MULTIPLE: Self =
        Self { multiple: true, dynamic: false, nishio: false, level: 0, limit: 0 };

    pub(in super::super) const fn dynamic(level: u8, limit: u8) -> Self {
        Self { multiple: true, dynamic: true, nishio: false, level, limit }
    }

    /// Rating of the shortest hint.
    pub(in super::super) fn base(self) -> f64 {
        match (self.level, self.nishio, self.dynamic) {
            (0, true, _) => 7.5,
            (0, _, true) => 8.5,
            (0, _, _) => 8.0,
            (level, _, _) => 8.5 + 0.5 * f64::from(level),
        }
    }
}

/// The rating that the length of a hint adds, summed up in tenths as floating point numbers.
pub(super) fn length(complexity: u32) -> f64 {
    let (mut added, mut bound, mut odd) = (0.0, 4, false);
    while i64::from(complexity) - 2 > bound {
        added += 0.1;
        bound = if odd { bound * 4 / 3 } else { bound * 3 / 2 };
        odd = !odd;
    }
    added
}
