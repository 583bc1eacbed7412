//! Trials: a candidate is assumed and its consequences are filled in, layer by layer, until a contradiction appears.

#![allow(clippy::needless_range_loop, reason = "a band or digit is the place in several lists at once")]

use super::grid::Grid;
use super::patterns::Gone;

/// The smallest number of layers after which a trial fails, with all candidates that fail then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shortest {
    pub(super) layers: u32,
    pub(super) gone: Gone,
}

/// All candidates of open cells, each with the grid after its consequences so far.
fn assumptions(grid: &Grid) -> Vec<(usize, usize, Grid)> {
    let mut all = Vec::new();
    for digit in 0..9 {
        for band in 0..3 {
            let mut left = grid.digits[digit][band] & grid.open[band];
            while left != 0 {
                let cell = band * 27 + left.trailing_zeros() as usize;
                left &= left - 1;
                let mut then = *grid;
                then.put(cell, digit);
                all.push((cell, digit, then));
            }
        }
    }
    all
}

/// The candidates with the shortest contradiction under singles; `None` when no candidate leads to one.
pub(super) fn shortest(grid: &Grid) -> Option<Shortest> {
    let mut all = assumptions(grid);
    for layers in 0.. {
        let mut gone = [[0; 3]; 9];
        let mut hit = false;
        all.retain_mut(|(cell, digit, then)| {
            let singles = then.singles();
            if then.broken {
                gone[*digit][*cell / 27] |= 1 << (*cell % 27);
                hit = true;
            }
            let on = !then.broken && !singles.is_empty();
            if on {
                then.fill(&singles);
            }
            on
        });
        if hit {
            return Some(Shortest { layers, gone });
        }
        if all.is_empty() {
            return None;
        }
    }
    None
}

/// Fills in singles until none is left.
fn close(grid: &mut Grid) {
    loop {
        let singles = grid.singles();
        if grid.broken || singles.is_empty() {
            return;
        }
        grid.fill(&singles);
    }
}

/// Removes all candidates that fail by singles from a position without singles. Returns whether one was removed.
fn sieve(grid: &mut Grid) -> bool {
    let mut gone = [[0; 3]; 9];
    let mut any = false;
    for (cell, digit, mut then) in assumptions(grid) {
        close(&mut then);
        if then.broken {
            gone[digit][cell / 27] |= 1 << (cell % 27);
            any = true;
        }
    }
    for digit in 0..9 {
        grid.remove(digit, &gone[digit]);
    }
    close(grid);
    any
}

/// The candidates with the shortest contradiction if assumptions are made under the assumption: a layer of these removes all
/// candidates that one more assumption refutes.
pub(super) fn nested(grid: &Grid) -> Option<Shortest> {
    let mut all = assumptions(grid);
    for (_, _, then) in &mut all {
        close(then);
    }
    let mut layers = 0;
    loop {
        layers += 1;
        let mut gone = [[0; 3]; 9];
        let mut hit = false;
        all.retain_mut(|(cell, digit, then)| {
            let on = sieve(then);
            if then.broken {
                gone[*digit][*cell / 27] |= 1 << (*cell % 27);
                hit = true;
            }
            on
        });
        if hit {
            return Some(Shortest { layers, gone });
        }
        if all.is_empty() {
            return None;
        }
    }
}
