//! Trials: a candidate is assumed and its consequences are filled in, layer by layer, until a contradiction appears.

#![allow(clippy::needless_range_loop, reason = "a band or digit is the place in several lists at once")]

use super::grid::Grid;
use super::patterns::Gone;

/// The smallest number of layers after which a trial reaches a contradiction, and all candidates that reach one after that many
/// layers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shortest {
    pub(super) layers: u32,
    pub(super) gone: Gone,
}

/// All candidates of open cells, each with a grid in which the candidate is filled in.
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

/// The candidates that lead to a contradiction by singles after the fewest layers; `None` if no candidate leads to a contradiction.
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

/// Fills in singles until none are left.
fn close(grid: &mut Grid) {
    loop {
        let singles = grid.singles();
        if grid.broken || singles.is_empty() {
            return;
        }
        grid.fill(&singles);
    }
}

/// In a position without singles, removes all candidates that singles refute, then fills in the singles that result. Returns
/// whether any candidate was removed.
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

/// The candidates with the shortest contradiction by nested assumptions: one layer removes all candidates that one more assumption
/// refutes.
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
